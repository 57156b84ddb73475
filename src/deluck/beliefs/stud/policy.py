"""Betting policies as data: how often a chance to win is bet, called, raised or folded.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, section IV, Table I, Figures 4
and 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.beliefs.stud.table_kernels import fill_triples
from deluck.errors import BeliefError


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPolicy:
    """How a player bets by his chance to win p, the effective odds and the number N of active players.

    Everything is measured in weakness, p' = -log_N p: 0 for a sure winner, 1 for a chance of 1/N. With x the weakness
    at which p equals the effective odds:

    - With something to call, the strong share r falls from 1 at p' = 1 - f to 0 at 1 - g and the fold share s rises
      from 0 at x - h to 1 at x + h. Raise r (1 - d) + (1 - r) s e, fold (1 - r) s (1 - e), else call. Where no raise
      is allowed it becomes a call.
    - With nothing to call, r falls from 1 at 1 - c to 0 at 1 + c. Bet r (1 - a) + (1 - r) b, else check.

    Attributes
    ----------
    slowplay_check
        How often a strong hand checks (a).
    bluff_bet
        How often a weak hand bets (b).
    bet_half_width
        Half the width of the blend between checking and betting (c).
    slowplay_call
        How often a strong hand only calls (d).
    bluff_raise
        How often a hand that would fold raises (e).
    always_raise, never_raise
        How far below 1 the weakness is up to which all hands, and from which no hands, are strong (f, g).
    fold_half_width
        Half the width of the blend between calling and folding (h).
    tightness
        By how much less weakness is folded already; 0 in the paper's default.
    aggression
        By how much more weakness is bet and raised; 0 in the paper's default.
    doubt
        How often anything allowed is done, each alike, whatever the chance to win; 0 in the paper's default. No policy
        describes people to the last call: with some doubt nothing they do rules out what they hold.
    """

    slowplay_check: float = 0.2
    bluff_bet: float = 0.05
    bet_half_width: float = 0.1
    slowplay_call: float = 0.2
    bluff_raise: float = 0.05
    always_raise: float = 0.3
    never_raise: float = 0.2
    fold_half_width: float = 0.1
    tightness: float = 0.0
    aggression: float = 0.0
    doubt: float = 0.0

    def __post_init__(self) -> None:
        for name in ("slowplay_check", "bluff_bet", "slowplay_call", "bluff_raise", "doubt"):
            if not 0 <= getattr(self, name) <= 1:
                raise BeliefError(f"{name} of {getattr(self, name)} (expected a probability from 0 to 1)")
        widths = (self.bet_half_width, self.fold_half_width, self.always_raise - self.never_raise)
        if not all(np.isfinite(value) for value in self.numbers) or min(widths) < 0:
            raise BeliefError(f"not a policy: {self!r} (expected widths of 0 or more, and always_raise >= never_raise)")

    @property
    def numbers(self) -> NDArray[np.float64]:
        """The numbers in the order of the fields, as the kernels take them, read-only float64[11]."""
        return _numbers(self)

    def triples(
        self, win_chances: ArrayLike, *, n_active: int, odds: float, forced: bool, may_raise: bool = True
    ) -> NDArray[np.float64]:
        """Return the probabilities of fold, call (check) and raise (bet) for each chance to win, float64[n, 3].

        Parameters
        ----------
        win_chances
            Chances to win, from 0 to 1.
        n_active
            How many players are still in, this one included: 2 or more.
        odds
            The effective odds; they do not matter where nothing is to be called.
        forced
            Whether there is something to call.
        may_raise
            Whether the rules allow a bet or raise.
        """
        chances = np.ascontiguousarray(win_chances, dtype=np.float64).ravel()
        if n_active < 2:
            raise BeliefError(f"{n_active} active players (expected 2 or more)")
        out = np.empty((len(chances), 3))
        fill_triples(chances, n_active, odds, forced, may_raise, self.numbers, out)
        return out


@cache
def _numbers(policy: BetPolicy) -> NDArray[np.float64]:
    numbers = np.array([getattr(policy, field.name) for field in fields(policy)], dtype=np.float64)
    numbers.setflags(write=False)
    return numbers


DEFAULT = BetPolicy()

POLICIES: Mapping[str, BetPolicy] = MappingProxyType(
    {
        "default": DEFAULT,
        "honest": replace(DEFAULT, slowplay_check=0.0, bluff_bet=0.0, slowplay_call=0.0, bluff_raise=0.0),
        "tight": replace(DEFAULT, tightness=0.15),
        "loose": replace(DEFAULT, tightness=-0.15),
        "aggressive": replace(DEFAULT, aggression=0.15),
        "passive": replace(DEFAULT, aggression=-0.15),
    }
)
"""The policies that have names. The paper gives numbers for the default only: the honest one has no bluffs and no
slowplays, and the others move its boundaries by 0.15, the way the paper says each style would move them."""


def parse_policy(text: str) -> BetPolicy:
    """Return the policy of a name: ``default``, ``tight``.

    Raises
    ------
    BeliefError
        If there is none of that name.
    """
    if text not in POLICIES:
        raise BeliefError(f"no policy {text!r} (expected one of: {', '.join(POLICIES)})")
    return POLICIES[text]
