"""``deluck stud policy``."""

import json

import pytest


def test_a_policy_is_drawn_in_letters(deluck):
    code, out, _ = deluck("stud", "policy")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "Policy default, 7 players, effective odds 0.1"
    pictures = [line[5:] for line in lines if len(line) == 66 and set(line[5:]) <= set("cbfr")]
    assert len(pictures) == 20
    assert pictures[0].startswith("bbb")
    assert pictures[0].endswith("ccc")
    assert pictures[10].startswith("rrr")
    assert pictures[10].endswith("fff")


def test_as_json(deluck):
    code, out, _ = deluck("stud", "policy", "tight", "--players", "3", "--odds", "0.2", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["numbers"]["tightness"] == pytest.approx(0.15)
    assert len(found["weakness"]) == len(found["forced"]["fold"]) == len(found["unforced"]["bet"]) == 201
    assert found["forced"]["raise"][0] == pytest.approx(0.8)


def test_a_page_with_both_graphs(deluck, tmp_path):
    page = tmp_path / "policy.html"
    code, out, _ = deluck("stud", "policy", "honest", "--plot", str(page))
    text = page.read_text()
    assert code == 0
    assert f"{page}: written" in out
    assert text.count("<svg") == 2
    assert text.count("<polygon") == 5
    assert "honest" in text
    assert "src=" not in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("wild",), "no policy 'wild' (expected one of: default, honest"),
        (("default", "--odds", "2"), "effective odds of 2.0 (expected a number between 0 and 1)"),
    ],
)
def test_mistakes_are_one_sentence(deluck, arguments, sentence):
    code, _, err = deluck("stud", "policy", *arguments)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_page_of_ours_is_left_alone(deluck, tmp_path):
    thesis = tmp_path / "thesis.html"
    thesis.write_text("ten years of work")
    code, out, err = deluck("stud", "policy", "--plot", str(thesis))
    assert (code, out) == (2, "")
    assert f"{thesis} is there already, so it is left alone" in err
    assert thesis.read_text() == "ten years of work"
    page = tmp_path / "policy.html"
    assert deluck("stud", "policy", "--plot", str(page))[0] == 0
    assert deluck("stud", "policy", "tight", "--plot", str(page))[0] == 0
    assert "tight" in page.read_text()


def test_a_page_that_cannot_be_written_is_one_sentence(deluck, tmp_path):
    code, _, err = deluck("stud", "policy", "--plot", str(tmp_path / "no" / "such.html"))
    assert code == 2
    assert "such.html" in err
    assert err.count("\n") == 1
