"""A player's results while its log grows: new hands are valued, old ones are not valued again.

Whoever watches looks often, so every interval is one that is valid at every look. What may be said by the cards known
is decided over all hands of the log so far, never by a single hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from deluck.assessment.assessing import context_of
from deluck.assessment.standings import MONEY, Side, side_of
from deluck.assessment.summary import Summary, plain, summarise
from deluck.assessment.viewpoint import Index, Wanted
from deluck.errors import AssessmentError
from deluck.estimators import columns, find_column
from deluck.formats import Rejected
from deluck.games import STREET_NAMES
from deluck.plain_text import choices, shown_name
from deluck.records import HandColumns, HandRecord, walk
from deluck.records.columns import columns_by_game
from deluck.records.hiding import as_seen_from
from deluck.statistics import FEWEST_HANDS, PLANNED_HANDS, anytime_half_width
from deluck.values import Values
from deluck.values.building import Part, value_part
from deluck.values.parts import Source, n_hidden
from deluck.values.schema import street_column
from deluck.values.tables import StoredTable

_MANY_PARTS = 32  # of the table so far, before they are made one


@dataclass(frozen=True, slots=True)
class LiveSummary:
    """What a log says of a player so far.

    Attributes
    ----------
    player
        The player.
    n_hands, n_rejected
        Its hands so far, and what could not be read of the log.
    trials
        What is independent: ``hand``, or ``pair`` in a duplicate match.
    unit
        Of one game: ``sb`` or ``bb``.
    lead
        The estimate with the least luck in it that all hands have.
    estimators
        Every estimate of skill that all hands have, over hands or pairs.
    is_seat
        Whether others' cards are hidden, as they are to the player.
    planned
        For how many values the intervals are narrowest.
    """

    player: str
    n_hands: int
    n_rejected: int
    trials: str
    unit: str
    lead: str
    estimators: dict[str, Summary]
    is_seat: bool
    planned: int

    def half_width(self, name: str) -> float:
        """Return half the width of an estimator's anytime-valid 95% interval, per game."""
        summary = self.estimators[name]
        return anytime_half_width(summary.as_estimate(), summary.n, self.planned)

    @property
    def verdict(self) -> str:
        """One sentence, by an interval that is valid at every look."""
        summary, half = self.estimators[self.lead], 100 * self.half_width(self.lead)
        hands = f"after {self.n_hands:,} hand{'' if self.n_hands == 1 else 's'}"
        name = shown_name(self.player)
        if summary.n < FEWEST_HANDS:
            return f"{name} {hands}: too few to say anything yet (expected {FEWEST_HANDS} {self.trials}s at the least)."
        mean = 100 * summary.mean
        without = "" if self.lead == MONEY else f" with {find_column(self.lead).removed or 'the luck'} removed"
        if mean - half > 0 or mean + half < 0:
            carried = f"{'above' if mean > 0 else 'below'} zero with 95% confidence"
        else:
            carried = "not significantly different from zero so far"
        return f"{name} {hands}: {mean:+.1f} ± {half:.1f} bb/100{without}, {carried}."

    def notes(self) -> tuple[str, ...]:
        """Return the sentences that must stand beside the verdict."""
        notes = ["The intervals are valid at every look, however often."]
        if self.is_seat:
            notes.append(
                f"Only what {shown_name(self.player)} sees is used: its own cards, and others' that were shown."
            )
        if self.n_rejected:
            notes.append(f"{self.n_rejected:,} hand{'' if self.n_rejected == 1 else 's'} could not be read.")
        return tuple(notes)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON; what is not finite is None."""
        found = {}
        for name, summary in self.estimators.items():
            low, high = summary.anytime(self.planned)
            found[name] = {
                "n": summary.n,
                "total": plain(summary.total),
                "mean": plain(summary.mean),
                "sd": plain(summary.sd),
                "anytime95": [plain(low), plain(high)],
            }
        return {
            "viewpoint": self.player,
            "hands": self.n_hands,
            "rejections": self.n_rejected,
            "unit": f"{self.unit}/game",
            "lead": self.lead,
            "own_cards_only": self.is_seat,
            "estimators": found,
            "verdict": self.verdict,
            "notes": list(self.notes()),
        }


class LiveLog:
    """A log that grows, valued as it does.

    Parameters
    ----------
    player
        Whose view to take; the hero or the first player named if None.
    seat
        Whether only what this player sees may be used: others' cards are hidden unless shown.
    planned
        For how many hands the intervals are narrowest: chosen before the match.

    Raises
    ------
    AssessmentError
        If nobody is named whose seat it is.
    """

    def __init__(self, player: str | None = None, *, seat: bool = False, planned: int = PLANNED_HANDS) -> None:
        if seat and player is None:
            raise AssessmentError("no player whose seat it is (expected a name)")
        self._player = player
        self._seat = seat
        self._planned = planned
        self._context, _ = context_of()
        self._source = Source("")
        self._parts: list[pa.Table] = []
        self.names: dict[str, None] = {}
        """Everybody who played so far."""

    @property
    def n_hands(self) -> int:
        """How many hands were taken in."""
        return self._source.n_hands

    def add(self, hands: Sequence[HandRecord | Rejected]) -> None:
        """Take in the next hands of the log, and value them."""
        records = []
        for hand in hands:
            if isinstance(hand, Rejected):
                self._source.reject(hand)
            else:
                records.append(hand)
        for hands_of in columns_by_game(records):
            self.names |= dict.fromkeys(hands_of.names)
            self._value(self._seen(hands_of) if self._seat else hands_of)

    def _seen(self, hands: HandColumns) -> HandColumns:
        """Return the hands in which the player sits, as it sees them."""
        codes = [code for code, name in enumerate(hands.names) if _is_named(name, self._player)]
        sits = np.isin(hands.players, codes)
        rows = np.flatnonzero(sits.any(axis=1))
        chosen = hands[rows]
        return as_seen_from(chosen, walk(chosen), sits[rows].argmax(axis=1)) if len(rows) else chosen

    def _value(self, hands: HandColumns) -> None:
        if not len(hands):
            return
        source = self._source
        rows = np.arange(source.n_hands, source.n_hands + len(hands))
        source.n_hands += len(hands)
        source.n_hidden += n_hidden(hands)
        source.names_hero |= bool((hands.heroes >= 0).any())
        table = value_part(Part(hands, (source.name,), np.zeros(len(hands), np.int32), rows), self._context).seats
        self._parts.append(table.drop_columns(_unused()))
        if len(self._parts) >= _MANY_PARTS:
            self._parts = [pa.concat_tables(self._parts).unify_dictionaries().combine_chunks()]

    def summary(self) -> LiveSummary | None:
        """Return what the log says so far; None before the first hand of the player."""
        if not any(_is_named(name, self._player) for name in self.names):
            return None
        values = Values(StoredTable(self._parts), StoredTable([]), [self._source], self._context)
        return self._summary(side_of(Index(values), Wanted(player=self._player)))

    def final(self) -> LiveSummary:
        """Return what the log says in the end.

        Raises
        ------
        AssessmentError
            If there was no hand, or none of the player.
        """
        found = self.summary()
        if found is None:
            rejected = self._source.rejected
            reason = f" (the first that could not be read: {rejected[0]})" if rejected else ""
            if not self.names or self._player is None:
                raise AssessmentError(f"no valid hand so far{reason}")
            names = choices(self._player, list(self.names))
            raise AssessmentError(f"no player {shown_name(self._player)!r} in these hands ({names})")
        return found

    def _summary(self, side: Side) -> LiveSummary:
        is_paired = side.hands.found_pairs is not None
        found = {
            name: summarise(name, side.hands.by_pair(values) if is_paired else values)
            for name, values in side.columns.items()
        }
        return LiveSummary(
            player=side.player,
            n_hands=len(side),
            n_rejected=sum(self._source.reasons.values()),
            trials="pair" if is_paired else "hand",
            unit=side.unit,
            lead=side.lead,
            estimators=found,
            is_seat=self._seat,
            planned=self._planned,
        )


@cache
def _unused() -> list[str]:
    """Return columns of the seats table that say nothing here: those of single streets."""
    return [
        street_column(spec.name, street) for spec in columns() if spec.by_street for street in range(len(STREET_NAMES))
    ]


def _is_named(name: str, player: str | None) -> bool:
    return player is None or name.casefold() == player.casefold()
