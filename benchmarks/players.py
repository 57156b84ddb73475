"""How fast the thinking players decide: a ten-seat table and heads-up, every board a new one.

Times are those of the processor, so that other work on the machine does not count.
"""

import time
from collections.abc import Callable

import numpy as np

import deluck
from deluck.games import Action, View
from deluck.players import make_player
from report import Figure, print_figures, run_alone

MOST_MILLISECONDS = 3.0
MOST_SIMULATING = 60.0
SIMULATING = "loki2:sim=500,level=0"  # every trial is played: no move is obvious
N_SIMULATED_HANDS = 20
LEAST_HANDS = 100
N_RING_HANDS = 300
N_HEADS_UP_HANDS = 1000


class Clocked:
    """A player whose decisions are timed."""

    def __init__(self, spec: str) -> None:
        self.name = spec.partition(":")[0]
        self._act: Callable[[View, np.random.Generator], Action] = make_player(spec).act
        self.seconds = [0.0, 0.0]  # before the flop, and after it
        self.n_decisions = [0, 0]

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return the player's action."""
        started = time.process_time()
        action = self._act(view, rng)
        self.seconds[view.street > 0] += time.process_time() - started
        self.n_decisions[view.street > 0] += 1
        return action


def milliseconds(spec: str, n_hands: int = N_RING_HANDS) -> tuple[float, float]:
    """Return the mean time of all decisions, and of those after the flop, at a table of ten such players."""
    deluck.play(*[spec] * 10, n_hands=1, seed=1)  # compiles
    clocked = [Clocked(spec) for _ in range(10)]
    deluck.play(*clocked, n_hands=n_hands, seed=7)
    seconds = np.sum([each.seconds for each in clocked], axis=0)
    n_decisions = np.sum([each.n_decisions for each in clocked], axis=0)
    return 1000 * seconds.sum() / n_decisions.sum(), 1000 * seconds[1] / n_decisions[1]


def alone_milliseconds(spec: str, n_hands: int = N_RING_HANDS) -> float:
    """Return the mean time after the flop of the only such player among nine who play at random.

    Nobody else's thoughts are there to be shared.
    """
    clocked = Clocked(spec)
    others = ["random:fold=0.2,call=0.6,raise=0.2"] * 9
    deluck.play(clocked, *others, n_hands=n_hands, seed=7)
    return 1000 * clocked.seconds[1] / clocked.n_decisions[1]


def hands_a_second(spec: str) -> float:
    """Return the hands of a heads-up match against itself in a second."""
    deluck.play(spec, spec, n_hands=10, seed=1)
    started = time.process_time()
    deluck.play(spec, spec, n_hands=N_HEADS_UP_HANDS, seed=7)
    return N_HEADS_UP_HANDS / (time.process_time() - started)


def measure() -> bool:
    """Measure each player that thinks."""
    figures = []
    for spec in ("loki1", "loki1:version=A", "loki2:use=BR"):
        (ring, after_flop), alone, rate = milliseconds(spec), alone_milliseconds(spec), hands_a_second(spec)
        figures += [
            Figure(f"{spec}, decision at ten seats", f"{ring:.2f} ms", "< 3 ms", kept=ring < MOST_MILLISECONDS),
            Figure(f"{spec}, the same after the flop", f"{after_flop:.2f} ms"),
            Figure(f"{spec}, after the flop alone among others", f"{alone:.2f} ms"),
            Figure(f"{spec}, heads-up against itself", f"{rate:,.0f}/s", "> 100/s", kept=rate > LEAST_HANDS),
        ]
    ring, after_flop = milliseconds(SIMULATING, N_SIMULATED_HANDS)
    alone = alone_milliseconds(SIMULATING, N_SIMULATED_HANDS)
    figures += [
        Figure(f"{SIMULATING}, decision at ten seats", f"{ring:.1f} ms", "< 60 ms", kept=ring < MOST_SIMULATING),
        Figure(f"{SIMULATING}, the same after the flop", f"{after_flop:.1f} ms"),
        Figure(f"{SIMULATING}, after the flop alone among others", f"{alone:.1f} ms"),
    ]
    return print_figures("Players", figures)


if __name__ == "__main__":
    run_alone(measure)
