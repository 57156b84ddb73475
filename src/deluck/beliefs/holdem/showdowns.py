"""The showdown histogram: what an opponent is believed to hold, from the holdings it showed down before.

The belief moves from a prior to what was observed: ``(1 - a) * prior + a * observed share``, with
``a = min(1, observations / memory)``. Only holdings that reach a showdown are learned; those that fold stay unseen.

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

    Deviation: the paper counts each of the 1,326 holdings separately. Here an observation counts equally for every
    holding of its starting hand (169 cells), unless 1,326 are selected: suits mean nothing before the flop, a cell is
    observed eight times as often, and the belief does not change when suits are renamed.

    Parameters
    ----------
    prior
        The belief before anything was observed (H^0), float64[1326] of weights not below 0; uniform by default, as in
        the paper's example.
    memory
        The number of observations after which the prior is forgotten (M). The paper gives no number. The belief is used
        for the chance to beat it, a mean over holdings, and after 300 observations such a mean is known to 0.03.
    n_cells
        169 to count starting hands, 1,326 to count holdings.

    Raises
    ------
    BeliefError
        If the prior, the memory or the number of cells is not valid.
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
        """The number of holdings observed."""
        return int(self._counts.sum())

    @property
    def observed_share(self) -> float:
        """The share of the belief that comes from observations, 0 to 1 (the paper's alpha)."""
        return min(1.0, self.n_observed / self.memory)

    def observe(self, first: int, second: int) -> None:
        """Add a holding of two cards that was shown down."""
        self._counts[self._cells[holding_of(first, second)]] += 1

    def probabilities(self) -> NDArray[np.float64]:
        """Return the believed probability of each holding before any card is seen, float64[1326], sum 1."""
        share = self.observed_share
        if not share:
            return self.prior
        observed = (self._counts / self._sizes)[self._cells] / self.n_observed
        return np.asarray((1 - share) * self.prior + share * observed)

    def beside(self, dead: Iterable[int]) -> NDArray[np.float64]:
        """Return the believed probability of each holding given known cards, float64[1326], sum 1.

        Holdings with a known card have 0, the rest is scaled up. If nothing of the belief is left, the prior is used,
        and if nothing of that is left, all possible holdings are equally likely.
        """
        possible = holdings_beside(dead)
        for weights in (self.probabilities(), self.prior):
            left = np.where(possible, weights, 0.0)
            if left.sum() > 0:
                return np.asarray(left / left.sum())
        return np.asarray(possible / possible.sum())
