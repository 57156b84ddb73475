"""Results while a log grows: those of the whole log at every look, and of one seat by what it sees."""

import numpy as np
import pytest

import deluck
from deluck.arena import play
from deluck.assessment import AssessmentError
from deluck.assessment.live import LiveLog
from deluck.formats import Rejected, read_hands
from deluck.records import walk
from deluck.records.hiding import as_seen_from


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("live") / "match.log"
    play("random", "always-call", n_hands=320, seed=1, game="no-limit", log=path)
    return path


def test_at_every_look_the_summary_is_that_of_the_log_so_far(log, tmp_path):
    hands = list(read_hands(log))
    live = LiveLog("random")
    assert live.summary() is None
    for start in range(0, 320, 8):  # more parts than are kept apart
        live.add(hands[start : start + 8])
    found = live.summary()
    whole = deluck.assess(log, player="random")
    assert found.lead == whole.lead
    assert found.n_hands == 320
    for name in ("money", whole.lead):
        assert found.estimators[name].mean == pytest.approx(whole.estimators[name].mean)
        low, high = whole.estimators[name].anytime95
        assert found.half_width(name) == pytest.approx((high - low) / 2)
    assert found.as_dict()["estimators"]["money"]["anytime95"] == pytest.approx(
        list(whole.estimators["money"].anytime95)
    )
    assert found.verdict.startswith("random after 320 hands: ")


def test_one_seat_sees_its_own_cards_and_what_was_shown(log):
    """The same as hiding the cards first, and assessing what is left; no estimate needs others' cards."""
    live = LiveLog("random", seat=True)
    live.add(list(read_hands(log)))
    found = live.final()
    hands = deluck.read(log).columns[0]
    seats = (hands.players == hands.names.index("random")).argmax(axis=1)
    hidden = deluck.assess(as_seen_from(hands, walk(hands), seats), player="random")
    assert found.lead == hidden.lead == "own_cards"
    assert set(found.estimators) <= {"money", "all_in_ev", "own_cards"}
    assert found.estimators["own_cards"].mean == pytest.approx(hidden.estimators["own_cards"].mean)


def test_of_hands_without_a_showdown_a_seat_sees_its_own_cards_alone(log):
    hands = deluck.read(log).columns[0]
    seats = (hands.players == hands.names.index("random")).argmax(axis=1)
    rows = np.arange(len(hands))
    cards = hands.cards.copy()
    folded = walk(hands).folded.any(axis=1)
    cards[rows[folded], 1 - seats[folded]] = -1
    assert (cards != hands.cards).any()
    seen = as_seen_from(hands, walk(hands), seats)
    assert (seen.cards == cards).all()


def test_few_hands_say_nothing_and_bad_ones_are_counted(log):
    live = LiveLog()
    live.add([*list(read_hands(log))[:5], Rejected("match.log", 9, "cut short")])
    found = live.summary()
    assert "too few to say anything yet (expected 200 hands at the least)" in found.verdict
    assert found.n_rejected == 1
    assert "1 hand could not be read." in found.notes()
    assert found.as_dict()["estimators"]["money"]["anytime95"] == [None, None]


def test_a_duplicate_match_counts_pairs(tmp_path):
    path = tmp_path / "match.log"
    play("random", "always-call", n_hands=500, seed=1, duplicate=True, log=path)
    live = LiveLog("random")
    live.add(list(read_hands(path)))
    found, whole = live.summary(), deluck.assess(path, player="random")
    assert found.trials == "pair"
    assert found.estimators["divat_roe"].stderr == pytest.approx(whole.estimators["duplicate_divat"].stderr)


def test_who_is_not_there_is_an_error_in_the_end(log):
    live = LiveLog("nobody", seat=True)
    with pytest.raises(AssessmentError, match="no valid hand so far"):
        live.final()
    live.add(list(read_hands(log))[:10])
    assert live.summary() is None
    with pytest.raises(AssessmentError, match="no player 'nobody' in these hands"):
        live.final()
    with pytest.raises(AssessmentError, match="expected a name"):
        LiveLog(seat=True)
