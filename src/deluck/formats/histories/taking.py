"""What a site makes of a line that one of its tables knows: the part of the hand that it says, noted in the story."""

import re
from typing import ClassVar

from deluck.cards import Card
from deluck.errors import FormatError
from deluck.formats.histories.amounts import CODE_BEFORE, SIGN_AFTER, THOUSANDS, Money
from deluck.formats.histories.rules import Ending, Said, Texts
from deluck.formats.histories.story import Story, Sum, Total, read_cards

_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2, "1": 0, "2": 1, "3": 2}
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_MOST_MONEYS = 64
_MOST_HEADINGS = 64


class Taking:
    """The methods that tables of lines refer to."""

    AMOUNT: ClassVar[str] = rf"{CODE_BEFORE}[^\s\[\]()]+{THOUSANDS}{SIGN_AFTER}"
    SUMMARISES_ONCE: ClassVar[bool] = False
    """Whether a seat that the summary has twice is refused."""

    def __init__(self) -> None:
        self._texts: dict[Money, Texts] = {}
        self._headings: dict[str, int] = {}  # the streets by what stands before their cards
        self._fees = re.compile(rf" ({self.AMOUNT})(?= \||$)")

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text."""
        return read_cards(text)

    def ending(self, story: Story, number: int, name: str, text: str) -> Ending | None:  # noqa: ARG002 - a default
        """Return what the text of a seat in the summary, which starts with the name, says; None if it is of no seat."""
        return None

    def refuse_ending(self, line: str) -> None:
        """Pass over a seat of the summary that cannot be read."""

    def _texts_in(self, money: Money) -> Texts:
        """Return what came before with amounts of this money."""
        texts = self._texts.get(money)
        if texts is None:
            if len(self._texts) >= _MOST_MONEYS:
                self._texts.clear()
            texts = self._texts[money] = Texts()
        return texts

    def _pass(self, said: Said) -> None:
        """Pass over a line that says nothing about the play."""

    def _decide(self, said: Said) -> None:
        story, name, given, verb, _ = said
        parse = story.header.money.parse
        amount, total = given.get("amount"), given.get("total")
        story.decide(
            name,
            verb,
            -1 if amount is None and total is not None else parse(amount) if amount else 0,
            parse(total) if total else None,
            all_in=given.get("all_in") is not None,
        )
        cards = given.get("cards")
        if cards is not None:
            story.know(said.name, self.cards(cards))

    def _post(self, said: Said) -> None:
        said.story.post(said.name, said.what, said.amount(), all_in=said.found.get("all_in") is not None)

    def _show(self, said: Said) -> None:
        said.story.know(said.name, self.cards(said.found["cards"]))

    def _collect(self, said: Said) -> None:
        said.story.collected.append(said.sum())

    def _win(self, said: Said) -> None:
        """Take in what the summary says that a player collected."""
        said.story.won.append(said.sum())

    def _outside(self, said: Said) -> None:
        story, sign = said.story, said.what
        story.outside.append(Sum(story.line, said.name, sign * said.amount()))

    def _sit_out(self, said: Said) -> None:
        if any(post.name == said.name for post in said.story.posts):
            said.story.sat_out.add(said.name)

    def _seat(self, said: Said) -> None:
        said.story.add_seat(int(said.found["number"]), said.found["name"], said.amount())

    def _button(self, said: Said) -> None:
        said.story.button = int(said.found["number"])

    def _table_line(self, said: Said) -> None:
        said.story.table = said.found["table"]
        button = said.found.get("number")
        if button is not None:
            said.story.button = int(button)

    def _street(self, said: Said) -> None:
        """Take in a street's heading: of a street given, or of the one it names, on the board it names."""
        story, _, found, street, text = said
        before, new = found.get("before"), found.get("cards")
        cards = self.cards(f"{before} {new}" if before else new) if new else self.cards(before) if before else ()
        run = found.get("run")
        number = _STREETS[found["street"].upper()] if street is None else street
        story.open_street(number, cards, _RUNS[run] if run else 0)
        if cards and run is None and len(self._headings) < _MOST_HEADINGS:
            self._headings[text.partition("[")[0]] = number

    def _opens(self, story: Story, line: str) -> bool:
        """Take in the heading of a street with its board if one that starts so came before."""
        heading, _, rest = line.partition("[")
        street = self._headings.get(heading)
        if street is None or rest[-1:] != "]" or story.header.game != "holdem":
            return False
        cards = rest[:-1].replace("] [", " ")
        if "]" in cards or "[" in cards:
            return False
        story.open_street(street, self.cards(cards))
        return True

    def _summary_seat(self, said: Said) -> None:
        """Take in what the summary says became of a seat, and remember it."""
        story, number, text = said.story, int(said.found["number"]), said.found["text"]
        name = story.numbers.get(number)
        ending = self.ending(story, number, name, text) if name is not None and text.startswith(name) else None
        if ending is None or not self._takes(story, ending):
            self.refuse_ending(said.text)
            return
        texts = self._texts_in(story.header.money)
        texts.remember(texts.endings, said.text, ending)

    def _takes(self, story: Story, ending: Ending) -> bool:
        """Take in what became of a seat, if it is one of this hand."""
        number, name, shown, won, folded, apart = ending
        if story.numbers.get(number) != name or (self.SUMMARISES_ONCE and name in story.summarised):
            return False
        story.summarised.add(name)
        if not (folded or shown or won or apart):
            return True
        if folded:
            story.sat_out.add(name)
        for cards in shown:
            story.know(name, cards)
        for amount in won:
            story.won.append(Sum(story.line, name, amount))
        for amount in apart:
            story.apart.append(Sum(story.line, name, amount))
        return True

    def _section(self, said: Said) -> None:
        """Take in the heading of the showdown or of the summary."""
        said.story.end_play(said.what)

    def _deal(self, said: Said) -> bool:
        """Take in a line that deals cards to a player named within it."""
        story, named = said.story, said.found["name"]
        if named not in story.seats:
            return False
        story.dealt_in.add(named)
        cards = said.found.get("cards")
        if cards:
            story.know(named, self.cards(cards))
            story.dealt.append(named)
        return True

    def _return(self, said: Said) -> bool:
        """Take in a bet that nobody called, given back to a player named within the line or before it."""
        story, named = said.story, said.name
        if not named:
            other = said.found["name"]
            found = [each for each in story.seats if each.rstrip() == other.rstrip()]
            if not found:
                return False
            named = found[0]
        story.returned.append(Sum(story.line, named, said.amount()))
        return True

    def _total(self, said: Said) -> None:
        story = said.story
        if story.total is not None:
            raise FormatError("a second total pot")
        given = said.found
        parse = story.header.money.parse
        pot, rake, fees = given.get("amount"), given.get("rake"), given.get("fees")
        stated = None if rake is None else parse(rake)
        if fees:
            stated = (stated or 0) + sum([parse(fee) for fee in self._fees.findall(fees)])
        story.total = Total(story.line, None if pot is None or pot.endswith("k") else parse(pot), stated)

    def _board(self, said: Said) -> None:
        found = said.found
        run = found.get("run") or said.text.partition(" ")[0]
        said.story.check_board(self.cards(found["cards"]), _RUNS.get(run, 0))
