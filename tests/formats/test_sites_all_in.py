"""All-in EV of hands of sites with odd payments, by plain enumeration with another evaluator and pots cut by hand.

Run more than once, with side pots, straddles, caps, fees, hands sold or insured: what could be expected when the last
chips went in depends on the pots alone.
"""

from itertools import combinations
from pathlib import Path

import eval7
import numpy as np
import pytest

from deluck.cards import format_card
from deluck.estimators import Context
from deluck.estimators.all_in import ALL_IN
from deluck.formats import read_columns
from deluck.games import BOARD_SIZES
from deluck.records import HandColumns, HandRecord, replay, walk

SITES = Path(__file__).parent / "sites"
DECK = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


def expected_value(hand: HandRecord) -> list[float]:
    """Return what each seat could expect when the last chips went in, before rake, in big blinds."""
    state = replay(hand)
    paid = state.contributions
    live = [seat for seat in range(hand.n_seats) if not state.folded[seat]]
    holes = {seat: [eval7.Card(format_card(card)) for card in hand.deal.holes[seat]] for seat in live}
    n_board = BOARD_SIZES[max(move.street for move in state.history)]
    board = [eval7.Card(format_card(card)) for card in hand.deal.board[:n_board]]
    gone = {str(card) for cards in (board, *holes.values()) for card in cards}
    rest = [card for card in DECK if str(card) not in gone]
    pots = []  # a layer of chips, and the seats that can win it
    levels = sorted({paid[seat] for seat in live})
    for low, high in zip([0, *levels], levels, strict=False):
        chips = sum(min(max(each - low, 0), high - low) for each in paid)
        pots.append((chips, [seat for seat in live if paid[seat] >= high]))
    won = [0.0] * hand.n_seats
    n_boards = 0
    for more in combinations(rest, 5 - n_board):
        n_boards += 1
        strength = {seat: eval7.evaluate([*holes[seat], *board, *more]) for seat in live}
        for chips, seats in pots:
            best = max(strength[seat] for seat in seats)
            winners = [seat for seat in seats if strength[seat] == best]
            for seat in winners:
                won[seat] += chips / len(winners)
    return [(total / n_boards - put) / hand.rules.big_blind for total, put in zip(won, paid, strict=True)]


def found_value(site: str, hand_id: str) -> tuple[HandRecord, list[float]]:
    for part in read_columns(next(SITES.glob(f"{site}.*"))):
        if isinstance(part, HandColumns):
            values = ALL_IN.values(part, walk(part), Context()).columns["all_in_ev"]
            for row in np.flatnonzero(part.hand_ids == hand_id):
                return part[int(row)], values[row, : part[int(row)].n_seats].tolist()
    raise AssertionError(hand_id)


@pytest.mark.parametrize(
    ("site", "hand_id"),
    [
        ("ggpoker", "HD2"),  # run twice from the flop, with a fee for the jackpot
        ("winning", "2"),  # a cap, and a fee for the jackpot
        *[
            pytest.param(site, hand_id, marks=pytest.mark.slow)
            for site, hand_id in (
                ("ggpoker", "HD3"),  # run three times, with a side pot
                ("ggpoker", "RC4"),  # the winner had sold the hand
                ("ggpoker", "HD6"),  # insured
                ("ggpoker", "TM8"),  # antes and a side pot
                ("winamax", "2-2-2"),  # two side pots
                ("winning-old", "12"),  # a straddle and a cap
            )
        ],
    ],
)
def test_all_in_ev_by_plain_enumeration(site: str, hand_id: str) -> None:
    hand, found = found_value(site, hand_id)
    assert found == pytest.approx(expected_value(hand), abs=1e-9)


# Worked out by hand. On a board of 2h 7h 9c 3s, aces without a heart are against K♥Q♥. Of the 44 rivers the nine hearts
# that are left (3, 4, 5, 6, 8, 9, T, J, A) make a flush and nothing else helps: 35/44 against 9/44.

PLAYED = """*** FLOP *** [2h 7h 9c]
Dirk: checks
Ada: checks
*** TURN *** [2h 7h 9c] [3s]
"""
DEAD_POST = f"""PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2024/03/01 12:00:00 ET
Table 'Mira' 6-max Seat #1 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Bruno ($100 in chips)
Seat 3: Cleo ($100 in chips)
Seat 4: Dirk ($51 in chips)
Bruno: posts small blind $1
Cleo: posts big blind $2
Dirk: posts small & big blinds $3
*** HOLE CARDS ***
Dirk: checks
Ada: raises $6 to $8
Bruno: folds
Cleo: folds
Dirk: calls $6
{PLAYED}Dirk: bets $42 and is all-in
Ada: calls $42
*** RIVER *** [2h 7h 9c 3s] [5d]
*** SHOW DOWN ***
Dirk: shows [Kh Qh] (high card King)
Ada: shows [As Ad] (a pair of Aces)
Ada collected $101 from pot
*** SUMMARY ***
Total pot $104 | Rake $3
Board [2h 7h 9c 3s 5d]
"""
STRADDLE = f"""Poker Hand #HD2: Hold'em No Limit ($1/$2) - 2024/03/01 12:06:00
Table 'NLHGreen7' 6-max Seat #1 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Bruno ($100 in chips)
Seat 3: Cleo ($100 in chips)
Seat 4: Dirk ($54 in chips)
Bruno: posts small blind $1
Cleo: posts big blind $2
Dirk: straddle $4
*** HOLE CARDS ***
Ada: raises $8 to $12
Bruno: folds
Cleo: folds
Dirk: calls $8
{PLAYED}Dirk: bets $42 and is all-in
Ada: calls $42
Dirk: shows [Kh Qh]
Ada: shows [As Ad]
*** RIVER *** [2h 7h 9c 3s] [5h]
*** SHOWDOWN ***
Dirk collected $108 from pot
*** SUMMARY ***
Total pot $111 | Rake $2 | Jackpot $1 | Bingo $0 | Fortune $0 | Tax $0
Board [2h 7h 9c 3s 5h]
"""
SIDE_POT = """Poker Hand #HD3: Hold'em No Limit ($1/$2) - 2024/03/01 12:06:00
Table 'NLHGreen7' 6-max Seat #1 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Bruno ($30 in chips)
Seat 3: Cleo ($60 in chips)
Bruno: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
Ada: raises $8 to $10
Bruno: calls $9
Cleo: calls $8
*** FLOP *** [2h 7h 9c]
Bruno: checks
Cleo: checks
Ada: checks
*** TURN *** [2h 7h 9c] [3s]
Bruno: bets $20 and is all-in
Cleo: raises $30 to $50 and is all-in
Ada: calls $50
Bruno: shows [Kh Qh]
Cleo: shows [8c 8d]
Ada: shows [As Ad]
Ada: Chooses to EV Cashout
*** RIVER *** [2h 7h 9c 3s] [4c]
Ada: Pays Cashout Risk ($20)
*** SHOWDOWN ***
Ada collected $88 from pot
Ada collected $58 from pot
*** SUMMARY ***
Total pot $150 | Rake $4 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
Board [2h 7h 9c 3s 4c]
"""
RUN_TWICE = f"""PokerStars Hand #4: Hold'em No Limit ($1/$2 USD) - 2024/03/01 12:00:00 ET
Table 'Mira' 6-max Seat #1 is the button
Seat 1: Ada ($50 in chips)
Seat 4: Dirk ($50 in chips)
Ada: posts small blind $1
Dirk: posts big blind $2
*** HOLE CARDS ***
Ada: raises $4 to $6
Dirk: calls $4
{PLAYED}Dirk: bets $44 and is all-in
Ada: calls $44 and is all-in
*** FIRST RIVER *** [2h 7h 9c 3s] [5h]
*** SECOND RIVER *** [2h 7h 9c 3s] [5c]
*** FIRST SHOW DOWN ***
Dirk: shows [Kh Qh] (a flush, King high)
Ada: shows [As Ad] (a pair of Aces)
Dirk collected $49 from pot
*** SECOND SHOW DOWN ***
Dirk: shows [Kh Qh] (high card King)
Ada: shows [As Ad] (a pair of Aces)
Ada collected $49 from pot
*** SUMMARY ***
Total pot $100 | Rake $2
Hand was run twice
FIRST Board [2h 7h 9c 3s 5h]
SECOND Board [2h 7h 9c 3s 5c]
"""
BY_HAND = {
    # $1 of the small blind, $2 of the big one, a dead dollar and twice $8 before the flop, twice $42 on the turn: $104
    "a dead and a live post": (
        DEAD_POST,
        {"Ada": 51, "Bruno": -1, "Cleo": -2, "Dirk": -51},
        {"Ada": 104 * 35 / 44 - 50, "Bruno": -1, "Cleo": -2, "Dirk": 104 * 9 / 44 - 51},
        {},
    ),
    # $1 and $2 of the blinds, twice $12 (of which $4 are the straddle) and twice $42: $111; $3 go to house and jackpot
    "a straddle and a jackpot": (
        STRADDLE,
        {"Ada": -54, "Bruno": -1, "Cleo": -2, "Dirk": 54},
        {"Ada": 111 * 35 / 44 - 54, "Bruno": -1, "Cleo": -2, "Dirk": 111 * 9 / 44 - 54},
        {},
    ),
    # $90 for all three, $60 more for the two with aces and eights. Of 42 rivers nine hearts give the flush the first
    # pot; the two eights the second pot to the eights, and one of them, that of spades, the first too. The $20 that the
    # aces pay for having sold the hand are outside the pots
    "a side pot and a hand that was sold": (
        SIDE_POT,
        {"Ada": 86, "Bruno": -30, "Cleo": -60},
        {
            "Ada": 90 * 32 / 42 + 60 * 40 / 42 - 60,
            "Bruno": 90 * 9 / 42 - 30,
            "Cleo": 90 * 1 / 42 + 60 * 2 / 42 - 60,
        },
        {"Ada": -20},
    ),
    # each wins one river, $50 less half of the rake; what could be expected is what it is with one river
    "run twice": (
        RUN_TWICE,
        {"Ada": -1, "Dirk": -1},
        {"Ada": 100 * 35 / 44 - 50, "Dirk": 100 * 9 / 44 - 50},
        {},
    ),
}


@pytest.mark.parametrize("what", BY_HAND)
def test_money_and_all_in_ev_worked_out_by_hand(tmp_path, what: str) -> None:
    text, money, expected, outside = BY_HAND[what]
    path = tmp_path / "hand.txt"
    path.write_text(text)
    (columns,) = read_columns(path)
    assert isinstance(columns, HandColumns), columns
    (hand,) = columns
    assert dict(zip(hand.names, hand.payoffs, strict=True)) == {name: 100 * each for name, each in money.items()}
    assert hand.rake == -100 * sum(money.values())
    sold = hand.outside or (0,) * hand.n_seats
    assert {name: chips for name, chips in zip(hand.names, sold, strict=True) if chips} == {
        name: 100 * each for name, each in outside.items()
    }
    values = ALL_IN.values(columns, walk(columns), Context()).columns["all_in_ev"]
    found = dict(zip(hand.names, values[0, : hand.n_seats].tolist(), strict=True))
    assert found == pytest.approx({name: each / 2 for name, each in expected.items()}, abs=1e-9)
    assert sum(expected.values()) == pytest.approx(0)
    if what != "a dead and a live post":  # dead chips are for all, and not for those alone who put in as much
        assert expected_value(hand) == pytest.approx([expected[name] / 2 for name in hand.names])
