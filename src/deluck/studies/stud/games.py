"""Many hands of stud between players that read bets and players that do not, with what was known at every stage.

It plays the same games as the arena with the same players and seed (a test checks that), but it sees all cards, and
measures the public's beliefs after every deal and every street's betting.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from deluck import progress
from deluck.arena.dealing import BLOCK, block_decks, player_rng
from deluck.arena.table import rotating_seatings
from deluck.beliefs.stud import SeatModel, StudBeliefs, decision_of
from deluck.beliefs.stud.information import STAGES, Measures, measures_of, normalised, true_hand_types
from deluck.beliefs.stud.table import N_SAMPLES
from deluck.errors import StudyError
from deluck.games import Action, StudDeal, StudRules, StudState
from deluck.parallel import run_parts
from deluck.players.stud import StudBetInferring, StudCardsOnly, action_drawn, downcards_of, triple_of

StudPlayer = StudBetInferring | StudCardsOnly
Models = tuple[SeatModel, ...]
AtStage = Callable[[int, StudState, StudBeliefs], None]
"""A function called at each stage of a hand: with its index in `STAGES`, the hand, and the public's beliefs.

After a street's betting the hand itself is on the next street already, its cards dealt; the beliefs are not."""

READERS, OTHERS = (0, 2, 4, 6), (1, 3, 5)
"""Which of the seven players of Figure 9 read bets, and which use the cards alone."""

_N_STREETS = 5


def mixed_table(reader: StudBetInferring | None = None) -> tuple[StudPlayer, ...]:
    """Return the seven players of Figure 9: four that read bets, three that do not."""
    reads = reader or StudBetInferring()
    return tuple([reads if seat in READERS else StudCardsOnly() for seat in range(7)])


def reads_bets(player: StudPlayer) -> bool:
    """Return whether a player reads bets."""
    return isinstance(player, StudBetInferring)


def true_models(players: Sequence[StudPlayer]) -> Models:
    """Return how each seat actually bets: what an observer with perfect models assumes.

    Perfect where the seats' own models are right; for a seat that models others wrongly it has the policy, but not that
    seat's beliefs.
    """
    return tuple([SeatModel(player.options.policy, reads_bets=reads_bets(player)) for player in players])


def _models_of(player: StudPlayer, players: Sequence[StudPlayer]) -> Models | None:
    """Return how a player assumes each seat to bet, or None if it does not use that."""
    if isinstance(player, StudCardsOnly):
        return None
    return tuple([SeatModel(player.options.model, reads_bets=reads_bets(other)) for other in players])


class HandInPlay:
    """A hand in play with everybody's beliefs: one set for each way to model the table.

    Parameters
    ----------
    state
        A hand just dealt.
    players
        The player in each seat.
    n_samples, sample_seed
        The samples of the cards to come, as for `StudBeliefs`.
    observed
        Whether the beliefs of an observer with perfect models are updated too; they are if a player has such models.
    """

    def __init__(
        self,
        state: StudState,
        players: Sequence[StudPlayer],
        *,
        n_samples: int = N_SAMPLES,
        sample_seed: int = 0,
        observed: bool = True,
    ) -> None:
        self.state = state
        self.players = players
        needed = [models for player in players if (models := _models_of(player, players)) is not None]
        first = true_models(players) if observed or not needed else needed[0]
        settings = {"n_samples": n_samples, "seed": sample_seed}
        tables = {first: StudBeliefs(first, **settings, reads_folds=False)}
        self._by_seat: list[StudBeliefs] = []
        for player in players:
            models = _models_of(player, players) or first  # without bets, all tables are the same
            if models not in tables:
                tables[models] = StudBeliefs(models, **settings, reads_folds=False)
            self._by_seat.append(tables[models])
        self.tables = tuple(tables.values())
        self.deal()

    @property
    def public(self) -> StudBeliefs:
        """The beliefs of an observer with perfect models, if the hand is observed."""
        return self.tables[0]

    def deal(self) -> None:
        """Update everybody's beliefs by the cards of a new street."""
        for beliefs in self.tables:
            beliefs.deal(self.state)

    def triple(self) -> tuple[float, float, float]:
        """Return the probabilities with which the seat to act folds, calls and raises."""
        decision = decision_of(self.state)
        player = self.players[decision.seat]
        down = downcards_of(self.state.view().cards)
        return triple_of(
            decision, player.options.policy, self._by_seat[decision.seat], down, reads_bets=reads_bets(player)
        )

    def play(self, action: Action) -> bool:
        """Play an action and update everybody's beliefs; return whether the street's betting is over.

        If it is, the beliefs are still those of that street: `deal` continues with the next.
        """
        street = self.state.street
        for beliefs in self.tables:
            beliefs.observe(self.state, action)
        self.state.act(action)
        return self.state.actor is None or self.state.street != street


def play_hand(hand: HandInPlay, rngs: Sequence[np.random.Generator], at_stage: AtStage | None = None) -> None:
    """Play a hand to its end; each seat draws its actions from its own generator."""
    street = 0
    _call(at_stage, 2 * street, hand)
    while (seat := hand.state.actor) is not None:
        if hand.play(action_drawn(hand.triple(), rngs[seat])):
            _call(at_stage, 2 * street + 1, hand)
            if hand.state.actor is not None:
                street = hand.state.street
                hand.deal()
                _call(at_stage, 2 * street, hand)


def _call(at_stage: AtStage | None, stage: int, hand: HandInPlay) -> None:
    if at_stage is not None and len(hand.public.live) > 1:
        at_stage(stage, hand.state, hand.public)


class Measuring:
    """Measures what is known at each stage of a hand; called at each stage."""

    def __init__(self) -> None:
        self.rows = np.full((len(STAGES), len(Measures._fields)), np.nan)
        self._dealt_to: list[int] = []
        self._truths = np.empty((0, 0))

    def __call__(self, stage: int, state: StudState, beliefs: StudBeliefs) -> None:
        """Write the measures of a stage."""
        if stage % 2 == 0:
            self._see_all(state, beliefs)
        chosen = [self._dealt_to.index(seat) for seat in beliefs.live]
        self.rows[stage] = measures_of(beliefs, normalised(self._truths[chosen]))

    def _see_all(self, state: StudState, beliefs: StudBeliefs) -> None:
        views = [state.view(seat) for seat in range(state.n_seats)]
        hands = [(*view.cards, *view.board) for view in views]
        dealt = list(dict.fromkeys(card for hand in hands for card in hand))
        self._dealt_to = list(beliefs.live)
        self._truths = true_hand_types([hands[seat] for seat in self._dealt_to], dealt)


@dataclass(frozen=True, slots=True, eq=False)
class StudGames:
    """Games that were played.

    Attributes
    ----------
    payoffs
        What each player won or lost, in chips, int64[games, players].
    bets
        What each put in, including ante, bring-in and uncalled bets, in chips, int64[games, players].
    n_left
        The players still in after each street's betting, int64[games, 5]; 0 for streets that were not played.
    measures
        float64[games, 10, 4], as for `information.average`; NaN where a stage was not reached, or everywhere if nothing
        was measured.
    small_bet
        The small bet, in chips.
    """

    payoffs: NDArray[np.int64]
    bets: NDArray[np.int64]
    n_left: NDArray[np.int64]
    measures: NDArray[np.float64]
    small_bet: int

    def __len__(self) -> int:
        return len(self.payoffs)


def play_stud(
    players: Sequence[StudPlayer],
    *,
    n_games: int,
    seed: int = 0,
    measured: bool = True,
    n_samples: int = N_SAMPLES,
    jobs: int = 1,
) -> StudGames:
    """Return games of stud at the paper's stakes, with players moving around the table as in the arena.

    Parameters
    ----------
    players
        Two to eight.
    n_games
        The number of hands.
    seed
        Seed of cards and actions; the same seed gives the same games for any number of jobs.
    measured
        Whether to measure what is known at each stage.
    n_samples
        The number of samples of the cards to come before fifth street.
    jobs
        The number of processes.

    Raises
    ------
    StudyError
        If there are no games to play.
    RulesError
        If the number of players is not valid.
    """
    (games,) = play_same_deals(
        {"": players}, n_games=n_games, seed=seed, measured=measured, n_samples=n_samples, jobs=jobs
    ).values()
    return games


def play_same_deals(
    line_ups: Mapping[str, Sequence[StudPlayer]],
    *,
    n_games: int,
    seed: int = 0,
    measured: bool = False,
    n_samples: int = N_SAMPLES,
    jobs: int = 1,
) -> dict[str, StudGames]:
    """Return the games of several line-ups, each as `play_stud` returns it alone.

    All line-ups play each deal in turn, so that what the first cards may become is computed once for all of them.

    Parameters
    ----------
    line_ups
        Players by the name of the line-up; all line-ups have the same size.
    n_games, seed, measured, n_samples, jobs
        As for `play_stud`; the number of games is that of each line-up.

    Raises
    ------
    StudyError
        If there are no games to play.
    RulesError
        If the number of players is not valid.
    """
    if n_games < 1:
        raise StudyError(f"{n_games} games (expected 1 or more)")
    tables = [
        _Table(tuple(players), StudRules.paper(len(players)), seed, n_samples, measured=measured)
        for players in line_ups.values()
    ]
    sizes = [min(BLOCK, n_games - start) for start in range(0, n_games, BLOCK)]
    blocks = []
    pace = progress.Pace(BLOCK * len(tables), "games")
    with progress.task(f"Playing {n_games * len(tables):,} games of stud", len(sizes), pace) as display:
        for block in _in_order(tables, sizes, jobs):
            blocks.append(block)
            display.advance()
    found = {}
    for name, table, played in zip(line_ups, tables, zip(*blocks, strict=True), strict=True):
        payoffs, bets, n_left, measures = (np.concatenate(column) for column in zip(*played, strict=True))
        found[name] = StudGames(payoffs, bets, n_left, measures, table.rules.small_bet)
    return found


_Columns = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class _Table:
    """Everything that determines the games; it can be sent to another process."""

    players: tuple[StudPlayer, ...]
    rules: StudRules
    seed: int
    n_samples: int
    measured: bool


def _in_order(tables: list[_Table], sizes: list[int], jobs: int) -> Iterator[list[_Columns]]:
    return run_parts(partial(_play_block, tables), enumerate(sizes), n_jobs=jobs, backend="processes")


def _play_block(tables: list[_Table], part: tuple[int, int]) -> list[_Columns]:
    block, n_games = part
    seed = tables[0].seed
    in_play = [_Block(table, block, n_games) for table in tables]
    for row, deck in enumerate(block_decks(seed, block)[:n_games]):
        for each in in_play:
            each.play(row, deck)
    return [each.columns for each in in_play]


class _Block:
    """A block of a table's games, filled row by row."""

    def __init__(self, table: _Table, block: int, n_games: int) -> None:
        n_players = len(table.players)
        self._table = table
        self._first = block * BLOCK
        self._rngs = [player_rng(table.seed, block, player) for player in range(n_players)]
        self._payoffs = np.zeros((n_games, n_players), dtype=np.int64)
        self._bets = np.zeros((n_games, n_players), dtype=np.int64)
        self._n_left = np.zeros((n_games, _N_STREETS), dtype=np.int64)
        self._measures = np.full((n_games, len(STAGES), len(Measures._fields)), np.nan)

    @property
    def columns(self) -> _Columns:
        return self._payoffs, self._bets, self._n_left, self._measures

    def play(self, row: int, deck: Sequence[int]) -> None:
        table = self._table
        n_players = len(table.players)
        seats = rotating_seatings(n_players)[(self._first + row) % n_players]
        state = StudState(table.rules, StudDeal.from_deck(deck, n_players))
        hand = HandInPlay(
            state, [table.players[player] for player in seats], n_samples=table.n_samples, observed=table.measured
        )
        measuring = Measuring() if table.measured else None
        play_hand(hand, [self._rngs[player] for player in seats], measuring)
        self._payoffs[row, list(seats)] = state.payoffs()
        self._bets[row, list(seats)] = _put_in(state)
        _count_left(state, self._n_left[row])
        if measuring is not None:
            self._measures[row] = measuring.rows


def _put_in(state: StudState) -> list[int]:
    """Return what each seat put in; `contributions` excludes a last bet that was returned."""
    put_in = [state.rules.ante] * state.n_seats
    for move in state.history:
        put_in[move.seat] += move.paid
    return put_in


def _count_left(state: StudState, out: NDArray[np.int64]) -> None:
    n_live = state.n_seats
    for street in range(state.street + 1):
        n_live -= sum(move.street == street and move.action is Action.FOLD for move in state.history)
        out[street] = n_live
