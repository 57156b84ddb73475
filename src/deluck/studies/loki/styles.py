"""Loki-1 and Loki-2 side by side in each of four styles, all at one table: Figure 4 of the second paper."""

from deluck.studies.loki.paper import SECOND
from deluck.studies.loki.tables import lead, mean, play_table, says
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import rate

_COPIES = {"tight-conservative": 2, "tight-aggressive": 1, "loose-conservative": 1, "loose-aggressive": 1}
_PAPER = {"loose-aggressive": (-0.088, 0.045)}
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
        paper = _PAPER.get(style, (None, None))
        for spec, what, printed in zip(
            (_plain(style), _enhanced(style)), ("Loki-1", "Loki-2 with B+R"), paper, strict=True
        ):
            rows.append(Finding.of(f"{style}, {what}", found[spec], paper=printed, is_signed=True))
    return StudyResult(
        name="loki-styles",
        title="Styles at one table",
        paper=f"{SECOND}, section 6, Figure 4.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"A Loki-1 and a Loki-2 with B and R of each style, tight-conservative twice; {run.n_games // 10:,} "
            "deals, each played ten times.",
            f"On average Loki-2 leads Loki-1 of the same style by {rate(average)} sb/game, {says(average)}.",
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
            "The paper does not say what its ± stands for; it is taken for a standard error.",
        ),
        data={spec: [each.mean, each.stderr] for spec, each in found.items()},
    )


def _plain(style: str) -> str:
    return f"loki1:style={style}"


def _enhanced(style: str) -> str:
    return f"loki2:use=BR,style={style}"
