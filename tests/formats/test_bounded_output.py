"""Names, ids and reasons of a megabyte, in every format: nothing that deluck prints or writes is as long."""

import json
import re

import pytest

from deluck.arena.entrants import as_entrant
from deluck.errors import ArenaError
from deluck.formats.limits import MOST_NAME_LENGTH, MOST_REASON_LENGTH

from .test_limits import texts

HUGE = "n" * 1_000_000
LONG = "m" * (MOST_NAME_LENGTH - 10)
FORMATS = sorted(set(texts(["Ann"])) - {"divat"})


def longest_run(text):
    """The longest part of one of the names that stands in a text."""
    return max((len(run) for run in re.findall(r"n{20,}|m{20,}", text)), default=0)


def strings(value):
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_said_of_a_file_is_bounded(name, tmp_path, deluck):
    path = tmp_path / "hands.txt"
    path.write_text(texts([HUGE, "Ann"])[name] + "\n")
    for arguments in (("--json",), ()):
        out_path = tmp_path / f"out{len(arguments)}.jsonl"
        _, out, err = deluck("convert", str(path), "--to", "json-lines", "-o", str(out_path), *arguments)
        assert longest_run(out + err) <= MOST_REASON_LENGTH
        assert len(out) + len(err) < 10_000
        assert not out_path.exists() or longest_run(out_path.read_text()) <= MOST_NAME_LENGTH
        if arguments:
            assert max(map(len, strings(json.loads(out)))) <= MOST_NAME_LENGTH


def test_a_long_name_that_is_read_is_bounded_in_every_output(tmp_path, deluck):
    path, page, table = (tmp_path / name for name in ("hands.phhs", "page.html", "hands.csv"))
    hands = texts([LONG, HUGE, LONG])["phh"].split("\n\n")
    path.write_text("\n".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands, 1)))
    code, out, err = deluck("assess", str(path), "--html", str(page), "--per-hand", str(table))
    assert code in (0, 1), err
    assert longest_run(out + err) <= MOST_REASON_LENGTH
    assert max(map(len, (out + err).splitlines())) < 2_000
    assert longest_run(table.read_text()) <= MOST_NAME_LENGTH
    assert longest_run(page.read_text()) <= MOST_NAME_LENGTH
    _, out, err = deluck("assess", str(path), "--json")
    assert longest_run(err) <= MOST_REASON_LENGTH
    assert max(map(len, strings(json.loads(out)))) <= 2_000


def test_a_player_with_a_name_like_that_does_not_sit_down():
    class Long:
        name = HUGE

        def act(self, _view, _rng):
            return "call"

    with pytest.raises(ArenaError, match="not a player's name") as refused:
        as_entrant(Long())
    assert len(str(refused.value)) < 300
    Long.name = LONG
    assert as_entrant(Long()).name == LONG
