"""What was not read, told on stderr: the first ones in full, the rest counted."""

from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from deluck.formats import Rejected

_MOST_TOLD = 20


class Rejections:
    """Counts what is rejected and prints the first of them as ``file:line: reason``."""

    def __init__(self) -> None:
        self.n = 0
        self._told: list[Rejected] = []

    def add(self, rejected: "Rejected") -> None:
        """Take note of one more, and print it unless many were printed before."""
        self.n += 1
        if len(self._told) < _MOST_TOLD:
            self._told.append(rejected)
            typer.echo(str(rejected), err=True)

    def tell_rest(self) -> None:
        """Print how many were not printed, if any."""
        if self.n > len(self._told):
            typer.echo(f"and {self.n - len(self._told):,} more", err=True)

    def as_json(self) -> dict[str, Any]:
        """Return the count and the first ones, for a JSON report."""
        told = [{"source": each.source, "line": each.line, "reason": each.reason} for each in self._told]
        return {"rejected": self.n, "rejections": told}
