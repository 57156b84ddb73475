import re
from dataclasses import replace

import numpy as np
import pytest

from deluck.estimators import find_column
from deluck.report.charts import COLOURS, Chart, Series
from deluck.report.drawing import HEIGHT, WIDTH, draw
from deluck.report.figures import all_charts
from deluck.report.interactive import figure


def a_chart(values, **options):
    hands = np.arange(len(values), dtype=float)
    return Chart("c", "C", 'A "sentence".', "games", "sb", (Series("a", hands, np.array(values), "divat", **options),))


def points_of(svg, element="polyline"):
    found = re.search(rf'<{element} points="([^"]*)"', svg)[1]
    return [tuple(map(float, point.split(","))) for point in found.split()]


def test_lines_end_where_the_estimators_do(match):
    charts = all_charts(match)
    by_name = {series.name: series for series in charts["match"].series if not series.is_guide}
    for label, name in (
        ("Money", "money"),
        ("DIVAT", "divat_roe"),
        ("Money − LFAT", "money_minus_lfat"),
        ("Dcash", "dcash"),
    ):
        series = by_name[label]
        assert (series.hands[0], series.values[0]) == (0, 0)
        assert series.hands[-1] == match.n_hands
        assert series.values[-1] == pytest.approx(match.estimators[name].total)
    streets = charts["skill-streets"].series
    assert sum(series.values[-1] for series in streets) == pytest.approx(match.estimators["divat_roe"].total)
    streets = charts["luck-streets"].series
    assert sum(series.values[-1] for series in streets) == pytest.approx(match.estimators["luck"].total)


def test_lines_have_the_colours_players_know_and_divat_is_thick_with_its_band(match):
    series = {each.name: each for each in all_charts(match)["match"].series if not each.is_guide}
    colours = {name: each.colour for name, each in series.items()}
    assert colours == {"Money": "money", "Money − LFAT": "adjusted", "DIVAT": "divat", "Dcash": "dcash"}
    divat = series["DIVAT"]
    assert divat.width > max(each.width for name, each in series.items() if name != "DIVAT")
    half = match.estimators["divat_roe"].total_half_width95
    assert divat.high[-1] - divat.values[-1] == pytest.approx(half)
    assert divat.values[-1] - divat.low[-1] == pytest.approx(half)


def test_lines_of_a_log_that_hides_some_cards_can_be_told_apart():
    lines = [find_column(name) for name in ("money", "all_in_ev", "own_cards", "divat_nl")]
    assert all(each.line_width for each in lines)
    assert len({each.colour for each in lines}) == len(lines)


def test_the_sentence_claims_no_more_than_the_verdict(match, duplicate, single):
    claim = "what chance alone would allow"
    assert f"outside {claim}" in all_charts(match)["match"].sentence
    assert "below zero with 95% confidence" in match.verdict
    assert claim not in all_charts(duplicate)["match"].sentence, "there the verdict goes by pairs"
    assert claim not in all_charts(single)["match"].sentence
    for doubt in ({"n_hands": match.n_hands + 1}, {"n_both": 1}):
        assert claim not in all_charts(replace(match, **doubt))["match"].sentence


def test_lines_over_different_games_stand_at_the_games_they_are_of(match):
    """Where every second game was not assessed, DIVAT's line still ends where the money's does."""

    class Gaps:
        def values(self, name, round=None):  # noqa: A002
            found = match.hands.values(name, round)
            return np.where(np.arange(len(found)) % 2 == 0, np.nan, found) if name == "divat_roe" else found

    series = {each.name: each for each in all_charts(replace(match, hands=Gaps()))["match"].series if not each.is_guide}
    assert series["Money"].hands[-1] == series["DIVAT"].hands[-1] == match.n_hands
    assert series["DIVAT"].values[-1] == pytest.approx(np.nansum(Gaps().values("divat_roe")))
    guides = [each for each in all_charts(replace(match, hands=Gaps()))["match"].series if each.group == "divat_roe"]
    assert {each.hands[-1] for each in guides} == {match.n_hands}


def test_guide_curves_are_one_and_two_standard_deviations(match):
    guides = [each for each in all_charts(match)["match"].series if each.is_guide]
    assert len(guides) == 8
    for name in ("money", "divat_roe"):
        found = sorted(each.values[-1] for each in guides if each.group == name)
        sd = match.estimators[name].sd * np.sqrt(match.n_hands)
        assert found == pytest.approx([-2 * sd, -sd, sd, 2 * sd])
    one = next(each for each in guides if each.group == "money" and each.values[-1] > 0)
    assert one.values[1:] / np.sqrt(one.hands[1:]) == pytest.approx(one.values[-1] / np.sqrt(one.hands[-1]))


def test_the_slope_has_its_error(match):
    (series,) = all_charts(match)["slope"].series
    slope = match.slope("divat_roe")
    assert series.values == pytest.approx(slope.mean)
    assert series.high - series.low == pytest.approx(2 * 1.959964 * slope.stderr, rel=1e-6)


def test_a_drawing_puts_points_where_they_belong():
    svg = draw(a_chart([0.0, 10.0, -10.0]))
    points = points_of(svg)
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.11)
    assert y1 - y0 == pytest.approx(y0 - y2, abs=0.11)
    assert y1 < y0 < y2, "up is more"
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert ">+10<" in svg
    assert ">−10<" in svg
    assert 'aria-label="A &quot;sentence&quot;."' in svg


@pytest.mark.parametrize("values", [[0.0], [0.0, 0.0], [0.0, 1e-9], [0.0, 1e9], [0.0, float("nan"), 1.0]])
def test_odd_values_are_drawn_too(values):
    svg = draw(a_chart(values))
    assert "nan" not in svg
    assert "inf" not in svg
    (trace,) = figure(a_chart(values))["data"]
    assert len(trace["x"]) == len(trace["y"]) == len(values)
    assert trace["y"][-1] == values[-1]


def test_bands_are_drawn_around_their_line():
    values = np.array([0.0, 1.0, 2.0])
    chart = a_chart(values, low=values - 1, high=values + 1)
    lower, upper, line = figure(chart)["data"]
    assert (lower["y"], upper["y"], line["y"]) == ([-1, 0, 1], [1, 2, 3], [0, 1, 2])
    assert upper["fill"] == "tonexty"
    assert upper["fillcolor"] == "@divat/0.16"
    assert len(points_of(draw(chart), "polygon")) == 6


def test_long_lines_are_thinned_in_drawings_and_keep_their_end():
    values = np.linspace(0.0, 5.0, 2001)
    svg = draw(a_chart(values))
    assert 300 < len(points_of(svg)) < 420
    assert points_of(svg)[-1] == pytest.approx(points_of(draw(a_chart(values[[0, -1]])))[-1])


def test_every_colour_is_in_the_style_sheet_light_and_dark():
    from deluck.report.page import template_text

    sheet = template_text("report.css")
    light, dark = sheet.split("prefers-color-scheme: dark")[:2]
    for colour in COLOURS:
        for scheme in (light, dark):
            assert re.search(rf"--{colour}: #[0-9a-f]{{6}};", scheme), "the script reads colours as #rrggbb"
