"""Holdings: the 1,326 pairs of cards, numbered both ways, and the 169 starting-hand classes.

A holding is numbered ``high * (high - 1) / 2 + low`` with ``low < high`` its two cards, so the numbers
run from 0 (2d2c) to 1,325 (AsAh). A starting-hand class is a cell of the usual 13 x 13 grid, numbered
``13 * row + column`` by ranks: pairs on the diagonal, suited hands where the row is the higher rank, offsuit
hands where the column is.
"""

from collections.abc import Iterable
from functools import cache
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from deluck.cards.card import N_CARDS, RANKS, Card, check_cards, format_cards, parse_cards, rank_of, suit_of
from deluck.errors import CardError, RangeError

Holding = NewType("Holding", int)  # high * (high - 1) / 2 + low; 0 … 1325

N_HOLDINGS = 1326
N_STARTING_HANDS = 169


def holding_of(first: int, second: int) -> Holding:
    """Return the number of the holding made of two cards, in either order."""
    check_cards((first, second))
    low, high = sorted((first, second))
    return Holding(high * (high - 1) // 2 + low)


def holdings_of(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of holdings from their cards int64[..., 2], in either order; the cards are not checked."""
    low, high = pairs.min(axis=-1), pairs.max(axis=-1)
    return np.asarray(high * (high - 1) // 2 + low)


def cards_of(holding: int) -> tuple[Card, Card]:
    """Return the two cards of a holding, the higher number first."""
    if not 0 <= holding < N_HOLDINGS:
        raise CardError(f"not a holding: {holding} (expected a number from 0 to {N_HOLDINGS - 1})")
    cards = holding_cards()[holding]
    return Card(int(cards[1])), Card(int(cards[0]))


@cache
def holding_cards() -> NDArray[np.int64]:
    """Return the cards of every holding, read-only int64[1326, 2], the lower card first."""
    cards = np.array([(low, high) for high in range(N_CARDS) for low in range(high)], dtype=np.int64)
    cards.setflags(write=False)
    return cards


def holdings_beside(dead: Iterable[int]) -> NDArray[np.bool_]:
    """Return whether each holding can be had beside cards that are known, bool[1326]."""
    unseen = np.ones(N_CARDS, dtype=np.bool_)
    unseen[list(dead)] = False
    low, high = holding_cards().T
    return np.asarray(unseen[low] & unseen[high])


def parse_holding(text: str) -> Holding:
    """Return the holding written as two cards, such as ``AsKd`` or ``10h 9h``."""
    cards = parse_cards(text)
    if len(cards) != 2:
        raise CardError(f"not a holding: {text!r} has {len(cards)} cards (expected two, e.g. 'AsKd')")
    return holding_of(*cards)


def two_cards(text: str) -> tuple[Card, Card] | None:
    """Return the two cards a text consists of, or None if it is anything else (a range, say)."""
    try:
        cards = parse_cards(text)
    except CardError:
        return None
    return (cards[0], cards[1]) if len(cards) == 2 else None


def format_holding(holding: int, *, symbols: bool = False) -> str:
    """Return the text of a holding, the higher card first: ``AsKd``."""
    return format_cards(cards_of(holding), symbols=symbols)


def starting_hand_of(holding: int) -> int:
    """Return the starting-hand class (0 to 168) of a holding."""
    high, low = cards_of(holding)
    if suit_of(high) == suit_of(low):
        return 13 * rank_of(high) + rank_of(low)
    return 13 * rank_of(low) + rank_of(high)


@cache
def starting_hands() -> NDArray[np.int64]:
    """Return the starting-hand class of every holding, read-only int64[1326]."""
    classes = np.array([starting_hand_of(holding) for holding in range(N_HOLDINGS)], dtype=np.int64)
    classes.setflags(write=False)
    return classes


def starting_hand_holdings(starting_hand: int) -> tuple[Holding, ...]:
    """Return the holdings of a starting-hand class: 6 of a pair, 4 suited, 12 offsuit."""
    return tuple(Holding(int(index)) for index in np.flatnonzero(starting_hands() == starting_hand))


def parse_starting_hand(text: str) -> int:
    """Return the class written as ``AA``, ``AKs`` or ``AKo``, in either case and order of ranks."""
    ranks = [RANKS.find(letter) for letter in text[:2].upper()]
    kind = text[2:].lower()
    pair = len(ranks) == 2 and ranks[0] == ranks[1]
    if len(ranks) != 2 or -1 in ranks or kind not in (("",) if pair else ("s", "o")):
        raise RangeError(f"not a starting hand: {text!r} (expected e.g. 'QQ', 'AKs' or 'AKo')")
    low, high = sorted(ranks)
    return 13 * high + low if kind == "s" else 13 * low + high


def format_starting_hand(starting_hand: int) -> str:
    """Return the name of a starting-hand class: ``AA``, ``AKs`` or ``AKo``."""
    if not 0 <= starting_hand < N_STARTING_HANDS:
        raise RangeError(f"not a starting hand: {starting_hand} (expected a number from 0 to 168)")
    row, column = divmod(starting_hand, 13)
    if row == column:
        return RANKS[row] * 2
    return RANKS[max(row, column)] + RANKS[min(row, column)] + ("s" if row > column else "o")
