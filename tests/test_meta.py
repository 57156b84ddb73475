"""What every command, kernel and module must have."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from deluck.cli.main import app

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "deluck").rglob("*.py"))


def all_commands():
    group = typer.main.get_command(app)

    def walk(command, words):
        if hasattr(command, "commands"):
            for name, child in command.commands.items():
                yield from walk(child, (*words, name))
        else:
            yield " ".join(words), command

    return list(walk(group, ()))


COMMANDS = all_commands()


@pytest.mark.parametrize(("name", "command"), COMMANDS, ids=[name for name, _ in COMMANDS])
def test_every_command_is_documented_with_an_example_and_tested(name, command):
    assert command.help
    assert command.epilog.startswith((f"Example: deluck {name}", f"Examples: deluck {name}"))
    assert f"deluck {name}" in (ROOT / "README.md").read_text()
    tests = "\n".join(path.read_text() for path in (ROOT / "tests" / "cli").glob("test_*.py"))
    assert ", ".join(f'"{word}"' for word in name.split()) in tests


def test_importing_deluck_is_light():
    code = "import sys, deluck; print(sorted(m for m in ('numpy', 'numba', 'rich', 'typer') if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_library_face_names_what_it_has():
    import deluck

    for name in deluck.__all__:
        assert getattr(deluck, name) is not None
        assert name in dir(deluck)
    with pytest.raises(AttributeError, match="has no attribute 'luck'"):
        _ = deluck.luck


def imported(source):
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("source", SOURCES, ids=[str(path.relative_to(ROOT)) for path in SOURCES])
def test_numba_stays_in_kernel_modules_and_files_stay_short(source):
    if not source.name.endswith("_kernels.py") and source.name != "compiling.py":
        assert not any(module.split(".")[0] == "numba" for module in imported(source))
    assert len(source.read_text().splitlines()) <= (560 if source.name.endswith("_kernels.py") else 500)
    assert ast.get_docstring(ast.parse(source.read_text()))


def test_kernels_are_called_with_their_declared_types_only():
    """A kernel called with a type it was not declared for would be compiled in silence, without the cache."""
    code = """
import numpy as np
import deluck
from deluck.compiling import KERNELS
deluck.hand_metrics("AcKc", "Ks5h3d")
deluck.all_in_equity(["AcKc", "random"], "Ks5h3d")
deluck.strengths(np.arange(7)[None].astype(np.uint8))
for kernel in KERNELS:
    kernel.compile()
    assert len(kernel._dispatcher.signatures) == len(kernel.signatures), kernel.name
print(len(KERNELS))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) >= 10


def test_a_changed_kernel_is_never_loaded_from_the_old_cache(tmp_path):
    """A folder of compiled kernels is named by the source of all they are made from, and by nothing else."""
    import shutil

    package = tmp_path / "deluck"
    shutil.copytree(ROOT / "src" / "deluck", package)
    modules = [
        "deluck.evaluator.strength_kernels",
        "deluck.estimators.divat.analysis_kernels",
        "deluck.isomorphism.suits_kernels",
    ]
    code = f"from deluck.compiling import kernel_folder; print(*(kernel_folder(name).name for name in {modules}))"

    def folders():
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
        return run.stdout.split()

    before = folders()
    assert len(set(before)) == len(modules)
    assert before == folders()
    kernels = package / "evaluator" / "strength_kernels.py"
    kernels.write_text(kernels.read_text() + "\n# changed\n")
    after = folders()
    assert after[0] != before[0]
    assert after[1] != before[1], "estimators use the evaluator's helpers"
    assert after[2] == before[2], "isomorphism does not"
