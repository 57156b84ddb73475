"""Anybody who can sit down: registered names, players of a Python file, objects with ``act``, bare functions.

A player of a file is named ``mine.py:agent``, one of a module ``package.module:agent``.
"""

import copy
import importlib
import importlib.util
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from deluck.arena.faults import describe_error
from deluck.errors import INTERRUPTS, ArenaError
from deluck.formats.limits import MOST_NAME_LENGTH
from deluck.games import HandSummary, Player, Rules, TableViews, View
from deluck.plain_text import choices
from deluck.players import PLAYERS, PlayerError, make_player

Act = Callable[[View, np.random.Generator], Any]  # what an answer may be: see `asking.read_answer`
Candidate = str | Player | Act | Any  # whatever `as_entrant` accepts

_NOT_IN_NAMES = re.compile(r"[:|\x00-\x1f\x7f]")  # the characters that separate the fields of a log


class Source:
    """Where a player is defined.

    Parameters
    ----------
    where
        A Python file, as an absolute path, or a module's name.
    name
        What it defines there.
    """

    def __init__(self, where: str, name: str) -> None:
        self.where = where
        self.name = name

    @property
    def identity(self) -> str:
        """The player in a log's header: the file without its folder, so that files can be moved."""
        return f"{Path(self.where).name if self.where.endswith(_PYTHON) else self.where}:{self.name}"


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
    identity = identity_of(candidate)
    if isinstance(candidate, Entrant):
        return candidate
    if isinstance(candidate, str):
        source = source_of(candidate)
        return _entrant(make_player(candidate) if source is None else load_player(source), identity, source)
    return _entrant(candidate, identity)


def identity_of(candidate: Candidate) -> str:
    """Return what a candidate is, as a log's header has it, without loading it."""
    if isinstance(candidate, Entrant):
        return candidate.identity
    if isinstance(candidate, str):
        source = source_of(candidate)
        return candidate if source is None else source.identity
    if isinstance(candidate, type):
        raise ArenaError(f"{candidate.__name__} is a class (expected an instance of it: {candidate.__name__}())")
    return _type_name(candidate)


def _entrant(player: Any, identity: str, source: Source | None = None) -> Entrant:
    act = getattr(player, "act", player)
    if not callable(act):
        raise ArenaError(
            f"{describe_value(player)}, cannot play (expected a name that `deluck players` lists, "
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
            try:
                entrant.check_table(rules)
            except (*INTERRUPTS, Exception):
                raise
            except BaseException as error:
                raise ArenaError(f"{entrant.name} cannot say which games it plays: {describe_error(error)}") from error


def with_distinct_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants, those of the same name numbered: ``random#1``, ``random#2``."""
    names = numbered([entrant.name for entrant in entrants])
    if len(set(names)) < len(names):  # somebody brought the name random#1
        raise ArenaError(f"names that are not distinct: {', '.join(names)} (expected different ones)")
    return tuple(replace(entrant, name=name) for entrant, name in zip(entrants, names, strict=True))


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, those that occur more than once numbered: ``random#1``, ``random#2``."""
    shared = Counter(names)
    so_far: Counter[str] = Counter()
    result = []
    for name in names:
        so_far[name] += 1
        result.append(f"{name}#{so_far[name]}" if shared[name] > 1 else name)
    return tuple(result)


def _name_of(player: object) -> str:
    name = getattr(player, "name", None)
    if name is None:
        name = getattr(player, "__name__", None) or type(player).__name__
        name = name.strip("<>")  # <lambda>
    return check_name(name)


def check_name(name: object) -> str:
    """Return a player's name, if it is one.

    Raises
    ------
    ArenaError
        If it is no text, or has characters that separate the fields of a log.
    """
    if not isinstance(name, str) or not name.strip() or _NOT_IN_NAMES.search(name) or len(name) > MOST_NAME_LENGTH:
        raise ArenaError(
            f"not a player's name: {describe_value(name)} "
            f"(expected text without ':', '|' or line breaks, of up to {MOST_NAME_LENGTH:,} characters)"
        )
    return name


def _type_name(player: object) -> str:
    named = player if hasattr(player, "__qualname__") else type(player)
    return f"{named.__module__}.{getattr(named, '__qualname__', '')}"


_PYTHON = ".py"


def source_of(spec: str) -> Source | None:
    """Return where a specification says a player is defined, or None if it is the name of a registered player.

    Raises
    ------
    PlayerError
        If it names a file, but nothing in it.
    """
    if spec.partition(":")[0] in PLAYERS:
        return None
    where, colon, name = spec.rpartition(":")
    if spec.endswith(_PYTHON) and Path(spec).name != _PYTHON:
        raise PlayerError(f"{spec!r} names a file only (expected the player in it too, e.g. {spec}:agent)")
    if not colon:
        return None
    if where.endswith(_PYTHON):
        return Source(str(Path(where).expanduser().absolute()), name)
    is_module = all(part.isidentifier() for part in where.split(".")) and name.isidentifier()
    return Source(where, name) if is_module else None


def load_player(source: Source) -> Any:
    """Return the player: what the file or module defines by this name, a class instantiated without arguments.

    Raises
    ------
    PlayerError
        If there is no such file, module or name, running it raises, or it cannot play.
    """
    module = _module_at(source.where)
    label = source.identity
    try:
        found = getattr(module, source.name)
    except AttributeError:
        raise PlayerError(f"{label.rpartition(':')[0]} has no {source.name!r} {_others(module, source.name)}") from None
    if isinstance(found, type):
        try:
            found = found()
        except INTERRUPTS:
            raise
        except BaseException as error:
            raise PlayerError(
                f"{label} is a class that cannot be instantiated without arguments: {_where_raised(error)}"
            ) from error
    if not callable(getattr(found, "act", found)):
        raise PlayerError(
            f"{label} cannot play: it is {describe_value(found)} "
            "(expected a function of view and rng, or an object or class with act(view, rng))"
        )
    return found


def describe_value(value: object) -> str:
    """Return a value and its type in a few words."""
    try:
        words = " ".join(repr(value).split())
    except INTERRUPTS:
        raise
    except BaseException:
        return f"a {type(value).__name__}"
    return f"{words[:40]}{'…' if len(words) > 40 else ''}, of type {type(value).__name__}"


def _module_at(where: str) -> ModuleType:
    return _file_module(Path(where)) if where.endswith(_PYTHON) else _named_module(where)


def _file_module(path: Path) -> ModuleType:
    """Return the module that a file makes, run once in each process."""
    if not path.is_file():
        raise PlayerError(f"no file {path} (expected a Python file, e.g. mine.py:agent)")
    name = f"deluck_player_{sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    _make_importable(path.parent)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, INTERRUPTS):
            raise
        raise PlayerError(f"{path.name} cannot be loaded: {_where_raised(error)}") from error
    return module


def _named_module(name: str) -> ModuleType:
    _make_importable(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise PlayerError(f"{name} cannot be loaded: {_where_raised(error)}") from error
        raise PlayerError(
            f"no player {name!r}, nor a module of that name ({choices(name, list(PLAYERS))} "
            "or a player of your own, e.g. mine.py:agent)"
        ) from None
    except INTERRUPTS:
        raise
    except BaseException as error:
        raise PlayerError(f"{name} cannot be loaded: {_where_raised(error)}") from error


def _make_importable(folder: Path) -> None:
    """Let the modules of a folder be imported, after all others: as if Python had been started there."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _where_raised(error: BaseException) -> str:
    """Return an error in a few words with the file and line it was raised at, those of a syntax error its own."""
    words = describe_error(error)
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"SyntaxError: {error.msg} ({Path(error.filename).name}:{error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<frozen")]
    last = frames[-1] if frames else None
    return words if last is None or last.filename == __file__ else f"{words} ({last.filename}:{last.lineno})"


def _others(module: ModuleType, name: str) -> str:
    """Return what a module defines that could be meant."""
    names = [key for key, value in vars(module).items() if _is_own(key, value, module)]
    close = get_close_matches(name, [key for key in vars(module) if not key.startswith("__")], n=3, cutoff=0.6)
    if close:
        return f"(did you mean {' or '.join(close)}?)"
    return f"(expected one of: {', '.join(names)})" if names else "(it defines nothing that could play)"


def _is_own(key: str, value: object, module: ModuleType) -> bool:
    if key.startswith("_") or isinstance(value, ModuleType):
        return False
    is_defined_here = getattr(value, "__module__", None) == module.__name__
    return is_defined_here and (callable(value) or hasattr(value, "act"))
