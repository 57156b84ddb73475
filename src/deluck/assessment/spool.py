"""Arrays that come in parts, kept in a temporary file: a long log must not fill the memory."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from deluck.errors import AssessmentError


class Spool:
    """Arrays of one kind, one after the other; the first is kept as it is, more go to a file that has no name.

    To be closed when no more is to come; what `joined` returned stays.
    """

    def __init__(self) -> None:
        self._first: NDArray[Any] | None = None
        self._file: IO[bytes] | None = None
        self._n_rows = 0

    def append(self, values: NDArray[Any]) -> None:
        """Put an array after those before, of the same kind and the same number of columns.

        Raises
        ------
        AssessmentError
            If there is no room for it on the disk.
        """
        self._n_rows += len(values)
        if self._first is None:
            self._first = values
            return
        with _errors_of_ours():
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
                self._file.write(np.ascontiguousarray(self._first).data)
            self._file.write(np.ascontiguousarray(values, dtype=self._first.dtype).data)

    def joined(self) -> NDArray[Any]:
        """Return all arrays as one, read from the file only where it is looked at; there must be one at least.

        Raises
        ------
        AssessmentError
            If there is no room for them on the disk.
        """
        assert self._first is not None
        if self._file is None:
            return self._first
        shape = (self._n_rows, *self._first.shape[1:])
        with _errors_of_ours():
            self._file.flush()
            return np.asarray(np.memmap(self._file, self._first.dtype, mode="r", shape=shape))

    def close(self) -> None:
        """Close the file, which goes with the last array that was made of it."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written was told before
                self._file.close()


@contextmanager
def _errors_of_ours() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise AssessmentError(
            f"cannot keep hands in a temporary file: {error.strerror} (expected some room in {_folder()})"
        ) from error


def _folder() -> str:
    try:
        return f"{tempfile.gettempdir()}, or in another folder that the variable TMPDIR names"
    except OSError:
        return "the folder that the variable TMPDIR names"
