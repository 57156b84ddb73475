"""Loki-2 against Loki-1, one against one: by money and by DIVAT."""

from deluck.players import Loki1, make_player
from deluck.studies.loki.tournaments import PARTS, VARIANTS, Variant
from deluck.studies.matches import Games, match_games
from deluck.studies.papers import LOKI_2
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

_ESTIMATORS = ("money", "divat_roe")
_WITH_DUPLICATES = (*_ESTIMATORS, "duplicate_money", "duplicate_divat")


def heads_up(run: Run) -> StudyResult:
    """Return what Loki-2 with each combination of its parts wins from Loki-1, one against one, in duplicate."""
    found = {variant: _play_variant(run, variant) for variant in VARIANTS}
    best = {variant: games.mean("duplicate_divat") for variant, games in found.items()}
    return StudyResult(
        name="loki-heads-up",
        title="Loki-2 against Loki-1, one against one",
        paper=f"{LOKI_2}, section 6; the paper plays at ten seats only.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games // 2:,} deals, each played twice with the seats exchanged. {PARTS}",
            *(
                f"{variant.label} wins {rate(each)} sb/game by duplicate DIVAT, {compared_with_zero(each)}."
                for variant, each in best.items()
            ),
        ),
        blocks=(
            Table(
                "Net to Loki-2, sb/game ± 95%",
                ("parts", "money", "DIVAT", "duplicate money", "duplicate DIVAT"),
                tuple(
                    (variant.label, *(rate(games.mean(name)) for name in _WITH_DUPLICATES))
                    for variant, games in found.items()
                ),
            ),
        ),
        deviations=(
            "The paper has no numbers to compare with: its tables have ten seats. It says that each feature is a win "
            "by itself and in combination with others.",
            "Errors of money and DIVAT that are not duplicate averages are those of an ordinary match of as many "
            "games.",
        ),
        data={variant.key: [each.mean, each.stderr] for variant, each in best.items()},
    )


def _play_variant(run: Run, variant: Variant) -> Games:
    player = make_player(f"loki2:{variant.options}")
    name = f"heads-up-{variant.key}"
    return match_games(run, name, player, Loki1(), n_games=run.n_games, names=_ESTIMATORS, duplicate=True)
