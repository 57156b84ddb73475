"""A stud betting policy drawn as two stacked areas, in one self-contained HTML file."""

from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deluck.beliefs.stud.policy import WEAKEST, PolicyCurves
from deluck.files import replacing
from deluck.version import __version__

_WIDTH, _HEIGHT, _LEFT, _TOP = 420, 240, 46, 34
_COLOURS = {"check": "#2f78b7", "bet": "#d9730d", "fold": "#8a8f98", "call": "#2f78b7", "raise": "#d9730d"}
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem;"
    "background:#fff;color:#222}"
    "svg{max-width:100%;height:auto}text{font:13px system-ui,sans-serif;fill:currentColor}"
    ".graphs{display:flex;flex-wrap:wrap;gap:1rem}.graphs svg{flex:1 1 20rem}.title{font-weight:600}"
    "@media(prefers-color-scheme:dark){body{background:#15171a;color:#e6e6e6}}"
)


def write_policy_page(path: str | Path, name: str, curves: PolicyCurves) -> None:
    """Write the page of a policy to a file, whole or not at all.

    Raises
    ------
    FormatError
        If the file cannot be written.
    """
    with replacing(path) as file:
        file.write(policy_page(name, curves).encode("utf-8"))


def policy_page(name: str, curves: PolicyCurves) -> str:
    """Return an HTML page with what a policy does at each weakness, without and with something to call."""
    n_active = curves.n_active
    first = _panel("Nothing to call", curves.weakness, curves.unforced, ("check", "bet"), edge=None)
    edge = float(-np.log(curves.odds) / np.log(n_active))
    second = _panel("Something to call", curves.weakness, curves.forced, ("fold", "call", "raise"), edge=edge)
    title = escape(f"The betting policy “{name}”")
    explained = (
        f"Across: weakness, −log<sub>{n_active}</sub> of the chance to win among {n_active} players (0 is a sure "
        f"winner, 1 a chance of 1/{n_active}). Up: how likely each action is. The dashed line is where the chance to "
        f"win equals the effective odds, {curves.odds:g}."
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="deluck {__version__}">'
        f"<title>{title}</title><style>{_STYLE}</style>"
        f'<h1>{title}</h1><div class="graphs">{first}{second}</div><p>{explained}</p></html>\n'
    )


def _panel(
    title: str,
    weakness: NDArray[np.float64],
    shares: NDArray[np.float64],
    names: tuple[str, ...],
    *,
    edge: float | None,
) -> str:
    tops = np.cumsum(shares, axis=1)
    below = np.zeros(len(weakness))
    parts = [f'<text class="title" x="{_LEFT}" y="20">{escape(title)}</text>']
    for column, name in enumerate(names):
        there = [_point(x, y) for x, y in zip(weakness, tops[:, column], strict=True)]
        back = [_point(x, y) for x, y in zip(weakness[::-1], below[::-1], strict=True)]
        parts.append(f'<polygon fill="{_COLOURS[name]}" fill-opacity=".75" points="{" ".join(there + back)}"/>')
        widest = np.flatnonzero(shares[:, column] >= shares[:, column].max() - 1e-9)
        middle = int(widest[len(widest) // 2])
        x, y = _position(weakness[middle], (tops[middle, column] + below[middle]) / 2)
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{name}</text>')
        below = tops[:, column]
    for tick in (0.0, 0.5, 1.0, 1.5, 2.0):
        x, y = _position(tick, 0)
        parts.append(f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{tick:g}</text>')
    for tick in (0.0, 0.5, 1.0):
        x, y = _position(0, tick)
        parts.append(f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    if edge is not None and 0 <= edge <= WEAKEST:
        x, _ = _position(edge, 0)
        line = f'x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{_TOP + _HEIGHT}"'
        parts.append(f'<line {line} stroke="currentColor" stroke-dasharray="4 4"/>')
    size = f'width="{_LEFT + _WIDTH + 16}" height="{_TOP + _HEIGHT + 28}"'
    box = f'viewBox="0 0 {_LEFT + _WIDTH + 16} {_TOP + _HEIGHT + 28}"'
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {label}>{"".join(parts)}</svg>'


def _position(weakness: float, share: float) -> tuple[float, float]:
    return _LEFT + _WIDTH * weakness / WEAKEST, _TOP + _HEIGHT * (1 - share)


def _point(weakness: float, share: float) -> str:
    x, y = _position(weakness, share)
    return f"{x:.1f},{y:.1f}"
