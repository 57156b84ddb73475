"""Sizes of raises: words, and the bets they make in no-limit and pot-limit."""

import numpy as np
import pytest

from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.players import PlayerError, make_player
from deluck.players.sizes import RaiseSize

DECK = list(range(52))


def view(moves=(), rules=HoldemRules.no_limit(2), stacks=(20_000, 20_000)):  # noqa: B008 - a constant
    state = HoldemState(rules, HoldemDeal.from_deck(DECK, rules.n_seats), stacks)
    for action, amount in moves:
        state.act(action, amount)
    return state.view()


@pytest.mark.parametrize(
    ("size", "amount"),
    [
        ("min", 200),
        ("pot", 300),  # 100 to call, then the pot of 200 behind it
        ("half", 200),
        ("0.75pot", 250),
        ("2pot", 500),
        ("all-in", 20_000),
    ],
)
def test_the_first_raise_heads_up(size, amount):
    assert RaiseSize.parse(size).amount(view()) == amount


def test_a_raise_is_as_near_to_its_size_as_is_legal():
    after = view([(Action.RAISE, 15_000)])
    assert RaiseSize.parse("min").amount(after) == 20_000
    assert RaiseSize.parse("pot").amount(after) == 20_000
    limited = view(rules=HoldemRules.pot_limit(2))
    assert RaiseSize.parse("all-in").amount(limited) == 300


@pytest.mark.parametrize("text", ["", "pots", "-1pot", "0pot", "infpot", "nanpot", "big", "3"])
def test_what_is_no_size_is_named(text):
    with pytest.raises(PlayerError, match="not a size of a raise"):
        RaiseSize.parse(text)
    with pytest.raises(PlayerError, match=r"always-raise cannot take .*expected min, half, pot, all-in"):
        make_player(f"always-raise:size={text}")


def test_players_name_amounts_only_where_there_is_a_choice():
    player = make_player("always-raise:all-in")
    rng = np.random.default_rng(1)
    assert player.act(view(), rng) == (Action.RAISE, 20_000)
    assert player.act(view(rules=HoldemRules.limit(2), stacks=None), rng) is Action.RAISE


def test_random_raises_by_each_of_its_sizes():
    player = make_player("random:fold=0,call=0,raise=1,sizes=min/all-in")
    rng = np.random.default_rng(2)
    answers = [player.act(view(), rng) for _ in range(200)]
    counts = [answers.count((Action.RAISE, amount)) for amount in (200, 20_000)]
    assert sum(counts) == 200
    assert min(counts) > 60
