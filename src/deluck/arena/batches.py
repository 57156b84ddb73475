"""Matches played at many tables at once, by players that answer for all of them in one call (``act_batch``).

Decks and seats are those of the ordinary match with the same seed. Random numbers are not: a player draws from one
generator for `GROUP` blocks of deals, in the order in which its tables come up. The games are the same for any number
of jobs.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.arena.dealing import BLOCK, batch_rng, deck_array
from deluck.arena.faults import Fault, FaultKind, OnFault, describe_error
from deluck.arena.hands import BlockResult
from deluck.arena.stakes import Game
from deluck.arena.table import Table
from deluck.errors import INTERRUPTS, ArenaError, PlayerFault
from deluck.games import Action, HoldemTables, TableViews
from deluck.parallel import run_parts

GROUP = 64
"""Blocks of deals that are played together."""

Decided = tuple[NDArray[np.uint8], NDArray[np.int64] | None]


def check_batch(table: Table, log: object, time_limit: float | None) -> None:
    """Raise ArenaError unless a match can be played in batches."""
    if table.game.stakes.game is Game.STUD7:
        raise ArenaError("seven-card stud in batches (expected hold'em)")
    without = [entrant.name for entrant in table.entrants if entrant.act_batch is None]
    if without:
        raise ArenaError(f"{', '.join(without)} cannot play in batches (expected players with act_batch(views, rng))")
    if log is not None or time_limit is not None:
        raise ArenaError("a log or a time limit in batches (expected neither, or no batches)")


def played_batches(table: Table, n_deals: int, jobs: int) -> Iterator[BlockResult]:
    """Yield what came of each group of blocks, in order.

    Raises
    ------
    PlayerFault
        If a player answers what is not legal and the match is not to go on.
    """
    groups = range(-(-n_deals // (BLOCK * GROUP)))
    if jobs == 1:  # on a cluster too: the players may be unable to go there
        return map(partial(_play_group, table, n_deals), groups)
    return run_parts(partial(_play_group, table, n_deals), groups, n_jobs=jobs, backend="processes")


def _play_group(table: Table, n_deals: int, group: int) -> BlockResult:
    first = group * GROUP * BLOCK
    size = min(GROUP * BLOCK, n_deals - first)
    blocks = range(group * GROUP, group * GROUP + -(-size // BLOCK))
    decks = np.concatenate([deck_array(table.seed, block) for block in blocks])[:size]
    seatings = np.array(table.all_seatings())
    if table.duplicate:
        decks = np.repeat(decks, table.games_per_deal, axis=0)
        players = np.tile(seatings, (size, 1))
    else:
        players = seatings[(first + np.arange(size)) % len(seatings)]
    tables = HoldemTables(table.game.rules, decks.astype(np.int8), table.game.stacks)
    asked = _Asked(table, group, first * table.games_per_deal)
    rows = np.arange(len(tables))
    while True:
        actors = tables.actors
        seated = np.where(actors >= 0, players[rows, actors], -1)
        if (seated < 0).all():
            break
        for player in range(table.n_seats):
            mine = np.flatnonzero(seated == player)
            if mine.size:
                tables.act(mine, *asked.decide(player, tables.views(mine), mine))
    won = np.empty_like(players, dtype=np.int64)
    np.put_along_axis(won, players, tables.payoffs(), axis=1)
    chips = won.reshape(size, table.games_per_deal, table.n_seats).sum(axis=1)
    return BlockResult(chips, len(tables), "", chips.sum(axis=0).tolist(), asked.faults)


class _Asked:
    """Asks the players of a group of blocks and collects their faults."""

    def __init__(self, table: Table, group: int, first_hand: int) -> None:
        self.faults: list[Fault] = []
        self._table = table
        self._first_hand = first_hand
        self._rngs = [batch_rng(table.seed, group, table.first_stream + player) for player in range(table.n_seats)]

    def decide(self, player: int, views: TableViews, games: NDArray[np.int64]) -> Decided:
        """Return what a player does at its tables; where it fails, it checks or folds."""
        entrant = self._table.entrants[player]
        assert entrant.act_batch is not None
        safe = np.where(views.to_call == 0, np.uint8(Action.CALL), np.uint8(Action.FOLD))
        try:
            answer = entrant.act_batch(views, self._rngs[player])
            actions, amounts = _as_arrays(answer, len(views))
        except INTERRUPTS:
            raise
        except BaseException as error:
            if self._table.on_fault is OnFault.RAISE and isinstance(error, Exception):
                raise
            self._note(entrant.name, games, FaultKind.ERROR, describe_error(error))
            return safe, None
        wrong = ~_is_legal(views, actions, amounts)
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            amount = "" if amounts is None else f" to {amounts[row]}"
            bounds = f"raises to {views.min_raise_to[row]} … {views.max_raise_to[row]}"
            detail = f"answered {actions[row]}{amount} (legal: actions {_legal(views, row)}, {bounds})"
            self._note(entrant.name, games[wrong], FaultKind.ILLEGAL, detail)
            actions = np.where(wrong, safe, actions)
            amounts = None if amounts is None else np.where(wrong, -1, amounts)
        return actions.astype(np.uint8), amounts

    def _note(self, name: str, games: NDArray[np.int64], kind: FaultKind, detail: str) -> None:
        faults = [Fault(self._first_hand + int(game), name, kind, detail) for game in games]
        if self._table.on_fault is not OnFault.GO_ON:
            raise PlayerFault(f"the match stopped at a fault: {faults[0]}")
        self.faults += faults


def _as_arrays(answer: object, n_tables: int) -> tuple[NDArray[Any], NDArray[np.int64] | None]:
    """Return an answer as arrays of the right length, or raise ValueError that says what they are."""
    given, amounts = answer if isinstance(answer, tuple) else (answer, None)
    actions = np.ascontiguousarray(given)
    if actions.shape != (n_tables,) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(f"answered {actions.dtype} of shape {actions.shape} (expected {n_tables} actions, 0 to 2)")
    chips = None if amounts is None else np.ascontiguousarray(amounts, dtype=np.int64)
    if chips is not None and chips.shape != (n_tables,):
        raise ValueError(f"answered amounts of shape {chips.shape} (expected {n_tables})")
    return actions, chips


def _is_legal(views: TableViews, actions: NDArray[Any], amounts: NDArray[np.int64] | None) -> NDArray[np.bool_]:
    known = (actions >= 0) & (actions <= max(Action))
    legal = known & (views.legal >> np.where(known, actions, 0) & 1 == 1)
    if amounts is not None:
        within = (amounts >= views.min_raise_to) & (amounts <= views.max_raise_to)
        legal &= (amounts < 0) | ((actions == Action.RAISE) & within)
    return np.asarray(legal)


def _legal(views: TableViews, row: int) -> str:
    return ", ".join(str(int(action)) for action in Action if views.legal[row] >> action & 1)
