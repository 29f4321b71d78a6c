"""Whatever a slow search finds is found by the list that looks for it, on random positions: the lines of tramples, the
starts of climbs, jumps and drops in `gangfight`, and moves over edges in `necromunda-2023`; of these two also (kinds
`ledge-starts` and `ledge-moves`) beside narrow ledges.

``python -m bench.found_starts`` prints the positions where the list lacks something.  The search here shares nothing
with the lists: it goes over a fine grid of directions and distances, or over points at random, and asks the rules about
each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import cos, pi, sin
from random import Random
from time import perf_counter
from typing import Any

from bench.edge_positions import Missed, Way, floor_at, leads_over_an_edge, position, touched, ways_at_random
from bench.found_moves import missed_moves
from bench.random_positions import asked_for
from tests.gangfight.scenes import OGRE, figure, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.attacks import slamming
from warbook.rulesets.gangfight.movement import climbing
from warbook.rulesets.gangfight.movement.rules import allowance
from warbook.rulesets.gangfight.records.position import layout
from warbook.space import _kernels as kernels
from warbook.space.movement import Mode
from warbook.space.passages import gap_between_levels
from warbook.space.planar import on_lattice, plan
from warbook.space.routes import Journey
from warbook.space.shapes import passes

MIDDLE = 24  # of the board, in inches
SIZES = {"human-regular": 0.55, "ogre-regular": 1.0}


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
        line = [round(INCH * value) for value in (x, y, x + dx, y + dy)]
        if not kernels.direct.near_segment(INCH * MIDDLE, INCH * MIDDLE, *line, INCH):  # nobody stands in a wall
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


def climb_scene(number: int, ledges: bool = False) -> tuple[Any, int]:
    """A figure at the foot of a face or at an edge, and others around it, on what rises there and below."""
    drawn = position(Random(number), SIZES["human-regular"], ledges)
    red = [figure(*drawn.at), *(figure(*spot) for spot, friend in drawn.others if friend)]
    blue = [figure(47, 47), *(figure(*spot) for spot, friend in drawn.others if not friend)]
    game, reds, _ = scene(red=red, blue=blue, board=drawn.board)
    return game, reds[0] if isinstance(reds, list) else reds


def listed_ways(game: Any, who: int) -> set[Way]:
    """What the list offers."""
    board = game.play.world.board
    return {Way(open.way[0], open.way[3], floor_at(board, open.way[1:])) for open in climbing.ways(game.play, who)}


def searched_ways(game: Any, who: int, tries: int) -> dict[Way, str]:
    """What ways drawn at random come upon: they lead over an edge that a figure touches, begin where it stands or
    within its reach, beside that edge, and end no further than the width of a base beyond an edge."""
    play = game.play
    at, rules = play.state.records[who].at, climbing.climb_rules(play, who)
    return ways_at_random(play.world.board, at, Random(who), tries, partial(_legal_way, play, who, layout(play), rules))


def _legal_way(play: Any, who: int, rows: Any, rules: Any, near: Any, far: Any, mode: Mode) -> str:
    """What a legal way is called, or nothing."""
    board, at = play.world.board, play.state.records[who].at
    if (mode == Mode.LEAP or far[2] > near[2]) and not climbing.may_stop_at(play, who, rules, near):
        return ""
    if mode == Mode.LEAP and abs(far[2] - near[2]) > rules.step:
        if not climbing.may_vault(play, play.state.records[who], rules, near, far):
            return ""
        gap = gap_between_levels(Journey(board, rows, who, rules), near, far)
        if gap is None or plan(near, far) - gap.enters > 2 * at.radius:
            return ""
        return "jump" if touched(board, at, near, on_lattice(near, far, gap.leaves, plan(near, far))) else ""
    if mode == Mode.JUMP and near[2] - far[2] <= at.height:
        return ""
    if not leads_over_an_edge(board, rows, who, at, rules, near, far, mode):
        return ""
    leg = climbing.Leg((climbing.WORDS[mode], *far), near)
    return leg.way[0] if climbing.is_free_face(play, play.state.records[who], leg) else ""


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


def missed_starts(number: int, ledges: bool = False) -> Iterator[Missed]:
    """A way that is legal and not listed."""
    game, who = climb_scene(number, ledges)
    assert illegal_ways(game, who) == []
    listed, searched = listed_ways(game, who), searched_ways(game, who, TRIES)
    for way, words in searched.items():
        if way not in listed:
            yield Missed(number, words)


# ---- all of it -------------------------------------------------------------------------------------------------------

KINDS: dict[str, Callable[[int], Iterator[Missed]]] = {
    "tramples": missed_tramples,
    "starts": missed_starts,
    "moves": missed_moves,
    "ledge-starts": partial(missed_starts, ledges=True),
    "ledge-moves": partial(missed_moves, ledges=True),
}


def main(count: int, first: int, *kinds: str) -> int:
    """Tries so many positions of each kind, and prints what was missed."""
    wrong = 0
    for name in kinds or KINDS:
        missing = KINDS[name]
        began, missed = perf_counter(), 0
        for number in range(first, first + count):
            for miss in missing(number):
                missed += 1
                print(f"{name}, position {miss.number}: {miss.what}", flush=True)
        print(f"{name}: {count} positions, {missed} missed, {perf_counter() - began:.0f} s", flush=True)
        wrong += missed
    return int(wrong > 0)


if __name__ == "__main__":
    asked = asked_for("found_starts", "Lists of ways, held against a slow search.", KINDS, 1000)
    sys.exit(main(asked.positions, asked.first, *asked.kinds))
