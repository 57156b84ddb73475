"""What is kept of all parts, put together in the order of the log."""

from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from deluck.assessment.chunks import MOMENT_NAMES, Assessed, Moments
from deluck.assessment.kept import KeptHands
from deluck.assessment.pairs import Games
from deluck.assessment.spool import Spool
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
        with ExitStack() as stack:
            return cls._of(parts, stack)

    @classmethod
    def _of(cls, parts: Iterable[Assessed], stack: ExitStack) -> "Gathered":
        columns: dict[str, Spool] = {}
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
                if name not in columns:
                    columns[name] = stack.enter_context(closing(Spool()))
                columns[name].append(values)
            moments = {name: moments[name] + each.moments[name] for name in MOMENT_NAMES}
            tally = tally + each.tally
        joined = {name: spool.joined() for name, spool in columns.items()} or _no_columns()
        hand_ids = pa.concat_arrays(ids) if ids else pa.array([], pa.string())
        rows = joined["rows"]
        if (rows[1:] < rows[:-1]).any():  # games of several kinds come in parts of their own
            order = np.argsort(rows, kind="stable")
            joined = {name: values[order] for name, values in joined.items()}
            hand_ids = hand_ids.take(pa.array(order))
        cards = joined.pop("cards")
        pairs = np.full(len(rows), -1, np.int32)
        kept = KeptHands(hand_ids=hand_ids, seat_values={}, pairs=pairs, **joined)
        return cls(kept, cards, moments, tally)

    def games(self) -> Games:
        """Return what duplicate pairs are found by."""
        kept = self.kept
        return Games(self.cards, kept.seats, kept.opponents, _numbers(kept.hand_ids))


def _numbers(hand_ids: "pa.Array") -> NDArray[np.int64]:
    """Return equal numbers below 2^31 for equal ids, -1 for none: the ids themselves where they are such numbers."""
    try:
        numbers = np.asarray(hand_ids.cast(pa.int64()).to_numpy(zero_copy_only=False))
        if len(numbers) and numbers.min() >= 0 and numbers.max() < 1 << 31:
            return numbers
    except pa.ArrowInvalid:
        pass
    encoded = hand_ids.dictionary_encode().indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return np.where(pc.equal(hand_ids, "").to_numpy(zero_copy_only=False), -1, encoded)


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
