"""The workers of a Dask cluster, behind the same calls as threads and processes."""

import pickle
import time
import warnings
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from importlib import import_module
from typing import Any

from deluck.errors import ParallelError
from deluck.parallel.workers import PATIENCE, Part, Result, Workers, pickled, sendable_result
from deluck.version import __version__

CONNECT_SECONDS = 10.0
"""How long a cluster may take to answer."""
NO_WORKER_SECONDS = 60.0
"""How long a cluster may be without any worker."""

_LOOK_SECONDS = 2.0  # between looks at a cluster while nothing comes from it


class ClusterWorkers(Workers[Part, Result]):
    """All workers of a cluster; each gets the function once."""

    def __init__(self, function: Callable[[Part], Result], cluster: "Cluster") -> None:
        self._cluster = cluster
        self._function = cluster.sent_once(pickled(function))

    @property
    def n_workers(self) -> int:  # type: ignore[override]
        """Threads of all workers now: they come and go."""
        return self._cluster.n_threads()

    def submit(self, part: Part) -> "Future[Any]":
        """Hand a part to the cluster; as bytes, so that Dask takes nothing in it for something of its own."""
        return self._cluster.submit(_call_sent, __version__, self._function, pickled(part))

    def wait(self, futures: "Collection[Future[Any]]") -> "set[Future[Any]]":
        """Return those that are done, when one is; raise ParallelError if the cluster is lost."""
        while not (done := wait(futures, _LOOK_SECONDS, FIRST_COMPLETED).done):
            self._cluster.check()
        return done

    def _received(self, future: "Future[Any]") -> Any:
        try:
            return pickle.loads(future.result())  # by ourselves: arrays from Dask cannot be written to
        except CancelledError:
            raise self._cluster.lost() from None
        except self._cluster.killed_worker as error:
            raise ParallelError(f"a part of the work ended its workers: {error} (expected them to go on)") from None
        except ImportError as error:  # raised where the call is unpacked, before it is made
            raise ParallelError(f"a worker of {self._cluster.address} cannot load the work: {error}") from None

    def stop(self, futures: "Collection[Future[Any]]", patience: float = PATIENCE) -> "set[Future[Any]]":
        """Take back what is not done; a worker that has begun a part finishes it for nobody."""
        done, late = set[Future[Any]](), set(futures)
        try:
            if patience > PATIENCE:  # the results are wanted
                done, late = wait(futures, timeout=patience)
        finally:
            self._cluster.cancel(late)
        return done


class Cluster:
    """A connection to the scheduler of a Dask cluster.

    Attributes
    ----------
    address
        Of the scheduler.
    killed_worker
        What Dask raises when the same call has ended several workers.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")  # slow to import, and an extra
        except ImportError:
            raise ParallelError(
                f"cannot use the cluster {address}: Dask is not installed (expected: pip install 'deluck[cluster]')"
            ) from None
        self.address = address
        self.killed_worker: type[Exception] = distributed.KilledWorker
        self._dask = _connected(distributed, address)
        self._submitted: dict[Future[Any], Any] = {}  # and what Dask calls it, as long as it is not done
        self._n_threads = 0
        self._looked_at = self._seen_at = time.monotonic()
        self._look()
        while not self._n_threads and time.monotonic() < self._seen_at + CONNECT_SECONDS:
            time.sleep(0.1)
            self._look()
        if not self._n_threads:
            self.close()
            raise ParallelError(
                f"no worker at the scheduler {address} within {CONNECT_SECONDS:g} seconds "
                f"(expected one: dask worker {address})"
            )

    def _look(self) -> None:
        self._n_threads = sum(self._dask.nthreads().values())
        self._looked_at = time.monotonic()
        if self._n_threads:
            self._seen_at = self._looked_at

    def n_threads(self) -> int:
        """Return how many parts the workers can work on at once; 1 where there is no worker just now."""
        if time.monotonic() > self._looked_at + _LOOK_SECONDS:
            self.check()
        return max(1, self._n_threads)

    def check(self) -> None:
        """Raise ParallelError if the scheduler is gone, or all workers have been for a while."""
        if self._dask.status != "running":
            raise self.lost()
        try:
            self._look()
        except OSError:
            raise self.lost() from None
        if not self._n_threads and self._looked_at > self._seen_at + NO_WORKER_SECONDS:
            raise ParallelError(f"no worker is left at the scheduler {self.address} (expected at least one)")

    def lost(self) -> ParallelError:
        """Return the error of a scheduler that is gone."""
        return ParallelError(f"the connection to the scheduler {self.address} was lost (expected it to go on)")

    def sent_once(self, content: bytes) -> Any:
        """Return a handle of bytes that each worker fetches once; as a task they outlive the worker that has them."""
        return self._dask.submit(_unchanged, content, pure=False)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Return what will come of a call on any worker."""
        import asyncio  # only here: it takes long

        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # a part may have some megabytes
            future = self._dask.submit(function, *arguments, pure=False)
        # Fetched by the connection's own event loop: a thread that waits for it would wait for ever once it is closed.
        fetched = self._dask.gather(future, asynchronous=True)
        found: Future[Any] = asyncio.run_coroutine_threadsafe(fetched, self._dask.loop.asyncio_loop)
        self._submitted[found] = future
        found.add_done_callback(self._submitted.pop)
        return found

    def cancel(self, futures: "Collection[Future[Any]]") -> None:
        """Take calls back; what has begun goes on, for nobody."""
        submitted = [each for future in futures if (each := self._submitted.get(future)) is not None]
        if submitted and self._dask.status == "running":
            self._dask.cancel(submitted)

    def close(self) -> None:
        """End the connection; the cluster goes on."""
        with suppress(OSError):  # a busy scheduler may not say good-bye in time
            self._dask.close()


def _connected(distributed: Any, address: str) -> Any:
    """Return Dask's client of a scheduler, after a look whether there is one.

    Without the look Dask waits for ever for the answer of a program that listens but is no scheduler. It has a thread
    of its own, because that of the caller may run an event loop already (notebooks do).
    """
    import asyncio  # only here: it takes long

    async def look() -> str:
        async with distributed.rpc(address, timeout=CONNECT_SECONDS) as remote:
            found = await remote.identity()
            return str(found.get("type"))

    try:
        with ThreadPoolExecutor(1, "deluck connect") as thread:
            kind = thread.submit(lambda: asyncio.run(asyncio.wait_for(look(), CONNECT_SECONDS))).result()
        if kind != "Scheduler":
            raise OSError(f"it is a {kind.lower()}")
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:  # whatever comes of an address that is none, or of another program that answers
        timed_out = isinstance(error, TimeoutError)
        words = " ".join(str(error).split()) or type(error).__name__
        reason = f"nothing came within {CONNECT_SECONDS:g} seconds" if timed_out else words
        raise ParallelError(
            f"no Dask scheduler answers at {address!r}: {reason} (expected an address such as tcp://host:8786)"
        ) from None


def _unchanged(content: bytes) -> bytes:
    return content


def _call_sent(version: str, function: bytes, part: bytes) -> bytes:
    """Call a function that was sent, on a cluster's worker."""
    if version != __version__:
        raise ParallelError(f"a worker has deluck {__version__} (expected {version}, as where the work was started)")
    return pickled(sendable_result(function, lambda: function, pickle.loads(part)))
