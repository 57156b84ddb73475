"""What the roll-out kernels are given: settings as whole numbers, and the rank tables."""

from functools import cache
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.errors import BaselineError
from deluck.estimators.divat.board_ranks_kernels import RankLookup
from deluck.estimators.divat.policy import BET_SIZES, FLOP, RIVER, Settings
from deluck.estimators.divat.policy_kernels import EndTables, Thresholds, fill_ends, fill_river_ends
from deluck.games import BOARD_SIZES
from deluck.isomorphism import relabellings
from deluck.isomorphism.boards import binomials
from deluck.tables import hand_rank_tables

_MOST_DENOMINATOR = 1_000_000  # far from where comparisons in 64 bits could overflow


@cache
def thresholds_of(settings: Settings, small_bet: int = 1) -> Thresholds:
    """Return settings as whole numbers for the kernels, a small bet being so many units.

    Raises
    ------
    BaselineError
        If a fold offset is too fine to be compared exactly in 64 bits.
    """
    streets = [hand_rank_tables().street(n_cards) for n_cards in BOARD_SIZES]
    pairs = list(zip(settings.streets, streets, strict=True))
    make = [[ceil(street.final_total * threshold) for threshold in chosen.make] for chosen, street in pairs]
    offsets = [[chosen.fold_offset.numerator, chosen.fold_offset.denominator] for chosen, _ in pairs]
    if max(denominator for _, denominator in offsets) > _MOST_DENOMINATOR:
        raise BaselineError(
            f"fold offsets of settings {settings.hash} are too fine (expected denominators up to {_MOST_DENOMINATOR:,})"
        )
    # On the flop a hand folds by the sum of both ranks, so that their average needs no fraction.
    totals = [street.final_total * (2 if number == FLOP else 1) for number, street in enumerate(streets)]
    arrays: dict[str, NDArray[Any]] = {
        "make": np.array(make, dtype=np.int64),
        "offsets": np.array(offsets, dtype=np.int64),
        "totals": np.array(totals, dtype=np.int64),
        "ratios": np.array([street.final_total // street.now_total for street in streets], dtype=np.int64),
        "bets": small_bet * np.array(BET_SIZES, dtype=np.int64),
    }
    return Thresholds(**_frozen(arrays))


@cache
def end_tables_of(settings: Settings, small_bet: int = 1) -> EndTables:
    """Return how rounds end by these settings, worked out beforehand, a small bet being so many units."""
    total = hand_rank_tables().street(BOARD_SIZES[RIVER]).final_total
    thresholds: Any = thresholds_of(settings)
    arrays: dict[str, NDArray[Any]] = {
        "ends": np.empty(25, dtype=np.uint8),
        "river_levels": np.empty(total + 1, dtype=np.uint8),
        "river_leasts": np.empty((5, total + 1), dtype=np.int64),
    }
    fill_ends(arrays["ends"])
    offset = settings.streets[RIVER].fold_offset
    fill_river_ends(
        thresholds.make[RIVER],
        small_bet * BET_SIZES[RIVER],
        total,
        offset.numerator,
        offset.denominator,
        arrays["river_levels"],
        arrays["river_leasts"],
    )
    return EndTables(**_frozen(arrays))


def _frozen(arrays: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    for array in arrays.values():
        array.setflags(write=False)
    return arrays


@cache
def rank_lookup() -> RankLookup:
    """Return the rank tables, as the kernels take them."""
    tables = hand_rank_tables()
    flop, turn, river = (tables.street(n_cards) for n_cards in (3, 4, 5))
    return RankLookup(
        flop_boards=tables.boards[3],
        turn_boards=tables.boards[4],
        river_boards=tables.boards[5],
        flop_now=flop.now,
        flop_final=flop.final,
        turn_now=turn.now,
        turn_final=turn.final,
        river_now=river.now,
        relabelled=relabellings(),
        binomials=binomials(),
    )
