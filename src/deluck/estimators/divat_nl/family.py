"""The no-limit DIVAT estimator as a family: money less the luck of all cards, hole cards and board, by the baseline."""

from deluck.estimators.context import Context
from deluck.estimators.deals import known_cards
from deluck.estimators.divat_nl.luck import baseline_luck, not_fixed_limit
from deluck.estimators.divat_nl.policy import STANDARD
from deluck.estimators.family import Cards, ColumnSpec, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.records import DecisionColumns, HandColumns, walk


class NoLimitDivatFamily:
    """The no-limit DIVAT estimator and its luck, in big blinds; money = divat_nl + divat_nl_luck in every hand."""

    name = "divat_nl"
    prices_decisions = False
    columns = (
        ColumnSpec(
            "divat_nl_luck",
            "Luck of the cards",
            "what hole cards and board were worth, by the one-street baseline",
            Kind.LUCK,
            by_street=True,
            explanation="what each deal was worth to the player: the hole cards by how the baseline bets them, less "
            "what the seat is worth; each card of the board by all-in equity and by the baseline's betting after it.",
            cards=Cards.ALL,
        ),
        ColumnSpec(
            "divat_nl",
            "DIVAT",
            "money less the luck of all cards, the seat's value included",
            Kind.SKILL,
            colour="divat",
            rest="divat_nl_luck",
            rank=3,
            line_width=3.0,
            removed="the luck",
            explanation="money with the luck of hole cards and board taken out, by an estimator whose constants were "
            "fixed before. Its mean is that of money: it includes what the seat is worth, as money does.",
            cards=Cards.ALL,
        ),
        ColumnSpec("divat_nl_seat_value", "Seat value", "what the seat is worth between baselines", Kind.DETAIL),
    )

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands are no-limit or pot-limit hold'em with all cards known, each other one with its reason."""
        return not_fixed_limit(hands, known_cards(hands, walk(hands)))

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:  # noqa: ARG002
        """Return the estimate and the luck of all seats."""
        found = baseline_luck(hands, decisions, STANDARD)
        money = money_before_rake(hands, decisions)
        columns = {
            "divat_nl_luck": found.by_street,
            "divat_nl": money - found.by_street.sum(axis=2),
            "divat_nl_seat_value": found.seat_values,
        }
        return Values(columns, found.eligibility)

    def constants(self, context: Context) -> str:  # noqa: ARG002
        """Return the hash of all constants."""
        return STANDARD.hash


DIVAT_NL = NoLimitDivatFamily()
