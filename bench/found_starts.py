"""Whatever a slow search finds is found by the list that looks for it: the lines of tramples, and the starts of climbs,
jumps and drops, on random positions.

``python -m bench.found_starts [N [FIRST]]`` tries N positions of each kind, from number FIRST on, and prints those
where the list lacks something.  The search here shares nothing with the lists: it goes over a fine grid of directions
and distances, or over points at random, and asks the rules about each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import cos, pi, sin
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from tests.gangfight.scenes import OGRE, figure, scene
from warbook.rulesets.gangfight.attacks import slamming
from warbook.rulesets.gangfight.movement import climbing
from warbook.rulesets.gangfight.movement.rules import allowance
from warbook.rulesets.gangfight.records.position import layout
from warbook.space import _kernels as kernels
from warbook.space.edges import edges
from warbook.space.movement import Mode, Walked, check
from warbook.space.passages import gap_between_levels
from warbook.space.planar import on_lattice, plan
from warbook.space.routes import Journey
from warbook.space.shapes import passes

MIDDLE = 24  # of the board, in inches
SIZES = {"human-regular": 0.55, "ogre-regular": 1.0}


class Missed(NamedTuple):
    """A way that the search found and the list did not."""

    number: int
    what: str


def _apart(x: float, y: float, wide: float, others: list[tuple[float, float, float]]) -> bool:
    return all((x - a) ** 2 + (y - b) ** 2 >= (wide + c) ** 2 for a, b, c in others)


# ---- tramples --------------------------------------------------------------------------------------------------------


def trample_scene(number: int) -> tuple[Any, int]:
    """An ogre among smaller and larger figures of both sides, walls and rough ground."""
    rng = Random(number)
    pieces = []
    for _ in range(rng.randrange(5)):
        x, y = MIDDLE + rng.uniform(-7, 7), MIDDLE + rng.uniform(-7, 7)
        dx, dy = rng.choice(((rng.uniform(1, 4), 0), (0, rng.uniform(1, 4)), (rng.uniform(1, 3), rng.uniform(-3, 3))))
        pieces.append(f"[[wall]]\nline = [{x:.3f}, {y:.3f}, {x + dx:.3f}, {y + dy:.3f}]\nheight = 3\n")
    for kind in rng.sample(("light", "dense", "impassable", "pitfall"), rng.randrange(3)):
        x, y = MIDDLE + rng.uniform(-6, 4), MIDDLE + rng.uniform(-6, 4)
        pieces.append(f'[[area]]\nkind = "{kind}"\nrect = [{x:.3f}, {y:.3f}, {rng.uniform(1, 3):.3f}, 2]\n')
    places = [(float(MIDDLE), float(MIDDLE), 1.0)]
    red: list[Any] = [figure(MIDDLE, MIDDLE, **OGRE)]
    blue: list[Any] = []
    for _ in range(rng.randrange(4, 26)):
        kind = "ogre-regular" if rng.random() < 0.15 else "human-regular"
        for _ in range(9):
            x, y = round(MIDDLE + rng.uniform(-6, 6), 3), round(MIDDLE + rng.uniform(-6, 6), 3)
            if _apart(x, y, SIZES[kind], places):
                places.append((x, y, SIZES[kind]))
                side = red if rng.random() < 0.3 else blue
                side.append(figure(x, y, profile=kind, down=rng.random() < 0.2))
                break
    blue.append(figure(46, 46))
    game, reds, _ = scene(red=red, blue=blue, board="".join(pieces))
    return game, reds[0] if isinstance(reds, list) else reds


def searched_trample(game: Any, who: int) -> str:
    """A legal trample, found by trying directions of half a degree and every 40 thousandths along each."""
    actor = game.model(who)
    small, at, far = slamming.smaller_enemies(actor), actor.at, allowance(game.play, who)
    board, rows = game.play.world.board, slamming.without_smaller(actor)
    trip = Journey(board, rows, who, slamming.trample_rules(actor))
    for half in range(720):
        ux, uy = cos(half * pi / 360), sin(half * pi / 360)
        ahead = [f for f in small if abs(ux * (f.at.y - at.y) - uy * (f.at.x - at.x)) < at.radius + f.at.radius]
        for away in range(40, far + 1, 40) if ahead else ():
            end = (at.x + round(ux * away), at.y + round(uy * away))
            level, stopped = trip.end_of_walk(at.spot, end)
            if stopped:
                break
            under = any(passes(at.spot, end, f.at.x, f.at.y, at.radius + f.at.radius - 1) for f in ahead)
            if under and not slamming.trample_refused(actor, (*end, level)):
                return f"a trample to {(*end, level)}"
    return ""


def missed_tramples(number: int) -> Iterator[Missed]:
    """A trample that is legal and not proposed."""
    game, who = trample_scene(number)
    actor = game.model(who)
    found = slamming.trample_spots(actor)
    assert not [end for end in found if slamming.trample_refused(actor, end)]
    assert bool(found) == slamming.has_somebody_to_trample(actor)
    if not found and (searched := searched_trample(game, who)):
        yield Missed(number, searched)


# ---- climbs, jumps and drops -----------------------------------------------------------------------------------------

TRIES = 2500  # ways at random for each position
HAND = 100  # how much further than its base a figure reaches: what it touches


def climb_scene(number: int) -> tuple[Any, int]:
    """A figure at the foot of a face or at an edge, and others around it, on what rises there and below."""
    rng = Random(number)
    pieces, floors = _raised_floors(rng)
    x, y, z = _beside_an_edge(rng, floors)
    if rng.random() < 0.25:
        px, py, wide = x + rng.uniform(-2, 1), y + rng.uniform(-2, 1), rng.uniform(0.3, 2)
        if z or not (px - 0.01 < x < px + wide + 0.01 and py - 0.01 < y < py + 2.01):  # nobody stands over a pitfall
            pieces.append(f'[[area]]\nkind = "pitfall"\nrect = [{px:.3f}, {py:.3f}, {wide:.3f}, 2]\n')
    for _ in range(rng.randrange(3)):
        wx, wy = x + rng.uniform(-3, 3), y + rng.uniform(-3, 3)
        dx, dy = rng.choice(((rng.uniform(0.5, 3), 0), (0, rng.uniform(0.5, 3))))
        line = f"line = [{wx:.3f}, {wy:.3f}, {wx + dx:.3f}, {wy + dy:.3f}]"
        pieces.append(f"[[wall]]\n{line}\nz = {rng.choice((0, z))}\nheight = 2\nclimbable = false\n")
    places: dict[float, list[tuple[float, float, float]]] = {0.0: [], **{height: [] for *_, height in floors}}
    places[z].append((x, y, 0.55))
    red, blue = [figure(x, y, z)], [figure(47, 47)]
    for _ in range(rng.randrange(14)):
        bx, by = round(x + rng.uniform(-2.6, 2.6), 3), round(y + rng.uniform(-2.6, 2.6), 3)
        under = [
            h for west, south, wide, deep, h in floors if west <= bx <= west + wide and south <= by <= south + deep
        ]
        bz = max(under, default=0.0)
        if _apart(bx, by, 0.55, [spot for spots in places.values() for spot in spots]):
            places[bz].append((bx, by, 0.55))
            (red if rng.random() < 0.4 else blue).append(figure(bx, by, bz))
    game, reds, _ = scene(red=red, blue=blue, board="".join(pieces))
    return game, reds[0] if isinstance(reds, list) else reds


Floor = tuple[float, float, float, float, float]  # west, south, width, depth, height


def _raised_floors(rng: Random) -> tuple[list[str], list[Floor]]:
    pieces, floors = [], list[Floor]()
    for column in range(2):
        for row in range(2):
            if floors and rng.random() < 0.25:
                continue
            height = rng.choice((1.5, 2, 3, 3, 3, 4))
            west = 18 + 6 * column + rng.uniform(0, 2.5)
            south = 18 + 6 * row + rng.uniform(0, 2.5)
            floor = (
                round(west, 3),
                round(south, 3),
                round(rng.uniform(1.5, 5), 3),
                round(rng.uniform(1.5, 5), 3),
                height,
            )
            floors.append(floor)
            rect = f"rect = [{floor[0]}, {floor[1]}, {floor[2]}, {floor[3]}]"
            kind = rng.choice((f"[[block]]\n{rect}\nheight = {height}", f"[[platform]]\n{rect}\nz = {height}"))
            pieces.append(kind + f"\nclimbable = {'true' if rng.random() < 0.8 else 'false'}\n")
    return pieces, floors


def _beside_an_edge(rng: Random, floors: list[Floor]) -> tuple[float, float, float]:
    west, south, wide, deep, height = rng.choice(floors)
    above = rng.random() < 0.6
    away = -rng.uniform(0, 0.7) if above else rng.uniform(0.551, 0.64)
    along = rng.random()
    x, y = rng.choice(
        (
            (west + along * wide, south - away),
            (west + along * wide, south + deep + away),
            (west - away, south + along * deep),
            (west + wide + away, south + along * deep),
        )
    )
    x, y = (
        round(min(max(x, west - away), west + wide + away), 3),
        round(min(max(y, south - away), south + deep + away), 3),
    )
    return x, y, height if above else 0.0


class Way(NamedTuple):
    """A way that is looked for: its kind, the height where it ends, and the floor there (-1: the ground)."""

    kind: str
    z: int
    floor: int


def listed_ways(game: Any, who: int) -> set[Way]:
    """What the list offers."""
    board = game.play.world.board
    return {Way(open.way[0], open.way[3], _floor_at(board, open.way[1:])) for open in climbing.ways(game.play, who)}


def _floor_at(board: Any, at: tuple[int, int, int]) -> int:
    """The number of the floor at a point, of floors of one height that overlap the least; -1 for the ground."""
    rows, corners = board.rows.floors, board.arrays.corners
    for number, (z, first, count, *_) in enumerate(rows):
        if z == at[2] and kernels.in_polygon(corners, first, count, at[0], at[1]):
            return next(n for n, row in enumerate(rows) if row[0] == z and _overlap(row[3:7], rows[number][3:7]))
    return -1


def _overlap(one: Any, other: Any) -> bool:
    return bool(one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1])


def searched_ways(game: Any, who: int, tries: int) -> dict[Way, str]:
    """What ways drawn at random come upon: they lead over an edge that a figure touches, begin where it stands or
    within its reach, beside that edge, and end no further than the width of a base beyond an edge."""
    play, rng = game.play, Random(who)
    board, rows, at = play.world.board, layout(play), play.state.records[who].at
    rules, found = climbing.climb_rules(play, who), dict[Way, str]()
    hand, heights = at.radius + HAND, [0, *(floor[0] for floor in board.rows.floors)]
    for number in range(tries):
        near = at.spot
        if number % 3:
            near = (at.x + rng.randint(-hand, hand), at.y + rng.randint(-hand, hand), at.z)
        mode = rng.choice((Mode.CLIMB, Mode.LEAP, Mode.JUMP))
        reach = 6000 if mode == Mode.LEAP and number % 2 else 2500
        x, y = near[0] + rng.randint(-reach, reach), near[1] + rng.randint(-reach, reach)
        for z in {z for z in heights if board.on_floor(x, y, z)}:
            word = _legal_way(play, who, rows, rules, near, (x, y, z), mode)
            if word:
                found.setdefault(Way(word, z, _floor_at(board, (x, y, z))), f"{word} from {near} to {(x, y, z)}")
    return found


def _legal_way(play: Any, who: int, rows: Any, rules: Any, near: Any, far: Any, mode: Mode) -> str:
    """What a legal way is called, or nothing."""
    board, at = play.world.board, play.state.records[who].at
    if mode == Mode.LEAP and abs(far[2] - near[2]) > rules.step:
        if not climbing.may_vault(play, play.state.records[who], rules, near, far):
            return ""
        gap = gap_between_levels(Journey(board, rows, who, rules), near, far)
        if gap is None or plan(near, far) - gap.enters > 2 * at.radius:
            return ""
        return "jump" if _touched(board, at, near, on_lattice(near, far, gap.leaves, plan(near, far))) else ""
    if mode == Mode.JUMP and near[2] - far[2] <= at.height:
        return ""
    if (mode == Mode.LEAP or far[2] > near[2]) and not climbing.may_stop_at(play, who, rules, near):
        return ""
    walked = check(board, rows, who, ((*near, int(Mode.WALK)), (*far, int(mode))), rules)
    if not isinstance(walked, Walked):
        return ""
    if mode == Mode.LEAP:
        if len(walked.leaps) != 1:
            return ""
        begins, ends = walked.leaps[0].near, walked.leaps[0].far
    else:
        high, low = (near, far) if near[2] > far[2] else (far, near)
        brink = Journey(board, rows, who, rules).edge(high, low)
        assert brink is not None
        begins = ends = on_lattice(high, low, brink[0], plan(high, low))
    touched = _touched(board, at, near, (*begins[:2], near[2] if mode == Mode.LEAP else max(near[2], far[2])))
    beyond = at.radius + HAND if mode == Mode.CLIMB and far[2] < near[2] else 2 * at.radius
    return climbing.WORDS[mode] if touched and plan(ends, far) <= beyond else ""


def _touched(board: Any, at: Any, near: Any, crossed: Any) -> bool:
    """Whether a figure touches an edge that is crossed at a point, and the way begins beside that point."""
    hand = at.radius + HAND
    return plan(near, crossed) <= hand and any(
        edge.z == crossed[2] and edge.near(crossed[0], crossed[1], 3) and edge.near(at.x, at.y, hand)
        for edge in edges(board)
    )


def illegal_ways(game: Any, who: int) -> list[str]:
    """What the list offers beyond what the board lists, and the rules do not allow."""
    play, modes = game.play, climbing.MODES
    rows, rules, charted = layout(play), climbing.climb_rules(play, who), climbing.charted_ways(play, who)
    return [
        f"{leg.way[0]} from {leg.start} to {leg.way[1:]}"
        for leg in climbing.ways(play, who)
        if leg not in charted
        and _legal_way(play, who, rows, rules, leg.start, leg.way[1:], modes[leg.way[0]]) != leg.way[0]
    ]


def missed_starts(number: int) -> Iterator[Missed]:
    """A way that is legal and not listed."""
    game, who = climb_scene(number)
    assert illegal_ways(game, who) == []
    listed, searched = listed_ways(game, who), searched_ways(game, who, TRIES)
    for way, words in searched.items():
        if way not in listed:
            yield Missed(number, words)


# ---- all of it -------------------------------------------------------------------------------------------------------

KINDS: dict[str, Callable[[int], Iterator[Missed]]] = {"tramples": missed_tramples, "starts": missed_starts}


def main(count: int, first: int) -> int:
    """Tries so many positions of each kind, and prints what was missed."""
    wrong = 0
    for name, missing in KINDS.items():
        began, missed = perf_counter(), 0
        for number in range(first, first + count):
            for miss in missing(number):
                missed += 1
                print(f"{name}, position {miss.number}: {miss.what}", flush=True)
        print(f"{name}: {count} positions, {missed} missed, {perf_counter() - began:.0f} s", flush=True)
        wrong += missed
    return int(wrong > 0)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(*(*given, *(1000, 0)[len(given) :])))
