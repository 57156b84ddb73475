"""Loki-2 against Loki-1, and every pair of players, one against one: by money and by DIVAT."""

from itertools import combinations

from deluck.assessment import Summary
from deluck.players import Loki1, make_player
from deluck.report.words import about
from deluck.studies.loki.tournaments import PARTS, VARIANTS, Variant
from deluck.studies.matches import Games, games_of, play_match
from deluck.studies.papers import LOKI_2, NO_PAPER
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.text import compared_with_zero, rate

PLAYERS = ("baseline", "loki1", "loki2:use=BR", "loki2", "winprob", "always-call", "always-raise")
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
    log = play_match(run, name, player, Loki1(), n_games=run.n_games, seed=run.seed, duplicate=True)
    return games_of(log, player.name, names=_ESTIMATORS, duplicate=True, n_jobs=run.jobs)


def crosstable(run: Run) -> StudyResult:
    """Return a table of all pairs: what the first of each won from the second, by money and by DIVAT."""
    pairs = {pair: _play_pair(run, *pair) for pair in combinations(PLAYERS, 2)}
    decided = {
        name: sum(games.summary(name).as_estimate().excludes_zero for games in pairs.values()) for name in _ESTIMATORS
    }
    return StudyResult(
        name="players-crosstable",
        title="The players heads-up, by money and by DIVAT",
        paper=NO_PAPER,
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"{run.n_games:,} games of each pair, net to the first, in sb/game with 95% intervals; the last columns "
            "have about how many games it takes for 80% power: four times in five the difference is then significant.",
            "All pairs play the same deals, so luck favours the same seats in all of them: their errors are not "
            "independent.",
            f"Of {len(pairs)} pairs money decides {decided['money']} and DIVAT {decided['divat_roe']}.",
        ),
        blocks=(
            Table(
                "Each pair",
                ("pair", "money", "DIVAT", "games by money", "games by DIVAT"),
                tuple(_pair_row(pair, games) for pair, games in pairs.items()),
            ),
        ),
        data={
            " v ".join(pair): {name: _mean_and_error(games.summary(name)) for name in _ESTIMATORS}
            for pair, games in pairs.items()
        },
    )


def _play_pair(run: Run, one: str, other: str) -> Games:
    players = make_player(one), make_player(other)
    name = f"{players[0].name}-v-{players[1].name}"
    log = play_match(run, name, *players, n_games=run.n_games, seed=run.seed)
    return games_of(log, players[0].name, names=_ESTIMATORS, n_jobs=run.jobs)


def _pair_row(pair: tuple[str, str], games: Games) -> tuple[str, ...]:
    needed = [about(games.comparison(name).hands_needed) for name in _ESTIMATORS]
    return (" v ".join(pair), *(rate(games.mean(name)) for name in _ESTIMATORS), *needed)


def _mean_and_error(found: Summary) -> list[float]:
    estimate = found.as_estimate()
    return [estimate.mean, estimate.stderr]
