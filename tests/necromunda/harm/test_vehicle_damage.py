"""What damage does to a vehicle: the rows of the table, loss of control, wrecks and what is taken home."""

from __future__ import annotations

from typing import Any

import pytest

from tests.necromunda.scenes import COLD, add_vehicle, fighter, run_rule, scene, wall
from warbook.core.state import Posture
from warbook.core.structs import replace
from warbook.rulesets.necromunda.edition_classic import LIBRARY, RULESET
from warbook.rulesets.necromunda.events.attacks import WasHit
from warbook.rulesets.necromunda.events.moments import VehicleActionDone
from warbook.rulesets.necromunda.events.vehicles import Drove, Stalled, WeaponDestroyed
from warbook.rulesets.necromunda.harm import control, crews, vehicle_damage
from warbook.rulesets.necromunda.harm.vehicle_damage import CATASTROPHIC, GLANCING, PENETRATING
from warbook.rulesets.necromunda.records.vehicles import Driver

HANDLES, SLIPS = (6, 6), (1, 2)  # of a Handling test of 7+
SWERVES, JACKKNIFES, ROLLS = 1, 4, 6  # faces of a Control die
LEFT, RIGHT = 3, 4


def lorry(*weapons: str, board: str = "", options: Any = None, **changes: Any) -> tuple[Any, int]:
    """A lorry at (20, 20) that looks north: Movement 7", 3 hull points, Handling 7+."""
    game, *_ = scene(red=[fighter(2, 2)], blue=[fighter(46, 46)], board=board, options=options, ruleset=RULESET)
    return game, add_vehicle(game, 0, 20, 20, profile="tarpaulin", weapons=weapons, **changes)


def damaged(game: Any, who: int, location: Any, grade: int, *dice: int) -> Any:
    """Its record after some damage."""

    def rule(play: Any) -> None:
        vehicle_damage.suffer(play, Driver(play, who), location, grade)

    run_rule(game, rule, dice=dice)
    return game.record(who)


def out_of_control(game: Any, who: int, *dice: int) -> Any:
    """Its record after it lost control."""
    run_rule(game, lambda play: control.lose_control(play, Driver(play, who)), dice=dice)
    return game.record(who)


def changed(before: Any, after: Any) -> dict[str, Any]:
    """Which fields of a record are another."""
    return {f: getattr(after, f) for f in before.__struct_fields__ if getattr(before, f) != getattr(after, f)}


# ---- the table -------------------------------------------------------------------------------------------------------

GUNS = ("heavy-stubber", "heavy-stubber")

ROWS: tuple[tuple[str, int, tuple[int, ...], dict[str, Any]], ...] = (
    ("body", GLANCING, (6, 3), {}),  # 9+ with its concussion
    ("body", GLANCING, (6, 2), {"stalled": True}),
    ("body", PENETRATING, HANDLES, {"hull_points": 2}),
    ("body", PENETRATING, SLIPS, {"hull_points": 2, "stalled": True}),
    ("body", CATASTROPHIC, (2, *HANDLES), {"hull_points": 2, "destroyed": (1,)}),
    ("engine", GLANCING, (), {"stalled": True}),
    ("engine", PENETRATING, (4, 3), {"hull_points": 2, "held_back": True}),
    ("engine", CATASTROPHIC, (4, 4), {"hull_points": 1, "held_back": True}),  # 8+
    ("crew", GLANCING, (6, 2), {"stalled": True}),
    ("crew", PENETRATING, (), {"flesh": 1}),
    ("drive", GLANCING, (4, 3), {}),
    ("drive", PENETRATING, (4, 4), {"hull_points": 2, "handling": 1}),  # 8+ from now on
    ("drive", CATASTROPHIC, (5, 4), {"hull_points": 1, "handling": 2}),
)


@pytest.mark.parametrize(("location", "grade", "dice", "after"), ROWS)
def test_the_rows_of_the_damage_table(location: str, grade: int, dice: tuple[int, ...], after: dict[str, Any]) -> None:
    game, who = lorry(*GUNS)
    before = game.record(who)
    lost = {"hull_lost": 3 - after["hull_points"]} if "hull_points" in after else {}
    assert changed(before, damaged(game, who, location, grade, *dice)) == after | lost


@pytest.mark.parametrize(
    ("location", "grade", "dice"),
    [
        ("body", CATASTROPHIC, (1, 4, 2)),
        ("engine", PENETRATING, (4, 2)),
        ("engine", CATASTROPHIC, (4, 3)),
        ("drive", GLANCING, (4, 2)),
        ("drive", PENETRATING, (4, 3)),
        ("drive", CATASTROPHIC, (4, 4)),
    ],
)
def test_one_less_on_its_test_and_it_is_out_of_control(location: str, grade: int, dice: tuple[int, ...]) -> None:
    game, who = lorry(*GUNS)
    damaged(game, who, location, grade, *dice, JACKKNIFES, LEFT)
    assert any(isinstance(e, Drove) for e in game.events)


def test_damage_adds_up_and_the_engine_pulls_back_once() -> None:
    game, who = lorry(hull_points=7)
    for _ in range(2):
        damaged(game, who, "drive", PENETRATING, *HANDLES)
        damaged(game, who, "engine", PENETRATING, *HANDLES)
        damaged(game, who, "crew", PENETRATING)
    r = game.record(who)
    assert (r.hull_points, r.handling, r.flesh, r.held_back) == (3, 2, 2, True)
    damaged(game, who, "engine", GLANCING)
    damaged(game, who, "engine", GLANCING)
    assert not any(isinstance(e, Stalled) for e in game.events)


def test_whoever_stands_on_it_is_shaken_too_and_concussion_ends_with_the_round() -> None:
    game, who = lorry()
    above = game.record(0)
    game.state.put(replace(above, at=above.at.moved_to((20_000, 20_000, game.record(who).at.height))))
    damaged(game, who, "body", GLANCING, *HANDLES)
    shaken = {(e.on, e.name, e.amount, e.until) for e in game.state.effects}
    assert shaken == {(who, "handling", 2, "round"), (0, "initiative", 2, "round")}
    damaged(game, who, "body", GLANCING, *HANDLES)
    assert len(game.state.effects) == 2


def test_a_weapon_that_is_destroyed_already_is_not_destroyed_again_and_without_any_the_hull_suffers() -> None:
    game, who = lorry(*GUNS, destroyed=(0,))
    damaged(game, who, "body", CATASTROPHIC, *HANDLES)
    assert [e.slot for e in game.events if isinstance(e, WeaponDestroyed)] == [1]
    assert damaged(game, who, "body", CATASTROPHIC, 3, *COLD).wrecked
    game, bare = lorry()
    assert damaged(game, bare, "body", CATASTROPHIC, *HANDLES).hull_points == 1


@pytest.mark.parametrize(("suffers", "left"), [(True, 1), (False, 2)])
def test_whether_a_hull_suffers_whose_weapons_are_all_destroyed_is_an_option(suffers: bool, left: int) -> None:
    game, who = lorry("heavy-stubber", destroyed=(0,), options={"disarmed-hulls-suffer": suffers})
    assert damaged(game, who, "body", CATASTROPHIC, *HANDLES).hull_points == left
    game, bare = lorry(options={"disarmed-hulls-suffer": suffers})
    assert damaged(game, bare, "body", CATASTROPHIC, *HANDLES).hull_points == 1


def test_a_driver_who_blacks_out_loses_control_stalls_and_is_not_ready() -> None:
    game, who = lorry(ready=True)
    r = damaged(game, who, "crew", CATASTROPHIC, JACKKNIFES, RIGHT)
    assert (r.unconscious, r.stalled, r.ready) == (True, True, False)
    assert game.at(who) == (23.5, 20, 0)  # it went on before it stalled
    damaged(game, who, "crew", CATASTROPHIC)  # it has lost control already
    run_rule(game, control.regain_control, VehicleActionDone(who))
    r = damaged(game, who, "crew", CATASTROPHIC, JACKKNIFES, RIGHT)
    assert game.at(who) == (23.5, 20, 0) and (r.at.fx, r.at.fy) == (0, -1)


def test_a_driver_who_blacks_out_in_its_own_activation_does_nothing_more() -> None:
    game, who = lorry()
    game.activation(who)
    damaged(game, who, "crew", CATASTROPHIC, JACKKNIFES, RIGHT)
    assert game.state.turn.actor == -1 and game.record(who).stalled


# ---- loss of control -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "at"),
    [
        ((SWERVES, LEFT), (17.525, 22.475)),
        ((SWERVES, RIGHT), (22.475, 22.475)),
        ((JACKKNIFES, LEFT), (16.5, 20)),
        ((JACKKNIFES, RIGHT), (23.5, 20)),
    ],
)
def test_out_of_control_it_turns_and_goes_on_by_half_its_movement(dice: tuple[int, ...], at: tuple[float, ...]) -> None:
    game, who = lorry()
    r = out_of_control(game, who, *dice)
    assert game.at(who) == pytest.approx((*at, 0), abs=0.002)
    assert r.at.fx * (at[1] - 20) == pytest.approx(r.at.fy * (at[0] - 20), abs=1e4)


@pytest.mark.parametrize("once", [True, False])
def test_control_is_lost_once_before_the_action_is_over(once: bool) -> None:
    def tests(*dice: int) -> None:
        run_rule(game, lambda play: control.keep_control(play, Driver(play, who)), dice=dice)

    lost = (*SLIPS, SWERVES, LEFT)
    game, who = lorry(options={"control-is-lost-once": once})
    tests(*lost)
    tests(*() if once else lost)
    run_rule(game, control.regain_control, VehicleActionDone(who))
    tests(*lost)


@pytest.mark.parametrize(("costs", "acting", "ready"), [(False, False, True), (True, False, False), (True, True, True)])
def test_whether_control_lost_while_another_acts_costs_readiness_is_an_option(
    costs: bool, acting: bool, ready: bool
) -> None:
    game, who = lorry(options={"control-lost-costs-readiness": costs}, ready=True)
    if acting:
        game.activation(who)
        game.state.put(replace(game.record(who), ready=True))
    assert out_of_control(game, who, SWERVES, LEFT).ready is ready


def test_a_stationary_vehicle_turns_where_it_is() -> None:
    game, who = lorry(stalled=True)
    r = out_of_control(game, who, SWERVES, RIGHT)
    assert game.at(who) == (20, 20, 0) and r.at.fx == r.at.fy > 0


def test_it_rolls_over_as_far_as_it_was_fast_and_is_a_wreck() -> None:
    game, who = lorry()
    r = out_of_control(game, who, ROLLS, 2, 360, 3, *COLD)
    assert game.at(who) == (24, 20, 0) and (r.at.fx, r.at.fy) == (0, 1)
    assert r.wrecked and r.hull_points == 0
    game, parked = lorry(stalled=True)
    assert out_of_control(game, parked, ROLLS, 3, *COLD).wrecked and game.at(parked) == (20, 20, 0)


def test_what_rolls_over_is_a_wreck_as_it_does_so_and_takes_no_harm_from_what_it_meets() -> None:
    for stays in (True, False):
        game, who = lorry(board=wall(23, 0, 23, 48), options={"wrecks-stay": stays})
        r = out_of_control(game, who, ROLLS, 2, 360, 3, *COLD)  # its side is 1.25" from its middle
        assert game.at(who) == pytest.approx((21.75, 20, 0), abs=0.002)
        assert not game.happened(WasHit) and (r.wrecked, r.hull_lost) == (True, 0)
        assert (r.at.posture == Posture.UP) is stays


def test_what_rolls_over_hits_what_it_rolls_into() -> None:
    game, who = lorry()
    other = add_vehicle(game, 1, 24, 20, profile="tarpaulin")
    out_of_control(game, who, ROLLS, 2, 360, *HANDLES, 1, 3, *COLD)  # holds its line, and the hit does not wound
    assert [e.who for e in game.happened(WasHit)] == [other] and game.at(other)[0] > 24


# ---- what is built in against the worst ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upgrade", "location", "glancing"),
    [
        ("ablative-plates", "body", HANDLES),
        ("crash-cage", "crew", HANDLES),
        ("engine-shell", "engine", ()),
        ("redundant-drive", "drive", HANDLES),
    ],
)
def test_the_first_damage_that_is_worse_than_glancing_is_spared_once(
    upgrade: str, location: str, glancing: Any
) -> None:
    game, who = lorry(upgrades=(upgrade,))
    damaged(game, who, location, GLANCING, *glancing)
    assert not game.record(who).used, "what glances off anyway uses nothing up"
    damaged(game, who, location, CATASTROPHIC, *glancing)
    found = game.record(who)
    assert (found.used, found.hull_points, found.unconscious, found.held_back) == ((upgrade,), 3, False, False)
    again = damaged(game, who, location, PENETRATING, *HANDLES if location != "crew" else ())
    assert (again.hull_points, again.flesh) == ((3, 1) if location == "crew" else (2, 0))


def test_what_spares_one_location_spares_no_other() -> None:
    game, who = lorry(upgrades=("crash-cage",))
    assert damaged(game, who, "body", PENETRATING, *HANDLES).hull_points == 2 and not game.record(who).used


@pytest.mark.parametrize(("hull", "left"), [(3, 1), (2, 0)])
def test_a_turtle_back_costs_two_hull_points_where_it_would_roll_over(hull: int, left: int) -> None:
    game, who = lorry(upgrades=("turtle-back",), hull_points=hull)
    r = out_of_control(game, who, ROLLS, *(() if left else (3, *COLD)))
    assert (r.hull_points, r.wrecked, game.at(who)) == (left, not left, (20, 20, 0))


def test_an_emergency_brake_halves_the_way_out_of_control() -> None:
    game, who = lorry(upgrades=("emergency-brake",))
    out_of_control(game, who, JACKKNIFES, LEFT)
    assert game.at(who) == (18.25, 20, 0), "1.75 inches and not 3.5"


@pytest.mark.parametrize(
    ("location", "face", "injury"),
    [("engine", 3, "loose-steering"), ("engine", 1, "worn-out"), ("drive", 3, "unreliable")],
)
def test_a_kill_switch_helps_if_it_was_the_engine(location: str, face: int, injury: str) -> None:
    game, who = lorry(hull_points=1, upgrades=("kill-switch",))
    assert damaged(game, who, location, PENETRATING, face, *COLD).injuries[0] == injury


# ---- wrecks ----------------------------------------------------------------------------------------------------------


def test_without_a_hull_point_it_is_a_wreck_and_nothing_more_comes_of_the_hit() -> None:
    game, who = lorry(hull_points=1, ready=True)
    r = damaged(game, who, "engine", CATASTROPHIC, 3, *COLD)
    assert (r.wrecked, r.hull_points, r.ready, r.held_back) == (True, 0, False, False)
    assert r.injuries == ("unreliable", "out-cold")


def test_a_wreck_stays_in_everybodys_way_or_is_taken_away() -> None:
    game, who = lorry(hull_points=1)
    assert damaged(game, who, "drive", PENETRATING, 3, *COLD).at.posture == Posture.UP
    assert not Driver(game.play, who).on_table
    game, who = lorry(hull_points=1, options={"wrecks-stay": False})
    assert damaged(game, who, "drive", PENETRATING, 3, *COLD).at.posture == Posture.AWAY


def test_tables_that_keep_no_count_of_injuries_roll_for_none() -> None:
    game, who = lorry(hull_points=1, options={"lasting-injuries": False})
    assert damaged(game, who, "drive", PENETRATING).injuries == ()


def test_a_vehicle_wrecked_in_its_own_activation_ends_it() -> None:
    game, who = lorry(hull_points=1)
    game.activation(who)
    damaged(game, who, "drive", PENETRATING, 3, *COLD)
    assert game.record(who).wrecked and game.state.turn.actor == -1


def test_crews_and_wrecks_have_tables_of_their_own() -> None:
    assert [LIBRARY.lasting_damage(roll).name for roll in range(1, 7)][2] == "Unreliable"
    for tens in range(1, 7):
        for units in range(1, 7):
            assert LIBRARY.lasting_injury(10 * tens + units, crew=True)
    assert LIBRARY.lasting_injury(46, crew=True).id == "grievous-injury"
    assert LIBRARY.lasting_injury(52, crew=True).changes.cl == -1
    assert LIBRARY.lasting_injury(55, crew=True).changes.bs == -1


# ---- the end phase ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left", "out"),
    [((4, 6), 0, False), ((3, 2), 2, False), ((4, 1, JACKKNIFES, LEFT), 1, True), ((1, JACKKNIFES, LEFT), 2, True)],
)
def test_a_wounded_driver_rolls_for_each_wound_until_it_blacks_out(dice: tuple[int, ...], left: int, out: bool) -> None:
    game, who = lorry(flesh=2)
    run_rule(game, lambda play: crews.recover_driver(play, Driver(play, who)), dice=dice)
    assert (game.record(who).flesh, game.record(who).unconscious) == (left, out)


@pytest.mark.parametrize(("face", "awake"), [(4, True), (3, False)])
def test_a_driver_who_has_blacked_out_wakes_with_a_wound(face: int, awake: bool) -> None:
    game, who = lorry(unconscious=True, stalled=True, flesh=1)
    run_rule(game, lambda play: crews.recover_driver(play, Driver(play, who)), dice=(face,))
    assert (game.record(who).flesh, game.record(who).unconscious) == (1 + awake, not awake)
    assert Driver(game.play, who).alert is awake
