"""The betting of hands as a tree: a node for each sequence of actions, made by the engine once and shared by all hands.

Most sequences of actions come again and again, hand after hand: heads-up limit hold'em has 16,584 in all. What the
engine in `betting_kernels` returned for one is stored, ready for the views of seats, and the next hand that comes there
finds it. Nothing is computed here.
"""

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from deluck.errors import RulesError
from deluck.games import betting_kernels as engine
from deluck.games.actions import Action, Move
from deluck.games.pots import Pot, pots_of
from deluck.games.rules import Forced, HoldemRules, Rules, Structure, StudRules

Standing = tuple[int, int, int, int, int, int, int, int, int, int]
"""What the engine returns: the bet a raise made, the chips put in, then what stands (see `act_holdem`)."""

ChipsBySeat = tuple[tuple[int, ...] | None, tuple[int, ...], tuple[int, ...]]
"""What each seat has behind (None if it cannot run out), has put in, and has put in on this street as bets."""

LEGAL = tuple(tuple(action for action in Action if bits >> action & 1) for bits in range(8))
MOST_STORED = 20_000
"""How many nodes are stored for later hands, over all games, some 30 MB; heads-up limit hold'em has 16,584."""
_STRUCTURES = (Structure.FIXED_LIMIT, Structure.POT_LIMIT, Structure.NO_LIMIT)
# the chips of the seats that play lie in rows of ten: behind, bets, paid; as tuples at once, in half the time of lists
_CHIPS_OF = [
    Struct(f"{n_seats}q{pad}x{n_seats}q{pad}x{n_seats}q")
    for n_seats, pad in ((n_seats, 8 * (engine.MOST_SEATS - n_seats)) for n_seats in range(engine.MOST_SEATS + 1))
]


class BettingNode:
    """The betting of a hand after a sequence of actions: a node of the tree of all that can happen.

    A node never changes, and hands that begin alike share theirs: the engine plays a sequence of actions once, however
    many hands go through it.

    Attributes
    ----------
    actor
        The seat to act, or None.
    history, pot, to_call, stacks, contributions, bets, legal_actions
        As in the `View` of the actor.
    min_raise_to, max_raise_to, folded, street, n_raises
        As in the `View` of the actor.
    chips
        The engine's state.
    after
        The nodes that hands have gone on to from here, by action and amount; None where one hand did so far. Of a node
        that is not stored itself nothing is stored, and this is the empty `UNSTORED`.
    """

    __slots__ = (
        "_pots",
        "actor",
        "after",
        "bets",
        "chips",
        "contributions",
        "folded",
        "history",
        "legal_actions",
        "max_raise_to",
        "min_raise_to",
        "n_raises",
        "pot",
        "stacks",
        "street",
        "to_call",
    )

    def __init__(
        self,
        chips: NDArray[np.int64],
        standing: Standing,
        history: tuple[Move, ...],
        folded: tuple[bool, ...],
        by_seat: ChipsBySeat | None = None,
    ) -> None:
        (
            _,
            _,
            actor,
            self.street,
            self.to_call,
            self.pot,
            self.n_raises,
            legal,
            self.min_raise_to,
            self.max_raise_to,
        ) = standing
        self.actor: int | None = actor if actor >= 0 else None
        self.legal_actions = LEGAL[legal]
        self.stacks, self.contributions, self.bets = by_seat or _by_seat(chips, len(folded))
        self.history = history
        self.folded = folded
        self.chips = chips
        self.after: dict[object, BettingNode | None] = UNSTORED
        self._pots: tuple[Pot, ...] | None = None

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        # copied and pickled without the nodes after it
        return None, {name: getattr(self, name) for name in self.__slots__ if name != "after"} | {"after": {}}

    @property
    def n_live(self) -> int:
        """How many seats have not folded."""
        return self.folded.count(False)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots."""
        if self._pots is None:
            self._pots = pots_of(self.chips)
        return self._pots

    def store(self, key: object, node: "BettingNode") -> None:
        """Store the node after an action for hands to come, if it is the second hand that goes there.

        Sequences of actions that do not come again cost no memory. When there are too many, all are forgotten.
        """
        if self.after is UNSTORED:
            return
        with _storing:
            if len(_parents) >= MOST_STORED:
                for parent in _parents:
                    parent.after.clear()
                _parents.clear()
            if key in self.after:
                self.after[key] = node
                node.after = {}
            else:
                self.after[key] = None
                _parents.append(self)


UNSTORED: dict[object, BettingNode | None] = {}  # stays empty
_storing = Lock()
_parents: list[BettingNode] = []  # one for each entry of an `after`


def _by_seat(chips: NDArray[np.int64], n_seats: int) -> ChipsBySeat:
    """Return the chips that each seat has behind, has put in, and has put in on this street as bets."""
    found = _CHIPS_OF[n_seats].unpack_from(chips, engine.BEHIND * chips.itemsize)  # type: ignore[arg-type]
    return found[:n_seats] if chips[engine.HAS_STACKS] else None, found[2 * n_seats :], found[n_seats : 2 * n_seats]


def template_of(rules: Rules) -> NDArray[np.int64]:
    """Return the engine's state of a hand by these rules before stacks are set and anything is posted."""
    return _template_of(rules).copy()


@lru_cache(maxsize=256)
def _template_of(rules: Rules) -> NDArray[np.int64]:
    chips = np.zeros(engine.STATE_SIZE, dtype=np.int64)
    n_streets = len(rules.street_names)
    chips[engine.N_SEATS] = chips[engine.N_LIVE] = rules.n_seats
    chips[engine.STRUCTURE] = _STRUCTURES.index(rules.structure)
    chips[engine.N_STREETS] = n_streets
    chips[engine.MAY_FOLD_UNBET] = rules.may_fold_unbet
    chips[engine.NO_CAP_HEADS_UP] = rules.no_cap_heads_up
    chips[engine.ACTOR] = -1
    sizes: tuple[int, ...] = rules.bet_sizes
    caps: tuple[int, ...] = rules.max_raises
    if isinstance(rules, HoldemRules):
        chips[engine.FULL_BLIND] = rules.big_blind if rules.short_blind_is_full else 0
        if not rules.is_limit:
            sizes, caps = (rules.min_bet or rules.big_blind,) * n_streets, (engine.UNLIMITED,) * n_streets
    else:
        chips[engine.BRING_IN] = rules.bring_in
        chips[engine.MAY_COMPLETE] = rules.bring_in_may_complete
    chips[engine.BET_SIZES : engine.BET_SIZES + n_streets] = sizes
    chips[engine.CAPS : engine.CAPS + n_streets] = caps
    return chips


def forced_of(forced: Forced) -> NDArray[np.int64]:
    """Return forced bets as the engine takes them, int64[3, 10]."""
    array = np.zeros((3, engine.MOST_SEATS), dtype=np.int64)
    array[:, : len(forced.blinds)] = forced
    return array


def seated(rules: Rules, stacks: Sequence[int] | None) -> NDArray[np.int64]:
    """Return the engine's state with the seats' stacks, or with chips that do not run out.

    Raises
    ------
    RulesError
        If there is not a positive number of chips for each seat, or none at all where the structure needs them.
    """
    chips = template_of(rules)
    n_seats = rules.n_seats
    if stacks is None:
        if rules.no_cap_heads_up or not rules.is_limit:
            game = "no_cap_heads_up" if rules.is_limit else rules.structure
            raise RulesError(f"{game} without stacks (expected stacks, or two raisers never stop)")
        chips[engine.BEHIND : engine.BEHIND + n_seats] = engine.UNLIMITED
    else:
        if len(stacks) != n_seats or min(stacks) < 1 or max(stacks) > engine.UNLIMITED // 16:
            raise RulesError(f"stacks {tuple(stacks)} (expected {n_seats} positive numbers of chips)")
        chips[engine.HAS_STACKS] = 1
        chips[engine.BEHIND : engine.BEHIND + n_seats] = stacks
    return chips


@lru_cache(maxsize=1024)
def opened_holdem(rules: HoldemRules, stacks: tuple[int, ...] | None, forced: Forced | None) -> BettingNode:
    """Return the first node of a hand of hold'em: its forced bets are posted."""
    if forced is not None:
        forced.check(rules.n_seats)
    chips = seated(rules, stacks)
    standing = engine.start_holdem(chips, forced_of(forced or rules.forced))
    return _root(chips, standing, rules.n_seats)


@lru_cache(maxsize=1024)
def opened_stud(rules: StudRules, stacks: tuple[int, ...] | None) -> BettingNode:
    """Return the first node of a hand of stud: its antes are posted, no street is open yet."""
    chips = seated(rules, stacks)
    engine.post_antes(chips, rules.ante)
    return _root(chips, engine.close_street(chips), rules.n_seats)


def _root(chips: NDArray[np.int64], standing: Standing, n_seats: int) -> BettingNode:
    node = BettingNode(chips, standing, (), (False,) * n_seats)
    node.after = {}
    return node
