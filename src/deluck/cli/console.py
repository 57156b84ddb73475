"""The streams that commands write to: how wide they are, and which characters they can show.

A console that is not UTF-8 gets letters for suits, ``+/-`` for ``±`` and plain lines; no character is ever an error.
"""

import codecs
import errno
import os
import sys
from typing import TextIO

ERRORS = "deluck"
"""The name under which `codecs` knows what becomes of characters that a console does not have."""

_NARROWEST = 20
_PLAIN = {
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "±": "+/-",
    "×": "x",
    "÷": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "∞": "inf",
    "√": "sqrt",
    "²": "^2",
    "·": ".",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "─": "-",
    "│": "|",
    "€": "EUR ",
    "£": "GBP ",
}
_TRANSLATION = str.maketrans(_PLAIN)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for characters that cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    shown = [_PLAIN.get(character) or character.encode("ascii", "backslashreplace").decode() for character in missing]
    return "".join(shown), error.end


codecs.register_error(ERRORS, _plain)


def prepare_streams() -> None:
    """See that nothing written to stdout and stderr from here on can fail for want of a character."""
    is_ascii = _asks_for_ascii()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ERRORS, **({"encoding": "ascii"} if is_ascii else {}))


def _asks_for_ascii() -> bool:
    """Whether the locale is expressly that of ASCII, which Python overrules with UTF-8."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or ""
    return locale in ("C", "POSIX") and not os.environ.get("PYTHONIOENCODING") and not os.environ.get("PYTHONUTF8")


def shown_on(stream: TextIO, text: str) -> str:
    """Return a text as a stream can show it, so that it can be laid out before it is written."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        name = "ascii"
    if not name.startswith("utf"):
        text = text.translate(_TRANSLATION)
    return text.encode(name, ERRORS).decode(name)


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody can watch what is written."""
    try:
        return stream.isatty()
    except ValueError:  # it is closed
        return False


def width_of(stream: TextIO) -> int | None:
    """Return the columns of a terminal, or None where no screen sets a limit."""
    if not is_terminal(stream):
        return None
    named = os.environ.get("COLUMNS", "")
    if named.isascii() and named.isdigit() and int(named):
        return max(int(named), _NARROWEST)
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        width = 0
    return max(width or 80, _NARROWEST)


def has_styles(stream: TextIO) -> bool:
    """Whether a stream shows bold text."""
    if not is_terminal(stream) or os.environ.get("NO_COLOR"):
        return False
    term = os.environ.get("TERM", "")
    return term not in ("", "dumb") or "WT_SESSION" in os.environ


def is_closed_pipe(error: OSError) -> bool:
    """Whether an error says that nobody reads our output any more."""
    return error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL)


def close_quietly() -> None:
    """Let what is still to be written go nowhere: nobody reads it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
