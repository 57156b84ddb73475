"""The text of a hand in a match's log, made straight from the finished state, and read back from it.

Limit hold'em for two or three and no-limit hold'em at the ACPC's stakes are logged as the ACPC does, one line per hand;
everything else as PHHS, one section per hand. Hands are numbered from 0 in an ACPC log and from 1 in PHHS, as is usual
in each.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from deluck.arena.faults import Fault, format_fault, parse_fault
from deluck.arena.stakes import Game, Stakes
from deluck.cards import DECK, format_card
from deluck.errors import LogError
from deluck.formats.acpc import format_payoff
from deluck.formats.acpc_games import HEADER
from deluck.formats.stakes import whole_if_possible
from deluck.games import Action, GameState
from deluck.records import Chips, Decision, HandRecord

_LIMIT_SEATS = (2, 3)  # of the ACPC's limit games
_LETTERS = "fcr"
_TEXTS = tuple(format_card(card) for card in DECK)
_ACTION_OF_LETTER = dict(zip(_LETTERS, Action, strict=True))
_ACTION_OF_PHH = {"f": Action.FOLD, "cc": Action.CALL, "pb": Action.CALL, "cbr": Action.RAISE}
_PHH_ACTION = re.compile(r"""["']p\d+ (f|cc|pb|cbr)(?: (\d+))?["']""")
_ACPC_ACTION = re.compile(r"([fcr])(\d*)")
_SCORE = "SCORE:"

LoggedDecision = tuple[Action, int | None]


class LogFormat(StrEnum):
    """How a match is logged."""

    ACPC = "acpc"
    PHHS = "phhs"


class LoggedHand(NamedTuple):
    """A hand that the log already has: its decisions, its text, the faults noted with it, the line it starts at."""

    decisions: list[LoggedDecision]
    text: str
    faults: tuple[Fault, ...]
    line: int

    @property
    def full_text(self) -> str:
        """The text of the hand with the lines of its faults before it."""
        return "".join([*map(format_fault, self.faults), self.text])


class Entry(NamedTuple):
    """A logged hand and the byte after it; or the line that closes an ACPC log, with no hand."""

    hand: LoggedHand | None
    end: int
    score: str = ""


def log_format(stakes: Stakes, n_seats: int) -> LogFormat:
    """Return how a game of so many seats is logged."""
    is_acpc = stakes.is_acpc and (stakes.game is Game.NO_LIMIT or n_seats in _LIMIT_SEATS)
    return LogFormat.ACPC if is_acpc else LogFormat.PHHS


def acpc_header(name: str, stakes: Stakes, n_seats: int, n_hands: int, seed: int) -> str:
    """Return the comment by which an ACPC log says what it is: name, game definition, number of hands and seed.

    An empty name is made as those of the ACPC's own examples are: ``2p.limit.h1000.r7``.
    """
    game = stakes.acpc_name(n_seats)
    name = name or f"{n_seats}p.{game.split('.')[1]}.h{n_hands}.r{seed}"
    return f"{HEADER}{name} {game} {n_hands} {seed}\n"


def score_line(totals: Sequence[Chips], names: Sequence[str]) -> str:
    """Return the line that closes an ACPC log: what each player won in all, in chips."""
    return f"{_SCORE}{'|'.join([format_payoff(whole_if_possible(total)) for total in totals])}:{'|'.join(names)}\n"


def logged_payoffs(log_as: LogFormat, state: GameState, payoffs: tuple[int, ...]) -> tuple[Chips, ...]:
    """Return the payoffs as a log has them: an ACPC log has odd chips cut, as the ACPC's dealer does."""
    if log_as is not LogFormat.ACPC or len(payoffs) == 2 or not state.has_showdown:
        return payoffs
    return tuple([whole_if_possible(chips) for chips in state.exact_payoffs()])


def hand_text(
    log_as: LogFormat,
    number: int,
    state: GameState,
    deal: Any,
    payoffs: Sequence[Chips],
    names: tuple[str, ...],
    stacks: tuple[int, ...] | None,
) -> str:
    """Return a finished hand as it stands in the log, line ends included."""
    if log_as is LogFormat.ACPC:
        return _acpc_line(number, state, deal, payoffs, names)
    from deluck.formats.phh import format_phh

    is_limit = state.rules.is_limit
    record = HandRecord(
        rules=state.rules,
        deal=deal,
        decisions=tuple(
            [Decision(move.seat, move.action, None if is_limit else move.amount or None) for move in state.history]
        ),
        payoffs=tuple(payoffs),
        names=names,
        stacks=stacks,
        hand_id=str(number + 1),
    )
    return f"[{number + 1}]\n{format_phh(record, for_pokerkit=False).rstrip()}\n\n"


def _acpc_line(number: int, state: GameState, deal: Any, payoffs: Sequence[Chips], names: tuple[str, ...]) -> str:
    streets = ["", "", "", ""]
    if state.rules.is_limit:
        for move in state.history:
            streets[move[0]] += _LETTERS[move[2]]
    else:
        paid = list(state.rules.forced.blinds)  # the ACPC counts amounts over the hand
        for street, seat, action, _, put_in in state.history:
            paid[seat] += put_in
            streets[street] += f"r{paid[seat]}" if action is Action.RAISE else _LETTERS[action]
    betting = "/".join(streets[: state.street + 1])
    cards = "|".join([_TEXTS[first] + _TEXTS[second] for first, second in deal.holes])
    board = [_TEXTS[card] for card in deal.board[: len(state.board)]]
    if board:
        cards += "/" + "/".join(["".join(board[:3]), *board[3:]])
    return f"STATE:{number}:{betting}:{cards}:{'|'.join(map(format_payoff, payoffs))}:{'|'.join(names)}\n"


def decisions_in(log_as: LogFormat, text: str) -> list[LoggedDecision]:
    """Return the decisions of a hand as its text in the log has them; whether they are right is for the replay to say.

    The amounts are those of the text: totals over the hand in an ACPC line, of the street in PHHS.
    """
    if log_as is LogFormat.ACPC:
        fields = text.split(":", 3)
        found = _ACPC_ACTION.findall(fields[2] if len(fields) == 4 else "")
        return [(_ACTION_OF_LETTER[letter], int(amount) if amount else None) for letter, amount in found]
    written = next((line for line in text.splitlines() if line.startswith("actions = ")), "")
    return [(_ACTION_OF_PHH[verb], int(amount) if amount else None) for verb, amount in _PHH_ACTION.findall(written)]


def follow(log_as: LogFormat, state: GameState, decisions: Sequence[LoggedDecision]) -> None:
    """Play decisions of a log in a hand.

    Raises
    ------
    IllegalAction
        If one of them is not legal.
    """
    totals = log_as is LogFormat.ACPC
    for action, amount in decisions:
        if amount is not None and totals and state.actor is not None:
            amount -= state.contributions[state.actor] - state.bets[state.actor]
        state.act(action, amount)


def starts_hand(log_as: LogFormat, line: str) -> bool:
    """Return whether a line is the first of a hand."""
    return line.startswith("STATE:") if log_as is LogFormat.ACPC else line.startswith("[")


def read_entries(lines: Iterable[bytes], log_as: LogFormat, *, first_line: int, start: int) -> Iterator[Entry]:
    """Yield the hands in the lines of a log; one that was not written to its end is left out.

    Parameters
    ----------
    lines
        The lines after the header, with their ends.
    log_as
        The log's format.
    first_line
        The number of the first line, for errors.
    start
        The byte at which it starts.

    Raises
    ------
    LogError
        If a line is no part of a log.
    """
    end = start
    faults: list[Fault] = []
    text: list[str] = []
    first = 0
    is_closed = False
    for number, raw in enumerate(lines, start=first_line):
        end += len(raw)
        if not raw.endswith(b"\n"):
            return  # cut short: nothing can follow it
        try:
            line = raw.decode()
            fault = parse_fault(line)
        except ValueError:
            raise LogError(f"line {number}: {raw[:40]!r} cannot be read") from None
        if fault is not None and not is_closed:
            faults.append(fault)
            continue
        if log_as is LogFormat.ACPC and line.startswith(_SCORE) and not is_closed:
            is_closed = True
            yield Entry(None, end, line)
            continue
        if is_closed or (not text and not starts_hand(log_as, line)):
            raise LogError(
                f"line {number}: {line[:40].rstrip()!r} is no hand of this match (expected an unchanged log)"
            )
        first = first if text else number
        text.append(line)
        if log_as is LogFormat.ACPC or line == "\n":
            whole = "".join(text)
            yield Entry(LoggedHand(decisions_in(log_as, whole), whole, tuple(faults), first), end)
            faults, text = [], []
