"""The equilibrium player of heads-up limit hold'em, and how its strategy is computed.

`abstraction` says which hands are distinguished before the turn, `endgame` from a turn on. `solver` improves strategies
on a public tree (by `solver_kernels`), `training` deals and saves, `endgame_training` trains an endgame, `strategy` is
what is stored and looked up, `resolving` solves a river at the table, `player` decides.
``deluck tables build-equilibrium`` computes the shipped strategies again.
"""

from deluck.players.equilibrium.player import Equilibrium, EquilibriumOptions

__all__ = ["Equilibrium", "EquilibriumOptions"]
