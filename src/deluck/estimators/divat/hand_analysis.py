"""A hand broken down: every round and every decision as small objects, for a page or a class."""

from collections.abc import Iterable
from dataclasses import dataclass

from deluck.estimators.divat.analysis import Analysis
from deluck.estimators.divat.baseline_rounds import RoundNode, format_round, round_start
from deluck.estimators.divat.differences import decision_prices_to_actor, lfat_by_round, round_ev
from deluck.estimators.divat.hindsight import evat_by_round
from deluck.estimators.divat.luck import luck_by_round, seat_values
from deluck.games import BOARD_SIZES, STREET_NAMES, Action

SEATS = ("P1", "P2")
ACTION_NAMES = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The value after a round's betting as it was and as the baseline has it, net to P1 in small bets."""

    actual: float
    baseline: float

    @property
    def difference(self) -> float:
        """What the betting was worth against the baseline's."""
        return self.actual - self.baseline


@dataclass(frozen=True, slots=True)
class DecisionAnalysis:
    """One decision: who (0 for P1) did what, what the baseline does there, and the price to the actor, by roe."""

    seat: int
    action: str
    baseline_action: str
    value: float


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """One round; values net to P1 in small bets, betting in DIVAT's notation.

    Attributes
    ----------
    street
        0 before the flop … 3 on the river.
    board
        The cards on the table, card numbers.
    baseline, actual
        The betting, such as ``kBrC``.
    lfat, round_ev, evat, luck
        The luck of its deal by all-in equity, what the baseline's betting adds, play against hindsight, the luck of
        its deal by roe.
    aie, roe
        The ends of the two bettings by all-in and by roll-out equity.
    decisions
        Every decision.
    """

    street: int
    board: tuple[int, ...]
    baseline: str
    actual: str
    lfat: float
    round_ev: float
    evat: float
    luck: float
    aie: Comparison
    roe: Comparison
    decisions: tuple[DecisionAnalysis, ...]

    @property
    def name(self) -> str:
        """The street's name."""
        return STREET_NAMES[self.street]


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """One hand: its rounds and what they add up to, net to P1 in small bets; money is roe plus luck."""

    cards: tuple[int, ...]
    rounds: tuple[RoundAnalysis, ...]
    money: float
    dcash: float
    seat_value: float

    @property
    def aie(self) -> float:
        """The DIVAT difference by all-in equity."""
        return sum(each.aie.difference for each in self.rounds)

    @property
    def roe(self) -> float:
        """The DIVAT difference by roll-out equity."""
        return sum(each.roe.difference for each in self.rounds)

    @property
    def evat(self) -> float:
        """Play against hindsight."""
        return sum(each.evat for each in self.rounds)

    @property
    def luck(self) -> float:
        """What the cards were worth, the seat value included."""
        return sum(each.luck for each in self.rounds)

    @property
    def lfat(self) -> float:
        """The luck of the deals by all-in equity."""
        return sum(each.lfat for each in self.rounds)


def describe_hands(analysis: Analysis) -> list[HandAnalysis]:
    """Return every assessed hand of an analysis broken down; for many hands, take a few of them first."""
    betting = analysis.betting
    hands = analysis.columns[analysis.eligibility.rows]
    prices = decision_prices_to_actor(analysis)
    by_round = {
        name: column(analysis).tolist()
        for name, column in (
            ("lfat", lfat_by_round),
            ("ev", round_ev),
            ("evat", evat_by_round),
            ("luck", luck_by_round),
        )
    }
    seats = seat_values(analysis).tolist()
    found = []
    for hand in range(len(analysis)):
        indices = range(int(betting.starts[hand]), int(betting.starts[hand + 1]))
        rounds = []
        for street in range(int(betting.n_rounds[hand])):
            within = [index for index in indices if betting.streets[index] == street]
            actions = [int(betting.actions[index]) for index in within]
            baseline = [int(action) for action in analysis.sequences[hand, street] if action >= 0]
            others = [int(analysis.baseline_actions[index]) for index in within]
            seats_of = [int(betting.seats[index]) for index in within]
            made = list(zip(seats_of, actions, others, [float(prices[index]) for index in within], strict=True))
            rounds.append(
                RoundAnalysis(
                    street=street,
                    board=tuple(hands.board[hand, : BOARD_SIZES[street]].tolist()),
                    baseline=format_betting(street, baseline),
                    actual=format_betting(street, actions),
                    lfat=by_round["lfat"][hand][street],
                    round_ev=by_round["ev"][hand][street],
                    evat=by_round["evat"][hand][street],
                    luck=by_round["luck"][hand][street],
                    aie=Comparison(
                        float(analysis.aie_actual[hand, street]), float(analysis.aie_baseline[hand, street])
                    ),
                    roe=Comparison(
                        float(analysis.roe_actual[hand, street]), float(analysis.roe_baseline[hand, street])
                    ),
                    decisions=_decisions(street, made),
                )
            )
        found.append(
            HandAnalysis(
                cards=tuple(hands.cards[hand, :2].reshape(-1).tolist()),
                rounds=tuple(rounds),
                money=float(analysis.money[hand]),
                dcash=float(analysis.self_play[hand]),
                seat_value=seats[hand],
            )
        )
    return found


def format_betting(street: int, actions: Iterable[int]) -> str:
    """Return a round's betting in DIVAT's notation, such as ``kBrC``; before the flop the blinds ``Sl`` stand first."""
    return format_round(_start(street), tuple(Action(action) for action in actions))


def _start(street: int) -> RoundNode:
    """Return where a round starts, without a cap; with whatever pot, for it changes no name of an action."""
    return round_start(street, 2 if street else 0, most_bets=None)


def _decisions(street: int, made: list[tuple[int, int, int, float]]) -> tuple[DecisionAnalysis, ...]:
    """Return the decisions of a round from seat, action, baseline's action and price of each."""
    node, found = _start(street), []
    for index, (seat, action, baseline_action, price) in enumerate(made, 1):
        named, baseline = (ACTION_NAMES[node.letter(Action(each)).lower()] for each in (action, baseline_action))
        found.append(DecisionAnalysis(seat, named, baseline, price))
        node = node.after(Action(action)) if index < len(made) else node
    return tuple(found)
