"""Decisions with everything that led to them, as plain values: what `explain` of the players returns."""

from dataclasses import asdict, dataclass
from typing import Any

from deluck.beliefs.holdem.evaluation import HandEvaluation
from deluck.beliefs.holdem.simulator import Simulation
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.triples import Triple
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import format_cards
from deluck.games import Action

Probabilities = tuple[float, float, float]
"""The probabilities of fold, call and raise."""


@dataclass(frozen=True, slots=True)
class OpponentBelief:
    """The weight table of one opponent, without our own cards."""

    seat: int
    name: str
    table: WeightTable

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        weights = self.table.weights.tolist()
        return {"seat": self.seat, "name": self.name, "share": self.table.share, "weights": weights}


@dataclass(frozen=True, slots=True, kw_only=True)
class LokiExplanation:
    """A decision of Loki-1 and what led to it.

    Attributes
    ----------
    player
        The player's name.
    hole, board
        The cards it sees.
    spot
        Its situation.
    income_rate
        Before the flop: of its hand against as many opponents as are left, in bets per hand.
    preflop_value
        Before the flop: the number its rules use, if it is not the income rate.
    evaluation
        After the flop: strength and potential.
    opponents
        The belief about each opponent who is in.
    action, why
        The decision, and the rule that made it.
    """

    player: str
    hole: tuple[int, ...]
    board: tuple[int, ...]
    spot: Spot
    income_rate: float | None
    preflop_value: float | None
    evaluation: HandEvaluation | None
    opponents: tuple[OpponentBelief, ...]
    action: Action
    why: str

    @property
    def probabilities(self) -> Probabilities:
        """Of fold, call and raise: all weight on the decision."""
        return float(self.action is Action.FOLD), float(self.action is Action.CALL), float(self.action is Action.RAISE)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        spot = self.spot
        return {
            "player": self.player,
            "hole": format_cards(self.hole),
            "board": format_cards(self.board),
            "seat": spot.seat,
            "street": spot.street,
            "opponents": spot.n_opponents,
            "pot": spot.pot,
            "to_call": spot.to_call,
            "pot_odds": spot.pot_odds,
            "showdown_odds": spot.showdown_odds,
            "income_rate": self.income_rate,
            "preflop_value": self.preflop_value,
            "evaluation": None if self.evaluation is None else asdict(self.evaluation),
            "beliefs": [belief.as_dict() for belief in self.opponents],
            "probabilities": self.probabilities,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Loki2Explanation(LokiExplanation):
    """A decision of Loki-2 and what led to it: as for Loki-1, with triple and simulation.

    Attributes
    ----------
    triple
        How its style would play the hand.
    simulation
        What each action is worth, if it simulates.
    drawn_by_triple
        Whether the action is drawn at random by the triple; `action` is then the likeliest one.
    """

    triple: Triple
    simulation: Simulation | None
    drawn_by_triple: bool

    @property
    def probabilities(self) -> Probabilities:
        """Of fold, call and raise: the triple if the action is drawn by it, else all weight on the decision."""
        if self.drawn_by_triple:
            return self.triple.fold, self.triple.call, self.triple.raise_
        return float(self.action is Action.FOLD), float(self.action is Action.CALL), float(self.action is Action.RAISE)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        found = LokiExplanation.as_dict(self)
        simulated = None if self.simulation is None else self.simulation.as_dict()
        triple = dict(zip(("fold", "call", "raise"), self.triple, strict=True))
        return found | {"triple": triple, "simulation": simulated}


@dataclass(frozen=True, slots=True, kw_only=True)
class EquilibriumExplanation:
    """A decision of the equilibrium player and what led to it.

    Attributes
    ----------
    player
        The player's name.
    hole, board
        The cards it sees.
    n_alike
        The holdings that its strategy does not distinguish from this one on this board, itself among them.
    strength
        After the flop: the chance to be ahead of the opponent now, a tie one half, if it holds what `opponents` says.
    opponents
        What the opponent holds if it plays the same strategy.
    probabilities
        Of fold, call and raise.
    """

    player: str
    hole: tuple[int, ...]
    board: tuple[int, ...]
    n_alike: int
    strength: float | None
    opponents: tuple[OpponentBelief, ...]
    probabilities: Probabilities

    @property
    def why(self) -> str:
        """One sentence."""
        others = self.n_alike - 1
        mix = (
            f"what its strategy does with this hand and {others} others" if others else "the river solved for this hand"
        )
        if self.strength is None:
            return mix
        return f"{mix}; the hand is ahead of an opponent who plays the same strategy {self.strength:.0%} of the time"

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return {
            "player": self.player,
            "hole": format_cards(self.hole),
            "board": format_cards(self.board),
            "alike": self.n_alike,
            "strength": self.strength,
            "beliefs": [belief.as_dict() for belief in self.opponents],
            "probabilities": self.probabilities,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class PreflopReading:
    """What decides before the flop in `WinProb`.

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
    """The belief of `WinProb` about one opponent.

    Attributes
    ----------
    seat, name
        Its seat, and its name if the table shows it.
    n_observed, observed_share
        The showdowns observed, and the share of the belief that comes from them.
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
    """What decides after the flop in `WinProb`.

    Attributes
    ----------
    own_categories
        The probability of ending as each category (P(A)).
    tie_factors
        The chance to win if both end in a category.
    opponents
        The belief about each opponent who is still in.
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
class WinProbExplanation:
    """A decision of `WinProb` and what led to it.

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
    probabilities: Probabilities
    why: str
    preflop: PreflopReading | None = None
    postflop: PostflopReading | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return asdict(self)
