"""The page: one HTML file that needs nothing else, put together from tables, charts and hands."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from deluck import progress
from deluck.assessment import Assessment
from deluck.files import replacing
from deluck.formats import Rejected
from deluck.report import choices, tables
from deluck.report.drawing import draw
from deluck.report.figures import all_charts, has_prices, match_chart
from deluck.report.glossary import glossary_of
from deluck.report.hands import show_cards, show_examples
from deluck.report.interactive import figure, plotly_source
from deluck.report.marked_tables import group_tables, of_one_kind, waterfall_table
from deluck.report.words import count, signed

_MOST_REJECTED = 100


def write_report(assessment: Assessment, path: str | Path, *, title: str | None = None) -> None:
    """Write the page of an assessment, whole or not at all.

    Parameters
    ----------
    assessment
        What is to be shown.
    path
        The file; one that is there is replaced.
    title
        What stands at the top of the page; by default the players' names.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    with progress.task(f"Writing {path}", 2) as display:
        page = report_html(assessment, title=title)
        display.advance()
        with replacing(path) as file:
            file.write(page.encode("utf-8", errors="replace"))
        display.advance()


def report_html(assessment: Assessment, *, title: str | None = None) -> str:
    """Return the page of an assessment: HTML with styles, scripts and data in it."""
    charts = all_charts(assessment)
    has_decisions = assessment.decisions.n > 0
    split = assessment.split
    lines = charts["match"].series if "match" in charts else ()
    terms = split.terms if split is not None and not split.is_part and has_prices(split) else None
    context: dict[str, Any] = {
        "assessment": assessment,
        "title": title or default_title(assessment),
        "subtitle": _subtitle(assessment),
        "split": tables.split_table(assessment),
        "terms": terms,
        "equation": tables.equation(terms) if terms else None,
        "estimators": tables.estimator_table(assessment),
        "streets": tables.street_table(assessment),
        "seats": tables.seat_table(assessment),
        "waterfall": waterfall_table(assessment),
        "waterfall_keeps_seat": assessment.waterfall is not None and assessment.waterfall.keeps_seat,
        "skill_label": next((line.name for line in lines if line.low is not None), ""),
        "groups": group_tables(assessment),
        "of_one_kind": of_one_kind(assessment),
        "parts": [(each, waterfall_table(each), tables.estimator_table(each)) for each in assessment.apart],
        "players": tables.player_table(assessment) if len(assessment.players_money) > 2 else None,
        "opponents": tables.opponent_table(assessment) if len(assessment.opponents) > 1 else None,
        "duplicates": tables.duplicate_table(assessment),
        "set_aside": tables.set_aside_table(assessment),
        "decisions": choices.decision_table(assessment) if has_decisions else None,
        "matrix": choices.matrix(assessment.decisions.own) if has_decisions else None,
        "leaks": choices.shown_leaks(assessment),
        "n_tested": sum(not leak.small for leak in assessment.leaks),
        "examples": show_examples(assessment),
        "charts": charts,
        "drawings": {key: Markup(draw(chart)) for key, chart in charts.items()},
        "figures": [figure(chart) for chart in charts.values()],
        "glossary": glossary_of(assessment.unit_name, assessment.estimators),
        "contents": tables.contents_tables(assessment),
        "rejected": _rejected(assessment),
        "strangers": [] if assessment.contents is None else assessment.contents.strangers,
        "style": Markup(template_text("report.css")),
        "script": Markup(template_text("report.js")),
        "plotly": Markup(plotly_source()) if charts else "",
        "version": assessment.version,
    }
    return template_environment().get_template("report.html").render(context)


def notebook_html(assessment: Assessment) -> str:
    """Return a small view of an assessment for a notebook: the verdict, the estimators and the match, no script."""
    chart = match_chart(assessment)
    return (
        template_environment()
        .get_template("notebook.html")
        .render(
            assessment=assessment,
            estimators=tables.estimator_table(assessment),
            drawing=None if chart is None else Markup(draw(chart)),
            style=Markup(template_text("notebook.css")),
        )
    )


def _rejected(assessment: Assessment) -> list[tuple[int, Rejected]]:
    """Return how often hands or lines were rejected for each reason, with the first of them."""
    found = assessment.contents
    if found is None:
        return [(1, each) for each in assessment.rejected[:_MOST_REJECTED]]
    reasons = found.reasons.most_common(_MOST_REJECTED)
    return [(n, found.examples.get(kind) or Rejected("", 0, kind)) for kind, n in reasons]  # some are only counted


def default_title(assessment: Assessment) -> str:
    """Return the viewpoint and its opponents: ``North v South``, or ``North v 12 others``."""
    others = [name for name in assessment.players_money if name != assessment.viewpoint]
    if not others:
        return assessment.viewpoint
    return f"{assessment.viewpoint} v {others[0] if len(others) == 1 else f'{len(others):,} others'}"


def _subtitle(assessment: Assessment) -> str:
    n, n_assessed = assessment.n_hands, assessment.n_assessed
    if assessment.structure != "limit":
        how_many = assessment.structure + (", money only" if list(assessment.estimators) == ["money"] else "")
    else:
        how_many = "all assessed" if n_assessed == n else f"{n_assessed:,} assessed" if n_assessed else "none assessed"
    pairs = "" if assessment.pairs is None else f", {count(assessment.pairs.n, 'duplicate pair')}"
    return f"{count(n, 'game')}, {how_many}{pairs}"


@cache
def template_environment() -> Environment:
    """Return where templates are found, with the filters they use."""
    environment = Environment(
        loader=PackageLoader("deluck.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "cards": _card_text,
        "count": count,
        "signed": signed,
    }
    return environment


def _card_text(text: str) -> list[Any]:
    """Return the cards of a text as they are shown."""
    from deluck.cards import parse_cards

    return list(show_cards(parse_cards(text)))


def template_text(name: str) -> str:
    """Return a style sheet or script as it is."""
    environment = template_environment()
    source, _, _ = environment.loader.get_source(environment, name) if environment.loader else ("", None, None)
    return source
