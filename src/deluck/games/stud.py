"""Limit seven-card stud: three cards, two of them down; three more up; the last one down; five streets."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from deluck.cards import N_CARDS, Card, check_cards, rank_of
from deluck.games.actions import Action
from deluck.games.errors import IllegalAction, RulesError, UnknownCards
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
        Who opened each street, for records that lack the up cards that would tell; None or missing where they tell.
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

    __slots__ = ("_bring_in_due", "_deal")

    rules: StudRules

    def __init__(self, rules: StudRules, deal: StudDeal, stacks: Sequence[int] | None = None) -> None:
        if len(deal.hands) != rules.n_seats:
            raise RulesError(f"cards for {len(deal.hands)} seats (expected {rules.n_seats})")
        known = bool(deal.spare) or not any(None in hand for hand in deal.hands)
        super().__init__(rules, stacks, known=known)
        self._deal = deal
        self._own = ((),) * rules.n_seats
        self.up_cards = ((),) * rules.n_seats
        self._bring_in_due = True
        self._begin_street()

    @property
    def raise_sizes(self) -> tuple[int, ...]:
        """What a full raise may add: two sizes on fourth street with an open pair, until the larger is used."""
        small, big = self.rules.small_bet, self.rules.big_bet
        if self.street == _FOURTH and self._bet_size == big and self._last_raise < big:
            return (small, big)
        return (self._bet_size,)

    def act(self, action: Action, *, size: int | None = None) -> None:
        """Play the actor's action; deal and move on to whoever is next.

        Parameters
        ----------
        action
            Fold, call (post the bring-in) or raise (bet, complete).
        size
            What a raise adds, one of `raise_sizes`; by default the largest of them, so that with an open pair an
            unspecified bet is the big one.

        Raises
        ------
        IllegalAction
            If the rules do not allow the action or the size, or nobody is to act.
        """
        if not self.can_act(action):
            self._refuse(action)
        if size is not None:
            if action is not Action.RAISE or size not in self.raise_sizes:
                sizes = " or ".join(map(str, self.raise_sizes))
                raise IllegalAction(
                    f"seat {self.actor} cannot {action.label} by {size} (raises may be by {sizes})",
                    seat=self.actor,
                    action=action,
                    legal=tuple(each.label for each in self.legal_actions()),
                )
            if size != self._bet_size:
                self._raise_to = self._level + size
        if self._bring_in_due:
            self._bring_in_due = False
            if action is Action.CALL:
                self._level = self.to_call
        super().act(action)

    def _offer(self, seat: int) -> None:
        super()._offer(seat)
        if self._bring_in_due:
            self.to_call = min(self.rules.bring_in, self._behind[seat])
            may_complete = (
                self.rules.bring_in_may_complete and self._cap > 0 and self._behind[seat] > self.rules.bring_in
            )
            self._legal = (Action.CALL, Action.RAISE) if may_complete else (Action.CALL,)

    def _deal_street(self) -> None:
        street = self.street
        self._bet_size = self.rules.bet_sizes[street]
        if street == _SEVENTH:
            self._deal_seventh()
            return
        n_cards = 3 + street
        hands, own, folded = self._deal.hands, self._own, self.folded
        self._own = tuple([own[seat] if gone else hands[seat][:n_cards] for seat, gone in enumerate(folded)])
        self.up_cards = tuple([cards[2:] for cards in self._own])
        if street == _FOURTH and self.rules.open_pair_option and self._has_open_pair():
            self._bet_size = self.rules.big_bet

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
        if self._n_live > len(left):
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

    def _showdown_hand(self, seat: int) -> Cards:
        return self._own[seat] + self.board


def _showing(cards: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how many cards of a rank are showing and which ranks, the weightiest first; larger is better."""
    counts = Counter(rank_of(card) for card in cards if card is not None)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(counts[rank] for rank in ranks), tuple(ranks)
