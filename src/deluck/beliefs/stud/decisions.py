"""What a seat's decision depends on beside its cards: odds, number of players, what is allowed."""

from dataclasses import dataclass

from deluck.errors import BeliefError
from deluck.games import Action, StudState


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's turn, as everybody sees it.

    Attributes
    ----------
    seat
        Whose turn it is.
    n_active
        How many players are still in, the actor included (N).
    odds
        The effective odds: what staying in will cost over what the pot will then be.
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
    """Return the decision that the seat to act has before it.

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
    """Return what the actor will have to put in over the final pot, if everybody now in puts in one bet a street.

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
