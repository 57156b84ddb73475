"""What is written is read by pokerkit too: PokerStars text and ACPC lines of random hands, to the same play and money.

pokerkit reads no-limit hold'em of PokerStars without antes, dead chips and straddles, and logs of the ACPC.
"""

import random
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
from pokerkit import FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.notation import ACPCProtocolParser, HandHistory

from deluck.cards import DECK, format_cards
from deluck.evaluator import strengths
from deluck.formats import format_line, pokerstars, read_text
from deluck.formats.acpc_games import rules_of, stacks_of
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, Structure
from deluck.records import Decision, HandRecord, replay

from .conftest import play

WORDS = {Action.FOLD: "f", Action.CALL: "cc", Action.RAISE: "cbr"}


def random_hand(seed: int, kind: str) -> HandRecord:
    """Return a hand with stacks that differ, so that there are side pots; every card known."""
    rng = random.Random(seed)
    n_seats = rng.randint(2 if kind == "usual" else 4, 9)
    rules = HoldemRules(n_seats=n_seats, small_blind=50, big_blind=100, structure=Structure.NO_LIMIT)
    blinds, posts, dead = (list(chips) for chips in rules.forced)
    if kind == "post":  # of a seat that came or came back
        posts[rng.randrange(2, n_seats)] = 100
    forced = Forced(tuple(blinds), tuple(posts), tuple(dead))
    stacks = tuple(rng.randint(300, rng.choice((600, 4_000, 20_000))) for _ in range(n_seats))
    state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats), stacks, forced)
    decisions = decided(rng, state)
    return HandRecord(
        rules=rules,
        deal=HoldemDeal(state._own, state.board),
        decisions=decisions,
        payoffs=state.payoffs(),
        names=tuple(f"Player {seat}" for seat in range(n_seats)),
        stacks=stacks,
        forced=forced,
        hand_id=str(seed),
    )


def decided(rng: random.Random, state: HoldemState) -> tuple[Decision, ...]:
    """Play a hand to its end and return the decisions, the amount of every raise stated where there is a choice."""
    play(rng, state)
    is_limit = state.rules.is_limit
    return tuple(
        Decision(move.seat, move.action, move.amount if move.action is Action.RAISE and not is_limit else None)
        for move in state.history
    )


def by_pokerkit(hand: HandRecord) -> HandHistory:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it does not know all fields that it sets itself
        (history,) = HandHistory.from_pokerstars(pokerstars.format_hand(hand))
    return history


def betting(history: HandHistory) -> list[str]:
    return [action.split("#")[0].strip() for action in history.actions if re.match(r"p\d+ (f|cc|cbr)", action)]


@pytest.mark.parametrize("kind", ["usual", "post"])
def test_pokerstars_text_is_read_by_pokerkit_to_the_same_betting_board_and_money(kind):
    n_side_pots = n_showdowns = 0
    for seed in range(50):
        hand = random_hand(seed, kind)
        assert [each.payoffs for each in read_text(pokerstars.format_hand(hand))] == [hand.payoffs]
        history = by_pokerkit(hand)
        assert tuple(history.starting_stacks) == hand.stacks
        assert tuple(history.players) == hand.names
        posts = hand.forced.posts if hand.forced else (0,) * hand.n_seats
        assert tuple(history.blinds_or_straddles) == (50, 100, *(-post for post in posts[2:]))
        ours = [
            f"p{each.seat + 1} {WORDS[each.action]}" + ("" if each.amount is None else f" {each.amount}")
            for each in hand.decisions
        ]
        found = betting(history)
        assert found[: len(ours)] == ours
        assert all(action.endswith("cc") for action in found[len(ours) :])  # added when all are all-in
        board = "".join(action.split()[2] for action in history.actions if action.startswith("d db"))
        assert board == format_cards([card for card in hand.deal.board if card is not None])
        final = replay(hand)
        n_showdowns += final.has_showdown
        *_, end = history
        assert sum(end.payoffs) == 0
        n_side_pots += len({paid for paid, gone in zip(final.contributions, final.folded, strict=True) if not gone}) > 1
        differences = [abs(one - other) for one, other in zip(end.payoffs, hand.payoffs, strict=True)]
        if any(differences):  # the odd chip of a pot that is split goes to another of its winners there
            assert max(differences) <= 2
            tied = [hand.deal.holes[seat] + hand.deal.board for seat, chips in enumerate(differences) if chips]
            assert len(set(strengths(np.array(tied)).tolist())) == 1
    assert n_showdowns > 8
    assert n_side_pots > 2


ACPC_GAMES = {
    Structure.NO_LIMIT: lambda: NoLimitTexasHoldem((), True, 0, (50, 100), 100),
    Structure.FIXED_LIMIT: lambda: FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20),
}


def acpc_hand(seed: int, n_seats: int, structure: Structure) -> HandRecord:
    rng = random.Random(seed)
    names = tuple(f"p{seat}" for seat in range(n_seats))
    rules, stacks = rules_of(n_seats, structure), stacks_of(names, structure)
    state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(DECK, 52), n_seats), stacks)
    decisions = decided(rng, state)
    return HandRecord(
        rules=rules,
        deal=HoldemDeal(state._own, state.board),
        decisions=decisions,
        payoffs=tuple(map(_whole, state.exact_payoffs())),
        names=names,
        stacks=stacks,
        hand_id=str(seed),
    )


def _whole(chips: Fraction | int) -> Fraction | int:
    return int(chips) if chips == int(chips) else Fraction(chips)


@pytest.mark.parametrize(
    ("structure", "n_seats"),
    [(Structure.NO_LIMIT, 2), (Structure.NO_LIMIT, 3), (Structure.NO_LIMIT, 6), (Structure.FIXED_LIMIT, 2)],
)
def test_acpc_lines_are_read_by_pokerkit_to_the_same_money(structure, n_seats):
    n_compared = 0
    for seed in range(40):
        hand = acpc_hand(seed, n_seats, structure)
        if any(isinstance(paid, Fraction) for paid in hand.payoffs):
            continue  # a split pot with a chip that is cut
        stack = 20_000 if structure is Structure.NO_LIMIT else 10_000
        parser = ACPCProtocolParser(ACPC_GAMES[structure](), stack)
        (history,) = parser(format_line(hand), error_status=True)
        *_, end = history
        assert tuple(history.players) == hand.names
        assert tuple(end.payoffs) == hand.payoffs, seed
        n_compared += 1
    assert n_compared > 20
