"""From money to skill, step by step: what all-ins, each card of the board and the hole cards were worth."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.split import over_trials
from deluck.assessment.summary import Summary
from deluck.estimators import find_column
from deluck.games import STREET_NAMES
from deluck.values.schema import street_column

Floats = NDArray[np.float64]

ALL_IN, HOLE_CARDS, SEAT, LUCK = "all-in", "hole cards", "seat", "luck"
"""Names of steps; those of the board are named by their street."""
_ORDER = (ALL_IN, *STREET_NAMES, HOLE_CARDS, SEAT, LUCK)


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of luck: its name, and what it was worth to the viewpoint."""

    name: str
    luck: Summary


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Money less one kind of luck after the other, down to the estimate of skill that leads; over the same hands.

    In every hand money is the sum of all steps and of the estimate. Counts and totals are of hands; where hands come in
    duplicate pairs, spread and error are of pairs.

    Attributes
    ----------
    estimator
        The estimate of skill at the end, one of ``Assessment.estimators``.
    money, estimate
        What the steps start from and end at.
    steps
        What was taken out, in this order: the luck of all-ins, flop, turn and river while betting was left, the hole
        cards, and the seat where the estimate does not contain its value. Kinds that the estimate does not take out,
        or of which there was none, are not there.
    keeps_seat
        Whether the estimate contains what the seat is worth, as money does.
    trials, n_trials
        What is independent: ``game`` or ``pair``; and how many there are.
    """

    estimator: str
    money: Summary
    steps: tuple[Step, ...]
    estimate: Summary
    keeps_seat: bool
    trials: str
    n_trials: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "estimator": self.estimator,
            "trials": self.trials,
            "money": self.money.as_dict(),
            "steps": [{"name": step.name} | step.luck.as_dict() for step in self.steps],
            "estimate": self.estimate.as_dict(),
        }


def find_waterfall(hands: ViewpointHands, estimators: dict[str, Summary], lead: str) -> Waterfall | None:
    """Return the steps from money to an estimate of skill; None where that is money itself."""
    if lead == "money":
        return None
    by_pairs = hands.found_pairs is not None
    is_known = estimators[lead].n == len(hands)
    known = None if is_known else ~np.isnan(hands.column(lead))

    def summary(name: str, values: Floats) -> Summary:
        return over_trials(name, values if known is None else np.where(known, values, np.nan), hands, by_pairs=by_pairs)

    lucks = {name: summary(name, values) for name, values in _parts(hands, lead)}
    if is_known and not by_pairs:  # summarised before
        money, estimate = (replace(estimators[name], tails=None) for name in ("money", lead))
    else:
        money, estimate = (summary(name, hands.column(name)) for name in ("money", lead))
    found = [Step(name, lucks[name]) for name in sorted(lucks, key=_ORDER.index)]
    return Waterfall(
        estimator=lead,
        money=money,
        steps=tuple(step for step in found if step.luck.total or step.luck.sd > 0),
        estimate=estimate,
        keeps_seat=SEAT not in lucks,
        trials="pair" if by_pairs else "game",
        n_trials=money.n // 2 if by_pairs else money.n,
    )


def _parts(hands: ViewpointHands, lead: str) -> Iterator[tuple[str, Floats]]:
    """Yield the luck of each kind that an estimate takes out of money, float64[n] each, one after the other."""
    rest = find_column(lead).rest
    if lead == "own_cards":
        hole = hands.stored(["own_hole_luck"])["own_hole_luck"]
        yield ALL_IN, hands.column("money") - hands.column(lead) - hole
        yield HOLE_CARDS, hole
        return
    if not rest or not find_column(rest).by_street:
        yield (ALL_IN if lead == "all_in_ev" else LUCK), hands.column("money") - hands.column(lead)
        return
    without_betting = np.nan_to_num(hands.column("all_in")).astype(np.int8)
    all_ins = np.flatnonzero(without_betting > 0)
    of_all_ins = np.zeros(len(hands))
    for number in range(1, len(STREET_NAMES)):
        luck = hands.column(street_column(rest, number))
        moved = all_ins[number >= without_betting[all_ins]]
        of_all_ins[moved] += luck[moved]
        luck[moved] = 0.0
        yield STREET_NAMES[number], luck
    yield ALL_IN, of_all_ins
    hole = hands.column(street_column(rest, 0))
    seat = hands.column("seat_value")
    if np.isnan(seat).any():  # of limit DIVAT alone, whose luck contains the seat's value
        yield HOLE_CARDS, hole
        return
    yield HOLE_CARDS, hole - seat
    yield SEAT, seat
