"""Playing a recorded hand again: the only judge of whether a record follows the rules."""

from collections.abc import Iterator

from deluck.errors import DeluckError, RecordError
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
        At an action out of turn, an illegal one, or one after the end, naming the hand, the action and what was legal.
    """
    state = begin(record)
    for number, decision in enumerate(record.decisions, start=1):
        _check(record, number, decision, state)
        yield state, decision
        _act(record, number, decision, state)
    _check_over(record, state)


def replay(record: HandRecord) -> GameState:
    """Return the finished hand, every decision checked; payoffs are checked by `validate`."""
    state = begin(record)
    for number, decision in enumerate(record.decisions, start=1):
        _check(record, number, decision, state)
        _act(record, number, decision, state)
    _check_over(record, state)
    return state


def validate(record: HandRecord) -> GameState:
    """Return the finished hand, its decisions and its payoffs checked against the rules.

    Odd chips of a split pot may go to the first winners left of the button or be cut; rake may come from winners only.
    Where the cards of a showdown are not known, nobody may win more than the pot nor lose more than was put in.

    Raises
    ------
    RecordError
        If the hand was not played by the rules, or paid out otherwise than they say.
    """
    state = replay(record)
    try:
        allowed: list[tuple[Chips, ...]] = [state.payoffs(), state.exact_payoffs()]
    except UnknownCards:
        _check_possible(record, state)
        return state
    if not any(_is_paid(record, payoffs) for payoffs in allowed):
        expected = " ".join(str(chips) for chips in allowed[0])
        written = " ".join(str(chips) for chips in record.payoffs)
        raked = f" less a rake of {record.rake}" if record.rake else ""
        raise RecordError(f"hand {record.hand_id!r}: payoffs {written} (expected {expected}{raked})")
    return state


def _is_paid(record: HandRecord, payoffs: tuple[Chips, ...]) -> bool:
    """Return whether the record pays these payoffs, rake taken from those who got something back."""
    return all(
        written == reckoned or (record.rake > 0 and written < reckoned)
        for written, reckoned in zip(record.payoffs, payoffs, strict=True)
    )


def _check_possible(record: HandRecord, state: GameState) -> None:
    for seat, (written, paid) in enumerate(zip(record.payoffs, state.contributions, strict=True)):
        most = state.pot - paid
        lost_by_folding = state.folded[seat] and written != -paid
        if lost_by_folding or not -paid <= written <= most:
            raise RecordError(
                f"hand {record.hand_id!r}: a payoff of {written} for seat {seat} (expected "
                + (f"{-paid}: it folded)" if lost_by_folding else f"{-paid} to {most})")
            )


def _check(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    if state.actor is None:
        raise RecordError(
            f"hand {record.hand_id!r}, action {number}: {_told(record, decision)} after the hand was over"
        )
    if decision.seat != state.actor:
        raise RecordError(
            f"hand {record.hand_id!r}, action {number}: {_told(record, decision)} out of turn "
            f"(expected {record.names[state.actor]}, seat {state.actor}, to {_choices(state)})"
        )
    if decision.action not in state.legal_actions():
        raise RecordError(
            f"hand {record.hand_id!r}, action {number}: {_told(record, decision)} is not legal "
            f"(expected {_choices(state)})"
        )


def _act(record: HandRecord, number: int, decision: Decision, state: GameState) -> None:
    try:
        if decision.size is not None and isinstance(state, StudState):
            state.act(decision.action, size=decision.size)
        else:
            state.act(decision.action)
    except DeluckError as error:
        raise RecordError(f"hand {record.hand_id!r}, action {number}: {error}") from None


def _check_over(record: HandRecord, state: GameState) -> None:
    if state.actor is not None:
        raise RecordError(
            f"hand {record.hand_id!r} stops after {len(record.decisions)} actions "
            f"(expected {record.names[state.actor]}, seat {state.actor}, to {_choices(state)})"
        )


def _told(record: HandRecord, decision: Decision) -> str:
    name = record.names[decision.seat] if 0 <= decision.seat < record.n_seats else "nobody"
    return f"{decision.action.label} by {name}, seat {decision.seat},"


def _choices(state: GameState) -> str:
    legal = state.legal_actions()
    return " or ".join(Action(action).label for action in legal)
