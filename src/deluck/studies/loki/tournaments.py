"""Tournaments of the Loki papers at one table of ten, each deal played ten times: versions, triples and styles.

Games are stored on disk, so that a stopped tournament can be continued.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from deluck.arena import tournament
from deluck.errors import StudyError
from deluck.statistics import Estimate
from deluck.studies.papers import LOKI, LOKI_2
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

N_SEATS = 10


def play_table(run: Run, name: str, players: Sequence[str], n_games: int) -> dict[str, Estimate]:
    """Return what each of the players won, by specification, in small bets per game; copies count together.

    Parameters
    ----------
    run
        The folder of the games, the seed, and the number of processes.
    name
        The name of the games' folder.
    players
        Ten specifications.
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
    different = tuple(dict.fromkeys(players))
    return {spec: player.per_game for spec, player in zip(different, result.players, strict=True)}


def lead(one: Estimate, other: Estimate) -> Estimate:
    """Return by how much one leads the other.

    The error is that of two independent results. Two players at one table win from each other, though from eight more
    as well, so it is slightly too small.
    """
    return Estimate(one.mean - other.mean, math.hypot(one.stderr, other.stderr), one.n_hands + other.n_hands, one.unit)


def mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the mean of estimates, as of independent results."""
    n = len(estimates)
    return Estimate(
        sum(each.mean for each in estimates) / n,
        math.hypot(*(each.stderr for each in estimates)) / n,
        sum(each.n_hands for each in estimates),
        estimates[0].unit,
    )


# versions of Loki-1

_VERSIONS = {
    "A": "A, full",
    "B": "B, uniform weights",
    "C": "C, simple before the flop",
    "D": "D, no potential",
    "E": "E, none of the three",
}
_PAPER_VERSIONS = {"A": 0.08, "E": -0.11}  # "approximately": the paper's own reading of its figure


def versions(run: Run) -> StudyResult:
    """Return what each of the five versions wins, and what each part is worth."""
    spec = "loki1:version={}".format
    found = play_table(run, "versions", [spec(name) for name in _VERSIONS for _ in range(2)], run.n_games)
    results = {name: found[spec(name)] for name in _VERSIONS}
    worth = {name: lead(results["A"], results[name]) for name in "BCDE"}
    costliest = max("BCD", key=lambda name: worth[name].mean)
    return StudyResult(
        name="loki-versions",
        title="Five versions of Loki-1",
        paper=f"{LOKI}, section 5, Figure 1.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Two of each version at one table, {run.n_games // 10:,} deals, each played ten times so that everybody "
            "holds every hand once.",
            f"The full version leads the basic one by {rate(worth['E'])} sb/game, {compared_with_zero(worth['E'])}.",
            f"Of the three parts, the costliest to leave out is that of {_VERSIONS[costliest]}: "
            f"{rate(worth[costliest])} sb/game, {compared_with_zero(worth[costliest])}. In the paper it is potential "
            "(D), B still wins, and C loses little.",
        ),
        blocks=(
            Findings(
                "What each version won",
                tuple(
                    Finding.of(what, results[name], paper=_PAPER_VERSIONS.get(name), is_signed=True)
                    for name, what in _VERSIONS.items()
                ),
            ),
            Findings(
                "By how much the full version leads",
                tuple(Finding.of(f"A over {_VERSIONS[name]}", each, is_signed=True) for name, each in worth.items()),
            ),
        ),
        deviations=(
            "The paper gives its numbers to about a hundredth, with no error and no number of hands.",
            "Its thresholds before and after the flop are not printed; ours differ, and the sizes of the effects "
            "depend on them.",
        ),
        data={name: [each.mean, each.stderr] for name, each in results.items()},
    )


# parts of Loki-2

_PAPER_PARTS = {"B": (0.025, 0.007), "R": (0.023, 0.0125), "BR": (0.044, 0.024)}


class Variant(NamedTuple):
    """A variant of Loki-2: its name in files and data, its options, and its label."""

    key: str
    options: str
    label: str


VARIANTS = (
    Variant("R", "use=R", "R"),
    Variant("B", "use=B", "B"),
    Variant("BR", "use=BR", "B+R"),
    Variant("S", "use=S", "S"),
    Variant("S-trusting", "use=S,floor=0.05", "S trusting"),
    Variant("BRS", "use=BRS", "B+R+S"),
)
PARTS = (
    "R: re-weighting by triples; B: betting by triples; S: simulation from the flop on, 500 trials at most, of "
    "holdings from Loki-1's tables where there is no R; S trusting: the same with tables that believe a bet, a "
    "re-weighting floor of 0.05 instead of Loki-1's 0.2."
)


def triples(run: Run) -> StudyResult:
    """Return what two copies of each enhanced version win against eight Loki-1."""
    found = {variant: _play_variant(run, variant) for variant in VARIANTS}
    return StudyResult(
        name="loki-triples",
        title="Probability triples and simulation against Loki-1",
        paper=f"{LOKI_2}, section 6, Figure 3.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "Two enhanced copies and eight Loki-1 at one table, each deal played ten times so that everybody holds "
            f"every hand once. {PARTS}",
            *(
                f"{variant.label} wins {rate(each)} sb/game, {compared_with_zero(each)}."
                for variant, each in found.items()
            ),
        ),
        blocks=(Findings(f"{run.n_games:,} games each", tuple(_variant_row(*each) for each in found.items())),),
        deviations=(
            "The paper does not say what its ± is; a standard error is assumed. Of simulation it says that an increase "
            "of at least 0.05 is evident, without an error.",
            "Loki-1's rules and the triples' are ours, as the papers print neither: only signs and order can be "
            "expected to agree.",
            "S trusting is ours: Loki-1's tables doubt bets so that its rules are not fooled by a player who raises "
            "with anything, and simulation, which takes tables literally, then calls too much (docs/papers.md).",
        ),
        data={variant.key: [each.mean, each.stderr] for variant, each in found.items()},
    )


def _play_variant(run: Run, variant: Variant) -> Estimate:
    spec = f"loki2:{variant.options}"
    return play_table(run, f"triples-{variant.key}", [spec] * 2 + ["loki1"] * 8, run.n_games)[spec]


def _variant_row(variant: Variant, found: Estimate) -> Finding:
    paper, error = _PAPER_PARTS.get(variant.key, (None, 0.0))
    return Finding.of(variant.label, found, paper=paper, paper_stderr=error, is_signed=True)


# styles

_COPIES = {"tight-conservative": 2, "tight-aggressive": 1, "loose-conservative": 1, "loose-aggressive": 1}
_PAPER_STYLES = {"loose-aggressive": (-0.088, 0.045)}
_PAPER_LEAD = (0.050, 0.049)


def styles(run: Run) -> StudyResult:
    """Return what Loki-1 and Loki-2 (B+R) win in each style, and by how much the second leads."""
    players = [
        spec
        for style, n_copies in _COPIES.items()
        for spec in (_plain(style), _enhanced(style))
        for _ in range(n_copies)
    ]
    found = play_table(run, "styles", players, run.n_games)
    leads = {style: lead(found[_enhanced(style)], found[_plain(style)]) for style in _COPIES}
    average = mean(list(leads.values()))
    weakest = min(_COPIES, key=lambda style: found[_plain(style)].mean)
    rows = []
    for style in _COPIES:
        paper = _PAPER_STYLES.get(style, (None, None))
        for spec, what, printed in zip(
            (_plain(style), _enhanced(style)), ("Loki-1", "Loki-2 with B+R"), paper, strict=True
        ):
            rows.append(Finding.of(f"{style}, {what}", found[spec], paper=printed, is_signed=True))
    return StudyResult(
        name="loki-styles",
        title="Styles at one table",
        paper=f"{LOKI_2}, section 6, Figure 4.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"A Loki-1 and a Loki-2 with B and R of each style, tight-conservative twice; {run.n_games // 10:,} "
            "deals, each played ten times.",
            f"On average Loki-2 leads Loki-1 of the same style by {rate(average)} sb/game, "
            f"{compared_with_zero(average)}.",
            f"The weakest Loki-1 here is {weakest}; its Loki-2 wins {rate(leads[weakest])} sb/game more. In the paper "
            "it is loose-aggressive.",
        ),
        blocks=(
            Findings("What each won", tuple(rows)),
            Findings(
                "By how much Loki-2 leads Loki-1",
                (
                    *(Finding.of(style, each, is_signed=True) for style, each in leads.items()),
                    Finding.of(
                        "average of the styles",
                        average,
                        paper=_PAPER_LEAD[0],
                        paper_stderr=_PAPER_LEAD[1],
                        is_signed=True,
                    ),
                ),
            ),
        ),
        deviations=(
            "The styles' thresholds are ours: the papers name the styles and print no numbers.",
            "The paper does not say what its ± is; a standard error is assumed.",
        ),
        data={spec: [each.mean, each.stderr] for spec, each in found.items()},
    )


def _plain(style: str) -> str:
    return f"loki1:style={style}"


def _enhanced(style: str) -> str:
    return f"loki2:use=BR,style={style}"
