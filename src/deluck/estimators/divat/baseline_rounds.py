"""One round of heads-up betting, node by node, and the baseline's way from any node to the round's end.

P1 is the big blind and acts first after the flop; P2 is the small blind and acts first before it. Money is in small
bets. The betting is that of the engine: a node is a hand whose rounds before were checked through.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from deluck.errors import BaselineError
from deluck.estimators.divat.policy import (
    BET_SIZES,
    MOST_BETS,
    N_STREETS,
    PREFLOP,
    STANDARD,
    Ranks,
    Settings,
    baseline_action,
)
from deluck.games import (
    ACTION_LETTERS,
    STREET_NAMES,
    Action,
    Forced,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    IllegalAction,
    name_action,
)

_NO_CARDS = HoldemDeal(((None, None), (None, None)))
_NO_CAP = 1 << 32


@dataclass(frozen=True, slots=True)
class RoundNode:
    """A node of a round of betting: what has been put in, how many bets were made, whose turn it is.

    Attributes
    ----------
    street
        0 before the flop … 3 on the river.
    state
        The hand as it stands; not to be changed.
    opening, small_bet
        The chips of the pot when the round began, and of a small bet.
    most_bets
        How many bets the rules allow in a round, or None for no end.
    """

    street: int
    state: HoldemState
    opening: int
    small_bet: int
    most_bets: int | None = MOST_BETS

    @property
    def actor(self) -> int | None:
        """Whose turn it is: 0 for P1, 1 for P2, None when the round is over."""
        return self.state.actor if self.state.street == self.street else None

    @property
    def folder(self) -> int | None:
        """Who folded, or None."""
        return self.state.folded.index(True) if any(self.state.folded) else None

    @property
    def n_bets(self) -> int:
        """Bets made in the round; before the flop the big blind is the first."""
        made = sum(move.street == self.street and move.action is Action.RAISE for move in self.state.history)
        return made + (self.street == PREFLOP)

    @property
    def n_acted(self) -> int:
        """Decisions made in the round."""
        return sum(move.street == self.street for move in self.state.history)

    @property
    def pot(self) -> Fraction:
        """All that has been put in, before and during the round, a bet that nobody called among it."""
        return Fraction(self.opening + sum(move.paid for move in self.state.history), self.small_bet)

    @property
    def to_call(self) -> Fraction:
        """What the actor has to put in to stay."""
        return Fraction(self.state.to_call if self.actor is not None else 0, self.small_bet)

    @property
    def can_raise(self) -> bool:
        """Whether the rules let the actor bet or raise."""
        return self.actor is not None and self.state.can_act(Action.RAISE)

    @property
    def folded_value(self) -> Fraction:
        """What P1 wins net when the round ended in a fold: what the folder put in, before and during the round."""
        if self.folder is None:
            raise BaselineError("nobody folded in this round")
        lost = Fraction(self.state.contributions[self.folder], self.small_bet)
        return -lost if self.folder == 0 else lost

    def after(self, action: Action) -> "RoundNode":
        """Return the node after the actor's action.

        Raises
        ------
        BaselineError
            If the round is over, nobody has bet and the action is a fold, or no more raises are allowed.
        """
        if self.actor is None:
            raise BaselineError(f"{action.label} after the round is over")
        state = self.state.copy()
        try:
            state.act(action)
        except IllegalAction:
            if action is Action.RAISE:
                raise BaselineError(f"bet {self.n_bets + 1} of a round (expected at most {self.most_bets})") from None
            raise BaselineError("a fold with nothing to call (expected check or bet)") from None
        return replace(self, state=state)

    def letter(self, action: Action) -> str:
        """Return the actor's action in DIVAT's notation: lower case for P1, upper case for P2."""
        state = self.state
        named = name_action(action, to_call=state.to_call, n_raises=state.n_raises, street=self.street)
        return ACTION_LETTERS[named].upper() if self.actor == 1 else ACTION_LETTERS[named]


def round_start(street: int, pot: Fraction | int = 0, *, most_bets: int | None = MOST_BETS) -> RoundNode:
    """Return the first node of a round.

    Parameters
    ----------
    street
        0 before the flop … 3 on the river.
    pot
        What is in the pot, half from each player, in small bets; before the flop the antes (blinds of half and one
        small bet are put in by the round itself).
    most_bets
        How many bets the rules allow in a round, or None for no end.
    """
    if street not in range(N_STREETS):
        raise BaselineError(f"street {street} (expected 0 to 3)")
    if street == PREFLOP and pot < 0:
        raise BaselineError(f"antes of {pot} small bets (expected 0 or more)")
    if street != PREFLOP and pot <= 0:
        raise BaselineError(f"a pot of {pot} small bets on the {STREET_NAMES[street]} (expected more)")
    half = Fraction(pot) / 2
    small_bet = 2 * half.denominator
    cap = _NO_CAP if most_bets is None else most_bets
    rules = HoldemRules(
        n_seats=2,
        small_blind=small_bet // 2,
        big_blind=small_bet,
        bet_sizes=tuple(small_bet * size for size in BET_SIZES),
        max_raises=(max(cap - 1, 0), cap, cap, cap),
    )
    blinds = (0, 0) if street else rules.forced.blinds
    dead = int(half * small_bet)
    state = HoldemState(rules, _NO_CARDS, forced=Forced(blinds, (0, 0), (dead, dead)))
    while state.street < street:
        state.act(Action.CALL)
    return RoundNode(street, state, state.pot, small_bet, most_bets)


def baseline_actions(
    node: RoundNode, ranks: tuple[Ranks, Ranks], settings: Settings = STANDARD
) -> tuple[tuple[Action, ...], RoundNode]:
    """Return the baseline's actions from a node to the end of the round, and the node they end in.

    Parameters
    ----------
    node
        Any node of a round, on the baseline's path or off it.
    ranks
        P1's and P2's ranks on the round's street.
    settings
        The thresholds both play by.
    """
    actions = []
    while node.actor is not None:
        action = baseline_action(
            settings, node.street, ranks[node.actor], node.n_bets, node.to_call, node.pot, can_raise=node.can_raise
        )
        actions.append(action)
        node = node.after(action)
    return tuple(actions), node


def format_round(node: RoundNode, actions: tuple[Action, ...]) -> str:
    """Return actions from a node on in DIVAT's notation, such as ``bRc``; before the flop after the blinds ``Sl``."""
    letters = ["Sl" if node.street == PREFLOP and not node.n_acted else ""]
    for index, action in enumerate(actions, 1):
        letters.append(node.letter(action))
        node = node.after(action) if index < len(actions) else node
    return "".join(letters)
