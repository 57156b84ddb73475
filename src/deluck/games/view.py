"""What one seat may know while a hand is played, and when it is over.

Both hold plain values only: no state, no deck, no other seat's hidden cards. They can be pickled, stored and sent to
another process, and two deals that look the same from a seat give equal views. They are named tuples because a view is
built for every decision, and those are built five times faster than frozen dataclasses.
"""

from typing import NamedTuple

from deluck.cards import Card
from deluck.games.actions import Action, Move
from deluck.games.rules import Rules


class View(NamedTuple):
    """A hand as one seat sees it.

    Attributes
    ----------
    seat
        Whose view it is.
    rules
        The game; in fixed-limit ``rules.bet_sizes[view.street]`` is what a full raise adds.
    cards
        The seat's own cards in the order dealt. In stud the first two and the seventh are down, the others up.
    board
        Hold'em: the board so far. Stud: the community card of seventh street if the deck ran short, else empty.
    up_cards
        Stud: every seat's up cards so far, those of folded seats as they were last seen. Hold'em: empty.
    history
        Every move so far, all streets. Antes and blinds are not moves, a bring-in is one.
    pot
        All chips put in so far, the current street's included.
    to_call
        The chips a CALL would put in now: 0 for a check, less than the bet if the stack is short.
    stacks
        The chips each seat has behind, or None where stacks are unlimited.
    contributions
        The chips each seat has put in, antes and blinds included.
    bets
        The chips each seat has put in on this street, blinds included, antes not.
    legal_actions
        What the seat may do now, in the order fold, call, raise; empty when another seat is to act.
    min_raise_to, max_raise_to
        The smallest and the largest bet that a raise may make on this street (raise to), in chips; equal in
        fixed-limit, 0 when a raise is not legal.
    folded
        Whether each seat has folded.
    street
        The street's number, 0 for the first.
    n_raises
        The bets and raises made on this street.
    names
        Who sits in each seat, so that players are recognised as the button moves; empty if the table does not say.
    """

    seat: int
    rules: Rules
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    up_cards: tuple[tuple[Card, ...], ...]
    history: tuple[Move, ...]
    pot: int
    to_call: int
    stacks: tuple[int, ...] | None
    contributions: tuple[int, ...]
    bets: tuple[int, ...]
    legal_actions: tuple[Action, ...]
    min_raise_to: int
    max_raise_to: int
    folded: tuple[bool, ...]
    street: int
    n_raises: int
    names: tuple[str, ...] = ()

    @property
    def n_seats(self) -> int:
        """How many seats were dealt in."""
        return self.rules.n_seats

    @property
    def starting_stacks(self) -> tuple[int, ...] | None:
        """The chips each seat began the hand with, or None where stacks are unlimited."""
        if self.stacks is None:
            return None
        return tuple([behind + paid for behind, paid in zip(self.stacks, self.contributions, strict=True)])

    @property
    def button(self) -> int:
        """The seat of the button (in stud, of the dealer)."""
        return self.rules.button


class HandSummary(NamedTuple):
    """A finished hand as one seat saw it: what a player that learns can use.

    Attributes
    ----------
    seat, rules, cards, board, up_cards, history, contributions, folded
        As in `View`, at the end of the hand; uncalled chips have gone back.
    shown
        For each seat the cards it showed down, in the order dealt, or None if it folded or nobody called.
    payoffs
        The chips each seat won less the chips it put in.
    names
        Who sat in each seat; empty if the table did not say.
    """

    seat: int
    rules: Rules
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    up_cards: tuple[tuple[Card, ...], ...]
    history: tuple[Move, ...]
    contributions: tuple[int, ...]
    folded: tuple[bool, ...]
    shown: tuple[tuple[Card, ...] | None, ...]
    payoffs: tuple[int, ...]
    names: tuple[str, ...] = ()
