"""OpenSpiel's universal_poker plays the same hands: same turns, same legal actions, same returns."""

import numpy as np
import pytest

from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it comes with the extra `bench`)")

GAMES = {
    2: (HoldemRules.acpc_heads_up(), "blind=10 5,firstPlayer=2 1 1 1"),
    3: (HoldemRules.acpc_three_seats(), "blind=5 10 0,firstPlayer=3 1 1 1"),
}


def load(n_seats: int, settings: str):
    stacks = " ".join(["100000"] * n_seats)
    return pyspiel.load_game(
        f"universal_poker(betting=limit,numPlayers={n_seats},numRounds=4,raiseSize=10 10 20 20,{settings},"
        f"maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks})"
    )


@pytest.mark.parametrize("n_seats", [2, 3])
def test_random_games_have_the_same_turns_legal_actions_and_returns(n_seats):
    rules, settings = GAMES[n_seats]
    game = load(n_seats, settings)
    rng = np.random.default_rng(5)
    for _ in range(300):
        deck = rng.permutation(52).tolist()
        ours = HoldemState(rules, HoldemDeal.from_deck(deck, n_seats))
        theirs = game.new_initial_state()
        dealt = iter(deck)
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(next(dealt))
                continue
            assert theirs.current_player() == ours.actor
            assert theirs.legal_actions() == [int(action) for action in ours.legal_actions()]
            action = rng.choice(theirs.legal_actions())
            theirs.apply_action(int(action))
            ours.act(Action(int(action)))
        assert ours.is_over
        assert theirs.returns() == pytest.approx([float(chips) for chips in ours.exact_payoffs()])
