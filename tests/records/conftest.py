"""Records of hands played at random: both games, all seats, short stacks, rake, cut chips, cards hidden."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from deluck.cards import DECK
from deluck.games import Action, GameState, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState
from deluck.records import Decision, HandRecord

NAMES = ("Alice", "bob", "Zoë ♠", "", "a b\tc", "日本", "x" * 60, "Hero")


def new_holdem(rng: random.Random) -> tuple[HoldemState, tuple[int, ...] | None]:
    n_seats = rng.randint(2, 10)
    stacks = tuple(rng.choice((1, 7, 40, 400)) + rng.randint(0, 30) for _ in range(n_seats))
    given = stacks if rng.random() < 0.6 else None
    rules = HoldemRules(
        n_seats=n_seats,
        small_blind=rng.choice((0, 5, 10)),
        big_blind=10,
        bet_sizes=(10, 10, 20, 20),
        ante=rng.choice((0, 0, 1)),
        no_cap_heads_up=given is not None and rng.random() < 0.3,
        short_blind_is_full=rng.random() < 0.3,
        may_fold_unbet=rng.random() < 0.3,
    )
    return HoldemState(rules, HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats), given), given


def new_stud(rng: random.Random) -> tuple[StudState, tuple[int, ...] | None]:
    n_seats = rng.randint(2, 8)
    stacks = tuple(rng.choice((1, 7, 40, 400)) + rng.randint(0, 30) for _ in range(n_seats))
    given = stacks if rng.random() < 0.6 else None
    rules = StudRules(
        n_seats=n_seats,
        ante=rng.choice((0, 1)),
        bring_in=rng.choice((1, 3)),
        small_bet=10,
        big_bet=20,
        open_pair_option=rng.random() < 0.5,
        may_fold_unbet=rng.random() < 0.3,
    )
    return StudState(rules, StudDeal.from_deck(rng.sample(DECK, 52), n_seats), given), given


def play_out(state: GameState, rng: random.Random) -> tuple[Decision, ...]:
    """Play at random to the end; return the decisions, with their sizes where the rules leave a choice."""
    foldable = rng.choice((0, 0.05, 0.3))
    decisions = []
    while state.actor is not None:
        legal = state.legal_actions()
        action = rng.choice([each for each in legal if each is not Action.FOLD])
        if Action.FOLD in legal and rng.random() < foldable:
            action = Action.FOLD
        amount = None
        if action is Action.RAISE and state.has_choice and rng.random() < 0.7:
            amount = rng.choice((state.min_raise_to, state.max_raise_to))
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    return tuple(decisions)


def hidden(cards: tuple, share: float, rng: random.Random, places: tuple[int, ...] = tuple(range(7))) -> tuple:
    return tuple(None if place in places and rng.random() < share else card for place, card in enumerate(cards))


def kept_deal(state: GameState, rng: random.Random) -> HoldemDeal | StudDeal:
    """Return the deal, some cards hidden from the record."""
    share = rng.choice((0, 0, 0.2, 1))
    deal = state._deal
    if isinstance(deal, HoldemDeal):
        holes = tuple(hidden(hole, share, rng) for hole in deal.holes)
        return HoldemDeal(holes, hidden(deal.board, share, rng) if rng.random() < 0.3 else deal.board)
    if rng.random() < 0.5:
        return deal
    # as a log has it: the cards that were dealt, and who opened where up cards are not known
    places = (0, 1, 6) if state.rules.open_pair_option else tuple(range(7))
    hands = tuple(hidden(cards, share, rng, places) for cards in state._own)
    moves = {}
    for move in state.history:
        moves.setdefault(move.street, move.seat)
    openers = tuple(moves.get(street) for street in range(rng.choice((5, max(moves, default=-1) + 1))))
    if share == 0 and rng.random() < 0.5:
        openers = ()
    return StudDeal(hands, state.board[0] if state.board else None, (), openers)


def record_of_a_game(rng: random.Random, game: str) -> HandRecord:
    state, stacks = new_holdem(rng) if game == "holdem" else new_stud(rng)
    decisions = play_out(state, rng)
    payoffs = list(state.exact_payoffs() if rng.random() < 0.3 else state.payoffs())
    rake = 0
    if rng.random() < 0.3:
        winner = max(range(state.n_seats), key=lambda seat: payoffs[seat] + state.contributions[seat])
        rake = rng.randint(0, int(payoffs[winner] + state.contributions[winner]))
        payoffs[winner] -= rake
    currency, chips_per_unit = rng.choice((("", 1), ("$", 100), ("€", 100), ("$", 1)))
    return HandRecord(
        rules=state.rules,
        deal=kept_deal(state, rng),
        decisions=decisions,
        payoffs=tuple(int(chips) if chips.denominator == 1 else Fraction(chips) for chips in payoffs),
        names=tuple(rng.choice(NAMES) for _ in range(state.n_seats)),
        stacks=stacks,
        rake=rake,
        hand_id=rng.choice(("", "7", "#12345678901234567890", "é\x00")),
        currency=currency,
        chips_per_unit=chips_per_unit,
    )


@pytest.fixture(scope="session")
def records_of() -> st.SearchStrategy[list[HandRecord]]:
    """Return, for a game, a strategy of lists of records of it; the ids tell the hands apart."""

    def strategy(game: str) -> st.SearchStrategy[list[HandRecord]]:
        return st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=12).map(
            lambda seeds: [
                replace(record, hand_id=f"{record.hand_id}{number}")
                for number, record in enumerate(record_of_a_game(random.Random(seed), game) for seed in seeds)
            ]
        )

    return strategy
