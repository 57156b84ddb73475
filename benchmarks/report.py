"""The machine a figure was measured on, and the table it is printed in."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from deluck.cli.output import print_table

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number, the limit it should keep, and how it compares with a peer measured in the same run."""

    what: str
    measured: str
    limit: str = ""
    peer: str = ""
    kept: bool = True


def best_seconds(work: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the shortest time the work took by a clock, after one run to warm up."""
    work()
    times = []
    for _ in range(repeats):
        started = clock()
        work()
        times.append(clock() - started)
    return min(times)


def processor() -> str:
    """Return the processor's name where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def commit() -> str:
    """Return the commit that is measured, marked if files differ from it."""
    git = ["git", "-C", str(ROOT)]
    try:
        name = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
        changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return name.strip() + (" with changes" if changed.strip() else "")


def print_machine() -> None:
    """Print what the figures below were measured on."""
    import numba
    import numpy

    print(f"machine  {processor()}, {os.cpu_count()} cores, {platform.system()}")
    print(f"python   {platform.python_version()}, numpy {numpy.__version__}, numba {numba.__version__}")
    print(f"commit   {commit()}")


def print_figures(title: str, figures: Sequence[Figure]) -> bool:
    """Print the figures as a table and return whether every limit was kept."""
    print_table(
        title,
        ("figure", "measured", "limit", "", "peer, same run"),
        [(f.what, f.measured, f.limit, "" if not f.limit else "kept" if f.kept else "MISSED", f.peer) for f in figures],
    )
    return all(figure.kept for figure in figures)


def run_alone(measure: Callable[[], bool]) -> None:
    """Run one benchmark as a script."""
    print_machine()
    sys.exit(0 if measure() else 1)
