"""Anybody who can sit down: registered names, players of a Python file, objects with ``act``, bare functions."""

import copy
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from deluck.arena.lineups import numbered
from deluck.arena.loading import Source, load_player, source_of
from deluck.errors import ArenaError
from deluck.games import HandSummary, Player, Rules, TableViews, View
from deluck.players import make_player

Act = Callable[[View, np.random.Generator], Any]  # what an answer may be: see `answers`
Candidate = str | Player | Act | Any  # whatever `as_entrant` can make sense of

_NOT_IN_NAMES = re.compile(r"[:|\x00-\x1f\x7f]")  # the marks that part the fields of a log


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player at the table, whatever it was made from.

    Attributes
    ----------
    name
        The name in logs and tables.
    act
        The function that is asked for actions.
    hand_over
        The function that takes in finished hands, or None for a player that does not learn.
    identity
        What it is, as the log's header has it: its specification, or the type of an object.
    check_table
        The function that refuses games it cannot play, or None for a player that sits down anywhere.
    act_batch
        The function that is asked for the actions at many tables at once, or None for a player that has none.
    source
        The Python file or module it was loaded from, or None. In another process it is loaded from there again.
    """

    name: str
    act: Act
    hand_over: Callable[[HandSummary], None] | None
    identity: str
    check_table: Callable[[Rules], None] | None = None
    act_batch: Callable[[TableViews, np.random.Generator], Any] | None = None
    source: Source | None = None

    def __reduce__(self) -> tuple[Callable[..., "Entrant"], tuple[Any, ...]]:
        if self.source is not None:
            return _loaded, (self.source, self.name)
        return Entrant, self._values()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Entrant":
        return Entrant(*copy.deepcopy(self._values(), memo))

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, each.name) for each in fields(self))


def as_entrant(candidate: Candidate) -> Entrant:
    """Return the entrant that a specification, an object with ``act``, or a function makes.

    A specification is the name of a registered player with its options, or ``mine.py:agent`` or
    ``package.module:agent`` for a function, an object or a class that a file or module defines.

    Raises
    ------
    ArenaError
        If it cannot play.
    PlayerError
        If a specification names no player, or its file cannot be loaded.
    """
    if isinstance(candidate, str):
        source = source_of(candidate)
        if source is None:
            return _entrant(make_player(candidate), candidate)
        return _entrant(load_player(source), source.identity, source)
    if isinstance(candidate, type):
        raise ArenaError(f"{candidate.__name__} is a class (expected an instance of it: {candidate.__name__}())")
    return _entrant(candidate, _type_name(candidate))


def _entrant(player: Any, identity: str, source: Source | None = None) -> Entrant:
    act = getattr(player, "act", player)
    if not callable(act):
        raise ArenaError(
            f"{player!r} cannot play (expected a name that `deluck players` lists, "
            "an object with act(view, rng), or such a function)"
        )
    return Entrant(
        _name_of(player),
        act,
        getattr(player, "hand_over", None),
        identity,
        getattr(player, "check_table", None),
        getattr(player, "act_batch", None),
        source,
    )


def _loaded(source: Source, name: str) -> Entrant:
    """Return a player loaded from its file, with the name it has in a match."""
    return replace(_entrant(load_player(source), source.identity, source), name=name)


def check_tables(entrants: Iterable[Entrant], rules: Rules) -> None:
    """Let each entrant that does not play every game refuse this one, by an error of its own."""
    for entrant in entrants:
        if entrant.check_table is not None:
            entrant.check_table(rules)


def with_distinct_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants, those of the same name numbered: ``random#1``, ``random#2``."""
    names = numbered([entrant.name for entrant in entrants])
    if len(set(names)) < len(names):  # somebody brought the name random#1
        raise ArenaError(f"names that cannot be told apart: {', '.join(names)} (expected different ones)")
    return tuple(replace(entrant, name=name) for entrant, name in zip(entrants, names, strict=True))


def _name_of(player: object) -> str:
    name = getattr(player, "name", None)
    if name is None:
        name = getattr(player, "__name__", None) or type(player).__name__
        name = name.strip("<>")  # <lambda>
    if not isinstance(name, str) or not name.strip() or _NOT_IN_NAMES.search(name):
        raise ArenaError(f"not a player's name: {name!r} (expected text without ':', '|' or line breaks)")
    return name


def _type_name(player: object) -> str:
    named = player if hasattr(player, "__qualname__") else type(player)
    return f"{named.__module__}.{getattr(named, '__qualname__', '')}"
