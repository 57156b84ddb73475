"""Decisions as the page shows them: what was done against what the baseline does, and where value goes."""

from collections.abc import Iterable
from dataclasses import dataclass

from deluck.assessment import Assessment, DecisionCell, Leak
from deluck.games import STREET_NAMES
from deluck.report.tables import Column, Row, Table
from deluck.report.words import NOTHING, bets, with_error
from deluck.statistics import QUANTILE_95
from deluck.values.schema import ACTIONS

_MOST_LEAKS = 12  # of losses, and of gains


@dataclass(frozen=True, slots=True)
class Cell:
    """So many decisions worth so much to the viewpoint; the shade is from 0 for nothing to 1 for the largest."""

    n: int
    value: float
    shade: float
    is_same: bool

    @property
    def worth(self) -> str:
        """The value as text."""
        return bets(self.value)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Actions done, one per row, against the baseline's, one per column; None where there were none."""

    actions: tuple[str, ...]
    baseline_actions: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


@dataclass(frozen=True, slots=True)
class ShownLeak:
    """A kind of decision with its cells as text, and the hands of it that can be shown."""

    round: str
    position: str
    facing: str
    action: str
    baseline_action: str
    n: int
    total: str
    mean: str
    small: bool
    is_loss: bool
    stands_out: bool
    rows: tuple[int, ...]


def matrix(cells: Iterable[DecisionCell]) -> Matrix:
    """Return decisions of all streets by what was done and what the baseline does."""
    counts: dict[tuple[str, str], int] = {}
    values: dict[tuple[str, str], float] = {}
    for cell in cells:
        key = cell.action, cell.baseline_action
        counts[key] = counts.get(key, 0) + cell.n
        values[key] = values.get(key, 0.0) + cell.value
    actions = tuple(action for action in ACTIONS if any(key[0] == action for key in counts))
    baseline = tuple(action for action in ACTIONS if any(key[1] == action for key in counts))
    largest = max(map(abs, values.values()), default=0.0)
    shown = tuple(
        tuple(
            Cell(counts[key], values[key], abs(values[key]) / largest if largest else 0.0, did == does)
            if (key := (did, does)) in counts
            else None
            for does in baseline
        )
        for did in actions
    )
    return Matrix(actions, baseline, shown)


def decision_table(assessment: Assessment) -> Table:
    """Return by street how often each side did what the baseline does, and what its decisions were worth."""
    columns = (
        Column(f"{assessment.viewpoint}'s decisions"),
        Column("as the baseline", is_extra=True),
        Column(f"worth, {assessment.unit_name}", "net to the viewpoint"),
        Column("opponents' decisions"),
        Column("as the baseline", is_extra=True),
        Column(f"worth, {assessment.unit_name}", "a plus is what opponents gave away"),
    )
    found = assessment.decisions
    streets = [name for name in STREET_NAMES if any(cell.round == name for cell in (*found.own, *found.opponents))]
    rows = [
        Row(name, tuple(text for side in (found.own, found.opponents) for text in _shares(side, name)))
        for name in streets
    ]
    everything = tuple(text for side in (found.own, found.opponents) for text in _shares(side, None))
    rows.append(Row("all streets", everything, kind="strong"))
    return Table("decisions", "Decisions by street", columns, (("", tuple(rows)),))


def shown_leaks(assessment: Assessment) -> tuple[ShownLeak, ...]:
    """Return where value goes and comes from, the largest losses first, then gains, and small samples after each.

    Where kinds are divided by position there are hundreds: then the largest that are no small samples.
    """
    ordered = sorted(assessment.leaks, key=lambda leak: (leak.total >= 0, leak.small, -abs(leak.total)))
    if any(leak.position for leak in ordered):
        sides = ([leak for leak in ordered if (leak.total < 0) == is_loss] for is_loss in (True, False))
        ordered = [leak for side in sides for leak in _most_telling(side)]
    return tuple(_shown(leak, assessment) for leak in ordered)


def _most_telling(leaks: list[Leak]) -> list[Leak]:
    """Return the largest kinds that are no small samples and all that stand out; the largest, if all are small."""
    large = [leak for leak in leaks if not leak.small]
    return [leak for number, leak in enumerate(large or leaks) if number < _MOST_LEAKS or leak.stands_out]


def _shown(leak: Leak, assessment: Assessment) -> ShownLeak:
    return ShownLeak(
        round=leak.round,
        position=leak.position,
        facing=leak.facing,
        action=leak.action,
        baseline_action=leak.baseline_action,
        n=leak.n,
        total=bets(leak.total),
        mean=with_error(leak.mean, QUANTILE_95 * leak.stderr, 2),
        small=leak.small,
        is_loss=leak.total < 0,
        stands_out=leak.stands_out,
        rows=tuple(row for row in leak.examples if row in assessment.examples),
    )


def _shares(cells: Iterable[DecisionCell], street: str | None) -> tuple[str, str, str]:
    chosen = [cell for cell in cells if street is None or cell.round == street]
    n = sum(cell.n for cell in chosen)
    same = sum(cell.n for cell in chosen if cell.action == cell.baseline_action)
    return f"{n:,}", f"{same / n:.1%}" if n else NOTHING, bets(sum(cell.value for cell in chosen))
