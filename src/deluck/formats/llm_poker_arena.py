"""Matches of llm-poker-arena: language models at six-max no-limit hold'em, JSON lines, all hole cards known.

Who sat in which seat is in ``meta.json`` beside the file, the blinds in ``config.json`` or there; both are read where
they are. Without them seats are ``seat 0`` and so on, and the blinds are what seats lost that only posted and folded.

After the flop the arena has the lowest seat act first, whoever has the button. A hand in which that shows is recorded
as it was played: seats in the order in which they acted after the flop, the blinds posted by whom they were posted.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.json_text import cards_of, find, find_text, get, objects, parse_json, time_of, whole
from deluck.formats.limits import MOST_DOCUMENT_BYTES, MOST_HAND_BYTES
from deluck.formats.sources import COMPANIONS
from deluck.formats.table_hand import TableHand
from deluck.records import HandRecord, replay

NAME = "llm-poker-arena"

_KEYS = ("button_seat", "hole_cards", "starting_stacks", "result", "actions")


def looks_like(head: str) -> bool:
    """Return whether the first line of a text is an object with the fields of a hand."""
    first = head.lstrip().split("\n", 1)[0]
    return first.startswith("{") and all(f'"{key}"' in first for key in _KEYS)


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of its line, or the error in its place; nothing beside the file is looked at."""
    return parse_beside(lines, None)


def parse_beside(
    lines: Iterable[tuple[int, str]], folder: Path | None
) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield what `parse` yields, with names and blinds from what lies in the same folder."""
    match = read_match(folder)
    if match.big_blind:
        waiting: Iterable[tuple[int, str]] = lines
    else:
        first, lines = _first(lines)
        match.infer_blinds(first)
        waiting = chain(first, lines)
    for number, line in waiting:
        if line.strip():
            yield number, attempt(_parse_hand, line, match)


def _first(lines: Iterable[tuple[int, str]]) -> tuple[list[tuple[int, str]], Iterator[tuple[int, str]]]:
    """Return as many lines as may be held, and the others."""
    found: list[tuple[int, str]] = []
    rest, n_bytes = iter(lines), 0
    for number, line in rest:
        found.append((number, line))
        n_bytes += len(line)
        if n_bytes >= MOST_DOCUMENT_BYTES // 4:
            break
    return found, rest


@dataclass(slots=True)
class Match:
    """What is known of a match beside its hands."""

    session: str = ""
    small_blind: int = 0
    big_blind: int = 0
    names: dict[str, str] = field(default_factory=dict)

    spent: tuple[dict[str, Any], dict[str, Any], dict[str, Any]] = ({}, {}, {})
    """By seat: tokens, costs and answers that were refused."""

    def name_of(self, seat: str) -> str:
        """Return who sat in a seat."""
        return self.names.get(seat, f"seat {seat}")

    def infer_blinds(self, lines: Iterable[tuple[int, str]]) -> None:
        """Take for blinds what the seats that post them lost most often where all they did was fold before the flop."""
        lost: dict[str, Counter[int]] = {"sb_seat": Counter(), "bb_seat": Counter()}
        for _, line in lines:
            attempt(_note_losses, line, lost)
        for name, counts in lost.items():
            chips = counts.most_common(1)[0][0] if counts else 0
            if name == "sb_seat":
                self.small_blind = chips
            else:
                self.big_blind = chips


def read_match(folder: Path | None) -> Match:
    """Return what the files in a folder say of the match whose hands lie there."""
    meta, config = (_companion(folder, name) for name in COMPANIONS)
    settings = _table(meta, "session_config") | config
    assigned = {seat: name for seat, name in _table(meta, "seat_assignment").items() if isinstance(name, str)}
    small, big = (settings.get(name) for name in ("sb", "bb"))
    session = meta.get("session_id")
    return Match(
        session=session if isinstance(session, str) else "",
        small_blind=small if isinstance(small, int) else 0,
        big_blind=big if isinstance(big, int) else 0,
        names={seat: name.rpartition(":")[2] or name for seat, name in assigned.items()},
        spent=(
            _table(meta, "total_tokens"),
            _table(_table(meta, "estimated_cost_breakdown"), "per_seat"),
            _table(meta, "retry_summary_per_seat"),
        ),
    )


def _companion(folder: Path | None, name: str) -> dict[str, Any]:
    """Return the object of a file beside the hands, an empty one where there is none that can be read."""
    if folder is None:
        return {}
    try:
        with (folder / name).open("rb") as file:
            found = json.loads(file.read(MOST_HAND_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _table(table: dict[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _note_losses(line: str, lost: dict[str, Counter[int]]) -> None:
    hand = json.loads(line)
    for name, counts in lost.items():
        seat = hand[name]
        words = [action["action_type"] for action in hand["actions"] if action["seat"] == seat]
        if words == ["fold"]:
            counts[-int(hand["result"]["net_pnl"][str(seat)])] += 1


def _parse_hand(line: str, match: Match) -> HandRecord:
    hand = parse_json(line)
    if not isinstance(hand, dict):
        raise FormatError("not an object (expected a hand)")
    hand_id = "-".join(filter(None, (match.session, find_text(hand, "hand_id"))))
    try:
        record = _record(hand, match, hand_id, is_by_button=True)
        goes_on = any(action.get("street") != "preflop" for action in hand["actions"])
        if goes_on and isinstance(attempt(replay, record), FormatError):
            by_seat = _record(hand, match, hand_id, is_by_button=False)
            return record if isinstance(attempt(replay, by_seat), FormatError) else by_seat
    except DeluckError as error:
        raise FormatError(f"hand {hand_id[:40]!r}: {error}") from None
    return record


def _record(hand: dict[str, Any], match: Match, hand_id: str, *, is_by_button: bool) -> HandRecord:
    if not 0 < match.small_blind <= match.big_blind:
        raise FormatError("the blinds are not known (expected config.json beside the file)")
    stacks = get(hand, "starting_stacks", dict)
    holes = get(hand, "hole_cards", dict)
    dealt = sorted([seat for seat in stacks if seat in holes], key=lambda seat: (len(seat), seat))
    table = TableHand(
        [match.name_of(seat) for seat in dealt],
        [whole(stacks[seat], "starting_stacks") for seat in dealt],
        (_index(dealt, get(hand, "button_seat", int)) + 1) % len(dealt) if is_by_button else 0,
        small_blind=match.small_blind,
        big_blind=match.big_blind,
    )
    for name, blind in (("sb_seat", table.small_blind), ("bb_seat", table.big_blind)):
        seat = _index(dealt, get(hand, name, int))
        table.post(seat, min(blind, table.stacks[seat]), blind, kind="blind")
    street = "preflop"
    for action in objects(hand, "actions"):
        if find(action, "is_forced_blind", bool, otherwise=False):
            continue
        if action.get("street") != street:
            street = get(action, "street", str)
            table.end_street()
        _act(table, _index(dealt, get(action, "seat", int)), action)
    for seat, name in enumerate(dealt):
        table.cards[seat] = cards_of(holes[name], "hole_cards")
    net = get(get(hand, "result", dict), "net_pnl", dict)
    return table.record(
        [whole(net.get(name, 0), "net_pnl") for name in dealt],
        [cards_of(hand.get("community") or [], "community")],
        hand_id=hand_id,
        time=time_of(find(hand, "started_at", str, "")),
        site=NAME,
        table=match.session,
    )


def _index(dealt: list[str], seat: int) -> int:
    if str(seat) not in dealt:
        raise FormatError(f"seat {seat} was not dealt in (expected {', '.join(dealt)[:60]})")
    return dealt.index(str(seat))


def _act(table: TableHand, seat: int, action: dict[str, Any]) -> None:
    word = get(action, "action_type", str)
    if word == "fold":
        table.fold(seat)
    elif word == "check":
        table.check(seat)
    elif word == "call":
        table.call(seat)
    elif word in ("bet", "raise_to"):
        table.bet_to(seat, whole(action.get("amount"), "amount"))
    elif word == "all_in":
        table.bet(seat, table.behind(seat))
    else:
        raise FormatError(f"no such action: {word[:20]!r} (expected e.g. raise_to)")
