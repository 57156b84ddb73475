"""Matches: two players or a ring, ordinary or duplicate, from Python in one call."""

import math
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from deluck import progress
from deluck.arena.asking import TimedPlayer
from deluck.arena.batches import check_batch, played_batches
from deluck.arena.dealing import BLOCK
from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_tables, with_distinct_names
from deluck.arena.faults import Fault, FaultTally, OnFault
from deluck.arena.hands import BlockResult
from deluck.arena.isolation import Isolation
from deluck.arena.log_text import log_format
from deluck.arena.luck import LuckRemoved, PlayedHands, Watch, reason_to_end, removed_by, removed_from, stop_rule
from deluck.arena.result import MatchResult, PlayerResult
from deluck.arena.running import jobs_for, n_blocks_of, played_blocks
from deluck.arena.stakes import TableGame, stakes_of
from deluck.arena.table import Table
from deluck.errors import ArenaError
from deluck.statistics import PLANNED_HANDS, Sums


def play(
    *players: Candidate,
    n_hands: int = 1000,
    seed: int = 0,
    duplicate: bool = False,
    game: str = "holdem",
    blinds: str | tuple[int, int] | None = None,
    stack: str | int | None = None,
    ante: int = 0,
    jobs: int = 1,
    time_limit: float | None = None,
    on_fault: str = "raise",
    log: str | Path | None = None,
    overwrite: bool = False,
    batch: bool = False,
    until: str | None = None,
    planned_hands: int = PLANNED_HANDS,
    luck_removed: bool = False,
    isolate: bool = False,
) -> MatchResult:
    """Return the result of a match with 95% intervals, in small bets per game; no-limit and pot-limit in big blinds.

    Parameters
    ----------
    *players
        Two players or more, one per seat: names such as ``"always-call"`` or ``"random:fold=0.1,call=0.6,raise=0.3"``,
        ``"mine.py:agent"`` for what a Python file defines, objects with ``act(view, rng)``, or such functions. They
        answer with an `Action`, its name (``"call"``), or a pair of either and an amount. One that has
        ``hand_over(summary)`` is shown every hand in order; one that has not must store nothing from hand to hand.
    n_hands
        The games to play. In a duplicate match they are the deals times the players.
    seed
        The same seed gives the same games, however many jobs.
    duplicate
        Whether each deal is replayed with the players in every seat, so that all of them hold the same cards.
    game
        ``holdem`` (limit), ``no-limit`` or ``pot-limit`` hold'em for 2 to 10 players, ``stud7`` for 2 to 8.
    blinds, stack, ante
        No-limit and pot-limit: the blinds (``"50/100"``, the default), what every seat begins each hand with (20,000
        chips, or ``"200bb"``), and an ante.
    jobs
        How many processes play.
    time_limit
        The seconds a player has for each action; with a limit the match cannot be reproduced.
    on_fault
        ``raise``: an exception of a player reaches the caller as it is, and an answer that is not legal, or late, is a
        `PlayerFault`. ``go-on``: a player that fails checks or folds and the fault is counted. ``stop``: the match ends
        with a `PlayerFault`, whatever the fault.
    log
        Where to store the games. However a match is stopped, its finished games are there, and the same match run
        again goes on from them; a finished one is read from it.
    overwrite
        Whether to replace what ``log`` holds.
    batch
        Whether hands are played at many tables at once, by players that have ``act_batch(views, rng)``: many times
        faster for simple ones. Cards and seats are those of the ordinary match, random choices are not; no log.
    until
        Stop before ``n_hands`` games are played: ``"clear"`` when the anytime-valid 95% interval of the first player's
        result with the luck removed excludes zero; a rate such as ``"5bb/100"`` when it is no wider than plus or minus
        this. It looks after every hundred deals, from 200 on.
    planned_hands
        For how many deals that interval is narrowest.
    luck_removed
        Whether every player's result with the luck removed is computed too; `MatchResult.assess` says more.
    isolate
        Whether each player runs in a process of its own, which is sent views only. Players are trusted otherwise: in
        the same process they can read everybody's cards and change the rules. The games are the same; in one job.

    Raises
    ------
    ArenaError
        If the match cannot be played as asked, a player fails and the match is to stop, or the log is of another match.
    PlayerError
        If a name is not of a player, or of one that does not play this game.
    MatchStopped
        If the match is interrupted: a `KeyboardInterrupt` that says how many games were finished.
    """
    if len(players) < 2:
        raise ArenaError(f"a match of {len(players)} (expected two players or more)")
    check_time_limit(time_limit)
    with Isolation(time_limit) as isolation:
        entered = isolation.entrants(players) if isolate else list(map(as_entrant, players))
        entrants = with_distinct_names(entered)
        stakes = stakes_of(game, blinds=blinds, stack=stack, ante=ante)
        table_game = TableGame(stakes, len(entrants))
        check_tables(entrants, table_game.rules)
        table = Table(
            entrants=entrants if isolate else timed(entrants, time_limit),
            game=table_game,
            seed=checked_seed(seed),
            duplicate=duplicate,
            on_fault=checked_on_fault(on_fault),
            log_as=None if batch else log_format(stakes, len(entrants)),
        )
        if batch and isolate:
            raise ArenaError("players isolated in batches (expected one of the two)")
        if batch and (until is not None or luck_removed):
            raise ArenaError("the luck removed in batches, which store no hands (expected no batches)")
        watch = None if until is None else Watch(table, stop_rule(until, planned_hands, table))
        n_deals = _deals_for(n_hands, table)
        jobs, remark = jobs_for(table, checked_jobs(jobs), time_limit, isolate=isolate)
        totals = [Sums()] * table.n_seats
        tally = FaultTally()
        n_games = 0
        reason = (
            f"Playing {n_hands:,} games of {stakes.game.in_words}: {' v '.join(entrant.name for entrant in entrants)}"
        )
        pace = progress.Pace(BLOCK * table.games_per_deal, "hands")
        hands = None if batch else PlayedHands(table)
        if batch:
            check_batch(table, log, time_limit)
            playing: AbstractContextManager[Iterator[BlockResult]] = nullcontext(played_batches(table, n_deals, jobs))
        else:
            playing = played_blocks(
                table, n_deals, jobs=jobs, log=log, time_limit=time_limit, overwrite=overwrite, watch=watch
            )
        with progress.task(reason, n_blocks_of(n_deals), pace) as display, playing as blocks:
            for block in blocks:
                totals = [total + Sums.of(column) for total, column in zip(totals, block.chips.T, strict=True)]
                tally = tally.with_faults(block.faults)
                n_games += block.n_games
                if hands is not None:
                    hands.add(block)
                for _ in range(n_blocks_of(len(block.chips))):
                    display.advance()
        removed: dict[str, LuckRemoved] = {}
        ended = ""
        if watch is not None:
            rule = watch.rule
            by_deal = watch.by_deal()
            removed = removed_by(rule.estimator, by_deal, table, rule.planned)
            name = entrants[0].name
            of_first = LuckRemoved.of(rule.estimator, by_deal[name], n_games, table_game.per_game_unit, rule.planned)
            ended = reason_to_end(rule, of_first, name, n_games, n_hands, decided=watch.is_decided)
        elif luck_removed and hands is not None:
            removed = removed_from(hands, table, jobs)
        return MatchResult(
            game=stakes.game.value,
            seed=seed,
            duplicate=duplicate,
            n_games=n_games,
            n_deals=n_games // table.games_per_deal,
            players=tuple(
                player_result(
                    entrant.name,
                    total,
                    n_games,
                    table.games_per_deal,
                    table_game,
                    tally.of(entrant.name),
                    tally.first_of([entrant.name]),
                    removed.get(entrant.name),
                )
                for entrant, total in zip(entrants, totals, strict=True)
            ),
            faults=tally.first,
            reproducible=time_limit is None,
            remarks=remarks_on(remark, time_limit),
            hands=hands,
            ended=ended,
            planned=planned_hands,
        )


def timed(entrants: tuple[Entrant, ...], time_limit: float | None) -> tuple[Entrant, ...]:
    """Return the entrants, asked with the time limit if there is one."""
    if time_limit is None:
        return entrants
    return tuple(TimedPlayer(entrant, time_limit).entrant() for entrant in entrants)


def check_time_limit(time_limit: float | None) -> None:
    """Raise ArenaError unless it is a positive number of seconds, or none."""
    if time_limit is not None and not 0 < time_limit < math.inf:
        raise ArenaError(f"a time limit of {time_limit} s (expected more than 0, or none)")


def player_result(
    name: str,
    total: Sums,
    n_games: int,
    games_per_value: int,
    game: TableGame,
    faults: dict[str, int],
    first_fault: Fault | None,
    luck_removed: LuckRemoved | None = None,
) -> PlayerResult:
    """Return a player's result from the sums of the chips it won, each value over so many games."""
    unit: int = game.rules.unit
    per_game = total.estimate(game.per_game_unit, per_unit=games_per_value * unit, n_hands=n_games)
    per_100 = per_game.scaled(100, game.per_100_unit)
    return PlayerResult(name, n_games, total.total / unit, per_game, per_100, faults, first_fault, luck_removed)


def remarks_on(one_process: str, time_limit: float | None) -> tuple[str, ...]:
    """Return what the reader should know of how a match was played."""
    remarks = [one_process] if one_process else []
    if time_limit is not None:
        remarks.append(f"not reproducible: each action had a time limit of {time_limit:g} s")
    return tuple(remarks)


def checked_seed(seed: int) -> int:
    """Return the seed, if it is one."""
    if seed < 0:
        raise ArenaError(f"a seed of {seed} (expected 0 or more)")
    return seed


def checked_jobs(jobs: int) -> int:
    """Return the number of processes, if it is one."""
    if jobs < 1:
        raise ArenaError(f"{jobs} jobs (expected 1 or more)")
    return jobs


def checked_on_fault(on_fault: str) -> OnFault:
    """Return what to do about faults, if it is known."""
    if on_fault not in list(OnFault):
        raise ArenaError(f"on fault {on_fault!r} (expected one of: {', '.join(OnFault)})")
    return OnFault(on_fault)


def _deals_for(n_hands: int, table: Table) -> int:
    n_deals, rest = divmod(n_hands, table.games_per_deal)
    if n_hands < 1 or rest:
        expected = f"a multiple of {table.games_per_deal}: each deal is played so often" if rest else "1 or more"
        raise ArenaError(f"{n_hands} hands (expected {expected})")
    return n_deals
