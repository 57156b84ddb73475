"""Studies: the papers' tables and figures, run again, each number beside the paper's.

`running` says what a study is and how it is run, `registry` has them by name, `result` what one finds, `text` the same
in words. `matches` plays games and has every estimator's number for each of them. Each paper has a folder: `divat`,
`stud`, whose games are played by `stud_games`.
"""

from deluck.errors import StudyError
from deluck.studies.registry import STUDIES, find_study
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run, Study
from deluck.studies.text import format_markdown

__all__ = [
    "STUDIES",
    "Finding",
    "Findings",
    "Run",
    "Study",
    "StudyError",
    "StudyResult",
    "Table",
    "find_study",
    "format_markdown",
]
