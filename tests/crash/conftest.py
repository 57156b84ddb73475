"""Commands run and killed in forks of one process that has loaded everything."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("driver.py")


@dataclass
class Ended:
    """How a command ended; a negative code is a signal."""

    code: int
    seconds: float
    operations: int | None
    out: str
    err: str

    @property
    def was_killed(self) -> bool:
        return self.code == -9


class Crasher:
    """Runs commands, and kills them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, *arguments: str, folder: Path, **options: Any) -> Ended:
        """Run a command in a folder; `seconds` or `operation` say when it is killed, if it is."""
        said = [self._folder / name for name in ("out", "err")]
        request = {"arguments": arguments, "folder": str(folder), "out": str(said[0]), "err": str(said[1]), **options}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return Ended(**answer, out=said[0].read_text(), err=said[1].read_text())

    def close(self) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(60)


@pytest.fixture(scope="module")
def crasher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crasher]:
    found = Crasher(tmp_path_factory.mktemp("said"))
    yield found
    found.close()
