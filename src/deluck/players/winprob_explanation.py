"""Why the win-probability bot does what it does: everything it looked at, as plain values."""

from dataclasses import asdict, dataclass
from typing import Any

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PreflopReading:
    """What decides before the flop.

    Attributes
    ----------
    category
        Of the starting hand, 1 (best) to 5.
    initial_fold_probability, dampener, fold_probability
        Of the category, what it is multiplied by, and the product.
    """

    category: int
    initial_fold_probability: float
    dampener: float
    fold_probability: float


@dataclass(frozen=True, slots=True)
class OpponentReading:
    """What is believed of one opponent.

    Attributes
    ----------
    seat, name
        Where it sits, and who it is if the table says so.
    n_observed, observed_share
        The showdowns it was seen in, and how much of the belief comes from them.
    categories
        The probability that it ends as each category (P(B)).
    estimate, exact
        The chance to beat it, by the paper's formulas and by enumeration.
    """

    seat: int
    name: str
    n_observed: int
    observed_share: float
    categories: tuple[float, ...]
    estimate: float
    exact: float


@dataclass(frozen=True, slots=True)
class PostflopReading:
    """What decides after the flop.

    Attributes
    ----------
    own_categories
        The probability to end as each category (P(A)).
    tie_factors
        The chance to win if both end in a category.
    opponents
        What is believed of each who is still in.
    win_probability
        The chance to beat all of them, by the paper's formulas.
    exact_win_probability
        The same from exact chances against each.
    raise_above, call_above
        The chances to win above which it raises and calls.
    """

    own_categories: tuple[float, ...]
    tie_factors: tuple[float, ...]
    opponents: tuple[OpponentReading, ...]
    win_probability: float
    exact_win_probability: float
    raise_above: float
    call_above: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A decision and what led to it.

    Attributes
    ----------
    street
        Its name.
    cards, board
        As text.
    probabilities
        Of fold, call and raise.
    why
        One sentence.
    preflop, postflop
        What was looked at; one of the two is None.
    """

    street: str
    cards: str
    board: str
    probabilities: Triple
    why: str
    preflop: PreflopReading | None = None
    postflop: PostflopReading | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return asdict(self)
