"""The Poker Hand History format (PHH): a TOML table a hand, one in a ``.phh`` file, several in a ``.phhs`` file.

Fixed-limit hold'em (FT) and fixed-limit seven-card stud (F7S) are read; other variants are refused by name. Seats are
as here: p1 sits left of the button, the last one is the button; heads-up p1 posts the second of the
``blinds_or_straddles``, the big blind, and p2 the first.

What the format has no field for is kept in one user-defined field, ``_deluck``, so that a written hand is read back
equal: caps, fractions of chips, unlimited stacks, cards that were never dealt. Without it the cap is the four bets and
raises a street that pokerkit, the format's reference, allows. Finishing stacks that lack chips tell the rake.

References
----------
Kim, "Recording and Describing Poker Hands" (the PHH format).
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from deluck.errors import DeluckError, FormatError
from deluck.evaluator import strength
from deluck.formats.phh_actions import Played, play, read_actions
from deluck.formats.phh_writing import format_phh
from deluck.formats.stakes import whole_if_possible
from deluck.games import GameState, HoldemRules, Rules, StudRules, UnknownCards, winnings
from deluck.records import Chips, Deal, HandRecord

__all__ = ["NAME", "format_hand", "format_phh", "looks_like", "parse", "parse_phh"]

NAME = "phh"

_VARIANTS = {
    "NT": "no-limit hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha high-low",
    "F7S/8": "fixed-limit seven-card stud high-low",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
_TABLE = re.compile(r"\[\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?$")
_VARIANT = re.compile(r"variant\s*=")
_HEAD = re.compile(r"^variant\s*=\s*[\"']", re.MULTILINE)
_PAYOFF = re.compile(r"-?[0-9]{1,15}(?:/[1-9][0-9]{0,8})?")
_MOST_LINES = 10_000
_MOST_CHIPS = 10**15
_MOST_DECIMALS = 6
_PLAIN_CAP = 4

format_hand = format_phh


def looks_like(head: str) -> bool:
    """Return whether the beginning of a text names a variant as TOML does."""
    return _HEAD.search(head) is not None


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of the line it starts on, or the error in its place."""
    for number, text in _tables(lines):
        try:
            yield number, parse_phh(text)
        except FormatError as error:
            yield number, error


def parse_phh(text: str) -> HandRecord:
    """Return the hand of a PHH table, its actions and amounts checked against the rules.

    Raises
    ------
    FormatError
        If the text is not TOML, a field is missing or makes no sense, or the variant is not FT or F7S.
    """
    try:
        fields = tomllib.loads(text, parse_float=_parse_decimal)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not TOML: {' '.join(str(error).split())}") from None
    hand_id = ""
    try:
        hand_id = _hand_id(fields.get("hand", ""))
        return _Hand(fields, hand_id).record()
    except DeluckError as error:
        sentence = str(error)
        if hand_id and not sentence.startswith("hand "):
            sentence = f"hand {hand_id!r}: {sentence}"
        raise FormatError(sentence) from None


def _tables(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of each table without its header, with the number of the line it starts on.

    A second ``variant`` starts a table too, so that a broken header costs one hand and not two.
    """
    table: list[str] = []
    first = 0
    has_variant = False
    for number, line in lines:
        is_header = _TABLE.match(line) is not None
        is_variant = _VARIANT.match(line) is not None
        if is_header or (is_variant and has_variant):
            rest = [] if is_header else _after_last_blank(table)
            if any(map(_says_something, table)):
                yield first, "\n".join(table)
            table, first, has_variant = rest, number - len(rest), False
        if not is_header:
            if not table:
                first = first or number
            if len(table) < _MOST_LINES and (table or line.strip()):
                table.append(line)
            has_variant = has_variant or is_variant
    if any(map(_says_something, table)):
        yield first, "\n".join(table)


def _says_something(line: str) -> bool:
    """Return whether a line of TOML is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _after_last_blank(table: list[str]) -> list[str]:
    """Take the lines after the last blank one off a table that has more than those, and return them."""
    blank = max((place for place, line in enumerate(table) if not line.strip()), default=len(table))
    rest = table[blank + 1 :]
    if any(_VARIANT.match(line) for line in rest):
        return []
    del table[blank:]
    return rest


def _parse_decimal(text: str) -> Decimal:
    try:
        return Decimal(text.replace("_", ""))
    except InvalidOperation:
        raise ValueError(f"not a number: {text[:20]!r}") from None


class _Hand:
    """The fields of one hand, read and checked one after another."""

    def __init__(self, fields: dict[str, Any], hand_id: str) -> None:
        self.fields = fields
        self.hand_id = hand_id
        variant = fields.get("variant")
        if variant not in ("FT", "F7S"):
            known = _VARIANTS.get(variant) if isinstance(variant, str) else None
            told = f"{variant!r}, {known}" if known else _shown(variant)
            raise FormatError(
                f"variant {told} (expected 'FT', fixed-limit hold'em, or 'F7S', fixed-limit seven-card stud)"
            )
        self.is_stud = variant == "F7S"
        self.extras = fields.get("_deluck", {})
        if not isinstance(self.extras, dict):
            raise FormatError("the field _deluck is not a table")
        self.actions = self._texts("actions")
        stacks = self._numbers("starting_stacks")
        self.n_seats = len(stacks)
        self.scale = self._scale()
        self.is_unlimited = self.extras.get("unlimited_stacks") is True or not any(map(_is_finite, stacks))
        self.has_start = all(map(_is_finite, stacks))
        self.start = [self._chips(each, "starting_stacks") if self.has_start else 0 for each in stacks]

    def record(self) -> HandRecord:
        """Return the hand."""
        rules = self._rules()
        found = read_actions(self.actions, self.n_seats, self.scale, is_stud=self.is_stud)
        deal = self._deal(found)
        stacks = None if self.is_unlimited else tuple(self.start)
        state, decisions = play(rules, deal, stacks, found.moves)
        decisions = self._with_sizes(decisions)
        payoffs = self._payoffs(state, found)
        rake = -sum(payoffs)
        if rake < 0 or not isinstance(whole_if_possible(rake), int):
            raise FormatError(f"finishing stacks lack {rake} chips (expected the rake, a whole number, or nothing)")
        return HandRecord(
            rules=rules,
            deal=deal,
            decisions=decisions,
            payoffs=payoffs,
            names=self._names(),
            stacks=stacks,
            rake=int(rake),
            hand_id=self.hand_id,
            currency=self._currency(),
            chips_per_unit=self._extra_int("chips_per_unit", self.scale),
        )

    # single fields

    def _numbers(self, name: str) -> list[int | Decimal]:
        values = self.fields.get(name)
        if not isinstance(values, list) or not values or not all(_is_number(value) for value in values):
            raise FormatError(f"{name} is {_shown(values)} (expected a list of numbers, one a seat)")
        n_seats = getattr(self, "n_seats", len(values))
        if len(values) != n_seats:
            raise FormatError(f"{name} has {len(values)} numbers (expected {n_seats}, one a seat)")
        return values

    def _number(self, name: str) -> int:
        value: Any = self.fields.get(name)
        if not _is_number(value):
            raise FormatError(f"{name} is {_shown(value)} (expected a number)")
        return self._chips(value, name)

    def _texts(self, name: str) -> list[str]:
        values = self.fields.get(name)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise FormatError(f"{name} is {_shown(values)} (expected a list of texts)")
        return values

    def _names(self) -> tuple[str, ...]:
        if "players" not in self.fields:
            return tuple([f"p{seat}" for seat in range(1, self.n_seats + 1)])
        return tuple(self._texts("players"))

    def _currency(self) -> str:
        found = self.extras.get("currency") or self.fields.get("currency_symbol") or self.fields.get("currency") or ""
        if not isinstance(found, str):
            raise FormatError(f"a currency of {_shown(found)} (expected a text)")
        return found

    def _extra_int(self, name: str, otherwise: int) -> int:
        value = self.extras.get(name, otherwise)
        if not isinstance(value, int) or isinstance(value, bool):
            raise FormatError(f"_deluck.{name} is {_shown(value)} (expected a whole number)")
        return value

    def _extra_bool(self, name: str, *, otherwise: bool = False) -> bool:
        return bool(self.extras.get(name, otherwise))

    # money

    def _scale(self) -> int:
        """Return how many chips a unit of money is, so that every bet is a whole number of them."""
        if "chips_per_unit" in self.extras:
            return 1
        stated: list[Any] = [self.fields.get(name) for name in ("bring_in", "small_bet", "big_bet")]
        for name in ("antes", "blinds_or_straddles", "starting_stacks"):
            values = self.fields.get(name)
            stated += values if isinstance(values, list) else []
        stated += [
            _parse_amount(words[2]) for words in map(str.split, self.actions) if words[1:2] == ["cbr"] and words[2:]
        ]
        most = max([_n_decimals(value) for value in stated if isinstance(value, Decimal)], default=0)
        if most > _MOST_DECIMALS:
            raise FormatError(f"amounts with {most} decimals (expected at most {_MOST_DECIMALS})")
        return 10 ** max(most, 2) if most else 1

    def _chips(self, value: int | Decimal, name: str) -> int:
        if not _is_finite(value) or not -_MOST_CHIPS <= value <= _MOST_CHIPS:
            raise FormatError(f"{name} of {_shown(value)} (expected at most {_MOST_CHIPS:,} chips)")
        chips = Fraction(value) * self.scale
        if chips.denominator != 1:
            raise FormatError(f"{name} of {value} (expected a whole number of chips)")
        return int(chips)

    def _rules(self) -> Rules:
        antes = [self._chips(each, "antes") for each in self._numbers("antes")]
        if len(set(antes)) != 1:
            raise FormatError(f"antes {' '.join(map(str, antes))} (expected the same of every seat)")
        small, big = self._number("small_bet"), self._number("big_bet")
        n_streets = 5 if self.is_stud else 4
        caps = self.extras.get("max_raises", [_PLAIN_CAP] * n_streets)
        if not isinstance(caps, list) or not all(isinstance(cap, int) for cap in caps):
            raise FormatError(f"_deluck.max_raises is {_shown(caps)} (expected whole numbers, one a street)")
        shared: dict[str, Any] = {
            "n_seats": self.n_seats,
            "ante": antes[0],
            "max_raises": tuple(caps),
            "no_cap_heads_up": self._extra_bool("no_cap_heads_up"),
            "may_fold_unbet": self._extra_bool("may_fold_unbet"),
        }
        if self.is_stud:
            return StudRules(
                bring_in=self._number("bring_in"),
                small_bet=small,
                big_bet=big,
                open_pair_option=self._extra_bool("open_pair_option"),
                bring_in_may_complete=self._extra_bool("bring_in_may_complete", otherwise=True),
                **shared,
            )
        blinds = [self._chips(each, "blinds_or_straddles") for each in self._numbers("blinds_or_straddles")]
        if len(blinds) < 2 or any(blinds[2:]):
            raise FormatError(f"blinds {' '.join(map(str, blinds))} (expected a small one, a big one, then zeros)")
        return HoldemRules(
            small_blind=blinds[0],
            big_blind=blinds[1],
            bet_sizes=(small, small, big, big),
            short_blind_is_full=self._extra_bool("short_blind_is_full"),
            **shared,
        )

    # cards and decisions

    def _deal(self, found: Played) -> Deal:
        never_dealt = self.extras.get("undealt", {})
        if not isinstance(never_dealt, dict):
            raise FormatError("_deluck.undealt is not a table")
        return found.deal(never_dealt)

    def _with_sizes(self, decisions: tuple[Any, ...]) -> tuple[Any, ...]:
        sizes = self.extras.get("sizes")
        if sizes is None:
            return decisions
        if (
            not isinstance(sizes, list)
            or len(sizes) != len(decisions)
            or not all(isinstance(size, int) for size in sizes)
        ):
            raise FormatError(f"_deluck.sizes is {_shown(sizes)} (expected a whole number a decision)")
        return tuple([decision._replace(size=size or None) for decision, size in zip(decisions, sizes, strict=True)])

    # results

    def _payoffs(self, state: GameState, found: Played) -> tuple[Chips, ...]:
        if "payoffs" in self.extras:
            return self._stated_payoffs(self.extras["payoffs"])
        if "finishing_stacks" in self.fields and self.has_start:
            final = [self._exact(each, "finishing_stacks") for each in self._numbers("finishing_stacks")]
            return tuple([whole_if_possible(end - start) for end, start in zip(final, self.start, strict=True)])
        if "winnings" in self.fields:
            won = [self._exact(each, "winnings") for each in self._numbers("winnings")]
            return tuple([whole_if_possible(got - paid) for got, paid in zip(won, state.contributions, strict=True)])
        try:
            return state.payoffs()
        except UnknownCards:
            return _payoffs_of_the_shown(state, found)

    def _exact(self, value: int | Decimal, name: str) -> Fraction:
        decimals = _n_decimals(value) if isinstance(value, Decimal) else 0
        if not _is_finite(value) or not -_MOST_CHIPS <= value <= _MOST_CHIPS or decimals > _MOST_DECIMALS:
            raise FormatError(
                f"{name} of {_shown(value)} (expected at most {_MOST_CHIPS:,} and {_MOST_DECIMALS} decimals)"
            )
        return Fraction(value) * self.scale

    def _stated_payoffs(self, texts: Any) -> tuple[Chips, ...]:
        if not isinstance(texts, list) or not all(isinstance(text, str) and _PAYOFF.fullmatch(text) for text in texts):
            raise FormatError(f"_deluck.payoffs is {_shown(texts)} (expected texts like '-5' or '5/2')")
        return tuple([whole_if_possible(Fraction(text)) for text in texts])


def _payoffs_of_the_shown(state: GameState, found: Played) -> tuple[Chips, ...]:
    """Return the payoffs where some hands were mucked unseen: the pots go to the best of those shown."""
    ranked = [0] * state.n_seats
    live = [seat for seat, gone in enumerate(state.folded) if not gone and seat not in found.mucked]
    for seat in live:
        cards = [*found.hands[seat], *found.board]
        if None in cards or len(cards) != 7:
            if len(live) > 1:
                raise FormatError(
                    f"p{seat + 1}'s cards at the showdown are not known (expected them, or finishing_stacks)"
                )
            ranked[seat] = 1
        else:
            ranked[seat] = strength([card for card in cards if card is not None])
    taken = winnings(state.pots, ranked)
    return tuple([won - paid for won, paid in zip(taken, state.contributions, strict=True)])


def _is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _is_finite(value: int | Decimal) -> bool:
    return isinstance(value, int) or value.is_finite()


def _n_decimals(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent if value.is_finite() else 0
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _parse_amount(text: str) -> int | Decimal | None:
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None


def _hand_id(value: object) -> str:
    if isinstance(value, str) or (isinstance(value, int) and abs(value) <= _MOST_CHIPS * 1000):
        return str(value)
    raise FormatError(f"hand is {_shown(value)} (expected a number or a name)")


def _shown(value: object) -> str:
    try:
        return repr(value)[:60] if value is not None else "missing"
    except ValueError:  # Python writes no number of thousands of digits
        return "a number too long to write"
