"""The studies of Loki: the example hand in full, the tournaments at a size that shows their main effect."""

import sys

import pytest

from deluck.arena import TournamentResult
from deluck.statistics import Estimate
from deluck.studies import StudyError, find_study
from deluck.studies.result import Findings
from deluck.studies.text import compared_with_zero

tournaments = sys.modules["deluck.studies.loki.tournaments"]
heads_up = sys.modules["deluck.studies.loki.heads_up"]  # the package has a function of that name


def test_every_printed_number_of_the_example_hand_comes_out():
    result = find_study("loki-hand")()
    rows = [row for block in result.blocks if isinstance(block, Findings) for row in block.rows]
    assert len(rows) == 22
    assert all(row.is_same for row in rows)


def test_versions_play_in_pairs_at_a_table_of_ten(tmp_path):
    result = find_study("loki-versions")(1000, folder=tmp_path)
    assert result.n_games == 1000
    assert [row.what[0] for row in result.blocks[0].rows] == list("ABCDE")
    assert abs(sum(row.ours for row in result.blocks[0].rows)) < 1e-9  # two of each, and nobody else
    assert result.finding("A, full").paper == 0.08
    again = find_study("loki-versions")(1000, folder=tmp_path)
    assert again == result


def test_every_part_of_loki2_meets_loki1_heads_up(monkeypatch):
    chosen = [variant for variant in tournaments.VARIANTS if variant.key in ("R", "BR")]
    monkeypatch.setattr(heads_up, "VARIANTS", chosen)
    result = find_study("loki-heads-up")(400)
    (table,) = result.blocks
    assert [row[0] for row in table.rows] == ["R", "B+R"]
    assert all(mean > 0 for mean, _ in result.data.values())  # 0.12 ± 0.07 at this size


@pytest.mark.slow
def test_every_part_of_loki2_is_ahead_of_loki1_heads_up():
    data = find_study("loki-heads-up")(4_000).data
    assert {use: mean > 2 * stderr for use, (mean, stderr) in data.items()} == dict.fromkeys(data, True)


def test_leads_and_means_carry_their_errors():
    one, other = Estimate(0.3, 0.03, 10, "sb/game"), Estimate(0.1, 0.04, 10, "sb/game")
    assert tournaments.lead(one, other) == Estimate(pytest.approx(0.2), pytest.approx(0.05), 20, "sb/game")
    assert tournaments.mean([one, other]) == Estimate(pytest.approx(0.2), pytest.approx(0.025), 20, "sb/game")
    assert compared_with_zero(one) == "which is above zero with 95% confidence"
    assert compared_with_zero(Estimate(0.1, 0.1, 10, "sb/game")) == "which is not significantly different from zero"


def test_a_player_that_fails_stops_the_study(monkeypatch, tmp_path):
    class Failed:
        faults = ("somebody failed",)

    monkeypatch.setattr(tournaments, "tournament", lambda *_, **__: Failed())
    with pytest.raises(StudyError, match="a player failed in versions"):
        find_study("loki-versions")(1000, folder=tmp_path)
    assert "faults" in TournamentResult.__dataclass_fields__


@pytest.mark.slow
def test_the_full_version_leads_the_basic_one():
    found = find_study("loki-versions")(10_000).finding("A over E, none of the three")
    assert found.ours > 2 * found.stderr


@pytest.mark.slow
def test_triples_lead_in_every_style_on_average():
    found = find_study("loki-styles")(10_000).finding("average of the styles")
    assert found.ours > 2 * found.stderr


def test_triples_are_played_for_each_combination(monkeypatch):
    asked = []

    def play_table(run, name, players, n_games):
        asked.append((name, players[0], players[2], n_games))
        return {players[0]: Estimate(0.05, 0.01, 2 * n_games, "sb/game")}

    monkeypatch.setattr(tournaments, "play_table", play_table)
    result = find_study("loki-triples")(1000)
    assert [each[0] for each in asked] == [f"triples-{key}" for key in ("R", "B", "BR", "S", "S-trusting", "BRS")]
    assert all(each[1].startswith("loki2:use=") and each[2:] == ("loki1", 1000) for each in asked)
    assert result.finding("B+R").paper == 0.044
    assert result.finding("B+R+S").paper is None


@pytest.mark.slow
def test_simulation_wins_with_tables_that_believe_a_bet(monkeypatch):
    chosen = [variant for variant in tournaments.VARIANTS if variant.key == "S-trusting"]
    monkeypatch.setattr(tournaments, "VARIANTS", chosen)
    found = find_study("loki-triples")(15_000).finding("S trusting")
    assert found.ours > 2 * found.stderr


@pytest.mark.slow
def test_reading_opponents_by_triples_wins():
    found = find_study("loki-triples")(2_000).finding("R")
    assert found.ours > 2 * found.stderr
