"""The page of a stud hand: what it says, that it loads nothing, and its pictures."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from deluck.beliefs.stud.reading import read_hand
from deluck.evaluator import N_STRENGTHS, Category, category_of, describe, strength
from deluck.games import Action, StudDeal, StudRules, StudState
from deluck.records import Decision, HandRecord
from deluck.report.charts import Chart, Series
from deluck.report.drawing import draw
from deluck.report.figures_stud import (
    binned,
    entropy_chart,
    hand_type_bins,
    hand_types_chart,
    value_chart,
    win_chart,
)
from deluck.report.interactive import figure
from deluck.report.stud_drawing import draw_hand_types
from deluck.report.stud_page import reading_html, write_reading
from deluck.statistics import Estimate
from deluck.studies.stud.sample_game import sample_record
from deluck.version import __version__


@pytest.fixture(scope="module")
def reading():
    return read_hand(sample_record(), n_samples=40)


@pytest.fixture(scope="module")
def page(reading):
    return reading_html(reading)


def test_the_page_has_every_street_its_actions_and_chances(page, reading):
    for name in ("Third street", "Fourth street", "Fifth street"):
        assert f"<h2>{name}</h2>" in page
    assert "<h2>Sixth street</h2>" not in page
    for each in reading.actions:
        assert f"<b>{each.does}</b>" in page
        assert f"<td>{each.bits:.2f}<span" in page
    assert "<h3>Before the last fold</h3>" in page
    for stage in (*(each for each in reading.stages if each.stage in ("3B", "4B")), reading.before_last_fold):
        assert f"({stage.stage})" in page or not stage.stage
        for seat in stage.seats:
            assert f"<b>{seat.win:.0%}</b>" in page
            assert f"<dd>{seat.win_true:.0%}</dd>" in page
    assert page.count('<svg class="types"') == 8
    assert f"Made by deluck {__version__}" in page


def test_the_page_loads_nothing_and_is_not_too_large(page):
    assert not re.search(r"(?:src|href)\s*=\s*[\"'](?!#)", re.sub(r"<script>.*?</script>", "", page, flags=re.S))
    assert not re.findall(r"https?://(?!www\.w3\.org/)", page)
    assert len(page.encode()) < 8_000_000


def test_the_page_says_where_it_cannot_know(reading):
    record = reading.record
    hidden = tuple([(None, None, *hand[2:]) for hand in record.deal.hands])
    unknown = read_hand(replace(record, deal=replace(record.deal, hands=hidden)), n_samples=40)
    page = reading_html(unknown)
    assert "<dt>actual</dt>" not in page
    assert "</i>actual" not in page
    assert "Actually held" not in page
    assert "the truth is unknown" in page


def test_a_hand_with_one_stage_has_no_charts(reading):
    page = reading_html(replace(reading, stages=reading.stages[:1]))
    assert "Plotly" not in re.sub(r"<script>.{0,9000}?</script>", "", page, flags=re.S)
    assert 'id="chances"' not in page


def test_eight_seats_show_the_hands_that_the_rest_of_the_deck_completes():
    """Six cards each are dealt from the deal itself, the seventh from what nobody got."""
    deal = StudDeal.from_deck(list(np.random.default_rng(0).permutation(52)), 8)
    state = StudState(StudRules.paper(8), deal)
    while state.actor is not None:
        folds = state.street == 0 and state.actor > 1 and Action.FOLD in state.legal_actions()
        state.act(Action.FOLD if folds else Action.CALL)
    live = [seat for seat, gone in enumerate(state.folded) if not gone]
    decisions = tuple([Decision(move.seat, move.action) for move in state.history])
    names = tuple([f"P{seat}" for seat in range(8)])
    record = HandRecord(rules=state.rules, deal=deal, decisions=decisions, payoffs=state.payoffs(), names=names)
    page = reading_html(read_hand(record, n_samples=40))
    for seat in live:
        assert f"P{seat}: {describe(strength(state.view(seat).cards))}." in page


def test_a_seat_about_which_nothing_was_revealed_has_no_likeliest_cards(reading):
    uniform = replace(reading, before_last_fold=None, stages=reading.stages[:1])
    page = reading_html(uniform)
    assert page.count("No bet revealed anything about the down cards") == 7
    assert "Likeliest down cards" not in page


def test_names_are_escaped(reading):
    names = ("<script>alert(1)</script>", *reading.record.names[1:3], '"><b>x', *reading.record.names[4:])
    page = reading_html(replace(reading, record=replace(reading.record, names=names)))
    assert "<script>alert(1)" not in page
    assert '"><b>x' not in page


def test_a_page_is_written_whole(reading, tmp_path):
    path = tmp_path / "page.html"
    write_reading(reading, path)
    assert path.read_text().startswith("<!doctype html>")
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


def test_bars_cover_all_hands_once_in_order():
    bins = hand_type_bins()
    assert bins[0].first == 1
    assert bins[-1].last == N_STRENGTHS
    assert all(before.last + 1 == after.first for before, after in pairwise(bins))
    assert {each.category for each in bins} == set(Category)
    for each in bins:
        assert category_of(each.first) is category_of(each.last) is each.category
    names = [each.name for each in bins]
    assert len(set(names)) == len(names)
    assert "pair, eights" in names
    assert "straight, ten high" in names
    spread = np.arange(N_STRENGTHS + 1) / 10
    assert binned(spread).sum() == pytest.approx(spread.sum())


def test_a_bar_is_as_high_as_it_is_likely():
    read = np.zeros(N_STRENGTHS + 1)
    read[hand_type_bins()[10].first] = 0.25
    read[hand_type_bins()[20].last] = 0.75
    drawn = draw_hand_types(read, read, None, colour="seat-0", highest=0.75, sentence="<It>")
    heights = [float(height) for height in re.findall(r'class="bar".*? height="([\d.]+)"', drawn)]
    assert len(heights) == len(hand_type_bins())
    assert heights[20] == pytest.approx(3 * heights[10], rel=0.01)
    assert sum(height > 0 for height in heights) == 2
    assert "&lt;It&gt;" in drawn
    assert 'class="truth"' not in drawn
    true = draw_hand_types(read, read, np.roll(read, 1) * 5, colour="seat-0", highest=0.75, sentence="It")
    assert min(float(y) for y in re.findall(r'class="truth".*? y1="([\d.]+)"', true)) >= 0


def test_charts_of_a_hand(reading):
    entropy = entropy_chart(reading)
    assert [name for _, name in entropy.x_ticks] == [stage.stage for stage in reading.stages]
    truth = next(each for each in entropy.series if each.name == "all cards seen")
    assert truth.values.tolist() == pytest.approx([stage.measures.entropy for stage in reading.stages])
    wins = win_chart(reading)
    assert [each.name for each in wins.series if each.name] == ["Seat 3", "Seat 5", "Seat 7"]
    types = hand_types_chart("k", "t", reading, reading.stages[1])
    assert [each.values.sum() for each in types.series] == pytest.approx([1, 1, 1])
    drawn = figure(entropy)
    assert drawn["categories"] == ["3D", "3B", "4D", "4B", "5D"]
    assert drawn["data"][0]["x"] == drawn["categories"]


def test_bars_are_drawn_from_zero_with_their_intervals():
    rates = [Estimate(0.2, 0.05, 100, "bets/hand"), Estimate(-0.4, 0.05, 100, "bets/hand")]
    chart = value_chart(rates, [0])
    drawn = draw(chart)
    assert drawn.count("<rect ") == 2
    assert "1 BI" in drawn
    assert "2 CO" in drawn
    first, second = [float(height) for height in re.findall(r'<rect .*?height="([\d.]+)"', drawn)]
    assert second == pytest.approx(2 * first, rel=0.02)


def test_values_without_signs():
    line = Series("entropy", np.array([0.0, 1.0]), np.array([0.0, 2.0]), "money")
    signed = draw(Chart("c", "t", "s", "x", "y", (line,)))
    plain = draw(Chart("c", "t", "s", "x", "y", (line,), is_signed=False))
    assert ">+2" in signed
    assert ">+" not in plain
