"""What was not read, where it was and why, bounded so that no input can fill a screen or a log with it."""

import re
from dataclasses import dataclass, field

from deluck.formats.limits import cut

NO_FORMAT = "it is of no format known here"
"""How the reason begins why a file is not read that is no log."""

OTHER_GAME = "another game: "
"""How the reason, and the kind, of a hand of a game that is not read begins."""

_HAND = re.compile(r"^hand (?:'[^']*'|\S+?)(?=[:, ])[:,]? ?")
_ACTION = re.compile(r"^(?:action|line) \d+: ")
_EXPECTED = re.compile(r",? \(expected .*|; line \d+ was passed over: .*", re.DOTALL)
_SEAT = re.compile(r" (by|for|before) \S.*?, seat \d+,?")
_VALUE = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|-?\d[\d,./]*(?<![,.])|(?<=…) …""")


@dataclass(frozen=True, slots=True)
class Rejected:
    """A hand, a line or a whole file that was not read.

    Attributes
    ----------
    source
        The file, or ``stdin`` or the name given to a text in memory.
    line
        The line it starts on, from 1; 0 for a whole file.
    reason
        What is wrong, and what was expected.
    excerpt
        How that line begins.
    format
        The format of the file, empty where that is not known; it does not count when rejections are compared.
    """

    source: str
    line: int
    reason: str
    excerpt: str = ""
    format: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", cut(self.source))
        object.__setattr__(self, "reason", cut(self.reason))

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"

    @property
    def where(self) -> str:
        """The file and the line: ``match.log:12``."""
        return f"{self.source}:{self.line}" if self.line else self.source

    @property
    def is_stranger(self) -> bool:
        """Whether it is a whole file in which no format is recognised: no log, but something beside logs."""
        return not self.line and self.reason.startswith(NO_FORMAT)

    @property
    def kind(self) -> str:
        """What is wrong without what is particular to the hand: rejections of one kind are counted together."""
        sentence = _ACTION.sub("", _HAND.sub("", self.reason))
        if sentence.startswith(OTHER_GAME):
            return _EXPECTED.sub("", sentence)
        cut = _VALUE.sub("…", _SEAT.sub(r" \1 a seat", _EXPECTED.sub("", sentence)))
        return re.sub(r"…(?: …)+", "…", cut).strip() or self.reason
