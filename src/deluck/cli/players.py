"""``deluck players``: who can be asked to play."""

import textwrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.output import print_json, say

if TYPE_CHECKING:
    from deluck.players.options import Option

EXAMPLE = "Example: deluck players"
_INDENT = 4


def players(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the players, what they do and their options."""
    from deluck.players import PLAYERS

    if as_json:
        kinds = [
            {
                "name": kind.name,
                "summary": kind.summary,
                "options": [_as_values(option) for option in kind.options.listed()],
                "example": kind.usage,
            }
            for kind in PLAYERS.values()
        ]
        print_json({"kinds": kinds})
        return
    for kind in PLAYERS.values():
        say(*_wrapped(f"{kind.name}: {kind.summary}", indent=0))
        for option in kind.options.listed():
            default = f"{option.name}={option.sample}" if option.has_default else f"{option.name}="
            say(*_wrapped(f"{default}  {option.meaning} ({option.form.expected})", indent=_INDENT))
        say("")
    say("Options follow a colon, with commas between them: loki1:version=B,style=tight-aggressive")


def _as_values(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.sample if option.has_default else None,
        "example": option.sample,
        "meaning": option.meaning,
        "expected": option.form.expected,
    }


def _wrapped(text: str, *, indent: int) -> list[str]:
    import shutil

    return textwrap.wrap(
        text,
        max(40, shutil.get_terminal_size().columns),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + _INDENT),
        break_long_words=False,
        break_on_hyphens=False,
    )
