"""A hand as an object of Open Hand History, for trackers to import and for us to read back equal."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from deluck.cards import format_card
from deluck.errors import DeluckError, FormatError
from deluck.formats.json_lines import encode
from deluck.games import BOARD_SIZES, Action, Forced, GameState, HoldemDeal, HoldemRules, Structure
from deluck.games.state import Cards
from deluck.records import Chips, HandRecord, begin, replay
from deluck.version import __version__

SPEC_VERSION = "1.4.7"

_BET_TYPES = {Structure.NO_LIMIT: "NL", Structure.POT_LIMIT: "PL", Structure.FIXED_LIMIT: "FL"}
_CODES = {"$": "USD", "€": "EUR", "£": "GBP", "": "Chips"}
FAST = "Fast"
"""The flag of fast-fold tables."""
SPEEDS = {
    "turbo": "turbo",
    "semi-turbo": "turbo",
    "super-turbo": "hyper-turbo",
    "hyper-turbo": "hyper-turbo",
    "ultra-turbo": "hyper-turbo",
}
"""By the type of a tournament's speed, what records call it."""
_STREETS = ("Preflop", "Flop", "Turn", "River")
_DEEP = 1000  # big blinds in a stack that stands for an unlimited one


def write_object(record: HandRecord, read: Callable[[dict[str, Any]], HandRecord]) -> str:
    """Return the object of a hand on one line, ended by a blank one.

    Parameters
    ----------
    record
        The hand.
    read
        Reads an object back; what it makes of this one otherwise goes to the object ``deluck``.

    Raises
    ------
    FormatError
        If it is a hand of stud, breaks its own rules, or has a card on the board that is not known.
    """
    try:
        found: dict[str, Any] = {"ohh": _Writer(record).fields()}
        if record.chips_per_unit != (100 if record.currency and not record.tournament else 1):
            found["deluck"] = {"chips_per_unit": record.chips_per_unit}
        difference = _difference(encode(read(found)), encode(record))
        if difference:
            found["deluck"] = found.get("deluck", {}) | difference
    except DeluckError as error:
        raise FormatError(f"hand {record.hand_id!r} cannot be written as Open Hand History: {error}") from None
    return json.dumps(found, ensure_ascii=False) + "\n\n"


def _difference(fields: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Return what must be set in fields to make them others; None takes a field away."""
    return {name: wanted.get(name) for name in {**fields, **wanted} if fields.get(name) != wanted.get(name)}


class _Writer:
    """One hand, and what it comes to when it is played again."""

    def __init__(self, record: HandRecord) -> None:
        rules, deal = record.rules, record.deal
        if not isinstance(rules, HoldemRules) or not isinstance(deal, HoldemDeal):
            raise FormatError("it is a stud hand (expected hold'em)")
        self.record, self.rules, self.deal = record, rules, deal
        self.final: GameState = replay(record)
        n_seats = record.n_seats
        self.stacks = record.stacks or (_DEEP * rules.big_blind,) * n_seats
        is_plain = record.chips_per_unit in (1, 100, 1000, 10_000, 100_000, 1_000_000)
        self.chips_per_unit = record.chips_per_unit if is_plain else 1
        self._n_actions = 0

    def fields(self) -> dict[str, Any]:
        """Return the fields of the hand."""
        record, rules = self.record, self.rules
        found: dict[str, Any] = {
            "spec_version": SPEC_VERSION,
            "site_name": record.site,
            "network_name": record.site,
            "internal_version": __version__,
            "tournament": bool(record.tournament),
        }
        if record.tournament:
            found["tournament_info"] = {"tournament_number": record.tournament}
            if record.speed in SPEEDS:
                found["tournament_info"]["speed"] = {"type": record.speed.title()}
        if record.time is not None:
            found["start_date_utc"] = record.time.isoformat().replace("+00:00", "Z")
        return found | {
            "game_number": record.hand_id,
            "table_name": record.table,
            "game_type": "Holdem",
            "bet_limit": {"bet_type": _BET_TYPES[rules.structure], "bet_cap": 0},
            "table_size": record.n_seats,
            "currency": _CODES.get(record.currency, record.currency),
            "dealer_seat": record.n_seats,
            "small_blind_amount": self._amount(rules.small_blind),
            "big_blind_amount": self._amount(rules.big_blind),
            "ante_amount": self._amount(rules.ante),
            "hero_player_id": record.hero,
            "flags": [
                *(["Run_It_Twice"] if len(self.deal.boards) == 2 else []),
                *([FAST] if record.speed == "fast-fold" else []),
            ],
            "players": [
                {"id": seat, "seat": seat + 1, "name": name, "starting_stack": self._amount(stack)}
                for seat, (name, stack) in enumerate(zip(record.names, self.stacks, strict=True))
            ],
            "rounds": self._rounds(),
            "pots": [self._pot()],
        }

    def _amount(self, chips: int) -> int | float:
        return chips if self.chips_per_unit == 1 else chips / self.chips_per_unit

    # rounds

    def _rounds(self) -> list[dict[str, Any]]:
        streets: list[list[dict[str, Any]]] = [[] for _ in range(self.final.street + 1)]
        streets[0] = self._posts() + self._dealt()
        level = [0] * len(streets)
        paid = list(begin(self.record).contributions)
        for move in self.final.history:
            paid[move.seat] += move.paid
            is_all_in = paid[move.seat] == self.stacks[move.seat]
            if move.action is Action.RAISE:
                name = "Raise" if not move.street or level[move.street] else "Bet"
                level[move.street] = move.amount
            else:
                name = "Fold" if move.action is Action.FOLD else "Call" if move.paid else "Check"
            streets[move.street].append(self._action(move.seat, name, move.paid, is_all_in=is_all_in))
        rounds = [self._round(street, self.deal.board, actions) for street, actions in enumerate(streets)]
        for board in self.deal.other_boards:
            again = [street for street in range(1, 4) if BOARD_SIZES[street] > self.deal.n_shared]
            rounds += [self._round(street, board, []) for street in again]
        if self.final.has_showdown:
            rounds.append({"street": "Showdown", "cards": [], "actions": self._showdown()})
        return [{"id": number, **each} for number, each in enumerate(rounds)]

    def _round(self, street: int, board: Cards, actions: list[dict[str, Any]]) -> dict[str, Any]:
        cards = board[BOARD_SIZES[street - 1] : BOARD_SIZES[street]] if street else ()
        return {"street": _STREETS[street], "cards": _texts(cards), "actions": actions}

    def _action(self, seat: int, name: str, chips: int = 0, *, is_all_in: bool = False) -> dict[str, Any]:
        self._n_actions += 1
        return {
            "action_number": self._n_actions,
            "player_id": seat,
            "action": name,
            "amount": self._amount(chips),
            "is_allin": is_all_in,
        }

    def _posts(self) -> list[dict[str, Any]]:
        """Return what each seat put in before anybody decided: antes and dead chips first, then blinds and posts."""
        rules, forced = self.rules, self.record.forced or self.rules.forced
        behind = list(self.stacks)
        found = []
        for seat, dead in enumerate(forced.dead):
            ante = rules.ante + (rules.big_blind_ante if seat == rules.big_blind_seat else 0)
            for name, due in (("Post Ante", min(dead, ante)), ("Post Dead", max(dead - ante, 0))):
                found += self._post(seat, name, due, behind)
        for seat in self._posting_order(forced):
            blind = forced.blinds[seat]
            is_big = blind == rules.big_blind and seat == self._big_blind(forced)
            name = "Post BB" if is_big else "Post SB" if blind == rules.small_blind else "Straddle"
            found += self._post(seat, name, blind, behind)
            found += self._post(seat, "Post Extra Blind", forced.posts[seat], behind)
        return found

    def _posting_order(self, forced: Forced) -> list[int]:
        return [1, 0] if len(forced.blinds) == 2 else list(range(len(forced.blinds)))

    def _big_blind(self, forced: Forced) -> int | None:
        """Return the first seat in the order of posting that has the big blind."""
        order = self._posting_order(forced)
        is_even = self.rules.small_blind == self.rules.big_blind
        found = [seat for seat in order if forced.blinds[seat] == self.rules.big_blind]
        return None if not found else found[1] if is_even and len(found) > 1 else found[0]

    def _post(self, seat: int, name: str, due: int, behind: list[int]) -> list[dict[str, Any]]:
        chips = min(due, behind[seat])
        behind[seat] -= chips
        return [self._action(seat, name, chips, is_all_in=not behind[seat])] if chips else []

    def _dealt(self) -> list[dict[str, Any]]:
        return [
            self._action(seat, "Dealt Cards") | {"cards": _texts(hole)}
            for seat, hole in enumerate(self.deal.holes)
            if None not in hole
        ]

    def _showdown(self) -> list[dict[str, Any]]:
        found = []
        for seat, hole in enumerate(self.deal.holes):
            if not self.final.folded[seat]:
                is_known = None not in hole
                shown = {"cards": _texts(hole)} if is_known else {}
                found.append(self._action(seat, "Shows Cards" if is_known else "Mucks Cards") | shown)
        return found

    # money

    def _pot(self) -> dict[str, Any]:
        won = _whole_chips(
            [paid + put_in for paid, put_in in zip(self.record.payoffs, self.final.contributions, strict=True)]
        )
        outside = self.record.outside or (0,) * len(won)
        wins = []
        for seat, (chips, extra) in enumerate(zip(won, outside, strict=True)):
            if chips or extra:
                win = {"player_id": seat, "win_amount": self._amount(chips)}
                wins.append(win | ({"bonus_amount": self._amount(extra)} if extra else {}))
        return {
            "number": 0,
            "amount": self._amount(sum(won) + self.record.rake),
            "rake": self._amount(self.record.rake),
            "player_wins": wins,
        }


def _whole_chips(won: list[Chips]) -> list[int]:
    """Return what was won in whole chips: cut ones go to the first that got a part of them."""
    found = [int(chips) for chips in won]
    odd = int(sum(won, Fraction(0))) - sum(found)
    for seat, chips in enumerate(won):
        if odd and chips != found[seat]:
            found[seat] += 1
            odd -= 1
    return found


def _texts(cards: Cards) -> list[str]:
    if None in cards:
        raise FormatError("a card of the board is not known (expected all that were dealt)")
    return [format_card(card) for card in cards if card is not None]
