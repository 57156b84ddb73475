"""Whose hands they are: copies, heroes, names of one person, tournaments, and hands that cannot all be split."""

import random
from dataclasses import replace

import numpy as np
import pytest

from deluck.assessment import AssessmentError, assess
from deluck.assessment.viewpoint import parse_alias
from deluck.formats import read_columns
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.records import Decision, HandColumns, HandRecord
from deluck.report import report_html


def ring_hand(rng, number, **settings):
    """Return a no-limit hand of four; cards of those who folded are hidden."""
    rules = HoldemRules.no_limit(4)
    deal = HoldemDeal.from_deck(rng.sample(range(52), 13), 4)
    state = HoldemState(rules, deal, (5_000,) * 4)
    decisions = []
    while state.actor is not None:
        action = rng.choice([each for each in state.legal_actions() if each is not Action.RAISE])
        decisions.append(Decision(state.actor, action))
        state.act(action)
    holes = tuple((None, None) if state.folded[seat] else hole for seat, hole in enumerate(deal.holes))
    return HandRecord(
        rules=rules,
        deal=HoldemDeal(holes, deal.board),
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=("Ada", "Bob", "Cyd", "Dan"),
        stacks=(5_000,) * 4,
        hand_id=f"{number}",
        **settings,
    )


def stud_hand(rng, number):
    rules = StudRules(n_seats=3, ante=1, bring_in=1, small_bet=4, big_bet=8)
    deal = StudDeal.from_deck(rng.sample(range(52), 52), 3)
    state = StudState(rules, deal, None)
    decisions = []
    while state.actor is not None:
        decisions.append(Decision(state.actor, Action.CALL))
        state.act(Action.CALL)
    names = ("Ada", "Bob", "Cyd")
    return HandRecord(
        rules=rules, deal=deal, decisions=tuple(decisions), payoffs=state.payoffs(), names=names, hand_id=f"{number}"
    )


@pytest.fixture(scope="module")
def ring():
    rng = random.Random(1)
    return [ring_hand(rng, number) for number in range(50)]


@pytest.fixture(scope="module")
def stud():
    rng = random.Random(2)
    return [stud_hand(rng, number) for number in range(20)]


def without_counts(found):
    return {key: value for key, value in found.as_dict().items() if key not in ("copies", "read", "sites", "notes")}


@pytest.mark.parametrize("game", ["ring", "stud", "heads-up"])
def test_a_file_given_twice_counts_once(game, ring, stud, play_random):
    records = {"ring": ring, "stud": stud, "heads-up": play_random(40, 7)}[game]
    hands = HandColumns.from_records(records)
    once, twice = assess(hands), assess([hands, hands])
    assert (once.n_copies, twice.n_copies) == (0, len(records))
    assert without_counts(twice) == without_counts(once)
    assert twice.to_arrow().to_pydict() == once.to_arrow().to_pydict()
    (note,) = [note for note in twice.notes if note not in once.notes]
    assert note.startswith(f"{len(records)} hands were given before")
    third = assess([hands[:10], hands, hands[5:12]])
    assert third.n_copies == 17


def test_hands_that_differ_in_anything_are_no_copies(ring):
    first = ring[0]
    again = [
        replace(first, hand_id="x"),
        replace(first, names=("Ada", "Bob", "Cyd", "Eve")),
        replace(first, deal=replace(first.deal, holes=((0, 1), *first.deal.holes[1:])))
        if first.deal.holes[0] == (None, None)
        else replace(first, deal=replace(first.deal, holes=((None, None), *first.deal.holes[1:]))),
    ]
    assert assess(HandColumns.from_records([first, *again])).n_copies == 0
    nameless = [replace(record, hand_id="") for record in ring[:3]]
    assert assess(HandColumns.from_records(nameless * 2)).n_copies == 0, "they could be hands that went the same way"


def test_a_duplicate_match_has_no_copies(logs):
    found = assess(read_columns(logs / "duplicate.log"))
    assert (found.n_copies, found.n_hands, found.pairs.n) == (0, 6_000, 3_000)


def test_the_hero_is_the_default_player_and_else_the_first_named(ring):
    assert assess(HandColumns.from_records(ring)).viewpoint == "Ada"
    heroes = [record if number < 3 else replace(record, hero=2) for number, record in enumerate(ring)]
    found = assess(HandColumns.from_records(heroes))
    assert found.viewpoint == "Cyd"
    assert found.n_hands == len(ring)


def test_names_match_in_any_case_if_only_one_does(ring):
    hands = HandColumns.from_records(ring)
    assert assess(hands, player="bOb").viewpoint == "Bob"
    both = [replace(record, names=("Ada", "Bob", "BOB", "Dan")) for record in ring]
    assert assess(HandColumns.from_records(both), player="BOB").viewpoint == "BOB"
    with pytest.raises(AssessmentError, match=r"'bob' may be any of Bob, BOB \(expected one of them"):
        assess(HandColumns.from_records(both), player="bob")


def test_names_of_one_person_are_joined(ring):
    renamed = [replace(record, names=("Ada", f"Bob{number % 3}", "Cyd", "Dan")) for number, record in enumerate(ring)]
    hands = HandColumns.from_records(renamed)
    whole = assess(HandColumns.from_records(ring), player="Bob")
    for alias in ("Bob=Bob0,Bob1,Bob2", {"Bob": ["Bob0", "Bob1", "Bob2"]}):
        found = assess(hands, player="bob", alias=alias)
        assert found.estimators == whole.estimators
        assert found.players == ("Ada", "Bob", "Cyd", "Dan")
        assert set(found.players_money) == set(found.players)
    assert assess(hands, player="Bob1", alias="Bob1=Bob0").n_hands == 34
    with pytest.raises(AssessmentError, match="no player 'Bo' to be joined"):
        assess(hands, alias="Bob=Bo")
    with pytest.raises(AssessmentError, match="no names are joined by 'Bob'"):
        parse_alias("Bob")
    assert parse_alias("a=b, c; d = e") == {"a": ("b", "c"), "d": ("e",)}


def test_results_of_tournaments_are_chips_and_the_verdict_says_so(ring):
    played = [replace(record, tournament="Sunday") for record in ring]
    found = assess(HandColumns.from_records(played))
    assert " bb of tournament chips over 50 hands" in found.verdict
    assert "chips" not in assess(HandColumns.from_records(ring)).verdict


def test_the_headline_is_over_all_hands_also_where_only_showdowns_can_be_split(play_random):
    """The real case: a player who wins by folds of others, whose cards are then hidden."""
    records = play_random(300, 12)
    hidden = []
    for record in records:
        folder = next((each.seat for each in record.decisions if each.action is Action.FOLD), None)
        holes = list(record.deal.holes)
        if folder == 1:
            holes[1] = (None, None)
        hidden.append(replace(record, deal=HoldemDeal(tuple(holes), record.deal.board)))
    found = assess(HandColumns.from_records(hidden), player="Anna")
    total = sum(record.payoffs[0] for record in records) / 10
    assert 0 < found.n_assessed < 300
    assert found.estimators["money"].total == total
    verb = "won" if total > 0 else "lost"
    assert found.verdict.startswith(f"Anna {verb} {abs(total):g} sb over 300 games: ")
    assert "played" not in found.verdict
    assert found.lead == "own_cards", "what all hands have, which the split has not"
    assert found.estimators["own_cards"].n == 300
    assert found.split.is_part
    (note,) = [note for note in found.notes if note.startswith("In the ") and "biased sample" in note]
    assert f"In the {found.n_assessed} games of 300 that could be assessed" in note
    page = report_html(found)
    assert 'class="equation"' not in page, "the part does not lead the page either"
    assert "A part only" in page


def test_structures_are_assessed_apart(ring, play_random):
    limit = play_random(30, 5)
    hands = [
        ("ring", HandColumns.from_records(ring)),
        ("limit", HandColumns.from_records([replace(each, names=("Ada", "Bob")) for each in limit])),
    ]
    found = assess(hands, player="Ada")
    (apart,) = found.apart
    assert (found.structure, found.unit, found.n_hands) == ("no-limit", "bb/game", 50)
    assert (apart.structure, apart.unit, apart.n_hands) == ("limit", "sb/game", 30)
    assert apart.estimators == assess(hands[1:], player="Ada").estimators
    assert assess(hands, player="Ada", structure="limit").apart == ()


def test_own_and_opponents_decisions_add_up_to_the_difference(plain):
    decisions = plain.decisions
    assert decisions.own_value + decisions.opponents_value == pytest.approx(plain.estimators["divat_roe"].total)
    assert decisions.own_value == pytest.approx(sum(cell.value for cell in decisions.own))
    assert plain.as_dict()["decisions"]["opponents_value"] == decisions.opponents_value


def test_needed_is_of_the_hands_of_its_row(play_random):
    """Money has values of all hands, DIVAT of some: each row's number follows from its own mean and spread."""
    records = play_random(120, 8)
    hidden = [
        record
        if number % 3
        else replace(record, deal=HoldemDeal(((None, None), record.deal.holes[1]), record.deal.board))
        for number, record in enumerate(records)
    ]
    found = assess(HandColumns.from_records(hidden))
    for name in ("money", "divat_roe", "money_minus_lfat"):
        summary = found.estimators[name]
        expected = ((1.959964 + 0.841621) * summary.sd / summary.mean) ** 2
        assert found.comparisons[name].hands_needed == pytest.approx(expected, rel=1e-5)
    money = found.hands.values("money")[~np.isnan(found.hands.values("divat_roe"))]
    ratio = money.std(ddof=1) / found.estimators["divat_roe"].sd
    assert found.comparisons["divat_roe"].sd_ratio == pytest.approx(ratio)
