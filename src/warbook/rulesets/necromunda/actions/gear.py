"""Wargear that brings actions: the drop rig, the grapnel, archaeotech, drink and chems."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Requirement, requirement
from ....core.decision import Choose, Reasons
from ....core.dice import D3, D6
from ....core.length import INCH
from ....core.state import Placement
from ....space.displacement import edge_near
from ....space.levels import Landing
from ....space.shapes import rectangle
from ....space.sight import line_blocked, within
from ..checks import darkness
from ..checks.requirements import standing_active
from ..events.fighters import ConditionGained, FleshWounded
from ..events.gear import Swigged, Used
from ..harm import displacement, injury
from ..harm.damage import damage_thing
from ..harm.strikes import Strike
from ..printed.kit import Bottle
from ..printed.library import action
from ..records import Model, Play, Vehicle
from ..records.effects import Raised, begin_effect
from ..records.fighters import PRONE_HEIGHT
from ..records.position import board_now, enemies, layout, namer, near_by, nothing_between, per_position, things
from . import caskets, doors

CHEST = 1000  # a line between two places runs an inch above their floors
SCAN_REACH = 18 * INCH
BEAM_REACH = 1 * INCH
BEAM_DAMAGE = 3


def carrying(name: str, *items: str) -> Requirement[Model]:
    """The requirement of carrying one of these pieces of gear."""

    @requirement(f"It must carry {name}.", fixed=True)
    def carries(model: Model) -> bool:
        return any(item in model.kit.wargear for item in items)

    return carries


@requirement("It must have a dose left.")
def has_a_dose(model: Model) -> bool:
    return "stimm-slug" not in model.record.used


# ---- descending ------------------------------------------------------------------------------------------------------


def descent(model: Model) -> Landing:
    """Where a drop rig can put its bearer down: up to 3" across and 12" down."""
    play = model.play
    at = model.at

    def inside(to: Placement) -> Reasons:
        across = (to.x - at.x) ** 2 + (to.y - at.y) ** 2
        if across > (3 * INCH) ** 2:
            return ('It may come down at most 3" across.',)
        if not 0 < at.z - to.z <= 12 * INCH:
            return ('It must come down to a lower level, at most 12" below.',)
        if board_now(play).floor_below(to.x, to.y, at.z) != to.z or not nothing_between(play, at, to):
            return ("It must come down freely, past no floor and no wall.",)
        return ()

    return landing_within(model, "Where does it come down?", 3 * INCH, inside)


def landing_within(model: Model, prompt: str, across: int, inside: Callable[[Placement], Reasons]) -> Landing:
    """Where a fighter may come down on another level, no farther away in plan than so much over each axis."""
    play = model.play
    at = model.at
    square = rectangle(at.x - across, at.y - across, 2 * across, 2 * across)
    question = Landing(
        "landing",
        prompt,
        board_now(play),
        layout(play),
        model.id,
        zones=(square,),
        inside=inside,
        keep_clear=displacement.KEEP_CLEAR,
        walls_between=PRONE_HEIGHT,
        name=namer(play),
    )
    question.start, question.across = at, across
    return question


@per_position
def has_landing(play: Play, who: int, where: Callable[[Model], Landing]) -> bool:
    """Whether there is anywhere for a fighter to land."""
    return where(Model(play, who)).has_room()


@requirement("It must be within an inch of the edge of a platform.")
def at_an_edge(model: Model) -> bool:
    at = model.at
    return at.z > 0 and edge_near(board_now(model.play), at.x, at.y, at.z, at.radius + INCH).near


@requirement("There must be room to come down.")
def way_down(model: Model) -> bool:
    return has_landing(model.play, model.id, descent)


def descend(play: Play, model: Model) -> None:
    """Abseil from a platform: up to 3" across and 12" down, without a test."""
    displacement.put_down(play, model, descent(model))


DESCEND = action("descend", (carrying("a drop rig", "drop-rig"), standing_active, at_an_edge, way_down), descend)


# ---- the grapnel -----------------------------------------------------------------------------------------------------


def grapnel_landing(model: Model) -> Landing:
    """Where a grapnel can take its bearer: 12" in a straight line to another level, through nothing."""
    play = model.play
    at = model.at
    board, now = board_now(play), layout(play)

    def inside(to: Placement) -> Reasons:
        if to.z == at.z:
            return ("It must end on another level.",)
        if (to.x - at.x) ** 2 + (to.y - at.y) ** 2 + (to.z - at.z) ** 2 > (12 * INCH) ** 2:
            return ('It reaches 12".',)
        if line_blocked(now, board, (at.x, at.y, at.z + CHEST), (to.x, to.y, to.z + CHEST)):
            return ("The line may not pass through terrain.",)
        return ()

    return landing_within(model, "Where does the grapnel take it?", 12 * INCH, inside)


@requirement("There must be another level that the grapnel reaches.")
def somewhere_to_swing(model: Model) -> bool:
    return has_landing(model.play, model.id, grapnel_landing)


def grapnel(play: Play, model: Model) -> None:
    """Up to 12" in a straight line to another level."""
    displacement.put_down(play, model, grapnel_landing(model))


GRAPNEL = action(
    "grapnel", (carrying("a grapnel launcher", "grapnel-launcher"), standing_active, somewhere_to_swing), grapnel
)


# ---- archaeotech -----------------------------------------------------------------------------------------------------


def things_to_cut(model: Model) -> list[int]:
    """The doors, caskets and vehicles within an inch."""
    play = model.play
    vehicles = [v.id for v in things(play, Vehicle) if not v.wrecked and near_by(play, model.at, v.at, BEAM_REACH)]
    return [*doors.doors_near(model, "open", "closed", "locked"), *caskets.caskets_near(model), *vehicles]


@requirement("There must be a door, a casket or a vehicle within an inch.")
def something_to_cut(model: Model) -> bool:
    return bool(things_to_cut(model))


def laser_cut(play: Play, model: Model) -> None:
    """One automatic hit of Strength 8 and Damage 3."""
    among = things_to_cut(model)
    who = play.pick(model.owner, Choose("thing", "What does it cut?", lambda: among, named=namer(play)))
    damage = play.roll(D3, "beam.damage", "Damage") if play.option["beam-rolls-damage"] else BEAM_DAMAGE
    damage_thing(play, who, Strike(strength=8, ap=0, damage=damage), 1, model.id)


LASER_CUT = action(
    "laser-cut", (carrying("a cutting beam", "cutting-beam"), standing_active, something_to_cut), laser_cut
)


def enemies_to_scan(model: Model) -> list[int]:
    """The enemies within 18" that are still hidden."""
    play = model.play
    return [
        f.id
        for f in enemies(play, model.owner)
        if not darkness.given_away(play, f.id) and within(model.at, f.at, SCAN_REACH)
    ]


@requirement('It must be dark, with a hidden enemy within 18".')
def someone_to_scan(model: Model) -> bool:
    return bool(model.play.state.turn.dark and enemies_to_scan(model))


def scan(play: Play, model: Model) -> None:
    """An enemy within 18", seen or not, is revealed."""
    among = enemies_to_scan(model)
    who = play.ask(model.owner, Choose("target", "Whom does it find?", lambda: among, named=namer(play)))
    play.happen(ConditionGained(who, "revealed"))


SCAN = action("scan", (carrying("a viewer", "viewer"), standing_active, someone_to_scan), scan)


# ---- drink and chems -------------------------------------------------------------------------------------------------


def bottles(model: Model) -> list[Bottle]:
    """The bottles it carries that are not empty."""
    drinks, carried, used = model.play.world.edition.library.drinks, model.kit.wargear, model.record.used
    return [drink.id for drink in drinks.values() if drink.id in carried and drink.id not in used]


@requirement("It must carry a bottle that is not empty.")
def has_a_bottle(model: Model) -> bool:
    return bool(bottles(model))


def take_a_swig(play: Play, model: Model) -> None:
    """One token more of that drink and one flesh wound less; the bottle may be empty."""
    among = bottles(model)
    bottle = play.pick(model.owner, Choose("bottle", "Which bottle?", lambda: among))
    play.happen(Swigged(model.id, bottle))
    if model.record.flesh:
        play.happen(FleshWounded(model.id, -1))
    empties = play.world.edition.library.drinks[bottle].empties
    if play.roll(D6, "bottle", f"Is the bottle empty? On {empties} or less") <= empties:
        play.happen(Used(model.id, bottle))


TAKE_A_SWIG = action(
    "take-a-swig", (carrying("a bottle", "rinse", "black-eel"), has_a_bottle, standing_active), take_a_swig
)


def use_chem(play: Play, model: Model) -> None:
    """A stimm-slug: a flesh wound less, and two more Movement, Strength and Toughness until the round ends."""
    play.happen(Used(model.id, "stimm-slug"))
    if model.record.flesh:
        play.happen(FleshWounded(model.id, -1))
    raised: dict[Raised, int] = {"move": 2 * INCH, "strength": 2, "toughness": 2}
    for name, amount in raised.items():
        begin_effect(play, name, model.id, "round", amount)
    begin_effect(play, "stimm", model.id, "reckoning")


USE_CHEM = action("use-chem", (carrying("a stimm-slug", "stimm-slug"), has_a_dose, standing_active), use_chem)


def wear_off(play: Play, who: int) -> None:
    """When a chem wears off: on a 1 the body pays with an injury die, and whoever has nothing but the chem to thank for
    its toughness goes out."""
    model = Model(play, who)
    if model.on_table and play.roll(D6, "stimm", "The chem wears off") == 1:
        injury.roll_injury(play, model)
    if model.on_table and model.record.flesh >= model.profile.t:
        injury.take_out(play, model, -1)
