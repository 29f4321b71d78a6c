"""The decisions for a point: where to put a body (`Place`) and where to aim (`Spot`).

Each judges any answer exactly, and proposes answers from a lattice and at random.  Answers are whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from ..core.decision import Decision, Random, Reasons
from ..core.length import INCH, written
from ..core.state import Placement, Posture
from ..core.structs import replace
from . import _kernels as kernels
from .board import Board, per_board
from .facing import NOT_A_FACING, Facing, is_facing, random_direction, way_to_nearest
from .fitting import footprint_of, misfit, stands_in
from .footprints import apart, footprint, near_enough
from .layout import FACING_X, FACING_Y, Layout
from .movement import (
    Point,
    Reason,
    Rules,
    Why,
    sentence,
)
from .planar import Box
from .shapes import contains, gap_at_most
from .terrain import Polygon

HIGHEST = 1_000_000  # above every floor
DRAWS = 32  # samples that are drawn before the candidates are listed
LATTICES = 32  # that a board remembers


class Place(Decision[tuple[int, ...]]):
    """Where to put a body, and which way it looks: (x, y, z, fx, fy), without the facing where `facing` is false.

    It must stand on a floor, clear of walls and of every other base, at least `keep_clear` from the enemies that are
    at least `keep_from` (`walls_between` as in `Rules`).  `zones` are polygons that its centre must be in one of, or
    the `whole` of its base; `near` and `within` bound the gap between a point and its base; `inside` gives the game's
    own reasons against a placement, `beside` a body beside which places are looked for, and how far from its outline.
    """

    __slots__ = (
        "_arrays", "_barriers", "_box", "_foes", "_gait", "_ground", "_known", "_shape", "beside", "board", "facing",
        "inside", "keep_clear", "keep_from", "layout", "mover_id", "name", "near", "walls_between", "whole", "within",
        "worth_facing", "zones",
    )  # fmt: skip
    kind = "place"

    def __init__(
        self,
        key: str,
        prompt: str,
        board: Board,
        layout: Layout,
        mover_id: int,
        *,
        zones: Sequence[Polygon] = (),
        near: Point | None = None,
        within: int = 0,
        inside: Callable[[Placement], Reasons] | None = None,
        beside: tuple[Placement, int] | None = None,
        keep_clear: int = 0,
        keep_from: int = Posture.DOWN,
        walls_between: int = 0,
        facing: bool = True,
        worth_facing: Sequence[tuple[int, int]] = (),
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
        whole: bool = False,
    ) -> None:
        super().__init__(key, prompt, secret=secret)
        self.board, self.layout, self.mover_id = board, layout, mover_id
        self.whole, self._shape = whole, layout.shapes.get(mover_id)
        self._known = 0  # how many places there are at least, as far as somebody has looked
        self.zones = tuple(zones)
        self.near, self.within, self.inside, self.beside = near, within, inside, beside
        self.keep_clear, self.keep_from, self.name = keep_clear, keep_from, name
        self.walls_between = walls_between
        self.facing, self.worth_facing = facing, worth_facing
        rules = Rules(0, keep_clear=keep_clear)
        self._gait = rules.gait_of(layout.row(mover_id), board)
        self._ground = layout.ground_for(board, mover_id)  # the board with what stands on it for the moment
        self._arrays, self._barriers = self._ground.priced(rules.going), layout.barriers_for(mover_id)
        self._foes = self._enemies_that_count() if keep_clear else []
        self._box = self._box_of_the_centre()

    def legal(self, answer: tuple[int, ...]) -> Reasons:
        wanted = 5 if self.facing else 3
        if (
            not isinstance(answer, tuple)
            or len(answer) != wanted
            or not all(type(v) is int and abs(v) < 1_000_000 for v in answer)
        ):
            return (f"A place is {wanted} whole numbers.",)
        if self.facing and not is_facing(answer[3:]):
            return (NOT_A_FACING,)
        return tuple(self._each_objection(answer))

    def is_place(self, answer: Any) -> bool:
        """Whether something has the form of an answer."""
        return (
            isinstance(answer, tuple)
            and len(answer) == (5 if self.facing else 3)
            and all(type(v) is int and abs(v) < 1_000_000 for v in answer[:3])
            and (not self.facing or is_facing(answer[3:]))
        )

    def at_point(self, to: Sequence[int]) -> tuple[int, ...]:
        """The answer that puts the body at a point, looking where it is best; a point without a height is on the
        highest floor."""
        x, y = to[:2]
        return self._answer(x, y, to[2] if len(to) > 2 else self._ground.floor_below(x, y, HIGHEST))

    def is_legal(self, answer: tuple[int, ...]) -> bool:
        """Whether nothing speaks against a place that has the form of an answer."""
        return next(self._each_objection(answer), None) is None

    def _each_objection(self, answer: tuple[int, ...]) -> Iterator[str]:
        """Everything against a place, the cheapest to find out first; the game's own reasons only if there is nothing
        else."""
        good = True
        if self.zones and not any(self._is_in(zone, answer) for zone in self.zones):
            good = False
            yield "It is outside the area where it may be placed."
        if self.near is not None and not self._is_near(answer):
            good = False
            yield f"It must be within {written(self.within)} of the point given."
        code, who = self._judged(answer)
        if code != kernels.OK:
            good = False
            why = Why(int(code))
            yield sentence(Reason(why, who=int(who) if why == Why.OVERLAPS else -1), self.name)
        for enemy in self._enemies_too_near(answer):
            good = False
            yield sentence(Reason(Why.TOO_NEAR, who=enemy, amount=self.keep_clear), self.name)
        if good and self.inside is not None:
            yield from self.inside(self.placed(answer))

    def placed(self, answer: tuple[int, ...]) -> Placement:
        """The body at the place of an answer."""
        _, _, _, fx, fy, radius, height, _, _ = self.layout.row(self.mover_id)
        facing = (answer[3], answer[4]) if self.facing else (fx, fy)
        at = Placement(answer[0], answer[1], answer[2], *facing, radius, height)
        return replace(at, shape=self._shape) if self._shape is not None else at

    def _judged(self, answer: tuple[int, ...]) -> tuple[int, int]:
        """What speaks against standing there, and whose base that is about: of a body that is not round as it would
        face."""
        if self._shape is not None:
            found = misfit(self.board, self.layout, self.mover_id, self.placed(answer))
            return (kernels.OK, -1) if found is None else (int(found.why), found.who)
        code, who = kernels.direct.standing(
            self._arrays, self.layout.bodies, self._barriers, self.mover_id, *answer[:3], 0, self._gait
        )
        return int(code), int(who)

    def _is_in(self, zone: Polygon, answer: tuple[int, ...]) -> bool:
        if self.whole:
            return stands_in(footprint(self.placed(answer)), zone)
        return contains(zone, answer[0], answer[1])

    def _is_near(self, answer: tuple[int, ...]) -> bool:
        assert self.near is not None
        (x, y, z), (px, py, pz) = answer[:3], self.near
        if self._shape is not None:
            foot = footprint(self.placed(answer))
            return near_enough(*apart(foot.core, ((px, py),)), foot.radius, abs(z - pz), self.within)
        return gap_at_most((x - px) ** 2 + (y - py) ** 2, self._gait.radius, abs(z - pz), self.within)

    def _enemies_too_near(self, answer: tuple[int, ...]) -> Iterator[int]:
        """The enemies that this place is too near to."""
        x, y, z = answer[:3]
        if self.layout.shapes and self._foes:
            foot = footprint(self.placed(answer))
            reach = self.placed(answer).radius + self.keep_clear
            for id, bx, by, bz, radius in self._foes:
                if abs(x - bx) > reach + radius or abs(y - by) > reach + radius:
                    continue
                other = footprint_of(self.layout, id)
                square, over = apart(foot.core, other.core)
                near = near_enough(
                    square, over, foot.radius + other.radius, abs(z - bz), self.keep_clear, strictly=True
                )
                if near and not self._walled_off(answer, (bx, by, bz)):
                    yield id
            return
        for id, bx, by, bz, radius in self._foes:
            square = (x - bx) ** 2 + (y - by) ** 2
            near = gap_at_most(square, radius + self._gait.radius, abs(z - bz), self.keep_clear, strictly=True)
            if near and not self._walled_off(answer, (bx, by, bz)):
                yield id

    def _walled_off(self, answer: tuple[int, ...], foe: Point) -> bool:
        """Whether a wall stands between a place and an enemy, where that counts."""
        low = max(answer[2], foe[2])
        return self.walls_between > 0 and bool(
            kernels.direct.walled(
                self.board.arrays, self.layout.walls, *answer[:2], *foe[:2], low, low + self.walls_between
            )
        )

    def _enemies_that_count(self) -> list[tuple[int, int, int, int, int]]:
        """The enemies that count, each with the centre and the radius of its base."""
        return [
            (id, x, y, z, radius)
            for id, (x, y, z, _, _, radius, _, posture, owner) in enumerate(self.layout.rows())
            if owner >= 0 and owner != self._gait.owner and posture >= self.keep_from and id != self.mover_id
        ]

    def _box_of_the_centre(self) -> Box:
        """The box in which the centre must lie."""
        margin = self._gait.radius
        west, south, east, north = margin, margin, self.board.width - margin, self.board.depth - margin
        if self.zones:
            corners = [corner for zone in self.zones for corner in zone]
            west, east = max(west, min(c[0] for c in corners)), min(east, max(c[0] for c in corners))
            south, north = max(south, min(c[1] for c in corners)), min(north, max(c[1] for c in corners))
        bounds = [] if self.near is None else [(*self.near[:2], self.within)]
        if self.beside is not None:
            at, reach = self.beside
            bounds.append((at.x, at.y, at.radius + reach))
        for x, y, far in bounds:
            west, east = max(west, x - far - margin), min(east, x + far + margin)
            south, north = max(south, y - far - margin), min(north, y + far + margin)
        return west, south, east, north

    def _answer(self, x: int, y: int, z: int, facing: Facing | None = None) -> tuple[int, ...]:
        if not self.facing:
            return (x, y, z)
        return (x, y, z, *(facing or self._facing_at(x, y)))

    def default_facing(self, x: int, y: int) -> Facing:
        """Which way it looks from a point if nothing is said of it: to the nearest point worth a look, else as
        before."""
        row = self.layout.row(self.mover_id)
        return way_to_nearest(self.worth_facing, x, y) or (row[FACING_X], row[FACING_Y])

    def _facing_at(self, x: int, y: int) -> Facing:
        if (found := way_to_nearest(self.worth_facing, x, y)) is not None:
            return found
        middle = (self.board.width // 2 - x, self.board.depth // 2 - y)
        return middle if middle != (0, 0) else (0, 1)

    def _lattice_places(self, pitch: int) -> Iterator[tuple[int, ...]]:
        """The legal places of a lattice."""
        lasts = self.near is None and self.beside is None and pitch == INCH and self._ground is self.board
        for x, y, z in _lattice(self._ground, self._box) if lasts else _points(self._ground, self._box, pitch):
            answer = self._answer(x, y, z)
            if self.is_legal(answer):
                yield answer

    def lattice(self, n: int) -> list[tuple[int, ...]]:
        """The first legal places of whole inches, so many at most."""
        return list(islice(self._lattice_places(INCH), n))

    def candidates(self, n: int) -> list[tuple[int, ...]]:
        for pitch in (INCH, INCH // 4, INCH // 16):
            found = list(self._lattice_places(pitch))
            west, south, east, north = self._box
            if len(found) >= min(n, 2) or (east - west) * (north - south) > (12 * INCH) ** 2:
                break
        if len(found) <= n:
            return found
        return [found[i * len(found) // n] for i in range(n)]

    def several(self) -> bool:
        return self._has_places(1 if self.facing else 2)

    def has_room(self) -> bool:
        """Whether there is a place at all.  It is found out faster than where the places are."""
        return self._has_places(1)

    def _has_places(self, enough: int) -> bool:
        if self._known < enough:
            self._known = len(list(islice(self._lattice_places(INCH), enough)))
        if self._known < enough:
            self._known = len(self.candidates(enough))
        return self._known >= enough

    def sample(self, rng: Random) -> tuple[int, ...]:
        """Some legal place.  Raises LookupError where none was found."""
        west, south, east, north = self._box
        for _ in range(DRAWS):
            x, y = west + int(rng.random() * (east - west + 1)), south + int(rng.random() * (north - south + 1))
            floors = _floors(self._ground, x, y)
            facing = random_direction(rng) if self.facing else None
            answer = self._answer(x, y, floors[int(rng.random() * len(floors))], facing)
            if self.is_legal(answer):
                return answer
        places = self.candidates(64)
        if not places:
            raise LookupError(f"{self.key}: no place is legal")
        return places[int(rng.random() * len(places))]

    def region(self) -> dict[str, Any]:
        """What bounds the place: polygons, and the point with its distance."""
        return {"zones": self.zones, "near": self.near, "within": self.within}

    def label(self, answer: tuple[int, ...]) -> str:
        return f"at ({written(answer[0])}, {written(answer[1])}), {written(answer[2])} up"


@per_board.at_most(LATTICES)
def _lattice(board: Board, box: Box) -> tuple[Point, ...]:
    """The points of whole inches in a box on all floors."""
    return tuple(_points(board, box, INCH))


def _points(board: Board, box: Box, pitch: int) -> Iterator[Point]:
    """The points of a lattice in a box on all floors."""
    west, south, east, north = box
    for y in range(south, north + 1, pitch):
        for x in range(west, east + 1, pitch):
            for z in _floors(board, x, y):
                yield x, y, z


def _floors(board: Board, x: int, y: int) -> list[int]:
    """The heights of all floors at a point, the ground first."""
    corners = board.arrays.corners
    heights = {0}
    for z, first, count, xmin, ymin, xmax, ymax, *_ in board.rows.floors:
        if xmin <= x <= xmax and ymin <= y <= ymax and kernels.direct.in_polygon(corners, first, count, x, y):
            heights.add(z)
    return sorted(heights)


class Spot(Decision[Point]):
    """A point on a floor, or on stairs or a ramp, such as the middle of a blast.

    `refuse` gives the game's own reasons against one, `near` are points worth a thought.
    """

    __slots__ = ("board", "near", "refuse")
    kind = "place"
    facing = False  # a point looks nowhere

    def __init__(
        self, key: str, prompt: str, board: Board, refuse: Callable[[Point], Reasons], near: Sequence[Point]
    ) -> None:
        super().__init__(key, prompt)
        self.board, self.refuse, self.near = board, refuse, tuple(near)

    def legal(self, answer: Point) -> Reasons:
        if not isinstance(answer, tuple) or len(answer) != 3 or any(type(v) is not int for v in answer):
            return ("A point is three whole numbers.",)
        if not self.board.contains(*answer[:2]):
            return ("It is not on the board.",)
        if not self.board.on_floor(*answer) and self.board.slope(*answer) is None:
            return ("There is no floor at that height.",)
        return self.refuse(answer)

    def _points_to_try(self) -> Iterator[Point]:
        for away in (0, INCH, 2 * INCH):
            for x, y, z in self.near:
                for dx, dy in ((0, 0),) if not away else ((away, 0), (0, away), (-away, 0), (0, -away)):
                    yield (x + dx, y + dy, z)

    def candidates(self, n: int) -> list[Point]:
        found: list[Point] = []
        for point in self._points_to_try():
            if len(found) == n:
                break
            if point not in found and not self.legal(point):
                found.append(point)
        return found

    def sample(self, rng: Random) -> Point:
        """Some legal point.  Raises LookupError where none was found."""
        for _ in range(4 * len(self.near)):
            x, y, z = self.near[int(rng.random() * len(self.near))]
            point = (x + int((rng.random() - 0.5) * 4 * INCH), y + int((rng.random() - 0.5) * 4 * INCH), z)
            if not self.legal(point):
                return point
        found = self.candidates(1)
        if not found:
            raise LookupError(f"{self.key}: no point is legal")
        return found[0]

    def label(self, answer: Point) -> str:
        return f"at ({written(answer[0])}, {written(answer[1])})"
