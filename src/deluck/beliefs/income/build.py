"""Deal the income rates: every starting hand so many times, in blocks with random streams of their own."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.beliefs.income._kernels import count_winners
from deluck.beliefs.income_rates import MOST_OPPONENTS, IncomeRates
from deluck.cards import N_STARTING_HANDS, cards_of, starting_hand_holdings
from deluck.errors import BeliefError
from deluck.evaluator.lookup import lookup

DEALS_AT_ONCE = 100_000
MOST_DEALS = 1_000_000_000  # what the counts of the table can hold


def deal_income_rates(n_deals: int, *, seed: int, n_jobs: int = -1) -> IncomeRates:
    """Return the income rates of the 169 starting hands over so many random deals each, in bets a hand.

    Parameters
    ----------
    n_deals
        Deals for each starting hand; all nine numbers of opponents are read off the same deals.
    seed
        Of the deals: the same seed gives the same table, whatever the number of threads.
    n_jobs
        Threads to use; -1 for all cores.

    Raises
    ------
    BeliefError
        If the number of deals or the seed cannot be.
    """
    if not 2 <= n_deals <= MOST_DEALS:
        raise BeliefError(f"{n_deals:,} deals of each starting hand (expected 2 to {MOST_DEALS:,})")
    if not 0 <= seed < 2**63:
        raise BeliefError(f"not a seed: {seed} (expected a whole number from 0 to 2^63 - 1)")
    import joblib  # slow to import, and only the build needs it

    n_blocks = -(-n_deals // DEALS_AT_ONCE)
    blocks = list(product(range(N_STARTING_HANDS), range(n_blocks)))
    jobs = (
        joblib.delayed(_deal_block)(hand, block, min(DEALS_AT_ONCE, n_deals - block * DEALS_AT_ONCE), seed)
        for hand, block in blocks
    )
    counts = np.zeros((N_STARTING_HANDS, MOST_OPPONENTS, MOST_OPPONENTS + 1), dtype=np.int64)
    pace = progress.Pace(min(n_deals, DEALS_AT_ONCE), "deals")
    with progress.task("Dealing out every starting hand", len(blocks), pace) as display:
        for hand, found in joblib.Parallel(n_jobs=n_jobs, backend="threading", return_as="generator_unordered")(jobs):
            counts[hand] += found
            display.advance()
    return IncomeRates(counts.astype(np.int32), n_deals, seed)


def _deal_block(hand: int, block: int, n_deals: int, seed: int) -> tuple[int, NDArray[np.int64]]:
    """Return a starting hand and its counts over one block of deals; any holding of the class will do for it."""
    state = np.random.SeedSequence((seed, hand, block)).generate_state(1, np.uint64)[0]
    counts = np.zeros((MOST_OPPONENTS, MOST_OPPONENTS + 1), dtype=np.int64)
    hole = np.array(cards_of(starting_hand_holdings(hand)[0]), dtype=np.int64)
    count_winners(state, n_deals, hole, lookup(), counts)
    return hand, counts
