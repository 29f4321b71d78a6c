"""Dangerous ground: what those who have gone through it suffer; and how far those get who roll for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.decision import Choose
from ....core.dice import D6
from ....core.length import INCH
from ....core.state import Placement
from ....space.marching import March
from ....space.walked import Walked
from ..checks import ground, rates, terrain
from ..checks.pools import reaching
from ..checks.saving import Blow
from ..harm import allocation, penetration
from ..records.position import model
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Play

SAFE = 2
"""What a test has to show."""
STANDS_IN = "It stands in it."
DICE, MORE = 2, 3
"""The dice for difficult ground, and those of who moves through cover."""


def crossed_by(play: Play, question: March, answer: Sequence[Any]) -> dict[int, set[str]]:
    """The kinds of area that the models of a unit go through on their ways."""
    found: dict[int, set[str]] = {}
    for (id, path), way in zip(question.paths.items(), answer, strict=True):
        walked = path.walked(way)
        entries = walked.areas if isinstance(walked, Walked) else ()
        found[id] = {ground.kind_of(play, entry.area) for entry in entries}
    return found


def goes_through(play: Play, question: March, answer: Sequence[Any]) -> bool:
    """Whether somebody of a unit goes through difficult ground."""
    wanted = set(ground.difficult())
    found = crossed_by(play, question, answer) if terrain.has_difficult(play) else {}
    return any(kinds & wanted for kinds in found.values())


def who_tests(play: Play, unit: Unit, mode: Mode, question: March, answer: Sequence[Any]) -> list[int]:
    """The models of a unit that have to test for their ways; asked before they have gone them."""
    if not terrain.has_difficult(play):
        return []
    ends = question.placed(tuple(answer))
    crossed = crossed_by(play, question, answer)
    return [
        id for id in question.members
        if ends[id].spot != model(play, id).at.spot
        and terrain.has_to_test(
            unit, id, mode, crossed[id],
            ground.kinds_at(play, ends[id].spot) | ground.kinds_at(play, model(play, id).at.spot),
        )
    ]  # fmt: skip


def test(play: Play, unit: Unit, ids: Sequence[int]) -> None:
    """A die for each: on a 1 that model loses a wound, against which neither armour nor cover helps; a walker is
    immobilised, and a gun, which any damage destroys, is lost.  Skilled riders roll again."""
    for id in ids:
        kit = unit.kit(id)
        if play.roll(reaching(1, SAFE), "dangerous", f"Dangerous ground, {SAFE}+", id):
            continue
        if kit.has("skilled-rider") and play.roll(reaching(1, SAFE), "dangerous-again", f"Again, {SAFE}+", id):
            continue
        if kit.vehicle is None:
            allocation.suffer_among(play, unit, (id,), Blow(1, rends=True), 1)
        elif unit.crewed:
            penetration.immobilise(play, unit, id)
        else:
            penetration.wreck(play, unit, id)


def test_of_landing(play: Play, unit: Unit, ends: Mapping[int, Placement]) -> None:
    """Those who come from above into difficult ground test for it."""
    wanted = set(ground.difficult())
    test(play, unit, [id for id, at in ends.items() if ground.kinds_at(play, at.spot) & wanted])


# ---- rolling for difficult ground ------------------------------------------------------------------------------------


def rolled_distance(play: Play, unit: Unit, distance: int) -> tuple[int, bool]:
    """Where the table rolls for difficult ground: how far a unit goes whose player means to go through it, the highest
    of two dice; or as far as it can, and not through.  Whether it may go through."""
    by_dice = play.option["difficult-terrain"] == "dice" and terrain.has_difficult(play)
    if not by_dice or rates.flies(unit):
        return distance, True
    question = Choose(
        "through", f"Does {unit.name} go through difficult ground?", lambda: (False, True),
        refuse=lambda through: () if through or not terrain.starts_in_difficult(play, unit.id) else (STANDS_IN,),
        named=lambda through: "yes" if through else "no",
    )  # fmt: skip
    if not unit.pick(question):
        return distance, False
    count = MORE if unit.has("move-through-cover") else DICE
    faces = [play.roll(D6, "difficult", "Difficult ground, the highest counts", unit.id) for _ in range(count)]
    return min(distance, max(faces) * INCH), True
