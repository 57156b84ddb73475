"""What an estimator family is: columns of values for every seat of every hand, and perhaps a price for every decision.

A family is one object in the `registry`. It says which columns it fills and what they mean (`ColumnSpec`), which hands
it can value and why not the others (`Eligibility`), and fills its columns for all seats at once (`Values`). Labels,
explanations, units and colours of a column are written in its `ColumnSpec` and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.context import Context
from deluck.records import DecisionColumns, HandColumns


class Kind(StrEnum):
    """What a column is."""

    SKILL = "skill"
    """An estimate of skill: its mean is what the seat would win in the long run, before rake."""
    BIASED = "biased"
    """A measure of play whose mean is not what the seat would win."""
    LUCK = "luck"
    """What chance was worth to the seat."""
    DETAIL = "detail"
    """A number that describes a hand; it is stored and shown with the hand, and never summed up as an estimator."""


class Cards(StrEnum):
    """Which sources a column has values of, by the hole cards that they show."""

    ANY = "any"
    """All sources."""
    ALL = "all"
    """Sources that show the cards of every seat in every hand: elsewhere hands whose cards all came to light are the
    showdowns, a biased sample."""
    OWN = "own"
    """Sources that do not: one player's cards are known, and what was shown."""


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """A column of values: its name and how it is presented, everywhere.

    Values are in small bets for fixed-limit hands and in big blinds for the others, net to the seat, before rake.

    Attributes
    ----------
    name
        As it is asked for and stored: ``divat_roe``.
    label
        As tables and charts show it: ``DIVAT``.
    meaning
        One sentence for a reader, without a full stop.
    kind
        What it is.
    colour
        The name of a colour of the page's style sheet.
    by_street
        Whether values come street by street and add up to the hand's.
    rest
        The column with which this one adds up to money in every hand; empty if there is none.
    rank
        Which estimate of skill leads: the one of the highest rank that all hands have.
    line_width
        How wide its line is drawn in the chart of the match, in pixels; 0 if it is not drawn.
    explanation
        What a reader who never met the word finds in the glossary; empty if the meaning says it all.
    removed
        How the verdict names what it takes out of money: ``the luck``.
    cards
        Which sources it counts for, by the hole cards that they show.
    """

    name: str
    label: str
    meaning: str
    kind: Kind
    colour: str = "grey"
    by_street: bool = False
    rest: str = ""
    rank: int = 0
    line_width: float = 0.0
    explanation: str = ""
    removed: str = ""
    cards: Cards = Cards.ANY

    @property
    def measures_skill(self) -> bool:
        """Whether its mean is what the seat would win in the long run, before rake."""
        return self.kind is Kind.SKILL

    @property
    def is_estimator(self) -> bool:
        """Whether it is summed up over hands."""
        return self.kind is not Kind.DETAIL


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Which of n hands a family can value, and why not the others.

    Attributes
    ----------
    codes
        0 for a hand that can be valued, else one more than the index of its reason, uint8[n].
    reasons
        Every reason in words that follow "not valued: ", such as ``a stack ran out``.
    """

    codes: NDArray[np.uint8]
    reasons: tuple[str, ...] = ()

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which hands can be valued, bool[n]."""
        return np.asarray(self.codes == 0)

    def without(self, which: NDArray[np.bool_], reason: str) -> "Eligibility":
        """Return the same without some hands, bool[n], for one more reason."""
        codes = self.codes.copy()
        codes[(codes == 0) & which] = len(self.reasons) + 1
        return Eligibility(codes, (*self.reasons, reason))


@dataclass(frozen=True, slots=True)
class DecisionPrices:
    """What every decision was worth to the seat that made it, and what the baseline does there.

    Attributes
    ----------
    values
        To who decided, NaN where there is no price, float64[d].
    actions
        The baseline's action: 0 fold, 1 check or call, 2 bet or raise, -1 where there is no price, int8[d].
    amounts
        The bet that the baseline's raise makes on the street, in chips, 0 for other actions, int64[d]; None where the
        rules leave no choice.
    """

    values: NDArray[np.float64]
    actions: NDArray[np.int8]
    amounts: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class Values:
    """What a family found of n hands.

    Attributes
    ----------
    columns
        By the name of the column: float64[n, seats], or float64[n, seats, 4] for those by street; NaN for hands that
        have no value and for seats that are not there, 0 on streets that were not reached. A column may have values of
        hands that the family as a whole does not value, without streets then: ``totals`` has them.
    totals
        The whole hand's values, float64[n, seats], of columns by street whose streets do not say it all.
    eligibility
        Which hands were valued, and why not the others.
    prices
        What decisions were worth, for families that price them; parallel to the decisions given.
    """

    columns: Mapping[str, NDArray[np.float64]]
    eligibility: Eligibility
    prices: DecisionPrices | None = field(default=None)
    totals: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)


class Family(Protocol):
    """A family of estimators."""

    @property
    def name(self) -> str:
        """As it is named in values: ``divat``."""

    @property
    def columns(self) -> tuple[ColumnSpec, ...]:
        """The columns it fills, in the order they are shown."""

    @property
    def prices_decisions(self) -> bool:
        """Whether it says what each decision was worth."""

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands it can value, each other one with its reason."""

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:
        """Return its columns for all seats of all hands, which are of one game; decisions are their betting."""

    def constants(self, context: Context) -> str:
        """Return all its frozen constants as text: what is hashed to tell stale values from current ones."""
