"""Limit seven-card stud: three cards, two of them down; three more up; the last one down; five streets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deluck.cards import N_CARDS, Card, check_cards, rank_of
from deluck.errors import RulesError, UnknownCards
from deluck.games import betting_kernels as engine
from deluck.games.betting_tree import BettingNode, opened_stud
from deluck.games.rules import StudRules
from deluck.games.state import Cards, GameState

_THIRD, _FOURTH, _SEVENTH = 0, 1, 4  # street numbers
_N_HAND = 7


@dataclass(frozen=True, slots=True)
class StudDeal:
    """The cards of a hand as they lie in the deck: seven for each seat, whether or not it stays to get them.

    So a seat's cards do not depend on who folds, and a deal can be played again with other players. Only eight
    seats need more cards than there are: then each has six, and seventh street is dealt from what nobody got.

    Attributes
    ----------
    hands
        Each seat's cards in the order dealt: two down, four up, one down. None is a card that is not known; a hand
        may be given short, and what is missing is not known.
    shared
        The community card of seventh street, in a record that has one.
    spare
        The cards left in the deck after six each to eight seats; empty for fewer seats and for records.
    openers
        Who opened each street, for records that lack the up cards that decide it; else None or missing.
    """

    hands: tuple[Cards, ...]
    shared: Card | None = None
    spare: tuple[Card, ...] = ()
    openers: tuple[int | None, ...] = ()

    def __post_init__(self) -> None:
        if any(len(hand) > _N_HAND for hand in self.hands):
            raise RulesError(f"hands of {[len(hand) for hand in self.hands]} cards (expected at most seven each)")
        dealt = [card for hand in (*self.hands, (self.shared,), self.spare) for card in hand if card is not None]
        check_cards(dealt)
        padded = tuple([hand + (None,) * (_N_HAND - len(hand)) for hand in self.hands])
        object.__setattr__(self, "hands", padded)

    @classmethod
    def from_deck(cls, deck: Sequence[int], n_seats: int) -> "StudDeal":
        """Return the deal of a shuffled deck of 52: one card to each seat in turn, seven times (eight seats: six).

        No card is burnt: where cards are, they go back into the deck when it runs short, so nothing changes.
        """
        n_rounds = min(_N_HAND, N_CARDS // n_seats)
        if len(deck) != N_CARDS:
            raise RulesError(f"a deck of {len(deck)} cards (expected {N_CARDS})")
        cards = tuple([Card(int(card)) for card in deck])
        n_dealt = n_rounds * n_seats
        hands = tuple([cards[seat:n_dealt:n_seats] for seat in range(n_seats)])
        return cls(hands, spare=cards[n_dealt:] if n_rounds < _N_HAND else ())


class StudState(GameState):
    """A hand of limit seven-card stud, changed in place by `act`.

    The seat with the lowest up card, clubs lowest, brings it in; if it is all-in from the ante, the next seat does.
    Later streets are opened by the best showing hand, the first seat left of the dealer if equal, or the next seat
    if that one is all-in. The bring-in seat has no further option if nobody completes, and with no more than the
    bring-in behind it cannot complete.

    Seventh street is one community card if there are more seats in than cards that were never dealt.

    Deviation: pokerkit deals folded cards again before it deals a community card; no card room does.

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

    rules: StudRules
    _engine = engine.act_on_street

    def __init__(self, rules: StudRules, deal: StudDeal, stacks: Sequence[int] | None = None) -> None:
        if len(deal.hands) != rules.n_seats:
            raise RulesError(f"cards for {len(deal.hands)} seats (expected {rules.n_seats})")
        self.rules = rules
        self._node = opened_stud(rules, None if stacks is None else tuple(stacks))
        self._deal = deal
        self._own = self.up_cards = ((),) * rules.n_seats
        self._known = bool(deal.spare) or not any(None in hand for hand in deal.hands)
        self._strengths = None
        self.board = ()
        self.names = ()
        self._begin_street(_THIRD)

    def _end_street(self) -> None:
        if self.actor is not None:
            return
        self._node = _closed(self._node)
        street = self.street + 1
        if self._node.n_live > 1 and street < len(self.rules.street_names):
            self._begin_street(street)

    def _begin_street(self, street: int) -> None:
        """Deal a street and find who acts first; go on where nobody can act."""
        self._deal_street(street)
        has_choice = street == _FOURTH and self.rules.open_pair_option and self._has_open_pair()
        bets = (self.rules.big_bet, self.rules.small_bet) if has_choice else None
        before = self._node
        self._node = _opened(before, street, 0, bets)
        if self._node.actor is not None:  # up cards need not be known where nobody acts
            self._node = _opened(before, street, self._first_seat(), bets)
        self.actor = self._node.actor
        self._end_street()

    def _deal_street(self, street: int) -> None:
        if street == _SEVENTH:
            self._deal_seventh()
            return
        n_cards = 3 + street
        hands, own, folded = self._deal.hands, self._own, self.folded
        self._own = tuple([own[seat] if gone else hands[seat][:n_cards] for seat, gone in enumerate(folded)])
        self.up_cards = tuple([cards[2:] for cards in self._own])

    def _deal_seventh(self) -> None:
        deal, own, folded = self._deal, self._own, self.folded
        if deal.shared is not None:
            self.board = (deal.shared,)
            return
        if not deal.spare:
            self._own = tuple([own[seat] if gone else deal.hands[seat] for seat, gone in enumerate(folded)])
            return
        undealt = [card for hand, cards in zip(deal.hands, own, strict=True) for card in hand[len(cards) :]]
        left = [*deal.spare, *(card for card in undealt if card is not None)]
        if self._node.n_live > len(left):
            self.board = (left[0],)
            return
        cards = iter(left)
        self._own = tuple([own[seat] if gone else (*own[seat], next(cards)) for seat, gone in enumerate(folded)])

    def _has_open_pair(self) -> bool:
        live = [cards for cards, gone in zip(self.up_cards, self.folded, strict=True) if not gone]
        return any(None not in cards and _showing(cards) >= ((2,), (0,)) for cards in live)

    def _first_seat(self) -> int:
        live = [seat for seat, gone in enumerate(self.folded) if not gone]
        if not self._known and any(None in self.up_cards[seat] for seat in live):
            openers = self._deal.openers
            opener = openers[self.street] if self.street < len(openers) else None
            if opener is None:
                raise UnknownCards(
                    f"nobody knows who opens {self.rules.street_names[self.street]}: an up card is not known "
                    "(expected the seat in StudDeal.openers)"
                )
            return opener
        if self.street == _THIRD:
            return min(live, key=lambda seat: self.up_cards[seat])
        return max(live, key=lambda seat: (_showing(self.up_cards[seat]), -seat))

    def _showdown_hands(self, seat: int) -> tuple[Cards, ...]:
        return (self._own[seat] + self.board,)


def _closed(node: BettingNode) -> BettingNode:
    """Return the node at the end of a street's betting."""
    after = node.after.get("closed")
    if after is None:
        chips = node.chips.copy()
        after = BettingNode(chips, engine.close_street(chips), node.history, node.folded)
        node.store("closed", after)
    return after


def _opened(node: BettingNode, street: int, first: int, bets: tuple[int, int] | None) -> BettingNode:
    """Return the node of a street opened by a seat, or by the next that can act; with two sizes of bets, if given."""
    after = node.after.get((first, bets))
    if after is None:
        chips = node.chips.copy()
        chips[engine.STREET] = street
        if bets is not None:
            chips[engine.BET_SIZES + street], chips[engine.SMALLER_BET] = bets
        after = BettingNode(chips, engine.open_street(chips, first), node.history, node.folded)
        node.store((first, bets), after)
    return after


def _showing(cards: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how many cards of a rank are showing and which ranks, the weightiest first; larger is better."""
    counts = Counter(rank_of(card) for card in cards if card is not None)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(counts[rank] for rank in ranks), tuple(ranks)
