"""How kernels are compiled and stored; `test_meta.py` checks their types and the name of their folder."""

import os

import pytest

EQUITY = """
import resource, sys
limit = int(sys.argv[1])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from deluck.compiling import kernel, readonly, types

@kernel(types.int64(readonly(types.int64, 1)))
def total(values):
    result = 0
    for value in values:
        result += value
    return result

import numpy as np
print(total(np.arange(5)))
print(sum(len(files) for _, _, files in __import__("os").walk(total.folder)))
"""


def run(in_new_process, tmp_path, limit, name):
    script = tmp_path / "kernels.py"  # numba stores only what has a file
    script.write_text(EQUITY)
    code = f"import runpy, sys; runpy.run_path({str(script)!r}, run_name='__main__')"
    return in_new_process(code, tmp_path / name, [str(limit)])


def test_a_kernel_is_stored_in_the_cache_folder(in_new_process, tmp_path):
    found = run(in_new_process, tmp_path, 0, "cache")
    assert found.stdout.split() == ["10", "2"], found.stderr


def test_a_full_disk_costs_the_cache_and_not_the_result(in_new_process, tmp_path):
    found = run(in_new_process, tmp_path, 100, "cache")
    assert found.stdout.split()[0] == "10", found.stderr


def test_a_cache_folder_that_cannot_be_made_costs_the_cache_and_not_the_result(in_new_process, tmp_path):
    (tmp_path / "file").write_text("")
    found = run(in_new_process, tmp_path, 0, os.path.join("file", "cache"))
    assert found.stdout.split() == ["10", "0"], found.stderr


@pytest.mark.parametrize("length", [0, 10, 100])
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_file_in_the_cache_is_compiled_again(in_new_process, tmp_path, suffix, length):
    run(in_new_process, tmp_path, 0, "cache")
    damaged = [path for path in (tmp_path / "cache").rglob(f"*{suffix}") if ".total-" in path.name]
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:length])
    found = run(in_new_process, tmp_path, 0, "cache")
    assert found.stdout.split() == ["10", "2"], found.stderr


@pytest.mark.skipif(os.name == "nt", reason="who may write to a folder is said otherwise on Windows")
def test_a_cache_folder_that_others_may_write_to_is_not_used(in_new_process, tmp_path):
    run(in_new_process, tmp_path, 0, "cache")
    (tmp_path / "cache" / "kernels").chmod(0o777)
    before = sorted((tmp_path / "cache").rglob("*.nb*"))
    for path in before:
        path.write_bytes(b"not ours")
    found = run(in_new_process, tmp_path, 0, "cache")
    assert found.stdout.split()[0] == "10", found.stderr
    assert {path.read_bytes() for path in before} == {b"not ours"}


def test_declarations_import_nothing_and_become_numbas_own(in_new_process):
    code = (
        "import sys; from deluck.compiling import found_type, readonly, types;"
        "declared = types.void(readonly(types.int8, 2), types.UniTuple(types.int64, 2), types.Tuple((types.int8,)));"
        "assert 'numba' not in sys.modules; found = found_type(declared); from numba import types;"
        "array = types.Array(types.int8, 2, 'C', readonly=True);"
        "print(found == types.void(array, types.UniTuple(types.int64, 2), types.Tuple((types.int8,))))"
    )
    found = in_new_process(code)
    assert found.stdout == "True\n", found.stderr
