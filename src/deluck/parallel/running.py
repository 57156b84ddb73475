"""The one function for parallel work, and the setting of a cluster."""

import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal

from deluck.errors import ParallelError
from deluck.parallel.cluster import Cluster, ClusterWorkers
from deluck.parallel.workers import Part, Processes, Result, Threads, Workers, is_worker

Backend = Literal["threads", "processes"]

_PARTS_PER_WORKER = 2  # submitted and not yet yielded: one that is worked on, one that waits

_CONTAINER_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""Microseconds of processor time that all processes of a container may take in so many microseconds."""

_cluster: ContextVar[Cluster | None] = ContextVar("cluster", default=None)


def run_parts(
    function: Callable[[Part], Result],
    parts: Iterable[Part],
    *,
    n_jobs: int = 1,
    backend: Backend = "threads",
    n_ahead: int | None = None,
) -> Iterator[Result]:
    """Yield ``function(part)`` of every part, in the order of the parts, whatever the number of jobs.

    An exception of a part, or of the iterator of parts, reaches the caller after the results before it. When the caller
    stops early, parts that have not begun are dropped and processes that do not end soon are killed.

    Parameters
    ----------
    function
        What is done with a part. For processes it is pickled once and sent to each of them once, so large things that
        all parts need belong into it (``functools.partial``).
    parts
        They are taken one by one in the caller's thread, at most `n_ahead` before their results are.
    n_jobs
        How many parts are worked on at once; -1 for all cores, -2 for all but one. Within a part it is always 1.
    backend
        ``threads`` for kernels, which release the interpreter's lock and may write into arrays of the caller;
        ``processes`` for work in Python: function, parts and results are pickled. Only the latter goes to a cluster,
        within `on_cluster`, and then by all its workers.
    n_ahead
        The most parts that are submitted and not yet yielded; twice the number of workers by default.

    Raises
    ------
    ParallelError
        If the number of jobs cannot be, a process was ended from outside, or the cluster is lost.
    """
    _check_jobs(n_jobs)
    if backend not in ("threads", "processes"):
        raise ParallelError(f"no backend {backend!r} (expected threads or processes)")
    if n_ahead is not None and n_ahead < 1:
        raise ParallelError(f"{n_ahead} parts ahead (expected 1 or more)")
    return _results(function, iter(parts), n_jobs, backend, n_ahead)


def run_all(function: Callable[[Part], None], parts: Iterable[Part], *, n_jobs: int = 1) -> None:
    """Call the function with every part, in threads; it writes what it finds into arrays of the caller."""
    for _ in run_parts(function, parts, n_jobs=n_jobs):
        pass


def count_jobs(n_jobs: int) -> int:
    """Return how many jobs are meant: -1 is all cores, -2 all but one; 1 within a part of other parallel work.

    Raises
    ------
    ParallelError
        If the number is 0.
    """
    _check_jobs(n_jobs)
    if is_worker():
        return 1
    return n_jobs if n_jobs > 0 else max(1, _n_cores() + 1 + n_jobs)


def _check_jobs(n_jobs: int) -> None:
    if n_jobs == 0:
        raise ParallelError("0 jobs at once (expected 1 or more, or -1 for all cores)")


@cache
def _n_cores() -> int:
    """Return how many cores this process may use: those it is bound to, within the limit of its container.

    joblib counts them too, but importing it takes longer than an answer from stored values.
    """
    n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # elsewhere than on Linux there is no such file; without a limit it says "max"
        quota, period = map(int, _CONTAINER_LIMIT.read_text(encoding="ascii").split())
        n_cores = min(n_cores, max(1, math.ceil(quota / period)))
    return n_cores


def _results(
    function: Callable[[Part], Result], parts: Iterator[Part], n_jobs: int, backend: Backend, n_ahead: int | None
) -> Iterator[Result]:
    if uses_cluster(backend):
        first = list(islice(parts, 1))
    elif n_jobs == 1 or is_worker():
        yield from map(function, parts)
        return
    else:
        first, problem = _first_two(parts)
        if len(first) < 2 or count_jobs(n_jobs) == 1:  # one part needs no worker
            yield from map(function, chain(first, parts))
            if problem is not None:
                raise problem
            return
    if first:
        with workers_for(function, n_jobs, backend) as workers:
            yield from _in_order(workers, chain(first, parts), n_ahead)


def _first_two(parts: Iterator[Part]) -> tuple[list[Part], Exception | None]:
    """Return up to two parts, and what their iterator raised after the first, if it did."""
    first = list(islice(parts, 1))
    try:
        return [*first, *islice(parts, len(first))], None
    except Exception as problem:
        return first, problem


def _in_order(workers: Workers[Part, Result], parts: Iterator[Part], n_ahead: int | None) -> Iterator[Result]:
    waiting: deque[Future[Any]] = deque()
    problem: Exception | None = None
    is_at_end = False
    try:
        while True:
            while not is_at_end and len(waiting) < (n_ahead or _PARTS_PER_WORKER * workers.n_workers):
                try:
                    part = next(parts)
                except StopIteration:
                    is_at_end = True
                except Exception as error:  # it is raised after the results of the parts before it
                    problem, is_at_end = error, True
                else:
                    waiting.append(workers.submit(part))
            if not waiting:
                break
            yield workers.result(waiting.popleft())
    finally:
        workers.stop(waiting)
    if problem is not None:
        raise problem


@contextmanager
def workers_for(
    function: Callable[[Part], Result], n_jobs: int = 1, backend: Backend = "processes"
) -> Iterator[Workers[Part, Result]]:
    """Give workers that call the function: those of the cluster in force, else processes or threads.

    Parameters
    ----------
    function, n_jobs, backend
        As in `run_parts`.
    """
    client = _cluster.get()
    n_workers = count_jobs(n_jobs)
    found: Workers[Part, Result]
    if backend == "threads":
        found = Threads(function, n_workers)
    elif client is not None and not is_worker():
        found = ClusterWorkers(function, client)
    else:
        found = Processes(function, n_workers)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Let the workers of a Dask cluster do, within this context, what processes would do.

    Parameters
    ----------
    address
        Of the scheduler, ``tcp://host:8786``; None for no cluster.

    Raises
    ------
    ParallelError
        If Dask is not installed (extra ``cluster``), the scheduler does not answer, or it has no workers.
    """
    if address is None:
        yield
        return
    client = Cluster(address)
    token = _cluster.set(client)
    try:
        yield
    finally:
        _cluster.reset(token)
        client.close()


def uses_cluster(backend: Backend = "processes") -> bool:
    """Return whether `run_parts` called here would use a cluster."""
    return backend == "processes" and _cluster.get() is not None and not is_worker()
