"""House rules: changes to the printed rules that some tables play by.  Each is a patch, off unless a table wants it.

They put another action, step, modifier or consequence in place of the printed one, or another value among those of the
edition.
"""

from __future__ import annotations

from dataclasses import replace as amended

from ...core.check import Modifier
from ...core.ruleset import HouseRule, Ruleset
from ...core.structs import replace
from .actions import ductways, engines
from .attacks.close_combat import blows, charging
from .attacks.shooting import strays
from .battle import ending
from .checks.aiming import Shot
from .checks.requirements import ductways_on_board, knowing, standing_active
from .events.moments import ActivationEnds, BottledByChoice, ChargeEnds, Swallowed
from .harm import conditions, falling, taken_home
from .movement import moving
from .printed.edition import Edition
from .printed.library import FAMILY, action
from .records import Play

# ---- close combat ----------------------------------------------------------------------------------------------------


def _from_behind(bout: blows.Bout) -> int:
    return -1 if bout.weapon.has("backstab") and blows.from_behind(bout) else 0


PIERCING = Modifier("backstab", _from_behind, "house rule")


# ---- injuries --------------------------------------------------------------------------------------------------------


def lasting_injuries(play: Play, who: int, count: int, by: int) -> None:
    """One roll for a lasting injury, however many results took the fighter out."""
    taken_home.lasting_injuries(play, who, 1, by)


def one_lasting_injury(rules: Ruleset) -> Ruleset:
    """The step by which lasting injuries are rolled rolls once; records know it by the name that both rules have."""
    steps = (lasting_injuries if step is taken_home.lasting_injuries else step for step in rules.steps)
    return amended(rules, steps=tuple(steps))


# ---- reloading -------------------------------------------------------------------------------------------------------


def reload_is_double(rules: Ruleset) -> Ruleset:
    """Reloading takes both actions."""
    return rules.replacing(replace(rules.action["reload"], cost="double"))


# ---- target priority -------------------------------------------------------------------------------------------------


def edition_of(rules: Ruleset) -> Edition:
    """The values of the edition that a house rule changes, typed."""
    edition: Edition = rules.edition
    return edition


def hurl_in_charge(rules: Ruleset) -> Ruleset:
    """Whoever knows how to hurl may do so in place of the free fight."""
    return amended(rules, edition=replace(edition_of(rules), hurl_ends_charge=True))


def templates_by_priority(rules: Ruleset) -> Ruleset:
    """Flames, and blasts at a place, catch the closest or call for a test of Cool."""
    return amended(rules, edition=replace(edition_of(rules), templates_by_priority=True))


def closest_all_round(rules: Ruleset) -> Ruleset:
    """The closest is looked for behind the shooter's back as well."""
    return amended(rules, edition=replace(edition_of(rules), closest_all_round=True))


def pistols_from_vehicles(rules: Ruleset) -> Ruleset:
    """Crews fire pistols on the move that are no sidearms."""
    return amended(rules, edition=replace(edition_of(rules), crews_fire_pistols=True))


# ---- unwieldy weapons ------------------------------------------------------------------------------------------------


def _hurried(shot: Shot) -> int:
    lightened = shot.gun.profile.has("unwieldy") and not shot.gun.unwieldy
    return -1 if lightened and shot.action != "blind-fire" else 0  # to fire blindly takes both actions anyway


HURRIED = Modifier("unwieldy, and in a hurry", _hurried, "house rule")


# ---- ductways --------------------------------------------------------------------------------------------------------

CLAMBER_THROUGH = action(
    "clamber-through-ductway",
    (
        ductways_on_board,
        knowing("clamber", "Clamber"),
        standing_active,
        ductways.ductway_near,
        ductways.way_through,
    ),
    ductways.crawl_through_ductway,
)


def clamber_through_ductways(rules: Ruleset) -> Ruleset:
    """Ductways are open to those who clamber, without an action."""
    return amended(rules, actions=(*rules.actions, CLAMBER_THROUGH))


HOUSE_RULES = FAMILY.house_rules(
    "house_rules.toml",
    {
        "reload-is-double": reload_is_double,
        "headbutt-in-charge": lambda rules: rules.putting(
            ChargeEnds, charging.strike_head_first, in_place_of=charging.strike_at_the_end
        ),
        "hurl-in-charge": hurl_in_charge,
        "moves-close-in": lambda rules: rules.replacing(replace(rules.action["move"], rule=moving.move_close_in)),
        "stray-shots-on-six": lambda rules: rules.putting(
            strays.ShotMissed, strays.stray_on_six, in_place_of=strays.stray_on_three
        ),
        "templates-by-priority": templates_by_priority,
        "closest-all-round": closest_all_round,
        "bottling-by-choice-loses": lambda rules: rules.leading_to(BottledByChoice, ending.forfeit),
        "pistols-from-vehicles": pistols_from_vehicles,
        "unwieldy-in-a-hurry": lambda rules: rules.with_modifier("shoot", HURRIED),
        "backstab-pierces": lambda rules: rules.with_modifier("ap", PIERCING),
        "catfall-out-of-pits": lambda rules: rules.putting(
            Swallowed, falling.lose_unless_catlike, in_place_of=falling.lose_in_the_pit
        ),
        "clamber-through-ductways": clamber_through_ductways,
        "rolls-downhill": lambda rules: rules.replacing(
            replace(rules.action["free-wheel"], rule=engines.free_wheel_downhill)
        ),
        "one-lasting-injury": one_lasting_injury,
        "madness-may-pass": lambda rules: rules.putting(
            ActivationEnds, conditions.try_however_it_acted, in_place_of=conditions.try_to_recover_senses
        ),
    },
)


def house_rules_but(*ids: str) -> tuple[HouseRule, ...]:
    """The house rules of the family except those which an edition has in print, or whose chapter it has not."""
    return tuple(rule for rule in HOUSE_RULES if rule.id not in ids)
