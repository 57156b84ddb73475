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
