"""The equilibrium player: plays heads-up limit hold'em by a strategy trained against itself."""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.holdem.evaluation import evaluate_hand
from deluck.beliefs.holdem.weights import WeightTable
from deluck.best_response.shapes import street_shape
from deluck.cards import N_HOLDINGS, holdings_beside
from deluck.errors import PlayerError, TableError
from deluck.games import Action, HoldemRules, Rules, Strategy, View
from deluck.games.limit_tree import limit_tree
from deluck.games.players import limit_holdem_only
from deluck.players.equilibrium.abstraction import BOARD_CARDS, RIVER
from deluck.players.equilibrium.betting import place_of
from deluck.players.equilibrium.resolving import SolvedRiver, solve_river
from deluck.players.equilibrium.strategy import NAMES, stored_strategy
from deluck.players.explanations import EquilibriumExplanation, OpponentBelief
from deluck.players.options import Form, Options, non_default, number, one_of, option

_N_RIVERS_CACHED = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class EquilibriumOptions(Options):
    """The options of `Equilibrium`."""

    strategy: str = field(
        default=NAMES[0],
        metadata=option(
            Form(
                f"one of: {', '.join(NAMES)}, or a file of deluck tables build-equilibrium",
                str,
                accepts=lambda name: name in NAMES or os.path.isfile(name),  # False of what cannot be a path, too
            ),
            "fine tells more hands apart and was trained longer than coarse; or the file of one that you trained",
        ),
    )
    cut: float = field(
        default=0.0,
        metadata=option(number(0, 1 / 3, below=True), "actions less likely than this are not taken; 0.15 is usual"),
    )
    resolve: str = field(
        default="no",
        metadata=option(
            one_of({"no": "no", "river": "river"}), "river: solves each river anew with every holding, 0.1 s each"
        ),
    )

    def check(self) -> None:
        """Raise PlayerError if the file of the strategy holds none."""
        if self.strategy not in NAMES:
            try:
                stored_strategy(self.strategy)
            except TableError as error:
                raise PlayerError(f"strategy={self.strategy}: {error}") from None


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Plays near an equilibrium of heads-up limit hold'em: it does not adapt, and is hard to exploit.

    Its strategy was computed by counterfactual regret minimisation over an abstraction of the cards, and comes with the
    package. It mixes its actions, so that bluffs and calls are as likely as they must be.

    References
    ----------
    Billings and Kan, A tool for the direct assessment of poker decisions, section 4 (the role of PsOpti).
    """

    options: EquilibriumOptions = EquilibriumOptions()
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            given = non_default(self.options)
            if "strategy" in given:
                given["strategy"] = Path(given["strategy"]).stem
            words = [f"{key}-{value}" for key, value in given.items()]
            object.__setattr__(self, "name", "-".join(["equilibrium", *words]))

    def check_table(self, rules: Rules) -> None:
        """Raise PlayerError unless the game is the limit hold'em for two that the strategy was trained for."""
        _check_rules(self.name, rules)

    def act(self, view: View, rng: np.random.Generator) -> Action:
        """Return an action drawn with the strategy's probabilities."""
        fold, call, _ = self._triple(view).tolist()
        drawn = rng.random()
        return Action.FOLD if drawn < fold else Action.CALL if drawn < fold + call else Action.RAISE

    def strategy(self, view: View) -> Strategy:
        """Return the probability of each action with the view's cards."""
        return Strategy.of_triples(view, self._triple(view))

    def strategy_by_holding(self, view: View) -> Strategy:
        """Return the probability of each action with each holding."""
        self.check_table(view.rules)
        return Strategy.of_triples(view, self._triples(view))

    def explain(self, view: View) -> EquilibriumExplanation:
        """Return what it does with the view's cards, with which others it does the same, and what it may be facing."""
        fold, call, raising = self._triple(view).tolist()
        seat = 1 - view.seat
        table = self._likely_holdings(view, seat).without(view.cards)
        strength = (
            evaluate_hand(view.cards, view.board, [table], potential=False).hand_strength_n if view.board else None
        )
        return EquilibriumExplanation(
            player=self.name,
            hole=view.cards,
            board=view.board,
            n_alike=self._n_alike(view),
            strength=strength,
            opponents=(OpponentBelief(seat, view.names[seat] if view.names else f"seat {seat}", table),),
            probabilities=(fold, call, raising),
        )

    def strategy_at_nodes(self, board: tuple[int, ...], nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return what it does with each holding at nodes of the betting tree, float32[n_nodes, 3, 1326]."""
        if len(board) == BOARD_CARDS[RIVER] and self.options.resolve == "river":
            solved = [_solved(self.options, _river_start(node), board).triples(node).T for node in nodes.tolist()]
            return np.array(solved, dtype=np.float32).reshape(len(nodes), len(Action), N_HOLDINGS)
        strategy = stored_strategy(self.options.strategy)
        found = np.empty((len(nodes), len(Action), N_HOLDINGS), dtype=np.float32)
        for row, node in zip(found, nodes.tolist(), strict=True):
            shares, buckets = strategy.at_node(node, board)
            played = np.ascontiguousarray(_without_rare(shares, self.options.cut).T, dtype=np.float32)
            np.take(played, buckets, axis=1, out=row, mode="clip")  # clip: written without a copy
        found *= holdings_beside(board)
        return found

    def _triple(self, view: View) -> NDArray[np.float64]:
        self.check_table(view.rules)
        if view.street == RIVER and self.options.resolve == "river":
            low, high = sorted(view.cards)
            return np.asarray(self._triples(view)[high * (high - 1) // 2 + low])
        return np.asarray(self._playable(stored_strategy(self.options.strategy).triple(view)[None], view)[0])

    def _triples(self, view: View) -> NDArray[np.float64]:
        if view.street == RIVER and self.options.resolve == "river":
            node = limit_tree().node_of(view)
            solved = _solved(self.options, _river_start(node), tuple(view.board))
            return _legal_only(solved.triples(node), view.legal_actions)
        return self._playable(
            stored_strategy(self.options.strategy).triples(limit_tree().node_of(view), view.board), view
        )

    def _likely_holdings(self, view: View, seat: int) -> WeightTable:
        """Return what a seat holds if it has played this strategy so far."""
        tree = limit_tree()
        weights = np.ones(N_HOLDINGS)
        node = tree.node_of(view)
        while (parent := int(tree.parent[node])) >= 0:
            if tree.actor[parent] == seat:
                board = tuple(view.board[: BOARD_CARDS[tree.street[parent]]])
                triples = self.strategy_at_nodes(board, np.array([parent], dtype=np.int32))[0]
                weights *= triples[tree.last_action[node]]
            node = parent
        return WeightTable(weights, view.board)

    def _n_alike(self, view: View) -> int:
        if view.street == RIVER and self.options.resolve == "river":
            return 1
        buckets = stored_strategy(self.options.strategy).at_node(limit_tree().node_of(view), tuple(view.board))[1]
        low, high = sorted(view.cards)
        return int((buckets == buckets[high * (high - 1) // 2 + low])[holdings_beside(view.board)].sum())

    def _playable(self, shares: NDArray[np.uint8], view: View) -> NDArray[np.float64]:
        return _legal_only(_without_rare(shares, self.options.cut), view.legal_actions)


@lru_cache(maxsize=256)
def _check_rules(name: str, rules: Rules) -> None:
    played = limit_holdem_only(name, rules)
    if played.n_seats != 2:
        raise PlayerError(f"{name} cannot play limit hold'em with {played.n_seats} seats (expected two)")
    usual = HoldemRules.limit(2, played.big_blind)
    for setting in ("small_blind", "bet_sizes", "max_raises", "ante", "big_blind_ante", "no_cap_heads_up"):
        found, expected = getattr(played, setting), getattr(usual, setting)
        if found != expected:
            raise PlayerError(f"{name} was not trained for {setting} {found} (expected {expected})")


def _without_rare(shares: NDArray[np.uint8], cut: float) -> NDArray[np.float64]:
    """Return probabilities from 255ths, float64[n, 3]: those below the cut dropped, the others scaled up."""
    found = shares / np.float64(255)
    if cut:
        found[found < cut] = 0
        found /= found.sum(axis=1, keepdims=True)
    return np.asarray(found)


def _legal_only(shares: NDArray[np.float64], legal: tuple[Action, ...]) -> NDArray[np.float64]:
    """Return the probabilities without what short stacks make illegal; a call where nothing else is left."""
    illegal = [action for action in Action if action not in legal]
    if not shares[:, illegal].any():
        return shares
    found = shares.copy()
    found[:, illegal] = 0
    totals = found.sum(axis=1, keepdims=True)
    call = np.eye(len(Action))[Action.CALL]
    return np.where(totals > 0, found / np.where(totals > 0, totals, 1), call)


def _river_start(node: int) -> int:
    """Return the river's first decision on the way to a node of the river."""
    return int(street_shape(RIVER).nodes[place_of(node).start, 0])


@lru_cache(maxsize=_N_RIVERS_CACHED)
def _solved(options: EquilibriumOptions, start: int, board: tuple[int, ...]) -> SolvedRiver:
    stored = stored_strategy(options.strategy)

    def by_holding(node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        return _without_rare(stored.triples(node, board), options.cut)

    return solve_river(start, board, by_holding)
