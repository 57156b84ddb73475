"""The bookkeeping: skill and luck make money; rounds, ends and values against plain Python."""

import random
from fractions import Fraction

import numpy as np
import pytest

from deluck.cards import format_cards, starting_hands
from deluck.estimators import (
    ESTIMATORS,
    EstimatorError,
    Sampling,
    analyse,
    decision_prices,
    decision_prices_to_actor,
    estimate_hands,
    find_column,
    find_estimator,
    seat_value,
)
from deluck.estimators.divat.baseline_rounds import baseline_actions, round_start
from deluck.estimators.divat.differences import divat_aie_by_round, divat_roe_by_round, lfat_by_round
from deluck.estimators.divat.luck import first_rounds, luck_by_round, preflop_table
from deluck.estimators.divat.policy import STANDARD, Settings, street_settings
from deluck.estimators.divat.preflop_values import roll_out_values, seat_holdings
from deluck.estimators.divat.rollout import N_LEAVES, preflop_flop_sums, ranks_of, roll_out
from deluck.games import Action, HoldemRules
from deluck.isomorphism import N_MATCHUPS, matchup_classes
from deluck.metrics import all_in_equity
from deluck.records import HandColumns

LOOSE = Settings(
    (
        street_settings("-0.05", "0.5", "0.75", "0.9", "0.95"),
        street_settings("0.02", "0.5", "0.75", "0.9", "0.95"),
        street_settings("0.05", "0.5", "0.75", "0.9", "0.95"),
        street_settings("-0.05", "0.55", "0.8", "0.9", "0.95"),
    )
)
N_BOARD_CARDS = (0, 3, 4, 5)


def cards_of(hands, row):
    return hands.cards[row].reshape(-1).tolist()


def board_of(hands, row, street):
    return hands.board[row, : N_BOARD_CARDS[street]].tolist()


def rounds_of(analysis, hand):
    """Yield street, places of its decisions, and its first node, of one hand."""
    betting = analysis.betting
    places = np.arange(betting.starts[hand], betting.starts[hand + 1])
    for street in range(int(betting.n_rounds[hand])):
        pot = int(betting.start_pots[hand, street]) if street else 0
        yield street, places[betting.streets[places] == street], round_start(street, pot, most_bets=None)


def test_money_is_that_of_the_records_and_is_skill_plus_luck(hands, analysis):
    assert len(analysis) == len(hands)
    assert (analysis.money == hands.payoffs[:, 0] / 10).all()
    found = estimate_hands(analysis)
    assert np.abs(found["money"] - found["divat_roe"] - found["luck"]).max() < 1e-9
    assert found["money"].std() > 3  # there was something to explain


def test_decisions_add_up_to_rounds_and_rounds_to_hands(analysis):
    betting = analysis.betting
    by_round = np.zeros((len(analysis), 4))
    np.add.at(by_round, (betting.hands, betting.streets), decision_prices(analysis))
    assert np.abs(by_round - divat_roe_by_round(analysis)).max() < 1e-9
    for name in ("lfat", "evat", "divat_aie", "divat_roe", "luck"):
        estimator = ESTIMATORS[name]
        assert estimator.by_round(analysis).sum(axis=1) == pytest.approx(estimator.by_hand(analysis), abs=1e-12)
        assert not estimator.by_round(analysis)[~betting.played].any()


def test_a_decision_of_the_baseline_costs_nothing(analysis):
    prices = decision_prices(analysis)
    same = analysis.betting.actions == analysis.baseline_actions
    assert not prices[same].any()
    assert (prices[~same] != 0).mean() > 0.8
    assert (decision_prices_to_actor(analysis) == np.where(analysis.betting.seats == 0, prices, -prices)).all()


def test_every_round_and_node_is_played_as_plain_python_plays_it(hands, analysis):
    """Pots, the baseline's action and its way to the end, from every node of the rounds as they were played."""
    n_nodes = 0
    for hand in range(0, len(analysis), 12):
        for street, places, start in rounds_of(analysis, hand):
            node = start
            ranks = ranks_of(cards_of(hands, hand), board_of(hands, hand, street))
            for place in places:
                actions, end = baseline_actions(node, ranks)
                assert actions[0] == analysis.baseline_actions[place]
                assert node.n_bets == analysis.betting.n_bets[place]
                assert node.actor == analysis.betting.seats[place]
                if place == places[0]:
                    sequence = analysis.sequences[hand, street]
                    assert tuple(sequence[sequence >= 0]) == actions
                if end.folder is not None:
                    assert analysis.values_before[place] == float(end.folded_value)
                elif n_nodes % 10 == 0 and street:
                    value = roll_out(cards_of(hands, hand), board_of(hands, hand, street), int(end.pot)).value
                    assert analysis.values_before[place] == pytest.approx(value, abs=1e-12)
                node = node.after(Action(int(analysis.betting.actions[place])))
                n_nodes += 1
            assert node.actor is None
            end_pot = int(node.pot) if node.folder is None else 0
            assert analysis.betting.end_pots[hand, street] == end_pot
            if node.folder is not None:
                assert analysis.betting.folded[hand, street] == float(node.folded_value)
    assert n_nodes > 1500


def test_all_in_equity_of_the_ends(hands, analysis):
    for hand in range(0, len(analysis), 150):
        for street, _, start in rounds_of(analysis, hand):
            cards = cards_of(hands, hand)
            players = all_in_equity(
                [format_cards(cards[:2]), format_cards(cards[2:])], board_of(hands, hand, street)
            ).players
            share = (players[0].wins - players[0].losses) / (players[0].wins + players[0].ties + players[0].losses)
            pot = float(start.pot) if street else 2
            assert analysis.aie_start[hand, street] == pytest.approx(share * pot / 2, abs=1e-12)
            end_pot = analysis.betting.end_pots[hand, street]
            if end_pot:
                assert analysis.aie_actual[hand, street] == pytest.approx(share * end_pot / 2, abs=1e-12)
            else:
                assert analysis.aie_actual[hand, street] == analysis.betting.folded[hand, street]


def test_money_less_lfat_and_all_in_differences_hold_together(analysis):
    """What the deals did not change was changed by the betting, by all-in equity too."""
    betting_changes = np.where(analysis.betting.played, analysis.aie_actual - analysis.aie_start, 0).sum(axis=1)
    found = estimate_hands(analysis, ["money_minus_lfat", "money", "lfat"])
    assert found["money_minus_lfat"] == pytest.approx(betting_changes, abs=1e-9)
    assert found["money_minus_lfat"] == pytest.approx(found["money"] - found["lfat"], abs=1e-12)


def test_two_baselines_make_no_difference_and_their_money_is_dcash(play_hand, choose_by_baseline):
    rng = random.Random(3)
    hands = HandColumns.from_records([play_hand(rng.sample(range(52), 9), choose_by_baseline) for _ in range(400)])
    found = analyse(hands)
    assert (found.betting.actions == found.baseline_actions).all()
    assert not decision_prices(found).any()
    assert not divat_roe_by_round(found).any()
    assert not divat_aie_by_round(found).any()
    assert (found.self_play == found.money).all()
    assert len(np.unique(found.betting.n_rounds)) == 4 or found.betting.n_rounds.max() == 4
    assert (found.money == hands.payoffs[:, 0] / 10).all()


def test_dcash_plays_on_as_far_as_cards_were_dealt(play_hand, choose_by_baseline):
    """The same cards played by the baseline itself end where Dcash says, if the hand as played saw the whole board."""
    rng = random.Random(4)
    decks = [rng.sample(range(52), 9) for _ in range(300)]
    called = HandColumns.from_records([play_hand(deck, lambda _: Action.CALL) for deck in decks])
    by_baseline = HandColumns.from_records([play_hand(deck, choose_by_baseline) for deck in decks])
    assert (analyse(called).self_play == by_baseline.payoffs[:, 0] / 10).all()


def test_dcash_counts_cards_that_were_not_dealt_by_roll_out_equity(play_hand):
    """P2 folds to a flop bet; the baseline would have called or not, and its pot is rolled out from the flop."""
    rng = random.Random(8)
    n_rolled_out = 0
    for _ in range(25):
        deck = rng.sample(range(52), 9)

        def choose(state):
            if state.street == 0:
                return Action.CALL
            return Action.FOLD if state.to_call else Action.RAISE

        hands = HandColumns.from_records([play_hand(deck, choose)])
        cards, pot = deck[:4], 0
        for street in range(2):
            node = round_start(street, pot)
            _, node = baseline_actions(node, ranks_of(cards, deck[4 : 4 + N_BOARD_CARDS[street]]))
            if node.folder is not None:
                expected = float(node.folded_value)
                break
            pot = int(node.pot)
        else:
            expected = roll_out(cards, deck[4:7], pot).value
            n_rolled_out += 1
        assert analyse(hands).self_play[0] == pytest.approx(expected, abs=1e-12)
    assert n_rolled_out > 5


@pytest.mark.parametrize("street", [2, 3])
def test_the_luck_of_a_street_has_mean_zero_over_its_cards_exactly(street, play_hand, rng):
    """The same hand with each card that can come next: its luck cancels out."""
    for _ in range(5):
        deck = rng.permutation(52).tolist()
        known, rest = deck[: 2 + 2 + N_BOARD_CARDS[street - 1]], deck[4 + N_BOARD_CARDS[street - 1] :]

        def choose(state):
            legal = state.legal_actions()
            if state.street == street:
                return Action.FOLD if Action.FOLD in legal else Action.RAISE
            return Action.RAISE if state.n_raises < state.street else Action.CALL

        hands = [
            play_hand(
                [*known, card, *rest[:1], *rest[1:]][:9]
                if street == 3
                else [*known, card, next(other for other in rest if other != card)],
                choose,
            )
            for card in rest
        ]
        found = analyse(HandColumns.from_records(hands))
        luck = luck_by_round(found)[:, street]
        assert len(luck) == 48 - N_BOARD_CARDS[street - 1]
        assert luck.std() > 0.01 or not luck.any()
        assert luck.mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.slow
def test_the_luck_of_the_flop_has_mean_zero_over_all_flops(play_hand):
    from itertools import combinations

    holes = [50, 46, 21, 17]
    rest = [card for card in range(52) if card not in holes]

    def choose(state):
        return Action.CALL if state.street == 0 else (Action.FOLD if state.to_call else Action.RAISE)

    hands = [
        play_hand([*holes, *flop, *[card for card in rest if card not in flop][:2]], choose)
        for flop in combinations(rest, 3)
    ]
    luck = luck_by_round(analyse(HandColumns.from_records(hands), n_jobs=-1))[:, 1]
    assert len(luck) == 17296
    assert luck.mean() == pytest.approx(0, abs=1e-10)


def test_luck_terms_have_mean_zero_but_the_first_whose_mean_is_the_seat_value(analysis):
    luck = luck_by_round(analysis)
    for street in range(4):
        dealt = luck[analysis.betting.n_rounds > street, street]
        expected = seat_value() if street == 0 else 0
        assert abs(dealt.mean() - expected) < 4 * dealt.std() / np.sqrt(len(dealt))


def test_the_first_rounds_of_all_starting_hands_are_played_as_plain_python_plays_them(rng):
    pots, folded = first_rounds(STANDARD)
    for deck in rng.random((300, 52)).argsort(axis=1)[:, :4]:
        _, end = baseline_actions(round_start(0), ranks_of(deck, []))
        first, second = starting_hands()[seat_holdings(deck[None])[0]]
        assert pots[first, second] == (int(end.pot) if end.folder is None else 0)
        assert folded[first, second] == (0 if end.folder is None else float(end.folded_value))


def test_the_seat_value_is_the_mean_over_all_first_deals():
    """The button is the better seat; the sum over the 47,008 match-ups, each as often as it can be dealt, agrees."""
    assert seat_value() == pytest.approx(-0.1032498, abs=1e-7)
    lookup = matchup_classes().lookup
    n_pairs = np.bincount(lookup[lookup >= 0], minlength=2 * N_MATCHUPS)
    pots, folded = first_rounds(STANDARD)
    hands = starting_hands()
    total = Fraction(0)
    for row, (one, other) in enumerate(matchup_classes().matchups.tolist()):
        for swapped, (first, second) in enumerate(((one, other), (other, one))):
            n_deals = int(n_pairs[2 * row + swapped])
            pot = int(pots[hands[first], hands[second]])
            value = Fraction(int(preflop_table().sums[row, swapped, pot // 2 - 1]), N_LEAVES[0]) if pot else 0
            total += n_deals * (value + Fraction(float(folded[hands[first], hands[second]])))
    assert n_pairs.sum() == 1326 * 1225
    assert seat_value() == pytest.approx(float(total / (1326 * 1225)), abs=1e-12)


def test_suits_have_no_say(hands, analysis):
    """Relabelled suits and holdings written the other way round change no number."""
    relabelled = np.array([4 * (card // 4) + (3, 0, 1, 2)[card % 4] for card in range(52)] + [-1], dtype=np.int8)
    part = hands[:300]
    moved = HandColumns.from_holdem(
        rules=part.rules,
        names=part.names,
        rules_index=part.rules_index,
        hand_ids=part.hand_ids,
        players=part.players,
        cards=relabelled[part.cards][:, :, ::-1],
        board=relabelled[part.board],
        action_starts=part.action_starts,
        actions=part.actions,
        actors=part.actors,
        payoffs=part.payoffs,
    )
    found, expected = estimate_hands(analyse(moved)), estimate_hands(analysis)
    for name, column in found.items():
        assert (column == expected[name][:300]).all(), name


def test_seats_swapped_turn_the_all_in_view_round(play_hand):
    """Nobody folds and the pots are the same: money, equity and their luck change sign with the cards."""
    rng = random.Random(6)
    decks = [rng.sample(range(52), 9) for _ in range(200)]

    def choose(state):
        return Action.RAISE if state.n_raises == 0 else Action.CALL

    one = analyse(HandColumns.from_records([play_hand(deck, choose) for deck in decks]))
    swapped = [[*deck[2:4], *deck[:2], *deck[4:]] for deck in decks]
    other = analyse(HandColumns.from_records([play_hand(deck, choose) for deck in swapped]))
    assert (one.net_wins == -other.net_wins).all()
    assert (one.money == -other.money).all()
    assert (lfat_by_round(one) == -lfat_by_round(other)).all()


def test_results_do_not_depend_on_how_hands_come_together(hands, analysis):
    parts = [analyse(hands[start : start + 40]) for start in range(0, 120, 40)]
    for name in ESTIMATORS:
        joined = np.concatenate([estimate_hands(part, [name])[name] for part in parts])
        assert (joined == estimate_hands(analysis, [name])[name][:120]).all()


def test_more_than_four_bets_are_rolled_out_from_their_larger_pots(play_hand):
    rules = HoldemRules(n_seats=2, small_blind=5, big_blind=10, bet_sizes=(10, 10, 20, 20), max_raises=(8, 8, 8, 8))
    deck = [51, 47, 20, 24, 3, 8, 45, 30, 13]

    def choose(state):
        return Action.RAISE if state.n_raises < (5, 6, 7, 2)[state.street] else Action.CALL

    hands = HandColumns.from_records([play_hand(deck, choose, rules)])
    found = analyse(hands, n_jobs=-1)
    assert found.betting.start_pots.tolist() == [[2, 12, 24, 52]]
    expected = preflop_flop_sums(deck[:4], [12]).sum() / N_LEAVES[0]
    assert found.roe_actual[0, 0] == pytest.approx(expected, abs=1e-12)
    assert found.money[0] == pytest.approx(estimate_hands(found)["divat_roe"][0] + estimate_hands(found)["luck"][0])
    assert found.money[0] == hands.payoffs[0, 0] / 10


def test_other_settings_keep_the_identity_with_sampled_flops(random_hands):
    hands = random_hands(150, 5)
    found = analyse(hands, LOOSE, sampling=Sampling(20, 1))
    columns = estimate_hands(found)
    assert np.abs(columns["money"] - columns["divat_roe"] - columns["luck"]).max() < 1e-9
    assert np.isnan(columns["seat_value"]).all()
    assert (found.baseline_actions != analyse(hands).baseline_actions).any()
    again = estimate_hands(analyse(hands, LOOSE, sampling=Sampling(20, 1)))
    assert (again["divat_roe"] == columns["divat_roe"]).all()
    other = estimate_hands(analyse(hands, LOOSE, sampling=Sampling(20, 2)))
    assert (other["divat_roe"] != columns["divat_roe"]).any()


def test_sampled_flops_give_the_exact_value_within_their_error():
    holdings = np.array([[1200, 30], [30, 1200]])
    pots = np.array([4, 4])
    exact = roll_out_values(holdings, pots).values
    means = [
        roll_out_values(holdings[:1], pots[:1], LOOSE, sampling=Sampling(100, seed)).values[0] for seed in range(8)
    ]
    loose = roll_out_values(holdings[:1], pots[:1], LOOSE).values[0]
    assert abs(np.mean(means) - loose) < 4 * np.std(means, ddof=1) / np.sqrt(len(means))
    assert exact[0] != exact[1]


def test_estimators_are_found_by_name():
    assert list(ESTIMATORS) == [
        "money",
        "lfat",
        "money_minus_lfat",
        "evat",
        "divat_aie",
        "divat_roe",
        "luck",
        "seat_value",
        "dcash",
        "money_minus_dcash",
    ]
    assert all(name == estimator.name and find_column(name).meaning for name, estimator in ESTIMATORS.items())
    with pytest.raises(EstimatorError, match="no estimator 'divat'"):
        find_estimator("divat")


def test_no_hands_give_empty_columns():
    found = analyse(HandColumns.from_records([], game="holdem"))
    assert len(found) == 0
    assert all(len(column) == 0 for column in estimate_hands(found).values())
    assert len(decision_prices(found)) == 0
    assert Fraction(0) == sum(luck_by_round(found).ravel())
