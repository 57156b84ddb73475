"""A hand told at other stakes: for formats that know one game and one size of bet."""

from dataclasses import replace
from fractions import Fraction

from deluck.errors import FormatError, RecordError
from deluck.games import HoldemRules
from deluck.records import Chips, HandRecord, validate


def at_stakes_of(record: HandRecord, rules: HoldemRules, written_as: str) -> HandRecord:
    """Return the hand as if it had been played by these rules, its payoffs in the rules' chips and without stacks.

    Parameters
    ----------
    record
        The hand.
    rules
        The game and stakes of the format.
    written_as
        What to call the format in a refusal, e.g. ``an ACPC line``.

    Raises
    ------
    FormatError
        If the hand could not have been played so: another game, other proportions of blinds and bets, rake, a seat that
        ran out of chips, more raises than the rules allow.
    """
    if record.rules == rules and record.stacks is None and not record.rake:
        return record
    theirs = record.rules
    if not isinstance(theirs, HoldemRules):
        raise _refusal(record, written_as, "it is a stud hand (expected limit hold'em)")
    if record.rake:
        raise _refusal(record, written_as, f"it has a rake of {record.rake} chips (expected none)")
    if _proportions(theirs) != _proportions(rules):
        sizes = (theirs.ante, theirs.small_blind, theirs.big_blind, *theirs.bet_sizes)
        raise _refusal(
            record,
            written_as,
            f"its ante, blinds and bets are {' '.join(map(str, sizes))} "
            f"(expected the proportions {rules.ante} {rules.small_blind} {rules.big_blind} "
            f"{' '.join(map(str, rules.bet_sizes))})",
        )
    scale = Fraction(rules.big_blind, theirs.big_blind)
    payoffs = tuple([whole_if_possible(paid * scale) for paid in record.payoffs])
    scaled = replace(record, rules=rules, payoffs=payoffs, stacks=None, currency="", chips_per_unit=1)
    try:
        validate(scaled)
    except RecordError as error:
        raise _refusal(
            record, written_as, f"without stacks and with its raise caps it makes another hand: {error}"
        ) from None
    return scaled


def whole_if_possible(chips: Chips) -> Chips:
    """Return an int where a fraction is one, else the fraction."""
    return chips.numerator if isinstance(chips, Fraction) and chips.denominator == 1 else chips


def _proportions(rules: HoldemRules) -> tuple[Fraction, ...]:
    sizes = (rules.ante, rules.small_blind, *rules.bet_sizes)
    return tuple([Fraction(size, rules.big_blind) for size in sizes])


def _refusal(record: HandRecord, written_as: str, reason: str) -> FormatError:
    return FormatError(f"hand {record.hand_id!r} cannot be written as {written_as}: {reason}")
