"""Money of published no-limit matches: means and spreads as computed from the same files by other programs."""

import os
from pathlib import Path

import pytest

from deluck.assessment import assess
from deluck.formats import read_columns

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "nolimit"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


@pytest.mark.parametrize(
    ("name", "player", "n_hands", "per_1000", "sd"),
    [
        ("deepstack-a.log.gz", "DeepStack", 23_769, 569.6634, 24.01589),
        ("pluribus-a.phhs.gz", "Pluribus", 4_930, -114.6907, 8.93118),
    ],
)
def test_money_is_that_of_the_publication(name, player, n_hands, per_1000, sd):
    found = assess(read_columns(FOLDER / name), player=player)
    money = found.estimators["money"]
    assert (found.structure, found.n_rejected, money.n) == ("no-limit", 0, n_hands)
    assert 1000 * money.mean == pytest.approx(per_1000, abs=0.00006)
    assert money.sd == pytest.approx(sd, abs=0.000006)
    assert sum(each.total for each in found.players_money.values()) == pytest.approx(0, abs=1e-6)
    assert sum(each["money"].n for each in found.positions.values()) == n_hands
