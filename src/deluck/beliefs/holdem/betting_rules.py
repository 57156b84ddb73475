"""The bettor: the rules by which a hand's worth becomes an action, each written once, for one hand or for all.

After the flop a hand bets or raises if its effective hand strength (EHS) reaches the style's threshold for the next
bet. It calls if EHS reaches the threshold for as many bets as the call costs, if its potential (Ppot) reaches the pot
odds, or, where that is switched on, if EHS reaches the showdown odds. Before the flop see `preflop`.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", section 4.4. The
first threshold and the rule of pot odds are the paper's; the thresholds for more bets, showdown odds and
semi-bluffs are ours. Without showdown odds the paper's rules call a river bet only with a hand that would bet.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation import HandEvaluation, HoldingValues
from deluck.beliefs.holdem.preflop import SIMPLE_TO_ENTER, SIMPLE_TO_RAISE
from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import Style
from deluck.beliefs.holdem.versions import Version
from deluck.games import Action


class Decision(NamedTuple):
    """What to do and why."""

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


def margins(
    values: HoldingValues, spot: Spot, action: Action, style: Style, version: Version
) -> NDArray[np.float64] | None:
    """Return by how much each holding reaches what the rules ask for an action after the flop, float64[1326].

    None for a check and for a fold, which the rules allow any holding, or none that is seen again.
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


def _bets(spot: Spot) -> int:
    """Return what a call costs in bets, a part of one counting whole."""
    return math.ceil(spot.bets_to_call)
