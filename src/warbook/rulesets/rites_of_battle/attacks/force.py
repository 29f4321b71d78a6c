"""Force dice: the points that their pips give, what these add to other checks, and what comes of dark ones."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ....core.decision import Choose
from ....core.dice import Pool
from ....mechanics import grid
from ....mechanics.charts import chart_pool
from ....mechanics.narrative import Dice, Powered, pool_of
from ....space.grid.cells import neighbours
from ..checks import squares
from ..checks.pools import Attempt
from ..events.checks import CheckAmended, CheckClosed
from ..events.fighters import Became
from ..events.turns import Deployed, OrderChanged
from ..harm import conditions, injuries, wounds
from ..printed import catalogue
from ..printed.catalogue import Skill
from ..records import NOBODY, Check, Model, Play, Score
from ..records.position import check_under_way
from . import hits

GENESYS_STRAIN = 2  # of a power without Force dice
DRAINED, BACKLASH = 3, 1  # strain that results of the chart do, to the psyker and to others
BLED, RUPTURED = 5, 8  # wounds without soak, and damage
REACH = 2  # how many squares from the psyker others feel the warp, at most
LAST = -9  # the rating of a visitor, and of a newcomer that does not roll
QUICKENED: tuple[Skill, ...] = ("athletics", "melee", "coordination")


def by_dice(play: Play) -> bool:
    """Whether powers are used with Force dice."""
    return play.option["psy"] == "force"


class Drawn(NamedTuple):
    """The points that Force dice have given, and how many of them are dark."""

    points: int
    dark: int


def points_of(play: Play, actor: Model, rolled: Powered) -> Drawn:
    """The points that Force dice give: the light pips, and as many dark ones as its player likes, each for a strain:
    all or none of a die, where the table plays it."""
    odd = rolled.dark > 2 * rolled.doubles or play.option["dark-pips"] == "any"
    most = [n for n in range(rolled.dark + 1) if n == 0 or ((odd or n % 2 == 0) and actor.may_strain(n))]
    if len(most) < 2:
        return Drawn(rolled.light, 0)
    question = Choose(
        "power.dark", f"{rolled.light} light pips: how many dark ones does it use?", lambda: most, idle=(0,),
        named=lambda n: f"{n} dark, for {n} strain" if n else "none",
    )  # fmt: skip
    dark: int = actor.ask(question)
    if dark:
        wounds.strain(play, actor.id, dark)
        draw(play, actor, dark)
    return Drawn(rolled.light + dark, dark)


def draw(play: Play, actor: Model, dark: int) -> None:
    """Dark pips are used, or a despair has the same effect."""
    check = play.state.turn.check
    if check is not None and check.who == actor.id:
        play.happen(CheckAmended(actor.id, dark=dark))
    if not play.option["chart-after-check"]:
        face_warp(play, actor, dark)


def answer(play: Play, who: int, dark: int) -> None:
    """After a check: what comes of the dark pips that were used in it."""
    if dark and play.option["chart-after-check"]:
        face_warp(play, Model(play, who), dark)


def close_check(play: Play) -> Check:
    """All that came of the check under way is done, and the warp answers the dark pips that were used in it."""
    check = check_under_way(play)
    play.happen(CheckClosed(check.who))
    answer(play, check.who, check.dark)
    return check


# ---- Force dice that go with another check ---------------------------------------------------------------------------


class Points(NamedTuple):
    """What points of Force dice add to a check: successes and advantages, or power to a weapon."""

    success: int = 0
    advantage: int = 0
    force: int = 0


NO_POINTS = Points()


def force_for(actor: Model, skill: Skill, forceful: bool = False) -> int:
    """The Force dice that a psyker adds to a check: with a force weapon, or for Quickening."""
    return actor.kit.profile.psy if (forceful or _quickened(actor, skill)) and by_dice(actor.play) else 0


def _quickened(actor: Model, skill: Skill) -> bool:
    """Whether somebody knows Quickening, and it goes with checks of a skill."""
    return "quickening" in actor.kit.profile.powers and skill in QUICKENED


def may_quicken(actor: Model, slot: int) -> bool:
    """Whether points of Force dice in a force weapon may be successes and advantages as well: for who knows Quickening,
    where the table plays it so."""
    return actor.play.option["force-weapon-quickens"] and _quickened(actor, actor.weapon(slot).skill)


def force_points(play: Play, attempt: Attempt, rolled: Powered) -> Points:
    """What the Force dice of a check add to it."""
    points = points_of(play, attempt.who, rolled).points
    for_weapon = _for_weapon(attempt, points) if any(weapon.has("force") for weapon in attempt.weapons) else 0
    left = points - for_weapon
    if not left:
        return Points(force=for_weapon)
    question = Choose(
        "power.quickening", f"{left} points: how many are successes?", lambda: range(left, -1, -1),
        named=lambda n: f"{n} successes, {left - n} advantages",
    )  # fmt: skip
    successes: int = attempt.who.ask(question)
    return Points(successes, left - successes, for_weapon)


def _for_weapon(attempt: Attempt, points: int) -> int:
    """How many points go to a force weapon: all, unless they may be successes and advantages too."""
    if not points or not may_quicken(attempt.who, attempt.check.slot):
        return points
    question = Choose(
        "power.weapon", f"{points} points: how many are for the weapon?", lambda: range(points, -1, -1),
        named=lambda n: f"{n} for the weapon, {points - n} for the check",
    )  # fmt: skip
    return int(attempt.who.ask(question))


def leap_points(play: Play, actor: Model) -> int:
    """The points that Force dice alone give, for a leap."""
    rolled: Powered = play.roll(pool_of(Dice(force=actor.kit.profile.psy)), "leap", "Quickening", actor.id)
    drawn = points_of(play, actor, rolled)
    answer(play, actor.id, drawn.dark)
    return drawn.points


# ---- the warp --------------------------------------------------------------------------------------------------------


def face_warp(play: Play, actor: Model, dark: int) -> None:
    """What comes of dark pips."""
    rows, who, pool = catalogue.warp_chart(), actor.id, warp_pool(play, dark, actor.ranks("discipline"))
    ids = tuple(rows)
    number: int = play.roll(pool, "warp", "The warp", who, came=lambda n: rows[ids[n]].title)
    match ids[number]:
        case "dazed":
            conditions.suffer(play, who, "disoriented")
        case "drained":
            wounds.strain(play, who, DRAINED)
        case "backlash":
            too = (who,) if play.option["backlash-strains-psyker"] else ()
            for other in (*too, *squares.beside(play, who, REACH)):
                wounds.strain(play, other, BACKLASH)
            conditions.suffer(play, who, "staggered")
        case "bleeding-mind":
            wounds.wound(play, who, BLED)
        case "rupture":
            for other, times in ((who, 1), *hits.around(play, who, 1)):
                for _ in range(times):
                    wounds.wound(play, other, max(0, RUPTURED - Model(play, other).soak))
                conditions.knock_down(play, other)
        case "torn":
            injuries.inflict(play, who, bonus=20)
        case "visitor":
            let_in(play, who)
        case "gone":
            play.happen(Became(who, "dead"))
        case _:
            play.note(who, "it grows cold, and something whispers")


def warp_pool(play: Play, dark: int, discipline: int) -> Pool:
    """The roll on the chart for so many dark pips, read as the number of its row."""
    return _warp_pool(play.option["chart-by-pips"] * dark - play.option["chart-by-discipline"] * discipline)


@cache
def _warp_pool(more: int) -> Pool:
    return chart_pool("warp", catalogue.warp_chart(), more)


def let_in(play: Play, who: int) -> None:
    """Something comes through next to the psyker, once a battle."""
    visitor = play.world.visitor
    here = grid.cell_of(play, who)
    if visitor == NOBODY or play.state.records[visitor].state != "waiting" or here is None:
        return
    beside = squares.free(play, visitor, neighbours(play.world.grid, here))
    cell = next((cell for cell in beside if grid.is_clear(play, here, cell)), None)
    if cell is not None:
        now, seat = play.state.turn, 1 - play.state.records[who].owner
        play.happen(Deployed(visitor, seat, *squares.field_of(play, visitor).placed(cell).spot))
        play.happen(OrderChanged((*now.order, Score(visitor, LAST, 0)), now.place))
