"""Who was paid what: the sums a text gives, each compared with what the engine has in the pots.

Sites differ in what they count. A bet that nobody called is returned in a line of its own, left out, or counted among
what its player collected; the pot is named with the rake in it or without; the rake is named or left to be computed.
Whatever the text does say must agree to the cent.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import sub
from typing import NamedTuple

from deluck.errors import FormatError
from deluck.formats.histories.story import Story, Sum

_LARGEST_RAKE = 0.2
"""Of a pot, where no line names the rake; more than that is a sum that was left out."""
_LARGEST_ODD_RAKE = 2


class Pots(NamedTuple):
    """What is in the pots once a hand is over: in all, and what each seat put in that was not given back."""

    pot: int
    contributions: tuple[int, ...]


class Settlement(NamedTuple):
    """What each seat won less what it put in, the rake, and what was paid outside the pots."""

    payoffs: tuple[int, ...]
    rake: int
    outside: tuple[int, ...] | None


def settle(story: Story, names: Sequence[str], pots: Pots, paid: Sequence[int], *, takes_uncalled: bool) -> Settlement:
    """Return who was paid what, every sum the text gives checked.

    Parameters
    ----------
    story
        What the text says.
    names
        Who sat in each seat.
    pots
        What is in them once the hand is over.
    paid
        What each seat put in, before anything went back.
    takes_uncalled
        Whether the site counts a bet that nobody called among what its player collected, where no line returns it.

    Raises
    ------
    FormatError
        If two sums do not agree, with both of them.
    """
    if story.total is None and story.needs_total:
        raise FormatError("no 'Total pot ... | Rake ...' in the summary")
    if story.added:
        story = _without_added(story)
    if story.cashed_out:
        story = _with_cashed_out_pots(story)
    collected = _sums(story.collected or story.won, names)
    total = sum(collected)
    is_within = takes_uncalled and not story.returned
    put_in = paid if is_within else pots.contributions
    rake = sum(put_in) - total
    if rake == (_rake_of(story) or 0) and (is_within or _returns_uncalled(story, names, pots, paid)):
        payoffs = list(map(sub, collected, put_in))  # as nearly always
        _check_pot(story, pots.pot, pots.pot - total, sum(paid) - pots.pot if is_within else 0)
    else:
        payoffs, rake = _shares(story, names, pots, paid, collected, takes_uncalled=takes_uncalled)
    if story.won and story.collected:
        _check_won(story, names, collected)
    outside = _outside(story, names, collected) if story.cashed_out or story.outside else None
    if story.nets or story.bets:
        _check_results(story, names, pots, paid, payoffs, outside)
    return Settlement(tuple(payoffs), rake, outside)


def _returns_uncalled(story: Story, names: Sequence[str], pots: Pots, paid: Sequence[int]) -> bool:
    """Return whether lines give back just what nobody called: nothing, or one sum to the one who put it in."""
    uncalled = sum(paid) - pots.pot
    if not story.returned:
        return not uncalled
    if len(story.returned) > 1 or story.returned[0].amount != uncalled or story.returned[0].name not in names:
        return False
    index = names.index(story.returned[0].name)
    return paid[index] - pots.contributions[index] == uncalled


def _without_added(story: Story) -> Story:
    """Return the hand without the chips that the site put into the pot: what its winner got of them is outside it."""
    winners = {each.name for each in (*story.collected, *story.won) if each.amount}
    if len(winners) != 1:
        added = _money(story, story.added)
        raise FormatError(f"the site added chips to the pot: {added}, which several share (expected one winner)")
    taken = [each[1:] for each in story.collected]  # which Run It Once gives for what was returned, too
    total = story.total
    within = story.added
    if total is not None and total.pot is not None:
        collected = sum([each.amount for each in story.collected or story.won]) + (total.rake or 0)
        if total.pot == collected + story.added:
            within = 0  # CoinPoker does not count them among what was collected
        if total.pot != collected - story.added:  # nor some converters in the pot
            total = total._replace(pot=total.pot - story.added)
    return replace(
        story,
        collected=_less(story.collected, within),
        won=_less(story.won, within),
        returned=[each for each in story.returned if each[1:] not in taken],
        total=total,
        outside=[*story.outside, Sum(story.line, winners.pop(), story.added)],
        added=0,
    )


def _with_cashed_out_pots(story: Story) -> Story:
    """Return the hand with what those who cashed out had won among what was collected, where no line says so.

    PokerStars says it in the summary alone. CoinPoker does not say it: then it is what is left of the pot, if only one
    who cashed out can have won it.
    """
    collected = story.collected or story.won
    winners = {each.name for each in collected}
    absent = list({each.name for each in story.cashed_out} - winners)
    won = [each for each in story.won if each.name in absent]
    total = story.total
    if not won and len(absent) == 1 and total is not None and total.pot is not None and total.rake is not None:
        left = total.pot - total.rake - sum([each.amount for each in collected])
        won = [Sum(total.line, absent[0], left)] if left > 0 else []
    return replace(story, collected=[*collected, *won]) if won else story


def _less(parts: list[Sum], chips: int) -> list[Sum]:
    """Return sums of one player with so many chips less in all, taken from the largest."""
    largest = max(parts, key=lambda part: part.amount, default=None)
    return [part._replace(amount=part.amount - chips) if part is largest else part for part in parts]


def _shares(
    story: Story,
    names: Sequence[str],
    pots: Pots,
    paid: Sequence[int],
    collected: Sequence[int],
    *,
    takes_uncalled: bool,
) -> tuple[list[int], int]:
    """Return what each seat won less what it put in, and the rake."""
    kept = pots.contributions
    uncalled = [put - left for put, left in zip(paid, kept, strict=True)]
    returned = _sums(story.returned, names)
    without = [won - left for won, left in zip(collected, kept, strict=True)]
    within = [won + back - put for won, back, put in zip(collected, returned, paid, strict=True)]
    readings = [without, within]
    if not story.returned and (takes_uncalled or _is_apart(story, names, uncalled)):
        readings.reverse()
    _check_pot(story, pots.pot, pots.pot - sum(collected), sum(uncalled) - sum(returned))
    for reading in readings:
        rake = -sum(reading)
        if _is_rake(story, pots.pot, rake):
            if reading is without and story.returned:
                _check_returned(story, names, uncalled)
            return reading, rake
    raise _disagreement(story, pots.pot, sum(collected), sum(uncalled) - sum(returned) if takes_uncalled else 0)


def _is_apart(story: Story, names: Sequence[str], uncalled: Sequence[int]) -> bool:
    """Return whether a bet that nobody called is collected in a line of its own, as the last side pot."""
    owners = {name: chips for name, chips in zip(names, uncalled, strict=True) if chips}
    return any(owners.get(each.name) == each.amount for each in story.collected) and len(story.collected) > 1


def _rake_of(story: Story) -> int | None:
    return None if story.total is None else story.total.rake


def _is_rake(story: Story, pot: int, rake: int) -> bool:
    """Return whether this can be the rake: the one stated, else none in a tournament and not much in a cash game."""
    stated = _rake_of(story)
    if stated is not None:
        return rake == stated
    if story.header.tournament or rake < 0:
        return rake == 0
    return rake <= max(_LARGEST_RAKE * pot, _LARGEST_ODD_RAKE)


def _check_pot(story: Story, pot: int, rake: int, uncalled: int) -> None:
    """Check the pot that the summary names: with the rake or without, with the bet nobody called or without."""
    if story.total is None or story.total.pot is None:
        return
    stated, fees = story.total.pot, story.total.rake or 0
    if stated not in (pot, pot - rake, pot + uncalled, pot + uncalled - fees, pot - fees):
        line, money = story.total.line, story.header.money.format
        raise FormatError(f"line {line}: the pot is {money(stated)} (expected {money(pot)})")


def _check_returned(story: Story, names: Sequence[str], uncalled: Sequence[int]) -> None:
    returned = _sums(story.returned, names)
    for each in story.returned:
        index = names.index(each.name)
        if returned[index] != uncalled[index]:
            back, due = _money(story, each.amount), _money(story, uncalled[index])
            raise FormatError(f"line {each.line}: {back} returned to {each.name!r} (expected {due})")


def _check_won(story: Story, names: Sequence[str], collected: Sequence[int]) -> None:
    won = _sums(story.won, names)
    returned = _sums(story.returned, names)
    for each in story.won:
        index = names.index(each.name)
        if won[index] not in (collected[index], collected[index] + returned[index]):
            stated, due = _money(story, each.amount), _money(story, collected[index])
            raise FormatError(f"line {each.line}: {each.name!r} won {stated} (expected {due})")


def _check_results(
    story: Story,
    names: Sequence[str],
    pots: Pots,
    paid: Sequence[int],
    payoffs: Sequence[int],
    outside: Sequence[int] | None,
) -> None:
    """Check what the summary says that each player put in and won on balance."""
    index_of = {name: index for index, name in enumerate(names)}
    for stated in story.nets:
        index = index_of.get(stated.name, -1)
        due = payoffs[index] if index >= 0 else 0
        if stated.amount != due and (outside is None or stated.amount != due + outside[index]):
            net, expected = _money(story, stated.amount), _money(story, due)
            raise FormatError(f"line {stated.line}: {stated.name!r} wins {net} net (expected {expected})")
    for stated in story.bets:
        index = index_of.get(stated.name, -1)
        sums = (paid[index], pots.contributions[index]) if index >= 0 else (0, 0)
        if stated.amount not in sums:
            bet, expected = _money(story, stated.amount), _money(story, sums[0])
            raise FormatError(f"line {stated.line}: {stated.name!r} bets {bet} in all (expected {expected})")


def _outside(story: Story, names: Sequence[str], collected: Sequence[int]) -> tuple[int, ...]:
    """Return what each seat got outside the pots: a cash-out in place of what it won, and what else it got or paid."""
    found = _sums(story.outside, names)
    for each in story.cashed_out:
        index = names.index(each.name)
        found[index] += each.amount - collected[index]
    return tuple(found)


def _disagreement(story: Story, pot: int, collected: int, uncalled: int) -> FormatError:
    money = story.header.money.format
    if not collected:
        return FormatError(f"nobody collected the pot of {money(pot)}: the hand is cut off, or a line of it is missing")
    where = f"line {story.total.line}: " if story.total else ""
    parts = [f"a pot of {money(pot)}"]
    if uncalled > 0:
        parts.append(f"{money(uncalled)} that nobody called")
    stated = _rake_of(story)
    if stated is not None:
        parts.append(f"a rake of {money(stated)}")
    return FormatError(f"{where}{' and '.join(parts)}, but {money(collected)} collected")


def _sums(parts: Sequence[Sum], names: Sequence[str]) -> list[int]:
    """Return by seat the sum of what lines give to its player."""
    sums = [0] * len(names)
    for part in parts:
        if part.name not in names:
            raise FormatError(f"line {part.line}: {part.name!r} is paid without having played")
        sums[names.index(part.name)] += part.amount
    return sums


def _money(story: Story, chips: int) -> str:
    return story.header.money.format(chips)
