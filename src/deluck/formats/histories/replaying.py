"""A hand as parsed, seated by position, played again by the engine and turned into a record.

An error names the line that cannot be true and what was expected of it.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Never

from deluck.errors import DeluckError, FormatError
from deluck.formats.histories.blinds import refuse
from deluck.formats.histories.posts import Seating, seatings
from deluck.formats.histories.settling import Pots, Settlement, settle
from deluck.formats.histories.story import ALL_IN, BETS, CALLS, CHECKS, FOLDS, RAISES, Move, Story
from deluck.games import (
    Action,
    Forced,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    IllegalAction,
    Rules,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Deal, Decision, HandRecord
from deluck.records.replay import check_payoffs

_FOURTH = 1
_FOLD, _CALL, _RAISE = Action.FOLD, Action.CALL, Action.RAISE
_FOLDS_OF_SEATS, _CALLS_OF_SEATS = ([Decision(seat, action) for seat in range(10)] for action in (_FOLD, _CALL))


class _OutOfTurnError(FormatError):
    """Somebody acted before the turn came."""


class _NeedsOptionError(Exception):
    """The hand was played by an option of the rules that is not set yet."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


def record_of(story: Story, *, takes_uncalled: bool = False) -> HandRecord:
    """Return the record of a hand, every amount checked.

    Parameters
    ----------
    story
        What the text says.
    takes_uncalled
        Whether the site counts a bet that nobody called among what its player collected, where no line returns it.

    Raises
    ------
    DeluckError
        If the hand does not add up, or is one that a record cannot hold.
    """
    try:
        return _record_of(story, takes_uncalled=takes_uncalled)
    except DeluckError:
        if _may_put_in(story):
            with suppress(DeluckError):
                return _record_of(story, takes_uncalled=takes_uncalled, puts_in=True)
        raise


def _may_put_in(story: Story) -> bool:
    """Return whether the totals of raises may be what was put in: lines name pot and rake, which have to agree then."""
    total = story.total
    names_sums = total is not None and total.pot is not None and total.rake is not None
    return names_sums and any(each.verb == RAISES and each.total is not None for each in story.decisions)


def _record_of(story: Story, *, takes_uncalled: bool, puts_in: bool = False) -> HandRecord:
    first_error: DeluckError | None = None
    is_out_of_turn = False
    for seating in seatings(story):
        try:
            return _record(story, seating, takes_uncalled=takes_uncalled, puts_in=puts_in)
        except DeluckError as error:
            first_error = first_error or error.with_traceback(None)  # which would hold this call, and it the error
            is_out_of_turn = is_out_of_turn or isinstance(error, _OutOfTurnError)
    if is_out_of_turn:
        for seating in seatings(story):
            try:
                return _record(story, seating, takes_uncalled=takes_uncalled, puts_in=puts_in, folds_early=True)
            except DeluckError as error:
                if isinstance(first_error, _OutOfTurnError) and not isinstance(error, _OutOfTurnError):
                    first_error = error.with_traceback(None)  # the one further on
    assert first_error is not None
    try:
        raise first_error
    finally:
        del first_error


def _record(
    story: Story, seating: Seating, *, takes_uncalled: bool, puts_in: bool, folds_early: bool = False
) -> HandRecord:
    seats, rules, forced = seating
    names = tuple([seat.name for seat in seats])
    stacks = tuple([seat.stack for seat in seats])
    deal = _deal_of(story, names)
    while True:
        try:
            replay = _Replay.begin(story, names, rules, deal, stacks, forced)
            replay.early = {} if folds_early else None
            replay.puts_in = puts_in
            for parsed in story.decisions:
                replay.play(parsed)
            replay.finish()
            break
        except _NeedsOptionError as need:
            rules = _with_option(rules, need.option)
    pots = Pots(replay.state.pot, replay.state.contributions)
    settlement = settle(story, names, pots, replay.paid, takes_uncalled=takes_uncalled)
    record = _written(story, names, stacks, rules, forced, deal, replay.decisions, settlement)
    check_payoffs(record, replay.state)
    return record


def _written(
    story: Story,
    names: tuple[str, ...],
    stacks: tuple[int, ...],
    rules: Rules,
    forced: Forced | None,
    deal: Deal,
    decisions: list[Decision],
    settlement: Settlement,
) -> HandRecord:
    """Return the record of a hand from what was found of it, with what its header says."""
    header = story.header
    named = tuple([story.aliases.get(name, name) for name in names]) if story.aliases else names
    return HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(decisions),
        payoffs=settlement.payoffs,
        names=named,
        stacks=stacks,
        forced=forced,
        rake=settlement.rake,
        outside=settlement.outside,
        hand_id=header.hand_id,
        currency=header.money.sign,
        chips_per_unit=header.money.chips_per_unit,
        time=header.time,
        site=header.site,
        table=story.table,
        tournament=header.tournament,
        level=header.level,
        speed=header.speed,
        hero=names.index(hero) if (hero := hero_of(story)) in names else None,
    )


@lru_cache(maxsize=256)
def _usual_forced(rules: Rules) -> Forced:
    return rules.forced


def _deal_of(story: Story, names: Sequence[str]) -> Deal:
    """Return the cards of a hand, the seats in order of position."""
    cards = story.cards
    if story.header.game == "stud7":
        shared = story.board[0] if story.board else None
        return StudDeal(tuple([tuple(cards.get(name, ())) for name in names]), shared)
    holes = tuple([tuple(cards[name]) if name in cards else (None, None) for name in names])
    return HoldemDeal(holes, story.boards[0], tuple(story.boards[1:]))


def hero_of(story: Story) -> str | None:
    """Return whose log it is: who is marked, or the only one whose cards were shown when dealt."""
    return story.hero or (story.dealt[0] if len(story.dealt) == 1 else None)


def _with_option(rules: Rules, option: str) -> Rules:
    if option == "may_fold_unbet":
        return replace(rules, may_fold_unbet=True)
    if option == "no_cap_heads_up":
        return replace(rules, no_cap_heads_up=True)
    assert isinstance(rules, StudRules)
    return replace(rules, open_pair_option=True)


@dataclass(slots=True)
class _Replay:
    """The hand as it is played again, decision by decision."""

    story: Story
    names: Sequence[str]
    state: GameState
    decisions: list[Decision]
    paid: list[int]
    """What each seat put in, before anything went back."""
    is_limit: bool
    early: dict[str, int] | None = None
    """Who folded before the turn came, and on which street; None where that is not allowed."""
    puts_in: bool = False
    """Whether the total of a raise is what was put in, not the bet that it makes, as in texts of Run It Once."""

    @classmethod
    def begin(
        cls,
        story: Story,
        names: Sequence[str],
        rules: Rules,
        deal: Deal,
        stacks: tuple[int, ...],
        forced: Forced | None,
    ) -> "_Replay":
        state: GameState
        if isinstance(rules, HoldemRules) and isinstance(deal, HoldemDeal):
            state = HoldemState(rules, deal, stacks, forced)
        else:
            assert isinstance(rules, StudRules)
            assert isinstance(deal, StudDeal)
            state = StudState(rules, deal, stacks)
        blinds, posts, dead = forced or _usual_forced(rules)
        owed = zip(blinds, posts, dead, stacks, strict=True)
        paid = [min(blind + post + ante, stack) for blind, post, ante, stack in owed]
        return cls(story, names, state, [], paid, rules.is_limit)

    def play(self, parsed: Move) -> None:
        """Play one decision as it is stated, if it is legal and of the right amount."""
        state = self.state
        seat = state.actor
        if seat is None or parsed.name != self.names[seat] or (parsed.street != state.street and parsed.street >= 0):
            if self.early is not None and self._folds_early(parsed):
                return
            if self._changes_nothing(parsed):
                return
            seat = self._next_to(parsed)
        verb, to_call = parsed.verb, state.to_call
        if verb == FOLDS:
            try:
                state.act(_FOLD)
            except IllegalAction:
                self._refuse_fold(parsed)
            self.decisions.append(_FOLDS_OF_SEATS[seat])
            return
        if verb == ALL_IN:
            verb = CALLS if parsed.total is None and parsed.amount <= to_call else RAISES
        if verb in (CHECKS, CALLS) or verb.startswith("brings in"):
            paid = parsed.amount
            if paid != to_call or verb != (CALLS if to_call else CHECKS):
                self._check_call(parsed, verb, seat)
            if parsed.all_in or paid != to_call:
                self._check_behind(parsed, seat, paid)
            state.act(_CALL)
            self.paid[seat] += paid
            self.decisions.append(_CALLS_OF_SEATS[seat])
            return
        self._raise(parsed, verb, seat, to_call)

    def finish(self) -> None:
        """See that the hand is over and that its cards are those of its last street."""
        state, story = self.state, self.story
        while state.actor is not None:
            if self._is_gone(self.names[state.actor]):
                self._fold_absent(state.actor)
            elif state.to_call == 0 and self._is_alone(state.actor):
                self.decisions.append(Decision(state.actor, _CALL))  # a check that goes without saying
                state.act(_CALL)
            else:
                break
        if state.actor is not None:
            raise FormatError(f"the hand stops where {self.names[state.actor]!r} is to act")
        streets = state.rules.street_names
        last = len(streets) - 1 if state.has_showdown else state.street
        if story.has_streets and story.street != last:
            parsed = streets[story.street] if story.street >= 0 else "the blinds"
            raise FormatError(f"the cards end with {parsed} (expected {streets[last]})")

    def _raise(self, parsed: Move, verb: str, seat: int, to_call: int) -> None:
        state = self.state
        bet = state.bets[seat]
        total = parsed.amount + bet if parsed.total is None else parsed.total + (bet if self.puts_in else 0)
        paid = total - bet
        amount: int | None = None
        high = state.max_raise_to
        is_call = parsed.all_in and paid <= to_call  # some write every all-in as a raise
        if not is_call and (high or not self._is_beyond(seat, to_call)):
            amount = self._raise_to(parsed, verb, total, paid)
        if parsed.all_in or (amount is None and paid != to_call):
            self._check_behind(parsed, seat, paid)
        is_stated = amount is not None and (not self.is_limit or state.has_choice)
        action = _CALL if amount is None else _RAISE
        state.act(action, amount)
        self.paid[seat] += paid
        self.decisions.append(Decision(seat, action, amount if is_stated else None))

    def _next_to(self, parsed: Move) -> int:
        """Return the seat whose turn it is once those who sat out have folded, or refuse the line."""
        state = self.state
        while state.actor is not None and self.names[state.actor] != parsed.name:
            if not self._is_gone(self.names[state.actor]):
                break
            self._fold_absent(state.actor)
        seat = state.actor
        if seat is None or self.names[seat] != parsed.name or (parsed.street >= 0 and parsed.street != state.street):
            self._refuse_turn(parsed)
        return seat

    def _folds_early(self, parsed: Move) -> bool:
        """Note a fold before its turn, if its seat is still to act on the street."""
        assert self.early is not None
        waits = parsed.name in self.names and self.state.waiting[self.names.index(parsed.name)]
        if parsed.verb != FOLDS or not waits or parsed.street not in (-1, self.state.street):
            return False
        self.early[parsed.name] = self.state.street
        return True

    def _changes_nothing(self, parsed: Move) -> bool:
        """Return whether a move comes once nobody can bet and is a check, or a fold after the last call: a muck."""
        state, name = self.state, parsed.name
        if state.actor is not None or not state.has_showdown:
            return False
        if name not in self.names or state.folded[self.names.index(name)]:
            return False
        last = len(state.rules.street_names) - 1
        return parsed.verb == CHECKS or (parsed.verb == FOLDS and state.street == last == parsed.street)

    def _is_gone(self, name: str) -> bool:
        """Return whether a player folds as soon as the turn comes: absent, or folded before."""
        return name in self.story.sat_out or (self.early is not None and self.early.get(name) == self.state.street)

    def _fold_absent(self, seat: int) -> None:
        """Fold for a seat that posted and then sat out."""
        if _FOLD not in self.state.legal_actions():
            raise _NeedsOptionError("may_fold_unbet")
        self.state.act(_FOLD)
        self.decisions.append(Decision(seat, _FOLD))

    def _refuse_turn(self, parsed: Move) -> Never:
        """Say who was to act."""
        state = self.state
        assert state.stacks is not None
        if parsed.verb == FOLDS and parsed.name in self.names and not state.stacks[self.names.index(parsed.name)]:
            refuse(
                parsed,
                f"{parsed.name!r} folds all-in, as who sits out does (expected no decision of a seat without chips)",
            )
        if state.actor is None:
            refuse(parsed, f"{parsed.name!r} {parsed.verb} after the hand was over")
        street = state.rules.street_names[state.street]
        raise _OutOfTurnError(
            f"line {parsed.line}: {parsed.name!r} {parsed.verb} (expected {self.names[state.actor]!r} to act, {street})"
        )

    def _refuse_fold(self, parsed: Move) -> Never:
        state = self.state
        if state.to_call or state.rules.may_fold_unbet:
            refuse(parsed, f"{parsed.name!r} folds (expected the bring-in)")
        raise _NeedsOptionError("may_fold_unbet")

    def _check_behind(self, parsed: Move, seat: int, paid: int) -> None:
        assert self.state.stacks is not None
        behind = self.state.stacks[seat] - paid
        if behind < 0 or (parsed.all_in and behind):
            there = f"{self._money(behind)} behind" if behind > 0 else f"{self._money(-behind)} more than there was"
            refuse(parsed, f"{parsed.name!r} is all-in with {there}")

    def _is_beyond(self, seat: int, paid: int) -> bool:
        """Return whether no other seat that is in can match more than these chips make of a seat's bet."""
        state = self.state
        assert state.stacks is not None
        bet = state.bets[seat] + paid
        others = zip(state.bets, state.stacks, state.folded, range(state.n_seats), strict=True)
        return all(gone or other == seat or had + behind <= bet for had, behind, gone, other in others)

    def _is_alone(self, seat: int) -> bool:
        """Return whether no other seat that is in has chips left to bet."""
        assert self.state.stacks is not None
        others = zip(self.state.stacks, self.state.folded, range(self.state.n_seats), strict=True)
        return all(gone or other == seat or not behind for behind, gone, other in others)

    def _check_call(self, parsed: Move, verb: str, seat: int) -> None:
        """Check the amount of a call; chips that no other seat could match may be left out of it, or put in."""
        state = self.state
        is_bring_in = isinstance(state, StudState) and not state.history
        due = "brings in for" if is_bring_in else CALLS if state.to_call else CHECKS
        least = min(parsed.amount, state.to_call)
        is_due = parsed.amount == state.to_call or (least > 0 and not is_bring_in and self._is_beyond(seat, least))
        if verb.split()[0] != due.split()[0] or not is_due:
            amounts = [self._money(chips) if chips else "" for chips in (parsed.amount, state.to_call)]
            parsed_text, due_text = f"{parsed.verb} {amounts[0]}".strip(), f"{due} {amounts[1]}".strip()
            refuse(parsed, f"{parsed.name!r} {parsed_text} (expected '{due_text}')")

    def _raise_to(self, parsed: Move, verb: str, total: int, paid: int) -> int:
        """Return the bet that a raise makes, for which its seat puts these chips in, if the rules allow it."""
        state = self.state
        rules = state.rules
        is_stud = isinstance(state, StudState)
        if not state.max_raise_to:
            capped = rules.is_limit and state.n_raises >= rules.max_raises[state.street]
            if capped and state.folded.count(False) == 2 and not rules.no_cap_heads_up:
                raise _NeedsOptionError("no_cap_heads_up")
            refuse(parsed, f"{parsed.name!r} {verb} (expected {' or '.join(self._legal())})")
        if not state.can_act(_RAISE, total):
            if is_stud and state.street == _FOURTH and isinstance(rules, StudRules) and not rules.open_pair_option:
                raise _NeedsOptionError("open_pair_option")
            word = f"{verb} to" if verb == RAISES else verb
            refuse(parsed, f"{parsed.name!r} {word} {self._money(total)} (expected {self._bounds()})")
        level = 0 if is_stud and not state.history else total - paid + state.to_call
        if verb == BETS and level and (state.street or (is_stud and state.n_raises)):
            refuse(parsed, f"{parsed.name!r} {verb} (expected {RAISES})")  # before the flop some write a raise as a bet
        if parsed.total is None:
            return total
        completes = is_stud and state.street == 0 and state.n_raises == 0
        if parsed.verb == RAISES and not level and not completes:
            refuse(parsed, f"{parsed.name!r} {verb} (expected {BETS})")
        by, due = parsed.amount, parsed.total - level
        others: tuple[int, ...] = ()
        if not self.puts_in:
            # with a short blind some count what was posted, and others the whole bet or what is put in
            others = (-1,) if rules.is_limit else (-1, total - max(state.bets), total, paid)
        if by not in (due, *others):
            stated = f"{self._money(by)} to {self._money(total)}"
            refuse(parsed, f"{parsed.name!r} {verb} {stated} (expected {self._money(due)})")
        return total

    def _legal(self) -> list[str]:
        """Return what the actor may do besides raising, in the words of the text."""
        state = self.state
        call = f"calls {self._money(state.to_call)}" if state.to_call else "checks"
        return ["folds"] * (_FOLD in state.legal_actions()) + [call]

    def _bounds(self) -> str:
        """Return the bets that a raise may make."""
        state = self.state
        low, high = self._money(state.min_raise_to), self._money(state.max_raise_to)
        return high if low == high else f"{low} or {high}" if state.rules.is_limit else f"{low} to {high}"

    def _money(self, chips: int) -> str:
        return self.story.header.money.format(chips)
