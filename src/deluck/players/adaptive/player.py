"""The adaptive player: it learns how its opponent acts, and takes the action that is worth most against that."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from deluck.errors import PlayerError
from deluck.games import Action, HandSummary, HoldemRules, Rules, Strategy, View
from deluck.games.limit_tree import limit_tree
from deluck.games.players import holding_by_holding, limit_holdem_only
from deluck.players.adaptive.expectimax import action_values, draw_samples
from deluck.players.adaptive.model import OpponentModel
from deluck.players.adaptive.prior import shipped_prior
from deluck.players.options import Options, number, option, whole_number, yes_or_no

_EVERYBODY = ""  # opponents without names are learned as one


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptiveOptions(Options):
    """The options of `Adaptive` and `LearningAdaptive`."""

    learning: bool = field(default=True, metadata=option(yes_or_no(), "whether it learns; no: it trusts its prior"))
    memory: float = field(
        default=20_000,
        metadata=option(number(1), "the hands after which a move counts for 1/e of one just made"),
    )
    prior: float = field(
        default=10, metadata=option(number(0, above=True), "how many moves the prior is worth in each situation (k)")
    )
    samples: int = field(
        default=300, metadata=option(whole_number(10, 10_000), "the hands and boards drawn per decision")
    )


@dataclass(slots=True)
class Adaptive:
    """Plays heads-up limit hold'em by what each action is worth against a model of its opponent.

    The model is a prior strategy and what was learned; this class learns nothing. What the opponent may hold is
    inferred from its moves in the hand; then the rest of the betting is gone through to the end on sampled boards, the
    opponent acting as modelled and the player taking its best action after averaging over the cards it cannot know.

    References
    ----------
    Billings and Kan, A tool for the direct assessment of poker decisions, section 4.2.2, has an adaptive program,
    Vexbot, in this role.
    """

    options: AdaptiveOptions = field(default_factory=AdaptiveOptions)
    name: str = "adaptive"
    prior: NDArray[np.float32] | None = field(default=None, repr=False)
    _models: dict[str, OpponentModel] = field(default_factory=dict, init=False, repr=False)

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em for two with the usual caps."""
        limit = limit_holdem_only(self.name, rules)
        usual = HoldemRules.limit(2)
        if limit.n_seats != 2:
            raise PlayerError(f"{self.name} cannot play limit hold'em with {rules.n_seats} seats (expected two)")
        if limit.max_raises != usual.max_raises:
            raise PlayerError(f"{self.name} cannot play with caps of {limit.max_raises} (expected {usual.max_raises})")

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the action that is worth most."""
        return Action(int(self.values(view).argmax()))

    def strategy(self, view: View) -> Strategy:
        """Return the action that is worth most, by what it has learned so far."""
        return Strategy.of_actions(view, Action(int(self.values(view).argmax())))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the action that is worth most with every holding, one after the other: this takes seconds."""
        return holding_by_holding(self, view)

    def values(self, view: View) -> NDArray[np.float64]:
        """Return what fold, call and raise are worth, in chips of the hand's usual stakes; -inf if not legal."""
        self.check_table(view.rules)
        model = self.model_of(view.names[1 - view.seat] if view.names else _EVERYBODY)
        weights = model.weights(view.history, view.board, 1 - view.seat, view.cards)
        samples = draw_samples(view.cards, view.board, weights, self.options.samples)
        node = limit_tree().node_of(view)
        return action_values(node, view.seat, samples, model.prior, model.counts, model.prior_strength)

    def model_of(self, name: str) -> OpponentModel:
        """Return what is believed of an opponent, the prior if it was never seen."""
        if name not in self._models:
            prior = shipped_prior() if self.prior is None else self.prior
            self._models[name] = OpponentModel(prior, self.options.prior, self.options.memory)
        return self._models[name]


@dataclass(slots=True)
class LearningAdaptive(Adaptive):
    """Plays as `Adaptive`, and learns from each finished hand how its opponent acts."""

    def hand_over(self, summary: HandSummary) -> None:
        """Count the opponent's moves: on the hand it showed, or on all that it may have held."""
        seat = 1 - summary.seat
        model = self.model_of(summary.names[seat] if summary.names else _EVERYBODY)
        model.learn(summary.history, summary.board, seat, summary.cards, summary.shown[seat])


def make_adaptive(options: AdaptiveOptions | None = None, name: str = "adaptive") -> Adaptive:
    """Return the player of these options: the one without learning has nothing to be shown."""
    chosen = options or AdaptiveOptions()
    return LearningAdaptive(chosen, name) if chosen.learning else Adaptive(chosen, name)
