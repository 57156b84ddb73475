"""Workers that call one function with parts: threads and processes of this machine."""

import math
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar

from deluck.errors import ParallelError

Part = TypeVar("Part")
Result = TypeVar("Result")

_ENDED = "a process was ended from outside (expected it to go on)"

PATIENCE = 1.0
"""Seconds that stopped processes have to finish their part."""

_IDLE_SECONDS = 60  # after which a process without work ends
_LOOK_SECONDS = 5  # how often processes are looked after while their results are waited for
_idle_processes: dict[int, tuple[Any, float]] = {}
"""Executors by their number of processes, and since when they wait for the next work of this process."""
_thread = threading.local()  # is_worker: a part is worked on here; function, loaded_from: what was sent here last


class Workers(Generic[Part, Result]):
    """Workers that call one function with parts: `deluck.parallel.workers_for` gives them.

    Attributes
    ----------
    n_workers
        How many parts are worked on at once.
    """

    n_workers: int

    def submit(self, part: Part) -> "Future[Any]":
        """Hand a part to the workers; `result` has what comes of it."""
        raise NotImplementedError

    def wait(self, futures: "Collection[Future[Any]]") -> "set[Future[Any]]":
        """Return those that are done, when one is."""
        return wait(futures, return_when=FIRST_COMPLETED).done

    def result(self, future: "Future[Any]") -> Result:
        """Return what came of a part, or raise what it raised, when it is done."""
        self.wait([future])
        found = self._received(future)
        if isinstance(found, Raised):
            raise found.exception()
        result: Result = found
        return result

    def _received(self, future: "Future[Any]") -> Any:
        """Return what the worker sent, or raise that it could not."""
        return future.result()

    def stop(self, futures: "Collection[Future[Any]]", patience: float = PATIENCE) -> "set[Future[Any]]":
        """Drop what has not begun, end what is not done after so many seconds, and return what is done by then."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave the workers to others, or end them."""


class Threads(Workers[Part, Result]):
    """Threads of this process, for kernels that release the interpreter's lock."""

    def __init__(self, function: Callable[[Part], Result], n_workers: int) -> None:
        self.n_workers = n_workers
        self._function = function
        self._executor = ThreadPoolExecutor(n_workers, "deluck")

    def submit(self, part: Part) -> "Future[Any]":
        """Hand a part to the threads."""
        return self._executor.submit(_call, self._function, part)

    def stop(self, futures: "Collection[Future[Any]]", patience: float = PATIENCE) -> "set[Future[Any]]":  # noqa: ARG002
        """Drop what has not begun and wait for the rest: a thread cannot be killed."""
        return wait([future for future in futures if not future.cancel()]).done

    def close(self) -> None:
        """End the threads."""
        self._executor.shutdown(wait=True, cancel_futures=True)


class Processes(Workers[Part, Result]):
    """Processes of loky, which leave no locks behind when they are killed; not those that joblib shares."""

    def __init__(self, function: Callable[[Part], Result], n_workers: int) -> None:
        self.n_workers = n_workers
        self._folder = TemporaryDirectory(prefix="deluck-")
        try:
            self._path = Path(self._folder.name) / "function"
            self._path.write_bytes(pickled(function))
            self._executor = _waiting_processes(n_workers) or _new_processes(n_workers)
        except BaseException:
            self._folder.cleanup()
            raise

    def submit(self, part: Part) -> "Future[Any]":
        """Hand a part to the processes."""
        found: Future[Any] = self._executor.submit(_call_at, str(self._path), part)
        return found

    def wait(self, futures: "Collection[Future[Any]]") -> "set[Future[Any]]":
        """Return those that are done, when one is; an error if a process ended that nobody noticed."""
        while True:
            done = wait(futures, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED).done
            if done or not futures:
                return done
            if self._executor is not None and not self._are_alive():
                if wait(futures, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED).done:
                    continue  # it was noticed after all
                self._kill()
                raise ParallelError(_ENDED)

    def _are_alive(self) -> bool:
        """Return whether there are processes, and all of them run."""
        processes = list((self._executor._processes or {}).values())
        return bool(processes) and all(process.is_alive() for process in processes)

    def _received(self, future: "Future[Any]") -> Any:
        try:
            return future.result()
        except BrokenProcessPool:
            self._kill()
            raise ParallelError(_ENDED) from None

    def stop(self, futures: "Collection[Future[Any]]", patience: float = PATIENCE) -> "set[Future[Any]]":
        """Drop what has not begun and kill the processes if one is not done in time."""
        begun = [future for future in futures if not future.cancel()]
        done, late = set[Future[Any]](), set(begun)
        try:
            done, late = wait(begun, timeout=patience)
        finally:  # a second interrupt is in a hurry
            if late:
                self._kill()
        return done

    def close(self) -> None:
        """Leave the processes to the next work."""
        if self._executor is not None:
            if self.n_workers in _idle_processes:  # other work of this process has left its own meanwhile
                self._executor.shutdown(wait=True)
            else:
                _idle_processes[self.n_workers] = self._executor, time.monotonic()
        self._folder.cleanup()

    def _kill(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=True, kill_workers=True)


def _waiting_processes(n_workers: int) -> Any | None:
    """Return processes that earlier work has left, if there are any that will not end of themselves just now."""
    executor, since = _idle_processes.pop(n_workers, (None, 0.0))
    if executor is not None and time.monotonic() - since > _IDLE_SECONDS / 2:
        executor.shutdown(wait=True, kill_workers=True)
        return None
    return executor


def _new_processes(n_workers: int) -> Any:
    from joblib.externals.loky import ProcessPoolExecutor  # slow to import

    return ProcessPoolExecutor(n_workers, timeout=_IDLE_SECONDS, initializer=_start_process)


def _start_process() -> None:
    """Let a process finish its part when the user interrupts its parent, and end when the parent was killed.

    loky replaces a process that has grown by 300 MB, as one does that loads tables, and may wait for its end for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    loky: Any = import_module("joblib.externals.loky.process_executor")
    loky._MAX_MEMORY_LEAK_SIZE = math.inf
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()


def end_with(parent: int) -> None:
    """End this process, without ceremony, once its parent has ended: nobody would take its results."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def is_worker() -> bool:
    """Return whether a part is worked on in this thread: then all work within it is done in order."""
    return getattr(_thread, "is_worker", False)


def pickled(value: object) -> bytes:
    """Return an object as bytes for another process, functions of a script or a notebook included."""
    from joblib import wrap_non_picklable_objects

    return pickle.dumps(wrap_non_picklable_objects(value, keep_wrapper=False))


def _call(function: Callable[[Part], Result], part: Part) -> Result:
    was_worker = is_worker()
    _thread.is_worker = True
    try:
        return function(part)
    finally:
        _thread.is_worker = was_worker


def _call_at(path: str, part: Any) -> Any:
    """Call the function in a file, in another process."""
    return sendable_result(path, lambda: Path(path).read_bytes(), part)


def sendable_result(key: object, content: Callable[[], bytes], part: Any) -> Any:
    """Return the function's result, or what it raised; each thread has the function to itself and loads it once."""
    if getattr(_thread, "loaded_from", None) != key:
        _thread.function = pickle.loads(content())
        _thread.loaded_from = key
    try:
        return _call(_thread.function, part)
    except Exception as error:
        return Raised.of(error)


class Raised(NamedTuple):
    """What was raised in another process, in a form that can be sent."""

    error: bytes
    summary: str
    words: str

    @classmethod
    def of(cls, error: Exception) -> "Raised":
        """Return an exception as bytes: as it is, or by its type, arguments and attributes, or else in words only."""
        summary = next(iter(traceback.format_exception_only(error))).strip()
        words = "".join(traceback.format_exception(error))
        for candidate in (error, (type(error), error.args, error.__dict__)):
            try:
                content = pickled(candidate)
                _exception_of(content)
            except Exception:  # whatever an unknown exception raises when it is pickled
                continue
            return cls(content, summary, words)
        return cls(b"", summary, words)

    def exception(
        self, instead: Callable[[str], Exception] = ParallelError, what: str = "a part of the work failed"
    ) -> Exception:
        """Return the exception, its traceback as a note, or another where it cannot be sent."""
        found = _exception_of(self.error) if self.error else instead(f"{what}: {self.summary}")
        found.add_note(self.words)
        return found


def _exception_of(content: bytes) -> Exception:
    found: Any = pickle.loads(content)
    if isinstance(found, tuple):  # of a class whose __init__ does not take its args again
        kind, arguments, attributes = found
        found = kind.__new__(kind, *arguments)
        found.__dict__.update(attributes)
    if not isinstance(found, Exception):
        raise TypeError(f"{type(found).__name__} is no exception")
    return found
