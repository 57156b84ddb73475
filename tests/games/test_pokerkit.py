"""pokerkit, which nobody here wrote, replays random games of both kinds: same turns, legal actions and payoffs."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from pokerkit import FixedLimitSevenCardStud, FixedLimitTexasHoldem, State

from deluck.cards import DECK
from deluck.games import (
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    StudDeal,
    StudRules,
    StudState,
)

from .pokerkit_games import AUTOMATIONS, DivergedError, apply, deal, exact_shares, game_with, legal_in, settle

STYLES = ((0.05, 0.45, 0.5), (0.15, 0.6, 0.25), (0.3, 0.4, 0.3), (0.0, 0.5, 0.5), (0.0, 0.2, 0.8))


def random_stacks(rng: random.Random, n_seats: int, unit: int) -> tuple[int, ...]:
    """Return deep, short or mixed stacks; short ones often cannot pay the ante or the blind."""
    low, high = rng.choice(((60, 100), (1, 12), (1, 40), (0, 2), (3, 6)))
    return tuple(max(1, rng.randint(low * unit // 2, high * unit)) for _ in range(n_seats))


def holdem_pair(rng: random.Random) -> tuple[GameState, State, Callable[[int, int], int]]:
    n_seats = rng.randint(2, 10)
    small_bet = rng.choice((2, 10, 7))
    cap = rng.choice((1, 3, 4, 9))
    no_cap = n_seats == 2 and rng.random() < 0.3
    rules = HoldemRules(
        n_seats=n_seats,
        small_blind=small_bet // 2,
        big_blind=small_bet,
        bet_sizes=(small_bet, small_bet, 2 * small_bet, 2 * small_bet),
        max_raises=(cap, cap, cap, cap),
        ante=rng.choice((0, 0, 1, 3)),
        no_cap_heads_up=no_cap,
    )
    stacks = random_stacks(rng, n_seats, small_bet)
    cards = HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats)
    ours = HoldemState(rules, cards, stacks)
    theirs = game_with(
        FixedLimitTexasHoldem, max_completion_betting_or_raising_count=None if no_cap else cap
    ).create_state(
        AUTOMATIONS,
        True,
        rules.ante,
        (rules.small_blind, rules.big_blind),
        small_bet,
        2 * small_bet,
        stacks,
        n_seats,
        divmod=exact_shares,
    )
    return ours, theirs, lambda seat, place: cards.holes[seat][place]


def stud_pair(rng: random.Random) -> tuple[GameState, State, Callable[[int, int], int]]:
    n_seats = rng.choice((2, 3, 4, 5, 6, 7, 8, 8))
    small_bet, bring_in = rng.choice(((4, 1), (10, 3), (7, 2)))
    cap = rng.choice((1, 4, 5, 9))
    no_cap = n_seats == 2 and rng.random() < 0.3
    rules = StudRules(
        n_seats=n_seats,
        ante=rng.choice((0, 1, 2)),
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=2 * small_bet,
        max_raises=(cap, cap, cap, cap, cap),
        no_cap_heads_up=no_cap,
    )
    stacks = random_stacks(rng, n_seats, small_bet)
    ours = StudState(rules, StudDeal.from_deck(rng.sample(DECK, 52), n_seats), stacks)
    theirs = game_with(
        FixedLimitSevenCardStud, max_completion_betting_or_raising_count=None if no_cap else cap
    ).create_state(
        AUTOMATIONS, True, rules.ante, bring_in, small_bet, 2 * small_bet, stacks, n_seats, divmod=exact_shares
    )
    return ours, theirs, lambda seat, place: ours._own[seat][place]


def replay(pair: Callable[..., tuple[GameState, State, Callable[[int, int], int]]], seed: int) -> str:
    """Play one random game on both sides; return what became of it."""
    rng = random.Random(seed)
    ours, theirs, card_of = pair(rng)
    style = rng.choice(STYLES)
    try:
        deal(ours, theirs, card_of)
        while not ours.is_over:
            assert theirs.actor_index == ours.actor
            legal = ours.legal_actions()
            if legal == (Action.CALL,) and theirs.can_post_bring_in():
                assert ours.stacks[ours.actor] <= ours.rules.bring_in
            else:
                assert legal == legal_in(theirs)
            assert ours.to_call == (theirs.checking_or_calling_amount or theirs.effective_bring_in_amount or 0)
            assert ours.pot == theirs.total_pot_amount
            assert ours.stacks == tuple(theirs.stacks)
            action = rng.choices(legal, [style[each] for each in legal])[0] if len(legal) > 1 else legal[0]
            ours.act(action)
            apply(theirs, action)
            deal(ours, theirs, card_of)
    except DivergedError:
        return "diverged"
    settle(ours, theirs)
    if not ours.has_showdown:
        return "fold"
    return (
        "community" if isinstance(ours, StudState) and ours.board else "side pots" if len(ours.pots) > 1 else "one pot"
    )


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_pokerkit_agrees_on_holdem(first: int) -> None:
    for seed in range(first, first + 25):
        assert replay(holdem_pair, seed) != "diverged", seed


def test_pokerkit_agrees_on_stud() -> None:
    ends = Counter(replay(stud_pair, seed) for seed in range(10_000, 10_200))
    assert ends["diverged"] < 20
    assert min(ends[end] for end in ("fold", "community", "side pots", "one pot")) > 3


@pytest.mark.slow
@pytest.mark.parametrize("pair", [holdem_pair, stud_pair])
def test_pokerkit_agrees_on_thousands_of_games(pair: Callable) -> None:
    ends = Counter(replay(pair, seed) for seed in range(100_000, 104_000))
    assert ends["diverged"] < (400 if pair is stud_pair else 1)
