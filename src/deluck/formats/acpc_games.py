"""Which game the hands of an ACPC log are of: named in the first comment of a match, else seen from its raises.

The game is the last part of the path in that comment, ``…/holdem.nolimit.2p.reverse_blinds.game``; neither the match's
name nor a folder's decides. Stakes are in a file that the log does not have, so they are taken to be the ACPC's: limit
5/10; no-limit 50/100 with 20,000 chips for each seat in every hand. The games of Pluribus were published in the same
lines: six seats, one of which is named Pluribus, have 10,000 chips each.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from deluck.errors import FormatError
from deluck.formats.limits import MOST_BATCH_BYTES
from deluck.games import HoldemRules, RulesError, Structure

HEADER = "# name/game/hands/seed "
STACK = 20_000
"""What each seat of a no-limit hand starts with."""
PLURIBUS = "Pluribus"
PLURIBUS_STACK = 10_000
"""What each of the six seats starts with where Pluribus is one of them."""
_PLURIBUS_SEATS = 6

_OTHER_GAMES = re.compile(r"leduc|kuhn|doyle|omaha|royal", re.IGNORECASE)
_NO_LIMIT = re.compile(r"no[-_ ]?limit", re.IGNORECASE)
_LIMIT = re.compile(r"limit", re.IGNORECASE)
_COUNTS = re.compile(r"(?:\s+[0-9]+){0,2}\s*$")
_ENOUGH = 100  # hands with a raise that are looked at where no header names the game
_MOST_WAITING = 1 << 16  # hands without a raise that wait for one

Followed = tuple[int, str, Structure | FormatError]


@cache
def rules_of(n_seats: int, structure: Structure = Structure.FIXED_LIMIT) -> HoldemRules:
    """Return the ACPC's game for so many seats.

    Limit: blinds 5 and 10, bets 10 10 20 20, at most 3 4 4 4 raises. No-limit: blinds 50 and 100.
    """
    if structure is Structure.NO_LIMIT:
        return HoldemRules.no_limit(n_seats)
    return HoldemRules.limit(n_seats, small_bet=10)


def stacks_of(names: Sequence[str], structure: Structure) -> tuple[int, ...] | None:
    """Return what each of these seats starts with; None in limit, where nobody runs out."""
    return (stack_of(names),) * len(names) if structure is Structure.NO_LIMIT else None


def stack_of(names: Sequence[str]) -> int:
    """Return what each of these seats starts with in no-limit."""
    return PLURIBUS_STACK if len(names) == _PLURIBUS_SEATS and PLURIBUS in names else STACK


def parse_game(name: str | None) -> Structure | None:
    """Return the structure that a user names, None for none.

    Raises
    ------
    FormatError
        If it is not a game that ACPC logs are of.
    """
    if name is None:
        return None
    with suppress(RulesError):
        found = Structure.parse(str(name))
        if found is not Structure.POT_LIMIT:
            return found
    raise FormatError(f"no game {name!r} of ACPC logs (expected limit or no-limit)")


def followed(
    lines: Iterable[tuple[int, str]], game: Structure | None = None, structure: Structure | None = None
) -> Iterator[Followed]:
    """Yield the hands of a log's numbered lines, each with its structure, and the error of a line that is no hand.

    Comments, scores and empty lines are passed over. Where no header names the game, hands wait until the raises of
    100 have shown it (most of them decide: with amounts it is no-limit), or at most until 65,536 or 8 MB of them wait.

    Parameters
    ----------
    lines
        The lines with their numbers.
    game
        The structure, whatever the log says; None to find it out.
    structure
        What is known at the first line, where that is within a match.
    """
    log = Log(game, structure)
    for number, line in lines:
        if line.startswith("STATE:") and log.structure is not None:
            yield number, line, log.structure
        else:
            yield from log.take(number, line)
    yield from log.end()


class Log:
    """What is known of the match that is being read."""

    def __init__(self, game: Structure | None, structure: Structure | None = None) -> None:
        self.structure = game or structure
        self._game = game
        self._refused: _Refused | None = None
        self._waiting: list[tuple[int, str, FormatError | None]] = []
        self._n_waiting = 0  # characters
        self._with_amounts = 0
        self._without = 0

    def take(self, number: int, line: str) -> Iterator[Followed]:
        """Take a line, and yield what can be yielded now."""
        if line.startswith(HEADER):
            yield from self.end()
            if self._game is None:
                self._begin(number, line)
        elif self._refused is not None:
            self._refused.n_hands += line.startswith("STATE:")
        else:
            if line.startswith("STATE:"):
                self._wait(number, line, None)
            elif line.strip() and not line.startswith(("#", "SCORE:")):
                if not self._waiting:
                    yield number, line, not_a_line(line)
                else:  # so that it comes in order
                    self._wait(number, line, not_a_line(line))
            is_much = len(self._waiting) >= _MOST_WAITING or self._n_waiting >= MOST_BATCH_BYTES
            if is_much or self._with_amounts + self._without >= _ENOUGH:
                yield from self._decided()

    def end(self) -> Iterator[Followed]:
        """Yield what is left when a match ends."""
        if self._refused is not None:
            yield self._refused.line, "", self._refused.error()
            self._refused = None
        if self._waiting:
            yield from self._decided()
        self.structure = self._game
        self._with_amounts = self._without = 0

    def _begin(self, number: int, header: str) -> None:
        match, _, rest = header[len(HEADER) :].strip().partition(" ")
        name = _COUNTS.sub("", rest).replace("\\", "/").rsplit("/", 1)[-1].strip()
        if _OTHER_GAMES.search(name):
            self.structure = None
            self._refused = _Refused(number, match, name)
        elif _NO_LIMIT.search(name):
            self.structure = Structure.NO_LIMIT
        elif _LIMIT.search(name):
            self.structure = Structure.FIXED_LIMIT

    def _wait(self, number: int, line: str, error: FormatError | None) -> None:
        self._waiting.append((number, line, error))
        self._n_waiting += len(line)
        amount = names_amount(line) if error is None else None
        if amount is not None:
            self._with_amounts += amount
            self._without += not amount

    def _decided(self) -> Iterator[Followed]:
        is_no_limit = self._with_amounts > 0 and self._with_amounts >= self._without
        structure = self.structure = Structure.NO_LIMIT if is_no_limit else Structure.FIXED_LIMIT
        waiting, self._waiting, self._n_waiting = self._waiting, [], 0
        for number, line, error in waiting:
            yield number, line, error or structure


class _Refused:
    """A match of a game that is not read: where it starts, and how many hands it has so far."""

    def __init__(self, line: int, match: str, game: str) -> None:
        self.line = line
        self.match = match
        self.game = game
        self.n_hands = 0

    def error(self) -> FormatError:
        """Return the refusal, naming the match, its game and how many hands are left unread."""
        return FormatError(
            f"match {self.match!r} is of the game {self.game!r} (expected limit or no-limit hold'em): "
            f"its {self.n_hands} hands are not read"
        )


def names_amount(line: str) -> bool | None:
    """Return whether the raises of a STATE line name amounts, None if it has no raise."""
    betting = line.split(":", 3)[2:3]
    index = betting[0].find("r") if betting else -1
    return None if index < 0 else betting[0][index + 1 : index + 2].isdigit()


def not_a_line(line: str) -> FormatError:
    """Return the error of a line that is no part of a log."""
    return FormatError(f"not a line of an ACPC log: {line[:40]!r} (expected STATE:…, SCORE:… or a # comment)")
