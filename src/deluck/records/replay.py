"""Playing a recorded hand again: the only judge of whether a record follows the rules."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod

from deluck.errors import DeluckError, RecordError
from deluck.evaluator import strength
from deluck.games import (
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    StudDeal,
    StudRules,
    StudState,
    UnknownCards,
)
from deluck.records.record import Chips, Decision, HandRecord

_MOST_OUTCOMES = 10_000  # how many ways to have won the pots are tried where cards are not known


def begin(record: HandRecord) -> GameState:
    """Return the hand as it stood before the first decision.

    Raises
    ------
    RecordError
        If the rules, cards and stacks make no game.
    """
    try:
        if isinstance(record.rules, HoldemRules) and isinstance(record.deal, HoldemDeal):
            return HoldemState(record.rules, record.deal, record.stacks)
        assert isinstance(record.rules, StudRules)
        assert isinstance(record.deal, StudDeal)
        return StudState(record.rules, record.deal, record.stacks)
    except DeluckError as error:
        raise RecordError(f"hand {record.hand_id!r}: {error}") from None


def steps(record: HandRecord) -> Iterator[tuple[GameState, Decision]]:
    """Yield each decision with the state before it; one state, changed in place as the hand goes on.

    Raises
    ------
    RecordError
        At an action out of turn, an illegal one, one after the end, or if the hand stops early, naming the hand, the
        action and what was legal.
    """
    return _played(record, begin(record))


def replay(record: HandRecord) -> GameState:
    """Return the finished hand, every decision checked as `steps` does; payoffs are checked by `validate`."""
    state = begin(record)
    for _ in _played(record, state):
        pass
    return state


def validate(record: HandRecord) -> GameState:
    """Return the finished hand, its decisions and its payoffs checked against the rules.

    Odd chips of a split pot may go to any of its winners, as houses differ, or be cut. Rake comes out of what seats
    take from the pots: a seat that took nothing pays none of it, and no seat pays more than it took. How the winners
    of several pots share the rake is the house's affair too.

    Where a showdown has cards that are not known, the payoffs must be those of some winners of each pot: seats that
    folded are never among them, nor are hands beaten by another known one.

    Raises
    ------
    RecordError
        If the hand was not played by the rules, or paid out otherwise than they say.
    """
    state = replay(record)
    try:
        payoffs = state.payoffs()
    except UnknownCards:
        payoffs = None
    if record.payoffs == payoffs:
        return state
    strengths = _known_strengths(state) if state.has_showdown else {}
    candidates = [_winner_sets(seats, strengths) for _, seats in state.pots]
    if prod(map(len, candidates)) > _MOST_OUTCOMES:
        _check_limits(record, state)
    elif not any(_is_paid(record, state, winners) for winners in product(*candidates)):
        expected = _shares(state) if payoffs is None else _expected(payoffs, state.exact_payoffs())
        if record.rake:
            expected += f", less a rake of {record.rake} from what was won"
        raise RecordError(f"hand {record.hand_id!r}: payoffs {_numbers(record.payoffs)} (expected {expected})")
    return state


def _known_strengths(state: GameState) -> dict[int, int]:
    """Return the strength of each hand of the showdown that is known."""
    found = {}
    for seat, has_folded in enumerate(state.folded):
        if not has_folded:
            try:
                view = state.view(seat)
            except UnknownCards:
                continue
            found[seat] = strength(view.cards + view.board)
    return found


def _winner_sets(seats: tuple[int, ...], strengths: dict[int, int]) -> list[tuple[int, ...]]:
    """Return the sets of seats that can have won a pot: the best known hands, hands not known, or both together."""
    known = {seat: strengths[seat] for seat in seats if seat in strengths}
    best = tuple(seat for seat in known if known[seat] == max(known.values()))
    unknown = [seat for seat in seats if seat not in known]
    chosen = [others for size in range(len(unknown) + 1) for others in combinations(unknown, size)]
    return [winners for others in chosen for winners in {others, best + others} if winners]


def _is_paid(record: HandRecord, state: GameState, winners_of_pots: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether these winners could have been paid so, rake and odd chips considered."""
    least, most = [0] * state.n_seats, [0] * state.n_seats
    exact = [Fraction(0)] * state.n_seats
    for (amount, _), winners in zip(state.pots, winners_of_pots, strict=True):
        share, n_odd = divmod(amount, len(winners))
        for seat in winners:
            least[seat] += share
            most[seat] += share + n_odd
            exact[seat] += Fraction(amount, len(winners))
    taken = [written + paid for written, paid in zip(record.payoffs, state.contributions, strict=True)]
    if taken == exact:
        return True
    if not record.rake and any(chips.denominator != 1 for chips in taken):
        return False
    return all(max(low - record.rake, 0) <= chips <= high for low, chips, high in zip(least, taken, most, strict=True))


def _check_limits(record: HandRecord, state: GameState) -> None:
    """Check that no seat took more than the pots it was in; for showdowns with too many outcomes to try each."""
    for seat, (written, paid) in enumerate(zip(record.payoffs, state.contributions, strict=True)):
        most = sum(amount for amount, seats in state.pots if seat in seats)
        if not 0 <= written + paid <= most:
            raise RecordError(
                f"hand {record.hand_id!r}: a payoff of {written} for {record.names[seat]}, seat {seat} "
                f"(expected {-paid} to {most - paid})"
            )


def _expected(payoffs: tuple[int, ...], exact: tuple[Fraction, ...]) -> str:
    if exact == payoffs:
        return _numbers(payoffs)
    return f"{_numbers(payoffs)}, or {_numbers(exact)}, or the odd chips to other winners"


def _shares(state: GameState) -> str:
    """Return in words what can be paid where not all cards of the showdown are known."""
    pots = " and ".join(f"{amount} by winners among seats {_numbers(seats)}" for amount, seats in state.pots)
    return f"{pots}, less the {_numbers(state.contributions)} put in"


def _numbers(values: Iterable[Chips]) -> str:
    return " ".join(map(str, values))


def _played(record: HandRecord, state: GameState) -> Iterator[tuple[GameState, Decision]]:
    for number, decision in enumerate(record.decisions, start=1):
        _check(record, number, decision, state)
        yield state, decision
        _act(record, number, decision, state)
    if state.actor is not None:
        raise RecordError(
            f"hand {record.hand_id!r} stops after {len(record.decisions)} actions (expected {_awaited(record, state)})"
        )


def _check(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    if decision.seat == state.actor and state.can_act(decision.action):
        return
    told = f"hand {record.hand_id!r}, action {number}: {_told(record, decision)}"
    if state.actor is None:
        raise RecordError(f"{told}, after the hand was over (expected {number - 1} actions)")
    if decision.seat != state.actor:
        raise RecordError(f"{told}, out of turn (expected {_awaited(record, state)})")
    raise RecordError(f"{told}, is not legal (expected {_choices(state)})")


def _act(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    try:
        if decision.size is None:
            state.act(decision.action)
        elif isinstance(state, StudState):
            state.act(decision.action, size=decision.size)
        else:
            _check_size(record, number, decision, state)
            state.act(decision.action)
    except RecordError:
        raise
    except DeluckError as error:
        raise RecordError(f"hand {record.hand_id!r}, action {number}: {error}") from None


def _check_size(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    """Check the size a raise of hold'em states, though the rules leave no choice."""
    size = state.rules.bet_sizes[state.street]
    if decision.action is not Action.RAISE or decision.size != size:
        expected = f"a raise by {size}" if Action.RAISE in state.legal_actions() else "no size"
        told = f"hand {record.hand_id!r}, action {number}: {_told(record, decision)}, by {decision.size}"
        raise RecordError(f"{told} (expected {expected})")


def _told(record: HandRecord, decision: Decision) -> str:
    name = record.names[decision.seat] if 0 <= decision.seat < record.n_seats else "nobody"
    action = decision.action.label if isinstance(decision.action, Action) else repr(decision.action)
    return f"{action} by {name}, seat {decision.seat}"


def _awaited(record: HandRecord, state: GameState) -> str:
    assert state.actor is not None
    return f"{record.names[state.actor]}, seat {state.actor}, to {_choices(state)}"


def _choices(state: GameState) -> str:
    return " or ".join(action.label for action in state.legal_actions())
