"""Today's numbers, to the last bit. They are copied from deluck's own output and guard against change only.

Where a change is meant, ``python tests/frozen/freeze.py NAME`` writes the file of that name anew.
"""

import gzip
import importlib.util
import math
import re
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("deluck_tests_freeze", Path(__file__).with_name("freeze.py"))
freeze = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(freeze)

LABELS = ("what", "group")
"""Keys whose text names a number and is no number."""


def differences(frozen, found, path=""):
    """Yield where the found differs from the frozen, in words; what the found has besides is passed over."""
    if isinstance(frozen, dict) and isinstance(found, dict):
        label = f" ({frozen['what']})" if "what" in frozen else ""
        for key, value in frozen.items():
            if key not in found:
                yield f"{path}{label}: no {key!r} any more"
            elif key not in LABELS:
                yield from differences(value, found[key], f"{path}{label}/{key}")
    elif isinstance(frozen, list) and isinstance(found, list):
        if len(frozen) != len(found):
            yield f"{path}: {len(found)} values, {len(frozen)} are frozen"
        for number, (one, other) in enumerate(zip(frozen, found, strict=False)):
            yield from differences(one, other, f"{path}/{number}")
    elif frozen != found and not (_is_nan(frozen) and _is_nan(found)):
        yield f"{path}: {found!r}, frozen is {frozen!r}"


def _is_nan(value):
    return isinstance(value, float) and math.isnan(value)


SLOW = [f"{name}.json" for name in freeze.SLOW_STUDIES]
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in freeze.FROZEN]


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_are_those_frozen(name):
    found = list(differences(freeze.stored(name), freeze.FROZEN[name]()))
    assert not found, f"{name}: {len(found):,} differences, the first at {found[0]}"


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"a": [0.1, math.nextafter(0.2, 1), math.nan], "b": 1}, "/a/1: 0.20000000000000004, frozen is 0.2"),
        ({"a": [0.1, 0.2, 0.3], "b": 1}, "/a/2: 0.3, frozen is nan"),
        ({"a": [0.1, 0.2], "b": 1}, "/a: 2 values, 3 are frozen"),
        ({"a": [0.1, 0.2, math.nan]}, ": no 'b' any more"),
        ({"a": [0.1, 0.2, math.nan], "b": None}, "/b: None, frozen is 1"),
        ({"a": [0.1, 0.2, math.nan], "b": 1, "c": 2}, None),
    ],
)
def test_every_bit_counts_and_additions_do_not(found, message):
    assert list(differences({"a": [0.1, 0.2, math.nan], "b": 1}, found)) == ([message] if message else [])


def test_the_logs_have_what_they_are_frozen_for():
    lines = text_of("heads_up").splitlines()
    bettings = [line.split(":")[2] for line in lines if line.startswith("STATE")]
    assert {betting.count("/") for betting in bettings if betting.endswith("f")} == {0, 1, 2, 3}
    assert text_of("duplicate").count("STATE") == 300
    hands = text_of("antes")
    assert set(re.findall("^antes = (.*)$", hands, re.MULTILINE)) == {"[0, 0]", "[1, 1]", "[5, 5]"}
    streets = re.split("d db|^actions", hands, flags=re.MULTILINE)
    assert max(street.count(" cbr ") for street in streets) > 5
    assert "p3" in text_of("unpriced")


def text_of(log):
    return gzip.decompress(freeze.log_path(log).read_bytes()).decode()
