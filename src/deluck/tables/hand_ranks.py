"""The hand ranks of every holding on every suit-distinct board, as exact counts.

On a board, a holding's *rank count* is twice the opponent's holdings it beats plus those it ties, so that divided by
twice the number of holdings it is the hand rank now (IHR). The *final count* is the sum of the rank counts over every
completion of the board; divided by 1,980 times their number it is the seven-card hand rank (7cHR).

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 3.1.1.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import N_CARDS, N_HOLDINGS, check_row, holding_cards, starting_hands
from deluck.compiling import compile_kernels
from deluck.errors import DealError
from deluck.evaluator.lookup import lookup as evaluator_lookup
from deluck.isomorphism import board_classes, relabellings
from deluck.isomorphism.boards import binomials
from deluck.parallel import run_parts
from deluck.tables.hand_ranks_kernels import add_flops, add_next_street, fill_indices, fill_ranks_now
from deluck.tables.store import TableFile

HAND_RANK_FILE = TableFile(name="hand-ranks", version=1)
N_BYTES = 430_000_000

_N_CHUNKS = 64
_REASON = "Ranking every holding on every board (once, about 430 MB in the cache folder)"


@dataclass(frozen=True, slots=True)
class StreetRanks:
    """The counts of every situation of one street, flat; a situation's index comes from `HandRankTables.indices`.

    Attributes
    ----------
    now
        uint16: rank counts on the board as it lies.
    final
        uint16, uint32 or int64: sums of the rank counts over every completion of the board.
    now_total, final_total
        The counts of a holding that always wins; dividing by them gives IHR and 7cHR.
    """

    now: NDArray[Any]
    final: NDArray[Any]
    now_total: int
    final_total: int


@dataclass(frozen=True, slots=True)
class HandRankTables:
    """The tables of all four streets, memory-mapped.

    Attributes
    ----------
    streets
        The counts by number of board cards: 0, 3, 4, 5.
    boards
        By number of board cards, ``32 * class + relabelling`` of every set of cards.
    """

    streets: dict[int, StreetRanks]
    boards: dict[int, NDArray[np.int32]]

    def street(self, n_board_cards: int) -> StreetRanks:
        """Return the counts for boards of 0, 3, 4 or 5 cards."""
        if n_board_cards not in self.streets:
            raise DealError(f"no board has {n_board_cards} cards (expected none, 3, 4 or 5)")
        return self.streets[n_board_cards]

    def indices(self, holes: NDArray[np.int64], boards: NDArray[np.int64], *, first_row: int = 0) -> NDArray[np.int64]:
        """Return where each situation stands in its street's counts.

        Parameters
        ----------
        holes
            int64[n, 2].
        boards
            int64[n, 0, 3, 4 or 5], one street for all.
        first_row
            The number by which an error names the first row.

        Raises
        ------
        CardError
            If a row holds a number that is no card, or a card twice.
        """
        n_board_cards = boards.shape[1]
        if n_board_cards == 0:
            return _starting_hand_indices(holes, first_row)
        out = np.empty(len(holes), dtype=np.int64)
        bad_row = fill_indices(holes, boards, self.boards[n_board_cards], relabellings(), binomials(), out)
        if bad_row >= 0:
            check_row((*holes[bad_row].tolist(), *boards[bad_row].tolist()), first_row + bad_row)
        return out


def _starting_hand_indices(holes: NDArray[np.int64], first_row: int) -> NDArray[np.int64]:
    low, high = holes.min(axis=1), holes.max(axis=1)
    bad_rows = np.flatnonzero((low < 0) | (high >= N_CARDS) | (low == high))
    if bad_rows.size:
        check_row(holes[bad_rows[0]].tolist(), first_row + int(bad_rows[0]))
    indices: NDArray[np.int64] = starting_hands()[high * (high - 1) // 2 + low]
    return indices


@cache
def hand_rank_tables() -> HandRankTables:
    """Return the tables, opened from the cache folder, or built there first (half a minute, with progress)."""
    arrays = HAND_RANK_FILE.open_or_build(build_hand_ranks, N_BYTES)
    streets = {0: StreetRanks(arrays["preflop_now"], arrays["preflop_final"], *_totals(0))}
    streets |= {
        n_cards: StreetRanks(
            arrays[f"{street}_now"].reshape(-1), arrays[f"{street}_final"].reshape(-1), *_totals(n_cards)
        )
        for street, n_cards in (("flop", 3), ("turn", 4))
    }
    river = arrays["river_now"].reshape(-1)
    streets[5] = StreetRanks(river, river, *_totals(5))
    boards = {n_cards: arrays[f"boards_{n_cards}"] for n_cards in (3, 4, 5)}
    return HandRankTables(streets=streets, boards=boards)


def _totals(n_cards: int) -> tuple[int, int]:
    """Return the counts of a holding that always wins, now and over every completion."""
    return 2 * comb(50 - n_cards, 2), 2 * comb(45, 2) * comb(50 - n_cards, 5 - n_cards)


def build_hand_ranks() -> dict[str, NDArray[Any]]:
    """Compute the counts of all streets, on all cores: river, turn and flop ranks, then the averages upwards."""
    compile_kernels()
    lookup = evaluator_lookup()
    pairs = holding_cards().astype(np.uint8)
    classes = {n_cards: board_classes(n_cards) for n_cards in (3, 4, 5)}
    now = {n: np.empty((len(classes[n].boards), comb(52 - n, 2)), dtype=np.uint16) for n in (3, 4, 5)}
    final = {n: np.zeros(now[n].shape, dtype=np.uint32) for n in (3, 4)}

    def rank(n_cards: int) -> Callable[[slice], None]:
        return lambda rows: fill_ranks_now(classes[n_cards].boards[rows], pairs, lookup, now[n_cards][rows])

    def average(n_cards: int, next_counts: NDArray[Any]) -> Callable[[slice], None]:
        return lambda rows: add_next_street(
            classes[n_cards].boards[rows],
            classes[n_cards + 1].lookup,
            relabellings(),
            binomials(),
            next_counts,
            final[n_cards][rows],
        )

    steps = [(rank(n), len(now[n])) for n in (5, 4, 3)] + [(average(4, now[5]), len(final[4]))]
    steps += [(average(3, final[4]), len(final[3]))]
    with progress.task(_REASON, _N_CHUNKS * len(steps)) as display:
        for work, n_rows in steps:
            for _ in _on_all_cores(work, n_rows):
                display.advance()
    final[3] //= 2  # turn and river were met in both orders
    arrays: dict[str, NDArray[Any]] = {
        "preflop_now": _preflop_now(),
        "preflop_final": _preflop_final(classes[3].boards, final[3], classes[3].sizes),
        "flop_now": now[3],
        "flop_final": final[3],
        "turn_now": now[4],
        "turn_final": final[4],
        "river_now": now[5],
    }
    return arrays | {f"boards_{n}": classes[n].lookup for n in (3, 4, 5)}


def _on_all_cores(work: Callable[[slice], None], n_rows: int) -> Iterator[None]:
    """Run the work on even slices of the rows, in threads: the kernels release the interpreter's lock."""
    edges = np.linspace(0, n_rows, _N_CHUNKS + 1).astype(int).tolist()
    return run_parts(work, (slice(start, end) for start, end in pairwise(edges)), n_jobs=-1)


def _preflop_now() -> NDArray[np.uint16]:
    """Return the rank count of each starting hand: a pair beats no pair, then high card, then second card."""
    cards = holding_cards()
    low, high = cards[:, 0] >> 2, cards[:, 1] >> 2
    order = 169 * (low == high) + 13 * high + low
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    counts = (apart * (2 * (order[:, None] > order) + (order[:, None] == order))).sum(axis=1)
    return _by_starting_hand(counts).astype(np.uint16)


def _preflop_final(
    boards: NDArray[np.uint8], flop_final: NDArray[np.uint32], sizes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return each starting hand's sum of river rank counts over all boards, from the sums on each flop."""
    counts = np.zeros(N_HOLDINGS, dtype=np.int64)
    add_flops(boards, relabellings(), flop_final, sizes, counts)
    return _by_starting_hand(counts // (24 * comb(5, 3)))  # each flop met 24 / size times, each board by 10 flops


def _by_starting_hand(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    result = np.empty(169, dtype=np.int64)
    result[starting_hands()] = counts
    return result
