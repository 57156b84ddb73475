"""Seven-card stud players that bet by their chance to win: one reads the others' bets, the other only their cards.

References
----------
Saund, Capturing the information conveyed by opponents' betting behavior in poker, sections III, IV and VI.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from deluck.beliefs.stud import DEFAULT, BetPolicy, Decision, SeatModel, StudBeliefs, decision_of
from deluck.beliefs.stud.following import Models, beliefs_at
from deluck.games import Action, Rules, View
from deluck.players.refusing import stud_only

_POSTS_THE_BRING_IN = (0.0, 1.0, 0.0)
_CARDS_ONLY = "stud-cards-only"


@dataclass(frozen=True, slots=True)
class StudBetInferring:
    """Reads everybody's bets, and bets by a policy on what chance to win that leaves.

    It takes all seats to bet by one policy, itself included, because that is what the others are taken to believe of
    it. Seats named ``stud-cards-only`` are taken not to read bets, all others to read them.

    Attributes
    ----------
    policy
        How it bets.
    model
        How it takes everybody to bet; a model other than what they do is a wrong one.
    """

    policy: BetPolicy = DEFAULT
    model: BetPolicy = DEFAULT
    name: str = "stud-bet-inferring"

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is seven-card stud."""
        stud_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn by the policy; one random number a decision."""
        return action_drawn(self.probabilities(view), rng)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the policy's probabilities of fold, call and raise."""
        models = tuple([SeatModel(self.model, reads_bets=reads) for reads in _readers(view)])
        return _probabilities(view, self.policy, models, reads_bets=True)


@dataclass(frozen=True, slots=True)
class StudCardsOnly:
    """Judges the others by the cards seen alone, and bets by a policy on what chance to win that leaves.

    Attributes
    ----------
    policy
        How it bets.
    """

    policy: BetPolicy = DEFAULT
    name: str = _CARDS_ONLY

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is seven-card stud."""
        stud_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn by the policy; one random number a decision."""
        return action_drawn(self.probabilities(view), rng)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return the policy's probabilities of fold, call and raise."""
        return _probabilities(view, self.policy, None, reads_bets=False)


def _readers(view: View) -> tuple[bool, ...]:
    names = view.names or ("",) * view.n_seats
    return tuple([not name.startswith(_CARDS_ONLY) for name in names])


def _probabilities(view: View, policy: BetPolicy, models: Models, *, reads_bets: bool) -> tuple[float, float, float]:
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
