"""Main and side pots, and how they are shared among the best hands."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.games import pot_kernels
from deluck.games.betting_kernels import MOST_SEATS


class Pot(NamedTuple):
    """Chips in the middle and the seats that can win them, in seat order."""

    amount: int
    seats: tuple[int, ...]


def pots_of(state: NDArray[np.int64]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots of a hand, from the engine's state: dead chips are in the first."""
    n_pots, amount, bits = pot_kernels.first_pot(state)
    if n_pots == 1:  # nearly always
        return (Pot(amount, _seats_of(bits)),)
    amounts, seats = np.empty((2, MOST_SEATS + 2), dtype=np.int64)
    pot_kernels.pots_of(state, amounts, seats)
    return tuple(
        Pot(amount, _seats_of(bits))
        for amount, bits in zip(amounts[:n_pots].tolist(), seats[:n_pots].tolist(), strict=True)
    )


@cache
def _seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(MOST_SEATS) if bits >> seat & 1)


def winnings(pots: Sequence[tuple[int, Sequence[int]]], strengths: Sequence[int]) -> list[int]:
    """Return the chips each seat takes out of the pots; odd chips go one each to the first winners in seat order.

    Parameters
    ----------
    pots
        The pots, from `pots_of`.
    strengths
        The strength of each seat's hand, larger is stronger; those of folded seats are not looked at.
    """
    taken = [0] * len(strengths)
    add_winnings(taken, pots, strengths)
    return taken


def add_winnings(chips: list[int], pots: Sequence[tuple[int, Sequence[int]]], strengths: Sequence[int]) -> None:
    """Add to each seat's chips what it takes out of the pots, as `winnings` has it."""
    for amount, seats in pots:
        winners = winners_of(seats, strengths)
        share, n_odd = divmod(amount, len(winners))
        for seat in winners:
            chips[seat] += share
        for seat in winners[:n_odd]:
            chips[seat] += 1


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
