"""Crowds: which of the legs that a board offers are barred, or dearer, for those who stand about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.length import INCH
from .layout import Layout
from .passages import Passage
from .planar import plan
from .routes import Journey
from .rules import Rules
from .shapes import bounds

Box = tuple[int, int, int, int]  # west, south, east, north


def unblocked(
    found: Iterable[tuple[Passage, int]], layout: Layout, journey: Journey, nearing: tuple[int, int, int] | None
) -> Iterator[tuple[Passage, int]]:
    """Those of some passages, each with what it costs where nobody is about, that nobody blocks, with what they cost;
    with `nearing` (x, y, distance) only those on a way of that length to that point."""
    crowd: list[Box] | None = None
    for passage, alone in found:
        if nearing is not None:
            goal, longest = nearing[:2], nearing[2]
            if plan(journey.start, passage.near) + plan(passage.near, goal) > longest:
                continue
        crowd = _crowd(layout, journey.me, journey, journey.rules) if crowd is None else crowd
        cost = alone
        if _crowded(passage, crowd):
            cost, reason = journey.leg(0, *passage, False)
            if reason is not None:
                continue
        yield passage, cost


def _crowd(layout: Layout, mover_id: int, journey: Journey, rules: Rules) -> list[Box]:
    """The boxes that other bodies and shut doors within reach keep a mover out of, or might, and those of ground that
    was laid: what leads through them costs what it costs today."""
    x, y, _ = journey.start
    far, clear, owner = rules.allowance + 4 * INCH, journey.gait.radius, journey.gait.owner
    spared = {*rules.exempt, *rules.contact_with}
    boxes = []
    for id in range(len(layout)):
        bx, by, _, _, _, radius, _, posture, side = layout.row(id)
        if posture and id != mover_id and abs(bx - x) <= far and abs(by - y) <= far:
            threat = 0 <= side != owner and posture >= rules.keep_from and id not in spared
            wide = radius + clear + (rules.keep_clear if threat else 0)
            boxes.append((bx - wide, by - wide, bx + wide, by + wide))
    for x1, y1, x2, y2, *_ in layout.wall_rows:
        boxes.append((min(x1, x2) - clear, min(y1, y2) - clear, max(x1, x2) + clear, max(y1, y2) + clear))
    boxes += [bounds(area.polygon) for area in layout.ground]
    return boxes


def _crowded(passage: Passage, crowd: list[Box]) -> bool:
    """Whether a passage leads near any of these boxes."""
    (x1, y1, _), (x2, y2, _) = passage.near, passage.far
    west, east, south, north = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
    return any(west <= box[2] and east >= box[0] and south <= box[3] and north >= box[1] for box in crowd)
