"""An assessment in words: one sentence that claims no more than its interval carries, and those beside it."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deluck.assessment.kept import KeptHands
from deluck.assessment.pairs import Pairs
from deluck.assessment.summary import Summary, exact_sum
from deluck.estimators import Reason
from deluck.games import Structure
from deluck.statistics import Estimate

if TYPE_CHECKING:
    from deluck.assessment.result import Assessment

FEW_VALUES = 30
"""Below this many hands or pairs the normal interval is too narrow to be trusted."""

_NOT_KNOWN = (Reason.HOLE_CARDS, Reason.BOARD)


@dataclass(frozen=True, slots=True)
class Telling:
    """What the verdict and the notes are made from; as in `Assessment`, and how many hands are special in what way."""

    viewpoint: str
    structure: Structure
    unit: str
    kept: KeptHands
    estimators: dict[str, Summary]
    pairs: Pairs | None
    set_aside: dict[Reason, int]
    n_others: int
    n_rejected: int
    n_both: int
    n_repeats: int
    n_stakes: int
    other_structures: dict[Structure, int]
    n_tournament: int
    n_outside: int
    rake: Summary | None
    baseline: str
    is_sampled: bool
    n_flops: int
    seats: dict[float, Estimate]

    @property
    def n_unknown(self) -> int:
        """Hands that were set aside because cards are not known."""
        return sum(self.set_aside.get(reason, 0) for reason in _NOT_KNOWN)


@dataclass(frozen=True, slots=True)
class _Split:
    """Money split into decisions and cards over games that all have both: totals in small bets, and what carries them.

    ``skill`` has one value for each independent trial: a game, or a duplicate pair.
    """

    n_games: int
    money: float
    decisions: float
    half_width: float
    skill: Summary
    trials: str


def verdict_of(telling: Telling) -> str:
    """Return the one sentence: what was won, what the decisions were worth, what the cards were worth."""
    n_hands, name = len(telling.kept), telling.viewpoint
    split = _split(telling)
    if split is None:
        return _money_only(telling)
    games = _count(split.n_games, "game")
    scope = f"over {games}"
    if split.trials == "pair":
        scope += f" ({_count(split.skill.n, 'duplicate pair')})"
    if split.n_games < n_hands:
        scope += f", of {n_hands:,} in all" if split.trials == "pair" else f" that could be assessed, of {n_hands:,}"
    cards = split.money - split.decisions
    decimals = _decimals(split)
    error = f"{split.half_width:,.{decimals}f}" if math.isfinite(split.half_width) else "∞"
    return (
        f"{name} {_won(split.money, telling.unit)} {scope}; its decisions were worth "
        f"{_signed(split.decisions, decimals)} ± {error} sb, {_carried(split, telling)}; the cards were worth "
        f"{_signed(cards, decimals)} sb."
    )


def _split(telling: Telling) -> _Split | None:
    kept = telling.kept
    if "duplicate_divat" in telling.estimators:
        skill = telling.estimators["duplicate_divat"]
        money = kept.values("duplicate_money")[~np.isnan(kept.values("duplicate_divat"))]
        won = 2 * exact_sum(money)
        return _Split(2 * skill.n, won, 2 * skill.total, 2 * skill.total_half_width95, skill, "pair")
    if "divat_roe" not in telling.estimators:
        return None
    skill = telling.estimators["divat_roe"]
    won = exact_sum(kept.money[kept.assessed])
    return _Split(skill.n, won, skill.total, skill.total_half_width95, skill, "game")


def _carried(split: _Split, telling: Telling) -> str:
    """Return what the interval says about zero, or why it says nothing."""
    if split.skill.n < FEW_VALUES:
        return f"from {_few(split.trials)}"
    if telling.n_unknown:
        return "which says nothing of the games whose cards are not known"
    return _against_zero(split.skill, telling)


def _few(trials: str) -> str:
    return f"too few {trials}s to tell anything (expected {FEW_VALUES} at the least)"


def _against_zero(summary: Summary, telling: Telling) -> str:
    """Return on which side of zero the interval lies, if it is an interval of independent games of one player."""
    if telling.n_repeats:
        return "which tells nothing, as games are counted more than once"
    if telling.n_both:
        return f"which tells nothing of {telling.viewpoint}, who also sat in the other seat"
    if summary.excludes_zero:
        return f"{'above' if summary.mean > 0 else 'below'} zero with 95% confidence"
    return "which is not told from zero"


def _money_only(telling: Telling) -> str:
    money, name = telling.estimators["money"], telling.viewpoint
    if not money.n:
        return f"What {name} won is not known for any of {_count(len(telling.kept), 'game')}."
    if telling.structure is not Structure.FIXED_LIMIT:
        return _rate_in_blinds(telling)
    rate = money.as_estimate()
    carried = _few("game") if money.n < FEW_VALUES else _against_zero(money, telling)
    return (
        f"{name} {_won(money.total, telling.unit)} over {_count(money.n, 'game')}: {rate.format_rate()} {rate.unit}, "
        f"{carried}; "
        "skill and luck could not be told apart, as no game could be assessed."
    )


def _rate_in_blinds(telling: Telling) -> str:
    """Return the sentence of no-limit and pot-limit: money a hundred hands, by duplicate pairs where there are any."""
    trials, games_each, summary = "hand", 1, telling.estimators["money"]
    if "duplicate_money" in telling.estimators:
        trials, games_each, summary = "duplicate pair", 2, telling.estimators["duplicate_money"]
    n_hands = games_each * summary.n
    scope = f"over {_count(n_hands, 'hand')}"
    if games_each == 2:
        rest = f", of {len(telling.kept):,} in all" if n_hands < len(telling.kept) else ""
        scope += f" ({_count(summary.n, trials)}){rest}"
    rate = summary.as_estimate().scaled(100, "bb/100")
    if summary.n < FEW_VALUES:
        carried = f"from {_few(trials)}"
    else:
        carried = _against_zero(summary, telling)
        carried = carried if carried.startswith("which") else f"which is {carried}"
    won = _won(games_each * summary.total, telling.unit)
    return f"{telling.viewpoint} {won} {scope}: {rate.format_rate(2)} bb/100, {carried}."


def notes_of(telling: Telling) -> tuple[str, ...]:
    """Return the sentences that must stand beside the verdict."""
    return tuple(note for note in (*_on_hands(telling), *_on_figures(telling)) if note)


def _on_hands(telling: Telling) -> list[str]:
    """Return what is to be said of hands that are not in the figures, or not in all of them."""
    notes = []
    if telling.n_rejected:
        rejected = _count(telling.n_rejected, "hand or file", "hands or files")
        notes.append(f"{rejected} could not be read and {'was' if telling.n_rejected == 1 else 'were'} left out.")
    if telling.n_others:
        others = _count(telling.n_others, "other game")
        notes.append(f"{others} without {telling.viewpoint} {'is' if telling.n_others == 1 else 'are'} left out.")
    for structure, n in telling.other_structures.items():
        notes.append(
            f"{_count(n, f'{structure} game')} of {telling.viewpoint} {'is' if n == 1 else 'are'} left out, as games "
            f"of different betting structures are not added up: assess them with --structure {structure}."
        )
    for reason, n in telling.set_aside.items():
        games, were = _count(n, "game"), "was" if n == 1 else "were"
        if reason is Reason.NOT_LIMIT:
            notes.append(f"The games are {telling.structure}, where decisions are not priced yet: only money is shown.")
        elif reason is Reason.OTHER_GAME:
            notes.append(f"{games} {were} {reason.sentence}: only money can be told of {'it' if n == 1 else 'them'}.")
        elif reason in (Reason.STACK_RAN_OUT, Reason.OTHER_STAKES):
            notes.append(f"{games} {were} not assessed: {reason.sentence}; money counts, and all-in luck where known.")
        else:
            notes.append(f"{games} {were} not assessed: {reason.sentence}; only money counts.")
    if telling.n_unknown:
        notes.append(
            "Games whose cards are all known are mostly those that came to a showdown: a biased sample, from which "
            "nothing follows for the others."
        )
    no_money = int(np.isnan(telling.kept.money).sum())
    if no_money:
        notes.append(
            f"What was won before rake is not known for {_count(no_money, 'game')}: several seats shared the pot."
        )
    if telling.n_repeats:
        notes.append(
            f"{_count(telling.n_repeats, 'game is', 'games are')} in the log before, with the same number, cards, seats"
            " and result, and counted again here: leave copies out for intervals that hold."
        )
    if telling.n_both:
        notes.append(
            f"{telling.viewpoint} sat in more than one seat in {_count(telling.n_both, 'game')}; there the first of "
            "them is the viewpoint."
        )
    return notes


def _on_figures(telling: Telling) -> list[str]:
    """Return what is to be said of how the figures came about."""
    notes = []
    if telling.pairs is not None:
        pairs = telling.pairs
        alone = f"; {_count(pairs.n_alone, 'game')} had no partner" if pairs.n_alone else ""
        notes.append(
            f"This is a duplicate match: {_count(pairs.n, 'pair')} of games with the same cards, found as "
            f"{pairs.found_by}{alone}. The two games of a pair are not independent, so the verdict is by pairs, "
            "and the intervals by game are only a guide."
        )
    if telling.rake is not None:
        notes.append(
            f"{telling.viewpoint} paid {telling.rake.total:,.1f} {telling.unit} of rake; all figures here are before "
            "rake."
        )
    if telling.n_outside:
        notes.append(
            f"{_count(telling.n_outside, 'game')} had money outside the pots (cash-out, insurance, jackpot), which is "
            "not counted."
        )
    if telling.n_tournament:
        notes.append(f"{_count(telling.n_tournament, 'game')} of tournaments: results are chips, not money.")
    if telling.n_stakes > 1:
        bets, own = ("bets", "small bets") if telling.unit == "sb" else ("blinds", "big blinds")
        notes.append(f"There are {telling.n_stakes} sizes of {bets}; every game counts in its own {own}.")
    assessed = telling.kept.assessed
    in_first = int((telling.kept.seats[assessed] == 0).sum())
    n_assessed = int(assessed.sum())
    if abs(2 * in_first - n_assessed) > 1:
        worth = telling.kept.values("seat_value")[assessed].sum()
        notes.append(
            f"{telling.viewpoint} was the big blind in {in_first:,} of {_count(n_assessed, 'assessed game')}: the "
            f"seats alone were worth {_signed(float(worth), 1)} sb, which counts with the cards."
        )
    if telling.is_sampled and n_assessed:
        notes.append(
            f"Preflop values of this baseline are sampled ({telling.n_flops:,} flops a match-up, drawn without a look "
            "at the deals), which adds a little spread and no bias."
        )
    elif n_sampled := int(telling.kept.sampled.sum()):
        notes.append(
            f"{_count(n_sampled, 'game')} had antes or more than four bets before the flop: their preflop values "
            f"are sampled ({telling.n_flops:,} flops a match-up), which adds a little spread and no bias."
        )
    return [*notes, *_on_seats(telling)]


def _on_seats(telling: Telling) -> list[str]:
    """Return what is to be said of seat values that are sampled."""
    notes = []
    for ante, seat in telling.seats.items():
        if seat.n_hands:
            where = f" with antes of {ante:.3g} sb" if ante else ""
            notes.append(f"The seat value{where} is sampled: {seat.format_rate()} sb for the big blind.")
    return notes


def describe(assessment: "Assessment") -> str:
    """Return the estimators as a small table, the verdict and the notes, as text."""
    unit = assessment.unit_name
    rows = [("", "n", unit, f"{assessment.unit} ± 95%", f"{assessment.per_100_unit} ± 95%", "sd", "worth")]
    for name, summary in assessment.estimators.items():
        compared = assessment.comparisons.get(name)
        rate = summary.as_estimate()
        rows.append(
            (
                name,
                f"{summary.n:,}",
                f"{_signed(summary.total, 1)}",
                rate.format_rate(),
                rate.scaled(100, assessment.per_100_unit).format_rate(1),
                "–" if math.isnan(summary.sd) else f"{summary.sd:.3f}",
                "" if compared is None or not math.isfinite(compared.worth) else f"{compared.worth:.2f}×",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return "\n".join([*lines, "", assessment.verdict, *assessment.notes])


def _won(amount: float, unit: str) -> str:
    if amount == 0:
        return "came out even"
    size = abs(amount)
    chips = f"{size:,.{0 if size >= 1000 else 1}f}" if unit == "bb" and size >= 10 else f"{round(size, 2):,.10g}"
    return f"{'won' if amount > 0 else 'lost'} {chips} {unit}"


def _decimals(split: _Split) -> int:
    """Return how many decimals an amount deserves beside its error."""
    width = split.half_width if math.isfinite(split.half_width) else abs(split.decisions)
    return 0 if width >= 10 else 1 if width >= 1 else 2


def _signed(value: float, decimals: int) -> str:
    return f"{round(value, decimals) + 0.0:+,.{decimals}f}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
