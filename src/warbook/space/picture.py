"""Pictures of a board and of those who stand on it: SVG for a page; `sketch` draws the same in characters.

A picture decides nothing.  It is as legible on a telephone as on a page: words are a share of its width, and lists
stand below the board.  The colours are those of Okabe and Ito, which people who are blind to some colours can tell
apart, and what matters differs in shape as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.grid import BoardGrid
from ..core.state import Posture
from ..core.tableau import Patch
from .board import Board
from .canvas import Canvas
from .sketch import Shown, text
from .swatches import NOBODY, SCALE, SEATS, Listing, Row, escape, letter
from .terrain import Marker

__all__ = ["SCALE", "SEATS", "Listing", "Row", "escape", "letter", "svg", "text"]


def svg(
    board: Board,
    records: Iterable[Shown] = (),
    *,
    labels: Mapping[int, str] | None = None,
    titles: Mapping[int, str] | None = None,
    seats: Sequence[str] = ("red", "blue"),
    colours: Sequence[str] = SEATS,
    doors: Mapping[str, str] | None = None,
    markers: Iterable[Marker] | None = None,
    patches: Iterable[Patch] = (),
    region: Iterable[Sequence[int]] = (),
    path: Sequence[Sequence[int]] = (),
    up_to: int | None = None,
    zones: Mapping[str, int] | None = None,
    over: Iterable[str] = (),
    signs: Mapping[str, str] | None = None,
    heading: str = "",
    lists: Sequence[Listing] = (),
    grid: BoardGrid | None = None,
) -> str:
    """A board and the bodies on it as one SVG document.

    `labels` are written on the bodies and `titles` shown when a pointer rests on them, by id; `seats` name the owners.
    `doors` are the states of doors by id where they differ from the board's (any word that is not a state of a door
    leaves it out), `markers` those to draw in place of the board's own, `patches` the ground or air that is special.
    `region` is a set of points that can be reached, `path` the points of a route.  What is higher than `up_to` is left
    out.  `zones` are the deployment zones to draw by name, each with its owner, -1 for nobody (None: all, nobody's).
    `over` are elements to lay over the bodies, `SCALE` units to the inch from the upper left, `signs` samples of them
    for the legend, 22 units wide and 14 high, by their meaning; `heading` stands above the board, `lists` below it.
    `grid` are cells to lay over the ground.
    """
    canvas = Canvas(board, up_to)
    canvas.ground()
    for zone in board.zones:
        if zones is None or zone.name in zones:
            owner = zones[zone.name] if zones else -1
            canvas.zone(zone.name, zone.polygon, colours[owner % len(colours)] if owner >= 0 else NOBODY)
    for cell in [grid.corners(*tile) for tile in grid.tiles()] if grid is not None else ():
        canvas.polygon(cell, 'fill="none" stroke="#cfc9bb" stroke-width="1"')
    canvas.pieces(doors or {})
    canvas.zone_names()
    for marker in board.markers if markers is None else markers:
        canvas.marker(marker)
    for patch in patches:
        canvas.patch(patch)
    canvas.reach(region, path)
    shown = [record for record in records if record.at.posture != Posture.AWAY]
    for record in sorted(shown, key=lambda each: (each.at.z, each.id)):
        colour = colours[record.owner % len(colours)] if record.owner >= 0 else NOBODY
        canvas.body(record.at, colour, (labels or {}).get(record.id, ""), (titles or {}).get(record.id, ""))
    canvas.parts += over
    canvas.key |= signs or {}
    canvas.heading(heading)
    canvas.lists([(each, colours[each.owner % len(colours)]) for each in lists])
    owners = sorted({record.owner for record in shown if record.owner >= 0} - {each.owner for each in lists})
    canvas.legend([(seats[owner % len(seats)], colours[owner % len(colours)]) for owner in owners])
    return canvas.document()
