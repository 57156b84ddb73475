"""Six players for no-limit hold'em, as an example of a file of your own.

A player is anything with `act(view, rng)`: `view` is what its seat may know, `rng` a numpy generator. It answers with
an action; with a raise goes the bet it makes on this street. `deluck play examples/players.py:tight …` seats it.
"""

from typing import Any

import numpy as np

import deluck
from deluck.games import Action, View


class ByRank:
    """Raises good hands, calls with fair ones and folds the others, by their rank among all hands it could hold.

    Parameters
    ----------
    name
        As it is shown.
    plays, raises
        The ranks from which it calls and raises, for one opponent; more opponents and more raises ask for more.
    bluffs
        How often it raises whatever it holds.
    size
        Its bets, as a part of the pot.
    """

    def __init__(self, name: str, *, plays: float, raises: float, bluffs: float, size: float) -> None:
        self.name = name
        self.plays, self.raises, self.bluffs, self.size = plays, raises, bluffs, size

    def act(self, view: View, rng: np.random.Generator) -> Any:
        """Return what to do."""
        n_opponents = sum(not gone for gone in view.folded) - 1
        rank = deluck.hand_ranks([view.cards], [view.board]).immediate[0] ** (1 + 0.2 * (n_opponents - 1))
        asked = 1 - (1 - self.raises) * 0.5**view.n_raises
        if Action.RAISE in view.legal_actions and (rank > asked or (not view.n_raises and rng.random() < self.bluffs)):
            raise_to = max(view.bets) + int(self.size * (view.pot + view.to_call))
            return Action.RAISE, min(max(raise_to, view.min_raise_to), view.max_raise_to)
        if view.to_call == 0:
            return "check"
        price = view.to_call / (view.pot + view.to_call)
        return "call" if rank > self.plays + price * (1 - self.plays) else "fold"


tight = ByRank("tight", plays=0.7, raises=0.85, bluffs=0.02, size=0.6)
loose = ByRank("loose", plays=0.35, raises=0.8, bluffs=0.02, size=0.6)
wild = ByRank("wild", plays=0.5, raises=0.6, bluffs=0.3, size=1.0)
steady = ByRank("steady", plays=0.6, raises=0.75, bluffs=0.1, size=0.7)
timid = ByRank("timid", plays=0.6, raises=0.97, bluffs=0.0, size=0.4)
sticky = ByRank("sticky", plays=0.05, raises=0.95, bluffs=0.0, size=0.5)
