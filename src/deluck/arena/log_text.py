"""The text of a hand in a match's log, made straight from the finished state, and the actions read back from it.

Hold'em for two or three is logged as the ACPC does, one line a hand; everything else as PHHS, one section a hand. Hands
are numbered from 0 in an ACPC log and from 1 in PHHS, as is usual in each.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from deluck.arena.stakes import Game
from deluck.cards import DECK, format_card
from deluck.games import Action, GameState
from deluck.records import Decision, HandRecord

_ACPC_SEATS = (2, 3)
_LETTERS = "fcr"
_TEXTS = tuple(format_card(card) for card in DECK)
_ACTION_OF_LETTER = dict(zip(_LETTERS, Action, strict=True))
_ACTION_OF_PHH = {"f": Action.FOLD, "cc": Action.CALL, "pb": Action.CALL, "cbr": Action.RAISE}
_PHH_ACTION = re.compile(r"""["']p\d+ (f|cc|pb|cbr)\b""")


ACPC_HEADER = "# name/game/hands/seed "
_ACPC_GAMES = {2: "holdem.limit.2p.reverse_blinds.game", 3: "holdem.limit.3p.game"}


class LogFormat(StrEnum):
    """How a match is logged."""

    ACPC = "acpc"
    PHHS = "phhs"


def log_format(game: Game, n_seats: int) -> LogFormat:
    """Return how a game of so many seats is logged."""
    return LogFormat.ACPC if game is Game.HOLDEM and n_seats in _ACPC_SEATS else LogFormat.PHHS


def acpc_header(n_seats: int, n_hands: int, seed: int) -> str:
    """Return the comment by which an ACPC log says what it is: name, game definition, number of hands and seed.

    The name is made as those of the ACPC's own examples are: ``2p.limit.h1000.r7``.
    """
    return f"{ACPC_HEADER}{n_seats}p.limit.h{n_hands}.r{seed} {_ACPC_GAMES[n_seats]} {n_hands} {seed}\n"


def score_line(totals: Sequence[int], names: Sequence[str]) -> str:
    """Return the line that closes an ACPC log: what each player won in all, in chips."""
    return f"SCORE:{'|'.join(map(str, totals))}:{'|'.join(names)}\n"


def hand_text(
    log_as: LogFormat, number: int, state: GameState, deal: Any, payoffs: Sequence[int], names: tuple[str, ...]
) -> str:
    """Return a finished hand as it stands in the log, line ends included."""
    if log_as is LogFormat.ACPC:
        return _acpc_line(number, state, deal, payoffs, names)
    from deluck.formats.phh import format_phh

    record = HandRecord(
        rules=state.rules,
        deal=deal,
        decisions=tuple([Decision(move.seat, move.action) for move in state.history]),
        payoffs=tuple(payoffs),
        names=names,
        hand_id=str(number + 1),
    )
    return f"[{number + 1}]\n{format_phh(record, for_pokerkit=False).rstrip()}\n\n"


def _acpc_line(number: int, state: GameState, deal: Any, payoffs: Sequence[int], names: tuple[str, ...]) -> str:
    betting = ""
    street = 0
    for move in state.history:
        if move[0] != street:
            street = move[0]
            betting += "/"
        betting += _LETTERS[move[2]]
    cards = "|".join([_TEXTS[first] + _TEXTS[second] for first, second in deal.holes])
    board = [_TEXTS[card] for card in deal.board[: len(state.board)]]
    if board:
        cards += "/" + "/".join(["".join(board[:3]), *board[3:]])
    return f"STATE:{number}:{betting}:{cards}:{'|'.join(map(str, payoffs))}:{'|'.join(names)}\n"


def actions_in(log_as: LogFormat, text: str) -> list[Action]:
    """Return the actions of a hand as its text in the log has them; whether they are right is for the replay to say."""
    if log_as is LogFormat.ACPC:
        fields = text.split(":", 3)
        return [_ACTION_OF_LETTER[letter] for letter in (fields[2] if len(fields) == 4 else "") if letter in _LETTERS]
    written = next((line for line in text.splitlines() if line.startswith("actions = ")), "")
    return [_ACTION_OF_PHH[verb] for verb in _PHH_ACTION.findall(written)]


def starts_hand(log_as: LogFormat, line: str) -> bool:
    """Return whether a line is the first of a hand."""
    return line.startswith("STATE:") if log_as is LogFormat.ACPC else line.startswith("[")
