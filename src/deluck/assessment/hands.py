"""The viewpoint's hands with their values, read from the seats table as they are asked for."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from deluck.assessment.knowledge import Knowledge
from deluck.assessment.pairs import Games, Pairs, find_pairs
from deluck.assessment.viewpoint import Coder, Selection
from deluck.errors import EstimatorError
from deluck.estimators import FAMILIES, Cards, Reason, find_column
from deluck.estimators.board_luck import HEADS_UP_LIMIT
from deluck.estimators.registry import PAIRED
from deluck.games import STREET_NAMES, Structure
from deluck.parallel import run_parts
from deluck.values.schema import reason_column, street_column
from deluck.values.tables import numbers

HIDES_CARDS = "other hands of the source hide cards, and those that hide none are mostly showdowns, a biased sample"
"""Why decisions are not priced where a source shows cards at showdowns only, a biased sample."""
_OF_OTHERS = (HEADS_UP_LIMIT, Reason.NOT_LIMIT.sentence, Reason.OTHER_GAME.sentence)
"""Reasons of a family that say no more than that another one values such hands."""
_SHIFTS = np.arange(64, -8, -8).astype(np.uint64)  # bits of eight letters before a text of so many
_SEAT_FACTORS = np.random.default_rng(52).integers(1 << 40, 1 << 63, 16, dtype=np.uint64) << np.uint64(1)

_CARD = np.full((256, 256), -1, np.int8)
for _rank, _letter in enumerate(b"23456789TJQKA"):
    for _suit, _sign in enumerate(b"cdhs"):
        _CARD[_letter, _sign] = 4 * _rank + _suit


class ViewpointHands:
    """The hands of the viewpoint in the order of the log, net to it, in its unit, before rake; n of them.

    Parameters
    ----------
    selection
        Which hands they are.
    """

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._table = selection.index.values.seats
        self.n_jobs = self._table.n_jobs
        seat_rows = selection.seat_rows
        self._sorted, self._order = seat_rows, None
        if (seat_rows[1:] < seat_rows[:-1]).any():  # stored in another order than that of the log
            self._order = np.argsort(seat_rows, kind="stable")
            self._sorted = seat_rows[self._order]

    def _here(self, start: int, n: int) -> slice | NDArray[np.int64]:
        """Return where n hands stand that come from this number on in the order of storage."""
        return slice(start, start + n) if self._order is None else self._order[start : start + n]

    def __len__(self) -> int:
        return len(self.selection)

    # What is stored of every hand

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the sources of the hands show of the cards."""
        return Knowledge(self)

    def columns(self, names: list[str]) -> dict[str, NDArray[np.float64]]:
        """Return columns of numbers at the viewpoint's seats as they count, NaN where there is none, float64[n] each.

        What needs cards that a source does not show in all its hands does not count.
        """
        return dict(zip(names, run_parts(self.column, names, n_jobs=self.n_jobs), strict=True))

    def column(self, name: str) -> NDArray[np.float64]:
        """Return one column as `columns` does, float64[n]."""
        if self.knowledge.never_counts(name):
            return np.full(len(self), np.nan)
        return self.knowledge.counting(name, self._stored(name))

    def stored(self, names: list[str]) -> dict[str, NDArray[np.float64]]:
        """Return columns of numbers at the viewpoint's seats as stored, NaN where there is none, float64[n] each."""
        columns = run_parts(self._stored, names, n_jobs=self.n_jobs)
        return dict(zip(names, columns, strict=True))

    def _stored(self, name: str) -> NDArray[np.float64]:
        found = np.empty(len(self))
        for number, start, rows in self._parts:
            here = self._here(start, len(rows))
            constant = self._table.constant(number, name)
            if constant is not None:
                found[here] = constant
                continue
            values = numbers(self._table.part(number, [name])[name])
            if isinstance(here, slice) and values.dtype == np.float64:
                values.take(rows, out=found[here], mode="clip")  # none is out of range, and no copy is made
            else:
                found[here] = values[rows]
        return found

    def codes(self, name: str) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Return a column of coded texts as numbers, -1 for none, int32[n], and the texts."""
        coder = Coder()
        found = np.empty(len(self), np.int32)
        for start, table, rows in self._batches([name]):
            found[self._here(start, len(rows))] = coder.codes(table[name])[rows]
        return found, tuple(coder.words)

    def texts(self, name: str) -> pa.Array:
        """Return a column of texts, an Arrow array of n."""
        parts = [table[name].take(pa.array(rows)).combine_chunks() for _, table, rows in self._batches([name])]
        joined = pa.concat_arrays([part for part in parts if len(part)]) if parts else pa.array([], pa.string())
        if self._order is None:
            return joined
        back = np.empty(len(self), np.int64)
        back[self._order] = np.arange(len(self))
        return joined.take(pa.array(back))

    @cached_property
    def _parts(self) -> list[tuple[int, int, NDArray[np.int64]]]:
        """Each part with hands of the viewpoint: its number, where they start among all, their rows in it."""
        starts = self._table.starts
        bounds = np.searchsorted(self._sorted, starts).tolist()
        return [
            (number, low, self._sorted[low:high] - starts[number])
            for number, (low, high) in enumerate(pairwise(bounds))
            if low < high
        ]

    def _batches(self, names: list[str]) -> Iterator[tuple[int, pa.Table, NDArray[np.int64]]]:
        """Yield for each part with hands of the viewpoint where they start, its columns, and their rows in it."""
        for number, start, rows in self._parts:
            yield start, self._table.part(number, names), rows

    # What follows from it

    @cached_property
    def n_streets(self) -> NDArray[np.int8]:
        """Streets that were dealt, int8[n]."""
        return self.column("streets").astype(np.int8)

    @cached_property
    def _reasons(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Why no family prices the decisions of a hand, -1 where one does, int32[n], and the reasons.

        Of several families' reasons the first stands that says more than that another family values such hands.
        """
        words: tuple[str, ...] = ()
        found = np.full(len(self), -1, np.int32)
        is_priced = np.zeros(len(self), np.bool_)
        for family in FAMILIES:
            if not family.prices_decisions:
                continue
            codes, more = self.codes(reason_column(family.name))
            if any(spec.cards is Cards.ALL for spec in family.columns):
                hidden = (codes < 0) & ~self.knowledge.is_complete
                codes, more = np.where(hidden, len(more), codes).astype(np.int32), (*more, HIDES_CARDS)
            is_priced |= codes < 0
            says_little = np.array([word in _OF_OTHERS for word in words] + [True], np.bool_)[found]
            found = np.where(says_little, codes + len(words), found).astype(np.int32)
            words = (*words, *more)
        return np.where(is_priced, -1, found).astype(np.int32), words

    @property
    def reasons(self) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Why a hand is not assessed, an index in the reasons, -1 if it is, int32[n]; and the reasons in words."""
        return self._reasons

    @cached_property
    def assessed(self) -> NDArray[np.bool_]:
        """Which hands have a price for every decision, bool[n]."""
        return np.asarray(self._reasons[0] < 0)

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int32], Pairs | None]:
        return find_pairs(self._games())

    @property
    def pairs(self) -> NDArray[np.int32]:
        """The number of each hand's duplicate pair, -1 for none, int32[n]."""
        return self._pairs[0]

    @property
    def found_pairs(self) -> Pairs | None:
        """How duplicate pairs were found; None where there are none."""
        return self._pairs[1]

    @property
    def hand_ids(self) -> pa.Array:
        """Each hand's number or name in its source, an Arrow array of text."""
        return self.texts("hand_id")

    def count_ids(self, ids: Iterable[str]) -> Counter[str]:
        """Return how many hands have each of these numbers or names."""
        wanted = {each.encode() for each in ids}

        def count(part: tuple[int, int, NDArray[np.int64]]) -> Counter[bytes]:
            found: Counter[bytes] = Counter()
            start = 0
            for chunk in self._table.part(part[0], ["hand_id"])["hand_id"].chunks:
                here = part[2][slice(*np.searchsorted(part[2], [start, start + len(chunk)]))] - start
                found.update(_find_texts(chunk, here, wanted))
                start += len(chunk)
            return found

        found: Counter[str] = Counter()
        for counts in run_parts(count, self._parts, n_jobs=self.n_jobs):
            found.update({hand_id.decode(): n for hand_id, n in counts.items()})
        return found

    def values(self, name: str, round: str | None = None) -> NDArray[np.float64]:  # noqa: A002 - the word for it
        """Return the values of an estimator, one per hand (per pair for the duplicate ones), NaN where it has none.

        Raises
        ------
        EstimatorError
            If there is no such estimator, or it has no values by street.
        """
        if name in PAIRED and round is None:
            return self.by_pair(self.values(PAIRED[name]))
        spec = find_column(name)
        if round is None:
            return self.column(name)
        if not spec.by_street or round not in STREET_NAMES:
            expected = " or ".join(each.name for family in FAMILIES for each in family.columns if each.by_street)
            raise EstimatorError(f"no {name!r} on the {round!r} (expected {expected}, on {', '.join(STREET_NAMES)})")
        column = street_column(name, STREET_NAMES.index(round))
        return self.column(column)

    def by_pair(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean of each pair's two games, float64[pairs]; NaN unless both have a value."""
        n_pairs = int(self.pairs.max(initial=-1)) + 1
        paired = self.pairs >= 0
        return np.bincount(self.pairs[paired], weights=values[paired], minlength=n_pairs) / 2

    @property
    def is_heads_up_limit(self) -> NDArray[np.bool_]:
        """Which hands are heads-up limit hold'em, bool[n]."""
        is_limit = self.selection.structure is Structure.FIXED_LIMIT
        return np.asarray(is_limit & (self.selection.n_seats == 2) & self._is_holdem())

    def _is_holdem(self) -> NDArray[np.bool_]:
        games = np.array([word == "holdem" for word in self.selection.index.words["game"]], np.bool_)
        return np.asarray(games[self.selection.codes("game")])

    def deal_keys(self) -> NDArray[np.uint64]:
        """Return equal numbers for hands of the same hole cards in the same seats, 0 if not all are known, uint64[n].

        Replays of a deal have equal numbers, whoever sat where; so has a hand in two logs that were dealt alike.
        """
        keys = np.zeros(len(self), np.uint64)
        seats = self.selection.seats
        n_seats = self.selection.n_seats.astype(np.int64)
        for start, table, rows in self._batches(["cards", "seat"]):
            here = self._here(start, len(rows))
            cards = _holdings(table["cards"])
            known = cards >= 0
            terms = (cards + 1).astype(np.uint64) * _SEAT_FACTORS[table["seat"].to_numpy()]
            firsts = rows - seats[here]
            lasts = firsts + n_seats[here]
            sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(terms, dtype=np.uint64)])  # modulo 2 ** 64
            n_known = np.concatenate([[0], np.cumsum(known)])
            is_whole = n_known[lasts] - n_known[firsts] == n_seats[here]
            keys[here] = np.where(is_whole, (sums[lasts] - sums[firsts]) | np.uint64(1), np.uint64(0))
        return keys

    def _games(self) -> Games:
        """Return what duplicate pairs are found by: hole cards now, boards and hand ids when they are asked for."""
        holes = np.full(len(self), -1, np.int32)
        seats = self.selection.seats
        is_two = (self.selection.n_seats == 2) & self._is_holdem()
        for start, table, rows in self._batches(["cards"]) if is_two.any() else ():
            here = self._here(start, len(rows))
            two = is_two[here]
            cards = _holdings(table["cards"])
            firsts = np.where(two, rows - seats[here], 0)
            first, second = cards[firsts], cards[np.minimum(firsts + 1, len(cards) - 1)]
            holes[here] = np.where(two & (first >= 0) & (second >= 0), first << 12 | second, -1)
        return Games(holes, seats, self.selection.opponents, self._boards, lambda: _numbers(self.hand_ids))

    def _boards(self) -> NDArray[np.int8]:
        """Return the boards as card numbers, the flop in order, -1 for no card, int8[n, 5]."""
        found = np.full((len(self), 5), -1, np.int8)
        for start, table, rows in self._batches(["board"]):
            board = parse_card_texts(table["board"].combine_chunks().take(pa.array(rows)), 5)
            flop = np.sort(board[:, :3], axis=1)  # in whatever order its cards were written
            flop[(flop < 0).any(axis=1)] = -1
            found[self._here(start, len(rows))] = np.concatenate([flop, board[:, 3:]], axis=1)
        return found


def _holdings(column: pa.ChunkedArray) -> NDArray[np.int32]:
    """Return coded texts of two cards as 64 times the lower plus the higher card, -1 where not known, int32[k]."""
    found = []
    for chunk in column.chunks:
        cards = np.sort(parse_card_texts(chunk.dictionary, 2), axis=1).astype(np.int32)
        codes = np.append(np.where(cards[:, 0] >= 0, cards[:, 0] << 6 | cards[:, 1], -1), -1).astype(np.int32)
        found.append(codes[numbers(chunk.indices, missing=len(chunk.dictionary))])
    return np.concatenate(found)


def parse_card_texts(texts: pa.Array, width: int) -> NDArray[np.int8]:
    """Return texts such as ``AcKd`` as card numbers, -1 where there is none or it is not known, int8[k, width]."""
    filled = texts.fill_null("") if texts.null_count else texts
    offsets, letters = _letters(filled, after=2 * width)
    starts = offsets[:-1, None] + 2 * np.arange(width)
    found = _CARD[letters[starts], letters[starts + 1]]
    return np.where(starts < offsets[1:, None], found, -1).astype(np.int8)


def _find_texts(texts: pa.Array, rows: NDArray[np.int64], wanted: set[bytes]) -> Iterator[bytes]:
    """Yield those texts in some rows of an array that are wanted, found by their last eight letters."""
    offsets, letters = _letters(texts, before=8)
    ends = offsets[rows + 1]
    lengths = ends - offsets[rows]
    last = np.ndarray(len(letters) - 7, "<u8", letters, strides=(1,))[ends] >> _SHIFTS[np.minimum(lengths, 8)]
    is_like = np.zeros(len(rows), np.bool_)
    for tail in {int.from_bytes(word[-8:], "little") for word in wanted}:
        is_like |= last == np.uint64(tail)
    for start, end in zip((ends - lengths)[is_like].tolist(), ends[is_like].tolist(), strict=True):
        word = letters[start + 8 : end + 8].tobytes()
        if word in wanted:
            yield word


def _letters(texts: pa.Array, *, before: int = 0, after: int = 0) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return where texts start and end among their letters, int64[k + 1], and the letters with zeros around them."""
    if not len(texts):
        return np.zeros(1, np.int64), np.zeros(before + after, np.uint8)
    offsets = np.frombuffer(texts.buffers()[1], np.int32, len(texts) + 1, 4 * texts.offset).astype(np.int64)
    content = texts.buffers()[2]
    letters = np.frombuffer(content, np.uint8) if content is not None else np.empty(0, np.uint8)
    return offsets, np.concatenate([np.zeros(before, np.uint8), letters, np.zeros(after, np.uint8)])


def _numbers(hand_ids: pa.Array) -> NDArray[np.int64]:
    """Return equal numbers below 2^31 for equal ids, -1 for none: the ids themselves where they are such numbers."""
    try:
        numbers = np.asarray(hand_ids.cast(pa.int64()).to_numpy(zero_copy_only=False))
        if len(numbers) and numbers.min() >= 0 and numbers.max() < 1 << 31:
            return numbers
    except pa.ArrowInvalid:
        pass
    encoded = hand_ids.dictionary_encode().indices.to_numpy(zero_copy_only=False).astype(np.int64)
    offsets, _ = _letters(hand_ids)
    return np.where(np.diff(offsets) == 0, -1, encoded)
