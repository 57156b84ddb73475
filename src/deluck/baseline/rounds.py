"""One round of heads-up betting, node by node, and the baseline's way from any node to the round's end.

P1 is the big blind and acts first after the flop; P2 is the small blind and acts first before it. Money is in small
bets.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from deluck.baseline.errors import BaselineError
from deluck.baseline.policy import BET_SIZES, MOST_BETS, N_STREETS, PREFLOP, STANDARD, Ranks, Settings, baseline_action
from deluck.games import Action

SMALL_BLIND, BIG_BLIND = Fraction(1, 2), Fraction(1)


@dataclass(frozen=True, slots=True)
class RoundNode:
    """A node of a round of betting: what has been put in, how many bets were made, whose turn it is.

    Attributes
    ----------
    street
        0 before the flop … 3 on the river.
    before
        What each player had put in before this round.
    put_in
        What P1 and P2 have put in during this round.
    n_bets
        Bets made in the round; before the flop the big blind is the first.
    actor
        0 for P1, 1 for P2, None when the round is over.
    n_acted
        Decisions made in the round.
    folder
        Who folded, or None.
    most_bets
        How many bets the rules allow in a round, or None for no end.
    """

    street: int
    before: Fraction
    put_in: tuple[Fraction, Fraction]
    n_bets: int
    actor: int | None
    n_acted: int = 0
    folder: int | None = None
    most_bets: int | None = MOST_BETS

    @property
    def pot(self) -> Fraction:
        """All that has been put in, before and during the round."""
        return 2 * self.before + sum(self.put_in)

    @property
    def to_call(self) -> Fraction:
        """What the actor has to put in to stay."""
        if self.actor is None:
            return Fraction(0)
        return max(self.put_in) - self.put_in[self.actor]

    @property
    def can_raise(self) -> bool:
        """Whether the rules let the actor bet or raise."""
        return self.actor is not None and (self.most_bets is None or self.n_bets < self.most_bets)

    @property
    def folded_value(self) -> Fraction:
        """What P1 wins net when the round ended in a fold: what the folder put in, before and during the round."""
        if self.folder is None:
            raise BaselineError("nobody folded in this round")
        lost = self.before + self.put_in[self.folder]
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
        if action is Action.FOLD:
            if not self.to_call:
                raise BaselineError("a fold with nothing to call (expected check or bet)")
            return replace(self, actor=None, folder=self.actor, n_acted=self.n_acted + 1)
        if action is Action.RAISE:
            if not self.can_raise:
                raise BaselineError(f"bet {self.n_bets + 1} of a round (expected at most {self.most_bets})")
            level = max(self.put_in) + BET_SIZES[self.street]
            return self._next(level, n_bets=self.n_bets + 1, is_over=False)
        # A call ends the round, and so does the second check; the small blind's call and the first check do not.
        return self._next(max(self.put_in), n_bets=self.n_bets, is_over=self.n_acted > 0)

    def _next(self, level: Fraction, *, n_bets: int, is_over: bool) -> "RoundNode":
        put_in = (level, self.put_in[1]) if self.actor == 0 else (self.put_in[0], level)
        assert self.actor is not None
        actor = None if is_over else 1 - self.actor
        return replace(self, put_in=put_in, n_bets=n_bets, actor=actor, n_acted=self.n_acted + 1)

    def letter(self, action: Action) -> str:
        """Return the actor's action in DIVAT's notation: lower case for P1, upper case for P2."""
        if action is Action.FOLD:
            letter = "f"
        elif action is Action.CALL:
            letter = "c" if self.to_call else "k"
        else:
            letter = "r" if self.n_bets else "b"
        return letter.upper() if self.actor == 1 else letter


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
    if street == PREFLOP:
        if pot < 0:
            raise BaselineError(f"antes of {pot} small bets (expected 0 or more)")
        before = Fraction(pot) / 2
        return RoundNode(PREFLOP, before, (BIG_BLIND, SMALL_BLIND), n_bets=1, actor=1, most_bets=most_bets)
    if pot <= 0:
        raise BaselineError(f"a pot of {pot} small bets on the {('', 'flop', 'turn', 'river')[street]} (expected more)")
    return RoundNode(street, Fraction(pot) / 2, (Fraction(0), Fraction(0)), n_bets=0, actor=0, most_bets=most_bets)


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
    for action in actions:
        letters.append(node.letter(action))
        node = node.after(action)
    return "".join(letters)
