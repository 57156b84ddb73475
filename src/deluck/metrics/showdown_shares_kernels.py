# mypy: ignore-errors
"""Who wins between known hands over every completion of a board, counted by ranks first and by flushes after.

Without flushes only ranks matter. The cards to come are then one of few sets of ranks (6,188 for five cards, 91 for
two), each standing for as many boards as the deck has suits for it. Boards on which somebody has a flush are counted
again, by the cards to come in that suit and the ranks of the others: what they were counted as is taken back, and the
best flush wins instead. A flush and a full house cannot be made of the same seven cards; so where the best hand by
ranks is a full house or better, nobody who has a flush holds it, and it beats every flush but a straight flush.

A set of n ranks in falling order is numbered by the sum of C(rank + n - 1 - index, n - index). What the helpers share
is in two arrays of scratch, room int64[ROOM_SIZE] and fives int32[3, 6188], whose entries the constants below name; one
array is counted as one reference, which in helpers as small as these is what their time goes into.
"""

from typing import NamedTuple

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable
from deluck.isomorphism.suits_kernels import n_set_bits

N_RANKS = 13
N_PAIRS = 91  # sets of two ranks
N_FIVES = 6188  # sets of five ranks, those of a single rank among them
PARTS = 2520
"""A board can be shared by 1 to 10 winners in whole parts of this many."""
MOST_HANDS = 10
ALL_RANKS = (1 << N_RANKS) - 1

# the parts of ShareTables.sets
AFTER_ONE = 0  # [13, 13]
AFTER_THREE = AFTER_ONE + N_RANKS * N_RANKS  # [455, 91]
AFTER_FOUR = AFTER_THREE + 455 * N_PAIRS  # [1820, 13]
SET_PARTS = AFTER_FOUR + 1820 * N_RANKS  # [6, 13]
SUITED_RANKS = SET_PARTS + 6 * N_RANKS  # [2380]
SUITED_SETS = SUITED_RANKS + 2380  # [2380]
SUITED_STARTS = SUITED_SETS + 2380  # [7]
LOWEST = SUITED_STARTS + 7  # [2]
SETS_SIZE = LOWEST + 2

# the entries of room
N_BOARD, BOARD_SET, N_DECK, IS_WEIGHTED, N_MEMBERS, N_REST = range(6)
REST_RANKS = 6  # of the deck without the hole cards: cards by rank [13], ranks by suit as bits [4]
REST_SUITS = REST_RANKS + N_RANKS
DECK_RANKS = REST_SUITS + 4  # the same without the board
DECK_SUITS = DECK_RANKS + N_RANKS
BOARD_SUITS = DECK_SUITS + 4  # ranks on the board by suit, as bits [4]
ROWS = BOARD_SUITS + 4  # by seat: the set of its two ranks [10]
SUITED = ROWS + MOST_HANDS  # by seat: its ranks by suit, as bits [10, 4]
MEMBERS = SUITED + 4 * MOST_HANDS  # seats of the group [10]
OWN = MEMBERS + MOST_HANDS  # by member: its ranks of the suit looked at, as bits [10]
ONES = OWN + MOST_HANDS  # ways to draw a rank [13]
TWOS = ONES + N_RANKS  # ways to draw two ranks [91]
CODES = TWOS + N_PAIRS  # by set of ranks to come, on a flop or turn: as in fives [91]
WON = CODES + N_PAIRS  # by seat: parts of boards won [10]
POTS = WON + MOST_HANDS  # for `deluck.metrics.state_equity_kernels`: chips of pots, then who can win them [2, 12]
COUNTS = POTS + 2 * (MOST_HANDS + 2)  # boards by winners, a bit for each member [1024]
ROOM_SIZE = COUNTS + (1 << MOST_HANDS)
FIELD_BITS = np.uint64(21)
FIELD = np.uint64((1 << 21) - 1)
# the rows of fives, by set of five ranks: boards; a bit for each winner, 0 if by a full house or better; best strength
FIVE_WEIGHTS, FIVE_CODES, FIVE_BEST = range(3)


class ShareTables(NamedTuple):
    """What the kernels look up; `deluck.metrics.showdown_shares` builds it.

    strengths int16[91, 6188], of two ranks with each set of five, without flushes; sets uint16[SETS_SIZE], numbers of
    sets; flushes int16[8192], the strength of a flush by its ranks as bits.
    """

    strengths: "object"
    sets: "object"
    flushes: "object"


SHARE_TABLES = types.NamedTuple(
    (readonly(types.int16, 2), readonly(types.uint16, 1), readonly(types.int16, 1)), ShareTables
)


@helper
def new_room():
    """Return scratch for `set_holes`, `set_board` and `count_shares`: room and fives."""
    return np.zeros(ROOM_SIZE, dtype=np.int64), np.zeros((3, N_FIVES), dtype=np.int32)


@helper
def _bits(word):
    return np.int64(n_set_bits(np.uint64(word)))


@helper
def set_holes(holes, n_seats, room):
    """Take the known hole cards of a hand out of the deck: holes[n_seats, 2], -1 for a card that is not known."""
    for rank in range(N_RANKS):
        room[REST_RANKS + rank] = 4
    for suit in range(4):
        room[REST_SUITS + suit] = ALL_RANKS
    room[N_REST] = 52
    room[IS_WEIGHTED] = 0
    for seat in range(n_seats):
        for suit in range(4):
            room[SUITED + 4 * seat + suit] = 0
        for number in range(2):
            card = np.int64(holes[seat, number])
            if card >= 0:
                rank, suit = card >> 2, card & 3
                room[REST_RANKS + rank] -= 1
                room[REST_SUITS + suit] ^= 1 << rank
                room[SUITED + 4 * seat + suit] |= 1 << rank
                room[N_REST] -= 1
        one, other = max(np.int64(holes[seat, 0]), 0) >> 2, max(np.int64(holes[seat, 1]), 0) >> 2
        larger, smaller = max(one, other), min(one, other)
        room[ROWS + seat] = (larger * (larger + 1) >> 1) + smaller


@helper
def set_board(board, n_board, sets, room):
    """Take the first n_board (0, 3, 4 or 5) cards of a board out of the deck, which `set_holes` filled."""
    for entry in range(N_RANKS + 4):
        room[DECK_RANKS + entry] = room[REST_RANKS + entry]
    for suit in range(4):
        room[BOARD_SUITS + suit] = 0
    for index in range(n_board):  # the ranks are sorted, falling, where members will be
        card = np.int64(board[index])
        rank, suit = card >> 2, card & 3
        room[DECK_RANKS + rank] -= 1
        room[DECK_SUITS + suit] ^= 1 << rank
        room[BOARD_SUITS + suit] |= 1 << rank
        at = MEMBERS + index
        while at > MEMBERS and room[at - 1] < rank:
            room[at] = room[at - 1]
            at -= 1
        room[at] = rank
    number = np.int64(0)
    for index in range(n_board):
        number += np.int64(sets[SET_PARTS + N_RANKS * (n_board - index) + room[MEMBERS + index]])
    room[N_BOARD] = n_board
    room[BOARD_SET] = number
    room[N_DECK] = room[N_REST] - n_board
    if 0 < n_board < 5:
        _fill_draws(np.int64(0), room)


@helper
def _choose(n, k):
    """Return C(n, k) for n up to 4 and k from 1 to 5."""
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) >> 1
    if k == 3:
        return np.int64(n == 3) + 4 * np.int64(n == 4)
    return np.int64(k == 4 and n == 4)


@helper
def _fill_five_weights(room, fives):
    """Write how many boards each set of five ranks stands for: FIVE_WEIGHTS of fives."""
    number = np.uint64(0)
    for first in range(N_RANKS):
        n_first = room[DECK_RANKS + first]
        for second in range(first + 1):
            # of a run of equal ranks: its length and the boards of the ranks before it; then the boards so far
            run_two, before_two = (2, np.int64(1)) if second == first else (1, n_first)
            two = before_two * _choose(room[DECK_RANKS + second], run_two)
            for third in range(second + 1):
                run_three, before_three = (run_two + 1, before_two) if third == second else (1, two)
                three = before_three * _choose(room[DECK_RANKS + third], run_three)
                for fourth in range(third + 1):
                    run_four, before_four = (run_three + 1, before_three) if fourth == third else (1, three)
                    four = before_four * _choose(room[DECK_RANKS + fourth], run_four)
                    for fifth in range(fourth):
                        fives[FIVE_WEIGHTS, number] = four * room[np.uint64(DECK_RANKS + fifth)]
                        number += np.uint64(1)
                    fives[FIVE_WEIGHTS, number] = before_four * _choose(room[DECK_RANKS + fourth], run_four + 1)
                    number += np.uint64(1)


@helper
def _fill_draws(without, room):
    """Write the ways to draw a rank and two ranks of the deck, ONES and TWOS; a suit's ranks (bits) are left out."""
    number = TWOS
    for larger in range(N_RANKS):
        n_larger = room[DECK_RANKS + larger] - (without >> larger & 1)
        room[ONES + larger] = n_larger
        for smaller in range(larger):
            room[np.uint64(number)] = n_larger * room[np.uint64(ONES + smaller)]
            number += 1
        room[np.uint64(number)] = n_larger * (n_larger - 1) >> 1
        number += 1


@helper
def _row(index, room):
    """Return the set of ranks of a member of the group: its row of strengths."""
    return np.uint64(room[ROWS + room[MEMBERS + index]])


@helper
def _count_fives(strengths, full_house, room, fives):
    """Count boards of five cards to come by their winners by ranks, and write the codes."""
    weights, codes, best = fives[FIVE_WEIGHTS], fives[FIVE_CODES], fives[FIVE_BEST]
    first, second = strengths[_row(0, room)], strengths[_row(1, room)]
    if room[N_MEMBERS] == 2:
        n_won, n_lost, n_tied = np.int32(0), np.int32(0), np.int32(0)
        for number in range(N_FIVES):
            one, other = np.int32(first[number]), np.int32(second[number])
            weight = weights[number]
            n_won += weight if one > other else np.int32(0)
            n_lost += weight if one < other else np.int32(0)
            n_tied += weight if one == other else np.int32(0)
            code = (np.int32(1) if one >= other else np.int32(0)) + (np.int32(2) if one <= other else np.int32(0))
            codes[number] = code if max(one, other) < full_house else np.int32(0)
        room[COUNTS + 1], room[COUNTS + 2], room[COUNTS + 3] = n_won, n_lost, n_tied
        return
    for number in range(N_FIVES):
        best[number] = max(first[number], second[number])
        codes[number] = 0
    for index in range(2, room[N_MEMBERS]):
        row = strengths[_row(index, room)]
        for number in range(N_FIVES):
            best[number] = max(best[number], np.int32(row[number]))
    for index in range(room[N_MEMBERS]):
        row = strengths[_row(index, room)]
        bit = np.int32(1 << index)
        for number in range(N_FIVES):
            codes[number] |= bit if np.int32(row[number]) == best[number] else np.int32(0)
    for number in range(N_FIVES):
        room[np.uint64(COUNTS + codes[number])] += weights[number]
    for number in range(N_FIVES):
        codes[number] = codes[number] if best[number] < full_house else np.int32(0)


@helper
def _winners(number, strengths, room):
    """Return a bit for each member with the best hand by ranks on a set of five ranks, and that hand's strength."""
    one, other = np.int64(strengths[_row(0, room), number]), np.int64(strengths[_row(1, room), number])
    best, winners = max(one, other), np.int64(one >= other) | np.int64(one <= other) << 1
    for index in range(2, room[N_MEMBERS]):
        strength = np.int64(strengths[_row(index, room), number])
        if strength > best:
            best, winners = strength, np.int64(1) << index
        elif strength == best:
            winners |= np.int64(1) << index
    return winners, best


@helper
def _full_set(number, sets, room):
    """Return the set of all five ranks of a board when the cards to come make a set of ranks."""
    n_board, board_set = room[N_BOARD], room[BOARD_SET]
    if n_board == 3:
        return np.uint64(sets[np.uint64(AFTER_THREE + N_PAIRS * board_set + number)])
    if n_board == 4:
        return np.uint64(sets[np.uint64(AFTER_FOUR + N_RANKS * board_set + number)])
    return np.uint64(number if n_board == 0 else board_set)


@helper
def _count_few(strengths, sets, room):
    """Count boards of up to two cards to come by their winners by ranks, and write the codes."""
    n_to_come = 5 - room[N_BOARD]
    full_house = np.int64(sets[LOWEST])
    if n_to_come == 0:
        winners, strength = _winners(_full_set(np.int64(0), sets, room), strengths, room)
        room[CODES] = winners if strength < full_house else 0
        room[COUNTS + winners] += 1
        return
    n_sets, weights = (N_PAIRS, TWOS) if n_to_come == 2 else (N_RANKS, ONES)
    start = AFTER_THREE + N_PAIRS * room[BOARD_SET] if n_to_come == 2 else AFTER_FOUR + N_RANKS * room[BOARD_SET]
    if room[N_MEMBERS] > 2:
        for number in range(n_sets):
            winners, strength = _winners(np.uint64(sets[np.uint64(start + number)]), strengths, room)
            room[np.uint64(CODES + number)] = winners if strength < full_house else 0
            room[np.uint64(COUNTS + winners)] += room[np.uint64(weights + number)]
        return
    first, second = _row(0, room), _row(1, room)
    n_won, n_tied, total = np.int64(0), np.int64(0), np.int64(0)
    for number in range(n_sets):
        full = np.uint64(sets[np.uint64(start + number)])
        one, other = strengths[first, full], strengths[second, full]
        weight = room[np.uint64(weights + number)]
        total += weight
        n_won += weight if one > other else 0
        n_tied += weight if one == other else 0
        winners = (1 if one >= other else 0) + (2 if one <= other else 0)
        room[np.uint64(CODES + number)] = winners if max(one, other) < full_house else 0
    room[COUNTS + 1], room[COUNTS + 2], room[COUNTS + 3] = n_won, total - n_won - n_tied, n_tied


@helper
def _best_flush(ranks, flushes, room):
    """Return a bit for each member with the best flush, of ranks of the suit on the board and its own; its strength."""
    one = np.int64(flushes[np.uint64(ranks | room[OWN])])
    other = np.int64(flushes[np.uint64(ranks | room[OWN + 1])])
    best, winners = max(one, other), np.int64(one >= other) | np.int64(one <= other) << 1
    for index in range(2, room[N_MEMBERS]):
        strength = np.int64(flushes[np.uint64(ranks | room[OWN + index])])
        if strength > best:
            best, winners = strength, np.int64(1) << index
        elif strength == best:
            winners |= np.int64(1) << index
    return winners, best


@helper
def _least_suited(suit, room):
    """Return how many cards of a suit must come for anybody to have a flush in it, and set the members' own."""
    in_hand = np.int64(0)
    for index in range(room[N_MEMBERS]):
        own = room[SUITED + 4 * room[MEMBERS + index] + suit]
        room[OWN + index] = own
        in_hand = max(in_hand, _bits(own))
    return 5 - in_hand - _bits(room[BOARD_SUITS + suit])


@helper
def _count_flushes(suit, tables, room, fives):
    """Count boards with a flush of a suit again: taken back as counted by ranks, given to the best flush."""
    n_to_come = 5 - room[N_BOARD]
    least = max(_least_suited(suit, room), 0)
    if least > n_to_come:
        return
    strengths, sets, flushes = tables
    in_deck, on_board = room[DECK_SUITS + suit], room[BOARD_SUITS + suit]
    n_off = room[N_DECK] - _bits(in_deck)
    if least < n_to_come:
        _fill_draws(in_deck, room)
    if n_to_come == 5 and room[N_MEMBERS] == 2:
        _count_flushes_of_two(suit, least, tables, room, fives)
        return
    for n_suited in range(least, n_to_come + 1):
        n_others = n_to_come - n_suited
        n_sets = N_PAIRS if n_others == 2 else N_RANKS if n_others == 1 else 1
        total = n_off * (n_off - 1) >> 1 if n_others == 2 else n_off if n_others == 1 else 1
        for at in range(np.int64(sets[SUITED_STARTS + n_suited]), np.int64(sets[SUITED_STARTS + n_suited + 1])):
            ranks = np.int64(sets[np.uint64(SUITED_RANKS + at)])
            if ranks & ~in_deck:
                continue
            winners, flush = _best_flush(ranks | on_board, flushes, room)
            if flush == 0:
                continue
            drawn = np.int64(sets[np.uint64(SUITED_SETS + at)])
            if flush >= np.int64(sets[LOWEST + 1]):
                for other in range(n_sets):
                    number = _drawn_set(n_suited, n_others, drawn, other, sets)
                    by_ranks, _ = _winners(_full_set(number, sets, room), strengths, room)
                    room[COUNTS + by_ranks] -= 1 if n_others == 0 else room[(TWOS if n_others == 2 else ONES) + other]
                room[COUNTS + winners] += total
            else:
                # codes are 0 where a full house or better wins all the same: those boards stay as they were counted
                stay = room[COUNTS]
                if n_to_come == 5:
                    _take_back_fives(n_suited, drawn, sets, room, fives)
                else:
                    for other in range(n_sets):
                        code = room[np.uint64(CODES + _drawn_set(n_suited, n_others, drawn, other, sets))]
                        weight = 1 if n_others == 0 else room[np.uint64((TWOS if n_others == 2 else ONES) + other)]
                        room[np.uint64(COUNTS + code)] -= weight
                room[COUNTS + winners] += total - (stay - room[COUNTS])


@helper
def _take_back_fives(n_suited, drawn, sets, room, fives):
    """Take back boards of five cards to come, with a set of three, four or five suited ones, as counted by ranks."""
    if n_suited == 5:
        room[np.uint64(COUNTS + fives[FIVE_CODES, np.uint64(drawn)])] -= 1
        return
    n_sets, weights = (N_PAIRS, TWOS) if n_suited == 3 else (N_RANKS, ONES)
    start = AFTER_THREE + N_PAIRS * drawn if n_suited == 3 else AFTER_FOUR + N_RANKS * drawn
    for other in range(n_sets):
        code = fives[FIVE_CODES, np.uint64(sets[np.uint64(start + other)])]
        room[np.uint64(COUNTS + code)] -= room[np.uint64(weights + other)]


@helper
def _count_flushes_of_two(suit, least, tables, room, fives):
    """Do what `_count_flushes` does for two hands and five cards to come, with counts in registers.

    Boards that are taken back are added up in one number, 21 bits for each code: a suit has fewer flushes than that.
    Those of the last code, shared boards, fall off its end and follow from the total.
    """
    strengths, sets, flushes = tables
    in_deck, straight_flush = room[DECK_SUITS + suit], np.int64(sets[LOWEST + 1])
    first_own, second_own = room[OWN], room[OWN + 1]
    first, second = _row(0, room), _row(1, room)
    codes = fives[FIVE_CODES]
    n_off = room[N_DECK] - _bits(in_deck)
    taken, total = np.uint64(0), np.int64(0)
    n_won, n_lost, n_tied = np.int64(0), np.int64(0), np.int64(0)
    for n_suited in range(least, 6):
        n_others = 5 - n_suited
        n_sets, weights = (N_PAIRS, TWOS) if n_others == 2 else (N_RANKS, ONES)
        n_boards = n_off * (n_off - 1) >> 1 if n_others == 2 else n_off if n_others == 1 else 1
        for at in range(np.int64(sets[SUITED_STARTS + n_suited]), np.int64(sets[SUITED_STARTS + n_suited + 1])):
            ranks = np.int64(sets[np.uint64(SUITED_RANKS + at)])
            if ranks & ~in_deck:
                continue
            one = np.int64(flushes[np.uint64(ranks | first_own)])
            other = np.int64(flushes[np.uint64(ranks | second_own)])
            drawn = np.int64(sets[np.uint64(SUITED_SETS + at)])
            start = AFTER_THREE + N_PAIRS * drawn if n_others == 2 else AFTER_FOUR + N_RANKS * drawn
            before = taken & FIELD
            if max(one, other) >= straight_flush:
                for number in range(n_sets if n_others else 1):
                    full = np.uint64(sets[np.uint64(start + number)]) if n_others else np.uint64(drawn)
                    mine, theirs = strengths[first, full], strengths[second, full]
                    code = np.uint64(mine >= theirs) + np.uint64(2) * np.uint64(mine <= theirs)
                    weight = np.uint64(room[weights + number]) if n_others else np.uint64(1)
                    taken += weight << (FIELD_BITS * code)
            elif n_others == 0:
                taken += np.uint64(1) << (FIELD_BITS * np.uint64(codes[np.uint64(drawn)]))
            else:
                for number in range(n_sets):
                    code = np.uint64(codes[np.uint64(sets[np.uint64(start + number)])])
                    taken += np.uint64(room[np.uint64(weights + number)]) << (FIELD_BITS * code)
            flushed = n_boards - np.int64((taken & FIELD) - before)
            total += n_boards
            n_won += flushed if one > other else 0
            n_lost += flushed if one < other else 0
            n_tied += flushed if one == other else 0
    stayed = np.int64(taken & FIELD)
    first_back = np.int64(taken >> FIELD_BITS & FIELD)
    second_back = np.int64(taken >> (FIELD_BITS * np.uint64(2)) & FIELD)
    room[COUNTS + 1] += n_won - first_back
    room[COUNTS + 2] += n_lost - second_back
    room[COUNTS + 3] += n_tied - (total - stayed - first_back - second_back)


@helper
def _drawn_set(n_suited, n_others, drawn, other, sets):
    """Return the set of ranks of the cards to come: a set of suited ones and a set of others."""
    if n_others == 0:
        return drawn
    if n_suited == 0:
        return np.int64(other)
    if n_suited == 1:
        return np.int64(sets[np.uint64(AFTER_ONE + N_RANKS * drawn + other)])
    if n_suited == 3:
        return np.int64(sets[np.uint64(AFTER_THREE + N_PAIRS * drawn + other)])
    return np.int64(sets[np.uint64(AFTER_FOUR + N_RANKS * drawn + other)])


@helper
def count_shares(group, tables, room, fives):
    """Write what each seat wins of every completion of the board to WON of room; return how many boards there are.

    group has a bit for each seat that is in, two or more, whose cards are known; other seats win nothing. PARTS are a
    board that a seat wins alone. `set_holes` and `set_board` come before.
    """
    strengths, sets, _ = tables
    n_members, n_boards = 0, np.int64(1)
    for seat in range(MOST_HANDS):
        if group >> seat & 1:
            room[MEMBERS + n_members] = seat
            n_members += 1
    room[N_MEMBERS] = n_members
    for winners in range(1 << n_members):
        room[COUNTS + winners] = 0
    if room[N_BOARD] == 0:
        if not room[IS_WEIGHTED]:
            _fill_five_weights(room, fives)
            room[IS_WEIGHTED] = 1
        _count_fives(strengths, np.int64(sets[LOWEST]), room, fives)
    else:
        if 0 < room[N_BOARD] < 5:
            _fill_draws(np.int64(0), room)
        _count_few(strengths, sets, room)
    for suit in range(4):
        _count_flushes(suit, tables, room, fives)
    for drawn in range(5 - room[N_BOARD]):
        n_boards = n_boards * (room[N_DECK] - drawn) // (drawn + 1)
    for seat in range(MOST_HANDS):
        room[WON + seat] = 0
    for winners in range(1, 1 << n_members):
        if room[COUNTS + winners]:
            share = room[COUNTS + winners] * (PARTS // _bits(winners))
            for index in range(n_members):
                if winners >> index & 1:
                    room[WON + room[MEMBERS + index]] += share
    return n_boards


@kernel(
    types.void(
        readonly(types.int8, 3),
        readonly(types.int8, 2),
        readonly(types.int64, 1),
        readonly(types.int64, 1),
        SHARE_TABLES,
        writable(types.int64, 2),
        writable(types.int64, 1),
    )
)
def fill_shares(holes, boards, n_boards, groups, tables, parts, totals):
    """Write what seats win over every completion of n boards to parts int64[n, 10], PARTS to a board; totals int64[n].

    holes int8[n, seats, 2] with -1 for cards that are not known; boards int8[n, 5], of which n_boards int64[n] cards
    are dealt; groups int64[n], a bit for each seat that is in.
    """
    room, fives = new_room()
    for row in range(len(holes)):
        set_holes(holes[row], holes.shape[1], room)
        set_board(boards[row], n_boards[row], tables.sets, room)
        totals[row] = count_shares(groups[row], tables, room, fives)
        for seat in range(MOST_HANDS):
            parts[row, seat] = room[WON + seat]
