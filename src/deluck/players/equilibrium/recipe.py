"""What a strategy is trained from: what it tells apart, how many deals, the seed; and the recipes of those shipped."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.players.equilibrium.abstraction import COARSE, FINE, Fineness
from deluck.players.equilibrium.endgame import EndgameFineness

N_ENDGAMES = 63


class Level(NamedTuple):
    """Endgames that tell as much apart and are trained on as many deals."""

    n_endgames: int
    fineness: EndgameFineness
    n_deals: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a strategy is trained from.

    Attributes
    ----------
    fineness
        Which hands are distinguished while the whole game is trained.
    levels
        How the endgames are trained, those that matter most first; 63 in all.
    n_sketch
        How many deals train the sketch.
    n_whole
        How many deals after these train the strategy on all streets.
    seed
        Of the deals.
    n_sketched
        How many holdings are dealt beside a board to train the sketch.
    n_holdings
        How many to train the strategy on all streets.
    """

    fineness: Fineness
    levels: tuple[Level, ...]
    n_sketch: int
    n_whole: int
    seed: int = 1
    n_sketched: int = 256
    n_holdings: int = 512

    @property
    def n_before_endgames(self) -> int:
        """The deals of the sketch and on all streets."""
        return self.n_sketch + self.n_whole

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the recipe by name, to be stored beside what was trained from it."""
        each = self.fineness
        grids = (*each.flop, *each.turn, each.river, *each.turn_grid, *each.river_grid)
        deals = (self.n_sketch, self.n_whole, self.seed, self.n_sketched, self.n_holdings)
        return {
            "recipe": np.array([each.by_texture, *grids, *deals], dtype=np.int64),
            "levels": np.array([(number, *fine, deals) for number, fine, deals in self.levels], dtype=np.int64),
        }

    @property
    def digest(self) -> str:
        """The SHA-256 of the recipe as it is stored."""
        return sha256(b"".join(array.tobytes() for array in self.arrays().values())).hexdigest()

    @classmethod
    def from_arrays(cls, arrays: dict[str, NDArray[Any]]) -> "Recipe":
        """Return the recipe that was stored."""
        textures, flop, flop_in, turn, turn_in, river, *grids = arrays["recipe"].tolist()
        own, own_in, other, rows, columns, *deals = grids
        fineness = Fineness(
            by_texture=bool(textures),
            flop=(flop, flop_in),
            turn=(turn, turn_in),
            river=river,
            turn_grid=(own, own_in, other),
            river_grid=(rows, columns),
        )
        levels = [Level(number, EndgameFineness(*fine), n) for number, *fine, n in arrays["levels"].tolist()]
        return cls(fineness, tuple(levels), *deals)


_SHIPPED = {
    "fine": Recipe(
        FINE,
        (
            Level(4, EndgameFineness(72, 14, 3, 90, 20), 40_000),
            Level(14, EndgameFineness(36, 14, 3, 32, 20), 16_000),
            Level(45, EndgameFineness(8, 8, 2, 4, 24), 5_000),
        ),
        16_000,
        12_000,
    ),
    "coarse": Recipe(COARSE, (Level(N_ENDGAMES, EndgameFineness(3, 6, 2, 2, 12), 1_000),), 1_500, 1_500),
}


def shipped_recipe(name: str, *, seed: int = 1, deals: tuple[int, int, int] | None = None) -> Recipe:
    """Return what the strategy of a name is trained from.

    Parameters
    ----------
    name
        Which of the strategies that come with deluck.
    seed
        Of the deals.
    deals
        Those of the sketch, on all streets, and of each endgame that matters most (the others have fewer in
        proportion), if not as many as for the strategy that comes with deluck.
    """
    recipe = replace(_SHIPPED[name], seed=seed)
    if deals is None:
        return recipe
    most = recipe.levels[0].n_deals
    levels = [each._replace(n_deals=-(-each.n_deals * deals[2] // most)) for each in recipe.levels]
    return replace(recipe, n_sketch=deals[0], n_whole=deals[1], levels=tuple(levels))
