"""Hands of every format to begin from: our own examples and generated ones, and real files where they are at hand.

A file is cut into its hands by the reader itself, so that each hand can be changed by itself. Nothing of the real files
is stored here: they are read where `DELUCK_INTEROP_DATA` says.
"""

import gzip
import json
import os
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deluck.errors import FormatError
from deluck.formats import FORMATS, format_divat, format_line, format_phh, json_lines, open_hand_history, pokerstars
from deluck.formats import read_text as read
from deluck.formats.reading import read_with_places, recognised
from deluck.formats.sources import Stream, streams_in_memory
from deluck.records import HandRecord

from ..formats.conftest import random_no_limit
from ..formats.test_limits import SITES, texts

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", ROOT.parent / "shared" / "data"))
FOLDERS = ("acpc", "leduc", "phh", "nolimit", "llm", "ohh", "pokernow", "sites")
JSON = ("json-lines", "ohh", "llm-poker-arena", "pokerbench")
PARQUET = "parquet"
NAMES = (*(each.NAME for each in FORMATS), PARQUET)

_MOST_HANDS = 400  # of one file
_LARGEST = 1 << 21


@dataclass(frozen=True)
class Seeds:
    """A file cut into its hands: the text before the first, each hand, and the text after the last."""

    format: str
    before: str
    hands: tuple[str, ...]
    between: str
    after: str

    def joined(self, hands: list[str] | None = None) -> str:
        """Return a file of these hands, or of others in their place."""
        return self.before + self.between.join(self.hands if hands is None else hands) + self.after


def own_texts() -> Iterator[str]:
    """Yield the examples of this repository and hands of random play, as every format writes them."""
    yield from texts([f"Zoë {number}" for number in range(24)]).values()
    for path in [*SITES.values(), *sorted((ROOT / "tests" / "formats" / "pokerstars").glob("*.txt"))]:
        yield path.read_text(encoding="utf-8")
    for name in ("heads-up-limit.log", "six-max-no-limit.phhs"):
        yield (ROOT / "examples" / name).read_text(encoding="utf-8")
    records = [random_no_limit(seed)[1] for seed in range(120)]
    limit = list(read((ROOT / "examples" / "heads-up-limit.log").read_bytes()))[:150]
    for write, end in (
        (lambda record: format_phh(record, for_pokerkit=False), "\n"),
        (open_hand_history.format_hand, ""),
        (json_lines.format_hand, "\n"),
        (pokerstars.format_hand, ""),
        (format_line, "\n"),
    ):
        written = []
        for record in (*records, *limit):
            try:
                written.append(f"{write(record)}{end}")
            except FormatError:
                continue
        yield "".join(written)
    yield "".join(f"{format_divat(record)}\n" for record in limit)


def real_texts() -> Iterator[str]:
    """Yield the texts of the interop data, decompressed; nothing where there is none."""
    for folder in FOLDERS:
        for path in sorted((DATA / folder).rglob("*")):
            if path.is_file() and path.name != "LICENSE" and not path.name.startswith("SOURCES"):
                content = path.read_bytes()
                if path.suffix == ".gz":
                    content = gzip.decompress(content)
                encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
                yield content[:_LARGEST].decode(encoding, "replace").replace("\r\n", "\n")


def cut(text: str) -> Seeds | None:
    """Return a file cut into its hands, None if it is of no format or has none."""
    stream = recognised(next(iter(streams_in_memory(text.encode("utf-8", "replace"), "seeds"))))
    if not isinstance(stream, Stream) or not stream.format:
        return None
    if stream.format == "pokerbench":
        return _document(text)
    parts = stream.format == "ohh" and text.count("\n\n") > 1
    lines = text.split("\n")
    starts = _lines_of_hands(text)
    if not starts:
        return None
    ends = [*starts[1:], len(lines) + 1][:_MOST_HANDS]
    hands = ["\n".join(lines[start - 1 : end - 1]) for start, end in zip(starts, ends, strict=False)]
    after = ""
    if stream.format == "ipoker" and "</session>" in hands[-1]:
        hands[-1], _, _ = hands[-1].partition("</session>")
        after = "</session>\n"
    between = "\n\n" if parts else "\n"
    return Seeds(stream.format, "".join(f"{line}\n" for line in lines[: starts[0] - 1]), tuple(hands), between, after)


def load(*, real: bool = True) -> dict[str, list[Seeds]]:
    """Return the seeds of every text format."""
    found: dict[str, list[Seeds]] = {name: [] for name in NAMES if name != PARQUET}
    for text in (*own_texts(), *(real_texts() if real else ())):
        seeds = cut(text)
        if seeds is not None:
            found[seeds.format].append(seeds)
    return found


def sample_records(seeds: dict[str, list[Seeds]], n_hands: int) -> list[HandRecord]:
    """Return hands of all formats, for a Parquet file."""
    rng = random.Random(1)
    found: list[HandRecord] = []
    for each in seeds.values():
        for file in rng.sample(each, min(len(each), 4)):
            hands = [hand for hand in read(file.joined()) if isinstance(hand, HandRecord)]
            found += rng.sample(hands, min(len(hands), max(1, n_hands // (4 * len(seeds)))))
    return found


def _document(text: str) -> Seeds | None:
    game = json.loads(text)
    hands = game.pop("hands")
    rest = json.dumps(game)
    return Seeds("pokerbench", f'{rest[:-1]}, "hands": [', tuple(map(json.dumps, hands)), ",\n", "]}")


def _lines_of_hands(text: str) -> list[int]:
    """Return the lines on which hands start, whether they can be read or not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seeds"
        path.write_bytes(text.encode("utf-8", "replace"))
        return sorted({line for _, _, line in read_with_places(path, check=False) if line})
