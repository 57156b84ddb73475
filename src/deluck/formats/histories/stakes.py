"""How large the blinds and the bets of a hand are: as its header names them, as they were posted, or as is usual."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from deluck.errors import FormatError
from deluck.formats.histories.story import BIG, CALLS, FOLDS, Move, Story
from deluck.games import Structure

_KNOWN_SMALL_BLINDS = {25: 10, 75: 25, 300: 100, 500: 200, 1500: 1000, 2500: 1000, 7500: 5000}
_KNOWN_BIG_BLINDS = {2: 5, 10: 25}

Stakes = tuple[int, int, tuple[int, ...]]
"""The small blind, the big blind and, in fixed-limit, the bets of the streets."""


def usual_small_blind(small_bet: int) -> int:
    """Return the small blind of fixed-limit, in chips, that goes with a small bet where nobody posted it in full."""
    return _KNOWN_SMALL_BLINDS.get(small_bet, small_bet // 2)


class Posted(NamedTuple):
    """What was posted in a hand."""

    story: Story
    antes: Sequence[Move]
    posts: Sequence[Move]
    """All but the antes."""
    small: Move | None
    big: Move | None
    """The blinds in turn."""
    behind: Mapping[str, int]
    """The chips of every player once the antes are paid."""

    def stakes(self, behind_big: int) -> Stakes:
        """Return how large the blinds and the bets are, given the chips that the big blind's seat could post."""
        header = self.story.header
        if not header.big_bet:
            return self._as_posted()
        if header.structure is not Structure.FIXED_LIMIT:
            return *self._blinds(), ()
        if header.names_blinds:
            small, big = self._blinds()
            return small, big, (big, big, 2 * big, 2 * big)
        return self._of_bets(behind_big)

    def _is_full(self, post: Move | None) -> bool:
        """Return whether somebody posted this who had more."""
        return post is not None and self.behind[post.name] > post.amount

    def _blinds(self) -> tuple[int, int]:
        """Return the header's blinds, or those posted in full if the header's are in proportion or of another level.

        First lines of tournaments may name the level of before.
        """
        header, small, big = self.story.header, self.small, self.big
        stated = header.small_bet, header.big_bet
        if small is None or big is None or not (small.amount and self._is_full(small) and self._is_full(big)):
            return stated
        posted = small.amount, big.amount
        is_in_proportion = posted[0] * stated[1] == posted[1] * stated[0]
        is_of_other_level = bool(header.tournament) and posted[0] != stated[0] and posted[1] != stated[1]
        return posted if is_in_proportion or is_of_other_level else stated

    def _as_posted(self) -> Stakes:
        """Return the stakes where no line names them: as they were posted by whoever could post them in full."""
        header, small, big = self.story.header, self.small, self.big
        small_blind = small.amount if small else 0
        is_full = self._is_full(small)
        full = [post.amount for post in self.posts if post.verb == BIG and self._is_full(post)]
        if full:
            big_blind = min(full)
        elif called := self._first_call():
            big_blind = called
        elif is_full:
            usual = 2 * small_blind
            if header.structure is not Structure.FIXED_LIMIT and not header.tournament:
                usual = _KNOWN_BIG_BLINDS.get(small_blind, usual)
            big_blind = max(usual, big.amount if big else 0)
        elif self.antes and not any(self.behind.values()):
            big_blind = max([post.amount for post in self.antes])  # a round of antes alone, for whole stacks
        else:
            raise FormatError("no line says how large the blinds are, and nobody posted one in full")
        if not is_full:
            small_blind = max(small_blind, usual_small_blind(big_blind))
        if header.structure is not Structure.FIXED_LIMIT:
            return small_blind, big_blind, ()
        return small_blind, big_blind, (big_blind, big_blind, 2 * big_blind, 2 * big_blind)

    def _first_call(self) -> int:
        """Return what the first call put in if nobody raised before and it is not all-in: the big blind; else 0."""
        posted = {post.name for post in self.posts}
        first = next((each for each in self.story.decisions if each.verb != FOLDS), None)
        if first is None or first.verb != CALLS or first.street > 0 or first.name in posted:
            return 0
        return first.amount if self._is_full(first) else 0

    def _of_bets(self, behind_big: int) -> Stakes:
        """Return the blinds of fixed-limit and its bets.

        The header names the bets, unless the posted big blind says that it names the blinds.
        """
        header, big, small = self.story.header, self.big, self.small
        low, high = header.small_bet, header.big_bet
        if big is not None and behind_big >= big.amount == high > low:
            low, high = high, 2 * high
        small_blind = small.amount if small else 0
        if not self._is_full(small):
            small_blind = min(max(small_blind, usual_small_blind(low)), low)
        return small_blind, low, (low, low, high, high)
