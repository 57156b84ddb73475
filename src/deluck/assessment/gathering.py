"""What is kept of all parts, put together in the order of the log."""

from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from deluck.assessment.chunks import MOMENT_NAMES, Assessed
from deluck.assessment.kept import KeptHands
from deluck.assessment.moments import Moments
from deluck.assessment.pairs import Games
from deluck.assessment.spool import Spool
from deluck.assessment.tally import NO_DECISIONS, DecisionTally


@dataclass(frozen=True, slots=True)
class Gathered:
    """What is kept of all parts: every hand's values and cards, and sums over streets, players and decisions."""

    kept: KeptHands
    cards: NDArray[np.int8]
    moments: dict[str, Moments]
    players: Moments
    tally: DecisionTally

    @classmethod
    def of(cls, parts: Iterable[Assessed]) -> "Gathered | None":
        """Return what is kept of parts; one after the other is taken, and let go. None if there are no parts."""
        with ExitStack() as stack:
            return cls._of(parts, stack)

    @classmethod
    def _of(cls, parts: Iterable[Assessed], stack: ExitStack) -> "Gathered | None":
        columns: dict[str, Spool] = {}
        ids = []
        moments = {name: Moments.nothing(4) for name in MOMENT_NAMES}
        players = Moments.nothing(0)
        tally = NO_DECISIONS
        for each in parts:
            ids.append(pa.array([_unicode(text) for text in each.hand_ids], pa.string()))
            for name, values in each.columns.items():
                if name not in columns:
                    columns[name] = stack.enter_context(closing(Spool()))
                columns[name].append(values)
            moments = {name: moments[name] + each.moments[name] for name in MOMENT_NAMES}
            players = players + each.players
            tally = tally + each.tally
        if not columns:
            return None
        joined = {name: spool.joined() for name, spool in columns.items()}
        hand_ids = pa.concat_arrays(ids)
        rows = joined["rows"]
        if (rows[1:] < rows[:-1]).any():  # games of several kinds come in parts of their own
            order = np.argsort(rows, kind="stable")
            joined = {name: values[order] for name, values in joined.items()}
            hand_ids = hand_ids.take(pa.array(order))
        cards = joined.pop("cards")
        pairs = np.full(len(rows), -1, np.int32)
        kept = KeptHands(hand_ids=hand_ids, seat_values={}, pairs=pairs, **joined)
        return cls(kept, cards, moments, players, tally)

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


def _unicode(text: str) -> str:
    return text.encode(errors="replace").decode()
