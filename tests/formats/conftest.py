"""Hands of random play, for round trips through every format."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from deluck.cards import DECK
from deluck.games import (
    BOARD_SIZES,
    Action,
    Forced,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    Structure,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Decision, HandRecord

NAMES = (
    "p1",
    "p|2",
    "Zoë",
    'quo"te',
    "it's",
    "back\\slash",
    "tab\there",
    "# 1",
    "[2]",
    "K♠ ace",
    "a: b",
    "\x7f",
    " ",
    "variant = 'NT'",
)
STYLES = ((0.05, 0.45, 0.5), (0.15, 0.6, 0.25), (0.3, 0.4, 0.3), (0.0, 0.5, 0.5), (0.0, 0.2, 0.8))

RandomRecord = Callable[..., HandRecord]


def whole(chips: Fraction) -> int | Fraction:
    return int(chips) if chips.denominator == 1 else chips


def play(rng: random.Random, state: GameState) -> tuple[Decision, ...]:
    style = rng.choice(STYLES)
    decisions = []
    while not state.is_over:
        legal = state.legal_actions()
        weights = [style[action] for action in legal]
        action = rng.choices(legal, weights)[0] if any(weights) else legal[0]
        amount = None
        if action is Action.RAISE and state.has_choice:
            amount = rng.choice((None, state.min_raise_to, state.max_raise_to, random_raise(rng, state)))
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    return tuple(decisions)


def random_raise(rng: random.Random, state: GameState) -> int:
    """Return the bet of a raise, small ones likelier than large ones."""
    if state.rules.is_limit:
        return rng.choice((state.min_raise_to, state.max_raise_to))
    return state.min_raise_to + int((state.max_raise_to - state.min_raise_to) * rng.random() ** 3)


def random_holdem_rules(rng: random.Random, *, with_stacks: bool) -> HoldemRules:
    small_bet = rng.choice((2, 10, 7, 200_000))
    return HoldemRules(
        n_seats=rng.randint(2, 10),
        small_blind=rng.choice((small_bet // 2, small_bet // 3, small_bet)),
        big_blind=small_bet,
        bet_sizes=(small_bet, small_bet, 2 * small_bet, 2 * small_bet),
        max_raises=rng.choice(((3, 4, 4, 4), (4, 4, 4, 4), (1, 2, 3, 4), (5, 5, 5, 5))),
        ante=rng.choice((0, 0, 1, 3)),
        no_cap_heads_up=with_stacks and rng.random() < 0.2,
        short_blind_is_full=rng.random() < 0.2,
        may_fold_unbet=rng.random() < 0.1,
    )


def random_stud_rules(rng: random.Random, *, with_stacks: bool) -> StudRules:
    small_bet, bring_in = rng.choice(((4, 1), (10, 3), (7, 2)))
    return StudRules(
        n_seats=rng.randint(2, 8),
        ante=rng.choice((0, 1, 2)),
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=2 * small_bet,
        max_raises=rng.choice((StudRules.USUAL_CAP, (4, 5, 5, 5, 5), (1, 2, 3, 4, 4))),
        no_cap_heads_up=with_stacks and rng.random() < 0.2,
        open_pair_option=rng.random() < 0.2,
        bring_in_may_complete=rng.random() < 0.9,
        may_fold_unbet=rng.random() < 0.1,
    )


def seen_only(rng: random.Random, record: HandRecord, state: GameState) -> HandRecord:
    """Return the hand as somebody at the table could have written it down: no card that was not dealt."""
    deal = record.deal
    folds = {move.seat: move.street for move in state.history if move.action is Action.FOLD}
    if isinstance(deal, HoldemDeal):
        holes = tuple(
            (None, None) if seat in folds and rng.random() < 0.5 else hole for seat, hole in enumerate(deal.holes)
        )
        return replace(record, deal=HoldemDeal(holes, deal.board[: BOARD_SIZES[state.street]]))
    hands = []
    for seat in range(record.n_seats):
        hand = state._own[seat] if seat not in folds else deal.hands[seat][: 3 + folds[seat]]
        hands.append((None, None, *hand[2:]) if seat in folds and rng.random() < 0.5 else hand)
    return replace(record, deal=StudDeal(tuple(hands), state.board[0] if state.board else None))


def random_forced(rng: random.Random, rules: HoldemRules) -> tuple[str, Forced | None]:
    """Return the forced bets of a hand: usual, big-blind ante, straddle, posts and dead blinds, missing small blind."""
    n_seats, big = rules.n_seats, rules.big_blind
    blinds, posts, dead = list(rules.forced.blinds), [0] * n_seats, list(rules.forced.dead)
    kind = rng.choice(("usual", "usual", "big-blind ante", "straddle", "posts"))
    if kind == "usual" or (n_seats == 2 and kind != "big-blind ante"):
        return "usual", None
    if kind == "big-blind ante":
        dead[rules.big_blind_seat] += rng.choice((big, big // 2 + 1))
    elif kind == "straddle":
        blinds[2] = 2 * big
    else:
        blinds[rules.small_blind_seat] = rng.choice((0, rules.small_blind))
        for seat in range(2, n_seats):
            if rng.random() < 0.4:
                posts[seat] = big
                dead[seat] += rng.choice((0, rules.small_blind))
    return kind, Forced(tuple(blinds), tuple(posts), tuple(dead))


def random_no_limit(seed: int) -> tuple[str, HandRecord]:
    """Return a random hand of no-limit or pot-limit and the kind of its forced bets."""
    rng = random.Random(seed)
    structure = (Structure.NO_LIMIT, Structure.POT_LIMIT)[seed % 2]
    small, big = rng.choice(((1, 2), (5, 10), (50, 100), (3, 7)))
    rules = HoldemRules(
        n_seats=rng.randint(2, 10),
        small_blind=small,
        big_blind=big,
        structure=structure,
        ante=rng.choice((0, 0, 1, big)),
        min_bet=rng.choice((0, 0, 2 * big)),
        may_fold_unbet=rng.random() < 0.2,
    )
    kind, forced = random_forced(rng, rules)
    low, high = rng.choice(((60, 100), (1, 12), (1, 40), (2, 300)))
    stacks = tuple(max(1, rng.randint(low * big // 2, high * big)) for _ in range(rules.n_seats))
    deal = HoldemDeal.from_deck(rng.sample(DECK, 52), rules.n_seats)
    state = HoldemState(rules, deal, stacks, forced)
    decisions = play(rng, state)
    record = HandRecord(
        rules=rules,
        deal=deal,
        decisions=decisions,
        payoffs=state.payoffs(),
        names=tuple(f"p{seat}" for seat in range(rules.n_seats)),
        stacks=stacks,
        forced=forced,
        hand_id=str(seed),
        time=rng.choice((None, datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC))),
        site=rng.choice(("", "PokerStars")),
        table=rng.choice(("", "Aludra II")),
        tournament=rng.choice(("", "1234")),
        hero=rng.choice((None, 0)),
        outside=rng.choice((None, tuple(range(rules.n_seats)))),
        level=rng.choice(("", "", "IV", "12")),
        speed=rng.choice(("", "", "fast-fold", "turbo", "hyper-turbo")),
    )
    return kind, record


@pytest.fixture(scope="session")
def random_record() -> RandomRecord:
    """Return a function that plays a random hand: of a game, or by given rules; a plain one, or one hard to write."""

    def record_of(seed: int, game: str = "holdem", rules: Rules | None = None, *, is_plain: bool = False) -> HandRecord:
        rng = random.Random(seed)
        with_stacks = not is_plain and rng.random() < 0.6
        if rules is None:
            make = random_holdem_rules if game == "holdem" else random_stud_rules
            rules = make(rng, with_stacks=with_stacks)
        unit = max(rules.bet_sizes)
        stacks = None
        if with_stacks:
            low, high = rng.choice(((60, 100), (1, 12), (1, 40), (1, 3)))
            stacks = tuple(max(1, rng.randint(low * unit // 4, high * unit)) for _ in range(rules.n_seats))
        deck = rng.sample(DECK, 52)
        state: GameState
        if isinstance(rules, HoldemRules):
            deal = HoldemDeal.from_deck(deck, rules.n_seats)
            state = HoldemState(rules, deal, stacks)
        else:
            deal = StudDeal.from_deck(deck, rules.n_seats)
            state = StudState(rules, deal, stacks)
        decisions = play(rng, state)
        payoffs = tuple(map(whole, state.exact_payoffs())) if rng.random() < 0.5 else state.payoffs()
        names = [f"p{seat}" for seat in range(rules.n_seats)]
        rake = 0
        if not is_plain:
            names = rng.sample(NAMES, rules.n_seats)
            best = max(range(rules.n_seats), key=payoffs.__getitem__)
            if rng.random() < 0.3 and payoffs[best] > 2:
                rake = rng.randint(1, int(payoffs[best]))
                payoffs = tuple(paid - rake * (seat == best) for seat, paid in enumerate(payoffs))
        record = HandRecord(
            rules=rules,
            deal=deal,
            decisions=decisions,
            payoffs=payoffs,
            names=tuple(names),
            stacks=stacks,
            rake=rake,
            hand_id=str(rng.randint(0, 10**6)) if is_plain else rng.choice(("", "0", "12", "007", "x-1", "Zoë's")),
            currency="" if is_plain else rng.choice(("", "$")),
            chips_per_unit=1 if is_plain else rng.choice((1, 100)),
        )
        return record if rng.random() < 0.3 and not is_plain else seen_only(rng, record, state)

    return record_of
