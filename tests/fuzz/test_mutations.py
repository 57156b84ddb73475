"""Mutated files of every format, a few seconds of them: `million` reads a million hands in the same way."""

import random
from collections import Counter

import pytest

from .corpus import NAMES
from .damaged import Damage
from .mutations import FILE_CHANGES
from .oracle import check_file

N_FILES = 5


@pytest.fixture(scope="module")
def damage() -> Damage:
    return Damage(real=False)


@pytest.mark.parametrize("name", NAMES)
def test_mutated_hands_are_read_by_the_rules_or_refused_by_name(damage, tmp_path, name):
    found: Counter[str] = Counter()
    for number in range(N_FILES):
        damaged = damage.make(name, 11, number, n_hands=30)
        path = tmp_path / f"{number}"
        path.write_bytes(damaged.content)
        result = check_file(path, every=40, parts=True)
        found += Counter(read=result.read, refused=result.refused, mutated=damaged.n_mutated)
    assert found["mutated"] > 10
    assert found["refused"] > 0
    assert found["read"] > 0 or name == "parquet"


@pytest.mark.parametrize("change", FILE_CHANGES)
def test_files_damaged_as_a_whole_cost_what_is_damaged_and_nothing_else(damage, tmp_path, change):
    for name in ("acpc", "phh", "pokerstars", "ipoker", "ohh"):
        rng = random.Random(f"{change} of {name}")
        content = damage.make(name, 12, 1, n_hands=12).content
        path = tmp_path / name
        path.write_bytes(FILE_CHANGES[change](rng, content, b'{"deluck": 1}'))
        check_file(path, parts=True)


def test_a_seed_names_a_file_for_good(damage):
    again = Damage(real=False)
    for name in NAMES:
        assert damage.make(name, 3, 4) == again.make(name, 3, 4)
        assert damage.make(name, 3, 4) != again.make(name, 3, 5)
