"""What bears on what becomes of a vehicle: readings of dice, and positions, that come to the same for it.

Most shots are at one model, and nobody else is hit by them.  A vehicle that has lost control in the course of one goes
nowhere again before the action is over, so that from then on nothing that stands about it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.answers import Staged
from ....core.events import Rolled
from ....core.structs import replace
from ....space.drives.driving import driven
from ....space.terrain import DANGEROUS
from ..attacks import upgrade_hits
from ..checks import trap_reach
from ..checks.aiming import Volley
from ..harm import control
from ..movement import driving
from ..records import CrewedVehicle, Driver, Play, Trap, actor_of
from ..records.position import board_now, broken, layout, per_position, things

AIMED = ("declare", "draw_weapons", "choose_target")
ROLLED = (*AIMED, "roll_shot", "allocation")
ONE_HIT, ALL_HITS = "strike_once", "resolve_hits"
GOES_ON = ("impale", "cursed")  # traits by which a shot does more than it seems to
Holds = Callable[[CrewedVehicle], bool]
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
        return going_clear if _loses_control(play, who) and all(_goes_clear(play, who, *h) for h in HEADINGS) else None
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
    if stage not in (ONE_HIT, ALL_HITS) or not _is_only_target(play, who):
        return None
    vehicle = play.state.record(CrewedVehicle, who)
    if stage == ALL_HITS or vehicle.wrecked:
        return so(vehicle)
    volley = _stages(play)[len(AIMED)].value
    if not _cannot_move(play, who):
        return None if play.queue or play.kept else (volley.six, _since_aiming(play))
    steered = steered and not vehicle.stalled
    hull = vehicle.hull_points, len(vehicle.destroyed), vehicle.used, vehicle.unconscious
    on_it = [each for each in play.state.effects if each.on == who and (steered or each.name == "jinked")]
    effects = tuple(sorted((each.name, each.amount) for each in on_it))
    return volley.six, so(vehicle), hull, effects, steered and _wear(vehicle)


def _since_aiming(play: Play) -> tuple[Any, ...]:
    """What has changed since the shot was aimed."""
    state, before = play.state, _stages(play)[len(AIMED) - 1].state
    both = enumerate(zip(state.records, before.records, strict=True))
    return tuple((number, now) for number, (now, then) in both if now is not then), state.effects, state.turn


def _wear(vehicle: CrewedVehicle) -> tuple[Any, ...]:
    return vehicle.stalled, vehicle.flesh, vehicle.handling


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
    rest = play.answers[len(ROLLED) : play.cursor]
    if not all(isinstance(answer, Staged) and answer.key in (ONE_HIT, ALL_HITS) for answer in rest):
        return False
    if not _is_being_shot(play, who):
        return False
    shooter = actor_of(play, play.state.turn.actor)
    return not (play.world.traps and shooter.on_table and trap_reach.triggered_at_end(shooter, shooter.at))


def _is_being_shot(play: Play, who: int) -> bool:
    """Whether hits of such a shot are being resolved, all of them at one vehicle."""
    stages = _stages(play)
    return _is_shot(play, ROLLED, stages) and all(struck == who for struck, _ in stages[len(AIMED) + 1].value)


def _loses_control(play: Play, who: int) -> bool:
    """Whether the vehicle that is such a target loses control, for the only time in the action and by itself: not as it
    is driven into something."""
    driven_into = any(isinstance(answer, Staged) and answer.key == "run" for answer in play.answers[: play.cursor])
    itself = Driver(play, who).on_table and _cannot_move(play, who)
    return itself and not driven_into and _is_being_shot(play, who)


def _is_clear_either_way(play: Play, who: int) -> bool:
    rolled = _last_roll(play, "control.die")
    return rolled is not None and all(_goes_clear(play, who, rolled.value, right) for right in (False, True))


def _goes_clear(play: Play, who: int, fate: str, right: bool) -> bool:
    """Whether a vehicle that loses control so meets nothing on its way, and nothing happens there to anybody."""
    driver = Driver(play, who)
    if driver.aboard or driver.cargo or any(each.hit is not None for each in driver.kit.upgrades):
        return False
    far, facing = control.way_on(driver), control.heading(driver, fate, right)
    return _is_clear(play, who, (far, *facing), broken(play.state), _traps(play))


def _traps(play: Play) -> tuple[int, ...]:
    return tuple(trap.id for trap in things(play, Trap) if trap.there) if play.world.traps else ()


@per_position
def _is_clear(play: Play, who: int, leg: tuple[int, int, int], gone: tuple[int, ...], traps: tuple[int, ...]) -> bool:
    """The same for one leg, with these pieces of the board `gone`, and these traps lying on it."""
    rules, board = driving.gear(Driver(play, who), leg[0]), board_now(play)
    found = driven(board, layout(play), who, (leg,), rules)
    if found.met or any(area.kind == DANGEROUS for area in found.areas) or not board.on_floor(*found.end.spot):
        return False
    places = (play.state.records[trap].at for trap in traps)
    return not any(upgrade_hits.passed(play, at, [found], trap_reach.TRAP_REACH) for at in places)
