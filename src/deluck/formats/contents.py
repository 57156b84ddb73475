"""What was read and what was not: hands by site, game, stakes and month; rejections by reason, with an example."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np

from deluck.formats.rejections import Rejected
from deluck.records import HandRecord
from deluck.records.columns import NO_TIME, HandColumns
from deluck.records.descriptions import name_stakes

_MICROSECONDS_PER_DAY = 86_400_000_000
_EPOCH = np.datetime64("1970-01-01", "D")
_LONGEST = 300
_GAMES = {"holdem": "hold'em", "stud7": "seven-card stud"}
NO_SITE = "not named"
"""What people read in the place of a site that no source names."""


class Kind(NamedTuple):
    """What hands have in common that are counted together."""

    site: str
    """As the source names it; empty where it does not."""
    game: str
    structure: str
    stakes: str
    currency: str
    is_tournament: bool
    month: str
    """``2024-01``, by UTC; empty where the hand has no time."""

    @property
    def words(self) -> tuple[str, str, str, str]:
        """Site, game, stakes and month for people to read."""
        game = [_GAMES[self.game], self.structure, *(["tournament"] if self.is_tournament else [])]
        return self.site or NO_SITE, " ".join(game), f"{self.currency}{self.stakes}", self.month or "–"


@dataclass(slots=True)
class Contents:
    """Counts of what sources hold; `add` takes whatever reading yields.

    Attributes
    ----------
    hands
        How many hands of each kind were read.
    reasons, examples
        How many hands, lines or files were rejected for which reason (`Rejected.kind`), and the first of each.
    strangers
        The files that are of no format known here.
    """

    hands: Counter[Kind] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Rejected] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    _sites: dict[str, set[str]] = field(default_factory=dict)
    _rejected: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, found: HandColumns | HandRecord | Rejected, source: str = "") -> None:
        """Count hands, or what was not read.

        Parameters
        ----------
        found
            What was read.
        source
            Where hands are from.
        """
        if isinstance(found, Rejected):
            self._reject(found)
            return
        counts = count_hands(found)
        self.hands.update(counts)
        self._sites.setdefault(source, set()).update([kind.site for kind in counts])

    def _reject(self, rejected: Rejected) -> None:
        if rejected.is_stranger:
            self.strangers.append(rejected.source)
            return
        kind = rejected.kind[:_LONGEST]
        self.reasons[kind] += 1
        self.examples.setdefault(kind, rejected)
        self._rejected[rejected.source, rejected.format] += 1

    def add_counted(
        self, source: str, hands: Mapping[Kind, int], rejected: Iterable[Rejected], reasons: Mapping[str, int]
    ) -> None:
        """Add what was counted of a source before.

        Parameters
        ----------
        source
            Its name.
        hands
            How many hands of each kind were read.
        rejected, reasons
            The first of what was rejected, and how many there were of each kind.
        """
        self.hands.update(hands)
        if hands:
            self._sites.setdefault(source, set()).update([kind.site for kind in hands])
        left = Counter(reasons)
        form = ""
        for each in rejected:
            left[each.kind] -= 1
            form = each.format or form
            self._reject(each)
        for kind, count in left.items():  # those of which only the number is known
            if count > 0:
                self.reasons[kind[:_LONGEST]] += count
                self._rejected[source, form] += count

    @property
    def n_hands(self) -> int:
        """How many hands were read, copies included."""
        return sum(self.hands.values())

    @property
    def n_rejected(self) -> int:
        """How many hands or lines were rejected; files that are no logs are not counted."""
        return sum(self.reasons.values())

    def by_site(self) -> dict[str, tuple[int, int]]:
        """Return how many hands of each site were read and how many rejected, the most first.

        What was rejected of a file is of its only site, or named by its format, as the site of that name is written.
        """
        read, rejected = Counter[str](), Counter[str]()
        for kind, count in self.hands.items():
            read[kind.site] += count
        written = {site.casefold(): site for site in read}
        for (source, form), count in self._rejected.items():
            sites = self._sites.get(source, set())
            site = form.removesuffix("-old")
            rejected[next(iter(sites)) if len(sites) == 1 else written.get(site, site)] += count
        names = sorted({*read, *rejected}, key=lambda name: (-read[name], -rejected[name], name))
        return {name: (read[name], rejected[name]) for name in names}

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values, under the names of ``docs/json.md``."""
        return {
            "read": [{**kind._asdict(), "hands": count} for kind, count in self.hands.most_common()],
            "sites": {name: {"hands": read, "rejections": left} for name, (read, left) in self.by_site().items()},
            "rejected_examples": {
                kind: {"source": each.source, "line": each.line, "reason": each.reason, "excerpt": each.excerpt}
                for kind, each in self.examples.items()
            },
            "not_recognised": list(self.strangers),
        }


def count_hands(hands: HandColumns | HandRecord) -> dict[Kind, int]:
    """Return how many hands there are of each kind."""
    if isinstance(hands, HandRecord):
        return {_kind_of(hands): 1}
    if not len(hands):
        return {}
    months = _months(hands)
    rows = np.stack([hands.rules_index, hands.units_index, hands.origins_index, months], axis=1)
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    found: Counter[Kind] = Counter()
    for (rules_at, unit_at, origin_at, month), count in zip(distinct.tolist(), counts.tolist(), strict=True):
        rules, unit, origin = hands.rules[rules_at], hands.units[unit_at], hands.origins[origin_at]
        kind = Kind(
            origin.site,
            hands.game,
            str(rules.structure),
            name_stakes(rules, unit.chips_per_unit),
            unit.currency,
            bool(origin.tournament),
            "" if month < 0 else f"{month // 12:04}-{month % 12 + 1:02}",
        )
        found[kind] += count
    return found


def _months(hands: HandColumns) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the month of each hand, counted from the year 0; -1 of a hand without a time."""
    days = np.where(hands.times == NO_TIME, 0, hands.times) // _MICROSECONDS_PER_DAY
    months = (_EPOCH + days).astype("datetime64[M]").astype(np.int64) + 1970 * 12
    return np.where(hands.times == NO_TIME, -1, months)


def _kind_of(hand: HandRecord) -> Kind:
    time: datetime | None = hand.time
    return Kind(
        hand.site,
        hand.game,
        str(hand.rules.structure),
        name_stakes(hand.rules, hand.chips_per_unit),
        hand.currency,
        bool(hand.tournament),
        "" if time is None else f"{time.astimezone(UTC):%Y-%m}",
    )
