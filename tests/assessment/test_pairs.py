"""Duplicate pairs: found where a log has them in some order, and nowhere else."""

import itertools

import numpy as np
import pytest

import deluck
from deluck.assessment import assess
from deluck.assessment.pairs import Games, find_pairs
from deluck.formats import read_columns

N = 300


def hands_in(path):
    return [line for line in path.read_text().splitlines() if line.startswith("STATE:")]


@pytest.fixture
def lines(logs):
    return hands_in(logs / "duplicate.log")[: 2 * N]


def assess_lines(folder, *files, **options):
    paths = []
    for number, lines in enumerate(files):
        paths.append(folder / f"{number}.log")
        paths[-1].write_text("\n".join(lines) + "\n")
    return assess(read_columns(*paths), **options)


def games_of(cards, seats, numbers):
    """Games against one opponent: hole cards and boards side by side."""
    opponents = np.zeros(len(seats), np.int32)
    holes = cards[:, :4].astype(np.int32) @ np.array([1 << 18, 1 << 12, 1 << 6, 1], np.int32)
    holes[(cards[:, :4] < 0).any(axis=1)] = -1
    return Games(holes, seats, opponents, lambda: cards[:, 4:], lambda: numbers)


def numbered(lines):
    return [f"STATE:{number}:{line.split(':', 2)[2]}" for number, line in enumerate(lines)]


def test_each_game_and_the_next(tmp_path, lines):
    found = assess_lines(tmp_path, lines)
    assert (found.pairs.n, found.pairs.n_alone, found.pairs.found_by) == (N, 0, "each game and the next")
    assert found.hands.pairs.tolist() == [number // 2 for number in range(2 * N)]


def test_two_files_of_one_match_by_number(tmp_path, lines):
    """Numbers find partners even where games of one file are missing."""
    first, second = numbered(lines[0::2]), numbered(lines[1::2])
    found = assess_lines(tmp_path, first[:150] + first[151:], second)
    assert (found.pairs.n, found.pairs.n_alone, found.pairs.found_by) == (N - 1, 1, "games of the same number")
    whole = assess_lines(tmp_path, first, second)
    assert (whole.pairs.n, whole.pairs.n_alone) == (N, 0)


def test_two_halves_of_one_log_by_their_distance(tmp_path, lines):
    found = assess_lines(tmp_path, numbered(lines[0::2] + lines[1::2]))
    assert (found.pairs.n, found.pairs.n_alone, found.pairs.found_by) == (N, 0, f"games {N} apart")
    assert found.hands.pairs.tolist() == [*range(N), *range(N)]


def test_the_averages_are_the_same_however_pairs_lie(tmp_path, lines):
    ways = (
        [lines],
        [numbered(lines[0::2]), numbered(lines[1::2])],
        [numbered(lines[0::2] + lines[1::2])],
    )
    found = [assess_lines(tmp_path, *files) for files in ways]
    for name in ("duplicate_money", "duplicate_divat"):
        assert len({each.estimators[name] for each in found}) == 1


def test_a_pair_is_the_mean_of_its_two_games(tmp_path, lines):
    found = assess_lines(tmp_path, lines)
    money, divat = found.hands.values("money"), found.hands.values("divat_roe")
    assert found.hands.values("duplicate_money").tolist() == ((money[0::2] + money[1::2]) / 2).tolist()
    assert found.hands.values("duplicate_divat") == pytest.approx((divat[0::2] + divat[1::2]) / 2)
    assert found.estimators["duplicate_money"].total == pytest.approx(money.sum() / 2)
    assert found.estimators["duplicate_money"].n == N


def test_shuffled_games_are_no_pairs(tmp_path, lines):
    order = np.random.default_rng(1).permutation(len(lines))
    found = assess_lines(tmp_path, numbered([lines[number] for number in order]))
    assert found.pairs is None
    assert "duplicate_money" not in found.estimators
    assert not [note for note in found.notes if "duplicate" in note]


def test_an_ordinary_match_has_no_pairs(plain):
    assert plain.pairs is None
    assert (plain.hands.pairs == -1).all()


def test_the_same_cards_without_a_change_of_seats_are_no_pairs(tmp_path, lines):
    found = assess_lines(tmp_path, numbered(itertools.chain.from_iterable((line, line) for line in lines[0::2])))
    assert found.pairs is None


def test_other_boards_are_no_pairs():
    cards = np.zeros((2, 9), np.int8)
    cards[:] = [0, 1, 2, 3, 10, 11, 12, 13, -1]
    seats = np.array([0, 1], np.int8)
    assert find_pairs(games_of(cards, seats, np.arange(2)))[1].n == 1
    cards[1, 7] = 14
    assert find_pairs(games_of(cards, seats, np.arange(2)))[1] is None
    cards[1, 7:] = -1  # the second hand ended on the flop
    assert find_pairs(games_of(cards, seats, np.arange(2)))[1].n == 1


def test_chance_meetings_in_a_long_log_are_no_pairs():
    """Hands that all ended before the flop, so that no board tells them apart."""
    rng = np.random.default_rng(7)
    n = 60_000
    cards = np.full((n, 9), -1, np.int8)
    cards[:, :4] = np.sort(rng.random((n, 52)).argsort(axis=1)[:, :4].reshape(-1, 2, 2), axis=2).reshape(-1, 4)
    games = games_of(cards, (np.arange(n) % 2).astype(np.int8), np.arange(n))
    keys = cards[:, :4].astype(np.int64) @ (64 ** np.arange(4))
    met = sum(
        len({0, 1} & set(games.seats[group].tolist())) == 2
        for group in np.split(np.argsort(keys, kind="stable"), np.flatnonzero(np.diff(np.sort(keys))) + 1)
    )
    assert met > 200, "there are such meetings"
    assert find_pairs(games)[1] is None
    named = games_of(cards, games.seats, np.zeros(n, np.int64))  # all of one number, which then says nothing
    assert find_pairs(named)[1] is None


def test_pairs_stay_true_among_chance_meetings(logs):
    """The same deal twice in one match: four games of the same cards make two pairs, no game counts twice."""
    cards = np.tile(np.array([0, 1, 2, 3, -1, -1, -1, -1, -1], np.int8), (5, 1))
    games = games_of(cards, np.array([0, 1, 0, 1, 0], np.int8), np.arange(5))
    numbers, pairs = find_pairs(games)
    assert (pairs.n, pairs.n_alone) == (2, 1)
    assert numbers.tolist() == [0, 0, 1, 1, -1]


def test_games_without_a_partner_are_counted_and_told(tmp_path, lines):
    found = assess_lines(tmp_path, lines[:401] + lines[402:])
    assert (found.pairs.n, found.pairs.n_alone) == (N - 1, 1)
    assert f"over {2 * N - 2} games ({N - 1} duplicate pairs), of {2 * N - 1} in all; it played" in found.verdict
    (note,) = [note for note in found.notes if "duplicate match" in note]
    assert "found as each game and the next; 1 game had no partner" in note
    assert "not independent" in note


def test_the_verdict_of_a_duplicate_is_by_pairs(duplicate):
    skill = duplicate.estimators["duplicate_divat"]
    assert (
        f"(3,000 duplicate pairs); it played worse than always-call by {-2 * skill.total:,.0f} ± " in duplicate.verdict
    )
    assert f"± {2 * 1.959964 * skill.stderr * skill.n:,.0f} sb" in duplicate.verdict
    money = duplicate.estimators["money"]
    compared = duplicate.comparisons["duplicate_money"]
    assert compared.worth == pytest.approx(money.sd**2 / (2 * duplicate.estimators["duplicate_money"].sd ** 2))


def test_opponents_are_paired_each_on_their_own(tmp_path):
    """Two duplicate matches of one player in one log, with numbers that meet."""
    for opponent in ("always-call", "always-raise"):
        deluck.play("random", opponent, n_hands=100, seed=3, duplicate=True, log=tmp_path / f"{opponent}.log")
    files = [hands_in(tmp_path / f"{opponent}.log") for opponent in ("always-call", "always-raise")]
    mixed = [line for both in zip(*files, strict=True) for line in both]
    found = assess_lines(tmp_path, mixed)
    assert (found.pairs.n, found.pairs.n_alone) == (100, 0)
    paired = found.hands.selection.opponents[np.argsort(found.hands.pairs, kind="stable")].reshape(-1, 2)
    assert (paired[:, 0] == paired[:, 1]).all()
