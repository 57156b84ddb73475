"""Records of play as text and files: one module a format, each reading and writing.

`reading` takes hands from anything that holds them and reports bad ones; it says what a format's module must have and
lists the formats. `parts` cuts sources into parts that several processes or machines read. `sources` opens,
decompresses and decodes; `writing` puts hands in files, whole or not at all;
`stakes` scales hands to the stakes of a format that knows only one; `limits` says how much input is looked at.

`acpc` has the logs of the Annual Computer Poker Competition and of Pluribus, `acpc_games` which game and stakes they
are of, `acpc_columns` the same straight to columns; `phh` and `phh_columns` the Poker Hand History format, `toml` what
it is written in; `open_hand_history` the exchange format of trackers; `json_lines` our own, for anybody's harness;
`pokerbench` and `llm_poker_arena` matches of language models, `usage` what those spent; `pokernow` home games;
`pokerstars` text histories; `divat` the notation of DIVAT's authors; `parquet` columns on disk.

The names below are fetched when first used: who answers from stored values needs no format.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deluck.formats.acpc import format_line
    from deluck.formats.divat import format_divat, parse_divat
    from deluck.formats.parquet import read_parquet, write_parquet
    from deluck.formats.parts import SourcePart, read_files, read_part, source_parts
    from deluck.formats.phh import format_phh, parse_phh
    from deluck.formats.reading import FORMATS, Format, follow_hands, read_columns, read_hands, read_text
    from deluck.formats.rejections import Rejected

_HOMES = {
    "FORMATS": "reading",
    "Format": "reading",
    "Rejected": "rejections",
    "SourcePart": "parts",
    "follow_hands": "reading",
    "format_divat": "divat",
    "format_line": "acpc",
    "format_phh": "phh",
    "parse_divat": "divat",
    "parse_phh": "phh",
    "read_columns": "reading",
    "read_files": "parts",
    "read_hands": "reading",
    "read_parquet": "parquet",
    "read_part": "parts",
    "read_text": "reading",
    "source_parts": "parts",
    "write_parquet": "parquet",
}

__all__ = [
    "FORMATS",
    "Format",
    "Rejected",
    "SourcePart",
    "follow_hands",
    "format_divat",
    "format_line",
    "format_phh",
    "parse_divat",
    "parse_phh",
    "read_columns",
    "read_files",
    "read_hands",
    "read_parquet",
    "read_part",
    "read_text",
    "source_parts",
    "write_parquet",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
