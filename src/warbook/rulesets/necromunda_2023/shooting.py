"""Shooting: choosing weapon and target, the hit roll with every reason for its number, firepower and ammo.

In the order of the book: target priority, declaring, range, the hit roll and pinning, the hits, ammo.
"""

from __future__ import annotations

from msgspec import Struct

from ...core.check import Modifier, Target, target
from ...core.decision import Choose, Reasons
from ...core.dice import D6, SHOWN, Pool, Reading
from ...space.sight import in_arc, visible
from .characteristics import passes_cool
from .events import AmmoOut, Jammed, ProfileSpent
from .injury import HARMFUL, Mark, Strike, harm, pin, suffer
from .model import Model, Play, Status, enemies, engaged_with, layout
from .printed import WeaponProfile
from .saves import saves_against

EYE = 1000  # height of the eye above the floor, in thousandths
#: Faces of the firepower die as (holes, ammo symbols).
FIREPOWER_FACES = ((1, 1), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0))
BEYOND = -1


def _firepower(so_far: tuple[int, int], face: int) -> tuple[int, int]:
    holes, symbols = FIREPOWER_FACES[face - 1]
    return so_far[0] + holes, so_far[1] + symbols


FIREPOWER_READING = Reading("firepower", (0, 0), _firepower)
FIREPOWER = tuple(Pool(n, 6, FIREPOWER_READING, f"{n} firepower dice" if n > 1 else "Firepower die") for n in range(9))


class Shot(Struct, frozen=True):
    """One ranged attack in its situation, as the modifiers of the hit roll see it.

    `band` is short, long or beyond; `hidden` counts the hidden points of the target's silhouette, of 25.
    """

    shooter: Model
    target: Model
    weapon: WeaponProfile
    band: str
    hidden: int
    action: str = "shoot"


# ---- who can be seen and shot ----------------------------------------------------------------------------------------


def seen_from(play: Play, shooter: int, *, all_round: bool = False) -> dict[int, int]:
    """The enemies a fighter can see, each with the number of hidden points (0 open .. 24), nearest ids in order of id."""
    memo = layout(play).memo
    key = ("seen", shooter, all_round)
    found: dict[int, int] | None = memo.get(key)
    if found is None:
        found = memo[key] = _look(play, shooter, all_round)
    return found


def _look(play: Play, shooter: int, all_round: bool) -> dict[int, int]:
    me = play.state.records[shooter]
    at = me.at
    ahead = [f.id for f in enemies(play, me.owner) if all_round or in_arc(at, f.at.x, f.at.y)]
    # Friends in base contact with the shooter neither hide nor give cover.
    beside = tuple(
        f.id for f in play.state.records[: play.world.count]
        if f.owner == me.owner and f.id != shooter and f.status is Status.ACTIVE and contact(at, f.at, CONTACT)
    )
    return dict(visible(layout(play), play.world.board, shooter, ahead, eye=EYE, ignore=beside))


def in_hiding(play: Play, target: int, hidden: int) -> bool:
    """Prone and in cover: a fighter in hiding cannot be made the target of a shot."""
    return hidden > 0 and play.state.records[target].status in (Status.PINNED, Status.SERIOUS)


def targets(shooter: Model, *, all_round: bool = False) -> list[int]:
    """The enemies that may be shot at: seen, and not in hiding."""
    play: Play = shooter.play
    return [who for who, hidden in seen_from(play, shooter.id, all_round=all_round).items()
            if not in_hiding(play, who, hidden)]


def band(weapon: WeaponProfile, distance: int) -> str:
    """The range band of a distance in thousandths."""
    if distance <= weapon.short:
        return "short"
    return "long" if distance <= weapon.long else "beyond"


# ---- the hit roll ----------------------------------------------------------------------------------------------------


def hit_number(shot: Shot) -> Target:
    """The number to hit, with every reason for it."""
    return target("Ballistic Skill", shot.shooter.profile.bs, shot.shooter.play.ruleset.modifiers["shoot"], shot)


def _cover(shot: Shot) -> int:
    return 0 if shot.hidden == 0 else -1 if shot.hidden < HALF else -2


def _accuracy(shot: Shot) -> int:
    return shot.weapon.accuracy_short if shot.band == "short" else shot.weapon.accuracy_long


def _engaged_target(shot: Shot) -> int:
    return -1 if engaged_with(shot.shooter.play, shot.target.id) else 0


def _prone_at_long(shot: Shot) -> int:
    return -1 if shot.band == "long" and shot.target.prone else 0


def _aimed(shot: Shot) -> int:
    return 1 if shot.shooter.effect("aim") else 0


def _blind_fire(shot: Shot) -> int:
    return -2 if shot.action == "blind-fire" else 0


HIT_MODIFIERS = (
    Modifier("cover", _cover, "core 2023, hit rolls"),
    Modifier("accuracy", _accuracy, "core 2023, hit rolls"),
    Modifier("engaged target", _engaged_target, "core 2023, hit rolls"),
    Modifier("prone target at long range", _prone_at_long, "core 2023, hit rolls"),
    Modifier("aim", _aimed, "core 2023, fighter actions"),
    Modifier("blind fire", _blind_fire, "core 2023, fighter actions"),
)


# ---- the shot --------------------------------------------------------------------------------------------------------


def shoot(play: Play, shooter: Model) -> None:
    """Choose a weapon and a target and fire.  Anyone but the closest target takes a cool head."""
    arm = play.ask(shooter.owner, weapon_choice(shooter))
    whom = play.ask(shooter.owner, target_choice(shooter))
    whom = prioritise(play, shooter, whom)
    fire(play, shooter, arm, Model(play, whom))


class Volley(Struct, frozen=True):
    """What a ranged attack's dice came to: hits, whether the hit roll showed a natural 6, and ammo tests failed."""

    hits: int
    six: bool
    failed: int


def volley(play: Play, number: int, skill: int, dice: int, rapid: bool, ammo: int) -> Volley:
    """Dice rule: the hit roll, the firepower dice and the ammo tests they call for.

    A natural 1 misses.  A shot that needs 7 or more is improbable: a 6, and then the plain skill.
    """
    face: int = play.roll(D6, "hit", f"To hit, {number}+")
    hit = face != 1 and face >= number
    if number > 6 and face == 6:
        again: int = play.roll(D6, "hit.improbable", f"An improbable shot, {skill}+")
        hit = again != 1 and again >= skill
    holes, symbols = play.roll(FIREPOWER[dice], "firepower", "Firepower")
    failed = 0
    if ammo:
        failed = sum(play.roll(D6, "ammo", f"Ammo test, {ammo}+") < ammo for _ in range(symbols))
    return Volley((holes if rapid else 1) if hit else 0, hit and face == 6, failed)


def fire(play: Play, shooter: Model, arm: tuple[int, int], target: Model) -> None:
    """One ranged attack with an ordinary weapon on a declared target."""
    weapon = shooter.weapon(arm)
    distance = gap(shooter.at, target.at)
    shot = Shot(shooter, target, weapon, band(weapon, distance), seen_from(play, shooter.id)[target.id])
    number = hit_number(shot)
    rapid = weapon.has("rapid-fire")
    dice = 1
    if rapid and weapon.value("rapid-fire") > 1:
        most = weapon.value("rapid-fire")
        dice = play.ask(shooter.owner, Choose("dice", "How many firepower dice?", lambda: list(range(most, 0, -1))))
    needed = number.number if shot.band != "beyond" else 99
    came = play.dice(volley, needed, shooter.profile.bs, dice, rapid, weapon.ammo)
    if came.hits:
        pin(play, target)
        strike(play, shooter, weapon, target, came, shot)
    spend_ammo(play, shooter, arm, came.failed)
