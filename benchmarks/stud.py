"""Stud beliefs: the strengths of all down cards of a seat, and seven-seat games played with what is known measured."""

import time

import numpy as np

from deluck.metrics.hand_types import downcard_strengths, unseen_cards
from deluck.metrics.hand_types.downcards import N_SAMPLES
from deluck.players import StudBetInferring, StudCardsOnly
from deluck.studies.stud.games import play_stud
from report import Figure, best_seconds, print_figures, run_alone

N_GAMES = 200
LEAST_GAMES = 30
MOST_SECONDS = 0.010
MOST_ERROR = 0.01
N_TABLES = 6


def win_chances(up: list[int], n_samples: int, seed: int) -> np.ndarray:
    """Return the chance to win of every pair of the first seat against the others' unread hands."""
    unseen = unseen_cards(up)
    seats = [downcard_strengths([card], unseen, n_samples=n_samples, seed=seed) for card in up]
    counts = [np.bincount(seat.strengths.ravel(), minlength=7463) for seat in seats]
    others = np.prod([np.cumsum(count) / count.sum() for count in counts[1:]], axis=0)
    return np.asarray(others[seats[0].strengths].mean(axis=1))


def sampling_error(n_seats: int) -> float:
    """Return the root mean square error of the default sample in the chance to win, over pairs and tables."""
    rng = np.random.default_rng(1)
    errors = []
    for _ in range(N_TABLES):
        up = rng.permutation(52)[:n_seats].tolist()
        errors.append(win_chances(up, N_SAMPLES, 1) - win_chances(up, 10_000, 2))
    return float(np.sqrt(np.mean(np.square(np.concatenate(errors)))))


def games_per_second(players: list[StudBetInferring | StudCardsOnly], *, measured: bool) -> float:
    """Return how many seven-seat games per second are played on one core."""
    play_stud(players, n_games=3)
    started = time.perf_counter()
    play_stud(players, n_games=N_GAMES, seed=1, measured=measured)
    return N_GAMES / (time.perf_counter() - started)


def measure() -> bool:
    """Measure third street's strengths with their error, and games."""
    unseen = unseen_cards(list(range(0, 49, 8)))
    third = best_seconds(lambda: downcard_strengths([0], unseen))
    fifth = best_seconds(lambda: downcard_strengths([0, 8, 16], unseen))
    errors = {n_seats: sampling_error(n_seats) for n_seats in (2, 7)}
    reads, looks = StudBetInferring(), StudCardsOnly()
    measured = games_per_second([reads] * 7, measured=True)
    mixed = games_per_second([reads, looks, reads, looks, reads, looks, reads], measured=False)
    figures = [
        Figure(
            f"all 990 pairs of a seat on third street, {N_SAMPLES:,} samples",
            f"{1e3 * third:.1f} ms",
            "< 10 ms",
            kept=third < MOST_SECONDS,
        ),
        *(
            Figure(f"its error in the chance to win, {n} seats", f"{error:.4f}", "< 0.01", kept=error < MOST_ERROR)
            for n, error in errors.items()
        ),
        Figure("the same on fifth street, exact", f"{1e3 * fifth:.1f} ms"),
        Figure(
            "seven that read bets, ten stages measured",
            f"{measured:.0f} games/s",
            "≥ 30/s",
            kept=measured >= LEAST_GAMES,
        ),
        Figure("four that read bets, three that do not", f"{mixed:.0f} games/s", "≥ 30/s", kept=mixed >= LEAST_GAMES),
    ]
    return print_figures("Stud", figures)


if __name__ == "__main__":
    run_alone(measure)
