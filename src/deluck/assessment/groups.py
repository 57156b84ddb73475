"""Summaries of the viewpoint's hands: all of them, by street, seat, position and opponent, and of every player."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import Comparison, Summary, compare, summarise, summarise_groups, with_tails
from deluck.estimators import Kind, estimator_columns
from deluck.estimators.registry import PAIR_COLUMNS
from deluck.games import STREET_NAMES, position_names
from deluck.parallel import run_parts
from deluck.values.schema import POSITIONS, street_column
from deluck.values.tables import numbers

SEATS = ("P1", "P2")

Summaries = dict[str, Summary]


class _Column(NamedTuple):
    """Summaries of one estimator: over all hands, by group, and money over the same hands if they are not all."""

    summary: Summary
    by_group: list[list[Summary]]
    money: Summary | None


class Groups:
    """Every estimator over all hands and by group, each column read once.

    Attributes
    ----------
    estimators, comparisons
        Over all hands; with duplicate pairs also over pairs.
    rounds, seats, positions, opponents
        The same by street, by ``P1`` and ``P2``, by position and by opponent.
    """

    def __init__(self, hands: ViewpointHands) -> None:
        self.estimators: Summaries = {}
        self.comparisons: dict[str, Comparison] = {}
        self.rounds: dict[str, Summaries] = {}
        self.seats: dict[str, Summaries] = {}
        self.positions: dict[str, Summaries] = {}
        self.opponents: dict[str, Summaries] = {}
        self._hands = hands
        self._groupings = _groupings(hands)
        self.money = hands.values("money")
        self._put_all(self._summarised("money", self.money))
        names = [spec.name for spec in estimator_columns() if spec.name != "money"]
        for found in run_parts(self._summaries, names, n_jobs=hands.n_jobs):
            self._put_all(found)
        self._by_street()
        if hands.found_pairs is not None:
            self._by_pair()

    def _summaries(self, name: str) -> "_Column":
        """Return the summaries of an estimator."""
        return self._summarised(name, self._hands.column(name))

    def _summarised(self, name: str, values: NDArray[np.float64]) -> "_Column":
        """Return the summaries of a column: over all hands, by each grouping, and of money over the same hands."""
        summary = summarise(name, values)
        if not summary.n and name != "money":
            return _Column(summary, [], None)
        spec = next(spec for spec in estimator_columns() if spec.name == name)
        if spec.kind in (Kind.SKILL, Kind.BIASED):
            summary = with_tails(summary, values)
        by_group: list[list[Summary]] = []
        for number, (codes, words) in enumerate(self._groupings):
            if number and codes is self._groupings[0][0]:  # the same groups by other names
                by_group.append(by_group[0])
            elif len(words) == 1 and bool((codes == 0).all()):
                by_group.append([summary])
            else:
                by_group.append(summarise_groups(name, values, codes, len(words)))
        is_all = name == "money" or summary.n == self.estimators["money"].n
        return _Column(summary, by_group, None if is_all else summarise("money", self.money[~np.isnan(values)]))

    def _put_all(self, column: "_Column") -> None:
        """Store the summaries of a column."""
        summary, name = column.summary, column.summary.name
        if not summary.n and name != "money":
            return
        self.estimators[name] = summary
        targets = (self.seats, self.positions, self.opponents)
        for target, (_, words), found in zip(targets, self._groupings, column.by_group, strict=True):
            for word, each in zip(words, found, strict=True):
                if each.n or name == "money":
                    target.setdefault(word, {})[name] = each
        spec = next(spec for spec in estimator_columns() if spec.name == name)
        if spec.kind in (Kind.SKILL, Kind.BIASED) and summary.n:
            self.comparisons[name] = compare(summary, column.money or self.estimators["money"])

    def _by_street(self) -> None:
        hands = self._hands
        n_streets = np.where(hands.assessed, hands.n_streets, 0)
        specs = [spec for spec in estimator_columns() if spec.by_street and spec.name in self.estimators]
        reached = [number for number in range(len(STREET_NAMES)) if (n_streets > number).any()]
        wanted = [(number, spec.name) for number in reached for spec in specs]

        def summed(street: tuple[int, str]) -> Summary:
            number, name = street
            column = street_column(name, number)
            not_reached = np.where(n_streets > number, 0, -1).astype(np.int32)
            return summarise_groups(name, hands.column(column), not_reached, 1)[0]

        for (number, name), found in zip(wanted, run_parts(summed, wanted, n_jobs=hands.n_jobs), strict=True):
            self.rounds.setdefault(STREET_NAMES[number], {})[name] = found

    def _by_pair(self) -> None:
        hands = self._hands
        paired = summarise("money", self.money[hands.pairs >= 0])
        for spec in PAIR_COLUMNS:
            values = hands.values(spec.name)
            summary = with_tails(summarise(spec.name, values), values)
            if summary.n:
                self.estimators[spec.name] = summary
                self.comparisons[spec.name] = compare(summary, paired, games_per_value=2)

    def players_money(self) -> Summaries:
        """Return what every player of these hands won, those with the most hands first."""
        selection = self._hands.selection
        index = selection.index
        taken = index.counts & (selection.of_hands()[np.maximum(index.rows, 0)] >= 0)
        codes = np.where(taken, index.players, -1)
        present = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(index.names)))
        groups = np.full(len(index.names) + 1, -1, np.int32)
        groups[present] = np.arange(len(present))
        money = np.concatenate(list(index.values.seats.map(lambda part: numbers(part["money"]), ["money"])))
        found = summarise_groups("money", money, groups[codes], len(present))
        names = [index.names[number] for number in present.tolist()]
        order = sorted(range(len(names)), key=lambda number: -found[number].n)
        return {names[number]: found[number] for number in order if found[number].n}


def _groupings(hands: ViewpointHands) -> list[tuple[NDArray[np.int32], tuple[str, ...]]]:
    """Return the groups of seats, positions and opponents: the number of each hand's group, -1 for none; and names."""
    selection = hands.selection
    heads_up = hands.is_heads_up_limit
    seats = np.where(heads_up, selection.seats, -1).astype(np.int32)
    by_seat = _present(seats, SEATS)
    if heads_up.all():
        by_position = by_seat[0], tuple(position_names(2)[SEATS.index(seat)] for seat in by_seat[1])
    else:
        by_position = _present(selection.positions, POSITIONS)
    return [by_seat, by_position, _present(selection.opponents, selection.index.names)]


def _present(codes: NDArray[np.int32], names: tuple[str, ...]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Return codes of the names that there are, and these names."""
    found = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(names)))
    numbers = np.full(len(names) + 1, -1, np.int32)
    numbers[found] = np.arange(len(found))
    return numbers[codes], tuple(names[number] for number in found.tolist())
