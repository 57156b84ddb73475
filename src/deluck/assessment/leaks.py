"""Decisions counted and priced, from the decisions table: by kind, and the extreme ones."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.assessment.decisions import FEW_DECISIONS, DecisionCell, Leak
from deluck.assessment.hands import ViewpointHands
from deluck.estimators import FAMILIES
from deluck.games import STREET_NAMES
from deluck.statistics import ExactSums, exact_sum
from deluck.values.schema import ACTIONS, FACING, N_KINDS, POSITIONS
from deluck.values.tables import numbers

N_EXTREMES = 10
"""Costliest mistakes and best deviations that are named."""
N_EXAMPLES = 2
"""Hands that are named of each kind of decision, at either end."""

_WITHOUT_POSITIONS = "divat"
"""The family whose kinds of decisions are not divided by position: heads-up limit, where seats alternate."""
_SHAPE = (2, 1 + len(POSITIONS), len(STREET_NAMES), len(FACING), len(ACTIONS), len(ACTIONS))
"""Kinds of decisions: of the viewpoint or others, position or none, street, what was faced, action, baseline's."""
_N_KINDS = int(np.prod(_SHAPE))
_COLUMNS = ["source", "row", "seat", "price", "kind"]


class Kind(NamedTuple):
    """A kind of decision in words; the position is empty where kinds are not divided by it."""

    position: str
    round: str
    facing: str
    action: str
    baseline_action: str


class Candidate(NamedTuple):
    """A decision that may be named: its value to the viewpoint, its hand's row, its number in the hand, its kind."""

    value: float
    row: int
    number: int
    kind: int


@dataclass(frozen=True, slots=True)
class PricedDecisions:
    """The priced decisions of the viewpoint's hands: sums by kind, and the viewpoint's extreme ones.

    The viewpoint's decisions are worth what they were to it. Those of others are worth what they were to who made them
    with the sign changed: to the viewpoint heads-up, to all others together where more were dealt in.

    Attributes
    ----------
    counts, totals, squares
        By kind of decision: how many, their values and the squares of these.
    own_value, opponents_value
        What the viewpoint's and the others' decisions were worth to the viewpoint.
    families
        How many of the viewpoint's decisions each family priced.
    extremes
        The viewpoint's lowest and highest decisions, in order.
    examples
        The same for each kind of decision in which the viewpoint departed from the baseline.
    """

    counts: NDArray[np.int64]
    totals: NDArray[np.float64]
    squares: NDArray[np.float64]
    own_value: float
    opponents_value: float
    families: dict[str, int]
    extremes: tuple[Candidate, ...]
    examples: dict[int, tuple[Candidate, ...]]

    @property
    def n_as_baseline(self) -> int:
        """The viewpoint's decisions that were the baseline's."""
        return int(np.trace(self.counts.reshape(_SHAPE)[0].sum(axis=(0, 1, 2))))

    @property
    def n_own(self) -> int:
        """The viewpoint's decisions."""
        return int(self.counts.reshape(_SHAPE)[0].sum())

    def cells(self, *, own: bool) -> tuple[DecisionCell, ...]:
        """Return the viewpoint's or the others' decisions by round, action and the baseline's action."""
        side = 0 if own else 1
        counts = self.counts.reshape(_SHAPE)[side].swapaxes(0, 1)
        totals = self.totals.reshape(_SHAPE)[side].swapaxes(0, 1)
        return tuple(
            DecisionCell(
                STREET_NAMES[street],
                ACTIONS[action],
                ACTIONS[baseline],
                int(counts[street, :, :, action, baseline].sum()),
                exact_sum(totals[street, :, :, action, baseline].ravel()) + 0.0,
            )
            for street, action, baseline in np.argwhere(counts.sum(axis=(1, 2))).tolist()
        )

    def leaks(self) -> tuple[Leak, ...]:
        """Return the viewpoint's departures from the baseline by kind, the costliest kind first."""
        found = []
        for kind in np.flatnonzero(self.counts[: _N_KINDS // 2]).tolist():
            words = parse_kind(kind)
            total, n = float(self.totals[kind]), int(self.counts[kind])
            if words.action == words.baseline_action and not self.squares[kind]:
                continue
            mean = total / n
            spread = max(float(self.squares[kind]) - n * mean * mean, 0.0)
            chosen = [each for each in self.examples.get(kind, ()) if (each.value < 0) == (total < 0)]
            found.append(
                Leak(
                    round=words.round,
                    position=words.position,
                    action=words.action,
                    facing=words.facing,
                    baseline_action=words.baseline_action,
                    n=n,
                    total=total + 0.0,
                    mean=mean + 0.0,
                    stderr=(spread / (n - 1) / n) ** 0.5 if n > 1 else np.inf,
                    small=n < FEW_DECISIONS,
                    examples=tuple(dict.fromkeys(each.row for each in sorted(chosen, key=lambda one: -abs(one.value)))),
                )
            )
        return tuple(sorted(found, key=lambda leak: (leak.total, leak.round, leak.facing, leak.action, leak.position)))


def parse_kind(kind: int) -> Kind:
    """Return a kind of decision in words."""
    _, position, street, facing, action, baseline = (int(part) for part in np.unravel_index(kind, _SHAPE))
    where = POSITIONS[position - 1] if position else ""
    return Kind(where, STREET_NAMES[street], FACING[facing], ACTIONS[action], ACTIONS[baseline])


def price_decisions(hands: ViewpointHands) -> PricedDecisions:
    """Return the priced decisions of the viewpoint's assessed hands, counted and added up by kind."""
    counts = np.zeros(_N_KINDS, np.int64)
    of_families = np.zeros(len(FAMILIES), np.int64)
    totals, squares, in_hindsight = ExactSums(_N_KINDS), ExactSums(_N_KINDS), ExactSums(2)
    best = _Extremes()
    for part in hands.selection.index.values.decisions.map(_Reader(hands).read, _COLUMNS):
        counts[part.kinds] += part.counts
        of_families += part.of_families
        totals.merge(part.totals, part.kinds)
        squares.merge(part.squares, part.kinds)
        in_hindsight.merge(part.in_hindsight)
        best.add(part)
    sides = totals.joined(np.arange(_N_KINDS) // (_N_KINDS // 2), 2)
    sides.merge(in_hindsight, sign=-1)
    own, opponents = sides.totals().tolist()
    if in_hindsight.n.any():
        own_in_hindsight = float(in_hindsight.totals()[0])
        opponents += _in_hindsight(hands) - own_in_hindsight
        own += own_in_hindsight
    names = [family.name for family in FAMILIES]
    return PricedDecisions(
        counts=counts,
        totals=totals.totals(),
        squares=squares.totals(),
        own_value=own + 0.0,
        opponents_value=opponents + 0.0,
        families={name: n for name, n in zip(names, of_families.tolist(), strict=True) if n},
        extremes=best.overall(),
        examples=best.by_kind(),
    )


class _Part(NamedTuple):
    """Priced decisions of a part of the table, added up, and those in which the viewpoint departed from the baseline.

    Attributes
    ----------
    kinds, counts
        The kinds of decisions there are, rising, and how many there are of each, int64[k].
    totals, squares
        What decisions of each of these kinds were worth, and the squares of that.
    in_hindsight
        What those priced in hindsight were worth: the viewpoint's, and others'.
    of_families
        How many of the viewpoint's each family priced, int64[families].
    values, codes, indices
        The viewpoint's that were worth something: what each was worth, and the indices of its kind in ``kinds`` and of
        itself in the part of the table.
    rows
        The number of the hand of every decision of the part of the table among all valid hands read.
    """

    kinds: NDArray[np.int64]
    counts: NDArray[np.int64]
    totals: ExactSums
    squares: ExactSums
    in_hindsight: ExactSums
    of_families: NDArray[np.int64]
    values: NDArray[np.float64]
    codes: NDArray[np.int16]
    indices: NDArray[np.int64]
    rows: NDArray[np.int64]

    def numbers(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of decisions in their hands, by their indices: a hand's are next to each other."""
        found = np.zeros(len(indices), np.int64)
        some = np.arange(len(indices))
        while some.size:
            before = indices[some] - found[some] - 1
            some = some[(before >= 0) & (self.rows[before] == self.rows[indices[some]])]
            found[some] += 1
        return found


class _Reader:
    """Reads parts of the decisions table as the viewpoint sees them."""

    def __init__(self, hands: ViewpointHands) -> None:
        selection = hands.selection
        self._values = selection.index.values
        self._hands = hands
        self._seats = self._by_row(selection.seats)
        self._n_stored = len(FAMILIES) * N_KINDS
        keys = np.arange(2 * self._n_stored)  # kinds as they are stored, with the family; then the same of others
        self._kind_of_key = keys // self._n_stored * (_N_KINDS // 2) + keys % N_KINDS
        self._is_plain = np.tile(np.repeat([family.name == _WITHOUT_POSITIONS for family in FAMILIES], N_KINDS), 2)

    def _by_row(self, column: NDArray[Any]) -> NDArray[np.int8]:
        """Return a column at assessed hands by their numbers among all read, -1 for others and after the last."""
        found = np.full(self._values.n_hands + 1, -1, np.int8)
        found[self._hands.selection.rows] = np.where(self._hands.assessed, column, -1)
        return found

    @cached_property
    def _positions(self) -> NDArray[np.int8]:
        return self._by_row(self._hands.selection.positions)

    def read(self, table: pa.Table) -> _Part:
        """Return what a part of the table has of the viewpoint's assessed hands."""
        rows, prices, kinds = self._values.hand_numbers(table), numbers(table["price"]), numbers(table["kind"])
        own_seats = self._seats[rows]
        is_others = own_seats != numbers(table["seat"])
        taken = None
        if table["price"].null_count or own_seats.min(initial=0) < 0:
            taken = np.flatnonzero((own_seats >= 0) & ~np.isnan(prices))
            prices, kinds, is_others = prices[taken], kinds[taken], is_others[taken]
        keys = kinds + is_others * np.int32(self._n_stored)
        n_of_keys = np.bincount(keys, minlength=2 * self._n_stored)
        of_families = n_of_keys[: self._n_stored].reshape(-1, N_KINDS).sum(axis=1)
        has_hindsight = n_of_keys.sum() > n_of_keys[self._is_plain].sum()
        kind_of, codes_of = self._kind_of_key, keys
        if has_hindsight:
            own = np.flatnonzero(~is_others & ~self._is_plain[keys])
            codes_of = kind_of[keys]
            positions = self._positions[(rows if taken is None else rows[taken])[own]]
            codes_of[own] += N_KINDS * (1 + positions.astype(np.int64))
            kind_of, n_of_keys = np.arange(_N_KINDS), np.bincount(codes_of, minlength=_N_KINDS)
        present = np.flatnonzero(n_of_keys)
        code_of = np.empty(len(n_of_keys), np.int16)
        code_of[present] = np.arange(len(present))
        some = np.flatnonzero(prices != 0)
        values, codes, is_others = prices[some], code_of[codes_of[some]], is_others[some]
        values = np.where(is_others, -values, values)
        totals, squares, in_hindsight = ExactSums(len(present)), ExactSums(len(present)), ExactSums(2)
        totals.add(values, codes)
        squares.add(values * values, codes)
        if has_hindsight:
            late = ~self._is_plain[keys[some]]
            in_hindsight.add(values[late], is_others[late].astype(np.int8))
        departed = np.flatnonzero(~is_others)
        indices = some[departed]
        return _Part(
            kinds=kind_of[present],
            counts=n_of_keys[present],
            totals=totals,
            squares=squares,
            in_hindsight=in_hindsight,
            of_families=of_families,
            values=values[departed],
            codes=codes[departed],
            indices=indices if taken is None else taken[indices],
            rows=rows,
        )


def _in_hindsight(hands: ViewpointHands) -> float:
    """Return what all prices in hindsight were worth to the viewpoint: what money has beside board and start."""
    columns = hands.columns(["money", "board_luck", "start_value"])
    of_decisions = columns["money"] - columns["board_luck"] - columns["start_value"]
    return exact_sum(of_decisions[hands.assessed & ~np.isnan(of_decisions)])


class _Extremes:
    """The lowest and highest decisions seen so far, of all and of each kind; equal ones in the order of the log."""

    def __init__(self) -> None:
        self._found: list[Candidate] = []
        self._n_seen = np.zeros(_N_KINDS, np.int64)
        self._low = np.full(_N_KINDS, np.inf)  # no higher value is among the lowest of its kind
        self._high = np.full(_N_KINDS, -np.inf)
        self._lowest, self._highest = np.inf, -np.inf
        self._next_row = 0  # no hand from this one on is among those found

    def add(self, part: _Part) -> None:
        """Take the decisions of a part that may be among the extreme ones."""
        values, codes = part.values, part.codes
        self._n_seen[part.kinds] += np.bincount(codes, minlength=len(part.kinds))
        low, high = self._low[part.kinds], self._high[part.kinds]
        lowest, highest = self._lowest, self._highest
        if part.rows.min(initial=self._next_row) >= self._next_row:  # those found come before equal ones of later hands
            low, high = np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
            lowest, highest = np.nextafter(lowest, -np.inf), np.nextafter(highest, np.inf)
        may = (values <= np.maximum(low, lowest)[codes]) | (values >= np.minimum(high, highest)[codes])
        some = np.flatnonzero(may)
        if not some.size:
            return
        values, codes, indices = values[some], codes[some], part.indices[some]
        order = np.lexsort((indices, part.rows[indices], values))
        chosen = np.zeros(len(values), np.bool_)
        chosen[_outer(order, values, N_EXTREMES)] = True
        by_kind = order[np.argsort(codes[order], kind="stable")]
        starts = np.flatnonzero(np.diff(codes[by_kind], prepend=-1))
        for group in np.split(by_kind, starts[1:]):
            chosen[_outer(group, values, N_EXAMPLES)] = True
        which = np.flatnonzero(chosen)
        rows, in_hand = part.rows[indices[which]], part.numbers(indices[which])
        columns = (values[which], rows, in_hand, part.kinds[codes[which]])
        self._found += map(Candidate, *(column.tolist() for column in columns))
        self._next_row = max(self._next_row, int(rows.max()) + 1)
        self._shorten()

    def _shorten(self) -> None:
        overall, by_kind = self.overall(), self.by_kind()
        self._found = list({*overall, *(each for group in by_kind.values() for each in group)})
        if self._n_seen.sum() >= 2 * N_EXTREMES:
            self._lowest, self._highest = overall[N_EXTREMES - 1].value, overall[-N_EXTREMES].value
        for kind, group in by_kind.items():
            if self._n_seen[kind] >= 2 * N_EXAMPLES:
                self._low[kind], self._high[kind] = group[N_EXAMPLES - 1].value, group[-N_EXAMPLES].value

    def overall(self) -> tuple[Candidate, ...]:
        """Return the lowest and the highest of all."""
        return ends(self._found, N_EXTREMES, int(self._n_seen.sum()))

    def by_kind(self) -> dict[int, tuple[Candidate, ...]]:
        """Return the lowest and the highest of each kind."""
        kinds: dict[int, list[Candidate]] = {}
        for each in sorted(self._found):
            kinds.setdefault(each.kind, []).append(each)
        return {kind: ends(group, N_EXAMPLES, int(self._n_seen[kind])) for kind, group in sorted(kinds.items())}


def ends(candidates: list[Candidate], n: int, n_seen: int) -> tuple[Candidate, ...]:
    """Return the n lowest and the n highest candidates, rising; of equal values the first of the log are chosen.

    All of them where no more than twice as many were seen, so that the result does not depend on the parts.
    """
    ordered = sorted(set(candidates))
    if n_seen <= 2 * n:
        return tuple(ordered)
    highest = sorted(ordered, key=lambda each: (-each.value, each.row, each.number))[:n]
    return tuple(sorted({*ordered[:n], *highest}))


def _outer(order: NDArray[np.int64], values: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return the first n of decisions in rising order, and the n highest, of equal ones the first."""
    if len(order) <= 2 * n:
        return order
    first_equal = int(np.searchsorted(values[order], values[order[-n]], side="left"))
    return np.unique(np.concatenate([order[:n], order[first_equal:][:n], order[-n:]]))
