"""Antes, blinds, straddles and posts of PHH, and the rules and forced bets they make; both ways."""

from collections.abc import Sequence
from typing import Any

from deluck.games import Forced, HoldemRules


def in_seat_order(values: Sequence[int]) -> tuple[int, ...]:
    """Return numbers of the format by seat, or those by seat as the format has them: heads-up it turns them round."""
    return tuple(values[::-1]) if len(values) == 2 else tuple(values)


def stakes_of(
    antes: Sequence[int], blinds: Sequence[int], stacks: Sequence[int] | None, *, trims: bool
) -> tuple[dict[str, Any], Forced]:
    """Return the blinds and antes of the rules, by the names of `HoldemRules`, and the forced bets of the hand.

    Parameters
    ----------
    antes, blinds
        ``antes`` and ``blinds_or_straddles`` by seat, in chips; a negative blind is a post out of turn.
    stacks
        What each seat started with, or None.
    trims
        ``ante_trimming_status``: whether the part of an ante that no other seat matched goes back. Otherwise antes are
        dead: all of them are in the first pot, whoever could pay only a part.
    """
    n_seats = len(antes)
    small_seat, big_seat = (1, 0) if n_seats == 2 else (0, 1)
    others = {ante for seat, ante in enumerate(antes) if seat != big_seat}
    ante = min(antes)
    numbers = {
        "small_blind": max(blinds[small_seat], 0),
        "big_blind": max(blinds[big_seat], 0),
        "ante": ante,
        "big_blind_ante": antes[big_seat] - ante if others == {ante} else 0,
    }
    dead = tuple(antes)
    paid = dead if stacks is None else tuple(map(min, antes, stacks))
    if not trims:
        dead = paid
    elif len(set(antes)) > 1:
        matched = sorted(paid)[-2]
        dead = tuple([min(each, matched) for each in antes])
    live, posts = (tuple([max(sign * each, 0) for each in blinds]) for sign in (1, -1))
    return numbers, Forced(live, posts, dead)


def stake_fields(
    rules: HoldemRules, forced: Forced, stacks: Sequence[int] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of the format that say the forced bets, and what ``_deluck`` must add to them.

    Raises
    ------
    RulesError
        If there is not a number of chips for each seat.
    """
    trims = len(set(forced.dead)) == 1
    blinds = [blind + post if blind else -post for blind, post in zip(forced.blinds, forced.posts, strict=True)]
    fields = {
        "ante_trimming_status": trims,
        "antes": list(in_seat_order(forced.dead)),
        "blinds_or_straddles": list(in_seat_order(blinds)),
    }
    numbers, read = stakes_of(forced.dead, blinds, stacks, trims=trims)
    extras: dict[str, Any] = {}
    own = {name: getattr(rules, name) for name in numbers}
    if numbers != own:
        extras["stakes"] = own
    if read != forced:
        extras["forced"] = {name: list(chips) for name, chips in zip(forced._fields, forced, strict=True)}
    return fields, extras
