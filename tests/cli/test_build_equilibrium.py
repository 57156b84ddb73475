"""``deluck tables build-equilibrium``, on a few deals with a coarse abstraction."""

from deluck.files import cache_folder
from deluck.players.equilibrium import strategy
from deluck.players.equilibrium.recipe import shipped_recipe
from deluck.players.equilibrium.training import checkpoint_of


def test_a_strategy_is_trained_continued_and_written(deluck, tmp_path, monkeypatch):
    monkeypatch.setattr("deluck.players.equilibrium.training.checkpoint_of", lambda _: checkpoint)
    checkpoint = strategy.shipped_table("partial", tmp_path / "partial.table")
    arguments = ("tables", "build-equilibrium", "--coarse", "--deals", "1", "1", "1", "--seed", "5")
    out, other = tmp_path / "some.table", tmp_path / "other.table"
    code, text, _ = deluck(*arguments, "--seconds", "0.0001", "--out", str(out))
    assert code == 0
    assert "the same command continues" in text
    assert not out.exists()
    code, text, _ = deluck(*arguments, "--out", str(out), "--overwrite")
    assert (code, text) == (0, f"{out}: ready, {out.stat().st_size / 1e6:.1f} MB, seed 5\n")
    assert not checkpoint.path.exists()
    assert strategy.read_strategy("coarse", out).recipe == shipped_recipe("coarse", seed=5, deals=(1, 1, 1))
    assert deluck(*arguments, "--jobs", "2", "--out", str(other))[0] == 0
    assert other.read_bytes() == out.read_bytes()


def test_what_cannot_be_trained_is_refused(deluck, tmp_path):
    for arguments in (
        ("--deals", "0", "1", "1"),
        ("--deals", "1", "1", "0"),
        ("--seconds", "0"),
        ("--seed", "-1"),
    ):
        code, _, error = deluck("tables", "build-equilibrium", *arguments, "--out", str(tmp_path / "some.table"))
        assert code == 2
        assert "expected" in error
        assert "Traceback" not in error
        assert not (tmp_path / "some.table").exists()


def test_the_status_shows_the_strategies(deluck):
    code, text, _ = deluck("tables", "status")
    assert code == 0
    assert "equilibrium-fine" in text
    assert "equilibrium-coarse" in text


def test_each_recipe_has_a_checkpoint_of_its_own_in_the_cache_folder():
    recipes = [shipped_recipe("fine"), shipped_recipe("coarse"), shipped_recipe("fine", seed=2)]
    recipes.append(shipped_recipe("fine", deals=(1, 1, 1)))
    paths = [checkpoint_of(recipe).path for recipe in recipes]
    assert len(set(paths)) == len(paths)
    assert {path.parent for path in paths} == {cache_folder() / "tables"}
    assert checkpoint_of(shipped_recipe("fine", seed=1)).path == paths[0]
