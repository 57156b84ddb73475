import json

import pytest

EXAMPLE = ("advise", "--hole", "AdQc", "--board", "3h4cJh", "--history", "cccccc/", "--seats", "6")


def test_the_papers_hand_as_json(deluck):
    code, out, err = deluck(*EXAMPLE, "--player", "loki1:version=B", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert round(found["evaluation"]["hand_strength_n"], 3) == 0.069
    assert round(found["evaluation"]["effective_hand_strength"], 2) == 0.17
    assert found["probabilities"] == [0, 1, 0]
    assert len(found["beliefs"]) == 5
    assert len(found["beliefs"][0]["weights"]) == 1326


def test_the_explanation_and_the_decision_are_shown(deluck):
    code, out, _ = deluck(*EXAMPLE)
    assert code == 0
    assert "A♦Q♣ on 3♥4♣J♥" in out
    assert "hand strength n" in out
    assert "effective hand strength" in out
    assert out.splitlines()[-1].startswith("check: EHS 0.")
    code, out, _ = deluck(*EXAMPLE, "--grids")
    assert code == 0
    assert out.count("hundredths of the likeliest hand") == 5


def test_before_the_flop_and_other_players(deluck):
    code, out, _ = deluck("advise", "--hole", "AsAh")
    assert code == 0
    assert "income rate" in out
    assert out.splitlines()[-1].startswith("raise: value")
    code, out, _ = deluck("advise", "--hole", "AsAh", "--player", "random:fold=0.2,call=0.2,raise=0.6")
    assert (code, out) == (0, "random:fold=0.2,call=0.2,raise=0.6: fold 20%, call 20%, raise 60%\n")
    code, out, _ = deluck("advise", "--hole", "AsAh", "--player", "always-fold", "--json")
    assert json.loads(out) == {"schema": 2, "player": "always-fold", "probabilities": [1, 0, 0]}


def test_errors_are_one_sentence(deluck):
    for arguments, sentence in (
        (("--hole", "AsAs"), "As"),
        (("--hole", "AsAh", "--history", "x"), "not an action: 'x'"),
        (("--hole", "AsAh", "--player", "bob"), "no player 'bob'"),
        (("--hole", "AsAh", "--player", "loki2:sim=abc"), "loki2 cannot take sim=abc (expected a whole number from 1"),
        (
            ("--hole", "AsAh", "--player", "loki1:version=Z"),
            "loki1 cannot take version=Z (expected one of: standard, A",
        ),
        (("--hole", "AsAh", "--player", "stud-cards-only"), "stud-cards-only cannot play hold'em"),
        (("--hole", "AsAh", "--player", "baseline", "--seats", "3"), "baseline cannot play limit hold'em with 3 seats"),
        (("--hole", "AsAh", "--player", "winprob", "--grids"), "winprob has no beliefs about what others hold"),
        (("--hole", "AsAh", "--player", "always-call", "--grids"), "always-call has no beliefs about what others hold"),
        (("--hole", "AsAh", "--plot", ""), "(expected"),
        (("--hole", "AsAh", "--history", "cc/"), "an empty board does not fit the betting 'cc/', which is on the flop"),
        (("--hole", "AsAh", "--board", "2c3c4c"), "the board 2c3c4c does not fit the betting '', which is before the"),
    ):
        code, out, err = deluck("advise", *arguments)
        assert (code, out) == (2, "")
        assert sentence in err
        assert len(err.splitlines()) == 1


def test_loki2_shows_triple_and_simulated_values(deluck):
    code, out, _ = deluck(*EXAMPLE, "--player", "loki2:sim=100", "--json")
    found = json.loads(out)
    assert code == 0
    assert sum(found["triple"].values()) == 1
    assert found["simulation"]["trials"] in (50, 100)
    assert found["simulation"]["fold"] == {"mean": 0, "stderr": 0}
    assert found["simulation"]["call"]["stderr"] > 0
    code, out, _ = deluck(*EXAMPLE, "--player", "loki2:use=BR")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line.startswith(("fold ", "call ", "raise "))] == [
        "fold",
        "call",
        "raise",
    ]
    code, out, _ = deluck(*EXAMPLE, "--player", "loki2:sim=100")
    assert code == 0
    assert [line.split() for line in out.splitlines() if "stderr" in line] == [["mean", "stderr"]]
    code, out, _ = deluck(*EXAMPLE, "--player", "loki2:use=BR")
    assert "drawn at random" in out.splitlines()[-1]


def test_beliefs_are_plotted_on_a_page_that_loads_nothing(deluck, tmp_path):
    page = tmp_path / "beliefs.html"
    code, _, err = deluck(*EXAMPLE, "--player", "loki2:use=BR", "--plot", str(page))
    text = page.read_text()
    assert (code, err) == (0, f"{page} shows what each opponent may hold.\n")
    assert text.count("<div id=") == 5
    assert '"heatmap"' in text
    assert "src=" not in text.split("<body>")[1]
    code, out, err = deluck(*EXAMPLE, "--player", "always-fold", "--plot", str(page))
    assert (code, out) == (2, "")
    assert "has no beliefs about what others hold" in err
    assert deluck(*EXAMPLE, "--plot", str(page))[0] == 0  # a page of its own may be replaced
    page.write_text("notes")
    code, out, err = deluck(*EXAMPLE, "--plot", str(page))
    assert (code, out) == (2, "")
    assert "is there already, so it is left alone" in err
    assert page.read_text() == "notes"


def test_one_trial_has_no_error_and_json_says_so(deluck):
    code, out, _ = deluck(*EXAMPLE, "--player", "loki2:sim=1", "--json")
    assert code == 0
    assert json.loads(out, parse_constant=pytest.fail)["simulation"]["call"]["stderr"] is None
