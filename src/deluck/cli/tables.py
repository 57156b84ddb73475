"""``deluck tables``: build, look at and clear what is computed once and kept."""

from typing import Annotated

import typer

from deluck.cli.output import print_json, print_table

app = typer.Typer(
    help="Build, look at and clear the tables kept in the cache folder (DELUCK_CACHE).",
    epilog="Example: deluck tables status",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("build", epilog="Example: deluck tables build")
def build(*, force: Annotated[bool, typer.Option(help="Build anew even if there is a sound table.")] = False) -> None:
    """Build the hand-rank tables, which metrics otherwise do on first use."""
    from deluck.tables.hand_ranks import HAND_RANK_FILE, hand_rank_tables

    if force:
        HAND_RANK_FILE.remove()
    hand_rank_tables()
    typer.echo(f"{HAND_RANK_FILE.path}: ready, {HAND_RANK_FILE.check() / 1e6:,.0f} MB")


@app.command("status", epilog="Example: deluck tables status --json")
def status(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show each table, checked against its checksum: ready, absent, or what is wrong with it."""
    from deluck.errors import TableError
    from deluck.tables.hand_ranks import HAND_RANK_FILE

    state, n_bytes = "ready", 0
    try:
        n_bytes = HAND_RANK_FILE.check()
    except TableError as error:
        state = str(error) if HAND_RANK_FILE.path.exists() else "absent (built on first use)"
    found = {"name": HAND_RANK_FILE.name, "version": HAND_RANK_FILE.version, "path": str(HAND_RANK_FILE.path)}
    found |= {"bytes": n_bytes, "state": state}
    if as_json:
        print_json([found])
        return
    typer.echo(f"folder: {HAND_RANK_FILE.path.parent}")
    print_table(
        "Tables",
        ("table", "version", "MB", "state"),
        [(HAND_RANK_FILE.name, str(HAND_RANK_FILE.version), f"{n_bytes / 1e6:,.0f}", state)],
    )


@app.command("clear", epilog="Example: deluck tables clear")
def clear() -> None:
    """Remove the tables and compiled kernels; they are made again when needed."""
    from deluck.tables.store import clear_cache

    for path in clear_cache():
        typer.echo(f"removed {path}")
