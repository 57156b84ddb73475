"""The situation of a seat that is to act in limit hold'em, as everybody at the table sees it."""

from typing import NamedTuple

from deluck.games import Action, HoldemRules, HoldemState, View


class Spot(NamedTuple):
    """The situation of a seat that is to act.

    Attributes
    ----------
    seat, street
        Whose turn it is, and the street's number.
    n_opponents
        The other seats that have not folded, whether or not they have acted.
    n_raises
        The bets and raises made on this street.
    to_call, pot
        In chips; the pot includes all bets.
    bet_size
        What a bet adds on this street, in chips.
    later_bets
        The sum of one bet on each later street, in chips.
    can_raise
        Whether the street allows another raise.
    """

    seat: int
    street: int
    n_opponents: int
    n_raises: int
    to_call: int
    pot: int
    bet_size: int
    later_bets: int
    can_raise: bool

    @property
    def bets_to_call(self) -> float:
        """The cost of a call, in bets of this street."""
        return self.to_call / self.bet_size

    @property
    def pot_odds(self) -> float:
        """The call's share of the pot it makes, equation (4) of the first paper; 0 for a check."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0

    @property
    def showdown_odds(self) -> float:
        """The price of calling down: its cost as a share of the final pot.

        One bet on each later street is assumed from us and from one opponent.
        """
        cost = self.to_call + self.later_bets
        return cost / (self.pot + cost + self.later_bets)

    @property
    def semi_bluff_odds(self) -> float:
        """The price of betting a hand that is behind: two bets over the pot if one opponent raises and we call."""
        return 2 * self.bet_size / (self.pot + 4 * self.bet_size)


def spot_of(hand: View | HoldemState) -> Spot:
    """Return the situation of the seat of a view, or of the actor of a hand."""
    rules = hand.rules
    assert isinstance(rules, HoldemRules)
    if isinstance(hand, View):
        seat, legal = hand.seat, hand.legal_actions
    else:
        assert hand.actor is not None
        seat, legal = hand.actor, hand.legal_actions()
    return Spot(
        seat,
        hand.street,
        len(hand.folded) - sum(hand.folded) - 1,
        hand.n_raises,
        hand.to_call,
        hand.pot,
        rules.bet_sizes[hand.street],
        sum(rules.bet_sizes[hand.street + 1 :]),
        Action.RAISE in legal,
    )
