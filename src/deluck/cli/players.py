"""``deluck players``: the players that can be selected by name."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.output import print_json

if TYPE_CHECKING:
    from deluck.players.options import Option

EXAMPLE = "Example: deluck players"
_INDENT = 4


def players(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the players with their options: what each does, and what each option means and expects."""
    from deluck.players import PLAYERS

    if as_json:
        print_json(
            [
                {
                    "name": kind.name,
                    "summary": kind.summary,
                    "options": [_as_values(option) for option in kind.options.listed()],
                    "example": kind.usage,
                }
                for kind in PLAYERS.values()
            ]
        )
        return
    for number, kind in enumerate(PLAYERS.values()):
        if number:
            typer.echo()
        _print_wrapped(f"{kind.name}: {kind.summary}", indent=0)
        for option in kind.options.listed():
            default = f"{option.name}={option.sample}" if option.has_default else f"{option.name}="
            _print_wrapped(f"{default}  {option.meaning} ({option.form.expected})", indent=_INDENT)
    typer.echo("\nOptions follow a colon, with commas between them: loki1:version=B,style=tight-aggressive")


def _as_values(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.sample if option.has_default else None,
        "example": option.sample,
        "meaning": option.meaning,
        "expected": option.form.expected,
    }


def _print_wrapped(text: str, *, indent: int) -> None:
    import shutil
    import textwrap

    width = max(40, shutil.get_terminal_size().columns)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + _INDENT),
        break_long_words=False,
        break_on_hyphens=False,
    )
    typer.echo("\n".join(lines))
