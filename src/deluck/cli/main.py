"""The ``deluck`` command: its commands put together, and every error turned into one sentence."""

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer
import typer.main

from deluck.cli import (
    advise,
    assess,
    compare,
    connect,
    convert,
    dealer,
    demo,
    equity,
    hand,
    metrics,
    plan,
    play,
    players,
    replay,
    strength,
    stud,
    study,
    tables,
    tournament,
)
from deluck.cli.console import close_quietly, is_closed_pipe, prepare_streams, width_of
from deluck.cli.display import shown_on_terminal
from deluck.cli.groups import HELP, CommandGroup, usage_sentence
from deluck.cli.output import say
from deluck.cli.stopping import Stopped
from deluck.errors import DeluckError, Terminated
from deluck.version import __version__

BAD_INPUT = 2
INTERNAL_ERROR = 70
STOPPED = 130
DEBUG_VARIABLE = "DELUCK_DEBUG"

_HELP_WIDTH = 80  # where no screen sets a limit

app = typer.Typer(
    name="deluck",
    help="Takes the luck out of poker results.",
    epilog="Example: deluck metrics AcKc --board Ks5h3d",
    cls=CommandGroup,
    context_settings=HELP,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("demo", epilog=demo.EXAMPLE)(demo.demo)
app.command("metrics", epilog=metrics.EXAMPLE)(metrics.metrics)
app.command("equity", epilog=equity.EXAMPLE)(equity.equity)
app.command("hand", epilog=hand.EXAMPLE)(hand.hand)
app.command("assess", epilog=assess.EXAMPLE)(assess.assess)
app.command("compare", epilog=compare.EXAMPLE)(compare.compare)
app.command("plan", epilog=plan.EXAMPLE)(plan.plan)
app.command("dealer", epilog=dealer.EXAMPLE)(dealer.dealer)
app.command("connect", epilog=connect.EXAMPLE)(connect.connect)
app.command("play", epilog=play.EXAMPLE)(play.play)
app.command("tournament", epilog=tournament.EXAMPLE)(tournament.tournament)
app.command("advise", epilog=advise.EXAMPLE)(advise.advise)
app.command("players", epilog=players.EXAMPLE)(players.players)
app.command("strength", epilog=strength.EXAMPLE)(strength.strength)
app.command("convert", epilog=convert.EXAMPLE)(convert.convert)
app.command("replay", epilog=replay.EXAMPLE)(replay.replay)
app.add_typer(stud.app, name="stud")
app.command("study", epilog=study.EXAMPLE)(study.study)
app.add_typer(tables.app, name="tables")


def _show_version(*, wanted: bool) -> None:
    if wanted:
        say(f"deluck {__version__}")
        raise typer.Exit


@app.callback()
def _deluck(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=lambda wanted: _show_version(wanted=wanted), help="Show the version.")
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; errors go to stderr as one sentence, bad input exits with 2.

    Parameters
    ----------
    arguments
        What stands after ``deluck``; by default that of this process.
    """
    prepare_streams()
    gc.set_threshold(100_000, 50, 50)  # many objects are made, and few cycles to look for
    atexit.register(gc.freeze)  # the process ends: nobody needs what would be found
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # others keep what was freed: 100 MB more at the peak
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except Stopped as stop:
        code = _fail(str(stop), STOPPED)
    except DeluckError as error:
        code = _fail(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        code = _fail("stopped", STOPPED)
    except Terminated:
        raise
    except BaseException as error:  # exit 0 by a player's sys.exit() would look like success
        if isinstance(error, OSError) and is_closed_pipe(error):
            code = 0  # whoever reads has seen enough
        elif hasattr(error, "format_message"):  # typer's, of a command line it cannot make sense of
            code = _fail(usage_sentence(error), BAD_INPUT)
        elif os.environ.get(DEBUG_VARIABLE) and isinstance(error, Exception):
            raise
        else:
            code = _fail(
                f"internal error: {error!r} (set {DEBUG_VARIABLE}=1 to see where; please report it)", INTERNAL_ERROR
            )
    close_quietly()
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    command = typer.main.get_command(app)
    try:
        width = width_of(sys.stdout) or _HELP_WIDTH
        with shown_on_terminal(), command.make_context("deluck", arguments, terminal_width=width) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    return 0


def _fail(sentence: str, exit_code: int) -> int:
    with suppress(OSError):
        say(f"deluck: {sentence}", err=True)
    return exit_code
