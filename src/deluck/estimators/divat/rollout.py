"""Roll-out equity (ROE): the exact mean, over every card to come, of the baseline played to the end.

Values are net to P1 in small bets and come from a state at the end of a round's betting (the cards of the next street
are still to come), or from the start of a round: then the baseline plays that round too. Every leaf is a whole number
of small bets, so a value is a whole sum over a whole number of leaves.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, section 3.1.2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from deluck.cards import DECK, check_cards, check_row
from deluck.errors import BaselineError, DealError
from deluck.estimators.divat.kernel_arguments import end_tables_of, rank_lookup
from deluck.estimators.divat.kernel_arguments import thresholds_of as thresholds_of
from deluck.estimators.divat.matchups import matchup_sums
from deluck.estimators.divat.policy import FLOP, STANDARD, Ranks, Settings
from deluck.estimators.divat.policy_kernels import play_rounds
from deluck.estimators.divat.rollout_kernels import roll_out_flops, roll_out_rivers, roll_out_turns
from deluck.estimators.divat.rollout_samples_kernels import roll_out_samples
from deluck.evaluator.lookup import lookup as evaluator_lookup
from deluck.games import BOARD_SIZES
from deluck.metrics.ranks import HandRanks, hand_ranks
from deluck.parallel import run_all

N_LEAVES = {0: comb(48, 3) * 45 * 44, 3: 45 * 44, 4: 44, 5: 1}
"""The cards to come, in order of street, by number of board cards, for two known holdings."""

_ROWS_AT_ONCE = 256
_N_EXTRAS = 5  # cards drawn with each flop of a sample
_MOST_POT = 1_000_000  # far from where sums or comparisons in 64 bits could overflow
_KERNELS: dict[int, Callable[..., None]] = {3: roll_out_flops, 4: roll_out_turns, 5: roll_out_rivers}


@dataclass(frozen=True, slots=True)
class RollOut:
    """A roll-out's exact value: a whole number of small bets, net to P1, over so many leaves."""

    total: int
    n_leaves: int

    @property
    def exact(self) -> Fraction:
        """The mean as a fraction."""
        return Fraction(self.total, self.n_leaves)

    @property
    def value(self) -> float:
        """The mean in small bets, net to P1."""
        return self.total / self.n_leaves


@dataclass(frozen=True, slots=True)
class SampledRollOut:
    """A roll-out over a sample of flops, each rolled out exactly: mean and standard error in small bets, net to P1."""

    value: float
    stderr: float
    n_flops: int


def roll_out_sums(
    cards: ArrayLike,
    boards: ArrayLike,
    pots: ArrayLike,
    settings: Settings = STANDARD,
    *,
    small_bet: int = 1,
    from_start: bool = False,
    n_jobs: int = -1,
) -> NDArray[np.int64]:
    """Return the exact sums over all leaves of what P1 wins, many states of one street at once, int64[n, k].

    Divided by ``N_LEAVES[number of board cards]`` a sum is the roll-out equity.

    Parameters
    ----------
    cards
        Card numbers of P1's and P2's holdings, shape (n, 4).
    boards
        Card numbers, shape (n, 3), (n, 4) or (n, 5).
    pots
        Even, shape (n, k): several pots of a row share its look-ups. A pot of 0 is passed over: its sum is 0.
    settings
        The thresholds both play by.
    small_bet
        How many of their unit a small bet is; sums are in it too. More than one where antes are a part of a bet.
    from_start
        Whether the pot is that at the start of the street's betting, which the baseline then plays too, and not that
        at its end.
    n_jobs
        Threads to use; -1 for all cores.

    Raises
    ------
    CardError, DealError, BaselineError
        If a row's cards are not different cards, the shapes do not fit, or a pot is odd, negative or out of reach.
    """
    card_rows = np.ascontiguousarray(cards, dtype=np.int64)
    board_rows = np.ascontiguousarray(boards, dtype=np.int64)
    pot_rows = np.ascontiguousarray(pots, dtype=np.int64)
    _check_rows(card_rows, board_rows, pot_rows)
    kernel = _KERNELS[board_rows.shape[1]]
    policy = (thresholds_of(settings, small_bet), end_tables_of(settings, small_bet))
    arguments = (from_start, *policy, rank_lookup(), evaluator_lookup())
    out = np.empty(pot_rows.shape, dtype=np.int64)

    def roll_out(part: slice) -> None:
        kernel(card_rows[part], board_rows[part], pot_rows[part], *arguments, out[part])

    parts = (slice(start, start + _ROWS_AT_ONCE) for start in range(0, len(card_rows), _ROWS_AT_ONCE))
    run_all(roll_out, parts, n_jobs=n_jobs)
    return out


def _check_rows(cards: NDArray[np.int64], boards: NDArray[np.int64], pots: NDArray[np.int64]) -> None:
    shapes_fit = cards.ndim == boards.ndim == pots.ndim == 2 and cards.shape[1] == 4 and boards.shape[1] in _KERNELS
    if not shapes_fit or not len(cards) == len(boards) == len(pots):
        raise DealError(
            f"cards of shape {cards.shape}, boards of shape {boards.shape} and pots of shape {pots.shape} "
            "(expected (n, 4), (n, 3 to 5) and (n, k))"
        )
    _check_pots(pots)
    dealt = np.sort(np.concatenate([cards, boards], axis=1), axis=1)
    bad_rows = np.flatnonzero((dealt[:, 0] < 0) | (dealt[:, -1] > 51) | (dealt[:, 1:] == dealt[:, :-1]).any(axis=1))
    if bad_rows.size:
        row = int(bad_rows[0])
        check_row((*cards[row].tolist(), *boards[row].tolist()), row)


def _check_pots(pots: NDArray[np.int64]) -> None:
    bad_pots = pots[(pots < 0) | (pots % 2 != 0) | (pots > _MOST_POT)]
    if bad_pots.size:
        raise BaselineError(f"a pot of {bad_pots[0]} (expected an even number up to {_MOST_POT:,})")


def _check_hole_cards(cards: ArrayLike) -> NDArray[np.int64]:
    dealt = np.asarray(cards, dtype=np.int64).reshape(-1)
    if len(dealt) != 4:
        raise DealError(f"{len(dealt)} hole cards (expected four, P1's two first)")
    check_cards(dealt.tolist())
    return dealt


def roll_out(
    cards: ArrayLike, board: ArrayLike, pot: int, settings: Settings = STANDARD, *, from_start: bool = False
) -> RollOut:
    """Return the exact roll-out equity of one state, net to P1.

    Parameters
    ----------
    cards
        P1's and P2's holdings, four card numbers.
    board
        None, three, four or five card numbers.
    pot
        In small bets, even; at the end of the round's betting, or at its start if `from_start` (after the flop only).
    settings, from_start
        As in `roll_out_sums`.
    """
    dealt = np.asarray(cards, dtype=np.int64).reshape(-1)
    on_board = np.asarray(board, dtype=np.int64).reshape(-1)
    if on_board.size == 0:
        if from_start:
            raise BaselineError("a roll-out from before the blinds (expected the end of a round, or a board)")
        return RollOut(int(preflop_sums(dealt, [pot], settings)[0]), N_LEAVES[0])
    sums = roll_out_sums([dealt], [on_board], [[pot]], settings, from_start=from_start)
    return RollOut(int(sums[0, 0]), N_LEAVES[len(on_board)])


def preflop_sums(
    cards: ArrayLike, pots: ArrayLike, settings: Settings = STANDARD, *, small_bet: int = 1, n_jobs: int = -1
) -> NDArray[np.int64]:
    """Return the exact sums over all 34,246,080 leaves after a preflop round that ended with these pots, int64[k].

    Parameters
    ----------
    cards
        P1's and P2's holdings, four card numbers.
    pots
        Even.
    settings
        The thresholds both play by.
    small_bet
        How many of the pots' unit a small bet is; sums are in it too.
    n_jobs
        Threads to use; -1 for all cores.
    """
    dealt = _check_hole_cards(cards)
    pot_row = np.array(pots, dtype=np.int64).reshape(-1)
    _check_pots(pot_row)
    return matchup_sums(dealt, pot_row, settings, small_bet=small_bet, n_jobs=n_jobs)


def preflop_flop_sums(
    cards: ArrayLike, pots: ArrayLike, settings: Settings = STANDARD, flops: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return the sums over 1,980 leaves of each flop after a preflop round that ended with these pots, int64[flops, k].

    Parameters
    ----------
    cards
        P1's and P2's holdings, four card numbers.
    pots
        Pots in small bets, even.
    settings
        The thresholds both play by.
    flops
        int64[n, 3]: the flops to roll out; all 17,296 if not given.
    """
    dealt = _check_hole_cards(cards)
    if flops is None:
        flops = all_flops(dealt)
    rows = np.broadcast_to(dealt, (len(flops), 4))
    return roll_out_sums(rows, flops, np.broadcast_to(pots, (len(flops), np.size(pots))), settings, from_start=True)


def all_flops(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all flops that avoid these cards, int64[n, 3]."""
    return np.setdiff1d(DECK, cards)[_triples()]


@cache
def _triples() -> NDArray[np.int64]:
    """Return which three of the 48 cards left make each flop, in rising order, int64[17296, 3]."""
    return np.array(list(combinations(range(len(DECK) - 4), 3)), dtype=np.int64)


def sample_flops(cards: ArrayLike, n_flops: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return flops that avoid these cards, drawn with replacement, int64[n, 3]."""
    if n_flops < 2:
        raise BaselineError(f"a sample of {n_flops} flops (expected at least 2)")
    drawn = rng.integers(len(_triples()), size=n_flops)
    return np.setdiff1d(DECK, np.asarray(cards, dtype=np.int64))[_triples()[drawn]]


def sampled_roll_out(
    cards: ArrayLike, pot: int, n_flops: int, rng: np.random.Generator, settings: Settings = STANDARD
) -> SampledRollOut:
    """Return the roll-out equity after the preflop round from a sample of flops, each rolled out exactly.

    Values that are to be compared should share their flops: draw them with `sample_flops` and use `preflop_flop_sums`.
    """
    means = preflop_flop_sums(cards, [pot], settings, sample_flops(cards, n_flops, rng))[:, 0] / N_LEAVES[3]
    return SampledRollOut(float(means.mean()), float(means.std(ddof=1) / np.sqrt(n_flops)), n_flops)


def sampled_preflop_values(
    cards: ArrayLike,
    pots: ArrayLike,
    seeds: NDArray[np.uint64],
    settings: Settings = STANDARD,
    *,
    n_flops: int,
    small_bet: int = 1,
) -> NDArray[np.float64]:
    """Return roll-out equities after the preflop round from samples of boards, many match-ups at once, float64[n, k].

    With each flop drawn go five more cards, and every two of them in both orders are turn and river: 20 boards, which
    cost a fifteenth of all 1,980 and say more than half as much, because flops differ more than what comes after them.

    Parameters
    ----------
    cards
        P1's and P2's holdings, int64[n, 4].
    pots
        Even, int64[n, k]; all pots of a row see the same boards. The value of a pot of 0 is 0.
    seeds
        What the boards of each row are drawn with, uint64[n].
    settings
        The thresholds both play by.
    n_flops
        How many flops are drawn for each row, with replacement.
    small_bet
        How many of the pots' unit a small bet is; values are in it too.
    """
    card_rows = np.ascontiguousarray(cards, dtype=np.int64)
    pot_rows = np.ascontiguousarray(pots, dtype=np.int64)
    _check_pots(pot_rows)
    out = np.empty(pot_rows.shape, dtype=np.int64)
    policy = (thresholds_of(settings, small_bet), end_tables_of(settings, small_bet))
    tables = (rank_lookup(), evaluator_lookup())
    roll_out_samples(card_rows, pot_rows, seeds, n_flops, _N_EXTRAS, *policy, *tables, out)
    return out / (n_flops * _N_EXTRAS * (_N_EXTRAS - 1))


def ranks_of(cards: ArrayLike, board: ArrayLike) -> tuple[Ranks, Ranks]:
    """Return P1's and P2's exact ranks on a board of none, three, four or five cards; P1's two hole cards first."""
    dealt = np.asarray(cards, dtype=np.int64).reshape(2, 2)
    on_board = np.asarray(board, dtype=np.int64).reshape(-1)
    check_cards((*dealt.reshape(-1).tolist(), *on_board.tolist()))
    found = hand_ranks(dealt, np.broadcast_to(on_board, (2, len(on_board))))
    first, second = (
        Ranks(
            Fraction(int(found.now_counts[seat]), found.now_total),
            Fraction(int(found.final_counts[seat]), found.final_total),
        )
        for seat in range(2)
    )
    return first, second


def scores(ranks: HandRanks) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the whole-number scores to bet by and to fold by of many hands, which the thresholds are compared with."""
    now = ranks.now_counts * (ranks.final_total // ranks.now_total)
    to_bet = np.maximum(now, ranks.final_counts)
    return to_bet, now + ranks.final_counts if ranks.n_board_cards == BOARD_SIZES[FLOP] else to_bet


def round_ends(
    street: int,
    bet_scores: NDArray[np.int64],
    fold_scores: NDArray[np.int64],
    pots: ArrayLike,
    settings: Settings = STANDARD,
    *,
    actors: ArrayLike = 0,
    n_bets: ArrayLike = 0,
) -> NDArray[np.int64]:
    """Return bets made and who folded (0 nobody, 1 P1, 2 P2) when the baseline plays rounds to their end, int64[n, 2].

    Parameters
    ----------
    street
        1 for the flop, 2 for the turn, 3 for the river.
    bet_scores, fold_scores
        int64[n, 2], P1's first, from `scores`.
    pots
        At the start of each round, in small bets.
    settings
        The thresholds both play by.
    actors, n_bets
        The node to play from: who acts (0 for P1, 1 for P2) after how many bets. With no bet made, P2 acts after P1's
        check.
    """
    if street not in (1, 2, 3):
        raise BaselineError(f"street {street} (expected 1, 2 or 3)")
    n_rows = len(bet_scores)

    def column(values: ArrayLike) -> NDArray[Any]:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(values, dtype=np.int64), (n_rows,)))

    out = np.empty((n_rows, 2), dtype=np.int64)
    play_rounds(
        street,
        np.ascontiguousarray(bet_scores, dtype=np.int64),
        np.ascontiguousarray(fold_scores, dtype=np.int64),
        column(pots),
        column(actors),
        column(n_bets),
        thresholds_of(settings),
        out,
    )
    return out
