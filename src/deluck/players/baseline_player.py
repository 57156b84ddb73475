"""The baseline of DIVAT as a player: honest betting by hand rank, at every node of a round."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from deluck.cards import Card
from deluck.errors import PlayerError
from deluck.estimators.divat import BaselineError, Ranks, Settings, baseline_action, parse_style
from deluck.estimators.divat.policy import PREFLOP
from deluck.games import Action, Rules, View
from deluck.metrics import hand_ranks
from deluck.players.refusing import limit_holdem_only

_KEPT = 4096  # situations: a hand asks for each several times, a duplicate match once more in the next game


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plays heads-up limit hold'em as DIVAT's baseline does, on its path and off it.

    It bets and raises by the larger of its rank now (IHR) and on the river (7cHR), folds by the odds it is offered, and
    never bluffs, traps or learns. Against itself every decision costs nothing, and money is what the cards bring.

    Attributes
    ----------
    style
        Folding style, betting style, or both with a slash between: ``tight``, ``loose/aggressive``.

    References
    ----------
    Billings and Kan, A tool for the direct assessment of poker decisions, section 3.3.
    """

    style: str = "moderate"
    name: str = "baseline"

    def __post_init__(self) -> None:
        _settings_of(self.style)

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em for two."""
        if limit_holdem_only(self.name, rules).n_seats != 2:
            raise PlayerError(f"{self.name} cannot play limit hold'em with {rules.n_seats} seats (expected two)")

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the baseline's action at this node."""
        return self._chosen(view)

    def probabilities(self, view: View) -> tuple[float, float, float]:
        """Return all weight on the baseline's action."""
        chosen = self._chosen(view)
        fold, call, raising = (float(action is chosen) for action in Action)
        return fold, call, raising

    def _chosen(self, view: View) -> Action:
        self.check_table(view.rules)
        return baseline_action(
            _settings_of(self.style),
            view.street,
            _ranks(view.cards, view.board),
            view.n_raises + (view.street == PREFLOP),  # the big blind is the first bet
            view.to_call,  # only its share of the pot matters, so chips will do
            view.pot,
            can_raise=Action.RAISE in view.legal_actions,
        )


@lru_cache
def _settings_of(style: str) -> Settings:
    try:
        return parse_style(style)
    except BaselineError as error:
        raise PlayerError(f"baseline has {error}") from None


@lru_cache(maxsize=_KEPT)
def _ranks(cards: tuple[Card, ...], board: tuple[Card, ...]) -> Ranks:
    found = hand_ranks([cards], [board])
    return Ranks(
        Fraction(int(found.now_counts[0]), found.now_total), Fraction(int(found.final_counts[0]), found.final_total)
    )
