"""Boards up to suits: 1 empty one, 1,755 flops, 16,432 with the turn, 134,459 with the river."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES, DECK, Card, check_board, holding_cards, holdings_of
from deluck.errors import DealError
from deluck.isomorphism.suits_kernels import RELABELLING_BITS, RELABELLING_MASK, fill_canonical_boards

_SUIT_ORDERS = tuple(permutations(range(4)))


@dataclass(frozen=True, slots=True)
class BoardClasses:
    """The classes of boards of one size.

    Attributes
    ----------
    boards
        uint8[n_classes, n_cards]: the canonical board of each class, cards rising.
    lookup
        int32[C(52, n_cards)]: for each set of cards by its number, ``32 * class + relabelling``.
    sizes
        int64[n_classes]: how many boards are in the class.
    """

    boards: NDArray[np.uint8]
    lookup: NDArray[np.int32]
    sizes: NDArray[np.int64]


@cache
def binomials() -> NDArray[np.int64]:
    """Return C(n, k) for n up to 52 and k up to 7, read-only int64[53, 8]."""
    table = np.array([[comb(n, k) for k in range(8)] for n in range(53)], dtype=np.int64)
    table.setflags(write=False)
    return table


@cache
def relabellings() -> NDArray[np.uint8]:
    """Return each card under each of the 24 relabellings of suits, read-only uint8[24, 52]."""
    table = np.array([[(card & ~3) | order[card & 3] for card in DECK] for order in _SUIT_ORDERS], dtype=np.uint8)
    table.setflags(write=False)
    return table


@cache
def relabelled_holdings(relabelling: int) -> NDArray[np.int64]:
    """Return the holding that each becomes under one of the 24 relabellings of suits, read-only int64[1326]."""
    moved = holdings_of(relabellings()[relabelling].astype(np.int64)[holding_cards()])
    moved.setflags(write=False)
    return moved


@cache
def relabelling_ids() -> NDArray[np.int64]:
    """Return the number of a relabelling by its four new suits read as digits in base 4, read-only int64[256]."""
    table = np.full(256, -1, dtype=np.int64)
    for number, (clubs, diamonds, hearts, spades) in enumerate(_SUIT_ORDERS):
        table[64 * clubs + 16 * diamonds + 4 * hearts + spades] = number
    table.setflags(write=False)
    return table


@cache
def board_classes(n_cards: int) -> BoardClasses:
    """Return the classes of boards of 0, 3, 4 or 5 cards."""
    if n_cards not in BOARD_SIZES:
        raise DealError(f"no board has {n_cards} cards (expected 0, 3, 4 or 5)")
    n_sets = comb(52, n_cards)
    canonical = np.empty(n_sets, dtype=np.int32)
    permutation = np.empty(n_sets, dtype=np.uint8)
    fill_canonical_boards(n_cards, binomials(), relabelling_ids(), relabellings(), canonical, permutation)
    is_canonical = canonical == np.arange(n_sets)
    number = np.cumsum(is_canonical) - 1
    classes = number[canonical]
    result = BoardClasses(
        boards=_sets_at(np.flatnonzero(is_canonical), n_cards),
        lookup=((classes << RELABELLING_BITS) + permutation).astype(np.int32),
        sizes=np.bincount(classes),
    )
    for table in (result.boards, result.lookup, result.sizes):
        table.setflags(write=False)
    return result


def set_number(cards: Sequence[int]) -> int:
    """Return the number of a set of different cards among all sets of that size."""
    return sum(comb(card, index) for index, card in enumerate(sorted(cards), start=1))


def _sets_at(numbers: NDArray[np.int64], n_cards: int) -> NDArray[np.uint8]:
    """Return the sets of cards with these numbers, uint8[n, n_cards], cards rising: the inverse of `set_number`."""
    left = numbers.copy()
    cards = np.empty((len(numbers), n_cards), dtype=np.uint8)
    for index in range(n_cards, 0, -1):
        counts = binomials()[:, index]
        cards[:, index - 1] = np.searchsorted(counts, left, side="right") - 1
        left -= counts[cards[:, index - 1]]
    return cards


def find_board(board: Sequence[int]) -> tuple[int, int]:
    """Return the class of a board and the relabelling that makes it canonical."""
    check_board(board)
    found = int(board_classes(len(board)).lookup[set_number(board)])
    return found >> RELABELLING_BITS, found & RELABELLING_MASK


def board_index(board: Sequence[int]) -> int:
    """Return the number of a board's class, from 0; boards alike up to suits have the same."""
    return find_board(board)[0]


def board_at(n_cards: int, index: int) -> tuple[Card, ...]:
    """Return the canonical board of a class."""
    boards = board_classes(n_cards).boards
    if not 0 <= index < len(boards):
        raise DealError(f"no class {index} of boards of {n_cards} cards (expected 0 to {len(boards) - 1})")
    return tuple(Card(int(card)) for card in boards[index])


def canonical_board(board: Sequence[int]) -> tuple[Card, ...]:
    """Return the canonical board of the class a board is in, cards rising."""
    return board_at(len(board), board_index(board))
