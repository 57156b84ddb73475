"""The players: what each does where, by hand, and how they are asked for by name."""

import ast
from pathlib import Path

import numpy as np
import pytest

import deluck
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, Player, StudDeal, StudRules, StudState
from deluck.players import PLAYERS, PlayerError, make_player

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
DECK = list(range(52))
LIMIT = HoldemRules.limit(2)


def view_after(letters: str, rules: HoldemRules = LIMIT, stacks: tuple[int, ...] | None = None):
    state = HoldemState(rules, HoldemDeal.from_deck(DECK, rules.n_seats), stacks)
    for letter in letters:
        state.act({"f": FOLD, "c": CALL, "r": RAISE}[letter])
    return state.view()


def stud_view_after(letters: str):
    deck = np.random.default_rng(7).permutation(52).tolist()
    state = StudState(StudRules.paper(2), StudDeal.from_deck(deck, 2))
    for letter in letters:
        state.act({"f": FOLD, "c": CALL, "r": RAISE}[letter])
    return state.view()


FACING_A_BET, FREE, CAPPED = view_after(""), view_after("c"), view_after("rrr")
NO_LIMIT_VIEWS = [view_after(letters, HoldemRules.no_limit(2), (900, 900)) for letters in ("", "c", "rrr", "cccr")]
STUD_VIEWS = [stud_view_after(letters) for letters in ("", "c", "cc", "crrrr")]


@pytest.mark.parametrize(
    ("spec", "facing_a_bet", "free", "capped"),
    [
        ("always-call", CALL, CALL, CALL),
        ("always-raise", RAISE, RAISE, CALL),
        ("always-fold", FOLD, CALL, FOLD),
        ("random:fold=1,call=0,raise=0", FOLD, CALL, FOLD),
        ("random:fold=0,call=0,raise=1", RAISE, RAISE, CALL),
        ("scripted:r", RAISE, RAISE, CALL),
    ],
)
def test_what_each_player_does(spec, facing_a_bet, free, capped, rng):
    player = make_player(spec)
    assert [player.act(view, rng) for view in (FACING_A_BET, FREE)] == [facing_a_bet, free]
    if not spec.startswith("scripted"):
        assert player.act(CAPPED, rng) == capped


def test_the_bring_in_of_stud_is_never_folded(rng):
    view = StudState(StudRules.paper(2), StudDeal.from_deck(DECK, 2)).view()
    assert FOLD not in view.legal_actions
    for spec in ("always-fold", "random:fold=1,call=0,raise=0"):
        assert make_player(spec).act(view, rng) == CALL


@pytest.mark.parametrize("kind", PLAYERS.values(), ids=list(PLAYERS))
def test_every_player_follows_the_protocol_and_states_what_it_does(kind, rng):
    player = make_player(kind.usage)
    assert isinstance(player, Player)
    assert player.name == kind.name
    assert make_player(kind.usage, name="Somebody").name == "Somebody"
    others = {"baseline-nl": NO_LIMIT_VIEWS, "stud-bet-inferring": STUD_VIEWS, "stud-cards-only": STUD_VIEWS}
    for view in others.get(kind.name, (FACING_A_BET, FREE, CAPPED)):
        if hasattr(player, "strategy"):
            triple = player.strategy(view).triple
            assert sum(triple) == pytest.approx(1)
            if kind.name != "scripted":
                assert all(triple[action] == 0 for action in Action if action not in view.legal_actions)
            answer = player.act(view, rng)
            assert triple[answer[0] if isinstance(answer, tuple) else answer] > 0


def test_random_plays_its_triple(rng):
    player = make_player("random:fold=0.1,call=0.6,raise=0.3")
    counts = np.bincount([player.act(FACING_A_BET, rng) for _ in range(20_000)], minlength=3) / 20_000
    assert counts == pytest.approx([0.1, 0.6, 0.3], abs=0.015)  # four standard errors
    counts = np.bincount([player.act(FREE, rng) for _ in range(20_000)], minlength=3) / 20_000
    assert counts == pytest.approx([0, 2 / 3, 1 / 3], abs=0.015)
    assert player.strategy(CAPPED).triple == pytest.approx((1 / 7, 6 / 7, 0))


def test_scripted_begins_anew_each_hand_and_calls_after_its_last_letter(rng):
    player = make_player("scripted:rcf")
    button_first = [
        view_after(""),
        view_after("rc" + "c"),
        view_after("rc" + "cc" + "c"),
        view_after("rc" + "cc" * 2 + "c"),
    ]
    assert [view.seat for view in button_first] == [1, 1, 1, 1]
    assert [player.act(view, rng) for view in button_first] == [RAISE, CALL, FOLD, CALL]


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("bob", f"no player 'bob' (expected one of: {', '.join(PLAYERS)})"),
        ("", "no player ''"),
        ("always-call:x=1", "always-call has no options"),
        ("random:flod=0.1", "random has no option 'flod=0.1' (expected fold=, call=, raise=, sizes=)"),
        ("random:0.1", "random has no option '0.1'"),
        ("random:fold=lots", "random cannot take fold=lots (expected a number from 0 to 1)"),
        ("random:fold=1/0", "random cannot take fold=1/0 (expected a number from 0 to 1)"),
        ("random:fold=0.1,fold=0.2", "random is given fold= twice"),
        (
            "random:fold=0.1,call=0.6,raise=0.4",
            "random cannot take fold=0.1,call=0.6,raise=0.4 (expected three probabilities that sum to 1)",
        ),
        ("random:fold=-1,call=1,raise=1", "random cannot take fold=-1 (expected a number from 0 to 1)"),
        ("random:fold=nan", "random cannot take fold=nan (expected a number from 0 to 1)"),
        ("random:sizes=min/huge", "random cannot take sizes=min/huge (expected sizes with slashes between them"),
        ("scripted:crx", "scripted cannot take actions=crx (expected letters f, c and r, such as crcf)"),
    ],
)
def test_what_makes_no_player_is_refused_with_what_there_is(spec, sentence):
    with pytest.raises(PlayerError) as refused:
        make_player(spec)
    assert sentence in str(refused.value)


def test_every_player_module_is_registered():
    folder = Path(__file__).parents[2] / "src" / "deluck" / "players"
    makers = {kind.make.__name__ for kind in PLAYERS.values()}
    for path in folder.glob("*.py"):
        defined = {node.name: node for node in ast.parse(path.read_text()).body if hasattr(node, "name")}
        players = {name for name, node in defined.items() if "act" in {getattr(each, "name", "") for each in node.body}}
        if path.stem == "loki2":  # a function chooses between two classes
            assert "make_loki2" in makers
        else:
            assert players <= makers, path.name


HOLDEM_ONLY = ["adaptive", "baseline", "baseline-nl", "loki1", "loki2", "winprob"]
STUD_ONLY = ["stud-bet-inferring", "stud-cards-only"]


@pytest.mark.parametrize(
    ("names", "game"), [(HOLDEM_ONLY, "stud7"), (STUD_ONLY, "holdem")], ids=["hold'em only", "stud only"]
)
def test_a_player_of_one_game_does_not_sit_down_at_another(names, game):
    for name in names:
        with pytest.raises(PlayerError, match=f"{name} cannot play"):
            deluck.play(name, "always-call", n_hands=2, game=game)
