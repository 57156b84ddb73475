"""A player that learns against two that do not: the learning curve and the change of style, Figures 8 to 10, 13, 14."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.errors import StudyError
from deluck.formats import Rejected, read_columns
from deluck.games import STREET_NAMES, Action
from deluck.players import make_player
from deluck.records import walk
from deluck.report.charts import Chart
from deluck.report.figures_divat import rounds_chart, totals_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import DIVAT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

_ESTIMATORS = ("money", "money_minus_dcash", "divat_roe")
_ROUNDS = tuple(f"divat_roe:{street}" for street in STREET_NAMES)
_N_PARTS = 10
_SKIPPED = 130 / 300  # Figure 10 leaves out the first 130,000 of 300,000 games


@dataclass(frozen=True, slots=True)
class _Opponent:
    """Who is played, in whose place, and the paper's standard deviations and ratio of variances."""

    spec: str
    stands_for: str
    totals: str
    rounds: str
    paper: tuple[float, float, float]
    ratio: float


_OPPONENTS = (
    _Opponent("equilibrium", "Vexbot against PsOpti4", "figure-9", "figure-14", (5.611, 3.671, 2.696), 4.33),
    _Opponent("loki1", "thecount against PsOpti1", "figure-8", "figure-13", (5.756, 3.417, 2.109), 7.45),
)


@dataclass(frozen=True, slots=True)
class _Match:
    """A match of the adaptive player, the same with its control, and how often it bet or raised where it could."""

    opponent: _Opponent
    games: Games
    control: Games
    raised: NDArray[np.float64]  # float64[10, 4], the share by tenth of the match and street
    could: NDArray[np.float64]  # float64[10, 4], the decisions where it could


def learning(run: Run) -> StudyResult:
    """Return matches of the adaptive player against the equilibrium and Loki-1, beside a control without learning."""
    matches = [_play(run, opponent) for opponent in _OPPONENTS]
    return StudyResult(
        name="divat-learning",
        title="A player that learns",
        paper=f"{DIVAT}, sections 4.2 and 4.4, Figures 8 to 10, 13 and 14.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of adaptive against each opponent, and as many of its control, the same player "
            "without learning, on the same deals; all numbers are net to adaptive, in sb/game.",
            *(sentence for match in matches for sentence in _sentences(match)),
        ),
        blocks=tuple(block for match in matches for block in _blocks(match)),
        deviations=(
            "Vexbot, PsOpti and thecount are not available: adaptive, which learns a model of its opponent and takes "
            "the best action against it, plays in their place, against the equilibrium in that of PsOpti4, and against "
            "Loki-1 in that of PsOpti1. The spreads are beside the paper's for orientation.",
            f"The paper's matches have 300,000 and 7,030 games, ours {run.n_games:,}; for Figure 10 the same share of "
            "them is left out as in the paper, fixed beforehand.",
        ),
        charts=tuple(chart for match in matches for chart in _charts(match)),
        data={match.opponent.spec: _as_dict(match) for match in matches},
    )


def _play(run: Run, opponent: _Opponent) -> _Match:
    found = []
    for key, options in (("adaptive", ""), ("control", ":learning=no")):
        player, other = make_player(f"adaptive{options}", name=key), make_player(opponent.spec)
        log = play_match(run, f"{key}-v-{opponent.spec}", player, other, n_games=run.n_games, seed=run.seed)
        found.append((log, games_of(log, key, names=(*_ESTIMATORS, *_ROUNDS), n_jobs=run.jobs)))
    (log, games), (_, control) = found
    return _Match(opponent, games, control, *_raised(log, "adaptive", len(games)))


def _raised(log: Path, player: str, n_games: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how often a player bet or raised where it could, and could, by tenth of the match and street."""
    could, did = np.zeros((2, _N_PARTS * len(STREET_NAMES)))
    first = 0
    for columns in read_columns(log):
        if isinstance(columns, Rejected):
            raise StudyError(f"{columns} (expected a log as it was played)")
        decisions = walk(columns)
        own = np.asarray(columns.names)[columns.players[decisions.hands, decisions.seats]] == player
        parts = (first + decisions.hands) * _N_PARTS // n_games
        cells = parts * len(STREET_NAMES) + decisions.streets
        legal = own & (decisions.legal >> Action.RAISE & 1 == 1)
        could += np.bincount(cells[legal], minlength=len(could))
        did += np.bincount(cells[legal & (decisions.actions == Action.RAISE)], minlength=len(did))
        first += len(columns)
    shape = _N_PARTS, len(STREET_NAMES)
    return (did / np.maximum(could, 1)).reshape(shape), could.reshape(shape)


def _sentences(match: _Match) -> list[str]:
    name, games = match.opponent.spec, match.games
    divat, money = games.mean("divat_roe"), games.mean("money")
    gain = estimate(games.values("divat_roe") - match.control.values("divat_roe"), "sb/game")
    early, late = _halves(games.values("divat_roe"))
    changes = {street: _change(games.values(f"divat_roe:{street}")) for street in STREET_NAMES}
    street = max(changes, key=lambda each: abs(changes[each].mean) / changes[each].stderr)
    styles = [_style_change(match, each) for each in range(len(STREET_NAMES))]
    changed = int(np.argmax([abs(each.mean) / each.stderr for each in styles]))
    return [
        f"Against {name} it won {rate(money)} by money and {rate(divat)} by DIVAT, {compared_with_zero(divat)}; "
        f"without learning {rate(match.control.mean('divat_roe'))} by DIVAT. Learning is worth {rate(gain)} over the "
        f"whole match, {compared_with_zero(gain)}.",
        f"Against {name} DIVAT is {rate(early)} in the first half and {rate(late)} in the second; by round the change "
        f"is clearest in the {street} round, {rate(changes[street])}, {compared_with_zero(changes[street])}.",
        f"Against {name} its style changes most in the {STREET_NAMES[changed]} round: it bet or raised "
        f"{_percent(match.raised[0, changed])} of the times it could in the first tenth of the match and "
        f"{_percent(match.raised[-1, changed])} in the last, a change of {rate(styles[changed], 1)} points, "
        f"{compared_with_zero(styles[changed])} if one looks at this round alone.",
    ]


def _style_change(match: _Match, street: int) -> Estimate:
    """Return how much more often it bet or raised in the last tenth than in the first, in percentage points."""
    shares, counts = match.raised[[0, -1], street], np.maximum(match.could[[0, -1], street], 1)
    error = float(np.sqrt(np.sum((shares * (1 - shares) + 1 / counts) / counts)))
    return Estimate(100 * float(shares[1] - shares[0]), 100 * error, int(counts.sum()), "points")


def _halves(values: NDArray[np.float64]) -> tuple[Estimate, Estimate]:
    middle = len(values) // 2
    return estimate(values[:middle], "sb/game"), estimate(values[middle:], "sb/game")


def _change(values: NDArray[np.float64]) -> Estimate:
    """Return the mean of the second half less that of the first."""
    early, late = _halves(values)
    return Estimate(late.mean - early.mean, float(np.hypot(early.stderr, late.stderr)), len(values), "sb/game")


def _blocks(match: _Match) -> tuple[Findings | Table, ...]:
    opponent, games = match.opponent, match.games
    labels = ("money", "money less Dcash", "DIVAT")
    spreads = [
        Finding.of(f"{label}, SD", games.spread(name), paper=paper)
        for label, name, paper in zip(labels, _ESTIMATORS, opponent.paper, strict=True)
    ]
    ratio = Finding.of("money's variance over DIVAT's", games.reduction("divat_roe"), paper=opponent.ratio, decimals=2)
    return (
        Findings(f"Against {opponent.spec}, beside {opponent.stands_for}", (*spreads, ratio)),
        _curve(match),
        _rounds(match),
    )


def _curve(match: _Match) -> Table:
    """Return the learning curve: each tenth of the match."""
    columns = [np.array_split(games.values(name), _N_PARTS) for games, name in (
        (match.games, "money"), (match.games, "divat_roe"), (match.control, "divat_roe")
    )]  # fmt: skip
    ends = np.cumsum([len(part) for part in columns[0]])
    rows = [
        (f"to {end:,}", *(rate(estimate(part, "sb/game")) for part in parts))
        for end, *parts in zip(ends.tolist(), *columns, strict=True)
    ]
    head = ("games", "money", "DIVAT", "DIVAT of the control")
    return Table(f"Learning curve against {match.opponent.spec}, sb/game ± 95%", head, tuple(rows))


def _rounds(match: _Match) -> Table:
    """Return DIVAT by round in both halves of the match, and how often it bet or raised where it could."""
    rows = []
    for street, raised in zip(STREET_NAMES, match.raised.T, strict=True):
        values = match.games.values(f"divat_roe:{street}")
        early, late = _halves(values)
        rows.append((street, rate(early), rate(late), rate(_change(values)), _percent(raised[0]), _percent(raised[-1])))
    head = ("round", "DIVAT, first half", "second half", "change", "raises, first tenth", "raises, last tenth")
    return Table(f"Round by round against {match.opponent.spec}, sb/game ± 95%", head, tuple(rows))


def _charts(match: _Match) -> list[Chart]:
    opponent, games = match.opponent, match.games
    name = opponent.spec
    charts = [
        totals_chart(
            opponent.totals,
            f"{_title(opponent.totals)}: adaptive against {name}",
            {each: games.line(each) for each in ("money", "divat_roe")},
            guides=("money", "divat_roe"),
        ),
        rounds_chart(
            opponent.rounds,
            f"{_title(opponent.rounds)}: DIVAT round by round against {name}",
            {street: games.line(f"divat_roe:{street}") for street in STREET_NAMES},
        ),
    ]
    if name == "equilibrium":
        n_skipped = round(_SKIPPED * len(games))
        later = Games({each: games.values(each)[n_skipped:] for each in ("money", "divat_roe")})
        title = f"{_title('figure-10')}: without the first {n_skipped:,} games"
        lines = {each: later.line(each) for each in ("money", "divat_roe")}
        charts.insert(1, totals_chart("figure-10", title, lines, x_title="games after those left out"))
    return charts


def _title(key: str) -> str:
    return key.replace("figure-", "Figure ")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _as_dict(match: _Match) -> dict[str, object]:
    return {
        "divat": match.games.summary("divat_roe").as_dict(),
        "control": match.control.summary("divat_roe").as_dict(),
        "curve": [float(part.mean()) for part in np.array_split(match.games.values("divat_roe"), _N_PARTS)],
        "raised": match.raised.tolist(),
    }
