"""Winning Poker Network (Americas Cardroom, Black Chip Poker) text histories of hold'em, in both of its layouts.

The older one starts each hand with ``Game started at:`` and each action with ``Player``; raises and all-ins name the
chips put in. The newer one starts with ``Hand #`` or ``Game Hand #`` and reads much like PokerStars; without a showdown
only the summary says who won. On cap tables the stack in play is the cap.
"""

import re
from functools import lru_cache
from typing import ClassVar

from deluck.cards import Card
from deluck.errors import FormatError
from deluck.formats.histories.amounts import CHIPS, Money, make_time, money_in, money_of
from deluck.formats.histories.rules import Ending, Rule, Said
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
    SHOWDOWN,
    SMALL,
    STRADDLE,
    SUMMARY,
    Header,
    Story,
    Sum,
)
from deluck.games import Structure

_STRUCTURES = {
    "No Limit": Structure.NO_LIMIT,
    "Pot Limit": Structure.POT_LIMIT,
    "Fixed Limit": Structure.FIXED_LIMIT,
    "Limit": Structure.FIXED_LIMIT,
}
_HEADER = re.compile(
    r"\ufeff?(?:Game )?Hand #(?P<id>\d+) - (?:[^#]*#(?P<tournament>\d+) - )?"
    r"(?P<game>[^()]+?) ?\((?P<structure>[^()]*)\) - "
    r"(?:Level (?P<level>\d+) \((?P<levels>[^()]*)\)|(?P<stakes>[^\s]+?)(?:, Ante [^\s]+)?) ?- "
    r"(\d{4})/(\d\d)/(\d\d) (\d\d?):(\d\d?):(\d\d?)(?: (?P<zone>\w+))?.*"
)
_STREET = (
    r"\*\*\* (?P<street>FLOP|TURN|RIVER)(?: (?P<run>[123]))? \*\*\*:? "
    r"(?:\[(?P<before>[^\[\]]*)\] ?)??\[(?P<cards>[^\[\]]*)\]"
)
_AMOUNT = r"[^\s\[\]()|]*\d"
_new = tuple.__new__  # the constructor of a named tuple would only add a call
_JACKPOT = re.compile(r"\(.*\b(?:JP|Beast)\b.*\)")
_JACKPOT_FEE = 25
"""In cents, of every hand that saw a flop."""
_DEALT = "=== cards ==="  # in place of the lines that deal cards face down
_RESULT = re.compile(
    rf"\*?Player (?P<text>.*?)\.? ?Bets: (?P<bets>{_AMOUNT})\. Collects: (?P<won>{_AMOUNT})\. "
    rf"(?P<way>Wins|Loses): (?P<net>{_AMOUNT})\.?"
)


@lru_cache(maxsize=1 << 13)
def _result_of(line: str) -> tuple[str, ...] | None:
    """Return the parts of a line with a seat's result: who, the bets, the winnings, whether it wins, how much."""
    found = _RESULT.fullmatch(line)
    return None if found is None else found.groups()


class Winning(Site):
    """The tables of the newer layout."""

    NAME = "winning"
    HINT = "Hand #"
    STARTS = re.compile(r"\ufeff?(?:Game )?Hand #(?P<id>\d+) - .*\(.*\) - ")
    WITHIN = re.compile(r"(?:Game )?Hand #\d+ - .*\(.*Limit\) - ")
    AMOUNT = _AMOUNT
    TAKES_UNCALLED = True
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        ("calls {amount}{all_in}", "_decide", CALLS),
        ("bets {amount}{all_in}", "_decide", BETS),
        (rf"raises {_AMOUNT} to {{total}}{{all_in}}", "_decide", RAISES),
        ("caps {amount}", "_cap", None),
        ("posts ante {amount}{all_in}", "_post", ANTE),
        ("posts the small blind {amount}{all_in}", "_post", SMALL),
        ("posts the big blind {amount}{all_in}", "_post", BIG),
        ("posts (?:the )?straddle {amount}{all_in}", "_post", STRADDLE),
        ("straddles? {amount}{all_in}", "_post", STRADDLE),
        ("posts dead {amount}{all_in}", "_post", POST),
        ("posts (?:the )?(?:small and big|small & big|both) blinds? {amount}", "_post", BOTH),
        ("posts {amount}{all_in}", "_post", POST),
        (r"(?:shows|mucks) {cards}.*", "_show", None),
        (r"collected {amount} from .*", "_collect", None),
        (r"(?:does|doesn't|mucks|is|was|has|sits|will|waits|wait|re-buys|rebuys|adds) ?.*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Seat (?P<number>\d{1,2}): (?P<name>.+) \({amount}\)(?P<after>.*)", "_seat", None),
        (r"\*\*\* HOLE CARDS \*\*\*", "_street", 0),
        (_STREET, "_street", None),
        (r"\*\*\* RUN IT [A-Z ]+ \*\*\*", "_pass", None),
        (r"\*\*\* SHOW DOWN(?: [123])? \*\*\*", "_section", SHOWDOWN),
        (r"\*\*\* SUMMARY \*\*\*", "_section", SUMMARY),
        (r"Main pot [^\s]*\d.*", "_pass", None),
        (r"Side pot[^\s]* [^\s]*\d.*", "_pass", None),
        (r"Dealt to (?P<name>.+) {cards}", "_deal", None),
        (r"Uncalled bet \({amount}\) returned to (?P<name>.+)", "_return", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (rf"Total pot {{amount}}(?:\b.*?)? \| Rake (?P<rake>{_AMOUNT})(?P<fees>.*)", "_total", None),
        (r"Total pot {amount}.*", "_total", None),
        (r"Board (?:(?P<run>[123]) )?{cards}", "_board", None),
        (r"Seat (?P<number>\d{1,2}): (?P<text>.*)", "_summary_seat", None),
    )
    _TABLE = re.compile(r"(?:Table '(?P<table>.*)'|(?P<name>.*)) \d+-max Seat #(?P<number>\d{1,2}) is the button")
    _WON = re.compile(rf" won ({_AMOUNT})")
    _SHOWED = re.compile(r" (?:showed|mucked) \[([^\[\]]*)\]")

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first line says."""
        found = _HEADER.fullmatch(hand[0][1])
        if found is None:
            raise FormatError(f"{hand[0][1]!r} belongs to no hand")
        structure = _STRUCTURES.get(found["structure"])
        if found["game"] != "Holdem" or structure is None:
            raise FormatError(f"another game: {found['game']} {found['structure']} (expected Holdem)")
        stakes = (found["levels"] or found["stakes"]).split("/")
        money = CHIPS if found["tournament"] else money_of(stakes[-1])
        if len(stakes) != 2:
            raise FormatError(f"stakes {'/'.join(stakes)!r} (expected a small and a big one)")
        small, big = [money.parse(each) for each in stakes]
        is_fast = len(hand) > 1 and hand[1][1].startswith("Blitz")
        time = make_time(found.groups()[-7:-1], found["zone"] or "UTC")
        return (
            Header(
                "Winning",
                found["id"],
                "holdem",
                structure,
                small,
                big,
                money,
                found["tournament"] or "",
                time,
                found["level"] or "",
                "fast-fold" if is_fast else "",
            ),
            1,
        )

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text; a dash stands for one that was not shown."""
        return super().cards(text if "-" not in text else " ".join([each for each in text.split() if each != "-"]))

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines after the first; the next one has the table and the button."""
        found = self._TABLE.fullmatch(lines[0][1]) if lines else None
        if found is not None:
            story.table = found["table"] or found["name"] or ""
            story.button = int(found["number"])
            lines = lines[1:]
        super().read_lines(story, lines)

    def check(self, story: Story) -> None:
        """Ask for the summary."""
        story.needs_total = True

    def _cap(self, said: Said) -> None:
        take_cap(said)

    def ending(self, story: Story, number: int, name: str, text: str) -> Ending | None:
        """Return what became of a seat."""
        won, shown = self._WON.findall(text, len(name)), self._SHOWED.findall(text, len(name))
        parse = story.header.money.parse
        return Ending(number, name, tuple([self.cards(cards) for cards in shown]), tuple([parse(each) for each in won]))


def take_cap(said: Said) -> None:
    """Take in a bet that reaches the cap of the table: it is all-in, and nobody can put in more."""
    story, name = said.story, said.name
    bets = {0: sum([post.amount for post in story.posts if post.name == name])}  # by street
    for parsed in story.decisions:
        if parsed.name == name:
            before = bets.get(parsed.street, 0)
            bets[parsed.street] = before + parsed.amount if parsed.total is None else parsed.total
    put_in = sum(bets.values()) + said.amount()
    if put_in < story.seats[name].stack:
        story.cap = max(put_in, story.cap or 0)
    story.decide(name, ALL_IN, said.amount())


def take_antes(story: Story) -> None:
    """Take what players put in all-in before the deal for their antes, where others posted one and they did not."""
    antes = [post.name for post in story.posts if post.verb == ANTE]
    if antes:
        for index, post in enumerate(story.posts):
            if post.all_in and post.name not in antes:
                story.posts[index] = post._replace(verb=ANTE)


def _take_jackpot_fee(story: Story) -> None:
    """Count a jackpot's fee that no line states, at a table named after one, with the rake: all lost so much more."""
    total = story.total
    if total is None or total.rake is None or not _JACKPOT.search(story.table):
        return
    lost = -sum([net.amount for net in story.nets])
    is_stated_twice = lost == sum([bet.amount for bet in story.bets]) - sum([won.amount for won in story.collected])
    if is_stated_twice and lost == total.rake + _JACKPOT_FEE:
        story.total = total._replace(rake=lost)


def _posts(hand: list[Line], which: str, money: Money) -> int | None:
    """Return the first small or big blind that was posted in a hand of the older layout."""
    posted = next((line for _, line in hand if f" has {which} blind (" in line), "")
    found = re.search(rf"has {which} blind \(({_AMOUNT})\)", posted)
    return None if found is None else money.parse(found[1])


class OldWinning(Site):
    """The tables of the older layout."""

    NAME = "winning-old"
    UNSEATED = re.compile(r"(.*?) (?:has (?:small|big) blind|folds|checks|calls|bets|raises)\b")
    HINT = "Game started at"
    STARTS = re.compile(r"\ufeff?Game started at: ")
    WITHIN = re.compile(r"Game started at: \d{4}/")
    AMOUNT = _AMOUNT
    PLAYER: ClassVar[tuple[Rule, ...]] = (
        ("folds", "_decide", FOLDS),
        ("checks", "_decide", CHECKS),
        (r"calls \({amount}\)", "_decide", CALLS),
        (r"bets \({amount}\)", "_decide", BETS),
        (r"raises \({amount}\)", "_decide", RAISES),
        (r"(?:allin|caps) \({amount}\)", "_cap", None),
        (r"ante \({amount}\)", "_post", ANTE),
        (r"has small blind \({amount}\)", "_post", SMALL),
        (r"has big blind \({amount}\)", "_post", BIG),
        (r"straddle \({amount}\)", "_post", STRADDLE),
        (r"posts \({amount}\)", "_post", POST),
        (r"posts \({amount}\) as a dead bet", "_post", DEAD),
        (r"received card: {cards}", "_receive", None),
        (r"received a card", "_receive", None),
        (r"(?:sitting|sits) out.*", "_sit_out", None),
        (r"(?:is|mucks|wait|waits|will|was|has|does|shows) ?.*", "_pass", None),
    )
    OTHER: ClassVar[tuple[Rule, ...]] = (
        (r"Game ID: \d+ [\d.,]+/[\d.,]+(?: \(PRR\))? ?(?P<table>.*) \([^()]*\).*", "_table_line", None),
        (r"Seat (?P<number>\d{1,2}) is the button", "_button", None),
        (r"Seat (?P<number>\d{1,2}): (?P<name>.*) \({amount}\)\.?", "_seat", None),
        (_STREET, "_street", None),
        (_DEALT, "_open", None),
        (r"------ Summary ------", "_section", SUMMARY),
        (r"Uncalled bet \({amount}\) returned to ?(?P<name>.*)", "_return", None),
    )
    SUMMARY_OTHER: ClassVar[tuple[Rule, ...]] = (
        (rf"Pot: {{amount}}\. Rake (?P<rake>{_AMOUNT})(?:\. JP fee(?P<fees> {_AMOUNT}))?\.?", "_total", None),
        (r"Pot: {amount}\.?", "_total", None),
        (r"Board: {cards}", "_board", None),
        (r"Game ended at: .*", "_pass", None),
    )
    _GAME = re.compile(
        r"Game ID: (?P<id>\d+) (?P<small>[\d.,]+)/(?P<big>[\d.,]+)(?: \(PRR\))? ?(?P<table>.*) \((?P<game>[^()]*)\)"
        r"(?: \d+-max)?"
    )
    _STARTED = re.compile(r"\ufeff?Game started at: (\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d?):(\d\d?)")
    _TOURNAMENT = re.compile(r", Table (\d+)$")
    _CARDS = re.compile(r"\[([^\[\]]*)\]")

    def hand_name(self, hand: list[Line]) -> str:
        """Return how a refusal names the hand, from its second line."""
        found = self._GAME.fullmatch(hand[1][1]) if len(hand) > 1 else None
        return f"hand #{found['id']}, " if found else ""

    def header(self, hand: list[Line]) -> tuple[Header, int]:
        """Return what the first two lines say; whether it is fixed-limit is seen from the blinds."""
        game = self._GAME.fullmatch(hand[1][1]) if len(hand) > 1 else None
        if game is None:
            raise FormatError("the second line names no game (expected 'Game ID: ...')")
        if game["game"] != "Hold'em":
            raise FormatError(f"another game: {game['game']} (expected Hold'em)")
        table = game["table"].removeprefix("- ").strip()
        tournament = self._TOURNAMENT.search(table)
        is_tournament = tournament is not None or table.startswith("PMS_")
        is_play = table.startswith("PM ")
        money = CHIPS if is_tournament else money_in("" if is_play else "$", 100)
        small, big = money.parse(game["small"]), money.parse(game["big"])
        is_limit = not is_tournament and small != big and _posts(hand, "big", money) == small
        if is_limit and _posts(hand, "small", money) == small:  # the big blind had no more chips than that
            is_limit = False
        started = self._STARTED.match(hand[0][1])
        speed = re.search(r"\b(?:(hyper)[ -]?)?turbo\b", table, re.IGNORECASE)
        return (
            Header(
                "Winning",
                game["id"],
                "holdem",
                Structure.FIXED_LIMIT if is_limit else Structure.NO_LIMIT,
                small,
                big,
                money,
                table if is_tournament else "",
                make_time(started.groups(), "UTC") if started else None,
                "",
                "" if speed is None else "hyper-turbo" if speed[1] else "turbo",
            ),
            1,
        )

    def read_lines(self, story: Story, lines: list[Line]) -> None:
        """Take in the lines without the word before a player's name, but in the summary's results."""
        plain = []
        is_dealt = False
        dealt = ""
        for numbered in lines:
            number, line = numbered
            if line == dealt:  # a second card of the same player
                continue
            if line.startswith("Player "):
                if line.endswith(" received a card."):  # as two lines for each player say
                    if not is_dealt:
                        plain.append((number, _DEALT))
                        is_dealt = True
                    story.dealt_in.add(line[7:-17])
                    dealt = line
                elif ". Collects: " not in line:
                    plain.append((number, line[7:]))
                else:
                    plain.append(numbered)
            else:
                plain.append(numbered)
        super().read_lines(story, plain)

    def _cap(self, said: Said) -> None:
        """Take in an all-in; before the cards are dealt it is a blind, or an ante, that took all chips."""
        story = said.story
        if story.street >= 0:
            take_cap(said)
            return
        name, amount = said.name, said.amount()
        antes = [post.name for post in story.posts if post.verb == ANTE]
        if antes and name not in antes:
            story.post(name, ANTE, amount, all_in=True)
            return
        has_small = any(post.verb == SMALL and (not antes or post.name in antes) for post in story.posts)
        is_small = not has_small and amount <= story.header.small_bet
        story.post(name, SMALL if is_small else BIG, amount, all_in=True)

    def check(self, story: Story) -> None:
        """Ask for the summary; where it has no bet of anybody, as in mined hands, it says nothing of the balance."""
        story.needs_total = True
        take_antes(story)
        _take_jackpot_fee(story)
        if not any(bet.amount for bet in story.bets):
            story.bets, story.nets = [], []

    def _open(self, said: Said) -> None:
        if said.story.street < 0:
            said.story.open_street(0, ())

    def _receive(self, said: Said) -> None:
        story = said.story
        self._open(said)
        story.dealt_in.add(said.name)
        cards = said.found.get("cards")
        if cards is not None:
            new = self.cards(cards)
            known = tuple([card for card in story.cards.pop(said.name, []) if card is not None])
            story.know(said.name, known + new)
            if said.name not in story.dealt:
                story.dealt.append(said.name)

    def _read_summary(self, story: Story, line: str) -> None:
        found = _result_of(line) if ". Collects: " in line else None
        if found is None:
            super()._read_summary(story, line)
            return
        text, bets, won, way, net = found
        name = text.partition(" does not show")[0]
        if name not in story.seats:
            fits = [each for each in story.seats if text.startswith(each)]
            if not fits and not any(digit in bets + won for digit in "123456789"):
                return  # who has no seat and nothing at stake, as a player without a name
            if not fits:
                raise FormatError(f"{text!r} is paid without a seat (expected everybody's stack)")
            name = max(fits, key=len)
        number, parse = story.line, story.header.money.parse
        collected, result = parse(won), parse(net)
        if collected:
            story.collected.append(_new(Sum, (number, name, collected)))
        story.nets.append(_new(Sum, (number, name, result if way == "Wins" else -result)))
        story.bets.append(_new(Sum, (number, name, parse(bets))))
        shown = self._CARDS.search(text, len(name)) if "shows" in text else None
        if shown is not None:
            story.know(name, self.cards(shown[1]))
