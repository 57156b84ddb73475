"""Holdings and a board that lie on one table: given as text or numbers, checked together."""

from collections.abc import Sequence

from deluck.cards.card import Card, check_cards, format_card, format_cards, parse_cards
from deluck.errors import CardError, DealError

BOARD_SIZES = (0, 3, 4, 5)


def as_cards(cards: str | Sequence[int]) -> tuple[Card, ...]:
    """Return the cards given as text (``AsKd``) or as numbers, checked."""
    if isinstance(cards, str):
        return parse_cards(cards)
    check_cards(cards)
    return tuple(Card(int(card)) for card in cards)


def check_board(board: Sequence[int]) -> None:
    """Raise CardError or DealError unless these are 0, 3, 4 or 5 different cards."""
    check_cards(board)
    if len(board) not in BOARD_SIZES:
        cards = "card" if len(board) == 1 else "cards"
        raise DealError(f"board {format_cards(board)} has {len(board)} {cards} (expected none, 3, 4 or 5)")


def check_hole_cards(hole: Sequence[int]) -> None:
    """Raise CardError or DealError unless these are two different cards."""
    check_cards(hole)
    if len(hole) != 2:
        written = f"{format_cards(hole)!r} has {len(hole)}" if hole else "there are none"
        raise DealError(f"hole cards are two: {written} (expected e.g. 'AsKd')")


def check_deal(hole: Sequence[int], board: Sequence[int]) -> None:
    """Raise CardError or DealError unless these can be one player's cards and the board."""
    check_hole_cards(hole)
    check_board(board)
    for card in hole:
        if card in board:
            raise CardError(
                f"{format_card(card)} is both in the hand {format_cards(hole)} and on the board {format_cards(board)}"
            )
