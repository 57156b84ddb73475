"""The baseline's betting and folding policy: what an honest player does at any node of a round.

A hand bets and raises by the larger of its rank now (IHR) and its rank on the river (7cHR), and folds by their
average on the flop, by the larger elsewhere. Ranks are ratios of counts and thresholds are fractions, so every
comparison is decided exactly: at or above a Make threshold acts, strictly below the fold threshold folds.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 3.3 and Table 1.
"""

import hashlib
from dataclasses import dataclass
from fractions import Fraction

from deluck.errors import BaselineError
from deluck.games import STREET_NAMES, Action

N_STREETS = len(STREET_NAMES)
PREFLOP, FLOP, TURN, RIVER = range(N_STREETS)
BET_SIZES = (1, 1, 2, 2)
"""The bet of each street, in small bets."""
MOST_BETS = 4
"""The baseline never makes a fifth bet, also where the rules allow one; before the flop the big blind is the first."""


@dataclass(frozen=True, slots=True)
class StreetSettings:
    """The thresholds of one street.

    Attributes
    ----------
    fold_offset
        Added to the price of a call, to_call / (pot with the bet in it), it is the rank below which a hand folds.
    make
        The ranks needed to make the first, second, third and fourth bet.
    """

    fold_offset: Fraction
    make: tuple[Fraction, Fraction, Fraction, Fraction]

    def __post_init__(self) -> None:
        if (
            not all(isinstance(value, Fraction) for value in (self.fold_offset, *self.make))
            or len(self.make) != MOST_BETS
        ):
            raise BaselineError(f"thresholds {(self.fold_offset, *self.make)} (expected five fractions)")
        if not -1 <= self.fold_offset <= 1:
            raise BaselineError(f"a fold offset of {self.fold_offset} (expected -1 to 1)")
        if list(self.make) != sorted(self.make) or self.make[0] <= 0:
            raise BaselineError(f"Make thresholds {', '.join(map(str, self.make))} (expected above 0 and rising)")


@dataclass(frozen=True, slots=True)
class Settings:
    """The thresholds of the four streets, from before the flop to the river."""

    streets: tuple[StreetSettings, StreetSettings, StreetSettings, StreetSettings]

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that name these thresholds, the same on every machine."""
        parts = [f"{value}" for street in self.streets for value in (street.fold_offset, *street.make)]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]


def street_settings(fold_offset: str, *make: str) -> StreetSettings:
    """Return thresholds written as decimals, exactly."""
    first, second, third, fourth = (Fraction(threshold) for threshold in make)
    return StreetSettings(Fraction(fold_offset), (first, second, third, fourth))


STANDARD = Settings(
    (
        street_settings("0.000", "0.580", "0.825", "0.930", "0.965"),
        street_settings("0.075", "0.580", "0.825", "0.930", "0.965"),
        street_settings("0.100", "0.580", "0.825", "0.930", "0.965"),
        street_settings("0.000", "0.640", "0.850", "0.940", "0.970"),
    )
)
"""The standard (moderate) settings of Table 1."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """What a hand acts by on one street: its rank now (IHR) and its mean rank on the river (7cHR), exactly."""

    immediate: Fraction
    seven_card: Fraction

    def to_bet(self) -> Fraction:
        """Return the rank to bet and raise by (EHR for betting): the larger one."""
        return max(self.immediate, self.seven_card)

    def to_fold(self, street: int) -> Fraction:
        """Return the rank to fold by (EHR for folding): the average on the flop, the larger one elsewhere."""
        if street == FLOP:
            return (self.immediate + self.seven_card) / 2
        return self.to_bet()

    def effective(self, settings: Settings, street: int) -> Fraction:
        """Return the rank a hand acts by (EHR): to bet by if it is worth a first bet, otherwise to fold by."""
        return self.to_bet() if self.to_bet() >= settings.streets[street].make[0] else self.to_fold(street)


def make_threshold(settings: Settings, street: int, n_bets: int) -> Fraction | None:
    """Return the rank needed to make one more bet than n_bets, or None if the baseline never makes that many.

    Before the flop the big blind is a bet that says nothing about strength, so the first voluntary raise needs Make1,
    the next Make2, the cap Make3.
    """
    if n_bets >= MOST_BETS:
        return None
    return settings.streets[street].make[n_bets - 1 if street == PREFLOP else n_bets]


def fold_threshold(settings: Settings, street: int, to_call: Fraction | int, pot: Fraction | int) -> Fraction:
    """Return the rank below which a hand folds: to_call / (pot with the bet in it) + the street's offset."""
    return Fraction(to_call) / Fraction(pot) + settings.streets[street].fold_offset


def baseline_action(
    settings: Settings,
    street: int,
    ranks: Ranks,
    n_bets: int,
    to_call: Fraction | int,
    pot: Fraction | int,
    *,
    can_raise: bool = True,
) -> Action:
    """Return what the baseline does at a node of a round, on its own path or off it.

    Parameters
    ----------
    settings
        The thresholds.
    street
        0 before the flop … 3 on the river.
    ranks
        The actor's ranks on that street.
    n_bets
        Bets made in the round so far; before the flop the big blind is the first.
    to_call, pot
        In small bets, the pot with the bet to be called in it.
    can_raise
        Whether the rules let the actor raise.
    """
    threshold = make_threshold(settings, street, n_bets)
    if can_raise and threshold is not None and ranks.to_bet() >= threshold:
        return Action.RAISE
    if to_call and ranks.to_fold(street) < fold_threshold(settings, street, to_call, pot):
        return Action.FOLD
    return Action.CALL
