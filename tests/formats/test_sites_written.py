"""Tournament hands of random play, written as 888, PartyPoker and iPoker write them: each is read as it was played."""

from collections.abc import Callable, Iterator

import pytest

from deluck.cards import format_card
from deluck.formats import Rejected, read_text
from deluck.games import Action, GameState, Structure
from deluck.records import HandRecord, replay

from .conftest import random_no_limit

WORDS = {Structure.NO_LIMIT: ("No Limit", "NL"), Structure.POT_LIMIT: ("Pot Limit", "PL")}
STREETS = ("flop", "turn", "river")
SIZES = (0, 3, 4, 5)

Post = tuple[int, str, int]
"""Who posts, what and how much."""
Step = tuple[int, int, Action, int, int, bool]
"""A street, who acts, how, the chips put in, the bet made or 0, and whether that bet is the street's first."""


def posts_of(record: HandRecord) -> Iterator[Post]:
    """Yield what every seat posts, as far as its chips go: antes first."""
    rules, forced = record.rules, record.forced or record.rules.forced
    seats = range(record.n_seats)
    behind = list(record.stacks)
    due = [(seat, "ante", rules.ante) for seat in seats]
    for seat in (1, 0) if len(seats) == 2 else seats:
        blind, post, dead = (chips[seat] for chips in forced)
        dead -= rules.ante
        if dead and seat == rules.big_blind_seat:
            due.insert(0, (seat, "ante", dead))
        elif dead or post:
            due.append((seat, "both" if dead and post else "big" if post else "small", dead + post))
        kind = {rules.small_blind_seat: "small", rules.big_blind_seat: "big"}.get(seat, "straddle")
        due.append((seat, kind, blind))
    for seat, kind, chips in due:
        paid = min(chips, behind[seat])
        behind[seat] -= paid
        if paid:
            yield seat, kind, paid


def steps_of(state: GameState) -> Iterator[Step]:
    """Yield what was done after the posts."""
    bet_on = {0} if state.rules.big_blind else set[int]()
    for street, seat, action, made, paid in state.history:
        yield street, seat, action, paid, made, street not in bet_on
        if action is Action.RAISE:
            bet_on.add(street)


def won_of(record: HandRecord, state: GameState) -> list[int]:
    """Return what every seat takes of the pots."""
    return [payoff + paid for payoff, paid in zip(record.payoffs, state.contributions, strict=True)]


def put_in(record: HandRecord, state: GameState) -> list[int]:
    """Return what every seat put in, what came back included."""
    paid = [0] * record.n_seats
    for seat, _, chips in posts_of(record):
        paid[seat] += chips
    for move in state.history:
        paid[move.seat] += move.paid
    return paid


def played(record: HandRecord, state: GameState, said: Callable[[Step], str], deal: Callable[[int], str]) -> list[str]:
    """Return the lines of the play: each step, and what is dealt before it or, all-in, behind the last one."""
    lines, street = [], 0
    for step in steps_of(state):
        lines += [deal(each) for each in range(street + 1, step[0] + 1)]
        street = step[0]
        lines.append(said(step))
    last = 3 if state.has_showdown else state.street
    return lines + [deal(each) for each in range(street + 1, last + 1)]


def cards(held: tuple[int, ...], between: str = ", ") -> str:
    return between.join(map(format_card, held))


def new_cards(record: HandRecord, street: int) -> tuple[int, ...]:
    return record.deal.board[SIZES[street - 1] : SIZES[street]]


def words_of(step: Step) -> str:
    _, _, action, paid, _, is_first = step
    if action is Action.RAISE:
        return f"{'bets' if is_first else 'raises'} [{paid:,}]"
    return "folds" if action is Action.FOLD else f"calls [{paid:,}]" if paid else "checks"


def pacific(record: HandRecord, state: GameState) -> str:
    rules, n_seats = record.rules, record.n_seats
    small, big = rules.small_blind, rules.big_blind
    posted = {"ante": "ante", "small": "small blind", "big": "big blind", "straddle": "straddle"}
    lines = [
        "***** 888poker Hand History for Game 7 *****",
        f"${small}/${big} Blinds {WORDS[rules.structure][0]} Holdem - *** 14 04 2015 03:11:08",
        "Tournament #99 $1 + $0.10 - Table #4 10 Max (Real Money)",
        f"Seat {n_seats} is the button",
        *[f"Seat {seat + 1}: p{seat} ( {stack:,} )" for seat, stack in enumerate(record.stacks)],
    ]
    for seat, kind, chips in posts_of(record):
        what = f"dead blind [{small:,} + {big:,}]" if kind == "both" else f"{posted[kind]} [{chips:,}]"
        lines.append(f"p{seat} posts {what}")
    lines.append("** Dealing down cards **")
    lines += played(
        record,
        state,
        lambda step: f"p{step[1]} {words_of(step)}",
        lambda street: f"** Dealing {STREETS[street - 1]} ** [ {cards(new_cards(record, street))} ]",
    )
    lines.append("** Summary **")
    if state.has_showdown:
        shown = [seat for seat in range(n_seats) if not state.folded[seat]]
        lines += [f"p{seat} shows [ {cards(record.deal.holes[seat])} ]" for seat in shown]
    return "\n".join(
        [*lines, *[f"p{seat} collected [ {won:,} ]" for seat, won in enumerate(won_of(record, state)) if won]]
    )


def partypoker(record: HandRecord, state: GameState) -> str:
    rules, n_seats = record.rules, record.n_seats
    level = f"Blinds-Antes({rules.small_blind:,}/{rules.big_blind:,} -{rules.ante})"
    posted = {
        "ante": "ante",
        "small": "small blind",
        "big": "big blind",
        "straddle": "straddle",
        "both": "big blind + dead",
    }
    behind = list(record.stacks)
    lines = [
        "***** Hand History for Game 7 *****",
        f"{WORDS[rules.structure][1]} Texas Hold'em $5 USD Buy-in  - Saturday, April 11, 13:57:03 EDT 2015",
        "Table Vega (77) Table #4 (Real Money)",
        f"Seat {n_seats} is the button",
        f"Total number of players : {n_seats}/10 ",
        *[f"Seat {seat + 1}: p{seat} ( {stack:,} )" for seat, stack in enumerate(record.stacks)],
        "Trny: 77 Level: 3",
        level,
    ]
    for seat, kind, chips in posts_of(record):
        behind[seat] -= chips
        lines.append(f"p{seat} posts {posted[kind]} [{chips:,}]{'' if kind == 'ante' else '.'}")
    lines.append("** Dealing down cards **")

    def said(step: Step) -> str:
        seat, paid = step[1], step[3]
        behind[seat] -= paid
        return f"p{seat} is all-In  [{paid:,}]" if paid and not behind[seat] else f"p{seat} {words_of(step)}"

    lines += played(
        record,
        state,
        said,
        lambda street: f"** Dealing {STREETS[street - 1].title()} ** [ {cards(new_cards(record, street))} ]",
    )
    if state.has_showdown:
        shown = [seat for seat in range(n_seats) if not state.folded[seat]]
        lines += [f"p{seat} shows [ {cards(record.deal.holes[seat])} ]a pair of Fours." for seat in shown]
    back = [paid - kept for paid, kept in zip(put_in(record, state), state.contributions, strict=True)]
    lines += [
        f"p{seat} wins {chips:,} chips from the side pot 1 with a pair." for seat, chips in enumerate(back) if chips
    ]
    return "\n".join(
        [*lines, *[f"p{seat} wins {won:,} chips" for seat, won in enumerate(won_of(record, state)) if won]]
    )


def ipoker(record: HandRecord, state: GameState) -> str:
    rules, n_seats = record.rules, record.n_seats
    kinds = {"ante": 15, "small": 1, "big": 2, "straddle": 2, "both": 2}
    won, paid = won_of(record, state), put_in(record, state)
    back = [put - kept for put, kept in zip(paid, state.contributions, strict=True)]
    behind = list(record.stacks)
    actions: list[str] = []

    def action(seat: int, kind: int, chips: int) -> str:
        actions.append("")
        return f'<action no="{len(actions)}" player="p{seat}" type="{kind}" sum="{chips:,}"/>'

    def dealt(held: tuple[int, ...]) -> str:
        return " ".join([format_card(card)[1].upper() + format_card(card)[0].replace("T", "10") for card in held])

    def said(step: Step) -> str:
        _, seat, what, chips, made, is_first = step
        behind[seat] -= chips
        kind = 0 if what is Action.FOLD else 3 if chips else 4
        if what is Action.RAISE:
            kind, chips = (5, chips) if is_first else (23, made)
        is_all_in = step[3] and not behind[seat]
        return action(seat, 7, step[3]) if is_all_in else action(seat, kind, chips)

    lines = [
        '<session sessioncode="1"><general>',
        f"<gametype>Holdem {WORDS[rules.structure][1]}</gametype><tablename>Vega, 5</tablename>",
        "<tournamentcode>77</tournamentcode></general>",
        f'<game gamecode="7"><general><smallblind>{rules.small_blind}</smallblind>',
        f"<bigblind>{rules.big_blind}</bigblind><players>",
    ]
    for seat, stack in enumerate(record.stacks):
        chips = f'chips="{stack:,}" win="{won[seat] + back[seat]:,}" bet="{paid[seat]:,}"'
        lines.append(f'<player seat="{seat + 1}" name="p{seat}" dealer="{int(seat == n_seats - 1)}" {chips}/>')
    lines.append('</players></general><round no="0">')
    for seat, kind, chips in posts_of(record):
        behind[seat] -= chips
        lines.append(action(seat, kinds[kind], chips))
    lines.append('</round><round no="1">')
    for seat, held in enumerate(record.deal.holes):
        is_shown = state.has_showdown and not state.folded[seat]
        lines.append(f'<cards type="Pocket" player="p{seat}">{dealt(held) if is_shown else "X X"}</cards>')
    lines += played(
        record,
        state,
        said,
        lambda street: (
            f'</round><round no="{street + 1}"><cards type="{STREETS[street - 1].title()}" player="">'
            f"{dealt(new_cards(record, street))}</cards>"
        ),
    )
    return "\n".join([*lines, "</round></game></session>"])


def is_written(record: HandRecord, kind: str, site: str) -> bool:
    """Return whether a site has such hands: no ante where players post to come back, nor two antes of one player."""
    if kind == "usual":
        return True
    if record.rules.ante or (kind == "straddle" and site == "ipoker"):
        return False
    return kind == "big-blind ante" or min(record.stacks) > 2 * record.rules.big_blind


@pytest.mark.parametrize("write", [pacific, partypoker, ipoker])
def test_hands_as_each_site_writes_them(write: Callable[[HandRecord, GameState], str]) -> None:
    """Short blinds and antes, side pots, posts of who comes back, straddles: all give the money that was played for."""
    n_read = 0
    for seed in range(600):
        kind, record = random_no_limit(seed)
        if not is_written(record, kind, write.__name__):
            continue
        text = write(record, replay(record))
        (found,) = read_text(text)
        assert not isinstance(found, Rejected), (found.reason, text)
        assert (found.names, found.payoffs) == (tuple(f"p{seat}" for seat in range(record.n_seats)), record.payoffs), (
            text
        )
        assert (found.stacks, found.rake, bool(found.tournament)) == (record.stacks, 0, True)
        n_read += 1
    assert n_read > 300
