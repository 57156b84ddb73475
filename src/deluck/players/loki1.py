"""Loki-1: evaluates its hand against what its opponents may hold, and bets by expert-defined rules."""

from dataclasses import dataclass, field

import numpy as np

from deluck.beliefs.holdem.betting_rules import Decision, decide, decide_preflop, decide_preflop_simply
from deluck.beliefs.holdem.evaluation import HandEvaluation, evaluate_hand
from deluck.beliefs.holdem.modelling import ThresholdReweighting, public_tables
from deluck.beliefs.holdem.preflop import SIMPLE_OPPONENTS, income_rate, preflop_value
from deluck.beliefs.holdem.spot import Spot, spot_of
from deluck.beliefs.holdem.starting_hands import starting_weights
from deluck.beliefs.holdem.styles import Style, style_named
from deluck.beliefs.holdem.versions import Version, version_named
from deluck.beliefs.holdem.weights import WeightTable
from deluck.games import Action, Rules, View
from deluck.players.explanations import LokiAssessment, OpponentBelief
from deluck.players.refusing import limit_holdem_only


@dataclass(frozen=True, slots=True)
class Loki1:
    """Plays limit hold'em with a hand evaluator, an opponent modeller and a bettor, always the same in a situation.

    Before the flop it goes by income rates, after it by effective hand strength and pot odds. In the standard version
    each opponent has a table of weights that each of their actions changes; in versions A to E, the five of
    the first paper's Figure 1, all opponents have the same one, made of income rates alone.

    Attributes
    ----------
    version
        ``standard``, or ``A`` (full), ``B`` (uniform weights), ``C`` (simple before the flop), ``D`` (no potential),
        ``E`` (none of the three).
    style
        ``moderate``, or ``tight-`` or ``loose-`` with ``aggressive`` or ``conservative``.

    References
    ----------
    Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research"; Billings, Peña,
    Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 3.
    """

    version: str = "standard"
    style: str = "moderate"
    name: str = ""
    _version: Version = field(init=False, repr=False, compare=False)
    _style: Style = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_version", version_named(self.version))
        object.__setattr__(self, "_style", style_named(self.style))
        if not self.name:
            unusual = [self.version] * (self.version != "standard") + [self.style] * (self.style != "moderate")
            object.__setattr__(self, "name", "-".join(["loki1", *unusual]))

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the action that the rules lead to; nothing is left to chance."""
        return self._decide(view, _checked_spot(view))[0].action

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return all weight on the action that the rules lead to."""
        action = self._decide(view, _checked_spot(view))[0].action
        return float(action is Action.FOLD), float(action is Action.CALL), float(action is Action.RAISE)

    def explain(self, view: View) -> LokiAssessment:
        """Return the decision with all that led to it."""
        spot = _checked_spot(view)
        decision, evaluation = self._decide(view, spot)
        value = preflop_value(view.cards, spot) if not view.street and self._version.full_preflop else None
        n_against = spot.n_opponents if self._version.full_preflop else SIMPLE_OPPONENTS
        return LokiAssessment(
            player=self.name,
            hole=view.cards,
            board=view.board,
            spot=spot,
            income_rate=None if view.street else income_rate(view.cards, n_against),
            preflop_value=value,
            evaluation=evaluation,
            opponents=tuple(
                OpponentBelief(seat, view.names[seat] if view.names else f"seat {seat}", table.without(view.cards))
                for seat, table in self._beliefs(view).items()
            ),
            action=decision.action,
            why=decision.reason,
        )

    def _decide(self, view: View, spot: Spot) -> tuple[Decision, HandEvaluation | None]:
        if not view.street:
            if self._version.full_preflop:
                return decide_preflop(preflop_value(view.cards, spot), spot, self._style), None
            return decide_preflop_simply(income_rate(view.cards, SIMPLE_OPPONENTS), spot), None
        tables = list(self._beliefs(view).values())
        hand = evaluate_hand(view.cards, view.board, tables, potential=self._version.potential)
        return decide(hand, spot, self._style, self._version), hand

    def _beliefs(self, view: View) -> dict[int, WeightTable]:
        """Return what may be held by each opponent who is in, by seat; our cards are not yet taken out."""
        seats = [seat for seat, gone in enumerate(view.folded) if not gone and seat != view.seat]
        if self._version.reweighting:
            tables = public_tables(view, ThresholdReweighting())
            return {seat: tables[seat] for seat in seats}
        weighted = self._version.weighted
        table = starting_weights(view.n_seats - 1) if weighted else WeightTable.uniform()
        return dict.fromkeys(seats, table.without(view.board))


def _checked_spot(view: View) -> Spot:
    limit_holdem_only("loki1", view.rules)
    return spot_of(view)
