"""An assessment in words: one sentence that claims no more than its interval carries, and those beside it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deluck.assessment.hands import HIDES_CARDS
from deluck.assessment.pairs import Pairs
from deluck.assessment.split import Split
from deluck.assessment.summary import Summary, rounded_hands
from deluck.estimators import Reason, find_column
from deluck.estimators.deals import NOT_HOLDEM
from deluck.formats.rejections import OTHER_GAME
from deluck.games import Structure
from deluck.statistics import Estimate, hands_needed

if TYPE_CHECKING:
    from deluck.assessment.result import Assessment

FEW_VALUES = 30
"""Below this many hands or pairs the normal interval is too narrow to be trusted."""

EDGE = 5.0
"""The edge, in big blinds per 100 hands, that the verdict says how many hands it takes to show."""

_REASONS = {reason.sentence: reason for reason in Reason}
_NOT_KNOWN = (Reason.HOLE_CARDS, Reason.BOARD)


@dataclass(frozen=True, slots=True)
class TailFacts:
    """The hands that carry most of the variance of the estimate that leads.

    Attributes
    ----------
    summary
        The estimate, with its tails.
    trials
        What its values are of: ``hand`` or ``pair``.
    largest
        The ids of the furthest from the mean, those of both games of a pair, and their values.
    """

    summary: Summary
    trials: str
    largest: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the verdict and the notes are made from; as in `Assessment`, and how many hands are special in what way."""

    viewpoint: str
    opponent: str
    structure: Structure
    unit: str
    n_hands: int
    n_assessed: int
    estimators: Mapping[str, Summary]
    lead: str
    split: Split | None
    pairs: Pairs | None
    not_assessed: Mapping[str, int]
    n_others: int
    n_filtered: int
    rejected_reasons: Mapping[str, int]
    n_both: int
    n_copies: int
    n_stakes: int
    other_structures: Mapping[Structure, int]
    n_tournament: int
    n_outside: int
    n_seats_valued: int
    n_in_big_blind: int
    seats_worth: float
    rake: Summary | None
    is_sampled: bool
    n_sampled: int
    n_flops: int
    seat_values: Mapping[float, Estimate]
    n_hidden: int
    n_hidden_all_ins: int
    tails: TailFacts | None = None

    @property
    def n_unknown(self) -> int:
        """Hands that were not assessed because cards are not known."""
        return sum(n for sentence, n in self.not_assessed.items() if _REASONS.get(sentence) in _NOT_KNOWN)

    @property
    def chips(self) -> str:
        """What results are in: the unit, and that it is chips where hands are of tournaments."""
        return f"{self.unit} of tournament chips" if self.n_tournament == self.n_hands else self.unit


def verdict_of(facts: Facts) -> str:
    """Return the one sentence, over all hands: what was won, and as much of skill and luck as all of them have."""
    money, name = facts.estimators["money"], facts.viewpoint
    if not money.n:
        return f"What {name} won is not known for any of {_count(facts.n_hands, 'game')}."
    if facts.structure is not Structure.FIXED_LIMIT:
        return _rate_in_blinds(facts)
    if facts.split is not None and not facts.split.is_part:
        return _split_sentence(facts, facts.split)
    rate = money.as_estimate()
    carried = _few("game") if money.n < FEW_VALUES else _against_zero(money, facts)
    return (
        f"{name} {_won(money.total, facts.chips)} over {_count(money.n, 'game')}: {rate.format_rate()} {rate.unit}, "
        f"{carried}; {_rest(facts)}"
    )


def _split_sentence(facts: Facts, split: Split) -> str:
    """Return the sentence where money is split into decisions and cards over all games."""
    terms, name = split.terms, facts.viewpoint
    scope = f"over {_count(terms['money'].n, 'game')}"
    if split.trials == "pair":
        scope += f" ({_count(split.n_trials, 'duplicate pair')})"
        if terms["money"].n < facts.n_hands:
            scope += f", of {facts.n_hands:,} in all"
    decisions, half_width = terms["decisions"].total, terms["decisions"].total_half_width95
    cards = terms["money"].total - decisions
    width = half_width if math.isfinite(half_width) else abs(decisions)
    decimals = 0 if width >= 10 else 1 if width >= 1 else 2
    error = f"{half_width:,.{decimals}f}" if math.isfinite(half_width) else "∞"
    compared = "better" if round(decisions, decimals) >= 0 else "worse"
    carried = f"from {_few(split.trials)}"
    if split.n_trials >= FEW_VALUES:
        carried = _against_zero(terms["decisions"], facts)
    return (
        f"{name} {_won(terms['money'].total, facts.chips)} {scope}; it played {compared} than {facts.opponent} by "
        f"{abs(decisions):,.{decimals}f} ± {error} {facts.unit}, {carried}; the cards were worth "
        f"{_signed(cards, decimals)} {facts.unit}."
    )


def _rest(facts: Facts) -> str:
    """Return what else all hands say, where skill and luck cannot be separated in all of them."""
    if facts.lead != "money":
        lead, label = facts.estimators[facts.lead], find_column(facts.lead).meaning
        return f"{label}: {lead.as_estimate().format_rate()} {lead.as_estimate().unit}, {_against_zero(lead, facts)}."
    if facts.split is None:
        return "skill and luck could not be separated, as no game could be assessed."
    return f"skill and luck could be separated in {facts.split.terms['money'].n:,} of them only."


def _few(trials: str) -> str:
    return f"too few {trials}s to say anything (expected {FEW_VALUES} at the least)"


def _against_zero(summary: Summary, facts: Facts) -> str:
    """Return on which side of zero the interval lies, if it is an interval of independent games of one player."""
    if summary.n < FEW_VALUES:
        return _few("game")
    if facts.n_both:
        return f"which says nothing of {facts.viewpoint}, who also sat in another seat"
    if summary.excludes_zero:
        return f"{'above' if summary.mean > 0 else 'below'} zero with 95% confidence"
    return "which is not significantly different from zero"


def _rate_in_blinds(facts: Facts) -> str:
    """Return the sentence of no-limit and pot-limit: money per 100 hands, and what is left of it without the luck.

    By duplicate pairs where there are any.
    """
    is_paired = facts.pairs is None or f"duplicate_{facts.lead}" in facts.estimators
    if facts.lead != "money" and is_paired and facts.estimators["money"].n >= FEW_VALUES:
        return _without_luck(facts)
    trials, games_each, summary = "hand", 1, facts.estimators["money"]
    if "duplicate_money" in facts.estimators:
        trials, games_each, summary = "duplicate pair", 2, facts.estimators["duplicate_money"]
    n_hands = games_each * summary.n
    scope = f"over {_count(n_hands, 'hand')}"
    if games_each == 2:
        rest = f", of {facts.n_hands:,} in all" if n_hands < facts.n_hands else ""
        scope += f" ({_count(summary.n, trials)}){rest}"
    rate = summary.as_estimate().scaled(100, "bb/100")
    if summary.n < FEW_VALUES:
        carried = f"from {_few(trials)}"
    else:
        carried = _against_zero(summary, facts)
        carried = carried if carried.startswith("which") else f"which is {carried}"
    won = _won(games_each * summary.total, facts.chips)
    return f"{facts.viewpoint} {won} {scope}: {rate.format_rate(2)} bb/100, {carried}."


def _without_luck(facts: Facts) -> str:
    """Return the sentence of no-limit and pot-limit hands that all have an estimate with luck taken out."""
    prefix, games_each = ("duplicate_", 2) if facts.pairs is not None else ("", 1)
    money, lead = (facts.estimators[f"{prefix}{name}"] for name in ("money", facts.lead))
    n_hands = games_each * money.n
    scope = f"over {_count(n_hands, 'hand')}"
    if facts.pairs is not None:
        rest = f", of {facts.n_hands:,} in all" if n_hands < facts.n_hands else ""
        scope += f" ({_count(money.n, 'duplicate pair')}){rest}"
    won, rate = 100 * money.mean, lead.as_estimate().scaled(100, "bb/100")
    result = "came out even" if not round(won, 1) else f"{'won' if won > 0 else 'lost'} {abs(won):,.1f} bb/100"
    chips = " of tournament chips" if facts.n_tournament == facts.n_hands else ""
    carried = _against_zero(lead, facts).removeprefix("which is ")
    needed = hands_needed(EDGE / 100, lead.sd)
    power = ""
    if not lead.excludes_zero and needed is not None:
        n_needed = rounded_hands(games_each * needed)
        power = f" (to show an edge of {EDGE:g} bb/100 takes about {n_needed:,} hands at 80% power)"
    return (
        f"{facts.viewpoint} {result}{chips} {scope}; with {find_column(facts.lead).removed} removed it is "
        f"{rate.format_rate(1)} bb/100: {carried}{power}."
    )


def notes_of(facts: Facts) -> tuple[str, ...]:
    """Return the sentences that must stand beside the verdict."""
    return tuple(note for note in (*_on_hands(facts), *_on_figures(facts)) if note)


def notes_on_rejections(reasons: Mapping[str, int]) -> list[str]:
    """Return what is to be said of hands that were not read: those of other games, and those that could not be read.

    Parameters
    ----------
    reasons
        How many hands, lines or files were rejected of each kind.
    """
    n_other_games = sum(n for reason, n in reasons.items() if reason.startswith(OTHER_GAME))
    n_unread = sum(reasons.values()) - n_other_games
    notes = []
    if n_other_games:
        hands = _count(n_other_games, "hand of another game was", "hands of other games were")
        notes.append(f"{hands} left out.")
    if n_unread:
        unread = _count(n_unread, "hand or file", "hands or files")
        notes.append(f"{unread} could not be read and {'was' if n_unread == 1 else 'were'} left out.")
    return notes


def _on_hands(facts: Facts) -> list[str]:
    """Return what is to be said of hands that are not in the figures, or not in all of them."""
    notes = notes_on_rejections(facts.rejected_reasons)
    if facts.n_copies:
        copies = _count(facts.n_copies, "hand was", "hands were")
        notes.append(f"{copies} given before (same id, players, cards and betting): copies are left out.")
    if facts.n_others:
        others = _count(facts.n_others, "other game")
        notes.append(f"{others} without {facts.viewpoint} {'is' if facts.n_others == 1 else 'are'} left out.")
    if facts.n_filtered:
        filtered = _count(facts.n_filtered, "game")
        notes.append(f"{filtered} of {facts.viewpoint} {'is' if facts.n_filtered == 1 else 'are'} not asked for.")
    for structure, n in facts.other_structures.items():
        notes.append(
            f"{_count(n, f'{structure} game')} of {facts.viewpoint} {'is' if n == 1 else 'are'} reported apart, as "
            f"games of different betting structures are not added up (--structure {structure} shows them alone)."
        )
    for sentence, n in facts.not_assessed.items():
        games, were, reason = _count(n, "game"), "was" if n == 1 else "were", _REASONS.get(sentence)
        if "own_cards" in facts.estimators and (reason is Reason.HOLE_CARDS or sentence == HIDES_CARDS):
            continue  # the note on cards says it
        if sentence == NOT_HOLDEM:
            notes.append(f"{games} {were} {sentence}: only money is known of {'it' if n == 1 else 'them'}.")
        elif reason in (Reason.STACK_RAN_OUT, Reason.OTHER_STAKES):
            notes.append(f"{games} {were} not assessed: {sentence}; money counts, and all-in luck where known.")
        else:
            notes.append(f"{games} {were} not assessed: {sentence}; only money counts.")
    if facts.split is not None and facts.split.is_part and "decisions" in facts.split.terms:
        notes.append(_on_part(facts, facts.split))
    notes += _on_cards(facts)
    no_money = facts.n_hands - facts.estimators["money"].n
    if no_money:
        notes.append(
            f"What was won before rake is not known for {_count(no_money, 'game')}: several seats shared the pot."
        )
    if facts.n_both:
        notes.append(
            f"{facts.viewpoint} sat in more than one seat in {_count(facts.n_both, 'game')}; there the first of "
            "them is the viewpoint."
        )
    return notes


def _on_cards(facts: Facts) -> list[str]:
    """Return what is to be said of sources that do not show all hole cards."""
    notes = []
    if facts.n_hidden and "own_cards" in facts.estimators:
        notes.append(
            "Not all hole cards are known: what needs them all is not computed, because hands whose cards came to "
            f"light are mostly showdowns, a biased sample. What {facts.viewpoint}'s own cards and shown all-ins say "
            "takes some luck out of money, which is worth 1.2 to 1.4 times the hands."
        )
    if facts.n_hidden_all_ins:
        all_ins = _count(facts.n_hidden_all_ins, "all-in hand", "all-in hands")
        notes.append(
            f"All-in EV is not shown: the cards of all who were in are not known in {all_ins} of {facts.viewpoint}, "
            "and those that are shown would be those it lost."
        )
    return notes


def _on_part(facts: Facts, split: Split) -> str:
    """Return what is to be said of games that were assessed where others were not."""
    decisions = split.terms["decisions"]
    games = f"In the {_count(split.terms['money'].n, 'game')} of {facts.n_hands:,} that could be assessed"
    result = f"{_signed(decisions.total, 1)} ± {decisions.total_half_width95:,.1f} {facts.unit}"
    of_limit = facts.structure is Structure.FIXED_LIMIT
    part = f"{games} {'the decisions of both players made' if of_limit else 'it is, with the luck removed,'} {result}"
    if facts.n_unknown and of_limit:
        return (
            f"{part}. These are mostly games that came to a showdown: a biased sample, from which nothing follows for "
            "the others."
        )
    if facts.n_unknown:
        return f"{part}. These are games of sources that show all cards, from which nothing follows for the others."
    return f"{part}: a part of the games only, which may differ from the others."


def _on_figures(facts: Facts) -> list[str]:
    """Return what is to be said of how the figures came about."""
    notes = []
    if facts.pairs is not None:
        pairs = facts.pairs
        alone = f"; {_count(pairs.n_alone, 'game')} had no partner" if pairs.n_alone else ""
        notes.append(
            f"This is a duplicate match: {_count(pairs.n, 'pair')} of games with the same cards, found as "
            f"{pairs.found_by}{alone}. The two games of a pair are not independent, so the verdict is by pairs, "
            "and the intervals by game are only a guide."
        )
    if facts.tails is not None:
        notes.append(_on_tails(facts, facts.tails))
    if facts.rake is not None:
        notes.append(
            f"{facts.viewpoint} paid {facts.rake.total:,.1f} {facts.unit} of rake; all figures here are before rake."
        )
    if facts.n_outside:
        notes.append(
            f"{_count(facts.n_outside, 'game')} had money outside the pots (cash-out, insurance, jackpot), which is "
            "not counted."
        )
    if facts.n_tournament:
        notes.append(f"{_count(facts.n_tournament, 'game')} of tournaments: results are chips, not money.")
    if facts.n_stakes > 1:
        bets, own = ("bets", "small bets") if facts.unit == "sb" else ("blinds", "big blinds")
        notes.append(f"There are {facts.n_stakes} sizes of {bets}; every game counts in its own {own}.")
    if abs(2 * facts.n_in_big_blind - facts.n_seats_valued) > 1 and math.isfinite(facts.seats_worth):
        notes.append(
            f"{facts.viewpoint} was the big blind in {facts.n_in_big_blind:,} of "
            f"{_count(facts.n_seats_valued, 'assessed game')}: the seats alone were worth "
            f"{_signed(facts.seats_worth, 1)} sb, which counts with the cards."
        )
    if facts.is_sampled and facts.n_seats_valued:
        notes.append(
            f"Preflop values of this baseline are sampled ({facts.n_flops:,} flops per match-up, drawn without a look "
            "at the deals), which adds a little spread and no bias."
        )
    elif facts.n_sampled:
        notes.append(
            f"{_count(facts.n_sampled, 'game')} had antes or more than four bets before the flop: their preflop values "
            f"are sampled ({facts.n_flops:,} flops per match-up), which adds a little spread and no bias."
        )
    for ante, seat in facts.seat_values.items():
        where = f" with antes of {ante:.3g} sb" if ante else ""
        notes.append(f"The seat value{where} is sampled: {seat.format_rate()} sb for the big blind.")
    return notes


def _on_tails(facts: Facts, found: TailFacts) -> str:
    """Return which hands carry the variance, and the interval that does not assume a normal mean."""
    tails = found.summary.tails
    assert tails is not None
    factor, unit, decimals = (1, "sb/game", 3) if facts.unit == "sb" else (100, "bb/100", 1)
    low, high = (_signed(factor * end, decimals) for end in tails.bootstrap95)
    named = [f"{name} ({_signed(value, 1)} {facts.unit})" for name, value in found.largest]
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    share = f"{_count(tails.n, found.trials)} of {found.summary.n:,} {'carries' if tails.n == 1 else 'carry'}"
    return (
        f"{share} {tails.share:.0%} of the variance of {find_column(found.summary.name).label}, most of all {listed}; "
        f"the bootstrap interval, which does not assume that the mean is normal, is {low} to {high} {unit}."
    )


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


def _signed(value: float, decimals: int) -> str:
    return f"{round(value, decimals) + 0.0:+,.{decimals}f}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
