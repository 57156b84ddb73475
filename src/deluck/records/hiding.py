"""Hands as one player sees them: its own cards, and others' where they were shown."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deluck.records.columns import HandColumns
from deluck.records.decisions import DecisionColumns


def as_seen_from(
    hands: HandColumns, decisions: DecisionColumns, seats: NDArray[np.int64], *, shown_if_lost_only: bool = False
) -> HandColumns:
    """Return hands as a site shows them to the player in a seat of each: its own cards, and others' at showdown.

    Parameters
    ----------
    hands, decisions
        Hands with all cards known, and their betting.
    seats
        Where the player sits, int64[n].
    shown_if_lost_only
        Whether others' cards are shown only where the player lost.
    """
    rows = np.arange(len(hands))
    live = (hands.players >= 0) & ~decisions.folded
    known = live & (live.sum(axis=1) > 1)[:, None]
    if shown_if_lost_only:
        known &= (hands.payoffs[rows, seats] < 0)[:, None]
    known[rows, seats] = True
    cards = np.where(known[:, :, None], hands.cards, np.int8(-1))
    return replace(hands, cards=np.ascontiguousarray(cards), heroes=seats.astype(np.int8))
