# mypy: ignore-errors
"""Hands of PHH scanned in bulk: the plain ones of hold'em; whatever is not plain is left to the record path."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

MOST_SEATS = 10
MOST_RESTS = 32
"""Lines of a hand that are left to the caller."""
MICRO = 1_000_000
"""Amounts are counted in millionths of the hand's unit."""

VARIANT, TRIMS, HAND, PLAYERS, ACTIONS, ANTES, BLINDS, STACKS, FINISHING, WINNINGS, MIN_BET, SMALL_BET, BIG_BET = range(
    13
)
"""The keys that are read here, in the order of the table of keys."""
N_KEYS = 13
_N_LISTS = 5  # antes to winnings
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = 0, 1, 2
UNKNOWN = -1

_MOST_WHOLE = 12
_MOST_DECIMALS = 6
_MOST_ID = 18
_TAB, _LF, _SPACE, _QUOTE, _HASH, _APOSTROPHE, _COMMA, _MINUS, _DOT = 9, 10, 32, 34, 35, 39, 44, 45, 46
_ZERO, _NINE, _EQUALS, _QUESTION, _OPEN, _BACKSLASH, _CLOSE, _BRACE = 48, 57, 61, 63, 91, 92, 93, 123
_B, _C, _D, _F, _H, _M, _P, _R, _S, _T = 98, 99, 100, 102, 104, 109, 112, 114, 115, 116


@helper
def _past_space(text, index, last):
    while index < last and (text[index] == _SPACE or text[index] == _TAB):
        index += 1
    return index


@helper
def _is_bare(symbol):
    return 97 <= symbol <= 122 or 65 <= symbol <= 90 or _ZERO <= symbol <= _NINE or symbol == 95 or symbol == _MINUS


@helper
def _key_at(text, index, last, keys, key_starts):
    """Return the number of the key at a position (N_KEYS for another) and where its value begins, or -1."""
    first = index
    while index < last and _is_bare(text[index]):
        index += 1
    size = index - first
    end = _past_space(text, index, last)
    if size == 0 or end >= last or text[end] != _EQUALS:
        return N_KEYS, -1
    value = _past_space(text, end + 1, last)
    for key in range(N_KEYS):
        start = key_starts[key]
        if key_starts[key + 1] - start == size:
            same = True
            for offset in range(size):
                if keys[start + offset] != text[first + offset]:
                    same = False
                    break
            if same:
                return key, value
    return N_KEYS, value


@helper
def _number(text, index, last):
    """Return a number in millionths, how many decimals it needs, and where it ends, or -1."""
    sign = 1
    if index < last and text[index] == _MINUS:
        sign = -1
        index += 1
    first, value = index, np.int64(0)
    while index < last and _ZERO <= text[index] <= _NINE:
        if index - first == _MOST_WHOLE:
            return value, 0, -1
        value = value * 10 + (text[index] - _ZERO)
        index += 1
    if index == first or (index - first > 1 and text[first] == _ZERO):
        return value, 0, -1
    n_decimals, needed = 0, 0
    if index < last and text[index] == _DOT:
        index += 1
        while index < last and _ZERO <= text[index] <= _NINE:
            if n_decimals == _MOST_DECIMALS:
                return value, 0, -1
            value = value * 10 + (text[index] - _ZERO)
            n_decimals += 1
            if text[index] != _ZERO:
                needed = n_decimals
            index += 1
        if n_decimals == 0:
            return value, 0, -1
    for _ in range(_MOST_DECIMALS - n_decimals):
        value *= 10
    return sign * value, needed, index


@helper
def _numbers(text, index, last, values):
    """Write the numbers of an array; return how many, the most decimals they need, and where it ends, or -1."""
    count, most = 0, 0
    if index >= last or text[index] != _OPEN:
        return count, most, -1
    index = _past_space(text, index + 1, last)
    while True:
        if count == MOST_SEATS:
            return count, most, -1
        value, needed, index = _number(text, index, last)
        if index < 0:
            return count, most, -1
        values[count] = value
        count += 1
        most = max(most, needed)
        index = _past_space(text, index, last)
        if index < last and text[index] == _COMMA:
            index = _past_space(text, index + 1, last)
        elif index < last and text[index] == _CLOSE:
            return count, most, index + 1
        else:
            return count, most, -1


@helper
def _past_text(text, index, last):
    """Return where a text in quotes on one line ends, -1 if it is none that is plain."""
    if index >= last or (text[index] != _QUOTE and text[index] != _APOSTROPHE):
        return -1
    quote = text[index]
    index += 1
    while index < last and text[index] != quote:
        symbol = text[index]
        if symbol == _BACKSLASH or symbol < _SPACE or symbol == 127:
            return -1
        index += 1
    # three quotes begin a text of several lines
    return index + 1 if index < last and not (index + 1 < last and text[index + 1] == quote) else -1


@helper
def _past_texts(text, index, last):
    """Return where an array of plain texts on one line ends, or -1."""
    if index >= last or text[index] != _OPEN:
        return -1
    index = _past_space(text, index + 1, last)
    while index < last and text[index] != _CLOSE:
        index = _past_text(text, index, last)
        if index < 0:
            return -1
        index = _past_space(text, index, last)
        if index < last and text[index] == _COMMA:
            index = _past_space(text, index + 1, last)
        elif index >= last or text[index] != _CLOSE:
            return -1
    return index + 1 if index < last else -1


@helper
def _past_rest(text, index, last):
    """Return where the line of a value ends that is left to the caller, -1 if the value may not end on it."""
    if index >= last or text[index] == _BRACE:
        return -1
    first = text[index]
    if first in (_QUOTE, _APOSTROPHE):
        index = _past_text(text, index, last)
        if index < 0:
            return -1
    elif first == _OPEN:
        depth = 0
        while index < last and text[index] != _LF:
            symbol = text[index]
            if symbol in (_HASH, _QUOTE, _APOSTROPHE):
                return -1
            depth += (symbol == _OPEN) - (symbol == _CLOSE)
            index += 1
        if depth != 0:
            return -1
    while index < last and text[index] != _LF:
        index += 1
    return index


@helper
def _card(text, index, rank_of, suit_of):
    """Return the card at a position, UNKNOWN for ??, -2 if there is none."""
    if text[index] == _QUESTION and text[index + 1] == _QUESTION:
        return UNKNOWN
    rank, suit = rank_of[text[index]], suit_of[text[index + 1]]
    return -2 if rank < 0 or suit < 0 else 4 * rank + suit


@helper
def _seat(text, index, last, n_seats):
    """Return the seat that a player's name such as p3 stands for and where it ends, or -1."""
    if index + 1 >= last or text[index] != _P:
        return 0, -1
    number, first = 0, index + 1
    index = first
    while index < last and _ZERO <= text[index] <= _NINE:
        number = number * 10 + (text[index] - _ZERO)
        index += 1
        if index - first > 2:
            return 0, -1
    if index == first or number < 1 or number > n_seats:
        return 0, -1
    return number - 1, index


@helper
def _deal(text, index, last, n_seats, n_board, rank_of, suit_of, cards, board):
    """Write the cards of ``dh p1 AsKd`` or ``db Ks5h3d``; return the size of the board then, or -1."""
    if index + 3 >= last or text[index] != _D or text[index + 2] != _SPACE:
        return -1
    kind = text[index + 1]
    index += 3
    if kind == _B:
        if index == last or (last - index) % 2 or n_board + (last - index) // 2 > 5:
            return -1
        while index < last:
            card = _card(text, index, rank_of, suit_of)
            if card < 0:
                return -1
            board[n_board] = card
            n_board += 1
            index += 2
        return n_board
    if kind != _H:
        return -1
    seat, index = _seat(text, index, last, n_seats)
    if index < 0 or last - index != 5 or text[index] != _SPACE or cards[seat, 0] != -3:
        return -1
    for number in range(2):
        card = _card(text, index + 1 + 2 * number, rank_of, suit_of)
        if card == -2:
            return -1
        cards[seat, number] = card
    return n_board


@helper
def _show(text, index, last, rank_of, suit_of, hole):
    """Write the cards that a seat shows, from behind ``sm``; return whether they are plain."""
    if index == last:
        return True
    if last - index == 2 and text[index] == _SPACE and text[index + 1] == _MINUS:
        return True
    if last - index != 5 or text[index] != _SPACE or hole[0] == -3:
        return False
    for number in range(2):
        card = _card(text, index + 1 + 2 * number, rank_of, suit_of)
        if card == -2 or (card >= 0 and hole[number] >= 0 and card != hole[number]):
            return False
        if card >= 0:
            hole[number] = card
    return True


@helper
def _scan_actions(
    text, index, last, n_seats, count, rank_of, suit_of, cards, board, actors, actions, amounts, on_board
):
    """Write the actions of a hand from `count` on; return where they end (or -1), how many, and the most decimals."""
    n_board, most = 0, 0
    if index >= last or text[index] != _OPEN:
        return -1, count, most
    index = _past_space(text, index + 1, last)
    while index < last and text[index] != _CLOSE:
        end = _past_text(text, index, last)
        if end < 0:
            return -1, count, most
        first, stop = index + 1, end - 1
        if stop - first > 3 and text[first] == _D and text[first + 1] == _SPACE:
            n_board = _deal(text, first + 2, stop, n_seats, n_board, rank_of, suit_of, cards, board)
            if n_board < 0:
                return -1, count, most
        else:
            seat, at = _seat(text, first, stop, n_seats)
            if at < 0 or at + 1 >= stop or text[at] != _SPACE:
                return -1, count, most
            at += 1
            size = stop - at
            action, amount = -1, np.int64(-1)
            if size == 1 and text[at] == _F:
                action = 0
            elif size == 2 and text[at] == _C and text[at + 1] == _C:
                action = 1
            elif size > 4 and text[at] == _C and text[at + 1] == _B and text[at + 2] == _R and text[at + 3] == _SPACE:
                amount, needed, past = _number(text, at + 4, stop)
                if past != stop or amount < 0:
                    return -1, count, most
                most = max(most, needed)
                action = 2
            elif size >= 2 and text[at] == _S and text[at + 1] == _M:
                if not _show(text, at + 2, stop, rank_of, suit_of, cards[seat]):
                    return -1, count, most
            else:
                return -1, count, most
            if action >= 0:
                actors[count], actions[count], amounts[count], on_board[count] = seat, action, amount, n_board
                count += 1
        index = _past_space(text, end, last)
        if index < last and text[index] == _COMMA:
            index = _past_space(text, index + 1, last)
        elif index >= last or text[index] != _CLOSE:
            return -1, count, most
    return (index + 1 if index < last else -1), count, most


@helper
def _are_dealt_once(cards, board):
    """Return whether no card is dealt twice; cards that were not dealt become unknown ones."""
    seen = np.int64(0)
    for seat in range(MOST_SEATS):
        for number in range(2):
            card = cards[seat, number]
            if card == -3:
                cards[seat, number] = UNKNOWN
            elif card >= 0:
                if seen >> card & 1:
                    return False
                seen |= np.int64(1) << card
    for number in range(5):
        card = board[number]
        if card >= 0:
            if seen >> card & 1:
                return False
            seen |= np.int64(1) << card
    return True


@helper
def _scan_value(text, key, index, last, found, spans, sizes):
    """Read the value of a key that is neither a list of numbers nor the actions; return where it ends or -1.

    found int64[3]: the variant, whether antes are trimmed, and the most decimals, of which the last two may change.
    """
    if key == VARIANT:
        if index + 3 >= last or _past_text(text, index, last) != index + 4 or text[index + 2] != _T - 32:
            return -1
        first = text[index + 1]
        if first != 78 and first != 80 and first != 70:  # NT, PT, FT
            return -1
        found[0] = NO_LIMIT if first == 78 else POT_LIMIT if first == 80 else FIXED_LIMIT
        return index + 4
    if key == TRIMS:
        word = (116, 114, 117, 101, _LF) if index < last and text[index] == _T else (102, 97, 108, 115, 101)
        found[1] = word[0] == _T
        size = 4 if found[1] else 5
        for offset in range(size):
            if index + offset >= last or text[index + offset] != word[offset]:
                return -1
        return index + size
    if key == HAND:
        first = index
        if index < last and (text[index] == _QUOTE or text[index] == _APOSTROPHE):
            end = _past_text(text, index, last)
            spans[0], spans[1] = index + 1, end - 1
            return end
        while index < last and _ZERO <= text[index] <= _NINE:
            index += 1
        spans[0], spans[1] = first, index
        size = index - first
        return index if 0 < size <= _MOST_ID and (size == 1 or text[first] != _ZERO) else -1
    if key == PLAYERS:
        end = _past_texts(text, index, last)
        spans[2], spans[3] = index, end
        return end
    value, needed, end = _number(text, index, last)
    sizes[key - MIN_BET] = value
    found[2] = max(found[2], needed)
    return end if value >= 0 else -1


@helper
def _past_comment(text, index, last):
    """Return where the line of a comment ends, -1 if TOML does not allow it."""
    while index < last and text[index] != _LF:
        if (text[index] < _SPACE and text[index] != _TAB) or text[index] == 127:
            return -1
        index += 1
    return index


@kernel(
    types.int64(
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        writable(types.boolean, 1),
        writable(types.int64, 1),
        writable(types.int64, 2),
        writable(types.int64, 3),
        writable(types.int64, 2),
        writable(types.int64, 2),
        writable(types.int64, 1),
        writable(types.int64, 2),
        writable(types.int8, 3),
        writable(types.int8, 2),
        writable(types.int64, 1),
        writable(types.int8, 1),
        writable(types.uint8, 1),
        writable(types.int64, 1),
        writable(types.uint8, 1),
    )
)
def scan_hands(
    text,
    starts,
    keys,
    key_starts,
    rank_of,
    suit_of,
    is_plain,
    present,
    settings,
    money,
    sizes,
    spans,
    rest_starts,
    rests,
    cards,
    board,
    action_starts,
    actors,
    actions,
    amounts,
    on_board,
):
    """Take n hands apart; return how many actions they have.

    text uint8[...] has the hands one after another, hand i from starts[i] to starts[i + 1], int64[n + 1]. keys
    uint8[...] has the names of the N_KEYS keys, key k from key_starts[k]; rank_of and suit_of int8[256] what a symbol
    stands for, -1 for nothing.

    Writes by hand: is_plain bool[n]; present int64[n], a bit for each key; settings int64[n, 4] (variant, whether antes
    are trimmed, the most decimals of an amount, seats); money int64[n, 5, 10] (antes, blinds, stacks, finishing stacks,
    winnings) and sizes int64[n, 3] (smallest bet, small and big bet), in millionths; spans int64[n, 4] (where the id of
    the hand and the players begin and end); rest_starts int64[n + 1] and rests int64[..., 2], the lines that are left;
    cards int8[n, 10, 2] (filled with -3 before) and board int8[n, 5] (with -1); action_starts int64[n + 1]. By action:
    actors int8[...], actions uint8[...], amounts int64[...] (-1 for none) and on_board uint8[...], the cards that lay
    there. A hand that is not plain has no actions and no rests, and its other entries mean nothing.
    """
    found = np.zeros(3, dtype=np.int64)
    count, n_rests = np.int64(0), np.int64(0)
    for row in range(len(is_plain)):
        index, last = starts[row], starts[row + 1]
        is_plain[row] = False
        action_starts[row], rest_starts[row] = count, n_rests
        found[:] = 0
        has, n_seats, first_rest, actions_at = np.int64(0), 0, n_rests, np.int64(-1)
        good = True
        while good and index < last:
            index = _past_space(text, index, last)
            if index == last:
                break
            if text[index] == _LF:
                index += 1
                continue
            if text[index] == _HASH:
                index = _past_comment(text, index, last)
                good = index >= 0
                continue
            line = index
            key, index = _key_at(text, index, last, keys, key_starts)
            if index < 0 or (key < N_KEYS and has >> key & 1):
                good = False
                break
            if key == N_KEYS:
                index = _past_rest(text, index, last)
                if index < 0 or n_rests - first_rest == MOST_RESTS:
                    good = False
                    break
                rests[n_rests, 0], rests[n_rests, 1] = line, index
                n_rests += 1
                continue
            has |= np.int64(1) << key
            if key == ACTIONS:
                actions_at = index
                index = _past_texts(text, index, last)
            elif ANTES <= key <= WINNINGS:
                size, needed, index = _numbers(text, index, last, money[row, key - ANTES])
                if n_seats == 0:
                    n_seats = size
                good = size == n_seats
                if key <= STACKS:
                    found[2] = max(found[2], needed)
            else:
                index = _scan_value(text, key, index, last, found, spans[row], sizes[row])
            if index < 0:
                good = False
                break
            index = _past_space(text, index, last)
            good = good and (index == last or text[index] == _LF)
        needed_keys = 1 << VARIANT | 1 << ACTIONS | 1 << ANTES | 1 << BLINDS | 1 << STACKS
        needed_keys |= (1 << SMALL_BET | 1 << BIG_BET) if found[0] == FIXED_LIMIT else (1 << MIN_BET)
        good = good and has & needed_keys == needed_keys and n_seats >= 2
        new_count = count
        if good:
            at, new_count, most = _scan_actions(
                text,
                actions_at,
                last,
                n_seats,
                count,
                rank_of,
                suit_of,
                cards[row],
                board[row],
                actors,
                actions,
                amounts,
                on_board,
            )
            found[2] = max(found[2], most)
            good = at >= 0 and _are_dealt_once(cards[row], board[row])
        if not good:
            n_rests = first_rest
            continue
        is_plain[row] = True
        present[row] = has
        settings[row, 0], settings[row, 1], settings[row, 2], settings[row, 3] = found[0], found[1], found[2], n_seats
        count = new_count
    action_starts[len(is_plain)], rest_starts[len(is_plain)] = count, n_rests
    return count
