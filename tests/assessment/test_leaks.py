"""Decisions counted, added up and named, against plain loops over the table; hands counted by their ids."""

import math
import random
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

import deluck
from deluck.assessment import assess
from deluck.assessment.leaks import N_EXAMPLES, N_EXTREMES, parse_kind, price_decisions
from deluck.estimators import Context
from deluck.formats import read_files
from deluck.records import HandColumns
from deluck.values import update_values


@pytest.fixture(scope="module")
def values(tmp_path_factory):
    """Return values of limit and no-limit hands in many small parts."""
    folder = tmp_path_factory.mktemp("leaks")
    logs = [str(folder / name) for name in ("one.log", "other.log", "no-limit.log")]
    deluck.play("random", "always-raise", n_hands=150, seed=1, log=logs[0])
    deluck.play("random", "always-call", n_hands=90, seed=2, log=logs[1])
    deluck.play("random", "always-call", n_hands=100, seed=3, log=logs[2], game="no-limit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deluck.values.parts.SIZE", 32)
        return update_values(folder / "values", logs, lambda files: read_files(*files), Context())


def decisions_of(values, hands):
    """Yield the priced decisions of hands: whether the viewpoint's, value to it, hand, number, and kind in words."""
    selection = hands.selection
    seat_of = dict(zip(selection.rows.tolist(), selection.seats.tolist(), strict=True))
    starts = {source.name: sum(each.n_hands for each in values.sources[:n]) for n, source in enumerate(values.sources)}
    for part in range(len(values.decisions)):
        for each in values.decisions.part(part, None).to_pylist():
            row = starts[each["source"]] + each["row"]
            if row in seat_of and each["price"] is not None:
                is_own = each["seat"] == seat_of[row]
                kind = (each["street"], each["facing"], each["action"], each["baseline_action"])
                yield is_own, each["price"] if is_own else 0.0 - each["price"], row, each["number"], kind


@pytest.mark.parametrize("structure", ["limit", "no-limit"])
def test_decisions_are_counted_and_added_up_as_by_plain_loops(values, structure):
    hands = assess(values, player="random", structure=structure).hands
    found = price_decisions(hands)
    made = list(decisions_of(values, hands))
    by_kind = defaultdict(list)
    for is_own, value, _, _, kind in made:
        by_kind[is_own, kind].append(value)
    counts, totals, squares = Counter(), defaultdict(list), defaultdict(list)
    for kind in range(len(found.counts)):
        if found.counts[kind]:
            words = (kind < len(found.counts) // 2, tuple(parse_kind(kind)[1:]))
            counts[words] += int(found.counts[kind])
            totals[words].append(float(found.totals[kind]))
            squares[words].append(float(found.squares[kind]))
    assert counts == {kind: len(some) for kind, some in by_kind.items()}
    for kind, some in by_kind.items():
        assert math.fsum(totals[kind]) == pytest.approx(math.fsum(some), abs=1e-12)
        assert math.fsum(squares[kind]) == pytest.approx(math.fsum(value * value for value in some), abs=1e-12)
        if structure == "limit":
            assert totals[kind] == [math.fsum(some)]
    own = [value for is_own, value, *_ in made if is_own]
    assert found.own_value == pytest.approx(math.fsum(own), abs=1e-12)
    assert found.n_own == len(own)
    if structure == "limit":
        assert found.opponents_value == math.fsum(value for is_own, value, *_ in made if not is_own)


def test_the_extreme_decisions_are_the_first_of_the_log_among_equal_ones(values):
    hands = assess(values, player="random", structure="limit").hands
    found = price_decisions(hands)
    own = [(value, row, number, kind) for is_own, value, row, number, kind in decisions_of(values, hands) if is_own]
    departed = [each for each in own if each[0]]
    assert [each[:3] for each in found.extremes] == extremes(departed, N_EXTREMES)
    for kind, some in found.examples.items():
        of_kind = [each for each in departed if each[3] == tuple(parse_kind(kind)[1:])]
        assert [each[:3] for each in some] == extremes(of_kind, N_EXAMPLES)


def extremes(departed, n):
    """Return the n lowest and n highest, rising."""
    lowest = sorted(departed)[:n]
    highest = sorted(departed, key=lambda each: (-each[0], *each[1:3]))[:n]
    return [each[:3] for each in sorted({*(departed if len(departed) <= 2 * n else (*lowest, *highest))})]


def test_hands_are_counted_by_their_ids(play_random):
    rng = random.Random(3)
    ids = ["", "7", "17", "00000017", "100000017", "a-100000017", "b-100000017", "Tisch ü", "x" * 40, "0"]
    records = [replace(record, hand_id=rng.choice(ids[:-1])) for record in play_random(120, 4)]
    hands = assess(HandColumns.from_records(records)).hands
    expected = Counter(record.hand_id for record in records)
    assert hands.count_ids(ids) == expected
    assert hands.count_ids(["17", "absent"]) == {"17": expected["17"]}
    assert hands.count_ids([]) == {}
