"""Final categories: with which of the nine hand types a hold'em hand and its opponents end, and who wins, exact.

The board is completed in every way. For the hand itself all cards it does not see may come; an opponent's holding is
met with every completion that it and the hand leave, so that what is counted is the deal as the hand knows it.

References
----------
Nasser, Poker bot project, section 2: P(A), P(B) and equation (3), there estimated by sampling.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, Range, as_cards, check_deal, holdings_beside
from deluck.errors import DealError
from deluck.evaluator import N_STRENGTHS, Category, first_strength
from deluck.evaluator.lookup import lookup
from deluck.metrics.categories_kernels import N_COUNTERS, count_final_hands

N_CATEGORIES = len(Category)
WIN, TIE, LOSS = 0, 1, 2


@dataclass(frozen=True, slots=True)
class FinalHands:
    """How a hand and every opponent's holding end, over all completions of the board.

    Attributes
    ----------
    hole, board
        The hand's two cards, and the 3, 4 or 5 of the board.
    completions
        int64[n, 2]: the cards that complete the board, -1 where none is needed.
    own_strengths
        int16[n]: the hand's strength on each completed board.
    counts
        int32[1326, 9, 3]: for each opponent's holding, completions by its final category and by whether the hand wins,
        ties or loses against it; zero for holdings that share a card with the hand or the board.
    """

    hole: tuple[int, int]
    board: tuple[int, ...]
    completions: NDArray[np.int64]
    own_strengths: NDArray[np.int16]
    counts: NDArray[np.int32]

    @property
    def n_each(self) -> int:
        """How many completions a possible holding is met with."""
        return comb(52 - 4 - len(self.board), 5 - len(self.board))

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Whether an opponent can have each holding, bool[1326]."""
        return holdings_beside((*self.hole, *self.board))

    @property
    def own_categories(self) -> NDArray[np.int64]:
        """The category of the hand on each completed board, int64[n]."""
        return category_by_strength()[self.own_strengths].astype(np.int64)

    @property
    def own(self) -> NDArray[np.float64]:
        """The probability that the hand ends as each category (the paper's P(A)), float64[9]."""
        return np.bincount(self.own_categories, minlength=N_CATEGORIES) / len(self.own_strengths)

    def against(self, weights: Range | NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the probability of each final category of an opponent with our win, tie or loss, float64[9, 3].

        Parameters
        ----------
        weights
            The opponent's range or float64[1326] of weights not below 0; uniform if not given.

        Raises
        ------
        DealError
            If no possible holding has weight.
        """
        # not a product of matrices: its last digit depends on the processor
        joint = (self._shares(weights)[:, None] * self.counts.reshape(N_HOLDINGS, -1)).sum(axis=0)
        return np.asarray(joint.reshape(N_CATEGORIES, 3) / self.n_each)

    def opponent(self, weights: Range | NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the probability that an opponent ends as each category (the paper's P(B)), float64[9]."""
        return np.asarray(self.against(weights).sum(axis=1))

    def results(self, weights: Range | NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the probabilities to win, tie and lose against one opponent, exact, float64[3]."""
        return np.asarray(self.against(weights).sum(axis=0))

    def win_probability(self, weights: Range | NDArray[np.float64] | None = None) -> float:
        """Return the probability to win against one opponent, exact, a tie counting one half."""
        win, tie, _ = self.results(weights).tolist()
        return float(win + tie / 2)

    def _shares(self, weights: Range | NDArray[np.float64] | None) -> NDArray[np.float64]:
        """Return the weights of the possible holdings, scaled to sum to 1."""
        given = np.ones(N_HOLDINGS) if weights is None else weights
        values = given.weights if isinstance(given, Range) else np.asarray(given, dtype=np.float64)
        if values.shape != (N_HOLDINGS,) or not (np.isfinite(values) & (values >= 0)).all():
            raise DealError(f"weights of shape {values.shape} (expected {N_HOLDINGS} finite numbers not below 0)")
        kept = np.where(self.possible, values, 0.0)
        total = kept.sum()
        if not total > 0:
            raise DealError("no opponent holding with weight is left beside the cards dealt")
        return np.asarray(kept / total)


def final_hands(hole: str | Sequence[int], board: str | Sequence[int]) -> FinalHands:
    """Return how a hand and every opponent's holding end, over all completions of a flop, turn or river.

    Raises
    ------
    CardError, DealError
        If the cards cannot be read, collide, or there is no board yet.
    """
    hole_cards, board_cards = as_cards(hole), as_cards(board)
    check_deal(hole_cards, board_cards)
    if not board_cards:
        raise DealError("no board: final categories are counted from the flop on (expected 3, 4 or 5 cards)")
    n = comb(52 - 2 - len(board_cards), 5 - len(board_cards))
    completions = np.empty((n, 2), dtype=np.int64)
    own_strengths = np.empty(n, dtype=np.int16)
    counts = np.empty((N_HOLDINGS, N_COUNTERS), dtype=np.int32)
    count_final_hands(
        np.array(hole_cards, dtype=np.int64),
        np.array(board_cards, dtype=np.int64),
        category_by_strength(),
        lookup(),
        completions,
        own_strengths,
        counts,
    )
    first, second = hole_cards
    return FinalHands(
        (first, second), tuple(board_cards), completions, own_strengths, counts.reshape(N_HOLDINGS, N_CATEGORIES, 3)
    )


@cache
def category_by_strength() -> NDArray[np.uint8]:
    """Return the category of every strength, read-only uint8[7463]; strength 0 does not occur."""
    firsts = [first_strength(category) for category in Category]
    table = (np.searchsorted(firsts, np.arange(N_STRENGTHS + 1), side="right") - 1).clip(0).astype(np.uint8)
    table.setflags(write=False)
    return table
