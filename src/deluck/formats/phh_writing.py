"""A hand as PHH: a TOML table that pokerkit replays to the same payoffs, and that is read back as the same record."""

import json
import re
from collections import Counter
from datetime import time
from fractions import Fraction
from typing import Any

from deluck.cards import format_card
from deluck.errors import FormatError
from deluck.formats.phh_actions import UNKNOWN_CARD, needs_amount
from deluck.formats.phh_stakes import stake_fields
from deluck.games import (
    BOARD_SIZES,
    Action,
    Forced,
    GameState,
    HoldemDeal,
    HoldemRules,
    Structure,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.games.state import Cards
from deluck.records import Chips, HandRecord, begin, replay, steps

_DEEP = 100  # big bets in a stack that stands for an unlimited one; four bets per street cannot reach it
_MOST_RAISES = 4
_MOST_SHORT = 2
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")
_VARIANTS = {Structure.NO_LIMIT: "NT", Structure.POT_LIMIT: "PT", Structure.FIXED_LIMIT: "FT"}
_KINDS = {Action.FOLD: "f", Action.CALL: "cc"}


def format_phh(record: HandRecord, *, for_pokerkit: bool = True) -> str:
    """Return the hand as a PHH table, one field a line.

    Parameters
    ----------
    record
        The hand.
    for_pokerkit
        Whether the format's reference, pokerkit, must be able to replay the text. Otherwise what ``_deluck`` says
        counts (caps, several boards), which is enough to read the hand back here.

    Raises
    ------
    FormatError
        If PHH has no such hand: a big blind other than the small bet, a winner of a showdown whose cards are not
        known; or if pokerkit has none: more than four bets and raises on a street, a double bet on fourth street, a
        community card after somebody folded, several boards, a first seat to act or a raise after short all-ins other
        than pokerkit's.
    """
    final = replay(record)
    _check_expressible(record, final)
    if for_pokerkit:
        _check_replayable(record, final)
    stacks = record.stacks or (_deep_stack(record),) * record.n_seats
    finishing = [stack + paid for stack, paid in zip(stacks, record.payoffs, strict=True)]
    stakes, extras = _stakes(record)
    fields: dict[str, Any] = {
        "variant": "F7S" if record.game == "stud7" else _VARIANTS[record.rules.structure],
        **stakes,
        "starting_stacks": list(stacks),
        "actions": _actions(record, final),
        **_origin(record),
        "players": list(record.names),
    }
    if all(_decimal(chips) is not None for chips in finishing):
        fields["finishing_stacks"] = finishing
    extras |= _extras(record, final)
    if extras:
        fields["_deluck"] = extras
    return "".join([f"{name} = {_toml(value)}\n" for name, value in fields.items()])


def _stakes(record: HandRecord) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of antes, blinds and bets, and what ``_deluck`` adds to them."""
    rules = record.rules
    if isinstance(rules, StudRules):
        fields = {"ante_trimming_status": True, "antes": [rules.ante] * rules.n_seats, "bring_in": rules.bring_in}
        return fields | {"small_bet": rules.small_bet, "big_bet": rules.big_bet}, {}
    fields, extras = stake_fields(rules, _forced(record), record.stacks)
    if rules.is_limit:
        return fields | {"small_bet": rules.bet_sizes[0], "big_bet": rules.bet_sizes[2]}, extras
    return fields | {"min_bet": rules.min_bet or rules.big_blind}, extras


def _forced(record: HandRecord) -> Forced:
    return record.forced or record.rules.forced


def _origin(record: HandRecord) -> dict[str, Any]:
    """Return the fields of when and where the hand was played, as far as the record says."""
    fields: dict[str, Any] = {}
    if record.tournament:
        fields["event"] = record.tournament
    if record.site:
        fields["venue"] = record.site
    if record.time is not None:
        fields |= {"time": record.time.time(), "time_zone": "UTC"}
        fields |= {"day": record.time.day, "month": record.time.month, "year": record.time.year}
    if record.hand_id:
        fields["hand"] = int(record.hand_id) if _WHOLE.fullmatch(record.hand_id) else record.hand_id
    if _WHOLE.fullmatch(record.level):
        fields["level"] = int(record.level)
    if record.table:
        fields["table"] = record.table
    return fields


def _deep_stack(record: HandRecord) -> int:
    return max(_forced(record).dead) + _DEEP * max(record.rules.bet_sizes)


# the actions


def _actions(record: HandRecord, final: GameState) -> list[str]:
    live = [True] * record.n_seats
    moves = list(final.history)
    actions: list[str] = []
    for street in range(final.street + 1):
        actions += _dealing(record, final, street, live)
        while moves and moves[0].street == street:
            move = moves.pop(0)
            live[move.seat] = live[move.seat] and move.action is not Action.FOLD
            is_bring_in = record.game == "stud7" and len(moves) == len(final.history) - 1
            kind = _KINDS.get(move.action, f"cbr {move.amount}")
            actions.append(f"p{move.seat + 1} {'pb' if is_bring_in and move.action is Action.CALL else kind}")
    if final.has_showdown:
        actions += [
            f"p{seat + 1} sm {_cards(_hand(record, final, seat))}" if is_known else f"p{seat + 1} sm"
            for seat, is_known in _showdown(record, final)
        ]
    return actions


def _dealing(record: HandRecord, final: GameState, street: int, live: list[bool]) -> list[str]:
    if isinstance(record.deal, HoldemDeal):
        if street:
            return [f"d db {_cards(record.deal.board[BOARD_SIZES[street - 1] : BOARD_SIZES[street]])}"]
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
    if isinstance(rules, HoldemRules) and rules.is_limit:
        small, also_small, big, also_big = rules.bet_sizes
        if (small, big) != (also_small, also_big) or rules.big_blind != small:
            raise _refusal(record, f"bets of {rules.bet_sizes} over a big blind of {rules.big_blind} are no FT game")
    if not final.has_showdown:
        return
    for seat, is_known in _showdown(record, final):
        if not is_known and record.payoffs[seat] > -final.contributions[seat]:
            raise _refusal(record, f"p{seat + 1} wins at the showdown with cards that are not known")


def _check_replayable(record: HandRecord, final: GameState) -> None:
    """Check what pokerkit has otherwise."""
    if isinstance(record.deal, HoldemDeal):
        _check_holdem(record, final)
    else:
        _check_stud(record, final)
    if not record.rules.is_limit:
        return
    raises = Counter([move.street for move in final.history if move.action is Action.RAISE])
    for street, n_raises in raises.items():
        if n_raises > _MOST_RAISES:
            raise _refusal(record, f"more than {_MOST_RAISES} bets and raises on {record.rules.street_names[street]}")


def _check_holdem(record: HandRecord, final: GameState) -> None:
    assert isinstance(record.deal, HoldemDeal)
    if record.deal.other_boards:
        raise _refusal(record, "it has several boards")
    forced = _forced(record)
    rules = record.rules
    assert isinstance(rules, HoldemRules)
    if rules.short_blind_is_full and final.history and 0 < max(begin(record).bets) < rules.big_blind:
        raise _refusal(record, "the big blind is short and counts as whole")
    n_seats = record.n_seats
    if record.stacks and len(set(forced.dead)) > 1 and any(map(int.__lt__, record.stacks, forced.dead)):
        raise _refusal(record, "a seat is short of dead chips, of which pokerkit lets it win all")
    if any(map(int.__and__, map(bool, forced.blinds), map(bool, forced.posts))):
        raise _refusal(record, "a seat has a blind and a post")
    first = next(iter(final.history), None)
    if first is not None and first.street == 0:
        posted = [bet if blind else 0 for bet, blind in zip(begin(record).bets, forced.blinds, strict=True)]
        largest = max(range(n_seats), key=lambda seat: (posted[seat], seat))
        due = [forced.blinds[seat] for seat in range(n_seats)]
        order = (1, 0) if n_seats == 2 else range(n_seats)
        expected = max(order, key=lambda seat: (due[seat], order.index(seat)))
        if largest != expected:
            raise _refusal(record, "a blind is short or equal to another, where pokerkit lets another seat open")
    if rules.may_fold_unbet and final.has_showdown:
        _check_burned(record, final)
    if not record.rules.is_limit:
        _check_short_raises(record)


def _check_burned(record: HandRecord, final: GameState) -> None:
    """Check that nobody who folded without a bet had put in more than all that stayed: pokerkit pays it to nobody."""
    live = [paid - dead for paid, dead in zip(final.contributions, _forced(record).dead, strict=True)]
    stayed = max(paid for paid, gone in zip(live, final.folded, strict=True) if not gone)
    if max(live) > stayed:
        raise _refusal(record, "a seat folded with more chips in than any that stayed, which pokerkit pays to nobody")


def _check_short_raises(record: HandRecord) -> None:
    """Check that nobody raises after several short all-ins, which pokerkit adds up in another way."""
    street, n_short = 0, 0
    for state, decision in steps(record):
        if state.street != street:
            street, n_short = state.street, 0
        if decision.action is Action.RAISE:
            if n_short > _MOST_SHORT:
                raise _refusal(record, f"a raise after {n_short} short all-ins on the same street")
            n_short += not state.has_choice


def _check_stud(record: HandRecord, final: GameState) -> None:
    if final.board and any(final.folded):
        raise _refusal(record, "there is a community card, where pokerkit deals folded cards again")
    names = record.rules.street_names
    for state, decision in steps(record):
        assert isinstance(state, StudState)
        showing = [cards for cards, gone in zip(state.up_cards, state.folded, strict=True) if not gone]
        if any(None in cards for cards in showing):
            raise _refusal(record, f"an up card on {names[state.street]} is not known: pokerkit cannot know who opens")
        amount = decision.amount or state.max_raise_to
        if decision.action is Action.RAISE and state.has_choice and amount > state.min_raise_to:
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
    if record.outside is not None:
        extras["outside"] = list(record.outside)
    if record.hero is not None:
        extras["hero"] = record.hero
    if record.level and not _WHOLE.fullmatch(record.level):
        extras["level"] = record.level
    if record.speed:
        extras["speed"] = record.speed
    if _has_other_amounts(record):
        extras["amounts"] = [-1 if each.amount is None else each.amount for each in record.decisions]
    undealt = _undealt(record, final)
    if undealt:
        extras["undealt"] = undealt
    return extras


def _has_other_amounts(record: HandRecord) -> bool:
    """Return whether some raise has an amount where the reader leaves it out, or none where it has one."""
    return any(
        (decision.amount is not None) != needs_amount(state)
        for state, decision in steps(record)
        if decision.action is Action.RAISE
    )


def _undealt(record: HandRecord, final: GameState) -> dict[str, Any]:
    """Return the cards a record has beyond those dealt, whole hands and boards where there are any."""
    deal = record.deal
    if isinstance(deal, HoldemDeal):
        unseen = deal.board[BOARD_SIZES[final.street] :]
        boards = {"other_boards": [_cards(board) for board in deal.other_boards]} if deal.other_boards else {}
        return boards | ({"board": _cards(deal.board)} if any(card is not None for card in unseen) else {})
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
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join([_toml(each) for each in value])}]"
    if isinstance(value, dict):
        return f"{{{', '.join([f'{name} = {_toml(each)}' for name, each in value.items()])}}}"
    return str(_decimal(value))
