"""The sample game: Figure 8's cards and bets, with the hand-type distributions and entropies of Figure 1."""

from deluck.beliefs.stud import DEFAULT
from deluck.beliefs.stud.reading import HandReading, SeatReading, StageReading, read_hand
from deluck.cards import parse_cards
from deluck.games import Action, StudDeal, StudRules, StudState
from deluck.metrics.hand_types import categories_of, joint_wins
from deluck.records import Decision, HandRecord
from deluck.report.figures_stud import SHORT_NAMES, entropy_chart, hand_types_chart
from deluck.studies.papers import STUD
from deluck.studies.result import Finding, Findings, StudyResult, Table
from deluck.studies.running import Run

_CARDS = ("4dJh6s", "Kc2d5c", "9d7d7sAcAh", "2hQd6c", "4h9h4s8h3d", "8d4c5d", "TcKhTd5sTh")
_BETTING = "5c 6f 7r 1f 2f 3c 4f 5c 3r 5c 7c 3r 5f 7r 3f"  # seat and action; c posts the bring-in, r bets
_ACTIONS = {"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}
_SHOWN = ("3B", "5D")  # the stages of Figure 1


def sample_record() -> HandRecord:
    """Return the game of Figure 8, its cards and actions, at the paper's stakes."""
    rules = StudRules.paper(7)
    deal = StudDeal(tuple([tuple(parse_cards(cards)) for cards in _CARDS]))
    decisions = tuple([Decision(int(each[0]) - 1, _ACTIONS[each[1]]) for each in _BETTING.split()])
    state = StudState(rules, deal)
    for decision in decisions:
        state.act(decision.action)
    names = tuple([f"Seat {number}" for number in range(1, 8)])
    return HandRecord(
        rules=rules,
        deal=deal,
        decisions=decisions,
        payoffs=state.payoffs(),
        names=names,
        hand_id="Figure 8",
        chips_per_unit=4,
    )


def sample_game(run: Run) -> StudyResult:
    """Return the game of Figure 8 read stage by stage: what Figure 1 shows at 3B and 5D, and its line in Figure 7."""
    reading = read_hand(sample_record(), policy=DEFAULT, seed=run.seed)
    shown = [stage for stage in reading.stages if stage.stage in _SHOWN]
    third_street, fifth_street = (stage.measures.entropy for stage in shown if stage.measures is not None)
    last = reading.stages[-1]
    favourite = max(last.seats, key=lambda each: each.win_true or 0.0)
    return StudyResult(
        name="stud-sample-game",
        title="The sample game: Figures 8 and 1",
        paper=f"{STUD}, Figures 1, 7 and 8.",
        n_games=0,
        seed=run.seed,
        sentences=(
            f"After third street's betting seats {_listed(shown[0])} are left, as in the paper.",
            f"Seeing all cards, the entropy of the winner is {third_street:.3f} bits at 3B and {fifth_street:.3f} bits "
            f"at 5D: {reading.record.names[favourite.seat]}'s third ten makes it the favourite.",
            f"Seat 3's last bet gave {_bits(reading, 2, 2):.2f} bits about its down cards, seat 7's raise "
            f"{_bits(reading, 6, 2):.2f}.",
        ),
        blocks=(
            *(
                Findings(f"Chances to win and entropy at {stage.stage}", tuple(_rows(reading, stage)))
                for stage in shown
            ),
            *(_types(reading, stage) for stage in shown),
            _stages(reading),
            _actions(reading),
        ),
        deviations=(
            "Figure 1's numbers are in its picture only, not in the text, so ours have no counterpart.",
            "Figure 8's money does not follow from the stakes that the paper gives (seat 3 puts in .25 + 1 + 1 + 2 "
            "and loses 2.50), so cards and actions are taken from it, but not money.",
        ),
        charts=(
            *(
                hand_types_chart(
                    f"figure-1-{stage.stage.lower()}", f"Figure 1: hand types at {stage.stage}", reading, stage
                )
                for stage in shown
            ),
            entropy_chart(reading, key="figure-7", title="Figure 7: the sample game"),
        ),
        data={
            stage.stage: {
                "entropy": stage.measures.entropy if stage.measures else None,
                "win": {reading.record.names[each.seat]: each.win_true for each in stage.seats},
            }
            for stage in reading.stages
        },
    )


def _listed(stage: StageReading) -> str:
    return ", ".join(str(each.seat + 1) for each in stage.seats)


def _bits(reading: HandReading, seat: int, street: int) -> float:
    found = [each for each in reading.actions if each.seat == seat and each.street == street]
    return next(each.bits for each in reversed(found) if each.action is not Action.FOLD)


def _rows(reading: HandReading, stage: StageReading) -> list[Finding]:
    joint = joint_wins([_cards(each) for each in stage.seats], _folded(reading, stage))
    rows = []
    for index, each in enumerate(stage.seats):
        name = reading.record.names[each.seat]
        rows.append(Finding(what=f"{stage.stage} {name}, equation (1)", ours=float(each.win_true or 0.0)))
        rows.append(
            Finding(
                what=f"{stage.stage} {name}, dealt jointly",
                ours=float(joint.share[index]),
                stderr=float(joint.stderr[index]),
            )
        )
    assert stage.measures is not None
    return [*rows, Finding(what=f"{stage.stage} entropy H", ours=stage.measures.entropy, unit="bits")]


def _cards(each: SeatReading) -> list[int]:
    return [*(each.held or ()), *each.up]


def _folded(reading: HandReading, stage: StageReading) -> list[int]:
    """Return the cards dealt to those who are out."""
    live = [each.seat for each in stage.seats]
    deal = reading.record.deal
    assert isinstance(deal, StudDeal)
    hands = [hand for seat, hand in enumerate(deal.hands) if seat not in live]
    return [card for hand in hands for card in hand if card is not None]


def _types(reading: HandReading, stage: StageReading) -> Table:
    rows = []
    for each in stage.seats:
        name = reading.record.names[each.seat]
        assert each.hand_types_true is not None
        for label, distribution in (("as it is", each.hand_types_true), ("bets read", each.hand_types)):
            shares = categories_of(distribution)
            rows.append((f"{name}, {label}", *(f"{100 * share:.1f}" for share in shares)))
    return Table(f"Final hand types at {stage.stage}, %", ("", *SHORT_NAMES), tuple(rows))


def _stages(reading: HandReading) -> Table:
    rows = []
    for stage in reading.stages:
        assert stage.measures is not None
        found = stage.measures
        rows.append(
            (
                stage.stage,
                str(found.n_active),
                f"{found.entropy:.3f}",
                f"{found.cards_only:.3f}",
                f"{found.bet_inferring:.3f}",
            )
        )
    columns = ("stage", "players", "entropy", "KL cards only", "KL bets read")
    return Table("The game's line in Figure 7, bits", columns, tuple(rows))


def _actions(reading: HandReading) -> Table:
    rows = [
        (
            f"{reading.record.rules.street_names[each.street]}: {reading.record.names[each.seat]} {each.does}",
            f"{100 * each.probability:.0f}%",
            f"{each.bits:.2f}",
            f"{each.bits_true:+.2f}" if each.bits_true is not None else "–",
        )
        for each in reading.actions
    ]
    columns = ("action", "how likely", "bits about the down cards", "bits towards the actual ones")
    return Table("What each action revealed", columns, tuple(rows))
