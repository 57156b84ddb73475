"""Situations up to suits: 169 before the flop, then 1,286,792, 13,960,050 and 123,156,254.

A situation's number is where its board's block starts plus the index of its holding in the block, where holdings that
differ only by suits the board leaves alike share an index.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.cards import Card, Holding, cards_of, check_cards, holding_cards, holding_of
from deluck.errors import DealError
from deluck.isomorphism.boards import board_at, board_classes, find_board, relabellings
from deluck.isomorphism.suits_kernels import fill_holding_orbits

_BOARDS_AT_ONCE = 4096


@cache
def _block_starts(n_cards: int) -> NDArray[np.int64]:
    """Return where each board class's block starts, and at the end the number of situations."""
    boards = board_classes(n_cards).boards
    sizes = [
        _orbits(boards[start : start + _BOARDS_AT_ONCE]).max(axis=1) + 1
        for start in range(0, len(boards), _BOARDS_AT_ONCE)
    ]
    return np.concatenate([[0], np.cumsum(np.concatenate(sizes), dtype=np.int64)])


def _orbits(boards: NDArray[np.uint8]) -> NDArray[np.int32]:
    orbits = np.empty((len(boards), len(holding_cards())), dtype=np.int32)
    fill_holding_orbits(np.ascontiguousarray(boards), holding_cards(), orbits)
    return orbits


def n_situations(n_board_cards: int) -> int:
    """Return how many situations there are on boards of 0, 3, 4 or 5 cards, up to suits."""
    return int(_block_starts(n_board_cards)[-1])


def situation_index(holding: int, board: Sequence[int]) -> int:
    """Return the number of a situation, from 0; situations alike up to suits have the same.

    Raises
    ------
    CardError
        If a card of the holding lies on the board.
    """
    cards = cards_of(holding)
    check_cards((*cards, *board))
    index, relabelling = find_board(board)
    moved = holding_of(*(int(relabellings()[relabelling, card]) for card in cards))
    orbits = _orbits(board_classes(len(board)).boards[index : index + 1])[0]
    return int(_block_starts(len(board))[index]) + int(orbits[moved])


def situation_at(n_board_cards: int, index: int) -> tuple[Holding, tuple[Card, ...]]:
    """Return a situation with this number: its lowest-numbered holding on its canonical board."""
    starts = _block_starts(n_board_cards)
    if not 0 <= index < starts[-1]:
        raise DealError(f"no situation {index} on boards of {n_board_cards} cards (expected 0 to {starts[-1] - 1})")
    board_class = int(np.searchsorted(starts, index, side="right")) - 1
    orbits = _orbits(board_classes(n_board_cards).boards[board_class : board_class + 1])[0]
    holding = Holding(int(np.flatnonzero(orbits == index - starts[board_class])[0]))
    return holding, board_at(n_board_cards, board_class)


def canonical_situation(holding: int, board: Sequence[int]) -> tuple[Holding, tuple[Card, ...]]:
    """Return the canonical situation of the class a situation is in."""
    return situation_at(len(board), situation_index(holding, board))
