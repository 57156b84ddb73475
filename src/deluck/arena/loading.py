"""Players from Python files: ``mine.py:agent`` or ``package.module:agent``."""

import importlib
import importlib.util
import sys
import traceback
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from deluck.arena.faults import describe_error
from deluck.plain_text import choices
from deluck.players import PLAYERS, PlayerError

_PYTHON = ".py"


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
        except Exception as error:
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
    except Exception:
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
    except Exception as error:
        del sys.modules[name]
        raise PlayerError(f"{path.name} cannot be loaded: {_where_raised(error)}") from error
    except BaseException:
        del sys.modules[name]
        raise
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
    except Exception as error:
        raise PlayerError(f"{name} cannot be loaded: {_where_raised(error)}") from error


def _make_importable(folder: Path) -> None:
    """Let the modules of a folder be imported, after all others: as if Python had been started there."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _where_raised(error: Exception) -> str:
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
