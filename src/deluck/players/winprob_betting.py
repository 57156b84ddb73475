"""After the flop: raise with the best hand, call at good odds, else check or fold.

References
----------
Nasser, Poker bot project, section 3, Post-flop decision making.
"""

from dataclasses import dataclass

from deluck.games import Action, HoldemRules, View

_ROUNDING = 1e-9  # a board that everybody plays is worth exactly one share, and rounding must not decide it


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the chance to win is held against.

    Attributes
    ----------
    to_raise
        One over the players in the hand: above it ours is taken for the best.
    to_call
        What calling is expected to cost in this round, over the pot expected at its end (beta).
    """

    to_raise: float
    to_call: float


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
    """Return the action for a chance to win, and why."""
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
