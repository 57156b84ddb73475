"""The result of a study: numbers beside the paper's, tables, sentences and charts, all plain values."""

import math
from dataclasses import dataclass, field
from typing import Any

from deluck.report.charts import Chart
from deluck.statistics import Estimate
from deluck.version import __version__

Number = float | int | str  # text for a line of betting


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One number, ours beside the paper's.

    Attributes
    ----------
    what
        A short label.
    ours
        The study's number; text where the paper prints text, such as a line of betting.
    stderr
        Its standard error; 0 if it is exact.
    paper
        The paper's number, or None if it has none.
    paper_stderr
        The standard error of the paper's number if it is known from its number of games, else 0.
    unit
        The unit, as printed after the number.
    decimals
        The number of decimals that the paper prints and we show.
    is_signed
        Whether a positive number has a plus sign.
    """

    what: str
    ours: Number
    stderr: float = 0.0
    paper: Number | None = None
    paper_stderr: float = 0.0
    unit: str = ""
    decimals: int = 3
    is_signed: bool = False

    @classmethod
    def of(
        cls,
        what: str,
        found: Estimate,
        *,
        paper: float | None = None,
        paper_stderr: float = 0.0,
        decimals: int = 3,
        is_signed: bool = False,
    ) -> "Finding":
        """Return an estimate as a finding."""
        return cls(
            what=what,
            ours=found.mean,
            stderr=found.stderr,
            paper=paper,
            paper_stderr=paper_stderr,
            unit=found.unit,
            decimals=decimals,
            is_signed=is_signed,
        )

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's; None where one of them is missing or text."""
        if isinstance(self.ours, str) or isinstance(self.paper, str) or self.paper is None:
            return None
        return self.ours - self.paper

    @property
    def difference_stderr(self) -> float:
        """The standard error of the difference."""
        return math.hypot(self.stderr, self.paper_stderr)

    @property
    def is_same(self) -> bool:
        """Whether ours, as printed, is what the paper prints."""
        if isinstance(self.ours, str) or isinstance(self.paper, str):
            return self.ours == self.paper
        return self.paper is not None and round(self.ours, self.decimals) == round(self.paper, self.decimals)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        known = self.paper is not None
        return {
            "what": self.what,
            "paper": self.paper,
            "ours": self.ours,
            "stderr": self.stderr,
            "difference": self.difference,
            "difference_stderr": self.difference_stderr if known and self.difference is not None else None,
            "same": self.is_same if known else None,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """Numbers that belong together, under a title."""

    title: str
    rows: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a title and column heads; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyResult:
    """The result of a study.

    Attributes
    ----------
    name
        The name of the study.
    title
        Its title.
    paper
        The paper, and the sections and figures.
    n_games, seed
        The number of games, 0 if none are played, and their seed.
    sentences
        The conclusions.
    blocks
        Numbers and tables, in reading order.
    deviations
        Differences from the paper, and their reasons.
    charts
        The paper's figures, drawn from our games.
    data
        More for JSON: the numbers of the tables, unformatted.
    """

    name: str
    title: str
    paper: str
    n_games: int
    seed: int
    sentences: tuple[str, ...]
    blocks: tuple[Findings | Table, ...]
    deviations: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command that gives the same numbers."""
        size = f" --games {self.n_games}" if self.n_games else ""
        seed = f" --seed {self.seed}" if self.n_games else ""
        return f"deluck study {self.name}{size}{seed}"

    def finding(self, what: str) -> Finding:
        """Return the finding of this name.

        Raises
        ------
        KeyError
            If there is none.
        """
        for block in self.blocks:
            for row in block.rows if isinstance(block, Findings) else ():
                if row.what == what:
                    return row
        raise KeyError(f"no finding {what!r} in {self.name}")

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the charts as plain values, for JSON."""
        return {
            "study": self.name,
            "title": self.title,
            "paper": self.paper,
            "hands": self.n_games,
            "seed": self.seed,
            "version": __version__,
            "command": self.command,
            "findings": [
                {"group": block.title, **row.as_dict()}
                for block in self.blocks
                if isinstance(block, Findings)
                for row in block.rows
            ],
            "tables": [
                {"title": block.title, "columns": list(block.columns), "rows": [list(row) for row in block.rows]}
                for block in self.blocks
                if isinstance(block, Table)
            ],
            "sentences": list(self.sentences),
            "deviations": list(self.deviations),
            "data": self.data,
        }
