"""Our own JSON lines: one object a hand, for anybody's harness to write; every field but five can be left out.

``docs/formats.md`` describes it with twenty lines of Python that write it. A line reads ``{"deluck": 1, "game":
"no-limit", "blinds": [50, 100], "players": ["a", "b"], "button": 1, "stacks": [20000, 20000], "cards": ["AsKd",
"7h7c"], "board": "2c9dQhTs3d", "actions": [[1, "raise", 300], [0, "call"], …], "payoffs": [-300, 300]}``. Players are
in the order of seats, ``button`` is the index of the one who has it (the last, if it is left out), and an action names
its player by that index. A raise names the bet that it makes on its street. Where the harness knows with which
probability a player would have taken each action, the action has them as a fourth entry: ``{"fold": 0.1, "call": 0.6,
"raise 900": 0.3}``; records do not have them, `parse_with_probabilities` does.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

from deluck.cards import format_card
from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.json_text import cards_of, find, find_text, get, parse_json, time_of, whole
from deluck.formats.stakes import whole_if_possible
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, RulesError, Structure
from deluck.games.state import Cards
from deluck.records import Chips, Decision, HandRecord, begin, replay

NAME = "json-lines"
VERSION = 1

Probabilities = dict[tuple[Action, int | None], float]
"""How likely each action was: fold, call (check), or a raise with the bet it makes on its street."""

_HEAD = re.compile(r'\A\s*\{[^\n{}]{0,200}?"deluck"\s*:\s*[0-9]')
_PAYOFF = re.compile(r"-?[0-9]{1,15}(?:/[1-9][0-9]{0,8})?")
_ACTIONS = {
    "fold": Action.FOLD,
    "check": Action.CALL,
    "call": Action.CALL,
    "bet": Action.RAISE,
    "raise": Action.RAISE,
    "all-in": Action.RAISE,
}
_NAMES = ("fold", "call", "raise")
_RULES = {
    "bet_sizes": tuple,
    "max_raises": tuple,
    "big_blind_ante": int,
    "min_bet": int,
    "no_cap_heads_up": bool,
    "short_blind_is_full": bool,
    "may_fold_unbet": bool,
}
_MOST_PLAYERS = 10
_TOLERANCE = 1e-6


def looks_like(head: str) -> bool:
    """Return whether a text begins with an object that names a version of this format."""
    return _HEAD.match(head) is not None


def starts_hand(line: str) -> bool:
    """Return whether a hand starts at a line, whatever came before: every line is one."""
    return line.startswith("{")


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of its line, or the error in its place."""
    for number, line in lines:
        if line.strip():
            yield number, attempt(parse_line, line)


def parse_with_probabilities(
    lines: Iterable[tuple[int, str]],
) -> Iterator[tuple[int, tuple[HandRecord, tuple[Probabilities | None, ...]] | FormatError]]:
    """Yield each hand with the number of its line and, by decision, how likely every action was, None if unknown."""
    for number, line in lines:
        if line.strip():
            yield number, attempt(_parse_both, line)


def parse_line(line: str) -> HandRecord:
    """Return the hand of a line; `deluck.records.validate` says whether it was played by the rules.

    Raises
    ------
    FormatError
        If it is not JSON, or a field is missing or makes no sense.
    """
    return parse_object(parse_json(line))


def _parse_both(line: str) -> tuple[HandRecord, tuple[Probabilities | None, ...]]:
    fields = parse_json(line)
    record = parse_object(fields)
    found = [_probabilities(entry, number) for number, entry in enumerate(fields["actions"], start=1)]
    for number, (decision, likely) in enumerate(zip(record.decisions, found, strict=True), start=1):
        if likely is not None and not likely.get(decision[1:], 0.0):
            raise FormatError(f"action {number} was taken, but is not among its probabilities")
    return record, tuple(found)


def parse_object(fields: Any) -> HandRecord:
    """Return the hand of an object."""
    if not isinstance(fields, dict) or get(fields, "deluck", int) != VERSION:
        raise FormatError(f"version {str(fields)[:20]!r} of the format (expected an object with 'deluck': {VERSION})")
    fields = {name: value for name, value in fields.items() if value is not None}
    hand_id = find_text(fields, "id")
    try:
        return _Hand(fields).record(hand_id)
    except DeluckError as error:
        sentence = str(error)
        raise FormatError(sentence if sentence.startswith("hand ") else f"hand {hand_id[:40]!r}: {sentence}") from None


class _Hand:
    """The fields of a hand, put in order of position."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.names: list[str] = _texts(fields, "players")
        n_players = len(self.names)
        if not 2 <= n_players <= _MOST_PLAYERS:
            raise FormatError(f"{n_players} players (expected 2 to {_MOST_PLAYERS})")
        button = find(fields, "button", int, n_players - 1)
        if not 0 <= button < n_players:
            raise FormatError(f"the button at player {button} (expected 0 to {n_players - 1})")
        self.order = [(button + 1 + index) % n_players for index in range(n_players)]
        self.index_of = {player: index for index, player in enumerate(self.order)}

    def record(self, hand_id: str) -> HandRecord:
        """Return the hand."""
        fields = self.fields
        stacks, outside = (self._chips(fields, name) for name in ("stacks", "outside"))
        rake = whole(fields.get("rake", 0), "rake")
        payoffs = self._payoffs()
        record = HandRecord(
            rules=self._rules(),
            deal=self._deal(),
            decisions=(),
            payoffs=payoffs or (0,) * len(self.order),
            names=tuple([self.names[player] for player in self.order]),
            stacks=stacks,
            forced=self._forced(),
            rake=rake if payoffs else 0,
            outside=outside,
            hand_id=hand_id,
            chips_per_unit=find(fields, "chips_per_unit", int, 1),
            time=time_of(find(fields, "time", str, "")),
            hero=self._index(fields["hero"]) if "hero" in fields else None,
            site=find_text(fields, "site"),
            table=find_text(fields, "table"),
            tournament=find_text(fields, "tournament"),
            level=find_text(fields, "level"),
            speed=find_text(fields, "speed"),
            currency=find_text(fields, "currency"),
        )
        record = self._with_decisions(record)
        if payoffs is None:
            if rake:
                raise FormatError(f"a rake of {rake} without payoffs (expected both or none)")
            record = replace(record, payoffs=replay(record).payoffs())
        return record

    def _index(self, player: object) -> int:
        """Return the position of a player, who is named by index or by a name that only one has."""
        if isinstance(player, str) and self.names.count(player) == 1:
            player = self.names.index(player)
        index = self.index_of.get(player) if player.__class__ is int else None
        if index is None:
            raise FormatError(f"no player {str(player)[:40]!r} (expected 0 to {len(self.order) - 1}, or a name)")
        return int(index)

    def _in_order(self, table: dict[str, Any], name: str) -> list[Any] | None:
        """Return a list with an entry for each player, by position, None where it is left out."""
        if table.get(name) is None:
            return None
        values: list[Any] = get(table, name, list)
        if len(values) != len(self.order):
            raise FormatError(f"{len(values)} {name} (expected {len(self.order)}, one per player)")
        return [values[player] for player in self.order]

    def _chips(self, table: dict[str, Any], name: str) -> tuple[int, ...] | None:
        values = self._in_order(table, name)
        return None if values is None else tuple([whole(value, name) for value in values])

    def _rules(self) -> HoldemRules:
        fields = self.fields
        try:
            structure = Structure.parse(get(fields, "game", str))
        except RulesError as error:
            raise FormatError(str(error)) from None
        blinds: list[Any] = get(fields, "blinds", list)
        if len(blinds) != 2:
            raise FormatError(f"{len(blinds)} blinds (expected the small and the big one)")
        others: dict[str, Any] = find(fields, "rules", dict, {})
        for name, value in others.items():
            kind = _RULES.get(name)
            if kind is None or not isinstance(value, list if kind is tuple else kind):
                raise FormatError(f"rules.{name[:40]} is {str(value)[:40]} (expected {', '.join(_RULES)})")
        settings = {
            name: tuple([whole(each, name) for each in value]) if isinstance(value, list) else value
            for name, value in others.items()
        }
        small, big = (whole(blind, "blinds") for blind in blinds)
        ante = whole(fields.get("ante", 0), "ante")
        return _make_rules(len(self.order), structure, small, big, ante, tuple(settings.items()))

    def _forced(self) -> Forced | None:
        table = self.fields.get("forced")
        if table is None:
            return None
        table = get(self.fields, "forced", dict)
        none = (0,) * len(self.order)
        return Forced(*[self._chips(table, name) or none for name in Forced._fields])

    def _deal(self) -> HoldemDeal:
        fields = self.fields
        holes = [
            cards_of(cards or "??", "cards") for cards in self._in_order(fields, "cards") or [""] * len(self.order)
        ]
        others: list[Any] = find(fields, "other_boards", list, [])
        return HoldemDeal(
            tuple([hole if len(hole) != 1 else (*hole, None) for hole in holes]),
            cards_of(fields.get("board") or "", "board"),
            tuple([cards_of(board, "other_boards") for board in others]),
        )

    def _with_decisions(self, record: HandRecord) -> HandRecord:
        entries: list[Any] = get(self.fields, "actions", list)
        decisions = [self._decision(entry, number) for number, entry in enumerate(entries, start=1)]
        if any(entry[1] == "all-in" for entry in entries):
            decisions = _with_all_ins(record, decisions, entries)
        return replace(record, decisions=tuple(decisions))

    def _decision(self, entry: Any, number: int) -> Decision:
        is_entry = isinstance(entry, list) and 2 <= len(entry) <= 4 and isinstance(entry[1], str)
        if not is_entry or entry[1] not in _ACTIONS:
            raise FormatError(f'action {number} is {str(entry)[:40]} (expected e.g. [0, "call"] or [1, "raise", 300])')
        action = _ACTIONS[entry[1]]
        amount = entry[2] if len(entry) > 2 else None
        if amount is not None and (action is not Action.RAISE or entry[1] == "all-in"):
            raise FormatError(f"action {number} is {str(entry)[:40]} (expected an amount with a bet or raise only)")
        return Decision(self._index(entry[0]), action, None if amount is None else whole(amount, f"action {number}"))

    def _payoffs(self) -> tuple[Chips, ...] | None:
        values = self._in_order(self.fields, "payoffs")
        return None if values is None else tuple([_payoff(value) for value in values])


@lru_cache(maxsize=4096)
def _make_rules(
    n_seats: int, structure: Structure, small: int, big: int, ante: int, others: tuple[tuple[str, Any], ...]
) -> HoldemRules:
    settings = dict(others)
    if structure is Structure.FIXED_LIMIT:
        settings.setdefault("bet_sizes", (big, big, 2 * big, 2 * big))
    return HoldemRules(n_seats=n_seats, small_blind=small, big_blind=big, structure=structure, ante=ante, **settings)


def _texts(fields: dict[str, Any], name: str) -> list[str]:
    values: list[Any] = get(fields, name, list)
    if not all(isinstance(value, str) for value in values):
        raise FormatError(f"{name} are {str(values)[:40]} (expected texts)")
    return values


def _payoff(value: object) -> Chips:
    if isinstance(value, str):
        if not _PAYOFF.fullmatch(value):
            raise FormatError(f"a payoff of {value[:40]!r} (expected chips, or a text such as '5/2')")
        return whole_if_possible(Fraction(value))
    if isinstance(value, float) and isfinite(value) and not value.is_integer():
        return whole_if_possible(Fraction(value).limit_denominator(1000))
    return whole(value, "payoffs")


def _with_all_ins(record: HandRecord, decisions: list[Decision], entries: list[Any]) -> list[Decision]:
    """Return the decisions with what an all-in is: a raise to all there is, or a call where that is no raise."""
    state = begin(record)
    found = []
    for decision, entry in zip(decisions, entries, strict=True):
        if entry[1] == "all-in":
            is_raise = Action.RAISE in state.legal_actions()
            amount = state.max_raise_to if is_raise and not state.rules.is_limit else None
            decision = Decision(decision.seat, Action.RAISE if is_raise else Action.CALL, amount)
        if state.actor != decision.seat or not state.can_act(*decision[1:]):
            return decisions  # for validation to judge
        state.act(*decision[1:])
        found.append(decision)
    return found


def _probabilities(entry: list[Any], number: int) -> Probabilities | None:
    if len(entry) < 4 or entry[3] is None:
        return None
    table = entry[3]
    if not isinstance(table, dict):
        raise FormatError(f"the probabilities of action {number} are {str(table)[:40]} (expected an object)")
    found: Probabilities = {}
    for text, likely in table.items():
        name, _, amount = text.partition(" ")
        if name not in _ACTIONS or (amount and (not amount.isdigit() or _ACTIONS[name] is not Action.RAISE)):
            raise FormatError(f"a probability of {text[:40]!r} (expected e.g. 'fold', 'call' or 'raise 300')")
        if not isinstance(likely, int | float) or not 0 <= likely <= 1:
            raise FormatError(f"a probability of {str(likely)[:40]} (expected 0 to 1)")
        found[_ACTIONS[name], int(amount[:18]) if amount else None] = float(likely)
    if abs(sum(found.values()) - 1) > _TOLERANCE:
        raise FormatError(f"the probabilities of action {number} make {sum(found.values())} (expected 1)")
    return found


# writing


def format_hand(record: HandRecord, probabilities: Sequence[Probabilities | None] | None = None) -> str:
    """Return the hand as a line without a line end.

    Parameters
    ----------
    record
        A hand of hold'em.
    probabilities
        By decision, how likely every action was, None where it is not known.

    Raises
    ------
    FormatError
        If it is a hand of stud.
    """
    return json.dumps({"deluck": VERSION, **encode(record, probabilities)}, ensure_ascii=False, separators=(",", ":"))


def encode(record: HandRecord, probabilities: Sequence[Probabilities | None] | None = None) -> dict[str, Any]:
    """Return the fields of a hand, those left out that have their usual value."""
    rules, deal = record.rules, record.deal
    if not isinstance(rules, HoldemRules) or not isinstance(deal, HoldemDeal):
        raise FormatError(f"hand {record.hand_id!r} cannot be written as JSON lines: it is a stud hand")
    forced = None if record.forced is None else record.forced._asdict()
    fields: dict[str, Any] = {
        "id": record.hand_id or None,
        "game": str(rules.structure),
        "blinds": [rules.small_blind, rules.big_blind],
        "ante": rules.ante or None,
        "rules": _other_rules(rules) or None,
        "players": list(record.names),
        "stacks": None if record.stacks is None else list(record.stacks),
        "forced": None if forced is None else {name: list(chips) for name, chips in forced.items()},
        "cards": [_cards(hole) for hole in deal.holes] if any(map(_cards, deal.holes)) else None,
        "board": _cards(deal.board).rstrip("?") or None,
        "other_boards": [_cards(board) for board in deal.other_boards] or None,
        "actions": [
            _action(decision, None if probabilities is None else probabilities[number])
            for number, decision in enumerate(record.decisions)
        ],
        "payoffs": [payoff if isinstance(payoff, int) else str(payoff) for payoff in record.payoffs],
        "rake": record.rake or None,
        "outside": None if record.outside is None else list(record.outside),
        "hero": record.hero,
        "currency": record.currency or None,
        "chips_per_unit": None if record.chips_per_unit == 1 else record.chips_per_unit,
        "time": None if record.time is None else record.time.isoformat().replace("+00:00", "Z"),
        "site": record.site or None,
        "table": record.table or None,
        "tournament": record.tournament or None,
        "level": record.level or None,
        "speed": record.speed or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _other_rules(rules: HoldemRules) -> dict[str, Any]:
    """Return the settings that are not the usual ones of the game."""
    usual = _make_rules(rules.n_seats, rules.structure, rules.small_blind, rules.big_blind, rules.ante, ())
    found = {name: getattr(rules, name) for name in _RULES if getattr(rules, name) != getattr(usual, name)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _action(decision: Decision, likely: Probabilities | None) -> list[Any]:
    name = _NAMES[decision.action]
    if likely is not None:
        return [decision.seat, name, decision.amount, {_described(*each): value for each, value in likely.items()}]
    return [decision.seat, name] if decision.amount is None else [decision.seat, name, decision.amount]


def _described(action: Action, amount: int | None) -> str:
    return _NAMES[action] if amount is None else f"{_NAMES[action]} {amount}"


def _cards(cards: Cards) -> str:
    text = "".join(["??" if card is None else format_card(card) for card in cards])
    return "" if text == "??" * len(cards) else text
