"""The sites whose text histories are read, beside PokerStars; the surest to be recognised first."""

from deluck.formats.bovada import Bovada
from deluck.formats.histories.site import Site
from deluck.formats.ipoker import Ipoker
from deluck.formats.pacific import Pacific
from deluck.formats.partypoker import PartyPoker
from deluck.formats.unibet import Unibet
from deluck.formats.winamax import Winamax
from deluck.formats.winning import OldWinning, Winning

SITES: tuple[Site, ...] = (Ipoker(), Bovada(), Winamax(), OldWinning(), Winning(), Pacific(), PartyPoker(), Unibet())
