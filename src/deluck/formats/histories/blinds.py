"""What each seat of a hand of hold'em had to put in, and the blinds: read from who posted what."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Never

from deluck.errors import FormatError
from deluck.formats.histories.stakes import Posted
from deluck.formats.histories.story import ANTE, BIG, BOTH, DEAD, POST, SMALL, STRADDLE, Move, Seat, Story
from deluck.games import Forced, HoldemRules, Structure


class Posts:
    """The posts of a hand of hold'em, sorted into blinds, posts out of turn and dead chips."""

    def __init__(
        self, story: Story, seats: Sequence[Seat], posts: Sequence[Move], in_turn: tuple[None, Move] | None = None
    ) -> None:
        self.story = story
        self.seats = seats
        self.n_seats = len(seats)
        self.index_of = {seat.name: index for index, seat in enumerate(seats)}
        self.antes = [post for post in posts if post.verb == ANTE]
        if self._has_dead_antes(posts):
            posts = [post._replace(verb=DEAD) if post.verb == ANTE else post for post in posts]
            self.antes = []
        self.posts = [post for post in posts if post.verb != ANTE] if self.antes else posts
        self.smalls = [post for post in self.posts if post.verb == SMALL]
        self.bigs = [post for post in self.posts if post.verb == BIG]
        self.small, self.big = in_turn or self._in_turn()
        self.stray_smalls: list[Move] = []  # small blinds that were posted out of turn
        self.stray_bigs: list[Move] = []  # posts of a big blind's size that the text does not call one

    def _has_dead_antes(self, posts: Sequence[Move]) -> bool:
        """Return whether only some seats posted antes: the button for all, or what converters make of missed blinds.

        The text of a cash game has to name the pot, where an ante shows whose line is lost. The big blind's alone is
        one for all.
        """
        if not self.story.needs_total or self.story.header.tournament:
            return False
        seats = {post.name for post in self.antes}
        is_big = len(seats) == 1 and any(post.verb == BIG and post.name in seats for post in posts)
        return 0 < len(seats) < self.n_seats and not is_big

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

    def with_dead_bigs(self, forced: Forced) -> Forced:
        """Return the forced bets if posts of a big blind's size are dead, as at some tables of CoinPoker."""
        posts, dead = list(forced.posts), list(forced.dead)
        for post in self.stray_bigs:
            index = self.index_of[post.name]
            dead[index] += posts[index]
            posts[index] = 0
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
                if kind == BIG:
                    self.stray_bigs.append(post)
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
        live: dict[str, int] = {}
        for post in self.posts:
            # a straddle counts the blind or straddle that its seat posted before
            before = live.get(post.name, 0) if post.verb == STRADDLE else 0
            stated[post.name] = stated.get(post.name, 0) + post.amount - before
            if post.verb == STRADDLE or post is self.small or post is self.big:
                live[post.name] = post.amount
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


def refuse(parsed: Move, message: str) -> Never:
    """Raise FormatError with the line of what was parsed."""
    raise FormatError(f"line {parsed.line}: {message}")
