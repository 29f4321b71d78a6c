"""Jump/Climb: faces, gaps, drops and falls."""

from __future__ import annotations

from random import Random
from sys import getrefcount
from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, leg, scene
from warbook.core.length import INCH
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Fell, Wounded
from warbook.rulesets.gangfight.events.movement import Climbed, Dropped, KnockedOver
from warbook.rulesets.gangfight.movement import climbing

BLOCK = "[[block]]\nrect = [{0}, {1}, {2}, {3}]\nheight = {4}\n"
TOWER = BLOCK.format(10, 10, 8, 8, 4)
TWO_ROOFS = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 21, 8, 8, 4)
FAR_AWAY = [figure(44, 44)]


def at_the_foot(board: str = TOWER, **more: Any) -> Any:
    """A scene of one whose base touches the southern face of a block."""
    game, red, _ = scene(red=[figure(14.5, 9.42, **more)], blue=FAR_AWAY, board=board)
    return game, red


def on_the_roof(y: float = 17.5, board: str = TWO_ROOFS, **more: Any) -> Any:
    """A scene of one at the northern edge of a roof, 3" from the next."""
    game, red, _ = scene(red=[figure(14.5, y, 4, **more)], blue=FAR_AWAY, board=board)
    return game, red


def clinging() -> Any:
    """A scene of one of red's that clings an inch up a face, and one of blue's below."""
    return scene(
        red=[figure(30, 9.42, 1, face=(30000, 10060, 4000))],
        blue=[figure(30, 8)],
        board=BLOCK.format(26, 10, 8, 8, 4),
    )


def up(game: Any, red: int) -> Any:
    """The shortest way up that is open."""
    return next(
        open.way for open in climbing.ways(game.play, red) if open.way[0] == "climb" and open.way[3] > open.start[2]
    )


def way(game: Any, red: int, word: str) -> Any:
    """The first open way of a kind."""
    return next(open.way for open in climbing.ways(game.play, red) if open.way[0] == word)


# ---- climbing --------------------------------------------------------------------------------------------------------


@covers("jump-climb", "works")
def test_who_has_an_inch_for_each_success_stands_on_top() -> None:
    game, red = at_the_foot()
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 4, 5, 4])
    assert game.record(red).at.z == 4 * INCH
    assert game.record(red).standing and game.record(red).ap == 2


@covers("jump-climb", "numbers")
@pytest.mark.parametrize(
    ("dice", "rise"), [([1, 2, 3, 3], 0), ([4, 3, 3, 3], 1), ([4, 5, 1, 4], 3), ([6, 1, 1, 1, 4], 2)]
)
def test_who_comes_up_short_clings_as_high_as_it_got(dice: list[int], rise: int) -> None:
    game, red = at_the_foot()
    game.does(red, "jump-climb", way=up(game, red), dice=dice)
    assert game.record(red).at.z == rise * INCH
    assert (game.record(red).face is not None) == bool(rise)


def test_who_draws_a_climb_at_random_waits_for_no_list_of_all_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    game, red = at_the_foot()
    choice = climbing.WayChoice("climb.way", "Where to?", game.play, red)
    monkeypatch.setattr(climbing, "ways", lambda *_: pytest.fail("all ways were listed"))
    assert choice.several_with(choice.sample(Random(1))) == choice.several()


def test_a_list_of_ways_that_was_interrupted_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    game, red, _ = scene(red=[figure(14.5, 17.5, 4)], blue=[figure(14.5, 22, 4)], board=TWO_ROOFS)
    again, *_ = scene(red=[figure(14.5, 17.5, 4)], blue=[figure(14.5, 22, 4)], board=TWO_ROOFS)
    ways = climbing.ways(again.play, red)
    assert len(ways) > len(climbing.charted_ways(game.play, red)), "some are searched for"

    def interrupted(*_: Any) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(climbing, "is_free_face", interrupted)
        with pytest.raises(KeyboardInterrupt):
            climbing.ways(game.play, red)
    assert climbing.ways(game.play, red) == ways


def test_who_asks_for_more_ways_goes_on_where_the_search_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    game, red, _ = scene(red=[figure(14.5, 17.5, 4)], blue=[figure(14.5, 22, 4)], board=TWO_ROOFS)
    search, begun = climbing._Search.all_in_turn, list[int]()

    def counted(self: Any) -> Any:
        begun.append(red)
        return search(self)

    monkeypatch.setattr(climbing._Search, "all_in_turn", counted)
    first = climbing._some_ways(game.play, red, 1)
    assert climbing.ways(game.play, red)[:1] == first and begun == [red]


def test_tables_may_ask_for_another_number_of_climbs_but_not_of_jumps() -> None:
    game, red, _ = scene(red=[figure(14.5, 9.42)], blue=FAR_AWAY, board=TOWER, options={"climb-number": 6})
    game.does(red, "jump-climb", way=up(game, red), dice=[5, 5, 6, 5, 1])
    assert game.record(red).at.z == INCH
    game, red, _ = scene(red=[figure(14.5, 17.5, 4)], blue=FAR_AWAY, board=TWO_ROOFS, options={"climb-number": 6})
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 4, 1])
    assert game.record(red).standing


def test_athletes_need_two_less() -> None:
    game, red = at_the_foot(perks=["athletics"])
    game.does(red, "jump-climb", way=up(game, red), dice=[2, 3, 2, 1])
    assert game.record(red).at.z == 3 * INCH


def test_who_clings_goes_on_with_the_next_climb() -> None:
    game, red = at_the_foot()
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 4, 1, 1])
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 4, 1, 1])
    assert game.record(red).at.z == 4 * INCH and game.record(red).face is None
    assert [e.face for e in game.happened(Climbed)] == [None]


def test_who_clings_does_nothing_but_climb_and_is_easier_to_hit() -> None:
    game, red, blue = clinging()
    assert game.allowed(red) == ["jump-climb"]
    assert "It clings to a face: it can only go on climbing." in game.why_not(red, "fight")
    assert not game.model(red).threat
    game.does(blue, "fight", at=red, close=False, dice=[3, 1, 1, 4, 4, 4])
    assert [e.number.number for e in game.happened(Attacked)] == [3]


def test_who_still_clings_when_its_activation_ends_stays_there() -> None:
    game, red = at_the_foot(ap=1)
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 1, 1, 1])
    game.goes_on(activate=-1)
    assert game.record(red).face is not None and game.record(red).at.z == INCH
    assert game.allowed(red) == ["jump-climb"]


def test_one_climbs_down_as_one_climbs_up() -> None:
    game, red = on_the_roof(board=TOWER)
    down = next(w.way for w in climbing.ways(game.play, red) if w.way[0] == "climb")
    game.does(red, "jump-climb", way=down, dice=[4, 4, 4, 1])
    assert game.record(red).at.z == INCH and game.record(red).face is not None
    foot = next(w.way for w in climbing.ways(game.play, red) if w.way[0] == "climb" and w.way[3] == 0)
    game.does(red, "jump-climb", way=foot, dice=[4, 1, 1, 1])
    assert game.record(red).at.z == 0 and game.record(red).standing


def test_who_lets_go_no_higher_than_it_is_high_lands_on_its_feet() -> None:
    game, red = at_the_foot()
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 1, 1, 1])
    game.does(red, "jump-climb", way=way(game, red, "let-go"))
    assert game.record(red).at.z == 0 and game.record(red).standing
    assert not game.happened(KnockedOver)


def test_a_large_figure_lets_go_from_two_inches_and_lands_on_its_feet() -> None:
    game, red, _ = scene(
        red=[figure(30, 8.97, 2, profile="ogre-regular", face=(30000, 10060, 4000))],
        blue=FAR_AWAY,
        board=BLOCK.format(26, 10, 8, 8, 4),
    )
    game.does(red, "jump-climb", way=way(game, red, "let-go"))
    assert game.record(red).standing and game.record(red).at.z == 0


def test_who_lets_go_higher_up_falls() -> None:
    game, red = at_the_foot()
    game.does(red, "jump-climb", way=up(game, red), dice=[4, 4, 4, 1])
    game.does(red, "jump-climb", way=way(game, red, "let-go"), dice=[1, 1, 1])
    assert game.record(red).down and [e.wounds for e in game.happened(Wounded)] == [1]


def test_enemies_whose_threat_range_it_leaves_strike_first() -> None:
    game, red, blue = scene(red=[figure(14.5, 9.42)], blue=[figure(14.5, 8)], board=TOWER)
    game.does(red, "jump-climb", way=up(game, red), dice=[1, 1, 1, 4, 4, 4, 4])
    assert [(e.who, e.whom) for e in game.happened(Attacked)] == [(blue, red)]
    assert game.record(red).at.z == 4 * INCH


def test_who_falls_to_a_free_strike_climbs_nowhere() -> None:
    game, red, _ = scene(
        red=[figure(14.5, 9.42, wounds=1, stats={"arm": 0}), figure(40, 40)], blue=[figure(14.5, 8)], board=TOWER
    )[0:3]
    first = red[0]
    game.does(first, "jump-climb", way=up(game, first), dice=[4, 1, 1])
    assert [e.who for e in game.happened(Fell)] == [first] and not game.happened(Climbed)


def test_a_way_up_is_found_between_those_who_stand_on_the_spots_on_the_board() -> None:
    game, (red, *_), _ = scene(
        red=[figure(14, 9.42), *[figure(x, 10.5, 4) for x in (12.1, 13.3, 15.3, 16.5)]], blue=FAR_AWAY, board=TOWER
    )
    climbs = [open for open in climbing.ways(game.play, red) if open.way[0] == "climb"]
    assert climbs and all(open.way[3] == 4 * INCH for open in climbs)


def test_a_figure_may_climb_where_it_stands() -> None:
    game, red, _ = scene(red=[figure(14.17, 9.42)], blue=FAR_AWAY, board=TOWER)
    assert game.record(red).at.spot in [open.start for open in climbing.ways(game.play, red)]


@pytest.mark.parametrize(("away", "climbs"), [(0, True), (0.1, True), (0.15, False), (0.6, False)])
def test_who_climbs_must_be_at_the_face(away: float, climbs: bool) -> None:
    game, red, _ = scene(red=[figure(14, 9.45 - away)], blue=FAR_AWAY, board=TOWER)
    assert ("jump-climb" in game.allowed(red)) is climbs


def test_one_jumps_from_a_corner_of_a_roof_to_the_corner_of_another() -> None:
    board = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(19, 19.2, 8, 8, 4)
    game, red, _ = scene(red=[figure(17.8, 17.8, 4)], blue=FAR_AWAY, board=board)
    (over,) = {open.way for open in jumps(game, red)}
    game.does(red, "jump-climb", way=over, dice=[4, 4, 1, 1])
    assert game.record(red).at.z == 4 * INCH and game.record(red).at.x > 19 * INCH


def test_a_pit_is_jumped_over() -> None:
    pit = '[[area]]\nkind = "pitfall"\nrect = [20, 20, 8, 1.5]\n'
    game, red, _ = scene(red=[figure(24, 19.6)], blue=FAR_AWAY, board=pit)
    assert {open.gap for open in jumps(game, red)} == {1500}
    assert game.asks(red, "move").legal((leg(24, 22.5),))


def test_there_is_no_climbing_onto_a_place_that_is_taken() -> None:
    game, (red, _), _ = scene(
        red=[figure(14.5, 9.42), *[figure(x, 10.6, 4) for x in (13.5,)]], blue=FAR_AWAY, board=TOWER
    )
    spots = [open.way[1] for open in climbing.ways(game.play, red) if open.way[0] == "climb"]
    assert spots and all(x > 14000 for x in spots)


@covers("jump-climb", "refused")
def test_there_must_be_something_to_climb_or_jump() -> None:
    game, red, _ = scene(red=[figure(30, 30)], blue=FAR_AWAY, board=TOWER)
    assert game.why_not(red, "jump-climb") == ("It must be beside a sheer face, a gap or a drop.",)
    game, red = at_the_foot(down=True)
    assert "It must not be knocked over." in game.why_not(red, "jump-climb")


def test_a_ladder_is_no_climb() -> None:
    ladder = "[[ladder]]\nfoot = [30, 9.4, 0]\ntop = [30, 10.6, 4]\n"
    game, red, _ = scene(
        red=[figure(30, 9.4)],
        blue=FAR_AWAY,
        board="[[block]]\nrect = [29, 10, 2, 8]\nheight = 4\nclimbable = false\n" + ladder,
    )
    assert not climbing.ways(game.play, red)


FACE = "[[block]]\nrect = [26, 10, 8, 8]\nheight = 4\n"


def test_who_climbs_down_where_somebody_stands_comes_down_beside_it() -> None:
    game, red, below = scene(
        red=[figure(30, 9.42, 2, face=(30000, 10060, 4000))], blue=[figure(30, 9.3, down=True, ap=0)], board=FACE
    )
    down = min(w for w in game.asks(red, "jump-climb").candidates(9) if w[0] == "climb" and w[3] == 0)
    game.does(red, "jump-climb", way=down, dice=[4, 4, 1, 1])
    assert game.record(red).at.z == 0
    one, other = game.record(red).at, game.record(below).at
    assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2


def test_who_climbs_down_part_of_the_way_stays_on_its_face() -> None:
    game, red, _ = scene(
        red=[figure(30, 9.42, 2, face=(30000, 10060, 4000))], blue=[figure(30, 9.3, down=True, ap=0)], board=FACE
    )
    down = min(w for w in game.asks(red, "jump-climb").candidates(9) if w[0] == "climb" and w[3] == 0)
    game.does(red, "jump-climb", way=down, dice=[4, 1, 1, 1])
    at = game.record(red).at
    assert at.spot == (30 * INCH, 9420, INCH)


def column(z: float) -> Any:
    """Somebody on the southern face of a block, or at its foot."""
    return figure(14.5, 9.43, z, face=(14500, 10060, 4000)) if z else figure(14.5, 9.43)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_nobody_climbs_through_who_clings_to_the_face(side: str) -> None:
    sides: dict[str, Any] = {"red": [column(0)], "blue": list(FAR_AWAY)}
    sides[side].append(column(2))
    game, *_ = scene(**sides, board=TOWER)
    ups = [open for open in climbing.ways(game.play, 0) if open.way[0] == "climb"]
    assert all(abs(open.start[0] - 14500) >= 1100 for open in ups)


def test_who_clings_below_another_does_not_climb_through_it_either() -> None:
    game, *_ = scene(red=[column(0.5)], blue=[column(2)], board=TOWER)
    assert {open.way[0] for open in climbing.ways(game.play, 0)} == {"climb", "let-go"}
    assert all(open.way[3] == 0 for open in climbing.ways(game.play, 0))


def test_a_climb_begins_where_its_figure_may_stop() -> None:
    game, reds, _ = scene(red=[figure(14, 9.4), figure(15.1, 9.15)], blue=FAR_AWAY, board=TOWER)
    other = game.record(reds[1]).at
    starts = [open.start for open in climbing.ways(game.play, reds[0]) if open.way[0] == "climb"]
    assert starts and all((x - other.x) ** 2 + (y - other.y) ** 2 >= 1100**2 for x, y, _ in starts)


def test_who_comes_up_short_above_somebody_clings_no_lower_than_its_head() -> None:
    game, red, blue = scene(red=[column(3)], blue=[column(0)], board=TOWER)
    down = next(open.way for open in climbing.ways(game.play, red) if open.way[0] == "climb" and open.way[3] == 0)
    game.does(red, "jump-climb", way=down, passing=True, climb=[4, 4, 1, 1])
    assert game.record(red).at.z == game.record(blue).at.height


def test_who_comes_up_short_below_somebody_clings_no_higher_than_its_feet() -> None:
    game, red, _ = scene(red=[column(0)], blue=[figure(14.5, 10.1, 4), *FAR_AWAY], board=TOWER)
    upward = next(open.way for open in climbing.ways(game.play, red) if open.way[0] == "climb")
    game.does(red, "jump-climb", way=upward, passing=True, climb=[4, 4, 4, 1])
    assert game.record(red).at.z == 4 * INCH - game.record(red).at.height


# ---- jumping ---------------------------------------------------------------------------------------------------------


def test_who_has_a_success_for_each_inch_of_the_gap_lands_on_the_other_side() -> None:
    game, red = on_the_roof()
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 4, 1])
    at = game.record(red).at
    assert (at.z, at.y > 21 * INCH) == (4 * INCH, True)
    assert game.record(red).standing


@pytest.mark.parametrize(("gap", "dice", "lands"), [(2, [4, 4, 1, 1], True), (2.5, [4, 4, 1, 1], False)])
def test_part_of_an_inch_asks_for_a_whole_success(gap: float, dice: list[int], lands: bool) -> None:
    board = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 18 + gap, 8, 8, 4)
    game, red = on_the_roof(board=board)
    armour = [] if lands else [4, 4, 4]
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[*dice, *armour])
    assert (game.record(red).at.z == 4 * INCH) == lands


@pytest.mark.parametrize("gap", [0.05, 0.5, 1, 1.26])
def test_a_gap_however_narrow_is_jumped_and_not_walked_over(gap: float) -> None:
    board = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 18 + gap, 8, 8, 4)
    game, red = on_the_roof(board=board)
    over = leg(14.5, 19.5 + gap, 4)
    for action in ("move", "run"):
        (reason,) = game.asks(red, action).legal((over,))
        assert "gap" in reason
    assert {open.gap for open in climbing.ways(game.play, red) if open.way[0] == "jump"} == {gap * INCH}
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 1, 1])
    assert game.record(red).standing and game.record(red).at.y > (18 + gap) * INCH and game.record(red).at.z == 4 * INCH


def test_a_joint_between_two_roofs_is_no_gap() -> None:
    board = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 18.01, 8, 8, 4)
    game, red = on_the_roof(board=board)
    assert not game.asks(red, "move").legal((leg(14.5, 19.5, 4),))
    assert "jump" not in {open.way[0] for open in climbing.ways(game.play, red)}


@pytest.mark.parametrize(("gap", "falls"), [(0.5, False), (1.2, True)])
@pytest.mark.parametrize("wide", [8, 20])
def test_who_jumps_short_over_a_gap_that_is_narrower_than_its_base_stays_at_the_edge(
    gap: float, falls: bool, wide: float
) -> None:
    board = BLOCK.format(25 - wide / 2, 10, wide, 8, 4) + BLOCK.format(25 - wide / 2, 18 + gap, wide, 8, 4)
    game, red, _ = scene(red=[figure(25, 17.5, 4)], blue=FAR_AWAY, board=board)
    over = next(w for w in climbing.ways(game.play, red) if w.way[0] == "jump" and w.start[0] == w.way[1])
    game.does(red, "jump-climb", way=over.way, dice=[1, 1, 1, 1, *[4] * (3 * falls)])
    at = game.record(red).at
    assert (at.z == 0, game.record(red).down) == (falls, falls)
    assert falls or at.spot == over.start


def test_no_charge_leads_over_a_gap() -> None:
    board = BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 19, 8, 8, 4)
    game, red, blue = scene(red=[figure(14.5, 17, 4)], blue=[figure(14.5, 21, 4)], board=board)
    game.does(red, "charge", at=blue, dice=[5, 5, 5, 5])
    assert game.record(red).at.y <= 18 * INCH


def test_who_jumps_short_falls_down_the_gap() -> None:
    game, red = on_the_roof()
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 1, 1, 1, 4, 1])
    figure = game.record(red)
    assert figure.at.z == 0 and 18 * INCH < figure.at.y < 21 * INCH
    assert [e.depth for e in game.happened(Dropped)] == [4 * INCH]
    assert [e.wounds for e in game.happened(Wounded)] == [1] and figure.down


# ---- drops and falls -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("height", "wounds"), [(2, 1), (3.5, 1), (4, 2), (6.5, 3)])
def test_a_fall_wounds_once_for_every_two_inches(height: float, wounds: int) -> None:
    board = BLOCK.format(10, 10, 8, 8, height)
    game, red, _ = scene(red=[figure(14.5, 17.5, height, stats={"en": 9})], blue=FAR_AWAY, board=board)
    game.does(red, "jump-climb", way=way(game, red, "drop"), dice=[1, 1, 1])
    assert [e.wounds for e in game.happened(Wounded)] == [wounds]
    assert game.record(red).down and game.record(red).at.z == 0


@pytest.mark.parametrize(("inches", "wounds"), [(1, 4), (2, 2), (3, 1)])
def test_tables_may_make_falls_worse_or_better(inches: int, wounds: int) -> None:
    game, red, _ = scene(
        red=[figure(14.5, 17.5, 4, stats={"en": 9})], blue=FAR_AWAY, board=TOWER, options={"fall-inches": inches}
    )
    game.does(red, "jump-climb", way=way(game, red, "drop"), dice=[1, 1, 1])
    assert [e.wounds for e in game.happened(Wounded)] == [wounds]


def test_who_falls_where_somebody_stands_comes_down_beside_it() -> None:
    game, red, below = scene(
        red=[figure(30, 9.42, 3, face=(30000, 10060, 4000))],
        blue=[figure(30, 9.3)],
        board=BLOCK.format(26, 10, 8, 8, 4),
    )
    game.does(red, "jump-climb", way=way(game, red, "let-go"), dice=[4, 4, 4])
    assert (game.record(red).at.z, game.record(red).down) == (0, True)
    assert 0 <= game.gap(red, below) < INCH // 4
    one, other = game.record(red).at, game.record(below).at
    assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2


def test_armour_softens_a_fall() -> None:
    game, red = on_the_roof(board=TOWER)
    game.does(red, "jump-climb", way=way(game, red, "drop"), dice=[4, 4, 3])
    assert not game.happened(Wounded) and game.record(red).down


def test_a_drop_no_deeper_than_one_is_high_is_part_of_any_move() -> None:
    low = BLOCK.format(10, 10, 8, 8, 1.5)
    game, red, _ = scene(red=[figure(14.5, 17.5, 1.5)], blue=FAR_AWAY, board=low)
    assert "drop" not in {open.way[0] for open in climbing.ways(game.play, red)}


def test_nor_is_one_from_a_roof_to_one_that_is_little_lower() -> None:
    game, red = on_the_roof(board=BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 18, 8, 8, 3))
    assert {open.way[0] for open in climbing.ways(game.play, red) if open.way[3] == 3 * INCH} == {"climb"}


def test_who_falls_for_good_is_taken_off_when_the_action_is_over() -> None:
    game, (red, _), _ = scene(
        red=[figure(14.5, 17.5, 4, wounds=1, stats={"arm": 0}), figure(40, 40)], blue=FAR_AWAY, board=TOWER
    )
    game.does(red, "jump-climb", way=way(game, red, "drop"))
    assert [e.who for e in game.happened(Fell)] == [red]


def test_who_is_knocked_over_on_a_face_falls_off_it() -> None:
    game, red, blue = clinging()
    game.does(blue, "power-attack", at=red, close=False, dice=[3, 1, 2, 2, 2])
    assert [e.depth for e in game.happened(Dropped)] == [INCH]
    assert game.record(red).down and game.record(red).face is None and game.record(red).at.z == 0


# ---- jumping up and down ---------------------------------------------------------------------------------------------


def beside_a_roof(height: float, gap: float = 3, more: str = "", **changes: Any) -> Any:
    """A scene of one at the northern edge of a roof 4" up, so far from another roof of some height."""
    return on_the_roof(board=BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 18 + gap, 8, 8, height) + more, **changes)


def jumps(game: Any, red: int) -> list[Any]:
    """All jumps that are open."""
    return [open for open in climbing.ways(game.play, red) if open.way[0] == "jump"]


@pytest.mark.parametrize("height", [3, 5.5])
def test_roofs_of_different_heights_are_jumped_between_as_far_as_their_edges_are_apart(height: float) -> None:
    game, red = beside_a_roof(height)
    assert {open.way[3] for open in jumps(game, red)} == {height * INCH}
    apart = (9 + (height - 4) ** 2) ** 0.5 * INCH
    assert all(0 <= open.gap - apart <= 2 for open in jumps(game, red))
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 4, 4])
    at = game.record(red).at
    assert (at.z, at.y > 21 * INCH) == (height * INCH, True)
    assert game.record(red).standing and not game.happened(Wounded)


def test_who_jumps_at_a_higher_roof_and_comes_short_falls_down_the_gap() -> None:
    game, red = beside_a_roof(5.5)
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 4, 1, 1, 4, 1])
    at = game.record(red).at
    assert at.z == 0 and 18 * INCH < at.y < 21 * INCH
    assert [e.depth for e in game.happened(Dropped)] == [4 * INCH]


def test_who_jumps_down_deeper_than_it_is_high_lands_as_hard_as_from_a_drop() -> None:
    game, red = beside_a_roof(2, gap=2)
    game.does(red, "jump-climb", way=way(game, red, "jump"), dice=[4, 4, 4, 1, 1, 1, 1])
    assert game.record(red).at.z == 2 * INCH and game.record(red).down
    assert [e.wounds for e in game.happened(Wounded)] == [1]


def test_one_jumps_at_no_roof_that_is_taken_or_behind_a_wall() -> None:
    wall = "[[wall]]\nline = [6, 19.5, 24, 19.5]\nheight = 9\n"
    game, red = beside_a_roof(3, more=wall)
    assert not jumps(game, red)
    game, red, _ = scene(
        red=[figure(14.5, 17.5, 4)],
        blue=[figure(x, 21.5, 3) for x in (10.6, 12, 13.4, 14.8, 16.2, 17.6)],
        board=BLOCK.format(10, 10, 8, 8, 4) + BLOCK.format(10, 21, 8, 8, 3),
    )[:3]
    assert not jumps(game, red)


def test_what_is_too_far_or_does_not_rise_from_the_ground_is_no_jump() -> None:
    assert not jumps(*beside_a_roof(3, gap=9))
    assert not jumps(*at_the_foot(board=TWO_ROOFS))
    assert not jumps(*beside_a_roof(2, gap=0))


def test_a_search_that_waits_to_be_asked_for_more_does_not_keep_alive_the_play_that_asked() -> None:
    game, (red, *_), _ = scene(
        red=[figure(14, 9.42), *[figure(x, 10.5, 4) for x in (12.1, 13.3, 15.3, 16.5)]], blue=FAR_AWAY, board=TOWER
    )
    play = game.play
    assert not climbing.charted_ways(play, red)
    before = getrefcount(play)
    found = climbing._some_ways(play, red, 1)
    after = getrefcount(play)
    assert found and after == before
