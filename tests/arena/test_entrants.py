"""Players from Python files: functions, instances and classes; and files that cannot be used."""

import textwrap

import pytest

from deluck.arena import play, tournament
from deluck.arena.dealing import BLOCK
from deluck.errors import DeluckError
from deluck.players import PlayerError

AGENTS = """
    import helpers_of_mine

    def agent(view, rng):
        return "raise" if helpers_of_mine.wants(rng) and len(view.legal_actions) == 3 else "call"

    class Careful:
        name = "careful"

        def __init__(self):
            self.seen = 0

        def act(self, view, rng):
            return "call"

        def hand_over(self, summary):
            self.seen += 1

    class Needy:
        def __init__(self, model):
            pass

    class Broken:
        def __init__(self):
            raise ValueError("no model")

    careful = Careful()
    number = 3
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    import sys

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    (tmp_path / "mine.py").write_text(textwrap.dedent(AGENTS))
    (tmp_path / "helpers_of_mine.py").write_text("def wants(rng):\n    return rng.random() < 0.4\n")
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("deluck_player_") or name == "helpers_of_mine"]:
        del sys.modules[name]


def test_functions_instances_and_classes_of_a_file_play(folder):
    result = play("mine.py:agent", "mine.py:Careful", f"{folder}/mine.py:careful", n_hands=60, seed=1)
    assert [player.name for player in result.players] == ["agent", "careful#1", "careful#2"]
    assert not result.faults


def test_a_module_by_its_name(folder):
    package = folder / "bots_of_mine"
    package.mkdir()
    (package / "calm.py").write_text("def agent(view, rng):\n    return 'call'\n")
    result = play("bots_of_mine.calm:agent", "random", n_hands=10)
    assert result.players[0].name == "agent"


def test_the_same_games_with_two_jobs(folder):
    logs = [folder / "one", folder / "two"]
    for jobs, log in enumerate(logs, start=1):
        result = play(
            "mine.py:agent", "random:fold=0.1,call=0.6,raise=0.3", n_hands=3 * BLOCK, seed=3, jobs=jobs, log=log
        )
        assert result.remarks == ()
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert '"agent": "mine.py:agent"' in logs[0].read_text()


def test_tournaments_take_them_and_copy_those_that_learn(folder):
    result = tournament("mine.py:careful", "mine.py:agent", "always-call", n_seats=2, n_deals=30, seed=1)
    assert [player.name for player in result.players] == ["careful", "agent", "always-call"]
    assert not result.faults
    import sys

    (module,) = [module for name, module in sys.modules.items() if name.startswith("deluck_player_")]
    assert module.careful.seen == 0  # each line-up had a copy


def test_registered_players_keep_their_options_even_beside_a_module_of_that_name(folder):
    (folder / "random.py").write_text("raise RuntimeError('not this one')\n")
    assert play("random:fold=0.1,call=0.6,raise=0.3", "scripted:rc", n_hands=4).players[0].name == "random"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("nowhere.py:agent", "nowhere.py (expected a Python file, e.g. mine.py:agent)"),
        ("mine.py", "'mine.py' names a file only (expected the player in it too, e.g. mine.py:agent)"),
        ("mine.py:agnet", "mine.py has no 'agnet' (did you mean agent?)"),
        ("mine.py:zzz", "mine.py has no 'zzz' (expected one of: agent, Careful, Needy, Broken"),
        ("mine.py:number", "mine.py:number cannot play: it is 3, of type int (expected a function of view and rng"),
        ("mine.py:Needy", "mine.py:Needy is a class that cannot be instantiated without arguments: TypeError: "),
        ("mine.py:Broken", "ValueError: no model ("),
        ("raising.py:agent", "raising.py cannot be loaded: ZeroDivisionError: division by zero ("),
        ("raising.py:agent", "raising.py:2)"),
        ("wrong.py:agent", "wrong.py cannot be loaded: SyntaxError: "),
        ("wrong.py:agent", "(wrong.py:1)"),
        ("missing.py:agent", "missing.py cannot be loaded: ModuleNotFoundError: No module named 'not_there_at_all' ("),
        ("not_there:agent", "no player 'not_there', nor a module of that name (expected one of: always-call, "),
        ("raising:agent", "raising cannot be loaded: ZeroDivisionError: division by zero ("),
        ("missing:agent", "missing cannot be loaded: ModuleNotFoundError: No module named 'not_there_at_all'"),
        ("bob", "no player 'bob' (expected one of: "),
        ("bob:x=1", "no player 'bob' (expected one of: "),
    ],
)
def test_what_cannot_be_loaded_is_refused_in_a_sentence(folder, spec, sentence):
    (folder / "raising.py").write_text("x = 0\n1 / x\n")
    (folder / "wrong.py").write_text("def agent(:\n")
    (folder / "missing.py").write_text("import not_there_at_all\n")
    with pytest.raises(PlayerError) as refused:
        play(spec, "always-call", n_hands=2)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value, DeluckError)
