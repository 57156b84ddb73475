"""The betting rules of Loki-1: how a hand's value becomes an action, each rule written for one hand and for all.

After the flop a hand bets or raises if its effective hand strength (EHS) reaches the style's threshold for the next
bet. It calls if EHS reaches the threshold for as many bets as the call costs, if its potential (Ppot) reaches the pot
odds, or, where that is switched on, if EHS reaches the showdown odds. Before the flop a hand's value (`preflop`) is
compared with the style's thresholds.

`decide` and its siblings return one decision with its reason. `margins` and its siblings return by how much each of
many hands reaches what an action takes, which is what an observer learns from that action; `chosen_actions` makes
decisions of them.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", section 4.4. The first
threshold and the rule of pot odds are the paper's; the thresholds for more bets, showdown odds and semi-bluffs are
ours. Without showdown odds the paper's rules call a river bet only with a hand that would bet.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation import HandEvaluation, HoldingValues
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import Style, Version
from deluck.games import Action

SIMPLE_OPPONENTS = 9
"""The number of opponents whose income rate the simple method uses, whoever is in."""
SIMPLE_TO_ENTER = 0.25
"""The income rate, in bets against nine, from which the simple method plays a hand: the best fifth of all."""
SIMPLE_TO_RAISE = 0.65
"""The income rate from which it raises: the best twentieth."""

_CLOSE = 1e-9  # a margin this small may have the wrong sign by rounding

Margins = NDArray[np.float64]


class Decision(NamedTuple):
    """An action and the reason for it."""

    action: Action
    reason: str


def decide_preflop(value: float, spot: Spot, style: Style) -> Decision:
    """Return the action before the flop for a hand of this value (`preflop.preflop_value`)."""
    to_raise = style.to_raise_preflop(spot.n_raises)
    if value >= to_raise and spot.can_raise:
        return Decision(Action.RAISE, f"value {value:.3f} reaches {to_raise:.3f} to raise")
    if not spot.to_call:
        return Decision(Action.CALL, f"value {value:.3f} is below {to_raise:.3f} to raise, and checking is free")
    to_enter = style.to_enter(spot.bets_to_call)
    if value >= to_enter:
        return Decision(Action.CALL, f"value {value:.3f} reaches {to_enter:.3f} to call {spot.bets_to_call:g} bets")
    return Decision(Action.FOLD, f"value {value:.3f} is below {to_enter:.3f} to call {spot.bets_to_call:g} bets")


def decide_preflop_simply(rate: float, spot: Spot) -> Decision:
    """Return the action before the flop by the income rate against nine alone, whoever else is in."""
    if rate >= SIMPLE_TO_RAISE and spot.can_raise:
        return Decision(Action.RAISE, f"income rate {rate:+.3f} reaches {SIMPLE_TO_RAISE:+.3f} to raise")
    if not spot.to_call:
        return Decision(Action.CALL, "checking is free")
    if rate >= SIMPLE_TO_ENTER:
        return Decision(Action.CALL, f"income rate {rate:+.3f} reaches {SIMPLE_TO_ENTER:+.3f} to play")
    return Decision(Action.FOLD, f"income rate {rate:+.3f} is below {SIMPLE_TO_ENTER:+.3f} to play")


def decide(hand: HandEvaluation, spot: Spot, style: Style, version: Version) -> Decision:
    """Return the action after the flop."""
    strength, potential = hand.effective_hand_strength, hand.positive_potential
    to_make = style.to_make(spot.n_raises)
    if spot.can_raise:
        what = "raise" if spot.to_call else "bet"
        if strength >= to_make:
            return Decision(Action.RAISE, f"EHS {strength:.3f} reaches {to_make:.3f} to {what}")
        if version.semi_bluffs and not spot.to_call and potential >= spot.semi_bluff_odds:
            return Decision(Action.RAISE, f"Ppot {potential:.3f} reaches {spot.semi_bluff_odds:.3f} to semi-bluff")
    if not spot.to_call:
        return Decision(Action.CALL, f"EHS {strength:.3f} is below {to_make:.3f} to bet, and checking is free")
    to_call = style.to_make(_bets(spot) - 1)
    if strength >= to_call:
        return Decision(Action.CALL, f"EHS {strength:.3f} reaches {to_call:.3f} to call")
    if version.potential and potential >= spot.pot_odds:
        return Decision(Action.CALL, f"Ppot {potential:.3f} reaches the pot odds of {spot.pot_odds:.3f}")
    if version.showdown_odds and strength >= spot.showdown_odds:
        return Decision(Action.CALL, f"EHS {strength:.3f} reaches the showdown odds of {spot.showdown_odds:.3f}")
    prices = [f"EHS {strength:.3f} is below {to_call:.3f}"]
    if version.potential:
        prices.append(f"Ppot {potential:.3f} below the pot odds of {spot.pot_odds:.3f}")
    if version.showdown_odds:
        prices.append(f"EHS below the showdown odds of {spot.showdown_odds:.3f}")
    return Decision(Action.FOLD, ", ".join(prices))


def preflop_margins(values: Margins, spot: Spot, action: Action, style: Style) -> Margins | None:
    """Return by how much each value, float64[n], reaches what a call or raise takes before the flop.

    None for a check and for a fold, which need nothing.
    """
    if action is Action.RAISE:
        return values - style.to_raise_preflop(spot.n_raises)
    if action is Action.FOLD or not spot.to_call:
        return None
    return values - style.to_enter(spot.bets_to_call)


def simple_preflop_margins(rates: Margins, spot: Spot, action: Action) -> Margins | None:
    """Return by how much each income rate, float64[n], reaches what the simple method asks of a call or raise."""
    if action is Action.RAISE:
        return rates - SIMPLE_TO_RAISE
    return None if action is Action.FOLD or not spot.to_call else rates - SIMPLE_TO_ENTER


def margins(values: HoldingValues, spot: Spot, action: Action, style: Style, version: Version) -> Margins | None:
    """Return by how much each holding reaches what a call or raise takes after the flop, float64[1326].

    None for a check and for a fold, which need nothing.
    """
    strength, potential = values.effective_hand_strengths, values.positive_potentials
    if action is Action.RAISE:
        margin = strength - style.to_make(spot.n_raises)
        if version.semi_bluffs and not spot.to_call:
            margin = np.maximum(margin, potential - spot.semi_bluff_odds)
        return margin
    if action is Action.FOLD or not spot.to_call:
        return None
    price = style.to_make(_bets(spot) - 1)
    if version.showdown_odds:
        price = min(price, spot.showdown_odds)
    margin = strength - price
    return np.maximum(margin, potential - spot.pot_odds) if version.potential else margin


def chosen_actions(to_raise: Margins | None, to_call: Margins | None, *, can_raise: bool) -> NDArray[np.uint8]:
    """Return the action that margins lead to, uint8[n]: a raise where it is reached, else a call, else a fold.

    Parameters
    ----------
    to_raise, to_call
        By how much each hand reaches what a raise and a call take, float64[n]; None where a call is free.
    can_raise
        Whether a raise is allowed.
    """
    assert to_raise is not None
    calls = np.ones(len(to_raise), dtype=bool) if to_call is None else to_call >= 0
    actions = np.where(calls, np.uint8(Action.CALL), np.uint8(Action.FOLD))
    if can_raise:
        actions[to_raise >= 0] = Action.RAISE
    return actions


def close_to_a_threshold(*found: Margins | None) -> NDArray[np.int64]:
    """Return which hands have a margin so small that rounding may decide its sign, int64[m]."""
    close = [np.abs(each) < _CLOSE for each in found if each is not None]
    return np.flatnonzero(np.any(close, axis=0))


def _bets(spot: Spot) -> int:
    """Return the cost of a call in bets, rounded up."""
    return math.ceil(spot.bets_to_call)
