"""A recorded hand written in the words of a PokerStars history."""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from deluck.cards import Card, format_card
from deluck.errors import FormatError
from deluck.evaluator import describe, strengths
from deluck.formats.histories.amounts import Money
from deluck.formats.pokerstars_header import OWN_TABLE, format_time
from deluck.games import (
    BOARD_SIZES,
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    Structure,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Decision, HandRecord, begin, steps

_CODES = {"$": " USD", "€": " EUR", "£": " GBP"}
_GAMES = {Structure.NO_LIMIT: "No Limit", Structure.POT_LIMIT: "Pot Limit", Structure.FIXED_LIMIT: "Limit"}
_RUNS = ("FIRST ", "SECOND ", "THIRD ")
_FLOPS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_PAIR = "Pair on board - a double bet is allowed"
_FOURTH, _SEVENTH = 1, 4
_LEVEL = re.compile(r"[IVXLCDM]+|[0-9]+")


def write_hand(record: HandRecord) -> str:
    """Return the history of a hand, ended by blank lines; what it cannot say is left out.

    Raises
    ------
    FormatError
        If the stacks are not known, or a payoff is not of whole chips.
    RecordError
        If the hand was not played by its rules.
    """
    if record.stacks is None:
        raise FormatError(f"hand {record.hand_id!r} has no stacks (expected what each seat started with)")
    if any(payoff != int(payoff) for payoff in record.payoffs):
        raise FormatError(f"hand {record.hand_id!r} has cut chips in its payoffs (expected whole ones)")
    return "\n".join([*_Writer(record, record.stacks).lines(), "", "", ""])


def parsed_hero(record: HandRecord) -> int | None:
    """Return the seat whose log it is, if a text can show it: its cards are known."""
    if record.hero is None:
        return None
    deal = record.deal
    down = deal.holes[record.hero] if isinstance(deal, HoldemDeal) else deal.hands[record.hero][:2]
    return record.hero if len(down) == 2 and None not in down else None


def parsed_tournament(record: HandRecord) -> str:
    """Return the tournament's name as one word, as a text can hold it."""
    return "-".join(record.tournament.replace(",", " ").split())


class _Writer:
    """One hand being written: the record, and its replay as far as it is written."""

    def __init__(self, record: HandRecord, stacks: tuple[int, ...]) -> None:
        self.record = record
        self.stacks = stacks
        self.rules = record.rules
        self.deal = record.deal
        self.money = Money(record.currency, record.chips_per_unit)
        self.state: GameState = begin(record)
        self.kept = [0] * record.n_seats  # what each seat put in, less what was written to go back
        self.parsed_street = -1
        self.folded_on: dict[int, int] = {}

    def lines(self) -> Iterator[str]:
        record, rules = self.record, self.rules
        yield self._header()
        button = f" Seat #{rules.n_seats} is the button" if isinstance(rules, HoldemRules) else ""
        yield f"Table '{record.table or OWN_TABLE}' {rules.n_seats}-max{button}"
        for seat, (name, stack) in enumerate(zip(record.names, self.stacks, strict=True)):
            yield f"Seat {seat + 1}: {name} ({self._chips(stack)} in chips)"
        yield from self._posts()
        yield from self._street(0)
        yield from self._uncalled()
        for decision in record.decisions:
            yield from self._street(self.state.street)
            yield self._decision(decision)
            yield from self._uncalled()
        last = len(rules.street_names) - 1 if self.state.has_showdown else self.state.street
        yield from self._street(last)
        yield from self._results()

    def _header(self) -> str:
        record, rules = self.record, self.rules
        game = ("7 Card Stud " if isinstance(rules, StudRules) else "Hold'em ") + _GAMES[rules.structure]
        if isinstance(rules, HoldemRules) and not rules.is_limit:
            low, high = rules.small_blind, rules.big_blind
        else:
            low, high = rules.bet_sizes[0], rules.bet_sizes[-1]
        stakes = f"{self._chips(low)}/{self._chips(high)}{_CODES.get(record.currency, '')}"
        tournament = f"Tournament #{parsed_tournament(record)}, " if record.tournament else ""
        zoom = "Zoom " if record.speed == "fast-fold" else ""
        level = f" - Level {record.level}" if _LEVEL.fullmatch(record.level) else ""
        text = f"{tournament}{game}{level} ({stakes}) - {format_time(record.time)}"
        return f"PokerStars {zoom}Hand #{record.hand_id}: {text}"

    def _posts(self) -> Iterator[str]:
        rules = self.rules
        forced = self.record.forced or rules.forced
        antes = [rules.ante] * rules.n_seats
        if isinstance(rules, HoldemRules):
            first = max(range(rules.n_seats), key=lambda seat: (forced.blinds[seat] == rules.big_blind, -seat))
            antes[first if forced.dead[first] >= rules.ante + rules.big_blind_ante else rules.big_blind_seat] += (
                rules.big_blind_ante
            )
        posts = [(seat, "the ante", ante) for seat, ante in enumerate(antes)]
        if isinstance(rules, HoldemRules):
            order = (1, 0) if rules.n_seats == 2 else range(rules.n_seats)
            for seat in order:
                blind = forced.blinds[seat]
                is_small = blind < rules.big_blind or (blind == rules.small_blind and seat == rules.small_blind_seat)
                posts.append((seat, "small blind" if is_small else "big blind", blind))
            for seat in range(rules.n_seats):
                dead, post = forced.dead[seat] - antes[seat], forced.posts[seat]
                kind = "small & big blinds" if dead and post else "small blind" if dead else "big blind"
                posts.append((seat, kind, dead + post))
        for seat, kind, due in posts:
            amount = min(due, self.stacks[seat] - self.kept[seat])
            self.kept[seat] += amount
            if amount > 0:
                yield f"{self.record.names[seat]}: posts {kind} {self._chips(amount)}{self._all_in(seat)}"

    def _street(self, street: int) -> Iterator[str]:
        """Yield the headings and cards of the streets that have come since the last one written."""
        while self.parsed_street < street:
            self.parsed_street += 1
            if isinstance(self.deal, HoldemDeal):
                yield from self._holdem_street(self.deal, self.parsed_street)
            else:
                yield from self._stud_street(self.deal, self.parsed_street)

    def _holdem_street(self, deal: HoldemDeal, street: int) -> Iterator[str]:
        if street:
            before, size = BOARD_SIZES[street - 1], BOARD_SIZES[street]
            runs = _RUNS[: len(deal.boards)] if deal.other_boards and size > deal.n_shared else ("",)
            for run, board in zip(runs, deal.boards, strict=False):
                groups = " ".join([_bracketed(cards) for cards in (board[:before], board[before:size]) if cards])
                yield f"*** {run}{_FLOPS[street]} *** {groups}"
            return
        yield f"*** {_FLOPS[0]} ***"
        hero = parsed_hero(self.record)
        if hero is not None:
            yield f"Dealt to {self.record.names[hero]} {_bracketed(deal.holes[hero])}"

    def _stud_street(self, deal: StudDeal, street: int) -> Iterator[str]:
        shared = deal.shared if street == _SEVENTH else None
        yield f"*** {_STREETS[street]} ***" + ("" if shared is None else f" {_bracketed((shared,))}")
        for seat, hand in enumerate(deal.hands):
            if self.state.folded[seat] or shared is not None:
                continue
            own = seat == parsed_hero(self.record)
            before, new = hand[0 if own else 2 : 2 + street], hand[2 + street : 3 + street]
            if street == 0:
                before, new = before + new, ()
            if street < _SEVENTH or (own and None not in new):
                groups = " ".join(_bracketed(cards) for cards in (before, new) if cards)
                yield f"Dealt to {self.record.names[seat]} {groups}"
        if street == _FOURTH and any(state.street == _FOURTH and state.has_choice for state, _ in steps(self.record)):
            yield _PAIR

    def _decision(self, decision: Decision) -> str:
        """Return the line of a decision, and play it."""
        state, seat = self.state, decision.seat
        name, to_call, street = self.record.names[seat], state.to_call, state.street
        is_opening = isinstance(state, StudState) and not state.history
        level = 0 if is_opening else state.bets[seat] + to_call
        state.act(decision.action, decision.amount)
        move = state.history[-1]
        self.kept[seat] += move.paid
        if decision.action is Action.FOLD:
            self.folded_on[seat] = street
            return f"{name}: folds{self._folded_cards(seat)}"
        if decision.action is Action.CALL:
            verb = "brings in for" if is_opening else "calls"
            return f"{name}: {verb} {self._chips(move.paid)}{self._all_in(seat)}" if move.paid else f"{name}: checks"
        raised = f"raises {self._chips(move.amount - level)} to" if level else "bets"
        return f"{name}: {raised} {self._chips(move.amount)}{self._all_in(seat)}"

    def _folded_cards(self, seat: int) -> str:
        """Return the cards a seat shows as it folds: those known and not written before."""
        if seat == parsed_hero(self.record):
            return ""
        known: tuple[Card | None, ...]
        if isinstance(self.deal, HoldemDeal):
            known = tuple([card for card in self.deal.holes[seat] if card is not None])
        else:
            known = _without_last_unknown(self._hand(seat)[: 3 + self.folded_on[seat]])
        return f" {_bracketed(known)}" if known else ""

    def _uncalled(self) -> Iterator[str]:
        for seat, (kept, paid) in enumerate(zip(self.kept, self.state.contributions, strict=True)):
            if kept > paid:
                self.kept[seat] = paid
                yield f"Uncalled bet ({self._chips(kept - paid)}) returned to {self.record.names[seat]}"

    def _results(self) -> Iterator[str]:
        record, state = self.record, self.state
        won = [int(payoff) + paid for payoff, paid in zip(record.payoffs, state.contributions, strict=True)]
        shown = {seat: self._shown(seat) for seat in range(record.n_seats)}
        if state.has_showdown:
            yield "*** SHOW DOWN ***"
            for seat, gone in enumerate(state.folded):
                if not gone and not shown[seat]:
                    yield f"{record.names[seat]}: mucks hand"
        for seat, cards in shown.items():
            if cards:
                yield f"{record.names[seat]}: shows {_bracketed(cards)}{self._named(seat, ' ({})')}"
        for seat, outside in enumerate(record.outside or ()):
            if outside:
                yield f"{record.names[seat]} cashed out the hand for {self._chips(outside + won[seat])}"
        for seat, chips in enumerate(won):
            if chips:
                yield f"{record.names[seat]} collected {self._chips(chips)} from pot"
        yield "*** SUMMARY ***"
        yield f"Total pot {self._chips(state.pot)} | Rake {self._chips(record.rake)}"
        boards = self._boards()
        if boards:
            runs = _RUNS if len(boards) > 1 else ("",)
            for run, board in zip(runs, boards, strict=False):
                yield f"{run}Board {_bracketed(board)}"
        for seat, name in enumerate(record.names):
            yield f"Seat {seat + 1}: {name}{self._position(seat)} {self._result(seat, won[seat], shown[seat])}"

    def _result(self, seat: int, won: int, shown: Sequence[Card | None]) -> str:
        """Return what became of a seat."""
        if seat in self.folded_on:
            street = self.folded_on[seat]
            if isinstance(self.rules, HoldemRules):
                index = "before Flop" if street == 0 else f"on the {_FLOPS[street].title()}"
            else:
                index = f"on the {_STREETS[street].replace('STREET', 'Street').replace('RIVER', 'River')}"
            return f"folded {index}"
        if not self.state.has_showdown or not shown:
            return f"collected ({self._chips(won)})" if won else "mucked"
        result = f"won ({self._chips(won)})" if won else "lost"
        return f"showed {_bracketed(shown)} and {result}{self._named(seat, ' with {}')}"

    def _position(self, seat: int) -> str:
        rules = self.rules
        if not isinstance(rules, HoldemRules):
            return ""
        roles = {"button": rules.button, "small blind": rules.small_blind_seat, "big blind": rules.big_blind_seat}
        return "".join(f" ({name})" for name, index in roles.items() if index == seat)

    def _boards(self) -> list[tuple[Card | None, ...]]:
        if isinstance(self.deal, HoldemDeal):
            size = BOARD_SIZES[self.parsed_street]
            return [board[:size] for board in self.deal.boards] if size else []
        return [] if self.deal.shared is None or self.parsed_street < _SEVENTH else [(self.deal.shared,)]

    def _hand(self, seat: int) -> tuple[Card | None, ...]:
        """Return the cards a seat can show down, without those on the board."""
        if isinstance(self.deal, HoldemDeal):
            return self.deal.holes[seat]
        return self.deal.hands[seat][: 7 if self.deal.shared is None else 6]

    def _shown(self, seat: int) -> tuple[Card | None, ...]:
        """Return the cards a seat that did not fold shows at the end; a single known hole card is shown alone."""
        hand = self._hand(seat)
        if seat in self.folded_on:
            return ()
        if isinstance(self.deal, StudDeal):
            return _without_last_unknown(hand if self.state.has_showdown else hand[: 3 + self.parsed_street])
        if not self.state.has_showdown and seat == parsed_hero(self.record):
            return ()
        return tuple(card for card in hand if card is not None)

    def _named(self, seat: int, form: str) -> str:
        """Return the name of a seat's seven cards, in the form asked for, if all are known."""
        boards = self._boards()
        cards = self._hand(seat) + (boards[0] if len(boards) == 1 else ())
        if len(cards) != 7 or None in cards:
            return ""
        return form.format(describe(int(strengths(np.array([cards]))[0])))

    def _all_in(self, seat: int) -> str:
        return " and is all-in" if self.kept[seat] == self.stacks[seat] else ""

    def _chips(self, chips: int) -> str:
        return self.money.format(chips)


def _without_last_unknown(hand: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """Return a hand of stud without its seventh card where that alone is not known; nothing if others are not."""
    known = hand[:6] if hand[6:] == (None,) else hand
    return () if None in known else known


def _bracketed(cards: Iterable[Card | None]) -> str:
    return "[" + " ".join("??" if card is None else format_card(card) for card in cards) + "]"
