"""The whole of Loki-1 written again in plain numpy, from docs/papers.md: its tables and its decisions, hand by hand."""

from functools import cache
from math import ceil

import numpy as np
import pytest

from deluck.beliefs.holdem.income_rates import income_rates
from deluck.beliefs.holdem.modelling import ThresholdReweighting, public_tables
from deluck.cards import holding_cards, starting_hands
from deluck.evaluator import strength_unchecked
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.players import Loki1

HOLDINGS = [tuple(cards) for cards in holding_cards().tolist()]
USES = np.array([[card in cards for card in range(52)] for cards in HOLDINGS])
APART = ~(USES.astype(int) @ USES.T.astype(int) > 0)
TO_RAISE, ENTER, ENTER_COLD, MAKE = (0.50, 0.65, 0.80), 0.2, 0.55, (0.50, 0.82, 0.92, 0.96)
BOARD_SIZES = (0, 3, 4, 5)


def make(n_bets):
    return MAKE[min(n_bets, 3)]


@cache
def income_rank(n_opponents):
    rates = income_rates().mean[starting_hands(), n_opponents - 1]
    return np.array([((rates < rate).sum() + (rates == rate).sum() / 2) / 1326 for rate in rates])


@cache
def strengths(board):
    return np.array([0 if {*cards} & {*board} else strength_unchecked((*cards, *board)) for cards in HOLDINGS])


@cache
def uniform_potentials(board):
    """Ppot of every holding, one card ahead, by equation (1), all opponents' holdings alike."""
    if len(board) == 5:
        return np.zeros(1326)
    now = strengths(board)
    behind, tied = now[:, None] < now, now[:, None] == now
    gained, total = np.zeros(1326), np.zeros(1326)
    for card in set(range(52)) - {*board}:
        then = strengths((*board, card))
        both = APART & (then > 0) & (then > 0)[:, None]
        ahead, level = then[:, None] > then, then[:, None] == then
        gained += (((behind & ahead) + (behind & level) / 2 + (tied & ahead) / 2) * both).sum(axis=1)
        total += ((behind + tied / 2) * both).sum(axis=1)
    return np.divide(gained, total, out=np.zeros(1326), where=total > 0)


def shares_ahead(board, weights):
    now = strengths(board)
    against = APART * (weights * (now > 0))
    beaten = (((now[:, None] > now) + (now[:, None] == now) / 2) * against).sum(axis=1)
    return np.where(now > 0, beaten / against.sum(axis=1), 0.0)


def without(weights, cards):
    left = np.where(USES[:, list(cards)].any(axis=1), 0.0, weights) if cards else weights
    return left / left.sum()


def price_of_showdown(spot_pot, to_call, later):
    return (to_call + later) / (spot_pot + to_call + 2 * later)


def margin(board, opponents, *, raises, n_raises, to_call, pot, unit, later):
    """By how much each holding reaches what a bet, raise or call asks for after the flop."""
    ahead = shares_ahead(board, np.mean(opponents, axis=0)) ** len(opponents)
    potential = uniform_potentials(board)
    effective = ahead + (1 - ahead) * potential
    if raises:
        semi_bluff = potential - 2 * unit / (pot + 4 * unit)
        return np.maximum(effective - make(n_raises), semi_bluff if not to_call else -1.0)
    needed = min(make(ceil(to_call / unit) - 1), price_of_showdown(pot, to_call, later))
    return np.maximum(effective - needed, potential - to_call / (pot + to_call))


def tables_of(view):
    """What everybody may believe of each seat, followed move by move."""
    rules, n_seats = view.rules, view.n_seats
    tables = [np.full(1326, 1 / 1326)] * n_seats
    bets = [0] * n_seats
    bets[rules.small_blind_seat], bets[rules.big_blind_seat] = rules.small_blind, rules.big_blind
    pot, n_raises, street, gone = sum(bets), 0, 0, set()
    for move in view.history:
        if move.street != street:
            street, bets, n_raises = move.street, [0] * n_seats, 0
        board = view.board[: BOARD_SIZES[street]]
        tables = [without(table, board) for table in tables]
        seat, unit, raises = move.seat, rules.bet_sizes[street], move.action is Action.RAISE
        to_call = max(bets) - bets[seat]
        others = [tables[other] for other in range(n_seats) if other != seat and other not in gone]
        if move.action is Action.FOLD:
            gone.add(seat)
        elif raises or to_call:
            if street:
                later = sum(rules.bet_sizes[street + 1 :])
                reached = margin(
                    board, others, raises=raises, n_raises=n_raises, to_call=to_call, pot=pot, unit=unit, later=later
                )
            else:
                needed = TO_RAISE[min(n_raises, 2)] if raises else ENTER if to_call <= unit else ENTER_COLD
                reached = income_rank(len(others)) ** (len(others) + n_raises) - needed
            changed = tables[seat] * (0.2 + 0.8 * np.clip((reached + 0.15) / 0.3, 0, 1))
            tables[seat] = 0.9 * changed / changed.sum() + 0.1 * without(np.ones(1326), board)
        bets[seat] += move.paid
        pot += move.paid
        n_raises += raises
    return [without(table, view.board) for table in tables]


def potential_against(own, board, tables):
    """Ppot of one hand against tables averaged, one card ahead."""
    place = HOLDINGS.index(tuple(sorted(own)))
    now = strengths(board)
    standing = np.sign(now[place] - now)
    behind_then = np.zeros((3, 3))
    for table in tables:
        split = np.zeros((3, 3))
        for card in set(range(52)) - {*board, *own}:
            then = strengths((*board, card))
            split += np.histogram2d(
                standing, np.sign(then[place] - then), bins=[(-1.5, -0.5, 0.5, 1.5)] * 2, weights=table * ~USES[:, card]
            )[0]
        behind_then += split / split.sum()
    (_, behind_tied, behind_ahead), (_, _, tied_ahead), _ = behind_then
    total = behind_then[0].sum() + behind_then[1].sum() / 2
    return (behind_ahead + behind_tied / 2 + tied_ahead / 2) / total if total else 0.0


def decision(view, tables):
    own, unit, to_call, pot = view.cards, view.rules.bet_sizes[view.street], view.to_call, view.pot
    others = [seat for seat in range(view.n_seats) if seat != view.seat and not view.folded[seat]]
    place = HOLDINGS.index(tuple(sorted(own)))
    can_raise = Action.RAISE in view.legal_actions
    if not view.street:
        value = income_rank(len(others))[place] ** (len(others) + view.n_raises)
        if can_raise and value >= TO_RAISE[min(view.n_raises, 2)]:
            return Action.RAISE
        goes_on = not to_call or value >= (ENTER if to_call <= unit else ENTER_COLD)
        return Action.CALL if goes_on else Action.FOLD
    now = strengths(view.board)
    left = [without(tables[seat], own) for seat in others]
    ahead = np.prod([(table * ((now[place] > now) + (now[place] == now) / 2)).sum() for table in left])
    potential = potential_against(own, view.board, left) if view.street < 3 else 0.0
    effective = ahead + (1 - ahead) * potential
    bets_behind = not to_call and potential >= 2 * unit / (pot + 4 * unit)
    if can_raise and (effective >= make(view.n_raises) or bets_behind):
        return Action.RAISE
    if not to_call:
        return Action.CALL
    later = sum(view.rules.bet_sizes[view.street + 1 :])
    needed = min(make(ceil(to_call / unit) - 1), price_of_showdown(pot, to_call, later))
    return Action.CALL if effective >= needed or potential >= to_call / (pot + to_call) else Action.FOLD


@pytest.mark.parametrize(("n_seats", "seed"), [(2, 3), (4, 5)])
def test_tables_and_decisions_are_those_of_plain_numpy(n_seats, seed):
    rng = np.random.default_rng(seed)
    state = HoldemState(HoldemRules.limit(n_seats), HoldemDeal.from_deck(rng.permutation(52).tolist(), n_seats))
    loki = Loki1()
    n_compared = 0
    while not state.is_over:
        view = state.view()
        tables = tables_of(view)
        for seat, found in enumerate(public_tables(view, ThresholdReweighting())):
            if not view.folded[seat]:
                np.testing.assert_allclose(found.probabilities, tables[seat], atol=1e-12)
        chosen = loki.act(view, rng)
        assert chosen is decision(view, tables)
        n_compared += view.street > 0
        stays = chosen is not Action.FOLD
        state.act(chosen if stays else Action.CALL)  # nobody leaves, so that every street is reached
    assert n_compared >= 6
