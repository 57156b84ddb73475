"""Loki-1: evaluates its hand against what its opponents may hold, and bets by expert-defined rules."""

from dataclasses import dataclass, field

import numpy as np

from deluck.beliefs.holdem.betting_rules import (
    SIMPLE_OPPONENTS,
    Decision,
    Margins,
    chosen_actions,
    close_to_a_threshold,
    decide,
    decide_preflop,
    decide_preflop_simply,
    margins,
    preflop_margins,
    simple_preflop_margins,
)
from deluck.beliefs.holdem.evaluation import HandEvaluation, evaluate_all_hands, evaluate_hand
from deluck.beliefs.holdem.modelling import ThresholdReweighting, public_tables
from deluck.beliefs.holdem.preflop import (
    holding_income_rates,
    income_rate,
    preflop_value,
    preflop_values,
    starting_weights,
)
from deluck.beliefs.holdem.spot import Spot, spot_of
from deluck.beliefs.holdem.styles import MODERATE, STANDARD, STYLES, VERSIONS, Style, Version
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import cards_of
from deluck.games import Action, Rules, Strategy, View
from deluck.games.players import limit_holdem_only
from deluck.players.explanations import LokiExplanation, OpponentBelief
from deluck.players.options import Options, non_default, one_of, option


@dataclass(frozen=True, slots=True, kw_only=True)
class Loki1Options(Options):
    """The options of `Loki1`."""

    version: Version = field(
        default=STANDARD,
        metadata=option(
            one_of(VERSIONS, or_any=Version),
            "its parts: A has all of the first paper's, B uniform weights, C simple play before the flop, D no "
            "potential, E none of the three; standard adds a weight table per opponent, showdown odds and semi-bluffs",
        ),
    )
    style: Style = field(
        default=MODERATE,
        metadata=option(one_of(STYLES, or_any=Style), "which hands it plays, and how often it bets"),
    )


@dataclass(frozen=True, slots=True)
class Loki1:
    """Plays limit hold'em with a hand evaluator, an opponent modeller and betting rules, without any randomness.

    Before the flop it uses income rates, after it effective hand strength and pot odds. In the standard version each
    opponent has a weight table that each of their actions changes; in versions A to E, the five of the first paper's
    Figure 1, all opponents have the same one, made of income rates alone.

    References
    ----------
    Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research"; Billings, Peña,
    Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 3.
    """

    options: Loki1Options = Loki1Options()
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", "-".join(["loki1", *non_default(self.options).values()]))

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the action that the rules lead to; nothing is left to chance."""
        return self._decide(view, self._spot(view))[0].action

    def strategy(self, view: View) -> Strategy:
        """Return the action that the rules lead to."""
        return Strategy.of_actions(view, self._decide(view, self._spot(view))[0].action)

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the action that the rules lead to with every holding, from evaluations of all of them at once.

        Holdings so close to a threshold that rounding could decide are evaluated one by one.
        """
        spot = self._spot(view)
        to_raise, to_call = self._margins(view, spot)
        actions = chosen_actions(to_raise, to_call, can_raise=spot.can_raise)
        for holding in close_to_a_threshold(to_raise, to_call).tolist():
            cards = cards_of(holding)
            if not {*cards} & {*view.board}:
                actions[holding] = self._decide(view._replace(cards=cards), spot)[0].action
        return Strategy.of_actions(view, actions)

    def explain(self, view: View) -> LokiExplanation:
        """Return the decision with everything that led to it."""
        spot = self._spot(view)
        decision, evaluation = self._decide(view, spot)
        full_preflop = self.options.version.full_preflop
        return LokiExplanation(
            player=self.name,
            hole=view.cards,
            board=view.board,
            spot=spot,
            income_rate=None
            if view.street
            else income_rate(view.cards, spot.n_opponents if full_preflop else SIMPLE_OPPONENTS),
            preflop_value=preflop_value(view.cards, spot) if not view.street and full_preflop else None,
            evaluation=evaluation,
            opponents=tuple(
                OpponentBelief(seat, view.names[seat] if view.names else f"seat {seat}", table.without(view.cards))
                for seat, table in self._beliefs(view).items()
            ),
            action=decision.action,
            why=decision.reason,
        )

    def _spot(self, view: View) -> Spot:
        self.check_table(view.rules)
        return spot_of(view)

    def _decide(self, view: View, spot: Spot) -> tuple[Decision, HandEvaluation | None]:
        options = self.options
        if not view.street:
            if options.version.full_preflop:
                return decide_preflop(preflop_value(view.cards, spot), spot, options.style), None
            return decide_preflop_simply(income_rate(view.cards, SIMPLE_OPPONENTS), spot), None
        tables = list(self._beliefs(view).values())
        hand = evaluate_hand(view.cards, view.board, tables, potential=options.version.potential)
        return decide(hand, spot, options.style, options.version), hand

    def _margins(self, view: View, spot: Spot) -> tuple[Margins | None, Margins | None]:
        """Return by how much each holding reaches what a raise and a call take, float64[1326] each."""
        style, version = self.options.style, self.options.version
        if view.street:
            tables = list(self._beliefs(view).values())
            values = evaluate_all_hands(view.board, tables, potential=version.potential)
            return (
                margins(values, spot, Action.RAISE, style, version),
                margins(values, spot, Action.CALL, style, version),
            )
        if version.full_preflop:
            ranks = preflop_values(spot)
            return (
                preflop_margins(ranks, spot, Action.RAISE, style),
                preflop_margins(ranks, spot, Action.CALL, style),
            )
        rates = holding_income_rates(SIMPLE_OPPONENTS)
        return (
            simple_preflop_margins(rates, spot, Action.RAISE),
            simple_preflop_margins(rates, spot, Action.CALL),
        )

    def _beliefs(self, view: View) -> dict[int, WeightTable]:
        """Return the weight table of each opponent who is in, by seat; our own cards are not removed yet."""
        version = self.options.version
        seats = [seat for seat, gone in enumerate(view.folded) if not gone and seat != view.seat]
        if version.reweighting:
            tables = public_tables(view, ThresholdReweighting())
            return {seat: tables[seat] for seat in seats}
        table = starting_weights(view.n_seats - 1) if version.weighted else WeightTable.uniform()
        return dict.fromkeys(seats, table.without(view.board))
