"""What goes into a paper: tables that LaTeX and Markdown print as they are, figures as files, tidy tables."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from deluck.errors import AssessmentError, FigureError
from deluck.estimators import find_column
from deluck.report import latex, markdown, write_figure
from deluck.report.figure_files import CHARTS, find_chart
from deluck.report.marked_tables import group_tables, waterfall_table
from deluck.report.paper_tables import escape_latex

ALL = ("match", "duplicate", "ring", "no_limit", "single", "nasty")


def number(text):
    return float(text.replace("$-$", "-").replace("−", "-").replace(",", ""))


@pytest.fixture(params=ALL)
def either(request):
    return request.getfixturevalue(request.param)


def test_latex_has_every_estimator_with_n_mean_and_interval(either):
    text = latex(either)
    body = text[text.index(r"\midrule") : text.index(r"\bottomrule")]
    rows = [line.removesuffix(r"\\").split(" & ") for line in body.splitlines()[1:] if line.strip()]
    assert len(rows) == len(either.estimators)
    for (name, summary), row in zip(either.estimators.items(), rows, strict=True):
        assert row[0].strip() == escape_latex(find_column(name).label)
        assert number(row[1]) == summary.n
        assert number(row[2]) == pytest.approx(100 * summary.mean, abs=0.051)
        if summary.n > 1:
            low, high = map(number, row[3].split(" to "))
            assert (low, high) == pytest.approx(tuple(100 * end for end in summary.ci95), abs=0.051)
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    assert either.settings_hash in text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("50% & $2_000 #1", r"50\% \& \$2\_000 \#1"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a~b^c", r"a\textasciitilde{}b\textasciicircum{}c"),
        ("line\nend\x1b[0m", "line end [0m"),
    ],
)
def test_names_cannot_command_latex(text, escaped):
    assert escape_latex(text) == escaped


def test_names_cannot_break_a_table_of_markdown(match):
    named = replace(match, viewpoint="a|b\n| c |", verdict="a|b\n*won*")
    lines = markdown(named).splitlines()
    assert len(lines) == 6 + len(match.estimators)
    assert lines[0] == r"a\|b \*won\*"
    table = [line for line in lines if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {7}


@pytest.mark.parametrize("name", ["match", "waterfall"])
def test_a_figure_is_an_svg_file_that_any_program_can_draw(no_limit, tmp_path, name):
    path = tmp_path / "x.svg"
    write_figure(no_limit, path, name)
    text = path.read_text()
    ElementTree.fromstring(text)
    assert "var(" not in text.replace("--", "")
    assert "prefers-color-scheme" not in text
    assert find_chart(no_limit, name).series[-1].name in text


@pytest.mark.parametrize(("suffix", "start"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
@pytest.mark.parametrize("name", ["match", "waterfall"])
def test_pdf_and_png_are_drawn_where_matplotlib_is(no_limit, tmp_path, suffix, start, name):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    path = tmp_path / f"x.{suffix}"
    write_figure(no_limit, path, name)
    first = path.read_bytes()
    assert first.startswith(start)
    assert len(first) > 5_000
    write_figure(no_limit, path, name)
    assert path.read_bytes() == first


def test_without_matplotlib_the_error_says_what_to_install(no_limit, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(FigureError, match=r"deluck\[figures\].*\.svg"):
        write_figure(no_limit, tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("path", "name", "message"),
    [
        ("x.gif", "match", r"x\.gif \(expected .*\.svg"),
        ("x.svg", "pie", "no chart 'pie'"),
        ("x.svg", "slope", "nothing"),
    ],
)
def test_what_cannot_be_drawn_is_said(single, tmp_path, path, name, message):
    with pytest.raises(FigureError, match=message):
        write_figure(single, tmp_path / path, name)


def test_plot_returns_lines_that_end_where_the_estimators_do(no_limit):
    lines = {trace.name: trace for trace in no_limit.plot().data if trace.name}
    for label, name in (("Money", "money"), ("DIVAT", "divat_nl")):
        assert lines[label].y[-1] == pytest.approx(no_limit.estimators[name].total, rel=1e-5, abs=1e-5)
    for name in CHARTS:
        if CHARTS[name](no_limit) is not None:
            assert no_limit.plot(name).data


def test_the_bars_of_the_waterfall_end_where_the_next_start(no_limit):
    money, luck, skill = find_chart(no_limit, "waterfall").series
    assert luck.base[0] == money.values[0]
    assert list(luck.base[1:]) == list(luck.values[:-1])
    assert luck.values[-1] == pytest.approx(skill.values[0])
    assert skill.values[0] == pytest.approx(100 * no_limit.estimators[no_limit.lead].mean)


@pytest.mark.parametrize("name", ["match", "duplicate", "ring", "no_limit", "nasty"])
def test_the_steps_add_up_as_they_are_shown(name, request):
    assessment = request.getfixturevalue(name)
    rows = waterfall_table(assessment).groups[0][1]
    rates = [number(row.cells[1].split(" ± ")[0]) for row in rows]
    left = [number(row.cells[2]) for row in rows]
    assert rates[0] == pytest.approx(sum(rates[1:]), abs=0.11)
    for before, step, after in zip(left, rates[1:-1], left[1:], strict=False):
        assert before - step == pytest.approx(after, abs=1e-6)


def test_groups_of_hands_are_those_of_the_assessment(no_limit):
    tables = {table.key: table for table in group_tables(no_limit)}
    for key, groups in (("positions", no_limit.positions), ("tablemates", no_limit.tablemates)):
        rows = tables[key].groups[0][1]
        assert [row.name for row in rows] == list(groups)
        for row in rows:
            games, money, skill = row.cells
            assert number(games) == groups[row.name]["money"].n
            assert number(money.split(" ± ")[0]) == pytest.approx(100 * groups[row.name]["money"].mean, abs=0.051)
            assert number(skill.split(" ± ")[1]) == pytest.approx(196 * groups[row.name]["divat_nl"].stderr, rel=0.01)
    assert "sizes" not in tables, "all tables are of four"


def test_tidy_tables(no_limit):
    seats, decisions = no_limit.to_arrow("seats"), no_limit.to_arrow("decisions")
    assert seats.num_rows == 4 * no_limit.n_hands
    own = seats.filter(seats["is_viewpoint"])
    assert set(own["player"].to_pylist()) == {no_limit.viewpoint}
    assert sum(own["money"].to_pylist()) == pytest.approx(no_limit.estimators["money"].total)
    assert sum(decisions["is_viewpoint"].to_pylist()) == no_limit.decisions.n
    assert no_limit.to_arrow("leaks").num_rows == len(no_limit.leaks)
    positions = no_limit.to_pandas("positions")
    found = positions[(positions.position == "BTN") & (positions.estimator == "money")].iloc[0]
    assert found["mean"] == no_limit.positions["BTN"]["money"].mean
    assert (found["low95"], found["high95"]) == no_limit.positions["BTN"]["money"].ci95
    with pytest.raises(AssessmentError, match="no table 'cards'"):
        no_limit.to_arrow("cards")
