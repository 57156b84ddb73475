"""The win-probability bot: it learns what opponents show down and bets by its chance to beat that."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.showdowns import DEFAULT_MEMORY, ShowdownHistogram
from deluck.cards import N_STARTING_HANDS, format_cards, holding_of
from deluck.errors import BeliefError, PlayerError
from deluck.games import Action, HandSummary, HoldemRules, Rules, View
from deluck.metrics.categories import final_hands
from deluck.players.refusing import limit_holdem_only
from deluck.players.winprob.betting import choose, thresholds
from deluck.players.winprob.chances import Standing, win_against_all
from deluck.players.winprob.explanation import Explanation, OpponentReading, PostflopReading, PreflopReading, Triple
from deluck.players.winprob.preflop import (
    FOLD_PROBABILITIES,
    RAISED,
    fold_dampener,
    playing_prior,
    starting_categories,
)

PRIORS: dict[str, Callable[[], NDArray[np.float64] | None]] = {"uniform": lambda: None, "like-me": playing_prior}
_EVERYBODY = ""  # opponents whose names the table does not say are learned as one
_SURE: dict[Action, Triple] = {
    Action.FOLD: (1.0, 0.0, 0.0),
    Action.CALL: (0.0, 1.0, 0.0),
    Action.RAISE: (0.0, 0.0, 1.0),
}


@dataclass(slots=True)
class WinProb:
    """Plays starting hands by category, and after the flop by its chance to win against each opponent's belief.

    Attributes
    ----------
    exact
        Whether it takes the exact chance to win against each opponent instead of the paper's estimate.
    memory
        After how many showdowns of an opponent its prior is forgotten (M).
    prior
        What opponents are believed to hold at first: ``uniform``, or ``like-me`` for the starting hands it plays.
    cells
        169 to learn starting hands, 1326 to learn holdings one by one.

    References
    ----------
    Nasser, Poker bot project.
    """

    exact: bool = False
    memory: int = DEFAULT_MEMORY
    prior: str = "uniform"
    cells: int = N_STARTING_HANDS
    name: str = "winprob"
    _models: dict[str, ShowdownHistogram] = field(default_factory=dict, init=False, repr=False)
    _last: Standing | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.prior not in PRIORS:
            raise PlayerError(f"no prior {self.prior!r} (expected one of: {', '.join(PRIORS)})")
        try:
            self._new_model()
        except BeliefError as error:
            raise PlayerError(f"winprob cannot learn so: {error}") from None

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action; before the flop it is drawn, after it the chance to win decides."""
        fold, call, _ = self.probabilities(view)
        drawn = rng.random()
        if drawn < fold:
            return Action.FOLD
        return Action.CALL if drawn < fold + call else Action.RAISE

    def probabilities(self, view: View) -> Triple:
        """Return the probabilities of fold, call and raise."""
        return self.explain(view).probabilities

    def explain(self, view: View) -> Explanation:
        """Return the decision and all that led to it."""
        rules = limit_holdem_only(self.name, view.rules)
        return self._postflop(view, rules) if view.board else self._preflop(view, rules)

    def hand_over(self, summary: HandSummary) -> None:
        """Learn the holdings that opponents showed down."""
        for seat, cards in enumerate(summary.shown):
            if cards is not None and seat != summary.seat and len(cards) == 2:
                self.model_of(summary.names[seat] if summary.names else _EVERYBODY).observe(*cards)

    def model_of(self, name: str) -> ShowdownHistogram:
        """Return what is believed of an opponent, made anew if it was never seen."""
        if name not in self._models:
            self._models[name] = self._new_model()
        return self._models[name]

    def _new_model(self) -> ShowdownHistogram:
        return ShowdownHistogram(PRIORS[self.prior](), self.memory, self.cells)

    def _preflop(self, view: View, rules: HoldemRules) -> Explanation:
        category = int(starting_categories()[holding_of(*view.cards)])
        dampener = fold_dampener(sum(not folded for folded in view.folded), rules.n_seats)
        initial = FOLD_PROBABILITIES[category - 1]
        has_put_in = any(move.seat == view.seat and move.paid for move in view.history)
        free = not view.to_call or Action.FOLD not in view.legal_actions
        fold = 0.0 if free or has_put_in else initial * dampener
        raises = category in RAISED and Action.RAISE in view.legal_actions
        kept = 1 - fold
        why = f"category {category} is folded with probability {initial * dampener:.3f}"
        if has_put_in:
            why = f"category {category}, in which it has put chips in"
        elif free:
            why = f"category {category}, and checking is free"
        return Explanation(
            street=rules.street_names[view.street],
            cards=format_cards(view.cards),
            board="",
            probabilities=(fold, 0.0, kept) if raises else (fold, kept, 0.0),
            why=f"{why}; it {'raises' if raises else 'calls'} otherwise"
            if fold
            else f"{why}: it {'raises' if raises else 'calls' if view.to_call else 'checks'}",
            preflop=PreflopReading(category, initial, dampener, initial * dampener),
        )

    def _postflop(self, view: View, rules: HoldemRules) -> Explanation:
        standing = self._standing(view)
        opponents = tuple(
            self._reading(view, seat, standing)
            for seat, folded in enumerate(view.folded)
            if not folded and seat != view.seat
        )
        estimate = win_against_all([opponent.estimate for opponent in opponents])
        exact = win_against_all([opponent.exact for opponent in opponents])
        limits = thresholds(view, rules)
        action, why = choose(exact if self.exact else estimate, limits, view.legal_actions, to_call=view.to_call)
        return Explanation(
            street=rules.street_names[view.street],
            cards=format_cards(view.cards),
            board=format_cards(view.board),
            probabilities=_SURE[action],
            why=why,
            postflop=PostflopReading(
                own_categories=tuple(standing.own.tolist()),
                tie_factors=tuple(standing.tie_factors.tolist()),
                opponents=opponents,
                win_probability=estimate,
                exact_win_probability=exact,
                raise_above=limits.to_raise,
                call_above=limits.to_call,
            ),
        )

    def _standing(self, view: View) -> Standing:
        """Return where the hand stands; it does not change within a street, so the last one is kept."""
        last = self._last
        if last is None or (last.hands.hole, last.hands.board) != (tuple(view.cards), tuple(view.board)):
            last = self._last = Standing(final_hands(view.cards, view.board))
        return last

    def _reading(self, view: View, seat: int, standing: Standing) -> OpponentReading:
        name = view.names[seat] if view.names else _EVERYBODY
        model = self.model_of(name)
        chance = standing.against(model.beside((*view.cards, *view.board)))
        return OpponentReading(
            seat, name, model.n_observed, model.observed_share, chance.categories, chance.estimate, chance.exact
        )
