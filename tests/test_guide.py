"""Every number of the guide is what the program says."""

import re
from pathlib import Path

import pytest

from deluck.assessment.single_hand import hand_values
from deluck.estimators import analyse
from deluck.estimators.divat.hand_analysis import describe_hands
from deluck.formats import parse_divat, read_columns
from deluck.records import HandColumns

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "guide.md").read_text()
WORDS = " ".join(GUIDE.split())


@pytest.fixture(scope="module")
def told():
    command = re.search(r"deluck hand --p1 (\w+) --p2 (\w+) --board (\w+) --betting (\S+)", GUIDE)
    (found,) = describe_hands(analyse(HandColumns.from_records([parse_divat(*command.groups())])))
    return found


def written(value):
    return f"{value:+.2f}".replace("-", "−")


def rows(header):
    lines = GUIDE[GUIDE.index(header) :].split("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def test_prices(told):
    names = "Alfred", "Betty"
    wanted = [
        (each.name, names[decision.seat], decision.action, decision.baseline_action, written(decision.value))
        for each in told.rounds
        for decision in each.decisions
        if decision.action != decision.baseline_action
    ]
    assert rows("| street | who |") == wanted


def test_deals(told):
    assert [row[1] for row in rows("| deal |")] == [written(each.luck) for each in told.rounds]


def test_totals(told):
    money, roe, luck = told.money, told.roe, told.luck
    assert f"−{-money:.0f} = {written(roe)} − {-luck:.2f}" in WORDS
    assert f"**{written(roe)} sb** for Alfred" in WORDS
    assert f"Betty wins {-money:.0f} sb" in WORDS


def test_the_flop(told):
    flop, turn = told.rounds[1:3]
    check, bet = flop.decisions[0].value, flop.decisions[1].value
    assert f"worth {written(flop.roe.baseline)} to him" in WORDS
    assert f"while he is ahead: {written(flop.roe.baseline + check)}. So his check costs {-check:.2f}" in WORDS
    assert f"she calls: {written(flop.roe.actual)}. Her bet cost her {-bet:.2f}" in WORDS
    assert f"over the round he is up {flop.roe.difference:.2f}" in WORDS
    assert f"that is {written(turn.roe.actual)} sb, because he wins 40 times of 44" in WORDS


def test_hands_needed():
    money, divat = (
        float(found) for found in re.search(r"money was ([\d.]+) sb and that of DIVAT ([\d.]+)\.", WORDS).groups()
    )
    for edge, with_money, with_divat in rows("| edge |"):
        size = float(edge.split()[0])
        assert edge == f"{size:.2f} sb/game ({100 * size:.0f} bb/100)"
        for sd, shown in ((money, with_money), (divat, with_divat)):
            assert shown == f"{(1.96 * sd / size) ** 2:,.0f} games"
    assert f"as much as {(money / divat) ** 2:.0f} games of money" in WORDS


def test_the_interval_of_the_example_sentence():
    mean, half, low, high = map(int, re.search(r"better by (\d+) ± (\d+) sb.*?from −(\d+) to \+(\d+)", WORDS).groups())
    assert (mean - half, mean + half) == (-low, high)


def test_readme_links_to_it():
    assert "docs/guide.md" in (ROOT / "README.md").read_text()


def in_short(value):
    return f"{value:+.1f}".replace("-", "−")


def test_a_no_limit_hand():
    path, number = re.search(r"deluck hand (examples/\S+) --hand (\d+)", GUIDE).groups()
    hands = HandColumns.concatenate(read_columns(ROOT / path))
    found = hand_values(hands[hands.hand_ids.tolist().index(number)])
    names, turn = found.hand.players, found.streets[2]
    expected = [
        (
            names[each.seat],
            f"{100 * turn.equities[each.seat]:.2f}%",
            in_short(turn.all_in_equities[each.seat]),
            in_short(turn.luck[each.seat]),
            f"{each.action} {each.amount:g}" if each.amount else each.action,
            in_short(each.value),
            each.baseline_action,
        )
        for each in turn.decisions
    ]
    assert rows("| turn, pot") == expected
    assert f"| turn, pot {turn.pots[0].amount / found.unit_chips:g} bb |" in GUIDE
    seat = names.index("sticky")
    values = {name: each[seat] for name, each in found.hand.values.items()}
    own = found.own_prices(seat)
    parts = [values["start_value"], own, found.all_prices(seat) - own, values["board_luck"]]
    shown = [f"{abs(part):.1f}" for part in parts]
    signs = ["−" if part < 0 else "+" for part in parts]
    total = f"{in_short(values['money'])} = {signs[0]}{shown[0]}" + "".join(
        f" {sign} {part}" for sign, part in zip(signs[1:], shown[1:], strict=True)
    )
    assert total in WORDS
    assert f"all-in EV {in_short(values['all_in_ev'])}, DIVAT {in_short(values['divat_nl'])} of the" in WORDS
