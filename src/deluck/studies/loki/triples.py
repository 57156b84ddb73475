"""Two copies of Loki-2 with each combination of its parts against eight Loki-1: Figure 3 of the second paper."""

from typing import NamedTuple

from deluck.statistics import Estimate
from deluck.studies.loki.paper import SECOND
from deluck.studies.loki.tables import play_table, says
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import rate

_PAPER = {"B": (0.025, 0.007), "R": (0.023, 0.0125), "BR": (0.044, 0.024)}


class Variant(NamedTuple):
    """A Loki-2 that is played: its name in files and data, its options, and how it is called."""

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
    "holdings from Loki-1's tables where R is not there; S trusting: the same with tables that believe a bet, a "
    "re-weighting floor of 0.05 for Loki-1's 0.2."
)


def triples(run: Run) -> StudyResult:
    """Return what two copies of each enhanced version win against eight Loki-1."""
    found = {variant: _result(run, variant) for variant in VARIANTS}
    return StudyResult(
        name="loki-triples",
        title="Probability triples and simulation against Loki-1",
        paper=f"{SECOND}, section 6, Figure 3.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "Two enhanced copies and eight Loki-1 at one table, each deal played ten times so that everybody holds "
            f"every hand once. {PARTS}",
            *(f"{variant.label} wins {rate(each)} sb/game, {says(each)}." for variant, each in found.items()),
        ),
        blocks=(Findings(f"{run.n_games:,} games each", tuple(_finding(*each) for each in found.items())),),
        deviations=(
            "The paper does not say what its ± stands for; it is taken for a standard error. Of simulation it says "
            "that an increase of at least 0.05 is evident, without an error.",
            "Loki-1's rules and the triples' are ours, as the papers print neither: only signs and order can be "
            "expected to agree.",
            "S trusting is ours: Loki-1's tables doubt bets so that its rules do not fall for one who raises with "
            "anything, and simulation, which takes tables at their word, then calls too much (docs/papers.md).",
        ),
        data={variant.key: [each.mean, each.stderr] for variant, each in found.items()},
    )


def _result(run: Run, variant: Variant) -> Estimate:
    spec = f"loki2:{variant.options}"
    return play_table(run, f"triples-{variant.key}", [spec] * 2 + ["loki1"] * 8, run.n_games)[spec]


def _finding(variant: Variant, found: Estimate) -> Finding:
    paper, error = _PAPER.get(variant.key, (None, 0.0))
    return Finding.of(variant.label, found, paper=paper, paper_stderr=error, is_signed=True)
