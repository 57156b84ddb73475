"""How strong the equilibrium player is: bounds on what it can lose, matches with all others, and its variants."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from deluck.best_response import UNIT, lower_bounds
from deluck.errors import StudyError
from deluck.estimators import find_column
from deluck.files import replacing
from deluck.games import Learner, Policy
from deluck.players import make_player
from deluck.report.words import about, listed, plain
from deluck.statistics import Estimate, estimate
from deluck.studies.divat.self_play import SPREADS, self_play_games, self_play_log
from deluck.studies.matches import Games, match_games
from deluck.studies.papers import NO_PAPER
from deluck.studies.players.crosstable import HEADS_UP
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

FULL_GAMES = 20_000
_PLAYER = "equilibrium"
_CUT, _COARSE, _RESOLVED = "equilibrium:cut=0.15", "equilibrium:strategy=coarse", "equilibrium:resolve=river"
_VARIANTS = {_CUT: 10, _RESOLVED: 1}
"""Against whom the player plays besides, and the games for ten of the study's."""
_SELF_PLAY = {_PLAYER: 40, _CUT: 10, _COARSE: 10, _RESOLVED: 1}
"""Who plays against itself, and the games for ten of the study's."""
_ESTIMATORS = ("money", "divat_roe", "duplicate_money", "duplicate_divat")
_VALUE = 88.0
"""What the button wins in heads-up limit hold'em if both play perfectly, in mbb/g."""
_SOLVED = "Bowling, Burch, Johanson and Tammelin, Heads-up limit hold'em poker is solved, 2015"
_MILLI = 1000.0
_TURN, _RIVER = 2, 3
_WHERE = {_TURN: "turn and river", _RIVER: "river"}
_DEALT = {_TURN: "boards of four cards", _RIVER: "boards of five cards"}


@dataclass(frozen=True, slots=True)
class _Sampled:
    """Whose bounds are computed, from which street on, and how many games of the study there are per board."""

    spec: str
    street: int
    games_per_board: int


_SAMPLED = (
    _Sampled(_PLAYER, _RIVER, 40),
    _Sampled(_PLAYER, _TURN, 625),
    _Sampled(_CUT, _TURN, 5_000),
    _Sampled(_COARSE, _TURN, 5_000),
    _Sampled(_RESOLVED, _RIVER, 10_000),
    _Sampled("baseline", _RIVER, 1_000),
)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A lower bound in mbb/g by a response from a street on, and the button's value of self-play on the same boards."""

    spec: str
    street: int
    dealt: int  # the boards have the cards up to this street
    n_boards: int
    at_least: Estimate
    button: Estimate

    @property
    def is_first(self) -> bool:
        """Whether the response begins where the boards' cards end, and not a street later."""
        return self.street == self.dealt


def strength(run: Run) -> StudyResult:
    """Return bounds on what the equilibrium player can lose, and its matches with every other player."""
    bounds = [bound for sampled in _SAMPLED for bound in _bounds(run, sampled)]
    matches = {spec: _play(run, spec, run.n_games) for spec in HEADS_UP if spec != _PLAYER}
    variants = {spec: _play(run, spec, _n_games(run, per_ten)) for spec, per_ten in _VARIANTS.items()}
    alone = {spec: _play_alone(run, spec, _n_games(run, per_ten)) for spec, per_ten in _SELF_PLAY.items()}
    return StudyResult(
        name="equilibrium-strength",
        title="How strong the equilibrium player is",
        paper=f"{NO_PAPER}; the value of the game is that of {_SOLVED}.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=tuple(_sentences(bounds, matches, variants)),
        blocks=(
            _bounds_table(bounds),
            Findings(
                "What the button wins if the strategy plays itself, beside perfect play",
                (*_button_rows(alone[_PLAYER]), *_button_rows_of_boards(bounds)),
            ),
            _matches_table(f"Net to {_PLAYER}, sb/game ± 95%", matches),
            _matches_table(f"{_PLAYER} against its variants, net to {_PLAYER}, sb/game ± 95%", variants),
            _spreads_table(alone),
        ),
        data={
            "bounds": [
                {"player": each.spec, "from": _WHERE[each.street], "boards": each.n_boards} | each.at_least.as_dict()
                for each in bounds
            ],
            "matches": {spec: _as_dict(games) for spec, games in {**matches, **variants}.items()},
        },
    )


def _n_games(run: Run, per_ten: int) -> int:
    """Return the games of a match that has so many for ten of the study's, an even number."""
    return run.n_games * per_ten // 20 * 2


def _bounds(run: Run, sampled: _Sampled) -> list[_Bound]:
    """Return the bounds from a sample of boards, one per street from its first one on; the earliest first."""
    n_boards = max(2, run.n_games // sampled.games_per_board)
    found = _stored_bounds(run, sampled.spec, sampled.street, n_boards)
    button = _estimate(found["self_play"]["button"], n_boards)
    return [
        _Bound(sampled.spec, street, sampled.street, n_boards, _estimate(bound["at_least"], n_boards), button)
        for street, bound in enumerate(found["bounds"], start=sampled.street)
    ]


def _stored_bounds(run: Run, spec: str, street: int, n_boards: int) -> dict[str, Any]:
    """Return what `Bounds.as_dict` does, from the run's folder if it was computed before."""
    player = make_player(spec)
    path = run.folder / f"bounds-{player.name}-{_WHERE[street].replace(' ', '-')}-{n_boards}-{run.seed}.json"
    if path.exists():
        stored: dict[str, Any] = json.loads(path.read_bytes())
        return stored
    if not isinstance(player, Policy):
        raise StudyError(f"{spec} cannot state its strategy (expected a player that can)")
    found = lower_bounds(player, spec, street=street, n_boards=n_boards, seed=run.seed, n_jobs=run.jobs).as_dict()
    with replacing(path) as file:
        file.write(json.dumps(found).encode())
    return found


def _estimate(found: dict[str, Any], n_boards: int) -> Estimate:
    return Estimate(found["mean"], found["stderr"], n_boards, UNIT)


def _play(run: Run, spec: str, n_games: int) -> Games:
    """Return the games of the player against another, net to it: a duplicate match unless the other one learns."""
    other = make_player(spec)
    duplicate = not isinstance(other, Learner)
    log = f"{_PLAYER}-v-{other.name}{'-duplicate' if duplicate else ''}"
    return match_games(
        run, log, make_player(_PLAYER), other, n_games=n_games, names=("money", "divat_roe"), duplicate=duplicate
    )


def _play_alone(run: Run, spec: str, n_games: int) -> Games:
    return self_play_games(run, self_play_log(run, spec, n_games), "seat_value")


def _best(games: Games) -> Estimate:
    """Return the estimate with the smallest error: duplicate DIVAT, or DIVAT where deals are played once."""
    return games.mean(games.names_of("divat_roe", "duplicate_divat")[-1])


def _sentences(bounds: list[_Bound], matches: Mapping[str, Games], variants: Mapping[str, Games]) -> list[str]:
    own = [f"{_rate(each)} on the {_WHERE[each.street]}" for each in bounds if each.spec == _PLAYER and each.is_first]
    results = {spec: _best(games) for spec, games in matches.items()}
    ahead = [spec for spec, each in results.items() if each.excludes_zero and each.mean > 0]
    behind = [spec for spec, each in results.items() if each.excludes_zero and each.mean < 0]
    open_ = [spec for spec, each in results.items() if not each.excludes_zero]
    groups = (("ahead of", ahead), ("behind", behind), ("not significantly different from", open_))
    return [
        f"Best responses that play as the player does before a street, and from there on with every holding what wins "
        f"most, take at least {listed(own)}, in mbb/g: thousandths of a big blind per game, the average of the two "
        "seats, ± 95% over the boards. These are lower bounds; what the best response on all streets takes is larger.",
        f"By duplicate DIVAT, or DIVAT against players that learn, {_PLAYER} is "
        f"{'; '.join(f'{words} {listed(specs)}' for words, specs in groups if specs)}.",
        *(
            f"Against {spec} {_PLAYER} has {rate(_best(games))} sb/game over {len(games):,} games, "
            f"{compared_with_zero(_best(games))}."
            for spec, games in variants.items()
        ),
        "Not computed here are bounds from the flop on, which take about seven minutes per flop: deluck strength "
        "equilibrium --street flop --boards 2.",
    ]


def _rate(bound: _Bound) -> str:
    return f"{plain(bound.at_least.mean, 1)} ± {plain(bound.at_least.half_width95, 1)}"


def _bounds_table(bounds: list[_Bound]) -> Table:
    rows = [(each.spec, _WHERE[each.street], f"{each.n_boards:,} {_DEALT[each.dealt]}", _rate(each)) for each in bounds]
    head = ("player", "response on the", "sample", "at least")
    return Table("What a best response takes at least, mbb/g ± 95%", head, tuple(rows))


def _button_rows(games: Games) -> list[Finding]:
    """Return what the button won in a match, by money, and by DIVAT with what the seat is worth to the baseline."""
    seat = games.values("seat_value")
    rows = []
    for label, values in (("money", games.values("money")), ("DIVAT", games.values("divat_roe") + seat)):
        found = estimate(np.sign(seat) * values, "sb/game").scaled(_MILLI, UNIT)
        rows.append(Finding.of(f"{_PLAYER}, {len(games):,} games by {label}", found, paper=_VALUE, decimals=1))
    return rows


def _button_rows_of_boards(bounds: list[_Bound]) -> list[Finding]:
    return [
        Finding.of(f"{each.spec}, {each.n_boards:,} {_DEALT[each.dealt]}", each.button, paper=_VALUE, decimals=1)
        for each in bounds
        if each.is_first and each.spec.startswith(_PLAYER)
    ]


def _matches_table(title: str, matches: Mapping[str, Games]) -> Table:
    rows = []
    for spec, games in matches.items():
        known = games.names_of(*_ESTIMATORS)
        found = (rate(games.mean(name)) if name in known else "–" for name in _ESTIMATORS)
        rows.append((spec, f"{len(games):,}", *found, about(games.comparison("divat_roe").hands_needed)))
    labels = (find_column(name).label for name in _ESTIMATORS)
    return Table(title, ("opponent", "games", *labels, "games for 80% power by DIVAT"), tuple(rows))


def _spreads_table(alone: Mapping[str, Games]) -> Table:
    rows = [("PsOpti4, in the paper on DIVAT", "400,000", *(f"{paper:.3f}" for paper in SPREADS.values()))]
    for spec, games in alone.items():
        spreads = [games.spread(name) for name in SPREADS]
        shown = (f"{each.mean:.3f} ± {each.half_width95:.3f}" for each in spreads)
        rows.append((spec, f"{len(games):,}", *shown))
    labels = (find_column(name).label for name in SPREADS)
    return Table("Standard deviations of self-play, sb/game ± 95%", ("player", "games", *labels), tuple(rows))


def _as_dict(games: Games) -> dict[str, object]:
    return {name: games.summary(name).as_dict() for name in games.names_of(*_ESTIMATORS)}
