"""What changes the pool of an attack: the weapon, the stance of both, what was aimed, who is in the way."""

from __future__ import annotations

from collections.abc import Callable

from ....core.check import Modifier
from ..checks import squares
from ..checks.defence import defence
from ..checks.economy import CLOSED_IN
from ..checks.pools import Attempt, waiting
from ..harm import conditions
from ..printed.catalogue import BANDS, Quality, skills
from ..records.state import MINOR, MODERATE
from . import parts

BIGGER = 2  # by how many silhouettes one must be larger to count


def _quality(name: Quality) -> Callable[[Attempt], int]:
    """What hangs on a weapon, and of two that are used at once on each of them."""

    def amount(a: Attempt) -> int:
        if a.weapon is None or a.check.second < 0:  # most often: asked for every pool
            return 0 if a.weapon is None else a.weapon.has(name)
        return sum(weapon.has(name) for weapon in a.weapons)

    return amount


def _aims(a: Attempt) -> int:
    """An aim goes with the attack that follows it at once."""
    if a.check.guided or a.check.kind != "attack":
        return 0
    return parts.aims_with(a.play, a.who.id, a.weapons)


def _at_a_part(a: Attempt) -> int:
    """What is aimed at a part of its target is harder, and less so after two aims."""
    return 0 if not a.check.part or a.check.guided else 1 if _aims(a) >= 2 else 2


def _is_prone(a: Attempt) -> bool:
    return a.foe is not None and a.foe.record.prone


def _damaged(a: Attempt, step: int, *slots: int) -> int:
    return sum(a.who.record.wear(slot).damage == step for slot in slots) if a.attacks else 0


def _two_weapons(a: Attempt) -> int:
    """Two weapons at once: one more, two where they ask for different skills."""
    if a.check.mode != "two":
        return 0
    return 1 if a.who.weapon(a.check.slot).skill == a.who.weapon(a.check.second).skill else 2


def _engaged_gun(a: Attempt) -> int:
    """A gun is hard to use in a fight: a die for each hand that it takes."""
    return a.who.hands_for(a.slot) if a.ranged and squares.is_engaged(a.play, a.who.id) else 0


def _silhouettes(a: Attempt) -> int:
    by = a.foe.silhouette - a.who.silhouette if a.foe else 0
    return -1 if by >= BIGGER else 1 if by <= -BIGGER else 0


def _cumbersome(a: Attempt) -> int:
    if a.weapon is None or a.slot == a.who.gun_slot:  # a gun on a station weighs nothing
        return 0
    strength = a.who.characteristic("strength") + a.who.kit.armour.strength
    return max(0, a.weapon.has("cumbersome") - strength)


def _unwieldy(a: Attempt) -> int:
    return max(0, a.weapon.has("unwieldy") - a.who.characteristic("agility")) if a.weapon is not None else 0


def _sniper(a: Attempt) -> int:
    """A shot beyond the printed range of the weapon is a die harder for each band."""
    if a.weapon is None or not a.ranged or not a.who.talent("sniper-shot"):
        return 0
    band = squares.band_of(a.play, a.away)
    return max(0, BANDS.index(band) - BANDS.index(a.weapon.range)) if band is not None else 0


def _into_a_fight(a: Attempt) -> int:
    """A shot at somebody who fights a friend may go astray."""
    if not a.ranged or a.target is None:
        return 0
    return int(bool(squares.in_the_way(a.play, a.who.id, a.target.id)))


def _concealment(a: Attempt) -> int:
    """Darkness and smoke, for whatever has to see its target, as every shot has."""
    scenario = a.play.world.scenario
    if not scenario.concealment or a.who.has("no-environment"):
        return 0
    return scenario.concealment if a.ranged or skills()[a.skill].perceives else 0


def _gravity(a: Attempt) -> int:
    """Strong gravity hinders what is done with the body, weak gravity helps strength."""
    scenario = a.play.world.scenario
    if not scenario.gravity or (scenario.gravity > 0 and a.who.has("no-environment")):
        return 0
    return scenario.gravity if a.skill in ("melee", "athletics", "coordination") else 0


def _heavy(a: Attempt) -> int:
    return max(0, _gravity(a))


def _braced(a: Attempt) -> int:
    return -min(waiting("next-brace")(a), _concealment(a) + _heavy(a))


MIND = ("intelligence", "perception")
HEART = ("fellowship", "willpower")
BODY = ("strength", "toughness", "agility")


def _injured_for(injury: str, characteristics: tuple[str, ...]) -> Modifier:
    """A critical injury that makes checks of some characteristics harder by a die."""

    def amount(attempt: Attempt) -> int:
        return int(attempt.who.injured(injury) and attempt.who.linked(attempt.skill) in characteristics)

    return Modifier(injury.replace("-", " "), amount, "critical injuries")


def _blinded(a: Attempt) -> int:
    """Whoever is blind is hindered most in Vigilance, or in all that Perception is for."""
    if not a.who.injured("blinded"):
        return 0
    most = a.play.option["blinded-hinders-most"] == "perception" and a.who.linked(a.skill) == "perception"
    return 3 if most or a.skill == "vigilance" else 2


def _crippled(attempt: Attempt) -> int:
    limb = skills()[attempt.skill].limb
    return int(bool(limb) and attempt.who.has("crippled-arm" if limb == "arm" else "crippled-leg"))


def _hesitant(attempt: Attempt) -> int:
    return conditions.hindered_by_guard(attempt.who) if attempt.attacks else 0


BOOSTS: tuple[Modifier, ...] = (
    Modifier("from before", waiting("next-boost"), "spending"),
    Modifier("ruled", lambda a: a.check.boosts, "testing"),
    Modifier("accurate", _quality("accurate"), "qualities"),
    Modifier("aimed", lambda a: 0 if a.check.part else _aims(a), "maneuvers, Aim"),
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
        lambda a: int(a.melee and a.foe is not None and conditions.is_open_to(a.play, a.foe.id, a.who.id)),
        "combat checks",
    ),
    Modifier(
        "weak gravity", lambda a: max(0, -_gravity(a)) if a.skill != "coordination" else 0, "harmful effects, gravity"
    ),
)
SETBACKS: tuple[Modifier, ...] = (
    Modifier("disoriented", lambda a: int(a.who.has("disoriented") or a.who.injured("slightly-dazed")), "conditions"),
    Modifier("from before", waiting("next-setback"), "spending"),
    Modifier("guarded stance", _hesitant, "maneuvers, Guarded Stance"),
    Modifier("afraid", lambda a: int(a.who.has("shaken")), "fear"),
    Modifier("a limb lost", lambda a: int(a.who.has("lost-arm") or a.who.has("lost-leg")), "critical injuries"),
    Modifier("ruled", lambda a: a.check.setbacks, "testing"),
    Modifier("defence", defence, "combat checks, defence"),
    Modifier("inaccurate", _quality("inaccurate"), "qualities"),
    Modifier("its target is prone", lambda a: int(a.ranged and _is_prone(a)), "maneuvers, Drop Prone"),
    Modifier(
        "prone itself",
        lambda a: int(a.melee and a.who.record.prone and a.play.option["prone-strikes-badly"]),
        "maneuvers, Drop Prone",
    ),
    Modifier("at a part of its target", _at_a_part, "maneuvers, Aim"),
    Modifier("a damaged weapon", lambda a: _damaged(a, MINOR, *a.check.slots), "combat checks"),
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
    Modifier("from before", waiting("next-difficulty"), "critical injuries, Stinger"),
    _injured_for("head-ringer", MIND),
    _injured_for("fearsome-wound", HEART),
    _injured_for("agonizing-wound", BODY),
    Modifier("compromised", lambda a: int(a.who.injured("compromised")), "critical injuries"),
    Modifier("a crippled limb", _crippled, "critical injuries"),
    Modifier("ruled", lambda a: a.check.difficulty, "talents"),
    Modifier(
        "auto-fire",
        lambda a: int(a.check.mode == "auto" and a.check.kind == "attack" and not a.who.has("rain-of-death")),
        "qualities, Auto-fire",
    ),
    Modifier("two weapons", _two_weapons, "combat checks"),
    Modifier("a gun in a fight", _engaged_gun, "combat checks"),
    Modifier("silhouettes", _silhouettes, "combat checks"),
    Modifier("cumbersome", _cumbersome, "qualities"),
    Modifier("unwieldy", _unwieldy, "qualities"),
    Modifier("a weapon in a bad state", lambda a: _damaged(a, MODERATE, a.slot), "combat checks"),
    Modifier("sniper shot", _sniper, "talents"),
)
UPGRADES: tuple[Modifier, ...] = (
    Modifier("from before", waiting("next-ability-upgrade"), "spending"),
    Modifier("paid for", lambda a: a.check.ability_upgrades, "talents"),
    Modifier("true aim", lambda a: a.play.state.turn.aimed if _aims(a) else 0, "talents"),
)
HARDER: tuple[Modifier, ...] = (
    Modifier("from before", waiting("next-upgrade"), "spending"),
    Modifier("blinded", _blinded, "critical injuries"),
    Modifier("adversary", lambda a: a.foe.talent("adversary") if a.foe else 0, "talents"),
    Modifier("its target's answer", lambda a: a.check.upgrades, "talents, Dodge"),
    Modifier(
        "its target's stance",
        lambda a: a.foe.amount("defensive-stance" if a.melee else "side-step") if a.foe else 0,
        "talents",
    ),
    Modifier("a friend fights its target", _into_a_fight, "combat checks"),
)
SUCCESSES: tuple[Modifier, ...] = (Modifier("inspired", lambda a: a.who.amount("augmented"), "powers"),)
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
"""The kinds of modifiers of a check, in the order in which a pool is built."""
