"""What is kept of all parts, put together in the order of the log."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from deluck.assessment.chunks import MOMENT_NAMES, Assessed, Moments
from deluck.assessment.kept import KeptHands
from deluck.assessment.pairs import Games
from deluck.assessment.tally import NO_DECISIONS, DecisionTally

_KEPT_NAMES = (
    "reasons",
    "n_rounds",
    "antes",
    "sampled",
    "money",
    "rake",
    "lfat",
    "evat",
    "divat_aie",
    "dcash",
    "luck",
    "divat_roe",
)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is kept of all parts: every hand's values and cards, and sums over streets and decisions."""

    kept: KeptHands
    cards: NDArray[np.int8]
    moments: dict[str, Moments]
    tally: DecisionTally

    @classmethod
    def of(cls, parts: Iterable[Assessed]) -> "Gathered":
        """Return what is kept of parts; one after the other is taken, and let go."""
        columns: dict[str, list[NDArray[Any]]] = {}
        ids = []
        moments = {name: Moments(np.zeros(4, np.int64), np.zeros(4), np.zeros(4)) for name in MOMENT_NAMES}
        tally = NO_DECISIONS
        for each in parts:
            part = each.part
            ids.append(pa.array([_unicode(text) for text in part.columns.hand_ids], pa.string()))
            found = {name: getattr(each, name) for name in (*_KEPT_NAMES, "cards")}
            found |= {"rows": part.rows, "seats": part.seats, "opponents": part.opponents}
            found |= {"n_seats": part.columns.n_seats}
            for name, values in found.items():
                columns.setdefault(name, []).append(values)
            moments = {name: moments[name] + each.moments[name] for name in MOMENT_NAMES}
            tally = tally + each.tally
        joined = {name: np.concatenate(columns.pop(name)) for name in list(columns)} or _no_columns()
        order = np.argsort(joined["rows"], kind="stable")  # games of several kinds come in parts of their own
        if not (order == np.arange(len(order))).all():
            joined = {name: joined.pop(name)[order] for name in list(joined)}
        hand_ids = pa.concat_arrays(ids) if ids else pa.array([], pa.string())
        cards = joined.pop("cards")
        kept = KeptHands(
            hand_ids=hand_ids.take(pa.array(order)),
            seat_values={},
            pairs=np.full(len(order), -1, np.int32),
            **joined,
        )
        return cls(kept, cards, moments, tally)

    def games(self) -> Games:
        """Return what duplicate pairs are found by."""
        kept = self.kept
        numbers = kept.hand_ids.dictionary_encode().indices.to_numpy(zero_copy_only=False).astype(np.int64)
        unnamed = pc.equal(kept.hand_ids, "").to_numpy(zero_copy_only=False)
        return Games(self.cards, kept.seats, kept.opponents, np.where(unnamed, -1, numbers))


def _no_columns() -> dict[str, NDArray[Any]]:
    empty: dict[str, NDArray[Any]] = {name: np.empty(0) for name in _KEPT_NAMES}
    return empty | {
        "reasons": np.empty(0, np.uint8),
        "n_rounds": np.empty(0, np.int8),
        "antes": np.empty(0, np.float32),
        "sampled": np.empty(0, np.bool_),
        "luck": np.empty((0, 4)),
        "divat_roe": np.empty((0, 4)),
        "cards": np.empty((0, 9), np.int8),
        "rows": np.empty(0, np.int64),
        "seats": np.empty(0, np.int8),
        "opponents": np.empty(0, np.int32),
        "n_seats": np.empty(0, np.int8),
    }


def _unicode(text: str) -> str:
    return text.encode(errors="replace").decode()
