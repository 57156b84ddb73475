"""The studies of luck: published matches where they are there, hidden cards and many players at a small size."""

import gzip
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from deluck.errors import StudyDataError
from deluck.estimators.divat_nl.policy import RING
from deluck.games import HoldemRules
from deluck.records import walk
from deluck.records.hiding import as_seen_from
from deluck.studies import StudyError, find_study
from deluck.studies.luck.hands import player_values, published_file
from deluck.studies.luck.nolimit import read_authors_values
from deluck.studies.simulated import simulate

multiway = sys.modules["deluck.studies.luck.multiway"]  # the package has a function of that name
own_cards = sys.modules["deluck.studies.luck.own_cards"]

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
needs_data = pytest.mark.skipif(
    not (DATA / "nolimit").is_dir(), reason=f"no interop data at {DATA} (name its folder in DELUCK_INTEROP_DATA)"
)


@pytest.fixture
def data(monkeypatch):
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(DATA))


@needs_data
@pytest.mark.usefixtures("data")
def test_pluribus_by_every_estimator_as_another_program_has_it():
    result = find_study("nolimit-pluribus")()
    rows = result.blocks[1].rows
    assert len(rows) == 7
    assert all(row.is_same for row in rows[:-1])  # all but DIVAT, whose flops are sampled
    assert rows[-1].ours == pytest.approx(5.57, abs=0.05)
    assert result.blocks[2].rows[0][:2] == ("Pluribus", "4,930")
    assert len(result.data) == len(result.blocks[2].rows) == 14
    assert len(result.charts) == 1


@needs_data
@pytest.mark.usefixtures("data")
def test_deepstack_beside_its_authors_values():
    result = find_study("nolimit-deepstack")()
    assert all(row.is_same for row in result.blocks[1].rows[:-1])
    correlations = result.data["correlation_with_aivat"]
    # AIVAT knows one strategy, so that it takes out far more than cards do; what both take out is common
    assert 0.2 < correlations["money"] < correlations["money_minus_board_luck"] < 0.35
    of_aivat = result.blocks[2].rows[-1]
    assert of_aivat[0].startswith("AIVAT")
    assert float(of_aivat[3].split()[0]) > 25


@pytest.mark.parametrize("name", ["nolimit-pluribus", "nolimit-deepstack"])
def test_without_the_published_hands_it_is_said_where_to_name_them(name, monkeypatch, tmp_path):
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(tmp_path))
    with pytest.raises(StudyDataError, match=r"is not there \(name the folder .* in DELUCK_INTEROP_DATA\)"):
        find_study(name)()


def test_authors_values_are_read_in_order(tmp_path):
    path = tmp_path / "values.csv.gz"
    head = "player,hand,chips,aivat,more"
    path.write_bytes(gzip.compress(f"{head}\na,0,50,1.5,0\nb,0,-5,2,0\na,1,10,3,0\n".encode()))
    found = read_authors_values(path)
    assert found["a"].tolist() == [[50, 1.5], [10, 3]]
    assert found["b"].tolist() == [[-5, 2]]
    path.write_bytes(gzip.compress(f"{head}\na,0,50,1.5,0\na,2,10,3,0\n".encode()))
    with pytest.raises(StudyError, match="hand 2 of a"):
        read_authors_values(path)


def test_hidden_cards_are_those_of_others_who_did_not_show():
    game = own_cards.GAMES[2]
    hands = simulate(game.rules, game.stacks, 200, seed=3)
    decisions = walk(hands)
    seats = np.arange(200) % 6
    hidden = as_seen_from(hands, decisions, seats)
    shown = (~decisions.folded).sum(axis=1) > 1
    for row in range(200):
        for seat in range(6):
            known = seat == seats[row] or (shown[row] and not decisions.folded[row, seat])
            assert (hidden.cards[row, seat] >= 0).all() == known
    lost = as_seen_from(hands, decisions, seats, shown_if_lost_only=True)
    won = hands.payoffs[np.arange(200), seats] >= 0
    assert ((lost.cards >= 0).all(axis=2).sum(axis=1) == 1)[won].all()


def test_hidden_cards_cost_most_of_what_all_cards_are_worth(monkeypatch, tmp_path):
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(tmp_path))
    monkeypatch.setattr(own_cards, "GAMES", own_cards.GAMES[:1])
    result = find_study("luck-own-cards")(3_000)
    data = result.data["heads-up, 30 bb"]
    assert 1 < data["own_cards"]["variance_ratio"] < data["own_cards_approximate"]["variance_ratio"]
    for row in result.blocks[2].rows:
        assert row.ours == pytest.approx(0.95, abs=0.04)
    assert any("Without Pluribus's hands" in sentence for sentence in result.sentences)


def test_the_frozen_mix_takes_out_most_of_the_luck_of_many_players(tmp_path):
    result = find_study("multiway-limit")(200, folder=tmp_path)
    assert result.n_games == 200
    frozen = result.data["LFAT and ROE1, with the frozen constants"]
    plain = result.data["LFAT"]
    for match, (ratio, _) in frozen.items():
        assert ratio > plain[match][0] > 1.5
    (tmp_path / "multiway-ten-200-0.log").stat()


def test_the_mix_of_the_study_is_the_registered_estimator():
    assert RING.policy is multiway.LIMIT
    hands = simulate(HoldemRules.limit(4), None, 300, seed=5)
    parts = multiway.parts_of_luck(hands)
    mixed = multiway.CANDIDATES["LFAT and ROE1, with the frozen constants"](parts)
    assert multiway.within_seats(mixed) == pytest.approx(multiway.within_seats(parts.frozen), abs=1e-9)
    assert multiway.worth(parts.money, mixed).mean > 1.2
    values = player_values(hands, ["player 2"])["player 2"]
    assert values.unit == "sb"
    assert list(values.values) == [
        "money",
        "money_minus_board_luck",
        "divat_ring",
        "own_cards",
        "own_cards_approximate",
    ]


def test_a_file_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DELUCK_INTEROP_DATA", raising=False)
    with pytest.raises(StudyDataError, match=r"shared.data.nolimit.x is not there"):
        published_file("nolimit/x")
