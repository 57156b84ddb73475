"""888poker and Pacific Poker (Cassava) text histories of hold'em, in any of the client's languages.

The words are English everywhere; amounts, and the letters of cards, are of the client's country. Raises name the chips
put in. The rake is not named. A bet that nobody called is left out of what its player collects, or collected as a pot
of its own. Tournament chips are written with a sign.
"""

import re
from functools import lru_cache
from typing import ClassVar

from deluck.cards import Card
from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, make_time, money_of
from deluck.formats.histories.rules import WORDS, Rule, Said
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
    POST,
    RAISES,
    SMALL,
    STRADDLE,
    Header,
    Story,
    read_cards,
)
from deluck.games import Structure

_TITLE = re.compile(r"\ufeff?\*{5} (?P<site>\S.*?)(?P<kind> Snap .*?)? Hand History for Game (?P<id>\d+) \*{5}")
_STAKES = re.compile(
    r"(?P<small>[^/]+?)/(?P<big>[^/]+?) Blinds (?P<structure>No Limit|Pot Limit|Fix(?:ed)? Limit) (?P<game>.*?)"
    r" - \*{3}(?: (\d\d?) (\d\d?) (\d{4}) (\d\d?):(\d\d):(\d\d))?.*"
)
_HOLDEM = re.compile(r"Holdem\b(?!.*(?:6 ?\+|Short|Split|Flop))")  # tables for a jackpot are named behind it
_STRUCTURES = {"No Limit": Structure.NO_LIMIT, "Pot Limit": Structure.POT_LIMIT}
_TOURNAMENT = re.compile(r"Tournament #(?P<id>\d+)(?P<rest>.*)")
_TABLE = re.compile(r"Table (?P<table>.*?)(?: \d+ Max)? \((?P<money>Real Money|Practice Play|Play Money)\).*", re.I)
_NAMELESS = re.compile(r"Seat \d{1,2}: +\( .* \)")
_CARD = re.compile(r"(10|Kn|[2-9TJQKAEDBVRТКДВÒÊÄÂ])(Pik|Herz|Karo|Kreuz|[cdhs])")
_RANKS = {
    "E": "A",  # Swedish; then German, French and Russian, the last as it looks taken for Latin-1 too
    "Kn": "J",
    "D": "Q",
    "B": "J",
    "V": "J",
    "R": "K",
    "Т": "A",
    "К": "K",
    "Д": "Q",
    "В": "J",
    "Ò": "A",
    "Ê": "K",
    "Ä": "Q",
    "Â": "J",
}
_SUITS = {"Pik": "s", "Herz": "h", "Karo": "d", "Kreuz": "c"}
_DEAL = "** Dealing down cards **"
_TIMES = slice(-6, None)


class Pacific(Site):
    """The tables of 888poker."""

    NAME = "888"
    HINT = "Hand History"
    STARTS = _TITLE
    AMOUNT = r"[^\[\]]{0,40}\d[^\[\]]{0,40}"
    NAMES_RAKE = False
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        (r"calls \[{amount}\]", "_decide", CALLS),
        (r"bets \[{amount}\]", "_decide", BETS),
        (r"raises \[{amount}\]", "_decide", RAISES),
        (r"posts ante \[{amount}\]", "_post", ANTE),
        (r"posts small blind \[{amount}\]", "_post", SMALL),
        (r"posts big blind \[{amount}\]", "_post", BIG),
        (r"posts straddle \[{amount}\]", "_post", STRADDLE),
        (r"posts dead blind \[(?P<dead>[^\[\]+]*) \+ (?P<amount>[^\[\]+]*)\]", "_both", None),
        (rf"posts {WORDS}\[{{amount}}\]", "_post", POST),
        (r"(?:shows|mucks) {cards}.*", "_show", None),
        (r"collected \[{amount}\]", "_collect", None),
        (r"(?:did|is|has|was|sits|does|mucks) ?[^\[(]*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Seat (?P<number>\d{1,2}): (?P<name>.*) \( (?P<amount>.*\d.*?) \).*", "_seat", None),
        (r"Seat (?P<number>\d{1,2}) is the button", "_button", None),
        (r"Total number of players : .*", "_pass", None),
        (r"#Game No : .*", "_pass", None),
        (r"\*\* Dealing down cards \*\*", "_street", 0),
        (r"\*\* Dealing (?P<street>[Ff]lop|[Tt]urn|[Rr]iver) \*\* :? ?{cards}", "_street", None),
        (r"\*\* Summary \*\*", "_showdown", None),
        (r"Dealt to (?P<name>.*) {cards}", "_deal", None),
    )
    UNSEATED = re.compile(r"(.+?) (?:(?:folds|checks)$|(?:posts .*|calls|bets|raises|collected|is all-[Ii]n) +\[)")

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first lines say: number, title, stakes and table."""
        title, stakes = _TITLE.match(hand[0][1]), _STAKES.fullmatch(hand[1][1]) if len(hand) > 2 else None
        assert title is not None
        if stakes is None:
            raise FormatError(f"no stakes after {hand[0][1]!r} (expected e.g. '$1/$2 Blinds No Limit Holdem - ***')")
        if _HOLDEM.match(stakes["game"]) is None:
            raise FormatError(f"another game: {stakes['game']} {stakes['structure']} (expected Holdem)")
        if not any(" posts big blind " in line or "** Dealing" in line for _, line in hand):
            raise FormatError("the hand was cancelled before cards were dealt")
        index = hand[2][1]
        tournament, table = _TOURNAMENT.match(index), _TABLE.match(index)
        is_play = table is not None and table["money"].lower() != "real money"
        money = CHIPS if tournament else money_of(stakes["big"], is_play=is_play)
        has_blinds = not tournament or any(digit in stakes["big"] for digit in "123456789")  # else antes alone
        day, month, year, *time = stakes.groups()[_TIMES]
        kind = f"{title['kind'] or ''} {stakes['game']} {index}"
        return (
            Header(
                _site_of(title["site"]),
                title["id"],
                "holdem",
                _STRUCTURES.get(stakes["structure"], Structure.FIXED_LIMIT),
                money.parse(stakes["small"]) if has_blinds else 0,
                money.parse(stakes["big"]) if has_blinds else 0,
                money,
                tournament["id"] if tournament else "",
                make_time((year, month, day, *time), "UTC") if year else None,
                "",
                "fast-fold" if "Snap" in kind else "",
                names_blinds=True,
            ),
            2,
        )

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines; the first one has the table."""
        table = _TABLE.match(lines[0][1])
        story.table = table["table"] if table else _table_of_tournament(lines[0][1])
        nameless = next((number for number, line in lines if _NAMELESS.fullmatch(line)), 0)
        if nameless:
            story.line = nameless
            raise FormatError("a seat's player has no name (expected names, which say who acts)")
        super().read_lines(story, _with_deal(lines[1:]))

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text, in any of the client's languages."""
        return _cards_of(text)

    def _both(self, said: Said) -> None:
        story = said.story
        dead = story.header.money.parse(said.found["dead"])
        if dead == story.header.small_bet and said.amount() == story.header.big_bet:
            story.post(said.name, BOTH, dead + said.amount())
        else:
            story.post(said.name, DEAD, dead)
            story.post(said.name, POST, said.amount())

    def _showdown(self, said: Said) -> None:
        """Take in the heading of the end, after which cards are shown and pots collected as before."""
        said.story.section = max(said.story.section, 0)


def _site_of(title: str) -> str:
    return "888" if "888" in title else "Pacific" if title in ("Cassava", "Pacific") else title


@lru_cache(maxsize=1 << 13)
def _cards_of(text: str) -> tuple[Card, ...]:
    words = []
    for word in text.replace(",", " ").split():
        found = _CARD.fullmatch(word)
        words.append(_RANKS.get(found[1], found[1]) + _SUITS.get(found[2], found[2]) if found else word)
    return read_cards(" ".join(words))


def _with_deal(lines: list[Line]) -> list[Line]:
    """Return the lines with the heading of the deal, which some hands lack, before whatever follows the posts."""
    if any(line.startswith(_DEAL) for _, line in lines):
        return lines
    last = max([index for index, (_, line) in enumerate(lines) if " posts " in line], default=len(lines) - 1)
    return [*lines[: last + 1], (lines[last][0], _DEAL), *lines[last + 1 :]]


def _table_of_tournament(line: str) -> str:
    found = re.search(r"Table #(\d+)", line)
    return found[1] if found else ""
