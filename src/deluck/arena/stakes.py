"""The games that matches are played in, here and over the network, and their stakes.

Limit hold'em is played at the ACPC's stakes, blinds 5 and 10, bets 10 and 20, and stud with an ante and a bring-in of
a quarter of the small bet; in both nobody can run out of chips. In no-limit and pot-limit hold'em every seat begins
each hand with the same stack, as in the ACPC's games.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.errors import ArenaError
from deluck.games import (
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    RulesError,
    Structure,
    StudDeal,
    StudRules,
    StudState,
)

BLINDS = (50, 100)  # of no-limit and pot-limit, as in the ACPC's games
STACK = 20_000
_LIMIT_BLINDS = (5, 10)
_MOST_CHIPS = 2**31 - 1  # what the ACPC's programs can count to
_BLINDS = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_STACK = re.compile(r"([0-9]{1,10})(bb)?")


class Game(StrEnum):
    """The games that can be played."""

    LIMIT = "holdem"
    POT_LIMIT = "pot-limit"
    NO_LIMIT = "no-limit"
    STUD7 = "stud7"

    @property
    def in_words(self) -> str:
        """The game's name in a sentence."""
        return "seven-card stud" if self is Game.STUD7 else f"{_STRUCTURES[self]} hold'em"


_STRUCTURES = {
    Game.LIMIT: Structure.FIXED_LIMIT,
    Game.POT_LIMIT: Structure.POT_LIMIT,
    Game.NO_LIMIT: Structure.NO_LIMIT,
}
_GAMES = {structure: game for game, structure in _STRUCTURES.items()}


def parse_game(name: str) -> Game:
    """Return the game of a name: ``holdem`` (or ``limit``), ``no-limit`` (``nl``), ``pot-limit`` (``pl``), ``stud7``.

    Raises
    ------
    ArenaError
        If there is no such game.
    """
    if name.strip().lower() in ("stud7", "stud"):
        return Game.STUD7
    try:
        return _GAMES[Structure.parse(name)]
    except RulesError:
        raise ArenaError(f"no game {name!r} (expected one of: {', '.join(Game)})") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """A game and its stakes, for any number of seats; `stakes_of` makes it.

    Attributes
    ----------
    game
        The game.
    small_blind, big_blind, ante
        In chips; 0 in stud, whose rules have their own.
    stack
        The chips every seat begins each hand with; None where nobody can run out.
    """

    game: Game
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    stack: int | None = None

    def rules(self, n_seats: int) -> Rules:
        """Return the rules for so many seats.

        Raises
        ------
        RulesError
            If the game cannot be played by so many.
        """
        if self.game is Game.STUD7:
            return StudRules.paper(n_seats)
        return self.holdem_rules(n_seats)

    def holdem_rules(self, n_seats: int) -> HoldemRules:
        """Return the rules of hold'em for so many seats."""
        if self.game is Game.LIMIT:
            return HoldemRules.limit(n_seats, self.big_blind)
        make = HoldemRules.no_limit if self.game is Game.NO_LIMIT else HoldemRules.pot_limit
        return make(n_seats, self.small_blind, self.big_blind, self.ante)

    def stacks(self, n_seats: int) -> tuple[int, ...] | None:
        """Return each seat's chips at the start of a hand, or None if nobody can run out."""
        return None if self.stack is None else (self.stack,) * n_seats

    @property
    def is_acpc(self) -> bool:
        """Whether the ACPC's logs can hold the game: they do not state the stakes."""
        if self.game is Game.NO_LIMIT:
            return (self.small_blind, self.big_blind, self.ante, self.stack) == (*BLINDS, 0, STACK)
        return self.game is Game.LIMIT

    def acpc_name(self, n_seats: int) -> str:
        """Return the name of the ACPC's file that defines the game: ``holdem.nolimit.2p.reverse_blinds.game``."""
        blinds = ".reverse_blinds" if n_seats == 2 else ""
        return f"holdem.{_STRUCTURES[self.game].replace('-', '')}.{n_seats}p{blinds}.game"

    def settings(self) -> dict[str, Any]:
        """Return what a log's comment says of the stakes, where the game leaves a choice."""
        if self.game not in (Game.NO_LIMIT, Game.POT_LIMIT):
            return {}
        return {"blinds": [self.small_blind, self.big_blind], "ante": self.ante, "stack": self.stack}


class TableGame:
    """The game of one table: its stakes for so many seats, how a deck is dealt and a hand begun."""

    __slots__ = ("_state", "n_seats", "rules", "stacks", "stakes")

    def __init__(self, stakes: Stakes, n_seats: int) -> None:
        self.stakes = stakes
        self.n_seats = n_seats
        self.rules: Any = stakes.rules(n_seats)
        self.stacks = stakes.stacks(n_seats)
        self._state: Any = StudState if stakes.game is Game.STUD7 else HoldemState

    def deals(self, decks: NDArray[np.uint8]) -> list[Any]:
        """Return the deals of shuffled decks, uint8[n, 52]."""
        if self.stakes.game is Game.STUD7:
            return [StudDeal.from_deck(deck, self.n_seats) for deck in decks.tolist()]
        return HoldemDeal.from_decks(decks, self.n_seats)

    def begin(self, deal: Any) -> GameState:
        """Return a hand with its forced bets posted."""
        state: GameState = self._state(self.rules, deal, self.stacks)
        return state

    @property
    def per_game_unit(self) -> str:
        """What results are counted in: small bets per game, in no-limit and pot-limit big blinds."""
        return f"{self.rules.unit_name}/game"

    @property
    def per_100_unit(self) -> str:
        """What the rate per 100 games is counted in: big blinds (equal to small bets in limit), in stud small bets."""
        return "sb/100" if self.stakes.game is Game.STUD7 else "bb/100"


def stakes_of(
    game: str, *, blinds: str | tuple[int, int] | None = None, stack: str | int | None = None, ante: int = 0
) -> Stakes:
    """Return the stakes of a game.

    Parameters
    ----------
    game
        A name that `parse_game` knows.
    blinds
        No-limit and pot-limit: the blinds in chips, as a pair or as ``50/100``, the default.
    stack
        No-limit and pot-limit: the chips each seat begins a hand with, or a number of big blinds, as ``200bb``; by
        default 20,000.
    ante
        No-limit and pot-limit: what every seat posts before the blinds.

    Raises
    ------
    ArenaError
        If there is no such game, or the blinds, ante and stack make none.
    """
    found = parse_game(game)
    if found in (Game.LIMIT, Game.STUD7):
        given = {"blinds": blinds, "a stack": stack, "an ante": ante or None}
        if blinds is not None and _parse_blinds(blinds) == _LIMIT_BLINDS:
            del given["blinds"]
        for what, value in given.items():
            if value is not None:
                raise ArenaError(f"{what} of {value} in {found.in_words} (expected none: its stakes are fixed)")
        small, big = _LIMIT_BLINDS if found is Game.LIMIT else (0, 0)
        return Stakes(game=found, small_blind=small, big_blind=big)
    small, big = BLINDS if blinds is None else _parse_blinds(blinds)
    if not 0 < small <= big:
        raise ArenaError(f"blinds {small}/{big} (expected a small blind of at least 1 and at most the big blind)")
    chips = STACK if stack is None else _parse_stack(stack, big)
    if not big <= chips <= _MOST_CHIPS:
        raise ArenaError(f"a stack of {chips} chips (expected at least the big blind, {big}, at most {_MOST_CHIPS})")
    if not 0 <= ante < chips:
        raise ArenaError(f"an ante of {ante} chips (expected 0 or more, less than the stack of {chips})")
    return Stakes(game=found, small_blind=small, big_blind=big, ante=ante, stack=chips)


def _parse_blinds(blinds: str | tuple[int, int]) -> tuple[int, int]:
    if not isinstance(blinds, str):
        small, big = blinds
        return int(small), int(big)
    match = _BLINDS.fullmatch(blinds.strip())
    if match is None:
        raise ArenaError(f"not blinds: {blinds!r} (expected two numbers of chips, e.g. 50/100)")
    return int(match[1]), int(match[2])


def _parse_stack(stack: str | int, big_blind: int) -> int:
    match = _STACK.fullmatch(str(stack).strip().lower().replace(",", ""))
    if match is None:
        raise ArenaError(f"not a stack: {stack!r} (expected chips, e.g. 20000, or big blinds, e.g. 200bb)")
    return int(match[1]) * (big_blind if match[2] else 1)
