"""What mutated files have broken once, as small as it gets: each raised, took for ever or was read in two ways."""

import json
import time
from pathlib import Path

import pytest

from deluck.formats import Rejected, read_columns, read_text
from deluck.formats.reading import FORMATS, find_format
from deluck.games import HoldemRules, RulesError
from deluck.records import HandRecord

from ..formats.test_json_lines import HAND
from ..formats.test_limits import SITES, game, texts
from .oracle import check_file, check_rejection

WINNING = (Path(__file__).parents[1] / "formats" / "sites" / "winning.txt").read_text(encoding="utf-8")


def checked(tmp_path: Path, text: str) -> tuple[int, list[Rejected]]:
    """Return how many hands of a text are read, and what is refused; both paths agree."""
    path = tmp_path / "hands"
    path.write_bytes(text.encode("utf-8", "replace"))
    found = check_file(path, parts=True)
    return found.read, [each for each in read_columns(path) if isinstance(each, Rejected)]


@pytest.mark.parametrize("payoff", ["Infinity", "-Infinity", "NaN", "1e400"])
def test_an_infinite_payoff_is_refused_by_name(tmp_path, payoff):
    """OverflowError: cannot convert float infinity to integer."""
    hand = json.dumps(HAND)
    payoffs = json.loads(hand).get("payoffs") or [0] * len(HAND["players"])
    broken = json.dumps(HAND | {"payoffs": ["x", *payoffs[1:]]}).replace('"x"', payoff)
    n_read, (rejected,) = checked(tmp_path, f"{hand}\n{broken}\n{hand}\n")
    assert n_read == 2
    assert "payoffs is" in rejected.reason


def test_stakes_beyond_the_engines_numbers_cost_one_hand(tmp_path):
    """OverflowError: Python int too large to convert to C long, and with it all the hands that waited."""
    hand = json.dumps(HAND)
    broken = json.dumps(HAND | {"rules": {"bet_sizes": [2**64] * 4, "max_raises": [4] * 4}, "game": "limit"})
    n_read, rejected = checked(tmp_path, f"{hand}\n{broken}\n{hand}\n")
    assert n_read == 2
    assert len(rejected) == 1
    with pytest.raises(RulesError, match=r"stakes of 1.84e\+19 \(expected at most"):
        HoldemRules(n_seats=2, small_blind=1, big_blind=2, bet_sizes=(2**64,) * 4)


def test_a_table_without_a_name_is_read(tmp_path):
    """TypeError: object of type 'NoneType' has no len()."""
    lines = WINNING.split("\n")
    index = next(number for number, line in enumerate(lines) if line.startswith("Table '"))
    _, _, rest = lines[index].removeprefix("Table '").partition("'")
    broken = [*lines[:index], f"Table ''{rest}", *lines[index + 1 :]]
    assert checked(tmp_path, "\n".join(broken))[0] >= 1
    assert all(hand.table is not None for hand in read_text("\n".join(broken)) if isinstance(hand, HandRecord))


def test_what_is_no_hand_among_the_hands_of_a_game_costs_no_other():
    """One entry that is no object had the whole game refused."""
    document = json.loads(game(["Ann", "Eve"]))
    document["hands"].insert(1, 5)
    first, rejected, last = read_text(json.dumps(document))
    assert isinstance(first, HandRecord)
    assert isinstance(last, HandRecord)
    assert rejected.reason == "hands has '5' (expected objects)"


def test_decisions_on_a_street_that_is_over_are_refused_on_both_paths(tmp_path):
    """A street whose first line is lost: its decisions were taken for those of the next one in bulk."""
    text = texts(["Ann"])["pokerstars"]
    flop = "Ann: calls $1\nb: checks\nAnn: checks\nb: checks\n*** FLOP *** [2c 3d 4h]\n"
    turn = "*** TURN *** [2c 3d 4h] [5h]\nb: checks\nAnn: checks\n"
    river = "*** RIVER *** [2c 3d 4h 5h] [9s]\nb: bets $2\nAnn: folds\nUncalled bet ($2) returned to b\n"
    text = text.replace("Ann: folds\nUncalled bet ($1) returned to b\n", flop + turn + river)
    text = text.replace("b collected $2 from pot", "b collected $4 from pot").replace("Total pot $2", "Total pot $4")
    text = text.replace("folded before Flop", "folded on the River").replace("collected ($2)", "collected ($4)")
    n_read, rejected = checked(tmp_path, text)
    assert n_read == 0
    assert len(rejected) == 1


@pytest.mark.parametrize("name", sorted(SITES))
def test_a_first_line_of_any_length_is_looked_through_in_no_time(tmp_path, name):
    """A header followed by 64,000 characters took ten seconds, one of a megabyte would have taken an hour."""
    text = SITES[name].read_text(encoding="utf-8")
    known = find_format(name)
    lines = text.split("\n")
    first = next((line for line in lines if known.starts_hand(line)), lines[1])
    for filler in (" - ", "(", " ", "a", "9", "$1/$2 "):
        broken = text.replace(first, first[:25] + filler * (900_000 // len(filler)) + first[25:], 1)
        path = tmp_path / "hands"
        path.write_text(broken, encoding="utf-8")
        start = time.process_time()
        for hand in read_columns(path):
            if isinstance(hand, Rejected):
                check_rejection(hand)
        assert time.process_time() - start < 5, filler


def test_fewer_than_one_chip_a_unit_are_refused_in_columns(tmp_path):
    """A Parquet file with such a row gave columns whose hands could not be had."""
    import pyarrow.parquet as pq

    from deluck.formats import write_parquet
    from deluck.records import HandColumns

    hands = [hand for hand in read_text(json.dumps(HAND)) if isinstance(hand, HandRecord)]
    path = tmp_path / "hands.parquet"
    write_parquet(path, [HandColumns.from_records(hands)])
    table = pq.read_table(path)
    index = table.schema.get_field_index("chips_per_unit")
    pq.write_table(table.set_column(index, table.schema.field(index), [[-1]]), path)
    (rejected,) = read_columns(path)
    assert "less than one chip a unit" in rejected.reason


def test_every_format_has_been_mutated():
    from .corpus import NAMES

    assert {each.NAME for each in FORMATS} | {"parquet"} == set(NAMES)


@pytest.mark.parametrize("amount", ["1e999999999", "1E+999999", "0e999999999", "-1e400", "NaN", "Infinity"])
def test_a_raise_to_more_than_numbers_can_say_is_refused_by_name(tmp_path, amount):
    """decimal.Overflow, where the size of the amount was looked at."""
    text = texts(["Ann", "Eve"])["phh"]
    broken = text.replace("cbr 6'", f"cbr {amount}'", 1)
    assert broken != text
    n_read, (rejected,) = checked(tmp_path, broken)
    assert n_read == 1
    assert "not an amount" in rejected.reason


def test_attributes_are_found_in_time_that_grows_with_the_text(tmp_path):
    """A word of a million letters without a value was looked through from each of them."""
    text = SITES["ipoker"].read_text(encoding="utf-8")
    path = tmp_path / "hands"
    path.write_text(text.replace('<action sum="', f'<action {"9" * 900_000} sum="', 1), encoding="utf-8")
    start = time.process_time()
    assert any(not isinstance(each, Rejected) for each in read_columns(path))
    assert time.process_time() - start < 5
