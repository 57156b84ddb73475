"""Each pair of players heads-up, the same games judged by money and by DIVAT."""

from itertools import combinations

from deluck.assessment import Summary
from deluck.players import make_player
from deluck.report.words import about
from deluck.studies.loki.paper import OURS
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import rate

PLAYERS = ("baseline", "loki1", "loki2:use=BR", "loki2", "winprob", "always-call", "always-raise")
_ESTIMATORS = ("money", "divat_roe")


def crosstable(run: Run) -> StudyResult:
    """Return a table of all pairs: what the first of each won of the second, by money and by DIVAT."""
    pairs = {pair: _games(run, *pair) for pair in combinations(PLAYERS, 2)}
    decided = {
        name: sum(games.summary(name).as_estimate().excludes_zero for games in pairs.values()) for name in _ESTIMATORS
    }
    return StudyResult(
        name="players-crosstable",
        title="The players heads-up, by money and by DIVAT",
        paper=OURS,
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of each pair, net to the first, in sb/game with 95% intervals; the last columns "
            "have about how many games it takes to tell the difference from zero.",
            "All pairs play the same deals, so that luck favours the same seats in all: their errors are not "
            "independent.",
            f"Of {len(pairs)} pairs money decides {decided['money']} and DIVAT {decided['divat_roe']}.",
        ),
        blocks=(
            Table(
                "Each pair",
                ("pair", "money", "DIVAT", "games by money", "games by DIVAT"),
                tuple(_row(pair, games) for pair, games in pairs.items()),
            ),
        ),
        deviations=(),
        data={
            " v ".join(pair): {name: _numbers(games.summary(name)) for name in _ESTIMATORS}
            for pair, games in pairs.items()
        },
    )


def _games(run: Run, one: str, other: str) -> Games:
    players = make_player(one), make_player(other)
    name = f"{players[0].name}-v-{players[1].name}"
    log = play_match(run, name, *players, n_games=run.n_games, seed=run.seed)
    return games_of(log, players[0].name, names=_ESTIMATORS, n_jobs=run.jobs)


def _row(pair: tuple[str, str], games: Games) -> tuple[str, ...]:
    needed = [about(games.comparison(name).hands_needed) for name in _ESTIMATORS]
    return (" v ".join(pair), *(rate(games.mean(name)) for name in _ESTIMATORS), *needed)


def _numbers(found: Summary) -> list[float]:
    estimate = found.as_estimate()
    return [estimate.mean, estimate.stderr]
