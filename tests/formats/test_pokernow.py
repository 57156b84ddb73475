"""PokerNow's logs, handwritten after the format: newest line first, posts of every kind, the owner of the log."""

import csv
import io
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.formats import Rejected, pokernow, read_text
from deluck.games import Action, Forced
from deluck.records import HandRecord, validate

ANN, BOB, CID = '"Ann @ a-1"', '"Bob @ b_2"', '"Cid @ c3"'
STACKS = f"Player stacks: #1 {ANN} (1000) | #3 {BOB} (1000) | #8 {CID} (500)"
START = f"-- starting hand #5 (id: abc)  (No Limit Texas Hold'em) (dealer: {CID}) --"
END = "-- ending hand #5 --"
BLINDS = (f"{ANN} posts a small blind of 10", f"{BOB} posts a big blind of 20")

HAND = (
    START,
    STACKS,
    "Your hand is 10♥, 3♥",
    *BLINDS,
    f"{CID} raises to 60",
    f"{ANN} folds",
    f"{BOB} calls 60",
    "Flop:  [7♠, 5♥, 6♥]",
    f"{BOB} checks",
    f"{CID} bets 100",
    f"{BOB} folds",
    f"Uncalled bet of 100 returned to {CID}",
    f"{CID} collected 130 from pot",
    END,
)


def log(*entries: str, newest_first: bool = True) -> str:
    rows = [
        (entry, f"2021-10-10T01:{number // 60:02d}:{number % 60:02d}.414Z", 163382818941400 + number)
        for number, entry in enumerate(entries)
    ]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("entry", "at", "order"))
    writer.writerows(rows[::-1] if newest_first else rows)
    return file.getvalue()


def read(*entries: str) -> list[HandRecord | Rejected]:
    return list(read_text(log(*entries)))


def read_one(*entries: str) -> HandRecord:
    (found,) = read(*entries)
    assert isinstance(found, HandRecord), found
    return found


def changed(*changes: tuple[str, str]) -> tuple[str, ...]:
    """Return the hand with lines changed; the new text may be several lines, or none."""
    lines = list(HAND)
    for old, new in changes:
        place = next(number for number, line in enumerate(lines) if old in line)
        lines[place : place + 1] = [line for line in lines[place].replace(old, new).split("\n") if line]
    return tuple(lines)


def test_a_hand_is_read_line_by_line():
    hand = read_one(*HAND)
    assert hand.names == ("Ann", "Bob", "Cid")
    assert hand.payoffs == (-10, -60, 70)
    assert (hand.hand_id, hand.site, hand.time.isoformat()) == ("abc", "PokerNow", "2021-10-10T01:00:00.414000+00:00")
    assert [each.amount for each in hand.decisions if each.action is Action.RAISE] == [60, 100]
    assert hand.hero is None


def test_the_order_of_the_file_does_not_matter_and_hands_come_oldest_first():
    later = tuple(line.replace("hand #5", "hand #6").replace("abc", "def") for line in HAND)
    for newest_first in (True, False):
        hands = list(read_text(log(*HAND, *later, newest_first=newest_first)))
        assert [hand.hand_id for hand in hands] == ["abc", "def"]
    placed = list(pokernow.parse(enumerate(log(*HAND, *later).split("\n"), start=1)))
    assert [number for number, _ in placed] == [1 + 2 * len(HAND), 1 + len(HAND)]


def test_whoever_once_shows_the_owners_cards_is_the_hero_of_every_hand():
    shown = (*HAND, f"{BOB} shows a 10♥, 3♥.")
    other = tuple(line.replace("10♥, 3♥", "A♠, A♦") for line in HAND)
    first, second = read(*other, *shown)
    assert (first.hero, second.hero) == (1, 1)
    assert first.deal.holes[1] == (51, 49)
    assert first.deal.holes[0] == (None, None)


def test_missed_blinds_straddles_antes_and_all_ins():
    posts = f"{BLINDS[1]}\n{CID} posts a missing small blind of 10\n{CID} posts a missed big blind of 20"
    hand = read_one(*changed((BLINDS[1], posts), ("collected 130", "collected 140")))
    assert hand.forced == Forced((10, 20, 0), (0, 0, 20), (0, 0, 10))
    assert hand.payoffs == (-10, -60, 70)
    straddle = f"{BLINDS[1]}\n{CID} posts a straddle of 40"
    order = (f"{CID} raises to 60", ""), (f"{BOB} calls 60", f"{BOB} calls 40\n{CID} checks")
    hand = read_one(*changed((BLINDS[1], straddle), *order, ("collected 130", "collected 90")))
    assert hand.forced.blinds == (10, 20, 40)
    antes = "\n".join(f"{name} posts an ante of 5" for name in (ANN, BOB, CID))
    hand = read_one(*changed((BLINDS[0], f"{antes}\n{BLINDS[0]}"), ("collected 130", "collected 145")))
    assert (hand.rules.ante, hand.payoffs) == (5, (-15, -65, 80))
    lines = changed(
        (f"{BOB} folds", f"{BOB} calls 440 and go all in\nTurn: 7♠, 5♥, 6♥ [K♦]\nRiver: 7♠, 5♥, 6♥, K♦ [2♣]"),
        (f"{CID} bets 100", f"{CID} bets 440 and go all in"),
        (f"Uncalled bet of 100 returned to {CID}", f"{BOB} shows a A♠, A♦.\n{CID} shows a K♠, Q♦."),
        (
            f"{CID} collected 130 from pot",
            f"{BOB} collected 1010 from pot with Pair, A's (combination: A♠, A♦, K♦, 7♠, 6♥)",
        ),
    )
    assert read_one(*lines).payoffs == (-10, 510, -500)


def test_a_blind_in_turn_that_also_missed_its_blinds_posts_a_dead_one_and_up_to_a_big_one():
    """Ann's 10 are dead beside the 20 that are live, of which 10 were posted in turn."""
    posts = f"{BLINDS[1]}\n{ANN} posts a missing small blind of 10\n{ANN} posts a missed big blind of 20"
    hand = read_one(*changed((BLINDS[1], posts), ("collected 130", "collected 150")))
    assert hand.forced == Forced((10, 20, 0), (10, 0, 0), (10, 0, 0))
    assert hand.payoffs == (-30, -60, 90)
    for player, payoffs in ((ANN, (-20, -60, 80)), (BOB, (-10, -70, 80))):
        posts = f"{BLINDS[1]}\n{player} posts a missing small blind of 10"
        assert read_one(*changed((BLINDS[1], posts), ("collected 130", "collected 140"))).payoffs == payoffs


def test_a_straddle_of_a_blind_is_named_with_the_blind():
    """Ann straddles to 40 from the small blind: Cid calls 40, Bob 20 more."""
    lines = changed(
        (BLINDS[1], f"{BLINDS[1]}\n{ANN} posts a straddle of 40"),
        (f"{CID} raises to 60", ""),
        (f"{ANN} folds", ""),
        (f"{BOB} calls 60", f"{BOB} calls 40\n{CID} calls 40\n{ANN} checks"),
        (f"{BOB} checks", f"{ANN} checks\n{BOB} checks"),
        (f"{BOB} folds", f"{ANN} folds\n{BOB} folds"),
        ("collected 130", "collected 120"),
    )
    hand = read_one(*lines)
    assert hand.forced.blinds == (40, 20, 0)
    assert hand.payoffs == (-40, -40, 80)


def test_dead_buttons_and_dead_small_blinds():
    dead_button = re.sub(r"\(dealer: .*\) --", "(dead button) --", START)
    assert read_one(*changed((START, dead_button))) == read_one(*HAND)
    lines = changed((BLINDS[0], "Dead Small Blind"), (f"{ANN} folds", ""), ("collected 130", "collected 120"))
    lines = [line for line in lines if "Player stacks" not in line and "starting" not in line]
    stacks = f"Player stacks: #3 {BOB} (1000) | #8 {CID} (500) | #9 {ANN} (1000)"
    start = START.replace(CID, ANN)
    order = [start, stacks, *lines]
    order.insert(order.index(f"{CID} raises to 60") + 1, f"{ANN} folds")
    hand = read_one(*order)
    assert hand.names == ("Bob", "Cid", "Ann")
    assert hand.forced.blinds == (20, 0, 0)


def test_a_blind_that_was_posted_short_is_that_of_the_hands_before():
    poor = STACKS.replace(f"{BOB} (1000)", f"{BOB} (15)")
    short = changed(
        (STACKS, poor),
        (BLINDS[1], f"{BOB} posts a big blind of 15 and go all in"),
        (f"{CID} raises to 60", f"{CID} calls 20"),
        (f"{BOB} calls 60", ""),
        ("Flop:  [7♠, 5♥, 6♥]", "Flop:  [7♠, 5♥, 6♥]\nTurn: 7♠, 5♥, 6♥ [K♦]\nRiver: 7♠, 5♥, 6♥, K♦ [2♣]"),
        (f"{BOB} checks", ""),
        (f"{CID} bets 100", ""),
        (f"{BOB} folds", f"{BOB} shows a A♠, A♦."),
        (f"Uncalled bet of 100 returned to {CID}", f"Uncalled bet of 5 returned to {CID}"),
        (f"{CID} collected 130 from pot", f"{BOB} collected 40 from pot"),
    )
    _, hand = read(*HAND, *[line.replace("#5", "#6") for line in short])
    assert isinstance(hand, HandRecord), hand
    assert (hand.rules.big_blind, hand.rules.short_blind_is_full) == (20, True)
    assert hand.payoffs == (-10, 25, -15)


def test_a_blind_that_an_ante_left_short_is_that_of_the_hands_before():
    """Bob has 15 of the 20 left after his ante; the pot is 3 antes, the dead 10 and 15 of each."""
    antes = "\n".join(f"{name} posts an ante of 5" for name in (ANN, BOB, CID))
    short = changed(
        (STACKS, STACKS.replace(f"{BOB} (1000)", f"{BOB} (20)")),
        (BLINDS[0], f"{antes}\n{BLINDS[0]}"),
        (BLINDS[1], f"{BOB} posts a big blind of 15 and go all in"),
        (f"{CID} raises to 60", f"{CID} calls 20"),
        (f"{BOB} calls 60", ""),
        ("Flop:  [7♠, 5♥, 6♥]", "Flop:  [7♠, 5♥, 6♥]\nTurn: 7♠, 5♥, 6♥ [K♦]\nRiver: 7♠, 5♥, 6♥, K♦ [2♣]"),
        (f"{BOB} checks", ""),
        (f"{CID} bets 100", ""),
        (f"{BOB} folds", f"{BOB} shows a A♠, A♦."),
        (f"Uncalled bet of 100 returned to {CID}", f"Uncalled bet of 5 returned to {CID}"),
        (f"{CID} collected 130 from pot", f"{BOB} collected 55 from pot"),
    )
    _, hand = read(*HAND, *[line.replace("#5", "#6") for line in short])
    assert isinstance(hand, HandRecord), hand
    assert (hand.rules.big_blind, hand.payoffs) == (20, (-15, 35, -20))


def test_run_it_twice_and_parts_of_a_chip():
    lines = changed(
        (STACKS, STACKS.replace("1000", "1000.50")),
        (f"{CID} bets 100", f"{CID} bets 440 and go all in"),
        (f"{BOB} folds", f"{BOB} calls 440"),
        (
            f"Uncalled bet of 100 returned to {CID}",
            "Turn: 7♠, 5♥, 6♥ [K♦]\nRiver: 7♠, 5♥, 6♥, K♦ [2♣]\n"
            "Turn (second run): 7♠, 5♥, 6♥ [Q♣]\nRiver (second run): 7♠, 5♥, 6♥, Q♣ [Q♥]\n"
            f"{BOB} shows a A♠, A♦.\n{CID} shows a K♠, Q♦.",
        ),
        (
            f"{CID} collected 130 from pot",
            f"{BOB} collected 505 from pot with Pair, A's (combination: A♠)\n"
            f"{CID} collected 505 from pot on the second run",
        ),
    )
    hand = read_one(*lines)
    assert len(hand.deal.boards) == 2
    assert (hand.chips_per_unit, hand.payoffs) == (100, (-1000, 500, 500))


def test_a_raise_cut_to_what_the_other_has_left_is_the_smallest_full_one():
    lines = changed(
        (STACKS, STACKS.replace("(500)", "(160)")),
        (f"{BOB} checks", ""),
        (f"{CID} bets 100", f"{BOB} bets 60"),
        (f"{BOB} folds", f"{CID} raises to 100 and go all in\n{BOB} folds"),
        (f"Uncalled bet of 100 returned to {CID}", f"Uncalled bet of 40 returned to {CID}"),
        ("collected 130", "collected 250"),
    )
    assert read_one(*lines).payoffs == (-10, -120, 130)
    lines = changed(
        (STACKS, STACKS.replace("(500)", "(160)")),
        (f"{BOB} checks", f"{BOB} checks"),
        (f"{CID} bets 100", f"{CID} bets 60"),
        (f"{BOB} folds", f"{BOB} raises to 100\n{CID} folds"),
        (f"Uncalled bet of 100 returned to {CID}", f"Uncalled bet of 40 returned to {BOB}"),
        (f"{CID} collected 130 from pot", f"{BOB} collected 250 from pot"),
    )
    hand = read_one(*lines)
    assert hand.payoffs == (-10, 130, -120)
    assert hand.decisions[-2].amount == 120


def test_bounties_are_paid_outside_the_pot_also_once_the_hand_has_ended():
    paid = (
        f"{ANN} paid 30 for the 7-2 bounty to {CID}",
        f"{BOB} paid 30 for the 7-2 bounty to {CID}",
        f"{CID} collected 60 from the 7-2 bounty",
    )
    later = [line.replace("#5", "#6") for line in HAND]
    hand, other = read(*HAND, *paid, *later)
    assert (hand.payoffs, hand.outside) == ((-10, -60, 70), (-30, -30, 60))
    assert other.outside is None
    (rejected,) = read(*HAND, *paid[1:])
    assert "60 from the bounty for Cid @ c3 (expected 30, which the others paid)" in rejected.reason
    (rejected,) = read(*HAND, f'"Dan @ d" paid 30 for the 7-2 bounty to {CID}')
    assert "Dan @ d is not among the players with stacks" in rejected.reason


def test_names_may_hold_quotes_and_the_variant_may_be_without_brackets():
    odd = '"Bob "x" folds @ b_2"'
    lines = [line.replace(BOB, odd).replace("(No Limit Texas Hold'em)", "No Limit Texas Hold'em") for line in HAND]
    hand = read_one(*lines)
    assert hand.names == ("Ann", 'Bob "x" folds', "Cid")
    assert hand.payoffs == (-10, -60, 70)


def test_logs_of_2020_have_other_words():
    lines = [
        f"-- starting hand #5 (dealer: {CID}) --",
        f"Players stacks: {ANN} (1000) | {BOB} (1000) | {CID} (500)",
        *BLINDS,
        f"{CID} raises with 60",
        f"{ANN} folds",
        f"{BOB} calls with 60",
        "flop: [7♠, 5♥, 6♥]",
        f"{BOB} checks",
        f"{CID} raises and all in with 440",
    ]
    gained = read_one(*lines, f"{BOB} folds", f"{CID} gained 130", END)
    assert (gained.names, gained.payoffs) == (("Ann", "Bob", "Cid"), (-10, -60, 70))
    won = f"{BOB} wins 1010 with Pair, A's (hand: A♠, A♦)"
    streets = ("turn: 7♠, 5♥, 6♥ [K♦]", "river: 7♠, 5♥, 6♥, K♦ [2♣]", f"{CID} shows a K♠, Q♦.")
    shown = read_one(*lines, f"{BOB} calls with 440", *streets, won, END)
    assert shown.payoffs == (-10, 510, -500)
    assert shown.deal.holes[1] == (51, 49)


def test_bomb_pots_and_double_boards_are_refused_by_name():
    bets = (f"{ANN} posts a bet of 60 (bomb pot bet)", f"{BOB} calls 60 (bomb pot bet)")
    (rejected,) = read(START, STACKS, *bets, *HAND[8:])
    assert "another game: bomb pot (expected blinds)" in rejected.reason
    (rejected,) = read(*changed((f"{BOB} checks", f"Flop (second board):  [2♠, 2♥, 6♣]\n{BOB} checks")))
    assert "another game: double board (expected one board)" in rejected.reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("No Limit Texas Hold'em", "Pot Limit Omaha Hi"), "another game: Pot Limit Omaha Hi (expected No Limit"),
        ((f"{BOB} calls 60", f"{BOB} calls 50"), "Bob calls 30 (expected 40)"),
        ((f"{BOB} checks", f"{BOB} folds"), "the hand was over"),
        ((f"{CID} collected 130", f"{CID} collected 140"), "140 won and a rake of 0 (expected 130"),
        ((f"{CID} collected 130", f"{BOB} collected 130"), "payoffs -10 70 -60 (expected"),
        (("Uncalled bet of 100", "Uncalled bet of 90"), "90 returned to Cid @ c3 (expected 100)"),
        (("Flop:  [7♠, 5♥, 6♥]", "Flop:  [7♠, 5♥]"), "cannot read the board"),
        (("Flop:  [7♠, 5♥, 6♥]", "Flop:  [7♠, 5♥, X]"), "not a card: 'X'"),
        ((f"{CID} bets 100", '"Dan @ d" bets 100'), "Dan @ d is not among the players with stacks"),
        ((f"{CID} raises to 60", f"{CID} raises to 6000"), "bets 6000 with 500 behind"),
        ((END, ""), "the log ends before the hand does"),
        ((STACKS, ""), "is not among the players with stacks"),
        ((BLINDS[1], f"{BOB} posts a big blind of 2"), "out of turn (expected Bob, seat 1"),
        ((START, START.replace("#5", "#x")), "cannot read '-- starting hand #x"),
    ],
)
def test_what_does_not_add_up_is_refused_and_the_others_are_read(change, reason):
    other = [line.replace("#5", "#6") for line in HAND]
    before = [line.replace("#5", "#4") for line in HAND]
    first, *found, last = read(*before, *changed(change), *other)
    assert isinstance(first, HandRecord)
    assert isinstance(last, HandRecord)
    (rejected,) = found
    assert isinstance(rejected, Rejected)
    assert reason in rejected.reason


def test_noise_between_and_within_hands_is_passed_over():
    noise = (
        "The game's ante was changed from 0 to 5.",
        "WARNING: x",
        f"The player {ANN} joined the game with a stack of 5.",
    )
    lines = (*noise, *HAND[:5], *noise, *HAND[5:], *noise)
    assert read_one(*lines).payoffs == (-10, -60, 70)


def test_a_file_that_is_not_csv_or_too_large_is_one_rejection(monkeypatch):
    (rejected,) = read_text('entry,at,order\n"' + "x" * 200_000 + '",a,1\n')
    assert "is not CSV" in rejected.reason
    monkeypatch.setattr(pokernow, "MOST_DOCUMENT_BYTES", 1000)
    (rejected,) = read_text(log(*HAND))
    assert "a log of more than" in rejected.reason


@settings(deadline=None, max_examples=200)
@given(seed=st.integers(0, 2**32))
def test_damaged_logs_never_raise(seed):
    rng = random.Random(seed)
    text = log(*HAND, *[line.replace("#5", "#6") for line in HAND])
    pieces = re.split(r"(\W)", text)
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(pieces))
        pieces[place] = rng.choice(
            ["", '"', ",", "\n", "9" * 30, "-5", "1.5.5", "A♠", "@", "folds", rng.choice(pieces)]
        )
    for hand in read_text("entry,at,order\n" + "".join(pieces)):
        assert isinstance(hand, Rejected | HandRecord)
        if isinstance(hand, HandRecord):
            validate(hand)
        else:
            assert "reading it failed" not in hand.reason, hand.reason
