"""Retreat: away from everybody one is engaged with, who may strike at whoever leaves."""

from __future__ import annotations

from ...core.action import Action
from ...core.dice import D6
from ...core.length import INCH
from . import fighting, moving
from .characteristics import passes_initiative
from .model import Model, Play
from .requirements import standing_engaged


def retreat(play: Play, model: Model) -> None:
    """Test Initiative to get away; whatever it shows, each enemy you leave may test its own to strike.  Then, if you
    passed and still stand, move up to D6"."""
    artist = model.has("escape-artist")
    bonus = 2 * artist + 2 * model.profile.mounted
    away = passes_initiative(model, "retreat", bonus, natural_one=artist)
    fighting.react_to_leaving(play, model)
    if not away or not model.standing:
        return
    distance = INCH * play.roll(D6, "retreat.distance", "Retreat", model.id)
    end = moving.clear_of_enemies(model)
    moving.go(play, model, moving.gait(model, distance), "retreat.path", "Where does it retreat?", end=end)


RETREAT: Action[Model] = Action(
    "retreat",
    "Retreat",
    cost="basic",
    summary="Test Initiative to leave a fight: if you pass, move up to D6 inches. Pass or fail, each enemy that fights "
    "you may test Initiative, and strikes at you if it passes.",
    cite="core 2023, fighter actions",
    requires=(standing_engaged,),
    rule=retreat,
    leaves_open="When the enemies strike: before the move.",
)
