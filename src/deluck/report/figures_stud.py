"""The figures of the paper on betting as information, drawn from our own games and from any hand that is read.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, Figures 1, 6, 7 and 9.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.information import STAGES, StageInformation
from deluck.beliefs.stud.reading import HandReading, StageReading
from deluck.evaluator import N_STRENGTHS, Category, describe, hand_class
from deluck.report.charts import Chart, Dash, Series
from deluck.report.words import listed, plain, with_error
from deluck.statistics import Estimate

SHORT_NAMES = ("HC", "PH", "TP", "T", "S", "FL", "FH", "Q", "SF")
"""The hand types as the paper's Figure 1 writes them."""
_STAGE_TICKS = tuple((float(position), stage) for position, stage in enumerate(STAGES))
_N_SEATS = 8


class HandTypeBin(NamedTuple):
    """A bar of a hand-type distribution: all hands of a type with the same first rank."""

    category: Category
    first: int
    """Its lowest strength."""
    last: int
    name: str


@cache
def hand_type_bins() -> tuple[HandTypeBin, ...]:
    """Return the bars of a hand-type distribution from worst to best: ``pair of nines``, ``flush, king high``."""
    starts: list[tuple[Category, int, int]] = []
    for strength in range(1, N_STRENGTHS + 1):
        category, ranks = hand_class(strength)
        if not starts or starts[-1][:2] != (category, ranks[0]):
            starts.append((category, ranks[0], strength))
    ends = [strength - 1 for _, _, strength in starts[1:]] + [N_STRENGTHS]
    return tuple(
        HandTypeBin(category, first, last, describe(last).split(",")[0] + _first_rank(last))
        for (category, _, first), last in zip(starts, ends, strict=True)
    )


def _first_rank(strength: int) -> str:
    parts = describe(strength).split(", ")
    return f", {parts[1].split(' and ')[0].split(' full ')[0]}" if len(parts) > 1 else ""


def binned(distribution: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability of each of `hand_type_bins`, from a distribution over strengths, float64[7463]."""
    return np.add.reduceat(distribution, [each.first for each in hand_type_bins()])


def hand_types_chart(key: str, title: str, reading: HandReading, stage: StageReading) -> Chart:
    """Return the true hand-type distributions of those still in as lines over the hand types (Figure 1)."""
    bins = hand_type_bins()
    positions = np.arange(len(bins), dtype=np.float64)
    series = []
    for each in stage.seats:
        if each.hand_types_true is None:
            continue
        name = f"{reading.record.names[each.seat]}, wins {plain(100 * (each.win_true or 0.0), 1)}%"
        series.append(Series(name, positions, binned(each.hand_types_true), f"seat-{each.seat % _N_SEATS}", 2.0))
    middles = [
        (float(np.mean([position for position, each in enumerate(bins) if each.category == category])), short)
        for category, short in zip(Category, SHORT_NAMES, strict=True)
    ]
    uncertain = "" if stage.measures is None else f" The entropy of the winner is {stage.measures.entropy:.3f} bits."
    sentence = (
        f"How likely each final hand is at {stage.stage} for an observer who sees all cards, from high card to "
        f"straight flush, each type by its first rank.{uncertain}"
    )
    return Chart(key, title, sentence, "final hand", "probability", tuple(series), tuple(middles), is_signed=False)


def information_chart(stages: Sequence[StageInformation]) -> Chart:
    """Return the information measures by stage (Figure 6)."""
    positions = np.array([STAGES.index(each.stage) for each in stages], dtype=np.float64)
    entropy = _means([each.entropy for each in stages])
    plainly = entropy + _means([each.cards_only for each in stages])
    read = entropy + _means([each.bet_inferring for each in stages])
    series = (
        Series("log2 of the players", positions, _means([each.log_players for each in stages]), "river", 1.4),
        Series("cards only", positions, plainly, "dcash", 2.2, "dash"),
        Series("cards and bets", positions, read, "divat", 2.2, "dash"),
        _banded("entropy, all cards seen", positions, [each.entropy for each in stages], "money", 3.0),
    )
    best = max(stages, key=lambda each: each.gain.mean)
    sentence = (
        "Bits needed on average to identify the winner: the fewer, the more is known. Reading bets closes most of the "
        f"gap between the cards alone and the truth at {best.stage}, {100 * best.gain.mean:.0f}% of it."
    )
    title = "Figure 6: what cards and bets reveal"
    return Chart("figure-6", title, sentence, "stage", "bits", series, _STAGE_TICKS, is_signed=False)


def sample_chart(entropies: NDArray[np.float64]) -> Chart:
    """Return the entropies of single games by stage, float64[games, 10], NaN where a game was over (Figure 7)."""
    positions = np.arange(len(STAGES), dtype=np.float64)
    series = [
        Series("", positions[~np.isnan(game)], game[~np.isnan(game)], "dcash", 0.8, is_guide=True)
        for game in entropies
        if (~np.isnan(game)).sum() > 1
    ]
    n_late = int((~np.isnan(entropies[:, -1])).sum())
    sentence = (
        f"The entropy of the winner in {len(entropies)} single games, all cards seen; {n_late} of them reach the end "
        "of seventh street."
    )
    title = f"Figure 7: {len(entropies)} games"
    return Chart("figure-7", title, sentence, "stage", "bits", tuple(series), _STAGE_TICKS, is_signed=False)


def value_chart(rates: Sequence[Estimate], readers: Sequence[int]) -> Chart:
    """Return what each player wins or loses per hand as bars (Figure 9)."""
    series = []
    for name, colour, chosen in (
        ("reads bets (BI)", "divat", list(readers)),
        ("cards only (CO)", "adjusted", [player for player in range(len(rates)) if player not in readers]),
    ):
        positions = np.array(chosen, dtype=np.float64)
        series.append(_banded(name, positions, [rates[player] for player in chosen], colour, 8.0, is_bar=True))
    ticks = tuple(
        (float(player), f"{player + 1} {'BI' if player in readers else 'CO'}") for player in range(len(rates))
    )
    n_won = sum(rates[player].mean > 0 for player in readers)
    sentence = (
        f"Won or lost per hand by each of {len(rates)} players, with 95% intervals: {n_won} of the {len(readers)} who "
        "read bets win."
    )
    title = "Figure 9: won and lost"
    return Chart("figure-9", title, sentence, "player", "bets/hand", tuple(series), ticks)


def learnt_chart(found: Mapping[str, Estimate]) -> Chart:
    """Return what observers learn by the model they read with, as bars."""
    sentence = "Bits learnt about the down cards of each player still in, by model"
    bars = _by_model(found, "learnt by the end of fourth street", "dcash")
    return _of_models("bits", "Learnt from bets, by model", sentence, "bits", bars, found)


def won_chart(found: Mapping[str, Estimate]) -> Chart:
    """Return what readers win by the model they read with, as bars."""
    sentence = "Bets per hand won by those who read bets, by the model they read with"
    bars = _by_model(found, "readers win", "divat")
    return _of_models("models", "Won by readers, by their model", sentence, "bets/hand", bars, found)


def beside_right_chart(found: Mapping[str, Estimate]) -> Chart:
    """Return what readers win with wrong models minus what they win with the right one on the same deals, as bars."""
    sentence = "Bets per hand won with a wrong model, minus those won with the right one on the same deals"
    bars = _by_model(found, "difference from the right model", "adjusted")
    return _of_models("beside-right", "Compared with the right model", sentence, "bets/hand", bars, found)


def _by_model(found: Mapping[str, Estimate], name: str, colour: str) -> Series:
    return _banded(name, np.arange(len(found), dtype=np.float64), list(found.values()), colour, 8.0, is_bar=True)


def _of_models(key: str, title: str, sentence: str, unit: str, bars: Series, found: Mapping[str, Estimate]) -> Chart:
    ends = [f"{name} {with_error(each.mean, each.half_width95, 2)}" for name, each in found.items()]
    ticks = tuple((float(position), name) for position, name in enumerate(found))
    return Chart(key, title, f"{sentence}: {listed(ends)}.", "model", unit, (bars,), ticks)


def reliability_chart(names: Sequence[str], ratios: Sequence[Estimate]) -> Chart:
    """Return how often down cards were held over how often they should have been, by probability, as bars."""
    drawn = [
        (position, name, ratio)
        for position, (name, ratio) in enumerate(zip(names, ratios, strict=True))
        if ratio.n_hands
    ]
    positions = np.array([position for position, _, _ in drawn], dtype=np.float64)
    found = [ratio for _, _, ratio in drawn]
    right = Series("as often as believed", positions, np.ones(len(positions)), "river", 1.4)
    bars = _banded("held over expected", positions, found, "divat", 8.0, is_bar=True)
    n_within = sum(abs(each.mean - 1) <= each.half_width95 for each in found)
    sentence = f"Down cards held over expected, by their probability: {n_within} of {len(found)} intervals include 1."
    ticks = tuple((float(position), name) for position, name, _ in drawn)
    title = "Held over expected"
    return Chart("reliability", title, sentence, "probability", "ratio", (bars, right), ticks, is_signed=False)


def entropy_chart(reading: HandReading, *, key: str = "entropy", title: str = "Who will win?") -> Chart:
    """Return how uncertain the winner of a hand is by stage: if all cards are seen, with bets read, by cards alone."""
    stages = reading.stages
    positions = np.array([STAGES.index(each.stage) for each in stages], dtype=np.float64)
    known = [each.measures for each in stages if each.measures is not None]
    series = [Series("log2 of the players", positions, np.log2([len(each.seats) for each in stages]), "river", 1.4)]
    if len(known) == len(stages):
        truth = np.array([each.entropy for each in known])
        series += [
            Series("cards only", positions, truth + [each.cards_only for each in known], "dcash", 2.2, "dash"),
            Series("cards and bets", positions, truth + [each.bet_inferring for each in known], "divat", 2.2, "dash"),
            Series("all cards seen", positions, truth, "money", 3.0),
        ]
        sentence = (
            f"Bits needed to identify the winner. An observer who sees all cards needs {known[0].entropy:.2f} "
            f"at {stages[0].stage} and {known[-1].entropy:.2f} at {stages[-1].stage}; the gap to a dashed line is "
            "what that estimate misses."
        )
    else:
        uncertain = np.array([each.uncertainty for each in stages])
        series += [
            Series(
                "cards only",
                positions,
                np.array([each.uncertainty_cards_only for each in stages]),
                "dcash",
                2.2,
                "dash",
            ),
            Series("cards and bets", positions, uncertain, "divat", 2.4),
        ]
        sentence = (
            f"How uncertain the winner is for the observer, in bits: {uncertain[0]:.2f} at {stages[0].stage}, "
            f"{uncertain[-1]:.2f} at {stages[-1].stage}. Not all cards are known, so the distance from "
            "the truth is unknown."
        )
    ticks = tuple(each for each in _STAGE_TICKS if each[0] in positions)
    return Chart(key, title, sentence, "stage", "bits", tuple(series), ticks, is_signed=False)


def win_chart(reading: HandReading) -> Chart:
    """Return each seat's chance to win by stage, bets read, and the true one dotted where it is known."""
    series = []
    stages = reading.stages
    for seat in range(reading.record.n_seats):
        found = [(stage, each) for stage in stages for each in stage.seats if each.seat == seat]
        if len(found) < 2:
            continue
        colour = f"seat-{seat % _N_SEATS}"
        positions = np.array([STAGES.index(stage.stage) for stage, _ in found], dtype=np.float64)
        name = reading.record.names[seat]
        true = np.array([np.nan if each.win_true is None else each.win_true for _, each in found])
        known = np.isfinite(true)
        if known.sum() > 1:
            series.append(_line("", positions[known], 100 * true[known], colour, 1.4, "dot", group=name))
        series.append(_line(name, positions, 100 * np.array([each.win for _, each in found]), colour, 2.6, group=name))
    last = stages[-1]
    ends = [f"{reading.record.names[each.seat]} {100 * each.win:.0f}%" for each in last.seats]
    sentence = f"Chances to win with the bets read, at {last.stage}: {listed(ends)}."
    if any(not each.name for each in series):
        sentence += " Dotted: for an observer who sees all cards."
    ticks = tuple(each for each in _STAGE_TICKS if each[1] in {stage.stage for stage in stages})
    return Chart("win", "Chances to win", sentence, "stage", "%", tuple(series), ticks, is_signed=False)


def _line(
    name: str,
    positions: NDArray[np.float64],
    values: NDArray[np.float64],
    colour: str,
    width: float,
    dash: Dash = "solid",
    *,
    group: str,
) -> Series:
    return Series(name, positions, values, colour, width, dash, is_guide=not name, group=group)


def _means(estimates: Sequence[Estimate]) -> NDArray[np.float64]:
    return np.array([each.mean for each in estimates])


def _banded(
    name: str,
    positions: NDArray[np.float64],
    estimates: Sequence[Estimate],
    colour: str,
    width: float,
    *,
    is_bar: bool = False,
) -> Series:
    means = _means(estimates)
    half = np.array([each.half_width95 for each in estimates])
    return Series(name, positions, means, colour, width, low=means - half, high=means + half, is_bar=is_bar)
