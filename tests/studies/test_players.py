"""The studies of the players one against one: every pair, and how strong the equilibrium player is."""

import sys

import pytest

from deluck.errors import PlayerError
from deluck.games import HoldemRules, Specialist
from deluck.players import PLAYERS, make_player
from deluck.studies import Findings, Table, find_study

crosstable = sys.modules["deluck.studies.players.crosstable"]  # the package has functions of these names
strength = sys.modules["deluck.studies.players.strength"]


def test_every_player_of_heads_up_limit_holdem_is_in_the_cross_table():
    able = set()
    for name in set(PLAYERS) - {"scripted"}:  # which does as it is told
        player = make_player(name)
        try:
            if isinstance(player, Specialist):
                player.check_table(HoldemRules.limit(2))
        except PlayerError:
            continue
        able.add(name)
    assert {spec.partition(":")[0] for spec in crosstable.HEADS_UP} == able


def test_the_cross_table_has_every_pair_by_money_and_by_divat(monkeypatch):
    monkeypatch.setattr(crosstable, "HEADS_UP", ("loki1", "always-call", "always-raise"))
    result = find_study("players-crosstable")(200)
    matrix, pairs = result.blocks
    assert [row[0] for row in pairs.rows] == [
        "loki1 v always-call",
        "loki1 v always-raise",
        "always-call v always-raise",
    ]
    mean, stderr = result.data["loki1 v always-call"]["divat_roe"]
    assert mean > 2 * stderr  # DIVAT sees in 200 games who plays better
    assert matrix.columns == ("", "loki1", "always-call", "always-raise", "ahead of", "behind")
    assert [row[1 + number] for number, row in enumerate(matrix.rows)] == ["–"] * 3
    assert (matrix.rows[0][2], matrix.rows[1][1]) == (f"{mean:+.2f}", f"−{mean:.2f}")
    assert matrix.rows[1][-1] == "1"  # always-call is behind loki1


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Return the study at its smallest, with few players and boards, and the folder of its games."""
    folder = tmp_path_factory.mktemp("strength")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(strength, "HEADS_UP", ("equilibrium", "winprob", "always-call"))
        patched.setattr(strength, "_VARIANTS", {"equilibrium:cut=0.15": 10})
        patched.setattr(strength, "_SELF_PLAY", {"equilibrium": 100, "equilibrium:cut=0.15": 100})
        patched.setattr(strength, "_SAMPLED", tuple(each for each in strength._SAMPLED if each.street == 3)[::2])
        result = find_study("equilibrium-strength")(200, seed=1, folder=folder)
        yield result, find_study("equilibrium-strength")(200, seed=1, folder=folder), folder


def test_bounds_on_the_equilibrium_player_are_far_below_the_baselines(found):
    bounds = {each["player"]: each for each in found[0].data["bounds"]}
    assert list(bounds) == ["equilibrium", "baseline"]
    assert 0 < bounds["equilibrium"]["mean"] < bounds["baseline"]["mean"] / 3
    table = found[0].blocks[0]
    assert [row[2] for row in table.rows] == ["5 boards of five cards", "2 boards of five cards"]


def test_the_equilibrium_player_meets_the_others_and_its_variants(found):
    result = found[0]
    matches = result.data["matches"]
    assert list(matches) == ["winprob", "always-call", "equilibrium:cut=0.15"]
    assert "duplicate_divat" not in matches["winprob"]  # which learns
    assert matches["always-call"]["duplicate_divat"]["ci95"][0] > 0
    others, variants = (block for block in result.blocks if isinstance(block, Table) and "opponent" in block.columns)
    assert [row[0] for row in others.rows] == ["winprob", "always-call"]
    assert [row[:2] for row in variants.rows] == [("equilibrium:cut=0.15", "200")]
    assert "ahead of" in result.sentences[1]


def test_spreads_and_the_buttons_value_of_self_play(found):
    result = found[0]
    assert [row[:2] for row in result.blocks[-1].rows] == [
        ("PsOpti4, in the paper on DIVAT", "400,000"),
        ("equilibrium", "2,000"),
        ("equilibrium:cut=0.15", "2,000"),
    ]
    (values,) = (block for block in result.blocks if isinstance(block, Findings))
    by_money, by_divat, on_boards = values.rows
    assert by_divat.stderr < by_money.stderr / 2
    for row in (by_money, by_divat):
        assert abs(row.difference) < 5 * row.difference_stderr, row.what
    assert (on_boards.what, on_boards.paper) == ("equilibrium, 5 boards of five cards", 88)


def test_bounds_and_games_that_are_stored_are_not_computed_again(found):
    first, again, folder = found
    assert again == first
    assert {path.name for path in folder.glob("bounds-*")} == {
        "bounds-equilibrium-river-5-1.json",
        "bounds-baseline-river-2-1.json",
    }
