"""Hands played a second, one by one and at many tables at once, beside OpenSpiel, rlcard and pokerkit.

The players call and raise in Python everywhere. The peers come with the extra `bench`; one that is absent is left out.
"""

import importlib.util
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import deluck
from deluck.formats import read_hands
from report import Figure, best_seconds, print_figures, run_alone

N_HANDS = 20_000
N_LOGGED = 50_000
N_BATCH = 200_000
LEAST_LIMIT = 20_000
LEAST_NO_LIMIT = 12_000
LEAST_BATCH = 200_000


def rate_over(seconds: float, play_one: Callable[[], object]) -> float:
    """Return how often the work can be done in a second, over so many seconds."""
    play_one()
    started, n_played = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        play_one()
        n_played += 1
    return n_played / (time.perf_counter() - started)


LIMIT = "betting=limit,blind=10 5,raiseSize=10 10 20 20,maxRaises=3 4 4 4,stack=100000 100000"
NO_LIMIT = "betting=nolimit,blind=100 50,stack=20000 20000,bettingAbstraction=fcpa"


def open_spiel_rate(settings: str) -> float:
    """Return hands per second of OpenSpiel's universal_poker, whose states are C++."""
    import pyspiel

    game = pyspiel.load_game(
        f"universal_poker({settings},numPlayers=2,numRounds=4,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
        "numHoleCards=2,numBoardCards=0 3 1 1)"
    )
    rng = np.random.default_rng(1)

    def play_one() -> list[float]:
        state, deck = game.new_initial_state(), iter(rng.permutation(52).tolist())
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(deck))
            else:
                legal = state.legal_actions()  # 0 fold, 1 call, 2 raise (no-limit: the pot)
                state.apply_action(2 if state.current_player() and 2 in legal else 1)
        return list(state.returns())

    return rate_over(2, play_one)


def rlcard_rate() -> float:
    """Return hands per second of rlcard's limit hold'em."""
    import rlcard

    environment = rlcard.make("limit-holdem", config={"seed": 1})

    def play_one() -> object:
        state, player = environment.reset()
        while not environment.is_over():
            legal = state["raw_legal_actions"]
            wanted = ("raise", "call", "check") if player else ("call", "check")
            state, player = environment.step(next(name for name in wanted if name in legal), raw_action=True)
        return environment.get_payoffs()

    return rate_over(2, play_one)


def pokerkit_rate() -> float:
    """Return hands per second of pokerkit's fixed-limit hold'em, everything but the decisions automated."""
    from pokerkit import Automation, FixedLimitTexasHoldem

    def play_one() -> object:
        state = FixedLimitTexasHoldem.create_state(
            automations=tuple(Automation),
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(10, 5),
            small_bet=10,
            big_bet=20,
            raw_starting_stacks=(100_000, 100_000),
            player_count=2,
        )
        while state.status:
            if state.actor_index == 1 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        return state.payoffs

    return rate_over(2, play_one)


PEERS = {
    "OpenSpiel (C++ states)": ("pyspiel", partial(open_spiel_rate, LIMIT)),
    "OpenSpiel, no-limit": ("pyspiel", partial(open_spiel_rate, NO_LIMIT)),
    "rlcard": ("rlcard", rlcard_rate),
    "pokerkit": ("pokerkit", pokerkit_rate),
}


def measure() -> bool:
    """Measure playing, one hand at a time, with and without a log, and many tables at once."""
    rates = {name: rate() for name, (module, rate) in PEERS.items() if importlib.util.find_spec(module)}

    def play(n_hands: int, **options: object) -> object:
        return deluck.play("always-call", "always-raise", n_hands=n_hands, seed=7, **options)

    played = N_HANDS / best_seconds(lambda: play(N_HANDS), 3)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "match.log"
        started = time.perf_counter()
        play(N_LOGGED, log=log)
        logged = N_LOGGED / (time.perf_counter() - started)
        as_records = N_LOGGED / best_seconds(lambda: sum(1 for _ in read_hands(log)), 1)
    no_limit = N_HANDS / best_seconds(lambda: play(N_HANDS, game="no-limit"), 3)
    batch = N_BATCH / best_seconds(lambda: play(N_BATCH, batch=True), 3)
    batch_no_limit = N_BATCH / best_seconds(lambda: play(N_BATCH, batch=True, game="no-limit"), 3)
    pots = rates.pop("OpenSpiel, no-limit", None)
    ratios = ", ".join(f"{played / rate:.1f} x {name}" for name, rate in rates.items())
    ratio = "" if pots is None else f"{no_limit / pots:.1f} x OpenSpiel ({pots:,.0f}/s)"
    figures = [
        Figure("heads-up limit hands, one core", f"{played:,.0f}/s", "≥ 20,000/s", ratios, played >= LEAST_LIMIT),
        Figure("the same with a log", f"{logged:,.0f}/s"),
        Figure(
            "heads-up no-limit hands, one core", f"{no_limit:,.0f}/s", "≥ 12,000/s", ratio, no_limit >= LEAST_NO_LIMIT
        ),
        Figure("limit hands at many tables at once", f"{batch:,.0f}/s", "≥ 200,000/s", kept=batch >= LEAST_BATCH),
        Figure("no-limit hands at many tables at once", f"{batch_no_limit:,.0f}/s"),
        Figure("ACPC log to records, replayed", f"{as_records:,.0f}/s"),
        *(Figure(name, f"{rate:,.0f}/s") for name, rate in rates.items()),
    ]
    return print_figures("Arena", figures)


if __name__ == "__main__":
    run_alone(measure)
