# mypy: ignore-errors
"""The amounts of many hands as text histories state them, turned into bets and compared with each other."""

import numpy as np

from deluck.compiling import kernel, readonly, types, writable

FOLD, CHECK, CALL, BET, RAISE, ALL_IN, OTHER = range(7)
"""What a text says that a player did."""
NO_TOTAL = -(1 << 63)
"""In place of the bet that a raise makes, where the text does not say it."""

_FOLDS, _CALLS, _RAISES = 0, 1, 2  # actions of columns
_MOST_SEATS = 10
_LAST_STREET = 3
_UNSTATED = -1  # by how much a raise raises


@kernel(
    types.void(
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 2),
        readonly(types.int64, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        readonly(types.boolean, 1),
        readonly(types.int8, 1),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.uint8, 1),
        writable(types.int64, 1),
        writable(types.boolean, 1),
    )
)
def put_in(
    n_seats,
    big_blinds,
    last_streets,
    bet_sizes,
    starts,
    actors,
    verbs,
    amounts,
    totals,
    all_in,
    streets,
    live,
    behind,
    actions,
    raises_to,
    agree,
):
    """Find what each decision of n hands with d decisions puts in, and which hands' amounts agree with each other.

    n_seats, big_blinds and last_streets (the last one dealt) int64[n]; bet_sizes int64[n, 4], 0 where bets have no
    fixed size; starts int64[n + 1]. By decision: actors and verbs int8[d]; amounts int64[d], the chips put in, or by
    how much a raise with a total raises; totals int64[d], the bet that a raise makes, or NO_TOTAL; all_in bool[d],
    whether the text says that no chips are left; streets int8[d].

    Changes live and behind int64[n, seats], what each seat has put in that counts as bets and what it has left: from
    after the forced bets to after the hand, what nobody called included. Writes actions uint8[d] and raises_to
    int64[d], as columns have them, and agree bool[n]; where a hand does not agree, its decisions are not all written.
    """
    bets = np.empty(_MOST_SEATS, np.int64)
    for hand in range(len(n_seats)):
        agree[hand] = False
        level = big_blinds[hand]
        for seat in range(n_seats[hand]):
            bets[seat] = live[hand, seat]
            level = max(level, bets[seat])
        has_sizes = bet_sizes[hand, 0] > 0
        street, n_left = 0, n_seats[hand]
        n_able = n_waiting = n_left  # seats with chips that have not folded; those of them still to act on the street
        index = starts[hand]
        while index < starts[hand + 1]:
            if streets[index] != street:
                if streets[index] != street + 1 or n_waiting > 0 or n_able < 2:
                    break
                street += 1
                level = 0
                bets[:] = 0
                n_waiting = n_able
            if n_waiting <= 0 or n_left < 2:
                break
            n_waiting -= 1
            seat, verb, amount, total = actors[index], verbs[index], amounts[index], totals[index]
            due = level - bets[seat]
            raises_to[index] = -1
            if verb == FOLD:
                if due == 0:
                    break
                n_left -= 1
                n_able -= 1
                actions[index] = _FOLDS
                index += 1
                continue
            if verb == CHECK:
                if due != 0 or amount != 0:
                    break
                actions[index] = _CALLS
                index += 1
                continue
            due = min(due, behind[hand, seat])
            if verb == CALL or (verb == ALL_IN and total == NO_TOTAL and amount <= due):
                if amount != due or due == 0:
                    break
                actions[index] = _CALLS
            else:
                if verb == BET:
                    if level != 0 or total != NO_TOTAL:
                        break
                elif (verb != RAISE and verb != ALL_IN) or (level == 0 and verb == RAISE):
                    break
                reached = amount + bets[seat] if total == NO_TOTAL else total
                if reached <= level:
                    break
                if total != NO_TOTAL and amount != _UNSTATED and amount != total - level:
                    break
                if has_sizes and reached != level + bet_sizes[hand, street]:
                    break
                amount = reached - bets[seat]
                level = reached
                n_waiting = n_able - 1
                actions[index] = _RAISES
                if not has_sizes:
                    raises_to[index] = reached
            bets[seat] += amount
            live[hand, seat] += amount
            behind[hand, seat] -= amount
            if behind[hand, seat] == 0:
                n_able -= 1
            elif behind[hand, seat] < 0 or all_in[index]:
                break
            index += 1
        last = _LAST_STREET if n_left > 1 else street
        agree[hand] = index == starts[hand + 1] and last_streets[hand] == last
