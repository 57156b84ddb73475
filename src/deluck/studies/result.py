"""What a study found: numbers beside the paper's, tables, sentences and charts, all plain values."""

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
        What it is, in a few words.
    ours
        What the study found; text where the paper prints text, a line of betting for instance.
    stderr
        Its standard error; 0 where it is exact.
    paper
        What the paper prints, or None where it has no such number.
    paper_stderr
        The standard error that goes with the paper's number, as far as its number of games tells; else 0.
    unit
        The unit, as printed after the number.
    decimals
        How many decimals the paper prints, and we show.
    is_signed
        Whether the number has a plus sign where it is positive.
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
        """Return the finding that an estimate is."""
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
        """Ours less the paper's; None where one of them is missing or text."""
        if isinstance(self.ours, str) or isinstance(self.paper, str) or self.paper is None:
            return None
        return self.ours - self.paper

    @property
    def difference_stderr(self) -> float:
        """The standard error of the difference."""
        return math.hypot(self.stderr, self.paper_stderr)

    @property
    def is_same(self) -> bool:
        """Whether ours, as it is printed, is what the paper prints."""
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
    """What a study found.

    Attributes
    ----------
    name
        The study, as it is asked for.
    title
        What it is about.
    paper
        Which paper, and where in it.
    n_games, seed
        Its size, 0 where nothing is played, and what its games follow from.
    sentences
        What it shows.
    blocks
        Numbers and tables, in the order they are to be read.
    deviations
        Where we differ from the paper, and why.
    charts
        The paper's figures, drawn from our games.
    data
        More for JSON: numbers of the tables as they are.
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
