"""Hands taken apart: the same numbers and the same betting as elsewhere."""

import os
from pathlib import Path

import numpy as np
import pytest

from deluck.estimators import Reason, analyse, decision_prices, estimate_hands
from deluck.estimators.divat.hand_analysis import ACTION_NAMES, describe_hands, format_betting
from deluck.formats import Rejected, format_divat, read_columns
from deluck.games import Action, HoldemRules
from deluck.records import HandColumns

LOG = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"
LOG /= "2p.limit.h1000.r0.log"


def test_rounds_and_decisions_add_up_to_the_estimators(hands):
    part = hands[:200]
    analysis = analyse(part)
    columns = estimate_hands(analysis)
    for row, told in enumerate(describe_hands(analysis)):
        for name, value in (
            ("money", told.money),
            ("dcash", told.dcash),
            ("divat_aie", told.aie),
            ("divat_roe", told.roe),
            ("evat", told.evat),
            ("luck", told.luck),
            ("lfat", told.lfat),
            ("seat_value", told.seat_value),
        ):
            assert value == pytest.approx(columns[name][row], abs=1e-12)
        for each in told.rounds:
            net = sum(decision.value * (1, -1)[decision.seat] for decision in each.decisions)
            assert net == pytest.approx(each.roe.difference, abs=1e-9)


def test_the_betting_is_written_as_the_format_writes_it(hands):
    part = hands[:200]
    for record, told in zip(part, describe_hands(analyse(part)), strict=True):
        betting = "/".join(each.actual for each in told.rounds)
        assert format_divat(record).split()[-1] == betting
        letters = betting.removeprefix("Sl").replace("/", "").lower()
        decisions = [decision for each in told.rounds for decision in each.decisions]
        assert [decision.action for decision in decisions] == [ACTION_NAMES[letter] for letter in letters]
        for decision in decisions:
            assert decision.value == 0 or decision.action != decision.baseline_action


@pytest.mark.parametrize(
    ("street", "actions", "betting"),
    [
        (0, (2, 2, 2, 1), "SlRrRc"),
        (0, (1, 1), "SlCk"),
        (0, (0,), "SlF"),
        (1, (1, 2, 2, 2, 2, 1), "kBrRrC"),
        (3, (2, 0), "bF"),
        (2, (1, 1), "kK"),
        (2, (), ""),
    ],
)
def test_rounds_in_the_notation(street, actions, betting):
    assert format_betting(street, actions) == betting


def test_a_fold_with_nothing_to_call_is_priced_too(play_hand):
    """Some online rules allow it: it gives away the pot."""
    rules = HoldemRules(
        n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), max_raises=(3, 4, 4, 4), may_fold_unbet=True
    )
    deck = [21, 17, 50, 46, 45, 13, 5, 32, 9]  # a flush on the flop
    records = [
        play_hand(deck, lambda state, street=street: Action.FOLD if state.street == street else Action.CALL, rules)
        for street in (1, 2)
    ] + [play_hand(deck, lambda state: Action.FOLD if state.actor == 0 else Action.CALL, rules)]
    analysis = analyse(HandColumns.from_records(records))
    assert analysis.money.tolist() == [-1, -1, -1]
    columns = estimate_hands(analysis)
    assert columns["money"] == pytest.approx(columns["divat_roe"] + columns["luck"], abs=1e-9)
    folds = analysis.betting.actions == Action.FOLD
    assert (decision_prices(analysis)[folds] < 0).all()
    assert [told.rounds[-1].actual for told in describe_hands(analysis)] == ["f", "f", "SlCf"]


@pytest.mark.skipif(not LOG.exists(), reason="the folder of real logs (DELUCK_INTEROP_DATA) is not there")
def test_a_real_log_is_assessed_whole():
    n_hands = 0
    for columns in read_columns(LOG):
        assert not isinstance(columns, Rejected)
        analysis = analyse(columns)
        assert analysis.eligibility.counts == {Reason.ASSESSED: len(columns)}
        found = estimate_hands(analysis)
        assert (found["money"] == columns.payoffs[:, 0] / 10).all()
        assert np.abs(found["money"] - found["divat_roe"] - found["luck"]).max() < 1e-9
        n_hands += len(columns)
    assert n_hands == 1000
