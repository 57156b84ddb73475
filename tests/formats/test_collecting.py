"""The garbage collector pauses while hands are read, and only then."""

import gc

import pytest

from deluck.formats import read_columns
from deluck.formats.collecting import without_collecting


@pytest.fixture(autouse=True)
def _collector():
    gc.enable()
    yield
    gc.enable()


def _states(n_items):
    for _ in range(n_items):
        yield gc.isenabled()


def test_items_are_made_while_it_pauses_and_yielded_while_it_is_on():
    states = []
    for is_on in without_collecting(_states(3)):
        states.append(is_on)
        assert gc.isenabled()
    assert states == [False] * 3
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off():
    gc.disable()
    assert list(without_collecting(_states(2))) == [False] * 2
    assert not gc.isenabled()


def test_one_pause_within_another_does_not_end_it():
    def both():
        yield from without_collecting(_states(1))
        yield gc.isenabled()

    assert list(without_collecting(both())) == [False, False]
    assert gc.isenabled()


def test_an_error_ends_the_pause():
    def broken():
        yield 1
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        list(without_collecting(broken()))
    assert gc.isenabled()


def test_whoever_stops_early_has_it_on(tmp_path):
    path = tmp_path / "junk.txt"
    path.write_text("junk\n")
    found = read_columns(path)
    next(found)
    assert gc.isenabled()
    found.close()
    assert gc.isenabled()
