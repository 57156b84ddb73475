"""``deluck advise``: what a player would do in a situation, and why."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import Overwrite, check_outputs
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deluck.beliefs.holdem.weights import WeightTable
    from deluck.games import Explanation, View

EXAMPLE = "Example: deluck advise --player loki1 --hole AdQc --board 3h4cJh --history cccccc/k --seats 6"
_LONGEST_LIST = 10
_SHOWN_LAST = ("probabilities", "why")


def advise(
    *,
    hole: Annotated[str, typer.Option(help="The two cards of whoever is to act, e.g. AdQc.")],
    board: Annotated[str, typer.Option(help="The board so far, e.g. 3h4cJh.")] = "",
    history: Annotated[
        str,
        typer.Option(
            help="The betting so far, one letter per move in order of play: f folds, c calls or checks, r raises or "
            "bets; a slash separates streets."
        ),
    ] = "",
    seats: Annotated[int, typer.Option(help="The number of players dealt in.")] = 2,
    player: Annotated[str, typer.Option(help="The player, as `deluck players` lists them.")] = "loki1",
    grids: Annotated[bool, typer.Option("--grids", help="Show what each opponent may hold as a grid.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Write a page with what each opponent may hold as heat maps here.")
    ] = None,
    overwrite: Overwrite = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what a player would do in a situation of limit hold'em, and why."""
    from deluck.errors import DeluckError
    from deluck.formats.situations import parse_situation
    from deluck.games import Explainer, Policy
    from deluck.players import make_player

    check_outputs(plot, overwrite=overwrite)
    view = parse_situation(hole, board, history, seats)
    asked = make_player(player)
    if hasattr(asked, "check_table"):
        asked.check_table(view.rules)
    if isinstance(asked, Explainer):
        found = asked.explain(view)
        if plot is not None:
            _write_plot(player, view, found, plot)
        if as_json:
            print_json(found.as_dict())
        else:
            _print(player, view, found, _beliefs(player, found) if grids else None)
        return
    if plot is not None or grids:
        raise DeluckError(_no_beliefs(player))
    if not isinstance(asked, Policy):
        raise DeluckError(f"{player} cannot state what it would do (expected a player with a strategy, e.g. loki1)")
    probabilities = asked.strategy(view).triple
    if as_json:
        print_json({"player": player, "probabilities": probabilities})
    else:
        say(f"{player}: {_format_triple(probabilities, view)}")


def _print(
    player: str, view: "View", found: "Explanation", beliefs: "Iterable[tuple[str, WeightTable]] | None"
) -> None:
    from deluck.cards import format_cards

    shown = format_cards(view.cards, symbols=True)
    if view.board:
        shown += f" on {format_cards(view.board, symbols=True)}"
    values = {name: value for name, value in found.as_dict().items() if name not in _SHOWN_LAST}
    _print_part(f"{player} with {shown}", values)
    if beliefs is not None:
        _print_grids(beliefs)
    say(f"{_format_triple(found.probabilities, view)}: {found.why}.")


def _print_part(title: str, values: dict[str, Any]) -> None:
    """Print numbers, words and short lists as one table, parts of one shape as rows of another, other parts alone."""
    plain = [(_words(name), _text(value)) for name, value in values.items() if _is_short(value)]
    if plain:
        print_table(title, ("", ""), plain)
    parts = {name: value for name, value in values.items() if isinstance(value, dict)}
    alike = {name: part for name, part in parts.items() if all(map(_is_short, part.values()))}
    if len(alike) > 1 and len({tuple(part) for part in alike.values()}) == 1:
        _print_rows(title, alike)
        parts = {name: part for name, part in parts.items() if name not in alike}
    for name, part in parts.items():
        _print_part(_words(name), part)
    for name, value in values.items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            _print_rows(_words(name), {str(number): part for number, part in enumerate(value, start=1)})


def _print_rows(title: str, parts: dict[str, dict[str, Any]]) -> None:
    columns = [name for name, value in next(iter(parts.values())).items() if _is_short(value)]
    rows = [(row, *(_text(part[name]) for name in columns)) for row, part in parts.items()]
    print_table(title, ("", *map(_words, columns)), rows)


def _is_short(value: object) -> bool:
    if isinstance(value, list | tuple):
        return 0 < len(value) <= _LONGEST_LIST and not isinstance(value[0], dict)
    return not isinstance(value, dict) and value is not None and value != ""


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_text, value))
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _beliefs(player: str, found: "Explanation") -> list[tuple[str, "WeightTable"]]:
    """Return the belief about each opponent, by name; raise DeluckError for a player that has none."""
    from deluck.errors import DeluckError

    beliefs = [(belief.name, belief.table) for belief in getattr(found, "opponents", ())]
    if not beliefs:
        raise DeluckError(_no_beliefs(player))
    return beliefs


def _no_beliefs(player: str) -> str:
    return f"{player} has no beliefs about what others hold (expected loki1 or loki2)"


def _print_grids(beliefs: "Iterable[tuple[str, WeightTable]]") -> None:
    from deluck.beliefs.holdem.weights import format_grid

    for name, table in beliefs:
        say(f"{shown_name(name)}, in hundredths of the likeliest hand:", *format_grid(table).splitlines(), "")


def _write_plot(player: str, view: "View", found: "Explanation", path: Path) -> None:
    from deluck.cards import format_cards
    from deluck.report.belief_plot import write_beliefs

    title = f"What {player} believes with {format_cards(view.cards, symbols=True)}"
    if view.board:
        title += f" on {format_cards(view.board, symbols=True)}"
    write_beliefs(title, _beliefs(player, found), path)
    say(f"{path} shows what each opponent may hold.", err=True)


def _format_triple(probabilities: tuple[float, float, float], view: "View") -> str:
    """Return the actions with their probabilities: ``call``, or ``call 80%, raise 20%``."""
    names = (
        "fold",
        "call" if view.to_call else "check",
        "raise" if view.to_call or not view.street else "bet",
    )
    if max(probabilities) == 1:
        return names[probabilities.index(1)]
    return ", ".join(f"{name} {share:.0%}" for name, share in zip(names, probabilities, strict=True) if share > 0)
