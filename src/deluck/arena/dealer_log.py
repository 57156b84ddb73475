"""The log of a dealt match as the ACPC's dealer writes it: two comments, a line a hand, the score."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from deluck.arena.entrants import Entrant
from deluck.arena.log_text import acpc_header
from deluck.arena.network_seats import TimeLimits
from deluck.arena.stakes import BLINDS, STACK, Game, Stakes
from deluck.arena.wire import WireError
from deluck.errors import LogError

_DEFAULT_NAME = "deluck"


class DealerLog:
    """The log of a dealt match, on disk hand by hand; without a path nothing is kept.

    A match that does not begin leaves no file behind, and an older one as it was.
    """

    def __init__(self, path: Path | None, *, overwrite: bool) -> None:
        self._path = path
        self._file: TextIO | None = None
        self._is_begun = False
        if path is None:
            return
        self._is_old = path.exists()
        if self._is_old and not overwrite:
            raise LogError(f"{path} exists already (expected a new file; name another, or overwrite this one)")
        try:
            self._file = path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise LogError(f"cannot write {path}: {error.strerror or error}") from None

    @property
    def is_kept(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def write(self, *lines: str) -> None:
        """Add lines and see that they leave this process: a match over a network is slow enough for that."""
        if self._file is None:
            return
        try:
            if not self._is_begun:
                self._file.truncate(0)
                self._is_begun = True
            self._file.writelines(f"{line}\n" for line in lines)
            self._file.flush()
        except OSError as error:
            raise LogError(f"cannot write {self._path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None and self._path is not None:
            self._file.close()
            if not self._is_begun and not self._is_old:
                self._path.unlink()


def check_log(game: Stakes) -> None:
    """Raise WireError unless the ACPC's logs can hold the game: they do not state the stakes."""
    if game.is_acpc:
        return
    if game.game is Game.POT_LIMIT:
        raise WireError("a log of pot-limit (expected limit or no-limit: the ACPC's logs do not know pot-limit)")
    raise WireError(
        f"a log with blinds {game.small_blind}/{game.big_blind}, an ante of {game.ante} and stacks of {game.stack} "
        f"(expected {BLINDS[0]}/{BLINDS[1]}, none and {STACK}, the ACPC's: its logs do not state them)"
    )


def format_header(
    log: Path | None,
    names: Sequence[str],
    entrants: Mapping[str, Entrant],
    game: Stakes,
    n_hands: int,
    seed: int,
    limits: TimeLimits,
) -> tuple[str, str]:
    """Return the first lines of the log: the ACPC's comment, and one with all the settings.

    The ACPC's has a name, here that of the file, the game, how many hands were asked for and the seed; other programs
    read the game from it.
    """
    name = re.sub(r"\s", "_", log.stem if log is not None else "") or _DEFAULT_NAME
    settings = {
        "game": game.game.value,
        **game.settings(),
        "players": {name: entrants[name].identity if name in entrants else "client" for name in names},
        "hands": n_hands,
        "seed": seed,
        "action_time_limit": limits.action,
        "hand_time_limit": limits.hand,
    }
    return (
        acpc_header(name, game, len(names), n_hands, seed).rstrip(),
        "# deluck dealer " + json.dumps(settings, ensure_ascii=False),
    )
