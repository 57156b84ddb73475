"""The simulator: what calling and raising are worth, by playing likely rests of the hand to their end.

Folding is worth nothing, because it neither wins nor pays any more. Each trial draws a holding for every opponent who
is in, by the opponents' weights and no card twice, and the rest of the board; then the hand is played out once after a
call and once after a raise, every later action by the triple of the seat's holding, ours included. Of the current
street the triples have each holding's strength and potential as the modeller reckons them. On later streets, where the
boards differ from trial to trial, strength is the share of `N_REFERENCE` holdings beaten that stand for the field, and
potential is estimated from hand ranks (`trials._kernels`): the paper leaves open how its trials evaluated hands.

Suits are first renamed so that situations alike up to suits become the same one: the same random numbers then deal the
same trials. Stacks are taken as unlimited: a trial may bet more than a short stack has.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.cutoff import ObviousMove
from deluck.beliefs.holdem.evaluation import HandEvaluation, field_of
from deluck.beliefs.holdem.income_rates import MOST_OPPONENTS
from deluck.beliefs.holdem.joint import cumulative_weights
from deluck.beliefs.holdem.starting_hands import income_ranks
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
"""Trials between two looks: fewer would be too few for a lead to be nearly normal."""
UNIT = "sb"


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a simulation may take.

    Attributes
    ----------
    n_trials
        At most so many trials.
    seconds
        No further look after so much time, or None; with a limit of time the play cannot be reproduced.
    cutoff
        When to end early.
    """

    n_trials: int = 500
    seconds: float | None = None
    cutoff: ObviousMove = field(default_factory=ObviousMove)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a simulation, in small bets from here on; folding is worth 0.

    Attributes
    ----------
    call, raise_
        The values of the two actions; None for a raise that is not allowed.
    lead
        By how much raising leads calling, trial by trial; None without a raise.
    n_trials
        How many trials were played.
    is_obvious
        Whether they ended early because one action led.
    n_drawn_in_turn
        In how many trials the opponents' holdings were drawn one after the other, because the tables left hardly any
        set without a card twice.
    action
        The action with the largest value, of equals the more aggressive one.
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
        Where the hand stands; the viewer is to act.
    tables
        What is believed of each seat, the viewer's own as the others see it, the board's cards taken out.
    hand
        What our hand is worth, after the flop.
    generators
        Of the opponents' triples, and of ours.
    budget
        How long it may take.
    rng
        Where all chance comes from.
    """
    trials = _Trials(*_with_settled_suits(view, tables), hand, generators)
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
    best = int(np.flatnonzero(means == means.max())[-1])  # the columns stand in the order fold, call, raise
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
    """A hand made ready for the kernel."""

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
        bets[view.seat] = max(bets) - view.to_call  # a call for less is taken as whole
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
        """Set what each holding is worth to each seat on the current street; our own hand is known better."""
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
        """Return what calling and, where it is allowed, raising won in each trial, in small bets."""
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


def _with_settled_suits(view: View, tables: Sequence[WeightTable]) -> tuple[View, list[WeightTable]]:
    """Return a situation with its suits renamed: of all ways the one with the lowest cards, hand first, then board.

    The tables of seats that have folded are left as they are: nobody asks for them.
    """
    ways = relabellings().astype(np.int64)
    hole, board = ways[:, list(view.cards)], ways[:, list(view.board)]
    ordered = np.hstack([np.sort(hole), np.sort(board[:, :3]), board[:, 3:]])  # a flop comes in no order
    way = int((ordered @ N_CARDS ** np.arange(ordered.shape[1])[::-1]).argmin())
    renamed = view._replace(cards=tuple(hole[way].tolist()), board=tuple(board[way].tolist()))
    moved = [table if gone else table.relabelled(way) for table, gone in zip(tables, view.folded, strict=True)]
    return renamed, moved


def _seats_to_act(view: View) -> list[bool]:
    """Return for each seat whether it is still to act on this street if nobody raises any more."""
    rules = view.rules
    assert isinstance(rules, HoldemRules)
    hand = HoldemState(rules, HoldemDeal(((None, None),) * view.n_seats), view.starting_stacks)
    for move in view.history:
        hand.act(move.action, move.amount or None)
    return [waits and seat != view.seat for seat, waits in enumerate(hand.waiting)]


def _typical(field: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return holdings at even steps through a field's probabilities, int64[N_REFERENCE]: they stand for it."""
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
