"""From a log to a verdict in two calls: `read` takes in hands from anywhere, `assess` says who played better.

`compare` compares two players, of one log or two; `plan` says how many hands a question takes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from deluck.assessment import AllPlayers, Assessment, Plan, PlayerComparison, compare_players, plan_hands
from deluck.assessment import assess as assess_columns
from deluck.assessment import assess_all as assess_all_columns
from deluck.assessment.assessing import context_of
from deluck.assessment.viewpoint import Moment
from deluck.errors import FormatError
from deluck.formats import FORMATS, Rejected, read_columns, read_files, read_text
from deluck.formats.sources import expand
from deluck.games import Structure
from deluck.records import HandColumns, HandRecord
from deluck.records.columns import columns_by_game
from deluck.report import notebook_html
from deluck.report.figure_files import plot
from deluck.values import Values, compute_values, is_values_folder, open_values, update_values
from deluck.values.parts import Read

if TYPE_CHECKING:
    import pyarrow as pa

    from deluck.estimators.divat import Settings

Source = str | bytes | Path
Part = HandColumns | HandRecord | Rejected | Source

_MOST_NAMES = 4
_BATCH = 65_536


@dataclass(frozen=True, slots=True, repr=False)
class Hands:
    """Hands that were read, and what was not.

    Attributes
    ----------
    columns
        The valid hands as columns, each of one game, in the order they were read.
    rejected
        What was no valid hand, with source, line and reason.
    """

    columns: tuple[HandColumns, ...]
    rejected: tuple[Rejected, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Every name, in the order they appear."""
        return tuple(dict.fromkeys(name for each in self.columns for name in each.names))

    def to_arrow(self) -> "pa.Table":
        """Return the hands as one Arrow table.

        Raises
        ------
        RecordError
            If they are of more than one game, or there is none; ``columns`` has them game by game.
        """
        return HandColumns.concatenate(self.columns).to_arrow()

    def __len__(self) -> int:
        return sum(len(each) for each in self.columns)

    def __iter__(self) -> Iterator[HandRecord]:
        return chain.from_iterable(self.columns)

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for each in self.columns:
            counts[each.game] = counts.get(each.game, 0) + len(each)
        games = " and ".join(f"{n:,} hand{'' if n == 1 else 's'} of {game}" for game, n in counts.items()) or "no hand"
        names = self.players
        more = f" and {len(names) - _MOST_NAMES:,} others" if len(names) > _MOST_NAMES else ""
        who = f" by {', '.join(names[:_MOST_NAMES])}{more}" if names else ""
        return f"<Hands: {games}{who}, {len(self.rejected):,} rejected>"


def read(*sources: Source, game: str | None = None) -> Hands:
    r"""Return the hands of files or of a text, and what was not read with its reason.

    Parameters
    ----------
    *sources
        Files, folders or glob patterns, each in any format known and perhaps compressed; or the text itself, as bytes
        or as a string with a line end in it or that starts as a format does.
    game
        Read ACPC logs as ``limit`` or ``no-limit``, whatever they say; by default as they say.

    Raises
    ------
    FormatError
        If there is not one valid hand, and a whole file or text could not be read; or a source is neither.

    Examples
    --------
    >>> read("STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:North|South\n")
    <Hands: 1 hand of holdem by North, South, 0 rejected>
    """
    columns: list[HandColumns] = []
    rejected: list[Rejected] = []
    for part in _parts(sources, game):
        if isinstance(part, Rejected):
            rejected.append(part)
        else:
            columns.append(part)
    if not columns:
        whole = next((each for each in rejected if not each.line), None)
        if whole is not None:
            raise FormatError(str(whole))
    return Hands(tuple(columns), tuple(rejected))


def assess(
    hands: Hands | Part | Iterable[Part],
    *,
    player: str | None = None,
    alias: str | Mapping[str, Sequence[str]] | None = None,
    style: "str | Settings | None" = None,
    sweep: str | None = None,
    structure: str | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    position: str | Sequence[str] = (),
    stakes: str | Sequence[str] = (),
    values: str | Path | None = None,
    n_jobs: int = 1,
    seed: int = 0,
) -> Assessment:
    """Return what hands say of one player's skill and luck, in small bets per game with 95% intervals.

    Hands of no-limit and pot-limit, of any number of seats, count in big blinds.

    Parameters
    ----------
    hands
        What `read` returned; or a path, a text, columns, a record, or several of them in a list. Files named here are
        read in parts, so that they may be larger than memory. Or a folder of values, from which the answer comes
        without computing anything again.
    player
        Whose view to take, in whatever case if that is unambiguous; by default the hero if a source names one, else the
        first player named.
    alias
        Names of one person: ``{"hero": ["Hero99", "hero_ps"]}``, or ``hero=Hero99,hero_ps``.
    style
        A style of the baseline, such as ``tight/conservative``; the standard one if None.
    sweep
        Average over five styles with these weights: ``equal``, ``triangular`` or ``binomial``.
    structure
        Which of the player's hands to assess: ``limit``, ``no-limit`` or ``pot-limit``; by default those of the
        structure of its first hand, and the others apart. Hands of different structures are never added up.
    since, until
        Only hands played from this date or time on (``2024-01-31``), and before that one.
    position, stakes
        Only hands in these positions (``BTN``), or of these stakes (``1/2``).
    values
        A folder to store values in: files that it has already are not computed again.
    n_jobs
        How many parts are valued at once, -1 for all cores; the result is the same.
    seed
        Of the sampling where no table has the answer.

    Raises
    ------
    AssessmentError
        If there is no hand, or no such player.
    """
    given = _given(hands, style, sweep, seed, values, n_jobs)
    found = assess_columns(
        given,
        player=player,
        alias=alias,
        style=style,
        sweep=sweep,
        structure=structure,
        since=since,
        until=until,
        position=position,
        stakes=stakes,
        n_jobs=n_jobs,
        seed=seed,
    )
    return found.shown_by(notebook_html, plot)


def compare(
    first: Hands | Part | Iterable[Part],
    second: Hands | Part | Iterable[Part] | None = None,
    *,
    players: str | Sequence[str] = (),
    against: str | None = None,
    structure: str | None = None,
    n_jobs: int = 1,
    seed: int = 0,
) -> PlayerComparison:
    """Return how two players compare, with the luck removed: the difference per game with its 95% interval.

    The error is computed over deals, so that the luck of deals that both played cancels: duplicate matches, line-ups of
    a tournament, hands in which both sat.

    Parameters
    ----------
    first, second
        Hands as `assess` takes them, folders of values included; the second None for two players of the first.
    players
        Two names, one of each log or both of one: ``"north,south"`` or a sequence; or one name that both logs have. By
        default the only player that the other log does not have, else the hero, or the first player named.
    against
        Count only hands in which this opponent sits.
    structure
        Count only ``limit``, ``no-limit`` or ``pot-limit`` hands; by default those of the first player's first hand.
    n_jobs, seed
        As in `assess`.

    Raises
    ------
    AssessmentError
        If there are no two such players or no hands of them.
    """
    names = players.split(",") if isinstance(players, str) else players
    return compare_players(
        _valued(first, n_jobs, seed),
        None if second is None else _valued(second, n_jobs, seed),
        players=[name.strip() for name in names if name.strip()],
        against=against,
        structure=None if structure is None else Structure.parse(structure),
    )


def plan(
    hands: Hands | Part | Iterable[Part],
    edge: str | float,
    *,
    player: str | None = None,
    structure: str | None = None,
    n_hands: int | None = None,
    n_jobs: int = 1,
    seed: int = 0,
) -> Plan:
    """Return how many hands it takes to show an edge with 80% power, by each estimator.

    Parameters
    ----------
    hands
        Hands like those to be played, as `assess` takes them.
    edge
        ``5bb/100``, or a number: per game, in big blinds (small bets in limit).
    player
        Whose hands the spreads are of; by default the hero, or the first player named.
    structure
        Only ``limit``, ``no-limit`` or ``pot-limit`` hands.
    n_hands
        Also say with which power so many hands show the edge.
    n_jobs, seed
        As in `assess`.

    Raises
    ------
    AssessmentError
        If the edge cannot be read, or there are too few hands.
    """
    chosen = None if structure is None else Structure.parse(structure)
    return plan_hands(_valued(hands, n_jobs, seed), edge, player=player, structure=chosen, n_hands=n_hands)


def _valued(hands: object, n_jobs: int, seed: int) -> Values:
    """Return the values of anything that holds hands: computed, or those of a folder of values."""
    context, _ = context_of(seed=seed)
    if isinstance(hands, str | Path) and not _is_text(hands) and is_values_folder(hands):
        return open_values(hands, context, n_jobs=n_jobs)
    return compute_values(_named(hands, n_jobs), context, n_jobs=n_jobs)


def assess_all(
    hands: Hands | Part | Iterable[Part],
    *,
    alias: str | Mapping[str, Sequence[str]] | None = None,
    style: "str | Settings | None" = None,
    sweep: str | None = None,
    structure: str | None = None,
    since: Moment | None = None,
    until: Moment | None = None,
    position: str | Sequence[str] = (),
    stakes: str | Sequence[str] = (),
    values: str | Path | None = None,
    n_jobs: int = 1,
    seed: int = 0,
) -> AllPlayers:
    """Return what hands say of every player, each over all its own hands, in small bets or big blinds per hand.

    The parameters are those of `assess`. Values are computed once for all players. Hands of the structure with the most
    hands come first, those of others apart.

    Raises
    ------
    AssessmentError
        If there is no hand.
    """
    given = _given(hands, style, sweep, seed, values, n_jobs)
    return assess_all_columns(
        given,
        alias=alias,
        style=style,
        sweep=sweep,
        structure=structure,
        since=since,
        until=until,
        position=position,
        stakes=stakes,
        n_jobs=n_jobs,
        seed=seed,
    )


def _given(
    hands: Hands | Part | Iterable[Part],
    style: "str | Settings | None",
    sweep: str | None,
    seed: int,
    values: str | Path | None,
    n_jobs: int,
) -> Values | Iterator[Read]:
    """Return the hands to value, or values where they are stored."""
    context, _ = context_of(style, sweep, seed=seed)
    if isinstance(hands, str | Path) and not _is_text(hands) and is_values_folder(hands):
        return open_values(hands, context, n_jobs=n_jobs)
    if values is not None:
        read = partial(_read_files, n_jobs=n_jobs)
        return update_values(values, _files(hands), read, context, n_jobs=n_jobs)
    return _named(hands, n_jobs)


def _files(hands: object) -> list[str]:
    """Return the files that paths name; values can be stored of files only."""
    paths = [hands] if isinstance(hands, str | Path) else list(hands) if isinstance(hands, Iterable) else []
    if not paths or not all(isinstance(path, str | Path) and not _is_text(path) for path in paths):
        raise FormatError("values can be stored of files only (expected paths)")
    found = []
    for path, problem in expand(tuple(paths)):
        if problem is not None:
            raise FormatError(f"{path}: {problem}")
        found.append(path)
    return found


def _named(hands: object, n_jobs: int = 1) -> Iterator[Read]:
    """Yield columns and what was rejected, each with the name of its source, from anything that holds hands."""
    for found in _assessable(hands, n_jobs):
        yield ("", found) if not isinstance(found, tuple) else found


def _assessable(hands: object, n_jobs: int) -> Iterator[HandColumns | Rejected | Read]:
    """Yield columns and what was rejected, from anything that holds hands; of files with their names."""
    if isinstance(hands, Hands):
        yield from hands.rejected
        yield from hands.columns
    elif isinstance(hands, HandColumns | Rejected):
        yield hands
    elif isinstance(hands, HandRecord):
        yield from columns_by_game([hands])
    elif isinstance(hands, bytes) or (isinstance(hands, str) and _is_text(hands)):
        yield from _parts([hands])
    elif isinstance(hands, str | Path):
        yield from _read_files([hands], n_jobs)
    elif isinstance(hands, Iterable):
        yield from _several(hands, n_jobs)
    else:
        raise FormatError(f"cannot assess a {type(hands).__name__} (expected hands, a path, a text or several of them)")


def _read_files(paths: Sequence[str | Path], n_jobs: int) -> Iterator[Read]:
    """Yield what files hold, each with the name of its file; a file that is named twice is read once."""
    return read_files(*paths, n_jobs=n_jobs)


def _several(parts: Iterable[object], n_jobs: int) -> Iterator[HandColumns | Rejected | Read]:
    """Yield the columns of several things; records that follow one another are put together."""
    waiting: list[HandRecord] = []
    for part in parts:
        if isinstance(part, HandRecord):
            waiting.append(part)
            if len(waiting) == _BATCH:
                yield from columns_by_game(waiting)
                waiting.clear()
            continue
        yield from columns_by_game(waiting)
        waiting.clear()
        yield from _assessable(part, n_jobs)
    yield from columns_by_game(waiting)


def _parts(sources: Iterable[Source], game: str | None = None) -> Iterator[HandColumns | Rejected]:
    for source in sources:
        if not isinstance(source, str | bytes | Path):
            raise FormatError(
                f"cannot read a {type(source).__name__} (expected a path or a text, several of them in turn)"
            )
        if not _is_text(source):
            assert not isinstance(source, bytes)
            yield from read_columns(source, game=game)
            continue
        assert not isinstance(source, Path)
        rejected: list[Rejected] = []
        yield from columns_by_game(_valid(source, rejected, game))
        yield from rejected


def _valid(text: str | bytes, rejected: list[Rejected], game: str | None) -> Iterator[HandRecord]:
    for hand in read_text(text, game=game):
        if isinstance(hand, Rejected):
            rejected.append(hand)
        else:
            yield hand


def _is_text(source: Source) -> bool:
    if isinstance(source, bytes):
        return True
    return isinstance(source, str) and ("\n" in source or any(each.looks_like(source) for each in FORMATS))
