"""Words: nothing is claimed that the interval does not carry."""

import re
from dataclasses import replace

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.estimators import analyse, estimate_hands
from deluck.formats import read_columns
from deluck.games import Action, HoldemRules
from deluck.records import HandColumns


def test_the_verdict_splits_money_into_decisions_and_cards(plain):
    pattern = (
        r"^random lost ([\d,.]+) sb over 17,000 games; it played worse than always-call by ([\d,]+) ± ([\d,]+) sb, "
        r"below zero with 95% confidence; the cards were worth ([+-][\d,]+) sb\.$"
    )
    numbers = [float(number.replace(",", "")) for number in re.match(pattern, plain.verdict).groups()]
    skill, luck = plain.estimators["divat_roe"], plain.estimators["luck"]
    assert numbers[0] == -plain.estimators["money"].total
    assert numbers[1] == -round(skill.total)
    assert numbers[2] == round(1.959964 * skill.stderr * skill.n)
    assert numbers[3] == round(luck.total)


def test_what_is_not_told_from_zero_is_said_so(logs):
    found = assess(read_columns(logs / "always.log"))
    assert not found.estimators["divat_roe"].excludes_zero
    assert ", which is not significantly different from zero; the cards were worth" in found.verdict


@pytest.mark.parametrize("n_hands", [1, 2, 29])
def test_few_games_claim_nothing(play_random, n_hands):
    found = assess(HandColumns.from_records(play_random(n_hands, 3)))
    assert "from too few games to say anything (expected 30 at the least)" in found.verdict
    assert "confidence" not in found.verdict
    assert ("± ∞" in found.verdict) == (n_hands == 1)
    assert "nan" not in repr(found).lower()


def test_a_spread_of_zero_is_no_reason_to_be_sure(play_hand):
    """The same hand three times, folded at once."""
    records = [play_hand([0, 5, 50, 51, 10, 20, 30, 40, 45], lambda _: Action.FOLD) for _ in range(3)]
    found = assess(HandColumns.from_records(records))
    assert found.estimators["money"].sd == found.estimators["divat_roe"].sd == 0
    assert found.estimators["divat_roe"].mean > 0
    assert "± 0.00 sb, from too few games to say anything" in found.verdict


def test_coming_out_even_is_said(play_hand):
    deck = [0, 1, 4, 5, 48, 44, 40, 36, 32]  # a royal flush on the board
    found = assess(HandColumns.from_records([play_hand(deck, lambda _: Action.CALL)]))
    assert found.verdict.startswith("Anna came out even over 1 game; it played")


def test_one_seat_only_is_told_with_what_it_is_worth(play_random):
    found = assess(HandColumns.from_records(play_random(40, 5)))
    worth = found.estimators["seat_value"].total
    (note,) = [note for note in found.notes if "big blind" in note]
    assert note == (
        f"Anna was the big blind in 40 of 40 assessed games: the seats alone were worth {worth:+.1f} sb, which counts "
        "with the cards."
    )


def test_alternating_seats_need_no_note(plain):
    assert plain.notes == ()


def test_the_text_of_an_assessment_is_a_table_and_the_verdict(plain):
    lines = repr(plain).splitlines()
    assert lines[0].split() == ["n", "sb", "sb/game", "±", "95%", "bb/100", "±", "95%", "sd", "worth"]
    assert lines[-1] == plain.verdict
    (row,) = [line for line in lines if line.startswith("divat_roe")]
    summary = plain.estimators["divat_roe"]
    assert f"{summary.mean:+.3f} ± {1.959964 * summary.stderr:.3f}" in row
    assert f"{100 * summary.mean:+.1f} ± {195.9964 * summary.stderr:.1f}" in row
    assert row.endswith(f"{plain.comparisons['divat_roe'].worth:.2f}×")


@pytest.fixture
def without_cap(play_random):
    rules = replace(HoldemRules.limit(2, small_bet=10), no_cap_heads_up=True)
    return HandColumns.from_records(play_random(1_200, 6, rules=rules, stacks=(10_000, 10_000)))


def test_a_few_pots_of_many_bets_are_rolled_out_over_all_flops(without_cap):
    found = assess(without_cap[:60], n_flops=20)
    assert not found.hands.values("divat_sampled").any()
    assert not any("sampled" in note for note in found.notes)
    expected = analyse(without_cap[:60])
    assert (expected.betting.end_pots[:, 0] > 8).any()
    values = estimate_hands(expected)["divat_roe"]
    assert np.abs(found.hands.values("divat_roe")) == pytest.approx(np.abs(values), abs=1e-12)


def test_many_pots_of_many_bets_are_sampled_and_told(without_cap):
    found = assess(without_cap, n_flops=20)
    assert found.n_assessed == len(without_cap)
    (note,) = [note for note in found.notes if "four bets" in note]
    assert note.startswith(
        f"{found.hands.values('divat_sampled').sum():.0f} games had antes or more than four bets before the flop"
    )
    assert "are sampled (20 flops per match-up)" in note
    assert (
        np.abs(found.hands.values("money") - found.hands.values("luck") - found.hands.values("divat_roe")).max() < 1e-9
    )
