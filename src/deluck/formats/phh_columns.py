"""PHH straight to columns: hands scanned by a kernel, the betting walked and the payoffs checked in bulk.

Whatever is not plain hold'em, or not certainly valid, goes through `phh.parse_phh` and `deluck.records.validate`, so
that the rejections and their reasons are those of the record path, which is the oracle in the tests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError, FormatError
from deluck.formats import phh
from deluck.formats import phh_kernels as scanner
from deluck.formats.attempts import attempt
from deluck.formats.in_bulk import ENCODING, NO_ROWS, RANK_OF_SYMBOL, SUIT_OF_SYMBOL, Errors, joined, with_others
from deluck.formats.limits import MOST_BATCH_BYTES, MOST_NAME_LENGTH, check_names
from deluck.formats.phh_fields import Metadata
from deluck.formats.phh_stakes import in_seat_order, stakes_of
from deluck.formats.toml import parse_toml
from deluck.games import BOARD_SIZES, HoldemRules, Structure
from deluck.records import HandColumns, HandRecord, validate
from deluck.records.columns import NO_TIME, Origin, Unit
from deluck.records.conversion import microseconds
from deluck.records.decisions import DecisionColumns, walk_arrays
from deluck.records.validation import find_valid, pay, showdown_strengths

_KEYS = (
    *("variant", "ante_trimming_status", "hand", "players", "actions"),
    *("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings"),
    *("min_bet", "small_bet", "big_bet"),
)
_NOT_PLAIN = ("_deluck", "bring_in")  # fields of the record path alone
_STRUCTURES = (Structure.NO_LIMIT, Structure.POT_LIMIT, Structure.FIXED_LIMIT)
_MOST_MEMORISED = 200_000
_NOT_DEALT = -3


class _Stakes(NamedTuple):
    """The rules of a hand, and its forced bets as columns have them."""

    rules: HoldemRules
    forced: tuple[tuple[int, ...], ...] | None


class _Origins(NamedTuple):
    """What the lines say that are not read in bulk."""

    origin: Origin
    time: int
    currency: str


def batches(
    lines: Iterable[tuple[int, str]],
    batch_size: int = 32_768,
    game: Structure | None = None,
    known: Structure | None = None,
) -> Iterator[tuple[HandColumns | None, Errors]]:
    """Yield the hands of PHH as columns of at most so many hands, with what was rejected among them.

    Hands of stud are yielded apart.

    Parameters
    ----------
    lines
        The numbered lines.
    batch_size
        The most hands of one batch.
    game, known
        Not looked at: hands name theirs.
    """
    del game, known
    parser = ColumnsParser()
    waiting: list[tuple[int, str]] = []
    n_waiting = 0  # characters
    for number, text in phh.split_tables(lines):
        waiting.append((number, text))
        n_waiting += len(text)
        if len(waiting) == batch_size or n_waiting >= MOST_BATCH_BYTES:
            yield from parser.parse(waiting)
            waiting, n_waiting = [], 0
    yield from parser.parse(waiting)


class ColumnsParser:
    """Turns tables of PHH into columns batch by batch; stakes and names that came once are stored."""

    def __init__(self) -> None:
        self._stakes: dict[bytes, _Stakes | None] = {}
        self._names: dict[bytes, tuple[str, ...] | None] = {}

    def parse(self, hands: list[tuple[int, str]]) -> Iterator[tuple[HandColumns | None, Errors]]:
        """Yield the valid hands in order, those of each game apart, and the others with the reason."""
        for memory in (self._stakes, self._names):
            if len(memory) > _MOST_MEMORISED:
                memory.clear()
        plain = attempt(self._plain, [text for _, text in hands])
        # what nobody foresaw in one of the hands is found out one by one
        found, rows = (None, NO_ROWS) if isinstance(plain, FormatError) else plain
        if len(rows) == len(hands):
            yield found, []
            return
        parts, errors = with_others(found, rows, hands, _parse_valid)
        yield None, errors
        for part in parts:
            yield part, []

    def _plain(self, texts: list[str]) -> tuple[HandColumns | None, NDArray[np.int64]]:
        """Return the hands that are plain and certainly valid, and which of the texts they are."""
        if not texts:
            return None, NO_ROWS
        scan = _Scan.of(texts)
        rows, stakes, names, origins = self._described(scan)
        if not rows.size:
            return None, NO_ROWS
        scales = _scales(scan.settings[rows, 2])
        columns = _columns(scan, rows, stakes, names, origins, scales)
        starts = columns.action_starts
        taken = np.repeat(scan.action_starts[rows] - starts[:-1], np.diff(starts)) + np.arange(starts[-1])
        scale_then = np.repeat(scales, np.diff(starts))
        parsed = scan.amounts[taken]
        amounts = np.where(parsed < 0, -1, parsed * scale_then // scanner.MICRO)
        decisions = walk_arrays(columns, columns.actors.copy(), amounts)
        valid = np.ones(len(rows), np.bool_)
        wrong = np.array(BOARD_SIZES)[decisions.streets] != scan.on_board[taken]
        valid[decisions.hands[wrong]] = False
        payoffs, is_stated = _payoffs(scan, rows, scales, columns, decisions)
        rake = -payoffs.sum(axis=1)
        valid &= is_stated & (rake >= 0)
        columns = replace(columns[valid], payoffs=payoffs[valid].astype(np.float64), rake=rake[valid])
        is_theirs = np.repeat(valid, np.diff(starts))
        columns = replace(columns, amounts=_amounts(columns, amounts[is_theirs]))
        rows = rows[valid]
        certain = find_valid(columns, _of(decisions, valid))
        return (columns if certain.all() else columns[certain]) if certain.any() else None, rows[certain]

    def _described(
        self, scan: "_Scan"
    ) -> tuple[NDArray[np.int64], list[_Stakes], list[tuple[str, ...]], list[_Origins]]:
        """Return the hands whose stakes, names and origins are plain, and what they are."""
        rows: list[int] = []
        stakes: list[_Stakes] = []
        names: list[tuple[str, ...]] = []
        origins: list[_Origins] = []
        for row in np.flatnonzero(scan.is_plain).tolist():
            played = self._stakes_of(scan, row)
            seated = self._names_of(scan, row)
            parsed = _origins(scan.rest(row))
            id_first, id_last = scan.spans[row, :2]
            if (
                played is not None
                and seated is not None
                and parsed is not None
                and id_last - id_first <= MOST_NAME_LENGTH
            ):
                rows.append(row)
                stakes.append(played)
                names.append(seated)
                origins.append(parsed)
        return np.array(rows, np.int64), stakes, names, origins

    def _stakes_of(self, scan: "_Scan", row: int) -> _Stakes | None:
        """Return the rules and forced bets, None where they are for the record path to judge."""
        money = scan.money[row]
        has_antes = bool(money[0].any())
        key = money[: 3 if has_antes else 2].tobytes() + scan.sizes[row].tobytes() + scan.settings[row].tobytes()
        if key not in self._stakes:
            self._stakes[key] = _make_stakes(scan, row)
        return self._stakes[key]

    def _names_of(self, scan: "_Scan", row: int) -> tuple[str, ...] | None:
        n_seats = int(scan.settings[row, 3])
        if not scan.has(row, scanner.PLAYERS):
            return tuple([f"p{seat}" for seat in range(1, n_seats + 1)])
        first, last = scan.spans[row, 2:4]
        text = scan.text[first:last]
        if text not in self._names:
            self._names[text] = _make_names(text)
        names = self._names[text]
        return names if names is not None and len(names) == n_seats else None


def _parse_valid(text: str) -> HandRecord:
    """Return the hand of a text as the record path has it, valid."""
    record = phh.parse_phh(text)
    check_names(record)
    validate(record)
    return record


@dataclass(slots=True, kw_only=True)
class _Scan:
    """Hands as `scan_hands` takes them apart; its docstring describes the arrays."""

    text: bytes
    is_plain: NDArray[np.bool_]
    present: NDArray[np.int64]
    settings: NDArray[np.int64]
    money: NDArray[np.int64]
    sizes: NDArray[np.int64]
    spans: NDArray[np.int64]
    rest_starts: NDArray[np.int64]
    rests: NDArray[np.int64]
    cards: NDArray[np.int8]
    board: NDArray[np.int8]
    action_starts: NDArray[np.int64]
    actors: NDArray[np.int8]
    actions: NDArray[np.uint8]
    amounts: NDArray[np.int64]
    on_board: NDArray[np.uint8]

    @classmethod
    def of(cls, texts: list[str]) -> "_Scan":
        text, starts = joined(texts)
        n_hands, most = len(texts), len(text) // 6 + 1  # an action takes no less
        seats = scanner.MOST_SEATS
        found = cls(
            text=text,
            is_plain=np.zeros(n_hands, np.bool_),
            present=np.zeros(n_hands, np.int64),
            settings=np.zeros((n_hands, 4), np.int64),
            money=np.zeros((n_hands, 5, seats), np.int64),
            sizes=np.zeros((n_hands, 3), np.int64),
            spans=np.zeros((n_hands, 4), np.int64),
            rest_starts=np.zeros(n_hands + 1, np.int64),
            rests=np.zeros((n_hands * scanner.MOST_RESTS, 2), np.int64),
            cards=np.full((n_hands, seats, 2), _NOT_DEALT, np.int8),
            board=np.full((n_hands, BOARD_SIZES[-1]), -1, np.int8),
            action_starts=np.zeros(n_hands + 1, np.int64),
            actors=np.empty(most, np.int8),
            actions=np.empty(most, np.uint8),
            amounts=np.empty(most, np.int64),
            on_board=np.empty(most, np.uint8),
        )
        scanner.scan_hands(
            np.frombuffer(text, np.uint8),
            starts,
            _KEY_TEXT,
            _KEY_STARTS,
            RANK_OF_SYMBOL,
            SUIT_OF_SYMBOL,
            found.is_plain,
            found.present,
            found.settings,
            found.money,
            found.sizes,
            found.spans,
            found.rest_starts,
            found.rests,
            found.cards,
            found.board,
            found.action_starts,
            found.actors,
            found.actions,
            found.amounts,
            found.on_board,
        )
        return found

    def has(self, row: int, key: int) -> bool:
        """Return whether a hand has a key."""
        return bool(self.present[row] >> key & 1)

    def rest(self, row: int) -> bytes:
        """Return the lines of a hand that were not read."""
        first, last = self.rest_starts[row], self.rest_starts[row + 1]
        if first == last:
            return b""
        return b"\n".join([self.text[start:end] for start, end in self.rests[first:last].tolist()])


# what a hand says, once


def _make_stakes(scan: _Scan, row: int) -> _Stakes | None:
    variant, trims, decimals, n_seats = scan.settings[row].tolist()
    scale = int(_scales(np.array([decimals]))[0])
    antes, blinds, stacks = [
        [chips * scale // scanner.MICRO for chips in numbers[:n_seats]] for numbers in scan.money[row, :3].tolist()
    ]
    min_bet, small, big = [chips * scale // scanner.MICRO for chips in scan.sizes[row].tolist()]
    structure = _STRUCTURES[variant]
    try:
        numbers, forced = stakes_of(in_seat_order(antes), in_seat_order(blinds), stacks, trims=bool(trims))
        sizes: dict[str, Any] = {"min_bet": min_bet}
        if structure is Structure.FIXED_LIMIT:
            sizes = {"bet_sizes": (small, small, big, big), "max_raises": phh.PLAIN_CAPS}
        rules = HoldemRules(n_seats=n_seats, structure=structure, **numbers, **sizes)
        forced.check(n_seats)
    except DeluckError:
        return None
    return _Stakes(rules, None if forced == rules.forced else forced)


def _make_names(text: bytes) -> tuple[str, ...] | None:
    try:
        names = tuple(parse_toml(f"x = {text.decode(*ENCODING)}")["x"])
    except FormatError:
        return None
    return names if max(map(len, names), default=0) <= MOST_NAME_LENGTH else None


@lru_cache(maxsize=4096)
def _origins(rest: bytes) -> _Origins | None:
    """Return what the lines that were not read say, None where they are for the record path to judge."""
    if not rest:
        return _Origins(Origin(), NO_TIME, "")
    try:
        table = parse_toml(rest.decode(*ENCODING))
        if any(name in table for name in _NOT_PLAIN):
            return None
        fields = Metadata(table)
        origin = fields.origin()
        currency = fields.currency()
        time = microseconds(fields.time())
    except FormatError:
        return None
    return _Origins(origin, time, currency) if max(map(len, (*origin, currency))) <= MOST_NAME_LENGTH else None


def _scales(decimals: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many chips a unit is where amounts have so many decimals, int64[n]."""
    return np.asarray(np.where(decimals == 0, 1, 10 ** np.maximum(decimals, 2)))


# columns


def _columns(
    scan: _Scan,
    rows: NDArray[np.int64],
    stakes: list[_Stakes],
    names: list[tuple[str, ...]],
    origins: list[_Origins],
    scales: NDArray[np.int64],
) -> HandColumns:
    """Return the hands without payoffs, rake and amounts."""
    n_hands, n_seats = len(rows), scan.settings[rows, 3]
    width = int(n_seats.max())
    rules, rules_index = _coded([each.rules for each in stakes])
    units, units_index = _coded(
        [Unit(each.currency, scale) for each, scale in zip(origins, scales.tolist(), strict=True)]
    )
    distinct, origins_index = _coded([each.origin for each in origins])
    people, row_of = _coded(names)
    indices: dict[str, int] = {}
    seated = np.full((len(people), width), -1, np.int32)
    for row, each in enumerate(people):
        seated[row, : len(each)] = [indices.setdefault(name, len(indices)) for name in each]
    hand_ids = np.empty(n_hands, dtype=object)
    hand_ids[:] = [
        scan.text[first:last].decode(*ENCODING) if scan.has(row, scanner.HAND) else ""
        for row, (first, last) in zip(rows.tolist(), scan.spans[rows, :2].tolist(), strict=True)
    ]
    counts = scan.action_starts[rows + 1] - scan.action_starts[rows]
    starts = np.zeros(n_hands + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    taken = np.repeat(scan.action_starts[rows] - starts[:-1], counts) + np.arange(starts[-1])
    sat = np.arange(width) < n_seats[:, None]
    stacks = scan.money[rows, scanner.STACKS - scanner.ANTES, :width] * scales[:, None] // scanner.MICRO
    return HandColumns(
        game="holdem",
        rules=rules,
        names=tuple(indices),
        units=units,
        origins=distinct,
        rules_index=rules_index,
        units_index=units_index,
        origins_index=origins_index,
        hand_ids=hand_ids,
        players=seated[row_of],
        cards=scan.cards[rows, :width],
        board=scan.board[rows],
        other_boards=None,
        spare=np.empty((n_hands, 0), np.int8),
        openers=np.empty((n_hands, 0), np.int8),
        action_starts=starts,
        actions=scan.actions[taken],
        actors=scan.actors[taken],
        amounts=None,
        payoffs=np.zeros((n_hands, width)),
        payoff_denominators=np.ones(n_hands, np.int32),
        rake=np.zeros(n_hands, np.int64),
        stacks=np.where(sat, stacks, -1),
        forced=_forced(stakes, rules, rules_index, width),
        outside=None,
        times=np.array([each.time for each in origins], np.int64),
        heroes=np.full(n_hands, -1, np.int8),
    )


def _coded(values: list[Any]) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
    """Return the distinct values in the order they first appear, and the index of each among them."""
    numbers: dict[Any, int] = {}
    index = [numbers.setdefault(value, len(numbers)) for value in values]
    return tuple(numbers), np.array(index, np.int32)


def _forced(
    stakes: list[_Stakes], rules: tuple[HoldemRules, ...], rules_index: NDArray[np.int32], width: int
) -> NDArray[np.int64] | None:
    others = {row: each.forced for row, each in enumerate(stakes) if each.forced is not None}
    if not others:
        return None
    usual = np.zeros((len(rules), 3, width), np.int64)
    for index, each in enumerate(rules):
        usual[index, :, : each.n_seats] = each.forced
    found: NDArray[np.int64] = usual[rules_index]
    for row, forced in others.items():
        found[row, :, : len(forced[0])] = forced
    return found


def _amounts(columns: HandColumns, amounts: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the amounts of raises as columns have them: fixed-limit has none."""
    is_limit = np.array([rules.is_limit for rules in columns.rules])[columns.rules_index]
    found = np.where(np.repeat(is_limit, columns.n_actions), -1, amounts)
    return found if (found >= 0).any() else None


def _payoffs(
    scan: _Scan, rows: NDArray[np.int64], scales: NDArray[np.int64], columns: HandColumns, decisions: DecisionColumns
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return what each seat won less what it put in, int64[n, seats], and for which hands that is sure, bool[n].

    Finishing stacks say it, or winnings, or both alike; where neither is there, the cards do.
    """
    width = columns.max_seats
    sat = np.arange(width) < columns.n_seats[:, None]
    present = scan.present[rows]
    has_final, has_won = (present >> key & 1 == 1 for key in (scanner.FINISHING, scanner.WINNINGS))
    final, won = (
        scan.money[rows, key - scanner.ANTES, :width] * scales[:, None] for key in (scanner.FINISHING, scanner.WINNINGS)
    )
    is_whole = ((final % scanner.MICRO == 0) & (won % scanner.MICRO == 0)).all(axis=1)
    by_final = np.where(sat, final // scanner.MICRO - columns.stacks, 0)
    by_won = np.where(sat, won // scanner.MICRO - decisions.contributions, 0)
    agree = ~(has_final & has_won) | (by_final == by_won).all(axis=1)
    neither = ~has_final & ~has_won
    payoffs = np.where(has_final[:, None], by_final, by_won)
    is_sure = is_whole & agree
    if neither.any():
        ranked = showdown_strengths(columns, decisions, neither & decisions.is_valid)
        payoffs = np.where(neither[:, None], pay(columns, decisions, ranked)[0], payoffs)
        is_sure &= ~neither | ((ranked >= 0).all(axis=1) & decisions.is_valid)
    return payoffs, is_sure


def _of(decisions: DecisionColumns, which: NDArray[np.bool_]) -> DecisionColumns:
    """Return how some of the hands ended; their decisions one by one are left out."""
    return replace(
        decisions,
        **{
            name: getattr(decisions, name)[which]
            for name in (
                *("problems", "n_valid", "last_streets", "folded", "contributions", "dead", "behind", "short_dead"),
                "street_pots",
            )
        },
    )


def _key_table() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    text, starts = joined(_KEYS)
    return np.frombuffer(text, np.uint8), starts


_KEY_TEXT, _KEY_STARTS = _key_table()
