"""The Poker Hand History format (PHH): a TOML table a hand, one in a ``.phh`` file, several in a ``.phhs`` file.

Hold'em, no-limit (NT), pot-limit (PT) and fixed-limit (FT), and fixed-limit seven-card stud (F7S) are read; other
variants are refused by name. Seats are as here: p1 sits left of the button, the last one is the button; heads-up p1
posts the second of the ``blinds_or_straddles``, the big blind, and p2 the first. Negative blinds are posts out of turn.
Pokerkit, the format's reference, has no code for pot-limit hold'em; PT follows its other names.

What the format has no field for is in one user-defined field, ``_deluck``, so that a written hand is read back equal:
caps, fractions of chips, unlimited stacks, cards that were never dealt, second boards, the log's own seat. Without it
the cap of fixed-limit is the four bets and raises per street that pokerkit allows. A hand in which somebody folded with
nothing to call is read as one of a game that allows it. Finishing stacks that lack chips give the rake. ``venue`` is
the record's site, ``event`` its tournament, ``level`` its level, ``table`` its table;
the time is read where date, time and zone are there.

References
----------
Kim, "Recording and Describing Poker Hands" (the PHH format).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from deluck.errors import DeluckError, FormatError
from deluck.evaluator import strength
from deluck.formats.attempts import attempt
from deluck.formats.limits import MOST_HAND_BYTES, megabytes
from deluck.formats.phh_actions import FoldedUnbetError, Played, play, read_actions
from deluck.formats.phh_fields import Fields, shown
from deluck.formats.phh_stakes import in_seat_order, stakes_of
from deluck.formats.phh_writing import format_phh
from deluck.formats.stakes import whole_if_possible
from deluck.formats.toml import parse_toml
from deluck.games import Forced, GameState, HoldemRules, Rules, Structure, StudRules, UnknownCards, winnings
from deluck.records import Chips, Deal, Decision, HandRecord

__all__ = ["NAME", "format_hand", "format_phh", "looks_like", "parse", "parse_phh", "starts_hand"]

NAME = "phh"

_READ = {"NT": Structure.NO_LIMIT, "PT": Structure.POT_LIMIT, "FT": Structure.FIXED_LIMIT, "F7S": Structure.FIXED_LIMIT}
_OTHERS = {
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
PLAIN_CAPS = (4, 4, 4, 4)
"""How many bets and raises a street of fixed-limit hold'em allows where nothing says otherwise."""
_MOST_NUMBER = 10**18

format_hand = format_phh


def looks_like(head: str) -> bool:
    """Return whether the beginning of a text names a variant as TOML does."""
    return "variant" in head and _HEAD.search(head) is not None


def starts_hand(line: str) -> bool:
    """Return whether a table starts at a line, whatever came before."""
    return line.startswith("[") and _TABLE.match(line) is not None


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of the line it starts on, or the error in its place."""
    for number, text in split_tables(lines):
        yield number, attempt(parse_phh, text)


def parse_phh(text: str) -> HandRecord:
    """Return the hand of a PHH table, its actions and amounts checked against the rules.

    Raises
    ------
    FormatError
        If the text is not TOML, a field is missing or makes no sense, the variant is not one of those read, or the
        hand was not played by its rules.
    """
    if len(text) >= MOST_HAND_BYTES:
        raise FormatError(f"a hand of more than {megabytes(MOST_HAND_BYTES)} (expected at most that)")
    fields = parse_toml(text)
    hand_id = ""
    try:
        hand_id = _hand_id(fields.get("hand", ""))
        return _Hand(fields, hand_id).record()
    except DeluckError as error:
        sentence = str(error)
        if hand_id and not sentence.startswith("hand "):
            sentence = f"hand {hand_id!r}: {sentence}"
        raise FormatError(sentence) from None


def split_tables(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the text of each table without its header, with the number of the line it starts on.

    A second ``variant`` starts a table too, so that a broken header costs one hand and not two. Of a table larger than
    a hand may be no more is held than shows that.
    """
    table: list[str] = []
    first = n_held = 0
    has_variant = False
    for number, line in lines:
        is_variant = line.startswith("variant") and _VARIANT.match(line) is not None
        is_header = not is_variant and starts_hand(line)
        if is_header or (is_variant and has_variant):
            rest = [] if is_header else _after_last_blank(table)
            if any(map(_says_something, table)):
                yield first, "\n".join(table)
            table, first, has_variant = rest, number - len(rest), False
            n_held = sum(map(len, rest))
        if not is_header:
            if not table:
                first = first or number
            if n_held <= MOST_HAND_BYTES and (table or line.strip()):
                table.append(line)
                n_held += len(line) + 1
            has_variant = has_variant or is_variant
    if any(map(_says_something, table)):
        yield first, "\n".join(table)


def _says_something(line: str) -> bool:
    """Return whether a line of TOML is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _after_last_blank(table: list[str]) -> list[str]:
    """Take the lines after the last blank one off a table that has more than those, and return them."""
    blank = max((index for index, line in enumerate(table) if not line.strip()), default=len(table))
    rest = table[blank + 1 :]
    if any(_VARIANT.match(line) for line in rest):
        return []
    del table[blank:]
    return rest


class _Hand:
    """One hand: its fields, and what they make."""

    def __init__(self, table: dict[str, Any], hand_id: str) -> None:
        self.hand_id = hand_id
        variant = table.get("variant")
        if not isinstance(variant, str) or variant not in _READ:
            known = _OTHERS.get(variant) if isinstance(variant, str) else None
            parsed = f"{variant!r}, {known}" if known else shown(variant)
            raise FormatError(
                f"variant {parsed} (expected 'NT', 'PT' or 'FT', no-limit, pot-limit or fixed-limit hold'em, or 'F7S', "
                "fixed-limit seven-card stud)"
            )
        self.is_stud = variant == "F7S"
        self.structure = _READ[variant]
        self.fields = Fields(table)
        self.n_seats = self.fields.n_seats
        self.stacks = None if self.fields.is_unlimited else tuple(self.fields.start)

    def record(self) -> HandRecord:
        """Return the hand."""
        fields = self.fields
        rules, forced = self._rules()
        found = read_actions(fields.actions, self.n_seats, fields.scale, is_stud=self.is_stud)
        deal = self._deal(found)
        try:
            state, decisions = play(rules, deal, self.stacks, forced, found.moves)
        except FoldedUnbetError:
            rules = replace(rules, may_fold_unbet=True)
            state, decisions = play(rules, deal, self.stacks, forced, found.moves)
        payoffs = self._payoffs(state, found)
        rake = -sum(payoffs)
        if rake < 0 or not isinstance(whole_if_possible(rake), int):
            raise FormatError(f"finishing stacks lack {rake} chips (expected the rake, a whole number, or nothing)")
        return HandRecord(
            rules=rules,
            deal=deal,
            decisions=self._with_amounts(decisions),
            payoffs=payoffs,
            names=fields.names(),
            stacks=self.stacks,
            forced=forced,
            rake=int(rake),
            outside=self._outside(),
            hand_id=self.hand_id,
            currency=fields.currency(),
            chips_per_unit=fields.extra_int("chips_per_unit", fields.scale),
            time=fields.time(),
            **fields.origin()._asdict(),
            hero=fields.extra_int("hero", 0) if "hero" in fields.extras else None,
        )

    # the rules

    def _rules(self) -> tuple[Rules, Forced | None]:
        fields = self.fields
        antes = in_seat_order([fields.chips(each, "antes") for each in fields.numbers("antes")])
        options: dict[str, Any] = {"n_seats": self.n_seats, "may_fold_unbet": fields.extra_bool("may_fold_unbet")}
        if self.structure is Structure.FIXED_LIMIT:
            options |= {"no_cap_heads_up": fields.extra_bool("no_cap_heads_up"), "max_raises": self._caps()}
        if self.is_stud:
            if len(set(antes)) != 1:
                raise FormatError(f"antes {' '.join(map(str, antes))} (expected the same of every seat)")
            return self._stud_rules(antes[0], options), None
        blinds = in_seat_order(
            [fields.chips(each, "blinds_or_straddles") for each in fields.numbers("blinds_or_straddles")]
        )
        trims = fields.table.get("ante_trimming_status", False)
        if not isinstance(trims, bool):
            raise FormatError(f"ante_trimming_status is {shown(trims)} (expected true or false)")
        numbers, forced = stakes_of(antes, blinds, self.stacks, trims=trims)
        numbers |= fields.extra_numbers("stakes", tuple(numbers))
        if "forced" in fields.extras:
            forced = fields.extra_forced()
        if self.structure is Structure.FIXED_LIMIT:
            small, big = fields.number("small_bet"), fields.number("big_bet")
            numbers["bet_sizes"] = (small, small, big, big)
        else:
            numbers["min_bet"] = fields.number("min_bet")
        rules = HoldemRules(
            structure=self.structure,
            short_blind_is_full=fields.extra_bool("short_blind_is_full"),
            **numbers,
            **options,
        )
        return rules, forced

    def _stud_rules(self, ante: int, options: dict[str, Any]) -> StudRules:
        fields = self.fields
        return StudRules(
            ante=ante,
            bring_in=fields.number("bring_in"),
            small_bet=fields.number("small_bet"),
            big_bet=fields.number("big_bet"),
            open_pair_option=fields.extra_bool("open_pair_option"),
            bring_in_may_complete=fields.extra_bool("bring_in_may_complete", otherwise=True),
            **options,
        )

    def _caps(self) -> tuple[int, ...]:
        plain = [*PLAIN_CAPS, PLAIN_CAPS[-1]] if self.is_stud else [*PLAIN_CAPS]
        caps = self.fields.extras.get("max_raises", plain)
        if not isinstance(caps, list) or not all(isinstance(cap, int) for cap in caps):
            raise FormatError(f"_deluck.max_raises is {shown(caps)} (expected whole numbers, one per street)")
        return tuple(caps)

    # cards and decisions

    def _deal(self, found: Played) -> Deal:
        never_dealt = self.fields.extras.get("undealt", {})
        if not isinstance(never_dealt, dict):
            raise FormatError("_deluck.undealt is not a table")
        return found.deal(never_dealt)

    def _with_amounts(self, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        """Return the decisions with the amounts of the record that was written, where it had others."""
        if "amounts" not in self.fields.extras:
            return decisions
        amounts = self.fields.extra_list("amounts", len(decisions))
        return tuple(
            [each._replace(amount=None if to < 0 else to) for each, to in zip(decisions, amounts, strict=True)]
        )

    def _outside(self) -> tuple[int, ...] | None:
        return tuple(self.fields.extra_list("outside", self.n_seats)) if "outside" in self.fields.extras else None

    # results

    def _payoffs(self, state: GameState, found: Played) -> tuple[Chips, ...]:
        fields = self.fields
        if "payoffs" in fields.extras:
            return self._stated_payoffs(fields.extras["payoffs"])
        stated: list[tuple[Chips, ...]] = []
        if "finishing_stacks" in fields.table and fields.has_start:
            final = [fields.exact(each, "finishing_stacks") for each in fields.numbers("finishing_stacks")]
            stated.append(
                tuple([whole_if_possible(end - start) for end, start in zip(final, fields.start, strict=True)])
            )
        if "winnings" in fields.table:
            won = [fields.exact(each, "winnings") for each in fields.numbers("winnings")]
            stated.append(
                tuple([whole_if_possible(got - paid) for got, paid in zip(won, state.contributions, strict=True)])
            )
        if len(set(stated)) > 1:
            finishing, winning = (" ".join(map(str, payoffs)) for payoffs in stated)
            raise FormatError(f"finishing_stacks say payoffs of {finishing}, winnings {winning} (expected the same)")
        if stated:
            return stated[0]
        try:
            return state.payoffs()
        except UnknownCards:
            return _payoffs_of_the_shown(state, found)

    def _stated_payoffs(self, texts: Any) -> tuple[Chips, ...]:
        if not isinstance(texts, list) or not all(isinstance(text, str) and _PAYOFF.fullmatch(text) for text in texts):
            raise FormatError(f"_deluck.payoffs is {shown(texts)} (expected texts like '-5' or '5/2')")
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


def _hand_id(value: object) -> str:
    if isinstance(value, str) or (isinstance(value, int) and abs(value) <= _MOST_NUMBER):
        return str(value)
    raise FormatError(f"hand is {shown(value)} (expected a number or a name)")
