"""Estimators: who played better, by how much, with the luck of the cards taken out.

An estimator family (`family`) fills columns of values for every seat of every hand and says what they mean; `registry`
has all families. `money` is what every seat won; `divat` prices the decisions of heads-up limit hold'em against a
baseline: `divat.eligibility` says which hands it can value, `divat.analysis` makes the one pass over hands that its
columns share, `divat.family` fills them. `context` is what a user chooses before the hands are seen.
"""

from deluck.errors import EstimatorError
from deluck.estimators.context import Context
from deluck.estimators.divat.analysis import Analysis, analyse
from deluck.estimators.divat.differences import decision_prices, decision_prices_to_actor
from deluck.estimators.divat.eligibility import Reason, find_assessable
from deluck.estimators.divat.estimators import ESTIMATORS, Estimator, estimate_hands, find_estimator
from deluck.estimators.divat.luck import seat_value
from deluck.estimators.divat.preflop_values import Sampling
from deluck.estimators.family import Cards, ColumnSpec, DecisionPrices, Eligibility, Family, Kind, Values
from deluck.estimators.registry import FAMILIES, columns, constants_hash, estimator_columns, find_column, registered

__all__ = [
    "ESTIMATORS",
    "FAMILIES",
    "Analysis",
    "Cards",
    "ColumnSpec",
    "Context",
    "DecisionPrices",
    "Eligibility",
    "Estimator",
    "EstimatorError",
    "Family",
    "Kind",
    "Reason",
    "Sampling",
    "Values",
    "analyse",
    "columns",
    "constants_hash",
    "decision_prices",
    "decision_prices_to_actor",
    "estimate_hands",
    "estimator_columns",
    "find_assessable",
    "find_column",
    "find_estimator",
    "registered",
    "seat_value",
]
