"""Runtime DIVAT: what one seat can know while a match runs, beside the full answer when all cards are known.

The paper mentions a variation of DIVAT for feedback during matches, with "special consideration" for the biases of
partial observability, and gives no numbers. Here a seat's own cards and what was shown are used, by estimators that
have no such bias, and the biased short cut is shown beside them: DIVAT over the hands whose cards came to light.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.assessing import context_of
from deluck.assessment.lines import cumulative_line
from deluck.assessment.standings import sides_of
from deluck.estimators import find_column
from deluck.formats import Rejected, read_columns
from deluck.games import HoldemRules
from deluck.records import HandColumns, walk
from deluck.records.hiding import as_seen_from
from deluck.report.figures_divat import totals_chart
from deluck.report.words import listed
from deluck.statistics import FEWEST_HANDS, Estimate, estimate, running_intervals, variance_ratio
from deluck.studies.matches import play_match
from deluck.studies.papers import DIVAT, SHARP, SOFT
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.simulated import simulate
from deluck.studies.text import rate
from deluck.values import compute_values

OWN = "own_cards"
_STACKS = (20_000, 20_000)  # 200 big blinds
_LOOKS = (500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)


@dataclass(frozen=True, slots=True)
class Watched:
    """One player's match, by all cards and by what its seat sees.

    Attributes
    ----------
    title
        Of the match.
    unit
        ``sb`` or ``bb``.
    full
        The name of the estimator that knows all cards.
    values
        ``money``, ``own_cards`` and the full estimator, per hand in the order of play, float64[n].
    shown
        Which hands came to a showdown, so that the seat saw all cards, bool[n].
    """

    title: str
    unit: str
    full: str
    values: dict[str, NDArray[np.float64]]
    shown: NDArray[np.bool_]

    def per_100(self, values: NDArray[np.float64]) -> Estimate:
        """Return the mean of values per 100 hands."""
        return estimate(100 * values, "bb/100")

    @property
    def distance(self) -> Estimate:
        """How far the seat's answer is from the full one over the same hands, per 100 hands."""
        return self.per_100(self.values[OWN] - self.values[self.full])

    @property
    def shown_bias(self) -> Estimate:
        """How far the full estimator over showdowns alone is from that over all hands, per 100 hands."""
        return _shown_bias(self.values[self.full], self.shown)

    def findings(self) -> Findings:
        """Return the match by each estimator, what a hand counts for, and how far the seat's answer is off."""
        money, own, full = (self.values[name] for name in ("money", OWN, self.full))
        label = find_column(self.full).label
        rows = [
            Finding.of(f"{self.title}: money", self.per_100(money), decimals=1, is_signed=True),
            Finding.of("own cards and what was shown", self.per_100(own), decimals=1, is_signed=True),
            Finding.of(f"{label}, all cards", self.per_100(full), decimals=1, is_signed=True),
            Finding.of("own cards less all cards", self.distance, decimals=1, is_signed=True),
            Finding.of("money's variance over own cards'", variance_ratio(money, own), decimals=2),
            Finding.of(f"money's variance over {label}'s", variance_ratio(money, full), decimals=2),
            Finding.of(
                f"{label} over showdowns alone, less that over all hands",
                self.shown_bias,
                decimals=1,
                is_signed=True,
            ),
        ]
        return Findings(f"{self.title}, {len(money):,} hands", tuple(rows))

    def looks(self) -> Table:
        """Return what is shown on the way: both answers with anytime-valid intervals."""
        n = len(self.shown)
        rows = []
        running = {name: running_intervals(self.values[name]) for name in (OWN, self.full)}
        for look in (*(look for look in _LOOKS if FEWEST_HANDS <= look < n), n):
            cells = [
                f"{100 * means[look - 1]:+.1f} ± {100 * half[look - 1]:.1f}" for means, half, _ in running.values()
            ]
            apart = 100 * (running[OWN][0][look - 1] - running[self.full][0][look - 1])
            rows.append((f"{look:,}", *cells, f"{apart:+.1f}"))
        columns = ("hands", "own cards ± anytime 95%", "all cards ± anytime 95%", "apart")
        return Table(f"{self.title}: what a look shows, bb/100", columns, tuple(rows))


def runtime(run: Run) -> StudyResult:
    """Return how far a seat's own answer while a match runs is from the full answer after it."""
    found = [_limit(run), _no_limit(run)]
    ratios = [variance_ratio(each.values["money"], each.values[OWN]).mean for each in found]
    worth = [variance_ratio(each.values["money"], each.values[each.full]).mean for each in found]
    return StudyResult(
        name="runtime-divat",
        title="Runtime DIVAT: one seat's view while a match runs",
        paper=f"{DIVAT}, section 5, which names runtime DIVAT and gives no numbers.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            "While a match runs a seat knows its own cards and what is shown at showdowns. What it can say without "
            "bias is money less the luck of its own hole cards, all-ins at their expectation: `deluck assess --live "
            "--seat`.",
            *(
                f"{each.title}: the seat's answer is {rate(each.distance, 1)} bb/100 from the full one over "
                f"{len(each.shown):,} hands."
                for each in found
            ),
            f"A hand counts for {min(ratios):.2f} to {max(ratios):.2f} hands of money by own cards, and for "
            f"{min(worth):.2f} to {max(worth):.2f} by DIVAT when all cards are known: the seat's answer has no bias, "
            "but most of the spread of money.",
            "DIVAT over the hands whose cards came to light is no substitute, as showdowns are no random sample: it is "
            f"off by {listed([f'{rate(each.shown_bias, 1)} bb/100 ({each.title})' for each in found])}.",
        ),
        blocks=tuple(block for each in found for block in (each.findings(), each.looks())),
        deviations=(
            "The paper's variation uses DIVAT itself while cards are hidden, in a way it does not describe. Ours uses "
            "no baseline at run time; the price is a wider interval, not a bias.",
        ),
        charts=tuple(
            totals_chart(
                f"match-{number}",
                each.title,
                {name: cumulative_line(values) for name, values in each.values.items()},
                x_title="hands",
                unit=each.unit,
            )
            for number, each in enumerate(found, start=1)
        ),
        data={each.title: {"distance": each.distance.mean, "stderr": each.distance.stderr} for each in found},
    )


def _shown_bias(values: NDArray[np.float64], shown: NDArray[np.bool_]) -> Estimate:
    """Return the mean over showdowns less that over all hands, per 100 hands, with its error."""
    bias = float(values[shown].mean() - values.mean())
    influences = (values - values[shown].mean()) * shown / shown.mean() - (values - values.mean())
    return Estimate(100 * bias, 100 * estimate(influences, "").stderr, len(values), "bb/100")


def _limit(run: Run) -> Watched:
    log = play_match(run, "runtime", SHARP, SOFT, n_games=run.n_games, seed=run.seed)
    hands = HandColumns.concatenate([part for part in read_columns(log) if not isinstance(part, Rejected)])
    return _watched("Limit, two styles of the baseline", hands, SHARP.name, run.jobs)


def _no_limit(run: Run) -> Watched:
    hands = simulate(HoldemRules.no_limit(2), _STACKS, run.n_games, run.seed)
    return _watched("No-limit, scripted players, 200 bb", hands, hands.names[0], run.jobs)


def _watched(title: str, hands: HandColumns, player: str, n_jobs: int) -> Watched:
    decisions = walk(hands)
    seats = (hands.players == hands.names.index(player)).argmax(axis=1)
    context, _ = context_of()
    all_cards, own = (
        sides_of(compute_values([("", each)], context, n_jobs=n_jobs), [player])[0]
        for each in (hands, as_seen_from(hands, decisions, seats))
    )
    values = {
        "money": all_cards.columns["money"],
        OWN: own.columns[OWN],
        all_cards.lead: all_cards.columns[all_cards.lead],
    }
    return Watched(title, all_cards.unit, all_cards.lead, values, np.asarray(~decisions.folded.any(axis=1)))
