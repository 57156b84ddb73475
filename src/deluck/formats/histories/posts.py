"""Who sat where in a hand, by which rules, and what each seat had to put in: read from who posted what."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from deluck.errors import FormatError
from deluck.formats.attempts import attempt
from deluck.formats.histories.amounts import CHIPS
from deluck.formats.histories.blinds import Posts, check_antes, refuse
from deluck.formats.histories.stakes import usual_small_blind
from deluck.formats.histories.story import ANTE, BIG, BOTH, CHECKS, SMALL, Header, Move, Seat, Story
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
    by_blinds = _seats_by_blinds(story, seats)
    if story.button is not None:
        for posts in [story.posts] if story.has_posts else _usual_posts(story, seats):
            yield from _holdem_seatings(story, seats, posts)
    elif not by_blinds:
        raise FormatError("nobody has the button (expected the number of its seat)")
    if by_blinds and (story.button is None or by_blinds != seats):
        yield from _holdem_seatings(story, by_blinds, story.posts)


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
    rules, forced = Posts(Story(header), seats, posts).rules()
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
        if len(seats) == 2 and seats[1].number != button:  # heads-up the button is not left on an empty seat
            seats = _seats_by_blinds(story, seats) or seats
    if story.cap is not None:
        cap = story.cap
        seats = [seat._replace(stack=min(seat.stack, cap)) for seat in seats]
    return seats


def _seats_by_blinds(story: Story, seats: list[Seat]) -> list[Seat]:
    """Return the seats in order of position as the blinds have it, if one small and one big one are of neighbours."""
    names = [seat.name for seat in seats]
    small, big = ([names.index(post.name) for post in story.posts if post.verb == kind] for kind in (SMALL, BIG))
    if len(small) != 1 or len(big) != 1 or (small[0] + 1) % len(seats) != big[0]:
        return []
    first = big[0] if len(seats) == 2 else small[0]
    return seats[first:] + seats[:first]


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
    parsed = Posts(story, seats, posts)
    holdem, forced = parsed.rules()
    yield seats, holdem, forced
    if holdem.short_blind_is_full:
        yield seats, replace(holdem, short_blind_is_full=False), forced
    if parsed.stray_smalls:
        yield seats, holdem, parsed.with_live_smalls(forced)
    if parsed.stray_bigs:
        yield seats, holdem, parsed.with_dead_bigs(forced)
    if story.posts_silently:
        silent = _silent_posters(story, posts)
        for kind, amount in ((BIG, holdem.big_blind), (BOTH, holdem.small_blind + holdem.big_blind)) if silent else ():
            added = [Move(story.line, name, kind, amount, None, False, 0) for name in silent]  # noqa: FBT003
            yield seats, *Posts(story, seats, [*posts, *added]).rules()
    first = min(parsed.bigs, key=lambda post: parsed.index_of[post.name], default=None)
    if first is not None and first is not parsed.big:  # neighbours came back, and nobody posted the small blind in turn
        other = attempt(Posts(story, seats, posts, (None, first)).rules)
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
