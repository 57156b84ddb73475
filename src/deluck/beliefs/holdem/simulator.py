"""The simulator: what calling and raising are worth, by playing the hand to its end many times.

Folding is worth nothing, because it neither wins nor pays any more. Each trial draws a holding for every opponent who
is in, by the opponents' weights without using a card twice, and the rest of the board. The hand is then played out once
after a call and once after a raise, and every later action, including ours, follows the triple of the seat's holding.
On the current street the triples use each holding's strength and potential as the modeller computes them. On later
streets, where the boards differ between trials, strength is the share beaten of `N_REFERENCE` holdings that represent
the field, and potential is estimated from hand ranks (`trials_kernels`): the paper does not say how its trials
evaluated hands.

Suits are first renamed so that situations that are equal up to suits become the same: the same random numbers then deal
the same trials. Stacks are assumed unlimited: a trial may bet more than a short stack has.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation import HandEvaluation, field_of
from deluck.beliefs.holdem.income_rates import MOST_OPPONENTS
from deluck.beliefs.holdem.joint import cumulative_weights
from deluck.beliefs.holdem.preflop import income_ranks
from deluck.beliefs.holdem.trials_kernels import play_trials
from deluck.beliefs.holdem.triples import TripleGenerator
from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import N_CARDS, N_HOLDINGS, holding_cards, holding_of
from deluck.evaluator.lookup import lookup
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, View
from deluck.isomorphism import relabellings
from deluck.isomorphism.boards import binomials
from deluck.metrics.holdings import board_holdings
from deluck.statistics import Estimate, estimate
from deluck.tables import hand_rank_tables

N_REFERENCE = 200
LEAST_BATCH = 50
"""Trials between two looks: with fewer, a lead would not be nearly normal."""
UNIT = "sb"


@dataclass(frozen=True, slots=True)
class ObviousMove:
    """A sequential test that ends a simulation when one action leads by more than chance would explain.

    At fixed times the actions are compared trial by trial. The leader is obvious if its mean lead over every other one
    exceeds so many standard errors that chance would produce it with probability ``level / (2 * (n_looks - 1))``: the
    simulation then ends early at an action that is not the best with probability at most `level`, over all looks and
    both actions that could wrongly lead (by Bonferroni, leads being nearly normal). So that a rare large win which has
    not occurred yet is not taken for impossible, one more trial against the leader is added.

    Attributes
    ----------
    level
        The probability of ending early at an action that is not the best; 0 never ends early.
    n_looks
        How often the trials are examined, including the end, where nothing is left to decide.

    References
    ----------
    Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.3.
    """

    level: float = 0.05
    n_looks: int = 10

    @property
    def quantile(self) -> float:
        """The number of standard errors that a lead must exceed."""
        if self.level <= 0 or self.n_looks < 2:
            return math.inf
        return NormalDist().inv_cdf(1 - self.level / (2 * (self.n_looks - 1)))

    def is_obvious(self, values: NDArray[np.float64], swing: float) -> bool:
        """Return whether one action leads obviously.

        Parameters
        ----------
        values
            float64[trials, actions]: what each action won in each trial; folding is a column of zeros.
        swing
            What the leader loses to each other action in the trial that is added, such as the pot.
        """
        n_actions = values.shape[1]
        if n_actions == 1:
            return True
        means = values.mean(axis=0)
        leader = int(means.argmax())
        for other in range(n_actions):
            if other == leader:
                continue
            lead = np.append(values[:, leader] - values[:, other], -swing)
            error = float(lead.std(ddof=1)) / math.sqrt(len(lead))
            if not float(lead.mean()) > self.quantile * error:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a simulation.

    Attributes
    ----------
    n_trials
        The largest number of trials.
    seconds
        No further trials after this time, or None; with a time limit the play cannot be reproduced.
    cutoff
        When to end early.
    """

    n_trials: int = 500
    seconds: float | None = None
    cutoff: ObviousMove = field(default_factory=ObviousMove)


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation, in small bets from here on; folding is worth 0.

    Attributes
    ----------
    call, raise_
        The values of the two actions; None for a raise that is not allowed.
    lead
        The difference between raising and calling, paired by trial; None without a raise.
    n_trials
        The number of trials played.
    is_obvious
        Whether they ended early because one action led.
    n_drawn_in_turn
        The number of trials in which the opponents' holdings were drawn one after the other, because the tables left
        hardly any combination that uses no card twice.
    action
        The action with the largest value; among equals the more aggressive one.
    """

    call: Estimate
    raise_: Estimate | None
    lead: Estimate | None
    n_trials: int
    is_obvious: bool
    n_drawn_in_turn: int
    action: Action

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        values = {"call": self.call, "raise": self.raise_, "lead": self.lead}
        return {
            "trials": self.n_trials,
            "obvious": self.is_obvious,
            "drawn_in_turn": self.n_drawn_in_turn,
            "unit": UNIT,
            "fold": {"mean": 0.0, "stderr": 0.0},
            **{
                name: None if value is None else {"mean": value.mean, "stderr": value.stderr}
                for name, value in values.items()
            },
        }


def simulate(
    view: View,
    tables: Sequence[WeightTable],
    hand: HandEvaluation | None,
    generators: tuple[TripleGenerator, TripleGenerator],
    budget: Budget,
    rng: np.random.Generator,
) -> Simulation:
    """Return what the actions are worth, in small bets.

    Parameters
    ----------
    view
        The situation; the viewer is to act.
    tables
        The weight table of each seat, the viewer's own as the others see it, without the board's cards.
    hand
        The evaluation of our hand; None before the flop.
    generators
        The triple generators of the opponents and of ourselves.
    budget
        The limits of the simulation.
    rng
        The source of all randomness.
    """
    trials = _Trials(*_with_canonical_suits(view, tables), hand, generators)
    can_fold = view.to_call > 0
    n_batch = max(LEAST_BATCH, -(-budget.n_trials // budget.cutoff.n_looks))
    deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
    values = np.zeros((budget.n_trials, 1 + can_fold + trials.can_raise))
    swing = view.pot / trials.small_bet
    n_played = n_drawn_in_turn = 0
    is_obvious = False
    while n_played < budget.n_trials and not is_obvious:
        batch = min(n_batch, budget.n_trials - n_played)
        played, in_turn = trials.play(batch, rng)
        values[n_played : n_played + batch, int(can_fold) :] = played
        n_played += batch
        n_drawn_in_turn += in_turn
        if n_played < budget.n_trials:
            is_obvious = budget.cutoff.is_obvious(values[:n_played], swing)
        if deadline is not None and time.monotonic() >= deadline:
            break
    values = values[:n_played]
    means = values.mean(axis=0)
    best = int(np.flatnonzero(means == means.max())[-1])  # the columns are in the order fold, call, raise
    call, raise_ = values[:, int(can_fold)], values[:, -1] if trials.can_raise else None
    return Simulation(
        call=estimate(call, UNIT),
        raise_=None if raise_ is None else estimate(raise_, UNIT),
        lead=None if raise_ is None else estimate(raise_ - call, UNIT),
        n_trials=n_played,
        is_obvious=is_obvious,
        n_drawn_in_turn=n_drawn_in_turn,
        action=Action(best + (not can_fold)),
    )


class _Trials:
    """A hand prepared for the kernel."""

    def __init__(
        self,
        view: View,
        tables: Sequence[WeightTable],
        hand: HandEvaluation | None,
        generators: tuple[TripleGenerator, TripleGenerator],
    ) -> None:
        rules = view.rules
        assert isinstance(rules, HoldemRules)
        self.can_raise = Action.RAISE in view.legal_actions
        self.small_bet = rules.bet_sizes[0]
        live = [seat for seat, gone in enumerate(view.folded) if not gone]
        opponents = [seat for seat in live if seat != view.seat]
        held = [tables[seat].without(view.cards) for seat in opponents]
        bets = list(view.bets)
        bets[view.seat] = max(bets) - view.to_call  # an all-in call for less is treated as a whole call
        self._facts = np.array([view.seat, view.street, view.pot, max(bets), view.n_raises], dtype=np.int64)
        to_act = _seats_to_act(view)
        self._seats = np.array([bets, [not gone for gone in view.folded], to_act], dtype=np.int64)
        self._seen = np.array([*view.cards, *view.board], dtype=np.int64)
        self._cumulative = cumulative_weights(held)
        self._opponents = np.array(opponents, dtype=np.int64)
        self._strengths = np.zeros((len(view.folded), N_HOLDINGS if view.street else 1))
        self._potentials = np.zeros(N_HOLDINGS)
        if hand is not None:
            self._set_worth(view, tables, live, hand)
        # an opponent's opponents are the others and we: our table counts for each of them, theirs for all but one
        theirs = [tables[seat] for seat in opponents for _ in range(len(opponents) - 1)]
        theirs += [tables[view.seat]] * len(opponents)
        self._reference = np.stack([_typical(field_of(theirs)), _typical(field_of(held))])
        self._streets = _streets(rules)
        self._numbers = np.stack([generator.numbers for generator in generators])

    def _set_worth(self, view: View, tables: Sequence[WeightTable], live: Sequence[int], hand: HandEvaluation) -> None:
        """Set what each holding is worth to each seat on the current street; our own hand is evaluated more exactly."""
        holdings = board_holdings(view.board)
        for seat in live:
            if seat != view.seat:
                others = field_of([tables[other] for other in live if other != seat])
                self._strengths[seat] = holdings.hand_strengths(others)
        self._potentials[:] = holdings.positive_potentials
        own = holding_of(view.cards[0], view.cards[1])
        self._strengths[view.seat, own] = hand.hand_strength_n ** (1 / len(hand.hand_strengths))
        self._potentials[own] = hand.positive_potential

    def play(self, n_trials: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], int]:
        """Return what calling and, where allowed, raising won in each trial, in small bets."""
        out = np.zeros((n_trials, 1 + self.can_raise))
        n_in_turn = play_trials(
            rng,
            self._facts,
            self._seats,
            self._streets,
            self._seen,
            self._cumulative,
            self._opponents,
            self._strengths,
            self._potentials,
            _all_income_ranks(),
            self._reference,
            self._numbers,
            holding_cards(),
            _rank_tables(),
            lookup(),
            out,
        )
        return out / self.small_bet, n_in_turn


def _with_canonical_suits(view: View, tables: Sequence[WeightTable]) -> tuple[View, list[WeightTable]]:
    """Return a situation with its suits renamed such that the cards are lowest, first of the hand, then of the board.

    The tables of folded seats are left unchanged: they are not used.
    """
    ways = relabellings().astype(np.int64)
    hole, board = ways[:, list(view.cards)], ways[:, list(view.board)]
    ordered = np.hstack([np.sort(hole), np.sort(board[:, :3]), board[:, 3:]])  # the order of a flop does not matter
    way = int((ordered @ N_CARDS ** np.arange(ordered.shape[1])[::-1]).argmin())
    renamed = view._replace(cards=tuple(hole[way].tolist()), board=tuple(board[way].tolist()))
    moved = [table if gone else table.relabelled(way) for table, gone in zip(tables, view.folded, strict=True)]
    return renamed, moved


def _seats_to_act(view: View) -> list[bool]:
    """Return for each seat whether it is still to act on this street if nobody raises again."""
    rules = view.rules
    assert isinstance(rules, HoldemRules)
    hand = HoldemState(rules, HoldemDeal(((None, None),) * view.n_seats), view.starting_stacks)
    for move in view.history:
        hand.act(move.action, move.amount or None)
    return [waits and seat != view.seat for seat, waits in enumerate(hand.waiting)]


def _typical(field: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return holdings at even steps through a field's probabilities, int64[N_REFERENCE], which represent it."""
    running = np.cumsum(field)
    steps = (np.arange(N_REFERENCE) + 0.5) / N_REFERENCE * running[-1]
    return np.asarray(np.searchsorted(running, steps, side="right"), dtype=np.int64)


@cache
def _streets(rules: HoldemRules) -> NDArray[np.int64]:
    sizes = rules.bet_sizes
    return np.array([sizes, rules.max_raises, [sum(sizes[street + 1 :]) for street in range(4)]], dtype=np.int64)


@cache
def _all_income_ranks() -> NDArray[np.float64]:
    return np.stack([income_ranks(n_opponents) for n_opponents in range(1, MOST_OPPONENTS + 1)])


@cache
def _rank_tables() -> tuple[Any, ...]:
    tables = hand_rank_tables()
    flop, turn = tables.street(3), tables.street(4)
    totals = np.array([flop.now_total, flop.final_total, turn.now_total, turn.final_total], dtype=np.float64)
    arrays = (flop.now, flop.final, tables.boards[3], turn.now, turn.final, tables.boards[4])
    return (*(np.asarray(array) for array in arrays), relabellings(), binomials(), totals)
