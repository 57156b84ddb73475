"""Matches for studies: played once, stored in a log, with every estimator's value for each game."""

import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.arena import play
from deluck.assessment import Comparison, Line, Summary
from deluck.assessment.lines import cumulative_line
from deluck.assessment.summary import UNIT, compare, summarise
from deluck.errors import StudyError
from deluck.estimators import ESTIMATORS, Analysis, Sampling, analyse, find_estimator
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.formats import Rejected, read_columns
from deluck.games import STREET_NAMES, Player
from deluck.statistics import Estimate, standard_deviation, variance_ratio
from deluck.studies.running import Run

_BATCH = 20_000  # games analysed at once
DUPLICATES = {"duplicate_money": "money", "duplicate_divat": "divat_roe"}
"""The estimators that are averaged over the two games of a deal."""


class Games:
    """The games of a match between two players, with the estimators' values.

    Parameters
    ----------
    values
        By estimator, one value per game, net to the player whose viewpoint it is, float64[n].
    duplicate
        Whether each game and the next are the same deal with the seats exchanged.
    """

    def __init__(self, values: dict[str, NDArray[np.float64]], *, duplicate: bool = False) -> None:
        self._values = values
        self._duplicate = duplicate

    def __len__(self) -> int:
        return len(next(iter(self._values.values())))

    def values(self, name: str) -> NDArray[np.float64]:
        """Return an estimator's values, one per game; for a duplicate one, the mean of each deal's two games."""
        return self.deal_values(DUPLICATES[name]) if name in DUPLICATES and self._duplicate else self._values[name]

    def deal_values(self, name: str) -> NDArray[np.float64]:
        """Return the mean of an estimator over the two games of each deal of a duplicate match, one per deal."""
        return np.asarray(self._values[name].reshape(-1, 2).mean(axis=1))

    def names_of(self, *names: str) -> tuple[str, ...]:
        """Return those of the named estimators that these games have: duplicate ones only where games are pairs."""
        return tuple(name for name in names if name in self._values or (name in DUPLICATES and self._duplicate))

    def first(self, n_games: int) -> "Games":
        """Return the first games."""
        return Games({name: values[:n_games] for name, values in self._values.items()}, duplicate=self._duplicate)

    def passes(self) -> tuple["Games", "Games"]:
        """Return the two passes over the deals of a duplicate match, each with every deal once.

        Of the two games of a deal the player is in the same seat in the first one: taking the first and the second in
        turn, it changes seats from deal to deal in either pass, as in an ordinary match.
        """
        deals = np.arange(len(self) // 2)
        first = 2 * deals + deals % 2
        north, south = ({name: values[rows] for name, values in self._values.items()} for rows in (first, first ^ 1))
        return Games(north), Games(south)

    def summary(self, name: str) -> Summary:
        """Return total, mean, spread and error of an estimator."""
        return summarise(name, self.values(name))

    def comparison(self, name: str) -> Comparison:
        """Return how an estimator compares with money."""
        return compare(self.summary(name), self.summary("money"), games_per_value=2 if name in DUPLICATES else 1)

    def mean(self, name: str) -> Estimate:
        """Return the mean of an estimator, in sb/game."""
        return self.summary(name).as_estimate()

    def spread(self, name: str) -> Estimate:
        """Return the standard deviation of an estimator, with its error."""
        return standard_deviation(self.values(name), UNIT)

    def reduction(self, name: str) -> Estimate:
        """Return the ratio of money's variance to that of an estimator, with its error.

        A duplicate average has one value per deal: its error and money's are then taken as independent.
        """
        money, values = self.values("money"), self.values(name)
        if len(money) == len(values):
            return variance_ratio(money, values)
        above, below = self.spread("money"), self.spread(name)
        ratio = (above.mean / below.mean) ** 2
        error = 2 * ratio * math.hypot(above.stderr / above.mean, below.stderr / below.mean)
        return Estimate(ratio, error, len(money), "times")

    def line(self, name: str) -> Line:
        """Return the running total of an estimator."""
        return cumulative_line(self.values(name))


def play_match(run: Run, name: str, *players: Player, n_games: int, seed: int, duplicate: bool = False) -> Path:
    """Return the log of a match, after playing what it does not have yet.

    Parameters
    ----------
    run
        The folder of the log and the number of processes.
    name
        The name of the log in its folder.
    players
        The two players.
    n_games, seed, duplicate
        As for `deluck.play`.

    Raises
    ------
    StudyError
        If a player failed: its games would not be what the study is about.
    """
    log = run.folder / f"{name}-{n_games}-{seed}.log"
    result = play(*players, n_hands=n_games, seed=seed, duplicate=duplicate, jobs=run.jobs, on_fault="go-on", log=log)
    if result.faults:
        raise StudyError(f"a player failed in {log}: {result.faults[0]} (expected no faults)")
    return log


def match_games(
    run: Run,
    name: str,
    first: Player,
    second: Player,
    *,
    n_games: int,
    names: Iterable[str] = tuple(ESTIMATORS),
    duplicate: bool = False,
) -> Games:
    """Return the games of a match, played or found in the folder, with the values of the named estimators.

    Values are net to the first player; the seed is the run's.
    """
    log = play_match(run, name, first, second, n_games=n_games, seed=run.seed, duplicate=duplicate)
    return games_of(log, first.name, names=names, duplicate=duplicate, n_jobs=run.jobs)


def games_of(
    log: Path,
    viewpoint: str,
    settings: Settings = STANDARD,
    *,
    names: Iterable[str] = tuple(ESTIMATORS),
    n_flops: int | None = None,
    duplicate: bool = False,
    n_jobs: int = 1,
    seed: int = 0,
) -> Games:
    """Return the estimators' values of every game of a log.

    Parameters
    ----------
    log
        A match of two with all cards known.
    viewpoint
        The player to whom values are net.
    settings
        The baseline's thresholds.
    names
        The estimators; ``divat_roe:preflop`` is the part of one street.
    n_flops, seed
        How preflop values that are in no table are sampled: this many flops per match-up.
    duplicate
        Whether the match is a duplicate.
    n_jobs
        Threads.

    Raises
    ------
    StudyError
        If a game cannot be assessed.
    """
    wanted = tuple(names)
    parts: list[dict[str, NDArray[np.float64]]] = []
    sampling = None if n_flops is None else Sampling(n_flops, seed)
    n_bytes = log.stat().st_size
    with progress.task(f"Assessing {log.name}", 100) as display:
        n_read = n_shown = 0

        def on_read(n: int) -> None:
            nonlocal n_read, n_shown
            n_read += n
            while n_shown < 100 * n_read // max(n_bytes, 1):
                display.advance()
                n_shown += 1

        for columns in read_columns(log, batch_size=_BATCH, on_read=on_read):
            if isinstance(columns, Rejected):
                raise StudyError(f"{columns} (expected a log as it was played)")
            found = analyse(columns, settings, n_jobs=n_jobs, sampling=sampling)
            if len(found) < len(columns):
                raise StudyError(f"{len(columns) - len(found)} games of {log} cannot be assessed (expected none)")
            sign = np.where(np.asarray(columns.names)[columns.players[:, 0]] == viewpoint, 1.0, -1.0)
            parts.append({name: sign * _numbers(found, name) for name in wanted})
    return Games({name: np.concatenate([part[name] for part in parts]) for name in wanted}, duplicate=duplicate)


def _numbers(found: Analysis, name: str) -> NDArray[np.float64]:
    """Return an estimator's value of each game, or its part of one street, net to P1."""
    name, _, street = name.partition(":")
    estimator = find_estimator(name)
    if not street:
        return estimator.by_hand(found)
    if estimator.by_round is None or street not in STREET_NAMES:
        raise StudyError(f"no {name} of the {street} (expected an estimator with values by round, and a street)")
    return np.asarray(estimator.by_round(found)[:, STREET_NAMES.index(street)])
