"""What a seat and its starting hand are worth between one-street baselines before anybody decides, in big blinds.

A seat's value is the mean of W before the flop over all deals. For 2 to 10 seats with the usual blinds, no antes and
stacks that the baseline's betting does not reach it is shipped, with its part for each of the 169 starting hands, for
no-limit and for limit; for other stakes and stacks it is the mean over deals drawn for the hand, with a seed that knows
nothing of its cards. The big blind of limit is a small bet.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.cards import N_HOLDINGS, N_STARTING_HANDS, holding_cards, starting_hands
from deluck.errors import TableError
from deluck.estimators.divat_nl.policy import LIMIT, ONE_STREET, STANDARD, Settings, StreetPolicy, policy_hash
from deluck.estimators.divat_nl.seat_values_kernels import fill_redealt_values
from deluck.games import HoldemRules, Rules
from deluck.metrics.ranks import hand_ranks
from deluck.metrics.showdown_shares import share_tables
from deluck.records import HandColumns
from deluck.tables import ShippedTable

NAMES = {ONE_STREET: "seat-values", LIMIT: "limit-seat-values"}
"""The shipped tables by the baseline they are of."""
VERSION = 1
FEWEST_SEATS, MOST_SEATS = 2, 10
DEEP = 60
"""Stacks of so many big blinds change a seat value by less than 0.0003; heads-up `DEEP_HEADS_UP` are enough."""
DEEP_HEADS_UP = 30
FINEST_BLIND = 50
"""A big blind of so many chips: the baseline's bets are whole chips, and with fewer they are rounded noticeably."""
DEEP_LIMIT = 4
"""Limit: what can be bet before the flop, in small bets."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatValues:
    """The shipped values.

    Attributes
    ----------
    classes
        What a seat with a starting hand is worth, in big blinds, by number of seats from two, seat and starting hand, 0
        past the last seat, float64[9, 10, 169].
    errors
        Standard errors of the seat values, float64[9, 10].
    n_deals
        How many deals they are the mean of, for each number of seats.
    """

    classes: NDArray[np.float64]
    errors: NDArray[np.float64]
    n_deals: int

    @property
    def seats(self) -> NDArray[np.float64]:
        """What each seat is worth, in big blinds, by number of seats from two and seat, float64[9, 10]."""
        return np.asarray(self.classes @ class_weights())


@cache
def class_weights() -> NDArray[np.float64]:
    """Return how likely each starting hand is, float64[169]."""
    weights = np.bincount(starting_hands(), minlength=N_STARTING_HANDS) / N_HOLDINGS
    weights.setflags(write=False)
    return weights


@cache
def holding_ranks() -> NDArray[np.float64]:
    """Return the rank that each holding is bet and folded by before the flop, float64[1326]."""
    ranks = hand_ranks(holding_cards(), np.zeros((N_HOLDINGS, 0), np.int64)).effective_to_bet
    ranks.setflags(write=False)
    return ranks


def shipped_path(policy: StreetPolicy = ONE_STREET) -> Path:
    """Return where the values of a baseline are shipped."""
    return Path(__file__).parent / "data" / f"{NAMES[policy]}.table"


def write_seat_values(values: SeatValues, path: Path | None = None, policy: StreetPolicy = ONE_STREET) -> None:
    """Write values with the hash of the baseline they are of, whole or not at all, by default where it is shipped."""
    arrays: dict[str, NDArray[Any]] = {
        "policy": encoded_policy(policy),
        "classes": values.classes,
        "errors": values.errors,
        "n_deals": np.array([values.n_deals], dtype=np.int64),
    }
    ShippedTable(NAMES[policy], VERSION, path or shipped_path(policy)).write(arrays)


def read_seat_values(path: Path | None = None, policy: StreetPolicy = ONE_STREET) -> SeatValues:
    """Return the values of a baseline in a file; by default those that are shipped.

    Raises
    ------
    TableError
        If it is absent, damaged, of another version, or of another baseline.
    """
    path = path or shipped_path(policy)
    arrays = ShippedTable(NAMES[policy], VERSION, path).open()
    if arrays is None:
        raise TableError(f"{path} is not there (it comes with the package: install it again)")
    shape = (MOST_SEATS - FEWEST_SEATS + 1, MOST_SEATS, N_STARTING_HANDS)
    if set(arrays) != {"policy", "classes", "errors", "n_deals"} or arrays["classes"].shape != shape:
        raise TableError(f"{path} is damaged: it does not hold what a table of seat values holds")
    if arrays["policy"].tobytes() != encoded_policy(policy).tobytes():
        raise TableError(f"{path} is of another baseline, not of {policy_hash(policy)}")
    return SeatValues(arrays["classes"], arrays["errors"], int(arrays["n_deals"][0]))


@cache
def shipped_seat_values(policy: StreetPolicy = ONE_STREET) -> SeatValues:
    """Return the shipped values of a baseline, read at first use."""
    return read_seat_values(policy=policy)


def encoded_policy(policy: StreetPolicy) -> NDArray[np.uint8]:
    """Return the hash of a one-street baseline as an array, to stand beside what was computed for it."""
    return np.frombuffer(policy_hash(policy).encode("ascii"), dtype=np.uint8).copy()


def seat_values(
    hands: HandColumns, first_states: NDArray[np.int64], settings: Settings = STANDARD
) -> NDArray[np.float64]:
    """Return what every seat is worth before the cards, in big blinds, float64[n, seats]; 0 for those not there.

    Parameters
    ----------
    hands
        Hold'em, of the betting structure that the baseline is for.
    first_states
        The betting engine's states before the first decision, int64[n, STATE_SIZE].
    settings
        The constants; other baselines than the standard ones have no table.
    """
    values = np.zeros((len(hands), hands.max_seats))
    is_tabled = usual_stakes(hands, settings.policy)
    if is_tabled.any():
        tabled = shipped_seat_values(settings.policy).seats[hands.n_seats[is_tabled] - FEWEST_SEATS]
        values[is_tabled] = tabled[:, : hands.max_seats]
    rows = np.flatnonzero(~is_tabled)
    if rows.size:
        some = hands[rows]
        out = np.zeros((len(rows), hands.max_seats))
        fill_redealt_values(
            np.ascontiguousarray(first_states[rows]),
            _seeds(some),
            settings.n_redeals,
            holding_ranks(),
            settings.policy.array(),
            share_tables(),
            out,
        )
        values[rows] = out / some.unit_chips[:, None]
    return values


def usual_stakes(hands: HandColumns, policy: StreetPolicy = ONE_STREET) -> NDArray[np.bool_]:
    """Return which hands the shipped values of a baseline are of: usual blinds, nothing else posted, deep, bool[n]."""
    if policy not in NAMES:
        return np.zeros(len(hands), np.bool_)
    check = _has_usual_bets if policy == LIMIT else _has_usual_blinds
    usual = np.array([check(rules) for rules in hands.rules], dtype=np.bool_)[hands.rules_index]
    if hands.forced is not None:
        usual &= (hands.forced == hands.usual_forced()).all(axis=(1, 2))
    needed = np.where(hands.n_seats == 2, DEEP_HEADS_UP, DEEP) if policy != LIMIT else np.full(len(hands), DEEP_LIMIT)
    deep = hands.stacks >= (needed * hands.unit_chips)[:, None]
    cannot_run_out = (hands.stacks[:, :1] < 0) & (policy == LIMIT)
    return np.asarray(usual & (deep | cannot_run_out | (hands.players < 0)).all(axis=1))


def _has_usual_blinds(rules: Rules) -> bool:
    return (
        isinstance(rules, HoldemRules)
        and not rules.is_limit
        and rules.big_blind >= FINEST_BLIND
        and _has_half_blind(rules)
        and rules.min_bet in (0, rules.big_blind)
    )


def _has_usual_bets(rules: Rules) -> bool:
    return (
        isinstance(rules, HoldemRules)
        and rules.is_limit
        and _has_half_blind(rules)
        and rules.bet_sizes[0] == rules.big_blind
        and rules.max_raises[0] == HoldemRules.USUAL_CAP[0]
    )


def _has_half_blind(rules: HoldemRules) -> bool:
    return 2 * rules.small_blind == rules.big_blind and rules.ante == rules.big_blind_ante == 0


def _seeds(hands: HandColumns) -> NDArray[np.uint64]:
    """Return a seed for each hand from what names it, and nothing that was dealt or decided, uint64[n]."""
    texts = (
        "\0".join((hand_id, *hands.origins[origin], str(time), *(hands.names[player] for player in players)))
        for hand_id, origin, time, players in zip(
            hands.hand_ids.tolist(),
            hands.origins_index.tolist(),
            hands.times.tolist(),
            (row[row >= 0].tolist() for row in hands.players),
            strict=True,
        )
    )
    digests = b"".join(hashlib.blake2b(text.encode(errors="replace"), digest_size=8).digest() for text in texts)
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64)
