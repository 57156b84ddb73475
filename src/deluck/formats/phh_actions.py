"""The actions of a PHH hand: cards dealt and shown, decisions and their amounts, played by the rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, NamedTuple

from deluck.cards import Card, parse_card
from deluck.errors import CardError, FormatError
from deluck.games import (
    BOARD_SIZES,
    Action,
    Forced,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.games.state import Cards
from deluck.records import Deal, Decision

UNKNOWN_CARD = "??"

_PLAYER = re.compile(r"p([0-9]{1,2})")
_KINDS = {"f": Action.FOLD, "cc": Action.CALL, "pb": Action.CALL, "cbr": Action.RAISE}
_MOST_CARDS = 7
_MOST_DIGITS = 20
_MOST_DIGITS_BEFORE = 15


class FoldedUnbetError(Exception):
    """A seat folded with nothing to call, which the rules do not allow yet."""


class Step(NamedTuple):
    """One decision as it is written: who, what, the bet it makes, and the cards dealt by then."""

    text: str
    seat: int
    kind: str
    amount: Fraction | None
    n_board: int
    n_cards: int
    scale: int
    """How many chips a unit of money is."""


@dataclass(slots=True)
class Played:
    """What the actions of a hand say, in the order written."""

    hands: list[list[Card | None]]
    is_stud: bool
    board: list[Card | None] = field(default_factory=list)
    moves: list[Step] = field(default_factory=list)
    mucked: set[int] = field(default_factory=set)

    def deal(self, never_dealt: dict[str, Any]) -> Deal:
        """Return the cards of the hand, with those of the deck that nobody got to see."""
        hands = [tuple(hand) for hand in self.hands]
        kept = never_dealt.get("hands")
        if kept is not None:
            if not isinstance(kept, list) or len(kept) != len(hands):
                raise FormatError(f"_deluck.undealt.hands is no list of {len(hands)} hands")
            hands = [_stated_cards(text) for text in kept]
        board = _stated_cards(never_dealt["board"]) if "board" in never_dealt else tuple(self.board)
        if not self.is_stud:
            padded = tuple([hand + (None,) * (2 - len(hand)) for hand in hands])
            others = never_dealt.get("other_boards", [])
            if not isinstance(others, list):
                raise FormatError("_deluck.undealt.other_boards is not a list of boards")
            return HoldemDeal(padded, board, tuple([_stated_cards(text) for text in others]))
        if len(board) > 1:
            raise FormatError(f"a board of {len(board)} cards in stud (expected at most the one of seventh street)")
        spare = tuple([card for card in _stated_cards(never_dealt.get("spare", "")) if card is not None])
        openers = tuple([None if seat < 0 else seat for seat in self._stated_openers(never_dealt)])
        return StudDeal(tuple(hands), board[0] if board and not spare else None, spare, openers)

    def _stated_openers(self, never_dealt: dict[str, Any]) -> list[int]:
        openers = never_dealt.get("openers", self._openers())
        seats = range(-1, len(self.hands))
        if not isinstance(openers, list) or len(openers) > 5 or any(opener not in seats for opener in openers):
            raise FormatError(f"_deluck.undealt.openers is no list of at most five seats from 0 to {seats[-1]}, or -1")
        return openers

    def _openers(self) -> list[int]:
        """Return who opened each street, if the up cards that decide it are not known; -1 where nobody acted."""
        if not any(None in hand[2:6] or len(hand) < 3 for hand in self.hands):
            return []
        openers = [-1] * 5
        for step in self.moves:
            street = 4 if step.n_board else min(max(step.n_cards - 3, 0), 4)
            if openers[street] < 0:
                openers[street] = step.seat
        return openers


def read_actions(actions: Sequence[str], n_seats: int, scale: int, *, is_stud: bool) -> Played:
    """Return what the actions say, amounts in chips, `scale` of them to a unit of money."""
    played = Played([[] for _ in range(n_seats)], is_stud)
    for text in actions:
        words = text.split()
        if "#" in words:
            words = words[: words.index("#")]
        match words:
            case []:
                continue
            case ["d", "db", cards]:
                played.board += _parse_cards(cards)
            case ["d", "dh", player, cards]:
                hand = played.hands[_seat(player, n_seats, text)]
                hand += _parse_cards(cards)
                if len(hand) > (_MOST_CARDS if is_stud else 2):
                    raise FormatError(f"action {text!r} gives {len(hand)} cards to one seat")
            case [player, "sm"]:
                played.mucked.add(_seat(player, n_seats, text))
            case [player, "sm", "-"]:
                _seat(player, n_seats, text)
            case [player, "sm", cards]:
                _show(played.hands[_seat(player, n_seats, text)], _parse_cards(cards), text)
            case [player, ("f" | "cc" | "pb") as kind]:
                _add(played, _seat(player, n_seats, text), kind, None, scale, text)
            case [player, "cbr", amount]:
                _add(played, _seat(player, n_seats, text), "cbr", _chips(amount, scale, text), scale, text)
            case _:
                raise FormatError(f"not an action: {text[:40]!r} (expected e.g. 'p1 cc', 'p2 cbr 40' or 'd db Ks5h3d')")
    return played


def _add(played: Played, seat: int, kind: str, amount: Fraction | None, scale: int, text: str) -> None:
    played.moves.append(Step(text, seat, kind, amount, len(played.board), len(played.hands[seat]), scale))


def play(
    rules: Rules, deal: Deal, stacks: tuple[int, ...] | None, forced: Forced | None, moves: Sequence[Step]
) -> tuple[GameState, tuple[Decision, ...]]:
    """Return the finished hand and the decisions.

    Raises
    ------
    FormatError
        If a move is out of turn, its amount is not one that the rules allow, cards were not dealt in time, or the hand
        is not over.
    FoldedUnbetError
        If a seat folds with nothing to call and the rules do not allow it.
    """
    state: GameState
    if isinstance(rules, HoldemRules):
        assert isinstance(deal, HoldemDeal)
        state = HoldemState(rules, deal, stacks, forced)
    else:
        assert isinstance(deal, StudDeal)
        state = StudState(rules, deal, stacks)
    decisions = []
    for step in moves:
        if state.actor != step.seat:
            expected = "the end of the hand" if state.actor is None else f"p{state.actor + 1} to act"
            raise FormatError(f"action {step.text!r} out of turn (expected {expected})")
        _check_dealt(step, state)
        decisions.append(_decide(step, state))
    if state.actor is not None:
        raise FormatError(f"the actions stop after {len(moves)} decisions (expected p{state.actor + 1} to act)")
    return state, tuple(decisions)


def _decide(step: Step, state: GameState) -> Decision:
    """Play one move; return the decision, with its amount where the rules leave a choice."""
    action = _KINDS[step.kind]
    is_bring_in = isinstance(state, StudState) and not state.history
    if action is Action.CALL and (step.kind == "pb") != is_bring_in:
        raise FormatError(
            f"action {step.text!r} (expected {'pb, the bring-in' if is_bring_in else 'cc: no bring-in is due'})"
        )
    amount = None
    if action is Action.RAISE:
        amount = _raise_to(step, state)
        is_stated = needs_amount(state)
        state.act(action, amount)
        amount = amount if is_stated else None
    elif action is Action.FOLD and not state.can_act(action) and not is_bring_in and not state.rules.may_fold_unbet:
        raise FoldedUnbetError
    else:
        state.act(action)
    return Decision(step.seat, action, amount)


def needs_amount(state: GameState) -> bool:
    """Return whether the decision to raise has an amount: in no-limit and pot-limit, and where there are two."""
    return state.has_choice or not state.rules.is_limit


def _raise_to(step: Step, state: GameState) -> int:
    """Return the bet that a raise makes, if it is one that the rules allow."""
    if step.amount is not None and step.amount.denominator == 1:
        amount = int(step.amount)
        if state.can_act(Action.RAISE, amount):
            return amount
    legal = ["f"] * (Action.FOLD in state.legal_actions()) + ["cc"]
    low, high = (Decimal(chips) / step.scale for chips in (state.min_raise_to, state.max_raise_to))
    if high:
        between = " or cbr " if state.rules.is_limit else " to "
        legal = [f"cbr {low}" if low == high else f"cbr {low}{between}{high}"]
    raise FormatError(
        f"action {step.text!r} on the {state.rules.street_names[state.street]} (expected {' or '.join(legal)})"
    )


def _check_dealt(step: Step, state: GameState) -> None:
    street = state.rules.street_names[state.street]
    if isinstance(state.rules, StudRules):
        most = 3 + state.street
        if step.n_cards > most:
            raise FormatError(f"action {step.text!r} with {step.n_cards} cards on {street} (expected {most})")
    elif step.n_board != BOARD_SIZES[state.street]:
        raise FormatError(
            f"action {step.text!r} with {step.n_board} cards on the board "
            f"(expected {BOARD_SIZES[state.street]} on the {street})"
        )


def _seat(player: str, n_seats: int, text: str) -> int:
    match = _PLAYER.fullmatch(player)
    if match is None or not 1 <= int(match[1]) <= n_seats:
        raise FormatError(f"no player {player[:10]!r} in action {text[:40]!r} (expected p1 to p{n_seats})")
    return int(match[1]) - 1


def _chips(amount: str, scale: int, text: str) -> Fraction:
    try:
        value = Decimal(amount[:40].replace(",", ""))
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and exponent > -_MOST_DIGITS and value.adjusted() < _MOST_DIGITS_BEFORE:
            return Fraction(value) * scale
    except InvalidOperation:
        pass
    raise FormatError(f"not an amount: {amount[:20]!r} in action {text[:40]!r} (expected a number of chips)")


def _parse_cards(text: str) -> Cards:
    pieces = [text[start : start + 2] for start in range(0, len(text), 2)]
    cards: list[Card | None] = []
    for piece in pieces:
        try:
            cards.append(None if piece == UNKNOWN_CARD else parse_card(piece))
        except CardError:
            raise FormatError(f"not a card: {piece!r} in {text[:20]!r} (expected e.g. 'Td', or '??')") from None
    return tuple(cards)


def _stated_cards(text: object) -> Cards:
    if not isinstance(text, str):
        raise FormatError("cards in _deluck.undealt are not a text (expected e.g. 'Td9s')")
    return _parse_cards(text)


def _show(hand: list[Card | None], cards: Cards, text: str) -> None:
    """Put shown cards in the place of unknown ones."""
    if not hand:
        hand += [None] * len(cards)
    if len(cards) != len(hand):
        raise FormatError(f"action {text!r} shows {len(cards)} cards (expected {len(hand)})")
    for index, (known, shown) in enumerate(zip(hand, cards, strict=True)):
        if known is not None and shown is not None and known != shown:
            raise FormatError(f"action {text!r} shows other cards than were dealt")
        hand[index] = known if shown is None else shown
