"""Money as the sum of decisions and cards: over all hands of the viewpoint, or over a part of them and named so."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deluck.assessment.hands import ViewpointHands
from deluck.assessment.summary import Summary, summarise
from deluck.estimators import estimator_columns
from deluck.estimators.registry import PAIRED


@dataclass(frozen=True, slots=True)
class Split:
    """Money as decisions and cards, over the same games.

    Attributes
    ----------
    skill, luck
        The two columns that add up to money.
    terms
        ``money``, ``decisions``, ``cards``, and ``deals``: the cards without the seat, where its value is known. Counts
        and totals are of games; where games come in duplicate pairs, spread and error are of pairs, as the two games
        of a pair are not independent.
    trials
        What is independent: ``game`` or ``pair``.
    n_trials
        How many there are.
    is_part
        Whether some hands of the viewpoint cannot be split: what is split is then a sample that may be biased.
    """

    skill: str
    luck: str
    terms: dict[str, Summary]
    trials: str
    n_trials: int
    is_part: bool

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values, for JSON."""
        return {
            "skill": self.skill,
            "luck": self.luck,
            "trials": self.trials,
            "is_part": self.is_part,
            **{name: term.as_dict() for name, term in self.terms.items()},
        }


def split_money(hands: ViewpointHands, estimators: dict[str, Summary]) -> Split | None:
    """Return money as decisions and cards, by the estimator that prices decisions; None where no hand has it."""
    spec = next(
        (spec for spec in reversed(estimator_columns()) if spec.rank >= 3 and spec.name in estimators),
        None,
    )
    if spec is None:
        return None
    by_pairs = any(PAIRED.get(name) == spec.name for name in estimators)
    is_part = estimators[spec.name].n < len(hands)
    values = hands.columns([spec.rest, "seat_value", *(["money", spec.name] if by_pairs or is_part else ())])
    deals = values[spec.rest] - values["seat_value"]
    if by_pairs or is_part:
        money = np.where(np.isnan(values[spec.name]), np.nan, values["money"])
        by_name = {"money": money, "decisions": values[spec.name], "cards": values[spec.rest], "deals": deals}
        terms = {name: over_trials(name, each, hands, by_pairs=by_pairs) for name, each in by_name.items()}
    else:  # summarised before
        known = {"money": "money", "decisions": spec.name, "cards": spec.rest}
        terms = {name: replace(estimators[column], name=name, tails=None) for name, column in known.items()}
        terms["deals"] = summarise("deals", deals)
    n_games = terms["decisions"].n
    return Split(
        skill=spec.name,
        luck=spec.rest,
        terms=terms,
        trials="pair" if by_pairs else "game",
        n_trials=n_games // 2 if by_pairs else n_games,
        is_part=is_part,
    )


def over_trials(name: str, values: NDArray[np.float64], hands: ViewpointHands, *, by_pairs: bool) -> Summary:
    """Return the summary of games, with the spread and the error of independent trials: games, or pairs of them."""
    if not by_pairs:
        return summarise(name, values)
    found = summarise(name, hands.by_pair(values))
    return Summary(name, 2 * found.n, 2 * found.total, found.mean, found.sd, found.stderr)
