"""EVAT, the hindsight view: each round against the best play of seats that see all cards.

Within a round the betting tree is solved for both seats, an end without a fold being worth its all-in equity; among
equal actions the more aggressive is taken. A round's EVAT is the value as it was played less the value of its start,
which is what P2's decisions gave away less what P1's did. It is biased: a seat that gets to the river with a
second-best hand should lose money.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, sections 2.2 and 3.4.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.analysis import N_BOARDS, Analysis
from deluck.estimators.divat.analysis_kernels import solve_hindsight
from deluck.estimators.divat.baseline_rounds import RoundNode
from deluck.estimators.divat.policy import MOST_BETS
from deluck.estimators.divat.rounds import N_STREETS
from deluck.games import Action


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What seats that see all cards would make of each round, and what each decision gave away; small bets.

    Attributes
    ----------
    best_values
        The value of each round's start, net to P1, float64[m, 4].
    losses
        What each decision lost against the best one, to the seat that made it, float64[d]; 0 or more.
    """

    best_values: NDArray[np.float64]
    losses: NDArray[np.float64]


def hindsight(analysis: Analysis) -> Hindsight:
    """Return the solution of every round for seats that see all cards."""
    betting = analysis.betting
    found = Hindsight(np.zeros((len(analysis), N_STREETS)), np.zeros(len(betting.actions)))
    made = np.zeros((len(analysis), N_STREETS), np.int64)
    np.maximum.at(made, (betting.hands, betting.streets), betting.n_bets + (betting.actions == Action.RAISE))
    # Without a cap the tree has no end; one bet more than were made will do: whoever is behind gains by no raise.
    without_cap = np.maximum(made + 1, MOST_BETS)
    solve_hindsight(
        betting.starts,
        betting.actions,
        betting.small_bets,
        betting.antes,
        betting.n_rounds,
        betting.start_pots,
        analysis.net_wins,
        N_BOARDS,
        np.where(analysis.most_bets > 0, analysis.most_bets, without_cap),
        found.best_values,
        found.losses,
    )
    return found


def evat_by_round(analysis: Analysis) -> NDArray[np.float64]:
    """Return each round's EVAT, net to P1 in small bets, float64[m, 4]."""
    return np.where(analysis.betting.played, analysis.aie_actual - hindsight(analysis).best_values, 0.0)


def evat(analysis: Analysis) -> NDArray[np.float64]:
    """Return each hand's EVAT, net to P1 in small bets, float64[m]."""
    return np.asarray(evat_by_round(analysis).sum(axis=1))


def solve_round(node: RoundNode, net_share: Fraction) -> tuple[Fraction, tuple[Action, ...]]:
    """Return the value to P1 of a node for seats that see all cards, and their actions from it to the end of the round.

    Parameters
    ----------
    node
        A node of a round with a cap on bets.
    net_share
        P1's wins less losses, as a share of all boards.
    """
    if node.actor is None:
        return (node.folded_value if node.folder is not None else net_share * node.pot / 2), ()
    sign = 1 if node.actor == 0 else -1
    choices = [Action.RAISE] if node.can_raise else []
    choices += [Action.CALL, Action.FOLD] if node.to_call else [Action.CALL]
    best: tuple[Fraction, tuple[Action, ...]] | None = None
    for action in choices:  # the more aggressive first, so that it stands when another is as good
        value, rest = solve_round(node.after(action), net_share)
        if best is None or sign * value > sign * best[0]:
            best = value, (action, *rest)
    assert best is not None
    return best
