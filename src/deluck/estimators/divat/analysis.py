"""The one pass that all estimators share: every round's end, as played and as the baseline plays it, and its value.

A round's end is worth what a fold gives, or else its all-in equity (AIE): the net share of the boards won times half
the pot; or its roll-out equity (ROE): the exact mean, over all cards to come, of the baseline played to the end. All
values are net to P1, seat 0, in small bets.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, sections 3.1.2 and 3.2 to 3.4.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat import preflop_values
from deluck.estimators.divat.analysis_kernels import LONGEST, count_net_wins, play_baseline
from deluck.estimators.divat.eligibility import Assessable, Eligibility, find_assessable, most_bets
from deluck.estimators.divat.policy import STANDARD, Settings
from deluck.estimators.divat.preflop_values import Sampling, roll_out_values
from deluck.estimators.divat.rollout import N_LEAVES, roll_out_sums, scores, thresholds_of
from deluck.estimators.divat.rounds import N_STREETS, Rounds, rounds_of
from deluck.evaluator.lookup import lookup as evaluator_lookup
from deluck.games import BOARD_SIZES
from deluck.metrics.ranks import hand_ranks
from deluck.records import HandColumns

N_BOARDS = np.array([preflop_values.N_BOARDS, comb(45, 2), comb(44, 1), 1])
"""Completions of the board by street, for two known holdings."""
RIVER = N_STREETS - 1

_POT_SPAN = 1 << 20


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the estimators are made of: m hands that can be assessed, with d decisions in all.

    Attributes
    ----------
    columns
        All n hands, those that cannot be assessed among them.
    eligibility
        Which can, and why others cannot.
    settings
        The thresholds of the baseline.
    betting
        The m hands as they were played.
    money
        What P1 won, before rake, float64[m].
    net_wins
        P1's wins less losses over every completion of each street's board, of `N_BOARDS`, int64[m, 4].
    most_bets
        Bets that the rules allow, int64[m, 4]; 0 for no cap.
    sequences
        The baseline's actions in each round, -1 past the last, int8[m, 4, 6].
    baseline_actions
        The baseline's action at each decision, uint8[d].
    aie_start, aie_actual, aie_baseline, roe_actual, roe_baseline
        The value before each round's betting, after the betting as it was and as the baseline has it, float64[m, 4], 0
        where there was no betting.
    values_before
        The roe if the baseline goes on from before each decision to the end of the round, float64[d].
    self_play
        The value of the cards seen if the baseline alone had played, cards not dealt by roe, float64[m].
    sampled
        Whether a preflop value of the hand is from a sample, bool[m].
    """

    columns: HandColumns
    eligibility: Eligibility
    settings: Settings
    betting: Rounds
    money: NDArray[np.float64]
    net_wins: NDArray[np.int64]
    most_bets: NDArray[np.int64]
    sequences: NDArray[np.int8]
    baseline_actions: NDArray[np.uint8]
    aie_start: NDArray[np.float64]
    aie_actual: NDArray[np.float64]
    aie_baseline: NDArray[np.float64]
    roe_actual: NDArray[np.float64]
    roe_baseline: NDArray[np.float64]
    values_before: NDArray[np.float64]
    self_play: NDArray[np.float64]
    sampled: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.betting)

    def spread(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return values of the m hands as a column of all n, NaN where a hand was not assessed."""
        out = np.full((len(self.columns), *values.shape[1:]), np.nan)
        out[self.eligibility.rows] = values
        return out


def analyse(
    columns: HandColumns,
    settings: Settings = STANDARD,
    *,
    n_jobs: int = 1,
    sampling: Sampling | None = None,
    assessable: Assessable | None = None,
) -> Analysis:
    """Return the analysis of all hands that can be assessed; the others have their reason.

    Parameters
    ----------
    columns
        The hands.
    settings
        The thresholds of the baseline.
    n_jobs
        Threads for the roll-outs; -1 for all cores.
    sampling
        How preflop values that no table has are sampled; they are rolled out over all flops if None.
    assessable
        What `find_assessable` found of the hands; looked for here if None.
    """
    eligibility, hands, decisions = find_assessable(columns) if assessable is None else assessable
    betting = rounds_of(hands, decisions)
    cards = np.ascontiguousarray(hands.cards[:, :2].reshape(-1, 4), dtype=np.int64)
    board = hands.board.astype(np.int64) if len(hands) else np.empty((0, 5), np.int64)  # other games have other boards
    played = _play(betting, cards, board, settings)
    net = count_completions(betting.n_rounds, cards, board)
    first = betting.round_starts
    rounds = (betting.hands[first], betting.streets[first])
    baseline_pots, baseline_folded = np.zeros_like(betting.end_pots), np.zeros_like(betting.folded)
    baseline_pots[rounds] = played.end_pots[first]
    baseline_folded[rounds] = played.folded[first]
    aie_at = net / (2 * N_BOARDS)  # what a small bet of pot is worth
    values = _roll_out(betting, played, cards, board, net, settings, sampling, n_jobs)
    roe_baseline = np.zeros_like(betting.folded)
    roe_baseline[rounds] = values.before[first]
    aie_actual = aie_at * betting.in_small_bets(betting.end_pots) + betting.folded
    return Analysis(
        columns=columns,
        eligibility=eligibility,
        settings=settings,
        betting=betting,
        money=aie_actual[np.arange(len(betting)), betting.n_rounds - 1],
        net_wins=net,
        most_bets=most_bets(hands),
        sequences=played.sequences,
        baseline_actions=played.actions,
        aie_start=aie_at * betting.in_small_bets(betting.start_pots),
        aie_actual=aie_actual,
        aie_baseline=aie_at * betting.in_small_bets(baseline_pots) + baseline_folded,
        roe_actual=values.actual,
        roe_baseline=roe_baseline,
        values_before=values.before,
        self_play=values.self_play,
        sampled=values.sampled,
    )


@dataclass(frozen=True, slots=True)
class _Played:
    """How the baseline goes on from each decision, and from the first deal on; as `play_baseline` writes it."""

    actions: NDArray[np.uint8]
    end_pots: NDArray[np.int64]
    folded: NDArray[np.float64]
    sequences: NDArray[np.int8]
    self_play_pots: NDArray[np.int64]
    self_play_folded: NDArray[np.float64]


def _play(betting: Rounds, cards: NDArray[np.int64], board: NDArray[np.int64], settings: Settings) -> _Played:
    n_hands, n_decisions = len(betting), len(betting.actions)
    bet_scores = np.zeros((n_hands, N_STREETS, 2), np.int64)
    fold_scores = np.zeros((n_hands, N_STREETS, 2), np.int64)
    for street in range(N_STREETS):
        rows = np.flatnonzero(betting.n_rounds > street)
        for seat in range(2):
            ranks = hand_ranks(cards[rows, 2 * seat : 2 * seat + 2], board[rows, : BOARD_SIZES[street]])
            bet_scores[rows, street, seat], fold_scores[rows, street, seat] = scores(ranks)
    played = _Played(
        actions=np.zeros(n_decisions, np.uint8),
        end_pots=np.zeros(n_decisions, np.int64),
        folded=np.zeros(n_decisions),
        sequences=np.full((n_hands, N_STREETS, LONGEST), -1, np.int8),
        self_play_pots=np.zeros(n_hands, np.int64),
        self_play_folded=np.zeros(n_hands),
    )
    play_baseline(
        betting.starts,
        betting.actions,
        betting.small_bets,
        betting.antes,
        betting.n_rounds,
        betting.start_pots,
        bet_scores,
        fold_scores,
        thresholds_of(settings),
        played.actions,
        played.end_pots,
        played.folded,
        played.sequences,
        played.self_play_pots,
        played.self_play_folded,
    )
    return played


def count_completions(
    n_streets: NDArray[np.int64], cards: NDArray[np.int64], board: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return P1's wins less losses over every completion of each street's board, of `N_BOARDS`, int64[n, 4].

    Parameters
    ----------
    n_streets
        How many streets were dealt, int64[n]; 0 is written for the others.
    cards
        P1's and P2's holdings, int64[n, 4].
    board
        int64[n, 5].
    """
    net = np.zeros((len(cards), N_STREETS), np.int64)
    net[:, 0] = preflop_values.net_wins(preflop_values.seat_holdings(cards))
    for street in range(1, N_STREETS):
        rows = np.flatnonzero(n_streets > street)
        out = np.zeros(len(rows), np.int64)
        boards = np.ascontiguousarray(board[rows, : BOARD_SIZES[street]])
        count_net_wins(np.ascontiguousarray(cards[rows]), boards, evaluator_lookup(), out)
        net[rows, street] = out
    return net


@dataclass(frozen=True, slots=True)
class _Values:
    """The roe of all round ends: as played, as the baseline goes on from each decision, and of the baseline alone.

    And whether any of a hand's preflop values is from a sample.
    """

    actual: NDArray[np.float64]
    before: NDArray[np.float64]
    self_play: NDArray[np.float64]
    sampled: NDArray[np.bool_]


def _roll_out(
    betting: Rounds,
    played: _Played,
    cards: NDArray[np.int64],
    board: NDArray[np.int64],
    net: NDArray[np.int64],
    settings: Settings,
    sampling: Sampling | None,
    n_jobs: int,
) -> _Values:
    """Value every end there is, each pot of a hand's street once, all hands of a street together."""
    sampled = np.zeros(len(betting), np.bool_)
    values = _Values(betting.folded.copy(), played.folded.copy(), played.self_play_folded.copy(), sampled)
    decision_hands = betting.hands
    for street in range(N_STREETS):
        ended = np.flatnonzero(betting.end_pots[:, street])
        decided = np.flatnonzero((betting.streets == street) & (played.end_pots > 0))
        last = np.flatnonzero((betting.n_rounds == street + 1) & (played.self_play_pots > 0))
        hands = np.concatenate([ended, decision_hands[decided], last])
        pots = np.concatenate([betting.end_pots[ended, street], played.end_pots[decided], played.self_play_pots[last]])
        if street == RIVER:
            found = net[hands, RIVER] * pots / (2 * betting.small_bets[hands])
        else:
            wanted, back = np.unique(hands * _POT_SPAN + pots, return_inverse=True)
            rows, distinct = wanted // _POT_SPAN, wanted % _POT_SPAN
            found = np.empty(len(rows))
            for small_bet in np.unique(betting.small_bets[rows]).tolist():
                some = np.flatnonzero(betting.small_bets[rows] == small_bet)
                which, their_pots = rows[some], distinct[some]
                if street == 0:
                    holdings = preflop_values.seat_holdings(cards[which])
                    first = roll_out_values(holdings, their_pots, settings, sampling, small_bet=small_bet)
                    found[some] = first.values
                    sampled[which[first.sampled]] = True
                else:
                    boards = board[:, : BOARD_SIZES[street]]
                    found[some] = _rolled_out(which, their_pots, cards, boards, settings, small_bet, n_jobs)
            found = found[back]
        parts = np.split(found, np.cumsum([len(ended), len(decided)]))
        values.actual[ended, street], values.before[decided], values.self_play[last] = parts
    return values


def _rolled_out(
    hands: NDArray[np.int64],
    pots: NDArray[np.int64],
    cards: NDArray[np.int64],
    boards: NDArray[np.int64],
    settings: Settings,
    small_bet: int,
    n_jobs: int,
) -> NDArray[np.float64]:
    """Return the roe of pots of hands, int64[k] each, sorted by hand: hands with equally many pots go together."""
    distinct, starts, counts = np.unique(hands, return_index=True, return_counts=True)
    values = np.empty(len(hands))
    for n_pots in np.unique(counts):
        chosen = np.flatnonzero(counts == n_pots)
        indices = starts[chosen][:, None] + np.arange(n_pots)
        rows = distinct[chosen]
        sums = roll_out_sums(cards[rows], boards[rows], pots[indices], settings, small_bet=small_bet, n_jobs=n_jobs)
        values[indices] = sums / (N_LEAVES[boards.shape[1]] * small_bet)
    return values
