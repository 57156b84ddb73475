"""What reading bets is worth: Figure 9 of the paper, and what wrong models leave of it."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.beliefs.stud import DEFAULT, POLICIES, BetPolicy, SeatModel, StudBeliefs
from deluck.beliefs.stud.downcards import LEAST_ESTIMATE
from deluck.beliefs.stud.information import STAGES
from deluck.games import StudDeal, StudRules, StudState
from deluck.players.stud import StudBetInferring, StudBetInferringOptions, downcards_of
from deluck.report.figures_stud import beside_right_chart, learnt_chart, value_chart, won_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.papers import STUD, STUD_INDEPENDENT, STUD_VALUE_GAMES
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.stud.games import (
    OTHERS,
    READERS,
    HandInPlay,
    StudGames,
    mixed_table,
    play_hand,
    play_same_deals,
    play_stud,
)
from deluck.studies.text import rate

_UNIT = "bets/hand"
_KINDS = {"bet-inferring": READERS, "cards-only": OTHERS}
_PRINTED = {  # won or lost, bet, and taken from pots
    "bet-inferring": (0.14, 1.57, 1.71),
    "cards-only": (-0.19, 2.69, 2.50),
}
_INDEPENDENT = {"bet-inferring": ("+.22 ± .04", "1.89"), "cards-only": ("-.29 ± .05", "3.77")}


def value(run: Run) -> StudyResult:
    """Return Figure 9: four players that read bets against three that use the cards alone."""
    games = play_stud(mixed_table(), n_games=run.n_games, seed=run.seed, measured=False, jobs=run.jobs)
    found = {kind: rates(games, players) for kind, players in _KINDS.items()}
    net, other = found["bet-inferring"][0], found["cards-only"][0]
    ratio = bet_ratio(games)
    scale = math.sqrt(run.n_games / STUD_VALUE_GAMES)
    return StudyResult(
        name="stud-value",
        title="What reading bets is worth: Figure 9",
        paper=f"{STUD}, section VI, Figure 9.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"Those who read bets win {rate(net)} bets per hand ({net.mean / net.stderr:.1f} standard errors), those "
            f"who use the cards alone {rate(other)}.",
            f"The latter bet {ratio.mean:.2f} ± {ratio.half_width95:.2f} times as much (the paper: "
            f"{2.69 / 1.57:.2f} times): they do not fold when they should.",
        ),
        blocks=(
            *(
                Findings(
                    f"{kind}, each of {len(_KINDS[kind])} players",
                    tuple(
                        Finding.of(
                            what,
                            ours,
                            paper=paper,
                            paper_stderr=ours.stderr * scale,
                            decimals=2,
                            is_signed=what == "won or lost",
                        )
                        for what, ours, paper in zip(
                            ("won or lost", "put in, ante and bring-in included", "taken from pots"),
                            found[kind],
                            printed,
                            strict=True,
                        )
                    ),
                )
                for kind, printed in _PRINTED.items()
            ),
            Table(
                "Compared with an independent program, bets per hand",
                ("", f"{STUD_INDEPENDENT} (± one standard error)", "ours (± half the 95% interval)"),
                tuple(
                    row
                    for kind, (won, put_in) in _INDEPENDENT.items()
                    for row in (
                        (f"{kind}: won or lost", won, rate(found[kind][0])),
                        (f"{kind}: put in", put_in, f"{found[kind][1].mean:.2f} ± {found[kind][1].half_width95:.2f}"),
                    )
                ),
            ),
        ),
        deviations=(
            "The signs are the paper's; the amounts are larger. The text does not say how the regions of the policy "
            "meet and what exactly effective odds count; no reading was found that gives the paper's amounts, and an "
            "independent program has about one and a half times them too.",
            "A last bet that nobody called counts as put in and as taken, as in the paper's Figure 8: the final pot "
            "there has the winner's last raise.",
            "Players move around the table from hand to hand, so that seats do not matter; the paper's do not move. "
            "Its caption lists seat 2 twice; the readers are assumed to be players 1, 3, 5 and 7.",
        ),
        charts=(value_chart(by_player(games), READERS),),
        data={
            kind: {
                name: {"mean": each.mean, "stderr": each.stderr}
                for name, each in zip(("net", "bet", "won"), found[kind], strict=True)
            }
            for kind in _KINDS
        },
    )


def rates(games: StudGames, players: tuple[int, ...]) -> tuple[Estimate, Estimate, Estimate]:
    """Return what each of some players wins or loses, puts in, and takes from pots, in small bets per hand."""
    net = games.payoffs[:, players].mean(axis=1) / games.small_bet
    put_in = games.bets[:, players].mean(axis=1) / games.small_bet
    return estimate(net, _UNIT), estimate(put_in, _UNIT), estimate(net + put_in, _UNIT)


def by_player(games: StudGames) -> tuple[Estimate, ...]:
    """Return what each player wins or loses, in small bets per hand."""
    return tuple([estimate(column / games.small_bet, _UNIT) for column in games.payoffs.T])


def bet_ratio(games: StudGames) -> Estimate:
    """Return how many times as much those who use the cards alone bet, with the error of a ratio of means."""
    plain, read = _mean_bets(games, OTHERS), _mean_bets(games, READERS)
    ratio = plain.mean() / read.mean()
    error = estimate((plain - ratio * read) / read.mean(), "").stderr
    return Estimate(float(ratio), error, len(games), "times")


def _mean_bets(games: StudGames, players: tuple[int, ...]) -> NDArray[np.float64]:
    return np.asarray(games.bets[:, players].mean(axis=1), dtype=np.float64)


_WRONG: dict[str, BetPolicy] = {
    "right": DEFAULT,
    "honest": POLICIES["honest"],
    "tight": POLICIES["tight"],
    "loose": POLICIES["loose"],
    "aggressive": POLICIES["aggressive"],
    "passive": POLICIES["passive"],
    "a fifth noise": replace(DEFAULT, doubt=0.2),
    "half noise": replace(DEFAULT, doubt=0.5),
    "all noise": replace(DEFAULT, doubt=1.0),
}
"""The policy that readers assume of everybody; all play the default policy."""
_STYLED = ("honest", "tight", "loose", "aggressive", "passive")
_NOISY = ("a fifth noise", "half noise", "all noise")
_BLIND = "all noise"  # reads nothing and plays as those who use the cards alone, so all at the table win nothing
_READ_AT = ("3B", "4B", "5B")
_READ_GAMES = 400  # observed; bits need far fewer games than money does


def misspecified(run: Run) -> StudyResult:
    """Return what readers win, and what observers learn, with models of everybody's betting that are wrong."""
    games = play_same_deals(
        {
            name: mixed_table(StudBetInferring(StudBetInferringOptions(model=model)))
            for name, model in _WRONG.items()
            if name != _BLIND
        },
        n_games=run.n_games,
        seed=run.seed,
        jobs=run.jobs,
    )
    money = {name: rates(each, READERS)[0] for name, each in games.items()}
    missed = {name: rates_difference(each, games["right"], READERS) for name, each in games.items() if name != "right"}
    n_read = min(run.n_games, _READ_GAMES)
    learnt = bits_learnt(_WRONG, n_games=n_read, seed=run.seed)
    right = learnt["right"]["4B"].mean
    shares = {name: learnt[name]["4B"].mean / right for name in _WRONG}
    return StudyResult(
        name="stud-misspecified",
        title="Reading bets with wrong models",
        paper=f"{STUD}, section VII: a perfect model's advantage is an upper bound.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"An observer with the right model learns {rate(learnt['right']['4B'], 2)} bits about the down cards of "
            "each player still in by the end of fourth street's betting.",
            "Of that, models with noise learn: " + _listed(shares, _NOISY) + ".",
            "Models of a wrong style learn: " + _listed(shares, _STYLED) + ". Below zero, the observer is misled.",
            f"In money, readers with the right model win {rate(money['right'])} bets per hand; with a model that is "
            "all noise they would win nothing, as they would then play like the others.",
            f"On the same deals {_differences(missed)}.",
        ),
        blocks=(
            Table(
                f"Bits learnt about the down cards of each player still in, {n_read:,} games of seven readers observed",
                ("model", *_READ_AT),
                tuple((name, *(rate(found[stage], 2) for stage in _READ_AT)) for name, found in learnt.items()),
            ),
            Table(
                f"Four readers against three who use the cards alone, {run.n_games:,} games each",
                (
                    "model",
                    "readers win, bets/hand",
                    "compared with the right model",
                    "the others bet, times the readers' bets",
                ),
                (*(_row(name, each, money, missed) for name, each in games.items()), (_BLIND, "0", "–", "1")),
            ),
        ),
        deviations=(
            "The paper has no such experiment; it says that one is needed. All play the default policy; the readers "
            "assume that everybody, themselves included, plays the model. Noise is the probability of any legal "
            "action, whatever the cards.",
            "Down cards that a wrong model rules out are given a probability of a millionth.",
            "Every model plays the same deals, so their luck is in every row of money; the difference from the right "
            "model has most of that luck removed. Money needs far more games than bits do.",
            "What a model of all noise wins is not played: nobody at that table reads anything, so nobody has an "
            "advantage.",
        ),
        charts=(
            learnt_chart({name: found["4B"] for name, found in learnt.items()}),
            won_chart(money),
            beside_right_chart(missed),
        ),
        data={
            "money": {name: {"mean": net.mean, "stderr": net.stderr} for name, net in money.items()},
            "beside_right": {name: {"mean": net.mean, "stderr": net.stderr} for name, net in missed.items()},
            "bits": {
                name: {stage: {"mean": each.mean, "stderr": each.stderr} for stage, each in found.items()}
                for name, found in learnt.items()
            },
        },
    )


def rates_difference(games: StudGames, others: StudGames, players: tuple[int, ...]) -> Estimate:
    """Return what players win more in games than in others of the same deals, in small bets per hand."""
    difference = (games.payoffs - others.payoffs)[:, players].mean(axis=1) / games.small_bet
    return estimate(difference, "bets/hand")


def _row(name: str, games: StudGames, money: dict[str, Estimate], missed: dict[str, Estimate]) -> tuple[str, ...]:
    ratio = bet_ratio(games)
    beside = rate(missed[name]) if name in missed else "–"
    return name, rate(money[name]), beside, f"{ratio.mean:.2f} ± {ratio.half_width95:.2f}"


def _differences(missed: dict[str, Estimate]) -> str:
    """Return which models win significantly less or more than the right one, and which do not, the worst first."""
    order = sorted(missed, key=lambda name: missed[name].mean)
    differing = [name for name in order if missed[name].excludes_zero]
    others = ", ".join(f"{name} {rate(missed[name], 2)}" for name in order if name not in differing)
    if not differing:
        return f"no model differs significantly from the right one at this size: {others}"
    rest = f"; the others do not differ significantly from it at this size: {others}" if others else ""
    written = ", ".join(f"{name} {rate(missed[name], 2)}" for name in differing)
    return f"these differ significantly from the right model: {written}{rest}"


def bits_learnt(models: dict[str, BetPolicy], *, n_games: int, seed: int) -> dict[str, dict[str, Estimate]]:
    """Return the bits by which observers with models come closer to the actual down cards than the cards alone.

    All observe the same games of seven players who read bets with the right model; a game counts once per stage, as the
    mean over those still in.

    Parameters
    ----------
    models
        How each observer assumes that everybody bets.
    n_games, seed
        The number of games and their seed.
    """
    players = (StudBetInferring(),) * 7
    rules = StudRules.paper(len(players))
    found: dict[str, dict[str, list[float]]] = {name: {stage: [] for stage in _READ_AT} for name in models}
    for block in range(-(-n_games // BLOCK)):
        rngs = [player_rng(seed, block, player) for player in range(len(players))]
        for deck in block_decks(seed, block)[: n_games - BLOCK * block]:
            hand = HandInPlay(StudState(rules, StudDeal.from_deck(deck, len(players))), players)
            observers = {
                name: StudBeliefs((SeatModel(model),) * 7, reads_folds=False) for name, model in models.items()
            }
            for beliefs in observers.values():
                beliefs.deal(hand.state)
            hand.tables = (hand.public, *observers.values())

            def look(
                at: int, state: StudState, public: StudBeliefs, observers: dict[str, StudBeliefs] = observers
            ) -> None:
                if STAGES[at] in _READ_AT:
                    for name, beliefs in observers.items():
                        bits = [_bits(beliefs, seat, state) for seat in public.live]
                        found[name][STAGES[at]].append(float(np.mean(bits)))

            play_hand(hand, rngs, look)
    return {
        name: {stage: estimate(bits, "bits") for stage, bits in by_stage.items()} for name, by_stage in found.items()
    }


def _bits(beliefs: StudBeliefs, seat: int, state: StudState) -> float:
    """Return how much closer to the actual down cards a seat's distribution is than that of the cards alone."""
    held = beliefs.downcards(seat)
    down = downcards_of(state.view(seat).cards)[: held.downcards.shape[1]]
    return float(np.log2(max(held.probability(down), LEAST_ESTIMATE) * len(held.downcards)))


def _listed(shares: dict[str, float], names: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {shares[name] + 0.0:.0%}" for name in names)
