# mypy: ignore-errors
"""Intrinsics that sum rivers for 32 opponents at a time: numba has no names for vectors of bytes.

For each river of a block of opponents there are four fields of 32 lanes, one byte an opponent: strength, strength
with -128 for one who cannot be there, level, least half. A leaf is worth sign * (half pot + 2 * bets), so the sums of
the signs and of sign * bets are all that a pot needs.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from deluck.compiling import helper

LANES = 32
N_POTS = 4
MOST_AT_ONCE = 31  # rivers whose sum of sign * bets, at most four each, fits a byte
STRENGTH, STRENGTH_IF_LOST, LEVEL, LEAST_HALF = range(4)
N_FIELDS = 4

_BYTES = ir.VectorType(ir.IntType(8), LANES)
_WORDS = ir.VectorType(ir.IntType(16), LANES)


def _vector_at(context, builder, array_type, array, index, vector_type):
    """Emit the pointer to the vector that starts at an element of a one-dimensional array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), vector_type.as_pointer())


def _splat(builder, scalar):
    """Emit a vector of 32 equal bytes."""
    first = builder.insert_element(ir.Constant(_BYTES, ir.Undefined), scalar, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(_BYTES, ir.Undefined), zeros)


def _constant(value):
    return ir.Constant(_BYTES, [value] * LANES)


def _scalar(context, builder, array_type, array, index):
    data = context.make_array(array_type)(context, builder, array).data
    return builder.load(builder.gep(data, [index]))


def _rivers_adder(n_pots, *, first_bets):
    """Make the intrinsic that adds the values of some rivers for 32 opponents and the n_pots largest pots.

    ``add(rivers, rivers_base, offsets, own, start, end, halves, out, pots_base)``: rivers int8[...] holds four fields
    of 32 lanes for each river, from rivers_base + offsets[entry] on; own int8[4 * entries] the fixed hand's strength,
    least half, and the two levels above which the opponent's raise is worth a third and a fourth bet; halves int8 the
    half pots entering the river, zero or less where the hand is over; out int16 gets the sum over rivers start to end
    (at most 31).
    """

    def emit(context, builder, signature, arguments):
        rivers_type, _, offsets_type, own_type, _, _, halves_type, out_type, _ = signature.args
        rivers, rivers_base, offsets, own, start, end, halves, out, pots_base = arguments
        int64 = ir.IntType(64)
        first = N_POTS - n_pots
        pot_index = [builder.add(pots_base, ir.Constant(int64, LANES * pot)) for pot in range(first, N_POTS)]
        half = [
            builder.load(_vector_at(context, builder, halves_type, halves, index, _BYTES), align=1)
            for index in pot_index
        ]
        signs = [cgutils.alloca_once_value(builder, _constant(0)) for _ in range(n_pots)]
        bets = [cgutils.alloca_once_value(builder, _constant(0)) for _ in range(n_pots)]
        with cgutils.for_range_slice(builder, start, end, ir.Constant(int64, 1), int64) as (entry, _):
            base = builder.add(rivers_base, _scalar(context, builder, offsets_type, offsets, entry))

            def field(number):
                index = builder.add(base, ir.Constant(int64, LANES * number))
                return builder.load(_vector_at(context, builder, rivers_type, rivers, index, _BYTES), align=1)

            def mine(number):
                index = builder.add(builder.mul(entry, ir.Constant(int64, 4)), ir.Constant(int64, number))
                return _splat(builder, _scalar(context, builder, own_type, own, index))

            strength = mine(0)
            won = builder.sext(builder.icmp_signed("<", field(STRENGTH), strength), _BYTES)
            lost = builder.sext(builder.icmp_signed(">", field(STRENGTH_IF_LOST), strength), _BYTES)
            sign = builder.sub(lost, won)
            level = field(LEVEL)
            if first_bets:
                least_half = field(LEAST_HALF)
                amount = sign
                for above in (_constant(1), mine(2), mine(3)):
                    raised = builder.sext(builder.icmp_signed(">", level, above), _BYTES)
                    amount = builder.add(amount, builder.and_(sign, raised))
            else:
                least_half = mine(1)
                second_bets = builder.icmp_signed(">", level, _constant(0))
                amount = builder.and_(sign, builder.sext(second_bets, _BYTES))
            for pot in range(n_pots):
                folds = builder.icmp_signed("<", half[pot], least_half)
                if not first_bets:
                    folds = builder.and_(folds, second_bets)
                result = builder.select(folds, _constant(1 if first_bets else -1), sign)
                builder.store(builder.add(builder.load(signs[pot]), result), signs[pot])
                counted = builder.select(folds, _constant(0), amount)
                builder.store(builder.add(builder.load(bets[pot]), counted), bets[pot])
        for pot, index in enumerate(pot_index):
            wide_half = builder.sext(half[pot], _WORDS)
            value = builder.mul(builder.sext(builder.load(signs[pot]), _WORDS), wide_half)
            wide_bets = builder.sext(builder.load(bets[pot]), _WORDS)
            value = builder.add(value, builder.add(wide_bets, wide_bets))
            alive = builder.sext(builder.icmp_signed(">", half[pot], _constant(0)), _WORDS)
            pointer = _vector_at(context, builder, out_type, out, index, _WORDS)
            builder.store(builder.add(builder.load(pointer, align=1), builder.and_(value, alive)), pointer, align=1)
        return context.get_dummy_value()

    @intrinsic
    def add(_typing, rivers, _rivers_base, offsets, own, _start, _end, halves, out, _pots_base):
        return types.void(rivers, types.int64, offsets, own, types.int64, types.int64, halves, out, types.int64), emit

    return add


def _outcome_counter():
    """Make the intrinsic that adds wins to out int16, and losses 32 lanes later.

    ``count(rivers, rivers_base, offsets, own, start, end, out, out_base)``, as in `_rivers_adder`.
    """

    def emit(context, builder, signature, arguments):
        rivers_type, _, offsets_type, own_type, _, _, out_type, _ = signature.args
        rivers, rivers_base, offsets, own, start, end, out, out_base = arguments
        int64 = ir.IntType(64)
        wins = cgutils.alloca_once_value(builder, _constant(0))
        losses = cgutils.alloca_once_value(builder, _constant(0))
        with cgutils.for_range_slice(builder, start, end, ir.Constant(int64, 1), int64) as (entry, _):
            base = builder.add(rivers_base, _scalar(context, builder, offsets_type, offsets, entry))
            strength = _splat(
                builder,
                _scalar(context, builder, own_type, own, builder.mul(entry, ir.Constant(int64, 4))),
            )
            for number, total, order in ((STRENGTH, wins, "<"), (STRENGTH_IF_LOST, losses, ">")):
                index = builder.add(base, ir.Constant(int64, LANES * number))
                theirs = builder.load(_vector_at(context, builder, rivers_type, rivers, index, _BYTES), align=1)
                found = builder.sext(builder.icmp_signed(order, theirs, strength), _BYTES)
                builder.store(builder.sub(builder.load(total), found), total)
        for number, total in enumerate((wins, losses)):
            index = builder.add(out_base, ir.Constant(int64, LANES * number))
            pointer = _vector_at(context, builder, out_type, out, index, _WORDS)
            value = builder.sext(builder.load(total), _WORDS)
            builder.store(builder.add(builder.load(pointer, align=1), value), pointer, align=1)
        return context.get_dummy_value()

    @intrinsic
    def count(_typing, rivers, _rivers_base, offsets, own, _start, _end, out, _out_base):
        return types.void(rivers, types.int64, offsets, own, types.int64, types.int64, out, types.int64), emit

    return count


_add_checked_1 = _rivers_adder(1, first_bets=False)
_add_checked_2 = _rivers_adder(2, first_bets=False)
_add_checked_3 = _rivers_adder(3, first_bets=False)
_add_checked_4 = _rivers_adder(4, first_bets=False)
_add_bet_1 = _rivers_adder(1, first_bets=True)
_add_bet_2 = _rivers_adder(2, first_bets=True)
_add_bet_3 = _rivers_adder(3, first_bets=True)
_add_bet_4 = _rivers_adder(4, first_bets=True)
count_outcomes = _outcome_counter()


@helper
def add_rivers(n_pots, rivers, base, offsets, own, start, n_checked, n_entries, halves, out, pots_base):
    """Add the values of all rivers of one block: entries up to n_checked check the river first, the others bet."""
    while start < n_entries:
        checked = start < n_checked
        end = min(start + MOST_AT_ONCE, n_checked if checked else n_entries)
        if checked:
            if n_pots == 4:
                _add_checked_4(rivers, base, offsets, own, start, end, halves, out, pots_base)
            elif n_pots == 3:
                _add_checked_3(rivers, base, offsets, own, start, end, halves, out, pots_base)
            elif n_pots == 2:
                _add_checked_2(rivers, base, offsets, own, start, end, halves, out, pots_base)
            else:
                _add_checked_1(rivers, base, offsets, own, start, end, halves, out, pots_base)
        elif n_pots == 4:
            _add_bet_4(rivers, base, offsets, own, start, end, halves, out, pots_base)
        elif n_pots == 3:
            _add_bet_3(rivers, base, offsets, own, start, end, halves, out, pots_base)
        elif n_pots == 2:
            _add_bet_2(rivers, base, offsets, own, start, end, halves, out, pots_base)
        else:
            _add_bet_1(rivers, base, offsets, own, start, end, halves, out, pots_base)
        start = end
