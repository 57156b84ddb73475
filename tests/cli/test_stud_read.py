import json

import pytest

HAND = """variant = 'F7S'
antes = [0.25, 0.25, 0.25]
bring_in = 0.25
small_bet = 1
big_bet = 2
starting_stacks = [30, 100, 100]
actions = ['d dh p1 Td3c4d', 'd dh p2 Kd3h5c', 'd dh p3 ????9s', 'p1 pb', 'p2 cbr 1', 'p3 f', 'p1 cbr 2', 'p2 cc', \
'd dh p1 4h', 'd dh p2 5h', 'p2 cbr 1', 'p1 f']
players = ['Anna', '<script>Bert</script>', 'Cleo']
currency_symbol = '$'
hand = 7
"""
HOLDEM = "STATE:0:rrf:6sKs|5dJd:20|-20:Bert|Anna\n"


@pytest.fixture
def hand(tmp_path):
    path = tmp_path / "hand.phh"
    path.write_text(HAND)
    return str(path)


def test_a_hand_is_shown_street_by_street(deluck, hand):
    code, out, err = deluck("stud", "read", hand)
    assert (code, err) == (0, "")
    assert out.startswith("Hand 7: limit seven-card stud, 3 seats, ante $0.25, bring-in $0.25, bets $1.00/$2.00\n")
    assert (
        "Seen by the public; everybody is assumed to bet by the policy default, with 10% of actions at random\n" in out
    )
    assert "Third street" in out
    assert "Anna brings it in for $0.25" in out
    assert "<script>Bert</script> completes to $1.00" in out
    assert "After the betting (3B): the winner is uncertain by" in out
    assert "    held        K♦3♥ " in out
    assert "Fourth street" in out
    assert "Before the last fold: the winner is uncertain by" in out
    assert "the favourite before the last fold" in out
    assert "Fifth street" not in out


def test_a_seat_reads(deluck, hand):
    by_name = deluck("stud", "read", hand, "--seat", "Anna")
    assert "Seen by Anna, own cards known" in by_name[1]
    assert "    own cards   T♦3♣\n" in by_name[1]
    assert "held        T♦3♣" not in by_name[1]
    assert deluck("stud", "read", hand, "--seat", "0") == by_name


def test_a_policy_that_is_trusted_has_no_doubt(deluck, hand):
    out = deluck("stud", "read", hand, "--doubt", "0")[1]
    assert "everybody is assumed to bet by the policy default\n" in out


def test_as_json(deluck, hand):
    code, out, _ = deluck("stud", "read", hand, "--json", "--policy", "tight", "--doubt", "0")
    found = json.loads(out)
    assert code == 0
    assert set(found) == {
        "hand_id", "players", "policy", "doubt", "viewpoint", "verdict", "story", "actions", "stages",
        "before_last_fold", "impossible", "rejected", "rejected_reasons", "rejections", "schema",
    }  # fmt: skip
    assert (found["hand_id"], found["policy"], found["doubt"], found["viewpoint"]) == ("7", "tight", 0, None)
    assert [stage["stage"] for stage in found["stages"]] == ["3D", "3B", "4D"]
    assert len(found["actions"]) == 7
    first = found["stages"][0]["seats"][0]
    assert set(first) == {
        "seat", "player", "up", "win", "win_cards_only", "win_true", "downcards", "downcards_entropy", "hand_types",
        "held", "truth", "truth_cards_only",
    }  # fmt: skip
    assert first["held"] == "Td3c"
    assert first["truth"] == pytest.approx(1 / (49 * 48 / 2))
    assert sum(first["hand_types"].values()) == pytest.approx(1)
    assert found["stages"][0]["seats"][2]["held"] is None
    assert found["stages"][1]["entropy"] > 0


def test_a_page(deluck, hand, tmp_path):
    page = tmp_path / "read.html"
    code, _, err = deluck("stud", "read", hand, "--html", str(page))
    assert (code, err) == (0, f"{page} has the page.\n")
    text = page.read_text()
    assert "&lt;script&gt;Bert&lt;/script&gt;" in text
    assert "<script>Bert" not in text
    assert deluck("stud", "read", hand, "--html", str(page), "--seat", "0")[0] == 0, "a page may be replaced"
    assert "Read by Anna" in page.read_text()


def test_the_hands_themselves_are_not_written_over(deluck, hand):
    code, out, err = deluck("stud", "read", hand, "--html", hand)
    assert (code, out) == (2, "")
    assert f"{hand} is to be read and written at once" in err
    assert deluck("stud", "read", hand)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--hand", "99"), "hand.phh (expected the number of one of its hands, or 1)"),
        (("--hand", "9" * 5000), "(expected the number of one of its hands, or 1)"),
        (("--seat", "9" * 5000), "in hand '7' (expected one of: 0 Anna"),
        (("--seat", "5"), "no seat '5' in hand '7' (expected one of: 0 Anna, 1 <script>Bert</script>, 2 Cleo)"),
        (("--seat", "Cleo"), "the down cards of Cleo, seat 2, are not known on third street"),
        (("--policy", "wild"), "no policy 'wild' (expected one of: default"),
        (("--doubt", "2"), "doubt of 2.0 (expected a probability from 0 to 1)"),
        (("--html", "/nowhere/at/all.html"), "cannot write /nowhere/at/all.html"),
    ],
)
def test_mistakes_are_one_sentence(deluck, hand, arguments, sentence):
    code, _, err = deluck("stud", "read", hand, *arguments)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_file_of_holdem_is_refused(deluck, tmp_path):
    path = tmp_path / "match.log"
    path.write_text(HOLDEM)
    code, out, err = deluck("stud", "read", str(path))
    assert (code, out) == (2, "")
    assert err == f"deluck: no hand of seven-card stud in {path} (it has 1 valid hand of hold'em)\n"


def test_a_file_that_is_not_there(deluck, tmp_path):
    code, _, err = deluck("stud", "read", str(tmp_path / "none.phh"))
    assert code == 2
    assert "no such file or folder" in err
