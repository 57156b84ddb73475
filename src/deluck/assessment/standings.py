"""One player's values by the estimate that leads, without the rest of an assessment: for comparisons and matches."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import summarise
from deluck.assessment.viewpoint import Index, Wanted, select
from deluck.errors import AssessmentError
from deluck.estimators import ColumnSpec, estimator_columns
from deluck.games import Structure
from deluck.plain_text import shown_name
from deluck.statistics import Estimate
from deluck.values import Values

MONEY = "money"


def lead_of(counts: Mapping[str, int], n: int) -> str:
    """Return the estimate of skill of the highest rank that n hands have, money if there is no other.

    Parameters
    ----------
    counts
        How many hands each estimator has values of.
    n
        How many hands have money.
    """
    found = [spec for spec in skill_columns() if n and counts.get(spec.name, 0) == n]
    return max(found, key=lambda spec: spec.rank).name if found else MONEY


def skill_columns() -> tuple[ColumnSpec, ...]:
    """Return the columns that estimate skill, money among them, in the order they are shown."""
    return tuple(spec for spec in estimator_columns() if spec.measures_skill)


@dataclass(frozen=True, eq=False)
class Side:
    """One player's hands with all estimates of skill that all of them have; n hands in the order of the log.

    Attributes
    ----------
    hands
        The hands of the player.
    chosen
        Which of them count, indices, int64[n].
    columns
        The values by estimator, money among them, net to the player, float64[n] each.
    """

    hands: ViewpointHands
    chosen: NDArray[np.int64]
    columns: dict[str, NDArray[np.float64]]

    def __len__(self) -> int:
        return len(self.chosen)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The number of each hand among all valid hands read, int64[n]."""
        return self.hands.selection.rows[self.chosen]

    @property
    def seats(self) -> NDArray[np.int8]:
        """Where the player sat, int8[n]."""
        return self.hands.selection.seats[self.chosen]

    @cached_property
    def deal_keys(self) -> NDArray[np.uint64]:
        """Equal numbers for hands with the same cards in the same seats, 0 where not all are known, uint64[n]."""
        return self.hands.deal_keys()[self.chosen]

    def facing(self, opponent: str) -> "Side":
        """Return the hands in which an opponent sits too.

        Raises
        ------
        AssessmentError
            If there is no such player, or no such hand.
        """
        index = self.hands.selection.index
        theirs = index.rows[index.players == index.find_player(opponent)]
        kept = np.flatnonzero(np.isin(self.rows, theirs))
        if not len(kept) or opponent == self.player:
            raise AssessmentError(f"no hand of {shown_name(self.player)} against {shown_name(opponent)!r}")
        columns = {name: values[kept] for name, values in self.columns.items()}
        return Side(self.hands, self.chosen[kept], columns)

    @property
    def player(self) -> str:
        """The player's name."""
        return self.hands.selection.viewpoint

    @property
    def lead(self) -> str:
        """The estimate of the highest rank."""
        return common_lead([self])

    @property
    def unit(self) -> str:
        """What values are counted in: ``sb`` (small bets) or ``bb`` (big blinds)."""
        return "sb" if self.hands.selection.structure is Structure.FIXED_LIMIT else "bb"


def common_lead(sides: Sequence[Side]) -> str:
    """Return the estimate of skill of the highest rank that all hands of all sides have."""
    names = set.intersection(*(set(side.columns) for side in sides))
    return lead_of(dict.fromkeys(names, 1), 1)


def side_of(index: Index, wanted: Wanted) -> Side:
    """Return a player's hands with their estimates of skill.

    Raises
    ------
    AssessmentError
        If there is no such player or hand, or what it won is not known in some hand.
    """
    hands = ViewpointHands(select(index, wanted))
    columns = hands.columns([spec.name for spec in skill_columns()])
    if np.isnan(columns[MONEY]).any():
        raise AssessmentError(f"what {hands.selection.viewpoint} won is not known in every hand (expected it to be)")
    known = {name: values for name, values in columns.items() if not np.isnan(values).any()}
    return Side(hands, np.arange(len(hands)), known)


def sides_of(values: Values, players: Sequence[str]) -> list[Side]:
    """Return the hands of several players of the same log, with their estimates of skill."""
    index = Index(values)
    return [side_of(index, Wanted(player=player)) for player in players]


def estimate_by_deal(values: NDArray[np.float64], games_per_deal: int, unit: str) -> Estimate:
    """Return the mean of values in the order of play, with the error of independent deals, in this unit.

    Parameters
    ----------
    values
        One per game, those of a deal one after the other, float64[deals x games per deal].
    games_per_deal
        How often each deal was played.
    unit
        The unit of the values per game.
    """
    summary = summarise("", values.reshape(-1, games_per_deal).mean(axis=1))
    return Estimate(summary.mean, summary.stderr if summary.n else math.nan, len(values), unit)
