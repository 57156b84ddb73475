"""The words of the page, explained to somebody who plays poker and has never read a paper about it."""

from collections.abc import Iterable

from deluck.estimators import find_column

_WORDS = (
    (
        "small bet, sb",
        "the bet before and on the flop, and the unit of everything here; one big blind is one small bet. "
        "0.05 sb/game is 5 bb/100.",
    ),
    (
        "baseline",
        "an honest player who bets good hands and folds bad ones by the strength of the cards alone: never a bluff, "
        "never a trap. It is not the best player; it is a yardstick, laid on both players alike.",
    ),
    (
        "price of a decision",
        "what the hand is worth after the action, less what it was worth before it, if from there on both play the "
        "baseline. Doing what the baseline does costs nothing; a bluff that works earns, one that fails costs.",
    ),
    (
        "all-in equity, AIE",
        "your share of the pot if nobody bet any more and the rest of the cards were dealt. DIVAT by it is biased: "
        "it takes no note of bets to come.",
    ),
    (
        "roll-out equity, ROE",
        "what the hand is worth if the rest is dealt in every possible way and both play the baseline to the end. "
        "It knows that hands are folded and draws get paid, which all-in equity does not.",
    ),
    (
        "duplicate",
        "the same deal played twice with the players in each other's seats, so that both hold both hands.",
    ),
    (
        "SD, standard deviation",
        "how far one game's number usually lies from the mean. The smaller it is, the fewer games are needed.",
    ),
    (
        "95% interval",
        "a range computed so that, match after match, it holds the true value 19 times in 20. If zero lies inside, the "
        "match does not show who is better.",
    ),
    (
        "worth so many times the hands",
        "with this estimator a game says as much as so many games of money alone.",
    ),
    (
        "guide curves",
        "where a line would stay two times in three (dotted) and 19 times in 20 (dashed) if nobody were better.",
    ),
)
"""Each word with what it means, in the order a reader meets them; estimators are explained by their columns."""
_N_BEFORE = 3  # words that those of estimators stand after

_OF_MONEY = ("SD, standard deviation", "95% interval", "guide curves", "duplicate")
_BIG_BLIND = ("big blind, bb", "the larger blind, and the unit of everything here; 0.05 bb/game is 5 bb/100.")


def glossary_of(unit: str, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the words of a page in this unit that shows these estimators: theirs after the general ones."""
    columns = tuple(
        (spec.label, spec.explanation) for spec in (find_column(name) for name in names) if spec.explanation
    )
    if unit == "sb":
        return (*_WORDS[:_N_BEFORE], *columns, *_WORDS[_N_BEFORE:])
    return (_BIG_BLIND, *columns, *(entry for entry in _WORDS if entry[0] in _OF_MONEY))
