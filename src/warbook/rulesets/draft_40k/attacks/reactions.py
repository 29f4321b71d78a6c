"""Reactions to being shot at: Going to Ground, Brace, Flying High, Return Fire.

They are declared by a whole unit when target and weapons are known, before any die is rolled; what they bring lasts
from then on, so already for the attack that they answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....core.action import requirement
from ....core.effect import has_effect
from ....core.events import EffectBegan
from ....core.length import INCH
from ....core.reaction import Reaction, Respondent
from ....core.state import Effect
from ....core.structs import replace
from ..checks import firing, sight, transports
from ..checks.jinking import JINKED, JINKING
from ..checks.permissions import may
from ..checks.powers import moment
from ..checks.requirements import unit_of
from ..events.attacks import ShotAt, VolleyWent
from ..events.turns import DeedDone
from ..harm import morale
from ..records.position import squad, volley_of
from ..records.state import Burst, Volley
from ..records.unit import Unit
from ..records.world import Play
from . import flight, shooting

BACK = 12 * INCH
"""How far return fire reaches."""
NO_AP = 7
"""Where a shot without an AP stands among others: behind all that have one."""


def under_fire(play: Play, event: ShotAt) -> Iterable[int]:
    """The unit that is shot at; that a return fire hits at some tables alone."""
    return (event.whom,) if not event.back or play.option["return-fire-answered"] else ()


def watchers(play: Play, event: ShotAt) -> Iterable[int]:
    """The same, and at some tables those who ride in it; nobody returns a return fire, or shots at those who charge."""
    if event.back or event.hasty:
        return ()
    aboard = squad(play, event.whom).members if play.option["return-fire-embarked"] else ()
    return (event.whom, *(each.id for hull in aboard for each in transports.riders(play, hull)))


@requirement("It must be able to react: not locked in combat, not stunned.")
def free_to_react(asked: Respondent) -> bool:
    return may(unit_of(asked), "react")


@requirement(
    "It must not have reacted to this attack.",
    condition="It must not have reacted to this attack, unless the table allows several answers.",
)
def not_answered(asked: Respondent) -> bool:
    given = shots_of(asked.play, asked.event).answers
    return asked.play.option["reactions-per-trigger"] == "unlimited" or all(who != asked.who for who, _ in given)


def shots_of(play: Play, event: ShotAt) -> Volley:
    """The attack that is answered: all of it, or the return fire."""
    volley = volley_of(play)
    return volley.back if event.back and volley.back is not None else volley


def answered(play: Play, who: int, event: ShotAt, id: str, **changed: Any) -> None:
    """A reaction is noted with the attack that it answers."""
    volley = shots_of(play, event)
    part = replace(volley, answers=(*volley.answers, (who, id)), **changed)
    play.happen(VolleyWent(volley_of(play).with_part(part)))


# ---- Going to Ground -------------------------------------------------------------------------------------------------


@requirement("All of it must be neither vehicles nor monsters.")
def soft(asked: Respondent) -> bool:
    unit = unit_of(asked)
    if unit.record.mode == "flat-out" and not asked.play.option["flat-out-goes-to-ground"]:
        return False
    return not unit.crewed and not any((profile := kit.profile) and profile.is_a("monster") for kit in unit.kits)


def go_to_ground(play: Play, who: int, event: ShotAt) -> None:
    """It is suppressed, and its cover is better at once."""
    answered(play, who, event, "going-to-ground")
    morale.suppress(play, Unit(play, who))


# ---- Brace -----------------------------------------------------------------------------------------------------------


@requirement("All of it must be tanks, walkers or monsters.")
def solid(asked: Respondent) -> bool:
    unit = unit_of(asked)
    return unit.drives("tank", "walker") or unit.is_a("monster")


def brace(play: Play, who: int, event: ShotAt) -> None:
    """One lost weapon of this attack is ignored; a monster has two saves against each wound.  It is suppressed."""
    volley, once = shots_of(play, event), play.option["brace-ignores"] == "phase"
    spent = once and Unit(play, who).record.has("braced")
    answered(play, who, event, "brace", braced=volley.braced + (not spent))
    if once:
        play.happen(DeedDone(who, "braced"))
    morale.suppress(play, Unit(play, who))


# ---- Flying High -----------------------------------------------------------------------------------------------------


@requirement("All of it must have jump packs or jet packs, or ride jetbikes.")
def lofty(asked: Respondent) -> bool:
    return unit_of(asked).is_a("jump", "jetpack", "jetbike")


def fly_high(play: Play, who: int, event: ShotAt) -> None:
    """It counts as a flyer for this attack, at some tables for longer, and is suppressed; the other side may move it
    six inches, afterwards or at once."""
    option, number = play.option, play.state.turn.number
    answered(play, who, event, "flying-high", flyer=True, lifted=True)
    morale.suppress(play, Unit(play, who))
    if option["flying-high-lasts"] != "attack":
        until = flight.PHASE if option["flying-high-lasts"] == "phase" else moment(number + 1)
        play.happen(EffectBegan(Effect(flight.FLYING, who, until)))
    if option["flying-high-push"] == "before":
        flight.push(play, shots_of(play, event))


# ---- Return Fire -----------------------------------------------------------------------------------------------------


@requirement(
    "It must be on the watch: on foot on the table, steady, and not have moved in its last turn.",
    condition="It must be on the watch: on the table, or where the table has it at a fire point, steady, and not have "
    "moved in its last turn.",
)
def watchful(asked: Respondent) -> bool:
    unit, option = unit_of(asked), asked.play.option["overwatch"]
    squad = unit.record
    if squad.where not in ("table", "aboard") or squad.morale != "steady" or squad.locked or squad.has("dropped"):
        return False
    if squad.where == "aboard" and not transports.fire_points(unit):
        return False
    still = (transports.carrier_of(unit).record if squad.where == "aboard" else squad).mode == "stationary"
    return option == "all" or bool(unit.has("overwatch")) or (option == "stationary" and still)


@requirement("It must be shot at for the first time in this phase.")
def first_shots(asked: Respondent) -> bool:
    target = squad(asked.play, asked.event.whom)
    before = asked.play.option["return-fire-first"] == "turn" and target.has("under-fire")
    return target.shot_at == 1 and not before


@requirement("It must be able to react: not locked in combat, not stunned.")
def free_to_return(asked: Respondent) -> bool:
    return unit_of(asked).record.where == "aboard" or may(unit_of(asked), "react")


@requirement('It must have somebody within 12" with a rapid fire or assault weapon.')
def has_answer(asked: Respondent) -> bool:
    return bool(shots_back(unit_of(asked), asked.event.who))


def shots_back(unit: Unit, target: int) -> tuple[Burst, ...]:
    """What a unit returns: each model one shot with its best weapon that is fit for that and reaches; at some tables
    each weapon one, or the unit."""
    play, found = unit.play, dict[tuple[str, int], list[int]]()
    shots, able = play.option["return-fire-shots"], len(unit.members)
    if unit.record.where == "aboard":
        able = transports.fire_points(unit)
    for id in unit.members:
        fit = [
            (mode.strength, -(mode.ap or NO_AP), weapon.id, way)
            for number, weapon in enumerate(unit.kit(id).guns)
            for way, mode in enumerate(weapon.modes)
            if weapon.kind in ("rapid-fire", "assault")
            and not mode.blast
            and (not weapon.template or play.option["return-fire-templates"])
            and sight.reached(play, id, unit.id, target, min(BACK, weapon.range))
            and not firing.spent(unit, id, number)
        ]
        ways: dict[str, int] = {}
        for _, _, weapon, way in sorted(fit, reverse=True):
            ways.setdefault(weapon, way)  # the best way of the best weapon comes first
        best = list(ways.items())
        for each in best if shots == "weapon" else best[:1]:
            found.setdefault(each, []).append(id)
        able -= bool(fit)
        if not able or (fit and shots == "unit"):
            break
    return tuple(Burst(weapon, way, tuple(by), (1,) * len(by)) for (weapon, way), by in found.items())


def return_fire(play: Play, who: int, event: ShotAt) -> None:
    """It shoots back at once, if it makes out who attacks it: both roll with all who are alive before either takes
    casualties away."""
    answered(play, who, event, "return-fire")
    unit, attacker = Unit(play, who), Unit(play, event.who)
    if not shooting.spots(play, unit, attacker):
        play.note(who, "it does not make out its target")
        return
    play.happen(ShotAt(who, attacker.id, shots_back(unit, attacker.id), flight.flies(attacker), back=True))


# ---- the jink of flyers ----------------------------------------------------------------------------------------------


@requirement("It must be a flyer.")
def airborne(asked: Respondent) -> bool:
    return unit_of(asked).drives("flyer")


def jink(play: Play, who: int, event: ShotAt) -> None:
    """It has a cover save of 5+ for the rest of the player turn, and fires snap shots alone up to the end of its next
    turn."""
    now = play.state.turn
    mine = now.seat == play.state.records[who].owner
    answered(play, who, event, "jink")
    for name, until in ((JINKING, now.number + 1), (JINKED, now.number + (3 if mine else 2))):
        if not has_effect(play.state, who, name):
            play.happen(EffectBegan(Effect(name, who, moment(until))))


OF_ALL = (free_to_react, not_answered)
COMMON = (
    "reactions-per-trigger", "fleet-bars-reactions", "falling-back-bars-reactions", "suppressed-react", "stunned-react",
)  # fmt: skip
GOING_TO_GROUND = Reaction(
    "going-to-ground", "Going to Ground",
    "A unit on foot that is shot at throws itself down: it is suppressed, and its cover is better at once.",
    "reactions", under_fire, go_to_ground, cost="it is suppressed", requires=(soft, *OF_ALL), ours=OF_ALL,
    options=(*COMMON, "return-fire-answered", "flat-out-goes-to-ground"),
)  # fmt: skip
BRACE = Reaction(
    "brace", "Brace",
    "A tank, a walker or a monster that is shot at braces: it ignores one lost weapon of the attack, a monster rolls "
    "two saves. It is suppressed.",
    "reactions", under_fire, brace, cost="it is suppressed", requires=(solid, *OF_ALL), ours=OF_ALL,
    options=(*COMMON, "return-fire-answered", "brace-ignores"),
)  # fmt: skip
FLYING_HIGH = Reaction(
    "flying-high", "Flying High",
    "Whoever has jump or jet packs or jetbikes counts as a flyer for this attack; it is suppressed, and the other side "
    "may then move it six inches.",
    "reactions", under_fire, fly_high, cost="it is suppressed", requires=(lofty, *OF_ALL), ours=OF_ALL,
    options=(
        *COMMON, "return-fire-answered", "flying-high-moves", "flying-high-lasts", "flying-high-push",
        "flying-high-each-time", "consolidation-keeps-clear", "own-unit-passes",
    ),
)  # fmt: skip
RETURN_FIRE = Reaction(
    "return-fire", "Return Fire",
    'A unit on the watch that is shot at for the first time in a phase shoots back within 12", each model with one '
    "shot of a rapid fire or assault weapon.",
    "reactions", watchers, return_fire, cost="nothing",
    requires=(watchful, first_shots, has_answer, free_to_return, not_answered),
    ours=(watchful, free_to_return, not_answered),
    options=(
        *COMMON, "return-fire-embarked", "overwatch", "return-fire-templates", "return-fire-first",
        "return-fire-shots", "return-fire-steadies",
    ),
)  # fmt: skip
JINK = Reaction(
    "jink", "Jink",
    "A flyer that is shot at has a cover save of 5+ for the rest of the turn; up to the end of its next turn it fires "
    "snap shots alone.",
    "flyers", under_fire, jink, cost="snap shots", requires=(airborne, *OF_ALL), ours=OF_ALL,
    options=(*COMMON, "return-fire-answered"),
)  # fmt: skip
