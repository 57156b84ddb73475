"""Income rates: the deals against plain Python, exact equities, and what must hold of all of them together."""

import numpy as np
import pytest

from deluck.beliefs.holdem.income_rates import (
    MOST_OPPONENTS,
    SHIPPED_PATH,
    IncomeRates,
    deal_income_rates,
    income_rates,
    read_income_rates,
    write_income_rates,
)
from deluck.beliefs.holdem.income_rates_kernels import count_winners
from deluck.cards import (
    N_HOLDINGS,
    N_STARTING_HANDS,
    holding_cards,
    parse_cards,
    parse_starting_hand,
    starting_hand_holdings,
    starting_hands,
)
from deluck.errors import BeliefError, TableError
from deluck.estimators.divat.preflop.store import N_BOARDS, preflop_table
from deluck.evaluator import strength
from deluck.evaluator.lookup import lookup
from deluck.tables import ShippedTable

LIKELIHOOD = np.bincount(starting_hands()) / N_HOLDINGS


def exact_heads_up_equity(starting_hand):
    """The share of the pot against a random holding, from the boards of all 1,225 match-ups."""
    holding = starting_hand_holdings(starting_hand)[0]
    own = holding_cards()[holding]
    others = np.flatnonzero(~np.isin(holding_cards(), own).any(axis=1))
    wins, ties, _ = preflop_table().all_in_results(np.full(len(others), holding), others).sum(axis=0)
    return (wins + ties / 2) / (len(others) * N_BOARDS)


def test_the_shipped_table_is_of_a_million_deals():
    rates = income_rates()
    assert rates.n_deals == 1_000_000
    assert rates.mean.shape == rates.stderr.shape == (N_STARTING_HANDS, MOST_OPPONENTS)
    assert rates.stderr.max() < 0.005
    # an opponent who is not beaten once is not beaten when more of them sit down
    assert (np.diff(rates.counts.sum(axis=2), axis=1) < 0).all()
    assert (rates.counts[:, np.arange(9)[:, None] + 1 < np.arange(10)[None, :]] == 0).all()


def test_heads_up_rates_are_the_exact_equities_within_their_errors():
    rates = income_rates()
    exact = np.array([2 * exact_heads_up_equity(hand) - 1 for hand in range(N_STARTING_HANDS)])
    z = (rates.mean[:, 0] - exact) / rates.stderr[:, 0]
    assert np.abs(z).max() < 4.5
    assert np.mean(z**2) == pytest.approx(1, abs=4.5 * np.sqrt(2 / N_STARTING_HANDS))  # errors neither small nor large


@pytest.mark.parametrize("n_opponents", range(1, MOST_OPPONENTS + 1))
def test_all_hands_together_win_nothing(n_opponents):
    rates = income_rates()
    total = float(LIKELIHOOD @ rates.mean[:, n_opponents - 1])
    stderr = float(np.sqrt(LIKELIHOOD**2 @ rates.stderr[:, n_opponents - 1] ** 2))
    assert abs(total) < 4 * stderr < 0.002


def test_aces_keep_a_pot_of_ten_31_percent_of_the_time():
    rates = income_rates()
    aces = parse_starting_hand("AA")
    assert rates.equity[aces, 8] == pytest.approx(0.311, abs=0.002)
    assert rates.equity[aces, 0] == pytest.approx(0.852, abs=0.002)
    assert rates.rate(*parse_cards("AsAd"), 9) == pytest.approx(rates.mean[aces, 8])


def test_suits_and_order_of_a_holding_do_not_matter():
    rates = income_rates()
    suited = [rates.rate(*parse_cards(text), 4) for text in ("AsKs", "KdAd", "AcKc")]
    assert len(set(suited)) == 1
    assert suited[0] > rates.rate(*parse_cards("AsKd"), 4)


def splitmix(state):
    mask = 2**64 - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        number = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & mask
        yield number ^ (number >> 31)


def test_splitmix_gives_its_published_numbers():
    """The first numbers from state 1234567 of the reference program."""
    numbers = splitmix(1234567)
    assert [next(numbers) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(("hand", "state"), [("AsKd", 1234567), ("7h2c", 2**64 - 5), ("5d5c", 0)])
def test_the_kernel_deals_as_plain_python_does(hand, state):
    hole, numbers = parse_cards(hand), splitmix(state)
    deck = [card for card in range(52) if card not in hole]
    expected = np.zeros((MOST_OPPONENTS, MOST_OPPONENTS + 1), dtype=np.int64)

    def draw(place):
        other = place + ((next(numbers) >> 32) * (50 - place) >> 32)
        deck[place], deck[other] = deck[other], deck[place]
        return deck[place]

    for _ in range(300):
        board = [draw(place) for place in range(5)]
        n_tied = 0
        for opponent in range(MOST_OPPONENTS):
            theirs = strength([*board, draw(5 + 2 * opponent), draw(6 + 2 * opponent)])
            if theirs > strength([*board, *hole]):
                break
            n_tied += theirs == strength([*board, *hole])
            expected[opponent, n_tied] += 1
    found = np.zeros_like(expected)
    count_winners(np.uint64(state), 300, np.array(hole), lookup(), found)
    assert (found == expected).all()


def test_the_same_seed_gives_the_same_table_for_any_number_of_threads(monkeypatch):
    monkeypatch.setattr("deluck.beliefs.holdem.income_rates.DEALS_AT_ONCE", 100)
    one, three = (deal_income_rates(250, seed=5, n_jobs=n_jobs) for n_jobs in (1, 3))
    assert (one.counts == three.counts).all()
    assert (one.counts != deal_income_rates(250, seed=6, n_jobs=1).counts).any()


def test_the_error_is_that_of_the_deals_themselves():
    """Mean and error from counts against those of a list of what each deal brought."""
    counts = np.zeros((N_STARTING_HANDS, 9, 10), dtype=np.int32)
    counts[0, 2, :3] = 4, 2, 1
    brought = np.array([3.0] * 4 + [1.0] * 2 + [4 / 3 - 1] + [-1.0] * 13)
    rates = IncomeRates(counts, len(brought), 0)
    assert rates.mean[0, 2] == pytest.approx(brought.mean())
    assert rates.stderr[0, 2] == pytest.approx(brought.std(ddof=1) / np.sqrt(len(brought)))


@pytest.mark.parametrize("n_opponents", [0, 10])
def test_no_rates_against_no_or_too_many_opponents(n_opponents):
    with pytest.raises(BeliefError, match=f"against {n_opponents} opponents"):
        income_rates().rate(0, 1, n_opponents)


@pytest.mark.parametrize(("n_deals", "seed", "said"), [(1, 0, "1 deals"), (10, -1, "not a seed: -1")])
def test_deals_and_seeds_that_cannot_be_are_told(n_deals, seed, said):
    with pytest.raises(BeliefError, match=said):
        deal_income_rates(n_deals, seed=seed)


def test_a_file_comes_back_as_it_was_written(tmp_path):
    path = tmp_path / "some.table"
    rates = deal_income_rates(10, seed=3, n_jobs=1)
    write_income_rates(rates, path)
    again = read_income_rates(path)
    assert (again.counts == rates.counts).all()
    assert (again.n_deals, again.seed) == (10, 3)


def test_a_file_that_is_absent_or_has_other_contents_is_refused(tmp_path):
    path = tmp_path / "some.table"
    with pytest.raises(TableError, match="build it with `deluck tables build-income`"):
        read_income_rates(path)
    ShippedTable("income-rates", 1, path).write({"counts": np.zeros(3)})
    with pytest.raises(TableError, match="its contents are not those of a table of income rates"):
        read_income_rates(path)
    ShippedTable("income-rates", 0, path).write({"counts": np.zeros(3)})
    with pytest.raises(TableError, match="version 0"):
        read_income_rates(path)


@pytest.mark.slow
def test_the_shipped_table_is_what_its_seed_gives(tmp_path):
    rates = income_rates()
    path = tmp_path / "again.table"
    write_income_rates(deal_income_rates(rates.n_deals, seed=rates.seed), path)
    assert path.read_bytes() == SHIPPED_PATH.read_bytes()
