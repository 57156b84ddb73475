"""A decision of a Loki player with all that led to it."""

from dataclasses import asdict, dataclass
from typing import Any

from deluck.beliefs.holdem.evaluation import HandEvaluation
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import format_cards
from deluck.games import Action


@dataclass(frozen=True, slots=True)
class OpponentBelief:
    """What is believed of one opponent, our own cards taken out."""

    seat: int
    name: str
    table: WeightTable


@dataclass(frozen=True, slots=True, kw_only=True)
class LokiAssessment:
    """What a Loki player makes of its situation.

    Attributes
    ----------
    player
        Its name.
    hole, board
        The cards it sees.
    spot
        What it faces.
    income_rate
        Before the flop: of its hand against as many opponents as are left, in bets a hand.
    preflop_value
        Before the flop: the number the bettor goes by, if it is not the income rate.
    evaluation
        After the flop: strength and potential.
    opponents
        What is believed of each opponent who is in.
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
    def probabilities(self) -> tuple[float, float, float]:
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
            "beliefs": [
                {
                    "seat": belief.seat,
                    "name": belief.name,
                    "share": belief.table.share,
                    "weights": belief.table.weights.tolist(),
                }
                for belief in self.opponents
            ],
            "probabilities": self.probabilities,
            "why": self.why,
        }
