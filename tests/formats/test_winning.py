"""Hands of the Winning network, worked out by hand: antes in the header, cards half shown, a jackpot's fee unnamed."""

from tests.formats.test_sites_oddities import read, refusal

from deluck.cards import parse_cards

ANTES = """Hand #410 - Holdem (No Limit) - $0.10/$0.20, Ante $0.05 - 2026/02/03 03:56:30 UTC
Calcite 6-max Seat #2 is the button
Seat 2: Ada ($16.00)
Seat 4: Bruno ($20.00)
Ada posts ante $0.05
Bruno posts ante $0.05
Ada posts the small blind $0.10
Bruno posts the big blind $0.20
*** HOLE CARDS ***
Main pot $0.10 | Rake $0.00
Dealt to Bruno [5c 9h]
Ada raises $0.40 to $0.50
Bruno calls $0.30
*** FLOP *** [Ks 2s Ah]
Main pot $1.05 | Rake $0.05
Bruno checks
Ada checks
*** TURN *** [Ks 2s Ah] [8s]
Bruno checks
Ada checks
*** RIVER *** [Ks 2s Ah 8s] [Jd]
Bruno checks
Ada checks
*** SHOW DOWN ***
Ada shows [- Js] (a pair of Jacks [Js Jd Ah Ks 8s])
Bruno mucks [- -]
Ada collected $1.05 from main pot
*** SUMMARY ***
Total pot $1.05 | Rake $0.05
Board [Ks 2s Ah 8s Jd]
Seat 2: Ada (button) showed [- Js] and won $1.05 with a pair of Jacks [Js Jd Ah Ks 8s]
Seat 4: Bruno (big blind) mucked [- -]
"""


def test_stakes_may_name_the_ante_and_a_dash_is_a_card_that_was_not_shown() -> None:
    """Each of the two puts in 55 cents; the house takes 5 of the 110."""
    hand = read(ANTES)
    assert hand.names == ("Bruno", "Ada")
    assert (hand.payoffs, hand.rake, hand.rules.ante) == ((-55, 50), 5, 5)
    assert (hand.rules.small_blind, hand.rules.big_blind) == (10, 20)
    assert hand.deal.holes == (parse_cards("5c9h"), (parse_cards("Js")[0], None))
    assert "Ada' posts the ante $0.05" in refusal(ANTES.replace("Bruno posts ante $0.05", "Bruno posts ante $0.06"))


JACKPOT = """Game started at: 2014/3/25 20:35:20
Game ID: 78 1/2 Calcite (Short, JP) - 2 (Hold'em)
Seat 5 is the button
Seat 1: Ada (302).
Seat 3: Bruno (83).
Seat 5: Cleo (79.20).
Player Ada has small blind (1)
Player Bruno has big blind (2)
Player Ada received a card.
Player Ada received a card.
Player Bruno received a card.
Player Bruno received a card.
Player Cleo received a card.
Player Cleo received a card.
Player Cleo raises (6)
Player Ada folds
Player Bruno calls (4)
*** FLOP ***: [3d 9d 6c]
Player Bruno checks
Player Cleo bets (10)
Player Bruno folds
Uncalled bet (10) returned to Cleo
Player Cleo mucks cards
------ Summary ------
Pot: 12.15. Rake 0.60
Board: [3d 9d 6c]
Player Ada does not show cards.Bets: 1. Collects: 0. Loses: 1.
Player Bruno does not show cards.Bets: 6. Collects: 0. Loses: 6.
*Player Cleo mucks (does not show cards). Bets: 6. Collects: 12.15. Wins: 6.15.
Game ended at: 2014/3/25 20:36:3
"""


def test_the_fee_of_a_jackpot_that_no_line_names_is_rake() -> None:
    """Of $13 Cleo gets $12.15: beside the rake of 60 cents a quarter of a dollar went to the jackpot of the table."""
    hand = read(JACKPOT)
    assert (hand.payoffs, hand.rake) == ((-100, -600, 615), 85)


def test_what_is_missing_from_a_pot_is_no_fee_at_other_tables_or_of_another_size() -> None:
    reason = "a pot of $13 and a rake of $0.60, but $12.15 collected"
    assert reason in refusal(JACKPOT.replace(" (Short, JP)", " (Short)"))
    more = JACKPOT.replace("12.15", "12.10").replace("Wins: 6.15", "Wins: 6.10")
    assert "but $12.10 collected" in refusal(more)
    lines = [line for line in JACKPOT.split("\n") if not line.startswith("Player Bruno does not")]
    assert reason in refusal("\n".join(lines))
