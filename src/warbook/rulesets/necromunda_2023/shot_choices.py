"""With what a fighter shoots and at whom: unwieldy weapons, pairs of sidearms, target priority."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core.decision import UNSEEN, Choose, Preview, Reasons
from ...core.dice import Pool
from ...core.state import Placement
from ...space.movement import Point
from ...space.sight import gap, within
from . import ammo, ductway_fire, gear
from .aiming import NEVER, POINT, Shot, hit_number
from .ammo import Arm, Gun
from .characteristics import passes_cool
from .events.movement import Faced
from .events.rounds import Acted
from .model import Model, Play, Status, fighters, namer
from .targets import band, hidden_of, muzzle, targets, things_seen


def choose_weapon(play: Play, shooter: Model, action: str) -> tuple[Gun, ...]:
    """One ranged weapon, or two sidearms.  Whoever takes up something unwieldy spends its other action on it as
    well."""
    known = weapons_thought_of(shooter, action)
    chosen = known[0] if len(known) == 1 else play.pick(shooter.owner, weapon_choice(shooter, action))
    drawn = tuple(ammo.gun(shooter, arm) for arm in arms_of(chosen))
    if takes_two(shooter, drawn[0], action):
        play.happen(Acted(shooter.id, action, 1))
    return drawn


def weapon_choice(shooter: Model, action: str, left: int | None = None) -> Choose[Any]:
    """With which weapon?  `left` is how many actions it may still spend on it; as a rule the action has begun, and they
    are those it has."""
    spare = spare_actions(shooter) if left is None else left
    again = shot_before(shooter, begun=left is None)
    question: Choose[Any] = Choose(
        "weapon",
        "With which weapon?",
        weapons_thought_of,
        shooter,
        action,
        refuse=lambda choice: unfit(shooter, choice, action, spare, again),
        named=lambda choice: weapon_name(shooter, choice),
    )
    return question.previewed(Preview(cautions=lambda choice: reaching(shooter, choice, action), actor=shooter.id))


def reaching(shooter: Model, choice: Any, action: str) -> tuple[str, ...]:
    """What is to be said of weapons with which nothing in sight can be reached, where the table measures beforehand."""
    if not shooter.play.option["premeasure"] or action == "fire-through-ductway":
        return ()
    guns = [ammo.gun(shooter, arm) for arm in arms_of(choice)]
    return () if any(_reaches_something(shooter, gun, action) for gun in guns) else ("nothing in sight is in range",)


def _reaches_something(shooter: Model, gun: Gun, action: str) -> bool:
    """Whether anything in sight is in range of a weapon; flames and blasts may be laid anywhere."""
    if gun.profile.range == "template" or gun.has("blast"):
        return True
    among = (*targets(shooter, gun, action), *things_seen(shooter, gun, action))
    return any(take_aim(shooter, gun, whom, action).band != "beyond" for whom in among)


def arms_of(choice: Any) -> tuple[Arm, ...]:
    """The weapons of an answer: one, or a pair."""
    return choice if isinstance(choice[0], tuple) else (choice,)


def weapons_thought_of(shooter: Model, action: str) -> list[Any]:
    """Every ranged profile, and every pair of sidearms for an ordinary shot."""
    single: list[Any] = single_weapons(shooter, action)
    return [*single, *pairs_of(shooter, single)] if action == "shoot" else single


def pairs_of(shooter: Model, arms: Sequence[Arm]) -> list[tuple[Arm, Arm]]:
    """The sidearms among some weapons that may be fired together."""
    sidearms = [arm for arm in arms if len(arm) == 2 and _fired_in_pairs(shooter, arm)]
    return [(a, b) for n, a in enumerate(sidearms) for b in sidearms[n + 1 :] if a[0] != b[0]]


def single_weapons(shooter: Model, action: str) -> list[Arm]:
    """Every ranged profile; what stands on a vehicle does not reach through a ductway."""
    return [arm for arm in ammo.guns(shooter) if action != "fire-through-ductway" or len(arm) == 2]


def _fired_in_pairs(shooter: Model, arm: Arm) -> bool:
    profile = shooter.kit.weapons[arm[0]].profiles[arm[1]]
    return profile.has("sidearm") and profile.range == "ranged" and not profile.has("blast")


def unfit(shooter: Model, choice: Any, action: str, spare: int, again: bool) -> Reasons:
    """Why a weapon, or a pair, cannot be fired now; `again` says that it is not the first Shoot of the activation."""
    reasons: list[str] = []
    for arm in arms_of(choice):
        gun = ammo.gun(shooter, arm)
        reasons += (*ammo.empty(shooter, arm), *too_unwieldy(shooter, gun, action, spare, again))
        if not reasons and not somebody(shooter, gun, action):
            reasons.append("There is nothing it may be aimed at.")
    return tuple(reasons)


def too_unwieldy(shooter: Model, gun: Gun, action: str, spare: int, again: bool) -> Iterator[str]:
    """Why a weapon is too much to handle for an action; `spare` and `again` as above."""
    if takes_two(shooter, gun, action) and spare < 1:
        yield "It is unwieldy: shooting it takes two actions."
    if again and action == "shoot" and gun.profile.has("unwieldy"):
        yield "It is too unwieldy for a fast shot."
    if action == "run-and-gun" and gun.profile.has("unwieldy"):
        yield "It is too unwieldy to be fired on the run."
    if action == "blind-fire" and gun.unwieldy and not shooter.play.option["unwieldy-blind-fire"]:
        yield "It is too unwieldy to be fired blindly."


def spare_beside(shooter: Model, cost: int) -> int:
    """The actions that it would have left besides those that a shot costs; out of its activation it could have one."""
    turn = shooter.play.state.turn
    return turn.left - cost if turn.actor == shooter.id else 1


def takes_two(shooter: Model, gun: Gun, action: str) -> bool:
    """Whether firing it costs one action more than usual."""
    if not gun.unwieldy:
        return False
    through = action == "fire-through-ductway" and shooter.play.option["unwieldy-through-ductways-is-double"]
    return action == "shoot" or bool(through)


def spare_actions(shooter: Model) -> int:
    """The actions that it has left in its activation; none when it shoots out of turn."""
    turn = shooter.play.state.turn
    return turn.left if turn.actor == shooter.id else 0


def shot_before(shooter: Model, *, begun: bool) -> bool:
    """Whether it has shot in this activation already, apart from an action that has begun."""
    turn = shooter.play.state.turn
    return bool(turn.actor == shooter.id and turn.done.count("shoot") > begun)


def somebody(shooter: Model, gun: Gun, action: str) -> bool:
    """Whether there is something to aim a weapon at.  A flame or a blast may be laid anywhere."""
    if gun.profile.range == "template":
        return True
    if gun.has("blast") and (action != "fire-through-ductway" or shooter.play.option["blasts-through-ductways"]):
        return True
    if action == "fire-through-ductway":
        return bool(ductway_fire.beyond_ductways(shooter))
    return bool(targets(shooter, gun, action)) or bool(things_seen(shooter, gun, action))


def weapon_name(shooter: Model, choice: Any) -> str:
    """A weapon, or a pair, as a person reads it."""
    return " and ".join(_arm_name(shooter, arm) for arm in arms_of(choice))


def gun_name(shooter: Model, gun: Gun) -> str:
    """A weapon that has been chosen, by the name of its choice."""
    return _arm_name(shooter, (gun.slot, gun.number) if gun.mount < 0 else (gun.slot, gun.number, gun.mount))


def _arm_name(shooter: Model, arm: Arm) -> str:
    if len(arm) == 3:
        return f"the weapon of {shooter.play.world.names[arm[2]]}"
    weapon = shooter.kit.weapons[arm[0]]
    profile = weapon.profiles[arm[1]]
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name}, {profile.name.lower()}"


def choose_target(play: Play, shooter: Model, guns: tuple[Gun, ...], action: str, points: bool = False) -> int:
    """Whom a weapon, or a pair, is aimed at.  Anyone but the closest takes a cool head, and whoever has drunk of the
    eel may hit somebody else altogether.  `points`: a place on the table will do as well."""
    gun = guns[0]
    if points and not targets(shooter, gun, action) and not things_seen(shooter, gun, action):
        return POINT
    whom = play.ask(shooter.owner, target_choice(shooter, guns, action, points))
    if whom != POINT:
        whom = prioritise(play, shooter, gun, whom, action)
    return sway(play, shooter, whom) if 0 <= whom < play.world.count else whom


def target_choice(shooter: Model, guns: tuple[Gun, ...], action: str, points: bool = False) -> Choose[int]:
    """At whom, or at what?  Things and places are for those who mean them: a player at random leaves them alone."""
    play: Play = shooter.play
    gun = guns[0]
    there = things_seen(shooter, gun, action)
    question: Choose[int] = Choose(
        "target",
        "Shoot at whom?",
        lambda: [*targets(shooter, gun, action), *there, *((POINT,) if points else ())],
        idle=(*there, POINT),
        named=namer(play, {POINT: "a point on the table"}),
    )
    return question.previewed(_preview(shooter, guns, action))


def _preview(shooter: Model, guns: tuple[Gun, ...], action: str) -> Preview:
    """What a shot at each target takes; of a blast also whom it would cover."""
    from . import blasts  # which choose their targets here

    gun = guns[0]
    marker = blasts.marker_on(shooter, gun) if gun.has("blast") else UNSEEN
    return marker._replace(
        notes=lambda whom: expectation(shooter, guns, whom, action),
        cautions=lambda whom: (*_of_each(shooter, guns, whom, action), *_swayed(shooter, whom)),
        actor=shooter.id,
        weapon=" and ".join(gun_name(shooter, each) for each in guns),
    )


def _of_each(shooter: Model, guns: tuple[Gun, ...], whom: int, action: str) -> tuple[str, ...]:
    """What should be known of each of the weapons; of a pair that differs, with its name."""
    said = [risks(shooter, gun, whom, action) for gun in guns]
    if all(each == said[0] for each in said):
        return said[0]
    return tuple(f"{gun_name(shooter, gun)}: {each}" for gun, risky in zip(guns, said, strict=True) for each in risky)


def expectation(shooter: Model, guns: tuple[Gun, ...], whom: int, action: str) -> list[str]:
    """The number that each shot takes and every reason for it, and what it takes to pass over others."""
    if whom == POINT or not shooter.play.option["premeasure"]:
        return []
    pair = len(guns) > 1
    shots = [take_aim(shooter, gun, whom, action, paired=pair) for gun in guns]
    told = [f"{gun_name(shooter, shot.gun)}: {_taken(shot)}" if pair else _taken(shot) for shot in shots]
    if whom < shooter.play.world.count and any(shot.band != "beyond" for shot in shots):
        told.append(priority(shooter, guns[0], whom, action))
    return told


def _taken(shot: Shot) -> str:
    """What a shot takes, in words."""
    if shot.band == "beyond":
        return "it is out of range"
    needed = hit_number(shot)
    return f"hits on {needed}" if needed.number else "hits automatically"


def risks(shooter: Model, gun: Gun, whom: int, action: str) -> tuple[str, ...]:
    """What should be known before a weapon is aimed at somebody or something: that it is out of range, or which friends
    it may hit.  A table that measures nothing beforehand says nothing."""
    from . import blasts, strays  # which follow on these choices

    play: Play = shooter.play
    if whom == POINT or not play.option["premeasure"] or gun.profile.range == "template":
        return ()
    shot = take_aim(shooter, gun, whom, action)
    if gun.has("blast"):
        touched = blasts.marker_on(shooter, gun).touched
        covered = touched(whom) if touched is not None else ()
        short = ("out of range",) if shot.band == "beyond" and whom not in covered else ()
        return (*short, *endangered(shooter, "covers", covered))
    if shot.band == "beyond":
        return ("out of range",)
    aside = action != "fire-through-ductway" and hit_number(shot).number > 0  # what is hit by itself is not missed
    onward = strays.in_line_beyond(shot) if gun.has("impale") and whom < play.world.count else ()
    return (
        *endangered(shooter, "a miss may hit", strays.bystanders(play, shot) if aside else ()),
        *endangered(shooter, "may fly on and hit", onward),
    )


def endangered(shooter: Model, how: str, among: Iterable[int]) -> tuple[str, ...]:
    """The friends among some models, in words."""
    play: Play = shooter.play
    count, records = play.world.count, play.state.records
    own = [play.world.names[who] for who in among if who < count and records[who].owner == shooter.owner]
    return (f"{how} {' and '.join(own)}",) if own else ()


def priority(shooter: Model, gun: Gun, whom: int, action: str) -> str:
    """What target priority asks of one who would shoot at this enemy, in words."""
    names = [shooter.play.world.names[who] for who in bound(shooter, gun, whom, action)]
    return f"takes a Cool test: {' and '.join(names)} closer and no harder to hit" if names else "needs no test"


def prioritise(play: Play, shooter: Model, gun: Gun, whom: int, action: str) -> int:
    """Whoever passes over a closer target must pass a Cool test, or shoot at one that needs none."""
    if not bound(shooter, gun, whom, action):
        return whom
    if passes_cool(shooter, "priority"):
        return whom
    obvious = [who for who in rivals(shooter, gun, action) if not passed_over(shooter, gun, who, action)]
    return choose_closest(play, shooter, gun, action, obvious)


def choose_closest(play: Play, shooter: Model, gun: Gun, action: str, closest: list[int]) -> int:
    """Whom it shoots at when it has kept its head less well than it thought; it turns to whoever is behind it."""
    choice: Choose[int] = Choose("closest", "It falters: whom of the closest?", lambda: closest, named=namer(play))
    whom = play.pick(shooter.owner, choice)
    if whom not in targets(shooter, gun, action):
        at, to = shooter.at, play.state.records[whom].at
        play.happen(Faced(shooter.id, to.x - at.x, to.y - at.y))
    return whom


def rivals(shooter: Model, gun: Gun, action: str) -> dict[int, int]:
    """Those among whom the closest is looked for: the enemies it may aim at, at some tables those behind its back as
    well; each with the number of its hidden parts."""
    return targets(shooter, gun, "blind-fire" if shooter.play.option.get("closest-all-round") else action)


def aims_at_point(play: Play, shooter: Model, gun: Gun, hole: Point, action: str) -> int:
    """A place is not bound by target priority; at some tables it is, unless the marker lies on the closest: then
    whoever fails a Cool test aims at one of those."""
    if not play.option.get("templates-by-priority") or shooter.has("marksman"):
        return POINT
    place = Placement(*hole, radius=0)
    distance, reach = gap(muzzle(shooter, gun), place), gun.profile.value("blast") // 2
    number = hit_number(Shot(shooter, POINT, gun, band(gun, muzzle(shooter, gun), place), 0, action)).number
    among = rivals(shooter, gun, action)
    closer = [
        who
        for who in closest_of(shooter, gun, among)
        if gap(muzzle(shooter, gun), play.state.records[who].at) < distance
        and difficulty(shooter, gun, who, among[who], action) <= number
    ]
    covered = any(within(play.state.records[who].at, place, reach) for who in closer)
    if not closer or covered or passes_cool(shooter, "priority"):
        return POINT
    return choose_closest(play, shooter, gun, action, closer)


def closest_of(shooter: Model, gun: Gun, among: Iterable[int]) -> list[int]:
    """The closest of some enemies, apart from those who may be left out; several if they are as close."""
    records, at = shooter.play.state.records, muzzle(shooter, gun)
    found = [who for who in among if records[who].status is not Status.SERIOUS]
    least = min((gap(at, records[who].at) for who in found), default=0)
    return [who for who in found if gap(at, records[who].at) == least]


def bound(shooter: Model, gun: Gun, whom: int, action: str) -> list[int]:
    """The closer targets that call for a test of nerve before this one is shot at; marksmen need none."""
    return [] if shooter.has("marksman") else passed_over(shooter, gun, whom, action)


def passed_over(shooter: Model, gun: Gun, whom: int, action: str) -> list[int]:
    """The closer targets that may not be left out for this one: those that are neither seriously injured nor harder to
    hit."""
    records, at = shooter.play.state.records, muzzle(shooter, gun)
    eligible = rivals(shooter, gun, action)
    distance = gap(at, records[whom].at)
    closer = [
        who
        for who in eligible
        if who != whom and records[who].status is not Status.SERIOUS and gap(at, records[who].at) < distance
    ]
    if not closer:
        return closer
    hidden = eligible[whom] if whom in eligible else hidden_of(shooter, gun, whom, action)
    number = difficulty(shooter, gun, whom, hidden, action)
    return [who for who in closer if difficulty(shooter, gun, who, eligible[who], action) <= number]


def difficulty(shooter: Model, gun: Gun, whom: int, hidden: int, action: str, *, paired: bool = False) -> int:
    """How hard a target is to hit: the number it takes, or never."""
    shot = take_aim(shooter, gun, whom, action, hidden=hidden, paired=paired)
    return NEVER if shot.band == "beyond" else hit_number(shot).number


def sway(play: Play, shooter: Model, whom: int) -> int:
    """Enough of the eel, and the shot goes to anyone near the target."""
    near = _near_enough(shooter, whom)
    if len(near) == 1:
        return whom
    drawn: int = play.roll(Pool(1, len(near)), "sway", "Whom it aims at in truth")
    return near[drawn - 1]


def _near_enough(shooter: Model, whom: int) -> list[int]:
    """Those whom a shot at an enemy may go to for drink, itself among them."""
    play: Play = shooter.play
    reach = max((row.stray for row in gear.drunk(shooter)), default=0)
    if not reach:
        return [whom]
    at = play.state.records[whom].at
    return [
        f.id
        for f in fighters(play)
        if f.status is not Status.OUT and f.id != shooter.id and (f.id == whom or within(f.at, at, reach))
    ]


def _swayed(shooter: Model, whom: int) -> tuple[str, ...]:
    """The friends whom drink may lead a shot to."""
    if not 0 <= whom < shooter.play.world.count or not shooter.play.option["premeasure"]:
        return ()
    return endangered(shooter, "drink may turn it on", _near_enough(shooter, whom))


def take_aim(
    shooter: Model, gun: Gun, whom: int, action: str, *, hidden: int | None = None, paired: bool = False
) -> Shot:
    """A shot at a model or thing in its situation."""
    play: Play = shooter.play
    record = play.state.records[whom]
    if hidden is None:
        hidden = hidden_of(shooter, gun, whom, action)
    return Shot(shooter, whom, gun, band(gun, muzzle(shooter, gun), record.at), hidden, action, paired)
