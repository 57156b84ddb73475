"""The studies of Nasser, Poker bot project: how accurate its chances to win are (Table 1), and what the bot wins.

Deviation: the paper does not say how it counts ties; here a tie is half a win and half a loss, so that a chance that is
right has an expected error of exactly 1/2 - 2 Var(p).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.beliefs.holdem.win_chances import Standing
from deluck.evaluator import strengths
from deluck.games import Player
from deluck.metrics.categories import final_hands
from deluck.parallel import run_parts
from deluck.players import AlwaysCall, AlwaysRaise, Baseline, Random, WinProb, WinProbOptions
from deluck.statistics import Estimate, estimate
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import WIN_PROBABILITY, WIN_PROBABILITY_HANDS
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run, Study
from deluck.studies.text import compared_with_zero, rate

_TABLE_1 = {"flop": 0.436, "turn": 0.407, "river": 0.329}
_BOARD_CARDS = {"flop": 3, "turn": 4, "river": 5}
_HANDS_AT_ONCE = 100


class _Pairing(NamedTuple):
    """The players of a match, and the name of its log."""

    key: str
    agent: WinProb
    opponent: Player


@dataclass(frozen=True, slots=True)
class Errors:
    """How far the chances to win of many hands are from their results, on one street.

    Attributes
    ----------
    estimates, exact
        float64[n]: the chance to win by the paper's formulas and by enumeration.
    won
        float64[n]: 1 for a win, 1/2 for a tie, 0 for a loss.
    """

    estimates: NDArray[np.float64]
    exact: NDArray[np.float64]
    won: NDArray[np.float64]

    def of(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the error of each chance, equation (5): a tie is half a win and half a loss."""
        return np.asarray(self.won * (1 - chances) + (1 - self.won) * chances)

    def squares_of(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the squared error of each chance, which the right chance makes smallest."""
        return np.asarray(self.won * (1 - chances) ** 2 + (1 - self.won) * chances**2)

    def lower_bound(self) -> Estimate:
        """Return 1/2 - 2 Var(p), equation (6): the expected error of the right chance."""
        return estimate(0.5 - 2 * (self.exact - self.exact.mean()) ** 2, "")


def accuracy_of(n_hands: int, *, seed: int, n_jobs: int = 1) -> dict[str, Errors]:
    """Return the errors of both chances to win over random hands of two, on flop, turn and river."""
    rng = np.random.default_rng(seed)
    deals = rng.permuted(np.tile(np.arange(52), (n_hands, 1)), axis=1)[:, :9]
    ours, theirs = (strengths(deals[:, [*hole, *range(4, 9)]]) for hole in ((0, 1), (2, 3)))
    won = np.where(ours > theirs, 1.0, np.where(ours == theirs, 0.5, 0.0))
    parts = [deals[start : start + _HANDS_AT_ONCE] for start in range(0, n_hands, _HANDS_AT_ONCE)]
    rows = []
    with progress.task("Evaluating random hands", len(parts), progress.Pace(_HANDS_AT_ONCE, "hands")) as display:
        for found in run_parts(_chances, parts, n_jobs=n_jobs):
            rows.append(found)
            display.advance()
    chances = np.concatenate(rows)
    return {
        street: Errors(chances[:, index, 0], chances[:, index, 1], won) for index, street in enumerate(_BOARD_CARDS)
    }


def _chances(deals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the estimated and the exact chance on each street, float64[n, 3, 2]; the opponent's cards are not used."""
    found = np.empty((len(deals), len(_BOARD_CARDS), 2))
    for row, deal in enumerate(deals.tolist()):
        for index, n_cards in enumerate(_BOARD_CARDS.values()):
            chance = Standing(final_hands(deal[:2], deal[4 : 4 + n_cards])).against()
            found[row, index] = chance.estimate, chance.exact
    return found


def accuracy(run: Run) -> StudyResult:
    """Return Table 1 of the paper: the error of the chance to win on each street, estimated and exact."""
    by_street = accuracy_of(run.n_games, seed=run.seed, n_jobs=run.jobs)
    blocks = tuple(
        Findings(f"{street.capitalize()}, {run.n_games:,} hands", tuple(_street_rows(street, errors)))
        for street, errors in by_street.items()
    )
    gaps = {street: float(np.abs(errors.estimates - errors.exact).mean()) for street, errors in by_street.items()}
    gained = {
        street: estimate(errors.of(errors.estimates) - errors.of(errors.exact), "")
        for street, errors in by_street.items()
    }
    return StudyResult(
        name="winprob-accuracy",
        title="How accurate the chances to win are",
        paper=f"{WIN_PROBABILITY}, section 2, Table 1 and equations (5) and (6).",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "Two random hands, no betting; the agent knows its cards and the board and believes its opponent's holding "
            "to be uniform. The error is the mean distance of its chance to win from 1 for a win and 0 for a loss.",
            f"The paper's formulas lie {gaps['flop']:.3f} from the exact chance on the flop and {gaps['turn']:.3f} on "
            "the turn on average; on the river they are the exact chance.",
            f"The exact chance has the smaller error, by {rate(gained['flop'], 4)} on the flop and by "
            f"{rate(gained['turn'], 4)} on the turn.",
            f"The lower bound, the expected error of a chance that is right, is {_bounds(by_street)}; the paper "
            "guesses the turn's to lie between .333 and .416.",
        ),
        blocks=blocks,
        deviations=(
            "A tie is half a win and half a loss; the paper does not say how it counts them.",
            "The paper's vectors of final categories are sampled, ours are exact, and its tie factors are known for "
            "one case only: ours for the others were fitted to random deals, so our estimate may well be the better "
            "one.",
            "The distance is not smallest for the right chance: calling every favourite a sure winner would lower it. "
            "The squared error, which has no such fault, is given beside it.",
        ),
        data={
            street: {"error of estimate less error of exact": gained[street].mean, "mean distance": gaps[street]}
            for street in by_street
        },
    )


def _bounds(by_street: dict[str, Errors]) -> str:
    return ", ".join(f"{errors.lower_bound().mean:.3f} on the {street}" for street, errors in by_street.items())


def _street_rows(street: str, errors: Errors) -> list[Finding]:
    by_formulas = estimate(errors.of(errors.estimates), "")
    spread = by_formulas.stderr * np.sqrt(by_formulas.n_hands)
    return [
        Finding.of(
            f"{street}, error of the paper's formulas",
            by_formulas,
            paper=_TABLE_1[street],
            paper_stderr=float(spread / np.sqrt(WIN_PROBABILITY_HANDS)),
        ),
        Finding.of(f"{street}, error of the exact chance", estimate(errors.of(errors.exact), "")),
        Finding.of(f"{street}, lower bound 1/2 - 2 Var(p)", errors.lower_bound()),
        Finding.of(f"{street}, squared error of the formulas", estimate(errors.squares_of(errors.estimates), "")),
        Finding.of(f"{street}, squared error of the exact chance", estimate(errors.squares_of(errors.exact), "")),
    ]


def _pairings() -> list[_Pairing]:
    """Return who is played, each time with new players: these learn."""
    return [
        _Pairing("always-call", WinProb(), AlwaysCall()),
        _Pairing("always-raise", WinProb(), AlwaysRaise()),
        _Pairing("random", WinProb(), Random()),
        _Pairing("baseline", WinProb(), Baseline()),
        _Pairing("exact-baseline", WinProb(WinProbOptions(exact=True), "winprob-exact"), Baseline()),
        _Pairing("exact-estimate", WinProb(WinProbOptions(exact=True), "winprob-exact"), WinProb()),
    ]


def match(run: Run) -> StudyResult:
    """Return what the bot wins heads-up from simple players, by money and by DIVAT, each deal from both seats."""
    blocks, sentences = [], []
    for pairing in _pairings():
        log = play_match(
            run,
            f"winprob-{pairing.key}",
            pairing.agent,
            pairing.opponent,
            n_games=run.n_games,
            seed=run.seed,
            duplicate=True,
        )
        games = games_of(log, pairing.agent.name, names=("money", "divat_roe"), duplicate=True, n_jobs=run.jobs)
        title = f"{pairing.agent.name} against {pairing.opponent.name}"
        blocks.append(Findings(f"{title}, {len(games):,} games", tuple(_match_rows(title, games))))
        sentences.append(_verdict(title, games))
    return StudyResult(
        name="winprob-match",
        title="The win-probability bot against simple players",
        paper=f"{WIN_PROBABILITY}; the paper's own tournament was among programs that are not available.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=("Heads-up, each deal played from both seats; net to the first named, in small bets.", *sentences),
        blocks=tuple(blocks),
        deviations=(
            "The paper reports a third place of 21 over 400 hands against programs of its course, and nothing "
            "comparable with these numbers.",
        ),
    )


def _match_rows(title: str, games: Games) -> list[Finding]:
    return [
        Finding.of(f"{title}: money", games.mean("duplicate_money"), is_signed=True),
        Finding.of(f"{title}: DIVAT", games.mean("duplicate_divat"), is_signed=True),
        Finding.of(f"{title}: money's variance over DIVAT's", games.reduction("divat_roe"), decimals=2),
    ]


def _verdict(title: str, games: Games) -> str:
    money, divat = games.mean("duplicate_money"), games.mean("duplicate_divat")
    return f"{title}: {rate(money)} sb/game by money, {rate(divat)} by DIVAT, {compared_with_zero(divat)}."


STUDIES = (
    Study(
        name="winprob-accuracy",
        summary="the error of the chance to win on each street, estimated and exact: Table 1",
        paper=WIN_PROBABILITY,
        run=accuracy,
        quick=2_000,
        full=WIN_PROBABILITY_HANDS,
    ),
    Study(
        name="winprob-match",
        summary="the win-probability bot against simple players, by money and by DIVAT",
        paper=WIN_PROBABILITY,
        run=match,
        quick=600,
        full=6_000,
        step=2,
    ),
)
