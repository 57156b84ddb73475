"""Open Hand History: what trackers write is read, what we write is read back equal, what does not add up is refused."""

import copy
import json
import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deluck.errors import FormatError
from deluck.formats import Rejected, open_hand_history, read_columns, read_hands, read_text
from deluck.formats.reading import read_with_places
from deluck.games import Action, Forced, Structure
from deluck.records import HandRecord, replay, validate

from .conftest import random_no_limit
from .test_json_lines import mutated

NAMES = ("Ann", "Bob", "Cid", "Dan")


def action(player: int, name: str, amount: float | None = None, **others) -> dict:
    return {"action_number": 1, "player_id": player, "action": name, "amount": amount, "is_allin": False, **others}


def a_round(street: str, *actions: dict, cards: str = "") -> dict:
    return {
        "id": 0,
        "street": street,
        "cards": [cards[at : at + 2] for at in range(0, len(cards), 2)],
        "actions": list(actions),
    }


def a_pot(amount: float, rake: float = 0, **won: float) -> dict:
    wins = [{"player_id": NAMES.index(name), "win_amount": chips} for name, chips in won.items()]
    return {"number": 0, "amount": amount, "rake": rake, "player_wins": wins}


def ohh(rounds: list, pots: list, stacks=(10, 10, 10, 10), **others) -> dict:
    """Return a hand of four at 0.5/1: Dan has the button."""
    found = {
        "ohh": {
            "spec_version": "1.4.7",
            "site_name": "Somewhere",
            "game_type": "Holdem",
            "bet_limit": {"bet_type": "NL", "bet_cap": 0},
            "table_name": "T",
            "game_number": "77",
            "start_date_utc": "2021-05-21T07:53:30",
            "currency": "USD",
            "dealer_seat": 8,
            "small_blind_amount": 0.5,
            "big_blind_amount": 1,
            "ante_amount": 0,
            "hero_player_id": 2,
            "players": [
                {"id": seat, "seat": 2 * seat + 2, "name": NAMES[seat], "starting_stack": stack}
                for seat, stack in enumerate(stacks)
            ],
            "rounds": rounds,
            "pots": pots,
        }
        | others
    }
    return copy.deepcopy(found)


BLINDS = (action(0, "Post SB", 0.5), action(1, "Post BB", 1))
FOLDS = (action(2, "Fold"), action(3, "Fold"), action(0, "Fold"))


def plain(**others) -> dict:
    rounds = [
        a_round("Preflop", *BLINDS, action(2, "Dealt Cards", cards=["As", "Kd"]), action(2, "Raise", 3),
                action(3, "Fold"), action(0, "Fold"), action(1, "Call", 2)),
        a_round("Flop", action(1, "Check"), action(2, "Bet", 2.25), action(1, "Fold"), cards="2c3d4h"),
    ]  # fmt: skip
    return ohh(rounds, [a_pot(6.5, 0.25, Cid=6.25)], **others)


def read(*hands: dict) -> list[HandRecord | Rejected]:
    return list(read_text("\n\n".join(json.dumps(hand, indent=2) for hand in hands)))


def read_one(hand: dict) -> HandRecord:
    (found,) = read(hand)
    assert isinstance(found, HandRecord), found
    return found


def test_a_hand_is_read_field_by_field():
    hand = read_one(plain())
    assert hand.names == NAMES
    assert hand.payoffs == (-50, -300, 325, 0)
    assert (hand.rake, hand.currency, hand.chips_per_unit, hand.hero) == (25, "$", 100, 2)
    assert (hand.site, hand.table, hand.hand_id) == ("Somewhere", "T", "77")
    assert hand.time.isoformat() == "2021-05-21T07:53:30+00:00"
    assert [each.amount for each in hand.decisions if each.action is Action.RAISE] == [300, 225]
    assert (hand.rules.small_blind, hand.rules.big_blind, hand.rules.structure) == (50, 100, Structure.NO_LIMIT)


def test_the_amount_of_a_raise_is_what_it_puts_in():
    rounds = [
        a_round("Preflop", *BLINDS, action(2, "Raise", 3), action(3, "Fold"), action(0, "Raise", 8.5),
                action(1, "Fold"), action(2, "Raise", 7, is_allin=True), action(0, "Call", 1)),
        a_round("Flop", cards="2c3d4h"), a_round("Turn", cards="9s"), a_round("River", cards="9d"),
        a_round("Showdown", action(2, "Shows Cards", cards=["As", "Kd"]), action(0, "Shows Cards", cards=["Qs", "Qd"])),
    ]  # fmt: skip
    hand = read_one(ohh(rounds, [a_pot(21, Ann=21)]))
    assert [each.amount for each in hand.decisions if each.action is Action.RAISE] == [300, 900, 1000]
    assert hand.payoffs == (1100, -100, -1000, 0)


def test_straddles_posts_and_dead_blinds():
    rounds = [
        a_round("Preflop", *BLINDS, action(2, "Straddle", 2), action(3, "Post Dead", 0.5),
                action(3, "Post Extra Blind", 1), action(3, "Call", 1), action(0, "Fold"), action(1, "Fold"),
                action(2, "Raise", 4), action(3, "Fold")),
    ]  # fmt: skip
    hand = read_one(ohh(rounds, [a_pot(6, Cid=6)]))
    assert hand.forced == Forced((50, 100, 200, 0), (0, 0, 0, 100), (0, 0, 0, 50))
    assert hand.payoffs == (-50, -100, 400, -250)
    assert sum(replay(hand).contributions) == 600


def test_antes_short_blinds_and_a_missing_small_blind():
    antes = [action(seat, "Post Ante", 0.25) for seat in range(4)]
    rounds = [a_round("Preflop", *antes, *BLINDS, *FOLDS)]
    hand = read_one(ohh(rounds, [a_pot(2, Bob=2)], ante_amount=0.25))
    assert (hand.rules.ante, hand.payoffs) == (25, (-75, 125, -25, -25))
    short = [action(0, "Post SB", 0.5), action(1, "Post BB", 0.75, is_allin=True)]
    board = [a_round(street, cards=cards) for street, cards in (("Flop", "2c3d4h"), ("Turn", "9s"), ("River", "9d"))]
    shown = a_round(
        "Showdown", action(1, "Shows Cards", cards=["Qs", "Qd"]), action(2, "Shows Cards", cards=["8s", "8d"])
    )
    rounds = [a_round("Preflop", *short, action(2, "Call", 1), action(3, "Fold"), action(0, "Fold")), *board, shown]
    hand = read_one(ohh(rounds, [a_pot(2, Bob=2)], stacks=(10, 0.75, 10, 10)))
    assert hand.rules.short_blind_is_full
    assert hand.payoffs == (-50, 125, -75, 0)
    rounds[0] = a_round("Preflop", *short, action(2, "Call", 0.75), action(3, "Fold"), action(0, "Fold"))
    hand = read_one(ohh(rounds, [a_pot(2, Bob=2)], stacks=(10, 0.75, 10, 10)))
    assert not hand.rules.short_blind_is_full
    rounds = [a_round("Preflop", action(0, "Post BB", 1), action(1, "Fold"), action(2, "Fold"), action(3, "Fold"))]
    hand = read_one(ohh(rounds, [a_pot(0, Ann=0)]))
    assert (hand.forced.blinds, hand.payoffs) == ((100, 0, 0, 0), (0, 0, 0, 0))


def test_a_hand_that_was_run_twice_has_two_boards():
    all_in = a_round(
        "Preflop", *BLINDS, action(2, "Raise", 10), action(3, "Fold"), action(0, "Fold"), action(1, "Call", 9)
    )
    shown = a_round(
        "Showdown", action(1, "Shows Cards", cards=["Qs", "Qd"]), action(2, "Shows Cards", cards=["As", "Kd"])
    )
    first = [a_round("Flop", cards="2c3d4h"), a_round("Turn", cards="9s"), a_round("River", cards="9d")]
    second = [a_round("Flop", cards="Ac7d8h"), a_round("Turn", cards="Ts"), a_round("River", cards="2d")]
    hand = read_one(ohh([all_in, shown, *first, *second], [a_pot(20.5, Bob=10.25, Cid=10.25)]))
    assert len(hand.deal.boards) == 2
    assert hand.payoffs == (-50, 25, 25, 0)
    turns = [a_round("Turn", cards="Ts"), a_round("River", cards="Ad")]
    hand = read_one(ohh([all_in, *first, *turns, shown], [a_pot(20.5, Bob=10.25, Cid=10.25)]))
    assert hand.deal.boards[0][:3] == hand.deal.boards[1][:3]


def test_cash_outs_and_bonuses_are_outside_the_pots():
    pot = a_pot(6.5, 0.25, Cid=6.25)
    pot["player_wins"][0] |= {"cashout_amount": 6, "cashout_fee": 0.1, "bonus_amount": 1}
    hand = plain()
    hand["ohh"]["pots"] = [pot]
    assert read_one(hand).outside == (0, 0, -35 + 100, 0)
    hand["ohh"]["rounds"][1]["actions"].append(action(3, "Player Adjustment", -2))
    assert read_one(hand).outside == (0, 0, 65, -200)


def test_chips_of_tournaments_and_small_coins():
    assert read_one(plain(tournament=True, tournament_info={"tournament_number": "5"})).currency == ""
    tournament = read_one(plain(tournament=True, tournament_info={"tournament_number": "5"}))
    assert (tournament.tournament, tournament.chips_per_unit) == ("5", 100)
    whole = json.loads(
        json.dumps(plain(currency="Chips")).replace("0.5,", "1,").replace("2.25", "3").replace("0.25", "0")
    )
    whole["ohh"]["pots"] = [a_pot(7, Cid=7)]
    assert read_one(whole).chips_per_unit == 1
    coins = json.loads(json.dumps(plain()).replace("2.25", "2.25001"))
    assert read_one(coins).chips_per_unit == 100_000


def test_amounts_may_be_the_bets_that_actions_make_and_cards_may_be_with_the_players():
    """Ann raises to 3 and calls 9; read as what is put in, her call would be 3 more than there is to call."""
    rounds = [
        a_round("Preflop", *BLINDS, action(2, "Fold"), action(3, "Fold"), action(0, "Raise", 3), action(1, "Raise", 9),
                action(0, "Call", 9)),
        a_round("Flop", action(0, "Raise", 1, is_allin=True), action(1, "Fold"), cards="2c3d4h"),
    ]  # fmt: skip
    hand = ohh(rounds, [a_pot(19, 1, Ann=18)])
    hand["ohh"]["players"][0]["cards"] = ["As", "Kd"]
    found = read_one(hand)
    assert [each.amount for each in found.decisions if each.action is Action.RAISE] == [300, 900, 100]
    assert (found.payoffs, found.rake) == ((800, -900, 0, 0), 100)
    assert found.deal.holes[0] == (51, 45)
    hand["ohh"]["rounds"][0]["actions"][-1]["amount"] = 8
    (rejected,) = read(hand)
    assert "calls 800 (expected 650)" in rejected.reason


def test_what_sums_of_floating_point_numbers_are_off_is_no_part_of_a_chip():
    noisy = plain()
    noisy["ohh"]["rounds"][1]["actions"][1]["amount"] = 2.2500000000000004
    noisy["ohh"]["pots"][0]["player_wins"][0]["win_amount"] = 6.249999999999999
    assert read_one(noisy) == read_one(plain())


def test_words_in_other_letters_empty_rounds_ids_that_are_texts_and_pots_without_the_rake():
    expected = read_one(plain())
    hand = plain(game_type="holdem", bet_limit={"bet_type": "nl"}, start_date_utc="2021-05-21 07:53:30 UTC")
    hand["ohh"]["rounds"][0]["street"] = "PREFLOP"
    hand["ohh"]["rounds"] += [a_round("Turn"), a_round("River"), a_round("Showdown")]
    hand["ohh"]["pots"] = [a_pot(6.25, 0.25, Cid=6.25)]
    hand["ohh"]["rounds"][0]["actions"].insert(3, action(3, "Time Bank"))
    assert read_one(hand) == expected
    texts = json.loads(re.sub(r'("(?:id|player_id|hero_player_id)": )(\d)', r'\1"p\2"', json.dumps(hand)))
    assert read_one(texts) == expected
    hand["ohh"]["pots"] = [a_pot(6.3, 0.25, Cid=6.25)]
    (rejected,) = read(hand)
    assert "pots of 630, of which 625 were won and 25 raked" in rejected.reason


@pytest.mark.parametrize(("dealer", "names"), [(8, NAMES), (1, NAMES), (4, NAMES), (5, NAMES)])
def test_the_blinds_are_believed_more_than_the_button(dealer, names):
    assert read_one(plain(dealer_seat=dealer)).names == names


def test_players_who_sit_out_are_not_dealt_in():
    hand = plain()
    hand["ohh"]["players"].append({"id": 9, "seat": 5, "name": "Away", "starting_stack": 3, "is_sitting_out": True})
    assert read_one(hand).names == NAMES
    hand["ohh"]["players"][-1]["is_sitting_out"] = False  # but no action names Away
    assert read_one(hand).names == NAMES


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda hand: hand.update(game_type="Omaha"), "another game: Omaha (expected Holdem)"),
        (lambda hand: hand.update(bet_limit={"bet_type": "XL"}), "bet_type is 'XL'"),
        (lambda hand: hand.pop("players"), "players is missing (expected a list)"),
        (lambda hand: hand.update(players=hand["players"][:1]), "1 players (expected two or more)"),
        (lambda hand: hand.update(dealer_seat="x"), 'dealer_seat is "x" (expected a whole number)'),
        (lambda hand: hand["rounds"][0]["actions"][6].update(amount=1), "calls 100 (expected 200)"),
        (lambda hand: hand["rounds"][0]["actions"][2].update(amount=1e300), "amount is 1e+300"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(amount=11), "bets 1100 with 1000 behind"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(amount=1.25), "calls 200 (expected 25)"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(player_id=77), "'Raise' of player 77"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(player_id=3), "out of turn"),
        (lambda hand: hand["rounds"][0]["actions"][3].update(action="Jump"), "no such action: 'Jump'"),
        (lambda hand: hand["rounds"][0]["actions"][0].update(amount=0.25), "posts 25 with 1000 behind (expected 50)"),
        (lambda hand: hand["rounds"][1]["actions"][0].update(action="Add to Pot"), "adds None to the pot"),
        (lambda hand: hand["rounds"][1].update(cards=["2c"]), "1 cards on the flop"),
        (lambda hand: hand["rounds"][1].update(cards=["2c", "2c", "3d"]), "twice"),
        (lambda hand: hand["rounds"][1].update(street="Turn", cards=["2c"]), "the turn comes after 0 cards"),
        (lambda hand: hand["rounds"][1].update(street="X"), "street is 'X'"),
        (lambda hand: hand["rounds"].append(a_round("Flop", action(1, "Check"), cards="5c6d7h")), "was dealt again"),
        (lambda hand: hand.update(pots=[a_pot(6.5, 0.25, Bob=6.25)]), "payoffs -50 325 -300 0 (expected"),
        (lambda hand: hand.update(pots=[a_pot(6.75, 0.5, Cid=6.25)]), "625 won and a rake of 50 (expected 650"),
        (lambda hand: hand.update(pots=[a_pot(7, 0.25, Cid=6.25)]), "pots of 700, of which 625 were won and 25 raked"),
        (lambda hand: hand["rounds"][1]["actions"].pop(), "stops after 6 actions"),
        (lambda hand: hand.update(start_date_utc="now"), "not a time: 'now'"),
    ],
)
def test_what_does_not_add_up_is_refused(change, reason):
    hand = plain()
    change(hand["ohh"])
    first, rejected, last = read(plain(), hand, plain())
    assert isinstance(first, HandRecord)
    assert isinstance(last, HandRecord)
    assert isinstance(rejected, Rejected)
    assert reason in rejected.reason


# the text around the objects


def test_objects_on_lines_of_their_own_over_several_lines_and_without_blank_lines():
    hand = read_one(plain())
    one, several = json.dumps(plain()), json.dumps(plain(), indent=4)
    flat = json.dumps(plain(), indent=0)
    for text in (
        f"{one}\n{one}\n{one}\n",
        f"{several}\n\n{several}\n\n\n{several}",
        f"{several}\n{several}\n{several}",
        f"{flat}\n{flat}\n{flat}",
        f"{one}\n\n{several}\n{one}",
        f"\ufeff{several}\r\n\r\n{several}\r\n\r\n{one}",
        several.replace('  "ohh"', '\n\n  "ohh"') + "\n\n" + one + "\n" + one,
    ):
        assert list(read_text(text)) == [hand] * 3
        assert [each for columns in read_columns_of(text) for each in columns] == [hand] * 3


def test_a_list_of_objects_is_read_object_by_object():
    hand = read_one(plain())
    for indent in (None, 0, 2):
        text = json.dumps([plain(), plain(game_type="Omaha"), plain()], indent=indent)
        first, rejected, last = read_text(text)
        assert first == last == hand
        assert (rejected.line, "another game: Omaha" in rejected.reason) == (1, True)


def read_columns_of(text: str):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ohh"
        path.write_text(text)
        return list(read_columns(path))


def test_a_broken_object_costs_one_hand():
    good, broken = json.dumps(plain(), indent=4), json.dumps(plain(), indent=4).replace('"T"', '"T')
    first, rejected, last = read_text(f"{good}\n\n{broken}\n\n{good}")
    assert first == last
    assert (rejected.line, "not JSON" in rejected.reason) == (good.count("\n") + 3, True)
    cut = good[: len(good) // 2].rsplit("\n", 1)[0]
    first, rejected, last = read_text(f"{good}\n\n{cut}\n\n{good}")
    assert first == last
    first, rejected = read_text(f"{good}\n\n{cut}")
    assert isinstance(rejected, Rejected)
    first, array, last = read_text(f"{good}\n\n[1, 2]\n\n{good}")
    assert "expected an object" in array.reason
    assert first == last


# writing


@settings(deadline=None)
@given(seed=st.integers(0, 2**32))
@example(seed=40766154)  # an ante that the other seat has not enough chips to match
def test_hands_come_back_as_they_were_written(random_record, seed):
    for record in (random_record(seed), random_no_limit(seed)[1]):
        text = open_hand_history.format_hand(record)
        assert [hand for _, hand in open_hand_history.parse(enumerate(text.split("\n"), start=1))] == [record]


def test_plain_hands_need_nothing_beside_the_format(random_record):
    written = json.loads(open_hand_history.format_hand(read_one(plain())))
    assert set(written) == {"ohh"}
    assert written["ohh"]["pots"] == [
        {"number": 0, "amount": 6.5, "rake": 0.25, "player_wins": [{"player_id": 2, "win_amount": 6.25}]}
    ]
    actions = [(each["action"], each["amount"]) for each in written["ohh"]["rounds"][0]["actions"]]
    assert actions == [
        ("Post SB", 0.5), ("Post BB", 1), ("Dealt Cards", 0), ("Raise", 3), ("Fold", 0), ("Fold", 0), ("Call", 2)
    ]  # fmt: skip


def test_what_cannot_be_written_is_refused(random_record):
    with pytest.raises(FormatError, match="cannot be written as Open Hand History: it is a stud hand"):
        open_hand_history.format_hand(random_record(3, "stud7"))


@settings(deadline=None, max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_mutated_hands_are_read_or_refused_by_name(seed):
    rng = random.Random(seed)
    if rng.random() < 0.3:
        hand = copy.deepcopy(plain())
    else:
        hand = json.loads(open_hand_history.format_hand(random_no_limit(seed)[1]))
    key = rng.choice(list(hand))
    for _ in range(3):
        hand[key] = mutated(rng, hand[key])
    for found in read_text('{"ohh": {}}\n\n' + json.dumps(hand)):
        assert isinstance(found, Rejected | HandRecord)
        if isinstance(found, Rejected):
            assert "reading it failed" not in found.reason, found.reason
        else:
            validate(found)


@settings(deadline=None, max_examples=200)
@given(seed=st.integers(0, 2**32))
def test_damaged_text_never_raises(seed):
    rng = random.Random(seed)
    text = list(json.dumps(plain(), indent=rng.choice([None, 0, 2])) + "\n\n" + json.dumps(plain()))
    for _ in range(rng.randint(1, 5)):
        place = rng.randrange(len(text))
        text[place : place + rng.randint(0, 3)] = rng.choice(
            ["", "{", "}", '"', "\n", "\n\n", "[", ",", "1e999", "\\", "\x00"]
        )
    for hand in read_text("".join(text)):
        assert isinstance(hand, Rejected | HandRecord)


def test_indented_objects_are_read_as_line_by_line_with_the_same_numbers(tmp_path):
    """Indented lines come together with the one before them, across the blocks in which a file is read."""
    rng, texts = random.Random(3), []
    for number in range(700):
        hand = plain()
        hand["ohh"]["game_number"] = str(number)
        if rng.random() < 0.1:
            hand["ohh"]["game_type"] = "Omaha"
        text = json.dumps(hand, indent=rng.choice((None, 1, 2, 4)))
        texts.append(text[: rng.randrange(len(text))] if rng.random() < 0.03 else text)
    lines = "\n\n".join(texts).split("\n")
    path = tmp_path / "hands.ohh"
    path.write_text("\n".join(lines))
    assert path.stat().st_size > 4 << 18
    expected = [
        (number, str(hand) if isinstance(hand, FormatError) else hand)
        for number, hand in open_hand_history.parse(enumerate(lines, start=1))
    ]
    found = [
        (number, hand.reason if isinstance(hand, Rejected) else hand) for hand, _, number in read_with_places(path)
    ]
    assert found == expected
    rejected = [hand for hand in read_hands(path) if isinstance(hand, Rejected)]
    assert len(rejected) > 50
    assert all(each.excerpt == lines[each.line - 1][:80] for each in rejected)
