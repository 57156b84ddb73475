"""A hand as PHH: a TOML table that pokerkit replays to the same payoffs, and that is read back as the same record."""

import json
import re
from collections import Counter
from fractions import Fraction
from typing import Any

from deluck.cards import format_card
from deluck.errors import FormatError
from deluck.formats.phh_actions import UNKNOWN_CARD, antes_kept
from deluck.games import Action, GameState, HoldemDeal, HoldemRules, StudDeal, StudRules, StudState
from deluck.games.state import Cards
from deluck.records import Chips, HandRecord, replay, steps

_DEEP = 100  # big bets in a stack that stands for an unlimited one; four bets a street cannot reach it
_MOST_RAISES = 4
_N_BOARD = (0, 3, 4, 5)
_KINDS = {Action.FOLD: "f", Action.CALL: "cc"}


def format_phh(record: HandRecord, *, for_pokerkit: bool = True) -> str:
    """Return the hand as a PHH table, one field a line.

    Parameters
    ----------
    record
        The hand.
    for_pokerkit
        Whether the format's reference, pokerkit, must be able to replay the text. Otherwise the caps that ``_deluck``
        names count, which is enough to read the hand back here.

    Raises
    ------
    FormatError
        If PHH has no such hand: a big blind other than the small bet, equal blinds heads-up, a winner of a showdown
        whose cards are not known; or if pokerkit has none: more than four bets and raises on a street, a double bet on
        fourth street, a community card after somebody folded.
    """
    final = replay(record)
    _check_expressible(record, final)
    if for_pokerkit:
        _check_replayable(record, final)
    stacks = record.stacks or (_deep_stack(record),) * record.n_seats
    finishing = [stack + paid for stack, paid in zip(stacks, record.payoffs, strict=True)]
    fields: dict[str, Any] = {
        "variant": "F7S" if record.game == "stud7" else "FT",
        "ante_trimming_status": True,
        "antes": [record.rules.ante] * record.n_seats,
        **_stakes(record),
        "starting_stacks": list(stacks),
        "actions": _actions(record, final),
    }
    if record.hand_id:
        is_plain = re.fullmatch(r"0|[1-9][0-9]{0,17}", record.hand_id) is not None
        fields["hand"] = int(record.hand_id) if is_plain else record.hand_id
    fields["players"] = list(record.names)
    if all(_decimal(chips) is not None for chips in finishing):
        fields["finishing_stacks"] = finishing
    extras = _extras(record, final)
    if extras:
        fields["_deluck"] = extras
    return "".join([f"{name} = {_toml(value)}\n" for name, value in fields.items()])


def _stakes(record: HandRecord) -> dict[str, Any]:
    rules = record.rules
    if isinstance(rules, StudRules):
        return {"bring_in": rules.bring_in, "small_bet": rules.small_bet, "big_bet": rules.big_bet}
    blinds = [rules.small_blind, rules.big_blind] + [0] * (rules.n_seats - 2)
    return {"blinds_or_straddles": blinds, "small_bet": rules.bet_sizes[0], "big_bet": rules.bet_sizes[2]}


def _deep_stack(record: HandRecord) -> int:
    return record.rules.ante + _DEEP * max(record.rules.bet_sizes)


# the actions


def _actions(record: HandRecord, final: GameState) -> list[str]:
    live = [True] * record.n_seats
    bets = _forced_bets(record)
    moves = list(final.history)
    actions: list[str] = []
    for street in range(final.street + 1):
        actions += _dealing(record, final, street, live)
        while moves and moves[0].street == street:
            move = moves.pop(0)
            bets[move.seat] += move.amount
            live[move.seat] = live[move.seat] and move.action is not Action.FOLD
            is_bring_in = record.game == "stud7" and len(moves) == len(final.history) - 1
            kind = _KINDS.get(move.action, f"cbr {bets[move.seat]}")
            actions.append(f"p{move.seat + 1} {'pb' if is_bring_in and move.action is Action.CALL else kind}")
        bets = [0] * record.n_seats
    if final.has_showdown:
        actions += [
            f"p{seat + 1} sm {_cards(_hand(record, final, seat))}" if is_known else f"p{seat + 1} sm"
            for seat, is_known in _showdown(record, final)
        ]
    return actions


def _forced_bets(record: HandRecord) -> list[int]:
    """Return the blinds each seat has in front of it before the first decision."""
    rules, stacks = record.rules, record.stacks
    bets = [0] * rules.n_seats
    if isinstance(rules, HoldemRules):
        antes = antes_kept(rules, stacks)
        for seat, blind in ((rules.small_blind_seat, rules.small_blind), (rules.big_blind_seat, rules.big_blind)):
            bets[seat] = blind if stacks is None else min(blind, stacks[seat] - antes[seat])
    return bets


def _dealing(record: HandRecord, final: GameState, street: int, live: list[bool]) -> list[str]:
    if isinstance(record.deal, HoldemDeal):
        if street:
            return [f"d db {_cards(record.deal.board[_N_BOARD[street - 1] : _N_BOARD[street]])}"]
        return [f"d dh p{seat} {_cards(hole)}" for seat, hole in enumerate(record.deal.holes, start=1)]
    if street == 4 and final.board:
        return [f"d db {_cards(final.board)}"]
    first, last = (0, 3) if street == 0 else (2 + street, 3 + street)
    return [
        f"d dh p{seat + 1} {_cards(_hand(record, final, seat)[first:last])}" for seat, is_in in enumerate(live) if is_in
    ]


def _hand(record: HandRecord, final: GameState, seat: int) -> Cards:
    """Return the cards a seat was dealt in the end, or would have been."""
    if isinstance(record.deal, HoldemDeal):
        return record.deal.holes[seat]
    if record.deal.spare and not final.folded[seat]:
        return final.view(seat).cards  # seventh street came from what was left of the deck
    hand = record.deal.hands[seat]
    return hand[:6] if final.board else hand


def _showdown(record: HandRecord, final: GameState) -> list[tuple[int, bool]]:
    """Return the seats that are in at the end, and whether their cards are known."""
    return [(seat, None not in _hand(record, final, seat)) for seat, gone in enumerate(final.folded) if not gone]


# what the format cannot say


def _check_expressible(record: HandRecord, final: GameState) -> None:
    rules = record.rules
    if isinstance(rules, HoldemRules):
        small, also_small, big, also_big = rules.bet_sizes
        if (small, big) != (also_small, also_big) or rules.big_blind != small:
            raise _refusal(record, f"bets of {rules.bet_sizes} over a big blind of {rules.big_blind} are no FT game")
        if rules.n_seats == 2 and rules.small_blind == small:
            raise _refusal(record, "the blinds are equal heads-up, where pokerkit lets the other seat open")
        if rules.short_blind_is_full and record.stacks and _forced_bets(record)[rules.big_blind_seat] < rules.big_blind:
            raise _refusal(record, "the big blind is short and counts as whole")
    if not final.has_showdown:
        return
    for seat, is_known in _showdown(record, final):
        if not is_known and record.payoffs[seat] > -final.contributions[seat]:
            raise _refusal(record, f"p{seat + 1} wins at the showdown with cards that are not known")


def _check_replayable(record: HandRecord, final: GameState) -> None:
    if record.game == "stud7" and final.board and any(final.folded):
        raise _refusal(record, "there is a community card, where pokerkit deals folded cards again")
    names = record.rules.street_names
    raises = Counter([move.street for move in final.history if move.action is Action.RAISE])
    for street, n_raises in raises.items():
        if n_raises > _MOST_RAISES:
            raise _refusal(record, f"more than {_MOST_RAISES} bets and raises on {names[street]}")
    if record.game == "holdem":
        return
    for state, decision in steps(record):
        assert isinstance(state, StudState)
        showing = [cards for cards, gone in zip(state.up_cards, state.folded, strict=True) if not gone]
        if any(None in cards for cards in showing):
            raise _refusal(record, f"an up card on {names[state.street]} is not known: pokerkit cannot tell who opens")
        size = decision.size or max(state.raise_sizes)
        if decision.action is Action.RAISE and size > state.rules.bet_sizes[state.street]:
            raise _refusal(record, f"a double bet on {names[state.street]}")


def _refusal(record: HandRecord, reason: str) -> FormatError:
    return FormatError(f"hand {record.hand_id!r} cannot be written as PHH: {reason}")


# what the format has no field for


def _extras(record: HandRecord, final: GameState) -> dict[str, Any]:
    rules = record.rules
    extras: dict[str, Any] = {}
    if rules.max_raises != (_MOST_RAISES,) * len(rules.max_raises):
        extras["max_raises"] = list(rules.max_raises)
    for name in ("no_cap_heads_up", "may_fold_unbet", "short_blind_is_full", "open_pair_option"):
        if getattr(rules, name, False):
            extras[name] = True
    if isinstance(rules, StudRules) and not rules.bring_in_may_complete:
        extras["bring_in_may_complete"] = False
    if record.stacks is None:
        extras["unlimited_stacks"] = True
    if any(isinstance(paid, Fraction) for paid in record.payoffs):
        extras["payoffs"] = [str(paid) for paid in record.payoffs]
    if record.currency:
        extras["currency"] = record.currency
    if record.chips_per_unit != 1:
        extras["chips_per_unit"] = record.chips_per_unit
    sizes = [decision.size or 0 for decision in record.decisions]
    if any(sizes):
        extras["sizes"] = sizes
    undealt = _undealt(record, final)
    if undealt:
        extras["undealt"] = undealt
    return extras


def _undealt(record: HandRecord, final: GameState) -> dict[str, Any]:
    """Return the cards a record has beyond those dealt, whole hands and boards where there are any."""
    deal = record.deal
    if isinstance(deal, HoldemDeal):
        unseen = deal.board[_N_BOARD[final.street] :]
        return {"board": _cards(deal.board)} if any(card is not None for card in unseen) else {}
    found: dict[str, Any] = {}
    if deal.spare or _has_unseen_cards(deal, final):
        found["hands"] = [_cards(hand) for hand in deal.hands]
    if deal.spare:
        found["spare"] = _cards(deal.spare)
    if deal.openers:
        found["openers"] = [-1 if seat is None else seat for seat in deal.openers]
    elif any(None in cards for cards in final.up_cards):
        found["openers"] = []
    if deal.shared is not None and not final.board:
        found["board"] = format_card(deal.shared)
    return found


def _has_unseen_cards(deal: StudDeal, final: GameState) -> bool:
    last_street = {move.seat: move.street for move in final.history if move.action is Action.FOLD}
    for seat, hand in enumerate(deal.hands):
        n_dealt = 3 + last_street.get(seat, final.street) - (bool(final.board) and seat not in last_street)
        if any(card is not None for card in hand[n_dealt:]):
            return True
    return False


# text


def _cards(cards: Cards) -> str:
    return "".join([UNKNOWN_CARD if card is None else format_card(card) for card in cards])


def _decimal(chips: Chips) -> str | None:
    """Return chips as a decimal number, or None if they are none (a third)."""
    if isinstance(chips, int) or chips.denominator == 1:
        return str(int(chips))
    rest = chips.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return None if rest != 1 else f"{float(chips):.6f}".rstrip("0")


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join([_toml(each) for each in value])}]"
    if isinstance(value, dict):
        return f"{{{', '.join([f'{name} = {_toml(each)}' for name, each in value.items()])}}}"
    return str(_decimal(value))
