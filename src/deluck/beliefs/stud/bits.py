"""Bits: the entropy of a distribution, and what an estimate of it loses.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, section V, equations (6) and (7).
"""

import numpy as np
from numpy.typing import ArrayLike

LEAST_ESTIMATE = 1e-6  # an estimate of zero would cost infinitely many bits


def entropy(probabilities: ArrayLike) -> float:
    """Return the entropy of a distribution in bits, equation (6)."""
    p = np.asarray(probabilities, dtype=np.float64)
    some = p[p > 0]
    return float(-(some * np.log2(some)).sum()) + 0.0


def divergence(truth: ArrayLike, estimated: ArrayLike) -> float:
    """Return the Kullback-Leibler divergence of an estimate from the truth, in bits, equation (7).

    Estimates below a millionth are taken for a millionth.
    """
    p = np.asarray(truth, dtype=np.float64)
    q = np.maximum(np.asarray(estimated, dtype=np.float64), LEAST_ESTIMATE)
    some = p > 0
    return float((p[some] * np.log2(p[some] / q[some])).sum())
