"""Tournaments at one table of ten, each deal played ten times, kept on disk so that a stopped one goes on."""

import math
from collections.abc import Sequence

from deluck.arena import tournament
from deluck.errors import StudyError
from deluck.statistics import Estimate
from deluck.studies.running import Run

N_SEATS = 10


def play_table(run: Run, name: str, players: Sequence[str], n_games: int) -> dict[str, Estimate]:
    """Return what each of the players won, by how it is asked for, in small bets a game; copies count together.

    Parameters
    ----------
    run
        Where the games are kept, the seed, and how many processes play.
    name
        What the games' folder is called.
    players
        Ten, as they are asked for.
    n_games
        A multiple of ten: each deal is played with everybody in every seat.

    Raises
    ------
    StudyError
        If a player failed: its games would not be what the study is about.
    """
    result = tournament(
        *players,
        n_seats=N_SEATS,
        n_deals=n_games // N_SEATS,
        seed=run.seed,
        duplicate=True,
        jobs=run.jobs,
        folder=run.folder / f"{name}-{n_games}-{run.seed}",
    )
    if result.faults:
        raise StudyError(f"a player failed in {name}: {result.faults[0]} (expected no faults)")
    asked = tuple(dict.fromkeys(players))
    return {spec: player.per_game for spec, player in zip(asked, result.players, strict=True)}


def lead(one: Estimate, other: Estimate) -> Estimate:
    """Return by how much one leads the other.

    The error is that of two results apart from each other. Two players at one table win of each other, if of eight more
    as well, so that it is a little too small.
    """
    return Estimate(one.mean - other.mean, math.hypot(one.stderr, other.stderr), one.n_hands + other.n_hands, one.unit)


def mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the mean of estimates, as of results apart from each other."""
    n = len(estimates)
    return Estimate(
        sum(each.mean for each in estimates) / n,
        math.hypot(*(each.stderr for each in estimates)) / n,
        sum(each.n_hands for each in estimates),
        estimates[0].unit,
    )


def says(found: Estimate) -> str:
    """Return what an estimate says about zero."""
    if not found.excludes_zero:
        return "which is smaller than its error"
    return "which is above zero with 95% confidence" if found.mean > 0 else "which is below zero with 95% confidence"
