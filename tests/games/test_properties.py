"""What holds in every game whatever is played: chips, turns, cards and caps, over random play."""

from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import DECK
from deluck.evaluator.reference import best_class
from deluck.games import Action, GameState, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState


@st.composite
def games(draw: st.DrawFn) -> GameState:
    """Return a new game of either kind, with and without stacks."""
    is_stud = draw(st.booleans())
    n_seats = draw(st.integers(2, 8 if is_stud else 10))
    deck = draw(st.permutations(DECK))
    stacks = draw(st.none() | st.lists(st.integers(1, 150), min_size=n_seats, max_size=n_seats))
    no_cap = stacks is not None and draw(st.booleans())
    may_fold_unbet = draw(st.booleans())
    if is_stud:
        rules = StudRules(
            n_seats=n_seats,
            ante=draw(st.integers(0, 3)),
            bring_in=draw(st.integers(1, 3)),
            small_bet=4,
            big_bet=8,
            no_cap_heads_up=no_cap,
            open_pair_option=draw(st.booleans()),
            bring_in_may_complete=draw(st.booleans()),
            may_fold_unbet=may_fold_unbet,
        )
        return StudState(rules, StudDeal.from_deck(deck, n_seats), stacks)
    holdem = HoldemRules(
        n_seats=n_seats,
        small_blind=draw(st.integers(0, 10)),
        big_blind=10,
        bet_sizes=(10, 10, 20, 20),
        ante=draw(st.integers(0, 3)),
        no_cap_heads_up=no_cap,
        short_blind_is_full=draw(st.booleans()),
        may_fold_unbet=may_fold_unbet,
    )
    return HoldemState(holdem, HoldemDeal.from_deck(deck, n_seats), stacks)


def start_of(state: GameState) -> list[int] | None:
    stacks = state.stacks
    return None if stacks is None else [a + b for a, b in zip(stacks, state.contributions, strict=True)]


@settings(max_examples=250, deadline=None)
@given(games(), st.data())
def test_chips_turns_cards_and_caps_hold(state: GameState, data: st.DataObject) -> None:
    start = start_of(state)
    rules = state.rules
    n_streets = len(rules.street_names)
    while not state.is_over:
        seat = state.actor
        assert not state.folded[seat]
        assert state.stacks is None or state.stacks[seat] > 0
        assert state.pot == sum(state.contributions)
        assert start_of(state) == start
        legal = state.legal_actions()
        assert legal == tuple(sorted(legal))
        assert Action.CALL in legal
        n_live = state.folded.count(False)
        if state.n_raises >= rules.max_raises[state.street] and not (rules.no_cap_heads_up and n_live == 2):
            assert Action.RAISE not in legal
        street, to_call, before = state.street, state.to_call, state.contributions[seat]
        n_moves = len(state.history)
        action = data.draw(st.sampled_from(legal))
        state.act(action)
        move = state.history[-1]
        assert len(state.history) == n_moves + 1
        assert (move.street, move.seat, move.action) == (street, seat, action)
        assert move.paid == (0 if action is Action.FOLD else to_call) or action is Action.RAISE
        if action is Action.RAISE:
            assert move.paid > to_call
        assert state.contributions[seat] <= before + move.paid
        assert 0 <= state.street < n_streets
    assert start_of(state) == start
    assert state.pot == sum(state.contributions) == sum(pot.amount for pot in state.pots)
    payoffs = state.payoffs()
    assert sum(payoffs) == 0
    assert sum(state.exact_payoffs()) == 0
    for seat, payoff in enumerate(payoffs):
        assert payoff >= -state.contributions[seat]
        if state.folded[seat]:
            assert payoff == -state.contributions[seat]
    for street in range(n_streets):
        raises = [move for move in state.history if move.street == street and move.action is Action.RAISE]
        if not rules.no_cap_heads_up:
            assert len(raises) <= rules.max_raises[street]


@settings(max_examples=100, deadline=None)
@given(games(), st.data())
def test_each_card_is_dealt_once(state: GameState, data: st.DataObject) -> None:
    while not state.is_over:
        state.act(data.draw(st.sampled_from(state.legal_actions()[-2:])))
    dealt = [card for seat in range(state.n_seats) for card in state.view(seat).cards] + list(state.board)
    assert len(dealt) == len(set(dealt))
    assert set(dealt) <= set(DECK)
    if state.has_showdown:
        live = [seat for seat, gone in enumerate(state.folded) if not gone]
        assert all(len(state.view(seat).cards + state.board) == 7 for seat in live)


@settings(max_examples=100, deadline=None)
@given(games(), st.data())
def test_best_hand_by_the_slow_evaluator_takes_the_last_pot(state: GameState, data: st.DataObject) -> None:
    while not state.is_over:
        state.act(data.draw(st.sampled_from(state.legal_actions()[-2:])))
    if not state.has_showdown:
        return
    pot = state.pots[-1]
    classes = {seat: best_class(state.view(seat).cards + state.board) for seat in pot.seats}
    best = [seat for seat in pot.seats if classes[seat] == max(classes.values())]
    for seat in best:
        assert state.payoffs()[seat] + state.contributions[seat] >= pot.amount // len(best)


@settings(max_examples=50, deadline=None)
@given(games(), st.data())
def test_a_copy_ends_as_the_original_does(state: GameState, data: st.DataObject) -> None:
    twin = state.copy()
    while not state.is_over:
        state.act(data.draw(st.sampled_from(state.legal_actions())))
    for move in state.history:
        assert twin.actor == move.seat
        twin.act(move.action)
    assert twin.history == state.history
    assert twin.payoffs() == state.payoffs()
