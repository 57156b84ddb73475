"""Where a report is to be written: another report may be replaced, anything else is left alone."""

from pathlib import Path

from deluck.errors import DeluckError

_MARK = b'<meta name="generator" content="deluck '
_HEAD = 4096


class ReportFileError(DeluckError):
    """A file that is no report stands where one is to be written."""


def check_report_path(path: Path, *, overwrite: bool = False) -> None:
    """See, before long work, that a report can be written here and replaces nothing but another report.

    Raises
    ------
    FormatError
        If nothing can be written there.
    ReportFileError
        If something is there that is no report of deluck's and may not be replaced.
    """
    from deluck.formats.writing import check_writable

    check_writable(path)
    if overwrite or not path.exists():
        return
    with path.open("rb") as file:
        if _MARK in file.read(_HEAD):
            return
    raise ReportFileError(f"{path} is there and is no report of deluck's, so it is left alone (expected another name)")
