"""The canvas of a picture: each kind of terrain, body and word as elements of SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from textwrap import wrap

from ..core.length import INCH, written
from ..core.state import Placement, Posture
from ..core.tableau import Patch
from . import terrain
from .board import Board
from .footprints import outline
from .shapes import contains, stretched
from .sheet import Sheet
from .swatches import (
    ACROSS,
    AREAS,
    ARROW,
    GROUND,
    HALO,
    INK,
    LEVELS,
    LOW,
    MARGIN,
    NATURAL,
    OTHER_AREA,
    OTHER_PATCH,
    PALE,
    PATCHES,
    SCALE,
    SOLID,
    SOLID_LINE,
    WALL,
    Listing,
    body_sample,
    box_sample,
    door_sample,
    escape,
    hatch,
    letter,
    link_sample,
    pattern,
    rail_sample,
)
from .terrain import Block, Door, Link, Marker, Platform, Point, Polygon

DOTS: dict[str, tuple[int, ...]] = {"closed": (), "locked": (2,), "vault": (1, 2, 3)}
"""The dots on a shut door, in quarters of its width."""


class Canvas(Sheet):
    """Collects the elements of a picture, the lowest first."""

    def __init__(self, board: Board, up_to: int | None) -> None:
        super().__init__(board)
        self.limit = up_to
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
            self.key["railing"] = rail_sample()
        self.corner(ring, written(platform.z), 0.65, "#4f5b63")
        self.key[f"floor at {written(platform.z)}"] = box_sample(fill, "#6c7a84")

    def block(self, block: Block) -> None:
        fill = SOLID if block.top else "url(#solid)"
        self.polygon(block.polygon, f'fill="{fill}" stroke="{WALL}" stroke-width="2.5"')
        top = block.z + block.height
        x = sum(corner[0] for corner in block.polygon) // len(block.polygon)
        y = sum(corner[1] for corner in block.polygon) // len(block.polygon)
        self.text(
            x, y, written(top), round(self.em * 0.65, 1), 'fill="#fff"' if block.top else 'fill="#fff" class="shade"'
        )
        self.key["solid, floor on top" if block.top else "solid"] = box_sample(fill, WALL)

    def obstacle(self, ring: Polygon) -> None:
        self.polygon(ring, f'fill="{LOW}" stroke="#6d5f45" stroke-width="1.2"')
        self.key["low obstacle"] = box_sample(LOW, "#6d5f45")

    def wall(self, points: Polygon) -> None:
        self.line(points, f'stroke="{WALL}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"')
        self.key["wall"] = f'<path d="M0 7h22" stroke="{WALL}" stroke-width="5" stroke-linecap="round"/>'

    def area(self, ring: Polygon, kind: str) -> None:
        colour = AREAS.get(kind, OTHER_AREA)
        fill = colour if kind == "pitfall" else f"url(#{pattern(kind)})"
        attributes = f'fill="{fill}" stroke="{colour}" stroke-width="1.5"'
        self.polygon(ring, attributes if kind in ("pitfall", "impassable") else f'{attributes} stroke-dasharray="3 3"')
        self.key[kind] = box_sample(fill, colour)

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
        self.key[name] = link_sample(link.kind)

    def door(self, door: Door, state: str) -> None:
        """A shut door is a bar, with a dot if it is locked and three if it is a vault's; an open one stands ajar."""
        x1, y1, x2, y2 = door.line
        bar = 'stroke-linecap="butt"'
        if state == "open":
            swing = (x1 - (y2 - y1) * 7 // 10 + (x2 - x1) * 7 // 10, y1 + (x2 - x1) * 7 // 10 + (y2 - y1) * 7 // 10)
            self.line([(x1, y1), (x2, y2)], f'stroke="{LOW}" stroke-width="2" stroke-dasharray="2 4"')
            self.line([(x1, y1), swing], f'stroke="#8a5a1c" stroke-width="4" {bar}')
        elif state in DOTS:
            self.line([(x1, y1), (x2, y2)], f'stroke="{WALL}" stroke-width="9" {bar}')
            self.line([(x1, y1), (x2, y2)], f'stroke="#f0b44c" stroke-width="5" {bar}')
            for part in DOTS[state]:
                self.circle(x1 + (x2 - x1) * part // 4, y1 + (y2 - y1) * part // 4, 3, f'fill="{WALL}"')
        for x, y, _ in door.terminals:
            self.add(
                f'<rect x="{float(self.x(x)) - 4:g}" y="{float(self.y(y)) - 4:g}" width="8" height="8" rx="1.5" '
                f'fill="#56b4e9" stroke="{INK}"/>'
            )
            self.key["terminal"] = '<rect x="6" y="2" width="9" height="9" rx="1.5" fill="#56b4e9" stroke="#2b2b2b"/>'
        if state == "open" or state in DOTS:
            self.key[f"door, {state}"] = door_sample(state)

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
            self.base(at, f'fill="{colour}" stroke="{INK}" stroke-width="1.4"{dash}')
        else:
            self.base(at, f'fill="#fff" stroke="{colour}" stroke-width="3"{dash}')
        if at.posture == Posture.HELPLESS:
            x, y, arm = float(self.x(at.x)), float(self.y(at.y)), radius * 0.7
            cross = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
            self.add(f'<path d="{cross}" stroke="{colour}" stroke-width="2" stroke-opacity=".55"/>')
        ink = "#fff" if at.posture == Posture.UP else INK
        size = max(7, min(self.em * 0.85, radius * 2.9 / max(len(label), 1)))
        self.text(at.x, at.y, label, round(size, 1), f'fill="{ink}" font-weight="700"')
        self.add("</g>")
        names = {Posture.UP: "standing", Posture.DOWN: "down", Posture.HELPLESS: "helpless"}
        self.key[names[Posture(at.posture)]] = body_sample(at)
        if under:
            self.key["under a floor"] = (
                f'<circle cx="11" cy="7" r="7" fill="#ccc" stroke="{INK}" stroke-dasharray="4 2.5"/>'
            )

    def base(self, at: Placement, attributes: str) -> None:
        """A disc, or the outline of a body that is not round."""
        if at.shape:
            self.polygon(outline(at), attributes)
        else:
            self.circle(at.x, at.y, at.radius * SCALE / INCH, attributes)

    def wedge(self, at: Placement, attributes: str) -> None:
        """A tip that points where a body faces, and its flanks along the borders of the front quarter."""
        front, flank = (at.shape.length // 2, at.shape.width // 2) if at.shape else (at.radius, at.radius)
        tip = stretched(at.fx, at.fy, front + INCH * 7 // 20)
        left = stretched(at.fx - at.fy, at.fy + at.fx, flank)
        right = stretched(at.fx + at.fy, at.fy - at.fx, flank)
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
        hatches = "".join(hatch(kind, number) for number, kind in enumerate(kinds))
        ticks = "".join(self.tick(inch) for inch in range(0, self.board.width // INCH + 1, 6))
        name = escape(self.board.title)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{NATURAL}"',
                ' style="max-width:100%;height:auto;background:#fff" font-family="system-ui,Arial,sans-serif"',
                f' role="img" aria-label="{name}">',
                f"<title>{name}</title>",
                f"<defs>{HALO}{hatches}{ARROW}{SOLID_LINE}</defs>",
                *self.parts,
                f'<rect width="{self.width}" height="{self.height}" fill="none" stroke="{INK}" stroke-width="2"/>',
                f"{ticks}\n</svg>\n",
            ]
        )

    def tick(self, inch: int) -> str:
        x = inch * SCALE
        return f'<text x="{x}" y="-8" font-size="{self.em * 0.7:.1f}" text-anchor="middle" fill="#777">{inch}</text>'
