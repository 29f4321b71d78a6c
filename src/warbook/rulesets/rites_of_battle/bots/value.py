"""What a position is worth to a side: whom it still has, whom the other has, and how far the scenario is along."""

from __future__ import annotations

from ....mechanics import grid
from ..attacks import hits, weapons
from ..battle import scenario as scenarios
from ..checks import squares
from ..printed.scenario import Scenario
from ..records import ADVERSARIES, SQUAD, Fighter, Model, Play
from ..records.position import able_of, fighters

WIN = 1000.0
HEAD = 30.0  # a fighter of average strength
TIER = {"minion": 0.5, "rival": 1.0, "hero": 1.6, "nemesis": 2.2}
STRAIN = 0.25  # of what wounds cost
HELD = 40.0  # a round for which the ground was held
STEP = 20.0  # an action of a task
NEAR = 0.3  # a square nearer to where one wants to be
OUT = 1.5  # a square nearer to the ground, the machine or the way out that is wanted, or to the one who is hunted
INSIDE = 6.0  # somebody who stands on the ground that is fought for
WORKED = 500.0  # a machine that is worked, more than it costs to be far from the way out then
HUNTED = 120.0  # all the wounds of the one who is hunted
ESCAPED = 120.0  # somebody who has got out
HASTE = 3.0  # a square nearer to the way out, once there is nothing left to do
AT_BAY = 6  # squares: whoever hunts is near enough then
THREAT = 12.0  # the part of an enemy that may be taken
AIMED = 0.1
ARMS = 0.3  # a point of damage of a weapon in hand; those on the ground are missed
EASE = {1: 0.85, 2: 0.75, 3: 0.6, 4: 0.45}  # how likely a hit is, by the difficulty


def value(play: Play, seat: int) -> float:
    """What a position is worth to a seat."""
    now = play.state.turn
    if now.phase == "over":
        return 0.0 if now.winner < 0 else WIN if now.winner == seat else -WIN
    worth = sum(health(play, f) * (1 if f.owner == seat else -1) for f in fighters(play) if f.state != "waiting")
    squad = prospects(play)
    worth += squad if seat == SQUAD else -squad
    return worth + eagerness(play, seat) - eagerness(play, 1 - seat)


def health(play: Play, f: Fighter) -> float:
    """What a fighter is worth as it is."""
    model = Model(play, f.id)
    kit = model.kit
    full = HEAD * TIER[kit.profile.tier] * kit.count
    if f.state in ("dead", "away"):
        return full if f.state == "away" else 0.0
    if f.state == "incapacitated":
        return 0.05 * full
    left = max(0.0, 1.0 - 0.7 * f.wounds / max(1, model.wound_threshold))
    if kit.has_strain:
        left -= STRAIN * f.strain / max(1, model.strain_threshold)
    return full * max(0.1, left - 0.05 * len(f.injuries) - 0.03 * f.prone + 0.02 * f.covered)


def prospects(play: Play) -> float:
    """How far the squad is along with what the scenario is about."""
    about = play.world.scenario
    match about.about:
        case "hold":
            return HELD * play.state.turn.held_rounds + _ground(play, about)
        case "machine":
            return _machine(play, about)
        case "nemesis":
            return _hunt(play, scenarios.nemesis(play, about))
        case _:
            return 0.0


def _ground(play: Play, about: Scenario) -> float:
    """Who stands on the ground that is to be held, and how far the others are from it."""
    worth = 0.0
    for seat, sign in ((SQUAD, 1), (ADVERSARIES, -1)):
        able = able_of(play, seat)
        inside = sum(scenarios.in_zone(play, who, about.goal) for who in able)
        off = [_to_goal(play, who, about) for who in able]
        worth += sign * (INSIDE * min(2, inside) - OUT * sum(sorted(off)[:2]))
    return worth


def _machine(play: Play, about: Scenario) -> float:
    """The actions that have gone into the machine, and how near somebody is; after that how near all are to the way
    out."""
    able = able_of(play, SQUAD)
    if scenarios.worked(play, about):
        away = sum(_to_goal(play, who, about) for who in able)
        return WORKED + ESCAPED * play.state.turn.escaped - HASTE * away
    (machine,) = scenarios.machines(play, about)
    off = sorted(_on_foot(play, who, machine.id) for who in able)
    return STEP * (len(machine.workers) + 0.3 * len(machine.helpers)) - OUT * sum(off[:2])


def _hunt(play: Play, nemesis: int) -> float:
    """What the hunted one has suffered, and how near it is to those who hunt it."""
    model = Model(play, nemesis)
    suffered = model.record.wounds / max(1, model.wound_threshold)
    off = (max(0, _on_foot(play, who, nemesis) - AT_BAY) for who in able_of(play, SQUAD))
    return HUNTED * suffered - OUT * sum(off)


def _on_foot(play: Play, who: int, whom: int) -> int:
    """How many squares it is for one to another on foot."""
    there = grid.spot_of(play, whom)
    return grid.FAR if there is None else grid.on_foot(play, who, (there,), squares.plain_rules(play))


def _to_goal(play: Play, who: int, about: Scenario) -> int:
    """How many squares it is for somebody to the zone that is fought for."""
    return grid.on_foot(play, who, scenarios.ground(play, about), squares.plain_rules(play))


def eagerness(play: Play, seat: int) -> float:
    """What those of a side who can act may do to the enemy from where they stand, with what is in their hands; and how
    far it is to the enemy for those who can do nothing."""
    theirs = [f for f in fighters(play) if f.owner != seat and f.able]
    if not theirs:
        return 0.0
    return sum(_prospect(play, f, theirs) for f in fighters(play) if f.owner == seat and f.able)


def _prospect(play: Play, f: Fighter, theirs: list[Fighter]) -> float:
    me = Model(play, f.id)
    best = max((_harm(play, me, slot, g) for slot in me.slots if me.in_hand(slot) for g in theirs), default=0.0)
    if f.id == play.state.turn.actor and play.state.turn.action:
        best *= 1.0 + AIMED * play.state.turn.aims
    near = min(_on_foot(play, f.id, g.id) for g in theirs)
    arms = sum(me.weapon(slot).damage for slot in f.held) - sum(me.weapon(slot).damage for slot, _, _ in f.dropped)
    return THREAT * best - NEAR * near + ARMS * arms


def _harm(play: Play, me: Model, slot: int, g: Fighter) -> float:
    """What part of an enemy a hit with a weapon would take, roughly, if it is in reach."""
    weapon, whom = me.weapon(slot), Model(play, g.id)
    if weapons.why_not_now(me, weapons.Use(slot)) or not weapons.reaches(play, me, weapon, g.id):
        return 0.0
    if not weapon.melee and not squares.sees(play, me.id, g.id):
        return 0.0
    damage = weapon.damage + 1 + (me.characteristic("strength") if weapon.melee else 0)
    through = max(0.5, damage - hits.soak_against(play, g.id, weapon))
    odds = EASE[weapons.difficulty_of(play, weapon, squares.apart(play, me.id, g.id))]
    return odds * min(1.0, through / max(1, whom.wound_threshold)) * TIER[whom.kit.profile.tier] * whom.kit.count
