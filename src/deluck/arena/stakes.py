"""The games of the arena and their stakes."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from deluck.arena.errors import ArenaError
from deluck.games import GameState, HoldemDeal, HoldemRules, HoldemState, Rules, StudDeal, StudRules, StudState

SMALL_BET = 10  # chips, as in the ACPC's games


class Game(StrEnum):
    """The games that can be played."""

    HOLDEM = "holdem"
    STUD7 = "stud7"


@dataclass(frozen=True, slots=True)
class Stakes:
    """A game for so many seats: its rules, how a deck is dealt and a hand begun, and its small bet in chips."""

    game: Game
    rules: Rules
    deal: Callable[[list[int], int], Any]
    begin: Callable[[Any, Any], GameState]
    small_bet: int

    @property
    def per_100_unit(self) -> str:
        """What the rate per 100 games is counted in: big blinds, which equal small bets, or small bets in stud."""
        return "bb/100" if self.game is Game.HOLDEM else "sb/100"


def stakes_of(game: str, n_seats: int) -> Stakes:
    """Return the rules and stakes for a game and a number of seats.

    Hold'em is played at the ACPC's stakes, blinds 5 and 10, bets 10 and 20, for any number of seats; stud with an ante
    and a bring-in of a quarter of the small bet. Nobody can run out of chips.

    Raises
    ------
    ArenaError
        If there is no such game.
    RulesError
        If it cannot be played by so many.
    """
    if game not in list(Game):
        raise ArenaError(f"no game {game!r} (expected one of: {', '.join(Game)})")
    if game == Game.HOLDEM:
        return Stakes(Game.HOLDEM, HoldemRules.limit(n_seats, SMALL_BET), HoldemDeal.from_deck, HoldemState, SMALL_BET)
    stud = StudRules.paper(n_seats)
    return Stakes(Game.STUD7, stud, StudDeal.from_deck, StudState, stud.small_bet)
