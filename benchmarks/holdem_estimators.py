"""Hands of hold'em valued a second on one core: board luck and all-in EV, DIVAT by one-street baselines, prices.

The hands are of scripted players that see a flop in about half of the hands: no-limit heads-up and six-handed, 200 and
100 big blinds deep, and limit with ten seats. Equities before the flop are exact throughout: there is nothing to
sample but the flops of DIVAT, 400 of them, 200 in limit. Processor time of one thread; two cores by the clock.
"""

import os
import resource
import time
from functools import cache

import numpy as np

from deluck.estimators import Context
from deluck.estimators.all_in import ALL_IN
from deluck.estimators.board_luck import BOARD_LUCK
from deluck.estimators.deals import forget
from deluck.estimators.divat_nl.family import DIVAT_NL, DIVAT_RING
from deluck.estimators.own_cards import OWN_CARDS
from deluck.estimators.prices import PRICES
from deluck.games import HoldemRules
from deluck.games.tables import TableViews
from deluck.parallel import run_parts
from deluck.records import HandColumns, walk
from deluck.studies.simulated import mean_ranks, play_hands
from report import Figure, best_seconds, print_figures, run_alone

N_HANDS = 8_192
NO_LIMIT = ((ALL_IN, 10_000), (BOARD_LUCK, 10_000), (DIVAT_NL, 2_000), (PRICES, 3_000), (OWN_CARDS, 0))
LIMIT = ((BOARD_LUCK, 10_000), (DIVAT_RING, 2_000), (PRICES, 3_000))
GAMES = {
    "heads-up": (HoldemRules.no_limit(2), (20_000,) * 2, NO_LIMIT),
    "six seats": (HoldemRules.no_limit(6), (10_000,) * 6, NO_LIMIT),
    "limit, ten seats": (HoldemRules.limit(10), None, LIMIT),
}
MOST_GROWTH = 1.5
LEAST_RATIO = 1.7


def choose(views: TableViews, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return what tight players do: by the rank of their hand, the number of opponents and the price of a call."""
    n_seats = views.folded.shape[1]
    ranks = mean_ranks(views) + rng.normal(0, 0.1, len(views))
    price = views.to_call / (views.pots + views.to_call)
    raises = views.can_raise & (ranks > rng.uniform(0.55, 1.0, len(views)))
    least = np.where(views.streets == 0, 0.12 if n_seats == 2 else 0.36, 0.1)
    folds = views.can_fold & ~raises & (ranks < price + least)
    actions = np.where(raises, 2, np.where(folds, 0, 1)).astype(np.uint8)
    bets = views.bets[np.arange(len(views)), views.seats]
    to = views.to_call + bets + (rng.choice((0.4, 0.7, 1.0), len(views)) * (views.pots + views.to_call)).astype(int)
    return actions, np.clip(to, views.min_raise_to, views.max_raise_to)


@cache
def hands_of(game: str) -> HandColumns:
    """Return hands of a game."""
    rules, stacks, _ = GAMES[game]
    return play_hands(rules, stacks, N_HANDS, rules.n_seats, choose)


def measure() -> bool:
    """Measure each family on one core, what two cores do, and the memory that more hands take."""
    figures = [Figure("processes that wanted a core, one minute", f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}")]
    for game, (_, _, families) in GAMES.items():
        hands = hands_of(game)
        decisions = walk(hands)
        flops = (decisions.last_streets > 0).mean()
        figures.append(Figure(f"{game}: hands with a flop", f"{flops:.0%}"))
        for family, least in families:

            def value(family: object = family) -> None:
                forget()
                family.values(hands, decisions, Context())  # noqa: B023 - called at once

            rate = N_HANDS / best_seconds(value, 3, time.process_time)
            limit = f"≥ {least:,}/s" if least else ""
            figures.append(Figure(f"{game}: {family.name}", f"{rate:,.0f} hands/s", limit, kept=rate >= least))
    figures += [_two_cores(), _growth()]
    return print_figures("Hold'em estimators, one core, exact equities", figures)


def _two_cores() -> Figure:
    """Measure how much faster two threads value eight parts than one, by the clock on the wall."""
    hands = hands_of("six seats")
    parts = [hands[start : start + 1024] for start in range(0, N_HANDS, 1024)]

    def value(part: HandColumns) -> None:
        DIVAT_NL.values(part, walk(part), Context())

    one, two = (best_seconds(lambda: list(run_parts(value, parts, n_jobs=n_jobs)), 3) for n_jobs in (1, 2))  # noqa: B023
    return Figure("divat_nl, two cores over one", f"{one / two:.2f}", f"≥ {LEAST_RATIO}", kept=one / two >= LEAST_RATIO)


def _growth() -> Figure:
    """Measure the most memory that four times as many hands take: parts are valued one after the other."""

    def peak(n_parts: int) -> float:
        for _ in range(n_parts):
            hands = hands_of("six seats")
            for family, _ in NO_LIMIT:
                family.values(hands, walk(hands), Context())
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    once, four = peak(1), peak(4)
    return Figure(
        "memory of 4 parts over that of 1", f"{four / once:.2f}", f"≤ {MOST_GROWTH}", kept=four / once <= MOST_GROWTH
    )


if __name__ == "__main__":
    run_alone(measure)
