"""Records of hands: what is kept of a hand, and playing it again to see that it was played by the rules."""

from deluck.records.record import Chips, Deal, Decision, HandRecord
from deluck.records.replay import begin, replay, steps, validate

__all__ = ["Chips", "Deal", "Decision", "HandRecord", "begin", "replay", "steps", "validate"]
