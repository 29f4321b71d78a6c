"""Shooting: a whole unit shoots at one enemy unit.

The target is named, and for models with several weapons which they fire; then the target may react; then everything
that was fired hits, wounds and is saved at once.  What it has come to between the steps is the `Volley` of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core.action import Action, requirement
from ....core.decision import Allocate, Choose, Reasons
from ....core.dice import TWO_D6
from ....core.events import EffectBegan
from ....core.length import INCH
from ....core.naming import Names
from ....core.state import Effect
from ....core.structs import replace
from ..checks import firing, mounts, sight, transports
from ..checks.mounts import Gun
from ..checks.permissions import permitted
from ..checks.powers import moment
from ..checks.requirements import in_phase
from ..events.attacks import LossesDiscounted, ShotAt, VolleyWent, WeaponsSpent
from ..events.turns import DeedDone
from ..harm import allocation, morale
from ..printed.catalogue import Class, title_of
from ..printed.words import action
from ..records.position import foes, volley_of
from ..records.state import NOBODY, Burst, Volley
from ..records.unit import Unit
from ..records.world import Play
from . import flight, guns, hulls, markers, volleys

SLOW: tuple[Class, ...] = ("rapid-fire", "heavy", "ordnance")
"""After which of their weapons units do not charge in the same turn, where charges follow shots."""
SPOTTING = 3 * INCH
"""How far one sees in the dark for each pip of two dice."""


@requirement("It must be on the table, or where one shoots out of a transport.")
def in_the_open(unit: Unit) -> bool:
    squad = unit.record
    return squad.where == "table" or (squad.where == "aboard" and transports.fire_points(unit) > 0)


@requirement(
    "It must not have shot in this turn.",
    condition="It must not have shot in this turn, unless it fires its last weapon at a second target.",
)
def not_shot(unit: Unit) -> bool:
    return not unit.record.has("shot-again", "smoke") and (
        not unit.record.has("shot") or bool(unit.has("second-target"))
    )


@requirement("It must not have rammed in this turn.")
def not_rammed(unit: Unit) -> bool:
    return not unit.record.has("rammed")


@requirement("It must have a target in sight and in range.")
def has_target(unit: Unit) -> bool:
    return any(not against_target(unit, squad.id) for squad in foes(unit.play, unit.owner))


def against_target(unit: Unit, target: int) -> Reasons:
    """Why a unit may not shoot at another."""
    play = unit.play
    if Unit(play, target).record.locked:
        return ("It must not be locked in combat.",)
    if unit.has("second-target") and unit.record.has("shot") and target == unit.record.aimed:
        return ("It must not be at whom it has shot already.",)
    if not any(firing.choices(unit, id, target) for id in unit.members):
        if not sight.sees(play, unit.id, target):
            return ("Somebody of the unit must see it.",)
        return ("It must be in range of a weapon that may be fired.",)
    return ()


def shoot(play: Play, unit: Unit) -> None:
    """Name the target and the weapons; when the target has reacted, the dice are rolled."""
    target = pick_target(play, unit)
    play.happen(DeedDone(unit.id, "shot-again" if unit.record.has("shot") else "shot"))
    if not spots(play, unit, target):
        play.note(unit.id, "it does not make out its target")
        return
    bursts = aimed(play, unit, target)
    if any(volleys.weapon_of(burst)[0].kind in SLOW for burst in bursts):
        play.happen(DeedDone(unit.id, "fired-slow"))
    spend(play, unit, bursts)
    play.then(roll_volley)
    play.happen(ShotAt(unit.id, target.id, bursts, flight.flies(target)))


def spend(play: Play, unit: Unit, bursts: Sequence[Burst]) -> None:
    """The weapons that serve once in a battle have served."""
    served = tuple((id, burst.weapon) for burst in bursts if volleys.serves_once(burst) for id in burst.by)
    if served:
        play.happen(WeaponsSpent(unit.id, served))


def pick_target(play: Play, unit: Unit) -> Unit:
    """At whom?"""
    question = Choose(
        "target",
        f"At whom does {unit.name} shoot?",
        lambda: [squad.id for squad in foes(play, unit.owner)],
        refuse=lambda target: against_target(unit, target),
        named=Names(play.world.names),
    )
    return Unit(play, unit.ask(question))


def spots(play: Play, unit: Unit, target: Unit) -> bool:
    """Whether a unit makes out its target at night, or one that is blurred: 2D6 times three inches away."""
    night = play.world.scenario.night
    dark = night == "always" or (night == "first" and play.state.turn.round == 1)
    if not dark and not target.has("blurred"):
        return True
    away = sight.nearest(play, unit.id, target.id)
    for _ in range(1 + bool(unit.has("acute-senses"))):
        if SPOTTING * play.roll(TWO_D6, "spotting", 'How far it sees, times 3"', unit.id) >= away:
            return True
    return False


def aimed(play: Play, unit: Unit, target: Unit) -> tuple[Burst, ...]:
    """What a unit fires at another: each model what it can, and where that may be several things, what its player says
    for all who are alike."""
    fired: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    for group in unit.groups(shooters(play, unit, target)):
        chosen = pick_guns(play, unit, target, group)
        for id in group:
            keep_count(play, unit, id, chosen)
            kit, able = unit.kit(id), firing.guns(unit, id, target.id)
            for number, way in chosen:
                if shots := able.get((number, way)):
                    fired.setdefault((kit.guns[number].id, way, kit.card.bs), []).append((id, shots))
    return tuple(
        Burst(weapon, way, tuple(id for id, _ in by), tuple(shots for _, shots in by))
        for (weapon, way, _), by in fired.items()
    )


def keep_count(play: Play, unit: Unit, id: int, chosen: Sequence[Gun]) -> None:
    """What a vehicle that may fire at two targets has fired is remembered for this turn."""
    for number, _ in chosen if unit.has("second-target") else ():
        play.happen(EffectBegan(Effect(mounts.fired_mark(number), id, moment(play.state.turn.number + 1))))


def shooters(play: Play, unit: Unit, target: Unit) -> Sequence[int]:
    """Who of a unit shoots: all, or as many of those who ride as there are fire points, whom their player names."""
    if unit.record.where != "aboard":
        return unit.members
    able = [id for id in unit.members if firing.choices(unit, id, target.id)]
    points = transports.fire_points(unit)
    if len(able) <= points:
        return able
    question = Allocate(
        "fire-points", f"Which {points} of {unit.name} shoot?", points, able, most=(1,) * len(able),
        named=Names(play.world.names),
    )  # fmt: skip
    chosen = play.ask(unit.owner, question)
    return [id for id, shoots in zip(able, chosen, strict=True) if shoots]


def pick_guns(play: Play, unit: Unit, target: Unit, group: tuple[int, ...]) -> tuple[Gun, ...]:
    """Which weapons models that are alike fire: those that any of them can."""
    sets = list(dict.fromkeys(choice for id in group for choice in firing.choices(unit, id, target.id)))
    if not sets:
        return ()
    kit = unit.kit(group[0])

    def words(choice: tuple[Gun, ...]) -> str:
        return ", ".join(title_of(kit.guns[number], kit.guns[number].modes[way]) for number, way in choice)

    return unit.pick(Choose("weapon", f"What does {kit.name} fire?", lambda: sets, named=words))


# ---- when the target has reacted -------------------------------------------------------------------------------------


def roll_volley(play: Play) -> None:
    """All dice to hit and to wound, those of a return fire as well: with everybody who is alive before it."""
    volley = volley_of(play)
    shooter, target = Unit(play, volley.who), Unit(play, volley.target)
    back = volley.back
    if back is not None:
        back = replace(back, bursts=rolled(play, Unit(play, back.who), shooter, back, back.bursts))
    bursts = rolled(play, shooter, target, volley, volley.bursts)
    play.happen(VolleyWent(replace(volley, bursts=bursts, back=back)))
    play.then(suffer_volley)
    play.then(suffer_return)
    play.then(push_high)
    play.then(end_volley)


def rolled(play: Play, shooter: Unit, target: Unit, volley: Volley, bursts: tuple[Burst, ...]) -> tuple[Burst, ...]:
    """Bursts with what their dice have come to, and where markers came down; other shots at vehicles are rolled when
    they are carried out."""
    found: list[Burst] = []
    for burst in bursts:
        if firing.has_marker(*volleys.weapon_of(burst)):
            found += markers.fired(play, shooter, target, volley, burst)
        else:
            found.append(burst if target.crewed else volleys.rolled(play, shooter, target, volley, burst))
    return tuple(found)


def suffer_volley(play: Play) -> None:
    """The wounds are allocated and saved, and casualties taken away; vehicles are rolled against."""
    volley = volley_of(play)
    target = Unit(play, volley.target)
    before = len(target.members)
    carry_out(play, Unit(play, volley.who), target, volley, volley.bursts)
    if steadied(play, volley) and target.members:
        play.happen(LossesDiscounted(target.id, before - len(target.members)))


def steadied(play: Play, volley: Volley) -> bool:
    """Whether a return fire makes those fearless who return it, too."""
    return volley.back is not None and play.option["return-fire-steadies"] == "both"


def suffer_return(play: Play) -> None:
    """The same of a return fire, for which whoever attacked first is fearless and stubborn: it breaks nobody."""
    back = volley_of(play).back
    if back is not None:
        attacker = Unit(play, back.target)
        before = len(attacker.members)
        carry_out(play, Unit(play, back.who), attacker, back, back.bursts)
        play.happen(LossesDiscounted(attacker.id, before - len(attacker.members)))


def carry_out(play: Play, shooter: Unit, target: Unit, volley: Volley, bursts: tuple[Burst, ...]) -> None:
    """What some bursts do to a unit, to others that their markers struck, and to whoever fired what gets hot."""
    for struck in dict.fromkeys([target.id, *(burst.on for burst in bursts if burst.on != NOBODY)]):
        at_it = tuple(each for each in bursts if struck in (each.on, target.id if each.on == NOBODY else NOBODY))
        hurt(play, shooter, Unit(play, struck), volley, at_it)
    for burst in bursts:
        volleys.burn(play, shooter, burst, burst.burns)


def hurt(play: Play, shooter: Unit, target: Unit, volley: Volley, bursts: tuple[Burst, ...]) -> None:
    """What some bursts do to one unit."""
    if not target.members or not bursts:
        return
    if target.crewed:
        hulls.shoot_at(play, shooter, target, replace(volley, bursts=bursts))
        return
    guns.lose_guns(play, target, bursts)
    own, aimed_ones = volleys.directed(shooter, bursts)
    wounds, at_some = volleys.blows(target, own), volleys.blows(target, aimed_ones)
    unsaved = allocation.suffer(play, target, wounds, volley if target.id == volley.target else None)
    unsaved += allocation.suffer_directed(play, target, at_some, shooter.owner)
    wounds += at_some
    if unsaved and any(blow.pins for blow, _ in wounds):
        whole = volley_of(play)
        if target.id == whole.target:
            play.happen(VolleyWent(replace(whole, pinning=True)))
        elif target.id != whole.who:
            morale.pin(play, target)


def push_high(play: Play) -> None:
    """Whoever has flown high may be moved six inches by the side that shot at it, unless that was done at once."""
    volley = volley_of(play)
    for each in (volley, volley.back):
        if each is not None and each.lifted and play.option["flying-high-push"] == "after":
            flight.push(play, each)


def end_volley(play: Play) -> None:
    """The attack is over; whoever was wounded by a pinning weapon tests."""
    volley = volley_of(play)
    play.happen(VolleyWent(None))
    if play.option["return-fire-first"] == "turn":
        play.happen(DeedDone(volley.target, "under-fire"))
    if volley.pinning and not steadied(play, volley):
        morale.pin(play, Unit(play, volley.target))


SHOOT: Action[Unit] = action(
    "shoot",
    (
        in_phase("shoot"),
        in_the_open,
        not_shot,
        not_rammed,
        permitted("shoot", "Its state and its last move must let it shoot."),
        has_target,
    ),
    shoot,
)
