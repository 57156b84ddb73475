"""The simulator against exhaustive enumeration on the project's own game states, and what it draws and decides."""

from itertools import combinations

import numpy as np
import pytest

from deluck.beliefs.holdem.evaluation import evaluate_hand, field_of
from deluck.beliefs.holdem.preflop import preflop_value
from deluck.beliefs.holdem.simulator import Budget, ObviousMove, _rank_tables, _Trials, simulate
from deluck.beliefs.holdem.spot import spot_of
from deluck.beliefs.holdem.trials_kernels import _potential
from deluck.beliefs.holdem.triples import DOUBTFUL, MIXED, PURE, TripleGenerator
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import N_HOLDINGS, cards_of, holding_cards, parse_cards, parse_holding
from deluck.evaluator import strength_unchecked
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.metrics import hand_ranks
from deluck.metrics.holdings import board_holdings

GENERATORS = (TripleGenerator(mixing=DOUBTFUL), TripleGenerator(mixing=MIXED))
NEVER = ObviousMove(0)
F, C, R = Action


def state_of(n_seats, hole, board, actions, holdings=None):
    """A hand played so far, the actor holding the cards given; the others' are given or not known."""
    rules = HoldemRules.limit(n_seats)
    blank = HoldemState(rules, HoldemDeal(((None, None),) * n_seats))
    for action in actions:
        blank.act(action)
    holes = tuple(
        hole if seat == blank.actor else (None, None) if holdings is None else holdings.get(seat, (None, None))
        for seat in range(n_seats)
    )
    state = HoldemState(rules, HoldemDeal(holes, board))
    for action in actions:
        state.act(action)
    return state


def table_of(written, seen=()):
    weights = np.zeros(N_HOLDINGS)
    for holding, weight in written.items():
        weights[parse_holding(holding)] = weight
    return WeightTable(weights, tuple(seen))


def n_shown(view, n_before):
    """How many bets and raises the others have made since the trial began: each counts as one more opponent."""
    return sum(move.action is R and move.seat != view.seat for move in view.history[n_before:])


class Endgame:
    """Every holding, board and action to the end of a hand, with its probability: recursion on game states."""

    def __init__(self, n_seats, hole, board, actions, tables, plain_triple):
        self.n_seats, self.actions = n_seats, actions
        self.hole, self.board = parse_cards(hole), parse_cards(board)
        self.state = state_of(n_seats, self.hole, self.board, actions)
        self.view = self.state.view()
        self.hero = self.view.seat
        self.live = [seat for seat, gone in enumerate(self.view.folded) if not gone]
        self.opponents = [seat for seat in self.live if seat != self.hero]
        self.tables = tables
        self.hand = evaluate_hand(self.hole, self.board, [tables[seat].without(self.hole) for seat in self.opponents])
        self.reference = _Trials(self.view, tables, self.hand, GENERATORS)._reference
        self.plain_triple = plain_triple
        holdings = board_holdings(self.board)
        self.shares = {
            seat: holdings.hand_strengths(field_of([tables[other] for other in self.live if other != seat]))
            for seat in self.opponents
        }
        self.potentials = holdings.positive_potentials

    def deals(self):
        """All holdings of the opponents and all boards, with their weights."""
        held = [[]]
        for seat in self.opponents:
            weights = self.tables[seat].without(self.hole).weights
            held = [(*so_far, (int(place), weights[place])) for so_far in held for place in np.flatnonzero(weights)]
        for choice in held:
            cards = [card for place, _ in choice for card in cards_of(place)]
            dead = {*cards, *self.hole, *self.board}
            if len(dead) < len(cards) + len(self.hole) + len(self.board):
                continue
            weight = np.prod([weight for _, weight in choice])
            rest = [card for card in range(52) if card not in dead]
            boards = list(combinations(rest, 5 - len(self.board)))
            for more in boards:
                yield {seat: place for seat, (place, _) in zip(self.opponents, choice, strict=True)}, more, weight

    def value(self, action):
        total = weights = 0.0
        for held, more, weight in self.deals():
            self.held, self.full, self.later = held, (*self.board, *more), {}
            holdings = {seat: cards_of(place) for seat, place in held.items()}
            folded = {seat for seat in range(self.n_seats) if seat not in self.live}
            spare = iter(card for card in range(52) if card not in self.used())
            holdings |= {seat: (next(spare), next(spare)) for seat in folded}
            state = state_of(self.n_seats, self.hole, self.full, self.actions, holdings)
            before = state.contributions[self.hero]
            state.act(action)
            total += weight * (self.play_on(state) + before) / 10
            weights += weight
        return total / weights

    def used(self):
        return {*self.hole, *self.full, *(card for place in self.held.values() for card in cards_of(place))}

    def play_on(self, state):
        """The expected payoff of the hero in chips."""
        if state.is_over:
            return float(state.exact_payoffs()[self.hero])
        if state.folded[self.hero]:
            return -state.contributions[self.hero]
        view = state.view()
        triple = self.triple(view)
        total = 0.0
        for action in view.legal_actions:
            if triple[action] > 0:
                after = state.copy()
                after.act(action)
                total += triple[action] * self.play_on(after)
        return total

    def triple(self, view):
        n_opponents = len(view.folded) - sum(view.folded) - 1
        share, potential = self.worth(view)
        ahead = share ** (n_opponents + n_shown(view, len(self.actions)))
        generator = GENERATORS[view.seat == self.hero]
        return self.plain_triple(generator, spot_of(view), ahead + (1 - ahead) * potential, potential)

    def worth(self, view):
        seat = view.seat
        if view.street == self.view.street:
            if seat == self.hero:
                return self.hand.hand_strength_n ** (1 / len(self.opponents)), self.hand.positive_potential
            return self.shares[seat][self.held[seat]], self.potentials[self.held[seat]]
        assert view.street == 3  # so there is no potential
        if seat not in self.later:
            own = strength_unchecked((*view.cards, *view.board))
            beaten = []
            for place in self.reference[int(seat == self.hero)]:
                cards = cards_of(place)
                if not {*cards} & {*view.cards, *view.board}:
                    theirs = strength_unchecked((*cards, *view.board))
                    beaten.append((own > theirs) + (own == theirs) / 2)
            self.later[seat] = float(np.mean(beaten)) if beaten else 0.5
        return self.later[seat], 0.0

    def simulated(self, n_trials, seed):
        return simulate(
            self.view, self.tables, self.hand, GENERATORS, Budget(n_trials, None, NEVER), np.random.default_rng(seed)
        )


RIVER = "3h4cJh9sKd"
SMALL = {"KhQh": 1.0, "JsTs": 0.7, "9d9c": 0.2, "AhTh": 0.9, "4d4h": 0.3, "8s7s": 0.6}
ENDGAMES = {
    "river, first to act": (2, "KcTc", RIVER, [C, C, C, C, C, C], [SMALL, SMALL]),
    "river, facing a bet": (2, "JdTd", RIVER, [C, C, C, C, C, C, R], [SMALL, SMALL]),
    "river, facing a raise, three in": (
        3,
        "KcTc",
        RIVER,
        [C, C, C, C, C, C, C, C, C, R, R],
        [SMALL, {"KsQs": 1.0, "JcTc": 0.5, "Ah2h": 0.5}, {"AdKh": 1.0, "JsTd": 0.5, "AhTh": 0.4}],
    ),
    "river, the cap is reached": (2, "KcTc", RIVER, [C, C, C, C, C, C, R, R, R, R], [SMALL, SMALL]),
    "turn": (
        2,
        "KcTc",
        "3h4cJh9s",
        [C, C, C, C],
        [{"KhQh": 1.0, "JsTs": 0.7, "AhTh": 0.9}, {"JdTd": 1.0, "QdTd": 0.4}],
    ),
    "turn, facing a bet": (
        2,
        "Qd8d",
        "3d4dJh9s",
        [C, C, C, C, R],
        [{"KhQh": 1.0, "JsTs": 0.7}, {"JcTc": 1.0, "KhQc": 0.4}],
    ),
}


@pytest.mark.parametrize("name", ENDGAMES)
def test_simulated_values_agree_with_enumeration(name, plain_triple):
    n_seats, hole, board, actions, written = ENDGAMES[name]
    seen = parse_cards(board)
    tables = [table_of(each, seen) for each in written]
    endgame = Endgame(n_seats, hole, board, actions, tables, plain_triple)
    found = endgame.simulated(30_000, seed=9)
    assert abs(found.call.mean - endgame.value(C)) < 4 * found.call.stderr + 1e-9
    if found.raise_ is None:
        assert R not in endgame.view.legal_actions
    else:
        assert abs(found.raise_.mean - endgame.value(R)) < 4 * found.raise_.stderr


def test_ties_go_to_the_more_aggressive_action_and_folding_is_worth_nothing():
    # Both play the board, and the pot is too large to fold: a bet changes nothing, each gets half of what is in now.
    board = parse_cards("AsKsQsJsTs")
    tables = [table_of({"2c2d": 1.0, "3c3d": 0.5}, board)] * 2
    view = state_of(2, parse_cards("4c4d"), board, [R, R, R, C, *[C] * 4]).view()
    hand = evaluate_hand(view.cards, view.board, [tables[1].without(view.cards)])
    by_rules = (TripleGenerator(mixing=PURE),) * 2
    found = simulate(view, tables, hand, by_rules, Budget(400, None, NEVER), np.random.default_rng(1))
    assert found.raise_.mean == found.call.mean == view.pot / 2 / 10
    assert found.action is R
    nothing_to_win = state_of(2, parse_cards("2h7d"), parse_cards(RIVER), [C] * 6 + [R]).view()
    strong = [table_of({"KhKs": 1.0}, parse_cards(RIVER))] * 2
    hand = evaluate_hand(nothing_to_win.cards, nothing_to_win.board, [strong[0]])
    lost = simulate(nothing_to_win, strong, hand, GENERATORS, Budget(400, None, NEVER), np.random.default_rng(1))
    assert lost.call.mean == -2
    assert lost.raise_.mean < 0
    assert lost.action is F


def test_opponents_who_can_only_hold_the_same_cards_are_dealt_others_in_turn():
    seen = parse_cards(RIVER)
    table = table_of({"AcAd": 1.0}, seen)
    view = state_of(3, parse_cards("KcTc"), seen, [C] * 9).view()
    hand = evaluate_hand(view.cards, view.board, [table, table])
    found = simulate(view, [table] * 3, hand, GENERATORS, Budget(20, None, NEVER), np.random.default_rng(1))
    assert found.n_drawn_in_turn == found.n_trials == 20


def test_the_same_seed_gives_the_same_values_and_the_cut_off_ends_early():
    seen = parse_cards(RIVER)
    tables = [table_of(SMALL, seen)] * 2
    view = state_of(2, parse_cards("KcKs"), seen, [C] * 6 + [R]).view()
    hand = evaluate_hand(view.cards, view.board, [tables[0].without(view.cards)])
    one, other = (simulate(view, tables, hand, GENERATORS, Budget(500), np.random.default_rng(2)) for _ in range(2))
    assert one == other
    assert one.is_obvious
    assert one.n_trials < 500
    assert one.action is R
    hurried = simulate(view, tables, hand, GENERATORS, Budget(500, 1e-9, NEVER), np.random.default_rng(2))
    assert hurried.n_trials == 50


def test_the_cut_off_stops_at_a_worse_action_no_more_often_than_its_level(plain_triple):
    n_seats, hole, board, actions, written = ENDGAMES["river, first to act"]
    tables = [table_of(each, parse_cards(board)) for each in written]
    endgame = Endgame(n_seats, hole, board, actions, tables, plain_triple)
    best = R if endgame.value(R) >= endgame.value(C) else C
    level, n_runs = 0.2, 600
    rng = np.random.default_rng(3)
    budget = Budget(200, None, ObviousMove(level))
    found = [simulate(endgame.view, tables, endgame.hand, GENERATORS, budget, rng) for _ in range(n_runs)]
    wrong = sum(each.is_obvious and each.action is not best for each in found)
    assert wrong / n_runs <= level + 2.33 * (level * (1 - level) / n_runs) ** 0.5


@pytest.mark.parametrize(("street", "plane"), [(1, (-0.027, -0.404, 0.690)), (2, (0.007, -0.823, 1.084))])
def test_potential_on_later_streets_is_a_plane_through_two_hand_ranks_and_near_the_truth(street, plane):
    rng = np.random.default_rng(10)
    squares = []
    for _ in range(4):
        board = tuple(rng.choice(52, street + 2, replace=False).tolist())
        truth = board_holdings(board).positive_potentials
        free = np.flatnonzero(board_holdings(board).free)
        chosen = rng.choice(free, 100, replace=False)
        ranks = hand_ranks(holding_cards()[chosen], np.tile(board, (100, 1)))
        expected = np.clip(plane[0] + plane[1] * ranks.immediate + plane[2] * ranks.seven_card, 0, 1)
        found = [
            _potential(*holding_cards()[each].tolist(), np.array(board), street, _rank_tables()) for each in chosen
        ]
        np.testing.assert_allclose(found, expected, atol=1e-12)
        squares.extend((1 - ranks.immediate) * (found - truth[chosen]) ** 2)
    assert np.sqrt(2 * np.mean(squares)) < 0.04


@pytest.mark.slow
@pytest.mark.parametrize("n_seats", [2, 4])
def test_a_hand_simulated_from_its_beginning_agrees_with_trials_in_plain_python(n_seats, plain_triple):
    rng = np.random.default_rng(11)
    hole, actions = parse_cards("KsQs"), [R]
    view = state_of(n_seats, hole, (), actions).view()
    tables = [WeightTable.uniform()] * n_seats
    found = simulate(view, tables, None, GENERATORS, Budget(40_000, None, NEVER), rng)
    reference = _Trials(view, tables, None, GENERATORS)._reference

    def worth(seen, side):
        own, board = seen[:2], seen[2:]
        strength = strength_unchecked(seen)
        others = [cards_of(place) for place in reference[side]]
        theirs = [strength_unchecked((*cards, *board)) for cards in others if not {*cards} & {*seen}]
        share = float(np.mean([(strength > each) + (strength == each) / 2 for each in theirs]))
        if len(board) == 5:
            return share, 0.0
        ranks = hand_ranks([own], [board])
        plane = (-0.027, -0.404, 0.690) if len(board) == 3 else (0.007, -0.823, 1.084)
        return share, float(np.clip(plane[0] + plane[1] * ranks.immediate + plane[2] * ranks.seven_card, 0, 1)[0])

    def play_out(action):
        rest = rng.permutation([card for card in range(52) if card not in hole]).tolist()
        others = {seat: (rest[2 * seat], rest[2 * seat + 1]) for seat in range(n_seats)}
        state = state_of(n_seats, hole, tuple(rest[-5:]), actions, others)
        before = state.contributions[view.seat]
        state.act(action)
        while not state.is_over and not state.folded[view.seat]:
            seen = state.view()
            side = int(seen.seat == view.seat)
            spot = spot_of(seen)
            if seen.street:
                share, potential = worth((*seen.cards, *seen.board), side)
                ahead = share ** (spot.n_opponents + n_shown(seen, len(actions)))
                triple = plain_triple(GENERATORS[side], spot, ahead + (1 - ahead) * potential, potential)
            else:
                triple = plain_triple(GENERATORS[side], spot, preflop_value(seen.cards, spot))
            state.act(Action(rng.choice(3, p=np.clip(triple, 0, 1) / np.sum(np.clip(triple, 0, 1)))))
        if not state.is_over:
            return (before - state.contributions[view.seat]) / 10
        return float(state.exact_payoffs()[view.seat] + before) / 10

    for action, value in ((C, found.call), (R, found.raise_)):
        plain = [play_out(action) for _ in range(1500)]
        error = np.hypot(np.std(plain) / np.sqrt(len(plain)), value.stderr)
        assert abs(np.mean(plain) - value.mean) < 4 * error
