"""Close combat: turning to face, weapons, attack dice, targets, reaction attacks, and what follows a fight.

In the order of the book: who can be fought, turn to face, choose weapons, count and split the dice, choose targets,
strike (see `blows`), react, consolidate or finish off; then retreat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ...core.action import Action, requirement
from ...core.decision import Allocate, Choose, Confirm, Reasons
from ...core.dice import D6
from ...core.effect import total_effect
from ...core.length import INCH
from ...core.state import Placement
from ...space.shapes import UNIT, stretched
from . import ammo, blows, brawling, darkness, injury, moving, shooting, terrain
from .characteristics import passes_initiative
from .events import Acted, Does, Faced, StoodUp, Struck
from .model import (
    CONTACT,
    Fighter,
    Model,
    Play,
    Status,
    Vehicle,
    across_barricade,
    enemies,
    engaged_with,
    fighters,
    layout,
    namer,
    nothing_between,
    things,
    within,
)
from .printed import Weapon
from .requirements import standing_active, standing_engaged

REACH = 1 * INCH  # of a coup de grace
FREE_KILL = "free-coup-de-grace"  # what an activation notes of one, because a free action comes once in it
GRAIN = 2  # thousandths that may be lost where a way is cut off at a whole one
CONSOLIDATE, HASTY = 2 * INCH, 4 * INCH
PROTECTED = 3 * INCH
MOST_DIGI = 10


# ---- who can be fought -----------------------------------------------------------------------------------------------


def opponents(play: Play, who: int) -> tuple[int, ...]:
    """Whom a fighter may fight in its own activation: the enemies it is engaged with, vehicles within an inch, and
    those that stand within reach of a versatile weapon."""
    near = engaged_with(play, who)
    if play.state.turn.actor != who:
        return near
    if len(play.state.records) > play.world.count:
        near += parked(play, who)
    if not versatile_arms(play.world.kits[who].weapons):
        return near
    reach = longest_reach(Model(play, who))
    return near + at_reach(play, who, reach, near) if reach else near


def parked(play: Play, who: int) -> tuple[int, ...]:
    """The vehicles within an inch that are not of its own side, and not wrecked."""
    me: Fighter = play.state.records[who]
    if me.status is not Status.ACTIVE:
        return ()
    return tuple(
        v.id for v in things(play, Vehicle) if not v.wrecked and v.owner != me.owner and within(me.at, v.at, REACH)
    )


@lru_cache(maxsize=1024)
def versatile_arms(carried: tuple[Weapon, ...]) -> tuple[blows.Arm, ...]:
    """The versatile ones of some weapons."""
    return tuple(
        (s, p) for s, weapon in enumerate(carried) for p, use in enumerate(weapon.profiles) if use.has("versatile")
    )


def longest_reach(model: Model) -> int:
    """How far a standing fighter can strike with the versatile weapons that it can use, in thousandths; 0 without
    any."""
    if not model.standing:
        return 0
    return max((reach_of(model, arm) for arm in versatile_arms(model.kit.weapons) if model.usable(arm)), default=0)


def reach_of(model: Model, arm: blows.Arm) -> int:
    """How far a versatile weapon strikes: its range, as exactly as a charge can stop that far off."""
    return model.weapon(arm).long + GRAIN


def at_reach(play: Play, who: int, reach: int, near: tuple[int, ...]) -> tuple[int, ...]:
    """The standing enemies within reach that are not in contact."""
    at = play.state.records[who].at
    return tuple(
        f.id
        for f in enemies(play, play.state.records[who].owner)
        if f.status is Status.ACTIVE
        and f.id not in near
        and within(at, f.at, reach)
        and nothing_between(play, at, f.at)
    )


# ---- the fight -------------------------------------------------------------------------------------------------------


class Clash(Struct):
    """What a fighter's attacks mean for the reactions that follow: whom it attacked and how many dice missed (where
    somebody counts them), and who is entangled."""

    missed: dict[int, int]
    entangled: set[int]


def fight(
    play: Play,
    attacker: Model,
    *,
    charging: bool = False,
    unseen: tuple[int, ...] = (),
    raised: tuple[int, ...] = (),
) -> None:
    """Strike at the enemies you are engaged with; those still standing may strike back; if none is left to fight,
    consolidate or finish one off.

    `unseen` are enemies that were charged out of sight, `raised` those whom a charge brought to their feet.
    """
    engaged = engaged_with(play, attacker.id)
    foes = opponents(play, attacker.id)
    about = bool(engaged) and not charging and "face-about" in play.state.turn.done
    turned = turn_to_face(play, attacker, foes) or about
    clash = attacks(play, attacker, foes, blows.Stance(charging=charging, turned=turned, unseen=unseen))
    strike_back(play, attacker, clash, raised)
    after_fight(play, attacker, tuple(dict.fromkeys((*engaged, *clash.missed))))


@requirement(
    "It must be standing, with an enemy in base contact or in reach of a versatile weapon, or a vehicle beside it."
)
def someone_to_fight(model: Model) -> bool:
    return model.standing and not model.broken and bool(opponents(model.play, model.id))


FIGHT: Action[Model] = Action(
    "fight",
    "Fight",
    cost="basic",
    summary="Strike at enemies you are engaged with: a die for each Attack, one more for a second weapon, one more "
    "when charging. Whoever still stands strikes back; if nobody does, move 2 inches or finish off a fallen enemy.",
    cite="core 2023, close combat",
    requires=(someone_to_fight,),
    rule=fight,
    leaves_open="A rapid-fire sidearm hits as often as the firepower die shows holes. A fighter that sees everybody it "
    "fights is not asked whether it turns. Knockback works once however many dice cause it.",
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
    chosen = options[0]
    if len(options) > 1:
        say = namer(play)

        def label(way: tuple[int, int]) -> str:
            if way not in named:
                return "stay as it is"
            return "turn to " + " and ".join(say(foes[n]) for n in named[way])

        question = "Does it turn? Turning costs 1 to hit."
        chosen = play.ask(attacker.owner, Choose("fight.face", question, lambda: options, named=label))
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


# ---- weapons and dice ------------------------------------------------------------------------------------------------


def reaches(play: Play, model: Model, arm: blows.Arm, foe: int, stance: blows.Stance) -> bool:
    """Whether a weapon reaches an opponent: any does in contact, a versatile one further."""
    if stance.passing or foe >= play.world.count or foe in engaged_with(play, model.id):
        return True
    return (
        arm != blows.BARE
        and blows.held(model, arm).has("versatile")
        and within(model.at, play.state.records[foe].at, reach_of(model, arm))
    )


def usable_arms(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> list[blows.Arm]:
    """The weapons it can use against at least one of some opponents; a digital one needs no hand and is not among
    them."""
    return [
        arm
        for arm in model.kit.arms
        if (use := model.weapon(arm)).has("melee") | use.has("sidearm")
        and not use.has("digi")
        and model.usable(arm)
        and not (model.profile.mounted and use.has("unwieldy") and not use.has("lance"))
        and any(reaches(play, model, arm, foe, stance) for foe in foes)
    ]


def grips(model: Model, arms: list[blows.Arm]) -> list[tuple[blows.Arm, ...]]:
    """What it may take into its hands: two weapons, or one; an unwieldy one takes both hands.  Nothing, where no
    melee weapon will do."""
    one_handed = [arm for arm in arms if not model.weapon(arm).has("unwieldy") or model.has("bulging-biceps")]
    found: list[tuple[blows.Arm, ...]] = []
    if not model.profile.mounted:
        found += [(a, b) for n, a in enumerate(one_handed) for b in one_handed[n + 1 :] if a[0] != b[0]]
    found += [(arm,) for arm in arms]
    if not any(model.weapon(arm).has("melee") for arm in arms):
        found.append(())
    return found


def choose_grip(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> tuple[blows.Arm, ...]:
    """Up to two weapons, or an unwieldy one, or bare hands."""
    if stance.reaction and model.effect("disarmed"):
        return ()
    choices = grips(model, usable_arms(play, model, foes, stance))
    if len(choices) == 1:
        return choices[0]

    def label(grip: tuple[blows.Arm, ...]) -> str:
        return " and ".join(model.weapon(arm).name for arm in grip) or "bare hands"

    return play.ask(model.owner, Choose("fight.weapons", "Fight with what?", lambda: choices, named=label))


def attack_dice(model: Model, grip: tuple[blows.Arm, ...], stance: blows.Stance) -> int:
    """Attacks, one more for two weapons, one more for charging, and what skills add."""
    paired = any(model.weapon(arm).has("paired") for arm in grip) and not model.profile.mounted
    play: Play = model.play
    count = model.profile.a + total_effect(play.state, model.id, "attacks")
    count *= 2 if paired and stance.charging else 1
    count += len(grip) == 2 or paired
    if stance.charging:
        count += 1 + model.has("berserker")
    return min(count + stance.extra, stance.most)


def share_out(play: Play, model: Model, grip: tuple[blows.Arm, ...], count: int) -> list[tuple[blows.Arm, int]]:
    """The dice of each weapon: as even as can be, the odd one where its player likes; one at most for a sidearm, and
    what is left over to the other hand or the fist."""
    shares: list[tuple[blows.Arm, int]] = []
    blades = [arm for arm in grip if model.weapon(arm).has("melee")]
    for arm in grip:
        if arm not in blades and count:
            shares.append((arm, 1))
            count -= 1
    if len(blades) == 2:
        more = blades[0]
        if count % 2:
            named = {arm: model.weapon(arm).name for arm in blades}
            prompt = "Which weapon has the odd die?"
            more = play.ask(model.owner, Choose("fight.odd", prompt, lambda: list(named), named=named.__getitem__))
        shares += [(arm, count // 2 + (count % 2 if arm == more else 0)) for arm in blades]
    elif count:
        shares.append((blades[0] if blades else blows.BARE, count))
    return [(arm, n) for arm, n in shares if n]


def digital(play: Play, model: Model, foes: tuple[int, ...], stance: blows.Stance) -> list[tuple[blows.Arm, int]]:
    """One more die for each digital weapon it wears."""
    worn = [arm for arm in model.kit.arms if model.weapon(arm).has("digi") and model.usable(arm)]
    if stance.passing or (stance.reaction and model.effect("disarmed")):
        return []
    return [(arm, 1) for arm in worn if any(reaches(play, model, arm, foe, stance) for foe in foes)][:MOST_DIGI]


def choose_targets(
    play: Play, model: Model, shares: list[tuple[blows.Arm, int]], foes: tuple[int, ...], stance: blows.Stance
) -> list[blows.Aim]:
    """Each weapon's dice go at opponents in its vision arc; they may be split."""
    at = model.at
    seen = [who for who in foes if blows.in_front(at, play.state.records[who].at)]
    aims: list[blows.Aim] = []
    for arm, count in shares:
        within_reach = [who for who in seen if reaches(play, model, arm, who, stance)]
        if len(within_reach) == 1:
            aims.append(blows.Aim(arm, within_reach[0], count))
        elif within_reach:
            prompt = f"{count} dice with the {blows.held(model, arm).name}: at whom?"
            split = Allocate("fight.targets", prompt, count, within_reach, named=namer(play))
            given = play.ask(model.owner, split)
            aims += [blows.Aim(arm, who, n) for who, n in zip(within_reach, given, strict=True) if n]
    return aims


def crush(play: Play, model: Model, aims: list[blows.Aim]) -> list[blows.Aim]:
    """Crushing Blow: one die with a melee weapon strikes with a point more of Strength and Damage."""
    able = [aim for aim in aims if blows.held(model, aim.arm).has("melee")]
    if not able or not model.has("crushing-blow"):
        return aims
    chosen = able[0]
    if len(able) > 1:
        say = namer(play)
        number = play.ask(
            model.owner,
            Choose(
                "fight.crushing",
                "Which die is the crushing blow?",
                lambda: list(range(len(able))),
                named=lambda n: f"{blows.held(model, able[n].arm).name} at {say(able[n].foe)}",
            ),
        )
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
    clash = Clash({}, set())
    if stance.turned or any(blows.in_front(attacker.at, play.state.records[who].at) for who in foes):
        grip = choose_grip(play, attacker, foes, stance)
        shares = share_out(play, attacker, grip, attack_dice(attacker, grip, stance))
        shares += digital(play, attacker, foes, stance)
        if any(blows.held(attacker, arm).has("power") for arm, _ in shares):
            darkness.reveal(play, attacker)
        aims = crush(play, attacker, choose_targets(play, attacker, shares, foes, stance))
        # Every hit roll is worked out before the first wound: who falls now has still lent a hand.
        ready = [(aim, prepared(play, attacker, aim, stance)) for aim in aims]
        for foe in dict.fromkeys(aim.foe for aim in aims):
            flurries = [pair for pair in ready if pair[0].foe == foe]
            for aim, dealt in flurries:
                name = blows.held(attacker, aim.arm).name
                play.happen(Struck(attacker.id, foe, name, aim.dice, stance.reaction, dealt.skill, dealt.because))
            assail(play, attacker, Model(play, foe), flurries, clash)
    return clash


def prepared(play: Play, attacker: Model, aim: blows.Aim, stance: blows.Stance) -> blows.Flurry:
    """A weapon's dice at one opponent, worked out once for a position."""
    memo = layout(play).memo
    records, state = play.state.records, play.state
    key = ("flurry", records[attacker.id], records[aim.foe], aim, stance, state.effects)
    found: blows.Flurry | None = memo.get(key)
    if found is None:
        found = memo[key] = blows.flurry(play, attacker, aim, stance)
    return found


def assail(
    play: Play, attacker: Model, victim: Model, flurries: list[tuple[blows.Aim, blows.Flurry]], clash: Clash
) -> None:
    """All attacks on one opponent, and what comes of them."""
    if victim.id >= play.world.count:
        clash.missed[victim.id] = 0
        batter(play, attacker, victim.id, flurries)
        return
    upshot = blows.exchange(play, attacker, victim, flurries)
    clash.missed[victim.id] = upshot.missed
    if "entangle" in upshot.marks:
        clash.entangled.add(victim.id)
    blows.endure(
        play, attacker, victim, upshot, list(dict.fromkeys(blows.held(attacker, aim.arm) for aim, _ in flurries))
    )
    arms = [aim.arm for aim, flurry in flurries if flurry.firepower]
    for arm, fired in zip(arms, upshot.fired, strict=True):
        spend(play, attacker, arm, fired)


def batter(play: Play, attacker: Model, vehicle: int, flurries: list[tuple[blows.Aim, blows.Flurry]]) -> None:
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
        who = play.ask(seat, question)
        if who is None:
            return
        done.append(who)
        reaction_attacks(
            play,
            Model(play, who),
            attacker,
            entangled=who in clash.entangled,
            raised=who in raised,
            extra=clash.missed.get(who, 0),
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
        for who in clash.missed
        if who < play.world.count
        and who not in near
        and within(at, play.state.records[who].at, longest_reach(Model(play, who)))
    ]
    return [who for who in (*near, *far) if _may_strike(play.state.records[who])]


def _may_strike(fighter: Fighter) -> bool:
    return fighter.status is Status.ACTIVE and "blaze" not in fighter.conditions


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
    attacks(play, reactor, (attacker.id,), stance)


def react_to_leaving(play: Play, model: Model) -> None:
    """Each enemy engaged with one who gets away may test its Initiative to strike at it."""
    done: list[int] = []
    while left := [who for who in reactors(play, model, Clash({}, set())) if who not in done]:
        question = Choose("leave.react", "Who tries to strike at it?", lambda: [*left, None], named=namer(play))
        who = play.ask(play.state.records[left[0]].owner, question)
        if who is None:
            return
        done.append(who)
        reactor = Model(play, who)
        if passes_initiative(reactor, "react"):
            reaction_attacks(play, reactor, model)


def ride_by(play: Play, rider: Model, victim: Model) -> None:
    """A rider goes past an enemy: one attack at it, and one in return."""
    moving.turn_to(play, rider, victim.at)
    attacks(play, rider, (victim.id,), blows.Stance(passing=True, most=1))
    able = rider.standing and _may_strike(victim.record)
    if able and play.ask(victim.owner, Confirm("ride.react", "Strike back at the rider?")):
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
    again = turn.actor == attacker.id and FREE_KILL in turn.done
    fallen = [who for who in victims(attacker) if who in fought] if fates == {Status.SERIOUS} and not again else []
    whom = None
    if fallen:
        say = namer(play)

        def label(who: int | None) -> str:
            return "consolidate" if who is None else f"finish off {say(who)}"

        question = Choose("fight.after", "Finish one off, or consolidate?", lambda: [*fallen, None], named=label)
        whom = play.ask(attacker.owner, question)
    if whom is not None:
        finish_off(play, attacker, Model(play, whom))
    else:
        play.then(consolidate, attacker.id, scope=attacker.id)


def fate(play: Play, who: int) -> Status:
    """How an opponent fares; a wrecked vehicle is as good as an enemy that lies there."""
    if who < play.world.count:
        return Model(play, who).record.status
    return Status.SERIOUS if play.state.records[who].wrecked else Status.ACTIVE


def consolidate(play: Play, who: int) -> None:
    """Nobody is left to fight: move up to 2", 4" if it is impetuous."""
    model = Model(play, who)
    if model.active:
        distance = HASTY if model.has("impetuous") else CONSOLIDATE
        moving.go(play, model, moving.gait(model, distance), "consolidate.path", "Where does it consolidate?")


def charge_ends(play: Play, charger: Model, *, unseen: tuple[int, ...] = ()) -> None:
    """In contact after a charge: whoever lies pinned there gets up, and a fight follows for free (or a throw).  In
    contact with nobody: a fight with what it can reach, or a coup de grace, if it likes.

    `unseen` are the enemies that it did not see when it declared its charge.
    """
    raised = tuple(
        f.id
        for f in enemies(play, charger.owner)
        if f.status is Status.PINNED
        and charger.standing
        and (within(charger.at, f.at, CONTACT) or across_barricade(play.world.board, charger.at, f.at))
    )
    for who in raised:
        play.happen(StoodUp(who))
        moving.turn_to(play, Model(play, who), charger.at)
    if not charger.standing:
        return
    engaged = charger.engaged
    choices: list[str | None] = ["fight"] if opponents(play, charger.id) else []
    if engaged and charger.has("hurl") and brawling.hurlable(charger):
        choices.append("hurl")
    if charger.has("headbutt") and play.option.get("headbutt-in-charge") and brawling.touching(charger):
        choices.append("headbutt")
    near = REACH + GRAIN  # a charge that falls short stops an inch away, as exactly as lengths are whole
    if not engaged:
        choices += ["coup-de-grace"] if victims(charger, near) else []
        choices.append(None)
    chosen = choices[0]
    if len(choices) > 1:
        prompt = "What follows the charge?"
        names: dict[str | None, str] = {name: action.name for name, action in play.ruleset.action.items()}
        names[None] = "nothing"
        chosen = play.ask(charger.owner, Choose("charge.ends", prompt, lambda: choices, named=names.__getitem__))
    if chosen == "fight":
        fight(play, charger, charging=True, unseen=unseen, raised=raised)
    elif chosen == "hurl":
        brawling.hurl(play, charger)
    elif chosen == "headbutt":
        brawling.headbutt(play, charger)
    elif chosen == "coup-de-grace":
        coup_de_grace(play, charger, near)


# ---- coup de grace ---------------------------------------------------------------------------------------------------


def coup_de_grace(play: Play, fighter: Model, reach: int = REACH) -> None:
    """A seriously injured enemy within an inch and in sight goes out of action."""
    fallen = victims(fighter, reach)
    whom = fallen[0]
    if len(fallen) > 1:
        question = Choose("coup-de-grace.target", "Finish off whom?", lambda: fallen, named=namer(play))
        whom = play.ask(fighter.owner, question)
    finish_off(play, fighter, Model(play, whom))


def finish_off(play: Play, fighter: Model, victim: Model) -> None:
    """No dice: the victim goes out of action."""
    play.happen(Does(fighter.id, "finishes off", victim.id))
    turn = play.state.turn
    paid = turn.actor == fighter.id and turn.done[-1:] == ("coup-de-grace",)
    injury.take_out(play, victim, fighter.id, free=not paid)
    if not paid and turn.actor == fighter.id:
        play.happen(Acted(fighter.id, FREE_KILL, 0))


def victims(fighter: Model, reach: int = REACH) -> list[int]:
    """The seriously injured enemies that it could finish off: within an inch, in its vision arc, nothing solid
    between, and no loyal beast beside them."""
    play: Play = fighter.play
    at = fighter.at
    return [
        f.id
        for f in enemies(play, fighter.owner)
        if f.status is Status.SERIOUS
        and within(at, f.at, reach)
        and blows.in_front(at, f.at)
        and (nothing_between(play, at, f.at) or not play.option["coup-de-grace-needs-clear-way"])
        and not protected(play, f)
    ]


def protected(play: Play, fallen: Fighter) -> bool:
    """Whether a loyal beast of its own stands within 3" of it."""
    kits = play.world.kits
    return any(
        f.status is Status.ACTIVE
        and f.owner == fallen.owner
        and kits[f.id].owner == fallen.id
        and "loyal-protector" in kits[f.id].skills
        and within(f.at, fallen.at, PROTECTED)
        for f in fighters(play)
    )


@requirement("There must be a seriously injured enemy within an inch and in its vision arc, with no wall between.")
def someone_to_finish(model: Model) -> bool:
    return bool(victims(model))


COUP_DE_GRACE: Action[Model] = Action(
    "coup-de-grace",
    "Coup de Grace",
    cost="simple",
    summary="A seriously injured enemy within an inch and in your vision arc goes out of action.",
    cite="core 2023, fighter actions",
    requires=(standing_active, someone_to_finish),
    rule=coup_de_grace,
    leaves_open="Whether a wall or closed door between the two forbids it: it does, unless a table says otherwise.",
)


# ---- retreat ---------------------------------------------------------------------------------------------------------


def retreat(play: Play, model: Model) -> None:
    """Test Initiative to get away; whatever it shows, each enemy you leave may test its own to strike.  Then, if you
    passed and still stand, move up to D6"."""
    artist = model.has("escape-artist")
    bonus = 2 * artist + 2 * model.profile.mounted
    away = passes_initiative(model, "retreat", bonus, natural_one=artist)
    react_to_leaving(play, model)
    if not away or not model.standing:
        return
    distance = INCH * play.roll(D6, "retreat.distance", "Retreat", model.id)
    moving.go(
        play, model, moving.gait(model, distance), "retreat.path", "Where does it retreat?", end=clear_of_enemies(model)
    )


def clear_of_enemies(model: Model) -> Callable[[Placement], Reasons]:
    """What speaks against ending a retreat at a place: an enemy on its feet or pinned less than an inch away, unless
    it stays where it is."""
    play: Play = model.play
    start = model.at
    near = [f for f in enemies(play, model.owner) if f.status is not Status.SERIOUS]

    def against(at: Placement) -> Reasons:
        if (at.x, at.y, at.z) == (start.x, start.y, start.z):
            return ()
        return tuple(f"It would end within an inch of {namer(play)(f.id)}." for f in near if within(at, f.at, INCH - 1))

    return against


RETREAT: Action[Model] = Action(
    "retreat",
    "Retreat",
    cost="basic",
    summary="Test Initiative to leave a fight: if you pass, move up to D6 inches. Pass or fail, each enemy that fights "
    "you may test Initiative, and strikes at you if it passes.",
    cite="core 2023, fighter actions",
    requires=(standing_engaged,),
    rule=retreat,
    leaves_open="When the enemies strike: before the move.",
)
