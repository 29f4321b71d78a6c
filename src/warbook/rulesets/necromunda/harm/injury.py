"""Being hit: the dice, wounds and injuries, going down and going out."""

from __future__ import annotations

from ....core.decision import Choose
from ....core.structs import replace
from ..checks import badzones, pieces
from ..events.attacks import WasHit
from ..events.fighters import FleshWounded, Pinned, SeriouslyInjured, TakenOut, Wounded
from ..events.gear import Used
from ..events.moments import ActivationEnds, BroughtDown, FieldDischarged, VehicleActivationEnds, WentDown
from ..events.rounds import ActivationEnded
from ..records import Actor, Model, Play
from ..records.effects import begin_effect
from ..records.position import beasts_of
from .dice import harm, injury_dice
from .saves import BARRIER, OTHERWISE, HitWay, Incoming, armour_saves, field_for
from .strikes import BARE, UNHARMED, Harm, Mark, Strike

BOOSTER = "bio-booster"
ARMOUR = "armour"
AIMED: tuple[HitWay, ...] = ("melee", "shot")  # attacks that one may dodge where one stands


def strike(play: Play, victim: Model, blow: Strike, hits: int, by: int, way: Incoming = OTHERWISE) -> Harm:
    """Resolve the hits of one attack on a fighter: the dice, and what they did."""
    if not hits or not victim.on_table:
        return UNHARMED
    if way is OTHERWISE:  # else somebody has been named who shot or struck
        play.happen(WasHit(victim.id, hits))
    done: Harm = play.dice(harm, blow, play.stage(mark_with_save, victim, blow, way), hits)
    if done.burnt and done.field == BARRIER:
        burn_out_barrier(play, victim, way)
    suffer(play, victim, done, by, melee=way.way == "melee")
    return done.hurt


def burn_out_barrier(play: Play, victim: Model, way: Incoming) -> None:
    """The force barrier through which it was shot at is gone for the battle."""
    for pylon in pieces.barrier_between(play, way.origin, victim.at) or ():
        begin_effect(play, "switched-off", pylon.id, "battle")


def against_gas(victim: Model) -> int:
    """What filters and suits add to its toughness against gas; only the best of them counts."""
    filters = [piece.against_gas for piece in victim.kit.gear]
    return max((*filters, *(a.against_gas for a in victim.armour)), default=0)


def roll_injury(play: Play, victim: Model) -> None:
    """An Injury die that no hit called for."""
    suffer(play, victim, play.dice(injury_dice, mark_of(victim, BARE), 1), -1)


def mark_of(victim: Model, blow: Strike, way: Incoming = OTHERWISE) -> Mark:
    """A fighter as the dice of a hit see it."""
    return Mark(
        toughness=victim.toughness + way.tougher + (against_gas(victim) if "gas" in blow.traits else 0),
        wounds=victim.record.wounds,
        saves=armour_saves(victim, blow.ap, way),
        shredded=armour_saves(victim, 2 * blow.ap, way) if "shred" in blow.traits else (),
        serious=victim.serious,
        grit=victim.has("true-grit"),
        dodge=way.way in AIMED and victim.has("dodge"),
        field=field_for(victim, way) if victim.armour or "pylon" in victim.play.world.kinds else None,
        booster=victim.carries(BOOSTER) and BOOSTER not in victim.record.used,
        softened=badzones.befallen_by(victim.play, "irradiated-coolant"),
        once_a_hit=not victim.play.option["each-point-injures"],
        adds_up=adds_up(victim.play),
    )


def mark_with_save(play: Play, victim: Model, blow: Strike, way: Incoming) -> Mark:
    """The same, once its player has said which is to save it where armour and a field both could: only one may."""
    seen = mark_of(victim, blow, way)
    if seen.field is None or not seen.saves or blow.no_save or "gas" in blow.traits:
        return seen
    field, worn = seen.field.id, play.world.edition.library.armour
    question = Choose(
        "save",
        "Save with what?",
        lambda: [ARMOUR, field],
        named=lambda source: worn[source].name if source in worn else source.capitalize().replace("-", " "),
    )
    return replace(seen, field_first=play.ask(victim.owner, question) == field)


def suffer(play: Play, victim: Model, done: Harm, by: int, *, melee: bool = False) -> None:
    """Apply an attack's harm, then what it did to armour and fields."""
    if not victim.on_table:
        return
    if done:
        _harmed(play, victim, done, by, melee)
    if done.wear:
        wear_down(play, victim, done)


def _harmed(play: Play, victim: Model, done: Harm, by: int, melee: bool) -> None:
    """Wounds, then flesh wounds, then serious injury, then out of action; where it adds up, serious injuries beyond the
    first are flesh wounds."""
    if done.wounds:
        play.happen(Wounded(victim.id, done.wounds))
    if done.out:
        take_out(play, victim, by, injuries=done.out, melee=melee)
        return
    flesh = done.flesh
    if adds_up(play):
        flesh += done.serious if victim.serious else max(0, done.serious - 1)
    if flesh and take_flesh_wounds(play, victim, flesh, by, melee=melee):
        return
    if done.serious and not victim.serious:
        injure(play, victim, by)


def adds_up(play: Play) -> bool:
    """Whether every serious injury beyond the first of one attack, and every one of a fighter that lies injured,
    is one flesh wound more."""
    return bool(play.option["further-injuries-wound"])


def wear_down(play: Play, victim: Model, done: Harm) -> None:
    """What a save used up or set off: overlays wear thin, a field burns out, flashes, or puts its wearer somewhere
    else."""
    if done.boosted:
        play.happen(Used(victim.id, BOOSTER))
    overlays = [a for a in victim.armour if a.spent_bonuses]
    for _ in range(done.saves):
        for overlay in overlays:
            play.happen(Used(victim.id, overlay.id))
    if done.burnt:
        play.note(victim.id, "the force field is gone")
        if done.field != BARRIER:
            play.happen(Used(victim.id, done.field))
    for strength in done.stopped:
        play.reach(FieldDischarged(victim.id, done.field, strength))


def take_flesh_wounds(play: Play, victim: Model, wounds: int, by: int, *, melee: bool = False) -> bool:
    """Flesh wounds lower the toughness for the battle; at nothing left the fighter goes out, and the answer is True."""
    play.happen(FleshWounded(victim.id, wounds))
    if victim.toughness > 0:
        return False
    take_out(play, victim, by, melee=melee)
    return True


def injure(play: Play, victim: Model, by: int) -> None:
    """A fighter goes down seriously injured, and if it stood may fall over an edge."""
    stood = victim.standing
    play.happen(SeriouslyInjured(victim.id, by))
    play.reach(BroughtDown(victim.id, by))
    if play.state.turn.actor >= 0:
        begin_effect(play, "brought-down", victim.id, "any-activation", by)
    leave_activation(play, victim)
    if stood:
        play.reach(WentDown(victim.id))


def take_out(play: Play, victim: Model, by: int, *, injuries: int = 1, free: bool = False, melee: bool = False) -> None:
    """A fighter goes out of action, with as many lasting injuries as results took it out.  `free`: by a coup de grace
    that cost no action; `melee`: in close combat."""
    play.happen(TakenOut(victim.id, by))
    play.reach(BroughtDown(victim.id, by, True, injuries, free, melee))
    leave_activation(play, victim)
    for beast in beasts_of(play, victim.id):
        play.happen(TakenOut(beast))
        leave_activation(play, Model(play, beast))


def pin(play: Play, victim: Model) -> None:
    """A standing fighter that is not engaged goes to ground; at an edge it may go further."""
    if victim.active:
        play.happen(Pinned(victim.id))
        play.reach(WentDown(victim.id))


def leave_activation(play: Play, actor: Actor) -> None:
    """Whoever can no longer act, or has done what it would, ends its activation."""
    if play.state.turn.actor == actor.id:
        play.reach(ActivationEnds(actor.id) if isinstance(actor, Model) else VehicleActivationEnds(actor.id))
        if play.state.turn.actor == actor.id:  # else what came of that has ended it
            play.happen(ActivationEnded(actor.id))
