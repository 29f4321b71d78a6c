"""A player for Warbook as a class, named ``marksman:Marksman``.

It knows no rules: the referee says what may be done.  It shoots whenever it can, at the nearest target, walks towards
the nearest enemy, and does everything else at random.
"""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

from warbook.core.decision import Decision
from warbook.core.play import Play
from warbook.core.tableau import Tableau

LOOKED_AT = 8  # paths that it compares


class Marksman:
    """Made from a seed, so that the same seed plays the same battle."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, play: Play[Any, Any, Any], decision: Decision[Any]) -> Any:
        """An answer to a question of its side.  `play` is the position as its side may see it."""
        if decision.kind == "path":
            paths = decision.candidates(LOOKED_AT)
            return min(paths, key=lambda path: from_enemies(play, decision, end_of(decision, path)))
        if decision.kind == "choose":
            options = decision.candidates(50)
            if "shoot" in options:
                return "shoot"
            targets = [option for option in options if decision.whom(option) in enemies(play, decision.player)]
            if targets:
                return min(targets, key=lambda target: from_actor(play, decision.whom(target)))
        return decision.sample(self.random)


def table(play: Play[Any, Any, Any]) -> Tableau:
    """The position in terms that are the same for every game."""
    if play.ruleset.tableau is None:
        raise LookupError(f"{play.ruleset.id} shows no table")
    return play.ruleset.tableau(play)


def enemies(play: Play[Any, Any, Any], seat: int) -> dict[int, Any]:
    """Where the other side's models on the table are, by id.  Lengths are thousandths of an inch."""
    return {body.id: body.at for body in table(play).bodies if body.owner not in (seat, -1) and body.stands == "here"}


def end_of(decision: Any, path: Any) -> tuple[int, int]:
    """Where a path ends: at its last leg, or where the mover is."""
    legs, _facing = decision.split(path)
    x, y = legs[-1][:2] if legs else decision.layout.row(decision.mover_id)[:2]
    return x, y


def from_enemies(play: Play[Any, Any, Any], decision: Decision[Any], spot: tuple[int, int]) -> float:
    """How far a spot is from the nearest enemy."""
    places = enemies(play, decision.player).values()
    return min((hypot(at.x - spot[0], at.y - spot[1]) for at in places), default=0.0)


def from_actor(play: Play[Any, Any, Any], who: int) -> float:
    """How far a model is from the one that acts."""
    tableau = table(play)
    places = {body.id: body.at for body in tableau.bodies}
    here, there = places.get(tableau.actor, places[who]), places[who]
    return hypot(there.x - here.x, there.y - here.y)
