"""Groups of minions on the board: one square for all, or a square for each member."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rites_of_battle.scenes import affected, armed, at, dice_of, piece, scene, somewhere, weapon
from tests.rites_of_battle.test_harm import suffers
from warbook.rulesets.rites_of_battle.battle import scenario
from warbook.rulesets.rites_of_battle.checks import members, squares
from warbook.rulesets.rites_of_battle.events.fighters import Walked
from warbook.rulesets.rites_of_battle.harm import wounds
from warbook.rulesets.rites_of_battle.movement import forming, moving
from warbook.rulesets.rites_of_battle.records.position import fighters
from warbook.rulesets.rites_of_battle.view import sightings, tableau
from warbook.testing import if_asked, leg, way

SHOT = {"with": (0, "single", -1)}
STANDS = pytest.mark.parametrize("stands", ["one-square", "squares"])


def formed(*sides: Any, stands: str = "squares", **more: Any) -> Any:
    """A scene in which the members of each group have taken their squares."""
    game, *ids = scene(*sides, options={"groups-stand-on": stands, **more.pop("options", {})}, **more)
    for f in fighters(game.play):
        suffers(game, forming.form_up, Walked(f.id, *f.at.spot))
    return game, *ids


def tiles(game: Any, who: int) -> list[tuple[int, int]]:
    return sorted(cell[:2] for cell in squares.taken_by(game.play, who))


def wall(*line: int) -> str:
    return piece("wall", line=line, height=3)


def test_a_group_stands_on_one_square_however_many_it_is() -> None:
    game, _, blue = scene([at(1, 1)], [at(9, 9, "brute", count=5)])
    assert tiles(game, blue) == [(9, 9)]


def test_or_on_a_square_for_each_member_that_is_left() -> None:
    game, red, blue = formed([at(1, 1)], [at(9, 9, "brute", count=6)])
    assert tiles(game, red) == [(1, 1)]
    assert tiles(game, blue) == [(8, 9), (9, 8), (9, 9), (9, 10), (10, 9), (10, 10)]
    suffers(game, wounds.wound, blue, 4 * 7 + 1)
    assert tiles(game, blue) == [(9, 9), (10, 9)]
    suffers(game, wounds.wound, blue, 7)
    assert tiles(game, blue) == [(9, 9)]


def test_its_members_stand_on_free_squares_with_no_wall_between() -> None:
    foes = [at(9, 9, "brute", count=4), at(9, 10, "brute", count=2)]
    game, _, (first, second) = formed([at(1, 1)], foes, board=wall(10, 7, 10, 12))
    assert tiles(game, first) == [(8, 9), (8, 10), (9, 8), (9, 9)]
    assert tiles(game, second) == [(9, 10), (9, 11)]


def test_those_for_whom_there_is_no_room_stand_with_the_first() -> None:
    cell = wall(9, 9, 10, 9) + wall(10, 9, 10, 10) + wall(9, 10, 10, 10) + wall(9, 9, 9, 10)
    game, _, pent = formed([at(1, 1)], [at(9, 9, "brute", count=3)], board=cell)
    assert tiles(game, pent) == [(9, 9)]
    assert members.members_near(game.play, pent, pent, 1) == 3


@STANDS
def test_distances_are_counted_to_the_nearest_member(stands: str) -> None:
    game, red, blue = formed([at(5, 5)], [at(5, 12, "brute", count=5)], stands=stands)
    each = stands == "squares"
    assert squares.apart(game.play, red, blue) == squares.apart(game.play, blue, red) == 7 - each
    assert dice_of(game, red, blue)["difficulty"] == 2 - each


def test_whoever_stands_next_to_a_member_is_engaged_with_the_group() -> None:
    for row, fights in ((6, False), (7, False), (8, True)):
        game, red, blue = formed([at(5, 1)], [at(5, 10, "brute", count=5)])
        game.play.happen(Walked(red, 5500, row * 1000 + 500, 0))
        assert squares.engaged_with(game.play, red) == [blue] * fights
        assert squares.engaged_with(game.play, blue) == [red] * fights


@STANDS
def test_a_group_is_seen_where_a_member_is(stands: str) -> None:
    game, red, blue = formed([at(5, 3)], [at(5, 8, "brute", count=4)], board=wall(5, 7, 6, 7), stands=stands)
    assert squares.sees(game.play, red, blue) is squares.sees(game.play, blue, red) is (stands == "squares")


@STANDS
@pytest.mark.parametrize(("column", "each", "all_of_them"), [(7, 1, 0), (6, 3, 4)])
def test_a_blast_catches_the_members_within_its_radius(stands: str, column: int, each: int, all_of_them: int) -> None:
    burst = armed(5, 5, weapon(qualities={"blast": 6}, critical=9))
    game, red, blues = formed([burst], [at(5, 14, "levy"), at(column, 14, "brute", count=4)], stands=stands)
    rolled = ["SA", "A", "-", "-", "-"]
    game.does(red, "combat-check", at=blues[0], **SHOT, spend=["blast", if_asked("keep")], check=rolled)
    assert game.record(blues[1]).wounds == (6 + 1 - 4) * (each if stands == "squares" else all_of_them)


@pytest.mark.parametrize(("stops", "members"), [(True, 0), (False, 1)])
def test_a_wall_keeps_a_blast_off_each_member_behind_it(stops: bool, members: int) -> None:
    burst = armed(5, 1, weapon(qualities={"blast": 6}, critical=9))
    foes = [at(5, 11, "levy"), at(6, 13, "brute", count=6)]
    game, red, blues = formed([burst], foes, board=wall(6, 0, 6, 12), options={"blast-stops-at-walls": stops})
    assert (6, 12) in tiles(game, blues[1])  # next to the levy, but for the wall
    rolled = ["SA", "A", "-", "-", "-"]
    game.does(red, "combat-check", at=blues[0], **SHOT, spend=["blast", if_asked("keep")], check=rolled)
    assert game.record(blues[1]).wounds == members * (6 + 1 - 4)


@pytest.mark.parametrize(("row", "fights"), [(6, False), (7, False), (8, True)])
def test_members_keep_out_of_fights_in_which_the_first_is_not(row: int, fights: bool) -> None:
    game, _, blue = formed([at(5, 9)], [at(5, 2, "brute", count=6)])
    game.does(blue, "move", path=way(leg(5.5, row + 0.5)))
    assert len(tiles(game, blue)) == 6 and squares.is_engaged(game.play, blue) is fights


@STANDS
def test_a_group_withdraws_whole(stands: str) -> None:
    game, _, blue = formed([at(5, 5)], [at(5, 6, "brute", count=5)], stands=stands)
    game.does(blue, "withdraw", to=(5, 7, 0))
    assert not squares.is_engaged(game.play, blue)


def test_an_enemy_has_to_stop_next_to_a_member() -> None:
    game, red, _ = formed([at(5, 5)], [at(5, 9, "brute", count=5)])
    question = moving.way_question(game.play, red, 6)
    assert question.legal(way(leg(5.5, 6.5), leg(5.5, 7.5))) == ()
    refused = question.legal(way(leg(5.5, 6.5), leg(5.5, 7.5), leg(6.5, 7.5)))
    assert refused == ("Next to an enemy it has to stop; it may withdraw from there.",)


def test_nobody_stops_where_a_member_stands() -> None:
    game, _, (group, friend) = formed([at(1, 1)], [at(5, 9, "brute", count=5), at(5, 5, "levy")])
    question = moving.way_question(game.play, friend, 6)
    assert question.legal(way(leg(5.5, 8.5))) == ("A member of a group is there.",)
    assert question.legal(way(leg(5.5, 7.5))) == ()
    assert (5, 8, 0) not in squares.free(game.play, friend, [(5, 8), (5, 7)])
    assert (5, 8) in tiles(game, group)


@pytest.mark.parametrize(("state", "reading"), [("", {"contact-ends-moves": False}), ("staggered", {})])
def test_nobody_passes_a_member_of_an_enemy_who_makes_nobody_stop(state: str, reading: dict[str, Any]) -> None:
    game, red, blue = formed([at(6, 5)], [at(5, 8, "brute", count=2)], options=reading)
    if state:
        affected(game, blue, state, f"turn-{blue}-2")
    question = moving.way_question(game.play, red, 6)
    for column, refused in ((5, True), (6, True), (7, False)):
        way_past = way(*(leg(column + 0.5, row + 0.5) for row in (7, 8, 9)))
        assert bool(question.legal(way_past)) is refused


@pytest.mark.parametrize("let", [True, False])
def test_members_let_friends_pass_as_the_first_does(let: bool) -> None:
    sides = [at(30, 30)], [at(6, 5, "levy"), at(5, 8, "brute", count=2)]
    game, _, (friend, _) = formed(*sides, options={"friends-let-pass": let})
    question = moving.way_question(game.play, friend, 6)
    assert bool(question.legal(way(*(leg(6.5, row + 0.5) for row in (7, 8, 9))))) is not let


def test_nobody_mounts_what_a_member_stands_by_in_its_square() -> None:
    hog = piece("marker", id="hog", kind="mount", at=[6.5, 6.5, 0], params={"is": "war-hog"})
    for row, free in ((6, False), (9, True)):
        game, (rider, _), _ = formed([at(6, 5), at(5, row, "levy", count=2)], [at(30, 30)], board=hog)
        assert ("mount" in game.allowed(rider)) is free


@STANDS
def test_a_group_is_in_a_zone_where_a_member_is(stands: str) -> None:
    zone = piece("deployment", name="breach", rect=[5, 6, 1, 1])
    game, _, blue = formed([at(1, 1)], [at(5, 5, "brute", count=5)], board=zone, stands=stands)
    somewhere(game, about="hold", goal="breach")
    assert scenario.in_zone(game.play, blue, "breach") is (stands == "squares")


def test_a_table_shows_where_the_members_stand_and_how_many_are_left() -> None:
    game, _, blue = formed([at(1, 1)], [at(9, 9, "brute", count=4, wounds=8)])
    body = next(each for each in tableau.tableau(game.play).bodies if each.id == blue)
    assert "3 of 4 left, on 3 squares" in body.words
    assert [ring.corners[0] for ring in body.rings] == [(10000, 9000), (9000, 10000)]
    assert {(ring.reach, len(ring.corners)) for ring in body.rings} == {(0, 4)}
    assert [badge.sign for badge in body.badges if badge.title == "3 of 4 left, on 3 squares"] == ["x3"]


def test_range_bands_are_drawn_about_all_of_a_group() -> None:
    game, _, blue = formed([at(1, 1)], [at(9, 9, "brute", count=4)])
    short = next(ring for ring in tableau.bands(game.play, game.record(blue)) if ring.title.startswith("short"))
    for number in (0, 1):
        taken = [tile[number] for tile in tiles(game, blue)]
        drawn = [corner[number] // 1000 for corner in short.corners]
        assert max(drawn) == max(taken) + 1 + 6
        assert min(drawn) == max(0, min(taken) - 6)


@pytest.mark.parametrize(("hits_are_on", "caught"), [("nearest", True), ("first", False)])
def test_a_blast_on_a_group_is_around_the_member_that_is_hit(hits_are_on: str, caught: bool) -> None:
    burst = armed(14, 14, weapon(qualities={"blast": 6}, critical=9))
    options = {"hits-are-on": hits_are_on}
    game, red, blues = formed([burst], [at(5, 14, "brute", count=2), at(7, 13, "levy")], options=options)
    assert tiles(game, blues[0]) == [(5, 14), (6, 14)]
    rolled = ["SA", "A", "-", "-", "-"]
    game.does(red, "combat-check", at=blues[0], **SHOT, spend=["blast", if_asked("keep")], check=rolled)
    assert (game.record(blues[1]).wounds > 0) is caught


def test_nobody_hits_a_member_behind_a_wall() -> None:
    game, red, blue = formed([at(5, 3)], [at(4, 9, "brute", count=2)], board=wall(4, 7, 5, 7))
    first, other = members.members_of(game.play, blue)
    assert [members.sees_member(game.play, red, each) for each in (first, other)] == [False, True]
    assert members.member_hit(game.play, red, blue) == other


def test_a_line_of_sight_goes_to_a_member_who_is_seen() -> None:
    game, red, blue = formed([at(5, 3)], [at(5, 8, "brute", count=4)], board=wall(5, 7, 6, 7))
    line = next(aim for aim in sightings.aims(game.play, red) if aim.target == blue)
    assert line.cover == "" and line.eye == (5500, 3500, 1000)
    assert line.mark[:2] in {(4500, 8500), (6500, 8500)}


@pytest.mark.parametrize(
    ("hold", "count", "sold"), [("as-one", 3, True), ("one-each", 3, False), ("one-each", 1, True)]
)
def test_whether_a_blow_at_a_weapon_of_a_group_is_at_those_of_all(hold: str, count: int, sold: bool) -> None:
    saw = armed(5, 5, weapon(qualities={"sunder": 1}, critical=9))
    game, red, blue = scene([saw], [at(5, 14, "levy", count=count)], options={"groups-hold": hold})
    rolled = ["T", "SA", "AA", "-", "-"]
    found = game.asks(red, "combat-check", at=blue, **SHOT, check=rolled).listed()
    for line in ("sunder", "disarm", "disable weapon"):
        assert any(code.startswith(line) for code in found) is sold
