import os
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deluck.arena.wire import (
    MatchState,
    WireAnswer,
    WireError,
    check_version,
    format_answer,
    format_matchstate,
    format_version,
    is_comment,
    matchstate_of_summary,
    matchstate_of_view,
    parse_answer,
    parse_matchstate,
    raise_of_total,
    raises_fit,
    total_of_raise,
)
from deluck.cards import format_card, parse_cards
from deluck.games import Action, HoldemDeal, HoldemRules, HoldemState

DATA = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[3] / "shared" / "data")) / "acpc"
RULES = {2: HoldemRules.acpc_heads_up(), 3: HoldemRules.acpc_three_seats()}
CARD = re.compile(r"[2-9TJQKA][cdhs]")


def no_limit_hands(n_seats, n_hands, seed, stack, structure=HoldemRules.no_limit):
    """Yield no-limit hands about to be played at random, with the generator that plays them."""
    rng = np.random.default_rng(seed)
    for _ in range(n_hands):
        deal = HoldemDeal.from_deck(rng.permutation(52), n_seats)
        yield deal, HoldemState(structure(n_seats), deal, (stack,) * n_seats), rng


def random_hands(n_seats, n_hands, seed):
    """Yield hands about to be played at random, with the generator that plays them."""
    rng = np.random.default_rng(seed)
    for _ in range(n_hands):
        deal = HoldemDeal.from_deck(rng.permutation(52), n_seats)
        yield deal, HoldemState(RULES[n_seats], deal), rng


def cards_written(line):
    return set(CARD.findall(line.split(":")[4]))


def texts(cards):
    return {format_card(card) for card in cards}


@pytest.mark.parametrize("n_seats", [2, 3])
def test_every_state_of_a_hand_reads_back_and_shows_exactly_what_the_seat_may_see(n_seats):
    n_states = n_showdowns = 0
    for number, (deal, state, rng) in enumerate(random_hands(n_seats, 150, seed=n_seats)):
        while not state.is_over:
            for seat in range(n_seats):
                told = matchstate_of_view(state.view(seat), number)
                line = format_matchstate(told)
                assert parse_matchstate(line) == told
                assert cards_written(line) == texts((*deal.holes[seat], *state.board))
                again = told.play(RULES[n_seats])
                assert again.actor == state.actor
                assert again.view(seat) == state.view(seat)
                n_states += 1
            weights = [0.1 if action is Action.FOLD else 0.45 for action in state.legal_actions()]
            state.act(state.legal_actions()[rng.choice(len(weights), p=np.array(weights) / sum(weights))])
        n_showdowns += state.has_showdown
        for seat in range(n_seats):
            told = matchstate_of_summary(state.summary(seat), number)
            line = format_matchstate(told)
            shown = [deal.holes[seat]]
            if state.folded.count(False) > 1:
                shown += [hole for hole, gone in zip(deal.holes, state.folded, strict=True) if not gone]
            assert parse_matchstate(line) == told
            assert cards_written(line) == texts(card for cards in (*shown, state.board) for card in cards)
            assert told.play(RULES[n_seats]).is_over
    assert n_states > 1000
    assert 20 < n_showdowns < 130


def test_a_hand_told_to_both_positions_word_for_word():
    """Reverse blinds: position 1 posts the small blind and acts first before the flop."""
    state = HoldemState(RULES[2], HoldemDeal((parse_cards("9s8h"), parse_cards("JdTc")), parse_cards("8c8d5c6sKh")))
    told = [[], []]
    for letter in [*"crccrrcccrf"]:
        for seat in (0, 1):
            told[seat].append(format_matchstate(matchstate_of_view(state.view(seat), 30)))
        state.act({"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}[letter])
    for seat in (0, 1):
        told[seat].append(format_matchstate(matchstate_of_summary(state.summary(seat), 30)))
    assert told[0] == [
        "MATCHSTATE:0:30::9s8h|",
        "MATCHSTATE:0:30:c:9s8h|",
        "MATCHSTATE:0:30:cr:9s8h|",
        "MATCHSTATE:0:30:crc/:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:crc/c:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:crc/cr:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:crc/crr:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:crc/crrc/:9s8h|/8c8d5c/6s",
        "MATCHSTATE:0:30:crc/crrc/c:9s8h|/8c8d5c/6s",
        "MATCHSTATE:0:30:crc/crrc/cc/:9s8h|/8c8d5c/6s/Kh",
        "MATCHSTATE:0:30:crc/crrc/cc/r:9s8h|/8c8d5c/6s/Kh",
        "MATCHSTATE:0:30:crc/crrc/cc/rf:9s8h|/8c8d5c/6s/Kh",
    ]
    assert told[1] == [line.replace("STATE:0", "STATE:1").replace("9s8h|", "|JdTc") for line in told[0]]


def test_a_showdown_shows_those_still_in_and_a_folded_seat_its_own():
    deal = HoldemDeal((parse_cards("5d5c"), parse_cards("9hQd"), parse_cards("8dAs")), parse_cards("8s4h6d5sJs"))
    state = HoldemState(RULES[3], deal)
    for letter in "rcfcccccc":
        state.act({"f": Action.FOLD, "c": Action.CALL, "r": Action.RAISE}[letter])
    lines = [format_matchstate(matchstate_of_summary(state.summary(seat), 0)) for seat in range(3)]
    assert lines == [
        "MATCHSTATE:0:0:rcf/cc/cc/cc:5d5c||8dAs/8s4h6d/5s/Js",
        "MATCHSTATE:1:0:rcf/cc/cc/cc:5d5c|9hQd|8dAs/8s4h6d/5s/Js",
        "MATCHSTATE:2:0:rcf/cc/cc/cc:5d5c||8dAs/8s4h6d/5s/Js",
    ]


@pytest.mark.parametrize("n_seats", [2, 3])
def test_the_last_states_of_real_hands_are_those_in_the_log(n_seats):
    path = DATA / f"{n_seats}p.limit.h1000.r0.log"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    n_hands = 0
    for line in path.read_text().splitlines():
        if not line.startswith("STATE:"):
            continue
        _, number, betting, cards, payoffs, _ = line.split(":")
        holes, *board = cards.split("/")
        told = MatchState(
            0, int(number), betting, tuple(map(parse_cards, holes.split("|"))), parse_cards("".join(board))
        )
        assert format_matchstate(told) == f"MATCHSTATE:0:{number}:{betting}:{cards}"
        state = told.play(RULES[n_seats])
        assert state.is_over
        if "." not in payoffs:
            assert [float(paid) for paid in state.exact_payoffs()] == [float(paid) for paid in payoffs.split("|")]
        shown = format_matchstate(matchstate_of_summary(state.summary(0), int(number))).split(":")
        assert shown[3] == betting
        assert shown[4].split("/")[1:] == board
        n_hands += 1
    assert n_hands == 1000


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not a state"),
        ("MATCHSTATE:0:30:c", "not a state"),
        ("MATCHSTATE:-1:30:c:9s8h|", "not a state"),
        ("MATCHSTATE:0:³:c:9s8h|", "not a state"),
        ("MATCHSTATE:0:99999999999:c:9s8h|", "not a state"),
        ("matchstate:0:30:c:9s8h|", "not a state"),
        ("MATCHSTATE:0:30:c:9s8h|:c:c", "not a state"),
        ("MATCHSTATE:0:30:r-300:9s8h|", "not betting: 'r-300'"),
        ("MATCHSTATE:0:30:c300:9s8h|", "not betting: 'c300'"),
        ("MATCHSTATE:0:30:r1234567890123456:9s8h|", "not betting"),
        ("MATCHSTATE:0:30:ck:9s8h|", "not betting: 'ck'"),
        ("MATCHSTATE:0:30:c/c/c/c/c:9s8h|", "not betting"),
        ("MATCHSTATE:0:30:c:9s8|", "not cards"),
        ("MATCHSTATE:0:30:c:9s8h", "not cards"),
        ("MATCHSTATE:0:30:c:9s 8h|", "not cards"),
        ("MATCHSTATE:0:30:cc/:9s8h|/8c8d", "not cards"),
        ("MATCHSTATE:0:30:cc/:9s8h|/", "not cards"),
        ("MATCHSTATE:0:30:cc/:9s8h|", "different streets"),
        ("MATCHSTATE:0:30:c:9s8h|/8c8d5c", "different streets"),
        ("MATCHSTATE:0:30:cc/:9s8h|/8c8d9s", "9s appears twice"),
        ("MATCHSTATE:0:30:c:|9s8h", "no cards for position 0"),
        ("MATCHSTATE:2:30:c:9s8h|", "no cards for position 2"),
    ],
)
def test_a_line_that_is_not_a_state_is_refused_with_the_reason(line, reason):
    with pytest.raises(WireError, match=re.escape(reason)):
        parse_matchstate(line)


@pytest.mark.parametrize("betting", ["f/", "cc", "ccc", "cf", "rrrr", "cc/f", "cc/rrrrr", "fc", "c/", "r20", "r20c/"])
def test_betting_that_the_rules_do_not_allow_is_refused(betting):
    board = "/8c8d5c" if "/" in betting else ""
    told = parse_matchstate(f"MATCHSTATE:0:30:{betting}:9s8h|{board}")
    with pytest.raises(WireError, match="betting that the rules do not allow"):
        told.play(RULES[2])


def test_a_state_for_other_seats_than_the_rules_is_refused():
    with pytest.raises(WireError, match=r"of 3 positions.*expected 2"):
        parse_matchstate("MATCHSTATE:0:30::9s8h||").play(RULES[2])


@pytest.mark.parametrize("action", list(Action))
def test_answers_read_back(action):
    told = parse_matchstate("MATCHSTATE:1:7:cc/r:|JdTc/8c8d5c")
    line = format_answer(told, action)
    assert line == "MATCHSTATE:1:7:cc/r:|JdTc/8c8d5c:" + "fcr"[action]
    assert parse_answer(line) == (told, WireAnswer(action))


@pytest.mark.parametrize("ending", ["", ":", ":x", ":R", ":r300", ": c", ":cc"])
def test_an_answer_without_one_of_the_three_letters_has_no_action(ending):
    line = "MATCHSTATE:1:7:cc/r:|JdTc/8c8d5c"
    assert parse_answer(line + ending) == (parse_matchstate(line), None)


@pytest.mark.parametrize(
    "line", ["c", "hello", "MATCHSTATE:c", ":c", "MATCHSTATE:0:0:x:9s8h|:c", "MATCHSTATE:0:0::9s|:c"]
)
def test_an_answer_to_no_state_is_refused(line):
    with pytest.raises(WireError):
        parse_answer(line)


@pytest.mark.parametrize("structure", [HoldemRules.no_limit, HoldemRules.pot_limit])
@pytest.mark.parametrize(("n_seats", "stack"), [(2, 20_000), (2, 150), (3, 1000), (6, 2000), (10, 700)])
def test_no_limit_states_read_back_and_amounts_are_what_the_seat_has_put_in_over_the_hand(n_seats, stack, structure):
    n_all_in = n_states = 0
    for number, (_, state, rng) in enumerate(no_limit_hands(n_seats, 40, 7, stack, structure)):
        stacks = (stack,) * n_seats
        totals = []  # of raises, from the chips that left the stacks
        while not state.is_over:
            actor, before = state.actor, state.contributions
            for seat in {actor, 0}:
                told = matchstate_of_view(state.view(seat), number)
                assert parse_matchstate(format_matchstate(told)) == told
                again = told.play(state.rules, stacks)
                assert again.view(seat) == state.view(seat)
                n_states += 1
            legal = state.legal_actions()
            action = legal[
                rng.choice(len(legal), p=np.array([0.1, 1, 1][-len(legal) :]) / sum([0.1, 1, 1][-len(legal) :]))
            ]
            amount = None
            if action is Action.RAISE:
                low, high = state.min_raise_to, state.max_raise_to
                amount = int(min(high, low + (high - low) * rng.random() ** 3))
                total = total_of_raise(state, amount)
                assert total == total_of_raise(state.view(), amount)
                assert raise_of_total(state, total) == amount
                totals.append(before[actor] + amount - state.bets[actor])
                assert total == totals[-1]
            state.act(action, amount)
        told = matchstate_of_summary(state.summary(0), number)
        assert parse_matchstate(format_matchstate(told)) == told
        assert told.play(state.rules, stacks).is_over
        assert [int(total) for total in re.findall(r"r([0-9]+)", told.betting)] == totals
        n_all_in += told.betting.endswith("/") and state.has_showdown
    assert n_states > 100
    assert n_all_in > 3 or (structure == HoldemRules.pot_limit and stack == 20_000)


def test_a_no_limit_hand_told_word_for_word():
    """The amounts count what was put in before the street; streets without bets are empty."""
    deal = HoldemDeal((parse_cards("9s8h"), parse_cards("JdTc")), parse_cards("8c8d5c6sKh"))
    state = HoldemState(HoldemRules.no_limit(2), deal, (20_000, 20_000))
    told = []
    for action, amount in [
        (Action.CALL, None),
        (Action.RAISE, 300),
        (Action.CALL, None),
        (Action.RAISE, 300),  # a bet of 300 on the flop
        (Action.RAISE, 19_700),
        (Action.CALL, None),
    ]:
        told.append(format_matchstate(matchstate_of_view(state.view(0), 30)))
        state.act(action, amount)
    told.append(format_matchstate(matchstate_of_summary(state.summary(0), 30)))
    assert told == [
        "MATCHSTATE:0:30::9s8h|",
        "MATCHSTATE:0:30:c:9s8h|",
        "MATCHSTATE:0:30:cr300:9s8h|",
        "MATCHSTATE:0:30:cr300c/:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:cr300c/r600:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:cr300c/r600r20000:9s8h|/8c8d5c",
        "MATCHSTATE:0:30:cr300c/r600r20000c//:9s8h|JdTc/8c8d5c/6s/Kh",
    ]


def test_blinds_that_put_everybody_all_in_leave_empty_streets():
    deal = HoldemDeal((parse_cards("9s8h"), parse_cards("JdTc")), parse_cards("8c8d5c6sKh"))
    state = HoldemState(HoldemRules.no_limit(2, 100, 100), deal, (100, 100))
    line = format_matchstate(matchstate_of_summary(state.summary(1), 0))
    assert line == "MATCHSTATE:1:0:///:9s8h|JdTc/8c8d5c/6s/Kh"


@pytest.mark.parametrize(
    "betting", ["r", "r199", "r20001", "r300r400", "cr300c/r399", "r20000c", "r20000r20000", "f/", "cc/r200c//"]
)
def test_no_limit_betting_that_the_rules_do_not_allow_is_refused(betting):
    n_streets = betting.count("/")
    board = "".join(["/8c8d5c", "/6s", "/Kh"][:n_streets])
    told = parse_matchstate(f"MATCHSTATE:0:30:{betting}:9s8h|{board}")
    reason = r"rules do not allow.*\(expected no-limit hold'em with blinds 50/100 and stacks 20000 20000\)"
    with pytest.raises(WireError, match=reason):
        told.play(HoldemRules.no_limit(2), (20_000, 20_000))


def test_real_no_limit_hands_end_as_the_log_says():
    path = DATA / "2p.nolimit.h1000.r0.log"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    n_hands = n_empty = 0
    for line in path.read_text().splitlines():
        if not line.startswith("STATE:"):
            continue
        _, number, betting, cards, payoffs, _ = line.split(":")
        told = parse_matchstate(f"MATCHSTATE:0:{number}:{betting}:{cards}")
        state = told.play(HoldemRules.no_limit(2), (20_000, 20_000))
        assert [float(paid) for paid in state.exact_payoffs()] == [float(paid) for paid in payoffs.split("|")]
        again = matchstate_of_summary(state.summary(0), int(number))
        assert (again.betting, again.board) == (betting, told.board)
        n_hands += 1
        n_empty += betting.endswith("/")
    assert n_hands == 1000
    assert n_empty > 100


@pytest.mark.parametrize(
    ("ending", "answer"),
    [
        (":r600", WireAnswer(Action.RAISE, 600)),
        (":r-5", WireAnswer(Action.RAISE, -5)),
        (":c", WireAnswer(Action.CALL)),
        (":f", WireAnswer(Action.FOLD)),
        (":r", None),
        (":r6.5", None),
        (":r1e3", None),
        (":c600", None),
        ("", None),
    ],
)
def test_answers_with_amounts(ending, answer):
    line = "MATCHSTATE:1:7:cc/r200:|JdTc/8c8d5c"
    told = parse_matchstate(line)
    assert parse_answer(line + ending, sized=True) == (told, answer)
    if answer is not None and answer.total is not None:
        assert format_answer(told, *answer) == line + ending


@pytest.mark.parametrize("n_seats", [2, 3, 10])
def test_raises_end_where_the_calls_would_not_fit_in_64_actions(n_seats):
    state = next(no_limit_hands(n_seats, 1, 0, 10**6))[1]
    while raises_fit(state.view()):
        state.act(Action.RAISE)
    n_raises = len(state.history)
    while state.street == 0:
        state.act(Action.CALL)
    assert sum(move.street == 0 for move in state.history) == n_raises + n_seats - 1 <= 64
    assert n_raises + n_seats == 65
    assert raises_fit(state.view())


def test_versions():
    assert format_version() == "VERSION:2.0.0"
    check_version("VERSION:2.0.0")
    check_version("VERSION:2.0.7")
    for line in ("VERSION:1.0.0", "VERSION:2.1.0", "VERSION:2.0", "VERSION: 2.0.0", "", "MATCHSTATE:0:0::9s8h|"):
        with pytest.raises(WireError, match=r"expected 'VERSION:2\.0\.0'"):
            check_version(line)


def test_comments_and_empty_lines_are_passed_over():
    assert all(map(is_comment, ["# a", ";a", "#", ""]))
    assert not any(map(is_comment, ["MATCHSTATE:0:0::9s8h|", "a # b"]))


@given(
    st.one_of(
        st.text(max_size=60),
        st.from_regex(
            r"MATCHSTATE:[0-2]:[0-9]{1,3}:[fcr/0-9]{0,6}:([29A][cs]){0,2}\|([TK][dh]){0,2}(/[2-9h]{0,7})?",
            fullmatch=True,
        ),
    )
)
def test_any_text_is_a_state_that_reads_back_or_is_refused(text):
    try:
        told = parse_matchstate(text)
    except WireError:
        return
    assert parse_matchstate(format_matchstate(told)) == told
