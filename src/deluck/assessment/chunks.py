"""A part of the hands taken apart: every estimator of its hands, net to the viewpoint, and sums over all else."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.kept import POSITIONS, ROUND_NAMES
from deluck.assessment.moments import Moments
from deluck.assessment.reader import Part
from deluck.assessment.tally import DecisionTally, tally_decisions
from deluck.assessment.unpriced import all_in_luck, money_before_rake
from deluck.estimators import Reason, Sampling, analyse, decision_prices, find_estimator
from deluck.estimators.divat.analysis import Analysis
from deluck.estimators.divat.policy import Settings
from deluck.estimators.divat.rounds import chips_per_unit
from deluck.games import position_names
from deluck.records import HandColumns

MOMENT_NAMES = ("lfat", "evat", "divat_aie")
"""Estimators whose streets are only summed up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How hands are assessed: the runs of the baseline with their weights, and how its preflop values are sampled."""

    settings: tuple[Settings, ...]
    weights: tuple[Fraction, ...]
    sampling: Sampling

    @property
    def middle(self) -> int:
        """The run whose actions are told as the baseline's."""
        return len(self.settings) // 2


@dataclass(frozen=True, slots=True)
class Assessed:
    """What came of a part of n hands.

    Attributes
    ----------
    columns
        Values net to the viewpoint, by the names that ``KeptHands`` has for them; and ``cards``, both seats' hole cards
        and the board, -1 where not known, int8[n, 9], for finding duplicate pairs: -1 throughout for hands that are
        not heads-up hold'em.
    hand_ids
        Each hand's number or name in its source.
    moments
        Sums over streets.
    players
        Sums of what each of the reader's players won.
    tally
        Sums over decisions.
    """

    columns: dict[str, NDArray[Any]]
    hand_ids: NDArray[np.object_]
    moments: dict[str, Moments]
    players: Moments
    tally: DecisionTally


def assess_part(part: Part, plan: Plan) -> Assessed:
    """Return every estimator of a part's hands, net to the viewpoint, and what its decisions come to."""
    columns = part.columns
    runs = [analyse(columns, settings, sampling=plan.sampling) for settings in plan.settings]
    weights = [float(weight) for weight in plan.weights]
    first = runs[0]
    rows = first.eligibility.rows
    sign = np.where(part.seats == 0, 1.0, -1.0)

    everyone = money_before_rake(columns)
    money = everyone[np.arange(len(columns)), part.seats]
    smoothed = {
        name: _to_viewpoint(_smoothed(runs, weights, name), sign[rows])
        for name in (*MOMENT_NAMES, *ROUND_NAMES, "dcash")
    }
    lfat = first.spread(smoothed["lfat"].sum(axis=1))
    others = np.flatnonzero(np.isin(first.eligibility.reasons, (Reason.STACK_RAN_OUT, Reason.OTHER_STAKES)))
    if others.size:
        lfat[others] = all_in_luck(columns[others]) * sign[others]
    n_rounds = np.zeros(len(columns), np.int8)
    n_rounds[rows] = first.betting.n_rounds
    sampled = np.zeros(len(columns), np.bool_)
    sampled[rows] = np.any([run.sampled for run in runs], axis=0)
    antes = np.array([rules.ante / rules.unit for rules in columns.rules], np.float32)
    prices = sum(weight * decision_prices(run) for run, weight in zip(runs, weights, strict=True))
    found: dict[str, NDArray[Any]] = {
        "rows": part.rows,
        "seats": part.seats,
        "n_seats": columns.n_seats,
        "positions": _positions(columns, part.seats),
        "opponents": part.opponents,
        "reasons": first.eligibility.reasons,
        "n_rounds": n_rounds,
        "antes": antes[columns.rules_index],
        "sampled": sampled,
        "money": money,
        "rake": _plain(money - columns.payoffs[np.arange(len(columns)), part.seats] / chips_per_unit(columns)),
        "lfat": lfat,
        "evat": first.spread(smoothed["evat"].sum(axis=1)),
        "divat_aie": first.spread(smoothed["divat_aie"].sum(axis=1)),
        "dcash": first.spread(smoothed["dcash"]),
        "luck": first.spread(smoothed["luck"]),
        "divat_roe": first.spread(smoothed["divat_roe"]),
        "cards": _cards(columns),
    }
    return Assessed(
        columns=found,
        hand_ids=columns.hand_ids,
        moments={name: Moments.of_columns(smoothed[name], first.betting.played) for name in MOMENT_NAMES},
        players=Moments.of_groups(everyone, part.players),
        tally=tally_decisions(runs[plan.middle], np.asarray(prices), part.rows, part.seats),
    )


def _smoothed(runs: list[Analysis], weights: list[float], name: str) -> NDArray[np.float64]:
    """Return an estimator's weighted mean over runs of the baseline, net to P1, by round if it has rounds."""
    estimator = find_estimator(name)
    column = estimator.by_round or estimator.by_hand
    if name in ("lfat", "evat"):  # they know no baseline
        return column(runs[0])
    total = weights[0] * column(runs[0])
    for run, weight in zip(runs[1:], weights[1:], strict=True):
        total = total + weight * column(run)
    return total


def _to_viewpoint(values: NDArray[np.float64], sign: NDArray[np.float64]) -> NDArray[np.float64]:
    return _plain(values * (sign[:, None] if values.ndim == 2 else sign))


def _plain(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values + 0.0  # no -0.0


def _positions(columns: HandColumns, seats: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return each position as a place in `POSITIONS`, -1 in games that have none."""
    if columns.game != "holdem":
        return np.full(len(columns), -1, np.int8)
    codes = np.full((11, 10), -1, np.int8)
    for n_seats in range(2, 11):
        codes[n_seats, :n_seats] = [POSITIONS.index(name) for name in position_names(n_seats)]
    return np.asarray(codes[columns.n_seats, seats])


def _cards(columns: HandColumns) -> NDArray[np.int8]:
    cards = np.full((len(columns), 9), -1, np.int8)
    if columns.game == "holdem":
        two = columns.n_seats == 2
        cards[two, :4] = np.sort(columns.cards[two, :2], axis=2).reshape(-1, 4)
        board = columns.board[two]
        flop = np.sort(board[:, :3], axis=1)  # in whatever order its cards were written
        flop[(flop < 0).any(axis=1)] = -1
        cards[two, 4:] = np.concatenate([flop, board[:, 3:]], axis=1)
    return cards
