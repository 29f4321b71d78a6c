"""Charging, shooting and fighting; and the one reaction, to shoot at whoever charges."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from warbook.core.action import Action, requirement
from warbook.core.check import Modifier, Target, target
from warbook.core.dice import D6
from warbook.core.length import INCH
from warbook.core.reaction import Reaction, Respondent, Windows
from warbook.space.sight import gap, hidden

from .checks import can_charge, can_shoot, engaged, free, out_of_charge, out_of_contact, out_of_shot, pick_foe
from .events import Charging, Wounded
from .movement import run_into_contact
from .records import Model, Play, beach

COVER = 9  # of the 25 parts of a body: hidden that much, it is in cover


# ---- charging --------------------------------------------------------------------------------------------------------


def charge(play: Play, sailor: Model) -> None:
    """Declare, take a shot if the foe likes, then roll a D6 and run straight at it: in contact they fight at once."""
    foe = pick_foe(play, sailor, "charge.target", "Charge whom?", out_of_charge)
    play.happen(Charging(sailor.id, foe.id))
    if not sailor.up:
        return
    reach = sailor.kind.move + play.roll(D6, "charge.reach", "The charge") * INCH
    if run_into_contact(play, sailor, foe, reach):
        fight_at_once: Callable[..., None] = play.ruleset.action["fight"].rule
        fight_at_once(play, sailor, foe)
    else:
        play.note(sailor.id, "it does not get there")


# ---- shooting --------------------------------------------------------------------------------------------------------


class Shot(Struct, frozen=True):
    """What matters about a shot: how far, and how many of 25 parts of the target are hidden."""

    away: int
    range: int
    hidden: int


SHOOTING = (
    Modifier("in cover", lambda shot: -1 if shot.hidden >= COVER else 0),
    Modifier("close by", lambda shot: 1 if shot.away <= 4 * INCH else 0),
)


def shoot(play: Play, sailor: Model, at: Model | None = None) -> None:
    """One shot at a foe in sight and in range; where something else lets it happen, that says at whom."""
    foe = at or pick_foe(play, sailor, "shoot.target", "Shoot at whom?", out_of_shot)
    if play.dice(hits, aimed(sailor, foe).number):
        play.happen(Wounded(foe.id, sailor.id))


def hits(play: Play, number: int) -> bool:
    """To hit, and on a hit to hurt: a dice rule, one chance for the odds."""
    to_hit: int = play.roll(D6, "shoot.hit", "To hit")
    return to_hit >= max(number, 2) and play.roll(D6, "shoot.hurt", "To hurt") >= 3


def aimed(sailor: Model, foe: Model) -> Target:
    """The number to hit with, and why."""
    board, layout = beach(sailor.play)
    away = gap(sailor.record.at, foe.record.at)
    shot = Shot(away, sailor.kind.range, hidden(layout, board, sailor.id, foe.id))
    return target("aim", sailor.kind.aim, sailor.play.ruleset.modifiers["shooting"], shot)


# ---- fighting --------------------------------------------------------------------------------------------------------


def fight(play: Play, sailor: Model, whom: Model | None = None) -> None:
    """Against a foe in contact both roll and add their brawn: whoever has more wounds the other."""
    foe = whom or pick_foe(play, sailor, "fight.target", "Fight whom?", out_of_contact)
    lead = play.dice(struggle, sailor.kind.brawn, foe.kind.brawn)
    if lead:
        winner, loser = (sailor, foe) if lead > 0 else (foe, sailor)
        play.happen(Wounded(loser.id, winner.id))


def struggle(play: Play, mine: int, theirs: int) -> int:
    """1, 0 or -1: who has the upper hand."""
    lead: int = mine + play.roll(D6, "fight.mine", "Brawn") - theirs - play.roll(D6, "fight.theirs", "Brawn")
    return (lead > 0) - (lead < 0)


# ---- the reaction ----------------------------------------------------------------------------------------------------


def whoever_is_charged(play: Play, event: Charging) -> list[int]:
    return [event.whom]


@requirement("It must be out of contact.")
def free_to_shoot(target: Respondent) -> bool:
    return not Model(target.play, target.who).engaged


@requirement("It must have the charger in range and in sight.")
def can_shoot_back(target: Respondent) -> bool:
    return not out_of_shot(Model(target.play, target.who), Model(target.play, target.event.who))


def stand_and_shoot(play: Play, who: int, event: Charging) -> None:
    shoot_at: Callable[..., None] = play.ruleset.action["shoot"].rule
    shoot_at(play, Model(play, who), Model(play, event.who))


STAND_AND_SHOOT = Windows(
    after=(
        Reaction(
            "stand-and-shoot",
            "Stand and shoot",
            "Whoever is charged may take one shot before the charge comes in.",
            "Tideline, charging",
            whoever_is_charged,
            stand_and_shoot,
            cost="free",
            requires=(free_to_shoot, can_shoot_back),
        ),
    )
)

CHARGE = Action(
    "charge", "Charge", "all", "Run at a foe and fight it.", "Tideline, charging", (free, can_charge), charge
)
SHOOT = Action("shoot", "Shoot", "all", "Shoot at a foe in sight.", "Tideline, shooting", (free, can_shoot), shoot)
FIGHT = Action("fight", "Fight", "all", "Strike a foe in contact.", "Tideline, fighting", (engaged,), fight)
