"""Every player of some hands, each over all its own hands: one row per player, the best by its estimate first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.assessing import context_of, values_of
from deluck.assessment.hands import ViewpointHands
from deluck.assessment.standings import MONEY, lead_of
from deluck.assessment.summary import Summary, plain, summarise, summarise_groups
from deluck.assessment.verdict import FEW_VALUES
from deluck.assessment.viewpoint import Index, Moment, Selection, Wanted, filtered, parse_alias, parse_structure, select
from deluck.errors import AssessmentError
from deluck.estimators import constants_hash, estimator_columns
from deluck.estimators.divat import Settings
from deluck.formats import Rejected
from deluck.games import Structure
from deluck.records import HandColumns
from deluck.statistics import holm, two_sided_p
from deluck.values import Values
from deluck.values.parts import Read
from deluck.version import JSON_SCHEMA, __version__

_MOST_FOR_PAIRS = 40
"""Players for whom duplicate pairs are looked for, each by itself."""
_ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player over all its hands, net to it, before rake.

    Attributes
    ----------
    player, n_hands
        Who, and how many hands.
    estimators
        Every estimator that counts for its hands, as in `Assessment`.
    lead
        The estimate of skill with the least luck in it that all its hands have.
    estimate
        Its summary: by hands, or by duplicate pairs where there are any.
    trials
        What is independent: ``hand`` or ``pair``.
    n_both
        Hands in which it had another seat too: where there are any, nothing is claimed.
    adjusted_p
        How likely an estimate so far from zero is by chance, adjusted by Holm for all players; NaN where hands are too
        few to say anything.
    """

    player: str
    n_hands: int
    estimators: dict[str, Summary]
    lead: str
    estimate: Summary
    trials: str
    n_both: int
    adjusted_p: float

    @property
    def is_small(self) -> bool:
        """Whether there are too few hands or pairs to say anything."""
        return self.estimate.n < FEW_VALUES

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the 95% interval of the estimate, taken by itself."""
        return not self.is_small and not self.n_both and self.estimate.excludes_zero

    @property
    def is_significant(self) -> bool:
        """Whether it is significantly different from zero among all players (5%, adjusted)."""
        return self.excludes_zero and self.adjusted_p < _ALPHA

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "player": self.player,
            "hands": self.n_hands,
            "lead": self.lead,
            "trials": self.trials,
            "estimate": self.estimate.as_dict(),
            "small": self.is_small,
            "excludes_zero": self.excludes_zero,
            "adjusted_p": plain(self.adjusted_p),
            "estimators": {name: summary.as_dict() for name, summary in self.estimators.items()},
        }


@dataclass(frozen=True, slots=True)
class AllPlayers:
    """Every player of some hands of one betting structure.

    Attributes
    ----------
    results
        One per player: those with enough hands first, the highest estimate first.
    n_hands
        Hands, copies left out.
    structure, unit, per_100_unit
        The betting structure; the unit of means, ``sb/game`` or ``bb/game``, and of rates, ``bb/100``.
    apart
        The same of hands of other structures, which are never added up.
    n_hidden
        Hands of sources that do not show all hole cards.
    n_rejected
        What was not read.
    settings_hash, version
        How it was computed.
    """

    results: tuple[PlayerResult, ...]
    n_hands: int
    structure: str
    unit: str
    per_100_unit: str
    apart: "tuple[AllPlayers, ...]"
    n_hidden: int
    n_rejected: int
    settings_hash: str
    version: str = __version__

    def __getitem__(self, player: str) -> PlayerResult:
        for each in self.results:
            if each.player == player:
                return each
        raise KeyError(player)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, as ``deluck assess --all-players --json`` prints it."""
        return {
            "schema": JSON_SCHEMA,
            "hands": self.n_hands,
            "structure": self.structure,
            "unit": self.unit,
            "rejections": self.n_rejected,
            "hidden": self.n_hidden,
            "players": [each.player for each in self.results],
            "results": [each.as_dict() for each in self.results],
            "settings_hash": self.settings_hash,
            "version": self.version,
            "apart": {each.structure: each.as_dict() for each in self.apart},
        }


def assess_all(
    hands: HandColumns | Iterable[HandColumns | Rejected | Read] | Values,
    *,
    alias: str | Mapping[str, Sequence[str]] | None = None,
    style: str | Settings | None = None,
    sweep: str | None = None,
    structure: str | Structure | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    position: str | Sequence[str] = (),
    stakes: str | Sequence[str] = (),
    n_jobs: int = 1,
    seed: int = 0,
) -> AllPlayers:
    """Return every player's estimates over all its hands, in small bets or big blinds per hand, before rake.

    Values are computed once for all players. The parameters are those of `assess`; by default hands of the structure
    with the most hands come first, those of others apart.

    Raises
    ------
    AssessmentError
        If there is no hand.
    """
    context, _ = context_of(style, sweep, seed=seed)
    wanted = Wanted(
        alias=parse_alias(alias) if isinstance(alias, str) else alias,
        structure=None if structure is None else Structure.parse(structure),
        since=since,
        until=until,
        positions=(position,) if isinstance(position, str) else tuple(position),
        stakes=(stakes,) if isinstance(stakes, str) else tuple(stakes),
    )
    return ask_all(values_of(hands, context, n_jobs), wanted)


def ask_all(values: Values, wanted: Wanted) -> AllPlayers:
    """Return every player's estimates, from values.

    Raises
    ------
    AssessmentError
        If there is no hand asked for.
    """
    index = Index(values, wanted.alias)
    seat_rows = np.flatnonzero(index.counts)
    owned = index.rows[seat_rows].astype(np.int64) * len(index.names) + index.players[seat_rows]
    firsts = np.zeros(len(seat_rows), np.bool_)
    firsts[np.unique(owned, return_index=True)[1]] = True
    n_both = np.bincount(index.players[seat_rows[~firsts]], minlength=len(index.names))
    seat_rows = seat_rows[firsts]
    seat_rows = seat_rows[filtered(index, wanted, seat_rows)]
    if not len(seat_rows):
        raise AssessmentError("no valid hand to assess" if not index.n_hands else "no hand is left (expected some)")
    structures = [parse_structure(word) for word in index.words["structure"]]
    codes = index.columns["structure"][seat_rows]
    order = np.argsort(-np.bincount(codes, minlength=len(structures)), kind="stable").tolist()
    there = [structures[code] for code in order if (codes == code).any()]
    if wanted.structure is not None and wanted.structure not in there:
        raise AssessmentError(f"no {wanted.structure} hand (expected a structure of {', '.join(map(str, there))})")
    found = [
        _of_structure(index, wanted, seat_rows[codes == structures.index(structure)], structure, n_both)
        for structure in ([wanted.structure] if wanted.structure else there)
    ]
    return replace(found[0], apart=tuple(found[1:]))


def _of_structure(
    index: Index, wanted: Wanted, seats: NDArray[np.int64], structure: Structure, n_both: NDArray[np.int64]
) -> AllPlayers:
    """Return the players of hands of one structure, from the rows of their seats; n_both by player."""
    n_names = len(index.names)
    hands = ViewpointHands(Selection(index, wanted, -1, structure, seats, 0, 0, 0, {}))
    players = np.asarray(index.players[seats])
    present = np.flatnonzero(np.bincount(players, minlength=n_names))
    groups = np.full(n_names, -1, np.int32)
    groups[present] = np.arange(len(present))
    summaries: dict[str, list[Summary]] = {}
    for spec in estimator_columns():
        column = hands.columns([spec.name])[spec.name]
        if spec.name == MONEY or not np.isnan(column).all():
            summaries[spec.name] = summarise_groups(spec.name, column, groups[players], len(present))
    pairs = len(present) <= _MOST_FOR_PAIRS and bool((hands.selection.n_seats == 2).all())
    counts = np.bincount(players, minlength=n_names)
    results = [
        _result(index, wanted, structure, code, int(counts[code]), int(n_both[code]), found, pairs=pairs)
        for code, found in zip(
            present.tolist(),
            ({name: each[number] for name, each in summaries.items()} for number in range(len(present))),
            strict=True,
        )
    ]
    is_limit = structure is Structure.FIXED_LIMIT
    games = {index.words["game"][code] for code in np.unique(index.columns["game"][seats]).tolist()}
    return AllPlayers(
        results=_ranked(results),
        n_hands=len(np.unique(index.rows[seats])),
        structure=str(structure),
        unit="sb/game" if is_limit else "bb/game",
        per_100_unit="bb/100" if games <= {"holdem"} else "sb/100",
        apart=(),
        n_hidden=len(np.unique(index.rows[seats][~hands.knowledge.is_complete])),
        n_rejected=sum(index.values.rejected_reasons.values()),
        settings_hash=constants_hash(index.values.context),
    )


def _result(
    index: Index,
    wanted: Wanted,
    structure: Structure,
    code: int,
    n_hands: int,
    n_both: int,
    summaries: dict[str, Summary],
    *,
    pairs: bool,
) -> PlayerResult:
    estimators = {name: each for name, each in summaries.items() if each.n or name == MONEY}
    lead = lead_of({name: each.n for name, each in estimators.items()}, estimators[MONEY].n)
    estimate, trials = estimators[lead], "hand"
    if pairs:
        own = ViewpointHands(select(index, replace(wanted, player=index.names[code], structure=structure)))
        if own.found_pairs is not None:
            estimate, trials = summarise(f"duplicate_{lead}", own.by_pair(own.values(lead))), "pair"
    return PlayerResult(index.names[code], n_hands, estimators, lead, estimate, trials, n_both, np.nan)


def _ranked(results: list[PlayerResult]) -> tuple[PlayerResult, ...]:
    """Return the players, those with enough hands first, the highest estimate first, with Holm's adjusted p-values."""
    tested = [each for each in results if not each.is_small and not each.n_both]
    adjusted = holm([two_sided_p(each.estimate.mean, each.estimate.stderr) for each in tested])
    by_player = {each.player: float(p) for each, p in zip(tested, adjusted, strict=True)}
    found = [replace(each, adjusted_p=by_player.get(each.player, np.nan)) for each in results]
    return tuple(sorted(found, key=lambda each: (each.is_small, -np.nan_to_num(each.estimate.mean, nan=-np.inf))))
