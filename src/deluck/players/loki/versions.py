"""Versions of Loki-1 as switches of one program: nothing else differs between them."""

from dataclasses import dataclass

from deluck.errors import PlayerError


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """Which parts of the program are on.

    Attributes
    ----------
    name
        As it is asked for.
    weighted
        Whether opponents' holdings are weighted by income rates; otherwise all are alike.
    full_preflop
        Whether play before the flop goes by the number of opponents, who has acted and the raises; otherwise by the
        income rate against nine alone.
    potential
        Whether potential counts: in effective hand strength, and to call by pot odds.
    reweighting
        Whether each opponent has a table of their own that each of their actions changes.
    showdown_odds
        Whether a call may be made by the price of going to the showdown.
    semi_bluffs
        Whether a hand behind bets if its potential alone pays for the bet.
    """

    name: str
    weighted: bool = True
    full_preflop: bool = True
    potential: bool = True
    reweighting: bool = False
    showdown_odds: bool = False
    semi_bluffs: bool = False


STANDARD = Version(name="standard", reweighting=True, showdown_odds=True, semi_bluffs=True)
"""The program that the second paper starts from."""

VERSIONS = {
    version.name: version
    for version in (
        STANDARD,
        Version(name="A"),
        Version(name="B", weighted=False),
        Version(name="C", full_preflop=False),
        Version(name="D", potential=False),
        Version(name="E", weighted=False, full_preflop=False, potential=False),
    )
}
"""By name; A to E are the five of the first paper's Figure 1."""


def version_named(name: str) -> Version:
    """Return a version by its name.

    Raises
    ------
    PlayerError
        If there is none of that name.
    """
    if name not in VERSIONS:
        raise PlayerError(f"no version {name!r} (expected one of: {', '.join(VERSIONS)})")
    return VERSIONS[name]
