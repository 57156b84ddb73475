"""Playing the hands of a block: players asked in turn, faults made good, results and log text collected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.arena import seating
from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.arena.entrants import Act, Entrant
from deluck.arena.errors import LogError, PlayerFault
from deluck.arena.faults import (
    Fault,
    FaultKind,
    OnFault,
    OutOfTime,
    check_or_fold,
    describe_answer,
    describe_error,
    format_fault,
)
from deluck.arena.log_text import LogFormat, hand_text
from deluck.arena.stakes import Stakes
from deluck.errors import DeluckError
from deluck.games import Action, GameState, HandSummary, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All that decides what happens in a match; it can be sent to another process.

    Attributes
    ----------
    entrants
        The players, one a seat.
    stakes
        The game.
    seed
        What decks and players' generators are made from.
    duplicate
        Whether each deal is replayed from every seat.
    on_fault
        What to do when a player fails.
    log_as
        The format of the log text, or None to make none.
    first_stream
        The number of the first player's generator, the others' following; tournaments give each line-up its own.
    """

    entrants: tuple[Entrant, ...]
    stakes: Stakes
    seed: int
    duplicate: bool
    on_fault: OnFault = OnFault.GO_ON
    log_as: LogFormat | None = None
    first_stream: int = 0

    @property
    def n_seats(self) -> int:
        """How many play."""
        return len(self.entrants)

    @property
    def games_per_deal(self) -> int:
        """How often a deal is played."""
        return self.n_seats if self.duplicate else 1

    @property
    def learners(self) -> tuple[str, ...]:
        """The names of the players that learn from hand to hand."""
        return tuple(entrant.name for entrant in self.entrants if entrant.hand_over is not None)

    def all_seatings(self) -> tuple[seating.Seating, ...]:
        """Return every way the players may come to sit."""
        return seating.duplicate(self.n_seats) if self.duplicate else seating.rotation(self.n_seats)

    def seatings(self, deal: int) -> tuple[seating.Seating, ...]:
        """Return who sits where, for each time a deal is played."""
        all_of_them = self.all_seatings()
        return all_of_them if self.duplicate else (all_of_them[deal % len(all_of_them)],)


class LoggedHand(NamedTuple):
    """A hand that the log already has: its actions, its text, the faults noted with it, the line it starts at."""

    actions: list[Action]
    text: str
    faults: tuple[Fault, ...]
    line: int


@dataclass(slots=True)
class BlockResult:
    """What came out of a block: chips won, int64[deals, players], log text and faults, in order."""

    chips: NDArray[np.int64]
    n_games: int
    text: str
    faults: list[Fault] = field(default_factory=list)


class _Seats(NamedTuple):
    """Who sits where, with all that is looked up for each hand by seat."""

    players: seating.Seating
    names: tuple[str, ...]
    acts: list[Act]
    rngs: list[np.random.Generator]
    learners: list[tuple[int, Callable[[HandSummary], None]]]


@dataclass(slots=True)
class _Asking:
    """Asks the players of one block and keeps their faults."""

    table: Table
    faults: list[Fault] = field(default_factory=list)

    def play(self, state: GameState, seats: _Seats, hand: int) -> None:
        """Play a hand to its end."""
        acts, rngs, names = seats.acts, seats.rngs, seats.names
        while (seat := state.actor) is not None:
            view = state.view()
            try:
                action = acts[seat](view, rngs[seat])
            except Exception as error:
                action = self._failed(view, hand, names[seat], error)
            else:
                if type(action) is not Action or action not in view.legal_actions:
                    detail = describe_answer(action, view)
                    action = self._fault(view, Fault(hand, names[seat], FaultKind.ILLEGAL, detail))
            state.act(action)

    def tell(self, hand_over: Callable[[HandSummary], None], summary: HandSummary, name: str, hand: int) -> None:
        """Let a player that learns take in a hand."""
        try:
            hand_over(summary)
        except OutOfTime as error:
            self._note(Fault(hand, name, FaultKind.TIMEOUT, f"hand_over: {error}"))
        except Exception as error:
            self._note(Fault(hand, name, FaultKind.ERROR, f"hand_over: {describe_error(error)}"), error)

    def _failed(self, view: View, hand: int, name: str, error: Exception) -> Action:
        if isinstance(error, OutOfTime):
            return self._fault(view, Fault(hand, name, FaultKind.TIMEOUT, str(error)))
        return self._fault(view, Fault(hand, name, FaultKind.ERROR, describe_error(error)), error)

    def _fault(self, view: View, fault: Fault, error: Exception | None = None) -> Action:
        self._note(fault, error)
        return check_or_fold(view)

    def _note(self, fault: Fault, error: Exception | None = None) -> None:
        if self.table.on_fault is OnFault.STOP:
            raise PlayerFault(f"the match stopped at a fault: {fault}") from error
        self.faults.append(fault)


class _Block:
    """A block being played: what its hands share, and what they leave behind."""

    def __init__(self, table: Table, block: int, logged: Sequence[LoggedHand] | None) -> None:
        self.table = table
        self.logged = logged
        self.first_hand = self.hand = block * BLOCK * table.games_per_deal
        self.asking = _Asking(table)
        self.texts: list[str] = []
        rngs = [player_rng(table.seed, block, table.first_stream + player) for player in range(table.n_seats)]
        self.seats = {
            players: _Seats(
                players,
                tuple(table.entrants[player].name for player in players),
                [table.entrants[player].act for player in players],
                [rngs[player] for player in players],
                [
                    (seat, learn)
                    for seat, player in enumerate(players)
                    if (learn := table.entrants[player].hand_over) is not None
                ],
            )
            for players in table.all_seatings()
        }

    def play(self, deal: Any, players: seating.Seating, won: list[int]) -> None:
        """Play a deal once, or follow the log; add what each player won."""
        table, hand, seats = self.table, self.hand, self.seats[players]
        state = table.stakes.begin(table.stakes.rules, deal)
        state.names = seats.names
        n_before = len(self.asking.faults)
        entry = None if self.logged is None else self.logged[hand - self.first_hand]
        if entry is None:
            self.asking.play(state, seats, hand)
        else:
            _follow(state, entry)
        payoffs = state.payoffs()
        for player, paid in zip(players, payoffs, strict=True):
            won[player] += paid
        for seat, hand_over in seats.learners:
            self.asking.tell(hand_over, state.summary(seat), seats.names[seat], hand)
        if entry is not None:
            self.asking.faults[n_before:] = entry.faults  # the log has those of learning too
        if table.log_as is not None:
            text = hand_text(table.log_as, hand, state, deal, payoffs, seats.names)
            if entry is not None and text != entry.text:
                raise _mismatch(entry)
            self.texts.extend([format_fault(fault) for fault in self.asking.faults[n_before:]])
            self.texts.append(text)
        self.hand += 1


def play_block(
    table: Table, block: int, n_deals: int = BLOCK, logged: Sequence[LoggedHand] | None = None
) -> BlockResult:
    """Return what came of a block's first deals, played by the players, or by the log where it has them.

    Hands from the log are played again action by action and must come out as the log has them; players that learn are
    told of them, nobody is asked.

    Raises
    ------
    PlayerFault
        If a player fails and the match is to stop at faults.
    LogError
        If a logged hand is not the hand this match dealt there.
    """
    playing = _Block(table, block, logged)
    chips = []
    for row, deck in enumerate(block_decks(table.seed, block)[:n_deals]):
        deal = table.stakes.deal(deck, table.n_seats)
        won = [0] * table.n_seats
        for players in table.seatings(block * BLOCK + row):
            playing.play(deal, players, won)
        chips.append(won)
    n_games = playing.hand - playing.first_hand
    return BlockResult(np.array(chips, dtype=np.int64), n_games, "".join(playing.texts), playing.asking.faults)


def _follow(state: GameState, entry: LoggedHand) -> None:
    """Play a logged hand's actions."""
    try:
        for action in entry.actions:
            state.act(action)
    except DeluckError:
        raise _mismatch(entry) from None
    if state.actor is not None:
        raise _mismatch(entry)


def _mismatch(entry: LoggedHand) -> LogError:
    start = entry.text.split("\n", 1)[0]
    return LogError(
        f"line {entry.line}: {start[:60]!r} is not what this match dealt and played there "
        "(expected an unchanged log, made by the same version of deluck)"
    )
