"""Matches on disk: killed, cut, resumed and refused."""

import os
import re
import shutil
from pathlib import Path

import pytest

from deluck import progress
from deluck.arena import LogError, PlayerFault, play
from deluck.arena.dealing import BLOCK
from deluck.formats import acpc, read_hands
from deluck.games import Action

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
GAMES = {"acpc": ("holdem", 2), "acpc-3": ("holdem", 3), "phhs": ("holdem", 4), "stud": ("stud7", 3)}
N_HANDS = 2 * BLOCK + 20


class Shy:
    """Plays by chance and keeps nothing; it can be made to stop the match at one of its decisions."""

    name = "shy"

    def __init__(self, stops_at=None):
        self.decisions = 0
        self.stops_at = stops_at

    def act(self, view, rng):
        self.decisions += 1
        if self.decisions == self.stops_at:
            raise KeyboardInterrupt
        drawn = rng.random()
        if drawn < 0.1 and Action.RAISE in view.legal_actions:
            return Action.RAISE
        return Action.FOLD if drawn > 0.95 else Action.CALL  # a fold is a fault where there is nothing to call


class Learner(Shy):
    """Plays by what it has seen, so that it plays otherwise if it missed a hand."""

    name = "learner"

    def __init__(self, stops_at=None):
        super().__init__(stops_at)
        self.seen = []

    def act(self, view, _rng):
        self.decisions += 1
        if self.decisions == self.stops_at:
            raise KeyboardInterrupt
        n_won = sum(summary.payoffs[summary.seat] > 0 for summary in self.seen[-5:])
        return Action.RAISE if n_won == 2 and not view.n_raises else Action.CALL

    def hand_over(self, summary):
        self.seen.append(summary)
        if len(self.seen) % 50 == 0:
            raise ValueError("full")


def run(kind, player, log, *, n_hands=N_HANDS, **options):
    game, n_seats = GAMES[kind]
    options = {"on_fault": "go-on"} | options
    return play(player, *["always-call"] * (n_seats - 1), game=game, n_hands=n_hands, seed=9, log=log, **options)


@pytest.mark.parametrize("make", [Shy, Learner])
@pytest.mark.parametrize("kind", GAMES)
def test_a_match_stopped_and_run_again_is_the_uninterrupted_match(tmp_path, kind, make):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    expected = run(kind, first := make(), whole)
    with pytest.raises(KeyboardInterrupt):
        run(kind, make(stops_at=first.decisions // 2), broken)
    n_bytes = broken.stat().st_size
    assert 1_000 < n_bytes < whole.stat().st_size
    assert whole.read_bytes().startswith(broken.read_bytes())
    found = run(kind, again := make(), broken)
    assert broken.read_bytes() == whole.read_bytes()
    assert found == expected
    assert 0 < again.decisions < first.decisions  # it was not asked again for what was on disk
    if make is Learner:
        assert again.seen == first.seen
        assert len(again.seen) == N_HANDS


@pytest.fixture(scope="module", params=GAMES)
def whole(request, tmp_path_factory):
    """Return a kind of game, what a learner's match of it came to, and its log."""
    log = tmp_path_factory.mktemp("whole") / "m.log"
    return request.param, run(request.param, Learner(), log), log.read_bytes()


@pytest.mark.parametrize("share", [0, 0.0005, 0.3, 0.6, 0.999])
def test_a_log_cut_anywhere_is_completed_to_the_same_bytes(whole, share, tmp_path):
    kind, expected, written = whole
    cut = tmp_path / "cut.log"
    cut.write_bytes(written[: int(share * len(written))])
    assert run(kind, Learner(), cut) == expected
    assert cut.read_bytes() == written


def test_a_log_cut_within_a_letter_is_completed(tmp_path):
    class Accented(Shy):
        name = "bœuf"

    whole, cut = tmp_path / "whole", tmp_path / "cut"
    play(Accented(), "always-call", n_hands=30, log=whole, on_fault="go-on")
    written = whole.read_bytes()
    cut.write_bytes(written[: written.rindex("œ".encode()) + 1])
    play(Accented(), "always-call", n_hands=30, log=cut, on_fault="go-on")
    assert cut.read_bytes() == written


def test_a_stopped_match_can_go_on_with_more_jobs(tmp_path):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run("acpc", first := Shy(), whole)
    with pytest.raises(KeyboardInterrupt):
        run("acpc", Shy(stops_at=first.decisions // 2), broken)
    run("acpc", Shy(), broken, jobs=2)
    assert broken.read_bytes() == whole.read_bytes()


def test_a_finished_match_is_read_and_not_played_again(tmp_path):
    log = tmp_path / "m.log"
    expected = run("acpc", Shy(), log)
    before = log.read_bytes()
    assert run("acpc", again := Shy(), log) == expected
    assert (again.decisions, log.read_bytes()) == (0, before)


def test_a_match_can_be_played_on_with_more_hands(tmp_path):
    whole, longer = tmp_path / "whole", tmp_path / "longer"
    expected = run("acpc", Learner(), whole)
    run("acpc", Learner(), longer, n_hands=BLOCK + 7)
    assert run("acpc", Learner(), longer) == expected
    assert longer.read_bytes() == whole.read_bytes()


def test_faults_are_kept_on_disk_and_counted_after_a_stop(tmp_path):
    log = tmp_path / "m.log"
    expected = run("acpc", Shy(), log)
    assert expected["shy"].n_faults > 10
    assert log.read_text().count("# fault ") == expected["shy"].n_faults
    assert run("acpc", Shy(), log).faults == expected.faults


class Failing(Shy):
    """Plays by chance until it raises an error at one of its decisions."""

    name = "failing"

    def act(self, view, rng):
        self.decisions += 1
        if self.decisions == self.stops_at:
            raise ValueError("tired")
        return Action.RAISE if rng.random() < 0.3 and Action.RAISE in view.legal_actions else Action.CALL


@pytest.mark.parametrize("on_fault", ["stop", "raise"])
@pytest.mark.parametrize("kind", GAMES)
def test_a_match_that_stops_at_a_fault_has_every_finished_hand_and_goes_on_there(tmp_path, kind, on_fault):
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(kind, first := Failing(), whole)
    with pytest.raises(PlayerFault if on_fault == "stop" else ValueError, match="tired"):
        run(kind, failed := Failing(first.decisions // 2), broken, on_fault=on_fault)
    n_bytes = broken.stat().st_size
    assert whole.read_bytes().startswith(broken.read_bytes())
    run(kind, again := Failing(), broken, on_fault=on_fault)
    assert broken.read_bytes() == whole.read_bytes()
    # nothing that was on disk is asked for again, and of the hand that failed no more than its first street or two
    assert n_bytes > len(whole.read_bytes()) * 0.4
    assert 0 <= again.decisions + failed.decisions - 1 - first.decisions < 40
    assert not broken.with_name(".broken.resume").exists()


def test_the_note_says_where_a_match_goes_on(tmp_path):
    class Notes:
        def __init__(self):
            self.sentences = []

        def start(self, *_arguments):
            pass

        def advance(self):
            pass

        def finish(self):
            pass

        def note(self, sentence):
            self.sentences.append(sentence)

    log = tmp_path / "m.log"
    run("acpc", Shy(), log, n_hands=2 * BLOCK)
    with progress.shown_by(notes := Notes()):
        run("acpc", Shy(), log)
    assert notes.sentences == [f"{log} has 200 games of this match: going on from there"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 10}, "seed 9 (expected 10)"),
        ({"duplicate": True}, "duplicate false (expected true)"),
        ({"time_limit": 5.0}, "time_limit null (expected 5.0)"),
        ({"players": ("always-call", "always-raise")}, "players "),
        ({"players": ("always-raise", "random")}, "players "),
        ({"players": ("random:fold=1,call=0,raise=0", "always-raise")}, "players "),
        ({"players": ("random", "always-raise", "always-raise")}, "players "),
        ({"game": "stud7"}, 'game "holdem" (expected "stud7")'),
    ],
)
def test_a_log_of_another_match_is_refused_and_left_alone(tmp_path, change, sentence):
    log = tmp_path / "m.log"
    options = {"players": ("random", "always-raise"), "seed": 9, "n_hands": 20}

    def match(*, overwrite=False, **changed):
        players = (options | changed)["players"]
        rest = {key: value for key, value in (options | changed).items() if key != "players"}
        return play(*players, log=log, overwrite=overwrite, **rest)

    match()
    before = log.read_bytes()
    with pytest.raises(LogError) as refused:
        match(**change)
    assert f"{log} is the log of another match: {sentence}" in str(refused.value)
    assert log.read_bytes() == before
    if "time_limit" not in change and change.get("game") != "stud7":
        match(overwrite=True, **change)
        assert log.read_bytes() != before


@pytest.mark.parametrize(
    "content", ["hello\n", "STATE:0:f:AhAd|KhKd:5|-5:a|b\n", "# deluck match {\n", "# deluck match 3\n"]
)
def test_a_file_that_is_no_log_of_ours_is_refused_and_left_alone(tmp_path, content):
    log = tmp_path / "m.log"
    log.write_text(content)
    with pytest.raises(LogError, match="is not a log of a match"):
        run("acpc", Shy(), log)
    assert log.read_text() == content


def test_an_empty_file_is_filled(tmp_path):
    log, other = tmp_path / "m.log", tmp_path / "other.log"
    log.touch()
    run("acpc", Shy(), log)
    run("acpc", Shy(), other)
    assert log.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("acpc", "STATE:7:", "STATE:8:"),
        ("acpc", "|shy", "|sly"),
        ("acpc", "STATE:7:", "junk\nSTATE:7:"),
        ("acpc", ":cc/", ":rc/"),
        ("acpc", ":cc/cc", ":c/ccc"),
        ("acpc", "# fault {", "# fault ["),
        ("phhs", '"p1 cc"', '"p1 f"'),
        ("phhs", "finishing_stacks = [", "finishing_stacks = [1"),
        ("stud", '"p2 cc"', '"p2 zz"'),
    ],
)
def test_a_changed_log_is_refused_with_its_line(tmp_path, kind, old, new):
    log = tmp_path / "m.log"
    run(kind, Shy(), log)
    written = log.read_text()
    assert old in written
    log.write_text(written.replace(old, new, 1))
    with pytest.raises(LogError, match=r"m\.log, line \d+: "):
        run(kind, Shy(), log)


def test_a_log_with_more_hands_than_asked_for_is_refused(tmp_path):
    log = tmp_path / "m.log"
    run("acpc", Shy(), log)
    before = log.read_bytes()
    for n_hands in (BLOCK, BLOCK + 3, N_HANDS - 1):
        with pytest.raises(LogError, match="more hands than asked for"):
            run("acpc", Shy(), log, n_hands=n_hands)
    assert log.read_bytes() == before


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(LogError, match=r"cannot write .*: No such file or directory"):
        run("acpc", Shy(), tmp_path / "nowhere" / "m.log")
    with pytest.raises(LogError, match=r"cannot write .*: Is a directory"):
        run("acpc", Shy(), tmp_path)


def test_the_header_names_all_that_decides_what_is_played(tmp_path):
    log = tmp_path / "m.log"
    play("random:fold=0,call=1,raise=0", "always-call", n_hands=10, seed=4, log=log)
    first, second, *_ = log.read_text().splitlines()
    assert first == "# name/game/hands/seed 2p.limit.h10.r4 holdem.limit.2p.reverse_blinds.game 10 4"
    assert second == (
        '# deluck match {"version": 1, "game": "holdem", '
        '"players": {"random": "random:fold=0,call=1,raise=0", "always-call": "always-call"}, '
        '"seed": 4, "duplicate": false, "time_limit": null, "stream": 0}'
    )


def test_a_match_with_a_time_limit_resumes_too(tmp_path):
    log, cut = tmp_path / "m.log", tmp_path / "cut.log"
    run("acpc", Shy(), log, time_limit=30)
    shutil.copy(log, cut)
    with cut.open("r+b") as file:
        file.truncate(log.stat().st_size // 2)
    result = run("acpc", Shy(), cut, time_limit=30)
    assert cut.read_bytes() == log.read_bytes()
    assert not result.reproducible


@pytest.mark.parametrize(("game", "n_seats"), [("stud7", 3), ("stud7", 8), ("holdem", 6)])
def test_every_hand_of_a_log_full_of_raises_is_read_back(tmp_path, game, n_seats):
    log = tmp_path / "match.phhs"
    players = (["always-raise", "random:fold=0.05,call=0.5,raise=0.45"] * 4)[:n_seats]
    play(*players, n_hands=60, seed=3, game=game, log=log)
    hands = list(read_hands(log))
    assert [hand.hand_id for hand in hands] == [str(number) for number in range(1, 61)]
    assert any(sum(d.action == Action.RAISE for d in hand.decisions) > 6 for hand in hands)


def score_by_the_reader(log):
    """Return the closing line that the reader of ACPC logs would write."""
    score = acpc.Score()
    for record in read_hands(log):
        score.add(record)
    return score.format_line()


@pytest.mark.parametrize(
    ("kind", "game"), [("acpc", "holdem.limit.2p.reverse_blinds.game"), ("acpc-3", "holdem.limit.3p.game")]
)
def test_an_acpc_log_has_the_comment_and_the_score_that_other_programs_look_for(tmp_path, kind, game):
    log = tmp_path / "m.log"
    result = run(kind, Shy(), log)
    lines = log.read_text().splitlines()
    n_seats = GAMES[kind][1]
    assert lines[0] == f"# name/game/hands/seed {n_seats}p.limit.h{N_HANDS}.r9 {game} {N_HANDS} 9"
    assert lines[-1] == score_by_the_reader(log)
    totals = [round(player.total * 10) for player in result.players]
    assert lines[-1] == f"SCORE:{'|'.join(map(str, totals))}:{'|'.join(player.name for player in result.players)}"
    assert sum(totals) == 0
    assert sum(line.startswith("SCORE:") for line in lines) == 1


def test_the_header_is_of_the_shape_of_the_acpcs_own(tmp_path):
    own = DATA / "acpc" / "2p.limit.h1000.r0.log"
    if not own.exists():
        pytest.skip("the ACPC's logs are not here")
    log = tmp_path / "m.log"
    run("acpc", Shy(), log)
    theirs, ours = (path.read_text().splitlines() for path in (own, log))
    shape = re.compile(r"# name/game/hands/seed (2p\.limit\.h\d+\.r\d+) (?:.*/)?(holdem\S+\.game) (\d+) (\d+)")
    assert shape.fullmatch(theirs[0])[2] == shape.fullmatch(ours[0])[2]
    closing = re.compile(r"SCORE:-?\d+\|-?\d+:[^|:]+\|[^|:]+")
    assert closing.fullmatch(theirs[-1])
    assert closing.fullmatch(ours[-1])


def test_a_stopped_match_has_no_score_yet(tmp_path):
    log = tmp_path / "m.log"
    with pytest.raises(KeyboardInterrupt):
        run("acpc", Shy(stops_at=200), log)
    assert "SCORE:" not in log.read_text()


@pytest.mark.parametrize("n_first", [BLOCK, BLOCK + 7, 2 * BLOCK])
def test_a_match_played_on_has_the_header_and_the_score_of_all_its_hands(tmp_path, n_first):
    log, whole = tmp_path / "m.log", tmp_path / "whole.log"
    run("acpc", Shy(), log, n_hands=n_first)
    log.chmod(0o640)
    run("acpc", Shy(), log)
    run("acpc", Shy(), whole)
    assert log.read_bytes() == whole.read_bytes()
    assert log.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.log", "whole.log"]


def test_a_match_stopped_and_played_on_with_more_hands(tmp_path):
    log, whole = tmp_path / "m.log", tmp_path / "whole.log"
    with pytest.raises(KeyboardInterrupt):
        run("acpc", Learner(stops_at=300), log, n_hands=BLOCK + 7)
    run("acpc", again := Learner(), log)
    run("acpc", first := Learner(), whole)
    assert log.read_bytes() == whole.read_bytes()
    assert again.decisions < first.decisions - 290


def test_a_log_without_the_acpcs_comment_gets_it(tmp_path):
    """As logs were written before."""
    log, whole = tmp_path / "m.log", tmp_path / "whole.log"
    run("acpc", Shy(), whole)
    lines = whole.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[1:-1]))
    run("acpc", again := Shy(), log)
    assert log.read_bytes() == whole.read_bytes()
    assert again.decisions == 0


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("SCORE:", "SCORE:1", "is not the score of its hands (expected 'SCORE:"),
        (":shy|always-call\nend", ":shy|always-call\nmore\n", "'more' is no hand of this match"),
    ],
)
def test_a_changed_end_is_refused(tmp_path, old, new, sentence):
    log = tmp_path / "m.log"
    run("acpc", Shy(), log)
    log.write_text((log.read_text() + "end").replace(old, new).removesuffix("end"))
    before = log.read_bytes()
    with pytest.raises(LogError) as refused:
        run("acpc", Shy(), log)
    assert sentence in str(refused.value)
    assert log.read_bytes() == before
