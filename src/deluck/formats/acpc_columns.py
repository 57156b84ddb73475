"""ACPC logs straight to columns: lines scanned by a kernel, the betting walked and the payoffs checked in bulk.

Whatever is not plain, or not certainly valid, goes through `acpc.parse_line` and `deluck.records.validate`, so that the
rejections and their reasons are those of the record path, which is the oracle in the tests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from deluck.errors import FormatError
from deluck.formats import acpc
from deluck.formats import acpc_kernels as scanner
from deluck.formats.acpc_games import followed, rules_of, stack_of
from deluck.formats.attempts import attempt
from deluck.formats.in_bulk import ENCODING, NO_ROWS, RANK_OF_SYMBOL, SUIT_OF_SYMBOL, Errors, joined, with_others
from deluck.formats.limits import MOST_BATCH_BYTES, MOST_NAME_LENGTH
from deluck.games import BOARD_SIZES, Action, Rules, Structure
from deluck.records import HandColumns
from deluck.records.decisions import DecisionColumns, walk_arrays
from deluck.records.validation import find_valid

_MOST_MEMORISED = 200_000  # texts of payoffs and names that are stored; a match has fewer


def batches(
    lines: Iterable[tuple[int, str]],
    batch_size: int = 32_768,
    game: Structure | None = None,
    known: Structure | None = None,
) -> Iterator[tuple[HandColumns | None, Errors]]:
    """Yield the hands of an ACPC log as columns of at most so many hands, with the lines rejected among them.

    Parameters
    ----------
    lines
        The numbered lines.
    batch_size
        The most hands of one batch.
    game
        The structure, whatever the log says; None to take it from the log.
    known
        What is known of the structure at the first line, where that is within a match.
    """
    parser = ColumnsParser()
    waiting: list[tuple[int, str]] = []
    n_waiting = 0  # characters
    errors: Errors = []
    structure = Structure.FIXED_LIMIT
    for number, line, found in followed(lines, game, known):
        if isinstance(found, FormatError):
            errors.append((number, found))
        else:
            if found is not structure and waiting:
                yield parser.parse(waiting, structure, errors)
                waiting, errors, n_waiting = [], [], 0
            structure = found
            waiting.append((number, line))
            n_waiting += len(line)
        # a file of junk is not held either
        if len(waiting) == batch_size or len(errors) == batch_size or n_waiting >= MOST_BATCH_BYTES:
            yield parser.parse(waiting, structure, errors)
            waiting, errors, n_waiting = [], [], 0
    yield parser.parse(waiting, structure, errors)


class ColumnsParser:
    """Turns STATE lines into columns batch by batch; names and fractions that came once are stored."""

    def __init__(self) -> None:
        self._payoffs: dict[bytes, tuple[tuple[int, ...], int] | None] = {}
        self._names: dict[bytes, tuple[str, ...]] = {}

    def parse(
        self, lines: list[tuple[int, str]], structure: Structure, errors: Errors | None = None
    ) -> tuple[HandColumns | None, Errors]:
        """Return the valid hands of STATE lines in order, and the lines that hold none with the reason.

        Errors of other lines that are given are returned with them, all in the order of lines.
        """
        for memory in (self._payoffs, self._names):
            if len(memory) > _MOST_MEMORISED:
                memory.clear()
        plain = attempt(self._plain, lines, structure)
        # what nobody foresaw in one of the hands is found out one by one
        found, rows = (None, NO_ROWS) if isinstance(plain, FormatError) else plain
        rejected: Errors = []
        if len(rows) < len(lines):
            parts, rejected = with_others(found, rows, lines, lambda line: acpc.parse_valid_line(line, structure))
            found = parts[0] if parts else None
        return found, sorted([*(errors or []), *rejected], key=lambda error: error[0])

    def _plain(
        self, lines: list[tuple[int, str]], structure: Structure
    ) -> tuple[HandColumns | None, NDArray[np.int64]]:
        """Return the hands that are plain and certainly valid, and which of the lines they are."""
        if not lines:
            return None, NO_ROWS
        scan = _Scan.of([line for _, line in lines], structure)
        denominators, is_read = self._read_fractions(scan)
        rows = np.flatnonzero(scan.kinds != scanner.OTHER)
        if not rows.size:
            return None, NO_ROWS
        columns = self._columns(scan, rows, denominators, structure)
        is_no_limit = structure is Structure.NO_LIMIT
        nobody = np.full(len(scan.actions), -1, np.int8)
        decisions = walk_arrays(columns, nobody, scan.amounts if is_no_limit else None, hand_totals=is_no_limit)
        valid = find_valid(columns, decisions) & (decisions.last_streets == scan.last_streets[rows]) & is_read[rows]
        valid &= scan.spans[rows, scanner.NAMES + 1] - scan.spans[rows, scanner.NAMES] <= MOST_NAME_LENGTH
        if not np.array_equal(decisions.streets, scan.streets):  # a slash where no street ends
            valid[decisions.hands[decisions.streets != scan.streets]] = False
        return _with_betting(columns, decisions, valid, structure), rows[valid]

    def _read_fractions(self, scan: "_Scan") -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """Write the numerators of payoffs that are not whole; return all denominators, and which could be read."""
        denominators = np.ones(len(scan.kinds), np.int32)
        is_read = np.ones(len(scan.kinds), np.bool_)
        for row in np.flatnonzero(scan.kinds == scanner.FRACTIONS).tolist():
            text = scan.part(row, scanner.PAYOFFS)
            if text not in self._payoffs:
                self._payoffs[text] = _parse_payoffs(text.decode())
            payoffs = self._payoffs[text]
            is_read[row] = payoffs is not None
            scan.payoffs[row, : scan.n_seats[row]], denominators[row] = payoffs or (0, 1)
        return denominators, is_read

    def _columns(
        self, scan: "_Scan", rows: NDArray[np.int64], denominators: NDArray[np.int32], structure: Structure
    ) -> HandColumns:
        """Return the hands of these lines, every action by seat 0 for now, and without amounts."""
        n_seats = scan.n_seats[rows]
        width = int(n_seats.max())
        rules, rules_index = _rules(n_seats, structure)
        names, players, stack = self._players(scan, rows, width)
        hand_ids = np.empty(len(rows), dtype=object)
        hand_ids[:] = scan.texts(rows, scanner.NUMBER)
        starts = scan.action_starts[np.append(rows, len(scan.kinds))]  # lines between them have no actions
        stacks = None
        if structure is Structure.NO_LIMIT:
            stacks = np.where(np.arange(width) < n_seats[:, None], stack[:, None], -1)
        return HandColumns.from_holdem(
            rules=rules,
            names=names,
            rules_index=rules_index,
            hand_ids=hand_ids,
            players=players,
            cards=scan.cards[rows, :width],
            board=scan.board[rows],
            action_starts=starts,
            actions=scan.actions,
            actors=np.zeros(len(scan.actions), np.int8),
            payoffs=scan.payoffs[rows, :width] / denominators[rows, None],
            payoff_denominators=denominators[rows],
            stacks=stacks,
            times=scan.times[rows],
        )

    def _players(
        self, scan: "_Scan", rows: NDArray[np.int64], width: int
    ) -> tuple[list[str], NDArray[np.int32], NDArray[np.int64]]:
        """Return every name once, each hand's seats as indices of them, -1 past its last seat, and its stacks."""
        indices: dict[str, int] = {}
        row_of: dict[bytes, int] = {}
        seated: list[list[int]] = []
        stacks: list[int] = []
        texts = scan.parts(rows, scanner.NAMES)
        for text in texts:
            if text not in row_of:
                if text not in self._names:
                    self._names[text] = tuple(text.decode(*ENCODING).split("|"))
                row = [indices.setdefault(name, len(indices)) for name in self._names[text]]
                row_of[text] = len(seated)
                seated.append(row + [-1] * (width - len(row)))
                stacks.append(stack_of(self._names[text]))
        chosen = np.fromiter(map(row_of.__getitem__, texts), np.int64, len(texts))
        return list(indices), np.array(seated, dtype=np.int32)[chosen], np.array(stacks, dtype=np.int64)[chosen]


@dataclass(slots=True, kw_only=True)
class _Scan:
    """Lines as `scan_lines` takes them apart; its docstring describes the arrays."""

    text: bytes
    kinds: NDArray[np.uint8]
    spans: NDArray[np.int64]
    n_seats: NDArray[np.int64]
    action_starts: NDArray[np.int64]
    actions: NDArray[np.uint8]
    amounts: NDArray[np.int64]
    streets: NDArray[np.uint8]
    last_streets: NDArray[np.int64]
    cards: NDArray[np.int8]
    board: NDArray[np.int8]
    payoffs: NDArray[np.int64]
    times: NDArray[np.int64]

    @classmethod
    def of(cls, lines: list[str], structure: Structure) -> "_Scan":
        text, starts = joined(lines)
        n_lines = len(lines)
        found = cls(
            text=text,
            kinds=np.zeros(n_lines, np.uint8),
            spans=np.zeros((n_lines, 6), np.int64),
            n_seats=np.zeros(n_lines, np.int64),
            action_starts=np.zeros(n_lines + 1, np.int64),
            actions=np.empty(len(text), np.uint8),
            amounts=np.empty(len(text), np.int64),
            streets=np.empty(len(text), np.uint8),
            last_streets=np.zeros(n_lines, np.int64),
            cards=np.full((n_lines, scanner.MOST_SEATS, 2), -1, np.int8),
            board=np.full((n_lines, BOARD_SIZES[-1]), -1, np.int8),
            payoffs=np.zeros((n_lines, scanner.MOST_SEATS), np.int64),
            times=np.full(n_lines, scanner.NO_TIME, np.int64),
        )
        n_actions = scanner.scan_lines(
            np.frombuffer(text, np.uint8),
            starts,
            structure is Structure.NO_LIMIT,
            np.array(BOARD_SIZES, np.int64),
            RANK_OF_SYMBOL,
            SUIT_OF_SYMBOL,
            found.kinds,
            found.spans,
            found.n_seats,
            found.action_starts,
            found.actions,
            found.amounts,
            found.streets,
            found.last_streets,
            found.cards,
            found.board,
            found.payoffs,
            found.times,
        )
        for name in ("actions", "amounts", "streets"):
            setattr(found, name, getattr(found, name)[:n_actions])
        return found

    def part(self, row: int, which: int) -> bytes:
        """Return one part of a line: `NUMBER`, `PAYOFFS` or `NAMES`."""
        return self.text[self.spans[row, which] : self.spans[row, which + 1]]

    def parts(self, rows: NDArray[np.int64], which: int) -> list[bytes]:
        """Return one part of each of these lines."""
        text, spans = self.text, self.spans[rows]
        return [text[first:last] for first, last in zip(*spans[:, which : which + 2].T.tolist(), strict=True)]

    def texts(self, rows: NDArray[np.int64], which: int) -> list[str]:
        """Return one part of each of these lines, decoded."""
        return [part.decode() for part in self.parts(rows, which)]


def _with_betting(
    columns: HandColumns, decisions: DecisionColumns, valid: NDArray[np.bool_], structure: Structure
) -> HandColumns | None:
    """Return the valid hands with who acted and what raises made."""
    if not valid.any():
        return None
    seats, amounts = decisions.seats, None
    if structure is Structure.NO_LIMIT:
        amounts = np.where(decisions.actions == Action.RAISE, decisions.amounts, -1)
    if not valid.all():
        is_theirs = np.repeat(valid, columns.n_actions)
        columns, seats = columns[valid], seats[is_theirs]
        amounts = None if amounts is None else amounts[is_theirs]
    if amounts is not None and (amounts < 0).all():
        amounts = None
    return replace(columns, actors=seats, amounts=amounts)


def _rules(n_seats: NDArray[np.int64], structure: Structure) -> tuple[list[Rules], NDArray[np.int32]]:
    """Return the rules of each number of seats in the order they first appear, and each hand's index among them."""
    found, first, index = np.unique(n_seats, return_index=True, return_inverse=True)
    order = np.argsort(first)
    new_index = np.empty(len(order), dtype=np.int32)
    new_index[order] = np.arange(len(order), dtype=np.int32)
    return [rules_of(int(seats), structure) for seats in found[order]], new_index[index.reshape(-1)]


def _parse_payoffs(text: str) -> tuple[tuple[int, ...], int] | None:
    """Return numerators and their denominator, None for what is no hand's."""
    try:
        payoffs = [Fraction(acpc.parse_payoff(part)) for part in text.split("|")]
    except FormatError:
        return None
    denominator = lcm(*[payoff.denominator for payoff in payoffs])
    numerators = tuple([int(payoff * denominator) for payoff in payoffs])
    if sum(numerators) or max(map(abs, numerators)) > 1 << 40 or denominator > 1 << 16:
        return None
    return numerators, denominator
