"""Options: read once into a typed value, with defaults, bounds, help and messages from one place."""

import math
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from deluck.errors import PlayerError
from deluck.players import PLAYERS, make_player
from deluck.players.loki2 import Loki2Options, Parts
from deluck.players.options import Options, number, one_of, option, whole_number, yes_or_no
from deluck.players.simple import RandomOptions

WITH_OPTIONS = [kind for kind in PLAYERS.values() if kind.options.listed()]


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepyOptions(Options):
    hours: int = field(default=8, metadata=option(whole_number(0, 24), "how long it sleeps"))
    depth: float = field(default=0.5, metadata=option(number(0, 1, above=True), "how deeply"))
    snores: bool = field(default=False, metadata=option(yes_or_no(), "whether it snores"))
    where: float = field(default=1.0, metadata=option(one_of({"bed": 1.0, "floor": 0.0}), "where it sleeps"))
    alarm: float | None = field(default=None, metadata=option(number(0, math.inf), "when it wakes", sample="7"))

    def check(self):
        if self.snores and self.hours > 12:
            raise PlayerError(f"snores=yes with hours={self.hours} (expected 12 or less)")


@pytest.mark.parametrize("kind", WITH_OPTIONS, ids=[kind.name for kind in WITH_OPTIONS])
def test_every_option_is_a_field_with_help_and_a_sample_that_reads_back(kind):
    listed = kind.options.listed()
    assert [each.field for each in listed] == [each.name for each in fields(kind.options)]
    defaults = kind.options()
    for each in listed:
        assert each.meaning
        assert each.form.expected
        value = each.form.read(each.sample)
        assert each.form.accepts(value)
        if each.has_default:
            assert value == getattr(defaults, each.field)
            assert kind.options.parse(f"{each.name}={each.sample}", kind.name) == defaults
    written = kind.usage.partition(":")[2]
    assert make_player(kind.usage).options == kind.options.parse(written, kind.name)
    assert pickle.loads(pickle.dumps(defaults)) == defaults
    assert hash(defaults) == hash(kind.options())
    with pytest.raises(FrozenInstanceError):
        setattr(defaults, listed[0].field, None)


def test_a_text_becomes_typed_values():
    found = SleepyOptions.parse("hours=3,snores=yes,depth=1/4,where=floor,alarm=6.5", "sleepy")
    assert found == SleepyOptions(hours=3, depth=0.25, snores=True, where=0.0, alarm=6.5)
    assert SleepyOptions.parse("", "sleepy") == SleepyOptions()
    assert Loki2Options.parse("use=sb,sim=50", "loki2").use == Parts(betting=True, reweighting=False, simulation=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hours=25", "sleepy cannot take hours=25 (expected a whole number from 0 to 24)"),
        ("hours=2.5", "sleepy cannot take hours=2.5 (expected a whole number from 0 to 24)"),
        ("depth=0", "sleepy cannot take depth=0 (expected a number above 0 to 1)"),
        ("depth=nan", "sleepy cannot take depth=nan (expected a number above 0 to 1)"),
        ("depth=1/0", "sleepy cannot take depth=1/0"),
        ("snores=maybe", "sleepy cannot take snores=maybe (expected yes or no)"),
        ("where=tree", "sleepy cannot take where=tree (expected one of: bed, floor)"),
        ("snores=yes,hours=13", "sleepy cannot take snores=yes with hours=13 (expected 12 or less)"),
        ("colour=blue", "sleepy has no option 'colour=blue' (expected hours=, depth=, snores=, where=, alarm=)"),
        ("3", "sleepy has no option '3'"),
        ("hours=1,hours=2", "sleepy is given hours= twice (expected it once)"),
    ],
)
def test_an_error_names_the_option_and_what_was_expected(text, sentence):
    with pytest.raises(PlayerError) as refused:
        SleepyOptions.parse(text, "sleepy")
    assert sentence in str(refused.value)


def test_bounds_hold_for_values_given_in_python_too():
    with pytest.raises(PlayerError, match=r"hours=25 \(expected a whole number from 0 to 24\)"):
        SleepyOptions(hours=25)
    with pytest.raises(PlayerError, match=r"sim=0 \(expected a whole number from 1 to 1,000,000\)"):
        Loki2Options(sim=0)
    with pytest.raises(PlayerError, match=r"raise=1\.5 \(expected a number from 0 to 1\)"):
        RandomOptions(fold=0, call=0, raise_=1.5)
    with pytest.raises(PlayerError, match="expected S"):
        replace(Loki2Options(level=0.01), use=Parts(simulation=False))


def test_a_single_option_needs_no_name():
    assert make_player("always-raise:half") == make_player("always-raise:size=half")
    assert make_player("scripted:rcf") == make_player("scripted:actions=rcf")
