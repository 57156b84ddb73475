"""No-limit and pot-limit over loopback: our own clients, and clients written out byte by byte."""

import contextlib
import gc
import queue
import socket
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from deluck.arena import ArenaError
from deluck.arena.client import connect
from deluck.arena.dealer import deal_match
from deluck.arena.faults import Mishap
from deluck.arena.log_text import score_line
from deluck.arena.network_seats import TimeLimits
from deluck.arena.stakes import stakes_of
from deluck.arena.wire import WireError, parse_matchstate, rules_for
from deluck.formats import read_columns, read_hands
from deluck.games import Action, HoldemRules, Structure
from deluck.records import validate

PATIENCE = 10.0  # seconds: longer than any test waits, so that nothing hangs
LONG = 120.0  # seconds for a whole match


@contextlib.contextmanager
def dealing(names, **settings):
    """Run a dealer beside the test; yield the ports and the coming result."""
    listening = queue.Queue()
    settings = {"n_hands": 1, "seed": 11, "game": "no-limit", "limits": TimeLimits(start=PATIENCE)} | settings
    with ThreadPoolExecutor(1) as beside:
        result = beside.submit(deal_match, names, on_listening=listening.put, **settings)
        try:
            yield listening.get(timeout=PATIENCE), result
        finally:
            with contextlib.suppress(Exception):
                result.exception(timeout=LONG)
    gc.collect()  # a socket that was left open would be reported here


def run_clients(players, *, game, n_hands, seed=7, **settings):
    """Return the result of a match between our own clients, and theirs."""
    names = [f"p{number}" for number in range(len(players))]
    with (
        dealing(names, game=game, n_hands=n_hands, seed=seed, **settings) as (ports, result),
        ThreadPoolExecutor(len(players)) as clients,
    ):
        theirs = [
            clients.submit(connect, "127.0.0.1", ports[name], player, seed=seed, number=number, game=game)
            for number, (name, player) in enumerate(zip(names, players, strict=True))
        ]
        found = result.result(timeout=LONG)
        return found, [client.result(timeout=PATIENCE) for client in theirs]


def bettor(view, rng):
    """Raise to any legal amount, smaller ones more often; call or fold sometimes."""
    if Action.RAISE in view.legal_actions and rng.random() < 0.4:
        room = view.max_raise_to - view.min_raise_to
        return Action.RAISE, view.min_raise_to + int(room * rng.random() ** 4)
    return Action.FOLD if view.to_call and rng.random() < 0.2 else Action.CALL


def answer_in_turn(port, answers):
    """Play one heads-up hand as position 0 with these answers, then calls; return the states seen."""
    seen = []
    answers = iter(answers)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw, raw.makefile("rb") as lines:
        raw.sendall(b"VERSION:2.0.0\r\n")
        for line in lines:
            state = line.decode().strip()
            seen.append(state.split(":")[3])
            played = parse_matchstate(state).play(HoldemRules.no_limit(2), (20_000, 20_000))
            if played.actor == 0:
                raw.sendall(f"{state}:{next(answers, 'c')}\r\n".encode())
    return seen


@pytest.mark.parametrize(
    "players",
    [
        ("always-call", "random"),
        ("always-call", "random", bettor),
        (bettor, "random:fold=0.1,call=0.6,raise=0.3", bettor, "always-call", "random", bettor),
    ],
    ids=["2", "3", "6"],
)
def test_a_match_of_no_limit_adds_up_and_every_hand_of_its_log_is_valid(players, tmp_path):
    n_seats = len(players)
    found, theirs = run_clients(players, game=stakes_of("no-limit"), n_hands=300, log=tmp_path / "m.log")
    assert (found.n_hands, found.ended, found.counts) == (300, "", {})
    assert [client.n_faults for client in theirs] == [0] * n_seats
    assert found.totals == tuple(client.won for client in theirs)
    assert sum(found.totals) == 0
    assert any(found.totals)
    for number, client in enumerate(theirs):
        assert found.payoffs[:, number].tolist() == [float(chips) for chips in client.payoffs]
        assert found.estimates[number].mean == pytest.approx(float(found.totals[number]) / 300 / 100)
        assert found.estimates[number].unit == client.estimate.unit == "bb/game"

    first, second, *hands, score = (tmp_path / "m.log").read_text().splitlines()
    file_name = {2: "2p.reverse_blinds", 3: "3p", 6: "6p"}[n_seats]
    assert first == f"# name/game/hands/seed m holdem.nolimit.{file_name}.game 300 7"
    assert second.startswith('# deluck dealer {"game": "no-limit", "blinds": [50, 100], "ante": 0, "stack": 20000')
    totals = dict.fromkeys(found.names, Fraction(0))
    for number, line in enumerate(hands):
        state, written, betting, cards, payoffs, names = line.split(":")
        assert (state, written) == ("STATE", str(number))
        played = parse_matchstate(f"MATCHSTATE:0:{number}:{betting}:{cards}").play(
            HoldemRules.no_limit(n_seats), (20_000,) * n_seats
        )
        assert [round(float(paid), 6) for paid in played.exact_payoffs()] == [*map(float, payoffs.split("|"))]
        assert names.split("|") == [f"p{(seat + number) % n_seats}" for seat in range(n_seats)]
        for name, paid in zip(names.split("|"), played.exact_payoffs(), strict=True):
            totals[name] += paid
    assert len(hands) == 300
    assert tuple(totals.values()) == found.totals
    _, scores, names = score.split(":")
    assert names == "|".join(found.names)
    assert [float(each) for each in scores.split("|")] == [round(float(each), 6) for each in found.totals]


def test_the_reader_of_logs_reads_the_match(tmp_path):
    players = ("always-call", "random:fold=0.6,call=0.1,raise=0.3", "random:fold=0.3,call=0.6,raise=0.1", bettor)
    found, _ = run_clients(players, game=stakes_of("nl"), n_hands=120, seed=8, log=tmp_path / "m.log")
    records = list(read_hands(tmp_path / "m.log"))
    assert [record.hand_id for record in records] == [str(number) for number in range(120)]
    assert {(record.rules, record.stacks) for record in records} == {(HoldemRules.no_limit(4), (20_000,) * 4)}
    for record in records:
        validate(record)
    for name, total in zip(found.names, found.totals, strict=True):
        assert sum(record.payoffs[record.names.index(name)] for record in records) == total
    (columns,) = read_columns(tmp_path / "m.log")
    assert len(columns) == 120


def test_odd_chips_are_cut_in_the_log_and_in_the_result(tmp_path):
    """In hand 3 the small blind folds its 5 chips and the other two split 25."""
    players = ("always-fold", "always-call", "always-call")
    found, theirs = run_clients(players, game=stakes_of("limit"), n_hands=6, seed=6, log=tmp_path / "m.log")
    paid = [line.split(":")[4] for line in (tmp_path / "m.log").read_text().splitlines() if line.startswith("STATE")]
    assert paid[3] == "-5|2.5|2.5"
    assert found.totals == tuple(client.won for client in theirs)
    assert found.payoffs[3].tolist() == [-5, 2.5, 2.5]
    assert score_line([Fraction(-20, 3), Fraction(5, 3), Fraction(5)], "abc") == "SCORE:-6.666667|1.666667|5:a|b|c\n"


@pytest.mark.parametrize("game", ["limit", "no-limit", "pot-limit"])
def test_ten_seats(game):
    players = ["always-call", "random", "always-fold", "always-raise", *["random:fold=0.5,call=0.4,raise=0.1"] * 6]
    found, theirs = run_clients(players, game=stakes_of(game), n_hands=20)
    assert (found.n_hands, found.counts, found.rules.structure) == (20, {}, Structure(game))
    assert found.totals == tuple(client.won for client in theirs)
    assert found.unit == ("sb/game" if game == "limit" else "bb/game")


def test_other_blinds_and_stacks():
    game = stakes_of("no-limit", blinds="1/3", stack=40)
    found, theirs = run_clients((bettor, bettor), game=game, n_hands=40)
    assert found.counts == {}
    assert (found.rules.small_blind, found.rules.big_blind, theirs[0].rules) == (1, 3, found.rules)
    assert abs(found.payoffs).max() == 40
    assert found.estimates[0].mean == pytest.approx(found.totals[0] / 40 / 3)


@pytest.mark.parametrize(
    ("answers", "betting", "kind", "detail"),
    [
        (["r150"], "cr200c/cc/cc/cc", Mishap.SMALL_RAISE, "r150 taken as r200 (expected at least r200)"),
        (["r-7"], "cr200c/cc/cc/cc", Mishap.SMALL_RAISE, "r-7 taken as r200"),
        (["r20001"], "cr20000c///", Mishap.LARGE_RAISE, "r20001 taken as r20000 (expected at most r20000)"),
        (["r300", "r399"], "cr300c/r400c/cc/cc", Mishap.SMALL_RAISE, "r399 taken as r400"),
        (["r300", "r999999999999"], "cr300c/r20000c//", Mishap.LARGE_RAISE, "r999999999999 taken as r20000"),
        (["r"], "cc/cc/cc/cc", Mishap.UNREADABLE_ACTION, "expected :f, :c or :r with an amount"),
        (["r3e2"], "cc/cc/cc/cc", Mishap.UNREADABLE_ACTION, "expected :f, :c or :r with an amount"),
        (["f"], "cc/cc/cc/cc", Mishap.ILLEGAL_ACTION, "expected call or raise"),
    ],
)
def test_an_amount_that_is_not_legal_is_put_right_and_counted(answers, betting, kind, detail):
    with dealing(["raw", "bot"], seated={"bot": "always-call"}) as (ports, result):
        seen = answer_in_turn(ports["raw"], answers)
        found = result.result(timeout=PATIENCE)
    assert seen[-1] == betting
    assert found.counts == {("raw", kind): 1}
    assert detail in found.incidents[0].detail


def test_legal_amounts_are_played_as_they_are():
    with dealing(["raw", "bot"], seated={"bot": "always-call"}) as (ports, result):
        seen = answer_in_turn(ports["raw"], ["r250", "r350", "c", "r20000"])
        found = result.result(timeout=PATIENCE)
    assert seen[-1] == "cr250c/r350c/cc/r20000c"
    assert found.counts == {}


def test_a_raise_where_none_is_legal_is_a_call():
    def shove(view, rng):
        return "all-in"

    with dealing(["raw", "bot"], seated={"bot": shove}) as (ports, result):
        seen = answer_in_turn(ports["raw"], ["r20000"])
        found = result.result(timeout=PATIENCE)
    assert seen[-1] == "r20000c///"
    assert found.counts == {("raw", Mishap.ILLEGAL_ACTION): 1}
    assert "expected fold or call" in found.incidents[0].detail


def test_raises_end_after_64_actions_on_a_street():
    """The smallest raises of both could go on for 198 of them."""
    with dealing(["raw", "bot"], seated={"bot": "always-raise:min"}) as (ports, result):
        seen = answer_in_turn(ports["raw"], ["r0"] * 200)
        found = result.result(timeout=PATIENCE)
    preflop = seen[-1].split("/")[0]
    assert (preflop.count("r"), preflop[-1]) == (63, "c")
    assert len(max(seen, key=len)) < 2000
    assert found.counts[("raw", Mishap.SMALL_RAISE)] > 60
    game = stakes_of("no-limit")
    found, _ = run_clients(("always-raise:min", "always-raise:min"), game=game, n_hands=2)
    assert (found.n_hands, found.counts) == (2, {})


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"rules": HoldemRules.no_limit(2)}, "rules of no-limit without stacks"),
        ({"rules": HoldemRules.no_limit(2), "stacks": (500,)}, r"stacks \(500,\) \(expected 2"),
        ({"rules": HoldemRules.no_limit(2), "stacks": (500, 99)}, "at least the big blind, 100"),
        ({"rules": HoldemRules.no_limit(2, ante=5), "stacks": (500, 500)}, "an ante of 5"),
        ({"game": "omaha"}, "no game 'omaha'"),
    ],
)
def test_a_game_that_the_protocol_does_not_carry_is_refused(settings, reason):
    with pytest.raises(ArenaError, match=reason):
        connect("127.0.0.1", 1, "always-call", **settings)


def test_a_client_with_other_stakes_than_the_dealer_is_told_so():
    with dealing(["a", "bot"], seated={"bot": "always-raise"}) as (ports, result):
        with pytest.raises(WireError, match=r"do not allow.*expected no-limit hold'em with blinds 500/1000 and stacks"):
            connect("127.0.0.1", ports["a"], "always-call", game=stakes_of("nl", blinds="500/1000"))
        assert result.result(timeout=PATIENCE).counts == {("a", Mishap.DISCONNECTED): 1}


@pytest.mark.parametrize(
    ("name", "structure"),
    [
        ("limit", Structure.FIXED_LIMIT),
        ("NL", Structure.NO_LIMIT),
        ("nolimit", Structure.NO_LIMIT),
        ("holdem-nl", Structure.NO_LIMIT),
        ("pot-limit", Structure.POT_LIMIT),
    ],
)
def test_names_of_games(name, structure):
    game = stakes_of(name)
    assert game.rules(4).structure is structure
    assert game.stacks(4) == (None if structure is Structure.FIXED_LIMIT else (20_000,) * 4)
    with pytest.raises(WireError, match=r"for 11 seats \(expected hold'em for 2 to 10 seats\)"):
        rules_for(game, 11)


def test_names_of_the_files_that_define_the_games():
    names = {(name, n_seats): stakes_of(name).acpc_name(n_seats) for name in ("limit", "nl") for n_seats in (2, 3, 6)}
    assert names == {
        ("limit", 2): "holdem.limit.2p.reverse_blinds.game",
        ("limit", 3): "holdem.limit.3p.game",
        ("limit", 6): "holdem.limit.6p.game",
        ("nl", 2): "holdem.nolimit.2p.reverse_blinds.game",
        ("nl", 3): "holdem.nolimit.3p.game",
        ("nl", 6): "holdem.nolimit.6p.game",
    }
