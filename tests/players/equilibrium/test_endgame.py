"""Endgames: classes of boards by plain loops, probabilities as stored, and what training them is worth."""

import numpy as np
import pytest
from tests.players.equilibrium.test_turn_ranges import ranked

from deluck.best_response.shapes import street_shape
from deluck.cards import parse_cards
from deluck.isomorphism import relabelled_holdings, relabellings
from deluck.players.equilibrium.abstraction import RIVER, TURN, Fineness, make_abstraction
from deluck.players.equilibrium.board_classes import _POINTS, features, find_centres, nearest
from deluck.players.equilibrium.packing import packed, unpacked
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.turn_ranges import Turn

TURN_BOARD = tuple(parse_cards("Ks9d5c4h"))
RIVER_BOARD = tuple(parse_cards("Ks9d5s4sTs"))
SMALL = Fineness(by_texture=True, flop=(2, 2), turn=(2, 2), river=6, turn_grid=(2, 2, 2), river_grid=(3, 2))


@pytest.fixture(scope="module")
def abstraction():
    return make_abstraction(SMALL)


def some_ranges(n_holdings, seed=4):
    rng = np.random.default_rng(seed)
    return (rng.integers(0, 3, (2, 2, n_holdings)) / 2).astype(np.float32)


@pytest.mark.parametrize("board", [TURN_BOARD, RIVER_BOARD])
def test_a_curve_is_the_share_of_one_range_below_each_share_of_the_other(abstraction, board):
    on = Turn.of(board) if len(board) == 4 else River.of(board)
    values = ranked(on)[1] if len(board) == 4 else on.strengths
    ranges = some_ranges(len(on.holdings))
    found = features(abstraction, on, ranges)
    for start in range(2):
        weights = 1 + np.floor(ranges[:, start].astype(np.float64) * 2**20)
        shares = []
        for value in np.unique(values):
            below, tied = values < value, values == value
            shares.append([(each[below].sum() + each[tied].sum() / 2) / each.sum() for each in weights])
        own, other = np.array([[0, 0], *shares, [1, 1]]).T
        np.testing.assert_allclose(found[start, :10], np.interp(_POINTS, own, other), rtol=1e-12)
    flush = 0 if len(board) == 4 else 2
    assert found[:, 10:].tolist() == [[pytest.approx(0.1 * flush), 0.0]] * 2


def test_suits_relabelled_change_no_feature(abstraction):
    river = River.of(RIVER_BOARD)
    ranges = np.zeros((2, 2, 1326), dtype=np.float32)
    ranges[:, :, river.holdings] = some_ranges(len(river.holdings))
    before = features(abstraction, river, np.ascontiguousarray(ranges[:, :, river.holdings]))
    for number in (5, 17):
        moved = River.of(tuple(relabellings()[number][list(RIVER_BOARD)].tolist()))
        relabelled = np.zeros_like(ranges)
        relabelled[:, :, relabelled_holdings(number)] = ranges
        after = features(abstraction, moved, np.ascontiguousarray(relabelled[:, :, moved.holdings]))
        assert (after == before).all()


def test_classes_are_found_where_there_are_some():
    rng = np.random.default_rng(2)
    middles = rng.random((5, 12))
    sample = np.concatenate([middle + rng.normal(0, 0.01, (40, 12)) for middle in middles])
    centres = find_centres(sample, 5, rng)
    of = nearest(centres, sample).reshape(5, 40)
    assert (of == of[:, :1]).all()
    assert len(set(of[:, 0].tolist())) == 5
    plain = [int(np.argmin([((row - centre) ** 2).sum() for centre in centres.astype(float)])) for row in sample]
    assert of.ravel().tolist() == plain


@pytest.mark.parametrize("street", [TURN, RIVER])
def test_probabilities_are_stored_without_the_last_legal_one(street):
    legal = street_shape(street).child >= 0
    rng = np.random.default_rng(3)
    shares = np.zeros((2, 4, len(legal), 5, 3), dtype=np.uint8)
    for decision, can in enumerate(legal):
        cuts = np.sort(rng.integers(0, 256, (2, 4, 5, can.sum() - 1)), axis=-1)
        edges = np.concatenate([np.zeros((2, 4, 5, 1), int), cuts, np.full((2, 4, 5, 1), 255)], axis=-1)
        shares[:, :, decision][..., can] = np.diff(edges, axis=-1)
    stored = packed(shares, legal, axis=2)
    assert sum(each.size for each in stored.values()) == 2 * 4 * 5 * (legal.sum() - len(legal))
    assert (unpacked(stored, legal, axis=2) == shares).all()
