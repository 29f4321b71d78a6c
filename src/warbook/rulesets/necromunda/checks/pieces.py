"""Pieces of terrain with rules of their own: which there are, and whether what they do goes on."""

from __future__ import annotations

from itertools import combinations

from ....core.effect import has_effect
from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Point
from ....space.shapes import cross
from ....space.sight import gap, within
from ..records import Model, Piece, Play
from ..records.position import near_by, things
from . import badzones

CLAW_REACH = 3 * INCH
FUEL_REACH, SLICK_REACH, FUMES_REACH = 3 * INCH, 3 * INCH, 6 * INCH
PLASMA_LIGHT = 6 * INCH
HATCH_REACH = 3 * INCH  # from how near one who hides in a hatch may be shot at
EXPLOSIVE = frozenset({"fuel-drums", "fuel-pipes", "plasma-canister", "plasma-pipes", "still"})
"""Those that blow up, once, when they are hit hard."""


def pieces(play: Play, kind: str) -> list[Piece]:
    """The pieces of a kind that are on the table, those that are switched off included."""
    return [piece for piece in things(play, Piece) if piece.profile == kind and piece.there]


def harmful(play: Play, kind: str) -> list[Piece]:
    """The pieces of a kind that do something to people: none of them when everything is shut down."""
    return [] if badzones.befallen_by(play, "shutdown") else pieces(play, kind)


def burning_fuel(play: Play) -> list[Piece]:
    """The fuel caches that burn."""
    return [fuel for fuel in pieces(play, "fuel-cache") if fuel.tokens]


def may_be_hit(piece: Piece) -> bool:
    """Whether a piece may be shot at: fuel that does not burn, and what may still blow up."""
    return piece.there and not piece.tokens and (piece.profile == "fuel-cache" or piece.profile in EXPLOSIVE)


def targets(play: Play) -> list[Piece]:
    """The pieces that may be shot at."""
    return [piece for piece in things(play, Piece) if may_be_hit(piece)] if play.world.hazards else []


def beside(play: Play, at: Placement, kind: str, reach: int) -> bool:
    """Whether a piece of a kind that does something to people is near a base."""
    return kind in play.world.kinds and any(near_by(play, at, it.at, reach) for it in harmful(play, kind))


def at_work_beside(play: Play, at: Placement, kind: str, reach: int) -> bool:
    """Whether a piece of a kind, other than a generator, whose special effect has begun is near a base."""
    return kind in play.world.kinds and any(
        near_by(play, at, it.at, reach) for it in pieces(play, kind) if has_begun(play, it.id)
    )


def in_fumes(play: Play, at: Placement) -> bool:
    """Whether a base is in the fumes of a smokestack at work."""
    return at_work_beside(play, at, "smokestack", FUMES_REACH)


def on_slick(play: Play, at: Placement) -> bool:
    """Whether a base is where fuel leaks out of pipes."""
    return at_work_beside(play, at, "fuel-pipes", SLICK_REACH)


def hides_in_hatch(play: Play, who: int) -> bool:
    """Whether a fighter hides in a service hatch."""
    return play.world.hatches and has_effect(play.state, who, "tucked-away")


def out_of_reach_in_hatch(play: Play, who: int, origin: Placement | None) -> bool:
    """Whether it does, and is too far from where a shot or a blast is aimed to be hit by that; None: from nowhere."""
    if not hides_in_hatch(play, who):
        return False
    return origin is None or not within(origin, play.state.records[who].at, HATCH_REACH)


def short_of_breath(model: Model) -> bool:
    """Whether the air is bad, all over or near a smokestack, and a fighter has no respirator."""
    play = model.play
    bad = badzones.befallen_by(play, "bad-air") or in_fumes(play, model.at)
    return bad and not model.carries("respirator")


def hangs_at(claw: Piece) -> Point:
    """Where a claw hangs: at its marker, or over the top of the machine that has it."""
    x, y, z = claw.at.spot
    return (x, y, z + claw.at.height * claw.claw)


def line_of(claw: Piece, at: Placement) -> Placement:
    """The point of the line from a claw down to the ground that is on a level with a base, or else its upper end."""
    x, y, top = hangs_at(claw)
    return Placement(x, y, min(at.z, top), radius=0)


def near_line(play: Play, at: Placement, claw: Piece) -> bool:
    """Whether a base is within 3" of the line from a claw down to the ground."""
    return near_by(play, at, line_of(claw, at), CLAW_REACH)


def near_claw(play: Play, at: Placement, claw: Piece) -> bool:
    """Whether a base is within 3" of a claw itself."""
    return near_by(play, at, Placement(*hangs_at(claw), radius=0), CLAW_REACH)


def is_off(play: Play, who: int) -> bool:
    """Whether somebody has switched a piece or a lift off, or everything is shut down."""
    return badzones.befallen_by(play, "shutdown") or has_effect(play.state, who, "switched-off")


def is_running(play: Play, who: int) -> bool:
    """Whether the special effect of a piece has begun and not ended; a generator may be at work all the time."""
    if play.state.record(Piece, who).profile == "generator" and play.option["generators-always-run"]:
        return not is_off(play, who)
    return has_begun(play, who)


def has_begun(play: Play, who: int) -> bool:
    """The same of a piece that is no generator; what has blown up does nothing more."""
    if play.state.record(Piece, who).tokens:
        return False
    return has_effect(play.state, who, "running") and not badzones.befallen_by(play, "shutdown")


def arcs(play: Play) -> list[tuple[Piece, Piece]]:
    """The generators at work between which sparks leap."""
    at_work = [piece for piece in pieces(play, "generator") if is_running(play, piece.id)]
    return nearest_pairs(at_work) if play.option["arcs-join-nearest"] else list(combinations(at_work, 2))


def nearest_pairs(those: list[Piece]) -> list[tuple[Piece, Piece]]:
    """Each of several pieces with the one nearest to it."""
    nearest = {a.id: min((gap(a.at, b.at) for b in those if b is not a), default=0) for a in those}
    return [(a, b) for a, b in combinations(those, 2) if gap(a.at, b.at) in (nearest[a.id], nearest[b.id])]


BARRIER_HEIGHT = 3 * INCH


def barrier_between(play: Play, a: tuple[int, int] | None, b: Placement) -> tuple[Piece, Piece] | None:
    """The pylons that hold up a force barrier through which a shot goes from a point to a base, if any do."""
    if a is None or "pylon" not in play.world.kinds:
        return None
    pairs = nearest_pairs([it for it in pieces(play, "pylon") if not is_off(play, it.id)])
    return next((pair for pair in pairs if _stands_between(pair, a, b)), None)


def _stands_between(pair: tuple[Piece, Piece], a: tuple[int, int], b: Placement) -> bool:
    one, other = (it.at for it in pair)
    line = (one.x, one.y), (other.x, other.y)
    return abs(b.z - one.z) < BARRIER_HEIGHT and _apart(*line, a, (b.x, b.y)) and _apart(a, (b.x, b.y), *line)


def _apart(p: tuple[int, int], q: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two points lie on different sides of a line."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    of_a, of_b = (cross(dx, dy, x - p[0], y - p[1]) for x, y in (a, b))
    return (of_a < 0 < of_b) or (of_b < 0 < of_a)
