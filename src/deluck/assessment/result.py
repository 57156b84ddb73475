"""An assessment: what a log says of one player's skill and luck."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from deluck.assessment.decisions import DecisionSummary, Leak
from deluck.assessment.examples import ExampleHand
from deluck.assessment.hands import ViewpointHands
from deluck.assessment.lines import Line, Slope, cumulative_line, running_slope
from deluck.assessment.pairs import Pairs
from deluck.assessment.split import Split
from deluck.assessment.summary import Comparison, Summary
from deluck.assessment.waterfall import Waterfall
from deluck.errors import FigureError
from deluck.formats import Rejected
from deluck.formats.contents import Contents
from deluck.version import JSON_SCHEMA

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go
    import pyarrow as pa


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Assessment:
    """What a log says of one player, the viewpoint: everything net to it, before rake.

    Results are in small bets; in big blinds where the structure is no-limit or pot-limit, of which there is only money.

    Attributes
    ----------
    n_hands, n_assessed, n_others
        Valid hands of the structure in which the viewpoint sat; those of them whose every decision could be priced;
        valid hands in which it did not sit.
    structure, other_structures
        The betting structure of the hands: ``limit``, ``no-limit`` or ``pot-limit``; and how many hands of the
        viewpoint are of which other structure.
    apart
        The assessments of those others, never added to this one.
    n_copies, n_both
        Hands that were given more than once, of which copies are left out; and those in which the viewpoint had
        another seat too: where there are any, nothing is claimed.
    n_filtered
        Hands of the viewpoint that were not asked for (by date, position or stakes).
    rejected, n_rejected, rejected_reasons
        The first of what was not read, how many they were in all, and how many of each kind of reason (see
        `Rejected.kind`), the most frequent first.
    contents
        What was read, by site, game, stakes and month; None of the structures that are assessed apart.
    set_aside
        Why hands were not assessed, each reason with its number of hands.
    players, viewpoint
        All names in the order they appear, and whose view this is.
    unit, per_100_unit
        Of means: ``sb/game`` or ``bb/game``; and per 100 games: ``bb/100``, as a big blind is a small bet in limit
        hold'em, or ``sb/100`` if there is stud, which has no blinds.
    baseline
        ``standard``, a style such as ``tight/conservative``, or a sweep such as ``sweep 1-2-3-2-1``.
    estimators
        Every estimator that has values, by name; with duplicate pairs also ``duplicate_money`` and
        ``duplicate_divat``.
    rounds, seats, opponents
        The same by street (those that have rounds, over the hands that got there), by ``P1`` and ``P2``, and by
        opponent (heads-up hands).
    positions
        The same by position (``BTN``), hold'em of any number of seats.
    depths, table_sizes, tablemates
        Money, the estimate of skill that leads and the luck beside it by effective stack, by number of players and,
        where hands have more than two, by opponent dealt in too (see `Breakdowns`).
    players_money
        What every player won in these hands, those with the most hands first.
    rake
        What the viewpoint paid, where there was any.
    comparisons
        Estimators of skill against money on the same hands.
    lead
        The estimate of skill that all hands have: ``money``, or one with less luck in it.
    split
        Money as decisions and cards, over all hands or, named so, over a part of them; None where no hand has it.
    waterfall
        The steps from money to that estimate, one kind of luck after the other; None where money leads.
    pairs
        How duplicate pairs were found; None where there are none.
    decisions, leaks
        What was decided, and where value goes.
    examples
        Hands that decisions and leaks name, card by card, by their row.
    verdict, notes
        The one sentence, and those that must stand beside it.
    settings_hash
        The hash of everything that was fixed before the hands were seen: the frozen constants of all estimators, and
        the baseline and the sampling that were chosen.
    seed, n_flops, version
        How it was computed: how preflop roll-outs without a table were sampled.
    hands
        The viewpoint's hands with their values.
    show, draw
        What shows it in a notebook, and what draws its charts; set by the caller that can draw.
    """

    n_hands: int
    n_assessed: int
    n_others: int
    n_filtered: int
    n_copies: int
    n_both: int
    rejected: tuple[Rejected, ...]
    n_rejected: int
    rejected_reasons: dict[str, int]
    contents: Contents | None
    structure: str
    other_structures: dict[str, int]
    apart: "tuple[Assessment, ...]"
    set_aside: dict[str, int]
    players: tuple[str, ...]
    viewpoint: str
    unit: str
    per_100_unit: str
    baseline: str
    estimators: dict[str, Summary]
    rounds: dict[str, dict[str, Summary]]
    seats: dict[str, dict[str, Summary]]
    positions: dict[str, dict[str, Summary]]
    opponents: dict[str, dict[str, Summary]]
    depths: dict[str, dict[str, Summary]]
    table_sizes: dict[str, dict[str, Summary]]
    tablemates: dict[str, dict[str, Summary]]
    players_money: dict[str, Summary]
    rake: Summary | None
    comparisons: dict[str, Comparison]
    lead: str
    split: Split | None
    waterfall: Waterfall | None
    pairs: Pairs | None
    decisions: DecisionSummary
    leaks: tuple[Leak, ...]
    examples: dict[int, ExampleHand]
    verdict: str
    notes: tuple[str, ...]
    settings_hash: str
    seed: int
    n_flops: int
    version: str
    hands: ViewpointHands
    show: "Callable[[Assessment], str] | None" = field(default=None)
    draw: "Callable[[Assessment, str], go.Figure] | None" = field(default=None)

    @property
    def unit_name(self) -> str:
        """What totals are counted in: ``sb`` or ``bb``."""
        return self.unit.partition("/")[0]

    @property
    def unit_words(self) -> str:
        """The same in words: ``small bets`` or ``big blinds``."""
        return {"sb": "small bets", "bb": "big blinds"}[self.unit_name]

    def line(self, name: str, round: str | None = None) -> Line:  # noqa: A002 - the word for it
        """Return the running total of an estimator over the hands it has values for.

        Parameters
        ----------
        name
            One of ``estimators``.
        round
            A street, for its own part of ``luck`` or ``divat_roe``; hands that did not get there add nothing.
        """
        return cumulative_line(self.hands.values(name, round))

    def slope(self, name: str, window: int | None = None) -> Slope:
        """Return the mean of an estimator over a window that runs over the hands, by default a tenth of them."""
        return running_slope(self.hands.values(name), window)

    def to_arrow(self, table: str = "hands") -> "pa.Table":
        """Return a tidy table; null stands for no value.

        Parameters
        ----------
        table
            ``hands``: one row per hand of the viewpoint, with every estimator; ``seats``, ``decisions``: of all seats
            in these hands; ``leaks``: kinds of decisions; ``estimators``, ``streets``, ``positions``, ``depths``,
            ``table_sizes``, ``opponents``, ``tablemates``: one row per group and estimator, with its interval.

        Raises
        ------
        AssessmentError
            If there is no such table.
        """
        from deluck.assessment.frames import frame

        return frame(self, table)

    def to_pandas(self, table: str = "hands") -> "pd.DataFrame":
        """Return `to_arrow` as a data frame, where pandas is installed."""
        return self.to_arrow(table).to_pandas()

    def plot(self, chart: str = "match") -> "go.Figure":
        """Return a chart as a plotly figure: ``match``, ``waterfall``, ``slope`` or ``duplicates``.

        Raises
        ------
        FigureError
            If there is no such chart, or nothing to draw in it.
        """
        if self.draw is None:
            raise FigureError("nothing draws this assessment (expected one that deluck.assess returned)")
        return self.draw(self, chart)

    def shown_by(
        self, show: "Callable[[Assessment], str]", draw: "Callable[[Assessment, str], go.Figure] | None" = None
    ) -> "Assessment":
        """Return the same, shown by this function in a notebook, its charts drawn by that one."""
        return replace(self, show=show, draw=draw)

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the hands as plain values, as ``deluck assess --json`` prints it."""

        def values(summaries: dict[str, Summary]) -> dict[str, Any]:
            return {name: summary.as_dict() for name, summary in summaries.items()}

        return {
            "schema": JSON_SCHEMA,
            "hands": self.n_hands,
            "assessed": self.n_assessed,
            "others": self.n_others,
            "structure": self.structure,
            "copies": self.n_copies,
            "filtered": self.n_filtered,
            "other_structures": self.other_structures,
            "set_aside": self.set_aside,
            "rejections": self.n_rejected,
            "rejected_reasons": self.rejected_reasons,
            "rejected": [{"source": each.source, "line": each.line, "reason": each.reason} for each in self.rejected],
            "players": list(self.players),
            "viewpoint": self.viewpoint,
            "unit": self.unit,
            "baseline": self.baseline,
            "estimators": values(self.estimators),
            "rounds": {name: values(each) for name, each in self.rounds.items()},
            "seats": {name: values(each) for name, each in self.seats.items()},
            "positions": {name: values(each) for name, each in self.positions.items()},
            "opponents": {name: values(each) for name, each in self.opponents.items()},
            "depths": {name: values(each) for name, each in self.depths.items()},
            "table_sizes": {name: values(each) for name, each in self.table_sizes.items()},
            "tablemates": {name: values(each) for name, each in self.tablemates.items()},
            "players_money": values(self.players_money),
            "rake": None if self.rake is None else self.rake.as_dict(),
            "lead": self.lead,
            "split": None if self.split is None else self.split.as_dict(),
            "waterfall": None if self.waterfall is None else self.waterfall.as_dict(),
            "comparisons": {name: each.as_dict() for name, each in self.comparisons.items()},
            "pairs": None if self.pairs is None else self.pairs.as_dict(),
            "decisions": self.decisions.as_dict(),
            "leaks": [leak.as_dict() for leak in self.leaks],
            "verdict": self.verdict,
            "notes": list(self.notes),
            "settings_hash": self.settings_hash,
            "seed": self.seed,
            "n_flops": self.n_flops,
            "version": self.version,
            "apart": {each.structure: each.as_dict() for each in self.apart},
            **({} if self.contents is None else self.contents.as_dict()),
        }

    def __repr__(self) -> str:
        from deluck.assessment.verdict import describe

        return describe(self)

    def _repr_html_(self) -> str | None:
        return None if self.show is None else self.show(self)
