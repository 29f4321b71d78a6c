"""The colours and patterns of a picture, and the samples that its legend shows."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import NamedTuple

from ..core.length import INCH
from ..core.state import Placement, Posture
from ..core.text import visible
from . import terrain
from .board import Board

SEATS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7")

NOBODY = "#5a5a5a"
GROUND, INK, WALL, SOLID, LOW = "#e6e2d8", "#2b2b2b", "#26221e", "#8d8478", "#b9a98b"

LEVELS = ("#c9d6de", "#dfe8ee", "#f3f7fa", "#ffffff")  # floors, lowest first: what is higher is lighter

AREAS = {
    "difficult": "#a67c2d",
    "dangerous": "#b3402a",
    "impassable": "#3a3a3a",
    "pitfall": "#101010",
    "dark": "#2e2a55",
}

OTHER_AREA = "#3f7d5a"

PATCHES = {"smoke": "#777", "flare": "#e6c200", "graviton": "#56b4e9", "goal": "#009e73"}

OTHER_PATCH = "#b3402a"

SCALE = 20  # units of the picture to the inch

MARGIN = 30

ACROSS = 40  # of such heights of a letter a picture is wide

NATURAL = 780  # pixels that a picture is wide where there is room

PALE = "#6b6b6b"


class Row(NamedTuple):
    """A line of a list: the label of a body, its name and what is to be said of it; pale where it is gone."""

    label: str
    name: str
    words: str
    gone: bool = False
    dot: str = ""  # the colour of a dot at its label


class Listing(NamedTuple):
    """Whose bodies they are, a line on how they fare, and every body."""

    owner: int
    title: str
    note: str
    rows: Sequence[Row]


def letter(board: Board) -> float:
    """The height of a letter in a picture of this board, in units of the picture."""
    return (board.width * SCALE // INCH + 2 * MARGIN) / ACROSS


def escape(words: str) -> str:
    """Words as they stand in a picture, where nothing in them acts as markup or turns the line around."""
    return html.escape(visible(words))


HALO = (
    "<style>.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"
    f".shade{{paint-order:stroke;stroke:{WALL};stroke-width:5px}}</style>"
)

ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
    f'<path d="M0 0l8 4l-8 4z" fill="{INK}"/></marker>'
)

SOLID_LINE = (
    '<pattern id="solid" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="8" height="8" fill="{SOLID}"/><path d="M0 0v8" stroke="{WALL}" stroke-width="3"/></pattern>'
)


def pattern(kind: str) -> str:
    return "area-" + "".join(letter if letter.isalnum() else "-" for letter in kind)


def hatch(kind: str, number: int) -> str:
    """Stripes of a kind of area: each kind has its colour, its slant and its spacing."""
    colour, gap, turn = AREAS.get(kind, OTHER_AREA), 6 + number % 3 * 2, (45, -45, 0, 90)[number % 4]
    return (
        f'<pattern id="{pattern(kind)}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})"><rect width="{gap}" height="{gap}" fill="{colour}" fill-opacity=".18"/>'
        f'<path d="M0 0v{gap}" stroke="{colour}" stroke-width="2" stroke-opacity=".65"/></pattern>'
    )


def box_sample(fill: str, stroke: str) -> str:
    return f'<rect width="22" height="14" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def rail_sample() -> str:
    ticks = f'<path d="M0 7h22" stroke="{INK}" stroke-width="7" stroke-dasharray="1.5 6"/>'
    return f'<path d="M0 7h22" stroke="{INK}"/>{ticks}'


def link_sample(kind: int) -> str:
    if kind == terrain.LADDER:
        return f'<path d="M0 3h22M0 11h22M4 3v8M11 3v8M18 3v8" stroke="{INK}" fill="none" stroke-width="1.4"/>'
    inner = "M5 0v14M11 0v14M17 0v14" if kind == terrain.STAIRS else "M3 0l5 7l-5 7M12 0l5 7l-5 7"
    return box_sample("#fffdf6", INK) + f'<path d="{inner}" stroke="{INK}" fill="none"/>'


def door_sample(state: str) -> str:
    if state == "open":
        return '<path d="M0 13L16 1" stroke="#8a5a1c" stroke-width="4"/>'
    dots = {"locked": (11,), "vault": (5, 11, 17)}.get(state, ())
    bar = f'<path d="M0 7h22" stroke="{WALL}" stroke-width="9"/><path d="M0 7h22" stroke="#f0b44c" stroke-width="5"/>'
    return bar + "".join(f'<circle cx="{x}" cy="7" r="3" fill="{WALL}"/>' for x in dots)


def body_sample(at: Placement) -> str:
    if at.posture == Posture.UP:
        front = f'<path d="M22 7L12 0v14z" fill="{NOBODY}"/>' if (at.fx, at.fy) != (0, 0) else ""
        return f'{front}<circle cx="{9 if front else 11}" cy="7" r="7" fill="{NOBODY}"/>'
    ring = f'<circle cx="11" cy="7" r="7" fill="#fff" stroke="{NOBODY}" stroke-width="2.5"/>'
    cross = f'<path d="M6 2l10 10m0 -10l-10 10" stroke="{NOBODY}" stroke-width="2"/>'
    return ring if at.posture == Posture.DOWN else ring + cross
