"""What changes the pool of an attack: the weapon, the stance of both, what was aimed, who is in the way."""

from __future__ import annotations

from collections.abc import Callable

from ....core.check import Modifier
from ..checks import squares
from ..checks.defence import defence
from ..checks.economy import CLOSED_IN
from ..checks.pools import Attempt
from ..harm import conditions
from ..printed.catalogue import BANDS, Quality, skills

BIGGER = 2  # by how many silhouettes one must be larger to count
HINDERED_BY_ONE_HAND, HINDERED_BY_TWO = 1, 2


def _quality(name: Quality) -> Callable[[Attempt], int]:
    return lambda a: a.weapon.has(name) if a.weapon is not None else 0


def _aims(a: Attempt) -> int:
    """An aim goes with the attack that follows it at once."""
    if a.check.guided or not (a.ranged or (a.melee and a.play.option["aim-melee"])):
        return 0
    return a.play.state.turn.aims if a.play.state.turn.actor == a.who.id else 0


def _is_prone(a: Attempt) -> bool:
    return a.foe is not None and a.foe.record.prone


def _damaged(a: Attempt, step: int) -> int:
    return int(a.attacks and a.who.record.wear(a.check.slot).damage == step)


def _two_weapons(a: Attempt) -> int:
    """Two weapons at once: one more, two where they ask for different skills."""
    if a.check.mode != "two":
        return 0
    return 1 if a.who.weapon(a.check.slot).skill == a.who.weapon(a.check.second).skill else 2


def _engaged_gun(a: Attempt) -> int:
    """A gun is hard to use in a fight, the more so one for two hands."""
    guns = [a.who.hands_for(slot) for slot in a.check.slots if not a.who.weapon(slot).melee] if a.attacks else []
    if not guns or not squares.is_engaged(a.play, a.who.id):
        return 0
    return HINDERED_BY_ONE_HAND if max(guns) < 2 else HINDERED_BY_TWO


def _silhouettes(a: Attempt) -> int:
    by = a.foe.silhouette - a.who.silhouette if a.foe else 0
    return -1 if by >= BIGGER else 1 if by <= -BIGGER else 0


def _cumbersome(a: Attempt) -> int:
    if a.weapon is None or a.check.slot == a.who.gun_slot:  # a gun on a station weighs nothing
        return 0
    strength = a.who.characteristic("strength") + a.who.kit.armour.strength
    return max(0, a.weapon.has("cumbersome") - strength)


def _sniper(a: Attempt) -> int:
    """A shot beyond the range of the weapon is a die harder for each band."""
    if a.weapon is None or not a.ranged or not a.who.has("sniper"):
        return 0
    band = squares.band_of(a.play, a.away)
    return max(0, BANDS.index(band) - BANDS.index(a.weapon.range)) if band is not None else 0


def _into_a_fight(a: Attempt) -> int:
    """A shot at somebody who fights a friend may go astray."""
    if not a.ranged or a.target is None:
        return 0
    owner = a.who.owner
    records = a.play.state.records
    return int(
        any(records[who].owner == owner and who != a.who.id for who in squares.engaged_with(a.play, a.target.id))
    )


def _concealment(a: Attempt) -> int:
    """Darkness and smoke, for whatever has to see its target."""
    scenario = a.play.world.scenario
    if not scenario.concealment or a.who.has("no-environment"):
        return 0
    return scenario.concealment if skills()[a.skill].perceives else 0


def _gravity(a: Attempt) -> int:
    """Strong gravity hinders what is done with the body, weak gravity helps strength."""
    scenario = a.play.world.scenario
    if not scenario.gravity or a.who.has("no-environment"):
        return 0
    return scenario.gravity if a.skill in ("melee", "athletics", "coordination") else 0


def _heavy(a: Attempt) -> int:
    return max(0, _gravity(a))


def _braced(a: Attempt) -> int:
    return -min(a.who.amount("next-brace"), _concealment(a) + _heavy(a))


BOOSTS: tuple[Modifier, ...] = (
    *conditions.BOOSTS,
    Modifier("accurate", _quality("accurate"), "qualities"),
    Modifier("aimed", _aims, "maneuvers, Aim"),
    Modifier(
        "quick strike", lambda a: a.who.talent("quick-strike") if a.foe and not a.foe.record.turns else 0, "talents"
    ),
    Modifier(
        "furious",
        lambda a: int(a.melee and a.who.talent("furious") and CLOSED_IN in a.who.record.round_used),
        "talents",
    ),
    Modifier(
        "its target is prone",
        lambda a: int(a.melee and _is_prone(a) and a.play.option["prone-is-struck-easily"]),
        "maneuvers, Drop Prone",
    ),
    Modifier(
        "its target has shot in the fight",
        lambda a: int(a.melee and a.foe is not None and a.foe.has("shot-while-engaged")),
        "combat checks",
    ),
    Modifier(
        "weak gravity", lambda a: max(0, -_gravity(a)) if a.skill != "coordination" else 0, "harmful effects, gravity"
    ),
)
SETBACKS: tuple[Modifier, ...] = (
    *conditions.SETBACKS,
    Modifier("ruled", lambda a: a.check.setbacks, "testing"),
    Modifier("defence", defence, "combat checks, defence"),
    Modifier("inaccurate", _quality("inaccurate"), "qualities"),
    Modifier("its target is prone", lambda a: int(a.ranged and _is_prone(a)), "maneuvers, Drop Prone"),
    Modifier(
        "prone itself",
        lambda a: int(a.melee and a.who.record.prone and a.play.option["prone-strikes-badly"]),
        "maneuvers, Drop Prone",
    ),
    Modifier("a damaged weapon", lambda a: _damaged(a, 1), "combat checks"),
    Modifier("concealment", _concealment, "harmful effects, concealment"),
    Modifier("strong gravity", _heavy, "harmful effects, gravity"),
    Modifier("braced", _braced, "talents"),
    Modifier(
        "in cover",
        lambda a: int(a.skill == "vigilance" and a.who.record.covered and a.play.option["covered-see-less"]),
        "harmful effects, cover",
    ),
)
DIFFICULTY: tuple[Modifier, ...] = (
    *conditions.DIFFICULTY,
    Modifier("ruled", lambda a: a.check.difficulty, "talents"),
    Modifier(
        "auto-fire",
        lambda a: int(a.attacks and a.check.mode == "auto" and not a.who.has("rain-of-death")),
        "qualities, Auto-fire",
    ),
    Modifier("two weapons", _two_weapons, "combat checks"),
    Modifier("a gun in a fight", _engaged_gun, "combat checks"),
    Modifier("silhouettes", _silhouettes, "combat checks"),
    Modifier("cumbersome", _cumbersome, "qualities"),
    Modifier("unwieldy", lambda a: max(0, _quality("unwieldy")(a) - a.who.characteristic("agility")), "qualities"),
    Modifier("a weapon in a bad state", lambda a: _damaged(a, 2), "combat checks"),
    Modifier("sniper shot", _sniper, "talents"),
)
UPGRADES: tuple[Modifier, ...] = (
    *conditions.UPGRADES,
    Modifier("true aim", lambda a: a.play.state.turn.aimed if _aims(a) else 0, "talents"),
)
HARDER: tuple[Modifier, ...] = (
    *conditions.HARDER,
    Modifier("adversary", lambda a: a.foe.talent("adversary") if a.foe else 0, "talents"),
    Modifier("its target's answer", lambda a: a.check.upgrades, "talents, Dodge"),
    Modifier(
        "its target's stance",
        lambda a: a.foe.amount("defensive-stance" if a.melee else "side-step") if a.foe else 0,
        "talents",
    ),
    Modifier("a friend fights its target", _into_a_fight, "combat checks"),
)
SUCCESSES: tuple[Modifier, ...] = conditions.SUCCESSES
ADVANTAGES: tuple[Modifier, ...] = (
    Modifier("superior", _quality("superior"), "qualities"),
    Modifier("inferior", lambda a: -_quality("inferior")(a), "qualities"),
    Modifier("improvised", lambda a: -_quality("improvised")(a), "combat checks"),
)
MODIFIERS = {
    "boost dice": BOOSTS,
    "setback dice": SETBACKS,
    "difficulty dice": DIFFICULTY,
    "upgrades": UPGRADES,
    "upgrades of the difficulty": HARDER,
    "successes": SUCCESSES,
    "advantages": ADVANTAGES,
}
