"""The creatures of badzones: giant rats, those whom a leaf has overgrown, beasts in their lairs.

They come where players put them, prowl in the end phase, and are gone with the event that brought them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ....core.decision import Reasons
from ....core.dice import D3, D6, TWO_D6
from ....core.length import INCH
from ....core.state import Placement
from ....space.placing import Place
from ....space.shapes import contains, direction, stretched
from ....space.sight import gap, within
from ..attacks.traps import leave_alone
from ..checks import directions, trap_reach
from ..events.badzones import CreatureCame
from ..events.fighters import LastingInjury
from ..events.moments import ActionDone, Overgrown, RatHit
from ..events.things import RatRan, ThingDamaged, ThingGone
from ..harm import injury, shoving
from ..harm.dice import wound_number
from ..harm.saves import Incoming
from ..harm.strikes import Strike
from ..movement import scurrying
from ..records import Model, Play, Rat
from ..records.position import board_now, fighters, layout, loose_rats, namer, near_by, things

Creature = Literal["giant-rat", "overgrown", "lair"]


class Nature(Struct, frozen=True):
    """What a creature is: how tough, what it saves on (0: never), what it hits on and with which strike; and how far
    from models, and from others of its kind, it comes."""

    toughness: int
    save: int
    hits_on: int
    blow: Strike
    apart: int = 1 * INCH


NATURES: dict[str, Nature] = {
    "giant-rat": Nature(3, 4, 4, Strike(3, 0, 1)),
    "overgrown": Nature(3, 0, 5, Strike(3, 0, 1)),
    "lair": Nature(4, 0, 4, Strike(6, -2, 3), 12 * INCH),
}
LAIRS = 3
SMELLS, LAIR_REACH = 8 * INCH, 6 * INCH
DIES_OF_IT = 6  # the face of an injury die that brings down what is overgrown


# ---- coming ----------------------------------------------------------------------------------------------------------


def invade(play: Play, event: str) -> None:
    """What comes with an event: D3 and 3 giant rats, three lairs."""
    if event == "giant-rats":
        come(play, "giant-rat", 3 + play.roll(D3, "rats", "Giant rats, and 3 more"))
    elif event == "lair-of-the-beast":
        come(play, "lair", LAIRS)


def come(play: Play, kind: Creature, count: int) -> None:
    """So many of them, as far as there are that many, are put down by one side after the other."""
    waiting = [rat.id for rat in things(play, Rat) if rat.kind == kind and not rat.there]
    for number, who in enumerate(waiting[:count]):
        play.then(creature_comes, who, (play.state.turn.priority + number) % 2)


def creature_comes(play: Play, who: int, seat: int) -> None:
    """A side puts a creature where it likes, outside all deployment zones and away from models."""
    where = place_of(play, who)
    if where.has_room():
        play.happen(CreatureCame(who, *play.ask(seat, where)))


def place_of(play: Play, who: int) -> Place:
    """Where a creature may come."""
    creature, board = play.state.record(Rat, who), board_now(play)
    apart = NATURES[creature.kind].apart
    others = [f.at for f in fighters(play) if f.at.posture]
    if creature.kind == "lair":
        others += [rat.at for rat in loose_rats(play) if rat.kind == "lair"]

    def inside(to: Placement) -> Reasons:
        zone = any(contains(zone.polygon, to.x, to.y) for zone in board.zones)
        near = any(within(to, other, apart - 1) for other in others)
        return (*["It must be outside all deployment zones."] * zone, *["It must be farther from models."] * near)

    prompt = f"Where does {play.world.names[who]} come?"
    return Place("creature", prompt, board, layout(play), who, inside=inside, facing=False, name=namer(play))


def overgrow(play: Play, lost: Overgrown) -> None:
    """In an outbreak of creeping leaf whoever does not recover is overgrown: it is out of action, no worse than that,
    and something walks where it lay."""
    model = Model(play, lost.who)
    spot = model.at.spot
    injury.take_out(play, model, -1, injuries=0)
    if play.option["lasting-injuries"]:
        play.happen(LastingInjury(lost.who, "out-cold"))
    rise(play, spot)


def rise(play: Play, spot: tuple[int, int, int]) -> None:
    """Something overgrown gets up at a place, if there are any left."""
    waiting = [rat.id for rat in things(play, Rat) if rat.kind == "overgrown" and not rat.there]
    if waiting:
        play.happen(CreatureCame(waiting[0], *spot))


def vanish(play: Play) -> None:
    """What came with an event is gone with it."""
    for rat in [rat for rat in loose_rats(play) if rat.bearer < 0]:
        play.happen(ThingGone(rat.id))


# ---- prowling --------------------------------------------------------------------------------------------------------


def prowl_later(play: Play) -> None:
    """In the end phase giant rats and what is overgrown go for fighters, each in a step of its own; then more rats
    may come."""
    for rat in loose_rats(play):
        if rat.kind in ("giant-rat", "overgrown"):
            play.then(prowl, rat.id)
    if any(rat.kind == "giant-rat" for rat in loose_rats(play)):
        play.then(more_rats)


def more_rats(play: Play) -> None:
    """D3 giant rats more."""
    come(play, "giant-rat", play.roll(D3, "rats", "More giant rats"))


def prowl(play: Play, who: int) -> None:
    """A giant rat charges whoever is nearest within 8", or else runs 2D6" in a random direction; what is overgrown
    walks 2D6" towards whoever is nearest.  Whoever it reaches it attacks."""
    creature = play.state.record(Rat, who)
    if not creature.there:
        return
    if not creature.wounds:
        play.happen(ThingDamaged(who, -1))  # it gets up again
        return
    at = creature.at
    prey = min((f for f in fighters(play) if f.at.posture), key=lambda f: (gap(f.at, at), f.id), default=None)
    if prey is None:
        return
    near = gap(prey.at, at)
    if creature.kind == "giant-rat" and near > SMELLS:
        degree = play.roll(directions.by_chance(play), "creature.direction", "It runs about")
        far = INCH * play.roll(TWO_D6, "creature.run", "so far")
        dx, dy = stretched(*direction(degree), far)
        play.happen(RatRan(who, *scurrying.run_towards(play, who, (at.x + dx, at.y + dy), far)))
        return
    far = near if creature.kind == "giant-rat" else INCH * play.roll(TWO_D6, "creature.walk", "It walks")
    if near:
        play.happen(RatRan(who, *scurrying.run_towards(play, who, (prey.at.x, prey.at.y), min(far, near))))
    if near_by(play, play.state.records[who].at, prey.at, scurrying.PACE):
        attack(play, who, prey.id)


def attack(play: Play, who: int, prey: int) -> None:
    """One attack; who is taken out by something overgrown becomes such a thing."""
    creature, victim = play.state.record(Rat, who), Model(play, prey)
    nature, spot = NATURES[creature.kind], victim.at.spot
    if play.roll(D6, "creature.hit", f"It hits on {nature.hits_on}+") < nature.hits_on:
        return
    way = Incoming("melee", (creature.at.x, creature.at.y))
    injury.strike(play, victim, nature.blow, 1, -1, way)
    if creature.kind == "overgrown" and not victim.on_table:
        rise(play, spot)
    if creature.kind == "lair" and victim.on_table:
        shoving.knock_back(play, victim, creature.at)


def rouse(play: Play, done: ActionDone) -> None:
    """Whoever ends an action within 6" of a lair may rouse the beast, once in an activation: on a die of more than the
    inches between them, or on a 6."""
    model = Model(play, done.who)
    if not play.world.rats or not model.on_table:
        return
    for lair in [rat for rat in loose_rats(play) if rat.kind == "lair"]:
        if trap_reach.is_met(play, lair.id) or not near_by(play, model.at, lair.at, LAIR_REACH) or not model.on_table:
            continue
        leave_alone(play, lair.id)
        inches = -(-gap(model.at, lair.at) // INCH)
        if play.roll(D6, "lair", f"The beast, above {min(5, inches)}") > min(5, inches):
            attack(play, lair.id, model.id)


# ---- being hit -------------------------------------------------------------------------------------------------------


def be_hit(play: Play, hit: RatHit) -> None:
    """A hit on a creature: a wound roll, and its save.  What is overgrown goes down only on a 6 of an injury die, and
    gets up in the end phase."""
    creature = play.state.record(Rat, hit.rat)
    if creature.kind == "bomb" or not creature.there or not creature.wounds:
        return
    nature = NATURES[creature.kind]
    number = wound_number(hit.strength, nature.toughness)
    if play.roll(D6, "creature.wound", f"To wound, {number}+") < number:
        return
    if nature.save and play.roll(D6, "creature.save", f"Save, {nature.save}+") >= nature.save:
        return
    overgrown = creature.kind == "overgrown"
    if overgrown and play.roll(D6, "creature.injury", f"It goes down on {DIES_OF_IT}") < DIES_OF_IT:
        return
    play.happen(ThingDamaged(hit.rat, 1))
    if not overgrown and not play.state.record(Rat, hit.rat).wounds:
        play.happen(ThingGone(hit.rat))
