"""Move, Run and Stand Up; being knocked over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import covers, figure, leg, scene
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Fell
from warbook.rulesets.gangfight.events.movement import Moved, StoodUp
from warbook.rulesets.gangfight.events.rounds import Finished
from warbook.rulesets.gangfight.records.state import STORM
from warbook.space.movement import Mode

SCRUB = """
[[area]]
rect = [20, 0, 4, 48]
kind = "light"
"""
STAIRS = """
[[platform]]
rect = [20, 5, 10, 10]
z = 3
[[stairs]]
foot = [16, 10, 0]
top = [20.6, 10, 3]
width = 2
[[ladder]]
foot = [22, 4.4, 0]
top = [22, 5.6, 3]
"""


def place(game: Any, who: int) -> tuple[int, int, int]:
    at = game.record(who).at
    return (at.x, at.y, at.z)


def refusals(game: Any, who: int, action: str, *legs: tuple[int, int, int, int]) -> tuple[str, ...]:
    """Why a way may not be gone."""
    reasons: tuple[str, ...] = game.asks(who, action).legal(legs)
    return reasons


# ---- Move ------------------------------------------------------------------------------------------------------------


@covers("move", "works")
def test_a_move_goes_round_corners_and_costs_a_point() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)])
    game.does(red, "move", path=(leg(12, 10), leg(12, 12)))
    assert place(game, red) == (12_000, 12_000, 0)
    assert game.record(red).ap == 2
    assert game.record(red).activation == "active"


@covers("move", "numbers")
def test_a_move_goes_up_to_the_movement_and_no_further() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)])
    assert refusals(game, red, "move", leg(14, 10)) == ()
    assert refusals(game, red, "move", leg(14.001, 10)) == ('That takes 4.001" of movement, more than it has.',)
    game.does(red, "move", path=(leg(11, 10),))
    assert place(game, red) == (11_000, 10_000, 0)  # less will do
    game.does(red, "move", path=())
    assert game.record(red).ap == 1


@covers("move", "numbers")
def test_a_move_in_difficult_ground_is_shorter() -> None:
    game, red, _ = scene([figure(21, 10)], [figure(40, 40)], board=SCRUB)
    assert refusals(game, red, "move", leg(21, 12.666)) == ()
    assert refusals(game, red, "move", leg(21, 12.667)) == ('That takes 4.001" of movement, more than it has.',)


def test_elven_boots_carry_an_inch_further_out_of_difficult_ground() -> None:
    for x, far in ((21, 5), (10, 4)):
        game, red, _ = scene([figure(x, 10, charm="elven-boots")], [figure(40, 40)], board=SCRUB)
        assert game.asks(red, "move").rules.allowance == far * 1000


@covers("move", "refused")
def test_a_move_needs_a_figure_on_its_feet_with_a_point() -> None:
    game, red, _ = scene([figure(10, 10, down=True)], [figure(40, 40)])
    assert game.why_not(red, "move") == ("It is knocked over: it must stand up first.",)
    game, red, _ = scene([figure(10, 10, stats={"mov": 0})], [figure(40, 40)])
    assert game.why_not(red, "move") == ("It must have movement.",)


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (("slam", "trample"), "It must be Large or Huge."),
        (("draw-mana", "cast"), "It must be a mage."),
        (("fire", "on-my-mark"), "It must have something to shoot with."),
        (("reload",), "It must have a weapon of the kind that is loaded."),
        (("use-charm",), "It must have a charm that is used."),
        (("share-points",), "It must share its mind with others."),
    ],
)
def test_what_a_figure_can_never_do_is_refused_for_that_reason_alone(actions: tuple[str, ...], reason: str) -> None:
    game, red, _ = scene([figure(10, 10, down=True)], [figure(40, 40)])
    assert [game.why_not(red, action) for action in actions] == [(reason,)] * len(actions)


def test_who_has_nothing_left_to_choose_is_done_without_being_asked() -> None:
    game, red, _ = scene(
        [figure(10, 10, stats={"mov": 0}, activation="active")],
        [figure(40, 40)],
        board="[[wall]]\npoints = [[0, 20], [48, 20]]\nheight = 9\n",
        actor=0,
    )
    game.goes_on()
    assert [(e.who, e.held) for e in game.happened(Finished)] == [(red, 3)]


def test_who_leaves_a_threat_range_is_struck_before_it_goes() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12, 10)])
    game.does(red, "move", path=(leg(7, 10),), dice=[4, 1, 1, 1, 1, 1])  # one hit of three, no save of three
    assert game.record(red).wounds == 2
    assert place(game, red) == (7000, 10_000, 0)


def test_who_falls_to_a_free_strike_goes_nowhere_and_its_activation_is_over() -> None:
    game, red, blue = scene([figure(10, 10, wounds=1)], [figure(12, 10)])
    game.does(red, "move", path=(leg(7, 10),), dice=[4, 1, 1, 1, 1, 1])
    assert game.happened(Moved) == []
    assert game.happened(Fell) == [Fell(red, blue)]
    assert game.state.turn.actor == -1
    assert game.state.turn.deed is None


def test_each_enemy_whose_threat_range_is_left_strikes_once() -> None:
    game, red, blues = scene([figure(10, 10)], [figure(12, 10), figure(10, 12), figure(10, 6)])
    game.does(red, "move", path=(leg(7, 10),), dice=[1, 1, 1, 1, 1, 1])
    assert place(game, red) == (7000, 10_000, 0)


LEAVING = {"free-strikes-fall": "leaving"}
SWIFT: dict[str, Any] = {"stats": {"mov": 12}}


def told(game: Any) -> list[tuple[str, tuple[int, int, int]]]:
    """The moves and blows of the last sentence in order, each with where the mover went or stood."""
    found, at = [], (10_000, 10_000, 0)
    for event in game.events:
        if isinstance(event, Moved):
            at = (event.x, event.y, event.z)
        if isinstance(event, Moved | Attacked):
            found.append((type(event).__name__, at))
    return found


def test_who_only_passes_through_a_threat_range_is_struck_before_it_sets_out() -> None:
    game, red, _ = scene([figure(10, 10, **SWIFT)], [figure(14, 11.8)])
    game.does(red, "move", path=(leg(18, 10),), dice=[4, 1, 1, 1, 1, 1])
    assert told(game) == [("Attacked", (10_000, 10_000, 0)), ("Moved", (18_000, 10_000, 0))]
    assert game.record(red).wounds == 2


def test_or_where_the_table_has_it_so_as_it_leaves_and_falls_there() -> None:
    game, red, _ = scene([figure(10, 10, **SWIFT)], [figure(19, 11.8)], options=LEAVING)
    game.does(red, "move", path=(leg(22, 10),), dice=[4, 1, 1, 1, 1, 1])
    parting = (20_080, 10_000, 0)  # the gap is an inch there, as near as a thousandth of the way
    assert told(game) == [("Moved", parting), ("Attacked", parting), ("Moved", (22_000, 10_000, 0))]
    game, red, blue = scene([figure(10, 10, wounds=1, **SWIFT)], [figure(19, 11.8)], options=LEAVING)
    game.does(red, "move", path=(leg(22, 10),), dice=[4, 1, 1, 1, 1, 1])
    assert told(game) == [("Moved", parting), ("Attacked", parting)]
    assert game.happened(Fell) == [Fell(red, blue)]


def test_several_whom_it_leaves_strike_in_the_order_of_its_way_round_a_corner_too() -> None:
    foes = [figure(13, 14.8), figure(12, 10)]  # it begins in reach of the second, and passes by the first
    game, red, blues = scene([figure(10, 10, **SWIFT)], foes, options=LEAVING)
    game.does(red, "move", path=(leg(10, 13), leg(18, 13)), dice=[1] * 6)
    assert [e.who for e in game.happened(Attacked)] == [blues[1], blues[0]]
    (_, first), _, (_, second), *_ = told(game)
    assert first[0] == 10_000 and 10_000 < first[1] < 13_000 and second[1] == 13_000


def test_where_it_cannot_stand_as_it_leaves_it_is_struck_in_the_place_before() -> None:
    friend = figure(15, 9.5)
    game, red, _ = scene([figure(10, 10, **SWIFT), friend], [figure(14, 11.8)], options=LEAVING)
    game.does(red[0], "move", path=(leg(18, 10),), dice=[1, 1, 1])
    assert told(game) == [("Attacked", (10_000, 10_000, 0)), ("Moved", (18_000, 10_000, 0))]


@pytest.mark.parametrize(("options", "blows"), [({}, 0), (LEAVING, 1)])
def test_who_does_not_see_it_when_the_blow_falls_does_not_strike(options: Any, blows: int) -> None:
    wall = "[[wall]]\nline = [12, 10.7, 12, 20]\nheight = 4\n"  # the mover comes out from behind it
    game, red, _ = scene(
        [figure(10, 10, **SWIFT)], [figure(13.5, 12)], board=wall, options={**options, "sight-from": "middle"}
    )
    game.does(red, "move", path=(leg(18, 10),), dice=[1, 1, 1] * blows)
    assert len(game.happened(Attacked)) == blows


def test_who_steps_aside_from_a_blow_as_it_leaves_goes_no_further() -> None:
    game, red, _ = scene([figure(10, 10, perks=["sidestep"], **SWIFT)], [figure(14, 11.8)], options=LEAVING)
    game.does(red, "move", path=[(leg(18, 10),), (leg(15.08, 8),)], dice=[1, 1, 1, 4, 1, 1])
    assert place(game, red) == (15_080, 8_000, 0)


def test_to_move_within_a_threat_range_or_into_one_provokes_nothing() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(14, 10)])
    game.does(red, "move", path=(leg(12.9, 10),))
    game.does(red, "move", path=(leg(12.5, 11),))
    assert game.record(red).ap == 1


def test_ladders_are_an_ordinary_move() -> None:
    game, red, _ = scene([figure(22, 4.4)], [figure(40, 40)], board=STAIRS)
    game.does(red, "move", path=(leg(22, 5.6, 3, Mode.LINK),))
    assert place(game, red) == (22_000, 5600, 3000)


def test_a_move_may_be_answered_where_anybody_may_interrupt() -> None:
    game, red, blue = scene(
        [figure(10, 10)],
        [figure(20, 10, weapons=["longbow"], ap=1)],
        options={"interrupt-targeted-only": False},
    )
    game.does(red, "move", path=(leg(10, 12),), interrupt_fire=blue, dice=[4, 4, 4, 1, 1, 1, 1])
    assert place(game, red) == (10_000, 12_000, 0)
    assert game.record(blue).ap == 0
    assert game.record(red).out
    game, red, blue = scene([figure(10, 10)], [figure(20, 10, weapons=["longbow"], ap=1)])
    game.does(red, "move", path=(leg(10, 12),))  # nobody is asked
    assert game.record(blue).ap == 1


def test_who_steps_aside_from_a_free_strike_goes_no_further() -> None:
    game, red, blue = scene([figure(10, 10, perks=["sidestep"])], [figure(12, 10)])
    game.does(red, "move", path=[(leg(7, 10),), (leg(10, 15),)], dice=[1, 1, 1, 4, 1, 1])
    assert place(game, red) == (10_000, 15_000, 0)
    assert [event.how for event in game.happened(Moved)] == ["steps aside"]
    assert game.record(red).ap == 2


def test_an_enemy_who_falls_to_a_riposte_is_taken_off_when_the_move_is_over() -> None:
    game, red, blue = scene([figure(10, 10, perks=["agile-riposte"])], [figure(12, 10, wounds=1)])
    game.does(red, "move", path=(leg(7, 10),), dice=[1, 1, 1, 4, 1, 1, 1, 1, 1])
    assert place(game, red) == (7000, 10_000, 0)
    assert game.happened(Fell) == [Fell(blue, red)]
    assert game.state.turn.deed is None


# ---- Run -------------------------------------------------------------------------------------------------------------


@covers("run", "works")
def test_a_run_ends_the_activation_and_leaves_the_other_points_held() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)])
    game.does(red, "run", path=(leg(18, 10),))
    assert place(game, red) == (18_000, 10_000, 0)
    assert (game.record(red).activation, game.record(red).ap) == ("done", 2)
    assert game.state.turn.actor == -1


def test_where_the_table_has_it_so_a_runner_loses_what_points_it_has_left() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)], options={"run-keeps-points": False})
    game.does(red, "run", path=(leg(18, 10),))
    assert game.record(red).ap == 0


@covers("run", "numbers")
def test_a_run_goes_twice_the_movement() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)])
    assert refusals(game, red, "run", leg(18, 10)) == ()
    assert refusals(game, red, "run", leg(18.001, 10)) == ('That takes 8.001" of movement, more than it has.',)


@covers("run", "refused")
def test_nobody_runs_out_of_difficult_ground() -> None:
    game, red, _ = scene([figure(19.5, 10)], [figure(40, 40)], board=SCRUB)
    assert game.why_not(red, "run") == ("It must not stand in difficult ground.",)
    game, red, _ = scene([figure(19.45, 10)], [figure(40, 40)], board=SCRUB)
    assert game.why_not(red, "run") == ()


@covers("run", "refused")
def test_nobody_runs_through_difficult_ground_not_a_tenth_of_an_inch() -> None:
    game, red, _ = scene([figure(15, 10)], [figure(40, 40)], board=SCRUB)
    closed = ("That ground is closed to this move.",)
    assert refusals(game, red, "run", leg(19.55, 10)) == closed
    assert refusals(game, red, "run", leg(19.45, 10)) == ()
    assert refusals(game, red, "run", leg(19.55, 10), leg(17, 10)) == closed


@covers("run", "refused")
@pytest.mark.parametrize(("may", "why"), [(True, ()), (False, ("It must not be in close combat.",))])
def test_whether_who_is_in_close_combat_may_run_is_the_tables_to_say(may: bool, why: tuple[str, ...]) -> None:
    game, red, _ = scene([figure(10, 10)], [figure(12, 10)], options={"run-from-combat": may})
    assert game.why_not(red, "run") == why
    if may:
        game.does(red, "run", path=(leg(4, 10),), dice=[1, 1, 1])
        assert len(game.happened(Attacked)) == 1
    free, red, _ = scene([figure(10, 10)], [figure(20, 10)], options={"run-from-combat": may})
    assert not free.why_not(red, "run")


def test_nobody_runs_with_something_heavy() -> None:
    crate = '[[marker]]\nid = "crate"\nkind = "crate"\nat = [30, 30, 0]\nparams = {{ heavy = {heavy} }}\n'
    for heavy, reasons in (("true", ("It must carry nothing heavy.",)), ("false", ())):
        game, red, _ = scene([figure(10, 10, carries=(2,))], [figure(40, 40)], board=crate.format(heavy=heavy))
        assert game.why_not(red, "run") == reasons
        assert game.why_not(red, "move") == ()


def test_nobody_runs_in_a_storm() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)], complication=STORM)
    assert game.why_not(red, "run") == ("It must not stand in difficult ground.",)


def test_who_knows_how_runs_through_difficult_ground() -> None:
    game, red, _ = scene([figure(18, 10, perks=["dash"])], [figure(40, 40)], board=SCRUB)
    game.does(red, "run", path=(leg(26, 10),))
    assert place(game, red) == (26_000, 10_000, 0)


def test_a_run_takes_stairs_and_no_ladder() -> None:
    game, red, _ = scene([figure(16, 10)], [figure(40, 40)], board=STAIRS)
    assert refusals(game, red, "run", leg(20.6, 10, 3, Mode.LINK)) == ()
    game, red, _ = scene([figure(22, 4.4)], [figure(40, 40)], board=STAIRS)
    assert refusals(game, red, "run", leg(22, 5.6, 3, Mode.LINK)) == (
        "No ladder, stairs or ramp joins these two points.",
    )
    assert refusals(game, red, "move", leg(22, 5.6, 3, Mode.LINK)) == ()


def test_a_run_crosses_no_obstacle_higher_than_half_of_who_runs() -> None:
    for height, reasons in ((0.75, ()), (0.76, ("That obstacle is too high to cross.",))):
        board = f"[[obstacle]]\nrect = [14, 0, 0.5, 48]\nheight = {height}\n"
        game, red, _ = scene([figure(10, 10)], [figure(40, 40)], board=board)
        assert refusals(game, red, "run", leg(17, 10)) == reasons


def test_one_may_run_out_of_close_combat_and_is_struck() -> None:
    game, red, blue = scene([figure(10, 10)], [figure(12, 10)])
    assert game.model(red).engaged
    game.does(red, "run", path=(leg(4, 10),), dice=[1, 1, 1])
    assert place(game, red) == (4000, 10_000, 0)
    assert game.record(red).activation == "done"


def test_who_falls_to_a_free_strike_does_not_run() -> None:
    game, red, blue = scene([figure(10, 10, wounds=1)], [figure(12, 10)])
    game.does(red, "run", path=(leg(4, 10),), dice=[4, 1, 1, 1, 1, 1])
    assert game.record(red).out
    assert game.happened(Moved) == []


def test_a_run_that_is_answered_still_ends_the_activation() -> None:
    game, red, blue = scene(
        [figure(10, 10)],
        [figure(20, 10, weapons=["longbow"], ap=1)],
        options={"interrupt-targeted-only": False},
    )
    game.does(red, "run", path=(leg(10, 18),), interrupt_fire=blue, dice=[1, 1, 1, 1])
    assert place(game, red) == (10_000, 18_000, 0)
    assert (game.record(red).activation, game.record(red).ap) == ("done", 2)
    assert game.state.turn.deed is None


# ---- Stand Up, and lying ---------------------------------------------------------------------------------------------


@covers("stand-up", "works")
def test_who_stands_up_is_on_its_feet_where_it_lay() -> None:
    game, red, blue = scene([figure(10, 10, down=True)], [figure(12, 10)])
    game.does(red, "stand-up")
    assert game.happened(StoodUp) == [StoodUp(red, 1500)]
    assert game.record(red).standing
    assert game.record(red).at.height == 1500
    assert place(game, red) == (10_000, 10_000, 0)
    assert game.record(red).activation == "active"


@covers("stand-up", "numbers")
def test_standing_up_costs_one_point_and_provokes_nobody() -> None:
    game, red, blue = scene([figure(10, 10, down=True)], [figure(11.1, 10)])
    game.does(red, "stand-up", dice=[])
    assert game.record(red).ap == 2
    assert "fight" in game.allowed(red)


def test_standing_up_may_be_answered_where_anybody_may_interrupt() -> None:
    game, red, blue = scene(
        [figure(10, 10, down=True)],
        [figure(20, 10, weapons=["longbow"], ap=1)],
        options={"interrupt-targeted-only": False},
    )
    game.does(red, "stand-up", interrupt_fire=blue, dice=[1, 1, 1, 1])
    assert game.record(red).standing
    assert game.record(blue).ap == 0


@covers("stand-up", "refused")
def test_only_who_lies_can_stand_up() -> None:
    game, red, _ = scene([figure(10, 10)], [figure(40, 40)])
    assert game.why_not(red, "stand-up") == ("It must be knocked over.",)


def test_who_lies_can_do_nothing_but_stand_up() -> None:
    game, red, _ = scene([figure(10, 10, down=True, weapons=["longbow"])], [figure(12, 10)])
    assert game.allowed(red) == ["stand-up"]


def test_who_lies_threatens_nobody_and_is_in_close_combat_only_by_the_other() -> None:
    game, red, blue = scene([figure(10, 10, down=True)], [figure(12, 10)])
    assert game.model(red).threat == 0
    assert game.model(red).engaged
    game, red, blue = scene([figure(10, 10, down=True)], [figure(12, 10, down=True)])
    assert not game.model(red).engaged
    assert not game.model(blue).engaged
