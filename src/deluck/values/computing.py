"""From hands to values: read once, cut into parts, each part valued on its own, in any number of threads."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from deluck.estimators import Context
from deluck.parallel import count_jobs, run_parts, uses_cluster
from deluck.values.building import Part, PartTables, value_part
from deluck.values.parts import Cutter, Read
from deluck.values.tables import Values, store


def compute_values(hands: Iterable[Read], context: Context, *, n_jobs: int = 1) -> Values:
    """Return the values of hands, computed in parts.

    Parameters
    ----------
    hands
        Columns and what was rejected, each with the name of its source; they are read once.
    context
        How values are computed.
    n_jobs
        How many parts are valued at once, in threads; -1 for all cores. The values are the same to the last bit.

    Raises
    ------
    ParallelError
        If there is no job.
    ValuesError
        If there is no room to store values.
    """
    cutter = Cutter()
    seats, decisions, folder = store(valued(cutter.parts(hands), context, n_jobs), context, n_jobs)
    values = Values(seats, decisions, cutter.sources.values(), context)
    return values if folder is None else values.owning(folder)


def valued(parts: Iterator[Part], context: Context, n_jobs: int) -> Iterator[PartTables]:
    """Yield the values of each part, in order: by threads, or by the workers of the cluster in force."""
    backend: Literal["threads", "processes"] = "processes" if uses_cluster("processes") else "threads"
    n_ahead = None if backend == "processes" else count_jobs(n_jobs) + 1  # values of a part take some 20 MB
    return run_parts(partial(value_part, context=context), parts, n_jobs=n_jobs, backend=backend, n_ahead=n_ahead)
