"""What may be believed of hidden cards: distributions over them, changed by what their holders do.

`income_rates` values starting hands; `starting` makes the first weights from them, `weights` has the table of one
opponent and how it changes, `joint` draws what several opponents hold at once, `grid` shows a table as text;
`showdowns` counts what opponents showed. `stud/` reads down cards from bets.
"""
