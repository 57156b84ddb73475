import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from numpy.typing import NDArray

Deals = NDArray[np.int64]

settings.register_profile("deluck", deadline=None)  # a first example may compile a kernel or build a table
settings.load_profile("deluck")

# In the background of a shell Ctrl-C is ignored, in children too; tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20061)


@pytest.fixture
def deal(rng: np.random.Generator) -> Callable[[int, int], Deals]:
    """Return a function that deals n rows of so many different cards."""

    def rows(n_rows: int, n_cards: int) -> Deals:
        return rng.random((n_rows, 52)).argsort(axis=1)[:, :n_cards]

    return rows


ALL_IN_STUD = """variant = 'F7S'
antes = [0.25, 0.25, 0.25]
bring_in = 0.25
small_bet = 1
big_bet = 2
starting_stacks = [3, 100, 100]
actions = ['d dh p1 Td3c4d', 'd dh p2 Kd3h5c', 'd dh p3 ????9s', 'p1 pb', 'p2 cbr 1', 'p3 f', 'p1 cbr 2', 'p2 cc', \
'd dh p1 4h', 'd dh p2 5h', 'p2 cbr 1', 'p1 cc', 'd dh p1 6h', 'd dh p2 6s', 'd dh p1 7h', 'd dh p2 7s', \
'd dh p1 8h', 'd dh p2 8s', 'p1 sm Td3c4d4h6h7h8h', 'p2 sm Kd3h5c5h6s7s8s']
players = ['Anna', 'Bert', 'Cleo']
currency_symbol = '$'
"""


@pytest.fixture(scope="session")
def all_in_stud() -> str:
    """Return a stud hand of three in PHH: one folds with unknown cards, one is all-in on fourth street."""
    return ALL_IN_STUD


@pytest.fixture(scope="session")
def play_hand() -> Callable[..., Any]:
    """Return a function that plays a hand on these cards by a function of the state; seat 0 is the big blind."""

    from deluck.games import HoldemDeal, HoldemRules, HoldemState
    from deluck.records import Decision, HandRecord

    def play(
        deck: Sequence[int],
        choose: Callable[[Any], Any],
        rules: Any = None,
        stacks: tuple[int, ...] | None = None,
        *,
        names: tuple[str, ...] = ("Anna", "Bert"),
        hand_id: str = "",
        n_seats: int = 2,
    ) -> Any:
        rules = rules or HoldemRules.limit(n_seats, small_bet=10)
        deal = HoldemDeal.from_deck(deck, n_seats)
        state = HoldemState(rules, deal, stacks)
        decisions = []
        while state.actor is not None:
            action = choose(state)
            decisions.append(Decision(state.actor, action))
            state.act(action)
        return HandRecord(
            rules=rules,
            deal=deal,
            decisions=tuple(decisions),
            payoffs=state.payoffs(),
            names=names,
            stacks=stacks,
            hand_id=hand_id,
        )

    return play


@pytest.fixture
def deluck(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs the command line in this process: exit code, stdout, stderr."""
    from deluck.cli.main import main

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["deluck", *arguments])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def in_new_process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs Python code in a process of its own, with a cache folder if one is named."""

    def run(code: str, cache: Path | None = None, arguments: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ) | ({"DELUCK_CACHE": str(cache)} if cache else {})
        return subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, timeout=300
        )

    return run
