"""Penetration: whether hits go through the armour of a vehicle, and the damage that they do there."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from ....core.decision import Choose
from ....core.dice import D3, D6
from ....core.structs import replace
from ..checks.mounts import is_whole
from ..checks.pools import reaching
from ..checks.powers import is_under
from ..events.attacks import VolleyWent
from ..events.vehicles import CrewShaken, CrewStunned, HullPointLost, Immobilised, WeaponLost, Wrecked
from ..records.state import Machine
from ..records.unit import Unit
from ..records.world import Play


class Damage(IntEnum):
    """The results of the damage table; less is the first, more the last."""

    SHAKEN = 1
    STUNNED = 2
    WEAPON = 3
    IMMOBILE = 4
    WRECKED = 5
    EXPLODES = 6


def penetrate(play: Play, strength: int, armour: int, dice: int = 1, best: bool = False, rends: bool = False) -> int:
    """Dice rule: what a hit comes to against armour: 0 it stops it, 1 it glances off, 2 it goes through.

    With `dice` the sum of so many counts, or the `best` of them; where it `rends` a 6 adds a D3.
    """
    faces = [play.roll(D6, "penetrate", f"To penetrate {armour}: {strength} and a die") for _ in range(dice)]
    total = strength + (max(faces) if best else sum(faces))
    if rends and 6 in faces:
        total += play.roll(D3, "rend", "It rends, a D3 more")
    return 2 if total > armour else int(total == armour)


def saved(play: Play, unit: Unit, cover: int) -> bool:
    """Whether the cover of a vehicle saves it from a hit that glances or goes through; under kind stars it is rolled
    again."""
    tries = 1 + is_under(unit, "kind-stars") if cover else 0
    return any(play.roll(reaching(1, cover), "cover", f"Cover, {cover}+") for _ in range(tries))


def damage(play: Play, unit: Unit, id: int, by: int, *, glancing: bool, ap: int | None = None) -> None:
    """A roll on the damage table for a vehicle, of which `by` is the seat of whoever hit it; `ap` None counts as
    neither good nor bad."""
    machine, kit = play.state.record(Machine, id), unit.kit(id)
    assert kit.vehicle is not None, "only vehicles are damaged"
    if glancing and play.option["hull-points"]:
        if takes_last_point(play, machine):
            wreck(play, unit, id)
        return
    reasons = [("it glances", -2)] * glancing + [("open-topped", 1)] * kit.vehicle.is_a("open-topped")
    reasons += [("AP 1", 1)] * (ap == 1) + [("no AP", -1)] * (ap == 0)
    because = tuple(f"{why}, {number:+}" for why, number in reasons)
    result = play.roll(D6, "damage", "Damage", id, because=because) + sum(number for _, number in reasons)
    found = Damage(max(Damage.SHAKEN, min(result, Damage.EXPLODES)))
    if play.option["hull-points"] and takes_last_point(play, machine) and found != Damage.EXPLODES:
        wreck(play, unit, id)
    else:
        apply_damage(play, unit, id, by, found)


def takes_last_point(play: Play, machine: Machine) -> bool:
    """A vehicle has one hull point less, which is all that a glancing hit does.  Whether it was the last."""
    play.happen(HullPointLost(machine.id))
    return machine.hull <= 1


def apply_damage(play: Play, unit: Unit, id: int, by: int, result: Damage) -> None:
    """What a result does.  In a squadron the stunned are shaken, and the immobilised wrecked; what can lose no weapon
    is immobilised, what is so already loses a weapon, and what can do neither is wrecked."""
    squadron = unit.record.size > 1
    if squadron and result in (Damage.STUNNED, Damage.IMMOBILE):
        result = Damage.SHAKEN if result == Damage.STUNNED else Damage.WRECKED
    machine, guns = play.state.record(Machine, id), whole_guns(unit, id)
    if result == Damage.WEAPON and not guns:
        result = Damage.IMMOBILE
    if result == Damage.IMMOBILE and machine.immobilised:
        result = Damage.WEAPON if guns else Damage.WRECKED
    ends = play.state.turn.number + (2 if play.state.turn.seat == machine.owner else 1)
    match result:
        case Damage.SHAKEN:
            play.happen(CrewShaken(id, ends))
        case Damage.STUNNED:
            play.happen(CrewStunned(id, ends))
        case Damage.WEAPON:
            lose_weapon(play, unit, id, by, guns)
        case Damage.IMMOBILE:
            immobilise(play, unit, id)
        case Damage.WRECKED:
            wreck(play, unit, id)
        case Damage.EXPLODES:
            explode(play, unit, id)


def whole_guns(unit: Unit, id: int) -> list[int]:
    """The weapons of a vehicle that are not lost, by their numbers."""
    return [number for number in range(len(unit.kit(id).guns)) if is_whole(unit, id, number)]


def lose_weapon(play: Play, unit: Unit, id: int, by: int, guns: Sequence[int]) -> None:
    """Whoever hit it says which weapon is destroyed; one such result is ignored by a vehicle that has braced."""
    if ignored_by_brace(play, unit):
        play.note(id, "it has braced, and loses no weapon")
        return
    kit = unit.kit(id)
    question = Choose(
        "weapon.lost", f"Which weapon does {kit.name} lose?", lambda: guns, named=lambda n: kit.guns[n].title
    )
    number = play.pick(by, question)
    play.happen(WeaponLost(id, number, kit.guns[number].title.lower()))


def ignored_by_brace(play: Play, unit: Unit) -> bool:
    """Whether a unit has braced against the attack under way, or the return fire to it, and so loses no weapon now."""
    whole = play.state.turn.volley
    volley = whole.at(unit.id) if whole is not None else None
    if whole is None or volley is None or not volley.braced:
        return False
    if play.option["brace-ignores"] != "hit":
        play.happen(VolleyWent(whole.with_part(replace(volley, braced=volley.braced - 1))))
    return True


def immobilise(play: Play, unit: Unit, id: int) -> None:
    """It stays where it is; a skimmer that had gone flat out comes down as a wreck."""
    vehicle = unit.kit(id).vehicle
    assert vehicle is not None, "only vehicles are damaged"
    if vehicle.is_a("skimmer") and unit.record.mode == "flat-out":
        wreck(play, unit, id)
    else:
        play.happen(Immobilised(id))


def wreck(play: Play, unit: Unit, id: int) -> None:
    """It is a wreck, which stays where it is; a flyer falls."""
    vehicle = unit.kit(id).vehicle
    play.happen(Wrecked(id, unit.id, gone=vehicle is not None and vehicle.is_a("flyer")))


def explode(play: Play, unit: Unit, id: int) -> None:
    """It is gone, and leaves a crater unless it flew."""
    vehicle = unit.kit(id).vehicle
    play.happen(Wrecked(id, unit.id, gone=True, crater=vehicle is not None and not vehicle.is_a("flyer")))
