"""A hand as everybody at the table saw it, move by move: what each seat faced when it acted."""

from typing import NamedTuple

from deluck.games import Action, HoldemRules, Move, View

BOARD_SIZES = (0, 3, 4, 5)


class Spot(NamedTuple):
    """What a seat faces when it is to act.

    Attributes
    ----------
    seat, street
        Who, and when.
    n_opponents
        The other seats that have not folded, whether or not they have acted.
    n_raises
        The bets and raises made on this street.
    to_call, pot
        In chips; the pot has all bets in it.
    bet_size
        What a bet adds on this street, in chips.
    later_bets
        One bet on each later street, in chips together.
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
        """What a call costs, in bets of this street."""
        return self.to_call / self.bet_size

    @property
    def pot_odds(self) -> float:
        """The call's share of the pot it makes, equation (4) of the first paper; 0 for a check."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0

    @property
    def showdown_odds(self) -> float:
        """The price of calling down: what it costs as a share of the pot then.

        One bet on each later street, from us and one opponent, is reckoned with.
        """
        cost = self.to_call + self.later_bets
        return cost / (self.pot + cost + self.later_bets)

    @property
    def semi_bluff_odds(self) -> float:
        """The price of betting behind: two bets as a share of the pot, if one opponent raises and we call."""
        return 2 * self.bet_size / (self.pot + 4 * self.bet_size)


def spot_of(view: View) -> Spot:
    """Return what the seat of a view faces now."""
    rules = view.rules
    assert isinstance(rules, HoldemRules)
    return Spot(
        view.seat,
        view.street,
        len(view.folded) - sum(view.folded) - 1,
        view.n_raises,
        view.to_call,
        view.pot,
        rules.bet_sizes[view.street],
        sum(rules.bet_sizes[view.street + 1 :]),
        Action.RAISE in view.legal_actions,
    )


class PublicHand(NamedTuple):
    """Where a hand stands between two moves.

    Short blinds and calls for less are reckoned as whole: what a seat faced is then an approximation, which matters to
    what is believed of it only.
    """

    rules: HoldemRules
    street: int
    n_raises: int
    bets: tuple[int, ...]
    pot: int
    folded: tuple[bool, ...]

    @classmethod
    def begin(cls, rules: HoldemRules) -> "PublicHand":
        """Return a hand with its forced bets posted."""
        bets = [0] * rules.n_seats
        bets[rules.small_blind_seat] = rules.small_blind
        bets[rules.big_blind_seat] = rules.big_blind
        pot = sum(bets) + rules.ante * rules.n_seats
        return cls(rules, 0, 0, tuple(bets), pot, (False,) * rules.n_seats)

    def on_street(self, street: int) -> "PublicHand":
        """Return the hand with a later street begun."""
        return self._replace(street=street, n_raises=0, bets=(0,) * len(self.bets))

    def spot(self, seat: int) -> Spot:
        """Return what a seat faces if it is to act now."""
        sizes = self.rules.bet_sizes
        return Spot(
            seat,
            self.street,
            len(self.folded) - sum(self.folded) - 1,
            self.n_raises,
            max(self.bets) - self.bets[seat],
            self.pot,
            sizes[self.street],
            sum(sizes[self.street + 1 :]),
            self.n_raises < self.rules.max_raises[self.street],
        )

    def after(self, move: Move) -> "PublicHand":
        """Return the hand after a move of its street."""
        seat = move.seat
        if move.action is Action.FOLD:
            return self._replace(folded=(*self.folded[:seat], True, *self.folded[seat + 1 :]))
        if not move.amount:
            return self
        bets = (*self.bets[:seat], self.bets[seat] + move.amount, *self.bets[seat + 1 :])
        n_raises = self.n_raises + (move.action is Action.RAISE)
        return self._replace(bets=bets, pot=self.pot + move.amount, n_raises=n_raises)
