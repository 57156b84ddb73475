"""The ``deluck`` command: its commands put together, and every error turned into one sentence."""

import os
import sys
from typing import Annotated

import typer

from deluck.cli import (
    advise,
    assess,
    connect,
    convert,
    dealer,
    demo,
    equity,
    hand,
    metrics,
    play,
    players,
    replay,
    stud,
    study,
    tables,
    tournament,
)
from deluck.cli.display import shown_on_terminal
from deluck.cli.stopping import Stopped
from deluck.errors import DeluckError
from deluck.version import __version__

BAD_INPUT = 2
INTERNAL_ERROR = 70
STOPPED = 130
DEBUG_VARIABLE = "DELUCK_DEBUG"

app = typer.Typer(
    name="deluck",
    help="Takes the luck out of poker results.",
    epilog="Example: deluck metrics AcKc --board Ks5h3d",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("demo", epilog=demo.EXAMPLE)(demo.demo)
app.command("metrics", epilog=metrics.EXAMPLE)(metrics.metrics)
app.command("equity", epilog=equity.EXAMPLE)(equity.equity)
app.command("hand", epilog=hand.EXAMPLE)(hand.hand)
app.command("assess", epilog=assess.EXAMPLE)(assess.assess)
app.command("dealer", epilog=dealer.EXAMPLE)(dealer.dealer)
app.command("connect", epilog=connect.EXAMPLE)(connect.connect)
app.command("play", epilog=play.EXAMPLE)(play.play)
app.command("tournament", epilog=tournament.EXAMPLE)(tournament.tournament)
app.command("advise", epilog=advise.EXAMPLE)(advise.advise)
app.command("players", epilog=players.EXAMPLE)(players.players)
app.command("convert", epilog=convert.EXAMPLE)(convert.convert)
app.command("replay", epilog=replay.EXAMPLE)(replay.replay)
app.add_typer(stud.app, name="stud")
app.command("study", epilog=study.EXAMPLE)(study.study)
app.add_typer(tables.app, name="tables")


def _show_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"deluck {__version__}")
        raise typer.Exit


@app.callback()
def _deluck(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=lambda wanted: _show_version(wanted=wanted), help="Show the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; errors go to stderr as one sentence, bad input exits with 2."""
    try:
        with shown_on_terminal():
            app()
    except Stopped as stop:
        _fail(str(stop), STOPPED)
    except DeluckError as error:
        _fail(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        _fail("stopped", STOPPED)
    except SystemExit as stop:
        if stop.code == STOPPED:  # an interrupt that typer took first, without a word
            _fail("stopped", STOPPED)
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: nothing more to say
        sys.exit(0)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        _fail(f"internal error: {error!r} (set {DEBUG_VARIABLE}=1 to see where; please report it)", INTERNAL_ERROR)


def _fail(sentence: str, exit_code: int) -> None:
    typer.echo(f"deluck: {sentence}", err=True)
    sys.exit(exit_code)
