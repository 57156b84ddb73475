"""Games assessed a second, from the log to the verdict: by number of games and cores, with the memory each run took.

A number as argument is the most hands of the table, for a quick look: ``python benchmarks/assess.py 10000``.
"""

import json
import subprocess
import sys
import tempfile
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

# Each run in a process of its own, so that its memory is its own; what is compiled and loaded once is not timed. The
# rank tables are mapped from their file, and count as memory of the run only as far as it reads them: left out.
RUN = """
import json, sys, threading, time
from pathlib import Path
from deluck.assessment import assess
from deluck.formats import read_columns

def own_memory():
    lines = Path("/proc/self/status").read_text().splitlines()
    return max((int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon")), default=float("nan"))

def watch():
    global most
    while running:
        most = max(most, own_memory())
        time.sleep(0.05)

options = json.loads(sys.argv[3])
assess([next(read_columns(sys.argv[1]))[:200]], **options)
before = most = own_memory() if Path("/proc/self/status").exists() else float("nan")
running = True
watcher = threading.Thread(target=watch)
if most == most:
    watcher.start()
started = time.perf_counter()
found = assess(read_columns(sys.argv[1]), n_jobs=int(sys.argv[2]), **options)
seconds = time.perf_counter() - started
running = False
print(json.dumps([found.n_hands, seconds, most - before]))
"""


def run(log: Path, n_jobs: int, **options: str) -> tuple[int, float, float]:
    """Return hands, seconds and megabytes that one assessment took beyond what was there before."""
    arguments = [str(log), str(n_jobs), json.dumps(options)]
    done = subprocess.run([sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True)
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


def measure(most: int = SIZES[-1]) -> bool:
    """Measure assessments by size and cores, smoothed ones, and an exact preflop roll-out without the table."""
    found: dict[tuple[int, int], tuple[int, float, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n_hands in (size for size in SIZES if size <= most):
            for n_jobs in JOBS:
                found[n_hands, n_jobs] = run(log_of(folder, n_hands), n_jobs)
        n_styled = min(N_STYLED, most)
        styled = run(log_of(folder, n_styled), 2, style="tight/conservative")
        swept = run(log_of(folder, n_styled), 2, sweep="equal")
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
    ]
    return print_figures("Assessment", figures)


if __name__ == "__main__":
    run_alone(lambda: measure(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]))
