"""Two copies of Loki-2 with each combination of its parts against eight Loki-1: Figure 3 of the second paper."""

from deluck.statistics import Estimate
from deluck.studies.loki.paper import SECOND
from deluck.studies.loki.tables import play_table, says
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import rate

_PAPER = {"B": (0.025, 0.007), "R": (0.023, 0.0125), "BR": (0.044, 0.024)}
USES = ("R", "B", "BR", "S", "BRS")


def triples(run: Run) -> StudyResult:
    """Return what two copies of each enhanced version win against eight Loki-1."""
    found = {use: _result(run, use) for use in USES}
    return StudyResult(
        name="loki-triples",
        title="Probability triples and simulation against Loki-1",
        paper=f"{SECOND}, section 6, Figure 3.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "Two enhanced copies and eight Loki-1 at one table, each deal played ten times so that everybody holds "
            "every hand once. R: re-weighting by triples; B: betting by triples; S: simulation from the flop on, 500 "
            "trials at most.",
            *(f"{plus(use)} wins {rate(each)} sb/game, {says(each)}." for use, each in found.items()),
        ),
        blocks=(Findings(f"{run.n_games:,} games each", tuple(_finding(use, found[use]) for use in USES)),),
        deviations=(
            "The paper does not say what its ± stands for; it is taken for a standard error. Of simulation it says "
            "that an increase of at least 0.05 is evident, without an error.",
            "Loki-1's rules and the triples' are ours, as the papers print neither: only signs and order can be "
            "expected to agree.",
        ),
        data={use: [each.mean, each.stderr] for use, each in found.items()},
    )


def _result(run: Run, use: str) -> Estimate:
    spec = f"loki2:use={use}"
    return play_table(run, f"triples-{use}", [spec] * 2 + ["loki1"] * 8, run.n_games)[spec]


def plus(use: str) -> str:
    """Return the parts as the paper writes them: ``B+R``."""
    return "+".join(use)


def _finding(use: str, found: Estimate) -> Finding:
    paper, error = _PAPER.get(use, (None, 0.0))
    return Finding.of(plus(use), found, paper=paper, paper_stderr=error, is_signed=True)
