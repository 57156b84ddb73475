"""How soon the command line answers, in a new process each time."""

import subprocess
import sys
import time

from report import Figure, print_figures, run_alone


def seconds(*arguments: str) -> float:
    """Return the shortest of five runs of a command."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "deluck", *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times)


def measure() -> bool:
    """Measure --help and a warm metrics command."""
    limits = {("--help",): 0.3, ("metrics", "AcKc", "--board", "Ks5h3d"): 1.5, ("equity", "AcKc", "7h6h"): 0.0}
    figures = []
    for arguments, limit in limits.items():
        took = seconds(*arguments)
        shown = f"≤ {limit} s" if limit else ""
        figures.append(Figure(f"deluck {' '.join(arguments)}", f"{took:.2f} s", shown, kept=not limit or took <= limit))
    return print_figures("Command line", figures)


if __name__ == "__main__":
    run_alone(measure)
