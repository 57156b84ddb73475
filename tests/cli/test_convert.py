import json
import warnings
from dataclasses import replace

import pytest
from pokerkit.notation import HandHistory

from deluck.formats import read_hands, read_parquet
from deluck.records import HandRecord

LINE = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2\n"
STUD = """variant = 'F7S'
antes = [1, 1]
bring_in = 1
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = ['d dh p1 Td3c4d', 'd dh p2 Kd3h5c', 'p1 pb', 'p2 cbr 4', 'p1 f']
hand = 9
"""


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "match.log"
    path.write_text("# a match\n" + "".join(LINE.format(number) for number in range(30)) + "SCORE:600|-600:p1|p2\n")
    return path


def test_a_log_goes_to_phh_and_back_without_loss(deluck, log, tmp_path):
    phhs, back = tmp_path / "match.phhs", tmp_path / "back.log"
    assert deluck("convert", str(log), "--to", "phh", "-o", str(phhs)) == (
        0,
        f"{phhs}: 30 hands written, 0 rejected\n",
        "",
    )
    assert deluck("convert", str(phhs), "--to", "acpc", "-o", str(back))[0] == 0
    assert back.read_text() == log.read_text().removeprefix("# a match\n")


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_output_is_compressed_as_its_name_says(deluck, log, tmp_path, suffix):
    target = tmp_path / f"out.log{suffix}"
    assert deluck("convert", str(log), "--to", "acpc", "-o", str(target))[0] == 0
    assert list(read_hands(target)) == list(read_hands(log))
    assert (target.read_bytes()[:5] == b"STATE") is (suffix == "")


def test_to_parquet_and_back(deluck, log, tmp_path):
    parquet, back = tmp_path / "match.parquet", tmp_path / "back.log"
    assert deluck("convert", str(log), "--to", "parquet", "-o", str(parquet))[0] == 0
    assert [hand for columns in read_parquet(parquet) for hand in columns] == list(read_hands(log))
    assert deluck("convert", str(parquet), "--to", "acpc", "-o", str(back))[0] == 0
    assert list(read_hands(back)) == list(read_hands(log))


@pytest.mark.parametrize("target", ["acpc", "phh", "parquet"])
def test_rejected_hands_are_told_and_counted(deluck, log, tmp_path, target):
    lines = log.read_text().splitlines(keepends=True)
    lines[5] = lines[5].replace("20|-20", "-20|20")
    lines[7] = "junk\n"
    log.write_text("".join(lines))
    out_file = tmp_path / "out"
    code, out, err = deluck("convert", str(log), "--to", target, "-o", str(out_file))
    assert code == 1
    assert out == f"{out_file}: 28 hands written, 2 rejected\n"
    first, second = sorted(err.splitlines())
    assert first.startswith(f"{log}:6: hand '4': payoffs -20 20")
    assert second.startswith(f"{log}:8: not a line of an ACPC log: 'junk'")
    assert sum(isinstance(hand, HandRecord) for hand in read_hands(out_file)) == 28


def test_many_rejections_are_shown_in_part_and_counted_by_reason(deluck, log, tmp_path):
    wrong = LINE.format(99).replace("20|-20", "-20|20")
    log.write_text(log.read_text() + "".join(f"junk {number}\n{wrong}" for number in range(15)) + wrong)
    code, out, err = deluck("convert", str(log), "--to", "acpc", "-o", str(tmp_path / "out"))
    assert code == 1
    assert "30 hands written, 31 rejected" in out
    *shown, total, first, second = err.splitlines()
    assert len(shown) == 3 + 3  # of each kind
    assert total == "31 rejected:"
    assert first.startswith(f"  16 × payoffs … (first at {log}:34: hand '99': payoffs -20 20 ")
    assert second.startswith(
        f"  15 × not a line of an ACPC log: … (first at {log}:33: not a line of an ACPC log: 'junk 0'"
    )
    code, out, _ = deluck("convert", str(log), "--to", "acpc", "-o", str(tmp_path / "out"), "--json", "--overwrite")
    found = json.loads(out)
    assert (found["rejections"], len(found["rejected"])) == (31, 31)
    assert list(found["rejected_reasons"].values()) == [16, 15]


def test_json_summary(deluck, log, tmp_path):
    out_file, empty = tmp_path / "out.log", tmp_path / "empty"
    empty.write_text("")
    code, out, _ = deluck("convert", str(log), str(empty), "--to", "acpc", "-o", str(out_file), "--json")
    assert code == 1
    found = json.loads(out)
    (rejected,) = found["rejected"]
    assert found == {
        "schema": 2,
        "output": str(out_file),
        "format": "acpc",
        "hands": 30,
        "copies": 0,
        "rejections": 1,
        "rejected_reasons": {rejected["reason"]: 1},
        "rejected": [{"source": str(empty), "line": 0, "reason": rejected["reason"]}],
        "rejected_examples": {rejected["reason"]: rejected | {"excerpt": ""}},
        "read": [
            {
                "site": "",
                "game": "holdem",
                "structure": "limit",
                "stakes": "10/20",
                "currency": "",
                "is_tournament": False,
                "month": "",
                "hands": 30,
            }
        ],
        "sites": {"": {"hands": 30, "rejections": 1}},
        "not_recognised": [],
    }


def test_a_file_that_is_there_is_replaced_on_demand_only(deluck, log, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("precious")
    command = ("convert", str(log), "--to", "acpc", "-o", str(mine))
    code, out, err = deluck(*command)
    assert (code, out) == (2, "")
    assert err == (f"deluck: {mine} is there already, so it is left alone (expected another name, or --overwrite)\n")
    assert mine.read_text() == "precious"
    assert deluck(*command, "--overwrite")[0] == 0
    assert mine.read_text().startswith("STATE:0:")


def test_hands_that_the_target_cannot_express_are_rejected_with_their_place(deluck, log, tmp_path):
    stud = tmp_path / "stud.phhs"
    stud.write_text(f"[1]\n{STUD}")
    code, out, err = deluck("convert", str(log), str(stud), "--to", "acpc", "-o", str(tmp_path / "out.log"))
    assert code == 1
    assert "30 hands written, 1 rejected" in out
    assert err == f"{stud}:1: hand '9' cannot be written as an ACPC line: it is a stud hand (expected limit hold'em)\n"


@pytest.mark.parametrize("target", ["acpc", "phh", "parquet"])
def test_nothing_usable_leaves_an_older_file_alone(deluck, tmp_path, target):
    old, junk = tmp_path / "old", tmp_path / "junk.log"
    old.write_text("precious")
    junk.write_text("STATE:1:junk\n")
    code, out, err = deluck("convert", str(junk), "--to", target, "-o", str(old), "--overwrite")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"deluck: no hand could be read and written as {target}: {old} was not written"
    assert old.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["junk.log", "old"]


def test_a_phh_file_holds_one_hand(deluck, log, tmp_path):
    target = tmp_path / "one.phh"
    code, _, err = deluck("convert", str(log), "--to", "phh", "-o", str(target))
    assert (code, err) == (
        2,
        f"deluck: cannot write more than one hand to {target} (expected a name that ends in .phhs)\n",
    )
    assert not target.exists()
    log.write_text(LINE.format(3))
    assert deluck("convert", str(log), "--to", "phh", "-o", str(target))[0] == 0
    assert target.read_text().startswith("variant")


def test_output_among_the_inputs_or_in_no_folder_is_refused(deluck, log, tmp_path):
    code, _, err = deluck("convert", str(tmp_path), "--to", "acpc", "-o", str(log))
    assert code == 2
    assert "is to be read and written at once" in err
    code, _, err = deluck("convert", str(log), "--to", "acpc", "-o", str(tmp_path / "no" / "x.log"))
    assert code == 2
    assert "No such file or directory" in err


NO_LIMIT = """\
STATE:0:r300c/cc/r750c/cc:6dAs|8hQc/ThKc8c/6s/Ad:750|-750:Anna|Bert # 1478798668.02718
STATE:1:f:5c3s|Th9d:50|-50:Bert|Anna
STATE:2:r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:Anna|Bert
"""


def test_a_no_limit_log_goes_to_parquet_and_back_without_loss(deluck, tmp_path):
    log, parquet, back = tmp_path / "a.log", tmp_path / "a.parquet", tmp_path / "back.log"
    log.write_text(NO_LIMIT)
    assert deluck("convert", str(log), "--to", "parquet", "-o", str(parquet))[0] == 0
    assert deluck("convert", str(parquet), "--to", "acpc", "-o", str(back))[0] == 0
    assert back.read_text() == NO_LIMIT + "SCORE:20700|-20700:Anna|Bert\n"


@pytest.mark.parametrize("target", ["phh", "pokerstars"])
def test_a_no_limit_log_goes_through_other_formats(deluck, tmp_path, target):
    log, other, back = tmp_path / "a.log", tmp_path / "other", tmp_path / "back.log"
    log.write_text(NO_LIMIT)
    code, said, _ = deluck("convert", str(log), "--to", target, "-o", str(other))
    assert code == 0
    assert said.endswith(f"{other}: 3 hands written, 0 rejected\n")
    assert deluck("convert", str(other), "--to", "acpc", "-o", str(back))[0] == 0
    assert [line.partition(" #")[0] for line in back.read_text().splitlines()[:3]] == [
        line.partition(" #")[0] for line in NO_LIMIT.splitlines()
    ]


def test_the_game_of_a_log_can_be_named(deluck, tmp_path):
    log, out_file = tmp_path / "a.log", tmp_path / "out.log"
    log.write_text(NO_LIMIT.splitlines()[1] + "\n")
    command = ("convert", str(log), "--to", "acpc", "-o", str(out_file))
    assert deluck(*command)[0] == 2
    assert deluck(*command, "--game", "nl")[0] == 0
    assert out_file.read_text().startswith(NO_LIMIT.splitlines()[1])
    code, _, err = deluck(*command, "--game", "stud")
    assert (code, err) == (2, "deluck: no game 'stud' of ACPC logs (expected limit or no-limit)\n")


PHH_HANDS = """[1]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [9000, 20000, 5000]
actions = ['d dh p1 AsKd', 'd dh p2 7h7c', 'd dh p3 9c4d', 'p3 cbr 300', 'p1 cbr 900', 'p2 cc', 'p3 f', 'd db 2c9dQh',
    'p1 cc', 'p2 cbr 8100', 'p1 cc', 'd db Ts', 'd db 3d', 'p1 sm AsKd', 'p2 sm 7h7c']
hand = 1
players = ['a', 'b', 'c']
finishing_stacks = [0, 29300, 4700]

[2]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [9000, 20000, 5000]
actions = ['d dh p1 AsKd', 'd dh p2 7h7c', 'd dh p3 9c4d', 'p3 f', 'p1 f']
hand = 2
players = ['a', 'b', 'c']
finishing_stacks = [8950, 20050, 5000]
"""


@pytest.mark.parametrize("target", ["phh", "ohh", "json-lines", "pokerstars", "parquet"])
def test_no_limit_hands_go_to_every_format_and_back_without_loss(deluck, tmp_path, target):
    source, out, back = tmp_path / "in.phhs", tmp_path / "out", tmp_path / "back.phhs"
    source.write_text(PHH_HANDS)
    hands = list(read_hands(source))
    assert all(isinstance(hand, HandRecord) for hand in hands), hands
    assert deluck("convert", str(source), "--to", target, "-o", str(out)) == (
        0,
        f"{out}: 2 hands written, 0 rejected\n",
        "",
    )
    assert [replace(hand, site="") for hand in read_hands(out)] == hands
    assert deluck("convert", str(out), "--to", "phh", "-o", str(back))[0] == 0
    assert [replace(hand, site="") for hand in read_hands(back)] == hands


def test_a_raised_stack_that_is_not_the_acpcs_is_refused_for_it(deluck, tmp_path):
    source, out = tmp_path / "in.phhs", tmp_path / "out.log"
    source.write_text(PHH_HANDS)
    code, _, err = deluck("convert", str(source), "--to", "acpc", "-o", str(out))
    assert code == 2
    assert "its stacks are 9000 20000 5000" in err


def test_text_as_pokerstars_writes_it_is_read_by_pokerkit_to_the_same_money(deluck, tmp_path):
    source, out = tmp_path / "in.phhs", tmp_path / "out.txt"
    source.write_text(PHH_HANDS)
    assert deluck("convert", str(source), "--to", "pokerstars", "-o", str(out))[0] == 0
    texts = [f"PokerStars{text}" for text in out.read_text().split("PokerStars")[1:]]
    for hand, text in zip(read_hands(source), texts, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it does not know all fields that it sets itself
            (history,) = HandHistory.from_pokerstars(text)
        assert tuple(history.players) == hand.names
        assert tuple(list(history)[-1].payoffs) == hand.payoffs


def test_a_folder_of_everything_goes_into_one_file(deluck, tmp_path, log):
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "a.log").write_text(log.read_text())
    (folder / "b.phhs").write_text(PHH_HANDS)
    for target in ("ohh", "json-lines"):
        assert deluck("convert", str(folder / "b.phhs"), "--to", target, "-o", str(folder / f"c.{target}"))[0] == 0
    out = tmp_path / "all.jsonl.zst"
    code, said, _ = deluck("convert", str(folder), "--to", "json-lines", "-o", str(out))
    assert code == 0
    assert said.endswith(f"{out}: 32 hands written, 0 rejected, 4 given before and left out\n")
    rows = [" ".join(line.split()) for line in said.splitlines()]
    assert "not named hold'em limit 10/20 – 30" in rows
    assert "not named hold'em no-limit 50/100 – 6" in rows
    assert list(read_hands(out)) == [*read_hands(folder / "a.log"), *read_hands(folder / "b.phhs")]


@pytest.mark.parametrize("target", ["ohh", "parquet"])
def test_copies_are_left_out_and_counted_as_assess_counts_them(deluck, tmp_path, target):
    """The same two hands in three files, one of them beside a hand of more seats."""
    wide = PHH_HANDS.replace("[1]", "[3]").split("[2]")[0].replace("hand = 1", "hand = 3")
    wide = wide.replace("antes = [0, 0, 0]", "antes = [0, 0, 0, 0]").replace("[50, 100, 0]", "[50, 100, 0, 0]")
    wide = wide.replace("5000]", "5000, 700]").replace("'p3 cbr 300'", "'p3 cbr 300', 'p4 f'")
    wide = wide.replace("'b', 'c']", "'b', 'c', 'd']").replace("4700]", "4700, 700]")
    (tmp_path / "a.phhs").write_text(PHH_HANDS)
    (tmp_path / "b.phhs").write_text(f"{PHH_HANDS}\n{wide}")
    assert deluck("convert", str(tmp_path / "a.phhs"), "--to", "json-lines", "-o", str(tmp_path / "c.jsonl"))[0] == 0
    sources = [str(tmp_path / name) for name in ("a.phhs", "b.phhs", "c.jsonl")]
    code, said, _ = deluck("convert", *sources, "--to", target, "-o", str(tmp_path / "out"), "--json")
    assert code == 0
    assert (json.loads(said)["hands"], json.loads(said)["copies"]) == (3, 4)
    assert [hand.hand_id for hand in read_hands(tmp_path / "out")] == ["1", "2", "3"]
    assert json.loads(deluck("assess", *sources, "--json")[1])["copies"] == 4
