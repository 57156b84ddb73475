"""Numbers as a reader sees them: signs, thousands, intervals, and a dash where there is nothing to say."""

import math

from deluck.assessment.summary import rounded_hands

MINUS = "−"
NOTHING = "–"


def signed(value: float, decimals: int = 3) -> str:
    """Return a number with its sign and thousands: ``+1,234.5``; a dash if it is not finite."""
    if not math.isfinite(value):
        return NOTHING
    rounded = round(value, decimals)
    if rounded == 0:
        return f"{0:.{decimals}f}"
    return f"{rounded:+,.{decimals}f}".replace("-", MINUS)


def plain(value: float, decimals: int = 3) -> str:
    """Return a number without a plus sign, with thousands; a dash if it is not finite."""
    return signed(value, decimals).removeprefix("+")


def bets(value: float) -> str:
    """Return a sum of small bets, with as many decimals as its size calls for."""
    return signed(value, decimals_of(value))


def decimals_of(value: float) -> int:
    """Return how many decimals a sum of small bets is shown with: 0 from 100 up, 1 from 10 up, 2 below."""
    size = abs(value)
    return 0 if size >= 100 or not math.isfinite(value) else 1 if size >= 10 else 2


def with_error(value: float, half_width: float, decimals: int = 3) -> str:
    """Return a number and half the width of its interval: ``+0.012 ± 0.043``; ``± ∞`` from one value."""
    error = plain(half_width, decimals) if math.isfinite(half_width) else "∞"
    return f"{signed(value, decimals)} ± {error}"


def bets_with_error(value: float, half_width: float) -> str:
    """Return a sum of small bets and half the width of its interval, both with the same decimals."""
    return with_error(value, half_width, decimals_of(max(abs(value), half_width, key=_finite_first)))


def interval(low: float, high: float, decimals: int = 3) -> str:
    """Return an interval: ``−0.031 to +0.055``; a dash if it has no ends."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return NOTHING
    return f"{signed(low, decimals)} to {signed(high, decimals)}"


def times(value: float) -> str:
    """Return a ratio: ``5.5 ×``, without decimals from 100 up; a dash if it is not finite."""
    if not math.isfinite(value):
        return NOTHING
    return f"{value:,.{0 if value >= 100 else 1 if value >= 9.95 else 2}f} ×"


def about(value: float | None) -> str:
    """Return a number of hands to two digits: ``24,000``; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NOTHING
    return f"{rounded_hands(value):,}"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return so many of something: ``1 game``, ``2,000 games``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def listed(words: list[str]) -> str:
    """Return words in a row: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def _finite_first(value: float) -> float:
    return value if math.isfinite(value) else -1.0
