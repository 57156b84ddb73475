"""A real Dask cluster: a scheduler and two worker processes; the same results as at home, and errors that say why."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from deluck import arena
from deluck.cli.main import app
from deluck.errors import ArenaError, FormatError, IllegalAction, ParallelError
from deluck.formats import SourcePart, parts, pokerstars, read_files, read_hands, source_parts
from deluck.games import Action
from deluck.parallel import cluster as clusters
from deluck.parallel import is_worker, on_cluster, run_parts, uses_cluster
from deluck.players.stud import StudCardsOnly
from deluck.records import HandRecord
from deluck.studies.stud.games import play_stud
from deluck.values import parts as values_parts

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


def test_parts_arrive_as_they_are_and_results_can_be_written_to(cluster):
    parts = [("a", 1), {"b": [2]}, (sum, [1, 2]), "a string", None, np.arange(3), bytes(12_000_000)]
    with on_cluster(cluster.address):
        found = list(run_parts(unchanged, parts, backend="processes"))
    assert str(found) == str(parts)
    found[5][0] = 7


def unchanged(part):
    return part


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


def test_another_connection_that_waits_holds_up_nothing(cluster):
    """Dask has one thread for what all connections want to be called back for, where one that is closed may wait."""
    release, found = threading.Event(), list[int]()

    def work() -> None:
        with on_cluster(cluster.address):
            found.extend(run_parts(process_number, range(8), backend="processes"))

    with import_module("distributed").Client(cluster.address, set_as_default=False) as other:
        waited_for = other.submit(process_number, 0, pure=False)
        waited_for.add_done_callback(lambda _: release.wait())
        try:
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            thread.join(SECONDS)
            assert len(found) == 8
        finally:
            release.set()


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


def run_command(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)))
    return result.exit_code, result.output


MATCH = ("play", "random", "random:fold=0.1,call=0.5,raise=0.4", "--hands", "700", "--seed", "3")


@pytest.mark.parametrize("options", [(), ("--duplicate",), ("--game", "no-limit")])
def test_a_match_of_a_cluster_has_the_same_log(cluster, tmp_path, options):
    home, away = tmp_path / "home.log", tmp_path / "away.log"
    expected = run_command(*MATCH, *options, "-o", home)
    assert expected[0] == 0
    assert run_command(*MATCH, *options, "-o", away, "--cluster", cluster.address) == expected
    assert away.read_bytes() == home.read_bytes()


def test_a_match_of_a_cluster_is_played_there(cluster):
    with on_cluster(cluster.address):
        result = arena.play(NamedByProcess(), "always-call", n_hands=400, seed=1, on_fault="go-on")
    assert {fault.detail for fault in result.faults} <= {f"ValueError: {worker.pid}" for worker in cluster.workers}
    assert result.faults


class NamedByProcess:
    def act(self, _view, _rng):
        raise ValueError(os.getpid())


def test_batches_tournaments_and_stud_games_of_a_cluster_are_the_same(cluster, tmp_path):
    batch = ("play", "random", "random", "--hands", "14000", "--seed", "2", "--batch", "--json")
    cup = ("tournament", "random", "always-call", "always-raise", "--seats", "2", "--deals", "230", "--json")
    for arguments in (batch, cup):
        expected = run_command(*arguments)
        assert expected[0] == 0
        assert run_command(*arguments, "--cluster", cluster.address) == expected
    players = (StudCardsOnly(), StudCardsOnly())
    games = [play_stud(players, n_games=110, seed=3, n_samples=5)]
    with on_cluster(cluster.address):
        games.append(play_stud(players, n_games=110, seed=3, n_samples=5))
    assert games[0].payoffs.tobytes() == games[1].payoffs.tobytes()
    assert games[0].measures.tobytes() == games[1].measures.tobytes()


@pytest.mark.slow
def test_a_study_of_a_cluster_has_the_same_numbers(cluster, tmp_path):
    study = ("study", "divat-always", "--games", "300", "--json")
    expected = run_command(*study)
    assert expected[0] == 0
    assert run_command(*study, "--cluster", cluster.address) == expected


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Return a folder of hands that make several parts: two logs, a history of a site, and something else."""
    folder = tmp_path_factory.mktemp("logs")
    arena.play("random", "always-call", n_hands=3_000, seed=5, log=folder / "a.log")
    arena.play("random", "random", n_hands=1_500, seed=6, log=folder / "b.log")
    records = [hand for hand in read_hands(folder / "b.log") if isinstance(hand, HandRecord)]
    histories = []
    for number, record in enumerate(records[:200]):
        with suppress(FormatError):
            histories.append(pokerstars.format_hand(replace(record, stacks=(1_000, 1_000), hand_id=str(number))))
    (folder / "c.txt").write_text("".join(histories))
    (folder / "d.txt").write_text("Dear Anna, how are you?")
    return folder


def test_an_assessment_of_a_cluster_is_the_same_to_the_last_byte(cluster, logs, tmp_path, monkeypatch):
    monkeypatch.setitem(parts.read_files.__kwdefaults__, "part_size", 50_000)
    monkeypatch.setattr(values_parts, "SIZE", 700)
    assert len(list(source_parts(logs, part_size=50_000))) > 6
    found = {}
    for name, options in (
        ("home", ("--jobs", "1")),
        ("two", ("--jobs", "2")),
        ("away", ("--cluster", cluster.address)),
    ):
        table, values = tmp_path / f"{name}.parquet", tmp_path / name
        code, output = run_command("assess", logs, "--json", "--per-hand", table, *options)
        assert code == 0
        code, stored = run_command("assess", logs, "--json", "--values", values, *options)
        assert code == 0
        stored_files = {path.name: path.read_bytes() for path in values.glob("*.parquet")}
        assert len(stored_files) == 2
        found[name] = output, table.read_bytes(), stored, stored_files
    assert found["home"] == found["two"]
    assert found["home"] == found["away"]
    shown = found["home"][0]
    assert json.loads(shown[shown.index("{") :])["hands"] >= 3_000
    assert re.search(r"1 file is of no format known here: .*d\.txt", shown)


def test_hands_are_read_by_the_workers_of_a_cluster(cluster, logs, monkeypatch):
    monkeypatch.setattr(parts, "_opened", None)  # here, not there
    with on_cluster(cluster.address):
        found = list(read_files(logs, part_size=100_000))
    assert {name for name, _ in found} == {str(path) for path in logs.iterdir()}
    with pytest.raises(TypeError):
        list(read_files(logs, part_size=100_000))


def test_files_that_only_this_machine_has_are_an_error(cluster, logs, monkeypatch):
    whole = list(source_parts(logs, part_size=100_000))
    elsewhere = [replace(piece, path="/nowhere" + piece.path) for part in whole for piece in part.pieces]
    monkeypatch.setattr(parts, "source_parts", lambda *_, **__: iter([SourcePart((piece,)) for piece in elsewhere]))
    with on_cluster(cluster.address), pytest.raises(FormatError, match="expected the same files on every machine"):
        list(read_files(logs))


def test_players_that_learn_or_cannot_be_sent_play_at_home(cluster):
    class Counting:
        def __init__(self):
            self.pids = set()
            self.lock = threading.Lock()  # which cannot be sent

        def act(self, _view, _rng):
            self.pids.add(os.getpid())
            return Action.CALL

    player = Counting()
    with on_cluster(cluster.address):
        result = arena.play(player, "always-call", n_hands=400, seed=1)
    assert player.pids == {os.getpid()}
    assert any("cannot be sent" in sentence for sentence in result.notes())


def test_a_command_without_a_cluster_to_be_had_says_so(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    for command in (MATCH, ("tournament", "random", "random"), ("study", "stud-value")):
        result = CliRunner().invoke(app, [*command, "--cluster", "tcp://127.0.0.1:9"])
        assert isinstance(result.exception, ParallelError)
        assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in str(result.exception)


@pytest.mark.slow
def test_a_part_that_ends_its_worker_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")  # tried once, not four times
    wanted = pytest.raises(ParallelError, match="a part of the work ended its workers")
    with started(tmp_path) as cluster, on_cluster(cluster.address), wanted:
        list(run_parts(end_process, [0, 1, 0], backend="processes"))


def end_process(part):
    if part:
        os._exit(9)
    return part


@pytest.mark.slow
def test_a_match_that_loses_its_cluster_keeps_its_games_and_goes_on_at_home(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "NO_WORKER_SECONDS", 3.0)
    home, away = tmp_path / "home.log", tmp_path / "away.log"
    players = ("random", Slow())
    arena.play("random", Slow(0), n_hands=600, seed=3, log=home)
    with started(tmp_path) as cluster, on_cluster(cluster.address):

        def kill_workers():
            while not (away.exists() and "STATE:" in away.read_text()):
                time.sleep(0.1)
            for worker in cluster.workers:
                worker.kill()

        killer = threading.Thread(target=kill_workers, daemon=True)
        killer.start()
        with pytest.raises(ArenaError, match="the match cannot go on: no worker is left"):
            arena.play(*players, n_hands=600, seed=3, log=away)
        killer.join()
    n_games = away.read_text().count("STATE:")
    assert 0 < n_games < 600
    arena.play("random", Slow(0), n_hands=600, seed=3, log=away)
    assert away.read_bytes() == home.read_bytes()


class Slow:
    name = "slow"

    def __init__(self, seconds=0.01):
        self.seconds = seconds

    def act(self, _view, _rng):
        time.sleep(self.seconds)
        return Action.CALL
