"""Lower bounds on what a strategy can lose, from exact best responses on sampled boards.

A strategy's exploitability is what the best response on all streets wins. The responses here play the strategy itself
before some street, so they win less than that: each bound is below the exploitability but for the boards sampled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.best_response.shapes import FLOP, N_STREETS, RIVER
from deluck.best_response.values import BoardValues, board_values
from deluck.cards import BOARD_SIZES, N_CARDS, format_cards
from deluck.errors import StrengthError
from deluck.games import STREET_NAMES, Learner, Player, Policy
from deluck.parallel import run_parts
from deluck.statistics import Estimate, estimate

UNIT = "mbb/g"
"""Thousandths of a big blind per game."""
SEATS = ("big blind", "button")


@dataclass(frozen=True, slots=True)
class Bound:
    """What the best response from a street on wins: so much the strategy loses at least.

    Attributes
    ----------
    street
        Where the responder stops playing the strategy itself: 1 for the flop, 2 the turn, 3 the river.
    average
        What it wins, in mbb/g, on average over the two seats; the error is that of the boards sampled.
    gains
        What it wins more than the strategy would against itself, in each seat.
    """

    street: int
    average: Estimate
    gains: tuple[Estimate, Estimate]

    @property
    def summed(self) -> Estimate:
        """What it wins in both seats together: twice the average."""
        return self.average.scaled(2, UNIT)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower bounds on what a strategy loses to its best response, from the same boards.

    Attributes
    ----------
    name
        The player.
    bounds
        One for each street from the first one asked for on, the first one first.
    button_value
        What the button wins if the strategy plays itself, in mbb/g.
    largest_sum
        The largest sum of the two seats' values of self-play on any board, which should be zero: rounding.
    boards
        The boards sampled.
    seed
        Of the boards.
    """

    name: str
    bounds: tuple[Bound, ...]
    button_value: Estimate
    largest_sum: float
    boards: tuple[tuple[int, ...], ...]
    seed: int

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values, for JSON; all values in mbb/g."""
        return {
            "player": self.name,
            "method": "exact",
            "unit": UNIT,
            "boards": len(self.boards),
            "seed": self.seed,
            "bounds": [
                {"from": STREET_NAMES[bound.street], "at_least": bound.average.as_dict()}
                | {"seats_summed": bound.summed.as_dict()}
                | {"gains": dict(zip(("big_blind", "button"), (gain.as_dict() for gain in bound.gains), strict=True))}
                for bound in self.bounds
            ],
            "self_play": {"button": self.button_value.as_dict(), "largest_sum_of_seats": self.largest_sum},
            "sampled": [format_cards(board) for board in self.boards],
        }


def can_state(player: Player) -> bool:
    """Return whether a player can state its strategy for all holdings, the same one in all hands."""
    return isinstance(player, Policy) and not isinstance(player, Learner)


def sample_boards(n_boards: int, n_cards: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return random boards; with the same seed those of fewer cards are the beginnings of those of more."""
    rng = np.random.default_rng(seed)
    return tuple(tuple(rng.permutation(N_CARDS)[:n_cards].tolist()) for _ in range(n_boards))


def lower_bounds(policy: Policy, name: str, *, street: int, n_boards: int, seed: int = 0, n_jobs: int = 1) -> Bounds:
    """Return lower bounds on what a strategy for heads-up limit hold'em loses to its best response, in mbb/g.

    Parameters
    ----------
    policy
        The strategy; it must not learn.
    name
        The player's name.
    street
        The first street on which the responder does not play the strategy itself: 1 (flop), 2 (turn) or 3 (river).
        A board takes about 0.2 seconds, 10 seconds or 7 minutes if the policy is fast.
    n_boards
        How many boards are sampled.
    seed
        Of the boards.
    n_jobs
        How many boards, or turn cards on a flop, are worked on at once.

    Raises
    ------
    StrengthError
        If there is no such street, or fewer than two boards.
    """
    if not FLOP <= street <= RIVER:
        raise StrengthError(f"no response from street {street} on (expected 1 to 3)")
    if n_boards < 2:
        raise StrengthError(f"{n_boards} boards (expected two or more, to know the error)")
    boards = sample_boards(n_boards, BOARD_SIZES[street], seed)
    found = list(_on_boards(policy, boards, street, n_jobs))
    by_street = np.stack([each.by_street for each in found])  # [board, way, seat]
    return Bounds(
        name,
        tuple(_bound(by_street, each) for each in range(street, N_STREETS)),
        estimate(by_street[:, 0, 1], UNIT),
        float(np.abs(by_street[:, 0].sum(axis=1)).max()),
        boards,
        seed,
    )


def _bound(by_street: NDArray[np.float64], street: int) -> Bound:
    responses, plain = by_street[:, N_STREETS - street], by_street[:, 0]
    big_blind, button = (estimate(responses[:, seat] - plain[:, seat], UNIT) for seat in range(2))
    return Bound(street, estimate(responses.mean(axis=1), UNIT), (big_blind, button))


def _on_boards(policy: Policy, boards: tuple[tuple[int, ...], ...], street: int, n_jobs: int) -> Iterator[BoardValues]:
    n_steps = len(boards) * (N_CARDS - BOARD_SIZES[FLOP] if street == FLOP else 1)
    with progress.task(f"Computing best responses on {len(boards):,} boards", n_steps) as display:
        if street == FLOP:  # there a board takes minutes, and is worked on by turn cards
            for board in boards:
                yield board_values(policy, board, n_jobs=n_jobs, on_card=display.advance)
            return
        for values in run_parts(partial(board_values, policy), boards, n_jobs=n_jobs):
            display.advance()
            yield values
