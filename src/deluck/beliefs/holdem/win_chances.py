"""The chance to win a hand: by final categories and tie factors, or exactly, against one or more opponents.

Tie factors are the chance to win if hand and opponent end in the same category. The paper gives one case, a pair on a
board without one, as a weighted sum of three numbers from 0 to 1: the rank of the pair among the board's cards, the
value of the pair and the value of the kicker. Here every category is treated so:

- A hole card *takes part* in a final hand if it belongs to its combination: to the pair, the pairs, the trips and so
  on; to the straight, if the board lacks that rank; to the flush, if it is one of its five cards.
- If one does, the higher one is the main card and the other the kicker, and the three factors are weighted .6, .3
  and .1. A pocket pair has no kicker: the other two weights are scaled up. Cards that are paired on the board belong
  to everybody and are left out of the rank. From three of a kind up the sum f is raised to 1 - (1 - f)^2.
- If none does, the board's combination is everybody's (or, with a high card, there is none), and the hole cards decide
  as kickers: 1.2 times the higher card's rank among the ranks that the board lacks, plus .15 times the lower's, minus
  .35.

A category can be reached in several ways; its tie factor is the mean over the completions of the board that end in it.

Deviation: the paper says that the calculation varies with the category and gives only the pair's; the rest is ours. The
weights of kickers are rounded from a least-squares fit over 400,000 random deals, as the paper proposes. The raise from
three of a kind up is there because the paper's printed vectors give its printed .73 only with tie factors close to
1 above the pair (with .76 throughout they give .71); the mean of such a factor over all hands should be one half.

References
----------
Nasser, Poker bot project, section 2, equations (1) to (3) and Estimating the tie factor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from deluck.cards import rank_of, suit_of
from deluck.evaluator import N_STRENGTHS, Category, hand_class
from deluck.metrics.categories import N_CATEGORIES, TIE, WIN, FinalHands

_RIVER = 5
_HIGHEST_VALUE = 14
_WHEEL_TOP = 3  # the rank of the five, which tops the straight that starts with an ace
_N_RANKS = 13


@dataclass(frozen=True, slots=True)
class Chance:
    """What is known of the chance to win against one opponent.

    Attributes
    ----------
    categories
        The probability that the opponent ends as each category (P(B)).
    estimate
        The chance to win by the paper's formulas; on the river, where all is known but the holding, it is exact.
    exact
        The chance to win by enumeration, a tie counting one half.
    """

    categories: tuple[float, ...]
    estimate: float
    exact: float


@dataclass(frozen=True)
class Standing:
    """Where a hand stands on a board: its own final categories and tie factors, and its chance against opponents."""

    hands: FinalHands

    @cached_property
    def own(self) -> NDArray[np.float64]:
        """The probability that the hand ends as each category (P(A)), float64[9]."""
        return self.hands.own

    @cached_property
    def tie_factors(self) -> NDArray[np.float64]:
        """The chance to win if both end in a category, float64[9]."""
        return tie_factors(self.hands)

    def against(self, weights: NDArray[np.float64] | None = None) -> Chance:
        """Return the chance against an opponent with these weights of its holdings, uniform if none are given.

        Deviation: on the river the paper counts a tie as lost; here it counts one half, as it pays.
        """
        joint = self.hands.against(weights)
        categories = joint.sum(axis=1)
        win, tie = joint[:, WIN].sum(), joint[:, TIE].sum()
        exact = float(win + tie / 2)
        estimate = exact if len(self.hands.board) == _RIVER else win_estimate(self.own, categories, self.tie_factors)
        return Chance(tuple(categories.tolist()), estimate, exact)


def win_estimate(own: NDArray[np.float64], opponent: NDArray[np.float64], factors: NDArray[np.float64]) -> float:
    """Return the chance to win by equations (1) and (2), from final categories and tie factors, float64[9] each."""
    below = np.cumsum(opponent) - opponent
    return float((own * (below + factors * opponent)).sum())


def win_against_all(chances: Sequence[float]) -> float:
    """Return the chance to win against several opponents as if each were beaten independently."""
    return float(np.prod(chances))


@dataclass(frozen=True, slots=True)
class TieWeights:
    """The weights of the factors.

    Attributes
    ----------
    rank, value
        Of the main card: its rank among the board's cards, and its value; the kicker has the rest up to 1.
    high_kicker, low_kicker, kicker_base
        Of the hole cards' ranks where both are only kickers, and a constant.
    """

    rank: float = 0.6
    value: float = 0.3
    high_kicker: float = 1.2
    low_kicker: float = 0.15
    kicker_base: float = -0.35


STANDARD = TieWeights()


def tie_factors(hands: FinalHands, weights: TieWeights = STANDARD) -> NDArray[np.float64]:
    """Return the chance to win when both end in a category, float64[9]; one half where the hand cannot end so."""
    low, high = sorted(rank_of(card) for card in hands.hole)
    board = [rank_of(card) for card in hands.board]
    by_part = np.array([main_card(low, high, board, weights), main_card(high, low, board, weights)])
    raised = 1 - (1 - by_part) ** 2
    kickers = by_kickers(high, low, board, weights)
    weak, strong = np.array([kickers, *by_part]), np.array([kickers, *raised])
    categories, parts = hands.own_categories, _parts(hands)
    values = np.where(categories >= Category.THREE_OF_A_KIND, strong[parts], weak[parts])
    n = np.bincount(categories, minlength=N_CATEGORIES)
    total = np.bincount(categories, weights=values, minlength=N_CATEGORIES)
    return np.where(n > 0, total / np.maximum(n, 1), 0.5)


def main_card(main: int, kicker: int, board: list[int], weights: TieWeights = STANDARD) -> float:
    """Return the weighted three factors for ranks (0 for the deuce) of a main card, a kicker and a board."""
    own = [rank for rank in board if board.count(rank) == 1]  # what is paired on the board belongs to everybody
    relative = sum(rank <= main for rank in own) / len(own) if own else _relative_rank(main, board)
    both = weights.rank * relative + weights.value * _value(main)
    if main == kicker:
        return both / (weights.rank + weights.value)
    return both + (1 - weights.rank - weights.value) * _value(kicker)


def by_kickers(high: int, low: int, board: list[int], weights: TieWeights = STANDARD) -> float:
    """Return the chance to win by hole cards that are only kickers, from 0 to 1, for ranks and a board."""
    high_part = weights.high_kicker * _relative_rank(high, board)
    return min(1.0, max(0.0, high_part + weights.low_kicker * _relative_rank(low, board) + weights.kicker_base))


def _value(rank: int) -> float:
    return (rank + 2) / _HIGHEST_VALUE


def _relative_rank(rank: int, board: list[int]) -> float:
    """Return the share of the ranks the board lacks that are below a rank, which itself counts one half."""
    lacking = [other for other in range(_N_RANKS) if other not in board]
    return sum(0.5 if other == rank else float(other < rank) for other in lacking) / len(lacking)


def _parts(hands: FinalHands) -> NDArray[np.int64]:
    """Return for each completion 0 if no hole card takes part, 1 if only the lower does, 2 if the higher does."""
    low, high = sorted(hands.hole, key=rank_of)
    return np.asarray(np.where(_takes_part(high, hands), 2, np.where(_takes_part(low, hands), 1, 0)))


def _takes_part(card: int, hands: FinalHands) -> NDArray[np.bool_]:
    """Return whether a hole card belongs to the combination of the final hand, bool[n]."""
    strengths, categories, coming = hands.own_strengths, hands.own_categories, hands.completions
    in_combination = (_combinations()[strengths] >> rank_of(card)) & 1 == 1
    comes = ((coming >= 0) & (coming // 4 == rank_of(card))).any(axis=1)
    on_board = comes | any(rank_of(other) == rank_of(card) for other in hands.board)
    n_suited = sum(suit_of(other) == suit_of(card) for other in (*hands.hole, *hands.board))
    suited = n_suited + ((coming >= 0) & (coming % 4 == suit_of(card))).sum(axis=1) >= 5
    return np.asarray(
        np.where(
            np.isin(categories, (Category.FLUSH, Category.STRAIGHT_FLUSH)),
            in_combination & suited,
            in_combination & ((categories != Category.STRAIGHT) | ~on_board),
        )
    )


@cache
def _combinations() -> NDArray[np.int64]:
    """Return the ranks that make each strength's combination, kickers left out, as 13-bit masks, int64[7463]."""
    n_ranks = {
        Category.HIGH_CARD: 0,
        Category.PAIR: 1,
        Category.TWO_PAIR: 2,
        Category.THREE_OF_A_KIND: 1,
        Category.FLUSH: 5,
        Category.FULL_HOUSE: 2,
        Category.FOUR_OF_A_KIND: 1,
    }
    masks = np.zeros(N_STRENGTHS + 1, dtype=np.int64)
    for strength in range(1, N_STRENGTHS + 1):
        category, ranks = hand_class(strength)
        if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
            top = ranks[0]
            masks[strength] = 0b1_0000_0000_1111 if top == _WHEEL_TOP else 0b11111 << (top - 4)
        else:
            masks[strength] = sum(1 << rank for rank in ranks[: n_ranks[category]])
    return masks
