"""The preflop roll-out table: its kernels, its checkpoints, its file."""

from itertools import permutations

import numpy as np
import pytest

from deluck import progress
from deluck.cards import format_holding, holding_cards, parse_cards, parse_holding
from deluck.errors import BaselineError, CardError, TableError
from deluck.estimators.divat.policy import STANDARD, Settings, street_settings
from deluck.estimators.divat.preflop import build
from deluck.estimators.divat.preflop.build import compute_sums, read_checkpoint, table_of, write_checkpoint
from deluck.estimators.divat.preflop.flops import flop_values, no_sums, street_counts
from deluck.estimators.divat.preflop.store import POTS, PreflopTable, preflop_table, read_table, write_table
from deluck.estimators.divat.rollout import preflop_sums, roll_out_sums
from deluck.isomorphism import N_MATCHUPS, board_classes, board_index, matchup_classes, relabellings
from deluck.metrics import all_in_equity
from deluck.tables import ShippedTable, TableFile

KINDS = {"rainbow": "Ks7h2d", "two-tone": "Qs5h3h", "monotone": "KhTh4h", "paired": "8s8h3d", "trips": "2s2h2d"}
TINY = [board_index(parse_cards(flop)) for flop in ("2s2h2d", "AsKsQs", "8s8h3d")]


@pytest.fixture
def checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr("deluck.tables.store.cache_folder", lambda: tmp_path)
    return TableFile("partial", 1)


class Notes:
    def __init__(self):
        self.said = []

    def start(self, reason, n_steps, pace=None):
        pass

    def advance(self):
        pass

    def finish(self):
        pass

    def note(self, sentence):
        self.said.append(sentence)


@pytest.mark.parametrize("flop", KINDS.values(), ids=KINDS)
def test_a_flop_is_worth_what_plain_roll_outs_say(flop, rng):
    board = sorted(parse_cards(flop))
    found = flop_values(board, STANDARD)
    assert found.weights.sum() == 1176
    rows, second = rng.integers(len(found.first_hands), size=700), rng.integers(1176, size=700)
    cards = np.concatenate(
        [holding_cards()[found.holdings[found.first_hands[rows]]], holding_cards()[found.holdings[second]]], axis=1
    )
    apart = np.array([len(set(row)) == 4 for row in cards.tolist()])
    cards, rows, second = cards[apart], rows[apart], second[apart]
    boards = np.broadcast_to(board, (len(cards), 3))
    expected = roll_out_sums(cards, boards, np.broadcast_to(POTS, (len(cards), 4)), from_start=True)
    assert (found.values[rows, second] == expected).all()
    wins, losses = found.outcomes[rows, second].T
    for row in range(5):
        both = [format_holding(found.holdings[place]) for place in (found.first_hands[rows[row]], second[row])]
        equity = all_in_equity(both, flop).players[0]
        assert (wins[row], losses[row]) == (equity.wins, equity.losses)


def flops_of(numbers):
    """All flops of some classes, as rows of cards."""
    boards = board_classes(3).boards
    images = {tuple(sorted(row[boards[number]].tolist())) for number in numbers for row in relabellings()}
    return np.array(sorted(images), dtype=np.int64)


@pytest.mark.parametrize(
    "matchup", [("AcKc", "7h6h"), ("7h6h", "AcKc"), ("AhKh", "AsKs"), ("QdQs", "Jh9h"), ("5c4d", "5d4c")]
)
def test_sums_of_match_ups_over_flops_equal_plain_roll_outs(matchup, checkpoint):
    sums = compute_sums(flops=TINY, n_jobs=1, checkpoint=checkpoint).sums
    first, second = map(parse_holding, matchup)
    lookup = matchup_classes().lookup
    found = lookup[first, second]
    n_pairs = (lookup == found).sum()
    cards = [*parse_cards(matchup[0]), *parse_cards(matchup[1])]
    flops = np.array([flop for flop in flops_of(TINY).tolist() if not set(flop) & set(cards)])
    rows = np.broadcast_to(cards, (len(flops), 4))
    expected = roll_out_sums(rows, flops, np.broadcast_to(POTS, (len(flops), 4)), from_start=True).sum(axis=0)
    assert (sums[found, :4] == n_pairs * expected).all()


def test_a_killed_run_goes_on_where_it_was(checkpoint, monkeypatch):
    whole = compute_sums(flops=TINY, n_jobs=1, checkpoint=checkpoint)
    assert whole.done.sum() == len(TINY)
    checkpoint.remove()
    rolled_out = []

    def kill(flop, settings):
        if len(rolled_out) == 2:
            raise KeyboardInterrupt
        rolled_out.append(flop)
        return flop_values(flop, settings)

    monkeypatch.setattr(build, "flop_values", kill)
    with pytest.raises(KeyboardInterrupt):
        compute_sums(flops=TINY, n_jobs=1, checkpoint=checkpoint)
    assert read_checkpoint(STANDARD, checkpoint).done.sum() == 2
    rolled_out.clear()
    notes = Notes()
    with progress.shown_by(notes):
        resumed = compute_sums(flops=TINY, n_jobs=2, checkpoint=checkpoint)
    assert "going on after 2 of 3 flops" in notes.said
    assert len(rolled_out) == 1
    assert (resumed.done == whole.done).all()
    assert (resumed.sums == whole.sums).all()


def test_a_checkpoint_of_other_settings_or_damaged_is_told_and_not_used(checkpoint):
    partial = compute_sums(flops=TINY[:1], n_jobs=1, checkpoint=checkpoint)
    notes = Notes()
    with progress.shown_by(notes):
        assert read_checkpoint(STANDARD, checkpoint).done.sum() == 1
        assert not read_checkpoint(tighter(), checkpoint).done.any()
        write_checkpoint(partial, STANDARD, checkpoint)
        damaged = bytearray(checkpoint.path.read_bytes())
        damaged[-1] ^= 1
        checkpoint.path.write_bytes(damaged)
        assert not read_checkpoint(STANDARD, checkpoint).done.any()
    assert len(notes.said) == 2
    assert "of other settings; starting anew" in notes.said[0]
    assert "checksum does not match its contents; starting anew" in notes.said[1]


def tighter():
    return Settings((*STANDARD.streets[:3], street_settings("0.010", "0.640", "0.850", "0.940", "0.970")))


def test_settings_by_which_a_hand_bets_and_folds_to_a_raise_have_no_table():
    odd = Settings((*STANDARD.streets[:3], street_settings("0.600", "0.640", "0.850", "0.940", "0.970")))
    with pytest.raises(BaselineError, match="let a hand bet and fold to a raise"):
        street_counts(odd, 3)


def test_no_table_comes_of_missing_flops(checkpoint):
    with pytest.raises(TableError, match="1,752 of 1,755 flops are not rolled out yet"):
        table_of(compute_sums(flops=TINY, n_jobs=1, checkpoint=checkpoint))


def test_a_table_divides_by_pairs_and_fills_mirror_images():
    lookup = matchup_classes().lookup
    n_pairs = np.bincount(lookup[lookup >= 0], minlength=2 * N_MATCHUPS)
    sums = no_sums()
    sums[:, :4] = 7 * n_pairs[:, None]
    sums[:, 4:] = 30 * n_pairs[:, None]
    table = table_of(build.PartialSums(np.ones(1755, dtype=np.uint8), sums))
    assert (table.sums == 7).all()
    assert (table.results == [3, 1_712_304 - 6, 3]).all()
    sums[0, 0] += 1
    with pytest.raises(TableError, match="checkpoint is damaged"):
        table_of(build.PartialSums(np.ones(1755, dtype=np.uint8), sums))


@pytest.fixture
def made_up():
    numbers = np.arange(N_MATCHUPS * 8, dtype=np.int32).reshape(N_MATCHUPS, 2, 4)
    results = np.tile(np.array([5, 2, 1], dtype=np.int32), (N_MATCHUPS, 1))
    return PreflopTable(numbers, results)


def test_a_table_is_read_as_it_was_written(made_up, tmp_path):
    path = tmp_path / "some.table"
    write_table(made_up, STANDARD, path)
    found = read_table(STANDARD, path)
    assert (found.sums == made_up.sums).all()
    assert (found.results == made_up.results).all()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["some.table"]


def test_look_ups_know_seats_and_relabelled_suits(made_up):
    aces, eights = parse_holding("AcKc"), parse_holding("8h8d")
    found, swapped = divmod(int(matchup_classes().lookup[aces, eights]), 2)
    for pot, place in zip(POTS, range(4), strict=True):
        assert made_up.roll_out(aces, eights, pot).total == made_up.sums[found, swapped, place]
        assert made_up.roll_out(eights, aces, pot).total == made_up.sums[found, 1 - swapped, place]
    results = made_up.all_in_results(aces, eights).tolist()
    assert results == ([1, 2, 5] if swapped else [5, 2, 1])
    assert made_up.all_in_results(eights, aces).tolist() == results[::-1]
    totals = {
        made_up.roll_out(parse_holding(f"A{a}K{a}"), parse_holding(f"8{b}8{c}"), 4).total
        for a, b, c in permutations("cdhs", 3)
    }
    assert len(totals) == 1


def test_look_ups_refuse_other_pots_and_shared_cards(made_up):
    with pytest.raises(BaselineError, match="no pot of 10 small bets"):
        made_up.roll_out(parse_holding("AcKc"), parse_holding("8h8d"), 10)
    with pytest.raises(CardError, match="share a card"):
        made_up.roll_out(parse_holding("AcKc"), parse_holding("Ac8d"), 4)


def test_loading_refuses_what_is_absent_damaged_or_made_for_something_else(made_up, tmp_path):
    path = tmp_path / "some.table"
    with pytest.raises(TableError, match=r"is not there \(build it with `deluck tables build-preflop`\)"):
        read_table(STANDARD, path)
    write_table(made_up, tighter(), path)
    with pytest.raises(TableError, match=f"computed for settings {tighter().hash}, not for {STANDARD.hash}"):
        read_table(STANDARD, path)
    write_table(made_up, STANDARD, path)
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    with pytest.raises(TableError, match="checksum does not match"):
        read_table(STANDARD, path)
    path.write_bytes(sound[:-1])
    with pytest.raises(TableError, match="bytes and should have"):
        read_table(STANDARD, path)
    ShippedTable("preflop-rollouts", 0, path).write({"sums": made_up.sums})
    with pytest.raises(TableError, match="is of version 0"):
        read_table(STANDARD, path)
    write_table(PreflopTable(made_up.sums[:5], made_up.results[:5]), STANDARD, path)
    with pytest.raises(TableError, match="does not hold what a preflop table holds"):
        read_table(STANDARD, path)


def holdings_of(cards):
    """The numbers of P1's and P2's holdings, of four cards."""
    return [int(max(pair) * (max(pair) - 1) // 2 + min(pair)) for pair in (cards[:2], cards[2:])]


def test_the_shipped_table_equals_direct_roll_outs(deal):
    table = preflop_table()
    for cards in deal(14, 4):
        first, second = holdings_of(cards)
        expected = preflop_sums(cards, POTS).tolist()
        assert table.roll_out_sums([first] * 4, [second] * 4, POTS).tolist() == expected


def test_the_shipped_table_has_all_in_results_of_whole_boards(deal):
    table = preflop_table()
    assert (table.results.sum(axis=1) == 1_712_304).all()
    alfred, betty = parse_holding("AcKc"), parse_holding("7h6h")
    assert table.all_in_results(alfred, betty).tolist() == [1029832, 7525, 674947]
    for cards in deal(3, 4):
        first, second = holdings_of(cards)
        equity = all_in_equity([format_holding(first), format_holding(second)]).players[0]
        assert table.all_in_results(first, second).tolist() == [equity.wins, equity.ties, equity.losses]


def test_the_shipped_table_is_of_the_standard_settings_and_within_its_pots():
    table = preflop_table()
    assert table.sums.dtype == np.int32
    assert table.sums.shape == (N_MATCHUPS, 2, 4)
    # Nobody wins or loses more on average than four bets on each street after the pot's half.
    largest = np.abs(table.sums.astype(np.int64)).max(axis=(0, 1))
    assert (largest < np.array([1, 2, 3, 4]) * 34_246_080 + 20 * 34_246_080).all()
    assert table.roll_out(parse_holding("AcKc"), parse_holding("7h6h"), 6).total == 14_180_786
