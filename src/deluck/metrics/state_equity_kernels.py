# mypy: ignore-errors
"""What every seat can expect if no more is bet: pots in layers, each shared as its hands share the boards."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.games.pot_kernels import divide_pots
from deluck.metrics.showdown_shares_kernels import (
    MOST_HANDS,
    PARTS,
    POTS,
    SHARE_TABLES,
    WON,
    count_shares,
    new_room,
    set_board,
    set_holes,
)

MOST_GROUPS = 64
"""Shares of so many groups of seats are stored for a board; more are counted again."""
MOST_POTS = MOST_HANDS + 2
SHARES = MOST_HANDS  # columns of a row of `groups`: shares by seat, then the group


@helper
def new_equity_room():
    """Return scratch for `deal_board` and `fill_values`: room, fives, and groups float64[65, 11].

    A row of groups has the shares of a group of seats on the board, by seat, and the group; the last, how many there
    are.
    """
    room, fives = new_room()
    return room, fives, np.zeros((MOST_GROUPS + 1, MOST_HANDS + 1), dtype=np.float64)


@helper
def deal_board(board, n_board, tables, room, groups):
    """Set the board that values are asked on, its first n_board cards; the hole cards are set before (`set_holes`)."""
    set_board(board, n_board, tables.sets, room)
    groups[MOST_GROUPS, 0] = 0


@helper
def _shares_row(group, tables, room, fives, groups):
    """Return the row of groups with the shares of a group of seats, counted if they are not there yet."""
    n_stored = np.int64(groups[MOST_GROUPS, 0])
    for row in range(n_stored):
        if groups[row, SHARES] == group:
            return row
    row = n_stored
    if n_stored == MOST_GROUPS:
        row -= 1
    else:
        groups[MOST_GROUPS, 0] += 1
    n_boards = count_shares(group, tables, room, fives)
    for seat in range(MOST_HANDS):
        groups[row, seat] = room[WON + seat] / (PARTS * n_boards)
    groups[row, SHARES] = group
    return row


@helper
def fill_values(n_seats, paid, dead, short_dead, folded, tables, room, fives, groups, out):
    """Write the expected net of each seat in chips to out float64[n_seats] if no more is bet.

    paid, dead, short_dead and folded as `divide_pots` takes them; hole cards and board are set before. Cards of seats
    that are not folded are known, unless there is only one.
    """
    amounts, winners = room[POTS : POTS + MOST_POTS], room[POTS + MOST_POTS : POTS + 2 * MOST_POTS]
    n_pots = divide_pots(n_seats, paid, dead, short_dead, folded, amounts, winners)
    for seat in range(n_seats):
        out[seat] = -paid[seat]
    for pot in range(n_pots):
        group, amount = winners[pot], amounts[pot]
        if group & (group - 1):
            row = _shares_row(group, tables, room, fives, groups)
            for seat in range(n_seats):
                out[seat] += amount * groups[row, seat]
        else:
            for seat in range(n_seats):
                if group >> seat & 1:
                    out[seat] += amount


@kernel(
    types.void(
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        SHARE_TABLES,
        writable(types.float64, 2),
    )
)
def fill_state_values(holes, boards, n_board, paid, dead, short_dead, folded, n_seats, tables, out):
    """Write the expected net of each seat of n states in chips to out float64[n, seats].

    holes int8[n, seats, 2] and boards int8[n, 5], of which n_board int64[n] cards are dealt; paid and dead int64[n,
    seats], short_dead and folded bits of seats, n_seats int64[n].
    """
    room, fives, groups = new_equity_room()
    for row in range(len(holes)):
        set_holes(holes[row], n_seats[row], room)
        deal_board(boards[row], n_board[row], tables, room, groups)
        fill_values(
            n_seats[row],
            paid[row],
            dead[row],
            short_dead[row],
            folded[row],
            tables,
            room,
            fives,
            groups,
            out[row],
        )
