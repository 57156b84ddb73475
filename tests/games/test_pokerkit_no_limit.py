"""pokerkit replays random games of no-limit and pot-limit hold'em: same turns, bounds of raises, chips and payoffs.

Known differences, each adapted to below:

- pokerkit finds the first seat to act by the chips that were posted; here it is the seat after the largest blind
  that was due, even if a short stack could not post it (`open_after_the_blind_due`).
- pokerkit lets a short all-in that is the first bet or raise of a street open the betting again, and forgets short
  all-ins that added up to a full raise when another one follows (`Reopening`).
- Odd chips: see `exact_shares`.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace

import pytest
from pokerkit import BettingStructure, FixedLimitTexasHoldem, NoLimitTexasHoldem, State

from deluck.cards import DECK
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, IllegalAction, Structure

from .pokerkit_games import AUTOMATIONS, apply, deal, exact_shares, game_with, legal_in, settle

PotLimitTexasHoldem = game_with(NoLimitTexasHoldem, betting_structure=BettingStructure.POT_LIMIT)

# weights of fold, call, raise; then of raises of smallest, largest, any and next to smallest size, and all-in
STYLES = (
    ((5, 45, 50), (10, 1, 3, 6, 0)),
    ((15, 60, 25), (3, 1, 3, 3, 1)),
    ((30, 40, 30), (2, 2, 2, 1, 1)),
    ((0, 50, 50), (8, 1, 2, 6, 1)),
    ((10, 30, 60), (1, 3, 1, 1, 3)),
)
SEATS = (2, 2, 3, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10)


@dataclass(frozen=True)
class Table:
    """A random game: its rules, the forced bets of the hand, the stacks, and how pokerkit must treat the antes."""

    rules: HoldemRules
    forced: Forced | None
    stacks: tuple[int, ...]
    kind: str
    trims_antes: bool


class Reopening:
    """Who may raise after short all-ins, by the rule of tournament directors (TDA 2024, rule 47).

    A seat that has acted may raise only if it faces at least a full raise: the largest full bet or raise of the
    street so far, at least the smallest bet.
    """

    def __init__(self, smallest_bet: int) -> None:
        self.smallest_bet = smallest_bet
        self.street = -1

    def is_open(self, ours: HoldemState) -> bool:
        if ours.street != self.street:
            self.street = ours.street
            self.full_raise = self.smallest_bet
            self.acted_at: dict[int, int] = {}
            self.n_full = self.n_short = 0
        level = max(ours.bets)
        return level - self.acted_at.get(ours.actor, -self.full_raise) >= self.full_raise

    def note(self, seat: int, level: int, raise_to: int) -> None:
        """Store that a seat acted: the largest bet before, and what it raised to (or the same)."""
        if raise_to - level >= self.full_raise:
            self.full_raise = raise_to - level
            self.n_full += 1
        elif raise_to > level:
            self.n_short += 1
        self.acted_at[seat] = raise_to

    def difference(self, ours: HoldemState, theirs: State) -> str:
        """Return how pokerkit differs where it lets other seats raise, by the name of the case."""
        if theirs.can_complete_bet_or_raise_to():
            assert not ours.max_raise_to
            assert self.n_full == 0
            return "pokerkit lets a first short all-in reopen"
        assert ours.max_raise_to
        assert self.n_short > 2
        return "pokerkit forgets short all-ins"


def random_stacks(rng: random.Random, n_seats: int, big_blind: int) -> tuple[int, ...]:
    """Return stacks of up to 300 big blinds: deep, short or mixed, some below the forced bets."""
    low, high = rng.choice(((1, 300), (80, 120), (1, 25), (1, 8), (0, 3), (0, 60)))
    stacks = [rng.randint(max(1, low * big_blind), high * big_blind) for _ in range(n_seats)]
    if rng.random() < 0.3:
        stacks[rng.randrange(n_seats)] = rng.randint(1, 2 * big_blind)
    return tuple(stacks)


def random_table(rng: random.Random, structure: Structure) -> Table:
    n_seats = rng.choice(SEATS)
    small, big = rng.choice(((1, 2), (5, 10), (3, 7), (50, 100), (10, 10), (0, 4)))
    stacks = random_stacks(rng, n_seats, big)
    kind = rng.choice(("plain", "ante", "big-blind ante", "straddle", "posts"))
    ante = rng.choice((1, max(1, big // 5), big)) if kind == "ante" or (kind == "posts" and rng.random() < 0.2) else 0
    bets = (
        {"bet_sizes": (big, big, 2 * big, 2 * big), "max_raises": (4,) * 4}
        if structure is Structure.FIXED_LIMIT
        else {}
    )
    rules = HoldemRules(n_seats=n_seats, small_blind=small, big_blind=big, structure=structure, ante=ante, **bets)
    forced = random_forced(rng, rules, kind)
    if kind == "big-blind ante" and rng.random() < 0.5:  # the same by the rules
        rules = replace(rules, big_blind_ante=forced.dead[rules.big_blind_seat])
        forced = None
    # antes and dead chips of some seats are for all; where everybody has an ante, a short one wins as much from each
    trims = kind == "ante" or not any(rules.forced.dead if forced is None else forced.dead)
    if kind == "posts":
        # A seat short of its dead chips wins at most as much from each other seat that owed some; pokerkit has this
        # for all dead chips or for none, so nobody is short of them here.
        owed = (forced or rules.forced).dead
        stacks = tuple(max(chips, due) for chips, due in zip(stacks, owed, strict=True))
    return Table(rules, forced, stacks, kind, trims)


def random_forced(rng: random.Random, rules: HoldemRules, kind: str) -> Forced | None:
    """Return the forced bets of a hand of this kind, or None for the usual ones."""
    n_seats, big = rules.n_seats, rules.big_blind
    blinds, posts, dead = list(rules.forced.blinds), [0] * n_seats, [rules.ante] * n_seats
    if kind == "big-blind ante":
        dead[rules.big_blind_seat] = rng.choice((big, big // 2, 2 * big))
    elif kind == "straddle":
        seat = 2 % n_seats if rng.random() < 0.7 else rules.button
        if seat != rules.big_blind_seat:
            blinds[seat] = 2 * big
        if n_seats > 4 and seat == 2 and rng.random() < 0.3:
            blinds[3] = 4 * big
    elif kind == "posts":
        if rng.random() < 0.5:
            blinds[rules.small_blind_seat] = 0
        for seat in range(n_seats):
            if seat not in (rules.small_blind_seat, rules.big_blind_seat) and rng.random() < 0.4:
                posts[seat] = big
                dead[seat] += rng.choice((0, rules.small_blind))
    else:
        return None
    return Forced(tuple(blinds), tuple(posts), tuple(dead))


def pokerkit_state(table: Table) -> State:
    """Return the same game in pokerkit; heads-up it takes the forced bets small blind first."""
    rules = table.rules
    forced = table.forced or rules.forced
    blinds = [blind or -post for blind, post in zip(forced.blinds, forced.posts, strict=True)]
    order = slice(None, None, -1 if rules.n_seats == 2 else 1)
    limit = rules.structure is Structure.FIXED_LIMIT
    game = {
        Structure.NO_LIMIT: NoLimitTexasHoldem,
        Structure.POT_LIMIT: PotLimitTexasHoldem,
        Structure.FIXED_LIMIT: FixedLimitTexasHoldem,  # four bets a street
    }[rules.structure]
    bets = (rules.big_blind, 2 * rules.big_blind) if limit else (rules.big_blind,)
    return game.create_state(
        AUTOMATIONS,
        table.trims_antes,
        tuple(forced.dead)[order],
        tuple(blinds)[order],
        *bets,
        table.stacks,
        rules.n_seats,
        divmod=exact_shares,
    )


def open_after_the_blind_due(table: Table, theirs: State) -> None:
    """Turn pokerkit's order before the flop to the seat after the largest blind or straddle that was due."""
    blinds = (table.forced or table.rules.forced).blinds
    n_seats = len(blinds)
    posting = (1, 0) if n_seats == 2 else range(n_seats)
    last = max(posting, key=lambda seat: (blinds[seat], list(posting).index(seat)))
    waiting = sorted(theirs.actor_indices, key=lambda seat: (seat - last - 1) % n_seats)
    theirs.actor_indices.clear()
    theirs.actor_indices.extend(waiting)


def compare(ours: HoldemState, theirs: State, *, is_open: bool) -> bool:
    """Assert that both sides offer the same; return whether pokerkit differs in who may raise after short all-ins."""
    assert theirs.actor_index == ours.actor
    assert ours.to_call == theirs.checking_or_calling_amount
    assert ours.pot == theirs.total_pot_amount
    assert ours.stacks == tuple(theirs.stacks)
    assert ours.bets == tuple(theirs.bets)
    expected = legal_in(theirs)
    differs = False
    if ours.rules.structure is not Structure.FIXED_LIMIT:
        may_raise = is_open and can_raise(theirs)
        differs = may_raise != (Action.RAISE in expected)
        expected = tuple(action for action in Action if (may_raise if action is Action.RAISE else action in expected))
    assert ours.legal_actions() == expected
    if Action.RAISE not in expected:
        assert (ours.min_raise_to, ours.max_raise_to) == (0, 0)
    elif not differs:
        assert ours.min_raise_to == theirs.min_completion_betting_or_raising_to_amount
        assert ours.max_raise_to == theirs.max_completion_betting_or_raising_to_amount
    return differs


def can_raise(theirs: State) -> bool:
    """Return whether the actor has more than a call, and another seat could put in more than the largest bet."""
    level, actor = max(theirs.bets), theirs.actor_index
    reach = [stack + bet for stack, bet in zip(theirs.stacks, theirs.bets, strict=True)]
    others = [seat for seat in theirs.player_indices if theirs.statuses[seat] and seat != actor]
    return reach[actor] > level and any(reach[seat] > level for seat in others)


def choose(rng: random.Random, ours: HoldemState, style: tuple, *, may_raise: bool) -> tuple[Action, int | None]:
    actions, sizes = style
    legal = [action for action in ours.legal_actions() if action is not Action.RAISE or may_raise]
    weights = [actions[action] for action in legal]
    action = rng.choices(legal, weights if any(weights) else None)[0]
    if action is not Action.RAISE:
        return action, None
    low, high = ours.min_raise_to, ours.max_raise_to
    amounts = (low, high, rng.randint(low, high), min(high, low + rng.randint(0, ours.rules.big_blind)), high)
    return action, rng.choices(amounts, sizes)[0]


def refuses_other_amounts(ours: HoldemState) -> None:
    """Assert that nothing outside the bounds is a legal raise, and that a refused raise changes nothing."""
    before = (ours.actor, ours.pot, ours.stacks, ours.history)
    for amount in (ours.min_raise_to - 1, ours.max_raise_to + 1):
        with pytest.raises(IllegalAction):
            ours.act(Action.RAISE, amount)
    assert (ours.actor, ours.pot, ours.stacks, ours.history) == before


def replay(structure: Structure, seed: int) -> list[str]:
    """Play one random game on both sides; return what happened in it."""
    rng = random.Random(seed)
    table = random_table(rng, structure)
    cards = HoldemDeal.from_deck(rng.sample(DECK, 52), table.rules.n_seats)
    ours = HoldemState(table.rules, cards, table.stacks, table.forced)
    theirs = pokerkit_state(table)
    style = rng.choice(STYLES)
    reopening = Reopening(table.rules.big_blind)
    events = [table.kind]

    def card_of(seat: int, place: int) -> int:
        return cards.holes[seat][place]

    deal(ours, theirs, card_of)
    open_after_the_blind_due(table, theirs)
    while not ours.is_over:
        differs = compare(ours, theirs, is_open=reopening.is_open(ours))
        if differs:
            events.append(reopening.difference(ours, theirs))
        if rng.random() < 0.1:
            refuses_other_amounts(ours)
        # a raise that only our side allows cannot be replayed
        action, amount = choose(rng, ours, style, may_raise=not differs)
        seat, level = ours.actor, max(ours.bets)
        events.append(action.label)
        if amount is not None and amount == ours.stacks[seat] + ours.bets[seat]:
            events.append("short all-in" if amount - level < reopening.full_raise else "all-in")
        ours.act(action, amount)
        apply(theirs, action, amount)
        reopening.note(seat, level, amount or level)
        deal(ours, theirs, card_of)
    settle(ours, theirs)
    events.append("side pots" if len(ours.pots) > 1 else "showdown" if ours.has_showdown else "all folded")
    return events


def replay_many(structure: Structure, seeds: range) -> Counter[str]:
    """Replay many games; return how often each thing happened in them."""
    events: Counter[str] = Counter()
    for seed in seeds:
        try:
            events.update(replay(structure, seed))
        except AssertionError as error:
            error.add_note(f"{structure}, seed {seed}")
            raise
    return events


@pytest.mark.parametrize("structure", [Structure.NO_LIMIT, Structure.POT_LIMIT])
def test_pokerkit_agrees_on_random_games(structure: Structure) -> None:
    events = replay_many(structure, range(500))
    happened = ("plain", "ante", "big-blind ante", "straddle", "posts", "fold", "call", "raise", "short all-in")
    assert min(events[event] for event in (*happened, "all-in", "side pots", "showdown", "all folded")) > 20
    assert 0 < events["pokerkit lets a first short all-in reopen"] < 25


def test_pokerkit_agrees_on_fixed_limit_with_all_forced_bets() -> None:
    events = replay_many(Structure.FIXED_LIMIT, range(200))
    assert min(events[event] for event in ("plain", "ante", "big-blind ante", "straddle", "posts", "side pots")) > 20


@pytest.mark.slow
@pytest.mark.parametrize("structure", [Structure.NO_LIMIT, Structure.POT_LIMIT])
def test_pokerkit_agrees_on_thousands_of_random_games(structure: Structure) -> None:
    events = replay_many(structure, range(100_000, 110_000))
    assert 0 < events["pokerkit lets a first short all-in reopen"] < 500
    assert events["pokerkit forgets short all-ins"] < 50
