"""A process that has loaded deluck once and runs commands in forks of itself, each killed at a given moment.

Reads requests as lines of JSON and answers each with a line: the exit code (negative for a signal), how long the
command ran and how many operations on files it did. A command can be killed after a time, or at its n-th operation on
files, just before it is done; files can be limited in size, as on a disk that is full.
"""

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_CHANGES = ("os.rename", "os.remove", "os.truncate", "os.mkdir", "os.link", "os.rmdir", "os.chmod")


class Operations:
    """Counts what a process does to files, and kills it at one of these operations."""

    def __init__(self, last: int | None) -> None:
        self.count = 0
        self._last = last
        sys.addaudithook(self._audit)
        for name in ("fsync", "write", "ftruncate"):
            setattr(os, name, self._counted(getattr(os, name)))

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _CHANGES or (event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_ACCMODE):
            self._step()

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self._step()
            return function(*arguments)

        return counted

    def _step(self) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


def run(request: dict[str, Any], report: int) -> None:
    """Run a command in this process, which is a fork, and end."""
    for descriptor, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    os.chdir(request["folder"])
    os.environ.update(request.get("environment", {}))
    operations = Operations(request.get("operation"))
    if request.get("file_size") is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_size"],) * 2)
    code = 0
    try:
        if "code" in request:
            exec(request["code"], {})
        else:
            from deluck.cli.main import main

            sys.argv = ["deluck", *request["arguments"]]
            main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 99
    sys.stdout.flush()
    sys.stderr.flush()
    n_operations = operations.count
    with os.fdopen(report, "w") as pipe:
        pipe.write(str(n_operations))
    os._exit(code)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return how a command ended that was run in a fork."""
    read_end, write_end = os.pipe()
    start = time.monotonic()
    process = os.fork()
    if not process:
        os.close(read_end)
        run(request, write_end)
    os.close(write_end)
    deadline = start + request["seconds"] if request.get("seconds") is not None else None
    status = None
    while status is None:
        found, state = os.waitpid(process, os.WNOHANG)
        if found:
            status = state
        elif deadline is not None and time.monotonic() >= deadline:
            os.kill(process, signal.SIGKILL)
            deadline = None
        else:
            time.sleep(0.0005)
    with os.fdopen(read_end) as pipe:
        said = pipe.read()
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "seconds": time.monotonic() - start, "operations": int(said) if said else None}


def main() -> None:
    """Answer requests until there are no more."""
    import deluck.cli.main
    import deluck.library  # noqa: F401
    from deluck.arena import play
    from deluck.formats import read_columns

    play("always-call", "random", n_hands=4, seed=1)  # what is loaded when first used is loaded before the forks
    list(read_columns(Path(__file__).parents[2] / "examples" / "heads-up-limit.log"))
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
