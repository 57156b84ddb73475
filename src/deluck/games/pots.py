"""Main and side pots, and how they are shared among the best hands."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips in the middle and the seats that can win them, in seat order."""

    amount: int
    seats: tuple[int, ...]


def side_pots(contributions: Sequence[int], folded: Sequence[bool]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, in chips, from what each seat put in and who has folded.

    A pot ends where the stack of a seat that is still in ended; what folded seats put in goes to the pots it reached.
    Chips above every seat that is still in (possible only where folding without a bet is allowed) go to the last pot.
    """
    live = [seat for seat, gone in enumerate(folded) if not gone]
    levels = sorted({contributions[seat] for seat in live})
    if len(levels) == 1:
        return (Pot(sum(contributions), tuple(live)),)
    pots = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(contributions)
        amount = sum(min(chips, top) - min(chips, below) for chips in contributions)
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if contributions[seat] >= level)))
        below = level
    return tuple(pots)


def winnings(pots: Sequence[tuple[int, tuple[int, ...]]], strengths: Sequence[int]) -> list[int]:
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
        best = max([strengths[seat] for seat in seats])
        winners = [seat for seat in seats if strengths[seat] == best]
        share, n_odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            taken[seat] += share + (place < n_odd)
    return taken


def exact_winnings(pots: Sequence[Pot], strengths: Sequence[int]) -> list[Fraction]:
    """Return what each seat takes out of the pots if chips could be cut, as the ACPC's logs have it."""
    taken = [Fraction(0)] * len(strengths)
    for amount, seats in pots:
        best = max(strengths[seat] for seat in seats)
        winners = [seat for seat in seats if strengths[seat] == best]
        for seat in winners:
            taken[seat] += Fraction(amount, len(winners))
    return taken
