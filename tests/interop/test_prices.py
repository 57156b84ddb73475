"""Prices of decisions on every hand of every source with all cards known: they add up to money for every seat."""

import os
from pathlib import Path

import numpy as np
import pytest

from deluck.estimators import Context
from deluck.estimators.board_luck import HEADS_UP_LIMIT
from deluck.estimators.deals import board_luck, is_heads_up_limit
from deluck.estimators.money import money_before_rake
from deluck.estimators.prices import PRICES, decision_prices
from deluck.formats import Rejected, read_columns
from deluck.records import walk
from deluck.values.building import Part, value_part

FOLDER = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)

SOURCES = {
    "pluribus-a": (["nolimit/pluribus-a.phhs.gz"], 4_930),
    "deepstack-a": (["nolimit/deepstack-a.log.gz"], 23_769),
    "pokerbench": (["llm/pokerbench"], 1),
    "llm-poker-arena": (["llm/llm-poker-arena"], 1),
    "bovada": (["sites/bovada"], 1),
    "limit of three": (["acpc/3p.limit.h1000.r0.log"], 1),
}


@pytest.mark.parametrize("name", SOURCES)
def test_money_is_prices_luck_and_start_for_every_seat(name):
    folders, fewest = SOURCES[name]
    n_hands = n_unknown = 0
    for hands in read_columns(*(str(FOLDER / folder) for folder in folders)):
        if isinstance(hands, Rejected) or hands.game != "holdem":
            continue
        decisions = walk(hands)
        found = decision_prices(hands, decisions)
        total = found.starts + board_luck(hands, decisions).by_street.sum(axis=2)
        np.add.at(total, decisions.hands, found.to_seats)
        priced = found.eligibility.mask & ~is_heads_up_limit(hands)
        error = np.abs(total - money_before_rake(hands, decisions))[priced]
        assert np.nanmax(error, initial=0) < 1e-9
        assert (np.isnan(error) == (hands.players < 0)[priced]).all()
        n_hands += int(priced.sum())
        n_unknown += int((~priced).sum())
        check_tables(hands, decisions, found, priced)
    assert n_hands >= fewest
    assert n_hands > 10 * n_unknown, "all cards are known, but for a few odd hands"


def check_tables(hands, decisions, found, priced):
    """What is stored is what was found: the price to who decided, by which family, and the value at the start."""
    part = Part(hands, ("a",), np.zeros(len(hands), np.int32), np.arange(len(hands)))
    tables = value_part(part, Context())
    of_prices = priced[decisions.hands]
    families = np.array(tables.decisions["family"].to_pylist(), object)
    valid = (np.arange(len(decisions)) - decisions.starts[decisions.hands]) < decisions.n_valid[decisions.hands]
    assert set(families[of_prices[valid]]) <= {PRICES.name}
    stored = tables.decisions["price"].to_numpy()
    assert (stored[of_prices[valid]] == found.to_actors[valid][of_prices[valid]]).all()
    reasons = np.array(tables.seats["prices_reason"].to_pylist(), object)
    assert ((reasons == None) == np.repeat(priced, hands.n_seats)).all()  # noqa: E711 - of each
    assert ((reasons == HEADS_UP_LIMIT) <= np.repeat(is_heads_up_limit(hands), hands.n_seats)).all()
    starts = tables.seats["start_value"].to_numpy()[np.repeat(priced, hands.n_seats)]
    there = (np.arange(hands.max_seats) < hands.n_seats[:, None])[priced]
    assert (starts == found.starts[priced][there]).all()
