"""What can be said of any hand, also one whose decisions cannot be priced: its money, and all-in luck heads-up."""

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES
from deluck.estimators.analysis import N_BOARDS, count_completions
from deluck.estimators.eligibility import N_STREETS, small_bets
from deluck.estimators.money import money_of_all
from deluck.games import HoldemDeal, HoldemRules, UnknownCards
from deluck.records import HandColumns, HandRecord, replay, steps


def money_before_rake(columns: HandColumns, seats: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return what these seats won, before rake, in small bets of each hand's own stakes, float64[n].

    NaN where several winners shared a pot of more than two seats and how they shared its rake is not told.
    """
    rows = np.arange(len(columns))
    won = columns.payoffs[rows, seats] / small_bets(columns)
    two = columns.n_seats == 2
    if two.any():
        heads_up = money_of_all(columns)
        won[two] = np.where(seats == 0, heads_up, 0.0 - heads_up)[two]
    for row in np.flatnonzero(~two & (columns.rake > 0)).tolist():
        record = columns[row]
        won[row] = _won_before_rake(record, int(seats[row])) / record.rules.bet_sizes[0]
    return won


def _won_before_rake(record: HandRecord, seat: int) -> float:
    final = replay(record)
    taken = [won + paid for won, paid in zip(record.payoffs, final.contributions, strict=True)]
    if taken[seat] == 0:  # who takes nothing pays no rake
        return float(record.payoffs[seat])
    if sum(chips > 0 for chips in taken) == 1:
        return float(record.payoffs[seat] + record.rake)
    try:
        return float(final.exact_payoffs()[seat])
    except UnknownCards:
        return np.nan


def all_in_luck(columns: HandColumns) -> NDArray[np.float64]:
    """Return the luck of all deals by all-in equity (LFAT), net to seat 0 in small bets, float64[n].

    For heads-up hold'em of any stakes, also where a stack ran out: each street's cards change the share of what both
    had put in before they came. NaN where a card of it is not known, and for other games.
    """
    luck = np.full(len(columns), np.nan)
    rows: list[int] = []
    halves: list[list[float]] = []
    for row, record in enumerate(columns):
        at_stake = _at_stake(record)
        if at_stake is not None:
            rows.append(row)
            halves.append(at_stake)
    if rows:
        hands = columns[rows]
        staked = np.array(halves)
        n_dealt = (staked > 0).sum(axis=1)
        cards = np.ascontiguousarray(hands.cards[:, :2].reshape(-1, 4), dtype=np.int64)
        shares = count_completions(n_dealt, cards, hands.board.astype(np.int64)) / N_BOARDS
        changes = np.diff(shares, axis=1, prepend=0.0)
        luck[rows] = np.where(staked > 0, changes * staked, 0.0).sum(axis=1)
    return luck


def _at_stake(record: HandRecord) -> list[float] | None:
    """Return what each seat had put in and was matched, in small bets, when each street was dealt, 0 for those not.

    Before the first deal it is the big blind, or what a seat has of it. None where that cannot be told.
    """
    rules, deal = record.rules, record.deal
    if not isinstance(rules, HoldemRules) or not isinstance(deal, HoldemDeal) or record.n_seats != 2:
        return None
    final = replay(record)
    n_board = len(final.board)
    if any(None in hole for hole in deal.holes) or None in deal.board[:n_board]:
        return None
    matched = [min(final.contributions)] * N_STREETS
    streets = set[int]()
    for state, _ in steps(record):
        if state.street not in streets:
            streets.add(state.street)
            matched[state.street] = min(state.contributions)
    forced = rules.ante + rules.big_blind
    matched[0] = min(forced, *record.stacks) if record.stacks is not None else forced
    n_dealt = BOARD_SIZES.index(n_board) + 1
    return [chips / rules.bet_sizes[0] if street < n_dealt else 0.0 for street, chips in enumerate(matched)]
