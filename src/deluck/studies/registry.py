"""The studies by name."""

from collections.abc import Mapping

from deluck.errors import StudyError
from deluck.plain_text import choices, shown_name
from deluck.studies import divat, language_models, loki, luck, players, stud, winprob
from deluck.studies.running import Study

STUDIES: Mapping[str, Study] = {
    study.name: study for each in (divat, loki, winprob, stud, players, luck, language_models) for study in each.STUDIES
}
"""Every study by its name, in the order of the papers, then those without one."""


def find_study(name: str) -> Study:
    """Return the study of this name.

    Raises
    ------
    StudyError
        If there is none; the message proposes the nearest.
    """
    if name in STUDIES:
        return STUDIES[name]
    raise StudyError(f"no study {shown_name(name)!r} ({choices(name, list(STUDIES))})")
