"""Difficult ground and those on foot: whom it holds to an advance, who may force its way through, who has to test."""

from __future__ import annotations

from functools import cache

from ....space.board import Board, Going, per_board
from ..printed import catalogue
from ..records.position import model, per_position, remains, squad
from ..records.state import Mode
from ..records.unit import Unit
from ..records.world import Play
from . import ground, rates


@cache
def dangerous() -> tuple[str, ...]:
    """The kinds of area that are dangerous to everybody."""
    return tuple(kind for kind, each in catalogue.grounds().items() if each.dangerous and not each.piece)


def has_difficult(play: Play) -> bool:
    """Whether there is difficult ground at all, of the board or of wrecks and craters."""
    return board_has_difficult(play.world.board) or bool(remains(play))


@per_board
def board_has_difficult(board: Board) -> bool:
    """Whether a board has difficult ground."""
    return any(area.kind in ground.difficult() for area in board.areas)


@per_position
def starts_in_difficult(play: Play, unit: int) -> bool:
    """Whether somebody of a unit stands in difficult ground."""
    wanted = set(ground.difficult())
    return any(ground.kinds_at(play, model(play, id).at.spot) & wanted for id in squad(play, unit).members)


def is_barred(unit: Unit, mode: Mode, *, charging: bool = False) -> bool:
    """Whether difficult ground is closed to a unit in a mode.

    Those who pass over it are not held up.  Nobody runs or goes flat out through it; a surge is open to those who move
    through cover, and to others who force their way, bikes aside, and not in a charge.
    """
    if mode in ("stationary", "advance") or rates.flies(unit):
        return False
    if mode != "surge":
        return True
    option = unit.play.option
    if unit.has("move-through-cover"):
        return False
    forced = option["forced-surge"] and option["difficult-terrain"] == "advance" and not charging
    return not (forced and all(rates.rate(kit).forces for kit in unit.kits))


@cache
def all_closed() -> Going:
    """The prices of ground where difficult ground is closed too."""
    return (*ground.closed(), *((kind, 0) for kind in ground.difficult()))


def going(unit: Unit, mode: Mode, *, charging: bool = False, through: bool = True) -> Going:
    """The prices of ground for a unit in a mode: what is closed to it cannot be entered, all else takes no time."""
    return all_closed() if not through or is_barred(unit, mode, charging=charging) else ground.closed()


def has_to_test(unit: Unit, id: int, mode: Mode, crossed: set[str], ends: set[str]) -> bool:
    """Whether a model of a unit tests that has gone through these kinds of area, and started or ended in some: flyers
    for where they start or end, bikes, guns and those who force their way for all difficult ground, others where it is
    dangerous."""
    difficult = set(ground.difficult())
    if rates.flies(unit):
        return bool(ends & difficult)
    forces = mode == "surge" and not unit.has("move-through-cover")
    kit = unit.kit(id)
    wheeled = kit.gun or (not unit.crewed and not rates.rate(kit).forces)
    return bool(crossed & (difficult if forces or wheeled else set(dangerous())))
