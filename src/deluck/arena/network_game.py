"""The games that the network protocol carries: fixed-limit, no-limit and pot-limit hold'em for 2 to 10 seats.

The protocol does not send blinds or stacks, so the dealer and every client must be given the same ones. Stacks are the
same for all seats and are reset each hand, as in the ACPC's games.
"""

import re
from dataclasses import dataclass

from deluck.arena.wire import SEATS, WireError
from deluck.formats.acpc_games import STACK, rules_of
from deluck.games import HoldemRules, Structure

DEFAULT_BLINDS = (50, 100)
DEFAULT_STACK = STACK
LIMIT_BLINDS = (5, 10)

_NAMES = {
    Structure.FIXED_LIMIT: ("limit", "fixed-limit", "fl", "holdem", "holdem-limit"),
    Structure.NO_LIMIT: ("no-limit", "nolimit", "nl", "holdem-nl"),
    Structure.POT_LIMIT: ("pot-limit", "potlimit", "pl", "holdem-pl"),
}
_STRUCTURE_OF_NAME = {name: structure for structure, names in _NAMES.items() for name in names}
_FILE_NAMES = {Structure.FIXED_LIMIT: "limit", Structure.NO_LIMIT: "nolimit", Structure.POT_LIMIT: "potlimit"}
_BLINDS = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_MOST_CHIPS = 2**31 - 1  # what the ACPC's programs can count to


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkGame:
    """A game for any number of seats; `network_game` makes it from names.

    Attributes
    ----------
    structure
        Fixed-limit, no-limit or pot-limit.
    small_blind, big_blind
        The blinds in chips.
    stack
        The chips every seat starts each hand with; None in fixed-limit, where nobody can run out.
    """

    structure: Structure
    small_blind: int
    big_blind: int
    stack: int | None

    def rules(self, n_seats: int) -> HoldemRules:
        """Return the rules for so many seats.

        Raises
        ------
        WireError
            If the protocol does not carry so many.
        """
        if n_seats not in SEATS:
            raise WireError(f"a game of {n_seats} seats (expected {SEATS[0]} to {SEATS[-1]})")
        if self.structure is Structure.FIXED_LIMIT:
            return rules_of(n_seats)
        make = HoldemRules.no_limit if self.structure is Structure.NO_LIMIT else HoldemRules.pot_limit
        return make(n_seats, self.small_blind, self.big_blind)

    def stacks(self, n_seats: int) -> tuple[int, ...] | None:
        """Return each seat's chips at the start of a hand, or None if nobody can run out."""
        return None if self.stack is None else (self.stack,) * n_seats

    def check_log(self) -> None:
        """Raise WireError unless the ACPC's logs can hold the game: they do not state the stakes."""
        if self.structure is Structure.POT_LIMIT:
            raise WireError("a log of pot-limit (expected limit or no-limit: the ACPC's logs do not know pot-limit)")
        stakes = (self.small_blind, self.big_blind, self.stack)
        if self.structure is Structure.NO_LIMIT and stakes != (*DEFAULT_BLINDS, DEFAULT_STACK):
            raise WireError(
                f"a log with blinds {self.small_blind}/{self.big_blind} and stacks of {self.stack} chips "
                f"(expected 50/100 and {DEFAULT_STACK}, the ACPC's: its logs do not state them)"
            )

    def file_name(self, n_seats: int) -> str:
        """Return the name of the ACPC's file that defines the game: ``holdem.nolimit.2p.reverse_blinds.game``."""
        blinds = ".reverse_blinds" if n_seats == 2 else ""
        return f"holdem.{_FILE_NAMES[self.structure]}.{n_seats}p{blinds}.game"


def network_game(name: str = "limit", blinds: str | None = None, stack: int | None = None) -> NetworkGame:
    """Return the game of a name, blinds and a stack.

    Parameters
    ----------
    name
        ``limit``, ``no-limit`` (``nolimit``, ``nl``, ``holdem-nl``) or ``pot-limit`` (``potlimit``, ``pl``,
        ``holdem-pl``).
    blinds
        The blinds, e.g. ``50/100``, which are the default. Limit is played with blinds 5/10 and bets of 10 and 20 only,
        because its logs do not state them.
    stack
        The chips each seat starts a hand with, by default 20,000; limit has no stacks.

    Raises
    ------
    WireError
        If there is no such game, or the blinds and the stack make none.
    """
    structure = _STRUCTURE_OF_NAME.get(name.lower())
    if structure is None:
        raise WireError(f"no game {name!r} (expected limit, no-limit or pot-limit)")
    small, big = _parse_blinds(blinds, LIMIT_BLINDS if structure is Structure.FIXED_LIMIT else DEFAULT_BLINDS)
    if structure is Structure.FIXED_LIMIT:
        if (small, big) != LIMIT_BLINDS:
            raise WireError(f"blinds {small}/{big} in limit (expected 5/10, the ACPC's; no-limit has others)")
        if stack is not None:
            raise WireError(
                f"a stack of {stack} in limit (expected none: nobody runs out of chips in the ACPC's limit)"
            )
        return NetworkGame(structure=structure, small_blind=small, big_blind=big, stack=None)
    if not 0 < small <= big:
        raise WireError(f"blinds {small}/{big} (expected a small blind of at least 1 and at most the big blind)")
    chips = DEFAULT_STACK if stack is None else stack
    if not big <= chips <= _MOST_CHIPS:
        raise WireError(f"a stack of {chips} chips (expected at least the big blind, {big}, at most {_MOST_CHIPS})")
    return NetworkGame(structure=structure, small_blind=small, big_blind=big, stack=chips)


def _parse_blinds(text: str | None, default: tuple[int, int]) -> tuple[int, int]:
    if text is None:
        return default
    match = _BLINDS.fullmatch(text)
    if match is None:
        raise WireError(f"not blinds: {text!r} (expected two numbers of chips, e.g. 50/100)")
    return int(match[1]), int(match[2])
