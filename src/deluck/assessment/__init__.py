"""Assessments: from a log to who played better, by how much and how sure that is.

`assessing` has the way from hands to an `Assessment`; `reader` cuts the hands into equal parts, `chunks` takes each
apart, with `unpriced` for hands whose decisions have no price and `tally` for those that have; `gathering` puts the
parts together, `moments` has sums that merge, `kept` what stays of every hand and `spool` where. `summary`, `lines`,
`decisions` and `pairs` are what an assessment is made of, all net to one player, the viewpoint; `repeats` sees whether
games are counted twice, `verdict` says it all in words, `table` as columns.
"""

from deluck.assessment.assessing import assess
from deluck.assessment.decisions import DecisionCell, DecisionSummary, Leak, PricedDecision
from deluck.assessment.lines import Line, Slope
from deluck.assessment.pairs import Pairs
from deluck.assessment.result import Assessment
from deluck.assessment.summary import Comparison, Summary
from deluck.errors import AssessmentError

__all__ = [
    "Assessment",
    "AssessmentError",
    "Comparison",
    "DecisionCell",
    "DecisionSummary",
    "Leak",
    "Line",
    "Pairs",
    "PricedDecision",
    "Slope",
    "Summary",
    "assess",
]
