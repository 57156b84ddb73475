"""The public's beliefs about every seat's down cards at a stud table, updated by each card and each action.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections II, III and VI.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.downcards import DowncardDistribution
from deluck.beliefs.stud.policy import DEFAULT, BetPolicy, Decision, decision_of
from deluck.beliefs.stud.table_kernels import (
    fill_distribution,
    fill_triple_weights,
    fill_win_chances,
    reweigh,
    win_chance,
)
from deluck.cards import N_HOLDINGS, holdings_of
from deluck.errors import BeliefError
from deluck.games import Action, Cards, StudRules, StudState
from deluck.metrics.hand_types import DowncardStrengths, downcard_strengths, unseen_cards, win_probabilities
from deluck.metrics.hand_types.distribution import N_BINS

N_SAMPLES = 160
_SEVENTH = 4  # street number
_N_SEATS_CACHED = 24  # strengths of as many seats: two streets of a full table, so that several observers share them


class SeatModel(NamedTuple):
    """How a seat is assumed to bet: by which policy, and whether it reads the others' bets."""

    policy: BetPolicy = DEFAULT
    reads_bets: bool = True


class Dealt(NamedTuple):
    """What is on the table after a deal: all that beliefs use of a `StudState`, where there is none."""

    rules: StudRules
    n_seats: int
    street: int
    folded: tuple[bool, ...]
    up_cards: tuple[Cards, ...]
    board: Cards


class Impossible(NamedTuple):
    """Something to which the models gave no chance: the beliefs about the seat were left unchanged, or reset."""

    street: int
    seat: int
    what: str
    """The action's name, or ``cards`` where up cards ruled out everything still believed."""


@lru_cache(maxsize=_N_SEATS_CACHED)
def _strengths(
    up: tuple[int, ...], unseen: tuple[int, ...], n_down: int, n_samples: int, seed: int
) -> DowncardStrengths:
    return downcard_strengths(up, np.array(unseen, dtype=np.int64), n_down=n_down, n_samples=n_samples, seed=seed)


class _HandTypes(NamedTuple):
    """A distribution over strengths, and its running sum."""

    probabilities: NDArray[np.float64]
    below: NDArray[np.float64]


@dataclass(slots=True, eq=False)
class _Seat:
    """One seat on the current street; what is computed on demand is cached by whether bets are read."""

    strengths: DowncardStrengths
    weights: NDArray[np.float64] | None = None  # by row of the strengths, bets read; None while all are equal
    hand_types: dict[bool, _HandTypes] = field(default_factory=dict)
    others: dict[bool, NDArray[np.float64]] = field(default_factory=dict)
    chances: dict[bool, NDArray[np.float64]] = field(default_factory=dict)

    @property
    def n_rows(self) -> int:
        return len(self.strengths.downcards)

    @property
    def equal_weights(self) -> NDArray[np.float64]:
        return np.full(self.n_rows, 1 / self.n_rows)

    def drop_others(self, *, reads_bets: bool) -> None:
        self.others.pop(reads_bets, None)
        self.chances.pop(reads_bets, None)


class StudBeliefs:
    """The public's beliefs about every seat, twice: from the cards seen alone, and with the betting read too.

    A `StudState` is followed: `deal` after each deal, `observe` before each action is played. Only what everybody sees
    is used, so the state may contain all hidden cards or none.

    An action multiplies each possible down cards' weight by the probability that the seat's model acts so with them
    (equations 4 and 5). The chance to win by which it acts is equation (1) against the public distributions of the
    others: with bets read, or from cards alone for a seat that does not read bets. The weights are scaled to sum to 1
    each time, so they cannot underflow. An action to which the model gives no chance with any down cards carries no
    information: the weights are unchanged, and it is noted in `impossible`. If new up cards rule out everything that
    had weight, the seat's distribution is reset to that of the cards alone, and that is noted too.

    Parameters
    ----------
    models
        How each seat is assumed to bet, or None to read no bets at all.
    n_samples
        The number of samples of the cards to come before fifth street.
    seed
        The seed of the samples.
    reads_folds
        Whether folds are read too. They say nothing about those still in, so players do not need it.

    Attributes
    ----------
    street
        The street's number, 0 for third; -1 before the first deal.
    live
        The seats that are still in.
    seen
        All cards that everybody has seen.
    up_cards
        Each seat's cards among them, including the community card where there is one.
    impossible
        What happened although the models gave it no chance.
    """

    def __init__(
        self,
        models: Sequence[SeatModel] | None,
        *,
        n_samples: int = N_SAMPLES,
        seed: int = 0,
        reads_folds: bool = True,
    ) -> None:
        self.models = None if models is None else tuple(models)
        self.reads_folds = reads_folds
        self.n_samples = n_samples
        self.seed = seed
        self.street = -1
        self.live: list[int] = []
        self.seen: tuple[int, ...] = ()
        self.up_cards: tuple[tuple[int, ...], ...] = ()
        self.impossible: list[Impossible] = []
        self._seats: dict[int, _Seat] = {}
        self._pair_weights: dict[int, NDArray[np.float64]] = {}  # by holding; zero where impossible

    def deal(self, state: StudState | Dealt) -> None:
        """Add the cards of a new street: exclude what was seen, and carry the rest over as the new prior."""
        if self.models is not None and len(self.models) != state.n_seats:
            raise BeliefError(f"models of {len(self.models)} seats (expected {state.n_seats})")
        self._store_pair_weights()
        self.street = state.street
        self.live = [seat for seat, gone in enumerate(state.folded) if not gone]
        self.seen = _known(state, [card for cards in (*state.up_cards, state.board) for card in cards])
        self.up_cards = tuple([_known(state, (*cards, *state.board)) for cards in state.up_cards])
        unseen = tuple(unseen_cards(self.seen).tolist())
        n_down = 3 if self.street == _SEVENTH and not state.board else 2
        self._seats = {seat: self._begin(seat, unseen, n_down) for seat in self.live}

    def _begin(self, seat: int, unseen: tuple[int, ...], n_down: int) -> _Seat:
        strengths = _strengths(self.up_cards[seat], unseen, n_down, self.n_samples, self.seed)
        before = self._pair_weights.get(seat)
        if before is None:
            return _Seat(strengths)
        if n_down == 2:
            weights = before[holdings_of(strengths.downcards)]
        else:
            cards = strengths.unseen
            weights = np.empty(len(strengths.downcards))
            fill_triple_weights(before[_holdings_of(cards[:, None], cards[None, :])], weights)
        total = weights.sum()
        if not total > 0:
            self.impossible.append(Impossible(self.street, seat, "cards"))
            del self._pair_weights[seat]
            return _Seat(strengths)
        return _Seat(strengths, weights / total)

    def _store_pair_weights(self) -> None:
        for number, seat in self._seats.items():
            if seat.weights is not None and seat.strengths.downcards.shape[1] == 2:
                weights = np.zeros(N_HOLDINGS)
                weights[holdings_of(seat.strengths.downcards)] = seat.weights
                self._pair_weights[number] = weights

    def observe(self, state: StudState, action: Action) -> float:
        """Update the beliefs by what the seat to act is about to do; return how likely that was.

        The bring-in must be posted, so posting it carries no information; completing it is read as a raise.
        """
        decision = decision_of(state)
        is_fold = action is Action.FOLD
        probability = 1.0
        is_informative = self.reads_folds if is_fold else not (decision.is_bring_in and action is Action.CALL)
        if self.models is not None and is_informative:
            probability = self._reweigh(decision, action, self.models[decision.seat])
        if is_fold:
            self.live.remove(decision.seat)
            for other in self._seats.values():
                other.drop_others(reads_bets=True)
                other.drop_others(reads_bets=False)
        return probability

    def _reweigh(self, decision: Decision, action: Action, model: SeatModel) -> float:
        seat = self._seats[decision.seat]
        weights = seat.equal_weights if seat.weights is None else seat.weights
        probability = reweigh(
            self.win_chances(decision.seat, reads_bets=model.reads_bets),
            decision.n_active,
            decision.odds,
            decision.forced,
            decision.may_raise,
            model.policy.numbers,
            int(action),
            weights,
        )
        if not probability > 0:
            self.impossible.append(Impossible(self.street, decision.seat, action.label))
            return 0.0
        seat.weights = weights
        seat.hand_types.pop(True, None)
        for number, other in self._seats.items():
            if number != decision.seat:
                other.drop_others(reads_bets=True)
        return float(probability)

    def win_chances(self, seat: int, *, reads_bets: bool) -> NDArray[np.float64]:
        """Return the chance to win with each of a live seat's possible down cards, equation (1), float64[n].

        Parameters
        ----------
        seat
            A seat that is still in.
        reads_bets
            Whether the others' hands are judged by their betting too, or by the cards seen alone.
        """
        mine = self._live(seat)
        found = mine.chances.get(reads_bets)
        if found is None:
            found = np.empty(mine.n_rows)
            fill_win_chances(mine.strengths.strengths, self._others(seat, reads_bets=reads_bets), found)
            mine.chances[reads_bets] = found
        return found

    def win_chance(self, seat: int, downcards: Sequence[int], *, reads_bets: bool) -> float:
        """Return a live seat's chance to win with its down cards, equation (1), the others judged by the public."""
        mine = self._live(seat)
        row = mine.strengths.row_of(downcards)
        return float(win_chance(mine.strengths.strengths, row, self._others(seat, reads_bets=reads_bets)))

    def _others(self, seat: int, *, reads_bets: bool) -> NDArray[np.float64]:
        """Return how likely it is for each strength that no other live seat has more."""
        mine = self._seats[seat]
        found = mine.others.get(reads_bets)
        if found is None:
            found = np.ones(N_BINS)
            for other in self.live:
                if other != seat:
                    found *= self._hand_types(other, reads_bets=reads_bets).below
            mine.others[reads_bets] = found
        return found

    def win_probabilities(self, *, reads_bets: bool) -> NDArray[np.float64]:
        """Return the live seats' chances to win as the public sees them, scaled to sum to 1, in order of `live`."""
        wins = win_probabilities(np.array([self.hand_types(seat, reads_bets=reads_bets) for seat in self.live]))
        return np.asarray(wins / wins.sum())

    def downcards(self, seat: int, *, reads_bets: bool = True) -> DowncardDistribution:
        """Return the public's distribution over a seat's down cards, for a folded seat as it was when it folded.

        `viewpoints` has those of other observers.
        """
        mine = self._any(seat)
        weights = mine.weights.copy() if reads_bets and mine.weights is not None else mine.equal_weights
        return DowncardDistribution(mine.strengths.downcards, weights)

    def hand_types(self, seat: int, *, reads_bets: bool = True) -> NDArray[np.float64]:
        """Return the public's distribution over final strengths of a seat, equation (2), read-only float64[7463]."""
        return self._hand_types(seat, reads_bets=reads_bets).probabilities

    def _hand_types(self, seat: int, *, reads_bets: bool) -> _HandTypes:
        mine = self._any(seat)
        weighted = reads_bets and mine.weights is not None
        found = mine.hand_types.get(weighted)
        if found is None:
            found = _HandTypes(np.empty(N_BINS), np.empty(N_BINS))
            weights = mine.weights if weighted else mine.equal_weights
            fill_distribution(mine.strengths.strengths, weights, *found)
            mine.hand_types[weighted] = found
        return found

    def _live(self, seat: int) -> _Seat:
        if seat not in self.live:
            raise BeliefError(f"seat {seat} is not in the hand (expected one of {self.live})")
        return self._seats[seat]

    def _any(self, seat: int) -> _Seat:
        if seat not in self._seats:
            raise BeliefError(f"seat {seat} was not in on this street (expected one of {list(self._seats)})")
        return self._seats[seat]


def _known(state: StudState | Dealt, cards: Sequence[int | None]) -> tuple[int, ...]:
    known = tuple([card for card in cards if card is not None])
    if len(known) < len(cards):
        raise BeliefError(f"an up card of {state.rules.street_names[state.street]} is not known (expected all)")
    return known


def _holdings_of(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the holding numbers of cards in either order; a card with itself gets any number."""
    return np.minimum(holdings_of(np.stack(np.broadcast_arrays(one, other), axis=-1)), N_HOLDINGS - 1)
