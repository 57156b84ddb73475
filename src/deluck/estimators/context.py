"""What estimators are given besides the hands: what a user chose, fixed before the hands are seen."""

from dataclasses import dataclass, field
from fractions import Fraction

from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.preflop_values import Sampling

N_FLOPS = 200
N_EXACT = 20
"""Match-ups of a part that are rolled out over all flops where the table does not hold their pots, if no more."""


@dataclass(frozen=True, slots=True)
class Context:
    """How values are computed.

    Attributes
    ----------
    settings, weights
        DIVAT: the thresholds of the baseline's runs, and how much each run counts.
    sampling
        DIVAT: how preflop roll-outs that no table has are sampled.
    """

    settings: tuple[Settings, ...] = (STANDARD,)
    weights: tuple[Fraction, ...] = (Fraction(1),)
    sampling: Sampling = field(default=Sampling(N_FLOPS, 0, N_EXACT))
