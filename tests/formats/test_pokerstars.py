"""PokerStars hands worked out by hand: who sat where, which cards, what was done, who was paid."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from deluck.cards import format_card
from deluck.errors import FormatError
from deluck.formats import pokerstars
from deluck.formats.pokerstars_header import parse_header
from deluck.games import Action, HoldemDeal, HoldemRules, StudRules
from deluck.records import Decision, HandRecord, validate

FOLDER = Path(__file__).parent / "pokerstars"


def read(text: str) -> list[HandRecord | FormatError]:
    return [hand for _, hand in pokerstars.parse(enumerate(text.split("\n"), start=1))]


def hands_of(name: str) -> dict[str, HandRecord]:
    hands = read((FOLDER / name).read_text(encoding="utf-8"))
    assert not [hand for hand in hands if isinstance(hand, FormatError)]
    return {hand.hand_id: hand for hand in hands if isinstance(hand, HandRecord)}


def text_of(name: str, hand_id: str) -> str:
    """Return the text of one hand, from its header to the next blank line."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    start = text.rindex("PokerStars", 0, text.index(f"#{hand_id}:"))
    return text[start : text.index("\n\n", start)] + "\n" if "\n\n" in text[start:] else text[start:]


def actions_of(record: HandRecord) -> str:
    return "".join("fcr"[decision.action] for decision in record.decisions)


def cards_of(record: HandRecord) -> str:
    """Return what is known of each seat's cards, ``??`` for a card in between that is not."""
    hands = record.deal.holes if isinstance(record.deal, HoldemDeal) else record.deal.hands
    texts = ["".join("??" if card is None else format_card(card) for card in hand) for hand in hands]
    return " ".join(text.rstrip("?") or "-" for text in texts)


def board_of(record: HandRecord) -> str:
    if isinstance(record.deal, HoldemDeal):
        return "".join(format_card(card) for card in record.deal.board if card is not None)
    return "" if record.deal.shared is None else format_card(record.deal.shared)


class Expected(NamedTuple):
    names: str
    cards: str
    board: str
    actions: str
    payoffs: tuple[int, ...]
    rake: int = 0


HOLDEM_CASH = {
    # a flop, a turn and a river with talk in between; the loser mucks, the summary tells what
    "1001": Expected(
        "Dirk Edda Fritz Ada Bruno Cleo",
        "- Ad7s - KhKs Qc3d -",
        "Ah7d2c9s9h",
        "frfcfccrfrcrccc",
        (-50, 800, 0, -600, 0, -200),
        50,
    ),
    # a walk: the big blind takes back what the small blind did not match
    "1002": Expected("Bruno Cleo Ada", "- - -", "", "ff", (-2, 2, 0)),
    # ten seats, an old header, no "Uncalled bet" line, thousands with a comma
    "1003": Expected(
        "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10",
        "- 7sAs - - - - - - - -",
        "",
        "rfffffffff",
        (-100, -200, 300, 0, 0, 0, 0, 0, 0, 0),
    ),
    # 21 cents after rake, split: the odd one goes to the first left of the button
    "1004": Expected("Bruno Cleo Ada", "- 8h4d 2c2d", "AsKsQsJsTs", "cfcrccccc", (-2, 1, 0), 1),
    # heads-up, four raises before the flop
    "1005": Expected("Bruno Ada", "- JhTh", "2c7hJd", "rrrrcrf", (450, -500), 50),
    # three pots with three winners, rake from the main pot
    "1006": Expected(
        "Ada Bruno Cleo Dirk", "KcKs 8h7h AcKh QdQc", "Kd8c3h8d2s", "rcccrrccrccrc", (800, 300, -400, -800), 100
    ),
    # play money, the button on an empty seat, one sits out, one waits
    "1007": Expected("Dirk Edda Ada Cleo", "- - - -", "2c7hJdJs", "cfcccccrff", (20, -10, -10, 0)),
    # zoom; a fold with nothing to call; cards told as they are folded
    "1008": Expected("Bruno Cleo Dirk Ada", "- Jd9d 9s4s AcJc", "5c5dJh2h2d", "fcccfrcccrc", (-25, -100, 0, 115), 10),
    # names with colons, brackets, words of the format, letters of all kinds
    "1009": Expected(
        "joe|joe: folds|[x] (y)|Ünal Ø 日本", "- - - -", "2c7hJd", "crffccrf", (-200, -500, -1000, 1600), 100
    ),
    # a home game; the winner mucks too
    "1010": Expected("Bruno Cleo Ada", "4c4h - -", "2c7hJdTdKd", "fcccccccc", (-50, 50, 0)),
    # five cents split, no rake
    "1011": Expected("Ada Bruno Cleo", "- Ac9h Ah9c", "2c7hJdTdKd", "cfccccccc", (-1, 1, 0)),
    # a big blind of sixty cents, all-in: the others call a whole one, for a side pot
    "1012": Expected("Bruno Cleo Ada", "- AsQh 9c9d", "Qd4s4d8hJc", "cccrf", (-100, 120, -20)),
    # a small blind of forty cents, all-in; one card shown early
    "1013": Expected("Bruno Cleo Ada", "3c2h - QsKd", "Qd4s4d8hJc", "rrrccrf", (-40, -1200, 1190), 50),
    # the hold'em of a mixed game; the winner shows one card
    "1014": Expected("Cleo Ada Bruno", "- - Ah", "", "rff", (-2, -4, 6)),
}
HOLDEM_TOURNAMENT = {
    # who sits out is dealt in and folds; who was moved waits
    "2001": Expected("Bruno Cleo Dirk Ada", "- Ac2c 8c3c TdTh", "3h9cKd7s4c", "frfc", (-7, -20, 0, 27)),
    # antes; the small blind is all-in with its ante
    "2002": Expected("Ada Bruno Cleo", "2c2d - AhKh", "Qs9d4c4h8s", "rccrf", (30, -220, 190)),
    # heads-up, the end of a tournament
    "2003": Expected("Bruno Ada", "7h2c KsQd", "3h9cKd7s7c", "c", (150, -150)),
    # a mixed tournament; a loser's cards are never told
    "2004": Expected("Cleo Dirk Ada Bruno", "4cAs 7c3c - -", "JhAh4h5s4d", "rfcfcrrcccrc", (280, -40, -240, 0)),
}
STUD = {
    "3001": Expected(
        "Ada Bruno Cleo Dirk",
        "????9h Kd2sKc7d7s3c9d AsAd4cTs2hTh6d ????Js",
        "",
        "cfcrrfccrcrcrcrc",
        (-35, -460, 460, -10),
        45,
    ),
    # the lowest card completes at once
    "3002": Expected("Ada Bruno Cleo", "5h5c2c ????Kc ????2d", "", "rrff", (-60, 65, -10), 5),
    # an open pair, a double bet and a raise of it
    "3003": Expected("Ada Bruno", "????8d8c2d ????5sKhKd", "", "ccrrcrf", (-235, 215), 20),
    # eight stay to the end: one card for all
    "3004": Expected(
        "P1 P2 P3 P4 P5 P6 P7 P8",
        "????2c3d4h5s 2d2s3c4d5h6s ????4c5d6h7s ????5c6d7h8s ????6c7d8h9s ????7c8d9hTs ????8c9dThJs KhKs9cAsAhAd",
        "2h",
        "c" * 32 + "rfcfffff",
        (-35, -135, -35, -35, -35, -35, -35, 325),
        20,
    ),
    # all-in on third street, chips returned at once, the rest dealt out
    "3005": Expected("Ada Bruno Cleo", "9cQhQs5s6dTs4c 8c7sJdTc2h9h2c 6s6h3h", "", "crcf", (-95, 145, -50)),
    # equal boards: who opened fourth street is taken for the first left of the dealer
    "3006": Expected("Bruno Cleo Ada", "????Ks9h ????2d3d ????Kc9d", "", "cccrff", (70, -35, -35)),
    # the stud of a mixed game, "completes it to", a fold with nothing to call
    "3007": Expected("Ada Bruno Cleo", "????2h9c9s ????Qd5c6d Ts3s6c", "", "crfcccf", (-60, 65, -10), 5),
}
CASES = [
    (name, hand_id, expected)
    for name, hands in (
        ("holdem_cash.txt", HOLDEM_CASH),
        ("holdem_tournament.txt", HOLDEM_TOURNAMENT),
        ("stud.txt", STUD),
    )
    for hand_id, expected in hands.items()
]


@pytest.mark.parametrize(("name", "hand_id", "expected"), CASES, ids=[case[1] for case in CASES])
def test_a_hand_is_read_as_it_was_played(name: str, hand_id: str, expected: Expected) -> None:
    record = hands_of(name)[hand_id]
    assert record.names == tuple(expected.names.split("|" if "|" in expected.names else " "))
    assert cards_of(record) == expected.cards
    assert board_of(record) == expected.board
    assert actions_of(record) == expected.actions
    assert record.payoffs == expected.payoffs
    assert record.rake == expected.rake
    validate(record)


@pytest.mark.parametrize(("name", "hand_id", "expected"), CASES, ids=[case[1] for case in CASES])
def test_a_hand_is_written_and_read_back(name: str, hand_id: str, expected: Expected) -> None:
    record = hands_of(name)[hand_id]
    assert read(pokerstars.format_hand(record)) == [record]


@pytest.mark.parametrize("name", ["holdem_cash.txt", "holdem_tournament.txt", "stud.txt"])
def test_every_hand_of_a_file_is_expected_with_its_line(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")
    found = [(number, hand.hand_id) for number, hand in pokerstars.parse(enumerate(lines, start=1))]
    assert [hand_id for _, hand_id in found] == [case[1] for case in CASES if case[0] == name]
    assert all(f"#{hand_id}:" in lines[number - 1] for number, hand_id in found)


def test_money_stakes_and_options() -> None:
    cash, stud = hands_of("holdem_cash.txt"), hands_of("stud.txt")
    assert [(cash[i].currency, cash[i].chips_per_unit) for i in ("1001", "1004", "1005", "1007")] == [
        ("$", 100),
        ("€", 100),
        ("£", 100),
        ("", 1),
    ]
    assert cash["1008"].rules == HoldemRules(
        n_seats=4, small_blind=10, big_blind=25, bet_sizes=(25, 25, 50, 50), may_fold_unbet=True
    )
    assert cash["1008"].stacks == (1013, 900, 1200, 1000)
    assert cash["1003"].stacks is not None
    assert cash["1003"].stacks[-1] == 100375
    assert [i for i, hand in cash.items() if hand.rules.no_cap_heads_up] == ["1005"]
    assert [i for i, hand in cash.items() if hand.rules.may_fold_unbet] == ["1008"]
    assert [i for i, hand in cash.items() if hand.rules.short_blind_is_full] == ["1012"]
    assert cash["1013"].rules.small_blind == 100  # what the house asks at $3/$6
    assert stud["3001"].rules == StudRules(
        n_seats=4, ante=10, bring_in=25, small_bet=50, big_bet=100, max_raises=StudRules.USUAL_CAP
    )
    assert [i for i, hand in stud.items() if hand.rules.open_pair_option] == ["3003"]
    assert stud["3003"].decisions[2:4] == (Decision(0, Action.RAISE, 100), Decision(1, Action.RAISE))
    tournament = hands_of("holdem_tournament.txt")
    assert (tournament["2001"].rules.small_blind, tournament["2001"].rules.big_blind) == (7, 15)
    assert tournament["2002"].rules.ante == 20


REFUSED = {
    "9001": "0 players were dealt in (expected two or more)",
    "9002": "another game: Omaha Hi/Lo Limit",
    "9003": "another game: Razz Limit",
    "9004": "another game: 7 Card Stud Hi/Lo Limit",
    "9005": "another game: Triple Draw 2-7 Lowball Limit",
    "9006": "another game: 6+ Hold'em Limit",
    "9007": "another game: Hold'em Pot Limit Pre-Flop, No Limit Post-Flop",
    "9008": "the hand stops where 'Cleo' is to act",
    "9009": "the hand stops where 'Bruno' is to act",
    "9010": "no 'Total pot ... | Rake ...' in the summary",
    "9011": "no 'Total pot ... | Rake ...' in the summary",
    "9012": "the hand was cancelled",
    "9013": "the hand stops where 'Bruno' is to act",
    "9014": "no stakes in",
    "9015": "nobody has the button",
    "9016": "0 players were dealt in (expected two or more)",
}


def test_hands_that_cannot_be_read_are_refused_by_name_and_reason() -> None:
    errors = [str(error) for error in read((FOLDER / "refused.txt").read_text(encoding="utf-8"))]
    assert len(errors) == len(REFUSED)
    for error, (hand_id, reason) in zip(errors, REFUSED.items(), strict=True):
        assert error.startswith(f"hand #{hand_id}, line ")
        assert reason in error


MISTOLD = [
    ("1001", "Ada: raises $1 to $2", "Ada: raises $2 to $3", "line 14: 'Ada' raises to $3 (expected $2)"),
    ("1001", "Edda: raises $1 to $2", "Edda: raises $2 to $2", "line 25: 'Edda' raises $2 to $2 (expected $1)"),
    ("1001", "Cleo: calls $2", "Cleo: calls $1", "line 16: 'Cleo' calls $1 (expected 'calls $2')"),
    ("1001", "Edda: bets $2", "Edda: bets $1", "line 28: 'Edda' bets $1 (expected $2)"),
    ("1001", "Edda: calls $1", "Edda: checks", "line 18: 'Edda' checks (expected 'calls $1')"),
    ("1001", "Ada: bets $1", "Ada: calls $1", "line 22: 'Ada' calls $1 (expected 'checks')"),
    ("1001", "Ada: bets $1", "Ada: raises $1 to $1", "line 22: 'Ada' raises (expected bets)"),
    ("1001", "Ada: bets $1\n", "Ada: bets $1 and is all-in\n", "line 22: 'Ada' is all-in with $47 behind"),
    ("1001", "Fritz: folds", "Bruno: folds", "line 13: 'Bruno' folds (expected 'Fritz' to act, preflop)"),
    ("1001", "posts big blind $1", "posts big blind $1.50", "line 10: 'Edda' posts big blind $1.50 (expected $1)"),
    ("1001", "posts small blind $0.50", "posts small blind €0.50", "line 9: not an amount: '€0.50'"),
    ("1001", "collected $14 from", "collected $13 from", "a pot of $14.50 and a rake of $0.50, but $13 collected"),
    ("1001", "Edda collected", "Ada collected", "'Edda' won $14 (expected $0)"),
    ("1001", "Total pot $14.50", "Total pot $15.50", "line 39: the pot is $15.50 (expected $14.50)"),
    ("1001", "Bruno [Qc 3d]", "Bruno [2c 3d]", "2c appears twice"),
    ("1001", "[Ad 7s] (two", "[Ad 7x] (two", "line 35: not a card: '7x'"),
    ("1001", "Board [Ah 7d 2c 9s 9h]", "Board [Ah 7d 2c 9s 9d]", "line 40: the board is"),
    ("1001", "[Ah 7d 2c] [9s]", "[Ah 8d 2c] [9s]", "line 27: the board becomes"),
    ("1001", "*** TURN ***", "*** RIVER ***", "line 27: *** RIVER *** after *** FLOP ***"),
    ("1001", "Edda: shows", "Edda: holds", "cannot read 'Edda: holds [Ad 7s] (two pair, Aces and Nines)'"),
    ("1001", "Seat 5: Edda ($100", "Seat 4: Edda ($100", "line 7: seat 4, 'Edda', is listed twice"),
    ("1001", "Total pot $14.50 | Rake $0.50", "", "no 'Total pot ... | Rake ...' in the summary"),
    ("1002", "Uncalled bet ($0.03)", "Uncalled bet ($0.02)", "$0.02 returned to 'Cleo' (expected $0.03)"),
    ("1008", "Ada: shows [Ac Jc]", "Ada: shows [9c Jc]", "'Ada' has other cards than were dealt before"),
    ("2002", "Cleo: posts the ante 20", "Cleo: posts the ante 10", "'Cleo' posts the ante 10 (expected 20)"),
    ("2002", "Cleo: posts the ante 20\n", "", "'Cleo' posts the ante 0 times (expected once)"),
    ("3001", "Cleo: brings in", "Ada: brings in", "'Ada' brings in for (expected 'Cleo' to act, third street)"),
    ("3001", "Bruno: raises $0.25 to $0.50", "Bruno: raises $0.75 to $1", "'Bruno' raises to $1 (expected $0.50)"),
    ("3001", "[Kc 7d] [7s]", "[Kd 7d] [7s]", "'Bruno' has other cards than were dealt before"),
    ("3001", "Dealt to Dirk [Js]\n", "", "an up card is not known"),
]


@pytest.mark.parametrize(("hand_id", "old", "new", "reason"), MISTOLD)
def test_what_does_not_add_up_is_refused_and_the_line_named(hand_id: str, old: str, new: str, reason: str) -> None:
    name = {"1": "holdem_cash.txt", "2": "holdem_tournament.txt", "3": "stud.txt"}[hand_id[0]]
    text = text_of(name, hand_id)
    assert old in text
    (error,) = read(text.replace(old, new, 1))
    assert isinstance(error, FormatError)
    assert f"hand #{hand_id}, line " in str(error)
    assert reason in str(error)


def test_the_wrong_winner_is_refused() -> None:
    text = text_of("holdem_cash.txt", "1011").replace("[Ah 9c]", "[4h 9c]")
    (error,) = read(text)
    assert "payoffs -1 1 0 (expected -1 3 -2)" in str(error)


@pytest.mark.parametrize(
    ("header", "game", "bets", "sign"),
    [
        ("PokerStars Hand #1:  Hold'em Limit ($0.05/$0.10 USD) - x", "holdem", (5, 10), "$"),
        ("\ufeffPokerStars Game #1:  Hold'em Limit (\x800.05/\x800.10 EUR) - x", "holdem", (5, 10), "€"),
        ("PokerStars Home Game #1: {Club #3}  7 Card Stud Limit (20/40) - x", "stud7", (20, 40), ""),
        (
            "PokerStars Hand #1: Tournament #2, £5.00+£0.50 GBP Hold'em Limit - Level I (10/20) - x",
            "holdem",
            (10, 20),
            "",
        ),
        ("PokerStars Hand #1:  Mixed Hold'em (Hold'em Limit, $1/$2 USD) - x", "holdem", (100, 200), "$"),
    ],
)
def test_headers(header: str, game: str, bets: tuple[int, int], sign: str) -> None:
    read_header = parse_header(header)
    assert read_header.game == game
    assert (read_header.small_bet, read_header.big_bet) == bets
    assert read_header.money.sign == sign


def test_a_header_that_names_the_blinds_is_set_right_by_the_posts() -> None:
    text = text_of("holdem_cash.txt", "1002").replace("($0.05/$0.10 USD)", "($0.02/$0.05 USD)")
    (record,) = read(text)
    assert isinstance(record, HandRecord)
    assert record.rules.bet_sizes == (5, 5, 10, 10)


def test_a_lost_header_costs_one_hand() -> None:
    lines = (FOLDER / "holdem_cash.txt").read_text(encoding="utf-8").split("\n")
    place = next(place for place, line in enumerate(lines) if "#1005" in line)
    del lines[place]
    found = list(pokerstars.parse(enumerate(lines, start=1)))
    assert [hand.hand_id for _, hand in found if isinstance(hand, HandRecord)] == [
        i for i in HOLDEM_CASH if i != "1005"
    ]
    ((number, error),) = [(number, hand) for number, hand in found if isinstance(hand, FormatError)]
    assert number == place + 1
    assert str(error).startswith(f"line {number}: \"Table 'Duel' 2-max Seat #1 is the button\" belongs to no hand")


def test_euro_signs_of_a_windows_file_taken_for_latin_1_are_read() -> None:
    (record,) = read(text_of("holdem_cash.txt", "1004").encode("cp1252").decode("latin-1"))
    assert record == hands_of("holdem_cash.txt")["1004"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stacks": None}, "has no stacks"),
        ({"names": ("x", "x", "c")}, "listed twice"),
        ({"names": ("x\ny", "b", "c")}, "cannot be written"),
        ({"currency": "", "chips_per_unit": 1000}, "cannot be written"),
        ({"hand_id": ""}, "cannot be written"),
        ({"decisions": (Decision(0, Action.FOLD),)}, "hand '1011'"),
    ],
)
def test_what_the_text_cannot_say_is_not_written(change: dict[str, object], reason: str) -> None:
    record = hands_of("holdem_cash.txt")["1011"]
    with pytest.raises(FormatError, match=reason):
        pokerstars.format_hand(replace(record, **change))  # type: ignore[arg-type]


def test_options_a_hand_did_not_use_are_not_written() -> None:
    record = hands_of("holdem_cash.txt")["1011"]
    with pytest.raises(FormatError, match=r"rules\.may_fold_unbet True would be read as False"):
        pokerstars.format_hand(replace(record, rules=replace(record.rules, may_fold_unbet=True)))


def test_the_words_of_a_written_hand() -> None:
    record = hands_of("holdem_cash.txt")["1012"]
    text = pokerstars.format_hand(replace(record, time=None, site="", table="", hero=None))
    assert text.split("\n") == [
        "PokerStars Hand #1012: Hold'em Limit ($1/$2 USD) - 2000/01/01 0:00:00 ET",
        "Table 'deluck' 3-max Seat #3 is the button",
        "Seat 1: Bruno ($20 in chips)",
        "Seat 2: Cleo ($0.60 in chips)",
        "Seat 3: Ada ($20 in chips)",
        "Bruno: posts small blind $0.50",
        "Cleo: posts big blind $0.60 and is all-in",
        "*** HOLE CARDS ***",
        "Ada: calls $1",
        "Bruno: calls $0.50",
        "*** FLOP *** [Qd 4s 4d]",
        "Bruno: checks",
        "Ada: bets $1",
        "Bruno: folds",
        "Uncalled bet ($1) returned to Ada",
        "*** TURN *** [Qd 4s 4d] [8h]",
        "*** RIVER *** [Qd 4s 4d 8h] [Jc]",
        "*** SHOW DOWN ***",
        "Cleo: shows [As Qh] (two pair, queens and fours, ace kicker)",
        "Ada: shows [9c 9d] (two pair, nines and fours, queen kicker)",
        "Cleo collected $1.80 from pot",
        "Ada collected $0.80 from pot",
        "*** SUMMARY ***",
        "Total pot $2.60 | Rake $0",
        "Board [Qd 4s 4d 8h Jc]",
        "Seat 1: Bruno (small blind) folded on the Flop",
        "Seat 2: Cleo (big blind) showed [As Qh] and won ($1.80) with two pair, queens and fours, ace kicker",
        "Seat 3: Ada (button) showed [9c 9d] and won ($0.80) with two pair, nines and fours, queen kicker",
        "",
        "",
        "",
    ]
