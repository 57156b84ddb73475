"""Pictures that stand alone, and the page of a study."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from deluck.assessment import Line
from deluck.report.charts import Chart, Series
from deluck.report.figures_divat import matches_chart, styles_chart, totals_chart
from deluck.report.pictures import picture
from deluck.report.study_page import StudyPage, study_html, write_study

SVG = "{http://www.w3.org/2000/svg}"


def line(*totals):
    hands = np.arange(1, len(totals) + 1)
    return Line(hands, hands, np.array(totals, dtype=np.float64), 2.0 * np.sqrt(hands))


def page(**changes):
    chart = totals_chart("figure-3", "Figure 3", {"money": line(1, 5), "divat_roe": line(1, 2)}, guides=("money",))
    values = {
        "title": "Calls & <raises>",
        "paper": "A paper.",
        "command": "deluck study x",
        "version": "1.2",
        "sentences": ["It shows this."],
        "deviations": ["We differ."],
        "tables": [("Numbers", ("", "paper", "ours"), [("SD", "2.9", "3.0 ± 0.1")])],
        "charts": [chart],
    }
    return StudyPage(**values | changes)


def test_a_picture_is_sound_svg_with_a_legend_and_both_schemes():
    chart = matches_chart("figure-1", "Figure <1>", "money", [line(1, 2, 3), line(-1, -2, 4)])
    root = ElementTree.fromstring(picture(chart))
    assert root.tag == f"{SVG}svg"
    assert root.find(f"{SVG}title").text == "Figure <1>"
    texts = [each.text for each in root.iter(f"{SVG}text")]
    assert {"Money, match 1", "Money, match 2", "games", "small bets"} <= set(texts)
    style = root.find(f"{SVG}style").text
    assert "prefers-color-scheme:dark" in style
    for colour in {series.colour for series in chart.series}:
        assert style.count(f"--{colour}:") == 2
    assert len(list(root.iter(f"{SVG}polyline"))) == 6  # two lines, four guide curves


def test_a_long_legend_takes_more_rows():
    series = tuple(
        Series(f"a name of some length {number}", np.array([0.0, 1.0]), np.array([0.0, 1.0]), "money")
        for number in range(9)
    )
    root = ElementTree.fromstring(picture(Chart("k", "t", "s", "x", "y", series)))
    legend = [each for each in root.findall(f"{SVG}text") if each.text.startswith("a name")]
    assert len(legend) == 9
    assert len({each.get("y") for each in legend}) > 1
    width = float(root.get("viewBox").split()[2])
    assert all(float(each.get("x")) + 6.6 * len(each.text) < width for each in legend)


def test_charts_of_the_paper():
    found = styles_chart("figure-11a", "t", {"loose": line(1), "moderate": line(2), "tight": line(3)})
    assert [(each.name, each.colour) for each in found.series][1] == ("moderate", "divat")
    assert found.sentence == "DIVAT at the end: loose +1.00 sb, moderate +2.00 sb and tight +3.00 sb."
    found = totals_chart("k", "t", {"duplicate_money": line(1, 2), "duplicate_divat": line(1, 3)}, x_title="deals")
    assert found.x_title == "deals"
    assert not any(each.is_guide for each in found.series)


def test_the_page_holds_everything_and_needs_nothing():
    html = re.sub(r"</?span[^>]*>", "", study_html(page()))
    for text in (
        "Calls &amp; &lt;raises&gt;",
        "It shows this.",
        "We differ.",
        "3.0 ± 0.1",
        "deluck study x",
        "Figure 3",
    ):
        assert text in html
    assert html.count("<svg") == 2  # the picture, and the drawing within it
    assert "<script" not in html
    assert set(re.findall(r"https?://[^\"' )]+", html)) == {"http://www.w3.org/2000/svg"}
    assert "Deviations from the paper" not in study_html(page(deviations=[]))


def test_the_page_is_written_whole_or_not_at_all(tmp_path):
    write_study(page(), tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == study_html(page())
    with pytest.raises(Exception, match="no-folder"):
        write_study(page(), tmp_path / "no-folder" / "page.html")
