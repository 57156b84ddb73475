"""Strengths of hole cards on a board, the board's part computed once."""

from deluck.evaluator import hole_strengths, strength


def test_they_are_those_of_the_seven_cards(rng):
    n_flushes = 0
    for _ in range(2_000):
        cards = rng.permutation(52)[:11].tolist()
        board, holes = cards[:5], [tuple(cards[5:7]), tuple(cards[7:9]), tuple(cards[9:11])]
        expected = [strength([*hole, *board]) for hole in holes]
        assert hole_strengths(holes, board) == expected
        n_flushes += sum(each > 5863 for each in expected)
    assert n_flushes > 50
