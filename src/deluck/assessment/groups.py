"""Summaries of the viewpoint's hands: all of them, by street, seat, position and opponent, and of every player."""

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import Comparison, Summary, compare, summarise, summarise_groups, with_tails
from deluck.estimators import Kind, estimator_columns
from deluck.estimators.registry import PAIR_COLUMNS
from deluck.games import STREET_NAMES, position_names
from deluck.values.schema import POSITIONS, street_column

SEATS = ("P1", "P2")
_AT_ONCE = 4  # columns that are read together

Summaries = dict[str, Summary]


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
        specs = [spec for spec in estimator_columns() if spec.name != "money"]
        self._take("money", self.money)
        for start in range(0, len(specs), _AT_ONCE):
            names = [spec.name for spec in specs[start : start + _AT_ONCE]]
            for name, values in hands.columns(names).items():
                self._take(name, values)
        self._by_street()
        if hands.found_pairs is not None:
            self._by_pair()

    def _take(self, name: str, values: NDArray[np.float64]) -> None:
        """Summarise a column over all hands and by group."""
        summary = summarise(name, values)
        if not summary.n and name != "money":
            return
        spec = next(spec for spec in estimator_columns() if spec.name == name)
        if spec.kind in (Kind.SKILL, Kind.BIASED):
            summary = with_tails(summary, values)
        self.estimators[name] = summary
        seats = self._group(self.seats, *self._groupings[0], summary, values)
        codes, words = self._groupings[1]
        if codes is self._groupings[0][0]:  # the same groups by other names
            for word, found in zip(words, seats, strict=True):
                self._put(self.positions, word, found)
        else:
            self._group(self.positions, codes, words, summary, values)
        self._group(self.opponents, *self._groupings[2], summary, values)
        if spec.kind in (Kind.SKILL, Kind.BIASED) and summary.n:
            is_all = summary.n == self.estimators["money"].n
            money = self.estimators["money"] if is_all else summarise("money", self.money[~np.isnan(values)])
            self.comparisons[name] = compare(summary, money)

    def _group(
        self,
        target: dict[str, Summaries],
        codes: NDArray[np.int32],
        words: tuple[str, ...],
        summary: Summary,
        values: NDArray[np.float64],
    ) -> list[Summary]:
        """Summarise a column by group; one group of all hands has their summary."""
        is_all = len(words) == 1 and bool((codes == 0).all())
        found = [summary] if is_all else summarise_groups(summary.name, values, codes, len(words))
        for word, each in zip(words, found, strict=True):
            self._put(target, word, each)
        return found

    @staticmethod
    def _put(target: dict[str, Summaries], word: str, found: Summary) -> None:
        if found.n or found.name == "money":
            target.setdefault(word, {})[found.name] = found

    def _by_street(self) -> None:
        hands = self._hands
        assessed = hands.assessed
        for number, street in enumerate(STREET_NAMES):
            reached = assessed & (hands.n_streets > number)
            specs = [spec for spec in estimator_columns() if spec.by_street and spec.name in self.estimators]
            if not reached.any() or not specs:
                continue
            columns = hands.columns([street_column(spec.name, number) for spec in specs])
            found = {spec.name: columns[street_column(spec.name, number)][reached] for spec in specs}
            self.rounds[street] = {name: summarise(name, values) for name, values in found.items()}

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
        money = np.concatenate([table["money"].to_numpy() for table in index.values.seats.batches(["money"])])
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
