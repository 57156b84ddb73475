"""Main and side pots, and how they are shared among the best hands."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.games import pot_kernels
from deluck.games.betting_kernels import MOST_SEATS


class Pot(NamedTuple):
    """Chips in the middle and the seats that can win them, in seat order."""

    amount: int
    seats: tuple[int, ...]


def side_pots(contributions: Sequence[int], folded: Sequence[bool]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, in chips, from what each seat put in and who has folded.

    A pot ends where the stack of a seat that is still in ended; what folded seats put in goes to the pots it reached.
    Chips above every seat that is still in (possible only where folding without a bet is allowed) go to the last pot.
    """
    gone = sum(1 << seat for seat, has_folded in enumerate(folded) if has_folded)
    paid = np.array(contributions, dtype=np.int64)
    return divide_pots(paid, np.zeros_like(paid), 0, gone)


def divide_pots(paid: NDArray[np.int64], dead: NDArray[np.int64], short_dead: int, folded: int) -> tuple[Pot, ...]:
    """Return the pots as the engine divides them: dead chips in the first one, live ones in layers.

    Parameters
    ----------
    paid, dead
        All chips each seat put in, and the dead ones among them (antes, dead posts), int64[seats].
    short_dead, folded
        A bit for each seat that could not pay all the dead chips it owed, and for each that has folded.
    """
    amounts, seats = np.empty((2, MOST_SEATS + 2), dtype=np.int64)
    n_pots = pot_kernels.pots_of(paid, dead, short_dead, folded, amounts, seats)
    return tuple(
        Pot(amount, tuple(seat for seat in range(len(paid)) if bits >> seat & 1))
        for amount, bits in zip(amounts[:n_pots].tolist(), seats[:n_pots].tolist(), strict=True)
    )


def winnings(pots: Sequence[tuple[int, Sequence[int]]], strengths: Sequence[int]) -> list[int]:
    """Return the chips each seat takes out of the pots; odd chips go one each to the first winners in seat order.

    Parameters
    ----------
    pots
        The pots, from `side_pots`.
    strengths
        The strength of each seat's hand, larger is stronger; those of folded seats are not looked at.
    """
    taken = [0] * len(strengths)
    for amount, seats in pots:
        winners = winners_of(seats, strengths)
        share, n_odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            taken[seat] += share + (place < n_odd)
    return taken


def exact_winnings(pots: Sequence[Pot], strengths: Sequence[int]) -> list[Fraction]:
    """Return what each seat takes out of the pots if chips could be cut, as the ACPC's logs have it."""
    taken = [Fraction(0)] * len(strengths)
    for amount, seats in pots:
        winners = winners_of(seats, strengths)
        for seat in winners:
            taken[seat] += Fraction(amount, len(winners))
    return taken


def winners_of(seats: Sequence[int], strengths: Sequence[int]) -> list[int]:
    """Return the seats with the best hands among these."""
    best = max([strengths[seat] for seat in seats])
    return [seat for seat in seats if strengths[seat] == best]
