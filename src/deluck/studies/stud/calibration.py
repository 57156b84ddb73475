"""Are down cards held as often as they are believed to be? A reliability plot over simulated games."""

import math
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.beliefs.stud import StudBeliefs
from deluck.beliefs.stud.information import STAGES
from deluck.games import StudDeal, StudRules, StudState
from deluck.players.stud import StudBetInferring, downcards_of
from deluck.report.figures_stud import reliability_chart
from deluck.statistics import Estimate
from deluck.studies.papers import STUD
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.stud.games import HandInPlay, play_hand

BINS = (0.0, 2e-4, 5e-4, 1e-3, 2e-3, 4e-3, 8e-3, 1.01)
"""The edges of the bins of probabilities."""
LOOKED_AT = ("3B", "4B", "5B", "6B")
_LEAST_EXPECTED = 5.0  # a bin with less is not tested


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """How often down cards of each probability should have been held and were, by bin.

    Attributes
    ----------
    n_holdings
        The number of down cards examined, float64[bins].
    expected, found
        How many of them should have been held, and were, float64[bins].
    variance
        Of the number found if the probabilities are right, float64[bins]: the larger of the variance if everything is
        independent, and of that estimated from differences between games. What several seats hold at several stages of
        one game is not independent; games are.
    """

    n_holdings: NDArray[np.float64]
    expected: NDArray[np.float64]
    found: NDArray[np.float64]
    variance: NDArray[np.float64]

    @classmethod
    def of_games(cls, counts: NDArray[np.float64]) -> "Reliability":
        """Return the sum over games: down cards examined, expected and found, and the variance if independent.

        Parameters
        ----------
        counts
            float64[games, 4, bins], in that order.
        """
        n_holdings, expected, found, variance = counts.sum(axis=0)
        between_games = ((counts[:, 2] - counts[:, 1]) ** 2).sum(axis=0)
        return cls(n_holdings, expected, found, np.maximum(variance, between_games))

    @property
    def ratios(self) -> tuple[Estimate, ...]:
        """Found over expected, 1 if the probabilities are right."""
        errors = np.sqrt(self.variance)
        return tuple(
            [
                Estimate(float(found / expected), float(error / expected), int(expected), "")
                if expected > 0
                else Estimate(math.nan, math.inf, 0, "")
                for found, expected, error in zip(self.found, self.expected, errors, strict=True)
            ]
        )

    @property
    def chi_squared(self) -> tuple[float, int]:
        """The sum of squared deviations over their variance in bins that are tested, and the number of these bins."""
        some = self.expected >= _LEAST_EXPECTED
        parts = (self.found - self.expected)[some] ** 2 / self.variance[some]
        return float(parts.sum()), int(some.sum())


def counts_by_game(*, n_games: int, seed: int) -> NDArray[np.float64]:
    """Return the counts for `Reliability.of_games` at each stage of `LOOKED_AT`, float64[stages, games, 4, bins].

    Bets are read with the right model.

    Parameters
    ----------
    n_games, seed
        The number of games between seven players that read bets, and their seed.
    """
    players = (StudBetInferring(),) * 7
    rules = StudRules.paper(len(players))
    edges = np.array(BINS)
    n_bins = len(edges) - 1
    counts = np.zeros((len(LOOKED_AT), n_games, 4, n_bins))

    def look(at: int, state: StudState, beliefs: StudBeliefs, game: int) -> None:
        if STAGES[at] not in LOOKED_AT:
            return
        counted = counts[LOOKED_AT.index(STAGES[at]), game]
        for seat in beliefs.live:
            held = beliefs.downcards(seat)
            index = np.digitize(held.probabilities, edges) - 1
            down = downcards_of(state.view(seat).cards)[: held.downcards.shape[1]]
            counted[0] += np.bincount(index, minlength=n_bins)
            shares = np.bincount(index, held.probabilities, minlength=n_bins)
            counted[1] += shares
            counted[2, np.digitize(held.probability(down), edges) - 1] += 1
            counted[3] += shares * (1 - shares)

    with progress.task(f"Playing {n_games:,} games of stud", n_games) as display:
        for block in range(-(-n_games // BLOCK)):
            rngs = [player_rng(seed, block, player) for player in range(len(players))]
            for row, deck in enumerate(block_decks(seed, block)[: n_games - BLOCK * block]):
                hand = HandInPlay(StudState(rules, StudDeal.from_deck(deck, len(players))), players)
                play_hand(hand, rngs, partial(look, game=BLOCK * block + row))
                display.advance()
    return counts


def calibration(run: Run) -> StudyResult:
    """Return whether down cards are held as often as believed, after each street's betting."""
    counts = counts_by_game(n_games=run.n_games, seed=run.seed)
    found = {stage: Reliability.of_games(each) for stage, each in zip(LOOKED_AT, counts, strict=True)}
    whole = Reliability.of_games(counts.sum(axis=0))
    names = [f"{100 * low:g} to {100 * min(high, 1):g}%" for low, high in pairwise(BINS)]
    tested = {stage: each.chi_squared for stage, each in found.items()}
    worst = max(tested, key=lambda stage: tested[stage][0] / max(tested[stage][1], 1))
    return StudyResult(
        name="stud-calibration",
        title="Down cards are held as often as they are believed to be",
        paper=f"{STUD}, section III: what perfect models of the betting must give.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "The probabilities that the public gives to down cards after each street's betting, compared with how "
            "often such cards were held. They should agree, as the public's model of everybody is right.",
            f"The largest chi-squared by bins is {tested[worst][0]:.1f} over {tested[worst][1]} bins, at {worst}.",
        ),
        blocks=(
            Table(
                "By the probability believed, all stages together",
                ("probability", "down cards examined", "expected to be held", "held", "held over expected"),
                tuple(
                    (
                        name,
                        f"{n:,.0f}",
                        f"{expected:,.1f}",
                        f"{held:,.0f}",
                        f"{ratio.mean:.3f} ± {ratio.half_width95:.3f}",
                    )
                    for name, n, expected, held, ratio in zip(
                        names, whole.n_holdings, whole.expected, whole.found, whole.ratios, strict=True
                    )
                ),
            ),
            Table(
                "Chi-squared by stage",
                ("stage", "chi-squared", "bins"),
                tuple((stage, f"{value:.1f}", str(n)) for stage, (value, n) in tested.items()),
            ),
        ),
        deviations=("The paper does not test this; it follows from its equation (4) if the simulation is right.",),
        charts=(reliability_chart(names, whole.ratios),),
        data={
            "expected": whole.expected.tolist(),
            "found": whole.found.tolist(),
            "chi_squared": {stage: value for stage, (value, _) in tested.items()},
        },
    )
