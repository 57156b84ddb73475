"""No-limit and pot-limit hands: money with its interval, by position, for every player; never added to limit hands."""

import math
import random
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pyarrow.parquet as pq
import pytest

from deluck.assessment import AssessmentError, assess
from deluck.assessment.hands import HIDES_CARDS
from deluck.assessment.table import write_table
from deluck.estimators.money import money_before_rake
from deluck.formats import Rejected
from deluck.games import Action, Forced, HoldemDeal, HoldemRules, HoldemState, RulesError, Structure, position_names
from deluck.records import Decision, HandColumns, HandRecord, replay, validate, walk

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Finn", "Gert", "Hugo", "Ines", "Jens")
MOVES = {Action.FOLD: 0.15, Action.CALL: 0.55, Action.RAISE: 0.3}


def play(rng, rules, stacks, *, forced=None, names=None, hand_id="", hide=0.0, rake=0):
    """Return a hand played at random, raises of any size; some hole cards hidden, a rake taken from every pot won."""
    deal = HoldemDeal.from_deck(rng.sample(range(52), 2 * rules.n_seats + 5), rules.n_seats)
    state = HoldemState(rules, deal, stacks, forced)
    decisions = []
    while state.actor is not None:
        legal = state.legal_actions()
        action = rng.choices(legal, [MOVES[each] for each in legal])[0]
        amount = None
        if action is Action.RAISE:
            amount = rng.choice([state.min_raise_to, rng.randint(state.min_raise_to, state.max_raise_to)])
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    payoffs = list(state.payoffs())
    winners = [seat for seat, chips in enumerate(payoffs) if chips + state.contributions[seat] > 0]
    taken = rake if len(winners) == 1 else 0
    payoffs[winners[0]] -= taken
    holes = tuple(
        (None, None) if state.folded[seat] and rng.random() < hide else hole for seat, hole in enumerate(deal.holes)
    )
    return HandRecord(
        rules=rules,
        deal=HoldemDeal(holes, deal.board),
        decisions=tuple(decisions),
        payoffs=tuple(payoffs),
        names=names or NAMES[: rules.n_seats],
        stacks=stacks,
        forced=forced,
        hand_id=hand_id,
        rake=taken,
    )


def turning(n_hands, seed, rules_of=HoldemRules.no_limit, seats=(2, 3, 6, 10), **settings):
    """Return hands of tables of several sizes in which everybody changes seats."""
    rng = random.Random(seed)
    records = []
    for number in range(n_hands):
        n_seats = rng.choice(seats)
        rules = rules_of(n_seats)
        stacks = tuple(rng.choice((40, 900, 10_000)) + rng.randint(0, 99) for _ in range(n_seats))
        turn = rng.randrange(n_seats)
        names = NAMES[turn:n_seats] + NAMES[:turn]
        records.append(play(rng, rules, stacks, names=names, hand_id=str(number), **settings))
    return records


def won_by(records, name, unit=100):
    """Return what a player won in each of its hands before rake, in big blinds, from the records."""
    found = []
    for record in records:
        if name in record.names:
            seat = record.names.index(name)
            won = record.payoffs[seat]
            if record.rake and won + replay(record).contributions[seat] > 0:
                won += record.rake
            found.append(won / unit)
    return np.array(found)


@pytest.fixture(scope="module")
def records():
    return turning(600, 1, hide=0.5, rake=30)


@pytest.fixture(scope="module")
def found(records):
    return assess(HandColumns.from_records(records), player="Bert")


def test_money_has_its_interval_in_big_blinds(records, found):
    won = won_by(records, "Bert")
    money = found.estimators["money"]
    assert (found.structure, found.unit, found.per_100_unit) == ("no-limit", "bb/game", "bb/100")
    assert (found.unit_name, found.unit_words) == ("bb", "big blinds")
    assert list(found.estimators) == ["money"]
    assert (money.n, found.n_hands, found.n_assessed) == (len(won), len(won), 0)
    assert money.mean == pytest.approx(won.mean())
    assert money.sd == pytest.approx(won.std(ddof=1))
    half = 1.959964 * won.std(ddof=1) / math.sqrt(len(won))
    assert money.ci95 == pytest.approx((won.mean() - half, won.mean() + half))
    needed = ((1.959964 + 0.841621) * won.std(ddof=1) / won.mean()) ** 2
    assert found.comparisons["money"].hands_needed == pytest.approx(needed, rel=1e-6)
    assert list(found.set_aside) == ["not all hole cards are known", HIDES_CARDS]
    assert sum(found.set_aside.values()) == len(won)
    assert found.n_rejected == 0


def test_every_player_has_its_money_and_all_adds_up_to_nothing(records, found):
    assert set(found.players_money) == set(NAMES)
    with_bert = [record for record in records if "Bert" in record.names]
    for name, summary in found.players_money.items():
        won = won_by(with_bert, name)
        assert summary.n == len(won)
        assert summary.total == pytest.approx(won.sum())
        assert summary.stderr == pytest.approx(won.std(ddof=1) / math.sqrt(len(won)))
    assert found.players_money["Bert"] == found.estimators["money"]
    assert sum(each.total for each in found.players_money.values()) == pytest.approx(0, abs=1e-6)
    counts = [each.n for each in found.players_money.values()]
    assert counts == sorted(counts, reverse=True)


def test_positions_are_those_of_tables_of_any_size(records, found):
    by_name = {}
    for record in records:
        if "Bert" in record.names:
            seat = record.names.index("Bert")
            by_name.setdefault(position_names(record.n_seats)[seat], []).append(won_by([record], "Bert")[0])
    assert list(found.positions) == [name for name in position_names(10) if name in by_name]
    for name, won in by_name.items():
        assert found.positions[name]["money"].n == len(won)
        assert found.positions[name]["money"].total == pytest.approx(sum(won))
    assert found.seats == {}
    table = found.to_arrow()
    assert set(table["position"].to_pylist()) == set(by_name)


def test_the_verdict_is_a_rate_with_its_interval(found):
    money = found.estimators["money"]
    rate, half = 100 * money.mean, 100 * 1.959964 * money.stderr
    verb = "won" if money.total > 0 else "lost"
    assert found.verdict.startswith(f"Bert {verb} ")
    assert f" bb over {money.n} hands: {rate:+.2f} ± {half:.2f} bb/100, which is " in found.verdict
    assert found.verdict.endswith(".")
    for reason, n in found.set_aside.items():
        assert f"{n} games were not assessed: {reason}; only money counts." in found.notes


def test_a_clear_result_is_claimed_and_a_few_hands_are_not():
    """Anna is paid a blind or a little more every hand."""
    rng = random.Random(3)
    fold = [play(rng, HoldemRules.no_limit(2), (1000, 1000), hand_id=str(number)) for number in range(40)]
    given = [replace(record, payoffs=(100 + number % 2, -100 - number % 2)) for number, record in enumerate(fold)]
    found = assess(HandColumns.from_records(given))
    assert found.verdict.startswith("Anna won 100.5 bb/100 over 40 hands; with ")
    assert found.verdict.endswith(" bb/100: above zero with 95% confidence.")
    few = assess(HandColumns.from_records(given[:5]))
    assert "bb/100, from too few hands to say anything (expected 30 at the least)." in few.verdict


def test_structures_are_never_added_up(play_random):
    limit = play_random(12, 4)
    no_limit = turning(20, 5, seats=(2,))
    pot_limit = turning(7, 6, HoldemRules.pot_limit, seats=(2,))
    columns = HandColumns.from_records([*no_limit[:3], *limit, *pot_limit, *no_limit[3:]])
    default = assess(columns, player="Anna")
    assert (default.structure, default.n_hands) == ("no-limit", 20)
    assert default.other_structures == {"limit": 12, "pot-limit": 7}
    assert default.estimators["money"].total == pytest.approx(won_by(no_limit, "Anna").sum())
    assert default.hands.selection.rows.tolist() == [0, 1, 2, *range(22, 39)]
    assert any(
        "12 limit games of Anna are reported apart" in note and "--structure limit" in note for note in default.notes
    )
    chosen = assess(columns, player="Anna", structure="limit")
    assert (chosen.structure, chosen.n_hands, chosen.unit) == ("limit", 12, "sb/game")
    alone = assess(HandColumns.from_records(limit), player="Anna")
    assert chosen.estimators == alone.estimators
    assert assess(columns, player="Anna", structure=Structure.POT_LIMIT).n_hands == 7
    with pytest.raises(RulesError, match=r"no betting structure 'fixed' \(expected limit, pot-limit, no-limit"):
        assess(columns, structure="fixed")
    with pytest.raises(AssessmentError, match=r"no limit hand of 'Anna' \(expected a structure of no-limit: 20\)"):
        assess(HandColumns.from_records(no_limit), player="Anna", structure="limit")


def test_what_the_units_do_not_say_is_noted():
    records = turning(6, 8, seats=(6,))
    played = datetime(2024, 5, 1, 12, tzinfo=UTC)
    changed = [
        replace(records[0], tournament="Sunday 1", time=played),
        replace(records[1], outside=(0, 50, 0, 0, 0, 0)),
        *records[2:],
    ]
    found = assess(HandColumns.from_records(changed))
    plain = assess(HandColumns.from_records(records))
    assert found.estimators["money"] == plain.estimators["money"]
    assert "1 game of tournaments: results are chips, not money." in found.notes
    assert any(note.startswith("1 game had money outside the pots") for note in found.notes)
    assert not any("tournament" in note or "outside" in note for note in plain.notes)


def test_blinds_of_several_sizes_count_each_in_its_own():
    small = turning(10, 9, lambda n_seats: HoldemRules.no_limit(n_seats, 1, 2), seats=(3,))
    large = turning(10, 10, seats=(3,))
    found = assess(HandColumns.from_records(small + large), player="Cleo")
    expected = [*won_by(small, "Cleo", 2), *won_by(large, "Cleo")]
    assert found.hands.values("money").tolist() == pytest.approx(expected)
    assert "There are 2 sizes of blinds; every game counts in its own big blinds." in found.notes


def test_duplicate_no_limit_games_are_judged_by_pairs():
    rng = random.Random(11)
    records = []
    for number in range(40):
        first = play(rng, HoldemRules.no_limit(2), (5000, 5000), hand_id=str(number))
        again = play(random.Random(number), HoldemRules.no_limit(2), (5000, 5000), hand_id=str(number))
        state = HoldemState(first.rules, first.deal, (5000, 5000))
        decisions = []
        while state.actor is not None:
            decisions.append(Decision(state.actor, Action.CALL))
            state.act(Action.CALL)
        second = replace(
            again, deal=first.deal, decisions=tuple(decisions), payoffs=state.payoffs(), names=("Bert", "Anna")
        )
        records += [first, second]
    found = assess(HandColumns.from_records(records), player="Anna")
    assert found.pairs.n == 40
    assert {"money", "all_in_ev", "money_minus_board_luck", "divat_nl", "duplicate_money"} < set(found.estimators)
    for name in ("money", "divat_nl"):
        values = found.hands.values(name)
        means = (values[0::2] + values[1::2]) / 2
        paired = found.estimators[f"duplicate_{name}"]
        assert (paired.n, paired.mean) == (40, pytest.approx(means.mean()))
        assert paired.stderr == pytest.approx(means.std(ddof=1) / math.sqrt(40))
    assert "over 80 hands (40 duplicate pairs)" in found.verdict
    half = 100 * 1.959964 * found.estimators["duplicate_divat_nl"].stderr
    assert f"with the luck removed it is {100 * means.mean():+.1f} ± {half:.1f} bb/100" in found.verdict


def test_posts_straddles_and_short_blinds_break_nothing():
    rng = random.Random(12)
    rules = HoldemRules.no_limit(4, ante=10)
    forced = Forced((50, 100, 200, 0), (0, 0, 0, 100), (10, 10, 10, 60))
    records = [play(rng, rules, (30, 5000, 260, 5000), forced=forced, hand_id=str(number)) for number in range(50)]
    for record in records:
        validate(record)
    found = assess(HandColumns.from_records(records), player="Dora")
    assert found.estimators["money"].total == pytest.approx(won_by(records, "Dora").sum())


def test_the_result_is_the_same_for_any_number_of_jobs_and_files(records, values_of):
    renumbered = [replace(record, hand_id=f"{record.hand_id}.{copy}") for copy in range(15) for record in records]
    columns = HandColumns.from_records(renumbered)
    whole = assess(columns, player="Bert", n_jobs=2)
    parts = assess([columns[:100], columns[100:5000], columns[5000:]], player="Bert")
    assert values_of(whole) == values_of(parts)


def test_a_row_a_hand_is_written(found, tmp_path):
    path = tmp_path / "hands.parquet"
    write_table(found, path)
    rows = pq.read_table(path).to_pylist()
    assert [row["money"] for row in rows] == found.hands.values("money").tolist()
    assert {row["divat_roe"] for row in rows} == {None}
    assert {row["reason"] for row in rows} == {"not all hole cards are known", HIDES_CARDS}


def shared_pots(n_hands, seed):
    """Yield no-limit hands in which several seats took from the pots: with what they won, and less their rake."""
    rng = random.Random(seed)
    found = []
    while len(found) < n_hands:
        record = play(rng, HoldemRules.no_limit(4), tuple(rng.choice((60, 400, 3000)) for _ in range(4)))
        final = replay(record)
        exact = final.exact_payoffs()
        taking = [seat for seat in range(4) if exact[seat] + final.contributions[seat] > 0]
        if len(taking) < 2 or sum(final.folded) == 3:
            continue
        raked = list(record.payoffs)
        for seat in taking:
            raked[seat] -= 2
        found.append((replace(record, payoffs=tuple(raked), rake=2 * len(taking)), exact))
    return found


def test_rake_of_shared_pots_is_given_back_by_the_cards():
    hands = shared_pots(40, 13)
    columns = HandColumns.from_records([record for record, _ in hands])
    found = money_before_rake(columns, walk(columns))
    assert found == pytest.approx(np.array([[float(chips) for chips in exact] for _, exact in hands]) / 100)


def test_a_pot_run_twice_is_shared_between_its_boards():
    """All-in before the flop, Anna wins one board and Bert the other, or one of them both."""
    rng = random.Random(14)
    rules, seen = HoldemRules.no_limit(2), set()
    records, exact = [], []
    for _ in range(60):
        cards = rng.sample(range(52), 14)
        deal = HoldemDeal((tuple(cards[:2]), tuple(cards[2:4])), tuple(cards[4:9]), (tuple(cards[9:14]),))
        state = HoldemState(rules, deal, (1000, 1000))
        decisions = [Decision(1, Action.RAISE, 1000), Decision(0, Action.CALL)]
        for decision in decisions:
            state.act(decision.action, decision.amount)
        won = state.exact_payoffs()
        seen.add(float(won[0]))
        taking = [seat for seat in range(2) if won[seat] > -1000]
        payoffs = tuple(int(chips) - (20 // len(taking) if seat in taking else 0) for seat, chips in enumerate(won))
        records.append(
            HandRecord(
                rules=rules, deal=deal, decisions=tuple(decisions), payoffs=payoffs, names=("Anna", "Bert"),
                stacks=(1000, 1000), rake=20,
            )
        )  # fmt: skip
        exact.append([float(chips) / 100 for chips in won])
    assert seen >= {-1000, 0, 1000}
    columns = HandColumns.from_records(records)
    assert money_before_rake(columns, walk(columns)) == pytest.approx(np.array(exact))


def test_rejections_are_counted_by_kind(records):
    rejected = [Rejected("a.log", line, f"hand '{line}': action 'r{line}' (expected f, c)") for line in range(5)]
    rejected.append(Rejected("a.log", 9, "no such thing"))
    found = assess([*rejected, HandColumns.from_records(records[:3])])
    assert found.as_dict()["rejected_reasons"] == {rejected[0].kind: 5, "no such thing": 1}
