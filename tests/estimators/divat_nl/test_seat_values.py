"""Seat values: as shipped, as dealt out, as dealt anew for other stakes, and as another program has them."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.errors import BaselineError, TableError
from deluck.estimators.divat_nl import building
from deluck.estimators.divat_nl.building import deal_seat_values
from deluck.estimators.divat_nl.luck import baseline_luck
from deluck.estimators.divat_nl.policy import STANDARD, Settings
from deluck.estimators.divat_nl.seat_values import (
    read_seat_values,
    seat_values,
    shipped_path,
    shipped_seat_values,
    usual_stakes,
    write_seat_values,
)
from deluck.games import HoldemRules
from deluck.records import walk
from deluck.records.decisions import street_states
from deluck.tables import TableFile

from ..simulated import simulate

PUBLISHED = {  # of self-play by an independent program
    2: (0.0750, -0.0750),
    3: (-0.120, -0.080, 0.200),
    4: (-0.158, -0.192, 0.161, 0.189),
    5: (-0.184, -0.277, 0.127, 0.155, 0.179),
    6: (-0.2094, -0.3414, 0.0960, 0.1277, 0.1523, 0.1749),
}


@pytest.mark.parametrize("n_seats", PUBLISHED)
def test_shipped_values_are_those_of_another_program(n_seats):
    expected = PUBLISHED[n_seats]
    assert shipped_seat_values().seats[n_seats - 2, :n_seats] == pytest.approx(expected, abs=0.003)


def test_shipped_values_add_up_to_nothing_with_a_small_error():
    shipped = shipped_seat_values()
    assert np.abs(shipped.seats.sum(axis=1)).max() < 1e-12
    assert shipped.errors.max() < 0.001
    assert shipped.n_deals >= 2_500_000
    for n_seats in range(2, 11):
        assert (shipped.classes[n_seats - 2, n_seats:] == 0).all()


def test_aces_are_worth_most_in_every_seat_and_bad_hands_the_blind():
    classes = shipped_seat_values().classes
    for n_seats in range(2, 11):
        table = classes[n_seats - 2, :n_seats]
        assert len(set(table.argmax(axis=1).tolist())) == 1
        assert (table.max(axis=1) > 1).all()
    assert classes[4, 3].min() == pytest.approx(0, abs=0.02)  # who has posted nothing folds for nothing


def test_the_mean_of_first_values_is_the_seat_value():
    hands = simulate(HoldemRules.no_limit(6), (10_000,) * 6, 20_000, seed=31)
    some = hands[np.arange(0, 20_000, 4)]
    found = baseline_luck(some, walk(some), Settings(n_flops=1))
    luck = found.by_street[:, :, 0]
    assert (np.abs(luck.mean(axis=0)) < 4.5 * luck.std(axis=0) / np.sqrt(len(some))).all()
    assert (found.seat_values == shipped_seat_values().seats[4, :6]).all()


def test_dealing_goes_on_from_a_checkpoint_with_the_same_result(tmp_path, monkeypatch):
    monkeypatch.setenv("DELUCK_CACHE", str(tmp_path))
    monkeypatch.setattr(building, "DEALS_AT_ONCE", 2_000)
    whole = deal_seat_values(4_000, seed=5, n_jobs=1, checkpoint=TableFile("whole", 1))
    assert (deal_seat_values(4_000, seed=5, n_jobs=2, checkpoint=TableFile("jobs", 1)).classes == whole.classes).all()
    deal, calls = building._deal_block, []

    def stopping(n_seats, block, seed, policy):
        calls.append(n_seats)
        if len(calls) == 9:
            raise KeyboardInterrupt
        return deal(n_seats, block, seed, policy)

    checkpoint = TableFile("stopped", 1)
    monkeypatch.setattr(building, "_deal_block", stopping)
    with pytest.raises(KeyboardInterrupt):
        deal_seat_values(4_000, seed=5, n_jobs=1, checkpoint=checkpoint)
    again = deal_seat_values(4_000, seed=5, n_jobs=1, checkpoint=checkpoint)
    assert len(calls) == 9 + 18 - 8
    assert (again.classes == whole.classes).all()
    assert (again.errors > 0).sum() == sum(range(2, 11))
    with pytest.raises(BaselineError, match="3,000 deals"):
        deal_seat_values(3_000)


def test_values_are_stored_whole_and_checked(tmp_path):
    path = tmp_path / "values.table"
    write_seat_values(shipped_seat_values(), path)
    assert (read_seat_values(path).classes == shipped_seat_values().classes).all()
    content = bytearray(shipped_path().read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        read_seat_values(path)
    with pytest.raises(TableError, match="is not there"):
        read_seat_values(tmp_path / "absent.table")


def test_usual_stakes():
    deep = simulate(HoldemRules.no_limit(3), (6_000,) * 3, 4, seed=32)
    assert usual_stakes(deep).all()
    for rules, stacks in (
        (HoldemRules.no_limit(3), (6_000, 5_900, 6_000)),
        (HoldemRules.no_limit(3, 50, 100, 10), (20_000,) * 3),
        (HoldemRules.no_limit(3, 40, 100), (20_000,) * 3),
        (HoldemRules.no_limit(3, 1, 2), (2_000,) * 3),
        (replace(HoldemRules.no_limit(3), big_blind_ante=100), (20_000,) * 3),
    ):
        assert not usual_stakes(simulate(rules, stacks, 4, seed=33)).any()
    assert usual_stakes(simulate(HoldemRules.no_limit(2), (3_000, 3_000), 4, seed=34)).all()
    assert usual_stakes(simulate(HoldemRules.pot_limit(4), (6_000,) * 4, 4, seed=35)).all()


def test_other_stakes_are_dealt_anew_without_the_cards():
    rules, stacks = HoldemRules.no_limit(3, 50, 100, 20), (1_500, 800, 4_000)
    hands = simulate(rules, stacks, 300, seed=36)
    states = np.ascontiguousarray(street_states(hands)[:, 0])
    found = seat_values(hands, states)
    assert np.abs(found.sum(axis=1)).max() < 1e-9
    cards = np.ascontiguousarray(hands.cards[::-1])
    other = replace(hands, cards=cards, board=np.full_like(hands.board, -1))
    assert (seat_values(other, states) == found).all()
    assert len(np.unique(found[:, 0])) > 250, "each hand has its own deals"
    many = seat_values(hands[:1], states[:1], Settings(n_redeals=400_000))[0]
    errors = found.std(axis=0) / np.sqrt(300)
    assert (np.abs(found.mean(axis=0) - many) < 4.5 * errors).all()
    # by the shipped values' own way they would be those of another game
    assert np.abs(many - shipped_seat_values().seats[1, :3]).max() > 0.02


def test_redealt_values_of_the_usual_stakes_are_the_shipped_ones():
    hands = simulate(HoldemRules.no_limit(6), (10_000,) * 6, 1, seed=37)
    states = np.ascontiguousarray(street_states(hands)[:, 0])
    other = replace(STANDARD, n_redeals=1_000_000, policy=replace(STANDARD.policy, fold_offsets=(0.25, 0.25, 0.3, 0.3)))
    found = seat_values(hands, states, other)[0]  # the river is not played, but the baseline is another
    assert found == pytest.approx(shipped_seat_values().seats[4, :6], abs=0.012)
