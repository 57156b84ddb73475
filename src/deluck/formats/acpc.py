"""Logs of the Annual Computer Poker Competition: one limit hold'em hand a line, two seats or more.

A line reads ``STATE:<number>:<betting>:<cards>:<payoffs>:<names>``, e.g.
``STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2``, all in the order of positions, with stakes 5/10. Lines
that start with ``#`` are comments, a ``SCORE`` line closes a match; neither is a hand. A seat's cards may be missing.
The blinds are not in a line: with two seats position 0 is the big blind, with more it is the small one.

No-limit logs are refused: as a whole where the first comment names a no-limit game, else hand by hand.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from deluck.cards import DECK, Card, format_card, format_cards
from deluck.errors import DeluckError, FormatError
from deluck.formats.stakes import at_stakes_of, whole_if_possible
from deluck.games import Action, HoldemDeal, HoldemRules
from deluck.games.state import Cards
from deluck.records import Chips, Decision, HandRecord

NAME = "acpc"

CARD_OF_TEXT: dict[str, Card] = {format_card(card): card for card in DECK}
BOARD_SIZES = (3, 1, 1)

_HEADER = "# name/game/hands/seed "
_OTHER_GAMES = re.compile(r"nolimit|no_limit|no-limit|leduc|kuhn|doyle", re.IGNORECASE)
_STATE_LINE = re.compile(r"^(STATE:\d|# name/game/hands/seed )", re.MULTILINE)
_PAYOFF = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,6})?")
_NUMBER = re.compile(r"[0-9]{1,18}")
_ACTIONS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
_LETTERS = "fcr"
_STREETS = HoldemRules.street_names
_MOST_SEATS = 10


def looks_like(head: str) -> bool:
    """Return whether the beginning of a text has a STATE line or the first comment of a match."""
    return _STATE_LINE.search(head) is not None


def parse(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand of a log with the number of its line, or the error in its place."""
    refused: Refused | None = None
    for number, line in lines:
        if line.startswith("STATE:") and refused is None:
            yield number, parse_or_error(line)
        else:
            refused, error = follow(number, line, refused)
            if error is not None:
                yield error
    if refused is not None:
        yield refused.line, refused.error()


def follow(
    number: int, line: str, refused: "Refused | None"
) -> "tuple[Refused | None, tuple[int, FormatError] | None]":
    """Return which match is being refused after a line that is not a hand to read, and the error to report, if any."""
    if line.startswith(_HEADER):
        error = None if refused is None else (refused.line, refused.error())
        return refused_game(number, line), error
    if refused is not None:
        refused.n_hands += line.startswith("STATE:")
        return refused, None
    is_sound = not line.strip() or line.startswith(("#", "SCORE:"))
    return None, None if is_sound else (number, not_a_line(line))


class Refused:
    """A match of a game that is not read: where it starts, and how many hands it has so far."""

    def __init__(self, line: int, match: str, game: str) -> None:
        self.line = line
        self.match = match
        self.game = game
        self.n_hands = 0

    def error(self) -> FormatError:
        """Return the refusal, naming the match, its game and how many hands are left unread."""
        return FormatError(
            f"match {self.match!r} is of the game {self.game!r} (expected limit hold'em): "
            f"its {self.n_hands} hands are not read"
        )


def refused_game(number: int, header: str) -> Refused | None:
    """Return a refusal if the first comment of a match names a game other than limit hold'em, else None."""
    match, game, *_ = [*header[len(_HEADER) :].split(), "", ""]
    game = game.rsplit("/", 1)[-1]
    return Refused(number, match, game) if _OTHER_GAMES.search(game) or _OTHER_GAMES.search(match) else None


def not_a_line(line: str) -> FormatError:
    """Return the error of a line that is no part of a log."""
    return FormatError(f"not a line of an ACPC log: {line[:40]!r} (expected STATE:…, SCORE:… or a # comment)")


def parse_or_error(line: str) -> HandRecord | FormatError:
    """Return the hand of a STATE line, or what is wrong with it."""
    try:
        return parse_line(line)
    except FormatError as error:
        return error


def parse_line(line: str) -> HandRecord:
    """Return the hand written in a STATE line; `deluck.records.validate` says whether it was played by the rules.

    Raises
    ------
    FormatError
        If a part of the line is missing or cannot be read, or the hand is a no-limit hand.
    """
    parts = line.rstrip("\r\n").split(":", 5)
    if len(parts) != 6 or parts[0] != "STATE":
        raise FormatError(
            f"{len(parts)} parts in {line[:40]!r} (expected STATE:<number>:<betting>:<cards>:<payoffs>:<names>)"
        )
    _, number, betting, cards, payoffs_text, names_text = parts
    if not _NUMBER.fullmatch(number):
        raise FormatError(f"not a hand number: {number[:20]!r} (expected digits)")
    names = tuple(names_text.split("|"))
    if not 2 <= len(names) <= _MOST_SEATS:
        raise FormatError(f"hand {number}: {len(names)} names (expected 2 to {_MOST_SEATS})")
    try:
        payoffs = tuple([parse_payoff(text) for text in payoffs_text.split("|")])
        decisions, n_streets = _parse_betting(betting, len(names))
        return HandRecord(
            rules=rules_of(len(names)),
            deal=_parse_deal(cards, len(names), n_streets),
            decisions=decisions,
            payoffs=payoffs,
            names=names,
            hand_id=number,
        )
    except DeluckError as error:
        sentence = str(error)
        raise FormatError(sentence if sentence.startswith("hand ") else f"hand {number}: {sentence}") from None


def format_line(record: HandRecord, number: int | str | None = None) -> str:
    """Return the hand as a STATE line without a line end.

    Parameters
    ----------
    record
        A sound hand of limit hold'em; other stakes of the same proportions are told in the ACPC's, 5/10.
    number
        The hand's number in the log; by default the one its record has.

    Raises
    ------
    FormatError
        If a line cannot express the hand: another game, rake, all-ins, a board that is not known, names with a bar.
    """
    number = record.hand_id if number is None else str(number)
    if not _NUMBER.fullmatch(number):
        raise FormatError(f"hand {record.hand_id!r} has no number (expected digits, e.g. format_line(record, 0))")
    for name in record.names:
        if any(symbol in name for symbol in "|\r\n"):
            raise FormatError(f"hand {number}: the name {name!r} has a bar or a line end")
    record = at_stakes_of(record, rules_of(record.n_seats), "an ACPC line")
    streets = betting_by_street(record.decisions, record.n_seats)
    assert isinstance(record.deal, HoldemDeal)
    holes = "|".join([_format_hole(hole, number) for hole in record.deal.holes])
    board = "".join([f"/{text}" for text in _format_board(record.deal.board, len(streets), number)])
    payoffs = "|".join([format_payoff(paid) for paid in record.payoffs])
    return f"STATE:{number}:{'/'.join(streets)}:{holes}{board}:{payoffs}:{'|'.join(record.names)}"


class Score:
    """What each name has won in a match so far, for the line that closes its log."""

    def __init__(self) -> None:
        self._totals: dict[str, Chips] = {}

    def add(self, record: HandRecord) -> None:
        """Take in a hand of 5/10 stakes or of the same proportions."""
        assert isinstance(record.rules, HoldemRules)
        scale = Fraction(rules_of(record.n_seats).big_blind, record.rules.big_blind)
        for name, paid in zip(record.names, record.payoffs, strict=True):
            self._totals[name] = self._totals.get(name, 0) + paid * scale

    def format_line(self) -> str:
        """Return the SCORE line, names in the order they first appeared."""
        totals = [format_payoff(whole_if_possible(total)) for total in self._totals.values()]
        return f"SCORE:{'|'.join(totals)}:{'|'.join(self._totals)}"


@cache
def rules_of(n_seats: int) -> HoldemRules:
    """Return the ACPC's game for so many seats: blinds 5 and 10, bets 10 10 20 20, at most 3 4 4 4 raises."""
    return HoldemRules.limit(n_seats, small_bet=10)


def parse_payoff(text: str) -> Chips:
    """Return the chips won or lost: an int, or a fraction where a split pot was cut."""
    if not _PAYOFF.fullmatch(text):
        raise FormatError(f"not a payoff: {text[:20]!r} (expected e.g. '-20' or '2.5')")
    whole, _, decimals = text.partition(".")
    if not decimals:
        return int(whole)
    value = Fraction(text)
    # six decimals are a rounded share of at most ten winners
    return whole_if_possible(value.limit_denominator(_MOST_SEATS) if len(decimals) == 6 else value)


def format_payoff(chips: Chips) -> str:
    """Return chips as the ACPC's dealer writes them: whole if they are, else with up to six decimals."""
    return str(chips) if isinstance(chips, int) else f"{float(chips):.6f}".rstrip("0").rstrip(".")


def betting_by_street(decisions: Iterable[Decision], n_seats: int) -> list[str]:
    """Return the letters of each street that was dealt, for a sound hand in which nobody ran out of chips."""
    live = set(range(n_seats))
    streets = [""]
    waiting = live.copy()
    for seat, action, _ in decisions:
        if not waiting and len(streets) < len(_STREETS):
            streets.append("")
            waiting = live.copy()
        streets[-1] += _LETTERS[action]
        if action is Action.RAISE:
            waiting = live.copy()
        elif action is Action.FOLD:
            live.discard(seat)
        waiting.discard(seat)
    return streets


def _parse_betting(betting: str, n_seats: int) -> tuple[tuple[Decision, ...], int]:
    """Return the decisions, each with the seat whose turn it was, and the number of streets dealt."""
    decisions: list[Decision] = []
    live = list(range(n_seats))
    streets = betting.split("/")
    if len(streets) > len(_STREETS):
        raise FormatError(f"betting on {len(streets)} streets: {betting[:40]!r} (expected at most {len(_STREETS)})")
    for street, letters in enumerate(streets):
        if len(live) == 1:
            raise FormatError(f"betting {betting[:40]!r} goes on after all but one seat folded")
        first = rules_of(n_seats).first_seat(street)
        queue = [seat for seat in live if seat >= first] + [seat for seat in live if seat < first]
        for letter in letters:
            if letter not in _ACTIONS:
                raise _bad_letter(letter, betting)
            if not queue or len(live) == 1:
                raise FormatError(f"betting {betting[:40]!r} goes on after the end of the {_STREETS[street]}")
            seat = queue.pop(0)
            action = _ACTIONS[letter]
            decisions.append(Decision(seat, action))
            if action is Action.RAISE:
                queue = [other for other in live if other > seat] + [other for other in live if other < seat]
            elif action is Action.FOLD:
                live.remove(seat)
        if queue and len(live) > 1:
            raise FormatError(
                f"betting {betting[:40]!r} stops on the {_STREETS[street]} before seat {queue[0]} has acted"
            )
    if len(live) > 1 and len(streets) < len(_STREETS):
        raise FormatError(f"betting {betting[:40]!r} stops after the {_STREETS[len(streets) - 1]}")
    return tuple(decisions), len(streets)


def _bad_letter(letter: str, betting: str) -> FormatError:
    if letter.isdigit() and re.search(r"r\d", betting):
        return FormatError(f"a no-limit hand, its betting {betting[:40]!r} names amounts (expected limit hold'em)")
    return FormatError(f"not an action: {letter!r} in {betting[:40]!r} (expected f, c or r)")


def _parse_deal(text: str, n_seats: int, n_streets: int) -> HoldemDeal:
    holes_text, *board_text = text.split("/")
    holes = tuple([_parse_hole(hole) for hole in holes_text.split("|")])
    if len(holes) != n_seats:
        raise FormatError(f"cards {text[:60]!r} are of {len(holes)} seats (expected {n_seats})")
    sizes = [len(part) for part in board_text]
    expected = [2 * size for size in BOARD_SIZES[: n_streets - 1]]
    if sizes != expected:
        raise FormatError(
            f"a board of {'/'.join(board_text)[:40]!r} where the betting reached the {_STREETS[n_streets - 1]} "
            f"(expected {'/'.join(['Xx' * size for size in BOARD_SIZES[: n_streets - 1]]) or 'none'})"
        )
    return HoldemDeal(holes, tuple([card for part in board_text for card in _parse_cards(part)]))


def _parse_hole(text: str) -> Cards:
    if not text:
        return (None, None)
    if len(text) != 4:
        raise FormatError(f"not two hole cards: {text[:20]!r} (expected e.g. 'AsKd', or nothing)")
    return _parse_cards(text)


def _parse_cards(text: str) -> tuple[Card, ...]:
    pieces = [text[start : start + 2] for start in range(0, len(text), 2)]
    for piece in pieces:
        if piece not in CARD_OF_TEXT:
            raise FormatError(f"not a card: {piece!r} in {text[:20]!r} (expected rank and suit, e.g. 'Td')")
    return tuple([CARD_OF_TEXT[piece] for piece in pieces])


def _format_hole(hole: Cards, number: str) -> str:
    known = [card for card in hole if card is not None]
    if len(known) == 1:
        raise FormatError(
            f"hand {number}: only {format_card(known[0])} of a seat's two cards is known (expected both or none)"
        )
    return format_cards(known)


def _format_board(board: Cards, n_streets: int, number: str) -> list[str]:
    parts = []
    shown = 0
    for size in BOARD_SIZES[: n_streets - 1]:
        cards = [card for card in board[shown : shown + size] if card is not None]
        if len(cards) < size:
            raise FormatError(f"hand {number}: a card of the board is not known (expected all that were dealt)")
        parts.append(format_cards(cards))
        shown += size
    return parts
