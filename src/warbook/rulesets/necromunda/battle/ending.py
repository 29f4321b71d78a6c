"""The end of a battle, and what a gang does when it has had enough: bottling out, fleeing, rallying."""

from __future__ import annotations

from ....core.decision import Confirm
from ....core.dice import D6, LOWEST, Pool
from ....core.events import EffectsEnded
from ....core.state import Posture
from ..checks.characteristics import passes_cool, passes_initiative
from ..events.cages import GotOff
from ..events.fighters import Earned, Rallied
from ..events.moments import BottledByChoice
from ..events.rounds import BattleEnded, Bottled
from ..events.vehicles import DroveAway
from ..harm import injury, nerve, taken_home, wrecks
from ..records import CrewedVehicle, Driver, Fighter, Model, Play, Status
from ..records.position import crawlers, crewed_vehicles, fighters, friends, near_by
from . import deployment, scoring, terrain

RALLY_REWARD = 1
LOWER_OF_TWO = Pool(2, 6, LOWEST)


def bottle_check(play: Play, seat: int) -> None:
    """A gang with a casualty, or a wreck, rolls a die (at home two, of which the lower counts) and adds them; above its
    size it bottles out: in some editions reinforcements count for it, in others only who started.  It may choose to."""
    turn = play.state.turn
    vehicles = [v for v in crewed_vehicles(play.world, play.state) if v.owner == seat and took_part(v)]
    whole = play.world.edition.reinforcements_hold
    able = play.world.sides[seat] if whole else deployment.starting_crew(play.world, seat)
    crew = [f for f in fighters(play) if f.id in able and counts_for_bottling(play, f)]
    size = len(crew) + len(vehicles)
    down = (f for f in crew if f.deployed and f.status in (Status.SERIOUS, Status.OUT))
    lost = len(tuple(down)) + sum(v.wrecked for v in vehicles)
    if turn.bottled[seat] or not lost:
        return
    if play.ask(seat, Confirm("bottle", "Bottle out at once?")):
        play.happen(Bottled(seat, play.world.gangs[seat]))
        play.reach(BottledByChoice(seat))
        return
    why = f"{play.world.gangs[seat]}: bottle check, {lost} of {size} are down"
    roll = play.roll(LOWER_OF_TWO if at_home(play, seat) else D6, "bottle", why) - iron_will(play, seat)
    if roll + lost > size:
        play.happen(Bottled(seat, play.world.gangs[seat]))


def forfeit(play: Play, bottled: BottledByChoice) -> None:
    """At some tables whoever bottles out by choice has lost the battle."""
    conclude(play, scoring.forfeit(play, bottled.seat))


def at_home(play: Play, seat: int) -> bool:
    """Whether a gang fights on its home turf."""
    home: bool = play.world.scenario.sides[seat].home_turf
    return home


def counts_for_bottling(play: Play, fighter: Fighter) -> bool:
    """Whether a fighter counts for bottling: beasts do not."""
    return play.world.kits[fighter.id].profile.role != "beast"


def took_part(vehicle: CrewedVehicle) -> bool:
    """Whether a vehicle was in this battle: one that found no room was not."""
    return vehicle.wrecked or vehicle.at.posture != Posture.AWAY


def iron_will(play: Play, seat: int) -> int:
    """One less for a standing or pinned fighter with an iron will."""
    return int(
        any(
            f.owner == seat
            and f.status in (Status.STANDING, Status.PINNED)
            and "iron-will" in play.world.kits[f.id].skills
            for f in fighters(play)
        )
    )


def voluntary_flight(play: Play, seat: int) -> None:
    """A gang that has bottled may give up the field at the start of an action phase: whoever is free leaves, or is in
    a crawlway, and so do vehicles with whoever is in them; whoever is engaged tests its Initiative and leaves or is cut
    down, and the injured are left behind.  Nobody comes any more who was still to come, and the battle is over."""
    if not play.state.turn.bottled[seat] or not play.ask(seat, Confirm("flight", "Give up the field?")):
        return
    for v in nerve.vehicles_of(play, seat):
        for who in v.embarked:
            leave_cage(play, Model(play, who))
        play.happen(DroveAway(v.id))
    for f in fighters(play):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table or model.serious:
            continue
        if model.engaged and not passes_initiative(model, "flight"):
            injury.injure(play, model, -1)
        else:
            nerve.leave_battle(play, model)
    for who in crawlers(play.state):
        if play.state.records[who].owner == seat:
            play.happen(EffectsEnded("surfaced", who))
            nerve.leave_battle(play, Model(play, who))
    for who in deployment.reserve(play.world, play.state, seat):
        nerve.leave_battle(play, Model(play, who))
    play.then(abandoned, seat)


def leave_cage(play: Play, model: Model) -> None:
    """Out of a cage, and out of the battle."""
    play.happen(GotOff(model.id, model.embarked))
    nerve.leave_battle(play, model)


def abandoned(play: Play, seat: int) -> None:
    """Nobody of a side is left who could fight on."""
    if not scoring.models_left(play)[seat]:
        conclude(play)


def conclude(play: Play, over: BattleEnded | None = None) -> bool:
    """End the battle if it is over, or given up: those who lie on the field may succumb to their injuries."""
    over = over or scoring.verdict(play)
    if over is None:
        return False
    if play.option["lasting-injuries"]:
        for f in fighters(play):
            if f.status is Status.SERIOUS and not f.suffers("webbed"):
                taken_home.succumb(play, f.id)
    terrain.sell_relics(play)
    play.happen(over)
    return True


def flee_battlefield(play: Play, seat: int) -> None:
    """Each fighter of a gang that has bottled tests its Cool or leaves; a leader or champion who stays, if only
    because another has steadied it, steadies those near.  Then the crews of its vehicles test, and leave theirs where
    it is."""
    if not play.state.turn.bottled[seat]:
        return
    kits = play.world.kits
    steady: set[int] = set()
    for f in sorted(fighters(play), key=lambda f: -kits[f.id].profile.example):
        model = Model(play, f.id)
        if f.owner != seat or not (model.on_table or model.embarked >= 0):
            continue
        if f.id not in steady and not passes_cool(model, "flee"):
            if model.on_table:
                nerve.leave_battle(play, model)
            else:
                leave_cage(play, model)
        elif model.profile.example and model.on_table:
            near = (*friends(play, f.id), *nerve.vehicles_of(play, seat))
            steady.update(g.id for g in near if near_by(play, g.at, model.at, model.profile.example))
    for v in nerve.vehicles_of(play, seat):
        if v.id not in steady and not passes_cool(Driver(play, v.id), "flee"):
            wrecks.abandon(play, Driver(play, v.id))


def rally(play: Play, seat: int) -> None:
    """Each broken fighter tests its Cool, better by one for each friendly model within 3" that is neither broken nor
    down, and by one on its home turf; so does each broken crew."""
    home = int(at_home(play, seat))
    for f in fighters(play):
        model = Model(play, f.id)
        if f.owner != seat or not model.on_table or not model.broken:
            continue
        if passes_cool(model, "rally", nerve.models_for_courage(play, model) + home):
            play.happen(Rallied(f.id))
            play.happen(Earned(f.id, RALLY_REWARD))
    for v in nerve.vehicles_of(play, seat):
        driver = Driver(play, v.id)
        if v.broken and passes_cool(driver, "rally", nerve.models_for_courage(play, driver) + home):
            play.happen(Rallied(v.id))
            play.happen(Earned(v.id, RALLY_REWARD))
