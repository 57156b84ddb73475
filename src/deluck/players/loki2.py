"""Loki-2: probability triples for betting and for modelling opponents, and simulation of what each action is worth."""

from dataclasses import dataclass, field

import numpy as np

from deluck.beliefs.holdem.betting_rules import (
    Decision,
    close_to_a_threshold,
    decide,
    decide_preflop,
    margins,
    preflop_margins,
)
from deluck.beliefs.holdem.evaluation import HandEvaluation, evaluate_all_hands, evaluate_hand
from deluck.beliefs.holdem.modelling import FLOOR, Reweighting, ThresholdReweighting, public_tables
from deluck.beliefs.holdem.preflop import income_rate, preflop_value, preflop_values
from deluck.beliefs.holdem.simulator import Budget, ObviousMove, Simulation, simulate
from deluck.beliefs.holdem.spot import Spot, spot_of
from deluck.beliefs.holdem.styles import MODERATE, STANDARD, STYLES, Style
from deluck.beliefs.holdem.triples import DOUBTFUL, MIXED, PURE, Triple, TripleGenerator, TripleReweighting
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import cards_of
from deluck.errors import PlayerError
from deluck.games import Action, Rules, Strategy, View
from deluck.games.players import limit_holdem_only
from deluck.players.explanations import Loki2Explanation, OpponentBelief
from deluck.players.options import Form, Options, non_default, number, one_of, option, whole_number, yes_or_no

MOST_TRIALS = 1_000_000
"""A decision with this many takes a minute, and all their results are in memory until it is made."""
_OF_SIMULATION = ("sim", "seconds", "level", "preflop")


@dataclass(frozen=True, slots=True)
class Parts:
    """What Loki-2 has beyond Loki-1.

    Attributes
    ----------
    betting
        B: betting by triples. The action is drawn at random by the triple of the hand.
    reweighting
        R: re-weighting by triples. Each opponent's weights are multiplied by the probability of the action with each
        holding.
    simulation
        S: the action that is worth most in simulated continuations is taken. Without B the simulated players follow
        Loki-1's rules (triples without mixing), with B mixed triples.
    """

    betting: bool = True
    reweighting: bool = True
    simulation: bool = True

    @classmethod
    def parse(cls, text: str) -> "Parts":
        """Return the parts of letters B, R and S, each at most once, in any order.

        Raises
        ------
        PlayerError
            If there is another letter, or one twice.
        """
        letters = text.upper()
        if not set(letters) <= set("BRS") or len(set(letters)) < len(letters):
            raise PlayerError(f"not parts of loki2: {text!r} (expected some of the letters B, R and S, each once)")
        return cls("B" in letters, "R" in letters, "S" in letters)

    def __str__(self) -> str:
        """Return the letters, as `parse` reads them."""
        return "B" * self.betting + "R" * self.reweighting + "S" * self.simulation


@dataclass(frozen=True, slots=True, kw_only=True)
class Loki2Options(Options):
    """The options of `Loki2` and `SimulatingLoki2`."""

    use: Parts = field(
        default=Parts(),
        metadata=option(
            Form("some of the letters B, R and S, each once", Parts.parse),
            "its parts: B betting by triples, R re-weighting by triples, S simulation; without any it is loki1",
        ),
    )
    sim: int = field(default=500, metadata=option(whole_number(1, MOST_TRIALS), "with S: the most trials per decision"))
    seconds: float | None = field(
        default=None,
        metadata=option(
            number(0, above=True),
            "with S: the most time per decision, roughly; play then cannot be reproduced",
            sample="1",
        ),
    )
    level: float = field(
        default=0.05,
        metadata=option(
            number(0, 1, below=True), "with S: the probability of stopping early at an action that is not the best"
        ),
    )
    preflop: bool = field(
        default=False, metadata=option(yes_or_no(), "with S: whether decisions before the flop are simulated too")
    )
    style: Style = field(
        default=MODERATE,
        metadata=option(one_of(STYLES, or_any=Style), "which hands it plays, and how often it bets"),
    )
    floor: float = field(
        default=FLOOR,
        metadata=option(
            number(0, 1), "without R: what an action leaves of the weight of a holding that does not fit it"
        ),
    )

    def check(self) -> None:
        """Raise PlayerError where an option is given that the parts do not use."""
        if self.use.reweighting and self.floor != FLOOR:
            raise PlayerError(f"floor={self.floor:g} with use={self.use} (expected no R: triples have no floor)")
        if not self.use.simulation:
            given = [f"{name}={text}" for name, text in non_default(self).items() if name in _OF_SIMULATION]
            if given:
                raise PlayerError(f"{','.join(given)} with use={self.use} (expected S: else it does not simulate)")


@dataclass(frozen=True, slots=True)
class _Loki2:
    """What Loki-2 is with and without simulation."""

    options: Loki2Options = Loki2Options()
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            unusual = non_default(self.options)
            words = [unusual[name] for name in ("use", "style") if name in unusual]
            words += [f"floor-{unusual[name]}" for name in ("floor",) if name in unusual]
            object.__setattr__(self, "name", "-".join(["loki2", *words]))

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    @property
    def _rule(self) -> Reweighting:
        return TripleReweighting() if self.options.use.reweighting else ThresholdReweighting(floor=self.options.floor)

    @property
    def _generator(self) -> TripleGenerator:
        return TripleGenerator(self.options.style, MIXED if self.options.use.betting else PURE)

    def _spot(self, view: View) -> Spot:
        self.check_table(view.rules)
        return spot_of(view)

    def _evaluate(self, view: View, tables: tuple[WeightTable, ...]) -> HandEvaluation | None:
        """Return the evaluation of our hand after the flop."""
        return evaluate_hand(view.cards, view.board, _opponents(view, tables)) if view.street else None

    def _triple(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Triple:
        if hand is None:
            return self._generator.preflop_triple(view.cards, spot)
        return self._generator.triple(hand, spot)

    def _decide(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Decision:
        """Return the decision of Loki-1's rules."""
        if hand is None:
            return decide_preflop(preflop_value(view.cards, spot), spot, self.options.style)
        return decide(hand, spot, self.options.style, STANDARD)

    def _act_by_rules(self, view: View, hand: HandEvaluation | None, rng: np.random.Generator) -> Action:
        """Return the action of Loki-1's rules, or with B one drawn by the triple."""
        spot = self._spot(view)
        if self.options.use.betting:
            return _drawn(self._triple(view, spot, hand), rng)
        return self._decide(view, spot, hand).action

    def _decide_by_rules(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Decision:
        """Return the decision of Loki-1's rules, or with B the triple's likeliest."""
        decision = self._decide(view, spot, hand)
        if not self.options.use.betting:
            return decision
        triple = self._triple(view, spot, hand)
        likeliest = max(Action, key=lambda action: (triple[action], action))
        return Decision(likeliest, f"drawn at random, around the rule that {decision.reason}")

    def _explain(
        self,
        view: View,
        spot: Spot,
        tables: tuple[WeightTable, ...],
        hand: HandEvaluation | None,
        decision: Decision,
        simulation: Simulation | None = None,
    ) -> Loki2Explanation:
        before_flop = hand is None
        return Loki2Explanation(
            player=self.name,
            hole=view.cards,
            board=view.board,
            spot=spot,
            income_rate=income_rate(view.cards, spot.n_opponents) if before_flop else None,
            preflop_value=preflop_value(view.cards, spot) if before_flop else None,
            evaluation=hand,
            opponents=tuple(
                OpponentBelief(seat, view.names[seat] if view.names else f"seat {seat}", table.without(view.cards))
                for seat, (table, gone) in enumerate(zip(tables, view.folded, strict=True))
                if not gone and seat != view.seat
            ),
            action=decision.action,
            why=decision.reason,
            triple=self._triple(view, spot, hand),
            simulation=simulation,
            drawn_by_triple=simulation is None and self.options.use.betting,
        )


@dataclass(frozen=True, slots=True)
class Loki2(_Loki2):
    """Plays limit hold'em by probability triples, without simulation; opponents are assumed to be moderate.

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 4.
    """

    options: Loki2Options = Loki2Options(use=Parts(simulation=False))

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return the action of Loki-1's rules, or with B one drawn by the triple."""
        self.check_table(view.rules)
        hand = self._evaluate(view, public_tables(view, self._rule)) if view.street else None
        return self._act_by_rules(view, hand, rng)

    def strategy(self, view: View) -> Strategy:
        """Return the triple; without B all weight is on the action of Loki-1's rules."""
        spot = self._spot(view)
        hand = self._evaluate(view, public_tables(view, self._rule)) if view.street else None
        return Strategy.of_triples(view, self._triple(view, spot, hand))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the triple of every holding, from evaluations of all of them at once.

        Without B holdings so close to a threshold that rounding could decide are evaluated one by one.
        """
        spot, style = self._spot(view), self.options.style
        if view.street:
            tables = public_tables(view, self._rule)
            values = evaluate_all_hands(view.board, _opponents(view, tables))
            triples = self._generator.triples_of(values, spot)
            found = [margins(values, spot, action, style, STANDARD) for action in (Action.RAISE, Action.CALL)]
        else:
            ranks = preflop_values(spot)
            triples = self._generator.preflop_triples(spot)
            found = [preflop_margins(ranks, spot, action, style) for action in (Action.RAISE, Action.CALL)]
        if not self.options.use.betting:
            for holding in close_to_a_threshold(*found).tolist():
                cards = cards_of(holding)
                if not {*cards} & {*view.board}:
                    own = view._replace(cards=cards)
                    hand = self._evaluate(own, tables) if view.street else None
                    triples[holding] = self._triple(own, spot, hand)
        return Strategy.of_triples(view, triples)

    def explain(self, view: View) -> Loki2Explanation:
        """Return the decision with everything that led to it; with B it is the triple that the action is drawn from."""
        spot, tables = self._spot(view), public_tables(view, self._rule)
        hand = self._evaluate(view, tables)
        return self._explain(view, spot, tables, hand, self._decide_by_rules(view, spot, hand))


@dataclass(frozen=True, slots=True)
class SimulatingLoki2(_Loki2):
    """Plays limit hold'em by simulating what calling and raising are worth, and taking what is worth most.

    It is no `Policy`: its action follows from random trials, and their distribution cannot be stated.

    Deviation: the paper simulates every decision. Here play before the flop follows the rules (with B the triple),
    unless `preflop` is set: trials do not re-weight beliefs after each bet, which overrates hands that have the whole
    betting to come (docs/papers.md has the figures).

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.
    """

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return the action that was worth most in the trials."""
        self.check_table(view.rules)
        if not view.street and not self.options.preflop:
            return self._act_by_rules(view, None, rng)
        tables = public_tables(view, self._rule)
        return self._simulate(view, tables, self._evaluate(view, tables), rng).action

    def explain(self, view: View, rng: np.random.Generator | None = None) -> Loki2Explanation:
        """Return the decision with everything that led to it; the trials are drawn by `rng`, by default the same."""
        spot, tables = self._spot(view), public_tables(view, self._rule)
        hand = self._evaluate(view, tables)
        if hand is None and not self.options.preflop:
            return self._explain(view, spot, tables, hand, self._decide_by_rules(view, spot, hand))
        found = self._simulate(view, tables, hand, np.random.default_rng(0) if rng is None else rng)
        ended = "was obviously best" if found.is_obvious else "was worth most"
        decision = Decision(found.action, f"{found.action.label} {ended} after {found.n_trials} trials")
        return self._explain(view, spot, tables, hand, decision, found)

    def _simulate(
        self, view: View, tables: tuple[WeightTable, ...], hand: HandEvaluation | None, rng: np.random.Generator
    ) -> Simulation:
        options = self.options
        theirs = TripleGenerator(MODERATE, DOUBTFUL if options.use.betting else PURE)
        budget = Budget(options.sim, options.seconds, ObviousMove(options.level))
        return simulate(view, tables, hand, (theirs, self._generator), budget, rng)


def make_loki2(options: Loki2Options, name: str = "") -> Loki2 | SimulatingLoki2:
    """Return Loki-2 with the parts that the options select."""
    return SimulatingLoki2(options, name) if options.use.simulation else Loki2(options, name)


def _opponents(view: View, tables: tuple[WeightTable, ...]) -> list[WeightTable]:
    return [tables[seat] for seat, gone in enumerate(view.folded) if not gone and seat != view.seat]


def _drawn(triple: Triple, rng: np.random.Generator) -> Action:
    """Return an action drawn by a triple: raises have the low numbers and folds the high ones."""
    chance = rng.random()
    if chance < triple.raise_:
        return Action.RAISE
    return Action.FOLD if chance >= 1 - triple.fold else Action.CALL
