"""The obvious move: a sequential test that ends a simulation when one action leads by more than chance would.

References
----------
Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 5.3.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ObviousMove:
    """Looks at the trials so far, at set times, for an action that is surely better than every other.

    The actions are compared trial by trial. The leader is obvious if its mean lead over each other action exceeds so
    many standard errors that chance would show it with a probability of ``level / (2 * (n_looks - 1))``: the simulation
    then ends early at an action that is not the best with a probability of at most `level`, over all looks and both
    actions that could wrongly lead (by Bonferroni, leads being nearly normal). So that a rare large win which has not
    come up yet is not taken for impossible, one more trial is reckoned that speaks against the leader.

    Attributes
    ----------
    level
        The probability of an early end at an action that is not the best; 0 never ends early.
    n_looks
        How often the trials are looked at, the end included, where nothing is left to be decided.
    """

    level: float = 0.05
    n_looks: int = 10

    @property
    def quantile(self) -> float:
        """How many standard errors a lead must exceed."""
        if self.level <= 0 or self.n_looks < 2:
            return math.inf
        return NormalDist().inv_cdf(1 - self.level / (2 * (self.n_looks - 1)))

    def is_obvious(self, values: NDArray[np.float64], swing: float) -> bool:
        """Return whether one action leads.

        Parameters
        ----------
        values
            float64[trials, actions]: what each action won in each trial; folding is a column of zeros.
        swing
            What the leader loses to each other action in the trial that is added, e.g. the pot.
        """
        n_actions = values.shape[1]
        if n_actions == 1:
            return True
        means = values.mean(axis=0)
        leader = int(means.argmax())
        for other in range(n_actions):
            if other == leader:
                continue
            lead = np.append(values[:, leader] - values[:, other], -swing)
            error = float(lead.std(ddof=1)) / math.sqrt(len(lead))
            if not float(lead.mean()) > self.quantile * error:
                return False
        return True
