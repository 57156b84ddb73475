"""ACPC logs straight to columns: lean work a line, the rest on whole batches in numpy.

Hands that are plain (each part of the usual width, every card of the showdown known) are read and checked here, their
betting for legality and their payoffs against the showdown. Whatever is not plain, or does not pass, goes through
`acpc.parse_line` and `deluck.records.validate`, so that the rejections and their reasons are those of the record path,
which is the oracle in the tests.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_CARDS, RANKS, SUITS
from deluck.errors import DeluckError, FormatError
from deluck.evaluator import strengths
from deluck.formats import acpc
from deluck.games import Rules
from deluck.records import HandRecord, validate
from deluck.records.columns import HandColumns

_MOST_MEMORISED = 200_000  # texts of betting and payoffs that are kept; a match has fewer
_BOARD_WIDTHS = (0, 7, 10, 13)
_N_BOARD = (0, 3, 4, 5)
_UNKNOWN = "?"


class Betting(NamedTuple):
    """A legal line of betting: what everybody did and put in."""

    actions: bytes
    actors: bytes
    contributions: tuple[int, ...]
    live: tuple[bool, ...]
    n_streets: int


class _Street(NamedTuple):
    actions: bytes
    actors: bytes
    bets: tuple[int, ...]
    live: tuple[bool, ...]


class _Payoffs(NamedTuple):
    numerators: tuple[int, ...]
    denominator: int


class ColumnsParser:
    """Turns lines of ACPC logs into columns batch by batch; what it has seen once it need not work out again."""

    def __init__(self) -> None:
        self._streets: dict[tuple[str, int, tuple[bool, ...]], _Street | None] = {}
        self._bettings: dict[tuple[str, int], Betting | None] = {}
        self._payoffs: dict[str, _Payoffs | None] = {}
        self._names: dict[str, tuple[str, ...]] = {}

    def parse(self, lines: list[tuple[int, str]]) -> tuple[HandColumns | None, list[tuple[int, FormatError]]]:
        """Return the hands of STATE lines in order, and the lines that hold no sound hand with the reason."""
        for memory in (self._streets, self._bettings, self._payoffs, self._names):
            if len(memory) > _MOST_MEMORISED:
                memory.clear()
        plain = [self._plain(line) for _, line in lines]
        rows = [row for row, hand in enumerate(plain) if hand is not None]
        batch = _Batch([hand for hand in plain if hand is not None])
        sound = batch.check()
        done = {row for row, is_sound in zip(rows, sound.tolist(), strict=True) if is_sound}
        if len(done) == len(lines):
            return (batch.columns(sound) if lines else None), []
        return _with_others(batch.columns(sound) if done else None, sorted(done), lines)

    def _plain(self, line: str) -> "_Plain | None":
        """Return the parts of a line that has the usual widths and legal betting, else None."""
        parts = line.split(":", 5)
        if len(parts) != 6:
            return None
        _, number, text, cards, payoffs_text, names_text = parts
        names = self._names.get(names_text)
        if names is None:
            names = self._names[names_text] = tuple(names_text.split("|"))
        n_seats = len(names)
        key = (text, n_seats)
        if key not in self._bettings:
            self._bettings[key] = self._betting(text, n_seats)
        betting = self._bettings[key]
        if payoffs_text not in self._payoffs:
            self._payoffs[payoffs_text] = _parse_payoffs(payoffs_text)
        payoffs = self._payoffs[payoffs_text]
        if betting is None or payoffs is None or len(payoffs.numerators) != n_seats:
            return None
        width = 5 * n_seats - 1 + _BOARD_WIDTHS[betting.n_streets - 1]
        if len(cards) != width:
            cards = _with_unknown_holes(cards)
            if len(cards) != width:
                return None
        elif _UNKNOWN in cards:
            return None
        if not (number.isdigit() and number.isascii() and len(number) <= 18):
            return None
        return number, betting, cards, payoffs, names

    def _betting(self, text: str, n_seats: int) -> Betting | None:
        if not 2 <= n_seats <= 10:
            return None
        streets = text.split("/")
        live = (True,) * n_seats
        put_in = [0] * n_seats
        actions, actors = b"", b""
        if len(streets) > 4:
            return None
        for number, letters in enumerate(streets):
            key = (letters, number, live)
            if key not in self._streets:
                self._streets[key] = _play_street(letters, number, live)
            street = self._streets[key]
            if street is None:
                return None
            actions += street.actions
            actors += street.actors
            live = street.live
            put_in = [before + bet for before, bet in zip(put_in, street.bets, strict=True)]
        if sum(live) > 1 and len(streets) < 4:
            return None
        return Betting(actions, actors, tuple(put_in), live, len(streets))


def batches(
    lines: Iterable[tuple[int, str]], batch_size: int = 32_768
) -> Iterator[tuple[HandColumns | None, list[tuple[int, FormatError]]]]:
    """Yield the hands of an ACPC log as columns of at most so many hands, with the lines rejected among them."""
    parser = ColumnsParser()
    waiting: list[tuple[int, str]] = []
    errors: list[tuple[int, FormatError]] = []
    refused: acpc.Refused | None = None
    for number, line in lines:
        if line.startswith("STATE:") and refused is None:
            waiting.append((number, line))
            if len(waiting) == batch_size:
                columns, rejected = parser.parse(waiting)
                yield columns, sorted([*errors, *rejected], key=lambda error: error[0])
                waiting, errors = [], []
            continue
        refused, error = acpc.follow(number, line, refused)
        if error is not None:
            errors.append(error)
            if len(errors) == batch_size:  # so that a file of junk is not held either
                yield None, errors
                errors = []
    if refused is not None:
        errors.append((refused.line, refused.error()))
    columns, rejected = parser.parse(waiting)
    yield columns, sorted([*errors, *rejected], key=lambda error: error[0])


_Plain = tuple[str, Betting, str, _Payoffs, tuple[str, ...]]


class _Batch:
    """Plain hands, their parts laid out as arrays."""

    def __init__(self, hands: list[_Plain]) -> None:
        self.hands = hands
        n_hands = len(hands)
        self.n_seats = np.array([len(names) for *_, names in hands], dtype=np.int64)
        self.width = int(self.n_seats.max(initial=2))
        self.cards = np.full((n_hands, self.width, 2), -1, dtype=np.int8)
        self.board = np.full((n_hands, 5), -1, dtype=np.int8)
        self.put_in = self._by_seat([betting.contributions for _, betting, *_ in hands], np.int64)
        self.live = self._by_seat([betting.live for _, betting, *_ in hands], np.bool_)
        self.numerators = self._by_seat([payoffs.numerators for *_, payoffs, _ in hands], np.int64)
        self.denominators = np.array([payoffs.denominator for *_, payoffs, _ in hands], dtype=np.int64)

    def _by_seat(self, rows: list[tuple[int, ...]], dtype: type[np.generic]) -> NDArray[np.int64]:
        if (self.n_seats == self.width).all():
            return np.array(rows, dtype=dtype).reshape(len(rows), self.width)
        return np.array([row + (0,) * (self.width - len(row)) for row in rows], dtype=dtype)

    def check(self) -> NDArray[np.bool_]:
        """Fill in the cards; return which hands have sound cards and the payoffs that the rules give."""
        sound = np.zeros(len(self.hands), dtype=np.bool_)
        n_streets = np.array([betting.n_streets for _, betting, *_ in self.hands], dtype=np.int64)
        for seats in np.unique(self.n_seats).tolist():
            for streets in range(1, 5):
                rows = np.flatnonzero((self.n_seats == seats) & (n_streets == streets))
                if rows.size:
                    sound[rows] = self._read_cards(rows, seats, streets)
        sound &= self._are_paid(sound)
        return sound

    def _read_cards(self, rows: NDArray[np.int64], seats: int, streets: int) -> NDArray[np.bool_]:
        text = "".join([self.hands[row][2] for row in rows.tolist()])
        symbols = np.frombuffer(text.encode("ascii", "replace"), dtype=np.uint8).reshape(len(rows), -1)
        starts, bars, slashes = _layout(seats, streets)
        cards = _RANK_OF_SYMBOL[symbols[:, starts]] * 4 + _SUIT_OF_SYMBOL[symbols[:, starts + 1]]
        known = cards >= 0
        sound = ((cards >= -1) & (cards < N_CARDS)).all(axis=1)
        sound &= (symbols[:, bars] == ord("|")).all(axis=1) & (symbols[:, slashes] == ord("/")).all(axis=1)
        bits = np.where(known, np.left_shift(np.int64(1), np.maximum(cards, 0).astype(np.int64)), 0)
        sound &= np.bitwise_or.reduce(bits, axis=1) == bits.sum(axis=1)
        self.cards[rows, :seats] = cards[:, : 2 * seats].reshape(-1, seats, 2)
        self.board[rows, : _N_BOARD[streets - 1]] = cards[:, 2 * seats :]
        return np.asarray(sound)

    def _are_paid(self, sound: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which hands are paid by the rules: odd chips to the first winners, or cut."""
        rank = self.live.astype(np.int64)
        showdown = sound & (self.live.sum(axis=1) > 1)
        is_told = ~(showdown & (self.live & (self.cards[:, :, 0] < 0)).any(axis=1))
        showdown &= is_told
        for seat in range(self.width):
            rows = np.flatnonzero(showdown & self.live[:, seat])
            if rows.size:
                rank[rows, seat] = strengths(np.concatenate([self.cards[rows, seat], self.board[rows]], axis=1))
        winners = rank == rank.max(axis=1, initial=0)[:, None]
        pot = self.put_in.sum(axis=1)[:, None]
        n_winners = winners.sum(axis=1)[:, None]
        share, n_odd = np.divmod(pot, np.maximum(n_winners, 1))
        place = winners.cumsum(axis=1) - 1
        whole = np.where(winners, share + (place < n_odd), 0) - self.put_in
        parts = self.denominators[:, None]
        paid_whole = (self.numerators == whole * parts).all(axis=1)
        paid_cut = (self.numerators * n_winners == (pot * winners - self.put_in * n_winners) * parts).all(axis=1)
        return np.asarray((paid_whole | paid_cut) & is_told)

    def columns(self, sound: NDArray[np.bool_]) -> HandColumns:
        """Return the sound hands as columns."""
        hands = [hand for hand, is_sound in zip(self.hands, sound.tolist(), strict=True) if is_sound]
        n_seats, denominators = self.n_seats[sound], self.denominators[sound]
        width = int(n_seats.max(initial=0))
        rules, rules_index = _rules(n_seats)
        names, players = _players([names for *_, names in hands], width)
        lengths = np.array([len(betting.actions) for _, betting, *_ in hands], dtype=np.int64)
        hand_ids = np.empty(len(hands), dtype=object)
        hand_ids[:] = [number for number, *_ in hands]
        return HandColumns.from_holdem(
            rules=rules,
            names=names,
            rules_index=rules_index,
            hand_ids=hand_ids,
            players=players,
            cards=self.cards[sound, :width],
            board=self.board[sound],
            action_starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
            actions=np.frombuffer(b"".join([betting.actions for _, betting, *_ in hands]), dtype=np.uint8),
            actors=np.frombuffer(b"".join([betting.actors for _, betting, *_ in hands]), dtype=np.int8),
            payoffs=self.numerators[sound, :width] / denominators[:, None],
            payoff_denominators=denominators.astype(np.int32),
        )


def _rules(n_seats: NDArray[np.int64]) -> tuple[list[Rules], NDArray[np.int32]]:
    """Return the rules of each number of seats in the order they first appear, and each hand's place among them."""
    found, first, index = np.unique(n_seats, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return [acpc.rules_of(int(seats)) for seats in found[order]], place[index.reshape(-1)]


def _players(seated: list[tuple[str, ...]], width: int) -> tuple[list[str], NDArray[np.int32]]:
    """Return every name once and each hand's seats as places among them, -1 past its last seat."""
    places: dict[str, int] = {}
    row_of: dict[tuple[str, ...], list[int]] = {}
    for names in seated:
        if names not in row_of:
            row = [places.setdefault(name, len(places)) for name in names]
            row_of[names] = row + [-1] * (width - len(row))
    return list(places), np.array([row_of[names] for names in seated], dtype=np.int32).reshape(len(seated), width)


def _with_others(
    plain: HandColumns | None, done: list[int], lines: list[tuple[int, str]]
) -> tuple[HandColumns | None, list[tuple[int, FormatError]]]:
    """Return the plain hands together with those that only the record path can read, and what it rejects."""
    is_done = set(done)
    records: list[HandRecord] = []
    rows = list(done)
    errors: list[tuple[int, FormatError]] = []
    for row, (number, line) in enumerate(lines):
        if row in is_done:
            continue
        try:
            record = acpc.parse_line(line)
            validate(record)
        except DeluckError as error:
            errors.append((number, error if isinstance(error, FormatError) else FormatError(str(error))))
        else:
            records.append(record)
            rows.append(row)
    parts = [*([plain] if plain is not None else []), *([HandColumns.from_records(records)] if records else [])]
    if not parts:
        return None, errors
    return HandColumns.concatenate(parts)[np.argsort(rows)] if records else parts[0], errors


def _parse_payoffs(text: str) -> _Payoffs | None:
    try:
        payoffs = [Fraction(acpc.parse_payoff(part)) for part in text.split("|")]
    except FormatError:
        return None
    denominator = lcm(*[payoff.denominator for payoff in payoffs])
    numerators = tuple([int(payoff * denominator) for payoff in payoffs])
    if max(map(abs, numerators)) > 1 << 40 or denominator > 1 << 16:  # far from any hand's: let the record path say so
        return None
    return _Payoffs(numerators, denominator)


def _play_street(letters: str, street: int, live: tuple[bool, ...]) -> _Street | None:
    """Return what happens on a street where nobody can run out of chips, or None if it is not legal."""
    rules = acpc.rules_of(len(live))
    seats = [seat for seat, is_live in enumerate(live) if is_live]
    bets = [0] * len(live)
    if street == 0:
        bets[rules.small_blind_seat], bets[rules.big_blind_seat] = rules.small_blind, rules.big_blind
    level = max(bets)
    first = rules.first_seat(street)
    queue = [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]
    n_raises = 0
    actors = []
    for letter in letters:
        if not queue or len(seats) < 2:
            return None
        seat = queue.pop(0)
        actors.append(seat)
        if letter == "r" and n_raises < rules.max_raises[street]:
            n_raises += 1
            level += rules.bet_sizes[street]
            bets[seat] = level
            queue = [other for other in seats if other > seat] + [other for other in seats if other < seat]
        elif letter == "c":
            bets[seat] = level
        elif letter == "f" and bets[seat] < level:
            seats.remove(seat)
        else:
            return None
    if len(seats) > 1 and queue:
        return None
    still_live = tuple([seat in seats for seat in range(len(live))])
    return _Street(bytes(map("fcr".index, letters)), bytes(actors), tuple(bets), still_live)


def _layout(seats: int, streets: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return where the cards, the bars and the slashes stand in the cards of a line."""
    holes = [5 * seat + offset for seat in range(seats) for offset in (0, 2)]
    bars = [5 * seat - 1 for seat in range(1, seats)]
    end = 5 * seats - 1
    board = [end + start for start in (1, 3, 5, 8, 11)][: _N_BOARD[streets - 1]]
    slashes = [end + start for start in (0, 7, 10)][: streets - 1]
    return np.array([*holes, *board]), np.array(bars), np.array(slashes, dtype=np.int64)


def _with_unknown_holes(cards: str) -> str:
    """Return the cards with question marks for the holdings that are left out."""
    holes, slash, board = cards.partition("/")
    return "|".join([hole or _UNKNOWN * 4 for hole in holes.split("|")]) + slash + board if "?" not in cards else ""


def _symbol_table(symbols: str, *, unknown: int, other: int) -> NDArray[np.int8]:
    table = np.full(256, other, dtype=np.int8)
    table[ord(_UNKNOWN)] = unknown
    for value, symbol in enumerate(symbols):
        table[ord(symbol)] = value
    return table


# Four times a rank and a suit make a card, two question marks -1, and anything else a number that is neither.
_RANK_OF_SYMBOL = _symbol_table(RANKS, unknown=-16, other=-17)
_SUIT_OF_SYMBOL = _symbol_table(SUITS, unknown=63, other=-64)
