"""A PokerStars hand as told, seated by position, played again and turned into a record.

An error names the line that cannot be true and what was expected of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Never

from deluck.errors import DeluckError, FormatError
from deluck.formats.pokerstars_lines import Header, Seat, Story, Told
from deluck.games import (
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Deal, Decision, HandRecord, validate

_KNOWN_SMALL_BLINDS = {25: 10, 75: 25, 300: 100, 500: 200, 1500: 1000, 2500: 1000, 7500: 5000}
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
    for seats, rules in _seatings(story):
        try:
            return _record(story, seats, rules)
        except DeluckError as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def usual_small_blind(small_bet: int) -> int:
    """Return the small blind, in chips, that goes with a small bet where nobody posted it in full."""
    return _KNOWN_SMALL_BLINDS.get(small_bet, small_bet // 2)


def usual_bring_in(small_bet: int) -> int:
    """Return the bring-in, in chips, that goes with a small bet where nobody posted it in full."""
    return max(1, small_bet // 2)


def _seatings(story: Story) -> Iterator[tuple[list[Seat], Rules]]:
    """Yield the seats in order of position and the rules, the likeliest reading first."""
    acted = {told.name for told in (*story.posts, *story.decisions)} | set(story.cards) | story.summarised
    seats = sorted(seat for seat in story.seats.values() if seat.name in acted)
    if len(seats) < 2:
        raise FormatError(f"{len(seats)} players were dealt in (expected two or more)")
    if story.button is not None:
        button = story.button
        seats.sort(key=lambda seat: (seat.number <= button, seat.number))
    if story.header.game == "stud7":
        rules = _stud_rules(story, seats)
        for first in range(len(seats) if story.button is None else 1):
            yield seats[first:] + seats[:first], rules
        return
    if story.button is None:
        raise FormatError("nobody has the button (expected 'Seat #... is the button')")
    holdem = _holdem_rules(story, seats)
    yield seats, holdem
    if holdem.short_blind_is_full:
        yield seats, replace(holdem, short_blind_is_full=False)


def _post(story: Story, kind: str) -> Told | None:
    """Return who posted a blind, or None."""
    posts = [post for post in story.posts if post.verb == f"posts {kind}"]
    if len(posts) > 1:
        _refuse(posts[1], f"{posts[1].name} {posts[1].verb} too: a blind out of turn does not fit a record")
    return posts[0] if posts else None


def _ante(story: Story, seats: Sequence[Seat]) -> int:
    """Return the ante, every post of it checked."""
    posts = [post for post in story.posts if post.verb == "posts the ante"]
    ante = max((post.amount for post in posts), default=0)
    by_name = {seat.name: seat for seat in seats}
    for post in posts:
        due = min(ante, by_name[post.name].stack)
        if post.amount != due:
            _refuse(post, f"{post.name} {post.verb} {_money(story, post.amount)} (expected {_money(story, due)})")
    posted = [post.name for post in posts]
    for seat in seats:
        if ante and posted.count(seat.name) != 1:
            raise FormatError(f"{seat.name} posts the ante {posted.count(seat.name)} times (expected once)")
    return ante


def _holdem_rules(story: Story, seats: Sequence[Seat]) -> HoldemRules:
    known = ("posts the ante", "posts small blind", "posts big blind")
    for post in story.posts:
        if post.verb not in known:
            _refuse(post, f"{post.name} {post.verb}: a blind out of turn does not fit a record")
    ante = _ante(story, seats)
    small, big = _post(story, "small blind"), _post(story, "big blind")
    small_seat, big_seat = (seats[1], seats[0]) if len(seats) == 2 else (seats[0], seats[1])
    big_behind, small_behind = max(big_seat.stack - ante, 0), max(small_seat.stack - ante, 0)
    if small is None and small_behind and len(seats) > 2:
        raise FormatError("nobody posted the small blind (a dead small blind does not fit a record)")
    if big is None and big_behind:
        raise FormatError("nobody posted the big blind")
    for told, seat in ((big, big_seat), (small, small_seat)):
        if told is not None and told.name != seat.name:
            _refuse(told, f"{told.name} {told.verb} (expected {seat.name}; dead blinds do not fit a record)")
    small_bet, big_bet = _bets(story.header, big, big_behind)
    small_blind = small.amount if small else 0
    if small_behind <= small_blind:
        small_blind = min(max(small_blind, usual_small_blind(small_bet)), small_bet)
    for told, blind, behind in ((small, small_blind, small_behind), (big, small_bet, big_behind)):
        due = min(blind, behind)
        if told is not None and told.amount != due:
            _refuse(told, f"{told.name} {told.verb} {_money(story, told.amount)} (expected {_money(story, due)})")
    return HoldemRules(
        n_seats=len(seats),
        small_blind=small_blind,
        big_blind=small_bet,
        bet_sizes=(small_bet, small_bet, big_bet, big_bet),
        ante=ante,
        short_blind_is_full=big_behind < small_bet,
    )


def _bets(header: Header, big: Told | None, behind: int) -> tuple[int, int]:
    """Return the small and the big bet: the header's, unless the posted big blind says that it names the blinds."""
    if big is not None and behind > big.amount == header.big_bet > header.small_bet:
        return header.big_bet, 2 * header.big_bet
    return header.small_bet, header.big_bet


def _stud_rules(story: Story, seats: Sequence[Seat]) -> StudRules:
    for post in story.posts:
        if post.verb != "posts the ante":
            _refuse(post, f"{post.name} {post.verb} (expected antes only in stud)")
    small_bet, big_bet = story.header.small_bet, story.header.big_bet
    ante = _ante(story, seats)
    bring_in = usual_bring_in(small_bet)
    opening = story.decisions[0] if story.decisions else None
    if opening is not None and opening.verb.startswith("brings in"):
        behind = story.seats[opening.name].stack - ante
        bring_in = opening.amount if behind > opening.amount else max(bring_in, opening.amount)
    return StudRules(
        n_seats=len(seats),
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=big_bet,
        max_raises=StudRules.USUAL_CAP,
        open_pair_option=story.double_bet,
    )


def _record(story: Story, seats: Sequence[Seat], rules: Rules) -> HandRecord:
    names = tuple(seat.name for seat in seats)
    stacks = tuple(seat.stack for seat in seats)
    deal: Deal
    if isinstance(rules, HoldemRules):
        deal = HoldemDeal(tuple(tuple(story.cards.get(name, (None, None))) for name in names), story.board)
    else:
        shared = story.board[0] if story.board else None
        deal = StudDeal(tuple(tuple(story.cards.get(name, ())) for name in names), shared)
    while True:
        try:
            replay = _Replay.begin(story, names, rules, deal, stacks)
            for told in story.decisions:
                replay.play(told)
            break
        except _NeedsOptionError as need:
            rules = _with_option(rules, need.option)
    record = HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(replay.decisions),
        payoffs=_payoffs(story, names, replay),
        names=names,
        stacks=stacks,
        rake=story.total[2] if story.total else 0,
        hand_id=story.header.hand_id,
        currency=story.header.money.sign,
        chips_per_unit=story.header.money.chips_per_unit,
    )
    validate(record)
    return record


def _with_option(rules: Rules, option: str) -> Rules:
    if option == "may_fold_unbet":
        return replace(rules, may_fold_unbet=True)
    if option == "no_cap_heads_up":
        return replace(rules, no_cap_heads_up=True)
    assert isinstance(rules, StudRules)
    return replace(rules, open_pair_option=True)


def _payoffs(story: Story, names: Sequence[str], replay: "_Replay") -> tuple[int, ...]:
    """Return what each seat won less what it put in; every sum the text gives is checked."""
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
    if pot != state.pot:
        raise FormatError(f"line {line}: the pot is {_money(story, pot)} (expected {_money(story, state.pot)})")
    collected = {name: sum(won.amount for won in story.collected if won.name == name) for name in names}
    if sum(collected.values()) != pot - rake:
        raise FormatError(
            f"line {line}: a pot of {_money(story, pot)} and a rake of {_money(story, rake)}, but "
            f"{_money(story, sum(collected.values()))} collected"
        )
    for won in story.won:
        if sum(other.amount for other in story.won if other.name == won.name) != collected.get(won.name, 0):
            raise FormatError(
                f"line {won.line}: {won.name} won {_money(story, won.amount)} "
                f"(expected {_money(story, collected.get(won.name, 0))})"
            )
    uncalled = replay.uncalled()
    for back in story.returned:
        due = uncalled.get(back.name, 0)
        if sum(other.amount for other in story.returned if other.name == back.name) != due:
            raise FormatError(
                f"line {back.line}: {_money(story, back.amount)} returned to {back.name} "
                f"(expected {_money(story, due)})"
            )
    return tuple(collected[name] - paid for name, paid in zip(names, state.contributions, strict=True))


@dataclass(slots=True)
class _Replay:
    """The hand as it is played again, decision by decision."""

    story: Story
    names: Sequence[str]
    state: GameState
    decisions: list[Decision]
    paid: list[int]
    """What each seat put in, before anything went back."""
    before_street: tuple[int, ...]
    """What each seat had put in before this street's bets; antes come before the first street."""
    street: int = 0

    @classmethod
    def begin(cls, story: Story, names: Sequence[str], rules: Rules, deal: Deal, stacks: tuple[int, ...]) -> "_Replay":
        antes = [min(rules.ante, stack) for stack in stacks]
        paid = list(antes)
        state: GameState
        if isinstance(rules, HoldemRules) and isinstance(deal, HoldemDeal):
            state = HoldemState(rules, deal, stacks)
            for seat, blind in (
                (rules.small_blind_seat, rules.small_blind),
                (rules.big_blind_seat, rules.big_blind),
            ):
                paid[seat] += min(blind, stacks[seat] - antes[seat])
        else:
            assert isinstance(rules, StudRules)
            assert isinstance(deal, StudDeal)
            state = StudState(rules, deal, stacks)
        before = tuple(antes) if state.street == 0 else state.contributions
        return cls(story, names, state, [], paid, before, state.street)

    def uncalled(self) -> dict[str, int]:
        """Return the chips that went back to each player."""
        back = zip(self.names, self.paid, self.state.contributions, strict=True)
        return {name: paid - kept for name, paid, kept in back}

    def play(self, told: Told) -> None:
        """Play one decision as it is told, if it is legal and of the right amount."""
        state = self.state
        if state.actor is None:
            _refuse(told, f"{told.name} {told.verb} after the hand was over")
        street = state.rules.street_names[state.street]
        if told.name != self.names[state.actor] or told.street != state.street:
            _refuse(told, f"{told.name} {told.verb} (expected {self.names[state.actor]} to act, {street})")
        seat = state.actor
        if told.verb == "folds":
            action, size = self._fold(told), None
        elif told.verb in ("checks", "calls") or told.verb.startswith("brings in"):
            action, size = self._call(told), None
        else:
            action, size = self._raise(told)
        stacks = state.stacks
        assert stacks is not None
        if isinstance(state, StudState):
            state.act(action, size=size)
        else:
            state.act(action)
        amount = state.history[-1].amount
        self.paid[seat] += amount
        if told.all_in and amount != stacks[seat]:
            _refuse(told, f"{told.name} is all-in with {self._money(stacks[seat] - amount)} behind")
        self.decisions.append(Decision(seat, action, size))
        if state.street != self.street or state.is_over:
            self.street, self.before_street = state.street, state.contributions

    def _fold(self, told: Told) -> Action:
        state = self.state
        if Action.FOLD not in state.legal_actions():
            if state.to_call or state.rules.may_fold_unbet:
                _refuse(told, f"{told.name} folds (expected the bring-in)")
            raise _NeedsOptionError("may_fold_unbet")
        return Action.FOLD

    def _call(self, told: Told) -> Action:
        state = self.state
        is_bring_in = isinstance(state, StudState) and not state.history
        due = "brings in for" if is_bring_in else "calls" if state.to_call else "checks"
        if told.verb.split()[0] != due.split()[0] or told.amount != state.to_call:
            amounts = [self._money(chips) if chips else "" for chips in (told.amount, state.to_call)]
            told_text, due_text = f"{told.verb} {amounts[0]}".strip(), f"{due} {amounts[1]}".strip()
            _refuse(told, f"{told.name} {told_text} (expected '{due_text}')")
        return Action.CALL

    def _raise(self, told: Told) -> tuple[Action, int | None]:
        """Return the raise, and by how much it raises where the rules leave a choice."""
        state = self.state
        seat = state.actor
        assert seat is not None
        assert state.stacks is not None
        is_stud = isinstance(state, StudState)
        rules = state.rules
        if Action.RAISE not in state.legal_actions():
            capped = state.n_raises >= rules.max_raises[state.street]
            if capped and state.folded.count(False) == 2 and not rules.no_cap_heads_up:
                raise _NeedsOptionError("no_cap_heads_up")
            legal = " or ".join(action.label for action in state.legal_actions())
            _refuse(told, f"{told.name} {told.verb} (expected {legal})")
        had = state.contributions[seat] - self.before_street[seat]
        level = 0 if is_stud and not state.history else had + state.to_call
        most = had + state.stacks[seat]
        total = told.amount if told.total is None else told.total
        sizes: tuple[int | None, ...] = (None,)
        if isinstance(state, StudState) and len(state.raise_sizes) > 1:
            sizes = state.raise_sizes
        for size in sizes:
            due = min(level + size if size else self._full_raise(), most)
            if total == due:
                break
        else:
            if is_stud and state.street == _FOURTH and isinstance(rules, StudRules) and not rules.open_pair_option:
                raise _NeedsOptionError("open_pair_option")
            verb = f"{told.verb} to" if told.verb == "raises" else told.verb
            _refuse(told, f"{told.name} {verb} {self._money(total)} (expected {self._money(due)})")
        completes = is_stud and state.street == 0 and state.n_raises == 0
        if (told.verb == "bets" and level and not completes) or (told.verb == "raises" and not level and not completes):
            _refuse(told, f"{told.name} {told.verb} (expected {'raises' if level else 'bets'})")
        if told.total is not None and told.amount != total - level:
            by = self._money(total - level)
            _refuse(told, f"{told.name} {told.verb} {self._money(told.amount)} to {self._money(total)} (expected {by})")
        return Action.RAISE, size

    def _full_raise(self) -> int:
        """Return what the actor's bet would be after a raise, its stack permitting or not."""
        seat = self.state.actor
        assert seat is not None
        trial = self.state.copy()
        trial.act(Action.RAISE)
        return trial.contributions[seat] - self.before_street[seat]

    def _money(self, chips: int) -> str:
        return _money(self.story, chips)


def _money(story: Story, chips: int) -> str:
    return story.header.money.format(chips)


def _refuse(told: Told, message: str) -> Never:
    raise FormatError(f"line {told.line}: {message}")
