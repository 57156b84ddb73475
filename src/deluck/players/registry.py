"""The players that can be asked for by name, and how a name with options becomes a player.

A player is written ``name`` or ``name:option=value,option=value``; where there is one option, ``name:value`` will do.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from deluck.beliefs.stud import parse_policy
from deluck.errors import DeluckError, PlayerError
from deluck.games import Player
from deluck.players.always_call import AlwaysCall
from deluck.players.always_fold import AlwaysFold
from deluck.players.always_raise import AlwaysRaise
from deluck.players.baseline_player import Baseline
from deluck.players.loki1 import Loki1
from deluck.players.loki2 import make_loki2
from deluck.players.random_player import Random, parse_sizes
from deluck.players.scripted import Scripted
from deluck.players.sizes import RaiseSize
from deluck.players.stud import StudBetInferring, StudCardsOnly
from deluck.players.winprob import WinProb


class Option(NamedTuple):
    """One setting of a player: its name on the command line, the argument it becomes, and how its text is read."""

    name: str
    argument: str
    read: Callable[[str], object]
    sample: str
    """A value as it would be written; the default, where there is a sensible one."""


class PlayerKind(NamedTuple):
    """A player that can be asked for by name."""

    name: str
    summary: str
    """What it does, in one line."""
    make: Callable[..., Player]
    options: tuple[Option, ...] = ()

    @property
    def usage(self) -> str:
        """The name with every option, as it can be written: ``random:fold=1/3,call=1/3,raise=1/3``."""
        written = ",".join(f"{option.name}={option.sample}" for option in self.options)
        return f"{self.name}:{written}" if written else self.name


def _probability(text: str) -> float:
    numerator, slash, denominator = text.partition("/")
    return float(numerator) / float(denominator) if slash else float(text)


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


_KINDS = (
    PlayerKind("always-call", "checks and calls, never folds, never raises", AlwaysCall),
    PlayerKind(
        "always-raise",
        "bets and raises while it may, then calls; no-limit and pot-limit: by min, half, pot, 0.75pot or all-in",
        AlwaysRaise,
        (Option("size", "size", RaiseSize.parse, "pot"),),
    ),
    PlayerKind("always-fold", "folds to any bet, checks when it is free", AlwaysFold),
    PlayerKind(
        "random",
        "folds, calls and raises with fixed probabilities, scaled to what is legal",
        Random,
        (
            Option("fold", "fold", _probability, "1/3"),
            Option("call", "call", _probability, "1/3"),
            Option("raise", "raise_", _probability, "1/3"),
            Option("sizes", "sizes", parse_sizes, "min/half/pot/all-in"),
        ),
    ),
    PlayerKind(
        "baseline",
        "DIVAT's baseline: bets its hand rank honestly; a folding and a betting style; hold'em for two",
        Baseline,
        (Option("style", "style", str, "moderate/moderate"),),
    ),
    PlayerKind(
        "scripted",
        "plays its letters (f, c, r) in order in every hand, then checks and calls; for tests",
        Scripted,
        (Option("actions", "actions", str, "crcf"),),
    ),
    PlayerKind(
        "loki1",
        "weighs what opponents may hold and bets by effective hand strength and pot odds",
        Loki1,
        (
            Option("version", "version", str, "standard"),
            Option("style", "style", str, "moderate"),
        ),
    ),
    PlayerKind(
        "loki2",
        "bets and reads opponents by probability triples (B, R) and simulates what each action is worth (S)",
        make_loki2,
        (
            Option("use", "use", str, "BRS"),
            Option("sim", "sim", int, "500"),
            Option("seconds", "seconds", float, "1"),
            Option("level", "level", _probability, "0.05"),
            Option("preflop", "preflop", _yes_or_no, "no"),
            Option("style", "style", str, "moderate"),
            Option("floor", "floor", _probability, "0.2"),
        ),
    ),
    PlayerKind(
        "winprob",
        "bets by its chance to win against the holdings that opponents showed down before; hold'em",
        WinProb,
        (
            Option("exact", "exact", _yes_or_no, "no"),
            Option("memory", "memory", int, "300"),
            Option("prior", "prior", str, "uniform"),
            Option("cells", "cells", int, "169"),
        ),
    ),
    PlayerKind(
        "stud-bet-inferring",
        "stud: infers down cards from bets, and bets by its chance to win",
        StudBetInferring,
        (Option("policy", "policy", parse_policy, "default"), Option("model", "model", parse_policy, "default")),
    ),
    PlayerKind(
        "stud-cards-only",
        "stud: the same, judging the others by the cards seen alone",
        StudCardsOnly,
        (Option("policy", "policy", parse_policy, "default"),),
    ),
)
PLAYERS: Mapping[str, PlayerKind] = {kind.name: kind for kind in _KINDS}


def make_player(spec: str) -> Player:
    """Return the player that a name with options asks for: ``random:fold=0.1,call=0.6,raise=0.3``.

    Raises
    ------
    PlayerError
        If there is no such player or option, or a value is not what the option takes.
    """
    name, colon, written = spec.partition(":")
    kind = PLAYERS.get(name)
    if kind is None:
        raise PlayerError(f"no player {name!r} (expected one of: {', '.join(PLAYERS)})")
    if colon and not kind.options:
        raise PlayerError(f"{name} has no options: {spec!r} (expected {name!r})")
    return kind.make(**_read_options(kind, written))


def _read_options(kind: PlayerKind, written: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for piece in written.split(",") if written else ():
        name, equals, text = piece.partition("=")
        if not equals and len(kind.options) == 1:
            name, text = kind.options[0].name, piece
        option = next((option for option in kind.options if option.name == name), None)
        if option is None:
            known = ", ".join(f"{option.name}=" for option in kind.options)
            raise PlayerError(f"{kind.name} has no option {piece!r} (expected {known})")
        if option.argument in values:
            raise PlayerError(f"{kind.name} is given {name}= twice (expected it once)")
        try:
            values[option.argument] = option.read(text)
        except DeluckError as error:  # it says itself what was expected
            raise PlayerError(f"{kind.name} cannot take {piece!r}: {error}") from None
        except (ValueError, LookupError, ZeroDivisionError):
            raise PlayerError(f"{kind.name} cannot take {piece!r} (expected e.g. {kind.usage})") from None
    return values
