"""Records of hands: what is stored of a hand, and playing it again to see that it was played by the rules.

`record` has one hand, `replay` plays it again and checks it. `columns` has many hands as numpy arrays; `conversion`
goes from records to columns and back, `column_checks` says what must hold for them, `arrow` and `arrow_reading` go to
Arrow tables and back. `decisions` walks through the betting of columns, `validation` says which of their hands follow
the rules. `descriptions` puts stakes, sums and moves into words.
"""

from deluck.records.columns import NO_TIME, HandColumns, Origin, Unit, columns_by_game
from deluck.records.decisions import DecisionColumns, walk
from deluck.records.record import Chips, Deal, Decision, HandRecord
from deluck.records.replay import begin, replay, steps, validate

__all__ = [
    "NO_TIME",
    "Chips",
    "Deal",
    "Decision",
    "DecisionColumns",
    "HandColumns",
    "HandRecord",
    "Origin",
    "Unit",
    "begin",
    "columns_by_game",
    "replay",
    "steps",
    "validate",
    "walk",
]
