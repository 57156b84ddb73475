"""The baseline: how two honest players would bet, fold and end up.

- `policy`: the thresholds as a value, and the action at any node of a round;
- `styles`: looser and tighter, more aggressive and more conservative settings, and sweeps over them;
- `calibration`: how the styles' steps were found;
- `rounds`: one round of betting, node by node, and the baseline's way to its end;
- `rollout`: roll-out equity, exact from any state after a round's betting, or sampled before the flop;
- `preflop`: the shipped table of roll-outs before the flop, and its building;
- `kernel_arguments`, `boards`, `streets`, `matchups`: what the roll-outs are made of.
"""

from deluck.errors import BaselineError
from deluck.estimators.divat.baseline_rounds import RoundNode, baseline_actions, format_round, round_start
from deluck.estimators.divat.policy import STANDARD, Ranks, Settings, StreetSettings, baseline_action
from deluck.estimators.divat.rollout import RollOut, SampledRollOut, ranks_of, roll_out, roll_out_sums, sampled_roll_out
from deluck.estimators.divat.styles import (
    BETTING_STYLES,
    FOLDING_STYLES,
    Sweep,
    parse_style,
    style_sweep,
    styled_settings,
)

__all__ = [
    "BETTING_STYLES",
    "FOLDING_STYLES",
    "STANDARD",
    "BaselineError",
    "Ranks",
    "RollOut",
    "RoundNode",
    "SampledRollOut",
    "Settings",
    "StreetSettings",
    "Sweep",
    "baseline_action",
    "baseline_actions",
    "format_round",
    "parse_style",
    "ranks_of",
    "roll_out",
    "roll_out_sums",
    "round_start",
    "sampled_roll_out",
    "style_sweep",
    "styled_settings",
]
