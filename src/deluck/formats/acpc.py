"""Logs of the Annual Computer Poker Competition: one hand of limit or no-limit hold'em a line, two to ten seats.

A line reads ``STATE:<number>:<betting>:<cards>:<payoffs>:<names>``, e.g.
``STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2``, all in the order of positions. In no-limit a raise names
the chips that its seat has put in over the whole hand, ``r300c/cc/r750c/cc``, and the streets after an all-in are
empty, ``r20000c///``. Some logs add the time of the hand, `` # 1478798668.02718``, in seconds since 1970.

Lines that start with ``#`` are comments, a ``SCORE`` line closes a match; neither is a hand. A seat's cards may be
missing. Blinds and stacks are not in a line: with two seats position 0 is the big blind, with more it is the small one;
`acpc_games` says which game a log is of, and with which stakes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from deluck.cards import DECK, Card, format_card, format_cards
from deluck.errors import DeluckError, FormatError
from deluck.formats.acpc_games import HEADER, followed, names_amount, rules_of, stacks_of
from deluck.formats.attempts import attempt
from deluck.formats.limits import check_names
from deluck.formats.stakes import at_stakes_of, whole_if_possible
from deluck.games import BOARD_SIZES, STREET_NAMES, Action, HoldemDeal, HoldemRules, HoldemState, Structure
from deluck.games.state import Cards
from deluck.records import Chips, Decision, HandRecord, begin, replay
from deluck.records.replay import check_decision, check_payoffs

NAME = "acpc"

CARD_OF_TEXT: dict[str, Card] = {format_card(card): card for card in DECK}
MOST_SEATS = 10

_STATE_LINE = re.compile(rf"^(STATE:\d|{re.escape(HEADER)})", re.MULTILINE)
_PAYOFF = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,6})?")
_NUMBER = re.compile(r"[0-9]{1,18}")
_TIME = re.compile(r" # ([0-9]{1,11})(?:\.([0-9]{1,18}))?$")
_TOKEN = re.compile(r"/|[fc]|r([0-9]{0,15})")
_ACTIONS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
_LETTERS = "fcr"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def looks_like(head: str) -> bool:
    """Return whether the beginning of a text has a STATE line or the first comment of a match."""
    return ("STATE:" in head or HEADER in head) and _STATE_LINE.search(head) is not None


def parse(
    lines: Iterable[tuple[int, str]], game: Structure | None = None, known: Structure | None = None
) -> Iterator[tuple[int, HandRecord | FormatError]]:
    """Yield each hand of a log with the number of its line, or the error in its place.

    Parameters
    ----------
    lines
        The numbered lines.
    game
        The structure, whatever the log says; None to take it from the log.
    known
        What is known of the structure at the first line, where that is within a match.
    """
    for number, line, found in followed(lines, game, known):
        yield number, found if isinstance(found, FormatError) else parse_or_error(line, found)


def parse_or_error(line: str, structure: Structure | None = None) -> HandRecord | FormatError:
    """Return the hand of a STATE line, or what is wrong with it."""
    return attempt(parse_line, line, structure)


def parse_line(line: str, structure: Structure | None = None) -> HandRecord:
    """Return the hand written in a STATE line; `deluck.records.validate` says whether it was paid by the rules.

    Parameters
    ----------
    line
        The line.
    structure
        Limit or no-limit; without it the hand is no-limit if its first raise names an amount.

    Raises
    ------
    FormatError
        If a part of the line is missing or cannot be read, or an action was not legal.
    """
    return _play_line(line, structure)[0]


def parse_valid_line(line: str, structure: Structure) -> HandRecord:
    """Return what `parse_line` does, if the hand was paid by the rules too; it is played only once.

    Raises
    ------
    FormatError, RecordError
        As `parse_line` and `deluck.records.validate` do.
    """
    record, state = _play_line(line, structure)
    check_names(record)
    check_payoffs(record, state)
    return record


def _play_line(line: str, structure: Structure | None) -> tuple[HandRecord, HoldemState]:
    """Return the hand of a STATE line, and its end."""
    line = line.rstrip("\r\n")
    parts = line.split(":", 5)
    if len(parts) != 6 or parts[0] != "STATE":
        raise FormatError(
            f"{len(parts)} parts in {line[:40]!r} (expected STATE:<number>:<betting>:<cards>:<payoffs>:<names>)"
        )
    _, number, betting, cards, payoffs_text, names_text = parts
    if not _NUMBER.fullmatch(number):
        raise FormatError(f"not a hand number: {number[:20]!r} (expected digits)")
    names_text, time = _split_time(names_text)
    names = tuple(names_text.split("|"))
    if not 2 <= len(names) <= MOST_SEATS:
        raise FormatError(f"hand {number}: {len(names)} names (expected 2 to {MOST_SEATS})")
    if structure is None:
        structure = Structure.NO_LIMIT if names_amount(line) else Structure.FIXED_LIMIT
    try:
        payoffs = tuple([parse_payoff(text) for text in payoffs_text.split("|")])
        holes, board = _parse_cards_of(cards, len(names))
        record = HandRecord(
            rules=rules_of(len(names), structure),
            deal=HoldemDeal(holes, tuple([card for part in board for card in part])),
            decisions=(),
            payoffs=payoffs,
            names=names,
            stacks=stacks_of(names, structure),
            hand_id=number,
            time=time,
        )
        decisions, street, state = _parse_betting(record, betting)
        _check_board(board, street)
    except DeluckError as error:
        sentence = str(error)
        raise FormatError(sentence if sentence.startswith("hand ") else f"hand {number}: {sentence}") from None
    return replace(record, decisions=tuple(decisions)), state


def format_line(record: HandRecord, number: int | str | None = None) -> str:
    """Return the hand as a STATE line without a line end, followed by its time if it is known.

    Parameters
    ----------
    record
        A valid hand of limit or no-limit hold'em; other stakes of the same proportions are written as the ACPC's, limit
        5/10, no-limit 50/100 with stacks of 20,000 (10,000 at the table of Pluribus).
    number
        The hand's number in the log; by default the one its record has.

    Raises
    ------
    FormatError
        If a line cannot express the hand: another game, rake, other stacks, a board that is not known, names with a
        bar.
    """
    number = record.hand_id if number is None else str(number)
    if not _NUMBER.fullmatch(number):
        raise FormatError(f"hand {record.hand_id!r} has no number (expected digits, e.g. format_line(record, 0))")
    for name in record.names:
        if any(symbol in name for symbol in "|\r\n"):
            raise FormatError(f"hand {number}: the name {name!r} has a bar or a line end")
    if _TIME.search(record.names[-1]):
        raise FormatError(f"hand {number}: the name {record.names[-1]!r} ends like the time of a hand")
    rules, stacks = _stakes_for(record)
    record = at_stakes_of(record, rules, "an ACPC line", stacks)
    streets = _format_betting(record)
    assert isinstance(record.deal, HoldemDeal)
    holes = "|".join([_format_hole(hole, number) for hole in record.deal.holes])
    board = "".join([f"/{text}" for text in _format_board(record.deal.board, len(streets), number)])
    payoffs = "|".join([format_payoff(paid) for paid in record.payoffs])
    time = "" if record.time is None else f" # {format_time(record.time)}"
    return f"STATE:{number}:{'/'.join(streets)}:{holes}{board}:{payoffs}:{'|'.join(record.names)}{time}"


def _stakes_for(record: HandRecord) -> tuple[HoldemRules, tuple[int, ...] | None]:
    """Return the ACPC's rules and stacks for a hand's structure."""
    is_no_limit = record.rules.structure is Structure.NO_LIMIT
    structure = Structure.NO_LIMIT if is_no_limit else Structure.FIXED_LIMIT
    return rules_of(record.n_seats, structure), stacks_of(record.names, structure)


class Score:
    """What each name has won in a match so far, for the line that closes its log."""

    def __init__(self) -> None:
        self._totals: dict[str, Chips] = {}

    def add(self, record: HandRecord) -> None:
        """Take in a hand of the ACPC's stakes or of the same proportions."""
        assert isinstance(record.rules, HoldemRules)
        scale = Fraction(_stakes_for(record)[0].big_blind, record.rules.big_blind)
        for name, paid in zip(record.names, record.payoffs, strict=True):
            self._totals[name] = self._totals.get(name, 0) + paid * scale

    def format_line(self) -> str:
        """Return the SCORE line, names in the order they first appeared."""
        totals = [format_payoff(whole_if_possible(total)) for total in self._totals.values()]
        return f"SCORE:{'|'.join(totals)}:{'|'.join(self._totals)}"


def parse_payoff(text: str) -> Chips:
    """Return the chips won or lost: an int, or a fraction where a split pot was cut."""
    if not _PAYOFF.fullmatch(text):
        raise FormatError(f"not a payoff: {text[:20]!r} (expected e.g. '-20' or '2.5')")
    whole, _, decimals = text.partition(".")
    if not decimals:
        return int(whole)
    value = Fraction(text)
    # six decimals are a rounded share of at most ten winners
    return whole_if_possible(value.limit_denominator(MOST_SEATS) if len(decimals) == 6 else value)


def format_payoff(chips: Chips) -> str:
    """Return chips as the ACPC's dealer writes them: whole if they are, else with up to six decimals."""
    return str(chips) if isinstance(chips, int) else f"{float(chips):.6f}".rstrip("0").rstrip(".")


def format_time(time: datetime) -> str:
    """Return a time in seconds since 1970, decimals as far as needed."""
    seconds, rest = divmod((time - _EPOCH) // _MICROSECOND, 1_000_000)
    return f"{seconds}.{rest:06d}".rstrip("0").rstrip(".")


def _split_time(names: str) -> tuple[str, datetime | None]:
    """Return the last part of a line without the time that may follow it, and the time."""
    found = _TIME.search(names) if " # " in names else None
    if found is None:
        return names, None
    seconds, decimals = int(found[1]), (found[2] or "")[:6].ljust(6, "0")
    return names[: found.start()], _EPOCH + timedelta(seconds=seconds, microseconds=int(decimals))


def _format_betting(record: HandRecord) -> list[str]:
    """Return the letters of each street that was dealt, a raise of no-limit with its seat's total over the hand."""
    try:
        final = replay(record)
    except DeluckError as error:
        raise FormatError(f"hand {record.hand_id!r} cannot be written as an ACPC line: {error}") from None
    with_amounts = not record.rules.is_limit
    paid = list(begin(record).contributions)
    streets = [""] * (final.street + 1)
    for move in final.history:
        paid[move.seat] += move.paid
        amount = paid[move.seat] if with_amounts and move.action is Action.RAISE else ""
        streets[move.street] += f"{_LETTERS[move.action]}{amount}"
    return streets


def _parse_betting(record: HandRecord, betting: str) -> tuple[list[Decision], int, HoldemState]:
    """Return the decisions, each with the seat whose turn it was, the last street dealt, and the end of the hand.

    Raises
    ------
    FormatError, RecordError
        At what is no betting, at a slash where no street ends, and at an action that is not legal, naming it and what
        was.
    """
    assert isinstance(record.rules, HoldemRules)
    assert isinstance(record.deal, HoldemDeal)
    state = HoldemState(record.rules, record.deal, record.stacks)
    decisions: list[Decision] = []
    street = index = 0
    while index < len(betting):
        found = _TOKEN.match(betting, index)
        if found is None:
            raise FormatError(f"not an action: {betting[index]!r} in {_cut(betting)} (expected f, c or r)")
        index = found.end()
        if found[0] == "/":
            street += 1
            _check_slash(state, street, betting, record)
            continue
        _check_goes_on(state, street, betting)
        action = _ACTIONS[found[0][0]]
        amount = _street_amount(state, found[1], betting) if action is Action.RAISE else None
        assert state.actor is not None
        decisions.append(Decision(state.actor, action, amount))
        if not state.can_act(action, amount):
            check_decision(record, len(decisions), decisions[-1], state)  # raises, saying what was legal
        state.act(action, amount)
    _check_end(state, street, betting)
    return decisions, street, state


def _street_amount(state: HoldemState, digits: str, betting: str) -> int | None:
    """Return the bet that a raise makes on its street, from the chips its seat has put in over the hand."""
    if state.rules.is_limit:
        if digits:
            raise FormatError(f"a raise of limit hold'em with an amount, r{digits} in {_cut(betting)} (expected r)")
        return None
    if not digits:
        raise FormatError(f"a raise of no-limit hold'em without an amount in {_cut(betting)} (expected e.g. r300)")
    seat = state.actor
    assert seat is not None
    return int(digits) - (state.contributions[seat] - state.bets[seat])


def _check_slash(state: HoldemState, street: int, betting: str, record: HandRecord) -> None:
    """Raise FormatError unless a street may begin here."""
    if street >= len(STREET_NAMES):
        n_streets = betting.count("/") + 1
        raise FormatError(f"betting on {n_streets} streets: {_cut(betting)} (expected at most {len(STREET_NAMES)})")
    if state.is_over and not state.has_showdown:
        raise FormatError(f"betting {_cut(betting)} goes on after all but one seat folded")
    if state.street < street:
        name = STREET_NAMES[street - 1]
        raise FormatError(
            f"betting {_cut(betting)} stops on the {name} before {record.names[state.actor or 0]}, seat {state.actor}, "
            f"has acted (expected {' or '.join(state.described_legal())})"
        )


def _check_goes_on(state: HoldemState, street: int, betting: str) -> None:
    """Raise FormatError unless somebody is to act on this street."""
    if state.is_over or state.street > street:
        raise FormatError(f"betting {_cut(betting)} goes on after the end of the {STREET_NAMES[street]}")


def _check_end(state: HoldemState, street: int, betting: str) -> None:
    """Raise FormatError unless the hand is over and every street that was dealt is written."""
    if state.actor is not None and state.street == street:
        raise FormatError(
            f"betting {_cut(betting)} stops on the {STREET_NAMES[street]} before seat {state.actor} has acted "
            f"(expected {' or '.join(state.described_legal())})"
        )
    if state.street > street:
        raise FormatError(f"betting {_cut(betting)} stops after the {STREET_NAMES[street]}")


def _cut(betting: str) -> str:
    return repr(betting[:40])


def _parse_cards_of(text: str, n_seats: int) -> tuple[tuple[Cards, ...], list[Cards]]:
    """Return each seat's cards, and those that each street brought."""
    holes_text, *board_text = text.split("/")
    holes = tuple([_parse_hole(hole) for hole in holes_text.split("|")])
    if len(holes) != n_seats:
        raise FormatError(f"cards {text[:60]!r} are of {len(holes)} seats (expected {n_seats})")
    return holes, [_parse_cards(part) for part in board_text]


def _check_board(board: list[Cards], street: int) -> None:
    expected = _new_cards(street)
    if [len(part) for part in board] != expected:
        shown = "/".join([format_cards([card for card in part if card is not None]) for part in board])
        raise FormatError(
            f"a board of {shown[:40]!r} where the betting reached the {STREET_NAMES[street]} "
            f"(expected {'/'.join(['Xx' * size for size in expected]) or 'none'})"
        )


def _new_cards(street: int) -> list[int]:
    """Return how many cards each street up to this one brought to the board."""
    return [BOARD_SIZES[each] - BOARD_SIZES[each - 1] for each in range(1, street + 1)]


def _parse_hole(text: str) -> Cards:
    if not text:
        return (None, None)
    if len(text) == 2:
        raise FormatError(f"another game: one hole card each, as in Leduc hold'em (expected two, not {text!r} alone)")
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
    for size in _new_cards(n_streets - 1):
        cards = [card for card in board[shown : shown + size] if card is not None]
        if len(cards) < size:
            raise FormatError(f"hand {number}: a card of the board is not known (expected all that were dealt)")
        parts.append(format_cards(cards))
        shown += size
    return parts
