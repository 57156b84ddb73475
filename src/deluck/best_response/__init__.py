"""How much a strategy for heads-up limit hold'em loses at least: best responses to it in the real game.

`shapes` has the betting of one street, `stating` asks a policy what it does at many nodes of a board, `values` (and
its kernels) finds what the strategy and the best responses to it are worth on a board, `bounds` does so on sampled
boards.
"""

from deluck.best_response.bounds import SEATS, UNIT, Bound, Bounds, can_state, lower_bounds, sample_boards
from deluck.best_response.values import BoardValues, board_values

__all__ = [
    "SEATS",
    "UNIT",
    "BoardValues",
    "Bound",
    "Bounds",
    "board_values",
    "can_state",
    "lower_bounds",
    "sample_boards",
]
