"""PokerNow's own log: CSV with the columns entry, at, order; the newest line first. Hold'em is read.

A file is read whole, put in order and parsed hand by hand. The lines do not say whose log it is; but whoever once shows
the cards that ``Your hand is`` names is the one, and is the hero of every hand. Of a blind that was posted short the
whole is that of the hands before. The amount of a call or raise, of a straddle and of a big blind that was missed is
the bet it makes on its street.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple

from deluck.cards import DECK, Card, format_card
from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.json_text import Money, time_of, with_money
from deluck.formats.limits import MOST_DOCUMENT_BYTES, megabytes
from deluck.formats.table_hand import TableHand, first_seat
from deluck.games import BOARD_SIZES, Structure
from deluck.games.state import Cards
from deluck.records import Chips, HandRecord

NAME = "pokernow"
SITE = "PokerNow"

_HEAD = re.compile(r'\A\s*"?entry"?,"?at"?,"?order"?\s*$', re.MULTILINE)
_START = re.compile(
    r'-- starting hand #([0-9]+) (?:\(id: ([^()]+)\))? *\(?(.*?)\)? ?\((?:dealer: "(.*)"|dead button)\) --'
)
_GAME = re.compile(r"(No|Pot|Fixed)?[ -]*Limit Texas Hold'em", re.IGNORECASE)
_OLDEST_GAME = "No Limit Texas Hold'em"
"""Of logs that name none, of the spring of 2020."""
_ENDING = "-- ending hand #"
_STACKS = ("Player stacks: ", "Players stacks: ")
_STACK = re.compile(r'(?:#[0-9]{1,3} )?"(.*?)" \(([0-9.,]+)\)(?: \| |$)')
_SAID = re.compile(r'"(.*? @ [^\s"]+|.*?)" ([a-z].*)')
_AMOUNT = r"([0-9][0-9.,]*)"
_ALL_IN = r"(?: and (?:go|is|goes) all[ -]in)?"
_POST = re.compile(
    r"posts an? (small blind|big blind|missing small blind|miss(?:ed|ing) big blind|straddle|ante)"
    rf" of {_AMOUNT}{_ALL_IN}"
)
_ACTION = re.compile(rf"(folds|checks|calls|bets|raises)(?: and all in)?(?: to| with)?(?: {_AMOUNT})?{_ALL_IN}")
_COLLECTED = re.compile(rf"(?:collected|wins|gained) {_AMOUNT}(?: (?:from pot|with)\b.*?(?:\(hand: ([^()]*)\).*)?)?")
_BOUNTY = re.compile(rf'paid {_AMOUNT} for the .*bounty to "(.*)"')
_BOUNTY_WON = re.compile(rf"collected {_AMOUNT} from the .*bounty")
_BOMB_POT = "bomb pot"
_SECOND_BOARD = re.compile(r"(?:Flop|Turn|River) \(second board\):.*")
_SHOWS = re.compile(r"shows an? ([^.]+)\.?")
_RETURNED = re.compile(rf'Uncalled bet of {_AMOUNT} returned to "(.*)"')
_BOARD = re.compile(r"(Flop|Turn|River|flop|turn|river)(?: \((second|third) run\))?: ?(.*)")
_CHANGED = re.compile(rf"The game's (small blind|big blind) was changed from {_AMOUNT} to {_AMOUNT}\.?")
_YOURS = "Your hand is "
_STREETS = {"Flop": 1, "Turn": 2, "River": 3}
_RUNS = {None: 0, "second": 1, "third": 2}
_STRUCTURES = {"No": Structure.NO_LIMIT, "Pot": Structure.POT_LIMIT, "Fixed": Structure.FIXED_LIMIT}
_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

Number = int | float


class _Row(NamedTuple):
    line: int
    entry: str
    at: str
    order: int


def looks_like(head: str) -> bool:
    """Return whether a text begins with the names of the three columns."""
    return _HEAD.match(head) is not None


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand, the oldest first, with the number of the line that it starts with, or the error in its place."""
    rows = attempt(_read_rows, lines)
    if isinstance(rows, FormatError):
        yield 1, rows
        return
    hands = _split(rows)
    hero = _find_hero(hands)
    stakes = _Stakes()
    for hand in hands:
        yield hand[0].line, attempt(_parse_hand, hand, hero, stakes)
        attempt(stakes.follow, hand)


def _read_rows(lines: Iterable[tuple[int, str]]) -> list[_Row]:
    """Return the rows of a file, the oldest first."""
    n_bytes = 0

    def texts() -> Iterator[str]:
        nonlocal n_bytes
        for _, line in lines:
            n_bytes += len(line) + 1
            if n_bytes > MOST_DOCUMENT_BYTES:
                raise FormatError(f"a log of more than {megabytes(MOST_DOCUMENT_BYTES)} (expected at most that)")
            yield f"{line}\n"

    reader = csv.reader(texts())
    try:
        rows = [
            _Row(reader.line_num, parts[0], parts[1], int(parts[2][:30]))
            for parts in reader
            if len(parts) >= 3 and parts[2].isascii() and parts[2].isdigit()
        ]
    except csv.Error as error:
        raise FormatError(f"line {reader.line_num} is not CSV: {error}") from None
    rows.reverse()
    rows.sort(key=itemgetter(3))
    return rows


def _split(rows: Sequence[_Row]) -> list[list[_Row]]:
    """Return the rows of each hand, from its first to the one before the next hand; others stand before the first."""
    hands: list[list[_Row]] = []
    for row in rows:
        if row.entry.startswith("-- starting hand #"):
            hands.append([row])
        elif hands:
            hands[-1].append(row)
    return hands


def _find_hero(hands: Iterable[Sequence[_Row]]) -> str | None:
    """Return whoever once shows the cards that are the reader's own."""
    for hand in hands:
        yours = next((row.entry[len(_YOURS) :] for row in hand if row.entry.startswith(_YOURS)), None)
        for row in hand if yours else ():
            said = _SAID.fullmatch(row.entry)
            shows = _SHOWS.fullmatch(said[2]) if said else None
            if said is not None and shows is not None and shows[1] == yours:
                return said[1]
    return None


class _Stakes:
    """The blinds of the hands before, for those posted short."""

    def __init__(self) -> None:
        self.blinds: dict[str, Number] = {}

    def follow(self, hand: Sequence[_Row]) -> None:
        """Take in the blinds that a hand has in full, and changes of them after it."""
        for row in hand:
            changed = _CHANGED.fullmatch(row.entry) if row.entry.startswith("The game's ") else None
            if changed is not None:
                self.blinds[changed[1]] = _number(changed[3])
            said = _SAID.fullmatch(row.entry) if " blind of " in row.entry else None
            post = _POST.fullmatch(said[2]) if said else None
            if post is not None and post[1] in ("small blind", "big blind") and "all in" not in row.entry:
                self.blinds[post[1]] = _number(post[2])


@dataclass(slots=True)
class _Parsed:
    """What the rows of one hand say."""

    number: str
    structure: Structure
    dealer: str | None
    time: datetime | None
    players: list[tuple[str, Number]] = field(default_factory=list)
    posts: list[tuple[str, str, Number]] = field(default_factory=list)
    moves: list[tuple[str, str, Number]] = field(default_factory=list)
    """Who, what, and the bet it makes; or ``street`` where a new one is dealt."""
    boards: list[list[Card]] = field(default_factory=lambda: [[]])
    cards: dict[str, Cards] = field(default_factory=dict)
    yours: Cards | None = None
    returned: dict[str, Number] = field(default_factory=dict)
    collected: list[tuple[str, Number]] = field(default_factory=list)
    bounties: list[tuple[str, str, Number]] = field(default_factory=list)
    """Who paid whom for winning with certain cards, as of the 7-2 game."""
    bounties_won: list[tuple[str, Number]] = field(default_factory=list)
    is_ended: bool = False


def _parse_hand(rows: Sequence[_Row], hero: str | None, stakes: _Stakes) -> HandRecord:
    start = _START.fullmatch(rows[0].entry)
    number = start[2] or start[1] if start else ""
    try:
        if start is None:
            raise FormatError(f"cannot read {rows[0].entry[:80]!r}")
        game = _GAME.fullmatch(start[3].strip() or _OLDEST_GAME)
        if game is None:
            raise FormatError(f"another game: {start[3].strip()[:40]} (expected No Limit Texas Hold'em)")
        structure = _STRUCTURES[(game[1] or "Fixed").capitalize()]
        parsed = _Parsed(number, structure, start[4], time_of(rows[0].at))
        for row in rows[1:]:
            _read(parsed, row.entry)
        if not parsed.is_ended:
            raise FormatError("the log ends before the hand does")
        return with_money(lambda money: _record(parsed, hero, stakes, money), 1)
    except DeluckError as error:
        raise FormatError(f"hand {number[:40]!r}: {error}") from None


def _read(parsed: _Parsed, entry: str) -> None:
    """Take in one row; whatever is no part of the play is passed over, and the money shows if that was wrong."""
    said = _SAID.fullmatch(entry)
    if said is not None:
        _read_said(parsed, said[1], said[2])
    elif entry.startswith(_ENDING):
        parsed.is_ended = True
    elif parsed.is_ended:
        return
    elif entry.startswith(_STACKS):
        parsed.players = [(stack[1], _number(stack[2])) for stack in _STACK.finditer(entry)]
    elif entry.startswith(_YOURS):
        parsed.yours = _parse_cards(entry[len(_YOURS) :])
    elif (board := _BOARD.fullmatch(entry)) is not None:
        _read_board(parsed, board[1].capitalize(), _RUNS[board[2]], board[3])
    elif (returned := _RETURNED.fullmatch(entry)) is not None:
        parsed.returned[returned[2]] = parsed.returned.get(returned[2], 0) + _number(returned[1])
    elif _SECOND_BOARD.fullmatch(entry):
        raise FormatError("another game: double board (expected one board)")


def _read_said(parsed: _Parsed, player: str, words: str) -> None:
    shows = _SHOWS.fullmatch(words) if words.startswith("show") else None
    if shows is not None:
        cards = _parse_cards(shows[1])
        if player not in parsed.cards or len(cards) > 1:
            parsed.cards[player] = cards
    elif "bounty" in words:
        _read_bounty(parsed, player, words)
    elif parsed.is_ended:
        return
    elif _BOMB_POT in words:
        raise FormatError("another game: bomb pot (expected blinds)")
    elif (action := _ACTION.fullmatch(words)) is not None:
        parsed.moves.append((player, action[1], _number(action[2]) if action[2] else 0))
    elif (post := _POST.fullmatch(words)) is not None:
        parsed.posts.append((player, post[1], _number(post[2])))
    elif (collected := _COLLECTED.fullmatch(words)) is not None:
        parsed.collected.append((player, _number(collected[1])))
        if collected[2]:
            parsed.cards.setdefault(player, _parse_cards(collected[2]))


def _read_bounty(parsed: _Parsed, player: str, words: str) -> None:
    """Take in what one player paid another outside the pot, also once the hand has ended."""
    paid, won = _BOUNTY.fullmatch(words), _BOUNTY_WON.fullmatch(words)
    if paid is not None:
        parsed.bounties.append((player, paid[2], _number(paid[1])))
    elif won is not None:
        parsed.bounties_won.append((player, _number(won[1])))


def _read_board(parsed: _Parsed, street: str, run: int, text: str) -> None:
    """Take in a street: ``[7♠, 5♥, 6♥]``, or the cards before it and the new one in brackets."""
    before, _, new = text.partition("[")
    cards = (*(_parse_cards(before) if before.strip() else ()), *_parse_cards(new.rstrip("] ")))
    if len(cards) != BOARD_SIZES[_STREETS[street]] or run > len(parsed.boards):
        raise FormatError(f"cannot read the board {text[:40]!r} of the {street.lower()}")
    if run == len(parsed.boards):
        parsed.boards.append([])
    parsed.boards[run] = [card for card in cards if card is not None]
    if not run:
        parsed.moves.append(("", "street", 0))


# the record


def _record(parsed: _Parsed, hero: str | None, stakes: _Stakes, money: Money) -> HandRecord:
    players = [player for player, _ in parsed.players]
    seat_of = {player: seat for seat, player in enumerate(players)}
    named = {who for who, _, _ in parsed.posts}.union([who for who, _, _ in parsed.moves if who])
    named.update([who for who, _ in (*parsed.collected, *parsed.bounties_won)])
    unknown = named.union(*[(payer, winner) for payer, winner, _ in parsed.bounties]) - seat_of.keys()
    if unknown:
        raise FormatError(f"{min(unknown)[:40]} is not among the players with stacks")
    table = _seated(parsed, seat_of, stakes, money)
    ante = max([money.of(amount, kind) for _, kind, amount in parsed.posts if kind == "ante"], default=0)
    for player, kind, amount in parsed.posts:
        _post(table, seat_of[player], kind, money.of(amount, kind), ante)
    for player, kind, amount in parsed.moves:
        _move(table, seat_of.get(player, 0), kind, money.of(amount, kind))
    table.end_street()
    for player, amount in parsed.returned.items():
        if player not in seat_of or table.returned[seat_of[player]] != money.of(amount, "the uncalled bet"):
            due = table.returned[seat_of[player]] if player in seat_of else 0
            raise FormatError(f"{amount} returned to {player[:40]} (expected {due / money.scale:g})")
    won: dict[int, Chips] = {}
    for player, amount in parsed.collected:
        won[seat_of[player]] = won.get(seat_of[player], 0) + money.of(amount, "collected")
    for player, cards in parsed.cards.items():
        if player in seat_of:
            table.cards[seat_of[player]] = (*cards, None)[:2]
    if hero in seat_of and parsed.yours is not None:
        table.cards[seat_of[hero]] = parsed.yours
    return table.record(
        table.payoffs_of(won),
        [tuple(board) for board in parsed.boards],
        hero=seat_of.get(hero) if hero is not None else None,
        outside=_bounties(parsed, seat_of, money),
        hand_id=parsed.number,
        chips_per_unit=money.scale,
        time=parsed.time,
        site=SITE,
    )


def _bounties(parsed: _Parsed, seat_of: dict[str, int], money: Money) -> list[int] | None:
    """Return what each seat got outside the pot, less what it paid there; None where nothing was paid."""
    if not parsed.bounties and not parsed.bounties_won:
        return None
    outside = [0] * len(seat_of)
    for payer, winner, amount in parsed.bounties:
        outside[seat_of[payer]] -= money.of(amount, "a bounty")
        outside[seat_of[winner]] += money.of(amount, "a bounty")
    for winner, amount in parsed.bounties_won:
        if outside[seat_of[winner]] != money.of(amount, "a bounty"):
            due = outside[seat_of[winner]] / money.scale
            raise FormatError(f"{amount} from the bounty for {winner[:40]} (expected {due:g}, which the others paid)")
    return outside


def _seated(parsed: _Parsed, seat_of: dict[str, int], stakes: _Stakes, money: Money) -> TableHand:
    blinds = dict(stakes.blinds)
    posters: dict[str, list[int]] = {}
    behind = [money.of(stack, "stack") for _, stack in parsed.players]
    for player, kind, amount in parsed.posts:
        seat, chips = seat_of[player], money.of(amount, kind)
        posters.setdefault(kind, []).append(seat)
        if kind in ("small blind", "big blind"):
            is_short = amount < blinds.get(kind, 0) and chips == behind[seat]
            blinds[kind] = blinds[kind] if is_short else amount
        behind[seat] -= chips
    small, big = posters.get("small blind", []), posters.get("big blind", [])
    if parsed.dealer is not None and parsed.dealer in seat_of:
        by_button = (seat_of[parsed.dealer] + 1) % len(seat_of)
    else:
        by_button = (small or big or [0])[0]
    big_blind = money.of(blinds.get("big blind", 0), "big blind")
    return TableHand(
        _names(list(seat_of)),
        [money.of(stack, "stack") for _, stack in parsed.players],
        first_seat(len(seat_of), by_button, small, big),
        small_blind=min(money.of(blinds.get("small blind", 0), "small blind"), big_blind),
        big_blind=big_blind,
        structure=parsed.structure,
    )


def _names(players: list[str]) -> list[str]:
    """Return the players' names without their ids, where that leaves them apart."""
    names = [player.rpartition(" @ ")[0] or player for player in players]
    return names if len(set(names)) == len(names) else players


def _post(table: TableHand, seat: int, kind: str, chips: int, ante: int) -> None:
    """Post chips; live ones out of turn are named with what was posted before, as a straddle of the small blind."""
    all_of_it, before = table.behind(seat), table.bets[seat]
    if kind == "ante":
        table.post(seat, chips, ante if chips == all_of_it else chips, kind="ante")
    elif kind == "straddle":
        table.post(seat, chips - before, chips - before, kind="blind")
    elif kind == "missing small blind":
        table.post(seat, chips, table.small_blind if chips == all_of_it < table.small_blind else chips, kind="dead")
    else:
        due = (table.small_blind if kind == "small blind" else table.big_blind) - before
        chips -= before
        is_late = kind.startswith("miss")
        table.post(seat, chips, due if chips == all_of_it < due else chips, kind="post" if is_late else "blind")


def _move(table: TableHand, seat: int, kind: str, level: int) -> None:
    if kind == "street":
        table.end_street()
    elif kind == "folds":
        table.fold(seat)
    elif kind == "checks":
        table.check(seat)
    elif kind == "calls":
        table.call(seat, level - table.bets[seat])
    else:
        table.bet_to(seat, level)


def _number(text: str) -> Number:
    plain = text.rstrip(".,").replace(",", "")
    try:
        return float(plain) if "." in plain else int(plain[:30])
    except ValueError:
        raise FormatError(f"not an amount: {text[:20]!r}") from None


def _parse_cards(text: str) -> Cards:
    """Return cards such as ``10♥, 3♥``; none where a text has none."""
    words = [word.strip() for word in text.split(",")]
    if words == [""]:
        return ()
    for word in words:
        if word not in _CARDS:
            raise FormatError(f"not a card: {word[:20]!r} in {text[:40]!r} (expected e.g. '10♥')")
    return tuple([_CARDS[word] for word in words])


_CARDS = {
    f"{rank}{suit}": card
    for card in DECK
    for rank in ({format_card(card)[0], "10"} if format_card(card)[0] == "T" else {format_card(card)[0]})
    for suit in (format_card(card)[1], _SYMBOLS[format_card(card)[1]])
}
