"""A hand being played: dealt street by street, bet on, seen by its seats and paid out.

A game adds three things in its own file: how a street is dealt, who opens it, and which cards meet at the showdown.
The chips and the turn are in `betting`.
"""

import copy
from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Self, cast

from deluck.cards import Card
from deluck.evaluator import strength_unchecked
from deluck.games.betting import Betting
from deluck.games.errors import RulesError, UnknownCards
from deluck.games.pots import exact_winnings, winnings
from deluck.games.rules import Rules
from deluck.games.view import HandSummary, View

Cards = tuple[Card | None, ...]  # None is a card that was dealt but is not known

_new = tuple.__new__


class GameState(Betting):
    """A hand of limit poker, changed in place by `act`.

    Attributes
    ----------
    rules
        The game's settings.
    street
        The street's number, 0 for the first; it stays where the betting ended, or at the last one after a showdown.
    actor
        The seat to act, or None when the hand is over.
    to_call
        The chips a CALL of the actor would put in: 0 for a check.
    pot
        All chips put in, less what went back uncalled.
    n_raises
        The bets and raises made on this street.
    board
        The cards all seats share, as far as they were dealt.
    up_cards
        The cards each seat shows, in games that have any.
    folded
        Whether each seat has folded.
    history
        Every move so far.
    names
        Who sits in each seat; whoever sets the table may set it.
    """

    __slots__ = ("_known", "_own", "_strengths", "board", "names", "up_cards")

    board: Cards
    up_cards: tuple[Cards, ...]
    _own: tuple[Cards, ...]  # each seat's cards dealt so far, down and up

    def __init__(self, rules: Rules, stacks: Sequence[int] | None, *, known: bool) -> None:
        super().__init__(rules, stacks)
        self.board = ()
        self.up_cards = ()
        self.names: tuple[str, ...] = ()
        self._known = known
        self._strengths: list[int] | None = None

    # what a game adds

    @abstractmethod
    def _deal_street(self) -> None:
        """Set board, up cards, own cards and the bet size of the street."""

    @abstractmethod
    def _first_seat(self) -> int:
        """Return the seat from which the street's first actor is looked for."""

    @abstractmethod
    def _showdown_hand(self, seat: int) -> Cards:
        """Return the seven cards a seat's best hand is made of."""

    # what can be asked

    @property
    def n_seats(self) -> int:
        """How many seats were dealt in."""
        return self.rules.n_seats

    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
        return self.actor is None

    @property
    def has_showdown(self) -> bool:
        """Whether the hand is over and more than one seat is still in."""
        return self.actor is None and self._n_live > 1

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, by default the actor, may know.

        Raises
        ------
        UnknownCards
            If the record lacks cards that the seat saw.
        """
        asked = self.actor if seat is None else seat
        if asked is None or not 0 <= asked < len(self.folded):
            raise RulesError(f"no view for seat {asked} (expected 0 to {len(self.folded) - 1})")
        if not self._known:
            self._check_seen(asked)
        if asked == self.actor:
            to_call, legal = self.to_call, self._legal
        else:
            to_call, legal = min(max(self._level - self._bets[asked], 0), self._behind[asked]), ()
        return _new(  # the constructor of a named tuple would only add a call
            View,
            (
                asked,
                self.rules,
                self._own[asked],
                self.board,
                self.up_cards,
                self.history,
                self.pot,
                to_call,
                tuple(self._behind) if self._has_stacks else None,
                tuple(self._contributions),
                legal,
                self.folded,
                self.street,
                self.n_raises,
                self.names,
            ),
        )

    def summary(self, seat: int) -> HandSummary:
        """Return what a seat may know of the finished hand: showdowns and payoffs included.

        Raises
        ------
        UnknownCards
            If the record lacks cards that the seat saw.
        """
        payoffs = self.payoffs()
        if not 0 <= seat < len(self.folded):
            raise RulesError(f"no summary for seat {seat} (expected 0 to {len(self.folded) - 1})")
        if not self._known:
            self._check_seen(seat)
        showdown = self._n_live > 1
        return _new(
            HandSummary,
            (
                seat,
                self.rules,
                self._own[seat],
                self.board,
                self.up_cards,
                self.history,
                tuple(self._contributions),
                self.folded,
                tuple([cards if showdown and not self.folded[s] else None for s, cards in enumerate(self._own)]),
                payoffs,
                self.names,
            ),
        )

    def payoffs(self) -> tuple[int, ...]:
        """Return the chips each seat won less the chips it put in; they sum to zero.

        Odd chips of a split pot go one each to the first winners left of the button.

        Raises
        ------
        RulesError
            If the hand is not over.
        UnknownCards
            If there is a showdown and a card of it is not known.
        """
        ranked = self._ranked()
        if self._has_stacks:
            taken = winnings(self.pots, ranked)
        else:  # nobody is all-in: one pot
            taken = winnings(((self.pot, tuple(range(len(ranked)))),), ranked)
        return tuple([won - paid for won, paid in zip(taken, self._contributions, strict=True)])

    def exact_payoffs(self) -> tuple[Fraction, ...]:
        """Return the payoffs, in chips, if odd chips are cut instead of given to the first winners."""
        taken = exact_winnings(self.pots, self._ranked())
        return tuple(won - paid for won, paid in zip(taken, self._contributions, strict=True))

    def copy(self) -> Self:
        """Return an independent copy, to play a hand on from here in more than one way."""
        twin = copy.copy(self)
        twin._behind = self._behind.copy()
        twin._contributions = self._contributions.copy()
        twin._bets = self._bets.copy()
        twin._queue = self._queue.copy()
        return twin

    def _begin_street(self) -> None:
        """Deal a street and find who acts first; the game calls it for the first street, its blinds posted."""
        self._deal_street()
        self._cap = self.rules.max_raises[self.street]
        self._raise_to = self._level + self._bet_size
        idle = self.folded
        if self._has_stacks:
            idle = self._idle()
            if all(idle):
                self._end_street()
                return
        first = self._first_seat()
        self._queue = [seat for seat in self._turns[first - 1] if not idle[seat]]
        self._offer(self._queue[-1])

    def _end_street(self) -> None:
        self._collect_bets()
        if self._n_live == 1 or self.street + 1 == len(self.rules.street_names):
            self._end()
        else:
            self.street += 1
            self._begin_street()

    def _ranked(self) -> list[int]:
        """Return each seat's strength at the showdown, 0 for folded seats; 1 for the last seat if there is none."""
        if self.actor is not None:
            street = self.rules.street_names[self.street]
            raise RulesError(f"no payoffs before the end: seat {self.actor} is to act ({street})")
        if self._strengths is None:
            live = [seat for seat, gone in enumerate(self.folded) if not gone]
            ranked = [0] * len(self.folded)
            if len(live) == 1:
                ranked[live[0]] = 1
            else:
                hands = [self._showdown_hand(seat) for seat in live]
                if not self._known:
                    for seat, hand in zip(live, hands, strict=True):
                        if None in hand:
                            raise UnknownCards(f"no showdown: a card of seat {seat} or of the board is not known")
                for seat, hand in zip(live, hands, strict=True):
                    ranked[seat] = strength_unchecked(cast(Sequence[int], hand))  # no card of it is unknown
            self._strengths = ranked
        return self._strengths

    def _check_seen(self, seat: int) -> None:
        seen = (self._own[seat], self.board, *self.up_cards)
        if any(None in cards for cards in seen):
            raise UnknownCards(f"no view for seat {seat}: a card it saw is not known")
