"""``deluck strength``: how much a player of heads-up limit hold'em loses at least to who knows its strategy."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.output import print_json, print_table, say

if TYPE_CHECKING:
    from deluck.arena.exploiting import Exploited
    from deluck.best_response import Bounds

EXAMPLE = "Example: deluck strength baseline --street river --boards 100 --seed 1"


class FirstStreet(StrEnum):
    """The first street on which the responder departs from the player's own strategy."""

    RIVER = "river"
    TURN = "turn"
    FLOP = "flop"


_BOARDS = {FirstStreet.RIVER: 100, FirstStreet.TURN: 20, FirstStreet.FLOP: 2}
_LEARNING_BOARDS = 60
_STREETS = {FirstStreet.FLOP: 1, FirstStreet.TURN: 2, FirstStreet.RIVER: 3}
_WHERE = {1: "from the flop on", 2: "on the turn and river", 3: "on the river"}


def strength(
    player: Annotated[str, typer.Argument(help="The player, with options, e.g. baseline or baseline:style=tight.")],
    *,
    street: Annotated[
        FirstStreet,
        typer.Option(help="The first street on which the best response departs from the player's own strategy."),
    ] = FirstStreet.RIVER,
    boards: Annotated[
        int | None,
        typer.Option(
            help="Boards to sample: 100 rivers if not given, 20 turns or 2 flops. One takes about 0.2 seconds, 10 "
            "seconds or 7 minutes. With --learned, the boards of each of three rounds of learning, 60 if not given.",
            min=2,
        ),
    ] = None,
    learned: Annotated[
        bool,
        typer.Option(
            "--learned",
            help="Learn a response by playing, as is done with players that cannot state their strategy (those that "
            "learn, simulate, or come from a file), and show what it takes on fresh hands.",
        ),
    ] = False,
    training_hands: Annotated[
        int, typer.Option(help="Learned: the hands that the response learns from.", min=3)
    ] = 6000,
    hands: Annotated[int, typer.Option(help="Learned: the hands on which it is measured.", min=2)] = 4000,
    seed: Annotated[int, typer.Option(help="The seed of boards and hands.", min=0)] = 0,
    jobs: Annotated[int, typer.Option(help="Boards worked on at once; the result is the same.", min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show how much a player of heads-up limit hold'em loses at least to a best response.

    The responder plays the player's own strategy before the street, and from there on, with every holding and over
    every card to come, what wins most against it. What it wins is a lower bound on the player's exploitability.
    """
    from deluck.arena.entrants import as_entrant
    from deluck.arena.exploiting import exploit
    from deluck.best_response import can_state, lower_bounds
    from deluck.compiling import compile_kernels
    from deluck.games import HoldemRules, Policy
    from deluck.players import PLAYERS, make_player

    compile_kernels()
    policy = make_player(player) if player.partition(":")[0] in PLAYERS else None
    if learned or not isinstance(policy, Policy) or not can_state(policy):
        n_boards = _LEARNING_BOARDS if boards is None else boards
        found = exploit(player, n_training=training_hands, n_hands=hands, n_boards=n_boards, seed=seed)
        if as_json:
            print_json(found.as_dict())
        else:
            _show_learned(found)
        return
    entrant = as_entrant(player)
    if entrant.check_table is not None:
        entrant.check_table(HoldemRules.limit(2))
    n_boards = _BOARDS[street] if boards is None else boards
    bounds = lower_bounds(policy, player, street=_STREETS[street], n_boards=n_boards, seed=seed, n_jobs=jobs)
    if as_json:
        print_json(bounds.as_dict())
    else:
        _show(bounds)


def _show_learned(found: "Exploited") -> None:
    from deluck.best_response import UNIT

    taken = found.taken
    say(
        f"A learned response took {taken.format_rate(1)} {UNIT} from {found.name} over {taken.n_hands:,} hands, "
        f"seed {found.seed}.",
    )
    if found.luck_removed is not None:
        label, value = found.luck_removed
        say(f"With the luck removed ({label}) it took {value.format_rate(1)} {UNIT}.")
    say(
        f"{UNIT}: thousandths of a big blind per game, both seats alike; ± is the 95% interval over the hands. The "
        f"response was learned from {found.n_observed:,} decisions in {found.n_training:,} other hands: a better one "
        "may take more.",
    )


def _show(found: "Bounds") -> None:
    from deluck.best_response import SEATS, UNIT

    first, n_boards = found.bounds[0], len(found.boards)
    rate = f"{first.average.mean:.1f} ± {first.average.half_width95:.1f}"
    say(
        f"{found.name} loses at least {rate} {UNIT} to a best response {_WHERE[first.street]}.",
        f"{UNIT}: thousandths of a big blind per game, the average of the two seats; ± is the 95% interval over the "
        "sampled boards. Before that street the response plays as the player does: one that departs on all streets "
        "wins more.",
        "",
    )
    print_table(
        f"Best responses on {n_boards:,} boards, seed {found.seed}",
        ("response", "at least", "± 95%", *(f"gain as {seat}" for seat in SEATS)),
        [
            (
                _WHERE[bound.street],
                f"{bound.average.mean:.1f}",
                f"{bound.average.half_width95:.1f}",
                *(f"{gain.mean:.1f}" for gain in bound.gains),
            )
            for bound in found.bounds
        ],
    )
    say(
        f"Against itself the button wins {found.button_value.format_rate(1)} {UNIT} on these boards; the two seats "
        f"sum to zero within {max(found.largest_sum, 1e-12):.0e}."
    )
