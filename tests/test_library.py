from pathlib import Path

import pytest

import deluck
from deluck.errors import FormatError, RecordError
from deluck.records import HandColumns

HAND = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:North|South"
BAD = "STATE:9:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:30|-30:North|South"
TEXT = "\n".join([HAND.format(0), BAD, HAND.format(1)]) + "\n"
POKERSTARS = Path(__file__).parent / "formats" / "pokerstars"


@pytest.fixture
def log(tmp_path) -> Path:
    path = tmp_path / "m.log"
    path.write_text(TEXT)
    return path


def test_read_a_text_or_a_file(log):
    for source in (TEXT, TEXT.encode(), log, str(log)):
        hands = deluck.read(source)
        assert len(hands) == 2
        assert [record.hand_id for record in hands] == ["0", "1"]
        assert hands.players == ("North", "South")
        assert len(hands.rejected) == 1
        assert hands.rejected[0].line == 2
        assert repr(hands) == "<Hands: 2 hands of holdem by North, South, 1 rejected>"
        assert hands.to_arrow().num_rows == 2


def test_one_line_is_text_if_it_looks_like_a_format():
    assert len(deluck.read(HAND.format(0))) == 1


def test_read_several_and_several_games(log):
    hands = deluck.read(log, POKERSTARS / "stud.txt")
    assert len(hands) == 9
    assert "2 hands of holdem and 7 hands of stud7 by North, South, Ada, Bruno and 10 others, 1 rejected" in repr(hands)
    with pytest.raises(RecordError, match=r"holdem, stud7 \(expected one game\)"):
        hands.to_arrow()


@pytest.mark.parametrize(
    ("source", "sentence"),
    [("no-such.log", "no-such.log"), ("a\nb\n", "it is of no format known here"), (b"", "there is nothing in it")],
)
def test_what_cannot_be_read_at_all_is_an_error(source, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError, match=sentence):
        deluck.read(source)


def test_bad_hands_alone_are_no_error():
    hands = deluck.read(BAD + "\n")
    assert (len(hands), len(hands.rejected)) == (0, 1)
    assert repr(hands) == "<Hands: no hand, 1 rejected>"


def test_assess_takes_whatever_holds_hands(log):
    hands = deluck.read(log)
    wanted = deluck.assess(hands).as_dict()
    assert (wanted["hands"], wanted["assessed"], wanted["rejections"]) == (2, 2, 1)
    for given in (log, str(log), TEXT, [log], [hands.rejected[0], *hands], (*hands.rejected, *hands.columns)):
        found = deluck.assess(given).as_dict()
        for key, value in wanted.items():
            if key not in ("rejected", "rejected_examples", "sites"):  # named after their source
                assert found[key] == value, key
    records = list(hands)
    assert deluck.assess(records[0]).n_hands == 1
    assert deluck.assess(HandColumns.from_records(records)).n_rejected == 0
    copied = deluck.assess([log, TEXT])
    assert (copied.n_hands, copied.n_copies) == (2, 2)


def test_assess_takes_anothers_view_and_refuses_nonsense(log):
    ours, theirs = deluck.assess(log), deluck.assess(log, player="South")
    assert (ours.viewpoint, theirs.viewpoint) == ("North", "South")
    assert theirs.estimators["money"].total == -ours.estimators["money"].total == -4
    with pytest.raises(deluck.DeluckError, match="no player 'West'"):
        deluck.assess(log, player="West")
    with pytest.raises(FormatError, match="cannot assess a int"):
        deluck.assess(3)
    with pytest.raises(deluck.DeluckError, match="no-such"):
        deluck.assess("no-such.log")
    with pytest.raises(deluck.DeluckError, match="0 jobs at once"):
        deluck.assess(log, n_jobs=0)
    for seed in (-1, 1 << 63):
        with pytest.raises(deluck.DeluckError, match=f"a seed of {seed}"):
            deluck.assess(log, seed=seed)


@pytest.mark.parametrize("source", [None, 3, ["a.log"]])
def test_read_takes_paths_and_texts_only(source):
    with pytest.raises(FormatError, match=f"cannot read a {type(source).__name__}"):
        deluck.read(source)


def test_assessments_show_themselves(log):
    found = deluck.assess(log)
    assert found.verdict in repr(found)
    assert "<svg" in found._repr_html_()
    assert found.verdict in found._repr_html_()
    assert found.to_arrow().num_rows == 2
    assert len(found.to_pandas()) == 2


def test_reading_loads_no_report_and_no_plots(in_new_process):
    code = "import sys, deluck; deluck.play; print([m for m in ('plotly', 'jinja2') if m in sys.modules])"
    assert in_new_process(code).stdout == "[]\n"
