"""A real browser, offline, and reports to be opened in it; skipped with the reason where there is none."""

import shutil
from pathlib import Path

import pytest

import deluck
from deluck.report import write_report

EXAMPLES = Path(__file__).parents[2] / "examples"
HIDDEN = Path(__file__).parents[1] / "formats" / "pokerstars" / "no_limit.txt"
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser():
    """Return Chromium as the system has it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no browser on this machine (expected one of {', '.join(NAMES)})")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """Return the files of reports by what they are of."""
    folder = tmp_path_factory.mktemp("reports")
    three = folder / "three.log"
    deluck.play("always-call", "random", "always-raise", n_hands=120, seed=3, log=three)
    limit, no_limit = EXAMPLES / "heads-up-limit.log", EXAMPLES / "six-max-no-limit.phhs"
    found = {
        "limit": deluck.assess(limit),
        "no-limit": deluck.assess(no_limit),
        "two structures": deluck.assess([no_limit, limit], alias={"Ann": ["loki1", "tight"]}, player="Ann"),
        "three players of limit": deluck.assess(three),
        "hidden cards": deluck.assess(HIDDEN),
    }
    for name, assessment in found.items():
        write_report(assessment, folder / f"{name}.html")
    return {name: folder / f"{name}.html" for name in found}
