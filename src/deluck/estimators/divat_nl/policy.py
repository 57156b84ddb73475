"""The baselines of hold'em with any betting structure and any number of seats, and all frozen constants.

Baselines bet and fold by their hand's rank to the power of the number of live opponents. The one-street baseline bets
and raises; its constants are far tighter than those of limit hold'em, with which self-play has a spread of 20 to 36 big
blinds. The passive honest baseline never bets; prices of decisions are measured against it. The
baseline of limit hold'em has the thresholds of heads-up DIVAT.
"""

import hashlib
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from deluck.errors import BaselineError
from deluck.estimators.divat_nl.policy_kernels import choose_by_rank
from deluck.games import View
from deluck.games import betting_kernels as engine
from deluck.metrics import HandRanks

N_STREETS = 4
MOST_RAISES = 4
NEVER = 2.0
"""A threshold that no rank reaches."""

StreetNumbers = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class StreetPolicy:
    """How a baseline bets one street, with m live opponents and a hand of ranks IHR and 7cHR.

    b is the larger of the two ranks; f their average on the flop, b on other streets.

    Attributes
    ----------
    raise_at
        By street and number of raises made on it: it bets or raises where b to the power of m is at least that.
    fold_offsets
        By street: facing a bet it folds where f to the power of m is below call / pot (the bet in it) + that.
    bet_share
        A raise adds this share, numerator and denominator, of the pot after a call, in whole chips, and at least the
        smallest raise.
    """

    raise_at: tuple[StreetNumbers, StreetNumbers, StreetNumbers, StreetNumbers]
    fold_offsets: StreetNumbers
    bet_share: tuple[int, int]

    def __post_init__(self) -> None:
        if len(self.raise_at) != N_STREETS or any(len(street) != MOST_RAISES for street in self.raise_at):
            raise BaselineError(f"raise thresholds {self.raise_at} (expected four for each of four streets)")
        if len(self.fold_offsets) != N_STREETS:
            raise BaselineError(f"fold offsets {self.fold_offsets} (expected one for each of four streets)")
        if min(self.bet_share) < 1:
            raise BaselineError(f"a bet of {self.bet_share[0]}/{self.bet_share[1]} of the pot (expected above 0)")

    def array(self) -> NDArray[np.float64]:
        """Return the constants by street as kernels take them, float64[4, 7]: raise thresholds, offset, bet share."""
        rows = [
            (*thresholds, offset, *self.bet_share)
            for thresholds, offset in zip(self.raise_at, self.fold_offsets, strict=True)
        ]
        return np.array(rows, dtype=np.float64)


_EARLY, _RIVER = (0.62, 0.90, 0.97, 0.995), (0.68, 0.92, 0.98, 0.995)
_NONE = (NEVER, NEVER, NEVER, NEVER)

ONE_STREET = StreetPolicy((_EARLY, _EARLY, _EARLY, _RIVER), (0.25, 0.25, 0.30, 0.25), (2, 3))
"""The baseline whose betting of one street `divat_nl` compares cards by."""
_LIMIT, _LIMIT_RIVER = (0.580, 0.825, 0.930, 0.965), (0.640, 0.850, 0.940, 0.970)
LIMIT = StreetPolicy(((*_LIMIT[:3], NEVER), _LIMIT, _LIMIT, _LIMIT_RIVER), (0.0, 0.075, 0.10, 0.0), (1, 1))
"""The same for limit hold'em of three seats and more: the thresholds of heads-up DIVAT, the standard style; the cap
before the flop, which the big blind is one bet of, is the third raise."""
PASSIVE_HONEST = StreetPolicy((_NONE, _NONE, _NONE, _NONE), (0.0, 0.075, 0.10, 0.0), (1, 1))
"""The baseline that prices of decisions are measured against: it checks, and calls or folds by its rank."""


def choices(policy: StreetPolicy, view: View, ranks: HandRanks) -> tuple[NDArray[np.uint8], int]:
    """Return what a baseline does with each of n hands at a seat's turn, uint8[n], and the bet its raise makes.

    Parameters
    ----------
    policy
        The baseline.
    view
        What the seat sees; its own cards do not matter.
    ranks
        The ranks of the hands on the board of the view.
    """
    state = np.zeros(engine.STATE_SIZE, dtype=np.int64)
    state[engine.STREET], state[engine.N_RAISES] = view.street, view.n_raises
    state[engine.N_LIVE] = view.folded.count(False)
    state[engine.POT], state[engine.TO_CALL] = view.pot, view.to_call
    state[engine.LEGAL] = sum(1 << action for action in view.legal_actions)
    # less than the level where a call takes the whole stack: no raise is legal there
    state[engine.LEVEL] = view.bets[view.seat] + view.to_call
    state[engine.MIN_TO], state[engine.MAX_TO] = view.min_raise_to, view.max_raise_to
    by_rank = np.stack([ranks.effective_to_bet, ranks.effective_to_fold])
    actions = np.zeros(by_rank.shape[1], dtype=np.uint8)
    raise_to = choose_by_rank(state, by_rank, policy.array(), actions)
    return actions, int(raise_to)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every constant of a one-street DIVAT estimator; any set of them fixed before the data leaves it unbiased.

    Attributes
    ----------
    policy
        The one-street baseline.
    roe_shares
        The weight w of ROE1 beside LFAT on flop, turn and river where two seats or more can still bet.
    first_factor
        What the luck of the hole cards counts for.
    factors
        kappa of the flop, the turn and the river: what luck counts for where the stacks are as large as the pot.
    n_flops
        Flops drawn for the mean over the next deal before the flop.
    n_redeals
        Deals drawn for a seat value that is not in the shipped table.
    """

    policy: StreetPolicy = ONE_STREET
    roe_shares: tuple[float, float, float] = (1 / 3, 1 / 3, 1 / 3)
    first_factor: float = 1.0
    factors: tuple[float, float, float] = (1.2, 1.1, 1.0)
    n_flops: int = 400
    n_redeals: int = 256

    def __post_init__(self) -> None:
        if self.n_flops < 1 or self.n_redeals < 1:
            raise BaselineError(f"{self.n_flops} flops and {self.n_redeals} redeals (expected at least one of each)")

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that name these constants, the same on every machine."""
        return _hash_of(self)


STANDARD = Settings()
"""The frozen constants of `divat_nl`."""
RING = Settings(LIMIT, roe_shares=(0.6, 0.35, 0.3), first_factor=1.15, factors=(1.5, 1.35, 1.1), n_flops=200)
"""The frozen constants of `divat_ring`, for limit hold'em of three seats and more. They were measured on one ten-seat
match of Loki-1 and Loki-2; other matches than that say what they are worth (`deluck study multiway-limit`)."""


def policy_hash(policy: StreetPolicy) -> str:
    """Return sixteen hexadecimal digits that name a policy's constants, the same on every machine."""
    return _hash_of(policy)


def _hash_of(constants: StreetPolicy | Settings) -> str:
    text = " ".join(f"{each.name}={getattr(constants, each.name)!r}" for each in fields(constants))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
