"""DIVAT by one-street baselines as families: money less the luck of all cards, hole cards and board.

`divat_nl` is for no-limit and pot-limit, `divat_ring` for limit hold'em of three seats and more.
"""

from collections.abc import Callable
from dataclasses import dataclass

from deluck.estimators.context import Context
from deluck.estimators.deals import known_cards
from deluck.estimators.divat_nl.luck import baseline_luck, not_fixed_limit, ring_limit
from deluck.estimators.divat_nl.policy import RING, STANDARD, Settings
from deluck.estimators.family import Cards, ColumnSpec, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.records import DecisionColumns, HandColumns, walk


@dataclass(frozen=True, slots=True)
class OneStreetFamily:
    """An estimate, its luck and the seat's value; money = estimate + luck in every hand.

    Attributes
    ----------
    name
        Of the family and of its estimate.
    settings
        All constants.
    restricted
        Which of the hands with all cards known it values.
    """

    name: str
    settings: Settings
    restricted: Callable[[HandColumns, Eligibility], Eligibility]
    prices_decisions: bool = False

    @property
    def columns(self) -> tuple[ColumnSpec, ...]:
        """The luck of all cards, the estimate, and what the seat is worth."""
        return (
            ColumnSpec(
                f"{self.name}_luck",
                "Luck of the cards",
                "what hole cards and board were worth, by the one-street baseline",
                Kind.LUCK,
                by_street=True,
                explanation="what each deal was worth to the player: the hole cards by how the baseline bets them, "
                "less what the seat is worth; each card of the board by all-in equity and by the baseline's betting "
                "after it.",
                cards=Cards.ALL,
            ),
            ColumnSpec(
                self.name,
                "DIVAT",
                "money less the luck of all cards, the seat's value included",
                Kind.SKILL,
                colour="divat",
                rest=f"{self.name}_luck",
                rank=3,
                line_width=3.0,
                removed="the luck",
                explanation="money with the luck of hole cards and board taken out, by an estimator whose constants "
                "were fixed before. Its mean is that of money: it includes what the seat is worth, as money does.",
                cards=Cards.ALL,
            ),
            ColumnSpec(
                f"{self.name}_seat_value", "Seat value", "what the seat is worth between baselines", Kind.DETAIL
            ),
        )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands of its games have all cards known, each other one with its reason."""
        return self.restricted(hands, known_cards(hands, walk(hands)))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return the estimate and the luck of all seats."""
        found = baseline_luck(hands, decisions, self.settings, self.restricted)
        money = money_before_rake(hands, decisions)
        columns = {
            f"{self.name}_luck": found.by_street,
            self.name: money - found.by_street.sum(axis=2),
            f"{self.name}_seat_value": found.seat_values,
        }
        return Values(columns, found.eligibility)

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return the hash of all constants."""
        return self.settings.hash


DIVAT_NL = OneStreetFamily("divat_nl", STANDARD, not_fixed_limit)
DIVAT_RING = OneStreetFamily("divat_ring", RING, ring_limit)
