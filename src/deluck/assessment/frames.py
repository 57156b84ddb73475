"""An assessment as tidy tables: one row per hand, seat, decision, leak, or group and estimator."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from deluck.assessment.decisions import Leak
from deluck.assessment.table import to_table
from deluck.errors import AssessmentError

if TYPE_CHECKING:
    from deluck.assessment.result import Assessment
    from deluck.assessment.summary import Summary
    from deluck.values.tables import StoredTable


def frame(assessment: "Assessment", name: str) -> pa.Table:
    """Return a table of an assessment by its name, one of `FRAMES`.

    Raises
    ------
    AssessmentError
        If there is no such table.
    """
    if name not in FRAMES:
        raise AssessmentError(f"no table {name!r} of an assessment (expected one of {', '.join(FRAMES)})")
    return FRAMES[name](assessment)


def _seats(assessment: "Assessment") -> pa.Table:
    return _of_hands(assessment, assessment.hands.selection.index.values.seats)


def _decisions(assessment: "Assessment") -> pa.Table:
    return _of_hands(assessment, assessment.hands.selection.index.values.decisions)


def _of_hands(assessment: "Assessment", stored: "StoredTable") -> pa.Table:
    """Return the rows of a table of values that are of the viewpoint's hands, and whether they are its own."""
    selection = assessment.hands.selection
    numbers, seats = selection.of_hands(), selection.seats
    found = []
    for number in range(len(stored)):
        rows = stored.part(number, None)
        of_all = selection.index.values.hand_numbers(rows)
        hands = np.where(of_all >= 0, numbers[np.maximum(of_all, 0)], -1)
        is_own = (rows["seat"].to_numpy() == seats[np.maximum(hands, 0)]) & (hands >= 0)
        rows = rows.append_column("is_viewpoint", pa.array(is_own))
        found.append(rows.filter(pa.array(hands >= 0)))
    return pa.concat_tables(found).unify_dictionaries().replace_schema_metadata(None)


def _leaks(assessment: "Assessment") -> pa.Table:
    rows = [leak.as_dict() for leak in assessment.leaks]
    return pa.table({name: [row[name] for row in rows] for name in Leak.__slots__ if name != "examples"})


def _estimators(assessment: "Assessment") -> pa.Table:
    return _summaries("scope", {"all": assessment.estimators})


def _grouped(kind: str, field: str) -> "Callable[[Assessment], pa.Table]":
    return lambda assessment: _summaries(kind, getattr(assessment, field))


def _summaries(kind: str, groups: "Mapping[str, Mapping[str, Summary]]") -> pa.Table:
    """Return a row per group and estimator: n, total, mean, sd, stderr, and the ends of the 95% interval."""
    names = ("n", "total", "mean", "sd", "stderr")
    types = {kind: pa.string(), "estimator": pa.string(), "n": pa.int64()}
    types |= dict.fromkeys([*names[1:], "low95", "high95"], pa.float64())
    rows: list[dict[str, Any]] = []
    for group, summaries in groups.items():
        for estimator, summary in summaries.items():
            found = summary.as_dict()
            low, high = found["ci95"]
            rows.append(
                {kind: group, "estimator": estimator}
                | {name: found[name] for name in names}
                | {"low95": low, "high95": high}
            )
    return pa.Table.from_pylist(rows, pa.schema(list(types.items())))


FRAMES: "dict[str, Callable[[Assessment], pa.Table]]" = {
    "hands": to_table,
    "seats": _seats,
    "decisions": _decisions,
    "leaks": _leaks,
    "estimators": _estimators,
    "streets": _grouped("street", "rounds"),
    "positions": _grouped("position", "positions"),
    "depths": _grouped("depth", "depths"),
    "table_sizes": _grouped("table_size", "table_sizes"),
    "opponents": _grouped("opponent", "opponents"),
    "tablemates": _grouped("opponent", "tablemates"),
}
"""The tables by name: a row per hand of the viewpoint; per hand and seat, and per decision, of all seats in these
hands; per kind of decision; and per estimator, over all hands or by group."""
