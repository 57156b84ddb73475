"""Each part of Loki-2 against Loki-1 heads-up, in duplicate, by money and by DIVAT: what ten seats leave too small."""

from deluck.players import Loki1, make_player
from deluck.studies.loki.paper import SECOND
from deluck.studies.loki.tables import says
from deluck.studies.loki.triples import PARTS, VARIANTS, Variant
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import rate

_ESTIMATORS = ("money", "divat_roe", "duplicate_money", "duplicate_divat")


def heads_up(run: Run) -> StudyResult:
    """Return what Loki-2 with each combination of its parts wins of Loki-1, one against one."""
    found = {variant: _games(run, variant) for variant in VARIANTS}
    best = {variant: games.mean("duplicate_divat") for variant, games in found.items()}
    return StudyResult(
        name="loki-heads-up",
        title="Loki-2 against Loki-1, one against one",
        paper=f"{SECOND}, section 6; the paper plays at ten seats only.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games // 2:,} deals, each played twice with the players in each other's seats. {PARTS}",
            *(
                f"{variant.label} wins {rate(each)} sb/game by duplicate DIVAT, {says(each)}."
                for variant, each in best.items()
            ),
        ),
        blocks=(
            Table(
                "Net to Loki-2, sb/game ± 95%",
                ("parts", "money", "DIVAT", "duplicate money", "duplicate DIVAT"),
                tuple(
                    (variant.label, *(rate(games.mean(name)) for name in _ESTIMATORS))
                    for variant, games in found.items()
                ),
            ),
        ),
        deviations=(
            "There are no numbers of the paper's to compare with: its tables have ten seats. It says that each feature "
            "is a win by itself and in combination with others.",
            "Errors of money and DIVAT that are not duplicate averages are those of an ordinary match of as many "
            "games.",
        ),
        data={variant.key: [each.mean, each.stderr] for variant, each in best.items()},
    )


def _games(run: Run, variant: Variant) -> Games:
    player = make_player(f"loki2:{variant.options}")
    name = f"heads-up-{variant.key}"
    log = play_match(run, name, player, Loki1(), n_games=run.n_games, seed=run.seed, duplicate=True)
    return games_of(log, player.name, names=_ESTIMATORS[:2], duplicate=True, n_jobs=run.jobs)
