"""The mean square of the river hand rank, E[HS²], of every holding on every suit-distinct flop and turn.

Of two holdings with the same mean rank on the river the one that will be strong or weak has the larger mean square: it
tells draws from made hands. A river rank squared is rounded to 16 bits, and stored is the sum over all completions.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.isomorphism import board_classes, relabellings
from deluck.isomorphism.boards import binomials
from deluck.parallel import run_parts
from deluck.tables.hand_ranks import hand_rank_tables
from deluck.tables.hand_ranks_kernels import add_next_street
from deluck.tables.store import TableFile

HAND_RANK_SQUARES_FILE = TableFile(name="hand-rank-squares", version=1)
N_BYTES = 83_000_000
LARGEST_SQUARE = 65_535
"""What the square of the best rank on a river counts."""

_N_CHUNKS = 64
_N_RIVER_HOLDINGS = 1081
_REASON = "Averaging the squares of hand ranks (once, about 80 MB in the cache folder)"


@dataclass(frozen=True, slots=True)
class HandRankSquares:
    """The sums of both streets, flat; indices are those of `HandRankTables.indices`.

    Attributes
    ----------
    sums
        By number of board cards, 3 and 4: the sum over all completions of the squared river rank, uint32.
    totals
        By number of board cards, the sum of a holding that always wins: dividing by it gives E[HS²].
    """

    sums: dict[int, NDArray[np.uint32]]
    totals: dict[int, int]


@cache
def hand_rank_squares() -> HandRankSquares:
    """Return the tables, opened from the cache folder, or built there first (half a minute, with progress)."""
    arrays = HAND_RANK_SQUARES_FILE.open_or_build(build_hand_rank_squares, N_BYTES)
    return HandRankSquares(
        sums={3: arrays["flop"].reshape(-1), 4: arrays["turn"].reshape(-1)},
        totals={3: 47 * 46 * LARGEST_SQUARE, 4: 46 * LARGEST_SQUARE},
    )


def build_hand_rank_squares() -> dict[str, NDArray[Any]]:
    """Compute the sums on all cores: of the river's squares on each turn, and of these on each flop."""
    river = hand_rank_tables().street(5)
    every = np.arange(river.now_total + 1, dtype=np.uint64) ** 2
    scale = river.now_total**2
    squares = ((every * LARGEST_SQUARE + scale // 2) // scale).astype(np.uint16)
    turn = _sums_over_next(4, squares[river.now].reshape(-1, _N_RIVER_HOLDINGS))
    return {"flop": _sums_over_next(3, turn), "turn": turn}


def _sums_over_next(n_cards: int, next_values: NDArray[Any]) -> NDArray[np.uint32]:
    """Return, for every board of so many cards and every holding, the sum of values over the boards with one more."""
    boards, lookup = board_classes(n_cards).boards, board_classes(n_cards + 1).lookup
    n_rest = 52 - n_cards
    sums = np.zeros((len(boards), n_rest * (n_rest - 1) // 2), dtype=np.uint32)

    def work(rows: slice) -> None:
        add_next_street(boards[rows], lookup, relabellings(), binomials(), next_values, sums[rows])

    size = -(-len(boards) // _N_CHUNKS)
    with progress.task(_REASON, _N_CHUNKS) as display:
        for _ in run_parts(work, [slice(start, start + size) for start in range(0, len(boards), size)], n_jobs=-1):
            display.advance()
    return sums
