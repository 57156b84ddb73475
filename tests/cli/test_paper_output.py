"""``deluck assess`` for a paper: tables on stdout, figures as files."""

from pathlib import Path

import pytest

LOG = str(Path(__file__).parents[2] / "examples" / "six-max-no-limit.phhs")


def test_latex_is_all_that_is_printed(deluck):
    code, out, _ = deluck("assess", LOG, "--latex")
    assert code == 0
    assert out.startswith("\\begin{table}\n")
    assert out.endswith("\\end{table}\n")


def test_a_figure_is_written_beside_markdown(deluck, tmp_path):
    figure = tmp_path / "steps.svg"
    code, out, _ = deluck("assess", LOG, "--markdown", "--chart", "waterfall", "--figure", str(figure))
    assert code == 0
    assert "| Estimator | n |" in out
    assert figure.read_text().startswith("<svg")
    assert deluck("assess", LOG, "--figure", str(figure))[0] == 2, "it is there already"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--figure", "x.gif"), "x.gif"),
        (("--figure", "x.svg", "--chart", "pie"), "no chart 'pie'"),
        (("--latex", "--json"), "--json, --latex"),
    ],
)
def test_what_cannot_be_is_said_before_any_work(deluck, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    code, _, err = deluck("assess", LOG, *options)
    assert code == 2
    assert message in err
    assert not list(tmp_path.iterdir())
