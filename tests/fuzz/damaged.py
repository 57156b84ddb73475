"""Files of mutated hands, one after another, of every format: what both the tests and the long run read."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from deluck.records.arrow import PLAIN_SCHEMA
from deluck.records.columns import columns_by_game

from .corpus import JSON, NAMES, PARQUET, Seeds, load, sample_records
from .mutations import mutated_file, mutated_hand, mutated_json

_WITHIN_FILE = ("acpc", "ipoker", "pokerbench", "pokernow")  # whose hands need the beginning of their own file
_OF_PARQUET = 300
_SIZES = (1, 4, 40, 150)
_FIRST_SPARED = 0.8  # of the files, the part whose first hand is whole, so that the format is recognised
_OTHER_LENGTH = 0.002  # of the rows of a Parquet file, the part that no table of hands can have
_AS_FILE = 0.12  # of the files, the part that is damaged as a whole


class Damaged(NamedTuple):
    """A damaged file."""

    format: str
    content: bytes
    n_size: int
    """Bytes before it was compressed."""
    n_mutated: int
    """Hands that were changed."""
    how: str
    """How the file was damaged as a whole, if it was."""


class Damage:
    """Damaged files of every format; a seed and a number name each of them for good."""

    def __init__(self, *, real: bool = True) -> None:
        self._seeds = load(real=real)
        self._rows = _rows(self._seeds)

    def make(self, name: str, seed: int, number: int, n_hands: int = 0) -> Damaged:
        """Return the damaged file of a format with this seed and number."""
        rng = random.Random(f"{seed} {name} {number}")
        n_hands = n_hands or rng.choice(_SIZES) * (6 if name == "acpc" else 1)
        if name == PARQUET:
            return self._parquet(rng, n_hands)
        files = self._seeds[name]
        chosen = rng.choices(files, [len(each.hands) for each in files])[0]
        pool = (chosen,) if name in _WITHIN_FILE else tuple(files)
        share_of_text = 0.002 if name == "pokerbench" else 0.25
        drawn = [rng.choice(rng.choice(pool).hands) for _ in range(n_hands)]
        if name in _WITHIN_FILE and name != "acpc":  # hands of one file are numbered, and those before count
            indices = sorted(rng.sample(range(len(chosen.hands)), min(n_hands, len(chosen.hands))))
            drawn = [chosen.hands[index] for index in indices]
        is_spared = rng.random() < _FIRST_SPARED and len(drawn) > 1
        hands = drawn[:is_spared]
        for hand in drawn[is_spared:]:
            hands.append(mutated_hand(rng, hand, rng.choice(drawn), is_json=name in JSON, share_of_text=share_of_text))
        n_mutated = sum(new != old for new, old in zip(hands, drawn, strict=True))
        content = chosen.joined(hands).encode("utf-8", "replace")
        if rng.random() > _AS_FILE:
            return Damaged(name, content, len(content), n_mutated, "")
        foreign = rng.choice(rng.choice(list(self._seeds.values())))
        how, changed = mutated_file(rng, content, rng.choice(foreign.hands).encode("utf-8", "replace"))
        return Damaged(name, changed, max(len(content), len(changed)), n_mutated, how)

    def _parquet(self, rng: random.Random, n_hands: int) -> Damaged:
        rows, n_mutated = [], 0
        for _ in range(n_hands):
            row = rng.choice(self._rows)
            changed = _mutated_row(rng, row)
            n_mutated += changed != row
            rows.append(changed)
        sink = pa.BufferOutputStream()
        pq.write_table(pa.Table.from_pylist(rows, PLAIN_SCHEMA), sink, write_page_checksum=rng.random() < 0.5)
        content = sink.getvalue().to_pybytes()
        if rng.random() > _AS_FILE:
            return Damaged(PARQUET, content, len(content), n_mutated, "")
        how, changed = mutated_file(rng, content, b"PAR1")
        return Damaged(PARQUET, changed, max(len(content), len(changed)), n_mutated, how)


def files(
    damage: Damage, seed: int, is_enough: Callable[[], bool], folder: Path
) -> Iterator[tuple[Damaged, Path, int]]:
    """Yield damaged files of all formats in turn until there are enough, each written to a folder, with its number."""
    number = 0
    while not is_enough():
        for name in NAMES:
            found = damage.make(name, seed, number)
            path = folder / f"damaged-{name}"
            path.write_bytes(found.content)
            yield found, path, number
        number += 1


def _rows(seeds: dict[str, list[Seeds]]) -> list[dict[str, Any]]:
    """Return hands of all formats as rows of a Parquet file."""
    columns = columns_by_game(sample_records(seeds, _OF_PARQUET))
    return [row for part in columns for row in part.to_arrow().cast(PLAIN_SCHEMA).to_pylist()]


def _mutated_row(rng: random.Random, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with something changed that the schema can still hold."""
    for _ in range(5):
        key = rng.choice(list(row))
        value = row[key]
        if isinstance(value, list) and value and rng.random() > _OTHER_LENGTH:  # lists of one length, or none is read
            index = rng.randrange(len(value))
            value = [*value[:index], mutated_json(rng, value[index]), *value[index + 1 :]]
        elif key != "rules" or rng.random() < _OTHER_LENGTH:
            value = mutated_json(rng, value)
        changed = row | {key: value}
        try:
            pa.array([changed[key]], PLAIN_SCHEMA.field(key).type)
        except (pa.ArrowException, TypeError, ValueError, OverflowError, AttributeError):
            continue
        return changed
    return row
