"""Five versions of Loki-1 at a table of ten, two of each: Figure 1 of the first paper."""

from deluck.studies.loki.paper import FIRST
from deluck.studies.loki.tables import lead, play_table, says
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run
from deluck.studies.text import rate

_WHAT = {
    "A": "A, full",
    "B": "B, uniform weights",
    "C": "C, simple before the flop",
    "D": "D, no potential",
    "E": "E, none of the three",
}
_PAPER = {"A": 0.08, "E": -0.11}  # "approximately", read off the figure by the paper's own text


def versions(run: Run) -> StudyResult:
    """Return what each of the five versions wins, and what each part is worth."""
    spec = "loki1:version={}".format
    found = play_table(run, "versions", [spec(name) for name in _WHAT for _ in range(2)], run.n_games)
    results = {name: found[spec(name)] for name in _WHAT}
    worth = {name: lead(results["A"], results[name]) for name in "BCDE"}
    dearest = max("BCD", key=lambda name: worth[name].mean)
    return StudyResult(
        name="loki-versions",
        title="Five versions of Loki-1",
        paper=f"{FIRST}, section 5, Figure 1.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Two of each version at one table, {run.n_games // 10:,} deals, each played ten times so that everybody "
            "holds every hand once.",
            f"The full version leads the basic one by {rate(worth['E'])} sb/game, {says(worth['E'])}.",
            f"Of the three parts, {_WHAT[dearest]}, is missed most: {rate(worth[dearest])} sb/game, "
            f"{says(worth[dearest])}. In the paper it is potential (D) that is missed most, B still wins, and C loses "
            "little.",
        ),
        blocks=(
            Findings(
                "What each version won",
                tuple(
                    Finding.of(what, results[name], paper=_PAPER.get(name), is_signed=True)
                    for name, what in _WHAT.items()
                ),
            ),
            Findings(
                "By how much the full version leads",
                tuple(Finding.of(f"A over {_WHAT[name]}", each, is_signed=True) for name, each in worth.items()),
            ),
        ),
        deviations=(
            "The paper gives its numbers to about a hundredth, with no error and no number of hands.",
            "Its thresholds before and after the flop are not printed; ours are others, and the sizes of the effects "
            "follow from them.",
        ),
        data={name: [each.mean, each.stderr] for name, each in results.items()},
    )
