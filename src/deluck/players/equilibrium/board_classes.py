"""Classes of boards: those on which the ranges that both seats come with compare alike.

What a hand is worth depends on what the opponent can have as much as on the hand. How two ranges compare on a board is
a curve: the share of one that is weaker than each share of the other. Boards are of one class if their curves are near
each other and they have about as many cards of a suit and pairs. The classes of turns and rivers are found once, from
the curves of random boards; each is given by its centre.
"""

import numpy as np
from numpy.typing import NDArray

from deluck.players.equilibrium.abstraction import Abstraction
from deluck.players.equilibrium.board_classes_kernels import fill_curves
from deluck.players.equilibrium.river_ranges import River
from deluck.players.equilibrium.turn_ranges import Turn

N_FEATURES = 12
_POINTS = np.array([0.02, 0.07, 0.15, 0.25, 0.4, 0.6, 0.75, 0.85, 0.93, 0.98])
_OF_SUITS = 0.1  # what one more card of a suit, or a pair, counts beside the shares of the curve
_N_ROUNDS = 20


def features(abstraction: Abstraction, on: Turn | River, ranges: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return what the class of a board depends on, float64[n_starts, 12], in ranges float32[2, n_starts, n].

    The holdings of the ranges are those of the turn or river. On the turn a holding is as strong as its mean rank on
    the river, E[HS].
    """
    found = np.empty((ranges.shape[1], N_FEATURES))
    curves = np.empty((ranges.shape[1], len(_POINTS)))
    fill_curves(ranges, *on.rising, _POINTS, curves)
    found[:, : len(_POINTS)] = curves
    flush, pair = divmod(abstraction.texture(on.board), 2)
    found[:, len(_POINTS) :] = _OF_SUITS * flush, _OF_SUITS * pair
    return found


def nearest(centres: NDArray[np.float16], found: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the class of each row of features float64[n, 12], int64[n], by centres float16[classes, 12] or of rows."""
    return np.asarray(((centres.astype(np.float64) - found[:, None]) ** 2).sum(axis=-1).argmin(axis=-1))


def find_centres(sample: NDArray[np.float64], n_classes: int, rng: np.random.Generator) -> NDArray[np.float16]:
    """Return the centres of classes of a sample float64[n, 12] by k-means, begun with distant rows, float16[k, 12]."""
    centres = sample[rng.integers(len(sample), size=1)]
    for _ in range(n_classes - 1):
        far = _squares(sample, centres).min(axis=1)
        far = far if far.any() else np.ones(len(sample))  # all rows alike: ranges of a player that knows nothing
        centres = np.concatenate([centres, sample[rng.choice(len(sample), size=1, p=far / far.sum())]])
    for _ in range(_N_ROUNDS):
        of = _squares(sample, centres).argmin(axis=1)
        for number in np.unique(of):  # a class that nothing is nearest to stays where it is
            centres[number] = sample[of == number].mean(axis=0)
    return centres.astype(np.float16)


def _squares(sample: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the squared distance of each row from each centre, but for rounding, float64[n, k], at least 0."""
    products = (sample**2).sum(axis=1)[:, None] - 2 * sample @ centres.T + (centres**2).sum(axis=1)
    return np.asarray(np.maximum(products, 0))
