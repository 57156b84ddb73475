"""Hands of hold'em valued a second on one core: board luck and all-in EV, no-limit DIVAT, prices of decisions.

The hands are of scripted players that see a flop in about half of the hands, heads-up and six-handed, 200 and 100 big
blinds deep. Equities before the flop are exact throughout: there is nothing to sample.
"""

import resource
from functools import cache

import numpy as np

from deluck.estimators import Context
from deluck.estimators.all_in import ALL_IN
from deluck.estimators.board_luck import BOARD_LUCK
from deluck.estimators.deals import forget
from deluck.estimators.divat_nl.family import DIVAT_NL
from deluck.estimators.prices import PRICES
from deluck.games import HoldemRules
from deluck.games.tables import HoldemTables, TableViews
from deluck.metrics import hand_ranks
from deluck.records import HandColumns, walk
from report import Figure, best_seconds, print_figures, run_alone

N_HANDS = 8_192
FAMILIES = ((ALL_IN, 10_000), (BOARD_LUCK, 10_000), (DIVAT_NL, 2_000), (PRICES, 3_000))
MOST_GROWTH = 1.5


def choose(views: TableViews, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return what tight players do: by the rank of their hand, the number of opponents and the price of a call."""
    ranks = np.zeros(len(views))
    for street, size in enumerate((0, 3, 4, 5)):
        rows = np.flatnonzero(views.streets == street)
        if rows.size:
            found = hand_ranks(views.cards[rows].astype(np.int64), views.board[rows, :size].astype(np.int64))
            ranks[rows] = (found.immediate + found.seven_card) / 2
    n_seats = views.folded.shape[1]
    ranks += rng.normal(0, 0.1, len(views))
    price = views.to_call / (views.pots + views.to_call)
    raises = views.can_raise & (ranks > rng.uniform(0.55, 1.0, len(views)))
    least = np.where(views.streets == 0, 0.12 if n_seats == 2 else 0.42, 0.1)
    folds = views.can_fold & ~raises & (ranks < price + least)
    actions = np.where(raises, 2, np.where(folds, 0, 1)).astype(np.uint8)
    bets = views.bets[np.arange(len(views)), views.seats]
    to = views.to_call + bets + (rng.choice((0.4, 0.7, 1.0), len(views)) * (views.pots + views.to_call)).astype(int)
    return actions, np.clip(to, views.min_raise_to, views.max_raise_to)


@cache
def hands_of(n_seats: int, n_hands: int = N_HANDS) -> HandColumns:
    """Return hands of as many seats."""
    rng = np.random.default_rng(n_seats)
    stacks = ((20_000 if n_seats == 2 else 10_000),) * n_seats
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.int8), (n_hands, 1)), axis=1)
    tables = HoldemTables(HoldemRules.no_limit(n_seats), decks, stacks)
    moves = []
    active = np.arange(n_hands)
    while active.size:
        views = tables.views(active)
        actions, amounts = choose(views, rng)
        moves.append((active, views.seats.astype(np.int8), actions, np.where(actions == 2, amounts, -1)))
        tables.act(active, actions, moves[-1][3])
        active = np.flatnonzero(tables.actors >= 0)
    hand_of, actors, actions, amounts = (np.concatenate(each) for each in zip(*moves, strict=True))
    order = np.argsort(hand_of, kind="stable")
    return HandColumns.from_holdem(
        rules=(tables.rules,),
        names=tuple(f"seat {seat}" for seat in range(n_seats)),
        rules_index=np.zeros(n_hands, np.int32),
        hand_ids=np.array([str(number) for number in range(n_hands)], dtype=object),
        players=np.tile(np.arange(n_seats, dtype=np.int32), (n_hands, 1)),
        cards=tables.holes,
        board=tables.board,
        action_starts=np.concatenate([[0], np.cumsum(np.bincount(hand_of, minlength=n_hands))]),
        actions=actions[order],
        actors=actors[order],
        amounts=amounts[order],
        payoffs=tables.payoffs().astype(np.float64),
        stacks=np.tile(np.array(stacks), (n_hands, 1)),
    )


def measure() -> bool:
    """Measure each family on one core, and the memory that more hands take."""
    figures = []
    for n_seats, table in ((2, "heads-up"), (6, "six seats")):
        hands = hands_of(n_seats)
        decisions = walk(hands)
        flops = (decisions.last_streets > 0).mean()
        figures.append(Figure(f"{table}: hands with a flop", f"{flops:.0%}"))
        for family, least in FAMILIES:

            def value(family: object = family) -> None:
                forget()
                family.values(hands, decisions, Context())  # noqa: B023 - called at once

            rate = N_HANDS / best_seconds(value, 3)
            figures.append(
                Figure(f"{table}: {family.name}", f"{rate:,.0f} hands/s", f"≥ {least:,}/s", kept=rate >= least)
            )
    figures.append(_growth())
    return print_figures("Hold'em estimators, one core, exact equities", figures)


def _growth() -> Figure:
    """Measure the most memory that four times as many hands take: parts are valued one after the other."""

    def peak(n_parts: int) -> float:
        for _ in range(n_parts):
            hands = hands_of(6)
            for family, _ in FAMILIES:
                family.values(hands, walk(hands), Context())
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    once, four = peak(1), peak(4)
    return Figure(
        "memory of 4 parts over that of 1", f"{four / once:.2f}", f"≤ {MOST_GROWTH}", kept=four / once <= MOST_GROWTH
    )


if __name__ == "__main__":
    run_alone(measure)
