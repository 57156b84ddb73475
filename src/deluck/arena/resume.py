"""The file beside a match's log that says how to go on within a block: ``.match.log.resume``.

It has, for every block that was begun and is not wholly in the log, the generators' states after its last finished
hand. Of the first such block the hands are in the log; those of later blocks, which other processes play ahead, are in
this file with their text. It is replaced as a whole, about once a second, and removed when the match is complete. If it
is missing, damaged, or does not belong to the log, the match goes on at the last whole block. Its name begins with a
dot, so that it is passed over where a folder of logs is read.
"""

import json
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from deluck.arena.hands import States
from deluck.errors import FileError, LogError
from deluck.files import replacing

_VERSION = 1


class StoredBlock(NamedTuple):
    """A block that was begun: how many hands were finished, the states after them, and their text.

    The text is None if the log has it; ``checksum`` is that of the text in either case.
    """

    n_hands: int
    states: States
    checksum: int
    text: str | None


def resume_path(log: Path) -> Path:
    """Return where the file beside a log is."""
    return log.with_name(f".{log.name}.resume")


def checksum_of(text: str) -> int:
    """Return the CRC-32 of a text."""
    return zlib.crc32(text.encode())


def save_resume(log: Path, match: str, blocks: Mapping[int, StoredBlock]) -> None:
    """Replace the file beside a log; without blocks, remove it.

    Raises
    ------
    LogError
        If it cannot be written.
    """
    path = resume_path(log)
    try:
        if not blocks:
            path.unlink(missing_ok=True)
            return
        content = {
            "version": _VERSION,
            "match": match,
            "blocks": [{"block": number} | block._asdict() for number, block in blocks.items()],
        }
        with replacing(path, durable=False) as file:
            file.write(json.dumps(content).encode())
    except FileError as error:
        raise LogError(str(error)) from None
    except OSError as error:
        raise LogError(f"cannot write {path}: {error.strerror}") from None


def load_resume(log: Path, match: str, n_players: int) -> dict[int, StoredBlock]:
    """Return the blocks that the file beside a log has; empty if there is none that can be used."""
    try:
        content = json.loads(resume_path(log).read_text(encoding="utf-8"))
        if content["version"] != _VERSION or content["match"] != match:
            return {}
        return {int(each["block"]): _stored(each, n_players) for each in content["blocks"]}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return {}


def _stored(found: Mapping[str, Any], n_players: int) -> StoredBlock:
    states = tuple(found["states"])
    text = found["text"]
    _check_states(states, n_players)
    block = StoredBlock(int(found["n_hands"]), states, int(found["checksum"]), text)
    if block.n_hands < 1 or (text is not None and checksum_of(text) != block.checksum):
        raise ValueError("damaged")
    return block


def _check_states(states: Iterable[Mapping[str, Any]], n_players: int) -> None:
    """Raise an error of numpy's unless these are states of the players' generators."""
    rngs = [np.random.default_rng(0) for _ in range(n_players)]
    for rng, state in zip(rngs, states, strict=True):
        rng.bit_generator.state = state
