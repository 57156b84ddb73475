"""PartyPoker text histories of hold'em: those of the client, those sent by mail, and what others write like them.

Raises and all-ins name the chips put in. What a player wins includes a bet that nobody called. Cash games are named by
their stakes or by what a seat buys in for, so that only the posts say the blinds; in tournaments no line says who posts
them. Histories by mail end with a balance of every seat.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import ClassVar, NamedTuple

from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, CODE_BEFORE, SIGN_AFTER, THOUSANDS, make_time, money_of
from deluck.formats.histories.rules import WORDS, Rule, Said
from deluck.formats.histories.site import Line, Site
from deluck.formats.histories.story import (
    ALL_IN,
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
    SUMMARY,
    Header,
    Story,
    Sum,
    Total,
)
from deluck.games import Structure

_TITLE = re.compile(r"\ufeff?\*{5} Hand History [Ff]or Game (?P<id>\w+) \*{5}(?: \((?P<site>[^()]*)\))?.*")
_GAME = re.compile(
    r"(?:\b(?P<structure>NL|PL|FL) )?(?:Tourney ?)?(?P<game>Texas ?H(?:old[' ]?em|T)|Omaha(?: Hi-?Lo| H/?L)?"
    r"|7 ?Card Stud(?: Hi-?Lo)?|Short ?Deck.*?|Royal.*?)(?: ?Game ?Table \((?P<mailed>NL|PL|FL|Limit)\))?(?= |$)"
)
_STAKES = re.compile(r"(?P<small>[^\s/(]*\d)/(?P<big>[^\s/()]*\d)(?: (?P<code>[A-Z]{3}))?\b")
_LEVEL = re.compile(r"Trny: ?(?P<id>\w+) Level: ?(?P<level>\d+)")
_BLINDS = re.compile(r"(?:Blinds|Stakes|Blinds-Antes) ?\((?P<small>[^/()KM]+)/(?P<big>[^/()KM-]*\d)(?![KM.,\d])")
_MAILED_TOURNAMENT = re.compile(r"Tournament #(?P<id>\w+)\)")
_TIME = re.compile(
    r"(?:\w+, ?(?P<month>\w+) (?P<day>\d\d?), (?P<at>\d\d?:\d\d:\d\d) +(?:(?P<zone>[A-Z]+) )?(?P<year>\d{4})"
    r"|\w{3} (?P<month2>\w{3}) (?P<day2>\d\d?) (?P<at2>\d\d?:\d\d:\d\d) (?:(?P<zone2>[A-Z]+) )?(?P<year2>\d{4}))\s*$"
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), start=1
    )
}
_UNKNOWN = "unknown"  # the number of a tournament, until a line names it; a game for money if stacks have a currency
_KEY = re.compile(r"[^\s(:]*")
_STRUCTURES = {"NL": Structure.NO_LIMIT, "PL": Structure.POT_LIMIT}
_STACK = re.compile(r"[Ss]eat \d{1,2}: .* \( ?([^()]{0,40}\d[^()]{0,40}?) ?\)")
_IN = r"[\[(] ?{amount} ?[\])]"
_TWO_LINES = re.compile(r"(does not show cards\.)(?=.)")
_SEATED, _DEALT = re.compile(r"[Ss]eat \d{1,2}: (.*) \("), re.compile(r"^Dealt to (.+) \[", re.MULTILINE)
_RESULT = re.compile(
    r"(?P<name>.+?) balance [^\s]*\d, "
    r"(?:bet (?P<bet>[^\s]*\d), collected (?P<won>[^\s]*\d)(?:, net (?P<net>[^\s\[]*\d))?"
    r"|lost (?P<lost>[^\s(\[]*\d)|(?P<none>didn't bet)|(?P<out>sits out)).*?(?:\[ (?P<cards>[^\[\]]*) \] \[.*)?"
)


class PartyPoker(Site):
    """The tables of PartyPoker."""

    NAME = "partypoker"
    HINT = "Hand History"
    STARTS = _TITLE
    AMOUNT = r"[^\[\]()]{0,40}\d[^\[\]()]{0,40}?"
    TAKES_UNCALLED = True
    NAMES_RAKE = False
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        (rf"calls {_IN}", "_decide", CALLS),
        (rf"bets {_IN}", "_decide", BETS),
        (rf"raises {_IN}", "_decide", RAISES),
        (r"raises \(?[\d.,]+\)? to (?P<total>[\d.,]*\d)", "_decide", RAISES),
        (rf"is all-[Ii]n +{_IN}", "_decide", ALL_IN),
        (r"is all-[Ii]n", "_mark_all_in", None),
        (rf"posts ante(?: of)? {_IN}", "_post", ANTE),
        (rf"posts small blind {_IN}", "_post", SMALL),
        (rf"posts big blind {_IN}", "_post", BIG),
        (rf"posts (?:big blind \+ dead|big blind and dead|small and big blinds?|both blinds) {_IN}", "_post", BOTH),
        (rf"posts dead {_IN}", "_post", DEAD),
        (rf"posts (?:a )?straddle {_IN}", "_post", STRADDLE),
        (rf"posts {WORDS}{_IN}", "_post", POST),
        (r"(?:shows|doesn't) (?:show )?{cards}.*", "_show", None),
        (
            rf"wins (?P<amount>{CODE_BEFORE}[^\s]*\d{THOUSANDS}{SIGN_AFTER})(?: [A-Z]{{3}}| chips)?(?: from .*)?",
            "_collect",
            None,
        ),
        (r"(?:is|has|did|could|will|does|doesn't|was|leaves|joins) ?[^\[(]*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"(?:Seat|seat) (?P<number>\d{1,2}): (?P<name>.*) \( ?{amount} ?\).*", "_seat", None),
        (r"Seat (?P<number>\d{1,2}) is the button", "_button", None),
        (
            r"Table (?P<table>.*?) *\( ?\w+ [Mm]oney ?\)(?: -- Seat (?P<number>\d{1,2}) is the button)?",
            "_table_line",
            None,
        ),
        (r"Trny: ?.*", "_level", None),
        (r"(?:Blinds|Stakes|Blinds-Antes).*", "_blinds", None),
        (r"\*\* Dealing down cards \*\*", "_street", 0),
        (r"\*\* Dealing (?P<street>Flop|Turn|River) \*\* :? *{cards}", "_street", None),
        (r"\*\* Summary \*\*", "_section", SUMMARY),
        (r"Dealt to (?P<name>.+) {cards}", "_deal", None),
        (r"(?:Total|Game|Creating|Player|You) .*", "_pass", None),
        (r"#Game No.*", "_pass", None),
        (r">You have .*", "_pass", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Main Pot: (?P<amount>[^\s]*\d)(?P<others>.*?)(?: Rake: (?P<rake>[^\s]*\d))?", "_pots", None),
        (r"Board: {cards}", "_board", None),
        (r"Game #\d+ starts", "_pass", None),  # the beginning of the next hand
        (r"#Game No.*", "_pass", None),
    )
    UNSEATED = re.compile(r"(.+?) (?:(?:folds|checks)\.?$|(?:posts .*|calls|bets|raises|is all-[Ii]n) +[\[(])")

    def key(self, text: str) -> str:
        """Return what a text starts with up to a blank, a colon or a bracket."""
        return _KEY.match(text)[0]  # type: ignore[index]  # it fits every text

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first two lines say, and the currency from the first stack."""
        title = _TITLE.match(hand[0][1])
        if title is None or len(hand) < 3:
            raise FormatError(f"{hand[0][1]!r} belongs to no hand")
        line = hand[1][1]
        at = line.rfind("- ")
        kind = _kind_of(line if at < 0 else line[:at])
        if isinstance(kind, str):
            raise FormatError(kind)
        stakes, money, tournament = kind.stakes, CHIPS, kind.tournament
        if tournament in ("", _UNKNOWN):
            stack = next((seat for _, text in hand[2:] if (seat := _STACK.match(text))), None)
            of_stack = money_of(stack[1] if stack else "")
            if not tournament or of_stack.sign:
                money, tournament = of_stack, ""
        small, big = (money.parse(stakes[0]), money.parse(stakes[1])) if stakes else (0, 0)
        return (
            Header(
                title["site"] or "PartyPoker",
                title["id"],
                "holdem",
                kind.structure,
                small,
                big,
                money,
                tournament,
                _time_of(line, at),
                kind.level,
                kind.speed or ("turbo" if "Turbo" in hand[2][1] else ""),
            ),
            2,
        )

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines, set right where two are in one, a period ends them or a name is cut off."""
        text = "\n".join([line for _, line in lines])
        if _TWO_LINES.search(text):
            lines = [(number, part) for number, line in lines for part in _TWO_LINES.sub(r"\1\n", line).split("\n")]
        if "  posts " in text:
            lines = [(number, line.replace("  posts ", " posts ", 1)) for number, line in lines]
        lines = [(each[0], each[1][:-1]) if each[1][-1:] == "." else each for each in lines]
        dealt = _DEALT.search(text)
        if dealt is not None and f": {dealt[1]} (" not in text:
            lines = _with_whole_name(lines, dealt[1])
        super().read_lines(story, lines)

    def check(self, story: Story) -> None:
        """Note where nobody is said to post the blinds, or somebody checks who must have posted."""
        story.posts_silently = True
        story.has_posts = any(post.verb != ANTE for post in story.posts)
        if not story.has_posts and not story.header.big_bet:
            raise FormatError("no line says how large the blinds are")

    def _mark_all_in(self, said: Said) -> None:
        """Take in that the last decision, which was the player's, was all-in."""
        decisions = said.story.decisions
        if decisions and decisions[-1].name == said.name:
            decisions[-1] = decisions[-1]._replace(all_in=True)

    def _level(self, said: Said) -> None:
        level = _LEVEL.match(said.text)
        if level is not None:
            header = said.story.header
            number = level["id"] if header.tournament == _UNKNOWN else header.tournament
            said.story.header = header._replace(level=level["level"], tournament=number)

    def _blinds(self, said: Said) -> None:
        """Take in the blinds of the level that the hand was played at, which may be higher than at its first line."""
        found = _BLINDS.match(said.text)
        if found is not None:
            small, big = CHIPS.parse(found["small"]), CHIPS.parse(found["big"])
            said.story.header = said.story.header._replace(small_bet=small, big_bet=big)

    def _pots(self, said: Said) -> None:
        rake = said.found["rake"]
        parse = said.story.header.money.parse
        said.story.total = Total(said.story.line, None, None if rake is None else parse(rake))

    def _read_summary(self, story: Story, line: str) -> None:
        found = _RESULT.fullmatch(line) if " balance " in line else None
        if found is None or found["name"] not in story.seats:
            super()._read_summary(story, line)
            return
        if found["out"]:
            return
        name, parse = found["name"], story.header.money.parse
        story.dealt_in.add(name)
        bet = parse(found["bet"] or found["lost"] or "0")
        won = parse(found["won"] or "0")
        if won:
            story.collected.append(Sum(story.line, name, won))
        story.bets.append(Sum(story.line, name, bet))
        story.nets.append(Sum(story.line, name, parse(found["net"].replace("+", "")) if found["net"] else won - bet))
        if found["cards"]:
            story.know(name, self.cards(found["cards"]))


class _Kind(NamedTuple):
    """What a hand's second line says but for the time."""

    structure: Structure
    stakes: tuple[str, str] | None
    """The blinds as they are written; None where the line names what a seat buys in for."""
    tournament: str
    level: str
    speed: str


@lru_cache(maxsize=1 << 12)
def _kind_of(line: str) -> _Kind | str:
    """Return what a hand's second line says before the time, or why the hand is not read."""
    game = _GAME.search(line)
    if game is None or not game["game"].startswith("Texas"):
        what = f"{game['structure'] or game['mailed'] or ''} {game['game']}".strip() if game else repr(line[:60])
        return f"another game: {what} (expected Texas Hold'em)"
    level, mailed = _LEVEL.search(line), _MAILED_TOURNAMENT.search(line)
    tournament = level["id"] if level else mailed["id"] if mailed else ""
    if not tournament and (not game.start() or "Tourney" in line or "Buy-in" in line):
        tournament = _UNKNOWN
    stakes = (_BLINDS.search(line) if tournament else None) or _STAKES.match(line)
    return _Kind(
        _STRUCTURES.get(game["structure"] or game["mailed"] or "", Structure.FIXED_LIMIT),
        (stakes["small"], stakes["big"]) if stakes else None,
        tournament,
        level["level"] if level else "",
        "fast-fold" if "fastforward" in line.lower() else "",
    )


def _time_of(line: str, at: int) -> datetime | None:
    """Return the time that a line ends with, most likely behind the dash at this position."""
    found = _TIME.match(line, at + 2) if at >= 0 else None
    if found is None:
        found = _TIME.search(line)
    if found is None:
        return None
    parts = ("month", "day", "at", "zone", "year")
    month, day, clock, zone, year = (found[part] or found[f"{part}2"] for part in parts)
    return make_time((year, _MONTHS.get(month[:3]), day, *clock.split(":")), zone or "ET")


def _with_whole_name(lines: list[Line], dealt: str) -> list[Line]:
    """Return the lines with the owner's name as the seats have it, where they have only its first word."""
    names = [found[1] for _, line in lines if line[1:5] == "eat " and (found := _SEATED.match(line))]
    short = [name for name in names if dealt.startswith(f"{name} ")]
    if dealt in names or len(short) != 1:
        return lines
    return [
        (number, line.replace(dealt, short[0], 1) if line.startswith((dealt, "Dealt to ")) else line)
        for number, line in lines
    ]
