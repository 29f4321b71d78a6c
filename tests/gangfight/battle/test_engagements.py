"""The six engagements: what they bring, what they earn, and what leads to the complications."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gangfight.scenes import (
    HIT,
    MISS,
    TURNED,
    UNSAVED,
    battle,
    begin_turn_of,
    complication_rollers,
    figure,
    leg,
    points_scored,
    scene,
    small_battle,
    spot,
)
from warbook.core.check import Tally, Target
from warbook.core.length import INCH
from warbook.core.state import Placement
from warbook.core.structs import replace
from warbook.rulesets.gangfight.attacks import charging
from warbook.rulesets.gangfight.battle import engagements, neutrals, scoring, setup, turn
from warbook.rulesets.gangfight.events.attacks import Attacked
from warbook.rulesets.gangfight.events.figures import Fell
from warbook.rulesets.gangfight.events.movement import Left, StoodUp
from warbook.rulesets.gangfight.events.rounds import Deployed, Lifted, TurnBegan
from warbook.rulesets.gangfight.records import NEUTRAL
from warbook.rulesets.gangfight.records.position import supplies
from warbook.rulesets.gangfight.records.world import Play
from warbook.space import table_edges

QUIET = [4, 5]  # a complication that nothing follows from at once: press the line


def quiet(game: Any) -> bool:
    """Whether the scenario has nothing to say between two actions."""
    return not turn.scenario_intervenes(Play(game.state.copy(), game.ruleset, game.world, []))


def falls_to_a_counter_charge(game: Any, who: int, whom: int) -> None:
    """A figure with one wound left charges home, and falls to whom it charged."""
    hits = [*MISS, *HIT]
    game.does(who, "charge", at=whom, interrupt_counter_charge=whom, run=[2, 2, 2, 2], hit=hits, armour=UNSAVED)
    assert game.record(who).out


# ---- Battleground ----------------------------------------------------------------------------------------------------


def test_whoever_brings_on_the_first_close_combat_scores_and_rolls() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)], engagement="battleground")
    assert quiet(game)
    game.does(red, "fight", at=blue, close=False, dice=[1, 1, 1])
    assert game.state.turn.blow == (red, blue)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]
    assert game.state.turn.stage == "complications" and game.state.turn.complication == 9
    game.does(red, "fight", at=blue, close=False, dice=[1, 1, 1])
    assert quiet(game)


@pytest.mark.parametrize(("by", "attacker", "seat"), [("scenario", 0, 0), ("defender", 0, 1), ("defender", 1, 0)])
def test_who_rolls_the_complications_is_the_scenarios_to_say_or_always_the_defenders(
    by: str, attacker: int, seat: int
) -> None:
    game, red, blue = scene(
        red=[figure(10, 10)],
        blue=[figure(10, 11.2)],
        engagement="battleground",
        options={"complications-rolled-by": by},
        attacker=attacker,
    )
    game.does(red, "fight", at=blue, close=False, dice=[1, 1, 1])
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [seat]


@pytest.mark.parametrize(("perks", "hits"), [((), [1, 1, 1]), (("counter-strike",), [1, 1, 1, 1, 1, 1])])
def test_a_counter_charger_engages_first_where_it_meets_a_charger_that_fell_short(
    perks: tuple[str, ...], hits: list[int]
) -> None:
    game, red, blue = scene(red=[figure(10, 10, perks=perks)], blue=[figure(10, 17, ap=1)], engagement="battleground")
    run = [1, 1, 1, 1, 2, 2, 2, 2]
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, dice={"run": run, "hit": hits})
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(1, 1)] and complication_rollers(game) == [1]


def test_whoever_strikes_in_the_turn_of_the_neutrals_engages_first() -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 12)], engagement="battleground")
    game.state.turn = replace(game.state.turn, seat=NEUTRAL, blow=())
    tally = Tally(1, 1, "dice")
    Attacked(blue, red, "strikes at", tally, Target(4, 4, "to hit"), tally).apply(game.state)
    assert engagements.engager(game.play) == 1


def test_a_charger_that_comes_home_engages_first_even_if_only_the_other_strikes() -> None:
    game, red, blue = scene(
        red=[figure(10, 10)],
        blue=[figure(10, 15, ap=1, perks=["sidestep"])],
        engagement="battleground",
    )
    dice = {"run": [2, 2, 2, 2], "hit": [1, 1, 1]}
    game.does(red, "charge", at=blue, interrupt_counter_charge=blue, attack="nobody", dice=dice)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_shots_engage_nobody() -> None:
    game, red, blue = scene(red=[figure(10, 10, weapons=["rifle"])], blue=[figure(10, 20)], engagement="battleground")
    game.does(red, "fire", at=blue, dice=[1, 1, 1, 1])
    assert quiet(game)


def test_close_combat_with_neutrals_engages_nobody() -> None:
    game, red, _, risen = scene(
        red=[figure(10, 10)],
        blue=[figure(10, 30)],
        neutral=[figure(10, 11.2, profile="barrow-walker")],
        engagement="battleground",
    )
    game.does(red, "fight", at=risen, close=False, dice=[3, 1, 1, 1, 1, 1])
    assert quiet(game)


# ---- Ambush ----------------------------------------------------------------------------------------------------------


def test_the_attackers_are_taken_up_and_put_down_again_up_to_24_inches_in() -> None:
    game, red, _ = scene(red=[figure(10, 10), figure(14, 10)], blue=[figure(10, 40)], engagement="ambush")
    begin_turn_of(game, 0, spring=[spot(20, 24), spot(24, 20)])
    assert game.happened(Lifted)[0].whom == tuple(red)
    assert [e.who for e in game.happened(Deployed)] == red
    assert game.record(red[0]).at.y == 24 * INCH
    assert [points for _, points in game.happened(TurnBegan)[0].points] == [3, 3]


def test_nobody_springs_from_deeper_than_24_inches() -> None:
    game, red, _ = scene(red=[figure(10, 10)], blue=[figure(10, 40)], engagement="ambush")
    with pytest.raises(AssertionError, match="outside the area"):
        begin_turn_of(game, 0, spring=spot(20, 24.1))


def test_only_the_attackers_first_turn_springs_the_ambush() -> None:
    game, _, _ = scene(red=[figure(10, 10)], blue=[figure(10, 40)], engagement="ambush")
    begin_turn_of(game, 0, round=2)
    assert not game.happened(Lifted)
    begin_turn_of(game, 1)
    assert not game.happened(Lifted)


@pytest.mark.parametrize(("attacker", "roller"), [(0, 1), (1, 0)])
def test_the_first_to_fight_have_the_defender_roll(attacker: int, roller: int) -> None:
    game, red, blue = scene(red=[figure(10, 10)], blue=[figure(10, 11.2)], engagement="ambush", attacker=attacker)
    game.does(red, "fight", at=blue, close=False, dice=[1, 1, 1])
    game.goes_on(dice=QUIET)
    assert complication_rollers(game) == [roller] and points_scored(game) == []


def test_the_first_to_be_fought_is_worth_a_point_and_the_first_to_fight_two() -> None:
    game, red, blue = scene(
        red=[figure(10, 10, wounds=1), figure(30, 10)], blue=[figure(10, 11.2, wounds=1), figure(30, 40)],
        engagement="ambush", blow=(0, 2), stage="complications", complication=9,
    )  # fmt: skip
    game.does(red[0], "fight", at=blue[0], close=False, dice=[4, 1, 1, 1, 1, 1])
    assert points_scored(game) == [(0, 1)]
    game, red, blue = scene(
        red=[figure(10, 10), figure(30, 10)], blue=[figure(10, 11.2, wounds=1), figure(30, 40)],
        engagement="ambush", blow=(1, 3), stage="complications", complication=9,
    )  # fmt: skip
    game.does(red[0], "fight", at=blue[0], close=False, dice=[4, 1, 1, 1, 1, 1])
    assert points_scored(game) == []
    game, red, blue = scene(
        red=[figure(10, 10), figure(30, 10)], blue=[figure(10, 11.2, wounds=1), figure(30, 40)],
        engagement="ambush", blow=(0, 2), stage="complications", complication=9, attacker=1,
    )  # fmt: skip
    game.does(red[0], "fight", at=blue[0], close=False, dice=[4, 1, 1, 1, 1, 1])
    assert points_scored(game) == [(0, 2)]


def surrounding(*red: tuple[float, float], **first: Any) -> Any:
    game, _, _ = scene(
        red=[figure(x, y, **(first if number == 0 else {})) for number, (x, y) in enumerate(red)],
        blue=[figure(20, 20), figure(22, 22)], engagement="ambush", actor=-1,
    )  # fmt: skip
    game.goes_on(activate="end the turn")
    return points_scored(game)


def test_defenders_with_attackers_on_all_four_sides_are_surrounded() -> None:
    assert surrounding((10, 21), (30, 21), (21, 10), (21, 30)) == [(0, 1)]
    assert surrounding((10, 10), (30, 30), (21, 40), (40, 21)) == [(0, 1)]
    assert surrounding((10, 21), (30, 21), (21, 10), (21, 21.9)) == []


def test_defenders_in_the_south_are_surrounded_too() -> None:
    game, _, _ = scene(
        red=[figure(20, 20)], blue=[figure(x, y) for x, y in ((10, 21), (30, 21), (21, 10), (21, 30))],
        engagement="ambush", attacker=1,
    )  # fmt: skip
    game.goes_on(activate="end the turn")
    assert points_scored(game) == [(1, 1)]


def test_who_is_knocked_over_surrounds_nobody() -> None:
    assert surrounding((10, 21), (30, 21), (21, 10), (21, 30), down=True) == []


def test_attackers_level_with_the_outermost_defenders_surround_nobody() -> None:
    def at(*places: tuple[int, int]) -> list[Placement]:
        return [Placement(x, y) for x, y in places]

    inside, outside = at((20, 20), (22, 22)), [(19, 21), (23, 21), (21, 19), (21, 23)]
    assert engagements.surrounded(inside, at(*outside))
    for number, level in enumerate([(20, 21), (22, 21), (21, 20), (21, 22)]):
        assert not engagements.surrounded(inside, at(*outside[:number], level, *outside[number + 1 :]))


# ---- Reinforcements --------------------------------------------------------------------------------------------------


def reinforced(**changes: Any) -> Any:
    return scene(
        red=[figure(10, 10), figure(0, 0, state="waiting", **changes)],
        blue=[figure(10, 40)],
        engagement="reinforcements",
        reserves=(1,),
    )


def test_reserves_come_on_from_their_own_edge_in_their_second_turn_with_points_to_spend() -> None:
    game, red, _ = reinforced()
    begin_turn_of(game, 0)
    assert not game.happened(Deployed)
    game, red, _ = reinforced()
    begin_turn_of(game, 0, round=2, arrive=spot(30, 0.6))
    assert [e.who for e in game.happened(Deployed)] == [red[1]]
    assert dict(game.happened(TurnBegan)[0].points) == {red[0]: 3, red[1]: 3}
    game, red, _ = reinforced()
    with pytest.raises(AssertionError, match="outside the area"):
        begin_turn_of(game, 0, round=2, arrive=spot(30, 2))


@pytest.mark.parametrize("when", ["turn", "round"])
def test_reserves_of_the_defender_have_points_when_they_come_whenever_points_are_given_out(when: str) -> None:
    game, _, blue = scene(
        red=[figure(10, 10)], blue=[figure(10, 40), figure(0, 0, state="waiting")],
        engagement="reinforcements", reserves=(2,), options={"points-come": when},
    )  # fmt: skip
    begin_turn_of(game, 0, round=2)
    begin_turn_of(game, 1, round=2, arrive=spot(30, 47.4))
    assert [game.record(who).ap for who in blue] == [3, 3]


def test_a_reserve_over_the_middle_line_scores_and_rolls() -> None:
    game, _, _ = reinforced()
    game.given(1, state="here", at=setup.new_figure(1, 0, game.world.kits[1]).at)
    game.given(1, at=replace(game.record(1).at, x=20 * INCH, y=24 * INCH, posture=3))
    assert quiet(game)
    game.given(1, at=replace(game.record(1).at, y=24 * INCH + 1))
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_a_reserve_that_falls_beyond_the_middle_line_has_been_over_it() -> None:
    game, red, blue = scene(
        red=[figure(24, 22, wounds=1), figure(2, 2)],
        blue=[figure(24, 27, ap=1)],
        engagement="reinforcements",
        reserves=(0,),
    )
    falls_to_a_counter_charge(game, red[0], blue)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_who_was_there_from_the_start_scores_nothing_over_the_middle_line() -> None:
    game, _, _ = scene(red=[figure(10, 30)], blue=[figure(10, 10)], engagement="reinforcements")
    assert quiet(game)


def test_who_finds_no_room_at_the_edge_comes_a_turn_later() -> None:
    game, red, _ = scene(
        red=[*(figure(n + 0.5, 0.5) for n in range(48)), figure(0, 0, state="waiting")],
        blue=[figure(10, 40)],
        engagement="reinforcements",
        reserves=(48,),
    )
    begin_turn_of(game, 0, round=2)
    assert game.record(48).state == "waiting"
    for who in (0, 1):
        game.given(who, at=replace(game.record(who).at, y=(30 + who) * INCH))
    begin_turn_of(game, 0, round=3, arrive=spot(0.55, 0.55))
    assert game.record(48).here


# ---- Supply Drop -----------------------------------------------------------------------------------------------------


def at_a_crate() -> tuple[Any, int]:
    """A battle in which the first of red stands at the first crate."""
    game = battle("parcels-from-above")
    crate = supplies(game.play)[0]
    game.given(0, at=replace(game.record(0).at, x=crate.at.x - 1100, y=crate.at.y, z=crate.at.z), ap=3)
    return game, crate.id


@pytest.mark.parametrize(
    ("scenario", "spots"),
    [
        ("", [(18, 24), (30, 24), (42, 24)]),
        ('zones = ["east", "west"]\n', [(30, 12), (30, 24), (30, 36)]),
        ("crates = [[20, 30], [21, 31]]\n", [(20, 30), (21, 31)]),
    ],
)
def test_three_crates_lie_on_the_middle_line_unless_the_scenario_says_where(
    scenario: str, spots: list[tuple[int, int]]
) -> None:
    game = small_battle("supply-drop", scenario, board=TURNED["board"], width=TURNED["width"])
    assert {crate.state for crate in supplies(game.play)} == {"gone"}
    game.goes_on()
    assert [(c.at.x, c.at.y, c.at.z, c.state) for c in supplies(game.play)] == [
        (x * INCH, y * INCH, 0, "closed") for x, y in spots
    ]
    assert [game.world.names[c.id] for c in supplies(game.play)] == [
        f"supply crate {number + 1}" for number in range(len(spots))
    ]


def test_the_first_crate_to_be_claimed_brings_the_complications() -> None:
    game, crate = at_a_crate()
    assert quiet(game)
    game.does(0, "interact", use=(crate, "pick-up"))
    game.goes_on(dice=QUIET)
    assert complication_rollers(game) == [0] and points_scored(game) == []
    assert scoring.points(game.play) == (1, 0)


def test_a_crate_counts_for_who_claimed_it_last_or_only_while_it_is_carried() -> None:
    game, crate = at_a_crate()
    game.does(0, "interact", use=(crate, "pick-up"))
    game.goes_on(dice=QUIET)
    game.does(0, "interact", use=(crate, "put-down"))
    assert scoring.points(game.play) == (1, 0)
    strict = game.ruleset.having({"crates-must-be-carried": True})
    assert scoring.points(Play(game.state, strict, game.world, [])) == (0, 0)


def test_a_crate_that_was_carried_off_the_table_counts_for_nobody() -> None:
    game = battle("parcels-from-above")
    crate = supplies(game.play)[0]
    game.state.put(replace(crate, state="taken", carrier=0, claimed=0))
    game.given(0, carries=(crate.id,))
    assert scoring.points(game.play) == (1, 0)
    play = game.play
    neutrals.leave_table(play, 0)
    assert scoring.points(play) == (0, 0)


# ---- Point Defense ---------------------------------------------------------------------------------------------------


def test_a_defender_that_falls_in_the_zone_has_reached_it() -> None:
    game, red, blue = scene(
        red=[figure(24, 25, ap=1)],
        blue=[figure(24, 33, wounds=1), figure(2, 45, ap=3, activation="ready")],
        engagement="point-defense",
        marks=(("point", 24 * INCH),),
        seat=1,
    )
    falls_to_a_counter_charge(game, blue[0], red)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_the_attacker_picks_where_the_point_is() -> None:
    game, _, _ = scene(red=[figure(10, 10)], blue=[figure(10, 40)], engagement="point-defense")
    assert not engagements.in_point(game.play, replace(game.record(0).at, x=INCH, y=24 * INCH)), "nobody has picked it"
    begin_turn_of(game, 0, point=18 * INCH)
    assert game.state.turn.mark("point") == 18 * INCH
    for x, y, inside in ((12, 24, True), (11.9, 24, False), (24, 30, True), (24, 30.1, False), (18, 18, True)):
        at = replace(game.record(0).at, x=int(x * INCH), y=int(y * INCH))
        assert engagements.in_point(game.play, at) is inside
    with pytest.raises(AssertionError, match="not among"):
        begin_turn_of(game, 0, point=5 * INCH)


def test_on_a_table_whose_zones_face_east_and_west_the_middle_line_runs_from_south_to_north() -> None:
    game, _, _ = scene(red=[figure(5, 20)], blue=[figure(55, 20)], engagement="point-defense", **TURNED)
    begin_turn_of(game, 0, point=40 * INCH)
    for x, y, inside in ((30, 40, True), (36, 34, True), (36.1, 40, False), (23.9, 40, False), (30, 33.9, False)):
        at = replace(game.record(0).at, x=int(x * INCH), y=int(y * INCH))
        assert engagements.in_point(game.play, at) is inside
    with pytest.raises(AssertionError, match="not among"):
        begin_turn_of(game, 0, point=43 * INCH)


@pytest.mark.parametrize(("swap", "seat"), [(False, 0), (True, 1)])
def test_defenders_in_the_zone_score_for_the_attacker_as_printed_or_for_themselves(swap: bool, seat: int) -> None:
    far, near = figure(24, 31), figure(24, 30)
    options = {"point-defense-swap": swap}
    marks = (("point", 24 * INCH),)
    game, *_ = scene(red=[near], blue=[far], engagement="point-defense", marks=marks, options=options)
    assert quiet(game)
    game, *_ = scene(red=[figure(5, 5)], blue=[near], engagement="point-defense", marks=marks, options=options)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(seat, 1)] and complication_rollers(game) == [seat]
    turned: dict[str, Any] = {"marks": marks, "options": options, "attacker": 1}
    game, *_ = scene(red=[near], blue=[figure(5, 45)], engagement="point-defense", **turned)
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(1 - seat, 1)]


# ---- Escort ----------------------------------------------------------------------------------------------------------


def escort(red: Any = None, blue: Any = None, wards: Any = None, **turn: Any) -> Any:
    """Red attacks from the south; blue's civilians come from the north."""
    return scene(
        red=red or [figure(40, 5)],
        blue=blue or [figure(10, 40, profile="human-hero")],
        civilians=[figure(x, y, profile="civilian", **changes) for x, y, changes in wards],
        engagement="escort",
        **turn,
    )


def test_civilians_are_no_casualties_of_the_defender() -> None:
    dead: dict[str, Any] = {"out": True, "wounds": 0}
    game, *_ = escort(blue=[figure(10, 40, **dead), figure(14, 40)], wards=[(10, 40, dead), (12, 40, dead)])
    assert scoring.statistics(game.world, game.state).casualties == (0, 1)


def test_civilians_all_beyond_the_middle_are_a_point_for_the_defender() -> None:
    game, *_ = escort(wards=[(10, 23, {}), (12, 24, {})])
    assert quiet(game)
    game, *_ = escort(wards=[(10, 23, {}), (12, 23.9, {}), (5, 5, {"out": True, "wounds": 0})])
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(1, 1)] and complication_rollers(game) == [1]


def test_all_civilians_dead_are_a_point_for_the_attacker() -> None:
    dead = {"out": True, "wounds": 0}
    game, *_ = escort(wards=[(10, 40, dead), (12, 40, {})])
    assert quiet(game)
    game, *_ = escort(wards=[(10, 40, dead), (12, 40, dead)])
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_all_heroes_dead_are_a_point_for_the_attacker() -> None:
    dead = figure(10, 40, profile="human-hero", out=True, wounds=0)
    game, *_ = escort(blue=[dead, figure(12, 40), figure(14, 40, profile="human-hero")], wards=[(12, 42, {})])
    assert quiet(game)
    game, *_ = escort(blue=[dead, figure(12, 40)], wards=[(12, 42, {})])
    game.goes_on(dice=QUIET)
    assert points_scored(game) == [(0, 1)] and complication_rollers(game) == [0]


def test_civilians_who_are_out_by_the_far_edge_are_another_point() -> None:
    game, _, _, wards = escort(
        wards=[(10, 0.7, {}), (12, 5, {})], stage="complications", complication=9, marks=(("complication-round", 1),)
    )
    game.goes_on()
    assert [e.who for e in game.happened(Left)] == [wards[0]] and points_scored(game) == []
    at = game.record(wards[1]).at
    game.given(wards[1], at=replace(at, y=at.radius + 251))
    assert quiet(game)
    game.given(wards[1], at=replace(at, y=at.radius + 250))
    game.goes_on()
    assert [e.who for e in game.happened(Left)] == [wards[1]] and points_scored(game) == [(1, 1)]
    assert quiet(game)


def test_a_civilian_in_its_activation_leaves_only_when_it_is_over() -> None:
    game, _, _, ward = escort(wards=[(10, 0.7, {})], stage="complications", complication=9, actor=2, seat=1)
    assert quiet(game)


def test_a_civilian_near_a_hero_is_its_players_to_move() -> None:
    game, _, hero, ward = escort(wards=[(10, 34, {})])
    before = game.record(ward).at
    begin_turn_of(game, 1)
    assert game.record(ward).at == before and game.record(ward).ap == 3 and game.record(ward).activation == "ready"


@pytest.mark.parametrize(("kept", "refused"), [(False, ()), (True, ('It must stay within 6" of a Hero.',))])
def test_whether_a_civilian_may_be_moved_away_from_its_heroes_is_the_tables_to_say(kept: bool, refused: Any) -> None:
    game, _, _, ward = escort(
        wards=[(10, 35, {"ap": 3, "activation": "ready"})], seat=1, options={"civilians-kept-near": kept}
    )
    for action, away in (("move", (10, 31)), ("run", (10, 28))):
        where = game.asks(ward, action)
        assert where.legal((leg(*away),)) == refused
        assert where.legal((leg(12, 37),)) == () and where.legal(()) == ()


@pytest.mark.parametrize(
    ("kept", "y", "refused"),
    [(False, 26, ()), (True, 26, ('It must stay within 6" of a Hero.',)), (True, 30.9, ())],
)
def test_nor_may_it_charge_away_from_them_there(kept: bool, y: float, refused: Any) -> None:
    game, red, _, ward = scene(
        red=[figure(10, y)],
        blue=[figure(14, 36, profile="human-hero", leader=True)],
        civilians=[figure(10, 36, profile="civilian", ap=3, activation="ready")],
        engagement="escort", seat=1, options={"civilians-kept-near": kept},
    )  # fmt: skip
    assert charging.charge_refused(game.model(ward), red) == refused


def test_who_has_lost_its_heroes_already_is_kept_by_nobody() -> None:
    game, _, _, ward = escort(
        wards=[(10, 31, {"ap": 3, "activation": "ready"})], seat=1, options={"civilians-kept-near": True}
    )
    assert game.asks(ward, "move").legal((leg(10, 30),)) == ()


def test_a_civilian_without_a_hero_near_goes_to_one_that_its_points_reach() -> None:
    game, _, hero, ward = escort(wards=[(10, 28, {})])
    begin_turn_of(game, 1)
    assert game.gap(hero, ward) <= 6 * INCH
    assert game.record(ward).activation == "done" and game.record(ward).ap == 1


def test_a_civilian_that_can_reach_no_hero_runs_for_the_nearest_edge_and_off() -> None:
    game, _, _, ward = escort(wards=[(36, 20, {})])
    begin_turn_of(game, 1)
    assert game.record(ward).state == "gone" and [e.who for e in game.happened(Left)] == [ward]


def test_a_civilian_that_bolts_off_the_far_edge_is_out_by_it() -> None:
    game, _, _, wards = escort(wards=[(20, 6, {}), (5, 5, {"out": True, "wounds": 0})])
    begin_turn_of(game, 1, dice=QUIET)
    assert game.record(wards[0]).state == "gone"
    assert points_scored(game) == [(1, 1), (1, 1)] and complication_rollers(game) == [1]


def test_one_that_bolts_off_another_edge_is_not() -> None:
    game, _, _, wards = escort(wards=[(45, 20, {}), (5, 5, {"out": True, "wounds": 0})])
    begin_turn_of(game, 1)
    assert game.record(wards[0]).state == "gone"
    assert quiet(game)


def test_a_civilian_that_lies_there_stands_up_before_it_goes_to_its_hero() -> None:
    game, _, _, ward = escort(wards=[(10, 28, {"down": True})])
    begin_turn_of(game, 1)
    assert [e.who for e in game.happened(StoodUp)] == [ward]
    assert game.record(ward).activation == "done" and game.record(ward).ap == 0
    assert game.record(ward).at.y == 36 * INCH


@pytest.mark.parametrize(
    ("hero", "start", "end"),
    [
        ((10, 40), (30, 20), (42, 20)),
        ((46, 46), (18, 20), (6, 20)),
        ((46, 46), (20, 18), (20, 6)),
        ((46, 2), (20, 30), (20, 42)),
    ],
)
def test_it_runs_straight_for_that_edge_whichever_it_is(
    hero: tuple[int, int], start: tuple[int, int], end: tuple[int, int]
) -> None:
    game, _, _, ward = escort(blue=[figure(*hero, profile="human-hero")], wards=[(*start, {})])
    begin_turn_of(game, 1)
    assert (game.record(ward).at.x, game.record(ward).at.y) == (end[0] * INCH, end[1] * INCH)


@pytest.mark.parametrize(("half", "there"), [(4, False), (10, True)])
def test_it_goes_no_long_way_round_to_that_edge(half: int, there: bool) -> None:
    wall = f"[[wall]]\npoints = [[46.5, {24 - half}], [46.5, {24 + half}]]\nheight = 6\n"
    game, _, _, ward = escort(wards=[(45, 24, {})], board=wall)
    begin_turn_of(game, 1)
    assert (game.record(ward).at.x == 45 * INCH and game.record(ward).at.y == 24 * INCH) is there


def test_the_edges_of_a_table_whose_zones_face_east_and_west() -> None:
    game, _, _ = scene(red=[figure(10, 10)], blue=[figure(40, 40)])
    board = game.world.board
    assert table_edges.edge_along(board, "south") == "south" and table_edges.edge_along(board, "north") == "north"
    west = ((0, 0), (12 * INCH, 0), (12 * INCH, 48 * INCH), (0, 48 * INCH))
    assert table_edges._edge_along(west, board.width, board.depth) == "west"
    at = game.record(0).at
    assert [table_edges.inland(board, edge, at) // INCH for edge in table_edges.OPPOSITE] == [10, 38, 10, 38]
    assert table_edges.nearest_edge(board, replace(at, x=40 * INCH)) == "east"


THREE_HITS = [5, 5, 5]


def test_a_civilian_that_falls_to_a_counter_strike_as_it_bolts_is_taken_off() -> None:
    game, reds, _, ward = scene(
        red=[figure(21.3, 35, perks=["counter-strike"], ap=0, activation="done"), figure(2, 2, ap=0)],
        blue=[figure(20, 46, profile="human-hero", leader=True)],
        civilians=[figure(20, 30, profile="civilian", wounds=1, stats={"arm": 0}), figure(24, 46, profile="civilian")],
        engagement="escort",
    )
    game.goes_on(dice=THREE_HITS)
    assert game.record(ward[0]).out
    assert [(e.who, e.by) for e in game.happened(Fell)] == [(ward[0], reds[0])]
