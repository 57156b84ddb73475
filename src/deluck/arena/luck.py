"""The luck taken out of a match: its hands in memory, every player's values, and when a match is decided.

A match may go on until its answer is clear: it looks at the hands after every block of deals, all of them each time, by
an interval that is valid at every look, so that stopping when it excludes zero is right. The estimator, the number of
hands that the interval is planned for and when it looks are fixed before the first hand, and stored with the log.
"""

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deluck.arena.dealing import BLOCK
from deluck.arena.entrants import as_entrant, with_distinct_names
from deluck.arena.hands import BlockResult, play_block
from deluck.arena.log_text import LogFormat, acpc_header
from deluck.arena.stakes import Game
from deluck.arena.table import Table
from deluck.errors import ArenaError, AssessmentError
from deluck.statistics import FEWEST_HANDS, PLANNED_HANDS, Estimate, anytime_half_width, anytime_interval

if TYPE_CHECKING:
    from deluck.formats import Rejected
    from deluck.records import HandColumns
    from deluck.values import Values

CLEAR = "clear"
MONEY = "money"
_CHUNK = 1 << 20  # characters of text that are compressed together
_PROBE_HANDS = 20
_PROBE_SEED = 1


class PlayedHands:
    """The hands of a match in memory, as the text of its log, compressed.

    Parameters
    ----------
    table
        The match; it makes log text.
    """

    def __init__(self, table: Table) -> None:
        self.names = tuple(entrant.name for entrant in table.entrants)
        self.games_per_deal = table.games_per_deal
        self._header = ""
        if table.log_as is LogFormat.ACPC:
            self._header = acpc_header("", table.game.stakes, table.n_seats, 1, table.seed)
        self._chunks: list[bytes] = []
        self._waiting: list[str] = []
        self._n_waiting = 0

    def add(self, block: BlockResult) -> None:
        """Take in the hands of a block."""
        self._waiting.append(block.text)
        self._n_waiting += len(block.text)
        if self._n_waiting >= _CHUNK:
            self._chunks.append(zlib.compress("".join(self._waiting).encode(), 1))
            self._waiting, self._n_waiting = [], 0

    def columns(self) -> "Iterator[HandColumns | Rejected]":
        """Yield the hands as columns, in order."""
        from deluck.formats.reading import columns_of, recognised
        from deluck.formats.sources import streams_in_memory

        for chunk in [*map(zlib.decompress, self._chunks), "".join(self._waiting).encode()]:
            if chunk:
                yield from columns_of(map(recognised, streams_in_memory(self._header.encode() + chunk, "match")))

    def values(self, n_jobs: int = 1) -> "Values":
        """Return the values of all hands."""
        from deluck.assessment.assessing import context_of
        from deluck.values import compute_values

        context, _ = context_of()
        return compute_values((("", each) for each in self.columns()), context, n_jobs=n_jobs)

    def estimates(self, estimator: str | None = None, n_jobs: int = 1) -> "tuple[str, dict[str, NDArray[np.float64]]]":
        """Return an estimator that all hands have, and every player's values of it by deal, float64[deals].

        Parameters
        ----------
        estimator
            The estimator; by default the one with the least luck in it that all hands of all players have.
        n_jobs
            How many parts are valued at once.

        Raises
        ------
        AssessmentError
            If some hand has no value of the estimator.
        """
        from deluck.assessment.standings import common_lead, sides_of

        sides = sides_of(self.values(n_jobs), self.names)
        name = common_lead(sides) if estimator is None else estimator
        if any(name not in side.columns for side in sides):
            raise AssessmentError(f"some hands of this match have no {name} (expected all to have it)")
        by_deal = [side.columns[name].reshape(-1, self.games_per_deal).mean(axis=1) for side in sides]
        return name, dict(zip(self.names, by_deal, strict=True))


@dataclass(frozen=True, slots=True)
class LuckRemoved:
    """A player's result with the luck removed.

    Attributes
    ----------
    estimator
        The name of the estimator.
    per_game
        Its mean per game, the error computed from independent deals.
    n_deals
        How many deals.
    planned
        For how many deals the anytime-valid interval is narrowest.
    """

    estimator: str
    per_game: Estimate
    n_deals: int
    planned: int = PLANNED_HANDS

    @classmethod
    def of(
        cls, estimator: str, by_deal: NDArray[np.float64], n_games: int, unit: str, planned: int = PLANNED_HANDS
    ) -> "LuckRemoved":
        """Return the result of values by deal, each a mean per game."""
        n = len(by_deal)
        stderr = float(by_deal.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
        return cls(estimator, Estimate(float(by_deal.mean()), stderr, n_games, unit), n, planned)

    @property
    def label(self) -> str:
        """The estimator as it is shown: ``DIVAT``."""
        from deluck.estimators import find_column

        return find_column(self.estimator).label

    @property
    def anytime_half_width(self) -> float:
        """Half the width of the 95% interval that is valid however often one looks."""
        return anytime_half_width(self.per_game, self.n_deals, self.planned)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON; what is not finite is None."""
        low, high = self.per_game.interval95
        half, mean = self.anytime_half_width, self.per_game.mean
        is_known, is_long = math.isfinite(self.per_game.stderr), math.isfinite(half)
        return {
            "estimator": self.estimator,
            "mean": mean,
            "stderr": self.per_game.stderr if is_known else None,
            "ci95": [low, high] if is_known else None,
            "anytime95": [mean - half, mean + half] if is_long else None,
            "unit": self.per_game.unit,
        }


def estimator_for(table: Table) -> str:
    """Return the estimator with the least luck in it that a game has, from a few hands that are no part of the match.

    Two dozen hands of random players at the same stakes show which estimators have values.
    """
    if table.game.stakes.game is Game.STUD7:
        return MONEY
    players = with_distinct_names([as_entrant("random") for _ in table.entrants])
    probe = replace(table, entrants=players, seed=_PROBE_SEED, duplicate=False, first_stream=0)
    hands = PlayedHands(probe)
    hands.add(play_block(probe, 0, _PROBE_HANDS))
    return hands.estimates()[0]


@dataclass(frozen=True, slots=True)
class StopRule:
    """When a match is over before its last hand.

    Attributes
    ----------
    until
        ``clear``: when the anytime-valid interval of the first player's result excludes zero. Or a rate such as
        ``5bb/100``: when half of its width is no more than this.
    half_width
        That rate per game; None for ``clear``.
    estimator
        What the interval is of.
    planned
        For how many deals it is narrowest.
    """

    until: str
    half_width: float | None
    estimator: str
    planned: int

    def settings(self) -> dict[str, Any]:
        """Return what a log's comment says of the rule."""
        return {"until": self.until, "estimator": self.estimator, "planned": self.planned, "look_every": BLOCK}


def stop_rule(until: str, planned: int, table: Table) -> StopRule:
    """Return the rule for a match.

    Raises
    ------
    ArenaError
        If it is neither ``clear`` nor a rate, or the plan is of no hand.
    """
    from deluck.assessment.planning import parse_edge

    if planned < 1:
        raise ArenaError(f"{planned} planned hands (expected 1 or more)")
    half_width = None
    if until.strip().lower() != CLEAR:
        try:
            half_width = abs(parse_edge(until))
        except AssessmentError:
            raise ArenaError(f"until {until!r} (expected {CLEAR}, or a rate such as 5bb/100)") from None
    return StopRule(until.strip().lower(), half_width, estimator_for(table), planned)


class Watch:
    """Looks at a match block by block, and says when it is decided.

    Parameters
    ----------
    table
        The match.
    rule
        When to stop.
    """

    def __init__(self, table: Table, rule: StopRule) -> None:
        self.rule = rule
        self.is_decided = False
        self._table = table
        self._waiting = PlayedHands(table)
        self._n_waiting = 0
        self._by_deal: list[dict[str, NDArray[np.float64]]] = []

    def look(self, block: BlockResult) -> None:
        """Take in the hands of a block, and see whether the match is decided."""
        self._waiting.add(block)
        self._n_waiting += len(block.chips)
        if sum(len(each[self._first]) for each in self._by_deal) + self._n_waiting < FEWEST_HANDS:
            return
        self._value()
        values = self.by_deal()[self._first]
        mean, sd = float(values.mean()), float(values.std(ddof=1))
        low, high = anytime_interval(mean, sd, len(values), self.rule.planned)
        if self.rule.half_width is None:
            self.is_decided = low > 0 or high < 0
        else:
            self.is_decided = (high - low) / 2 <= self.rule.half_width

    @property
    def _first(self) -> str:
        return self._table.entrants[0].name

    def _value(self) -> None:
        if self._n_waiting:
            self._by_deal.append(self._waiting.estimates(self.rule.estimator)[1])
            self._waiting, self._n_waiting = PlayedHands(self._table), 0

    def by_deal(self) -> dict[str, NDArray[np.float64]]:
        """Return every player's values so far, one per deal, float64[deals]."""
        self._value()
        return {
            entrant.name: np.concatenate([each[entrant.name] for each in self._by_deal])
            for entrant in self._table.entrants
        }


def reason_to_end(rule: StopRule, found: LuckRemoved, player: str, n_games: int, most: int, *, decided: bool) -> str:
    """Return why a match with a rule ended, in one sentence, with its anytime-valid interval."""
    unit = found.per_game.unit
    rate = f"{found.per_game.mean:+.3f} ± {found.anytime_half_width:.3f} {unit}"
    shown = f"the anytime-valid 95% interval of {player} by {found.label}, {rate}"
    games = f"{n_games:,} of at most {most:,} games"
    if rule.half_width is not None:
        wanted = f"± {rule.half_width:.3g} {unit} ({rule.until})"
        if decided:
            return f"Stopped after {games}: {shown}, is no wider than {wanted}."
        return f"Not narrow enough after {games}: {shown}, is wider than {wanted}."
    if not decided:
        return f"Not clear after {games}: {shown}, includes zero."
    side = "above" if found.per_game.mean > 0 else "below"
    return f"Stopped after {games}: {shown}, excludes zero, so {player} is {side} zero with 95% confidence."


def removed_from_columns(columns: "Sequence[HandColumns]", names: Sequence[str], unit: str) -> dict[str, LuckRemoved]:
    """Return every player's result with the luck removed from hands of independent deals; empty where it is money."""
    from deluck.assessment.assessing import context_of
    from deluck.assessment.standings import common_lead, sides_of
    from deluck.values import compute_values

    sides = sides_of(compute_values((("", each) for each in columns), context_of()[0]), names) if columns else []
    estimator = common_lead(sides) if sides else MONEY
    if estimator == MONEY:
        return {}
    return {side.player: LuckRemoved.of(estimator, side.columns[estimator], len(side), unit) for side in sides}


def removed_from(hands: PlayedHands, table: Table, n_jobs: int) -> dict[str, LuckRemoved]:
    """Return every player's result with the luck removed; empty where no estimator takes any out."""
    if table.game.stakes.game is Game.STUD7:
        return {}
    estimator, by_deal = hands.estimates(n_jobs=n_jobs)
    return removed_by(estimator, by_deal, table)


def removed_by(
    estimator: str, by_deal: dict[str, NDArray[np.float64]], table: Table, planned: int = PLANNED_HANDS
) -> dict[str, LuckRemoved]:
    """Return every player's result from values by deal; empty where the estimator is money."""
    if estimator == MONEY:
        return {}
    games, unit = table.games_per_deal, table.game.per_game_unit
    return {
        name: LuckRemoved.of(estimator, values, games * len(values), unit, planned) for name, values in by_deal.items()
    }
