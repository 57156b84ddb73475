"""What reading bets is worth: Figure 9 of the paper."""

import math

import numpy as np
from numpy.typing import NDArray

from deluck.report.figures_stud import value_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.stud.paper import INDEPENDENT, OTHERS, PAPER, READERS, VALUE_GAMES, mixed_table
from deluck.studies.stud_games import StudGames, play_stud
from deluck.studies.text import rate

_UNIT = "bets/hand"
_KINDS = {"bet-inferring": READERS, "cards-only": OTHERS}
_PRINTED = {  # won or lost, bet, and taken from pots
    "bet-inferring": (0.14, 1.57, 1.71),
    "cards-only": (-0.19, 2.69, 2.50),
}
_INDEPENDENT = {"bet-inferring": ("+.22 ± .04", "1.89"), "cards-only": ("-.29 ± .05", "3.77")}


def value(run: Run) -> StudyResult:
    """Return Figure 9: four players that read bets against three that go by the cards alone."""
    games = play_stud(mixed_table(), n_games=run.n_games, seed=run.seed, measured=False, jobs=run.jobs)
    found = {kind: rates(games, players) for kind, players in _KINDS.items()}
    net, other = found["bet-inferring"][0], found["cards-only"][0]
    ratio = bet_ratio(games)
    scale = math.sqrt(run.n_games / VALUE_GAMES)
    return StudyResult(
        name="stud-value",
        title="What reading bets is worth: Figure 9",
        paper=f"{PAPER}, section VI, Figure 9.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Those who read bets win {rate(net)} bets a hand ({net.mean / net.stderr:.1f} standard errors), those who "
            f"go by the cards alone {rate(other)}.",
            f"The latter bet {ratio.mean:.2f} ± {ratio.half_width95:.2f} times as much (the paper: "
            f"{2.69 / 1.57:.2f} times): they do not fold when they should.",
        ),
        blocks=(
            *(
                Findings(
                    f"{kind}, each of {len(_KINDS[kind])} players",
                    tuple(
                        Finding.of(
                            what,
                            ours,
                            paper=paper,
                            paper_stderr=ours.stderr * scale,
                            decimals=2,
                            is_signed=what == "won or lost",
                        )
                        for what, ours, paper in zip(
                            ("won or lost", "put in, ante and bring-in included", "taken from pots"),
                            found[kind],
                            printed,
                            strict=True,
                        )
                    ),
                )
                for kind, printed in _PRINTED.items()
            ),
            Table(
                "Beside an independent program, bets a hand",
                ("", f"{INDEPENDENT} (± one standard error)", "ours (± half the 95% interval)"),
                tuple(
                    row
                    for kind, (won, put_in) in _INDEPENDENT.items()
                    for row in (
                        (f"{kind}: won or lost", won, rate(found[kind][0])),
                        (f"{kind}: put in", put_in, f"{found[kind][1].mean:.2f} ± {found[kind][1].half_width95:.2f}"),
                    )
                ),
            ),
        ),
        deviations=(
            "The signs are the paper's; the amounts are larger. The text leaves open how the regions of the policy "
            "meet and what exactly effective odds count; no reading was found that gives the paper's amounts, and an "
            "independent program has about one and a half times them too.",
            "A last bet that nobody called counts as put in and as taken, as in the paper's Figure 8: the final pot "
            "there has the winner's last raise.",
            "Players move round the table from hand to hand, so that seats do not matter; the paper's sit still. Its "
            "caption lists seat 2 twice; the readers are taken to be players 1, 3, 5 and 7.",
        ),
        charts=(value_chart(by_player(games), READERS),),
        data={
            kind: {
                name: {"mean": each.mean, "stderr": each.stderr}
                for name, each in zip(("net", "bet", "won"), found[kind], strict=True)
            }
            for kind in _KINDS
        },
    )


def rates(games: StudGames, players: tuple[int, ...]) -> tuple[Estimate, Estimate, Estimate]:
    """Return what each of some players wins or loses, puts in, and takes from pots, in small bets a hand."""
    net = games.payoffs[:, players].mean(axis=1) / games.small_bet
    put_in = games.bets[:, players].mean(axis=1) / games.small_bet
    return estimate(net, _UNIT), estimate(put_in, _UNIT), estimate(net + put_in, _UNIT)


def by_player(games: StudGames) -> tuple[Estimate, ...]:
    """Return what each player wins or loses, in small bets a hand."""
    return tuple([estimate(column / games.small_bet, _UNIT) for column in games.payoffs.T])


def bet_ratio(games: StudGames) -> Estimate:
    """Return how many times as much those who go by the cards alone bet, with the error of a ratio of means."""
    plain, read = _mean_bets(games, OTHERS), _mean_bets(games, READERS)
    ratio = plain.mean() / read.mean()
    error = estimate((plain - ratio * read) / read.mean(), "").stderr
    return Estimate(float(ratio), error, len(games), "times")


def _mean_bets(games: StudGames, players: tuple[int, ...]) -> NDArray[np.float64]:
    return np.asarray(games.bets[:, players].mean(axis=1), dtype=np.float64)
