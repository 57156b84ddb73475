"""Work in parts: order, look-ahead, exceptions and interrupts, the same for any number of jobs of any kind."""

import math
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from functools import partial
from importlib import import_module
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.errors import DeluckError, IllegalAction, ParallelError
from deluck.parallel import count_jobs, is_worker, run_parts, running, workers, workers_for

JOBS = st.sampled_from([1, 2, 3, -1])
BACKENDS = ["threads", "processes"]


def fast_or_slow(part):
    """Return what depends on the part alone, after a time that has nothing to do with the order."""
    time.sleep((part * 7919 % 5) / 2_000)
    return part, part**2


def fail_at(bad, part):
    if part in bad:
        raise IllegalAction(f"part {part}", seat=part, action="raise", legal=("fold",))
    return part


def outcomes(results):
    """Return the results and what ended them."""
    found = []
    try:
        for result in results:
            found.append(result)  # noqa: PERF402 - an exception must leave what came before
    except DeluckError as error:
        return found, type(error), str(error), vars(error) | {"__notes__": None}
    return found, None


@given(parts=st.lists(st.integers(0, 1_000), max_size=40), n_jobs=JOBS, n_ahead=st.sampled_from([None, 1, 2, 9]))
def test_threads_yield_what_one_job_yields_in_the_order_of_the_parts(parts, n_jobs, n_ahead):
    expected = [fast_or_slow(part) for part in parts]
    assert list(run_parts(fast_or_slow, parts, n_jobs=n_jobs, n_ahead=n_ahead)) == expected
    assert list(run_parts(fast_or_slow, iter(parts), n_jobs=n_jobs, n_ahead=n_ahead)) == expected


@settings(max_examples=10)
@given(parts=st.lists(st.integers(0, 1_000), max_size=40), n_jobs=JOBS, n_ahead=st.sampled_from([None, 1, 9]))
def test_processes_yield_what_one_job_yields_in_the_order_of_the_parts(parts, n_jobs, n_ahead):
    found = run_parts(fast_or_slow, (part for part in parts), n_jobs=n_jobs, backend="processes", n_ahead=n_ahead)
    assert list(found) == [fast_or_slow(part) for part in parts]


@given(parts=st.lists(st.integers(0, 20), max_size=20), bad=st.sets(st.integers(0, 20), max_size=3), n_jobs=JOBS)
def test_the_exception_of_a_part_comes_after_the_results_before_it(parts, bad, n_jobs):
    expected = outcomes(map(partial(fail_at, bad), parts))
    assert outcomes(run_parts(partial(fail_at, bad), parts, n_jobs=n_jobs)) == expected


@settings(max_examples=10)
@given(parts=st.lists(st.integers(0, 20), max_size=20), bad=st.sets(st.integers(0, 20), max_size=3))
def test_the_exception_of_another_process_is_the_same_one_with_its_traceback(parts, bad):
    expected = outcomes(map(partial(fail_at, bad), parts))
    assert outcomes(run_parts(partial(fail_at, bad), parts, n_jobs=2, backend="processes")) == expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("n_good", [0, 1, 2, 7])
def test_an_exception_of_the_parts_themselves_comes_after_their_results(backend, n_jobs, n_good):
    def parts():
        yield from range(n_good)
        raise ParallelError("no more parts")

    found = outcomes(run_parts(fast_or_slow, parts(), n_jobs=n_jobs, backend=backend))
    assert found[:3] == ([fast_or_slow(part) for part in range(n_good)], ParallelError, "no more parts")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("n_jobs", "n_ahead", "most"), [(1, None, 1), (2, None, 4), (2, 3, 3), (3, 5, 5)])
def test_parts_are_taken_only_a_little_ahead_of_the_results(backend, n_jobs, n_ahead, most):
    taken = 0

    def endless():
        nonlocal taken
        for part in count():
            taken += 1
            yield part

    results = run_parts(fast_or_slow, endless(), n_jobs=n_jobs, backend=backend, n_ahead=n_ahead)
    assert taken == 0
    for n_yielded, result in enumerate(islice(results, 12)):
        assert result == fast_or_slow(n_yielded)
        assert taken <= n_yielded + most
    assert taken > 12 - (n_jobs == 1)
    results.close()


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_parts_and_one_part_need_no_worker(backend, monkeypatch):
    monkeypatch.setattr(running, "workers_for", None)
    assert list(run_parts(fast_or_slow, [], n_jobs=2, backend=backend)) == []
    assert list(run_parts(fast_or_slow, iter([3]), n_jobs=2, backend=backend)) == [(3, 9)]


def test_two_parts_are_worked_on_at_once():
    meeting = threading.Barrier(2, timeout=20)
    assert sorted(run_parts(lambda _: meeting.wait(), range(2), n_jobs=2)) == [0, 1]


def test_processes_are_others_and_are_used_again():
    first, again = (set(run_parts(process_number, range(6), n_jobs=2, backend="processes")) for _ in range(2))
    assert os.getpid() not in first
    assert len(first | again) <= 2


def test_a_process_that_grows_is_not_replaced():
    """loky would, with psutil at hand: it sends the process home, and now and then waits for it for ever."""
    assert list(run_parts(growth_allowed, range(2), n_jobs=2, backend="processes")) == [math.inf, math.inf]


def growth_allowed(_):
    return import_module("joblib.externals.loky.process_executor")._MAX_MEMORY_LEAK_SIZE


def process_number(_):
    time.sleep(0.02)
    return os.getpid()


def test_a_function_of_a_script_and_large_things_in_it_go_to_processes_once():
    table = np.arange(300_000)
    found = list(run_parts(lambda part: int(table[part]), [5, 299_999, 7], n_jobs=2, backend="processes"))
    assert found == [5, 299_999, 7]


@pytest.mark.parametrize("backend", BACKENDS)
def test_within_a_part_all_work_is_done_in_order(backend):
    found = list(run_parts(within, range(4), n_jobs=2, backend=backend))
    assert found == [(True, 1, [(0, 0), (1, 1), (2, 4)], True)] * 4
    assert not is_worker()


def within(_):
    threads = set()

    def inner(part):
        threads.add(threading.get_ident())
        return fast_or_slow(part)

    inner_results = list(run_parts(inner, range(3), n_jobs=-1))
    return is_worker(), count_jobs(-1), inner_results, threads == {threading.get_ident()}


class UnpicklableError(Exception):
    def __init__(self, path):
        super().__init__(path)
        self.file = open(path, "rb")  # noqa: SIM115 - what cannot be pickled

    def __reduce__(self):
        raise TypeError("not to be pickled")


def raise_unpicklable(part):
    raise UnpicklableError(__file__) if part else KeyError("missing")


def test_exceptions_that_cannot_be_sent_are_described():
    with pytest.raises(KeyError) as missing:
        list(run_parts(raise_unpicklable, [0, 1], n_jobs=2, backend="processes"))
    assert missing.value.args == ("missing",)
    assert "raise_unpicklable" in "".join(missing.value.__notes__)
    with pytest.raises(ParallelError, match="UnpicklableError"):
        list(run_parts(raise_unpicklable, [1, 1], n_jobs=2, backend="processes"))


def test_a_process_that_is_killed_is_an_error_and_the_next_work_goes_on():
    with pytest.raises(ParallelError, match="ended from outside"):
        list(run_parts(kill_own_process, [0, 1, 0, 0], n_jobs=2, backend="processes"))
    assert list(run_parts(kill_own_process, [0, 0, 0], n_jobs=2, backend="processes")) == [0, 0, 0]


def kill_own_process(part):
    if part:
        os.kill(os.getpid(), signal.SIGKILL)
    return part


def test_closing_early_ends_processes_that_are_not_done_soon(tmp_path):
    parts = [(0, tmp_path / "first"), (30, tmp_path / "second"), (30, tmp_path / "third")]
    results = run_parts(sleep_and_name, parts, n_jobs=2, backend="processes")
    process = next(results)
    deadline = time.monotonic() + 60
    while not (tmp_path / "second").exists():  # parts that have not begun are dropped, and no process is ended
        assert time.monotonic() < deadline, "no process has begun the second part"
        time.sleep(0.01)
    started = time.monotonic()
    results.close()
    assert time.monotonic() - started < 15
    wait_for_end([process])


def sleep_and_name(part):
    seconds, begun = part
    begun.touch()
    time.sleep(seconds)
    return os.getpid()


SCRIPT = """
import os, sys, time
from pathlib import Path
from deluck.parallel import run_parts

def work(part):
    (Path(sys.argv[1]) / str(os.getpid())).touch()
    time.sleep(0 if part < 2 else 60)
    return part

for result in run_parts(work, range(8), n_jobs=2, backend="processes"):
    print(result, flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_when_the_program_is_stopped(number, tmp_path):
    """Ctrl-C goes to all processes of a terminal; SIGTERM and SIGKILL to the first alone."""
    script = tmp_path / "work.py"
    script.write_text(textwrap.dedent(SCRIPT))
    pids = tmp_path / "pids"
    pids.mkdir()
    program = subprocess.Popen(
        [sys.executable, str(script), str(pids)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert program.stdout is not None
        assert [program.stdout.readline() for _ in range(2)] == ["0\n", "1\n"]
        time.sleep(0.2)
        if number == signal.SIGINT:
            os.killpg(program.pid, number)
        else:
            program.send_signal(number)
        program.wait(timeout=30)
        wait_for_end([int(path.name) for path in pids.iterdir()])
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


def wait_for_end(left):
    """Fail unless all processes end within half a minute."""
    deadline = time.monotonic() + 30
    while left := [pid for pid in left if is_alive(pid)]:
        assert time.monotonic() < deadline, f"processes {left} were left"
        time.sleep(0.1)


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


COLD = """
import sys
import numpy as np
from deluck.parallel import run_parts

def rank(part):
    from deluck.evaluator import strengths
    rows = np.random.default_rng(part).random((1_000, 52)).argsort(axis=1)[:, :7]
    return int(strengths(rows).sum())

print(list(run_parts(rank, range(6), n_jobs=int(sys.argv[1]), backend="processes")))
"""


@pytest.mark.slow
def test_processes_that_compile_the_same_kernels_at_once_do_no_harm(tmp_path):
    script = tmp_path / "rank.py"
    script.write_text(COLD)
    environment = os.environ | {"DELUCK_CACHE": str(tmp_path / "cache")}
    arguments = [sys.executable, str(script)]
    cold, warm, alone = (
        subprocess.run([*arguments, n_jobs], env=environment, capture_output=True, text=True, check=True)
        for n_jobs in ("3", "3", "1")
    )
    assert cold.stdout == warm.stdout == alone.stdout
    assert cold.stdout.count(",") == 5
    assert cold.stderr == warm.stderr == alone.stderr == ""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"n_jobs": 0}, "0 jobs at once"),
        ({"backend": "fork"}, "no backend 'fork'"),
        ({"n_ahead": 0}, "0 parts ahead"),
    ],
)
def test_what_cannot_be_is_said_at_once(options, reason):
    with pytest.raises(ParallelError, match=reason):
        run_parts(fast_or_slow, [1], **options)


def test_negative_numbers_of_jobs_count_from_all_cores():
    cores = count_jobs(-1)
    assert cores >= 1
    assert count_jobs(-2) == max(1, cores - 1)
    assert count_jobs(-1_000) == 1
    assert count_jobs(5) == 5


@pytest.mark.parametrize(("limit", "expected"), [("150000 100000", 2), ("50000 100000", 1), ("max 100000", 8), ("", 8)])
def test_all_cores_are_those_of_the_container(monkeypatch, tmp_path, limit, expected):
    (tmp_path / "cpu.max").write_text(limit)
    monkeypatch.setattr("deluck.parallel.running._CONTAINER_LIMIT", tmp_path / "cpu.max")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    running._n_cores.cache_clear()
    assert count_jobs(-1) == expected
    assert count_jobs(-2) == max(1, expected - 1)
    running._n_cores.cache_clear()


def test_processes_that_waited_too_long_for_work_are_replaced():
    """They may be about to end of themselves, and work that is given to them then might never come back."""
    assert list(run_parts(abs, range(-4, 0), n_jobs=2, backend="processes")) == [4, 3, 2, 1]
    executor, since = workers._idle_processes[2]
    workers._idle_processes[2] = executor, since - workers._IDLE_SECONDS
    assert list(run_parts(abs, range(-4, 0), n_jobs=2, backend="processes")) == [4, 3, 2, 1]
    assert workers._idle_processes[2][0] is not executor


def test_a_process_whose_end_nobody_noticed_is_an_error(monkeypatch):
    monkeypatch.setattr(workers, "_LOOK_SECONDS", 0.1)
    with workers_for(time.sleep, 2, "processes") as found:
        monkeypatch.setattr(found, "_are_alive", lambda: False)
        with pytest.raises(ParallelError, match="a process was ended from outside"):
            found.result(found.submit(60))
