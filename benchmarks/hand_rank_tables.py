"""The hand-rank tables from nothing: time, memory and size; opening them; look-ups one by one and in bulk."""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

from deluck.cards import parse_cards
from deluck.metrics import hand_ranks
from evaluator import random_hands
from report import Figure, best_seconds, print_figures, run_alone

N_LOOK_UPS = 2_000_000

_BUILD = """
import json, time
started = time.perf_counter()
from deluck import metrics
from deluck.compiling import compile_kernels
from deluck.tables.hand_ranks import HAND_RANK_FILE, hand_rank_tables
compile_kernels()
compiled = time.perf_counter()
hand_rank_tables()
built = time.perf_counter()
memory = next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([compiled - started, built - compiled, memory, HAND_RANK_FILE.path.stat().st_size]))
"""

_OPEN = """
import time
from deluck.tables.hand_ranks import hand_rank_tables
started = time.perf_counter()
hand_rank_tables()
print(time.perf_counter() - started)
"""


def run(code: str, cache: str) -> str:
    """Run code in a process of its own with this cache folder; return what it printed."""
    environment = dict(os.environ) | {"DELUCK_CACHE": cache}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout


def measure() -> bool:
    """Build in an empty cache folder, open in a new process, then look up in the tables in use."""
    with tempfile.TemporaryDirectory() as cache:
        compile_seconds, build_seconds, memory, size = json.loads(run(_BUILD, cache))
        open_seconds = min(float(run(_OPEN, cache)) for _ in range(3))
    both = compile_seconds + build_seconds
    figures = [
        Figure("compiling all kernels", f"{compile_seconds:.1f} s"),
        Figure("all tables, kernels compiled", f"{build_seconds:.1f} s", "≤ 25 s", kept=build_seconds <= 25),
        Figure("all tables, compiling included", f"{both:.1f} s", "≤ 60 s", kept=both <= 60),
        Figure("memory while building", f"{memory / 1e9:.2f} GB", "≤ 2 GB", kept=memory <= 2e9),
        Figure("size on disk", f"{size / 1e6:.0f} MB", "≤ 500 MB", kept=size <= 500e6),
        Figure("opening them later", f"{1000 * open_seconds:.1f} ms", "≤ 200 ms", kept=open_seconds <= 0.2),
    ]
    hole, board = np.array([parse_cards("AcKc")]), np.array([parse_cards("Ks5h3d")])

    def thousand() -> None:
        for _ in range(1000):
            hand_ranks(hole, board)

    one = best_seconds(thousand) / 1000
    figures.append(Figure("one look-up from Python", f"{1e6 * one:.1f} µs", "≤ 20 µs", kept=one <= 20e-6))
    cards = random_hands(N_LOOK_UPS, 7)
    for name, n_board in (("flop", 3), ("turn", 4), ("river", 5)):
        holes, boards = np.ascontiguousarray(cards[:, :2]), np.ascontiguousarray(cards[:, 2 : 2 + n_board])

        def look_up(holes: np.ndarray = holes, boards: np.ndarray = boards) -> None:
            ranks = hand_ranks(holes, boards)
            _ = ranks.immediate, ranks.seven_card

        rate = N_LOOK_UPS / best_seconds(look_up)
        figures.append(Figure(f"bulk look-ups, {name}", f"{rate / 1e6:.1f} M/s", "≥ 10 M/s", kept=rate >= 10e6))
    return print_figures("Hand-rank tables", figures)


if __name__ == "__main__":
    run_alone(measure)
