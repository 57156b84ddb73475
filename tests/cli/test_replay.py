import json

import pytest

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
    told = "Preflop, pot 15\n  Anna raises to 20\n  Bert raises to 30\n  Anna folds\n\nResult\n  Bert wins 20\n"
    assert told in deluck("replay", str(log), "--hand", "1")[1]
    code, _, err = deluck("replay", str(log), "--hand", "9")
    assert (code, err) == (2, f"deluck: no hand '9' in {log} (it has 3 sound hands)\n")
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
    assert (found["sound"], found["rejected"]) == (3, 1)
    assert found["rejections"][0]["line"] == 4
    assert err.startswith(f"{log}:4: hand '1': payoffs -20 20")
    assert [street["name"] for street in found["hand"]["streets"]] == ["preflop", "flop", "turn", "river"]
    assert found["hand"]["streets"][1]["moves"][1] == {"seat": 1, "name": "Bert", "does": "bets 10", "amount": "10"}
    assert found["hand"]["payoffs"] == [{"name": "Anna", "won": "20"}, {"name": "Bert", "won": "-20"}]


def test_a_file_without_hands_is_one_sentence(deluck, tmp_path):
    code, out, err = deluck("replay", str(tmp_path / "missing.log"))
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"{tmp_path / 'missing.log'}: no such file or folder",
        f"deluck: no sound hand in {tmp_path / 'missing.log'}",
    ]
