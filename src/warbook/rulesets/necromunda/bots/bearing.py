"""What bears on what becomes of a vehicle: readings of dice, and positions, that come to the same for it.

Most shots are at one model, and nobody else is hit by them.  A vehicle that has lost control in the course of one goes
nowhere again before the action is over, so that from then on nothing that stands about it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any, Literal

from ....core.answers import Staged
from ....core.effect import total_effect
from ....core.events import Rolled
from ....core.state import Placement
from ....core.structs import replace
from ....mechanics.position import memo_of
from ....space.drives.driving import driven
from ....space.terrain import DANGEROUS
from ..attacks import upgrade_hits, victims
from ..attacks.shooting import shooting, shots, target_choice
from ..battle import activations
from ..checks import trap_reach
from ..checks.aiming import Volley
from ..harm import control, vehicle_damage, vehicle_hits
from ..movement import collisions, driving
from ..records import CrewedVehicle, Driver, Play, Trap, actor_of
from ..records.position import board_now, broken, layout, per_position, things

STAGES_OF_A_SHOT = (
    activations.declare,
    shooting.draw_weapons,
    target_choice.choose_target,
    shots.roll_shot,
    shooting.allocation,
)
AIMED = tuple(stage.__name__ for stage in STAGES_OF_A_SHOT[:3])
ROLLED = tuple(stage.__name__ for stage in STAGES_OF_A_SHOT)
ONE_HIT, TAKEN, TO_COME, ALL_HITS = (
    rule.__name__
    for rule in (vehicle_hits.take_hit, vehicle_hits.take_hits, vehicle_hits.take_all, victims.resolve_hits)
)
LOST = vehicle_damage.lose_control.__name__
HITS = (ONE_HIT, TAKEN, LOST, TO_COME, ALL_HITS)
GOES_ON = ("impale", "cursed")  # traits by which a shot does more than it seems to
Holds = Callable[[CrewedVehicle], bool]
ANYWHERE = Placement(0, 0)
#: What a vehicle comes to out of control: nothing, one obstacle, terrain that takes no test of Handling, or more.
Course = Literal["clear", "one obstacle", "terrain", ""]
HEADINGS = tuple((fate, right) for fate in ("swerve", "jackknife") for right in (False, True))


# ---- readings --------------------------------------------------------------------------------------------------------


def alike(play: Play, key: str, who: int) -> Callable[[Any], Any] | None:
    """What stands for the readings of a roll, or of a dice rule, that come to the same for a vehicle."""
    if not isinstance(play.state.records[who], CrewedVehicle):
        return None
    if key in ("roll-over", "roll-over.direction"):
        return rolling_over(play, who)
    if key == "volley":
        return whatever_is_left if _is_shot(play, AIMED) and play.state.turn.actor < play.world.count else None
    if key == "weapon":
        return either_side if _is_being_shot(play, who) and Driver(play, who).on_table else None
    if key == "control.die":
        return going_clear if _loses_control(play, who) and _is_clear_all_round(play, who) else None
    if key == "control.side":
        return either_side if _loses_control(play, who) and _is_clear_either_way(play, who) else None
    return None


def rolling_over(play: Play, who: int) -> Callable[[Any], Any] | None:
    """How often and which way a vehicle rolls over makes no difference to itself: it is a wreck when it lies still."""
    out_of_control = _last_roll(play, "control.die")
    return either_side if out_of_control is not None and out_of_control.who == who else None


def _last_roll(play: Play, key: str) -> Rolled | None:
    return next((event for event in reversed(play.events) if isinstance(event, Rolled) and event.key == key), None)


def whatever_is_left(came: Volley) -> Volley:
    """What is left in the weapon of a fighter makes no difference to its target."""
    return came if came.blown else replace(came, failed=0)


def either_side(read: Any) -> int:
    """One reading stands for all."""
    return 1


def going_clear(fate: str) -> str:
    """A vehicle that meets nothing whichever way it goes may as well swerve."""
    return fate if fate == "roll" else HEADINGS[0][0]


# ---- positions -------------------------------------------------------------------------------------------------------


def remains(so: Holds, steered: bool, play: Play, stage: str, who: int) -> Any:
    """What of the position at the end of a stage can still bear on whether it is `so` with a vehicle.

    After all hits of a shot at nobody else nothing changes that any more.  Between them, once the vehicle has lost
    control or is a wreck, it depends on what it is like itself, but not on where it is and what is about it; nor on
    what makes it harder to handle, unless it is `steered`, so that a Handling test bears on it while the engine runs.
    """
    if not isinstance(play.state.records[who], CrewedVehicle):
        return False  # it is never so with anybody else
    if stage not in HITS or not _is_only_target(play, who) or play.kept:
        return None
    vehicle = play.state.record(CrewedVehicle, who)
    if stage == ALL_HITS or vehicle.wrecked or (stage == TO_COME and _nothing_follows(play)):
        return so(vehicle)
    return _what_counts(so, steered, play, vehicle, play.answers[len(ROLLED) : play.cursor])


def _what_counts(so: Holds, steered: bool, play: Play, vehicle: CrewedVehicle, rest: list[Any]) -> Any:
    """What can still bear on a vehicle on the way to the end of a shot at it, `rest` being the answers since the hits
    were shared out."""
    who, end = vehicle.id, rest[-1]
    driver, once = Driver(play, who), play.option["control-is-lost-once"]
    lapse = end.value[1] if end.key in (ONE_HIT, TAKEN) else ""
    taken, way = _so_far(play)
    left = taken and (taken if way else taken[0])  # the senses that are lost stall it when its drive is over
    over = bool(taken) and taken[0] == 0 and _is_one_volley(play)
    what = so(vehicle), vehicle.hull_points, len(vehicle.destroyed), vehicle.used, driver.effect("jinked")
    trouble = _trouble(play, vehicle)
    if way and _is_only_blow(play, who, way):
        if over and not steered:
            return so(vehicle)
        way = ()
    elif not way and over and (end.key == LOST or (end.key == TAKEN and not lapse)):
        return so(vehicle)
    far = _stages(play)[len(AIMED)].value.six, len(rest), left, way
    if _cannot_move(play, who):
        tested = (steered and not vehicle.stalled) or bool(way)
        return far, what, tested and trouble, way and _elsewhere(play, who)
    tested = steered or not (lapse and once) or not _needs_no_hand(play, who)
    return far, what, vehicle.stalled, tested and trouble, _elsewhere(play, who)


def apart(
    so: Holds, steered: bool, play: Play, stage: str, args: tuple[Any, ...], who: int
) -> tuple[dict[Any, Any], Any, Any] | None:
    """All that bears on what hits do to a vehicle until it loses control, if nobody rides on it or in it and it does
    not explode: what it is like, and how it is hit."""
    if stage == ALL_HITS and _is_only_target(play, who):
        return {}, None, ()
    if stage == LOST:
        return _loss_of_control(so, steered, play, args[0], args[1], who)
    if stage == TO_COME:
        return _hits_to_come(so, steered, play, args, who)
    if stage != TAKEN:
        return None
    driver, *hits = args
    alone, exploding = _is_only_target(play, who), any(each.hit is not None for each in driver.kit.upgrades)
    if (exploding and not alone) or driver.aboard or driver.record.embarked:
        return None
    by, state = hits[3], play.state
    hits[3] = state.records[by].owner if by >= 0 else -1
    effects = tuple(each for each in state.effects if each.on == driver.id)
    role = so, driver.id == who, state.turn.actor == driver.id, _setting(play, who) if alone else None
    key = driver.id, tuple(hits), replace(driver.record, at=ANYWHERE), effects, role
    return _kept_with_battle(play), key, ("damage.pick",)


def _kept_with_battle(play: Play) -> dict[Any, Any]:
    """What is known of hits on vehicles, in this battle, by these rules."""
    table = play.world.chances_of_hits
    if table.get("ruleset") is not play.ruleset:
        table.clear()
        table["ruleset"] = play.ruleset
    return table


def _hits_to_come(
    so: Holds, steered: bool, play: Play, args: tuple[Any, ...], who: int
) -> tuple[dict[Any, Any], Any, Any] | None:
    """All that bears on what becomes of a vehicle by all hits that are left of a shot: what it is like, how it is hit,
    and, where it may still lose control, what it comes to then.  Where that is nothing the place does not matter."""
    driver, blow, side, hits, by, picks, at = args
    once = play.option["control-is-lost-once"]
    if not once or driver.id != who or not _is_only_target(play, who) or not _nothing_follows(play):
        return None
    if driver.aboard or driver.record.embarked:
        return None
    state = play.state
    effects = tuple(each for each in state.effects if each.on == who)
    attacker = state.records[by].owner if by >= 0 else -1
    role = TO_COME, so, steered, state.turn.actor == who
    key = who, blow, side, hits, attacker, picks, at, replace(driver.record, at=ANYWHERE), effects, role
    if _cannot_move(play, who):
        return _kept_with_battle(play), (key, "here"), ("damage.pick",)
    if _is_clear_all_round(play, who):
        return _kept_with_battle(play), (key, "clear"), ("damage.pick",)
    return _kept_here(play, who), (key, _changed(play, who)), ("damage.pick",)


def _kept_here(play: Play, who: int) -> dict[Any, Any]:
    """What is known of the hits on a vehicle as long as nobody else changes, but for what whoever shoots has left."""
    memo, before = memo_of(play), _stages(play)[len(AIMED) - 1].state
    known = memo.get(_kept_here)
    if known is None or known[0] is not before:
        actor = before.records[before.turn.actor]
        rest = tuple(each for each in before.records if each.id not in (who, actor.id))
        effects = tuple(each for each in before.effects if each.on != who)
        here = who, before.records[who].at, actor.id, actor.at, actor.status, actor.conditions, rest, effects
        table = _kept_with_battle(play)
        if table.get("here") != here:
            table["here"], table["found here"] = here, {}
        known = memo[_kept_here] = before, table["found here"]
    found: dict[Any, Any] = known[1]
    return found


def _nothing_follows(play: Play) -> bool:
    """Whether all is over with these hits of a shot: they are the only ones, and not those of a drive out of control
    between others."""
    return _is_one_volley(play) and not _so_far(play)[1]


def _loss_of_control(
    so: Holds, steered: bool, play: Play, driver: Driver, lapse: str, who: int
) -> tuple[dict[Any, Any], Any, Any] | None:
    """All that bears on what comes of a loss of control between the hits of a shot, as long as nobody moves."""
    if driver.id != who or _cannot_move(play, who) or not _is_only_target(play, who):
        return None
    if any(not isinstance(each, Staged) for each in play.answers[: play.cursor]):
        return None
    vehicle, trouble = driver.record, _trouble(play, driver.record)
    table = memo_of(play).setdefault(_loss_of_control, {})
    if _is_clear_all_round(play, who) and not driver.built("turtle-back"):
        last = _so_far(play)[0][0] == 0, _is_one_volley(play)
        like = vehicle.stalled, vehicle.ready, vehicle.unconscious, control.way_on(driver), play.state.turn.actor == who
        return table, ("clear", who, so, steered, so(vehicle), lapse, like, last), ("damage.pick",)
    what = vehicle.hull_points, vehicle.destroyed, vehicle.used, driver.effect("jinked"), vehicle.unconscious
    others = tuple(each for each in play.state.records[play.world.count :] if each.id != who)
    key = so, so(vehicle), lapse, what, vehicle.stalled, trouble, _elsewhere(play, who), others, _so_far(play)
    return table, key, ("damage.pick",)


def _trouble(play: Play, vehicle: CrewedVehicle) -> tuple[int, int]:
    """How much harder Handling tests have become, and by a concussion, which comes but once."""
    return vehicle.flesh + vehicle.handling, total_effect(play.state, vehicle.id, "handling")


def _elsewhere(play: Play, who: int) -> tuple[Any, ...]:
    """What has changed since the shot was aimed, but for the vehicle where it stands."""
    return play.state.records[who].at, *_changed(play, who), play.state.turn


def _changed(play: Play, who: int) -> tuple[Any, ...]:
    """What has changed of others since a shot was aimed."""
    state, before = play.state, _stages(play)[len(AIMED) - 1].state
    both = enumerate(zip(state.records, before.records, strict=True))
    others = tuple((number, now) for number, (now, then) in both if now is not then and number != who)
    return others, tuple(each for each in state.effects if each.on != who)


def _so_far(play: Play) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """How many hits of a shot are left and how control was lost by the last, None before it, and the dice by which its
    target drives about."""
    rest: list[Any] = play.answers[len(ROLLED) : play.cursor]
    steps = list(takewhile(lambda each: isinstance(each, Staged), rest))
    taken = next((each.value for each in reversed(steps) if each.key == TAKEN), None)
    return taken, tuple((each.key, each.value) for each in rest if not isinstance(each, Staged))


def _setting(play: Play, who: int) -> tuple[Any, ...]:
    """What else decides at the end of hits what still bears on their target."""
    taken, way = _so_far(play)
    if way:
        return _is_one_volley(play), taken, way, _is_only_blow(play, who, way)
    return _is_one_volley(play), not _cannot_move(play, who) and _needs_no_hand(play, who)


def _is_one_volley(play: Play) -> bool:
    """Whether all hits of a shot are resolved in one go, and none of them shakes the ground."""
    stages = _stages(play)
    return not stages[len(AIMED)].value.six and not stages[1].value[0].profile.has("seismic")


def _is_only_blow(play: Play, who: int, way: tuple[tuple[str, Any], ...]) -> bool:
    """Whether the drive of a vehicle that has lost control comes to nothing but the one obstacle that it has hit."""
    if tuple(key for key, _ in way) != ("control.die", "control.side"):
        return False
    (_, fate), (_, right) = way
    there = Play(_stages(play)[len(AIMED) - 1].state, play.ruleset, play.world, [])
    return _course(there, who, fate, bool(right)) == "one obstacle"


def _needs_no_hand(play: Play, who: int) -> bool:
    """Whether a vehicle that loses control comes to no Handling test, whichever way it goes."""
    return all(_course(play, who, *heading) for heading in HEADINGS)


def _cannot_move(play: Play, who: int) -> bool:
    """Whether a vehicle goes nowhere any more before the action is over."""
    return bool(play.option["control-is-lost-once"]) and Driver(play, who).effect("out-of-control")


# ---- a shot at one vehicle -------------------------------------------------------------------------------------------


def _stages(play: Play) -> list[Staged]:
    """The stages at the beginning of the answers so far, one after the other."""
    found = list[Staged]()
    for answer in play.answers[: play.cursor]:
        if not isinstance(answer, Staged):
            break
        found.append(answer)
    return found


def _is_shot(play: Play, so_far: tuple[str, ...], stages: list[Staged] | None = None) -> bool:
    """Whether a fighter shoots with one weapon, nothing but its hits comes of it, and it has come so far."""
    stages = _stages(play) if stages is None else stages
    if tuple(stage.key for stage in stages[: len(so_far)]) != so_far or len(stages[1].value) != 1:
        return False
    (gun,) = stages[1].value
    quiet = play.world.badzone < 0 and not play.world.hazards
    return quiet and stages[0].value == "shoot" and not any(gun.profile.has(trait) for trait in GOES_ON)


def _is_only_target(play: Play, who: int) -> bool:
    """Whether the hits of such a shot are all at one vehicle, some have been resolved, and nothing else goes on; nor
    does its shooter trigger a trap when it is over."""
    if not _is_being_shot(play, who):
        return False
    return not (play.world.traps and _triggers(play, play.state.turn.actor, _traps(play)))


@per_position
def _triggers(play: Play, who: int, traps: tuple[int, ...]) -> bool:
    """Whether somebody triggers one of these traps when its action is over."""
    model = actor_of(play, who)
    return model.on_table and bool(trap_reach.triggered_at_end(model, model.at))


def _is_being_shot(play: Play, who: int) -> bool:
    """Whether hits of such a shot are being resolved, all of them at one vehicle."""
    stages = _stages(play)
    return _is_shot(play, ROLLED, stages) and all(struck == who for struck, _ in stages[len(AIMED) + 1].value)


def _loses_control(play: Play, who: int) -> bool:
    """Whether the vehicle that is such a target loses control, for the only time in the action and by itself: not as it
    is driven into something."""
    driven_into = any(
        isinstance(answer, Staged) and answer.key == collisions.run.__name__ for answer in play.answers[: play.cursor]
    )
    itself = Driver(play, who).on_table and _cannot_move(play, who)
    return itself and not driven_into and _is_being_shot(play, who)


def _is_clear_either_way(play: Play, who: int) -> bool:
    rolled = _last_roll(play, "control.die")
    return rolled is not None and all(_goes_clear(play, who, rolled.value, right) for right in (False, True))


def _is_clear_all_round(play: Play, who: int) -> bool:
    return all(_goes_clear(play, who, *heading) for heading in HEADINGS)


def _goes_clear(play: Play, who: int, fate: str, right: bool) -> bool:
    """Whether a vehicle that loses control so meets nothing on its way, and nothing happens there to anybody."""
    return _course(play, who, fate, right) == "clear"


def _course(play: Play, who: int, fate: str, right: bool) -> Course:
    """What a vehicle comes to that loses control so."""
    driver = Driver(play, who)
    leg = control.way_on(driver), *control.heading(driver, fate, right)
    return _course_of(play, who, leg, broken(play.state), _traps(play))


def _traps(play: Play) -> tuple[int, ...]:
    return tuple(trap.id for trap in things(play, Trap) if trap.there) if play.world.traps else ()


@per_position
def _course_of(
    play: Play, who: int, leg: tuple[int, int, int], gone: tuple[int, ...], traps: tuple[int, ...]
) -> Course:
    """The same for one leg, with these pieces of the board `gone`, and these traps lying on it."""
    driver, board = Driver(play, who), board_now(play)
    found = driven(board, layout(play), who, (leg,), driving.gear(driver, leg[0]))
    places = [play.state.records_as(Trap)[trap].at for trap in traps]
    if any(met.what == "body" for met in found.met) or any(area.kind == DANGEROUS for area in found.areas):
        return ""
    if any(upgrade_hits.passed(play, at, [found], trap_reach.TRAP_REACH) for at in places):
        return ""
    if driver.aboard or driver.cargo or not board.on_floor(*found.end.spot):
        return "terrain"
    if len(found.met) > 1:
        return "terrain"
    return "clear" if not found.met else "one obstacle" if found.met[0].what == "obstacle" else "terrain"
