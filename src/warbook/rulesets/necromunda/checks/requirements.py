"""Conditions of actions: each a question about the one who acts, with the reason a player is told when the answer is
no."""

from __future__ import annotations

from collections.abc import Callable

from ....core.action import Requirement, requirement
from ....space.board import Board
from ..records import Driver, Model

RUNS = "It is broken: it does nothing but run for cover."
GETS_AWAY = "It is broken: it does nothing but get away."


@requirement("It must be standing and not engaged.", condition="It must be standing, not engaged and not broken.")
def standing_active(model: Model) -> bool | str:
    return RUNS if model.broken else model.active


@requirement(
    "It must be standing and engaged with an enemy.",
    condition="It must be standing, engaged with an enemy and not broken.",
)
def standing_engaged(model: Model) -> bool | str:
    return RUNS if model.broken else model.engaged


@requirement("It must not be blind.")
def sighted(model: Model) -> bool | str:
    return not model.suffers("blind") or "It is blind until its next activation."


@requirement("It must be prone and pinned.", condition="It must be prone and pinned, and not broken.")
def pinned(model: Model) -> bool | str:
    return RUNS if model.broken else model.pinned


@requirement("It must be prone.", condition="It must be prone, pinned or seriously injured, and not broken.")
def prone(model: Model) -> bool | str:
    return RUNS if model.broken else model.prone


@requirement("It must be broken: a broken fighter does nothing else.")
def broken(model: Model) -> bool:
    return model.broken


@requirement("It must be mobile: its engine has stalled.", condition="It must be mobile and not broken.")
def mobile(driver: Driver) -> bool | str:
    return GETS_AWAY if driver.record.broken else driver.mobile


@requirement("It must be stationary: its engine runs.", condition="It must be stationary and not broken.")
def stationary(driver: Driver) -> bool | str:
    return GETS_AWAY if driver.record.broken else driver.on_table and driver.record.stalled


@requirement("It must be on the table.", condition="It must not be broken.")
def unbroken(driver: Driver) -> bool | str:
    return GETS_AWAY if driver.record.broken else driver.on_table


@requirement("It must be broken and mobile.")
def broken_on_the_move(driver: Driver) -> bool:
    return driver.record.broken and driver.mobile


@requirement("It must be broken and stationary.")
def broken_down(driver: Driver) -> bool:
    return driver.record.broken and driver.on_table and driver.record.stalled


def knowing(skill: str, name: str) -> Requirement[Model]:
    """The requirement of a skill."""

    @requirement(f"It must know {name}.", fixed=True)
    def knows(model: Model) -> bool:
        return skill in model.kit.skills

    return knows


def there_must_be(what: str, count: Callable[[Board], int]) -> Requirement[Model]:
    """The requirement of a kind of terrain on the board."""

    @requirement(f"There must be {what} on the board.", fixed=True)
    def there(model: Model) -> bool:
        return count(model.play.world.board) > 0

    return there


def there_must_be_a(what: str, kind: str) -> Requirement[Model]:
    """The requirement of a marker of a kind on the board."""
    return there_must_be(what, lambda board: sum(marker.kind == kind for marker in board.markers))


doors_on_board = there_must_be("a door", lambda board: len(board.doors))

lifts_on_board = there_must_be("a lift", lambda board: len(board.lifts))

ductways_on_board = there_must_be("a ductway", lambda board: len(board.ductways))

vehicles_on_board = there_must_be_a("a parked vehicle", "vehicle")


@requirement("There must be a loot casket on the board.", fixed=True)
def caskets_on_board(model: Model) -> bool:
    return model.play.world.caskets


@requirement("There must be a loot casket or an ammo cache on the board.", fixed=True)
def goods_on_board(model: Model) -> bool:
    world = model.play.world
    return world.caskets or not world.kinds.isdisjoint(("ammo-cache", "plasma-canister"))
