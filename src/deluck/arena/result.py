"""What a match showed: each player's result with its error, and one sentence that claims no more than that."""

import math
from dataclasses import dataclass
from typing import Any

from deluck.arena.faults import Fault, FaultKind
from deluck.statistics import Estimate

_FEW_DEALS = 30  # below this the normal interval is too narrow to be trusted


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result.

    Attributes
    ----------
    name
        The player.
    n_games
        The games it played.
    total
        What it won, in small bets; in no-limit and pot-limit in big blinds.
    per_game
        Its mean per game in the same unit, the error computed from independent deals.
    per_100
        The same for 100 games, in big blinds (bb/100); in stud, which has no blinds, in small bets.
    faults
        How often it failed, by kind.
    first_fault
        The first of its faults, or None if it had none.
    """

    name: str
    n_games: int
    total: float
    per_game: Estimate
    per_100: Estimate
    faults: dict[str, int]
    first_fault: Fault | None = None

    @property
    def unit(self) -> str:
        """What its winnings are counted in: ``sb`` (small bets) or ``bb`` (big blinds)."""
        return self.per_game.unit.removesuffix("/game")

    @property
    def n_faults(self) -> int:
        """How often it failed."""
        return sum(self.faults.values())

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON; an infinite error is None."""
        return {
            "player": self.name,
            "hands": self.n_games,
            "total": self.total,
            **estimate_as_dict(self.per_game),
            "per_100": estimate_as_dict(self.per_100),
            "faults": self.faults,
        }


@dataclass(frozen=True, slots=True, repr=False)
class MatchResult:
    """The result of a match; its text is a table and the verdict.

    Attributes
    ----------
    game, seed, duplicate
        What was played.
    n_games, n_deals
        How many games, of how many different deals.
    players
        Each player's result, in the order they were given.
    faults
        The first faults, in words; each player's result has the counts.
    reproducible
        Whether the same seed gives the same games: not where a time limit was set.
    remarks
        What the reader should know of how it was played, e.g. that a player learns.
    """

    game: str
    seed: int
    duplicate: bool
    n_games: int
    n_deals: int
    players: tuple[PlayerResult, ...]
    faults: tuple[Fault, ...] = ()
    reproducible: bool = True
    remarks: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> PlayerResult:
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(f"no player {name!r} (expected one of: {', '.join(player.name for player in self.players)})")

    @property
    def verdict(self) -> str:
        """One sentence on who won, whether the 95% interval says more than chance would, and who failed."""
        if len(self.players) == 2:
            return with_failures(_verdict_of_two(self), self.players)
        return verdict_of_many(self.players, self.n_deals)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "duplicate": self.duplicate,
            "hands": self.n_games,
            "deals": self.n_deals,
            "reproducible": self.reproducible,
            "unit": self.players[0].per_game.unit,
            "players": [player.name for player in self.players],
            "results": [player.as_dict() for player in self.players],
            "faults": [str(fault) for fault in self.faults],
            "verdict": self.verdict,
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        width = max(len(player.name) for player in self.players)
        rows = [
            f"{player.name:<{width}}  {player.per_game} ({player.per_100.format_rate(1)} {player.per_100.unit})"
            for player in self.players
        ]
        return "\n".join([*rows, self.verdict, *self.notes()])

    def notes(self) -> tuple[str, ...]:
        """Return the remarks as sentences, to stand beside the verdict."""
        return tuple(map(remark_sentence, self.remarks))


def remark_sentence(remark: str) -> str:
    """Return a remark as a sentence; a player's name it begins with stays as it is."""
    return f"Note: {remark}."


def with_failures(verdict: str, players: tuple[PlayerResult, ...]) -> str:
    """Return a verdict with how often each player failed, the first time in words, and what became of it."""
    clauses = []
    for player in players:
        if player.faults:
            times = "once" if player.n_faults == 1 else f"{player.n_faults:,} times"
            first = player.first_fault
            example = "" if first is None else f" (first: hand {first.hand}: {_described(first)})"
            clauses.append(f"{player.name} failed {times}{example} and then checked or folded")
    return "; ".join([verdict.removesuffix("."), *clauses]) + "."


def _described(fault: Fault) -> str:
    """Return what happened in a fault; an exception says itself what it is."""
    return fault.detail if fault.kind is FaultKind.ERROR else f"{fault.kind.value}, {fault.detail}"


def estimate_as_dict(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as plain values, for JSON; an infinite error is None."""
    known = math.isfinite(estimate.stderr)
    return {
        "mean": estimate.mean,
        "stderr": estimate.stderr if known else None,
        "ci95": list(estimate.interval95) if known else None,
        "unit": estimate.unit,
    }


def _verdict_of_two(result: MatchResult) -> str:
    winner, loser = sorted(result.players, key=lambda player: -player.total)
    games = _count(result.n_games, "game")
    if result.duplicate:
        games += f" ({_count(result.n_deals, 'duplicate deal')})"
    rate = f"{winner.per_game.format_rate()} {winner.per_game.unit}"
    if winner.total == 0:
        return f"{winner.name} and {loser.name} came out even over {games}: {rate}{_carries(winner, result.n_deals)}."
    return (
        f"{winner.name} won {winner.total:,.10g} {winner.unit} over {games} against {loser.name}: "
        f"{rate}{_carries(winner, result.n_deals)}."
    )


def _carries(winner: PlayerResult, n_deals: int) -> str:
    """Return what the winner's interval says about zero."""
    if n_deals < _FEW_DEALS:
        return f", which is too few deals to conclude anything (expected at least {_FEW_DEALS})"
    if winner.per_game.excludes_zero:
        return ", which is above zero with 95% confidence"
    return ", which is not distinguishable from zero"


def verdict_of_many(players: tuple[PlayerResult, ...], n_deals: int) -> str:
    """Return one sentence on who did best, whose interval leaves out zero, and who failed."""
    return with_failures(_verdict_of_money(players, n_deals), players)


def _verdict_of_money(players: tuple[PlayerResult, ...], n_deals: int) -> str:
    best = max(players, key=lambda player: player.per_game.mean)
    sentence = f"{best.name} did best, {best.per_game}"
    if n_deals < _FEW_DEALS:
        return f"{sentence}, which is too few deals to conclude anything (expected at least {_FEW_DEALS})."
    above = [player.name for player in players if player.per_game.interval95[0] > 0]
    below = [player.name for player in players if player.per_game.interval95[1] < 0]
    if not above and not below:
        return f"{sentence}; nobody's result is distinguishable from zero."
    found = [f"{', '.join(names)} {side} zero" for names, side in ((above, "above"), (below, "below")) if names]
    return f"{sentence}; with 95% confidence each, {' and '.join(found)}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
