"""Hand-type distributions: how likely a partial hand is to become each of the 7,462 final hands.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, section II: the hand type
probability distribution (htpd) and the chance to win, equation (1). Its hand types are those of the showdown, kickers
included ("two pair, tens and fours with a queen kicker"): the 7,462 strengths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.cards import DECK, as_cards, check_cards, format_cards
from deluck.errors import CardError, DealError
from deluck.evaluator import N_STRENGTHS, Category, first_strength
from deluck.evaluator.lookup import lookup
from deluck.metrics.hand_types.hand_types_kernels import count_hand_types, fill_win_probabilities

N_BINS = N_STRENGTHS + 1
"""The length of a distribution over strengths: the strength is the index, and index 0 is never reached."""
HAND_SIZE = 7


@dataclass(frozen=True, slots=True, eq=False)
class HandTypes:
    """A distribution over final hands (htpd).

    Attributes
    ----------
    probabilities
        float64[7463], by strength; they sum to 1.
    n_completions
        How many ways to complete the hand were looked at.
    exact
        Whether these were all there are, each once.
    """

    probabilities: NDArray[np.float64]
    n_completions: int
    exact: bool

    @property
    def categories(self) -> NDArray[np.float64]:
        """The probability of each of the nine hand types, float64[9], high card first."""
        return categories_of(self.probabilities)

    @property
    def cumulative(self) -> NDArray[np.float64]:
        """The probability of each strength or less, float64[7463]."""
        return np.cumsum(self.probabilities)


def categories_of(distribution: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each of the nine hand types from that of each strength, float64[7463]: float64[9]."""
    return np.add.reduceat(distribution, [first_strength(category) for category in Category])


def hand_types(cards: str | Sequence[int], seen: str | Sequence[int] = ()) -> HandTypes:
    """Return the distribution over final hands of up to seven cards, exact: every choice of the cards to come.

    With three cards it takes some milliseconds, with none (133,784,560 choices) a second.

    Parameters
    ----------
    cards
        The hand so far.
    seen
        Other cards that cannot come any more.

    Raises
    ------
    CardError, DealError
        If a card appears twice, there are more than seven, or too few are left to complete the hand.
    """
    own, dead = as_cards(cards), as_cards(seen)
    both = [card for card in own if card in dead]
    if both:
        raise CardError(f"{format_cards(both)} is both in the hand {format_cards(own)} and among the cards seen")
    if len(own) > HAND_SIZE:
        raise DealError(f"a hand of {len(own)} cards (expected at most seven)")
    rest = unseen_cards((*own, *dead))
    n_to_come = HAND_SIZE - len(own)
    if n_to_come > len(rest):
        raise DealError(f"{n_to_come} cards to come from the {len(rest)} not seen (expected as many or more)")
    counts = np.zeros(N_BINS, dtype=np.int64)
    count_hand_types(np.array(own, dtype=np.int64), rest, lookup(), counts)
    n_completions = comb(len(rest), n_to_come)
    return HandTypes(counts / n_completions, n_completions, exact=True)


def unseen_cards(seen: Sequence[int]) -> NDArray[np.int64]:
    """Return the cards of the deck that are not among those seen, rising, int64[m].

    Raises
    ------
    CardError
        If a card seen is none, or appears twice.
    """
    check_cards(seen)
    gone = set(seen)
    return np.array([card for card in DECK if card not in gone], dtype=np.int64)


def win_probabilities(distributions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each seat's chance to hold the best hand from all seats' distributions, float64[seats], equation (1).

    As printed: seats are taken to be independent, and a tie counts as a win of each that shares it, so that the sum may
    be more than 1.

    Parameters
    ----------
    distributions
        float64[seats, 7463], by strength.
    """
    wins = np.empty(len(distributions))
    fill_win_probabilities(np.ascontiguousarray(distributions), wins)
    return wins
