"""Compute what `test_frozen` compares, or write it anew: ``python tests/frozen/freeze.py [NAME ...]``.

The numbers in this folder are copied from deluck's own output. They prove nothing to be right: they guard against
change only. Write them anew only where a change is meant, and say in the changelog why.

- ``logs/``: hands, stored so that no change of players or dealing changes them (``freeze.py logs`` plays them anew).
- ``<log>.json``: what ``deluck assess --json`` prints, by viewpoint.
- ``<log>.hands.json.xz``: what ``--per-hand`` writes, by viewpoint, and every decision's price and baseline action.
- ``<study>.json``: the numbers and tables of a study, small.
- ``matches.json``: checksums of the hands of played matches.

JSON has floats in the shortest form that reads back as the same float.
"""

import gzip
import hashlib
import json
import lzma
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
LOGS = {
    "heads_up": "heads_up.log.gz",
    "duplicate": "duplicate.log.gz",
    "antes": "antes.phhs.gz",
    "unpriced": "unpriced.phhs.gz",
}
OPTIONS = {"heads_up_tight": ("heads_up", "--style", "tight/conservative"), "heads_up_sweep": ("heads_up", "--sweep")}
"""Further assessments of the same logs."""
STUDIES: dict[str, int | None] = {
    "divat-example": None,
    "divat-always": 300,
    "divat-robustness": 100,
    "divat-estimators": 500,
    "loki-hand": None,
    "loki-versions": 1000,
    "loki-heads-up": 200,
    "loki-styles": 1000,
    "loki-triples": 1000,
    "players-crosstable": 100,
    "winprob-accuracy": 100,
    "winprob-match": 200,
    "stud-sample-game": None,
    "stud-information": 100,
    "stud-value": 100,
    "stud-misspecified": 100,
    "stud-calibration": 100,
}
"""The studies and their games; None where nothing is played."""
SLOW_STUDIES = ("loki-styles", "loki-triples", "players-crosstable", "stud-misspecified")
STUDY_SEED = 3
JOBS = "2"
MATCHES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "heads-up": (("random", "baseline"), {"n_hands": 300, "seed": 1}),
    "heads-up duplicate": (("winprob", "baseline:style=tight"), {"n_hands": 60, "seed": 2, "duplicate": True}),
    "three seats": (("random", "loki1", "always-call"), {"n_hands": 60, "seed": 3}),
    "stud, four seats": (
        ("stud-bet-inferring", "stud-cards-only", "stud-bet-inferring", "random"),
        {"n_hands": 40, "seed": 4, "game": "stud7"},
    ),
    "six seats": (("loki1",) * 6, {"n_hands": 40, "seed": 5}),
}

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SAMPLED_FLOPS = 10


def log_path(name: str) -> Path:
    """Return where a stored log is."""
    return FOLDER / "logs" / LOGS[name]


# What is frozen of a log


@cache
def assessed(log: str, *options: str) -> dict[str, Any]:
    """Return what ``deluck assess --json --per-hand`` gives, by viewpoint: ``{"json": …, "hands": …}`` each."""
    import deluck

    players = deluck.read(log_path(log)).players[:2]
    return {player: _assess(log_path(log), "--player", player, *options) for player in players}


def _assess(path: Path, *options: str) -> dict[str, Any]:
    import pyarrow.parquet as pq
    from typer.testing import CliRunner

    from deluck.cli.main import app

    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "hands.parquet"
        run = CliRunner().invoke(
            app, ["assess", str(path), *options, "--jobs", JOBS, "--json", "--per-hand", str(table)]
        )
        if run.exit_code:
            raise RuntimeError(f"deluck assess {path.name} {' '.join(options)}: {run.output}") from run.exception
        found = json.loads(run.stdout)
        hands = pq.read_table(table).to_pydict()
    return {"json": _without_words(found), "hands": hands | {"reason": _numbered(hands["reason"])}}


def _without_words(found: dict[str, Any]) -> dict[str, Any]:
    """Return an assessment with the numbers only of what is said in sentences, which may be worded otherwise later."""
    notes = Counter(" ".join(_NUMBER.findall(note)) for note in found["notes"])  # others may be added
    changed = {
        "verdict": _NUMBER.findall(found["verdict"]),
        "notes": dict(notes),
        "set_aside": sorted(found["set_aside"].values()),
    }
    return {name: value for name, value in (found | changed).items() if name != "version"}


def _numbered(words: list[str]) -> list[int]:
    """Return each word as its number in the order of first appearance."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    return [numbers[word] for word in words]


def priced(log: str) -> dict[str, Any]:
    """Return every decision of the hands that can be assessed: what was done, the baseline's action and the price."""
    import deluck
    from deluck.estimators import Sampling, analyse, decision_prices, decision_prices_to_actor
    from deluck.records import HandColumns

    found = analyse(
        HandColumns.concatenate(deluck.read(log_path(log)).columns), sampling=Sampling(_SAMPLED_FLOPS, seed=1)
    )
    return {
        "hands": len(found),
        "money": found.money.tolist(),
        "baseline_action": found.baseline_actions.tolist(),
        "price": decision_prices(found).tolist(),
        "price_to_actor": decision_prices_to_actor(found).tolist(),
    }


# What is frozen of studies and matches


def study(name: str) -> dict[str, Any]:
    """Return the numbers and tables of a study, without its sentences."""
    from deluck.studies import find_study

    n_games = STUDIES[name]
    chosen = find_study(name)
    found = (chosen() if n_games is None else chosen(n_games, seed=STUDY_SEED)).as_dict()
    return {
        "findings": found["findings"],
        "tables": [each["rows"] for each in found["tables"]],
        "data": json.loads(json.dumps(found["data"])),
    }


def match(name: str) -> str:
    """Return the checksum of a match's hands, without the comments and the score of its log."""
    import deluck

    players, settings = MATCHES[name]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "match.log"
        deluck.play(*players, **settings, log=log, on_fault="stop")
        text = "".join(f"{line}\n" for line in log.read_text().splitlines() if not line.startswith(("#", "SCORE")))
    return hashlib.sha256(text.encode()).hexdigest()


# The logs


def write_logs() -> None:
    """Play the logs anew; whatever is frozen of them must be written anew too."""
    import deluck
    from deluck.formats.phh import format_phh

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "match.log"
        deluck.play("random:fold=0.12,call=0.48,raise=0.4", "loki1", n_hands=400, seed=11, log=plain)
        _write_gzip(log_path("heads_up"), plain.read_bytes())
        deluck.play("winprob", "baseline", n_hands=300, seed=12, duplicate=True, log=plain, overwrite=True)
        _write_gzip(log_path("duplicate"), plain.read_bytes())
    for name, records in (("antes", _hands_with_antes()), ("unpriced", _unpriced_hands())):
        hands = (format_phh(record, for_pokerkit=False) for record in records)
        text = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))
        _write_gzip(log_path(name), text.encode())


def _hands_with_antes() -> Iterator[Any]:
    """Yield heads-up hands with and without antes, of four bets a street and more, at two stakes."""
    from deluck.games import HoldemRules

    rng = random.Random(13)
    for number in range(240):
        small_bet = rng.choice((10, 4))
        rules = HoldemRules.limit(2, small_bet)
        ante = rng.choice((0, 0, 1, 5)) if small_bet == 10 else 0
        caps = rng.choice(((3, 4, 4, 4), (5, 6, 6, 6), (7, 4, 9, 5)))
        folding = rng.choice((0.0, 0.02, 0.1))
        yield _random_hand(rng, replace(rules, ante=ante, max_raises=caps), None, folding, number)


def _unpriced_hands() -> Iterator[Any]:
    """Yield hands whose decisions have no price: stacks that run out, and three seats and more."""
    from deluck.games import HoldemRules

    rng = random.Random(14)
    for number in range(200):
        n_seats = rng.choice((2, 2, 2, 3, 6))
        stacks = tuple(rng.choice((1, 15, 40, 90, 1000)) + rng.randint(0, 9) for _ in range(n_seats))
        ante = rng.choice((0, 1)) if n_seats > 2 or min(stacks) <= 10 else 0  # else it could be priced, which is slow
        yield _random_hand(rng, replace(HoldemRules.limit(n_seats), ante=ante), stacks, rng.choice((0.0, 0.1)), number)


def _random_hand(rng: random.Random, rules: Any, stacks: tuple[int, ...] | None, folding: float, number: int) -> Any:
    from deluck.games import Action, HoldemDeal, HoldemState
    from deluck.records import Decision, HandRecord

    deal = HoldemDeal.from_deck(rng.sample(range(52), 52), rules.n_seats)
    state = HoldemState(rules, deal, stacks)
    raising = rng.choice((0.3, 0.5, 0.8))
    weights = {Action.FOLD: folding, Action.CALL: 1 - raising, Action.RAISE: raising}
    decisions = []
    while state.actor is not None:
        legal = state.legal_actions()
        action = rng.choices(legal, [weights[each] for each in legal])[0]
        decisions.append(Decision(state.actor, action))
        state.act(action)
    names = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Finn")[: rules.n_seats]
    turn = number % rules.n_seats
    return HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=names[turn:] + names[:turn],
        stacks=stacks,
        hand_id=str(number),
    )


def _write_gzip(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(content, mtime=0))


# What is stored


def _assessment_jsons(log: str, *options: str) -> dict[str, Any]:
    """Return the numbers of an assessment; the hash of all families' constants changes whenever a family is added."""
    found = {player: dict(each["json"]) for player, each in assessed(log, *options).items()}
    for each in found.values():
        each.pop("settings_hash")
    return found


def _hands_and_decisions(log: str) -> dict[str, Any]:
    hands = {player: found["hands"] for player, found in assessed(log).items()}
    return {"hands": hands, "decisions": priced(log)}


FROZEN: dict[str, Callable[[], Any]] = {
    **{f"{log}.json": partial(_assessment_jsons, log) for log in LOGS},
    **{f"{log}.hands.json.xz": partial(_hands_and_decisions, log) for log in LOGS},
    **{f"{name}.json": partial(_assessment_jsons, *options) for name, options in OPTIONS.items()},
    **{f"{name}.json": partial(study, name) for name in STUDIES},
    "matches.json": lambda: {name: match(name) for name in MATCHES},
}
"""What computes each stored file."""


def stored(name: str) -> Any:
    """Return what is stored under a file's name."""
    content = (FOLDER / name).read_bytes()
    return json.loads(lzma.decompress(content) if name.endswith(".xz") else content)


def write(name: str) -> None:
    """Compute a file's contents and store them."""
    text = json.dumps(FROZEN[name](), indent=None if name.endswith(".xz") else 1, ensure_ascii=False)
    content = f"{text}\n".encode()
    (FOLDER / name).write_bytes(lzma.compress(content, preset=9) if name.endswith(".xz") else content)


def main(names: list[str]) -> None:
    """Write the named files, or all but the logs."""
    if names == ["logs"]:
        write_logs()
        return
    for name in names or list(FROZEN):
        write(name)
        print(f"{name} written")


if __name__ == "__main__":
    main(sys.argv[1:])
