"""Text of unknown origin made fit to be shown: control characters escaped, lengths bounded, near misses found.

Names, ids, paths and reasons come from files that anybody may have written. What shows them calls these functions; what
stores them leaves them as they are.
"""

import unicodedata
from collections.abc import Iterable, Sequence

LONGEST_NAME = 40
"""The columns of a terminal that a name takes at most."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_MANY_NAMES = 20


def printable(text: str) -> str:
    r"""Return a text on one line that a terminal only shows: what is not printable is escaped, e.g. ``\x1b``.

    That holds for control characters, line ends, marks that change the direction of writing, and halves of characters.
    """
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def text_width(text: str) -> int:
    """Return how many columns of a terminal a printable text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def bounded(text: str, longest: int) -> str:
    """Return a text as it is, or with its middle left out if it takes more than so many columns or characters."""
    if len(text) <= longest and text_width(text) <= longest:
        return text
    end = _fitting(reversed(text), longest // 3)[::-1]
    return f"{_fitting(text, longest - 1 - longest // 3)}…{end}"


def _fitting(characters: Iterable[str], room: int) -> str:
    """Return the first characters that fit into so many columns and are no more than them."""
    taken: list[str] = []
    width = 0
    for character in characters:
        width += _width(character)
        if width > room or len(taken) == room:
            break
        taken.append(character)
    return "".join(taken)


def shown_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name or an id as it is shown: on one line, without control characters, its middle left out if long."""
    return bounded(printable(bounded(name, 4 * longest)), longest)


def spreadsheet_text(text: str) -> str:
    """Return a text for a cell of a CSV file, with a quote before it if a spreadsheet would take it for a formula.

    For text columns alone: numbers are written as they are.
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def nearest(word: str, known: Iterable[str], n: int = 1) -> list[str]:
    """Return the known words that look most like a word, the best first; none if nothing is near."""
    from difflib import get_close_matches

    by_lower: dict[str, str] = {}
    for each in known:
        by_lower.setdefault(each.lower(), each)
    return [by_lower[each] for each in get_close_matches(word.lower()[:200], by_lower, n, 0.6)]


def choices(word: str, known: Sequence[str]) -> str:
    """Return what to write instead of a word: ``did you mean limit?``, or ``expected one of: limit, no-limit``."""
    near = nearest(word, known)
    if near:
        return f"did you mean {near[0]}?"
    shown = [shown_name(each) for each in known[:_MANY_NAMES]]
    more = f" and {len(known) - _MANY_NAMES:,} more" if len(known) > _MANY_NAMES else ""
    return f"expected one of: {', '.join(shown)}{more}"
