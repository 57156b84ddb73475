import random
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import deluck
from deluck.assessment import Assessment
from deluck.games import HoldemDeal, HoldemRules, HoldemState
from deluck.library import Hands
from deluck.records import Decision, HandRecord
from deluck.report.interactive import plotly_source

NASTY = '<script>alert("1")</script>', "\"><img src=x onerror='alert(2)'>"


def played(folder: Path, *players: str, n_hands: int, duplicate: bool = False) -> Hands:
    log = folder / "-".join(players).replace(":", "_").replace("/", "_")
    deluck.play(*players, n_hands=n_hands, seed=7, duplicate=duplicate, log=log)
    return deluck.read(log)


@pytest.fixture(scope="session")
def match(tmp_path_factory) -> Assessment:
    hands = played(tmp_path_factory.mktemp("m"), "random:fold=0.1,call=0.5,raise=0.4", "baseline", n_hands=400)
    return deluck.assess(hands)


@pytest.fixture(scope="session")
def duplicate(tmp_path_factory) -> Assessment:
    hands = played(tmp_path_factory.mktemp("d"), "always-raise", "baseline", n_hands=200, duplicate=True)
    return deluck.assess(hands)


@pytest.fixture(scope="session")
def ring(tmp_path_factory) -> Assessment:
    """Three at the table: only money can be told."""
    return deluck.assess(played(tmp_path_factory.mktemp("r"), "always-call", "random", "always-fold", n_hands=50))


@pytest.fixture(scope="session")
def no_limit() -> Assessment:
    """Four at a no-limit table who change seats."""
    rng = random.Random(8)
    names, records = ("North", "South", "East", "West"), []
    for number in range(80):
        rules = HoldemRules.no_limit(4)
        deal = HoldemDeal.from_deck(rng.sample(range(52), 13), 4)
        state = HoldemState(rules, deal, (900,) * 4)
        decisions = []
        while state.actor is not None:
            decisions.append(Decision(state.actor, rng.choice(state.legal_actions())))
            state.act(decisions[-1].action)
        turn = number % 4
        records.append(
            HandRecord(
                rules=rules,
                deal=deal,
                decisions=tuple(decisions),
                payoffs=state.payoffs(),
                names=names[turn:] + names[:turn],
                stacks=(900,) * 4,
                hand_id=str(number),
            )
        )
    return deluck.assess(records)


@pytest.fixture(scope="session")
def single() -> Assessment:
    return deluck.assess("STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:North|South")


@pytest.fixture(scope="session")
def nasty(tmp_path_factory) -> Assessment:
    """Players whose names are HTML, and a line that cannot be read."""
    hands = played(tmp_path_factory.mktemp("n"), "always-raise", "random", n_hands=60)

    def renamed(hand: HandRecord) -> HandRecord:
        new = dict(zip(hands.players, NASTY, strict=True))
        return replace(hand, names=tuple(new[name] for name in hand.names))

    bad = deluck.read("STATE:<b>:cc:\n" + "STATE:0:f:5d5c|9hQd:5|-5:North|South\n").rejected
    return deluck.assess([*bad, *map(renamed, hands)], player=NASTY[0])


VOID = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.tables: dict[str, dict[str, list[str]]] = {}
        self.captions: list[str] = []
        self._open: list[str] = []
        self._classes: list[str] = []
        self._table: str | None = None
        self._row: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.elements.append((tag, found))
        if tag not in VOID:
            self._open.append(tag)
            self._classes.append(found.get("class") or "")
        if tag == "table":
            self._table = (found.get("id") or found.get("class") or "").removeprefix("table-")
            self.tables[self._table] = {}
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th"):
            self._row.append("")
        elif tag == "caption":
            self.captions.append("")

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open, f"</{tag}> without a beginning"
        assert self._open.pop() == tag
        self._classes.pop()
        if tag == "tr" and self._table is not None and self._row:
            self.tables[self._table][self._row[0]] = self._row[1:]
        elif tag == "table":
            self._table = None

    def handle_data(self, data):
        if {"script", "style"} & set(self._open):
            return
        self.text.append(data)
        if "caption" in self._open:
            self.captions[-1] += data
        elif self._row and {"td", "th"} & set(self._open) and not {"says", "second"} & set(self._classes):
            self._row[-1] += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of every element of a tag."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self) -> str:
        """All text that is shown, with single spaces."""
        return " ".join("".join(self.text).split())


@pytest.fixture(scope="session")
def read_page():
    """Return a function that reads a page back; plotly.js, which is most of it, is left out for speed."""
    return lambda html: Page(html.replace(plotly_source(), ""))
