"""Cards as integers, ``4 * rank + suit`` from 2c = 0 to As = 51, and their text."""

from collections.abc import Iterable, Sequence
from typing import NewType

from deluck.errors import CardError

Card = NewType("Card", int)  # 4 * rank + suit; 2c = 0 … As = 51

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
N_CARDS = 52
DECK: tuple[Card, ...] = tuple(Card(card) for card in range(N_CARDS))

RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)

_RANK_OF_LETTER = {letter: rank for rank, letter in enumerate(RANKS)}
_SUIT_OF_LETTER = (
    {letter: suit for suit, letter in enumerate(SUITS)}
    | {letter.upper(): suit for suit, letter in enumerate(SUITS)}
    | {symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)}
    | {symbol: suit for suit, symbol in enumerate("♧♢♡♤")}
)
_SEPARATORS = frozenset(" \t\r\n,")
_IGNORED = frozenset("\ufe0e\ufe0f")  # how a suit symbol is to be drawn, not what it is


def rank_of(card: int) -> int:
    """Return the rank of a card, 0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def make_card(rank: int, suit: int) -> Card:
    """Return the card of a rank (0 to 12) and a suit (0 to 3)."""
    if not (0 <= rank < 13 and 0 <= suit < 4):
        raise CardError(f"not a rank and suit: {rank}, {suit} (expected 0 to 12 and 0 to 3)")
    return Card(4 * rank + suit)


def parse_card(text: str) -> Card:
    """Return the one card written in the text: ``Td``, ``10d``, ``t♦``.

    Raises
    ------
    CardError
        If the text is anything but one card.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"not one card: {text!r} (expected rank and suit, e.g. 'Td')")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards written in the text, in the order written.

    Letters may be of either case, ``10`` stands for ``T``, suits may be symbols, and spaces or commas
    may stand between cards.

    Raises
    ------
    CardError
        If a part of the text is not a card, or a card is written twice.
    """
    symbols = "".join(symbol for symbol in text if symbol not in _IGNORED)
    cards: list[Card] = []
    position = 0
    while position < len(symbols):
        if symbols[position] in _SEPARATORS:
            position += 1
            continue
        width = 3 if symbols.startswith("10", position) else 2
        piece = symbols[position : position + width]
        rank = 8 if width == 3 else _RANK_OF_LETTER.get(piece[0].upper())
        suit = _SUIT_OF_LETTER.get(piece[-1])
        if rank is None or suit is None or len(piece) < width:
            within = "" if piece == text else f" in {text!r}"
            raise CardError(f"not a card: {piece!r}{within} ({_meant(rank)})")
        cards.append(Card(4 * rank + suit))
        position += width
    check_cards(cards)
    return tuple(cards)


def _meant(rank: int | None) -> str:
    """Return what to write instead of a text that is no card, of which perhaps the rank is known."""
    if rank is None:
        return "expected rank and suit, e.g. 'Td'"
    first, *others, last = (RANKS[rank] + suit for suit in SUITS)
    return f"expected a suit too: {first}, {', '.join(others)} or {last}"


def check_cards(cards: Sequence[int]) -> None:
    """Raise CardError unless the cards are different numbers from 0 to 51."""
    for card in cards:
        if not 0 <= card < N_CARDS:
            raise CardError(f"not a card: {card} (expected a number from 0 for 2c to 51 for As)")
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if list(cards).count(card) > 1)
        raise CardError(f"{format_card(twice)} appears twice in {format_cards(cards)} (each card is dealt once)")


def check_row(cards: Sequence[int], row: int) -> None:
    """Do what `check_cards` does for a row of an array, and name the row."""
    try:
        check_cards(cards)
    except CardError as error:
        raise CardError(f"row {row}: {error}") from None


def format_card(card: int, *, symbols: bool = False) -> str:
    """Return the text of a card: ``Td``, or ``T♦`` with symbols."""
    return RANKS[card >> 2] + (SUIT_SYMBOLS if symbols else SUITS)[card & 3]


def format_cards(cards: Iterable[int], *, symbols: bool = False) -> str:
    """Return the text of cards without separators: ``AsKd``, or ``A♠K♦`` with symbols."""
    return "".join(format_card(card, symbols=symbols) for card in cards)
