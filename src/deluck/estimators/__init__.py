"""Estimators: who played better, by how much, with the luck of the cards taken out.

`eligibility` says which hands can be assessed and why others cannot. `analysis` makes the one pass over hands that
all share: the rounds as played and as the baseline plays them, and what their ends are worth, with `preflop_values`
for the first round. `money`, `lfat`, `evat`, `divat`, `dcash`, `luck` and `round_ev` each take their numbers from it;
`registry` has them by name. All is net to P1, seat 0, the big blind, in small bets.
"""

from deluck.errors import EstimatorError
from deluck.estimators.divat.analysis import Analysis, analyse
from deluck.estimators.divat.differences import decision_prices, decision_prices_to_actor
from deluck.estimators.divat.eligibility import Eligibility, Reason, find_assessable
from deluck.estimators.divat.luck import seat_value
from deluck.estimators.divat.preflop_values import Sampling
from deluck.estimators.registry import ESTIMATORS, Estimator, estimate_hands, find_estimator

__all__ = [
    "ESTIMATORS",
    "Analysis",
    "Eligibility",
    "Estimator",
    "EstimatorError",
    "Reason",
    "Sampling",
    "analyse",
    "decision_prices",
    "decision_prices_to_actor",
    "estimate_hands",
    "find_assessable",
    "find_estimator",
    "seat_value",
]
