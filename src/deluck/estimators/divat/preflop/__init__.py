"""The preflop roll-out table: every heads-up match-up, seat and usual pot, computed once and shipped.

`store` reads and writes it, `build` computes it with checkpoints, `flops` rolls out all pairs of holdings on one
flop; the kernels are in `hands` (cards to small numbers), `vectors` (sums over rivers) and here (one flop).
"""
