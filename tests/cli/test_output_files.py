"""No command overwrites a file of the user's unless told to."""

from pathlib import Path

import pytest

from deluck.cli.output_files import check_outputs
from deluck.errors import FileError

ROOT = Path(__file__).parents[2]
LOG = str(ROOT / "examples" / "heads-up-limit.log")
OUTPUTS = ("html", "plot", "out", "output", "per_hand")
COMMANDS = {  # the option that names the output stands last
    "demo": ("demo", "--html"),
    "convert": ("convert", LOG, "--to", "phh", "-o"),
    "play": ("play", "always-call", "random", "--hands", "20", "-o"),
    "play --html": ("play", "always-call", "random", "--hands", "40", "--html"),
    "advise": ("advise", "--hole", "AdQc", "--board", "3h4cJh", "--history", "cc/k", "--plot"),
    "stud policy": ("stud", "policy", "tight", "--plot"),
    "study": ("study", "divat-example", "--html"),
    "assess": ("assess", LOG, "--html"),
    "assess --per-hand": ("assess", LOG, "--per-hand"),
    "tables build-income": ("tables", "build-income", "--deals", "20", "--out"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_that_is_there_is_left_alone_until_it_may_be_replaced(deluck, tmp_path, name):
    mine = tmp_path / "mine.csv"
    mine.write_text("precious")
    code, out, err = deluck(*COMMANDS[name], str(mine))
    assert (code, out) == (2, "")
    assert str(mine) in err
    assert err.count("\n") == 1
    assert mine.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.csv"]
    code, _, err = deluck(*COMMANDS[name], str(mine), "--overwrite")
    assert code == 0, err
    assert mine.read_bytes()[:8] != b"precious"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.csv"]


def test_a_folder_of_results_is_left_alone(deluck, tmp_path):
    mine = tmp_path / "divat-example.md"
    mine.write_text("precious")
    arguments = ("study", "divat-example", "-o", str(tmp_path))
    code, out, err = deluck(*arguments)
    assert (code, out) == (2, "")
    assert str(mine) in err
    assert mine.read_text() == "precious"
    assert deluck(*arguments, "--overwrite")[0] == 0
    assert mine.read_text() != "precious"


def test_every_command_that_writes_a_file_can_be_told_to_overwrite(all_commands):
    writing = {
        name: [option.name for option in command.params if option.name in OUTPUTS]
        for name, command in all_commands.items()
    }
    assert sum(map(bool, writing.values())) >= 11
    for name, command in all_commands.items():
        has_overwrite = any("--overwrite" in option.opts for option in command.params)
        assert has_overwrite == bool(writing[name]), name


def test_outputs_are_neither_inputs_nor_one_another(tmp_path):
    log, link = tmp_path / "a.log", tmp_path / "link"
    log.write_text("")
    link.symlink_to(log)
    with pytest.raises(FileError, match="is to be read and written at once"):
        check_outputs(link, inputs=[str(log)], overwrite=True)
    with pytest.raises(FileError, match="is to be written twice at once"):
        check_outputs(tmp_path / "x", tmp_path / "." / "x")
    check_outputs(None, tmp_path / "x", tmp_path / "y", inputs=["-", str(log)])
    check_outputs(Path("/dev/null"), Path("/dev/null"))
