"""Hindsight prices of decisions: what each was worth to every seat, with all hands face up.

B of a node is what a seat can expect if the passive honest baseline finishes the street from there and no more is bet
after it. A decision is worth B after it less B before it, so prices of a street add up; with the luck of the board and
B at the start of the hand they add up to the money of every seat. A hero call that beats a bluff is worth the pot,
because the baseline folds there.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.board_luck import beside_divat
from deluck.estimators.context import Context
from deluck.estimators.deals import board_luck, known_cards, parts_of
from deluck.estimators.divat.kernel_arguments import rank_lookup
from deluck.estimators.divat_nl.luck import first_ranks
from deluck.estimators.divat_nl.policy import PASSIVE_HONEST, policy_hash
from deluck.estimators.family import Cards, ColumnSpec, DecisionPrices, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.estimators.prices_kernels import fill_prices
from deluck.metrics.showdown_shares import share_tables
from deluck.records import DecisionColumns, HandColumns, walk
from deluck.records.decisions import street_states

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """What d decisions of n hands were worth, in small bets or big blinds; NaN where there is no price.

    Attributes
    ----------
    to_seats
        To every seat, float64[d, seats].
    to_actors
        To who decided, float64[d].
    actions
        What the baseline does there, -1 where there is no price, int8[d].
    starts
        What every seat can expect at the start of the hand if the baseline finishes the first street, float64[n,
        seats].
    eligibility
        Which hands have prices, and why not the others.
    """

    to_seats: NDArray[np.float64]
    to_actors: NDArray[np.float64]
    actions: NDArray[np.int8]
    starts: NDArray[np.float64]
    eligibility: Eligibility


def decision_prices(hands: HandColumns, decisions: DecisionColumns, eligibility: Eligibility | None = None) -> Prices:
    """Return the prices of all decisions of hold'em hands with every card known, in small bets or big blinds.

    Where the rest of the board was dealt more than once nobody could bet any more, so the first board serves. The odd
    chip of a shared pot counts with the last decision.

    Parameters
    ----------
    hands, decisions
        The hands and their betting.
    eligibility
        Which hands to price, all of them with every card known; by default all those.
    """
    eligibility = known_cards(hands, decisions) if eligibility is None else eligibility
    width = hands.max_seats
    to_seats = np.full((len(decisions), width), np.nan)
    actions = np.full(len(decisions), -1, np.int8)
    starts = np.full((len(hands), width), np.nan)
    for rows in parts_of(np.flatnonzero(eligibility.mask)):
        some, betting = hands[rows], decisions.of_hands(rows)
        roots, found = np.zeros((len(rows), width)), np.zeros((len(betting), width))
        chosen = np.zeros(len(betting), np.uint8)
        fill_prices(
            street_states(some),
            betting.last_streets,
            betting.starts,
            betting.streets,
            betting.actions,
            betting.amounts,
            some.cards,
            some.board,
            first_ranks(some),
            PASSIVE_HONEST.array(),
            rank_lookup(),
            share_tables(),
            roots,
            found,
            chosen,
        )
        absent = some.players < 0
        roots[absent] = np.nan
        found[absent[betting.hands]] = np.nan
        counts = np.diff(betting.starts)
        indices = np.repeat(decisions.starts[rows] - betting.starts[:-1], counts) + np.arange(len(betting))
        starts[rows] = roots / some.unit_chips[:, None]
        to_seats[indices] = found / some.unit_chips[betting.hands, None]
        actions[indices] = chosen
    _add_odd_chips(hands, decisions, to_seats, starts)
    to_actors = to_seats[np.arange(len(decisions)), decisions.seats]
    return Prices(to_seats, to_actors, actions, starts, eligibility)


def _add_odd_chips(
    hands: HandColumns, decisions: DecisionColumns, to_seats: NDArray[np.float64], starts: NDArray[np.float64]
) -> None:
    """Add what odd chips make of a shared pot to the last decision of each hand, or to its start if it has none."""
    total = starts + board_luck(hands, decisions).by_street.sum(axis=2)
    np.add.at(total, decisions.hands, to_seats)
    odd = np.nan_to_num(money_before_rake(hands, decisions) - total)
    rows = np.flatnonzero((np.abs(odd) > _ROUNDING).any(axis=1))
    has_decisions = np.diff(decisions.starts)[rows] > 0
    to_seats[decisions.starts[rows + 1][has_decisions] - 1] += odd[rows[has_decisions]]
    starts[rows[~has_decisions]] += odd[rows[~has_decisions]]


class PricesFamily:
    """Hindsight prices of decisions, for all hold'em but heads-up limit, which DIVAT prices; the value at the start."""

    name = "prices"
    prices_decisions = True
    columns = (
        ColumnSpec(
            "start_value",
            "At the start",
            "what the seat could expect if the passive honest baseline had played the first street",
            Kind.DETAIL,
            cards=Cards.ALL,
        ),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands have all cards known, each other one with its reason."""
        return beside_divat(hands, known_cards(hands, walk(hands)))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return the price of every decision, and what seats could expect at the start."""
        eligibility = beside_divat(hands, board_luck(hands, decisions).eligibility)
        found = decision_prices(hands, decisions, eligibility)
        prices = DecisionPrices(found.to_actors, found.actions)
        return Values({"start_value": found.starts}, eligibility, prices)

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return the hash of the baseline's constants."""
        return policy_hash(PASSIVE_HONEST)


PRICES = PricesFamily()
