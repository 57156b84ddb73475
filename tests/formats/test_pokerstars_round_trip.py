"""What is written is read back, and a broken line breaks its own hand only."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.cards import DECK
from deluck.errors import FormatError
from deluck.formats import pokerstars
from deluck.formats.attempts import attempt
from deluck.formats.histories.posts import usual_bring_in
from deluck.formats.histories.stakes import usual_small_blind
from deluck.formats.pokerstars_writing import write_hand
from deluck.games import (
    BOARD_SIZES,
    Action,
    GameState,
    HoldemDeal,
    HoldemRules,
    HoldemState,
    Rules,
    StudDeal,
    StudRules,
    StudState,
)
from deluck.records import Decision, HandRecord, validate

NASTY = (
    "bob: folds",
    'x said, "y',
    'x said, "y"',
    "Seat 1: z",
    "*** FLOP *** [As Ks Qs]",
    "*** SUMMARY ***",
    "Dealt to a [As Kd]",
    "a (button)",
    "a ($5 in chips)",
    "Uncalled bet ($1) returned to b",
    "a collected $5 from pot",
    "leaves the table",
    "a: posts the ante $1 and is all-in",
    "is sitting out",
    "a: b: c",
    " x ",
    "日本 プレーヤー",
    "Œuf°",
)
LETTERS = st.text(alphabet="ab :[]()'\"$€#*.,-|é1 ", min_size=1, max_size=8).filter(lambda name: name.strip())
NAMES = st.lists(LETTERS | st.sampled_from(NASTY), min_size=8, max_size=8, unique=True).filter(
    lambda names: not any(f"{name}:" in names for name in names)  # "1: collected 5" is of 1 or of 1:
)
STYLES = ((1, 5, 4), (1, 8, 1), (2, 4, 4), (0, 3, 7), (5, 4, 1))


def play(
    rules: Rules, deck: list[int], stacks: list[int], rng: random.Random
) -> tuple[GameState, list[Decision], Rules]:
    """Return a hand played at random, its decisions, and the rules with only the options that it used."""
    state: GameState
    if isinstance(rules, HoldemRules):
        state = HoldemState(rules, HoldemDeal.from_deck(deck, rules.n_seats), stacks)
    else:
        state = StudState(rules, StudDeal.from_deck(deck, rules.n_seats), stacks)
    decisions = []
    used = {"may_fold_unbet": False, "no_cap_heads_up": False}
    double = False
    weights = rng.choice(STYLES)
    while state.actor is not None:
        legal = state.legal_actions()
        action = rng.choices(legal, [weights[action] + 0.01 for action in legal])[0]
        amount = None
        if state.has_choice or (action is Action.RAISE and not rules.is_limit):
            double = True
            if action is Action.RAISE:
                low, high = state.min_raise_to, state.max_raise_to
                amount = rng.choice((low, high, low + int((high - low) * rng.random() ** 3)))
                amount = rng.choice((low, high)) if rules.is_limit else amount
        used["may_fold_unbet"] |= action is Action.FOLD and not state.to_call
        capped = rules.is_limit and state.n_raises >= rules.max_raises[state.street]
        used["no_cap_heads_up"] |= action is Action.RAISE and capped
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    if isinstance(rules, StudRules):
        return state, decisions, replace(rules, open_pair_option=double, **used)
    return state, decisions, replace(rules, **used)


def holdem_rules(rng: random.Random, stacks: list[int], small_bet: int) -> HoldemRules:
    n_seats = len(stacks)
    ante = min(rng.choice((0, 0, small_bet // 5)), max(stacks))
    small_blind = rng.randint(1, small_bet)
    if stacks[1 if n_seats == 2 else 0] - ante <= small_blind:
        small_blind = usual_small_blind(small_bet)  # the text cannot say more
    return HoldemRules(
        n_seats=n_seats,
        small_blind=small_blind,
        big_blind=small_bet,
        bet_sizes=(small_bet, small_bet, 2 * small_bet, 2 * small_bet),
        ante=ante,
        short_blind_is_full=stacks[0 if n_seats == 2 else 1] - ante < small_bet,
        may_fold_unbet=rng.random() < 0.3,
        no_cap_heads_up=rng.random() < 0.5,
    )


def stud_rules(rng: random.Random, stacks: list[int], small_bet: int, bring_in: int) -> StudRules:
    n_seats = len(stacks)
    ante = min(rng.choice((0, 1, small_bet // 5)), max(stacks))
    return StudRules(
        n_seats=n_seats,
        ante=ante,
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=2 * small_bet,
        max_raises=StudRules.USUAL_CAP,
        open_pair_option=rng.random() < 0.5,
        may_fold_unbet=rng.random() < 0.3,
        no_cap_heads_up=rng.random() < 0.5,
    )


def holdem_deal(state: GameState, deck: list[int], rng: random.Random) -> HoldemDeal:
    whole = HoldemDeal.from_deck(deck, state.n_seats)
    n_board = 5 if state.has_showdown else BOARD_SIZES[state.street]
    known = [rng.choice((2, 2, 2, 1, 0, 0)) for _ in range(state.n_seats)]
    holes = tuple((*hole[:n], None, None)[:2] for hole, n in zip(whole.holes, known, strict=True))
    return HoldemDeal(holes, whole.board[:n_board])


def stud_deal(state: GameState, rng: random.Random) -> StudDeal:
    hands = []
    for seat in range(state.n_seats):
        cards = list(state._own[seat])
        secret = rng.choice(("nothing", "all", "river"))
        if secret == "all":
            cards[:2] = [None, None]
        if secret != "nothing" and len(cards) == 7:
            cards[6] = None
        hands.append(tuple(cards))
    return StudDeal(tuple(hands), state.board[0] if state.board else None)


def random_record(seed: int, names: list[str], n_seats: int, *, is_stud: bool) -> HandRecord:
    rng = random.Random(seed)
    currency = rng.choice(("$", "€", "£", ""))
    small_bet = rng.choice((10, 25, 100, 500))
    deck = rng.sample(DECK, 52)
    longest = small_bet * rng.choice((1, 4, 12, 60))
    stacks = [rng.randint(1, longest) for _ in range(n_seats)]
    if is_stud:
        rules = stud_rules(rng, stacks, small_bet, rng.randint(1, small_bet - 1))
        state, decisions, told = play(rules, deck, stacks, rng)
        first = decisions[0] if decisions else None
        if first is None or first.action is Action.RAISE or stacks[first.seat] - rules.ante <= rules.bring_in:
            rules = replace(rules, bring_in=usual_bring_in(small_bet))  # the text cannot say more
            state, decisions, told = play(rules, deck, stacks, rng)
    else:
        state, decisions, told = play(holdem_rules(rng, stacks, small_bet), deck, stacks, rng)
    payoffs = list(state.payoffs())
    won = [payoff + paid for payoff, paid in zip(payoffs, state.contributions, strict=True)]
    winner = max(range(n_seats), key=won.__getitem__)
    rake = rng.choice((0, won[winner] // 20))
    payoffs[winner] -= rake
    return HandRecord(
        rules=told,
        deal=stud_deal(state, rng) if is_stud else holdem_deal(state, deck, rng),
        decisions=tuple(decisions),
        payoffs=tuple(payoffs),
        names=tuple(names[:n_seats]),
        stacks=tuple(stacks),
        rake=rake,
        hand_id=str(rng.randint(1, 10**12)),
        currency=currency,
        chips_per_unit=100 if currency else 1,
    )


def read(text: str) -> list[HandRecord | FormatError]:
    return [hand for _, hand in pokerstars.parse(enumerate(text.split("\n"), start=1))]


RECORDS = st.builds(
    random_record,
    seed=st.integers(0, 2**32 - 1),
    names=NAMES,
    n_seats=st.integers(2, 8),
    is_stud=st.booleans(),
)


@settings(max_examples=150)
@given(RECORDS)
def test_a_written_hand_is_read_back(record: HandRecord) -> None:
    validate(record)
    text = pokerstars.format_hand(record)
    assert read(text) == [record]
    assert pokerstars.looks_like(text[:80])


@settings(max_examples=30)
@given(
    st.lists(RECORDS, min_size=2, max_size=4), st.sampled_from(("\ufeff", "")), st.sampled_from(("\r\n", " \n", "\n"))
)
def test_several_hands_a_file_with_byte_order_mark_and_any_line_end(
    records: list[HandRecord], mark: str, end: str
) -> None:
    text = mark + "".join(map(pokerstars.format_hand, records)).replace("\n", end)
    assert read(text) == records


def test_what_names_that_differ_by_a_colon_make_ambiguous_is_refused() -> None:
    refusals = []
    for seed in range(40):
        record = random_record(seed, ["1", "1:"], 2, is_stud=False)
        text = attempt(pokerstars.format_hand, record)
        if isinstance(text, FormatError):
            refusals.append(str(text))
        else:
            assert read(text) == [record]
    assert 0 < len(refusals) < 40
    assert all("cannot be written as PokerStars text" in refusal for refusal in refusals)


PLAIN = ["anna", "Bob", "c d", "e:f", "[g]", "h(i)", "Jörg", "k"]


@settings(max_examples=150)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 8),
    st.booleans(),
    st.sampled_from(("delete", "duplicate", "swap", "mangle", "cut", "digit")),
)
def test_a_broken_line_gives_an_error_or_a_valid_hand_and_leaves_the_neighbours_alone(
    seed: int, n_seats: int, is_stud: bool, harm: str
) -> None:
    rng = random.Random(seed)
    records = [random_record(rng.randrange(2**32), PLAIN, n_seats, is_stud=is_stud) for _ in range(3)]
    before, middle, after = map(write_hand, records)
    lines = middle.split("\n")
    at = rng.randrange(len(lines) - 3)
    if harm == "delete":
        del lines[at]
    elif harm == "duplicate":
        lines.insert(at, lines[at])
    elif harm == "swap":
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif harm == "mangle":
        place = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + rng.choice("x :[]()$0AsKd*#\x00é") + lines[at][place + rng.randrange(3) :]
    elif harm == "cut":
        lines[at] = lines[at][: rng.randrange(len(lines[at]))]
    else:
        digits = [place for place, letter in enumerate(lines[at]) if letter.isdigit()]
        if digits:
            place = rng.choice(digits)
            lines[at] = lines[at][:place] + rng.choice("0123456789") + lines[at][place + 1 :]
    hands = read(before + "\n".join(lines) + after)
    assert hands[0] == records[0]
    assert hands[-1] == records[2]
    for hand in hands:
        assert isinstance(hand, FormatError | HandRecord)
        if isinstance(hand, HandRecord):
            validate(hand)
