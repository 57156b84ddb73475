"""Where all chance in a match comes from: decks and players' generators, both fixed by the match's seed.

Deals are made in blocks of `BLOCK`. A block needs nothing from the blocks before it, so blocks can be played by any
number of processes, and a stopped match goes on at the first block that is not on disk.
"""

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_CARDS

BLOCK = 100  # deals: few enough that a stop loses little, enough that making generators costs 2% of the fastest play

_DECKS, _PLAYERS, _BATCHES = 0, 1, 2  # what a generator is for, the second word of its seed
_FRESH = np.arange(N_CARDS, dtype=np.uint8)


def block_decks(seed: int, block: int) -> list[list[int]]:
    """Return the `BLOCK` shuffled decks of a block, 52 cards each."""
    decks: list[list[int]] = deck_array(seed, block).tolist()
    return decks


def deck_array(seed: int, block: int) -> NDArray[np.uint8]:
    """Return the `BLOCK` shuffled decks of a block, uint8[BLOCK, 52]."""
    generator = np.random.default_rng([seed, _DECKS, block])
    return generator.permuted(np.tile(_FRESH, (BLOCK, 1)), axis=1)


def player_rng(seed: int, block: int, player: int) -> np.random.Generator:
    """Return the generator that a player draws from throughout a block."""
    return np.random.default_rng([seed, _PLAYERS, block, player])


def batch_rng(seed: int, group: int, player: int) -> np.random.Generator:
    """Return the generator that a player draws from throughout a group of blocks played in one batch."""
    return np.random.default_rng([seed, _BATCHES, group, player])


class PlayerChance:
    """A player's generators in a match that is not played as a duplicate: one for each block of hands.

    Parameters
    ----------
    seed
        The match's seed.
    player
        The player's number in the match, from 0.
    """

    def __init__(self, seed: int, player: int) -> None:
        self._seed = seed
        self._player = player
        self._block = -1
        self._rng: np.random.Generator

    def of_hand(self, number: int) -> np.random.Generator:
        """Return the generator to draw from in a hand."""
        block = number // BLOCK
        if block != self._block:
            self._block = block
            self._rng = player_rng(self._seed, block, self._player)
        return self._rng
