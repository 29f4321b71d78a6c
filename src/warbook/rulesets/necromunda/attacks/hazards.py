"""Pieces of terrain that harm whoever stays near them, or passes: circles, fungi, eggs, turbines, fuel, generators,
sewers, sections that collapse, leaks."""

from __future__ import annotations

from ....core.dice import D3, D6
from ....core.length import INCH
from ....core.state import Placement
from ....space.movement import Point
from ....space.pushing import push
from ....space.shapes import contains, middle_of_box
from ....space.sight import gap
from ..checks import pieces
from ..checks.characteristics import passes_initiative, passes_willpower
from ..events.attacks import BlastFell
from ..events.fighters import ConditionGained, Pinned
from ..events.moments import ActionDone, ActivationEnds, ChargeEnds, HazardMet, PieceHit
from ..events.rounds import Activated
from ..events.things import FuelBreached
from ..harm import displacement, injury, shoving
from ..harm.saves import SURROUNDINGS
from ..harm.strikes import Hit, Strike
from ..printed.arms import Trait, WeaponProfile
from ..records import Model, Piece, Play
from ..records.effects import begin_effect
from ..records.position import board_now, fighters, layout, near_by, stands_in
from . import hits

REACHES = {"ritual-circle": 6 * INCH, "fungus": 2 * INCH, "eggs": 1 * INCH, "turbine": 6 * INCH}
GENERATOR_REACH = 1 * INCH
HOLDS_ON = 7
MOVES = ("move", "carry")
HATCHES = 3  # on a die of at most this the eggs do
HATCHLING = Strike(strength=1, ap=0, damage=1, traits=frozenset({"rending"}))
SPARK = Strike(strength=4, ap=0, damage=1)


def suffer_later(play: Play, ends: ActivationEnds) -> None:
    """Whoever ends its activation near something that harms it suffers that in a step of its own."""
    if play.world.hazards:
        model = Model(play, ends.who)
        for kind, reach in REACHES.items():
            if model.on_table and any(near_by(play, model.at, it.at, reach) for it in pieces.harmful(play, kind)):
                play.then(suffer_nearby, model.id, kind)


def suffer_nearby(play: Play, who: int, kind: str) -> None:
    """A circle maddens, fungi gas, a turbine draws in, eggs may hatch."""
    model = Model(play, who)
    if not model.on_table:
        return
    match kind:
        case "ritual-circle":
            if not passes_willpower(model, "circle") and not model.suffers("insane"):
                play.happen(ConditionGained(who, "insane"))
        case "fungus":
            gas = play.world.edition.library.traps["gas-trap"].profile
            hits.resolve_hits(play, model, Hit(gas, by=-1, way="blast"))
        case "turbine":
            if play.roll(D6, "turbine", f"Holding on, {HOLDS_ON} with Strength") + model.strength < HOLDS_ON:
                draw_in(play, model)
        case _:
            if play.roll(D6, "eggs", f"They hatch on {HATCHES} or less") <= HATCHES:
                injury.pin(play, model)
                injury.strike(play, model, HATCHLING, play.roll(D6, "eggs.hits", "Hits"), -1, SURROUNDINGS)


def draw_in(play: Play, model: Model) -> None:
    """D3" towards the nearest turbine; whoever gets into it is out of action, with D3 lasting injuries."""
    turbine = min((it.at for it in pieces.pieces(play, "turbine")), key=lambda at: gap(model.at, at))
    distance = INCH * play.roll(D3, "turbine.distance", "It is drawn in", model.id)
    towards = (turbine.x - model.at.x, turbine.y - model.at.y)
    went = push(board_now(play), layout(play), model.id, towards, min(distance, gap(model.at, turbine)))
    displacement.go_straight(play, model, went.spot, went.moved)
    if model.on_table and not gap(model.at, turbine):
        injury.take_out(play, model, -1, injuries=play.roll(D3, "turbine.injuries", "Lasting injuries"))


def drawn_by_turbine(play: Play, hole: Point) -> Placement | None:
    """The turbine that a blast drifts to, from within 6" of it."""
    near = [it.at for it in pieces.harmful(play, "turbine")] if play.world.hazards else []
    here = Placement(*hole, radius=0)
    return next((at for at in near if near_by(play, here, at, REACHES["turbine"])), None)


# ---- fuel ------------------------------------------------------------------------------------------------------------

BREACHED = 3
BURNING_FUEL = WeaponProfile(
    id="burning-fuel", name="Burning fuel", range="ranged", strength=5, damage=2, traits=(Trait("blaze"),)
)


def hit_piece(play: Play, who: int, strength: int, ap: int) -> None:
    """A hit on a piece that may be shot at: it breaches fuel, or blows up what explodes."""
    if play.state.record(Piece, who).profile == "fuel-cache":
        hit_fuel(play, who, ap)
    elif strength:
        play.reach(PieceHit(who, strength))


def hit_fuel(play: Play, who: int, ap: int) -> None:
    """A die less the AP: 3 or less breaches a fuel cache that does not burn yet, and everybody within 3" is hit."""
    fuel = play.state.record(Piece, who)
    if fuel.tokens:
        return
    less = abs(ap) if play.option["piercing-breaches-fuel"] else ap
    if play.roll(D6, "fuel", f"The fuel is breached on {BREACHED + less} or less") - less <= BREACHED:
        play.happen(FuelBreached(who))
        for near in [f.id for f in fighters(play) if f.at.posture and near_by(play, f.at, fuel.at, pieces.FUEL_REACH)]:
            scorch(play, Model(play, near), fuel)


def burn(play: Play, done: ActionDone) -> None:
    """Whoever ends an action in burning fuel is hit by it, unless it was on its way into it."""
    model = Model(play, done.who)
    for fuel in pieces.burning_fuel(play) if play.world.hazards and not model.effect("scorched") else ():
        if model.on_table and near_by(play, model.at, fuel.at, pieces.FUEL_REACH):
            scorch(play, model, fuel)


def run_into_fire(play: Play, model: Model) -> None:
    """Whoever comes into burning fuel on its way is hit there and then, and no more in that activation."""
    fuel = min(pieces.burning_fuel(play), key=lambda it: gap(it.at, model.at))
    begin_effect(play, "scorched", model.id, "any-activation")
    scorch(play, model, fuel)


def scorch(play: Play, model: Model, fuel: Piece) -> None:
    """The hit of burning fuel."""
    hits.resolve_hits(play, model, Hit(BURNING_FUEL, by=-1, origin=fuel.at.spot))


# ---- generators ------------------------------------------------------------------------------------------------------


def shock(play: Play, done: ActionDone) -> None:
    """Whoever ends an action beside a generator at work is pinned and struck, and its activation is over."""
    model = Model(play, done.who)
    if not play.world.hazards or not model.on_table:
        return
    for generator in pieces.pieces(play, "generator"):
        if pieces.is_running(play, generator.id) and near_by(play, model.at, generator.at, GENERATOR_REACH):
            be_struck(play, model)
            return


def meet_hazard(play: Play, met: HazardMet) -> None:
    """Whoever passes between two generators at work is struck; whoever gets into a sewer holds on to something, and
    whoever runs into a fire is burnt."""
    model = Model(play, met.who)
    if met.hazard == "generator":
        be_struck(play, model)
    elif met.hazard == "fire":
        run_into_fire(play, model)
    else:
        hold_on(play, model)


def be_struck(play: Play, model: Model) -> None:
    """Pinned, and hit by sparks; its activation is over."""
    injury.pin(play, model)
    injury.strike(play, model, SPARK, play.roll(D3, "generator", "Sparks"), -1, SURROUNDINGS)
    injury.leave_activation(play, model)


# ---- leaks -----------------------------------------------------------------------------------------------------------


def slip(play: Play, done: ActionDone) -> None:
    """Whoever ends a move where fuel leaks tests its Initiative or goes down."""
    model, walked = Model(play, done.who), play.state.turn.done[-1:]
    moved = bool(walked) and walked[0] in MOVES and model.active
    if moved and pieces.on_slick(play, model.at) and not passes_initiative(model, "slick"):
        injury.pin(play, model)


def slip_in_a_charge(play: Play, ends: ChargeEnds) -> None:
    """So does whoever charges there, and then lies an inch short of its enemies."""
    model = Model(play, ends.charger)
    if model.standing and pieces.on_slick(play, model.at) and not passes_initiative(model, "slick"):
        play.happen(Pinned(model.id))
        displacement.displace(play, model, ())


# ---- sewers ----------------------------------------------------------------------------------------------------------


def hold_on(play: Play, model: Model) -> None:
    """A die and its Strength of 7 or more, or it is pinned."""
    if play.roll(D6, "sewer", f"Holding on, {HOLDS_ON} with Strength", model.id) + model.strength < HOLDS_ON:
        injury.pin(play, model)


def wade(play: Play, begun: Activated) -> None:
    """Whoever begins an activation in a sewer holds on, or is pinned; who lies pinned there is swept away."""
    model = Model(play, begun.who)
    if not any(stands_in(play, model.at, number) for number in play.world.sewers) or play.state.turn.actor != model.id:
        return
    if model.pinned:
        injury.take_out(play, model, -1)
    else:
        hold_on(play, model)


# ---- collapsed sections ----------------------------------------------------------------------------------------------


def shake_floor(play: Play, fell: BlastFell) -> None:
    """A blast with its middle on a collapsed section shifts the floor under everybody there."""
    for number in play.world.sections:
        if contains(play.world.board.areas[number].polygon, fell.x, fell.y):
            for fighter in fighters(play):
                if fighter.at.posture and stands_in(play, fighter.at, number):
                    play.then(slide, fighter.id)


def slide(play: Play, who: int) -> None:
    """An Initiative test, or it is moved D3" towards the nearest pitfall, and falls if it gets there."""
    model = Model(play, who)
    pits = [middle_of_box(area.polygon) for area in play.world.board.areas if area.kind == "pitfall"]
    if not model.on_table or not pits or keeps_footing(play, model):
        return
    at = model.at
    x, y = min(pits, key=lambda pit: (pit[0] - at.x) ** 2 + (pit[1] - at.y) ** 2)
    distance = INCH * play.roll(D3, "collapse.distance", "The floor shifts", who)
    shoving.shove_along(play, model, (x - at.x, y - at.y), distance)


def keeps_footing(play: Play, model: Model) -> bool:
    """Whether it holds on when the floor shifts."""
    if play.option["collapses-test-initiative"]:
        return passes_initiative(model, "collapse")
    return bool(play.roll(D6, "collapse", "The floor shifts, 4+", model.id) >= 4)
