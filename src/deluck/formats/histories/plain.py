"""A hand as parsed, turned into a record without being played: for the engine to judge many of them at once.

Most hands hold nothing unusual. Of those the amounts are compared here with each other and with what the text says of
the pots; whether the right seat acted, whether a raise was large enough and whether the best hand was paid is asked of
a whole batch later (`deluck.formats.checking`). A hand that is in any way unusual is left to `replaying`, which is the
judge of every hand that a batch does not find valid.
"""

from deluck.errors import DeluckError
from deluck.formats.histories.posts import seatings
from deluck.formats.histories.replaying import CALLS_OF_SEATS, FOLDS_OF_SEATS, deal_of, written
from deluck.formats.histories.settling import Pots, settle
from deluck.formats.histories.story import ALL_IN, BETS, CALLS, CHECKS, FOLDS, RAISES, Story
from deluck.games import Action, HoldemRules
from deluck.records import Decision, HandRecord

_RAISE = Action.RAISE
_LAST_STREET = 3


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
        seats, rules, forced = next(seatings(story))
        if not isinstance(rules, HoldemRules):
            return None
        names = tuple([seat.name for seat in seats])
        stacks = tuple([seat.stack for seat in seats])
        blinds, posts, dead = forced or rules.forced
        live = [blind + post for blind, post in zip(blinds, posts, strict=True)]
        behind = [stack - put - lost for stack, put, lost in zip(stacks, live, dead, strict=True)]
        if min(behind) <= 0:
            return None
        decisions = _played(story, names, rules, live, behind)
        if decisions is None:
            return None
        paid = [put + lost for put, lost in zip(live, dead, strict=True)]
        second, first = sorted(live)[-2:]
        kept = paid.copy()
        if first > second:
            kept[live.index(first)] -= first - second
        settlement = settle(story, names, Pots(sum(kept), tuple(kept)), paid, takes_uncalled=takes_uncalled)
        return written(story, names, stacks, rules, forced, deal_of(story, names), decisions, settlement)
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
    decisions: list[Decision] = []
    for _, name, verb, amount, total, all_in, at in story.decisions:
        if at != street:
            if at < street:
                return None
            street, level = at, 0
            bets = [0] * len(names)
        seat = places[name]
        bet = bets[seat]
        due = level - bet
        if verb == FOLDS:
            if not due:
                return None
            n_left -= 1
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
            decisions.append(Decision(seat, _RAISE, None if sizes else reached))
        bets[seat] = bet + amount
        live[seat] += amount
        behind[seat] -= amount
        if behind[seat] < 0 or (all_in and behind[seat]):
            return None
    last = _LAST_STREET if n_left > 1 else street
    return decisions if story.street == last else None
