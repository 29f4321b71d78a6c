"""Retreat: away from everybody one is engaged with, who may strike at whoever leaves."""

from __future__ import annotations

from ....core.action import requirement
from ....core.length import INCH
from ..attacks.close_combat import grips, reaction_attacks
from ..checks import drink
from ..checks.characteristics import passes_initiative
from ..checks.requirements import standing_engaged
from ..harm import shoving
from ..movement import gait, routes
from ..printed.library import action
from ..records import Model, Play


def retreat(play: Play, model: Model) -> None:
    """Test Initiative to get away; if you pass, and in some editions whatever it shows, each enemy you leave may test
    its own to strike.  Then, if you passed and still stand, move as many inches as the dice of a retreat show.
    That is a Move: drink may lead it anywhere."""
    artist = model.has("escape-artist")
    bonus = 2 * artist + 2 * model.profile.mounted
    away = passes_initiative(model, "retreat", bonus, natural_one=artist)
    edition = play.world.edition
    if away or edition.strike_at_failed_retreat:
        reaction_attacks.react_to_leaving(play, model)
    if not away or not model.standing:
        return
    dice = edition.broken_retreat_dice if model.broken else edition.retreat_dice
    distance = INCH * play.roll(dice, "retreat.distance", "Retreat", model.id)
    if drink.staggers(model):
        shoving.stagger(play, model, shoving.drunken_direction(play, model), distance)
        return
    end = routes.clear_of_enemies(model)
    routes.ask_and_follow(play, model, gait.gait(model, distance), "retreat.path", "Where does it retreat?", end=end)


@requirement(
    "It must be standing and engaged with an enemy.",
    condition="It must be standing, engaged with an enemy or beside one of their vehicles, and not broken.",
)
def engaged_or_beside_a_vehicle(model: Model) -> bool | str:
    """Whoever is within an inch of an enemy's crewed vehicle may do what one may who is engaged."""
    world = model.play.world
    if not (world.vehicle_kits and model.standing) or model.broken:
        return standing_engaged.holds(model)
    beside = any(map(world.is_crewed, grips.vehicles_beside(model.play, model.id)))
    return beside or standing_engaged.holds(model)


RETREAT = action("retreat", (engaged_or_beside_a_vehicle,), retreat)
