"""Limit hold'em with more than two players: what could be taken for the luck of the board, and what was frozen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.lines import cumulative_line
from deluck.estimators.deals import board_luck
from deluck.estimators.divat_nl.luck import baseline_luck, ring_limit
from deluck.estimators.divat_nl.policy import LIMIT, RING
from deluck.estimators.divat_nl.rollout import rollouts
from deluck.estimators.money import money_before_rake
from deluck.players import make_player
from deluck.records import HandColumns, walk
from deluck.report.figures_divat import totals_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.luck.hands import player_values, read_hands
from deluck.studies.matches import play_match
from deluck.studies.papers import NO_PAPER
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import rate

STYLES = ("tight-conservative", "tight-aggressive", "loose-conservative", "loose-aggressive")
TEN = (
    "loki1",
    "loki2:use=BR",
    *(f"{player}style={style}" for style in STYLES for player in ("loki1:", "loki2:use=BR,")),
)
"""Loki-1 and Loki-2 in their usual style and in four others."""
SIX = (
    "loki1",
    "loki2:use=BR",
    "loki1:style=tight-aggressive",
    "loki2:use=BR,style=loose-conservative",
    "loki1:style=loose-aggressive",
    "loki2:use=BR,style=tight-conservative",
)
MEASURED_SEED = 0
"""Of the match that the constants were measured on; those they are reported on have other seeds."""

_HANDS_AT_ONCE = 2_000
_LINES = ("money", "money_minus_board_luck", "divat_ring")

Luck = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What the luck of n hands can be made of, in small bets, float64[n, seats] and float64[n, seats, 4].

    Attributes
    ----------
    money
        What seats won.
    board
        The change of all-in equity with each deal (LFAT).
    one_street, first_one_street
        The change with each deal if the baseline bets the next street (ROE1), and what hole cards are worth then.
    all_streets, first_all_streets
        The same if it bets all streets to come (ROE).
    frozen
        The luck as `divat_ring` has it.
    """

    money: Luck
    board: Luck
    one_street: Luck
    first_one_street: Luck
    all_streets: Luck
    first_all_streets: Luck
    frozen: Luck


def parts_of_luck(hands: HandColumns) -> Parts:
    """Return what the luck of hands can be made of."""
    found = []
    for start in range(0, len(hands), _HANDS_AT_ONCE):
        some = hands[start : start + _HANDS_AT_ONCE]
        decisions = walk(some)
        luck = baseline_luck(some, decisions, RING, ring_limit)
        rolled = rollouts(some, decisions, LIMIT)
        found.append(
            (
                money_before_rake(some, decisions),
                board_luck(some, decisions).by_street,
                luck.changes,
                luck.first_values,
                rolled.changes,
                rolled.first_values,
                luck.by_street.sum(axis=2),
            )
        )
    return Parts(*(np.concatenate(each) for each in zip(*found, strict=True)))


def mixed(deals: Luck, others: Luck, factors: tuple[float, ...], shares: tuple[float, ...]) -> Luck:
    """Return a mix of the changes with flop, turn and river: of each a share of the second, times a factor."""
    total = np.zeros(deals.shape[:2])
    for street, (factor, share) in enumerate(zip(factors, shares, strict=True), start=1):
        total += factor * ((1 - share) * deals[:, :, street] + share * others[:, :, street])
    return total


_NONE = (0.0, 0.0, 0.0)
CANDIDATES: Mapping[str, Callable[[Parts], Luck]] = {
    "LFAT": lambda parts: parts.board.sum(axis=2),
    "ROE1": lambda parts: parts.one_street.sum(axis=2) + parts.first_one_street,
    "ROE over all streets": lambda parts: parts.all_streets.sum(axis=2) + parts.first_all_streets,
    "LFAT, hole cards by the baseline": lambda parts: parts.board.sum(axis=2) + parts.first_one_street,
    "the same, deals counted 1.85, 1.65, 1.2 times": lambda parts: (
        mixed(parts.board, parts.board, (1.85, 1.65, 1.2), _NONE) + 1.15 * parts.first_one_street
    ),
    "LFAT and ROE1, with the constants of no-limit": lambda parts: (
        mixed(parts.board, parts.one_street, (1.2, 1.1, 1.0), (1 / 3,) * 3) + parts.first_one_street
    ),
    "LFAT and ROE1, with the frozen constants": lambda parts: (
        mixed(parts.board, parts.one_street, RING.factors, RING.roe_shares) + RING.first_factor * parts.first_one_street
    ),
    "LFAT and ROE over all streets, fitted": lambda parts: (
        mixed(parts.board, parts.all_streets, (1.35, 1.35, 1.1), (0.25, 0.25, 0.3)) + 0.55 * parts.first_all_streets
    ),
}
"""What could be subtracted from money, by name."""


def within_seats(values: Luck) -> Luck:
    """Return values less the mean of their seat: what seats are worth is no part of the comparison."""
    return np.asarray(values - values.mean(axis=0))


def worth(money: Luck, luck: Luck) -> Estimate:
    """Return the variance of money over that of money less luck within seats, its error by hands."""
    above = (within_seats(money) ** 2).mean(axis=1)
    below = (within_seats(money - luck) ** 2).mean(axis=1)
    ratio = float(above.mean() / below.mean())
    error = estimate(ratio * (above / above.mean() - below / below.mean()), "times").stderr
    return Estimate(ratio, error, len(money), "times")


def multiway(run: Run) -> StudyResult:
    """Return what each candidate takes out of money on the match it was measured on and on others."""
    matches = {
        "ten seats, measured": _hands(run, "multiway-ten", TEN, run.seed),
        "ten seats, another match": _hands(run, "multiway-ten", TEN, run.seed + 1),
        "six seats, another match": _hands(run, "multiway-six", SIX, run.seed + 1),
    }
    parts = {title: parts_of_luck(hands) for title, hands in matches.items()}
    found = {
        name: {title: worth(each.money, luck_of(each)) for title, each in parts.items()}
        for name, luck_of in CANDIDATES.items()
    }
    reported = [title for title in parts if title != "ten seats, measured"]
    frozen = {title: worth(parts[title].money, parts[title].frozen) for title in reported}
    rows = [
        Finding.of(f"divat_ring, {title}: money's variance over its own", frozen[title], decimals=2)
        for title in reported
    ]
    for title in reported:
        luck = parts[title].frozen
        n_seats = luck.shape[1]
        errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
        rows.append(
            Finding(
                what=f"luck, {title}: the mean of a seat farthest from zero, of {n_seats} seats, in standard errors",
                ours=float(np.abs(luck.mean(axis=0) / errors).max()),
                decimals=1,
            )
        )
    values = player_values(matches["ten seats, another match"], matches["ten seats, another match"].names)
    first = next(iter(values))
    return StudyResult(
        name="multiway-limit",
        title="Limit hold'em with more than two players",
        paper=f"{NO_PAPER}, Loki-1 and Loki-2 in several styles.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of each match. The constants of `divat_ring` were measured on the ten-seat match "
            f"of seed {MEASURED_SEED} and 20,000 games, then frozen; the others were played with another seed.",
            "LFAT: the change of all-in equity with each deal. ROE1: the same after the baseline has bet the street. "
            "ROE: after it has bet all streets to come, 200 boards drawn. Variances are within seats.",
            "`divat_ring`, the mix of LFAT and ROE1 with the frozen constants, makes one hand count for "
            f"{_ratio(frozen['ten seats, another match'])} of money at ten seats and for "
            f"{_ratio(frozen['six seats, another match'])} at six, on matches that its constants have not seen.",
            f"On the measured match, roll-outs over all streets take out {_shown(found, 'ROE over all streets')} by "
            f"themselves and {_shown(found, 'LFAT and ROE over all streets, fitted')} mixed with LFAT, where ROE1 "
            f"takes out {_shown(found, 'LFAT and ROE1, with the frozen constants')}. They take three times as long, "
            "and were left out.",
            "All-in equity counts the bets that lie in the pot; with bets to come a card is worth more than that, so "
            "that deals counted more than once take more out.",
        ),
        blocks=(
            Table(
                "Money's variance over that of money less luck, ± 95%",
                ("what is taken for luck", *parts),
                tuple((name, *(_ratio(each) for each in by_match.values())) for name, by_match in found.items()),
            ),
            Findings("The registered estimator on matches that its constants have not seen", tuple(rows)),
            Table(
                "Every player at ten seats, another match, sb/100 ± 95%",
                ("player", "money", "money − board luck", "DIVAT", "variance ratio of DIVAT"),
                tuple(
                    (
                        player,
                        *(rate(each.per_hundred(name), 1) for name in _LINES),
                        _ratio(each.ratio("divat_ring")),
                    )
                    for player, each in values.items()
                ),
            ),
        ),
        charts=(
            totals_chart(
                "totals",
                f"{first} at ten seats: money and the luck taken out",
                {name: cumulative_line(values[first].values[name]) for name in _LINES},
            ),
        ),
        data={name: {title: [each.mean, each.stderr] for title, each in row.items()} for name, row in found.items()},
    )


def _shown(found: Mapping[str, Mapping[str, Estimate]], name: str) -> str:
    return _ratio(found[name]["ten seats, measured"])


def _ratio(found: Estimate) -> str:
    return rate(found, 2).removeprefix("+")


def _hands(run: Run, name: str, players: tuple[str, ...], seed: int) -> HandColumns:
    log = play_match(run, name, *map(make_player, players), n_games=run.n_games, seed=seed)
    return read_hands(log)
