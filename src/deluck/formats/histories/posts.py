"""Who sat where in a hand, by which rules, and what each seat had to put in: read from who posted what."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import Never

from deluck.errors import FormatError
from deluck.formats.attempts import attempt
from deluck.formats.histories.amounts import CHIPS
from deluck.formats.histories.stakes import Posted, usual_small_blind
from deluck.formats.histories.story import (
    ANTE,
    BIG,
    BOTH,
    CHECKS,
    DEAD,
    POST,
    SMALL,
    STRADDLE,
    Header,
    Move,
    Seat,
    Story,
)
from deluck.games import Forced, HoldemRules, Rules, Structure, StudRules

_NUMBER = itemgetter(0)  # of a seat
_MOST_CHIPS = 1 << 47  # of a seat of a hand that is judged in bulk, so that columns can hold what it wins

Seating = tuple[list[Seat], Rules, Forced | None]


def seatings(story: Story) -> Iterator[Seating]:
    """Yield the seats in order of position, the rules and the forced bets, the likeliest reading first."""
    seats = _dealt_in(story)
    if len(seats) < 2:
        raise FormatError(f"{len(seats)} players were dealt in (expected two or more)")
    if story.header.game == "stud7":
        rules = _stud_rules(story, seats)
        for first in range(len(seats) if story.button is None else 1):
            yield seats[first:] + seats[:first], rules, None
        return
    if story.button is None:
        raise FormatError("nobody has the button (expected the number of its seat)")
    for posts in [story.posts] if story.has_posts else _usual_posts(story, seats):
        yield from _holdem_seatings(story, seats, posts)


def first_seating(story: Story) -> tuple[dict[str, int], tuple[int, ...], HoldemRules, Forced, bool] | None:
    """Return what `seatings` yields first of a hand of hold'em in which every seat had more chips than it posted.

    The seats are given by name, in order of position, with their stacks; beside the rules and the forced bets, whether
    those are the usual ones. None of any other hand. Such posts come again and again, whoever makes them, so that they
    are sorted only once.
    """
    seats, header = _dealt_in(story), story.header
    if len(seats) < 2 or story.button is None or story.sat_out:
        return None
    posts: Sequence[Move] = story.posts if story.has_posts else next(_usual_posts(story, seats))
    index_of = {name: index for index, (_, name, _) in enumerate(seats)}
    made = tuple([(index_of[name], verb, amount) for _, name, verb, amount, _, _, _ in posts])
    stacks = tuple([stack for _, _, stack in seats])
    behind = [*stacks]
    for index, _, amount in made:
        behind[index] -= amount
    if min(behind) <= 0 or max(behind) > _MOST_CHIPS:
        return None
    return (
        index_of,
        stacks,
        *_rules_of_posts(len(seats), header.structure, header.small_bet, header.big_bet, header.names_blinds, made),
    )


@lru_cache(maxsize=1 << 12)
def _rules_of_posts(
    n_seats: int,
    structure: Structure,
    small_bet: int,
    big_bet: int,
    names_blinds: bool,  # noqa: FBT001 - a cache is called with positions
    made: tuple[tuple[int, str, int], ...],
) -> tuple[HoldemRules, Forced, bool]:
    """Return the rules of posts by seat, verb and amount, the forced bets, and whether they are the usual ones."""
    enough = sum([amount for _, _, amount in made]) + 2 * big_bet + 1
    seats = [Seat(index, str(index), enough) for index in range(n_seats)]
    posts = [Move(0, str(index), verb, amount, None, False, 0) for index, verb, amount in made]  # noqa: FBT003
    header = Header("", "", "holdem", structure, small_bet, big_bet, CHIPS, names_blinds=names_blinds)
    rules, forced = _Posts(Story(header), seats, posts).rules()
    return rules, forced, forced == rules.forced


def usual_bring_in(small_bet: int) -> int:
    """Return the bring-in, in chips, that goes with a small bet where nobody posted it in full."""
    return max(1, small_bet // 2)


def _dealt_in(story: Story) -> list[Seat]:
    """Return who was in the hand, from the left of the button."""
    inside = story.dealt_in | story.summarised | story.cards.keys()
    if len(inside) < len(story.seats):
        inside.update([name for _, name, *_ in story.decisions], [name for _, name, *_ in story.posts])
        inside.update([name for _, name, _ in story.collected])
    if not story.seats.keys() >= inside:
        stranger = min(inside - story.seats.keys())
        raise FormatError(f"{stranger!r} plays without a seat (expected everybody's stack)")
    seats = [*story.seats.values()]
    if len(inside) < len(seats):
        seats = [seat for seat in seats if seat[1] in inside]
    seats.sort()
    button = story.button
    if button is not None:
        n_before = bisect_right(seats, button, key=_NUMBER)
        seats = seats[n_before:] + seats[:n_before]
    if story.cap is not None:
        cap = story.cap
        seats = [seat._replace(stack=min(seat.stack, cap)) for seat in seats]
    return seats


def _usual_posts(story: Story, seats: list[Seat]) -> Iterator[list[Move]]:
    """Yield the posts of a text that does not say who posted the blinds: of the usual seats, or no small blind."""
    small, big = story.header.small_bet, story.header.big_bet
    if story.header.structure is Structure.FIXED_LIMIT and not story.header.names_blinds:
        small, big = usual_small_blind(small), small
    antes = {post.name: post.amount for post in story.posts if post.verb == ANTE}
    blind_seats = ((1, 0),) if len(seats) == 2 else ((0, 1), (None, 0))
    for small_index, big_index in blind_seats:
        posts = [post for post in story.posts if post.verb == ANTE]
        for kind, index, due in ((SMALL, small_index, small), (BIG, big_index, big)):
            if index is not None:
                behind = seats[index].stack - antes.get(seats[index].name, 0)
                if behind > 0:
                    posts.append(Move(story.line, seats[index].name, kind, min(due, behind), None, False, 0))  # noqa: FBT003
        yield posts


def _holdem_seatings(story: Story, seats: list[Seat], posts: Sequence[Move]) -> Iterator[Seating]:
    parsed = _Posts(story, seats, posts)
    holdem, forced = parsed.rules()
    yield seats, holdem, forced
    if holdem.short_blind_is_full:
        yield seats, replace(holdem, short_blind_is_full=False), forced
    if parsed.stray_smalls:
        yield seats, holdem, parsed.with_live_smalls(forced)
    if story.posts_silently:
        silent = _silent_posters(story, posts)
        for kind, amount in ((BIG, holdem.big_blind), (BOTH, holdem.small_blind + holdem.big_blind)) if silent else ():
            added = [Move(story.line, name, kind, amount, None, False, 0) for name in silent]  # noqa: FBT003
            yield seats, *_Posts(story, seats, [*posts, *added]).rules()
    first = min(parsed.bigs, key=lambda post: parsed.index_of[post.name], default=None)
    if first is not None and first is not parsed.big:  # neighbours came back, and nobody posted the small blind in turn
        other = attempt(_Posts(story, seats, posts, (None, first)).rules)
        if not isinstance(other, FormatError):
            yield seats, *other


def _silent_posters(story: Story, posts: Sequence[Move]) -> list[str]:
    """Return who checks first before the flop without having posted anything."""
    named = {post.name for post in posts if post.verb != ANTE}
    first: dict[str, Move] = {}
    for parsed in story.decisions:
        if parsed.street == 0:
            first.setdefault(parsed.name, parsed)
    return [name for name, parsed in first.items() if parsed.verb == CHECKS and name not in named]


class _Posts:
    """The posts of a hand of hold'em, sorted into blinds, posts out of turn and dead chips."""

    def __init__(
        self, story: Story, seats: Sequence[Seat], posts: Sequence[Move], in_turn: tuple[None, Move] | None = None
    ) -> None:
        self.story = story
        self.seats = seats
        self.n_seats = len(seats)
        self.index_of = {seat.name: index for index, seat in enumerate(seats)}
        self.antes = [post for post in posts if post.verb == ANTE]
        self.posts = [post for post in posts if post.verb != ANTE] if self.antes else posts
        self.smalls = [post for post in self.posts if post.verb == SMALL]
        self.bigs = [post for post in self.posts if post.verb == BIG]
        self.small, self.big = in_turn or self._in_turn()
        self.stray_smalls: list[Move] = []  # small blinds that were posted out of turn

    def _in_turn(self) -> tuple[Move | None, Move | None]:
        """Return who posted the small and the big blind in turn: neighbours, or whoever comes first."""
        for small in self.smalls:
            for big in self.bigs:
                if (self.index_of[big.name] - self.index_of[small.name]) % self.n_seats == 1:
                    return small, big
        first = min(self.bigs, key=lambda post: self.index_of[post.name], default=None)
        if not self.smalls:
            return None, first
        if first is None:
            return self.smalls[0], None
        return self._apart(first)

    def _apart(self, big: Move) -> tuple[Move | None, Move | None]:
        """Return the blinds in turn where nobody who posted one sits next to the other.

        Whoever sat between them paid an ante and left; otherwise the small blind is one that was missed before.
        """
        small = self.smalls[0]
        between = range(self.index_of[small.name] + 1, self.index_of[big.name])
        gone = [self.seats[index].name in self.story.sat_out for index in between]
        return (small, big) if gone and all(gone) else (None, big)

    def with_live_smalls(self, forced: Forced) -> Forced:
        """Return the forced bets if a small blind out of turn is live: some houses count it, others do not."""
        posts, dead = list(forced.posts), list(forced.dead)
        for post in self.stray_smalls:
            index = self.index_of[post.name]
            posts[index] += post.amount
            dead[index] -= post.amount
        return Forced(forced.blinds, tuple(posts), tuple(dead))

    def rules(self) -> tuple[HoldemRules, Forced]:
        """Return the rules and the forced bets, every post checked."""
        n_seats = self.n_seats
        small_index, big_index = (1, 0) if n_seats == 2 else (0, 1)
        if self.big is not None:
            big_index = self.index_of[self.big.name]
        ante, big_ante = self._antes(big_index)
        dead = [ante] * n_seats
        dead[big_index] += big_ante
        antes = [min(due, seat.stack) for due, seat in zip(dead, self.seats, strict=True)]
        behind = [seat.stack - paid for seat, paid in zip(self.seats, antes, strict=True)]
        if self.big is None and behind[big_index]:
            if self.antes and not self.posts and not any(parsed.street == 0 for parsed in self.story.decisions):
                raise FormatError("another game: bomb pot (expected blinds)")
            raise FormatError("nobody posted the big blind")
        by_name = dict(zip(self.index_of, behind, strict=True))
        posted = Posted(self.story, self.antes, self.posts, self.small, self.big, by_name)
        small_blind, big_blind, bets = posted.stakes(behind[big_index])
        blinds, posts = [0] * n_seats, [0] * n_seats
        blinds[big_index] = big_blind
        if self.small is not None:
            blinds[self.index_of[self.small.name]] = small_blind
        elif not behind[small_index] and big_index != small_index:
            blinds[small_index] = small_blind  # the ante took all it had
        if len(self.posts) > (self.small is not None) + (self.big is not None):
            self._add_others(small_blind, big_blind, blinds, posts, dead)
        rules = _holdem_rules(
            n_seats,
            small_blind,
            big_blind,
            self.story.header.structure,
            bets,
            ante,
            big_ante,
            behind[big_index] < big_blind,
        )
        forced = Forced(tuple(blinds), tuple(posts), tuple(dead))
        self._check(forced, antes)
        return rules, forced

    def _add_others(self, small: int, big: int, blinds: list[int], posts: list[int], dead: list[int]) -> None:
        """Add the posts out of turn: live ones, dead ones and straddles."""
        for post in self.posts:
            if post is self.small or post is self.big:
                continue
            index, kind = self.index_of[post.name], post.verb
            if kind in (BIG, POST) and big < post.amount <= small + big:  # less where it takes all chips
                kind = BOTH
            elif kind == POST:
                kind = BIG if post.amount >= big or post.amount > small else SMALL  # a big one may be short
            if kind == STRADDLE or (kind == BIG and post.amount > big):
                blinds[index] = post.amount
            elif kind == SMALL:
                dead[index] += small
                self.stray_smalls.append(post)
            elif kind == DEAD:
                dead[index] += post.amount
            elif kind in (BIG, BOTH):
                posts[index] += big
                dead[index] += small if kind == BOTH else 0
            else:
                refuse(post, f"{post.name!r} {post.verb} (expected an ante, a blind, both or a straddle)")

    def _antes(self, big_index: int) -> tuple[int, int]:
        """Return the ante of every seat and what the big blind posts for all, every post of them checked."""
        if not self.antes:
            return 0, 0
        if len(self.antes) == 1 and self.index_of[self.antes[0].name] == big_index:
            return 0, self.antes[0].amount
        return check_antes(self.story, self.seats, self.antes), 0

    def _check(self, forced: Forced, antes: Sequence[int]) -> None:
        """Check that each seat posted what it had to, as far as its chips went."""
        stated: dict[str, int] = {}
        for post in self.posts:
            stated[post.name] = stated.get(post.name, 0) + post.amount
        for name, chips in stated.items():
            index = self.index_of[name]
            owed = forced.blinds[index] + forced.posts[index] + forced.dead[index]
            due = min(owed, self.seats[index].stack) - antes[index]
            if chips != due:
                money = self.story.header.money.format
                last = [post for post in self.posts if post.name == name][-1]
                refuse(last, f"{name!r} {last.verb} {money(chips)} (expected {money(due)})")


@lru_cache(maxsize=1 << 12)
def _holdem_rules(
    n_seats: int,
    small_blind: int,
    big_blind: int,
    structure: Structure,
    bets: tuple[int, ...],
    ante: int,
    big_blind_ante: int,
    short_blind_is_full: bool,  # noqa: FBT001 - a cache is called with positions
) -> HoldemRules:
    return HoldemRules(
        n_seats=n_seats,
        small_blind=small_blind,
        big_blind=big_blind,
        structure=structure,
        bet_sizes=bets,
        ante=ante,
        big_blind_ante=big_blind_ante,
        short_blind_is_full=short_blind_is_full,
    )


def check_antes(story: Story, seats: Sequence[Seat], posts: Sequence[Move]) -> int:
    """Return the ante that every seat posted, each post checked."""
    ante = max([post.amount for post in posts], default=0)
    posted = {post.name: post for post in posts}
    if len(posted) != len(posts):
        names = [post.name for post in posts]
        twice = next(name for name in names if names.count(name) > 1)
        raise FormatError(f"{twice!r} posts the ante {names.count(twice)} times (expected once)")
    for seat in seats:
        post = posted.get(seat.name)
        if post is None:
            if ante:
                raise FormatError(f"{seat.name!r} posts the ante 0 times (expected once)")
        elif post.amount != min(ante, seat.stack):
            money = story.header.money.format
            refuse(post, f"{seat.name!r} {post.verb} {money(post.amount)} (expected {money(min(ante, seat.stack))})")
    return ante


def _stud_rules(story: Story, seats: Sequence[Seat]) -> StudRules:
    for post in story.posts:
        if post.verb != ANTE:
            refuse(post, f"{post.name!r} {post.verb} (expected antes only in stud)")
    small_bet, big_bet = story.header.small_bet, story.header.big_bet
    ante = check_antes(story, seats, story.posts)
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


def refuse(parsed: Move, message: str) -> Never:
    """Raise FormatError with the line of what was parsed."""
    raise FormatError(f"line {parsed.line}: {message}")
