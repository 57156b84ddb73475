"""``deluck assess --all-players``: one table, one row per player."""

import math
from typing import TYPE_CHECKING

from deluck.cli.output import print_table, say
from deluck.plain_text import shown_name

if TYPE_CHECKING:
    from deluck.assessment.all_players import AllPlayers, PlayerResult
    from deluck.assessment.summary import Summary


def print_all(found: "AllPlayers") -> None:
    """Print every player with money, all-in EV and the estimate that leads, the highest first."""
    from deluck.estimators import find_column

    leads = list(dict.fromkeys(each.lead for each in found.results))
    labels = {name: find_column(name).label for name in leads}
    has_all_in = any("all_in_ev" in each.estimators for each in found.results)
    columns = ["player", "hands", "Money", *(["All-in EV"] if has_all_in else [])]
    columns += [labels[leads[0]] if len(leads) == 1 else "estimate", "± 95%", "zero", "adjusted p"]
    columns += [] if len(leads) == 1 else ["by"]
    rows = []
    for each in found.results:
        row = [each.player, f"{each.n_hands:,}", _rate(each.estimators.get("money"))]
        row += [_rate(each.estimators.get("all_in_ev"))] if has_all_in else []
        row += [_rate(each.estimate), _half_width(each.estimate), _beside_zero(each), _p(each.adjusted_p)]
        rows.append((*row, *([] if len(leads) == 1 else [labels[each.lead]])))
    hands = f"{found.n_hands:,} {found.structure} hand{'' if found.n_hands == 1 else 's'}"
    print_table(f"All players, {hands}, {found.per_100_unit} before rake", columns, rows, beside=(len(columns) - 3,))
    say(
        "zero: the 95% interval of a player lies above or below zero, taken alone; adjusted p: by Holm, for as many "
        "players as there are. Below 0.05 a result is significant among all of them.",
    )
    pairs = [shown_name(each.player) for each in found.results if each.trials == "pair"]
    if pairs:
        say("The hands are a duplicate match: estimates and intervals are by pairs of hands with the same cards.")
    both = [shown_name(each.player) for each in found.results if each.n_both]
    if both:
        say(f"Nothing is said of {', '.join(both)}, who also sat in another seat.")
    if found.n_hidden:
        say(
            f"{found.n_hidden:,} hands are of sources that do not show all hole cards: there money counts, and what a "
            "player's own cards say where they are known."
        )
    for other in found.apart:
        say("")
        print_all(other)


def _rate(summary: "Summary | None") -> str:
    if summary is None or not summary.n:
        return "–"
    return f"{round(100 * summary.mean, 1) + 0.0:+,.1f}"


def _half_width(summary: "Summary") -> str:
    half_width = 100 * (summary.ci95[1] - summary.mean)
    return f"{half_width:,.1f}" if math.isfinite(half_width) else "∞"


def _beside_zero(result: "PlayerResult") -> str:
    if result.is_small:
        return "too few"
    if not result.excludes_zero:
        return ""
    return "above" if result.estimate.mean > 0 else "below"


def _p(value: float) -> str:
    if not math.isfinite(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"
