"""Games of stud played in bulk: the arena's own games, the same for any number of jobs, and beliefs that come true."""

import numpy as np
import pytest

import deluck
from deluck.arena.dealing import block_decks, player_rng
from deluck.beliefs.stud import POLICIES, SeatModel, StudBeliefs
from deluck.beliefs.stud.information import STAGES, average
from deluck.errors import StudyError
from deluck.formats import read_hands
from deluck.games import StudDeal, StudRules, StudState
from deluck.players import StudBetInferring, StudCardsOnly, make_player
from deluck.records import replay
from deluck.studies.stud.games import HandInPlay, play_hand, play_stud

READS, LOOKS = StudBetInferring(), StudCardsOnly()
MIXED = (READS, LOOKS, READS, LOOKS, READS, LOOKS, READS)
WRONG = make_player("stud-bet-inferring:policy=aggressive,model=tight")


@pytest.mark.parametrize(
    "players",
    [
        (READS,) * 7,
        (READS, LOOKS, READS, LOOKS, READS, LOOKS, READS),
        (WRONG, READS, LOOKS),
        (READS, LOOKS),
        (READS,) * 8,
    ],
    ids=["seven", "mixed", "misspecified", "heads-up", "eight"],
)
def test_the_arena_plays_the_same_games_action_by_action(players, tmp_path):
    """Players at the table see a view each; the study keeps one set of beliefs. They must decide alike."""
    n_games = 9
    log = tmp_path / "match.phhs"
    result = deluck.play(*players, n_hands=n_games, seed=5, game="stud7", log=log, on_fault="stop")
    logged = [tuple(move.action for move in replay(record).history) for record in read_hands(log)]
    actions = []
    rngs = [player_rng(5, 0, player) for player in range(len(players))]
    for deal, deck in enumerate(block_decks(5, 0)[:n_games]):
        seats = [(seat + deal) % len(players) for seat in range(len(players))]
        state = StudState(StudRules.paper(len(players)), StudDeal.from_deck(deck, len(players)))
        hand = HandInPlay(state, [players[player] for player in seats])
        play_hand(hand, [rngs[player] for player in seats])
        actions.append(tuple(move.action for move in state.history))
    assert actions == logged
    games = play_stud(players, n_games=n_games, seed=5, measured=False)
    assert games.payoffs.sum(axis=0).tolist() == [player.total * games.small_bet for player in result.players]


def test_the_same_seed_gives_the_same_bytes_for_any_number_of_jobs():
    def everything(jobs):
        games = play_stud((READS, LOOKS), n_games=110, seed=3, jobs=jobs, n_samples=5)
        return [column.tobytes() for column in (games.payoffs, games.bets, games.n_left, games.measures)]

    assert everything(1) == everything(2)


def test_what_is_counted():
    games = play_stud((READS, LOOKS, READS, LOOKS), n_games=60, seed=8)
    assert len(games) == 60
    assert not games.payoffs.sum(axis=1).any()
    assert (games.bets >= 1).all()
    assert (games.payoffs + games.bets >= 0).all()
    reached = ~np.isnan(games.measures[:, :, 0])
    assert reached[:, 0].all()
    for street in range(5):
        dealt, bet = reached[:, 2 * street], reached[:, 2 * street + 1]
        assert np.array_equal(bet, games.n_left[:, street] > 1)
        if street:
            assert np.array_equal(dealt, games.n_left[:, street - 1] > 1)
    first = games.measures[:, 0]
    assert (first[:, 0] == 4).all()
    assert first[:, 2] == pytest.approx(first[:, 3])  # nothing has been bet yet
    assert (games.measures[reached][:, 1] <= np.log2(games.measures[reached][:, 0]) + 1e-9).all()
    assert (games.measures[reached][:, 2:] >= -1e-9).all()


def test_bets_that_nobody_called_were_put_in():
    """As in the paper's Figure 8, whose final pot has the winner's last raise; what is taken has it too."""
    games = play_stud((READS,) * 4, n_games=40, seed=8, measured=False)
    walks = (games.n_left[:, 0] == 1) & (games.bets.sum(axis=1) == 5)  # four antes and the bring-in
    assert walks.any()
    assert (games.payoffs[walks].max(axis=1) == 3).all()
    ends = games.n_left.min(axis=1, where=games.n_left > 0, initial=9) == 1
    takes = (games.payoffs + games.bets)[ends]
    assert np.array_equal(takes.max(axis=1), games.bets[ends].sum(axis=1))  # one takes all that was put in


def test_a_game_of_nothing_is_refused():
    with pytest.raises(StudyError, match="0 games"):
        play_stud((READS, READS), n_games=0)


def calibration(n_games, stage, bins):
    """Return, by the probability of down cards, how often they should and did come up, and the variance of that."""
    expected, found, variance = np.zeros(len(bins) - 1), np.zeros(len(bins) - 1), np.zeros(len(bins) - 1)

    def look(at, state, beliefs):
        if at != stage:
            return
        for seat in beliefs.live:
            held = beliefs.downcards(seat)
            cards = state.view(seat).cards
            place = np.digitize(held.probabilities, bins) - 1
            share = np.bincount(place, held.probabilities, minlength=len(bins) - 1)
            expected[:] += share
            variance[:] += share * (1 - share)
            found[np.digitize(held.probability((*cards[:2], *cards[6:])), bins) - 1] += 1

    n_seats = 5
    for block in range(-(-n_games // 100)):
        rngs = [player_rng(17, block, player) for player in range(n_seats)]
        for deck in block_decks(17, block)[: n_games - 100 * block]:
            state = StudState(StudRules.paper(n_seats), StudDeal.from_deck(deck, n_seats))
            play_hand(HandInPlay(state, [READS] * n_seats), rngs, look)
    return expected, found, variance


@pytest.mark.parametrize(
    ("n_games", "stage"),
    [(150, "4B"), pytest.param(1_500, "5D", marks=pytest.mark.slow), pytest.param(1_500, "7B", marks=pytest.mark.slow)],
)
def test_downcards_given_a_probability_come_up_that_often(n_games, stage):
    """Chi-squared over bins of probability: 99.9% of the time below 18.5 for four degrees of freedom."""
    bins = np.array([0, 5e-4, 1e-3, 2e-3, 4e-3, 1.01]) / (15 if stage == "7B" else 1)
    bins[-1] = 1.01
    expected, found, variance = calibration(n_games, STAGES.index(stage), bins)
    assert found.sum() > n_games / 10
    assert expected.sum() == pytest.approx(found.sum())
    assert (expected > 5).sum() >= 4
    assert ((found - expected) ** 2 / np.maximum(variance, 1e-9))[expected > 1].sum() < 18.5


def test_reading_bets_tells_of_down_cards_and_less_with_a_wrong_model():
    """By fourth street the true down cards are likelier than by cards alone, and with the wrong model less so."""
    wrong = [SeatModel(POLICIES["passive"], reads_bets=False)] * 4
    bits = {"right": [], "wrong": []}  # won over what the cards alone say
    rngs = [player_rng(2, 0, player) for player in range(4)]
    for deck in block_decks(2, 0)[:60]:
        state = StudState(StudRules.paper(4), StudDeal.from_deck(deck, 4))
        hand = HandInPlay(state, [READS] * 4)
        misled = StudBeliefs(wrong, reads_folds=False)
        misled.deal(state)
        hand.tables = (hand.public, misled)

        def look(at, state, beliefs, misled=misled):
            if STAGES[at] == "4B":
                for seat in beliefs.live:
                    cards = state.view(seat).cards[:2]
                    held = beliefs.downcards(seat)
                    alone = 1 / len(held.downcards)
                    bits["right"].append(np.log2(held.probability(cards) / alone))
                    bits["wrong"].append(np.log2(max(misled.downcards(seat).probability(cards), 1e-9) / alone))

        play_hand(hand, rngs, look)
    assert len(bits["right"]) > 40
    assert np.mean(bits["right"]) > 3 * np.std(bits["right"]) / np.sqrt(len(bits["right"]))
    assert np.mean(bits["right"]) > np.mean(bits["wrong"])


def test_averages_have_the_stages_reached():
    games = play_stud((READS,) * 3, n_games=40, seed=1, n_samples=20)
    assert [stage.stage for stage in average(games.measures)][:4] == ["3D", "3B", "4D", "4B"]
