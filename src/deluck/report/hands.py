"""Hands told card by card: who held what, what was done, what the baseline does, and the price of each decision."""

from dataclasses import dataclass

import numpy as np

from deluck.assessment import Assessment
from deluck.cards import RANKS, SUIT_SYMBOLS, SUITS, rank_of, suit_of
from deluck.estimators.divat.hand_analysis import SEATS, HandAnalysis, RoundAnalysis


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card: its text and the letter of its suit, which gives it its colour."""

    text: str
    suit: str


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision: who, what, what the baseline does, and its value to the viewpoint in small bets."""

    player: str
    seat: str
    is_viewpoint: bool
    action: str
    baseline_action: str
    value: float

    @property
    def is_priced(self) -> bool:
        """Whether it was worth anything, one way or the other, at the digits shown."""
        return round(self.value, 2) != 0


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A street: the cards that came, what they were worth to the viewpoint, and what was done."""

    name: str
    cards: tuple[ShownCard, ...]
    luck: float
    decisions: tuple[ToldDecision, ...]


@dataclass(frozen=True, slots=True)
class ToldHand:
    """A hand from the viewpoint's side; values in small bets, net to the viewpoint."""

    row: int
    hand_id: str
    viewpoint: str
    seat: str
    own_cards: tuple[ShownCard, ...]
    opponent: str
    opponent_cards: tuple[ShownCard, ...]
    rounds: tuple[ToldRound, ...]
    money: float
    skill: float
    luck: float


def tell(assessment: Assessment) -> dict[int, ToldHand]:
    """Return the hands that an assessment has taken apart, by their row."""
    return {row: _told(assessment, row, found) for row, found in assessment.told.items()}


def _told(assessment: Assessment, row: int, found: HandAnalysis) -> ToldHand:
    kept = assessment.kept
    place = int(np.searchsorted(kept.rows, row))
    seat, opponent = int(kept.seats[place]), int(kept.opponents[place])
    sign = 1.0 if seat == 0 else -1.0
    names = [assessment.viewpoint, assessment.players[opponent] if opponent >= 0 else "opponent"]
    if seat == 1:
        names.reverse()
    holes = (show_cards(found.cards[:2]), show_cards(found.cards[2:]))
    return ToldHand(
        row=row,
        hand_id=str(kept.hand_ids[place].as_py()),
        viewpoint=assessment.viewpoint,
        seat=SEATS[seat],
        own_cards=holes[seat],
        opponent=names[1 - seat],
        opponent_cards=holes[1 - seat],
        rounds=tuple(_round(found, number, names, seat, sign) for number in range(len(found.rounds))),
        money=sign * found.money,
        skill=sign * found.roe,
        luck=sign * found.luck,
    )


def _round(found: HandAnalysis, number: int, names: list[str], viewpoint_seat: int, sign: float) -> ToldRound:
    each: RoundAnalysis = found.rounds[number]
    n_before = len(found.rounds[number - 1].board) if number else 0
    return ToldRound(
        name=each.name,
        cards=show_cards(each.board[n_before:]),
        luck=sign * each.luck,
        decisions=tuple(
            ToldDecision(
                player=names[decision.seat],
                seat=SEATS[decision.seat],
                is_viewpoint=decision.seat == viewpoint_seat,
                action=decision.action,
                baseline_action=decision.baseline_action,
                value=decision.value if decision.seat == viewpoint_seat else -decision.value,
            )
            for decision in each.decisions
        ),
    )


def show_cards(cards: tuple[int, ...]) -> tuple[ShownCard, ...]:
    """Return cards as they are shown."""
    return tuple(ShownCard(RANKS[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)], SUITS[suit_of(card)]) for card in cards)
