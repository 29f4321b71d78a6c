"""Pictures of a board and of who stands on it: SVG for a page; `sketch` draws the same in characters.

A picture decides nothing.  It is as legible on a telephone as on a page: words are a share of its width, and lists
stand below the board.  The colours are those of Okabe and Ito, which people who are blind to some colours can tell
apart, and what matters differs in shape as well.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import NamedTuple

from ..core.length import INCH, written
from ..core.state import Placement, Posture
from ..core.tableau import Patch
from ..core.text import visible
from . import terrain
from .board import Board
from .shapes import contains, stretched
from .sketch import Shown, text
from .terrain import Block, Door, Link, Marker, Platform, Point, Polygon

__all__ = ["SEATS", "Listing", "Row", "escape", "letter", "svg", "text"]

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


def escape(words: str) -> str:
    """Words as they stand in a picture, where nothing in them acts as markup or turns the line around."""
    return html.escape(visible(words))


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
) -> str:
    """A board and the bodies on it as one SVG document.

    `labels` are written on the bodies and `titles` shown when a pointer rests on them, by id; `seats` name the owners.
    `doors` are the states of doors by id where they differ from the board's (any word that is not a state of a door
    leaves it out), `markers` those to draw in place of the board's own, `patches` the ground or air that is special.
    `region` is a set of points that can be reached, `path` the points of a route.  What is higher than `up_to` is left
    out.  `zones` are the deployment zones to draw by name, each with its owner, -1 for nobody (None: all, nobody's).
    `over` are elements to lay over the bodies, `SCALE` units to the inch from the upper left, `signs` samples of them
    for the legend, 22 units wide and 14 high, by their meaning; `heading` stands above the board, `lists` below it.
    """
    canvas = _Canvas(board, up_to)
    canvas.ground()
    for zone in board.zones:
        if zones is None or zone.name in zones:
            owner = zones[zone.name] if zones else -1
            canvas.zone(zone.name, zone.polygon, colours[owner % len(colours)] if owner >= 0 else NOBODY)
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


def letter(board: Board) -> float:
    """The height of a letter in a picture of this board, in units of the picture."""
    return (board.width * SCALE // INCH + 2 * MARGIN) / ACROSS


class _Canvas:
    """Collects the elements of a picture, the lowest first."""

    def __init__(self, board: Board, up_to: int | None) -> None:
        self.board, self.limit = board, up_to
        self.parts: list[str] = []
        self.names: list[tuple[Polygon, str, str]] = []
        self.key: dict[str, str] = {}  # what the legend explains: a sample for each word
        self.letters: dict[str, str] = {}  # of markers, by kind
        self.width, self.height = board.width * SCALE // INCH, board.depth * SCALE // INCH
        self.em = letter(board)
        self.head, self.foot = -MARGIN, self.height + 0.9 * self.em
        self.scale()
        floors = [platform.z for platform in board.platforms] + [b.z + b.height for b in board.blocks if b.top]
        self.levels = sorted({z for z in floors if self.shows(z)})

    def shows(self, z: int) -> bool:
        return self.limit is None or z <= self.limit

    # ---- elements ----

    def x(self, x: float) -> str:
        return f"{x * SCALE / INCH:.1f}".removesuffix(".0")

    def y(self, y: float) -> str:
        """Heights on the page grow downwards, those of the board upwards."""
        return f"{(self.board.depth - y) * SCALE / INCH:.1f}".removesuffix(".0")

    def points(self, points: Iterable[Sequence[int]]) -> str:
        return " ".join(f"{self.x(point[0])},{self.y(point[1])}" for point in points)

    def add(self, element: str) -> None:
        self.parts.append(element)

    def polygon(self, ring: Polygon, attributes: str) -> None:
        self.add(f'<polygon points="{self.points(ring)}" {attributes}/>')

    def line(self, points: Iterable[Sequence[int]], attributes: str) -> None:
        self.add(f'<polyline points="{self.points(points)}" fill="none" {attributes}/>')

    def circle(self, x: int, y: int, radius: float, attributes: str) -> None:
        self.add(f'<circle cx="{self.x(x)}" cy="{self.y(y)}" r="{radius:.1f}" {attributes}/>')

    def text(self, x: int, y: int, words: str, size: float, attributes: str = "") -> None:
        place = f'x="{self.x(x)}" y="{self.y(y)}" font-size="{size:g}"'
        self.add(f'<text {place} text-anchor="middle" dominant-baseline="central" {attributes}>{escape(words)}</text>')

    # ---- the board ----

    def ground(self) -> None:
        self.add(f'<rect width="{self.width}" height="{self.height}" fill="{GROUND}"/>')
        for inch in range(6, max(self.board.width, self.board.depth) // INCH, 6):
            line = 'stroke="#cfc9bb" stroke-width="1"'
            if inch * INCH < self.board.width:
                self.line([(inch * INCH, 0), (inch * INCH, self.board.depth)], line)
            if inch * INCH < self.board.depth:
                self.line([(0, inch * INCH), (self.board.width, inch * INCH)], line)

    def zone(self, name: str, ring: Polygon, colour: str) -> None:
        border = f'stroke="{colour}" stroke-width="1.5" stroke-dasharray="7 5"'
        self.polygon(ring, f'fill="{colour}" fill-opacity=".12" {border}')
        self.names.append((ring, name, colour))

    def zone_names(self) -> None:
        """What the zones are called, over whatever stands in them."""
        for ring, name, colour in self.names:
            self.corner(ring, name, 0.8, colour, 'class="halo"')

    def corner(self, ring: Polygon, words: str, size: float, colour: str, more: str = "") -> None:
        """Words in the upper left corner of a ring."""
        x, y = min(ring, key=lambda corner: corner[0] - corner[1])
        place = f'x="{float(self.x(x)) + 4:g}" y="{float(self.y(y)) + self.em * size:.1f}"'
        self.add(f'<text {place} font-size="{self.em * size:.1f}" fill="{colour}" {more}>{escape(words)}</text>')

    def pieces(self, doors: Mapping[str, str]) -> None:
        """All pieces, the lower ones first, so that the higher ones lie over them."""
        board, drawn = self.board, list[tuple[int, int, Callable[[], None]]]()
        drawn += [(area.z, 2, partial(self.area, area.polygon, area.kind)) for area in board.areas]
        drawn += [(piece.z, 3, partial(self.obstacle, piece.polygon)) for piece in board.obstacles]
        drawn += [(block.z, 0, partial(self.block, block)) for block in board.blocks]
        drawn += [(platform.z, 1, partial(self.platform, platform)) for platform in board.platforms]
        drawn += [(wall.z, 4, partial(self.wall, wall.points)) for wall in board.walls]
        drawn += [(door.z, 5, partial(self.door, door, doors.get(door.id, door.state))) for door in board.doors]
        drawn += [(duct.ends[0][2], 5, partial(self.duct, duct.ends, duct.firing_port)) for duct in board.ductways]
        drawn += [(lift.levels[0], 5, partial(self.lift, lift.polygon)) for lift in board.lifts]
        drawn += [(link.top[2], 6, partial(self.link, link)) for link in board.links]
        for height, _, draw in sorted(drawn, key=lambda each: each[:2]):
            if self.shows(height):
                draw()

    def platform(self, platform: Platform) -> None:
        fill, drop = self.level(platform.z), min(platform.z, 9 * INCH) // 25  # a shadow, longer the higher it is
        self.polygon(tuple((x + drop, y - drop) for x, y in platform.polygon), 'fill="#000" fill-opacity=".13"')
        self.polygon(platform.polygon, f'fill="{fill}" fill-opacity=".92" stroke="#6c7a84" stroke-width="1.5"')
        ring = platform.polygon
        for edge in platform.rails:
            ends = (ring[edge], ring[(edge + 1) % len(ring)])
            self.line(ends, f'stroke="{INK}" stroke-width="1.2"')
            self.line(ends, f'stroke="{INK}" stroke-width="6" stroke-dasharray="1.5 6"')
            self.key["railing"] = _rail_sample()
        self.corner(ring, written(platform.z), 0.65, "#4f5b63")
        self.key[f"floor at {written(platform.z)}"] = _box(fill, "#6c7a84")

    def block(self, block: Block) -> None:
        fill = SOLID if block.top else "url(#solid)"
        self.polygon(block.polygon, f'fill="{fill}" stroke="{WALL}" stroke-width="2.5"')
        top = block.z + block.height
        x = sum(corner[0] for corner in block.polygon) // len(block.polygon)
        y = sum(corner[1] for corner in block.polygon) // len(block.polygon)
        self.text(
            x, y, written(top), round(self.em * 0.65, 1), 'fill="#fff"' if block.top else 'fill="#fff" class="shade"'
        )
        self.key["solid, floor on top" if block.top else "solid"] = _box(fill, WALL)

    def obstacle(self, ring: Polygon) -> None:
        self.polygon(ring, f'fill="{LOW}" stroke="#6d5f45" stroke-width="1.2"')
        self.key["low obstacle"] = _box(LOW, "#6d5f45")

    def wall(self, points: Polygon) -> None:
        self.line(points, f'stroke="{WALL}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"')
        self.key["wall"] = f'<path d="M0 7h22" stroke="{WALL}" stroke-width="5" stroke-linecap="round"/>'

    def area(self, ring: Polygon, kind: str) -> None:
        colour = AREAS.get(kind, OTHER_AREA)
        fill = colour if kind == "pitfall" else f"url(#{_pattern(kind)})"
        attributes = f'fill="{fill}" stroke="{colour}" stroke-width="1.5"'
        self.polygon(ring, attributes if kind in ("pitfall", "impassable") else f'{attributes} stroke-dasharray="3 3"')
        self.key[kind] = _box(fill, colour)

    def link(self, link: Link) -> None:
        """A ladder has rungs, stairs have steps, a ramp has arrows that point up."""
        foot, top = link.foot, link.top
        dx, dy = top[0] - foot[0], top[1] - foot[1]
        if link.kind == terrain.LADDER:  # a ladder stands steep: drawn at least an inch long
            dx, dy = stretched(dx, dy, INCH) if dx or dy else (0, INCH)
            foot = (top[0] - dx // 2, top[1] - dy // 2, 0)
            top = (foot[0] + dx, foot[1] + dy, 0)
        half = INCH // 4 if link.kind == terrain.LADDER else link.width // 2
        sx, sy = stretched(-dy, dx, half)
        if link.kind != terrain.LADDER:
            ring = ((foot[0] + sx, foot[1] + sy), (top[0] + sx, top[1] + sy), (top[0] - sx, top[1] - sy))
            self.polygon((*ring, (foot[0] - sx, foot[1] - sy)), f'fill="#fffdf6" fill-opacity=".75" stroke="{INK}"')
        else:
            for side in (1, -1):
                ends = [(p[0] + side * sx, p[1] + side * sy) for p in (foot, top)]
                self.line(ends, f'stroke="{INK}" stroke-width="1.6"')
        steps = max(4, (abs(dx) + abs(dy)) * 2 // INCH)
        for step in range(1, steps):
            x, y = foot[0] + dx * step // steps, foot[1] + dy * step // steps
            bx, by = (dx // steps // 2, dy // steps // 2) if link.kind == terrain.RAMP else (0, 0)
            if link.kind != terrain.RAMP or step % 2:
                self.line(
                    [(x + sx - bx, y + sy - by), (x + bx, y + by), (x - sx - bx, y - sy - by)],
                    f'stroke="{INK}" stroke-width="1.2"',
                )
        name = {terrain.LADDER: "ladder", terrain.STAIRS: "stairs", terrain.RAMP: "ramp"}[link.kind]
        self.key[name] = _link_sample(link.kind)

    def door(self, door: Door, state: str) -> None:
        """A shut door is a bar, with a dot if it is locked and three if it is a vault's; an open one stands ajar."""
        x1, y1, x2, y2 = door.line
        bar = 'stroke-linecap="butt"'
        if state == "open":
            swing = (x1 - (y2 - y1) * 7 // 10 + (x2 - x1) * 7 // 10, y1 + (x2 - x1) * 7 // 10 + (y2 - y1) * 7 // 10)
            self.line([(x1, y1), (x2, y2)], f'stroke="{LOW}" stroke-width="2" stroke-dasharray="2 4"')
            self.line([(x1, y1), swing], f'stroke="#8a5a1c" stroke-width="4" {bar}')
        elif state in terrain.DOOR_STATES:
            self.line([(x1, y1), (x2, y2)], f'stroke="{WALL}" stroke-width="9" {bar}')
            self.line([(x1, y1), (x2, y2)], f'stroke="#f0b44c" stroke-width="5" {bar}')
            for part in {"closed": (), "locked": (2,), "vault": (1, 2, 3)}[state]:
                self.circle(x1 + (x2 - x1) * part // 4, y1 + (y2 - y1) * part // 4, 3, f'fill="{WALL}"')
        for x, y, _ in door.terminals:
            self.add(
                f'<rect x="{float(self.x(x)) - 4:g}" y="{float(self.y(y)) - 4:g}" width="8" height="8" rx="1.5" '
                f'fill="#56b4e9" stroke="{INK}"/>'
            )
            self.key["terminal"] = '<rect x="6" y="2" width="9" height="9" rx="1.5" fill="#56b4e9" stroke="#2b2b2b"/>'
        if state in terrain.DOOR_STATES:
            self.key[f"door, {state}"] = _door_sample(state)

    def duct(self, ends: tuple[Point, Point], port: bool) -> None:
        self.line(ends, f'stroke="{INK}" stroke-width="9" stroke-linecap="round"')
        self.line(ends, f'stroke="{"#e69f00" if port else "#fff"}" stroke-width="5" stroke-dasharray="3 3"')
        self.key["firing port" if port else "ductway"] = (
            f'<path d="M3 7h16" stroke="{INK}" stroke-width="9" stroke-linecap="round"/>'
            f'<path d="M3 7h16" stroke="{"#e69f00" if port else "#fff"}" stroke-width="5" stroke-dasharray="3 3"/>'
        )

    def lift(self, ring: Polygon) -> None:
        self.polygon(ring, f'fill="#fff" fill-opacity=".6" stroke="{INK}" stroke-width="2" stroke-dasharray="6 3"')
        x, y = sum(c[0] for c in ring) // len(ring), sum(c[1] for c in ring) // len(ring)
        self.text(x, y, "⇅", 18, f'fill="{INK}"')
        self.key["lift"] = f'<text x="11" y="12" font-size="15" text-anchor="middle" fill="{INK}">⇅</text>'

    # ---- what is on it ----

    def marker(self, marker: Marker) -> None:
        x, y, _ = marker.at
        px, py, letter, half = float(self.x(x)), float(self.y(y)), self.letter_of(marker.kind), round(self.em * 0.5, 1)
        corners = f"M{px:g} {py - half:g}l{half} {half}l{-half} {half}l{-half} {-half}z"
        diamond = f'<path d="{corners}" fill="#f0e442" stroke="{INK}" stroke-width="1.4"/>'
        self.add(f"<g><title>{escape(f'{marker.kind} {marker.id}')}</title>{diamond}</g>")
        self.text(x, y, letter, half, f'fill="{INK}" font-weight="700"')
        name = f'<text x="11" y="10.5" font-size="9" font-weight="700" text-anchor="middle">{escape(letter)}</text>'
        self.key[marker.kind] = f'<path d="M11 -2l9 9l-9 9l-9 -9z" fill="#f0e442" stroke="{INK}"/>{name}'

    def letter_of(self, kind: str) -> str:
        """The first letter of a kind of marker that no other kind has."""
        if kind not in self.letters:
            free = (letter for letter in kind.upper() if letter.isalpha() and letter not in self.letters.values())
            self.letters[kind] = next(free, kind[:1].upper())
        return self.letters[kind]

    def patch(self, patch: Patch) -> None:
        """A disc or a ring of what hangs in the air, burns, or counts."""
        colour = PATCHES.get(patch.kind, OTHER_PATCH)
        ink = f'fill="{colour}" fill-opacity=".3" stroke="{colour}" stroke-dasharray="2 4"'
        if patch.corners:
            self.polygon(patch.corners, ink)
        else:
            self.circle(patch.centre[0], patch.centre[1], patch.radius * SCALE / INCH, ink)
        self.key[patch.title] = f'<circle cx="11" cy="7" r="8" {ink}/>'

    def reach(self, region: Iterable[Sequence[int]], path: Sequence[Sequence[int]]) -> None:
        for spot in region:
            self.circle(spot[0], spot[1], 2, 'fill="#56b4e9" fill-opacity=".8"')
        if path:
            self.line(path, 'stroke="#fff" stroke-width="6" stroke-opacity=".8" stroke-linejoin="round"')
            self.line(path, f'stroke="{INK}" stroke-width="2.5" stroke-dasharray="7 4" marker-end="url(#arrow)"')

    def body(self, at: Placement, colour: str, label: str, title: str) -> None:
        """A disc, with a wedge to its front if it faces anywhere; one that lies down is hollow, one that is helpless is
        crossed out."""
        radius = at.radius * SCALE / INCH
        under = self.covered(at)
        self.add('<g opacity=".75">' if under else "<g>")
        if title:
            self.add(f"<title>{escape(title)}</title>")
        dash = ' stroke-dasharray="4 2.5"' if under else ""
        if at.posture == Posture.UP:
            if (at.fx, at.fy) != (0, 0):
                self.wedge(at, f'fill="{colour}" stroke="{INK}"')
            self.circle(at.x, at.y, radius, f'fill="{colour}" stroke="{INK}" stroke-width="1.4"{dash}')
        else:
            self.circle(at.x, at.y, radius, f'fill="#fff" stroke="{colour}" stroke-width="3"{dash}')
        if at.posture == Posture.HELPLESS:
            x, y, arm = float(self.x(at.x)), float(self.y(at.y)), radius * 0.7
            cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
            self.add(f'<path d="{cross}" stroke="{colour}" stroke-width="2" stroke-opacity=".55"/>')
        ink = "#fff" if at.posture == Posture.UP else INK
        size = max(7, min(self.em * 0.85, radius * 2.9 / max(len(label), 1)))
        self.text(at.x, at.y, label, round(size, 1), f'fill="{ink}" font-weight="700"')
        self.add("</g>")
        names = {Posture.UP: "standing", Posture.DOWN: "down", Posture.HELPLESS: "helpless"}
        self.key[names[Posture(at.posture)]] = _body_sample(at)
        if under:
            self.key["under a floor"] = (
                f'<circle cx="11" cy="7" r="7" fill="#ccc" stroke="{INK}" stroke-dasharray="4 2.5"/>'
            )

    def wedge(self, at: Placement, attributes: str) -> None:
        """A tip that points where a body faces, and its flanks along the borders of the front quarter."""
        tip = stretched(at.fx, at.fy, at.radius + INCH * 7 // 20)
        left = stretched(at.fx - at.fy, at.fy + at.fx, at.radius)
        right = stretched(at.fx + at.fy, at.fy - at.fx, at.radius)
        self.polygon(tuple((at.x + x, at.y + y) for x, y in (tip, left, right)), attributes)

    def covered(self, at: Placement) -> bool:
        """Whether a floor that is drawn lies over a body."""
        shown = (platform for platform in self.board.platforms if self.shows(platform.z))
        return any(platform.z > at.z and contains(platform.polygon, at.x, at.y) for platform in shown)

    def level(self, z: int) -> str:
        place = self.levels.index(z) if z in self.levels else 0
        return LEVELS[min(place, len(LEVELS) - 1)]

    # ---- round about ----

    def words(self, x: float, y: float, words: str, size: float, attributes: str = "") -> None:
        """Words from a place of the picture, so many heights of a letter tall."""
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{self.em * size:.1f}" {attributes}>{escape(words)}</text>')

    def scale(self) -> None:
        """Six inches drawn below the board, and what the board is called."""
        y = self.foot
        self.add(f'<path d="M0 {y - 6:g}v6h{6 * SCALE}v-6" fill="none" stroke="{INK}" stroke-width="2"/>')
        self.words(6 * SCALE + 8, y + 4, '6"', 0.8)
        title = f"{self.board.title}, {written(self.board.width)} by {written(self.board.depth)}"
        self.words(self.width, y + 4, title, 0.8, 'text-anchor="end"')

    def heading(self, words: str) -> None:
        lines = wrap(words, ACROSS * 3 // 2)
        for number, line in enumerate(reversed(lines)):
            self.words(0, self.head - (number * 1.4 + 0.2) * self.em, line, 1.05, 'font-weight="700"')
        self.head -= round(len(lines) * 1.4 * self.em)

    def lists(self, lists: Sequence[tuple[Listing, str]]) -> None:
        """The lists beside one another, two at a time."""
        for first in range(0, len(lists), 2):
            pair = lists[first : first + 2]
            top = self.foot
            self.foot = max(self.list(side * (self.width + MARGIN) / 2, top, *each) for side, each in enumerate(pair))

    def list(self, x: float, y: float, shown: Listing, colour: str) -> float:
        """A list from its upper left corner; how far down it goes."""
        em, y = self.em, y + 0.8 * self.em
        for line in wrap(shown.title, ACROSS * 3 // 4):
            y += 1.3 * em
            self.words(x, y, line, 1.05, f'fill="{colour}" font-weight="700"')
        y += 1.2 * em
        self.words(x, y, shown.note, 0.9)
        for row in shown.rows:
            y += 1.6 * em
            ink, weight = (PALE, "") if row.gone else (INK, ' font-weight="700"')
            middle, fill = y - 0.35 * em, "#ccc" if row.gone else colour
            self.add(f'<circle cx="{x + 0.75 * em:.1f}" cy="{middle:.1f}" r="{0.72 * em:.1f}" fill="{fill}"/>')
            centre = 'fill="#fff" text-anchor="middle" font-weight="700"'
            self.words(x + 0.75 * em, y - 0.05 * em, row.label, 0.85, centre)
            if row.dot:
                dot = f'fill="{row.dot}" stroke="#fff" stroke-width="1.2"'
                self.add(f'<circle cx="{x + 0.2 * em:.1f}" cy="{middle - 0.6 * em:.1f}" r="{0.28 * em:.1f}" {dot}/>')
            self.words(x + 1.9 * em, y, row.name, 1, f'fill="{ink}"{weight}')
            for line in wrap(row.words, ACROSS * 7 // 8):
                y += 1.1 * em
                self.words(x + 1.9 * em, y, line, 0.88, f'fill="{PALE}"')
        return y

    def legend(self, seats: Sequence[tuple[str, str]]) -> None:
        """Whose bodies are which, and every sign that occurs."""
        samples = [(name, f'<circle cx="11" cy="7" r="8" fill="{colour}"/>') for name, colour in seats]
        samples += sorted(self.key.items())
        em, magnified = self.em, self.em / 16
        wide = (max([len(name) for name, _ in samples], default=0) * 0.5 + 3) * em
        columns = max(1, int((self.width + em) / wide))
        wide = (self.width + em) / columns
        top, down = self.foot + 1.2 * em, -(-len(samples) // columns)
        for number, (name, sample) in enumerate(samples):
            x, y = number // down * wide, top + number % down * 1.5 * em
            self.add(f'<g transform="translate({x:.1f} {y:.1f}) scale({magnified:.2f})">{sample}</g>')
            self.words(x + 1.9 * em, y + 0.75 * em, name, 0.88)
        self.foot = top + down * 1.5 * em

    def document(self) -> str:
        box = f"{-MARGIN} {self.head} {self.width + 2 * MARGIN} {round(self.foot) - self.head}"
        kinds = sorted({area.kind for area in self.board.areas} - {"pitfall"})
        hatches = "".join(_hatch(kind, number) for number, kind in enumerate(kinds))
        ticks = "".join(self.tick(inch) for inch in range(0, self.board.width // INCH + 1, 6))
        name = escape(self.board.title)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{NATURAL}"',
                ' style="max-width:100%;height:auto;background:#fff" font-family="system-ui,Arial,sans-serif"',
                f' role="img" aria-label="{name}">',
                f"<title>{name}</title>",
                f"<defs>{_HALO}{hatches}{_ARROW}{_SOLID}</defs>",
                *self.parts,
                f'<rect width="{self.width}" height="{self.height}" fill="none" stroke="{INK}" stroke-width="2"/>',
                f"{ticks}\n</svg>\n",
            ]
        )

    def tick(self, inch: int) -> str:
        x = inch * SCALE
        return f'<text x="{x}" y="-8" font-size="{self.em * 0.7:.1f}" text-anchor="middle" fill="#777">{inch}</text>'


_HALO = (
    "<style>.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"
    f".shade{{paint-order:stroke;stroke:{WALL};stroke-width:5px}}</style>"
)
_ARROW = (
    '<marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">'
    f'<path d="M0 0l8 4l-8 4z" fill="{INK}"/></marker>'
)
_SOLID = (
    '<pattern id="solid" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="8" height="8" fill="{SOLID}"/><path d="M0 0v8" stroke="{WALL}" stroke-width="3"/></pattern>'
)


def _pattern(kind: str) -> str:
    return "area-" + "".join(letter if letter.isalnum() else "-" for letter in kind)


def _hatch(kind: str, number: int) -> str:
    """Stripes of a kind of area: each kind has its colour, its slant and its spacing."""
    colour, gap, turn = AREAS.get(kind, OTHER_AREA), 6 + number % 3 * 2, (45, -45, 0, 90)[number % 4]
    return (
        f'<pattern id="{_pattern(kind)}" width="{gap}" height="{gap}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})"><rect width="{gap}" height="{gap}" fill="{colour}" fill-opacity=".18"/>'
        f'<path d="M0 0v{gap}" stroke="{colour}" stroke-width="2" stroke-opacity=".65"/></pattern>'
    )


def _box(fill: str, stroke: str) -> str:
    return f'<rect width="22" height="14" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def _rail_sample() -> str:
    ticks = f'<path d="M0 7h22" stroke="{INK}" stroke-width="7" stroke-dasharray="1.5 6"/>'
    return f'<path d="M0 7h22" stroke="{INK}"/>{ticks}'


def _link_sample(kind: int) -> str:
    if kind == terrain.LADDER:
        return f'<path d="M0 3h22M0 11h22M4 3v8M11 3v8M18 3v8" stroke="{INK}" fill="none" stroke-width="1.4"/>'
    inner = "M5 0v14M11 0v14M17 0v14" if kind == terrain.STAIRS else "M3 0l5 7l-5 7M12 0l5 7l-5 7"
    return _box("#fffdf6", INK) + f'<path d="{inner}" stroke="{INK}" fill="none"/>'


def _door_sample(state: str) -> str:
    if state == "open":
        return '<path d="M0 13L16 1" stroke="#8a5a1c" stroke-width="4"/>'
    dots = {"locked": (11,), "vault": (5, 11, 17)}.get(state, ())
    bar = f'<path d="M0 7h22" stroke="{WALL}" stroke-width="9"/><path d="M0 7h22" stroke="#f0b44c" stroke-width="5"/>'
    return bar + "".join(f'<circle cx="{x}" cy="7" r="3" fill="{WALL}"/>' for x in dots)


def _body_sample(at: Placement) -> str:
    if at.posture == Posture.UP:
        front = f'<path d="M22 7L12 0v14z" fill="{NOBODY}"/>' if (at.fx, at.fy) != (0, 0) else ""
        return f'{front}<circle cx="{9 if front else 11}" cy="7" r="7" fill="{NOBODY}"/>'
    ring = f'<circle cx="11" cy="7" r="7" fill="#fff" stroke="{NOBODY}" stroke-width="2.5"/>'
    cross = f'<path d="M6 2l10 10m0 -10l-10 10" stroke="{NOBODY}" stroke-width="2"/>'
    return ring if at.posture == Posture.DOWN else ring + cross
