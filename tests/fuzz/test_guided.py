"""Coverage-guided fuzzing for a bounded time, and the wire without it for a moment."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest

from .mutations import mutated_lines
from .wire import check_line, sample_lines

ROOT = Path(__file__).parents[2]


def test_mutated_lines_of_the_wire_are_answered_or_refused_by_name():
    rng = random.Random(9)
    lines = list(sample_lines(rng, 40))
    for line in lines[:100]:
        check_line(line.encode())
    for _ in range(400):
        text = mutated_lines(rng, rng.choice(lines), rng.choice(lines))
        check_line(text.encode("utf-8", "replace"))
    for junk in (b"", b"\0" * 5000, b"\xff\xfe", b"MATCHSTATE:" * 400, b"\n" * 9000, b"VERSION:2.0.0\r\n" * 50):
        check_line(junk)


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed (pip install 'deluck[fuzz]')"
)
@pytest.mark.parametrize(("target", "seconds"), [("readers", 180), ("wire", 60)])
def test_guided_fuzzing_finds_nothing(tmp_path, target, seconds):
    limits = (f"-max_total_time={seconds}", f"-artifact_prefix={tmp_path}/")
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", target, *limits],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds + 600,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "Done " in done.stderr
    assert list(tmp_path.iterdir()) == []
