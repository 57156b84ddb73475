"""What can be said from one player's own cards and from what was shown: luck of the hole cards, all-ins, own ranks.

A site's log shows the hole cards of the player whose log it is, and others' at showdown. Hands whose cards all came to
light are showdowns, a biased sample; so nothing here looks at others' cards but where no decision was left.

- The luck of the own hole cards, by seat and starting hand: the deal is independent of everything, so it is exact.
- All-in EV where the cards of all who were in are known whoever won. Exact where two were dealt in; with more, the
  cards of seats that folded are not known, and what they folded says something about the deck.
- The luck of the own rank: the pot before a deal times the change of 7cHR. It is not exact, because the betting says
  something about the cards to come: an approximation, and named so.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.cards import holdings_of, starting_hands
from deluck.estimators.context import Context
from deluck.estimators.deals import N_STREETS, all_in_values, is_fixed_limit
from deluck.estimators.divat_nl.policy import LIMIT, ONE_STREET, policy_hash
from deluck.estimators.divat_nl.seat_values import FEWEST_SEATS, shipped_seat_values
from deluck.estimators.family import Cards, ColumnSpec, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.games import BOARD_SIZES
from deluck.metrics.ranks import hand_ranks
from deluck.records import DecisionColumns, HandColumns, walk

REASONS = (
    "not hold'em",
    "the betting stops early or goes on after its end",
    "no hole cards are known",
)


@dataclass(frozen=True, slots=True, eq=False)
class OwnCards:
    """What a player's own cards say of n hands, in small bets or big blinds, float64[n, seats].

    NaN for seats whose cards are not known. A player's estimates count only where its cards are known in all its hands.

    Attributes
    ----------
    hole_luck
        What the seat's starting hand was worth beside the seat's mean.
    rank_luck
        The pot before each deal times the change of 7cHR, added up while the seat was in and betting was left.
    all_in
        What the seat could expect at the first deal without betting left; NaN where there was none or it is not known.
    """

    hole_luck: NDArray[np.float64]
    rank_luck: NDArray[np.float64]
    all_in: NDArray[np.float64]

    def estimates(
        self, money: NDArray[np.float64], *, with_all_ins: bool = True
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return `own_cards` and `own_cards_approximate`, float64[n, seats].

        Parameters
        ----------
        money
            What every seat won before rake, float64[n, seats].
        with_all_ins
            Whether all-in EV takes the place of money; not where all-ins are shown only if lost.
        """
        played = np.where(np.isnan(self.all_in), money, self.all_in) if with_all_ins else money
        exact = played - self.hole_luck
        return exact, exact - self.rank_luck


def folded_before(hands: HandColumns, decisions: DecisionColumns, streets: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return which seats had folded when a street of each hand was dealt, bool[n, seats]."""
    folded = np.zeros((len(hands), hands.max_seats), np.bool_)
    hand_of = decisions.hands
    folds = np.flatnonzero((decisions.actions == 0) & (decisions.streets < streets[hand_of]))
    folded[hand_of[folds], decisions.seats[folds]] = True
    return folded


def own_cards(hands: HandColumns, decisions: DecisionColumns) -> OwnCards:
    """Return what own cards say of hold'em hands, for every seat whose cards are known."""
    shape = (len(hands), hands.max_seats)
    if hands.game != "holdem":
        nothing = np.full(shape, np.nan)
        return OwnCards(nothing, nothing, nothing)
    seats = _known_seats(hands) & decisions.is_valid[:, None]
    streets, all_in = all_in_values(hands, decisions)
    luck = np.full(shape, np.nan)
    luck[seats] = _hole_luck(hands, seats)
    ranks = np.full(shape, np.nan)
    ranks[seats] = _rank_luck(hands, decisions, seats, streets)
    return OwnCards(luck, ranks, np.where(seats, all_in, np.nan))


def _known_seats(hands: HandColumns) -> NDArray[np.bool_]:
    return np.asarray((hands.cards >= 0).all(axis=2) & (hands.players >= 0))


def _hole_luck(hands: HandColumns, seats: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return what starting hands are worth beside the mean of their seats, float64[k] for k seats."""
    hand_of, seat_of = np.nonzero(seats)
    classes = starting_hands()[holdings_of(hands.cards[seats].astype(np.int64))]
    n_seats = hands.n_seats[hand_of] - FEWEST_SEATS
    luck = np.empty(len(hand_of))
    is_limit = is_fixed_limit(hands)[hand_of]
    for policy, rows in ((ONE_STREET, np.flatnonzero(~is_limit)), (LIMIT, np.flatnonzero(is_limit))):
        if rows.size:
            table, seated = shipped_seat_values(policy), (n_seats[rows], seat_of[rows])
            luck[rows] = table.classes[(*seated, classes[rows])] - table.seats[seated]
    return luck


def _rank_luck(
    hands: HandColumns, decisions: DecisionColumns, seats: NDArray[np.bool_], streets: NDArray[np.int8]
) -> NDArray[np.float64]:
    """Return the pot before each deal times the change of 7cHR, while the seat was in and could bet, float64[k]."""
    hand_of, seat_of = np.nonzero(seats)
    holes = hands.cards[seats].astype(np.int64)
    pots = decisions.street_pots[hand_of] / hands.unit_chips[hand_of, None]
    last = decisions.last_streets[hand_of]
    last = np.where(streets[hand_of] > 0, streets[hand_of] - 1, last)
    luck = np.zeros(len(holes))
    before = hand_ranks(holes, np.zeros((len(holes), 0), np.int64)).seven_card
    for street in range(1, N_STREETS):
        dealt = np.full(len(hands), street, np.int8)
        board = hands.board[hand_of, : BOARD_SIZES[street]].astype(np.int64)
        gone = folded_before(hands, decisions, dealt)[hand_of, seat_of]
        rows = np.flatnonzero((last >= street) & ~gone & (board >= 0).all(axis=1))
        after = before.copy()
        after[rows] = hand_ranks(holes[rows], board[rows]).seven_card
        luck += pots[:, street] * (after - before)
        before = after
    return luck


class OwnCardsFamily:
    """What one player's own cards and shown all-ins take out of money, for sources that do not show all cards."""

    name = "own_cards"
    prices_decisions = False
    columns = (
        ColumnSpec(
            "own_cards",
            "Own cards",
            "money less what own cards say of luck: starting hands, and all-ins that were shown",
            Kind.SKILL,
            colour="dcash",
            rank=2,
            line_width=2.4,
            removed="the luck of its own cards and of all-ins",
            explanation="all-in EV where the cards of all who were in are known, less what the own starting hand was "
            "worth in its seat. Exact where two were dealt in; with more, folded cards that are not known leave a bias "
            "of less than one big blind per 100 hands.",
            cards=Cards.OWN,
        ),
        ColumnSpec(
            "own_cards_approximate",
            "Own cards, approximate",
            "the same less the luck of the own hand's rank, which is not exactly unbiased",
            Kind.BIASED,
            colour="dcash",
            explanation="own cards, less the pot before each deal times the change of the own hand's rank. The betting "
            "says something about the cards to come, so it is an approximation.",
            cards=Cards.OWN,
        ),
        ColumnSpec("own_hole_luck", "Luck of the starting hand", "what the own starting hand was worth", Kind.DETAIL),
        ColumnSpec("own_rank_luck", "Luck of the rank", "pot times the change of the own hand's rank", Kind.DETAIL),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands have a seat whose cards are known, each other one with its reason."""
        return self._eligible(hands, walk(hands))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return both estimates and what they take out of money, of the seats whose cards are known."""
        found = own_cards(hands, decisions)
        exact, approximate = found.estimates(money_before_rake(hands, decisions))
        columns = {
            "own_cards": exact,
            "own_cards_approximate": approximate,
            "own_hole_luck": found.hole_luck,
            "own_rank_luck": found.rank_luck,
        }
        return Values(columns, self._eligible(hands, decisions))

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return what the luck of starting hands is taken from."""
        return "; ".join(
            f"{policy_hash(policy)}, {shipped_seat_values(policy).n_deals} deals" for policy in (ONE_STREET, LIMIT)
        )

    def _eligible(self, hands: HandColumns, decisions: DecisionColumns) -> Eligibility:
        codes = np.zeros(len(hands), np.uint8)
        codes[~decisions.is_valid] = 2
        if hands.game != "holdem":
            codes[:] = 1
        elif len(hands):
            codes[(codes == 0) & ~_known_seats(hands).any(axis=1)] = 3
        return Eligibility(codes, REASONS)


OWN_CARDS = OwnCardsFamily()
