import json

import pytest

from deluck.cards import parse_cards
from deluck.formats import write_parquet
from deluck.games import Action, Forced, HoldemDeal, HoldemRules
from deluck.records import Decision, HandColumns, HandRecord

FIRST = "STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:Anna|Bert"
SECOND = "STATE:1:rrf:6sKs|5dJd:20|-20:Bert|Anna"
TOLD = """\
Hand 0: limit hold'em, 2 seats, blinds 5/10, bets 10/20
  Anna  5♦5♣  (big blind)
  Bert  9♥Q♦  (button, small blind)

Preflop, pot 15
  Bert calls 5
  Anna checks

Flop 8♦A♠8♠, pot 20
  Anna checks
  Bert bets 10
  Anna calls 10

Turn 4♥, pot 40
  Anna checks
  Bert checks

River 6♦, pot 40
  Anna checks
  Bert checks

Showdown
  Anna has 5♦5♣: two pair, eights and fives, ace kicker
  Bert has 9♥Q♦: pair, eights, ace-queen-nine kickers

Result
  Anna wins 20
  Bert loses 20

3 hands follow the rules, 0 rejected
"""


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.log"
    path.write_text(f"{FIRST}\n{SECOND}\n{SECOND.replace('STATE:1', 'STATE:77')}\n")
    return path


def test_the_first_hand_is_told_street_by_street(deluck, log):
    assert deluck("replay", str(log)) == (0, TOLD, "")


def test_a_hand_is_found_by_its_number_or_else_by_its_place(deluck, log):
    assert deluck("replay", str(log), "--hand", "1")[1].startswith("Hand 1:")
    assert deluck("replay", str(log), "--hand", "77")[1].startswith("Hand 77:")
    assert deluck("replay", str(log), "--hand", "3")[1].startswith("Hand 77:")
    assert deluck("replay", str(log), "--hand", "#1")[1].startswith("Hand 0:")
    told = "Preflop, pot 15\n  Anna raises to 20\n  Bert raises to 30\n  Anna folds\n\nResult\n  Bert wins 20\n"
    assert told in deluck("replay", str(log), "--hand", "1")[1]
    code, _, err = deluck("replay", str(log), "--hand", "9")
    assert (code, err) == (
        2,
        f"deluck: no hand '9' in {log} (it has 3 valid hands: expected an id, or a number such as #7)\n",
    )
    assert deluck("replay", str(log), "--hand", "x")[0] == 2


def test_stud_money_and_all_ins(deluck, tmp_path, all_in_stud):
    path = tmp_path / "hand.phh"
    path.write_text(all_in_stud)
    code, out, _ = deluck("replay", str(path))
    assert code == 0
    for line in (
        "limit seven-card stud, 3 seats, ante $0.25, bring-in $0.25, bets $1.00/$2.00",
        "  Anna  T♦3♣4♦4♥6♥7♥8♥  ($3.00)",
        "  Cleo  ????9♠  (dealer, $100.00)",
        "Third street, pot $0.75",
        "  dealt: Anna (T♦3♣) 4♦, Bert (K♦3♥) 5♣, Cleo (????) 9♠",
        "  Anna brings it in for $0.25",
        "  Bert completes to $1.00",
        "  Anna raises to $2.00",
        "Fourth street, pot $4.75",
        "  Bert bets $1.00",
        "  Anna calls $0.75 and is all-in",
        "Fifth street, pot $6.25",
        "  Anna has T♦3♣4♦4♥6♥7♥8♥: pair, fours, ten-eight-seven kickers",
        "1 hand follows the rules, 0 rejected",
    ):
        assert f"{line}\n" in out


def test_json_has_the_hand_and_the_counts(deluck, log):
    log.write_text(log.read_text() + SECOND.replace("20|-20", "-20|20") + "\n")
    code, out, err = deluck("replay", str(log), "--json")
    found = json.loads(out)
    assert code == 1
    assert (found["schema"], found["hands"], found["rejections"]) == (2, 3, 1)
    assert found["rejected"][0]["line"] == 4
    assert err.startswith(f"{log}:4: hand '1': payoffs -20 20")
    hand = found["hand"]
    assert (hand["hand_id"], hand["game"], hand["structure"]) == ("0", "holdem", "limit")
    assert list(hand["rounds"]) == ["preflop", "flop", "turn", "river"]
    turn = hand["rounds"]["turn"]
    assert (turn["board"], turn["dealt"], turn["pot"]) == ("8dAs8s4h", ["4h"], 40)
    assert hand["rounds"]["flop"]["moves"][1] == {"seat": 1, "player": "Bert", "does": "bets 10", "amount": 10}
    assert [(each["player"], each["money"]) for each in hand["results"]] == [("Anna", 20), ("Bert", -20)]
    assert [(each["player"], each["cards"]) for each in hand["seats"]] == [("Anna", "5d5c"), ("Bert", "9hQd")]


def test_a_file_without_hands_is_one_sentence(deluck, tmp_path):
    code, out, err = deluck("replay", str(tmp_path / "missing.log"))
    assert (code, out) == (2, "")
    assert err == f"deluck: {tmp_path / 'missing.log'}: no such file or folder\n"
    (tmp_path / "empty.log").write_text("")
    code, out, err = deluck("replay", str(tmp_path / "empty.log"))
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"deluck: no valid hand in {tmp_path / 'empty.log'}"


NO_LIMIT = """\
STATE:0:r300c/cc/r750c/cc:6dAs|8hQc/ThKc8c/6s/Ad:750|-750:Anna|Bert
STATE:1:r400r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:Anna|Bert
"""


def test_no_limit_hands_are_shown_with_what_they_raise_to(deluck, tmp_path):
    path = tmp_path / "match.log"
    path.write_text(NO_LIMIT)
    code, out, _ = deluck("replay", str(path))
    assert code == 0
    for line in (
        "Hand 0: no-limit hold'em, 2 seats, blinds 50/100",
        "  Anna  6♦A♠  (big blind, 20,000)",
        "  Bert raises to 300",
        "  Anna calls 200",
        "Turn 6♠, pot 600",
        "  Anna bets 450",
    ):
        assert f"{line}\n" in out
    out = deluck("replay", str(path), "--hand", "1")[1]
    assert "  Bert raises to 400\n  Anna raises to 20,000 and is all-in\n  Bert calls 19,600 and is all-in\n" in out
    assert "River 6♦, pot 40,000\n\nShowdown" in out


def test_side_pots_posts_and_boards_are_shown(deluck, tmp_path):
    record = HandRecord(
        rules=HoldemRules.no_limit(4),
        deal=HoldemDeal(
            (parse_cards("AcAd"), parse_cards("KcKd"), parse_cards("QcQd"), (None, None)),
            parse_cards("2h7s9c3d4s"),
            (parse_cards("2h7s9cKh4d"),),
        ),
        decisions=(
            Decision(2, Action.RAISE, 1000),
            Decision(3, Action.FOLD),
            Decision(0, Action.CALL),
            Decision(1, Action.CALL),
        ),
        # the main pot of 1100 and the side pot of 1400 are shared by two boards
        payoffs=(250, 950, -1000, -200),
        names=("Anna", "Bert", "Cleo", "Dora"),
        stacks=(300, 1000, 1000, 1000),
        forced=Forced((50, 100, 0, 0), (0, 0, 0, 100), (0, 0, 0, 100)),
        hand_id="1",
    )
    path = tmp_path / "hands.parquet"
    write_parquet(path, [HandColumns.from_records([record])])
    code, out, err = deluck("replay", str(path))
    assert (code, err) == (0, "")
    for lines in (
        "  Dora posts 100 out of turn\n  Dora posts 100 dead\n  Cleo raises to 1,000 and is all-in\n  Dora folds\n",
        "  Anna calls 250 and is all-in\n",
        "Pots\n  main pot 1,100: Anna, Bert, Cleo\n  side pot 1 1,400: Bert, Cleo\n",
        "Flop 2♥7♠9♣, pot 2,500\n",
        "Turn 3♦ and K♥, pot 2,500\n",
        "  Bert has K♣K♦: pair, kings, nine-seven-four kickers; three of a kind, kings, nine-seven kickers\n",
        "  Dora loses 200\n",
    ):
        assert lines in out
