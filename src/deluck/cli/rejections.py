"""What was read, by site, game, stakes and month; and on stderr what was not, by reason with an example of each."""

from typing import TYPE_CHECKING, Any

from deluck.cli.output import print_table, say
from deluck.plain_text import bounded

if TYPE_CHECKING:
    from deluck.formats import Rejected
    from deluck.formats.contents import Contents
    from deluck.records import HandColumns, HandRecord

_MOST_SHOWN = 20
_MOST_EACH = 3
"""Rejections of one kind that are shown as they come."""
_MOST_KINDS = 15
_MOST_STRANGERS = 10
_LONGEST_REASON = 500
_LONGEST_EXAMPLE = 160


class Rejections:
    """Counts what is read and what is rejected, and prints the first rejections as ``file:line: reason``.

    Parameters
    ----------
    is_listed
        Whether all of them are stored, for `as_json`.
    """

    def __init__(self, *, is_listed: bool = True) -> None:
        from deluck.formats.contents import Contents

        self.n = 0
        self.contents = Contents()
        self._is_listed = is_listed
        self._listed: list[Rejected] = []
        self._n_shown = 0

    def read(self, hands: "HandColumns | HandRecord", source: str) -> None:
        """Count hands that were read."""
        self.contents.add(hands, source)

    def add(self, rejected: "Rejected") -> None:
        """Take note of one more, and print it unless many were printed before; files that are no logs are named later.

        Of one kind no more than a few are printed.
        """
        self.n += 1
        if self._is_listed:
            self._listed.append(rejected)
        self.contents.add(rejected)
        if rejected.is_stranger:
            return
        if self._n_shown < _MOST_SHOWN and self.contents.reasons[rejected.kind] <= _MOST_EACH:
            self._n_shown += 1
            say(bounded(str(rejected), _LONGEST_REASON), err=True)

    def report_rest(self) -> None:
        """Print which files are no logs, and how many hands were rejected for which reason if not all were shown."""
        found = self.contents
        if found.strangers:
            names = ", ".join(found.strangers[:_MOST_STRANGERS])
            more = len(found.strangers) - _MOST_STRANGERS
            files = "1 file is" if len(found.strangers) == 1 else f"{len(found.strangers):,} files are"
            say(f"{files} of no format known here: {names}{f' and {more:,} more' if more > 0 else ''}", err=True)
        if self._n_shown == found.n_rejected:
            return
        say(f"{found.n_rejected:,} rejected:", err=True)
        for reason, count in found.reasons.most_common():
            first = found.examples[reason]
            example = bounded(first.reason, _LONGEST_EXAMPLE)
            say(f"  {count:,} × {bounded(reason, _LONGEST_REASON)} (first at {first.where}: {example})", err=True)

    def as_json(self) -> dict[str, Any]:
        """Return what was rejected, counted and listed, under the names of ``docs/json.md``."""
        reasons = dict(self.contents.reasons.most_common())
        return {"rejections": self.n, "rejected_reasons": reasons, "rejected": self.listed()}

    def listed(self) -> list[dict[str, Any]]:
        """Return every rejection that was stored, for a JSON report."""
        return [
            {"source": each.source, "line": each.line, "reason": bounded(each.reason, _LONGEST_REASON)}
            for each in self._listed
        ]


def print_contents(found: "Contents") -> None:
    """Print what was read where that is more than hands of one kind: by site, then by game, stakes and month."""
    from deluck.formats.contents import NO_SITE

    if len(found.hands) < 2:
        return
    sites = found.by_site()
    rows = [(name or NO_SITE, f"{read:,}", f"{rejected:,}") for name, (read, rejected) in sites.items()]
    print_table("What was read", ("site", "hands", "rejected"), rows)
    kinds = found.hands.most_common()
    print_table(
        "By site, game, stakes and month",
        ("site", "game", "stakes", "month", "hands"),
        [(*kind.words, f"{count:,}") for kind, count in kinds[:_MOST_KINDS]],
    )
    if len(kinds) > _MOST_KINDS:
        rest = sum(count for _, count in kinds[_MOST_KINDS:])
        say(f"and {rest:,} more hands of {len(kinds) - _MOST_KINDS:,} other kinds (--json has all)", "")
