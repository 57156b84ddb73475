"""Open Hand History: one JSON object a hand, parted by blank lines; read and written.

The amount of an action is what it puts in, of a raise too. A hand that was run more than once has the streets that were
dealt again after the first ones. Hold'em is read, fixed-limit, pot-limit and no-limit; other games are refused by name.
What the format has no field for is in an object ``deluck`` beside ``ohh``, so that a written hand is read back equal.

Where the seat that posted the small blind and the button do not fit together, the blinds are believed.

References
----------
Open Hand History, version 1.4.7, https://hh-specs.handhistory.org/
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from deluck.errors import DeluckError, FormatError
from deluck.formats import json_lines
from deluck.formats.attempts import attempt
from deluck.formats.json_text import (
    Money,
    cards_of,
    find,
    find_text,
    get,
    objects,
    split_objects,
    time_of,
    with_money,
)
from deluck.formats.open_hand_history_writing import FAST, SPEEDS, write_object
from deluck.formats.table_hand import TableHand, first_seat
from deluck.games import BOARD_SIZES, Structure
from deluck.games.state import Cards
from deluck.records import Chips, HandRecord, replay

NAME = "ohh"
JOINS = True

_HEAD = re.compile(r'\A\s*\[?\s*\{[^{}]{0,2000}?"ohh"\s*:\s*\{')
_STRUCTURES = {"NL": Structure.NO_LIMIT, "PL": Structure.POT_LIMIT, "FL": Structure.FIXED_LIMIT}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "CHIPS": "", "PLAY": ""}
_STREETS = {"Preflop": 0, "Flop": 1, "Turn": 2, "River": 3}
_BEFORE, _SHOWDOWN = "Preflop", "Showdown"
_UNKNOWN: Cards = (None, None)
_POSTS = frozenset(("Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"))
_SILENT = frozenset(("Mucks Cards", "Added Chips", "Sits Down", "Stands Up", "Payout"))


def looks_like(head: str) -> bool:
    """Return whether a text begins with an object that has an ``ohh`` in it."""
    return _HEAD.match(head) is not None


def starts_hand(line: str) -> bool:
    """Return whether a hand starts at a line, whatever came before: where an object has a line of its own."""
    return line.startswith('{"ohh"')


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of the line it starts on, or the error in its place."""
    for number, found in split_objects(lines, starts_hand):
        yield number, found if isinstance(found, FormatError) else attempt(parse_object, found)


def parse_object(found: dict[str, Any]) -> HandRecord:
    """Return the hand of an object with an ``ohh`` in it.

    Raises
    ------
    FormatError
        If it is not hold'em, lacks something, or its amounts do not add up.
    """
    hand = get(found, "ohh", dict)
    hand_id = find_text(hand, "game_number")
    try:
        changes = find(found, "deluck", dict, {})
        currency = _currency(hand)
        scale = find(changes, "chips_per_unit", int, 100 if currency else 1)
        record = _parse_hand(hand, hand_id, currency, max(1, scale))
    except DeluckError as error:
        raise FormatError(f"hand {hand_id[:40]!r}: {error}") from None
    if not changes:
        return record
    return json_lines.parse_object({"deluck": json_lines.VERSION, **json_lines.encode(record), **changes})


def format_hand(record: HandRecord) -> str:
    """Return the hand as an object on a line, ended by a blank one; `parse` reads it back as an equal record.

    Raises
    ------
    FormatError
        If it is a hand of stud, breaks its own rules, or has a card on the board that is not known.
    """
    return write_object(record, parse_object)


def _parse_hand(hand: dict[str, Any], hand_id: str, currency: str, scale: int) -> HandRecord:
    """Return a hand; where it does not add up so, with amounts that are the bets that actions make, as some write."""

    def parse(*, is_total: bool) -> HandRecord:
        return with_money(lambda money: _Hand(hand, hand_id, currency, money, is_total=is_total).record(), scale)

    try:
        return parse(is_total=False)
    except FormatError as error:
        other = attempt(parse, is_total=True)
        if isinstance(other, FormatError) or isinstance(attempt(replay, other), FormatError):
            raise error from None
        return other


class _Hand:
    """One hand: its fields, and what they make."""

    def __init__(
        self, hand: dict[str, Any], hand_id: str, currency: str, money: Money, *, is_total: bool = False
    ) -> None:
        self.hand = hand
        self.hand_id = hand_id
        self.currency = currency
        self.scale = money.scale
        self.is_total = is_total
        self._chips = money.chips
        game = get(hand, "game_type", str)
        if game.lower() != "holdem":
            raise FormatError(f"another game: {game[:20]} (expected Holdem)")
        limit = get(get(hand, "bet_limit", dict), "bet_type", str).upper()
        if limit not in _STRUCTURES:
            raise FormatError(f"bet_type is {limit[:20]!r} (expected NL, PL or FL)")
        self.structure = _STRUCTURES[limit]
        self.rounds = [(each, objects(each, "actions")) for each in objects(hand, "rounds")]
        self.pots = objects(hand, "pots")
        self.players = sorted(self._dealt_in(), key=lambda player: get(player, "seat", int))
        self.seat_of = {_id_of(player): seat for seat, player in enumerate(self.players)}
        self.table = self._seated()
        self.boards: list[list[Any]] = [[]]
        self.outside = [0] * len(self.players)
        self.posted: set[str] = set()
        for seat, player in enumerate(self.players):
            if player.get("cards"):  # some have them there
                self._know(seat, cards_of(player["cards"], "cards"))

    def record(self) -> HandRecord:
        """Return the hand."""
        hand, table = self.hand, self.table
        for each, actions in self.rounds:
            self._play_round(each, actions)
        table.end_street()
        payoffs, rake = self._payoffs()
        tournament = find(hand, "tournament_info", dict, {})
        hero = hand.get("hero_player_id")
        return table.record(
            payoffs,
            self._boards(),
            hero=self.seat_of.get(hero) if isinstance(hero, int | str) else None,
            outside=self.outside,
            rake=rake,
            hand_id=self.hand_id,
            currency=self.currency,
            chips_per_unit=self.scale,
            time=time_of(find(hand, "start_date_utc", str, "")),
            site=find(hand, "site_name", str, ""),
            table=find_text(hand, "table_name"),
            tournament=find_text(tournament, "tournament_number"),
            speed=self._speed(tournament),
        )

    def _speed(self, tournament: dict[str, Any]) -> str:
        """Return how fast the game is: that of fast-fold tables, or the tournament's where it is not the usual one."""
        if FAST in find(self.hand, "flags", list, []):
            return "fast-fold"
        return SPEEDS.get(find_text(find(tournament, "speed", dict, {}), "type").lower(), "")

    # the table

    def _dealt_in(self) -> list[dict[str, Any]]:
        """Return the players in the hand: who does not sit out, and is named by some action."""
        named = {str(action.get("player_id")) for _, actions in self.rounds for action in actions}
        return [
            player
            for player in objects(self.hand, "players")
            if str(player.get("id")) in named and not find(player, "is_sitting_out", bool, otherwise=False)
        ]

    def _seated(self) -> TableHand:
        button = get(self.hand, "dealer_seat", int)
        seats = [player["seat"] for player in self.players]
        by_button = next((index for index, seat in enumerate(seats) if seat > button), 0)
        first = first_seat(len(seats), by_button, self._posters("Post SB"), self._posters("Post BB"))
        return TableHand(
            [get(player, "name", str) for player in self.players],
            [self._chips(player, "starting_stack") for player in self.players],
            first,
            small_blind=self._chips(self.hand, "small_blind_amount"),
            big_blind=self._chips(self.hand, "big_blind_amount"),
            structure=self.structure,
        )

    def _seat(self, table: dict[str, Any]) -> int | None:
        """Return the seat of the player that an object names, None where it names none."""
        player = table.get("player_id")
        return self.seat_of.get(player) if isinstance(player, int | str) else None

    def _posters(self, kind: str) -> list[int]:
        """Return the seats that post a blind."""
        return [
            self.seat_of[action["player_id"]]
            for action in (self.rounds[0][1] if self.rounds else [])
            if action.get("action") == kind and self._seat(action) is not None
        ]

    # rounds

    def _play_round(self, each: dict[str, Any], actions: list[dict[str, Any]]) -> None:
        street = get(each, "street", str).capitalize()
        if street != _SHOWDOWN and street not in _STREETS:
            raise FormatError(f"street is {street[:20]!r} (expected {', '.join(_STREETS)} or {_SHOWDOWN})")
        if _STREETS.get(street) and (actions or each.get("cards")):
            self._deal(_STREETS[street], each, has_actions=bool(actions))
        for action in actions:
            self._act(action)

    def _deal(self, street: int, each: dict[str, Any], *, has_actions: bool) -> None:
        """Add a street to the board; one that lay there already is dealt again, on another board."""
        cards = cards_of(each.get("cards") or [], "cards")
        if len(cards) != BOARD_SIZES[street] - BOARD_SIZES[street - 1]:
            raise FormatError(f"{len(cards)} cards on the {_name(street)}")
        board = self.boards[-1]
        n_before = BOARD_SIZES[street - 1]
        if len(board) > n_before:
            if has_actions:
                raise FormatError(f"actions on a {_name(street)} that was dealt again (expected none)")
            board = self.boards[0][:n_before]
            self.boards.append(board)
        elif len(board) < n_before:
            raise FormatError(f"the {_name(street)} comes after {len(board)} cards (expected {n_before})")
        board += cards
        if len(self.boards) == 1:
            self.table.end_street()

    def _act(self, action: dict[str, Any]) -> None:
        kind = get(action, "action", str)
        if kind in _SILENT:
            return
        chips = self._chips(action, "amount") if action.get("amount") else 0
        seat = self._seat(action)
        if kind in ("Add to Pot", "Added to Pot"):
            raise FormatError(f"the site adds {action.get('amount')} to the pot (expected the players' only)")
        if seat is None:
            player = str(action.get("player_id"))[:20]
            raise FormatError(f"{kind[:20]!r} of player {player} (expected one of the players' ids)")
        table = self.table
        if kind == "Fold":
            table.fold(seat)
        elif kind == "Dealt Cards" or kind == "Shows Cards":
            cards = action.get("cards")
            if cards:
                self._know(seat, cards_of(cards, "cards"))
        elif kind == "Check":
            table.check(seat)
        elif kind == "Call":
            table.call(seat, chips - table.bets[seat] if self.is_total else chips)
        elif kind == "Bet" or kind == "Raise":
            table.bet(seat, chips - table.bets[seat] if self.is_total else chips)
        elif kind == "Player Adjustment":
            self.outside[seat] += chips
        elif chips or kind in _POSTS:
            self._post(seat, kind, chips)

    def _know(self, seat: int, cards: Cards) -> None:
        """Take in cards dealt to a seat or shown by it; some may be known already."""
        known = self.table.cards.get(seat, _UNKNOWN)
        if known is _UNKNOWN and len(cards) == 2:
            self.table.cards[seat] = cards
            return
        cards = (*cards, None)[:2] if len(cards) == 1 else cards
        if len(cards) != 2:
            raise FormatError(f"{len(cards)} cards of {self.table.names[seat]} (expected two)")
        if set(known) - {None} <= set(cards):
            self.table.cards[seat] = cards
        elif not set(cards) - {None} <= set(known):
            raise FormatError(f"{self.table.names[seat]} shows other cards than were dealt")

    def _post(self, seat: int, kind: str, chips: int) -> None:
        table, all_of_it = self.table, self.table.behind(seat)
        if kind == "Post Ante":
            ante = self._chips(self.hand, "ante_amount") or chips
            # an ante above the usual one is posted for all
            table.post(seat, chips, ante if chips == all_of_it < ante else chips, kind="ante")
        elif kind in ("Post SB", "Post BB"):
            due, late = (table.small_blind, "dead") if kind == "Post SB" else (table.big_blind, "post")
            # the second of a kind is posted out of turn
            table.post(seat, chips, max(chips, due), kind=late if kind in self.posted else "blind")
            self.posted.add(kind)
        elif kind == "Straddle":
            table.post(seat, chips, chips, kind="blind")
        elif kind == "Post Dead":
            table.post(seat, chips, table.small_blind if chips == all_of_it < table.small_blind else chips, kind="dead")
        elif kind == "Post Extra Blind":
            table.post(seat, chips, table.big_blind if chips == all_of_it < table.big_blind else chips, kind="post")
        else:
            raise FormatError(f"no such action: {kind[:20]!r} (expected e.g. 'Raise')")

    # results

    def _payoffs(self) -> tuple[list[Chips], int]:
        won: dict[int, Chips] = {}
        rake = total = 0
        for pot in self.pots:
            rake += self._chips(pot, "rake") + self._chips(pot, "jackpot")
            total += self._chips(pot, "amount")
            for win in objects(pot, "player_wins"):
                seat, chips = self._seat(win), self._chips(win, "win_amount")
                if seat is None:
                    raise FormatError(
                        f"player {str(win.get('player_id'))[:20]} wins (expected one of the players' ids)"
                    )
                won[seat] = won.get(seat, 0) + chips
                if win.get("cashout_amount") is not None:
                    self.outside[seat] += self._chips(win, "cashout_amount") - self._chips(win, "cashout_fee") - chips
                self.outside[seat] += self._chips(win, "bonus_amount")
        if total not in (sum(won.values()) + rake, sum(won.values())):  # some leave the rake out
            raise FormatError(f"pots of {total}, of which {sum(won.values())} were won and {rake} raked")
        return self.table.payoffs_of(won, rake), rake

    def _boards(self) -> list[Cards]:
        return [tuple(board) for board in self.boards]


def _id_of(player: dict[str, Any]) -> int | str:
    """Return the id of a player, which some write as a text."""
    found = player.get("id")
    return found if isinstance(found, str) else get(player, "id", int)


def _currency(hand: dict[str, Any]) -> str:
    code = find(hand, "currency", str, "")
    return "" if find(hand, "tournament", bool, otherwise=False) else _SIGNS.get(code.upper(), code)


def _name(street: int) -> str:
    return next(name for name, number in _STREETS.items() if number == street).lower()
