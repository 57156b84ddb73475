"""Every pair of players, one against one: by money and by DIVAT."""

from collections.abc import Mapping
from itertools import combinations

from deluck.players import make_player
from deluck.report.words import about, signed
from deluck.statistics import Estimate
from deluck.studies.matches import Games, match_games
from deluck.studies.papers import NO_PAPER
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import rate

HEADS_UP = (
    "equilibrium",
    "equilibrium:strategy=coarse",
    "adaptive",
    "baseline",
    "loki1",
    "loki2:use=BR",
    "loki2",
    "winprob",
    "always-call",
    "always-raise",
    "random",
    "always-fold",
)
"""Every player of heads-up limit hold'em that decides by itself, two of them in two versions."""
_ESTIMATORS = ("money", "divat_roe")

Pairs = Mapping[tuple[str, str], Games]


def crosstable(run: Run) -> StudyResult:
    """Return a table of all pairs: what the first of each won from the second, by money and by DIVAT."""
    pairs = {pair: _play_pair(run, *pair) for pair in combinations(HEADS_UP, 2)}
    decided = {name: sum(games.mean(name).excludes_zero for games in pairs.values()) for name in _ESTIMATORS}
    return StudyResult(
        name="players-crosstable",
        title="The players heads-up, by money and by DIVAT",
        paper=NO_PAPER,
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of each pair, in sb/game with 95% intervals; the last columns of the second table "
            "have about how many games it takes for 80% power: four times in five the difference is then significant.",
            "All pairs play the same deals, so luck favours the same seats in all of them: their errors are not "
            "independent. Players that learn do so while they play: their numbers are averages over the match.",
            f"Of {len(pairs)} pairs money decides {decided['money']} and DIVAT {decided['divat_roe']}.",
        ),
        blocks=(
            _matrix(pairs),
            Table(
                "Each pair, net to the first",
                ("pair", "money", "DIVAT", "games by money", "games by DIVAT"),
                tuple(_pair_row(pair, games) for pair, games in pairs.items()),
            ),
        ),
        data={
            " v ".join(pair): {name: _mean_and_error(games, name) for name in _ESTIMATORS}
            for pair, games in pairs.items()
        },
    )


def _play_pair(run: Run, one: str, other: str) -> Games:
    players = make_player(one), make_player(other)
    name = f"{players[0].name}-v-{players[1].name}"
    return match_games(run, name, *players, n_games=run.n_games, names=_ESTIMATORS)


def _matrix(pairs: Pairs) -> Table:
    """Return DIVAT of every player against every other, net to the row, and against how many it is ahead and behind."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    rows = []
    for one in names:
        found = {other: _divat(pairs, one, other) for other in names if other != one}
        ahead = sum(each.excludes_zero and each.mean > 0 for each in found.values())
        behind = sum(each.excludes_zero and each.mean < 0 for each in found.values())
        rows.append((one, *(_cell(found.get(other)) for other in names), f"{ahead}", f"{behind}"))
    title = "By DIVAT, net to the row, sb/game; in brackets where the 95% interval includes zero"
    return Table(title, ("", *names, "ahead of", "behind"), tuple(rows))


def _divat(pairs: Pairs, one: str, other: str) -> Estimate:
    if (one, other) in pairs:
        return pairs[one, other].mean("divat_roe")
    return pairs[other, one].mean("divat_roe").scaled(-1, "sb/game")


def _cell(found: Estimate | None) -> str:
    if found is None:
        return "–"
    shown = signed(found.mean, 2)
    return shown if found.excludes_zero else f"({shown})"


def _pair_row(pair: tuple[str, str], games: Games) -> tuple[str, ...]:
    needed = [about(games.comparison(name).hands_needed) for name in _ESTIMATORS]
    return (" v ".join(pair), *(rate(games.mean(name)) for name in _ESTIMATORS), *needed)


def _mean_and_error(games: Games, name: str) -> list[float]:
    found = games.mean(name)
    return [found.mean, found.stderr]
