"""Draws what several opponents hold at once, by their weights and without using a card twice."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.joint_kernels import fill_joint_holdings
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import holding_cards
from deluck.errors import BeliefError

MOST_TRIES = 1_000_000


def cumulative_weights(tables: Sequence[WeightTable]) -> NDArray[np.float64]:
    """Return the running sums of each table's weights, float64[n, 1326], as the drawing kernels expect them."""
    return np.cumsum([table.weights for table in tables], axis=1)


def sample_holdings(tables: Sequence[WeightTable], n_draws: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return holdings drawn for all opponents at once, int64[n_draws, n_opponents].

    A set of holdings is drawn in proportion to the product of its weights, among the sets that use no card twice. Each
    holding is drawn by itself, and a set that uses a card twice is discarded whole: drawing one after the other from
    what is left, or only the second of two again, would favour holdings that few others block.

    Parameters
    ----------
    tables
        What each opponent may hold, without the cards seen.
    n_draws
        The number of sets to draw.
    rng
        The source of all randomness.

    Raises
    ------
    BeliefError
        If there are no tables, or no set without a card used twice was found in a million tries.
    """
    if not tables:
        raise BeliefError("no tables to draw from (expected one for each opponent)")
    out = np.empty((n_draws, len(tables)), dtype=np.int64)
    n_filled = fill_joint_holdings(rng, cumulative_weights(tables), holding_cards(), MOST_TRIES, out)
    if n_filled < n_draws:
        raise BeliefError(
            f"no holdings for {len(tables)} opponents that share no card in {MOST_TRIES:,} tries "
            "(expected tables that leave them different cards)"
        )
    return out
