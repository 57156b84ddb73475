"""Which hands can be assessed, and why the others cannot.

Assessed are hands of heads-up limit hold'em with blinds of half and one small bet, with antes or without, and all hole
cards known, in which no stack ran out. The others are kept, with a reason each.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.baseline.policy import MOST_BETS
from deluck.estimators._kernels import SOUND, walk_hands
from deluck.evaluator import strengths
from deluck.games import HoldemRules, Rules
from deluck.records import HandColumns

N_STREETS = 4
BOARD_SIZES = np.array([0, 3, 4, 5])
FINEST = 100
"""The most units a small bet is cut into so that an ante is a whole number of them."""


class Reason(IntEnum):
    """Why a hand is not assessed; `sentence` says it to a reader."""

    ASSESSED = 0
    OTHER_GAME = 1
    OTHER_STAKES = 2
    STACK_RAN_OUT = 3
    HOLE_CARDS = 4
    BOARD = 5
    BETTING = 6
    PAYOFFS = 7

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Reason.ASSESSED: "assessed",
    Reason.OTHER_GAME: "not heads-up limit hold'em",
    Reason.OTHER_STAKES: "other blinds than half and one small bet, other bets, fewer than four a round, or an ante "
    "that is not hundredths of a bet",
    Reason.STACK_RAN_OUT: "a stack ran out",
    Reason.HOLE_CARDS: "not all hole cards are known",
    Reason.BOARD: "not all cards of the board that the betting saw are known",
    Reason.BETTING: "the betting stops early or goes on after its end",
    Reason.PAYOFFS: "the payoffs are not those of the cards and the betting",
}


class Stakes(NamedTuple):
    """A small bet and an ante in units, as few as make both whole numbers: without an ante a small bet is one."""

    small_bet: int = 1
    ante: int = 0


@dataclass(frozen=True, slots=True)
class Betting:
    """The rounds of n heads-up hands as they were played, d decisions in all; P1 is seat 0.

    Pots are in units of the hand's `Stakes`.

    Attributes
    ----------
    small_bets, antes
        In units, int64[n].
    starts
        The decisions of hand i are those from ``starts[i]`` to ``starts[i + 1]``, int64[n + 1].
    actions, seats
        0 fold, 1 call or check, 2 bet or raise; 0 for P1, 1 for P2; uint8[d], int8[d].
    streets, n_bets
        By decision: the street and how many bets were made in it before, uint8[d], int64[d]; the big blind is a bet.
    n_rounds
        Streets with betting, int64[n].
    start_pots
        The pot at each round's start, int64[n, 4]: before the flop as if both had put in the big blind; 0 if not
        reached.
    end_pots, folded
        The pot at each round's end, int64[n, 4], 0 where somebody folded; what P1 won by that fold in small bets,
        float64[n, 4].
    problems
        0 where the betting is whole, uint8[n].
    paid
        What P1 and P2 put in, in half units, int64[n, 2].
    """

    small_bets: NDArray[np.int64]
    antes: NDArray[np.int64]
    starts: NDArray[np.int64]
    actions: NDArray[np.uint8]
    seats: NDArray[np.int8]
    streets: NDArray[np.uint8]
    n_bets: NDArray[np.int64]
    n_rounds: NDArray[np.int64]
    start_pots: NDArray[np.int64]
    end_pots: NDArray[np.int64]
    folded: NDArray[np.float64]
    problems: NDArray[np.uint8]
    paid: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.n_rounds)

    def in_small_bets(self, pots: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return pots of the hands, int64[n, 4], in small bets."""
        return np.asarray(pots / self.small_bets[:, None])

    @property
    def played(self) -> NDArray[np.bool_]:
        """Which rounds had betting, bool[n, 4]."""
        return np.arange(N_STREETS) < self.n_rounds[:, None]

    @property
    def hands(self) -> NDArray[np.int64]:
        """The hand of each decision, int64[d]."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def round_starts(self) -> NDArray[np.bool_]:
        """Whether each decision is the first of its round, bool[d]."""
        rounds = N_STREETS * self.hands + self.streets
        return np.asarray(np.diff(rounds, prepend=-1) != 0)


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Which of n hands can be assessed.

    Attributes
    ----------
    reasons
        A `Reason` for each hand, 0 where it is assessed, uint8[n].
    rows
        The numbers of the hands that are assessed, int64[m].
    """

    reasons: NDArray[np.uint8]
    rows: NDArray[np.int64]

    @property
    def counts(self) -> dict[Reason, int]:
        """How many hands there are of each reason, those that are assessed among them; reasons of no hand left out."""
        return {Reason(code): n for code, n in enumerate(np.bincount(self.reasons).tolist()) if n}


def walk(hands: HandColumns) -> Betting:
    """Return the rounds of heads-up hands of the usual stakes; where the betting is not whole, the problem is noted."""
    n_hands, n_decisions = len(hands), len(hands.actions)
    stakes = np.array([stakes_of(rules) for rules in hands.rules], dtype=np.int64).reshape(-1, 2)[hands.rules_index]
    betting = Betting(
        small_bets=np.ascontiguousarray(stakes[:, 0]),
        antes=np.ascontiguousarray(stakes[:, 1]),
        starts=hands.action_starts,
        actions=hands.actions,
        seats=hands.actors,
        streets=np.zeros(n_decisions, np.uint8),
        n_bets=np.zeros(n_decisions, np.int64),
        n_rounds=np.zeros(n_hands, np.int64),
        start_pots=np.zeros((n_hands, N_STREETS), np.int64),
        end_pots=np.zeros((n_hands, N_STREETS), np.int64),
        folded=np.zeros((n_hands, N_STREETS)),
        problems=np.zeros(n_hands, np.uint8),
        paid=np.zeros((n_hands, 2), np.int64),
    )
    walk_hands(
        betting.starts,
        betting.actions,
        betting.seats,
        betting.small_bets,
        betting.antes,
        betting.n_rounds,
        betting.start_pots,
        betting.end_pots,
        betting.folded,
        betting.problems,
        betting.paid,
        betting.streets,
        betting.n_bets,
    )
    return betting


def stakes_of(rules: Rules) -> Stakes:
    """Return the small bet and the ante of a game in units."""
    unit = gcd(rules.bet_sizes[0], rules.ante)
    return Stakes(rules.bet_sizes[0] // unit, rules.ante // unit)


def find_assessable(columns: HandColumns) -> Eligibility:
    """Return which hands can be assessed, each other one with its reason."""
    rules = np.array([_reason(rules) for rules in columns.rules], dtype=np.uint8)
    reasons = rules[columns.rules_index] if len(rules) else np.zeros(len(columns), np.uint8)
    rows = np.flatnonzero(reasons == Reason.ASSESSED)
    if rows.size:
        reasons[rows] = _reasons_of_play(columns[rows])
    return Eligibility(reasons, np.flatnonzero(reasons == Reason.ASSESSED))


def most_bets(columns: HandColumns) -> NDArray[np.int64]:
    """Return how many bets the rules allow by hand and street, the big blind among them, int64[n, 4]; 0 for no cap."""
    caps = []
    for rules in columns.rules:
        allowed = [0] * N_STREETS
        if isinstance(rules, HoldemRules) and not rules.no_cap_heads_up:
            allowed = [rules.max_raises[0] + 1, *rules.max_raises[1:]]
        caps.append(allowed)
    return np.array(caps, dtype=np.int64).reshape(-1, N_STREETS)[columns.rules_index]


def _reason(rules: Rules) -> Reason:
    if not isinstance(rules, HoldemRules) or rules.n_seats != 2:
        return Reason.OTHER_GAME
    bet = rules.bet_sizes[0]
    has_usual_bets = rules.bet_sizes == (bet, bet, 2 * bet, 2 * bet) and stakes_of(rules).small_bet <= FINEST
    has_usual_blinds = (2 * rules.small_blind, rules.big_blind) == (bet, bet)
    # Roll-outs let either seat make four bets; more than four change nothing, fewer would.
    has_usual_cap = rules.no_cap_heads_up or all(
        n >= usual for n, usual in zip(rules.max_raises, (MOST_BETS - 1, *[MOST_BETS] * 3), strict=True)
    )
    return Reason.ASSESSED if has_usual_bets and has_usual_blinds and has_usual_cap else Reason.OTHER_STAKES


def _reasons_of_play(hands: HandColumns) -> NDArray[np.uint8]:
    """Return the reasons of hands whose rules are the usual ones; where there are several, the first in their order."""
    betting = walk(hands)
    stacks = hands.stacks[:, :2]
    paid = betting.paid * small_bets(hands)[:, None]  # chips, but for the half units that a small bet has
    ran_out = ((stacks >= 0) & (paid >= stacks * 2 * betting.small_bets[:, None])).any(axis=1)
    board_cards = np.arange(5) < BOARD_SIZES[np.maximum(betting.n_rounds, 1) - 1][:, None]
    checks = (
        (Reason.STACK_RAN_OUT, ran_out),
        (Reason.HOLE_CARDS, (hands.cards[:, :2] < 0).any(axis=(1, 2))),
        (Reason.BOARD, ((hands.board < 0) & board_cards).any(axis=1)),
        (Reason.BETTING, betting.problems != SOUND),
    )
    reasons = np.zeros(len(hands), np.uint8)
    for reason, holds in checks:
        reasons[(reasons == 0) & holds] = reason
    sound = np.flatnonzero(reasons == 0)
    disagree = _payoffs_disagree(hands[sound], _winnings(hands[sound]))
    reasons[sound[disagree]] = Reason.PAYOFFS
    return reasons


def small_bets(hands: HandColumns) -> NDArray[np.int64]:
    """Return the small bet of each hand in chips, int64[n]."""
    bets = np.array([rules.bet_sizes[0] for rules in hands.rules], dtype=np.int64)
    return np.asarray(bets[hands.rules_index])


def _winnings(hands: HandColumns) -> NDArray[np.float64]:
    """Return what P1 won by the cards and the betting of sound hands, before rake, in small bets, float64[n]."""
    betting = walk(hands)
    rows = np.arange(len(hands))
    last = betting.n_rounds - 1
    won = betting.folded[rows, last]
    shown = np.flatnonzero(betting.end_pots[rows, last])
    if shown.size:
        pots = betting.end_pots[shown, last[shown]]
        ours, theirs = (
            strengths(np.concatenate([hands.cards[shown, seat], hands.board[shown]], axis=1)).astype(np.int64)
            for seat in range(2)
        )
        won[shown] = np.sign(ours - theirs) * pots / (2 * betting.small_bets[shown])
    return won


def _payoffs_disagree(hands: HandColumns, won: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether payoffs are not what was won less rake, which only a seat that takes from the pot can pay."""
    won_chips = won * small_bets(hands)
    before_rake = np.stack([won_chips, -won_chips], axis=1)
    fees = before_rake - hands.payoffs[:, :2]
    lost = before_rake < 0
    is_paid = np.isclose(fees.sum(axis=1), hands.rake) & (fees > -1e-6).all(axis=1)
    loser_pays_none = ~(lost & (np.abs(fees) > 1e-6)).any(axis=1)
    return np.asarray(~(is_paid & loser_pays_none))
