"""The two papers, and the size of their tournaments."""

FIRST = 'Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research"'
SECOND = 'Billings, Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker"'
OURS = "No paper: our own comparison of the players"
PAPER_GAMES = 25_000
"""2,500 deals, each played ten times."""
