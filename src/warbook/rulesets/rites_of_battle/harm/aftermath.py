"""What follows from a wound, and from an action taken in pain."""

from __future__ import annotations

from ..events.fighters import Wounded
from ..events.turns import ActionTaken, Aimed
from ..records import Model, Play
from . import injuries, wounds


def lose_aim(play: Play, event: Wounded) -> None:
    """Whoever is wounded before it fires loses its aim."""
    now = play.state.turn
    if now.actor == event.who and now.aims:
        play.happen(Aimed(event.who))


def pay_in_pain(play: Play, event: ActionTaken) -> None:
    """Strain for each action of somebody at the brink, or in the grip of a power."""
    injuries.at_the_brink(play, event.who)
    wounds.strain(play, event.who, Model(play, event.who).amount("tormented"))
