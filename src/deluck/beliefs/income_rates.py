"""Income rates: what each starting hand wins a hand, in bets, if everybody calls one bet and all cards are dealt out.

Each of n opponents and the hand itself put one bet in, nobody bets again, and the best hand takes the n + 1 bets (a tie
shares them). The table that is shipped has a million deals of each of the 169 starting hands; all nine numbers
of opponents are read off the same deals, so one column's errors go with another's.

References
----------
Billings, Papp, Schaeffer and Szafron, Opponent modeling and a poker program, section 4.1.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_STARTING_HANDS, holding_of
from deluck.cards.holding import starting_hand_of
from deluck.errors import BeliefError, TableError
from deluck.tables import ShippedTable

NAME = "income-rates"
VERSION = 1
SHIPPED_PATH = Path(__file__).parent / "data" / f"{NAME}.table"
MOST_OPPONENTS = 9

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
        Of the deals.
    """

    counts: NDArray[np.int32]
    n_deals: int
    seed: int

    @property
    def mean(self) -> NDArray[np.float64]:
        """The net won a hand in bets, float64[169, 9]: rows in the order of starting hands, column n - 1 for n."""
        taken = (self.counts * _takings()).sum(axis=2)
        return np.asarray(taken / self.n_deals - 1)

    @property
    def stderr(self) -> NDArray[np.float64]:
        """The standard errors of the means in bets, float64[169, 9]."""
        taken = (self.counts * _takings()).sum(axis=2) / self.n_deals
        squared = (self.counts * _takings() ** 2).sum(axis=2) / self.n_deals
        return np.asarray(np.sqrt((squared - taken**2) / (self.n_deals - 1)))

    @property
    def equity(self) -> NDArray[np.float64]:
        """The share of the pot, float64[169, 9]: the mean plus one bet, over n + 1 bets."""
        return (self.mean + 1) / np.arange(2, MOST_OPPONENTS + 2)

    def rate(self, first: int, second: int, n_opponents: int) -> float:
        """Return what a holding of two cards wins a hand against 1 to 9 opponents, in bets.

        Raises
        ------
        CardError, BeliefError
            If the cards make no holding or there is no such number of opponents.
        """
        hand = starting_hand_of(holding_of(first, second))
        if not 1 <= n_opponents <= MOST_OPPONENTS:
            raise BeliefError(f"no income rates against {n_opponents} opponents (expected 1 to {MOST_OPPONENTS})")
        taken = (self.counts[hand, n_opponents - 1] * _takings()[n_opponents - 1]).sum()
        return float(taken / self.n_deals - 1)


@cache
def _takings() -> NDArray[np.float64]:
    """Return what one of k best takes of the n + 1 bets, float64[9, 10]."""
    n_players = np.arange(2, MOST_OPPONENTS + 2)[:, None]
    return np.asarray(n_players / np.arange(1, MOST_OPPONENTS + 2)[None, :])


def write_income_rates(rates: IncomeRates, path: Path = SHIPPED_PATH) -> None:
    """Write income rates to a file, whole or not at all."""
    deals = np.array([rates.n_deals, rates.seed], dtype=np.int64)
    ShippedTable(NAME, VERSION, path).write({"deals": deals, "counts": rates.counts})


def read_income_rates(path: Path = SHIPPED_PATH) -> IncomeRates:
    """Return the income rates in a file.

    Raises
    ------
    TableError
        If it is absent, damaged or of another version.
    """
    arrays = ShippedTable(NAME, VERSION, path).open()
    if arrays is None:
        raise TableError(f"{path} is not there (build it with `deluck tables build-income`)")
    if set(arrays) != {"deals", "counts"} or arrays["counts"].shape != _SHAPE or arrays["deals"].shape != (2,):
        raise TableError(f"{path} is damaged: it does not hold what a table of income rates holds")
    n_deals, seed = arrays["deals"].tolist()
    return IncomeRates(arrays["counts"], n_deals, seed)


@cache
def income_rates() -> IncomeRates:
    """Return the shipped income rates, read at first use."""
    return read_income_rates()
