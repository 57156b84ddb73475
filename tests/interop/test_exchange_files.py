"""Home games, matches of language models and published matches in exchange formats: every hand is read, or refused for
a reason that is listed here, and its money is what the files say."""

import csv
import gzip
import io
import json
import os
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from deluck.formats import Rejected, acpc, json_lines, open_hand_history, pokernow, read_columns, read_hands, read_text
from deluck.formats.usage import read_usage
from deluck.records import HandColumns, HandRecord, replay

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))

pytestmark = pytest.mark.skipif(
    not (DATA / "ohh").is_dir(), reason=f"no interop data at {DATA} (name its folder in DELUCK_INTEROP_DATA)"
)

READ = {
    "ohh": 1320,
    "pokernow": 497,
    "llm/pokerbench": 2435,
    "llm/llm-poker-arena": 132,
    "phh": 73,
    "acpc": 3000,
    "nolimit": 31_699,
}
"""How many hands each folder has that are hold'em or stud."""
REASONS = {
    "ohh": {"another game: Omaha": 761, "another game: OmahaHiLo": 362, "a file that is no log": 1},
    "pokernow": {"a file that is no log": 1},
    "llm/pokerbench": {"a file that is no log": 1},
    "llm/llm-poker-arena": {"a file that is no log": 1},
    "phh": {"a file that is no log": 1},
    "acpc": {"a file that is no log": 4},
    "nolimit": {"a file that is no log": 3},
}
"""What is refused: other games by name; licences, definitions of games and the authors' values, which are no hands."""


def reason_of(rejected: Rejected) -> str:
    is_stranger = rejected.line == 0 and "it is of no format known here" in rejected.reason
    return "a file that is no log" if is_stranger else rejected.kind


@pytest.mark.parametrize("folder", READ)
def test_every_hand_is_read_or_refused_for_a_reason_that_is_listed(folder):
    n_hands, reasons = 0, Counter()
    for part in read_columns(DATA / folder):
        if isinstance(part, HandColumns):
            n_hands += len(part)
        else:
            reasons[reason_of(part)] += 1
    assert n_hands == READ[folder]
    assert dict(reasons) == REASONS[folder]


@pytest.mark.parametrize("folder", ["ohh", "pokernow", "llm", "phh"])
def test_hands_one_by_one_are_those_of_the_columns(folder):
    columns = [hand for part in read_columns(DATA / folder) if isinstance(part, HandColumns) for hand in part]
    hands = [hand for hand in read_hands(DATA / folder) if isinstance(hand, HandRecord)]
    for game in ("holdem", "stud7"):
        assert [hand for hand in columns if hand.game == game] == [hand for hand in hands if hand.game == game]


def objects(path: Path) -> list[dict]:
    text, found, place = gzip.decompress(path.read_bytes()).decode(), [], 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        value, place = json.JSONDecoder().raw_decode(text, place)
        found.append(value["ohh"])
    return found


def test_money_of_open_hand_histories_is_what_their_pots_say():
    for path in sorted((DATA / "ohh").glob("*.gz")):
        stated = {hand["game_number"]: hand for hand in objects(path) if hand["game_type"] == "Holdem"}
        hands = {hand.hand_id: hand for hand in read_hands(path) if isinstance(hand, HandRecord)}
        assert set(hands) == set(stated)
        for number, hand in hands.items():
            pots = stated[number]["pots"]
            names = {player["id"]: player["name"] for player in stated[number]["players"]}
            won: Counter[str] = Counter()
            for win in (win for pot in pots for win in pot["player_wins"]):
                won[names[win["player_id"]]] += round(win["win_amount"] * 100)
            paid = dict(zip(hand.names, replay(hand).contributions, strict=True))
            assert sum(paid.values()) == round(sum(pot["amount"] for pot in pots) * 100)
            assert {name: won[name] - chips for name, chips in paid.items()} == dict(
                zip(hand.names, hand.payoffs, strict=True)
            )
            assert hand.rake == round(sum(pot["rake"] for pot in pots) * 100)


def test_stacks_of_home_games_go_on_from_hand_to_hand():
    """The stacks before a hand are those before the last one and what it brought, but for those who bought chips."""
    n_same = n_bought = 0
    for path in sorted((DATA / "pokernow").glob("*.gz")):
        text = gzip.decompress(path.read_bytes()).decode()
        bought = {
            row[0].split('"')[1].rpartition(" @ ")[0] for row in csv.reader(io.StringIO(text)) if "rebought" in row[0]
        }
        for before, after in pairwise(read_hands(path)):
            end = {
                name: stack + paid
                for name, stack, paid in zip(before.names, before.stacks, before.payoffs, strict=True)
            }
            for name, stack in zip(after.names, after.stacks, strict=True):
                if end.get(name, stack) == stack:
                    n_same += 1
                else:
                    assert name in bought
                    n_bought += 1
    assert n_same > 2000
    assert n_bought == 3


def test_the_owner_of_a_home_game_is_found():
    owners = Counter()
    for path in sorted((DATA / "pokernow").glob("*.gz")):
        lines = gzip.decompress(path.read_bytes()).decode().split("\n")
        yours = sum(line.startswith('"Your hand is') for line in lines)
        hands = [hand for _, hand in pokernow.parse(enumerate(lines, start=1))]
        with_hero = [hand for hand in hands if hand.hero is not None]
        assert len(with_hero) == yours
        assert all(None not in hand.deal.holes[hand.hero] for hand in with_hero)
        owners[with_hero[0].names[with_hero[0].hero]] += len(with_hero)
    assert owners == {"K. Godel": 217, "K Godel": 263}


def test_money_of_language_models_is_what_the_benchmarks_say():
    n_hands = 0
    for path in sorted((DATA / "llm" / "pokerbench").rglob("*.gz")):
        game = json.loads(gzip.decompress(path.read_bytes()))
        hands = list(read_hands(path))
        assert len(hands) == len(game["hands"])
        for stated, hand in zip(game["hands"], hands, strict=True):
            gains = {each["player"]: each["net_gain"] for each in stated["results"]}
            assert dict(zip(hand.names, hand.payoffs, strict=True)) == gains
            assert set(hand.payoffs) <= set(replay(hand).payoffs()) | set(replay(hand).exact_payoffs())
            assert None not in [card for hole in hand.deal.holes for card in hole]
            n_hands += 1
        for before, after in pairwise(game["hands"]):
            gains = {each["player"]: each["net_gain"] for each in before["results"]}
            for player, stack in after["pre_hand_stacks"].items():
                assert stack == before["pre_hand_stacks"][player] + gains[player]
    assert n_hands == 2435


def test_totals_of_the_arena_are_those_of_its_own_summary():
    for folder in ("demo-6llm", "demo-6llm-flagship"):
        path = DATA / "llm" / "llm-poker-arena" / folder
        meta = json.loads((path / "meta.json").read_text())
        totals: Counter[str] = Counter()
        for hand in read_hands(path):
            totals.update(dict(zip(hand.names, hand.payoffs, strict=True)))
        assert totals == {
            meta["agent_config_per_seat"][seat]["model"]: chips for seat, chips in meta["chip_pnl"].items()
        }
        usage = read_usage(path)
        assert sum(each.cost for each in usage.values()) == pytest.approx(
            sum(each["total_usd"] for each in meta["estimated_cost_breakdown"]["per_seat"].values())
        )


def test_thoughts_of_pokerbench_are_counted():
    usage = read_usage(DATA / "llm" / "pokerbench")
    assert sum(each.n_decisions for each in usage.values()) == 12_911
    assert sum(each.n_thoughts for each in usage.values()) == 12_911
    assert sum(each.n_refused for each in usage.values()) == 1


@pytest.mark.parametrize("folder", ["ohh", "pokernow", "llm", "nolimit/pluribus-a.phhs.gz"])
def test_they_are_written_in_every_json_format_and_read_back_equal(folder):
    hands = [hand for hand in read_hands(DATA / folder) if isinstance(hand, HandRecord)][::7]
    text = "".join([open_hand_history.format_hand(hand) for hand in hands])
    assert list(read_text(text)) == hands
    text = "\n".join([json_lines.format_hand(hand) for hand in hands])
    assert list(read_text(text)) == hands


def test_pluribus_as_log_lines_is_what_pokerkit_writes_and_reads_back_equal():
    from pokerkit.notation import HandHistory

    path = DATA / "nolimit" / "pluribus-a.phhs.gz"
    hands = list(read_hands(path))
    lines = [acpc.format_line(hand) for hand in hands]
    assert list(read_text("\n".join(lines))) == hands
    texts = [re.sub(r"^\[\d+\]\n", "", text) for text in gzip.decompress(path.read_bytes()).decode().split("\n\n")]
    for number in range(0, len(hands), 41):
        theirs = HandHistory.loads(texts[number]).to_pluribus_protocol()
        assert lines[number] == re.sub(r"\.0(?=[|:])", "", theirs)  # where a chip was cut it writes floats
