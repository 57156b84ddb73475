"""From records to columns and back. Loops run inside chain, map and numpy: a log has millions of hands."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from deluck.errors import RecordError
from deluck.games import Action, Forced, HoldemDeal, Rules, StudDeal
from deluck.games.holdem import MOST_BOARDS
from deluck.records.record import Chips, Deal, Decision, HandRecord

if TYPE_CHECKING:
    from deluck.records.columns import HandColumns

N_CARDS_OF = {"holdem": 2, "stud7": 7}
N_BOARD_OF = {"holdem": 5, "stud7": 1}
N_OPENERS_OF = {"holdem": 0, "stud7": 5}

NO_OPENER_GIVEN = -2
NO_BOARD = -2
NO_TIME = -(1 << 63)
_CHUNK = 1024
_LARGEST = 1 << 51  # numerators up to here come back exactly from a float64 quotient
_CARD_OR_NONE = (*range(52), None)  # a -1 finds the last
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def seats_of(rules: Sequence[Rules]) -> NDArray[np.int8]:
    """Return how many seats each set of rules has."""
    return np.array([each.n_seats for each in rules], dtype=np.int8)


def forced_of(rules: Sequence[Rules], seats: int) -> NDArray[np.int64]:
    """Return the usual forced bets of each set of rules, int64[n, 3, seats], 0 past its last seat."""
    found = np.zeros((len(rules), 3, seats), dtype=np.int64)
    for row, each in enumerate(rules):
        found[row, :, : each.n_seats] = each.forced
    return found


def microseconds(time: datetime | None) -> int:
    """Return a time as columns have it."""
    return NO_TIME if time is None else (time - _EPOCH) // _MICROSECOND


def time_of(microseconds: int) -> datetime | None:
    """Return the time that columns have as a number."""
    return None if microseconds == NO_TIME else _EPOCH + timedelta(microseconds=microseconds)


def starts_of(counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return where each row of a ragged array starts, and where the last one ends, int64[n + 1]."""
    starts = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def spread(values: NDArray[Any], counts: NDArray[Any], width: int, padding: int) -> NDArray[Any]:
    """Return ragged rows laid one after another as an array of rows, the short ones padded."""
    if values.size == len(counts) * width and (counts == width).all():
        return values.reshape(len(counts), width)
    rows = np.full((len(counts), width), padding, dtype=values.dtype)
    rows[np.arange(width) < counts[:, None]] = values
    return rows


# records to columns


def encode(records: list[HandRecord], game: str) -> dict[str, Any]:
    """Return what `HandColumns` is made of, from records of one game."""
    if game not in N_CARDS_OF:
        raise RecordError(f"no game {game!r} (expected holdem or stud7)")
    for record in records:
        if record.game != game:
            raise RecordError(f"hand {record.hand_id!r} is of {record.game} (expected {game}: columns are of one game)")
    rules, rules_index = distinct_rules([record.rules for record in records])
    n_seats = seats_of(rules)[rules_index]
    seats = int(n_seats.max(initial=0))
    units, units_index = _units(records)
    origins, origins_index = _origins(records)
    names: defaultdict[str, int] = defaultdict()
    names.default_factory = names.__len__
    players = np.fromiter(map(names.__getitem__, chain.from_iterable(r.names for r in records)), np.int32)
    hand_ids = np.empty(len(records), dtype=object)
    hand_ids[:] = [record.hand_id for record in records]
    payoffs, denominators = _payoffs(records, n_seats, seats)
    return {
        "game": game,
        "rules": rules,
        "names": tuple(names),
        "units": units,
        "origins": origins,
        "rules_index": rules_index,
        "units_index": units_index,
        "origins_index": origins_index,
        "hand_ids": hand_ids,
        "players": spread(players, n_seats, seats, -1),
        **_cards(records, game, n_seats, seats),
        **_decisions(records),
        "payoffs": payoffs,
        "payoff_denominators": denominators,
        "rake": _chips([record.rake for record in records], records, "rake"),
        "stacks": _stacks(records, n_seats, seats),
        "forced": _forced(records, rules, rules_index, seats),
        "outside": _outside(records, n_seats, seats),
        "times": np.fromiter((microseconds(record.time) for record in records), np.int64, len(records)),
        "heroes": _small(record.hero for record in records),
    }


def distinct_rules(rules: Sequence[Rules]) -> tuple[tuple[Rules, ...], NDArray[np.int32]]:
    """Return the distinct rules and each hand's index among them."""
    numbers: dict[Rules, int] = {}
    number_of_object: dict[int, int] = {}  # hashing rules is slow, and hands of a match share one object
    for each in rules:
        if id(each) not in number_of_object:
            number_of_object[id(each)] = numbers.setdefault(each, len(numbers))
    return tuple(numbers), np.fromiter(map(number_of_object.__getitem__, map(id, rules)), np.int32, len(rules))


def _units(records: list[HandRecord]) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
    from deluck.records.columns import Unit

    numbers: defaultdict[tuple[str, int], int] = defaultdict()
    numbers.default_factory = numbers.__len__
    pairs = [(record.currency, record.chips_per_unit) for record in records]
    index = np.fromiter(map(numbers.__getitem__, pairs), np.int32, len(pairs))
    return tuple(Unit(*pair) for pair in numbers), index


def _origins(records: list[HandRecord]) -> tuple[tuple[Any, ...], NDArray[np.int32]]:
    from deluck.records.columns import Origin

    numbers: defaultdict[tuple[str, ...], int] = defaultdict()
    numbers.default_factory = numbers.__len__
    named = [(record.site, record.table, record.tournament, record.level, record.speed) for record in records]
    index = np.fromiter(map(numbers.__getitem__, named), np.int32, len(named))
    return tuple(Origin(*each) for each in numbers), index


def _forced(
    records: list[HandRecord], rules: tuple[Rules, ...], rules_index: NDArray[np.int32], seats: int
) -> NDArray[np.int64] | None:
    if all(record.forced is None for record in records):
        return None
    found = forced_of(rules, seats)[rules_index]
    for row, record in enumerate(records):
        if record.forced is not None:
            found[row, :, : record.n_seats] = record.forced
    return found


def _outside(records: list[HandRecord], n_seats: NDArray[np.int8], seats: int) -> NDArray[np.int64] | None:
    if all(record.outside is None for record in records):
        return None
    money = chain.from_iterable(record.outside or (0,) * record.n_seats for record in records)
    return spread(_chips(list(money), records, "money outside the pots"), n_seats, seats, 0)


def _cards(records: list[HandRecord], game: str, n_seats: NDArray[np.int8], seats: int) -> dict[str, Any]:
    n_cards = N_CARDS_OF[game]
    if game == "holdem":
        deals = [record.deal for record in records if isinstance(record.deal, HoldemDeal)]
        cards = _small(chain.from_iterable(chain.from_iterable(deal.holes for deal in deals)))
        board = _small(chain.from_iterable(deal.board for deal in deals))
        spare, openers = np.empty((len(deals), 0), np.int8), np.empty((len(deals), 0), np.int8)
    else:
        studs = [record.deal for record in records if isinstance(record.deal, StudDeal)]
        cards = _small(chain.from_iterable(chain.from_iterable(deal.hands for deal in studs)))
        board = _small(deal.shared for deal in studs)
        left = [deal.spare for deal in studs]
        _check_spare(records, left)
        spare = _ragged(left, max(map(len, left), default=0), -1)
        openers = _ragged([deal.openers for deal in studs], N_OPENERS_OF[game], NO_OPENER_GIVEN)
    spread_cards = spread(cards, n_seats.astype(np.int64) * n_cards, seats * n_cards, -1)
    return {
        "cards": spread_cards.reshape(len(records), seats, n_cards),
        "board": board.reshape(len(records), N_BOARD_OF[game]),
        "other_boards": _other_boards(records),
        "spare": spare,
        "openers": openers,
    }


def _other_boards(records: list[HandRecord]) -> NDArray[np.int8] | None:
    found: NDArray[np.int8] | None = None
    for row, record in enumerate(records):
        if isinstance(record.deal, HoldemDeal) and record.deal.other_boards:
            if found is None:
                found = np.full((len(records), MOST_BOARDS - 1, 5), NO_BOARD, np.int8)
            for index, board in enumerate(record.deal.other_boards):
                found[row, index] = [-1 if card is None else card for card in board]
    return found


def _check_spare(records: list[HandRecord], left: list[tuple[Any, ...]]) -> None:
    for record, spare in zip(records, left, strict=True):
        if None in spare:
            raise RecordError(f"hand {record.hand_id!r}: a spare card that is not known (expected cards, or none)")


def _small(values: Iterable[int | None]) -> NDArray[np.int8]:
    """Return cards or seats as small numbers, -1 for None."""
    found = list(values)
    if None in found:
        return np.array([-1 if value is None else value for value in found], dtype=np.int8)
    return np.frombuffer(bytes(cast("list[int]", found)), dtype=np.int8)  # six times faster than np.array


def _ragged(rows: Sequence[Sequence[int | None]], width: int, padding: int) -> NDArray[Any]:
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    return spread(_small(chain.from_iterable(rows)), counts, width, padding)


def _decisions(records: list[HandRecord]) -> dict[str, Any]:
    counts = np.fromiter((len(record.decisions) for record in records), np.int64, len(records))
    decided: list[Any] = list(chain.from_iterable(chain.from_iterable(record.decisions for record in records)))
    seats, actions, amounts = decided[0::3], decided[1::3], decided[2::3]
    if len(decided) != 3 * counts.sum():
        raise RecordError("a decision that is no Decision (expected a seat, an action and an amount or None)")
    try:
        actors, taken = np.frombuffer(bytes(seats), np.int8), np.frombuffer(bytes(actions), np.uint8)
    except (ValueError, TypeError):
        record, decision = next(
            (record, each)
            for record in records
            for each in record.decisions
            if not isinstance(each.seat, int) or not 0 <= each.seat < 256 or not isinstance(each.action, Action)
        )
        raise RecordError(
            f"hand {record.hand_id!r}: {tuple(decision)} is no decision "
            f"(expected a seat from 0 to {record.n_seats - 1} and an action)"
        ) from None
    return {
        "action_starts": starts_of(counts),
        "actions": taken,
        "actors": actors,
        "amounts": None if amounts.count(None) == len(amounts) else _amounts(amounts, records),
    }


def _amounts(amounts: Sequence[int | None], records: list[HandRecord]) -> NDArray[np.int64]:
    if any(amount is not None and amount < 0 for amount in amounts):
        record = next(r for r in records if any(each.amount is not None and each.amount < 0 for each in r.decisions))
        raise RecordError(f"hand {record.hand_id!r}: a raise to less than nothing (expected an amount of 0 or more)")
    return _chips([-1 if amount is None else amount for amount in amounts], records, "amounts of raises")


def _stacks(records: list[HandRecord], n_seats: NDArray[np.int8], seats: int) -> NDArray[np.int64]:
    stacks = [(-1,) * record.n_seats if record.stacks is None else record.stacks for record in records]
    for record in records:
        if record.stacks is not None and min(record.stacks) < 0:
            raise RecordError(f"hand {record.hand_id!r}: stacks {record.stacks} (expected none below 0)")
    return spread(_chips(list(chain.from_iterable(stacks)), records, "stacks"), n_seats, seats, -1)


def _chips(values: Sequence[int], records: list[HandRecord], what: str) -> NDArray[np.int64]:
    try:
        return np.fromiter(values, np.int64, len(values))
    except OverflowError:
        largest = max(values, key=abs)
        raise RecordError(f"{what} of {len(records)} hands: {largest} chips (expected less than 2 ** 63)") from None


def _payoffs(
    records: list[HandRecord], n_seats: NDArray[np.int8], seats: int
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the payoffs as floats, and the denominators that make exact fractions of them again."""
    denominators = np.ones(len(records), dtype=np.int32)
    values: list[Any] = list(chain.from_iterable(record.payoffs for record in records))
    if set(map(type, values)) != {int} or max(map(abs, values)) > _LARGEST:
        for row, record in enumerate(records):
            denominators[row] = _denominator(record)
    return spread(np.fromiter(map(float, values), np.float64, len(values)), n_seats, seats, 0), denominators


def _denominator(record: HandRecord) -> int:
    for payoff in record.payoffs:
        if not isinstance(payoff, int | Fraction | np.integer):
            raise RecordError(f"hand {record.hand_id!r}: a payoff of {payoff!r} (expected whole chips or a Fraction)")
    denominator = lcm(*[int(payoff.denominator) for payoff in record.payoffs])
    largest = max([abs(int(payoff * denominator)) for payoff in record.payoffs])
    if largest > _LARGEST or denominator >= 1 << 31:
        written = " ".join(map(str, record.payoffs))
        raise RecordError(f"hand {record.hand_id!r}: payoffs {written} (expected less than 2 ** 51 parts of a chip)")
    return denominator


# columns to records


def decode(columns: "HandColumns") -> Iterator[HandRecord]:
    """Yield the records that the columns hold."""
    decision_of = _Decisions()
    for start in range(0, len(columns), _CHUNK):
        yield from _decoded(columns[start : start + _CHUNK], decision_of)


class _Decisions(dict[int, Decision]):
    """The decisions without an amount, each made once: four times the seat plus the action."""

    def __missing__(self, code: int) -> Decision:
        decision = self[code] = Decision(code >> 2, Action(code & 3))
        return decision


def _decoded(part: "HandColumns", decision_of: _Decisions) -> Iterator[HandRecord]:
    width = part.max_seats
    starts = part.action_starts.tolist()
    codes = part.actors.astype(np.int16) * 4 + part.actions
    decisions = list(map(decision_of.__getitem__, codes.tolist()))
    if part.amounts is not None:
        given = np.flatnonzero(part.amounts >= 0)
        for index, amount in zip(given.tolist(), part.amounts[given].tolist(), strict=True):
            seat, action, _ = decisions[index]
            decisions[index] = Decision(seat, action, amount)
    names = list(map((*part.names, "").__getitem__, part.players.reshape(-1).tolist()))
    stacks = part.stacks.reshape(-1).tolist()
    payoffs = _exact(part)
    deals: Iterator[Deal] = _holdem_deals(part) if part.game == "holdem" else _stud_deals(part)
    rows = zip(
        part.hand_ids.tolist(),
        part.rules_index.tolist(),
        part.units_index.tolist(),
        part.rake.tolist(),
        deals,
        part.origins_index.tolist(),
        part.times.tolist(),
        part.heroes.tolist(),
        strict=True,
    )
    forced, outside = _decoded_forced(part), _decoded_outside(part)
    for row, (hand_id, rules_number, unit, rake, deal, origin, time, hero) in enumerate(rows):
        rules = part.rules[rules_number]
        first, last = row * width, row * width + rules.n_seats
        currency, chips_per_unit = part.units[unit]
        site, table, tournament, level, speed = part.origins[origin]
        yield HandRecord(
            rules=rules,
            deal=deal,
            decisions=tuple(decisions[starts[row] : starts[row + 1]]),
            payoffs=tuple(payoffs[first:last]),
            names=tuple(names[first:last]),
            stacks=None if stacks[first] < 0 else tuple(stacks[first:last]),
            rake=rake,
            hand_id=hand_id,
            currency=currency,
            chips_per_unit=chips_per_unit,
            forced=forced.get(row),
            outside=outside.get(row),
            time=time_of(time),
            site=site,
            table=table,
            tournament=tournament,
            level=level,
            speed=speed,
            hero=hero if hero >= 0 else None,
        )


def _decoded_forced(part: "HandColumns") -> dict[int, Forced]:
    """Return by row the forced bets that are not the usual ones."""
    if part.forced is None:
        return {}
    unusual = np.flatnonzero((part.forced != part.usual_forced()).any(axis=(1, 2))).tolist()
    n_seats = part.n_seats
    return {row: Forced(*map(tuple, part.forced[row, :, : n_seats[row]].tolist())) for row in unusual}


def _decoded_outside(part: "HandColumns") -> dict[int, tuple[int, ...]]:
    if part.outside is None:
        return {}
    n_seats, some = part.n_seats, np.flatnonzero(part.outside.any(axis=1)).tolist()
    return {row: tuple(part.outside[row, : n_seats[row]].tolist()) for row in some}


def _holdem_deals(part: "HandColumns") -> Iterator[HoldemDeal]:
    n_hands = len(part)
    rows = np.concatenate([part.cards.reshape(n_hands, part.max_seats * 2), part.board], axis=1).tolist()
    others = _decoded_boards(part)
    for number, (n_seats, row) in enumerate(zip(part.n_seats.tolist(), rows, strict=True)):
        n_holes = 2 * n_seats
        cards = row[:n_holes] + row[-5:]
        if -1 not in cards and number not in others:
            yield HoldemDeal.from_deck(cards, n_seats)
        else:
            known = tuple([_CARD_OR_NONE[card] for card in cards])
            holes: Any = tuple([known[first : first + 2] for first in range(0, n_holes, 2)])
            board: Any = known[n_holes:]
            yield HoldemDeal(holes, board, others.get(number, ()))


def _decoded_boards(part: "HandColumns") -> dict[int, tuple[Any, ...]]:
    """Return by row the second and third boards."""
    if part.other_boards is None:
        return {}
    found = {}
    for row in np.flatnonzero(part.other_boards[:, 0, 0] != NO_BOARD).tolist():
        boards = [board for board in part.other_boards[row].tolist() if board[0] != NO_BOARD]
        found[row] = tuple(tuple([_CARD_OR_NONE[card] for card in board]) for board in boards)
    return found


def _stud_deals(part: "HandColumns") -> Iterator[StudDeal]:
    cards: list[Any] = list(map(_CARD_OR_NONE.__getitem__, part.cards.reshape(-1).tolist()))
    hands = list(zip(*[iter(cards)] * 7, strict=True))
    shared: list[Any] = list(map(_CARD_OR_NONE.__getitem__, part.board.reshape(-1).tolist()))
    spare, openers = part.spare.tolist(), part.openers.tolist()
    for row, n_seats in enumerate(part.n_seats.tolist()):
        first = row * part.max_seats
        yield StudDeal(
            tuple(hands[first : first + n_seats]),
            shared[row],
            tuple([card for card in spare[row] if card >= 0]),
            tuple([None if seat < 0 else seat for seat in openers[row] if seat != NO_OPENER_GIVEN]),
        )


def _exact(part: "HandColumns") -> list[Chips]:
    """Return the payoffs, seat after seat, as whole numbers, or as fractions where odd chips were cut."""
    numerators = np.rint(part.payoffs * part.payoff_denominators[:, None]).astype(np.int64)
    exact: list[Chips] = [*numerators.reshape(-1).tolist()]
    for row in np.flatnonzero(part.payoff_denominators > 1).tolist():
        denominator = int(part.payoff_denominators[row])
        for index in range(row * part.max_seats, (row + 1) * part.max_seats):
            chips = Fraction(exact[index], denominator)
            exact[index] = int(chips) if chips.denominator == 1 else chips
    return exact
