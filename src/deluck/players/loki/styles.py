"""Styles of play as data: how good a hand must be to be played, and to be bet.

The papers name the styles and say what they mean: tight and loose by how many hands are played to the flop, aggressive
and conservative by how often they bet and raise after it. The numbers are ours, but for the half at which the first
paper bets.
"""

from dataclasses import dataclass

from deluck.errors import PlayerError


@dataclass(frozen=True, slots=True)
class Style:
    """The thresholds of a style; the larger, the fewer hands reach them.

    Attributes
    ----------
    name
        As it is asked for.
    enter
        Before the flop: the value a hand must have to put in up to one more bet.
    enter_cold
        Before the flop: the value to put in more than one bet at once.
    preflop_raise
        Before the flop: the value to make the first, second and third raise; the last holds for any further.
    make
        After the flop: the effective hand strength to bet, to raise, to re-raise and to raise again.
    """

    name: str
    enter: float
    enter_cold: float
    preflop_raise: tuple[float, ...]
    make: tuple[float, ...]

    def to_raise_preflop(self, n_raises: int) -> float:
        """Return the value to raise with after so many raises before the flop."""
        return self.preflop_raise[min(n_raises, len(self.preflop_raise) - 1)]

    def to_enter(self, bets_to_call: float) -> float:
        """Return the value to call so many bets with before the flop."""
        return self.enter if bets_to_call <= 1 else self.enter_cold

    def to_make(self, n_bets: int) -> float:
        """Return the strength to make the next bet with after the flop, when so many have been made."""
        return self.make[min(n_bets, len(self.make) - 1)]


_PREFLOP_RAISE = (0.50, 0.65, 0.80)
_ENTERING = {"tight": (0.30, 0.65), "moderate": (0.20, 0.55), "loose": (0.10, 0.35)}
_BETTING = {
    "aggressive": (0.42, 0.75, 0.87, 0.93),
    "moderate": (0.50, 0.82, 0.92, 0.96),
    "conservative": (0.60, 0.88, 0.95, 0.98),
}


def _style(name: str, entering: str, betting: str) -> Style:
    return Style(name, *_ENTERING[entering], _PREFLOP_RAISE, _BETTING[betting])


STYLES = {
    "moderate": _style("moderate", "moderate", "moderate"),
    **{
        f"{entering}-{betting}": _style(f"{entering}-{betting}", entering, betting)
        for entering in ("tight", "loose")
        for betting in ("aggressive", "conservative")
    },
}
MODERATE = STYLES["moderate"]


def style_named(name: str) -> Style:
    """Return a style by its name.

    Raises
    ------
    PlayerError
        If there is none of that name.
    """
    if name not in STYLES:
        raise PlayerError(f"no style {name!r} (expected one of: {', '.join(STYLES)})")
    return STYLES[name]
