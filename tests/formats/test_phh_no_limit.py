"""No-limit and pot-limit hold'em as PHH: pokerkit replays what is written, and what breaks the rules is refused."""

import re
import warnings
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from pokerkit import BettingStructure, NoLimitTexasHoldem
from pokerkit.notation import HandHistory

from deluck.cards import parse_cards
from deluck.errors import FormatError
from deluck.formats import Rejected, format_phh, parse_phh, read_text
from deluck.games import Action, Forced, HoldemDeal, HoldemRules
from deluck.records import Decision, replay, validate

from .conftest import random_no_limit


class PotLimitTexasHoldem(NoLimitTexasHoldem):
    betting_structure = BettingStructure.POT_LIMIT


class History(HandHistory):
    """pokerkit's hand history with pot-limit hold'em, for which it has no code."""

    game_types = HandHistory.game_types | {"PT": PotLimitTexasHoldem}
    required_field_names = HandHistory.required_field_names | {"PT": HandHistory.required_field_names["NT"]}


def pokerkit_payoffs(text: str) -> tuple[Fraction, ...]:
    """Return pokerkit's payoffs, odd chips cut: it gives all of a pot's to one seat."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        history = History.loads(text, divmod=lambda amount, n: (Fraction(amount, n), 0))
        return tuple(list(history)[-1].payoffs)


def replay_with_pokerkit(seeds: range) -> Counter[str]:
    """Write, read and replay random hands; return how often each thing happened."""
    events: Counter[str] = Counter()
    for seed in seeds:
        kind, record = random_no_limit(seed)
        validate(record)
        assert parse_phh(format_phh(record, for_pokerkit=False)) == record, seed
        try:
            text = format_phh(record)
        except FormatError as error:
            events[re.sub(r"hand '\d+' cannot be written as PHH: |\d", "", str(error))] += 1
            continue
        final = replay(record)
        assert pokerkit_payoffs(text) == final.exact_payoffs(), seed
        events.update(("written", kind, record.rules.structure, *(["side pots"] * (len(final.pots) > 1))))
        events.update({move.action.label for move in final.history})
    return events


def test_written_hands_are_read_back_and_replayed_by_pokerkit():
    events = replay_with_pokerkit(range(200))
    assert events["written"] > 150, events
    happened = ("usual", "big-blind ante", "straddle", "posts", "no-limit", "pot-limit", "side pots", "raise", "fold")
    assert min(events[event] for event in happened) > 10, events


@pytest.mark.slow
def test_thousands_of_written_hands_are_replayed_by_pokerkit():
    assert replay_with_pokerkit(range(10_000, 13_000))["written"] > 2300


NO_LIMIT = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 350]
actions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'd dh p3 ????', 'p3 cbr 350', 'p1 cc', 'p2 f', 'd db Ks5h3d',
'd db 2c', 'd db 2d', 'p1 sm AcKc', 'p3 sm 4s4h']
finishing_stacks = [1450, 900, 0]
hand = 7
"""


def test_amounts_are_what_a_raise_makes_the_bet():
    record = parse_phh(NO_LIMIT)
    assert record.rules == HoldemRules.no_limit(3)
    assert record.decisions == (
        Decision(2, Action.RAISE, 350),
        Decision(0, Action.CALL),
        Decision(1, Action.FOLD),
    )
    assert record.payoffs == (450, -100, -350) == pokerkit_payoffs(NO_LIMIT)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("p3 cbr 350", "p3 cbr 199", "hand '7': action 'p3 cbr 199' on the preflop (expected cbr 200 to 350)"),
        ("p3 cbr 350", "p3 cbr 351", "hand '7': action 'p3 cbr 351' on the preflop (expected cbr 200 to 350)"),
        ("p3 cbr 350", "p3 cbr 199.5", "hand '7': action 'p3 cbr 199.5' on the preflop (expected cbr 200 to 350)"),
        ("'p1 cc', 'p2 f'", "'p1 cbr 599', 'p2 f'", "(expected cbr 600 to 1000)"),
        ("'p1 cc', 'p2 f'", "'p1 cc', 'p2 f', 'p1 cc'", "out of turn (expected the end of the hand)"),
        ("[1450, 900, 0]", "[650, 900, 800]", "hand '7': payoffs -350 -100 450 (expected 450 -100 -350)"),
        ("[1450, 900, 0]", "[1451, 900, 0]", "lack -1 chips"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_what_they_do(old, new, reason):
    broken = NO_LIMIT.replace(old, new, 1)
    assert broken != NO_LIMIT
    first, found, last = read_text(f"[1]\n{NO_LIMIT}\n[2]\n{broken}\n[3]\n{NO_LIMIT}")
    assert first == last == parse_phh(NO_LIMIT)
    assert isinstance(found, Rejected)
    assert reason in found.reason


SHORT_ALL_IN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 450, 5000]
actions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'd dh p3 QdQh', 'p3 cbr 300', 'p1 cc', 'p2 cbr 450', {}'p1 f']
"""


def test_a_short_all_in_does_not_open_the_betting_again():
    with pytest.raises(FormatError, match=re.escape("'p3 cbr 1000' on the preflop (expected f or cc)")):
        parse_phh(SHORT_ALL_IN.format("'p3 cbr 1000', "))
    called = SHORT_ALL_IN.format("'p3 cc', ")
    called = called.replace("'p1 f']", "'p1 f', 'd db Ks5h3d', 'd db 2c', 'd db 2d', 'p3 sm QdQh', 'p2 sm 7h6h']")
    assert parse_phh(called).payoffs == (-300, -450, 750) == pokerkit_payoffs(called)


SIDE_POT = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 300]
actions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'd dh p3 QdQh', 'p3 cbr 300', 'p1 cbr 1000', 'p2 cc',
'd db Ts5h3d', 'd db 2c', 'd db 2d', 'p1 sm AcKc', 'p2 sm 7h6h', 'p3 sm QdQh']
"""


def test_stacks_of_which_some_are_infinite_are_refused() -> None:
    text = forced_hand("[0, 0, 0]", "[5, 10, 0]", stacks=(1000, 1000, 1000))
    assert "1000, 1000, 1000" in text
    with pytest.raises(FormatError, match="starting_stacks has inf beside numbers"):
        parse_phh(text.replace("1000, 1000, 1000", "1000, inf, 1000"))


def test_a_side_pot_paid_to_the_wrong_player_is_refused():
    record = parse_phh(SIDE_POT)
    assert record.payoffs == (400, -1000, 600) == pokerkit_payoffs(SIDE_POT)
    for wrong in ([0, 1400, 900], [900, 0, 1400], [2300, 0, 0], [1399, 1, 900]):
        (found,) = read_text(f"hand = 9\n{SIDE_POT}finishing_stacks = {wrong}\n")
        assert isinstance(found, Rejected)
        assert "hand '9': payoffs " in found.reason
        assert "(expected 400 -1000 600)" in found.reason


def test_folding_with_nothing_to_call_is_read():
    text = NO_LIMIT.replace(
        "'p3 cbr 350', 'p1 cc', 'p2 f', 'd db Ks5h3d'", "'p3 f', 'p1 cc', 'p2 cc', 'd db Ks5h3d', 'p1 f'"
    )
    text = re.sub(r",\n'd db 2c'.*\]", "]", text).replace("[1450, 900, 0]", "[900, 1100, 350]")
    record = parse_phh(text)
    assert record.rules.may_fold_unbet
    assert record.payoffs == (-100, 100, 0) == pokerkit_payoffs(text)
    assert not parse_phh(NO_LIMIT).rules.may_fold_unbet


def forced_hand(antes, blinds, *, trims="false", stacks=(1000, 1000, 1000), actions="'p3 f', 'p1 f'") -> str:
    return (
        f"variant = 'NT'\nante_trimming_status = {trims}\nantes = {antes}\nblinds_or_straddles = {blinds}\n"
        f"min_bet = 100\nstarting_stacks = {list(stacks)}\n"
        f"actions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'd dh p3 QdQh', {actions}]\n"
    )


def test_a_big_blind_ante_is_dead():
    text = forced_hand([0, 100, 0], [50, 100, 0])
    record = parse_phh(text)
    assert (record.rules.ante, record.rules.big_blind_ante, record.forced) == (0, 100, None)
    assert record.payoffs == (-50, 50, 0) == pokerkit_payoffs(text)
    # an ante that may be trimmed and that nobody matches goes back
    text = forced_hand([0, 100, 0], [50, 100, 0], trims="true")
    record = parse_phh(text)
    assert record.forced == Forced((50, 100, 0), (0, 0, 0), (0, 0, 0))
    assert record.payoffs == (-50, 50, 0) == pokerkit_payoffs(text)


def test_antes_that_are_not_trimmed_are_all_in_the_first_pot():
    board = "'d db Ts5h3d', 'd db 2c', 'd db 2d', 'p1 sm AcKc', 'p2 sm 7h6h', 'p3 sm QdQh'"
    text = forced_hand([100, 100, 100], [50, 100, 0], stacks=(1000, 1000, 40), actions=f"'p1 cc', 'p2 cc', {board}")
    text = text.replace("'d db 2c'", "'p1 cc', 'p2 cc', 'd db 2c', 'p1 cc', 'p2 cc'")
    text = text.replace("'d db 2d'", "'d db 2d', 'p1 cc', 'p2 cc'")
    record = parse_phh(text)
    assert record.forced.dead == (100, 100, 40)
    assert record.payoffs == (0, -200, 200) == pokerkit_payoffs(text)
    trimmed = text.replace("= false", "= true")
    assert parse_phh(trimmed).forced is None
    assert parse_phh(trimmed).payoffs == (120, -200, 80) == pokerkit_payoffs(trimmed)


def test_straddles_and_posts():
    straddle = forced_hand([0, 0, 0], [50, 100, 200], actions="'p1 f', 'p2 cc', 'p3 cbr 500', 'p2 f'")
    record = parse_phh(straddle)
    assert record.forced == Forced((50, 100, 200), (0, 0, 0), (0, 0, 0))
    assert record.payoffs == (-50, -200, 250) == pokerkit_payoffs(straddle)
    post = forced_hand([0, 0, 0], [50, 100, -100], actions="'p3 cc', 'p1 f', 'p2 cbr 300', 'p3 f'")
    record = parse_phh(post)
    assert record.forced == Forced((50, 100, 0), (0, 0, 100), (0, 0, 0))
    assert record.payoffs == (-50, 150, -100) == pokerkit_payoffs(post)


def test_heads_up_antes_and_blinds_are_the_second_seats_first():
    text = "variant = 'NT'\nantes = [0, 100]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n"
    text += "starting_stacks = [1000, 1000]\nactions = ['d dh p1 AcKc', 'd dh p2 7h6h', 'p2 f']\n"
    record = parse_phh(text)
    assert record.rules.big_blind_ante == 100
    assert record.payoffs == (50, -50) == pokerkit_payoffs(text)
    assert "antes = [0, 100]" in format_phh(record)


def test_when_and_where():
    stated = NO_LIMIT + (
        "time = 20:15:00\ntime_zone = 'America/New_York'\nday = 4\nmonth = 7\nyear = 2024\n"
        "venue = 'PokerStars'\ntable = 12\nevent = 'Sunday Million'\nseats = [1, 2, 5]\nseat_count = 6\n"
    )
    record = parse_phh(stated)
    assert record.time == datetime(2024, 7, 5, 0, 15, tzinfo=UTC)
    assert (record.site, record.table, record.tournament) == ("PokerStars", "12", "Sunday Million")
    back = parse_phh(format_phh(record))
    assert back == record
    assert parse_phh(stated.replace("time_zone = 'America/New_York'", "time_zone_abbreviation = 'ET'")) == record
    for lost in ("time_zone = 'America/New_York'\n", "year = 2024\n", "time = 20:15:00\n"):
        assert parse_phh(stated.replace(lost, "")).time is None
    assert parse_phh(stated.replace("America/New_York", "Atlantis/Poseidonis")).time is None
    with pytest.raises(FormatError, match="a date of"):
        parse_phh(stated.replace("day = 4", "day = 44"))
    with pytest.raises(FormatError, match="table is"):
        parse_phh(stated.replace("table = 12", "table = [1]"))


def test_several_boards_are_only_for_reading_here():
    record = parse_phh(NO_LIMIT)
    boards = (parse_cards("Ks5h3d2c2d"), parse_cards("Ks5h3d4d9d"))
    holes = (parse_cards("AcKc"), parse_cards("7h6h"), parse_cards("4s4h"))
    twice = replace(record, deal=HoldemDeal(holes, boards[0], boards[1:]), payoffs=(50, -100, 50))
    validate(twice)
    with pytest.raises(FormatError, match="several boards"):
        format_phh(twice)
    assert parse_phh(format_phh(twice, for_pokerkit=False)) == twice


def test_winnings_and_finishing_stacks_must_agree():
    assert parse_phh(NO_LIMIT + "winnings = [800, 0, 0]\n") == parse_phh(NO_LIMIT)
    with pytest.raises(FormatError, match="finishing_stacks say payoffs of 450 -100 -350, winnings 449 -100 -350"):
        parse_phh(NO_LIMIT + "winnings = [799, 0, 0]\n")
