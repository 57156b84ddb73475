"""The no-limit DIVAT estimator: luck by the one-street baseline, for no-limit and pot-limit hold'em of 2 to 10 seats.

`policy` has the baselines and all frozen constants; `luck` what each deal was worth; `seat_values` what a seat is worth
before the cards, as shipped or dealt anew, which `building` deals out.
"""
