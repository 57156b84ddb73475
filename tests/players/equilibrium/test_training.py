"""Training runs: the same seed, the same bytes; stopped and continued as if never stopped; what is stored."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.errors import TableError
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium import training
from deluck.players.equilibrium.abstraction import TURN, Fineness
from deluck.players.equilibrium.endgame import EndgameFineness
from deluck.players.equilibrium.recipe import N_ENDGAMES, Level, Recipe, shipped_recipe
from deluck.players.equilibrium.strategy import ONE, read_strategy, strategy_of, write_strategy
from deluck.players.equilibrium.training import draw_cards, endgame_parts, range_deal, train
from deluck.players.equilibrium.trunk import Trunk
from deluck.tables import ShippedTable

SMALL = Fineness(by_texture=False, flop=(2, 2), turn=(2, 2), river=6, turn_grid=(2, 2, 2), river_grid=(3, 2))
LEVELS = (Level(3, EndgameFineness(2, 3, 2, 2, 4), 6), Level(60, EndgameFineness(1, 2, 1, 1, 2), 1))
RECIPE = Recipe(SMALL, LEVELS, 3, 6, seed=7, n_sketched=24, n_holdings=30)


def checkpoint(folder, name="partial"):
    return ShippedTable("equilibrium-partial", 1, folder / f"{name}.table")


@pytest.fixture(scope="module")
def trained():
    return train(RECIPE)


def stop_after(monkeypatch, n_steps):
    """Let a training run stop after so many steps: iterations and endgames."""
    steps = training._steps

    def some(*arguments):
        for number, step in enumerate(steps(*arguments), 1):
            yield step
            if number == n_steps:
                return

    monkeypatch.setattr(training, "_steps", some)


def written(run, path):
    write_strategy(strategy_of(run), "fine", path)
    return path.read_bytes()


def test_the_same_recipe_gives_the_same_bytes_by_any_number_of_processes(tmp_path, trained):
    one, two = written(trained, tmp_path / "one"), written(train(RECIPE, n_jobs=2), tmp_path / "two")
    other = written(train(replace(RECIPE, seed=8)), tmp_path / "other")
    assert one == two
    assert one != other


def test_a_stopped_run_continues_as_if_it_had_not_been_stopped(tmp_path, trained, monkeypatch):
    file = checkpoint(tmp_path)
    for n_steps, n_iterations, n_endgames in ((2, 2, 0), (2, 4, 0), (5, 9, 0), (2, 9, 2), (1, 9, 3)):
        with monkeypatch.context() as patched:
            stop_after(patched, n_steps)
            found = train(RECIPE, checkpoint=file)
        assert (found.n_iterations, len(found.endgames)) == (n_iterations, n_endgames)
        assert not found.is_done
    resumed = train(RECIPE, checkpoint=file)
    assert resumed.is_done
    assert (resumed.solver.regrets == trained.solver.regrets).all()
    assert (resumed.solver.sums == trained.solver.sums).all()
    assert (resumed.sketch_solver.sums == trained.sketch_solver.sums).all()
    assert written(resumed, tmp_path / "one") == written(trained, tmp_path / "two")


def test_a_run_that_is_interrupted_saves_whole_iterations_only(tmp_path, trained, monkeypatch):
    file = checkpoint(tmp_path)
    solver_class = type(trained.solver)
    improve, n_improved = solver_class._improve_one, 0

    def interrupted(self, *arguments):
        nonlocal n_improved
        n_improved += 1
        if n_improved == 8:  # between the two players of the fourth iteration
            raise KeyboardInterrupt
        return improve(self, *arguments)

    monkeypatch.setattr(solver_class, "_improve_one", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(RECIPE, checkpoint=file, seconds_between_checkpoints=0)
    monkeypatch.undo()
    resumed = train(RECIPE, checkpoint=file)
    assert (resumed.solver.regrets == trained.solver.regrets).all()


def test_a_checkpoint_of_another_recipe_is_not_continued(tmp_path, monkeypatch):
    file = checkpoint(tmp_path)
    train(RECIPE, checkpoint=file, seconds=1e-6)
    stop_after(monkeypatch, 1)
    assert train(RECIPE, checkpoint=file).n_iterations == 2
    assert train(replace(RECIPE, seed=8), checkpoint=file).n_iterations == 1


def test_endgames_that_matter_most_are_trained_most(trained):
    reference = Trunk(trained.abstraction, (*trained.trunk().shares, trained.sketch().shares[TURN]))
    parts = endgame_parts(reference, RECIPE)
    assert sorted(part.start for part in parts) == list(range(N_ENDGAMES))
    assert [part.n_deals for part in parts] == [6] * 3 + [1] * 60
    assert endgame_parts(reference, RECIPE) == parts


def test_fewer_deals_are_fewer_for_every_endgame():
    recipe = shipped_recipe("fine", seed=3, deals=(5, 6, 7))
    assert (recipe.n_sketch, recipe.n_whole, recipe.seed) == (5, 6, 3)
    shipped = shipped_recipe("fine").levels
    for few, many in zip(recipe.levels, shipped, strict=True):
        assert few.n_deals == -(-7 * many.n_deals // shipped[0].n_deals)
    for each in (recipe, RECIPE, shipped_recipe("coarse")):
        assert sum(level.n_endgames for level in each.levels) == N_ENDGAMES
        assert Recipe.from_arrays(each.arrays()) == each


def test_what_is_stored_is_what_was_computed_to_a_255th(tmp_path, trained):
    stored = strategy_of(trained)
    write_strategy(stored, "fine", tmp_path / "a.table")
    found = read_strategy("fine", tmp_path / "a.table")
    assert found.recipe == RECIPE
    tree = limit_tree()
    for street in range(TURN):
        average = trained.solver.average(street)
        shares = found.trunk.shares[street]
        assert (shares == stored.trunk.shares[street]).all()
        assert np.abs(shares / ONE - average).max() <= 1 / ONE
        assert (shares.sum(axis=-1) == ONE).all()
        nodes = slice(tree.first_of_street[street], tree.first_of_street[street + 1])
        assert not shares.transpose(1, 3, 0, 2)[tree.children[nodes] < 0].any()
    for start, endgame in enumerate(found.endgames):
        before = trained.endgames[start]
        assert (endgame.start, endgame.fineness) == (start, before.fineness)
        pairs = [(endgame.centres, before.centres), ((endgame.turn, endgame.river), (before.turn, before.river))]
        for one, other in [each for some, others in pairs for each in zip(some, others, strict=True)]:
            assert one.dtype == other.dtype
            assert (one == other).all()
        assert (endgame.turn.astype(int).sum(axis=-1) == ONE).all()
        assert (endgame.river.astype(int).sum(axis=-1) == ONE).all()


def test_a_damaged_or_absent_file_is_refused(tmp_path, trained):
    path = tmp_path / "a.table"
    with pytest.raises(TableError, match="is not there"):
        read_strategy("fine", path)
    write_strategy(strategy_of(trained), "fine", path)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(TableError, match="damaged"):
        read_strategy("fine", path)
    with pytest.raises(TableError):
        read_strategy("coarse", path)


def test_the_strategy_against_itself_sums_to_zero(trained):
    """What both seats are worth on a deal, each walked with the same strategies, cancels up to rounding."""
    solver, regrets, sums = trained.solver, trained.solver.regrets.copy(), trained.solver.sums.copy()
    rng = np.random.default_rng(1)
    for _ in range(3):
        deal = range_deal(trained.sketch(), draw_cards(200, rng))
        worth = []
        for player in (0, 1):
            worth.append(solver._improve_one(deal, player, 1.0, None).sum(dtype=np.float64))
            solver.regrets[:], solver.sums[:] = regrets, sums
        assert worth[0] != pytest.approx(0, abs=1)
        assert sum(worth) == pytest.approx(0, abs=1e-5 * 200 * 200)
