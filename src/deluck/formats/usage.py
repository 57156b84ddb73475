"""What players that are language models spent: decisions, thoughts, tokens and money, as their logs say.

Records have none of it: a thought is no part of a hand. `read_usage` goes through the same files for the counts alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deluck.errors import FormatError
from deluck.formats import json_lines, llm_poker_arena, pokerbench
from deluck.formats.attempts import attempt
from deluck.formats.json_text import parse_json
from deluck.formats.lines import Lines, decode_head
from deluck.formats.sources import Stream, expand, streams


@dataclass(slots=True)
class Usage:
    """What one player spent, over all hands read.

    Attributes
    ----------
    n_decisions
        Decisions taken.
    n_thoughts, n_thought_words
        Decisions that came with a thought, and how many words those had.
    n_refused
        Answers that the harness did not accept.
    input_tokens, output_tokens, reasoning_tokens
        Tokens, as far as they are stated.
    cost
        Money in US dollars, as far as it is stated.
    """

    n_decisions: int = 0
    n_thoughts: int = 0
    n_thought_words: int = 0
    n_refused: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float = 0.0

    def add(self, other: "Usage") -> None:
        """Add what was spent elsewhere."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def read_usage(*sources: str | Path) -> dict[str, Usage]:
    """Return by player what was spent in the hands of all sources; what says nothing of it is passed over.

    Parameters
    ----------
    sources
        Files, folders, globs or ``-``, as `deluck.formats.read_hands` takes them.
    """
    found: dict[str, Usage] = {}
    for source, problem in expand(sources):
        for stream in streams(source) if problem is None else ():
            if isinstance(stream, Stream):
                for player, usage in _of_stream(stream):
                    found.setdefault(player, Usage()).add(usage)
    return found


def _of_stream(found: Stream) -> Iterator[tuple[str, Usage]]:
    head = decode_head(found.head)
    lines = iter(Lines(found.stream))
    if pokerbench.looks_like(head):
        yield from _of_pokerbench(lines)
    elif llm_poker_arena.looks_like(head):
        yield from _of_arena(lines, Path(found.folder) if found.folder else None)
    elif json_lines.looks_like(head):
        yield from _of_json_lines(lines)


def _of_pokerbench(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Usage]]:
    game = attempt(pokerbench.read_document, lines)
    if isinstance(game, FormatError):
        return
    for hand in _list(game[0].get("hands")):
        for action in _list(_dict(hand).get("actions")):
            parsed = _dict(action)
            player, kind = parsed.get("player"), parsed.get("type")
            if not isinstance(player, str):
                continue
            if kind == "error":
                yield player, Usage(n_refused=1)
            elif kind == "player_action":
                thought = parsed.get("thought")
                words = len(thought.split()) if isinstance(thought, str) else 0
                yield (
                    player,
                    Usage(
                        n_decisions=1,
                        n_thoughts=bool(words),
                        n_thought_words=words,
                        n_refused=parsed.get("valid") is False,
                        reasoning_tokens=int(_number(parsed, "reasoning_tokens")),
                        cost=_number(parsed, "cost"),
                    ),
                )


def _of_arena(lines: Iterable[tuple[int, str]], folder: Path | None) -> Iterator[tuple[str, Usage]]:
    match = llm_poker_arena.read_match(folder)
    seats: set[str] = set()
    for _, line in lines:
        hand = attempt(parse_json, line) if line.strip() else None
        for action in _list(_dict(hand).get("actions")):
            seat = str(_dict(action).get("seat"))
            seats.add(seat)
            yield match.name_of(seat), Usage(n_decisions=1)
    for seat in sorted(seats):
        tokens, costs, retries = (_dict(table.get(seat)) for table in match.spent)
        yield (
            match.name_of(seat),
            Usage(
                n_refused=int(_number(retries, "illegal_action_retry_count")),
                input_tokens=int(_number(tokens, "input_tokens")),
                output_tokens=int(_number(tokens, "output_tokens")),
                cost=_number(costs, "total_usd"),
            ),
        )


def _of_json_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Usage]]:
    for _, line in lines:
        hand = _dict(attempt(parse_json, line)) if line.strip() else {}
        players, spent = _list(hand.get("players")), _list(hand.get("usage"))
        n_decisions = [0] * len(players)
        for action in _list(hand.get("actions")):
            player = action[0] if isinstance(action, list) and action else None
            player = players.index(player) if isinstance(player, str) and player in players else player
            if isinstance(player, int) and 0 <= player < len(players):
                n_decisions[player] += 1
        for index, player in enumerate(players):
            parsed = _dict(spent[index]) if index < len(spent) else {}
            thought = parsed.get("thoughts")
            yield (
                str(player),
                Usage(
                    n_decisions=n_decisions[index],
                    n_thoughts=int(_number(parsed, "thoughts")) if thought is not None else 0,
                    input_tokens=int(_number(parsed, "input_tokens")),
                    output_tokens=int(_number(parsed, "output_tokens")),
                    reasoning_tokens=int(_number(parsed, "reasoning_tokens")),
                    cost=_number(parsed, "cost"),
                ),
            )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(table: dict[str, Any], name: str) -> float:
    value = table.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 1e15 else 0.0  # type: ignore[arg-type,operator]
