"""Assessments: from values to who played better, by how much and how sure that is.

An assessment is a query over the two tables of `deluck.values`. `viewpoint` finds one player's hands, `hands` reads
their values, `groups` summarises them by street, seat, position and opponent, `split` has money as decisions and cards,
`waterfall` the steps from money to skill, `breakdowns` hands by stacks, table size and opponents, `leaks` counts and
prices decisions, `pairs` finds duplicate pairs, `examples` looks up hands to be shown, `lines` has running totals.
`verdict` says it all in words, `table` as columns, `result` is what `assessing` returns.

`standings` has one player's values by the estimate that leads, and no more; `comparing` compares two players by it,
`planning` says how many hands a question takes; `all_players` has one row per player, `single_hand` one hand with all
its values.
"""

from deluck.assessment.all_players import AllPlayers, PlayerResult, assess_all
from deluck.assessment.assessing import assess
from deluck.assessment.comparing import Difference, PlayerComparison, compare_players
from deluck.assessment.decisions import DecisionCell, DecisionSummary, Leak, PricedDecision
from deluck.assessment.examples import ExampleHand
from deluck.assessment.lines import Line, Slope
from deluck.assessment.pairs import Pairs
from deluck.assessment.planning import Plan, plan_hands
from deluck.assessment.result import Assessment
from deluck.assessment.split import Split
from deluck.assessment.summary import Comparison, Summary
from deluck.assessment.waterfall import Step, Waterfall
from deluck.errors import AssessmentError

__all__ = [
    "AllPlayers",
    "Assessment",
    "AssessmentError",
    "Comparison",
    "DecisionCell",
    "DecisionSummary",
    "Difference",
    "ExampleHand",
    "Leak",
    "Line",
    "Pairs",
    "Plan",
    "PlayerComparison",
    "PlayerResult",
    "PricedDecision",
    "Slope",
    "Split",
    "Step",
    "Summary",
    "Waterfall",
    "assess",
    "assess_all",
    "compare_players",
    "plan_hands",
]
