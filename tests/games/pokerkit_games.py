"""pokerkit's side of a game: the cards handed over, the same actions, and the comparison of the results."""

from collections.abc import Callable
from fractions import Fraction

from pokerkit import Automation, State

from deluck.cards import format_card
from deluck.games import Action, GameState, StudState

AUTOMATIONS = (  # the pots are pushed by `settle`, so that the contributions can be compared before
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
)


class DivergedError(Exception):
    """The rule books differ here on purpose: pokerkit deals folded cards again, we deal a community card."""


def game_with(game: type, **settings: object) -> type:
    """Return a game of pokerkit with other settings of its class, such as the cap on raises."""
    return type(game.__name__, (game,), settings)


def exact_shares(amount: int, n_winners: int) -> tuple[Fraction, int]:
    """Return the share of each winner and no odd chips: pokerkit would give all odd chips to one winner."""
    return Fraction(amount, n_winners), 0


def deal(ours: GameState, theirs: State, card_of: Callable[[int, int], int]) -> None:
    """Give pokerkit the cards that our state has dealt."""
    while True:
        if theirs.card_burning_status:
            theirs.burn_card("??")
        elif theirs.hole_dealee_index is not None:
            if isinstance(ours, StudState) and ours.board:
                raise DivergedError
            seat = theirs.hole_dealee_index
            theirs.deal_hole(format_card(card_of(seat, len(theirs.hole_cards[seat]))))
        elif any(theirs.board_dealing_counts):
            shown = len(theirs.board_cards)
            theirs.deal_board("".join(map(format_card, ours.board[shown : shown + theirs.board_dealing_counts[0]])))
        else:
            return


def legal_in(theirs: State) -> tuple[Action, ...]:
    allowed = (
        theirs.can_fold(),
        theirs.can_check_or_call() or theirs.can_post_bring_in(),
        theirs.can_complete_bet_or_raise_to(),
    )
    return tuple(action for action, is_allowed in zip(Action, allowed, strict=True) if is_allowed)


def apply(theirs: State, action: Action, amount: int | None = None) -> None:
    if action is Action.FOLD:
        theirs.fold()
    elif action is Action.RAISE:
        theirs.complete_bet_or_raise_to(amount)
    elif theirs.can_post_bring_in():
        theirs.post_bring_in()
    else:
        theirs.check_or_call()


def settle(ours: GameState, theirs: State) -> None:
    """Assert that a finished hand has the same contributions and payoffs on both sides.

    pokerkit's shares must be those of `exact_shares`. Our whole chips are compared with those that its winners get of
    each pot if odd chips go one each to the first of them.
    """
    assert theirs.actor_index is None
    paid = [-payoff for payoff in theirs.payoffs]
    hands = list(theirs.get_up_hands(0, 0))
    if not ours.has_showdown:  # pokerkit returns an uncalled bet together with the pot
        winner = ours.folded.index(False)
        paid[winner] = ours.contributions[winner]
        hands = [None] * ours.n_seats
    assert ours.contributions == tuple(paid)
    assert sum(paid) == ours.pot == sum(pot.amount for pot in ours.pots)
    payoffs = [-chips for chips in paid]
    for amount, seats in ours.pots:
        shown = [hands[seat] for seat in seats if hands[seat] is not None]
        winners = [seat for seat in seats if not shown or hands[seat] == max(shown)]
        for place, seat in enumerate(winners):
            payoffs[seat] += amount // len(winners) + (place < amount % len(winners))
    while theirs.can_push_chips():
        theirs.push_chips()
    while theirs.can_pull_chips():
        theirs.pull_chips()
    assert not theirs.status
    assert ours.exact_payoffs() == tuple(theirs.payoffs)
    assert ours.payoffs() == tuple(payoffs)
