"""The sites whose text histories are read, beside PokerStars; the surest to be recognised first."""

from deluck.formats.histories.site import Site
from deluck.formats.winamax import Winamax
from deluck.formats.winning import OldWinning, Winning

SITES: tuple[Site, ...] = (Winamax(), OldWinning(), Winning())
