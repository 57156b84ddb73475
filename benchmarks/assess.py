"""Games assessed a second, from the log to the verdict, and how soon stored values answer; with the memory of each run.

A number as argument is the most hands of the table, for a quick look: ``python benchmarks/assess.py 10000``. With
``stored`` only what is of stored values is measured, over a million hands.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import deluck
from deluck.cards import parse_cards
from deluck.cli.output import print_table
from deluck.estimators.divat.rollout import preflop_sums
from report import Figure, best_seconds, print_figures, run_alone

SIZES = (1_000, 10_000, 100_000, 1_000_000)
JOBS = (1, 2)
LEAST_A_SECOND = 2_500
MOST_SECONDS = 20
N_LIMIT = 100_000  # what the limits are said of
N_STYLED = 10_000
MOST_PREFLOP_SECONDS = 1.0
MOST_ANSWER_SECONDS = 2.0
MOST_MEGABYTES = 250
N_ANSWERS = 5

# Each run in a process of its own, so that its memory is its own; what is compiled and loaded once is not timed. The
# rank tables are mapped from their file, and count as memory of the run only as far as it reads them: left out. Parts
# are valued in threads, so all memory is that of one process.
WATCH = """
import json, os, sys, threading, time
from pathlib import Path
os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # as commands do

def own_memory():
    lines = Path("/proc/self/status").read_text().splitlines()
    return max((int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon")), default=float("nan"))

def watch():
    global most
    while running:
        most = max(most, own_memory())
        time.sleep(0.02)

def start():
    global before, most, running, watcher, started
    before = most = own_memory() if Path("/proc/self/status").exists() else float("nan")
    running = True
    watcher = threading.Thread(target=watch)
    if most == most:
        watcher.start()
    started = time.perf_counter()

def report(n_hands):
    global running
    seconds = time.perf_counter() - started
    running = False
    print(json.dumps([n_hands, seconds, most - before]))
"""
RUN = """
from deluck.assessment import assess
from deluck.formats import read_columns

options = json.loads(sys.argv[3])
assess([next(read_columns(sys.argv[1]))[:200]], **options)
start()
report(assess(read_columns(sys.argv[1]), n_jobs=int(sys.argv[2]), **options).n_hands)
"""
STORE = """
import deluck
from deluck.formats import read_columns

deluck.assess([next(read_columns(sys.argv[1]))[:200]])
start()
report(deluck.assess(sys.argv[1], values=sys.argv[2], n_jobs=2).n_hands)
"""
ASK = """
import deluck.assessment
from deluck.cli.main import main

start()
output, sys.stdout = sys.stdout, open(os.devnull, "w")
try:
    main(sys.argv[1:])
except SystemExit as stop:
    sys.stdout = output
    report(stop.code)
"""


def run(log: Path, n_jobs: int, **options: str) -> tuple[int, float, float]:
    """Return hands, seconds and megabytes that one assessment took beyond what was there before."""
    return watched(RUN, str(log), str(n_jobs), json.dumps(options))


def watched(script: str, *arguments: str) -> tuple[int, float, float]:
    """Return what a script reports: hands, seconds, and megabytes beyond what was there at its start."""
    command = [sys.executable, "-c", WATCH + script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    n_hands, seconds, megabytes = json.loads(done.stdout)
    return n_hands, seconds, megabytes


def log_of(folder: Path, n_hands: int) -> Path:
    """Return a log of so many hands: up to 100,000 are played, more are those again under new numbers."""
    log = folder / f"{n_hands}.log"
    if log.exists():
        return log
    if n_hands <= N_LIMIT:
        deluck.play("always-call", "always-raise", n_hands=n_hands, seed=7, log=log)
        return log
    played = log_of(folder, N_LIMIT).read_text().splitlines()
    hands = [line.split(":", 2)[2] for line in played if line.startswith("STATE:")]
    with log.open("w") as file:
        file.writelines(f"STATE:{number}:{hands[number % N_LIMIT]}\n" for number in range(n_hands))
    return log


def stored(log: Path, n_hands: int) -> list[Figure]:
    """Measure storing the values of a log and asking them for a player, by the command as a user types it.

    Memory is that over the start: what is taken after everything is imported and compiled.
    """
    folder = log.with_suffix(".values")
    storing = watched(STORE, str(log), str(folder))
    question = ["assess", str(folder), "--player", "always-call", "--jobs", "2"]
    asking = watched(ASK, *question)
    times = []
    for _ in range(N_ANSWERS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "deluck", *question], check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    size = sum(path.stat().st_size for path in folder.iterdir())
    took, limit = statistics.median(times), f"≤ {MOST_MEGABYTES} MB"
    return [
        Figure(
            "values stored, memory taken",
            f"{storing[2]:,.0f} MB",
            limit,
            f"{n_hands:,} games, {storing[1]:.1f} s, {size / 1e6:,.0f} MB on the disk",
            storing[2] <= MOST_MEGABYTES,
        ),
        Figure(
            "answer from values, memory taken",
            f"{asking[2]:,.0f} MB",
            limit,
            kept=asking[2] <= MOST_MEGABYTES,
        ),
        Figure(
            "answer from values, new process",
            f"{took:.2f} s",
            f"≤ {MOST_ANSWER_SECONDS:g} s",
            f"median of {N_ANSWERS}, {min(times):.2f} to {max(times):.2f} s",
            took <= MOST_ANSWER_SECONDS,
        ),
    ]


def measure(most: int = SIZES[-1]) -> bool:
    """Measure assessments by size and cores, smoothed ones, a preflop roll-out, and answers from stored values."""
    found: dict[tuple[int, int], tuple[int, float, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n_hands in (size for size in SIZES if size <= most):
            for n_jobs in JOBS:
                found[n_hands, n_jobs] = run(log_of(folder, n_hands), n_jobs)
        n_styled = min(N_STYLED, most)
        styled = run(log_of(folder, n_styled), 2, style="tight/conservative")
        swept = run(log_of(folder, n_styled), 2, sweep="equal")
        of_values = stored(log_of(folder, min(SIZES[-1], most)), min(SIZES[-1], most))
    print_table(
        "Assessing, from the log to the verdict",
        ("games", "cores", "seconds", "games/s", "memory taken"),
        [
            (f"{n_hands:,}", f"{n_jobs}", f"{seconds:.1f}", f"{n_hands / seconds:,.0f}", f"{megabytes:,.0f} MB")
            for (n_hands, n_jobs), (_, seconds, megabytes) in found.items()
        ],
    )
    largest = min(N_LIMIT, most)
    one, two = (found[largest, n_jobs] for n_jobs in JOBS)
    cards = np.array(parse_cards("AcKc7h6h"))
    preflop = best_seconds(lambda: preflop_sums(cards, [6]), 3)
    rate, projected = one[0] / one[1], two[1] * N_LIMIT / largest
    figures = [
        Figure(
            f"{largest:,} games, one core",
            f"{rate:,.0f}/s",
            f"≥ {LEAST_A_SECOND:,}/s",
            kept=rate >= LEAST_A_SECOND,
        ),
        Figure(
            f"{largest:,} games, two cores",
            f"{two[1]:.1f} s",
            f"≤ {MOST_SECONDS * largest / N_LIMIT:g} s",
            f"{one[1] / two[1]:.2f} x one core",
            projected <= MOST_SECONDS,
        ),
        Figure(f"{n_styled:,} games, another style, two cores", f"{styled[1]:.1f} s"),
        Figure(f"{n_styled:,} games, a sweep of five styles, two cores", f"{swept[1]:.1f} s"),
        Figure(
            "exact preflop roll-out without the table",
            f"{preflop:.2f} s",
            f"≤ {MOST_PREFLOP_SECONDS:g} s",
            kept=preflop <= MOST_PREFLOP_SECONDS,
        ),
        *of_values,
    ]
    return print_figures("Assessment", figures)


def measure_stored(n_hands: int = SIZES[-1]) -> bool:
    """Measure how values are stored and asked."""
    with tempfile.TemporaryDirectory() as name:
        figures = stored(log_of(Path(name), n_hands), n_hands)
    return print_figures("Stored values", figures)


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else str(SIZES[-1])
    run_alone(measure_stored if chosen == "stored" else lambda: measure(int(chosen)))
