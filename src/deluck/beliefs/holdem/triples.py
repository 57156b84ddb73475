"""The triple generator: how likely any holding folds, calls and raises.

A probability triple is what a player of a style would do with a holding: the rules of `betting_rules` with every
threshold softened. Where Loki-1 raises from an effective hand strength (EHS) of 0.50 on, the probability of a raise
rises linearly across a band around 0.50, from a little (a bluff) to not quite everything (a trap). The same holds for
calling and folding. Without any mixing the triple is Loki-1's decision.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 4. The
paper gives the idea and an example, no rules: the softening and its numbers are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation import HandEvaluation, HoldingValues, approximate_values
from deluck.beliefs.holdem.preflop import preflop_value, preflop_values
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import MODERATE, Style
from deluck.beliefs.holdem.triples_kernels import N_NUMBERS, fill_triples
from deluck.beliefs.holdem.weights import WeightTable
from deluck.games import Action


class Triple(NamedTuple):
    """The probabilities of the three actions; they sum to 1."""

    fold: float
    call: float
    raise_: float


@dataclass(frozen=True, slots=True)
class Mixing:
    """How far the rules of a triple are softened.

    Attributes
    ----------
    band
        Half the width of the rise at a threshold of effective hand strength.
    odds_band
        The same at pot odds, showdown odds and the odds of a semi-bluff.
    preflop_band
        The same at a threshold before the flop.
    least_raise, most_raise
        How often a holding that should not raise does, and how often one that should.
    least_call
        How often a holding that should fold continues.
    semi_bluff
        How often a hand with enough potential bets.
    bluff
        How often any hand bets after the flop when nobody has, against one opponent; against n it is n² times rarer.
    """

    band: float
    odds_band: float
    preflop_band: float
    least_raise: float
    most_raise: float
    least_call: float
    semi_bluff: float
    bluff: float


PURE = Mixing(band=0, odds_band=0, preflop_band=0, least_raise=0, most_raise=1, least_call=0, semi_bluff=1, bluff=0)
"""No mixing: the triple is the decision of Loki-1's rules."""
MIXED = Mixing(
    band=0.05,
    odds_band=0.02,
    preflop_band=0.05,
    least_raise=0.0,
    most_raise=0.98,
    least_call=0.0,
    semi_bluff=0.9,
    bluff=0.2,
)
"""What Loki-2 bets with."""
DOUBTFUL = Mixing(
    band=0.12,
    odds_band=0.08,
    preflop_band=0.12,
    least_raise=0.05,
    most_raise=0.85,
    least_call=0.05,
    semi_bluff=0.5,
    bluff=0.2,
)
"""What it assumes of opponents: like itself, but less certain."""


@dataclass(frozen=True, slots=True)
class TripleGenerator:
    """Triples of one style.

    Attributes
    ----------
    style
        The style whose thresholds are used.
    mixing
        How they are softened.
    """

    style: Style = MODERATE
    mixing: Mixing = MIXED

    @property
    def numbers(self) -> NDArray[np.float64]:
        """The thresholds and their softening, as the kernels expect them."""
        return _numbers(self)

    def preflop_triple(self, hole: tuple[int, ...], spot: Spot) -> Triple:
        """Return the triple of one holding before the flop."""
        value = preflop_value(hole, spot)
        return Triple(*self._triples(spot, np.array([value]), np.zeros(1))[0].tolist())

    def triple(self, hand: HandEvaluation, spot: Spot) -> Triple:
        """Return the triple of one hand after the flop."""
        strength, potential = np.array([hand.effective_hand_strength]), np.array([hand.positive_potential])
        return Triple(*self._triples(spot, strength, potential)[0].tolist())

    def preflop_triples(self, spot: Spot) -> NDArray[np.float64]:
        """Return the triple of every holding before the flop, float64[1326, 3]."""
        values = preflop_values(spot)
        return self._triples(spot, values, values)

    def triples(self, board: tuple[int, ...], opponents: Sequence[WeightTable], spot: Spot) -> NDArray[np.float64]:
        """Return the triple of every holding after the flop, float64[1326, 3], as the modeller computes it."""
        return self.triples_of(approximate_values(board, opponents), spot)

    def triples_of(self, values: HoldingValues, spot: Spot) -> NDArray[np.float64]:
        """Return the triple of every holding after the flop for these values, float64[1326, 3]."""
        return self._triples(spot, values.effective_hand_strengths, values.positive_potentials)

    def _triples(
        self, spot: Spot, strengths: NDArray[np.float64], potentials: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        out = np.empty((len(strengths), 3))
        fill_triples(strengths, potentials, _spot_numbers(spot), self.numbers, out)
        return out


@dataclass(frozen=True, slots=True)
class TripleReweighting:
    """Loki-2's rule: a weight is multiplied by the probability of the action with that holding.

    Unlike with Loki-1's rule, a check is informative too, and a call lowers hands that would have raised.

    Attributes
    ----------
    generator
        How opponents are assumed to play.
    doubt
        The share of the total weight that is spread evenly again after each action, as in Loki-1's rule.

    Deviation: the paper only multiplies. Without doubt a player who raises with anything would soon be believed to hold
    only the best hands.
    """

    generator: TripleGenerator = TripleGenerator(MODERATE, DOUBTFUL)
    doubt: float = 0.1

    def reweighted(
        self, table: WeightTable, opponents: Sequence[WeightTable], spot: Spot, action: Action, board: tuple[int, ...]
    ) -> WeightTable:
        """Return the table of a seat after a call or raise (of any kind, a check too) in a spot."""
        if spot.street:
            triples = self.generator.triples(board, opponents, spot)
        else:
            triples = self.generator.preflop_triples(spot)
        return table.reweighted_by_triples(triples, action).mixed_with_uniform(self.doubt)


@lru_cache
def _numbers(generator: TripleGenerator) -> NDArray[np.float64]:
    style, mixing = generator.style, generator.mixing
    numbers = np.array(
        [
            *(style.to_make(n_bets) for n_bets in range(4)),
            *(style.to_raise_preflop(n_raises) for n_raises in range(3)),
            style.enter,
            style.enter_cold,
            mixing.band,
            mixing.odds_band,
            mixing.preflop_band,
            mixing.least_raise,
            mixing.most_raise,
            mixing.least_call,
            mixing.semi_bluff,
            mixing.bluff,
        ]
    )
    assert len(numbers) == N_NUMBERS
    numbers.setflags(write=False)
    return numbers


def _spot_numbers(spot: Spot) -> NDArray[np.int64]:
    return np.array(
        [
            spot.street,
            spot.n_opponents,
            spot.n_raises,
            spot.to_call,
            spot.pot,
            spot.bet_size,
            spot.later_bets,
            spot.can_raise,
        ],
        dtype=np.int64,
    )
