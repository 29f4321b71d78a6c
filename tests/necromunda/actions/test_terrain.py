"""Doors, terminals, caskets, traps, ductways and lifts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import (
    SAFE,
    covers,
    ductway,
    fighter,
    gate,
    leg,
    marker,
    piece,
    roof,
    scene,
    spot,
    wall,
    way,
)
from warbook.core.length import INCH
from warbook.core.play import Play
from warbook.core.structs import replace
from warbook.rulesets.necromunda.actions import lifts
from warbook.rulesets.necromunda.events.fighters import SeriouslyInjured
from warbook.rulesets.necromunda.events.movement import Moved
from warbook.rulesets.necromunda.events.things import DoorChanged, Found, ThingGone
from warbook.rulesets.necromunda.harm import damage
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.records.fighters import Status
from warbook.rulesets.necromunda.records.position import layout
from warbook.rulesets.necromunda.records.things import Cache, Casket, Lift, Trap
from warbook.space.movement import Mode
from warbook.space.sight import visible
from warbook.testing import Script

CASKET = marker("casket", 10, 12, "crate")
TRAP = marker("booby-trap", 14, 10, "mine")
DUCT = wall(4, 10, 16, 10) + ductway(10, 0.3)
LIFT = piece("lift", id="hoist", rect=[9, 9, 2, 2], z=[0, 3]) + piece("platform", rect=[11, 9, 4, 2], z=3)


def gated(state: str) -> str:
    """The gate with a wall on either side, and its terminals."""
    return gate(state, terminals=[[8.5, 9.9, 0], [8.5, 10.1, 0]]) + wall(11, 10, 16, 10)


def thing(game: Any, kind: type[Any]) -> Any:
    """The one record of that kind."""
    return next(r for r in game.state.records if isinstance(r, kind))


def door(game: Any) -> str:
    """How the door stands."""
    state: str = game.state.records[len(game.world.kits)].state
    return state


def at_the_door(state: str, *more: Any, blue: Any = (), **kit: Any) -> Any:
    """A fighter just south of a door, facing it."""
    game, *ids = scene(red=[fighter(10, 9, **kit), *more], blue=[*blue] or [fighter(40, 40)], board=gated(state))
    red = ids[0][0] if more else ids[0]
    return game, red


# ---- operating doors -------------------------------------------------------------------------------------------------


@covers("operate-door", "works")
def test_a_door_opens_and_closes() -> None:
    game, red = at_the_door("closed")
    game.does(red, "operate-door")
    assert door(game) == "open"
    game.does(red, "operate-door")
    assert door(game) == "closed"


def test_a_shut_door_bars_the_way_and_the_view_and_an_open_one_does_not() -> None:
    game, red, blue = scene(red=[fighter(10, 8.6)], blue=[fighter(10, 15)], board=gated("closed"))
    through = way(leg(10, 12))
    assert game.asks(red, "move").legal(through)
    assert not visible(layout(game.play), game.world.board, red, (blue,))
    game.does(red, "operate-door")
    assert not game.asks(red, "move").legal(through)
    assert visible(layout(game.play), game.world.board, red, (blue,))


@covers("operate-door", "refused")
def test_a_door_is_out_of_reach_or_locked() -> None:
    far, red, _ = scene(red=[fighter(10, 8)], blue=[fighter(40, 40)], board=gated("closed"))
    assert far.why_not(red, "operate-door") == ("It must be within an inch of an open or unlocked door.",)
    locked, red = at_the_door("locked")
    assert locked.why_not(red, "operate-door") == ("It must be within an inch of an open or unlocked door.",)
    bare, red, _ = scene(red=[fighter(10, 8)], blue=[fighter(40, 40)])
    assert "There must be a door on the board." in bare.why_not(red, "operate-door")


@pytest.mark.parametrize(("x", "corner"), [(8.4, 9), (11.6, 11)])
def test_a_door_is_not_reached_from_behind_the_corner_of_the_wall_beside_it(x: float, corner: float) -> None:
    for walled in (True, False):
        board = gated("closed") + (wall(corner, 6, corner, 10) if walled else "")
        game, red, _ = scene(red=[fighter(x, 9.4)], blue=[fighter(40, 40)], board=board)
        assert ("operate-door" in game.allowed(red)) is not walled


@covers("operate-door", "numbers")
def test_a_door_is_in_reach_up_to_an_inch_away() -> None:
    near, red, _ = scene(red=[fighter(10, 8.508)], blue=[fighter(40, 40)], board=gated("closed"))
    assert "operate-door" in near.allowed(red)
    far, red, _ = scene(red=[fighter(10, 8.5)], blue=[fighter(40, 40)], board=gated("closed"))
    assert "operate-door" not in far.allowed(red)


def test_who_stands_in_a_closing_door_steps_out_of_it() -> None:
    game, reds, _ = scene(red=[fighter(10, 8.6), fighter(10, 10.2)], blue=[fighter(40, 40)], board=gated("open"))
    game.does(reds[0], "operate-door", path=way(leg(10, 11), face=(1, 0)), dice=[4])
    assert game.record(reds[1]).at.fx == 1
    assert door(game) == "closed"
    assert game.record(reds[1]).at.y == 11 * INCH
    assert game.record(reds[1]).wounds == 1


def test_who_steps_out_of_a_closing_door_ends_an_inch_from_an_enemy_whom_it_was_nearer_to() -> None:
    for ends_near in (False, True):
        game, reds, _ = scene(
            red=[fighter(10, 8.6), fighter(10, 10.2)],
            blue=[fighter(10.6, 11.2)],
            board=gated("open"),
            options={"moves-may-end-near": ends_near},
        )
        question = game.asks(reds[0], "operate-door", dice=[4])
        assert bool(question.legal(way(leg(9.2, 10.6)))) is not ends_near


def test_who_does_not_get_out_of_a_closing_door_is_crushed_and_put_beside_it() -> None:
    game, reds, _ = scene(
        red=[fighter(10, 8.6), fighter(10, 10.2, armour=["mesh"])], blue=[fighter(40, 40)], board=gated("open")
    )
    game.does(reds[0], "operate-door", dice=[3, 4, 5])  # no luck, wounded by Strength 3, saved by the mesh
    y = game.record(reds[1]).at.y
    assert 10 * INCH + 492 <= y <= 10 * INCH + 600


def test_whoever_a_trap_stops_clear_of_a_closing_door_is_not_crushed() -> None:
    game, reds, _ = scene(
        red=[fighter(10, 8.6), fighter(10, 10.2)],
        blue=[fighter(40, 40)],
        board=gated("open") + marker("booby-trap", 10, 14, "mine"),
    )
    game.does(reds[0], "operate-door", path=way(leg(10, 12.2)), dice=[6, 4, 1, 1])
    assert game.record(reds[1]).status is Status.PINNED and game.record(reds[1]).at.y < 11.1 * INCH


def test_who_stands_in_the_very_middle_of_a_door_that_faces_east_is_put_west_or_east_of_it() -> None:
    door = (
        wall(10, 4, 10, 9)
        + wall(10, 11, 10, 16)
        + piece("door", id="gate", line=[10, 9, 10, 11], height=3, state="open")
    )
    for face, side in ((1, 1), (2, -1)):
        game, reds, _ = scene(red=[fighter(9.3, 8.1), fighter(10, 10)], blue=[fighter(40, 40)], board=door)
        game.does(reds[0], "operate-door", dice=[3, 3, face])
        at = game.record(reds[1]).at
        assert 492 <= (at.x - 10 * INCH) * side < 600 and abs(at.y - 10 * INCH) < 200


def test_who_stands_in_the_very_middle_is_put_to_one_side_by_chance() -> None:
    for face, side in ((1, -1), (2, 1)):
        game, reds, _ = scene(
            red=[fighter(10, 8.4, facing=(0, 1)), fighter(10, 10)], blue=[fighter(40, 40)], board=gated("open")
        )
        game.given(reds[0], at=game.record(reds[0]).at.__class__(8500, 9300, 0, 0, 1, 492, 1250, 3))
        game.does(reds[0], "operate-door", dice=[3, 3, face])
        assert (game.record(reds[1]).at.y - 10 * INCH) * side > 0


@covers("operate-door", "works")
def test_the_defender_has_the_keys() -> None:
    from warbook.core.structs import replace

    game, red = at_the_door("locked")
    game.world = replace(game.world, scenario=replace(game.world.scenario, attacker="blue"))
    game.does(red, "operate-door")
    assert door(game) == "open"


CORNER = wall(11.2, 4, 11.2, 16)


@pytest.mark.parametrize(("x", "reached"), [(10.6, True), (11.8, False)])
def test_nobody_reaches_a_door_through_a_wall(x: float, reached: bool) -> None:
    game, red, _ = scene(red=[fighter(x, 9.4)], blue=[fighter(40, 40)], board=CORNER + gate("closed"))
    assert ("operate-door" in game.allowed(red)) is reached


# ---- terminals -------------------------------------------------------------------------------------------------------


def at_the_terminal(state: str = "locked", **kit: Any) -> Any:
    """A fighter with Intelligence 7+ beside a terminal."""
    game, red, _ = scene(red=[fighter(8.5, 9, **kit)], blue=[fighter(40, 40)], board=gated(state))
    return game, red


@covers("access-terminal", "works")
def test_a_terminal_unlocks_its_door_for_good() -> None:
    game, red = at_the_terminal()
    game.does(red, "access-terminal", dice=[4, 5])
    assert any("works at the terminal" in said for said in game.log())
    assert door(game) == "open"
    game.does(red, "operate-door")
    game.does(red, "operate-door")
    assert door(game) == "open"


@covers("access-terminal", "numbers")
@pytest.mark.parametrize(
    ("state", "wargear", "need"), [("locked", [], 9), ("locked", ["strip-kit"], 7), ("vault", [], 11)]
)
def test_a_terminal_takes_wits(state: str, wargear: list[str], need: int) -> None:
    for total, opened in ((need, True), (need - 1, False)):
        game, red = at_the_terminal(state, wargear=wargear)
        game.does(red, "access-terminal", dice=[total // 2, total - total // 2])
        assert (door(game) == "open") is opened


@covers("access-terminal", "refused")
def test_a_terminal_has_to_be_at_hand() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(40, 40)], board=gated("locked"))
    assert game.why_not(red, "access-terminal") == ("It must be within an inch of the terminal of a door.",)
    beast, ids, _ = scene(
        red=[fighter(8.5, 9, profile="tallow-hound", beast_of=1), fighter(8, 6)],
        blue=[fighter(40, 40)],
        board=gated("locked"),
    )
    assert beast.why_not(ids[0], "access-terminal") == ("A beast is not clever enough for that.",)


@pytest.mark.parametrize(
    ("action", "wits", "able"),
    [
        ("operate-door", 0, False),  # none at all
        ("operate-door", 6, True),
        ("operate-door", 7, True),
        ("operate-door", 8, False),
        ("access-terminal", 0, False),
        ("access-terminal", 4, True),
        ("access-terminal", 5, True),
        ("access-terminal", 6, False),
    ],
)
def test_a_beast_works_doors_and_terminals_if_it_is_clever_enough(action: str, wits: int, able: bool) -> None:
    beast = fighter(8.5, 9, profile="tallow-hound", beast_of=1, stats={"intelligence": wits})
    game, (hound, owner), _ = scene(red=[beast, fighter(9.5, 9)], blue=[fighter(40, 40)], board=gated("closed"))
    assert game.why_not(hound, action) == (() if able else ("A beast is not clever enough for that.",))
    assert game.why_not(owner, action) == ()  # who is no beast needs no Intelligence to try


# ---- forcing doors ---------------------------------------------------------------------------------------------------


@covers("force-door", "works")
@covers("force-door", "numbers")
@pytest.mark.parametrize(("face", "opened"), [(6, True), (5, False)])
def test_a_locked_door_gives_way_to_nine(face: int, opened: bool) -> None:
    game, red = at_the_door("locked")  # Strength 3
    game.does(red, "force-door", dice=[face])
    assert (door(game) == "open") is opened


def test_friends_touching_the_door_add_two_each() -> None:
    game, red = at_the_door("locked", fighter(9.2, 10.493), fighter(10.8, 9.507), fighter(10.8, 10.8))
    game.does(red, "force-door", dice=[1])
    assert door(game) == "locked"
    game.does(red, "force-door", dice=[2])
    assert door(game) == "open"


def test_a_vault_takes_eleven_and_a_punch_leaves_no_door() -> None:
    alone, red = at_the_door("vault")
    alone.does(red, "force-door", dice=[6])
    assert door(alone) == "locked"
    punch, red = at_the_door("vault", wargear=["lock-punch"])
    punch.does(red, "force-door", dice=[4])
    assert door(punch) == "gone"


@covers("force-door", "refused")
def test_only_locked_doors_are_forced_and_only_by_the_strong() -> None:
    game, red = at_the_door("closed")
    assert game.why_not(red, "force-door") == ("It must be within an inch of a locked door.",)
    beast, ids, _ = scene(
        red=[fighter(10, 9, profile="tallow-hound", beast_of=1), fighter(8, 6)],
        blue=[fighter(40, 40)],
        board=gated("locked"),
    )
    assert beast.why_not(ids[0], "force-door") == ("A beast needs a Strength of 4 for that.",)


@pytest.mark.parametrize(("state", "strength", "toughness"), [("closed", 5, 5), ("vault", 8, 8)])
def test_doors_are_damaged_against_their_toughness(state: str, strength: int, toughness: int) -> None:
    game, _ = at_the_door(state)
    play = Play(game.state.copy(), game.ruleset, game.world, [], Script([4, 4]))
    who = len(game.world.kits)
    damage.damage_thing(play, who, Strike(strength, 0, 2), 2)
    assert play.state.records[who].state == "gone"
    assert damage.toughness_of(play, play.state.records[who]) == toughness


@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED, Status.SERIOUS])
def test_every_friend_that_touches_a_door_helps_to_force_it(status: Status) -> None:
    game, (red, friend), _ = scene(
        red=[fighter(9.4, 9.4), fighter(10.5, 9.505, status=status)],
        blue=[fighter(40, 40)],
        board=CORNER + gate("locked"),
    )
    game.does(red, "force-door", dice=[4])  # with Strength 3 and a friend it makes nine
    assert [e.to for e in game.happened(DoorChanged)] == ["open"]


@pytest.mark.parametrize(("face", "lost"), [(6, 3), (5, 2)])
def test_a_rending_six_damages_a_door_more(face: int, lost: int) -> None:
    game, _ = at_the_door("closed")
    rending = Strike(5, 0, 2, frozenset({"rending"}))
    play = Play(game.state.copy(), game.ruleset, game.world, [], Script([face]))
    assert play.dice(damage.thing_damage, rending, 5, 1) == lost


# ---- loot caskets ----------------------------------------------------------------------------------------------------


def beside_casket(**kit: Any) -> Any:
    game, red, _ = scene(red=[fighter(10, 10.6, **kit)], blue=[fighter(40, 40)], board=CASKET)
    return game, red


@covers("smash-open-casket", "works")
@covers("smash-open-casket", "numbers")
@pytest.mark.parametrize(("face", "opened"), [(3, True), (2, False)])
def test_a_casket_bursts_at_six(face: int, opened: bool) -> None:
    game, red = beside_casket()  # Strength 3
    game.does(red, "smash-open-casket", dice=[face, *([4, 6] if opened else [])])  # 4 counts as 3: D6 credits
    assert game.record(red).credits == (6 if opened else 0)


def test_what_is_in_a_smashed_casket_has_suffered() -> None:
    game, red = beside_casket()
    game.does(red, "smash-open-casket", dice=[6, 1, 1])  # never worse than a trap, here a dud
    assert not thing(game, Trap).there


@covers("smash-open-casket", "refused")
def test_a_casket_has_to_be_at_hand_and_shut() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(40, 40)], board=CASKET)
    assert game.why_not(red, "smash-open-casket") == ("It must be within an inch of a closed loot casket.",)
    assert game.why_not(red, "bypass-casket-lock") == ("It must be within an inch of a closed loot casket.",)
    assert game.why_not(red, "carry-casket") == ("It must be within an inch of a closed loot casket.",)
    near, red = beside_casket()
    near.does(red, "bypass-casket-lock", dice=[4, 4, 6])
    assert near.why_not(red, "bypass-casket-lock") == ("It must be within an inch of a closed loot casket.",)


@pytest.mark.parametrize(("y", "near"), [(10.017, True), (10.015, False)])
def test_a_casket_is_an_inch_away_from_rim_to_rim(y: float, near: bool) -> None:
    game, red, _ = scene(red=[fighter(10, y)], blue=[fighter(40, 40)], board=CASKET)
    assert ("smash-open-casket" in game.allowed(red)) is near


def test_a_casket_that_is_shot_open_from_afar_is_looted_by_nobody() -> None:
    for y, credits in ((2, 0), (10.6, 5)):
        game, red, _ = scene(
            red=[fighter(10, y, weapons=["hotshot-lasgun"])],
            blue=[fighter(40, 40)],
            board=marker("casket", 10, 12, "crate", wounds=1),
        )
        looted = (3, 5) if credits else (3,)  # what was inside has suffered: a 3 counts as 2
        game.does(red, "shoot", at=2, dice=[6, SAFE, 6, *looted])
        assert thing(game, Casket).open and game.record(red).credits == credits


def test_a_casket_is_not_reached_through_a_wall() -> None:
    walled = CASKET + wall(8, 11.3, 12, 11.3)
    game, red, _ = scene(red=[fighter(10, 10.6)], blue=[fighter(40, 40)], board=walled)
    assert game.why_not(red, "smash-open-casket") == ("It must be within an inch of a closed loot casket.",)


@covers("bypass-casket-lock", "works")
@covers("bypass-casket-lock", "numbers")
@pytest.mark.parametrize(
    ("wargear", "dice", "opened"), [([], [3, 4], True), ([], [3, 3], False), (["strip-kit"], [2, 3], True)]
)
def test_a_lock_takes_wits(wargear: list[str], dice: list[int], opened: bool) -> None:
    game, red = beside_casket(wargear=wargear)  # Intelligence 7+
    game.does(red, "bypass-casket-lock", dice=[*dice, *([4] if opened else [])])
    assert any(isinstance(r, Cache) for r in game.state.records) is opened


@covers("bypass-casket-lock", "refused")
@covers("carry-casket", "refused")
def test_beasts_neither_pick_locks_nor_carry() -> None:
    game, ids, _ = scene(
        red=[fighter(10, 10.6, profile="tallow-hound", beast_of=1), fighter(8, 6)],
        blue=[fighter(40, 40)],
        board=CASKET,
    )
    assert game.why_not(ids[0], "bypass-casket-lock") == ("A beast is not clever enough for that.",)
    assert game.why_not(ids[0], "carry-casket") == ("A beast needs a Strength of 4 for that.",)


@pytest.mark.parametrize(("wits", "able"), [(0, False), (5, True), (6, False)])
def test_a_beast_picks_a_lock_if_it_is_clever_enough(wits: int, able: bool) -> None:
    beast = fighter(10, 10.6, profile="tallow-hound", beast_of=1, stats={"intelligence": wits})
    game, ids, _ = scene(red=[beast, fighter(8, 6)], blue=[fighter(40, 40)], board=CASKET)
    assert ("bypass-casket-lock" in game.allowed(ids[0])) is able


@pytest.mark.parametrize(
    ("face", "becomes", "more"), [(1, Trap, [3]), (2, Casket, [5]), (3, Casket, [5]), (4, Cache, []), (6, Cache, [])]
)
def test_what_is_in_a_casket(face: int, becomes: type[Any], more: list[int]) -> None:
    game, red = beside_casket()
    game.does(red, "bypass-casket-lock", dice=[6, 6, face, *more])
    assert isinstance(game.state.records[2], becomes)
    assert game.record(red).credits == (5 if becomes is Casket else 0)


def test_who_knows_another_secret_finds_more() -> None:
    game, red = beside_casket(skills=["always-another-secret"])
    game.does(red, "bypass-casket-lock", dice=[6, 6, 2, 4, 3])
    assert [e.credits for e in game.happened(Found)] == [4, 30]


def test_a_trap_in_a_casket_waits_where_the_table_says_so() -> None:
    game, red, _ = scene(
        red=[fighter(10, 10.6)], blue=[fighter(40, 40)], board=CASKET, options={"casket-traps-spring": False}
    )
    game.does(red, "bypass-casket-lock", dice=[6, 6, 1])
    assert thing(game, Trap).there


@covers("carry-casket", "works")
@covers("carry-casket", "numbers")
def test_a_casket_goes_where_its_carrier_goes() -> None:
    game, red = beside_casket()
    question = game.asks(red, "carry-casket")
    assert not question.legal(way(leg(15, 10.6)))
    assert question.legal(way(leg(15.1, 10.6)))
    game.does(red, "carry-casket", path=way(leg(15, 10.6), face=(1, 0)), side=lambda asked: asked.options()[0])
    casket = thing(game, Casket)
    assert abs(casket.at.x - (15000 - 984)) <= 2  # behind its back
    assert casket.at.y == 10600
    assert game.state.turn.left == 1
    game.goes_on(action="carry-casket", path=way(leg(17, 10.6)), side=lambda asked: asked.options()[0])


# ---- booby traps -----------------------------------------------------------------------------------------------------


def past_the_trap(dice: list[int], **kit: Any) -> Any:
    """A fighter walks by a trap that lies 2" and a little beside the middle of its way."""
    game, red, _ = scene(red=[fighter(9, 12, **kit)], blue=[fighter(40, 40)], board=TRAP.replace("14, 10", "12, 10"))
    game.does(red, "move", path=way(leg(14, 12)), dice=dice)
    return game, red


@pytest.mark.parametrize(("face", "there"), [(1, False), (2, True), (3, True)])
def test_a_trap_met_on_the_way_may_be_a_dud(face: int, there: bool) -> None:
    game, red = past_the_trap([face])
    assert game.record(red).at.x == 14 * INCH
    assert thing(game, Trap).there is there
    assert next(e.x for e in game.happened(Moved)) < 12 * INCH  # the move pauses where it comes within 2"


def test_a_trap_that_goes_off_may_end_the_move() -> None:
    game, red = past_the_trap([4, 1, 1])  # it goes off; neither wound nor shove
    assert game.record(red).status is Status.PINNED
    assert game.record(red).at.x < 12 * INCH
    assert game.happened(ThingGone)


@pytest.mark.parametrize(("x", "y"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_a_trap_is_near_when_its_rim_is(x: int, y: int) -> None:
    beside = marker("booby-trap", 20 + 2.95 * x, 20 + 2.95 * y)
    game, red, _ = scene(red=[fighter(20 - 3 * abs(y), 20 - 3 * abs(x))], blue=[fighter(40, 40)], board=beside)
    game.does(red, "move", path=way(leg(20 + 1.5 * abs(y), 20 + 1.5 * abs(x))), dice=[2])


def test_a_way_past_two_traps_is_no_longer_for_them() -> None:
    board = TRAP.replace("14, 10", "12, 10") + marker("booby-trap", 14, 10, "bomb")
    game, red, _ = scene(red=[fighter(9, 12)], blue=[fighter(40, 40)], board=board)
    game.does(red, "move", path=way(leg(14, 12)), dice=[2, 2])
    assert game.record(red).moved == 5 * INCH and len(game.happened(Moved)) == 3


def test_whoever_a_trap_stops_on_top_of_a_friend_is_put_clear_of_it() -> None:
    game, (red, friend), _ = scene(
        red=[fighter(9, 12), fighter(10.2, 12.5)],
        blue=[fighter(40, 40)],
        board=TRAP.replace("14, 10", "12, 10"),
    )
    game.does(red, "move", path=way(leg(14, 12)), dice=[4, 1, 1])
    assert game.record(red).status is Status.PINNED and game.gap(red, friend) >= 0
    assert game.happened(Moved)[-1].who == red and len(game.happened(Moved)) == 2


def test_a_trap_is_met_at_the_foot_of_a_jump() -> None:
    game, red, _ = scene(
        red=[fighter(14, 13.4, 3)], blue=[fighter(40, 40)], board=TRAP + piece("platform", rect=[12, 13, 4, 4], z=3)
    )
    game.does(red, "move", path=way(leg(14, 12.4, 0, Mode.JUMP)), dice=[5, 2])
    assert next((e.y, e.z) for e in game.happened(Moved)) == (12400, 0)


def test_whoever_gets_clear_of_a_trap_on_its_way_into_cover_does_not_lie_down() -> None:
    game, red, _ = scene(red=[fighter(9.5, 12, skills=["dodge"])], blue=[fighter(40, 40)], board=TRAP)
    game.does(red, "take-cover", path=way(leg(12, 12)), dice=[4, 6], **{"dodge.path": way(leg(10, 12))})
    assert game.record(red).status is Status.STANDING


@pytest.mark.parametrize(("end", "gets_there"), [(13.6, False), (15.2, True)])
def test_nobody_walks_on_to_where_a_blast_has_thrown_somebody_else(end: float, gets_there: bool) -> None:
    steady = fighter(12.6, 9.6, skills=["nerves-of-steel"], stats={"move": 7 * INCH})
    game, (red, friend), _ = scene(
        red=[steady, fighter(14, 13.4)], blue=[fighter(40, 40)], board=marker("booby-trap", 15.3, 13)
    )
    # the first keeps its feet, the second is knocked back into the way; neither is wounded
    game.does(red, "move", path=way(leg(12.6, end)), order=(red, friend), dice=[4, 6, 6, 1, 1, 6, 1])
    assert (game.record(red).at.y == end * INCH) is gets_there
    assert game.gap(red, friend) > 0


def test_a_trap_that_is_met_over_a_gap_goes_off_when_that_is_crossed() -> None:
    """Not down in the gap, which one steps over."""
    roofs = roof(3) + roof(3, 16.6)
    trap = piece("marker", id="mine", kind="booby-trap", at=[19.3, 13, 3])
    for on_fire in (False, True):
        conditions = ("blaze",) if on_fire else ()
        game, red, _ = scene(
            red=[fighter(15, 13, 3, conditions=conditions)], blue=[fighter(40, 40)], board=roofs + trap
        )
        blast = [4, 6, 1, 1]  # it goes off; it stays on the edge of the gap, is not knocked back, nor wounded
        if on_fire:
            game.goes_on(activate=red, dice=[1, 1, 2, 360, *blast, 1])
        else:
            game.does(red, "move", path=way(leg(18.2, 13, 3)), dice=blast)
        at = game.record(red).at
        assert game.record(red).status is Status.PINNED and at.z == 3 * INCH and 16500 < at.x < 16700


def test_who_has_been_near_a_trap_all_along_does_not_meet_it() -> None:
    game, red, _ = scene(red=[fighter(12, 12)], blue=[fighter(40, 40)], board=TRAP.replace("14, 10", "12, 10"))
    game.does(red, "move", path=way(leg(12.5, 12)))
    assert thing(game, Trap).there


def test_a_door_that_moves_beside_a_trap_may_set_it_off() -> None:
    board = gated("closed") + marker("booby-trap", 11.5, 11.2, "mine")
    game, red, _ = scene(red=[fighter(9.4, 8.6)], blue=[fighter(40, 40)], board=board)
    game.does(red, "operate-door", dice=[1])
    assert not thing(game, Trap).there


# ---- ductways --------------------------------------------------------------------------------------------------------


@covers("crawl-through-ductway", "works")
def test_a_ductway_leads_to_the_other_side() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(40, 40)], board=DUCT)
    game.does(red, "crawl-through-ductway", exit=spot(10, 11.5, face=(1, 0)))
    assert game.record(red).at.y == 11500
    assert game.state.turn.left == 0


@covers("crawl-through-ductway", "numbers")
def test_one_comes_out_within_an_inch_of_the_end_and_an_inch_from_enemies() -> None:
    game, red, blue = scene(red=[fighter(10, 9)], blue=[fighter(12, 12.4)], board=DUCT)
    question = game.asks(red, "crawl-through-ductway")
    assert not question.legal(spot(10, 11.7))
    assert question.legal(spot(10, 11.8))
    assert question.legal(spot(10.7, 11.5))  # too near the enemy
    assert question.legal(spot(9, 9))  # on this side of the wall


@covers("crawl-through-ductway", "numbers")
def test_enemies_on_the_side_that_one_leaves_are_not_near_where_one_comes_out() -> None:
    game, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(11.5, 9.4)], board=DUCT)
    assert not game.asks(red, "crawl-through-ductway").legal(spot(10.3, 10.6))


@covers("crawl-through-ductway", "refused")
def test_a_ductway_has_to_be_at_hand_with_room_behind_it() -> None:
    far, red, _ = scene(red=[fighter(10, 8)], blue=[fighter(40, 40)], board=DUCT)
    assert "It must be within an inch of an end of a ductway." in far.why_not(red, "crawl-through-ductway")
    full, red, _ = scene(red=[fighter(10, 9)], blue=[fighter(10, 11, status=Status.SERIOUS)], board=DUCT)
    assert full.why_not(red, "crawl-through-ductway") == (
        "There must be room at the other end of the ductway, an inch from every enemy.",
    )


# ---- lifts -----------------------------------------------------------------------------------------------------------


@covers("send-lift", "works")
def test_a_lift_takes_everything_on_it_along() -> None:
    crate = CASKET.replace("10, 12", "10.5, 10.5")
    game, reds, _ = scene(red=[fighter(9.6, 9.6), fighter(10.4, 10.4)], blue=[fighter(40, 40)], board=LIFT + crate)
    game.does(reds[0], "send-lift")
    assert [game.record(who).at.z for who in reds] == [3000, 3000]
    assert thing(game, Casket).at.z == 3000
    assert thing(game, Lift).level == 3000
    assert game.state.turn.left == 2
    game.goes_on(action="move", path=way(leg(13, 9.6, 3)))


@covers("send-lift", "refused")
@covers("send-lift", "numbers")
def test_a_lift_is_sent_once_a_round_from_its_plate_and_no_more_than_four_inches() -> None:
    game, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], board=LIFT)
    game.does(red, "send-lift")
    assert game.why_not(red, "send-lift") == ("It must stand on a lift that nobody has sent in this round.",)
    beside, red, _ = scene(red=[fighter(8, 10)], blue=[fighter(40, 40)], board=LIFT)
    assert "send-lift" not in beside.allowed(red)
    prone, red, _ = scene(red=[fighter(10, 10, status=Status.PINNED)], blue=[fighter(40, 40)], board=LIFT)
    assert "It must be on its feet." in prone.why_not(red, "send-lift")
    high, red, _ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], board=LIFT.replace("0, 3]", "0, 4.1]"))
    assert "send-lift" not in high.allowed(red)


@covers("send-lift", "refused")
@pytest.mark.parametrize(("wits", "able"), [(0, False), (6, True), (7, True), (8, False)])
def test_a_beast_sends_a_lift_if_it_is_clever_enough(wits: int, able: bool) -> None:
    beast = fighter(9.6, 9.6, profile="tallow-hound", beast_of=1, stats={"intelligence": wits})
    game, (hound, owner), _ = scene(red=[beast, fighter(10.4, 10.4)], blue=[fighter(40, 40)], board=LIFT)
    assert game.why_not(hound, "send-lift") == (() if able else ("A beast is not clever enough for that.",))
    assert game.why_not(owner, "send-lift") == ()


def test_a_lift_is_sent_for_nothing_by_who_has_no_action_left_whatever_else_is_free() -> None:
    game, red, _ = scene(red=[fighter(10, 10, skills=["headbutt"])], blue=[fighter(40, 40)], board=LIFT)
    game.does(red, "move", path=way(leg(10.1, 10)))
    game.goes_on(action="move", path=way(leg(10, 10)))
    assert game.state.turn.left == 0
    game.goes_on(action="send-lift")
    assert game.record(red).at.z == 3000


def test_where_the_lift_is_not_nobody_steps_off() -> None:
    game, red, _ = scene(red=[fighter(12, 10, 3)], blue=[fighter(40, 40)], board=LIFT)
    assert game.asks(red, "move").legal(way(leg(10, 10, 3)))


def sent_down(dice: list[int], blue: Any = None, options: Any = None, board: str = LIFT, **answers: Any) -> Any:
    """A lift comes down on whoever stands below it."""
    game, reds, _ = scene(
        red=[fighter(10, 10, 3), fighter(9.5, 9.5, **(blue or {}))],
        blue=[fighter(40, 40)],
        board=board,
        options=options,
    )
    lift = thing(game, Lift)
    game.given(lift.id, level=3000, at=lift.at.__class__(10000, 10000, 3000, 0, 1, 0, 0, 0))
    game.state.derived = None
    game.does(reds[0], "send-lift", dice=dice, **answers)
    return game, reds[1]


@pytest.mark.parametrize("status", [Status.STANDING, Status.PINNED])
def test_a_lift_brings_nobody_to_within_an_inch_of_an_enemy(status: Status) -> None:
    game, red, blue = scene(red=[fighter(10, 10, 3)], blue=[fighter(11.6, 10, status=status)], board=LIFT)
    lift = thing(game, Lift)
    game.given(lift.id, level=3000, at=lift.at.__class__(10000, 10000, 3000, 0, 1, 0, 0, 0))
    game.state.derived = None
    game.does(red, "send-lift")
    assert game.record(red).at.z == 0 and game.gap(red, blue) >= INCH and game.record(blue).status is status


@pytest.mark.parametrize("status", [Status.STANDING, Status.SERIOUS])
def test_a_lift_brings_nobody_on_top_of_a_friend_at_its_landing(status: Status) -> None:
    game, (red, friend), _ = scene(
        red=[fighter(9.6, 9.6), fighter(11.6, 10, 3, status=status)], blue=[fighter(40, 40)], board=LIFT
    )
    game.place(red, 10.8, 10)
    game.does(red, "send-lift")
    assert game.at(red)[2] == 3 and game.at(friend) == (11.6, 10, 3)
    apart = (game.at(red)[0] - 11.6) ** 2 + (game.at(red)[1] - 10) ** 2
    assert apart >= 0.974**2


def test_who_is_under_a_lift_steps_aside() -> None:
    game, below = sent_down([4], path=way(leg(8, 9.5)))
    assert game.record(below).at.x == 8000


def test_who_does_not_is_crushed_without_a_save() -> None:
    game, below = sent_down([3, 1, 3, 4, 4], blue={"armour": ["mesh"]})  # D3 shows 1; the injury is serious
    assert game.happened(SeriouslyInjured)
    assert not lifts.overlaps(game.world.board.lifts[0].polygon, game.record(below).at)


@pytest.mark.parametrize(
    ("x", "y", "beside"), [(9.6, 10, (8.508, 10)), (10, 9.6, (10, 8.508)), (10, 10.4, (10, 11.492))]
)
def test_who_is_crushed_by_a_lift_is_put_beside_the_nearest_edge(x: float, y: float, beside: Any) -> None:
    game, reds, _ = scene(red=[fighter(10.4, 10, 3), fighter(x, y)], blue=[fighter(40, 40)], board=LIFT)
    lift = thing(game, Lift)
    game.given(lift.id, level=3000, at=replace(lift.at, z=3000))
    game.state.derived = None
    game.does(reds[0], "send-lift", dice=[3, 1, 1])
    assert (game.record(reds[1]).at.x, game.record(reds[1]).at.y) == pytest.approx(
        tuple(INCH * n for n in beside), abs=2
    )


@pytest.mark.parametrize(("face", "x"), [(1, 10), (3, 8.508)])
def test_who_is_crushed_by_a_lift_is_put_an_inch_from_enemies_unless_it_lies_injured(face: int, x: float) -> None:
    game, reds, _ = scene(red=[fighter(10.4, 10, 3), fighter(9.5, 10)], blue=[fighter(7.2, 10)], board=LIFT)
    lift = thing(game, Lift)
    game.given(lift.id, level=3000, at=replace(lift.at, z=3000))
    game.state.derived = None
    game.does(reds[0], "send-lift", dice=[3, 1, face, *[6, 6] * (face == 3)])
    assert game.record(reds[1]).at.x == pytest.approx(x * INCH, abs=600 if face == 1 else 5)
    assert (game.record(reds[1]).at.x < 8700) is (face == 3)


def test_a_lift_has_a_name_and_begins_at_its_lowest_level() -> None:
    game, *_ = scene(red=[fighter(10, 10)], blue=[fighter(40, 40)], board=LIFT + gate())
    lift = thing(game, Lift)
    assert (game.world.names[lift.id], lift.level, lift.at.z) == ("the hoist", 0, 0)


def test_a_lift_goes_up_and_down_from_where_it_is() -> None:
    board = LIFT.replace("[0, 3]", "[0, 3, 6.5, 7.1]")
    game, red, _ = scene(red=[fighter(10, 10, 3)], blue=[fighter(40, 40)], board=board)
    lift = thing(game, Lift)
    game.given(lift.id, level=3000, at=replace(lift.at, z=3000))
    assert lifts.levels_to_send_to(game.play, thing(game, Lift)) == [0, 6500]


def test_who_has_nowhere_to_step_aside_is_crushed_however_quick() -> None:
    shaft = wall(9, 9, 11, 9) + wall(11, 9, 11, 11) + wall(9, 11, 11, 11) + wall(9, 9, 9, 11)
    game, below = sent_down([6, 1], {"wounds": 3}, board=LIFT + shaft)
    assert game.record(below).wounds == 2


def test_where_the_table_says_so_armour_helps_against_a_lift() -> None:
    game, below = sent_down([3, 1, 5], {"armour": ["mesh"]}, {"lifts-crush-through-armour": False})
    assert game.record(below).wounds == 1


def test_a_cloak_against_the_surroundings_helps_as_much_against_a_lift_as_against_a_door() -> None:
    worn = {"armour": ["patchwork-cloak"]}
    game, below = sent_down([3, 1, 5], worn, {"lifts-crush-through-armour": False})  # 5+ against the surroundings
    assert game.record(below).wounds == 1


def test_a_door_event_reads_as_a_sentence() -> None:
    game, red = at_the_door("closed")
    game.does(red, "operate-door")
    assert [e.to for e in game.happened(DoorChanged)] == ["open"]
    assert "The gate is now open." in " ".join(game.log()).replace("the gate", "The gate")
