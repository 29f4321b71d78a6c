"""Conditions: what they do when a fighter is activated, and when they end."""

from __future__ import annotations

from ...core.check import Modifier
from ...core.decision import Confirm
from ...core.dice import D6, TWO_D6
from ...core.events import EffectBegan
from ...core.length import INCH
from ...core.state import Effect
from ...space.sight import within
from . import falling, injury, morale, moving, printed
from .characteristics import Trial, passes_initiative, passes_willpower
from .events.fighters import Broke, ConditionEnded, ConditionGained, Pinned, StoodUp, Unreadied
from .events.moments import ActivationEnds, FieldDischarged
from .events.rounds import Acted, Activated, Ordered, Possessed
from .events.things import ThingGone
from .harm import Strike
from .model import Cloud, Fighter, Model, Play, Status, engaged_with, fighters, friends, things

BURN = Strike(strength=3, ap=-1, damage=1)
UNTIL_ACTIVATED = ("blind",)


def suffer_before_acting(play: Play, begun: Activated | Ordered) -> None:
    """What comes before the first action: madness, then fire, then getting up at once where a fighter can."""
    model = Model(play, begun.who)
    record = model.record
    if record.conditions:
        come_round(play, model)
        ills = {"insane": madness, "blaze": burn_out}
        for ill in ills if play.option["madness-before-fire"] else reversed(ills):
            if ill in record.conditions and play.state.turn.actor == model.id:
                ills[ill](play, model)
    if model.pinned and not model.broken and model.has("spring-up") and play.state.turn.actor == model.id:
        spring_up(play, model)


def come_round(play: Play, model: Model) -> None:
    """What lasts until a fighter is activated is over."""
    for condition in UNTIL_ACTIVATED:
        if model.suffers(condition):
            play.happen(ConditionEnded(model.id, condition))


# ---- madness ---------------------------------------------------------------------------------------------------------


def madness(play: Play, model: Model) -> None:
    """Insane: a die.  1-2 it breaks (one that is broken already leaves the battlefield); 3-4 the other side has it
    for this activation, as one of its own; 5-6 it acts as it likes, and may come to its senses afterwards."""
    face: int = play.roll(D6, "insane", "Insane", model.id)
    if face <= 2:
        if model.broken:
            morale.leave_battle(play, model)
        else:
            play.happen(Broke(model.id))
    elif face <= 4:
        play.happen(Possessed(model.id, 1 - model.owner))
    else:
        play.happen(EffectBegan(Effect("lucid", model.id, "activation")))


def try_to_recover_senses(play: Play, ends: ActivationEnds) -> None:
    """Whoever is insane and acted as it liked may come to its senses after its actions."""
    model = Model(play, ends.who)
    if model.on_table and model.effect("lucid"):
        play.then(recover_senses, model.id)


def try_however_it_acted(play: Play, ends: ActivationEnds) -> None:
    """At some tables whoever is insane may come to its senses after any activation."""
    model = Model(play, ends.who)
    if model.on_table and (model.effect("lucid") or model.suffers("insane")):
        play.then(recover_senses, model.id)


def recover_senses(play: Play, who: int) -> None:
    """Insane, and let act as it liked: a Willpower test after its actions ends it."""
    model = Model(play, who)
    if model.on_table and model.suffers("insane") and passes_willpower(model, "insane"):
        play.happen(ConditionEnded(who, "insane"))


# ---- fire ------------------------------------------------------------------------------------------------------------


def burn_out(play: Play, model: Model) -> None:
    """It burns, and with that its activation is over."""
    burn(play, model)
    injury.leave_activation(play, model)


def burn(play: Play, model: Model) -> None:
    """A burning fighter is hit, runs about, and tries to put the fire out; then its activation ends."""
    injury.strike(play, model, BURN, 1, -1)
    if not model.on_table:
        return
    if model.pinned:
        play.happen(StoodUp(model.id))
    if model.active:
        run_about(play, model)
    if model.on_table:
        put_out(play, model)


def run_about(play: Play, model: Model) -> None:
    """2D6" in a random direction; then it may throw itself down."""
    distance = INCH * play.roll(TWO_D6, "blaze.distance", "It runs about", model.id)
    degree = play.roll(moving.DEGREES, "blaze.direction", "in a random direction")
    falling.stagger(play, model, degree, distance)
    if model.active and play.ask(model.owner, Confirm("blaze.drop", "Does it throw itself down?")):
        play.happen(Pinned(model.id))
        if not play.option["take-cover-is-safe"]:
            falling.teeter(play, model)


def put_out(play: Play, model: Model) -> None:
    """A die, one more for each other active friend within an inch, two more if it lies down: on a 6 the fire is out."""
    at = model.at
    helpers = sum(
        f.status is Status.STANDING and within(f.at, at, INCH) and not engaged_with(play, f.id)
        for f in friends(play, model.id)
    )
    face: int = play.roll(D6, "blaze.out", "Putting out the fire, 6+", model.id)
    if face + helpers + 2 * model.prone >= 6:
        play.happen(ConditionEnded(model.id, "blaze"))


# ---- getting up ------------------------------------------------------------------------------------------------------


def spring_up(play: Play, model: Model) -> None:
    """It may test its Initiative to be on its feet for nothing; then it does not stand up again in this activation."""
    if play.ask(model.owner, Confirm("spring-up", "Try to spring up?")) and passes_initiative(model, "spring-up"):
        play.happen(Acted(model.id, "stand-up", 0))
        moving.stand(play, model)


# ---- blindness -------------------------------------------------------------------------------------------------------


def dazzle(play: Play, victim: Model) -> None:
    """A flash: an Initiative test, easier behind goggles, or it is blind."""
    goggles = max((piece.against_flash for piece in victim.kit.gear), default=0)
    if not passes_initiative(victim, "flash", goggles):
        blind(play, victim)


def dazzle_bystanders(play: Play, discharged: FieldDischarged) -> None:
    """A field that flashes when it stops a hit may blind everybody else nearby."""
    flash, at = printed.armour()[discharged.field].flash, play.state.records[discharged.who].at
    for f in fighters(play) if flash else ():
        if f.id != discharged.who and f.status is not Status.OUT and within(f.at, at, flash):
            dazzle(play, Model(play, f.id))


def blind(play: Play, victim: Model) -> None:
    """It sees nothing until its next activation: it is no longer ready; if it was not, it will not be in the next
    round."""
    if victim.record.ready:
        play.happen(Unreadied(victim.id))
    elif not victim.effect("dazzled"):
        play.happen(EffectBegan(Effect("dazzled", victim.id, "readying")))
    play.happen(ConditionGained(victim.id, "blind"))


# ---- what passes -----------------------------------------------------------------------------------------------------


def lingering_effects(play: Play) -> None:
    """What hangs in the air may clear: smoke on 1-4, a flare on 4 and more, graviton fields always."""
    for cloud in things(play, Cloud):
        if cloud.there and _clears(play, cloud.kind):
            play.happen(ThingGone(cloud.id))


def _clears(play: Play, kind: str) -> bool:
    if kind == "graviton":
        return True
    face: int = play.roll(D6, f"clears.{kind}", f"Does the {kind} clear?")
    return face <= 4 if kind == "smoke" else face >= 4


def end_of_round(play: Play) -> None:
    """Conditions of the round pass."""
    for f in fighters(play):
        for condition in _passing(f):
            play.happen(ConditionEnded(f.id, condition))


def _passing(fighter: Fighter) -> list[str]:
    return [c for c in fighter.conditions if c in ("gunked", "revealed")]


def _gunk(trial: Trial) -> int:
    return -1 if trial.model.suffers("gunked") else 0


INITIATIVE_MODIFIERS = (Modifier("gunked", _gunk, "core 2023, conditions"),)
