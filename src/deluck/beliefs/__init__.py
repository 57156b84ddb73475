"""What may be believed of hidden cards, and what a hand is worth against such beliefs.

`holdem` has weights over an opponent's holdings, how betting changes them, and the evaluation of hands against them;
`stud` has distributions over down cards, inferred from bets.
"""
