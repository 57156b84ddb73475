"""The page of a study: the paper's numbers beside ours, and its figures, in one self-contained HTML file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from deluck.files import replacing
from deluck.report.charts import Chart
from deluck.report.page import template_environment, template_text
from deluck.report.pictures import picture
from deluck.report.tables import Column, Row, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPage:
    """The contents of the page.

    Attributes
    ----------
    title, paper, command, version
        The study's subject, the paper it reproduces, the command that runs it, and the version of deluck.
    sentences, deviations
        What it shows, and where we differ from the paper.
    tables
        Each with its title, column heads and rows, as text; the first column names the rows.
    charts
        The figures.
    """

    title: str
    paper: str
    command: str
    version: str
    sentences: Sequence[str]
    deviations: Sequence[str]
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]
    charts: Sequence[Chart]


def study_html(page: StudyPage) -> str:
    """Return the page as HTML with styles and pictures in it, and no script."""
    return (
        template_environment()
        .get_template("study.html")
        .render(
            page=page,
            tables=[_table(number, *table) for number, table in enumerate(page.tables)],
            figures=[(chart, Markup(picture(chart))) for chart in page.charts],
            style=Markup(template_text("report.css")),
        )
    )


def write_study(page: StudyPage, path: str | Path) -> None:
    """Write the page, whole or not at all.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    with replacing(path) as file:
        file.write(study_html(page).encode())


def _table(number: int, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    shown = tuple(Row(row[0], tuple(row[1:])) for row in rows)
    return Table(f"study-{number}", title, tuple(Column(column) for column in columns[1:]), (("", shown),))
