"""Collisions: whom a vehicle runs over, what it pushes, what stops it, and what that costs everybody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, OUT, SAFE, add_vehicle, fighter, piece, rolled_keys, run_rule, scene, wall
from warbook.core.events import Rolled
from warbook.core.length import INCH
from warbook.core.state import Placement, Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.edition_classic import RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.harm import control
from warbook.rulesets.necromunda.harm.strikes import Strike
from warbook.rulesets.necromunda.movement import collisions, driving, impacts
from warbook.rulesets.necromunda.records import Model, Piece, Status, Vehicle
from warbook.rulesets.necromunda.records.vehicles import Driver
from warbook.testing import drive

NORTH, SOUTH, EAST = (0, 1), (0, -1), (1, 0)
MOVE = "vehicle-move"
NO_WOUND = 1  # of a wound roll
LORRY = "tarpaulin"  # Toughness 5/4/4, Movement 7", Handling 7+; 4" by 2.5"


def road(*others: Any, board: str = "", options: Any = None, **changes: Any) -> tuple[Any, int, Any]:
    """A lorry of red at (20, 10) that looks north, and fighters of blue."""
    game, _, blue = scene(
        red=[fighter(2, 2)], blue=[*others] or [fighter(46, 46)], board=board, options=options, ruleset=RULESET
    )
    return game, add_vehicle(game, 0, 20, 10, profile=LORRY, **changes), blue


def hit(game: Any) -> list[int]:
    return [e.who for e in game.events if isinstance(e, WasHit)]


def blow(move: int, options: Any = None, stalled: bool = False, **how: bool) -> Strike | None:
    """The hit of a collision of a vehicle with so many inches of Movement."""
    game, *_ = road(options=options)
    who = add_vehicle(game, 0, 30, 30, profile=LORRY, stalled=stalled)
    kits = list(game.world.vehicle_kits)
    kits[-1] = replace(kits[-1], profile=replace(kits[-1].profile, move=move * INCH))
    game.world = replace(game.world, vehicle_kits=tuple(kits))
    return impacts.blow_of(game.play, Driver(game.play, who), **how)


# ---- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "hit"),
    [
        (2, (3, 0, 1)),
        (3, (3, 0, 1)),
        (5, (3, 0, 1)),
        (6, (5, -1, 1)),
        (7, (5, -1, 1)),
        (8, (7, -2, 2)),
        (9, (7, -2, 2)),
        (10, (9, -3, 3)),
        (12, (9, -3, 3)),
    ],
)
def test_the_hit_goes_by_movement_and_is_harder_for_the_softer_of_two(move: int, hit: tuple[int, int, int]) -> None:
    assert blow(move=move) == Strike(*hit)
    strength, ap, damage = hit
    assert blow(move=move, harder=True) == Strike(strength + 1, ap - 1, damage + 1)


def test_what_the_table_leaves_open_is_for_the_options() -> None:
    assert blow(move=2, options={"slow-collisions-hurt": False}) is None
    assert blow(move=9, stalled=True) == Strike(7, -2, 2)
    assert blow(move=9, stalled=True, options={"stalled-collide-at-3": True}) == Strike(3, 0, 1)
    assert blow(move=7, halved=True) == Strike(3, 0, 1), "a ram counts half of it for itself"


# ---- fighters --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "face", "safe"),
    [
        (Status.STANDING, 3, True),
        (Status.STANDING, 2, False),
        (Status.PINNED, 4, True),
        (Status.PINNED, 3, False),
        (Status.SERIOUS, 6, True),
        (Status.SERIOUS, 5, False),
    ],
)
def test_whoever_is_run_over_tests_initiative_or_is_hit(status: Status, face: int, safe: bool) -> None:
    game, lorry, blue = road(fighter(20.5, 15, stats={"i": 4}, status=status))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[face, *(() if safe else (NO_WOUND,))])
    assert game.at(lorry) == (20, 17, 0), "it goes on over them"
    assert (hit(game) == []) == safe
    if status is Status.STANDING:
        assert game.record(blue).status is (Status.STANDING if safe else Status.PINNED)


def test_it_is_put_aside_the_shortest_way_and_an_inch_off_where_it_ends() -> None:
    game, lorry, blue = road(fighter(20.5, 15, stats={"i": 4}))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[6])
    assert game.at(blue)[:2] == pytest.approx((21.25 + 0.492, 13.591), abs=0.003), "beside its track, behind its tail"
    assert INCH <= game.gap(lorry, blue) <= INCH + 3
    game, lorry, blue = road(fighter(20.5, 13, stats={"i": 4}), board=wall(22.2, 8, 22.2, 20))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[6])
    assert game.at(blue)[0] < 20, "to the other side of a wall there is no way"


def test_it_is_put_aside_an_inch_from_enemies_as_well() -> None:
    game, lorry, (blue, _) = road(fighter(21, 15, stats={"i": 4}), fighter(46, 46))
    game.state.put(replace(game.record(0), at=game.record(0).at.moved_to((23 * INCH, 15 * INCH, 0))))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[6])
    assert INCH <= game.gap(0, blue) <= INCH + 3 and game.gap(lorry, blue) >= INCH


def test_whoever_is_engaged_is_run_over_without_being_pinned() -> None:
    game, lorry, (blue, _) = road(fighter(21, 20, stats={"i": 4}), fighter(46, 46))
    game.state.put(replace(game.record(0), at=game.record(0).at.moved_to((21_000, 20_984, 0))))
    run_rule(game, lambda play: impacts.trample(play, Model(play, blue), Driver(play, lorry)), dice=(1, NO_WOUND))
    assert hit(game) == [blue] and game.record(blue).status is Status.STANDING


def test_whoever_is_run_over_at_an_edge_may_fall() -> None:
    board = piece("platform", rect=[18, 2, 4, 18], z=4)
    game, lorry, blue = road(fighter(21.5, 15, 4, stats={"i": 4}), board=board)
    run_rule(game, lambda play: impacts.trample(play, Model(play, blue), Driver(play, lorry)), dice=(1, 1, 1, 1))
    assert rolled_keys(game) == ["run-over", "edge", "wound", "wound"] and game.at(blue)[2] == 0


def test_pinning_whoever_is_run_over_is_an_option() -> None:
    game, lorry, blue = road(fighter(20, 15, stats={"i": 4}), options={"run-over-pins": False})
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[1, NO_WOUND])
    assert game.record(blue).status is Status.STANDING and hit(game) == [blue]


def test_a_fighter_may_be_taken_out_by_a_vehicle() -> None:
    game, lorry, blue = road(fighter(20, 15, stats={"i": 4, "t": 3, "w": 1}), fighter(40, 40))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[1, 6, OUT, *COLD])
    assert not game.model(blue[0]).on_table


def test_friends_are_run_over_like_enemies() -> None:
    game, friend, _ = scene(red=[fighter(20, 20, stats={"i": 4})], blue=[fighter(46, 46)], ruleset=RULESET)
    lorry = add_vehicle(game, 0, 20, 10, profile=LORRY)
    game.does(lorry, "full-throttle", drive=drive((21, NORTH)), dice=[2, NO_WOUND])
    assert hit(game) == [friend] and game.at(lorry) == (20, 31, 0)


def test_a_vehicle_that_rolls_over_somebody_is_not_hurt_any_more() -> None:
    game, lorry, blue = road(fighter(20, 14, stats={"i": 4}), options={"lasting-injuries": False})
    roll, thrice, north = 6, 3, 90
    run_rule(
        game, lambda play: control.lose_control(play, Driver(play, lorry)), dice=(roll, thrice, north, 2, NO_WOUND)
    )
    assert hit(game) == [blue] and game.at(lorry) == (20, 16, 0) and game.record(lorry).wrecked


def test_a_shot_may_send_a_vehicle_over_a_friend_of_the_shooter() -> None:
    red = [fighter(20, 10, weapons=["heavy-bolter"]), fighter(23, 19, stats={"i": 4})]
    game, (shooter, friend), _ = scene(red=red, blue=[fighter(2, 2)], ruleset=RULESET)
    lorry = add_vehicle(game, 1, 20, 22, profile=LORRY, facing=SOUTH)
    shot, slips, swerves, left = (6, SAFE, 6, 5, 1, 1), (1, 2), 1, 1  # the drive: a glancing hit
    game.does(shooter, "shoot", at=lorry, firepower=1, dice=[*shot, *slips, swerves, left, 2, NO_WOUND])
    assert rolled_keys(game)[-2:] == ["run-over", "wound"] and game.record(friend).status is Status.PINNED


# ---- head-on ---------------------------------------------------------------------------------------------------------


def test_what_is_no_tougher_is_pushed_to_the_end_and_both_are_hit_afterwards() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 20, 17, profile=LORRY)
    before = game.at(other)[1]
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, NO_WOUND])
    assert game.at(lorry) == (20, 17, 0), "its front is 5, the rear of the other 4"
    assert game.at(other)[1] > before and game.record(other).moved == 0
    assert game.gap(lorry, other) <= 2
    assert hit(game) == [other, lorry]


def test_neither_of_two_that_are_alike_is_hit_harder() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 0, 20, 17, profile=LORRY, facing=SOUTH)  # and of the same side at that
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[3, 3])
    assert {event.why for event in game.happened(Rolled)} == {"To wound, 4+"} and hit(game) == [other, lorry]


def test_what_is_tougher_stops_it_at_once() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 20, 17, profile=LORRY, facing=SOUTH)
    tough = list(game.world.vehicle_kits)
    tough[1] = replace(tough[1], profile=replace(tough[1].profile, front=6))
    game.world = replace(game.world, vehicle_kits=tuple(tough))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, NO_WOUND])
    assert game.at(other) == (20, 17, 0) and game.at(lorry) == (20, 13, 0)
    assert hit(game) == [other, lorry]


def test_a_chain_of_three_is_pushed_and_each_pair_is_hit() -> None:
    game, lorry, blue = road(fighter(20, 25.6, stats={"i": 4}))
    second = add_vehicle(game, 1, 20, 16, profile=LORRY)
    third = add_vehicle(game, 1, 20, 22, profile=LORRY)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[6, *[NO_WOUND] * 4])
    assert game.at(lorry) == (20, 17, 0)
    assert game.gap(lorry, second) <= 2 and game.gap(second, third) <= 2
    assert hit(game) == [second, lorry, third, second]
    assert rolled_keys(game)[0] == "run-over" and game.gap(third, blue) >= INCH


def test_what_is_too_tough_for_a_pushed_vehicle_stops_all() -> None:
    game, lorry, _ = road(board=wall(15, 20, 25, 20))
    other = add_vehicle(game, 1, 20, 16, profile=LORRY)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND] * 3)
    length = game.world.vehicle_kits[0].profile.length / INCH
    assert game.at(other)[1] == pytest.approx(20 - length / 2, abs=0.01)
    assert game.at(lorry)[1] == pytest.approx(20 - 1.5 * length, abs=0.01)
    assert hit(game) == [other, lorry, other]


def test_a_wall_stops_it_and_hits_it_as_something_tougher() -> None:
    game, lorry, _ = road(board=wall(15, 15, 25, 15))
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[2])  # S6 against Toughness 5: 3+
    assert game.at(lorry)[1] < 15 and hit(game) == [lorry]
    assert game.record(lorry).hull_points == 3


def parked(game: Any, kind: type[Vehicle] | type[Piece], x: int, y: int) -> None:
    """Puts a machine that nobody drives on a board."""
    id, at = len(game.state.records), Placement(x * INCH, y * INCH, 0, 0, 1, 1250, 1500, Posture.UP)
    game.world = replace(game.world, names={**game.world.names, id: "the old crane"})
    game.state.records.append(kind(id=id, owner=-1, profile="hardware", at=at))
    game.state.derived = None


@pytest.mark.parametrize("kind", [Vehicle, Piece])
def test_so_does_a_machine_that_stands_about(kind: type[Vehicle] | type[Piece]) -> None:
    game, lorry, _ = road()
    parked(game, kind, 20, 16)
    assert told(game, lorry, (7, NORTH))[0] == 'ahead 7", is stopped by the old crane: 2.75"'
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[2])  # S6 against Toughness 5: 3+
    assert game.at(lorry) == (20, 12.75, 0) and hit(game) == [lorry]


def test_whoever_is_pushed_into_such_a_machine_is_hit_by_it_too() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 20, 15, profile=LORRY)
    parked(game, Piece, 20, 20)
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, NO_WOUND, NO_WOUND])
    assert game.at(other) == (20, 16.75, 0) and hit(game) == [other, lorry, other]


def test_whoever_is_pushed_over_the_end_of_the_floor_falls() -> None:
    game, *_ = scene(
        red=[fighter(2, 2)], blue=[fighter(46, 46)], board=piece("platform", rect=[10, 4, 20, 14], z=4), ruleset=RULESET
    )
    lorry, other = (add_vehicle(game, seat, 20, y, profile=LORRY) for seat, y in ((0, 8), (1, 14)))
    for who in (lorry, other):
        game.state.put(
            replace(game.record(who), at=game.record(who).at.moved_to((20_000, game.record(who).at.y, 4_000)))
        )
    game.does(lorry, MOVE, drive=drive((7, NORTH)), dice=[NO_WOUND, 6, 6, NO_WOUND, NO_WOUND])
    assert game.at(other)[2] == 0 and game.at(lorry) == (20, 14, 4)


def test_the_edge_of_the_board_and_obstacles_are_refused() -> None:
    game, *_ = road()
    lorry = add_vehicle(game, 0, 20, 44, profile=LORRY)
    assert "The edge of the board is in the way." in game.asks(lorry, MOVE).legal(drive((7, NORTH)))


# ---- rams ------------------------------------------------------------------------------------------------------------


def harder(mine: Any, theirs: Any) -> list[tuple[str, int]]:
    """By how much the hits of a collision are harder than those of the table: of the other, then of the lorry's."""
    game, lorry, _ = road(**mine)
    other = add_vehicle(game, 1, 20, 17, profile=LORRY, **theirs)
    driver = Driver(game.play, lorry)
    course = collisions.run(game.play, driver, drive((7, NORTH)), driving.gear(driver, driver.move))
    return [("other" if impact.who == other else "lorry", impact.harder) for impact in course.impacts]


@pytest.mark.parametrize(
    ("upgrades", "ram"), [((), 0), (("ram",), 1), (("grinding-ram",), 2), (("ram", "grinding-ram"), 2)]
)
def test_a_ram_adds_to_what_its_front_meets(upgrades: tuple[str, ...], ram: int) -> None:
    """The rear of the other is softer than the front, for which it is hit harder by 1 anyway."""
    assert harder({"upgrades": upgrades}, {}) == [("other", 1 + ram), ("lorry", 0)]


def test_some_are_built_with_a_ram() -> None:
    game, *_ = road()
    who = add_vehicle(game, 1, 40, 40, profile="sledge")
    driver = Driver(game.play, who)
    assert driver.ram == 2
    assert impacts.blow_of(game.play, driver, harder=driver.ram) == Strike(7, -3, 3)


def test_a_ram_strikes_back_at_whoever_drives_into_it_and_not_with_its_flank() -> None:
    for facing, more in ((SOUTH, 2), (EAST, 0)):
        assert harder({}, {"facing": facing, "upgrades": ("grinding-ram",)})[-1] == ("lorry", more)


def test_the_charge_of_an_explosive_ram_goes_off_once() -> None:
    game, lorry, _ = road(upgrades=("explosive-ram",))
    other = add_vehicle(game, 1, 20, 17, profile=LORRY)
    # S5 wounds the Toughness 4 of the rear on 3+, and AP-2 leaves no save of 5+; then two Damage dice, and Handling.
    game.does(lorry, MOVE, drive=drive((5, NORTH)), dice=[NO_WOUND, 3, 1, 1, 1, 6, 6, NO_WOUND])
    assert hit(game) == [other, other, lorry] and game.record(lorry).used == ("explosive-ram",)
    game.then(MOVE, drive=drive((2, NORTH)), dice=[NO_WOUND, NO_WOUND])
    assert hit(game) == [other, lorry], "once"


# ---- side-on ---------------------------------------------------------------------------------------------------------


def slide(game: Any, who: int, *dice: int, distance: float = 3) -> None:
    """A drift: straight to its right."""

    def rule(play: Any) -> None:
        driver = Driver(play, who)
        rules = replace(driving.gear(driver, driver.half_move), slides=True)
        driving.drive(play, driver, ((round(distance * INCH), *EAST),), rules)

    run_rule(game, rule, dice=dice)


def test_whoever_keeps_the_wheel_shifts_the_other_as_little_as_need_be() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 24, 13.5, profile=LORRY)
    slide(game, lorry, 6, 6, NO_WOUND, NO_WOUND)
    assert game.at(lorry) == (23, 10, 0)
    x, y, _ = game.at(other)
    assert x == 24 and y == pytest.approx(14, abs=0.003), "north is the shortest way"
    assert game.gap(lorry, other) <= 3 and hit(game) == [other, lorry]


def test_whoever_fails_is_turned_aside_and_goes_on() -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 24, 13.6, profile=LORRY)
    slide(game, lorry, 1, 2, NO_WOUND, NO_WOUND)
    at = game.record(lorry).at
    assert game.at(other) == (24, 13.6, 0)
    assert (at.fx, at.fy) != NORTH and game.at(lorry)[0] == 23


def test_whoever_drifts_into_a_wall_stops_and_is_hit_and_still_has_to_keep_control() -> None:
    game, lorry, _ = road(board=wall(22.5, 5, 22.5, 20))
    game.does(lorry, "drift", drive=drive((3.5, EAST)), dice=[2, 6, 6])
    assert 21.2 < game.at(lorry)[0] <= 21.25 and next(e.why for e in game.happened(Rolled)) == "To wound, 3+"
    assert rolled_keys(game)[-1] == "control"


def test_a_pivot_may_run_somebody_over() -> None:
    game, lorry, blue = road(fighter(22, 10.9, stats={"i": 4}))
    game.does(lorry, MOVE, drive=drive((0, EAST)), dice=[3])
    assert rolled_keys(game) == ["run-over"] and game.gap(lorry, blue) >= INCH


@pytest.mark.parametrize(("dice", "shifted"), [((3, 3), True), ((3, 2), False)])
def test_a_pivot_into_another_is_side_on(dice: tuple[int, int], shifted: bool) -> None:
    game, lorry, _ = road()
    other = add_vehicle(game, 1, 22.6, 11.5, profile="dust-hare", facing=EAST)  # of Toughness 3: a test of 6+
    before = game.at(other)
    game.does(lorry, MOVE, drive=drive((0, EAST)), dice=[*dice, NO_WOUND, NO_WOUND])
    at = game.record(lorry).at
    assert (game.at(other) != before) == shifted
    assert ((at.fx, at.fy) == EAST) == shifted
    assert hit(game) == [other, lorry] and game.gap(lorry, other) <= 100


def test_reversing_into_another_is_judged_by_the_rear_or_as_a_side() -> None:
    for options, tests in (({}, False), ({"reversing-is-head-on": False}, True)):
        game, lorry, _ = road(options=options)
        other = add_vehicle(game, 1, 20, 5, profile=LORRY, facing=NORTH)
        kits = list(game.world.vehicle_kits)
        kits[1] = replace(kits[1], profile=replace(kits[1].profile, front=4))
        game.world = replace(game.world, vehicle_kits=tuple(kits))

        def rule(play: Any, who: int = lorry) -> None:
            driver = Driver(play, who)
            driving.drive(play, driver, ((-2 * INCH, *NORTH),), driving.gear(driver, driver.half_move, back=3 * INCH))

        run_rule(game, rule, dice=(*((6, 6) if tests else ()), NO_WOUND, NO_WOUND))
        assert ("handling" in "".join(rolled_keys(game)) or "collision" in "".join(rolled_keys(game))) == tests
        assert game.at(lorry) == (20, 8, 0) and game.at(other) != (20, 5, 0)


# ---- what is told beforehand -----------------------------------------------------------------------------------------


def told(game: Any, who: int, *legs: Any) -> tuple[str, ...]:
    """What is said of each leg of a drive."""
    said: tuple[str, ...] = game.asks(who, MOVE).remarks(drive(*legs))[1]
    return said


def test_what_a_drive_would_meet_is_told_in_its_order() -> None:
    game, lorry, man = road(fighter(20, 14))
    hare = add_vehicle(game, 1, 20, 18, profile="dust-hare", facing=EAST)
    add_vehicle(game, 1, 20, 21, profile="gravel-eater", facing=EAST)
    (leg,) = told(game, lorry, (7, NORTH))
    assert leg == (
        f'ahead 7", runs over {game.world.names[man]}, '
        f"collides head-on with {game.world.names[hare]} and pushes it along (Toughness 5 against 3)"
    )


def test_what_would_be_met_by_what_is_pushed_is_told_and_who_has_to_leap_aside() -> None:
    game, lorry, man = road(fighter(20, 14))
    hare = add_vehicle(game, 1, 20, 18, profile="dust-hare", facing=EAST)
    eater = add_vehicle(game, 1, 20, 21, profile="gravel-eater", facing=EAST)
    question = game.asks(lorry, MOVE)
    pushed, leap = question.notes(drive((7, NORTH)))
    assert pushed == f"{game.world.names[hare]} is pushed into {game.world.names[eater]}."
    assert leap == f"{game.world.names[man]} leaps aside or is hit: Initiative test, 3+ (initiative 4+, +1 run-over)."
    assert question.notes(drive((2, NORTH))) == (leap,)
    assert question.notes(drive((1, NORTH))) == ()


def test_what_is_tougher_stops_it() -> None:
    game, lorry, _ = road()
    ledger = add_vehicle(game, 1, 20, 18, profile="long-ledger", facing=EAST)
    assert (
        f"head-on with {game.world.names[ledger]}, which stops it (Toughness 5 against 8)"
        in told(game, lorry, (7, NORTH))[0]
    )


def test_of_a_collision_with_its_side_the_test_is_told() -> None:
    game, lorry, _ = road()
    add_vehicle(game, 1, 22.25, 11.5, profile="dust-hare")
    (leg,) = told(game, lorry, (0, EAST))
    assert "with its" in leg and "Handling test, 6+ (handling 7+, +1 collision), or it is turned aside" in leg


def test_what_is_solid_is_named() -> None:
    game, lorry, _ = road(board=wall(10, 15, 30, 15))
    assert told(game, lorry, (7, NORTH))[0].startswith('ahead 7", is stopped by a wall')
