"""What a source shows of the cards decides which estimators count: all cards, own cards, or too few."""

from dataclasses import replace

import numpy as np
import pytest

from deluck.assessment import assess
from deluck.assessment.hands import HIDES_CARDS
from deluck.estimators.own_cards import own_cards
from deluck.games import HoldemRules
from deluck.games.tables import HoldemTables
from deluck.metrics import hand_ranks
from deluck.records import HandColumns, walk

ALL_CARDS = {"all_in_ev", "board_luck", "money_minus_board_luck", "divat_nl", "divat_nl_luck"}
OWN_CARDS = {"all_in_ev", "own_cards", "own_cards_approximate"}
HERO = 0


@pytest.fixture(scope="module")
def complete():
    """Return heads-up no-limit hands of players that go all-in at times, all cards known."""
    rng = np.random.default_rng(61)
    n_hands, rules, stacks = 300, HoldemRules.no_limit(2), (2_000, 2_000)
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.int8), (n_hands, 1)), axis=1)
    tables = HoldemTables(rules, decks, stacks)
    moves = []
    active = np.arange(n_hands)
    while active.size:
        views = tables.views(active)
        ranks = hand_ranks(views.cards.astype(np.int64), np.zeros((len(views), 0), np.int64)).seven_card
        actions = np.where(views.can_raise & (ranks + rng.random(len(views)) > 1.15), 2, 1)
        actions = np.where(views.can_fold & (ranks + rng.random(len(views)) < 0.6), 0, actions).astype(np.uint8)
        amounts = np.where(rng.random(len(views)) < 0.3, views.max_raise_to, views.min_raise_to)
        moves.append((active, views.seats.astype(np.int8), actions, np.where(actions == 2, amounts, -1)))
        tables.act(active, actions, moves[-1][3])
        active = np.flatnonzero(tables.actors >= 0)
    hand_of, actors, actions, amounts = (np.concatenate(each) for each in zip(*moves, strict=True))
    order = np.argsort(hand_of, kind="stable")
    return HandColumns.from_holdem(
        rules=(rules,),
        names=("Anna", "Bert"),
        rules_index=np.zeros(n_hands, np.int32),
        hand_ids=np.array([str(number) for number in range(n_hands)], dtype=object),
        players=np.tile(np.arange(2, dtype=np.int32), (n_hands, 1)),
        cards=tables.holes,
        board=tables.board,
        action_starts=np.concatenate([[0], np.cumsum(np.bincount(hand_of, minlength=n_hands))]),
        actions=actions[order],
        actors=actors[order],
        amounts=amounts[order],
        payoffs=tables.payoffs().astype(np.float64),
        stacks=np.tile(np.array(stacks), (n_hands, 1)),
    )


def as_shown(hands, *, if_lost_only=False):
    """Return the hands as a site shows them to Anna, its hero."""
    decisions = walk(hands)
    shown = ((~decisions.folded).sum(axis=1) > 1) & ~(if_lost_only & (hands.payoffs[:, HERO] >= 0))
    cards = hands.cards.copy()
    cards[~shown, 1] = -1
    return replace(hands, cards=cards, heroes=np.full(len(hands), HERO, np.int8))


def test_all_cards_known_have_the_estimators_of_all_cards(complete):
    found = assess(complete, player="Anna")
    assert set(found.estimators) == {"money"} | ALL_CARDS
    assert {summary.n for summary in found.estimators.values()} == {len(complete)}
    assert found.lead == "divat_nl"


def test_one_hidden_hand_makes_a_source_one_of_own_cards(complete):
    cards = complete.cards.copy()
    cards[17, 1] = -1
    found = assess(replace(complete, cards=cards), player="Anna")
    assert set(found.estimators) == {"money"} | OWN_CARDS
    assert found.lead == "own_cards"
    assert any("Not all hole cards are known" in note for note in found.notes)


def test_another_source_is_not_touched(complete):
    cards = complete.cards.copy()
    cards[17, 1] = -1
    hidden = replace(complete, cards=cards, hand_ids=np.array([f"x{each}" for each in complete.hand_ids], dtype=object))
    found = assess([("one", complete), ("two", hidden)], player="Anna")
    assert found.estimators["divat_nl"].n == found.estimators["own_cards"].n == len(complete)
    assert found.estimators["money"].n == 2 * len(complete)
    alone = assess(complete, player="Anna")
    assert found.estimators["divat_nl"].total == pytest.approx(alone.estimators["divat_nl"].total)


def test_a_site_shows_own_cards_and_showdowns(complete):
    hidden = as_shown(complete)
    found = assess(hidden)
    assert found.viewpoint == "Anna"
    assert set(found.estimators) == {"money"} | OWN_CARDS
    exact, approximate = own_cards(hidden, walk(hidden)).estimates(complete.payoffs / 100)
    assert found.hands.values("own_cards") == pytest.approx(exact[:, HERO])
    assert found.hands.values("own_cards_approximate") == pytest.approx(approximate[:, HERO])
    assert np.isnan(found.hands.values("divat_nl")).all()
    assert found.comparisons["own_cards"].worth > 1


def test_others_are_judged_by_money_alone(complete):
    found = assess(as_shown(complete), player="Bert")
    assert set(found.estimators) == {"money"}
    assert found.lead == "money"


def test_all_ins_shown_only_if_lost_are_noticed_and_refused(complete):
    hidden = as_shown(complete, if_lost_only=True)
    found = assess(hidden)
    assert set(found.estimators) == {"money", "own_cards", "own_cards_approximate"}
    assert any(note.startswith("All-in EV is not shown") for note in found.notes)
    exact, _ = own_cards(hidden, walk(hidden)).estimates(complete.payoffs / 100, with_all_ins=False)
    assert found.hands.values("own_cards") == pytest.approx(exact[:, HERO])


def test_what_is_not_known_is_said_in_words_and_in_json(complete):
    """Decisions are priced where the whole source shows all cards; elsewhere each hand has its reason."""
    whole = assess(complete, player="Anna").as_dict()
    assert (whole["assessed"], whole["set_aside"]) == (len(complete), {})
    assert whole["decisions"]["families"] == {"prices": whole["decisions"]["n"]}
    hidden = as_shown(complete, if_lost_only=True)
    n_shown = int((hidden.cards >= 0).all(axis=(1, 2)).sum())
    found = assess(hidden).as_dict()
    assert (found["assessed"], found["decisions"]["n"], found["leaks"]) == (0, 0, [])
    assert found["set_aside"] == {"not all hole cards are known": len(hidden) - n_shown, HIDES_CARDS: n_shown}
    refused = [note for note in found["notes"] if "All-in EV is not shown" in note]
    assert len(refused) == 1
    assert "those it lost" in refused[0]
    assert "all_in_ev" not in found["estimators"]


def test_each_source_is_judged_by_itself(complete):
    """One source shows all cards, another hides some: prices count in the first, what all hands have leads."""
    hidden = as_shown(complete)
    found = assess([("whole", complete[:100]), ("site", hidden[100:])], player="Anna")
    assert found.n_assessed == 100
    assert found.estimators["divat_nl"].n == 100
    assert found.estimators["own_cards"].n == len(complete) - 100
    assert found.lead == "all_in_ev", "the only estimate that all hands have beside money"
    rows = found.hands.selection.rows[found.hands.assessed]
    assert rows.tolist() == list(range(100))
