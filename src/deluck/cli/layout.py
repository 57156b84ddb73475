"""Tables and paragraphs laid out for a width: nothing is ever cut, so no digit, sign or name is lost.

A table that is too wide first breaks its headings, then the texts that may break; then its columns go to two tables or
more, one below the other, each with the first column; and if even that is too wide, each value gets a line.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from deluck.plain_text import text_width

GAP = "  "

_NUMBER = re.compile(r"[-+−]?[$€£]?\d[\d,.]*(?=$|[%× ])")
_NARROWEST_TEXT = 12  # of a column of text that is broken
_GLUED = str.maketrans({" ": "\0"})
_LOOSE = str.maketrans({"\0": " "})


class Panel(NamedTuple):
    """The lines of a table, or of a part of its columns."""

    headings: tuple[str, ...]
    rows: tuple[str, ...]
    width: int


def lay_out(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    width: int | None,
    wraps: Collection[int] = (),
    beside: Collection[int] = (),
) -> list[Panel]:
    """Return a table as lines of at most this width, one below the other where one is too wide.

    Parameters
    ----------
    columns
        The headings.
    rows
        The cells, each a text on one line.
    width
        The columns of the screen, or None for no limit.
    wraps
        Which columns hold text that may be broken at spaces; all other cells stay whole.
    beside
        Which columns belong to the one before them and stay beside it if there is room.
    """
    cells = [tuple(column) for column in zip(*rows, strict=True)] or [() for _ in columns]
    natural = [_widest((heading, *column)) for heading, column in zip(columns, cells, strict=True)]
    if width is None or _total(natural) <= width:
        return [_panel(columns, cells, range(len(columns)), natural, wraps)]
    least = [
        max(_longest_word(heading), _least(column, is_text=number in wraps))
        for number, (heading, column) in enumerate(zip(columns, cells, strict=True))
    ]
    if _total(least) <= width:
        return [_panel(columns, cells, range(len(columns)), _grown(least, natural, width), wraps)]
    groups = _balanced(least, width, beside) or _balanced(least, width, ())
    if groups is None:
        return [_one_value_per_line(columns, rows, width)]
    panels = []
    for group in groups:
        widths = _grown([least[number] for number in group], [natural[number] for number in group], width)
        panels.append(_panel(columns, cells, group, widths, wraps))
    return panels


def wrapped(text: str, width: int | None) -> list[str]:
    """Return a paragraph as lines broken at spaces; its indentation holds for all of them.

    A sum and its error (``+0.1 ± 0.2``) stay together; a word that is longer than a line stays whole.
    """
    if width is None or text_width(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip(" "))]
    hanging = indent + ("  " if text.lstrip(" ").startswith("- ") else "")
    lines, line = [], indent
    for word in _words(text):
        if line.strip() and text_width(line) + 1 + text_width(word) > width:
            lines.append(line)
            line = hanging + word
        else:
            line += word if line in (indent, hanging) else f" {word}"
    return [*lines, line]


def _panel(
    columns: Sequence[str],
    cells: Sequence[tuple[str, ...]],
    chosen: Sequence[int],
    widths: Sequence[int],
    wraps: Collection[int],
) -> Panel:
    to_right = [number > 0 and _has_numbers(cells[number], is_text=number in wraps) for number in chosen]
    headings = _lines([wrapped(columns[number], room) for number, room in zip(chosen, widths, strict=True)])
    shown = [_line(parts, widths, to_right) for parts in headings]
    rows = []
    for row in range(len(cells[0]) if cells else 0):
        broken = [
            wrapped(cells[number][row], room) if number in wraps else [cells[number][row]]
            for number, room in zip(chosen, widths, strict=True)
        ]
        rows += [_line(parts, widths, to_right) for parts in _lines(broken)]
    return Panel(tuple(shown), tuple(rows), _total(widths))


def _has_numbers(cells: Sequence[str], *, is_text: bool) -> bool:
    """Whether a column is one of numbers; one that may hold text is if it has nothing else."""
    found = [bool(_NUMBER.match(cell)) for cell in cells if cell not in ("", "–", "-")]
    return any(found) and (all(found) or not is_text)


def _lines(cells: Sequence[list[str]]) -> list[list[str]]:
    """Return the lines of a row whose cells have several, the shorter ones filled up below."""
    height = max(map(len, cells), default=0)
    return [[cell[line] if line < len(cell) else "" for cell in cells] for line in range(height)]


def _line(parts: Sequence[str], widths: Sequence[int], to_right: Sequence[bool]) -> str:
    shown = []
    for text, width, is_right in zip(parts, widths, to_right, strict=True):
        blank = " " * (width - text_width(text))
        shown.append(blank + text if is_right else text + blank)
    return GAP.join(shown).rstrip()


def _one_value_per_line(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Panel:
    lines: list[str] = []
    for first, *rest in rows:
        lines += wrapped(first, width)
        for heading, cell in zip(columns[1:], rest, strict=True):
            if cell:
                lines += wrapped(f"{GAP}{heading}: {cell}" if heading else f"{GAP}{cell}", width)
    return Panel((), tuple(lines), max(map(text_width, lines), default=0))


def _balanced(least: Sequence[int], width: int, beside: Collection[int]) -> list[list[int]] | None:
    """Return the fewest parts that fit, about equally wide."""
    groups = _groups(least, width, beside)
    for narrower in range(width - 1, 0, -1):
        found = _groups(least, narrower, beside)
        if groups is None or found is None or len(found) > len(groups):
            break
        groups = found
    return groups


def _groups(least: Sequence[int], width: int, beside: Collection[int]) -> list[list[int]] | None:
    """Return which columns stand in which part, the first in each; None if some are too wide to stand beside it."""
    blocks: list[list[int]] = []
    for number in range(1, len(least)):
        if blocks and number in beside:
            blocks[-1].append(number)
        else:
            blocks.append([number])
    groups: list[list[int]] = [[0]]
    for block in blocks:
        if _total([least[each] for each in (0, *block)]) > width:
            return None
        if _total([least[each] for each in (*groups[-1], *block)]) > width:
            groups.append([0])
        groups[-1] += block
    return groups if least[0] <= width else None


def _grown(least: Sequence[int], natural: Sequence[int], width: int) -> list[int]:
    """Return widths between the least and the natural ones that fill a line, what is left going to each in turn."""
    widths = list(least)
    room = width - _total(least)
    for number, (small, large) in enumerate(zip(least, natural, strict=True)):
        more = min(room, large - small)
        widths[number] += max(more, 0)
        room -= max(more, 0)
    return widths


def _least(cells: Sequence[str], *, is_text: bool) -> int:
    if not is_text:
        return _widest(cells)
    return max(min(_widest(cells), _NARROWEST_TEXT), max(map(_longest_word, cells), default=0))


def _words(text: str) -> list[str]:
    glued = re.sub(r" (±|\+/-) ", lambda found: found.group().translate(_GLUED), text.strip(" "))
    return [word.translate(_LOOSE) for word in glued.split(" ")]


def _longest_word(text: str) -> int:
    return max(map(text_width, _words(text)), default=0)


def _widest(texts: Sequence[str]) -> int:
    return max(map(text_width, texts), default=0)


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)
