"""Files that are still being written: hands come when they are complete, however the bytes arrive."""

import json
import threading
import time

import pytest

from deluck.formats import Rejected, follow_hands, read_text
from deluck.records import HandRecord

from .test_limits import texts

NAMES = ["Ann", "Eve", "Bob", "Cid"]
FOLLOWED = ["acpc", "json-lines", "ohh", "phh", "pokerstars", "divat"]


@pytest.mark.parametrize("name", FOLLOWED)
def test_hands_come_while_the_file_grows_in_odd_pieces(tmp_path, name):
    text = texts(NAMES)[name] + "\n"
    if name == "acpc":  # without it, the game is not known before many hands
        text = "# name/game/hands/seed x holdem.limit.2p.reverse_blinds.game 4 0\n" + text
    expected = list(read_text(text))
    assert all(isinstance(hand, HandRecord) for hand in expected)
    path = tmp_path / "growing"
    content, done = text.encode(), threading.Event()
    piece = max(1, len(content) // 23)

    def write() -> None:
        with path.open("wb") as file:
            for start in range(0, len(content), piece):
                file.write(content[start : start + piece])
                file.flush()
                time.sleep(0.005)
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    found, seen_before_the_end = [], 0
    for hand in follow_hands(path, done.is_set, pause=0.001):
        found.append(hand)
        seen_before_the_end += not done.is_set()
    thread.join()
    assert found == expected
    assert seen_before_the_end > 0


def test_files_that_never_come_or_cannot_be_followed(tmp_path):
    looks = iter([False, False, True, True, True, True])
    (rejected,) = follow_hands(tmp_path / "never", lambda: next(looks), pause=0)
    assert "it cannot be read" in rejected.reason
    for name in ("pokerbench", "pokernow"):
        path = tmp_path / name
        path.write_text(texts(["Ann"])[name] + "\n")
        (rejected,) = follow_hands(path, lambda: True)
        assert isinstance(rejected, Rejected)
        assert f"a file of {name} is read whole, not followed" in rejected.reason
    path.write_text("hello\n")
    (rejected,) = follow_hands(path, lambda: True)
    assert "of no format known here" in rejected.reason


def test_what_is_cut_off_when_the_waiting_ends_is_rejected(tmp_path):
    path = tmp_path / "x.jsonl"
    line = texts(["Ann"])["json-lines"]
    assert json.loads(line)
    path.write_text(f"{line}\n{line[:-20]}")
    hand, rejected = follow_hands(path, lambda: True)
    assert isinstance(hand, HandRecord)
    assert "not JSON" in rejected.reason
