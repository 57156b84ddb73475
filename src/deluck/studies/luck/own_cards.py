"""What hidden cards cost: matches whose cards are all known, seen as a site shows them to one player."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deluck.errors import StudyDataError
from deluck.estimators.money import money_before_rake
from deluck.estimators.own_cards import own_cards
from deluck.games import HoldemRules
from deluck.records import HandColumns, walk
from deluck.records.hiding import as_seen_from
from deluck.statistics import QUANTILE_95, Estimate, estimate
from deluck.studies.luck.hands import (
    OWN,
    PlayerValues,
    player_values,
    published_file,
    read_hands,
    seats_of,
)
from deluck.studies.papers import NO_PAPER
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.simulated import simulate
from deluck.studies.text import rate

PLAYER = "player 1"
SAMPLE = 500
"""Hands whose interval is asked whether it covers the full answer."""
N_SAMPLES = 1_000


class Game(NamedTuple):
    """A match of scripted players."""

    title: str
    rules: HoldemRules
    stacks: tuple[int, ...]


GAMES = (
    Game("heads-up, 30 bb", HoldemRules.no_limit(2), (3_000, 3_000)),
    Game("heads-up, 200 bb", HoldemRules.no_limit(2), (20_000, 20_000)),
    Game("six seats, 40 bb", HoldemRules.no_limit(6), (4_000,) * 6),
    Game(
        "six seats, uneven stacks, antes",
        HoldemRules.no_limit(6, 50, 100, 15),
        (2_000, 10_000, 4_000, 1_300, 20_000, 800),
    ),
)


@dataclass(frozen=True, slots=True)
class Hidden:
    """One player's values by all cards and by its own, and what intervals by its own cards cover.

    Attributes
    ----------
    title
        Of the match.
    values
        By every estimator.
    lost_only
        All-in EV less the luck of the hole cards, from hands in which others' cards are shown only if the player lost.
    full
        The estimator that knows all cards.
    """

    title: str
    values: PlayerValues
    lost_only: NDArray[np.float64]
    full: str = "divat_nl"

    def coverage(self, name: str, rng: np.random.Generator) -> Estimate:
        """Return in what share of random samples the 95% interval covers the mean of all hands by all cards."""
        truth = self.values.values[self.full].mean()
        values = self.values.values[name]
        samples = np.stack([rng.choice(values, SAMPLE, replace=False) for _ in range(N_SAMPLES)])
        half = QUANTILE_95 * samples.std(axis=1, ddof=1) / np.sqrt(SAMPLE)
        return estimate(np.abs(samples.mean(axis=1) - truth) < half, "")

    def bias_if_lost_only(self) -> Estimate:
        """Return by how much all-in EV is off where all-ins are shown only if lost, in bb/100."""
        return estimate(100 * (self.lost_only - self.values.values["money"]), "bb/100")


def own_cards_study(run: Run) -> StudyResult:
    """Return what own cards take out of money beside all cards, whether they are biased, and what they cover."""
    rng = np.random.default_rng(run.seed)
    found = [_simulated(game, run, number) for number, game in enumerate(GAMES)]
    missing = ""
    try:
        found.append(_pluribus())
    except StudyDataError as error:
        missing = f"Without Pluribus's hands: {error}."
    covered = {each.title: {name: each.coverage(name, rng) for name in OWN} for each in found}
    lowest = min(each.mean for by_name in covered.values() for each in by_name.values())
    shares, full = ([each.values.ratio(name).mean for each in found] for name in ("own_cards", "divat_nl"))
    return StudyResult(
        name="luck-own-cards",
        title="What hidden cards cost",
        paper=f"{NO_PAPER}, scripted ones, and those of Pluribus's hands.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Scripted players, {run.n_games:,} hands of each match, and Pluribus's hands: all cards are known, and "
            f"hidden again as a site shows them to one player, {PLAYER} or Pluribus. Values in big blinds, net of it.",
            f"Own cards and shown all-ins make one hand count for {min(shares):.2f} to {max(shares):.2f} of money "
            f"alone, all cards for {min(full):.2f} to {max(full):.2f}; most of what own cards take out is the luck of "
            "all-ins.",
            f"Of {N_SAMPLES:,} samples of {SAMPLE} hands, at least {lowest:.1%} have a 95% interval by own cards that "
            "covers the mean of all hands by all cards.",
            "Where a room shows a called all-in only if the player lost, all-in EV is biased; it is refused there.",
            *((missing,) if missing else ()),
        ),
        blocks=(
            Table(
                "Variance ratio to money ± 95%: what one hand counts for",
                ("match", "all-in EV, all cards", "DIVAT, all cards", "own cards", "own cards, approximate"),
                tuple(
                    (
                        each.title,
                        *(
                            rate(each.values.ratio(name), 2).removeprefix("+")
                            for name in ("all_in_ev", each.full, *OWN)
                        ),
                    )
                    for each in found
                ),
            ),
            Table(
                "Less money on the same hands, bb/100 ± 95%: zero where unbiased",
                ("match", "DIVAT, all cards", "own cards", "own cards, approximate", "all-ins shown only if lost"),
                tuple(
                    (
                        each.title,
                        *(rate(each.values.difference(name, "money"), 2) for name in (each.full, *OWN)),
                        rate(each.bias_if_lost_only(), 1),
                    )
                    for each in found
                ),
            ),
            Findings(
                f"95% intervals of {SAMPLE} hands that cover the full answer",
                tuple(
                    Finding(what=f"{title}, {name}", ours=each.mean, stderr=each.stderr, paper=0.95, decimals=3)
                    for title, by_name in covered.items()
                    for name, each in by_name.items()
                ),
            ),
        ),
        deviations=(
            "Samples of one match share hands and are drawn without replacement, so their coverage is slightly above "
            "that of independent ones where the match is short.",
            "With more than two dealt in, cards that others folded are not known, and own cards are not exactly "
            "unbiased: an independent program found +0.46 ± 0.21 bb/100 (one standard error) of simulated hands.",
        ),
        data={each.title: each.values.as_dict() for each in found},
    )


def _simulated(game: Game, run: Run, number: int) -> Hidden:
    at_once = 20_000
    parts: list[PlayerValues] = []
    lost_only = []
    for start in range(0, run.n_games, at_once):
        seed = int(np.random.SeedSequence((run.seed, number, start)).generate_state(1)[0])
        hands = simulate(game.rules, game.stacks, min(at_once, run.n_games - start), seed)
        parts.append(player_values(hands, [PLAYER])[PLAYER])
        lost_only.append(_if_lost_only(hands, PLAYER))
    names = parts[0].values
    values = PlayerValues({name: np.concatenate([part.values[name] for part in parts]) for name in names}, "bb")
    return Hidden(game.title, values, np.concatenate(lost_only))


def _pluribus() -> Hidden:
    hands = read_hands(published_file("nolimit/pluribus-a.phhs.gz"))
    return Hidden(
        f"Pluribus, {len(hands):,} hands",
        player_values(hands, ["Pluribus"])["Pluribus"],
        _if_lost_only(hands, "Pluribus"),
    )


def _if_lost_only(hands: HandColumns, player: str) -> NDArray[np.float64]:
    rows, seats = seats_of(hands, player)
    some = hands[rows]
    decisions = walk(some)
    hidden = as_seen_from(some, decisions, seats, shown_if_lost_only=True)
    exact, _ = own_cards(hidden, decisions).estimates(money_before_rake(some, decisions))
    return exact[np.arange(len(rows)), seats]
