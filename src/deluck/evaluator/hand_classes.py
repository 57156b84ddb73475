"""The 7,462 classes of five-card hands in rising order, and their names.

Strength 1 is seven-five high, strength 7,462 the royal flush. Hands of one strength split the pot.
"""

from enum import IntEnum
from functools import cache
from itertools import combinations

from deluck.cards import RANK_NAMES
from deluck.errors import CardError

N_STRENGTHS = 7462


class Category(IntEnum):
    """The nine hand types, in rising order."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name in lower case: ``three of a kind``."""
        return self.name.lower().replace("_", " ")


N_CLASSES = {
    Category.HIGH_CARD: 1277,
    Category.PAIR: 2860,
    Category.TWO_PAIR: 858,
    Category.THREE_OF_A_KIND: 858,
    Category.STRAIGHT: 10,
    Category.FLUSH: 1277,
    Category.FULL_HOUSE: 156,
    Category.FOUR_OF_A_KIND: 156,
    Category.STRAIGHT_FLUSH: 10,
}


@cache
def first_strength(category: Category) -> int:
    """Return the lowest strength of a category, 1 for high card."""
    return 1 + sum(count for other, count in N_CLASSES.items() if other < category)


def category_of(strength: int) -> Category:
    """Return the hand type of a strength from 1 to 7,462."""
    return hand_class(strength)[0]


def hand_class(strength: int) -> tuple[Category, tuple[int, ...]]:
    """Return the hand type of a strength and the ranks that decide within it, the weightiest first."""
    if not 1 <= strength <= N_STRENGTHS:
        raise CardError(f"not a strength: {strength} (expected a number from 1 to {N_STRENGTHS})")
    return _classes()[strength - 1]


@cache
def _classes() -> tuple[tuple[Category, tuple[int, ...]], ...]:
    """Return all classes in rising order: types rise, and within a type the ranks compare as tuples."""
    ranks = range(13)

    def kickers(n_kickers: int, *taken: int) -> list[tuple[int, ...]]:
        free = [rank for rank in reversed(ranks) if rank not in taken]
        return list(combinations(free, n_kickers))

    wheel = (12, 3, 2, 1, 0)
    unpaired: list[tuple[int, ...]] = [hand for hand in kickers(5) if hand[0] - hand[4] > 4 and hand != wheel]
    ranked: dict[Category, list[tuple[int, ...]]] = {
        Category.HIGH_CARD: unpaired,
        Category.PAIR: [(pair, *rest) for pair in ranks for rest in kickers(3, pair)],
        Category.TWO_PAIR: [(*pairs, *rest) for pairs in kickers(2) for rest in kickers(1, *pairs)],
        Category.THREE_OF_A_KIND: [(trip, *rest) for trip in ranks for rest in kickers(2, trip)],
        Category.STRAIGHT: [(top,) for top in range(3, 13)],
        Category.FLUSH: unpaired,
        Category.FULL_HOUSE: [(trip, *pair) for trip in ranks for pair in kickers(1, trip)],
        Category.FOUR_OF_A_KIND: [(quad, *rest) for quad in ranks for rest in kickers(1, quad)],
        Category.STRAIGHT_FLUSH: [(top,) for top in range(3, 13)],
    }
    return tuple((category, hand) for category in Category for hand in sorted(ranked[category]))


def describe(strength: int) -> str:
    """Return the name of a strength, such as "two pair, tens and fours, queen kicker"."""
    category, ranks = hand_class(strength)
    names = [RANK_NAMES[rank] for rank in ranks]
    plural = [_plural(rank) for rank in ranks]
    match category:
        case Category.STRAIGHT_FLUSH if ranks[0] == 12:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{category.label}, {names[0]} high"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND | Category.PAIR:
            return f"{category.label}, {plural[0]}, {_kickers(names[1:])}"
        case Category.FULL_HOUSE:
            return f"{category.label}, {plural[0]} full of {plural[1]}"
        case Category.TWO_PAIR:
            return f"{category.label}, {plural[0]} and {plural[1]}, {_kickers(names[2:])}"
        case _:
            return f"{category.label}, {names[0]} high, {_kickers(names[1:])}"


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def _kickers(names: list[str]) -> str:
    return "-".join(names) + (" kicker" if len(names) == 1 else " kickers")
