"""Talents that are used as a maneuver: steps aside, stances, careful aim."""

from __future__ import annotations

from typing import Any

from ....core.action import some
from ....core.decision import Choose
from ....mechanics import grid
from ....mechanics.lasting import end_of_turn, start_of_turn
from ....space.grid.cells import Cell
from ..attacks import force
from ..attacks.rulings import choose_points
from ..checks import economy, squares
from ..checks.requirements import able, has_maneuver
from ..events.fighters import Used
from ..harm import conditions, wounds
from ..movement import moving
from ..printed import catalogue
from ..printed.catalogue import Talent, action
from ..records import NOBODY, Model, Play
from ..records.effects import Condition, begin

STRAINED: tuple[Talent, ...] = ("side-step", "defensive-stance", "precise-aim")
"""The talents that cost strain, a point for each rank that is used."""
PLAIN: tuple[Talent, ...] = ("brace", "rain-of-death")
LEAP = "leap"
ONCE_A_ROUND: tuple[Talent, ...] = ("side-step", "defensive-stance")


def usable(actor: Model) -> list[str]:
    """The talents that a fighter could use as a maneuver now, and the leap of a power."""
    leaps = [LEAP] if may_leap(actor) else []
    return leaps + [
        talent for talent in (*STRAINED, *PLAIN)
        if actor.talent(talent) and talent not in actor.record.round_used
        and (talent != "rain-of-death" or economy.in_own_turn(actor.play, actor.id))
        and (talent not in STRAINED or actor.may_strain(1))
    ]  # fmt: skip


def use_talent(play: Play, actor: Model) -> None:
    """One of its talents, as a maneuver."""
    titles: dict[str, str] = {id: row.title for id, row in catalogue.talents().items()}
    titles[LEAP] = "Quickening: a leap"
    question = Choose(
        "talent", f"Which talent does {actor.name} use?", usable, actor, named=lambda talent: titles[talent]
    )
    talent: Any = actor.ask(question)
    if talent == LEAP:
        leap(play, actor)
        return
    ranks = actor.talent(talent)
    points = choose_points(play, actor, "talent.strain", "For how much strain?", ranks) if talent in STRAINED else ranks
    economy.make_maneuver(play, actor)
    play.note(actor.id, f"it uses {titles[talent]}")
    if talent in STRAINED:
        wounds.strain(play, actor.id, points)
    if talent in ONCE_A_ROUND:
        play.happen(Used(actor.id, talent, a_round=True))
    take_effect(play, actor, talent, points)


def may_leap(actor: Model) -> bool:
    """Whether it could leap by the power now, by itself: where that is a move, not out of a fight."""
    if not force.force_for(actor, "athletics") or actor.record.prone or actor.record.rides != NOBODY:
        return False
    if not actor.play.option["leap-is-a-move"]:
        return True
    return moving.may_move_on.holds(actor) is True and not squares.is_engaged(actor.play, actor.id)


def landings(actor: Model) -> tuple[Cell, ...]:
    """The free squares at short range, but for its own."""
    play, here = actor.play, grid.cell_of(actor.play, actor.id)
    if here is None:
        return ()
    near = squares.within(play, here, squares.reach_of(play, "short"))
    return tuple(cell for cell in squares.free(play, actor.id, near) if cell != here)


def leap(play: Play, actor: Model) -> None:
    """With a point of its Force dice a psyker leaps to any square at short range."""
    economy.make_maneuver(play, actor)
    if not force.leap_points(play, actor) or not actor.record.able:
        return
    if play.option["leap-goes"] == "any":
        spot = squares.choose_square(actor, "leap.to", f"Where does {actor.name} leap to?", landings, actor)
        moving.step_to(play, actor.id, spot, "leaps")
    else:
        far = squares.reach_of(play, "short")
        moving.go(play, actor.id, moving.way_question(play, actor.id, far, "leap.path", flying=True), "leaps")


def take_effect(play: Play, actor: Model, talent: str, points: int) -> None:
    """What a talent does."""
    if not points:
        return
    match talent:
        case "side-step" | "defensive-stance":
            stance: Condition = "side-step" if talent == "side-step" else "defensive-stance"
            conditions.free(play, actor.id, stance)
            begin(play, stance, actor.id, start_of_turn(actor.id), points)
        case "precise-aim":
            conditions.give_token(play, actor.id, "next-precise", points)
        case "brace":
            conditions.give_token(play, actor.id, "next-brace", points)
        case _:
            begin(play, "rain-of-death", actor.id, end_of_turn(play.state, actor.id, 0))


has_talent = some("It must know a talent that is used as a maneuver, and not have used it already.", usable)
USE_TALENT = action("use-talent", (able, has_maneuver, has_talent), use_talent, ours=(able, has_talent))
