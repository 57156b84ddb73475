"""``deluck hand`` of no-limit, pot-limit and multiway hands: pots, equities, prices and luck, street by street."""

import json
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from deluck.cards import format_cards, parse_cards
from deluck.evaluator.reference import best_class
from deluck.formats.phh_writing import format_phh
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState
from deluck.metrics import all_in_equity
from deluck.records import Decision, HandRecord

NO_LIMIT = str(Path(__file__).parents[2] / "examples" / "six-max-no-limit.phhs")
RULES = {"no-limit": HoldemRules.no_limit(3), "pot-limit": HoldemRules.pot_limit(4), "limit": HoldemRules.limit(3)}


def equities(*hands, board, dead=""):
    """Return the share of each hand over all boards, by the slow evaluator."""
    holes, known, out = [parse_cards(hand) for hand in hands], parse_cards(board), parse_cards(dead)
    deck = [card for card in range(52) if card not in {*known, *out, *(card for hole in holes for card in hole)}]
    shares, n_boards = [0.0] * len(hands), 0
    for rest in combinations(deck, 5 - len(known)):
        classes = [best_class([*hole, *known, *rest]) for hole in holes]
        winners = [seat for seat, each in enumerate(classes) if each == max(classes)]
        n_boards += 1
        for seat in winners:
            shares[seat] += 1 / len(winners)
    return [share / n_boards for share in shares]


def all_in_hand():
    """Return a hand of three that are all-in before the flop with stacks of 10, 20 and 30 big blinds."""
    holes = ("AsAd", "KsKd", "7h6h")
    deal = HoldemDeal(tuple(parse_cards(hole) for hole in holes), parse_cards("2c9dJhQs3s"))
    rules, stacks = HoldemRules.no_limit(3), (1000, 2000, 3000)
    state = HoldemState(rules, deal, stacks)
    decisions = []
    for action, amount in ((Action.RAISE, 3000), (Action.CALL, None), (Action.CALL, None)):
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    return HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=("Anna", "Bert", "Cleo"),
        stacks=stacks,
        hand_id="7",
    )


@pytest.fixture
def written(tmp_path):
    def write(*records):
        path = tmp_path / "hands.phhs"
        path.write_text("\n".join(f"[{number}]\n{format_phh(each)}" for number, each in enumerate(records, 1)))
        return str(path)

    return write


def test_pots_side_pots_and_equities_of_an_all_in(deluck, written):
    code, out, err = deluck("hand", written(all_in_hand()), "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["priced"], found["family"], found["unit"]) == (True, "prices", "bb")
    flop = found["rounds"]["flop"]
    assert flop["pots"] == [
        {"amount": 30.0, "players": ["Anna", "Bert", "Cleo"]},
        {"amount": 20.0, "players": ["Bert", "Cleo"]},
    ]
    shares = equities("AsAd", "KsKd", "7h6h", board="2c9dJh")
    assert [seat["equity"] for seat in flop["seats"]] == pytest.approx(list(shares))
    side = equities("KsKd", "7h6h", board="2c9dJh", dead="AsAd")
    expected = [30 * shares[0] - 10, 30 * shares[1] + 20 * side[0] - 20, 30 * shares[2] + 20 * side[1] - 20]
    assert [seat["all_in_equity"] for seat in flop["seats"]] == pytest.approx(expected)
    results = {each["player"]: each for each in found["results"]}
    assert [results[name]["money"] for name in ("Anna", "Bert", "Cleo")] == [20.0, 0.0, -20.0]
    before = all_in_equity(["AsAd", "KsKd", "7h6h"], method="exact").players[0].equity
    assert results["Anna"]["all_in_ev"] == pytest.approx(30 * before - 10)
    assert "luck" not in found["rounds"]["preflop"]["seats"][0]
    for seat in range(3):
        luck = sum(each["seats"][seat]["luck"] for name, each in found["rounds"].items() if name != "preflop")
        assert luck == pytest.approx(found["results"][seat]["board_luck"])
        assert luck == pytest.approx(found["results"][seat]["money"] - found["results"][seat]["all_in_ev"])


@pytest.mark.parametrize("structure", RULES)
def test_money_is_start_decisions_and_board_in_every_structure(deluck, written, structure):
    rng, rules = random.Random(5), RULES[structure]
    deal = HoldemDeal.from_deck(rng.sample(range(52), 2 * rules.n_seats + 5), rules.n_seats)
    state = HoldemState(rules, deal, (50 * rules.unit,) * rules.n_seats)
    decisions = []
    while state.actor is not None:
        action = Action.RAISE if len(decisions) in (1, 5) and state.max_raise_to else Action.CALL
        amount = state.min_raise_to if action is Action.RAISE and not rules.is_limit else None
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    names = ("Anna", "Bert", "Cleo", "Dora")[: rules.n_seats]
    record = HandRecord(
        rules=rules,
        deal=deal,
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=names,
        stacks=(50 * rules.unit,) * rules.n_seats,
    )
    code, out, _ = deluck("hand", written(record), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["unit"] == ("sb" if structure == "limit" else "bb")
    made = [each for street in found["rounds"].values() for each in street["decisions"]]
    assert len(made) == len(decisions)
    assert sum(each["amount"] is not None for each in made) == sum(each.action is Action.RAISE for each in decisions)
    for seat, result in enumerate(found["results"]):
        own = sum(each["value"] for each in made if each["seat"] == seat)
        assert result["own_value"] == pytest.approx(own, abs=1e-9)
        total = result["start_value"] + own + result["opponents_value"] + result["board_luck"]
        assert total == pytest.approx(result["money"], abs=1e-9)
        assert result["money"] == pytest.approx(state.payoffs()[seat] / rules.unit)


def test_in_words_every_street_has_its_tables(deluck, written):
    code, out, err = deluck("hand", written(all_in_hand()))
    assert (code, err) == (0, "")
    assert "hindsight" in out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Flop 2♣9♦J♥: main pot 30 bb (Anna, Bert, Cleo), side pot 1 20 bb (Bert, Cleo)" in lines
    assert "Cleo raise to 30" in " ".join(lines)
    assert any(line.startswith("Anna 100.00% +20.0000 ") for line in lines)
    assert "Money = start + own decisions + others' decisions + board, in bb" in lines


def test_what_hidden_cards_leave_is_shown_and_the_rest_explained(deluck, written):
    whole = all_in_hand()
    hidden = replace(whole, deal=HoldemDeal((*whole.deal.holes[:2], (None, None)), whole.deal.board))
    code, out, _ = deluck("hand", written(hidden), "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["priced"], found["reason"], found["family"]) == (False, "not all hole cards are known", None)
    assert [seat["equity"] for seat in found["rounds"]["flop"]["seats"]] == [None] * 3
    assert all(each["value"] is None for each in found["rounds"]["preflop"]["decisions"])
    assert [each["money"] for each in found["results"]] == [20.0, 0.0, -20.0]
    assert "divat_nl" not in found["results"][0]
    _, shown, _ = deluck("hand", written(hidden))
    assert "no prices: not all hole cards are known" in shown
    assert "need all hole cards" in shown
    assert "price" not in shown.split("What was done before the flop")[1]


def test_equities_are_shown_once_all_who_are_in_are_known(deluck, written):
    """A seat that folded before the flop may be hidden: its cards count as in the deck."""
    rules = HoldemRules.no_limit(3)
    deal = HoldemDeal(tuple(parse_cards(hole) for hole in ("AsAd", "KsKd", "7h6h")), parse_cards("2c9dJhQs3s"))
    state = HoldemState(rules, deal, (1000,) * 3)
    decisions = []
    for action in (Action.FOLD, *[Action.CALL] * 8):
        decisions.append(Decision(state.actor, action))
        state.act(action)
    shown = HoldemDeal((*deal.holes[:2], (None, None)), deal.board)
    record = HandRecord(
        rules=rules,
        deal=shown,
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=("Anna", "Bert", "Cleo"),
        stacks=(1000,) * 3,
    )
    found = json.loads(deluck("hand", written(record), "--json")[1])
    shares = equities("AsAd", "KsKd", board=format_cards(deal.board[:3]))
    assert [seat["equity"] for seat in found["rounds"]["flop"]["seats"]] == pytest.approx(list(shares))
    assert found["rounds"]["preflop"]["seats"][0]["equity"] is None


def test_a_hand_of_the_example(deluck):
    code, out, _ = deluck("hand", NO_LIMIT, "--hand", "3", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["priced"]
    assert found["hand"]["hand_id"] == found["hand_id"]
    assert len(found["results"]) == 6
    assert sum(each["divat_nl_luck"] for each in found["results"]) == pytest.approx(0, abs=1e-9)
