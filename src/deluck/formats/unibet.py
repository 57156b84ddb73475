"""Unibet text histories of hold'em; a win includes the bet that nobody called, and every seat's balance is named.

In tournaments an odd chip of a split pot is cut in two.
"""

import re
from typing import ClassVar

from deluck.cards import Card
from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, CODE_BEFORE, SIGN_AFTER, THOUSANDS, make_time, money_of
from deluck.formats.histories.rules import Rule, Said
from deluck.formats.histories.site import Line, Site
from deluck.formats.histories.story import (
    ANTE,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    POST,
    RAISES,
    SHOWDOWN,
    SMALL,
    STRADDLE,
    SUMMARY,
    Header,
    Story,
    Sum,
)
from deluck.games import Structure

_STRUCTURES = {"No": Structure.NO_LIMIT, "Pot": Structure.POT_LIMIT, "Fixed": Structure.FIXED_LIMIT}
_HEADER = re.compile(
    r"\ufeff?(?:Game|Unibet Hand) #(?P<id>\d+)"
    r"(?:: Table (?P<table>.*?)|, Tournament #(?P<tournament>\w+)(?:, .*?)?)? - "
    r"(?P<small>[^\s/]*\d)/(?P<big>[^\s/]*\d)(?: .*?)? - (?P<structure>No|Pot|Fixed) Limit (?P<game>[^-]*?) - "
    r"(?:.*? - )?(?:(?P<zone>[A-Z]+) )?(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)"
    r" (?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d)"
)
_STACK = re.compile(r"Seat \d{1,2}: .+ \(([^()]*\d[^()]*)\)")
_HERO = re.compile(r"(.+)\[Unibet_\w+\]")
_AMOUNT = rf"{CODE_BEFORE}[^\s\[\](),]*\d(?:{THOUSANDS}(?:[.,]\d\d?)?)?{SIGN_AFTER}"


class Unibet(Site):
    """The tables of Unibet."""

    NAME = "unibet"
    HINT = " Limit "
    STARTS = re.compile(r"\ufeff?(?:Game #(?P<id>\d+): Table .* - |Unibet Hand #(?P<number>\d+)\b.* - ).* Limit ")
    AMOUNT = _AMOUNT
    TAKES_UNCALLED = True
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        ("calls {amount}{all_in}", "_decide", CALLS),
        ("bets {amount}{all_in}", "_decide", BETS),
        (rf"raises {_AMOUNT} to {{total}}{{all_in}}", "_decide", RAISES),
        ("posts (?:the )?ante {amount}{all_in}", "_post", ANTE),
        ("posts (?:the )?small blind {amount}{all_in}", "_post", SMALL),
        ("posts (?:the )?big blind {amount}{all_in}", "_post", BIG),
        ("posts (?:the )?straddle {amount}{all_in}", "_post", STRADDLE),
        ("posts (?:the )?(?:missed|dead) small blind {amount}{all_in}", "_post", DEAD),
        ("posts (?:the )?(?:missed big|new player's) blind {amount}{all_in}", "_post", POST),
        ("posts {amount}{all_in}", "_post", POST),
        (r"has the button", "_has_button", None),
        (r"(?:shows|mucks):? {cards}.*", "_show", None),
        (r"wins {amount}.*", "_collect", None),
        (r"(?:shows|mucks|doesn't|does|is|was|has|leaves|joins|sits) ?.*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Seat (?P<number>\d{1,2}): (?P<name>.+) \({amount}\).*", "_seat", None),
        (r"\*\*\* (?:Seated players|Blinds and button|Hole cards) \*\*\*", "_pass", None),
        (r"\*\*\* Preflop \*\*\*", "_street", 0),
        (
            r"\*\*\* (?P<street>Flop|Turn|River) \*\*\* (?P<before>(?:\[[^\[\]]*\] ?)*?)\[(?P<cards>[^\[\]]*)\]",
            "_street",
            None,
        ),
        (r"\*\*\* Show ?down \*\*\*", "_section", SHOWDOWN),
        (r"\*\*\* Summary \*\*\*", "_section", SUMMARY),
        (r"Dealt to (?P<name>.+) {cards}", "_deal", None),
        (r"Dealt in (?P<name>.+)", "_deal", None),
        (r"Uncalled bet \({amount}\) returned to (?P<name>.+)", "_return", None),
        (r"Uncalled bet returned to (?P<name>.+): {amount}", "_return", None),
        (r"Table \"(?P<table>.*)\" .*", "_table_line", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (rf"Total pot {{amount}},?(?: \|)? Rake (?P<rake>{_AMOUNT}).*", "_total", None),
        (r"Total pot {amount}.*", "_total", None),
        (r"Board:? {cards}", "_board", None),
        (r"Seat (?P<number>\d{1,2}): (?P<text>.*)", "_result", None),
    )
    _RESULT = re.compile(rf".*: bet (?P<bet>{_AMOUNT}) and won (?P<won>{_AMOUNT}), net result: (?P<net>[^\s]*\d).*")

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first line says; it names no zone, and is taken for UTC."""
        found = _HEADER.match(hand[0][1])
        if found is None:
            raise FormatError(f"{hand[0][1]!r} belongs to no hand")
        if not found["game"].startswith(("Hold'Em", "Hold'em", "Holdem")):
            raise FormatError(f"another game: {found['game']} {found['structure']} Limit (expected Hold'Em)")
        stack = next((seat[1] for _, line in hand if (seat := _STACK.match(line))), "")
        money = money_of(stack)
        is_tournament = found["tournament"] is not None or not money.sign
        if is_tournament:
            money = CHIPS
        parts = tuple(found[part] for part in ("year", "month", "day", "hour", "minute", "second"))
        return (
            Header(
                "Unibet",
                found["id"],
                "holdem",
                _STRUCTURES[found["structure"]],
                money.parse(found["small"]),
                money.parse(found["big"]),
                money,
                (found["tournament"] or found["table"] or "unknown") if is_tournament else "",
                make_time(parts, found["zone"] or "UTC"),
            ),
            0,
        )

    def hand_name(self, hand: list[Line]) -> str:
        """Return how a refusal names the hand."""
        found = self.STARTS.match(hand[0][1])
        return f"hand #{found['id'] or found['number']}, " if found else ""

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines; the log's owner has the site's mark behind the name."""
        table = _HEADER.match(lines[0][1])
        story.table = table["table"] or "" if table else ""
        super().read_lines(story, lines[1:])

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text, in brackets or not."""
        return super().cards(text.replace("[", " ").replace("]", " "))

    def _seat(self, said: Said) -> None:
        super()._seat(said)
        hero = _HERO.fullmatch(said.found["name"])
        if hero is not None:
            said.story.hero = said.found["name"]
            said.story.aliases[said.found["name"]] = hero[1]

    def _has_button(self, said: Said) -> None:
        said.story.button = said.story.seats[said.name].number

    def _result(self, said: Said) -> None:
        story = said.story
        name = story.numbers.get(int(said.found["number"]))
        found = self._RESULT.fullmatch(said.found["text"])
        if name is None or found is None:
            self.read_remark(story, said.text)
            return
        story.dealt_in.add(name)
        parse = story.header.money.parse
        story.bets.append(Sum(story.line, name, parse(found["bet"])))
        story.nets.append(Sum(story.line, name, parse(found["net"])))
        if parse(found["won"]):
            story.won.append(Sum(story.line, name, parse(found["won"])))
