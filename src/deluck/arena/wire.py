"""The text that an ACPC dealer and its clients send each other: versions, states, answers (protocol 2.0.0).

A state is ``MATCHSTATE:<position>:<hand number>:<betting>:<cards>``, an answer is a state with ``:f``, ``:c`` or
``:r`` added. States are made from a `View` or a `HandSummary` only, so they cannot show a seat what it may not know.

In no-limit and pot-limit a raise has an amount: all the chips that the seat has put in over the hand, blinds included,
once it has raised (``r300``). The rest of the package counts a raise as the seat's bet on the street; `total_of_raise`
and `raise_of_total` convert. Streets on which nobody can bet are empty: ``r20000c///``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from deluck.arena.stakes import Game, Stakes
from deluck.cards import Card, check_cards, format_cards
from deluck.errors import ArenaError, CardError
from deluck.formats.acpc import CARD_OF_TEXT
from deluck.games import BOARD_SIZES, Action, HandSummary, HoldemDeal, HoldemRules, HoldemState, Move, Rules, View

VERSION = (2, 0, 0)
SEATS = range(2, 11)
MOST_ACTIONS = 64
"""A street's most actions in the ACPC's programs: nobody may raise where all calls might not fit any more."""
END_OF_LINE = "\r\n"

_LETTERS = "fcr"
ACTION_OF_LETTER = dict(zip(_LETTERS, Action, strict=True))
_MATCHSTATE = re.compile(r"MATCHSTATE:([0-9]{1,9}):([0-9]{1,9}):([^:]*):([^:]*)")
_VERSION = re.compile(r"VERSION:([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})")
_STREET = r"(?:[fc]|r[0-9]{0,15})*"
_BETTING = re.compile(rf"{_STREET}(?:/{_STREET}){{0,3}}")
_BETTING_PART = re.compile(r"/|[fc]|r([0-9]*)")
_SIZED_RAISE = re.compile(r"r(-?[0-9]{1,15})")
_HOLES = re.compile(r"(?:[2-9TJQKA][cdhs][2-9TJQKA][cdhs])?(?:\|(?:[2-9TJQKA][cdhs][2-9TJQKA][cdhs])?)+")
_BOARD = re.compile(r"(?:(?:[2-9TJQKA][cdhs]){3}(?:/[2-9TJQKA][cdhs]){0,2})?")
_FLOP_END, _TURN_END = 3, 4
_MOST_SHOWN = 80


class WireError(ArenaError):
    """A line or a connection that does not follow the ACPC's network protocol."""


class WireAnswer(NamedTuple):
    """An action as a client answers it; total is the amount of a raise over the whole hand, None where it has none."""

    action: Action
    total: int | None = None


ANSWER_OF_LETTER = {letter: WireAnswer(action) for letter, action in ACTION_OF_LETTER.items()}


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
        A letter for each action, with the amount of a raise in no-limit, ``/`` between streets: ``cr300c/r600``.
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

    def play(self, rules: HoldemRules, stacks: Sequence[int] | None = None) -> HoldemState:
        """Return the hand as far as it was played, cards that this position has not seen unknown.

        Parameters
        ----------
        rules
            The game.
        stacks
            The chips each seat began the hand with; None if nobody can run out (limit only).

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
        state = HoldemState(rules, HoldemDeal(holes, self.board), stacks)
        if not _follow(state, self.betting):
            raise WireError(
                f"betting that the rules do not allow: {_shown(format_matchstate(self))} "
                f"(expected {_described(rules, stacks)})"
            )
        return state


def _follow(state: HoldemState, betting: str) -> bool:
    """Play a state's betting; return whether all of it is legal and ends where the state says."""
    street = 0
    for part in _BETTING_PART.finditer(betting):
        if part[0] == "/":
            street += 1
            continue
        action, amount = ACTION_OF_LETTER[part[0][0]], None
        if action is Action.RAISE:
            if bool(part[1]) == state.rules.is_limit:
                return False
            amount = raise_of_total(state, int(part[1])) if part[1] else None
        if state.street != street or not state.can_act(action, amount):
            return False
        state.act(action, amount)
    return state.street == street


def _described(rules: HoldemRules, stacks: Sequence[int] | None) -> str:
    if rules.is_limit:
        return f"limit hold'em with at most {' '.join(map(str, rules.max_raises))} raises per street, without amounts"
    chips = " ".join(map(str, stacks or ()))
    return f"{rules.structure} hold'em with blinds {rules.small_blind}/{rules.big_blind} and stacks {chips}"


def total_of_raise(seen: View | HoldemState, raise_to: int) -> int:
    """Return the chips that the actor will have put in over the hand after a raise to a bet on this street."""
    return _before_street(seen) + raise_to


def raise_of_total(seen: View | HoldemState, total: int) -> int:
    """Return the bet on this street that a raise makes after which the actor has put in a total over the hand."""
    return total - _before_street(seen)


def _before_street(seen: View | HoldemState) -> int:
    seat = seen.seat if isinstance(seen, View) else seen.actor
    return 0 if seat is None else seen.contributions[seat] - seen.bets[seat]


def raises_fit(view: View) -> bool:
    """Return whether one more raise and everybody's calls are at most the ACPC's `MOST_ACTIONS` on this street."""
    return sum(move.street == view.street for move in view.history) + view.n_seats <= MOST_ACTIONS


def rules_for(game: Stakes, n_seats: int) -> HoldemRules:
    """Return the rules of a game for so many seats.

    Raises
    ------
    WireError
        If the protocol does not carry it.
    """
    if n_seats not in SEATS or game.game is Game.STUD7:
        raise WireError(
            f"{game.game.in_words} for {n_seats} seats (expected hold'em for {SEATS[0]} to {SEATS[-1]} seats)"
        )
    return game.holdem_rules(n_seats)


def matchstate_of_view(view: View, number: int) -> MatchState:
    """Return what a seat is shown while a hand is played: its own cards and the board so far."""
    betting = _betting(view.history, view.rules, view.board)
    return MatchState(view.seat, number, betting, _only(view.seat, view.cards, view.n_seats), view.board)


def matchstate_of_summary(summary: HandSummary, number: int) -> MatchState:
    """Return what a seat is shown at the end of a hand: also the cards of those who showed down."""
    seat, history = summary.seat, summary.history
    own = _only(seat, summary.cards, summary.rules.n_seats)
    holes = tuple([shown or seen for shown, seen in zip(summary.shown, own, strict=True)])
    return MatchState(seat, number, _betting(history, summary.rules, summary.board), holes, summary.board)


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
        If the line is not the state of a hold'em hand.
    """
    match = _MATCHSTATE.fullmatch(line)
    if match is None:
        raise WireError(f"not a state: {_shown(line)} (expected e.g. 'MATCHSTATE:0:30:cc/:9s8h|/8c8d5c')")
    return _matchstate(match, line)


def format_answer(state: MatchState, action: Action, total: int | None = None) -> str:
    """Return the answer to a state, without the end of line: ``MATCHSTATE:0:30:c:9s8h|:r``, with a total ``:r300``."""
    return f"{format_matchstate(state)}:{_LETTERS[action]}{'' if total is None else total}"


def parse_answer(line: str, *, sized: bool = False) -> tuple[MatchState, WireAnswer | None]:
    """Return the state that a line answers, and the answer; None where it cannot be read.

    Parameters
    ----------
    line
        The line.
    sized
        Whether a raise needs an amount (no-limit, pot-limit); otherwise it must have none.

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
    return _matchstate(match, line), read_action(letter, sized=sized)


def read_action(text: str, *, sized: bool) -> WireAnswer | None:
    """Return the action at the end of an answer, or None if it is none."""
    if not sized or text != "r":
        answer = ANSWER_OF_LETTER.get(text)
        if answer is not None:
            return answer
    match = _SIZED_RAISE.fullmatch(text) if sized else None
    return None if match is None else WireAnswer(Action.RAISE, int(match[1]))


def format_version() -> str:
    """Return the first line a client sends, without the end of line."""
    return "VERSION:" + ".".join(map(str, VERSION))


def check_version(line: str) -> None:
    """Raise WireError unless a client's first line names a version whose states and answers are these."""
    match = _VERSION.fullmatch(line)
    if match is None or match[1] != str(VERSION[0]) or int(match[2]) > VERSION[1]:
        raise WireError(f"not the version: {_shown(line)} (expected {format_version()!r})")


def is_comment(line: str) -> bool:
    """Return whether both sides skip a line: one that starts with ``#`` or ``;``, or an empty one."""
    return not line or line[0] in "#;"


def _matchstate(match: re.Match[str], line: str) -> MatchState:
    betting = match[3]
    holes, slash, board = match[4].partition("/")
    if not _BETTING.fullmatch(betting):
        raise WireError(
            f"not betting: {_shown(betting)} in {_shown(line)} (expected f, c and r, in no-limit with an amount, "
            "/ between streets)"
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


def _betting(history: tuple[Move, ...], rules: Rules, board: tuple[Card, ...]) -> str:
    """Return the betting of every street that was dealt; the amounts of raises are totals over the hand."""
    streets = [""] * (BOARD_SIZES.index(len(board)) + 1)
    totals = [sum(chips) for chips in zip(*rules.forced, strict=True)]
    for move in history:
        totals[move.seat] += move.paid
        streets[move.street] += _LETTERS[move.action]
        if move.action is Action.RAISE and not rules.is_limit:
            streets[move.street] += str(totals[move.seat])
    return "/".join(streets)


def _only(seat: int, cards: tuple[Card, ...], n_seats: int) -> tuple[tuple[Card, ...], ...]:
    return tuple([cards if each == seat else () for each in range(n_seats)])


def _shown(line: str) -> str:
    return repr(line if len(line) <= _MOST_SHOWN else line[:_MOST_SHOWN] + "…")
