"""Estimates with their errors and units, and sums that do not depend on the order of addition.

`estimates` has means with standard errors, spreads and ratios of variances; `sums` adds numbers exactly, in groups and
part by part, and summarises them.
"""

from deluck.statistics.estimates import (
    QUANTILE_95,
    Estimate,
    StatisticsError,
    Sums,
    estimate,
    hands_needed,
    standard_deviation,
    variance_ratio,
)
from deluck.statistics.sums import ExactSums, exact_sum

__all__ = [
    "QUANTILE_95",
    "Estimate",
    "ExactSums",
    "StatisticsError",
    "Sums",
    "estimate",
    "exact_sum",
    "hands_needed",
    "standard_deviation",
    "variance_ratio",
]
