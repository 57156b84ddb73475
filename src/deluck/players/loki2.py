"""Loki-2: probability triples for betting and for reading opponents, and simulation of what each action is worth."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from deluck.beliefs.weights import WeightTable
from deluck.errors import PlayerError
from deluck.games import Action, Rules, View
from deluck.players.loki.assessment import LokiAssessment, OpponentBelief
from deluck.players.loki.betting import Decision, decide, decide_preflop
from deluck.players.loki.cutoff import ObviousMove
from deluck.players.loki.evaluation import HandEvaluation, evaluate_hand
from deluck.players.loki.modelling import FLOOR, Reweighting, ThresholdReweighting, public_tables
from deluck.players.loki.preflop import income_rate, preflop_value
from deluck.players.loki.simulator import Budget, Simulation, simulate
from deluck.players.loki.spot import Spot, spot_of
from deluck.players.loki.styles import MODERATE, Style, style_named
from deluck.players.loki.triples import DOUBTFUL, MIXED, PURE, Triple, TripleGenerator, TripleReweighting
from deluck.players.loki.versions import STANDARD
from deluck.players.refusing import limit_holdem_only

FULL = "BRS"
MOST_TRIALS = 1_000_000
"""A decision of so many takes a minute; all their results are kept until it is made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loki2Assessment(LokiAssessment):
    """What Loki-2 makes of its situation: as Loki-1, and what triples and simulation say.

    Attributes
    ----------
    triple
        How its style would play the hand.
    simulation
        What each action came to, if it simulates.
    drawn_by_triple
        Whether the action is drawn at random by the triple; `action` is then the likeliest one.
    """

    triple: Triple
    simulation: Simulation | None
    drawn_by_triple: bool

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Of fold, call and raise: the triple if the action is drawn by it, else all weight on the decision."""
        if self.drawn_by_triple:
            return self.triple.fold, self.triple.call, self.triple.raise_
        return float(self.action is Action.FOLD), float(self.action is Action.CALL), float(self.action is Action.RAISE)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        found = LokiAssessment.as_dict(self)
        simulated = None if self.simulation is None else self.simulation.as_dict()
        triple = dict(zip(("fold", "call", "raise"), self.triple, strict=True))
        return found | {"triple": triple, "simulation": simulated}


@dataclass(frozen=True, slots=True)
class _Loki2:
    """What Loki-2 is with and without simulation."""

    use: str = "BR"
    style: str = "moderate"
    floor: float = FLOOR
    name: str = ""
    _style: Style = field(init=False, repr=False, compare=False)
    _rule: Reweighting = field(init=False, repr=False, compare=False)
    _generator: TripleGenerator = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        style = style_named(self.style)
        object.__setattr__(self, "_style", style)
        rule = TripleReweighting() if "R" in self.use else ThresholdReweighting(floor=self.floor)
        object.__setattr__(self, "_rule", rule)
        object.__setattr__(self, "_generator", TripleGenerator(style, MIXED if "B" in self.use else PURE))
        if not self.name:
            unusual = [self.use] * (self.use != FULL) + [self.style] * (self.style != "moderate")
            unusual += [f"floor-{self.floor:g}"] * (self.floor != FLOOR)
            object.__setattr__(self, "name", "-".join(["loki2", *unusual]))

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    def _spot(self, view: View) -> Spot:
        self.check_table(view.rules)
        return spot_of(view)

    def _evaluate(self, view: View, tables: tuple[WeightTable, ...]) -> HandEvaluation | None:
        """Return what our hand is worth after the flop."""
        if not view.street:
            return None
        opponents = [tables[seat] for seat, gone in enumerate(view.folded) if not gone and seat != view.seat]
        return evaluate_hand(view.cards, view.board, opponents)

    def _triple(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Triple:
        if hand is None:
            return self._generator.preflop_triple(view.cards, spot)
        return self._generator.triple(hand, spot)

    def _decide(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Decision:
        """Return what Loki-1's rules say."""
        if hand is None:
            return decide_preflop(preflop_value(view.cards, spot), spot, self._style)
        return decide(hand, spot, self._style, STANDARD)

    def _act_by_rules(self, view: View, hand: HandEvaluation | None, rng: np.random.Generator) -> Action:
        """Return the action of Loki-1's rules, or with B one drawn by the triple."""
        spot = self._spot(view)
        if "B" in self.use:
            return _drawn(self._triple(view, spot, hand), rng)
        return self._decide(view, spot, hand).action

    def _decide_by_rules(self, view: View, spot: Spot, hand: HandEvaluation | None) -> Decision:
        """Return the decision of Loki-1's rules, or with B the triple's likeliest."""
        decision = self._decide(view, spot, hand)
        if "B" not in self.use:
            return decision
        triple = self._triple(view, spot, hand)
        likeliest = max(Action, key=lambda action: (triple[action], action))
        return Decision(likeliest, f"drawn at random, around the rule that {decision.reason}")

    def _assess(
        self,
        view: View,
        spot: Spot,
        tables: tuple[WeightTable, ...],
        hand: HandEvaluation | None,
        decision: Decision,
        simulation: Simulation | None = None,
    ) -> Loki2Assessment:
        before_flop = hand is None
        return Loki2Assessment(
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
            drawn_by_triple=simulation is None and "B" in self.use,
        )


@dataclass(frozen=True, slots=True)
class Loki2(_Loki2):
    """Plays limit hold'em by probability triples, without simulation.

    Attributes
    ----------
    use
        What it has beyond Loki-1: ``B``, betting by triples (its action is drawn at random by the triple of its hand),
        ``R``, re-weighting by triples (each opponent's weights are multiplied by the chance that a holding would have
        acted so), or ``BR``. Without either it is Loki-1.
    style
        As for `Loki1`; opponents are taken for moderate.
    floor
        Without R: what an action leaves of the weight of a holding that does not fit it (`ThresholdReweighting`).

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 4.
    """

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return the action of Loki-1's rules, or with B one drawn by the triple."""
        self.check_table(view.rules)
        hand = self._evaluate(view, public_tables(view, self._rule)) if view.street else None
        return self._act_by_rules(view, hand, rng)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the triple; without B all weight is on the action of Loki-1's rules."""
        fold, call, raising = self._own_triple(view)
        return fold, call, raising

    def explain(self, view: View) -> Loki2Assessment:
        """Return the decision with all that led to it; with B it is the triple, from which the action is drawn."""
        spot, tables = self._spot(view), public_tables(view, self._rule)
        hand = self._evaluate(view, tables)
        return self._assess(view, spot, tables, hand, self._decide_by_rules(view, spot, hand))

    def _own_triple(self, view: View) -> Triple:
        spot = self._spot(view)
        hand = self._evaluate(view, public_tables(view, self._rule)) if view.street else None
        return self._triple(view, spot, hand)


@dataclass(frozen=True, slots=True)
class SimulatingLoki2(_Loki2):
    """Plays limit hold'em by simulating what calling and raising are worth, and taking what is worth most.

    Deviation: the paper simulates every decision. Here play before the flop goes by the rules (with B by the triple),
    unless `preflop` is set: trials do not re-weight what is believed after each bet, which overrates hands that have
    the whole betting to come (docs/papers.md has the figures).

    Attributes
    ----------
    use
        ``S`` with or without ``B`` and ``R``. With B every simulated action is drawn by a mixed triple; without,
        opponents and we ourselves are taken to play by Loki-1's rules (triples without mixing). R as for `Loki2`.
    style
        As for `Loki1`: how we are taken to play on. Opponents are taken for moderate.
    floor
        As for `Loki2`. Loki-1's own doubts bets more than simulation should; a lower one believes liars too.
    sim
        At most so many trials a decision, up to a million.
    seconds
        At most so much time a decision, roughly, or None; with it play cannot be reproduced.
    level
        The probability of stopping early at an action that is not the best (`ObviousMove`).
    preflop
        Whether decisions before the flop are simulated too.

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.
    """

    sim: int = 500
    seconds: float | None = None
    level: float = 0.05
    preflop: bool = False

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return the action that came to most."""
        self.check_table(view.rules)
        if not view.street and not self.preflop:
            return self._act_by_rules(view, None, rng)
        tables = public_tables(view, self._rule)
        return self._simulate(view, tables, self._evaluate(view, tables), rng).action

    def explain(self, view: View, rng: np.random.Generator | None = None) -> Loki2Assessment:
        """Return the decision with all that led to it; the trials are drawn by `rng`, by default the same each time."""
        spot, tables = self._spot(view), public_tables(view, self._rule)
        hand = self._evaluate(view, tables)
        if hand is None and not self.preflop:
            return self._assess(view, spot, tables, hand, self._decide_by_rules(view, spot, hand))
        found = self._simulate(view, tables, hand, np.random.default_rng(0) if rng is None else rng)
        ended = "ended early, the move being obvious," if found.is_obvious else "came to most"
        decision = Decision(found.action, f"{found.action.label} {ended} after {found.n_trials} trials")
        return self._assess(view, spot, tables, hand, decision, found)

    def _simulate(
        self, view: View, tables: tuple[WeightTable, ...], hand: HandEvaluation | None, rng: np.random.Generator
    ) -> Simulation:
        theirs = TripleGenerator(MODERATE, DOUBTFUL if "B" in self.use else PURE)
        budget = Budget(self.sim, self.seconds, ObviousMove(self.level))
        return simulate(view, tables, hand, (theirs, self._generator), budget, rng)


def make_loki2(
    use: str = FULL,
    style: str = "moderate",
    sim: int | None = None,
    seconds: float | None = None,
    level: float | None = None,
    *,
    preflop: bool | None = None,
    floor: float = FLOOR,
) -> Loki2 | SimulatingLoki2:
    """Return Loki-2 with the parts that are asked for, in any order of the letters B, R and S.

    Raises
    ------
    PlayerError
        If a letter is another, a number is none that a simulation can take, or is given without a simulation; another
        floor that is no share, or goes with R.
    """
    letters = "".join(letter for letter in FULL if letter in use.upper())
    if sorted(letters) != sorted(use.upper()):
        raise PlayerError(f"loki2 cannot use {use!r} (expected some of the letters B, R and S, each once)")
    if floor != FLOOR and "R" in letters:
        raise PlayerError(f"loki2:use={use} reads opponents by triples, which have no floor (expected no R in use=)")
    if not 0 <= floor <= 1:
        raise PlayerError(f"a floor of {floor} (expected from 0 to 1)")
    given = {"sim": sim, "seconds": seconds, "level": level, "preflop": preflop}
    numbers: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if "S" not in letters:
        if numbers:
            raise PlayerError(f"loki2:use={use} does not simulate: {', '.join(numbers)} (expected S in use=)")
        return Loki2(letters, style, floor)
    if sim is not None and not 1 <= sim <= MOST_TRIALS:
        raise PlayerError(f"{sim:,} trials (expected 1 to {MOST_TRIALS:,})")
    if seconds is not None and not seconds > 0:
        raise PlayerError(f"{seconds} seconds (expected more than 0)")
    if level is not None and not 0 <= level < 1:
        raise PlayerError(f"a level of {level} (expected from 0 to below 1)")
    return SimulatingLoki2(letters, style, floor, **numbers)


def _drawn(triple: Triple, rng: np.random.Generator) -> Action:
    """Return an action drawn by a triple: raises have the low numbers and folds the high ones."""
    chance = rng.random()
    if chance < triple.raise_:
        return Action.RAISE
    return Action.FOLD if chance >= 1 - triple.fold else Action.CALL
