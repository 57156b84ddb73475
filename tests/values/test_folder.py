"""A folder of values: computed once, grown file by file, answered from without computing again."""

import json
import os
from datetime import UTC, datetime, timedelta

import pyarrow.parquet as pq
import pytest

import deluck
from deluck.errors import FormatError, ValuesError
from deluck.estimators import Context
from deluck.values import is_values_folder, open_values
from deluck.values.folder import MANIFEST
from deluck.values.schema import HASH_KEY, VERSION, VERSION_KEY

N = 40


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "match.log"
    deluck.play("random", "loki1", n_hands=4 * N, seed=3, log=path)
    return path


@pytest.fixture
def files(log, tmp_path):
    """Return the log in four files, and the folder for values."""
    lines = [line for line in log.read_text().splitlines() if line.startswith("STATE")]
    paths = []
    for number in range(4):
        paths.append(tmp_path / f"{number}.log")
        paths[-1].write_text("\n".join(lines[number * N : (number + 1) * N]) + "\n")
    return paths, tmp_path / "values"


def said(found):
    return found.as_dict(), found.to_arrow().to_pydict(), found.examples


def no_reading(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("something was computed")

    monkeypatch.setattr("deluck.values.building.value_part", refuse)
    monkeypatch.setattr("deluck.values.computing.value_part", refuse)


def test_answers_from_values_are_the_same_bytes(files, log, monkeypatch):
    paths, folder = files
    whole = said(deluck.assess(log))
    computed = deluck.assess(paths, values=folder)
    assert said(computed) == whole
    assert is_values_folder(folder)
    assert said(deluck.assess(log, values=folder.with_name("one"), n_jobs=2)) == whole
    no_reading(monkeypatch)
    assert said(deluck.assess(folder)) == whole
    other = deluck.assess(folder, player="LOKI1")
    assert other.viewpoint == "loki1"
    assert other.estimators["divat_roe"].total == -computed.estimators["divat_roe"].total
    assert said(deluck.assess(paths, values=folder)) == whole


def test_new_files_alone_are_computed(files, monkeypatch):
    from deluck.values import computing

    paths, folder = files
    valued = []
    value_part = computing.value_part
    monkeypatch.setattr(computing, "value_part", lambda part, context: valued.append(part) or value_part(part, context))
    deluck.assess(paths[:2], values=folder)
    assert sum(len(part.rows) for part in valued) == 2 * N
    found = deluck.assess(paths, values=folder)
    assert sum(len(part.rows) for part in valued) == 4 * N
    monkeypatch.undo()
    assert said(found) == said(deluck.assess(paths))
    assert said(deluck.assess(folder)) == said(found)
    some = deluck.assess([paths[3], paths[1]], values=folder)
    assert said(some) == said(deluck.assess([paths[3], paths[1]])), "what is asked for, in the order it is asked"


def test_a_changed_file_is_computed_again(files):
    paths, folder = files
    deluck.assess(paths, values=folder)
    paths[1].write_text("\n".join(paths[1].read_text().splitlines()[:10]) + "\nSTATE:9999:bad\n")
    found = deluck.assess(paths, values=folder)
    assert found.n_hands == 3 * N + 10
    assert found.n_rejected == 1
    assert said(found) == said(deluck.assess(paths))
    os.utime(paths[2], ns=(1, 1))  # another time, the same content
    stored = json.loads((folder / MANIFEST).read_text())["files"]
    deluck.assess(paths, values=folder)
    assert json.loads((folder / MANIFEST).read_text())["files"] == stored
    assert {path.name.split(".")[0] for path in folder.glob("*.parquet")} == set(stored), "nothing else is left"


def test_files_carry_version_and_hash_and_stale_ones_are_computed_again(files):
    paths, folder = files
    standard = deluck.assess(paths, values=folder)
    for path in folder.glob("*.parquet"):
        metadata = pq.read_schema(path).metadata
        assert metadata[VERSION_KEY] == str(VERSION).encode()
        assert metadata[HASH_KEY].decode() == standard.settings_hash
    with pytest.raises(ValuesError, match=r"with constants \w+ \(expected version \d+ with \w+\): compute them again"):
        deluck.assess(folder, style="tight")
    tight = deluck.assess(paths[:1], values=folder, style="tight")
    assert tight.settings_hash != standard.settings_hash
    assert deluck.assess(folder, style="tight").n_hands == N
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({"version": 0, "constants": manifest["constants"]}))
    with pytest.raises(ValuesError, match="of version 0"):
        open_values(folder, Context())
    assert said(deluck.assess(paths, values=folder)) == said(standard)


def test_rejections_are_stored_with_their_source(files):
    paths, folder = files
    paths[0].write_text(paths[0].read_text() + "STATE:7:zz:AcKc|7h6h:0|0:a|b\n")
    found = deluck.assess(paths, values=folder)
    assert found.n_rejected == 1
    again = deluck.assess(folder)
    assert again.as_dict() == found.as_dict()
    assert again.rejected[0].line == N + 1


def test_what_cannot_be_stored_is_one_sentence(files, tmp_path):
    paths, folder = files
    with pytest.raises(FormatError, match="of files only"):
        deluck.assess("STATE:0:f:2c3d|8h9s:5|-5:South|North\n", values=folder)
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("three years of work")
    with pytest.raises(ValuesError, match=r"holds other things, such as chapter.txt"):
        deluck.assess(paths, values=other)
    deluck.assess(paths, values=folder)
    (folder / MANIFEST).write_text("{")
    with pytest.raises(ValuesError, match="cannot be read"):
        deluck.assess(folder)


def test_an_interrupted_run_leaves_the_folder_as_it_was(files, monkeypatch):
    from deluck.values import computing

    paths, folder = files
    before = said(deluck.assess(paths[:2], values=folder))

    def stop(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(computing, "value_part", stop)
        with pytest.raises(KeyboardInterrupt):
            deluck.assess(paths, values=folder)
    assert said(deluck.assess(folder)) == before
    assert said(deluck.assess(paths, values=folder)) == said(deluck.assess(paths))


@pytest.fixture
def dated(tmp_path):
    """Return a no-limit log of two stakes over four days, all positions, as PHH."""
    import random

    from deluck.formats import format_phh
    from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
    from deluck.records import Decision, HandRecord

    rng = random.Random(1)
    start = datetime(2024, 3, 1, 12, tzinfo=UTC)
    records = []
    for number in range(48):
        rules = HoldemRules.no_limit(4, 100, 200) if number % 2 else HoldemRules.no_limit(4, 50, 100)
        deal = HoldemDeal.from_deck(rng.sample(range(52), 13), 4)
        state = HoldemState(rules, deal, (10_000,) * 4)
        decisions = []
        while state.actor is not None:
            action = rng.choice([each for each in state.legal_actions() if each is not Action.RAISE])
            decisions.append(Decision(state.actor, action))
            state.act(action)
        turn = number % 4
        names = ("Ada", "Bob", "Cyd", "Dan")
        records.append(
            HandRecord(
                rules=rules,
                deal=deal,
                decisions=tuple(decisions),
                payoffs=state.payoffs(),
                names=names[turn:] + names[:turn],
                stacks=(10_000,) * 4,
                hand_id=str(1000 + number),
                currency="$",
                chips_per_unit=100,
                time=start + timedelta(hours=2 * number),
                site="PokerStars",
                table="Vega",
            )
        )
    path = tmp_path / "dated.phhs"
    path.write_text("\n".join(f"[{number}]\n{format_phh(record)}" for number, record in enumerate(records, 1)))
    return path, records


def won(records, name):
    return sum(record.payoffs[record.names.index(name)] / record.rules.unit for record in records)


def test_questions_of_date_position_and_stakes_are_filters(dated, tmp_path):
    path, records = dated
    folder = tmp_path / "values"
    everything = deluck.assess(path, player="Bob", values=folder)
    assert everything.n_hands == 48
    later = deluck.assess(folder, player="bob", since="2024-03-03", until=datetime(2024, 3, 4, tzinfo=UTC))
    chosen = [
        record
        for record in records
        if datetime(2024, 3, 3, tzinfo=UTC) <= record.time < datetime(2024, 3, 4, tzinfo=UTC)
    ]
    assert 0 < later.n_hands == len(chosen) < 48
    assert later.n_filtered == 48 - len(chosen)
    assert later.estimators["money"].total == pytest.approx(won(chosen, "Bob"))
    button = deluck.assess(folder, player="Bob", position="btn")
    chosen = [record for record in records if record.names[3] == "Bob"]
    assert button.n_hands == len(chosen)
    assert list(button.positions) == ["BTN"]
    assert button.estimators["money"].total == pytest.approx(won(chosen, "Bob"))
    small = deluck.assess(folder, player="Bob", stakes="0.50/1")
    assert small.n_hands == 24
    assert small.estimators["money"].total == pytest.approx(won(records[0::2], "Bob"))
    with pytest.raises(deluck.DeluckError, match=r"no hand of stakes '5/10' \(expected 0.50/1, 1/2\)"):
        deluck.assess(folder, stakes="5/10")
    with pytest.raises(deluck.DeluckError, match="no hand of 'Bob' is left of 48"):
        deluck.assess(folder, player="Bob", since="2025-01-01")
    with pytest.raises(deluck.DeluckError, match="no date or time: 'soon'"):
        deluck.assess(folder, since="soon")
