"""``deluck replay``: a hand described street by street, after every hand of the file was played again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.hand_search import HandSearch
from deluck.cli.output import print_json
from deluck.cli.reading_bar import GameOption
from deluck.cli.rejections import Rejections

if TYPE_CHECKING:
    from deluck.games import GameState, Move
    from deluck.games.state import Cards
    from deluck.records import Chips, HandRecord

EXAMPLE = "Example: deluck replay match.log --hand 12"

_GAMES = {"holdem": "hold'em", "stud7": "seven-card stud"}
_NO_AMOUNT = "$€£0.,"  # what is left of an amount of nothing


def replay(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file of hands in any format, or - for stdin.")],
    *,
    hand: Annotated[
        str,
        typer.Option(help="The hand's number in the file; if no hand has it, the place of a hand, 1 for the first."),
    ] = "",
    game: GameOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Describe a hand street by street, and say how many hands of the file follow the rules."""
    from deluck.errors import FormatError
    from deluck.formats import Rejected, read_columns

    rejections = Rejections(is_listed=as_json)
    search = HandSearch(hand)
    for columns in read_columns(source, game=game):
        if isinstance(columns, Rejected):
            rejections.add(columns)
        else:
            search.look_through(columns)
    rejections.tell_rest()
    if not search.n_hands:
        typer.echo(f"deluck: no valid hand in {source}", err=True)
        raise typer.Exit(2)
    record = search.found
    if record is None:
        raise FormatError(f"no hand {hand!r} in {source} (it has {search.n_hands:,} valid hands)")
    shown = _describe(record)
    if as_json:
        print_json({"valid": search.n_hands} | rejections.as_json() | {"hand": shown})
    else:
        _print(shown)
        hands = "hand follows" if search.n_hands == 1 else "hands follow"
        typer.echo(f"\n{search.n_hands:,} {hands} the rules, {rejections.n:,} rejected")
    if rejections.n:
        raise typer.Exit(1)


def _describe(record: "HandRecord") -> dict[str, Any]:
    """Return the hand as plain values: seats, streets with their cards and moves, showdown, results."""
    from deluck.records import replay as play_again
    from deluck.records.telling import format_stakes

    final = play_again(record)
    return {
        "id": record.hand_id,
        "game": f"{record.rules.structure} {_GAMES[record.game]}",
        "stakes": format_stakes(record).removesuffix(f", {record.rules.structure}"),
        "seats": [
            {
                "seat": seat,
                "name": name,
                "position": _position(record, seat),
                "cards": _cards(_held(record, final, seat)),
            }
            | ({} if record.stacks is None else {"stack": _money(record, record.stacks[seat])})
            for seat, name in enumerate(record.names)
        ],
        "posts": _posts(record),
        "streets": _streets(record, final),
        "pots": [
            {"amount": _money(record, pot.amount), "names": [record.names[seat] for seat in pot.seats]}
            for pot in final.pots
        ],
        "showdown": _showdown(record, final),
        "payoffs": [{"name": name, "won": _money(record, paid)} for name, paid in _results(record)],
        "rake": _money(record, record.rake),
    }


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
    for name, blind, live, dead in zip(record.names, *record.forced, strict=True):
        kinds = ((blind, "as a blind"), (live, "out of turn"), (dead, "dead"))
        posted += [{"name": name, "does": f"posts {_money(record, chips)} {how}"} for chips, how in kinds if chips]
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


def _streets(record: "HandRecord", final: "GameState") -> list[dict[str, Any]]:
    from deluck.records import begin, steps

    pots: dict[int, int] = {}
    for state, _ in steps(record):
        pots.setdefault(state.street, state.pot)
    paid = list(begin(record).contributions)
    streets = []
    for street in range(final.street + 1):
        moves = [move for move in final.history if move.street == street]
        described = []
        n_raises = 0
        for move in moves:
            paid[move.seat] += move.paid
            is_all_in = record.stacks is not None and move.paid > 0 and paid[move.seat] == record.stacks[move.seat]
            described.append(_move(record, final, move, n_raises, is_all_in=is_all_in))
            n_raises += move.action == 2
        shown = {"name": record.rules.street_names[street], "pot": _money(record, pots.get(street, final.pot))}
        streets.append(shown | _new_cards(record, final, street) | {"moves": described})
    return streets


def _new_cards(record: "HandRecord", final: "GameState", street: int) -> dict[str, Any]:
    """Return the cards a street brought: the board, or each seat's, those that are face down in brackets."""
    from deluck.games import BOARD_SIZES, HoldemDeal

    if isinstance(record.deal, HoldemDeal):
        if not street:
            return {}
        first, last = BOARD_SIZES[street - 1], BOARD_SIZES[street]
        boards = record.deal.boards if last > record.deal.n_shared else record.deal.boards[:1]
        return {"board": " and ".join([_cards(board[first:last]) for board in boards])}
    if street == 4 and final.board:
        return {"board": _cards(final.board)}
    dealt = []
    for seat, name in enumerate(record.names):
        cards = _held(record, final, seat)
        if street == 0:
            dealt.append(f"{name} ({_cards(cards[:2])}) {_cards(cards[2:3])}")
        elif len(cards) > 2 + street:
            card = _cards(cards[2 + street : 3 + street])
            dealt.append(f"{name} ({card})" if street == 4 else f"{name} {card}")
    return {"cards": dealt}


def _move(record: "HandRecord", final: "GameState", move: "Move", n_raises: int, *, is_all_in: bool) -> dict[str, Any]:
    from deluck.records.telling import describe_move

    is_first = move is final.history[0]
    does = describe_move(record, move, n_raises=n_raises, is_first=is_first, is_all_in=is_all_in)
    return {"seat": move.seat, "name": record.names[move.seat], "does": does, "amount": _money(record, move.paid)}


def _showdown(record: "HandRecord", final: "GameState") -> list[dict[str, str]]:
    from deluck.evaluator import describe, strength

    if not final.has_showdown:
        return []
    shown = []
    for seat, gone in enumerate(final.folded):
        if gone:
            continue
        cards = _held(record, final, seat)
        makes = []
        for board in _boards(record, final):
            known = [card for card in (*cards, *board) if card is not None]
            makes.append(describe(strength(known)) if len(known) == 7 else "not known")
        shown.append({"name": record.names[seat], "cards": _cards(cards), "hand": "; ".join(makes)})
    return shown


def _boards(record: "HandRecord", final: "GameState") -> "tuple[Cards, ...]":
    from deluck.games import HoldemDeal

    return record.deal.boards if isinstance(record.deal, HoldemDeal) else (final.board,)


def _results(record: "HandRecord") -> list[tuple[str, "Chips"]]:
    return list(zip(record.names, record.payoffs, strict=True))


def _cards(cards: "Cards") -> str:
    from deluck.cards import format_card

    return "".join(["??" if card is None else format_card(card, symbols=True) for card in cards])


def _money(record: "HandRecord", chips: "Chips") -> str:
    from deluck.records.telling import format_money

    return format_money(record, chips)


def _print(hand: dict[str, Any]) -> None:
    number = f"Hand {hand['id']}: " if hand["id"] else ""
    typer.echo(f"{number}{hand['game']}, {len(hand['seats'])} seats, {hand['stakes']}")
    width = max(len(seat["name"]) for seat in hand["seats"])
    for seat in hand["seats"]:
        extras = [part for part in (seat["position"], seat.get("stack")) if part]
        typer.echo(f"  {seat['name']:<{width}}  {seat['cards']}" + (f"  ({', '.join(extras)})" if extras else ""))
    for street in hand["streets"]:
        name = street["name"][0].upper() + street["name"][1:]
        board = f" {street['board']}" if "board" in street else ""
        typer.echo(f"\n{name}{board}, pot {street['pot']}")
        if "cards" in street:
            typer.echo(f"  dealt: {', '.join(street['cards'])}")
        if street is hand["streets"][0]:
            for post in hand["posts"]:
                typer.echo(f"  {post['name']} {post['does']}")
        for move in street["moves"]:
            typer.echo(f"  {move['name']} {move['does']}")
    if len(hand["pots"]) > 1:
        typer.echo("\nPots")
        for place, pot in enumerate(hand["pots"]):
            typer.echo(f"  {f'side pot {place}' if place else 'main pot'} {pot['amount']}: {', '.join(pot['names'])}")
    if hand["showdown"]:
        typer.echo("\nShowdown")
        for shown in hand["showdown"]:
            typer.echo(f"  {shown['name']} has {shown['cards']}: {shown['hand']}")
    typer.echo("\nResult")
    for result in hand["payoffs"]:
        won = result["won"]
        does = f"loses {won[1:]}" if won.startswith("-") else f"wins {won}" if won.strip(_NO_AMOUNT) else "breaks even"
        typer.echo(f"  {result['name']} {does}")
    if hand["rake"].strip(_NO_AMOUNT):
        typer.echo(f"  rake {hand['rake']}")
