"""Drawings of a tableau: as SVG for a page, in characters for a terminal.

Every game draws itself with these: what is on the table and how it is stands in its `Tableau`, the ground in its board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from ..core.state import Placement, Posture
from ..core.tableau import Badge, Body, Counter, Side, Tableau, Thing, Tone, Unit
from ..core.text import visible
from . import picture, sketch
from .board import Board
from .terrain import Marker

INITIALS = "RBNMKWXYZ"  # of the sides in a sketch; a third one is as a rule neutral
READY, INK = "#009e73", "#2b2b2b"
TONES: dict[Tone, str] = {
    "calm": "#5a5a5a",
    "good": "#009e73",
    "ready": READY,
    "held": "#0072b2",
    "ill": "#b3402a",
    "mark": "#8a5a00",
}
OF_THE_BOARD = ("door", "lift")
"""Kinds of things that the board itself shows."""


def pictured(of: Callable[[Any], Tableau]) -> Callable[[Any], str]:
    """What draws a Play of a game as SVG whose positions are told by `of`; its world must have a `board`."""
    return lambda play: page(of(play), play.world.board)


def sketched(of: Callable[[Any], Tableau]) -> Callable[[Any, int], str]:
    """The same in characters, for a Play and so many columns."""
    return lambda play, columns: text(of(play), play.world.board, columns)


# ---- for a page ------------------------------------------------------------------------------------------------------


def page(tableau: Tableau, board: Board) -> str:
    """A position as one SVG document: the board, who stands where and how, and the sides in a list below it."""
    return picture.svg(
        board.without(tableau.gone),
        [*tableau.bodies, *_standing_about(tableau)],
        labels={body.id: body.label for body in tableau.bodies},
        titles={body.id: f"{body.name}: {', '.join(body.words)}" for body in tableau.bodies}
        | {thing.id: ", ".join((thing.name, *thing.words)) for thing in tableau.things},
        seats=[side.name for side in tableau.sides],
        doors=tableau.doors,
        markers=_markers(tableau),
        patches=tableau.patches,
        zones=tableau.zones,
        over=_signs(tableau, board),
        signs=_explained(tableau),
        heading=tableau.heading,
        lists=[_listing(tableau, side) for side in tableau.sides],
        grid=tableau.grid,
    )


def _standing_about(tableau: Tableau) -> Iterator[Body]:
    """Things that take up room, as bodies that belong to nobody."""
    for thing in tableau.things:
        if thing.radius:
            at = Placement(*thing.at, 0, 0, thing.radius)
            yield Body(thing.id, -1, "", thing.name, thing.kind, at, looks=False)


def _markers(tableau: Tableau) -> list[Marker]:
    """Things that are points, where they lie now."""
    return [
        Marker(_tooltip(thing), thing.kind, thing.at, {})
        for thing in tableau.things
        if not thing.radius and thing.kind not in OF_THE_BOARD
    ]


def _tooltip(thing: Thing) -> str:
    return ", ".join((thing.name, *thing.words))


def _listing(tableau: Tableau, side: Side) -> picture.Listing:
    """A side, model by model, those of a unit below its name."""
    rows = []
    for each in side_by_units(tableau, side):
        if isinstance(each, Unit):
            rows.append(picture.Row("", each.name, unit_words(each), dot=READY if each.ready else ""))
        else:
            gone, dot = each.stands == "gone", READY if each.ready else ""
            rows.append(picture.Row(each.label, each.name, ", ".join(each.words), gone=gone, dot=dot))
    return picture.Listing(side.seat, side.name, note(tableau, side), rows)


def side_by_units(tableau: Tableau, side: Side) -> Iterator[Body | Unit]:
    """The models of a side that belong to no unit, then each of its units, followed by its models."""
    mine = [body for body in tableau.bodies if body.owner == side.seat]
    units = {unit.id: unit for unit in tableau.units if unit.owner == side.seat}
    yield from (body for body in mine if body.unit not in units)
    for unit in units.values():
        yield unit
        yield from (body for body in mine if body.unit == unit.id)


def unit_words(unit: Unit) -> str:
    """What is true of a unit, in a line."""
    counted = (f"{each.title} {each.have}" for each in unit.counters)
    return ", ".join(dict.fromkeys((*unit.words, *(badge.title for badge in unit.badges), *counted)))


def note(tableau: Tableau, side: Side) -> str:
    """A side's points, once any side has some, and what else is to be said of it, in a line."""
    scored = any(each.points for each in tableau.sides)
    return ", ".join([f"{side.points} point{'s' * (side.points != 1)}"] * scored + [*side.words])


def _signs(tableau: Tableau, board: Board) -> Iterator[str]:
    """Around a body: a dot while it is ready, a dashed ring while it acts, what it has to spend, and its badges."""
    scale, em = picture.SCALE / 1000, picture.letter(board)
    for body in tableau.bodies:
        if body.at.posture == Posture.AWAY:
            continue
        x, y, radius = body.at.x * scale, (board.depth - body.at.y) * scale, body.at.radius * scale
        if body.ready:
            yield _dot(x - radius * 0.8, y - radius * 0.8)
        if tableau.acts(body):
            ring = f'fill="none" stroke="{INK}" stroke-dasharray="4 3"'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius + 5:.1f}" {ring}/>'
        right = down = 0.0
        for number, (sign, colour, hollow) in enumerate(_signs_of_body(body)):
            if number and number % 3 == 0:
                right, down = 0.0, down + em * 0.62
            half = _half(em, sign)
            right += half
            yield _badge(x + radius * 0.7 + right, y - radius * 1.2 + down, em, sign, colour, hollow)
            right += half


def _signs_of_body(body: Body) -> Iterator[tuple[str, str, bool]]:
    """The signs of a body with their colours; hollow for what is held."""
    for counter in body.counters:
        if counter.have:
            yield _count(counter)
    for badge in body.badges:
        yield badge.sign, TONES[badge.tone], False


def _count(counter: Counter) -> tuple[str, str, bool]:
    held = counter.use == "held"
    return str(counter.have), TONES["held" if held else "ready"], held


def _explained(tableau: Tableau) -> dict[str, str]:
    """The signs that are to be seen, for the legend."""
    seen: dict[str, tuple[str, str, bool]] = {}
    for body in tableau.bodies:
        if body.at.posture != Posture.AWAY:
            said: list[Badge | Counter] = [*(c for c in body.counters if c.have), *body.badges]
            for told, sign in zip(said, _signs_of_body(body), strict=True):
                seen.setdefault(told.title, sign)
    samples = {title: _badge(11, 7, 24, *sign) for title, sign in seen.items()}
    here = [body for body in tableau.bodies if body.at.posture != Posture.AWAY]
    if any(body.ready for body in here):
        samples["ready"] = _dot(11, 7)
    if any(map(tableau.acts, here)):
        samples["acts now"] = f'<circle cx="11" cy="7" r="8" fill="none" stroke="{INK}" stroke-dasharray="4 3"/>'
    return samples


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{READY}" stroke="#fff" stroke-width="1.2"/>'


def _badge(x: float, y: float, em: float, sign: str, colour: str, hollow: bool) -> str:
    half = _half(em, sign)
    box = f'x="{x - half:.1f}" y="{y - em * 0.28:.1f}" width="{2 * half:.1f}" height="{em * 0.56:.1f}"'
    fill, stroke, ink = ("#fff", colour, colour) if hollow else (colour, "#fff", "#fff")
    return (
        f'<g><rect {box} rx="3" fill="{fill}" stroke="{stroke}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{em * 0.5:.1f}" font-weight="700" fill="{ink}" text-anchor="middle" '
        f'dominant-baseline="central">{picture.escape(sign)}</text></g>'
    )


def _half(em: float, sign: str) -> float:
    """Half the width of a sign."""
    return em * (0.16 + 0.15 * len(sign))


# ---- for a terminal --------------------------------------------------------------------------------------------------


def text(tableau: Tableau, board: Board, columns: int) -> str:
    """A position in characters, at most so many columns wide: the board from above, then the sides."""
    about = list(_standing_about(tableau))
    labels = {thing.id: thing.kind[:1].upper() for thing in about}
    labels |= {body.id: f"{INITIALS[body.owner % len(INITIALS)]}{body.label}" for body in tableau.bodies}
    drawn = sketch.text(
        board.without(tableau.gone),
        [*about, *tableau.bodies],
        labels,
        doors=tableau.doors,
        markers=_markers(tableau),
        columns=columns,
    )
    lists = [_listed(tableau, side, labels) for side in tableau.sides]
    half = (columns - 2) // 2
    rows: list[str] = []
    if half >= 36 and len(lists) > 1:
        tall = max(len(lines) for lines in lists[:2])
        padded = [lines + [""] * (tall - len(lines)) for lines in lists[:2]]
        rows = [f"{shorten_to(a, half):<{half}}  {shorten_to(b, half)}".rstrip() for a, b in zip(*padded, strict=True)]
        lists = lists[2:]
    rows += [shorten_to(line, columns) for lines in lists for line in lines]
    return drawn + "\n".join([*wrap(visible(tableau.heading), columns), *rows]) + "\n"


def _listed(tableau: Tableau, side: Side, labels: dict[int, str]) -> list[str]:
    lines = [visible(side.name), *[f"    {visible(said)}" for said in [note(tableau, side)] if said]]
    for body in side_by_units(tableau, side):
        if isinstance(body, Unit):
            lines.append(f"  {visible(body.name)}: {visible(unit_words(body))}")
            continue
        upright = body.at.posture == Posture.UP
        label = labels[body.id] if upright else labels[body.id].lower()
        told = body.words[1:] if upright and len(body.words) > 1 else body.words  # a capital says that it stands
        lines.append(f"{label:>3} {visible(body.name)}: {visible(', '.join(told))}")
    return lines


def shorten_to(line: str, columns: int) -> str:
    """A line cut to so many characters, with a mark where something is missing."""
    return line if len(line) <= columns else line[: columns - 1] + "…"
