"""A match dealt over the network to ACPC clients, with the rules for clients that fail.

The rules, those of the ACPC's dealer where it has any:

- A line that is not an answer, or answers another state than the one asked about, is skipped.
- An action that cannot be read, or is not legal, is taken as a call.
- In no-limit and pot-limit a raise that is too small is taken as the smallest that is legal, one that is too large as
  the largest; where no raise is legal it is a call. No raise is legal on a street that has had so many actions that a
  raise and all calls would make more than 64, the most that the ACPC's programs have room for.
- A client that disconnects, or is silent past a time limit, has its connection closed and checks or folds for the rest
  of the match. The match ends when no client is left, or, if so asked, with the first such hand.

Every one of these is counted and named in the result.

Odd chips of a split pot are cut in the log and in the result, as the ACPC's dealer does; players of this process are
shown whole chips.

Deviation: the ACPC's dealer ends the match when a time limit is passed. Here the others may still play theirs out.
"""

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count, islice
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.arena.connections import LOOPBACK, Listener
from deluck.arena.dealing import PlayerChance, block_decks
from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_tables
from deluck.arena.faults import Incident, IncidentBook, Mishap
from deluck.arena.log_text import acpc_header, score_line
from deluck.arena.luck import LuckRemoved, removed_from_columns
from deluck.arena.match import checked_seed
from deluck.arena.network_seats import ClientSeat, PlayerSeat, Seat, TimeLimits
from deluck.arena.stakes import BLINDS, STACK, Game, Stakes, stakes_of
from deluck.arena.wire import SEATS, WireError, rules_for
from deluck.errors import LogError
from deluck.files import try_lock
from deluck.formats.acpc import format_line
from deluck.formats.stakes import whole_if_possible
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Move
from deluck.records import Chips, Decision, HandColumns, HandRecord
from deluck.records.columns import columns_by_game
from deluck.statistics import Estimate, estimate

_DEFAULT_NAME = "deluck"


class DealerLog:
    """The log of a dealt match as the ACPC's dealer writes it, on disk hand by hand; without a path nothing is stored.

    A match that does not begin leaves no file behind, and an older one as it was.
    """

    def __init__(self, path: Path | None, *, overwrite: bool) -> None:
        self._path = path
        self._file: TextIO | None = None
        self._is_begun = False
        if path is None:
            return
        self._is_old = path.exists()
        if self._is_old and not overwrite:
            raise LogError(f"{path} exists already (expected a new file; name another, or overwrite this one)")
        try:
            self._file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise LogError(f"cannot write {path}: {error.strerror or error}") from None
        if not try_lock(self._file.fileno()):
            self._file.close()
            raise LogError(f"{path} is being written by another match (expected another name, or to wait for it)")

    @property
    def is_open(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def write(self, *lines: str) -> None:
        """Add lines and see that they leave this process: a match over a network is slow enough for that."""
        if self._file is None:
            return
        try:
            if not self._is_begun:
                self._file.truncate(0)
                self._is_begun = True
            self._file.writelines(f"{line}\n" for line in lines)
            self._file.flush()
        except OSError as error:
            raise LogError(f"cannot write {self._path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None and self._path is not None:
            with suppress(OSError):  # of what is no file on a disk
                os.fsync(self._file.fileno())
            self._file.close()
            if not self._is_begun and not self._is_old:
                self._path.unlink()


def check_log(game: Stakes) -> None:
    """Raise WireError unless the ACPC's logs can hold the game: they do not state the stakes."""
    if game.is_acpc:
        return
    if game.game is Game.POT_LIMIT:
        raise WireError("a log of pot-limit (expected limit or no-limit: the ACPC's logs do not know pot-limit)")
    raise WireError(
        f"a log with blinds {game.small_blind}/{game.big_blind}, an ante of {game.ante} and stacks of {game.stack} "
        f"(expected {BLINDS[0]}/{BLINDS[1]}, none and {STACK}, the ACPC's: its logs do not state them)"
    )


def format_header(
    log: Path | None,
    names: Sequence[str],
    entrants: Mapping[str, Entrant],
    game: Stakes,
    n_hands: int,
    seed: int,
    limits: TimeLimits,
) -> tuple[str, str]:
    """Return the first lines of the log: the ACPC's comment, and one with all the settings.

    The ACPC's has a name, here that of the file, the game, how many hands were asked for and the seed; other programs
    read the game from it.
    """
    name = re.sub(r"\s", "_", log.stem if log is not None else "") or _DEFAULT_NAME
    settings = {
        "game": game.game.value,
        **game.settings(),
        "players": {name: entrants[name].identity if name in entrants else "client" for name in names},
        "hands": n_hands,
        "seed": seed,
        "action_time_limit": limits.action,
        "hand_time_limit": limits.hand,
    }
    return (
        acpc_header(name, game, len(names), n_hands, seed).rstrip(),
        "# deluck dealer " + json.dumps(settings, ensure_ascii=False),
    )


_IN_COLUMNS = 4_096  # hands that are put in columns together
_CLOSING_TIME = 1.0  # seconds a client has to close after the last state


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtMatch:
    """The result of a dealt match.

    Attributes
    ----------
    names
        The players, in the order of their seats in hand 0.
    n_asked
        How many hands were asked for.
    payoffs
        What each player won in each hand, in chips, odd ones cut: float64[hand, player].
    totals
        What each player won in all, in chips, exact.
    rules
        The game.
    counts
        How often each thing went wrong, by player and kind.
    incidents
        The first few of each, in words.
    ended
        Why the match ended before the last hand, or an empty text.
    columns
        The hands.
    """

    names: tuple[str, ...]
    n_asked: int
    payoffs: NDArray[np.float64]
    totals: tuple[Chips, ...]
    rules: HoldemRules
    counts: Mapping[tuple[str, Mishap], int]
    incidents: tuple[Incident, ...]
    ended: str = ""
    columns: tuple[HandColumns, ...] = ()

    def luck_removed(self) -> dict[str, LuckRemoved]:
        """Return each player's result with the luck removed; empty where the game has no estimator for it."""
        return removed_from_columns(self.columns, self.names, self.unit)

    @property
    def n_hands(self) -> int:
        """How many hands were played."""
        return len(self.payoffs)

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """What each player won, in small bets per game (limit) or big blinds per game."""
        return tuple(estimate(chips / self.rules.unit, self.unit) for chips in self.payoffs.T)

    @property
    def unit(self) -> str:
        """What the estimates are counted in: ``sb/game`` in limit, else ``bb/game``."""
        return f"{self.rules.unit_name}/game"


def deal_match(
    names: Sequence[str],
    *,
    n_hands: int,
    seed: int,
    game: Stakes | str = "limit",
    seated: Mapping[str, Candidate] | None = None,
    host: str = LOOPBACK,
    ports: Sequence[int] | None = None,
    log: str | Path | None = None,
    overwrite: bool = False,
    limits: TimeLimits | None = None,
    stop_on_failure: bool = False,
    on_listening: Callable[[dict[str, int]], None] | None = None,
) -> DealtMatch:
    """Return the result of a match of hold'em dealt to ACPC clients, and write its log.

    Parameters
    ----------
    names
        The 2 to 10 players, in the order of their seats in hand 0; each hand the seats move on by one.
    n_hands
        How many hands.
    seed
        The seed of the cards: the same as in a match of this process.
    game
        ``limit``, ``no-limit`` or ``pot-limit``, or one with other blinds and stacks from `stakes_of`.
    seated
        Players of this process, by name; the other names are clients.
    host, ports
        Where to listen; a port for each client, 0 for any free one, which is also the default.
    log
        A new file for the log, one line per hand; what was played is in it whatever happens. Only games with the ACPC's
        stakes can have one, because it does not state them.
    overwrite
        Whether the log may be a file that exists, and is lost.
    limits
        The clients' time limits.
    stop_on_failure
        Whether the match ends with the hand in which a client disconnected or passed a time limit.
    on_listening
        Called with the port of each client's name, once they can connect.

    Raises
    ------
    WireError
        If the names or ports make no match, a port cannot be listened on, or a client has not connected in time.
    LogError
        If the log exists or cannot be written.
    """
    limits = limits or TimeLimits()
    entrants = {name: as_entrant(candidate) for name, candidate in (seated or {}).items()}
    _check(names, n_hands, entrants)
    game = stakes_of(game) if isinstance(game, str) else game
    check_tables(entrants.values(), rules_for(game, len(names)))
    checked_seed(seed)
    if log is not None:
        check_log(game)
    clients = [name for name in names if name not in entrants]
    if ports is not None and len(ports) != len(clients):
        raise WireError(f"{len(ports)} ports (expected {len(clients)}, one for each of {', '.join(clients)})")
    book = IncidentBook()
    path = None if log is None else Path(log)
    with ExitStack() as cleanup:
        stored = DealerLog(path, overwrite=overwrite)
        cleanup.callback(stored.close)
        with Listener(clients, host, ports or [0] * len(clients)) as listener:
            if on_listening is not None:
                on_listening(listener.ports_by_name())
            connections = listener.admit(limits.start, lambda name, why: book.add(name, None, Mishap.REFUSED, why))
        for connection in connections.values():
            cleanup.callback(connection.finish, _CLOSING_TIME)
        seats: list[Seat] = []
        for number, name in enumerate(names):
            if name in entrants:
                seats.append(PlayerSeat(name, entrants[name], PlayerChance(seed, number), book))
            else:
                seats.append(ClientSeat(name, connections[name], limits, book))
        stored.write(*format_header(path, names, entrants, game, n_hands, seed, limits))
        return _Table(seats, game, book, stored, stop_on_failure=stop_on_failure).play(n_hands, seed)


class _Table:
    """The seats of a match and what was played there."""

    def __init__(
        self, seats: list[Seat], game: Stakes, book: IncidentBook, log: DealerLog, *, stop_on_failure: bool
    ) -> None:
        self._seats = seats
        self._book = book
        self._log = log
        self._n_logged = 0  # of the book's incidents
        self._stop_on_failure = stop_on_failure
        self._rules = rules_for(game, len(seats))
        self._stacks = game.stacks(len(seats))
        self._payoffs: list[list[Chips]] = []  # by hand, in the order of the names
        self._records: list[HandRecord] = []  # that are not in columns yet
        self._columns: list[HandColumns] = []

    def play(self, n_hands: int, seed: int) -> DealtMatch:
        ended = ""
        names = tuple(seat.name for seat in self._seats)
        decks = islice(chain.from_iterable(block_decks(seed, block) for block in count()), n_hands)
        try:
            with progress.task(
                f"Dealing {n_hands:,} hands to {', '.join(names)}", n_hands, progress.Pace(1, "hands")
            ) as display:
                for number, deck in enumerate(decks):
                    self._store(self._play_hand(number, HoldemDeal.from_deck(deck, len(names))), number)
                    display.advance()
                    ended = self._reason_to_end() if number + 1 < n_hands else ""
                    if ended:
                        break
        except KeyboardInterrupt:
            progress.note(f"stopped after {len(self._payoffs):,} of {n_hands:,} hands")
            raise
        totals = [whole_if_possible(sum(map(Fraction, won), Fraction(0))) for won in zip(*self._payoffs, strict=True)]
        if ended:
            self._log.write(f"# ended early: {ended}")
        self._log.write(score_line(totals, names).rstrip())
        return DealtMatch(
            names=names,
            n_asked=n_hands,
            payoffs=np.array(self._payoffs, dtype=np.float64).reshape(-1, len(names)),
            totals=tuple(totals),
            rules=self._rules,
            counts=dict(self._book.counts),
            incidents=tuple(self._book.first),
            ended=ended,
            columns=(*self._columns, *columns_by_game(self._records)),
        )

    def _play_hand(self, number: int, deal: HoldemDeal) -> HandRecord:
        n_seats = len(self._seats)
        seats = [self._seats[(position + number) % n_seats] for position in range(n_seats)]
        state = HoldemState(self._rules, deal, self._stacks)
        state.names = tuple([seat.name for seat in seats])
        while (actor := state.actor) is not None:
            for position, seat in enumerate(seats):
                seat.show(state.view(position), number)
            state.act(*seats[actor].decide(state.view(), number))
        for position, seat in enumerate(seats):
            seat.end_hand(state.summary(position), number)
        return HandRecord(
            rules=self._rules,
            deal=deal,
            decisions=tuple([self._decision(move) for move in state.history]),
            payoffs=tuple([whole_if_possible(chips) for chips in state.exact_payoffs()]),
            names=state.names,
            stacks=self._stacks,
            hand_id=str(number),
        )

    def _decision(self, move: Move) -> Decision:
        is_sized = move.action is Action.RAISE and not self._rules.is_limit
        return Decision(move.seat, move.action, move.amount if is_sized else None)

    def _store(self, record: HandRecord, number: int) -> None:
        n_seats = len(self._seats)
        self._payoffs.append([record.payoffs[(player - number) % n_seats] for player in range(n_seats)])
        self._records.append(record)
        if len(self._records) == _IN_COLUMNS:
            self._columns += columns_by_game(self._records)
            self._records = []
        happened = self._book.first[self._n_logged :]
        self._n_logged += len(happened)
        if self._log.is_open:
            self._log.write(*(f"# {incident}" for incident in happened), format_line(record, number))

    def _reason_to_end(self) -> str:
        gone = [seat.name for seat in self._seats if not seat.is_here]
        if gone and self._stop_on_failure:
            return f"{' and '.join(gone)} left"
        if not any(seat.is_here and seat.is_client for seat in self._seats):
            return "no client was left"
        return ""


def _check(names: Sequence[str], n_hands: int, seated: Mapping[str, Entrant]) -> None:
    if len(names) not in SEATS or len(set(names)) != len(names):
        raise WireError(
            f"players {', '.join(names)} (expected {SEATS[0]} to {SEATS[-1]} of them, with different names)"
        )
    for name in names:
        if not name or any(sign in name for sign in ":|\r\n") or not name.isprintable():
            raise WireError(f"a player named {name!r} (expected letters without ':', '|' and line ends)")
    if unknown := [name for name in seated if name not in names]:
        raise WireError(f"no player {unknown[0]!r} to seat (expected one of {', '.join(names)})")
    if len(seated) == len(names):
        raise WireError("every player is seated here (expected at least one client)")
    if n_hands < 1:
        raise WireError(f"{n_hands} hands (expected at least one)")
