"""Seven-card stud players that bet by their chance to win: one infers hands from bets, the other only from cards.

They can state what they do with the cards of a view (`strategy`), but not for all holdings of hold'em, so they are no
`Policy`.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections III, IV and VI.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from deluck.beliefs.stud import DEFAULT, POLICIES, BetPolicy, Decision, SeatModel, StudBeliefs, decision_of
from deluck.beliefs.stud.following import Models, beliefs_at
from deluck.games import Action, Rules, Strategy, View
from deluck.games.players import stud_only
from deluck.players.options import Options, one_of, option

_POSTS_THE_BRING_IN = (0.0, 1.0, 0.0)
_CARDS_ONLY = "stud-cards-only"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudCardsOnlyOptions(Options):
    """The options of `StudCardsOnly`."""

    policy: BetPolicy = field(default=DEFAULT, metadata=option(one_of(POLICIES, or_any=BetPolicy), "how it bets"))


@dataclass(frozen=True, slots=True, kw_only=True)
class StudBetInferringOptions(StudCardsOnlyOptions):
    """The options of `StudBetInferring`."""

    model: BetPolicy = field(
        default=DEFAULT,
        metadata=option(one_of(POLICIES, or_any=BetPolicy), "how it assumes that everybody bets"),
    )


@dataclass(frozen=True, slots=True)
class StudBetInferring:
    """Infers hands from everybody's bets, and bets by a policy on its chance to win given that.

    It assumes that all seats bet by one policy, itself included, because that is what the others are assumed to believe
    of it. Seats named ``stud-cards-only`` are assumed not to read bets, all others to read them.
    """

    options: StudBetInferringOptions = StudBetInferringOptions()
    name: str = "stud-bet-inferring"

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is seven-card stud."""
        stud_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn by the policy; one random number per decision."""
        return action_drawn(self._triple(view), rng)

    def strategy(self, view: View) -> Strategy:
        """Return the policy's probabilities of fold, call and raise."""
        return Strategy.of_triples(view, self._triple(view))

    def _triple(self, view: View) -> tuple[float, float, float]:
        models = tuple([SeatModel(self.options.model, reads_bets=reads) for reads in _readers(view)])
        return _triple_at(view, self.options.policy, models, reads_bets=True)


@dataclass(frozen=True, slots=True)
class StudCardsOnly:
    """Judges the others by the cards seen alone, and bets by a policy on its chance to win given that."""

    options: StudCardsOnlyOptions = StudCardsOnlyOptions()
    name: str = _CARDS_ONLY

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is seven-card stud."""
        stud_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn by the policy; one random number per decision."""
        return action_drawn(self._triple(view), rng)

    def strategy(self, view: View) -> Strategy:
        """Return the policy's probabilities of fold, call and raise."""
        return Strategy.of_triples(view, self._triple(view))

    def _triple(self, view: View) -> tuple[float, float, float]:
        return _triple_at(view, self.options.policy, None, reads_bets=False)


def _readers(view: View) -> tuple[bool, ...]:
    names = view.names or ("",) * view.n_seats
    return tuple([not name.startswith(_CARDS_ONLY) for name in names])


def _triple_at(view: View, policy: BetPolicy, models: Models, *, reads_bets: bool) -> tuple[float, float, float]:
    stud_only(view.names[view.seat] if view.names else "a stud player", view.rules)
    table = beliefs_at(view, models)
    down = downcards_of(view.cards)
    return triple_of(decision_of(table.state), policy, table.beliefs, down, reads_bets=reads_bets)


def downcards_of(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the down cards of a seat's cards in the order dealt: the first two, and the seventh."""
    return (*cards[:2], *cards[6:])


def triple_of(
    decision: Decision, policy: BetPolicy, beliefs: StudBeliefs, down: Sequence[int], *, reads_bets: bool
) -> tuple[float, float, float]:
    """Return the probabilities of fold, call and raise with these down cards; the bring-in is always posted."""
    if decision.is_bring_in:
        return _POSTS_THE_BRING_IN
    chance = beliefs.win_chance(decision.seat, down, reads_bets=reads_bets)
    triples = policy.triples(
        chance,
        n_active=decision.n_active,
        odds=decision.odds,
        forced=decision.forced,
        may_raise=decision.may_raise,
    )
    fold, call, raising = triples[0].tolist()
    return fold, call, raising


def action_drawn(triple: tuple[float, float, float], rng: np.random.Generator) -> Action:
    """Return an action drawn by its probability; one random number, whatever the triple."""
    drawn = rng.random()
    fold, call, raising = triple
    if drawn < fold:
        return Action.FOLD
    return Action.CALL if drawn < fold + call or not raising else Action.RAISE
