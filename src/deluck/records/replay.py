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

_Prize = tuple[int, int, list[tuple[int, ...]]]  # a pot, over how many boards it is shared, who may have won it on one

_N_HAND = 7
_MOST_OUTCOMES = 1_000  # how many ways to have won the pots are tried where cards are not known


def begin(record: HandRecord) -> GameState:
    """Return the hand as it stood before the first decision.

    Raises
    ------
    RecordError
        If the rules, cards and stacks make no game.
    """
    try:
        if isinstance(record.rules, HoldemRules) and isinstance(record.deal, HoldemDeal):
            return HoldemState(record.rules, record.deal, record.stacks, record.forced)
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
    check_payoffs(record, state)
    return state


def check_payoffs(record: HandRecord, state: GameState) -> None:
    """Raise RecordError if a hand that has been replayed was paid out otherwise than `validate` allows."""
    if not state.has_showdown and _takes_all(record, state):
        return
    try:
        payoffs = state.payoffs()
    except UnknownCards:
        payoffs = None
    if record.payoffs == payoffs or (payoffs is not None and _is_raked(record, state, payoffs)):
        return
    boards = _known_strengths(record, state)
    taken = [written + paid for written, paid in zip(record.payoffs, state.contributions, strict=True)]
    prizes = [
        (amount, len(boards), _possible(_winner_sets(seats, each), amount // len(boards), taken, record.rake))
        for amount, seats in state.pots
        for each in boards
    ]
    if prod([len(winners) for _, _, winners in prizes]) > _MOST_OUTCOMES:
        _check_limits(record, state)
    elif not any(_is_paid(record, taken, prizes, winners) for winners in product(*[each for _, _, each in prizes])):
        expected = _shares(state) if payoffs is None else _expected(payoffs, state.exact_payoffs())
        if record.rake:
            expected += f", less a rake of {record.rake} from what was won"
        raise RecordError(f"hand {record.hand_id!r}: payoffs {_numbers(record.payoffs)} (expected {expected})")


def _takes_all(record: HandRecord, state: GameState) -> bool:
    """Return whether the last seat of a hand without a showdown took the pot less the rake."""
    expected = [-chips for chips in state.contributions]
    expected[state.folded.index(False)] += state.pot - record.rake
    return record.rake <= state.pot and tuple(expected) == record.payoffs


def _is_raked(record: HandRecord, state: GameState, payoffs: tuple[int, ...]) -> bool:
    """Return whether the payoffs are these less a rake, and no seat paid more of it than it took."""
    shares = zip(payoffs, record.payoffs, state.contributions, strict=True)
    return record.rake > 0 and all(0 <= due - got <= due + paid for due, got, paid in shares)


def _known_strengths(record: HandRecord, state: GameState) -> list[dict[int, int]]:
    """Return by board the strength of each hand of the showdown that is known."""
    if not state.has_showdown:
        return [{}]
    boards = record.deal.boards if isinstance(record.deal, HoldemDeal) else (state.board,)
    found: list[dict[int, int]] = [{} for _ in boards]
    for seat, has_folded in enumerate(state.folded):
        if not has_folded:
            try:
                cards = state.view(seat).cards
            except UnknownCards:
                continue
            for known, board in zip(found, boards, strict=True):
                shared = [card for card in board if card is not None]
                if len(cards) + len(shared) == _N_HAND:
                    known[seat] = strength((*cards, *shared))
    return found


def _winner_sets(seats: tuple[int, ...], strengths: dict[int, int]) -> list[tuple[int, ...]]:
    """Return the sets of seats that can have won a pot: the best known hands, hands not known, or both together."""
    known = {seat: strengths[seat] for seat in seats if seat in strengths}
    best = tuple(seat for seat in known if known[seat] == max(known.values()))
    unknown = [seat for seat in seats if seat not in known]
    chosen = [others for size in range(len(unknown) + 1) for others in combinations(unknown, size)]
    return [winners for others in chosen for winners in {others, best + others} if winners]


def _possible(winner_sets: list[tuple[int, ...]], amount: int, taken: list[Chips], rake: int) -> list[tuple[int, ...]]:
    """Return the sets of which every seat took at least its share of a pot less the rake."""
    return [
        winners
        for winners in winner_sets
        if (share := amount // len(winners)) <= rake or all(taken[seat] >= share - rake for seat in winners)
    ]


def _is_paid(
    record: HandRecord, taken: list[Chips], prizes: list[_Prize], winners_of_prizes: tuple[tuple[int, ...], ...]
) -> bool:
    """Return whether these winners could have been paid so, rake and odd chips considered."""
    least, most = [0] * record.n_seats, [0] * record.n_seats
    rake = record.rake
    for (amount, n_boards, _), winners in zip(prizes, winners_of_prizes, strict=True):
        n_parts = n_boards * len(winners)
        share, n_odd = divmod(amount, n_parts)
        if rake > n_odd:  # what is left after it may have more odd chips
            n_odd = max(n_odd, n_parts - 2)
        for seat in winners:
            least[seat] += share
            most[seat] += share + n_odd
    if not all(max(low - rake, 0) <= chips <= high for low, chips, high in zip(least, taken, most, strict=True)):
        return False
    if rake or all(chips.denominator == 1 for chips in taken):
        return True
    exact = [Fraction(0)] * record.n_seats
    for (amount, n_boards, _), winners in zip(prizes, winners_of_prizes, strict=True):
        for seat in winners:
            exact[seat] += Fraction(amount, n_boards * len(winners))
    return taken == exact


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
        check_decision(record, number, decision, state)
        yield state, decision
        _act(record, number, decision, state)
    if state.actor is not None:
        raise RecordError(
            f"hand {record.hand_id!r} stops after {len(record.decisions)} actions (expected {_awaited(record, state)})"
        )


def check_decision(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    """Raise RecordError if a decision of a hand, the so-manieth, is out of turn or not legal in the state before it."""
    if decision.seat == state.actor and state.can_act(decision.action, decision.amount):
        return
    words = f"hand {record.hand_id!r}, action {number}: {_described(record, decision)}"
    if state.actor is None:
        raise RecordError(f"{words}, after the hand was over (expected {number - 1} actions)")
    if decision.seat != state.actor:
        raise RecordError(f"{words}, out of turn (expected {_awaited(record, state)})")
    raise RecordError(f"{words}, is not legal (expected {_choices(state)})")


def _act(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    try:
        state.act(decision.action, decision.amount)
    except DeluckError as error:
        raise RecordError(f"hand {record.hand_id!r}, action {number}: {error}") from None


def _described(record: HandRecord, decision: Decision) -> str:
    name = record.names[decision.seat] if 0 <= decision.seat < record.n_seats else "nobody"
    action = decision.action.label if isinstance(decision.action, Action) else repr(decision.action)
    amount = "" if decision.amount is None else f" to {decision.amount}"
    return f"{action}{amount} by {name}, seat {decision.seat}"


def _awaited(record: HandRecord, state: GameState) -> str:
    assert state.actor is not None
    return f"{record.names[state.actor]}, seat {state.actor}, to {_choices(state)}"


def _choices(state: GameState) -> str:
    return " or ".join(state.described_legal())
