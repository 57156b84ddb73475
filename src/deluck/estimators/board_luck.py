"""Board luck as a family: the luck of flop, turn and river by all-in equity, and money less it."""

import numpy as np

from deluck.estimators.context import Context
from deluck.estimators.deals import N_STREETS, board_luck, is_heads_up_limit, known_cards
from deluck.estimators.family import Cards, ColumnSpec, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.records import DecisionColumns, HandColumns, walk

HEADS_UP_LIMIT = "heads-up fixed-limit hold'em, which DIVAT values"


def beside_divat(hands: HandColumns, known: Eligibility) -> Eligibility:
    """Return which hands have all cards known, but for heads-up fixed-limit hold'em, whose luck DIVAT measures."""
    return known.without(is_heads_up_limit(hands), HEADS_UP_LIMIT)


class BoardLuckFamily:
    """The luck of the board and money less it, for hold'em of any structure and 2 to 10 seats, all cards known."""

    name = "board_luck"
    prices_decisions = False
    columns = (
        ColumnSpec(
            "board_luck",
            "Board luck",
            "luck of flop, turn and river, by all-in equity",
            Kind.LUCK,
            colour="adjusted",
            by_street=True,
            explanation="how much each card of the board changed what the player could expect if no more was bet: "
            "exact over all boards, with side pots, and without every known card.",
            cards=Cards.ALL,
        ),
        ColumnSpec(
            "money_minus_board_luck",
            "Money − board luck",
            "money less the luck of the board",
            Kind.SKILL,
            colour="adjusted",
            rest="board_luck",
            rank=2,
            removed="the luck of the board",
            explanation="money with the luck of every card of the board taken out, not only where all were all-in. Its "
            "mean is that of money.",
            cards=Cards.ALL,
        ),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands have all cards known, each other one with its reason."""
        return beside_divat(hands, known_cards(hands, walk(hands)))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return the luck of the board and money less it, of all seats."""
        found = board_luck(hands, decisions)
        eligibility = beside_divat(hands, found.eligibility)
        luck = np.where(eligibility.mask[:, None, None], found.by_street, np.nan)
        money = money_before_rake(hands, decisions)
        return Values({"board_luck": luck, "money_minus_board_luck": money - luck.sum(axis=2)}, eligibility)

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return that it is exact: it has no constants."""
        return f"exact over {N_STREETS - 1} deals"


BOARD_LUCK = BoardLuckFamily()
