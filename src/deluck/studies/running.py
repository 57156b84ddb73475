"""How a study is run, and what a study is: a function with a name, a summary and two sizes."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deluck.errors import StudyError
from deluck.studies.result import StudyResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a study is to be run.

    Attributes
    ----------
    n_games
        How many games, as the study counts them; 0 for one that plays none.
    folder
        Where games are kept, and gone on from if they are there.
    seed
        The same seed gives the same numbers.
    jobs
        How many processes play; the numbers are the same.
    """

    n_games: int
    folder: Path
    seed: int = 0
    jobs: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A study that can be asked for by name.

    Attributes
    ----------
    name
        As it is asked for.
    summary
        What it reruns, in one line.
    paper
        Which paper.
    run
        The function that makes it.
    quick, full
        How many games by default, and at the paper's size; 0 for a study that plays none.
    step
        Games come in multiples of this: 2 where each deal is played twice.
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
        """Return what the study finds.

        Parameters
        ----------
        n_games
            How many games; by default `quick`.
        full
            Whether it is to have the paper's size.
        seed, jobs
            As in `Run`.
        folder
            Where to keep the games; by default they are not kept.

        Raises
        ------
        StudyError
            If it cannot be run at that size, or the folder cannot be made.
        """
        size = self._size(n_games, full=full)
        if seed < 0 or jobs < 1:
            raise StudyError(f"a seed of {seed} and {jobs} jobs (expected 0 or more, and 1 or more)")
        with _kept_in(folder) as place:
            return self.run(Run(n_games=size, folder=place, seed=seed, jobs=jobs))

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
def _kept_in(folder: str | Path | None) -> Iterator[Path]:
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="deluck-study-") as place:
            yield Path(place)
        return
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"cannot make the folder {path}: {error.strerror}") from None
    yield path
