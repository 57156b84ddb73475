"""``deluck tables build-preflop``, on three flops instead of 1,755."""

import numpy as np
import pytest

from deluck.cards import parse_cards
from deluck.estimators.divat.policy import STANDARD
from deluck.estimators.divat.preflop import build
from deluck.estimators.divat.preflop.build import CHECKPOINT
from deluck.estimators.divat.preflop.store import read_table
from deluck.isomorphism import board_index

TINY = [board_index(parse_cards(flop)) for flop in ("2s2h2d", "AsKsQs", "8s8h3d")]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr("deluck.tables.store.cache_folder", lambda: tmp_path / "cache")
    return tmp_path


@pytest.fixture
def tiny(monkeypatch):
    """Roll out three flops in earnest, and let them pass for all: sums rounded down to whole multiples."""
    compute, finish = build.compute_sums, build.table_of
    seen = {}

    def compute_three(settings, *, n_jobs):
        seen["n_jobs"] = n_jobs
        return compute(settings, flops=TINY, n_jobs=n_jobs)

    def finish_three(partial):
        seen["done"] = int(partial.done.sum())
        lookup = build.matchup_classes().lookup
        n_pairs = np.maximum(np.bincount(lookup[lookup >= 0], minlength=len(partial.sums)), 1)[:, None]
        partial.sums -= partial.sums % (10 * n_pairs)
        partial.done[:] = 1
        return finish(partial)

    monkeypatch.setattr(build, "compute_sums", compute_three)
    monkeypatch.setattr(build, "table_of", finish_three)
    return seen


def test_a_table_is_built_written_and_told(deluck, cache, tiny):
    out = cache / "some.table"
    code, text, _ = deluck("tables", "build-preflop", "--jobs", "2", "--out", str(out))
    assert code == 0
    assert tiny == {"n_jobs": 2, "done": 3}
    assert text == f"{out}: ready, {out.stat().st_size / 1e6:.1f} MB, settings {STANDARD.hash}\n"
    assert read_table(STANDARD, out).sums.any()
    assert not CHECKPOINT.path.exists()


def test_a_run_that_cannot_end_keeps_its_checkpoint(deluck, cache, monkeypatch):
    compute = build.compute_sums
    monkeypatch.setattr(build, "compute_sums", lambda settings, *, n_jobs: compute(settings, flops=TINY, n_jobs=n_jobs))
    out = cache / "some.table"
    code, _, error = deluck("tables", "build-preflop", "--out", str(out))
    assert code == 2
    assert "1,752 of 1,755 flops are not rolled out yet" in error
    assert not out.exists()
    assert CHECKPOINT.path.exists()


@pytest.mark.parametrize("jobs", ["0", "-2"])
def test_a_number_of_threads_that_cannot_be_is_told(deluck, jobs):
    code, _, error = deluck("tables", "build-preflop", "--jobs", jobs)
    assert code == 2
    assert f"{jobs} threads (expected 1 or more, or -1 for all cores)" in error


def test_a_place_that_cannot_be_written_is_told(deluck, cache, tiny):
    blocked = cache / "file"
    blocked.write_text("in the way")
    code, _, error = deluck("tables", "build-preflop", "--out", str(blocked / "some.table"))
    assert code == 2
    assert "Traceback" not in error
    assert str(blocked) in error
