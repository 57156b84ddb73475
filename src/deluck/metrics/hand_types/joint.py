"""Who wins when all seats draw from one deck: the joint chance that equation (1) takes apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.cards import as_cards, check_cards
from deluck.errors import DealError
from deluck.evaluator.lookup import lookup
from deluck.metrics.hand_types.distribution import HAND_SIZE, hand_types, unseen_cards, win_probabilities
from deluck.metrics.hand_types.hand_types_kernels import count_joint_wins, sample_joint_wins

FEASIBLE_DEALS = 20_000_000  # about a second


@dataclass(frozen=True, slots=True, eq=False)
class JointWins:
    """Each seat's chance to win, by dealing, beside what equation (1) says.

    Attributes
    ----------
    best
        The chance to hold the best hand, alone or shared, float64[seats]: what equation (1) is about.
    share
        The share of the pot, a tie between k counting 1/k, float64[seats]; it sums to 1.
    independent
        Equation (1) of the same hands, float64[seats].
    stderr
        The standard error of `best`, float64[seats]: 0 if exact.
    n_deals
        How many deals were looked at.
    exact
        Whether these were all there are.
    """

    best: NDArray[np.float64]
    share: NDArray[np.float64]
    independent: NDArray[np.float64]
    stderr: NDArray[np.float64]
    n_deals: int
    exact: bool

    @property
    def gap(self) -> NDArray[np.float64]:
        """What equation (1) says less the joint chance: the cost of taking seats to be independent."""
        return self.independent - self.best


def joint_wins(
    hands: Sequence[str | Sequence[int]],
    seen: str | Sequence[int] = (),
    *,
    n_samples: int = 100_000,
    seed: int = 0,
) -> JointWins:
    """Return each seat's chance to win with all cards known, dealt jointly: exact where feasible, else sampled.

    Parameters
    ----------
    hands
        Each seat's cards, three to seven.
    seen
        Other cards that cannot come any more.
    n_samples
        How many random deals where there are more than 20,000,000.
    seed
        What they are drawn from.

    Raises
    ------
    CardError, DealError
        If a card appears twice, a hand has more than seven, there are not two seats, or the deck is too short.
    """
    own = [as_cards(hand) for hand in hands]
    dead = as_cards(seen)
    dealt = [card for cards in own for card in cards]
    check_cards([*dealt, *dead])
    if len(own) < 2 or any(not 1 <= len(cards) <= HAND_SIZE for cards in own):
        raise DealError(f"hands of {[len(cards) for cards in own]} cards (expected two hands or more, of up to seven)")
    rest = unseen_cards([*dealt, *dead])
    to_come = np.array([HAND_SIZE - len(cards) for cards in own], dtype=np.int64)
    if to_come.sum() > len(rest):
        raise DealError(f"{to_come.sum()} cards to come from the {len(rest)} left (expected as many or more)")
    tables = lookup()
    keys, suits = (_sums(column, own) for column in (tables.keys, tables.suit_bits))
    counts = np.zeros((len(own), len(own) + 1), dtype=np.int64)
    n_deals = _n_deals(len(rest), to_come.tolist())
    exact = n_deals <= FEASIBLE_DEALS
    if exact:
        count_joint_wins(keys, suits, to_come, rest, tables, counts)
    else:
        n_deals = n_samples
        sample_joint_wins(keys, suits, to_come, rest, n_samples, np.uint64(seed), tables, counts)
    best = counts[:, 1:].sum(axis=1) / n_deals
    share = (counts[:, 1:] / np.arange(1, len(own) + 1)).sum(axis=1) / n_deals
    stderr = np.zeros(len(own)) if exact else np.sqrt(best * (1 - best) / n_deals)
    one_by_one = [hand_types(cards, [*dead, *(card for card in dealt if card not in cards)]) for cards in own]
    independent = win_probabilities(np.array([found.probabilities for found in one_by_one]))
    return JointWins(best, share, independent, stderr, n_deals, exact)


def _sums(of_cards: object, hands: Sequence[Sequence[int]]) -> NDArray[np.uint64]:
    column = np.asarray(of_cards, dtype=np.uint64)
    return np.array([column[list(cards)].sum() for cards in hands], dtype=np.uint64)


def _n_deals(n_rest: int, to_come: Sequence[int]) -> int:
    total = 1
    for n_cards in to_come:
        total *= comb(n_rest, n_cards)
        n_rest -= n_cards
    return total
