"""What the studies of stud share: the paper, its players, and what it prints."""

from deluck.players.stud import StudBetInferring, StudCardsOnly
from deluck.studies.stud_games import StudPlayer

PAPER = "E. Saund, Capturing the information conveyed by opponents' betting behavior in poker"
INFORMATION_GAMES = 1_827
VALUE_GAMES = 8_977
READERS, OTHERS = (0, 2, 4, 6), (1, 3, 5)
"""Which of the seven players of Figure 9 read bets, and which go by the cards alone."""
INDEPENDENT = "an independent program, 4,000 to 5,000 games"


def mixed_table(reader: StudBetInferring | None = None) -> tuple[StudPlayer, ...]:
    """Return the seven players of Figure 9: four that read bets, three that do not."""
    reads = reader or StudBetInferring()
    return tuple([reads if seat in READERS else StudCardsOnly() for seat in range(7)])
