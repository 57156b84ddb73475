"""Which hands can be assessed, and why the others cannot.

Assessed are hands of heads-up limit hold'em with blinds of half and one small bet, with antes or without, and all hole
cards known, in which no stack ran out. The others are counted too, with a reason each.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.divat.policy import MOST_BETS
from deluck.estimators.divat.rounds import N_STREETS, stakes_of
from deluck.games import BOARD_SIZES, HoldemRules, Rules
from deluck.games.pot_kernels import PARTS
from deluck.records import DecisionColumns, HandColumns, walk
from deluck.records.validation import pay, showdown_strengths

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
    NOT_LIMIT = 8

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return _SENTENCES[self]


_SENTENCES = {
    Reason.ASSESSED: "assessed",
    Reason.OTHER_GAME: "not heads-up limit hold'em",
    Reason.OTHER_STAKES: "other blinds than half and one small bet, posts or straddles, other bets, fewer than four a "
    "round, or an ante that is not hundredths of a bet",
    Reason.STACK_RAN_OUT: "a stack ran out",
    Reason.HOLE_CARDS: "not all hole cards are known",
    Reason.BOARD: "not all cards of the board that the betting saw are known",
    Reason.BETTING: "the betting stops early or goes on after its end",
    Reason.PAYOFFS: "the payoffs are not those of the cards and the betting",
    Reason.NOT_LIMIT: "no-limit or pot-limit, which DIVAT does not price",
}


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


class Assessable(NamedTuple):
    """Which hands can be assessed, those hands, and their betting."""

    eligibility: Eligibility
    hands: HandColumns
    decisions: DecisionColumns


def find_assessable(columns: HandColumns, decisions: DecisionColumns | None = None) -> Assessable:
    """Return which hands can be assessed, those hands, and their betting.

    Parameters
    ----------
    columns
        The hands.
    decisions
        Their betting; walked here if None.
    """
    rules = np.array([_reason(rules) for rules in columns.rules], dtype=np.uint8)
    reasons = rules[columns.rules_index] if len(rules) else np.zeros(len(columns), np.uint8)
    if columns.forced is not None:
        is_unusual = (columns.forced != columns.usual_forced()).any(axis=(1, 2))
        reasons[is_unusual & (reasons == Reason.ASSESSED)] = Reason.OTHER_STAKES
    rows = np.flatnonzero(reasons == Reason.ASSESSED)
    hands = _taken(columns, rows)
    decisions = walk(hands) if decisions is None else decisions.of_hands(rows)
    of_play = _reasons_of_play(hands, decisions)
    reasons[rows] = of_play
    found = Eligibility(reasons, np.flatnonzero(reasons == Reason.ASSESSED))
    if len(found.rows) == len(rows):
        return Assessable(found, hands, decisions)
    return Assessable(found, _taken(columns, found.rows), decisions.of_hands(np.flatnonzero(of_play == 0)))


def _taken(columns: HandColumns, rows: NDArray[np.int64]) -> HandColumns:
    return columns if len(rows) == len(columns) else columns[rows]


def most_bets(columns: HandColumns) -> NDArray[np.int64]:
    """Return how many bets the rules allow by hand and street, the big blind among them, int64[n, 4]; 0 for no cap."""
    caps = []
    for rules in columns.rules:
        allowed = [0] * N_STREETS
        if isinstance(rules, HoldemRules) and rules.is_limit and not rules.no_cap_heads_up:
            allowed = [rules.max_raises[0] + 1, *rules.max_raises[1:]]
        caps.append(allowed)
    return np.array(caps, dtype=np.int64).reshape(-1, N_STREETS)[columns.rules_index]


def _reason(rules: Rules) -> Reason:
    if not rules.is_limit:
        return Reason.NOT_LIMIT
    if not isinstance(rules, HoldemRules) or rules.n_seats != 2:
        return Reason.OTHER_GAME
    bet = rules.unit
    has_usual_bets = rules.bet_sizes == (bet, bet, 2 * bet, 2 * bet) and stakes_of(rules).small_bet <= FINEST
    has_usual_blinds = (2 * rules.small_blind, rules.big_blind, rules.big_blind_ante) == (bet, bet, 0)
    # Roll-outs let either seat make four bets; more than four change nothing, fewer would.
    has_usual_cap = rules.no_cap_heads_up or all(
        n >= usual for n, usual in zip(rules.max_raises, (MOST_BETS - 1, *[MOST_BETS] * 3), strict=True)
    )
    return Reason.ASSESSED if has_usual_bets and has_usual_blinds and has_usual_cap else Reason.OTHER_STAKES


def _reasons_of_play(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.uint8]:
    """Return the reasons of hands whose rules are the usual ones; where there are several, the first in their order."""
    n_board = np.array(BOARD_SIZES)[decisions.last_streets]
    checks = (
        (Reason.STACK_RAN_OUT, _ran_out(hands, decisions)),
        (Reason.HOLE_CARDS, (hands.cards[:, :2] < 0).any(axis=(1, 2))),
        (Reason.BOARD, ((hands.board < 0) & (np.arange(hands.board.shape[1]) < n_board[:, None])).any(axis=1)),
        (Reason.BETTING, ~decisions.is_valid),
    )
    reasons = np.zeros(len(hands), np.uint8)
    for reason, holds in checks:
        reasons[(reasons == 0) & holds] = reason
    reasons[(reasons == 0) & _payoffs_disagree(hands, decisions, reasons == 0)] = Reason.PAYOFFS
    return reasons


def _ran_out(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.bool_]:
    """Return in which hands a seat put in its last chip, also where some of it came back uncalled."""
    stacks = hands.stacks[:, :2]
    if (stacks < 0).all():
        return np.zeros(len(hands), np.bool_)
    forced = hands.usual_forced()[:, :, :2].sum(axis=1)
    found = np.asarray(((stacks >= 0) & (stacks <= forced)).any(axis=1))
    filled = np.arange(len(decisions)) - np.repeat(decisions.starts[:-1], np.diff(decisions.starts))
    hand_of = decisions.hands
    found[hand_of[(decisions.stacks == decisions.paid) & (filled < decisions.n_valid[hand_of])]] = True
    return found


def _payoffs_disagree(hands: HandColumns, decisions: DecisionColumns, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether payoffs are not what was won less rake, which only a seat that takes from the pot can pay."""
    _, won = pay(hands, decisions, showdown_strengths(hands, decisions, which))
    before_rake = won[:, :2] / PARTS
    fees = before_rake - hands.payoffs[:, :2]
    lost = before_rake < 0
    is_paid = np.isclose(fees.sum(axis=1), hands.rake) & (fees > -1e-6).all(axis=1)
    loser_pays_none = ~(lost & (np.abs(fees) > 1e-6)).any(axis=1)
    return np.asarray(~(is_paid & loser_pays_none))
