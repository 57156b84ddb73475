"""Winamax text histories of hold'em: cash games, Go Fast, tournaments, Expresso.

What its player collects includes a bet that nobody called; the pot is named without the rake. At anonymous tables one
line has the ids of the players, who are named ``Incognito 2`` and so on.
"""

import re
from typing import ClassVar

from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, make_time, money_of
from deluck.formats.histories.rules import Ending, Rule, Said
from deluck.formats.histories.site import Line, Site
from deluck.formats.histories.story import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    RAISES,
    SHOWDOWN,
    SMALL,
    STRADDLE,
    SUMMARY,
    Header,
    Story,
)
from deluck.games import Structure

_STRUCTURES = {"no": Structure.NO_LIMIT, "pot": Structure.POT_LIMIT, "fixed": Structure.FIXED_LIMIT}
_HEADER = re.compile(
    r"\ufeff?Winamax Poker - (?P<kind>.*?)(?: level: (?P<level>\d+))? - HandId: #(?P<id>[\w-]+) - "
    r"(?P<game>.*?)(?: (?P<structure>no|pot|fixed) limit)? \((?P<stakes>[^()]*)\) - "
    r"(\d{4})/(\d\d)/(\d\d) (\d\d?):(\d\d):(\d\d) (?P<zone>\w+)"
)
_FAST = ("Go Fast", "Escape", "HOLD-UP")
_ANONYMOUS = "Incognito"
_IDENTITY = re.compile(r"\bSeat ?(\d{1,2}): P\d+-([0-9a-f]+)")
_TOURNAMENT = re.compile(r".*\((\d+)\)#(\d+)")


class Winamax(Site):
    """The tables of Winamax."""

    NAME = "winamax"
    HINT = "Winamax Poker"
    STARTS = re.compile(r"\ufeff?Winamax Poker - .* - HandId: #(?P<id>[\w-]+) - ")
    WITHIN = re.compile(r"Winamax Poker - [^#]* - HandId: #[\w-]+ - ")
    TAKES_UNCALLED = True
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        ("calls {amount}{all_in}", "_decide", CALLS),
        ("bets {amount}{all_in}", "_decide", BETS),
        ("raises {amount} to {total}{all_in}", "_decide", RAISES),
        ("posts ante {amount}{all_in}", "_post", ANTE),
        ("posts small blind {amount}{all_in}", "_post", SMALL),
        ("posts big blind {amount}{all_in}", "_post", BIG),
        ("posts small blind {amount} out of position", "_post", SMALL),
        ("posts dead small blind {amount}", "_post", DEAD),
        ("posts big blind {amount} out of position", "_post", BIG),
        ("posts (?:small and big|big and small) blinds? {amount}(?: out of position)?", "_post", BOTH),
        ("posts straddle {amount}{all_in}", "_post", STRADDLE),
        (r"(?:shows|mucks) {cards}(?: \(.*\))?", "_show", None),
        (r"collected {amount} from (?:(?:main |side )?pot.*)", "_collect", None),
        (r"(?:denies|mucks|doesn't|is|was|has) .*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Table: '(?P<table>.*)' .*Seat (?:#|0+)(?P<number>\d{1,2}) is the button", "_table_line", None),
        (r"Seat (?P<number>\d{1,2}): (?P<name>.+) \({amount}(?:, .* bounty)?\)(?: .*)?", "_seat", None),
        (r"Seat \d{1,2}: .* \(\)", "_pass", None),  # who sits out with nothing
        (r"Player Info: .*", "_identify", None),
        (r"\*\*\* ANTE/BLINDS \*\*\*", "_pass", None),
        (r"\*\*\* PRE-FLOP \*\*\*", "_street", 0),
        (
            r"\*\*\* (?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[(?P<before>[^\[\]]*)\] ?)?\[(?P<cards>[^\[\]]*)\]",
            "_street",
            None,
        ),
        (r"\*\*\* SHOW DOWN \*\*\*", "_section", SHOWDOWN),
        (r"\*\*\* SUMMARY \*\*\*", "_section", SUMMARY),
        (r"Dealt to (?P<name>.+) {cards}", "_deal", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (rf"Total pot {{amount}} \| Rake (?P<rake>{Site.AMOUNT}).*", "_total", None),
        (r"Total pot {amount}(?: \| No rake)?", "_unraked", None),
        (r"Board: {cards}", "_board", None),
        (r"Seat (?P<number>\d{1,2}): (?P<text>.*)", "_summary_seat", None),
    )
    _WON = re.compile(rf" won ({Site.AMOUNT})(?: with | and |$)")
    _SHOWED = re.compile(r" showed \[([^\[\]]*)\]")

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first line says."""
        found = _HEADER.match(hand[0][1])
        if found is None:
            raise FormatError(f"{hand[0][1]!r} belongs to no hand")
        if found["structure"] is None or found["game"] != "Holdem":
            name = f"{found['game']} {found['structure']} limit" if found["structure"] else found["game"]
            raise FormatError(f"another game: {name} (expected Holdem)")
        kind, stakes = found["kind"], found["stakes"].split("/")
        is_tournament = kind.startswith("Tournament")
        money = CHIPS if is_tournament else money_of(stakes[-1])
        blinds = [money.parse(each) for each in stakes[-2:]]
        if len(blinds) != 2:
            raise FormatError(f"stakes {found['stakes']!r} (expected a small and a big one)")
        table = _TOURNAMENT.search(hand[1][1]) if len(hand) > 1 else None
        speed = "fast-fold" if any(pool in kind for pool in _FAST) else ""
        return (
            Header(
                "Winamax",
                found["id"],
                "holdem",
                _STRUCTURES[found["structure"]],
                blinds[0],
                blinds[1],
                money,
                (table[1] if table else kind.removeprefix("Tournament").strip(' "')) if is_tournament else "",
                make_time(found.groups()[-7:-1], found["zone"]),
                found["level"] or "",
                speed,
            ),
            1,
        )

    def check(self, story: Story) -> None:
        """Ask for the summary."""
        story.needs_total = True

    def _identify(self, said: Said) -> None:
        """Name the players of an anonymous table by their ids: their names are those of seats."""
        for number, identity in _IDENTITY.findall(said.text):
            name = said.story.numbers.get(int(number), "")
            if name.startswith(_ANONYMOUS):
                said.story.aliases[name] = f"{_ANONYMOUS}-{identity[:8]}"

    def _unraked(self, said: Said) -> None:
        self._total(said)
        assert said.story.total is not None
        if "No rake" in said.text:
            said.story.total = said.story.total._replace(rake=0)

    def ending(self, story: Story, number: int, name: str, text: str) -> Ending | None:
        """Return what became of a seat; folded at a point that is not stated, as whoever sits out of a tournament."""
        won, shown = self._WON.search(text, len(name)), self._SHOWED.search(text, len(name))
        return Ending(
            number,
            name,
            () if shown is None else (self.cards(shown[1]),),
            () if won is None else (story.header.money.parse(won[1]),),
            text.endswith(" folded"),
        )
