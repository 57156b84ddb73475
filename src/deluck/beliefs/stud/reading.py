"""A recorded hand of stud read street by street: what each action revealed about the hidden cards, and how well.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections III, V and VI, Figures 1
and 7.
"""

from dataclasses import dataclass, replace
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.downcards import DowncardDistribution, divergence, entropy
from deluck.beliefs.stud.information import STAGES, Measures, normalised
from deluck.beliefs.stud.policy import DEFAULT, BetPolicy
from deluck.beliefs.stud.table import Dealt, Impossible, SeatModel, StudBeliefs
from deluck.beliefs.stud.viewpoints import PUBLIC, Viewpoint, downcards_from, hand_types_from
from deluck.errors import BeliefError
from deluck.games import Action, Move, StudDeal, StudRules, StudState
from deluck.metrics.hand_types import categories_of
from deluck.metrics.hand_types.downcards import N_SAMPLES
from deluck.records import HandRecord, begin, replay, steps
from deluck.records.descriptions import describe_move

DOUBT = 0.1
"""How often a player of a recorded hand is assumed to take any legal action, by default."""
REAL = replace(DEFAULT, doubt=DOUBT)
_SEVENTH = 4  # street number
Distribution = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SeatReading:
    """The belief about a seat at one stage.

    Attributes
    ----------
    seat
        Which seat.
    up
        Its up cards, and the community card of seventh street where there is one.
    downcards
        How likely each set of down cards is, bets read.
    hand_types, hand_types_cards_only, hand_types_true
        Distributions over final strengths, float64[7463]: with bets read, from the cards seen alone, and for an
        observer of all known cards (None if this seat's are not known).
    win, win_cards_only, win_true
        The chances to win among the seats still in, by equation (1), scaled to sum to 1; the true one is None if cards
        of any seat still in are not known.
    held
        Its actual down cards, or None if they are not known.
    truth, truth_cards_only
        The believed probability of the actual down cards, with bets read and from the cards seen alone.
    """

    seat: int
    up: tuple[int, ...]
    downcards: DowncardDistribution
    hand_types: Distribution
    hand_types_cards_only: Distribution
    hand_types_true: Distribution | None
    win: float
    win_cards_only: float
    win_true: float | None
    held: tuple[int, ...] | None
    truth: float | None
    truth_cards_only: float | None

    @property
    def categories(self) -> Distribution:
        """The probability of each of the nine hand types, bets read, float64[9], high card first."""
        return categories_of(self.hand_types)


@dataclass(frozen=True, slots=True, eq=False)
class StageReading:
    """The beliefs at one stage of the hand.

    Attributes
    ----------
    stage
        One of `STAGES`: ``3D`` is after the deal of third street, ``3B`` after its betting; empty before the last fold.
    street
        The street's number, 0 for third street.
    seats
        Those still in.
    measures
        How uncertain the winner is and how far the estimates are from that, or None if cards of a seat still in are not
        known. Unknown cards of folded seats are assumed to be in the deck.
    uncertainty, uncertainty_cards_only
        The entropy of the estimates themselves, in bits.
    """

    stage: str
    street: int
    seats: tuple[SeatReading, ...]
    measures: Measures | None
    uncertainty: float
    uncertainty_cards_only: float


class ActionReading(NamedTuple):
    """What one action revealed about the cards of the player who made it."""

    street: int
    seat: int
    action: Action
    does: str
    """In words: ``completes to $1.00``."""
    probability: float
    """Its probability by the model; 1 for the bring-in, which must be posted."""
    bits: float
    """The information about the down cards: the divergence of the belief after it from the one before."""
    truth_before: float | None
    """The believed probability of the actual down cards before it, or None if they are not known."""
    truth_after: float | None

    @property
    def bits_true(self) -> float | None:
        """The bits by which it led towards the actual down cards, below 0 if it misled; None if not known."""
        if not self.truth_before or not self.truth_after:
            return None
        return log2(self.truth_after / self.truth_before) + 0.0


@dataclass(frozen=True, slots=True, eq=False)
class HandReading:
    """A recorded hand with the beliefs at every stage.

    Attributes
    ----------
    record
        The hand.
    policy
        How everybody is assumed to bet.
    viewpoint
        The seat that observes, which knows its own cards; None for the public, which knows only the up cards.
    stages, actions
        The beliefs at each stage with two or more seats still in, and what each action revealed.
    before_last_fold
        The beliefs about the last two when one of them was about to fold, or None if the hand did not end so.
    impossible
        What the model gave no chance, or what left no down cards that the observer considers possible; it was not read.
    """

    record: HandRecord
    policy: BetPolicy
    viewpoint: int | None
    stages: tuple[StageReading, ...]
    actions: tuple[ActionReading, ...]
    before_last_fold: StageReading | None
    impossible: tuple[Impossible, ...]

    @property
    def last(self) -> StageReading:
        """The beliefs when the hand was decided: before the last fold, or at the last stage."""
        return self.before_last_fold or self.stages[-1]


def read_hand(
    record: HandRecord,
    *,
    seat: int | None = None,
    policy: BetPolicy = REAL,
    n_samples: int = N_SAMPLES,
    seed: int = 0,
) -> HandReading:
    """Return what the betting of a recorded stud hand revealed, street by street.

    Everybody is assumed to bet by one policy and to read everybody's bets. Antes, bring-in and bets are the record's.

    Parameters
    ----------
    record
        A hand of seven-card stud whose up cards are known.
    seat
        The observer: a seat, which knows its own down cards, or by default the public.
    policy
        How everybody is assumed to bet; by default as in the paper, but one time in ten any legal action.
    n_samples, seed
        The samples of the cards to come before fifth street.

    Raises
    ------
    BeliefError
        If it is another game, there is no such seat, or cards that the observer saw are not known.
    RecordError
        If the hand was not played by the rules.
    """
    if not isinstance(record.rules, StudRules) or not isinstance(record.deal, StudDeal):
        raise BeliefError(f"hand {record.hand_id!r} is {record.game} (expected a hand of seven-card stud)")
    if seat is not None and not 0 <= seat < record.n_seats:
        raise BeliefError(f"no seat {seat} in hand {record.hand_id!r} (expected 0 to {record.n_seats - 1})")
    reader = _Reader(record, policy, seat, n_samples=n_samples, seed=seed)
    return reader.read()


class _Reader:
    """Follows a record, updates the beliefs, and notes them on the way."""

    def __init__(
        self, record: HandRecord, policy: BetPolicy, viewpoint: int | None, *, n_samples: int, seed: int
    ) -> None:
        self._record = record
        self._policy = policy
        self._viewpoint = viewpoint
        final = replay(record)
        assert isinstance(final, StudState)
        self._final = final
        self._hands = [hand_of(record, final, seat) for seat in range(record.n_seats)]
        models = (SeatModel(policy),) * record.n_seats
        self._beliefs = StudBeliefs(models, n_samples=n_samples, seed=seed)
        self._observer = self._truth = PUBLIC
        self._stages: list[StageReading] = []
        self._actions: list[ActionReading] = []
        self._reset: list[Impossible] = []  # what the public reads, but is impossible for the observer
        self._before_last_fold: StageReading | None = None

    def read(self) -> HandReading:
        record = self._record
        first = begin(record)
        assert isinstance(first, StudState)
        self._deal(first if first.actor is not None else self._dealt(0))  # antes may put everybody all-in
        n_raises = 0
        for state, decision in steps(record):
            assert isinstance(state, StudState)
            if state.street != self._beliefs.street:
                self._note("B")
                self._deal(state)
                n_raises = 0
            if decision.action is Action.FOLD and len(self._beliefs.live) == 2:
                self._before_last_fold = self._stage("")
            move = self._final.history[len(self._actions)]
            self._observe(state, decision.action, move, n_raises)
            n_raises += move.action is Action.RAISE
        if self._actions:
            self._note("B")
        for street in range(self._beliefs.street + 1, self._final.street + 1):  # all-in: cards without betting
            self._deal(self._dealt(street))
        return HandReading(
            record,
            self._policy,
            self._viewpoint,
            tuple(self._stages),
            tuple(self._actions),
            self._before_last_fold,
            (*self._beliefs.impossible, *self._reset),
        )

    def _dealt(self, street: int) -> Dealt:
        final = self._final
        up_cards = tuple([cards[: street + 1] for cards in final.up_cards])
        return Dealt(final.rules, final.n_seats, street, final.folded, up_cards, final.board[: street // _SEVENTH])

    def _deal(self, state: StudState | Dealt) -> None:
        self._beliefs.deal(state)
        self._see(state.street)
        self._note("D")

    def _see(self, street: int) -> None:
        """Show the observer their own down cards, and all known ones to the observer who sees all."""
        held = {seat: self._held(seat, street) for seat in range(self._record.n_seats)}
        self._truth = Viewpoint({seat: cards for seat, cards in held.items() if cards is not None})
        if self._viewpoint is None:
            return
        own = held[self._viewpoint]
        if own is None:
            raise BeliefError(
                f"the down cards of {self._record.names[self._viewpoint]}, seat {self._viewpoint}, are not known on "
                f"{self._record.rules.street_names[street]} (expected them, or no seat, to observe as the public)"
            )
        self._observer = Viewpoint({self._viewpoint: own})

    def _observe(self, state: StudState, action: Action, move: Move, n_raises: int) -> None:
        seat, street = move.seat, move.street
        held = self._held(seat, street)
        observer = PUBLIC if seat == self._viewpoint else self._observer  # own actions: what they reveal to the public
        before = downcards_from(observer, self._beliefs, seat)
        probability = self._beliefs.observe(state, action)
        after = downcards_from(observer, self._beliefs, seat)
        bits = _information(before, after)
        if bits is None:
            self._reset.append(Impossible(street, seat, action.label))
        is_all_in = state.stacks is not None and move.paid > 0 and state.stacks[seat] == move.paid
        does = describe_move(self._record, move, n_raises=n_raises, is_first=not self._actions, is_all_in=is_all_in)
        self._actions.append(
            ActionReading(
                street,
                seat,
                action,
                does,
                probability,
                bits or 0.0,
                None if held is None else before.probability(held),
                None if held is None else after.probability(held),
            )
        )

    def _note(self, kind: str) -> None:
        """Note the beliefs after the deal (D) or the betting (B), if two are still in."""
        if len(self._beliefs.live) > 1:
            self._stages.append(self._stage(STAGES[2 * self._beliefs.street + (kind == "B")]))

    def _stage(self, name: str) -> StageReading:
        beliefs, observer = self._beliefs, self._observer
        live, street = beliefs.live, beliefs.street
        read = np.array([hand_types_from(observer, beliefs, seat) for seat in live])
        plain = np.array([hand_types_from(observer, beliefs, seat, reads_bets=False) for seat in live])
        known = self._truth.known
        true = {seat: hand_types_from(self._truth, beliefs, seat) for seat in live if seat in known}
        wins, plain_wins = normalised(read), normalised(plain)
        true_wins = normalised(np.array(list(true.values()))) if len(true) == len(live) else None
        seats = []
        for index, seat in enumerate(live):
            held = self._held(seat, street)
            distribution = downcards_from(observer, beliefs, seat)
            plainly = downcards_from(observer, beliefs, seat, reads_bets=False)
            seats.append(
                SeatReading(
                    seat,
                    beliefs.up_cards[seat],
                    distribution,
                    read[index],
                    plain[index],
                    true.get(seat),
                    float(wins[index]),
                    float(plain_wins[index]),
                    None if true_wins is None else float(true_wins[index]),
                    held,
                    None if held is None else distribution.probability(held),
                    None if held is None else plainly.probability(held),
                )
            )
        measures = None
        if true_wins is not None:
            divergences = divergence(true_wins, plain_wins), divergence(true_wins, wins)
            measures = Measures(len(live), entropy(true_wins), *divergences)
        return StageReading(name, street, tuple(seats), measures, entropy(wins), entropy(plain_wins))

    def _held(self, seat: int, street: int) -> tuple[int, ...] | None:
        """Return the down cards a seat has or had on a street: three on seventh if it got there; None if not known."""
        hand = self._hands[seat]
        has_third = street == _SEVENTH and not self._final.board and seat in self._beliefs.live
        down = (*hand[:2], hand[6]) if has_third else hand[:2]
        return None if None in down else tuple([card for card in down if card is not None])


def hand_of(record: HandRecord, final: StudState, seat: int) -> tuple[int | None, ...]:
    """Return a seat's seven cards as the hand ended; None for those that are not known or were not dealt to it."""
    assert isinstance(record.deal, StudDeal)
    if record.deal.spare and not final.folded[seat]:
        cards: tuple[int | None, ...] = final.view(seat).cards
        return cards + (None,) * (7 - len(cards))
    return record.deal.hands[seat]


def _information(before: DowncardDistribution, after: DowncardDistribution) -> float | None:
    """Return the divergence of the belief after an action from the one before, in bits.

    None if the action ruled out everything that the observer considered possible, so that the beliefs are reset.
    """
    p, q = after.probabilities, before.probabilities
    some = p > 0
    if not q[some].all():
        return None
    return max(float((p[some] * np.log2(p[some] / q[some])).sum()), 0.0)
