"""The notation of DIVAT's authors: heads-up limit hold'em, both holdings open, the betting in one word.

``S`` posts the small blind and ``l`` the big one; ``k`` checks, ``b`` bets, ``f`` folds, ``c`` calls, ``r`` raises, and
a slash stands between rounds. Lower case is P1, the big blind, here seat 0; upper case is P2, the button, seat 1.

In a text each line is one hand: P1's cards, P2's cards, the board and the betting, with spaces between them::

    AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc

``-`` stands for no board, ``????`` for cards that are not known; empty lines and lines that start with ``#`` are passed
over. A small bet is two chips, so that the small blind is a whole one.

References
----------
Billings and Kan, "A Tool for the Direct Assessment of Poker Decisions".
"""

import re
from collections.abc import Iterable, Iterator

from deluck.cards import as_cards, format_card, parse_cards
from deluck.errors import DeluckError, FormatError
from deluck.formats.stakes import at_stakes_of
from deluck.games import BOARD_SIZES, Action, HoldemDeal, HoldemRules, HoldemState, UnknownCards
from deluck.games.state import Cards
from deluck.records import Decision, HandRecord, steps

NAME = "divat"
RULES = HoldemRules.limit(2, small_bet=2)
NAMES = ("P1", "P2")

_LINE = re.compile(r"^[ \t]*\S{4,6}[ \t]+\S{4,6}[ \t]+(?:-|\S{6,15})[ \t]+Sl[kbfcrKBFCR/]*[ \t]*$", re.MULTILINE)
_BLINDS = "Sl"
_ACTIONS = {"f": Action.FOLD, "k": Action.CALL, "c": Action.CALL, "b": Action.RAISE, "r": Action.RAISE}
_LETTER_NAMES = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}
_NO_BOARD = "-"
_UNKNOWN = "????"


def looks_like(head: str) -> bool:
    """Return whether the beginning of a text has a line of cards and betting in this notation."""
    return _BLINDS in head and _LINE.search(head) is not None


def starts_hand(line: str) -> bool:  # noqa: ARG001 - as other formats have it
    """Return True: every hand has a line of its own."""
    return True


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of its line, or the error in its place."""
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield number, parse_line(line)
        except FormatError as error:
            yield number, error


def parse_line(line: str) -> HandRecord:
    """Return the hand written on one line: ``AcKc 7h6h Ks5h3dTc4h SlRrC/kBrC/bC/bRc``."""
    parts = line.split()
    if len(parts) != 4:
        raise FormatError(
            f"{len(parts)} parts in {line[:60]!r} (expected P1's cards, P2's cards, the board or -, and the betting)"
        )
    p1, p2, board, betting = parts
    return parse_divat(p1, p2, "" if board == _NO_BOARD else board, betting)


def parse_divat(p1: str, p2: str, board: str, betting: str) -> HandRecord:
    """Return the hand of two holdings, a board and the betting in DIVAT's notation; the rules give its payoffs.

    Parameters
    ----------
    p1, p2
        The two cards of the big blind and of the button, e.g. ``AcKc``; ``????`` if they are not known.
    board
        At least the cards that the betting got to see.
    betting
        E.g. ``SlRrC/kBrC/bC/bRc``.

    Raises
    ------
    FormatError
        If the cards or the letters cannot be read, the hand was not played by the rules, or its showdown is not known.
    """
    try:
        deal = HoldemDeal((_parse_hole(p1), _parse_hole(p2)), as_cards(board))
        if len(as_cards(board)) not in BOARD_SIZES:
            raise FormatError(f"a board of {len(as_cards(board))} cards: {board!r} (expected none, 3, 4 or 5)")
        state = HoldemState(RULES, deal)
        decisions = _play(betting, state)
        if None in state.board:
            shown = repr(board) if board else "without cards"
            raise FormatError(f"a board {shown} is too short for the betting {betting!r}")
        payoffs = state.payoffs()
    except UnknownCards:
        raise FormatError(f"cards {p1} {p2} {board}: the showdown is not known (expected every card of it)") from None
    except DeluckError as error:
        raise error if isinstance(error, FormatError) else FormatError(str(error)) from None
    return HandRecord(rules=RULES, deal=deal, decisions=decisions, payoffs=payoffs, names=NAMES)


def format_divat(record: HandRecord) -> str:
    """Return the hand on one line, as `parse_line` reads it; its names and number are not written.

    Raises
    ------
    FormatError
        If the hand is not heads-up limit hold'em with blinds of half and one small bet, nobody all-in, no rake.
    """
    if record.n_seats != 2:
        raise FormatError(f"hand {record.hand_id!r} has {record.n_seats} seats (expected two for DIVAT's notation)")
    record = at_stakes_of(record, RULES, "DIVAT's notation")
    assert isinstance(record.deal, HoldemDeal)
    board = [card for card in record.deal.board if card is not None]
    if None in record.deal.board[: len(board)]:
        raise FormatError(f"hand {record.hand_id!r}: a card in the middle of the board is not known")
    holes = [_format_hole(hole, record.hand_id) for hole in record.deal.holes]
    text = "".join(map(format_card, board)) or _NO_BOARD
    return f"{' '.join(holes)} {text} {_format_betting(record)}"


format_hand = format_divat


def _play(betting: str, state: HoldemState) -> tuple[Decision, ...]:
    """Play the betting on a new hand, each letter checked against whose turn it is and what it can mean there."""
    if not betting.startswith(_BLINDS):
        raise FormatError(
            f"betting {betting[:40]!r} starts without the blinds (expected {_BLINDS}…: a capital S, a small L)"
        )
    decisions: list[Decision] = []
    streets = betting.removeprefix(_BLINDS).split("/")
    for street, letters in enumerate(streets):
        for letter in letters:
            action = _ACTIONS.get(letter.lower())
            seat = int(letter.isupper())
            if action is None:
                raise FormatError(f"not an action: {letter!r} in {betting[:40]!r} (expected k, b, f, c or r)")
            if state.is_over or state.street != street or state.actor != seat:
                raise FormatError(
                    f"{_parsed(letter)} out of turn in {betting[:40]!r} (expected {_expected(state, street)})"
                )
            if letter.lower() != _letter(action, state) or not state.can_act(action):
                raise FormatError(
                    f"{_parsed(letter)} in {betting[:40]!r} is not legal (expected {_expected(state, street)})"
                )
            decisions.append(Decision(seat, action))
            state.act(action)
        is_last = street == len(streets) - 1
        if not is_last and (state.is_over or state.street != street + 1):
            raise FormatError(f"a slash too early or too late in {betting[:40]!r}")
    if not state.is_over:
        raise FormatError(f"betting {betting[:40]!r} stops early (expected {_expected(state, len(streets) - 1)})")
    return tuple(decisions)


def _letter(action: Action, state: HoldemState) -> str:
    """Return the letter of an action of the actor, lower case; the big blind counts as a bet."""
    if action is Action.FOLD:
        return "f"
    if action is Action.CALL:
        return "c" if state.to_call else "k"
    return "r" if state.to_call or state.n_raises or not state.street else "b"


def _parsed(letter: str) -> str:
    return f"a {_LETTER_NAMES[letter.lower()]} by {NAMES[letter.isupper()]}"


def _expected(state: HoldemState, street: int) -> str:
    if state.actor is None:
        return "the end of the hand"
    if state.street > street:
        return "a slash"
    letters = [_letter(action, state) for action in state.legal_actions()]
    return " or ".join([letter.upper() if state.actor else letter for letter in letters])


def _format_betting(record: HandRecord) -> str:
    letters = [_BLINDS]
    street = 0
    for state, (seat, action, _) in steps(record):
        assert isinstance(state, HoldemState)
        if state.street != street:
            street = state.street
            letters.append("/")
        letter = _letter(action, state)
        letters.append(letter.upper() if seat else letter)
    return "".join(letters)


def _parse_hole(text: str) -> Cards:
    if text == _UNKNOWN:
        return (None, None)
    cards = parse_cards(text)
    if len(cards) != 2:
        raise FormatError(f"not two hole cards: {text!r} (expected e.g. 'AsKd' or '????')")
    return cards


def _format_hole(hole: Cards, hand_id: str) -> str:
    if hole.count(None) == 1:
        raise FormatError(f"hand {hand_id!r}: only one of a seat's two cards is known (expected both or none)")
    return "".join([format_card(card) for card in hole if card is not None]) or _UNKNOWN
