"""``deluck study``: a paper's tables and figures run again, each number beside ours."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deluck.cli.matches import AsJson, Jobs, OnCluster, Seed
from deluck.cli.output import print_json, print_table, say
from deluck.cli.output_files import Overwrite, check_outputs

if TYPE_CHECKING:
    from deluck.studies import StudyResult

EXAMPLE = "Example: deluck study divat-always --games 20000 --html always.html"
ALL = "all"


def study(
    name: Annotated[str | None, typer.Argument(help="The study, or `all`; without one they are listed.")] = None,
    *,
    games: Annotated[int | None, typer.Option(help="The number of games; by default about a minute's worth.")] = None,
    full: Annotated[bool, typer.Option("--full", help="As many games as the paper has.")] = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    cluster: OnCluster = None,
    keep: Annotated[
        Path | None, typer.Option(help="Store the games in this folder, and continue from those that are there.")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with the figures here.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write Markdown and pictures into this folder.")
    ] = None,
    overwrite: Overwrite = False,
    as_list: Annotated[bool, typer.Option("--list", help="List the studies.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run a paper's experiment again and print its numbers, ours, and the difference with its error."""
    from deluck.errors import StudyDataError
    from deluck.studies import STUDIES, StudyError, find_study

    if name is None or as_list:
        _list(as_json=as_json)
        return
    if name == ALL and (html is not None or games is not None):
        raise StudyError("all studies with --html or --games (expected one study, or --full and --output)")
    chosen = list(STUDIES.values()) if name == ALL else [find_study(name)]
    check_outputs(html, overwrite=overwrite)
    if output is not None:
        _make_folder(output)
        check_outputs(*(output / f"{each.name}.md" for each in chosen), overwrite=overwrite)
    from deluck.compiling import compile_kernels
    from deluck.parallel import on_cluster
    from deluck.tables import hand_rank_tables

    hand_rank_tables()
    compile_kernels()
    results = []
    for each in chosen:
        try:
            with on_cluster(cluster):
                result = each(games, full=full, seed=seed, jobs=jobs, folder=keep)
        except StudyDataError as error:
            if name != ALL:
                raise
            say(f"{each.name} is skipped: {error}.", err=True)
            continue
        results.append(result.as_dict())
        if html is not None:
            _write_page(result, html)
        if output is not None:
            _write_markdown(result, output)
        if not as_json:
            _print(result)
    if as_json:
        print_json({"studies": results} if name == ALL else results[0])


def _list(*, as_json: bool) -> None:
    from deluck.studies import STUDIES

    if as_json:
        keys = ("name", "summary", "paper", "quick", "full")
        print_json({"studies": [{key: getattr(each, key) for key in keys} for each in STUDIES.values()]})
        return
    rows = []
    for each in STUDIES.values():
        size = f" ({each.quick:,} games, {each.full:,} with --full)" if each.quick else ""
        rows.append((each.name, f"{each.summary}{size}"))
    print_table("Studies", ("name", "what it runs again"), rows, wraps=(1,))


def _print(result: "StudyResult") -> None:
    from deluck.studies.text import as_table

    say(result.title, result.paper, "")
    for block in map(as_table, result.blocks):
        print_table(block.title, block.columns, block.rows, wraps=range(len(block.columns)))
    for sentence in result.sentences:
        say(f"- {sentence}")
    if result.deviations:
        say("", "Deviations from the paper:")
    for sentence in result.deviations:
        say(f"- {sentence}")


def _write_page(result: "StudyResult", path: Path) -> None:
    from deluck.report.study_page import write_study
    from deluck.studies.text import as_page

    write_study(as_page(result), path)
    say(f"{path} has the figures.", err=True)


def _make_folder(folder: Path) -> None:
    from deluck.studies import StudyError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"cannot make the folder {folder}: {error.strerror}") from None


def _write_markdown(result: "StudyResult", folder: Path) -> None:
    from deluck.files import replacing
    from deluck.report.pictures import picture
    from deluck.studies import format_markdown
    from deluck.studies.text import picture_name

    for chart in result.charts:
        with replacing(folder / picture_name(result, chart.key)) as file:
            file.write(picture(chart).encode())
    with replacing(folder / f"{result.name}.md") as file:
        file.write(format_markdown(result, pictures=True).encode())
