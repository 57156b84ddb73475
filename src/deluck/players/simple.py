"""Players that do not look at their cards: they always call, fold or raise, act at random, or follow a script."""

import math
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from deluck.errors import PlayerError
from deluck.games import Action, Answer, Strategy, View
from deluck.games.players import same_for_all_holdings
from deluck.games.tables import Answers, TableViews
from deluck.players.options import Form, Options, number, option
from deluck.players.sizes import RaiseSize

_LETTERS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
_THIRD = 1 / 3
_SIZES = (RaiseSize(0.0), RaiseSize(0.5), RaiseSize(1.0), RaiseSize(math.inf))
_SIZE_FORM = Form("min, half, pot, all-in, or a share of the pot such as 0.75pot", RaiseSize.parse)


@dataclass(frozen=True, slots=True)
class AlwaysCall:
    """Checks and calls, and never folds or raises."""

    name: str = "always-call"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return a call: it is always legal."""
        return Action.CALL

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return calls."""
        return np.full(len(views), Action.CALL, np.uint8)

    def strategy(self, view: View) -> Strategy:
        """Return a call."""
        return Strategy.of_actions(view, Action.CALL)

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return a call for every holding."""
        return same_for_all_holdings(self.strategy(view), view)


@dataclass(frozen=True, slots=True)
class AlwaysFold:
    """Folds when there is something to call, and checks when there is not.

    The bring-in of stud cannot be folded: it is posted.
    """

    name: str = "always-fold"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return a fold where there is something to call and folding is legal, else a call."""
        return self._action(view)

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return folds where there is something to call and folding is legal, else calls."""
        return np.where((views.to_call > 0) & views.can_fold, np.uint8(Action.FOLD), np.uint8(Action.CALL))

    def strategy(self, view: View) -> Strategy:
        """Return a fold where there is something to call, else a check."""
        return Strategy.of_actions(view, self._action(view))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the same for every holding."""
        return same_for_all_holdings(self.strategy(view), view)

    def _action(self, view: View) -> Action:
        return Action.FOLD if view.to_call and Action.FOLD in view.legal_actions else Action.CALL


@dataclass(frozen=True, slots=True, kw_only=True)
class AlwaysRaiseOptions(Options):
    """The options of `AlwaysRaise`."""

    size: RaiseSize = field(
        default=RaiseSize(1.0), metadata=option(_SIZE_FORM, "how large it raises in no-limit and pot-limit")
    )


@dataclass(frozen=True, slots=True)
class AlwaysRaise:
    """Bets and raises while it may, then calls."""

    options: AlwaysRaiseOptions = AlwaysRaiseOptions()
    name: str = "always-raise"

    def act(self, view: View, rng: np.random.Generator) -> Answer:  # noqa: ARG002 - the protocol's
        """Return a raise where it is legal, else a call."""
        if not view.max_raise_to:
            return Action.CALL
        if view.min_raise_to == view.max_raise_to:
            return Action.RAISE
        return Action.RAISE, self.options.size.amount(view)

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:  # noqa: ARG002 - the protocol's
        """Return raises where they are legal, else calls."""
        actions = np.where(views.can_raise, np.uint8(Action.RAISE), np.uint8(Action.CALL))
        if views.rules.is_limit:
            return actions
        return actions, np.where(views.can_raise, self.options.size.amounts(views), -1)

    def strategy(self, view: View) -> Strategy:
        """Return a raise of its size where it is legal, else a call."""
        if Action.RAISE not in view.legal_actions:
            return Strategy.of_actions(view, Action.CALL)
        return _raising(view, (0.0, 0.0, 1.0), (self.options.size,))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the same for every holding."""
        return same_for_all_holdings(self.strategy(view), view)


def _read_sizes(text: str) -> tuple[RaiseSize, ...]:
    return tuple(RaiseSize.parse(word) for word in text.split("/"))


def _write_sizes(sizes: tuple[RaiseSize, ...]) -> str:
    return "/".join(map(str, sizes))


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomOptions(Options):
    """The options of `Random`."""

    fold: float = field(default=_THIRD, metadata=option(number(0, 1), "the probability of a fold"))
    call: float = field(default=_THIRD, metadata=option(number(0, 1), "the probability of a check or call"))
    raise_: float = field(
        default=_THIRD, metadata=option(number(0, 1), "the probability of a bet or raise", name="raise")
    )
    sizes: tuple[RaiseSize, ...] = field(
        default=_SIZES,
        metadata=option(
            Form(f"sizes with slashes between them, each {_SIZE_FORM.expected}", _read_sizes, _write_sizes),
            "how large it raises in no-limit and pot-limit: each size equally often",
        ),
    )

    def check(self) -> None:
        """Raise PlayerError unless the probabilities sum to 1."""
        if not math.isclose(self.fold + self.call + self.raise_, 1, abs_tol=1e-9):
            written = f"fold={self.fold:g},call={self.call:g},raise={self.raise_:g}"
            raise PlayerError(f"{written} (expected three probabilities that sum to 1)")


@dataclass(frozen=True, slots=True)
class Random:
    """Folds, calls and raises at random with fixed probabilities.

    Where an action is not legal, the others' probabilities are scaled up to sum to 1; where no legal one has any, it
    checks or calls.
    """

    options: RandomOptions = RandomOptions()
    name: str = "random"

    def act(self, view: View, rng: np.random.Generator) -> Answer:
        """Return an action drawn by the probabilities."""
        fold, call, _ = self._triple(view)
        drawn = rng.random()
        if drawn < fold:
            return Action.FOLD
        if drawn < fold + call or Action.RAISE not in view.legal_actions:
            return Action.CALL
        if view.rules.is_limit:
            return Action.RAISE
        sizes = self.options.sizes
        return Action.RAISE, sizes[int(rng.integers(len(sizes)))].amount(view)

    def act_batch(self, views: TableViews, rng: np.random.Generator) -> Answers:
        """Return actions drawn by the probabilities."""
        options = self.options
        fold, raising = views.can_fold * options.fold, views.can_raise * options.raise_
        total = fold + options.call + raising
        drawn = rng.random(len(views)) * total
        actions = np.where(drawn < fold, np.uint8(Action.FOLD), np.uint8(Action.CALL))
        actions[(drawn >= fold + options.call) & views.can_raise & (total > 0)] = Action.RAISE
        if views.rules.is_limit:
            return actions
        chosen = rng.integers(len(options.sizes), size=len(views))
        amounts = np.choose(chosen, [size.amounts(views) for size in options.sizes])
        return actions, np.where(actions == Action.RAISE, amounts, -1)

    def strategy(self, view: View) -> Strategy:
        """Return the probabilities scaled to the legal actions, each size of a raise equally likely."""
        return _raising(view, self._triple(view), self.options.sizes)

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the same for every holding."""
        return same_for_all_holdings(self.strategy(view), view)

    def _triple(self, view: View) -> tuple[float, float, float]:
        legal = view.legal_actions
        fold = self.options.fold if Action.FOLD in legal else 0.0
        raising = self.options.raise_ if Action.RAISE in legal else 0.0
        total = fold + self.options.call + raising
        if not total:
            return 0.0, 1.0, 0.0
        return fold / total, self.options.call / total, raising / total


def _raising(view: View, triple: tuple[float, float, float], sizes: tuple[RaiseSize, ...]) -> Strategy:
    """Return the strategy of a triple whose raises have each of several sizes equally often."""
    if view.rules.is_limit or Action.RAISE not in view.legal_actions:
        return Strategy.of_triples(view, triple)
    shares: defaultdict[tuple[Action, int], float] = defaultdict(float)
    for action in view.legal_actions:
        if action is not Action.RAISE:
            shares[action, 0] = triple[action]
    for size in sizes:
        shares[Action.RAISE, size.amount(view)] += triple[Action.RAISE] / len(sizes)
    return Strategy.of_shares(shares)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedOptions(Options):
    """The options of `Scripted`."""

    actions: str = field(
        default="",
        metadata=option(
            Form("letters f, c and r, such as crcf", str, accepts=lambda letters: set(letters) <= set(_LETTERS)),
            "a letter per decision: f folds, c checks or calls, r bets or raises",
            sample="crcf",
        ),
    )


@dataclass(frozen=True, slots=True)
class Scripted:
    """Plays a fixed sequence of actions in every hand, then checks and calls; for tests and classrooms.

    It keeps to the script where an action is not legal, so that a test can see the consequences. Its raises are the
    smallest ones.
    """

    options: ScriptedOptions = ScriptedOptions()
    name: str = "scripted"

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the script's action for this decision."""
        return self._action(view)

    def strategy(self, view: View) -> Strategy:
        """Return the script's action for this decision, legal or not."""
        return Strategy.of_actions(view, self._action(view))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the same for every holding."""
        return same_for_all_holdings(self.strategy(view), view)

    def _action(self, view: View) -> Action:
        script = self.options.actions
        n_made = sum(move.seat == view.seat for move in view.history)
        return _LETTERS[script[n_made]] if n_made < len(script) else Action.CALL
