"""The baseline of DIVAT as a player: honest betting by hand rank, at every node of a round."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from deluck.cards import Card, holding_cards, holdings_beside
from deluck.errors import PlayerError
from deluck.estimators.divat import Ranks, Settings, baseline_action, parse_style
from deluck.estimators.divat.policy import PREFLOP, STANDARD
from deluck.estimators.divat.styles import BETTING_STYLES, FOLDING_STYLES, MIDDLE
from deluck.games import Action, Rules, Strategy, View
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
        possible = np.flatnonzero(holdings_beside(view.board))
        found = hand_ranks(holding_cards()[possible], np.tile(np.array(view.board, dtype=np.int64), (len(possible), 1)))
        counts = np.stack([found.now_counts, found.final_counts], axis=1)
        different, rows = np.unique(counts, axis=0, return_inverse=True)
        chosen = [self._action(view, _exact(now, final, found)) for now, final in different.tolist()]
        actions = np.zeros(len(holding_cards()), dtype=np.uint8)
        actions[possible] = np.array(chosen, dtype=np.uint8)[rows.ravel()]
        return Strategy.of_actions(view, actions)

    def _action(self, view: View, ranks: Ranks) -> Action:
        return baseline_action(
            self.options.style,
            view.street,
            ranks,
            view.n_raises + (view.street == PREFLOP),  # the big blind is the first bet
            view.to_call,  # only its share of the pot matters, so chips will do
            view.pot,
            can_raise=Action.RAISE in view.legal_actions,
        )


@lru_cache(maxsize=_N_CACHED)
def _ranks(cards: tuple[Card, ...], board: tuple[Card, ...]) -> Ranks:
    found = hand_ranks([cards], [board])
    return _exact(int(found.now_counts[0]), int(found.final_counts[0]), found)


def _exact(now: int, final: int, ranks: HandRanks) -> Ranks:
    return Ranks(Fraction(now, ranks.now_total), Fraction(final, ranks.final_total))
