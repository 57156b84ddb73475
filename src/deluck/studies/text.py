"""Studies as text: every block as a table, and the whole as a page of Markdown."""

import math

from deluck.report.study_page import StudyPage
from deluck.report.words import signed, with_error
from deluck.statistics import QUANTILE_95, Estimate
from deluck.studies.result import Finding, Findings, Number, StudyResult, Table
from deluck.version import __version__

_NOTHING = "–"


def as_table(block: Findings | Table) -> Table:
    """Return a block as rows of text: ours ± half the 95% interval, with the paper's numbers where there are any."""
    if isinstance(block, Table):
        return block
    with_paper = any(row.paper is not None for row in block.rows)
    columns = ("", "paper", "ours", "difference") if with_paper else ("", "ours")
    rows = []
    for row in block.rows:
        what = f"{row.what}, {row.unit}" if row.unit else row.what
        ours = _with_error(_number(row.ours, row), row.stderr, row)
        rows.append((what, _number(row.paper, row), ours, _difference(row)) if with_paper else (what, ours))
    return Table(block.title, columns, tuple(rows))


def rate(found: Estimate, decimals: int = 3) -> str:
    """Return an estimate with half the width of its 95% interval: ``+0.012 ± 0.043``."""
    return with_error(found.mean, found.half_width95, decimals)


def compared_with_zero(found: Estimate) -> str:
    """Return whether an estimate is significantly different from zero, as a clause."""
    if not found.excludes_zero:
        return "which is not significantly different from zero"
    return "which is above zero with 95% confidence" if found.mean > 0 else "which is below zero with 95% confidence"


def format_markdown(result: StudyResult, *, pictures: bool = False) -> str:
    """Return a study as a page of Markdown: command, sentences, tables, deviations.

    Parameters
    ----------
    result
        The result of the study.
    pictures
        Whether the page shows its charts, which are files beside it, named by `picture_name`.
    """
    parts = [f"# {result.title}", result.paper, f"    {result.command}", f"deluck {__version__}."]
    parts += ["\n".join(f"- {sentence}" for sentence in result.sentences)]
    for block in map(as_table, result.blocks):
        parts += [f"## {block.title}", _markdown_table(block)]
    if any(isinstance(block, Findings) for block in result.blocks) and result.n_games:
        parts.append(
            "± is half the width of the 95% interval; that of a difference includes the paper's own error where it is "
            "known from its number of games."
        )
    for chart in result.charts if pictures else ():
        parts += [f"## {chart.title}", f"![{chart.sentence}]({picture_name(result, chart.key)})", chart.sentence]
    if result.deviations:
        parts += ["## Deviations from the paper", "\n".join(f"- {sentence}" for sentence in result.deviations)]
    return "\n\n".join(parts) + "\n"


def as_page(result: StudyResult) -> StudyPage:
    """Return the contents of a study's page."""
    return StudyPage(
        title=result.title,
        paper=result.paper,
        command=result.command,
        version=__version__,
        sentences=result.sentences,
        deviations=result.deviations,
        tables=[(block.title, block.columns, block.rows) for block in map(as_table, result.blocks)],
        charts=result.charts,
    )


def picture_name(result: StudyResult, key: str) -> str:
    """Return the file name of a chart beside the study's page."""
    return f"{result.name}-{key}.svg"


def _markdown_table(table: Table) -> str:
    head = [" | ".join(table.columns), " | ".join(["---"] + ["---:"] * (len(table.columns) - 1))]
    rows = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in table.rows]
    return "\n".join(f"| {line} |" for line in (*head, *rows))


def _number(value: Number | None, row: Finding) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not row.is_signed:
        return f"{value:,}"
    shown = signed(value, row.decimals)
    return shown if row.is_signed else shown.removeprefix("+")


def _with_error(shown: str, stderr: float, row: Finding) -> str:
    if not stderr:
        return shown
    half = QUANTILE_95 * stderr
    return f"{shown} ± {half:.{row.decimals}f}" if math.isfinite(half) else f"{shown} ± ?"


def _difference(row: Finding) -> str:
    if row.paper is None:
        return _NOTHING
    if row.difference is None:
        return "same" if row.is_same else "differs"
    if not row.difference_stderr and row.is_same:
        return "same"
    return _with_error(signed(row.difference, row.decimals), row.difference_stderr, row)
