"""The baseline of DIVAT as a player: honest betting by hand rank, at every node of a round."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.cards import BOARD_SIZES, Card, holding_cards, holdings_beside
from deluck.errors import PlayerError
from deluck.estimators.divat import Ranks, Settings, baseline_action, parse_style
from deluck.estimators.divat.policy import FLOP, PREFLOP, STANDARD, fold_threshold, make_threshold
from deluck.estimators.divat.styles import BETTING_STYLES, FOLDING_STYLES, MIDDLE
from deluck.games import Action, Rules, Strategy, View
from deluck.games.limit_tree import view_at
from deluck.games.players import limit_holdem_only
from deluck.metrics import HandRanks, hand_ranks
from deluck.players.options import Form, Options, option

_N_CACHED = 4096  # situations: a hand asks for each several times, a duplicate match once more in the next game


_STYLE = Form(
    f"a folding style ({', '.join(FOLDING_STYLES)}), a betting style "
    f"({', '.join(style for style in BETTING_STYLES if style != MIDDLE)}), or both, such as tight/aggressive",
    parse_style,
    lambda settings: f"{MIDDLE}/{MIDDLE}" if settings == STANDARD else settings.hash,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineOptions(Options):
    """The options of `Baseline`."""

    style: Settings = field(default=STANDARD, metadata=option(_STYLE, "how much it folds and how much it bets"))


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plays heads-up limit hold'em as DIVAT's baseline does, on its path and off it.

    It bets and raises by the larger of its rank now (IHR) and on the river (7cHR), folds by the odds it is offered, and
    never bluffs, traps or learns. Against itself every decision costs nothing, and money is what the cards bring.

    References
    ----------
    Billings and Kan, A tool for the direct assessment of poker decisions, section 3.3.
    """

    options: BaselineOptions = BaselineOptions()
    name: str = "baseline"

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is limit hold'em for two."""
        if limit_holdem_only(self.name, rules).n_seats != 2:
            raise PlayerError(f"{self.name} cannot play limit hold'em with {rules.n_seats} seats (expected two)")

    def act(self, view: View, rng: np.random.Generator) -> Action:  # noqa: ARG002 - the protocol's
        """Return the baseline's action at this node."""
        self.check_table(view.rules)
        return self._action(view, _ranks(view.cards, view.board))

    def strategy(self, view: View) -> Strategy:
        """Return the baseline's action at this node."""
        self.check_table(view.rules)
        return Strategy.of_actions(view, self._action(view, _ranks(view.cards, view.board)))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the baseline's action with every holding, from ranks looked up at once."""
        self.check_table(view.rules)
        actions = self._actions(view.street, _situation(view), _scores(tuple(view.board)))
        return Strategy.of_actions(view, actions)

    def strategy_at_nodes(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the baseline's action with every holding at many nodes of a board; few of these differ for it."""
        scores, street = _scores(tuple(board)), BOARD_SIZES.index(len(board))
        possible = holdings_beside(board)
        found = np.empty((len(nodes), len(Action), len(possible)), dtype=np.float32)
        first: dict[_Situation, int] = {}
        for index, node in enumerate(nodes.tolist()):
            situation = _situation(view_at(node))
            same = first.setdefault(situation, index)
            if same < index:
                found[index] = found[same]
            else:
                actions = self._actions(street, situation, scores)
                found[index] = (actions == np.arange(len(Action))[:, None]) & possible
        return found

    def _actions(self, street: int, situation: "_Situation", scores: "_Scores") -> NDArray[np.uint8]:
        """Return `baseline_action` of all holdings, uint8[1326]."""
        settings = self.options.style
        actions = np.full(len(scores.to_bet), Action.CALL, dtype=np.uint8)
        if situation.to_call:
            threshold = fold_threshold(settings, street, situation.to_call, situation.pot)
            actions[scores.to_fold * threshold.denominator < threshold.numerator * scores.unit] = Action.FOLD
        needed = make_threshold(settings, street, situation.n_bets) if situation.can_raise else None
        if needed is not None:
            actions[scores.to_bet * needed.denominator >= needed.numerator * scores.unit] = Action.RAISE
        return actions

    def _action(self, view: View, ranks: Ranks) -> Action:
        situation = _situation(view)
        return baseline_action(
            self.options.style,
            view.street,
            ranks,
            situation.n_bets,
            situation.to_call,
            situation.pot,
            can_raise=situation.can_raise,
        )


class _Situation(NamedTuple):
    """What the baseline looks at beside its cards."""

    n_bets: int
    to_call: int
    pot: int
    can_raise: bool


def _situation(view: View) -> _Situation:
    return _Situation(
        view.n_raises + (view.street == PREFLOP),  # the big blind is the first bet
        view.to_call,  # only its share of the pot matters, so chips will do
        view.pot,
        Action.RAISE in view.legal_actions,
    )


class _Scores(NamedTuple):
    """The ranks that all holdings bet and fold by, int64[1326], as whole multiples of 1 / unit; blocked ones have 0."""

    to_bet: NDArray[np.int64]
    to_fold: NDArray[np.int64]
    unit: int


@lru_cache(maxsize=64)
def _scores(board: tuple[int, ...]) -> _Scores:
    possible = np.flatnonzero(holdings_beside(board))
    found = hand_ranks(holding_cards()[possible], np.tile(np.array(board, dtype=np.int64), (len(possible), 1)))
    common = lcm(found.now_total, found.final_total)
    now = found.now_counts * (2 * common // found.now_total)
    final = found.final_counts * (2 * common // found.final_total)
    to_bet, to_fold = np.zeros((2, len(holding_cards())), dtype=np.int64)
    to_bet[possible] = np.maximum(now, final)
    to_fold[possible] = (now + final) // 2 if len(board) == BOARD_SIZES[FLOP] else to_bet[possible]  # both are even
    return _Scores(to_bet, to_fold, 2 * common)


@lru_cache(maxsize=_N_CACHED)
def _ranks(cards: tuple[Card, ...], board: tuple[Card, ...]) -> Ranks:
    found = hand_ranks([cards], [board])
    return _exact(int(found.now_counts[0]), int(found.final_counts[0]), found)


def _exact(now: int, final: int, ranks: HandRanks) -> Ranks:
    return Ranks(Fraction(now, ranks.now_total), Fraction(final, ranks.final_total))
