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
from warbook.rulesets.gangfight.movement.rules import allowance
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


# ---- all of it -------------------------------------------------------------------------------------------------------

KINDS: dict[str, Callable[[int], Iterator[Missed]]] = {"tramples": missed_tramples}


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
