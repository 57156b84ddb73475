"""The luck of the board: what every seat can expect if no more is bet, before and after each deal (LFAT).

For hold'em of any betting structure with 2 to 10 seats, all hole cards known. Before a deal, the expectation is the
mean over all boards that could come from the deck without every known hole card; the chips are those that lay in the
pots.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import local

import numpy as np
from numpy.typing import NDArray

from deluck.estimators.deals_kernels import fill_all_in_values, fill_deal_values
from deluck.estimators.family import Eligibility
from deluck.estimators.money import boards_of
from deluck.games import BOARD_SIZES, STREET_NAMES
from deluck.games.pot_kernels import PARTS
from deluck.metrics.showdown_shares import share_tables
from deluck.records import DecisionColumns, HandColumns
from deluck.records.decisions import street_states
from deluck.records.validation import pay, showdown_strengths

N_STREETS = len(STREET_NAMES)
NOT_HOLDEM = "not hold'em"
REASONS = (
    NOT_HOLDEM,
    "the betting stops early or goes on after its end",
    "not all hole cards are known",
    "not all cards of the board that the betting saw are known",
    "the payoffs are not those of the cards and the betting",
)
"""Why the luck of a hand's board is not known."""
OTHER_GAME, BETTING, HOLE_CARDS, BOARD, PAYOFFS = range(1, len(REASONS) + 1)

_HANDS_AT_ONCE = 4096  # the states of a hand take 2.5 kB
_last = local()


@dataclass(frozen=True, slots=True, eq=False)
class BoardLuck:
    """The luck of each deal of the board.

    Attributes
    ----------
    by_street
        The change of what every seat can expect with each deal, in small bets or big blinds, float64[n, seats, 4]: 0
        for the first street and for those that were not dealt, NaN for hands and seats that have none, and for
        heads-up fixed-limit. The mean over all boards, each dealt as if alone, where there were several.
    eligibility
        Which hands have it, and why not the others.
    """

    by_street: NDArray[np.float64]
    eligibility: Eligibility


def board_luck(hands: HandColumns, decisions: DecisionColumns) -> BoardLuck:
    """Return the luck of the board for all seats of all hands; decisions are their betting.

    What was found of the hands asked about last is remembered by each thread, because several families ask.
    """
    last = getattr(_last, "found", None)
    if last is not None and last[0] is hands and last[1] is decisions:
        return last[2]  # type: ignore[no-any-return]
    found = _board_luck(hands, decisions)
    _last.found = hands, decisions, found
    return found


def forget() -> None:
    """Forget what this thread remembers: where time is measured."""
    _last.found = None


def _board_luck(hands: HandColumns, decisions: DecisionColumns) -> BoardLuck:
    eligibility = known_cards(hands, decisions)
    out = np.full((len(hands), hands.max_seats, N_STREETS), np.nan)
    for rows in parts_of(np.flatnonzero(eligibility.mask & ~is_heads_up_limit(hands))):
        some, betting = hands[rows], decisions.of_hands(rows)
        states = street_states(some)
        luck, n_boards = np.zeros((len(rows), hands.max_seats, N_STREETS)), np.zeros(len(rows))
        for boards, there in boards_of(some):
            before = np.zeros((len(rows), N_STREETS, hands.max_seats))
            after = np.zeros_like(before)
            last_streets = np.where(there, betting.last_streets, 0)
            fill_deal_values(states, last_streets, boards.cards, boards.board, share_tables(), before, after)
            luck += (after - before).transpose(0, 2, 1)
            n_boards += there
        luck /= (n_boards * some.unit_chips)[:, None, None]
        luck[some.players < 0] = np.nan
        out[rows] = luck
    return BoardLuck(out, eligibility)


def is_fixed_limit(hands: HandColumns) -> NDArray[np.bool_]:
    """Return which hands are fixed-limit, bool[n]."""
    return np.array([rules.is_limit for rules in hands.rules], dtype=np.bool_)[hands.rules_index]


def is_heads_up_limit(hands: HandColumns) -> NDArray[np.bool_]:
    """Return which hands are heads-up fixed-limit, whose luck DIVAT measures: that of the board is not computed."""
    return np.asarray(is_fixed_limit(hands) & (hands.n_seats == 2))


def parts_of(rows: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield row numbers in parts, so that memory stays flat in the number of hands."""
    for start in range(0, len(rows), _HANDS_AT_ONCE):
        yield rows[start : start + _HANDS_AT_ONCE]


def known_cards(hands: HandColumns, decisions: DecisionColumns) -> Eligibility:
    """Return which hands are hold'em played by the rules with every card known, each other one with its reason."""
    codes = np.zeros(len(hands), np.uint8)
    if hands.game != "holdem":
        codes[:] = OTHER_GAME
        return Eligibility(codes, REASONS)
    checks = (
        (BETTING, ~decisions.is_valid),
        (HOLE_CARDS, ((hands.cards < 0).any(axis=2) & (hands.players >= 0)).any(axis=1)),
        (BOARD, _lacks_board(hands, decisions)),
    )
    for code, holds in checks:
        codes[(codes == 0) & holds] = code
    codes[(codes == 0) & _pays_otherwise(hands, decisions, codes == 0)] = PAYOFFS
    return Eligibility(codes, REASONS)


def _lacks_board(hands: HandColumns, decisions: DecisionColumns) -> NDArray[np.bool_]:
    """Return in which hands a card of a street that was dealt is not known, on any board."""
    n_board = np.array(BOARD_SIZES)[np.minimum(decisions.last_streets, N_STREETS - 1)]
    lacks = np.zeros(len(hands), np.bool_)
    for boards, there in boards_of(hands):
        lacks |= there & ((boards.board < 0) & (np.arange(5) < n_board[:, None])).any(axis=1)
    return lacks


def _pays_otherwise(hands: HandColumns, decisions: DecisionColumns, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether payoffs are not what the cards say, less a rake that only seats pay that take from the pots.

    Odd chips may go to any winner of a pot.
    """
    total, n_boards = np.zeros(hands.payoffs.shape), np.zeros(len(hands))
    for boards, there in boards_of(hands):
        _, won = pay(boards, decisions, showdown_strengths(boards, decisions, which & there))
        total += np.where(there[:, None], won / PARTS, 0.0)
        n_boards += there
    by_cards = total / n_boards[:, None]
    fees = by_cards - hands.payoffs
    n_live = ((hands.players >= 0) & ~decisions.folded).sum(axis=1)
    odd = np.where(n_live > 1, n_live * n_boards, 0.01)[:, None]
    takes = by_cards + decisions.contributions > 0.01
    return np.asarray(((fees < -odd) | (~takes & (np.abs(fees) > odd))).any(axis=1))


def all_in_values(hands: HandColumns, decisions: DecisionColumns) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return the first street dealt when no betting was left, and what every seat could expect before that deal.

    The street int8[n], 0 if there was none; the values in small bets or big blinds, float64[n, seats], NaN where there
    was none, of all seats that were in where a card of theirs is not known, and for seats that are not there. The known
    cards of seats that folded are out of the deck, cards that are not known are not.
    """
    streets = np.zeros(len(hands), np.int8)
    values = np.full((len(hands), hands.max_seats), np.nan)
    if hands.game != "holdem":
        return streets, values
    for rows in parts_of(np.flatnonzero(decisions.is_valid & (decisions.last_streets > 0))):
        some = hands[rows]
        found_streets, found = np.zeros(len(rows), np.int8), np.full((len(rows), hands.max_seats), np.nan)
        last_streets = decisions.last_streets[rows]
        fill_all_in_values(
            street_states(some), last_streets, some.cards, some.board, share_tables(), found_streets, found
        )
        found[some.players < 0] = np.nan
        streets[rows], values[rows] = found_streets, found / some.unit_chips[:, None]
    return streets, values
