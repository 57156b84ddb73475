"""Two players compared: the difference of what they win, with an interval that knows which hands share their deals.

The two may be of one log or of two. Hands with the same hole cards in the same seats belong together, whoever sat
there: replays of a duplicate match, deals that two line-ups have in common, and the hands in which both players sat.
Such hands are no independent trials, so the error is computed over deals. Where every deal was played by both, this is
the error of the paired difference; where none was, that of two independent samples. Hands that agree by chance do no
harm: hands that are independent may be put together.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.standings import MONEY, Side, common_lead, side_of, skill_columns
from deluck.assessment.summary import plain
from deluck.assessment.verdict import notes_on_rejections
from deluck.assessment.viewpoint import Index, Wanted
from deluck.errors import AssessmentError
from deluck.estimators import find_column
from deluck.games import Structure
from deluck.plain_text import choices, shown_name
from deluck.statistics import QUANTILE_95, Estimate, anytime_interval
from deluck.values import Values

_REPLAYED = 0.75  # of the hands: with fewer deals than that, some were replayed; a few agree by chance
FEW_DEALS = 30
"""Below this many independent deals the normal interval is too narrow to be trusted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the first player wins more than the second per game, by one estimator.

    Attributes
    ----------
    name
        The estimator.
    means
        What each wins per game.
    stderrs
        The standard error of each, over deals.
    mean, stderr
        Of the difference, the error over deals that either played.
    n_deals
        How many independent deals the error is computed over.
    """

    name: str
    means: tuple[float, float]
    stderrs: tuple[float, float]
    mean: float
    stderr: float
    n_deals: int

    @property
    def ci95(self) -> tuple[float, float]:
        """The ends of the 95% interval of the difference, by the normal distribution."""
        half = QUANTILE_95 * self.stderr
        return self.mean - half, self.mean + half

    @property
    def anytime95(self) -> tuple[float, float]:
        """The ends of the 95% interval that is valid however often one looks; infinite with too few deals."""
        return anytime_interval(self.mean, self.stderr * math.sqrt(self.n_deals), self.n_deals)

    def as_estimate(self, unit: str) -> Estimate:
        """Return the difference per game with its error; the number is that of the deals."""
        return Estimate(self.mean, self.stderr, self.n_deals, unit)

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values, for JSON; what is not finite is None."""
        return {
            "means": [plain(mean) for mean in self.means],
            "stderrs": [plain(stderr) for stderr in self.stderrs],
            "difference": plain(self.mean),
            "stderr": plain(self.stderr),
            "ci95": [plain(end) for end in self.ci95],
            "anytime95": [plain(end) for end in self.anytime95],
            "deals": self.n_deals,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PlayerComparison:
    """Two players compared.

    Attributes
    ----------
    players
        The two names.
    n_hands
        How many hands of each.
    n_together
        Hands in which both sat.
    n_shared
        Hands of the first that the second played too, with the same cards in the same seat, in another hand; 0 unless
        that is half of the hands of one of them or more.
    unit
        Of one game: ``sb`` or ``bb``.
    lead
        The estimator that the verdict is by: the one with the least luck in it that all hands have.
    differences
        The difference by every estimate of skill that all hands have, money first.
    against
        The opponent that must sit in a hand for it to count, or empty.
    """

    players: tuple[str, str]
    n_hands: tuple[int, int]
    n_together: int
    n_shared: int
    unit: str
    lead: str
    differences: dict[str, Difference]
    against: str
    remarks: tuple[str, ...] = ()

    @property
    def difference(self) -> Difference:
        """The difference by the estimator that leads."""
        return self.differences[self.lead]

    @property
    def per_100_unit(self) -> str:
        """The unit per 100 games."""
        return "bb/100"

    def _shown_names(self) -> tuple[str, str]:
        """Return the two names, distinguished by their logs where they are the same."""
        one, other = map(shown_name, self.players)
        return (one, other) if one != other else (f"{one} of the first log", f"{other} of the second")

    @property
    def verdict(self) -> str:
        """One sentence: who is better, by how much, and whether that is more than chance."""
        one, other = self._shown_names()
        found = self.difference
        rate = found.as_estimate(f"{self.unit}/game").scaled(100, self.per_100_unit)
        better = one if found.mean >= 0 else other
        shown = rate if found.mean >= 0 else rate.scaled(-1, rate.unit)
        if found.n_deals < FEW_DEALS:
            carried = f"from too few deals to conclude anything (expected {FEW_DEALS} at the least)"
        elif rate.excludes_zero:
            carried = "significantly different from zero with 95% confidence"
        else:
            carried = "not significantly different from zero"
        without = "" if self.lead == MONEY else f" with {find_column(self.lead).removed or 'the luck'} removed"
        opponents = f" against {shown_name(self.against)}" if self.against else ""
        return (
            f"{better} did better than {one if better == other else other}{opponents} by {shown.format_rate(1)} "
            f"{rate.unit}{without}: {carried}."
        )

    def notes(self) -> tuple[str, ...]:
        """Return the sentences that must stand beside the verdict."""
        one, other = self._shown_names()
        notes = []
        if self.n_together:
            part = "all" if self.n_hands == (self.n_together,) * 2 else f"{self.n_together:,}"
            notes.append(f"The two sat at the same table in {part} of their hands: what one wins the other may lose.")
        if self.n_shared:
            notes.append(
                f"{self.n_shared:,} hands of {one} were played by {other} too, with the same cards in the same seat: "
                "the difference is by deals, so that the luck they share cancels."
            )
        elif self.difference.n_deals < _REPLAYED * (sum(self.n_hands) - self.n_together):
            notes.append(f"Some deals were played more than once: the error is over {self.difference.n_deals:,} deals.")
        return (*notes, *self.remarks)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "players": list(self.players),
            "results": [{"player": name, "hands": n} for name, n in zip(self.players, self.n_hands, strict=True)],
            "together": self.n_together,
            "shared": self.n_shared,
            "against": self.against or None,
            "unit": f"{self.unit}/game",
            "lead": self.lead,
            "differences": {name: each.as_dict() for name, each in self.differences.items()},
            "verdict": self.verdict,
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        rows = [
            f"{find_column(name).label}: {each.as_estimate(f'{self.unit}/game').format_rate()} {self.unit}/game"
            for name, each in self.differences.items()
        ]
        return "\n".join([*rows, self.verdict, *self.notes()])


def compare_players(
    first: Values,
    second: Values | None = None,
    *,
    players: Sequence[str] = (),
    against: str | None = None,
    structure: Structure | None = None,
) -> PlayerComparison:
    """Return how two players compare: of one log, or one player of each of two logs.

    Parameters
    ----------
    first, second
        The values of the logs; the second None for two players of the first.
    players
        The two players; or the one that both logs have. By default the only player that the other log does not have,
        else the one whose log it is, or the first named.
    against
        Count only hands in which this opponent sits.
    structure
        Count only hands of this betting structure; by default that of the first player's first hand.

    Raises
    ------
    AssessmentError
        If there are no such players or hands, or not two to compare.
    """
    index = Index(first)
    others = index if second is None else Index(second)
    names = _names(index, None if second is None else others, tuple(players))
    one = _side(index, names[0], structure, against)
    other = _side(others, names[1], one.hands.selection.structure, against)
    if second is None and one.player == other.player:
        raise AssessmentError(f"{shown_name(one.player)} compared with itself (expected two players, or two logs)")
    deals, n_deals, n_together, n_shared = _deals(one, other, is_same_log=second is None)
    lead = common_lead([one, other])
    columns = [spec.name for spec in skill_columns() if spec.name in one.columns and spec.name in other.columns]
    rejected = Counter(first.rejected_reasons) + Counter(second.rejected_reasons if second else {})
    return PlayerComparison(
        players=(one.player, other.player),
        n_hands=(len(deals[0]), len(deals[1])),
        n_together=n_together,
        n_shared=n_shared,
        unit=one.unit,
        lead=lead,
        differences={
            name: difference_of(name, (one.columns[name], other.columns[name]), deals, n_deals) for name in columns
        },
        against=against or "",
        remarks=tuple(notes_on_rejections(rejected)),
    )


def difference_of(
    name: str,
    values: tuple[NDArray[np.float64], NDArray[np.float64]],
    deals: tuple[NDArray[np.int64], NDArray[np.int64]],
    n_deals: int,
) -> Difference:
    """Return the difference of two means, its error over deals.

    Parameters
    ----------
    name
        The estimator.
    values
        What each player has in its hands, float64[n] and float64[m].
    deals
        The number of each hand's deal, below `n_deals`; hands of either player with equal numbers belong together.
    n_deals
        How many deals there are.
    """
    means = [float(each.mean()) for each in values]
    influences = [
        np.asarray(np.bincount(numbers, weights=(each - mean) / len(each), minlength=n_deals), np.float64)
        for each, numbers, mean in zip(values, deals, means, strict=True)
    ]
    played = [len(np.unique(numbers)) for numbers in deals]
    stderrs = [_stderr(each, n) for each, n in zip(influences, played, strict=True)]
    stderr = _stderr(influences[0] - influences[1], n_deals)
    return Difference(name, (means[0], means[1]), (stderrs[0], stderrs[1]), means[0] - means[1], stderr, n_deals)


def _stderr(influences: NDArray[np.float64], n: int) -> float:
    return math.sqrt(n / (n - 1) * float((influences * influences).sum())) if n > 1 else math.inf


def _names(index: Index, others: Index | None, players: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Return the two players to compare, None for the one whose log it is."""
    if len(players) > 2:
        raise AssessmentError(f"{len(players)} players to compare (expected two)")
    if len(players) == 2:
        return players[0], players[1]
    if others is None:
        if len(players) == 1 or len(index.names) != 2:
            known = choices("", index.names)
            raise AssessmentError(f"no two players named to compare in one log ({known}; name two, or give two logs)")
        return index.names[0], index.names[1]
    if players:
        return players[0], players[0]
    only = [name for name in index.names if name not in others.names]
    theirs = [name for name in others.names if name not in index.names]
    if len(only) == len(theirs) == 1:
        return only[0], theirs[0]
    default = index.names[index.find_player(None)]
    return default, default if default in others.names else None


def _side(index: Index, player: str | None, structure: Structure | None, against: str | None) -> Side:
    if not index.values.n_hands:
        raise AssessmentError("no valid hand to compare")
    side = side_of(index, Wanted(player=player, structure=structure))
    return side if against is None else side.facing(against)


def _deals(
    one: Side, other: Side, *, is_same_log: bool
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], int, int, int]:
    """Return the number of each hand's deal for both, how many there are, hands together, and shared ones."""
    keys = []
    for number, side in enumerate((one, other)):
        rows = side.rows.astype(np.uint64)
        of_log = 0 if is_same_log else number
        alone = (rows << np.uint64(2)) | np.uint64(2 * of_log)  # even, as no key of a deal is
        keys.append(np.where(side.deal_keys == 0, alone, side.deal_keys))
    _, numbers = np.unique(np.concatenate(keys), return_inverse=True)
    deals = (numbers[: len(keys[0])], numbers[len(keys[0]) :])
    together = np.isin(one.rows, other.rows) if is_same_log else np.zeros(len(keys[0]), np.bool_)
    elsewhere = (~np.isin(other.rows, one.rows)) if is_same_log else np.ones(len(keys[1]), np.bool_)
    dealt = [16 * each + side.seats for each, side in zip(deals, (one, other), strict=True)]
    known = one.deal_keys != 0
    n_shared = int((np.isin(dealt[0], dealt[1][elsewhere]) & known & ~together).sum())
    fewest = min(len(keys[0]), len(keys[1]))
    return deals, int(numbers.max()) + 1, int(together.sum()), n_shared if 2 * n_shared >= fewest else 0
