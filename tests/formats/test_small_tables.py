"""Folders of small files: the same hands and rejections, file by file, as when every hand is read for itself."""

import random
from itertools import count

import pytest

from deluck.errors import FormatError
from deluck.formats import Rejected, format_phh, json_lines, read_columns, read_files, read_hands
from deluck.formats.reading import read_with_places

from .conftest import random_no_limit

LIMIT = "STATE:{}:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2\n"


def written_hands(seed):
    """Yield hands at random as PHH has them, those left out that it cannot express."""
    for number in count(1_000 * seed):
        hand = random_no_limit(number)[1]
        try:
            yield hand, format_phh(hand)
        except FormatError:
            continue


@pytest.mark.parametrize("seed", range(4))
def test_a_folder_of_small_files_is_read_as_its_hands_are_one_by_one(tmp_path, all_in_stud, seed):
    """Hands of PHH, good and bad, hold'em and stud, with files of other formats between some of them."""
    rng, written = random.Random(seed), written_hands(seed)
    for number in range(90):
        kind = rng.choices(("phh", "two", "bad", "wrong", "stud", "jsonl", "acpc", "junk"), (30, 6, 3, 3, 2, 2, 2, 1))[
            0
        ]
        (hand, text), (_, second) = next(written), next(written)
        content = {
            "phh": text,
            "two": f"[1]\n{text}\n[2]\n{second}",
            "bad": text.replace("variant = ", "variant == "),
            "wrong": text.replace("actions = [", "actions = ['p1 cbr 1', "),
            "stud": all_in_stud,
            "jsonl": f"{json_lines.format_hand(hand)}\n",
            "acpc": LIMIT.format(number),
            "junk": "no log at all",
        }[kind]
        (tmp_path / f"{number:03}").write_text(content, encoding="utf-8")
    expected: dict[str, list] = {}
    for hand, source, _ in read_with_places(tmp_path):
        expected.setdefault(source, []).append(hand)
    found: dict[str, list] = {}
    for source, part in read_files(tmp_path):
        found.setdefault(source, []).extend([part] if isinstance(part, Rejected) else part)
    assert found == expected
    assert list(found) == sorted(found)
    assert sum(isinstance(each, Rejected) for some in found.values() for each in some) > 3
    parts = list(read_columns(tmp_path))
    for game in ("holdem", "stud7"):
        hands = [hand for hand in read_hands(tmp_path) if not isinstance(hand, Rejected) and hand.game == game]
        together = [hand for part in parts if not isinstance(part, Rejected) and part.game == game for hand in part]
        assert together == hands
    assert len([part for part in parts if not isinstance(part, Rejected)]) < 40  # and not one for every file
