"""A hand as parsed, turned into a record without being played: for the engine to judge many of them at once.

Most hands hold nothing unusual. Of those the amounts are compared here with each other and with what the text says of
the pots; whether the right seat acted, whether a raise was large enough and whether the best hand was paid is asked of
a whole batch later (`deluck.formats.checking`). A hand that is in any way unusual is left to `replaying`, which is the
judge of every hand that a batch does not find valid.
"""

from operator import add, sub

from deluck.errors import DeluckError
from deluck.formats.histories.posts import first_seating
from deluck.formats.histories.replaying import CALLS_OF_SEATS, FOLDS_OF_SEATS, deal_of, written
from deluck.formats.histories.settling import Pots, settle
from deluck.formats.histories.story import ALL_IN, BETS, CALLS, CHECKS, FOLDS, RAISES, Story
from deluck.games import Action, HoldemRules
from deluck.records import Decision, HandRecord

_RAISE = Action.RAISE
_LAST_STREET = 3
_new = tuple.__new__  # the constructor of a named tuple would only add a call


def plain_record(story: Story, *, takes_uncalled: bool = False) -> HandRecord | None:
    """Return the record of a hand of hold'em that is not played yet, None of one that needs a closer look.

    Parameters
    ----------
    story, takes_uncalled
        As `deluck.formats.histories.replaying.record_of` has them.
    """
    if story.header.game != "holdem" or not story.has_streets or story.sat_out or story.unread:
        return None
    try:
        seating = first_seating(story)
        if seating is None:
            return None
        seats, rules, forced, is_usual = seating
        names = tuple([name for _, name, _ in seats])
        stacks = tuple([stack for _, _, stack in seats])
        blinds, posts, dead = forced
        live = list(map(add, blinds, posts))
        behind = list(map(sub, map(sub, stacks, live), dead))
        decisions = _played(story, names, rules, live, behind)
        if decisions is None:
            return None
        paid = list(map(add, live, dead))
        second, first = sorted(live)[-2:]
        kept = paid.copy()
        if first > second:
            kept[live.index(first)] -= first - second
        settlement = settle(story, names, Pots(sum(kept), tuple(kept)), paid, takes_uncalled=takes_uncalled)
        unusual = None if is_usual else forced
        return written(story, names, stacks, rules, unusual, deal_of(story, names), decisions, settlement)
    except DeluckError:
        return None  # `replaying` says why


def _played(
    story: Story, names: tuple[str, ...], rules: HoldemRules, live: list[int], behind: list[int]
) -> list[Decision] | None:
    """Return the decisions, with what each seat puts in added to `live` and taken from `behind`; None if in doubt."""
    places = {name: index for index, name in enumerate(names)}
    sizes = rules.bet_sizes if rules.is_limit else None
    bets, level = live.copy(), max(rules.big_blind, *live)
    street, n_left = 0, len(names)
    n_able = n_waiting = n_left  # seats with chips that have not folded; and those of them still to act on the street
    decisions: list[Decision] = []
    for _, name, verb, amount, total, all_in, at in story.decisions:
        if at != street:
            if at != street + 1 or n_waiting or n_able < 2:
                return None
            street, level = at, 0
            bets = [0] * len(names)
            n_waiting = n_able
        if not n_waiting or n_left < 2:
            return None
        n_waiting -= 1
        seat = places[name]
        bet = bets[seat]
        due = level - bet
        if verb == FOLDS:
            if not due:
                return None
            n_left -= 1
            n_able -= 1
            decisions.append(FOLDS_OF_SEATS[seat])
            continue
        if verb == CHECKS:
            if due or amount:
                return None
            decisions.append(CALLS_OF_SEATS[seat])
            continue
        if due > behind[seat]:
            due = behind[seat]
        if verb == CALLS or (verb == ALL_IN and total is None and amount <= due):
            if amount != due or not due:
                return None
            decisions.append(CALLS_OF_SEATS[seat])
        else:
            if verb == BETS:
                if level or total is not None:
                    return None
            elif (verb != RAISES and verb != ALL_IN) or (not level and verb == RAISES):
                return None
            reached = amount + bet if total is None else total
            if reached <= level or (total is not None and amount != -1 and amount != total - level):
                return None
            if sizes is not None and reached != level + sizes[street]:
                return None
            amount = reached - bet
            level = reached
            n_waiting = n_able - 1
            decisions.append(_new(Decision, (seat, _RAISE, None if sizes else reached)))
        bets[seat] = bet + amount
        live[seat] += amount
        behind[seat] -= amount
        if not behind[seat]:
            n_able -= 1
        elif behind[seat] < 0 or all_in:
            return None
    last = _LAST_STREET if n_left > 1 else street
    return decisions if story.street == last else None
