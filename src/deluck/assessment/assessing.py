"""From hands to an assessment: values are computed, or read from where they are stored, and asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from deluck.assessment.breakdowns import Breakdowns
from deluck.assessment.decisions import DecisionSummary, Leak, PricedDecision, adjust_leaks
from deluck.assessment.examples import ExampleHand, look_ups
from deluck.assessment.groups import SEATS, Groups
from deluck.assessment.hands import ViewpointHands
from deluck.assessment.leaks import Candidate, PricedDecisions, parse_kind, price_decisions
from deluck.assessment.result import Assessment
from deluck.assessment.split import split_money
from deluck.assessment.standings import lead_of
from deluck.assessment.summary import UNIT, Summary, summarise
from deluck.assessment.verdict import Facts, TailFacts, notes_of, verdict_of
from deluck.assessment.viewpoint import Index, Moment, Selection, Wanted, parse_alias, select
from deluck.assessment.waterfall import find_waterfall
from deluck.errors import AssessmentError
from deluck.estimators import Context, Sampling, constants_hash, find_column
from deluck.estimators.context import N_EXACT, N_FLOPS
from deluck.estimators.divat import STANDARD, Settings, parse_style, style_sweep
from deluck.estimators.divat.styles import SWEEP_WEIGHTS
from deluck.estimators.registry import PAIRED
from deluck.formats import Rejected
from deluck.formats.contents import Contents
from deluck.games import Structure
from deluck.parallel import run_parts
from deluck.plain_text import shown_name
from deluck.records import HandColumns
from deluck.statistics import Estimate
from deluck.values import Values, compute_values
from deluck.values.parts import MOST_REJECTED, Read
from deluck.version import __version__

MOST_EXAMPLES = 60
"""Hands that are looked up to be shown card by card."""

_MOST_SEED = 1 << 63


def assess(
    hands: HandColumns | Iterable[HandColumns | Rejected | Read] | Values,
    *,
    player: str | None = None,
    alias: str | Mapping[str, Sequence[str]] | None = None,
    style: str | Settings | None = None,
    sweep: str | None = None,
    structure: str | Structure | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    position: str | Sequence[str] = (),
    stakes: str | Sequence[str] = (),
    n_jobs: int = 1,
    n_flops: int = N_FLOPS,
    seed: int = 0,
) -> Assessment:
    """Return what hands say of one player's skill and luck, net to it in small bets or big blinds, before rake.

    Hands of no-limit and pot-limit count in big blinds, those of fixed-limit in small bets. Hands of different
    structures are never added up: those of other structures than the first are assessed apart.

    Parameters
    ----------
    hands
        Columns and what was rejected, as `formats.read_columns` yields them, perhaps each with the name of its source;
        they are read once. Or values that were computed before.
    player
        Whose view to take, in whatever case if that is unambiguous; the hero if a source names one, else the first
        player named, if None.
    alias
        Names of one person: ``{"hero": ["Hero99", "hero_ps"]}``, or ``hero=Hero99,hero_ps``.
    style
        A style of the baseline, such as ``tight/conservative``; the standard one if None.
    sweep
        Average over five styles with these weights: ``equal``, ``triangular`` or ``binomial``.
    structure
        Which of the player's hands to assess: ``limit``, ``no-limit`` or ``pot-limit``; by default those of the
        structure of its first hand, and the others apart.
    since, until
        Only hands played from this date or time on, and before that one.
    position, stakes
        Only hands in these positions (``BTN``), or of these stakes (``1/2``).
    n_jobs
        How many parts are valued at once, in threads; -1 for all cores. The result is the same to the last bit.
    n_flops, seed
        How preflop roll-outs that no table has are sampled: all of other styles than the standard one, and those of
        antes and of pots of more than four bets, if there are too many match-ups to roll out each.

    Raises
    ------
    AssessmentError
        If there is no hand, no such player, or no hand asked for; a style and a sweep at once; no job, or a seed out of
        range.
    RulesError
        If there is no such structure.
    BaselineError
        If there is no such style or sweep.
    """
    if n_jobs == 0:
        raise AssessmentError("0 jobs at once (expected 1 or more, or -1 for all cores)")
    context, baseline = context_of(style, sweep, n_flops, seed)
    wanted = Wanted(
        player=player,
        alias=parse_alias(alias) if isinstance(alias, str) else alias,
        structure=None if structure is None else Structure.parse(structure),
        since=since,
        until=until,
        positions=(position,) if isinstance(position, str) else tuple(position),
        stakes=(stakes,) if isinstance(stakes, str) else tuple(stakes),
    )
    return ask(values_of(hands, context, n_jobs), wanted, baseline)


def values_of(
    hands: HandColumns | Iterable[HandColumns | Rejected | Read] | Values, context: Context, n_jobs: int
) -> Values:
    """Return the values of hands: computed, unless they are values already."""
    return hands if isinstance(hands, Values) else compute_values(_named(hands), context, n_jobs=n_jobs)


def ask(values: Values, wanted: Wanted, baseline: str = "standard") -> Assessment:
    """Return the assessment of values: of the player and the hands asked for.

    Raises
    ------
    AssessmentError
        If there is no hand, no such player, or no hand asked for.
    """
    if not values.n_hands:
        rejected = [each for source in values.sources for each in source.rejected]
        n_rejected = sum(values.rejected_reasons.values())
        reason = f" ({n_rejected:,} rejected, the first: {rejected[0]})" if rejected else ""
        raise AssessmentError(f"no valid hand to assess{reason}")
    index = Index(values, wanted.alias)
    selection = select(index, wanted)
    apart = []
    if wanted.structure is None:
        apart = [
            _assessed(select(index, replace(selection.wanted, structure=structure)), baseline, ())
            for structure in selection.other_structures
        ]
    contents = Contents()
    for source in values.sources:
        contents.add_counted(source.name, source.kinds, source.rejected, source.reasons)
    return replace(_assessed(selection, baseline, tuple(apart)), contents=contents)


def check_baseline(style: str | Settings | None, sweep: str | None) -> None:
    """Raise what `assess` would of a style or sweep, before hands are read."""
    context_of(style, sweep)


def context_of(
    style: str | Settings | None = None, sweep: str | None = None, n_flops: int = N_FLOPS, seed: int = 0
) -> tuple[Context, str]:
    """Return how values are computed, and the baseline's name."""
    if n_flops < 2:
        raise AssessmentError(f"a sample of {n_flops} flops (expected at least 2)")
    if not 0 <= seed < _MOST_SEED:
        raise AssessmentError(f"a seed of {seed} (expected 0 to {_MOST_SEED - 1})")
    sampling = Sampling(n_flops, seed, N_EXACT)
    if sweep is not None:
        if style is not None:
            raise AssessmentError("a style and a sweep at once (expected one of them)")
        runs = style_sweep(sweep)
        name = f"sweep {'-'.join(map(str, SWEEP_WEIGHTS[sweep]))}"
        return Context(runs.settings, runs.weights, sampling), name
    if isinstance(style, Settings):
        settings, name = style, f"settings {style.hash}"
    else:
        settings = STANDARD if style is None else parse_style(style)
        name = (style or "").strip().lower()
    return Context((settings,), (Fraction(1),), sampling), "standard" if settings == STANDARD else name


def _named(hands: HandColumns | Iterable[HandColumns | Rejected | Read]) -> Iterator[Read]:
    """Yield everything with the name of its source, empty where none is given."""
    for found in [hands] if isinstance(hands, HandColumns) else hands:
        yield found if isinstance(found, tuple) else ("", found)


def _assessed(selection: Selection, baseline: str, apart: tuple[Assessment, ...]) -> Assessment:
    hands = ViewpointHands(selection)
    values, context = selection.index.values, selection.index.values.context
    has_prices = bool(hands.assessed.any())
    groups = Groups(hands)
    priced, _, players_money, *columns = _together(
        lambda: price_decisions(hands) if has_prices else None,
        lambda: hands.found_pairs,
        groups.players_money,
        *groups.columns(),
        n_jobs=hands.n_jobs,
    )
    groups.take(columns)
    leaks = () if priced is None else adjust_leaks(priced.leaks())
    split = split_money(hands, groups.estimators)
    counts = {name: summary.n for name, summary in groups.estimators.items()}
    lead = lead_of(counts, counts["money"])
    broken_down = dict.fromkeys(name for name in ("money", lead, find_column(lead).rest) if name in groups.estimators)
    parts = ("money", "board_luck") if split is None else (split.skill, split.luck)
    rows = [] if priced is None else _example_rows(priced, leaks)
    waterfall, breakdowns, seats, *looked_up = _together(
        lambda: find_waterfall(hands, groups.estimators, lead),
        lambda: Breakdowns(hands, {name: replace(groups.estimators[name], tails=None) for name in broken_down}),
        lambda: _seat_facts(hands),
        *look_ups(selection, rows, *parts),
        n_jobs=hands.n_jobs,
    )
    examples = dict(sorted(pair for some in looked_up for pair in some.items()))
    is_limit = selection.structure is Structure.FIXED_LIMIT
    not_assessed = _not_assessed(hands)
    rake = summarise("rake", hands.values("rake"))
    rejected = [each for source in values.sources for each in source.rejected]
    reasons = values.rejected_reasons
    opponents = list(groups.opponents)
    facts = Facts(
        viewpoint=shown_name(selection.viewpoint),
        opponent=shown_name(opponents[0]) if len(opponents) == 1 else "its opponents",
        structure=selection.structure,
        unit="sb" if is_limit else "bb",
        n_hands=len(hands),
        n_assessed=int(hands.assessed.sum()),
        estimators=groups.estimators,
        lead=lead,
        split=split,
        pairs=hands.found_pairs,
        not_assessed=not_assessed,
        n_others=selection.n_others,
        n_filtered=selection.n_filtered,
        rejected_reasons=reasons,
        n_both=selection.n_both,
        n_copies=selection.index.n_copies,
        n_stakes=_n_stakes(selection),
        other_structures=selection.other_structures,
        n_tournament=_n_tournament(selection),
        n_outside=_n_outside(selection),
        rake=rake if rake.total else None,
        n_seats_valued=seats.n_valued,
        n_in_big_blind=seats.n_in_big_blind,
        seats_worth=seats.worth,
        seat_values=seats.sampled,
        is_sampled=any(settings != STANDARD for settings in context.settings),
        n_sampled=int(np.nansum(hands.values("divat_sampled"))),
        n_flops=context.sampling.n_flops,
        n_hidden=int((~hands.knowledge.is_complete).sum()),
        n_hidden_all_ins=hands.knowledge.n_hidden_all_ins,
        tails=_tail_facts(hands, groups.estimators, lead),
    )
    return Assessment(
        n_hands=facts.n_hands,
        n_assessed=facts.n_assessed,
        n_others=facts.n_others,
        n_filtered=facts.n_filtered,
        n_copies=facts.n_copies,
        n_both=facts.n_both,
        rejected=tuple(rejected[:MOST_REJECTED]),
        n_rejected=sum(reasons.values()),
        rejected_reasons=reasons,
        contents=None,
        structure=str(selection.structure),
        other_structures={str(each): n for each, n in selection.other_structures.items()},
        apart=apart,
        set_aside=not_assessed,
        players=selection.index.names,
        viewpoint=selection.viewpoint,
        unit=UNIT if is_limit else "bb/game",
        per_100_unit="bb/100" if _is_holdem(selection) else "sb/100",
        baseline=baseline,
        estimators=groups.estimators,
        rounds=groups.rounds,
        seats=groups.seats,
        positions=groups.positions,
        opponents=groups.opponents,
        depths=breakdowns.depths,
        table_sizes=breakdowns.table_sizes,
        tablemates=breakdowns.tablemates,
        players_money=players_money,
        rake=facts.rake,
        comparisons=groups.comparisons,
        lead=lead,
        split=split,
        waterfall=waterfall,
        pairs=hands.found_pairs,
        decisions=_decisions(priced, examples, selection.viewpoint),
        leaks=leaks,
        examples=examples,
        verdict=verdict_of(facts),
        notes=notes_of(facts),
        settings_hash=constants_hash(context),
        seed=context.sampling.seed,
        n_flops=context.sampling.n_flops,
        version=__version__,
        hands=hands,
    )


def _together(*functions: Callable[[], Any], n_jobs: int) -> list[Any]:
    """Return what functions return that know nothing of each other, called at once if there is more than a job."""
    return list(run_parts(lambda function: function(), functions, n_jobs=n_jobs, n_ahead=len(functions)))


def _tail_facts(hands: ViewpointHands, estimators: dict[str, Summary], lead: str) -> TailFacts | None:
    """Return the hands that carry most of the variance of the estimate that the verdict is by, if few do."""
    paired = next((name for name, column in PAIRED.items() if column == lead and name in estimators), None)
    summary = estimators[paired or lead]
    if summary.tails is None:
        return None
    named = []
    for index, value in summary.tails.largest:
        rows = [index] if paired is None else np.flatnonzero(hands.pairs == index).tolist()
        ids = [hands.hand_ids[row].as_py() or f"#{hands.selection.rows[row] + 1}" for row in rows]
        named.append((f"{'hand' if len(ids) == 1 else 'hands'} {' and '.join(map(shown_name, ids))}", value))
    return TailFacts(summary, "hand" if paired is None else "pair", tuple(named))


def _not_assessed(hands: ViewpointHands) -> dict[str, int]:
    """Return why hands were not assessed, each reason with its number of hands."""
    codes, words = hands.reasons
    counts = np.bincount(codes + 1, minlength=len(words) + 1)[1:].tolist()
    found: dict[str, int] = {}
    for word, n in zip(words, counts, strict=True):
        if n:
            found[word] = found.get(word, 0) + n
    return found


def _n_stakes(selection: Selection) -> int:
    stakes, currencies = (selection.codes(name).astype(np.int32) + 1 for name in ("stakes", "currency"))
    return int(np.count_nonzero(np.bincount(stakes * (int(currencies.max(initial=0)) + 1) + currencies)))


def _n_tournament(selection: Selection) -> int:
    words = selection.index.words["tournament"]
    return int(np.array([bool(word) for word in words], np.bool_)[selection.codes("tournament")].sum())


def _n_outside(selection: Selection) -> int:
    index = selection.index
    rows = index.rows[index.counts & (index.columns["outside"] != 0)]
    return int(np.isin(np.unique(rows), selection.rows).sum()) if rows.size else 0


def _is_holdem(selection: Selection) -> bool:
    words = selection.index.words["game"]
    return {words[code] for code in np.unique(selection.codes("game")).tolist()} <= {"holdem"}


class _SeatFacts(NamedTuple):
    """How many hands DIVAT values, in how many the viewpoint was the big blind, its seats' worth, sampled values."""

    n_valued: int
    n_in_big_blind: int
    worth: float
    sampled: dict[float, Estimate]


def _seat_facts(hands: ViewpointHands) -> _SeatFacts:
    """Return how often the viewpoint was the big blind in assessed hands, and what seats were worth."""
    assessed, seats = hands.assessed, hands.selection.seats
    columns = hands.columns(["ante", "seat_value", "seat_value_error"])
    worth, errors = columns["seat_value"], columns["seat_value_error"]
    sampled: dict[float, Estimate] = {}
    some = np.flatnonzero(errors > 0)
    for ante in np.unique(columns["ante"][some]).tolist():
        first = some[np.argmax(columns["ante"][some] == ante)]
        mean = float(worth[first] if seats[first] == 0 else -worth[first])
        sampled[ante] = Estimate(mean, float(errors[first]), 0, UNIT)
    valued = assessed & ~np.isnan(worth)
    return _SeatFacts(int(valued.sum()), int((seats[valued] == 0).sum()), float(worth[valued].sum()), sampled)


def _example_rows(priced: PricedDecisions, leaks: tuple[Leak, ...]) -> list[int]:
    """Return the hands of the extreme decisions, and of the largest leaks as far as there is room."""
    wanted = dict.fromkeys(each.row for each in priced.extremes)
    for leak in sorted(leaks, key=lambda leak: -abs(leak.total)):
        for row in leak.examples:
            if len(wanted) < MOST_EXAMPLES:
                wanted.setdefault(row)
    return sorted(wanted)


def _decisions(priced: PricedDecisions | None, examples: dict[int, ExampleHand], viewpoint: str) -> DecisionSummary:
    if priced is None:
        return DecisionSummary(0, 0, 0.0, 0.0, (), (), (), ())
    named = [(each, _priced(each, examples[each.row], viewpoint)) for each in priced.extremes]
    return DecisionSummary(
        n=priced.n_own,
        n_as_baseline=priced.n_as_baseline,
        own_value=priced.own_value,
        opponents_value=priced.opponents_value,
        own=priced.cells(own=True),
        opponents=priced.cells(own=False),
        worst=tuple(decision for each, decision in named if each.value < 0)[:10],
        best=tuple(decision for each, decision in reversed(named) if each.value > 0)[:10],
        families=priced.families,
    )


def _priced(candidate: Candidate, hand: ExampleHand, viewpoint: str) -> PricedDecision:
    kind = parse_kind(candidate.kind)
    decision = [each for street in hand.streets for each in street.decisions][candidate.number]
    position = hand.positions[hand.viewpoint_seat] or ""
    return PricedDecision(
        hand_id=hand.hand_id,
        row=candidate.row,
        round=kind.round,
        player=viewpoint,
        seat=position if hand.in_hindsight else SEATS[hand.viewpoint_seat],
        position=position,
        action=kind.action,
        amount=decision.amount,
        baseline_action=kind.baseline_action,
        facing=kind.facing,
        value=candidate.value,
        family=decision.family or "",
        cards=hand.cards_text,
        board=hand.board_text,
        betting=hand.betting,
    )
