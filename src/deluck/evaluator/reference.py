"""A slow evaluator in plain Python, written apart from the tables: the oracle they are tested against."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from deluck.cards import rank_of, suit_of
from deluck.evaluator.hand_classes import Category


def best_class(cards: Sequence[int]) -> tuple[Category, tuple[int, ...]]:
    """Return hand type and deciding ranks of the best five of the cards; tuples compare as hands do."""
    return max(_five_card_class(five) for five in combinations(cards, 5))


def _five_card_class(cards: Sequence[int]) -> tuple[Category, tuple[int, ...]]:
    counts = Counter(rank_of(card) for card in cards)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({suit_of(card) for card in cards}) == 1
    wheel = by_weight == [12, 3, 2, 1, 0]
    straight = len(counts) == 5 and (wheel or by_weight[0] - by_weight[4] == 4)
    ranks = tuple(by_weight)
    if straight:
        top = 3 if wheel else by_weight[0]
        return (Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT), (top,)
    if shape == [4, 1]:
        return Category.FOUR_OF_A_KIND, ranks
    if shape == [3, 2]:
        return Category.FULL_HOUSE, ranks
    if flush:
        return Category.FLUSH, ranks
    if shape == [3, 1, 1]:
        return Category.THREE_OF_A_KIND, ranks
    if shape == [2, 2, 1]:
        return Category.TWO_PAIR, ranks
    if shape == [2, 1, 1, 1]:
        return Category.PAIR, ranks
    return Category.HIGH_CARD, ranks
