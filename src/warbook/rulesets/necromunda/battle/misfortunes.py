"""What events in badzones do to fighters: critters, spores, mazes, witches, mutants, jellies."""

from __future__ import annotations

from ....core.decision import Choose, Confirm, Reasons
from ....core.dice import D6, Pool
from ....core.events import EffectsEnded
from ....core.length import INCH
from ....core.state import Placement
from ....space.placing import Place
from ....space.shapes import rectangle, within_reach
from ....space.sight import PARTS, gap, hidden_from, visible, within
from ..attacks import ammo, blasts, hits, plants
from ..attacks.close_combat import attacks, blows
from ..attacks.shooting import shooting
from ..checks import badzones, firepower, guns, pieces
from ..checks.aiming import take_aim
from ..checks.characteristics import holds_out, passes_intelligence, passes_willpower
from ..checks.targets import EYE
from ..events.fighters import ConditionGained, Unreadied
from ..events.moments import ActionDone, ActivationEnds, Recovering
from ..events.rounds import Activated
from ..harm import displacement, injury, recovery
from ..harm.saves import NO_SAVE, SURROUNDINGS, armour_saves
from ..harm.strikes import Hit
from ..movement import turning
from ..printed.arms import WeaponProfile
from ..records import Model, Play, Status
from ..records.effects import begin_effect
from ..records.position import board_now, fighters, layout, meet, namer, near_by

MUTANT_BOW = WeaponProfile(id="mutant-bow", name="Mutant bow", range="ranged", strength=2, ap=1, damage=1)
BOW_HITS = 6
WATCH_REACH = 6 * INCH
ASTRAY = 12 * INCH
CLEAR = 1 * INCH
SPORES = {1: "choke-gas-grenades", 2: "scare-gas-grenades", 3: "smoke-grenades"}


def set_upon(play: Play, key: str, why: str, whom: list[int]) -> list[int]:
    """Those of some fighters who are attacked: on a 1, in a jungle on a 1 or 2."""
    most = 2 if badzones.fought_in(play, "dome-jungle") else 1
    return [who for who in whom if play.roll(D6, key, f"{why} on {most} or less", who) <= most]


# ---- critters --------------------------------------------------------------------------------------------------------


def swarm(play: Play) -> None:
    """Critters attack some of the fighters."""
    there = [f.id for f in fighters(play) if f.status is not Status.OUT]
    for who in set_upon(play, "critters", "Critters", there):
        play.then(be_swarmed, who)


def be_swarmed(play: Play, who: int) -> None:
    """A Strength test or it goes down; who is down saves, or takes a flesh wound, or is out of action if it is
    seriously injured.  On tainted ground its mind is tested too."""
    model = Model(play, who)
    if not model.on_table:
        return
    if not holds_out(model, "strength", "critters.strength"):
        if model.standing:
            injury.pin(play, model)
        elif not saves(play, model):
            if model.serious:
                injury.take_out(play, model, -1)
            else:
                injury.take_flesh_wounds(play, model, 1, -1)
    if model.on_table and badzones.fought_in(play, "tainted-ground"):
        passes_willpower(model, "critters.mind")  # whoever fails such a test there is insane


def saves(play: Play, model: Model) -> bool:
    """A save that no hit called for."""
    numbers = armour_saves(model, 0, SURROUNDINGS)
    return bool(numbers) and numbers[0].number < NO_SAVE and play.roll(D6, "save", "Save") >= numbers[0].number


# ---- spores ----------------------------------------------------------------------------------------------------------


def attract_later(play: Play, ends: ActivationEnds) -> None:
    """In spore clouds everybody may attract some after its activation."""
    if badzones.befallen_by(play, "spore-clouds") and Model(play, ends.who).on_table:
        play.then(attract_spores, ends.who)


def attract_spores(play: Play, who: int) -> None:
    """On a 1 a grenade goes off over it; a second die says which."""
    model = Model(play, who)
    if not model.on_table or play.roll(D6, "spores", "Spores, on a 1", who) != 1:
        return
    kind = SPORES[(play.roll(D6, "spores.kind", "They are like gas, fear or smoke") + 1) // 2]
    blasts.detonate(play, play.world.edition.library.weapons[kind].profiles[0], model.at.spot, -1)


# ---- mazes -----------------------------------------------------------------------------------------------------------


def lose_the_way(play: Play, begun: Activated) -> None:
    """In a labyrinth whoever sees no other fighter as it is activated tests its Intelligence, or the other side puts it
    down within 12" of where it was, an inch from everybody; on tainted ground it is insane then."""
    model = Model(play, begun.who)
    if not badzones.befallen_by(play, "labyrinth") or play.state.turn.actor != model.id or sees_anybody(model):
        return
    if passes_intelligence(model, "labyrinth"):
        return
    where = lost_place(model)
    if where.has_room():
        x, y, z = play.ask(1 - model.owner, where)
        displacement.arrive(play, model, (x, y, z))
    if badzones.fought_in(play, "tainted-ground") and model.on_table and not model.suffers("insane"):
        play.happen(ConditionGained(model.id, "insane"))


def sees_anybody(model: Model) -> bool:
    """Whether it could see some other fighter, if it turned."""
    play = model.play
    others = [f.id for f in fighters(play) if f.status is not Status.OUT and f.id != model.id]
    return bool(dict(visible(layout(play), board_now(play), model.id, others, EYE)))


def lost_place(model: Model) -> Place:
    """Where one may be put down that has lost its way."""
    play, at = model.play, model.at
    others = [f.at for f in fighters(play) if f.status is not Status.OUT and f.id != model.id]

    def inside(to: Placement) -> Reasons:
        far = [] if within(at, to, ASTRAY) else ['It must be within 12" of where it was.']
        near = any(within(to, other, CLEAR - 1) for other in others)
        return (*far, *["It must be an inch from every other fighter."] * near)

    far = at.radius + ASTRAY + at.radius
    square = rectangle(at.x - far, at.y - far, 2 * far, 2 * far)
    question = f"Where has {model.kit.name} lost its way to?"
    return Place(
        "lost", question, board_now(play), layout(play), model.id,
        zones=(square,), inside=inside, facing=False, name=namer(play),
    )  # fmt: skip


# ---- witches ---------------------------------------------------------------------------------------------------------


def bewitch(play: Play) -> None:
    """A witch picks on one standing fighter of each side, at random; where the ground is tainted on two."""
    twice = 1 + badzones.fought_in(play, "tainted-ground")
    for side in play.world.sides:
        left = [who for who in side if Model(play, who).standing]
        for _ in range(min(twice, len(left))):
            drawn = play.roll(Pool(1, len(left)), "witch", "Whom does the witch pick on?") if len(left) > 1 else 1
            play.then(be_bewitched, left.pop(drawn - 1))


def be_bewitched(play: Play, who: int) -> None:
    """A Willpower test, or it attacks whoever is nearest: hand to hand where they touch, else with a gun at random."""
    model = Model(play, who)
    others = [f for f in fighters(play) if f.status is not Status.OUT and f.id != who]
    if not model.standing or not others or passes_willpower(model, "witch.mind") or not model.standing:
        return
    nearest = min(others, key=lambda f: (gap(f.at, model.at), f.id))
    turning.turn_to(play, model, nearest.at)
    if meet(play, model.at, nearest.at):
        play.stage(attacks.attacks, model, (nearest.id,), blows.Stance(reaction=True))
        return
    hidden = hidden_from(layout(play), board_now(play), (model.at.x, model.at.y, model.at.z + EYE), nearest.id)
    loaded = (guns.gun(model, arm) for arm in model.kit.ranged_arms if not guns.why_empty(model, arm))
    straight = [gun for gun in loaded if gun.profile.range != "template" and not gun.has("blast")]
    aimed = [take_aim(model, gun, nearest.id, "shoot", hidden=hidden) for gun in straight if hidden < PARTS]
    shots = [shot for shot in aimed if shot.band != "beyond"]
    if shots:
        drawn = play.roll(Pool(1, len(shots)), "witch.gun", "With which weapon") if len(shots) > 1 else 1
        shooting.fire(play, shots[drawn - 1 : drawn])


# ---- mutants ---------------------------------------------------------------------------------------------------------


def ambush(play: Play) -> None:
    """Mutants shoot at some of the active fighters."""
    active = [f.id for f in fighters(play) if Model(play, f.id).active]
    for who in set_upon(play, "mutants", "Mutants", active):
        play.then(be_shot_at, who)


def be_shot_at(play: Play, who: int) -> None:
    """A shot that hits on a 6, unless somebody within 6" has driven the mutants off, or it does so itself."""
    model = Model(play, who)
    records = play.state.records
    watching = [e.on for e in play.state.effects if e.name == "on-watch"]
    if not model.on_table or any(near_by(play, records[each].at, model.at, WATCH_REACH) for each in watching):
        return
    if not drive_off(play, model) and play.roll(D6, "mutants.hit", f"They hit on {BOW_HITS}", who) >= BOW_HITS:
        hits.resolve_hits(play, model, Hit(MUTANT_BOW, by=-1))


def drive_off(play: Play, model: Model) -> bool:
    """A fighter that is ready may give that up and fire a weapon at mutants, for this round; it may run out of ammo."""
    loaded = [arm for arm in model.kit.ranged_arms if not guns.why_empty(model, arm)]
    if not model.record.ready or not loaded:
        return False
    question = Confirm("mutants.watch", f"Does {model.kit.name} give up its activation to drive off the mutants?")
    if not play.ask(model.owner, question):
        return False
    chosen = play.pick(
        model.owner,
        Choose("mutants.weapon", "With which weapon?", lambda: loaded, named=lambda arm: guns.weapon_name(model, arm)),
    )
    play.note(model.id, "it fires at the mutants")
    play.happen(Unreadied(model.id))
    begin_effect(play, "on-watch", model.id, "round")
    gun = guns.gun(model, chosen)
    _, symbols = play.roll(firepower.FIREPOWER[1], "firepower", "Firepower")
    if symbols and gun.profile.ammo:
        ammo.spend_ammunition(play, model, gun, ammo.ammo_test(play, model, gun.profile.ammo, symbols))
    return True


# ---- jellies ---------------------------------------------------------------------------------------------------------

JELLY_REACH = 1 * INCH


def meet_jelly(play: Play, done: ActionDone) -> None:
    """Whoever moves and ends within an inch of a hatch or of something liquid, or goes through a ductway, may meet a
    jelly: on a 1 its activation is over, and it passes a Toughness test or lies seriously injured in the thing."""
    model = Model(play, done.who)
    if not badzones.befallen_by(play, "sludge-jellies") or not model.on_table or not lurks_near(model):
        return
    if play.roll(D6, "jelly", "A jelly, on a 1", model.id) == 1:
        if not holds_out(model, "toughness", "jelly.toughness") and not model.serious:
            begin_effect(play, "engulfed", model.id, "freed")
            injury.injure(play, model, -1)
        injury.leave_activation(play, model)


def lurks_near(model: Model) -> bool:
    """Whether a jelly may have lurked where its last action has brought it."""
    play = model.play
    last = play.state.turn.done[-1:]
    if last == ("crawl-through-ductway",):
        return True
    if not last or last[0] not in plants.WALKS:
        return False
    around = model.at.radius + JELLY_REACH
    pools = [*play.world.pits_with("sludge-vat"), *(play.world.board.areas[n].polygon for n in play.world.sewers)]
    hatches = [hatch.at for hatch in pieces.pieces(play, "hatch")]
    return any(within_reach(pool, model.at.x, model.at.y, around) for pool in pools) or any(
        near_by(play, model.at, hatch, JELLY_REACH) for hatch in hatches
    )


def digest(play: Play, recovering: Recovering) -> None:
    """Before a side recovers, whom a jelly has and nobody is there to help is out of action; all others are free."""
    held = [e.on for e in play.state.effects if e.name == "engulfed"]
    for who in held:
        model = Model(play, who)
        if model.owner == recovering.seat and model.on_table:
            if not recovery.helpers(play, model):
                injury.take_out(play, model, -1)
            play.happen(EffectsEnded("freed", who))
