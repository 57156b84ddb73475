"""Parquet files of hands: read back as written, in bounded pieces, and refused by name when they are something else."""

import os
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import DECK, parse_cards
from deluck.errors import FileError, FormatError, RecordError
from deluck.formats import Rejected, parquet, read_columns, read_hands
from deluck.formats.parquet import read_parquet, write_parquet
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.records import Decision, HandColumns, HandRecord, columns_by_game


def played(rng: random.Random, number: int) -> HandRecord:
    """Return a random hand of either game, played to its end."""
    n_seats = rng.randint(2, 8)
    deck = rng.sample(DECK, 52)
    stacks = None if rng.random() < 0.5 else tuple(rng.randint(1, 200) for _ in range(n_seats))
    if rng.random() < 0.5:
        state = HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(deck, n_seats), stacks)
    else:
        state = StudState(StudRules.paper(n_seats), StudDeal.from_deck(deck, n_seats), stacks)
    while not state.is_over:
        state.act(rng.choice(state.legal_actions()))
    return HandRecord(
        rules=state.rules,
        deal=state._deal,
        decisions=tuple(Decision(move.seat, move.action) for move in state.history),
        payoffs=state.exact_payoffs(),
        names=tuple(rng.choice(("Alice", "Böb", "C♠")) for _ in range(n_seats)),
        stacks=stacks,
        hand_id=str(number),
    )


def hands(n_hands: int, seed: int = 3) -> list[HandRecord]:
    rng = random.Random(seed)
    return [played(rng, number) for number in range(n_hands)]


RECORDS = hands(60)
MANY = HandColumns.concatenate([HandColumns.from_records([r for r in RECORDS if r.game == "holdem"])] * 2000)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1), n_hands=st.integers(1, 30), sizes=st.tuples(st.integers(1, 9), st.integers(1, 9))
)
def test_hands_come_back_from_a_file(tmp_path_factory, seed, n_hands, sizes):
    records = hands(n_hands, seed)
    path = tmp_path_factory.mktemp("hands") / "hands.parquet"
    assert write_parquet(path, columns_by_game(records, batch_size=sizes[0])) == n_hands
    batches = list(read_parquet(path, batch_size=sizes[1]))
    assert all(len(batch) <= sizes[1] for batch in batches)
    for game in ("holdem", "stud7"):
        assert [record for batch in batches if batch.game == game for record in batch] == [
            record for record in records if record.game == game
        ]


def test_row_groups_are_bounded_and_small_batches_put_together(tmp_path):
    path = tmp_path / "hands.parquet"
    one_by_one = [MANY[row : row + 1] for row in range(300)]
    write_parquet(path, one_by_one)
    assert pq.ParquetFile(path).metadata.num_row_groups == 1
    write_parquet(path, [MANY, MANY])
    metadata = pq.ParquetFile(path).metadata
    sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    assert sum(sizes) == 2 * len(MANY)
    assert max(sizes) <= parquet.N_HANDS_A_GROUP
    assert metadata.row_group(0).column(0).compression == "ZSTD"
    batches = list(read_parquet(path))
    assert max(map(len, batches)) <= parquet.N_HANDS_A_GROUP
    assert sum(map(len, batches)) == 2 * len(MANY)
    both = HandColumns.concatenate(batches)
    for name in ("cards", "board", "actions", "actors", "action_starts", "payoffs", "stacks", "hand_ids"):
        expected = getattr(HandColumns.concatenate([MANY, MANY]), name)
        assert np.array_equal(getattr(both, name), expected)


def test_memory_does_not_grow_with_the_number_of_hands(tmp_path, monkeypatch):
    n_hands = 4096
    monkeypatch.setattr(parquet, "N_HANDS_A_GROUP", n_hands)

    def most_held(n_batches: int) -> tuple[int, int]:
        path = tmp_path / "hands.parquet"
        before = pa.total_allocated_bytes()
        writing, reading = [0], [0]

        def batches():
            for _ in range(n_batches):
                writing.append(pa.total_allocated_bytes() - before)
                yield MANY[:n_hands]

        assert write_parquet(path, batches()) == n_batches * n_hands
        reading.extend(pa.total_allocated_bytes() - before for _ in read_parquet(path, batch_size=n_hands))
        assert len(reading) == n_batches + 1
        return max(writing), max(reading)

    few, many = most_held(5), most_held(50)
    assert many[0] < 1.5 * few[0]
    assert many[1] < 1.5 * few[1]


def test_a_file_with_both_games_in_one_row_group_is_read(tmp_path):
    path = tmp_path / "hands.parquet"
    parts = [batch.to_arrow() for batch in columns_by_game(RECORDS)]
    pq.write_table(pa.concat_tables(parts), path)
    read = list(read_parquet(path))
    assert {batch.game for batch in read} == {"holdem", "stud7"}
    assert sorted((r.hand_id for batch in read for r in batch), key=int) == [r.hand_id for r in RECORDS]


def test_no_hands_are_a_file_too(tmp_path):
    path = tmp_path / "none.parquet"
    assert write_parquet(path, []) == 0
    assert write_parquet(path, [MANY[:0]]) == 0
    assert list(read_parquet(path)) == []


def test_the_same_hands_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_parquet(tmp_path / name, [MANY[:500]])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


# whole or not at all


class StoppedError(Exception):
    pass


@pytest.mark.parametrize("error", [StoppedError, KeyboardInterrupt, OSError("source gone"), RecordError("bad hand")])
def test_nothing_is_left_behind_when_the_hands_stop(tmp_path, error):
    path = tmp_path / "hands.parquet"
    path.write_bytes(b"what was there")

    def batches():
        yield MANY
        yield MANY
        raise error

    with pytest.raises(error if isinstance(error, type) else type(error)):
        write_parquet(path, batches())
    assert path.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch):
    path = tmp_path / "hands.parquet"

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=f"cannot write {path}: No space left on device"):
        write_parquet(path, [MANY[:10]])
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written_are_named(tmp_path):
    absent = tmp_path / "no" / "hands.parquet"
    with pytest.raises(FileError, match=f"cannot write {absent}: No such file or directory"):
        write_parquet(absent, [MANY[:10]])
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(FileError, match=f"cannot write {folder}: it is a folder"):
        write_parquet(folder, [MANY[:10]])
    assert list(tmp_path.iterdir()) == [folder]


# other files


def refused(path: Path) -> str:
    with pytest.raises(FormatError) as caught:
        list(read_parquet(path))
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def test_files_that_are_not_there_or_not_parquet_are_named(tmp_path):
    assert refused(tmp_path / "absent.parquet").endswith("no such file or directory")
    assert refused(tmp_path).endswith("is a directory")
    for content in (b"", b"PAR1", b"STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2\n" * 9):
        path = tmp_path / "other"
        path.write_bytes(content)
        assert "not a Parquet file or is damaged" in refused(path)
    with pytest.raises(FormatError, match="batches of 0 hands"):
        next(read_parquet(tmp_path, batch_size=0))


def test_parquet_files_of_something_else_are_named(tmp_path):
    path = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    assert "not a table of hands: no 'deluck.hands' in its metadata" in refused(path)
    table = MANY[:10].to_arrow()
    pq.write_table(table.drop_columns(["board"]), path)
    assert "without one column 'board'" in refused(path)
    pq.write_table(table.replace_schema_metadata({"deluck.hands": "77"}), path)
    assert "hands of version 77 (expected 2: convert the hands again from their source)" in refused(path)
    cards = pa.array([[99, 1] * MANY[row].n_seats for row in range(10)])
    pq.write_table(table.set_column(table.schema.get_field_index("cards"), "cards", cards), path)
    assert "hand '" in refused(path)


def test_damage_is_noticed(tmp_path, rng):
    path = tmp_path / "hands.parquet"
    write_parquet(path, [MANY[:200]])
    whole = path.read_bytes()
    expected = MANY[:200].to_records()
    for length in (len(whole) // 3, len(whole) - 1, len(whole) - 9):
        path.write_bytes(whole[:length])
        refused(path)
    reasons = []
    for place in rng.integers(4, len(whole) - 8, 100).tolist():
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << int(rng.integers(8))]) + whole[place + 1 :])
        try:
            read = [record for batch in read_parquet(path) for record in batch]
        except FormatError as error:
            reasons.append(str(error))
        else:
            assert read == expected  # nothing reads that byte
    assert all(str(path) in reason for reason in reasons)
    assert len(reasons) > 50


# checked in bulk, without records


def no_limit(rng: random.Random, number: int) -> HandRecord:
    """Return a random no-limit or pot-limit hand with posts, stacks of all sizes, time and table."""
    n_seats = rng.randint(2, 6)
    make = rng.choice((HoldemRules.no_limit, HoldemRules.pot_limit))
    rules = make(n_seats, ante=rng.choice((0, 10)))
    stacks = tuple(rng.choice((90, 500, 2000, 20_000)) for _ in range(n_seats))
    usual = rules.forced
    posts = tuple(100 if seat == 2 and rng.random() < 0.5 else 0 for seat in range(n_seats))
    forced = Forced(usual.blinds, posts, usual.dead)
    state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats), stacks, forced)
    decisions = []
    while not state.is_over:
        action = rng.choice(state.legal_actions())
        amount = rng.randint(state.min_raise_to, state.max_raise_to) if action is Action.RAISE else None
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    return HandRecord(
        rules=rules,
        deal=state._deal,
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=tuple(f"p{seat}" for seat in range(n_seats)),
        stacks=stacks,
        forced=forced,
        hand_id=str(number),
        time=datetime(2020, 1, 1, 12, 0, 0, number, tzinfo=UTC),
        table="t1",
    )


def test_no_limit_hands_come_back_from_a_file_and_are_valid(tmp_path):
    rng = random.Random(1)
    records = [no_limit(rng, number) for number in range(300)]
    path = tmp_path / "hands.parquet"
    write_parquet(path, columns_by_game(records))
    (columns,) = read_columns(path)
    assert list(columns) == records
    assert list(read_hands(path)) == records


def test_hands_that_are_plainly_valid_are_not_replayed_one_by_one(tmp_path, monkeypatch):
    from deluck.formats import checking

    rng = random.Random(2)
    path = tmp_path / "hands.parquet"
    records = [no_limit(rng, number) for number in range(100)]
    wrong = replace(records[40], payoffs=tuple(reversed(records[40].payoffs)))
    assert wrong.payoffs != records[40].payoffs
    write_parquet(path, columns_by_game([*records[:40], wrong, *records[41:]]))
    looked_at = []
    validate = checking.validate
    monkeypatch.setattr(checking, "validate", lambda record: looked_at.append(record.hand_id) or validate(record))
    rejected, columns = read_columns(path)
    assert looked_at == ["40"]
    assert (rejected.line, rejected.source) == (41, str(path))
    assert "hand '40': payoffs" in rejected.reason
    assert [record.hand_id for record in columns] == [str(number) for number in range(100) if number != 40]
    assert [hand.hand_id for hand in read_hands(path) if not isinstance(hand, Rejected)] == list(columns.hand_ids)


def three_seats(stacks, betting, payoffs) -> HandRecord:
    """Return a no-limit hand of three seats; aces, kings and queens on a dry board."""
    deal = HoldemDeal((parse_cards("AcAd"), parse_cards("KcKd"), parse_cards("QcQd")), parse_cards("2h7s9c3d4s"))
    letters = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
    decisions = [
        Decision(int(word[0]), letters[word[1]], int(word[2:]) if word[2:] else None) for word in betting.split()
    ]
    return HandRecord(
        rules=HoldemRules.no_limit(3),
        deal=deal,
        decisions=tuple(decisions),
        payoffs=payoffs,
        names=("Anna", "Bert", "Cleo"),
        stacks=stacks,
        hand_id="5",
    )


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (
            three_seats((300, 1000, 1000), "2r1000 0c 1c", (2000, -1000, -1000)),
            "payoffs 2000 -1000 -1000 (expected 600 400 -1000)",
        ),
        (
            three_seats((500, 20_000, 20_000), "2r400 0r500 1c 2r900 1c", (0, 0, 0)),
            "action 4: raise to 900 by Cleo, seat 2, is not legal (expected fold or call 100)",
        ),
        (
            three_seats((500, 20_000, 20_000), "2r400 0f 1r600", (0, 0, 0)),
            "action 3: raise to 600 by Bert, seat 1, is not legal (expected fold or call 300 or raise to 700 … 20000)",
        ),
    ],
    ids=["a side pot to the wrong seat", "a short all-in opens nothing", "below the least raise"],
)
def test_what_breaks_the_rules_is_named(tmp_path, record, reason):
    path = tmp_path / "hands.parquet"
    write_parquet(path, [HandColumns.from_records([record])])
    (rejected,) = read_columns(path)
    assert rejected.line == 1
    assert reason in rejected.reason


def test_a_side_pot_is_paid_to_those_who_are_in_it(tmp_path):
    record = three_seats((300, 1000, 1000), "2r1000 0c 1c", (600, 400, -1000))
    path = tmp_path / "hands.parquet"
    write_parquet(path, [HandColumns.from_records([record])])
    (columns,) = read_columns(path)
    assert list(columns) == [record]


def test_level_and_speed_come_back_and_older_files_have_none(tmp_path):
    record = three_seats((300, 1000, 1000), "2r1000 0c 1c", (600, 400, -1000))
    records = [
        replace(record, site="GGPoker", tournament="7", level=level, speed=speed)
        for level, speed in (("1", "turbo"), ("2", "turbo"), ("", ""), ("1", "turbo"))
    ]
    path = tmp_path / "hands.parquet"
    columns = HandColumns.from_records(records)
    assert len(columns.origins) == 3
    write_parquet(path, [columns])
    assert list(read_hands(path)) == records
    pq.write_table(pq.read_table(path).drop_columns(["level", "speed"]), path)
    assert list(read_hands(path)) == [replace(each, level="", speed="") for each in records]
