"""Conditions that come upon a fighter, and when they pass."""

from __future__ import annotations

from ....core.dice import D6
from ....core.effect import has_effect
from ..checks import badzones
from ..checks.characteristics import passes_initiative, passes_willpower
from ..events.fighters import ConditionEnded, ConditionGained, Unreadied
from ..events.moments import ActivationEnds, FieldDischarged, TestFailed, VehicleActivationEnds
from ..events.things import ThingGone
from ..records import Actor, Cloud, CloudKind, Condition, CrewedVehicle, Fighter, Model, Play, Status, actor_of
from ..records.effects import EffectName, begin_effect
from ..records.position import crewed_vehicles, fighters, near_by, things
from . import soaking

CONCUSSION = 2

# ---- madness ---------------------------------------------------------------------------------------------------------


def try_to_recover_senses(play: Play, ends: ActivationEnds | VehicleActivationEnds) -> None:
    """Whoever is insane and acted as it liked may come to its senses after its actions; the crew of a vehicle too."""
    if has_effect(play.state, ends.who, "lucid") and actor_of(play, ends.who).on_table:
        play.then(recover_senses, ends.who)


def try_however_it_acted(play: Play, ends: ActivationEnds) -> None:
    """At some tables whoever is insane may come to its senses after any activation."""
    model = Model(play, ends.who)
    if model.on_table and (model.effect("lucid") or model.suffers("insane")):
        play.then(recover_senses, model.id)


def recover_senses(play: Play, who: int) -> None:
    """Insane, and let act as it liked: a Willpower test after its actions ends it."""
    model = actor_of(play, who)
    if model.on_table and model.suffers("insane") and passes_willpower(model, "insane"):
        play.happen(ConditionEnded(who, "insane"))


# ---- concussion ------------------------------------------------------------------------------------------------------


def concuss(play: Play, who: int) -> None:
    """Concussion: until the round ends Initiative is two worse, of a vehicle its Handling; a second one adds
    nothing."""
    tested: EffectName = "handling" if play.world.is_crewed(who) else "initiative"
    if not has_effect(play.state, who, tested):
        begin_effect(play, tested, who, "round", CONCUSSION)


def go_mad(play: Play, failed: TestFailed) -> None:
    """On tainted ground whoever fails a Willpower test or a Cool test is insane, also at the wheel."""
    if badzones.fought_in(play, "tainted-ground"):
        victim = actor_of(play, failed.who)
        if victim.on_table and not victim.suffers("insane"):
            play.happen(ConditionGained(victim.id, "insane"))


# ---- blindness -------------------------------------------------------------------------------------------------------


def dazzle(play: Play, victim: Model) -> None:
    """A flash: an Initiative test, easier behind goggles, or it is blind."""
    goggles = max((piece.against_flash for piece in victim.kit.gear), default=0)
    if not passes_initiative(victim, "flash", goggles):
        blind(play, victim)


def dazzle_bystanders(play: Play, discharged: FieldDischarged) -> None:
    """A field that flashes when it stops a hit may blind everybody else nearby."""
    flash, at = play.world.edition.library.armour[discharged.field].flash, play.state.records[discharged.who].at
    for f in fighters(play) if flash else ():
        if f.id != discharged.who and f.status is not Status.OUT and near_by(play, f.at, at, flash):
            dazzle(play, Model(play, f.id))


def blind(play: Play, victim: Actor) -> None:
    """It sees nothing until its next activation: it is no longer ready; if it was not, it will not be in the next
    round."""
    if victim.record.ready:
        play.happen(Unreadied(victim.id))
    elif not victim.effect("dazzled"):
        begin_effect(play, "dazzled", victim.id, "readying")
    play.happen(ConditionGained(victim.id, "blind"))


# ---- what passes -----------------------------------------------------------------------------------------------------


def lingering_effects(play: Play) -> None:
    """What hangs in the air may clear: smoke on 1-4, a flare on 4 and more, graviton fields always.  Then sludge may
    take whoever lies in it."""
    for cloud in things(play, Cloud):
        if cloud.there and _clears(play, cloud.kind):
            play.happen(ThingGone(cloud.id))
    soaking.soak(play)


def _clears(play: Play, kind: CloudKind) -> bool:
    if kind in ("graviton", "fumes"):
        return kind == "graviton"  # fumes hang there as long as their smokestack is at work
    face: int = play.roll(D6, f"clears.{kind}", f"Does the {kind} clear?")
    return face <= 4 if kind == "smoke" else face >= 4


def end_of_round(play: Play) -> None:
    """Conditions of the round pass."""
    everybody: list[Fighter | CrewedVehicle] = [*fighters(play), *crewed_vehicles(play.world, play.state)]
    for each in everybody:
        for condition in _conditions_that_pass(each):
            play.happen(ConditionEnded(each.id, condition))


def _conditions_that_pass(each: Fighter | CrewedVehicle) -> list[Condition]:
    return [c for c in each.conditions if c in ("gunked", "revealed")]
