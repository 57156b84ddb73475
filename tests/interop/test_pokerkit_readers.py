"""pokerkit's own reader of PokerStars as an oracle, for every hand that it reads."""

import contextlib
import gzip
import io
import os
import re
import warnings
from pathlib import Path

import pytest

from deluck.cards import format_cards
from deluck.formats import read_hands
from deluck.games import Action
from deluck.records import HandRecord

notation = pytest.importorskip("pokerkit.notation", reason="pokerkit is not installed")

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data"))
FOLDER = DATA / "sites"

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no interop data at {FOLDER} (name its folder in DELUCK_INTEROP_DATA)"
)


def oracle(path: Path) -> dict[str, object]:
    """Return by number the hands that pokerkit reads from a file; it prints the others."""
    content = path.read_bytes()
    text = content.decode("utf-8", errors="replace").replace("\ufeff", "").replace("\0", "")
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return {str(hand.hand): hand for hand in notation.PokerStarsParser()(text)}


def described(record: HandRecord) -> list[str]:
    """Return the betting and the board in pokerkit's words."""
    unit = record.chips_per_unit
    names = {Action.FOLD: "f", Action.CALL: "cc", Action.RAISE: "cbr"}
    return [
        f"p{each.seat + 1} {names[each.action]}" + ("" if each.amount is None else f" {each.amount / unit:g}")
        for each in record.decisions
    ]


def theirs(hand: object) -> list[str]:
    found = []
    for action in hand.actions:  # type: ignore[attr-defined]
        act = re.match(r"(p\d+ (?:f|cc|cbr))(?: ([0-9.]+))?", action)
        if act is not None:
            found.append(act[1] + ("" if act[2] is None else f" {float(act[2]):g}"))
    return found


def test_the_same_hands_are_read_alike() -> None:
    n_compared = 0
    for path in sorted((FOLDER / "stars").glob("*/*.txt")):
        if "HM1" in path.name:  # which names as the amount of a raise what it makes; pokerkit adds it to the bet
            continue
        known = oracle(path)
        for record in read_hands(path):
            hand = known.get(record.hand_id) if isinstance(record, HandRecord) else None
            if hand is None:
                continue
            where = (path.name, record.hand_id)
            stacks = [round(float(stack) * record.chips_per_unit) for stack in hand.starting_stacks]
            assert tuple(stacks) == record.stacks, where
            ours, others = described(record), theirs(hand)
            assert others[: len(ours)] == ours, where
            assert all(action.endswith("cc") for action in others[len(ours) :]), where  # added when all are all-in
            board = "".join(action.split()[2] for action in hand.actions if action.startswith("d db"))
            assert board == format_cards([card for card in record.deal.board if card is not None]), where
            n_compared += 1
    assert n_compared > 600


LOGS = {
    "acpc/2p.limit.h1000.r0.log": (lambda pk: pk.FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20), 10_000),
    "acpc/2p.nolimit.h1000.r0.log": (lambda pk: pk.NoLimitTexasHoldem((), True, 0, (50, 100), 100), 20_000),
    "nolimit/acpc-2016.log.gz": (lambda pk: pk.NoLimitTexasHoldem((), True, 0, (50, 100), 100), 20_000),
    "nolimit/deepstack-a.log.gz": (lambda pk: pk.NoLimitTexasHoldem((), True, 0, (50, 100), 100), 20_000),
}
"""By log, pokerkit's game and the chips of each seat."""


@pytest.mark.parametrize("name", LOGS)
def test_logs_of_the_competition_are_read_alike(name: str) -> None:
    """Every so many lines, as its reader takes milliseconds per hand: who played, and the money to the chip."""
    import pokerkit

    path = DATA / name
    if not path.exists():
        pytest.skip(f"no {path}")
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    states = [line.split(" # ")[0] for line in content.decode().splitlines() if line.startswith("STATE:")]
    hands = [hand for hand in read_hands(path) if isinstance(hand, HandRecord)]
    assert len(hands) == len(states)
    make, stack = LOGS[name]
    parser = notation.ACPCProtocolParser(make(pokerkit), stack)
    for number in range(0, len(hands), len(hands) // 60):
        (history,) = parser(states[number], error_status=True)
        *_, end = history
        hand = hands[number]
        assert tuple(history.players) == hand.names
        assert str(history.hand) == hand.hand_id
        assert tuple(end.payoffs) == hand.payoffs, states[number]
