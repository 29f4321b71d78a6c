"""How the members of a group stand about the first of them, where each has a square of its own."""

from __future__ import annotations

from collections.abc import Iterator

from ....space.grid.cells import Cell
from ..checks import squares
from ..events.fighters import FormedUp, Walked
from ..events.turns import Deployed
from ..records import Model, Play
from ..records.position import foes
from .moving import in_contact

FARTHEST = 2  # steps from the first of them


def form_up(play: Play, event: Walked | Deployed) -> None:
    """The others of a group take the nearest free squares about the first, those first that are in contact with no
    enemy but whom the first fights itself.  Whoever finds none stands with the first."""
    model = Model(play, event.who)
    if model.kit.count > 1 and squares.in_squares(play):
        near = sorted(_free_squares(play, model), key=lambda cell: _joins_fight(play, model, cell))
        play.happen(FormedUp(model.id, tuple(near[: model.kit.count - 1])))


def _free_squares(play: Play, model: Model) -> Iterator[Cell]:
    """The free squares that so few steps over free squares lead to, the nearest first."""
    field = squares.field_of(play, model.id)
    found, latest = {field.start}, [field.start]
    for _ in range(FARTHEST):
        steps = dict.fromkeys(step.to for cell in latest for step in field.ground.steps(cell))
        latest = [
            cell for cell in steps
            if cell not in found and field.taking(cell) < 0 and not squares.is_crowded(play, model.id, cell)
        ]  # fmt: skip
        found.update(latest)
        yield from latest


def _joins_fight(play: Play, model: Model, cell: Cell) -> bool:
    field, corners = squares.field_of(play, model.id), squares.by_corners(play)
    others = [squares.taken_by(play, foe.id) for foe in foes(play, model.owner) if squares.fights(play, foe)]
    new = (cells for cells in others if not in_contact(field, field.start, cells, corners))
    return any(in_contact(field, cell, cells, corners) for cells in new)
