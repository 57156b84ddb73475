"""Hands cut into parts of equal size, however they were read, and each part taken apart.

Parts are the same whether a log is one file or many, so sums over them are the same to the last bit, for any number
of jobs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.errors import AssessmentError
from deluck.assessment.kept import ROUND_NAMES
from deluck.assessment.tally import DecisionTally, tally_decisions
from deluck.assessment.unpriced import all_in_luck, money_before_rake
from deluck.baseline.policy import Settings
from deluck.estimators import Reason, Sampling, analyse, decision_prices, find_estimator
from deluck.estimators.analysis import Analysis
from deluck.estimators.rounds import chips_per_unit
from deluck.formats import Rejected
from deluck.records import HandColumns

SIZE = 8_192
"""Hands of a part."""
MOST_REJECTED = 1_000
"""Rejections that are kept; the others are counted."""
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
class Part:
    """Hands of one game in which the viewpoint sat.

    Attributes
    ----------
    columns
        The hands.
    rows
        Their places among all sound hands read, int64[n].
    seats
        Where the viewpoint sat, int8[n].
    opponents
        The opponent of heads-up hands, a place in the reader's names, else -1, int32[n].
    """

    columns: HandColumns
    rows: NDArray[np.int64]
    seats: NDArray[np.int8]
    opponents: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Moments:
    """Count, sum and sum of squared deviations of an estimator by street, [4] each."""

    n: NDArray[np.int64]
    total: NDArray[np.float64]
    squares: NDArray[np.float64]

    def __add__(self, other: "Moments") -> "Moments":
        n = self.n + other.n
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = other.total / other.n - self.total / self.n
        shift = np.where((self.n > 0) & (other.n > 0), apart**2 * (self.n * other.n) / np.maximum(n, 1), 0.0)
        return Moments(n, self.total + other.total, self.squares + other.squares + shift)


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
    tally
        Sums over decisions.
    """

    columns: dict[str, NDArray[Any]]
    hand_ids: NDArray[np.object_]
    moments: dict[str, Moments]
    tally: DecisionTally


class Reader:
    """Takes hands and rejections as they come and cuts the viewpoint's hands into parts.

    Attributes
    ----------
    viewpoint
        The player asked for, or else the first one named; None before the first hand.
    names
        All players' names in the order they appear.
    n_hands, n_others
        Sound hands in which the viewpoint sat, and others.
    n_both
        Hands in which a seat beside the viewpoint's has the same name.
    rejected, n_rejected
        The first rejections, and how many there were.
    small_bets
        Every size of a small bet and its currency.
    games
        Which games the viewpoint's hands are of.
    """

    def __init__(self, player: str | None) -> None:
        self.viewpoint = player
        self.names: dict[str, int] = {}
        self.n_hands = 0
        self.n_others = 0
        self.n_both = 0
        self.rejected: list[Rejected] = []
        self.n_rejected = 0
        self.small_bets: set[tuple[str, float]] = set()
        self.games: set[str] = set()
        self._waiting: dict[str, list[Part]] = {}

    def parts(self, hands: Iterable[HandColumns | Rejected]) -> Iterator[Part]:
        """Yield the viewpoint's hands in parts of `SIZE`; the last of each game may be smaller."""
        for found in hands:
            if isinstance(found, Rejected):
                self.n_rejected += 1
                if len(self.rejected) < MOST_REJECTED:
                    self.rejected.append(found)
                continue
            if not isinstance(found, HandColumns):
                raise AssessmentError(f"cannot assess {type(found).__name__} (expected HandColumns or Rejected)")
            part = self._taken(found)
            if len(part.rows):
                self.games.add(found.game)
                self._waiting.setdefault(found.game, []).append(part)
                yield from self._cut(found.game, SIZE)
        for game in list(self._waiting):
            yield from self._cut(game, 1)

    def _taken(self, columns: HandColumns) -> Part:
        """Return the hands in which the viewpoint sat; the others are counted."""
        players = columns.players
        first_row = self.n_hands + self.n_others
        seen, first = np.unique(players[players >= 0], return_index=True)
        for name in seen[np.argsort(first)].tolist():
            self.names.setdefault(columns.names[name], len(self.names))
        if self.viewpoint is None and len(columns):
            self.viewpoint = columns.names[players[0, 0]]
        here = columns.names.index(self.viewpoint) if self.viewpoint in columns.names else -2  # -1 is no seat
        is_here = players == here
        taken = np.flatnonzero(is_here.any(axis=1))
        self.n_hands += len(taken)
        self.n_others += len(columns) - len(taken)
        self.n_both += int((is_here.sum(axis=1) > 1).sum())
        hands = columns if len(taken) == len(columns) else columns[taken]
        seats = is_here[taken].argmax(axis=1).astype(np.int8)
        used = np.unique(hands.rules_index.astype(np.int64) * len(hands.units) + hands.units_index)
        for rules, unit in (divmod(number, len(hands.units)) for number in used.tolist()):
            per_unit = hands.units[unit]
            bet = hands.rules[rules].unit / per_unit.chips_per_unit
            self.small_bets.add((per_unit.currency, bet))
        everybody = np.array([self.names.get(name, -1) for name in columns.names] + [-1], np.int32)
        opponents = np.full(len(taken), -1, np.int32)
        two = np.flatnonzero(hands.n_seats == 2)
        opponents[two] = everybody[hands.players[two, 1 - seats[two]]]
        return Part(hands, first_row + taken, seats, opponents)

    def _cut(self, game: str, least: int) -> Iterator[Part]:
        """Yield parts of what waits of a game, as long as so many hands do."""
        waiting = self._waiting[game]
        n_waiting = sum(len(part.rows) for part in waiting)
        while n_waiting >= least:
            chosen, n_wanted = [], SIZE
            while waiting and n_wanted:
                part = waiting.pop(0)
                chosen.append(_slice(part, slice(0, n_wanted)))
                if len(part.rows) > n_wanted:
                    waiting.insert(0, _slice(part, slice(n_wanted, None)))
                n_wanted -= len(chosen[-1].rows)
            n_waiting -= SIZE - n_wanted
            yield _joined(chosen)


def _slice(part: Part, which: slice) -> Part:
    return Part(part.columns[which], part.rows[which], part.seats[which], part.opponents[which])


def _joined(parts: list[Part]) -> Part:
    if len(parts) == 1:
        return parts[0]
    return Part(
        HandColumns.concatenate([part.columns for part in parts]),
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.seats for part in parts]),
        np.concatenate([part.opponents for part in parts]),
    )


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
        moments={name: _moments(smoothed[name], first.betting.played) for name in MOMENT_NAMES},
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


def _moments(values: NDArray[np.float64], played: NDArray[np.bool_]) -> Moments:
    n = played.sum(axis=0)
    total = np.where(played, values, 0.0).sum(axis=0)
    means = total / np.maximum(n, 1)
    return Moments(n, total, np.where(played, (values - means) ** 2, 0.0).sum(axis=0))


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
