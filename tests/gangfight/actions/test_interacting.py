"""Interact: doors and locks, chests, levers, and what can be carried."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, leg, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Fell
from warbook.rulesets.gangfight.events.things import PickedUp, PutDown, ThingChanged

WALLS = "[[wall]]\npoints = [[10, 14], [14, 14]]\nheight = 6\n[[wall]]\npoints = [[16, 14], [20, 14]]\nheight = 6\n"
DOOR = WALLS + '[[door]]\nid = "gate"\nline = [14, 14, 16, 14]\nheight = 6\nstate = "{0}"\n'
MARKER = '[[marker]]\nid = "prize"\nkind = "{0}"\nat = [15, 11, 0]\nparams = {{ {1} }}\n'
FAR_AWAY = [figure(44, 44)]


def beside(board: str, **more: Any) -> Any:
    """A scene of one at 15, 12.5, an enemy far away, and the first thing of the board."""
    game, red, _ = scene(red=[figure(15, 12.5, **more)], blue=FAR_AWAY, board=board)
    return game, red, game.world.count


def marker(kind: str, params: str = "") -> str:
    return MARKER.format(kind, params)


# ---- doors -----------------------------------------------------------------------------------------------------------


@covers("interact", "works")
def test_a_door_is_opened_and_one_may_go_through() -> None:
    game, red, door = beside(DOOR.format("closed"))
    path = (leg(15, 15.5),)
    assert game.asks(red, "move").legal(path)
    game.does(red, "interact", use=(door, "open"))
    assert [(e.whom, e.state) for e in game.happened(ThingChanged)] == [(door, "open")]
    assert game.record(red).ap == 2
    assert not game.asks(red, "move").legal(path)


def test_a_door_is_closed_behind_one() -> None:
    game, red, door = beside(DOOR.format("open"))
    game.does(red, "interact", use=(door, "close"))
    assert game.asks(red, "move").legal((leg(15, 15.5),))


def test_no_door_is_closed_on_who_stands_in_it() -> None:
    game, (red, _), _ = scene(red=[figure(15, 12.5), figure(15, 14)], blue=FAR_AWAY, board=DOOR.format("open"))
    assert game.why_not(red, "interact") == ("It must have something to use within its threat range.",)


PARTITION = "[[wall]]\npoints = [[16, {0}], [16, 14]]\nheight = 6\n"
AROUND, ALONG = PARTITION.format(13.2), PARTITION.format(8)


@pytest.mark.parametrize(
    ("x", "walls", "used"), [(16.6, "", True), (16.6, ALONG, False), (16.6, AROUND, False), (16, AROUND, True)]
)
def test_a_door_is_used_from_behind_no_corner_of_a_wall(x: float, walls: str, used: bool) -> None:
    board = DOOR.format("closed") + walls
    game, red, _ = scene(red=[figure(x, 12.62)], blue=FAR_AWAY, board=board)
    assert ("interact" in game.allowed(red)) is used


@pytest.mark.parametrize(("walls", "used"), [("", False), (ALONG, True)])
def test_nobody_guards_a_door_from_behind_the_corner_of_a_wall(walls: str, used: bool) -> None:
    board = DOOR.format("closed") + walls
    game, red, _ = scene(red=[figure(14.6, 12.8)], blue=[figure(16.7, 13)], board=board)
    assert ("interact" in game.allowed(red)) is used


@covers("interact", "numbers")
@pytest.mark.parametrize(("dice", "state"), [([1, 3, 4], "open"), ([3, 3, 1], "locked")])
def test_a_lock_asks_for_initiative(dice: list[int], state: str) -> None:
    game, red, door = beside(DOOR.format("locked"))
    game.does(red, "interact", use=(door, "unlock"), dice=dice)
    assert game.record(door).state == state
    assert game.record(red).ap == 2


def test_a_chest_opens_to_the_number_of_its_lock() -> None:
    game, red, chest = beside(marker("chest", "lock = 6"))
    game.does(red, "interact", use=(chest, "unlock"), dice=[5, 5, 5])
    assert game.record(chest).state == "locked"
    game.does(red, "interact", use=(chest, "unlock"), dice=[5, 6, 1, 1])
    assert (game.record(chest).state, game.record(chest).claimed) == ("open", 0)


def test_a_lever_is_flipped_to_and_fro() -> None:
    game, red, lever = beside(marker("lever"))
    game.does(red, "interact", use=(lever, "flip"))
    assert game.record(lever).state == "up"
    game.does(red, "interact", use=(lever, "flip"))
    assert game.record(lever).state == "down"


# ---- carrying --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["crate", "chest", "objective"])
def test_what_is_picked_up_goes_where_its_carrier_goes(kind: str) -> None:
    game, red, thing = beside(marker(kind))
    game.does(red, "interact", use=(thing, "pick-up"))
    assert [(e.who, e.whom) for e in game.happened(PickedUp)] == [(red, thing)]
    assert game.record(red).carries == (thing,)
    assert (game.record(thing).carrier, game.record(thing).claimed) == (red, 0)
    game.does(red, "move", path=(leg(15, 14),))
    game.does(red, "interact", use=(thing, "put-down"))
    assert (game.record(thing).at.x, game.record(thing).at.y) == (15 * INCH, 14 * INCH)
    assert game.record(red).carries == () and game.record(thing).carrier == -1


def test_what_is_locked_stays_so_wherever_it_is_carried() -> None:
    game, red, chest = beside(marker("chest", "lock = 5"))
    game.does(red, "interact", use=(chest, "pick-up"))
    game.does(red, "interact", use=(chest, "put-down"))
    assert game.record(chest).state == "locked"
    game.does(red, "interact", use=(chest, "unlock"), dice=[5, 1, 1])
    game.given(red, ap=3)
    game.does(red, "interact", use=(chest, "pick-up"))
    game.does(red, "interact", use=(chest, "put-down"))
    assert game.record(chest).state == "closed"


def test_who_carries_something_heavy_neither_runs_nor_charges() -> None:
    game, red, thing = beside(marker("crate", "heavy = true"))
    game.does(red, "interact", use=(thing, "pick-up"))
    assert "It must carry nothing heavy." in game.why_not(red, "run")
    assert "It must carry nothing heavy." in game.why_not(red, "charge")
    assert "move" in game.allowed(red)


def test_who_is_incapacitated_drops_what_it_carries() -> None:
    game, (red, _), blue, crate = _carried_into_a_fight()
    game.does(blue, "fight", at=red, passing=True, dice=[4, 1, 1])
    assert [e.who for e in game.happened(Fell)] == [red]
    assert [(e.who, e.whom) for e in game.happened(PutDown)] == [(red, crate)]
    assert (game.record(crate).at.x, game.record(crate).at.y) == (15 * INCH, 12500)
    assert game.record(crate).carrier == -1


def _carried_into_a_fight() -> Any:
    game, red, blue = scene(
        red=[figure(15, 12.5, wounds=1, stats={"arm": 0}), figure(40, 40)],
        blue=[figure(15, 20)],
        board=marker("crate"),
    )
    crate = game.world.count
    game.does(red[0], "interact", use=(crate, "pick-up"))
    game.given(blue, at=game.record(red[0]).at.__class__(15000, 13600, 0, 0, 1, 550, 1500, 3))
    return game, red, blue, crate


# ---- what stands in the way ------------------------------------------------------------------------------------------


@covers("interact", "refused")
def test_a_thing_must_be_within_the_threat_range() -> None:
    game, red, _ = scene(red=[figure(15, 14.5)], blue=FAR_AWAY, board=marker("crate"))
    assert game.why_not(red, "interact") == ("It must have something to use within its threat range.",)


def test_a_large_figure_reaches_further() -> None:
    game, red, _ = scene(red=[figure(15, 14.4, profile="ogre-regular")], blue=FAR_AWAY, board=marker("crate"))
    assert "interact" in game.allowed(red)


def test_nothing_is_reached_through_a_wall() -> None:
    wall = "[[wall]]\npoints = [[12, 11.8], [18, 11.8]]\nheight = 6\n"
    game, red, _ = scene(red=[figure(15, 12.5)], blue=FAR_AWAY, board=marker("crate") + wall)
    assert game.why_not(red, "interact") == ("It must have something to use within its threat range.",)


def test_what_an_enemy_guards_is_used_in_base_contact_only() -> None:
    game, red, (guard, _) = scene(red=[figure(15, 12.5)], blue=[figure(14, 9.8), figure(44, 44)], board=marker("crate"))
    assert game.why_not(red, "interact") == ("It must have something to use within its threat range.",)
    game.given(guard, down=True)
    assert "interact" in game.allowed(red)
    game, red, _ = scene(red=[figure(15, 12.05)], blue=[figure(14, 9.8)], board=marker("crate"))
    assert "interact" in game.allowed(red)


def test_who_interacts_in_an_enemys_threat_range_takes_a_free_strike_first() -> None:
    game, red, blue = scene(red=[figure(15, 12.5)], blue=[figure(15, 14.3)], board=marker("crate"))
    crate = game.world.count
    game.does(red, "interact", use=(crate, "pick-up"), dice=[4, 1, 1, 1, 1, 1])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(blue, red)]
    assert game.record(red).carries == (crate,)


def test_who_falls_to_it_does_not_get_it_done() -> None:
    game, (red, _), _ = scene(
        red=[figure(15, 12.5, wounds=1, stats={"arm": 0}), figure(40, 40)],
        blue=[figure(15, 14.3)],
        board=marker("crate"),
    )
    game.does(red, "interact", use=(game.world.count, "pick-up"), dice=[4, 1, 1])
    assert game.happened(Fell) and not game.happened(PickedUp)
