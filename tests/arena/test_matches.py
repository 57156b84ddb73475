"""Matches: who gets what, the same bytes from any number of jobs, duplicates that pair, and players of all sorts."""

import math
import tomllib
from itertools import pairwise

import numpy as np
import pytest

import deluck
from deluck.arena import ArenaError, play
from deluck.arena.dealing import BLOCK, block_decks
from deluck.arena.entrants import as_entrant
from deluck.arena.hands import play_block
from deluck.arena.log_text import LogFormat, decisions_in, hand_text, log_format
from deluck.arena.stakes import TableGame, stakes_of
from deluck.arena.table import Table
from deluck.errors import DeluckError
from deluck.formats import acpc
from deluck.games import Action, HoldemDeal, HoldemState
from deluck.players import AlwaysCall, PlayerError
from deluck.records import HandRecord, validate
from deluck.statistics import estimate

RANDOM = "random:fold=0.1,call=0.5,raise=0.4"
SHY = "random:fold=0.1,call=0.89,raise=0.01"  # PHH has no place for the fifth bet of a street that stud allows here


class Nameless:
    """An agent as a researcher might write it: a class with act, and nothing else."""

    def act(self, view, rng):
        return Action.RAISE if Action.RAISE in view.legal_actions and rng.random() < 0.5 else Action.CALL


class Learner:
    """Keeps every hand it is told of, and raises when it has seen an even number."""

    name = "learner"

    def __init__(self):
        self.seen = []

    def act(self, view, _rng):
        wanted = Action.RAISE if len(self.seen) % 2 == 0 else Action.CALL
        return wanted if wanted in view.legal_actions else Action.CALL

    def hand_over(self, summary):
        self.seen.append(summary)


def hands_of(path):
    return [line.split(":") for line in path.read_text().splitlines() if line.startswith("STATE:")]


def table_of(*specs, game="holdem", duplicate=False, seed=3, logged=True):
    stakes = stakes_of(game)
    return Table(
        entrants=tuple(as_entrant(spec) for spec in specs),
        game=TableGame(stakes, len(specs)),
        seed=seed,
        duplicate=duplicate,
        log_as=log_format(stakes, len(specs)) if logged else None,
    )


def check_always_call_v_always_raise(path, result, n_games):
    """Every pot is 14 sb, so a game is won or lost by 7 or tied: the SD is 7 times the root of the share not tied."""
    payoffs = []
    with path.open() as lines:
        for line in lines:
            if line.startswith("STATE:"):
                _, _, _, _, chips, names = line.strip().split(":")
                mine, theirs = map(int, chips.split("|"))
                assert mine == -theirs
                assert mine in (-70, 0, 70)
                payoffs.append(mine if names.startswith("always-call|") else theirs)
    assert len(payoffs) == n_games
    values = np.array(payoffs) / 10
    ties = (values == 0).mean()
    assert ties == pytest.approx(0.0406, abs=3 * math.sqrt(0.0406 * 0.9594 / n_games) + 0.00005)
    deviation = values.std(ddof=1)
    # the SD is 7·√(1 - ties), so its error follows from that of the ties
    assert deviation == pytest.approx(6.856, abs=3 * 49 / (2 * 6.856) * math.sqrt(0.0406 * 0.9594 / n_games) + 0.0005)
    assert abs(values.mean()) < 3 * 6.856 / math.sqrt(n_games)
    found = result["always-call"].per_game
    assert (found.mean, found.stderr) == (
        pytest.approx(values.mean(), abs=1e-12),
        pytest.approx(deviation / math.sqrt(n_games), rel=1e-9),
    )
    return deviation, ties


def test_always_call_v_always_raise_over_20_000_games(tmp_path):
    log = tmp_path / "m.log"
    result = play("always-call", "always-raise", n_hands=20_000, seed=7, log=log)
    check_always_call_v_always_raise(log, result, 20_000)
    for line in log.read_text().splitlines()[2:300]:
        assert validate(acpc.parse_line(line)).pot == 140


@pytest.mark.slow
def test_always_call_v_always_raise_over_a_million_games(tmp_path):
    """What each game leaves in memory is what it won, not its hand."""
    log = tmp_path / "m.log"
    result = play("always-call", "always-raise", n_hands=1_000_000, seed=7, log=log)
    deviation, ties = check_always_call_v_always_raise(log, result, 1_000_000)
    assert (round(deviation, 2), round(ties, 3)) == (6.86, 0.041)
    assert most_memory(80_000) - most_memory(40_000) < 40_000 * 40


def most_memory(n_hands):
    """Return the most bytes that a match held."""
    import tracemalloc

    tracemalloc.start()
    play("always-call", "always-raise", n_hands=n_hands, seed=7)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("log_as", list(LogFormat))
def test_one_and_two_jobs_give_the_same_bytes(tmp_path, log_as):
    players = (RANDOM, "always-call", "always-raise")
    game = "holdem"
    if log_as is LogFormat.PHHS:
        players, game = (SHY, "always-call", "always-fold"), "stud7"
    options = {"n_hands": 5 * BLOCK + 17, "seed": 11, "game": game}
    one = play(*players, log=tmp_path / "one.log", **options)
    two = play(*players, log=tmp_path / "two.log", jobs=2, **options)
    assert one == two
    assert (tmp_path / "one.log").read_bytes() == (tmp_path / "two.log").read_bytes()
    assert play(*players, **options) == one


def test_another_seed_gives_other_games():
    assert play(RANDOM, "always-call", n_hands=50, seed=1) != play(RANDOM, "always-call", n_hands=50, seed=2)


@pytest.mark.parametrize("n_seats", [2, 3, 6, 10])
@pytest.mark.parametrize("duplicate", [False, True])
def test_chips_are_conserved_in_holdem(n_seats, duplicate):
    block = play_block(table_of(*[RANDOM] * n_seats, duplicate=duplicate, logged=False), 0, 20)
    assert block.chips.shape == (20, n_seats)
    assert (block.chips.sum(axis=1) == 0).all()
    assert np.abs(block.chips).sum() > 0
    assert block.n_games == 20 * (n_seats if duplicate else 1)


@pytest.mark.parametrize("n_seats", [2, 5, 8])
def test_chips_are_conserved_in_stud(n_seats):
    block = play_block(table_of(*[RANDOM] * n_seats, game="stud7", logged=False), 0, 20)
    assert (block.chips.sum(axis=1) == 0).all()


@pytest.mark.parametrize("n_seats", [2, 3])
def test_a_line_made_from_the_state_is_that_of_the_record(n_seats):
    table = table_of(*[RANDOM] * n_seats)
    lines = play_block(table, 2).text.splitlines()
    decks = block_decks(table.seed, 2)
    for number, (line, deck) in enumerate(zip(lines, decks, strict=True), start=2 * BLOCK):
        written = acpc.parse_line(line)
        state = HoldemState(written.rules, HoldemDeal.from_deck(deck, n_seats))
        for decision in written.decisions:
            assert state.actor == decision.seat
            state.act(decision.action)
        record = HandRecord(
            rules=state.rules,
            deal=HoldemDeal.from_deck(deck, n_seats),
            decisions=written.decisions,
            payoffs=state.payoffs(),
            names=written.names,
        )
        assert acpc.format_line(record, number) == line


@pytest.mark.parametrize(("game", "n_seats"), [("stud7", 2), ("stud7", 8), ("holdem", 4), ("holdem", 10)])
def test_a_phhs_log_is_toml_and_its_hands_are_read_back(tmp_path, game, n_seats):
    from deluck.formats import phh

    log = tmp_path / "m.phhs"
    play(*[SHY] * n_seats, game=game, n_hands=30, seed=5, log=log)
    tables = tomllib.loads(log.read_text())
    assert list(tables) == [str(number) for number in range(1, 31)]
    sections = log.read_text().split("\n[")[1:]
    for number, section in enumerate(sections, start=1):
        header, body = section.split("]\n", 1)
        assert header == str(number)
        record = phh.parse_phh(body)
        state = validate(record)
        assert record.payoffs == state.payoffs()
        text = hand_text(LogFormat.PHHS, number - 1, state, record.deal, record.payoffs, record.names, record.stacks)
        assert text.strip() == f"[{section}".strip()
        assert [action for action, _ in decisions_in(LogFormat.PHHS, text)] == [move.action for move in state.history]


def test_the_button_moves_by_one_each_hand(tmp_path):
    log = tmp_path / "m.log"
    play("always-call", "always-raise", "always-fold", n_hands=7, seed=1, log=log)
    names = [hand[5].split("|") for hand in hands_of(log)]
    assert names[0] == ["always-call", "always-raise", "always-fold"]
    for before, after in pairwise(names):
        assert after == [*before[1:], before[0]]


def test_a_heads_up_duplicate_replays_each_deal_with_seats_swapped_and_pairs_are_the_unit(tmp_path):
    log = tmp_path / "m.log"
    result = play(RANDOM, "always-call", n_hands=2_000, seed=4, duplicate=True, log=log)
    assert (result.n_games, result.n_deals) == (2_000, 1_000)
    hands = hands_of(log)
    pairs = []
    for first, second in zip(hands[::2], hands[1::2], strict=True):
        assert first[3].split("/")[0] == second[3].split("/")[0]  # the same cards in the same seats
        assert first[5].split("|") == second[5].split("|")[::-1]
        won = [int(hand[4].split("|")[hand[5].split("|").index("random")]) for hand in (first, second)]
        pairs.append(sum(won) / 2 / 10)
    expected = estimate(pairs, "sb/game", n_hands=2_000)
    found = result["random"].per_game
    assert found.mean == pytest.approx(expected.mean)
    assert found.stderr == pytest.approx(expected.stderr)
    assert "2,000 games (1,000 duplicate deals)" in result.verdict


def test_a_duplicate_between_players_that_ignore_their_cards_has_no_luck_in_it():
    result = play("always-call", "always-raise", n_hands=400, seed=4, duplicate=True)
    assert result["always-call"].per_game.mean == 0
    assert result["always-call"].per_game.stderr == 0
    assert result.verdict.startswith("always-call and always-raise came out even over 400 games")


def test_a_ring_duplicate_gives_every_player_every_hand(tmp_path):
    log = tmp_path / "m.log"
    play("always-call", "always-raise", "random:fold=0,call=1,raise=0", n_hands=30, seed=4, duplicate=True, log=log)
    hands = hands_of(log)
    for deal in range(10):
        held = {}
        for hand in hands[3 * deal : 3 * deal + 3]:
            for name, cards in zip(hand[5].split("|"), hand[3].split("/")[0].split("|"), strict=True):
                held.setdefault(name, set()).add(cards)
        assert len({frozenset(cards) for cards in held.values()}) == 1
        assert all(len(cards) == 3 for cards in held.values())


def test_a_lambda_a_nameless_object_a_registered_name_and_an_instance_can_play():
    result = deluck.play(lambda _view, _rng: Action.CALL, Nameless(), "always-fold", AlwaysCall(), n_hands=60, seed=1)
    assert [player.name for player in result.players] == ["lambda", "Nameless", "always-fold", "always-call"]
    assert not result.faults
    assert sum(player.total for player in result.players) == pytest.approx(0)


def test_a_lambda_can_be_sent_to_other_processes():
    def caller(view, rng):
        return Action.CALL

    one, two = (play(caller, Nameless(), n_hands=3 * BLOCK, seed=1, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_player_that_cannot_be_sent_plays_in_one_process_and_the_result_says_so():
    import threading

    player = Nameless()
    player.lock = threading.Lock()
    result = play(player, "always-call", n_hands=2 * BLOCK, seed=1, jobs=2)
    assert result.remarks == ("played in one process: a player cannot be sent to another",)


def test_learners_are_told_of_every_hand_in_order_in_one_process():
    learner = Learner()
    result = play(learner, "always-call", n_hands=2 * BLOCK + 10, seed=1, jobs=2)
    assert len(learner.seen) == 2 * BLOCK + 10
    assert [summary.seat for summary in learner.seen] == [hand % 2 for hand in range(2 * BLOCK + 10)]
    assert sum(summary.payoffs[summary.seat] for summary in learner.seen) == result["learner"].total * 10
    assert result.remarks == ("learner learns from hand to hand: played in order in one process",)
    assert "Note: learner learns from hand to hand" in repr(result)
    raised = [any(m.action is Action.RAISE and m.seat == s.seat for m in s.history) for s in learner.seen]
    assert raised == [hand % 2 == 0 for hand in range(2 * BLOCK + 10)]


def test_names_that_are_shared_are_numbered():
    result = play(RANDOM, RANDOM, n_hands=10)
    assert [player.name for player in result.players] == ["random#1", "random#2"]
    assert result["random#2"].n_games == 10
    with pytest.raises(KeyError, match="no player 'random'"):
        result["random"]


class Named:
    def __init__(self, name):
        self.name = name

    act = AlwaysCall.act


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (("always-call",), {}, "a match of 1 (expected two players or more)"),
        (("always-call",) * 11, {}, "11 seats (expected 2 to 10 for hold'em)"),
        (("always-call",) * 9, {"game": "stud7"}, "9 seats (expected 2 to 8 for seven-card stud)"),
        (("always-call",) * 2, {"game": "omaha"}, "no game 'omaha' (expected one of: holdem, pot-limit"),
        (("always-call",) * 2, {"n_hands": 0}, "0 hands (expected 1 or more)"),
        (("always-call",) * 2, {"n_hands": 3, "duplicate": True}, "3 hands (expected a multiple of 2"),
        (("always-call",) * 2, {"seed": -1}, "a seed of -1 (expected 0 or more)"),
        (("always-call",) * 2, {"jobs": 0}, "0 jobs (expected 1 or more)"),
        (("always-call",) * 2, {"time_limit": 0}, "a time limit of 0 s"),
        (("always-call",) * 2, {"on_fault": "cry"}, "on fault 'cry' (expected one of: raise, go-on, stop)"),
        (("always-call", AlwaysCall), {}, "AlwaysCall is a class (expected an instance of it: AlwaysCall())"),
        (("always-call", 3), {}, "3, of type int, cannot play"),
        (("always-call", Named("a:b")), {}, "not a player's name: 'a:b'"),
        (("always-call", Named(7)), {}, "not a player's name: 7"),
        ((Named("a"), Named("a"), Named("a#1")), {}, "names that are not distinct"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(players, options, sentence):
    with pytest.raises(DeluckError) as refused:
        play(*players, **options)
    assert sentence in str(refused.value)


def test_an_unknown_player_is_refused():
    with pytest.raises(PlayerError, match="no player 'bob'"):
        play("bob", "always-call")


def test_verdicts_claim_no_more_than_the_interval_carries():
    sure = play("always-raise", "always-fold", n_hands=200, seed=1)
    assert sure.verdict == (
        "always-raise won 150 sb over 200 games against always-fold: "
        f"{sure['always-raise'].per_game.format_rate()} sb/game, which is above zero with 95% confidence."
    )
    unsure = play("always-call", "always-raise", n_hands=500, seed=7)
    assert unsure.verdict.endswith("which is not significantly different from zero.")
    few = play("always-raise", "always-fold", n_hands=10, seed=1)
    assert "too few deals to conclude anything" in few.verdict
    ring = play("always-raise", "always-fold", "always-fold", n_hands=300, seed=1)
    assert ring.verdict.endswith(
        "with 95% confidence each, always-raise above zero and always-fold#1, always-fold#2 below zero."
    )
    even = play("always-call", "always-call", "always-call", n_hands=100, seed=1)
    assert even.verdict.endswith("nobody's result is significantly different from zero.")


def test_results_are_readable_and_named_by_unit():
    result = play("always-raise", "always-fold", n_hands=200, seed=1)
    assert "sb/game over 200 games" in repr(result)
    assert "bb/100" in repr(result)
    assert repr(result).splitlines()[-1] == result.verdict
    assert result["always-raise"].per_100.mean == pytest.approx(100 * result["always-raise"].per_game.mean)
    stud = play("always-raise", "always-fold", n_hands=10, game="stud7")
    assert stud.players[0].per_100.unit == "sb/100"


def test_one_game_says_nothing_and_is_still_json():
    import json

    result = play("always-raise", "always-fold", n_hands=1)
    assert json.loads(json.dumps(result.as_dict(), allow_nan=False))["results"][0]["ci95"] is None


def test_arena_errors_are_deluck_errors():
    assert issubclass(ArenaError, DeluckError)


def test_players_are_told_who_sits_where_as_the_button_moves():
    seen = []

    class Looker:
        name = "looker"

        def act(self, view, _rng):
            seen.append((view.seat, view.names))
            return Action.CALL

        def hand_over(self, summary):
            assert summary.names == seen[-1][1]

    deluck.play(Looker(), "always-call", "always-fold", n_hands=6, seed=1)
    assert all(names[seat] == "looker" and len(set(names)) == 3 for seat, names in seen)
    assert {seat for seat, _ in seen} == {0, 1, 2}
