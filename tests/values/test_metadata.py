"""Where, when and how fast a hand was played goes from its text through records, columns and Parquet to the values."""

from datetime import UTC, datetime

from deluck.estimators import Context
from deluck.formats import read_columns, read_hands, read_parquet, write_parquet
from deluck.records import HandColumns
from deluck.values import compute_values

TEXT = """PokerStars Hand #123456789: Tournament #987, $10+$1 USD Hold'em No Limit Turbo - Level IV (50/100) - 2024/03/01 20:00:00 ET
Table '987 12' 9-max Seat #1 is the button
Seat 1: Ada (3000 in chips)
Seat 2: Hero (2500 in chips)
Seat 3: Cleo (1500 in chips)
Hero: posts small blind 50
Cleo: posts big blind 100
*** HOLE CARDS ***
Dealt to Hero [Qc Qs]
Ada: folds
Hero: raises 200 to 300
Cleo: folds
Uncalled bet (200) returned to Hero
Hero collected 200 from pot
Hero: doesn't show hand
*** SUMMARY ***
Total pot 200 | Rake 0
Seat 1: Ada (button) folded before Flop (didn't bet)
Seat 2: Hero (small blind) collected (200)
Seat 3: Cleo (big blind) folded before Flop
"""  # noqa: E501 - as the site writes it
EXPECTED = {
    "hand_id": "123456789",
    "time": datetime(2024, 3, 2, 1, tzinfo=UTC),
    "site": "PokerStars",
    "table": "987 12",
    "tournament": "987",
    "level": "IV",
    "speed": "turbo",
    "currency": "",
}


def test_everything_known_of_a_hand_reaches_the_values(tmp_path):
    path = tmp_path / "hand.txt"
    path.write_text(TEXT)
    (record,) = read_hands(path)
    (columns,) = read_columns(path)
    write_parquet(tmp_path / "hands.parquet", [columns])
    (stored,) = read_parquet(tmp_path / "hands.parquet")
    for hand in (record, columns[0], stored[0]):
        assert {name: getattr(hand, name) for name in EXPECTED} == EXPECTED
        assert hand.names[hand.hero] == "Hero"
    assert isinstance(stored, HandColumns)
    values = compute_values([("hand.txt", stored)], Context())
    seats = values.seats.part(0, [*EXPECTED, "game", "structure", "stakes", "player", "is_hero"]).to_pylist()
    assert [row["player"] for row in seats] == ["Hero", "Cleo", "Ada"]
    for row in seats:
        assert {name: row[name] for name in EXPECTED} == EXPECTED
        assert (row["game"], row["structure"], row["stakes"]) == ("holdem", "no-limit", "50/100")
        assert row["is_hero"] == (row["player"] == "Hero")
