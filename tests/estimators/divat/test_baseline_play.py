"""The baseline's action at every node of every round, at, just under and just over every threshold."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest

from deluck.estimators.divat.analysis_kernels import LONGEST, play_baseline
from deluck.estimators.divat.baseline_rounds import baseline_actions, round_start
from deluck.estimators.divat.policy import MOST_BETS, STANDARD, Ranks, baseline_action, fold_threshold
from deluck.estimators.divat.rollout import thresholds_of
from deluck.games import Action
from deluck.tables import hand_rank_tables

N_BOARD_CARDS = (0, 3, 4, 5)
POTS = {0: (0,), 1: (2, 6, 8), 2: (2, 4, 10, 16), 3: (2, 8, 10, 22, 48)}


def paths(node):
    """Return every way a round can be bet, as tuples of actions."""
    if node.actor is None:
        return [()]
    choices = [Action.CALL] + [Action.FOLD] * bool(node.to_call) + [Action.RAISE] * node.can_raise
    return [(action, *rest) for action in choices for rest in paths(node.after(action))]


def scores_at(street, pot, total):
    """Return whole scores at, just under and just over each threshold of a round, of so much for a sure winner."""
    settings = STANDARD.streets[street]
    shares = set(settings.make)
    if street == 0:
        shares |= {fold_threshold(STANDARD, 0, Fraction(1, 2), Fraction(3, 2))}
        shares |= {fold_threshold(STANDARD, 0, 1, 2 * n_bets - 1) for n_bets in range(2, MOST_BETS + 1)}
    else:
        bet = 1 + (street > 1)
        shares |= {
            fold_threshold(STANDARD, street, bet, pot + (2 * n_bets - 1) * bet) for n_bets in range(1, MOST_BETS + 1)
        }
    places = {place(total * share) + step for share in shares for place in (floor, ceil) for step in (-1, 0, 1)}
    return sorted(places)


@pytest.mark.parametrize("street", range(4))
def test_every_node_at_every_threshold(street):
    total = hand_rank_tables().street(N_BOARD_CARDS[street]).final_total
    seen = set()
    for pot in POTS[street]:
        start = round_start(street, pot)
        ways = paths(start)
        scores = scores_at(street, pot, total)
        hands = [(score, way) for score in scores for way in ways]
        # rounds before the one that is tried are called and checked through
        actions = [action for _, way in hands for action in (*[Action.CALL] * (2 * street), *way)]
        starts = np.cumsum([0] + [2 * street + len(way) for _, way in hands])
        bet_scores = np.zeros((len(hands), 4, 2), np.int64)
        bet_scores[:, street] = np.array([score for score, _ in hands])[:, None]
        start_pots = np.full((len(hands), 4), 2)
        start_pots[:, street] = pot if street else 2
        found = np.zeros(len(actions), np.uint8)
        end_pots, folded = np.zeros(len(actions), np.int64), np.zeros(len(actions))
        sequences = np.full((len(hands), 4, LONGEST), -1, np.int8)
        play_baseline(
            starts,
            np.array(actions, np.uint8),
            np.ones(len(hands), np.int64),
            np.zeros(len(hands), np.int64),
            np.full(len(hands), street + 1),
            start_pots,
            bet_scores,
            bet_scores * (2 if street == 1 else 1),  # on the flop the average of two equal ranks, of twice the total
            thresholds_of(STANDARD),
            found,
            end_pots,
            folded,
            sequences,
            np.zeros(len(hands), np.int64),
            np.zeros(len(hands)),
        )
        for row, (score, way) in enumerate(hands):
            ranks = Ranks(Fraction(score, total), Fraction(score, total))
            node, place = start, starts[row] + 2 * street
            for action in way:
                expected = baseline_action(STANDARD, street, ranks, node.n_bets, node.to_call, node.pot)
                assert found[place] == expected, (pot, score, way, node)
                _, end = baseline_actions(node, (ranks, ranks))
                assert end_pots[place] == (end.pot if end.folder is None else 0)
                assert folded[place] == (0 if end.folder is None else end.folded_value)
                seen.add((node.n_bets, node.actor, expected))
                node, place = node.after(action), place + 1
    # every action is met at every number of bets where the rules allow it, by both seats
    assert len(seen) >= (20 if street else 14), sorted(seen)
