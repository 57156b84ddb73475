"""Work in parts: by threads, by processes, or by the workers of a Dask cluster; the same results in the same order.

All parallel work goes through `run_parts`. Parts are taken from their iterator only a little ahead of the results, so
neither parts nor results pile up. What a part gives must depend on the part alone; then the number of jobs and of
machines changes nothing but the time. `on_cluster` is the setting that sends to a cluster what processes would do.

`running` has these; `workers` threads and processes, and the layer below `run_parts` for work whose next parts depend
on earlier results (the arena's matches); `cluster` the connection to Dask.
"""

from deluck.parallel.running import count_jobs, on_cluster, run_all, run_parts, uses_cluster, workers_for
from deluck.parallel.workers import Raised, Workers, is_worker, pickled

__all__ = [
    "Raised",
    "Workers",
    "count_jobs",
    "is_worker",
    "on_cluster",
    "pickled",
    "run_all",
    "run_parts",
    "uses_cluster",
    "workers_for",
]
