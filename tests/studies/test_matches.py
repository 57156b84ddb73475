"""Games of studies: what estimators say of each, against a plain computation."""

import numpy as np
import pytest

import deluck
from deluck.estimators import analyse, estimate_hands
from deluck.formats import read_hands
from deluck.players import AlwaysCall, AlwaysRaise, Baseline
from deluck.records import HandColumns
from deluck.studies import Run, StudyError
from deluck.studies.matches import Games, games_of, play_match


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    run = Run(n_games=400, folder=tmp_path_factory.mktemp("games"))
    return play_match(run, "m", AlwaysCall(), Baseline(), n_games=400, seed=3, duplicate=True)


@pytest.fixture(scope="module")
def games(log):
    return games_of(log, "baseline", duplicate=True)


def test_numbers_are_net_to_the_viewpoint(log, games):
    records = list(read_hands(log))
    seats = [record.names.index("baseline") for record in records]
    won = [float(record.payoffs[seat]) / 10 for record, seat in zip(records, seats, strict=True)]
    assert games.values("money").tolist() == won
    assert len(games) == 400
    columns = estimate_hands(analyse(HandColumns.from_records(records)), ["divat_roe"])["divat_roe"]
    assert games.values("divat_roe").tolist() == [
        value if seat == 0 else -value for value, seat in zip(columns.tolist(), seats, strict=True)
    ]
    assert games_of(log, "always-call").mean("money").mean == -games.mean("money").mean


def test_duplicate_averages_are_of_both_games_of_a_deal(games):
    money = games.values("money")
    assert games.values("duplicate_money").tolist() == [
        (money[place] + money[place + 1]) / 2 for place in range(0, 400, 2)
    ]
    assert games.mean("duplicate_divat").mean == pytest.approx(games.mean("divat_roe").mean)
    assert games.mean("duplicate_divat").n_hands == 400
    assert games.names_of("money", "duplicate_money", "bob") == ("money", "duplicate_money")


def test_in_each_pass_over_the_deals_seats_change_from_deal_to_deal(log, games):
    seats = [record.names.index("baseline") for record in read_hands(log)]
    by_game = list(zip(games.values("money").tolist(), seats, strict=True))
    for pass_, turn in zip(games.passes(), (0, 1), strict=True):
        expected = [by_game[2 * deal + (deal + turn) % 2] for deal in range(200)]
        assert pass_.values("money").tolist() == [money for money, _ in expected]
        assert {seat for _, seat in expected[::2]} != {seat for _, seat in expected[1::2]}
        assert len({seat for _, seat in expected[::2]}) == 1


def test_variance_ratios_of_duplicate_averages(games):
    money, deals = games.values("money"), games.values("duplicate_divat")
    found = games.reduction("duplicate_divat")
    assert found.mean == pytest.approx(money.var(ddof=1) / deals.var(ddof=1))
    assert 0 < found.stderr < found.mean
    assert deals.tolist() == games.deal_values("divat_roe").tolist()


def test_spread_worth_and_lines(games):
    money, divat = games.values("money"), games.values("divat_roe")
    assert games.spread("money").mean == pytest.approx(np.std(money, ddof=1))
    assert games.reduction("divat_roe").mean == pytest.approx(money.var() / divat.var())
    assert games.comparison("divat_roe").worth == pytest.approx(money.var() / divat.var())
    assert games.line("divat_roe").total[-1] == pytest.approx(divat.sum())
    first = games.first(100)
    assert (len(first), len(first.values("duplicate_money"))) == (100, 50)
    assert first.values("money").tolist() == money[:100].tolist()


def test_a_duplicate_of_always_call_and_always_raise_comes_to_nothing_on_every_deal(tmp_path):
    run = Run(n_games=200, folder=tmp_path)
    log = play_match(run, "m", AlwaysCall(), AlwaysRaise(), n_games=200, seed=1, duplicate=True)
    games = games_of(log, "always-call", duplicate=True)
    assert not games.values("duplicate_money").any()
    assert np.abs(games.values("duplicate_divat")).max() < 1e-9
    assert games.values("money").any()


def test_single_games_have_no_duplicate_averages(log):
    single = games_of(log, "baseline")
    assert single.names_of("money", "duplicate_money") == ("money",)
    with pytest.raises(KeyError):
        single.values("duplicate_money")


def test_a_match_goes_on_from_its_log(tmp_path):
    players = AlwaysCall(), AlwaysRaise()
    whole = play_match(Run(n_games=300, folder=tmp_path), "m", *players, n_games=300, seed=1).read_bytes()
    log = tmp_path / "m-300-1.log"
    log.write_bytes(whole[: len(whole) * 2 // 3])
    assert play_match(Run(n_games=300, folder=tmp_path), "m", *players, n_games=300, seed=1).read_bytes() == whole


def test_a_player_that_fails_ends_the_study(tmp_path):
    class Broken:
        name = "broken"

        def act(self, view, rng):  # noqa: ARG002
            raise RuntimeError("no model")

    with pytest.raises(StudyError, match="broken, hand 0: error, RuntimeError: no model"):
        play_match(Run(n_games=10, folder=tmp_path), "m", Broken(), AlwaysCall(), n_games=10, seed=1)


def test_a_log_that_is_not_sound_ends_the_study(tmp_path):
    log = tmp_path / "m.log"
    deluck.play("always-call", "always-raise", n_hands=10, log=log)
    log.write_text(log.read_text().replace("STATE:3:", "STATE:3:x", 1))
    with pytest.raises(StudyError, match=r"m\.log"):
        games_of(log, "always-call")


def test_the_part_of_a_street(log):
    streets = ("preflop", "flop", "turn", "river")
    games = games_of(log, "baseline", names=["divat_roe", *(f"divat_roe:{street}" for street in streets)])
    parts = sum(games.values(f"divat_roe:{street}") for street in streets)
    assert parts == pytest.approx(games.values("divat_roe"))
    assert games.values("divat_roe:preflop").any()
    for name in ("money:flop", "divat_roe:fifth"):
        with pytest.raises(StudyError, match=r"expected an estimator with values by round"):
            games_of(log, "baseline", names=[name])


def test_games_of_one_estimator_only():
    games = Games({"divat_roe": np.array([1.0, 3.0])})
    assert games.summary("divat_roe").mean == 2
