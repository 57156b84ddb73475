"""Income rates: what each starting hand wins per hand, in bets, if everybody calls one bet and all cards are dealt.

The hand and each of its n opponents put in one bet, nobody bets again, and the best hand takes the n + 1 bets (ties
share them). The shipped table has a million deals of each of the 169 starting hands; all nine numbers of opponents are
counted on the same deals, so the errors of the columns are correlated.

References
----------
Billings, Papp, Schaeffer and Szafron, Opponent modeling and a poker program, section 4.1.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import N_STARTING_HANDS, cards_of, holding_of, starting_hand_holdings
from deluck.cards.holding import starting_hand_of
from deluck.errors import BeliefError, TableError
from deluck.tables import ShippedTable

NAME = "income-rates"
VERSION = 1
SHIPPED_PATH = Path(__file__).parent / "data" / f"{NAME}.table"
MOST_OPPONENTS = 9
DEALS_AT_ONCE = 100_000
MOST_DEALS = 1_000_000_000  # the largest count that fits the table

_SHAPE = (N_STARTING_HANDS, MOST_OPPONENTS, MOST_OPPONENTS + 1)


@dataclass(frozen=True, slots=True)
class IncomeRates:
    """The income rates of the 169 starting hands against 1 to 9 random opponents, as counts of deals.

    Attributes
    ----------
    counts
        int32[169, 9, 10]: ``counts[hand, n - 1, k - 1]`` deals in which the hand was one of k best against n opponents.
    n_deals
        Deals of each starting hand.
    seed
        Seed of the deals.
    """

    counts: NDArray[np.int32]
    n_deals: int
    seed: int

    @property
    def mean(self) -> NDArray[np.float64]:
        """The net won per hand in bets, float64[169, 9]: one row per starting hand, column n - 1 for n opponents."""
        taken = (self.counts * _shares_of_the_pot()).sum(axis=2)
        return np.asarray(taken / self.n_deals - 1)

    @property
    def stderr(self) -> NDArray[np.float64]:
        """The standard errors of the means in bets, float64[169, 9]."""
        taken = (self.counts * _shares_of_the_pot()).sum(axis=2) / self.n_deals
        squared = (self.counts * _shares_of_the_pot() ** 2).sum(axis=2) / self.n_deals
        return np.asarray(np.sqrt((squared - taken**2) / (self.n_deals - 1)))

    @property
    def equity(self) -> NDArray[np.float64]:
        """The share of the pot, float64[169, 9]: the mean plus one bet, over n + 1 bets."""
        return (self.mean + 1) / np.arange(2, MOST_OPPONENTS + 2)

    def rate(self, first: int, second: int, n_opponents: int) -> float:
        """Return what a holding of two cards wins per hand against 1 to 9 opponents, in bets.

        Raises
        ------
        CardError, BeliefError
            If the cards are not a holding, or the number of opponents is not 1 to 9.
        """
        hand = starting_hand_of(holding_of(first, second))
        check_n_opponents(n_opponents)
        taken = (self.counts[hand, n_opponents - 1] * _shares_of_the_pot()[n_opponents - 1]).sum()
        return float(taken / self.n_deals - 1)


def check_n_opponents(n_opponents: int) -> None:
    """Raise BeliefError unless there are income rates against that many opponents."""
    if not 1 <= n_opponents <= MOST_OPPONENTS:
        raise BeliefError(f"no income rates against {n_opponents} opponents (expected 1 to {MOST_OPPONENTS})")


@cache
def _shares_of_the_pot() -> NDArray[np.float64]:
    """Return what one of k best hands takes of the n + 1 bets, float64[9, 10]."""
    n_players = np.arange(2, MOST_OPPONENTS + 2)[:, None]
    return np.asarray(n_players / np.arange(1, MOST_OPPONENTS + 2)[None, :])


@cache
def income_rates() -> IncomeRates:
    """Return the shipped income rates, read at first use."""
    return read_income_rates()


def read_income_rates(path: Path = SHIPPED_PATH) -> IncomeRates:
    """Return the income rates in a file.

    Raises
    ------
    TableError
        If the file is absent, damaged or of another version.
    """
    arrays = ShippedTable(NAME, VERSION, path).open()
    if arrays is None:
        raise TableError(f"{path} does not exist (build it with `deluck tables build-income`)")
    if set(arrays) != {"deals", "counts"} or arrays["counts"].shape != _SHAPE or arrays["deals"].shape != (2,):
        raise TableError(f"{path} is damaged: its contents are not those of a table of income rates")
    n_deals, seed = arrays["deals"].tolist()
    return IncomeRates(arrays["counts"], n_deals, seed)


def write_income_rates(rates: IncomeRates, path: Path = SHIPPED_PATH) -> None:
    """Write income rates to a file, whole or not at all."""
    deals = np.array([rates.n_deals, rates.seed], dtype=np.int64)
    ShippedTable(NAME, VERSION, path).write({"deals": deals, "counts": rates.counts})


def deal_income_rates(n_deals: int, *, seed: int, n_jobs: int = -1) -> IncomeRates:
    """Return the income rates of the 169 starting hands over random deals, in bets per hand.

    Parameters
    ----------
    n_deals
        Deals of each starting hand; all nine numbers of opponents are counted on the same deals.
    seed
        Seed of the deals: the same seed gives the same table for any number of threads.
    n_jobs
        Threads to use; -1 for all cores.

    Raises
    ------
    BeliefError
        If the number of deals or the seed is out of range.
    """
    if not 2 <= n_deals <= MOST_DEALS:
        raise BeliefError(f"{n_deals:,} deals of each starting hand (expected 2 to {MOST_DEALS:,})")
    if not 0 <= seed < 2**63:
        raise BeliefError(f"not a seed: {seed} (expected a whole number from 0 to 2^63 - 1)")
    from deluck.parallel import run_parts  # only the build needs it

    n_blocks = -(-n_deals // DEALS_AT_ONCE)
    blocks = list(product(range(N_STARTING_HANDS), range(n_blocks)))

    def deal(part: tuple[int, int]) -> tuple[int, NDArray[np.int64]]:
        hand, block = part
        return _deal_block(hand, block, min(DEALS_AT_ONCE, n_deals - block * DEALS_AT_ONCE), seed)

    counts = np.zeros(_SHAPE, dtype=np.int64)
    pace = progress.Pace(min(n_deals, DEALS_AT_ONCE), "deals")
    with progress.task("Dealing every starting hand", len(blocks), pace) as display:
        for hand, found in run_parts(deal, blocks, n_jobs=n_jobs):
            counts[hand] += found
            display.advance()
    return IncomeRates(counts.astype(np.int32), n_deals, seed)


def _deal_block(hand: int, block: int, n_deals: int, seed: int) -> tuple[int, NDArray[np.int64]]:
    """Return a starting hand and its counts over one block of deals; any holding of the hand represents it."""
    from deluck.beliefs.holdem.income_rates_kernels import count_winners  # only the build needs a kernel
    from deluck.evaluator.lookup import lookup

    state = np.random.SeedSequence((seed, hand, block)).generate_state(1, np.uint64)[0]
    counts = np.zeros((MOST_OPPONENTS, MOST_OPPONENTS + 1), dtype=np.int64)
    hole = np.array(cards_of(starting_hand_holdings(hand)[0]), dtype=np.int64)
    count_winners(state, n_deals, hole, lookup(), counts)
    return hand, counts
