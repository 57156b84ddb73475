"""The table from a viewpoint: the public's, that of a player with their own cards, or of an observer who sees all.

Bets are interpreted from public information alone, so what an observer knows beyond that only narrows the public's
distributions: down cards with a card known to be elsewhere are excluded, and so is that card from the deck.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, section V.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.downcards import DowncardDistribution, certain
from deluck.beliefs.stud.table import StudBeliefs
from deluck.beliefs.stud.table_kernels import fill_distribution
from deluck.errors import BeliefError
from deluck.metrics.hand_types import downcard_strengths, hand_types, unseen_cards, win_probabilities
from deluck.metrics.hand_types.distribution import N_BINS


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """What an observer knows beyond what everybody sees.

    Attributes
    ----------
    known
        The down cards known, by seat: none for the public, their own for a player, everybody's (including folded seats)
        for an observer who sees all.
    """

    known: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[int, ...]:
        """All down cards known."""
        return tuple([card for cards in self.known.values() for card in cards])


PUBLIC = Viewpoint()


def downcards_from(
    viewpoint: Viewpoint, beliefs: StudBeliefs, seat: int, *, reads_bets: bool = True
) -> DowncardDistribution:
    """Return the distribution over a seat's down cards from a viewpoint.

    If nothing that the public believes possible is left from the viewpoint, the model was wrong: then everything unseen
    is equally likely, as if no bet had been read.

    Raises
    ------
    BeliefError
        If the seat was not in on this street.
    """
    if seat in viewpoint.known:
        return certain(viewpoint.known[seat])
    public = beliefs.downcards(seat, reads_bets=reads_bets)
    if reads_bets and not public.is_possible_without(viewpoint.cards):
        public = beliefs.downcards(seat, reads_bets=False)
    return public.without(viewpoint.cards)


def hand_types_from(
    viewpoint: Viewpoint, beliefs: StudBeliefs, seat: int, *, reads_bets: bool = True
) -> NDArray[np.float64]:
    """Return the distribution over a seat's final strengths from a viewpoint, float64[7463], equation (2).

    Exact for a seat whose cards are known and for all seats from fifth street on; before, from the beliefs' samples.
    """
    up = beliefs.up_cards[seat]
    elsewhere = [card for card in (*beliefs.seen, *viewpoint.cards) if card not in up]
    if seat in viewpoint.known:
        down = viewpoint.known[seat]
        return hand_types([*down, *up], [card for card in elsewhere if card not in down]).probabilities
    if not viewpoint.known:
        return beliefs.hand_types(seat, reads_bets=reads_bets)
    held = downcards_from(viewpoint, beliefs, seat, reads_bets=reads_bets)
    unseen = unseen_cards([*up, *elsewhere])
    n_down = held.downcards.shape[1]
    strengths = downcard_strengths(up, unseen, n_down=n_down, n_samples=beliefs.n_samples, seed=beliefs.seed)
    if not np.array_equal(strengths.downcards, held.downcards):
        raise BeliefError(f"the down cards seen, {viewpoint.cards}, do not fit seat {seat}'s (expected cards unseen)")
    found = np.empty(N_BINS)
    fill_distribution(strengths.strengths, held.probabilities, found, np.empty(N_BINS))
    return found


def win_probabilities_from(
    viewpoint: Viewpoint, beliefs: StudBeliefs, *, reads_bets: bool = True
) -> NDArray[np.float64]:
    """Return the live seats' chances to win from a viewpoint, equation (1) scaled to sum to 1."""
    seen = [hand_types_from(viewpoint, beliefs, seat, reads_bets=reads_bets) for seat in beliefs.live]
    wins = win_probabilities(np.array(seen))
    return np.asarray(wins / wins.sum())
