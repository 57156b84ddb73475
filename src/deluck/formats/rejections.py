"""What was not read, where it was and why, bounded so that no input can fill a screen or a log with it."""

import re
from dataclasses import dataclass

from deluck.formats.limits import cut

_HAND = re.compile(r"^hand (?:'[^']*'|\S+?)(?=[:, ])[:,]? ?")
_ACTION = re.compile(r"^(?:action|line) \d+: ")
_GAME = "another game: "
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
    """

    source: str
    line: int
    reason: str
    excerpt: str = ""

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
    def kind(self) -> str:
        """What is wrong without what is particular to the hand: rejections of one kind are counted together."""
        sentence = _ACTION.sub("", _HAND.sub("", self.reason))
        if sentence.startswith(_GAME):
            return _EXPECTED.sub("", sentence)
        cut = _VALUE.sub("…", _SEAT.sub(r" \1 a seat", _EXPECTED.sub("", sentence)))
        return re.sub(r"…(?: …)+", "…", cut).strip() or self.reason
