"""DIVAT as a family: heads-up limit hold'em against the baseline, for both seats, with a price for every decision."""

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.context import Context
from deluck.estimators.divat.all_in_luck import all_in_luck
from deluck.estimators.divat.analysis import Analysis, analyse
from deluck.estimators.divat.differences import decision_prices
from deluck.estimators.divat.eligibility import FINEST, Reason, find_assessable
from deluck.estimators.divat.estimators import ESTIMATORS
from deluck.estimators.divat.luck import sampled_seat_value, seat_value
from deluck.estimators.divat.policy import STANDARD
from deluck.estimators.divat.rounds import Stakes
from deluck.estimators.family import ColumnSpec, DecisionPrices, Eligibility, Kind, Values
from deluck.estimators.money import money_before_rake
from deluck.records import DecisionColumns, HandColumns
from deluck.statistics import Estimate

N_SEAT_DEALS = 100_000
"""Deals from which the seat value of settings without a table is sampled."""

_COLUMNS = (
    ColumnSpec(
        "lfat",
        "LFAT",
        "luck of the deals, by all-in equity",
        Kind.LUCK,
        by_street=True,
        explanation="luck as players know it: the change of all-in equity with each deal, times the pot.",
    ),
    ColumnSpec(
        "money_minus_lfat",
        "Money − LFAT",
        "money less the luck of the deals",
        Kind.SKILL,
        colour="adjusted",
        rank=1,
        rest="lfat",
        line_width=1.6,
        explanation="money with that luck taken out: the “all-in adjusted” line, computed at every deal.",
    ),
    ColumnSpec(
        "evat",
        "EVAT",
        "play against perfect hindsight, biased",
        Kind.BIASED,
        colour="river",
        by_street=True,
        explanation="play against somebody who sees all cards. It is biased: it blames good bets that happen to run "
        "into better hands. Here for comparison only.",
    ),
    ColumnSpec(
        "divat_aie",
        "DIVAT by all-in equity",
        "play against the baseline, by all-in equity, biased",
        Kind.BIASED,
        colour="flop",
        by_street=True,
    ),
    ColumnSpec(
        "divat_roe",
        "DIVAT",
        "play against the baseline, by roll-out equity",
        Kind.SKILL,
        colour="divat",
        by_street=True,
        rest="luck",
        rank=3,
        line_width=3.0,
        explanation="the prices of all decisions of both players added up, net to the viewpoint: how much better or "
        "worse it played than its opponent against the baseline, with the luck of the cards taken out.",
    ),
    ColumnSpec(
        "luck",
        "Luck",
        "what the cards were worth, seat value included",
        Kind.LUCK,
        by_street=True,
        explanation="what is left of the money: what each deal was worth when it came. In the long run it adds up to "
        "nothing, but for the seat.",
    ),
    ColumnSpec(
        "seat_value",
        "Seat value",
        "what the seat is worth under the baseline",
        Kind.LUCK,
        explanation="what the big blind's seat is worth between two baselines; the players change seats, so it nearly "
        "cancels.",
    ),
    ColumnSpec(
        "dcash",
        "Dcash",
        "the baseline's money on the same cards",
        Kind.LUCK,
        colour="dcash",
        line_width=1.4,
        explanation="what the baseline would have won with the same cards; Money − Dcash compares you with it.",
    ),
    ColumnSpec(
        "money_minus_dcash",
        "Money − Dcash",
        "money less the baseline's",
        Kind.SKILL,
        colour="dcash",
        rank=2,
        rest="dcash",
    ),
    ColumnSpec("seat_value_error", "Error of the seat value", "standard error of a sampled seat value", Kind.DETAIL),
    ColumnSpec("divat_sampled", "Sampled", "1 if preflop values of the hand are from a sample of flops", Kind.DETAIL),
)
_WITHOUT_BASELINE = ("lfat", "evat")
_REASONS = tuple(reason.sentence for reason in Reason if reason)


class DivatFamily:
    """DIVAT and what it is made of, in small bets; money = DIVAT + luck in every hand."""

    name = "divat"
    prices_decisions = True
    columns = _COLUMNS

    def eligible(self, hands: HandColumns) -> Eligibility:
        """Return which hands are heads-up limit hold'em with all cards known, each other one with its reason."""
        return Eligibility(find_assessable(hands).eligibility.reasons, _REASONS)

    def values(self, hands: HandColumns, decisions: DecisionColumns, context: Context) -> Values:
        """Return all columns of both seats, and the price of every decision."""
        assessable = find_assessable(hands, decisions)
        rows, reasons = assessable.eligibility.rows, assessable.eligibility.reasons
        runs = [
            analyse(hands, settings, sampling=context.sampling, assessable=assessable) for settings in context.settings
        ]
        weights = [float(weight) for weight in context.weights]
        first = runs[0]
        names = ("lfat", "evat", "divat_aie", "divat_roe", "luck", "dcash")
        net = {name: first.spread(_smoothed(runs, weights, name)) for name in names}
        totals = {"lfat": net["lfat"].sum(axis=1)}
        others = np.flatnonzero(np.isin(reasons, (Reason.STACK_RAN_OUT, Reason.OTHER_STAKES)))
        if others.size:
            totals["lfat"][others] = all_in_luck(hands[others], decisions.of_hands(others))
        width = hands.max_seats
        columns = {name: both_seats(values, width) for name, values in net.items()}
        found_totals = {name: both_seats(values, width) for name, values in totals.items()}
        columns |= _seat_values(hands, rows, context, width)
        money = money_before_rake(hands, decisions)
        columns["money_minus_lfat"] = money - found_totals["lfat"]
        columns["money_minus_dcash"] = money - columns["dcash"]
        sampled = np.full(len(hands), np.nan)
        sampled[rows] = np.any([run.sampled for run in runs], axis=0)
        columns["divat_sampled"] = _alike(sampled, width)
        return Values(
            columns, Eligibility(reasons, _REASONS), _prices(runs, weights, decisions, rows), totals=found_totals
        )

    def constants(self, context: Context) -> str:
        """Return the baseline's thresholds with their weights, and how roll-outs are sampled."""
        runs = zip(context.settings, context.weights, strict=True)
        sampling = context.sampling
        return (
            f"{' '.join(f'{settings.hash}*{weight}' for settings, weight in runs)}; {sampling.n_flops} flops, seed "
            f"{sampling.seed}, {sampling.n_exact} exact; {N_SEAT_DEALS} deals"
        )


DIVAT = DivatFamily()


def both_seats(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return values net to seat 0, float64[n] or float64[n, 4], as those of both seats, NaN for further ones."""
    found = np.full((len(values), width, *values.shape[1:]), np.nan)
    found[:, 0] = values + 0.0  # no -0.0
    if width > 1:
        found[:, 1] = 0.0 - values
    return found


def _alike(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return what both seats have alike."""
    found = np.full((len(values), width), np.nan)
    found[:, :2] = values[:, None]
    return found


def _smoothed(runs: list[Analysis], weights: list[float], name: str) -> NDArray[np.float64]:
    """Return an estimator's weighted mean over runs of the baseline, net to P1, by round if it has rounds."""
    estimator = ESTIMATORS[name]
    column = estimator.by_round or estimator.by_hand
    if name in _WITHOUT_BASELINE:
        return column(runs[0])
    total = weights[0] * column(runs[0])
    for run, weight in zip(runs[1:], weights[1:], strict=True):
        total = total + weight * column(run)
    return total


def _prices(
    runs: list[Analysis], weights: list[float], decisions: DecisionColumns, rows: NDArray[np.int64]
) -> DecisionPrices:
    """Return the weighted prices to who decided, and the actions of the middle run."""
    middle = runs[len(runs) // 2]
    net = np.asarray(sum(weight * decision_prices(run) for run, weight in zip(runs, weights, strict=True)))
    to_actor = np.where(middle.betting.seats == 0, net, 0.0 - net) + 0.0
    is_priced = np.zeros(decisions.n_hands, np.bool_)
    is_priced[rows] = True
    which = np.repeat(is_priced, np.diff(decisions.starts))
    values = np.full(len(decisions), np.nan)
    values[which] = to_actor
    actions = np.full(len(decisions), -1, np.int8)
    actions[which] = middle.baseline_actions
    return DecisionPrices(values, actions)


def _seat_values(
    hands: HandColumns, rows: NDArray[np.int64], context: Context, width: int
) -> dict[str, NDArray[np.float64]]:
    """Return what each seat is worth under the baseline, and its standard error."""
    values, errors = (np.full(len(hands), np.nan) for _ in range(2))
    antes = np.array([rules.ante / rules.unit for rules in hands.rules], np.float32)[hands.rules_index[rows]]
    for ante in np.unique(antes).tolist():
        found = seat_value_under(context, ante)
        values[rows[antes == ante]], errors[rows[antes == ante]] = found.mean, found.stderr
    return {"seat_value": both_seats(values, width), "seat_value_error": _alike(errors, width)}


@cache
def seat_value_under(context: Context, ante: float) -> Estimate:
    """Return what P1's seat is worth under the baseline: exact for the standard one without antes, else sampled."""
    whole = Fraction(ante).limit_denominator(FINEST)
    stakes = Stakes(whole.denominator, whole.numerator)
    found = [
        Estimate(seat_value(), 0.0, 0, "sb/game")
        if settings == STANDARD and not ante
        else sampled_seat_value(settings, N_SEAT_DEALS, context.sampling.seed, stakes)
        for settings in context.settings
    ]
    weights = [float(weight) for weight in context.weights]
    mean = sum(weight * each.mean for weight, each in zip(weights, found, strict=True))
    # The runs share their deals, so their errors do not cancel: the weighted sum of errors is the most they can be.
    stderr = sum(weight * each.stderr for weight, each in zip(weights, found, strict=True))
    return Estimate(mean, stderr, sum(each.n_hands for each in found), "sb/game")
