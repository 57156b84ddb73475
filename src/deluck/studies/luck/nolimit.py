"""Published no-limit matches by every estimator: Pluribus (six seats) and DeepStack (heads-up)."""

import csv
import gzip
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.lines import cumulative_line
from deluck.errors import StudyError
from deluck.estimators import find_column
from deluck.records import HandColumns
from deluck.report.charts import Chart
from deluck.report.figures_divat import totals_chart
from deluck.statistics import Estimate, variance_ratio
from deluck.studies.luck.hands import PlayerValues, player_values, published_file, read_hands, seats_of
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

PLURIBUS = "Brown and Sandholm, Superhuman AI for multiplayer poker (Science 2019)"
DEEPSTACK = (
    "Moravčík and others, DeepStack: expert-level artificial intelligence in heads-up no-limit poker (Science 2017)"
)

_INDEPENDENT = "the numbers beside ours are those of an independent program on the same hands"
_EXPECTED = {  # mean in bb/100 and SD in bb, by an independent program
    "Pluribus": {
        "money": (-11.46907, 8.93118),
        "all_in_ev": (-0.62540, 8.08574),
        "money_minus_board_luck": (-1.39217, 6.54037),
        "divat_nl": (None, 5.57),
    },
    "DeepStack": {
        "money": (56.96634, 24.01589),
        "all_in_ev": (56.45143, 20.21684),
        "money_minus_board_luck": (55.22990, 17.17991),
        "divat_nl": (None, 15.83),
    },
}
_SAMPLED = {"divat_nl": 2}  # decimals where the flops are sampled
_FEW = 200
_LINES = ("money", "money_minus_board_luck", "divat_nl")


def pluribus(run: Run) -> StudyResult:
    """Return what every player of the Pluribus file won by every estimator, and what the estimators are worth."""
    hands = read_hands(published_file("nolimit/pluribus-a.phhs.gz"))
    found = player_values(hands, hands.names)
    agent = found["Pluribus"]
    by_money, by_divat = agent.per_hundred("money"), agent.per_hundred("divat_nl")
    decided = {
        name: [
            player for player, values in found.items() if len(values) >= _FEW and values.per_hundred(name).excludes_zero
        ]
        for name in ("money", "divat_nl")
    }
    return StudyResult(
        name="nolimit-pluribus",
        title="Pluribus and its opponents by every estimator",
        paper=f"{PLURIBUS}; {_INDEPENDENT}.",
        n_games=0,
        seed=run.seed,
        sentences=(
            f"{len(hands):,} six-handed hands, 100 big blinds deep, all hole cards known, {len(found)} players.",
            f"Pluribus wins {rate(by_money, 2)} bb/100 by money, {compared_with_zero(by_money)}, and "
            f"{rate(by_divat, 2)} by DIVAT, {compared_with_zero(by_divat)}. The paper has "
            "+4.8 ± 2.5 bb/100 (one standard error) over all its 10,000 hands by AIVAT, which knows Pluribus's "
            "strategy.",
            f"One hand by DIVAT counts for {agent.ratio('divat_nl').mean:.2f} of money alone, by the luck of the board "
            f"{agent.ratio('money_minus_board_luck').mean:.2f}, by all-in EV {agent.ratio('all_in_ev').mean:.2f}; from "
            f"Pluribus's own cards and showdowns {agent.ratio('own_cards').mean:.2f}, approximately "
            f"{agent.ratio('own_cards_approximate').mean:.2f}.",
            f"Of {_FEW} hands and more, results that differ significantly from zero: {_listed(decided['money'])} by "
            "money, "
            f"{_listed(decided['divat_nl'])} by DIVAT.",
        ),
        blocks=(
            agent.table("Pluribus"),
            _beside("Pluribus", agent),
            Table(
                "Every player, bb/100 ± 95%",
                ("player", "hands", *(find_column(name).label for name in agent.values), "variance ratio of DIVAT"),
                tuple(
                    (
                        player,
                        f"{len(values):,}",
                        *(rate(values.per_hundred(name), 1) for name in values.values),
                        rate(values.ratio("divat_nl"), 2).removeprefix("+"),
                    )
                    for player, values in sorted(found.items(), key=lambda each: -len(each[1]))
                ),
            ),
        ),
        charts=(_chart("Pluribus", agent),),
        data={player: values.as_dict() for player, values in found.items()},
    )


def deepstack(run: Run) -> StudyResult:
    """Return what DeepStack won by every estimator, beside the values of the authors, who know its strategy."""
    hands = read_hands(published_file("nolimit/deepstack-a.log.gz"))
    authors = read_authors_values(published_file("nolimit/deepstack-a.values.csv.gz"))
    agent = player_values(hands, ["DeepStack"])["DeepStack"]
    rows, theirs = _of_same_hands(hands, authors, agent)
    same = PlayerValues({name: values[rows] for name, values in agent.values.items()} | {"aivat": theirs}, "bb")
    by_divat, by_aivat = same.per_hundred("divat_nl"), same.per_hundred("aivat")
    correlations = {name: _correlation(same.values[name], theirs) for name in agent.values}
    return StudyResult(
        name="nolimit-deepstack",
        title="DeepStack by every estimator, beside its authors' AIVAT",
        paper=f"{DEEPSTACK}; {_INDEPENDENT}, those of AIVAT are its authors'.",
        n_games=0,
        seed=run.seed,
        sentences=(
            f"{len(hands):,} heads-up hands against {len(hands.names) - 1} professionals, 200 big blinds deep, net of "
            f"DeepStack; for {len(rows):,} of them the authors publish AIVAT's value, which uses DeepStack's strategy.",
            f"On those hands DeepStack wins {rate(same.per_hundred('money'), 1)} bb/100 by money, {rate(by_divat, 1)} "
            f"by DIVAT and {rate(by_aivat, 1)} by AIVAT. The paper has 49.2 by money and 48.6 by AIVAT over all its "
            "44,852 hands.",
            f"The variance of money is {same.ratio('divat_nl').mean:.2f} times that of DIVAT, which knows nobody's "
            f"strategy, and {same.ratio('aivat').mean:.1f} times that of AIVAT: this is what a known strategy is "
            "worth.",
            f"Hand by hand DIVAT correlates with AIVAT by {correlations['divat_nl'].mean:.3f}, money by "
            f"{correlations['money'].mean:.3f}.",
        ),
        blocks=(
            agent.table(f"DeepStack, all {len(agent):,} hands"),
            _beside("DeepStack", agent),
            Table(
                f"The {len(rows):,} hands that the authors have values of",
                ("estimator", "mean, bb/100 ± 95%", "SD, bb", "variance ratio ± 95%", "correlation with AIVAT ± 95%"),
                tuple(
                    (
                        "AIVAT (the authors')" if name == "aivat" else find_column(name).label,
                        rate(same.per_hundred(name), 2),
                        f"{same.spread(name).mean:.3f}",
                        rate(variance_ratio(same.values["money"], same.values[name]), 2).removeprefix("+"),
                        rate(correlations[name], 3) if name in correlations else "1",
                    )
                    for name in same.values
                ),
            ),
        ),
        deviations=(
            "Errors of correlations are (1 − r²)/√n, as of values with normal tails: theirs are heavier, so the true "
            "errors are somewhat larger.",
        ),
        charts=(_chart("DeepStack", agent),),
        data=agent.as_dict() | {"correlation_with_aivat": {name: each.mean for name, each in correlations.items()}},
    )


def read_authors_values(path: Path) -> dict[str, NDArray[np.float64]]:
    """Return the authors' chips and AIVAT values by professional, net of the professional, float64[n, 2] each.

    Raises
    ------
    StudyError
        If the hands of a professional are not numbered one after the other.
    """
    values: dict[str, list[tuple[float, float]]] = {}
    with gzip.open(path, "rt", encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            of_player = values.setdefault(row["player"], [])
            if int(row["hand"]) != len(of_player):
                raise StudyError(f"hand {row['hand']} of {row['player']} in {path} (expected {len(of_player)})")
            of_player.append((float(row["chips"]), float(row["aivat"])))
    return {player: np.array(found) for player, found in values.items()}


def _of_same_hands(
    hands: HandColumns, authors: dict[str, NDArray[np.float64]], agent: PlayerValues
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the hands that the authors have values of, and AIVAT's, net of DeepStack in big blinds."""
    rows, theirs = [], []
    for player, values in authors.items():
        of_player, _ = seats_of(hands, player)
        if len(of_player) != len(values):
            raise StudyError(f"{len(of_player)} hands of {player} (expected the {len(values)} that have values)")
        money = agent.values["money"][of_player] * hands.unit_chips[of_player]
        if np.abs(money + values[:, 0]).max() > 1e-6:
            raise StudyError(f"the authors' chips of {player} are not those of the hands (expected the same order)")
        rows.append(of_player)
        theirs.append(-values[:, 1] / hands.unit_chips[of_player])
    order = np.argsort(np.concatenate(rows))
    return np.concatenate(rows)[order], np.concatenate(theirs)[order]


def _correlation(values: NDArray[np.float64], others: NDArray[np.float64]) -> Estimate:
    found = float(np.corrcoef(values, others)[0, 1])
    return Estimate(found, (1 - found**2) / np.sqrt(len(values)), len(values), "")


def _beside(player: str, found: PlayerValues) -> Findings:
    rows = []
    for name, (mean, spread) in _EXPECTED[player].items():
        label, decimals = find_column(name).label, _SAMPLED.get(name, 4)
        ours = found.values[name]
        if mean is not None:
            rows.append(
                Finding(
                    what=f"{label}, mean",
                    ours=100 * float(ours.mean()),
                    paper=mean,
                    unit="bb/100",
                    decimals=decimals,
                    is_signed=True,
                )
            )
        rows.append(
            Finding(what=f"{label}, SD", ours=float(ours.std(ddof=1)), paper=spread, unit="bb", decimals=decimals)
        )
    return Findings("Beside an independent program", tuple(rows))


def _chart(player: str, found: PlayerValues) -> Chart:
    lines = {name: cumulative_line(found.values[name]) for name in _LINES}
    return totals_chart("totals", f"{player}: money and the luck taken out", lines, x_title="hands", unit="bb")


def _listed(players: list[str]) -> str:
    return ", ".join(players) if players else "nobody's"
