"""Hands to files: written whole or not at all, hand by hand, compressed if the name says so."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from deluck.errors import FormatError
from deluck.files import replacing
from deluck.formats import acpc, json_lines, open_hand_history, phh, pokerstars
from deluck.records import HandRecord

OnRefused = Callable[[FormatError, str, int], None]


def write_acpc(path: str | Path, hands: Iterable[tuple[HandRecord, str, int]], on_refused: OnRefused) -> int:
    """Write an ACPC log with its score at the end; return how many hands it has.

    A hand keeps its number, or gets its index in the log if it has none.

    Parameters
    ----------
    path
        The file.
    hands
        The hands, each with its source and line.
    on_refused
        Called with the reason, the source and the line of a hand that an ACPC line cannot express.
    """
    score = acpc.Score()
    n_written = 0
    with replacing(path) as file:
        for record, source, line in hands:
            number = record.hand_id if record.hand_id.isascii() and record.hand_id.isdigit() else n_written
            try:
                text = acpc.format_line(record, number)
            except FormatError as error:
                on_refused(error, source, line)
                continue
            file.write(f"{text}\n".encode())
            score.add(record)
            n_written += 1
        _refuse_nothing(n_written, path)
        file.write(f"{score.format_line()}\n".encode())
    return n_written


def write_phh(path: str | Path, hands: Iterable[tuple[HandRecord, str, int]], on_refused: OnRefused) -> int:
    """Write hands as PHH, as `write_acpc` does logs: one to a ``.phh`` file, any number to any other."""
    is_single = Path(path).suffix.lower() == ".phh"
    n_written = 0
    with replacing(path) as file:
        for record, source, line in hands:
            try:
                text = phh.format_phh(record)
            except FormatError as error:
                on_refused(error, source, line)
                continue
            n_written += 1
            if is_single and n_written > 1:
                raise FormatError(f"cannot write more than one hand to {path} (expected a name that ends in .phhs)")
            header = "" if is_single else f"[{n_written}]\n" if n_written == 1 else f"\n[{n_written}]\n"
            file.write(f"{header}{text}".encode())
        _refuse_nothing(n_written, path)
    return n_written


def write_texts(
    path: str | Path,
    hands: Iterable[tuple[HandRecord, str, int]],
    on_refused: OnRefused,
    *,
    format_hand: Callable[[HandRecord], str],
) -> int:
    """Write hands one after another, each as a function makes it a text, as `write_acpc` does logs."""
    n_written = 0
    with replacing(path) as file:
        for record, source, line in hands:
            try:
                text = format_hand(record)
            except FormatError as error:
                on_refused(error, source, line)
                continue
            file.write(text.encode())
            n_written += 1
        _refuse_nothing(n_written, path)
    return n_written


class NothingToWrite(FormatError):  # noqa: N818 - the name says what it is
    """No hand was left to write, so no file was written."""


def _refuse_nothing(n_written: int, path: str | Path) -> None:
    if not n_written:
        raise NothingToWrite(f"no hand to write to {path}")


WRITERS: dict[str, Callable[[str | Path, Iterable[tuple[HandRecord, str, int]], OnRefused], int]] = {
    acpc.NAME: write_acpc,
    phh.NAME: write_phh,
    open_hand_history.NAME: partial(write_texts, format_hand=open_hand_history.format_hand),
    json_lines.NAME: partial(write_texts, format_hand=lambda record: f"{json_lines.format_hand(record)}\n"),
    pokerstars.NAME: partial(write_texts, format_hand=pokerstars.format_hand),
}
"""By name of the format, what writes hands to a file in it."""
