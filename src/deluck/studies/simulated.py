"""Hands of hold'em played in bulk by scripted players that bet by their cards, bluff, and go all-in at times."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from deluck.games import BOARD_SIZES, Action, HoldemRules
from deluck.games.tables import HoldemTables, TableViews
from deluck.metrics import hand_ranks
from deluck.records import HandColumns

LOOSENESS = (0.0, 0.35)
"""Of the players in the first and the last seat; the others lie between them."""
AGGRESSION = (0.5, 0.15)


Choose = Callable[[TableViews, np.random.Generator], tuple[NDArray[np.uint8], NDArray[np.int64]]]
"""What players do at many tables at once: actions, and the bets that raises make, within their bounds."""


def simulate(
    rules: HoldemRules,
    stacks: tuple[int, ...] | None,
    n_hands: int,
    seed: int,
    looseness: Sequence[float] | None = None,
) -> HandColumns:
    """Return hands of players who sit in the same seats throughout, each with a style of its own.

    Parameters
    ----------
    rules, stacks, n_hands, seed
        As for `play_hands`.
    looseness
        What each seat adds to its hand's rank before it decides whether to fold.
    """
    loose = np.linspace(*LOOSENESS, rules.n_seats) if looseness is None else np.array(looseness)
    aggression = np.linspace(*AGGRESSION, rules.n_seats)

    def choose(views: TableViews, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        return _choose(views, rng, loose[views.seats], aggression[views.seats])

    return play_hands(rules, stacks, n_hands, seed, choose)


def play_hands(
    rules: HoldemRules, stacks: tuple[int, ...] | None, n_hands: int, seed: int, choose: Choose
) -> HandColumns:
    """Return hands of players who sit in the same seats throughout, all tables played at once.

    Parameters
    ----------
    rules, stacks
        The game, and what each seat begins every hand with.
    n_hands, seed
        How many hands; the same seed gives the same ones.
    choose
        What the players do.
    """
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.int8), (n_hands, 1)), axis=1)
    tables = HoldemTables(rules, decks, stacks)
    moves = []
    active = np.flatnonzero(tables.actors >= 0)
    while active.size:
        views = tables.views(active)
        actions, amounts = choose(views, rng)
        moves.append((active, views.seats.astype(np.int8), actions, np.where(actions == Action.RAISE, amounts, -1)))
        tables.act(active, actions, None if rules.is_limit else moves[-1][3])
        active = np.flatnonzero(tables.actors >= 0)
    hand_of, actors, actions, amounts = (np.concatenate(each) for each in zip(*moves, strict=True))
    order = np.argsort(hand_of, kind="stable")
    return HandColumns.from_holdem(
        rules=(rules,),
        names=tuple(f"player {seat}" for seat in range(rules.n_seats)),
        rules_index=np.zeros(n_hands, np.int32),
        hand_ids=np.array([f"{seed}-{number}" for number in range(n_hands)], dtype=object),
        players=np.tile(np.arange(rules.n_seats, dtype=np.int32), (n_hands, 1)),
        cards=tables.holes,
        board=tables.board,
        action_starts=np.concatenate([[0], np.cumsum(np.bincount(hand_of, minlength=n_hands))]),
        actions=actions[order],
        actors=actors[order],
        amounts=None if rules.is_limit else amounts[order],
        payoffs=tables.payoffs().astype(np.float64),
        stacks=None if stacks is None else np.tile(np.array(stacks), (n_hands, 1)),
    )


def mean_ranks(views: TableViews) -> NDArray[np.float64]:
    """Return the mean of each hand's rank now and on the river (IHR, 7cHR), float64[n]."""
    ranks = np.zeros(len(views))
    for street, size in enumerate(BOARD_SIZES):
        rows = np.flatnonzero(views.streets == street)
        if rows.size:
            found = hand_ranks(views.cards[rows].astype(np.int64), views.board[rows, :size].astype(np.int64))
            ranks[rows] = (found.immediate + found.seven_card) / 2
    return ranks


def _choose(
    views: TableViews, rng: np.random.Generator, looseness: NDArray[np.float64], aggression: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return actions and amounts: by the hand's rank, the price of a call, and chance."""
    ranks = mean_ranks(views) + rng.normal(0, 0.1, len(views))
    price = views.to_call / (views.pots + views.to_call)
    raises = views.can_raise & (rng.random(len(views)) < np.where(ranks > 0.75, 0.7, aggression * 0.4))
    folds = views.can_fold & (ranks + looseness < price + 0.35) & ~raises
    actions = np.where(raises, Action.RAISE, np.where(folds, Action.FOLD, Action.CALL)).astype(np.uint8)
    share = rng.choice((0.0, 0.5, 1.0, 50.0), len(views), p=(0.3, 0.4, 0.22, 0.08))
    wanted = views.to_call + views.bets[np.arange(len(views)), views.seats]
    wanted = wanted + (share * (views.pots + views.to_call)).astype(np.int64)
    return actions, np.clip(wanted, views.min_raise_to, views.max_raise_to)
