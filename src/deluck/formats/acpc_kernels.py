# mypy: ignore-errors
"""Lines of ACPC logs scanned in bulk."""

import numpy as np

from deluck.compiling import helper, kernel, readonly, types, writable

OTHER, PLAIN, FRACTIONS = 0, 1, 2
"""A line that is not plain; one that is; one that is but for payoffs that are not whole numbers."""
NUMBER, PAYOFFS, NAMES = 0, 2, 4
"""Where the number, the payoffs and the names of a line begin in its spans; each is followed by where it ends."""
NO_TIME = -(1 << 63)
MOST_SEATS = 10

_MOST_NUMBER = 18
_MOST_DIGITS = 15
_MOST_SECONDS = 11
_COLON, _SLASH, _BAR, _MINUS, _DOT, _SPACE, _HASH = 58, 47, 124, 45, 46, 32, 35
_ZERO, _NINE = 48, 57
_F, _C, _R = 102, 99, 114


@helper
def _is_digit(symbol):
    return _ZERO <= symbol <= _NINE


@helper
def _past_digits(text, index, last):
    """Return the value of the digits at a position and where they end; the value is right up to 18 of them."""
    value = np.int64(0)
    while index < last and _is_digit(text[index]):
        value = value * 10 + (text[index] - _ZERO)
        index += 1
    return value, index


@helper
def _past_number(text, first, last):
    """Return where the betting of a STATE line begins, -1 if the line does not begin as it should."""
    if last - first < 8:
        return -1
    for offset, symbol in enumerate((83, 84, 65, 84, 69, 58)):  # STATE:
        if text[first + offset] != symbol:
            return -1
    _, index = _past_digits(text, first + 6, last)
    n_digits = index - first - 6
    if not 1 <= n_digits <= _MOST_NUMBER or index >= last or text[index] != _COLON:
        return -1
    return index + 1


@helper
def _scan_betting(text, index, last, with_amounts, n_actions, actions, amounts, streets):
    """Write the actions of a line from `n_actions` on; return where the cards begin (or -1), actions and slashes."""
    street = 0
    while index < last and text[index] != _COLON:
        symbol = text[index]
        index += 1
        if symbol == _SLASH:
            street += 1
            if street > 3:
                return -1, n_actions, street
            continue
        amount = np.int64(-1)
        if symbol == _R and with_amounts:
            amount, end = _past_digits(text, index, last)
            if not 1 <= end - index <= _MOST_DIGITS:
                return -1, n_actions, street
            index = end
        elif symbol != _R and symbol != _C and symbol != _F:
            return -1, n_actions, street
        actions[n_actions] = 2 if symbol == _R else 1 if symbol == _C else 0
        amounts[n_actions] = amount
        streets[n_actions] = street
        n_actions += 1
    return (index + 1 if index < last else -1), n_actions, street


@helper
def _card(text, index, last, rank_of, suit_of):
    """Return the card at a position, -1 if there is none."""
    if index + 1 >= last:
        return -1
    rank, suit = rank_of[text[index]], suit_of[text[index + 1]]
    return -1 if rank < 0 or suit < 0 else 4 * rank + suit


@helper
def _scan_cards(text, index, last, sizes, street, rank_of, suit_of, cards, board):
    """Write the cards of a line; return where the payoffs begin (or -1) and how many seats have a place for cards."""
    seat, seen = 0, np.int64(0)
    while True:
        if seat == MOST_SEATS:
            return -1, seat
        if index < last and text[index] != _BAR and text[index] != _SLASH and text[index] != _COLON:
            for number in range(2):
                card = _card(text, index, last, rank_of, suit_of)
                if card < 0 or seen >> card & 1:
                    return -1, seat
                seen |= np.int64(1) << card
                cards[seat, number] = card
                index += 2
        seat += 1
        if index >= last or text[index] != _BAR:
            break
        index += 1
    shown = 0
    for size in sizes[1 : street + 1]:
        if index >= last or text[index] != _SLASH:
            return -1, seat
        index += 1
        while shown < size:
            card = _card(text, index, last, rank_of, suit_of)
            if card < 0 or seen >> card & 1:
                return -1, seat
            seen |= np.int64(1) << card
            board[shown] = card
            shown += 1
            index += 2
    if index >= last or text[index] != _COLON:
        return -1, seat
    return index + 1, seat


@helper
def _scan_payoffs(text, index, last, payoffs):
    """Write the payoffs of a line if they are whole; return where the names begin (or -1), how many, and the kind."""
    kind, seat, total = PLAIN, 0, np.int64(0)
    while True:
        if seat == MOST_SEATS:
            return -1, seat, kind
        sign = 1
        if index < last and text[index] == _MINUS:
            sign = -1
            index += 1
        value, end = _past_digits(text, index, last)
        if not 1 <= end - index <= _MOST_DIGITS:
            return -1, seat, kind
        index = end
        if index < last and text[index] == _DOT:
            kind = FRACTIONS
            _, index = _past_digits(text, index + 1, last)
        payoffs[seat] = sign * value
        total += sign * value
        seat += 1
        if index >= last or text[index] != _BAR:
            break
        index += 1
    if index >= last or text[index] != _COLON or (kind == PLAIN and total != 0):
        return -1, seat, kind
    return index + 1, seat, kind


@helper
def _split_time(text, first, last):
    """Return where the names end and the time in microseconds that follows them, `NO_TIME` if none does."""
    index = last
    while index > first and _is_digit(text[index - 1]):
        index -= 1
    begin, micro = index, np.int64(0)
    if index > first and text[index - 1] == _DOT and index < last:
        n_decimals = 0
        for each in range(index, last):
            if n_decimals < 6:
                micro = micro * 10 + (text[each] - _ZERO)
                n_decimals += 1
        for _ in range(6 - n_decimals):
            micro *= 10
        if last - index > _MOST_NUMBER:
            return last, np.int64(NO_TIME)
        index -= 1
        begin = index
        while begin > first and _is_digit(text[begin - 1]):
            begin -= 1
    else:
        index = last
    if not 1 <= index - begin <= _MOST_SECONDS or begin - first < 3:
        return last, np.int64(NO_TIME)
    if text[begin - 1] != _SPACE or text[begin - 2] != _HASH or text[begin - 3] != _SPACE:
        return last, np.int64(NO_TIME)
    seconds, _ = _past_digits(text, begin, index)
    return begin - 3, seconds * 1_000_000 + micro


@kernel(
    types.int64(
        readonly(types.uint8, 1),
        readonly(types.int64, 1),
        types.boolean,
        readonly(types.int64, 1),
        readonly(types.int8, 1),
        readonly(types.int8, 1),
        writable(types.uint8, 1),
        writable(types.int64, 2),
        writable(types.int64, 1),
        writable(types.int64, 1),
        writable(types.uint8, 1),
        writable(types.int64, 1),
        writable(types.uint8, 1),
        writable(types.int64, 1),
        writable(types.int8, 3),
        writable(types.int8, 2),
        writable(types.int64, 2),
        writable(types.int64, 1),
    )
)
def scan_lines(
    text,
    starts,
    with_amounts,
    sizes,
    rank_of,
    suit_of,
    kinds,
    spans,
    n_seats,
    action_starts,
    actions,
    amounts,
    streets,
    last_streets,
    cards,
    board,
    payoffs,
    times,
):
    """Take n STATE lines apart; return how many actions they have.

    text uint8[...] has the lines one after another, line i from starts[i] to starts[i + 1], int64[n + 1]. with_amounts
    says whether raises name amounts (no-limit). sizes int64[4] are the cards on the board by street; rank_of and
    suit_of int8[256] what a symbol stands for, -1 for nothing.

    Writes by line: kinds uint8[n] (OTHER, PLAIN or FRACTIONS), spans int64[n, 6] (where the number, the payoffs and the
    names begin and end), n_seats int64[n], action_starts int64[n + 1], last_streets int64[n] (slashes in the betting),
    cards int8[n, 10, 2] and board int8[n, 5] (filled with -1 before), payoffs int64[n, 10] (0 before), times int64[n].
    By action, as many as there are letters at most: actions uint8[...], amounts int64[...] (as written, -1 for none)
    and streets uint8[...]. A line of kind OTHER has no actions, and its other entries mean nothing.
    """
    count = np.int64(0)
    for row in range(len(kinds)):
        first, last = starts[row], starts[row + 1]
        kinds[row] = OTHER
        action_starts[row] = count
        index = _past_number(text, first, last)
        if index < 0 or text[last - 1] == 10 or text[last - 1] == 13:
            continue
        spans[row, NUMBER], spans[row, NUMBER + 1] = first + 6, index - 1
        index, n_actions, street = _scan_betting(text, index, last, with_amounts, count, actions, amounts, streets)
        if index < 0:
            continue
        index, n_dealt = _scan_cards(text, index, last, sizes, street, rank_of, suit_of, cards[row], board[row])
        if index < 0:
            continue
        spans[row, PAYOFFS] = index
        index, n_paid, kind = _scan_payoffs(text, index, last, payoffs[row])
        if index < 0:
            continue
        spans[row, PAYOFFS + 1] = index - 1
        end, times[row] = _split_time(text, index, last)
        spans[row, NAMES], spans[row, NAMES + 1] = index, end
        n_names = 1
        for each in range(index, end):
            n_names += text[each] == _BAR
        if n_names < 2 or n_names != n_dealt or n_names != n_paid:
            continue
        kinds[row] = kind
        n_seats[row] = n_names
        last_streets[row] = street
        count = n_actions
    action_starts[len(kinds)] = count
    return count
