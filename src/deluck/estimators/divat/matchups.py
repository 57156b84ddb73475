"""Exact roll-out equity of one match-up after the preflop round, without the table: every board is looked up once.

A board of five cards is met by ten flops in two orders of turn and river, and only the pots with which they reach it
differ. So the flops are played first, then the turns, and each board's showdown and river betting is worked out once
for its twenty leaves.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from deluck.cards import DECK
from deluck.estimators.divat.kernel_arguments import end_tables_of, rank_lookup, thresholds_of
from deluck.estimators.divat.matchups_kernels import N_FLOPS, N_TURNS, add_boards, play_flops, play_turns
from deluck.estimators.divat.policy import Settings
from deluck.evaluator.lookup import lookup as evaluator_lookup
from deluck.parallel import run_all

_N_PARTS = 32  # so that threads end at about the same time


def matchup_sums(
    cards: NDArray[np.int64], pots: NDArray[np.int64], settings: Settings, *, small_bet: int = 1, n_jobs: int = -1
) -> NDArray[np.int64]:
    """Return the exact sums over all 34,246,080 leaves of what P1 wins, by pot after the preflop round, int64[k].

    Parameters
    ----------
    cards
        P1's and P2's holdings, four different card numbers.
    pots
        Even.
    settings
        The thresholds both play by.
    small_bet
        How many of the pots' unit a small bet is; sums are in it too.
    n_jobs
        Threads to use; -1 for all cores.
    """
    policy = (thresholds_of(settings, small_bet), end_tables_of(settings, small_bet), rank_lookup())
    evaluator = evaluator_lookup()
    rest = np.array([card for card in DECK if card not in cards], dtype=np.int64)
    triples = np.array(sorted(combinations(range(len(rest)), 3), key=lambda triple: triple[::-1]), dtype=np.int64)
    flop_halves = np.zeros((N_FLOPS, len(pots)), dtype=np.int64)
    halves = np.zeros((N_TURNS, len(pots), 4), dtype=np.int32)
    totals = np.zeros((N_TURNS, len(pots), 2), dtype=np.int64)
    parts = [np.ascontiguousarray(triples[start::_N_PARTS]) for start in range(_N_PARTS)]
    sums = np.zeros((_N_PARTS, len(pots)), dtype=np.int64)
    play_flops(cards, rest, triples, pots, *policy, flop_halves, sums[0])

    def turns(part: int) -> None:
        play_turns(cards, rest, parts[part], flop_halves, *policy, halves, totals, sums[part])

    def boards(part: int) -> None:
        add_boards(cards, rest, parts[part], halves, totals, *policy, evaluator, sums[part])

    run_all(turns, range(_N_PARTS), n_jobs=n_jobs)
    run_all(boards, range(_N_PARTS), n_jobs=n_jobs)
    result: NDArray[np.int64] = sums.sum(axis=0)
    return result
