"""Plants that attack: gorse that webs, shrubs that shoot needles, weed that crawls.  In a jungle they are stronger and
reach farther."""

from __future__ import annotations

from ....core.dice import D6, TWO_D6
from ....core.length import INCH
from ....core.structs import replace
from ....space.sight import gap
from ..checks import badzones, firepower, pieces
from ..checks.characteristics import holds_out, passes_initiative
from ..events.moments import ActionDone, RoundEnding
from ..events.things import PieceMoved
from ..harm import injury
from ..harm.saves import HitWay
from ..harm.strikes import Hit
from ..movement import scurrying
from ..printed.arms import Trait, WeaponProfile
from ..records import Fighter, Model, Piece, Play
from ..records.effects import begin_effect
from ..records.position import fighters, near_by
from . import hits

REACH, JUNGLE_REACH, NEEDLES_REACH = 3 * INCH, 6 * INCH, 12 * INCH
SHOOTS, NEEDLE_HITS, GRIPS = 4, 4, 3
WALKS = frozenset(
    {"move", "charge", "carry", "crawl", "take-cover", "retreat", "running-for-cover", "run-and-gun", "set-trap"}
)
"""Actions that move a fighter over the ground."""
THORNS = {
    "web-gorse": WeaponProfile(id="web-gorse", name="Thorns", range="ranged", strength=3, traits=(Trait("web"),)),
    "needle-shrub": WeaponProfile(id="needle-shrub", name="Needles", range="ranged", strength=2, ap=-3, damage=1),
}
BURST = WeaponProfile(id="needle-burst", name="A burst of needles", range="ranged", strength=3, damage=1)
TENDRILS = WeaponProfile(
    id="tendrils", name="Tendrils", range="melee", strength=4, damage=1, traits=(Trait("melee"), Trait("entangle"))
)


def reach_of_plants(play: Play) -> int:
    """How far plants reach."""
    return JUNGLE_REACH if badzones.fought_in(play, "dome-jungle") else REACH


def strike(play: Play, model: Model, profile: WeaponProfile, plant: Piece, count: int = 1) -> None:
    """Hits of a plant, one stronger in a jungle."""
    jungle = badzones.fought_in(play, "dome-jungle")
    grown = replace(profile, strength=(profile.strength or 0) + jungle)
    way: HitWay = "melee" if profile.range == "melee" else "shot"
    hits.resolve_hits(play, model, Hit(grown, by=-1, way=way, origin=plant.at.spot), count)


def brush_past(play: Play, done: ActionDone) -> None:
    """Whoever moves and ends near gorse or a shrub tests its Initiative or is hit."""
    walked = play.state.turn.done[-1:]
    if not play.world.hazards or not walked or walked[0] not in WALKS:
        return
    model = Model(play, done.who)
    for kind, profile in THORNS.items():
        for plant in pieces.harmful(play, kind):
            if not model.on_table or not near_by(play, model.at, plant.at, reach_of_plants(play)):
                continue
            if not passes_initiative(model, kind):
                if kind == "web-gorse" and not model.effect("stung"):
                    begin_effect(play, "stung", model.id, "battle")
                strike(play, model, profile, plant)


def grow_later(play: Play, ending: RoundEnding) -> None:
    """What plants do in the end phase, each in a step of its own."""
    if not play.world.hazards:
        return
    for effect in play.state.effects:
        if effect.name == "stung":
            play.then(weaken, effect.on)
    for kind in ("needle-shrub", "grapple-weed"):
        for plant in pieces.harmful(play, kind):
            play.then(shoot_needles if kind == "needle-shrub" else creep, plant.id)


def weaken(play: Play, who: int) -> None:
    """Whoever gorse has stung in the battle passes a Strength test or is one weaker for the rest of it; with nothing
    left it is out of action."""
    model = Model(play, who)
    if model.on_table and not holds_out(model, "strength", "stung"):
        begin_effect(play, "strength", who, "battle", -1)
        if model.strength <= 0:
            injury.take_out(play, model, -1)


def nearest_to(play: Play, plant: Piece, reach: int = 0) -> Fighter | None:
    """The fighter nearest to a plant, within reach if that is said."""
    near = (f for f in fighters(play) if f.at.posture and (not reach or near_by(play, f.at, plant.at, reach)))
    return min(near, key=lambda f: (gap(f.at, plant.at), f.id), default=None)


def shoot_needles(play: Play, who: int) -> None:
    """On 4+ a shrub shoots a burst at whoever is nearest within 12", which hits on 4+."""
    plant = play.state.record(Piece, who)
    prey = nearest_to(play, plant, NEEDLES_REACH)
    if prey is None or play.roll(D6, "shrub", f"It shoots on {SHOOTS}+") < SHOOTS:
        return
    if play.roll(D6, "shrub.hit", f"It hits on {NEEDLE_HITS}+") >= NEEDLE_HITS:
        holes, _ = play.roll(firepower.FIREPOWER[1], "firepower", "Firepower")
        strike(play, Model(play, prey.id), BURST, plant, holes)


def creep(play: Play, who: int) -> None:
    """Weed creeps 2D6" towards whoever is nearest, and strikes at everybody whom it reaches."""
    plant = play.state.record(Piece, who)
    prey = nearest_to(play, plant)
    if prey is None:
        return
    far = min(INCH * play.roll(TWO_D6, "weed", "It creeps"), gap(plant.at, prey.at))
    if far:
        play.happen(PieceMoved(who, *scurrying.run_towards(play, who, (prey.at.x, prey.at.y), far)))
    plant = play.state.record(Piece, who)
    for each in [f.id for f in fighters(play) if f.at.posture and near_by(play, f.at, plant.at, reach_of_plants(play))]:
        if play.roll(D6, "weed.hit", f"It hits on {GRIPS}+", each) >= GRIPS:
            strike(play, Model(play, each), TENDRILS, plant)
