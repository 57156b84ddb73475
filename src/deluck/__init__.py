"""deluck takes the luck out of poker results.

The names below are fetched when first used, so that importing deluck is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from deluck.version import __version__ as __version__

if TYPE_CHECKING:
    from deluck.arena import play
    from deluck.cards import format_cards, format_range, parse_cards, parse_range
    from deluck.errors import DeluckError
    from deluck.evaluator import describe, strength, strengths
    from deluck.library import assess, assess_all, compare, plan, read
    from deluck.metrics import all_in_equity, hand_metrics, hand_ranks

_HOMES = {
    "DeluckError": "deluck.errors",
    "all_in_equity": "deluck.metrics",
    "assess": "deluck.library",
    "assess_all": "deluck.library",
    "compare": "deluck.library",
    "describe": "deluck.evaluator",
    "format_cards": "deluck.cards",
    "format_range": "deluck.cards",
    "hand_metrics": "deluck.metrics",
    "hand_ranks": "deluck.metrics",
    "parse_cards": "deluck.cards",
    "parse_range": "deluck.cards",
    "plan": "deluck.library",
    "play": "deluck.arena",
    "read": "deluck.library",
    "strength": "deluck.evaluator",
    "strengths": "deluck.evaluator",
}

__all__ = [
    "DeluckError",
    "all_in_equity",
    "assess",
    "assess_all",
    "compare",
    "describe",
    "format_cards",
    "format_range",
    "hand_metrics",
    "hand_ranks",
    "parse_cards",
    "parse_range",
    "plan",
    "play",
    "read",
    "strength",
    "strengths",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'deluck' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
