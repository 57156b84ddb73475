"""Matches of language models that others published: every player by money and by skill, and who can be told from whom.

Nothing is played: the matches are read from the folder ``llm`` of the published matches. Two players are compared over
the hands in which both sat: the difference of their values in each, so that opponents and stakes are the same for both.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.estimators import Context
from deluck.estimators.divat_nl.family import DIVAT_NL
from deluck.estimators.money import money_before_rake
from deluck.formats import Rejected, read_files
from deluck.records import HandColumns, walk
from deluck.statistics import Estimate, estimate
from deluck.statistics.multiple import holm, two_sided_p
from deluck.studies.luck.hands import published_file
from deluck.studies.papers import NO_PAPER
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run, Study
from deluck.studies.text import rate

_NAME = "nolimit-language-models"
_UNIT = "bb/100"
_LEVEL = 0.05
_FEWEST = 30
"""Hands in which two players sat together, below which they are not compared."""


@dataclass(frozen=True, slots=True)
class Results:
    """What every player won in every hand, in big blinds.

    Attributes
    ----------
    players
        The names.
    money, skill
        float64[n, players]: NaN where a player did not sit in the hand, of skill also where there is no estimate.
    n_rejected
        How many hands were not read; files that are no logs do not count.
    """

    players: tuple[str, ...]
    money: NDArray[np.float64]
    skill: NDArray[np.float64]
    n_rejected: int

    def of(self, player: int, values: NDArray[np.float64]) -> Estimate | None:
        """Return a player's mean per 100 hands, None without a value."""
        found = values[:, player]
        found = found[~np.isnan(found)]
        return estimate(found, "bb").scaled(100, _UNIT) if found.size else None

    def between(self, first: int, second: int, values: NDArray[np.float64]) -> Estimate | None:
        """Return by how much one player did better than another per 100 hands of both, None if they are few."""
        found = values[:, first] - values[:, second]
        found = found[~np.isnan(found)]
        return estimate(found, "bb").scaled(100, _UNIT) if found.size >= _FEWEST else None


def read_results(folder: Path, *, n_jobs: int = 1) -> Results:
    """Return the results of all players of all matches in a folder; a player is one wherever it has the same name."""
    found: list[HandColumns] = []
    n_rejected = 0
    for _, part in read_files(folder, n_jobs=n_jobs):
        if isinstance(part, Rejected):
            n_rejected += not part.is_stranger
        else:
            found.append(part)
    players = tuple(sorted({name for part in found for name in part.names}))
    number_of = {name: number for number, name in enumerate(players)}
    rows = [_by_player(part, number_of) for part in found]
    money, skill = (np.concatenate([row[each] for row in rows]) if rows else np.empty((0, 0)) for each in (0, 1))
    return Results(players, money, skill, n_rejected)


def _by_player(part: HandColumns, number_of: dict[str, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    decisions = walk(part)
    values = (money_before_rake(part, decisions), DIVAT_NL.values(part, decisions, Context()).columns["divat_nl"])
    numbers = np.array([number_of[name] for name in part.names])
    rows, seats = np.nonzero(part.players >= 0)
    found = []
    for each in values:
        table = np.full((len(part), len(number_of)), np.nan)
        table[rows, numbers[part.players[rows, seats]]] = each[rows, seats]
        found.append(table)
    return found[0], found[1]


def language_models(run: Run) -> StudyResult:
    """Return every player of the matches in one table, and which pairs of them can be told apart.

    Raises
    ------
    StudyDataError
        If the matches are not there.
    """
    found = read_results(published_file("llm"), n_jobs=run.jobs)
    compared = list(_compared(found))
    apart = [each for each in compared if each.is_apart]
    n_by_money = sum(each.p_money < _LEVEL for each in compared)
    names = [f"{each.better} and {each.worse}" for each in apart]
    listed = "; ".join(names) if names else "none"
    errors = [each.skill.stderr / each.money.stderr for each in compared if each.money.stderr]
    gain = float(np.median(errors)) ** -2 if errors else math.nan
    return StudyResult(
        name=_NAME,
        title="Language models at no-limit hold'em",
        paper=f"{NO_PAPER}: published matches of pokerbench and llm-poker-arena.",
        n_games=0,
        seed=run.seed,
        sentences=(
            f"{len(found.money):,} hands of {len(found.players)} players, all hole cards known; {found.n_rejected:,} "
            "hands were not read.",
            f"{len(compared)} pairs of players sat together in at least {_FEWEST} hands. By the skill estimate "
            f"{len(apart)} of them can be told apart, by money {n_by_money}, with Holm's adjustment for that many "
            f"comparisons at the {_LEVEL:.0%} level.",
            f"Told apart by the skill estimate, the better one first: {listed}.",
            f"The skill estimate is worth {gain:.1f} times the hands of money in the comparison of two players (median "
            "over the pairs).",
            "The others may differ too: these matches are too short to say so.",
        ),
        blocks=(_players_table(found), _pairs_table(compared)),
        deviations=(
            "Hands are taken for independent of each other; a model that remembers earlier hands makes them less so.",
            "Players met different opponents: rates of the first table compare those only who sat at the same tables.",
        ),
        data={
            "pairs": [
                {
                    "pair": [each.better, each.worse],
                    "hands": each.skill.n_hands,
                    "money": [each.money.mean, each.money.stderr, each.p_money],
                    "skill": [each.skill.mean, each.skill.stderr, each.p_skill],
                }
                for each in compared
            ]
        },
    )


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Two players over the hands of both, the better one by the skill estimate first."""

    better: str
    worse: str
    money: Estimate
    skill: Estimate
    p_money: float
    p_skill: float

    @property
    def is_apart(self) -> bool:
        return self.p_skill < _LEVEL


def _compared(found: Results) -> Iterator[_Comparison]:
    """Yield all pairs that sat together often enough, the surest difference first; p-values adjusted by Holm."""
    pairs = []
    for first, second in combinations(range(len(found.players)), 2):
        money, skill = (found.between(first, second, each) for each in (found.money, found.skill))
        if money is None or skill is None:
            continue
        if skill.mean < 0:
            first, second = second, first
            money, skill = money.scaled(-1, _UNIT), skill.scaled(-1, _UNIT)
        pairs.append((found.players[first], found.players[second], money, skill))
    by_money = holm([two_sided_p(money.mean, money.stderr) for _, _, money, _ in pairs]).tolist()
    by_skill = holm([two_sided_p(skill.mean, skill.stderr) for _, _, _, skill in pairs]).tolist()
    made = [_Comparison(*pair, *ps) for pair, ps in zip(pairs, zip(by_money, by_skill, strict=True), strict=True)]
    yield from sorted(made, key=lambda each: (each.p_skill, -each.skill.mean / each.skill.stderr))


def _players_table(found: Results) -> Table:
    rows = []
    for number, name in enumerate(found.players):
        money, skill = (found.of(number, values) for values in (found.money, found.skill))
        if money is not None:
            rows.append(
                (skill or money, (name, f"{money.n_hands:,}", rate(money, 1), rate(skill, 1) if skill else "–"))
            )
    rows.sort(key=lambda row: -row[0].mean)
    columns = ("player", "hands", f"money, {_UNIT} ± 95%", f"skill estimate, {_UNIT} ± 95%")
    return Table("Players, against whoever sat with them", columns, tuple(row for _, row in rows))


def _pairs_table(compared: list[_Comparison]) -> Table:
    rows = [
        (
            f"{each.better} − {each.worse}",
            f"{each.skill.n_hands:,}",
            rate(each.money, 1),
            _p(each.p_money),
            rate(each.skill, 1),
            _p(each.p_skill),
            "yes" if each.is_apart else "no",
        )
        for each in compared
    ]
    columns = ("pair", "hands", f"money, {_UNIT} ± 95%", "p", f"skill estimate, {_UNIT} ± 95%", "p", "told apart")
    return Table("Pairs over the hands of both; p adjusted by Holm", columns, tuple(rows))


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


STUDIES = (
    Study(
        name=_NAME,
        summary="Language models at no-limit hold'em: money, skill estimate, and who can be told from whom",
        paper=NO_PAPER,
        run=language_models,
    ),
)
