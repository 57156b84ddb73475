"""What one opponent may hold: a weight for each holding, changed by cards seen and by what the opponent does.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", sections 3 and 4.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, Range, check_cards, format_cards, holdings_beside
from deluck.errors import BeliefError
from deluck.isomorphism import relabelled_holdings, relabellings

_LEAST_LARGEST = 1e-6  # weights below this are scaled up before they could vanish

Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class WeightTable:
    """A weight from 0 to 1 for each of the 1,326 holdings: how likely it would have been played as was seen.

    Only the ratios of weights matter. They are never negative and never all zero: where re-weighting or a card seen
    leaves no holding with weight, what was believed was wrong, and the table starts over with all holdings that can
    still be held, alike. Where the largest weight has become smaller than a millionth, all are scaled so that it is 1.

    Attributes
    ----------
    weights
        float64[1326], read-only; 0 for every holding that uses a card of `seen`.
    seen
        The cards that the opponent cannot hold, rising.
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
        object.__setattr__(self, "weights", _settled(weights * free_of(seen), seen))

    @classmethod
    def uniform(cls, seen: Iterable[int] = ()) -> "WeightTable":
        """Return the table of somebody of whom nothing is known but cards they cannot hold."""
        return cls(np.ones(N_HOLDINGS), tuple(seen))

    @classmethod
    def of_range(cls, held: Range, seen: Iterable[int] = ()) -> "WeightTable":
        """Return the table of a range, less the holdings that use a card seen."""
        return cls(held.weights, tuple(seen))

    @classmethod
    def _made(cls, weights: Weights, seen: tuple[int, ...]) -> "WeightTable":
        """Return a table of weights that are known to be good, without checking them."""
        table = object.__new__(cls)
        object.__setattr__(table, "seen", seen)
        object.__setattr__(table, "weights", _settled(weights, seen))
        return table

    @property
    def probabilities(self) -> Weights:
        """The chance of each holding, float64[1326], summing to 1."""
        return np.asarray(self.weights / self.weights.sum())

    @property
    def share(self) -> float:
        """How much of the holdings is left: the mean weight, the largest taken as 1, of those that can be held."""
        return float(self.weights.sum() / self.weights.max() / free_of(self.seen).sum())

    def without(self, cards: Iterable[int]) -> "WeightTable":
        """Return the table less every holding that uses one of the cards."""
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
        """Return the table with each weight multiplied by the chance that the holding would have acted so.

        Parameters
        ----------
        triples
            float64[1326, 3]: for each holding the probabilities of fold, call and raise.
        action
            What was done: a `deluck.games.Action`, or 0, 1 or 2.
        """
        return self.reweighted(np.asarray(triples)[:, action])

    def reweighted_by_threshold(self, values: Weights, threshold: float, *, band: float, floor: float) -> "WeightTable":
        """Return the table with the holdings lowered whose value is below the threshold that an action implies.

        Parameters
        ----------
        values
            float64[1326]: what each holding is worth to its owner, e.g. EHS.
        threshold, band, floor
            As for `soft_step`.
        """
        return self.reweighted(soft_step(values, threshold, band=band, floor=floor))

    def mixed_with_uniform(self, share: float) -> "WeightTable":
        """Return the table in which this share of the whole weight is spread evenly over what can be held."""
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
        Where the factor is half-way.
    band
        Half the width of the rise, above 0.
    floor
        The lowest factor; above 0, so that nothing is ruled out by an action that somebody might take all the same.
    """
    rise = np.clip((values - (threshold - band)) / (2 * band), 0.0, 1.0)
    return np.asarray(floor + (1 - floor) * rise)


@lru_cache(maxsize=256)
def free_of(cards: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return whether each holding uses none of the cards, read-only bool[1326]; those asked for last are kept."""
    free = holdings_beside(cards)
    free.setflags(write=False)
    return free


def _settled(weights: Weights, seen: tuple[int, ...]) -> Weights:
    """Return the weights made good and read-only: not all zero, and none so small that it could vanish."""
    largest = weights.max()
    if largest <= 0:
        weights = free_of(seen).astype(np.float64)
    elif largest < _LEAST_LARGEST:
        weights = weights / largest
    weights.setflags(write=False)
    return weights
