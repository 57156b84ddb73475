"""What players may answer: actions, words, pairs with amounts; and what is a fault."""

import numpy as np
import pytest

from deluck.arena import PlayerFault, play
from deluck.arena.asking import Answer, read_answer
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState, StudDeal, StudRules, StudState

FOLD, CALL, RAISE = Action


def view_after(moves, n_seats=2):
    state = HoldemState(HoldemRules.limit(n_seats, 10), HoldemDeal.from_deck(list(range(52)), n_seats))
    for letter in moves:
        state.act({"f": FOLD, "c": CALL, "r": RAISE}[letter])
    return state.view()


FIRST = view_after("")  # the small blind: 5 to call, a raise is to 20
FREE = view_after("cc")  # the flop, nothing to call, a bet is 10
CAPPED = view_after("rrr")


@pytest.mark.parametrize(
    ("answer", "view", "action"),
    [
        (CALL, FIRST, CALL),
        ("fold", FIRST, FOLD),
        ("call", FIRST, CALL),
        (" CALL\n", FIRST, CALL),
        ("raise", FIRST, RAISE),
        ("bet", FIRST, RAISE),
        ("raise 20", FIRST, RAISE),
        ("Raise  to 20", FIRST, RAISE),
        ("bet 10", FREE, RAISE),
        ("bet", FREE, RAISE),
        ("check", FREE, CALL),
        ("call", FREE, CALL),
        (np.str_("check"), FREE, CALL),
        ((RAISE, 20), FIRST, RAISE),
        ([RAISE, 20], FIRST, RAISE),
        ((RAISE, None), FIRST, RAISE),
        (("raise", np.int64(20)), FIRST, RAISE),
        ((RAISE, np.float32(20.0)), FIRST, RAISE),
        ((CALL, None), FIRST, CALL),
        ((FOLD, 0), FIRST, FOLD),
    ],
)
def test_legal_answers_are_actions(answer, view, action):
    assert read_answer(answer, view) == Answer(action, None)  # a fixed limit leaves no choice of amount


@pytest.mark.parametrize(
    ("answer", "view", "words"),
    [
        ("check", FIRST, "'check' (legal: fold, call, raise to 20; 5 to call)"),
        ("fold", FREE, "'fold' (legal: call, raise to 10)"),
        (FOLD, FREE, "fold (legal: call, raise)"),
        ("raise", CAPPED, "'raise' (legal: fold, call; 10 to call)"),
        ("raise 6", FIRST, "'raise 6' (legal: fold, call, raise to 20; 5 to call)"),
        ((RAISE, 21), FIRST, "(<Action.RAISE: 2>, 21) (legal: fold, call, raise to 20; 5 to call)"),
        ((RAISE, 20.5), FIRST, "(<Action.RAISE: 2>, 20.5) (legal: fold, call, raise)"),
        ((CALL, 5), FIRST, "(<Action.CALL: 1>, 5) (legal: fold, call, raise to 20; 5 to call)"),
        ("all-in", FIRST, "'all-in' (legal: fold, call, raise to 20; 5 to call)"),
        ("limp", FIRST, "'limp' (legal: fold, call, raise)"),
        ("raise to", FIRST, "'raise to' (legal: "),
        ("raise -20", FIRST, "'raise -20' (legal: "),
        ("", FIRST, "'' (legal: "),
        (1, FIRST, "1 (legal: "),
        (np.int64(1), FIRST, "(legal: "),
        (True, FIRST, "True (legal: "),
        (None, FIRST, "None (legal: "),
        ((RAISE,), FIRST, "(legal: "),
        ((RAISE, True), FIRST, "(legal: "),
        ((RAISE, float("nan")), FIRST, "(legal: "),
        ((RAISE, float("inf")), FIRST, "(legal: "),
        ((RAISE, "20"), FIRST, "(legal: "),
        (("raise 20", 20), FIRST, "(legal: "),
        ((1, 20), FIRST, "(legal: "),
    ],
)
def test_other_answers_are_faults_that_say_what_was_legal(answer, view, words):
    found = read_answer(answer, view)
    assert isinstance(found, str)
    assert words in found


def no_limit_view(moves=(), stacks=(500, 350), rules=HoldemRules.no_limit(2)):  # noqa: B008 - a constant
    """Return a view of blinds 50/100; the first to act, seat 1, may raise to 200 up to its stack."""
    state = HoldemState(rules, HoldemDeal.from_deck(list(range(52)), 2), stacks)
    for move in moves:
        state.act(*move)
    return state.view()


OPEN = no_limit_view()


@pytest.mark.parametrize(
    ("answer", "view", "expected"),
    [
        ("raise 200", OPEN, Answer(RAISE, 200)),
        ("raise to 350", OPEN, Answer(RAISE, 350)),
        ((RAISE, np.int32(275)), OPEN, Answer(RAISE, 275)),
        ("raise", OPEN, Answer(RAISE, None)),
        ("all-in", OPEN, Answer(RAISE, 350)),
        ("All in", OPEN, Answer(RAISE, 350)),
        ("allin", no_limit_view([(RAISE, 350)], stacks=(150, 350)), Answer(CALL)),
        ("raise 199", OPEN, None),
        ("raise 351", OPEN, None),
        ("all-in", no_limit_view(rules=HoldemRules.pot_limit(2)), None),  # more than the pot allows
        ("all-in", no_limit_view([(RAISE, 350)]), None),  # only a call is left
    ],
)
def test_where_the_game_leaves_a_choice_the_amount_is_handed_on(answer, view, expected):
    found = read_answer(answer, view)
    assert found == expected if expected is not None else isinstance(found, str)


def test_a_stud_answer_may_be_a_word():
    state = StudState(StudRules.paper(2), StudDeal.from_deck(list(range(52)), 2))
    assert read_answer("raise", state.view()) == Answer(RAISE)
    assert read_answer("call", state.view()) == Answer(CALL)


def test_players_that_answer_in_words_play_as_those_that_answer_in_actions():
    def in_words(view, rng):
        if rng.random() < 0.3 and RAISE in view.legal_actions:
            return rng.choice(["raise", "bet", "RAISE"])
        return "call" if view.to_call else "check"

    def in_actions(view, rng):
        if rng.random() < 0.3 and RAISE in view.legal_actions:
            rng.choice(["raise", "bet", "RAISE"])
            return RAISE
        return CALL

    words, actions = (play(player, "random", n_hands=300, seed=2) for player in (in_words, in_actions))
    assert [player.per_game for player in words.players] == [player.per_game for player in actions.players]


def test_an_illegal_word_names_hand_player_answer_and_what_was_legal():
    def checker(_view, _rng):
        return "check"

    with pytest.raises(PlayerFault) as raised:
        play(checker, "always-raise", n_hands=10, seed=1)
    assert "checker, hand 0: illegal action, 'check' (legal: fold, call, raise to " in str(raised.value)
