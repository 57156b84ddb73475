"""PHH straight to columns, against the record path: the same hands, the same rejections with the same reasons."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.errors import FormatError
from deluck.formats import format_phh, phh, phh_columns
from deluck.formats.checking import problem_of
from deluck.records import HandRecord

from .conftest import random_no_limit


def by_records(lines):
    hands, errors = [], []
    for number, hand in phh.parse(lines):
        problem = hand if isinstance(hand, FormatError) else problem_of(hand)
        if problem is None:
            hands.append(hand)
        else:
            errors.append((number, str(problem)))
    return hands, errors


def by_columns(lines, batch_size=1000):
    hands, errors = [], []
    for columns, rejected in phh_columns.batches(lines, batch_size):
        hands += [] if columns is None else list(columns)
        errors += [(number, str(error)) for number, error in rejected]
    return hands, errors


def assert_same(texts, batch_size=1000):
    lines = list(enumerate("\n\n".join(texts).split("\n"), start=1))
    hands, errors = by_records(lines)
    found, rejected = by_columns(lines, batch_size)
    assert rejected == errors
    for game in ("holdem", "stud7"):
        assert [hand for hand in found if hand.game == game] == [hand for hand in hands if hand.game == game]
    return hands, errors


def plain_share(texts) -> float:
    """Return how many of the hands take the fast way."""
    found, rows = phh_columns.ColumnsParser()._plain(texts)
    assert found is None or len(found) == len(rows)
    return len(rows) / len(texts)


HAND = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 150]
actions = [ACTIONS]
hand = 7
players = ['Zoë', "it's", 'x']
finishing_stacks = [199, 194, 157]
""".replace(
    "ACTIONS",
    "'d dh p1 AcAd', 'd dh p2 ????', 'd dh p3 KcKd', 'p3 cbr 6', 'p1 f', 'p2 cc', "
    "'d db 2s3s4h', 'p2 cc', 'p3 cbr 10', 'p2 f'",
)


def numbered(text):
    return list(enumerate(text.split("\n"), start=1))


def test_a_plain_hand_is_read_in_bulk():
    assert plain_share([HAND]) == 1
    ((hand,), errors) = assert_same([HAND])
    assert not errors
    assert hand.names == ("Zoë", "it's", "x")
    assert hand.payoffs == (-1, -6, 7)
    assert [each.amount for each in hand.decisions] == [6, None, None, None, 10, None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hand = 7\n", ""),
        ("hand = 7", "hand = 'x-1'"),
        ("hand = 7", "hand = 0"),
        ("players = ['Zoë', \"it's\", 'x']\n", ""),
        ("finishing_stacks = [199, 194, 157]", "winnings = [0, 0, 13]"),
        ("finishing_stacks = [199, 194, 157]", "winnings = [0, 0, 13]\nfinishing_stacks = [199, 194, 157]"),
        ("finishing_stacks = [199, 194, 157]\n", ""),
        ("finishing_stacks = [199, 194, 157]", "finishing_stacks = [199, 194, 155]"),  # a rake of 2
        ("ante_trimming_status = true\n", ""),
        ("ante_trimming_status = true", "ante_trimming_status = false"),
        (
            "hand = 7",
            "hand = 7\nvenue = 'Home'\ntable = \"T\"\nevent = 'E'\nlevel = 3\nseats = [1, 3, 5]\nseat_count = 6",
        ),
        ("hand = 7", "time = 20:15:00\ntime_zone = 'UTC'\nday = 3\nmonth = 2\nyear = 2021\ncurrency_symbol = '$'"),
        ("hand = 7", "author = 'A' # by hand\nurl = \"http://x\"\ntime_limit = 60\ntime_banks = [60, 60, 60.5]\n# x"),
        ("hand = 7", "country = 'C'\npostal_code = '1'\nregion = 'R'\ncity = 'C'\naddress = 'A'\ncurrency = 'EUR'"),
        ("'p2 f']", "'p2 f', ]"),
        ("[1, 2, 0]", "[ 1,2 , 0 ]"),
        ("'d dh p2 ????'", "'d dh p2 2c2d'"),
        ("'p2 f']", "'p2 f', 'p1 sm AcAd', 'p2 sm 2c2d', 'p3 sm -']"),
        ("[200, 200, 150]", "[200.0, 200, 150]"),
    ],
)
def test_plain_variations_are_read_in_bulk_too(old, new):
    text = HAND.replace(old, new)
    assert text != HAND
    assert plain_share([text]) == 1
    hands, errors = assert_same([text])
    assert (len(hands), errors) == (1, [])


def test_amounts_with_decimals_are_chips():
    text = re.sub(r"(?<=[ \[])([0-9]+)(?=[,\]'\n])", lambda found: f"{int(found[1]) / 100:.2f}", HAND)
    text = text.replace("hand = 0.07", "hand = 7").replace("trimming_status", "trimming_status")
    assert "starting_stacks = [2.00, 2.00, 1.50]" in text
    assert plain_share([text]) == 1
    ((hand,), _) = assert_same([text])
    assert (hand.stacks, hand.chips_per_unit, hand.rules.big_blind) == ((200, 200, 150), 100, 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'NT'", "'F7S'"),
        ("'NT'", "'NX'"),
        ("variant = 'NT'", "variant = 'NT'\nvariant = 'NT'"),
        ("= true", "= trux"),
        ("= true", "= truex"),
        ("= true", "= 1"),
        ("hand = 7", "hand = 07"),
        ("hand = 7", "hand = true"),
        ("hand = 7", f"hand = '{'7' * 2000}'"),
        ("hand = 7", "hand = 7 8"),
        ("hand = 7", "hand = '''7\n8'''"),
        ("hand = 7", "_deluck = 5"),
        ("hand = 7", "_deluck = {may_fold_unbet = true}"),
        ("hand = 7", "_deluck.may_fold_unbet = true"),
        ("hand = 7", "bring_in = 0.125"),
        ("hand = 7", "venue = 'x' y"),
        ("hand = 7", "venue = [1]"),
        ("hand = 7", "venue = {x = 1}"),
        ("hand = 7", "x = [[1]\n]"),
        ("hand = 7", "# \x01"),
        ("hand = 7", "table = 1\ntable = 2"),
        ("hand = 7", "time = 25:00:00"),
        ("'x']", "'x', 'y']"),
        ("'x']", "'x'"),
        ("['Zoë', \"it's\", 'x']", "['\\u00e9', 'b', 'x']"),
        ("['Zoë', \"it's\", 'x']", "[\"\\u00e9\", 'b', 'x']"),
        ("[0, 0, 0]", "[0, 0]"),
        ("[0, 0, 0]", "[0, 0, -1]"),
        ("[1, 2, 0]", "[1, 2, -2]"),
        ("[1, 2, 0]", "[1, 2, 4]"),
        ("[1, 2, 0]", "[1, 2, 00]"),
        ("[200, 200, 150]", "[200, 200, 0]"),
        ("[200, 200, 150]", "[200, 200, inf]"),
        ("[200, 200, 150]", "[1e999999999, 200, 150]"),
        ("[200, 200, 150]", "[200.0000001, 200, 150]"),
        ("[200, 200, 150]", "[200, 200, 9999999999999]"),
        ("min_bet = 2\n", ""),
        ("min_bet = 2", "min_bet = -2"),
        ("p3 cbr 6", "p3 cbr 3"),
        ("p3 cbr 6", "p3 cbr 1,000"),
        ("p3 cbr 6", "p3 cbr 6 # big"),
        ("p3 cbr 6", "p3  cbr 6"),
        ("p3 cbr 6", "p4 cbr 6"),
        ("'p3 cbr 6'", "'p3 cbr 6', 'p3 f'"),
        ("'p3 cbr 6'", "'p1 cbr 6'"),
        ("'d db 2s3s4h'", "'d db 2s3s'"),
        ("'d db 2s3s4h'", "'d db 2s3s4h5h6h7h'"),
        ("'d db 2s3s4h'", "'d db 2s3sAc'"),
        ("'d db 2s3s4h', ", ""),
        ("'d dh p1 AcAd'", "'d dh p1 AcAc'"),
        ("'d dh p1 AcAd'", "'d dh p1 AcAd', 'd dh p1 QcQd'"),
        ("'d dh p1 AcAd'", "'d dh p1 AcA'"),
        ("'p2 f']", "'p2 f', 'p1 sm KcKd']"),
        ("'p2 f']", "'p2 f', 'p1 sm Kc']"),
        ("'p2 f']", "'p2 cc']"),
        ("[199, 194, 157]", "[198, 195, 157]"),
        ("[199, 194, 157]", "[199, 194, 158]"),
        ("[199, 194, 157]", "[199, 194, 156.5]"),
        ("finishing_stacks = [199, 194, 157]", "winnings = [0, 0, 13]\nfinishing_stacks = [199, 194, 155]"),
    ],
)
def test_what_is_not_plain_is_judged_by_the_record_path(old, new):
    text = HAND.replace(old, new)
    assert text != HAND
    hands, errors = assert_same([HAND, text, HAND])
    assert len(hands) + len(errors) >= 3


def text_of(seed: int, random_record) -> str | None:
    """Return a random hand as PHH: no-limit, pot-limit, limit, stud; most without what only our reader understands."""
    if seed % 4 == 3:
        record = random_record(seed, ("holdem", "stud7")[seed % 8 == 3])
    else:
        _, record = random_no_limit(seed)
    try:
        text = format_phh(record, for_pokerkit=False)
    except FormatError:
        return None
    return text if seed % 5 == 0 else re.sub(r"^_deluck = .*\n", "", text, flags=re.MULTILINE)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_columns_are_those_of_the_records(random_record, seed):
    texts = [text for each in range(seed, seed + 12) if (text := text_of(each, random_record)) is not None]
    hands, errors = assert_same([f"[{number}]\n{text}" for number, text in enumerate(texts)], batch_size=5)
    assert len(hands) + len(errors) == len(texts)
    assert len(hands) > len(errors)


def test_most_hands_take_the_fast_way(random_record):
    texts = [text for seed in range(300) if (text := text_of(seed, random_record)) is not None]
    assert plain_share(texts) > 0.4


def broken(rng: random.Random, text: str) -> str:
    """Return a hand with something changed: a piece left out, doubled, swapped with another, or a symbol replaced."""
    for _ in range(rng.randint(1, 2)):
        pieces = re.split(r"(\W)", text)
        place, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        kind = rng.randrange(5)
        if kind == 0:
            del pieces[place]
        elif kind == 1:
            pieces.insert(other, pieces[place])
        elif kind == 2:
            pieces[place], pieces[other] = pieces[other], pieces[place]
        elif kind == 3:
            pieces[place] = rng.choice(
                ["", "'", '"', ",", "]", "[", "\n", "0", "1.5", "-1", "p1", "????", "f", "#", "=", "é"]
            )
        else:
            text = "".join(pieces)
            place = rng.randrange(len(text))
            pieces = [text[:place], rng.choice("0159 \n'\"[],.-fcpdAsKh?\\\x00"), text[place + 1 :]]
        text = "".join(pieces)
    return text


def run_broken(seeds, random_record) -> Counter:
    events: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        text = text_of(seed, random_record)
        if text is None:
            continue
        texts = [broken(rng, text) for _ in range(5)]
        hands, errors = assert_same(texts)
        events["read"] += len(hands)
        events["rejected"] += len(errors)
        assert all(isinstance(hand, HandRecord) for hand in hands)
    return events


def test_both_paths_agree_on_broken_hands(random_record):
    events = run_broken(range(400), random_record)
    assert events["read"] > 200
    assert events["rejected"] > 500


@pytest.mark.slow
def test_both_paths_agree_on_many_broken_hands(random_record):
    run_broken(range(1000, 40_000), random_record)


def test_nothing_unforeseen_loses_the_hands_around_it(monkeypatch):
    """A kernel that raises costs time, and a parser that raises costs the one hand."""

    def fail(*_):
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr(phh_columns, "_columns", fail)
    hands, errors = by_columns(numbered(HAND + "\n" + HAND))
    assert (len(hands), errors) == (2, [])
    parse = phh.parse_phh
    monkeypatch.setattr(phh, "parse_phh", lambda text: fail() if "hand = 8" in text else parse(text))
    hands, errors = by_columns(numbered(HAND + "\n" + HAND.replace("hand = 7", "hand = 8") + "\n" + HAND))
    assert len(hands) == 2
    ((line, reason),) = errors
    assert line == 12
    assert "ZeroDivisionError: nobody thought of this" in reason


EVERY_FIELD = """author = 'Juho Kim'
event = 'Sunday Million'
url = 'https://example.org'
venue = 'PokerStars'
address = '1 Main Street'
city = 'Las Vegas'
region = 'Nevada'
postal_code = '89101'
country = 'United States of America'
time = 20:15:00
time_zone = 'America/New_York'
day = 4
month = 7
year = 2024
level = 3
seats = [1, 3, 5]
seat_count = 6
table = 'Aludra II'
winnings = [0, 0, 13]
currency = 'USD'
currency_symbol = '$'
time_limit = 60
time_banks = [60, 60.5, 0]
"""


def test_every_optional_field_of_the_format_is_read_in_bulk_too():
    from pokerkit.notation import HandHistory

    text = HAND + EVERY_FIELD
    names = set(re.findall(r"^(\w+) =", text, re.MULTILINE))
    assert set(HandHistory.optional_field_names) | set(HandHistory.required_field_names["NT"]) == names
    assert plain_share([text]) == 1
    ((hand,), _) = assert_same([text])
    assert (hand.site, hand.table, hand.tournament, hand.currency) == ("PokerStars", "Aludra II", "Sunday Million", "$")
    assert hand.time.isoformat() == "2024-07-05T00:15:00+00:00"
    history = HandHistory.loads(text)
    assert tuple(list(history)[-1].payoffs) == hand.payoffs
    for name in ("level", "seats", "time_banks", "postal_code", "url"):
        odd = re.sub(rf"^{name} = .*", f"{name} = {{x = [1, 'y']}}", text, flags=re.MULTILINE)
        assert assert_same([odd])[0] == [replace(hand, level="") if name == "level" else hand]
