"""``deluck players``: the players that can be selected by name."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.output import print_json, say

if TYPE_CHECKING:
    from deluck.players.options import Option

EXAMPLE = "Example: deluck players"


def players(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the players with their options: what each does, and what each option means and expects."""
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
    for number, kind in enumerate(PLAYERS.values()):
        if number:
            say()
        say(f"{kind.name}: {kind.summary}")
        for option in kind.options.listed():
            default = f"{option.name}={option.sample}" if option.has_default else f"{option.name}="
            say(f"    - {default}: {option.meaning} ({option.form.expected})")
    say("", "Options follow a colon, with commas between them: loki1:version=B,style=tight-aggressive")


def _as_values(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.sample if option.has_default else None,
        "example": option.sample,
        "meaning": option.meaning,
        "expected": option.form.expected,
    }
