import os


def test_demo_takes_a_hand_apart_and_reports_on_a_match(deluck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = deluck("demo")
    assert (code, err) == (0, "")
    for shown in ("60.4%", "76.4%", "90.9%", "+0.52", "-16.64", "SlRrC", "kBrC"):
        assert shown in out
    assert "money -11.00 = decisions +1.37 + cards -12.37" in out
    lines = out.splitlines()
    money = next(line for line in lines if line.startswith("The money alone: Wild won"))
    assert money.endswith("which is not significantly different from zero.")
    verdict = next(line for line in lines if line.startswith("With the luck taken out: "))
    assert "Wild won" in verdict
    assert "below zero with 95% confidence" in verdict
    report = tmp_path / "deluck-demo.html"
    assert lines[-1] == f"The report is in {report}; open it in a browser."
    assert verdict.removeprefix("With the luck taken out: ") in report.read_text()
    assert os.listdir(tmp_path) == ["deluck-demo.html"]


def test_demo_leaves_alone_what_is_not_ours(deluck, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deluck-demo.html").write_text("mine")
    code, out, err = deluck("demo")
    assert (code, out) == (2, "")
    assert "is there already, so it is left alone" in err
    assert (tmp_path / "deluck-demo.html").read_text() == "mine"
    assert deluck("demo", "--overwrite")[0] == 0
    assert "deluck" in (tmp_path / "deluck-demo.html").read_text()[:4096]


def test_demo_says_before_it_plays_that_the_report_cannot_be_written(deluck, tmp_path):
    for place in (tmp_path / "none" / "x.html", tmp_path):
        code, out, err = deluck("demo", "--html", str(place))
        assert (code, out) == (2, "")
        assert f"cannot write {place}" in err
