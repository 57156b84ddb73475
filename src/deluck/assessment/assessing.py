"""From hands to an assessment: read once, in parts, each taken apart on its own; then put together and told."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

import joblib
import numpy as np
from numpy.typing import NDArray

from deluck.assessment.chunks import MOMENT_NAMES, Assessed, Plan, assess_part
from deluck.assessment.decisions import DecisionSummary, Leak, PricedDecision
from deluck.assessment.gathering import Gathered
from deluck.assessment.grouping import grouped
from deluck.assessment.kept import POSITIONS, ROUND_NAMES, KeptHands
from deluck.assessment.moments import Moments
from deluck.assessment.pairs import Pairs, find_pairs
from deluck.assessment.reader import Part, Reader
from deluck.assessment.repeats import count_repeats
from deluck.assessment.result import Assessment
from deluck.assessment.summary import UNIT, Comparison, Summary, compare, summarise
from deluck.assessment.tally import Candidate, DecisionTally, parse_kind
from deluck.assessment.verdict import Telling, notes_of, verdict_of
from deluck.cards import format_cards
from deluck.errors import AssessmentError
from deluck.estimators import ESTIMATORS, Reason, Sampling, analyse, seat_value
from deluck.estimators.divat import STANDARD, Settings, parse_style, style_sweep
from deluck.estimators.divat.eligibility import FINEST
from deluck.estimators.divat.hand_analysis import SEATS, HandAnalysis, tell_hands
from deluck.estimators.divat.luck import sampled_seat_value
from deluck.estimators.divat.rounds import Stakes
from deluck.estimators.divat.styles import SWEEP_WEIGHTS
from deluck.formats import Rejected
from deluck.games import STREET_NAMES, Structure, position_names
from deluck.records import HandColumns
from deluck.statistics import Estimate
from deluck.version import __version__

N_FLOPS = 200
N_EXACT = 20
"""Match-ups of a part that are rolled out over all flops where the table does not hold their pots, if no more."""
N_SEAT_DEALS = 100_000
"""Deals from which the seat value of settings without a table is sampled."""
MOST_TOLD = 60
"""Hands that are told card by card."""

_MOST_SEED = 1 << 63
_SKILL_NAMES = ("money", "money_minus_lfat", "divat_aie", "divat_roe", "money_minus_dcash")


def assess(
    hands: HandColumns | Iterable[HandColumns | Rejected],
    *,
    player: str | None = None,
    style: str | Settings | None = None,
    sweep: str | None = None,
    structure: str | Structure | None = None,
    n_jobs: int = 1,
    n_flops: int = N_FLOPS,
    seed: int = 0,
) -> Assessment:
    """Return what hands say of one player's skill and luck, net to it in small bets or big blinds, before rake.

    Hands of no-limit and pot-limit have money only, with its interval, in big blinds; those of fixed-limit count in
    small bets. Hands of different structures are never added up.

    Parameters
    ----------
    hands
        Columns and what was rejected, as `formats.read_columns` yields them; they are read once and not kept.
    player
        Whose view to take; the first player named if None.
    style
        A style of the baseline, such as ``tight/conservative``; the standard one if None.
    sweep
        Average over five styles with these weights: ``equal``, ``triangular`` or ``binomial``.
    structure
        Which of the player's hands to assess: ``limit``, ``no-limit`` or ``pot-limit``; by default those of the
        structure of its first hand.
    n_jobs
        How many parts are taken apart at once, in threads; -1 for all cores. The result is the same to the last bit.
    n_flops, seed
        How preflop roll-outs that no table has are sampled: all of other styles than the standard one, and those of
        antes and of pots of more than four bets, if there are too many match-ups to roll out each.

    Raises
    ------
    AssessmentError
        If there is no hand, no such player, or no hand of the structure; a style and a sweep at once; no job, or a seed
        out of range.
    RulesError
        If there is no such structure.
    BaselineError
        If there is no such style or sweep.
    """
    if n_jobs == 0:
        raise AssessmentError("0 jobs at once (expected 1 or more, or -1 for all cores)")
    plan, baseline = _plan(style, sweep, n_flops, seed)
    reader = Reader(player, None if structure is None else Structure.parse(structure))
    parts = reader.parts([hands] if isinstance(hands, HandColumns) else hands)
    gathered = Gathered.of(_assessed(parts, plan, n_jobs))
    if not reader.n_read:
        rejected = f" ({reader.n_rejected:,} rejected, the first: {reader.rejected[0]})" if reader.rejected else ""
        raise AssessmentError(f"no valid hand to assess{rejected}")
    assert reader.viewpoint is not None
    if gathered is None and reader.other_structures:
        found = ", ".join(f"{name}: {n:,}" for name, n in reader.other_structures.items())
        raise AssessmentError(f"no {reader.structure} hand of {reader.viewpoint!r} (expected a structure of {found})")
    if gathered is None or reader.viewpoint not in reader.names:
        raise AssessmentError(f"no player {reader.viewpoint!r} in these hands (expected {_listed(list(reader.names))})")
    return _put_together(reader, gathered, plan, baseline)


def check_baseline(style: str | Settings | None, sweep: str | None) -> None:
    """Raise what `assess` would of a style or sweep, before hands are read."""
    _plan(style, sweep, N_FLOPS, 0)


def _listed(names: list[str], most: int = 20) -> str:
    more = f" or {len(names) - most:,} others" if len(names) > most else ""
    return f"one of {', '.join(names[:most])}{more}" if len(names) > 1 else names[0]


def _plan(style: str | Settings | None, sweep: str | None, n_flops: int, seed: int) -> tuple[Plan, str]:
    """Return how to assess, and the baseline's name."""
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
        return Plan(runs.settings, runs.weights, sampling), name
    if isinstance(style, Settings):
        settings, name = style, f"settings {style.hash}"
    else:
        settings = STANDARD if style is None else parse_style(style)
        name = (style or "").strip().lower()
    return Plan((settings,), (Fraction(1),), sampling), "standard" if settings == STANDARD else name


def _assessed(parts: Iterator[Part], plan: Plan, n_jobs: int) -> Iterator[Assessed]:
    """Yield what comes of each part, in order."""
    if n_jobs == 1:
        yield from (assess_part(part, plan) for part in parts)
        return
    pool = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator", pre_dispatch="2*n_jobs")
    yield from pool(joblib.delayed(assess_part)(part, plan) for part in parts)


def _put_together(reader: Reader, gathered: Gathered, plan: Plan, baseline: str) -> Assessment:
    assert reader.viewpoint is not None
    assert reader.structure is not None
    is_limit = reader.structure is Structure.FIXED_LIMIT
    games = gathered.games()
    numbers, pairs = find_pairs(games)
    antes = np.unique(gathered.kept.antes[gathered.kept.assessed]).tolist()
    seats = {ante: _seat_value(plan, ante) for ante in antes}
    kept = replace(gathered.kept, pairs=numbers, seat_values={ante: seat.mean for ante, seat in seats.items()})
    reasons = np.bincount(kept.reasons, minlength=len(Reason))
    leaks = gathered.tally.leaks()
    told = _tell(gathered.tally, leaks, plan, kept)
    estimators = _summaries(kept, np.ones(len(kept), np.bool_), pairs)
    paid = summarise("rake", kept.rake)
    seats_found = _seats(kept)
    telling = Telling(
        viewpoint=reader.viewpoint,
        structure=reader.structure,
        unit="sb" if is_limit else "bb",
        kept=kept,
        estimators=estimators,
        pairs=pairs,
        set_aside={reason: int(reasons[reason]) for reason in Reason if reason and reasons[reason]},
        n_others=reader.n_others,
        n_rejected=reader.n_rejected,
        n_both=reader.n_both,
        n_repeats=count_repeats(games, gathered.kept.money),
        n_stakes=len(reader.units),
        other_structures=dict(reader.other_structures),
        n_tournament=reader.n_tournament,
        n_outside=reader.n_outside,
        rake=paid if paid.total else None,
        baseline=baseline,
        is_sampled=any(settings != STANDARD for settings in plan.settings),
        n_flops=plan.sampling.n_flops,
        seats=seats,
    )
    return Assessment(
        n_hands=reader.n_hands,
        n_assessed=int(reasons[Reason.ASSESSED]),
        n_others=reader.n_others,
        n_repeats=telling.n_repeats,
        n_both=telling.n_both,
        rejected=tuple(reader.rejected),
        n_rejected=reader.n_rejected,
        rejected_reasons=dict(reader.reasons.most_common()),
        structure=str(reader.structure),
        other_structures={str(each): n for each, n in reader.other_structures.items()},
        set_aside={reason.sentence: n for reason, n in telling.set_aside.items()},
        players=tuple(reader.names),
        viewpoint=reader.viewpoint,
        unit=UNIT if is_limit else "bb/game",
        per_100_unit="bb/100" if reader.games <= {"holdem"} else "sb/100",
        baseline=baseline,
        estimators=estimators,
        rounds=_rounds(kept, gathered.moments),
        seats=seats_found,
        positions=_positions(kept, seats_found),
        opponents=_opponents(kept, tuple(reader.names)),
        players_money=_players_money(gathered.players, reader, estimators["money"]),
        rake=telling.rake,
        comparisons=_comparisons(kept, estimators),
        pairs=pairs,
        decisions=_decisions(gathered.tally, told, reader.viewpoint),
        leaks=leaks,
        told=told,
        verdict=verdict_of(telling),
        notes=notes_of(telling),
        settings_hash=" ".join(settings.hash for settings in plan.settings),
        seed=plan.sampling.seed,
        n_flops=plan.sampling.n_flops,
        version=__version__,
        kept=kept,
    )


def _seat_value(plan: Plan, ante: float) -> Estimate:
    """Return what P1's seat is worth under the baseline: exact for the standard one without antes, else sampled."""
    whole = Fraction(ante).limit_denominator(FINEST)
    stakes = Stakes(whole.denominator, whole.numerator)
    found = [
        Estimate(seat_value(), 0.0, 0, UNIT)
        if settings == STANDARD and not ante
        else sampled_seat_value(settings, N_SEAT_DEALS, plan.sampling.seed, stakes)
        for settings in plan.settings
    ]
    weights = [float(weight) for weight in plan.weights]
    mean = sum(weight * each.mean for weight, each in zip(weights, found, strict=True))
    # The runs share their deals, so their errors do not cancel: the weighted sum of errors is the most they can be.
    stderr = sum(weight * each.stderr for weight, each in zip(weights, found, strict=True))
    return Estimate(mean, stderr, sum(each.n_hands for each in found), UNIT)


def _summaries(kept: KeptHands, which: NDArray[np.bool_], pairs: Pairs | None = None) -> dict[str, Summary]:
    """Return the estimators that have values for some of these hands."""
    names = [*ESTIMATORS]
    found = {name: summarise(name, kept.values(name)[which]) for name in names}
    if pairs is not None:
        found |= {name: summarise(name, kept.values(name)) for name in ("duplicate_money", "duplicate_divat")}
    return {name: each for name, each in found.items() if each.n or name == "money"}


def _rounds(kept: KeptHands, moments: dict[str, Moments]) -> dict[str, dict[str, Summary]]:
    found: dict[str, dict[str, Summary]] = {}
    for number, street in enumerate(STREET_NAMES):
        reached = kept.n_rounds > number
        if not reached.any():
            continue
        by_name = {name: moments[name].summary(name, number) for name in MOMENT_NAMES}
        by_name |= {name: summarise(name, kept.values(name, street)[reached]) for name in ROUND_NAMES}
        found[street] = {name: by_name[name] for name in ESTIMATORS if name in by_name}
    return found


def _seats(kept: KeptHands) -> dict[str, dict[str, Summary]]:
    heads_up = ~np.isin(kept.reasons, (Reason.OTHER_GAME, Reason.NOT_LIMIT))
    found = {name: heads_up & (kept.seats == seat) for seat, name in enumerate(SEATS)}
    return {name: _summaries(kept, which) for name, which in found.items() if which.any()}


def _positions(kept: KeptHands, seats: dict[str, dict[str, Summary]]) -> dict[str, dict[str, Summary]]:
    """Return money by position, and whatever else is known of seats where all hands were heads-up."""
    if sum(found["money"].n for found in seats.values()) == len(kept):
        return {name: seats[seat] for name, seat in zip(position_names(2), SEATS, strict=True) if seat in seats}
    groups = ((number, kept.money[rows]) for number, rows in grouped(kept.positions) if number >= 0)
    return {POSITIONS[number]: {"money": summarise("money", values)} for number, values in groups}


def _players_money(moments: Moments, reader: Reader, own: Summary) -> dict[str, Summary]:
    """Return what every player of these hands won, those with the most hands first."""
    names = list(reader.names)
    order = sorted(np.flatnonzero(moments.n).tolist(), key=lambda number: -int(moments.n[number]))
    found = {names[number]: moments.summary("money", number) for number in order}
    if not reader.n_both and reader.viewpoint in found:
        found[reader.viewpoint] = own  # the same, rounded once
    return found


def _opponents(kept: KeptHands, names: tuple[str, ...]) -> dict[str, dict[str, Summary]]:
    groups = [(names[number], rows) for number, rows in grouped(kept.opponents) if number >= 0]
    found: dict[str, dict[str, Summary]] = {opponent: {} for opponent, _ in groups}
    for name in ESTIMATORS:
        values = kept.values(name)
        for opponent, rows in groups:
            summary = summarise(name, values[rows])
            if summary.n or name == "money":
                found[opponent][name] = summary
    return found


def _comparisons(kept: KeptHands, estimators: dict[str, Summary]) -> dict[str, Comparison]:
    assessed = kept.assessed
    found: dict[str, Comparison] = {}
    if assessed.any():
        money = summarise("money", kept.money[assessed])
        found = {name: compare(summarise(name, kept.values(name)[assessed]), money) for name in _SKILL_NAMES}
    elif (kept.reasons == Reason.NOT_LIMIT).any() and estimators["money"].n:
        found = {"money": compare(estimators["money"], estimators["money"])}
    else:
        return {}
    if "duplicate_money" in estimators:
        paired = summarise("money", kept.money[kept.pairs >= 0])
    for name in ("duplicate_money", "duplicate_divat"):
        if name in estimators:
            found[name] = compare(estimators[name], paired, games_per_value=2)
    return found


def _tell(tally: DecisionTally, leaks: tuple[Leak, ...], plan: Plan, kept: KeptHands) -> dict[int, HandAnalysis]:
    """Return the hands of the extreme decisions, and of the largest leaks as far as there is room, taken apart."""
    wanted = dict.fromkeys(each.row for each in tally.extremes)
    for leak in sorted(leaks, key=lambda leak: -abs(leak.total)):
        for row in leak.examples:
            if len(wanted) < MOST_TOLD:
                wanted.setdefault(row)
    rows = np.array(sorted(wanted), np.int64)
    places = np.searchsorted(kept.rows, rows)
    told: dict[int, HandAnalysis] = {}
    # as they were assessed: a part rolls out its match-ups where they are few and samples them where they are many
    for sampling in (None, replace(plan.sampling, n_exact=0)):
        some = kept.sampled[places] == (sampling is not None)
        if some.any():
            columns = HandColumns.from_records([tally.hands[row] for row in rows[some].tolist()])
            hands = tell_hands(analyse(columns, plan.settings[plan.middle], sampling=sampling))
            seats = [kept.seat_values[ante] for ante in kept.antes[places[some]].tolist()]
            found = [replace(hand, seat_value=seat) for hand, seat in zip(hands, seats, strict=True)]
            told |= dict(zip(rows[some].tolist(), found, strict=True))
    return told


def _decisions(tally: DecisionTally, told: dict[int, HandAnalysis], viewpoint: str) -> DecisionSummary:
    priced = [(each, _priced(each, tally, told, viewpoint)) for each in tally.extremes]
    return DecisionSummary(
        n=tally.n_own,
        n_as_baseline=tally.n_as_baseline,
        own=tally.cells(own=True),
        opponents=tally.cells(own=False),
        worst=tuple(decision for each, decision in priced if each.value < 0)[:10],
        best=tuple(decision for each, decision in reversed(priced) if each.value > 0)[:10],
    )


def _priced(
    candidate: Candidate, tally: DecisionTally, told: dict[int, HandAnalysis], viewpoint: str
) -> PricedDecision:
    record, hand = tally.hands[candidate.row], told[candidate.row]
    street, facing, action, baseline = parse_kind(candidate.kind)
    seat = record.decisions[candidate.place].seat
    return PricedDecision(
        hand_id=record.hand_id,
        row=candidate.row,
        round=street,
        player=viewpoint,
        seat=SEATS[seat],
        action=action,
        baseline_action=baseline,
        facing=facing,
        value=candidate.value,
        cards=f"{format_cards(hand.cards[:2])} v {format_cards(hand.cards[2:])}",
        board=format_cards(hand.rounds[-1].board),
        betting="/".join(each.actual for each in hand.rounds),
    )
