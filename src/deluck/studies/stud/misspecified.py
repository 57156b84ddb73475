"""What wrong models leave of reading bets: an experiment that the paper asks for."""

from dataclasses import replace

import numpy as np

from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.beliefs.stud import DEFAULT, POLICIES, BetPolicy, SeatModel, StudBeliefs
from deluck.beliefs.stud.downcards import LEAST_ESTIMATE
from deluck.beliefs.stud.information import STAGES
from deluck.games import StudDeal, StudRules, StudState
from deluck.players.stud import StudBetInferring, StudBetInferringOptions, downcards_of
from deluck.report.figures_stud import beside_right_chart, learnt_chart, won_chart
from deluck.statistics import Estimate, estimate
from deluck.studies.result import StudyResult, Table
from deluck.studies.running import Run
from deluck.studies.stud.paper import PAPER, READERS, mixed_table
from deluck.studies.stud.value import bet_ratio, rates
from deluck.studies.stud_games import HandInPlay, StudGames, play_hand, play_same_deals
from deluck.studies.text import rate

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
"""What readers take everybody to play, who all play the default policy."""
_STYLED = ("honest", "tight", "loose", "aggressive", "passive")
_NOISY = ("a fifth noise", "half noise", "all noise")
_BLIND = "all noise"  # reads nothing: it plays as those who go by the cards alone, so all at the table win nothing
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
    missed = {name: rates_apart(each, games["right"], READERS) for name, each in games.items() if name != "right"}
    n_read = min(run.n_games, _READ_GAMES)
    learnt = bits_learnt(_WRONG, n_games=n_read, seed=run.seed)
    right = learnt["right"]["4B"].mean
    kept = {name: learnt[name]["4B"].mean / right for name in _WRONG}
    return StudyResult(
        name="stud-misspecified",
        title="Reading bets with wrong models",
        paper=f"{PAPER}, section VII: a perfect model's advantage is an upper bound.",
        n_games=run.n_games,
        seed=run.seed,
        sentences=(
            f"An observer with the right model learns {rate(learnt['right']['4B'], 2)} bits about the down cards of "
            "each player still in by the end of fourth street's betting.",
            "Of that, models with noise learn: " + _listed(kept, _NOISY) + ".",
            "Models of a wrong style learn: " + _listed(kept, _STYLED) + ". Less than nothing is to be misled.",
            f"In money, readers with the right model win {rate(money['right'])} bets a hand; with a model that is all "
            "noise they would win nothing, as they then play as the others do.",
            f"On the same deals {_apart(missed)}.",
        ),
        blocks=(
            Table(
                f"Bits learnt about the down cards of each player still in, {n_read:,} games of seven readers observed",
                ("model", *_READ_AT),
                tuple((name, *(rate(found[stage], 2) for stage in _READ_AT)) for name, found in learnt.items()),
            ),
            Table(
                f"Four readers against three who go by the cards alone, {run.n_games:,} games each",
                (
                    "model",
                    "readers win, bets/hand",
                    "beside the right model",
                    "the others bet, times the readers' bets",
                ),
                (*(_row(name, each, money, missed) for name, each in games.items()), (_BLIND, "0", "–", "1")),
            ),
        ),
        deviations=(
            "The paper has no such experiment; it says that one is needed. All play the default policy; the readers "
            "take everybody, themselves included, to play the model. Noise is a chance that anything allowed is done, "
            "whatever the cards.",
            "Down cards that a wrong model rules out are taken to have had a chance of a millionth.",
            "Every model plays the same deals, so that the luck of these is in every row of money; what a model wins "
            "beside the right one has most of that luck taken out. Money needs far more games than bits do.",
            "What a model of all noise wins is not played: nobody at that table reads anything, so that nobody has an "
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


def rates_apart(games: StudGames, others: StudGames, players: tuple[int, ...]) -> Estimate:
    """Return what each of some players wins more in games than in others of the same deals, in small bets a hand."""
    apart = (games.payoffs - others.payoffs)[:, players].mean(axis=1) / games.small_bet
    return estimate(apart, "bets/hand")


def _row(name: str, games: StudGames, money: dict[str, Estimate], missed: dict[str, Estimate]) -> tuple[str, ...]:
    ratio = bet_ratio(games)
    beside = rate(missed[name]) if name in missed else "–"
    return name, rate(money[name]), beside, f"{ratio.mean:.2f} ± {ratio.half_width95:.2f}"


def _apart(missed: dict[str, Estimate]) -> str:
    """Return which models win less or more than the right one, and which cannot be told from it, the worst first."""
    order = sorted(missed, key=lambda name: missed[name].mean)
    told = {is_told: [name for name in order if missed[name].excludes_zero is is_told] for is_told in (True, False)}
    said = {is_told: ", ".join(f"{name} {rate(missed[name], 2)}" for name in names) for is_told, names in told.items()}
    if not told[True]:
        return f"no model is told from the right one at this size: {said[False]}"
    rest = f"; the others are not told from it at this size: {said[False]}" if told[False] else ""
    return f"these win other amounts than the right model: {said[True]}{rest}"


def bits_learnt(models: dict[str, BetPolicy], *, n_games: int, seed: int) -> dict[str, dict[str, Estimate]]:
    """Return the bits by which observers with models come nearer to the true down cards than the cards alone do.

    All look at the same games of seven players who read bets with the right model; a game counts once a stage, as the
    mean over those still in.

    Parameters
    ----------
    models
        How each observer takes everybody to bet.
    n_games, seed
        Of the games.
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
    """Return how much nearer to the true down cards a seat's distribution is than that of the cards alone."""
    held = beliefs.downcards(seat)
    down = downcards_of(state.view(seat).cards)[: held.downcards.shape[1]]
    return float(np.log2(max(held.probability(down), LEAST_ESTIMATE) * len(held.downcards)))


def _listed(kept: dict[str, float], names: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {kept[name] + 0.0:.0%}" for name in names)
