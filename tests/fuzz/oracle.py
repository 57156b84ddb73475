"""What must be true of whatever a reader makes of a file, however damaged: asked of other programs where they can say.

Every refusal is named; every hand that is read was played by the rules and paid to the chip, by our engine and, for
those that it can replay, by pokerkit; hands in bulk, hands one by one and hands by parts are the same hands.
"""

import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deluck.errors import FormatError
from deluck.formats import Rejected, format_phh, read_columns, read_hands, read_part, source_parts
from deluck.formats.limits import MOST_REASON_LENGTH
from deluck.games import HoldemDeal, UnknownCards
from deluck.records import HandColumns, HandRecord, replay, validate

from ..formats.test_phh_no_limit import pokerkit_payoffs

UNFORESEEN = "reading it failed with"


@dataclass
class Found:
    """What came of files: how many hands were read, refused and compared, and how long they took in bulk."""

    read: int = 0
    refused: int = 0
    by_pokerkit: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)


def check_file(path: Path, *, every: int = 0, parts: bool = False, parse_twice: bool = True) -> Found:
    """Return what a file holds, read by every path; AssertionError if one of the promises is broken.

    Parameters
    ----------
    path
        The file.
    every
        One hand in so many is replayed by pokerkit; 0 for none.
    parts
        Whether to read it in small parts too.
    parse_twice
        Whether to compare with the record path.
    """
    start = time.process_time()
    in_bulk = list(read_columns(path))
    seconds = time.process_time() - start
    hands = [hand for part in in_bulk if isinstance(part, HandColumns) for hand in part]
    refused = [each for each in in_bulk if isinstance(each, Rejected)]
    for each in refused:
        check_rejection(each)
    if parse_twice:
        check_same(list(read_hands(path)), hands, refused)
    if parts:
        cut = [each for part in source_parts(path, part_size=20_000) for each in read_part(part)]
        columns = [each for each in cut if isinstance(each, HandColumns)]
        assert by_game([hand for part in columns for hand in part]) == by_game(hands), "parts hold other hands"
        others = [each for each in cut if isinstance(each, Rejected)]
        assert list(map(_named, others)) == list(map(_named, refused)), "parts refuse other hands"
    found = Found(len(hands), len(refused), 0, seconds, Counter(each.kind for each in refused))
    for number, hand in enumerate(hands):
        check_hand(hand)
        if every and number % every == 0:
            found.by_pokerkit += check_by_pokerkit(hand)
    return found


def check_rejection(rejected: Rejected) -> None:
    """Assert that a refusal is one that somebody thought of, and bounded."""
    assert UNFORESEEN not in rejected.reason, f"{rejected}"
    assert 0 < len(rejected.reason) <= MOST_REASON_LENGTH
    assert len(rejected.excerpt) <= 80
    assert rejected.line >= 0
    assert rejected.kind


def check_same(one_by_one: list[HandRecord | Rejected], hands: list[HandRecord], refused: list[Rejected]) -> None:
    """Assert that the hands one by one are those in bulk, and so are the refusals."""
    assert by_game([hand for hand in one_by_one if isinstance(hand, HandRecord)]) == by_game(hands), "other hands"
    others = sorted([hand for hand in one_by_one if isinstance(hand, Rejected)], key=_place)
    refused = sorted(refused, key=_place)  # in bulk what is no table is refused before tables are read
    assert others == refused, next((pair for pair in zip(others, refused, strict=False) if pair[0] != pair[1]), "more")


def _place(rejected: Rejected) -> tuple[str, int, str]:
    return rejected.source, rejected.line, rejected.reason


def _named(rejected: Rejected) -> tuple[str, int, str]:
    """Return what is the same of a rejection in whatever part it is found."""
    return rejected.source, rejected.line, rejected.kind


def by_game(hands: list[HandRecord]) -> dict[str, list[HandRecord]]:
    """Return the hands of each game in order: in bulk those of one game stay together."""
    found: dict[str, list[HandRecord]] = {}
    for hand in hands:
        found.setdefault(hand.game, []).append(hand)
    return found


def check_hand(hand: HandRecord) -> None:
    """Assert that a hand was played by the rules, that money is neither made nor lost, and no card is dealt twice."""
    state = validate(hand)
    assert sum(hand.payoffs) == -hand.rake
    assert hand.rake >= 0
    assert all(-paid <= won for paid, won in zip(state.contributions, hand.payoffs, strict=True))
    if hand.stacks is not None:
        assert all(stack > 0 for stack in hand.stacks)
        assert all(stack + won >= 0 for stack, won in zip(hand.stacks, hand.payoffs, strict=True)), "a stack below 0"
    cards = [card for card in cards_of(hand) if card is not None]
    assert len(set(cards)) == len(cards), "a card dealt twice"
    assert all(0 <= card < 52 for card in cards)


def cards_of(hand: HandRecord) -> list[Any]:
    """Return every card of a hand; those that several boards share count once."""
    deal = hand.deal
    if not isinstance(deal, HoldemDeal):
        return [card for cards in (*deal.hands, deal.spare, (deal.shared,)) for card in cards]
    own = [card for board in deal.boards for card in board[deal.n_shared :]]
    return [card for hole in deal.holes for card in hole] + list(deal.board[: deal.n_shared]) + own


def check_by_pokerkit(hand: HandRecord) -> bool:
    """Return whether pokerkit could replay a hand; AssertionError if it pays otherwise."""
    try:
        text = format_phh(hand)
        expected = replay(hand).exact_payoffs()
    except (FormatError, UnknownCards):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert pokerkit_payoffs(text) == expected, text
    return True
