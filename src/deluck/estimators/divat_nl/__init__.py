"""DIVAT by a baseline that bets one street.

`divat_nl` is for no-limit and pot-limit hold'em of 2 to 10 seats, `divat_ring` for limit hold'em of three and more.

`policy` has the baselines and all frozen constants; `luck` what each deal was worth; `seat_values` what a seat is worth
before the cards, as shipped or dealt anew, which `building` deals out. `rollout` has what deals are worth if the
baseline bets all streets to come, which the estimators do not use: a study measures what it would be worth.
"""
