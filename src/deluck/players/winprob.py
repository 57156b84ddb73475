"""The win-probability bot: it learns what opponents show down and bets by its chance to beat that.

Before the flop there are five categories of starting hands, a probability of folding each, and its dampener. After it
the bot raises with the best hand, calls at good odds, and else checks or folds.

Deviation: the paper leaves the choice between call and raise before the flop open ("prefers to raise with hand
categories 1 and 2, and call with hand categories 3-5"); here it raises with 1 and 2 whenever it may, and calls with 3
to 5. The probability of folding is that of folding before the flop at all, so it is drawn at the first decision that
costs chips: once it has called or raised, it stays until the flop.

References
----------
Nasser, Poker bot project, section 3, Table 2, the fold dampener, and Post-flop decision making.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.showdowns import DEFAULT_MEMORY, ShowdownHistogram
from deluck.beliefs.holdem.win_chances import Standing, win_against_all
from deluck.cards import N_HOLDINGS, N_STARTING_HANDS, format_cards, holding_of, parse_range
from deluck.games import Action, HandSummary, HoldemRules, Rules, Strategy, View
from deluck.games.players import holding_by_holding, limit_holdem_only
from deluck.metrics.categories import final_hands
from deluck.players.explanations import (
    OpponentReading,
    PostflopReading,
    PreflopReading,
    Probabilities,
    WinProbExplanation,
)
from deluck.players.options import Options, one_of, option, whole_number, yes_or_no

CATEGORIES = (
    "AA, KK, QQ, AKs, AQs",
    "JJ, TT, AJs, KQs, AKo",
    "ATs, KJs, QJs, JTs, AQo",
    "99, 88, 77, 66, 55, AJo, ATo, KQo, KJo, QJo, KTs, QTs, J9s, 98s, 87s, 76s",
)
"""The starting hands of categories 1 to 4; everything else is category 5."""
FOLD_PROBABILITIES = (0.0, 0.0, 0.20, 0.25, 0.95)
"""The initial probability of folding categories 1 to 5."""
RAISED = (1, 2)
"""The categories that are raised."""

_EVERYBODY = ""  # opponents without names are learned as one
_ROUNDING = 1e-9  # a board that everybody plays is worth exactly one share, and rounding must not decide it
_SURE: dict[Action, Probabilities] = {
    Action.FOLD: (1.0, 0.0, 0.0),
    Action.CALL: (0.0, 1.0, 0.0),
    Action.RAISE: (0.0, 0.0, 1.0),
}


@cache
def starting_categories() -> NDArray[np.int64]:
    """Return the category, 1 to 5, of every holding, read-only int64[1326]."""
    categories = np.full(N_HOLDINGS, len(CATEGORIES) + 1)
    for number, hands in enumerate(CATEGORIES, start=1):
        categories[parse_range(hands).holdings] = number
    categories.setflags(write=False)
    return categories


def fold_dampener(n_active: int, n_seats: int) -> float:
    """Return what the probability of folding is multiplied by, 0 with one active player to 1 with all seats active."""
    lowest, highest = _sigmoid(1, n_seats), _sigmoid(n_seats, n_seats)
    return (_sigmoid(n_active, n_seats) - lowest) / (highest - lowest)


def _sigmoid(n_active: int, n_seats: int) -> float:
    return 1 / (1 + exp(-(n_active - n_seats / 2)))


def playing_prior() -> NDArray[np.float64]:
    """Return the probability that each holding is not folded at once, float64[1326]: an opponent like this bot."""
    return 1 - np.array(FOLD_PROBABILITIES)[starting_categories() - 1]


class Thresholds(NamedTuple):
    """What the chance to win is compared with."""

    to_raise: float
    """One over the players in the hand: above it, ours is assumed to be the best."""
    to_call: float
    """The expected cost of calling in this round over the pot expected at its end (beta)."""


def thresholds(view: View, rules: HoldemRules) -> Thresholds:
    """Return the chances to win above which to raise and above which to call."""
    n_players = sum(not folded for folded in view.folded)
    unit = rules.bet_sizes[view.street]
    raises_left = max(0, rules.max_raises[view.street] - view.n_raises)
    expected_cost = view.to_call + unit * raises_left
    expected_pot = view.pot + view.to_call + unit * n_players
    return Thresholds(1 / n_players, expected_cost / expected_pot)


def choose(
    win_probability: float, limits: Thresholds, legal: tuple[Action, ...], *, to_call: int
) -> tuple[Action, str]:
    """Return the action for a chance to win, and the reason."""
    won = f"{win_probability:.3f}"
    if win_probability > limits.to_raise + _ROUNDING:
        why = f"the chance to win, {won}, is above one share of the players, {limits.to_raise:.3f}"
        if Action.RAISE in legal:
            return Action.RAISE, why
        return Action.CALL, f"{why}, and there is no raise left"
    if not to_call or Action.FOLD not in legal:
        return Action.CALL, f"the chance to win, {won}, is not above {limits.to_raise:.3f}, and checking is free"
    if win_probability > limits.to_call + _ROUNDING:
        return Action.CALL, f"the chance to win, {won}, is above the odds, {limits.to_call:.3f}"
    return Action.FOLD, f"the chance to win, {won}, is not above the odds, {limits.to_call:.3f}"


PRIORS: dict[str, Callable[[], NDArray[np.float64] | None]] = {"uniform": lambda: None, "like-me": playing_prior}
"""What opponents may be believed to hold at first, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinProbOptions(Options):
    """The options of `WinProb`."""

    exact: bool = field(
        default=False, metadata=option(yes_or_no(), "whether it uses exact chances to win, not the paper's estimates")
    )
    memory: int = field(
        default=DEFAULT_MEMORY,
        metadata=option(whole_number(1), "the showdowns of an opponent after which the prior is forgotten (M)"),
    )
    prior: str = field(
        default="uniform",
        metadata=option(
            one_of({name: name for name in PRIORS}),
            "what opponents are believed to hold at first; like-me: the hands it would play",
        ),
    )
    cells: int = field(
        default=N_STARTING_HANDS,
        metadata=option(
            one_of({str(N_STARTING_HANDS): N_STARTING_HANDS, str(N_HOLDINGS): N_HOLDINGS}),
            "whether it learns starting hands or single holdings",
        ),
    )


@dataclass(slots=True)
class WinProb:
    """Plays starting hands by category, and after the flop by its chance to win against each opponent's belief.

    References
    ----------
    Nasser, Poker bot project.
    """

    options: WinProbOptions = field(default_factory=WinProbOptions)
    name: str = "winprob"
    _models: dict[str, ShowdownHistogram] = field(default_factory=dict, init=False, repr=False)
    _last: Standing | None = field(default=None, init=False, repr=False)

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em."""
        limit_holdem_only(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action; before the flop it is drawn, after it the chance to win decides."""
        fold, call, _ = self.explain(view).probabilities
        drawn = rng.random()
        if drawn < fold:
            return Action.FOLD
        return Action.CALL if drawn < fold + call else Action.RAISE

    def strategy(self, view: View) -> Strategy:
        """Return the probabilities of its actions, by what it has learned so far."""
        return Strategy.of_triples(view, self.explain(view).probabilities)

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the probabilities of its actions with every holding, one after the other.

        This takes milliseconds before the flop and a fraction of a second on the river, but about a second on the turn
        and five on the flop, where every holding's final hands are enumerated.
        """
        return holding_by_holding(self, view)

    def explain(self, view: View) -> WinProbExplanation:
        """Return the decision and everything that led to it."""
        rules = limit_holdem_only(self.name, view.rules)
        return self._postflop(view, rules) if view.board else self._preflop(view, rules)

    def hand_over(self, summary: HandSummary) -> None:
        """Learn the holdings that opponents showed down."""
        for seat, cards in enumerate(summary.shown):
            if cards is not None and seat != summary.seat and len(cards) == 2:
                self.model_of(summary.names[seat] if summary.names else _EVERYBODY).observe(*cards)

    def model_of(self, name: str) -> ShowdownHistogram:
        """Return the belief about an opponent, a new one if it was never seen."""
        if name not in self._models:
            options = self.options
            self._models[name] = ShowdownHistogram(PRIORS[options.prior](), options.memory, options.cells)
        return self._models[name]

    def _preflop(self, view: View, rules: HoldemRules) -> WinProbExplanation:
        category = int(starting_categories()[holding_of(*view.cards)])
        dampener = fold_dampener(sum(not folded for folded in view.folded), rules.n_seats)
        initial = FOLD_PROBABILITIES[category - 1]
        has_put_in = any(move.seat == view.seat and move.paid for move in view.history)
        free = not view.to_call or Action.FOLD not in view.legal_actions
        fold = 0.0 if free or has_put_in else initial * dampener
        raises = category in RAISED and Action.RAISE in view.legal_actions
        stays = 1 - fold
        why = f"category {category} is folded with probability {initial * dampener:.3f}"
        if has_put_in:
            why = f"category {category}, in which it has put chips in"
        elif free:
            why = f"category {category}, and checking is free"
        return WinProbExplanation(
            street=rules.street_names[view.street],
            cards=format_cards(view.cards),
            board="",
            probabilities=(fold, 0.0, stays) if raises else (fold, stays, 0.0),
            why=f"{why}; it {'raises' if raises else 'calls'} otherwise"
            if fold
            else f"{why}: it {'raises' if raises else 'calls' if view.to_call else 'checks'}",
            preflop=PreflopReading(category, initial, dampener, initial * dampener),
        )

    def _postflop(self, view: View, rules: HoldemRules) -> WinProbExplanation:
        standing = self._standing(view)
        opponents = tuple(
            self._reading(view, seat, standing)
            for seat, folded in enumerate(view.folded)
            if not folded and seat != view.seat
        )
        estimate = win_against_all([opponent.estimate for opponent in opponents])
        exact = win_against_all([opponent.exact for opponent in opponents])
        limits = thresholds(view, rules)
        chance = exact if self.options.exact else estimate
        action, why = choose(chance, limits, view.legal_actions, to_call=view.to_call)
        return WinProbExplanation(
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
        """Return where the hand stands; it does not change within a street, so the last one is stored."""
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
