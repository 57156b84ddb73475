"""Ranges: a weight for each holding, and the notation players write them in.

A range is a list of parts, separated by commas: starting hands (``QQ``, ``AKs``, ``KQo``, ``AK`` for both),
everything from there up (``TT+``, ``AQs+``), runs (``99-66``, ``A5s-A2s``, ``JTs-76s``), single holdings
(``AsKd``), and ``random`` for all. A part may carry a weight, ``AKs:0.25``.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from deluck.cards.card import RANKS, format_card
from deluck.cards.holding import (
    N_HOLDINGS,
    N_STARTING_HANDS,
    format_holding,
    holding_cards,
    holding_of,
    starting_hands,
    two_cards,
)
from deluck.errors import RangeError

_EXPECTED = "expected e.g. 'TT+', 'AQs+', 'KQo', '99-66', 'A5s-A2s', 'AsKd', 'AKs:0.25' or 'random'"
_RANDOM = "random"


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """A weight from 0 to 1 for each of the 1,326 holdings, at least one of them above 0.

    Parameters
    ----------
    weights
        float64[1326], copied and made read-only.
    """

    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        weights = np.array(self.weights, dtype=np.float64)
        if weights.shape != (N_HOLDINGS,):
            raise RangeError(f"a range has {N_HOLDINGS} weights, one for each holding (got shape {weights.shape})")
        if not (np.isfinite(weights) & (weights >= 0) & (weights <= 1)).all():
            raise RangeError("a range's weights are numbers from 0 to 1")
        if not weights.any():
            raise RangeError("empty range: no holding has a weight above 0")
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)

    @classmethod
    def of(cls, holdings: Iterable[int]) -> "Range":
        """Return the range of these holdings, each with weight 1."""
        weights = np.zeros(N_HOLDINGS)
        weights[list(holdings)] = 1
        return cls(weights)

    @classmethod
    def everything(cls) -> "Range":
        """Return the range of all holdings, each with weight 1."""
        return cls(np.ones(N_HOLDINGS))

    @property
    def holdings(self) -> NDArray[np.int64]:
        """The holdings with a weight above 0, in rising order."""
        return np.flatnonzero(self.weights)

    def without(self, cards: Iterable[int]) -> "Range":
        """Return the range less every holding that uses one of the cards.

        Raises
        ------
        RangeError
            If nothing is left.
        """
        blocked = list(cards)
        free = ~np.isin(holding_cards(), blocked).any(axis=1)
        weights = np.where(free, self.weights, 0.0)
        if not weights.any():
            shown = " ".join(format_card(card) for card in blocked)
            raise RangeError(f"range {self} is empty: every holding in it uses one of {shown}, already dealt")
        return Range(weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return format_range(self)

    def __repr__(self) -> str:
        return f"parse_range({format_range(self)!r})"


def parse_range(text: str) -> Range:
    """Return the range written in the text.

    Raises
    ------
    RangeError
        If a part cannot be read, a holding is given two weights, or there is no part at all.
    """
    weights = np.zeros(N_HOLDINGS)
    for part in _parts(text):
        name, colon, weight_text = part.partition(":")
        weight = _parse_weight(weight_text, part) if colon else 1.0
        holdings = _parse_part(name.strip(), text)
        given = weights[holdings]
        if ((given != 0) & (given != weight)).any():
            raise RangeError(f"{part!r} in {text!r} gives a holding a second weight (expected one weight for each)")
        weights[holdings] = weight
    if not weights.any():
        raise RangeError(f"empty range: {text!r} ({_EXPECTED})")
    return Range(weights)


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a range: split at commas, and at spaces unless those stand between two cards."""
    for piece in text.replace(";", ",").split(","):
        cards = piece.partition(":")[0]
        if cards.strip() and two_cards(cards) is not None:
            yield piece.strip()
        else:
            yield from piece.split()


def _parse_weight(text: str, part: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 < weight <= 1:
        raise RangeError(f"not a weight: {text!r} in {part!r} (expected a number above 0 and at most 1)")
    return weight


def _parse_part(part: str, text: str) -> NDArray[np.int64]:
    """Return the holdings of one part without its weight."""
    if part.lower() == _RANDOM:
        return np.arange(N_HOLDINGS)
    cards = two_cards(part)
    if cards is not None:
        return np.array([holding_of(*cards)])
    within = "" if part == text else f" in {text!r}"
    try:
        classes = _parse_classes(part)
    except RangeError as error:
        raise RangeError(f"not a range: {part!r}{within} ({error})") from None
    return np.flatnonzero(np.isin(starting_hands(), classes))


def _parse_classes(part: str) -> list[int]:
    """Return the starting-hand classes of a part that names ranks: a hand, a hand with ``+``, or a run."""
    first, dash, last = part.partition("-")
    if not dash:
        high, low, kind = _parse_hand(part.removesuffix("+"))
        if not part.endswith("+"):
            return _classes(high, [low], kind)
        if high == low:
            return [14 * rank for rank in range(high, 13)]
        return _classes(high, range(low, high), kind)
    high, low, kind = _parse_hand(first.strip())
    other_high, other_low, other_kind = _parse_hand(last.strip())
    if kind != other_kind or (high == low) != (other_high == other_low):
        raise RangeError("a run goes between hands of one kind, e.g. '99-66' or 'A5s-A2s'")
    if high == other_high and high != low:
        return _classes(high, range(min(low, other_low), max(low, other_low) + 1), kind)
    if high - low == other_high - other_low:
        gap, bottom, top = high - low, min(low, other_low), max(low, other_low)
        return [cell for rank in range(bottom, top + 1) for cell in _classes(rank + gap, [rank], kind)]
    raise RangeError("a run keeps its higher card or its gap, e.g. 'A5s-A2s' or 'JTs-76s'")


def _parse_hand(text: str) -> tuple[int, int, str]:
    """Return the higher rank, the lower rank and the kind (``s``, ``o`` or nothing) of a hand's text."""
    ranks = [RANKS.find(letter) for letter in text[:2].upper()]
    kind = text[2:].lower()
    if len(ranks) != 2 or -1 in ranks or kind not in ("", "s", "o"):
        raise RangeError(_EXPECTED)
    if ranks[0] == ranks[1] and kind:
        raise RangeError(f"a pair is neither suited nor offsuit: write {text[:2]!r}")
    return max(ranks), min(ranks), kind


def _classes(high: int, lows: Iterable[int], kind: str) -> list[int]:
    suited = [13 * high + low for low in lows] if kind != "o" else []
    offsuit = [13 * low + high for low in lows] if kind != "s" else []
    return suited + offsuit


def format_range(holdings: Range) -> str:
    """Return the shortest usual notation of a range; parsing it gives the range back."""
    weights = holdings.weights
    parts: list[str] = []
    for weight in sorted(set(weights[weights > 0].tolist()), reverse=True):
        suffix = "" if weight == 1 else f":{weight!r}"
        parts += [part + suffix for part in _format_evenly(weights == weight)]
    return ",".join(parts)


def _format_evenly(chosen: NDArray[np.bool_]) -> list[str]:
    """Return the parts that name the chosen holdings (bool[1326]): classes first, then single holdings."""
    if chosen.all():
        return [_RANDOM]
    sizes = np.bincount(starting_hands(), minlength=N_STARTING_HANDS)
    counts = np.bincount(starting_hands()[chosen], minlength=N_STARTING_HANDS)
    whole = counts == sizes
    parts = _format_pairs({rank for rank in range(13) if whole[14 * rank]})
    for high in range(12, 0, -1):
        suited = _runs({low for low in range(high) if whole[13 * high + low]})
        offsuit = _runs({low for low in range(high) if whole[13 * low + high]})
        both = [run for run in suited if run in offsuit]
        parts += [_format_run(high, run, "") for run in both]
        parts += [_format_run(high, run, "s") for run in suited if run not in both]
        parts += [_format_run(high, run, "o") for run in offsuit if run not in both]
    single = np.flatnonzero(chosen & ~whole[starting_hands()])
    return parts + [format_holding(holding) for holding in reversed(single.tolist())]


def _runs(ranks: set[int]) -> list[tuple[int, int]]:
    """Return the unbroken runs of ranks as (top, bottom), the highest first."""
    runs = []
    for _, group in groupby(enumerate(sorted(ranks, reverse=True)), key=lambda pair: pair[0] + pair[1]):
        members = [rank for _, rank in group]
        runs.append((members[0], members[-1]))
    return runs


def _format_pairs(ranks: set[int]) -> list[str]:
    parts = []
    for top, bottom in _runs(ranks):
        if top == bottom:
            parts.append(RANKS[top] * 2)
        elif top == 12:
            parts.append(RANKS[bottom] * 2 + "+")
        else:
            parts.append(f"{RANKS[top] * 2}-{RANKS[bottom] * 2}")
    return parts


def _format_run(high: int, run: tuple[int, int], kind: str) -> str:
    top, bottom = run
    lowest = RANKS[high] + RANKS[bottom] + kind
    if top == bottom:
        return lowest
    if top == high - 1:
        return lowest + "+"
    return f"{RANKS[high]}{RANKS[top]}{kind}-{lowest}"
