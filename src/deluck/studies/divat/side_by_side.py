"""Estimators side by side over one match: what each says, how much it scatters, what it is worth."""

import math
from collections.abc import Sequence

from deluck.estimators import find_column
from deluck.report.words import about, times
from deluck.statistics import Estimate
from deluck.studies.matches import Games
from deluck.studies.papers import DIVAT_GAMES
from deluck.studies.result import Finding, Table
from deluck.studies.text import rate

UNPAIRED_ERRORS = (
    "Errors of estimators that are not duplicate averages are those of an ordinary match of as many games: that both "
    "games of a deal share their cards is ignored."
)
"""What is to be said where a duplicate match is summarised game by game."""


LONG_GAMES = 4 * DIVAT_GAMES
"""The games of the paper's self-play match, and the deals of its duplicate match."""


def beside_paper(what: str, found: Estimate, paper: float, *, decimals: int = 3) -> Finding:
    """Return a spread, or a ratio of variances, beside that of a long match of the paper, which has an error too."""
    error = found.stderr * math.sqrt(found.n_hands / LONG_GAMES)
    return Finding.of(what, found, paper=paper, paper_stderr=error, decimals=decimals)


def estimator_table(title: str, games: Games, names: Sequence[str], luck: Sequence[str] = ()) -> Table:
    """Return a table of estimators: mean, standard deviation, and what each is worth compared with money.

    Parameters
    ----------
    title
        Of the table.
    games
        The match.
    names
        The estimators; those that these games do not have are left out.
    luck
        Further ones, which estimate no skill and so have no worth.
    """
    columns = ("estimator", "mean, sb/game ± 95%", "SD", "variance ratio", "worth", "games for 80% power")
    rows = []
    for name in games.names_of(*names):
        found, compared = games.summary(name), games.comparison(name)
        worth = (times(compared.sd_ratio**2), times(compared.worth), about(compared.hands_needed))
        rows.append((find_column(name).label, rate(found.as_estimate(), 4), f"{found.sd:.3f}", *worth))
    for name in luck:
        found = games.summary(name)
        rows.append((find_column(name).label, rate(found.as_estimate(), 4), f"{found.sd:.3f}", "–", "–", "–"))
    return Table(title, columns, tuple(rows))


def as_dict(games: Games, name: str) -> dict[str, object]:
    """Return an estimator's summary and comparison with money as plain values."""
    return {**games.summary(name).as_dict(), **games.comparison(name).as_dict()}
