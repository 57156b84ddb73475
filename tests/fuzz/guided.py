"""Coverage-guided fuzzing of every reader and of the wire, by atheris (the extra `fuzz`).

    python -m tests.fuzz.guided readers -max_total_time=600
    python -m tests.fuzz.guided wire -max_total_time=60

What follows the target goes to libFuzzer. The corpus is made anew in a temporary folder from our own examples and,
where they are at hand, from real files; half of the changes are those of `mutations`, the others libFuzzer's. A promise
that is broken ends the run with exit 77, and libFuzzer writes the input to a file ``crash-…``: make it small with
``-minimize_crash=1``, and add it to `test_regressions` as a literal.
"""

import random
import sys
import tempfile
from pathlib import Path

import atheris

import deluck.formats.acpc_kernels
import deluck.formats.phh_kernels
import deluck.records.decisions

with atheris.instrument_imports(include=["deluck.formats", "deluck.arena.wire", "deluck.arena.network_seats"]):
    import deluck.arena.network_seats
    import deluck.formats.reading  # noqa: F401

from .corpus import JSON, load
from .mutations import mutated_file, mutated_hand
from .oracle import check_file
from .wire import check_line, sample_lines

_PER_FORMAT = 12
_LONGEST = 1 << 14


class Readers:
    """Files, read by every path."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "input"
        self.corpus = [
            file.joined(list(file.hands[:3])).encode("utf-8", "replace")
            for files in load().values()
            for file in files[:_PER_FORMAT]
        ]

    def check(self, content: bytes) -> None:
        """Read a file."""
        self._path.write_bytes(content)
        check_file(self._path)

    def mutate(self, rng: random.Random, content: bytes) -> bytes:
        """Return a file with something changed."""
        if rng.random() < 0.1:
            return mutated_file(rng, content, rng.choice(self.corpus))[1]
        text = content.decode("utf-8", "replace")
        other = rng.choice(self.corpus).decode("utf-8", "replace")
        is_json = any(f'"{name}"' in text[:2000] for name in ("ohh", "deluck", "pre_hand_stacks")) and bool(JSON)
        return mutated_hand(rng, text, other, is_json=is_json).encode("utf-8", "replace")


class Wire:
    """Lines as clients and dealers send them."""

    def __init__(self, folder: Path) -> None:  # noqa: ARG002 - as the other target has it
        self.corpus = [line.encode() for line in sample_lines(random.Random(1), 200)]

    def check(self, content: bytes) -> None:
        """Send bytes to a dealer and to a client."""
        check_line(content)

    def mutate(self, rng: random.Random, content: bytes) -> bytes:
        """Return a line with something changed."""
        text, other = (each.decode("utf-8", "replace") for each in (content, rng.choice(self.corpus)))
        return mutated_hand(rng, text, other, is_json=False).encode("utf-8", "replace")


TARGETS = {"readers": Readers, "wire": Wire}


def main() -> None:
    """Fuzz the target that is named first."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: python -m tests.fuzz.guided {'|'.join(TARGETS)} [options of libFuzzer]")
    folder = Path(tempfile.mkdtemp(prefix="deluck-fuzz-"))
    target = TARGETS[sys.argv[1]](folder)
    for content in target.corpus:  # kernels are compiled or loaded before time counts
        target.check(content)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, content in enumerate(target.corpus):
        (corpus / str(number)).write_bytes(content[:_LONGEST])

    def changed(content: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        found = target.mutate(rng, content) if rng.random() < 0.5 else atheris.Mutate(content, most)
        return found[:most]

    options = [sys.argv[0], f"-max_len={_LONGEST}", "-rss_limit_mb=1000", "-timeout=20", *sys.argv[2:], str(corpus)]
    atheris.Setup(options, target.check, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
