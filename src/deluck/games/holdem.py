"""Hold'em: two cards each, a board of five, four streets; fixed-limit, pot-limit or no-limit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from deluck.cards import N_CARDS, check_cards
from deluck.errors import RulesError
from deluck.evaluator import hole_strengths
from deluck.games.actions import BOARD_SIZES
from deluck.games.betting import opened
from deluck.games.rules import Forced, HoldemRules
from deluck.games.state import Cards, GameState

MOST_BOARDS = 3
_CARDS = frozenset(range(N_CARDS))
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
    other_boards
        Where the rest of the board was dealt more than once (run it twice or thrice): the second board and the third,
        five cards each. They begin with the cards that lay before.
    """

    holes: tuple[Cards, ...]
    board: Cards = ()
    other_boards: tuple[Cards, ...] = ()
    is_known: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not {2}.issuperset(map(len, self.holes)) or len(self.board) > 5:
            raise RulesError(
                f"a deal of {[len(hole) for hole in self.holes]} and {len(self.board)} cards "
                "(expected two for each seat and at most five on the board)"
            )
        _set(self, "board", self.board + (None,) * (5 - len(self.board)))
        if self.other_boards:
            self._check_other_boards()
        dealt = [*self.holes, self.board]
        if self.other_boards:
            dealt += [board[self.n_shared :] for board in self.other_boards]
        cards = [card for cards in dealt for card in cards if card is not None]
        if len(set(cards)) < len(cards) or not _CARDS.issuperset(cards):
            check_cards(cards)
        _set(self, "is_known", len(cards) == sum(map(len, dealt)))

    def _check_other_boards(self) -> None:
        if len(self.other_boards) >= MOST_BOARDS or any(len(board) != 5 for board in self.other_boards):
            raise RulesError(
                f"{1 + len(self.other_boards)} boards of {[len(board) for board in (self.board, *self.other_boards)]} "
                f"cards (expected at most {MOST_BOARDS}, the others of five)"
            )

    @property
    def boards(self) -> tuple[Cards, ...]:
        """Every board, the first one first."""
        return (self.board, *self.other_boards)

    @property
    def n_shared(self) -> int:
        """How many cards all boards begin with: five where there is one board."""
        return next(
            (place for place in range(5) if any(board[place] != self.board[place] for board in self.other_boards)), 5
        )

    @classmethod
    def from_deck(cls, deck: Sequence[int], n_seats: int) -> "HoldemDeal":
        """Return the deal of a shuffled deck: two cards to each seat in turn, then the board; no card is burnt."""
        n_holes = 2 * n_seats
        if len(deck) < n_holes + 5:
            raise RulesError(f"a deck of {len(deck)} cards (expected at least {n_holes + 5} for {n_seats} seats)")
        cards = tuple(deck[: n_holes + 5]) if type(deck) is list else tuple(map(int, deck[: n_holes + 5]))
        if len(set(cards)) < n_holes + 5 or not _CARDS.issuperset(cards):
            check_cards(cards)
        # what __init__ would check is checked: this runs once a hand in every match
        deal = object.__new__(cls)
        _set(deal, "holes", tuple([cards[first : first + 2] for first in range(0, n_holes, 2)]))
        _set(deal, "board", cards[n_holes:])
        _set(deal, "other_boards", ())
        _set(deal, "is_known", True)  # noqa: FBT003
        return deal


class HoldemState(GameState):
    """A hand of hold'em, changed in place by `act`.

    Parameters
    ----------
    rules
        The game's settings.
    deal
        The cards, known or not.
    stacks
        The chips each seat starts with, or None if nobody can run out (fixed-limit only).
    forced
        What each seat must put in, if that is not the usual: straddles, posts, dead blinds, a missing small blind.
    """

    __slots__ = ("_deal", "_even_dead")

    rules: HoldemRules

    def __init__(
        self,
        rules: HoldemRules,
        deal: HoldemDeal,
        stacks: Sequence[int] | None = None,
        forced: Forced | None = None,
    ) -> None:
        if len(deal.holes) != rules.n_seats:
            raise RulesError(f"cards for {len(deal.holes)} seats (expected {rules.n_seats})")
        chips, standing, play, even_dead = opened(rules, None if stacks is None else tuple(stacks), forced)
        self._begin(rules, chips.copy(), standing, play, known=deal.is_known)
        self._even_dead = even_dead  # whether all seats paid the same dead chips
        self._deal = deal
        self._own = deal.holes
        self.board = deal.board[: BOARD_SIZES[self.street]] if self.street else ()

    def _end_street(self) -> None:
        self.board = self._deal.board[: BOARD_SIZES[self.street]]

    def payoffs(self) -> tuple[int, ...]:  # noqa: D102 - as in `GameState`, which does what is not done here
        # one pot and one board, as nearly always: this runs once a hand in every match
        deal, paid, folded = self._deal, self._paid, self.folded
        if self.actor is not None or not self._even_dead or deal.other_boards:
            return super().payoffs()
        live = [seat for seat, gone in enumerate(folded) if not gone]
        if not deal.is_known and (None in deal.board or any(None in deal.holes[seat] for seat in live)):
            return super().payoffs()
        first = paid[live[0]]
        for seat in live:
            if paid[seat] != first:
                return super().payoffs()
        taken = [-chips for chips in paid]
        winners = live
        if len(live) > 1:
            holes = cast("tuple[tuple[int, int], ...]", deal.holes)
            found = hole_strengths([holes[seat] for seat in live], cast("tuple[int, ...]", deal.board))
            best = max(found)
            winners = [seat for seat, strength in zip(live, found, strict=True) if strength == best]
        share, n_odd = divmod(self.pot, len(winners))
        for place, seat in enumerate(winners):
            taken[seat] += share + (place < n_odd)
        return tuple(taken)

    def _showdown_hands(self, seat: int) -> tuple[Cards, ...]:
        hole = self._deal.holes[seat]
        if not self._deal.other_boards:
            return (hole + self._deal.board,)
        return tuple(hole + board for board in self._deal.boards)
