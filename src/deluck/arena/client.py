"""A player of ours at anybody's ACPC dealer: states in, answers out."""

import contextlib
import socket
import time
from dataclasses import dataclass, field

from deluck.arena.connection import Disconnected, LineConnection, OverlongLine, TimeIsUp
from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_tables
from deluck.arena.match import checked_seed
from deluck.arena.network_seats import Chance, ask, show
from deluck.arena.wire import SEATS, MatchState, WireError, format_answer, format_version, is_comment, parse_matchstate
from deluck.formats.acpc import rules_of
from deluck.games import Action, HoldemRules, HoldemState, UnknownCards
from deluck.statistics import Estimate, estimate

PATIENCE = 3600.0  # seconds without a line from the dealer: others may think for long


@dataclass(slots=True, kw_only=True)
class ConnectedMatch:
    """What a client knows of the match it played.

    Attributes
    ----------
    name
        The player.
    payoffs
        What it won in each hand it saw the end of, in chips; None where the dealer did not show the cards that tell.
    n_faults
        How often the player failed, by an error or an illegal action; it then checked or folded.
    first_fault
        The first of them in words.
    n_passed_over
        How many lines of the dealer were neither states nor comments.
    unfinished
        The number of the hand that the dealer left unfinished, or None.
    small_bet
        The chips of a small bet.
    """

    name: str
    payoffs: list[int | None] = field(default_factory=list)
    n_faults: int = 0
    first_fault: str = ""
    n_passed_over: int = 0
    unfinished: int | None = None
    small_bet: int = 10

    @property
    def n_hands(self) -> int:
        """How many hands were played to the end."""
        return len(self.payoffs)

    @property
    def n_unknown(self) -> int:
        """How many hands have an unknown result."""
        return self.payoffs.count(None)

    @property
    def won(self) -> int:
        """The chips won in the hands whose result is known."""
        return sum(chips for chips in self.payoffs if chips is not None)

    @property
    def estimate(self) -> Estimate | None:
        """What it won in the hands whose result is known, in small bets a game, or None if there are none."""
        known = [chips / self.small_bet for chips in self.payoffs if chips is not None]
        return estimate(known, "sb/game") if known else None


def connect(
    host: str,
    port: int,
    player: Candidate,
    *,
    seed: int = 0,
    number: int = 0,
    rules: HoldemRules | None = None,
    patience: float | None = PATIENCE,
) -> ConnectedMatch:
    """Return what the player knows of a match it played at a dealer, once that closes the connection.

    Parameters
    ----------
    host, port
        Where the dealer listens.
    player
        Who plays: a registered name, an object with ``act``, or such a function.
    seed, number
        The match's seed and the player's number in it, from 0: with both, a player that draws at random plays as it
        would in a match of this process.
    rules
        The game, by default the ACPC's limit hold'em for as many seats as the states have.
    patience
        How many seconds to wait for each line of the dealer; None is for ever.

    Raises
    ------
    WireError
        If the dealer cannot be reached, is silent for too long, or sends a state that the rules do not allow.
    PlayerError
        If the player does not exist or does not play this game.
    """
    if number < 0:
        raise WireError(f"player number {number} (expected 0 or more)")
    entrant = as_entrant(player)
    if rules is not None:
        check_tables([entrant], rules)
    chance = Chance(checked_seed(seed), number)
    with contextlib.closing(_call(host, port, patience)) as connection:
        return _Client(connection, entrant, chance, rules, patience).play()


class _Client:
    """A player and its connection."""

    def __init__(
        self,
        connection: LineConnection,
        entrant: Entrant,
        chance: Chance,
        rules: HoldemRules | None,
        patience: float | None,
    ) -> None:
        self._connection = connection
        self._entrant = entrant
        self._chance = chance
        self._rules = rules
        self._patience = patience
        self._last_over: int | None = None  # the number of the last hand seen to its end
        self._found = ConnectedMatch(name=entrant.name)

    def play(self) -> ConnectedMatch:
        with contextlib.suppress(Disconnected):
            self._connection.send_line(format_version(), self._patience)
            while True:
                line = self._next_line()
                if line is not None:
                    self._take(parse_matchstate(line))
        return self._found

    def _next_line(self) -> str | None:
        """Return the next line if it looks like a state."""
        deadline = None if self._patience is None else time.monotonic() + self._patience
        try:
            line = self._connection.receive_line(deadline)
        except OverlongLine:
            self._found.n_passed_over += 1
            return None
        except TimeIsUp:
            raise WireError(f"the dealer was silent for {self._patience:g} s (expected a state)") from None
        if line.startswith("MATCHSTATE:"):
            return line
        self._found.n_passed_over += not is_comment(line)
        return None

    def _take(self, told: MatchState) -> None:
        if self._rules is None:
            if told.n_seats not in SEATS:
                raise WireError(f"a game of {told.n_seats} seats (expected 2 or 3, or rules for it)")
            self._rules = rules_of(told.n_seats)
            check_tables([self._entrant], self._rules)
        self._found.small_bet = self._rules.bet_sizes[0]
        state = told.play(self._rules)
        if state.is_over:
            self._found.unfinished = None
            if told.number != self._last_over:
                self._end_hand(told, state)
            return
        self._found.unfinished = told.number
        if state.actor == told.position:
            self._connection.send_line(format_answer(told, self._decide(told, state)), self._patience)

    def _decide(self, told: MatchState, state: HoldemState) -> Action:
        try:
            view = state.view(told.position)
        except UnknownCards as error:
            raise WireError(f"hand {told.number}: {error}") from None
        action, fault = ask(self._entrant, view, self._chance.of_hand(told.number))
        self._note(told.number, fault)
        return action

    def _end_hand(self, told: MatchState, state: HoldemState) -> None:
        self._last_over = told.number
        try:
            summary = state.summary(told.position)
        except UnknownCards:
            self._found.payoffs.append(None)
            return
        self._found.payoffs.append(summary.payoffs[told.position])
        self._note(told.number, show(self._entrant, summary))

    def _note(self, number: int, fault: str) -> None:
        if fault:
            self._found.n_faults += 1
            self._found.first_fault = self._found.first_fault or f"hand {number}: {fault}"


def _call(host: str, port: int, patience: float | None) -> LineConnection:
    try:
        return LineConnection(socket.create_connection((host, port), patience))
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise WireError(f"no dealer at {host} port {port}: {why}") from None
