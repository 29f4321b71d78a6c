"""Being shoved: staggering about, knocked back, thrown by a field."""

from __future__ import annotations

from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Pushed, Why, push
from ....space.shapes import direction
from ..checks import directions
from ..events.moments import FieldDischarged
from ..records import Model, Play
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, layout, per_position
from . import displacement, falling

NOTHING_STRUCK = (None, Why.NO_FLOOR, Why.GAP, Why.OFF_BOARD)
"""How whoever is pushed or thrown may come to a stop without having struck anything: at the end of its way, or at the
edge of a floor or of the table."""


def stagger(play: Play, model: Model, degree: int, distance: int, keep_clear: int = displacement.KEEP_CLEAR) -> None:
    """Run that far in a direction that nobody chose: stop at whatever is solid and so near to an enemy; at an edge,
    test Initiative or fall; over an edge, fall."""
    shove_along(play, model, direction(degree), distance, keep_clear)


def shove_along(
    play: Play, model: Model, ahead: tuple[int, int], distance: int, keep_clear: int = displacement.KEEP_CLEAR
) -> None:
    """The same along a vector."""
    went = push(
        board_now(play), layout(play), model.id, ahead, distance, keep_clear=keep_clear, walls_between=PRONE_HEIGHT
    )
    if not displacement.go_straight(play, model, went.spot, went.moved):
        displacement.displace(play, model, ())
        return
    over = went.stopped in (Why.NO_FLOOR, Why.GAP) and not model.carries("lifter")
    if over and falling.fall(play, model, went.spot, (went.x + ahead[0], went.y + ahead[1], went.z)):
        return
    displacement.displace(play, model, ())
    falling.teeter(play, model)


def drunken_direction(play: Play, model: Model) -> int:
    """Where a drunkard's move goes, in degrees."""
    degree: int = play.roll(directions.by_chance(play), "drunk.direction", "It staggers", model.id)
    return degree


def throw_wearer(play: Play, discharged: FieldDischarged) -> None:
    """A displacer field that has stopped a hit throws its wearer as many inches as the hit had Strength, in a random
    direction."""
    wearer = Model(play, discharged.who)
    if play.world.edition.library.armour[discharged.field].displaces and discharged.strength and wearer.on_table:
        degree = play.roll(directions.by_chance(play), "displaced", "The field displaces it")
        stagger(play, wearer, degree, INCH * discharged.strength)


def knock_back(play: Play, victim: Model, origin: Placement) -> Pushed:
    """Knockback: up to an inch straight away from whoever struck it, as far as nothing is in the way; at an edge, test
    Initiative or fall.  Where it ends near an enemy is for the caller to settle (see `displace`)."""
    play.note(victim.id, "it is knocked back")
    went = push(board_now(play), layout(play), victim.id, directions.away_from(victim, origin), INCH)
    if not went.moved or displacement.go_straight(play, victim, went.spot, went.moved):
        falling.teeter(play, victim)
    return went


@per_position
def room_to_fall_back(play: Play, who: int, origin: Placement) -> bool:
    """Whether nothing but an edge, of a floor or of the table, stands in the way of being knocked back an inch."""
    went = push(board_now(play), layout(play), who, directions.away_from(Model(play, who), origin), INCH)
    return went.stopped in NOTHING_STRUCK
