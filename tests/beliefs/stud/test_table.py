"""The public's beliefs: Bayes by direct enumeration, what policies can and cannot say, viewpoints."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from deluck.beliefs.stud import (
    DEFAULT,
    POLICIES,
    PUBLIC,
    BeliefError,
    SeatModel,
    StudBeliefs,
    Viewpoint,
    certain,
    decision_of,
    downcards_from,
    hand_types_from,
    win_probabilities_from,
)
from deluck.beliefs.stud.table_kernels import reweigh
from deluck.evaluator import strength
from deluck.games import Action, StudDeal, StudRules, StudState
from deluck.metrics.hand_types import hand_types, win_probabilities

FOLD, CALL, RAISE = Action.FOLD, Action.CALL, Action.RAISE
SIXTH, SEVENTH = 3, 4
IGNORES_CARDS = replace(
    DEFAULT, slowplay_check=0.5, bluff_bet=0.5, slowplay_call=1.0, bluff_raise=0.0, tightness=-100.0
)


def dealt(n_seats, seed=1, street=0):
    """Return a hand in which everybody stayed, without a bet, to a street."""
    deck = np.random.default_rng(seed).permutation(52).tolist()
    state = StudState(StudRules.paper(n_seats), StudDeal.from_deck(deck, n_seats))
    while state.street < street:
        state.act(CALL)
    return state


def beliefs_of(state, policy=DEFAULT, *, reads_bets=True, n_samples=40):
    beliefs = StudBeliefs([SeatModel(policy, reads_bets=reads_bets)] * state.n_seats, n_samples=n_samples)
    beliefs.deal(state)
    return beliefs


class PlainBeliefs:
    """The same on sixth street in plain Python: every pair of the few cards unseen, with every last card."""

    def __init__(self, state, policy):
        self.policy = policy
        self.up = state.up_cards
        seen = {card for cards in state.up_cards for card in cards}
        self.unseen = [card for card in range(52) if card not in seen]
        self.pairs = list(combinations(self.unseen, 2))
        self.live = list(range(state.n_seats))
        self.weights = {seat: dict.fromkeys(self.pairs, 1 / len(self.pairs)) for seat in self.live}
        self.finals = {
            seat: {
                pair: [strength((*self.up[seat], *pair, last)) for last in self.unseen if last not in pair]
                for pair in self.pairs
            }
            for seat in self.live
        }

    def at_most(self, seat, value):
        return self.cumulative[seat][value]

    def chances(self, seat):
        self.cumulative = {}
        for other in self.live:
            counts = np.zeros(7463)
            for pair, weight in self.weights[other].items():
                for value in self.finals[other][pair]:
                    counts[value] += weight / len(self.finals[other][pair])
            self.cumulative[other] = np.cumsum(counts)
        found = {}
        for pair, values in self.finals[seat].items():
            wins = [np.prod([self.at_most(other, value) for other in self.live if other != seat]) for value in values]
            found[pair] = sum(wins) / len(wins)
        return found

    def observe(self, state, action):
        decision = decision_of(state)
        chances = self.chances(decision.seat)
        weights = self.weights[decision.seat]
        for pair in self.pairs:
            triple = self.policy.triples(
                [chances[pair]],
                n_active=decision.n_active,
                odds=decision.odds,
                forced=decision.forced,
                may_raise=decision.may_raise,
            )[0]
            weights[pair] *= triple[action]
        total = sum(weights.values())
        for pair in self.pairs:
            weights[pair] /= total
        if action is FOLD:
            self.live.remove(decision.seat)
        return total


def test_posteriors_equal_direct_enumeration_action_by_action():
    """Eight seats on sixth street leave twenty cards unseen: a toy deck. Each action is read after the one before."""
    state = dealt(8, street=SIXTH)
    beliefs, plain = beliefs_of(state), PlainBeliefs(state, DEFAULT)
    assert len(plain.unseen) == 20
    for action in (RAISE, FOLD, RAISE, CALL):
        seat = state.actor
        assert beliefs.observe(state, action) == pytest.approx(plain.observe(state, action))
        found = beliefs.downcards(seat)
        expected = [plain.weights[seat][tuple(pair)] for pair in found.downcards.tolist()]
        assert found.probabilities == pytest.approx(np.array(expected), rel=1e-9)
        state.act(action)
    assert beliefs.live == plain.live
    seat = beliefs.live[0]
    chances = plain.chances(seat)
    found = beliefs.win_chances(seat, reads_bets=True)
    assert found == pytest.approx(
        np.array([chances[tuple(pair)] for pair in beliefs.downcards(seat).downcards.tolist()])
    )


def test_a_seat_that_reads_no_bets_is_read_by_what_it_sees():
    """Its chance to win ignores that another seat has bet; the bet itself is still read."""
    state = dealt(4, street=SIXTH)
    models = [SeatModel(DEFAULT, reads_bets=seat % 2 == 0) for seat in range(4)]
    beliefs = StudBeliefs(models)
    beliefs.deal(state)
    untouched = {seat: beliefs.win_chances(seat, reads_bets=False).copy() for seat in range(4)}
    for _ in range(4):
        seat = state.actor
        decision = decision_of(state)
        triples = DEFAULT.triples(
            beliefs.win_chances(seat, reads_bets=models[seat].reads_bets),
            n_active=4,
            odds=decision.odds,
            forced=decision.forced,
            may_raise=decision.may_raise,
        )
        before = beliefs.downcards(seat).probabilities
        if not models[seat].reads_bets:
            assert beliefs.win_chances(seat, reads_bets=False) == pytest.approx(untouched[seat])
        beliefs.observe(state, RAISE)
        expected = before * triples[:, RAISE]
        assert beliefs.downcards(seat).probabilities == pytest.approx(expected / expected.sum())
        state.act(RAISE)


def test_a_triple_weighs_what_its_three_pairs_weigh():
    """Dealing every third card to every pair, in plain Python, comes to the same."""
    state = dealt(7, street=SIXTH)
    beliefs = beliefs_of(state)
    for action in (RAISE, CALL, CALL, RAISE, CALL, CALL, CALL, CALL, CALL, CALL):
        if state.street == SIXTH:
            beliefs.observe(state, action)
            state.act(action)
    while state.street == SIXTH:
        beliefs.observe(state, CALL)
        state.act(CALL)
    pairs = {seat: beliefs.downcards(seat) for seat in beliefs.live}
    beliefs.deal(state)
    seat = beliefs.live[0]
    unseen = sorted({card for pair in pairs[seat].downcards.tolist() for card in pair})
    expected = {}
    for pair, weight in zip(pairs[seat].downcards.tolist(), pairs[seat].probabilities, strict=True):
        for third in unseen:
            if third not in pair:
                three = tuple(sorted((*pair, third)))
                expected[three] = expected.get(three, 0) + weight / (len(unseen) - 2)
    found = beliefs.downcards(seat)
    assert found.downcards.shape == (len(expected), 3)
    assert found.probabilities == pytest.approx([expected[tuple(three)] for three in found.downcards.tolist()])


def test_the_prior_is_carried_on_and_pruned_by_new_up_cards():
    state = dealt(3)
    beliefs = beliefs_of(state)
    for action in (CALL, RAISE, CALL, CALL):
        beliefs.observe(state, action)
        state.act(action)
    before = {seat: beliefs.downcards(seat) for seat in range(3)}
    beliefs.deal(state)
    new = [cards[-1] for cards in state.up_cards]
    for seat in range(3):
        expected = before[seat].without(new)
        found = beliefs.downcards(seat)
        assert np.array_equal(found.downcards, expected.downcards)
        assert found.probabilities == pytest.approx(expected.probabilities)


def test_within_a_fixed_policy_the_order_of_actions_does_not_matter(rng):
    chances = rng.random(500)
    prior = rng.dirichlet(np.ones(500))
    turns = [(3, 0.1, True, True, RAISE), (3, 0.15, True, False, CALL), (3, 0.1, False, True, CALL)]

    def posterior(order):
        weights = prior.copy()
        for n_active, odds, forced, may_raise, action in order:
            reweigh(chances, n_active, odds, forced, may_raise, DEFAULT.numbers, int(action), weights)
        return weights

    first = posterior(turns)
    assert first.sum() == pytest.approx(1)
    assert posterior(turns[::-1]) == pytest.approx(first)
    assert posterior([turns[1], turns[0], turns[2]]) == pytest.approx(first)
    assert not np.allclose(first, prior)


def test_a_policy_that_ignores_cards_says_nothing():
    state = dealt(4, seed=9)
    beliefs = beliefs_of(state, IGNORES_CARDS)
    street = 0
    while state.actor is not None:
        action = RAISE if state.n_raises == 0 and state.street and state.to_call == 0 else CALL
        assert beliefs.observe(state, action) == pytest.approx(0.5 if state.to_call == 0 else 1)
        for seat in beliefs.live:
            found = beliefs.downcards(seat).probabilities
            assert found == pytest.approx(np.full(len(found), 1 / len(found)))
        assert beliefs.win_probabilities(reads_bets=True) == pytest.approx(beliefs.win_probabilities(reads_bets=False))
        state.act(action)
        if state.actor is not None and state.street != street:
            street = state.street
            beliefs.deal(state)
    assert street == SEVENTH


def test_a_policy_that_reveals_everything_pins_the_cards():
    """Only the very best down cards bet: what has bet is them."""
    state = dealt(4, street=SIXTH, seed=4)
    chances = beliefs_of(state).win_chances(state.actor, reads_bets=True)
    best, next_best = np.sort(np.unique(chances.round(12)))[::-1][:2]
    edge = -np.log((best + next_best) / 2) / np.log(4)
    reveals = replace(POLICIES["honest"], bet_half_width=0.0, aggression=edge - 1)
    beliefs = beliefs_of(state, reveals)
    n_best = (chances > (best + next_best) / 2).sum()
    beliefs.observe(state, RAISE)
    found = beliefs.downcards(state.actor)
    assert (found.probabilities > 0).sum() == n_best
    assert found.entropy == pytest.approx(np.log2(n_best))
    assert found.entropy < 3


def test_an_action_that_is_impossible_is_noted_and_says_nothing():
    never_raises = replace(POLICIES["honest"], slowplay_check=1.0, slowplay_call=1.0)
    state = dealt(3, street=SIXTH)
    beliefs = beliefs_of(state, never_raises)
    seat = state.actor
    before = beliefs.downcards(seat).probabilities
    assert beliefs.observe(state, RAISE) == 0
    assert beliefs.impossible == [(SIXTH, seat, "raise")]
    assert np.array_equal(beliefs.downcards(seat).probabilities, before)
    state.act(RAISE)
    assert beliefs.observe(state, CALL) > 0
    assert len(beliefs.impossible) == 1


def test_when_cards_rule_out_all_that_is_believed_it_begins_anew():
    state = dealt(3)
    beliefs = beliefs_of(state)
    seat = 1
    fourth = StudState(state.rules, state._deal)
    while fourth.street == 0:
        fourth.act(CALL)
    found = beliefs._seats[seat]
    coming = fourth.up_cards[0][-1]
    found.weights = (found.strengths.downcards == coming).any(axis=1) / 44.0
    beliefs.deal(fourth)
    assert beliefs.impossible == [(1, seat, "cards")]
    fresh = beliefs.downcards(seat).probabilities
    assert fresh == pytest.approx(np.full(len(fresh), 1 / len(fresh)))
    while fourth.street == 1:
        fourth.act(CALL)
    beliefs.deal(fourth)
    assert len(beliefs.impossible) == 1


def test_many_actions_do_not_wear_the_weights_out():
    chances = np.linspace(0, 1, 1000)
    weights = np.full(1000, 1e-3)
    for _ in range(3000):
        reweigh(chances, 3, 0.1, True, True, DEFAULT.numbers, int(RAISE), weights)
        assert weights.sum() == pytest.approx(1)
    assert np.isfinite(weights).all()


def test_the_bring_in_says_nothing_and_completing_it_says_what_a_raise_says():
    state = dealt(5)
    seat = state.actor
    beliefs = beliefs_of(state)
    assert beliefs.observe(state, CALL) == 1
    flat = beliefs.downcards(seat).entropy
    assert flat == pytest.approx(np.log2(len(beliefs.downcards(seat).probabilities)))
    assert 0 < beliefs.observe(state, RAISE) < 1
    assert beliefs.downcards(seat).entropy < flat


def test_a_fold_is_read_unless_nobody_needs_it():
    state = dealt(4)
    state.act(CALL)
    seat = state.actor
    beliefs = beliefs_of(state)
    flat = beliefs.downcards(seat).entropy
    assert 0 < beliefs.observe(state, FOLD) < 1
    assert beliefs.downcards(seat).entropy < flat
    assert seat not in beliefs.live
    with pytest.raises(BeliefError, match=f"seat {seat} is not in the hand"):
        beliefs.win_chances(seat, reads_bets=True)
    blind = StudBeliefs(None, reads_folds=False)
    blind.deal(state)
    assert blind.observe(state, FOLD) == 1
    assert blind.downcards(seat).entropy == pytest.approx(flat)


def test_without_models_no_bet_is_read():
    state = dealt(3)
    beliefs = StudBeliefs(None)
    beliefs.deal(state)
    for action in (CALL, RAISE):
        beliefs.observe(state, action)
        state.act(action)
    assert beliefs.win_probabilities(reads_bets=True).tolist() == beliefs.win_probabilities(reads_bets=False).tolist()


def test_one_chance_to_win_is_the_row_of_all():
    for street in (0, 2, SEVENTH):
        state = dealt(3, street=street)
        beliefs = beliefs_of(state)
        cards = state.view(1).cards
        down = (*cards[:2], *cards[6:])
        rows = (beliefs.downcards(1).downcards == np.sort(down)).all(axis=1)
        expected = beliefs.win_chances(1, reads_bets=True)[rows]
        assert [beliefs.win_chance(1, down, reads_bets=True)] == expected.tolist()


def test_models_for_another_number_of_seats_and_unknown_up_cards_are_refused():
    with pytest.raises(BeliefError, match="models of 2 seats \\(expected 3\\)"):
        StudBeliefs([SeatModel()] * 2).deal(dealt(3))
    deal = StudDeal(((None, None, 5), (None, None, None)), openers=(0,))
    with pytest.raises(BeliefError, match="an up card of third street is not known"):
        StudBeliefs(None).deal(StudState(StudRules.paper(2), deal))


# viewpoints


def with_a_bet_read(street, n_seats=3, seed=11):
    state = dealt(n_seats, seed=seed, street=street)
    beliefs = beliefs_of(state)
    if street:
        beliefs.observe(state, RAISE)
        state.act(RAISE)
    return state, beliefs


def downcards(state, seat):
    cards = state.view(seat).cards
    return (*cards[:2], *cards[6:])


@pytest.mark.parametrize("street", [0, 2, SIXTH, SEVENTH])
def test_a_player_prunes_by_his_own_cards(street):
    state, beliefs = with_a_bet_read(street)
    own = downcards(state, 0)
    mine = Viewpoint({0: own})
    for seat in (1, 2):
        public, seen = beliefs.downcards(seat), downcards_from(mine, beliefs, seat)
        keep = [row for row, cards in enumerate(public.downcards.tolist()) if not set(cards) & set(own)]
        assert np.array_equal(seen.downcards, public.downcards[keep])
        assert seen.probabilities == pytest.approx(public.probabilities[keep] / public.probabilities[keep].sum())
        assert seen.probability(own) == 0
    assert downcards_from(mine, beliefs, 0).likeliest(3) == [(tuple(sorted(own)), 1.0)]
    assert win_probabilities_from(mine, beliefs).sum() == pytest.approx(1)


@pytest.mark.parametrize("street", [2, SEVENTH])
def test_a_player_who_holds_all_that_the_public_believes_in_begins_anew(street):
    state, beliefs = with_a_bet_read(street)
    own = downcards(state, 0)
    found = beliefs._seats[1]
    held = (found.strengths.downcards == own[0]).any(axis=1)
    found.weights = held / held.sum()
    mine = Viewpoint({0: own})
    seen = downcards_from(mine, beliefs, 1)
    assert seen.is_uniform
    assert seen.probabilities.sum() == pytest.approx(1)
    assert not np.isin(seen.downcards, own).any()
    assert np.array_equal(seen.probabilities, downcards_from(mine, beliefs, 1, reads_bets=False).probabilities)
    assert win_probabilities_from(mine, beliefs).sum() == pytest.approx(1)
    assert not beliefs.downcards(1).is_uniform  # the public's is left alone


@pytest.mark.parametrize("street", [2, SIXTH, SEVENTH])
def test_a_player_mixes_the_hands_an_opponent_may_have(street):
    """Equation (2), hand by hand, the player's own cards out of the deck."""
    state, beliefs = with_a_bet_read(street, n_seats=7)
    mine = Viewpoint({0: downcards(state, 0)})
    held = downcards_from(mine, beliefs, 1)
    rows = np.argsort(-held.probabilities)[:40]
    elsewhere = [card for card in (*beliefs.seen, *mine.cards) if card not in state.up_cards[1]]
    # the likeliest forty, put against the rest by their own weight
    total = sum(
        held.probabilities[row]
        * hand_types([*held.downcards[row].tolist(), *state.up_cards[1]], elsewhere).probabilities
        for row in rows
    )
    everything = hand_types_from(mine, beliefs, 1)
    assert everything.sum() == pytest.approx(1)
    assert (everything >= total - 1e-12).all()
    assert (everything - total).sum() == pytest.approx(1 - held.probabilities[rows].sum())


@pytest.mark.parametrize("street", [0, 2, SEVENTH])
def test_one_who_sees_all_knows_every_hand(street):
    state, beliefs = with_a_bet_read(street)
    hands = {seat: downcards(state, seat) for seat in range(3)}
    everything = Viewpoint(hands)
    dealt_cards = {card for seat in range(3) for card in state.view(seat).cards}
    expected = []
    for seat in range(3):
        own = state.view(seat).cards
        expected.append(hand_types(own, sorted(dealt_cards - set(own))).probabilities)
        assert downcards_from(everything, beliefs, seat).entropy == 0
        assert hand_types_from(everything, beliefs, seat) == pytest.approx(expected[-1])
    wins = win_probabilities(np.array(expected))
    assert win_probabilities_from(everything, beliefs) == pytest.approx(wins / wins.sum())


def test_the_public_sees_the_table():
    _, beliefs = with_a_bet_read(2)
    assert win_probabilities_from(PUBLIC, beliefs).tolist() == beliefs.win_probabilities(reads_bets=True).tolist()
    assert hand_types_from(PUBLIC, beliefs, 1) is beliefs.hand_types(1)


def test_distributions_answer_and_refuse():
    sure = certain([5, 3])
    assert sure.probability([3, 5]) == 1
    assert sure.without([]) is sure
    with pytest.raises(BeliefError, match="no down cards left beside 2h3d"):
        sure.without([2, 5])
    with pytest.raises(BeliefError, match="3 down cards \\(expected 2\\)"):
        sure.probability([1, 2, 3])
