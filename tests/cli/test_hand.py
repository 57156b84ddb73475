import json

import pytest

EXAMPLE = ("hand", "--p1", "AcKc", "--p2", "7h6h", "--board", "Ks5h3dTc4h", "--betting", "SlRrC/kBrC/bC/bRc")


def test_the_example_as_json(deluck):
    code, out, err = deluck(*EXAMPLE, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == ["schema", "priced", "hand_id", "players", "viewpoint", "unit", "rounds", "totals"]
    assert list(found["totals"]) == [
        "money",
        "divat_roe",
        "luck",
        "seat_value",
        "divat_aie",
        "evat",
        "lfat",
        "dcash",
    ]
    totals = found["totals"]
    assert (totals["money"], totals["dcash"]) == (-11, 2)
    assert totals["divat_roe"] + totals["luck"] == pytest.approx(-11, abs=1e-9)
    assert totals["divat_aie"] == pytest.approx(1.4618, abs=0.00005)
    flop = found["rounds"]["flop"]
    assert list(flop) == [
        "board",
        "baseline",
        "actual",
        "lfat",
        "divat_aie",
        "divat_roe",
        "round_ev",
        "evat",
        "luck",
        "decisions",
    ]
    assert (flop["board"], flop["baseline"], flop["actual"]) == ("Ks5h3d", "bC", "kBrC")
    assert list(flop["divat_aie"]) == list(flop["divat_roe"]) == ["actual", "baseline", "difference"]
    assert [(each["player"], each["action"], each["baseline_action"]) for each in flop["decisions"]] == [
        ("P1", "check", "bet"),
        ("P2", "bet", "check"),
        ("P1", "raise", "raise"),
        ("P2", "call", "call"),
    ]
    net = sum(each["value"] * (1 if each["seat"] == 0 else -1) for each in flop["decisions"])
    assert net == pytest.approx(flop["divat_roe"]["difference"], abs=1e-9)
    assert list(found["rounds"]) == ["preflop", "flop", "turn", "river"]


def test_the_example_as_tables(deluck):
    code, out, err = deluck(*EXAMPLE)
    assert (code, err) == (0, "")
    assert out.startswith("P1 A♣K♣ v P2 7♥6♥, board K♠5♥3♦T♣4♥\n")
    lines = {" ".join(line.split()) for line in out.splitlines()}
    for line in (
        "flop K♠5♥3♦ P1 0.9685 0.8687 0.9685",
        "flop K♠5♥3♦ P2 0.0634 0.3798 0.2216",
        "turn bF bC +1.4545 +0.9091 +5.7273 +5.0000 +0.7273 +0.7273",
        "preflop +0.4141 +0.2033 +0.2108 +0.2033",
        "turn P2 call fold -0.6364",
        "Money -11.0000 money won, before rake",
        "P1's money -11.00 sb = decisions +1.37 (DIVAT by roll-out equity) + cards -12.37 (luck).",
        "Dcash +2.0000 the baseline's money on the same cards",
    ):
        assert line in lines


def test_a_hand_that_ended_early_needs_no_board(deluck):
    code, out, _ = deluck("hand", "--p1", "AcKc", "--p2", "7h6h", "--betting", "SlF", "--json")
    found = json.loads(out)
    assert code == 0
    assert [(each["board"], each["actual"]) for each in found["rounds"].values()] == [("", "SlF")]
    assert found["totals"]["money"] == 0.5
    code, out, _ = deluck("hand", "--p1", "AcKc", "--p2", "7h6h", "--betting", "SlCk/bF", "--board", "Ks5h3d")
    assert code == 0
    assert "turn" not in out


@pytest.mark.parametrize(
    ("p1", "p2", "board", "betting", "sentence"),
    [
        ("AcKx", "7h6h", "", "SlF", "not a card"),
        ("AcKc", "AcKd", "", "SlF", "Ac"),
        ("AcKc", "????", "", "SlF", "the hand cannot be assessed: not all hole cards are known"),
        ("AcKc", "7h6h", "", "SlCk/kK/kK/kK", "a board without cards is too short"),
        ("AcKc", "7h6h", "Ks5h3d", "SlCk/kK/kK/kK", "a board 'Ks5h3d' is too short"),
        ("AcKc", "7h6h", "", "SlX", "not an action: 'X'"),
        ("AcKc", "7h6h", "", "RrC", "starts without the blinds"),
        ("AcKc", "7h6h", "", "SIF", "(expected Sl…: a capital S, a small L)"),
        ("AcKc", "7h6h", "Ks5h", "SlF", "a board of 2 cards"),
        ("AcKc", "7h6h", "Ks5h3d", "SlCk/bC", "stops early"),
    ],
)
def test_bad_input_is_one_sentence(deluck, p1, p2, board, betting, sentence):
    code, out, err = deluck("hand", "--p1", p1, "--p2", p2, "--board", board, "--betting", betting)
    assert (code, out) == (2, "")
    assert err.startswith("deluck: ")
    assert err.count("\n") == 1
    assert sentence in err
