"""A folder of values: Parquet files that grow with their sources, so that nothing is computed twice.

``values.json`` lists the sources (name, size, time and hash of each file, and what was rejected of it) and the Parquet
files, with the version of the tables and the hash of the estimators' constants. It is replaced whole when new files
are finished, so an interrupted run leaves the folder as it was. New sources are added, changed ones computed again, and
everything is computed again if the version or a constant changed.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from deluck.errors import ValuesError
from deluck.estimators import Context, constants_hash
from deluck.files import replacing, sync
from deluck.formats import Rejected
from deluck.formats.contents import Kind
from deluck.values.building import PartTables
from deluck.values.computing import valued
from deluck.values.parts import Cutter, Read, Source
from deluck.values.schema import VERSION
from deluck.values.tables import StoredTable, Values, Writer, keep_memory

MANIFEST = "values.json"

ReadFiles = Callable[[Sequence[str]], Iterable[Read]]


@dataclass(frozen=True, slots=True)
class StoredSource:
    """A file whose values are stored: what it was when it was read, and what was read from it."""

    source: Source
    path: str
    size: int
    time: int
    digest: str

    def is_file(self, path: str) -> bool:
        """Return whether a file is still the one that was read."""
        found = os.stat(path)
        if found.st_size != self.size:
            return False
        return found.st_mtime_ns == self.time or _digest(path) == self.digest

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for the manifest."""
        source = self.source
        return {
            "name": source.name,
            "path": self.path,
            "size": self.size,
            "time": self.time,
            "sha256": self.digest,
            "hands": source.n_hands,
            "hidden": source.n_hidden,
            "names_hero": source.names_hero,
            "rejected": [[each.source, each.line, each.reason, each.excerpt, each.format] for each in source.rejected],
            "reasons": dict(source.reasons),
            "kinds": [[*kind, n] for kind, n in source.kinds.items()],
        }

    @classmethod
    def parse(cls, found: dict[str, Any]) -> "StoredSource":
        """Return what `as_dict` wrote."""
        source = Source(
            found["name"],
            found["hands"],
            [Rejected(*each) for each in found["rejected"]],
            Counter(found["reasons"]),
            found["hidden"],
            found["names_hero"],
            Counter({Kind(*words): n for *words, n in found["kinds"]}),
        )
        return cls(source, found["path"], found["size"], found["time"], found["sha256"])


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a folder holds: its sources in the order they were added, and the stems of its files."""

    constants: str
    sources: tuple[StoredSource, ...] = ()
    stems: tuple[str, ...] = ()
    version: int = VERSION

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "version": self.version,
            "constants": self.constants,
            "files": list(self.stems),
            "sources": [each.as_dict() for each in self.sources],
        }


def is_values_folder(path: str | Path) -> bool:
    """Return whether a path is a folder of values."""
    return (Path(path) / MANIFEST).is_file()


def open_values(folder: str | Path, context: Context, *, n_jobs: int = 1) -> Values:
    """Return all values of a folder, in the order its sources were added.

    Raises
    ------
    ValuesError
        If it is no such folder, or its values are of another version or computed with other constants.
    """
    keep_memory()
    manifest = _read_manifest(Path(folder))
    if manifest is None:
        raise ValuesError(f"{folder} is no folder of values (expected one that deluck assess LOGS --values DIR wrote)")
    if (manifest.version, manifest.constants) != (VERSION, constants_hash(context)):
        raise ValuesError(
            f"values in {folder} are of version {manifest.version} with constants {manifest.constants} (expected "
            f"version {VERSION} with {constants_hash(context)}): compute them again with deluck assess LOGS --values "
            f"{folder}"
        )
    return _values(Path(folder), manifest, [each.source for each in manifest.sources], context, n_jobs)


def update_values(
    folder: str | Path, files: Sequence[str], read: ReadFiles, context: Context, *, n_jobs: int = 1
) -> Values:
    """Return the values of files, of which those that the folder does not have are computed and added to it.

    Parameters
    ----------
    folder
        Where values are stored; made if it is not there.
    files
        The files, in the order of their hands.
    read
        Yields what files hold, each with the name of its file.
    context
        How values are computed: values of another version or with other constants are computed again.
    n_jobs
        How many parts are valued at once.

    Raises
    ------
    ValuesError
        If the folder holds something else, or cannot be written; or what is named is no file.
    """
    index = Path(folder)
    for path in files:
        if not os.path.isfile(path):
            raise ValuesError(f"values of {path!r} cannot be stored (expected a file)")
    with _locked(index):
        manifest = _read_manifest(index)
        constants = constants_hash(context)
        if manifest is None or (manifest.version, manifest.constants) != (VERSION, constants):
            manifest = Manifest(constants)
        manifest = _without(index, manifest, _changed(manifest, files), context)
        known = {each.path for each in manifest.sources}
        new = [path for path in files if os.path.realpath(path) not in known]
        if new:
            manifest = _added(index, manifest, new, read, context, n_jobs)
        by_path = {each.path: each.source for each in manifest.sources}
        return _values(index, manifest, [by_path[os.path.realpath(path)] for path in files], context, n_jobs)


def _changed(manifest: Manifest, files: Sequence[str]) -> set[str]:
    """Return the names of sources whose files are no longer what was read."""
    paths = {os.path.realpath(path) for path in files}
    return {each.source.name for each in manifest.sources if each.path in paths and not each.is_file(each.path)}


def _added(
    folder: Path, manifest: Manifest, files: Sequence[str], read: ReadFiles, context: Context, n_jobs: int
) -> Manifest:
    """Compute the values of files and return the manifest with them."""
    taken = {each.source.name for each in manifest.sources}
    names = {path: path if path not in taken else os.path.realpath(path) for path in files}
    states = {path: _state(path) for path in files}
    cutter = Cutter()
    for path in files:
        cutter.sources[names[path]] = Source(names[path])
    stem = _new_stem(folder)
    writer = Writer(folder, stem, context)
    parts = cutter.parts((names[path], found) for path, found in read(files))
    for part in valued(parts, context, n_jobs):
        writer.add(part)
    writer.close()
    stored = [
        StoredSource(cutter.sources[names[path]], os.path.realpath(path), size, time, digest)
        for path, (size, time, digest) in states.items()
    ]
    found = replace(manifest, sources=(*manifest.sources, *stored), stems=(*manifest.stems, stem))
    _write_manifest(folder, found)
    return found


def _without(folder: Path, manifest: Manifest, names: set[str], context: Context) -> Manifest:
    """Write files anew without the rows of some sources, and return the manifest without them."""
    if not names:
        return manifest
    stems = []
    for stem in manifest.stems:
        new = _new_stem(folder)
        writer = Writer(folder, new, context)
        seats, decisions = (StoredTable([path]) for path in Writer.paths_of(folder, stem))
        for number in range(len(seats)):
            left = [_without_rows(table.part(number, None), names) for table in (seats, decisions)]
            if left[0].num_rows:
                writer.add(PartTables(*left))
        writer.close()
        stems.append(new)
    left_sources = tuple(each for each in manifest.sources if each.source.name not in names)
    found = replace(manifest, sources=left_sources, stems=tuple(stems))
    _write_manifest(folder, found)
    return found


def _without_rows(table: pa.Table, names: set[str]) -> pa.Table:
    import pyarrow.compute as pc  # only here: it takes long

    is_gone = pc.is_in(table["source"].cast(pa.string()), value_set=pa.array(sorted(names)))
    return table.filter(pc.invert(is_gone))


def _values(folder: Path, manifest: Manifest, sources: list[Source], context: Context, n_jobs: int) -> Values:
    paths = [Writer.paths_of(folder, stem) for stem in manifest.stems]
    try:
        seats, decisions = (StoredTable([each[number] for each in paths], n_jobs) for number in range(2))
    except (OSError, pa.ArrowInvalid) as error:
        raise ValuesError(
            f"values in {folder} cannot be read: {error} (compute them again with --values, after removing the folder)"
        ) from None
    return Values(seats, decisions, sources, context)


def _new_stem(folder: Path) -> str:
    numbers = [0, *(int(path.name[7:11]) for path in folder.glob("values-[0-9][0-9][0-9][0-9].*.parquet"))]
    return f"values-{max(numbers) + 1:04d}"


def _state(path: str) -> tuple[int, int, str]:
    found = os.stat(path)
    return found.st_size, found.st_mtime_ns, _digest(path)


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_manifest(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["version"] != VERSION:
            return Manifest(found["constants"], version=found["version"])
        sources = tuple(StoredSource.parse(each) for each in found["sources"])
        return Manifest(found["constants"], sources, tuple(found["files"]), found["version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValuesError(f"{path} cannot be read: {error} (expected what deluck assess --values wrote)") from None


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    current = {path for stem in manifest.stems for path in Writer.paths_of(folder, stem)}
    for path in current:  # what it names must be there if it is
        sync(path)
    with replacing(folder / MANIFEST) as file:
        file.write(json.dumps(manifest.as_dict(), indent=1).encode())
    for path in folder.glob("values-[0-9][0-9][0-9][0-9].*.parquet"):
        if path not in current:
            path.unlink(missing_ok=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Have a folder to oneself; one that holds other things is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = [path.name for path in folder.iterdir() if not path.name.startswith((".", "values"))]
    except OSError as error:
        raise ValuesError(f"cannot store values in {folder}: {error.strerror or error}") from None
    if others:
        raise ValuesError(
            f"{folder} holds other things, such as {others[0]} (expected a folder of values, or a new one)"
        )
    from filelock import FileLock  # only here: it takes long

    with FileLock(folder / ".lock"):
        yield
