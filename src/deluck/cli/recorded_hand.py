"""A recorded hand described: as plain values for JSON, and street by street in words."""

from typing import TYPE_CHECKING, Any

from deluck.cli.output import say
from deluck.plain_text import shown_name, text_width

if TYPE_CHECKING:
    from deluck.games import GameState, Move
    from deluck.games.state import Cards
    from deluck.records import Chips, HandRecord

_GAMES = {"holdem": "hold'em", "stud7": "seven-card stud"}
_UNKNOWN = "??"


def describe_hand(record: "HandRecord") -> dict[str, Any]:
    """Return a hand as plain values: seats, rounds with their cards and moves, showdown, results.

    Amounts are in the unit of the source, cards are written ``AsKd`` and ``??`` where they are not known.
    """
    from deluck.records import replay
    from deluck.records.descriptions import format_stakes

    final = replay(record)
    return {
        "hand_id": record.hand_id,
        "time": None if record.time is None else record.time.isoformat(),
        "site": record.site,
        "table": record.table,
        "game": record.game,
        "structure": str(record.rules.structure),
        "stakes": format_stakes(record).removesuffix(f", {record.rules.structure}"),
        "currency": record.currency,
        "players": list(record.names),
        "seats": [
            {
                "seat": seat,
                "player": name,
                "position": _position(record, seat),
                "cards": _cards(_held(record, final, seat)),
                "stack": None if record.stacks is None else _amount(record, record.stacks[seat]),
            }
            for seat, name in enumerate(record.names)
        ],
        "posts": _posts(record),
        "rounds": _rounds(record, final),
        "pots": [
            {"amount": _amount(record, pot.amount), "players": [record.names[seat] for seat in pot.seats]}
            for pot in final.pots
        ],
        "showdown": _showdown(record, final),
        "results": [
            {"seat": seat, "player": name, "money": _amount(record, paid)}
            for seat, (name, paid) in enumerate(zip(record.names, record.payoffs, strict=True))
        ],
        "rake": _amount(record, record.rake),
    }


def _amount(record: "HandRecord", chips: "Chips") -> float:
    """Return chips in the unit of the source, whole where they can be."""
    value = float(chips) / record.chips_per_unit
    return int(value) if value.is_integer() else value


def _position(record: "HandRecord", seat: int) -> str:
    from deluck.games import HoldemRules

    rules = record.rules
    names = {rules.button: "button" if record.game == "holdem" else "dealer"}
    if isinstance(rules, HoldemRules):
        blinds = {rules.small_blind_seat: "small blind", rules.big_blind_seat: "big blind"}
        return ", ".join([name[seat] for name in (names, blinds) if seat in name])
    return names.get(seat, "")


def _posts(record: "HandRecord") -> list[dict[str, Any]]:
    """Return what each seat posted, in hands whose forced bets are not the usual ones of their game."""
    if record.forced is None:
        return []
    posted = []
    for seat, (name, blind, live, dead) in enumerate(zip(record.names, *record.forced, strict=True)):
        for chips, kind in ((blind, "as a blind"), (live, "out of turn"), (dead, "dead")):
            if chips:
                posted.append({"seat": seat, "player": name, "amount": _amount(record, chips), "kind": kind})
    return posted


def _held(record: "HandRecord", final: "GameState", seat: int) -> "Cards":
    """Return the cards a seat was dealt."""
    from deluck.games import HoldemDeal

    if isinstance(record.deal, HoldemDeal):
        return record.deal.holes[seat]
    folded_on = [move.street for move in final.history if move.seat == seat and not move.action]
    if record.deal.spare and not folded_on:
        return final.view(seat).cards
    street = folded_on[0] if folded_on else final.street
    return record.deal.hands[seat][: 3 + street - (bool(final.board) and not folded_on)]


def _rounds(record: "HandRecord", final: "GameState") -> dict[str, dict[str, Any]]:
    from deluck.records import begin, steps

    pots: dict[int, int] = {}
    for state, _ in steps(record):
        pots.setdefault(state.street, state.pot)
    paid = list(begin(record).contributions)
    rounds = {}
    for street in range(final.street + 1):
        moves = []
        n_raises = 0
        for move in final.history:
            if move.street != street:
                continue
            paid[move.seat] += move.paid
            is_all_in = record.stacks is not None and move.paid > 0 and paid[move.seat] == record.stacks[move.seat]
            moves.append(_move(record, final, move, n_raises, is_all_in=is_all_in))
            n_raises += move.action == 2
        pot = _amount(record, pots.get(street, final.pot))
        rounds[record.rules.street_names[street]] = {"pot": pot, **_dealt(record, final, street), "moves": moves}
    return rounds


def _dealt(record: "HandRecord", final: "GameState", street: int) -> dict[str, Any]:
    """Return the cards that lie on the table on a street, and those that it brought."""
    from deluck.games import BOARD_SIZES, HoldemDeal

    if isinstance(record.deal, HoldemDeal):
        first, last = BOARD_SIZES[street - 1] if street else 0, BOARD_SIZES[street]
        boards = record.deal.boards if last > record.deal.n_shared else record.deal.boards[:1]
        new = [_cards(board[first:last]) for board in boards]
        return {"board": _cards(boards[0][:last]), "other_boards": [_cards(board[:last]) for board in boards[1:]]} | (
            {"dealt": new} if street else {}
        )
    if street == 4 and final.board:
        return {"board": _cards(final.board), "dealt": [_cards(final.board)]}
    dealt = []
    for seat, name in enumerate(record.names):
        cards = _held(record, final, seat)
        if street == 0:
            down, up = cards[:2], cards[2:3]
        elif len(cards) > 2 + street:
            down, up = ((), cards[2 + street : 3 + street])[:: -1 if street == 4 else 1]
        else:
            continue
        dealt.append({"seat": seat, "player": name, "down": _cards(down), "up": _cards(up)})
    return {"dealt": dealt}


def _move(record: "HandRecord", final: "GameState", move: "Move", n_raises: int, *, is_all_in: bool) -> dict[str, Any]:
    from deluck.records.descriptions import describe_move

    is_first = move is final.history[0]
    does = describe_move(record, move, n_raises=n_raises, is_first=is_first, is_all_in=is_all_in)
    amount = _amount(record, move.paid)
    return {"seat": move.seat, "player": record.names[move.seat], "does": does, "amount": amount}


def _showdown(record: "HandRecord", final: "GameState") -> list[dict[str, Any]]:
    from deluck.evaluator import describe, strength
    from deluck.games import HoldemDeal

    if not final.has_showdown:
        return []
    boards = record.deal.boards if isinstance(record.deal, HoldemDeal) else (final.board,)
    shown = []
    for seat, gone in enumerate(final.folded):
        if gone:
            continue
        cards = _held(record, final, seat)
        makes = []
        for board in boards:
            known = [card for card in (*cards, *board) if card is not None]
            makes.append(describe(strength(known)) if len(known) == 7 else "not known")
        shown.append({"seat": seat, "player": record.names[seat], "cards": _cards(cards), "makes": "; ".join(makes)})
    return shown


def _cards(cards: "Cards") -> str:
    from deluck.cards import format_card

    return "".join([_UNKNOWN if card is None else format_card(card) for card in cards])


def print_hand(record: "HandRecord") -> None:
    """Print a hand street by street."""
    from deluck.records.descriptions import format_money

    def money(amount: float) -> str:
        return format_money(record, amount * record.chips_per_unit)

    hand = describe_hand(record)
    number = f"Hand {shown_name(hand['hand_id'])}: " if hand["hand_id"] else ""
    game = f"{hand['structure']} {_GAMES[hand['game']]}"
    say(f"{number}{game}, {len(hand['seats'])} seats, {hand['stakes']}")
    width = max(text_width(shown_name(name)) for name in record.names)
    for seat in hand["seats"]:
        name = shown_name(seat["player"])
        extras = [seat["position"]] * bool(seat["position"])
        extras += [] if seat["stack"] is None else [money(seat["stack"])]
        blank = " " * (width - text_width(name))
        say(f"  {name}{blank}  {_symbols(seat['cards'])}" + (f"  ({', '.join(extras)})" if extras else ""))
    for index, (title, each) in enumerate(hand["rounds"].items()):
        board = f" {' and '.join(map(_symbols, each['dealt']))}" if "board" in each and "dealt" in each else ""
        say("", f"{title[0].upper()}{title[1:]}{board}, pot {money(each['pot'])}")
        if "board" not in each:
            say(f"  dealt: {', '.join(map(_dealt_to, each['dealt']))}")
        if index == 0:
            for post in hand["posts"]:
                say(f"  {shown_name(post['player'])} posts {money(post['amount'])} {post['kind']}")
        for move in each["moves"]:
            say(f"  {shown_name(move['player'])} {move['does']}")
    if len(hand["pots"]) > 1:
        say("", "Pots")
        for index, pot in enumerate(hand["pots"]):
            names = ", ".join(map(shown_name, pot["players"]))
            say(f"  {f'side pot {index}' if index else 'main pot'} {money(pot['amount'])}: {names}")
    if hand["showdown"]:
        say("", "Showdown")
        for shown in hand["showdown"]:
            say(f"  {shown_name(shown['player'])} has {_symbols(shown['cards'])}: {shown['makes']}")
    say("", "Result")
    for result in hand["results"]:
        won = result["money"]
        does = f"loses {money(-won)}" if won < 0 else f"wins {money(won)}" if won else "breaks even"
        say(f"  {shown_name(result['player'])} {does}")
    if hand["rake"]:
        say(f"  rake {money(hand['rake'])}")


def _dealt_to(dealt: dict[str, Any]) -> str:
    cards = [f"({_symbols(dealt['down'])})"] * bool(dealt["down"]) + [_symbols(dealt["up"])] * bool(dealt["up"])
    return " ".join([shown_name(dealt["player"]), *cards])


def _symbols(cards: str) -> str:
    """Return cards with symbols for their suits."""
    from deluck.cards.card import SUIT_SYMBOLS, SUITS

    symbol_of = dict(zip(SUITS, SUIT_SYMBOLS, strict=True))
    return "".join([cards[at] + symbol_of.get(cards[at + 1], cards[at + 1]) for at in range(0, len(cards), 2)])
