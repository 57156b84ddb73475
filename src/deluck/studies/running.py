"""What a study is, a function with a name, a summary and two sizes, and how it is run."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deluck.errors import StudyError
from deluck.studies.result import StudyResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The settings of one run of a study.

    Attributes
    ----------
    n_games
        The number of games, as the study counts them; 0 for a study that plays none.
    folder
        Where games are stored, and continued if they are there.
    seed
        The same seed gives the same numbers.
    jobs
        The number of processes; it does not change the numbers.
    """

    n_games: int
    folder: Path
    seed: int = 0
    jobs: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A study.

    Attributes
    ----------
    name
        Its name.
    summary
        What it reproduces, in one line.
    paper
        The paper.
    run
        The function that runs it.
    quick, full
        The number of games by default, and at the paper's size; 0 for a study that plays none.
    step
        The number of games is a multiple of this: 2 where each deal is played twice.
    """

    name: str
    summary: str
    paper: str
    run: Callable[[Run], StudyResult]
    quick: int = 0
    full: int = 0
    step: int = 1

    def __call__(
        self,
        n_games: int | None = None,
        *,
        full: bool = False,
        seed: int = 0,
        jobs: int = 1,
        folder: str | Path | None = None,
    ) -> StudyResult:
        """Return the result of the study.

        Parameters
        ----------
        n_games
            The number of games; by default `quick`.
        full
            Whether to use the paper's size.
        seed, jobs
            As in `Run`.
        folder
            Where to store the games; by default they are deleted afterwards.

        Raises
        ------
        StudyError
            If it cannot be run at that size, or the folder cannot be made.
        """
        size = self._size(n_games, full=full)
        if seed < 0 or jobs < 1:
            raise StudyError(f"a seed of {seed} and {jobs} jobs (expected 0 or more, and 1 or more)")
        with _stored_in(folder) as path:
            return self.run(Run(n_games=size, folder=path, seed=seed, jobs=jobs))

    def _size(self, n_games: int | None, *, full: bool) -> int:
        if n_games is None:
            return self.full if full else self.quick
        if full:
            raise StudyError(f"{self.name} with {n_games} games and at full size (expected one of the two)")
        if not self.quick:
            raise StudyError(f"{self.name} with {n_games} games (expected none: it plays no games)")
        least = 100 * self.step
        if n_games < least or n_games % self.step:
            multiple = f", a multiple of {self.step}" if self.step > 1 else ""
            raise StudyError(f"{self.name} with {n_games} games (expected {least} or more{multiple})")
        return n_games


@contextmanager
def _stored_in(folder: str | Path | None) -> Iterator[Path]:
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="deluck-study-") as temporary:
            yield Path(temporary)
        return
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"cannot make the folder {path}: {error.strerror}") from None
    yield path
