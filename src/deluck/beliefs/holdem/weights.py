"""What one opponent may hold: a weight for each holding, changed by cards seen and by the opponent's actions.

`WeightTable` is that table; `class_weights` and `format_grid` show it as the 13 x 13 grid of starting hands.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", sections 3 and 4.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import (
    N_HOLDINGS,
    N_STARTING_HANDS,
    RANKS,
    Range,
    check_cards,
    format_cards,
    holdings_beside,
    starting_hands,
)
from deluck.errors import BeliefError
from deluck.isomorphism import relabelled_holdings, relabellings

_LEAST_LARGEST = 1e-6  # weights below this are scaled up before they could vanish

Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class WeightTable:
    """A weight from 0 to 1 for each of the 1,326 holdings: how likely it would have been played as observed.

    Only the ratios of weights matter. They are never negative and never all zero: where re-weighting or a card seen
    leaves no holding with weight, the belief was wrong, and the table starts over with equal weights for all holdings
    that are still possible. Where the largest weight has become smaller than a millionth, all are scaled so that it
    is 1.

    Attributes
    ----------
    weights
        float64[1326], read-only; 0 for every holding that uses a card of `seen`.
    seen
        The cards that the opponent cannot hold, in rising order.
    """

    weights: Weights
    seen: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        weights = np.array(self.weights, dtype=np.float64)
        if weights.shape != (N_HOLDINGS,) or not (np.isfinite(weights) & (weights >= 0) & (weights <= 1)).all():
            raise BeliefError(f"weights of shape {weights.shape} (expected {N_HOLDINGS} numbers from 0 to 1)")
        check_cards(self.seen)
        seen = tuple(sorted(self.seen))
        object.__setattr__(self, "seen", seen)
        object.__setattr__(self, "weights", _normalised(weights * free_of(seen), seen))

    @classmethod
    def uniform(cls, seen: Iterable[int] = ()) -> "WeightTable":
        """Return the table of an opponent about whom nothing is known except cards they cannot hold."""
        return cls(np.ones(N_HOLDINGS), tuple(seen))

    @classmethod
    def of_range(cls, held: Range, seen: Iterable[int] = ()) -> "WeightTable":
        """Return the table of a range without the holdings that use a card seen."""
        return cls(held.weights, tuple(seen))

    @classmethod
    def _made(cls, weights: Weights, seen: tuple[int, ...]) -> "WeightTable":
        """Return a table of weights that are known to be valid, without checking them."""
        table = object.__new__(cls)
        object.__setattr__(table, "seen", seen)
        object.__setattr__(table, "weights", _normalised(weights, seen))
        return table

    @property
    def probabilities(self) -> Weights:
        """The probability of each holding, float64[1326], summing to 1."""
        return np.asarray(self.weights / self.weights.sum())

    @property
    def share(self) -> float:
        """The share of holdings left: the mean weight of the possible ones, with the largest scaled to 1."""
        return float(self.weights.sum() / self.weights.max() / free_of(self.seen).sum())

    def without(self, cards: Iterable[int]) -> "WeightTable":
        """Return the table without the holdings that use one of the cards."""
        seen = tuple(sorted({*self.seen, *cards}))
        if seen == self.seen:
            return self
        check_cards(seen)
        return self._made(self.weights * free_of(seen), seen)

    def relabelled(self, relabelling: int) -> "WeightTable":
        """Return the table with the suits of all cards renamed, by the number of one of the 24 `relabellings`."""
        weights = np.empty(N_HOLDINGS)
        weights[relabelled_holdings(relabelling)] = self.weights
        seen = relabellings()[relabelling][list(self.seen)]
        return self._made(weights, tuple(sorted(seen.tolist())))

    def reweighted(self, factors: Weights) -> "WeightTable":
        """Return the table with each weight multiplied by a number from 0 to 1, float64[1326]."""
        return self._made(self.weights * factors, self.seen)

    def reweighted_by_triples(self, triples: Weights, action: int) -> "WeightTable":
        """Return the table with each weight multiplied by the probability of the action with that holding.

        Parameters
        ----------
        triples
            float64[1326, 3]: for each holding the probabilities of fold, call and raise.
        action
            The action observed: a `deluck.games.Action`, or 0, 1 or 2.
        """
        return self.reweighted(np.asarray(triples)[:, action])

    def reweighted_by_threshold(self, values: Weights, threshold: float, *, band: float, floor: float) -> "WeightTable":
        """Return the table with lower weights for holdings whose value is below the threshold an action implies.

        Parameters
        ----------
        values
            float64[1326]: what each holding is worth to its owner, e.g. EHS.
        threshold, band, floor
            As for `soft_step`.
        """
        return self.reweighted(soft_step(values, threshold, band=band, floor=floor))

    def mixed_with_uniform(self, share: float) -> "WeightTable":
        """Return the table with this share of the total weight spread evenly over the possible holdings."""
        free = free_of(self.seen)
        mixed = (1 - share) * self.probabilities + share / free.sum() * free
        return self._made(mixed / mixed.max(), self.seen)

    def __repr__(self) -> str:
        seen = f", {format_cards(self.seen)} seen" if self.seen else ""
        return f"<WeightTable: {self.share:.1%} of the holdings{seen}>"


def soft_step(values: Weights, threshold: float, *, band: float, floor: float) -> Weights:
    """Return factors from `floor` to 1 that rise evenly from threshold - band to threshold + band.

    Parameters
    ----------
    values
        Any number of values.
    threshold
        The value at which the factor is half-way.
    band
        Half the width of the rise, above 0.
    floor
        The lowest factor; above 0, so that an unlikely action rules nothing out.
    """
    rise = np.clip((values - (threshold - band)) / (2 * band), 0.0, 1.0)
    return np.asarray(floor + (1 - floor) * rise)


@lru_cache(maxsize=256)
def free_of(cards: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return whether each holding uses none of the cards, read-only bool[1326]; recent answers are cached."""
    free = holdings_beside(cards)
    free.setflags(write=False)
    return free


def _normalised(weights: Weights, seen: tuple[int, ...]) -> Weights:
    """Return the weights read-only: never all zero, and scaled up before they could vanish."""
    largest = weights.max()
    if largest <= 0:
        weights = free_of(seen).astype(np.float64)
    elif largest < _LEAST_LARGEST:
        weights = weights / largest
    weights.setflags(write=False)
    return weights


def class_weights(table: WeightTable) -> NDArray[np.float64]:
    """Return the mean weight of the possible holdings of each starting hand, float64[169], the largest scaled to 1.

    NaN where no holding of a starting hand is possible.
    """
    free = free_of(table.seen)
    counts = np.bincount(starting_hands(), weights=free, minlength=N_STARTING_HANDS)
    sums = np.bincount(starting_hands(), weights=table.weights, minlength=N_STARTING_HANDS)
    means = np.divide(sums, counts, out=np.full(N_STARTING_HANDS, np.nan), where=counts > 0)
    return np.asarray(means / np.nanmax(means))


def format_grid(table: WeightTable) -> str:
    """Return a belief as 14 lines of text: each starting hand's weight in hundredths of the largest.

    Pairs are on the diagonal, suited hands above it, offsuit hands below. A dot means less than half a hundredth, a
    dash a starting hand that is not possible.
    """
    weights = class_weights(table)
    ranks = RANKS[::-1]
    lines = ["    " + "".join(f"{rank:>4}" for rank in ranks)]
    for row in range(12, -1, -1):
        cells = []
        for column in range(12, -1, -1):
            # above the diagonal the row's rank is the higher one, and the hand suited
            weight = weights[13 * row + column]
            cells.append(f"{_cell(float(weight)):>4}")
        lines.append(f"{RANKS[row]:>4}" + "".join(cells))
    return "\n".join(lines)


def _cell(weight: float) -> str:
    if np.isnan(weight):
        return "–"
    return "·" if weight < 0.005 else f"{100 * weight:.0f}"
