"""A hand being played: dealt street by street, bet on, seen by its seats and paid out.

A game adds what is its own in its own file: how a street is dealt, who opens it, and which cards meet at the showdown.
The chips and the turn are in `betting`.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Self, cast

from deluck.cards import Card
from deluck.errors import RulesError, UnknownCards
from deluck.evaluator import strength_unchecked
from deluck.games import betting_kernels as engine
from deluck.games.betting import Betting
from deluck.games.pots import add_winnings, exact_winnings
from deluck.games.view import HandSummary, View

Cards = tuple[Card | None, ...]  # None is a card that was dealt but is not known

_new = tuple.__new__


class GameState(Betting, ABC):
    """A hand of poker, changed in place by `act`.

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
    names: tuple[str, ...]
    _own: tuple[Cards, ...]  # each seat's cards dealt so far, down and up
    _known: bool  # whether all cards are
    _strengths: list[list[int]] | None  # at the showdown, once they were compared

    # what a game adds

    @abstractmethod
    def _end_street(self) -> None:
        """Deal what comes after a street's betting, or end the hand."""

    @abstractmethod
    def _showdown_hands(self, seat: int) -> tuple[Cards, ...]:
        """Return the seven cards a seat's best hand is made of, one for each board."""

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
        return self.actor is None and self._node.n_live > 1

    def view(self, seat: int | None = None) -> View:
        """Return what a seat, by default the actor, may know.

        Raises
        ------
        UnknownCards
            If the record lacks cards that the seat saw.
        """
        node = self._node
        asked = node.actor if seat is None else seat
        if asked is None or not 0 <= asked < len(self._own):
            raise RulesError(f"no view for seat {asked} (expected 0 to {len(self._own) - 1})")
        if not self._known:
            self._check_seen(asked)
        to_call, legal, low, high = node.to_call, node.legal_actions, node.min_raise_to, node.max_raise_to
        if asked != node.actor:
            level, behind = int(node.chips[engine.LEVEL]), int(node.chips[engine.BEHIND + asked])
            to_call, legal, low, high = min(max(level - node.bets[asked], 0), behind), (), 0, 0
        return _new(  # the constructor of a named tuple would only add a call
            View,
            (
                asked,
                self.rules,
                self._own[asked],
                self.board,
                self.up_cards,
                node.history,
                node.pot,
                to_call,
                node.stacks,
                node.contributions,
                node.bets,
                legal,
                low,
                high,
                node.folded,
                node.street,
                node.n_raises,
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
        showdown = self._node.n_live > 1
        return _new(
            HandSummary,
            (
                seat,
                self.rules,
                self._own[seat],
                self.board,
                self.up_cards,
                self.history,
                self.contributions,
                self.folded,
                tuple([cards if showdown and not self.folded[s] else None for s, cards in enumerate(self._own)]),
                payoffs,
                self.names,
            ),
        )

    def payoffs(self) -> tuple[int, ...]:
        """Return the chips each seat won less the chips it put in; they sum to zero.

        Odd chips of a split pot go one each to the first winners left of the button, those of several boards to the
        first of them.

        Raises
        ------
        RulesError
            If the hand is not over.
        UnknownCards
            If there is a showdown and a card of it is not known.
        """
        ranked = self._ranked()
        pots = self._node.pots
        chips = [-paid for paid in self._node.contributions]
        if len(ranked) == 1:
            add_winnings(chips, pots, ranked[0])
        else:
            for share, strengths in zip(_shares(pots, len(ranked)), ranked, strict=True):
                add_winnings(chips, share, strengths)
        return tuple(chips)

    def exact_payoffs(self) -> tuple[Fraction, ...]:
        """Return the payoffs, in chips, if odd chips are cut instead of given to the first winners."""
        ranked = self._ranked()
        parts = [exact_winnings(self.pots, each) for each in ranked]
        taken = [sum(chips, Fraction(0)) / len(ranked) for chips in zip(*parts, strict=True)]
        return tuple(won - paid for won, paid in zip(taken, self.contributions, strict=True))

    def copy(self) -> Self:
        """Return an independent copy, to play a hand on from here in more than one way."""
        return copy.copy(self)

    def _ranked(self) -> Sequence[Sequence[int]]:
        """Return by board each seat's strength, larger is stronger; those of folded seats mean nothing."""
        if self.actor is not None:
            street = self.rules.street_names[self.street]
            raise RulesError(f"no payoffs before the end: seat {self.actor} is to act ({street})")
        if self._strengths is None:
            live = [seat for seat, gone in enumerate(self.folded) if not gone]
            if len(live) == 1:
                ranked = [0] * len(self.folded)
                ranked[live[0]] = 1
                self._strengths = [ranked]
            else:
                self._strengths = self._compared(live)
        return self._strengths

    def _compared(self, live: list[int]) -> list[list[int]]:
        hands = [self._showdown_hands(seat) for seat in live]
        if not self._known:
            for seat, each in zip(live, hands, strict=True):
                if any(None in hand for hand in each):
                    raise UnknownCards(f"no showdown: a card of seat {seat} or of the board is not known")
        boards = []
        for on_board in zip(*hands, strict=True):
            ranked = [0] * len(self.folded)
            for seat, hand in zip(live, on_board, strict=True):
                ranked[seat] = strength_unchecked(cast(Sequence[int], hand))  # no card of it is unknown
            boards.append(ranked)
        return boards

    def _check_seen(self, seat: int) -> None:
        seen = (self._own[seat], self.board, *self.up_cards)
        if any(None in cards for cards in seen):
            raise UnknownCards(f"no view for seat {seat}: a card it saw is not known")


def _shares(pots: Sequence[tuple[int, Sequence[int]]], n_boards: int) -> list[list[tuple[int, Sequence[int]]]]:
    """Return by board the part of each pot that is played for on it; odd chips on the first boards."""
    return [
        [(amount // n_boards + (board < amount % n_boards), seats) for amount, seats in pots]
        for board in range(n_boards)
    ]
