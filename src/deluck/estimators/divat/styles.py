"""Styles of the baseline: nine ways to fold, nine ways to bet, and sweeps over them that smooth an assessment.

The middle styles are the standard ones. The paper gives no numbers for the others, but says how far a step moves the
turn's frequencies; `calibration` finds the two steps below by that, in a scenario written down there.

- A step of folding style adds `FOLD_STEP` to the fold offset of every street.
- A step of betting style takes the share `BET_STEP` from the room above every Make threshold: hands worth the first,
second,
  third and fourth bet all become rarer in the same proportion, and thresholds stay in order and below 1.

References
----------
Billings and Kan, A tool for the direct assessment of poker decisions, sections 3.5 and 4.5, Figure 11.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from deluck.errors import BaselineError
from deluck.estimators.divat.policy import N_STREETS, STANDARD, Settings, StreetSettings

MIDDLE = "moderate"
FOLDING_STYLES = (
    "very-loose",
    "looser",
    "loose",
    "slightly-loose",
    MIDDLE,
    "slightly-tight",
    "tight",
    "tighter",
    "very-tight",
)
"""From folding least to folding most."""
BETTING_STYLES = (
    "very-aggressive",
    "more-aggressive",
    "aggressive",
    "slightly-aggressive",
    MIDDLE,
    "slightly-conservative",
    "conservative",
    "more-conservative",
    "very-conservative",
)
"""From betting most to betting least."""
FOLD_STEP = Fraction("0.042")
"""What a step towards tight adds to every fold offset."""
BET_STEP = Fraction("0.163")
"""The share of the room above a Make threshold that a step towards conservative takes away."""
SWEEP_WEIGHTS = {"equal": (1, 1, 1, 1, 1), "triangular": (1, 2, 3, 2, 1), "binomial": (1, 4, 6, 4, 1)}
"""The weights of the five runs of a sweep that the paper names."""

_MIDDLE_PLACE = len(FOLDING_STYLES) // 2


@cache
def styled_settings(
    folding: str = MIDDLE, betting: str = MIDDLE, *, streets: tuple[int, ...] = tuple(range(N_STREETS))
) -> Settings:
    """Return the settings of a folding and a betting style.

    Parameters
    ----------
    folding
        One of `FOLDING_STYLES`.
    betting
        One of `BETTING_STYLES`.
    streets
        The streets, 0 before the flop … 3 on the river, that play by the style; the others play by the standard.

    Raises
    ------
    BaselineError
        If there is no such style or street.
    """
    tightness = _steps(folding, FOLDING_STYLES, "folding")
    restraint = _steps(betting, BETTING_STYLES, "betting")
    unknown = [street for street in streets if street not in range(N_STREETS)]
    if unknown:
        raise BaselineError(f"street {unknown[0]} (expected 0 to 3)")
    first, second, third, fourth = (
        _shifted(chosen, tightness, restraint) if street in streets else chosen
        for street, chosen in enumerate(STANDARD.streets)
    )
    return Settings((first, second, third, fourth))


def parse_style(text: str) -> Settings:
    """Return the settings of a style written as a folding style, a betting style, or both with a slash between.

    ``tight``, ``aggressive``, ``loose/very-aggressive``; what is not named is ``moderate``.
    """
    words = text.strip().lower().split("/")
    folding = [word for word in words if word in FOLDING_STYLES and word != MIDDLE]
    betting = [word for word in words if word in BETTING_STYLES and word != MIDDLE]
    n_known = len(folding) + len(betting) + words.count(MIDDLE)
    if n_known != len(words) or len(words) > 2 or len(folding) > 1 or len(betting) > 1:
        raise BaselineError(
            f"no style {text!r} (expected a folding style: {', '.join(FOLDING_STYLES)}; a betting style: "
            f"{', '.join(style for style in BETTING_STYLES if style != MIDDLE)}; or both, such as tight/aggressive)"
        )
    return styled_settings(*(folding or [MIDDLE]), *(betting or [MIDDLE]))


@dataclass(frozen=True, slots=True)
class Sweep:
    """Several settings to average over.

    Attributes
    ----------
    names
        The style of each run, folding and betting.
    settings
        The settings of each run.
    weights
        What each run counts for; they sum to 1.
    """

    names: tuple[str, ...]
    settings: tuple[Settings, ...]
    weights: tuple[Fraction, ...]


def style_sweep(weights: str = "equal") -> Sweep:
    """Return the normal sweep: five runs from loose and aggressive to tight and conservative.

    Parameters
    ----------
    weights
        One of `SWEEP_WEIGHTS`: ``equal`` (1-1-1-1-1), ``triangular`` (1-2-3-2-1), ``binomial`` (1-4-6-4-1).
    """
    if weights not in SWEEP_WEIGHTS:
        raise BaselineError(f"no weights {weights!r} (expected {', '.join(SWEEP_WEIGHTS)})")
    numbers = SWEEP_WEIGHTS[weights]
    ends = len(numbers) // 2
    pairs = list(zip(FOLDING_STYLES, BETTING_STYLES, strict=True))[_MIDDLE_PLACE - ends : _MIDDLE_PLACE + ends + 1]
    return Sweep(
        names=tuple(f"{folding}/{betting}" for folding, betting in pairs),
        settings=tuple(styled_settings(folding, betting) for folding, betting in pairs),
        weights=tuple(Fraction(number, sum(numbers)) for number in numbers),
    )


def _steps(style: str, styles: tuple[str, ...], kind: str) -> int:
    if style not in styles:
        raise BaselineError(f"no {kind} style {style!r} (expected {', '.join(styles)})")
    return styles.index(style) - _MIDDLE_PLACE


def _shifted(chosen: StreetSettings, tightness: int, restraint: int) -> StreetSettings:
    return shift_street(chosen, tightness * FOLD_STEP, restraint * BET_STEP)


def shift_street(chosen: StreetSettings, more_folding: Fraction, less_betting: Fraction) -> StreetSettings:
    """Return a street's thresholds with so much added to its fold offset and such a share of betting room gone."""
    first, second, third, fourth = (1 - (1 - threshold) * (1 - less_betting) for threshold in chosen.make)
    return StreetSettings(chosen.fold_offset + more_folding, (first, second, third, fourth))
