"""Playing recorded hands again: what is refused, in which words, and what is left to the house."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import parse_cards
from deluck.errors import RecordError
from deluck.games import Action, HoldemDeal, HoldemRules, StudDeal, StudRules
from deluck.records import Decision, HandRecord, begin, replay, steps, validate

FOLD, CALL, RAISE = Action


def decided(text: str) -> tuple[Decision, ...]:
    """Return decisions written as ``1c 0r``: seat and action."""
    return tuple(Decision(int(word[0]), {"f": FOLD, "c": CALL, "r": RAISE}[word[1]]) for word in text.split())


# STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2 of the ACPC's format
ACPC = HandRecord(
    rules=HoldemRules.acpc_heads_up(),
    deal=HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd")), parse_cards("8dAs8s4h6d")),
    decisions=decided("1c 0c 0c 1r 0c 0c 1c 0c 1c"),
    payoffs=(20, -20),
    names=("p1", "p2"),
    hand_id="0",
)

# the small blind folds, the board is the best hand: 25 chips for two
SPLIT = HandRecord(
    rules=HoldemRules.limit(3),
    deal=HoldemDeal(tuple(map(parse_cards, ("7d7c", "2h3d", "2c3s"))), parse_cards("TsJsQsKsAs")),
    decisions=decided("2c 0f 1c 1c 2c 1c 2c 1c 2c"),
    payoffs=(-5, 3, 2),
    names=("sue", "ben", "dan"),
    hand_id="split",
)

# seat 0 is all-in for 10; seats 1 and 2 bet 20 more on the side
SIDE = HandRecord(
    rules=HoldemRules.limit(3),
    deal=HoldemDeal(tuple(map(parse_cards, ("AdAc", "KhKd", "QcQs"))), parse_cards("2s3s7h8d9c")),
    decisions=decided("2c 0c 1c 1r 2c 1c 2c 1r 2c"),
    payoffs=(20, 20, -40),
    names=("sue", "ben", "dan"),
    stacks=(10, 500, 500),
    hand_id="side",
)


@pytest.mark.parametrize("record", [ACPC, SPLIT, SIDE], ids=lambda record: record.hand_id)
def test_hands_played_by_the_rules_pass(record):
    state = validate(record)
    assert state.is_over
    assert state.payoffs() == record.payoffs
    assert tuple(Decision(move.seat, move.action) for move in state.history) == record.decisions


def test_steps_show_the_state_before_each_decision():
    seen = [(state.street, state.actor, state.pot, decision.action) for state, decision in steps(ACPC)]
    assert seen[:5] == [(0, 1, 15, CALL), (0, 0, 20, CALL), (1, 0, 20, CALL), (1, 1, 20, RAISE), (1, 0, 30, CALL)]
    assert len(seen) == 9
    assert begin(ACPC).pot == 15


@pytest.mark.parametrize(
    ("decisions", "message"),
    [
        ("1c 0f", r"hand '0', action 2: fold by p1, seat 0, is not legal \(expected check or raise to 20\)"),
        (
            "1r 0r 1r 0r",
            r"hand '0', action 4: raise by p1, seat 0, is not legal \(expected fold or call 10\)",
        ),
        (
            "0c",
            r"hand '0', action 1: call by p1, seat 0, out of turn \(expected p2, seat 1, to fold or call 5 or raise",
        ),
        (
            "1c 1c",
            r"hand '0', action 2: call by p2, seat 1, out of turn \(expected p1, seat 0, to check or raise to 20\)",
        ),
        ("7c", r"hand '0', action 1: call by nobody, seat 7, out of turn \(expected p2, seat 1"),
        ("1f 0c", r"hand '0', action 2: call by p1, seat 0, after the hand was over \(expected 1 actions\)"),
        (
            "1c 0c 0c 1r 0c 0c 1c 0c 1c 0r",
            r"hand '0', action 10: raise by p1, seat 0, after the hand was over \(expected 9 actions\)",
        ),
        ("", r"hand '0' stops after 0 actions \(expected p2, seat 1, to fold or call 5 or raise to 20\)"),
        ("1c 0c 0c 1r", r"hand '0' stops after 4 actions \(expected p1, seat 0, to fold or call 10 or raise to 20\)"),
    ],
)
@pytest.mark.parametrize("judge", [replay, validate, lambda record: list(steps(record))])
def test_what_was_not_played_by_the_rules_is_named_with_what_was_legal(judge, decisions, message):
    with pytest.raises(RecordError, match=message):
        judge(replace(ACPC, decisions=decided(decisions)))


def test_an_action_that_is_a_number_is_refused_without_a_traceback():
    with pytest.raises(RecordError, match=r"action 1: 1 by p2, seat 1, is not legal"):
        replay(replace(ACPC, decisions=(Decision(1, 1), *ACPC.decisions[1:])))
    with pytest.raises(RecordError, match=r"action 1: 'call' by p2, seat 1, is not legal"):
        replay(replace(ACPC, decisions=(Decision(1, "call"), *ACPC.decisions[1:])))


def test_rules_and_stacks_that_make_no_game_are_refused_by_hand():
    with pytest.raises(RecordError, match="hand '0': no_cap_heads_up without stacks"):
        begin(replace(ACPC, rules=replace(ACPC.rules, no_cap_heads_up=True)))
    with pytest.raises(RecordError, match=r"hand '0': stacks \(0, 10\)"):
        replay(replace(ACPC, stacks=(0, 10)))


def test_an_amount_must_be_the_one_the_rules_have():
    def with_amount(place: int, amount: int) -> HandRecord:
        decisions = list(ACPC.decisions)
        decisions[place] = decisions[place]._replace(amount=amount)
        return replace(ACPC, decisions=tuple(decisions))

    assert validate(with_amount(3, 10)).payoffs() == (20, -20)
    with pytest.raises(RecordError, match=r"action 4: raise to 20 by p2, seat 1, is not legal .*raise to 10\)"):
        validate(with_amount(3, 20))
    with pytest.raises(RecordError, match=r"action 1: call to 10 by p2, seat 1, is not legal .*raise to 20\)"):
        validate(with_amount(0, 10))


STUD = HandRecord(
    rules=StudRules(n_seats=2, ante=1, bring_in=1, small_bet=4, big_bet=8, open_pair_option=True),
    deal=StudDeal((parse_cards("As2d9c9d4h5h6s"), parse_cards("KsKd3c7d8hTcQc"))),
    decisions=(*decided("1c 0c"), Decision(0, RAISE, 4), Decision(1, RAISE, 12), *decided("0c 0c 1c 0c 1c 0c 1c")),
    payoffs=(-14, 14),
    names=("sue", "ben"),
    hand_id="stud",
)


def test_the_open_pair_option_is_played_as_recorded():
    assert validate(STUD).contributions == (14, 14)
    two_small = (*STUD.decisions[:3], Decision(1, RAISE, 8), *STUD.decisions[4:])
    assert replay(replace(STUD, decisions=two_small)).contributions == (10, 10)
    with pytest.raises(
        RecordError, match=r"hand 'stud', action 4: raise to 9 by ben, seat 1, is not legal .*raise to 8 or 12"
    ):
        replay(replace(STUD, decisions=(*STUD.decisions[:3], Decision(1, RAISE, 9), *STUD.decisions[4:])))


def test_a_street_that_nobody_is_known_to_open_is_named():
    deal = StudDeal((parse_cards("As2d9c"), parse_cards("KsKd3c")), openers=(1,))
    with pytest.raises(RecordError, match="hand 'stud', action 2: nobody knows who opens fourth street"):
        replay(replace(STUD, deal=deal))


# payoffs


@pytest.mark.parametrize("payoffs", [(-20, 20), (0, 0), (10, -10), (21, -21)])
def test_a_wrong_payoff_is_named_with_the_right_one(payoffs):
    written = " ".join(map(str, payoffs))
    with pytest.raises(RecordError, match=rf"hand '0': payoffs {written} \(expected 20 -20\)"):
        validate(replace(ACPC, payoffs=payoffs))


def test_a_fold_pays_the_pot_whatever_the_cards():
    folded = replace(ACPC, decisions=decided("1f"), deal=HoldemDeal(((None, None), (None, None))))
    assert validate(replace(folded, payoffs=(5, -5))).is_over
    with pytest.raises(RecordError, match=r"payoffs 10 -10 \(expected 5 -5\)"):
        validate(replace(folded, payoffs=(10, -10)))


@pytest.mark.parametrize("payoffs", [(-5, 3, 2), (-5, 2, 3), (-5, Fraction(5, 2), Fraction(5, 2))])
def test_the_odd_chip_goes_to_a_winner_or_is_cut(payoffs):
    validate(replace(SPLIT, payoffs=payoffs))


@pytest.mark.parametrize(
    "payoffs", [(-4, 2, 2), (-5, 4, 1), (-5, 15, -10), (-6, 3, 3), (-5, Fraction(9, 4), Fraction(11, 4))]
)
def test_other_shares_of_a_split_pot_are_refused(payoffs):
    message = r"hand 'split': payoffs .* \(expected -5 3 2, or -5 5/2 5/2, or the odd chips to other winners\)"
    with pytest.raises(RecordError, match=message):
        validate(replace(SPLIT, payoffs=payoffs))


def test_two_odd_chips_may_go_to_one_winner():
    """Three share 50: pokerkit gives both odd chips to the first winner, others one each to the first two."""
    four = HandRecord(
        rules=replace(HoldemRules.limit(4, 20), ante=0, small_blind=5),
        deal=HoldemDeal(tuple(map(parse_cards, ("7d7c", "2h3d", "2c3s", "4c4d"))), parse_cards("TsJsQsKsAs")),
        decisions=decided("2c 3c 0f 1c " + "1c 2c 3c " * 3),
        payoffs=(-5, 2, 2, 1),
        names=("a", "b", "c", "d"),
        hand_id="four",
    )
    for payoffs in ((-5, 2, 2, 1), (-5, 3, 1, 1), (-5, 1, 1, 3), (-5, *[Fraction(5, 3)] * 3)):
        validate(replace(four, payoffs=payoffs))
    for payoffs in ((-5, 5, 0, 0), (-5, 4, 1, 0)):
        with pytest.raises(RecordError, match="or the odd chips to other winners"):
            validate(replace(four, payoffs=payoffs))


@pytest.mark.parametrize(
    ("record", "rake", "payoffs"),
    [
        (ACPC, 2, (18, -20)),
        (ACPC, 40, (-20, -20)),
        (SPLIT, 1, (-5, 2, 2)),
        (SPLIT, 2, (-5, 2, 1)),
        (SPLIT, 2, (-5, 1, 2)),
        (SPLIT, 1, (-5, 3, 1)),
        (SIDE, 3, (18, 19, -40)),
        (SIDE, 3, (20, 17, -40)),
    ],
)
def test_rake_comes_out_of_what_was_won(record, rake, payoffs):
    validate(replace(record, rake=rake, payoffs=payoffs))


@pytest.mark.parametrize(
    ("record", "rake", "payoffs"),
    [
        (ACPC, 2, (20, -22)),  # from the loser
        (ACPC, 2, (19, -21)),
        (SPLIT, 1, (-6, 3, 2)),  # from a seat that folded
        (SPLIT, 14, (-5, -11, 2)),  # more than the seat took out
        (SPLIT, 1, (-5, 4, 0)),  # more than a share beside it
        (SIDE, 3, (20, 20, -43)),
        (SIDE, 1, (21, 18, -40)),
    ],
)
def test_rake_from_anybody_else_is_refused(record, rake, payoffs):
    with pytest.raises(RecordError, match=rf"less a rake of {rake} from what was won\)"):
        validate(replace(record, rake=rake, payoffs=payoffs))


def without(record: HandRecord, *seats: int) -> HandRecord:
    holes = tuple((None, None) if seat in seats else hole for seat, hole in enumerate(record.deal.holes))
    return replace(record, deal=HoldemDeal(holes, record.deal.board))


@pytest.mark.parametrize("hidden", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("payoffs", [(20, -20), (-20, 20), (0, 0)])
def test_a_hand_not_known_may_win_lose_or_split(hidden, payoffs):
    validate(replace(without(ACPC, *hidden), payoffs=payoffs))


@pytest.mark.parametrize("payoffs", [(10, -10), (30, -30), (1, -1)])
def test_a_hand_not_known_cannot_win_what_no_pot_pays(payoffs):
    message = r"hand '0': payoffs .* \(expected 40 by winners among seats 0 1, less the 20 20 put in\)"
    with pytest.raises(RecordError, match=message):
        validate(replace(without(ACPC, 1), payoffs=payoffs))


def test_hands_not_known_pay_rake_as_others_do():
    validate(replace(without(ACPC, 1), rake=2, payoffs=(18, -20)))
    validate(replace(without(ACPC, 1), rake=2, payoffs=(-20, 18)))
    with pytest.raises(RecordError, match="less a rake of 2 from what was won"):
        validate(replace(without(ACPC, 1), rake=2, payoffs=(20, -22)))


def test_a_known_hand_beaten_by_a_known_one_wins_nothing():
    for payoffs in ((20, 20, -40), (20, -40, 20), (-10, 50, -40), (-10, -40, 50)):
        validate(replace(without(SIDE, 0, 1, 2), payoffs=payoffs))
    assert validate(replace(without(SIDE, 0), payoffs=(-10, 50, -40)))
    for payoffs in ((20, -40, 20), (-10, -40, 50)):  # queens over kings
        with pytest.raises(RecordError, match="30 by winners among seats 0 1 2 and 60 by winners among seats 1 2"):
            validate(replace(without(SIDE, 0), payoffs=payoffs))
    with pytest.raises(RecordError):  # the side pot is not seat 0's
        validate(replace(without(SIDE, 0, 1, 2), payoffs=(80, -40, -40)))


def test_a_board_not_known_hides_who_won():
    short = replace(ACPC, deal=HoldemDeal(ACPC.deal.holes, parse_cards("8dAs8s")))
    for payoffs in ((20, -20), (-20, 20), (0, 0)):
        validate(replace(short, payoffs=payoffs))


def test_showdowns_with_too_many_outcomes_are_checked_seat_by_seat():
    stacks = (11, 13, 15, 17, 19, 21, 23, 25)
    record = HandRecord(
        rules=HoldemRules.limit(8),
        deal=HoldemDeal(((None, None),) * 8),
        decisions=(),
        payoffs=(-11, -13, -15, -17, -19, -21, -23, 119),
        names=tuple("abcdefgh"),
        stacks=stacks,
        hand_id="all in",
    )
    state = begin(record)
    while not state.is_over:
        state.act(state.legal_actions()[-1])
    assert [len(seats) for _, seats in state.pots] == [8, 7, 6, 5, 4, 3, 2]
    record = replace(record, decisions=tuple(Decision(move.seat, move.action) for move in state.history))
    validate(record)
    with pytest.raises(RecordError, match=r"hand 'all in': payoffs 119 -13 -15 -17 -19 -21 -23 -11 \(expected 88 by"):
        validate(replace(record, payoffs=(119, -13, -15, -17, -19, -21, -23, -11)))
    # with a rake as large as the pots anybody may have won them and paid it all
    validate(replace(record, payoffs=(-11, -13, -15, -17, -19, -21, -23, 79), rake=40))
    with pytest.raises(RecordError, match=r"hand 'all in': a payoff of 79 for a, seat 0 \(expected -11 to 77\)"):
        validate(replace(record, payoffs=(79, -13, -15, -17, -19, -21, -23, -11), rake=40))


@settings(max_examples=80)
@given(data=st.data())
@pytest.mark.parametrize("game", ["holdem", "stud7"])
def test_random_play_passes_whatever_cards_are_hidden(records_of, game, data):
    for record in data.draw(records_of(game)):
        assert validate(record).is_over


@settings(max_examples=40)
@given(data=st.data())
@pytest.mark.parametrize("game", ["holdem", "stud7"])
def test_random_play_with_a_decision_left_out_added_or_moved_is_refused(records_of, game, data):
    for record in data.draw(records_of(game)):
        if not record.decisions:
            continue
        with pytest.raises(RecordError, match=r"stops after|nobody knows who opens"):
            replay(replace(record, decisions=record.decisions[:-1]))
        with pytest.raises(RecordError, match="after the hand was over"):
            replay(replace(record, decisions=(*record.decisions, Decision(0, CALL))))
        seat = data.draw(st.integers(0, record.n_seats - 1))
        moved = record.decisions[-1]._replace(seat=seat)
        if seat != record.decisions[-1].seat:
            with pytest.raises(RecordError, match="out of turn"):
                replay(replace(record, decisions=(*record.decisions[:-1], moved)))
