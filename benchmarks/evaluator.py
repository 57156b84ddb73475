"""Hands ranked a second, in bulk, beside eval7 and phevaluator called hand by hand as their users do."""

import eval7
import numpy as np
import phevaluator

from deluck.cards import format_card
from deluck.evaluator import strengths
from report import Figure, best_seconds, print_figures, run_alone

N_HANDS = 4_000_000
N_PEER_HANDS = 200_000
LEAST = 50e6


def random_hands(n_hands: int, n_cards: int) -> np.ndarray:
    """Return hands of different cards in random order, int64[n, n_cards]."""
    rng = np.random.default_rng(7)
    parts = [rng.random((100_000, 52)).argpartition(n_cards, axis=1)[:, :n_cards] for _ in range(n_hands // 100_000)]
    return np.concatenate(parts)


def measure() -> bool:
    """Measure bulk strength for each hand size, and the peers on seven cards."""
    hands = random_hands(N_HANDS, 7)
    few = hands[:N_PEER_HANDS].tolist()
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    eval7_hands = [[cards[card] for card in hand] for hand in few]
    eval7_rate = N_PEER_HANDS / best_seconds(lambda: [eval7.evaluate(hand) for hand in eval7_hands], 3)
    phevaluator_rate = N_PEER_HANDS / best_seconds(lambda: [phevaluator.evaluate_cards(*hand) for hand in few], 3)
    figures = []
    for n_cards in (7, 6, 5):
        for dtype in (np.int64, np.uint8):
            rows = np.ascontiguousarray(hands[:, :n_cards], dtype=dtype)
            rate = N_HANDS / best_seconds(lambda rows=rows: strengths(rows))
            peer = (
                f"{rate / eval7_rate:.0f} x eval7, {rate / phevaluator_rate:.0f} x phevaluator" if n_cards == 7 else ""
            )
            limit = "≥ 50 M/s" if n_cards == 7 else ""
            what = f"strengths of {n_cards} cards, {np.dtype(dtype).name}, one core"
            figures.append(Figure(what, f"{rate / 1e6:.0f} M/s", limit, peer, not limit or rate >= LEAST))
    figures.append(Figure("eval7.evaluate, 7 cards, per call", f"{eval7_rate / 1e6:.2f} M/s"))
    figures.append(Figure("phevaluator.evaluate_cards, 7 cards, per call", f"{phevaluator_rate / 1e6:.2f} M/s"))
    return print_figures("Evaluator", figures)


if __name__ == "__main__":
    run_alone(measure)
