"""The parts of the Loki players: hand evaluator, opponent modeller, bettor, and the numbers they go by.

`styles` and `versions` are data; `spot` is what a seat faces; `preflop` and `evaluation` say what
a hand is worth; `modelling` says what opponents may hold; `betting` decides; `assessment` is a decision with its
reasons.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", section 4; Billings,
Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 3.
"""
