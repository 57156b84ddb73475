"""Playing the hands of a block: one after another, each finished as a whole, so that a match can stop between any two.

A block can be begun at any of its hands, if the generators' states there are known (`Checkpoint`) or a log is followed.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.arena.asking import Asking, Seats
from deluck.arena.dealing import BLOCK, deck_array, player_rng
from deluck.arena.faults import Fault, OnFault, format_fault
from deluck.arena.log_text import LogFormat, LoggedHand, follow, hand_text, logged_payoffs
from deluck.arena.table import Table
from deluck.errors import DeluckError, LogError
from deluck.games import GameState
from deluck.records import Chips

_new = tuple.__new__

States = tuple[Mapping[str, Any], ...]  # of the players' generators, in the order of the players


class PlayedHand(NamedTuple):
    """A finished hand: chips won by player, log text with faults, faults, and the generators' states after it.

    The log's payoffs by player differ from the chips won where an ACPC log has odd chips cut.
    """

    won: tuple[int, ...]
    logged: Sequence[Chips]
    text: str
    faults: tuple[Fault, ...]
    states: States | None


class Checkpoint(NamedTuple):
    """A point between two hands of a block: how many were played, and the generators' states."""

    n_hands: int
    states: States


@dataclass(slots=True)
class BlockResult:
    """What came out of a block: chips won, int64[deals, players], log text and faults, in order.

    And what each player won by the payoffs that the log has.
    """

    chips: NDArray[np.int64]
    n_games: int
    text: str
    logged: list[Chips]
    faults: list[Fault] = field(default_factory=list)


class BlockRun:
    """A block being played.

    Parameters
    ----------
    table
        The match.
    block
        The block's number.
    n_deals
        How many of its deals are played.
    hands
        The list to which finished hands are added; by default a new one. A hand is added in one step: whenever an
        exception ends the run, an interrupt included, the list has the hands that were finished.
    start
        Where to begin; by default at the first hand.
    """

    def __init__(
        self,
        table: Table,
        block: int,
        n_deals: int = BLOCK,
        *,
        hands: list[PlayedHand] | None = None,
        start: Checkpoint | None = None,
    ) -> None:
        self.hands: list[PlayedHand] = [] if hands is None else hands
        self._table = table
        self._games_per_deal = table.games_per_deal
        self._first_hand = block * BLOCK * table.games_per_deal
        self._next = 0 if start is None else start.n_hands
        self._end = n_deals * table.games_per_deal
        self._asking = Asking(table.on_fault)
        self._deals = table.game.deals(deck_array(table.seed, block)[:n_deals])
        self._rngs = [player_rng(table.seed, block, table.first_stream + player) for player in range(table.n_seats)]
        self._sources = [rng.bit_generator for rng in self._rngs]
        if start is not None:
            self.set_states(start.states)
        seatings = [_seats(table, players, self._rngs) for players in table.all_seatings()]
        shift = 0 if table.duplicate else block * BLOCK % len(seatings)
        self._seats = [*seatings[shift:], *seatings[:shift]]  # hand by hand, over and over

    @property
    def is_done(self) -> bool:
        """Whether all hands were played."""
        return self._next >= self._end

    def set_states(self, states: States) -> None:
        """Set the players' generators to states that were stored."""
        for source, state in zip(self._sources, states, strict=True):
            source.state = state

    def states(self) -> States:
        """Return the states of the players' generators, between two hands."""
        return tuple([each.state for each in self._sources])

    def play(self, until: float | None = None) -> None:
        """Play the hands that are left, or until a time of `time.monotonic`; at least one hand if any is left."""
        clock = time.monotonic
        while self._next < self._end:
            self._play_hand(None)
            if until is not None and clock() >= until:
                return

    def follow(self, logged: Sequence[LoggedHand]) -> None:
        """Play the next hands as the log has them: nobody is asked, players that learn are shown them.

        Raises
        ------
        LogError
            If a logged hand is not the hand this match dealt there.
        """
        for entry in logged:
            self._play_hand(entry)

    def resume(self, logged: Sequence[LoggedHand], states: States) -> None:
        """Follow the log to its end, and go on from there with the generators' states that were stored.

        Raises
        ------
        LogError
            If a logged hand is not the hand this match dealt there.
        """
        self.follow(logged)
        self.set_states(states)
        self.hands[-1] = self.hands[-1]._replace(states=states)

    def result(self) -> BlockResult:
        """Return what came of the block, all its hands played by this run."""
        return block_result(self._table, self.hands)

    def _play_hand(self, entry: LoggedHand | None) -> None:
        """Play the next hand, by the players or by the log."""
        table, asking, number = self._table, self._asking, self._next
        game, log_as = table.game, table.log_as
        deal = self._deals[number // self._games_per_deal]
        seats = self._seats[number % len(self._seats)]
        hand = self._first_hand + number
        state = game.begin(deal)
        state.names = seats.names
        if entry is None:
            asking.play(state, seats, hand)
        else:
            assert log_as is not None
            _follow(log_as, state, entry)
        payoffs = state.payoffs()
        if entry is not None and entry.faults:
            asking = Asking(OnFault.GO_ON)  # it failed to learn from this hand before, and is known for it
        for seat, hand_over in seats.learners:
            asking.show(hand_over, state.summary(seat), seats.names[seat], hand)
        faults: tuple[Fault, ...] = ()
        if asking.faults:
            faults = tuple(asking.faults)
            asking.faults.clear()
        if entry is not None:
            faults = entry.faults  # the log has those of learning too
        text, states = "", None
        logged: tuple[Chips, ...] = payoffs
        if log_as is not None:
            logged = logged_payoffs(log_as, state, payoffs)
            text = hand_text(log_as, hand, state, deal, logged, seats.names, game.stacks)
            if entry is not None and text != entry.text:
                raise _mismatch(entry)
            if faults:
                text = "".join([*map(format_fault, faults), text])
            if entry is None:
                states = self.states()
        self._next += 1
        won = seats.by_player(payoffs)
        by_log = won if logged is payoffs else seats.by_player(logged)
        self.hands.append(_new(PlayedHand, (won, by_log, text, faults, states)))


def block_result(table: Table, hands: Sequence[PlayedHand]) -> BlockResult:
    """Return what came of a block from all its hands."""
    chips = np.array([hand.won for hand in hands], dtype=np.int64)
    by_deal = chips.reshape(-1, table.games_per_deal, table.n_seats).sum(axis=1)
    faults = [fault for hand in hands for fault in hand.faults]
    logged = [sum(chips) for chips in zip(*[hand.logged for hand in hands], strict=True)]
    return BlockResult(by_deal, len(hands), "".join([hand.text for hand in hands]), logged, faults)


def play_block(
    table: Table, block: int, n_deals: int = BLOCK, logged: Sequence[LoggedHand] | None = None
) -> BlockResult:
    """Return what came of a block's first deals, played by the players, or by the log where it has them.

    Hands from the log are played again action by action and must come out as the log has them; players that learn are
    shown them, nobody is asked.

    Raises
    ------
    PlayerFault
        If a player fails and the match is to stop at faults.
    LogError
        If a logged hand is not the hand this match dealt there.
    """
    run = BlockRun(table, block, n_deals)
    if logged is None:
        run.play()
    else:
        run.follow(logged)
    return run.result()


def _seats(table: Table, players: tuple[int, ...], rngs: Sequence[np.random.Generator]) -> Seats:
    entrants = [table.entrants[player] for player in players]
    return Seats(
        itemgetter(*(players.index(player) for player in range(table.n_seats))),
        tuple(entrant.name for entrant in entrants),
        [entrant.act for entrant in entrants],
        [rngs[player] for player in players],
        [(seat, each.hand_over) for seat, each in enumerate(entrants) if each.hand_over is not None],
    )


def _follow(log_as: LogFormat, state: GameState, entry: LoggedHand) -> None:
    """Play a logged hand's decisions."""
    try:
        follow(log_as, state, entry.decisions)
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
