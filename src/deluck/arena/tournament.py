"""Tournaments: every line-up plays the same deals, and a player's error is computed over deals, not games.

All line-ups get the same decks. What a player wins on one deal, over all the games it plays with it, is one value, and
deals are independent of each other; so nothing is counted twice, whatever the line-ups have in common.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.arena.dealing import BLOCK
from deluck.arena.entrants import Candidate, Entrant, as_entrant, check_tables, with_distinct_names
from deluck.arena.faults import Fault, FaultTally, describe_error
from deluck.arena.isolation import Isolation
from deluck.arena.log_text import LogFormat, log_format
from deluck.arena.luck import MONEY, LuckRemoved, PlayedHands
from deluck.arena.match import (
    check_time_limit,
    checked_jobs,
    checked_on_fault,
    checked_seed,
    player_result,
    remarks_on,
    timed,
)
from deluck.arena.result import PlayerResult, estimate_as_dict, remark_sentence, verdict_of_many, verdict_without_luck
from deluck.arena.running import jobs_for, n_blocks_of, played_blocks
from deluck.arena.stakes import Game, TableGame, stakes_of
from deluck.arena.table import Table, fill_seats, lineups
from deluck.errors import INTERRUPTS, ArenaError, MatchStopped
from deluck.statistics import Estimate, Sums, estimate


@dataclass(frozen=True, slots=True, repr=False)
class TournamentResult:
    """The result of a tournament; its text is a table and the verdict.

    Attributes
    ----------
    game, seed, duplicate, n_seats
        What was played.
    n_deals, n_lineups, n_games
        How many deals each line-up played, how many line-ups there were, and the games that makes.
    players
        Each player's result, all its copies together, in the order they were given.
    copies
        How many copies of each player took part.
    against, skill_against
        Heads-up: each player's result against each other one, in small bets per game, by money and with the luck
        removed; else empty.
    faults, reproducible, remarks
        As in `MatchResult`.
    """

    game: str
    seed: int
    duplicate: bool
    n_seats: int
    n_deals: int
    n_lineups: int
    n_games: int
    players: tuple[PlayerResult, ...]
    copies: tuple[int, ...]
    against: dict[tuple[str, str], Estimate] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    reproducible: bool = True
    remarks: tuple[str, ...] = ()
    skill_against: dict[tuple[str, str], Estimate] = field(default_factory=dict)

    @property
    def skill_verdict(self) -> str:
        """One sentence on who played best with the luck removed; empty where that was not computed."""
        return verdict_without_luck(self.players, self.n_deals)

    @property
    def verdict(self) -> str:
        """One sentence on who did best, whose 95% interval leaves out zero, and who failed."""
        return verdict_of_many(self.players, self.n_deals)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "duplicate": self.duplicate,
            "seats": self.n_seats,
            "deals": self.n_deals,
            "lineups": self.n_lineups,
            "hands": self.n_games,
            "reproducible": self.reproducible,
            "unit": self.players[0].per_game.unit,
            "players": [player.name for player in self.players],
            "results": [
                player.as_dict() | {"copies": n_copies}
                for player, n_copies in zip(self.players, self.copies, strict=True)
            ],
            "against": [
                {"player": player, "opponent": opponent, "hands": estimate.n_hands, **estimate_as_dict(estimate)}
                for (player, opponent), estimate in self.against.items()
            ],
            "skill_against": [
                {"player": player, "opponent": opponent, "hands": estimate.n_hands, **estimate_as_dict(estimate)}
                for (player, opponent), estimate in self.skill_against.items()
            ],
            "faults": [str(fault) for fault in self.faults],
            "verdict": self.verdict,
            "skill_verdict": self.skill_verdict or None,
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        width = max(len(player.name) for player in self.players)
        rows = [f"{player.name:<{width}}  {player.per_game}" for player in self.players]
        return "\n".join([*rows, self.verdict, *filter(None, [self.skill_verdict]), *self.notes()])

    def notes(self) -> tuple[str, ...]:
        """Return the remarks as sentences, to stand beside the verdict."""
        return tuple(map(remark_sentence, self.remarks))


@dataclass(slots=True)
class _Entry:
    """Something that was entered: once, or several times over."""

    name: str
    entrant: Entrant
    participants: list[int] = field(default_factory=list)  # the numbers of its copies


class _Books:
    """The chips won so far, by deal and entry."""

    def __init__(self, n_entries: int, n_deals: int) -> None:
        self.skill = _SkillBooks(n_entries, n_deals)
        self.chips: NDArray[np.int64] = np.zeros((n_deals, n_entries), dtype=np.int64)
        self.n_games = [0] * n_entries  # of each entry, its copies counted one by one
        self.pairs: dict[tuple[int, int], NDArray[np.int64]] = {}  # what the first won of the second, by deal
        self.pair_games: dict[tuple[int, int], int] = {}
        self.tally = FaultTally()
        self.all_games = 0

    def add(self, seated: Sequence[int], first: int, chips: NDArray[np.int64], n_games: int) -> None:
        """Take in a block: the entry in each seat of the line-up, and what each seat won on each deal."""
        rows = slice(first, first + len(chips))
        for seat, entry in enumerate(seated):
            self.chips[rows, entry] += chips[:, seat]
            self.n_games[entry] += n_games
        self.all_games += n_games
        if len(seated) == 2 and seated[0] != seated[1]:
            mine = 0 if seated[0] < seated[1] else 1
            pair = (seated[mine], seated[1 - mine])
            if pair not in self.pairs:
                self.pairs[pair] = np.zeros(len(self.chips), dtype=np.int64)
                self.pair_games[pair] = 0
            self.pairs[pair][rows] += chips[:, mine].astype(np.int64)
            self.pair_games[pair] += n_games


class _SkillBooks:
    """The results with the luck removed so far, by deal and entry, each the sum over its games."""

    def __init__(self, n_entries: int, n_deals: int) -> None:
        self.estimator: str | None = None
        self.values: NDArray[np.float64] = np.zeros((n_deals, n_entries))
        self.pairs: dict[tuple[int, int], NDArray[np.float64]] = {}

    def add(self, seated: Sequence[int], hands: PlayedHands, n_jobs: int) -> None:
        """Take in the hands of a line-up: the entry in each seat of it."""
        self.estimator, by_deal = hands.estimates(self.estimator, n_jobs)
        sums = [hands.games_per_deal * by_deal[name] for name in hands.names]
        for entry, values in zip(seated, sums, strict=True):
            self.values[:, entry] += values
        if len(seated) == 2 and seated[0] != seated[1]:
            mine = 0 if seated[0] < seated[1] else 1
            pair = (seated[mine], seated[1 - mine])
            self.pairs[pair] = self.pairs.get(pair, 0.0) + sums[mine]


def tournament(
    *players: Candidate,
    n_seats: int | None = None,
    n_deals: int = 100,
    seed: int = 0,
    duplicate: bool = False,
    game: str = "holdem",
    blinds: str | tuple[int, int] | None = None,
    stack: str | int | None = None,
    ante: int = 0,
    jobs: int = 1,
    time_limit: float | None = None,
    on_fault: str = "go-on",
    folder: str | Path | None = None,
    overwrite: bool = False,
    luck_removed: bool = False,
    isolate: bool = False,
) -> TournamentResult:
    """Return the results of all players over all line-ups, in small bets per game with 95% intervals.

    A player entered more than once plays as that many copies (``random#1``, ``random#2``), and its result is that of
    all of them. Seats that are left are filled with further copies, in the order the players are given. More players
    than seats play in line-ups: all choices of players where these are few, else see `lineups`. Every line-up plays
    the same deals. A player that learns begins each line-up with what it knew when it was entered.

    Parameters
    ----------
    *players
        As for `play`.
    n_seats
        The seats at a table; by default as many as there are players.
    n_deals
        The deals each line-up plays; a duplicate replays each from every seat.
    seed, duplicate, game, blinds, stack, ante, jobs, time_limit, on_fault
        As for `play`, but by default a player that fails checks or folds and the fault is counted (``go-on``).
    folder
        Where to store a log of each line-up; a stopped tournament goes on from them.
    overwrite
        Whether to replace the logs that are there.
    luck_removed
        Whether results with the luck removed are computed too, of hold'em.
    isolate
        Whether each player, and each copy of one, runs in a process of its own, as for `play`.

    Raises
    ------
    ArenaError
        If the tournament cannot be played as asked, a player fails and it is to stop, or a log is of another match.
    PlayerError
        If a name is not of a player, or of one that does not play this game.
    """
    with Isolation(time_limit) as isolation:
        entries, participants = _entered(players, n_seats, isolation if isolate else None)
        seats = len(participants) if n_seats is None else n_seats
        stakes = stakes_of(game, blinds=blinds, stack=stack, ante=ante)
        table_game = TableGame(stakes, seats)
        check_tables((entry.entrant for entry in entries), table_game.rules)
        if n_deals < 1:
            raise ArenaError(f"{n_deals} deals (expected 1 or more)")
        check_time_limit(time_limit)
        jobs = checked_jobs(jobs)
        chosen = lineups(len(participants), seats)
        named = with_distinct_names([entries[entry].entrant for entry in participants])
        if isolate:  # copies of a player must not share what they see
            named = tuple(copy.deepcopy(entrant) for entrant in named)
        asked = named if isolate else timed(named, time_limit)
        plain = Table(
            entrants=asked[:seats],
            game=table_game,
            seed=checked_seed(seed),
            duplicate=duplicate,
            on_fault=checked_on_fault(on_fault),
            log_as=log_format(stakes, seats) if folder is not None or luck_removed else None,
        )
        removes_luck = luck_removed and stakes.game is not Game.STUD7
        logs = _log_paths(folder, plain, len(chosen))
        books = _Books(len(entries), n_deals)
        remark = ""
        reason = f"Playing {n_deals:,} deals of {stakes.game.in_words} in each of {len(chosen):,} line-ups"
        pace = progress.Pace(BLOCK * plain.games_per_deal, "hands")
        with progress.task(reason, n_blocks_of(n_deals) * len(chosen), pace) as display:
            for number, (lineup, log) in enumerate(zip(chosen, logs, strict=True)):
                n_isolated = isolation.n_players
                limit = None if isolate else time_limit
                sitting = tuple(_fresh(named[player], asked[player], limit) for player in lineup)
                table = replace(plain, entrants=sitting, first_stream=number * seats)
                usable, why = jobs_for(table, jobs, time_limit, isolate=isolate)
                remark = why or remark
                seated = [participants[player] for player in lineup]
                hands = PlayedHands(table)
                first = 0
                try:
                    with played_blocks(
                        table, n_deals, jobs=usable, log=log, time_limit=time_limit, overwrite=overwrite
                    ) as blocks:
                        for block in blocks:
                            books.add(seated, first, block.chips, block.n_games)
                            books.tally = books.tally.with_faults(block.faults)
                            first += len(block.chips)
                            if removes_luck:
                                hands.add(block)
                            display.advance()
                except MatchStopped as stop:
                    n_before = number * n_deals * table.games_per_deal
                    raise MatchStopped(n_before + stop.n_games, is_logged=stop.is_logged) from None
                isolation.end_players(n_isolated)
                if removes_luck:
                    books.skill.add(seated, hands, jobs)
        return TournamentResult(
            game=stakes.game.value,
            seed=seed,
            duplicate=duplicate,
            n_seats=seats,
            n_deals=n_deals,
            n_lineups=len(chosen),
            n_games=books.all_games,
            players=_player_results(entries, named, books, n_deals, table_game),
            copies=tuple(len(entry.participants) for entry in entries),
            against=_cross_table(entries, books, n_deals, table_game),
            faults=books.tally.first,
            reproducible=time_limit is None,
            remarks=remarks_on(remark, time_limit),
            skill_against=_skill_table(entries, books, n_deals, table_game),
        )


def _entered(
    players: Sequence[Candidate], n_seats: int | None, isolation: Isolation | None
) -> tuple[list[_Entry], tuple[int, ...]]:
    """Return the different entries, and which of them each participant is a copy of."""
    if not players:
        raise ArenaError("a tournament of nobody (expected players)")
    keys: list[Candidate] = []
    listed = []
    for player in players:
        known = next((number for number, key in enumerate(keys) if key is player or _same_spec(key, player)), None)
        if known is None:
            known = len(keys)
            keys.append(player)
        listed.append(known)
    entrants = with_distinct_names(list(map(as_entrant, keys)) if isolation is None else isolation.entrants(keys))
    entries = [_Entry(entrant.name, entrant) for entrant in entrants]
    participants = fill_seats(listed, len(listed) if n_seats is None else n_seats)
    for number, entry in enumerate(participants):
        entries[entry].participants.append(number)
    return entries, participants


def _same_spec(one: Candidate, other: Candidate) -> bool:
    return isinstance(one, str) and isinstance(other, str) and one == other


def _fresh(entered: Entrant, asked: Entrant, time_limit: float | None) -> Entrant:
    """Return a copy of a player that learns, with what it knew when it was entered; others play in all line-ups."""
    if entered.hand_over is None:
        return asked
    try:
        return timed((copy.deepcopy(entered),), time_limit)[0]
    except INTERRUPTS:
        raise
    except BaseException as error:  # whatever an unknown object raises when it is copied
        raise ArenaError(
            f"{entered.name} learns and cannot be copied for each line-up: {describe_error(error)} "
            "(expected a player that copy.deepcopy can copy)"
        ) from error


def _log_paths(folder: str | Path | None, table: Table, n_lineups: int) -> list[Path | None]:
    if folder is None:
        return [None] * n_lineups
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(f"cannot make the folder {path}: {error.strerror}") from None
    ending = "log" if table.log_as is LogFormat.ACPC else "phhs"
    return [path / f"lineup-{number:03}.{ending}" for number in range(1, n_lineups + 1)]


def _player_results(
    entries: Sequence[_Entry], named: Sequence[Entrant], books: _Books, n_deals: int, game: TableGame
) -> tuple[PlayerResult, ...]:
    results = []
    for number, entry in enumerate(entries):
        faults: dict[str, int] = {}
        names = [named[participant].name for participant in entry.participants]
        for name in names:
            for kind, count in books.tally.of(name).items():
                faults[kind] = faults.get(kind, 0) + count
        n_games = books.n_games[number]
        total = Sums.of(books.chips[:, number])
        first = books.tally.first_of(names)
        removed = None
        if books.skill.estimator not in (None, MONEY):
            by_deal = books.skill.values[:, number] / (n_games // n_deals)
            removed = LuckRemoved.of(str(books.skill.estimator), by_deal, n_games, game.per_game_unit)
        results.append(player_result(entry.name, total, n_games, n_games // n_deals, game, faults, first, removed))
    return tuple(results)


def _skill_table(
    entries: Sequence[_Entry], books: _Books, n_deals: int, game: TableGame
) -> dict[tuple[str, str], Estimate]:
    against: dict[tuple[str, str], Estimate] = {}
    for (mine, theirs), values in books.skill.pairs.items() if books.skill.estimator != MONEY else ():
        n_games = books.pair_games[mine, theirs]
        found = estimate(values / (n_games // n_deals), game.per_game_unit, n_hands=n_games)
        against[entries[mine].name, entries[theirs].name] = found
        against[entries[theirs].name, entries[mine].name] = found.scaled(-1, found.unit)
    return against


def _cross_table(
    entries: Sequence[_Entry], books: _Books, n_deals: int, game: TableGame
) -> dict[tuple[str, str], Estimate]:
    against: dict[tuple[str, str], Estimate] = {}
    unit: int = game.rules.unit
    for (mine, theirs), chips in books.pairs.items():
        n_games = books.pair_games[mine, theirs]
        won = Sums.of(chips).estimate(game.per_game_unit, per_unit=n_games // n_deals * unit, n_hands=n_games)
        against[entries[mine].name, entries[theirs].name] = won
        against[entries[theirs].name, entries[mine].name] = won.scaled(-1, won.unit)
    return against
