"""A hand as a table shows it: who sits where, who has the button, what each puts in; and the record it makes.

For formats that say of every post what kind it is and of every action who took it, in an order in which they can be
counted. Seats are those of the table here; `TableHand.record` puts them in order of position. Whether the hand was bet
and paid by the rules is for `deluck.records.validate`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import add, itemgetter
from typing import Any

from deluck.errors import FormatError
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, Structure
from deluck.games.state import Cards
from deluck.records import Chips, Decision, HandRecord, begin

_FOLD, _CALL, _RAISE = Action.FOLD, Action.CALL, Action.RAISE
_MOST_SEATS = 64  # more than any game has, which the rules say
_FOLDS, _CALLS = ([Decision(seat, action) for seat in range(_MOST_SEATS)] for action in (_FOLD, _CALL))
_UNKNOWN: Cards = (None, None)
_BET_SIZES = (1, 1, 2, 2)


class TableHand:
    """The seats of a table, and what has happened so far.

    Parameters
    ----------
    names, stacks
        Who sits at the table and is dealt in, in the order of seats, and the chips each starts with.
    first
        The index of the seat left of the button.
    small_blind, big_blind
        The stakes.
    structure
        Fixed-limit, pot-limit or no-limit; in fixed-limit the big blind is the small bet.
    """

    def __init__(
        self,
        names: Sequence[str],
        stacks: Sequence[int],
        first: int,
        *,
        small_blind: int,
        big_blind: int,
        structure: Structure = Structure.NO_LIMIT,
    ) -> None:
        if len(names) < 2:
            raise FormatError(f"{len(names)} players (expected two or more)")
        if len(names) > _MOST_SEATS:
            raise FormatError(f"{len(names)} players (expected at most 10)")
        n_seats = len(names)
        self.names = names
        self.stacks = stacks
        self.order = [*range(first, n_seats), *range(first)]
        self._recorded_seats = [*range(n_seats - first, n_seats), *range(n_seats - first)]  # by seat
        self.small_blind = small_blind
        self.big_blind = big_blind
        self.structure = structure
        self.blinds = [0] * n_seats
        self.posts = [0] * n_seats
        self.dead = [0] * n_seats
        self.antes = [0] * n_seats
        self.bets = [0] * n_seats
        self.paid = [0] * n_seats
        self.returned = [0] * n_seats
        self.level = 0
        self.street = 0
        self.cards: dict[int, Cards] = {}
        self._decisions: list[Decision] = []
        self._folded: set[int] = set()
        self._has_capped_raise = False
        self._folds_unbet = False
        self._blind_is_full = False  # whether a call is to the whole big blind, though nobody posted all of it

    # what is forced

    def post(self, seat: int, chips: int, due: int, *, kind: str) -> None:
        """Post chips of a kind: ``blind`` (straddles too), ``post`` (live, out of turn), ``dead`` or ``ante``.

        `due` is what a seat with enough chips would have posted.
        """
        behind = self.stacks[seat] - self.paid[seat]
        if chips < 0 or chips > behind or (chips != due and chips != behind):
            raise FormatError(f"{self.names[seat]} posts {chips} with {behind} behind (expected {due})")
        self.paid[seat] += chips
        if kind == "blind" or kind == "post":
            (self.blinds if kind == "blind" else self.posts)[seat] += due
            self.bets[seat] += chips
            self.level = max(self.level, self.bets[seat])
            self._blind_is_full = self._blind_is_full or (kind == "blind" and chips < due == self.big_blind)
        else:
            (self.antes if kind == "ante" else self.dead)[seat] += due

    # what is decided

    def behind(self, seat: int) -> int:
        """Return the chips a seat has left."""
        return self.stacks[seat] - self.paid[seat]

    def to_call(self, seat: int) -> int:
        """Return the chips that a call would put in."""
        is_full = self._blind_is_full and not self.street
        return min((max(self.level, self.big_blind) if is_full else self.level) - self.bets[seat], self.behind(seat))

    def _believe(self, seat: int, chips: int) -> None:
        """Take from a call whether a short big blind counts as whole; tables differ."""
        if not self.street and self.level < self.big_blind and chips != self.to_call(seat):
            self._blind_is_full = not self._blind_is_full

    def fold(self, seat: int) -> None:
        """Fold, with nothing to call too."""
        self._folds_unbet = self._folds_unbet or self.to_call(seat) == 0
        self._folded.add(seat)
        self._decisions.append(_FOLDS[self._recorded_seats[seat]])

    def check(self, seat: int) -> None:
        """Check."""
        self._believe(seat, 0)
        if self.to_call(seat):
            raise FormatError(f"{self.names[seat]} checks (expected a call of {self.to_call(seat)}, a raise or a fold)")
        self._decisions.append(_CALLS[self._recorded_seats[seat]])

    def call(self, seat: int, chips: int | None = None) -> None:
        """Call; where the source says how many chips that put in, they must be those due."""
        if chips is not None:
            self._believe(seat, chips)
        due = self.to_call(seat)
        if chips is not None and chips != due:
            raise FormatError(f"{self.names[seat]} calls {chips} (expected {due})")
        self.bets[seat] += due
        self.paid[seat] += due
        self._decisions.append(_CALLS[self._recorded_seats[seat]])

    def bet(self, seat: int, chips: int) -> None:
        """Bet or raise, by putting in so many chips; all-in for no more than there is to call it is a call."""
        if not 0 < chips <= self.behind(seat):
            raise FormatError(f"{self.names[seat]} bets {chips} with {self.behind(seat)} behind")
        if self.bets[seat] + chips <= self.level:
            self.call(seat, chips)
            return
        self.bets[seat] += chips
        self.paid[seat] += chips
        self.level = self.bets[seat]
        if self.behind(seat) and self.level >= self._reach(seat):
            self._has_capped_raise = True
        is_limit = self.structure is Structure.FIXED_LIMIT
        self._decisions.append(Decision(self._recorded_seats[seat], _RAISE, None if is_limit else self.level))

    def _reach(self, seat: int) -> int:
        """Return the largest bet that another seat could match on this street."""
        others = (other for other in range(len(self.bets)) if other != seat and other not in self._folded)
        return max([self.bets[other] + self.behind(other) for other in others], default=0)

    def bet_to(self, seat: int, level: int) -> None:
        """Bet or raise to so many chips on this street."""
        self.bet(seat, level - self.bets[seat])

    def end_street(self) -> None:
        """Deal the next street: what nobody matched goes back."""
        first, second = sorted(self.bets)[:-3:-1]
        if first > second:
            seat = self.bets.index(first)
            self.paid[seat] -= first - second
            self.returned[seat] += first - second
        self.bets = [0] * len(self.bets)
        self.level = 0
        self.street += 1

    # what it comes to

    def payoffs_of(self, won: Mapping[int, Chips], rake: Chips = 0) -> list[Chips]:
        """Return what each seat won less what it put in, from what seats took out of the pots; both must add up.

        The last street must have been ended.

        Raises
        ------
        FormatError
            If what was won and the rake are not what was put in; sources that count chips that nobody called among
            what was won are read too.
        """
        put_in, taken = sum(self.paid), sum(won.values()) + rake
        back = self.returned if taken == put_in + sum(self.returned) != put_in else [0] * len(self.paid)
        if taken != put_in + sum(back) and taken == put_in - self._unmatched_ante():
            back[self.paid.index(max(self.paid))] -= self._unmatched_ante()
        if taken != put_in + sum(back):
            raise FormatError(
                f"{sum(won.values())} won and a rake of {rake} (expected {put_in} together, which were put in)"
            )
        return [won.get(seat, 0) - paid - extra for seat, (paid, extra) in enumerate(zip(self.paid, back, strict=True))]

    def _unmatched_ante(self) -> int:
        """Return the part of an ante that nobody had the chips to match, which goes back too."""
        second, first = sorted(self.paid)[-2:]
        seat = self.paid.index(first)
        return min(first - second, self.dead[seat] + self.antes[seat])

    def record(
        self,
        payoffs: Sequence[Chips],
        boards: Iterable[Cards] = (),
        *,
        hero: int | None = None,
        outside: Sequence[int] | None = None,
        **others: Any,
    ) -> HandRecord:
        """Return the record, seats in order of position.

        Parameters
        ----------
        payoffs
            What each seat won less what it put in, after rake, in the order of seats.
        boards
            The board, and others where it was dealt more than once.
        hero, outside
            As `HandRecord` has them, in the order of seats.
        others
            What else `HandRecord` has.
        """
        board, *other_boards = tuple(boards) or ((),)
        placed = itemgetter(*self.order)
        rules = self._rules(placed(self.antes))
        dead = tuple(map(add, placed(self.dead), placed(self.antes)))
        record = HandRecord(
            rules=rules,
            deal=HoldemDeal(tuple([self.cards.get(seat, _UNKNOWN) for seat in self.order]), board, tuple(other_boards)),
            decisions=tuple(self._decisions),
            payoffs=placed(payoffs),
            names=placed(self.names),
            stacks=placed(self.stacks),
            forced=_unusual(rules, placed(self.blinds), placed(self.posts), dead),
            hero=None if hero is None else self._recorded_seats[hero],
            outside=None if outside is None else placed(outside),
            **others,
        )
        return with_full_raises(record) if self._has_capped_raise else record

    def _rules(self, antes: Sequence[int]) -> HoldemRules:
        big_seat = 0 if len(antes) == 2 else 1
        ante = min(antes)
        has_big_ante = antes[big_seat] > ante and all(
            each == ante for seat, each in enumerate(antes) if seat != big_seat
        )
        return _make_rules(
            len(antes),
            self.small_blind,
            self.big_blind,
            self.structure,
            ante,
            antes[big_seat] - ante if has_big_ante else 0,
            self._blind_is_full,
            self._folds_unbet,
        )


@lru_cache(maxsize=4096)
def _unusual(
    rules: HoldemRules, blinds: tuple[int, ...], posts: tuple[int, ...], dead: tuple[int, ...]
) -> Forced | None:
    """Return the forced bets, None if they are those of the rules."""
    found = Forced(blinds, posts, dead)
    return None if found == rules.forced else found


@lru_cache(maxsize=4096)
def _make_rules(
    n_seats: int,
    small_blind: int,
    big_blind: int,
    structure: Structure,
    ante: int,
    big_blind_ante: int,
    short_blind_is_full: bool,  # noqa: FBT001 - the keys of a cache
    may_fold_unbet: bool,  # noqa: FBT001
) -> HoldemRules:
    is_limit = structure is Structure.FIXED_LIMIT
    return HoldemRules(
        n_seats=n_seats,
        small_blind=small_blind,
        big_blind=big_blind,
        structure=structure,
        bet_sizes=tuple([size * big_blind for size in _BET_SIZES]) if is_limit else (),
        ante=ante,
        big_blind_ante=big_blind_ante,
        short_blind_is_full=short_blind_is_full,
        may_fold_unbet=may_fold_unbet,
    )


def first_seat(n_seats: int, by_button: int, small_blinds: Sequence[int], big_blinds: Sequence[int]) -> int:
    """Return the index of the first seat, left of the button: where it is not that of the blinds, they decide.

    Parameters
    ----------
    n_seats
        The seats that are dealt in.
    by_button
        The first seat after the button.
    small_blinds, big_blinds
        The seats that posted one.
    """
    if n_seats == 2:
        return big_blinds[0] if len(big_blinds) == 1 else by_button
    for small in small_blinds:
        if (small + 1) % n_seats in big_blinds:
            return small
    return by_button


def with_full_raises(record: HandRecord) -> HandRecord:
    """Return the hand with raises made full that a table cut to what the others have left.

    Some tables offer no more than puts the others all-in, though a raise has to be larger; as what nobody can match
    goes back, the smallest full raise is the same hand.
    """
    decisions = list(record.decisions)
    state = begin(record)
    for index, (seat, action, amount) in enumerate(decisions):
        if state.actor != seat:
            return record  # for validation to judge
        if action is _RAISE and amount is not None and 0 < amount < state.min_raise_to:
            decisions[index] = Decision(seat, action, state.min_raise_to)
        if not state.can_act(*decisions[index][1:]):
            return record
        state.act(*decisions[index][1:])
    return replace(record, decisions=tuple(decisions))
