"""What the studies of DIVAT share: the paper, and players that stand in for those that are not to be had."""

from deluck.estimators.divat import parse_style
from deluck.players import Baseline, BaselineOptions

PAPER = "Billings and Kan, A tool for the direct assessment of poker decisions"
PAPER_GAMES = 100_000
"""The games of the paper's shorter matches."""
SHARP = Baseline(BaselineOptions(style=parse_style("tight/aggressive")), "tight-aggressive")
SOFT = Baseline(BaselineOptions(style=parse_style("loose/conservative")), "loose-passive")
"""Two unequal players, the baseline in two styles: the first wins about a third of a small bet a game."""
