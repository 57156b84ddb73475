"""Hold'em: what opponents may hold, and what a hand is worth against that.

`income_rates` values starting hands and `starting_hands` ranks them; `weights` has the weight table of one opponent,
`joint` draws holdings for several opponents at once, `showdowns` counts what opponents showed. `spot` describes what
a seat faces, `styles` has the thresholds of styles of play, `betting_rules` the rules that use them and `triples` the
same rules as probabilities; `modelling` changes the weight tables after each action. `evaluation` and `win_chances`
say what a hand is worth against beliefs, `simulator` what each action is worth.

References
----------
Billings, Papp, Schaeffer and Szafron, "Poker as a Testbed for Machine Intelligence Research", section 4; Billings,
Peña, Schaeffer and Szafron, "Using Probabilistic Knowledge and Simulation to Play Poker", section 3.
"""
