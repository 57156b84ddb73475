import codecs
import io
import os
import re
import sys
import threading

import pytest

STYLES = re.compile(r"\x1b\[[01]m")


@pytest.fixture
def on_terminal(monkeypatch):
    """Return a function that runs the command line with stdout on a pseudo-terminal: exit code, what it showed.

    Bold text is taken for plain; any other escape sequence is left in the text.
    """
    fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))
    import struct

    from deluck.cli.main import main

    def run(columns, *arguments):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        pieces = []

        def read():
            while True:
                try:
                    piece = os.read(master, 1 << 16)
                except OSError:  # the other side is closed
                    return
                if not piece:
                    return
                pieces.append(piece)

        reader = threading.Thread(target=read)
        reader.start()
        with monkeypatch.context() as patch, open(slave, "w", encoding="utf-8") as screen:
            patch.setattr(sys, "stdout", screen)
            patch.delenv("COLUMNS", raising=False)
            patch.setenv("TERM", "xterm")
            with pytest.raises(SystemExit) as stop:
                main(arguments)
        reader.join()
        os.close(master)
        shown = b"".join(pieces).decode().replace("\r\n", "\n")
        return stop.value.code, STYLES.sub("", shown)

    return run


@pytest.fixture
def in_encoding(monkeypatch):
    """Return a function that runs the command line with stdout and stderr in an encoding: exit code and their bytes."""
    from deluck.cli.main import main

    def run(encoding, *arguments):
        codecs.lookup(encoding)
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            with pytest.raises(SystemExit) as stop:
                main(arguments)
        return stop.value.code, *(stream.buffer.getvalue() for stream in streams)

    return run


@pytest.fixture(scope="session")
def all_commands():
    """Return every command by its name, those of groups with the name of the group before it."""
    import typer.main

    from deluck.cli.main import app

    def walk(command, path):
        if hasattr(command, "commands"):
            for name, child in command.commands.items():
                yield from walk(child, (*path, name))
        else:
            yield " ".join(path), command

    return dict(walk(typer.main.get_command(app), ()))
