"""Getting up, and turning."""

from __future__ import annotations

from ....core.state import Placement
from ....space.facing import Face
from ..checks import directions
from ..events.fighters import StoodUp
from ..events.movement import Faced
from ..records import Model, Play


def stand(play: Play, model: Model) -> None:
    """On its feet, facing where its player likes."""
    play.happen(StoodUp(model.id))
    turn_freely(play, model)


def turn_freely(play: Play, model: Model) -> None:
    """Choose a facing."""
    question = Face(
        "facing", "Which way does it face?", towards=lambda: directions.ways_to_foes(model), mover_id=model.id
    )
    play.happen(Faced(model.id, *play.ask(model.owner, question)))


def turn_to(play: Play, model: Model, at: Placement) -> None:
    """Face a place."""
    dx, dy = at.x - model.at.x, at.y - model.at.y
    if (dx, dy) != (0, 0):
        play.happen(Faced(model.id, dx, dy))
