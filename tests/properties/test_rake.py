"""Rake of any size, up to all of the pots, changes no estimate: money before rake is decisions and luck."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deluck.estimators import FAMILIES, Context
from deluck.estimators.money import money_before_rake
from deluck.formats import json_lines, open_hand_history, phh_writing, pokerstars, read_text
from deluck.games import BOARD_SIZES, HoldemDeal, HoldemRules
from deluck.records import HandColumns, replay, validate, walk
from deluck.studies.simulated import simulate

GAMES = {
    "heads-up limit": (HoldemRules.limit(2, small_bet=10), None),
    "heads-up no-limit": (HoldemRules.no_limit(2), (3_000, 20_000)),
    "three with uneven stacks": (HoldemRules.no_limit(3), (700, 10_000, 2_500)),
    "antes and short stacks": (HoldemRules.no_limit(4, 50, 100, 10), (900, 10_000, 450, 3_000)),
    "pot-limit": (HoldemRules.pot_limit(3), (3_000, 10_000, 1_000)),
    "limit for four": (HoldemRules.limit(4, small_bet=10), None),
}


def with_rake(record, rng):
    """The hand less a rake, of any size, out of what seats took; and the same hand paid exactly, without rake."""
    state = replay(record)
    exact = state.exact_payoffs()
    taken = [got + paid for got, paid in zip(record.payoffs, state.contributions, strict=True)]
    kind = rng.choice(("none", "usual", "whole", "all but a chip", "any", "any", "any"))
    fees = [
        {"none": 0, "usual": chips // 20, "whole": chips, "all but a chip": max(chips - 1, 0)}.get(
            kind, rng.randint(0, chips)
        )
        for chips in taken
    ]
    payoffs = tuple(got - fee for got, fee in zip(record.payoffs, fees, strict=True))
    return replace(record, payoffs=payoffs, rake=sum(fees)), replace(
        record, payoffs=exact if sum(fees) else record.payoffs
    )


def raked_hands(game, seed, n_hands):
    rules, stacks = GAMES[game]
    rng = random.Random(seed)
    return [with_rake(record, rng) for record in simulate(rules, stacks, n_hands, seed).to_records()]


def chips(payoffs, rules):
    return [float(Fraction(each) / rules.unit) for each in payoffs]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_estimate_of_any_family_depends_on_the_rake(game, seed):
    pairs = raked_hands(game, seed, 25)
    for raked, _ in pairs:
        validate(raked)
    hands, expected = (HandColumns.from_records([pair[side] for pair in pairs]) for side in range(2))
    decisions, others = walk(hands), walk(expected)
    assert money_before_rake(hands, decisions) == pytest.approx(
        np.array([chips(exact.payoffs, exact.rules) for _, exact in pairs])
    )
    context = Context()
    for family in FAMILIES:
        found, wanted = family.values(hands, decisions, context), family.values(expected, others, context)
        assert found.eligibility.codes.tolist() == wanted.eligibility.codes.tolist(), family.name
        for name, column in wanted.columns.items():
            if name != "rake":
                np.testing.assert_allclose(found.columns[name], column, atol=1e-9, err_msg=f"{family.name} {name}")
        if wanted.prices is not None:
            np.testing.assert_allclose(found.prices.values, wanted.prices.values, atol=1e-9)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_heads_up_money_is_decisions_and_luck_less_no_rake(seed):
    """DIVAT by roll-out equity and luck are computed from cards and betting alone."""
    hands = HandColumns.from_records([raked for raked, _ in raked_hands("heads-up limit", seed, 25)])
    decisions = walk(hands)
    values = {family.name: family.values(hands, decisions, Context()) for family in FAMILIES}
    parts = values["divat"].columns
    total = parts["divat_roe"].sum(axis=2) + parts["luck"].sum(axis=2)
    assert values["divat"].eligibility.mask.all()
    assert values["money"].columns["money"] == pytest.approx(total, abs=1e-9)
    paid = values["money"].columns["rake"].sum(axis=1) * hands.unit_chips
    assert paid == pytest.approx(hands.rake.astype(float))


@pytest.mark.parametrize("game", ["heads-up limit", "heads-up no-limit"])
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_who_took_from_a_heads_up_pot_says_what_was_won_where_cards_are_hidden(game, seed):
    pairs = raked_hands(game, seed, 30)
    for raked, exact in pairs:
        hidden = replace(raked, deal=HoldemDeal(((None, None), (None, None)), raked.deal.board))
        state = validate(hidden)
        hands = HandColumns.from_records([hidden])
        found = money_before_rake(hands, walk(hands))[0]
        takes = [got + paid > 0 for got, paid in zip(raked.payoffs, state.contributions, strict=True)]
        won = [got + paid > 0 for got, paid in zip(exact.payoffs, state.contributions, strict=True)]
        if takes == won or not state.has_showdown:
            assert found == pytest.approx(chips(exact.payoffs, exact.rules))
        elif not any(takes):
            assert np.isnan(found).all()


WRITERS = {
    "json": json_lines.format_hand,
    "phh": lambda record: phh_writing.format_phh(record, for_pokerkit=False),
    "pokerstars": pokerstars.format_hand,
    "open hand history": open_hand_history.format_hand,
}


def as_a_site_has_it(record, hand_id):
    """The hand with stacks, and no card of the board that was not dealt."""
    n_board = BOARD_SIZES[replay(record).street]
    board = tuple(card if number < n_board else None for number, card in enumerate(record.deal.board))
    stacks = record.stacks or (10_000,) * record.n_seats
    return replace(record, deal=replace(record.deal, board=board), stacks=stacks, hand_id=hand_id)


@pytest.mark.parametrize("written_as", WRITERS)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32 - 1), game=st.sampled_from(sorted(GAMES)))
def test_every_format_with_rake_carries_all_of_it(written_as, seed, game):
    for number, (raked, exact) in enumerate(raked_hands(game, seed, 6)):
        text = WRITERS[written_as](as_a_site_has_it(raked, str(number)))
        (back,) = read_text(text)
        assert (back.payoffs, back.rake) == (raked.payoffs, raked.rake)
        hands = HandColumns.from_records([back])
        assert money_before_rake(hands, walk(hands))[0] == pytest.approx(chips(exact.payoffs, exact.rules))
