"""Styles of play and versions of Loki-1 as data: how good a hand must be, and which parts of the rules are on.

The papers name the styles and say what they mean: tight and loose by how many hands are played to the flop, aggressive
and conservative by how often they bet and raise after it. The numbers are ours, except for the one half at which the
first paper bets.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """The thresholds of a style; the larger, the fewer hands reach them.

    Attributes
    ----------
    name
        The name it is selected by.
    enter
        Before the flop: the value that a hand must have to put in up to one more bet.
    enter_cold
        Before the flop: the value to put in more than one bet at once.
    preflop_raise
        Before the flop: the value to make the first, second and third raise; the last applies to any further raise.
    make
        After the flop: the effective hand strength to bet, to raise, to re-raise and to raise again.
    """

    name: str
    enter: float
    enter_cold: float
    preflop_raise: tuple[float, ...]
    make: tuple[float, ...]

    def to_raise_preflop(self, n_raises: int) -> float:
        """Return the value needed to raise before the flop after a number of raises."""
        return self.preflop_raise[min(n_raises, len(self.preflop_raise) - 1)]

    def to_enter(self, bets_to_call: float) -> float:
        """Return the value needed to call a number of bets before the flop."""
        return self.enter if bets_to_call <= 1 else self.enter_cold

    def to_make(self, n_bets: int) -> float:
        """Return the strength needed to make the next bet after the flop, after a number of bets."""
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
"""The styles by name."""
MODERATE = STYLES["moderate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """Which parts of Loki-1 are on; nothing else differs between versions.

    Attributes
    ----------
    name
        The name it is selected by.
    weighted
        Whether opponents' holdings are weighted by income rates; otherwise all are equally likely.
    full_preflop
        Whether play before the flop depends on the number of opponents, who has acted and the raises; otherwise on the
        income rate against nine alone.
    potential
        Whether potential counts: in effective hand strength, and for calls by pot odds.
    reweighting
        Whether each opponent has a weight table of their own that each of their actions changes.
    showdown_odds
        Whether a call may be made by the price of reaching the showdown.
    semi_bluffs
        Whether a hand that is behind bets if its potential alone pays for the bet.
    """

    name: str
    weighted: bool = True
    full_preflop: bool = True
    potential: bool = True
    reweighting: bool = False
    showdown_odds: bool = False
    semi_bluffs: bool = False


STANDARD = Version(name="standard", reweighting=True, showdown_odds=True, semi_bluffs=True)
"""The program that the second paper starts from."""

VERSIONS = {
    version.name: version
    for version in (
        STANDARD,
        Version(name="A"),
        Version(name="B", weighted=False),
        Version(name="C", full_preflop=False),
        Version(name="D", potential=False),
        Version(name="E", weighted=False, full_preflop=False, potential=False),
    )
}
"""The versions by name; A to E are the five of the first paper's Figure 1."""
