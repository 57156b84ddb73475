"""One core against two: assessing 100,000 games of heads-up limit, from the log to the verdict, wall and CPU time.

A number as argument is the number of games, for a quick look: ``python benchmarks/parallel.py 10000``.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from assess import N_LIMIT, log_of
from deluck.cli.output import print_table
from deluck.formats import source_parts
from report import Figure, print_figures, run_alone

N_TIMES = 3  # the best of so many: other programs only ever cost time
JOBS = (1, 2)
LEAST_RATIO = 1.7
MOST_CUTTING = 0.02  # of the time that one core takes: cutting a log into parts is not shared out

# What is compiled and loaded once is not timed; processes that a run starts are.
RUN = """
import json, sys, time
import deluck
deluck.assess(sys.argv[2], n_jobs=1)
started = time.perf_counter()
found = deluck.assess(sys.argv[1], n_jobs=int(sys.argv[3]))
print(json.dumps([found.n_hands, time.perf_counter() - started, found.verdict]))
"""


def run(log: Path, small: Path, n_jobs: int) -> tuple[float, float, str]:
    """Return the seconds of an assessment, the CPU seconds of the whole run with all its processes, and the verdict."""
    arguments = [sys.executable, "-c", RUN, str(log), str(small), str(n_jobs)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"the run with {n_jobs} jobs failed")
    _, seconds, verdict = json.loads(output)
    return seconds, usage.ru_utime + usage.ru_stime, verdict


def measure(n_games: int = N_LIMIT) -> bool:
    """Measure one core against two, and what cannot be shared out."""
    found: dict[int, tuple[float, float, str]] = {}
    with tempfile.TemporaryDirectory() as name:
        log, small = log_of(Path(name), n_games), log_of(Path(name), 200)
        for n_jobs in JOBS * N_TIMES:
            each = run(log, small, n_jobs)
            found[n_jobs] = min(found.get(n_jobs, each), each)
        started = time.perf_counter()
        n_parts = sum(1 for _ in source_parts(log))
        cutting = time.perf_counter() - started
    print_table(
        f"Assessing {n_games:,} games, the best of {N_TIMES} runs",
        ("jobs", "seconds", "games/s", "CPU seconds, start included"),
        [
            (f"{n_jobs}", f"{seconds:.2f}", f"{n_games / seconds:,.0f}", f"{cpu:.1f}")
            for n_jobs, (seconds, cpu, _) in found.items()
        ],
    )
    one, two = (found[n_jobs] for n_jobs in JOBS)
    ratio = one[0] / two[0]
    figures = [
        Figure(
            f"{n_games:,} games, two jobs against one",
            f"{ratio:.2f} x",
            f"≥ {LEAST_RATIO:g} x",
            f"{two[1] / one[1]:.2f} x the CPU time",
            ratio >= LEAST_RATIO,
        ),
        Figure(
            f"cutting the log into {n_parts} parts",
            f"{1000 * cutting:.0f} ms",
            f"≤ {MOST_CUTTING:.0%} of one job's time",
            kept=cutting <= MOST_CUTTING * one[0],
        ),
        Figure("the same verdict", str(one[2] == two[2]), "True", kept=one[2] == two[2]),
    ]
    return print_figures("Parallel work", figures)


if __name__ == "__main__":
    run_alone(lambda: measure(int(sys.argv[1]) if len(sys.argv) > 1 else N_LIMIT))
