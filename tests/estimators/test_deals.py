"""The luck of the board and all-in values, against plain walks over the betting and enumeration of boards."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.estimators.deals import all_in_values, board_luck, known_cards
from deluck.estimators.money import money_before_rake
from deluck.games import HoldemRules, HoldemState
from deluck.games import betting_kernels as engine
from deluck.metrics.state_equity import state_values
from deluck.records import HandColumns, walk

from .simulated import simulate

GAMES = {
    "heads-up": (HoldemRules.no_limit(2), (20_000, 20_000)),
    "six seats": (HoldemRules.no_limit(6), (10_000,) * 6),
    "uneven stacks, ante": (HoldemRules.no_limit(6, 5, 10, 2), (35, 1000, 400, 120, 2000, 77)),
    "short of the ante": (HoldemRules.no_limit(4, 5, 10, 4), (3, 60, 200, 14)),
    "big-blind ante": (replace(HoldemRules.no_limit(5), big_blind_ante=100), (900, 150, 5_000, 5_000, 2_000)),
    "pot-limit": (HoldemRules.pot_limit(4), (3_000, 10_000, 700, 10_000)),
    "limit": (HoldemRules.limit(5), None),
    "limit, short stacks": (HoldemRules.limit(3), (47, 90, 400)),
}


def plain_expectations(record):
    """Return, for each street that was dealt, what seats can expect before and after it, by the state players act on.

    Also the first street dealt with fewer than two seats that could bet, or 0.
    """
    state = HoldemState(record.rules, record.deal, record.stacks, record.forced)
    n_seats = record.rules.n_seats
    found, all_in = {}, 0
    decisions = iter(record.decisions)
    street = 0
    while True:
        while street < (3 if state.is_over and state.has_showdown else state.street):
            street += 1
            chips = state.contributions
            dead = state._node.chips[engine.DEAD : engine.DEAD + n_seats]
            short = [bool(state._node.chips[engine.SHORT_DEAD] >> seat & 1) for seat in range(n_seats)]
            live = [not gone for gone in state.folded]
            if (
                not all_in
                and state.stacks
                and sum(stack > 0 for stack, is_in in zip(state.stacks, live, strict=True) if is_in) < 2
            ):
                all_in = street
            boards = [list(record.deal.board[:n]) + [-1] * (5 - n) for n in ((0, 3, 4, 5)[street - 1], street + 2)]
            found[street] = state_values(
                [record.deal.holes] * 2, boards, [chips] * 2, [state.folded] * 2, [dead] * 2, [short] * 2
            )
        move = next(decisions, None)
        if move is None:
            return found, all_in
        state.act(move.action, move.amount)


@pytest.mark.parametrize("game", GAMES)
def test_luck_is_the_change_of_what_can_be_expected(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 60, seed=11)
    decisions = walk(hands)
    luck = board_luck(hands, decisions)
    streets, values = all_in_values(hands, decisions)
    assert luck.eligibility.mask.all()
    assert (luck.by_street[:, :, 0] == 0).all()
    for row, record in enumerate(hands):
        found, all_in = plain_expectations(record)
        assert streets[row] == all_in
        for street in range(1, 4):
            before, after = found.get(street, np.zeros((2, rules.n_seats)))
            assert luck.by_street[row, :, street] == pytest.approx((after - before) / rules.unit, abs=1e-9)
        if all_in:
            assert values[row] == pytest.approx(found[all_in][0] / rules.unit, abs=1e-9)
        else:
            assert np.isnan(values[row]).all()


@pytest.mark.parametrize("game", GAMES)
def test_luck_of_all_deals_has_mean_zero(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 8_000, seed=12)
    luck = board_luck(hands, walk(hands)).by_street
    for street in range(1, 4):
        errors = luck[:, :, street].std(axis=0) / np.sqrt(len(hands))
        assert (np.abs(luck[:, :, street].mean(axis=0)) < 4.5 * errors).all()
    assert np.abs(luck.sum(axis=1)).max() < 1e-9


@pytest.mark.parametrize("game", ["six seats", "uneven stacks, ante"])
def test_an_all_in_hand_is_luck_from_there_on(game):
    rules, stacks = GAMES[game]
    hands = simulate(rules, stacks, 400, seed=13)
    decisions = walk(hands)
    luck = board_luck(hands, decisions).by_street
    money = money_before_rake(hands, decisions)
    streets, values = all_in_values(hands, decisions)
    rows = np.flatnonzero(streets)
    assert len(rows) > 50
    for row in rows:
        after = luck[row, :, streets[row] :].sum(axis=1)
        assert values[row] + after == pytest.approx(money[row], abs=1 / rules.unit * 6)  # odd chips


def test_hands_are_valued_alike_however_they_are_cut():
    rules, stacks = GAMES["uneven stacks, ante"]
    hands = simulate(rules, stacks, 100, seed=14)
    whole = board_luck(hands, walk(hands)).by_street
    parts = [board_luck(part, walk(part)).by_street for part in (hands[:1], hands[1:37], hands[37:])]
    assert (np.concatenate(parts) == whole).all()


def test_values_that_are_asked_for_again_are_remembered():
    hands = simulate(*GAMES["heads-up"], 10, seed=15)
    decisions = walk(hands)
    assert board_luck(hands, decisions) is board_luck(hands, decisions)
    assert board_luck(hands[:], decisions) is not board_luck(hands, decisions)


def test_several_boards_count_as_the_mean_of_each_dealt_alone():
    hands = simulate(*GAMES["six seats"], 300, seed=16)
    decisions = walk(hands)
    streets, _ = all_in_values(hands, decisions)
    n_shared = np.array([0, 0, 3, 4])
    others = np.full((len(hands), 2, 5), -2, np.int8)
    payoffs = hands.payoffs.copy()
    for row in np.flatnonzero(streets):
        used = {*hands.cards[row].ravel().tolist(), *hands.board[row].tolist()}
        rest = [card for card in range(52) if card not in used]
        board = hands.board[row].copy()
        shared = n_shared[streets[row]]
        board[shared:] = rest[: 5 - shared]
        others[row, 0] = board
    first = board_luck(hands, decisions).by_street
    second_boards = replace(hands, board=np.where(others[:, 0] >= 0, others[:, 0], hands.board))
    # by the cards, so that what is compared with the payoffs is paid by the same boards
    paid = [money_by_cards(each, decisions) for each in (hands, second_boards)]
    second_boards = replace(second_boards, payoffs=paid[1])
    second = board_luck(second_boards, decisions).by_street
    payoffs = np.where((streets > 0)[:, None], (paid[0] + paid[1]) / 2, payoffs)
    twice = replace(
        hands, other_boards=others, payoffs=payoffs, payoff_denominators=np.full(len(hands), 5040, np.int32)
    )
    both = board_luck(twice, decisions)
    assert both.eligibility.mask.all()
    assert both.by_street == pytest.approx(np.where((streets > 0)[:, None, None], (first + second) / 2, first))
    assert (streets > 0).sum() > 50


def money_by_cards(hands, decisions):
    from deluck.games.pot_kernels import PARTS
    from deluck.records.validation import pay, showdown_strengths

    _, cut = pay(hands, decisions, showdown_strengths(hands, decisions, np.ones(len(hands), np.bool_)))
    return cut / PARTS


def test_hands_that_cannot_be_valued_have_their_reason():
    hands = simulate(*GAMES["heads-up"], 40, seed=17)
    decisions = walk(hands)
    row = int(np.flatnonzero(decisions.last_streets == 3)[0])
    cards, board, payoffs = hands.cards.copy(), hands.board.copy(), hands.payoffs.copy()
    cards[row, 1, 0] = -1
    assert_only(replace(hands, cards=cards), row, "not all hole cards are known")
    board[row, 4] = -1
    assert_only(replace(hands, board=board), row, "not all cards of the board that the betting saw are known")
    payoffs[row] = payoffs[row, ::-1] if payoffs[row, 0] else (100, -100)
    assert_only(replace(hands, payoffs=payoffs), row, "the payoffs are not those of the cards and the betting")
    starts, keep = hands.action_starts.copy(), np.ones(len(hands.actions), np.bool_)
    keep[starts[row + 1] - 1] = False
    starts[row + 1 :] -= 1
    flat = {name: getattr(hands, name)[keep] for name in ("actions", "actors", "amounts")}
    assert_only(replace(hands, action_starts=starts, **flat), row, "the betting stops early or goes on after its end")


def assert_only(hands, row, reason):
    decisions = walk(hands)
    found = known_cards(hands, decisions)
    assert np.flatnonzero(~found.mask).tolist() == [row]
    assert found.reasons[found.codes[row] - 1] == reason
    luck = board_luck(hands, decisions)
    assert np.isnan(luck.by_street[row]).all()
    assert np.isfinite(np.delete(luck.by_street, row, axis=0)).all()


def test_a_rake_is_paid_by_who_takes_from_the_pots():
    hands = simulate(*GAMES["heads-up"], 40, seed=18)
    decisions = walk(hands)
    payoffs, rake = hands.payoffs.copy(), np.zeros(len(hands), np.int64)
    won = payoffs > 50
    payoffs[won] -= 25
    rake[won.any(axis=1)] = 25
    raked = replace(hands, payoffs=payoffs, rake=rake)
    assert known_cards(raked, decisions).mask.all()
    assert (board_luck(raked, decisions).by_street == board_luck(hands, decisions).by_street).all()


def test_other_games_are_refused_with_a_reason(all_in_stud):
    from deluck.formats import read_text

    stud = HandColumns.from_records(read_text(all_in_stud))
    found = known_cards(stud, walk(stud))
    assert not found.mask.any()
    assert found.reasons[found.codes[0] - 1] == "not hold'em"
    assert np.isnan(all_in_values(stud, walk(stud))[1]).all()


def test_all_in_values_need_only_the_cards_of_those_who_are_in():
    hands = simulate(*GAMES["six seats"], 200, seed=19)
    decisions = walk(hands)
    streets, values = all_in_values(hands, decisions)
    cards = hands.cards.copy()
    cards[decisions.folded] = -1
    hidden_streets, hidden = all_in_values(replace(hands, cards=cards), decisions)
    assert (hidden_streets == streets).all()
    # a seat that folds after the deal was in when it came, and its cards are hidden now
    assert np.isfinite(hidden[streets > 0]).all(axis=1).mean() > 0.9
    both = np.isfinite(values) & np.isfinite(hidden)
    differences = np.abs(hidden[both] - values[both])
    # a few more cards in the deck change little of the 600 big blinds at the table
    assert 0 < differences.mean() < 10
    assert differences.max() < 60
