"""A player of ours at anybody's ACPC dealer: states in, answers out."""

import contextlib
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from deluck.arena.asking import Answer
from deluck.arena.connections import Disconnected, LineConnection, OverlongLine, TimeIsUp
from deluck.arena.dealing import PlayerChance
from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_tables
from deluck.arena.match import checked_seed
from deluck.arena.network_seats import ask, show
from deluck.arena.stakes import Stakes, stakes_of
from deluck.arena.wire import (
    SEATS,
    MatchState,
    WireError,
    format_answer,
    format_version,
    is_comment,
    parse_matchstate,
    rules_for,
    total_of_raise,
)
from deluck.formats.stakes import whole_if_possible
from deluck.games import Action, HoldemRules, HoldemState, UnknownCards
from deluck.records import Chips
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
        What it won in each hand it saw the end of, in chips, odd chips cut as the ACPC's dealer does; None where the
        dealer did not show the cards that decide it.
    n_faults
        How often the player failed, by an error or an illegal action; it then checked or folded.
    first_fault
        The first of them in words.
    n_skipped
        How many lines of the dealer were neither states nor comments.
    unfinished
        The number of the hand that the dealer left unfinished, or None.
    rules
        The game, or None if no state came.
    """

    name: str
    payoffs: list[Chips | None] = field(default_factory=list)
    n_faults: int = 0
    first_fault: str = ""
    n_skipped: int = 0
    unfinished: int | None = None
    rules: HoldemRules | None = None

    @property
    def n_hands(self) -> int:
        """How many hands were played to the end."""
        return len(self.payoffs)

    @property
    def n_unknown(self) -> int:
        """How many hands have an unknown result."""
        return self.payoffs.count(None)

    @property
    def won(self) -> Chips:
        """The chips won in the hands whose result is known."""
        return whole_if_possible(sum([Fraction(chips) for chips in self.payoffs if chips is not None], Fraction(0)))

    @property
    def unit(self) -> str:
        """What the estimate is counted in: ``sb/game`` in limit, else ``bb/game``."""
        return "sb/game" if self.rules is None else f"{self.rules.unit_name}/game"

    @property
    def estimate(self) -> Estimate | None:
        """What it won in the hands whose result is known, in small bets or big blinds per game, or None if none is."""
        if self.rules is None:
            return None
        known = [float(chips / Fraction(self.rules.unit)) for chips in self.payoffs if chips is not None]
        return estimate(known, self.unit) if known else None


def connect(
    host: str,
    port: int,
    player: Candidate,
    *,
    seed: int = 0,
    number: int = 0,
    game: Stakes | str = "limit",
    rules: HoldemRules | None = None,
    stacks: Sequence[int] | None = None,
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
    game
        The game for as many seats as the states have: ``limit``, ``no-limit``, ``pot-limit``, or one with other blinds
        and stacks from `stakes_of`.
    rules
        The game's rules, if they are not those of ``game``.
    stacks
        The chips that each position starts a hand with, if they are not those of ``game``; no-limit and pot-limit
        rules need them.
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
    stakes = stakes_of(game) if isinstance(game, str) else game
    rules_for(stakes, SEATS[0])  # whatever the seats, before it looks for the dealer
    table = _TableRules(stakes, rules, stacks)
    if rules is not None:
        check_tables([entrant], rules)
    chance = PlayerChance(checked_seed(seed), number)
    with contextlib.closing(_call(host, port, patience)) as connection:
        return _Client(connection, entrant, chance, table, patience).play()


class _TableRules:
    """The rules and stacks of a match, as the caller gives them or as the game has them for the seats of a state."""

    def __init__(self, game: Stakes, rules: HoldemRules | None, stacks: Sequence[int] | None) -> None:
        self._game = game
        self._rules = rules
        self._stacks = None if stacks is None else tuple(stacks)
        if rules is not None:
            if self._stacks is None and not rules.is_limit:
                raise WireError(f"rules of {rules.structure} without stacks (expected the chips of each position)")
            self.of(rules.n_seats)

    def of(self, n_seats: int) -> tuple[HoldemRules, tuple[int, ...] | None]:
        """Return the rules and stacks for so many seats.

        Raises
        ------
        WireError
            If there are none, or the protocol cannot express them.
        """
        rules = self._rules or rules_for(self._game, n_seats)
        stacks = self._stacks
        if stacks is None and self._rules is None:
            stacks = self._game.stacks(n_seats)
        if stacks is not None and (len(stacks) != rules.n_seats or min(stacks) < rules.big_blind):
            raise WireError(
                f"stacks {stacks} (expected {rules.n_seats} of at least the big blind, {rules.big_blind} chips)"
            )
        if rules.ante or rules.big_blind_ante:
            raise WireError(
                f"an ante of {rules.ante or rules.big_blind_ante} (expected none: the protocol has no antes)"
            )
        return rules, stacks


class _Client:
    """A player and its connection."""

    def __init__(
        self,
        connection: LineConnection,
        entrant: Entrant,
        chance: PlayerChance,
        table: _TableRules,
        patience: float | None,
    ) -> None:
        self._connection = connection
        self._entrant = entrant
        self._chance = chance
        self._table = table
        self._stacks: tuple[int, ...] | None = None
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
            self._found.n_skipped += 1
            return None
        except TimeIsUp:
            raise WireError(f"the dealer was silent for {self._patience:g} s (expected a state)") from None
        if line.startswith("MATCHSTATE:"):
            return line
        self._found.n_skipped += not is_comment(line)
        return None

    def _take(self, seen: MatchState) -> None:
        rules = self._found.rules
        if rules is None:
            rules, self._stacks = self._table.of(seen.n_seats)
            check_tables([self._entrant], rules)
            self._found.rules = rules
        state = seen.play(rules, self._stacks)
        if state.is_over:
            self._found.unfinished = None
            if seen.number != self._last_over:
                self._end_hand(seen, state)
            return
        self._found.unfinished = seen.number
        if state.actor == seen.position:
            answer = self._decide(seen, state)
            total = None
            if answer.action is Action.RAISE and not state.rules.is_limit:
                total = total_of_raise(state, answer.amount or state.min_raise_to)
            self._connection.send_line(format_answer(seen, answer.action, total), self._patience)

    def _decide(self, seen: MatchState, state: HoldemState) -> Answer:
        try:
            view = state.view(seen.position)
        except UnknownCards as error:
            raise WireError(f"hand {seen.number}: {error}") from None
        answer, fault = ask(self._entrant, view, self._chance.of_hand(seen.number))
        self._note(seen.number, fault)
        return answer

    def _end_hand(self, seen: MatchState, state: HoldemState) -> None:
        self._last_over = seen.number
        try:
            summary = state.summary(seen.position)
        except UnknownCards:
            self._found.payoffs.append(None)
            return
        self._found.payoffs.append(whole_if_possible(state.exact_payoffs()[seen.position]))
        self._note(seen.number, show(self._entrant, summary))

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
