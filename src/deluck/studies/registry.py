"""The studies that can be asked for by name."""

from collections.abc import Mapping
from difflib import get_close_matches

from deluck.errors import StudyError
from deluck.studies import divat, loki, stud, winprob
from deluck.studies.running import Study

STUDIES: Mapping[str, Study] = {
    study.name: study for study in (*divat.STUDIES, *loki.STUDIES, *winprob.STUDIES, *stud.STUDIES)
}
"""Every study by its name, paper by paper."""


def find_study(name: str) -> Study:
    """Return the study of this name.

    Raises
    ------
    StudyError
        If there is none; the message proposes the nearest.
    """
    if name in STUDIES:
        return STUDIES[name]
    near = get_close_matches(name, STUDIES, n=1)
    proposal = f"; did you mean {near[0]!r}?" if near else ""
    raise StudyError(f"no study {name!r} (expected one of: {', '.join(STUDIES)}){proposal}")
