"""Decisions counted: by round, what was faced, what was done and what the baseline does; the extreme ones kept."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.decisions import ACTIONS, FACING, FEW_DECISIONS, DecisionCell, Leak
from deluck.assessment.grouping import grouped
from deluck.estimators.divat.analysis import Analysis
from deluck.games import STREET_NAMES, Action
from deluck.records import HandColumns, HandRecord

N_EXTREMES = 10
"""Dearest mistakes and best deviations that are kept."""
N_EXAMPLES = 2
"""Hands that are kept of each kind of decision, at either end."""

_FOLD, _CHECK, _CALL, _BET, _RAISE = range(len(ACTIONS))
_UNOPENED, _CHECKED, _BLIND, _LIMP, _FIRST_BET = range(5)
_SHAPE = (2, len(STREET_NAMES), len(FACING), len(ACTIONS), len(ACTIONS))  # of the viewpoint or others, round, …
_N_KINDS = int(np.prod(_SHAPE))


class Candidate(NamedTuple):
    """A decision that may be told: its value to the viewpoint, its hand's row, its place in the hand, its kind."""

    value: float
    row: int
    place: int
    kind: int


@dataclass(frozen=True, slots=True)
class DecisionTally:
    """Decisions of some hands: sums by kind, net to the viewpoint, and the viewpoint's extreme ones.

    Attributes
    ----------
    counts, totals, squares
        By kind of decision, see `kind_of`: how many, their values and the squares of these.
    extremes
        The viewpoint's lowest and highest decisions, in order.
    examples
        The same for each kind of decision in which the viewpoint departed from the baseline.
    hands
        The hands of all of these, by row.
    """

    counts: NDArray[np.int64]
    totals: NDArray[np.float64]
    squares: NDArray[np.float64]
    extremes: tuple[Candidate, ...]
    examples: dict[int, tuple[Candidate, ...]]
    hands: dict[int, HandRecord]

    def __add__(self, other: "DecisionTally") -> "DecisionTally":
        extremes = ends((*self.extremes, *other.extremes), N_EXTREMES)
        kinds = sorted({*self.examples, *other.examples})
        examples = {
            kind: ends((*self.examples.get(kind, ()), *other.examples.get(kind, ())), N_EXAMPLES) for kind in kinds
        }
        hands = self.hands | other.hands
        named = {each.row for group in (extremes, *examples.values()) for each in group}
        return DecisionTally(
            self.counts + other.counts,
            self.totals + other.totals,
            self.squares + other.squares,
            extremes,
            examples,
            {row: hands[row] for row in sorted(named)},
        )

    @property
    def n_as_baseline(self) -> int:
        """The viewpoint's decisions that were the baseline's."""
        return int(np.trace(self.counts.reshape(_SHAPE)[0].sum(axis=(0, 1))))

    @property
    def n_own(self) -> int:
        """The viewpoint's decisions."""
        return int(self.counts.reshape(_SHAPE)[0].sum())

    def cells(self, *, own: bool) -> tuple[DecisionCell, ...]:
        """Return the viewpoint's or the others' decisions by round, action and the baseline's action."""
        side = 0 if own else 1
        counts = self.counts.reshape(_SHAPE)[side].sum(axis=1)
        totals = self.totals.reshape(_SHAPE)[side].sum(axis=1)
        return tuple(
            DecisionCell(
                STREET_NAMES[street], ACTIONS[action], ACTIONS[baseline], int(counts[place]), float(totals[place]) + 0.0
            )
            for place in map(tuple, np.argwhere(counts).tolist())
            for street, action, baseline in [place]
        )

    def leaks(self) -> tuple[Leak, ...]:
        """Return the viewpoint's departures from the baseline by kind, the dearest kind first."""
        found = []
        for kind in np.flatnonzero(self.counts[: _N_KINDS // 2]).tolist():
            street, facing, action, baseline = parse_kind(kind)
            total, n = float(self.totals[kind]), int(self.counts[kind])
            if action == baseline and not self.squares[kind]:
                continue
            mean = total / n
            spread = max(float(self.squares[kind]) - n * mean * mean, 0.0)
            chosen = [each for each in self.examples.get(kind, ()) if (each.value < 0) == (total < 0)]
            found.append(
                Leak(
                    round=street,
                    action=action,
                    facing=facing,
                    baseline_action=baseline,
                    n=n,
                    total=total + 0.0,
                    mean=mean + 0.0,
                    stderr=(spread / (n - 1) / n) ** 0.5 if n > 1 else np.inf,
                    small=n < FEW_DECISIONS,
                    examples=tuple(dict.fromkeys(each.row for each in sorted(chosen, key=lambda one: -abs(one.value)))),
                )
            )
        return tuple(sorted(found, key=lambda leak: (leak.total, leak.round, leak.facing, leak.action)))


NO_DECISIONS = DecisionTally(
    np.zeros(_N_KINDS, np.int64), np.zeros(_N_KINDS), np.zeros(_N_KINDS), extremes=(), examples={}, hands={}
)


def parse_kind(kind: int) -> tuple[str, str, str, str]:
    """Return a kind of decision in words: round, what was faced, action, the baseline's action."""
    _, street, facing, action, baseline = (int(part) for part in np.unravel_index(kind, _SHAPE))
    return STREET_NAMES[street], FACING[facing], ACTIONS[action], ACTIONS[baseline]


def ends(candidates: tuple[Candidate, ...], n: int) -> tuple[Candidate, ...]:
    """Return the n lowest and the n highest candidates, in order; equal values in the order of the log."""
    ordered = sorted(set(candidates))
    if len(ordered) <= 2 * n:
        return tuple(ordered)
    highest = sorted(ordered, key=lambda each: (-each.value, each.row, each.place))[:n]
    return (*ordered[:n], *reversed(highest))


def tally_decisions(
    analysis: Analysis, prices: NDArray[np.float64], rows: NDArray[np.int64], viewpoint_seats: NDArray[np.int8]
) -> DecisionTally:
    """Return the decisions of analysed hands, counted.

    Parameters
    ----------
    analysis
        The hands, and what the baseline does at each decision.
    prices
        What each decision was worth, net to P1, float64[d].
    rows, viewpoint_seats
        Of all n hands of the analysis: their rows in the log, and where the viewpoint sat.
    """
    betting = analysis.betting
    if not len(betting.actions):
        return NO_DECISIONS
    hands = betting.hands
    chosen = analysis.eligibility.rows
    seats = viewpoint_seats[chosen][hands]
    is_own = betting.seats == seats
    values = np.where(seats == 0, prices, 0.0 - prices)
    facing = _facing(analysis)
    kinds = np.ravel_multi_index(
        (
            (~is_own).astype(np.int64),
            betting.streets.astype(np.int64),
            facing,
            _named(betting.actions, facing),
            _named(analysis.baseline_actions, facing),
        ),
        _SHAPE,
    )
    log_rows = rows[chosen][hands]
    numbers = np.arange(len(hands)) - betting.starts[hands]

    def candidates(which: NDArray[np.int64]) -> tuple[Candidate, ...]:
        return tuple(
            map(
                Candidate,
                values[which].tolist(),
                log_rows[which].tolist(),
                numbers[which].tolist(),
                kinds[which].tolist(),
            )
        )

    departed = np.flatnonzero(is_own & (values != 0))
    order = departed[np.argsort(values[departed], kind="stable")]
    extremes = ends(candidates(_outer(order, values, N_EXTREMES)), N_EXTREMES)
    examples = {
        kind: ends(candidates(_outer(order[places], values, N_EXAMPLES)), N_EXAMPLES)
        for kind, places in grouped(kinds[order])
    }
    named = {each.row for group in (extremes, *examples.values()) for each in group}
    return DecisionTally(
        np.bincount(kinds, minlength=_N_KINDS),
        np.bincount(kinds, values, minlength=_N_KINDS).astype(np.float64),
        np.bincount(kinds, values * values, minlength=_N_KINDS).astype(np.float64),
        extremes,
        examples,
        _records(analysis.columns, rows, sorted(named)),
    )


def _outer(order: NDArray[np.int64], values: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return the first and last n of decisions in rising order, with all that equal the n-th from the end."""
    if len(order) <= 2 * n:
        return order
    # Equal values stand in the order of the log, so the ends of a run of equals at the top are its last: take it whole.
    first_equal = int(np.searchsorted(values[order], values[order[-n]], side="left"))
    return np.unique(np.concatenate([order[:n], order[first_equal:][:n], order[-n:]]))


def _records(columns: HandColumns, rows: NDArray[np.int64], wanted: list[int]) -> dict[int, HandRecord]:
    if not wanted:
        return {}
    return dict(zip(wanted, columns[np.searchsorted(rows, wanted)], strict=True))


def _facing(analysis: Analysis) -> NDArray[np.int64]:
    """Return what each decision faced, a place in `FACING`."""
    betting = analysis.betting
    first = betting.round_starts
    opening = np.where(betting.streets == 0, np.where(first, _BLIND, _LIMP), np.where(first, _UNOPENED, _CHECKED))
    n_before = np.where(betting.streets == 0, 1, 0)
    # before the flop the second bet is a raise, after it the first one is a bet
    later = np.minimum(_FIRST_BET - 1 + betting.n_bets, len(FACING) - 1)
    return np.where(betting.n_bets == n_before, opening, later)


def _named(actions: NDArray[np.uint8], facing: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each action as a player calls it, a place in `ACTIONS`."""
    must_call = (facing == _BLIND) | (facing >= _FIRST_BET)
    may_bet = facing <= _CHECKED
    called = np.where(must_call, _CALL, _CHECK)
    raised = np.where(may_bet, _BET, _RAISE)
    return np.where(actions == Action.FOLD, _FOLD, np.where(actions == Action.CALL, called, raised))
