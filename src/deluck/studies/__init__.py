"""Studies: the papers' tables and figures, run again, each number beside the paper's.

`running` defines what a study is and how it is run, `registry` has them by name, `result` is what a study finds, `text`
the same as text. `matches` plays games and has every estimator's value for each of them, `simulated` plays scripted
hands in bulk. The studies themselves are in `divat`, `loki`, `stud`, `winprob`, `players`, `luck` and
`language_models`; `papers` has what they share.
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
