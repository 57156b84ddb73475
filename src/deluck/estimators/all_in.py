"""All-in EV as a family: money, but where no betting was left what could be expected before the next card came."""

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.context import Context
from deluck.estimators.deals import all_in_values
from deluck.estimators.family import ColumnSpec, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.records import DecisionColumns, HandColumns, walk

REASONS = (
    "not hold'em",
    "the betting stops early or goes on after its end",
    "stacks cannot run out",
    "a seat was all-in and not all cards of those who were in are known",
)


class AllInFamily:
    """All-in EV of hold'em with side pots and several boards, for all seats."""

    name = "all_in"
    prices_decisions = False
    columns = (
        ColumnSpec(
            "all_in_ev",
            "All-in EV",
            "money, with all-in hands counted at what could be expected",
            Kind.SKILL,
            colour="adjusted",
            rank=1,
            line_width=1.6,
            removed="the luck of all-ins",
            explanation="the line that trackers show, exact: from the deal on at which fewer than two players could "
            "still bet, money is replaced by its expectation, side pots and dead cards included.",
        ),
        ColumnSpec(
            "all_in", "All-in", "the street dealt first without betting left, 1 for the flop, 0 for none", Kind.DETAIL
        ),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands have the cards of all who were in known where no betting was left."""
        return self._find(hands, walk(hands))[0]

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return all-in EV of all seats, and from which street on no betting was left."""
        eligibility, streets, values = self._find(hands, decisions)
        money = money_before_rake(hands, decisions)
        is_all_in = (streets > 0)[:, None]
        expected = np.where(is_all_in, values, money)
        expected[(eligibility.codes > 0) & (eligibility.codes < len(REASONS))] = np.nan
        dealt = np.where((hands.players >= 0) & decisions.is_valid[:, None], streets[:, None], np.nan)
        return Values({"all_in_ev": expected, "all_in": dealt}, eligibility)

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return that it is exact: it has no constants."""
        return "exact"

    def _find(
        self, hands: HandColumns, decisions: DecisionColumns
    ) -> tuple[Eligibility, NDArray[np.int8], NDArray[np.float64]]:
        codes = np.zeros(len(hands), np.uint8)
        codes[hands.stacks[:, 0] < 0] = 3
        codes[~decisions.is_valid] = 2
        if hands.game != "holdem":
            codes[:] = 1
        streets, values = all_in_values(hands, decisions)
        lacks = (streets > 0) & (np.isnan(values) & (hands.players >= 0)).any(axis=1)
        codes[(codes == 0) & lacks] = len(REASONS)
        return Eligibility(codes, REASONS), streets, values


ALL_IN = AllInFamily()
