"""All-in equity: what share of the pot each of 2 to 10 hands or ranges wins if all cards are dealt out.

Exact, over every deal of holdings and every completion of the board, where that is feasible; otherwise over
random deals, with a standard error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, prod, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import (
    N_HOLDINGS,
    Card,
    Range,
    as_cards,
    cards_of,
    check_board,
    check_deal,
    format_card,
    format_cards,
    holding_cards,
    holding_of,
    holdings_of,
    parse_range,
    two_cards,
)
from deluck.errors import CardError, DealError
from deluck.evaluator.lookup import lookup
from deluck.isomorphism import relabellings
from deluck.metrics.equity_kernels import count_showdowns, sample_showdowns
from deluck.parallel import run_parts

Method = Literal["exact", "sampled"]

MOST_PLAYERS = 10
FEASIBLE_EVALUATIONS = 4_000_000_000  # some ten seconds on two cores
FEASIBLE_DEALS = 2_000_000
DEFAULT_PRECISION = 0.0005
MOST_SAMPLES = 50_000_000
_SAMPLES_AT_ONCE = 250_000
_TRIES_PER_SAMPLE = 40
_MERGED_AT_MOST = 6  # players whose holdings fit one int64 code


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """One player's share.

    Attributes
    ----------
    hand
        The holding or range, as text.
    wins, ties, losses
        Deals won alone, shared and lost; weighted where ranges carry weights.
    equity
        The share of the pot, a tie between k counting 1/k.
    stderr
        Its standard error: 0 if exact.
    """

    hand: str
    wins: float
    ties: float
    losses: float
    equity: float
    stderr: float


@dataclass(frozen=True, slots=True)
class Equity:
    """The players' shares, and how they were found.

    Attributes
    ----------
    method
        ``exact`` or ``sampled``.
    boards
        Deals looked at: boards times, for ranges, the ways to deal the holdings.
    seed
        The seed of a sampled result.
    """

    method: Method
    boards: int
    players: tuple[PlayerEquity, ...]
    seed: int | None = None


def all_in_equity(
    hands: Sequence[str | Range],
    board: str | Sequence[int] = (),
    *,
    method: Literal["auto", "exact", "sampled"] = "auto",
    precision: float = DEFAULT_PRECISION,
    seed: int = 0,
) -> Equity:
    """Return the equity of each of 2 to 10 hands or ranges.

    Parameters
    ----------
    hands
        Holdings or ranges, as text or as ranges.
    board
        0, 3, 4 or 5 cards.
    method
        ``auto`` enumerates where that is feasible and samples otherwise; the result says which.
    precision
        The standard error at which sampling stops.
    seed
        Of the samples: the same seed gives the same result.

    Raises
    ------
    CardError, DealError, RangeError
        If the input cannot be read, the cards collide in every deal, or exact enumeration is asked for and infeasible.
    """
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise DealError(f"equity is between 2 to {MOST_PLAYERS} hands or ranges (got {len(hands)})")
    if not 0 < precision < 1:
        raise DealError(f"precision {precision} is not a standard error (expected a number between 0 and 1)")
    board_cards = as_cards(board)
    check_board(board_cards)
    choices = [_choices(hand, board_cards) for hand in hands]
    names = [choice.name for choice in choices]
    deals = _deals(choices) if method != "sampled" else None
    if deals is not None:
        distinct, weights, numbers = _merge_alike(*deals, board_cards)
        n_boards = comb(52 - 2 * len(hands) - len(board_cards), 5 - len(board_cards))
        if method == "exact" or len(distinct) * n_boards * len(hands) <= FEASIBLE_EVALUATIONS:
            return _exact(names, distinct, weights, numbers, board_cards, n_boards)
    if method == "exact":
        raise DealError(
            f"{_versus(choices)} has too many deals to enumerate (expected at most {FEASIBLE_DEALS:,} ways to deal the "
            "holdings; narrow the ranges or sample)"
        )
    _check_possible(choices)
    return _sampled(choices, board_cards, precision, seed)


@dataclass(frozen=True, slots=True)
class _Choices:
    """What one player may hold beside the board: holdings and their weights."""

    name: str
    holdings: NDArray[np.int64]
    weights: NDArray[np.float64]

    @property
    def all_alike(self) -> bool:
        """Whether every holding there is has the same weight; then the others' cards do not sway its chances."""
        return len(self.holdings) == N_HOLDINGS and bool((self.weights == self.weights[0]).all())


def _choices(hand: str | Range, board: Sequence[Card]) -> _Choices:
    cards = two_cards(hand) if isinstance(hand, str) else None
    if cards is not None:  # the usual case, without the detour over 1,326 weights
        check_deal(cards, board)
        return _Choices(format_cards(cards), np.array([holding_of(*cards)]), np.ones(1))
    given = parse_range(hand) if isinstance(hand, str) else hand
    left = given.without(board) if board else given
    return _Choices(str(given), left.holdings, left.weights[left.holdings])


def _versus(choices: Sequence[_Choices]) -> str:
    return " v ".join(choice.name for choice in choices)


def _conflict(choices: Sequence[_Choices]) -> DealError:
    return DealError(f"{_versus(choices)} cannot be dealt: some card is needed twice (expected different cards)")


def _deals(choices: Sequence[_Choices]) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
    """Return every way to deal the holdings, int64[m, players], with its weight; None if there are too many."""
    if all(len(choice.holdings) == 1 for choice in choices):
        _check_hands(choices)
        deal = np.array([[choice.holdings[0] for choice in choices]])
        return deal, np.array([prod(choice.weights[0] for choice in choices)])
    bits = _holding_bits()
    deals = np.zeros((1, 0), dtype=np.int64)
    weights = np.ones(1)
    dealt = np.zeros(1, dtype=np.int64)
    for choice in choices:
        if len(deals) * len(choice.holdings) > FEASIBLE_DEALS:
            return None
        before, added = np.nonzero((dealt[:, None] & bits[choice.holdings]) == 0)
        if not before.size:
            raise _conflict(choices)
        holdings = choice.holdings[added]
        deals = np.concatenate([deals[before], holdings[:, None]], axis=1)
        weights = weights[before] * choice.weights[added]
        dealt = dealt[before] | bits[holdings]
    return deals, weights


def _check_hands(choices: Sequence[_Choices]) -> None:
    """Raise CardError naming the card that two of the hands, one holding each, have in common."""
    holder: dict[int, str] = {}
    for choice in choices:
        for card in cards_of(int(choice.holdings[0])):
            if card in holder:
                raise CardError(f"{format_card(card)} is in both {holder[card]} and {choice.name}")
            holder[card] = choice.name


@cache
def _holding_bits() -> NDArray[np.int64]:
    """Return the cards of every holding as bits, int64[1326]."""
    cards = holding_cards()
    return np.asarray((1 << cards[:, 0]) | (1 << cards[:, 1]))


def _merge_alike(
    deals: NDArray[np.int64], weights: NDArray[np.float64], board: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Return one deal for all that are alike up to suits the board leaves alike, with their weight and number."""
    n_players = deals.shape[1]
    if len(deals) == 1 or n_players > _MERGED_AT_MOST:
        return deals, weights, np.ones(len(deals), dtype=np.int64)
    codes = np.full(len(deals), np.iinfo(np.int64).max)
    for cards in relabellings().astype(np.int64):
        if {int(cards[card]) for card in board} != set(board):
            continue
        renumbered = holdings_of(cards[holding_cards()])
        code = np.zeros(len(deals), dtype=np.int64)
        for player in range(n_players):
            code = N_HOLDINGS * code + renumbered[deals[:, player]]
        codes = np.minimum(codes, code)
    _, first, group = np.unique(codes, return_index=True, return_inverse=True)
    return deals[first], np.bincount(group, weights).astype(np.float64), np.bincount(group)


def _exact(
    names: Sequence[str],
    deals: NDArray[np.int64],
    weights: NDArray[np.float64],
    numbers: NDArray[np.int64],
    board: Sequence[int],
    n_boards: int,
) -> Equity:
    counts = _count(deals, np.array(board, dtype=np.int64))
    # where no holding has a weight other than 1, the counts stay whole numbers
    factors: NDArray[Any] = numbers if (weights == numbers).all() else weights
    total = factors.sum().item() * n_boards
    weighted = (factors[:, None, None] * counts).sum(axis=0)
    players = _players(names, weighted, total, n_samples=None)
    return Equity("exact", int(numbers.sum()) * n_boards, players)


def _count(deals: NDArray[np.int64], board: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each deal how often each player is one of k winners, int64[m, players, players + 1]."""
    n_deals, n_players = deals.shape
    cards = np.ascontiguousarray(holding_cards()[deals])
    counts = np.zeros((n_deals, n_players, n_players + 1), dtype=np.int64)
    tables = lookup()
    if n_deals == 1:
        count_showdowns(cards, board, tables, counts)
        return counts

    def count(rows: slice) -> None:
        count_showdowns(cards[rows], board, tables, counts[rows])

    edges = np.linspace(0, n_deals, min(n_deals, 100) + 1).astype(int).tolist()
    with progress.task("Dealing out every board", len(edges) - 1) as display:
        for _ in run_parts(count, (slice(start, end) for start, end in pairwise(edges)), n_jobs=-1):
            display.advance()
    return counts


def _players(
    names: Sequence[str], counts: NDArray[Any], total: float, n_samples: int | None
) -> tuple[PlayerEquity, ...]:
    """Return the players' results from how often (or with what weight) each is one of k winners, [players, k]."""
    players = []
    for name, (_, *by_winners) in zip(names, counts.tolist(), strict=True):
        equity = sum(count / n for n, count in enumerate(by_winners, start=1)) / total
        stderr = 0.0
        if n_samples is not None:
            mean_square = sum(count / n**2 for n, count in enumerate(by_winners, start=1)) / total
            stderr = sqrt(max(0.0, mean_square - equity**2) / n_samples)
        wins, ties = by_winners[0], sum(by_winners[1:])
        players.append(PlayerEquity(name, wins, ties, total - wins - ties, equity, stderr))
    return tuple(players)


def _check_possible(choices: Sequence[_Choices]) -> None:
    """Raise DealError unless some deal gives every player a holding; the player with the fewest goes first."""
    options = sorted((holding_cards()[choice.holdings].tolist() for choice in choices), key=len)

    def fits(player: int, dealt: frozenset[int]) -> bool:
        return player == len(options) or any(
            fits(player + 1, dealt | {low, high})
            for low, high in options[player]
            if low not in dealt and high not in dealt
        )

    if not fits(0, frozenset()):
        raise _conflict(choices)


def _sampled(choices: Sequence[_Choices], board: Sequence[int], precision: float, seed: int) -> Equity:
    """Sample until every standard error is at most `precision`, or the limit of samples or of tries is reached."""
    rng = np.random.default_rng(seed)
    names = [choice.name for choice in choices]
    holdings = np.concatenate([holding_cards()[choice.holdings] for choice in choices])
    starts = np.cumsum([0] + [len(choice.holdings) for choice in choices])
    cumulative = np.concatenate([np.cumsum(choice.weights) for choice in choices])
    # Whoever may hold anything is dealt last and redrawn alone: the cards left are as good as a fresh deck.
    order = np.array(sorted(range(len(choices)), key=lambda player: choices[player].all_alike), dtype=np.int64)
    n_ranged = sum(not choice.all_alike for choice in choices)
    counts = np.zeros((len(choices), len(choices) + 1), dtype=np.int64)
    n_samples = 0
    n_rounds = MOST_SAMPLES // _SAMPLES_AT_ONCE
    with progress.task(f"Dealing at random until the standard error is {precision:g}", n_rounds) as display:
        for _ in range(n_rounds):
            n_samples += sample_showdowns(
                rng,
                _SAMPLES_AT_ONCE,
                _SAMPLES_AT_ONCE * _TRIES_PER_SAMPLE,
                holdings,
                starts,
                cumulative,
                order,
                n_ranged,
                np.array(board, dtype=np.int64),
                lookup(),
                counts,
            )
            display.advance()
            if n_samples and max(p.stderr for p in _players(names, counts, n_samples, n_samples)) <= precision:
                break
    if not n_samples:
        raise DealError(
            f"{_versus(choices)}: no random deal fitted all of them (expected ranges that share fewer cards)"
        )
    return Equity("sampled", n_samples, _players(names, counts, n_samples, n_samples), seed)
