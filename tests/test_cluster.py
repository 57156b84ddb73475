"""A real Dask cluster: a scheduler and two worker processes; the same results as at home, and errors that say why."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from deluck.errors import IllegalAction, ParallelError
from deluck.parallel import cluster as clusters
from deluck.parallel import is_worker, on_cluster, run_parts, uses_cluster

pytest.importorskip("distributed", reason="Dask is not installed (extra cluster)")

N_WORKERS = 2
SECONDS = 60  # for the cluster to start


class DaskCluster:
    """A scheduler and workers, processes of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._errors = (folder / "cluster.txt").open("w")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.workers = [self.add_worker() for _ in range(N_WORKERS)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
        return self._start("worker", self.address, *options, "--local-directory", str(self._folder))

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        code = (  # ends when the tests are killed
            "import os, runpy, threading; from deluck.parallel.workers import end_with; "
            "threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start(); "
            "runpy.run_module('dask', run_name='__main__', alter_sys=True)"
        )
        paths = [str(Path(__file__).parent.parent), *sys.path]  # what is sent is found where it is found here
        return subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdout=self._errors,
            stderr=self._errors,
            cwd=self._folder,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._errors.close()


@contextmanager
def started(folder: Path) -> Iterator[DaskCluster]:
    cluster = DaskCluster(folder)
    try:
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                with on_cluster(cluster.address):
                    pids = set(run_parts(process_number, range(8), backend="processes"))
                if len(pids) == N_WORKERS:
                    break
            except ParallelError:
                if time.monotonic() > deadline:
                    raise
        yield cluster
    finally:
        cluster.end()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with started(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def process_number(_):
    time.sleep(0.05)
    return os.getpid()


def squares(part):
    time.sleep(part * 7919 % 5 / 500)
    return part, np.arange(part) ** 2


def test_parts_are_worked_on_by_all_workers_and_yielded_in_order(cluster):
    parts = [3, 0, 50, 7, 7, *range(40)]
    with on_cluster(cluster.address):
        assert uses_cluster()
        found = list(run_parts(squares, (part for part in parts), n_jobs=1, backend="processes"))
        pids = set(run_parts(process_number, range(12), backend="processes"))
    assert not uses_cluster()
    assert [part for part, _ in found] == parts
    assert all(np.array_equal(values, np.arange(part) ** 2) for part, values in found)
    assert pids == {worker.pid for worker in cluster.workers}


def test_threads_stay_at_home(cluster):
    with on_cluster(cluster.address):
        assert set(run_parts(process_number, range(3), n_jobs=2)) == {os.getpid()}


def test_parts_are_taken_only_a_little_ahead(cluster):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            yield taken
            taken += 1

    with on_cluster(cluster.address):
        results = run_parts(squares, endless(), backend="processes")
        for n_yielded in range(10):
            assert next(results)[0] == n_yielded
            assert taken <= n_yielded + 2 * N_WORKERS
        results.close()


def test_exceptions_of_parts_and_of_their_iterator_come_after_the_results_before(cluster):
    def parts():
        yield from (1, 2, 3)
        raise ParallelError("no more parts")

    found = []
    with on_cluster(cluster.address):
        with pytest.raises(IllegalAction, match="part 2") as error:
            found.extend(run_parts(fail_at_two, range(5), backend="processes"))
        assert found == [0, 1]
        assert error.value.legal == ("fold",)
        assert "fail_at_two" in "".join(error.value.__notes__)
        results = run_parts(squares, parts(), backend="processes")
        assert [next(results)[0] for _ in range(3)] == [1, 2, 3]
        with pytest.raises(ParallelError, match="no more parts"):
            next(results)


def fail_at_two(part):
    if part == 2:
        raise IllegalAction("part 2", seat=0, action="raise", legal=("fold",))
    return part


def test_work_within_a_part_stays_in_its_worker(cluster):
    with on_cluster(cluster.address):
        found = list(run_parts(within, range(4), backend="processes"))
    assert all(found)


def within(_):
    inner = set(run_parts(process_number, range(3), n_jobs=2, backend="processes"))
    return is_worker() and not uses_cluster() and inner == {os.getpid()}


def test_no_parts(cluster):
    with on_cluster(cluster.address):
        assert list(run_parts(squares, [], backend="processes")) == []


def test_no_address_is_no_cluster():
    with on_cluster(None):
        assert not uses_cluster()


def test_another_version_on_a_worker_is_an_error(cluster, monkeypatch):
    monkeypatch.setattr(clusters, "__version__", "0.0.older")
    with on_cluster(cluster.address), pytest.raises(ParallelError, match=r"expected 0\.0\.older"):
        list(run_parts(squares, [1], backend="processes"))


def test_a_missing_extra_says_what_to_install(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(clusters, "import_module", missing)
    with pytest.raises(ParallelError, match=r"deluck\[cluster\]"), on_cluster("tcp://127.0.0.1:8786"):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x:1", "tcp://127.0.0.1:no", "", "127.0.0.1"])
def test_a_scheduler_that_does_not_answer_is_an_error_in_time(address, monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    started_at = time.monotonic()
    with pytest.raises(ParallelError, match="no Dask scheduler answers"), on_cluster(address):
        pass
    assert time.monotonic() - started_at < 20


def test_something_else_that_listens_is_no_scheduler(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ParallelError, match="no Dask scheduler answers"), on_cluster(address):
            pass


def test_lost_workers_and_a_lost_scheduler(tmp_path, monkeypatch):
    """A part whose worker is killed is done by another; without any worker, or without the scheduler, work ends."""
    monkeypatch.setattr(clusters, "NO_WORKER_SECONDS", 3.0)
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 3.0)
    with started(tmp_path) as cluster:
        first, second = cluster.workers
        with on_cluster(cluster.address):
            results = run_parts(squares, range(60), backend="processes")
            found = [next(results)[0] for _ in range(5)]
            first.send_signal(signal.SIGKILL)
            found += [part for part, _ in results]
            assert found == list(range(60))
            results = run_parts(process_number, range(1_000), backend="processes")
            assert next(results) == second.pid
            second.send_signal(signal.SIGKILL)
            with pytest.raises(ParallelError, match="no worker is left"):
                list(results)
        with pytest.raises(ParallelError, match="no worker at the scheduler"), on_cluster(cluster.address):
            pass
        cluster.workers.append(cluster.add_worker())
        monkeypatch.setattr(clusters, "CONNECT_SECONDS", float(SECONDS))
        with on_cluster(cluster.address):
            results = run_parts(process_number, range(1_000), backend="processes")
            next(results)
            cluster.scheduler.send_signal(signal.SIGKILL)
            with pytest.raises(ParallelError, match="was lost"):
                list(results)
