"""Games of pokerbench: language models at no-limit hold'em, one JSON document a game, all hole cards known.

Blinds are not stated: they are the pot before the first action, one part small and two parts big. What a model tried
that is not allowed, the benchmark notes as an error and folds the hand. Thoughts, costs and tokens are no part of
records; `deluck.formats.usage` counts them.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from deluck.errors import DeluckError, FormatError
from deluck.formats.attempts import attempt
from deluck.formats.json_text import cards_of, find_text, get, objects, whole
from deluck.formats.limits import MOST_DOCUMENT_BYTES, MOST_DOCUMENT_VALUES, check_json, megabytes
from deluck.formats.table_hand import TableHand
from deluck.games.state import Cards
from deluck.records import HandRecord

NAME = "pokerbench"

_HEAD = re.compile(r'\A\s*\{.*"pre_hand_stacks"\s*:', re.DOTALL)
_NUMBER = '"hand_number"'
_CARD = re.compile(r".*\(([^()]{2,3})\)\s*")
_MOST_SECONDS = 10**11


def looks_like(head: str) -> bool:
    """Return whether a text begins with an object that has the stacks before a hand in it."""
    return _HEAD.match(head) is not None


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand with the number of the line that has its number, or the error in its place."""
    found = attempt(read_document, lines)
    if isinstance(found, FormatError):
        yield 1, found
        return
    game, numbers = found
    hands = attempt(get, game, "hands", list)
    if isinstance(hands, FormatError):
        yield 1, hands
        return
    pot = _usual_pot([hand for hand in hands if isinstance(hand, dict)])
    for number, hand in zip(numbers, hands, strict=True):
        if isinstance(hand, dict):
            yield number, attempt(_parse_hand, game, hand, pot)
        else:  # it costs no other hand
            yield number, FormatError(f"hands has {str(hand)[:40]!r} (expected objects)")


def read_document(lines: Iterable[tuple[int, str]]) -> tuple[dict[str, Any], list[int]]:
    """Return the object of a game and the line of each of its hands.

    Raises
    ------
    FormatError
        If it is not JSON, or larger than a game may be.
    """
    parts: list[str] = []
    n_bytes = 0
    for _, line in lines:
        n_bytes += len(line) + 1
        if n_bytes > MOST_DOCUMENT_BYTES:
            raise FormatError(f"a game of more than {megabytes(MOST_DOCUMENT_BYTES)} (expected at most that)")
        parts.append(line)
    text = "\n".join(parts)
    check_json(text, most_bytes=MOST_DOCUMENT_BYTES, most_values=MOST_DOCUMENT_VALUES)
    try:
        game = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {' '.join(str(error).split())[:100]}") from None
    if not isinstance(game, dict):
        raise FormatError("not an object (expected a game)")
    hands = game.get("hands")
    return game, _numbers(text, len(hands) if isinstance(hands, list) else 0)


def _numbers(text: str, n_hands: int) -> list[int]:
    """Return the lines on which hands are numbered, the first line for all if there are not as many of them."""
    found, index, number = [], 0, 1
    while (start := text.find(_NUMBER, index)) >= 0:
        number += text.count("\n", index, start)
        index = start + len(_NUMBER)
        if text[start - 1] != "\\":  # in a thought
            found.append(number)
    return found if len(found) == n_hands else [1] * n_hands


def _usual_pot(hands: list[dict[str, Any]]) -> int:
    """Return the pot before the first action in most hands: the blinds together."""
    pots: Counter[int] = Counter()
    for hand in hands:
        actions = hand.get("actions")
        for action in actions if isinstance(actions, list) else []:
            pot = action.get("pot_before") if isinstance(action, dict) else None
            if isinstance(pot, int):
                pots[pot] += 1
                break
    return pots.most_common(1)[0][0] if pots else 0


def _parse_hand(game: dict[str, Any], hand: dict[str, Any], pot: int) -> HandRecord:
    hand_id = f"{find_text(game, 'game_id')}-{find_text(hand, 'hand_number')}"
    try:
        return _record(game, hand, pot, hand_id)
    except DeluckError as error:
        raise FormatError(f"hand {hand_id[:40]!r}: {error}") from None


def _record(game: dict[str, Any], hand: dict[str, Any], pot: int, hand_id: str) -> HandRecord:
    stacks = {name: whole(stack, "pre_hand_stacks") for name, stack in get(hand, "pre_hand_stacks", dict).items()}
    names = list(stacks)
    dealer = get(hand, "dealer", str)
    if dealer not in stacks:
        raise FormatError(f"the dealer {dealer[:40]!r} has no stack")
    if pot < 3 or pot % 3:
        raise FormatError(
            f"a pot of {pot} before the first action (expected a small blind and a big one of twice that)"
        )
    button, n_seats = names.index(dealer), len(names)
    small_seat = button if n_seats == 2 else button + 1
    table = TableHand(
        names, list(stacks.values()), (button + 1) % n_seats, small_blind=pot // 3, big_blind=2 * pot // 3
    )
    for seat, blind in ((small_seat, table.small_blind), (small_seat + 1, table.big_blind)):
        table.post(seat % n_seats, min(blind, table.stacks[seat % n_seats]), blind, kind="blind")
    board = _play(table, objects(hand, "actions"))
    for name, cards in get(hand, "hole_cards", dict).items():
        if name in stacks:
            table.cards[names.index(name)] = _cards(cards, "hole_cards")
    results = {get(each, "player", str): whole(each.get("net_gain"), "net_gain") for each in objects(hand, "results")}
    if set(results) != set(stacks):
        raise FormatError(f"results of {len(results)} players (expected {len(stacks)})")
    return table.record(
        [results[name] for name in names],
        [_cards(hand.get("board") or board, "board")],
        hand_id=hand_id,
        time=_time(game.get("timestamp")),
        site=NAME,
        table=find_text(game, "game_id"),
    )


def _play(table: TableHand, actions: list[dict[str, Any]]) -> Any:
    """Play the actions; return the board as the last street shows it."""
    board: Any = []
    for action in actions:
        kind = get(action, "type", str)
        if kind == "street_event":
            if action.get("cards"):
                board = action["cards"]
                table.end_street()
            continue
        player = get(action, "player", str)
        if player not in table.names:
            raise FormatError(f"an action of {player[:40]!r} (expected one of the players)")
        seat = list(table.names).index(player)
        word = "fold" if kind == "error" else get(action, "action", str)
        if word == "fold":
            table.fold(seat)
        elif word == "check" and not action.get("chips_added"):
            table.check(seat)
        elif word in ("check", "call"):  # some models call a call a check
            table.call(seat, whole(action.get("chips_added"), "chips_added"))
        elif word in ("bet", "raise"):
            table.bet(seat, whole(action.get("chips_added"), "chips_added"))
        else:
            raise FormatError(f"no such action: {word[:20]!r} (expected fold, check, call, bet or raise)")
    return board


def _cards(values: Any, name: str) -> Cards:
    """Return cards such as ``SIX OF HEARTS (6h)``."""
    if not isinstance(values, list):
        raise FormatError(f"{name} is {str(values)[:40]!r} (expected a list of cards)")
    found = [_CARD.fullmatch(value) if isinstance(value, str) and len(value) < 60 else None for value in values]
    return cards_of([each[1] if each else value for each, value in zip(found, values, strict=True)], name)


def _time(seconds: object) -> datetime | None:
    if isinstance(seconds, int | float) and 0 < seconds < _MOST_SECONDS:
        return datetime.fromtimestamp(seconds, UTC)
    return None
