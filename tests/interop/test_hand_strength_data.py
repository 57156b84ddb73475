"""Hand strengths that somebody else computed: `str` is ten times the share beaten, cut to three decimals."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from deluck.cards import parse_card
from deluck.metrics import hand_ranks

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
FILE = FOLDER / "hand_strength" / "hands_type_0.json"
CUT = 0.001 / 10  # cut, not rounded, in the last of three decimals of ten times the share


@pytest.mark.skipif(not FILE.is_file(), reason=f"no interop data at {FILE} (name its folder in DELUCK_INTEROP_DATA)")
@pytest.mark.parametrize(("street", "n_board"), [(0, 0), (1, 3), (2, 4), (3, 5)])
def test_immediate_hand_rank_agrees_within_the_cut(street, n_board):
    hands = [json.loads(line) for line in FILE.read_text().splitlines() if line.strip()]
    holes = np.array([[parse_card(card) for card in hand["p"]["hc"]] for hand in hands])
    boards = np.array([[parse_card(card) for card in hand["bc"][:n_board]] for hand in hands], dtype=np.int64)
    theirs = np.array([hand["p"]["str"][street] for hand in hands]) / 10
    ours = hand_ranks(holes, boards.reshape(len(hands), n_board)).immediate
    assert len(hands) > 100
    assert np.abs(ours - theirs).max() <= CUT
