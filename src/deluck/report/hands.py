"""Example hands card by card: who held what, what was done, what the baseline does, and the price of each decision."""

from dataclasses import dataclass

from deluck.assessment import Assessment, ExampleHand
from deluck.assessment.examples import ExampleStreet
from deluck.cards import RANKS, SUIT_SYMBOLS, SUITS, rank_of, suit_of

_WORDS = {"BB": "big blind", "SB": "small blind", "BTN": "button"}


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its text and the letter of its suit, which gives it its colour."""

    text: str
    suit: str


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision: who, what, what the baseline does, and its value to the viewpoint."""

    player: str
    is_viewpoint: bool
    action: str
    baseline_action: str
    value: float
    amount: str = ""

    @property
    def is_priced(self) -> bool:
        """Whether it was worth anything, one way or the other, at the digits shown."""
        return round(self.value, 2) != 0


@dataclass(frozen=True, slots=True)
class ShownStreet:
    """A street: the cards that came, what they were worth to the viewpoint, and what was done."""

    name: str
    cards: tuple[ShownCard, ...]
    luck: float
    decisions: tuple[ShownDecision, ...]


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand from the viewpoint's side; values in its unit, net to the viewpoint."""

    row: int
    hand_id: str
    viewpoint: str
    where: str
    own_cards: tuple[ShownCard, ...]
    others: tuple[tuple[str, tuple[ShownCard, ...]], ...]
    streets: tuple[ShownStreet, ...]
    money: float
    skill: float
    luck: float


def show_examples(assessment: Assessment) -> dict[int, ShownHand]:
    """Return the example hands of an assessment as they are shown, by their row."""
    split = assessment.split
    skill, luck = ("decisions", "cards") if split is None else (split.skill, split.luck)
    return {row: _shown(hand, skill, luck) for row, hand in assessment.examples.items()}


def _shown(hand: ExampleHand, skill: str, luck: str) -> ShownHand:
    seat = hand.viewpoint_seat
    worth = {name: values[seat] for name, values in hand.values.items()}
    if hand.in_hindsight:  # prices add up to money with the luck of the board and the value at the start
        worth[luck] = worth["board_luck"] + worth["start_value"]
        worth[skill] = worth["money"] - worth[luck]
    cards = [() if hole is None else show_cards(hole) for hole in hand.cards]
    position = hand.positions[seat] or f"seat {seat + 1}"
    if len(hand.players) == 2:
        position = "BB" if seat == 0 else "SB"  # the button posts the small blind
    return ShownHand(
        row=hand.row,
        hand_id=hand.hand_id,
        viewpoint=hand.players[seat],
        where=_WORDS.get(position, position),
        own_cards=cards[seat],
        others=tuple((hand.players[other], cards[other]) for other in range(len(cards)) if other != seat),
        streets=tuple(_street(hand, number) for number in range(len(hand.streets))),
        money=worth["money"],
        skill=worth[skill],
        luck=worth[luck],
    )


def _street(hand: ExampleHand, number: int) -> ShownStreet:
    each: ExampleStreet = hand.streets[number]
    n_before = len(hand.streets[number - 1].board) if number else 0
    return ShownStreet(
        name=each.name,
        cards=show_cards(each.board[n_before:]),
        luck=each.luck[hand.viewpoint_seat],
        decisions=tuple(
            ShownDecision(
                player=hand.players[decision.seat],
                is_viewpoint=decision.seat == hand.viewpoint_seat,
                action=decision.action,
                baseline_action=decision.baseline_action or "",
                value=(decision.value or 0.0) * (1.0 if decision.seat == hand.viewpoint_seat else -1.0),
                amount=f"{decision.amount:.4g}" if hand.in_hindsight and decision.amount is not None else "",
            )
            for decision in each.decisions
        ),
    )


def show_cards(cards: tuple[int, ...]) -> tuple[ShownCard, ...]:
    """Return cards as they are shown."""
    return tuple(ShownCard(RANKS[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)], SUITS[suit_of(card)]) for card in cards)
