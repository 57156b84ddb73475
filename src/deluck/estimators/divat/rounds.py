"""The rounds of heads-up limit hands as they were played, in the units that prices are computed in."""

from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.games import STREET_NAMES, Rules
from deluck.records import DecisionColumns, HandColumns

N_STREETS = len(STREET_NAMES)


class Stakes(NamedTuple):
    """A small bet and an ante in units, as few as make both whole numbers: without an ante a small bet is one."""

    small_bet: int = 1
    ante: int = 0


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of n heads-up limit hands as they were played, d decisions in all; P1 is seat 0.

    Pots are in units of the hand's `Stakes`.

    Attributes
    ----------
    small_bets, antes
        In units, int64[n].
    starts
        The decisions of hand i are those from ``starts[i]`` to ``starts[i + 1]``, int64[n + 1].
    actions, seats
        0 fold, 1 call or check, 2 bet or raise; 0 for P1, 1 for P2; uint8[d], int8[d].
    streets, n_bets
        By decision: the street and how many bets were made in it before, uint8[d], int64[d]; the big blind is a bet.
    n_rounds
        Streets with betting, int64[n].
    start_pots
        The pot at each round's start, int64[n, 4]: before the flop as if both had put in the big blind; 0 if not
        reached.
    end_pots, folded
        The pot at each round's end, int64[n, 4], 0 where somebody folded; what P1 won by that fold in small bets,
        float64[n, 4].
    """

    small_bets: NDArray[np.int64]
    antes: NDArray[np.int64]
    starts: NDArray[np.int64]
    actions: NDArray[np.uint8]
    seats: NDArray[np.int8]
    streets: NDArray[np.uint8]
    n_bets: NDArray[np.int64]
    n_rounds: NDArray[np.int64]
    start_pots: NDArray[np.int64]
    end_pots: NDArray[np.int64]
    folded: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.n_rounds)

    def in_small_bets(self, pots: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return pots of the hands, int64[n, 4], in small bets."""
        return np.asarray(pots / self.small_bets[:, None])

    @property
    def played(self) -> NDArray[np.bool_]:
        """Which rounds had betting, bool[n, 4]."""
        return np.arange(N_STREETS) < self.n_rounds[:, None]

    @property
    def hands(self) -> NDArray[np.int64]:
        """The hand of each decision, int64[d]."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def round_starts(self) -> NDArray[np.bool_]:
        """Whether each decision is the first of its round, bool[d]."""
        rounds = N_STREETS * self.hands + self.streets
        return np.asarray(np.diff(rounds, prepend=-1) != 0)


def stakes_of(rules: Rules) -> Stakes:
    """Return the small bet and the ante of a fixed-limit game in units."""
    unit = gcd(rules.unit, rules.ante)
    return Stakes(rules.unit // unit, rules.ante // unit)


def rounds_of(hands: HandColumns, decisions: DecisionColumns) -> Rounds:
    """Return the rounds of hands whose betting is valid and in which no stack ran out.

    Parameters
    ----------
    hands
        Heads-up limit hold'em of the usual stakes.
    decisions
        Their betting, from `deluck.records.walk`.
    """
    stakes = np.array([stakes_of(rules) for rules in hands.rules], dtype=np.int64).reshape(-1, 2)[hands.rules_index]
    small_bets, antes = np.ascontiguousarray(stakes.T)
    small_bet_chips = hands.unit_chips
    per_unit = (small_bet_chips // small_bets)[:, None]
    rows, last = np.arange(len(hands)), decisions.last_streets
    start_pots = decisions.street_pots[:, :N_STREETS] // per_unit
    start_pots[:, 0] = 2 * (antes + small_bets)
    end_pots = np.zeros_like(start_pots)
    end_pots[:, :-1] = start_pots[:, 1:]
    gone, put_in = decisions.folded[:, :2], decisions.contributions[:, :2]
    has_fold = gone.any(axis=1)
    end_pots[rows, last] = np.where(has_fold, 0, put_in.sum(axis=1) // per_unit[:, 0])
    lost = np.where(gone, put_in, 0) * np.array([-1, 1])[: gone.shape[1]]
    folded = np.zeros(start_pots.shape)
    folded[rows, last] = np.where(has_fold, lost.sum(axis=1) / small_bet_chips, 0.0)
    return Rounds(
        small_bets=small_bets,
        antes=antes,
        starts=decisions.starts,
        actions=decisions.actions,
        seats=decisions.seats,
        streets=decisions.streets,
        n_bets=decisions.n_raises + (decisions.streets == 0),
        n_rounds=last + 1,
        start_pots=start_pots,
        end_pots=end_pots,
        folded=folded,
    )
