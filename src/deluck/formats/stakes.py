"""A hand at other stakes: for formats that know one size of bet."""

from dataclasses import replace
from fractions import Fraction

from deluck.errors import FormatError, RecordError
from deluck.games import HoldemDeal, HoldemRules
from deluck.records import Chips, Decision, HandRecord, validate


def at_stakes_of(
    record: HandRecord, rules: HoldemRules, written_as: str, stacks: tuple[int, ...] | None = None
) -> HandRecord:
    """Return the hand as if it had been played by these rules with these stacks, amounts and payoffs in their chips.

    Parameters
    ----------
    record
        The hand.
    rules
        The game and stakes of the format.
    written_as
        What to call the format in a refusal, e.g. ``an ACPC line``.
    stacks
        The stacks of the format; None where it has none (limit only), so that nobody runs out.

    Raises
    ------
    FormatError
        If the hand could not have been played so: another game, other proportions of blinds, bets and stacks, rake,
        posts, several boards, a seat that ran out of chips where there are no stacks, more raises than the rules allow.
    """
    _check_plain(record, rules, written_as)
    if record.rules == rules and record.stacks == stacks:
        return record
    theirs = record.rules
    assert isinstance(theirs, HoldemRules)
    if _proportions(theirs) != _proportions(rules):
        raise _refusal(
            record, written_as, f"its {_sizes(theirs)} (expected the proportions {_sizes(rules, numbers_only=True)})"
        )
    scale = Fraction(rules.big_blind, theirs.big_blind)
    if stacks is not None and tuple([stack * scale for stack in record.stacks or ()]) != stacks:
        of_each = " ".join([str(stack / scale) for stack in stacks])
        given = " ".join(map(str, record.stacks or ())) or "none"
        raise _refusal(record, written_as, f"its stacks are {given} (expected {of_each}, {stacks[0]} of its chips)")
    scaled = replace(
        record,
        rules=rules,
        payoffs=tuple([whole_if_possible(paid * scale) for paid in record.payoffs]),
        decisions=_scaled(record, scale, written_as),
        stacks=stacks,
        currency="",
        chips_per_unit=1,
    )
    try:
        validate(scaled)
    except RecordError as error:
        how = "without stacks and with its raise caps" if stacks is None else "at its stakes"
        raise _refusal(record, written_as, f"{how} it makes another hand: {error}") from None
    return scaled


def whole_if_possible(chips: Chips) -> Chips:
    """Return an int where a fraction is one, else the fraction."""
    return chips.numerator if isinstance(chips, Fraction) and chips.denominator == 1 else chips


def _check_plain(record: HandRecord, rules: HoldemRules, written_as: str) -> None:
    """Raise FormatError for what a format of one game and one size of bet cannot express at any stakes."""
    theirs = record.rules
    if not isinstance(theirs, HoldemRules):
        raise _refusal(record, written_as, f"it is a stud hand (expected {rules.structure} hold'em)")
    if theirs.structure is not rules.structure:
        raise _refusal(record, written_as, f"it is a {theirs.structure} hand (expected {rules.structure} hold'em)")
    if record.rake:
        raise _refusal(record, written_as, f"it has a rake of {record.rake} chips (expected none)")
    if record.outside is not None:
        raise _refusal(record, written_as, "it has money paid outside the pots (expected none)")
    if record.forced is not None:
        raise _refusal(record, written_as, "it has posts or straddles (expected the two blinds)")
    if isinstance(record.deal, HoldemDeal) and record.deal.other_boards:
        raise _refusal(record, written_as, f"it has {len(record.deal.boards)} boards (expected one)")


def _scaled(record: HandRecord, scale: Fraction, written_as: str) -> tuple[Decision, ...]:
    decisions = []
    for decision in record.decisions:
        amount = None if decision.amount is None else decision.amount * scale
        if amount is not None and amount.denominator != 1:
            there = f"a raise to {decision.amount} is {float(amount):g} chips there"
            raise _refusal(record, written_as, f"{there} (expected whole chips)")
        decisions.append(Decision(decision.seat, decision.action, None if amount is None else int(amount)))
    return tuple(decisions)


def _proportions(rules: HoldemRules) -> tuple[Fraction, ...]:
    sizes = (rules.ante, rules.big_blind_ante, rules.small_blind, rules.min_bet or rules.big_blind, *rules.bet_sizes)
    return tuple([Fraction(size, rules.big_blind) for size in sizes])


def _sizes(rules: HoldemRules, *, numbers_only: bool = False) -> str:
    sizes = " ".join(map(str, (rules.ante, rules.small_blind, rules.big_blind, *rules.bet_sizes)))
    if numbers_only:
        return sizes
    return f"ante, blinds and bets are {sizes}" if rules.is_limit else f"ante and blinds are {sizes}"


def _refusal(record: HandRecord, written_as: str, reason: str) -> FormatError:
    return FormatError(f"hand {record.hand_id!r} cannot be written as {written_as}: {reason}")
