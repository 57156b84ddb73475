"""Many tables at once: the same hands as one after another, and what a player may know of them."""

import numpy as np
import pytest

from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, HoldemTables, IllegalAction, RulesError
from deluck.players import make_player

GAMES = [
    (HoldemRules.limit(2), None),
    (HoldemRules.limit(6), None),
    (HoldemRules.no_limit(2), (20_000, 20_000)),
    (HoldemRules.no_limit(5, ante=20), (3_000, 150, 20_000, 60, 900)),
    (HoldemRules.pot_limit(3), (5_000, 800, 2_000)),
]


def decks(rng, n_tables):
    return rng.permuted(np.tile(np.arange(52, dtype=np.int8), (n_tables, 1)), axis=1)


@pytest.mark.parametrize(("rules", "stacks"), GAMES)
def test_hands_at_many_tables_are_those_played_one_by_one(rules, stacks, rng):
    dealt = decks(rng, 150)
    tables = HoldemTables(rules, dealt, stacks)
    states = [HoldemState(rules, HoldemDeal.from_deck(deck, rules.n_seats), stacks) for deck in dealt.tolist()]
    player = make_player("random:fold=0.1,call=0.5,raise=0.4")
    while (rows := np.flatnonzero(tables.actors >= 0)).size:
        views = tables.views(rows)
        for place, row in enumerate(rows.tolist()):
            compare(views, place, states[row].view())
        answer = player.act_batch(views, rng)
        actions, amounts = answer if isinstance(answer, tuple) else (answer, None)
        tables.act(rows, actions, amounts)
        for place, row in enumerate(rows.tolist()):
            amount = None if amounts is None or amounts[place] < 0 else int(amounts[place])
            states[row].act(Action(int(actions[place])), amount)
    assert tables.payoffs().tolist() == [list(state.payoffs()) for state in states]


def compare(views, place, view):
    assert int(views.seats[place]) == view.seat
    assert tuple(views.cards[place].tolist()) == view.cards
    assert [card for card in views.board[place].tolist() if card >= 0] == list(view.board)
    numbers = (views.streets, views.n_raises, views.pots, views.to_call, views.min_raise_to, views.max_raise_to)
    expected = [view.street, view.n_raises, view.pot, view.to_call, view.min_raise_to, view.max_raise_to]
    assert [int(each[place]) for each in numbers] == expected
    assert tuple(views.bets[place].tolist()) == view.bets
    assert tuple(views.contributions[place].tolist()) == view.contributions
    assert tuple(views.folded[place].tolist()) == view.folded
    assert view.stacks is None or tuple(views.stacks[place].tolist()) == view.stacks
    assert bool(views.can_fold[place]) == (Action.FOLD in view.legal_actions)
    assert bool(views.can_raise[place]) == (Action.RAISE in view.legal_actions)


def test_what_is_not_legal_names_the_seat_the_table_and_what_is(rng):
    tables = HoldemTables(HoldemRules.no_limit(2), decks(rng, 3), (1_000, 1_000))
    actions = np.array([Action.CALL, Action.RAISE], np.uint8)
    with pytest.raises(IllegalAction, match=r"seat 1 of table 2 cannot raise to 150 \(legal: .*raises to 200 … 1000\)"):
        tables.act(np.array([1, 2]), actions, np.array([-1, 150]))
    assert tables.actors.tolist() == [1, 0, 1]


def test_decks_that_are_too_short_are_refused(rng):
    with pytest.raises(RulesError, match="expected at least 9 cards at each table"):
        HoldemTables(HoldemRules.limit(2), decks(rng, 2)[:, :8])
