"""No-limit and pot-limit matches: stakes, logs that replay, stops, and players that name amounts."""

import pytest

import deluck
from deluck.arena import ArenaError, play
from deluck.arena.stakes import Game, parse_game, stakes_of
from deluck.formats import read_hands
from deluck.games import Action, Structure
from deluck.records import HandRecord

RANDOM = "random:fold=0.1,call=0.5,raise=0.4"


@pytest.mark.parametrize("game", ["no-limit", "pot-limit"])
@pytest.mark.parametrize("n_seats", [2, 3, 6, 10])
def test_every_hand_of_a_log_is_valid_and_adds_up(game, n_seats, tmp_path):
    log = tmp_path / "m.log"
    result = play(*[RANDOM] * n_seats, game=game, n_hands=60, seed=n_seats, log=log)
    records = list(read_hands(log))
    assert len(records) == 60
    assert all(isinstance(record, HandRecord) for record in records), records
    assert {record.rules.structure for record in records} == {Structure.parse(game)}
    for player in result.players:
        won = sum(float(record.payoffs[record.names.index(player.name)]) for record in records)
        assert won / 100 == pytest.approx(player.total, abs=0.05)  # odd chips are cut in an ACPC log
    assert {player.per_game.unit for player in result.players} == {"bb/game"}


def test_a_match_with_other_stakes_is_logged_with_them(tmp_path):
    log = tmp_path / "m.phhs"
    play(RANDOM, RANDOM, game="nl", blinds="1/2", stack="30bb", ante=1, n_hands=20, seed=3, log=log)
    records = list(read_hands(log))
    assert {(record.rules.small_blind, record.rules.big_blind, record.rules.ante) for record in records} == {(1, 2, 1)}
    assert {record.stacks for record in records} == {(60, 60)}


@pytest.mark.parametrize("options", [{}, {"blinds": "1/2", "stack": 90}])
def test_a_match_goes_on_from_its_log_to_the_same_bytes(options, tmp_path):
    whole, parts = tmp_path / "whole.log", tmp_path / "parts.log"
    play(RANDOM, "always-raise:half", game="no-limit", n_hands=250, seed=8, log=whole, **options)
    for n_hands in (30, 130, 250):
        play(RANDOM, "always-raise:half", game="no-limit", n_hands=n_hands, seed=8, log=parts, **options)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_function_names_amounts_in_every_way():
    seen = []

    def agent(view, rng):
        seen.append((view.min_raise_to, view.max_raise_to))
        if Action.RAISE not in view.legal_actions:
            return "call"
        return [
            ("raise", view.min_raise_to),
            f"raise to {view.max_raise_to}",
            (Action.RAISE, view.min_raise_to),
            "all-in",
        ][len(seen) % 4]

    result = play(agent, "always-call", game="no-limit", n_hands=100, seed=1)
    assert result.players[0].n_faults == 0
    assert max(high for _, high in seen) == 20_000


def too_small(view, rng):
    return "raise 150"


def test_an_amount_out_of_bounds_names_what_was_legal():
    with pytest.raises(deluck.DeluckError, match=r"raise 150.*200.*20000"):
        play(too_small, "always-call", game="no-limit", n_hands=1)


def test_limit_players_refuse_other_structures():
    for name in ("loki1", "loki2", "winprob", "baseline"):
        with pytest.raises(
            deluck.DeluckError, match=rf"{name} cannot play no-limit hold'em \(expected limit hold'em\)"
        ):
            play(name, "always-call", game="no-limit", n_hands=1)


@pytest.mark.parametrize(
    ("name", "game"), [("holdem", Game.LIMIT), ("Limit", Game.LIMIT), ("NLHE", Game.NO_LIMIT), ("pl", Game.POT_LIMIT)]
)
def test_names_of_games(name, game):
    assert parse_game(name) is game


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "omaha"}, r"no game 'omaha' \(expected one of: holdem, pot-limit, no-limit, stud7\)"),
        ({"game": "nl", "blinds": "5"}, r"not blinds: '5' \(expected two numbers of chips, e.g. 50/100\)"),
        ({"game": "nl", "blinds": "10/5"}, "blinds 10/5"),
        ({"game": "nl", "stack": "many"}, r"not a stack: 'many'"),
        ({"game": "nl", "stack": 50}, "a stack of 50 chips"),
        ({"game": "nl", "ante": 20_000}, "an ante of 20000 chips"),
        ({"game": "limit", "stack": 100}, "its stakes are fixed"),
    ],
)
def test_stakes_that_make_no_game_are_named(settings, message):
    with pytest.raises(ArenaError, match=message):
        stakes_of(**settings)
