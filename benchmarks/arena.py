"""Hands played a second through the general path, beside OpenSpiel, rlcard and pokerkit; reading a log into columns.

The players call and raise in Python everywhere. The peers come with the extra `bench`; one that is absent is left out.
"""

import importlib.util
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import deluck
from deluck.formats import read_columns, read_hands
from report import Figure, best_seconds, print_figures, run_alone

N_HANDS = 20_000
N_LOGGED = 50_000
LEAST_PLAYED = 10_000
LEAST_READ = 40_000


def rate_over(seconds: float, play_one: Callable[[], object]) -> float:
    """Return how often the work can be done in a second, over so many seconds."""
    play_one()
    started, n_played = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        play_one()
        n_played += 1
    return n_played / (time.perf_counter() - started)


def open_spiel_rate() -> float:
    """Return hands a second of OpenSpiel's universal_poker, whose states are C++."""
    import pyspiel

    game = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,raiseSize=10 10 20 20,firstPlayer=2 1 1 1,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=100000 100000)"
    )
    rng = np.random.default_rng(1)

    def play_one() -> list[float]:
        state, deck = game.new_initial_state(), iter(rng.permutation(52).tolist())
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(deck))
            else:
                state.apply_action(state.legal_actions()[-1] if state.current_player() else 1)
        return list(state.returns())

    return rate_over(2, play_one)


def rlcard_rate() -> float:
    """Return hands a second of rlcard's limit hold'em."""
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
    """Return hands a second of pokerkit's fixed-limit hold'em, everything but the decisions automated."""
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
    "OpenSpiel (C++ states)": ("pyspiel", open_spiel_rate),
    "rlcard": ("rlcard", rlcard_rate),
    "pokerkit": ("pokerkit", pokerkit_rate),
}


def measure() -> bool:
    """Measure playing, with and without a log, and reading the log."""
    rates = {name: rate() for name, (module, rate) in PEERS.items() if importlib.util.find_spec(module)}

    def play(n_hands: int, **options: object) -> object:
        return deluck.play("always-call", "always-raise", n_hands=n_hands, seed=7, **options)

    played = N_HANDS / best_seconds(lambda: play(N_HANDS), 3)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "match.log"
        started = time.perf_counter()
        play(N_LOGGED, log=log)
        logged = N_LOGGED / (time.perf_counter() - started)
        in_columns = N_LOGGED / best_seconds(lambda: sum(len(batch) for batch in read_columns(log)), 3)
        as_records = N_LOGGED / best_seconds(lambda: sum(1 for _ in read_hands(log)), 1)
    ratios = ", ".join(f"{played / rate:.1f} x {name}" for name, rate in rates.items())
    figures = [
        Figure("heads-up limit hands, one core", f"{played:,.0f}/s", "≥ 10,000/s", ratios, played >= LEAST_PLAYED),
        Figure("the same with a log", f"{logged:,.0f}/s"),
        Figure("ACPC log to columns, checked", f"{in_columns:,.0f}/s", "≥ 40,000/s", kept=in_columns >= LEAST_READ),
        Figure("ACPC log to records, replayed", f"{as_records:,.0f}/s"),
        *(Figure(name, f"{rate:,.0f}/s") for name, rate in rates.items()),
    ]
    return print_figures("Arena and formats", figures)


if __name__ == "__main__":
    run_alone(measure)
