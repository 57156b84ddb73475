"""Summaries of the viewpoint's hands: all of them, by street, seat, position and opponent, and of every player."""

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import (
    Comparison,
    Grouping,
    Summary,
    compare,
    summarise,
    summarise_all,
    with_tails,
)
from deluck.estimators import Kind, estimator_columns
from deluck.estimators.registry import PAIR_COLUMNS
from deluck.games import STREET_NAMES, position_names
from deluck.values.schema import POSITIONS, street_column
from deluck.values.tables import numbers

SEATS = ("P1", "P2")

Summaries = dict[str, Summary]


class Column(NamedTuple):
    """Summaries of one estimator: over all hands, by group and by street, and money over the same hands if not all."""

    summary: Summary
    by_group: list[list[Summary]]
    by_street: dict[str, Summary]
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
        self._found_layout: _Layout | None = None
        self._lock = Lock()

    def columns(self) -> list[Callable[[], Column]]:
        """Return what computes each column, to be called in threads and given to `take`."""
        return [partial(self._column, spec.name) for spec in estimator_columns()]

    def take(self, columns: list[Column]) -> None:
        """Store the columns, and with duplicate pairs what is over pairs."""
        for column in columns:
            self._put(column)
        if self._hands.found_pairs is not None:
            self._by_pair()

    @property
    def _layout(self) -> "_Layout":
        """How hands are grouped, found by the first thread that asks."""
        with self._lock:
            if self._found_layout is None:
                self._found_layout = _Layout(
                    _groupings(self._hands), np.where(self._hands.assessed, self._hands.n_streets, np.int8(0))
                )
            return self._found_layout

    def _column(self, name: str) -> Column:
        """Return the summaries of an estimator: over all hands, by each grouping, and of money over the same hands."""
        groupings = [grouping for grouping, _ in self._layout.groupings]
        values = self._hands.column(name)
        summary, found = summarise_all(name, values, groupings)
        if not summary.n and name != "money":
            return Column(summary, [], {}, None)
        spec = next(spec for spec in estimator_columns() if spec.name == name)
        if spec.kind in (Kind.SKILL, Kind.BIASED):
            summary = with_tails(summary, values)
        by_group = [found.get(grouping, [summary]) for grouping in groupings]
        by_street = self._by_street(name) if spec.by_street else {}
        is_all = summary.n == len(values)
        money = None if is_all else summarise("money", self._hands.column("money")[~np.isnan(values)])
        return Column(summary, by_group, by_street, money)

    def _by_street(self, name: str) -> Summaries:
        """Return the summary of each street over the assessed hands that reached it."""
        found = {}
        for number, street in enumerate(STREET_NAMES):
            reached = self._layout.n_streets > number
            if reached.any():
                values = self._hands.column(street_column(name, number))
                found[street] = summarise(name, values if reached.all() else values.take(np.flatnonzero(reached)))
        return found

    def _put(self, column: Column) -> None:
        """Store the summaries of a column."""
        summary, name = column.summary, column.summary.name
        if not summary.n and name != "money":
            return
        self.estimators[name] = summary
        targets = (self.seats, self.positions, self.opponents)
        for target, (_, words), found in zip(targets, self._layout.groupings, column.by_group, strict=True):
            for word, each in zip(words, found, strict=True):
                if each.n or name == "money":
                    target.setdefault(word, {})[name] = each
        for street, each in column.by_street.items():
            self.rounds.setdefault(street, {})[name] = each
        spec = next(spec for spec in estimator_columns() if spec.name == name)
        if spec.kind in (Kind.SKILL, Kind.BIASED) and summary.n:
            self.comparisons[name] = compare(summary, column.money or self.estimators["money"])

    def _by_pair(self) -> None:
        hands = self._hands
        paired = summarise("money", hands.column("money")[hands.pairs >= 0])
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
        is_taken = np.zeros(index.n_rows + 1, np.bool_)
        is_taken[selection.rows] = True
        grouping, names = _present(np.where(index.counts & is_taken[index.rows], index.players, -1), index.names)
        money = np.concatenate(list(index.values.seats.map(lambda part: numbers(part["money"]), ["money"])))
        found, _ = grouping.summarise("money", money)
        order = sorted(range(len(names)), key=lambda number: -found[number].n)
        return {names[number]: found[number] for number in order if found[number].n}


class _Layout(NamedTuple):
    """How hands are grouped: each grouping and what its groups are called; streets of assessed hands, 0 of others."""

    groupings: list[tuple[Grouping, tuple[str, ...]]]
    n_streets: NDArray[np.int8]


def _groupings(hands: ViewpointHands) -> list[tuple[Grouping, tuple[str, ...]]]:
    """Return the groups of seats, positions and opponents, and what they are called."""
    selection = hands.selection
    heads_up = hands.is_heads_up_limit
    by_seat = _present(np.where(heads_up, selection.seats, -1).astype(np.int32), SEATS)
    if heads_up.all():  # the same groups by other names
        by_position = by_seat[0], tuple(position_names(2)[SEATS.index(seat)] for seat in by_seat[1])
    else:
        by_position = _present(selection.positions, POSITIONS)
    return [by_seat, by_position, _present(selection.opponents, selection.index.names)]


def _present(codes: NDArray[Any], names: tuple[str, ...]) -> tuple[Grouping, tuple[str, ...]]:
    """Return the groups of the names that there are, and these names."""
    found = np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(names)))
    numbers = np.full(len(names) + 1, -1, np.int32)
    numbers[found] = np.arange(len(found))
    return Grouping(numbers[codes], len(found)), tuple(names[number] for number in found.tolist())
