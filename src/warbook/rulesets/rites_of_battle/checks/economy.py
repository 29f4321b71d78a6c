"""What a turn has: an action, a maneuver, a second one for the action or for strain, and incidentals."""

from __future__ import annotations

from ..events.turns import ActionTaken, ManeuverMade
from ..records import Model, Play

STRAIN = 2  # what a further maneuver costs


def make_maneuver(play: Play, actor: Model, *, aiming: bool = False) -> None:
    """A maneuver of the turn is used; an aim is lost by any other."""
    play.happen(ManeuverMade(actor.id, aiming))


def take_action(play: Play, actor: Model) -> None:
    """The action of the turn is used."""
    play.happen(ActionTaken(actor.id))


def in_own_turn(play: Play, who: int) -> bool:
    """Whether it is the fighter's own turn."""
    return play.state.turn.actor == who
