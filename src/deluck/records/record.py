"""One hand as it was played: the game, the seats, every card known or unknown, every decision, the results."""

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from deluck.errors import DeluckError, RecordError
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, Rules, StudDeal

Chips = int | Fraction  # whole, but where a source cuts the odd chip of a split pot

Deal = HoldemDeal | StudDeal


class Decision(NamedTuple):
    """What one seat decided, in the order of play."""

    seat: int
    action: Action
    amount: int | None = None
    """The seat's bet on this street after a raise (the raise-to total), where the rules leave a choice: no-limit,
    pot-limit, and fourth street of stud with an open pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A hand, complete enough to be played again; `deluck.records.replay` does that and checks it.

    Attributes
    ----------
    rules
        The game and its stakes, in chips. Seats are positions: the last one is the button.
    deal
        The cards; None stands for a card that was dealt and is not known.
    decisions
        Every decision in the order of play. Antes and blinds are not decisions, a bring-in is one.
    payoffs
        What each seat won less what it put in, after rake; together they make minus the rake.
    names
        Who sat in each seat.
    stacks
        What each seat started with, or None if nobody could run out.
    forced
        Blinds, posts and dead chips by seat, where they are not ``rules.forced``; None where they are.
    rake
        What the house took.
    outside
        Money that each seat got or paid outside the pots (cash-out, insurance, jackpot), in chips; None where the
        source has none. It is no part of the payoffs.
    hand_id
        The hand's number or name in its source.
    currency, chips_per_unit
        How amounts are written: ``"$"`` with 100 chips to the dollar. Play money has no currency.
    time
        When the hand was played, in UTC; None where the source does not say.
    site, table, tournament, level
        Where it was played and at which level of a tournament, as the source names them; empty where it does not.
    speed
        ``fast-fold``, ``turbo`` or ``hyper-turbo``; empty where the source names no speed.
    hero
        The seat whose log it is, or None where the source names nobody.
    """

    rules: Rules
    deal: Deal
    decisions: tuple[Decision, ...]
    payoffs: tuple[Chips, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...] | None = None
    rake: int = 0
    hand_id: str = ""
    currency: str = ""
    chips_per_unit: int = 1
    forced: Forced | None = None
    outside: tuple[int, ...] | None = None
    time: datetime | None = None
    site: str = ""
    table: str = ""
    tournament: str = ""
    level: str = ""
    speed: str = ""
    hero: int | None = None

    def __post_init__(self) -> None:
        deal, n_seats = self.deal, self.rules.n_seats
        for what in ("names", "payoffs", "stacks", "outside"):
            values = getattr(self, what)
            if values is not None and len(values) != n_seats:
                raise RecordError(f"hand {self.hand_id!r} has {len(values)} {what} (expected {n_seats}, one per seat)")
        dealt = deal.holes if isinstance(deal, HoldemDeal) else deal.hands
        if isinstance(deal, HoldemDeal) != isinstance(self.rules, HoldemRules) or len(dealt) != n_seats:
            raise RecordError(
                f"hand {self.hand_id!r}: its cards are not those of a {self.game} hand of {n_seats} seats"
            )
        if isinstance(deal, StudDeal) and (deal.openers or deal.spare):
            self._check_stud(deal)
        if self.forced is not None:
            self._check_forced(self.forced)
        if self.outside is not None and not any(self.outside):
            object.__setattr__(self, "outside", None)
        if self.time is not None or self.hero is not None:
            self._check_source()
        if self.rake < 0 or self.chips_per_unit < 1:
            raise RecordError(
                f"hand {self.hand_id!r}: a rake of {self.rake} and {self.chips_per_unit} chips a unit "
                "(expected at least 0 and at least 1)"
            )
        total = sum(self.payoffs)
        if total != -self.rake or isinstance(total, float):
            raise RecordError(
                f"hand {self.hand_id!r}: payoffs {_numbers(self.payoffs)} make {total} "
                f"(expected minus the rake, {-self.rake}, in whole chips or Fractions of one)"
            )

    def _check_forced(self, forced: Forced) -> None:
        if not isinstance(self.rules, HoldemRules):
            raise RecordError(f"hand {self.hand_id!r}: posts in {self.game} (expected antes only)")
        try:
            forced.check(self.n_seats)
        except DeluckError as error:
            raise RecordError(f"hand {self.hand_id!r}: {error}") from None
        if forced == self.rules.forced:
            object.__setattr__(self, "forced", None)

    def _check_source(self) -> None:
        if self.time is not None:
            if self.time.tzinfo is None:
                raise RecordError(f"hand {self.hand_id!r}: a time without a zone: {self.time} (expected UTC)")
            if self.time.tzinfo is not UTC:
                object.__setattr__(self, "time", self.time.astimezone(UTC))
        if self.hero is not None and not 0 <= self.hero < self.n_seats:
            raise RecordError(f"hand {self.hand_id!r}: hero in seat {self.hero} (expected 0 to {self.n_seats - 1})")

    def _check_stud(self, deal: StudDeal) -> None:
        if deal.spare and any(None in hand[:6] for hand in deal.hands):
            raise RecordError(
                f"hand {self.hand_id!r}: spare cards beside cards that are not known "
                "(expected all cards, or the hands as far as they were seen and no spare cards)"
            )
        openers, n_streets, seats = deal.openers, len(self.rules.street_names), range(self.n_seats)
        if len(openers) > n_streets or not all(opener is None or opener in seats for opener in openers):
            raise RecordError(
                f"hand {self.hand_id!r}: streets opened by {openers} "
                f"(expected at most {n_streets} seats from 0 to {self.n_seats - 1})"
            )

    @property
    def game(self) -> str:
        """The game's short name: ``holdem`` or ``stud7``."""
        return self.rules.game

    @property
    def n_seats(self) -> int:
        """How many seats were dealt in."""
        return self.rules.n_seats


def _numbers(values: tuple[Chips, ...]) -> str:
    return " ".join(str(value) for value in values)
