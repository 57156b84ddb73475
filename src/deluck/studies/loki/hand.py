"""The example hand of the first paper: A-Q on a flop of 3, 4 and jack, its strength, potential and decisions."""

from deluck.beliefs.holdem.spot import Spot
from deluck.beliefs.holdem.styles import VERSIONS
from deluck.cards import parse_cards
from deluck.formats.situations import parse_situation
from deluck.metrics import transitions
from deluck.metrics.potential import effective_hand_strength
from deluck.players import Loki1, Loki1Options
from deluck.studies.papers import LOKI
from deluck.studies.result import Finding, Findings, StudyResult
from deluck.studies.running import Run

HOLE, FLOP, N_OPPONENTS = "AdQc", "3h4cJh", 5
_TABLE_2 = ((449005, 3211, 169504), (0, 8370, 540), (91981, 1036, 346543))
_STANDINGS = ("ahead", "tied", "behind")
_POT, _TO_CALL = 175, 20  # in dollars, the small bet being ten


def hand(run: Run) -> StudyResult:
    """Return the numbers of section 4 beside ours; all are exact."""
    now, one_card, two_cards = (transitions([parse_cards(HOLE)], [parse_cards(FLOP)], n) for n in (0, 1, 2))
    strength = float(now.hand_strength[0])
    potential = float(one_card.positive[0])
    effective = effective_hand_strength(strength**N_OPPONENTS, potential)
    spot = Spot(0, 1, N_OPPONENTS, 2, _TO_CALL, _POT, 10, 40, can_raise=True)
    first = Loki1(Loki1Options(version=VERSIONS["B"])).explain(parse_situation(HOLE, FLOP, "ccccck/", N_OPPONENTS + 1))
    counts = [
        Finding(
            what=f"{before}, then {after}", ours=int(two_cards.weights[0, row, column]), paper=_TABLE_2[row][column]
        )
        for row, before in enumerate(_STANDINGS)
        for column, after in enumerate(_STANDINGS)
    ]
    blocks = (
        Findings(
            "Section 4.2: strength",
            (
                *(
                    Finding(what=f"holdings against which we are {word}", ours=int(n), paper=paper)
                    for word, n, paper in zip(_STANDINGS, now.weights[0].diagonal(), (628, 9, 444), strict=True)
                ),
                Finding(what="HS", ours=strength, paper=0.585),
                Finding(what="HS against five", ours=strength**N_OPPONENTS, paper=0.069),
            ),
        ),
        Findings("Table 2: over two cards", tuple(counts)),
        Findings(
            "Equations (1) and (2)",
            (
                Finding(what="Ppot, two cards", ours=float(two_cards.positive[0]), paper=0.208),
                Finding(what="Npot, two cards", ours=float(two_cards.negative[0]), paper=0.274),
                Finding(what="Ppot, one card", ours=potential, paper=0.108),
                Finding(what="Npot, one card", ours=float(one_card.negative[0]), paper=0.145),
            ),
        ),
        Findings(
            "Section 4.4: the decisions",
            (
                Finding(what="EHS against five", ours=effective, paper=0.17, decimals=2),
                Finding(what="first to act", ours="check" if first.action.label == "call" else "bet", paper="check"),
                Finding(what="pot odds of 20 into 175", ours=spot.pot_odds, paper=0.103),
                Finding(
                    what="facing that",
                    ours="call" if potential >= spot.pot_odds else "fold",
                    paper="call",
                ),
            ),
        ),
    )
    rows = [row for block in blocks for row in block.rows]
    return StudyResult(
        name="loki-hand",
        title="The A-Q example of Loki",
        paper=f"{LOKI}, sections 4.2 and 4.4, Table 2.",
        n_games=0,
        seed=run.seed,
        sentences=(
            f"A♦Q♣ on 3♥4♣J♥, against uniform holdings; {sum(row.is_same for row in rows)} of {len(rows)} printed "
            "values are reproduced digit for digit.",
            "Out of position with an EHS of 0.17 it checks; facing two bets it calls, because Ppot reaches the pot "
            "odds.",
        ),
        blocks=blocks,
    )
