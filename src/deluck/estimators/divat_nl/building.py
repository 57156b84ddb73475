"""Deal out the shipped seat values, in blocks with seeds of their own and with checkpoints: a stopped run goes on."""

import time
from itertools import product

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.cards import N_STARTING_HANDS, starting_hands
from deluck.compiling import compile_kernels
from deluck.errors import BaselineError, TableError
from deluck.estimators.divat_nl.policy import LIMIT, ONE_STREET, StreetPolicy
from deluck.estimators.divat_nl.seat_values import (
    FEWEST_SEATS,
    MOST_SEATS,
    SeatValues,
    class_weights,
    encoded_policy,
    holding_ranks,
)
from deluck.estimators.divat_nl.seat_values_kernels import add_class_values
from deluck.games import HoldemRules
from deluck.games import betting_kernels as engine
from deluck.games.betting_tree import forced_of, seated
from deluck.metrics.showdown_shares import share_tables
from deluck.parallel import run_parts
from deluck.tables import TableFile

CHECKPOINT = TableFile(name="seat-values-partial", version=1)
DEALS_AT_ONCE = 1_000_000
BIG_BLIND = 100
DEEP_STACK = 10_000 * BIG_BLIND

_REASON = "Dealing out the one-street baseline's first street"
_TABLES = tuple(range(FEWEST_SEATS, MOST_SEATS + 1))


def deal_seat_values(
    n_deals: int,
    policy: StreetPolicy = ONE_STREET,
    *,
    seed: int = 0,
    n_jobs: int = -1,
    checkpoint: TableFile = CHECKPOINT,
    seconds_between_checkpoints: float = 60.0,
) -> SeatValues:
    """Return the seat values of 2 to 10 seats over so many deals each, from the last checkpoint of the same run on.

    Parameters
    ----------
    n_deals
        Deals for each number of seats, a multiple of a million.
    policy
        The baseline: that of no-limit or that of limit.
    seed
        Of the deals: the same seed gives the same values, whatever the number of threads and however often it stopped.
    n_jobs
        Threads to use; -1 for all cores.
    checkpoint
        Where the sums so far are stored.
    seconds_between_checkpoints
        How much work may be lost if the process is killed.

    Raises
    ------
    BaselineError
        If the number of deals is no multiple of a million.
    """
    if n_deals < DEALS_AT_ONCE or n_deals % DEALS_AT_ONCE:
        raise BaselineError(f"{n_deals:,} deals (expected a multiple of {DEALS_AT_ONCE:,})")
    compile_kernels()
    run = np.array([n_deals, seed], dtype=np.int64)
    n_done, sums = _read(run, policy, checkpoint)
    blocks = list(product(_TABLES, range(n_deals // DEALS_AT_ONCE)))
    saved_at = time.monotonic()
    with progress.task(_REASON, len(blocks) - n_done, progress.Pace(DEALS_AT_ONCE, "deals")) as display:
        try:
            for (n_seats, _), found in zip(
                blocks[n_done:],
                run_parts(lambda block: _deal_block(*block, seed, policy), blocks[n_done:], n_jobs=n_jobs),
                strict=True,
            ):
                sums[n_seats - FEWEST_SEATS] += found
                n_done += 1
                display.advance()
                if time.monotonic() - saved_at >= seconds_between_checkpoints:
                    _write(run, policy, n_done, sums, checkpoint)
                    saved_at = time.monotonic()
        finally:
            _write(run, policy, n_done, sums, checkpoint)
    return _values_of(sums, n_deals)


def _deal_block(n_seats: int, block: int, seed: int, policy: StreetPolicy) -> NDArray[np.float64]:
    """Return counts, sums and squares of what each seat won with each starting hand, float64[10, 169, 3], in chips."""
    if policy == LIMIT:
        rules, stacks = HoldemRules.limit(n_seats, BIG_BLIND), None
    else:
        rules, stacks = HoldemRules.no_limit(n_seats, BIG_BLIND // 2, BIG_BLIND), (DEEP_STACK,) * n_seats
    start = seated(rules, stacks).copy()
    engine.start_holdem(start, forced_of(rules.forced))
    state = np.random.SeedSequence((seed, n_seats, block)).generate_state(1, np.uint64)[0]
    sums = np.zeros((MOST_SEATS, N_STARTING_HANDS, 3))
    add_class_values(
        start, state, DEALS_AT_ONCE, holding_ranks(), starting_hands(), policy.array(), share_tables(), sums
    )
    return sums


def _values_of(sums: NDArray[np.float64], n_deals: int) -> SeatValues:
    """Return the means by starting hand, each starting hand counted as often as it is dealt, seats adding up to 0."""
    counts = np.maximum(sums[..., 0], 1)
    means = sums[..., 1] / counts / BIG_BLIND
    variances = sums[..., 2] / counts / BIG_BLIND**2 - means**2
    errors = np.sqrt((class_weights() ** 2 * variances / counts).sum(axis=2))
    for n_seats in _TABLES:
        table = means[n_seats - FEWEST_SEATS, :n_seats]
        table -= (table @ class_weights()).mean()
    return SeatValues(means, errors, n_deals)


def _read(run: NDArray[np.int64], policy: StreetPolicy, checkpoint: TableFile) -> tuple[int, NDArray[np.float64]]:
    """Return how many blocks an earlier run of the same kind has done, and their sums."""
    none = 0, np.zeros((len(_TABLES), MOST_SEATS, N_STARTING_HANDS, 3))
    try:
        arrays = checkpoint.open()
    except TableError as error:
        progress.note(f"{error}; starting anew")
        return none
    if arrays is None:
        return none
    if arrays["policy"].tobytes() != encoded_policy(policy).tobytes() or (arrays["run"] != run).any():
        progress.note(f"{checkpoint.path} is of another run; starting anew")
        return none
    return int(arrays["n_done"][0]), arrays["sums"].copy()


def _write(
    run: NDArray[np.int64], policy: StreetPolicy, n_done: int, sums: NDArray[np.float64], checkpoint: TableFile
) -> None:
    done = np.array([n_done], dtype=np.int64)
    checkpoint.write({"policy": encoded_policy(policy), "run": run, "n_done": done, "sums": sums})
