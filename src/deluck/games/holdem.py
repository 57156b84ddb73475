"""Limit hold'em: two cards each, a board of five, four streets."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from deluck.cards import N_CARDS, check_cards
from deluck.games.errors import RulesError
from deluck.games.rules import HoldemRules
from deluck.games.state import Cards, GameState

_N_BOARD = (0, 3, 4, 5)
_set = object.__setattr__


@dataclass(frozen=True, slots=True)
class HoldemDeal:
    """The cards of a hand, face down on the table: each seat's two and the board of five.

    Attributes
    ----------
    holes
        Each seat's two cards; None is a card that is not known.
    board
        The board; it may be given short, and what is missing is not known.
    """

    holes: tuple[Cards, ...]
    board: Cards = ()
    is_known: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if any(len(hole) != 2 for hole in self.holes) or len(self.board) > 5:
            raise RulesError(
                f"a deal of {[len(hole) for hole in self.holes]} and {len(self.board)} cards "
                "(expected two for each seat and at most five on the board)"
            )
        cards = [card for cards in (*self.holes, self.board) for card in cards if card is not None]
        check_cards(cards)
        _set(self, "board", self.board + (None,) * (5 - len(self.board)))
        _set(self, "is_known", len(cards) == 2 * len(self.holes) + 5)

    @classmethod
    def from_deck(cls, deck: Sequence[int], n_seats: int) -> "HoldemDeal":
        """Return the deal of a shuffled deck: two cards to each seat in turn, then the board; no card is burnt."""
        n_holes = 2 * n_seats
        if len(deck) < n_holes + 5:
            raise RulesError(f"a deck of {len(deck)} cards (expected at least {n_holes + 5} for {n_seats} seats)")
        cards = tuple(map(int, deck[: n_holes + 5]))
        if len(set(cards)) < n_holes + 5 or min(cards) < 0 or max(cards) >= N_CARDS:
            check_cards(cards)
        # what __init__ would check is checked: this runs once a hand in every match
        deal = object.__new__(cls)
        _set(deal, "holes", tuple([cards[first : first + 2] for first in range(0, n_holes, 2)]))
        _set(deal, "board", cards[n_holes:])
        _set(deal, "is_known", True)  # noqa: FBT003
        return deal


class HoldemState(GameState):
    """A hand of limit hold'em, changed in place by `act`.

    Parameters
    ----------
    rules
        The game's settings.
    deal
        The cards, known or not.
    stacks
        The chips each seat starts with, or None if nobody can run out.
    """

    __slots__ = ("_deal",)

    rules: HoldemRules

    def __init__(self, rules: HoldemRules, deal: HoldemDeal, stacks: Sequence[int] | None = None) -> None:
        if len(deal.holes) != rules.n_seats:
            raise RulesError(f"cards for {len(deal.holes)} seats (expected {rules.n_seats})")
        super().__init__(rules, stacks, known=deal.is_known)
        self._deal = deal
        self._own = deal.holes
        self._post(rules.small_blind_seat, rules.small_blind)
        self._post(rules.big_blind_seat, rules.big_blind)
        if rules.short_blind_is_full:
            self._level = rules.big_blind
        self._begin_street()

    def _deal_street(self) -> None:
        self.board = self._deal.board[: _N_BOARD[self.street]]
        self._bet_size = self.rules.bet_sizes[self.street]

    def _first_seat(self) -> int:
        return 0 if self.street else self.rules.first_seat(0)

    def _showdown_hand(self, seat: int) -> Cards:
        return self._deal.holes[seat] + self._deal.board
