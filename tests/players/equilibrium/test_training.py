"""Training runs: the same seed, the same bytes; stopped and continued as if never stopped; what is stored."""

import numpy as np
import pytest

from deluck.errors import TableError
from deluck.games.limit_tree import limit_tree
from deluck.players.equilibrium.abstraction import Fineness
from deluck.players.equilibrium.strategy import ONE, read_strategy, strategy_of, write_strategy
from deluck.players.equilibrium.training import Recipe, draw_cards, range_deal, train
from deluck.tables import ShippedTable

SMALL = Fineness(by_texture=False, flop=(2, 2), turn=(2, 2), river=6, turn_grid=(2, 2, 2), river_grid=(3, 2))
RECIPE = Recipe(SMALL, 3, 3, 3, seed=7, n_sketched=24, n_holdings=30)
OTHER = Recipe(SMALL, 3, 3, 3, seed=8, n_sketched=24, n_holdings=30)


def checkpoint(folder, name="partial"):
    return ShippedTable("equilibrium-partial", 1, folder / f"{name}.table")


@pytest.fixture(scope="module")
def trained():
    return train(RECIPE, 12)


def test_the_same_seed_and_iterations_give_the_same_bytes(tmp_path, trained):
    for name, run in (("one", trained), ("two", train(RECIPE, 12)), ("other", train(OTHER, 12))):
        write_strategy(strategy_of(run), "fine", tmp_path / name)
    one, two, other = ((tmp_path / name).read_bytes() for name in ("one", "two", "other"))
    assert one == two
    assert one != other


def test_a_stopped_run_continues_as_if_it_had_not_been_stopped(tmp_path, trained):
    file = checkpoint(tmp_path)
    for n_iterations in (2, 3, 4, 6, 7, 8, 9):
        assert train(RECIPE, n_iterations, checkpoint=file).n_iterations == n_iterations
    assert train(RECIPE, 10, checkpoint=file).n_iterations == 10
    resumed = train(RECIPE, 12, checkpoint=file)
    assert resumed.n_iterations == 12
    assert (resumed.solver.regrets == trained.solver.regrets).all()
    assert (resumed.solver.sums == trained.solver.sums).all()
    assert (resumed.sketch_solver.regrets == trained.sketch_solver.regrets).all()
    assert (resumed.sketch_solver.sums == trained.sketch_solver.sums).all()


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
        train(RECIPE, 12, checkpoint=file, seconds_between_checkpoints=0)
    monkeypatch.undo()
    resumed = train(RECIPE, 12, checkpoint=file)
    assert (resumed.solver.regrets == trained.solver.regrets).all()


def test_a_checkpoint_of_another_recipe_is_not_continued(tmp_path):
    file = checkpoint(tmp_path)
    train(RECIPE, 3, checkpoint=file)
    assert train(OTHER, 2, checkpoint=file).n_iterations == 2


def test_threads_change_nothing(trained):
    with_two = train(RECIPE, 12, n_jobs=2)
    assert (with_two.solver.regrets == trained.solver.regrets).all()
    assert (with_two.sketch_solver.sums == trained.sketch_solver.sums).all()


def test_no_time_no_iterations(trained):
    assert train(RECIPE, 12, seconds=0).n_iterations == 0


def test_what_is_stored_is_what_was_computed_to_a_255th(tmp_path, trained):
    stored = strategy_of(trained)
    write_strategy(stored, "fine", tmp_path / "a.table")
    found = read_strategy("fine", tmp_path / "a.table")
    assert (found.recipe, found.n_iterations) == (RECIPE, 12)
    tree = limit_tree()
    for street in range(4):
        average = trained.solver.average(street)
        assert (found.shares[street] == stored.shares[street]).all()
        assert np.abs(found.shares[street] / ONE - average).max() <= 1 / ONE
        assert (found.shares[street].sum(axis=-1) == ONE).all()
        nodes = slice(tree.first_of_street[street], tree.first_of_street[street + 1])
        illegal = tree.children[nodes] < 0
        assert not found.shares[street].transpose(1, 3, 0, 2)[illegal].any()


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
        deal = range_deal(trained.sketch(), trained.trunk(), draw_cards(200, rng))
        worth = []
        for player in (0, 1):
            worth.append(solver._improve_one(deal, player, 1.0, 0, None).sum(dtype=np.float64))
            solver.regrets[:], solver.sums[:] = regrets, sums
        assert worth[0] != pytest.approx(0, abs=1)
        assert sum(worth) == pytest.approx(0, abs=1e-5 * 200 * 200)
