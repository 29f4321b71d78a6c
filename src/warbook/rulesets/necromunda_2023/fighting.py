"""Close combat: the fight, turning to face, targets, reaction attacks, and what follows.

In the order of the book: turn to face, choose weapons and count the dice (see `grips`), choose targets, strike (see
`blows`), react, consolidate or finish off (see `coup_de_grace`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Allocate, Choose, Confirm, Names, Preview
from ...core.length import INCH
from ...core.state import Placement
from ...space.shapes import UNIT, stretched
from ...space.sight import within
from . import ammo, blows, coup_de_grace, darkness, grips, moving, shooting, terrain
from .characteristics import initiative_needed, passes_initiative
from .events.attacks import Struck
from .events.moments import RiddenPast
from .events.movement import Faced
from .model import Fighter, Model, Play, Status, engaged_with, layout, namer
from .requirements import sighted

CONSOLIDATE, HASTY = 2 * INCH, 4 * INCH


# ---- the fight -------------------------------------------------------------------------------------------------------


class Clash(Struct, frozen=True):
    """What a fighter's attacks mean for the reactions that follow: whom it attacked, each with how many dice missed it
    (where somebody counts them), and who is entangled."""

    missed: tuple[tuple[int, int], ...] = ()
    entangled: tuple[int, ...] = ()

    @property
    def attacked(self) -> tuple[int, ...]:
        """Whom it attacked."""
        return tuple(who for who, _ in self.missed)


class Charged(Struct, frozen=True):
    """What a fight has to know of the charge that led to it: the enemies that were charged out of sight, and those
    whom the charge brought to their feet."""

    unseen: tuple[int, ...] = ()
    raised: tuple[int, ...] = ()


def fight(play: Play, attacker: Model, charge: Charged | None = None) -> None:
    """Strike at the enemies you are engaged with; those still standing may strike back; if none is left to fight,
    consolidate or finish one off.  `charge` is given where a charge ends in this fight."""
    engaged = engaged_with(play, attacker.id)
    foes = grips.opponents(play, attacker.id)
    about = bool(engaged) and charge is None and "face-about" in play.state.turn.done
    turned = turn_to_face(play, attacker, foes) or about
    stance = blows.Stance(charging=charge is not None, turned=turned, unseen=charge.unseen if charge else ())
    clash = play.stage(attacks, attacker, foes, stance)
    strike_back(play, attacker, clash, charge.raised if charge else ())
    after_fight(play, attacker, tuple(dict.fromkeys((*engaged, *clash.attacked))))


@requirement(
    "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it."
)
def someone_to_fight(model: Model) -> bool:
    return model.standing and not model.broken and bool(grips.opponents(model.play, model.id))


FIGHT: Action[Model] = Action(
    "fight",
    "Fight",
    cost="basic",
    summary="Strike at enemies you are engaged with: a die for each Attack, one more for a second weapon, one more "
    "when charging. Whoever still stands strikes back; if nobody does, move 2 inches or finish off a fallen enemy.",
    cite="core 2023, close combat",
    requires=(someone_to_fight, sighted),
    rule=fight,
    leaves_open="A rapid-fire sidearm hits as often as the firepower die shows holes. A fighter that sees everybody it "
    "fights is not asked whether it turns. Knockback works once however many dice cause it. Whoever is in "
    "its vision arc if only in part can be fought, as it could be shot. Bare hands are offered to those alone who hold "
    "nothing better in every way. Without armour there is no save, even against a weapon whose AP helps.",
)


# ---- turn to face ----------------------------------------------------------------------------------------------------


def turn_to_face(play: Play, attacker: Model, foes: tuple[int, ...]) -> bool:
    """A fighter that does not see all its opponents may turn, at -1 to hit; whether it did."""
    at = attacker.at
    places = [play.state.records[who].at for who in foes]
    seen = [blows.in_front(at, p) for p in places]
    if all(seen):
        return False
    now = (at.fx, at.fy)
    ways = facings(at, places)
    named = dict(ways)
    options = [*([now] if any(seen) else ()), *named]
    say = namer(play)

    def label(way: tuple[int, int]) -> str:
        if way not in named:
            return "stay as it is"
        return "turn to " + " and ".join(say(foes[n]) for n in named[way])

    question = "Does it turn? Turning costs 1 to hit."
    chosen = play.pick(attacker.owner, Choose("fight.face", question, lambda: options, named=label))
    if chosen == now:
        return False
    play.happen(Faced(attacker.id, *chosen))
    return True


def facings(at: Placement, places: list[Placement]) -> list[tuple[tuple[int, int], tuple[int, ...]]]:
    """The facings worth taking against some opponents: at each, and midway between each two; with the numbers of
    those meant."""
    ways = [stretched(p.x - at.x, p.y - at.y, UNIT) for p in places]
    found: list[tuple[tuple[int, int], tuple[int, ...]]] = [(way, (n,)) for n, way in enumerate(ways) if way != (0, 0)]
    for n, (ax, ay) in enumerate(ways):
        for m in range(n):
            middle = (ax + ways[m][0], ay + ways[m][1])
            if ax * ways[m][0] + ay * ways[m][1] >= 0 and middle not in ways:
                found.append((middle, (m, n)))
    return found


# ---- targets ---------------------------------------------------------------------------------------------------------


def choose_targets(
    play: Play, model: Model, shares: list[tuple[blows.Arm, int]], foes: tuple[int, ...], stance: blows.Stance
) -> list[blows.Aim]:
    """Each weapon's dice go at opponents in its vision arc; they may be split."""
    at = model.at
    seen = [who for who in foes if blows.in_front(at, play.state.records[who].at)]
    aims: list[blows.Aim] = []
    for arm, count in shares:
        within_reach = [who for who in seen if grips.reaches(play, model, arm, who, stance)]
        if len(within_reach) == 1:
            aims.append(blows.Aim(arm, within_reach[0], count))
        elif within_reach:
            name = blows.held(model, arm).name
            prompt = f"{count} dice with the {name}: at whom?"
            split = Allocate("fight.targets", prompt, count, within_reach, named=namer(play))
            given = play.ask(model.owner, split.previewed(Preview(actor=model.id, weapon=name)))
            aims += [blows.Aim(arm, who, n) for who, n in zip(within_reach, given, strict=True) if n]
    return aims


def crush(play: Play, model: Model, aims: list[blows.Aim]) -> list[blows.Aim]:
    """Crushing Blow: one die with a melee weapon strikes with a point more of Strength and Damage."""
    able = [aim for aim in aims if blows.held(model, aim.arm).has("melee")]
    if not able or not model.has("crushing-blow"):
        return aims
    chosen = able[0]
    if len(able) > 1:
        names = play.world.names
        said = Names(
            names,
            of=lambda n: able[n].foe,
            said=lambda n: f"{blows.held(model, able[n].arm).name} at {names[able[n].foe]}",
        )
        numbers = range(len(able))
        question = Choose("fight.crushing", "Which die is the crushing blow?", lambda: list(numbers), named=said)
        number = play.ask(model.owner, question)
        chosen = able[number]
    found: list[blows.Aim] = []
    for aim in aims:
        if aim is chosen:
            found += [replace(aim, dice=1, crushing=True), replace(aim, dice=aim.dice - 1)]
        else:
            found.append(aim)
    return [aim for aim in found if aim.dice]


# ---- the attacks -----------------------------------------------------------------------------------------------------


def attacks(play: Play, attacker: Model, foes: tuple[int, ...], stance: blows.Stance) -> Clash:
    """Weapons, dice, targets, hits: one opponent after the other."""
    # Every hit roll is worked out before the first wound: who falls now has still lent a hand.
    ready = play.stage(swings, attacker, foes, stance)
    missed: list[tuple[int, int]] = []
    entangled: list[int] = []
    for foe in dict.fromkeys(aim.foe for aim, _ in ready):
        flurries = [pair for pair in ready if pair[0].foe == foe]
        for aim, dealt in flurries:
            name = blows.held(attacker, aim.arm).name
            play.happen(Struck(attacker.id, foe, name, aim.dice, stance.reaction, dealt.skill, dealt.because))
        upshot = assail(play, attacker, Model(play, foe), flurries)
        missed.append((foe, upshot.missed))
        if "entangle" in upshot.marks:
            entangled.append(foe)
    return Clash(tuple(missed), tuple(entangled))


def swings(play: Play, attacker: Model, foes: tuple[int, ...], stance: blows.Stance) -> tuple[blows.Swing, ...]:
    """Weapons, dice, targets, and the numbers to hit them."""
    if not stance.turned and not any(blows.in_front(attacker.at, play.state.records[who].at) for who in foes):
        return ()
    grip = grips.choose_grip(play, attacker, foes, stance)
    shares = grips.share_out(play, attacker, grip, grips.attack_dice(attacker, grip, stance))
    shares += grips.digital(play, attacker, foes, stance)
    if any(blows.held(attacker, arm).has("power") for arm, _ in shares):
        darkness.reveal(play, attacker)
    aims = crush(play, attacker, choose_targets(play, attacker, shares, foes, stance))
    return tuple((aim, prepared(play, attacker, aim, stance)) for aim in aims)


def prepared(play: Play, attacker: Model, aim: blows.Aim, stance: blows.Stance) -> blows.Flurry:
    """A weapon's dice at one opponent, worked out once for a position."""
    memo = layout(play).memo
    records, state = play.state.records, play.state
    key = ("flurry", records[attacker.id], records[aim.foe], aim, stance, state.effects)
    found: blows.Flurry | None = memo.get(key)
    if found is None:
        found = memo[key] = blows.flurry(play, attacker, aim, stance)
    return found


def assail(play: Play, attacker: Model, victim: Model, flurries: list[blows.Swing]) -> blows.Upshot:
    """All attacks on one opponent, and what comes of them."""
    if victim.id >= play.world.count:
        batter_vehicle(play, attacker, victim.id, flurries)
        return blows.Upshot()
    upshot = blows.exchange(play, attacker, victim, flurries)
    blows.endure(
        play, attacker, victim, upshot, list(dict.fromkeys(blows.held(attacker, aim.arm) for aim, _ in flurries))
    )
    arms = [aim.arm for aim, flurry in flurries if flurry.firepower]
    for arm, fired in zip(arms, upshot.fired, strict=True):
        spend(play, attacker, arm, fired)
    return upshot


def batter_vehicle(play: Play, attacker: Model, vehicle: int, flurries: list[blows.Swing]) -> None:
    """All attacks on a vehicle: it neither parries nor strikes back."""
    for aim, flurry in flurries:
        count, times = sum(blows.roll_to_hit(play, flurry, flurry.dice)), 1
        if flurry.firepower:
            times, fired = play.dice(blows.fire, flurry)
            spend(play, attacker, aim.arm, fired)
        if count and not play.state.records[vehicle].wrecked:
            terrain.damage_thing(play, vehicle, flurry.kinds[0].strike, count * times, attacker.id)


def spend(play: Play, attacker: Model, arm: blows.Arm, fired: blows.Fired) -> None:
    """What firing has done to a sidearm, and to whoever holds it."""
    gun = ammo.gun(attacker, arm)
    failed = fired.failed
    if fired.symbols:
        failed += ammo.test(play, attacker, gun.profile.ammo, fired.symbols)
    ammo.spend(play, attacker, gun, failed)
    if fired.blown:
        shooting.blow_up(play, attacker)


# ---- reaction attacks ------------------------------------------------------------------------------------------------


def strike_back(play: Play, attacker: Model, clash: Clash, raised: tuple[int, ...] = ()) -> None:
    """Each enemy that still stands and is engaged with the attacker may strike back, in an order its player likes."""
    done: list[int] = []
    while left := [who for who in reactors(play, attacker, clash) if who not in done]:
        seat = play.state.records[left[0]].owner
        question = Choose("fight.react", "Who strikes back?", lambda: [*left, None], named=namer(play))
        who = play.ask(seat, question.previewed(Preview(actor=attacker.id)))
        if who is None:
            return
        done.append(who)
        reaction_attacks(
            play,
            Model(play, who),
            attacker,
            entangled=who in clash.entangled,
            raised=who in raised,
            extra=dict(clash.missed).get(who, 0),
        )


def reactors(play: Play, attacker: Model, clash: Clash) -> list[int]:
    """The enemies that may strike back: those in contact, and those attacked from afar that reach as far themselves.
    One that burns may not."""
    if not attacker.standing:
        return []
    near = engaged_with(play, attacker.id)
    at = attacker.at
    far = [
        who
        for who in clash.attacked
        if who < play.world.count
        and who not in near
        and within(at, play.state.records[who].at, grips.longest_reach(Model(play, who)))
    ]
    return [who for who in (*near, *far) if _may_strike(play.state.records[who])]


def _may_strike(fighter: Fighter) -> bool:
    return fighter.status is Status.STANDING and "blaze" not in fighter.conditions


def reaction_attacks(
    play: Play,
    reactor: Model,
    attacker: Model,
    *,
    entangled: bool = False,
    raised: bool = False,
    extra: int = 0,
    passing: bool = False,
) -> None:
    """The attacks of one who reacts: as a fight, at the attacker alone, turning to it if it must; nobody reacts to a
    reaction.

    `raised`: a charge has just brought it to its feet, which counts as turning; `extra` dice for attacks that missed
    it (see Counter-attack); `passing`: one die at a rider that goes by.
    """
    turned = raised
    if not blows.in_front(reactor.at, attacker.at):
        moving.turn_to(play, reactor, attacker.at)
        turned = True
    stance = blows.Stance(
        reaction=True, turned=turned, entangled=entangled, extra=extra, passing=passing, most=1 if passing else 99
    )
    play.stage(attacks, reactor, (attacker.id,), stance)


def react_to_leaving(play: Play, model: Model) -> None:
    """Each enemy engaged with one who gets away may test its Initiative to strike at it."""
    done: list[int] = []
    while left := [who for who in reactors(play, model, Clash()) if who not in done]:
        question = Choose("leave.react", "Who tries to strike at it?", lambda: [*left, None], named=namer(play))
        preview = Preview(notes=partial(_takes_to_react, play), actor=model.id)
        who = play.ask(play.state.records[left[0]].owner, question.previewed(preview))
        if who is None:
            return
        done.append(who)
        reactor = Model(play, who)
        if passes_initiative(reactor, "react"):
            reaction_attacks(play, reactor, model)


def _takes_to_react(play: Play, who: int | None) -> list[str]:
    """What it takes to strike at one who gets away."""
    return [] if who is None else [f"Initiative test, {initiative_needed(Model(play, who), 'react')}"]


def ride_by(play: Play, past: RiddenPast) -> None:
    """A rider goes past an enemy: one attack at it, and one in return."""
    rider, victim = Model(play, past.rider), Model(play, past.victim)
    moving.turn_to(play, rider, victim.at)
    play.stage(attacks, rider, (victim.id,), blows.Stance(passing=True, most=1))
    able = rider.standing and _may_strike(victim.record)
    question = Confirm("ride.react", "Strike back at the rider?").previewed(Preview(actor=rider.id))
    if able and play.ask(victim.owner, question):
        reaction_attacks(play, victim, rider, passing=True)


# ---- after the fight -------------------------------------------------------------------------------------------------


def after_fight(play: Play, attacker: Model, fought: tuple[int, ...]) -> None:
    """Nobody left to fight: finish off one of those who lie injured (if all of them do), or move up to 2"."""
    if not fought or not attacker.standing or attacker.engaged:
        return
    fates = {fate(play, who) for who in fought}
    if not fates <= {Status.SERIOUS, Status.OUT}:
        return
    turn = play.state.turn
    again = turn.actor == attacker.id and coup_de_grace.FREE_KILL in turn.done
    fallen = (
        [who for who in coup_de_grace.victims(attacker) if who in fought]
        if fates == {Status.SERIOUS} and not again
        else []
    )
    whom = None
    if fallen:
        names = play.world.names
        said = Names(names, {None: "consolidate"}, said=lambda who: f"finish off {names[who]}")
        question = Choose("fight.after", "Finish one off, or consolidate?", lambda: [*fallen, None], named=said)
        whom = play.ask(attacker.owner, question)
    if whom is not None:
        finish_off: Callable[..., None] = play.ruleset.action["coup-de-grace"].rule
        finish_off(play, attacker, whom)
    else:
        play.then(consolidate, attacker.id, scope=attacker.id)


def fate(play: Play, who: int) -> Status:
    """How an opponent fares; a wrecked vehicle is as good as an enemy that lies there."""
    if who < play.world.count:
        return Model(play, who).record.status
    return Status.SERIOUS if play.state.records[who].wrecked else Status.STANDING


def consolidate(play: Play, who: int) -> None:
    """Nobody is left to fight: move up to 2", 4" if it is impetuous."""
    model = Model(play, who)
    if model.active:
        distance = HASTY if model.has("impetuous") else CONSOLIDATE
        key, prompt = "consolidate.path", "Where does it consolidate?"
        if play.option["consolidation-keeps-clear"]:
            moving.go(play, model, moving.gait(model, distance), key, prompt)
        else:
            moving.close_in(play, model, distance, key, prompt)
