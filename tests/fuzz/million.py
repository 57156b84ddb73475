"""A million mutated hands over all formats: only named rejections, within memory and time, and every hand read valid.

    python -m tests.fuzz.million --hands 1000000 --failures /tmp/failures

Prints by format how many hands were mutated, read, refused and replayed by pokerkit; then the peak memory of the
process that reads and the slowest input. A file that breaks a promise is stored in the folder of failures, with the
reason. The run ends with exit 1 if there was one, or if a bound was passed.
"""

import argparse
import contextlib
import multiprocessing
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from deluck.formats import read_columns

from .corpus import NAMES
from .damaged import Damage, Damaged, files
from .oracle import Found, check_file

MOST_MEGABYTES = 500
MOST_SECONDS_PER_MEGABYTE = 1.0
SMALL = 1 << 16
"""Bytes: a smaller file may take as long as one of this size."""


class Reading(NamedTuple):
    """What a file gave in the process that reads, and the most memory that process has had so far, in MB."""

    found: Found
    megabytes: float
    failure: str


def read(path: Path, n_bytes: int, *, parts: bool) -> Reading:
    """Return what a file gives; it is read again where it seems slow: the collector's pauses are no input's fault."""
    found, failure = Found(), ""
    try:
        found = check_file(path, every=307, parts=parts)
        for _ in range(3):
            if rate_of(found.seconds, n_bytes) > MOST_SECONDS_PER_MEGABYTE:
                found.seconds = min(found.seconds, _seconds(path))
    except Exception:
        failure = traceback.format_exc()
    return Reading(found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, failure)


def rate_of(seconds: float, n_bytes: int) -> float:
    """Return seconds per MB, small files counted as larger ones."""
    return seconds / max(n_bytes, SMALL) * 1e6


def _seconds(path: Path) -> float:
    """Return how long a file takes in bulk, in seconds of processor time."""
    start = time.process_time()
    for _ in read_columns(path):
        pass
    return time.process_time() - start


class Run:
    """What a run has found so far."""

    def __init__(self, failures: Path) -> None:
        self._failures = failures
        self.n_failures = 0
        self.megabytes = 0.0
        self.n_mutated: Counter[str] = Counter()
        self.n_files: Counter[str] = Counter()
        self.n_bytes: Counter[str] = Counter()
        self.found = {name: Found() for name in NAMES}
        self.slowest = dict.fromkeys(NAMES, (0.0, ""))

    def check(self, damage: Damage, seed: int, n_hands: int, folder: Path, reader: Executor) -> None:
        """Have mutated files read until there are so many hands."""
        said = time.monotonic()
        for damaged, path, number in files(damage, seed, lambda: self.n_mutated.total() >= n_hands, folder):
            reading = reader.submit(read, path, damaged.n_size, parts=number % 8 == 0).result()
            self._note(damaged, reading, path, f"{damaged.format}-{seed}-{number}")
            if time.monotonic() - said > 60:
                said = time.monotonic()
                n_read = self.n_mutated.total()
                print(f"# {n_read:,} hands, {self.megabytes:.0f} MB, {self.n_failures} failures", flush=True)

    def _note(self, damaged: Damaged, reading: Reading, path: Path, label: str) -> None:
        name, found = damaged.format, reading.found
        if reading.failure:
            self._fail(path, label, f"{damaged.how}\n{reading.failure}")
            return
        if reading.megabytes > max(self.megabytes, MOST_MEGABYTES):
            self._fail(path, f"large-{label}", f"{reading.megabytes:.0f} MB")
        self.megabytes = max(self.megabytes, reading.megabytes)
        self.n_files[name] += 1
        self.n_mutated[name] += damaged.n_mutated
        self.n_bytes[name] += damaged.n_size
        total = self.found[name]
        total.read += found.read
        total.refused += found.refused
        total.by_pokerkit += found.by_pokerkit
        total.seconds += found.seconds
        total.kinds += found.kinds
        rate = rate_of(found.seconds, damaged.n_size)
        if rate > self.slowest[name][0]:
            self.slowest[name] = rate, f"{label}, {damaged.n_size:,} bytes, {found.seconds:.3f} s, {damaged.how}"
            if rate > MOST_SECONDS_PER_MEGABYTE:
                (self._failures / f"slow-{label}").write_bytes(path.read_bytes())

    def _fail(self, path: Path, label: str, reason: str) -> None:
        self.n_failures += 1
        (self._failures / label).write_bytes(path.read_bytes())
        (self._failures / f"{label}.reason").write_text(reason, errors="replace")

    def print(self) -> bool:
        """Print the counts; return whether every promise was kept."""
        print(f"{'format':16} {'files':>7} {'mutated':>9} {'read':>9} {'refused':>9} {'kinds':>6} {'pokerkit':>8} "
              f"{'MB':>8} {'s/MB':>6} {'slowest s/MB':>13}")  # fmt: skip
        for name, found in self.found.items():
            megabytes = self.n_bytes[name] / 1e6
            rate = found.seconds / max(megabytes, 1e-9)
            print(f"{name:16} {self.n_files[name]:7,} {self.n_mutated[name]:9,} {found.read:9,} {found.refused:9,} "
                  f"{len(found.kinds):6,} {found.by_pokerkit:8,} {megabytes:8,.1f} {rate:6.3f} "
                  f"{self.slowest[name][0]:13.3f}  {self.slowest[name][1]}")  # fmt: skip
        slowest = max(rate for rate, _ in self.slowest.values())
        n_read = sum(each.read for each in self.found.values())
        n_refused = sum(each.refused for each in self.found.values())
        print(f"{self.n_mutated.total():,} mutated hands in {self.n_files.total():,} files: {n_read:,} read and valid, "
              f"{n_refused:,} named rejections, {self.n_failures} failures")  # fmt: skip
        print(f"peak memory {self.megabytes:.0f} MB (at most {MOST_MEGABYTES}), slowest input {slowest:.2f} s/MB of "
              f"processor time (at most {MOST_SECONDS_PER_MEGABYTE:g})")  # fmt: skip
        is_within = self.megabytes <= MOST_MEGABYTES and slowest <= MOST_SECONDS_PER_MEGABYTE
        return is_within and not self.n_failures


def main() -> None:
    """Run as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", type=Path, default=Path(tempfile.gettempdir()) / "deluck-fuzz-failures")
    options = parser.parse_args()
    options.failures.mkdir(parents=True, exist_ok=True)
    damage = Damage()
    run = Run(options.failures)
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as reader,  # alone: its memory is what counts
    ):
        Run(options.failures).check(damage, 0, 1_000, Path(folder), reader)  # kernels are compiled or loaded
        with contextlib.suppress(KeyboardInterrupt):  # what was found until then counts
            run.check(damage, options.seed, options.hands, Path(folder), reader)
    sys.exit(not run.print())


if __name__ == "__main__":
    main()
