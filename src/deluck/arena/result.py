"""What a match showed: each player's result with its error, and one sentence that claims no more than that."""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deluck.arena.faults import Fault, FaultKind
from deluck.arena.luck import LuckRemoved, PlayedHands
from deluck.errors import ArenaError
from deluck.statistics import PLANNED_HANDS, Estimate, anytime_half_width, holm, two_sided_p

if TYPE_CHECKING:
    from deluck.assessment import Assessment

_SIGNIFICANT = 0.05
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
    luck_removed
        The same with the luck removed; None if it was not asked for, or the game has no estimator for it.
    """

    name: str
    n_games: int
    total: float
    per_game: Estimate
    per_100: Estimate
    faults: dict[str, int]
    first_fault: Fault | None = None
    luck_removed: LuckRemoved | None = None

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
        } | ({} if self.luck_removed is None else {"luck_removed": self.luck_removed.as_dict()})


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
    hands
        The hands, for `assess`; None for a match in batches.
    ended
        Why a match that stops by itself ended, in one sentence; empty for one of a fixed number of games.
    planned
        For how many deals its anytime-valid intervals are narrowest.
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
    hands: PlayedHands | None = field(default=None, compare=False)
    ended: str = ""
    planned: int = PLANNED_HANDS

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

    @property
    def skill_verdict(self) -> str:
        """One sentence on who played better with the luck removed; empty where that was not computed."""
        return self.ended or verdict_without_luck(self.players, self.n_deals)

    def rate_of(self, found: Estimate, decimals: int = 3) -> str:
        """Return an estimate of this match as text; its interval is anytime-valid if the match may stop by itself."""
        if not self.ended:
            return found.format_rate(decimals)
        half = anytime_half_width(found, self.n_deals, self.planned)
        error = f"{half:.{decimals}f}" if math.isfinite(half) else "∞"
        return f"{round(found.mean, decimals) + 0.0:+.{decimals}f} ± {error}"

    def assess(self, player: str | None = None, **options: Any) -> "Assessment":
        """Return what the hands of the match say of a player's skill and luck; no file is needed.

        Parameters
        ----------
        player
            Whose view to take; by default that of the first player.
        **options
            As for `deluck.assess`.

        Raises
        ------
        ArenaError
            If the match was played in batches, which store no hands.
        """
        from deluck.assessment import assess

        if self.hands is None:
            raise ArenaError("no hands to assess of a match in batches (expected one played without batch)")
        return assess(self.hands.columns(), player=player or self.players[0].name, **options)

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
            "skill_verdict": self.skill_verdict or None,
            "ended": self.ended or None,
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        width = max(len(player.name) for player in self.players)
        rows = [
            f"{player.name:<{width}}  {self.rate_of(player.per_game)} {player.per_game.unit} over {self.n_games:,} "
            f"game{'' if self.n_games == 1 else 's'} ({self.rate_of(player.per_100, 1)} {player.per_100.unit})"
            for player in self.players
        ]
        return "\n".join([*rows, self.verdict, *filter(None, [self.skill_verdict]), *self.notes()])

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
    rate = f"{result.rate_of(winner.per_game)} {winner.per_game.unit}"
    if winner.total == 0:
        return f"{winner.name} and {loser.name} came out even over {games}: {rate}{_carries(winner, result)}."
    return (
        f"{winner.name} won {winner.total:,.10g} {winner.unit} over {games} against {loser.name}: "
        f"{rate}{_carries(winner, result)}."
    )


def _carries(winner: PlayerResult, result: MatchResult) -> str:
    """Return what the winner's interval says about zero; nothing of money where another estimate ended the match."""
    n_deals = result.n_deals
    if result.ended:
        return ""
    if n_deals < _FEW_DEALS:
        return f", which is too few deals to conclude anything (expected at least {_FEW_DEALS})"
    if winner.per_game.excludes_zero:
        return ", which is above zero with 95% confidence"
    return ", which is not significantly different from zero"


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
        return f"{sentence}; nobody's result is significantly different from zero."
    found = [f"{', '.join(names)} {side} zero" for names, side in ((above, "above"), (below, "below")) if names]
    return f"{sentence}; with 95% confidence each, {' and '.join(found)}."


def verdict_without_luck(players: tuple[PlayerResult, ...], n_deals: int) -> str:
    """Return one sentence on who did best with the luck removed; empty where that was not computed."""
    known = [(player.name, player.luck_removed) for player in players if player.luck_removed is not None]
    if not known:
        return ""
    name, best = max(known, key=lambda each: each[1].per_game.mean)
    rate = f"{best.per_game.format_rate()} {best.per_game.unit}"
    sentence = f"With the luck removed ({best.label}) {name} did best: {rate}"
    p_values = [two_sided_p(found.per_game.mean, found.per_game.stderr) for _, found in known]
    adjusted = holm(p_values if len(known) > 2 else p_values[:1])  # of two, one loses what the other wins
    p_best = adjusted[min([name for name, _ in known].index(name), len(adjusted) - 1)]
    among = f" among {len(known)} players (Holm's adjustment)" if len(known) > 2 else ""
    if n_deals < _FEW_DEALS:
        return f"{sentence}, which is too few deals to conclude anything (expected at least {_FEW_DEALS})."
    if best.per_game.mean > 0 and p_best < _SIGNIFICANT:
        return f"{sentence}, which is above zero with 95% confidence{among}."
    return f"{sentence}, which is not significantly different from zero{among}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
