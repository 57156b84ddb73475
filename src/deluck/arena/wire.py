"""The text that an ACPC dealer and its clients send each other: versions, states, answers (protocol 2.0.0).

A state is ``MATCHSTATE:<position>:<hand number>:<betting>:<cards>``, an answer is a state with ``:f``, ``:c`` or
``:r`` added. States are made from a `View` or a `HandSummary` only, so they cannot tell a seat what it may not know.
"""

import re
from dataclasses import dataclass

from deluck.arena.errors import ArenaError
from deluck.cards import Card, check_cards, format_cards
from deluck.errors import CardError
from deluck.formats.acpc import CARD_OF_TEXT
from deluck.games import Action, HandSummary, HoldemDeal, HoldemRules, HoldemState, Move, View

VERSION = (2, 0, 0)
SEATS = (2, 3)  # the ACPC's limit games
END_OF_LINE = "\r\n"

_LETTERS = "fcr"
ACTION_OF_LETTER = dict(zip(_LETTERS, Action, strict=True))
_MATCHSTATE = re.compile(r"MATCHSTATE:([0-9]{1,9}):([0-9]{1,9}):([^:]*):([^:]*)")
_VERSION = re.compile(r"VERSION:([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})")
_BETTING = re.compile(r"[fcr]*(?:/[fcr]*){0,3}")
_HOLES = re.compile(r"(?:[2-9TJQKA][cdhs][2-9TJQKA][cdhs])?(?:\|(?:[2-9TJQKA][cdhs][2-9TJQKA][cdhs])?)+")
_BOARD = re.compile(r"(?:(?:[2-9TJQKA][cdhs]){3}(?:/[2-9TJQKA][cdhs]){0,2})?")
_FLOP_END, _TURN_END = 3, 4
_MOST_SHOWN = 80


class WireError(ArenaError):
    """A line or a connection that does not follow the ACPC's network protocol."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """What one position has seen of a hand so far.

    Attributes
    ----------
    position
        Whose state it is; positions are the seats of `HoldemRules`.
    number
        The hand's number in the match, from 0.
    betting
        A letter for each action, ``/`` between streets: ``crc/r``.
    holes
        Each position's two cards, or none where they are not seen.
    board
        The board so far.
    """

    position: int
    number: int
    betting: str
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...] = ()

    @property
    def n_seats(self) -> int:
        """How many positions there are."""
        return len(self.holes)

    def play(self, rules: HoldemRules) -> HoldemState:
        """Return the hand as far as it was played, cards that this position has not seen unknown.

        Raises
        ------
        WireError
            If the betting is not one that the rules allow.
        """
        if rules.n_seats != self.n_seats:
            raise WireError(
                f"a state of {self.n_seats} positions: {_shown(format_matchstate(self))} (expected {rules.n_seats})"
            )
        holes = tuple([cards or (None, None) for cards in self.holes])
        state = HoldemState(rules, HoldemDeal(holes, self.board))
        street = 0
        for letter in self.betting:
            if letter == "/":
                street += 1
            elif state.street != street or not state.can_act(ACTION_OF_LETTER[letter]):
                break
            else:
                state.act(ACTION_OF_LETTER[letter])
        else:
            if state.street == street:
                return state
        raise WireError(
            f"betting that the rules do not allow: {_shown(format_matchstate(self))} "
            f"(expected limit hold'em with at most {' '.join(map(str, rules.max_raises))} raises a street)"
        )


def matchstate_of_view(view: View, number: int) -> MatchState:
    """Return what a seat is told while a hand is played: its own cards and the board so far."""
    betting = _betting(view.history, view.street + 1)
    return MatchState(view.seat, number, betting, _only(view.seat, view.cards, view.n_seats), view.board)


def matchstate_of_summary(summary: HandSummary, number: int) -> MatchState:
    """Return what a seat is told at the end of a hand: also the cards of those who showed down."""
    seat, history = summary.seat, summary.history
    own = _only(seat, summary.cards, summary.rules.n_seats)
    holes = tuple([shown or seen for shown, seen in zip(summary.shown, own, strict=True)])
    return MatchState(seat, number, _betting(history, history[-1].street + 1), holes, summary.board)


def format_matchstate(state: MatchState) -> str:
    """Return a state as its line, without the end of line: ``MATCHSTATE:0:30:cc/:9s8h|/8c8d5c``."""
    cards = "|".join([format_cards(hole) for hole in state.holes])
    board = state.board
    for street in (board[:_FLOP_END], board[_FLOP_END:_TURN_END], board[_TURN_END:]):
        if street:
            cards += "/" + format_cards(street)
    return f"MATCHSTATE:{state.position}:{state.number}:{state.betting}:{cards}"


def parse_matchstate(line: str) -> MatchState:
    """Return the state of a line.

    Raises
    ------
    WireError
        If the line is not the state of a limit hold'em hand.
    """
    match = _MATCHSTATE.fullmatch(line)
    if match is None:
        raise WireError(f"not a state: {_shown(line)} (expected e.g. 'MATCHSTATE:0:30:cc/:9s8h|/8c8d5c')")
    return _matchstate(match, line)


def format_answer(state: MatchState, action: Action) -> str:
    """Return the answer to a state, without the end of line: ``MATCHSTATE:0:30:c:9s8h|:r``."""
    return f"{format_matchstate(state)}:{_LETTERS[action]}"


def parse_answer(line: str) -> tuple[MatchState, Action | None]:
    """Return the state that a line answers, and the action; None where there is none of the three letters.

    Raises
    ------
    WireError
        If the line does not begin with a state.
    """
    state, _, letter = line.rpartition(":")
    match = _MATCHSTATE.fullmatch(state)
    if match is None:
        match, letter = _MATCHSTATE.fullmatch(line), ""
    if match is None:
        raise WireError(
            f"not an answer: {_shown(line)} (expected a state and an action, e.g. 'MATCHSTATE:0:30::9s8h|:c')"
        )
    return _matchstate(match, line), ACTION_OF_LETTER.get(letter)


def format_version() -> str:
    """Return the first line a client sends, without the end of line."""
    return "VERSION:" + ".".join(map(str, VERSION))


def check_version(line: str) -> None:
    """Raise WireError unless a client's first line names a version whose states and answers are these."""
    match = _VERSION.fullmatch(line)
    if match is None or match[1] != str(VERSION[0]) or int(match[2]) > VERSION[1]:
        raise WireError(f"not the version: {_shown(line)} (expected {format_version()!r})")


def is_comment(line: str) -> bool:
    """Return whether both sides pass over a line: one that starts with ``#`` or ``;``, or an empty one."""
    return not line or line[0] in "#;"


def _matchstate(match: re.Match[str], line: str) -> MatchState:
    betting = match[3]
    holes, slash, board = match[4].partition("/")
    if not _BETTING.fullmatch(betting):
        no_limit = re.search(r"r[0-9]", betting)
        raise WireError(
            f"not limit betting: {betting!r} in {_shown(line)} (expected f, c and r, / between streets"
            + ("; a raise with a size is no-limit, which is not played here)" if no_limit else ")")
        )
    if not _HOLES.fullmatch(holes) or not _BOARD.fullmatch(board) or bool(slash) != bool(board):
        raise WireError(f"not cards: {match[4]!r} in {_shown(line)} (expected e.g. '9s8h|/8c8d5c')")
    if betting.count("/") != match[4].count("/"):
        raise WireError(f"betting and board on different streets in {_shown(line)} (expected as many / in both)")
    try:
        hands = tuple([_cards(hole) for hole in holes.split("|")])
        shared = _cards(board.replace("/", ""))
        check_cards([card for cards in (*hands, shared) for card in cards])
    except CardError as error:
        raise WireError(f"{error} in {_shown(line)}") from None
    position = int(match[1])
    if position >= len(hands) or not hands[position]:
        raise WireError(f"no cards for position {position} in {_shown(line)} (expected the position's own cards)")
    return MatchState(position, int(match[2]), betting, hands, shared)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple([CARD_OF_TEXT[text[start : start + 2]] for start in range(0, len(text), 2)])


def _betting(history: tuple[Move, ...], n_streets: int) -> str:
    streets = [""] * n_streets
    for move in history:
        streets[move.street] += _LETTERS[move.action]
    return "/".join(streets)


def _only(seat: int, cards: tuple[Card, ...], n_seats: int) -> tuple[tuple[Card, ...], ...]:
    return tuple([cards if each == seat else () for each in range(n_seats)])


def _shown(line: str) -> str:
    return repr(line if len(line) <= _MOST_SHOWN else line[:_MOST_SHOWN] + "…")
