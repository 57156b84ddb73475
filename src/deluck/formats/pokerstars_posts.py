"""Who sat where in a PokerStars hand, by which rules, and what each seat had to put in: read from who posted what."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Never

from deluck.errors import FormatError
from deluck.formats.pokerstars_lines import Seat, Story, Told
from deluck.games import Forced, HoldemRules, Rules, Structure, StudRules

_KNOWN_SMALL_BLINDS = {25: 10, 75: 25, 300: 100, 500: 200, 1500: 1000, 2500: 1000, 7500: 5000}
_ANTE, _SMALL, _BIG = "posts the ante", "posts small blind", "posts big blind"
_BOTH = ("posts small & big blinds", "posts big & small blinds")
_STRADDLES = ("posts straddle", "posts a straddle", "posts the straddle")

Seating = tuple[list[Seat], Rules, Forced | None]


def seatings(story: Story) -> Iterator[Seating]:
    """Yield the seats in order of position, the rules and the forced bets, the likeliest reading first."""
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
            yield seats[first:] + seats[:first], rules, None
        return
    if story.button is None:
        raise FormatError("nobody has the button (expected 'Seat #... is the button')")
    holdem, forced = _Posts(story, seats).rules()
    yield seats, holdem, forced
    if holdem.short_blind_is_full:
        yield seats, replace(holdem, short_blind_is_full=False), forced


def usual_small_blind(small_bet: int) -> int:
    """Return the small blind of fixed-limit, in chips, that goes with a small bet where nobody posted it in full."""
    return _KNOWN_SMALL_BLINDS.get(small_bet, small_bet // 2)


def usual_bring_in(small_bet: int) -> int:
    """Return the bring-in, in chips, that goes with a small bet where nobody posted it in full."""
    return max(1, small_bet // 2)


class _Posts:
    """The posts of a hand of hold'em, sorted into blinds, posts out of turn and dead chips."""

    def __init__(self, story: Story, seats: Sequence[Seat]) -> None:
        self.story = story
        self.seats = seats
        self.n_seats = len(seats)
        self.places = {seat.name: place for place, seat in enumerate(seats)}
        for post in story.posts:
            if post.verb not in (_ANTE, _SMALL, _BIG, *_BOTH, *_STRADDLES):
                refuse(post, f"{post.name} {post.verb} (expected an ante, a blind, both or a straddle)")
        self.smalls = [post for post in story.posts if post.verb == _SMALL]
        self.bigs = [post for post in story.posts if post.verb == _BIG]
        self.small, self.big = self._in_turn()

    def _in_turn(self) -> tuple[Told | None, Told | None]:
        """Return who posted the small and the big blind in turn: neighbours, or whoever comes first."""
        for small in self.smalls:
            for big in self.bigs:
                if (self.places[big.name] - self.places[small.name]) % self.n_seats == 1:
                    return small, big
        first = min(self.bigs, key=lambda post: self.places[post.name], default=None)
        lonely = self.smalls[0] if self.smalls and first is None else None
        return lonely, first

    def rules(self) -> tuple[HoldemRules, Forced]:
        """Return the rules and the forced bets, every post checked."""
        header, n_seats = self.story.header, self.n_seats
        small_place, big_place = (1, 0) if n_seats == 2 else (0, 1)
        if self.big is not None:
            big_place = self.places[self.big.name]
        ante, big_ante = self._antes(big_place)
        dead = [ante] * n_seats
        dead[big_place] += big_ante
        antes = [min(due, seat.stack) for due, seat in zip(dead, self.seats, strict=True)]
        behind = [seat.stack - paid for seat, paid in zip(self.seats, antes, strict=True)]
        if self.big is None and behind[big_place]:
            raise FormatError("nobody posted the big blind")
        small_blind, big_blind = header.small_bet, header.big_bet
        bets: tuple[int, ...] = ()
        if header.structure is Structure.FIXED_LIMIT:
            small_blind, bets = self._limit_stakes(behind, big_place)
            big_blind = bets[0]
        blinds, posts = [0] * n_seats, [0] * n_seats
        blinds[big_place] = big_blind
        if self.small is not None:
            blinds[self.places[self.small.name]] = small_blind
        elif not behind[small_place] and big_place != small_place:
            blinds[small_place] = small_blind  # the ante took all it had
        for post in self.story.posts:
            place = self.places[post.name]
            if post in (self.small, self.big) or post.verb == _ANTE:
                continue
            if post.verb in _STRADDLES or (post.verb == _BIG and post.amount > big_blind):
                blinds[place] = post.amount
                continue
            posts[place] += big_blind if post.verb != _SMALL else 0
            dead[place] += small_blind if post.verb != _BIG else 0
        rules = HoldemRules(
            n_seats=n_seats,
            small_blind=small_blind,
            big_blind=big_blind,
            structure=header.structure,
            bet_sizes=bets,
            ante=ante,
            big_blind_ante=big_ante,
            short_blind_is_full=behind[big_place] < big_blind,
        )
        forced = Forced(tuple(blinds), tuple(posts), tuple(dead))
        self._check(forced, antes)
        return rules, forced

    def _antes(self, big_place: int) -> tuple[int, int]:
        """Return the ante of every seat and what the big blind posts for all, every post of them checked."""
        story = self.story
        posts = [post for post in story.posts if post.verb == _ANTE]
        if not posts:
            return 0, 0
        names = [post.name for post in posts]
        if len(posts) == 1 and self.places[names[0]] == big_place:
            return 0, posts[0].amount
        return check_antes(story, self.seats, posts), 0

    def _limit_stakes(self, behind: Sequence[int], big_place: int) -> tuple[int, tuple[int, int, int, int]]:
        """Return the small blind of fixed-limit and the bets of its streets.

        The header names the bets, unless the posted big blind says that it names the blinds.
        """
        header, big, small = self.story.header, self.big, self.small
        low, high = header.small_bet, header.big_bet
        if big is not None and behind[big_place] > big.amount == high > low:
            low, high = high, 2 * high
        small_blind = small.amount if small else 0
        if small is None or behind[self.places[small.name]] <= small_blind:
            small_blind = min(max(small_blind, usual_small_blind(low)), low)
        return small_blind, (low, low, high, high)

    def _check(self, forced: Forced, antes: Sequence[int]) -> None:
        """Check that each seat posted what it had to, as far as its chips went."""
        for place, seat in enumerate(self.seats):
            posts = [post for post in self.story.posts if post.name == seat.name and post.verb != _ANTE]
            owed = forced.blinds[place] + forced.posts[place] + forced.dead[place]
            due = min(owed, seat.stack) - antes[place]
            stated = sum(post.amount for post in posts)
            if posts and stated != due:
                money = self.story.header.money.format
                refuse(posts[-1], f"{seat.name} {posts[-1].verb} {money(stated)} (expected {money(due)})")


def check_antes(story: Story, seats: Sequence[Seat], posts: Sequence[Told]) -> int:
    """Return the ante that every seat posted, each post checked."""
    ante = max((post.amount for post in posts), default=0)
    stacks = {seat.name: seat.stack for seat in seats}
    money = story.header.money.format
    for post in posts:
        due = min(ante, stacks[post.name])
        if post.amount != due:
            refuse(post, f"{post.name} {post.verb} {money(post.amount)} (expected {money(due)})")
    posted = [post.name for post in posts]
    for seat in seats:
        if ante and posted.count(seat.name) != 1:
            raise FormatError(f"{seat.name} posts the ante {posted.count(seat.name)} times (expected once)")
    return ante


def _stud_rules(story: Story, seats: Sequence[Seat]) -> StudRules:
    for post in story.posts:
        if post.verb != _ANTE:
            refuse(post, f"{post.name} {post.verb} (expected antes only in stud)")
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


def refuse(told: Told, message: str) -> Never:
    """Raise FormatError with the line of what was told."""
    raise FormatError(f"line {told.line}: {message}")
