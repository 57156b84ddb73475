"""A PokerStars hand as told, seated by position, played again and turned into a record.

An error names the line that cannot be true and what was expected of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Never

from deluck.errors import DeluckError, FormatError
from deluck.formats.pokerstars_header import OWN_TABLE
from deluck.formats.pokerstars_lines import Story, Sum, Told
from deluck.formats.pokerstars_posts import Seating, refuse, seatings
from deluck.games import (
    Action,
    Forced,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Deal, Decision, HandRecord
from deluck.records.replay import check_payoffs

_FOURTH = 1


class _NeedsOptionError(Exception):
    """The hand was played by an option of the rules that is not set yet."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


def record_of(story: Story) -> HandRecord:
    """Return the record of a hand, every amount checked.

    Raises
    ------
    DeluckError
        If the hand does not add up, or is one that a record cannot hold.
    """
    first_error: DeluckError | None = None
    for seating in seatings(story):
        try:
            return _record(story, seating)
        except DeluckError as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def _record(story: Story, seating: Seating) -> HandRecord:
    seats, rules, forced = seating
    names = tuple([seat.name for seat in seats])
    stacks = tuple([seat.stack for seat in seats])
    deal = _deal(story, names)
    while True:
        try:
            replay = _Replay.begin(story, names, rules, deal, stacks, forced)
            for told in story.decisions:
                replay.play(told)
            break
        except _NeedsOptionError as need:
            rules = _with_option(rules, need.option)
    collected, payoffs = _payoffs(story, names, replay)
    header = story.header
    is_own = story.table == OWN_TABLE  # written here of a hand of no site
    record = HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(replay.decisions),
        payoffs=payoffs,
        names=names,
        stacks=stacks,
        forced=forced,
        rake=story.total[2] if story.total else 0,
        outside=_outside(story, names, collected),
        hand_id=header.hand_id,
        currency=header.money.sign,
        chips_per_unit=header.money.chips_per_unit,
        time=header.time,
        site="" if is_own else header.site,
        table="" if is_own else story.table,
        tournament=header.tournament,
        hero=_hero(story, names),
    )
    check_payoffs(record, replay.state)
    return record


def _deal(story: Story, names: Sequence[str]) -> Deal:
    if story.header.game == "stud7":
        shared = story.board[0] if story.board else None
        return StudDeal(tuple([tuple(story.cards.get(name, ())) for name in names]), shared)
    holes = tuple([tuple(story.cards.get(name, (None, None))) for name in names])
    return HoldemDeal(holes, story.board, tuple(story.boards[1:]))


def _hero(story: Story, names: Sequence[str]) -> int | None:
    """Return the seat whose log it is: the one marked, or the only one whose cards were told when dealt."""
    hero = story.hero or (story.dealt[0] if len(story.dealt) == 1 else None)
    return names.index(hero) if hero in names else None


def _outside(story: Story, names: Sequence[str], collected: dict[str, int]) -> tuple[int, ...] | None:
    """Return what cash-outs added to what each seat got: their amount, in place of what it won."""
    if not story.cashed_out:
        return None
    got = {each.name: each.amount for each in story.cashed_out}
    return tuple([got[name] - collected[name] if name in got else 0 for name in names])


def _with_option(rules: Rules, option: str) -> Rules:
    if option == "may_fold_unbet":
        return replace(rules, may_fold_unbet=True)
    if option == "no_cap_heads_up":
        return replace(rules, no_cap_heads_up=True)
    assert isinstance(rules, StudRules)
    return replace(rules, open_pair_option=True)


# money


def _payoffs(story: Story, names: Sequence[str], replay: "_Replay") -> tuple[dict[str, int], tuple[int, ...]]:
    """Return what each player collected, and won less what it put in; every sum the text gives is checked."""
    state = replay.state
    if state.actor is not None:
        raise FormatError(f"the hand stops where {names[state.actor]} is to act")
    last = len(state.rules.street_names) - 1 if state.has_showdown else state.street
    if story.street != last:
        streets = state.rules.street_names
        told = streets[story.street] if story.street >= 0 else "the blinds"
        raise FormatError(f"the cards end with {told} (expected {streets[last]})")
    if story.total is None:
        raise FormatError("no 'Total pot ... | Rake ...' in the summary")
    line, pot, rake = story.total
    money = story.header.money.format
    collected, returned = _sums(story.collected, names), _sums(story.returned, names)
    total = sum(collected.values())
    uncalled = replay.uncalled()
    if total == pot and pot + rake == state.pot:
        pot += rake  # some write the pot without the rake
    back = sum(returned.values())
    # some write what went back, or nothing, otherwise; it counts what each player has in the end
    is_free = pot != state.pot and pot + back == state.pot + sum(uncalled.values())
    if pot != state.pot and not is_free:
        raise FormatError(f"line {line}: the pot is {money(pot)} (expected {money(state.pot)})")
    if total != pot - rake:
        raise FormatError(
            f"line {line}: a pot of {money(pot)} and a rake of {money(rake)}, but {money(total)} collected"
        )
    won = _sums(story.won, names)
    for each in story.won:
        if won[each.name] != collected.get(each.name, 0):
            expected = money(collected.get(each.name, 0))
            raise FormatError(f"line {each.line}: {each.name} won {money(each.amount)} (expected {expected})")
    if is_free:
        shares = zip(names, replay.paid, strict=True)
        return collected, tuple([collected[name] + returned[name] - paid for name, paid in shares])
    for each in story.returned:
        due = uncalled.get(each.name, 0)
        if returned[each.name] != due:
            raise FormatError(f"line {each.line}: {money(each.amount)} returned to {each.name} (expected {money(due)})")
    return collected, tuple([collected[name] - paid for name, paid in zip(names, state.contributions, strict=True)])


def _sums(parts: Sequence[Sum], names: Sequence[str]) -> dict[str, int]:
    sums = dict.fromkeys(names, 0)
    for part in parts:
        sums[part.name] = sums.get(part.name, 0) + part.amount
    return sums


# decisions


@dataclass(slots=True)
class _Replay:
    """The hand as it is played again, decision by decision."""

    story: Story
    names: Sequence[str]
    state: GameState
    decisions: list[Decision]
    paid: list[int]
    """What each seat put in, before anything went back."""

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
        posted = zip(*(forced or rules.forced), strict=True)
        paid = [min(sum(owed), stack) for owed, stack in zip(posted, stacks, strict=True)]
        return cls(story, names, state, [], paid)

    def uncalled(self) -> dict[str, int]:
        """Return the chips that went back to each player."""
        back = zip(self.names, self.paid, self.state.contributions, strict=True)
        return {name: paid - kept for name, paid, kept in back}

    def play(self, told: Told) -> None:
        """Play one decision as it is told, if it is legal and of the right amount."""
        state = self.state
        seat = state.actor
        if seat is None or told.name != self.names[seat] or told.street != state.street:
            self._refuse_turn(told)
        action, amount, paid = Action.CALL, None, told.amount
        if told.verb == "folds":
            action = self._fold(told)
        elif told.verb in ("checks", "calls") or told.verb.startswith("brings in"):
            if told.amount != state.to_call or told.verb != ("calls" if state.to_call else "checks"):
                self._check_call(told, seat)
        else:
            paid = (told.amount if told.total is None else told.total) - state.bets[seat]
            if state.max_raise_to or not self._is_beyond(seat, state.to_call):
                action = Action.RAISE
                amount = self._raise_to(told, seat)
        if told.all_in or (paid and amount is None and paid != state.to_call):
            self._check_behind(told, seat, paid)
        is_told = amount is not None and (state.has_choice or not state.rules.is_limit)
        state.act(action, amount)
        self.paid[seat] += paid
        self.decisions.append(Decision(seat, action, amount if is_told else None))

    def _refuse_turn(self, told: Told) -> Never:
        """Say who was to act."""
        state = self.state
        assert state.stacks is not None
        if told.verb == "folds" and told.name in self.names and not state.stacks[self.names.index(told.name)]:
            refuse(
                told, f"{told.name} folds all-in, as who sits out does (expected no decision of a seat without chips)"
            )
        if state.actor is None:
            refuse(told, f"{told.name} {told.verb} after the hand was over")
        street = state.rules.street_names[state.street]
        refuse(told, f"{told.name} {told.verb} (expected {self.names[state.actor]} to act, {street})")

    def _check_behind(self, told: Told, seat: int, paid: int) -> None:
        assert self.state.stacks is not None
        behind = self.state.stacks[seat] - paid
        if behind < 0 or (told.all_in and behind):
            there = f"{self._money(behind)} behind" if behind > 0 else f"{self._money(-behind)} more than there was"
            refuse(told, f"{told.name} is all-in with {there}")

    def _is_beyond(self, seat: int, paid: int) -> bool:
        """Return whether no other seat that is in can match more than these chips make of a seat's bet."""
        state = self.state
        assert state.stacks is not None
        bet = state.bets[seat] + paid
        others = zip(state.bets, state.stacks, state.folded, range(state.n_seats), strict=True)
        return all(gone or other == seat or had + behind <= bet for had, behind, gone, other in others)

    def _fold(self, told: Told) -> Action:
        state = self.state
        if Action.FOLD not in state.legal_actions():
            if state.to_call or state.rules.may_fold_unbet:
                refuse(told, f"{told.name} folds (expected the bring-in)")
            raise _NeedsOptionError("may_fold_unbet")
        return Action.FOLD

    def _check_call(self, told: Told, seat: int) -> None:
        """Check the amount of a call; chips that no other seat could match may be left out of it."""
        state = self.state
        is_bring_in = isinstance(state, StudState) and not state.history
        due = "brings in for" if is_bring_in else "calls" if state.to_call else "checks"
        is_due = told.amount == state.to_call or (
            0 < told.amount < state.to_call and not is_bring_in and self._is_beyond(seat, told.amount)
        )
        if told.verb.split()[0] != due.split()[0] or not is_due:
            amounts = [self._money(chips) if chips else "" for chips in (told.amount, state.to_call)]
            told_text, due_text = f"{told.verb} {amounts[0]}".strip(), f"{due} {amounts[1]}".strip()
            refuse(told, f"{told.name} {told_text} (expected '{due_text}')")

    def _raise_to(self, told: Told, seat: int) -> int:
        """Return the bet that a raise makes, if the rules allow it."""
        state = self.state
        rules = state.rules
        is_stud = isinstance(state, StudState)
        if Action.RAISE not in state.legal_actions():
            capped = rules.is_limit and state.n_raises >= rules.max_raises[state.street]
            if capped and state.folded.count(False) == 2 and not rules.no_cap_heads_up:
                raise _NeedsOptionError("no_cap_heads_up")
            refuse(told, f"{told.name} {told.verb} (expected {' or '.join(self._legal())})")
        total = told.amount if told.total is None else told.total
        if not state.can_act(Action.RAISE, total):
            if is_stud and state.street == _FOURTH and isinstance(rules, StudRules) and not rules.open_pair_option:
                raise _NeedsOptionError("open_pair_option")
            verb = f"{told.verb} to" if told.verb == "raises" else told.verb
            refuse(told, f"{told.name} {verb} {self._money(total)} (expected {self._bounds()})")
        level = 0 if is_stud and not state.history else state.bets[seat] + state.to_call
        completes = is_stud and state.street == 0 and state.n_raises == 0
        if (told.verb == "bets" and level and not completes) or (told.verb == "raises" and not level and not completes):
            refuse(told, f"{told.name} {told.verb} (expected {'raises' if level else 'bets'})")
        # with a short blind some count what was posted, and converted texts the whole bet
        others = () if rules.is_limit else (total - max(state.bets), total)
        if told.total is not None and told.amount not in (total - level, *others):
            by = self._money(total - level)
            refuse(told, f"{told.name} {told.verb} {self._money(told.amount)} to {self._money(total)} (expected {by})")
        return total

    def _legal(self) -> list[str]:
        """Return what the actor may do besides raising, in the words of the text."""
        state = self.state
        call = f"calls {self._money(state.to_call)}" if state.to_call else "checks"
        return ["folds"] * (Action.FOLD in state.legal_actions()) + [call]

    def _bounds(self) -> str:
        """Return the bets that a raise may make."""
        state = self.state
        low, high = self._money(state.min_raise_to), self._money(state.max_raise_to)
        return high if low == high else f"{low} or {high}" if state.rules.is_limit else f"{low} to {high}"

    def _money(self, chips: int) -> str:
        return self.story.header.money.format(chips)
