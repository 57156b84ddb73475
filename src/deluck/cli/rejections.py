"""What was not read, on stderr: the first rejections in full, and all of them counted by reason."""

from typing import TYPE_CHECKING, Any

from deluck.cli.output import say
from deluck.plain_text import bounded

if TYPE_CHECKING:
    from deluck.formats import Rejected

_MOST_SHOWN = 20
_LONGEST_REASON = 500


class Rejections:
    """Counts what is rejected and prints the first of them as ``file:line: reason``.

    Parameters
    ----------
    is_listed
        Whether all of them are stored, for `as_json`.
    """

    def __init__(self, *, is_listed: bool = True) -> None:
        self.n = 0
        self._is_listed = is_listed
        self._listed: list[Rejected] = []
        self._counts: dict[str, int] = {}
        self._first: dict[str, Rejected] = {}

    def add(self, rejected: "Rejected") -> None:
        """Take note of one more, and print it unless many were printed before."""
        if self.n < _MOST_SHOWN:
            say(bounded(str(rejected), _LONGEST_REASON), err=True)
        self.n += 1
        if self._is_listed:
            self._listed.append(rejected)
        kind = bounded(rejected.kind, _LONGEST_REASON)
        self._counts[kind] = self._counts.get(kind, 0) + 1
        self._first.setdefault(kind, rejected)

    def report_rest(self) -> None:
        """Print how many were rejected for which reason, where a reason came more than once."""
        if self.n == len(self._counts) <= _MOST_SHOWN:
            return
        say(f"{self.n:,} rejected:", err=True)
        for kind, count in self._by_count():
            say(f"  {count:,} × {kind} (first at {self._first[kind].where})", err=True)

    def as_json(self) -> dict[str, Any]:
        """Return the count, the counts by reason and every rejection, under the names of ``assess --json``."""
        return {"rejections": self.n, "rejected_reasons": dict(self._by_count()), "rejected": self.listed()}

    def listed(self) -> list[dict[str, Any]]:
        """Return every rejection that was stored, for a JSON report."""
        return [
            {"source": each.source, "line": each.line, "reason": bounded(each.reason, _LONGEST_REASON)}
            for each in self._listed
        ]

    def _by_count(self) -> list[tuple[str, int]]:
        return sorted(self._counts.items(), key=lambda item: -item[1])
