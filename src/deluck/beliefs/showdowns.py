"""The showdown histogram: what an opponent is believed to hold, from the holdings it showed down before.

The belief goes from a prior to what was observed: ``(1 - a) * prior + a * observed share``, with
``a = min(1, observations / memory)``. What it learns are holdings that came to a showdown: those that fold stay unseen.

References
----------
Nasser, Poker bot project, section 2, equation (4), where the memory is M.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, N_STARTING_HANDS, holding_of, holdings_beside, starting_hands
from deluck.errors import BeliefError

DEFAULT_MEMORY = 300


class ShowdownHistogram:
    """The belief in one opponent's holdings, learned from its showdowns.

    Deviation: the paper counts each of the 1,326 holdings apart. Here an observation counts for every holding of its
    starting hand alike (169 cells), unless 1,326 are asked for: suits mean nothing before the flop, a cell is seen
    eight times as often, and the belief does not change when suits are relabelled.

    Parameters
    ----------
    prior
        What is believed before anything was seen (H^0), float64[1326] of weights not below 0; uniform if not given, as
        in the paper's example.
    memory
        After how many observations the prior is forgotten (M). The paper gives no number. What is read off the belief
        is the chance to beat it, a mean over holdings, and after 300 observations such a mean is known to 0.03.
    n_cells
        169 to count starting hands, 1,326 to count holdings.

    Raises
    ------
    BeliefError
        If the prior, the memory or the number of cells cannot be.
    """

    def __init__(
        self,
        prior: NDArray[np.float64] | None = None,
        memory: int = DEFAULT_MEMORY,
        n_cells: int = N_STARTING_HANDS,
    ) -> None:
        weights = np.ones(N_HOLDINGS) if prior is None else np.asarray(prior, dtype=np.float64)
        if weights.shape != (N_HOLDINGS,) or not (np.isfinite(weights) & (weights >= 0)).all() or not weights.any():
            raise BeliefError(
                f"a prior of shape {weights.shape} (expected {N_HOLDINGS} weights not below 0, some above)"
            )
        if memory < 1:
            raise BeliefError(f"a memory of {memory} showdowns (expected 1 or more)")
        if n_cells not in (N_STARTING_HANDS, N_HOLDINGS):
            raise BeliefError(f"{n_cells} cells (expected {N_STARTING_HANDS} or {N_HOLDINGS})")
        self.prior: NDArray[np.float64] = weights / weights.sum()
        self.memory = memory
        self._cells = starting_hands() if n_cells == N_STARTING_HANDS else np.arange(N_HOLDINGS)
        self._sizes = np.bincount(self._cells)
        self._counts = np.zeros(n_cells, dtype=np.int64)

    @property
    def n_observed(self) -> int:
        """How many holdings were seen."""
        return int(self._counts.sum())

    @property
    def observed_share(self) -> float:
        """How much of the belief comes from what was seen, 0 to 1 (the paper's alpha)."""
        return min(1.0, self.n_observed / self.memory)

    def observe(self, first: int, second: int) -> None:
        """Take in a holding of two cards that was shown down."""
        self._counts[self._cells[holding_of(first, second)]] += 1

    def probabilities(self) -> NDArray[np.float64]:
        """Return the believed probability of each holding before any card is seen, float64[1326], sum 1."""
        share = self.observed_share
        if not share:
            return self.prior
        observed = (self._counts / self._sizes)[self._cells] / self.n_observed
        return np.asarray((1 - share) * self.prior + share * observed)

    def beside(self, dead: Iterable[int]) -> NDArray[np.float64]:
        """Return the believed probability of each holding beside cards that are known, float64[1326], sum 1.

        What holds a known card has 0, the rest is scaled up. Where nothing of the belief is left, the prior is taken,
        and where nothing of that is, all that is possible alike.
        """
        possible = holdings_beside(dead)
        for weights in (self.probabilities(), self.prior):
            kept = np.where(possible, weights, 0.0)
            if kept.sum() > 0:
                return np.asarray(kept / kept.sum())
        return np.asarray(possible / possible.sum())
