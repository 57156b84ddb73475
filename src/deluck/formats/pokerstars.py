"""PokerStars text histories of hold'em (no-limit, pot-limit, fixed-limit) and limit seven-card stud, read and written.

GGPoker, Run It Once, PokerBros and others write the same text under their own name, which is the record's site.

What the text leaves open is settled so: the stakes in the header are the blinds, in fixed-limit the small and the big
bet; a small blind of fixed-limit or a bring-in that nobody posted in full is taken for half the small bet (or what the
house is known to ask); options that cannot be seen in a hand (no cap heads-up, folding without a bet, the double bet
with an open pair) are set only in the hands that used them. Stud has no button: the lowest seat is the first, unless
the opener of a street says otherwise.

The small blind posted in turn is that of the big blind's neighbour; another one is dead, another big blind is a live
post, a larger one a straddle, and both at once are a dead small blind and a live big one. An ante that only the big
blind posts is one for all. What was cashed out, and premiums of insurance, count outside the pots.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import ClassVar

from deluck.errors import DeluckError, FormatError
from deluck.formats.histories.rules import Ending, Rule, Said
from deluck.formats.histories.site import LONGEST_LINE, MOST_LINES, Line, Site
from deluck.formats.histories.story import ALL_IN as GOES_ALL_IN
from deluck.formats.histories.story import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    BRINGS_IN,
    CALLS,
    CHECKS,
    COMPLETES,
    FOLDS,
    POST,
    RAISES,
    SEATING,
    SHOWDOWN,
    SMALL,
    STRADDLE,
    SUMMARY,
    Header,
    Story,
    Sum,
)
from deluck.formats.pokerstars_header import AMOUNT, CAP, HEADER, OWN_TABLE, parse_header, with_cents
from deluck.formats.pokerstars_languages import TRANSLATED, language_of, refuse_language
from deluck.formats.pokerstars_writing import parsed_hero, parsed_tournament, write_hand
from deluck.records import HandRecord

_POT = r"(?:the )?(?:main |side )?pot(?:-[0-9]+)?"
_PAIR = "Pair on board - a double bet is allowed"
_CANCELLED = ("hand cancelled", "hand was cancelled", "hand canceled", "hand was canceled")
_ADDED = re.compile(rf"(?:(?:STP [Aa]dded|Cash Drop to Pot) ?: ?(?:total )?|(?:MEGA )?SPLASH dropped )({AMOUNT})")
_OF_SUMMARY = ("Seat ", "Board ", "Total pot ", "Hand was run ", "FIRST Board ", "SECOND Board ", "THIRD Board ")
"""What goes on with a summary after a blank line, as where every line has one behind it."""
_SAYS_NOTHING = re.compile(r"[^\W\d][^\d\[\]*]*")  # words without an amount or a card: nothing that moves chips
_STUD_STREETS = {"3rd": 0, "4th": 1, "5th": 2, "6th": 3}


class PokerStars(Site):
    """The tables of PokerStars and of those who write like it."""

    NAME = "pokerstars"
    HINT = "#"
    STARTS = HEADER
    WITHIN = re.compile(r"PokerStars (?:Zoom |Home )?(?:Hand|Game) #[0-9]{6,}: ")
    NAME_END = ": "
    NAME_ENDS = (": ", " ")
    AMOUNT = AMOUNT
    SUMMARISES_ONCE = True
    ALL_IN = rf" and is all[- ]in| and has reached the {AMOUNT} cap"
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("folds {cards}", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        ("calls {amount}{all_in}", "_decide", CALLS),
        ("bets {amount}{all_in}", "_decide", BETS),
        ("raises {amount} to {total}{all_in}", "_decide", RAISES),
        ("raises(?: to)? {total}{all_in}", "_decide", RAISES),
        ("brings in(?: low)? for {amount}{all_in}", "_decide", BRINGS_IN),
        ("completes(?: it)?(?: to)? {total}{all_in}", "_decide", COMPLETES),
        ("posts small blind {amount}{all_in}", "_post", SMALL),
        ("posts big blind {amount}{all_in}", "_post", BIG),
        ("posts the small blind(?: of)? {amount}{all_in}", "_post", SMALL),
        ("posts the big blind(?: of)? {amount}{all_in}", "_post", BIG),
        ("posts the ante {amount}{all_in}", "_post", ANTE),
        ("posts ante {amount}{all_in}", "_post", ANTE),
        ("posts (?:the )?(?:big blind|button) ante {amount}{all_in}", "_post", ANTE),
        ("posts auto small blind {amount}", "_post", SMALL),
        ("posts auto big blind {amount}", "_post", BIG),
        ("AUTOBB {amount}", "_post", POST),
        ("posts (?:small & big|big & small) blinds {amount}{all_in}", "_post", BOTH),
        ("posts big blind & dead {amount}{all_in}", "_post", BOTH),
        ("posts (?:a |the )?straddle {amount}{all_in}", "_post", STRADDLE),
        ("straddle {amount}{all_in}", "_post", STRADDLE),
        ("STRADDLE {amount}{all_in}", "_post", STRADDLE),
        ("ALLIN {amount}", "_decide", GOES_ALL_IN),
        ("RETURN {amount}", "_return", None),
        ("posts (?:(?:missed |dead |missed small |dead small )?blind|dead)? ?{amount}{all_in}", "_post", POST),
        ("posts (?P<what>[a-z& ]*[a-z]) {amount}{all_in}", "_unknown_post", None),
        (r"(?:shows|mucks|mucked) {cards}(?: \(.*\)| for .*)?", "_show", None),
        (rf"(?:collected|wins) {{amount}} from {_POT}(?: \(pot not awarded .*\))?", "_collect", None),
        (rf"cashed out the hand for {{amount}}(?: \| Cash Out Fee {AMOUNT})?", "_cash_out", None),
        (r"(?:mucks|doesn't|does) (?:not )?(?:show )?hand", "_pass", None),
        (r"Receives Cashout \({amount}\)", "_settle_cash_out", 1),
        (r"Pays Cashout Risk \({amount}\)", "_settle_cash_out", -1),
        (r"(?:pay|pays) premium of all-in insurance \({amount}\)", "_outside", -1),
        (r"(?:receive|receives) .*all-in insurance \({amount}\)", "_outside", 1),
        (r"(?:Chooses|get|gets) .*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Table (?:ID )?'(?P<table>.*)'(?:.*?Seat #(?P<number>[0-9]{1,3}) is the button)?.*", "_table_line", None),
        (
            r"Seat (?P<number>[0-9]{1,3}): (?P<name>.+) \({amount} in [Cc]hips(?:, .+ bounty)?\)(?P<after>.*)",
            "_seat",
            None,
        ),
        (r"Table (?P<table>.*) [0-9]{1,2}-max .*?Seat #(?P<number>[0-9]{1,3}) is the button.*", "_table_line", None),
        (r"Seat #(?P<number>[0-9]{1,3}) is the button", "_button", None),
        (r"Dealt to (?P<text>.*)", "_dealt", None),
        (r"Uncalled bet \({amount}\) returned to (?P<name>.+)", "_return", None),
        (
            r"\*\*\* (?:(?P<run>FIRST|SECOND|THIRD) )?(?P<street>FLOP|TURN|RIVER) \*\*\*"
            r"(?: ?\[(?P<before>[^\[\]]*)\])?(?: ?\[(?P<cards>[^\[\]]*)\])?(?: \{Rake: [^{}]*\}| \([^()\[\]]*\))?",
            "_street",
            None,
        ),
        (r"\*\*\* (?:HOLE CARDS|PRE-?FLOP) \*\*\*", "_street", 0),
        (r"\*\*\* (?P<name>3rd|4th|5th|6th) STREET \*\*\*", "_stud_street", None),
        (r"\*\*\* (?:(?:FIRST|SECOND|THIRD) )?SHOW ?DOWN \*\*\*", "_section", SHOWDOWN),
        (r"\*\*\* SUMMARY \*\*\*", "_section", SUMMARY),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Seat (?P<number>[0-9]{1,3}): (?P<text>.*)", "_summary_seat", None),
        (rf"Total pot:? {{amount}} \| Rake (?P<rake>{AMOUNT})", "_total", None),
        (rf"Total pot:? {{amount}}(?:\b.*?)? \| Rake (?P<rake>{AMOUNT})(?P<fees>.*)", "_total", None),
        (r"Total pot:? {amount}", "_total", None),
        (r"Board {cards}", "_board", None),
        (r"Board: {cards}", "_board", None),
        (r"(?:FIRST|SECOND|THIRD) Board {cards}", "_board", None),
    )
    NOISE = re.compile(
        r""".+\ said,\ ".*"
        |.+\ joins\ the\ table\ at\ seat\ \#[0-9]+|.+\ leaves\ the\ table|.+\ was\ (?:removed|moved)\ from\ .+
        |.+\ will\ be\ allowed\ to\ play\ after\ the\ button|.+\ has\ returned|.+\ (?:is|was)\ (?:dis)?connected
        |.+?:?\ (?:is\ sitting|sits)\ out|.+\ has\ timed\ out(?:\ while\ .+)?|.+\ has\ [0-9]+\ seconds\ left\ to\ act
        |.+\ is\ feeling\ \w+|.+\ (?:re-buys|rebuys|takes\ the\ add-on|adds|added)\b.*|.+:\ Table\ deposit\ .+
        |Hand\ was\ run\ .+|.+\ finished\ the\ tournament.*|.+\ wins\ the\ tournament.*|.+\ wins\ .+\ bounty\ for\ .+
        |.+\ wins\ an?\ .+|.+\ eliminated\ .+|Betting\ is\ capped|The\ deck\ (?:is|was)\ (?:re)?shuffled
        |\*+\ \#\ [0-9]+\ \*+|Hand\ ended\ at\ .+|Game\ (?:started|ended):\ .+""",
        re.VERBOSE,
    )
    SEAT = r"Seat (?P<number>[0-9]{1,3}): (?P<name>.+) \({amount} in [Cc]hips\)"
    _TABLE = re.compile(r"Table '(.*)' [0-9]{1,2}-max Seat #([0-9]{1,3}) is the button")
    _POSITION = re.compile(r"(?: \((?:button|small blind|big blind)\))* ")
    _WON = re.compile(rf"\b(?:won|collected) \(({AMOUNT})\)")
    _APART = re.compile(rf"(Cashout Risk|EV Cashout) \(({AMOUNT})\)")
    _SHOWED = re.compile(r"(?:showed|shows|mucked) \[([^\[\]]*)\]")

    def looks_like(self, head: str) -> bool:
        """Return whether a text that begins so holds PokerStars hands, translated ones too."""
        if "#" not in head and "PokerStars" not in head:
            return False
        lines = (line.strip()[:LONGEST_LINE] for line in head.split("\n") if "#" in line or "PokerStars" in line)
        return any(HEADER.match(line) or TRANSLATED.match(line) for line in lines)

    def split(self, lines: Iterable[Line]) -> Iterator[list[Line]]:
        """Yield the lines of each hand; a hand whose header is lost is separated from the one before it."""
        hand: list[Line] = []
        has_summary = False  # whether the summary has come
        is_closed = False  # whether a blank line has come after it
        indent = ""  # what stands before every line, as in histories sent by mail
        within = self.WITHIN
        for numbered in lines:
            number, text = numbered
            line = text.rstrip()
            if not line:
                is_closed = has_summary
                continue
            if len(line) > LONGEST_LINE:  # looked through by patterns whose time grows faster than the line
                line = line[:LONGEST_LINE]
            cut = -1
            if "PokerStars" in line or ("#" in line and not line.startswith("Table ")):
                cut = self._start_in(line, within)
            if cut < 0 and not is_closed and hand and not indent and len(hand) <= MOST_LINES:  # as nearly always
                hand.append(numbered if line is text else (number, line))
                if line == "*** SUMMARY ***":
                    has_summary = True
                continue
            if cut >= 0:
                if cut and hand:
                    hand.append((number, line[:cut]))
                if hand:
                    yield hand
                hand = []
                has_summary = is_closed = False
                line = line[cut:]
                indent = line[: len(line) - len(line.lstrip())]
            elif is_closed and hand and not line.startswith(_OF_SUMMARY):
                yield hand
                hand = []
                has_summary = is_closed = False
            if indent:
                line = line.removeprefix(indent)
            if (hand or not _is_separator(line)) and len(hand) <= MOST_LINES:
                hand.append((number, line))
            if line == "*** SUMMARY ***":
                has_summary = True
        if hand:
            yield hand

    def starts_hand(self, line: str) -> bool:
        """Return whether a hand starts at a line, whatever came before."""
        parsed = line[:LONGEST_LINE].lstrip()
        return bool(HEADER.match(parsed) or TRANSLATED.match(parsed))

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first line says."""
        first = hand[0][1]
        if not HEADER.match(first) and TRANSLATED.match(first):
            refuse_language(language_of(first) or "another language")
        header = parse_header(first)
        if header.money.chips_per_unit == 1:
            header = with_cents(header, hand)
        return header, 0

    def check(self, story: Story) -> None:
        """Have the summary asked for, and hands that were written here be of no site."""
        story.needs_total = True
        for stated in story.apart:
            found = [each.amount for each in story.outside if each.name == stated.name]
            if not found:
                story.outside.append(stated)
            elif sum(found) != stated.amount:
                money = story.header.money.format
                due = f"{money(stated.amount)} (expected {money(sum(found))})"
                raise FormatError(f"line {stated.line}: {stated.name!r} gets {due} outside the pots")
        if story.table == OWN_TABLE:  # written here of a hand of no site
            story.table = ""
            story.header = story.header._replace(site="")

    def read_remark(self, story: Story, line: str) -> None:
        """Take in what few hands have, and refuse what a player did that nothing is known of."""
        if line == _PAIR:
            story.double_bet = True
            return
        if line.lower().startswith(_CANCELLED):
            raise FormatError("the hand was cancelled")
        if added := _ADDED.fullmatch(line):
            story.added += story.header.money.parse(added[1])
            return
        if story.section == SEATING and not story.seats and (language := language_of(line)):
            refuse_language(language)
        name, between, what = line.partition(": ")
        is_of_play = between and name in story.seats and not _SAYS_NOTHING.fullmatch(what)
        if (is_of_play or line.startswith("***")) and not self.NOISE.fullmatch(line):
            raise FormatError(f"cannot read {line!r}")
        super().read_remark(story, line)

    def _unknown_post(self, said: Said) -> None:
        raise FormatError(f"{said.name!r} posts {said.found['what']} (expected an ante, a blind, both or a straddle)")

    def _seat(self, said: Said) -> None:
        if said.story.section != SEATING or said.story.posts:
            self.read_remark(said.story, said.text)
            return
        super()._seat(said)
        if said.found["after"] == " [hero]":
            said.story.hero = said.found["name"]

    def _stud_street(self, said: Said) -> None:
        said.story.open_street(_STUD_STREETS[said.found["name"]], ())

    def _street(self, said: Said) -> None:
        found = said.found
        if said.story.header.game == "stud7" and said.what is None and found["street"] == "RIVER":
            said.story.open_street(4, self.cards(" ".join([found["before"] or "", found["cards"] or ""])))
        else:
            super()._street(said)

    def _dealt(self, said: Said) -> bool:
        story, text = said.story, said.found["text"]
        if text in story.seats:
            story.dealt_in.add(text)
            return True
        groups: list[str] = []
        while text not in story.seats and text.endswith("]") and " [" in text and len(groups) < 2:
            text, _, cards = text.rpartition(" [")
            groups.insert(0, cards[:-1])
        if text not in story.seats:
            text = next((each for each in story.seats if each.rstrip() == text.rstrip()), text)
        if text not in story.seats:
            return False
        if not groups:
            story.dealt_in.add(text)
        elif story.header.game == "holdem":
            story.know(text, self.cards(" ".join(groups)))
            if text not in story.dealt:
                story.dealt.append(text)
        else:
            story.deal_stud(text, self.cards(groups[0]), self.cards(" ".join(groups[1:])))
        return True

    def _summary_seat(self, said: Said) -> None:
        text = said.found["text"]
        if text not in said.story.seats and not text.endswith(" sitting out"):  # all that is said of who sat out
            super()._summary_seat(said)

    def _cash_out(self, said: Said) -> None:
        paid = said.sum()
        if all(each[1:] != paid[1:] for each in said.story.cashed_out):  # CoinPoker says it once for each pot
            said.story.cashed_out.append(paid)

    def _settle_cash_out(self, said: Said) -> None:
        """Take in what somebody who cashed out got or paid, which may be said more than once."""
        story, chips = said.story, said.what * said.amount()
        if all(each[1:] != (said.name, chips) for each in story.outside):
            story.outside.append(Sum(story.line, said.name, chips))

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines, the table first; with a cap no stack counts for more."""
        cap = CAP.search(lines[0][1]) if "Cap" in lines[0][1] else None
        if cap is not None:
            story.cap = story.header.money.parse(cap[1])
        lines = lines[1:]
        if lines and lines[0][1][:1] in (" ", "\t"):  # pasted somewhere that set all but the first line in
            indent = lines[0][1][: -len(lines[0][1].lstrip())]
            lines = [(number, line.removeprefix(indent)) for number, line in lines]
        if lines and (table := self._TABLE.fullmatch(lines[0][1])):
            story.line = lines[0][0]
            story.table, button = table.groups()
            story.button = int(button)
            lines = lines[1:]
        super().read_lines(story, lines)

    def ending(self, story: Story, number: int, name: str, text: str) -> Ending | None:
        """Return what became of a seat; positions may stand behind its name."""
        position = self._POSITION.match(text, len(name))
        if position is None:
            return None
        end = position.end()
        if text.startswith("folded", end):
            return Ending(number, name)
        shown = self._SHOWED.findall(text, end) if "[" in text else ()
        won = self._WON.findall(text, end)
        parse = story.header.money.parse
        apart = self._APART.findall(text, end) if "ashout" in text else ()
        return Ending(
            number,
            name,
            tuple([self.cards(cards) for cards in shown]),
            tuple([parse(each) for each in won]),
            apart=tuple([parse(each) if kind == "EV Cashout" else -parse(each) for kind, each in apart]),
        )

    def refuse_ending(self, line: str) -> None:
        """Refuse a seat of the summary that cannot be read, or comes twice."""
        raise FormatError(f"cannot read {line!r} (expected what became of a seat, once)")


def _is_separator(line: str) -> bool:
    """Return whether a line only numbers hands, as in histories sent by mail."""
    return line.strip("\ufeff*# 0123456789") == ""


SITE = PokerStars()
NAME, REPLAYS = SITE.NAME, SITE.REPLAYS
looks_like, starts_hand = SITE.looks_like, SITE.starts_hand
split, read, parse, parse_plain = SITE.split, SITE.read, SITE.parse, SITE.parse_plain


def format_hand(record: HandRecord) -> str:
    """Return the history of a hand, ended by blank lines; `parse` reads it back as an equal record.

    Where the record has no time, the text has the first second of 2000, and where it has no table, one named here;
    neither is read back. Of the site only PokerStars can be written, of the time no parts of a second, and a hero only
    with its cards: that the record has others is passed over.

    Raises
    ------
    FormatError
        If the hand holds what such a text cannot say: unknown stacks, cut chips, cards nobody was dealt yet, options
        that the hand did not use, two seats of one name, and the like; or if it breaks its own rules.
    """
    try:
        text = write_hand(record)
    except FormatError:
        raise
    except DeluckError as error:
        raise FormatError(str(error)) from None
    back = [hand for _, hand in parse(enumerate(text.split("\n"), start=1))]
    expected = _as_written(record, back)
    if back != [expected]:
        reason = _difference(expected, back)
        raise FormatError(f"hand {record.hand_id!r} cannot be written as PokerStars text: {reason}")
    return text


def _as_written(record: HandRecord, back: list[HandRecord | FormatError]) -> HandRecord:
    """Return the record without what a text has no place for: its site, parts of seconds, a hero without cards."""
    if len(back) != 1 or not isinstance(back[0], HandRecord):
        return record
    time = None if record.time is None else record.time.replace(microsecond=0)
    read_back = back[0]
    return dataclasses.replace(
        record,
        site=read_back.site,
        time=time,
        tournament=parsed_tournament(record),
        hero=parsed_hero(record),
        level=read_back.level,
        speed=read_back.speed,
    )


def _difference(record: HandRecord, back: list[HandRecord | FormatError]) -> str:
    """Return in words what a text made of a record would lose."""
    if len(back) != 1:
        return f"it would be read as {len(back)} hands"
    (read,) = back
    if isinstance(read, FormatError):
        return str(read)
    return _first_difference("", record, read)


def _first_difference(path: str, was: object, became: object) -> str:
    """Return the first field, or field of a field, in which two values differ."""
    if dataclasses.is_dataclass(was) and type(was) is type(became):
        for field in dataclasses.fields(was):
            before, after = getattr(was, field.name), getattr(became, field.name)
            if before != after:
                return _first_difference(f"{path}.{field.name}".lstrip("."), before, after)
    return f"{path} {was!r} would be read as {became!r}"
