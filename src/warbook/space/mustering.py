"""The decision where to put many models at once (`Muster`): deployment, arrival from above, getting out of a
transport."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from math import isqrt
from typing import Any, Literal

from ..core.decision import Prompt, Random, Reasons
from ..core.length import INCH, written
from ..core.state import Placement, Posture
from .board import Board
from .layout import POSTURE, Layout
from .movement import Point
from .placing import Place
from .terrain import Polygon
from .together import ANYWHERE, FEW_OR_MANY, KEEP_TOGETHER, ForMany, Together
from .units import Coherency, Stand, moved_stand, stand_of

Pattern = Literal["rings", "ranks", "files"]
PATTERNS: tuple[Pattern, ...] = ("rings", "ranks", "files")
RANKS = 2  # lines that stand one behind the other
SPREAD = 3  # how many times as many spots as members are looked at, around where they are to stand
GLANCES = 24  # places of the leader that are tried before all are listed, where it is asked whether there are several
DRAWS = 16  # samples that are drawn before the candidates are listed
STEP = INCH // 2  # how much higher the floor may be where the next one stands
TOUCHING = 10  # thousandths between bases that stand as near to one another as they can


class Muster(ForMany):
    """Where to put models: an answer has a place for each member, in the order of `members`; each is what `Place` takes
    for an answer: (x, y, z, fx, fy), without the facing unless `facing`.

    Every place is judged with the other members off the board, then beside theirs; they keep together (`coherency`,
    None: that is not asked).  `zones`, `near`, `within`, `keep_clear` and `keep_from` are as in `Place`, the same for
    all; `inside` gives the game's own reasons against the place of a member, `together` against all of them.
    Proposals stand as near to one another as they can if `tight`, else with room between them.
    """

    __slots__ = ("near", "places", "tight", "within", "zones")
    kind = "muster"

    def __init__(
        self,
        key: str,
        prompt: Prompt,
        board: Board,
        layout: Layout,
        members: Sequence[int],
        *,
        zones: Sequence[Polygon] = (),
        near: Point | None = None,
        within: int = 0,
        inside: Callable[[int, Placement], Reasons] | None = None,
        together: Together | None = None,
        keep_clear: int = 0,
        keep_from: int = Posture.DOWN,
        coherency: Coherency | None = KEEP_TOGETHER,
        facing: bool = False,
        worth_facing: Sequence[tuple[int, int]] = (),
        tight: bool = False,
        name: Callable[[int], str] = "number {}".format,
        secret: bool = False,
    ) -> None:
        super().__init__(key, prompt, board, layout, members, coherency, together, facing, name, secret)
        self.zones, self.near, self.within, self.tight = tuple(zones), near, within, tight
        self.places = {
            id: Place(
                key, "", board, self.lifted, id, zones=zones, near=near, within=within, keep_clear=keep_clear,
                inside=None if inside is None else partial(inside, id), keep_from=keep_from, facing=facing,
                worth_facing=worth_facing, name=name,
            )
            for id in self.members
        }  # fmt: skip

    # ---- judging -----------------------------------------------------------------------------------------------------

    def is_part(self, id: int, part: Any) -> bool:
        return self.places[id].is_place(part)

    def against_part(self, id: int, part: Any) -> Reasons:
        return self.places[id].legal(part)

    def stand_before(self, id: int) -> Stand | None:
        return stand_of(self.layout, id) if self.layout.row(id)[POSTURE] != Posture.AWAY else None

    def stand_after(self, id: int, part: Any) -> Stand:
        return moved_stand(stand_of(self.layout, id), part, part[3:] if self.facing else None)

    def placed(self, answer: tuple[Any, ...]) -> dict[int, Placement]:
        return {id: place.placed(part) for (id, place), part in zip(self.places.items(), answer, strict=True)}

    # ---- proposing ---------------------------------------------------------------------------------------------------

    def proposed(self, guide: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        place = self.places[guide]
        first = place.at_point(to)
        found = self._around(guide, first, "rings") if not place.legal(first) else None
        return found or self._regardless(guide, first)

    def redrawn(self, answer: tuple[Any, ...], id: int, legs: Sequence[Any], to: tuple[int, ...]) -> tuple[Any, ...]:
        return self.exchanged(answer, id, self.places[id].at_point(to))

    def _around(self, guide: int, first: tuple[int, ...], pattern: Pattern) -> tuple[Any, ...] | None:
        """An answer that has a member at a place and the others about it in some pattern; None where they find no
        room."""
        for gap in (TOUCHING,) if self.tight else (self._room, TOUCHING):
            spots = list(self._spots(first, pattern, gap))
            parts, stands = {guide: first}, [self.stand_after(guide, first)]
            for id in self.members:
                if id != guide:
                    part = self._next_place(id, spots, first[2], stands)
                    if part is None:
                        break
                    parts[id] = part
                    stands.append(self.stand_after(id, part))
            else:
                answer = tuple(parts[id] for id in self.members)
                if self.is_legal(answer):
                    return answer
        return None

    @property
    def _room(self) -> int:
        """The gap between members who stand at ease."""
        return TOUCHING if self.coherency is None else self.coherency.gap // 2

    def _next_place(
        self, id: int, spots: list[tuple[int, int]], z: int, stands: Sequence[Stand]
    ) -> tuple[int, ...] | None:
        """The first of some spots where a member may be put beside those who have been; it is taken off the list, and
        so are those that are no good."""
        place, coherency = self.places[id], self.coherency or ANYWHERE
        for spot in tuple(spots):
            part = place.at_point((*spot, self.board.floor_below(*spot, z + STEP)))
            stand = self.stand_after(id, part)
            if not coherency.has_place(stand, stands):
                continue  # it may join those who come next
            spots.remove(spot)
            if place.is_legal(part):
                return part
        return None

    def _spots(self, first: Sequence[int], pattern: Pattern, gap: int) -> Iterator[tuple[int, int]]:
        """Places about a point, as near as a gap lets bases stand: in rings, or in two lines along an axis of the
        board."""
        wide = 2 * max(stand_of(self.layout, id)[3] for id in self.members) + gap
        deep = wide * 7 // 8 + 1  # of rows in which each base stands between two of the next
        reach = isqrt(SPREAD * len(self.members)) + 2 if pattern == "rings" else len(self.members) // RANKS + 2
        far = reach if pattern == "rings" else RANKS + 1
        found = []
        for row in range(-far, far + 1):
            for column in range(-reach, reach + 1):
                across, along = column * wide + (wide // 2 if row % 2 else 0), row * deep
                x, y = (along, across) if pattern == "files" else (across, along)
                away = across * across + along * along
                # of lines, the two beside the point come first, then those beyond
                rank = 0 if pattern == "rings" else max(row, -1 - row)
                found.append((rank, away, first[0] + x, first[1] + y))
        return ((x, y) for _, away, x, y in sorted(found) if away)

    def _regardless(self, guide: int, first: tuple[int, ...]) -> tuple[Any, ...]:
        """The members about a place, whatever speaks against it."""
        others = (id for id in self.members if id != guide)
        spots = self._spots(first, "rings", TOUCHING if self.tight else self._room)
        parts = {id: self.places[id].at_point((*spot, first[2])) for id, spot in zip(others, spots, strict=False)}
        return tuple(first if id == guide else parts[id] for id in self.members)

    def region(self) -> dict[str, Any]:
        """What bounds the places: polygons, and the point with its distance."""
        return {"zones": self.zones, "near": self.near, "within": self.within}

    def candidates(self, n: int) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        for tried in (n, 8 * n + 64):  # where few places have room for all, many are looked at
            for first, pattern in zip(self.places[self.leader].candidates(tried), cycle(PATTERNS), strict=False):
                if len(found) >= n:
                    break
                answer = self._around(self.leader, first, pattern)
                if answer is not None and answer not in found:
                    found.append(answer)
            if found:
                break
        return found

    def several(self) -> bool:
        """Whether at least two answers are legal: most often that is seen among the first places of the leader."""
        enough, found = 1 if self.facing else 2, 0  # those who look somewhere may look elsewhere
        for first, pattern in zip(self.places[self.leader].lattice(GLANCES), cycle(PATTERNS), strict=False):
            found += self._around(self.leader, first, pattern) is not None
            if found == enough:
                return True
        if self.facing:
            return bool(self.candidates(1))
        return any(len(self.candidates(n)) > 1 for n in FEW_OR_MANY)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        """Some legal answer.  Raises LookupError where none was found."""
        for _ in range(DRAWS):
            first = self.places[self.leader].sample(rng)
            answer = self._around(self.leader, first, PATTERNS[int(rng.random() * len(PATTERNS))])
            if answer is not None:
                return answer
        found = self.candidates(8)
        if not found:
            raise LookupError(f"{self.key}: there is no room for all")
        return found[int(rng.random() * len(found))]

    def label(self, answer: tuple[Any, ...]) -> str:
        x, y = answer[0][:2]
        others = f", {len(answer) - 1} about it" if len(answer) > 1 else ""
        return f"{self.member_name(self.leader)} at ({written(x)}, {written(y)}){others}"
