"""Strength of one hand in plain Python, over the kernel's tables: cheaper than handing one hand to the kernel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from deluck.cards import check_cards
from deluck.errors import CardError
from deluck.evaluator.lookup import lookup
from deluck.evaluator.strength_kernels import FLUSH_CARRY, FLUSH_TEST, HIGH_MASK, LOW_BITS, LOW_MASK, SUIT_SHIFT

_CARRY, _TEST, _SUIT_SHIFT = int(FLUSH_CARRY), int(FLUSH_TEST), int(SUIT_SHIFT)
_LOW_BITS, _LOW_MASK, _HIGH_MASK = int(LOW_BITS), int(LOW_MASK), int(HIGH_MASK)


@cache
def _lists() -> tuple[list[int], list[int], list[list[int]], list[int], list[int]]:
    """Return the evaluator's tables as lists, which plain Python indexes faster than arrays."""
    tables: Any = lookup()
    return (
        tables.keys.tolist(),
        tables.low.tolist(),
        tables.high.tolist(),
        tables.strengths.tolist(),
        tables.flushes.tolist(),
    )


def strength(cards: Sequence[int]) -> int:
    """Return the strength (1 to 7,462) of five, six or seven cards.

    Raises
    ------
    CardError
        If there are fewer or more cards, a number is not a card, or a card appears twice.
    """
    check_cards(cards)
    if len(cards) not in (5, 6, 7):
        raise CardError(f"cannot rank {len(cards)} cards (expected 5, 6 or 7)")
    return strength_unchecked(cards)


def strength_unchecked(cards: Sequence[int]) -> int:
    """Return the strength of five, six or seven cards that are known to be different cards."""
    keys, low, high, strengths, flushes = _lists()
    key = 0
    for card in cards:
        key += keys[card]
    flush = (key + _CARRY) & _TEST
    if flush:
        suit = ((flush >> _SUIT_SHIFT).bit_length() - 1) >> 2
        return flushes[sum(1 << (card >> 2) for card in cards if card & 3 == suit)]
    return strengths[high[len(cards) - 5][(key >> _LOW_BITS) & _HIGH_MASK] + low[key & _LOW_MASK]]


def hole_strengths(holes: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """Return the strengths of two hole cards each with a board of five, all known to be different cards.

    The same as `strength_unchecked` of the seven cards, the board's part computed once.
    """
    keys, low, high, strengths, _ = _lists()
    first, second, third, fourth, fifth = board
    shared = keys[first] + keys[second] + keys[third] + keys[fourth] + keys[fifth]
    rows = high[2]
    found = []
    for one, other in holes:
        key = shared + keys[one] + keys[other]
        if (key + _CARRY) & _TEST:
            found.append(strength_unchecked((one, other, *board)))
        else:
            found.append(strengths[rows[(key >> _LOW_BITS) & _HIGH_MASK] + low[key & _LOW_MASK]])
    return found
