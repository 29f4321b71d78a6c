"""Psychic powers: a test of Leadership, what may befall whoever makes it, and what each power does.

Blessings and curses are used in the preparation phase, powers that shoot in the shooting phase, before the unit
shoots, and instead of a weapon of the psyker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from ....core.action import Action, requirement
from ....core.decision import Choose
from ....core.dice import D6
from ....core.effect import has_effect
from ....core.events import EffectBegan, EffectsEnded
from ....core.naming import Names
from ....core.state import Effect
from ..checks import powers, sight
from ..checks.permissions import permitted
from ..checks.powers import moment
from ..checks.requirements import in_phase
from ..checks.saving import Blow
from ..checks.transports import carrier_of
from ..events.attacks import ShotAt
from ..events.characters import PowerUsed
from ..harm import allocation, penetration
from ..harm.manifesting import broken_by_hood, leadership_of, manifests, spend_power
from ..printed.catalogue import Power, weapons
from ..printed.words import action
from ..records.position import foes, model, own
from ..records.state import Burst
from ..records.unit import Unit
from ..records.world import Play
from . import flight, shooting


class Use(Struct, frozen=True):
    """Who uses which power, and on whom: a unit, or a model of one."""

    psyker: int
    power: Power
    on: int


def uses(unit: Unit) -> list[tuple[int, Power]]:
    """The powers of a unit that somebody of it may use now: those that find somebody to be used on."""
    shoots = unit.play.state.turn.phase == "shoot"
    return [
        (id, power)
        for id, power in powers.powers_of(unit)
        if (power.kind == "shooting") is shoots and targets(unit, id, power)
    ]


@requirement("It must be on the table, or in a transport.")
def at_hand(unit: Unit) -> bool:
    return unit.record.where in ("table", "aboard")


@requirement("Somebody of it must have a power for this phase, not have used it up, and find somebody to use it on.")
def has_use(unit: Unit) -> bool:
    return bool(uses(unit))


def targets(unit: Unit, psyker: int, power: Power) -> list[int]:
    """On whom a power may be used: units, or for a duel models.  Out of a transport it works on nobody; inside, on
    those who ride there and on the transport."""
    play = unit.play
    if power.on == "own":
        return [unit.id]
    if unit.record.where == "aboard":
        return [unit.id, carrier_of(unit).id] if power.on == "friend" else []
    units = own(play, unit.owner) if power.on == "friend" else foes(play, unit.owner)
    found = [each.id for each in units if reaches(unit, psyker, power, Unit(play, each.id))]
    if power.id != "duel-of-minds":
        return found
    return [
        id for each in found for id in sight.aimed_at(play, psyker, unit.id, each)
        if sight.within(play, psyker, id, power.range) and play.world.kits[id].profile is not None
    ]  # fmt: skip


def reaches(unit: Unit, psyker: int, power: Power, target: Unit) -> bool:
    """Whether somebody of a unit is in range of a power, and of a kind that it works on, as all are for one that fires;
    what shoots needs sight, of somebody who fights nobody."""
    if power.on == "enemy" and not power.weapon and target.crewed is not (power.id == "curse-on-engines"):
        return False
    if power.kind == "shooting":
        free = not unit.record.locked and not target.record.locked
        return free and sight.reached(unit.play, psyker, unit.id, target.id, power.range)
    return any(sight.within(unit.play, psyker, id, power.range) for id in target.members)


def use(play: Play, unit: Unit) -> None:
    """Name power and target; the psyker tests its Leadership, and where a hood does not break it the power works."""
    chosen = pick(play, unit)
    number = play.state.turn.number
    play.happen(PowerUsed(chosen.psyker, chosen.power.title, chosen.on))
    spend_power(play, chosen.psyker)
    if chosen.power.kind == "shooting":
        play.happen(EffectBegan(Effect(powers.SHOT, chosen.psyker, moment(number + 1))))
        if not shooting.spots(play, unit, aimed_at(play, chosen)):
            play.note(unit.id, "it does not make out its target")
            return
    if manifests(play, unit, chosen.psyker) and not broken_by_hood(play, unit, chosen.psyker):
        WORKS[chosen.power.id](play, unit, chosen)


def pick(play: Play, unit: Unit) -> Use:
    """Who of a unit uses which power, on whom?"""
    offered = uses(unit)

    def words(number: int) -> str:
        psyker, power = offered[number]
        return f"{power.title} of {unit.kit(psyker).name}"

    psyker, power = offered[unit.pick(Choose("power", "Which power?", lambda: range(len(offered)), named=words))]
    able = targets(unit, psyker, power)
    names = Names(play.world.names)
    return Use(psyker, power, unit.pick(Choose("target", f"{power.title}: on whom?", lambda: able, named=names)))


def aimed_at(play: Play, used: Use) -> Unit:
    """The unit on which a power is used, or on one of whose models."""
    return Unit(play, used.on if used.on in play.world.units else model(play, used.on).unit)


# ---- what the powers do ----------------------------------------------------------------------------------------------


def reach_turn(play: Play, number: int) -> None:
    """What lasted up to the beginning of a player turn ends."""
    if any(effect.until == moment(number) for effect in play.state.effects):
        play.happen(EffectsEnded(moment(number)))


Work: TypeAlias = Callable[[Play, Unit, Use], None]


def lasts(turns: int) -> Work:
    """The power is on its target for so many player turns, this one included."""

    def work(play: Play, unit: Unit, used: Use) -> None:
        if not has_effect(play.state, used.on, used.power.id):
            play.happen(EffectBegan(Effect(used.power.id, used.on, moment(play.state.turn.number + turns))))

    return work


def shoot_bolts(play: Play, unit: Unit, used: Use) -> None:
    """The psyker fires as with a weapon."""
    weapon = weapons()[used.power.weapon]
    shots = weapon.modes[0].shots
    assert isinstance(shots, int), "no power has a D3 of shots"
    bursts = (Burst(weapon.id, 0, (used.psyker,), (shots,)),)
    play.then(shooting.roll_volley)
    play.happen(ShotAt(unit.id, used.on, bursts, flight.flies(Unit(play, used.on))))


def duel(play: Play, unit: Unit, used: Use) -> None:
    """A die and Leadership of each: the other loses the difference in wounds, which armour does not stop."""
    target = aimed_at(play, used)
    mine = leadership_of(unit, used.psyker) + play.roll(D6, "duel", "Leadership and a die", used.psyker)
    theirs = leadership_of(target, used.on) + play.roll(D6, "duel", "Leadership and a die", used.on)
    if mine > theirs:
        allocation.suffer_among(play, target, (used.on,), Blow(1, rends=True), mine - theirs)


def curse(play: Play, unit: Unit, used: Use) -> None:
    """The nearest vehicle of the unit takes a glancing hit."""
    near: Sequence[int] = Unit(play, used.on).members
    victim = min(near, key=lambda id: (sight.gap(play, used.psyker, id), id))
    penetration.damage(play, Unit(play, used.on), victim, unit.owner, glancing=True)


WORKS: dict[str, Work] = {
    "mind-bolt": shoot_bolts,
    "kind-stars": lasts(2),
    "guided-aim": lasts(1),
    "ill-omen": lasts(1),
    "duel-of-minds": duel,
    "dome": lasts(2),
    "curse-on-engines": curse,
}
"""What each power does, by its id."""

PSYCHIC_POWER: Action[Unit] = action(
    "psychic-power",
    (
        in_phase("prepare", "shoot"),
        at_hand,
        permitted("psychic", "Its state and its last move must let it use a power."),
        has_use,
        shooting.not_shot,
    ),
    use,
)
