"""Plain hands straight to columns: their amounts compared by a kernel, their pots with what the text says of them.

`replaying.record_of` is the oracle in the tests: a hand that is found to agree here and valid by the engine is the
record that it makes.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from deluck.errors import DeluckError
from deluck.formats.histories import plain_kernels as kernels
from deluck.formats.histories.plain import PlainHand
from deluck.formats.histories.replaying import hero_of
from deluck.formats.histories.settling import Pots, Settlement, settle
from deluck.formats.histories.story import ALL_IN, BETS, BRINGS_IN, CALLS, CHECKS, COMPLETES, FOLDS, RAISES
from deluck.records.columns import HandColumns, Origin, Unit
from deluck.records.conversion import distinct_rules, forced_of, microseconds, spread, starts_of

K = TypeVar("K", bound=Hashable)

_CODES = {
    FOLDS: kernels.FOLD,
    CHECKS: kernels.CHECK,
    CALLS: kernels.CALL,
    BETS: kernels.BET,
    RAISES: kernels.RAISE,
    ALL_IN: kernels.ALL_IN,
    BRINGS_IN: kernels.OTHER,
    COMPLETES: kernels.OTHER,
}
_N_PARTS = 7  # of a move
_UNKNOWN = 255  # -1 as one byte
_HIDDEN = (_UNKNOWN, _UNKNOWN)
_NO_BOARD = (_UNKNOWN,) * 5
_NO_SIZES = (0, 0, 0, 0)


def columns_of(hands: list[PlainHand]) -> tuple[HandColumns, NDArray[np.int64]]:
    """Return the hands whose amounts agree as columns, and which of the hands those are.

    Whether they were played by the rules is for the engine: nothing but sums was compared.
    """
    betting = _Betting(hands)
    rows, settled = betting.settled()
    if not rows:
        return HandColumns.from_records([], game="holdem"), np.empty(0, np.int64)
    chosen = np.array(rows, np.int64)
    if len(rows) < len(hands):
        hands = [hands[row] for row in rows]
    n_seats = betting.n_seats[chosen]
    width = int(n_seats.max())
    rules, rules_index = distinct_rules([hand.rules for hand in hands])
    names, players = _numbered(_named(hands))
    headers = [hand.story.header for hand in hands]
    units, units_index = _numbered([(header.money.sign, header.money.chips_per_unit) for header in headers])
    origins, origins_index = _numbered(
        [
            (header.site, hand.story.table, header.tournament, header.level, header.speed)
            for hand, header in zip(hands, headers, strict=True)
        ]
    )
    hand_ids = np.empty(len(hands), object)
    hand_ids[:] = [header.hand_id for header in headers]
    columns = HandColumns(
        game="holdem",
        rules=rules,
        names=names,
        units=tuple([Unit(*unit) for unit in units]),
        origins=tuple([Origin(*origin) for origin in origins]),
        rules_index=rules_index,
        units_index=units_index,
        origins_index=origins_index,
        hand_ids=hand_ids,
        players=spread(players, n_seats, width, -1),
        cards=_cards(hands, n_seats, width),
        board=_board(hands),
        other_boards=None,
        spare=np.empty((len(hands), 0), np.int8),
        openers=np.empty((len(hands), 0), np.int8),
        **betting.decisions_of(chosen),
        payoffs=spread(_flat(each.payoffs for each in settled).astype(np.float64), n_seats, width, 0),
        payoff_denominators=np.ones(len(hands), np.int32),
        rake=np.array([each.rake for each in settled], np.int64),
        stacks=spread(_flat(hand.stacks for hand in hands), n_seats, width, -1),
        forced=_forced(hands, forced_of(rules, width)[rules_index]),
        outside=_outside(settled, n_seats, width),
        times=np.array([microseconds(header.time) for header in headers], np.int64),
        heroes=np.array([_hero(hand) for hand in hands], np.int8),
    )
    return columns, chosen


class _Betting:
    """The decisions of hands one after another, and what each seat puts in by them."""

    def __init__(self, hands: list[PlainHand]) -> None:
        self.hands = hands
        stories = [hand.story for hand in hands]
        self.n_seats = np.array([len(hand.stacks) for hand in hands], np.int64)
        self.starts = starts_of(np.array([len(story.decisions) for story in stories], np.int64))
        moves: list[Any] = list(chain.from_iterable(chain.from_iterable([story.decisions for story in stories])))
        total = len(moves) // _N_PARTS
        self.actors = np.array(
            [seat for hand in hands for seat in [hand.index_of[each[1]] for each in hand.story.decisions]], np.int8
        )
        self.actions = np.empty(total, np.uint8)
        self.raises_to = np.empty(total, np.int64)
        blinds, posts, dead = (
            spread(_flat(hand.forced[kind] for hand in hands), self.n_seats, int(self.n_seats.max()), 0)
            for kind in range(3)
        )
        self.live = blinds + posts
        self.dead = dead
        behind = spread(_flat(hand.stacks for hand in hands), self.n_seats, dead.shape[1], 0) - self.live - dead
        self.agree = np.zeros(len(hands), np.bool_)
        kernels.put_in(
            self.n_seats,
            np.array([hand.rules.big_blind for hand in hands], np.int64),
            np.array([story.street for story in stories], np.int64),
            _flat(hand.rules.bet_sizes or _NO_SIZES for hand in hands).reshape(-1, len(_NO_SIZES)),
            self.starts,
            self.actors,
            np.array([_CODES[verb] for verb in moves[2::_N_PARTS]], np.int8),
            np.array(moves[3::_N_PARTS], np.int64),
            np.array([kernels.NO_TOTAL if each is None else each for each in moves[4::_N_PARTS]], np.int64),
            np.array(moves[5::_N_PARTS], np.bool_),
            np.array(moves[6::_N_PARTS], np.int8),
            self.live,
            behind,
            self.actions,
            self.raises_to,
            self.agree,
        )

    def settled(self) -> tuple[list[int], list[Settlement]]:
        """Return the hands whose amounts agree, with the pots too, and who was paid what in each of them."""
        paid = self.live + self.dead
        ordered = np.sort(self.live, axis=1)
        kept = paid.copy()
        kept[np.arange(len(kept)), self.live.argmax(axis=1)] -= ordered[:, -1] - ordered[:, -2]  # what nobody called
        rows: list[int] = []
        found: list[Settlement] = []
        each_of = zip(self.hands, self.agree.tolist(), paid.tolist(), kept.tolist(), strict=True)
        for row, (hand, agrees, paid_in, left) in enumerate(each_of):
            if not agrees:
                continue
            n_seats = len(hand.stacks)
            pots = Pots(sum(left), tuple(left[:n_seats]))
            try:
                settlement = settle(
                    hand.story, (*hand.index_of,), pots, paid_in[:n_seats], takes_uncalled=hand.takes_uncalled
                )
            except DeluckError:
                continue  # `replaying` says why
            if settlement.rake >= 0:
                rows.append(row)
                found.append(settlement)
        return rows, found

    def decisions_of(self, rows: NDArray[np.int64]) -> dict[str, Any]:
        """Return the decisions of some hands as columns have them."""
        if len(rows) == len(self.hands):
            starts, indices = self.starts, np.arange(self.starts[-1])
        else:
            counts = np.diff(self.starts)[rows]
            starts = starts_of(counts)
            indices = np.repeat(self.starts[rows] - starts[:-1], counts) + np.arange(starts[-1])
        amounts = self.raises_to[indices]
        return {
            "action_starts": starts,
            "actions": self.actions[indices],
            "actors": self.actors[indices],
            "amounts": amounts if (amounts >= 0).any() else None,
        }


def _flat(parts: Iterable[Iterable[int]]) -> NDArray[np.int64]:
    return np.array(list(chain.from_iterable(parts)), np.int64)


def _numbered(values: Iterable[K]) -> tuple[tuple[K, ...], NDArray[np.int32]]:
    """Return the distinct values in the order they come, and each one's index among them."""
    numbers: defaultdict[K, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    index = np.fromiter(map(numbers.__getitem__, values), np.int32)
    return tuple(numbers), index


def _named(hands: list[PlainHand]) -> Iterable[str]:
    """Yield who sat in each seat, as the record names them."""
    for hand in hands:
        aliases = hand.story.aliases
        yield from [aliases.get(name, name) for name in hand.index_of] if aliases else hand.index_of


def _cards(hands: list[PlainHand], n_seats: NDArray[np.int64], width: int) -> NDArray[np.int8]:
    cards = [card for hand in hands for name in hand.index_of for card in hand.story.cards.get(name, _HIDDEN)]
    found = np.frombuffer(bytes(cards), np.int8)  # type: ignore[arg-type]  # none of them is None
    return spread(found, 2 * n_seats, 2 * width, -1).reshape(len(hands), width, 2)


def _board(hands: list[PlainHand]) -> NDArray[np.int8]:
    cards = [card for hand in hands for card in (*hand.story.boards[0], *_NO_BOARD)[:5]]
    return np.frombuffer(bytes(cards), np.int8).reshape(len(hands), 5)


def _forced(hands: list[PlainHand], usual: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the forced bets, the usual ones in `usual`, which is changed; None if every hand has those."""
    unusual = [row for row, hand in enumerate(hands) if not hand.is_usual]
    for row in unusual:
        usual[row, :, : len(hands[row].stacks)] = hands[row].forced
    return usual if unusual else None


def _outside(settled: list[Settlement], n_seats: NDArray[np.int64], width: int) -> NDArray[np.int64] | None:
    if not any(any(each.outside) for each in settled if each.outside is not None):
        return None
    return spread(_flat(each.outside or (0,) * len(each.payoffs) for each in settled), n_seats, width, 0)


def _hero(hand: PlainHand) -> int:
    hero = hero_of(hand.story)
    return -1 if hero is None else hand.index_of.get(hero, -1)
