"""Columns of hands: the same hands as the records, both ways, in numpy and in Arrow."""

import json
import pickle
from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import parse_cards
from deluck.errors import FormatError, RecordError
from deluck.games import Action, HoldemDeal, HoldemRules, StudDeal, StudRules
from deluck.records import Decision, HandColumns, HandRecord, Unit, columns_by_game
from deluck.records.arrow import ADDED, SCHEMA, format_rules, parse_rules

GAMES = pytest.mark.parametrize("game", ["holdem", "stud7"])

FIRST = HandRecord(
    rules=HoldemRules.acpc_heads_up(),
    deal=HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd")), parse_cards("8dAs8s4h6d")),
    decisions=tuple(map(Decision, (1, 0, 0, 1, 0, 0, 1, 0, 1), map(Action, (1, 1, 1, 2, 1, 1, 1, 1, 1)))),
    payoffs=(20, -20),
    names=("p1", "p2"),
    hand_id="0",
)
SECOND = replace(
    FIRST,
    deal=HoldemDeal((parse_cards("2d5c"), (None, None)), parse_cards("8dAs8s")),
    decisions=(Decision(1, Action.FOLD),),
    payoffs=(Fraction(9, 2), Fraction(-11, 2)),
    names=("p2", "p1"),
    stacks=(100, 7),
    rake=1,
    hand_id="1",
    currency="$",
    chips_per_unit=100,
)
THIRD = HandRecord(
    rules=HoldemRules.acpc_three_seats(),
    deal=HoldemDeal(tuple(map(parse_cards, ("5d5c", "9hQd", "2c2d")))),
    decisions=(Decision(2, Action.FOLD), Decision(0, Action.FOLD)),
    payoffs=(-5, 5, 0),
    names=("p1", "p3", "p2"),
    hand_id="x",
)
STUD = HandRecord(
    rules=StudRules.paper(2),
    deal=StudDeal(
        (parse_cards("5d5c2c"), (None, None, *parse_cards("3c"))), shared=parse_cards("As")[0], openers=(0, None)
    ),
    decisions=(Decision(0, Action.CALL), Decision(1, Action.RAISE, 4), Decision(0, Action.FOLD)),
    payoffs=(-2, 2),
    names=("p1", "p2"),
    hand_id="s",
)
THREE = HandColumns.from_records([FIRST, SECOND, THIRD])


def as_written(columns: HandColumns) -> list[str]:
    """Return records as text: equal records may differ in types (1 and Fraction(1)), their text does not."""
    return [repr(record) for record in columns]


# layout


def test_columns_have_the_layout_kernels_read():
    assert THREE.game == "holdem"
    assert THREE.rules == (FIRST.rules, THIRD.rules)
    assert THREE.rules_index.tolist() == [0, 0, 1]
    assert THREE.n_seats.tolist() == [2, 2, 3]
    assert THREE.names == ("p1", "p2", "p3")
    assert THREE.players.tolist() == [[0, 1, -1], [1, 0, -1], [0, 2, 1]]
    assert THREE.cards[0].tolist() == [[*parse_cards("5d5c")], [*parse_cards("9hQd")], [-1, -1]]
    assert THREE.cards[1].tolist() == [[*parse_cards("2d5c")], [-1, -1], [-1, -1]]
    assert THREE.board.tolist() == [[*parse_cards("8dAs8s4h6d")], [*parse_cards("8dAs8s"), -1, -1], [-1] * 5]
    assert THREE.action_starts.tolist() == [0, 9, 10, 12]
    assert THREE.actions.tolist() == [1, 1, 1, 2, 1, 1, 1, 1, 1, 0, 0, 0]
    assert THREE.actors.tolist() == [1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 2, 0]
    assert THREE.n_actions.tolist() == [9, 1, 2]
    assert THREE.amounts is None
    assert THREE.payoffs.tolist() == [[20, -20, 0], [4.5, -5.5, 0], [-5, 5, 0]]
    assert THREE.payoff_denominators.tolist() == [1, 2, 1]
    assert THREE.rake.tolist() == [0, 1, 0]
    assert THREE.stacks.tolist() == [[-1, -1, -1], [100, 7, -1], [-1, -1, -1]]
    assert THREE.units == (Unit("", 1), Unit("$", 100))
    assert THREE.units_index.tolist() == [0, 1, 0]
    assert THREE.hand_ids.tolist() == ["0", "1", "x"]
    assert (THREE.spare.shape, THREE.openers.shape) == ((3, 0), (3, 0))


def test_stud_columns_keep_the_community_card_openers_and_amounts():
    columns = HandColumns.from_records([STUD, replace(STUD, deal=StudDeal(STUD.deal.hands))])
    assert columns.cards.shape == (2, 2, 7)
    assert columns.cards[0, 1].tolist() == [-1, -1, *parse_cards("3c"), -1, -1, -1, -1]
    assert columns.board.tolist() == [[51], [-1]]
    assert columns.openers.tolist() == [[0, -1, -2, -2, -2], [-2] * 5]
    assert columns.amounts.tolist() == [-1, 4, -1] * 2


def test_eight_stud_seats_keep_their_spare_cards():
    deal = StudDeal.from_deck(range(52), 8)
    eight = HandRecord(
        rules=StudRules.paper(8), deal=deal, decisions=(), payoffs=(0,) * 8, names=tuple("abcdefgh"), hand_id="8"
    )
    columns = HandColumns.from_records([eight, STUD])
    assert columns.spare.tolist() == [[48, 49, 50, 51], [-1] * 4]
    assert columns.to_records() == HandColumns.from_arrow(columns.to_arrow()).to_records() == [eight, STUD]


def test_the_repr_counts():
    assert repr(THREE) == "<HandColumns: 3 holdem hands, 2 to 3 seats, 3 names, 12 actions>"
    assert repr(HandColumns.from_records([STUD])) == "<HandColumns: 1 stud7 hands, 2 seats, 2 names, 3 actions>"
    assert repr(HandColumns.from_records([], game="stud7")) == "<HandColumns: 0 stud7 hands, 0 names, 0 actions>"


def test_arrays_are_read_only_also_after_pickling():
    for columns in (THREE, THREE[1:], THREE[[True, False, True]], pickle.loads(pickle.dumps(THREE))):
        for array in (columns.cards, columns.actions, columns.payoffs, columns.hand_ids):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = array[0]
    assert pickle.loads(pickle.dumps(THREE)).to_records() == THREE.to_records()
    with pytest.raises(AttributeError):
        THREE.game = "stud7"


def test_exact_payoffs_come_back():
    thirds = (Fraction(100000000001, 3), Fraction(-50000000000, 7), Fraction(-550000000007, 21))
    assert HandColumns.from_records([replace(THIRD, payoffs=thirds)])[0].payoffs == thirds
    large = 2**51
    assert HandColumns.from_records([replace(FIRST, payoffs=(large, -large))])[0].payoffs == (large, -large)


# round trips


@settings(max_examples=80)
@given(data=st.data())
@GAMES
def test_records_come_back_from_columns_and_arrow(records_of, game, data):
    records = data.draw(records_of(game))
    columns = HandColumns.from_records(records)
    assert columns.to_records() == records
    assert as_written(columns) == list(map(repr, records))
    again = HandColumns.from_arrow(columns.to_arrow())
    assert as_written(again) == list(map(repr, records))
    assert [columns[row] for row in range(len(records))] == records


@settings(max_examples=40)
@given(data=st.data())
@GAMES
def test_slices_masks_and_rows_are_those_of_the_records(records_of, game, data):
    records = data.draw(records_of(game))
    columns = HandColumns.from_records(records)
    which = data.draw(st.slices(len(records)))
    assert columns[which].to_records() == records[which]
    mask = data.draw(st.lists(st.booleans(), min_size=len(records), max_size=len(records)))
    chosen = [record for record, is_in in zip(records, mask, strict=True) if is_in]
    assert columns[np.array(mask)].to_records() == columns[mask].to_records() == chosen
    rows = data.draw(st.lists(st.integers(-len(records), len(records) - 1), min_size=1))
    assert columns[np.array(rows)].to_records() == [records[row] for row in rows]
    sliced = columns[which]
    assert sliced.action_starts[0] == 0
    assert HandColumns.from_arrow(sliced.to_arrow()).to_records() == records[which]


@settings(max_examples=40)
@given(data=st.data())
@GAMES
def test_parts_put_together_are_the_whole(records_of, game, data):
    parts = data.draw(st.lists(records_of(game), min_size=1, max_size=4))
    whole = [record for part in parts for record in part]
    joined = HandColumns.concatenate(HandColumns.from_records(part) for part in parts)
    assert joined.to_records() == whole
    HandColumns(**{field.name: getattr(joined, field.name) for field in fields(joined)})  # every check again
    assert len(set(joined.names)) == len(joined.names)
    assert len(set(joined.rules)) == len(joined.rules)


@settings(max_examples=30)
@given(data=st.data())
def test_a_mixed_stream_is_split_by_game(records_of, data):
    mixed = data.draw(st.permutations(data.draw(records_of("holdem")) + data.draw(records_of("stud7"))))
    size = data.draw(st.integers(1, 8))
    batches = list(columns_by_game(iter(mixed), batch_size=size))
    assert all(1 <= len(batch) <= size for batch in batches)
    for game in ("holdem", "stud7"):
        split = [record for batch in batches if batch.game == game for record in batch]
        assert split == [record for record in mixed if record.game == game]


def test_a_slice_shares_memory_and_rows_are_records():
    assert np.shares_memory(THREE[1:].cards, THREE.cards)
    assert THREE[-1] == THIRD
    assert THREE[np.int64(1)] == SECOND
    assert len(THREE[1:1]) == 0
    assert THREE[2:1].to_records() == []
    assert HandColumns.concatenate([THREE[:0], THREE]).to_records() == THREE.to_records()
    assert list(THREE) == THREE.to_records() == [FIRST, SECOND, THIRD]
    for which in (3, [7], [True]):
        with pytest.raises(IndexError):
            THREE[which]


def test_no_hands_are_columns_of_a_named_game():
    for game in ("holdem", "stud7"):
        empty = HandColumns.from_records([], game=game)
        assert (len(empty), empty.game, empty.to_records()) == (0, game, [])
        assert len(HandColumns.from_arrow(empty.to_arrow())) == 0
    with pytest.raises(RecordError, match="no records to make columns of"):
        HandColumns.from_records([])
    assert list(columns_by_game([])) == []


# what columns cannot be


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([FIRST, STUD], r"hand 's' is of stud7 \(expected holdem"),
        ([replace(FIRST, decisions=(Decision(300, Action.CALL),))], r"hand '0': \(300, .*\) is no decision"),
        (
            [replace(FIRST, decisions=(Decision(2, Action.CALL),))],
            r"hand '0' \(row 0\), action 1: 1 by seat 2: by a seat",
        ),
        (
            [FIRST, replace(SECOND, decisions=(Decision(0, 1), Decision(0, 9)))],
            r"hand '1' \(row 1\), action 2: 9 by seat",
        ),
        ([replace(FIRST, decisions=(Decision(-1, Action.CALL),))], "is no decision"),
        ([replace(FIRST, decisions=(Decision(0, "c"),))], "is no decision"),
        ([replace(FIRST, decisions=((0, Action.CALL),))], "a decision that is no Decision"),
        ([replace(FIRST, decisions=(Decision(0, Action.RAISE, -4),))], "hand '0': a raise to less than nothing"),
        ([replace(FIRST, stacks=(-1, 5))], r"hand '0': stacks \(-1, 5\) \(expected none below 0\)"),
        ([replace(FIRST, stacks=(2**63, 5))], "stacks of 1 hands: 9223372036854775808 chips"),
        ([replace(FIRST, payoffs=(2**51 + 1, -(2**51) - 1))], "hand '0': payoffs 2251799813685249"),
        ([replace(FIRST, payoffs=(Fraction(1, 2**31), Fraction(-1, 2**31)))], "hand '0': payoffs 1/2147483648"),
        ([replace(FIRST, hand_id=5)], r"hand 5 \(row 0\): the id is not text"),
    ],
)
def test_what_columns_cannot_hold_is_refused_by_hand(records, message):
    with pytest.raises(RecordError, match=message):
        HandColumns.from_records(records)


def changed(name: str, place: tuple[int, ...], value: object) -> dict:
    contents = {field.name: getattr(THREE, field.name) for field in fields(THREE)}
    contents[name] = contents[name].copy()
    contents[name][place] = value
    return contents


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("rules_index", (1,), 2, r"hand '1' \(row 1\): no such index in the rules"),
        ("rules_index", (1,), -1, "no such index in the rules"),
        ("rules_index", (1,), 1, "a seat without a player"),
        ("units_index", (2,), 5, r"hand 'x' \(row 2\): no such index in the units"),
        ("players", (0, 1), 3, "no such index in the names"),
        ("players", (0, 2), 0, "a player past the last seat"),
        ("cards", (0, 0, 0), 52, r"hand '0' \(row 0\): not a card in 'cards'"),
        ("cards", (0, 0, 0), -2, "not a card in 'cards'"),
        ("cards", (0, 2, 0), 0, "cards past the last seat"),
        ("cards", (2, 2, 0), 13, r"hand 'x' \(row 2\): a card is dealt twice"),
        ("board", (0, 4), 13, r"hand '0' \(row 0\): a card is dealt twice"),
        ("action_starts", (1,), 11, "column 'action_starts' goes from 0 to 12"),
        ("action_starts", (3,), 11, r"\(expected from 0 to 12, never down\)"),
        ("actions", (9,), 3, r"hand '1' \(row 1\), action 1: 3 by seat 1: no such action"),
        ("actors", (10,), 3, r"hand 'x' \(row 2\), action 1: 0 by seat 3: by a seat that is not there"),
        ("actors", (9,), 2, r"hand '1' \(row 1\), action 1"),
        ("payoffs", (2, 0), np.nan, r"hand 'x' \(row 2\): a payoff that is none"),
        ("payoffs", (0, 2), 1, "a payoff that is none"),
        ("payoffs", (0, 0), 21, "the payoffs do not add up to minus the rake"),
        ("payoff_denominators", (0,), 0, "chips cut into less than one part"),
        ("rake", (1,), 2, "the payoffs do not add up"),
        ("rake", (1,), -1, "a rake below 0"),
        ("stacks", (1, 1), -1, r"hand '1' \(row 1\): stacks for some seats only"),
        ("stacks", (0, 0), 5, "stacks for some seats only"),
        ("hand_ids", (0,), None, "the id is not text"),
    ],
)
def test_numbers_that_would_lead_a_kernel_astray_are_refused(name, place, value, message):
    with pytest.raises(RecordError, match=message):
        HandColumns(**changed(name, place, value))


def test_arrays_of_other_shapes_or_types_are_refused():
    contents = {field.name: getattr(THREE, field.name) for field in fields(THREE)}
    with pytest.raises(RecordError, match=r"column 'cards' is int64 of shape \(3, 3, 2\) \(expected int8 of"):
        HandColumns(**contents | {"cards": THREE.cards.astype(np.int64)})
    with pytest.raises(RecordError, match=r"column 'board' is int8 of shape \(3, 4\) \(expected int8 of \(3, 5\)"):
        HandColumns(**contents | {"board": THREE.board[:, :4]})
    with pytest.raises(RecordError, match="columns of stud7 with HoldemRules"):
        HandColumns(**contents | {"game": "stud7"})
    with pytest.raises(RecordError, match="columns of game 'omaha'"):
        HandColumns(**contents | {"game": "omaha"})
    with pytest.raises(RecordError, match=r"are of holdem, stud7 \(expected one game\)"):
        HandColumns.concatenate([THREE, HandColumns.from_records([STUD])])
    with pytest.raises(RecordError, match=r"are of none"):
        HandColumns.concatenate([])


def test_hold_em_arrays_make_columns_without_the_rest():
    later = ("origins", "origins_index", "other_boards", "forced", "outside", "heroes")
    others = ("game", "units", "units_index", "spare", "openers", *later)
    given = {field.name: getattr(THREE, field.name) for field in fields(THREE) if field.name not in others}
    built = HandColumns.from_holdem(**given)
    assert built.to_records() == [FIRST, replace(SECOND, currency="", chips_per_unit=1), THIRD]
    optional = ("payoff_denominators", "rake", "stacks", "amounts", "times")
    plain = {name: given[name] for name in given if name not in optional}
    first = {name: value[:1] if isinstance(value, np.ndarray) else value for name, value in plain.items()}
    first |= {"action_starts": THREE.action_starts[:2], "actions": THREE.actions[:9], "actors": THREE.actors[:9]}
    assert HandColumns.from_holdem(**first, unit=Unit("€", 100))[0] == replace(FIRST, currency="€", chips_per_unit=100)


# Arrow


def test_an_arrow_table_reads_as_a_table():
    row = THREE.to_arrow().to_pylist()[1]
    rules = json.loads(row.pop("rules"))
    assert (rules["game"], rules["n_seats"], rules["bet_sizes"]) == ("holdem", 2, [10, 10, 20, 20])
    assert row == {
        "hand_id": "1",
        "currency": "$",
        "chips_per_unit": 100,
        "names": ["p2", "p1"],
        "cards": [*parse_cards("2d5c"), None, None],
        "board": [*parse_cards("8dAs8s"), None, None],
        "spare": [],
        "openers": [],
        "actors": [1],
        "actions": [0],
        "amounts": None,
        "payoffs": [4.5, -5.5],
        "payoff_denominator": 2,
        "rake": 1,
        "stacks": [100, 7],
        "forced": None,
        "outside": None,
        "other_boards": None,
        "time": None,
        "site": "",
        "table": "",
        "tournament": "",
        "hero": None,
        "level": "",
        "speed": "",
    }


def test_tables_in_pieces_and_with_plain_text_are_read():
    pieces = pa.concat_tables([THREE[:2].to_arrow(), THREE[2:].to_arrow()])
    assert HandColumns.from_arrow(pieces).to_records() == THREE.to_records()
    assert HandColumns.from_arrow(pieces.slice(1)).to_records() == [SECOND, THIRD]
    assert HandColumns.from_arrow(pieces.slice(1).to_batches()[0]).to_records() == [SECOND]
    plain = pa.Table.from_pylist(
        pieces.to_pylist(),
        schema=pa.schema(
            [
                field if field.name not in ("rules", "currency", "names") else field.with_type(kind)
                for field in SCHEMA
                for kind in [pa.list_(pa.string()) if field.name == "names" else pa.string()]
            ],
            metadata=SCHEMA.metadata,
        ),
    )
    assert HandColumns.from_arrow(plain).to_records() == THREE.to_records()


@pytest.mark.parametrize("name", [name for name in SCHEMA.names if name not in ADDED])
def test_a_table_without_a_column_is_refused_by_its_name(name):
    with pytest.raises(FormatError, match=f"without one column '{name}'"):
        HandColumns.from_arrow(THREE.to_arrow().drop_columns([name]))


def test_a_table_of_another_version_or_of_nothing_we_know_is_refused():
    table = THREE.to_arrow()
    with pytest.raises(FormatError, match=r"hands of version 1 \(expected 2: convert"):
        HandColumns.from_arrow(table.replace_schema_metadata({"deluck.hands": "1"}))
    with pytest.raises(FormatError, match=r"not a table of hands: no 'deluck.hands' in its metadata \(expected 2\)"):
        HandColumns.from_arrow(table.replace_schema_metadata(None))
    mixed = pa.concat_tables([table, HandColumns.from_records([STUD]).to_arrow()])
    with pytest.raises(FormatError, match="hands of two games"):
        HandColumns.from_arrow(mixed)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("hand_id", ["a", None, "b"], "column 'hand_id' misses a value"),
        ("rake", [0, None, 0], "column 'rake' misses a value"),
        ("rake", ["a", "b", "c"], "column 'rake' is string"),
        ("rules", ["{}"] * 3, "no rules of a game: '{}'"),
        ("rules", ['{"game":"omaha"}'] * 3, "no rules of a game"),
        ("rules", ["[]"] * 3, "no rules of a game"),
        ("names", [["a", "b"]] * 3, r"column 'names', row 2, has 2 values \(expected 3 for 3 seats\)"),
        ("names", [["a", None], ["a", "b"], ["a", "b", "c"]], "column 'names' misses a value"),
        ("names", [[1, 2], [1, 2], [1, 2, 3]], r"column 'names' is .* \(expected text\)"),
        ("names", ["a", "b", "c"], r"column 'names' is string \(expected lists\)"),
        ("cards", [[0, 1, 2, 3]] * 3, r"column 'cards', row 2, has 4 values \(expected 6 for 3 seats\)"),
        ("cards", [[0, 1, 2, 3]] * 2 + [[99] * 6], "not a card in 'cards'"),
        ("cards", [[0, 1, 2, 300]] * 3, "column 'cards'"),
        ("board", [[0]] * 3, r"column 'board' has lists of other lengths \(expected 5 for holdem\)"),
        ("openers", [[0], [], []], "column 'openers' has lists of other lengths"),
        ("actors", [[0], [1], [0]], "column 'actors' has not one seat for each of 'actions'"),
        ("amounts", [[1], None, None], "column 'amounts', row 0, has not one for each action"),
        ("stacks", [[1], None, None], "column 'stacks', row 0, has 1 values"),
        ("stacks", [[1, None], None, None], "column 'stacks' misses a value"),
        ("payoffs", [[1.0, None], [1.0, 2.0], [1.0, 2.0, 3.0]], "column 'payoffs' misses a value"),
    ],
)
def test_a_table_with_something_else_in_a_column_is_refused_by_its_name(name, values, message):
    table = THREE.to_arrow()
    table = table.set_column(table.schema.get_field_index(name), name, pa.array(values))
    with pytest.raises(FormatError, match=message):
        HandColumns.from_arrow(table)


def test_text_that_is_not_unicode_is_refused():
    with pytest.raises(FormatError, match=r"not Unicode text: .*udc80"):
        HandColumns.from_records([replace(FIRST, hand_id="\udc80")]).to_arrow()


@pytest.mark.parametrize("rules", [FIRST.rules, THIRD.rules, STUD.rules, replace(FIRST.rules, may_fold_unbet=True)])
def test_rules_come_back_from_json(rules):
    assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(
    "change", [{"n_seats": 1}, {"n_seats": 2.5}, {"n_seats": "2"}, {"bet_sizes": [1]}, {"colour": 1}, {"game": "x"}]
)
def test_rules_that_make_no_game_are_refused(change):
    with pytest.raises(FormatError, match="no rules of a game"):
        parse_rules(json.dumps(json.loads(format_rules(FIRST.rules)) | change))
