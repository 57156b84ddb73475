"""Recorded hands in words: sums as their source writes them, the stakes, and what a move did."""

from fractions import Fraction
from functools import cache

from deluck.games import Action, HoldemRules, Move, Rules
from deluck.records.record import Chips, HandRecord


def format_money(record: HandRecord, chips: Chips | float) -> str:
    """Return a sum as the hand's source would write it: ``$2.50``, ``400,000``."""
    sign = "-" if chips < 0 else ""
    value = float(chips if chips >= 0 else -chips) / record.chips_per_unit
    decimals = 0 if value.is_integer() and record.chips_per_unit == 1 else 2
    return f"{sign}{record.currency}{value:,.{decimals}f}"


def format_stakes(record: HandRecord) -> str:
    """Return the forced bets and the bets of a hand: ``ante $0.10, bring-in $0.25, bets $0.50/$1.00``."""
    rules = record.rules
    ante = f"ante {format_money(record, rules.ante)}, " if rules.ante else ""
    if isinstance(rules, HoldemRules):
        forced = f"blinds {format_money(record, rules.small_blind)}/{format_money(record, rules.big_blind)}"
    else:
        forced = f"bring-in {format_money(record, rules.bring_in)}"
    if not rules.is_limit:
        return f"{ante}{forced}, {rules.structure}"
    sizes = f"{format_money(record, rules.bet_sizes[0])}/{format_money(record, rules.bet_sizes[-1])}"
    return f"{ante}{forced}, bets {sizes}"


@cache
def name_stakes(rules: Rules, chips_per_unit: int) -> str:
    """Return what a game is played for: ``1/2`` for the blinds, or for the bets where the structure is limit."""
    amounts = (rules.small_blind, rules.big_blind) if isinstance(rules, HoldemRules) else (rules.unit, 2 * rules.unit)
    if isinstance(rules, HoldemRules) and rules.is_limit:
        amounts = (rules.bet_sizes[0], rules.bet_sizes[-1])
    return "/".join(_format_amount(Fraction(amount, chips_per_unit)) for amount in amounts)


def _format_amount(amount: Fraction) -> str:
    if amount.denominator == 1:
        return str(amount)
    return f"{float(amount):.2f}" if (100 * amount).denominator == 1 else f"{float(amount):.10g}"


def describe_move(record: HandRecord, move: Move, *, n_raises: int, is_first: bool, is_all_in: bool = False) -> str:
    """Return what a move did: ``completes to $1.00``, ``folds``.

    Parameters
    ----------
    record
        The hand.
    move
        One of its moves.
    n_raises
        How many bets and raises the street had before.
    is_first
        Whether it is the first move of the hand.
    is_all_in
        Whether the seat has no chips left after it.
    """
    paid, made = format_money(record, move.paid), format_money(record, move.amount)
    if move.action is Action.FOLD:
        does = "folds"
    elif move.action is Action.CALL:
        is_bring_in = record.game == "stud7" and is_first
        does = f"brings it in for {paid}" if is_bring_in else f"calls {paid}" if move.paid else "checks"
    elif move.street == 0 and record.game == "stud7" and not n_raises:
        does = f"completes to {made}"
    elif move.street and not n_raises:
        does = f"bets {made}"
    else:
        does = f"raises to {made}"
    return does + (" and is all-in" if is_all_in else "")
