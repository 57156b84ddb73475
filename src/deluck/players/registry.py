"""The players that can be selected by name, and how they are made.

A specification is ``name``, or ``name:option=value,option=value``; where there is one option, ``name:value`` will do.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from deluck.errors import PlayerError
from deluck.games import Player
from deluck.plain_text import choices, shown_name
from deluck.players.adaptive import AdaptiveOptions, make_adaptive
from deluck.players.baseline import Baseline, BaselineOptions
from deluck.players.baseline_nl import BaselineNoLimit
from deluck.players.equilibrium import Equilibrium, EquilibriumOptions
from deluck.players.loki1 import Loki1, Loki1Options
from deluck.players.loki2 import Loki2Options, make_loki2
from deluck.players.options import Options
from deluck.players.simple import (
    AlwaysCall,
    AlwaysFold,
    AlwaysRaise,
    AlwaysRaiseOptions,
    Random,
    RandomOptions,
    Scripted,
    ScriptedOptions,
)
from deluck.players.stud import StudBetInferring, StudBetInferringOptions, StudCardsOnly, StudCardsOnlyOptions
from deluck.players.winprob import WinProb, WinProbOptions


class PlayerKind(NamedTuple):
    """A player that can be selected by name.

    Attributes
    ----------
    name
        The name.
    summary
        What it does, in one line.
    make
        Returns the player: takes the options, if it has any, and optionally its ``name``.
    options
        The type of its options; `Options` itself if it has none.
    """

    name: str
    summary: str
    make: Callable[..., Player]
    options: type[Options] = Options

    @property
    def usage(self) -> str:
        """The name with every option, as it can be written: ``random:fold=1/3,call=1/3,raise=1/3``."""
        written = ",".join(f"{option.name}={option.sample}" for option in self.options.listed())
        return f"{self.name}:{written}" if written else self.name


_KINDS = (
    PlayerKind("always-call", "checks and calls, never folds, never raises", AlwaysCall),
    PlayerKind("always-raise", "bets and raises while it may, then calls", AlwaysRaise, AlwaysRaiseOptions),
    PlayerKind("always-fold", "folds to any bet, checks when it is free", AlwaysFold),
    PlayerKind(
        "random", "folds, calls and raises with fixed probabilities, scaled to what is legal", Random, RandomOptions
    ),
    PlayerKind(
        "baseline", "DIVAT's baseline: bets its hand rank honestly; heads-up limit hold'em", Baseline, BaselineOptions
    ),
    PlayerKind(
        "baseline-nl",
        "the baseline of no-limit DIVAT: bets its hand rank honestly; no-limit and pot-limit hold'em",
        BaselineNoLimit,
    ),
    PlayerKind(
        "equilibrium",
        "plays a strategy trained against itself that is hard to exploit; heads-up limit hold'em",
        Equilibrium,
        EquilibriumOptions,
    ),
    PlayerKind(
        "scripted", "plays a fixed sequence of actions in every hand, then checks and calls", Scripted, ScriptedOptions
    ),
    PlayerKind(
        "loki1",
        "weights what opponents may hold, and bets by effective hand strength and pot odds; limit hold'em",
        Loki1,
        Loki1Options,
    ),
    PlayerKind(
        "loki2",
        "bets and models opponents by probability triples, and simulates what each action is worth; limit hold'em",
        make_loki2,
        Loki2Options,
    ),
    PlayerKind(
        "winprob",
        "bets by its chance to win against the holdings that opponents showed down before; limit hold'em",
        WinProb,
        WinProbOptions,
    ),
    PlayerKind(
        "adaptive",
        "learns how its opponent acts, and takes the action worth most against that; heads-up limit hold'em",
        make_adaptive,
        AdaptiveOptions,
    ),
    PlayerKind(
        "stud-bet-inferring",
        "infers down cards from bets, and bets by its chance to win; seven-card stud",
        StudBetInferring,
        StudBetInferringOptions,
    ),
    PlayerKind(
        "stud-cards-only",
        "judges the others by the cards seen alone, and bets by its chance to win; seven-card stud",
        StudCardsOnly,
        StudCardsOnlyOptions,
    ),
)
PLAYERS: Mapping[str, PlayerKind] = {kind.name: kind for kind in _KINDS}
"""Every player by its name."""


def make_player(spec: str, *, name: str = "") -> Player:
    """Return the player of a specification: a name with options, such as ``random:fold=0.1,call=0.6,raise=0.3``.

    Parameters
    ----------
    spec
        The name, and options after a colon.
    name
        The name that logs and tables print; by default the player's own.

    Raises
    ------
    PlayerError
        If there is no such player or option, or a value is not what the option expects.
    """
    kind_name, colon, written = spec.partition(":")
    kind = PLAYERS.get(kind_name)
    if kind is None:
        raise PlayerError(f"no player {shown_name(kind_name)!r} ({choices(kind_name, list(PLAYERS))})")
    settings: dict[str, Any] = {"name": name} if name else {}
    if not kind.options.listed():
        if colon:
            raise PlayerError(f"{kind_name} has no options: {spec!r} (expected {kind_name!r})")
        return kind.make(**settings)
    return kind.make(kind.options.parse(written, kind_name), **settings)
