"""A hand of hold'em with its values, street by street, for a terminal."""

import math
from typing import TYPE_CHECKING

from deluck.cli.output import format_action, format_amount, print_table, say
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from deluck.assessment.single_hand import HandValues, StreetValues
    from deluck.records import HandRecord

_NOTHING = "–"
_HIDDEN = (
    "Equities are shown where the cards of all who are in are known; folded cards that are not known count as in the "
    "deck. The luck of a deal and values with the luck removed need all hole cards, so they are left out."
)
_WORDS = {"sb": "small bets", "bb": "big blinds"}


def print_values(found: "HandValues", record: "HandRecord") -> None:
    """Print a hand: its seats, each street with pots, equities and decisions, and what each seat won and why."""
    from deluck.assessment.decisions import HINDSIGHT
    from deluck.games import HoldemDeal
    from deluck.records.descriptions import format_stakes

    hand, unit = found.hand, found.unit
    names = [shown_name(name) for name in hand.players]
    number = f"Hand {shown_name(hand.hand_id)}: " if hand.hand_id else ""
    say(f"{number}hold'em, {len(names)} seats, {format_stakes(record)}. All values are in {_WORDS[unit]} ({unit}).")
    say(HINDSIGHT if found.is_priced else f"Decisions of this hand have no prices: {found.reason}.")
    if any(cards is None for cards in hand.cards):
        say(_HIDDEN)
    n_boards = len(record.deal.boards) if isinstance(record.deal, HoldemDeal) else 1
    if n_boards > 1:
        say(f"The board was dealt {n_boards} times: streets show the first, luck and results are means of all.")
    say()
    print_table(
        "Seats",
        ("player", "position", "cards", f"stack, {unit}"),
        [
            (
                name,
                hand.positions[seat] or _NOTHING,
                _cards(hand.cards[seat]),
                _NOTHING if record.stacks is None else format_amount(record.stacks[seat] / found.unit_chips),
            )
            for seat, name in enumerate(names)
        ],
    )
    for street in found.streets:
        _print_street(found, street, names)
    _print_results(found, names)


def _print_street(found: "HandValues", street: "StreetValues", names: list[str]) -> None:
    board = f" {_cards(street.board)}" if street.board else ""
    title = f"{street.name.capitalize()}{board}: {_pots(found, street, names)}"
    live = [seat for seat, is_live in enumerate(street.is_live) if is_live]
    if any(math.isfinite(street.equities[seat]) for seat in live):
        has_luck = any(math.isfinite(street.luck[seat]) for seat in live)
        columns = ["player", "equity", f"if all-in, {found.unit}", *(["luck of the deal"] if has_luck else [])]
        rows = []
        for seat in live:
            values = [_share(street.equities[seat]), _signed(street.all_in_equities[seat])]
            rows.append((names[seat], *values, *([_signed(street.luck[seat])] if has_luck else [])))
        print_table(title, columns, rows)
    else:
        say(f"{title}.", f"Equities are not known: not all cards of the {len(live)} who are in are.", "")
    if street.decisions:
        priced = found.is_priced
        print_table(
            f"What was done {'before the flop' if not street.board else f'on the {street.name}'}",
            ("player", "action", *(("price", "baseline") if priced else ())),
            [
                (
                    names[each.seat],
                    format_action(each.action, each.amount),
                    *((_signed(each.value), each.baseline_action or _NOTHING) if priced else ()),
                )
                for each in street.decisions
            ],
        )


def _print_results(found: "HandValues", names: list[str]) -> None:
    from deluck.estimators import find_column

    values = found.hand.values
    skill = [name for name in values if name in ("money",) or find_column(name).measures_skill]
    print_table(
        f"Results, in {found.unit}",
        ("player", *(find_column(name).label for name in skill)),
        [(name, *(_signed(values[each][seat]) for each in skill)) for seat, name in enumerate(names)],
    )
    if len(skill) > 1:
        say(*(f"{find_column(name).label}: {find_column(name).meaning}." for name in skill[1:]), "")
    if found.is_priced:
        print_table(
            f"Money = start + own decisions + others' decisions + board, in {found.unit}",
            ("player", "start", "own decisions", "others' decisions", "board", "money"),
            [
                (
                    name,
                    _signed(values["start_value"][seat]),
                    _signed(found.own_prices(seat)),
                    _signed(found.all_prices(seat) - found.own_prices(seat)),
                    _signed(values["board_luck"][seat]),
                    _signed(values["money"][seat]),
                )
                for seat, name in enumerate(names)
            ],
        )


def _pots(found: "HandValues", street: "StreetValues", names: list[str]) -> str:
    """Return the pot, or main pot and side pots with who plays for them."""
    amounts = [f"{format_amount(pot.amount / found.unit_chips)} {found.unit}" for pot in street.pots]
    if len(amounts) == 1:
        return f"pot {amounts[0]}"
    words = []
    for number, (pot, amount) in enumerate(zip(street.pots, amounts, strict=True)):
        which = f"side pot {number}" if number else "main pot"
        words.append(f"{which} {amount} ({', '.join(names[seat] for seat in pot.seats)})")
    return ", ".join(words)


def _cards(cards: tuple[int, ...] | None) -> str:
    from deluck.cards import format_cards

    return "????" if cards is None else format_cards(cards, symbols=True)


def _share(value: float) -> str:
    return f"{100 * value:.2f}%" if math.isfinite(value) else _NOTHING


def _signed(value: float | None) -> str:
    return _NOTHING if value is None or not math.isfinite(value) else f"{round(value, 4) + 0.0:+,.4f}"
