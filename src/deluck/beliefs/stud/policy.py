"""How a seat bets: what its decision depends on, and policies as data.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections II and IV, Table I,
Figures 4 and 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.beliefs.stud.table_kernels import fill_triples
from deluck.errors import BeliefError
from deluck.games import Action, StudState

WEAKEST = 2.0  # a chance of 1/N²: beyond it no policy changes
N_POINTS = 201


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat's decision depends on besides its cards, as everybody sees it.

    Attributes
    ----------
    seat
        Whose turn it is.
    n_active
        The number of players still in, including the actor (N).
    odds
        The effective odds: the cost of staying in over the final pot.
    forced
        Whether there is something to call.
    may_raise
        Whether the rules allow a bet or raise.
    is_bring_in
        Whether it is the bring-in, which must be posted.
    """

    seat: int
    n_active: int
    odds: float
    forced: bool
    may_raise: bool
    is_bring_in: bool


def decision_of(state: StudState) -> Decision:
    """Return the decision of the seat to act.

    Raises
    ------
    BeliefError
        If the hand is over.
    """
    seat = state.actor
    if seat is None:
        raise BeliefError("nobody is to act: the hand is over (expected a hand in progress)")
    return Decision(
        seat,
        n_active=state.folded.count(False),
        odds=effective_odds(state),
        forced=state.to_call > 0,
        may_raise=Action.RAISE in state.legal_actions(),
        is_bring_in=not state.history,
    )


def effective_odds(state: StudState) -> float:
    """Return what the actor will have to put in over the final pot, if everybody still in puts in one bet per street.

    To call plus one bet for each later street, over the pot plus all outstanding calls plus one bet for each later
    street from each active player. Stacks, where there are any, limit the calls but not the later bets.

    References
    ----------
    Saund, Capturing the information conveyed by opponents' betting behavior in poker, section II.
    """
    contributions, stacks = state.contributions, state.stacks
    most = max(contributions)
    active = [seat for seat, gone in enumerate(state.folded) if not gone]
    outstanding = 0
    for seat in active:
        owed = most - contributions[seat] if seat != state.actor else state.to_call
        outstanding += owed if stacks is None else min(owed, stacks[seat])
    later = sum(state.rules.bet_sizes[state.street + 1 :])
    return (state.to_call + later) / (state.pot + outstanding + len(active) * later)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPolicy:
    """How a player bets by the chance to win p, the effective odds and the number N of active players.

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
        By how much the weakness from which hands fold is lower; 0 in the paper's default.
    aggression
        By how much the weakness up to which hands bet and raise is higher; 0 in the paper's default.
    doubt
        How often any legal action is taken, all equally likely, whatever the chance to win; 0 in the paper's default.
        No policy describes people exactly: with some doubt no action rules out what they hold.
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
        """The numbers in the order of the fields, as the kernels expect them, read-only float64[11]."""
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
            The number of players still in, including this one: 2 or more.
        odds
            The effective odds; irrelevant where there is nothing to call.
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
"""The policies by name. The paper gives numbers for the default only: the honest one has no bluffs and no slowplays,
and the others move its boundaries by 0.15, in the direction the paper describes for each style."""


def parse_policy(text: str) -> BetPolicy:
    """Return the policy of this name, such as ``default`` or ``tight``.

    Raises
    ------
    BeliefError
        If there is none.
    """
    if text not in POLICIES:
        raise BeliefError(f"no policy {text!r} (expected one of: {', '.join(POLICIES)})")
    return POLICIES[text]


@dataclass(frozen=True, slots=True, eq=False)
class PolicyCurves:
    """A policy as curves over weakness, to be drawn (Figures 4 and 5).

    Attributes
    ----------
    n_active, odds
        The number of players and the effective odds.
    weakness
        -log_N of the chance to win, from 0, float64[n].
    unforced
        The probabilities of check and bet, float64[n, 2].
    forced
        The probabilities of fold, call and raise, float64[n, 3].
    """

    n_active: int
    odds: float
    weakness: NDArray[np.float64]
    unforced: NDArray[np.float64]
    forced: NDArray[np.float64]


def policy_curves(policy: BetPolicy, *, n_active: int, odds: float, n_points: int = N_POINTS) -> PolicyCurves:
    """Return the curves of a policy from a sure winner to a chance to win of 1/N².

    Raises
    ------
    BeliefError
        If there are fewer than two players, or the odds are not between 0 and 1.
    """
    if not 0 < odds < 1:
        raise BeliefError(f"effective odds of {odds} (expected a number between 0 and 1)")
    weakness = np.linspace(0, WEAKEST, n_points)
    chances = float(n_active) ** -weakness
    unforced = policy.triples(chances, n_active=n_active, odds=odds, forced=False)
    forced = policy.triples(chances, n_active=n_active, odds=odds, forced=True)
    return PolicyCurves(n_active, odds, weakness, unforced[:, 1:], forced)
