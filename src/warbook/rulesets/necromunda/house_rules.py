"""House rules: changes to the printed rules that some tables play by.  Each is a patch, off unless a table wants it.

Most put another action, step, modifier or consequence in place of the printed one.  Two change something in
the middle of several rules, and put a name among the options of the ruleset, for which these rules ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as amended

from msgspec.structs import replace

from ...core.check import Modifier
from ...core.ruleset import HouseRule, Ruleset
from .actions import ductways
from .attacks.close_combat import blows, charging
from .attacks.shooting import strays
from .battle import ending
from .checks.aiming import Shot
from .checks.requirements import ductways_on_board, knowing, standing_active
from .events.moments import ActivationEnds, BottledByChoice, ChargeEnds, Swallowed
from .harm import conditions, falling, taken_home
from .movement import moving
from .printed.library import action
from .records import Play

ARCHIVE = "a house rule of a community rules archive"
ARBITRATED = "a house rule of arbitrated campaigns"


def asking_for(name: str) -> Callable[[Ruleset], Ruleset]:
    """The patch that puts a name among the options in force."""

    def patch(rules: Ruleset) -> Ruleset:
        return amended(rules, chosen={**rules.chosen, name: True})

    return patch


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


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("reload-is-double", "Slow reloading", "Reload is a Double action.", ARCHIVE, reload_is_double),
    HouseRule(
        "headbutt-in-charge",
        "Head first",
        "A charger that knows how to headbutt may do so in place of the free fight.",
        ARCHIVE,
        lambda rules: rules.putting(ChargeEnds, charging.strike_head_first, in_place_of=charging.strike_at_the_end),
    ),
    HouseRule(
        "moves-close-in",
        "Closing in",
        "Any Move may end in base contact with an enemy, though it earns no fight.",
        ARCHIVE,
        lambda rules: rules.replacing(replace(rules.action["move"], rule=moving.move_close_in)),
    ),
    HouseRule(
        "stray-shots-on-six",
        "Rare strays",
        "A shot that misses hits a bystander only on a 6.",
        ARCHIVE,
        lambda rules: rules.putting(strays.ShotMissed, strays.stray_on_six, in_place_of=strays.stray_on_three),
    ),
    HouseRule(
        "templates-by-priority",
        "Nearest burns first",
        "Flames and blasts at a point obey target priority: they catch the closest enemy that could be aimed at, or "
        "reached by the flame, unless the shooter passes a Cool test.",
        ARCHIVE,
        asking_for("templates-by-priority"),
    ),
    HouseRule(
        "closest-all-round",
        "Eyes in the back",
        "The closest target is looked for all round the shooter, not in its vision arc only; it turns to one that it "
        "must shoot at.",
        ARCHIVE,
        asking_for("closest-all-round"),
    ),
    HouseRule(
        "bottling-by-choice-loses",
        "No easy way out",
        "A gang that bottles out by choice has lost the battle, which ends there.",
        ARBITRATED,
        lambda rules: rules.leading_to(BottledByChoice, ending.forfeit),
    ),
    HouseRule(
        "unwieldy-in-a-hurry",
        "No snap shots",
        "An unwieldy weapon shot with a single action is at -1 to hit.",
        ARCHIVE,
        lambda rules: rules.with_modifier("shoot", HURRIED),
    ),
    HouseRule(
        "backstab-pierces",
        "Between the plates",
        "A blow with Backstab from outside the target's vision arc has its AP better by 1.",
        ARCHIVE,
        lambda rules: rules.with_modifier("ap", PIERCING),
    ),
    HouseRule(
        "catfall-out-of-pits",
        "Cats come back",
        "Who falls into a pit and knows how to fall comes back at the end of the round on 4+.",
        ARCHIVE,
        lambda rules: rules.putting(Swallowed, falling.lose_unless_catlike, in_place_of=falling.lose_in_the_pit),
    ),
    HouseRule(
        "clamber-through-ductways",
        "Through the pipes",
        "Who knows how to clamber goes through ductways for free.",
        ARCHIVE,
        clamber_through_ductways,
    ),
    HouseRule(
        "one-lasting-injury",
        "Once is enough",
        "A fighter taken out by several results at once rolls for one lasting injury.",
        ARCHIVE,
        one_lasting_injury,
    ),
    HouseRule(
        "madness-may-pass",
        "A chance to wake",
        "An insane fighter tests its Willpower after every activation, whatever it did in it.",
        ARBITRATED,
        lambda rules: rules.putting(
            ActivationEnds, conditions.try_however_it_acted, in_place_of=conditions.try_to_recover_senses
        ),
    ),
)
