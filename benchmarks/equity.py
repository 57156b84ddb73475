"""Exact equity and metrics of one hand, beside eval7 called for every board, as its users do."""

from itertools import combinations

import eval7

from deluck.metrics import all_in_equity, hand_metrics
from report import Figure, best_seconds, print_figures, run_alone

HANDS = ["AcKc", "7h6h"]
FLOP = "Ks5h3d"


def eval7_equity(hands: list[str], board: str) -> float:
    """Return the first hand's equity with eval7's evaluator, over every completion of the board."""

    def cards(text: str) -> list[eval7.Card]:
        return [eval7.Card(text[start : start + 2]) for start in range(0, len(text), 2)]

    first, second, dealt = cards(hands[0]), cards(hands[1]), cards(board)
    rest = [card for card in eval7.Deck().cards if card not in first + second + dealt]
    n_boards, share = 0, 0.0
    for drawn in combinations(rest, 5 - len(dealt)):
        full = [*dealt, *drawn]
        ours, theirs = eval7.evaluate(first + full), eval7.evaluate(second + full)
        share += 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
        n_boards += 1
    return share / n_boards


def measure() -> bool:
    """Measure equity before and on the flop, and the metrics of a hand on the flop."""
    preflop = best_seconds(lambda: all_in_equity(HANDS))
    flop = best_seconds(lambda: all_in_equity(HANDS, FLOP), 200)
    for board in ("", FLOP):
        assert abs(eval7_equity(HANDS, board) - all_in_equity(HANDS, board).players[0].equity) < 1e-12
    peer_preflop = best_seconds(lambda: eval7_equity(HANDS, ""), 1)
    peer_flop = best_seconds(lambda: eval7_equity(HANDS, FLOP), 50)
    metrics = best_seconds(lambda: hand_metrics("AdQc", "3h4cJh", opponents=5), 20)
    figures = [
        Figure(
            "heads-up equity, 1,712,304 boards",
            f"{1000 * preflop:.1f} ms",
            "≤ 60 ms",
            f"{peer_preflop / preflop:.0f} x eval7 ({1000 * peer_preflop:.0f} ms)",
            preflop <= 0.06,
        ),
        Figure(
            "heads-up equity on the flop, 990 boards",
            f"{1000 * flop:.3f} ms",
            "≤ 0.2 ms",
            f"{peer_flop / flop:.1f} x eval7 ({1000 * peer_flop:.3f} ms)",
            flop <= 0.0002,
        ),
        Figure("all metrics of a hand on the flop", f"{1000 * metrics:.1f} ms"),
    ]
    return print_figures("Equity and metrics", figures)


if __name__ == "__main__":
    run_alone(measure)
