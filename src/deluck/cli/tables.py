"""``deluck tables``: build, check and clear what is computed once and stored."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deluck.cli.groups import CommandGroup
from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import Overwrite, check_outputs

if TYPE_CHECKING:
    from deluck.tables import TableFile

app = typer.Typer(
    help="Build, check and clear the tables stored in the cache folder (DELUCK_CACHE).",
    epilog="Example: deluck tables status",
    cls=CommandGroup,
    rich_markup_mode=None,
)


@app.command("build", epilog="Example: deluck tables build")
def build(*, force: Annotated[bool, typer.Option(help="Build again even if there is a valid table.")] = False) -> None:
    """Build the hand-rank tables, which metrics otherwise do on first use."""
    from deluck.tables.hand_ranks import HAND_RANK_FILE, hand_rank_tables

    if force:
        HAND_RANK_FILE.remove()
    hand_rank_tables()
    say(f"{HAND_RANK_FILE.path}: ready, {HAND_RANK_FILE.check() / 1e6:,.0f} MB")


@app.command("build-preflop", epilog="Example: deluck tables build-preflop --jobs 2")
def build_preflop(
    *,
    jobs: Annotated[int, typer.Option(help="Threads to use; -1 for all cores.")] = -1,
    out: Annotated[Path | None, typer.Option(help="The file to write instead of the one in the package.")] = None,
    overwrite: Overwrite = False,
) -> None:
    """Roll out every heads-up match-up before the flop: the table that comes with deluck, computed again.

    It takes about an hour of one core and saves what it has every minute; started again, it continues from there.
    """
    from deluck.estimators.divat.policy import STANDARD
    from deluck.estimators.divat.preflop.build import CHECKPOINT, compute_sums, table_of
    from deluck.estimators.divat.preflop.store import SHIPPED_PATH, write_table

    _check_jobs(jobs)
    check_outputs(out, overwrite=overwrite)
    path = out or SHIPPED_PATH
    write_table(table_of(compute_sums(STANDARD, n_jobs=jobs)), STANDARD, path)
    CHECKPOINT.remove()
    say(f"{path}: ready, {path.stat().st_size / 1e6:.1f} MB, settings {STANDARD.hash}")


@app.command("build-income", epilog="Example: deluck tables build-income --deals 1000000 --seed 1")
def build_income(
    *,
    deals: Annotated[int, typer.Option(help="Deals for each of the 169 starting hands.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of the deals: the same seed gives the same table.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads to use; -1 for all cores.")] = -1,
    out: Annotated[Path | None, typer.Option(help="The file to write instead of the one in the package.")] = None,
    overwrite: Overwrite = False,
) -> None:
    """Deal out every starting hand against 1 to 9 random opponents: the income rates that come with deluck."""
    from deluck.beliefs.holdem.income_rates import SHIPPED_PATH, deal_income_rates, write_income_rates

    _check_jobs(jobs)
    check_outputs(out, overwrite=overwrite)
    path = out or SHIPPED_PATH
    write_income_rates(deal_income_rates(deals, seed=seed, n_jobs=jobs), path)
    say(f"{path}: ready, {path.stat().st_size / 1e6:.2f} MB, {deals:,} deals a starting hand, seed {seed}")


@app.command("build-equilibrium", epilog="Example: deluck tables build-equilibrium --seed 1 --out fine.table")
def build_equilibrium(
    *,
    coarse: Annotated[bool, typer.Option(help="The coarse strategy instead of the fine one.")] = False,
    deals: Annotated[
        tuple[int, int, int] | None,
        typer.Option(
            help="Deals to train on: of the sketch, of all streets, from a turn on where it matters most.",
            show_default="16000 12000 40000; coarse 1500 1500 1000",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="After how long to stop all the same; the next run continues.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the deals: the same seed and deals give the same table.")] = 1,
    jobs: Annotated[int, typer.Option(help="Threads and processes to use; -1 for all cores.")] = -1,
    out: Annotated[Path | None, typer.Option(help="The file to write instead of the one in the package.")] = None,
    overwrite: Overwrite = False,
) -> None:
    """Train the strategy of the equilibrium player: the table that comes with deluck, computed again.

    It takes about an hour of one core and saves what it has every two minutes; started again, it continues. What --out
    wrote is played by equilibrium:strategy=FILE.
    """
    from math import inf

    from deluck.players.equilibrium.recipe import shipped_recipe
    from deluck.players.equilibrium.strategy import NAMES, shipped_path, strategy_of, write_strategy
    from deluck.players.equilibrium.training import checkpoint_of, train

    limit = inf if seconds is None else seconds
    if (deals and min(deals) < 1) or seed < 0 or limit <= 0:
        raise typer.BadParameter(
            f"{deals} deals, {seconds} seconds, seed {seed} (expected 1 or more of each, more than 0, 0 or more)"
        )
    _check_jobs(jobs)
    check_outputs(out, overwrite=overwrite)
    name = NAMES[coarse]
    recipe = shipped_recipe(name, seed=seed, deals=deals)
    path, checkpoint = out or shipped_path(name), checkpoint_of(recipe)
    trained = train(recipe, seconds=limit, checkpoint=checkpoint, n_jobs=jobs)
    if not trained.is_done:
        progress = f"{trained.n_iterations:,} deals of all streets and {len(trained.endgames)} endgames"
        say(f"stopped after {progress}, seed {seed}: the same command continues")
        return
    write_strategy(strategy_of(trained), name, path)
    checkpoint.remove()
    say(f"{path}: ready, {path.stat().st_size / 1e6:.1f} MB, seed {seed}")


@app.command("status", epilog="Example: deluck tables status --json")
def status(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show each table, checked against its checksum: ready, absent, or what is wrong with it."""
    from deluck.beliefs.holdem import income_rates as income
    from deluck.estimators.divat.preflop import store as preflop
    from deluck.players.equilibrium.strategy import NAMES, shipped_table
    from deluck.tables import ShippedTable
    from deluck.tables.hand_rank_squares import HAND_RANK_SQUARES_FILE
    from deluck.tables.hand_ranks import HAND_RANK_FILE

    shipped = (
        ShippedTable(preflop.NAME, preflop.VERSION, preflop.SHIPPED_PATH),
        ShippedTable(income.NAME, income.VERSION, income.SHIPPED_PATH),
        *(shipped_table(name) for name in NAMES),
    )
    absent = "absent (it comes with the package: install it again)"
    found = [
        *(_status_of(each, absent="absent (built on first use)") for each in (HAND_RANK_FILE, HAND_RANK_SQUARES_FILE)),
        *(_status_of(table, absent=absent) for table in shipped),
    ]
    if as_json:
        print_json({"tables": found})
        return
    print_table(
        "Tables",
        ("table", "version", "MB", "state"),
        [(t["name"], str(t["version"]), f"{t['bytes'] / 1e6:,.0f}", t["state"]) for t in found],
        wraps=(3,),
    )
    say(*(f"{t['name']}: {t['path']}" for t in found))


def _check_jobs(jobs: int) -> None:
    if jobs == 0 or jobs < -1:
        raise typer.BadParameter(f"{jobs} threads (expected 1 or more, or -1 for all cores)")


def _status_of(table: "TableFile", *, absent: str) -> dict[str, Any]:
    from deluck.errors import TableError

    state, n_bytes = "ready", 0
    try:
        n_bytes = table.check()
    except TableError as error:
        state = str(error) if table.path.exists() else absent
    return {"name": table.name, "version": table.version, "path": str(table.path), "bytes": n_bytes, "state": state}


@app.command("clear", epilog="Example: deluck tables clear")
def clear() -> None:
    """Remove the tables and compiled kernels; they are made again when needed."""
    from deluck.tables.store import clear_cache

    for path in clear_cache():
        say(f"removed {path}")
