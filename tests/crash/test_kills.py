"""Commands killed outright at random moments and run again: the same bytes, and nothing lost that was written."""

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from .conftest import Crasher, Ended

ROOT = Path(__file__).parents[2]
LOG = ROOT / "examples" / "heads-up-limit.log"
HANDS = ROOT / "examples" / "six-max-no-limit.phhs"
TABLE = """
import numpy as np
from deluck.tables import TableFile
found = TableFile(name="numbers", version=1).open_or_build(lambda: {"a": np.arange(300_000)}, n_bytes=2_400_000)
print(int(found["a"].sum()))
"""


@dataclass(frozen=True)
class Case:
    """A command that writes: what it writes, and what must be true of that after a kill."""

    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    """Files that the command writes."""
    grows: bool = False
    """Whether what is there after a kill is the beginning of the whole; otherwise it is whole or not there."""
    code: str = ""


CASES = {
    "play": Case(("play", "random", "always-call", "--hands", "230", "--seed", "5", "-o", "m.log"), ("m.log",), True),
    "tournament": Case(
        ("tournament", "always-call", "random", "always-fold", "--seats", "2", "--deals", "40", "-o", "t"),
        ("t/lineup-001.log", "t/lineup-002.log", "t/lineup-003.log"),
        True,
    ),
    "convert to Parquet": Case(
        ("convert", str(LOG), "--to", "parquet", "-o", "out.parquet", "--overwrite"), ("out.parquet",)
    ),
    "convert to text": Case(
        ("convert", str(HANDS), "--to", "json-lines", "-o", "out.jsonl.gz", "--overwrite"), ("out.jsonl.gz",)
    ),
    "assess": Case(("assess", str(LOG), "--values", "values", "--json"), ()),
    "tables build": Case((), ("cache/tables/numbers.table",), code=TABLE),
}


def outputs(case: Case, folder: Path) -> dict[str, bytes]:
    """Return what a command has written so far."""
    return {name: (folder / name).read_bytes() for name in case.outputs if (folder / name).exists()}


def stored(folder: Path) -> list[bytes]:
    """Return what the files of a folder of values hold; they are numbered by how often they were begun."""
    return sorted(path.read_bytes() for path in (folder / "values").rglob("*.parquet"))


def attempt(crasher: Crasher, case: Case, folder: Path, **options: object) -> Ended:
    """Run a command, or the code of a case, in a folder."""
    if case.code:
        options |= {"code": case.code, "environment": {"DELUCK_CACHE": str(folder / "cache")}}
    return crasher.run(*case.arguments, folder=folder, **options)


class Trial:
    """Kills of one command, each followed by another run, compared with a run that nobody disturbed."""

    def __init__(self, crasher: Crasher, case: Case, folder: Path) -> None:
        self._crasher = crasher
        self._case = case
        self._folder = folder
        whole = folder / "whole"
        whole.mkdir()
        attempt(crasher, case, whole)  # what is loaded when first used is loaded now
        self._whole = folder / "whole again"
        self._whole.mkdir()
        ended = attempt(crasher, case, self._whole)
        assert ended.code == 0, ended.err
        assert ended.operations
        self._ended = ended
        self._expected = outputs(case, self._whole)
        assert set(self._expected) == set(case.outputs)

    def kill(self, rng: random.Random, number: int) -> str:
        """Kill the command at a random moment, once or twice, and run it again; return whether that was in time."""
        folder = self._folder / str(number)
        folder.mkdir()
        moments = {
            "seconds": lambda: rng.uniform(0, 1.1 * self._ended.seconds),
            "operation": lambda: rng.randint(1, self._ended.operations or 1),
        }
        written: dict[str, bytes] = {}
        n_kills = 0
        for _ in range(rng.choice((1, 1, 2))):
            kind = rng.choice(list(moments))
            ended = attempt(self._crasher, self._case, folder, **{kind: moments[kind]()})
            n_kills += ended.was_killed
            before, written = written, outputs(self._case, folder)
            for name, content in before.items():
                assert name in written, f"{name} is gone"
                assert len(written[name]) >= len(content), f"{name} has become shorter"
            for name, content in written.items():
                self._check_partial(name, content)
        again = attempt(self._crasher, self._case, folder)
        assert again.code == 0, again.err
        assert outputs(self._case, folder) == self._expected
        assert again.out.replace(str(folder), "") == self._ended.out.replace(str(self._whole), "")
        assert stored(folder) == stored(self._whole)
        left = [path.name for path in folder.rglob("*") if path.name.endswith((".partial", ".resume", ".new"))]
        assert left == []
        return "killed" if n_kills else "too late"

    def _check_partial(self, name: str, content: bytes) -> None:
        whole = self._expected[name]
        if self._case.grows:
            assert whole.startswith(content), f"{name} is not the beginning of the whole"
        else:
            assert content == whole, f"{name} is there and not whole"


def kill_often(crasher: Crasher, tmp_path: Path, name: str, n_kills: int, seed: int) -> Counter[str]:
    trial = Trial(crasher, CASES[name], tmp_path)
    rng = random.Random(f"{seed} {name}")
    found: Counter[str] = Counter()
    while found["killed"] < n_kills and found.total() < 3 * n_kills + 3:
        found[trial.kill(rng, found.total())] += 1
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_command_that_was_killed_writes_the_same_bytes_when_run_again(crasher, tmp_path, name):
    found = kill_often(crasher, tmp_path, name, n_kills=1, seed=1)
    assert found["killed"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_hundred_kills_lose_nothing(crasher, tmp_path, name):
    """17 kills of each of the six commands."""
    found = kill_often(crasher, tmp_path, name, n_kills=17, seed=2)
    assert found["killed"] >= 17
