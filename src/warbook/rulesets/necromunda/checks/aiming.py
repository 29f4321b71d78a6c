"""The hit roll: the number to hit with every reason that lies in the situation, and the dice that go with an attack."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ....core.check import Modifier, Target, target
from ....core.dice import D6
from ....core.effect import total_effect
from ....core.state import Body
from ....space.shapes import sweeps
from ..printed.arms import ShootingAction
from ..records import Actor, CrewedVehicle, Door, Driver, Fighter, Play, Rat, Status, Trap, actor_of
from ..records.position import HALF_HIDDEN, engaged_with
from . import badzones, darkness, drink, firepower
from .guns import Gun
from .targets import DOWN, Band, hidden_of, muzzle, range_band

NEVER = 99
IMPROBABLE = 6  # a shot that needs more than this needs it first, and then the plain skill
POINT = -1  # the answer that aims at a place and not at a model
THROUGH_DUCTWAY = 5


class Shot(Struct, frozen=True):
    """One ranged attack in its situation, as the modifiers of the hit roll see it.

    `target` is an id (`POINT` for a place on the table); `hidden` counts the hidden
    parts of the target's silhouette, of 25; `paired` says that a second gun is fired with it.
    """

    shooter: Actor
    target: int
    gun: Gun
    band: Band
    hidden: int = 0
    action: ShootingAction = "shoot"
    paired: bool = False

    @property
    def record(self) -> Body | None:
        """The record of the target, if it has one."""
        return self.shooter.play.state.records[self.target] if self.target >= 0 else None

    @property
    def at_model(self) -> bool:
        """Whether it is aimed at a fighter or a crewed vehicle, not at a thing or a place."""
        return 0 <= self.target < self.shooter.play.world.first_thing

    @property
    def fighter(self) -> Fighter | None:
        """The record of the target, if it is a fighter."""
        record = self.record
        return record if isinstance(record, Fighter) else None


def hit_number(shot: Shot) -> Target:
    """The number to hit, with every reason for it.  Doors are hit by themselves; a shot through a ductway takes a 5
    whatever else holds."""
    if shot.action == "fire-through-ductway":
        return Target(THROUGH_DUCTWAY, THROUGH_DUCTWAY, "through a ductway")
    if isinstance(shot.record, Door):
        return Target(0, 0, "a door is hit by itself")
    return target("Ballistic Skill", shot.shooter.bs, shot.shooter.play.ruleset.modifiers["shoot"], shot)


def on_the_die(needed: Target) -> int:
    """What the die must show to hit: 2 at least, for a natural 1 misses; 0 where it hits by itself."""
    return max(2, needed.number) if needed.base else needed.number


def _cover(shot: Shot) -> int:
    if shot.hidden == 0:
        return 0
    full = shot.hidden >= HALF_HIDDEN
    if shot.shooter.has("trick-shot") or _infra_sight(shot):
        return -1 if full else 0
    return -2 if full else -1


def _infra_sight(shot: Shot) -> bool:
    gun = shot.gun
    return bool(gun.accessories) and gun.fitted("infra-sight") and not gun.has("rapid-fire") and not gun.has("blast")


def _accuracy(shot: Shot) -> int:
    gun, profile = shot.gun, shot.gun.profile
    if shot.band == "beyond":
        return 0
    if shot.band == "short" or (gun.accessories and gun.fitted("telescopic-sight") and _aim(shot)):
        return gun.accuracy_short
    return profile.accuracy_long


def _engaged_target(shot: Shot) -> int:
    if shot.fighter is None or shot.shooter.has("trick-shot"):
        return 0
    return -1 if engaged_with(shot.shooter.play, shot.target) else 0


def _prone_at_long(shot: Shot) -> int:
    fighter = shot.fighter
    return -1 if shot.band == "long" and fighter is not None and fighter.status in DOWN else 0


def _aim(shot: Shot) -> int:
    play = shot.shooter.play
    return total_effect(play.state, shot.shooter.id, "aim") if shot.action in play.world.edition.aim_helps else 0


def _aimed(shot: Shot) -> int:
    aim = _aim(shot)
    if aim and shot.gun.accessories:
        aim += sum(a.aim - 1 for a in shot.gun.accessories if a.aim)
    return aim


def _point(shot: Shot) -> int:
    if shot.target != POINT or shot.gun.has("smoke"):
        return 0
    play = shot.shooter.play
    return play.world.edition.at_point


def _two_guns(shot: Shot) -> int:
    return -1 if shot.paired and not shot.shooter.has("gunfighter") else 0


def _booby_trap(shot: Shot) -> int:
    if not isinstance(shot.record, Trap):
        return 0
    return -1 if shot.band == "short" else -2


def _vents(shot: Shot) -> int:
    play = shot.shooter.play
    return -1 if play.world.is_crewed(shot.target) and Driver(play, shot.target).built("smoke-vents") else 0


def _blurred(shot: Shot) -> int:
    fighter = shot.fighter
    if fighter is None:
        return 0
    kit, still = shot.shooter.play.world.kits[shot.target], fighter.moved == 0
    cloaks = (piece.hit_ranged for piece in kit.gear if still or not piece.still_only)
    fields = (a.hit_ranged for a in kit.armour if a.id not in fighter.used and (still or not a.still_only))
    return min((*cloaks, *fields), default=0)


def _evade(shot: Shot) -> int:
    fighter = shot.fighter
    if fighter is None or shot.hidden or "evade" not in shot.shooter.play.world.kits[shot.target].skills:
        return 0
    if fighter.status is not Status.STANDING or engaged_with(shot.shooter.play, shot.target):
        return 0
    return -1 if shot.band == "short" else -2


def _jungle(shot: Shot) -> int:
    return -1 if shot.band == "long" and badzones.fought_in(shot.shooter.play, "dome-jungle") else 0


def _winds(shot: Shot) -> int:
    play = shot.shooter.play
    if shot.band != "long" or not badzones.befallen_by(play, "howling-winds"):
        return 0
    return -2 if badzones.fought_in(play, "bottomless-depths") else -1


def _clouds(shot: Shot) -> int:
    if not badzones.befallen_by(shot.shooter.play, "choking-clouds"):
        return 0
    return {"short": -1, "long": -2}.get(shot.band, 0)


def _things(shot: Shot) -> int:
    if shot.band != "long" or not badzones.befallen_by(shot.shooter.play, "things-in-the-dark"):
        return 0
    return 0 if any(gear.sight_in_dark for gear in darkness.sight_gear(shot.shooter, shot.gun)) else -1


def _furnace(shot: Shot) -> int:
    world = shot.shooter.play.world
    if not world.furnaces or shot.record is None:
        return 0
    a, b = muzzle(shot.shooter, shot.gun).spot, shot.record.at.spot
    return -1 if any(sweeps(pit, a, b, 0) for pit in world.furnaces) else 0


def _rolling_road(shot: Shot) -> int:
    play, record = shot.shooter.play, shot.record
    if not play.world.scenario.rolling_road or not isinstance(record, Fighter | CrewedVehicle):
        return 0
    return -1 if record.moved > actor_of(play, record.id).move else 0


ON_ROLLING_ROAD = Modifier("swift target on a rolling road", _rolling_road, "hit rolls")
IN_BADZONE = (
    Modifier("across a furnace", _furnace, "industrial terrain"),
    Modifier("dome jungle", _jungle, "badzone environments"),
    Modifier("howling winds", _winds, "badzone events"),
    Modifier("choking clouds", _clouds, "badzone events"),
    Modifier("things in the dark", _things, "badzone events"),
)
AT_VENTS = Modifier("smoke vents", _vents, "vehicle upgrades")
AT_RAT = Modifier("bomb delivery rat", lambda shot: -1 if isinstance(shot.record, Rat) else 0, "wargear")

HIT_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("cover", _cover, "hit rolls"),
    Modifier("accuracy", _accuracy, "hit rolls"),
    Modifier("engaged target", _engaged_target, "hit rolls"),
    Modifier("prone target at long range", _prone_at_long, "hit rolls"),
    Modifier("aiming at a point", _point, "hit rolls"),
    Modifier("aim", _aimed, "fighter actions"),
    Modifier("blind fire", lambda shot: -2 if shot.action == "blind-fire" else 0, "fighter actions"),
    Modifier("two guns", _two_guns, "two guns blazing"),
    Modifier("run and gun", lambda shot: -1 if shot.action == "run-and-gun" else 0, "skills"),
    Modifier("booby trap", _booby_trap, "booby traps"),
    Modifier("blurred target", _blurred, "wargear"),
    Modifier("evading target", _evade, "skills"),
    Modifier("drink", lambda shot: drink.ranged_penalty(shot.shooter), "wargear"),
)


# ---- the dice --------------------------------------------------------------------------------------------------------


class HitRoll(Struct, frozen=True):
    """A shot as dice see it.

    `number` hits (0: by itself, `NEVER`: not at all), `skill` is the plain one that an improbable shot falls back on;
    `dice` the Firepower dice, 0 where none is rolled and the Ammo test comes anyway; `ammo` what that test needs, 0
    where there is none or it is made later.  `shove` are the Strengths that a Knockback is held against, of
    everybody who may be hit; `sixes` and `astray` say that it matters whether a hit shows a natural 6, and how often a
    miss goes by; `on_six` are the words for what such a hit does.
    """

    number: int
    skill: int
    dice: int = 1
    rapid: bool = False
    ammo: int = 0
    again: bool = False
    unstable: bool = False
    shove: tuple[int, ...] = ()
    sixes: bool = True
    astray: bool = True
    on_six: tuple[str, ...] = ()


class Volley(Struct, frozen=True):
    """What a ranged attack's dice came to: hits, or hits that went by the target; whether the hit roll showed a
    natural 6, and the greatest Strength it overcomes with a Knockback; Ammo tests failed, or Ammo symbols still to be
    tested; and whether the weapon blew up."""

    hits: int
    by: int = 0
    six: bool = False
    shoves: int = 0
    failed: int = 0
    symbols: int = 0
    blown: bool = False


def volley(play: Play, aim: HitRoll) -> Volley:
    """Dice rule: the hit roll, the Firepower dice and the Ammo tests they call for.

    A natural 1 misses.  A shot that needs 7 or more is improbable: a 6, and then the plain skill.
    """
    hit, face = _hit_roll(play, aim)
    count, symbols = 1, 1
    if aim.dice:
        holes, symbols = play.roll(firepower.FIREPOWER[aim.dice], "firepower", "Firepower")
        count = holes if aim.rapid else 1
    blown = bool(symbols and aim.unstable) and play.roll(D6, "unstable", "Unstable, 4+") <= firepower.BURNT_OUT
    failed = firepower.ammo_tests(play, aim.ammo, symbols, aim.again).failed if aim.ammo and symbols else 0
    return Volley(
        count if hit else 0,
        count if aim.astray and not hit else 0,
        hit and face == 6 and aim.sixes,
        max((strength for strength in aim.shove if face >= strength), default=0) if hit else 0,
        min(failed, 2),
        0 if aim.ammo else symbols,
        blown,
    )


def _hit_roll(play: Play, aim: HitRoll) -> tuple[bool, int]:
    """Whether it hits, and the face that the die showed in the end; 0 where none was rolled."""
    number = aim.number
    if number in (0, NEVER):
        return number == 0, 0
    face: int = play.roll(D6, "hit", f"To hit, {number}+", came=_hitting(aim, number))
    if number > IMPROBABLE:
        if face < IMPROBABLE:
            return False, face
        number = aim.skill
        face = play.roll(D6, "hit.improbable", f"An improbable shot, {number}+", came=_hitting(aim, number))
    return reaches(face, number), face


def _hitting(aim: HitRoll, number: int) -> Callable[[int], str] | None:
    """What a hit roll came to where a natural 6 does more than hit; None where it does not, or not yet."""
    if not aim.on_six or number > IMPROBABLE:
        return None
    return lambda face: ", ".join(("a hit", *aim.on_six)) if face == IMPROBABLE else ""


def reaches(face: int, number: int) -> bool:
    """Whether a die of a hit roll hits: a natural 1 never does."""
    return face != 1 and face >= number


# ---- a shot at a target ----------------------------------------------------------------------------------------------


def take_aim(
    shooter: Actor, gun: Gun, whom: int, action: ShootingAction, *, hidden: int | None = None, paired: bool = False
) -> Shot:
    """A shot at a model or thing in its situation."""
    play = shooter.play
    record = play.state.records[whom]
    if hidden is None:
        hidden = hidden_of(shooter, gun, whom, action)
    return Shot(shooter, whom, gun, range_band(gun, muzzle(shooter, gun), record.at), hidden, action, paired)


def difficulty(
    shooter: Actor, gun: Gun, whom: int, hidden: int, action: ShootingAction, *, paired: bool = False
) -> int:
    """How hard a target is to hit: the number it takes, or never."""
    shot = take_aim(shooter, gun, whom, action, hidden=hidden, paired=paired)
    return NEVER if shot.band == "beyond" else hit_number(shot).number
