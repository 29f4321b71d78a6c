"""Pictures of a board and of who stands on it: SVG for a page; `sketch` draws the same in characters.

A picture decides nothing.  The colours are those of Okabe and Ito, which people who are blind to some colours can tell
apart, and what matters differs in shape as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape

from ..core.length import INCH, written
from ..core.state import Placement, Posture, Record
from . import terrain
from .board import Board
from .shapes import contains, stretched
from .sketch import text
from .terrain import Block, Door, Link, Marker, Platform, Point, Polygon

__all__ = ["SEATS", "svg", "text"]

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
SCALE = 20  # units of the picture to the inch
MARGIN = 30
LINE = 24  # height of a line of the legend


def svg(
    board: Board,
    records: Iterable[Record] = (),
    *,
    labels: Mapping[int, str] | None = None,
    titles: Mapping[int, str] | None = None,
    seats: Sequence[str] = ("red", "blue"),
    colours: Sequence[str] = SEATS,
    doors: Mapping[str, str] | None = None,
    markers: Iterable[Marker] | None = None,
    clouds: Iterable[tuple[int, int, int, int]] = (),
    region: Iterable[Sequence[int]] = (),
    path: Sequence[Sequence[int]] = (),
    up_to: int | None = None,
) -> str:
    """A board and the bodies on it as one SVG document.

    `labels` are written on the bodies and `titles` shown when a pointer rests on them, by id; `seats` name the owners.
    `doors` are the states of doors by id where they differ from the board's (any word that is not a state of a door
    leaves it out), `markers` those to draw in place of the board's own, `clouds` spheres of smoke (x, y, z, radius).
    `region` is a set of points that can be reached, `path` the points of a route.  What is higher than `up_to` is left
    out.
    """
    canvas = _Canvas(board, up_to)
    canvas.ground()
    canvas.pieces(doors or {})
    for marker in board.markers if markers is None else markers:
        canvas.marker(marker)
    for x, y, _, radius in clouds:
        canvas.cloud(x, y, radius)
    canvas.reach(region, path)
    shown = [record for record in records if record.at.posture != Posture.AWAY]
    for record in sorted(shown, key=lambda each: (each.at.z, each.id)):
        colour = colours[record.owner % len(colours)] if record.owner >= 0 else NOBODY
        canvas.body(record.at, colour, (labels or {}).get(record.id, ""), (titles or {}).get(record.id, ""))
    owners = sorted({record.owner for record in shown if record.owner >= 0})
    canvas.legend([(seats[owner % len(seats)], colours[owner % len(colours)]) for owner in owners])
    return canvas.document()


class _Canvas:
    """Collects the elements of a picture, the lowest first."""

    def __init__(self, board: Board, up_to: int | None) -> None:
        self.board, self.limit = board, up_to
        self.parts: list[str] = []
        self.key: dict[str, str] = {}  # what the legend explains: a sample for each word
        self.width, self.height = board.width * SCALE // INCH, board.depth * SCALE // INCH
        self.foot = self.height
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
        for number, zone in enumerate(self.board.zones):
            colour = SEATS[number % len(SEATS)]
            border = f'stroke="{colour}" stroke-width="1.5" stroke-dasharray="7 5"'
            self.polygon(zone.polygon, f'fill="{colour}" fill-opacity=".08" {border}')
            x, y = min(zone.polygon, key=lambda corner: corner[0] - corner[1])
            place = f'x="{self.x(x + INCH // 5)}" y="{self.y(y - INCH * 3 // 5)}" font-size="11"'
            self.add(f'<text {place} fill="{colour}">{escape(zone.name)}</text>')

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
        self.height_mark(ring, platform.z)
        self.key[f"floor at {written(platform.z)}"] = _box(fill, "#6c7a84")

    def height_mark(self, ring: Polygon, z: int) -> None:
        """How high a floor is, in its upper left corner."""
        x, y = min(ring, key=lambda corner: corner[0] - corner[1])
        place = f'x="{self.x(x + INCH // 5)}" y="{self.y(y - INCH // 2)}" font-size="9"'
        self.add(f'<text {place} fill="#4f5b63">{escape(written(z))}</text>')

    def block(self, block: Block) -> None:
        fill = SOLID if block.top else "url(#solid)"
        self.polygon(block.polygon, f'fill="{fill}" stroke="{WALL}" stroke-width="2.5"')
        top = block.z + block.height
        x = sum(corner[0] for corner in block.polygon) // len(block.polygon)
        y = sum(corner[1] for corner in block.polygon) // len(block.polygon)
        self.text(x, y, written(top), 10, 'fill="#fff"' if block.top else f'fill="{INK}" class="halo"')
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
        px, py, letter = float(self.x(x)), float(self.y(y)), marker.kind[:1].upper()
        diamond = f'<path d="M{px:g} {py - 9:g}l9 9l-9 9l-9 -9z" fill="#f0e442" stroke="{INK}" stroke-width="1.4"/>'
        self.add(f"<g><title>{escape(f'{marker.kind} {marker.id}')}</title>{diamond}</g>")
        self.text(x, y, letter, 9, f'fill="{INK}" font-weight="700"')
        name = f'<text x="11" y="10.5" font-size="9" font-weight="700" text-anchor="middle">{escape(letter)}</text>'
        self.key[marker.kind] = f'<path d="M11 -2l9 9l-9 9l-9 -9z" fill="#f0e442" stroke="{INK}"/>{name}'

    def cloud(self, x: int, y: int, radius: int) -> None:
        self.circle(x, y, radius * SCALE / INCH, 'fill="#777" fill-opacity=".35" stroke="#666" stroke-dasharray="2 4"')
        self.key["smoke"] = '<circle cx="11" cy="7" r="8" fill="#777" fill-opacity=".35" stroke="#666"/>'

    def reach(self, region: Iterable[Sequence[int]], path: Sequence[Sequence[int]]) -> None:
        for spot in region:
            self.circle(spot[0], spot[1], 2, 'fill="#56b4e9" fill-opacity=".8"')
        if path:
            self.line(path, 'stroke="#fff" stroke-width="6" stroke-opacity=".8" stroke-linejoin="round"')
            self.line(path, f'stroke="{INK}" stroke-width="2.5" stroke-dasharray="7 4" marker-end="url(#arrow)"')

    def body(self, at: Placement, colour: str, label: str, title: str) -> None:
        """A disc with a wedge to its front; one that lies down is hollow, one that is helpless is crossed out."""
        radius = at.radius * SCALE / INCH
        under = self.covered(at)
        self.add('<g opacity=".75">' if under else "<g>")
        if title:
            self.add(f"<title>{escape(title)}</title>")
        dash = ' stroke-dasharray="4 2.5"' if under else ""
        if at.posture == Posture.UP:
            self.wedge(at, f'fill="{colour}" stroke="{INK}"')
            self.circle(at.x, at.y, radius, f'fill="{colour}" stroke="{INK}" stroke-width="1.4"{dash}')
        else:
            self.circle(at.x, at.y, radius, f'fill="#fff" stroke="{colour}" stroke-width="3"{dash}')
        if at.posture == Posture.HELPLESS:
            x, y, arm = float(self.x(at.x)), float(self.y(at.y)), radius * 0.7
            cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
            self.add(f'<path d="{cross}" stroke="{colour}" stroke-width="2" stroke-opacity=".55"/>')
        ink = "#fff" if at.posture == Posture.UP else INK
        size = max(7, min(12.5, radius * 2.6 / max(len(label), 1)))
        self.text(at.x, at.y, label, round(size, 1), f'fill="{ink}" font-weight="700"')
        self.add("</g>")
        names = {Posture.UP: "standing", Posture.DOWN: "down", Posture.HELPLESS: "helpless"}
        self.key[names[Posture(at.posture)]] = _body_sample(at.posture)
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

    def legend(self, seats: Sequence[tuple[str, str]]) -> None:
        """Whose bodies are which, a scale, and every sign that occurs."""
        samples = [(name, f'<circle cx="11" cy="7" r="8" fill="{colour}"/>') for name, colour in seats]
        samples += sorted(self.key.items())
        wide = max([len(name) for name, _ in samples], default=0) * 15 // 2 + 44
        columns = max(1, self.width // wide)
        top = self.height + 44
        self.add(f'<path d="M0 {self.height + 16}v6h{6 * SCALE}v-6" fill="none" stroke="{INK}" stroke-width="2"/>')
        self.add(f'<text x="{6 * SCALE + 8}" y="{self.height + 26}" font-size="14">6"</text>')
        title = f"{self.board.title}, {written(self.board.width)} by {written(self.board.depth)}"
        place = f'x="{self.width}" y="{self.height + 26}" font-size="14" text-anchor="end"'
        self.add(f"<text {place}>{escape(title)}</text>")
        for number, (name, sample) in enumerate(samples):
            place = f"translate({number % columns * wide} {top + number // columns * LINE})"
            words = f'<text x="30" y="12" font-size="14">{escape(name)}</text>'
            self.add(f'<g transform="{place}">{sample}{words}</g>')
        self.foot = top + -(-len(samples) // columns) * LINE

    def document(self) -> str:
        box = f"{-MARGIN} {-MARGIN} {self.width + 2 * MARGIN} {self.foot + 2 * MARGIN}"
        kinds = sorted({area.kind for area in self.board.areas} - {"pitfall"})
        hatches = "".join(_hatch(kind, number) for number, kind in enumerate(kinds))
        ticks = "".join(self.tick(inch) for inch in range(0, self.board.width // INCH + 1, 6))
        name = escape(self.board.title)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{self.width + 2 * MARGIN}"',
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
        return f'<text x="{x}" y="-8" font-size="11" text-anchor="middle" fill="#777">{inch}</text>'


_HALO = "<style>.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}</style>"
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


def _body_sample(posture: int) -> str:
    if posture == Posture.UP:
        return f'<path d="M22 7L12 0v14z" fill="{NOBODY}"/><circle cx="9" cy="7" r="7" fill="{NOBODY}"/>'
    ring = f'<circle cx="11" cy="7" r="7" fill="#fff" stroke="{NOBODY}" stroke-width="2.5"/>'
    cross = f'<path d="M6 2l10 10m0 -10l-10 10" stroke="{NOBODY}" stroke-width="2"/>'
    return ring if posture == Posture.DOWN else ring + cross
