"""What every study has, how it is asked for, and its text."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

from deluck.report.charts import Chart, Series
from deluck.statistics import Estimate
from deluck.studies import (
    STUDIES,
    Finding,
    Findings,
    Study,
    StudyError,
    StudyResult,
    Table,
    find_study,
    format_markdown,
)
from deluck.studies.text import as_page, as_table, picture_name, rate

ROOT = Path(__file__).parents[2]


def result(**changes):
    line = Series("DIVAT", np.array([0.0, 1.0]), np.array([0.0, 2.0]), "divat")
    values = {
        "name": "some-study",
        "title": "A study",
        "paper": "A paper, section 1.",
        "n_games": 500,
        "seed": 3,
        "sentences": ("It shows this.",),
        "blocks": (
            Findings(
                "Numbers",
                (
                    Finding(what="SD", ours=2.95, stderr=0.01, paper=2.934, paper_stderr=0.02, unit="sb/game"),
                    Finding(what="exact", ours=0.21, paper=0.029, is_signed=True),
                    Finding(what="equal", ours=-0.12345, paper=-0.1235, decimals=4, is_signed=True),
                    Finding(what="betting", ours="bRc", paper="bRc"),
                    Finding(what="other betting", ours="bC", paper="bF"),
                    Finding(what="ours alone", ours=7),
                ),
            ),
            Findings("Ours", (Finding.of("mean", Estimate(1.0, math.inf, 1, "sb/game")),)),
            Table("More", ("a|b", "n"), (("x|y", "1"),)),
        ),
        "deviations": ("We differ here.",),
        "charts": (Chart("figure-1", "Figure 1", "It rises.", "games", "small bets", (line,)),),
    }
    return StudyResult(**values | changes)


def test_numbers_stand_beside_the_papers_with_the_error_of_their_difference():
    table = as_table(result().blocks[0])
    assert table.columns == ("", "paper", "ours", "difference")
    assert table.rows == (
        ("SD, sb/game", "2.934", "2.950 ± 0.020", "+0.016 ± 0.044"),
        ("exact", "+0.029", "+0.210", "+0.181"),
        ("equal", "−0.1235", "−0.1235", "same"),
        ("betting", "bRc", "bRc", "same"),
        ("other betting", "bF", "bC", "differs"),
        ("ours alone", "–", "7", "–"),
    )
    assert as_table(result().blocks[1]) == Table("Ours", ("", "ours"), (("mean, sb/game", "1.000 ± ?"),))
    assert rate(Estimate(-0.01234, 0.01, 5, "sb/game"), 2) == "−0.01 ± 0.02"


def test_a_study_as_markdown():
    page = format_markdown(result(), pictures=True)
    assert page.startswith("# A study\n\nA paper, section 1.\n\n    deluck study some-study --games 500 --seed 3\n")
    for line in (
        "- It shows this.",
        "| SD, sb/game | 2.934 | 2.950 ± 0.020 | +0.016 ± 0.044 |",
        r"| x\|y | 1 |",
        "![It rises.](some-study-figure-1.svg)",
        "- We differ here.",
    ):
        assert line in page.splitlines()
    assert "svg" not in format_markdown(result())
    assert picture_name(result(), "figure-1") == "some-study-figure-1.svg"


def test_a_study_as_plain_values():
    found = result().as_dict()
    first = found["findings"][0]
    assert first["group"] == "Numbers"
    assert first["difference"] == pytest.approx(0.016)
    assert first["difference_stderr"] == pytest.approx(math.hypot(0.01, 0.02))
    assert [each["same"] for each in found["findings"]] == [False, False, True, True, False, None, None]
    assert found["tables"] == [{"title": "More", "columns": ["a|b", "n"], "rows": [["x|y", "1"]]}]
    assert result().finding("exact").ours == 0.21
    with pytest.raises(KeyError, match="no finding 'bob' in some-study"):
        result().finding("bob")


def test_the_command_of_a_study_that_plays_nothing_has_no_size():
    assert result(n_games=0).command == "deluck study some-study"
    assert as_page(result()).command == "deluck study some-study --games 500 --seed 3"


@pytest.mark.parametrize("study", STUDIES.values(), ids=list(STUDIES))
def test_every_study_is_named_sized_tested_and_has_its_results(study):
    assert STUDIES[study.name] is study
    assert study.summary
    assert study.paper
    assert 0 < study.quick < study.full or study.quick == study.full == 0
    assert study.quick % study.step == study.full % study.step == 0
    tests = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert f'"{study.name}"' in tests
    page = (ROOT / "docs" / "results" / f"{study.name}.md").read_text()
    assert f"deluck study {study.name}" in page
    if study.full:
        assert f"--games {study.full} --seed 0" in page
    assert f"{study.name}.md" in (ROOT / "docs" / "results" / "README.md").read_text()


def test_every_figure_of_the_paper_on_divat_is_listed_with_its_drawing():
    rows = [line.split(" | ") for line in (ROOT / "docs" / "papers.md").read_text().splitlines()]
    figures = {row[0].removeprefix("| "): row[2] for row in rows if re.fullmatch(r"\| \d+", row[0])}
    assert list(figures) == [str(number) for number in range(1, 15)]
    for number, drawn in figures.items():
        files = re.findall(r"\((results/\S+)\)", drawn)
        assert files, number
        for file in files:
            assert re.search(rf"-figure-{number}[ab]?\.svg$", file)
            assert (ROOT / "docs" / file).is_file(), file


def test_an_unknown_study_is_refused_with_the_nearest():
    with pytest.raises(StudyError, match=r"no study 'divat-alway' \(did you mean divat-always\?\)"):
        find_study("divat-alway")
    with pytest.raises(StudyError, match=r"no study 'zzz' \([^?]*\)$"):
        find_study("zzz")


@pytest.fixture
def plain():
    return Study(
        name="s", summary="", paper="", run=lambda run: result(n_games=run.n_games), quick=300, full=4000, step=2
    )


def test_sizes(plain, tmp_path):
    assert plain().n_games == 300
    assert plain(full=True).n_games == 4000
    assert plain(1000, folder=tmp_path / "new" / "folder").n_games == 1000
    assert (tmp_path / "new" / "folder").is_dir()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"n_games": 100}, r"s with 100 games \(expected 200 or more, a multiple of 2\)"),
        ({"n_games": 301}, "s with 301 games"),
        ({"n_games": 300, "full": True}, "at full size"),
        ({"seed": -1}, "a seed of -1"),
        ({"jobs": 0}, "0 jobs"),
    ],
)
def test_sizes_that_make_no_study_are_refused(plain, asked, sentence):
    with pytest.raises(StudyError, match=sentence):
        plain(**asked)


def test_a_study_without_games_takes_no_number_of_them():
    with pytest.raises(StudyError, match="it plays no games"):
        find_study("divat-example")(100)


def test_a_folder_that_cannot_be_made_is_refused(plain, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StudyError, match="cannot make the folder"):
        plain(folder=tmp_path / "file" / "below")
