"""The public's beliefs from a player's view: the hand is followed on a table of its own, which players share.

The beliefs depend on public information alone, so players of one process that use the same models need not each compute
them: the last few tables are cached, and a view that continues one of them advances it. A view of any other hand begins
a new one; the beliefs are the same either way.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import local

from deluck.beliefs.stud.table import N_SAMPLES, SeatModel, StudBeliefs
from deluck.errors import BeliefError
from deluck.games import Action, Cards, GameState, StudDeal, StudRules, StudState, View

_N_TABLES_CACHED = 8
Models = tuple[SeatModel, ...] | None
_cached = local()  # a table changes as it is followed, so threads do not share them


@dataclass(slots=True)
class Followed:
    """A hand followed by its public cards, and the public's beliefs."""

    state: StudState
    beliefs: StudBeliefs

    def play(self, action: Action, amount: int | None = None) -> float:
        """Play an action of the seat to act and update the beliefs; return how likely it was."""
        street = self.state.street
        probability = self.beliefs.observe(self.state, action)
        self.state.act(action, amount)
        if self.state.actor is not None and self.state.street != street:
            self.beliefs.deal(self.state)
        return probability


def begin(
    state: StudState, models: Sequence[SeatModel] | None, *, n_samples: int = N_SAMPLES, seed: int = 0
) -> Followed:
    """Return a hand that has just been dealt, with the beliefs after its first up cards."""
    return _begin(state, StudBeliefs(models, n_samples=n_samples, seed=seed))


def _begin(state: StudState, beliefs: StudBeliefs) -> Followed:
    beliefs.deal(state)
    return Followed(state, beliefs)


def beliefs_at(view: View, models: Models, *, n_samples: int = N_SAMPLES, seed: int = 0) -> Followed:
    """Return the hand of a view with the public's beliefs; do not play on with it.

    Raises
    ------
    BeliefError
        If it is not a view of seven-card stud.
    """
    if not isinstance(view.rules, StudRules):
        raise BeliefError("stud beliefs asked of another game (expected a view of seven-card stud)")
    tables: OrderedDict[object, Followed] = _cached.__dict__.setdefault("tables", OrderedDict())
    key = (view.rules, models, n_samples, seed, tuple([cards[0] for cards in view.up_cards]), view.starting_stacks)
    found = tables.pop(key, None)
    if found is None or not _leads_to(found.state, view):
        beliefs = StudBeliefs(models, n_samples=n_samples, seed=seed, reads_folds=False)
        found = _begin(_public_state(view), beliefs)
    _follow(found, view)
    tables[key] = found
    if len(tables) > _N_TABLES_CACHED:
        tables.popitem(last=False)
    return found


def _leads_to(state: GameState, view: View) -> bool:
    """Return whether a hand may have continued to the view."""
    n_moves = len(state.history)
    if view.history[:n_moves] != state.history or n_moves > len(view.history):
        return False
    return all(now[: len(then)] == then for then, now in zip(state.up_cards, view.up_cards, strict=True))


def _follow(table: Followed, view: View) -> None:
    done = table.state.history
    if table.state.street < view.street:  # it needs the up cards dealt since: the same moves again, beliefs unchanged
        table.state = _public_state(view)
        for move in done:
            table.state.act(move.action, move.amount or None)
    for move in view.history[len(done) :]:
        table.play(move.action, move.amount or None)


def _public_state(view: View) -> StudState:
    assert isinstance(view.rules, StudRules)
    deal = StudDeal(_hidden(view), shared=view.board[0] if view.board else None)
    return StudState(view.rules, deal, view.starting_stacks)


def _hidden(view: View) -> tuple[Cards, ...]:
    """Return everybody's cards as the public knows them: two hidden, and those that are up."""
    return tuple([(None, None, *cards) for cards in view.up_cards])
