"""A recorded hand written in the words of a PokerStars history."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from deluck.cards import Card, format_card
from deluck.errors import FormatError
from deluck.evaluator import describe, strengths
from deluck.formats.pokerstars_lines import Money
from deluck.games import Action, GameState, HoldemDeal, HoldemRules, StudDeal, StudRules, StudState
from deluck.records import Decision, HandRecord, begin

_CODES = {"$": " USD", "€": " EUR", "£": " GBP"}
_DATE = "2000/01/01 0:00:00 ET"
_FLOPS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_PAIR = "Pair on board - a double bet is allowed"
_FOURTH, _SEVENTH = 1, 4


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


class _Writer:
    """One hand being written: the record, and its replay as far as it is told."""

    def __init__(self, record: HandRecord, stacks: tuple[int, ...]) -> None:
        self.record = record
        self.stacks = stacks
        self.rules = record.rules
        self.deal = record.deal
        self.money = Money(record.currency, record.chips_per_unit)
        self.state: GameState = begin(record)
        self.kept = [0] * record.n_seats  # what each seat put in, less what was told to go back
        self.told_street = -1
        self.folded_on: dict[int, int] = {}

    def lines(self) -> Iterator[str]:
        record, rules = self.record, self.rules
        small, big = rules.bet_sizes[0], rules.bet_sizes[-1]
        game = "7 Card Stud" if isinstance(rules, StudRules) else "Hold'em"
        stakes = f"{self._chips(small)}/{self._chips(big)}{_CODES.get(record.currency, '')}"
        yield f"PokerStars Hand #{record.hand_id}: {game} Limit ({stakes}) - {_DATE}"
        button = f" Seat #{rules.n_seats} is the button" if isinstance(rules, HoldemRules) else ""
        yield f"Table 'deluck' {rules.n_seats}-max{button}"
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

    def _posts(self) -> Iterator[str]:
        rules = self.rules
        posts = [(seat, "the ante", rules.ante) for seat in range(rules.n_seats)]
        if isinstance(rules, HoldemRules):
            posts += [
                (rules.small_blind_seat, "small blind", rules.small_blind),
                (rules.big_blind_seat, "big blind", rules.big_blind),
            ]
        for seat, kind, due in posts:
            amount = min(due, self.stacks[seat] - self.kept[seat])
            self.kept[seat] += amount
            if amount:
                yield f"{self.record.names[seat]}: posts {kind} {self._chips(amount)}{self._all_in(seat)}"

    def _street(self, street: int) -> Iterator[str]:
        """Yield the headings and cards of the streets that have come since the last one told."""
        while self.told_street < street:
            self.told_street += 1
            if isinstance(self.deal, HoldemDeal):
                yield from self._holdem_street(self.deal, self.told_street)
            else:
                yield from self._stud_street(self.deal, self.told_street)

    def _holdem_street(self, deal: HoldemDeal, street: int) -> Iterator[str]:
        if street:
            groups = [deal.board[:3], deal.board[3:4]] if street == 2 else [deal.board[:4], deal.board[4:]]
            if street == 1:
                groups = [deal.board[:3]]
            yield f"*** {_FLOPS[street]} *** " + " ".join(_bracketed(cards) for cards in groups)
            return
        yield f"*** {_FLOPS[0]} ***"
        for seat, hole in enumerate(deal.holes):
            if None not in hole and not self._will_show(seat):
                yield f"Dealt to {self.record.names[seat]} {_bracketed(hole)}"

    def _stud_street(self, deal: StudDeal, street: int) -> Iterator[str]:
        shared = deal.shared if street == _SEVENTH else None
        yield f"*** {_STREETS[street]} ***" + ("" if shared is None else f" {_bracketed((shared,))}")
        for seat, hand in enumerate(deal.hands):
            if self.state.folded[seat] or shared is not None:
                continue
            own = None not in hand[:2] and not self._will_show(seat)
            before, new = hand[0 if own else 2 : 2 + street], hand[2 + street : 3 + street]
            if street == 0:
                before, new = before + new, ()
            if street < _SEVENTH or (own and None not in new):
                groups = " ".join(_bracketed(cards) for cards in (before, new) if cards)
                yield f"Dealt to {self.record.names[seat]} {groups}"
        state = self.state
        if (
            street == _FOURTH
            and state.street == _FOURTH
            and isinstance(state, StudState)
            and len(state.raise_sizes) > 1
        ):
            yield _PAIR

    def _decision(self, decision: Decision) -> str:
        """Return the line of a decision, and play it."""
        state, seat = self.state, decision.seat
        name, to_call, street = self.record.names[seat], state.to_call, state.street
        is_opening = isinstance(state, StudState) and not state.history
        bets = self._street_bets()
        level = 0 if is_opening else bets[seat] + to_call
        if isinstance(state, StudState) and decision.size is not None:
            state.act(decision.action, size=decision.size)
        else:
            state.act(decision.action)
        amount = state.history[-1].amount
        self.kept[seat] += amount
        if decision.action is Action.FOLD:
            self.folded_on[seat] = street
            return f"{name}: folds"
        if decision.action is Action.CALL:
            verb = "brings in for" if is_opening else "calls"
            return f"{name}: {verb} {self._chips(amount)}{self._all_in(seat)}" if amount else f"{name}: checks"
        total = bets[seat] + amount
        raised = f"raises {self._chips(total - level)} to" if level else "bets"
        return f"{name}: {raised} {self._chips(total)}{self._all_in(seat)}"

    def _street_bets(self) -> list[int]:
        """Return what each seat has put in on this street."""
        state, bets = self.state, [0] * self.rules.n_seats
        if isinstance(self.rules, HoldemRules) and state.street == 0:
            return [max(kept - self.rules.ante, 0) for kept in self.kept]
        for move in state.history:
            if move.street == state.street:
                bets[move.seat] += move.amount
        return bets

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
        for seat, chips in enumerate(won):
            if chips:
                yield f"{record.names[seat]} collected {self._chips(chips)} from pot"
        yield "*** SUMMARY ***"
        yield f"Total pot {self._chips(state.pot)} | Rake {self._chips(record.rake)}"
        board = self._board()
        if board:
            yield f"Board {_bracketed(board)}"
        for seat, name in enumerate(record.names):
            yield f"Seat {seat + 1}: {name}{self._position(seat)} {self._result(seat, won[seat], shown[seat])}"

    def _result(self, seat: int, won: int, shown: Sequence[Card | None]) -> str:
        """Return what became of a seat."""
        if seat in self.folded_on:
            street = self.folded_on[seat]
            if isinstance(self.rules, HoldemRules):
                place = "before Flop" if street == 0 else f"on the {_FLOPS[street].title()}"
            else:
                place = f"on the {_STREETS[street].replace('STREET', 'Street').replace('RIVER', 'River')}"
            return f"folded {place}"
        if not self.state.has_showdown or not shown:
            return f"collected ({self._chips(won)})" if won else "mucked"
        result = f"won ({self._chips(won)})" if won else "lost"
        return f"showed {_bracketed(shown)} and {result}{self._named(seat, ' with {}')}"

    def _position(self, seat: int) -> str:
        rules = self.rules
        if not isinstance(rules, HoldemRules):
            return ""
        places = {"button": rules.button, "small blind": rules.small_blind_seat, "big blind": rules.big_blind_seat}
        return "".join(f" ({name})" for name, place in places.items() if place == seat)

    def _board(self) -> tuple[Card | None, ...]:
        if isinstance(self.deal, HoldemDeal):
            return self.deal.board[: (0, 3, 4, 5)[self.told_street]]
        return () if self.deal.shared is None or self.told_street < _SEVENTH else (self.deal.shared,)

    def _hand(self, seat: int) -> tuple[Card | None, ...]:
        """Return the cards a seat can show down, without those on the board."""
        if isinstance(self.deal, HoldemDeal):
            return self.deal.holes[seat]
        return self.deal.hands[seat][: 7 if self.deal.shared is None else 6]

    def _goes_to_showdown(self, seat: int) -> bool:
        """Return whether a seat never folds and some other neither."""
        gone = {decision.seat for decision in self.record.decisions if decision.action is Action.FOLD}
        return seat not in gone and self.record.n_seats - len(gone) > 1

    def _will_show(self, seat: int) -> bool:
        """Return whether a seat's cards are told at the showdown, and so not before."""
        return None not in self._hand(seat) and self._goes_to_showdown(seat)

    def _shown(self, seat: int) -> tuple[Card | None, ...]:
        """Return the cards a seat shows at the end; a single known hole card is shown alone."""
        if self._will_show(seat):
            return self._hand(seat)
        hand = self._hand(seat)
        return hand[:1] if isinstance(self.deal, HoldemDeal) and hand[0] is not None and hand[1] is None else ()

    def _named(self, seat: int, form: str) -> str:
        """Return the name of a seat's seven cards, in the form asked for, if all are known."""
        cards = self._hand(seat) + self._board()
        if len(cards) != 7 or None in cards:
            return ""
        return form.format(describe(int(strengths(np.array([cards]))[0])))

    def _all_in(self, seat: int) -> str:
        return " and is all-in" if self.kept[seat] == self.stacks[seat] else ""

    def _chips(self, chips: int) -> str:
        return self.money.format(chips)


def _bracketed(cards: Iterable[Card | None]) -> str:
    return "[" + " ".join("??" if card is None else format_card(card) for card in cards) + "]"
