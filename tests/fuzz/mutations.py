"""Changes that a hostile or an unlucky world makes to hands: of a line, a number, a card, a name, a value, a file.

Everything follows from the `random.Random` that is given, so a seed names a mutation for good.
"""

import codecs
import gzip
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pyarrow as pa

NUMBERS = (
    "0", "-1", "1", "-0", "0.001", "1e999999999", "1E-999999999", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "NaN", "inf", "-inf", "1,000,000,000.00", "1.000.000.000,00", "1 000,5", "1,5",
    "٣", "½", "²",
    "0x10", "1_000", "1e5", ".", ",", "9" * 4301, "0" * 50 + "1", "1" * 41, "1/3", "1/0", "",
)  # fmt: skip
NAMES = (
    "[/]", "[bold]x[/bold]", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "=1+1", "@SUM(A1)", "a: b", "a|b",
    'a"b', "a\\", "",
    " ", "\u202eabc", "\u2028", "a\tb", "ß" * 300, "n" * 1000, "n" * 1001, "'", "Hero", "Dealer", "posts",
    "&lt;", "<game>",
    "null", "\ud7ff", "\u0000", "collected", "(button)", "x said, \"y\"",
)  # fmt: skip
LINES = (
    "", " ", "\x00", "*** FLOP *** [2c 3d 4h]", "*** SUMMARY ***", "*** SHOW DOWN ***", "[", "]", "{", "}",
    "[1]", "[[a]]",
    "a = {b = {c = 1}}", "Seat 1: x (5 in chips)", "# comment", "\ufeff", "<!DOCTYPE s [<!ENTITY a \"aaaa\">]>", "----",
    "Dealt to Hero [Ac Ad]", "x: posts small blind $1", "<round no=\"1\">", "\"entry\",\"at\",\"order\"",
)  # fmt: skip
JSON_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, 2**63, -(2**63) - 1, 10**40, 1e308, float("nan"), float("inf"), "",
    "x", "0", "-1",
    "AsKd", "1e999999999", [], {}, [1], [[1, "fold"]], {"a": 1}, "n" * 1001, "[/]", "\x00", "½", [None] * 11,
)  # fmt: skip

_NUMBER = re.compile(r"\d[\d.,]*")
_CARD = re.compile(r"(?<![A-Za-z])(?:[2-9TJQKA]|10)[cdhs♣♦♥♠]")
_WORD = re.compile(r"[A-Za-z][\w@.-]{2,20}")
_DEEP = 40


def mutated_lines(rng: random.Random, text: str, other: str) -> str:
    """Return a hand's text with something in it changed; lines may come from another hand."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3, 8))):
        lines = rng.choice(_LINE_CHANGES)(rng, lines or [""], other)
    return "\n".join(lines)


def mutated_json(rng: random.Random, value: Any) -> Any:
    """Return a JSON value with one thing in it changed, at any depth."""
    if not isinstance(value, dict | list) or not value or rng.random() < 0.08:
        return _other_value(rng, value)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        chance = rng.random()
        if chance < 0.06:
            return {name: each for name, each in value.items() if name != key}
        if chance < 0.09:
            return {(rng.choice(NAMES) if name == key else name): each for name, each in value.items()}
        if chance < 0.12:
            return value | {rng.choice(NAMES): mutated_json(rng, value[key])}
        return value | {key: mutated_json(rng, value[key])}
    index = rng.randrange(len(value))
    chance = rng.random()
    if chance < 0.05:
        return value[:index] + value[index + 1 :]
    if chance < 0.1:
        return [*value[:index], value[index], *value[index:]]
    if chance < 0.15:
        other = rng.randrange(len(value))
        swapped = list(value)
        swapped[index], swapped[other] = swapped[other], swapped[index]
        return swapped
    return [*value[:index], mutated_json(rng, value[index]), *value[index + 1 :]]


def mutated_hand(rng: random.Random, text: str, other: str, *, is_json: bool, share_of_text: float = 0.25) -> str:
    """Return a hand changed as text or, where it is JSON, mostly as a value."""
    if is_json and rng.random() > share_of_text:
        try:
            return json.dumps(mutated_json(rng, json.loads(text)), ensure_ascii=rng.random() < 0.5)
        except (ValueError, RecursionError):
            return mutated_lines(rng, text, other)
    return mutated_lines(rng, text, other)


def mutated_file(rng: random.Random, content: bytes, foreign: bytes) -> tuple[str, bytes]:
    """Return a whole file changed, and the name of the change; another format's text may get into it."""
    name = rng.choice(list(FILE_CHANGES))
    return name, FILE_CHANGES[name](rng, content, foreign)


def _other_value(rng: random.Random, value: Any) -> Any:
    chance = rng.random()
    if chance < 0.3 and isinstance(value, int | float) and not isinstance(value, bool):
        return rng.choice((value + 1, value - 1, -value, value * 2, value + 0.5, str(value)))
    if chance < 0.3 and isinstance(value, str):
        return rng.choice((value * 2, value[:-1], value.upper(), value + " ", rng.choice(NAMES), rng.choice(NUMBERS)))
    if chance < 0.33:
        for _ in range(rng.choice((2, 17, _DEEP))):
            value = [value] if rng.random() < 0.5 else {"a": value}
        return value
    return rng.choice(JSON_VALUES)


# lines


def _delete(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index = rng.randrange(len(lines))
    return lines[:index] + lines[index + rng.choice((1, 1, 3)) :]


def _duplicate(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index, target = rng.randrange(len(lines)), rng.randrange(len(lines))
    return lines[:target] + [lines[index]] * rng.choice((1, 1, 1, 20)) + lines[target:]


def _swap(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines = list(lines)
    lines[index], lines[other] = lines[other], lines[index]
    return lines


def _cut(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index = rng.randrange(len(lines))
    line = lines[index][: rng.randrange(len(lines[index]) + 1)]
    return [*lines[:index], line, *([] if rng.random() < 0.3 else lines[index + 1 :])]


def _insert(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index = rng.randrange(len(lines) + 1)
    return [*lines[:index], rng.choice(LINES), *lines[index:]]


def _splice(rng: random.Random, lines: list[str], other: str) -> list[str]:
    others = other.split("\n")
    index, start = rng.randrange(len(lines) + 1), rng.randrange(len(others))
    return lines[:index] + others[start : start + rng.choice((1, 1, 4, 1000))] + lines[index + rng.choice((0, 1)) :]


def _replace(pattern: re.Pattern[str], new: Callable[[random.Random, str], str]) -> Callable[..., list[str]]:
    """Return a change of one match of a pattern, or now and then of all that read the same."""

    def change(rng: random.Random, lines: list[str], _: str) -> list[str]:
        text = "\n".join(lines)
        found = list(pattern.finditer(text))
        if not found:
            return lines
        match = rng.choice(found)
        word = new(rng, match[0])
        if rng.random() < 0.3:
            return text.replace(match[0], word).split("\n")
        return (text[: match.start()] + word + text[match.end() :]).split("\n")

    return change


def _other_number(rng: random.Random, number: str) -> str:
    chance = rng.random()
    if chance < 0.3 and number.isdigit():
        return str(max(0, int(number[:30]) + rng.choice((-1, 1, 10, -10))))
    if chance < 0.6:
        return "".join(rng.choice("0123456789") if each.isdigit() else each for each in number)
    if chance < 0.7:
        return number.translate(str.maketrans(".,", ",."))
    return rng.choice(NUMBERS)


def _other_card(rng: random.Random, _: str) -> str:
    return (
        rng.choice("23456789TJQKA") + rng.choice("cdhs")
        if rng.random() < 0.9
        else rng.choice(("1c", "??", "Xx", "10h"))
    )


def _other_name(rng: random.Random, _: str) -> str:
    return rng.choice(NAMES)


def _noise(rng: random.Random, lines: list[str], _: str) -> list[str]:
    index = rng.randrange(len(lines))
    line = list(lines[index])
    for _ in range(rng.choice((1, 1, 2, 5))):
        if line:
            where = rng.randrange(len(line))
            line[where] = chr(rng.choice((ord(line[where]) ^ 1 << rng.randrange(7), rng.randrange(1, 400)))) or " "
    return [*lines[:index], "".join(line), *lines[index + 1 :]]


def _long(rng: random.Random, lines: list[str], _: str) -> list[str]:
    if rng.random() > 0.01:
        return _noise(rng, lines, "")
    index = rng.randrange(len(lines))
    line, size = lines[index], rng.choice((1 << 12, 1 << 16, (1 << 20) + 1))
    where = rng.randrange(len(line) + 1)
    return [*lines[:index], line[:where] + rng.choice(("n", "9", " ", "(", "[", '"', "½")) * size + line[where:]]


_LINE_CHANGES = (
    _delete,
    _duplicate,
    _swap,
    _cut,
    _insert,
    _splice,
    *[_replace(_NUMBER, _other_number)] * 4,
    *[_replace(_CARD, _other_card)] * 2,
    _replace(_WORD, _other_name),
    _noise,
    _long,
)


# files


def _flipped(rng: random.Random, content: bytes, _: bytes = b"") -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 4, 30))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _truncated(rng: random.Random, content: bytes, _: bytes = b"") -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", content)
        archive.writestr("b.txt", content[: len(content) // 2])
    return file.getvalue()


def _zst(content: bytes) -> bytes:
    return bytes(pa.compress(content, "zstd", asbytes=True))


def _damaged(compress: Callable[[bytes], bytes]) -> Callable[[random.Random, bytes, bytes], bytes]:
    def change(rng: random.Random, content: bytes, _: bytes) -> bytes:
        return rng.choice((_truncated, _flipped, lambda _, whole: whole))(rng, compress(content))

    return change


def _mixed(rng: random.Random, content: bytes, foreign: bytes) -> bytes:
    lines = content.split(b"\n")
    index = rng.randrange(len(lines) + 1)
    return b"\n".join([*lines[:index], foreign, *lines[index:]])


def _nuls(rng: random.Random, content: bytes, _: bytes) -> bytes:
    where = rng.randrange(len(content) + 1)
    return content[:where] + b"\0" * rng.choice((1, 2, 4096)) + content[where:]


def _entities(rng: random.Random, content: bytes, _: bytes) -> bytes:
    """Return a file behind entities that would make it huge (a billion laughs), or would read another file."""
    laughs = "".join('<!ENTITY l%d "%s">' % (n, f"&l{n - 1};" * 10) for n in range(1, 10))  # noqa: UP031
    declared = rng.choice((f'<!ENTITY l0 "ha">{laughs}', '<!ENTITY l9 SYSTEM "file:///etc/passwd">'))
    text = content.decode("utf-8", "replace").replace('name="', 'name="&l9;', 3)
    return f"<?xml version='1.0'?><!DOCTYPE s [{declared}]>\n{text}".encode()


FILE_CHANGES: dict[str, Callable[[random.Random, bytes, bytes], bytes]] = {
    "bits flipped": _flipped,
    "truncated": _truncated,
    "gz": _damaged(gzip.compress),
    "zst": _damaged(_zst),
    "zip": _damaged(_zipped),
    "mixed formats": _mixed,
    "NULs": _nuls,
    "byte order mark": lambda _, content, __: codecs.BOM_UTF8 + content,
    "UTF-16": lambda rng, content, _: content.decode("utf-8", "replace").encode(rng.choice(("utf-16", "utf-16-be"))),
    "Latin-1": lambda _, content, __: content.decode("utf-8", "replace").encode("latin-1", "replace"),
    "CR LF": lambda _, content, __: content.replace(b"\n", b"\r\n"),
    "CR": lambda _, content, __: content.replace(b"\n", b"\r"),
    "entities": _entities,
    "deep brackets": lambda rng, content, _: _mixed(rng, content, rng.choice((b"[", b'{"a":', b"<a>")) * 20_000),
    "no line ends": lambda _, content, __: content.replace(b"\n", b" "),
}
