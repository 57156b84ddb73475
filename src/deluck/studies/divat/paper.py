"""What the studies of DIVAT share: the paper, and players that stand in for those that are not to be had."""

from deluck.players import Baseline

PAPER = "Billings and Kan, A tool for the direct assessment of poker decisions"
PAPER_GAMES = 100_000
"""The games of the paper's shorter matches."""
SHARP = Baseline("tight/aggressive", name="tight-aggressive")
SOFT = Baseline("loose/conservative", name="loose-passive")
"""Two unequal players, the baseline in two styles: the first wins about a third of a small bet a game."""
