"""Hold'em: two cards each, a board of five, four streets; fixed-limit, pot-limit or no-limit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_CARDS, check_cards
from deluck.errors import RulesError
from deluck.evaluator import hole_strengths, strengths
from deluck.games import betting_kernels as engine
from deluck.games.actions import BOARD_SIZES
from deluck.games.betting_tree import opened_holdem
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
    is_known
        Whether all cards are known.
    strengths
        The strength of each seat's hand at a showdown, larger is stronger, where it was computed with the deal.
    """

    holes: tuple[Cards, ...]
    board: Cards = ()
    other_boards: tuple[Cards, ...] = ()
    is_known: bool = field(init=False, repr=False, compare=False)
    strengths: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)

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
            (index for index in range(5) if any(board[index] != self.board[index] for board in self.other_boards)), 5
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
        holes = tuple([cards[first : first + 2] for first in range(0, n_holes, 2)])
        return cls._known(holes, cards[n_holes:], None)

    @classmethod
    def from_decks(cls, decks: NDArray[np.integer[Any]], n_seats: int) -> "list[HoldemDeal]":
        """Return the deals of shuffled decks, int[n, 52], with their strengths: many times faster than one by one."""
        n_holes = 2 * n_seats
        if decks.shape[1] < n_holes + 5:
            raise RulesError(f"decks of {decks.shape[1]} cards (expected at least {n_holes + 5} for {n_seats} seats)")
        cards = decks[:, : n_holes + 5]
        if (np.diff(np.sort(cards)) == 0).any():
            raise RulesError("a deck that has a card twice (expected 52 different cards)")
        sevens = np.empty((len(decks), n_seats, 7), dtype=decks.dtype)
        sevens[:, :, :2] = cards[:, :n_holes].reshape(-1, n_seats, 2)
        sevens[:, :, 2:] = cards[:, None, n_holes:]
        ranked = strengths(sevens.reshape(-1, 7)).reshape(-1, n_seats)
        columns = cards.T.tolist()
        pairs = [zip(*columns[first : first + 2], strict=True) for first in range(0, n_holes, 2)]
        holes, boards = zip(*pairs, strict=True), zip(*columns[n_holes:], strict=True)
        return [cls._known(*each) for each in zip(holes, boards, map(tuple, ranked.tolist()), strict=True)]

    @classmethod
    def _known(cls, holes: tuple[Any, ...], board: tuple[Any, ...], ranked: tuple[int, ...] | None) -> "HoldemDeal":
        """Return a deal of known cards without the checks of `__init__`, once per hand in every match."""
        deal = object.__new__(cls)
        _set(deal, "holes", holes)
        _set(deal, "board", board)
        _set(deal, "other_boards", ())
        _set(deal, "is_known", True)  # noqa: FBT003
        _set(deal, "strengths", ranked)
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

    __slots__ = ("_deal",)

    rules: HoldemRules
    _engine = engine.act_holdem

    def __init__(
        self,
        rules: HoldemRules,
        deal: HoldemDeal,
        stacks: Sequence[int] | None = None,
        forced: Forced | None = None,
    ) -> None:
        if len(deal.holes) != rules.n_seats:
            raise RulesError(f"cards for {len(deal.holes)} seats (expected {rules.n_seats})")
        node = opened_holdem(rules, None if stacks is None else tuple(stacks), forced)
        self.rules = rules
        self._node = node
        self._deal = deal
        self._own = deal.holes
        self._known = deal.is_known
        self._strengths = None
        self.actor = node.actor
        self.board = deal.board[: BOARD_SIZES[node.street]]
        self.up_cards = ()
        self.names = ()

    def _end_street(self) -> None:
        self.board = self._deal.board[: BOARD_SIZES[self.street]]

    def _ranked(self) -> Sequence[Sequence[int]]:
        if self.actor is None and self._deal.strengths is not None:
            return (self._deal.strengths,)
        return super()._ranked()

    def _compared(self, live: list[int]) -> list[list[int]]:
        deal = self._deal
        if not deal.is_known or deal.other_boards:
            return super()._compared(live)
        return [hole_strengths(cast("tuple[tuple[int, int], ...]", deal.holes), cast("tuple[int, ...]", deal.board))]

    def _showdown_hands(self, seat: int) -> tuple[Cards, ...]:
        hole = self._deal.holes[seat]
        if not self._deal.other_boards:
            return (hole + self._deal.board,)
        return tuple(hole + board for board in self._deal.boards)
