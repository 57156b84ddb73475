import json

import pytest

from deluck.studies import STUDIES


def test_without_a_name_the_studies_are_listed(deluck):
    code, out, err = deluck("study")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[3:-1]] == list(STUDIES)
    assert "(5,000 games, 100,000 with --full)" in out
    assert deluck("study", "--list") == (code, out, err)
    found = json.loads(deluck("study", "--json")[1])["studies"]
    assert [each["name"] for each in found] == list(STUDIES)
    assert list(found[0]) == ["name", "summary", "paper", "quick", "full"]


def test_a_study_as_tables(deluck):
    code, out, err = deluck("study", "divat-example")
    assert (code, err) == (0, "")
    lines = {" ".join(line.split()) for line in out.splitlines()}
    for line in (
        "flop P2 EHR 0.2216 0.2216 same",
        "flop actual kBrC kBrC same",
        "preflop DIVAT by ROE +0.029 +0.211 +0.182",
        "preflop AIE +1029832 =7525 -674947 +1029832 =7525 -674947 same",
        "Deviations from the paper:",
    ):
        assert line in lines


def test_a_study_as_json(deluck):
    code, out, err = deluck("study", "divat-always", "--games", "200", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == [
        "schema",
        "study",
        "title",
        "paper",
        "hands",
        "seed",
        "version",
        "command",
        "findings",
        "tables",
        "sentences",
        "deviations",
        "data",
    ]
    assert (found["study"], found["hands"], found["seed"]) == ("divat-always", 200, 3)
    assert found["command"] == "deluck study divat-always --games 200 --seed 3"
    assert list(found["findings"][0]) == [
        "group",
        "what",
        "paper",
        "ours",
        "stderr",
        "difference",
        "difference_stderr",
        "same",
        "unit",
    ]


def test_a_study_leaves_a_page_its_results_and_its_games(deluck, tmp_path):
    page, results, kept = tmp_path / "page.html", tmp_path / "results", tmp_path / "kept"
    arguments = ("study", "divat-always", "--games", "200", "--html", str(page), "-o", str(results))
    code, out, err = deluck(*arguments, "--keep", str(kept))
    assert (code, err) == (0, f"{page} has the figures.\n")
    assert "Figure 3: the first match extended" in page.read_text()
    assert sorted(path.name for path in results.iterdir()) == [
        "divat-always-figure-1.svg",
        "divat-always-figure-2.svg",
        "divat-always-figure-3.svg",
        "divat-always.md",
    ]
    assert sorted(path.name for path in kept.iterdir()) == ["always-200-1.log", "always-800-0.log"]
    written = {path.name: path.read_bytes() for path in results.iterdir()}
    assert deluck(*arguments, "--keep", str(kept), "--jobs", "2")[0] == 2, "results of before are not replaced unasked"
    assert deluck(*arguments, "--keep", str(kept), "--jobs", "2", "--overwrite") == (code, out, err)
    assert {path.name: path.read_bytes() for path in results.iterdir()} == written


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("divat-exampel",), "did you mean divat-example?"),
        (("bob",), "no study 'bob' (expected one of: divat-example, "),
        (("divat-always", "--games", "10"), "divat-always with 10 games (expected 100 or more)"),
        (("divat-example", "--games", "1000"), "it plays no games"),
        (("divat-always", "--games", "1000", "--full"), "(expected one of the two)"),
        (("all", "--games", "1000"), "all studies with --html or --games"),
        (("divat-example", "--html", "/no/such/folder/page.html"), "/no/such/folder"),
    ],
)
def test_what_cannot_be_run_is_one_sentence(deluck, arguments, sentence):
    code, _, err = deluck("study", *arguments)
    assert code == 2
    assert err.startswith("deluck: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_all_studies_one_after_the_other(deluck, monkeypatch):
    monkeypatch.setattr("deluck.studies.STUDIES", {"divat-example": STUDIES["divat-example"]})
    code, out, _ = deluck("study", "all", "--json")
    assert code == 0
    assert [each["study"] for each in json.loads(out)["studies"]] == ["divat-example"]


def test_a_page_replaces_another_page_and_nothing_else(deluck, tmp_path):
    page = tmp_path / "page.html"
    arguments = ("study", "divat-example", "--html", str(page))
    assert deluck(*arguments)[0] == 0
    assert deluck(*arguments)[0] == 0
    page.write_text("mine")
    code, out, err = deluck(*arguments)
    assert (code, out) == (2, "")
    assert "is there already, so it is left alone" in err
    assert page.read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_reported_before_the_games(deluck, tmp_path):
    (tmp_path / "taken").write_text("")
    code, out, err = deluck("study", "divat-always", "--full", "-o", str(tmp_path / "taken"))
    assert (code, out) == (2, "")
    assert "cannot make the folder" in err


def test_all_studies_go_on_where_the_data_of_one_are_not_there(deluck, monkeypatch, tmp_path):
    chosen = {name: STUDIES[name] for name in ("nolimit-pluribus", "divat-example")}
    monkeypatch.setattr("deluck.studies.STUDIES", chosen)
    monkeypatch.setenv("DELUCK_INTEROP_DATA", str(tmp_path))
    code, out, err = deluck("study", "all", "--json")
    assert code == 0
    assert [each["study"] for each in json.loads(out)["studies"]] == ["divat-example"]
    assert "nolimit-pluribus is skipped" in err
    assert "DELUCK_INTEROP_DATA" in err
    code, _, err = deluck("study", "nolimit-pluribus")
    assert code != 0
    assert "is not there" in err
