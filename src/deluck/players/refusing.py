"""How a player that knows one game refuses a table of another: before it sits down, with the game it expects."""

from deluck.errors import PlayerError
from deluck.games import HoldemRules, Rules, StudRules


def limit_holdem_only(name: str, rules: Rules) -> HoldemRules:
    """Return the rules if they are those of limit hold'em; raise PlayerError otherwise."""
    if not isinstance(rules, HoldemRules):
        raise PlayerError(f"{name} cannot play seven-card stud (expected limit hold'em)")
    if not rules.is_limit:
        raise PlayerError(f"{name} cannot play {rules.structure} hold'em (expected limit hold'em)")
    return rules


def stud_only(name: str, rules: Rules) -> StudRules:
    """Return the rules if they are stud's; raise PlayerError otherwise."""
    if not isinstance(rules, StudRules):
        raise PlayerError(f"{name} cannot play hold'em (expected seven-card stud)")
    return rules
