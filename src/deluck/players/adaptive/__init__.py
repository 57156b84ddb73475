"""The adaptive player: a model of the opponent that learns (`model`), and expectimax against it (`expectimax`).

`situations` says what the model tells apart, `prior` what it believes at first.
"""

from deluck.players.adaptive.player import Adaptive, AdaptiveOptions, LearningAdaptive, make_adaptive

__all__ = ["Adaptive", "AdaptiveOptions", "LearningAdaptive", "make_adaptive"]
