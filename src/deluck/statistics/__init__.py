"""Estimates with their errors and units, intervals, planned sizes, and sums that do not depend on the order.

`estimates` has means with standard errors, spreads and ratios of variances; `sequential` intervals that are valid
however often one looks; `power` how many hands a question takes; `multiple` several comparisons at once; `heavy_tails`
hands that carry the variance, and the bootstrap. `sums` adds numbers exactly, in groups and part by part.
"""

from deluck.statistics.estimates import (
    QUANTILE_95,
    Estimate,
    StatisticsError,
    Sums,
    estimate,
    standard_deviation,
    variance_ratio,
)
from deluck.statistics.heavy_tails import Concentration, bootstrap_interval, concentration, may_be_heavy
from deluck.statistics.multiple import holm, two_sided_p
from deluck.statistics.power import POWER, hands_needed, power_of
from deluck.statistics.sequential import (
    FEWEST_HANDS,
    PLANNED_HANDS,
    anytime_factor,
    anytime_half_width,
    anytime_interval,
    running_intervals,
)
from deluck.statistics.sums import ExactSums, exact_sum

__all__ = [
    "FEWEST_HANDS",
    "PLANNED_HANDS",
    "POWER",
    "QUANTILE_95",
    "Concentration",
    "Estimate",
    "ExactSums",
    "StatisticsError",
    "Sums",
    "anytime_factor",
    "anytime_half_width",
    "anytime_interval",
    "bootstrap_interval",
    "concentration",
    "estimate",
    "exact_sum",
    "hands_needed",
    "holm",
    "may_be_heavy",
    "power_of",
    "running_intervals",
    "standard_deviation",
    "two_sided_p",
    "variance_ratio",
]
