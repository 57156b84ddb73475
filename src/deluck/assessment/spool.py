"""Arrays that come in parts, kept in a temporary file: a long log must not fill the memory."""

import tempfile
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.errors import AssessmentError


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
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
                self._file.write(np.ascontiguousarray(self._first).data)
            self._file.write(np.ascontiguousarray(values).data)
        except OSError as error:
            raise AssessmentError(
                f"cannot keep hands in {tempfile.gettempdir()}: {error.strerror} (expected some room there; the "
                "variable TMPDIR names another folder)"
            ) from error

    def joined(self) -> NDArray[Any]:
        """Return all arrays as one, read from the file only where it is looked at; there must be one at least."""
        assert self._first is not None
        if self._file is None:
            return self._first
        self._file.flush()
        shape = (self._n_rows, *self._first.shape[1:])
        return np.asarray(np.memmap(self._file, self._first.dtype, mode="r", shape=shape))

    def close(self) -> None:
        """Close the file, which goes with the last array that was made of it."""
        if self._file is not None:
            self._file.close()
