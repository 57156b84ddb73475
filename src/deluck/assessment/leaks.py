"""Decisions counted and priced, from the decisions table: by kind, and the extreme ones."""

from dataclasses import dataclass
from typing import NamedTuple

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
_COLUMNS = ["source", "row", "number", "seat", "price", "kind"]


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
    totals, squares, sides = ExactSums(_N_KINDS), ExactSums(_N_KINDS), ExactSums(4)
    in_hindsight = False
    best = _Extremes()
    reader = _Reader(hands)
    for part in hands.selection.index.values.decisions.map(reader.read, _COLUMNS):
        counts += np.bincount(part.kinds, minlength=_N_KINDS)
        of_families += part.of_families
        some = np.flatnonzero(part.values)
        values, kinds = part.values[some], part.kinds[some]
        totals.add(values, kinds)
        squares.add(values * values, kinds)
        sides.add(values, part.sides[some])
        in_hindsight |= bool((part.sides > 1).any())
        best.add(part)
    own, opponents, own_in_hindsight, _ = sides.totals().tolist()
    if in_hindsight:
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
    """Priced decisions of a part of the table, k of them, and those in which the viewpoint departed from the baseline.

    Attributes
    ----------
    values, kinds, sides
        What each was worth, its kind, and 1 for those of others, 0 for the viewpoint's, 2 more for those priced in
        hindsight; float64[k] and int32[k].
    of_families
        How many of the viewpoint's each family priced, int64[families].
    departed
        The viewpoint's that were worth something, indices.
    rows, numbers
        Of these, the hand's number among all valid hands read, and the decision's number in it.
    """

    values: NDArray[np.float64]
    kinds: NDArray[np.int32]
    sides: NDArray[np.int32]
    of_families: NDArray[np.int64]
    departed: NDArray[np.int64]
    rows: NDArray[np.int64]
    numbers: NDArray[np.int16]


class _Reader:
    """Reads parts of the decisions table as the viewpoint sees them."""

    def __init__(self, hands: ViewpointHands) -> None:
        selection = hands.selection
        self._values = selection.index.values
        self._number_of = selection.of_hands()
        self._number_of[selection.rows[~hands.assessed]] = -1
        self._seats, self._positions = selection.seats, selection.positions
        self._families = tuple(family.name for family in FAMILIES)

    def read(self, table: pa.Table) -> _Part:
        """Return what a part of the table has of the viewpoint's assessed hands."""
        prices, rows = numbers(table["price"]), self._values.hand_numbers(table)
        hands = self._number_of[np.maximum(rows, 0)]
        is_taken = (hands >= 0) & (rows >= 0) & ~np.isnan(prices)
        taken = slice(None) if is_taken.all() else np.flatnonzero(is_taken)
        hands, rows = hands[taken], rows[taken]
        is_own = numbers(table["seat"])[taken] == self._seats[hands]
        values = np.where(is_own, prices[taken], 0.0 - prices[taken])
        of_all = numbers(table["kind"])[taken]
        families = of_all // np.int16(N_KINDS)
        in_hindsight = families != self._families.index(_WITHOUT_POSITIONS)
        is_others = (~is_own).astype(np.int32)
        kinds = is_others * np.int32(_SHAPE[1])
        if in_hindsight.any():
            kinds += np.where(is_own & in_hindsight, self._positions[hands] + 1, 0).astype(np.int32)
        kinds = kinds * np.int32(N_KINDS) + (of_all - families * np.int16(N_KINDS))
        departed = np.flatnonzero(is_own & (values != 0))
        return _Part(
            values=values,
            kinds=kinds,
            sides=2 * in_hindsight.astype(np.int32) + is_others,
            of_families=np.bincount(families[is_own], minlength=len(self._families)),
            departed=departed,
            rows=rows[departed],
            numbers=numbers(table["number"])[taken][departed],
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

    def add(self, part: _Part) -> None:
        """Take the decisions of a part that may be among the extreme ones."""
        rows, in_hand = part.rows, part.numbers
        values, kinds = part.values[part.departed], part.kinds[part.departed]
        self._n_seen += np.bincount(kinds, minlength=_N_KINDS)
        may = (values <= self._low[kinds]) | (values >= self._high[kinds])
        may |= (values <= self._lowest) | (values >= self._highest)
        some = np.flatnonzero(may)
        if not some.size:
            return
        order = some[np.lexsort((in_hand[some], rows[some], values[some]))]
        chosen = np.zeros(len(values), np.bool_)
        chosen[_outer(order, values, N_EXTREMES)] = True
        by_kind = order[np.argsort(kinds[order], kind="stable")]
        starts = np.flatnonzero(np.diff(kinds[by_kind], prepend=-1))
        for group in np.split(by_kind, starts[1:]):
            chosen[_outer(group, values, N_EXAMPLES)] = True
        which = np.flatnonzero(chosen)
        columns = (values[which], rows[which], in_hand[which], kinds[which])
        self._found += map(Candidate, *(column.tolist() for column in columns))
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
