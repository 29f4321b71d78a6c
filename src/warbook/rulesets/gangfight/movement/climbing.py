"""Jumping and climbing: sheer faces, gaps, drops and falls.

Ladders, ropes and stairs are moves like any; what has to be climbed or jumped is rolled for, an inch for each success.
A climb that comes up short ends clinging to the face.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from ....core.action import requirement
from ....core.decision import Choose, Random, Reasons
from ....core.length import INCH, written
from ....core.naming import Preview
from ....core.state import Placement
from ....core.structs import replace
from ....space.edges import edges_near
from ....space.movement import Mode, Passage, Point, Rules, Walked, floor_below, settle, trace
from ....space.openings import openings
from ....space.over_edges import Opening, floor_at
from ....space.over_gaps import Goal
from ....space.passages import TO_HAND, passages_to_hand, vaults_to_hand
from ....space.sight import line_blocked
from ..checks import dice, luck, provoking
from ..checks.requirements import has_points
from ..events.moments import Arrival
from ..events.movement import Climbed, Moved
from ..harm import falling
from ..printed.catalogue import action
from ..records import Figure, Model, Play
from ..records.position import here, layout, per_position
from . import declaring, going
from .rules import rules_for

JUMP, EASIER = 4, 2  # the number of the dice of a jump, and what athletes need less
FAR = 1000 * INCH  # no way is too long to be thought of: the dice decide
OFF_THE_FACE = 2 * INCH  # how far beside somebody one steps off a face
Effort: TypeAlias = Literal["climb", "jump", "drop", "let-go"]
Way: TypeAlias = tuple[Effort, int, int, int]
"""How to go and where that leads; from a face on (climb) or off it (let-go)."""


# ---- where to go -----------------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A way that is open: what it is, the points where it begins and ends, and how wide the gap is that it leaps."""

    way: Way
    start: Point
    gap: int = 0


def ways(play: Play, who: int) -> tuple[Leg, ...]:
    """Every way that is open to a figure where it stands, or clings."""
    return _some_ways(play, who, ALL)


def _some_ways(play: Play, who: int, many: int) -> tuple[Leg, ...]:
    """The first so many ways that are found, each to another place, or all if there are fewer."""
    return _search(play, who, play.state.records[who].face).first(play, many)


def charted_ways(play: Play, who: int) -> tuple[Leg, ...]:
    """The ways that a board lists for whoever comes by, as far as they are open; from a face, all ways."""
    return _charted_ways(play, who, play.state.records[who].face)


@per_position
def _charted_ways(play: Play, who: int, face: Point | None) -> tuple[Leg, ...]:
    figure = play.state.records[who]
    if face is not None:
        return _from_face(play, figure)
    rules = climb_rules(play, who)
    return (*_over_edges(play, figure, rules), *_between_levels(play, figure, rules))


@per_position
def _search(play: Play, who: int, face: Point | None) -> _Search:
    return _Search(play, play.state.records[who], face)


class _Search:
    """The ways that are open to a figure, found one after another and no further than somebody has asked: those that
    the board lists, then those that begin where it stands and that no board lists, and one to whatever else it may get
    to from there.  All who ask in the same position share it, so `play` is set only while one of them asks.
    The memo may hold it although it changes: it only finds more of one and the same list, and where that is
    interrupted (Ctrl-C) begins anew."""

    __slots__ = ("charted", "coming", "figure", "known", "on_face", "play")

    play: Play

    def __init__(self, play: Play, figure: Figure, face: Point | None) -> None:
        self.figure, self.on_face, self.charted = figure, face is not None, charted_ways(play, figure.id)
        self.coming: Iterator[Leg] | None = None
        self.known: dict[Way, Leg] = {}

    def first(self, play: Play, many: int) -> tuple[Leg, ...]:
        """The first so many ways, or all if there are fewer."""
        self.play, coming = play, self.coming or self.all_in_turn()
        self.coming = None  # a generator that is interrupted is closed, as if it had found all
        try:
            while len(self.known) < many and (leg := next(coming, None)) is not None:
                self.known.setdefault(leg.way, leg)
        finally:
            del self.play  # a position must not keep alive the play that asked, nor may `uncharted` while it waits
        self.coming = coming
        return tuple(self.known.values())[:many]

    def all_in_turn(self) -> Iterator[Leg]:
        """All ways, in the order in which they are found."""
        yield from self.charted
        if not self.on_face:
            yield from self.uncharted()

    def uncharted(self) -> Iterator[Leg]:
        """The ways that no board lists, and one to whatever else there is."""
        figure, board = self.figure, self.play.world.board
        if not edges_near(board, figure.at.spot, figure.at.radius + TO_HAND):
            return
        rules, rows = climb_rules(self.play, figure.id), layout(self.play)
        known = [Goal(MODES[leg.way[0]], leg.way[3], floor_at(board, leg.way[1:])) for leg in self.charted]

        def may_take(way: Opening) -> bool:
            play = self.play
            return may_begin(play, figure, rules, way.mode, way.near, way.far) and is_free_face(play, figure, _leg(way))

        yield from map(_leg, openings(board, rows, figure.id, rules, known, figure.at.height, may_take, vaults=True))


def _leg(way: Opening) -> Leg:
    """A way that was found, in the words of this chapter."""
    return Leg((WORDS[way.mode], *way.far), way.near, way.width)


def _drawn_from(play: Play, who: int, many: int) -> tuple[Leg, ...]:
    """The ways that are quickly found: those that the board lists, or if there are none the first so many others."""
    return charted_ways(play, who) or _some_ways(play, who, many)


def _leg_of(play: Play, who: int, way: Way) -> Leg:
    """The leg that leads some way."""
    found = next((leg for leg in _drawn_from(play, who, FEW) if leg.way == way), None)
    return found or next(leg for leg in ways(play, who) if leg.way == way)


class WayChoice(Choose[Way]):
    """Where a figure climbs or jumps.  All ways are offered; what is drawn at random comes from those that the board
    lists, or if there are none from the first that are found, as finding all takes its time."""

    __slots__ = ("drawn", "play", "who")

    def __init__(self, key: str, prompt: str, play: Play, who: int) -> None:
        super().__init__(key, prompt, lambda: [leg.way for leg in ways(play, who)], named=_worded)
        self.play, self.who = play, who
        self.drawn = [leg.way for leg in _drawn_from(play, who, FEW)]

    def legal(self, answer: Way) -> Reasons:
        return () if answer in self.drawn else super().legal(answer)

    def settled(self, answer: Way) -> Way:
        return self.drawn[self.drawn.index(answer)] if answer in self.drawn else super().settled(answer)

    def several(self) -> bool:
        return len(set(self.drawn)) > 1 or len(_some_ways(self.play, self.who, FEW)) > 1

    def several_with(self, answer: Way) -> bool:
        return self.several()

    def sample(self, rng: Random) -> Way:
        return self.drawn[int(rng.random() * len(self.drawn))]


ALL = sys.maxsize
FEW = 2  # ways that are looked for where it only matters whether there is one, or a choice


def _from_face(play: Play, figure: Figure) -> tuple[Leg, ...]:
    """On to the top of the face, down to its foot, or let go."""
    at, top = figure.at, figure.face
    assert top is not None
    here = at.spot
    foot = (at.x, at.y, floor_below(play.world.board, at.x, at.y, at.z))
    rooms = (settle(play.world.board, layout(play), figure.id, end, limit=OFF_THE_FACE) for end in (top, foot))
    climbs = [Leg(("climb", *room), here) for room in rooms if room is not None]
    return (*(leg for leg in climbs if is_free_face(play, figure, leg)), Leg(("let-go", *foot), here))


def _over_edges(play: Play, figure: Figure, rules: Rules) -> Iterator[Leg]:
    """Up and down the faces beside its base, over the gaps before it, off the edges."""
    rows, board, at = layout(play), play.world.board, figure.at
    if not edges_near(board, at.spot, at.radius + TO_HAND):
        return
    for passage in passages_to_hand(board, at, rules):
        if passage.mode not in WORDS or _part_of_a_move(passage, at.height):
            continue
        near, far = passage.near, passage.far
        if not may_begin(play, figure, rules, passage.mode, near, far):
            continue
        walked = trace(board, rows, figure.id, ((*near, Mode.WALK), (*far, passage.mode)), rules)
        if isinstance(walked, Walked):
            leg = Leg((WORDS[passage.mode], *far), near, walked.leaps[0].width if walked.leaps else 0)
            if is_free_face(play, figure, leg):
                yield leg


def _between_levels(play: Play, figure: Figure, rules: Rules) -> Iterator[Leg]:
    """Over a gap to what is raised higher or lower, if nothing is in between and there is room."""
    for vault in vaults_to_hand(play.world.board, figure.at, rules):
        if may_vault(play, figure, rules, vault.near, vault.far):
            yield Leg(("jump", *vault.far), vault.near, vault.width)


def may_vault(play: Play, figure: Figure, rules: Rules, near: Point, far: Point) -> bool:
    """Whether a figure may leap straight from one point to another that is higher or lower, if there is a gap between:
    whether nothing is in between and it has room at both."""
    rows, board, height = layout(play), play.world.board, figure.at.height
    return (
        may_stop_at(play, figure.id, rules, near)
        and settle(board, rows, figure.id, far, limit=0) == far
        and not line_blocked(rows, board, _head(near, height), _head(far, height))
    )


def may_begin(play: Play, figure: Figure, rules: Rules, mode: Mode, near: Point, far: Point) -> bool:
    """Whether a figure may stop where a way begins, if it may have to: whoever leaps or climbs up, and comes up short,
    may stay there."""
    may_come_up_short = mode == Mode.LEAP or far[2] > near[2]
    return not may_come_up_short or may_stop_at(play, figure.id, rules, near)


def may_stop_at(play: Play, who: int, rules: Rules, near: Point) -> bool:
    """Whether a figure may go straight to a point beside it and stop there."""
    return isinstance(trace(play.world.board, layout(play), who, ((*near, Mode.WALK),), rules), Walked)


def is_free_face(play: Play, figure: Figure, leg: Leg) -> bool:
    """Whether nobody clings to a face between the two ends of a climb, in its way; of any other leg it is true."""
    if leg.way[0] != "climb":
        return True
    low, high = sorted((leg.start[2], leg.way[3]))
    return not any(low < at.z < high for at in beside_face(play, figure, column_of(figure, leg)))


def column_of(figure: Figure, leg: Leg) -> tuple[int, int]:
    """Where on the plan a figure hangs that is on a face: over the foot of the climb."""
    up = leg.way[3] > leg.start[2]
    return leg.start[:2] if up or figure.face is not None else leg.way[1:3]


def beside_face(play: Play, figure: Figure, column: tuple[int, int]) -> Iterator[Placement]:
    """The places of the others whose bases are, on the plan, where a figure hangs on a face."""
    for other in here(play):
        at, wide = other.at, other.at.radius + figure.at.radius
        if other.id != figure.id and other.wounds > 0 and (at.x - column[0]) ** 2 + (at.y - column[1]) ** 2 < wide**2:
            yield at


def _head(point: Point, height: int) -> Point:
    return (point[0], point[1], point[2] + height)


WORDS: dict[Mode, Effort] = {Mode.CLIMB: "climb", Mode.LEAP: "jump", Mode.JUMP: "drop"}
MODES = {word: mode for mode, word in WORDS.items()}


def climb_rules(play: Play, who: int) -> Rules:
    """What a figure may do that climbs and jumps: all of it, if there is room."""
    rules = rules_for(play, who, FAR)
    return replace(rules, may_climb=True, may_leap=True, may_jump=True, deepest_jump=FAR)


def _part_of_a_move(passage: Passage, height: int) -> bool:
    """Drops no deeper than a figure is high are nothing to roll for."""
    return passage.mode == Mode.JUMP and passage.near[2] - passage.far[2] <= height


# ---- the action ------------------------------------------------------------------------------------------------------


@requirement("It must not be knocked over.")
def not_down(model: Model) -> bool:
    return not model.record.down


@requirement("It must be beside a sheer face, a gap or a drop.")
def somewhere_to_go(model: Model) -> bool:
    return bool(_drawn_from(model.play, model.id, 1))


def jump_climb(play: Play, actor: Model) -> None:
    """A point for one climb, jump or drop."""
    declaring.openly(play, actor, JUMP_CLIMB, venture)


def venture(play: Play, who: int) -> None:
    """Choose where to; those whose threat range it leaves strike first; then it climbs, jumps or lets itself drop."""
    actor = Model(play, who)
    question = WayChoice("climb.way", f"Where does {actor.kit.name} go?", play, who)
    way = play.ask(actor.owner, question.previewed(Preview(notes=lambda way: _asked_of(actor, way))))
    leg = _leg_of(play, who, way)
    here, end = actor.at.spot, way[1:]
    if not going.gets_away(play, who, provoking.provokes(play, who, (here, end))):
        return
    match way[0]:
        case "climb":
            climb(play, who, leg)
        case "jump":
            jump(play, who, leg)
        case _:
            falling.come_down(play, who, end, here[2] - end[2], actor.size.height)
    play.reach(Arrival(who, (here, play.state.records[who].at.spot)))


VERBS: dict[Effort, str] = {
    "climb": "climb",
    "jump": "jump over",
    "drop": "drop down",
    "let-go": "let go, and down",
}


def _worded(way: Way) -> str:
    return f"{VERBS[way[0]]} to ({written(way[1])}, {written(way[2])}), {written(way[3])} up"


def _asked_of(actor: Model, way: Way) -> list[str]:
    """What a way asks of a figure: its dice, and who strikes at it for going."""
    play = actor.play
    leg = _leg_of(play, actor.id, way)
    here, end = actor.at.spot, way[1:]
    needs = {"climb": (abs(end[2] - leg.start[2]), play.option["climb-number"]), "jump": (leg.gap, JUMP)}
    told = []
    if way[0] in needs:
        length, number = needs[way[0]]
        test = effort(play, actor, number)
        told.append(f"{written(length)}: an inch for each success of {test.dice} dice that must reach {test.number}")
    return told + going.strikes_on(play, actor.id, (here, end))


def effort(play: Play, model: Model, number: int) -> dice.Throw:
    """The test of a climb or a jump: dice of movement, easier for an athlete."""
    return dice.trial(play, model.mov, number - (EASIER if model.has("athletics") else 0))


def inches_of_effort(play: Play, who: int, why: str, number: int) -> int:
    """Dice of movement, an inch for each success; answers thousandths."""
    test = effort(play, Model(play, who), number)
    return INCH * dice.successes(play, test, "climb", why, who, again=luck.rerolls(play, who, f"a {why.lower()}"))


# ---- climbing --------------------------------------------------------------------------------------------------------


def climb(play: Play, who: int, leg: Leg) -> None:
    """Up or down a face.  A figure that gets to the end stands there, one that does not clings to the face, clear of
    whoever stands above or below it."""
    (_, x, y, z), start = leg.way, leg.start
    figure, up = play.state.records[who], z > start[2]
    far = inches_of_effort(play, who, "Climb", play.option["climb-number"])
    if far >= abs(z - start[2]):
        play.happen(Climbed(who, x, y, z))
        return
    column = column_of(figure, leg)
    for other in beside_face(play, figure, column):
        room = other.z - start[2] - figure.at.height if up else start[2] - other.z - other.height
        if (other.z > start[2]) == up and room < far:
            far = max(0, room)
    if far == 0:
        play.note(who, "it finds no hold")
    else:
        face = figure.face or ((x, y, z) if up else start)
        play.happen(Climbed(who, *column, start[2] + (far if up else -far), face))


# ---- jumping ---------------------------------------------------------------------------------------------------------


def jump(play: Play, who: int, leg: Leg) -> None:
    """Over a gap, if the dice carry as far as it is wide; else down from its edge, unless the gap is too narrow for its
    base.  What it lands on may be as deep below as a drop, and hurts no less."""
    _, x, y, z = leg.way
    if inches_of_effort(play, who, "Jump", JUMP) >= leg.gap:
        play.happen(Moved(who, x, y, z, "jumps"))
        depth = leg.start[2] - z
        if depth > Model(play, who).size.height:
            falling.crash(play, who, depth)
        return
    play.note(who, "it jumps short")
    play.happen(Moved(who, *leg.start, "goes to the edge"))
    falling.fall_over_edge(play, who, (x, y))


# ---- the rule as a player chooses it ---------------------------------------------------------------------------------

JUMP_CLIMB = action("jump-climb", (has_points, not_down, somewhere_to_go), jump_climb, ours=(not_down,))
