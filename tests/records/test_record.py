"""What a record must say before it can be played again."""

from dataclasses import replace
from fractions import Fraction

import pytest

from deluck.cards import parse_cards
from deluck.errors import CardError, RecordError
from deluck.games import Action, HoldemDeal, HoldemRules, StudDeal, StudRules
from deluck.records import Decision, HandRecord

HOLDEM = HandRecord(
    rules=HoldemRules.acpc_heads_up(),
    deal=HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd"))),
    decisions=(Decision(1, Action.FOLD),),
    payoffs=(5, -5),
    names=("p1", "p2"),
    hand_id="17",
)
STUD = HandRecord(
    rules=StudRules.paper(2),
    deal=StudDeal((parse_cards("5d5c2c"), parse_cards("9hQd3c"))),
    decisions=(Decision(0, Action.CALL), Decision(1, Action.FOLD)),
    payoffs=(1, -1),
    names=("p1", "p2"),
    hand_id="18",
)


def test_the_games_have_short_names():
    assert (HOLDEM.game, STUD.game) == ("holdem", "stud7")
    assert (HOLDEM.rules.game, STUD.rules.game) == ("holdem", "stud7")
    assert HOLDEM.n_seats == STUD.n_seats == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": ("p1",)}, r"hand '17' has 1 names \(expected 2, one per seat\)"),
        ({"payoffs": (5, -5, 0)}, r"hand '17' has 3 payoffs \(expected 2"),
        ({"stacks": (100,)}, r"hand '17' has 1 stacks \(expected 2"),
        ({"payoffs": (5, -4)}, r"hand '17': payoffs 5 -4 make 1 \(expected minus the rake, 0"),
        ({"rake": 1}, r"hand '17': payoffs 5 -5 make 0 \(expected minus the rake, -1"),
        ({"payoffs": (5.0, -5.0)}, "in whole chips or Fractions"),
        ({"rake": -1, "payoffs": (6, -5)}, r"hand '17': a rake of -1 and 1 chips a unit \(expected at least 0"),
        ({"chips_per_unit": 0}, "0 chips a unit"),
        ({"deal": STUD.deal}, "its cards are not those of a holdem hand of 2 seats"),
        ({"deal": HoldemDeal(((None, None),) * 3)}, "its cards are not those of a holdem hand of 2 seats"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused_by_hand_and_reason(changes, message):
    with pytest.raises(RecordError, match=message):
        replace(HOLDEM, **changes)


@pytest.mark.parametrize("openers", [(2,), (-1,), (None, 9), (0, 0, 0, 0, 0, 0)])
def test_openers_must_be_seats_of_streets(openers):
    with pytest.raises(RecordError, match=r"hand '18': streets opened by .* \(expected at most 5 seats from 0 to 1\)"):
        replace(STUD, deal=replace(STUD.deal, openers=openers))


def test_spare_cards_need_all_other_cards_known():
    deal = StudDeal(((None,) * 7, parse_cards("9hQd3c")), spare=parse_cards("As"))
    with pytest.raises(RecordError, match="hand '18': spare cards beside cards that are not known"):
        replace(STUD, deal=deal)


def test_cut_chips_may_be_fractions():
    assert replace(HOLDEM, payoffs=(Fraction(5, 2), Fraction(-5, 2))).payoffs == (2.5, -2.5)


@pytest.mark.parametrize(
    "deal",
    [
        lambda: HoldemDeal((parse_cards("5d5c"), parse_cards("9h5d"))),
        lambda: HoldemDeal((parse_cards("5d5c"), (None, None)), parse_cards("5d2c3c")),
        lambda: StudDeal((parse_cards("5d5c2c"), (None, *parse_cards("Qd5d")))),
        lambda: StudDeal((parse_cards("5d5c2c"), (None,)), shared=parse_cards("5d")[0]),
    ],
)
def test_a_card_dealt_twice_never_gets_into_a_record(deal):
    with pytest.raises(CardError, match="5d appears twice"):
        deal()
