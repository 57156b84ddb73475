"""A decision somebody faces, in short: two cards, a board, and the betting so far as a word.

The betting has a letter for each move, in the order of play, and a slash between streets: ``f`` folds, ``c`` calls or
checks, ``r`` raises or bets; ``k`` for a check and ``b`` for a bet are read too. Blinds are not written. Before the
flop the seat after the big blind begins (heads-up the button), after it the first seat that is in. So ``fffrcf/kbr``
needs no seats written: whoever is to act after the last letter is the one who is asked.
"""

from deluck.cards import as_cards, check_deal, format_cards
from deluck.errors import FormatError
from deluck.games import BOARD_SIZES, Action, HoldemDeal, HoldemRules, HoldemState, View
from deluck.games.state import Cards

_ACTIONS = {"f": Action.FOLD, "c": Action.CALL, "k": Action.CALL, "r": Action.RAISE, "b": Action.RAISE}


def parse_situation(hole: str, board: str, betting: str, n_seats: int = 2) -> View:
    """Return what the seat sees that is to act after the betting, holding these cards.

    Blinds are half and one small bet of ten chips, bets ten and from the turn twenty, at most four bets per street.

    Parameters
    ----------
    hole
        Two cards, e.g. ``AdQc``.
    board
        The board of the street the betting is on, e.g. ``3h4cJh``; empty before the flop.
    betting
        The moves so far, e.g. ``ccccc/k``; empty for the first decision of a hand.
    n_seats
        How many seats were dealt in, 2 to 10.

    Raises
    ------
    FormatError
        If the betting cannot be read, was not legal, ends the hand, or does not fit the board.
    CardError, DealError, RulesError
        If the cards cannot lie on one table or there cannot be so many seats.
    """
    own, shared = as_cards(hole), as_cards(board)
    check_deal(own, shared)
    rules = HoldemRules.limit(n_seats)
    unknown: Cards = (None, None)
    played = HoldemState(rules, HoldemDeal((unknown,) * n_seats))
    _play(played, betting)
    seat = played.actor
    if seat is None:
        raise FormatError(f"the hand is over after {betting!r} (expected somebody to act)")
    if len(shared) != BOARD_SIZES[played.street]:
        when = f"on the {rules.street_names[played.street]}" if played.street else "before the flop"
        given = f"the board {format_cards(shared)}" if shared else "an empty board"
        raise FormatError(
            f"{given} does not fit the betting {betting!r}, which is {when} "
            f"(expected {BOARD_SIZES[played.street] or 'no'} cards)"
        )
    holes = tuple(own if each == seat else unknown for each in range(n_seats))
    state = HoldemState(rules, HoldemDeal(holes, shared))
    _play(state, betting)
    return state.view()


def _play(state: HoldemState, betting: str) -> None:
    for street, letters in enumerate(betting.split("/")):
        if street and (state.is_over or state.street != street):
            raise FormatError(f"a slash too early or too late in {betting!r}")
        for letter in letters:
            _play_letter(state, letter, street, betting)


def _play_letter(state: HoldemState, letter: str, street: int, betting: str) -> None:
    action = _ACTIONS.get(letter.lower())
    if action is None:
        raise FormatError(f"not an action: {letter!r} in {betting!r} (expected f, c, k, r, b or a slash)")
    if state.is_over:
        raise FormatError(f"{letter!r} after the end of the hand in {betting!r}")
    if state.street != street:
        raise FormatError(f"{letter!r} on the next street in {betting!r} (expected a slash before it)")
    checks, bets = letter.lower() == "k", letter.lower() == "b"
    if not state.can_act(action) or (checks and state.to_call) or (bets and (state.to_call or not street)):
        legal = ", ".join(each.label for each in state.legal_actions())
        raise FormatError(f"{letter!r} in {betting!r} is not legal there (expected one of: {legal})")
    state.act(action)
