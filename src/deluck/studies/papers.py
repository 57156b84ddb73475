"""The papers whose experiments are run again: their titles, the sizes of their experiments, and stand-in players."""

from deluck.estimators.divat import parse_style
from deluck.players import Baseline, BaselineOptions

DIVAT = "Billings and Kan, A tool for the direct assessment of poker decisions"
DIVAT_GAMES = 100_000
"""The games of that paper's shorter matches."""
SHARP = Baseline(BaselineOptions(style=parse_style("tight/aggressive")), "tight-aggressive")
SOFT = Baseline(BaselineOptions(style=parse_style("loose/conservative")), "loose-passive")
"""Two unequal players in place of programs that are not available, the baseline in two styles: the first wins about a
third of a small bet per game."""

LOKI = 'Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research"'
LOKI_2 = 'Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker"'
LOKI_GAMES = 25_000
"""2,500 deals, each played ten times."""
NO_PAPER = "No paper: our own comparison of the players"

WIN_PROBABILITY = "Nasser, Poker bot project"
WIN_PROBABILITY_HANDS = 10_000

STUD = "E. Saund, Capturing the information conveyed by opponents' betting behavior in poker"
STUD_INFORMATION_GAMES = 1_827
STUD_VALUE_GAMES = 8_977
STUD_INDEPENDENT = "an independent program, 4,000 to 5,000 games"
"""A program other than ours whose numbers are beside ours."""
